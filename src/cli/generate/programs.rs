//! A suite of what a generator prints, chosen by the wrong programs and mutants that it catches.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::io::Write;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use serde::Serialize;

use super::folder::{ENDINGS, Folder};
use super::summary::print_cases;
use super::{Args, MOST, is_same};
use crate::cli::grade::{end_soon, languages};
use crate::cli::programs::{Lab, Programs, Right, described, plain};
use crate::cli::progress::Stages;
use crate::judge::build::language::Languages;
use crate::judge::build::submission::{Choice, find, find_one};
use crate::judge::build::unpacked::Unpacked;
use crate::judge::grade::judge_case::{CaseJudge, LoadedCase};
use crate::judge::grade::setup::Setup;
use crate::judge::grade::validator::Validator;
use crate::judge::mutation::audit::Fault;
use crate::judge::mutation::exam::examine;
use crate::judge::mutation::inputs::{Answered, Inputs, Refused};
use crate::judge::mutation::{Built, Stock, Tried, Variant};
use crate::judge::suite::case;
use crate::judge::suite::package::{Check, Expected, checks, input_validators, is_package};
use crate::mistakes::generate::{Telling, most_telling};
use crate::report::audit::{write_faults, write_list};
use crate::report::words::count;

/// Where inputs come from.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Programs")]
pub(crate) struct GeneratorArgs {
    /// A program that prints an input; its argument is a seed [default: the one in the package's
    /// generators].
    #[arg(long, value_name = "PROGRAM")]
    generator: Option<PathBuf>,
    /// How many inputs to ask the generator for, with seeds from --seed on.
    #[arg(long, value_name = "N", default_value = "100")]
    inputs: NonZeroU32,
}

impl GeneratorArgs {
    /// Whether a generator is named.
    pub(crate) fn is_given(&self) -> bool {
        self.generator.is_some()
    }

    /// The generator: what is named, or the only program among those of the package.
    fn look(&self, cases: &Path, languages: &Languages) -> anyhow::Result<Stock> {
        let look = |source, path: &Path| {
            Stock::look(source, source.name.clone(), languages)
                .map_err(|_| anyhow::anyhow!("{}: found no program in it", path.display()))
        };
        if let Some(path) = &self.generator {
            return look(&find_one(path)?, path);
        }
        let folder = cases.join("generators");
        if !is_package(cases) || !folder.is_dir() {
            bail!("found no generator, expected --generator PROGRAM, which prints an input");
        }
        let found = find(&folder, &Choice::default())?;
        let programs = found.iter().filter_map(|source| look(source, &folder).ok());
        let mut programs: Vec<Stock> = programs.collect();
        match programs.len() {
            1 => Ok(programs.remove(0)),
            number => bail!(
                "{}: found {}, expected one, or --generator with the one that is meant",
                folder.display(),
                count(number, "program")
            ),
        }
    }
}

/// What the suite says of itself.
#[derive(Serialize)]
struct ProgramManifest<'a> {
    generator: &'static str,
    reference: &'a str,
    seed: u64,
    inputs: u32,
    cases: Vec<&'a ManifestCase<'a>>,
    programs: usize,
    caught: usize,
    missed: Vec<&'a str>,
}

#[derive(Serialize)]
struct ManifestCase<'a> {
    name: String,
    seed: u64,
    lines: usize,
    chosen_for: Vec<&'a str>,
    catches: Vec<&'a str>,
}

