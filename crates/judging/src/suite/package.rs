//! Problem packages, as Kattis, DOMjudge and others keep them: an assignment with its data. Format
//! `2025-09`, and `legacy` that came before it:
//! <https://www.kattis.com/problem-package-format/>.
//!
//! What is read: limits, cases of `data/sample` and `data/secret`, groups with points, arguments of
//! programs, and how the default output validator compares. What is not supported is refused by
//! its name, so that no verdict is one that the package does not mean.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde::de::DeserializeOwned;
use walkdir::WalkDir;

use crate::compare::Tokens;
use crate::suite::case::{Case, printable};
use crate::suite::file::Placed;
use crate::suite::limits::{Seconds, SetLimits};
use crate::suite::plan::{Credit, Group, Visibility};
use crate::verdict::ExitStatus;

/// The file that makes a folder a package.
pub const FILE: &str = "problem.yaml";

/// The files with settings of a folder of cases, in either format.
const SETTINGS: [&str; 2] = ["test_group.yaml", "testdata.yaml"];

/// Why a package cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum PackageError {
    /// A file that is there but cannot be read.
    #[error("{}: cannot read: {error}", .path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// A file that is not as the format has it.
    #[error("{}: {problem}", .path.display())]
    Malformed {
        /// The file or the folder.
        path: PathBuf,
        /// What was found and what was expected.
        problem: String,
    },
    /// Something that a package may have and that is not supported.
    #[error("{}: found {what}, which plyjudge does not support in packages", .path.display())]
    Unsupported {
        /// Where it is.
        path: PathBuf,
        /// What it is.
        what: String,
    },
}

/// The cases of a package in their groups.
#[derive(Clone, Debug, PartialEq)]
pub struct Package {
    /// The groups, samples first.
    pub groups: Vec<Group>,
    /// Whether groups are worth points.
    pub is_scoring: bool,
    /// The cases, group by group.
    pub placed: Vec<Placed>,
}

/// The formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Legacy,
    Of2025,
}

/// What is read of `problem.yaml`.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Problem {
    problem_format_version: Option<String>,
    #[serde(rename = "type")]
    kind: Option<OneOrMore>,
    limits: ProblemLimits,
    /// `legacy` only.
    validation: Option<String>,
    /// `legacy` only.
    validator_flags: Option<String>,
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
    output_validator_args: Option<Vec<String>>,
    /// `legacy` only.
    output_validator_flags: Option<String>,
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
            output_validator_args: self
                .output_validator_args
                .or_else(|| outer.output_validator_args.clone()),
            output_validator_flags: self
                .output_validator_flags
                .or_else(|| outer.output_validator_flags.clone()),
            ..self
        }
    }

    /// The groups that have to pass before this one counts.
    fn required(&self) -> &[String] {
        self.require_pass.as_ref().map_or(&[], OneOrMore::words)
    }
}

/// Whether a folder is a package.
pub fn is_package(root: &Path) -> bool {
    root.join(FILE).is_file()
}

/// Reads a package.
///
/// # Errors
/// Files that cannot be read or are not as the format has them; whatever is not supported.
pub fn open(root: &Path) -> Result<Package, PackageError> {
    let path = root.join(FILE);
    let problem: Problem = yaml(&path)?.unwrap_or_default();
    let format = match problem.problem_format_version.as_deref() {
        None | Some("legacy" | "legacy-icpc") => Format::Legacy,
        Some("2025-09") => Format::Of2025,
        Some(other) => {
            let problem = format!(
                "found problem_format_version '{}', expected 2025-09, legacy or legacy-icpc",
                other.escape_default()
            );
            return Err(PackageError::Malformed { path, problem });
        }
    };
    let is_scoring = kind(&path, format, &problem)?;
    refuse_unsupported(root)?;
    let mut reader = Reader {
        root,
        format,
        is_scoring,
        limits: limits(root, &path, &problem)?,
        flags: problem.validator_flags.unwrap_or_default(),
        groups: Vec::new(),
        placed: Vec::new(),
    };
    reader.read()?;
    Ok(Package {
        groups: reader.groups,
        is_scoring,
        placed: reader.placed,
    })
}

