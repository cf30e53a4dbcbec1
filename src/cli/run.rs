//! `plyjudge run`: answers inputs.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};

use super::settings::Answering;
use super::terminal::say_what_is_awaited;
use crate::answer::{AnswerError, answer};
use crate::judge::files;

/// Answer inputs of any of the protocols.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  plyjudge run --rule capture=standard lines.txt")]
pub(super) struct Args {
    /// Input files, `-` for standard input; standard input if there are none.
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Write each answer to DIR/NAME.out instead of standard output.
    #[arg(long, value_name = "DIR")]
    out_dir: Option<PathBuf>,
    #[command(flatten)]
    answering: Answering,
}

impl Args {
    /// Standard input answered on standard output.
    pub(super) fn from_stdin(answering: Answering) -> Self {
        Self {
            files: Vec::new(),
            out_dir: None,
            answering,
        }
    }
}

/// Answers each input in order, stopping at the first that cannot be answered.
pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    check_settings(&args.answering)?;
    let stdin = [PathBuf::from("-")];
    let files = if args.files.is_empty() {
        &stdin[..]
    } else {
        &args.files
    };
    match &args.out_dir {
        None => {
            let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
            for file in files {
                answer_file(file, &args.answering, &mut out)?;
            }
        }
        Some(folder) => {
            files::create_folder(folder)?;
            for (file, target) in targets(files, folder)? {
                let created = File::create(&target).map_err(files::cannot_write(&target))?;
                answer_file(file, &args.answering, &mut BufWriter::new(created))?;
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Says what is wrong with the settings before any input is waited for, when the protocol
/// is known by name.
fn check_settings(answering: &Answering) -> anyhow::Result<()> {
    if let Some(protocol) = answering.game {
        protocol.session(&answering.settings())?;
    }
    Ok(())
}

/// The answer's file for each input; an error when two inputs would share one.
fn targets<'a>(files: &'a [PathBuf], folder: &Path) -> anyhow::Result<Vec<(&'a Path, PathBuf)>> {
    let mut taken: HashMap<PathBuf, &Path> = HashMap::new();
    let mut targets = Vec::new();
    for file in files {
        let stem = match file.file_stem() {
            Some(stem) if file.as_os_str() != "-" => stem,
            _ => "stdin".as_ref(),
        };
        let mut target = folder.join(stem).into_os_string();
        target.push(".out");
        let target = PathBuf::from(target);
        if let Some(other) = taken.insert(target.clone(), file) {
            let (one, other) = (other.display(), file.display());
            bail!(
                "{}: both {one} and {other} would be answered there",
                target.display()
            );
        }
        targets.push((file.as_path(), target));
    }
    Ok(targets)
}

fn answer_file(file: &Path, answering: &Answering, out: &mut dyn Write) -> anyhow::Result<()> {
    let (mut input, source): (Box<dyn Read>, _) = if file.as_os_str() == "-" {
        say_what_is_awaited();
        (Box::new(io::stdin().lock()), "stdin".to_owned())
    } else {
        let source = file.display().to_string();
        let opened = File::open(file).with_context(|| format!("{source}: cannot open"))?;
        (Box::new(opened), source)
    };
    let outcome = answer(
        &mut input,
        &source,
        answering.game,
        &answering.settings(),
        out,
    );
    outcome.map(drop).map_err(|error: AnswerError| error.into())
}
