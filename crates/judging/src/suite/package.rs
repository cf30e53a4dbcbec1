//! Problem packages, as Kattis, DOMjudge and others keep them: an assignment with its data. Format
//! `2025-09`, and `legacy` that came before it:
//! <https://www.kattis.com/problem-package-format/>.
//!
//! What is read: limits, cases of `data/sample` and `data/secret`, groups with points, arguments and
//! files of programs, how the default output validator compares or which one of the package's own
//! does, what the package adds to programs; and what there is to try a package with. What is not
//! supported is refused by its name, so that no verdict is one that the package does not mean.
//!
//! Packages of the drafts of 2023 have the folders and the `problem.yaml` of `2025-09`, and the
//! `testdata.yaml` of the legacy format.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde::de::DeserializeOwned;
use walkdir::WalkDir;

use crate::compare::Tokens;
use crate::files::FileError;
use crate::suite::case::{Case, printable};
use crate::suite::file::Placed;
use crate::suite::limits::{Manner, Memory, Seconds, SetLimits, Size};
use crate::suite::plan::{Credit, Grader, Group, Scale, Total, Visibility};
use crate::verdict::ExitStatus;
use plyjudge_runner::run::Limits;

pub use additions::Additions;
pub use checks::{Check, Expected, TimeRules, checks, input_validators, time_rules};
pub use examples::{Bound, Code, Example, Promise, PromisedScore, examples};

pub(crate) mod additions;
mod checks;
mod examples;
mod legacy;

/// The file that makes a folder a package.
pub const FILE: &str = "problem.yaml";

/// The files with settings of a folder of cases, in either format.
const SETTINGS: [&str; 2] = ["test_group.yaml", "testdata.yaml"];

/// The cases of a package in their groups.
#[derive(Clone, Debug, PartialEq)]
pub struct Package {
    /// The groups, samples first.
    pub groups: Vec<Group>,
    /// How groups within groups come together, where the format has such.
    pub grader: Option<Grader>,
    /// How the points of groups come together, where there is no grader.
    pub total: Total,
    /// Whether groups are worth points.
    pub is_scoring: bool,
    /// The cases, group by group.
    pub placed: Vec<Placed>,
    /// The output validator, a file or a folder, and how it is used; none for the default one.
    pub validator: Option<(PathBuf, Manner)>,
    /// What it adds to programs.
    pub additions: Additions,
}

/// The formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Legacy,
    Draft,
    Of2025,
}

impl Format {
    /// Whether groups and their settings are those of the legacy format.
    fn has_legacy_data(self) -> bool {
        self != Format::Of2025
    }
}

/// What is read of `problem.yaml`.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Problem {
    constants: Option<yaml_serde::Value>,
    problem_format_version: Option<String>,
    #[serde(rename = "type")]
    kind: Option<OneOrMore>,
    limits: ProblemLimits,
    /// `legacy` only.
    validation: Option<String>,
    /// `legacy` only.
    validator_flags: Option<String>,
    /// `legacy` only.
    grading: Option<ProblemGrading>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct ProblemGrading {
    objective: Option<String>,
}