/// Whether it is a scoring problem; other kinds than those that are supported are refused.
fn kind(path: &Path, format: Format, problem: &Problem) -> Result<bool, PackageError> {
    let unsupported = |what: String| PackageError::Unsupported {
        path: path.to_owned(),
        what,
    };
    let words = problem.kind.as_ref().map_or(&[][..], OneOrMore::words);
    for word in words {
        match word.as_str() {
            "pass-fail" | "scoring" => {}
            other => return Err(unsupported(format!("type '{}'", other.escape_default()))),
        }
    }
    let is_scoring = words.iter().any(|word| word == "scoring");
    if is_scoring && format == Format::Legacy {
        return Err(unsupported("type 'scoring' in the legacy format".into()));
    }
    match problem.validation.as_deref() {
        Some(validation) if format == Format::Legacy && validation != "default" => Err(
            unsupported(format!("validation '{}'", validation.escape_default())),
        ),
        _ => Ok(is_scoring),
    }
}

/// Parts of a package that change verdicts and are not supported.
fn refuse_unsupported(root: &Path) -> Result<(), PackageError> {
    for (name, what) in [
        ("output_validator", "an output validator of its own"),
        ("output_validators", "output validators of its own"),
        ("static_validator", "a static validator"),
        ("include", "included files"),
        ("graders", "graders of its own"),
    ] {
        let path = root.join(name);
        let mut entries = fs::read_dir(&path).into_iter().flatten();
        if entries.next().is_some() {
            let what = what.into();
            return Err(PackageError::Unsupported { path, what });
        }
    }
    Ok(())
}

/// The limits that the package sets. Where it sets no time limit it leaves that to be found out
/// from its submissions.
fn limits(root: &Path, path: &Path, problem: &Problem) -> Result<SetLimits, PackageError> {
    let given = &problem.limits;
    let malformed = |key: &str| {
        let key = key.to_owned();
        move |problem: String| PackageError::Malformed {
            path: path.to_owned(),
            problem: format!("limits.{key}: {problem}"),
        }
    };
    let memory = given.memory.map(|count| format!("{count}MiB").parse());
    let output = given.output.map(|count| format!("{count}MiB").parse());
    Ok(SetLimits {
        cpu: match given.time_limit {
            Some(seconds) => Some(seconds),
            None => time_limit_beside(root)?,
        },
        memory: memory.transpose().map_err(malformed("memory"))?,
        output: output.transpose().map_err(malformed("output"))?,
        ..SetLimits::default()
    })
}

/// The time limit that tools leave beside a legacy package: Kattis's in `.timelimit`, DOMjudge's
/// in `domjudge-problem.ini`.
fn time_limit_beside(root: &Path) -> Result<Option<Seconds>, PackageError> {
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
    let seconds = seconds.map_err(|problem| PackageError::Malformed { path, problem });
    seconds.map(Some)
}

/// Reads the data of a package.
struct Reader<'a> {
    root: &'a Path,
    format: Format,
    is_scoring: bool,
    limits: SetLimits,
    /// Flags of the output validator for all cases.
    flags: String,
    groups: Vec<Group>,
    placed: Vec<Placed>,
}

