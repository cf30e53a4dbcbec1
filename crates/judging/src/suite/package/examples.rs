//! The example submissions of a package, and what is promised of each: by the folder that it is
//! in, and by `submissions/submissions.yaml`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use bstr::ByteSlice;
use glob::{MatchOptions, Pattern};
use serde::Deserialize;

use super::{Format, Problem, meant, text, yaml};
use crate::files::FileError;
use crate::suite::case::printable;
use crate::verdict::Verdict;

/// The file with promises, in the folder of the submissions.
const FILE: &str = "submissions.yaml";

/// Most patterns that braces may stand for.
const MOST_PATTERNS: usize = 1000;

/// A program that comes with a package, to try it.
#[derive(Clone, Debug, PartialEq)]
pub struct Example {
    /// Its path below `submissions`, folders separated by `/`: `wrong_answer/off_by_one.c`.
    pub name: String,
    /// The file or folder.
    pub path: PathBuf,
    /// The code of its language, as the format has it (`python3`), where the package says it.
    pub language: Option<String>,
    /// What is run of it, where the package says it: a file or a class.
    pub entry_point: Option<String>,
    /// What is promised of it. All of them are to be kept.
    pub promises: Vec<Promise>,
}

/// A promise about an example submission.
#[derive(Clone, Debug, PartialEq)]
pub struct Promise {
    /// The pattern of the submissions that it is about, as the package has it.
    pub submissions: String,
    /// The cases and groups that it is about, as a pattern; none for all cases.
    pub cases: Option<String>,
    /// The verdicts of all cases are among these.
    pub permitted: Vec<Code>,
    /// The verdict of a case at least is among these.
    pub required: Vec<Code>,
    /// The points, of the group that [`cases`](Self::cases) names or of all.
    pub score: Option<PromisedScore>,
    /// A message that the output validator gives in a case at least has this in it.
    pub message: Option<String>,
    /// Whether the time limit follows from it, where the package says so.
    pub bound: Option<Bound>,
}

/// Points that are promised.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PromisedScore {
    /// From the first to the second.
    Between(f64, f64),
    /// Fewer than can be had.
    NotAll,
}

/// How a submission bounds the time limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// Not at all.
    No,
    /// The limit is above its time.
    Lower,
    /// The limit is below its time.
    Upper,
}

/// The verdicts that the format knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Code {
    /// Accepted.
    Ac,
    /// Wrong answer.
    Wa,
    /// Too slow.
    Tle,
    /// Any other end that is not a good one: crashed, out of memory, too much output.
    Rte,
}

const ALL: [Code; 4] = [Code::Ac, Code::Wa, Code::Tle, Code::Rte];

impl Code {
    /// The code for a verdict; none for what does not compile, which the format does not know.
    pub fn of(verdict: Verdict) -> Option<Self> {
        match verdict {
            Verdict::Accepted => Some(Code::Ac),
            Verdict::WrongAnswer { .. } => Some(Code::Wa),
            Verdict::TimeLimit => Some(Code::Tle),
            Verdict::MemoryLimit | Verdict::OutputLimit | Verdict::RunTimeError { .. } => {
                Some(Code::Rte)
            }
            Verdict::CompileError => None,
        }
    }

    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Code::Ac => "AC",
            Code::Wa => "WA",
            Code::Tle => "TLE",
            Code::Rte => "RTE",
        }
    }
}

impl Example {
    /// Whether it is promised to be right in all cases.
    pub fn is_accepted(&self) -> bool {
        let mut promises = self.promises.iter();
        promises.any(|promise| promise.cases.is_none() && promise.permitted == [Code::Ac])
    }

    /// Makes of it what the legacy format has besides: only what is accepted or too slow bounds the
    /// time limit, and Python 2 has the ending of Python 3.
    fn be_legacy(&mut self) {
        let folder = self.name.split('/').next().unwrap_or_default();
        for promise in &mut self.promises {
            if folder == "partially_accepted" {
                promise.score = Some(PromisedScore::NotAll);
            }
            if !matches!(folder, "accepted" | "time_limit_exceeded") {
                promise.bound = Some(Bound::No);
            }
        }
        if self.path.extension().is_some_and(|ending| ending == "py")
            && let Ok(text) = fs::read(&self.path)
            && let Some(line) = text.lines().next()
            && line.starts_with(b"#!")
            && line.contains_str("python2")
        {
            self.language = Some("python2".to_owned());
        }
    }

