//! The suite file: `suite.toml` in the folder with the cases, which puts them in groups.
//!
//! ```toml
//! title = "Kalah, week 3"         # for the page of a class
//! exit_status = "any"             # or "zero", or a number; see ExitStatus
//! compare = "tokens"              # or "bytes", as it is without; see Tokens
//! float_tolerance = 1e-6          # absolute and relative; compares tokens
//! validator = "check.py"          # instead of these: a program beside this file that says what
//! validator_args = ["strict"]     # is right; see validator
//!
//! [limits]                        # for all cases; see SetLimits
//! cpu = 2                         # seconds
//! memory = "256MiB"
//!
//! [[group]]
//! name = "stage 0"
//! cases = ["stage0/*"]            # names of cases, with *, ? and [a-z]
//! points = 8
//! credit = "case"                 # or "group": all or nothing
//! visibility = "visible"          # or "hidden" from students; "after_due_date" and
//!                                 # "after_published" are for Gradescope, and hidden elsewhere
//! hidden = ["*/secret*"]          # those of its cases that are hidden in a visible group
//! limits = { wall = 10 }          # where they differ
//! exit_status = 1
//! compare = "bytes"
//! ```
//!
//! Beside `float_tolerance` there are `float_absolute_tolerance`, `float_relative_tolerance`,
//! `case_sensitive` and `space_change_sensitive`, with the meaning that the problem package
//! format gives them.
//!
//! Every case belongs to exactly one group, or there are none. `*` matches any part of a name, `/` included.

use std::fmt::Display;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use glob::Pattern;
use serde::Deserialize;

use crate::compare::Tokens;
use crate::files::FileError;
use crate::suite::case::Case;
use crate::suite::limits::SetLimits;
use crate::suite::plan::{Credit, Group, Scale, Visibility};
use crate::verdict::ExitStatus;
use plyjudge_runner::input;

/// The name of the suite file.
pub const FILE: &str = "suite.toml";

/// What a suite file says.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Suite {
    title: Option<String>,
    /// Limits of all cases.
    #[serde(default)]
    limits: SetLimits,
    /// The exit status that is awaited in all cases.
    exit_status: Option<ExitStatus>,
    validator: Option<PathBuf>,
    #[serde(default)]
    validator_args: Vec<String>,
    compare: Option<Compare>,
    case_sensitive: Option<bool>,
    space_change_sensitive: Option<bool>,
    float_tolerance: Option<f64>,
    float_absolute_tolerance: Option<f64>,
    float_relative_tolerance: Option<f64>,
    #[serde(rename = "group", default)]
    groups: Vec<GroupEntry>,
    #[serde(skip)]
    path: PathBuf,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct GroupEntry {
    name: String,
    #[serde(deserialize_with = "patterns")]
    cases: Vec<Pattern>,
    points: f64,
    #[serde(default)]
    credit: Credit,
    #[serde(default)]
    visibility: Visibility,
    #[serde(default, deserialize_with = "patterns")]
    hidden: Vec<Pattern>,
    #[serde(default)]
    limits: SetLimits,
    exit_status: Option<ExitStatus>,
    compare: Option<Compare>,
    case_sensitive: Option<bool>,
    space_change_sensitive: Option<bool>,
    float_tolerance: Option<f64>,
    float_absolute_tolerance: Option<f64>,
    float_relative_tolerance: Option<f64>,
}

/// What of two outputs is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Compare {
    Bytes,
    Tokens,
}

/// What the keys of a suite or of a group say about comparing; none where they say nothing.
#[derive(Clone, Copy, Debug, Default)]
struct Comparing {
    compare: Option<Compare>,
    case_sensitive: Option<bool>,
    space_change_sensitive: Option<bool>,
    absolute: Option<f64>,
    relative: Option<f64>,
}

/// The keys of a suite or of a group, which have the same names.
macro_rules! comparing {
    ($entry:expr) => {
        Comparing {
            compare: $entry.compare,
            case_sensitive: $entry.case_sensitive,
            space_change_sensitive: $entry.space_change_sensitive,
            absolute: $entry.float_absolute_tolerance.or($entry.float_tolerance),
            relative: $entry.float_relative_tolerance.or($entry.float_tolerance),
        }
    };
}

