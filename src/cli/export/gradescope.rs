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

use super::super::reference::GuessedRightArgs;
use super::super::settings::{RuleArgs, a_game, parse_rule};
use crate::arena::player_setup::{NamedPlayer, PlayerSetup, PlayerSpec};
use crate::judge::build::submission::is_hidden;
use crate::judge::files;
use crate::judge::grade::setup::{Order, Setup, Subject};
use crate::judge::suite::plan::{Case, Plan};
use crate::protocol::state::Talk;
use crate::protocol::{Protocol, Settings};

/// Write an autograder for Gradescope: a zip file with this program, the suite and two scripts.
///
/// Gradescope runs setup.sh once, which installs compilers, and run_autograder for each
/// submission, which grades it and writes results.json. Cases are shown as suite.toml says:
/// `visibility` is visible, hidden, after_due_date or after_published.
///
/// With --leaderboard each submission also plays games of the suite's game against built-in
/// players, and its points go to Gradescope's leaderboard.
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
    /// Have each submission play a built-in player, for Gradescope's leaderboard: random, or
    /// engine:depth=3 and the like, as for `plyjudge match`; may be given several times.
    #[arg(long, value_name = "PLAYER")]
    leaderboard: Vec<String>,
    /// Games against each of them.
    #[arg(long, value_name = "N", default_value_t = 10, requires = "leaderboard")]
    games: u64,
    /// The game they play, instead of recognising it from the first case.
    #[arg(long, value_name = "GAME", value_parser = a_game(), requires = "leaderboard")]
    game: Option<&'static dyn Protocol>,
    /// Another reading of a rule of that game; may be given several times.
    #[arg(long = "rule", value_name = "NAME=VALUE", value_parser = parse_rule, requires = "leaderboard")]
    rules: Vec<(String, String)>,
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
    let looked_at = Setup::new(&Order::new(Subject::Command(vec![this]), &args.suite))?;
    let games = match args.leaderboard[..] {
        [] => None,
        _ => Some(args.playing(&looked_at.grading.plan)?),
    };
    let is_name = |it: &&String| {
        let is_part = |c: char| c.is_ascii_alphanumeric() || "+-.:".contains(c);
        !it.is_empty() && !it.starts_with('-') && it.chars().all(is_part)
    };
    if let Some(other) = args.packages.iter().find(|it| !is_name(it)) {
        bail!("found '{other}', expected the name of a Debian package");
    }
    let mut zip = Archive::new();
    zip.add("setup.sh", setup(&args.packages).as_bytes(), true)?;
    zip.add(
        "run_autograder",
        grading(&args.options, games.as_deref())?.as_bytes(),
        true,
    )?;
    zip.add("plyjudge", &files::read(&program)?, true)?;
    zip.add_folder("cases", &args.suite)?;
    let bytes = zip.finish()?;
    files::write(&args.out, &bytes)?;
    println!("{}: {} MiB", args.out.display(), (bytes.len() >> 20).max(1));
    Ok(ExitCode::SUCCESS)
}

/// What a submission may take for a move and for all its moves of a game, in seconds: Gradescope
/// ends an autograder that takes too long, and then there is no score either.
const PER_MOVE: &str = "2";
const PER_GAME: &str = "10";

impl Args {
    /// The options of `plyjudge tournament` for the games of the leaderboard.
    fn playing(&self, plan: &Plan) -> anyhow::Result<Vec<String>> {
        let rules = RuleArgs {
            depth: None,
            rules: self.rules.clone(),
        };
        let right = GuessedRightArgs::of(self.game, rules);
        let catalogue = right.catalogue(plan);
        let catalogue =
            catalogue.context("--leaderboard is for suites of a game that is played")?;
        let protocol = catalogue.protocol();
        check_play(protocol, catalogue.right(), &plan.cases[0])?;
        let mut options: Vec<&str> = vec!["--game", protocol.name()];
        for player in &self.leaderboard {
            let found = player.parse::<NamedPlayer>().map_err(anyhow::Error::msg)?;
            if matches!(found.spec, PlayerSpec::Command(_)) {
                bail!("--leaderboard '{player}': found a command, expected random or engine");
            }
            PlayerSetup::new(&found.spec, found.name, protocol, catalogue.right())
                .with_context(|| format!("--leaderboard '{player}'"))?;
            options.extend(["--with", player]);
        }
        let mut options: Vec<String> = options.into_iter().map(str::to_owned).collect();
        options.extend(["--games".to_owned(), self.games.to_string()]);
        for (name, value) in &self.rules {
            options.extend(["--rule".to_owned(), format!("{name}={value}")]);
        }
        Ok(options)
    }
}

/// Checks that a program which answers the suite's cases also answers what players are asked.
fn check_play(
    protocol: &'static dyn Protocol,
    right: &Settings,
    case: &Case,
) -> anyhow::Result<()> {
    let answer = |mut input: &[u8], settings: &Settings| {
        let mut answer = Vec::new();
        crate::answer::answer(
            &mut input,
            &case.name,
            Some(protocol),
            settings,
            &mut answer,
        )?;
        anyhow::Ok(answer)
    };
    let (input, expected) = (files::read(&case.input)?, files::read(&case.expected)?);
    let formats = match protocol.about().formats {
        [] => vec![None],
        formats => formats.iter().map(|it| Some((*it).to_owned())).collect(),
    };
    let mut readings = formats.into_iter().map(|format| Settings {
        format,
        ..right.clone()
    });
    let is_suites = |settings: &Settings| answer(&input, settings).is_ok_and(|it| it == expected);
    let Some(settings) = readings.find(is_suites) else {
        bail!(
            "case '{}': found an expected output that is not plyjudge's answer; --rule says how \
             the assignment reads the rules, by which games are played",
            case.name
        );
    };
    // Who stays is spoken to as in the cases.
    if protocol.about().talk == Talk::Stays {
        return Ok(());
    }
    let state = protocol.game_state(&settings)?;
    let reply = answer(state.request().as_bytes(), &settings)?;
    match state.read(&String::from_utf8_lossy(&reply)) {
        Ok(_) => Ok(()),
        Err(fault) => bail!(
            "--leaderboard: programs that answer this suite{} print no moves of {} as `plyjudge \
             match` reads them: {}",
            settings
                .format
                .map_or(String::new(), |it| format!(" ({it})")),
            protocol.name(),
            fault.detail
        ),
    }
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

/// Options as a shell takes them.
fn quoted(options: &[String]) -> anyhow::Result<String> {
    let words = options.iter().map(String::as_str);
    let options = shlex::try_join(words).context("an option cannot be quoted for a shell")?;
    Ok(match options.is_empty() {
        true => String::new(),
        false => format!(" {options}"),
    })
}

/// Runs for each submission. Nothing is written to where a submission could put a link.
fn grading(options: &[String], games: Option<&[String]>) -> anyhow::Result<String> {
    let options = quoted(options)?;
    let playing = match games {
        None => String::new(),
        Some(games) => format!(
            "# Games for the leaderboard; there is a score without them, too.\n\
             [ $status -eq 0 ] &&\n\
             \x20   /autograder/source/plyjudge tournament /autograder/submission \\\n\
             \x20       --leaderboard /autograder/results/results.json --journal \"$journal/games\" \\\n\
             \x20       --time {PER_MOVE} --game-time {PER_GAME}{}\n",
            quoted(games)?
        ),
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
         {playing}\
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