    /// Whether it is promised to fail in some case.
    pub fn is_rejected(&self) -> bool {
        let mut promises = self.promises.iter();
        promises.any(|promise| !promise.required.contains(&Code::Ac))
    }
}

impl Promise {
    /// Whether it is about a case.
    pub fn is_about(&self, case: &str) -> bool {
        match &self.cases {
            None => true,
            Some(pattern) => patterns(pattern).is_ok_and(|all| fits(&all, case)),
        }
    }

    /// How it bounds the time limit.
    pub fn bound(&self) -> Bound {
        match self.bound {
            Some(bound) => bound,
            None if self.required == [Code::Tle] => Bound::Upper,
            None if !self.permitted.contains(&Code::Tle) => Bound::Lower,
            None => Bound::No,
        }
    }
}

/// What `submissions.yaml` says of a pattern, or of cases below it.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
struct Rule {
    language: Option<String>,
    entrypoint: Option<String>,
    #[serde(rename = "authors")]
    _authors: Option<yaml_serde::Value>,
    #[serde(rename = "model_solution")]
    _model_solution: Option<yaml_serde::Value>,
    permitted: Option<Vec<Code>>,
    required: Option<Vec<Code>>,
    score: Option<RuleScore>,
    message: Option<String>,
    use_for_time_limit: Option<RuleBound>,
    /// Rules for some of the cases.
    #[serde(flatten)]
    cases: BTreeMap<String, Rule>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(untagged)]
enum RuleScore {
    Exactly(f64),
    Between([f64; 2]),
}

#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum RuleBound {
    Is(bool),
    Word(String),
}

/// The folders with their promises: what is permitted, what is required.
type Folders = &'static [(&'static str, &'static [Code], &'static [Code])];

const FOLDERS: Folders = {
    use Code::{Ac, Rte, Tle, Wa};
    &[
        ("accepted", &[Ac], &ALL),
        ("rejected", &ALL, &[Rte, Tle, Wa]),
        ("wrong_answer", &[Ac, Wa], &[Wa]),
        ("time_limit_exceeded", &[Ac, Tle], &[Tle]),
        ("run_time_error", &[Ac, Rte], &[Rte]),
        ("brute_force", &[Ac, Rte, Tle], &[Rte, Tle]),
    ]
};

/// In the legacy format. What is in another folder, such as DOMjudge's `mixed`, promises nothing.
const LEGACY: Folders = {
    use Code::{Ac, Rte, Tle, Wa};
    &[
        ("accepted", &[Ac], &ALL),
        ("partially_accepted", &ALL, &ALL),
        ("wrong_answer", &[Ac, Wa], &[Wa]),
        ("time_limit_exceeded", &[Ac, Wa, Tle], &[Tle]),
        ("run_time_error", &ALL, &[Rte]),
    ]
};