/// Makes the suite, writes it and sums up.
pub(super) fn run(args: &Args, from: &Path) -> anyhow::Result<ExitCode> {
    let unpacked = Unpacked::open(from)?;
    let cases = unpacked.path();
    let is_package = is_package(cases);
    let target = Target::new(args, from, cases)?;
    let runner = args.runs.sandbox.runner()?;
    let languages = languages(&args.runs.languages)?;
    let programs = args.programs.look(cases, &languages)?;
    let generator = args.generator.look(cases, &languages)?;
    let (setup, has_cases) = setup(&programs, cases, args)?;
    let manner = setup.validator.as_ref().map(|validator| &validator.manner);
    if manner.is_some_and(|manner| manner.is_interactive) {
        bail!(
            "{}: found an interactive problem, expected another",
            from.display()
        );
    }
    let interrupted = end_soon("plyjudge: interrupted".to_owned())?;
    let lab = Lab::new(&programs, &runner, &args.runs, &interrupted)?;
    let validator = lab.workshop.validator(&runner, &setup);
    let validator = validator.map_err(anyhow::Error::msg)?;
    let judge = CaseJudge::once(&runner, validator.as_ref());
    let generator = built(&lab, &generator)?;
    let looked = validators_of(cases, is_package, &languages)?;
    let ready = looked
        .iter()
        .enumerate()
        .map(|(number, (name, validator))| {
            let place = format!("input-validator-{number}");
            let ready = lab
                .workshop
                .ready(&runner, validator, &setup.compile, &place);
            anyhow::Ok((name.clone(), ready.map_err(anyhow::Error::msg)?))
        });
    let like = setup.loaded.last().context("found no case")?;
    let like = LoadedCase {
        args: Vec::new(),
        files: Vec::new(),
        scale: None,
        hidden: true,
        ..like.clone()
    };
    let inputs = Inputs {
        executor: &runner,
        generator: &generator.program,
        reference: &lab.reference.program,
        judge,
        like: &like,
        validators: ready.collect::<anyhow::Result<_>>()?,
        check: check_like(cases, is_package)?,
    };
    let stages = Stages::new();
    let count = args.generator.inputs.get();
    stages.begin("asking the generator", count.into());
    let (made, left_out) = asked(&lab, &inputs, args.seed, count, &|| stages.tick())?;
    let present = match target.is_extended && has_cases {
        true => Some(Right::new(&lab, &setup, &judge)?),
        false => None,
    };
    let present = present
        .iter()
        .flat_map(|it| it.cases.iter().zip(&it.for_mutants));
    let new = made.iter().map(|(_, it)| (&it.case, &it.for_mutants));
    let all: Vec<(&LoadedCase, &LoadedCase)> = present.chain(new).collect();
    stages.begin("trying wrong programs", lab.variants().len() as u64);
    let tries = Tries::new(&lab, &judge, &all, &|| stages.tick())?;
    let most = usize::from(args.count.unwrap_or(MOST));
    let suite = Suite::chosen(&tries, &made, most);
    check_again(&inputs, &suite.cases)?;
    let manifest = ProgramManifest {
        generator: concat!(env!("CARGO_PKG_NAME"), " ", env!("CARGO_PKG_VERSION")),
        reference: &programs.reference.name,
        seed: args.seed,
        inputs: count,
        cases: suite.cases.iter().map(|case| &case.said).collect(),
        programs: tries.faults.len(),
        caught: tries.faults.len() - suite.missed.len(),
        missed: tries.named(&suite.missed),
    };
    target.write(&suite.cases, &manifest)?;
    let mut out = crate::cli::terminal::stdout();
    write_summary(&manifest, suite.present, target.folder.path(), &mut out)?;
    if let Some(remark) = &tries.remark {
        writeln!(out, "{remark}")?;
    }
    if !left_out.is_empty() {
        writeln!(out, "\nInputs left out:")?;
        write_list(&left_out, &mut out)?;
    }
    let missed = suite.missed.iter().map(|&fault| &tries.faults[fault]);
    write_faults("Not caught", &missed.collect::<Vec<_>>(), &mut out)?;
    Ok(ExitCode::SUCCESS)
}

/// Where the suite goes.
struct Target<'a> {
    folder: Folder,
    /// The cases that there are.
    cases: &'a Path,
    is_package: bool,
    /// Whether the new cases are to stand beside those.
    is_extended: bool,
}