impl Comparing {
    /// These keys, and those of the suite where these say nothing.
    fn or(self, suite: Self) -> Self {
        let (mine, theirs) = (self.tolerances(), suite.tolerances());
        let [absolute, relative] = if mine == [None; 2] { theirs } else { mine };
        Self {
            compare: self.compare.or_else(|| match self.wants_tokens() {
                true => Some(Compare::Tokens),
                false => suite.compare,
            }),
            case_sensitive: self.case_sensitive.or(suite.case_sensitive),
            space_change_sensitive: self.space_change_sensitive.or(suite.space_change_sensitive),
            absolute,
            relative,
        }
    }

    fn tolerances(self) -> [Option<f64>; 2] {
        [self.absolute, self.relative]
    }

    /// Whether there is a key that has a meaning for tokens only.
    fn wants_tokens(self) -> bool {
        self.tolerances() != [None; 2]
            || self.case_sensitive.is_some()
            || self.space_change_sensitive.is_some()
    }

    fn says_anything(self) -> bool {
        self.compare.is_some() || self.wants_tokens()
    }

    /// How tokens are compared, if they are.
    fn tokens(self) -> Option<Tokens> {
        let is_by_tokens = match self.compare {
            Some(compare) => compare == Compare::Tokens,
            None => self.wants_tokens(),
        };
        is_by_tokens.then(|| Tokens {
            case_sensitive: self.case_sensitive.unwrap_or_default(),
            space_change_sensitive: self.space_change_sensitive.unwrap_or_default(),
            float_absolute: self.absolute,
            float_relative: self.relative,
        })
    }

    /// What is wrong with these keys.
    fn problem(self) -> Option<String> {
        let is_no_tolerance = |value: &f64| !(*value >= 0.0 && value.is_finite());
        let found = self
            .tolerances()
            .into_iter()
            .flatten()
            .find(is_no_tolerance);
        if let Some(found) = found {
            return Some(format!(
                "found the tolerance {found}, expected a number not below 0"
            ));
        }
        (self.compare == Some(Compare::Bytes) && self.wants_tokens()).then(|| {
            "found a key that is for tokens beside compare = \"bytes\", expected \"tokens\"".into()
        })
    }
}

fn patterns<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Vec<Pattern>, D::Error> {
    let words = Vec::<String>::deserialize(from)?;
    let pattern = |word: &String| {
        let error = |error| serde::de::Error::custom(format!("'{word}': {error}"));
        Pattern::new(word).map_err(error)
    };
    words.iter().map(pattern).collect()
}

/// A case in its place in the suite.
#[derive(Clone, Debug, PartialEq)]
pub struct Placed {
    /// The case.
    pub case: Case,
    /// Its group's index.
    pub group: usize,
    /// Who may see it.
    pub visibility: Visibility,
    /// The limits that the suite sets for it.
    pub limits: SetLimits,
    /// The exit status that the suite awaits, if it says.
    pub exit_status: Option<ExitStatus>,
    /// How tokens are compared, where they are and not bytes.
    pub tokens: Option<Tokens>,
    /// The arguments of the output validator, where one says what is right.
    pub validator: Option<Vec<String>>,
    /// What points the validator may give, if any.
    pub scale: Option<Scale>,
    /// Files that the program finds in the folder that it starts in: their paths there, and where
    /// they are.
    pub files: Vec<(PathBuf, PathBuf)>,
}

