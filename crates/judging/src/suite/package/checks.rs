//! What the validators of a package are tried on: all its inputs, and outputs that are there for
//! that alone.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Deserialize;

use super::{Format, Problem, Reader, Settings, meant, reader, yaml};
use crate::compare::Tokens;
use crate::files::FileError;
use crate::suite::limits::Manner;

/// The folders of data, and what is expected there.
const FOLDERS: [(&str, Expected); 5] = [
    ("sample", Expected::ValidInput),
    ("secret", Expected::ValidInput),
    ("invalid_input", Expected::InvalidInput),
    ("invalid_output", Expected::InvalidOutput),
    ("valid_output", Expected::ValidOutput),
];

/// Something that validators have to accept or reject.
#[derive(Clone, Debug, Default)]
pub struct Check {
    /// Its name, from `data`.
    pub name: String,
    /// The input.
    pub input: Vec<u8>,
    /// The answer; nothing where there is none.
    pub answer: Vec<u8>,
    /// The output, where there is one to look at.
    pub output: Option<Vec<u8>>,
    /// What is expected.
    pub expected: Expected,
    /// Arguments of input validators: of all of them, or of one of that name.
    pub input_args: Vec<(Option<String>, Vec<String>)>,
    /// Arguments of programs, which input validators are told, too.
    pub args: Vec<String>,
    /// Files that input validators find, too.
    pub files: Vec<(PathBuf, PathBuf)>,
    /// Arguments of the output validator.
    pub output_args: Vec<String>,
    /// How the default output validator compares, where the package has none of its own.
    pub tokens: Option<Tokens>,
}

/// What validators have to say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Expected {
    /// All input validators accept the input.
    #[default]
    ValidInput,
    /// An input validator at least rejects it.
    InvalidInput,
    /// The output validator rejects the output.
    InvalidOutput,
    /// It accepts it.
    ValidOutput,
}

/// How a time limit follows from example submissions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimeRules {
    /// The limit, where the package sets one.
    pub limit: Option<Duration>,
    /// Whether that has to keep to these rules: one that tools left beside a legacy package has not.
    pub is_bound: bool,
    /// How many times the slowest it has to be at least, of those that are to be in time.
    pub ac_to_limit: f64,
    /// How many times the limit those take at least that are to be too late.
    pub limit_to_tle: f64,
    /// What it is a multiple of.
    pub resolution: Duration,
}

impl TimeRules {
    /// The least limit for what takes so long.
    pub fn above(&self, slowest: Duration) -> Duration {
        let least = slowest.as_secs_f64() * self.ac_to_limit / self.resolution.as_secs_f64();
        self.resolution.mul_f64(least.ceil().max(1.0))
    }
}