impl<'a> Target<'a> {
    /// What the arguments say; `cases` is `from`, unpacked.
    fn new(args: &Args, from: &Path, cases: &'a Path) -> anyhow::Result<Self> {
        let is_extended = match &args.extend {
            Some(path) if is_same(path, from) && cases == from => true,
            Some(path) => bail!(
                "{}: expected {}, whose cases are extended",
                path.display(),
                from.display()
            ),
            None => false,
        };
        let is_package = is_package(cases);
        let folder = match (&args.out, is_extended, is_package) {
            (Some(out), false, _) => Folder::fresh(out, args.force)?,
            (Some(out), true, _) if !is_same(out, from) => Folder::fresh(out, args.force)?,
            (_, true, true) => Folder::extended(&cases.join("data/secret")),
            (_, true, false) => Folder::extended(cases),
            (None, false, _) => bail!("found neither --out nor --extend, expected a folder"),
        };
        Ok(Self {
            folder,
            cases,
            is_package,
            is_extended,
        })
    }

    fn write(&self, cases: &[Chosen<'_>], manifest: &ProgramManifest<'_>) -> anyhow::Result<()> {
        let made = cases.iter().map(|Chosen { said, answered }| {
            let Answered { input, answer, .. } = answered;
            (&*said.name, &**input, &**answer)
        });
        let text = serde_json::to_string_pretty(manifest)? + "\n";
        // What is extended keeps what it says of itself.
        let own = (!self.is_extended).then_some(&*text);
        let says = !self.is_package && !self.cases.join(crate::judge::suite::file::FILE).is_file();
        let endings = ENDINGS[usize::from(self.is_package)];
        self.folder.write(endings, made, says, own)
    }
}

/// The generator, compiled.
fn built(lab: &Lab<'_>, generator: &Stock) -> anyhow::Result<Built> {
    let built = lab.workshop.build(plain(generator), "generator");
    let name = &generator.name;
    built.map_err(|unready| anyhow::anyhow!("{name}: cannot be built: {}", unready.reason()))
}

/// What the wrong programs do.
struct Tries {
    /// Those that build.
    faults: Vec<Fault>,
    /// What stands for what each of them does in each case; none where that is right.
    replies: Vec<Vec<Option<u64>>>,
    /// How many cases there are.
    cases: usize,
    /// What is to be said of mutants.
    remark: Option<String>,
}

impl Tries {
    /// Tries all with all cases; the second of each pair is for mutants.
    fn new(
        lab: &Lab<'_>,
        judge: &CaseJudge<'_>,
        cases: &[(&LoadedCase, &LoadedCase)],
        tick: &dyn Fn(),
    ) -> anyhow::Result<Self> {
        let ask = |variant: &Variant<'_>, program: &_| {
            let is_mutant = variant.mutant.is_some();
            let of = |&(plain, quick)| if is_mutant { quick } else { plain };
            examine(judge, program, cases.iter().map(of))
        };
        let tried = lab.try_each(ask, tick)?;
        let remark = lab.remark(&tried);
        let (mut faults, mut replies) = (Vec::new(), Vec::new());
        for (variant, tried) in tried {
            let Tried::Answered(fates) = tried else {
                continue;
            };
            replies.push(fates.iter().map(|fate| fate.print()).collect());
            let (name, meaning, place) = described(&variant);
            faults.push(Fault {
                names: vec![name],
                meanings: vec![meaning],
                place,
                ..Fault::default()
            });
        }
        if faults.is_empty() {
            bail!("found no wrong program that builds, expected some, or --mutants");
        }
        Ok(Self {
            faults,
            replies,
            cases: cases.len(),
            remark,
        })
    }

    fn telling(&self, case: usize, lines: usize) -> Telling {
        Telling {
            lines,
            replies: self.replies.iter().map(|all| all[case]).collect(),
        }
    }