impl Problem {
    fn format(&self, path: &Path) -> Result<Format, FileError> {
        match self.problem_format_version.as_deref() {
            None | Some("legacy" | "legacy-icpc") => Ok(Format::Legacy),
            Some("2023-07" | "2023-07-draft") => Ok(Format::Draft),
            Some("2025-09" | "2025-09-draft") => Ok(Format::Of2025),
            Some(other) => Err(FileError::new(
                path,
                format!(
                    "found problem_format_version '{}', expected 2025-09, legacy or legacy-icpc",
                    other.escape_default()
                ),
            )),
        }
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum OneOrMore {
    One(String),
    More(Vec<String>),
}

impl OneOrMore {
    fn words(&self) -> &[String] {
        match self {
            OneOrMore::One(word) => std::slice::from_ref(word),
            OneOrMore::More(words) => words,
        }
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct ProblemLimits {
    time_limit: Option<Seconds>,
    /// MiB.
    memory: Option<u64>,
    /// MiB.
    output: Option<u64>,
    /// Seconds.
    validation_time: Option<Seconds>,
    /// MiB.
    validation_memory: Option<u64>,
    /// MiB.
    validation_output: Option<u64>,
}

/// What is read of the settings of a folder or of a case.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
struct Settings {
    max_score: Option<Score>,
    score_aggregation: Option<String>,
    require_pass: Option<OneOrMore>,
    static_validation_score: Option<yaml_serde::Value>,
    args: Option<Vec<String>>,
    input_validator_args: Option<checks::InputArgs>,
    output_validator_args: Option<Vec<String>>,
    /// `legacy` only.
    input_validator_flags: Option<checks::InputFlags>,
    /// `legacy` only, as all below.
    output_validator_flags: Option<String>,
    on_reject: Option<String>,
    grading: Option<String>,
    grader_flags: Option<String>,
    accept_score: Option<f64>,
    reject_score: Option<f64>,
    range: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(untagged)]
enum Score {
    Points(f64),
    Word(String),
}

impl Settings {
    /// These settings, and those of the folder around where these say nothing.
    fn within(self, outer: &Self) -> Self {
        Self {
            args: self.args.or_else(|| outer.args.clone()),
            input_validator_args: self
                .input_validator_args
                .or_else(|| outer.input_validator_args.clone()),
            input_validator_flags: self
                .input_validator_flags
                .or_else(|| outer.input_validator_flags.clone()),
            output_validator_args: self
                .output_validator_args
                .or_else(|| outer.output_validator_args.clone()),
            output_validator_flags: self
                .output_validator_flags
                .or_else(|| outer.output_validator_flags.clone()),
            on_reject: self.on_reject.or_else(|| outer.on_reject.clone()),
            grading: self.grading.or_else(|| outer.grading.clone()),
            grader_flags: self.grader_flags.or_else(|| outer.grader_flags.clone()),
            accept_score: self.accept_score.or(outer.accept_score),
            reject_score: self.reject_score.or(outer.reject_score),
            range: self.range.or_else(|| outer.range.clone()),
            ..self
        }
    }

    /// The groups that have to pass before this one counts.
    fn required(&self) -> &[String] {
        self.require_pass.as_ref().map_or(&[], OneOrMore::words)
    }
}

/// What is said of something that a package may have and that is not supported.
fn unsupported(path: &Path, what: &str) -> FileError {
    let problem = format_args!("found {what}, which plyjudge does not support in packages");
    FileError::new(path, problem)
}

/// Whether a folder is a package.
pub fn is_package(root: &Path) -> bool {
    root.join(FILE).is_file()
}

/// Reads a package.
///
/// # Errors
/// Files that cannot be read or are not as the format has them; whatever is not supported.
pub fn open(root: &Path) -> Result<Package, FileError> {
    let mut reader = reader(root)?;
    reader.read()?;
    Ok(reader.package)
}

/// What reads a package, of which all is known but its data.
fn reader(root: &Path) -> Result<Reader<'_>, FileError> {
    let path = root.join(FILE);
    let problem: Problem = yaml(&path)?.unwrap_or_default();
    let format = problem.format(&path)?;
    let Kind {
        is_scoring,
        is_interactive,
        is_custom,
    } = kind(&path, format, &problem)?;
    refuse_unsupported(root)?;
    let validator = validator(root, format, is_custom)?;
    if is_interactive && validator.is_none() {
        return Err(FileError::new(
            path,
            "found an interactive problem, expected an output validator in it",
        ));
    }
    let manner = Manner {
        limits: validator_limits(&path, &problem, is_interactive)?,
        is_interactive,
    };
    Ok(Reader {
        root,
        format,
        has_validator: validator.is_some(),
        limits: limits(root, &path, &problem)?,
        package: Package {
            groups: Vec::new(),
            grader: None,
            total: Total::Sum,
            is_scoring,
            placed: Vec::new(),
            validator: validator.map(|path| (path, manner)),
            additions: Additions::new(root, problem.constants.as_ref())?,
        },
        flags: problem.validator_flags.unwrap_or_default(),
    })
}

/// What kind of problem it is.
struct Kind {
    is_scoring: bool,
    is_interactive: bool,
    /// Whether it says that it has an output validator; only in the legacy format.
    is_custom: bool,
}

/// The kind of a problem; others than those that are supported are refused.
fn kind(path: &Path, format: Format, problem: &Problem) -> Result<Kind, FileError> {
    let unsupported = |what: String| unsupported(path, &what);
    let words = problem.kind.as_ref().map_or(&[][..], OneOrMore::words);
    let mut is_interactive = false;
    for word in words.iter().flat_map(|words| words.split_whitespace()) {
        match word {
            "pass-fail" | "scoring" => {}
            "interactive" if format != Format::Legacy => is_interactive = true,
            other => return Err(unsupported(format!("type '{}'", other.escape_default()))),
        }
    }
    let is_scoring = words.iter().any(|word| word.contains("scoring"));
    let objective = problem
        .grading
        .as_ref()
        .and_then(|it| it.objective.as_deref());
    if is_scoring && objective == Some("min") {
        return Err(unsupported("scores of which the least is best".to_owned()));
    }
    let validation = problem.validation.as_deref().unwrap_or("default");
    let mut words = validation.split_whitespace();
    let is_custom = words.next() == Some("custom");
    for word in words {
        match word {
            "interactive" => is_interactive = true,
            "score" if is_scoring => {}
            other => {
                let other = other.escape_default();
                return Err(unsupported(format!("validation '{other}'")));
            }
        }
    }
    Ok(Kind {
        is_scoring,
        is_interactive,
        is_custom: is_custom && format == Format::Legacy,
    })
}

/// The package's own output validator, if it has one.
fn validator(root: &Path, format: Format, is_custom: bool) -> Result<Option<PathBuf>, FileError> {
    let name = match format {
        Format::Of2025 | Format::Draft => "output_validator",
        Format::Legacy => "output_validators",
    };
    let folder = root.join(name);
    let found = match folder.is_dir() {
        true => meant(&folder)?,
        false => Vec::new(),
    };
    match (format, &found[..], is_custom) {
        (Format::Of2025 | Format::Draft, [], _) | (Format::Legacy, _, false) => Ok(None),
        (Format::Of2025 | Format::Draft, ..) => Ok(Some(folder)),
        (Format::Legacy, [only], true) => Ok(Some(only.clone())),
        (Format::Legacy, [], true) => Err(FileError::new(
            folder,
            "found no output validator, expected one",
        )),
        (Format::Legacy, ..) => Err(unsupported(&folder, "several output validators")),
    }
}

/// How much an output validator may say to a program where nothing is said of it, in bytes.
const CONVERSATION: u64 = 64 << 20;

/// What the output validator may use.
fn validator_limits(
    path: &Path,
    problem: &Problem,
    is_interactive: bool,
) -> Result<Limits, FileError> {
    let given = &problem.limits;
    let mut limits = Manner::default().limits;
    if let Some(Seconds(seconds)) = given.validation_time {
        limits.cpu = seconds;
        limits.wall = seconds.saturating_mul(3);
    }
    for (key, given, limit) in [
        ("memory", given.validation_memory, &mut limits.memory),
        ("output", given.validation_output, &mut limits.output),
    ] {
        let set: Option<Memory> = mib(path, &format!("validation_{key}"), given)?;
        *limit = set.map_or(*limit, |size| size.0);
    }
    limits.disk = limits.output;
    if is_interactive && given.validation_output.is_none() {
        // All that it says to the program is its output.
        limits.output = CONVERSATION;
    }
    Ok(limits)
}

/// Parts of a package that change verdicts and are not supported.
fn refuse_unsupported(root: &Path) -> Result<(), FileError> {
    for (name, what) in [
        ("static_validator", "a static validator"),
        ("graders", "graders of its own"),
    ] {
        let path = root.join(name);
        let mut entries = fs::read_dir(&path).into_iter().flatten();
        if entries.next().is_some() {
            return Err(unsupported(&path, what));
        }
    }
    Ok(())
}

/// The limits that the package sets. Where it sets no time limit it leaves that to be found out
/// from its submissions.
fn limits(root: &Path, path: &Path, problem: &Problem) -> Result<SetLimits, FileError> {
    let given = &problem.limits;
    Ok(SetLimits {
        cpu: match given.time_limit {
            Some(seconds) => Some(seconds),
            None => time_limit_beside(root)?,
        },
        memory: mib(path, "memory", given.memory)?,
        output: mib(path, "output", given.output)?,
        ..SetLimits::default()
    })
}

/// So many MiB, where the key of `limits` says.
fn mib<const LEAST: u64>(
    path: &Path,
    key: &str,
    given: Option<u64>,
) -> Result<Option<Size<LEAST>>, FileError> {
    let size = given.map(|count| format!("{count}MiB").parse());
    let malformed = |problem| FileError::new(path, format!("limits.{key}: {problem}"));
    size.transpose().map_err(malformed)
}

/// The time limit that tools leave beside a legacy package: Kattis's in `.timelimit`, DOMjudge's
/// in `domjudge-problem.ini`.
fn time_limit_beside(root: &Path) -> Result<Option<Seconds>, FileError> {
    let plain = root.join(".timelimit");
    let ini = root.join("domjudge-problem.ini");
    let (path, value) = if let Some(text) = text(&plain)? {
        (plain, text)
    } else if let Some(text) = text(&ini)? {
        let mut lines = text.lines().filter_map(|line| line.split_once('='));
        let Some((_, value)) = lines.find(|(key, _)| key.trim() == "timelimit") else {
            return Ok(None);
        };
        (ini, value.to_owned())
    } else {
        return Ok(None);
    };
    let value = value.trim().trim_matches(['\'', '"']).escape_default();
    let seconds = value.to_string().parse();
    let seconds = seconds.map_err(|problem| FileError::new(path, problem));
    seconds.map(Some)
}

/// Reads the data of a package.
struct Reader<'a> {
    root: &'a Path,
    format: Format,
    limits: SetLimits,
    /// Whether it has an output validator of its own.
    has_validator: bool,
    /// Flags of the output validator for all cases.
    flags: String,
    /// What is known so far.
    package: Package,
}

/// What the cases of a group are worth.
#[derive(Clone, Copy)]
struct Worth {
    points: f64,
    credit: Credit,
    /// What points the output validator may give, if any.
    scale: Option<Scale>,
}

impl Worth {
    const NOTHING: Self = Self {
        points: 0.0,
        credit: Credit::Case,
        scale: None,
    };

    /// A group of that worth, without a name.
    fn group(self) -> Group {
        Group {
            name: String::new(),
            points: self.points,
            credit: self.credit,
            requires: Vec::new(),
        }
    }
}

impl Reader<'_> {
    fn read(&mut self) -> Result<(), FileError> {
        let data = self.root.join("data");
        let settings = self.settings(&data, &Settings::default())?;
        match self.format.has_legacy_data() {
            true => self.package.grader = Some(self.read_graded(&settings)?),
            false => self.read_groups(&settings)?,
        }
        if self.package.placed.is_empty() {
            return Err(FileError::new(
                data,
                "found no case, expected files such as secret/NAME.in with NAME.ans",
            ));
        }
        Ok(())
    }

    fn read_groups(&mut self, outer: &Settings) -> Result<(), FileError> {
        let data = self.root.join("data");
        let sample = data.join("sample");
        let secret = data.join("secret");
        // Samples are never worth points.
        if sample.is_dir() {
            let settings = self.settings(&sample, outer)?;
            self.group(&sample, &settings, Worth::NOTHING, Visibility::Visible)?;
        }
        if !secret.is_dir() {
            return Ok(());
        }
        let settings = self.settings(&secret, outer)?;
        let mut inner = entries(&secret)?;
        inner.retain(|folder| folder.join(SETTINGS[0]).is_file());
        if inner.is_empty() {
            let worth = self.worth(&secret, &settings, true)?;
            return self.group(&secret, &settings, worth, Visibility::Hidden);
        }
        let whole = self.worth(&secret, &settings, true)?;
        let first = self.package.groups.len();
        self.package.total = match settings.score_aggregation.as_deref() {
            Some("min") if self.package.is_scoring => Total::Least(first),
            Some("pass-fail") if self.package.is_scoring => Total::All(first, whole.points),
            _ => Total::Sum,
        };
        for folder in inner {
            let mut own = self.settings(&folder, &settings)?;
            let mut requires = settings.required().to_vec();
            requires.extend_from_slice(own.required());
            own.require_pass = Some(OneOrMore::More(requires));
            let worth = match self.package.total {
                // No group is worth anything alone.
                Total::All(..) => Worth::NOTHING,
                Total::Sum | Total::Least(_) => self.worth(&folder, &own, false)?,
            };
            self.group(&folder, &own, worth, Visibility::Hidden)?;
        }
        let points = self.package.groups[first..]
            .iter()
            .map(|group| group.points);
        let most = match self.package.total {
            Total::Sum => points.sum(),
            Total::Least(_) => points.fold(f64::INFINITY, f64::min),
            Total::All(..) => whole.points,
        };
        if most > whole.points {
            return Err(FileError::new(
                secret.join(SETTINGS[0]),
                format!(
                    "found max_score {} and groups that make {most}, expected no more",
                    whole.points
                ),
            ));
        }
        Ok(())
    }

    /// The settings of a folder, within those of the folder around it.
    fn settings(&self, folder: &Path, outer: &Settings) -> Result<Settings, FileError> {
        let name = SETTINGS[usize::from(self.format.has_legacy_data())];
        let path = folder.join(name);
        let replaced = |text: String| match self.package.additions.replaced(text.as_bytes()) {
            Some(text) => String::from_utf8_lossy(&text).into_owned(),
            None => text,
        };
        let own: Settings = match text(&path)?.map(replaced) {
            Some(text) => parsed::<Option<Settings>>(&path, &text)?.unwrap_or_default(),
            None => Settings::default(),
        };
        if own.static_validation_score.is_some() {
            return Err(unsupported(&path, "static_validation_score"));
        }
        Ok(own.within(outer))
    }

    /// What the cases of a folder are worth together, and how that is given.
    fn worth(
        &self,
        folder: &Path,
        settings: &Settings,
        is_secret: bool,
    ) -> Result<Worth, FileError> {
        if !self.package.is_scoring {
            return Ok(Worth::NOTHING);
        }
        let malformed = |problem: &str| FileError::new(folder.join(SETTINGS[0]), problem);
        let points = match &settings.max_score {
            None if is_secret => 100.0,
            None => f64::INFINITY,
            Some(Score::Points(points)) if *points >= 0.0 && points.is_finite() => *points,
            Some(Score::Word(word)) if word == "unbounded" => f64::INFINITY,
            Some(_) => {
                let problem = "found another max_score, expected a number not below 0 or unbounded";
                return Err(malformed(problem));
            }
        };
        let scale = match points.is_finite() {
            true => Scale::Of(points),
            false => Scale::Unbounded,
        };
        let default = if is_secret { "sum" } else { "pass-fail" };
        let aggregation = settings.score_aggregation.as_deref().unwrap_or(default);
        let worth = match aggregation {
            "sum" => Worth {
                points,
                credit: Credit::Case,
                scale: Some(scale),
            },
            "pass-fail" | "min" => Worth {
                points,
                credit: Credit::Group,
                scale: (aggregation == "min").then_some(scale),
            },
            other => {
                let other = other.escape_default();
                return Err(malformed(&format!(
                    "found score_aggregation '{other}', expected pass-fail, sum or min"
                )));
            }
        };
        if points.is_infinite() && (worth.scale.is_none() || !self.has_validator) {
            return Err(malformed(
                "found no max_score, expected one where groups pass or fail, or no output \
                 validator gives points",
            ));
        }
        Ok(worth)
    }

    /// Adds the cases below a folder as one group.
    fn group(
        &mut self,
        folder: &Path,
        settings: &Settings,
        worth: Worth,
        visibility: Visibility,
    ) -> Result<(), FileError> {
        let mut inputs = Vec::new();
        let mut inherited = BTreeMap::from([(folder.to_owned(), settings.clone())]);
        let all = WalkDir::new(folder).sort_by_file_name().into_iter();
        let is_meant = |it: &walkdir::DirEntry| {
            let is_files = it
                .path()
                .extension()
                .is_some_and(|ending| ending == "files");
            it.depth() == 0 || !(is_ignored(it.path()) || is_files && it.file_type().is_dir())
        };
        for entry in all.filter_entry(is_meant) {
            let entry =
                entry.map_err(|error| FileError::when(folder, "cannot read")(error.into()))?;
            let path = entry.path();
            let is = |ending: &str| path.extension().is_some_and(|found| found == ending);
            if entry.file_type().is_dir() && path != folder {
                let outer = path.parent().and_then(|outer| inherited.get(outer));
                let own = self.settings(path, outer.unwrap_or(settings))?;
                inherited.insert(path.to_owned(), own);
            } else if is("in") && path.is_file() {
                inputs.push(path.to_owned());
            }
        }
        inputs.sort();
        if inputs.is_empty() {
            return Ok(());
        }
        let group = self.package.groups.len();
        let mut requires = Vec::new();
        for required in settings.required() {
            let earlier = self
                .package
                .groups
                .iter()
                .position(|group| group.name == *required);
            requires.push(earlier.ok_or_else(|| {
                FileError::new(
                    folder.join(SETTINGS[0]),
                    format!(
                        "found require_pass '{}', expected the name of an earlier group",
                        required.escape_default()
                    ),
                )
            })?);
        }
        self.package.groups.push(Group {
            name: self.name(folder),
            requires,
            ..worth.group()
        });
        for input in inputs {
            let outer = input.parent().and_then(|outer| inherited.get(outer));
            let outer = outer.unwrap_or(settings);
            self.place(&input, outer, group, visibility, worth.scale)?;
        }
        Ok(())
    }

    /// The files that programs find beside an input.
    fn files(&self, folder: &Path) -> Result<Vec<(PathBuf, PathBuf)>, FileError> {
        let found = self.root.canonicalize();
        let found = found.and_then(|root| additions::files_below(folder, &root));
        found.map_err(FileError::when(folder, "cannot read"))
    }

    /// The name of a folder or a case.
    fn name(&self, path: &Path) -> String {
        let data = self.root.join("data");
        printable(path.strip_prefix(&data).unwrap_or(path))
    }

    /// Adds the case of an input.
    fn place(
        &mut self,
        input: &Path,
        outer: &Settings,
        group: usize,
        visibility: Visibility,
        scale: Option<Scale>,
    ) -> Result<(), FileError> {
        let own: Settings = yaml(&input.with_extension("yaml"))?.unwrap_or_default();
        let settings = own.within(outer);
        let expected = input.with_extension("ans");
        let files = input.with_extension("files");
        let placed = Placed {
            case: Case {
                name: self.name(&input.with_extension("")),
                expected: expected.is_file().then_some(expected),
                args: settings.args.clone().unwrap_or_default(),
                input: input.to_owned(),
            },
            group,
            visibility,
            limits: self.limits,
            exit_status: Some(ExitStatus::Exactly(0)),
            tokens: match self.has_validator {
                true => None,
                false => Some(self.tokens(input, &settings)?),
            },
            validator: self.has_validator.then(|| self.arguments(&settings)),
            scale,
            files: match files.is_dir() {
                true => self.files(&files)?,
                false => Vec::new(),
            },
        };
        self.package.placed.push(placed);
        Ok(())
    }

    /// The arguments of the output validator.
    fn arguments(&self, settings: &Settings) -> Vec<String> {
        if !self.format.has_legacy_data() {
            return settings.output_validator_args.clone().unwrap_or_default();
        }
        let flags = settings.output_validator_flags.as_ref();
        let flags = flags.unwrap_or(&self.flags).split_ascii_whitespace();
        flags.map(str::to_owned).collect()
    }

    /// What the arguments of the default output validator say.
    fn tokens(&self, case: &Path, settings: &Settings) -> Result<Tokens, FileError> {
        tokens(&self.arguments(settings)).map_err(|problem| FileError::new(case, problem))
    }
}

/// The arguments of the default output validator.
fn tokens(words: &[String]) -> Result<Tokens, String> {
    let mut tokens = Tokens::default();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let mut tolerance = || {
            let value = words.next().and_then(|word| word.parse::<f64>().ok());
            let value = value.filter(|value| *value >= 0.0 && value.is_finite());
            value.ok_or_else(|| {
                format!("found {word} without a number after it, expected one not below 0")
            })
        };
        match word.as_str() {
            "case_sensitive" => tokens.case_sensitive = true,
            "space_change_sensitive" => tokens.space_change_sensitive = true,
            "float_absolute_tolerance" => tokens.float_absolute = Some(tolerance()?),
            "float_relative_tolerance" => tokens.float_relative = Some(tolerance()?),
            "float_tolerance" => {
                let value = Some(tolerance()?);
                (tokens.float_absolute, tokens.float_relative) = (value, value);
            }
            other => {
                return Err(format!(
                    "found '{}' for the output validator, expected case_sensitive, \
                     space_change_sensitive or a float tolerance",
                    other.escape_default()
                ));
            }
        }
    }
    Ok(tokens)
}

