//! The built-in engine as one more way to execute a job: a program whose arguments are the
//! options of `NAME.args`.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use clap::Parser;

use crate::answer::answer;
use crate::cli::settings::Answering;
use crate::judge::execute::Execute;
use crate::judge::run::{Ended, Input, Job, Outcome, RunError, Sink, Usage};
use plyjudge_runner::input::open;

/// The built-in engine, with the options of the command line.
pub(super) struct Engine(Answering);

/// What a case's options file may say.
#[derive(Debug, Parser)]
#[command(no_binary_name = true, disable_help_flag = true)]
struct CaseOptions {
    #[command(flatten)]
    answering: Answering,
}

impl Engine {
    /// The built-in engine; `jobs` cases share what it may use.
    pub(super) fn new(answering: &Answering, jobs: usize) -> Self {
        let mut answering = answering.clone();
        if jobs > 1 && answering.threads == 0 {
            answering.threads = 1;
        }
        answering.hash = (answering.hash / jobs.max(1)).max(1);
        Self(answering)
    }

    fn answer(&self, path: &Path, args: &[OsString], sink: &mut Sink<'_>) -> anyhow::Result<()> {
        let answering = with_case_options(&self.0, path, args)?;
        let source = path.display().to_string();
        let (protocol, settings) = (answering.game, answering.settings());
        answer(
            &mut open(path)?,
            &source,
            protocol,
            &settings,
            &mut Out(sink),
        )?;
        Ok(())
    }
}

impl Execute for Engine {
    fn stream(&self, job: &Job, sink: &mut Sink<'_>) -> Result<Outcome, RunError> {
        let Input::File(path) = &job.stdin else {
            return Err(RunError::Job("its input is no file".to_owned()));
        };
        let answered = self.answer(path, &job.argv[1..], sink);
        answered.map_err(|error| RunError::Job(format!("{error:#}")))?;
        Ok(Outcome {
            ended: Ended::Exited(0),
            usage: Usage::default(),
            stdout: Vec::new(),
            stderr: Vec::new(),
            stderr_cut: false,
        })
    }

    fn seen(&self, _program: &Path, host: &Path) -> PathBuf {
        host.to_owned()
    }
}

/// Where answers go.
struct Out<'a, 'b>(&'a mut Sink<'b>);

impl Write for Out<'_, '_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match (self.0)(bytes).is_continue() {
            true => Ok(bytes.len()),
            false => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The options of the command line and, where those say nothing, of the case.
pub(super) fn with_case_options(
    answering: &Answering,
    input: &Path,
    args: &[OsString],
) -> anyhow::Result<Answering> {
    let mut answering = answering.clone();
    let CaseOptions { answering: own } = CaseOptions::try_parse_from(args).map_err(|error| {
        let message = error.to_string();
        let line = message.lines().next().unwrap_or_default();
        let options = input.with_extension("args");
        anyhow!(
            "{}: {}",
            options.display(),
            line.trim_start_matches("error: ")
        )
    })?;
    answering.game = answering.game.or(own.game);
    answering.format = answering.format.or(own.format);
    answering.rules.depth = answering.rules.depth.or(own.rules.depth);
    // Of two values for one rule the last counts.
    answering.rules.rules.splice(0..0, own.rules.rules);
    Ok(answering)
}