    /// The wrong programs that a case catches.
    fn caught(&self, case: usize) -> Vec<usize> {
        let all = 0..self.faults.len();
        all.filter(|&fault| self.replies[fault][case].is_some())
            .collect()
    }

    fn named(&self, faults: &[usize]) -> Vec<&str> {
        let name = |&fault: &usize| &*self.faults[fault].names[0];
        faults.iter().map(name).collect()
    }
}

/// An input that was chosen.
struct Chosen<'a> {
    /// With the wrong programs that no case before it catches, and all that it catches.
    said: ManifestCase<'a>,
    answered: &'a Answered,
}

/// The inputs chosen from those that were made.
struct Suite<'a> {
    cases: Vec<Chosen<'a>>,
    /// How many cases there were before.
    present: usize,
    /// The wrong programs that no case catches, old or new.
    missed: Vec<usize>,
}

impl<'a> Suite<'a> {
    /// Chooses at most so many; the inputs made are the last of the cases that were tried.
    fn chosen(tries: &'a Tries, made: &'a [(u64, Answered)], most: usize) -> Self {
        let present = tries.cases - made.len();
        let there: Vec<Telling> = (0..present).map(|at| tries.telling(at, 0)).collect();
        let lines = |at: usize| String::from_utf8_lossy(&made[at].1.input).lines().count();
        let new = (0..made.len()).map(|at| tries.telling(present + at, lines(at)));
        let chosen = most_telling(&new.collect::<Vec<_>>(), &there, most);
        let mut is_caught = vec![false; tries.faults.len()];
        for fault in (0..present).flat_map(|case| tries.caught(case)) {
            is_caught[fault] = true;
        }
        let cases = chosen.iter().enumerate().map(|(place, &at)| {
            let catches = tries.caught(present + at);
            let chosen_for = catches.iter().copied().filter(|&it| !is_caught[it]);
            let chosen_for: Vec<usize> = chosen_for.collect();
            for &fault in &chosen_for {
                is_caught[fault] = true;
            }
            let (seed, answered) = &made[at];
            let said = ManifestCase {
                name: format!("{:02}-seed-{seed}", present + place + 1),
                seed: *seed,
                lines: lines(at),
                chosen_for: tries.named(&chosen_for),
                catches: tries.named(&catches),
            };
            Chosen { said, answered }
        });
        let cases = cases.collect();
        let missed = (0..is_caught.len()).filter(|&it| !is_caught[it]).collect();
        Self {
            cases,
            present,
            missed,
        }
    }
}

/// A line for each case, and how many wrong programs they catch together.
fn write_summary(
    manifest: &ProgramManifest<'_>,
    present: usize,
    folder: &Path,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let cases = manifest.cases.iter();
    print_cases(
        cases.map(|case| (&*case.name, case.lines, case.catches.len())),
        out,
    )?;
    let there = match present {
        0 => String::new(),
        count => format!(" together with the {count} there were"),
    };
    writeln!(
        out,
        "{} in {}, caught{there}: {} of {} wrong programs",
        count(manifest.cases.len(), "case"),
        folder.display(),
        manifest.caught,
        manifest.programs,
    )?;
    Ok(())
}

/// The cases as a grading has them, and whether there are any: of a plain folder without cases only
/// the settings are taken.
fn setup(programs: &Programs, cases: &Path, args: &Args) -> anyhow::Result<(Setup, bool)> {
    if is_package(cases) || case::find(cases).is_ok() {
        return Ok((programs.setup(cases, &args.runs)?, true));
    }
    let folder = tempfile::tempdir().context("cannot make a folder to work in")?;
    let suite = crate::judge::suite::file::FILE;
    if cases.join(suite).is_file() {
        fs::copy(cases.join(suite), folder.path().join(suite))
            .with_context(|| format!("{}: cannot read", cases.join(suite).display()))?;
    }
    for name in ["x.txt", "x.out"] {
        fs::write(folder.path().join(name), "")?;
    }
    Ok((programs.setup(folder.path(), &args.runs)?, false))
}