/// Whether whoever uses a package acts as if this were not there.
fn is_ignored(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().as_encoded_bytes();
    matches!(name.first(), Some(b'.' | b'-'))
}

/// What is directly in a folder, sorted.
fn entries(root: &Path) -> Result<Vec<PathBuf>, FileError> {
    let unreadable = FileError::when(root, "cannot read");
    let entries = fs::read_dir(root).map_err(unreadable)?;
    let paths = entries.map(|entry| Ok(entry?.path()));
    let paths: io::Result<Vec<PathBuf>> = paths.collect();
    let mut paths = paths.map_err(unreadable)?;
    paths.sort();
    Ok(paths)
}

/// The same, but for what is ignored.
fn meant(root: &Path) -> Result<Vec<PathBuf>, FileError> {
    let mut paths = entries(root)?;
    paths.retain(|path| !is_ignored(path));
    Ok(paths)
}

/// The text of a file; none where there is no such file.
fn text(path: &Path) -> Result<Option<String>, FileError> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(FileError::when(path, "cannot read")(error)),
    }
}

/// What a YAML file says; none where there is no such file or nothing in it.
fn yaml<T: DeserializeOwned>(path: &Path) -> Result<Option<T>, FileError> {
    match text(path)? {
        Some(text) => parsed(path, &text),
        None => Ok(None),
    }
}

/// What the YAML of a file says.
fn parsed<T: DeserializeOwned>(path: &Path, text: &str) -> Result<T, FileError> {
    yaml_serde::from_str(text).map_err(|error| FileError::new(path, error))
}

#[cfg(test)]
mod tests;
