//! `plyjudge export gradescope`: an autograder for Gradescope, as a zip file.

use std::env;
use std::fs;
use std::io::{Cursor, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use walkdir::WalkDir;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::judge::build::submission::is_hidden;
use crate::judge::files;
use crate::judge::grade::setup::{Order, Setup, Subject};

/// Write an autograder for Gradescope: a zip file with this program, the suite and two scripts.
///
/// Gradescope runs setup.sh once, which installs compilers, and run_autograder for each
/// submission, which grades it and writes results.json. Cases are shown as suite.toml says:
/// `visibility` is visible, hidden, after_due_date or after_published.
///
/// Gradescope's machines have an older system than many others: a binary that was built for
/// one of those does not start there. That of the wheel (`pip install plyjudge`) does; --binary
/// names it.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  plyjudge export gradescope cases --out autograder.zip -- --memory 256MiB"
)]
pub(super) struct Args {
    /// Folder with the cases, and perhaps suite.toml.
    #[arg(value_name = "SUITE")]
    suite: PathBuf,
    /// The zip file to write.
    #[arg(long, value_name = "FILE.zip", default_value = "autograder.zip")]
    out: PathBuf,
    /// The program to put into it [default: this one].
    #[arg(long, value_name = "FILE")]
    binary: Option<PathBuf>,
    /// Ubuntu's packages with the compilers that submissions need.
    #[arg(
        long,
        value_name = "PACKAGE",
        num_args = 1..,
        default_values = ["build-essential", "python3"]
    )]
    packages: Vec<String>,
    /// More options for `plyjudge grade`.
    #[arg(last = true, value_name = "OPTION")]
    options: Vec<String>,
}

/// Writes the zip file.
pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let program = match &args.binary {
        Some(path) => path.clone(),
        None => env::current_exe().context("cannot find this program's file")?,
    };
    // What grading would stumble over is told here.
    let this = program.display().to_string();
    Setup::new(&Order::new(Subject::Command(vec![this]), &args.suite))?;
    let is_name = |it: &&String| {
        let is_part = |c: char| c.is_ascii_alphanumeric() || "+-.:".contains(c);
        !it.is_empty() && !it.starts_with('-') && it.chars().all(is_part)
    };
    if let Some(other) = args.packages.iter().find(|it| !is_name(it)) {
        bail!("found '{other}', expected the name of a Debian package");
    }
    let mut zip = Archive::new();
    zip.add("setup.sh", setup(&args.packages).as_bytes(), true)?;
    zip.add("run_autograder", grading(&args.options)?.as_bytes(), true)?;
    zip.add("plyjudge", &files::read(&program)?, true)?;
    zip.add_folder("cases", &args.suite)?;
    let bytes = zip.finish()?;
    files::write(&args.out, &bytes)?;
    println!("{}: {} MiB", args.out.display(), (bytes.len() >> 20).max(1));
    Ok(ExitCode::SUCCESS)
}

/// Runs once, when Gradescope builds its image. The cases are for root only: where programs
/// cannot be contained by all layers, no other keeps them from being read.
fn setup(packages: &[String]) -> String {
    let packages = packages.join(" ");
    format!(
        "#!/usr/bin/env bash\n\
         # Installs what submissions are compiled with.\n\
         set -euo pipefail\n\
         \n\
         missing=\n\
         for package in {packages}; do\n\
         \x20   dpkg-query -W -f '${{Status}}' \"$package\" 2>/dev/null | grep -q 'ok installed' ||\n\
         \x20       missing=\"$missing $package\"\n\
         done\n\
         if [ -n \"$missing\" ]; then\n\
         \x20   apt-get update\n\
         \x20   DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing\n\
         fi\n\
         chmod 755 /autograder/source/plyjudge\n\
         chmod -R go= /autograder/source/cases\n\
         /autograder/source/plyjudge --version\n"
    )
}

/// Runs for each submission. Nothing is written to where a submission could put a link.
fn grading(options: &[String]) -> anyhow::Result<String> {
    let words = options.iter().map(String::as_str);
    let options = shlex::try_join(words).context("an option cannot be quoted for a shell")?;
    let options = match options.is_empty() {
        true => String::new(),
        false => format!(" {options}"),
    };
    Ok(format!(
        "#!/usr/bin/env bash\n\
         # Grades the submission; results.json says what came of it.\n\
         set -uo pipefail\n\
         \n\
         mkdir -p /autograder/results\n\
         journal=$(mktemp -d)\n\
         /autograder/source/plyjudge grade /autograder/submission --one \\\n\
         \x20   --cases /autograder/source/cases --journal \"$journal/journal\" \\\n\
         \x20   --gradescope /autograder/results/results.json{options}\n\
         status=$?\n\
         rm -rf \"$journal\"\n\
         # 3: something could not be judged, because the judge failed; results.json says so.\n\
         [ $status -eq 3 ] && exit 0\n\
         exit $status\n"
    ))
}

/// A zip file that is made.
pub(super) struct Archive {
    zip: ZipWriter<Cursor<Vec<u8>>>,
}

impl Archive {
    pub(super) fn new() -> Self {
        let zip = ZipWriter::new(Cursor::new(Vec::new()));
        Self { zip }
    }

    /// Adds a file, perhaps one that can be run.
    pub(super) fn add(&mut self, name: &str, content: &[u8], runs: bool) -> anyhow::Result<()> {
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .unix_permissions(if runs { 0o755 } else { 0o644 });
        self.zip.start_file(name, options)?;
        self.zip.write_all(content)?;
        Ok(())
    }

    /// Adds all files below a folder but hidden ones.
    pub(super) fn add_folder(&mut self, name: &str, folder: &Path) -> anyhow::Result<()> {
        let entries = WalkDir::new(folder).follow_links(true).sort_by_file_name();
        let entries = entries.into_iter();
        for entry in entries.filter_entry(|it| it.depth() == 0 || !is_hidden(it.file_name())) {
            let entry = entry?;
            if !entry.file_type().is_file() {
                continue;
            }
            let inner = entry.path().strip_prefix(folder)?;
            let parts = inner.iter().map(|part| part.to_str());
            let parts: Option<Vec<&str>> = parts.collect();
            let path = entry.path();
            let Some(parts) = parts else {
                bail!("{}: found a name that is not UTF-8", path.display());
            };
            let runs = is_executable(&fs::metadata(path)?);
            let content = files::read(path)?;
            self.add(&format!("{name}/{}", parts.join("/")), &content, runs)?;
        }
        Ok(())
    }

    pub(super) fn finish(self) -> anyhow::Result<Vec<u8>> {
        Ok(self.zip.finish()?.into_inner())
    }
}

#[cfg(unix)]
fn is_executable(about: &fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    about.permissions().mode() & 0o111 != 0
}

#[cfg(not(unix))]
fn is_executable(_about: &fs::Metadata) -> bool {
    false
}