/// The input validators of a package.
fn validators_of(
    cases: &Path,
    is_package: bool,
    languages: &Languages,
) -> anyhow::Result<Vec<(String, Validator)>> {
    if !is_package {
        return Ok(Vec::new());
    }
    let additions = crate::judge::suite::package::open(cases)?.additions.into();
    let (paths, manner) = input_validators(cases)?;
    let looked = paths.into_iter().map(|path| {
        let name = case::printable(path.strip_prefix(cases).unwrap_or(&path));
        let look = Validator::look(&path, manner.clone(), languages, Some(&additions));
        anyhow::Ok((name, look.map_err(anyhow::Error::msg)?))
    });
    looked.collect()
}

/// What input validators are asked of secret data of a package.
fn check_like(cases: &Path, is_package: bool) -> anyhow::Result<Check> {
    let all = match is_package {
        true => checks(cases)?,
        false => Vec::new(),
    };
    let secret = all
        .into_iter()
        .rfind(|check| check.expected == Expected::ValidInput && check.name.starts_with("secret/"));
    Ok(Check {
        files: Vec::new(),
        args: Vec::new(),
        ..secret.unwrap_or_default()
    })
}

/// Inputs with their answers, each with the first seed that gives it; and how many were left out
/// for which reason.
#[expect(clippy::type_complexity, reason = "two things that belong together")]
fn asked(
    lab: &Lab<'_>,
    inputs: &Inputs<'_>,
    seed: u64,
    count: u32,
    tick: &dyn Fn(),
) -> anyhow::Result<(Vec<(u64, Answered)>, Vec<(String, String)>)> {
    let print = |at: usize| inputs.print(seed.wrapping_add(at as u64));
    let printed = lab.workshop.all(count as usize, print, tick);
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    let (mut seen, mut fresh) = (HashSet::new(), Vec::new());
    for (at, input) in printed.into_iter().enumerate() {
        match input.context("interrupted")? {
            Ok(input) if seen.insert(input.clone()) => {
                fresh.push((seed.wrapping_add(at as u64), input));
            }
            Ok(_) => {
                *reasons
                    .entry("the same as of an earlier seed".to_owned())
                    .or_default() += 1
            }
            Err(Refused::Input(reason)) => *reasons.entry(reason).or_default() += 1,
            Err(Refused::Ours(message)) => bail!("the generator could not be run: {message}"),
        }
    }
    let answer = |at: usize| inputs.answer(fresh[at].1.clone());
    let answered = lab.workshop.all(fresh.len(), answer, || {});
    let mut made = Vec::new();
    for ((seed, _), answered) in fresh.iter().zip(answered) {
        match answered.context("interrupted")? {
            Ok(answered) => made.push((*seed, answered)),
            Err(Refused::Input(reason)) => *reasons.entry(reason).or_default() += 1,
            Err(Refused::Ours(message)) => bail!("an input could not be answered: {message}"),
        }
    }
    let reasons = reasons.into_iter();
    let left_out: Vec<(String, String)> = reasons
        .map(|(reason, count)| (count.to_string(), reason))
        .collect();
    if made.is_empty() {
        let (_, reason) = left_out.first().context("found no input")?;
        bail!("found no input that can be used, expected the generator to print some: {reason}");
    }
    Ok((made, left_out))
}

/// Makes sure that the chosen seeds give the same inputs again.
fn check_again(inputs: &Inputs<'_>, chosen: &[Chosen<'_>]) -> anyhow::Result<()> {
    for Chosen { said, answered } in chosen {
        let seed = said.seed;
        if inputs.print(seed).ok().as_deref() != Some(&*answered.input) {
            bail!(
                "the generator prints something else when it is called with seed {seed} again, \
                 expected the same input for a seed"
            );
        }
    }
    Ok(())
}