/// The suite of a folder; none when there is no such file, or `root` is no folder.
///
/// # Errors
/// A file that cannot be read or is malformed, groups that share a name, points that are
/// negative or no number.
pub fn load(root: &Path) -> Result<Option<Suite>, FileError> {
    let path = root.join(FILE);
    let mut text = String::new();
    match input::open(&path).and_then(|mut file| file.read_to_string(&mut text)) {
        Ok(_) => {}
        Err(error) if !root.is_dir() || error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(FileError::when(&path, "cannot read")(error)),
    }
    let mut suite: Suite =
        toml::from_str(&text).map_err(|error| FileError::toml(&path, &text, &error))?;
    suite.path = path;
    if let Some(problem) = comparing!(suite).problem() {
        return Err(suite.misfit(problem));
    }
    let mut compared = suite.groups.iter().map(|group| comparing!(group));
    if suite.validator.is_some()
        && (comparing!(suite).says_anything() || compared.any(Comparing::says_anything))
    {
        let problem = "found a validator and keys that say how to compare, expected one of them";
        return Err(suite.misfit(problem.to_owned()));
    }
    for (index, group) in suite.groups.iter().enumerate() {
        let name = &group.name;
        if let Some(problem) = comparing!(group).problem() {
            return Err(suite.misfit(format_args!("group '{name}': {problem}")));
        }
        if !(group.points >= 0.0 && group.points.is_finite()) {
            let points = group.points;
            return Err(suite.misfit(format_args!(
                "group '{name}': found {points} points, expected a number not below 0"
            )));
        }
        if suite.groups[..index]
            .iter()
            .any(|other| other.name == *name)
        {
            return Err(suite.misfit(format_args!("two groups are named '{name}'")));
        }
    }
    Ok(Some(suite))
}

/// Puts cases into the groups of their suite, in the order of the groups; without any, all
/// into one.
///
/// # Errors
/// A case in no group or in several, a group without any case.
pub fn arrange(
    suite: Option<&Suite>,
    cases: Vec<Case>,
) -> Result<(Vec<Group>, Vec<Placed>), FileError> {
    let (none, no_group) = (Suite::default(), GroupEntry::default());
    let suite = suite.unwrap_or(&none);
    let count = cases.len();
    let mut placed = Vec::new();
    for case in cases {
        let group = suite.group_of(&case)?;
        let entry = suite.groups.get(group).unwrap_or(&no_group);
        placed.push(Placed {
            visibility: entry.visibility_of(&case),
            case,
            group,
            limits: entry.limits.or(suite.limits),
            exit_status: entry.exit_status.or(suite.exit_status),
            tokens: comparing!(entry).or(comparing!(suite)).tokens(),
            validator: suite.validator_arguments(),
            scale: None,
            files: Vec::new(),
        });
    }
    if !suite.has_groups() {
        let all = Group {
            name: "all".to_owned(),
            points: count as f64,
            credit: Credit::Case,
            requires: Vec::new(),
        };
        return Ok((vec![all], placed));
    }
    placed.sort_by_key(|placed| placed.group);
    let mut groups = Vec::new();
    for (index, entry) in suite.groups.iter().enumerate() {
        if !placed.iter().any(|placed| placed.group == index) {
            let name = &entry.name;
            return Err(suite.misfit(format_args!("group '{name}' has no case")));
        }
        let members = || placed.iter().filter(|placed| placed.group == index);
        let idle = |word: &&Pattern| !members().any(|placed| word.matches(&placed.case.name));
        if let Some(word) = entry.hidden.iter().find(idle) {
            let name = &entry.name;
            return Err(suite.misfit(format_args!("group '{name}' has no case '{word}' to hide")));
        }
        groups.push(Group {
            name: entry.name.clone(),
            points: entry.points,
            credit: entry.credit,
            requires: Vec::new(),
        });
    }
    Ok((groups, placed))
}

impl GroupEntry {
    fn visibility_of(&self, case: &Case) -> Visibility {
        match self.hidden.iter().any(|word| word.matches(&case.name)) {
            true => Visibility::Hidden,
            false => self.visibility,
        }
    }
}

impl Suite {
    /// What it is called, if it says.
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// The file or folder of the output validator, if there is one.
    pub fn validator(&self) -> Option<PathBuf> {
        let folder = self.path.parent().unwrap_or(Path::new(""));
        Some(folder.join(self.validator.as_ref()?))
    }

    fn validator_arguments(&self) -> Option<Vec<String>> {
        self.validator.as_ref()?;
        Some(self.validator_args.clone())
    }

    /// Whether the file puts the cases into groups.
    pub fn has_groups(&self) -> bool {
        !self.groups.is_empty()
    }