impl Reader<'_> {
    fn read(&mut self) -> Result<(), PackageError> {
        let data = self.root.join("data");
        let sample = data.join("sample");
        let secret = data.join("secret");
        if !secret.is_dir() {
            return Err(PackageError::Malformed {
                path: secret,
                problem: "no such folder, expected the cases of the package".into(),
            });
        }
        let none = Settings::default();
        // Samples are never worth points.
        if sample.is_dir() {
            let settings = self.settings(&sample, &none)?;
            self.group(&sample, &settings, 0.0, Credit::Case, Visibility::Visible)?;
        }
        let settings = self.settings(&secret, &none)?;
        let mut inner = folders(&secret)?;
        inner.retain(|folder| SETTINGS.iter().any(|name| folder.join(name).is_file()));
        if inner.is_empty() || self.format == Format::Legacy {
            let (points, credit) = self.score(&secret, &settings, true)?;
            return self.group(&secret, &settings, points, credit, Visibility::Hidden);
        }
        let aggregation = settings.score_aggregation.as_deref();
        if self.is_scoring && !matches!(aggregation, None | Some("sum")) {
            return Err(
                self.unsupported(&secret, "a score_aggregation over groups that is not sum")
            );
        }
        for folder in inner {
            let settings = self.settings(&folder, &settings)?;
            let (points, credit) = self.score(&folder, &settings, false)?;
            self.group(&folder, &settings, points, credit, Visibility::Hidden)?;
        }
        Ok(())
    }

    fn unsupported(&self, path: &Path, what: &str) -> PackageError {
        PackageError::Unsupported {
            path: path.to_owned(),
            what: what.to_owned(),
        }
    }

    /// The settings of a folder, within those of the folder around it.
    fn settings(&self, folder: &Path, outer: &Settings) -> Result<Settings, PackageError> {
        let name = match self.format {
            Format::Of2025 => SETTINGS[0],
            Format::Legacy => SETTINGS[1],
        };
        let path = folder.join(name);
        let own: Settings = yaml(&path)?.unwrap_or_default();
        if own.static_validation_score.is_some() {
            return Err(self.unsupported(&path, "static_validation_score"));
        }
        Ok(own.within(outer))
    }

    /// What the cases of a folder are worth together, and how that is given.
    fn score(
        &self,
        folder: &Path,
        settings: &Settings,
        is_secret: bool,
    ) -> Result<(f64, Credit), PackageError> {
        if !self.is_scoring {
            return Ok((0.0, Credit::Case));
        }
        let points = match &settings.max_score {
            None if is_secret => 100.0,
            Some(Score::Points(points)) if *points >= 0.0 && points.is_finite() => *points,
            None => return Err(self.unsupported(folder, "an unbounded max_score")),
            Some(Score::Word(word)) if word == "unbounded" => {
                return Err(self.unsupported(folder, "an unbounded max_score"));
            }
            Some(_) => {
                return Err(PackageError::Malformed {
                    path: folder.join(SETTINGS[0]),
                    problem: "found another max_score, expected a number not below 0".into(),
                });
            }
        };
        let default = if is_secret { "sum" } else { "pass-fail" };
        match settings.score_aggregation.as_deref().unwrap_or(default) {
            "sum" => Ok((points, Credit::Case)),
            // The default validator gives a case all or nothing, and so does the least of them.
            "pass-fail" | "min" => Ok((points, Credit::Group)),
            other => Err(PackageError::Malformed {
                path: folder.join(SETTINGS[0]),
                problem: format!(
                    "found score_aggregation '{}', expected pass-fail, sum or min",
                    other.escape_default()
                ),
            }),
        }
    }

    /// Adds the cases below a folder as one group.
    fn group(
        &mut self,
        folder: &Path,
        settings: &Settings,
        points: f64,
        credit: Credit,
        visibility: Visibility,
    ) -> Result<(), PackageError> {
        let data = self.root.join("data");
        let name = |path: &Path| printable(path.strip_prefix(&data).unwrap_or(path));
        let mut inputs = Vec::new();
        let mut inherited = BTreeMap::from([(folder.to_owned(), settings.clone())]);
        for entry in WalkDir::new(folder).sort_by_file_name() {
            let entry = entry.map_err(|error| PackageError::Unreadable {
                path: folder.to_owned(),
                error: error.into(),
            })?;
            let path = entry.path();
            let is = |ending: &str| path.extension().is_some_and(|found| found == ending);
            if entry.file_type().is_dir() && path != folder {
                if is("files") {
                    return Err(self.unsupported(path, "files as input"));
                }
                let outer = path.parent().and_then(|outer| inherited.get(outer));
                let own = self.settings(path, outer.unwrap_or(settings))?;
                inherited.insert(path.to_owned(), own);
            } else if is("in") && path.is_file() {
                inputs.push(path.to_owned());
            }
        }
        inputs.sort();
        if inputs.is_empty() && folder.ends_with("sample") {
            return Ok(());
        }
        if inputs.is_empty() {
            return Err(PackageError::Malformed {
                path: folder.to_owned(),
                problem: "found no case, expected files such as NAME.in with NAME.ans".into(),
            });
        }
        let group = self.groups.len();
        let mut requires = Vec::new();
        for required in settings.required() {
            let earlier = self.groups.iter().position(|group| group.name == *required);
            requires.push(earlier.ok_or_else(|| PackageError::Malformed {
                path: folder.join(SETTINGS[0]),
                problem: format!(
                    "found require_pass '{}', expected the name of an earlier group",
                    required.escape_default()
                ),
            })?);
        }
        self.groups.push(Group {
            name: name(folder),
            points,
            credit,
            requires,
        });
        for input in inputs {
            let outer = input.parent().and_then(|outer| inherited.get(outer));
            let own: Settings = yaml(&input.with_extension("yaml"))?.unwrap_or_default();
            let settings = own.within(outer.unwrap_or(settings));
            let expected = input.with_extension("ans");
            self.placed.push(Placed {
                case: Case {
                    name: name(&input.with_extension("")),
                    expected: expected.is_file().then_some(expected),
                    args: settings.args.clone().unwrap_or_default(),
                    input: input.clone(),
                },
                group,
                visibility,
                limits: self.limits,
                exit_status: Some(ExitStatus::Exactly(0)),
                tokens: Some(self.tokens(&input, &settings)?),
            });
        }
        Ok(())
    }

    /// What the arguments of the default output validator say.
    fn tokens(&self, case: &Path, settings: &Settings) -> Result<Tokens, PackageError> {
        let words = match self.format {
            Format::Of2025 => settings.output_validator_args.clone().unwrap_or_default(),
            Format::Legacy => {
                let flags = settings.output_validator_flags.as_ref();
                let flags = flags.unwrap_or(&self.flags).split_ascii_whitespace();
                flags.map(str::to_owned).collect()
            }
        };
        tokens(&words).map_err(|problem| PackageError::Malformed {
            path: case.to_owned(),
            problem,
        })
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

/// The folders directly below a folder, sorted.
fn folders(root: &Path) -> Result<Vec<PathBuf>, PackageError> {
    let unreadable = |error| PackageError::Unreadable {
        path: root.to_owned(),
        error,
    };
    let entries = fs::read_dir(root).map_err(unreadable)?;
    let paths = entries.map(|entry| Ok(entry?.path()));
    let paths: io::Result<Vec<PathBuf>> = paths.collect();
    let mut paths = paths.map_err(unreadable)?;
    paths.retain(|path| path.is_dir());
    paths.sort();
    Ok(paths)
}

/// The text of a file; none where there is no such file.
fn text(path: &Path) -> Result<Option<String>, PackageError> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(PackageError::Unreadable {
            path: path.to_owned(),
            error,
        }),
    }
}