/// The example submissions of a package, in the order of their names. Nothing of them is looked
/// into.
///
/// # Errors
/// What cannot be read, or is not as the format has it.
pub fn examples(root: &Path) -> Result<Vec<Example>, FileError> {
    let path = root.join(super::FILE);
    let problem: Problem = yaml(&path)?.unwrap_or_default();
    let format = problem.format(&path)?;
    let root = root.join("submissions");
    let file = root.join(FILE);
    let malformed = |problem: String| FileError::new(&file, problem);
    let mut rules: BTreeMap<String, Rule> = match format {
        // An empty file is a map without anything.
        Format::Of2025 if text(&file)?.is_some() => yaml(&file)?.unwrap_or_default(),
        _ => BTreeMap::new(),
    };
    let folders = match format {
        Format::Of2025 => FOLDERS,
        Format::Draft | Format::Legacy => LEGACY,
    };
    for (folder, permitted, required) in folders {
        let rule = rules.entry((*folder).to_owned()).or_default();
        // A folder's own promise is replaced key by key.
        if rule.use_for_time_limit.is_none() || rule.permitted.is_some() {
            rule.permitted.get_or_insert_with(|| permitted.to_vec());
        }
        rule.required.get_or_insert_with(|| required.to_vec());
    }
    let mut told = Vec::new();
    for (pattern, rule) in rules {
        let all = patterns(&pattern).map_err(malformed)?;
        told.push((all, pattern, rule));
    }
    let mut examples = Vec::new();
    for path in programs(&root)? {
        let name = printable(path.strip_prefix(&root).unwrap_or(&path));
        let mut example = Example {
            path,
            language: None,
            entry_point: None,
            promises: Vec::new(),
            name,
        };
        for (all, pattern, rule) in &told {
            if fits(all, &example.name) {
                rule.tell(pattern, &mut example).map_err(malformed)?;
            }
        }
        if format.has_legacy_data() {
            example.be_legacy();
        }
        examples.push(example);
    }
    Ok(examples)
}

impl Rule {
    /// Adds what is said to an example.
    fn tell(&self, pattern: &str, example: &mut Example) -> Result<(), String> {
        for (own, to) in [
            (&self.language, &mut example.language),
            (&self.entrypoint, &mut example.entry_point),
        ] {
            if own.is_some() {
                to.clone_from(own);
            }
        }
        example.promises.extend(self.promise(pattern, None)?);
        for (cases, rule) in &self.cases {
            patterns(cases)?;
            if !rule.cases.is_empty() {
                return Err(format!("found rules within those for '{cases}'"));
            }
            example
                .promises
                .extend(rule.promise(pattern, Some(cases.clone()))?);
        }
        Ok(())
    }

    /// The promise, if it is one.
    fn promise(&self, pattern: &str, cases: Option<String>) -> Result<Option<Promise>, String> {
        let bound = match &self.use_for_time_limit {
            None | Some(RuleBound::Is(true)) => None,
            Some(RuleBound::Is(false)) => Some(Bound::No),
            Some(RuleBound::Word(word)) => Some(match word.as_str() {
                "lower" => Bound::Lower,
                "upper" => Bound::Upper,
                other => {
                    return Err(format!(
                        "found use_for_time_limit '{}', expected true, false, lower or upper",
                        other.escape_default()
                    ));
                }
            }),
        };
        let is_nothing = self.permitted.is_none()
            && self.required.is_none()
            && self.score.is_none()
            && self.message.is_none()
            && bound.is_none();
        if is_nothing {
            return Ok(None);
        }
        let set = |given: &Option<Vec<Code>>, implied: &[Code]| {
            let mut set = given.clone().unwrap_or_else(|| implied.to_vec());
            set.sort();
            set.dedup();
            set
        };
        let permitted: &[Code] = match bound {
            Some(Bound::Lower) => &[Code::Ac, Code::Wa, Code::Rte],
            _ => &ALL,
        };
        let required: &[Code] = match bound {
            Some(Bound::Upper) => &[Code::Tle],
            _ => &ALL,
        };
        Ok(Some(Promise {
            submissions: pattern.to_owned(),
            cases,
            permitted: set(&self.permitted, permitted),
            required: set(&self.required, required),
            score: self.score.map(|score| match score {
                RuleScore::Exactly(score) => PromisedScore::Between(score, score),
                RuleScore::Between([least, most]) => PromisedScore::Between(least, most),
            }),
            message: self.message.clone(),
            bound,
        }))
    }
}

/// The files and folders of all folders in a folder, sorted. What starts with a dot or a dash is
/// none of the package's.
fn programs(root: &Path) -> Result<Vec<PathBuf>, FileError> {
    if !root.is_dir() {
        return Ok(Vec::new());
    }
    let mut all = Vec::new();
    for folder in meant(root)?.into_iter().filter(|path| path.is_dir()) {
        all.extend(meant(&folder)?);
    }
    Ok(all)
}