    /// The index of the group of a case; 0 where there are none.
    fn group_of(&self, case: &Case) -> Result<usize, FileError> {
        let takes = |group: &GroupEntry| group.cases.iter().any(|word| word.matches(&case.name));
        let mut taking = self.groups.iter().enumerate().filter(|(_, g)| takes(g));
        let name = &case.name;
        match (taking.next(), taking.next()) {
            (Some((index, _)), None) => Ok(index),
            (None, _) if !self.has_groups() => Ok(0),
            (None, _) => Err(self.misfit(format_args!(
                "case '{name}' is in no group (one with points = 0 would do)"
            ))),
            (Some((_, one)), Some((_, other))) => {
                let (one, other) = (&one.name, &other.name);
                Err(self.misfit(format_args!(
                    "case '{name}' is in two groups, '{one}' and '{other}'"
                )))
            }
        }
    }

    fn misfit(&self, problem: impl Display) -> FileError {
        FileError::new(&self.path, problem)
    }
}

#[cfg(test)]
mod tests {
    use super::{FILE, Placed, Suite, arrange, load};
    use crate::compare::Tokens;
    use crate::suite::case::Case;
    use crate::suite::limits::{Seconds, SetLimits};
    use crate::suite::plan::Credit;
    use crate::suite::plan::Visibility;
    use crate::verdict::ExitStatus;
    use std::time::Duration;

    fn cases(names: &[&str]) -> Vec<Case> {
        let case = |name: &&str| Case {
            name: (*name).to_owned(),
            input: format!("{name}.txt").into(),
            expected: Some(format!("{name}.out").into()),
            args: Vec::new(),
        };
        names.iter().map(case).collect()
    }