/// What a YAML file says; none where there is no such file or nothing in it.
fn yaml<T: DeserializeOwned>(path: &Path) -> Result<Option<T>, PackageError> {
    let Some(text) = text(path)? else {
        return Ok(None);
    };
    yaml_serde::from_str(&text).map_err(|error| PackageError::Malformed {
        path: path.to_owned(),
        problem: error.to_string(),
    })
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;
    use std::time::Duration;

    use super::{Package, open};
    use crate::compare::Tokens;
    use crate::suite::plan::{Credit, Visibility};
    use crate::verdict::ExitStatus;

    /// A package of these files; `.in` files get an empty `.ans` beside them.
    fn package(files: &[(&str, &str)]) -> Result<Package, String> {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, text).unwrap();
            if path.extension().is_some_and(|ending| ending == "in") {
                fs::write(path.with_extension("ans"), "").unwrap();
            }
        }
        let root = folder.path().display().to_string();
        open(folder.path()).map_err(|error| error.to_string().replace(&root, "P"))
    }

    const NEW: (&str, &str) = ("problem.yaml", "problem_format_version: 2025-09\nname: x\n");
    const OLD: (&str, &str) = ("problem.yaml", "name: x\n");

    fn names(package: &Package) -> Vec<&str> {
        let cases = package.placed.iter();
        cases.map(|placed| placed.case.name.as_str()).collect()
    }

    #[test]
    fn cases_are_those_of_sample_and_secret_in_the_order_of_their_names() {
        let found = package(&[
            NEW,
            ("data/secret/b.in", ""),
            ("data/secret/a/z.in", ""),
            ("data/secret/a/note.txt", ""),
            ("data/sample/1.in", ""),
            ("data/invalid_input/1.in", ""),
        ])
        .unwrap();
        assert_eq!(names(&found), ["sample/1", "secret/a/z", "secret/b"]);
        assert!(!found.is_scoring);
        let groups: Vec<&str> = found.groups.iter().map(|g| g.name.as_str()).collect();
        assert_eq!(groups, ["sample", "secret"]);
        let case = &found.placed[0];
        assert_eq!(case.visibility, Visibility::Visible);
        assert_eq!(found.placed[1].visibility, Visibility::Hidden);
        assert_eq!(case.exit_status, Some(ExitStatus::Exactly(0)));
        assert_eq!(case.tokens, Some(Tokens::default()));
        assert!(case.case.input.ends_with("data/sample/1.in"));
        assert!(
            case.case
                .expected
                .as_ref()
                .unwrap()
                .ends_with("data/sample/1.ans")
        );
    }

    #[test]
    fn settings_are_inherited_and_a_case_has_its_own() {
        let found = package(&[
            NEW,
            (
                "data/secret/test_group.yaml",
                "args: [a, b c]\noutput_validator_args: [case_sensitive]\n",
            ),
            ("data/secret/1.in", ""),
            ("data/secret/2.in", ""),
            (
                "data/secret/2.yaml",
                "args: []\noutput_validator_args: [float_tolerance, '1e-6']\nhint: x\n",
            ),
        ])
        .unwrap();
        let [one, two] = &found.placed[..] else {
            panic!("{found:?}")
        };
        assert_eq!(one.case.args, ["a", "b c"]);
        assert!(one.tokens.unwrap().case_sensitive);
        assert_eq!(two.case.args, [""; 0]);
        let float = Some(1e-6);
        let tokens = Tokens {
            float_absolute: float,
            float_relative: float,
            ..Tokens::default()
        };
        assert_eq!(two.tokens, Some(tokens));
    }

    /// Points are those of the format: `sum` in equal parts, `pass-fail` and `min` all or nothing.
    #[test]
    fn groups_of_scoring_problems_have_points() {
        let problem = (
            "problem.yaml",
            "problem_format_version: 2025-09\ntype: scoring\n",
        );
        let found = package(&[
            problem,
            ("data/sample/1.in", ""),
            ("data/secret/a/test_group.yaml", "max_score: 30\n"),
            ("data/secret/a/1.in", ""),
            (
                "data/secret/b/test_group.yaml",
                "max_score: 50\nscore_aggregation: sum\nrequire_pass: [sample, secret/a]\n",
            ),
            ("data/secret/b/1.in", ""),
            ("data/secret/b/2.in", ""),
            (
                "data/secret/c/test_group.yaml",
                "max_score: 20\nscore_aggregation: min\nrequire_pass: secret/a\n",
            ),
            ("data/secret/c/1.in", ""),
        ])
        .unwrap();
        assert!(found.is_scoring);
        let groups: Vec<_> = found
            .groups
            .iter()
            .map(|group| (group.points, group.credit, &group.requires[..]))
            .collect();
        assert_eq!(
            groups,
            [
                (0.0, Credit::Case, &[][..]),
                (30.0, Credit::Group, &[]),
                (50.0, Credit::Case, &[0, 1]),
                (20.0, Credit::Group, &[1]),
            ]
        );
        let whole = package(&[problem, ("data/secret/1.in", "")]).unwrap();
        assert_eq!(
            (whole.groups[0].points, whole.groups[0].credit),
            (100.0, Credit::Case)
        );
    }

    #[test]
    fn legacy_packages_have_flags_and_time_limits_of_their_own() {
        let found = package(&[
            ("problem.yaml", "name: x\nvalidator_flags: float_tolerance 1e-4\nlimits:\n  memory: 256\n  output: 1\n"),
            (".timelimit", "2\n"),
            ("data/sample/1.in", ""),
            ("data/secret/g/testdata.yaml", "output_validator_flags: case_sensitive space_change_sensitive\n"),
            ("data/secret/g/1.in", ""),
        ])
        .unwrap();
        let limits = &found.placed[0].limits;
        assert_eq!(limits.cpu.map(|cpu| cpu.0), Some(Duration::from_secs(2)));
        assert_eq!(limits.memory.map(|memory| memory.0), Some(256 << 20));
        assert_eq!(limits.output.map(|output| output.0), Some(1 << 20));
        assert_eq!(found.placed[0].tokens.unwrap().float_absolute, Some(1e-4));
        let strict = found.placed[1].tokens.unwrap();
        assert!(strict.case_sensitive && strict.space_change_sensitive);
        assert_eq!(strict.float_absolute, None);
        let ini = package(&[
            OLD,
            ("domjudge-problem.ini", "name='x'\ntimelimit='0.5'\n"),
            ("data/secret/1.in", ""),
        ]);
        let cpu = ini.unwrap().placed[0].limits.cpu.map(|cpu| cpu.0);
        assert_eq!(cpu, Some(Duration::from_millis(500)));
    }

    #[test]
    fn what_is_not_supported_is_refused_by_name() {
        let case = ("data/secret/1.in", "");
        for (files, expected) in [
            (
                vec![
                    (
                        "problem.yaml",
                        "problem_format_version: 2025-09\ntype: [pass-fail, interactive]\n",
                    ),
                    case,
                ],
                "P/problem.yaml: found type 'interactive', which plyjudge does not support in packages",
            ),
            (
                vec![
                    (
                        "problem.yaml",
                        "problem_format_version: 2025-09\ntype: submit-answer\n",
                    ),
                    case,
                ],
                "found type 'submit-answer'",
            ),
            (
                vec![("problem.yaml", "validation: custom interactive\n"), case],
                "found validation 'custom interactive'",
            ),
            (
                vec![("problem.yaml", "type: scoring\n"), case],
                "found type 'scoring' in the legacy format",
            ),
            (
                vec![
                    ("problem.yaml", "problem_format_version: 2023-07-draft\n"),
                    case,
                ],
                "found problem_format_version '2023-07-draft', expected 2025-09, legacy or legacy-icpc",
            ),
            (
                vec![NEW, case, ("output_validator/v.py", "")],
                "P/output_validator: found an output validator of its own",
            ),
            (
                vec![NEW, case, ("include/default/x.h", "")],
                "P/include: found included files",
            ),
            (
                vec![NEW, case, ("data/secret/1.files/x", "")],
                "P/data/secret/1.files: found files as input",
            ),
            (
                vec![
                    NEW,
                    case,
                    ("data/secret/1.yaml", "output_validator_args: [tolerance]\n"),
                ],
                "P/data/secret/1.in: found 'tolerance' for the output validator",
            ),
            (
                vec![
                    NEW,
                    case,
                    (
                        "data/secret/1.yaml",
                        "output_validator_args: [float_tolerance]\n",
                    ),
                ],
                "found float_tolerance without a number after it",
            ),
            (
                vec![NEW],
                "P/data/secret: no such folder, expected the cases of the package",
            ),
            (
                vec![NEW, ("data/secret/x", "")],
                "P/data/secret: found no case",
            ),
            (
                vec![("problem.yaml", "limits: {time_limit: -1}\n"), case],
                "P/problem.yaml: limits: found '-1.0', expected a number of seconds above 0",
            ),
            (
                vec![("problem.yaml", "limits: {memory: 0}\n"), case],
                "limits.memory: found",
            ),
            (vec![("problem.yaml", "a: [\n"), case], "P/problem.yaml: "),
        ] {
            let error = package(&files).unwrap_err();
            assert!(error.contains(expected), "{error}");
        }
        assert!(!super::is_package(Path::new("/no/such/folder")));
    }
}