/// What a pattern with braces stands for: patterns of paths, part by part.
fn patterns(pattern: &str) -> Result<Vec<Vec<Pattern>>, String> {
    let mut open = vec![pattern.to_owned()];
    let mut done = Vec::new();
    while let Some(text) = open.pop() {
        if open.len() + done.len() > MOST_PATTERNS {
            return Err(format!(
                "found '{}', expected braces that stand for at most {MOST_PATTERNS} patterns",
                pattern.escape_default()
            ));
        }
        let braces = text
            .find('}')
            .and_then(|end| text[..end].rfind('{').map(|start| (start, end)));
        let Some((start, end)) = braces else {
            let parts = text.trim_end_matches('/').split('/').map(part);
            let parts: Result<Vec<Pattern>, _> = parts.collect();
            done.push(parts.map_err(|error| error.to_string())?);
            continue;
        };
        for word in text[start + 1..end].split(',') {
            let word = word.trim();
            open.push(format!("{}{word}{}", &text[..start], &text[end + 1..]));
        }
    }
    Ok(done)
}

/// The pattern of a part of a path, in which `*` alone has a meaning.
fn part(text: &str) -> Result<Pattern, glob::PatternError> {
    let pieces = text.split('*').map(Pattern::escape);
    let mut pattern = pieces.collect::<Vec<_>>().join("*");
    while pattern.contains("**") {
        pattern = pattern.replace("**", "*");
    }
    Pattern::new(&pattern)
}

/// Whether a path, or a folder it is in, is that of a pattern.
fn fits(all: &[Vec<Pattern>], name: &str) -> bool {
    let options = MatchOptions::new();
    let parts: Vec<&str> = name.split('/').collect();
    all.iter().any(|pattern| {
        let mut pairs = pattern.iter().zip(&parts);
        pattern.len() <= parts.len() && pairs.all(|(one, part)| one.matches_with(part, options))
    })
}

#[cfg(test)]
mod tests {
    use super::{Bound, Code, Example, PromisedScore, examples, fits, patterns};
    use crate::files::folder_of;

    /// The examples of a package with these files, one after another.
    fn found(files: &[(&str, &str)]) -> Result<Vec<Example>, String> {
        examples(folder_of(files).path()).map_err(|error| error.to_string())
    }

    const NEW: (&str, &str) = ("problem.yaml", "problem_format_version: 2025-09\nname: x\n");
    const OLD: (&str, &str) = ("problem.yaml", "name: x\n");

    #[test]
    fn folders_promise_what_the_format_says() {
        use Code::{Ac, Rte, Tle, Wa};
        let files = [
            ("submissions/accepted/a.c", ""),
            ("submissions/run_time_error/b/main.py", ""),
            ("submissions/run_time_error/b/more.py", ""),
            ("submissions/time_limit_exceeded/c.py", ""),
            ("submissions/mixed/d.py", ""),
            ("submissions/accepted/.hidden", ""),
            ("submissions/README", ""),
        ];
        let of = |problem| {
            let all = found(&[&[problem], &files[..]].concat()).unwrap();
            let told = |example: Example| {
                let promise = example.promises.first();
                let told = promise.map(|it| (it.permitted.clone(), it.required.clone()));
                (example.name, told.unwrap_or_default())
            };
            all.into_iter().map(told).collect::<Vec<_>>()
        };
        let all = [Ac, Wa, Tle, Rte];
        let named = |name: &str, permitted: &[Code], required: &[Code]| {
            (name.to_owned(), (permitted.to_vec(), required.to_vec()))
        };
        assert_eq!(
            of(NEW),
            [
                named("accepted/a.c", &[Ac], &all),
                named("mixed/d.py", &[], &[]),
                named("run_time_error/b", &[Ac, Rte], &[Rte]),
                named("time_limit_exceeded/c.py", &[Ac, Tle], &[Tle]),
            ]
        );
        assert_eq!(
            of(OLD),
            [
                named("accepted/a.c", &[Ac], &all),
                named("mixed/d.py", &[], &[]),
                named("run_time_error/b", &all, &[Rte]),
                named("time_limit_exceeded/c.py", &[Ac, Wa, Tle], &[Tle]),
            ]
        );
    }