    fn suite(text: &str) -> Result<Suite, String> {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(FILE), text).unwrap();
        match load(folder.path()) {
            Ok(suite) => Ok(suite.expect("there is a file")),
            Err(error) => {
                let path = format!("{}/", folder.path().display());
                Err(error.to_string().replace(&path, ""))
            }
        }
    }

    /// The cases `a` and `b` of a suite.
    fn placed(text: &str) -> Vec<Placed> {
        arrange(Some(&suite(text).unwrap()), cases(&["a", "b"]))
            .unwrap()
            .1
    }

    /// A group of the case of its name.
    fn group_of(name: &str) -> String {
        format!("[[group]]\nname = '{name}'\ncases = ['{name}']\npoints = 1\n")
    }

    const STAGES: &str = r#"
        [limits]
        cpu = 2
        wall = 20

        [[group]]
        name = "late"
        cases = ["b/*", "x?"]
        points = 2.5
        credit = "group"
        visibility = "hidden"
        limits = { cpu = 5 }

        [[group]]
        name = "early"
        cases = ["a*"]
        points = 8
        hidden = ["?2"]
    "#;

    #[test]
    fn cases_go_to_their_groups() {
        let suite = suite(STAGES).unwrap();
        let names = ["a1", "a2", "b/c/d", "x1"];
        let (groups, placed) = arrange(Some(&suite), cases(&names)).unwrap();
        let seconds = |seconds| Some(Seconds(Duration::from_secs(seconds)));
        let told = groups.iter().map(|it| (&*it.name, it.points, it.credit));
        assert_eq!(
            told.collect::<Vec<_>>(),
            [("late", 2.5, Credit::Group), ("early", 8.0, Credit::Case)]
        );
        assert!(groups.iter().all(|group| group.requires.is_empty()));
        let found: Vec<_> = placed
            .iter()
            .map(|p| (p.case.name.as_str(), p.group, p.visibility, p.limits.cpu))
            .collect();
        assert_eq!(
            found,
            [
                ("b/c/d", 0, Visibility::Hidden, seconds(5)),
                ("x1", 0, Visibility::Hidden, seconds(5)),
                ("a1", 1, Visibility::Visible, seconds(2)),
                ("a2", 1, Visibility::Hidden, seconds(2)),
            ]
        );
        assert_eq!(placed[0].limits.wall, seconds(20));
    }

    #[test]
    fn without_a_file_each_case_is_worth_a_point() {
        let (groups, placed) = arrange(None, cases(&["a", "b"])).unwrap();
        assert_eq!((groups[0].points, placed[1].group), (2.0, 0));
        let folder = tempfile::tempdir().unwrap();
        assert!(load(folder.path()).unwrap().is_none());
        assert!(load(&folder.path().join("1.txt")).unwrap().is_none());
    }

    #[test]
    fn exit_statuses_are_of_the_suite_or_of_a_group() {
        let statuses = |text: &str| -> Vec<Option<ExitStatus>> {
            placed(text).iter().map(|it| it.exit_status).collect()
        };
        let (a, b) = (group_of("a"), group_of("b"));
        let only = |status| Some(ExitStatus::Exactly(status));
        assert_eq!(statuses(&format!("{a}{b}")), [None, None]);
        let text = format!("exit_status = 'zero'\n{a}exit_status = 'any'\n{b}");
        assert_eq!(statuses(&text), [Some(ExitStatus::Any), only(0)]);
        let text = format!("{a}{b}exit_status = 7\n");
        assert_eq!(statuses(&text), [None, only(7)]);
        for wrong in ["256", "-1", "'none'", "1.5"] {
            let error = suite(&format!("exit_status = {wrong}\n{a}")).unwrap_err();
            assert!(
                error.contains("expected any, zero or a number from 0 to 255"),
                "{error}"
            );
        }
    }

    #[test]
    fn tokens_are_compared_where_the_suite_or_the_group_says_so() {
        let compared = |text: &str| -> Vec<Option<Tokens>> {
            placed(text).iter().map(|it| it.tokens).collect()
        };
        let (a, b) = (group_of("a"), group_of("b"));
        let plain = Tokens::default();
        let within = |absolute, relative| Tokens {
            float_absolute: Some(absolute),
            float_relative: Some(relative),
            ..plain
        };
        assert_eq!(compared(""), [None; 2]);
        assert_eq!(compared("compare = 'tokens'\n"), [Some(plain); 2]);
        assert_eq!(
            compared("float_tolerance = 1e-6\n"),
            [Some(within(1e-6, 1e-6)); 2]
        );
        assert_eq!(
            compared("float_tolerance = 1e-6\nfloat_relative_tolerance = 0.5\n"),
            [Some(within(1e-6, 0.5)); 2]
        );
        assert_eq!(
            compared(&format!(
                "compare = 'tokens'\n{a}compare = 'bytes'\n{b}float_tolerance = 1\n"
            )),
            [None, Some(within(1.0, 1.0))]
        );
        let sensitive = Tokens {
            case_sensitive: true,
            space_change_sensitive: true,
            ..plain
        };
        assert_eq!(
            compared(&format!(
                "case_sensitive = true\n{a}space_change_sensitive = true\n{b}case_sensitive = false\n"
            )),
            [Some(sensitive), Some(plain)]
        );
        for (wrong, expected) in [
            (
                "float_tolerance = -1",
                "found the tolerance -1, expected a number not below 0",
            ),
            ("float_tolerance = nan", "found the tolerance NaN"),
            (
                "compare = 'bytes'\ncase_sensitive = true",
                "expected \"tokens\"",
            ),
            ("compare = 'lines'", "expected `bytes` or `tokens`"),
        ] {
            let error = suite(wrong).unwrap_err();
            assert!(error.contains(expected), "{error}");
        }
    }

    #[test]
    fn a_suite_need_not_have_groups() {
        let suite = suite("exit_status = 1\n[limits]\ncpu = 2\n").unwrap();
        assert!(!suite.has_groups());
        let (groups, placed) = arrange(Some(&suite), cases(&["a", "b"])).unwrap();
        assert_eq!((groups.len(), groups[0].points), (1, 2.0));
        let limits = placed.iter().map(|placed| placed.limits.cpu);
        let two = Some(Seconds(Duration::from_secs(2)));
        assert_eq!(limits.collect::<Vec<_>>(), [two, two]);
        assert_eq!(placed[1].exit_status, Some(ExitStatus::Exactly(1)));
    }

    #[test]
    fn what_does_not_fit_is_named() {
        let stages = suite(STAGES).unwrap();
        let misfit = |names: &[&str]| {
            let error = arrange(Some(&stages), cases(names)).unwrap_err();
            let text = error.to_string();
            text[text.find("case").unwrap_or(0)..].to_owned()
        };
        assert_eq!(
            misfit(&["c"]),
            "case 'c' is in no group (one with points = 0 would do)"
        );
        assert!(misfit(&["a1"]).ends_with("case"), "{}", misfit(&["a1"]));
        let message = arrange(Some(&stages), cases(&["a1", "x1"])).unwrap_err();
        let message = message.to_string();
        assert!(
            message.ends_with("group 'early' has no case '?2' to hide"),
            "{message}"
        );
        let group = |name: &str, points: &str| {
            format!("[[group]]\nname = '{name}'\ncases = ['*']\npoints = {points}\n")
        };
        let both = suite(&(group("x", "1") + &group("y", "1"))).unwrap();
        let error = arrange(Some(&both), cases(&["a"])).unwrap_err().to_string();
        assert!(error.ends_with("case 'a' is in two groups, 'x' and 'y'"));
        let error = |text: &str| suite(text).unwrap_err();
        assert_eq!(
            error(&(group("x", "1") + &group("x", "1"))),
            "suite.toml: two groups are named 'x'"
        );
        assert_eq!(
            error(&group("x", "-1")),
            "suite.toml: group 'x': found -1 points, expected a number not below 0"
        );
        assert!(error(&group("x", "nan")).contains("found NaN points"));
        assert!(error("[[group]]\nname = 1").contains("line 2"));
        assert!(
            error(&group("x", "1\nworth = 3"))
                .contains("`worth = 3`: found the key worth, expected one of: ")
        );
        for (text, message) in [
            (
                "title = 5",
                "line 1, `title = 5`: found the number 5, expected text in quotes",
            ),
            (
                "\n[limits]\ncpu = 'abc'",
                "line 3, `cpu = 'abc'`: found the text \"abc\", expected a number",
            ),
            (
                "limits = 3.5",
                "line 1, `limits = 3.5`: found the number 3.5, expected a table",
            ),
            (
                "[limits]\nwall = []",
                "line 2, `wall = []`: found a list, expected a number",
            ),
            (
                "[limits]\nprocesses = true",
                "line 2, `processes = true`: found true, expected a whole number",
            ),
        ] {
            assert_eq!(error(text), format!("suite.toml: {message}"));
        }
        let pattern = "[[group]]\nname = 'x'\npoints = 1\ncases = ['[']";
        assert!(error(pattern).contains("'['"), "{}", error(pattern));
    }

    /// What `docs/grading.md` shows is read, and every key that is read is in it.
    #[test]
    fn documented_keys_are_the_keys_there_are() {
        let page = include_str!("../../../../docs/grading.md");
        let (_, section) = page.split_once("\n## suite.toml\n").expect("a section");
        let (section, _) = section.split_once("\n## ").expect("its end");
        let (_, example) = section.split_once("```toml\n").expect("an example");
        let (example, _) = example.split_once("```").expect("its end");
        let suite: Suite = toml::from_str(example).expect("a suite");
        let group = &suite.groups[0];
        assert!(suite.title.is_some() && suite.exit_status.is_some());
        assert!(group.exit_status.is_some() && group.limits != SetLimits::default());
        let group = "[[group]]\nname = 'a'\ncases = ['a']\npoints = 1\n";
        for place in ["", "[limits]\n", group] {
            let refused = toml::from_str::<Suite>(&format!("{place}no-key = 1\n")).unwrap_err();
            let keys: Vec<&str> = refused.message().split('`').skip(1).step_by(2).collect();
            assert!(keys.len() > 5, "{refused}");
            for key in keys
                .iter()
                .filter(|key| !["no-key", "limits", "group"].contains(key))
            {
                let is_there = [format!("{key} = "), format!("`{key}`")];
                assert!(is_there.iter().any(|it| section.contains(it)), "{key}");
            }
        }
    }
}