/// What `problem.yaml` says of the time limit.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Timing {
    limits: TimingLimits,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct TimingLimits {
    time_multipliers: Multipliers,
    time_resolution: Option<f64>,
    /// `legacy` only.
    time_multiplier: Option<f64>,
    /// `legacy` only.
    time_safety_margin: Option<f64>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Multipliers {
    ac_to_time_limit: Option<f64>,
    time_limit_to_tle: Option<f64>,
}

/// How the time limit of a package follows from its submissions.
///
/// # Errors
/// What cannot be read, or is not as the format has it.
pub fn time_rules(root: &Path) -> Result<TimeRules, FileError> {
    let path = root.join(super::FILE);
    let problem: Problem = yaml(&path)?.unwrap_or_default();
    let timing: Timing = yaml(&path)?.unwrap_or_default();
    let given = timing.limits;
    let limits = super::limits(root, &path, &problem)?;
    let format = problem.format(&path)?;
    let (ac, tle) = match format {
        Format::Of2025 | Format::Draft => (
            given.time_multipliers.ac_to_time_limit.unwrap_or(2.0),
            given.time_multipliers.time_limit_to_tle.unwrap_or(1.5),
        ),
        Format::Legacy => (
            given.time_multiplier.unwrap_or(5.0),
            given.time_safety_margin.unwrap_or(2.0),
        ),
    };
    let resolution = given.time_resolution.unwrap_or(1.0);
    let is_sound = |value: f64| value.is_finite() && value < 1e6;
    if !(is_sound(ac) && is_sound(tle) && is_sound(resolution))
        || ac < 1.0
        || tle < 1.0
        || resolution < 1e-3
    {
        return Err(FileError::new(
            path,
            "found other factors of the time limit, expected numbers from 1 on, and a \
                      time_resolution of 0.001 at least",
        ));
    }
    Ok(TimeRules {
        limit: limits.cpu.map(|seconds| seconds.0),
        is_bound: format != Format::Legacy,
        ac_to_limit: ac,
        limit_to_tle: tle,
        resolution: Duration::from_secs_f64(resolution),
    })
}

/// The input validators of a package, and how they are used: they may use as much as output
/// validators.
///
/// # Errors
/// What cannot be read, or is not as the format has it.
pub fn input_validators(root: &Path) -> Result<(Vec<PathBuf>, Manner), FileError> {
    let path = root.join(super::FILE);
    let problem: Problem = yaml(&path)?.unwrap_or_default();
    let manner = Manner {
        limits: super::validator_limits(&path, &problem, false)?,
        is_interactive: false,
    };
    let mut found = Vec::new();
    for name in ["input_validators", "input_format_validators"] {
        let folder = root.join(name);
        if folder.is_dir() {
            found.extend(meant(&folder)?);
        }
    }
    Ok((found, manner))
}

/// All that the validators of a package are tried on, in the order of the names.
///
/// # Errors
/// What cannot be read, or is not as the format has it.
pub fn checks(root: &Path) -> Result<Vec<Check>, FileError> {
    let reader = reader(root)?;
    let data = root.join("data");
    let settings = reader.settings(&data, &Settings::default())?;
    let mut all = Vec::new();
    for (name, expected) in FOLDERS {
        let folder = data.join(name);
        if folder.is_dir() {
            reader.check(&folder, &settings, expected, &mut all)?;
        }
    }
    Ok(all)
}

impl Reader<'_> {
    fn check(
        &self,
        folder: &Path,
        outer: &Settings,
        expected: Expected,
        all: &mut Vec<Check>,
    ) -> Result<(), FileError> {
        let settings = self.settings(folder, outer)?;
        for path in meant(folder)? {
            let is_files = path.extension().is_some_and(|ending| ending == "files");
            if path.is_dir() && !is_files {
                self.check(&path, &settings, expected, all)?;
            }
            if path.extension().is_none_or(|ending| ending != "in") || !path.is_file() {
                continue;
            }
            let read = |path: &Path| fs::read(path).map_err(FileError::when(path, "cannot read"));
            let beside = |ending: &str| -> Result<Option<Vec<u8>>, FileError> {
                let path = path.with_extension(ending);
                path.is_file().then(|| read(&path)).transpose()
            };
            let own: Settings = yaml(&path.with_extension("yaml"))?.unwrap_or_default();
            let own = own.within(&settings);
            let has_output = matches!(expected, Expected::InvalidOutput | Expected::ValidOutput);
            let output_args = self.arguments(&own);
            all.push(Check {
                name: self.name(&path.with_extension("")),
                input: read(&path)?,
                answer: beside("ans")?.unwrap_or_default(),
                output: match has_output {
                    true => Some(read(&path.with_extension("out"))?),
                    false => None,
                },
                expected,
                input_args: own.input_arguments(),
                args: own.args.clone().unwrap_or_default(),
                files: match path.with_extension("files") {
                    files if files.is_dir() => self.files(&files)?,
                    _ => Vec::new(),
                },
                tokens: match self.has_validator || !has_output {
                    true => None,
                    false => Some(self.tokens(&path, &own)?),
                },
                output_args,
            });
        }
        Ok(())
    }
}