    #[test]
    fn a_file_says_more_and_replaces_a_folder_s_promise() {
        let all = found(&[
            NEW,
            (
                "submissions/submissions.yaml",
                "time_limit_exceeded:\n  permitted: [AC, WA, TLE]\n\
                 '*/slow.{c,py}':\n  language: python3\n  entrypoint: slow.py\n  authors: A\n  score: [10, 20]\n\
                 \x20 message: too slow\n  sample:\n    permitted: [AC]\n  secret/*-big:\n    use_for_time_limit: upper\n",
            ),
            ("submissions/time_limit_exceeded/slow.py", ""),
            ("submissions/accepted/fast.py", ""),
        ])
        .unwrap();
        let [fast, slow] = &all[..] else {
            panic!("{all:?}")
        };
        assert!(fast.is_accepted() && !fast.is_rejected());
        assert_eq!(fast.promises[0].bound(), Bound::Lower);
        assert!(!slow.is_accepted() && slow.is_rejected());
        assert_eq!(slow.language.as_deref(), Some("python3"));
        assert_eq!(slow.entry_point.as_deref(), Some("slow.py"));
        let [own, sample, big, folder] = &slow.promises[..] else {
            panic!("{slow:?}")
        };
        assert_eq!(own.score, Some(PromisedScore::Between(10.0, 20.0)));
        assert_eq!(own.message.as_deref(), Some("too slow"));
        assert_eq!(own.permitted.len(), 4);
        assert!(sample.is_about("sample/1") && !sample.is_about("samples/1"));
        assert_eq!(sample.bound(), Bound::Lower);
        assert!(big.is_about("secret/1-big") && !big.is_about("secret/a/1-big"));
        assert_eq!(
            (big.bound(), &big.required[..]),
            (Bound::Upper, &[Code::Tle][..])
        );
        assert_eq!(folder.permitted, [Code::Ac, Code::Wa, Code::Tle]);
        assert_eq!(folder.required, [Code::Tle]);
    }

    #[test]
    fn patterns_have_stars_within_a_part_and_braces() {
        for (pattern, name, expected) in [
            ("accepted", "accepted/a.c", true),
            ("accepted/*", "accepted/a.c", true),
            ("acc*", "accepted/a.c", true),
            ("*.c", "accepted/a.c", false),
            ("a.c", "accepted/a.c", false),
            ("{x,acc}epted/{a,b}.{py,c}", "accepted/a.c", true),
            ("secret/*{ 4 }{ 2 }", "secret/042", true),
            ("secret/*{,1,2}{0,2}", "secret/x12", true),
            ("secret/{a{b,c},d}", "secret/ac", true),
            ("secret/[a]", "secret/a", false),
            ("secret/?", "secret/a", false),
            ("secret/**", "secret/a", true),
            ("{", "{", true),
        ] {
            let all = patterns(pattern).unwrap();
            assert_eq!(fits(&all, name), expected, "{pattern} {name}");
        }
        let many = patterns(&"{a,b}".repeat(40)).unwrap_err();
        assert!(many.contains("at most 1000 patterns"), "{many}");
    }

    #[test]
    fn what_makes_no_sense_is_said() {
        for (rules, expected) in [
            ("accepted:\n  permitted: [OK]\n", "OK"),
            (
                "accepted:\n  use_for_time_limit: maybe\n",
                "found use_for_time_limit 'maybe'",
            ),
            (
                "accepted:\n  sample:\n    x:\n      permitted: [AC]\n",
                "rules within those for 'sample'",
            ),
        ] {
            let error = found(&[
                NEW,
                ("submissions/submissions.yaml", rules),
                ("submissions/accepted/a.c", ""),
            ]);
            let error = error.unwrap_err();
            assert!(error.contains(expected), "{error}");
        }
        assert_eq!(found(&[OLD]), Ok(Vec::new()));
    }
}