impl Settings {
    /// The arguments of input validators: of all of them, or of one of that name.
    fn input_arguments(&self) -> Vec<(Option<String>, Vec<String>)> {
        let flags = self.input_validator_flags.as_ref();
        match (&self.input_validator_args, flags) {
            (Some(InputArgs::All(words)), _) => vec![(None, words.clone())],
            (Some(InputArgs::Each(each)), _) => {
                let each = each.iter();
                each.map(|(name, words)| (Some(name.clone()), words.clone()))
                    .collect()
            }
            (None, Some(InputFlags::All(flags))) => vec![(None, words(flags))],
            (None, Some(InputFlags::One { name, flags })) => {
                vec![(Some(name.clone()), words(flags))]
            }
            (None, None) => Vec::new(),
        }
    }
}

fn words(flags: &str) -> Vec<String> {
    flags.split_ascii_whitespace().map(str::to_owned).collect()
}

/// Arguments of input validators.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum InputArgs {
    All(Vec<String>),
    Each(std::collections::BTreeMap<String, Vec<String>>),
}

/// The same in the legacy format.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum InputFlags {
    All(String),
    One { name: String, flags: String },
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Expected, checks, time_rules};
    use crate::files::folder_of;

    #[test]
    fn all_data_is_found_with_its_arguments() {
        let package = folder_of(&[
            ("problem.yaml", "problem_format_version: 2025-09\n"),
            ("data/secret/test_group.yaml", "input_validator_args: [a]\n"),
            ("data/secret/1.in", "1"),
            ("data/secret/1.ans", ""),
            ("data/secret/1.yaml", "args: [x]\n"),
            ("data/invalid_input/g/2.in", "2"),
            (
                "data/invalid_input/g/2.yaml",
                "input_validator_args: {v.py: [b, c]}\n",
            ),
            ("data/invalid_output/3.in", "3"),
            ("data/invalid_output/3.ans", "yes"),
            ("data/invalid_output/3.out", "no"),
        ]);
        let all = checks(package.path()).unwrap();
        let [one, two, three] = &all[..] else {
            panic!("{all:?}")
        };
        assert_eq!(
            (&*one.name, one.expected),
            ("secret/1", Expected::ValidInput)
        );
        assert_eq!(one.input_args, [(None, vec!["a".to_owned()])]);
        assert_eq!(one.args, ["x"]);
        assert_eq!(two.name, "invalid_input/g/2");
        assert_eq!(two.input_args[0].0.as_deref(), Some("v.py"));
        assert_eq!(three.output.as_deref(), Some(&b"no"[..]));
        assert_eq!(
            (three.answer.as_slice(), three.expected),
            (&b"yes"[..], Expected::InvalidOutput)
        );
    }

    #[test]
    fn a_time_limit_is_the_least_multiple() {
        let rules = |text: &str| time_rules(folder_of(&[("problem.yaml", text)]).path());
        let new = "problem_format_version: 2025-09\n";
        let found = rules(new).unwrap();
        assert_eq!((found.ac_to_limit, found.limit_to_tle), (2.0, 1.5));
        assert!(found.is_bound);
        assert_eq!(found.above(Duration::ZERO), Duration::from_secs(1));
        assert_eq!(
            found.above(Duration::from_millis(1001)),
            Duration::from_secs(3)
        );
        let text = "limits:\n  time_multipliers: {ac_to_time_limit: 3}\n  time_resolution: 0.5\n";
        let found = rules(&format!("{new}{text}")).unwrap();
        assert_eq!(
            found.above(Duration::from_millis(400)),
            Duration::from_millis(1500)
        );
        let old = rules("limits: {time_multiplier: 4}\n").unwrap();
        assert_eq!((old.ac_to_limit, old.limit_to_tle), (4.0, 2.0));
        assert!(!old.is_bound);
        assert!(rules("limits: {time_multiplier: .inf}\n").is_err());
    }
}
