//! Setting up a grading: from folders and options to a plan, with all that it depends on.

use std::ffi::{OsStr, OsString};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::build::compile::{Program, compile_limits};
use crate::build::language::Languages;
use crate::build::language::toolchain::{Search, Toolchain, is_executable};
use crate::build::recipe::{Recipe, look_into};
use crate::build::submission::{self, Added, Choice, Inventory, Source, Unfit, Whose};
use crate::build::unpacked::Unpacked;
use crate::compare::Ignore;
use crate::files::FileError;
use crate::fingerprint::{Fingerprint, Printer};
use crate::grade::diagnose::Diagnose;
use crate::grade::judge_case::{Content, LoadedCase, Stamp};
use crate::grade::validator::Validator;
use crate::journal::grading::{Grading, Roll};
use crate::journal::shard::Shard;
use crate::suite::case;
use crate::suite::file::{self, Placed, Suite};
use crate::suite::limits::{Manner, SetLimits};
use crate::suite::package::{self, Additions, Example};
use crate::suite::plan::{Case, NotProgram, Plan, Scale, Submission, Total};
use crate::verdict::ExitStatus;
use plyjudge_runner::input;
use plyjudge_runner::layers::{Layer, in_force};
use plyjudge_runner::run::{Containment, Limits};

/// How many bytes of inputs and expected outputs are held in memory.
const HELD: u64 = 16 << 20;

/// What to grade, with what, and how.
#[derive(Clone, Debug)]
pub struct Order {
    /// What to grade.
    pub subject: Subject,
    /// The folder with the cases.
    pub cases: PathBuf,
    /// What it is called on pages; none for what the suite says.
    pub title: Option<String>,
    /// The day, see [`Plan::date`].
    pub date: Option<String>,
    /// The languages.
    pub languages: Languages,
    /// Limits of runs that come before those of the suite.
    pub limits: SetLimits,
    /// The exit status that is awaited; none for that of the suite.
    pub exit_status: Option<ExitStatus>,
    /// Limits of compiling.
    pub compile: Limits,
    /// Differences that do not count.
    pub ignore: Vec<Ignore>,
    /// How runs are contained.
    pub containment: Containment,
    /// How often each case is run.
    pub repeat: u32,
    /// Whether the cases after the first one that a submission fails are skipped.
    pub fail_fast: bool,
    /// The part of the submissions to grade; none for all.
    pub shard: Option<Shard>,
}

impl Order {
    /// As it is where nothing else is asked for: what the suite says, each case run once.
    pub fn new(subject: Subject, cases: &Path) -> Self {
        Self {
            subject,
            cases: cases.to_owned(),
            title: None,
            date: None,
            languages: Languages::default(),
            limits: SetLimits::default(),
            exit_status: None,
            compile: compile_limits(),
            ignore: Vec::new(),
            containment: Containment::Sandbox,
            repeat: 1,
            fail_fast: false,
            shard: None,
        }
    }
}

/// What to grade.
#[derive(Clone, Debug, PartialEq)]
pub enum Subject {
    /// Children of a folder; or the one file.
    Folder(PathBuf, Choice),
    /// One submission, a file or a folder.
    One(PathBuf),
    /// Example submissions of a package.
    Examples(Vec<Example>),
    /// One program with its arguments.
    Command(Vec<String>),
}

/// A grading that is ready to begin.
#[derive(Debug)]
pub struct Setup {
    /// What is graded, and what results depend on.
    pub grading: Grading,
    /// The part of the whole that this is; none for the whole.
    pub shard: Option<Shard>,
    /// The submissions of the plan.
    pub entered: Vec<Entered>,
    /// The cases of the plan.
    pub loaded: Vec<LoadedCase>,
    /// Limits of compiling.
    pub compile: Limits,
    /// The output validator, if there is one.
    pub validator: Option<Validator>,
    /// What submissions are in, all of which strangers may have written; none for a command.
    pub folder: Option<PathBuf>,
}

/// A submission that is ready to be prepared.
#[derive(Debug)]
pub enum Entered {
    /// It is copied, compiled where needed, and run.
    Work {
        /// Where it is.
        source: Box<Source>,
        /// What to do with it.
        recipe: Recipe,
        /// What it was like when it was looked at.
        fingerprint: Fingerprint,
    },
    /// It cannot be graded as it should.
    Unfit(Unfit),
    /// A program that is there already.
    Command {
        /// Its words, with whole paths.
        argv: Vec<OsString>,
        /// The files among them.
        visible: Vec<PathBuf>,
        /// What it needs besides.
        toolchain: Toolchain,
    },
}

/// Why a grading cannot begin.
#[derive(Debug, thiserror::Error)]
pub enum SetupError {
    /// The cases, the suite, the package or the submissions.
    #[error(transparent)]
    File(#[from] FileError),
    /// The output validator, the program that was to be graded, or options that do not fit.
    #[error("{0}")]
    Unfit(String),
}

impl Setup {
    /// Looks at all that is graded and all that it is graded with.
    ///
    /// # Errors
    /// Whatever keeps the grading from beginning. A submission that is not as it should be
    /// is no error.
    pub fn new(order: &Order) -> Result<Self, SetupError> {
        let mut title = order.title.clone();
        let mut additions = None;
        let (mut grader, mut total) = (None, Total::Sum);
        let (groups, placed, has_suite, named) = if package::is_package(&order.cases) {
            let package = package::open(&order.cases)?;
            grader = package.grader.filter(|_| package.is_scoring);
            total = package.total;
            additions = Some(Arc::new(package.additions));
            (
                package.groups,
                package.placed,
                package.is_scoring,
                package.validator,
            )
        } else {
            let suite = file::load(&order.cases)?;
            title = title.or_else(|| suite.as_ref()?.title().map(str::to_owned));
            let named = suite.as_ref().and_then(Suite::validator);
            let named = named.map(|path| (path, Manner::default()));
            let mut cases = case::find(&order.cases)?;
            // Options of a case are for the built-in engine.
            cases.iter_mut().for_each(|case| case.args.clear());
            let (groups, placed) = file::arrange(suite.as_ref(), cases)?;
            let has_suite = suite.is_some_and(|suite| suite.has_groups());
            (groups, placed, has_suite, named)
        };
        let validator = named
            .map(|(path, manner)| {
                Validator::look(&path, manner, &order.languages, additions.as_ref())
            })
            .transpose()
            .map_err(SetupError::Unfit)?;
        let validator_key = validator.as_ref().map(Validator::fingerprint);
        let mut room = HELD;
        let looked_at = placed
            .into_iter()
            .map(|placed| look_at_case(placed, order, validator_key, &mut room));
        let looked_at = looked_at.collect::<Result<Vec<_>, _>>()?;
        let (cases, (case_keys, mut loaded)) = unzip(looked_at);
        let (looked_at, not_programs, roll) = look_at_subject(order, additions.as_ref())?;
        let (submissions, (submission_keys, entered)) = unzip(looked_at);
        let plan = Plan {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            title,
            date: order.date.clone(),
            submissions,
            not_programs,
            cases,
            groups,
            grader,
            total,
            has_suite,
            ignore: order.ignore.clone(),
            containment: order.containment,
            repeat: order.repeat,
            fail_fast: order.fail_fast,
        };
        for (case, loaded) in loaded.iter_mut().enumerate() {
            if let Some(Scale::Of(points)) = &mut loaded.scale {
                *points = plan.points_of(case);
            }
        }
        Ok(Self {
            grading: Grading {
                plan,
                submission_keys,
                case_keys,
                roll: order.shard.map(|_| roll),
                diagnosis_key: None,
                layers: Vec::new(),
            },
            shard: order.shard,
            entered,
            loaded,
            compile: order.compile.clone(),
            validator,
            folder: match &order.subject {
                Subject::Folder(path, _) | Subject::One(path) => Some(path.clone()),
                Subject::Examples(all) => all
                    .first()
                    .and_then(|example| Some(example.path.parent()?.into())),
                Subject::Command(_) => None,
            },
        })
    }

    /// Says what programs are contained by: results count only where that is the same.
    pub fn contained_by(&mut self, layers: &[Layer]) {
        self.grading.layers = in_force(layers);
    }

    /// Names the files of the cases where that lasts, when they are unpacked for now.
    pub fn packed_in(&mut self, unpacked: &Unpacked) {
        for case in &mut self.grading.plan.cases {
            for path in [&mut case.input, &mut case.expected] {
                *path = unpacked.lasting(path).into_owned();
            }
        }
    }

    /// Says who will diagnose submissions that fail.
    pub fn diagnosed_by(&mut self, diagnose: &dyn Diagnose) {
        self.grading.diagnosis_key = Some(diagnose.fingerprint());
    }
}

/// A submission in the plan, a fingerprint of it, and what is needed to prepare it.
type Looked = (Submission, Fingerprint, Entered);

fn unzip<A, B, C>(all: Vec<(A, B, C)>) -> (Vec<A>, (Vec<B>, Vec<C>)) {
    all.into_iter().map(|(a, b, c)| (a, (b, c))).unzip()
}

/// A case in the plan, what its results depend on, and what is needed to try it. Takes what
/// it holds in memory from `room`.
fn look_at_case(
    placed: Placed,
    order: &Order,
    validator: Option<Fingerprint>,
    room: &mut u64,
) -> Result<(Case, Fingerprint, LoadedCase), SetupError> {
    let case = placed.case;
    let Some(expected) = case.expected.clone() else {
        let problem = format!("no such file, expected the output for case '{}'", case.name);
        return Err(FileError::new(case.expected_path(), problem).into());
    };
    let (input_content, input_print, _) = content(&case.input, room)?;
    let (expected_content, expected_print, length) = content(&expected, room)?;
    let limits = order.limits.or(placed.limits).resolve(length);
    let exit_status = order.exit_status.or(placed.exit_status).unwrap_or_default();
    let mut printer = Printer::new();
    printer.bytes(case.name.as_bytes());
    printer.value(&(input_print, expected_print));
    printer.value(&(&limits, exit_status, &order.ignore, order.repeat));
    let is_bytes = placed.tokens.is_none() && placed.validator.is_none();
    if !is_bytes && !order.ignore.is_empty() {
        return Err(SetupError::Unfit(format!(
            "case '{}': found --ignore, which is for bytes, but the suite has it compared otherwise; \
             leave --ignore out",
            case.name
        )));
    }
    if let Some(tokens) = &placed.tokens {
        printer.value(tokens);
    }
    if let Some(arguments) = &placed.validator {
        printer.value(&(validator, arguments, placed.scale));
    }
    if !case.args.is_empty() {
        printer.value(&case.args);
    }
    for (name, path) in &placed.files {
        let (_, print, _) = content(path, &mut 0)?;
        printer.bytes(name.as_os_str().as_encoded_bytes());
        printer.value(&print);
    }
    let loaded = LoadedCase {
        input: input_content,
        expected: expected_content,
        limits: limits.clone(),
        exit_status,
        tokens: placed.tokens,
        validator: placed.validator.clone(),
        scale: placed.scale,
        files: placed.files,
        args: case.args,
        hidden: !placed.visibility.is_open(),
    };
    let case = Case {
        name: case.name,
        group: placed.group,
        visibility: placed.visibility,
        input: case.input,
        expected,
        limits,
        exit_status,
        tokens: placed.tokens,
        validator: placed.validator,
    };
    Ok((case, printer.finish(), loaded))
}

/// The content of a file, its fingerprint and its length.
fn content(path: &Path, room: &mut u64) -> Result<(Content, Fingerprint, u64), FileError> {
    let unreadable = FileError::when(path, "cannot read");
    let mut file = input::open(path).map_err(unreadable)?;
    let about = file.metadata().map_err(unreadable)?;
    let mut printer = Printer::new();
    let content = if about.len() <= *room {
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(unreadable)?;
        *room = room.saturating_sub(bytes.len() as u64);
        printer.reader(&mut &bytes[..]).map_err(unreadable)?;
        Content::Held(bytes.into())
    } else {
        printer.reader(&mut file).map_err(unreadable)?;
        Content::OnDisk {
            path: path.to_owned(),
            stamp: Stamp::of(&about),
        }
    };
    Ok((content, printer.finish(), about.len()))
}

/// Submissions in the plan, what preparing each depends on, and what is needed to do so; what is
/// none; and all submissions, if these are a part of them.
fn look_at_subject(
    order: &Order,
    additions: Option<&Arc<Additions>>,
) -> Result<(Vec<Looked>, Vec<NotProgram>, Roll), SetupError> {
    let mut not_programs = Vec::new();
    let added = |source: Source| match additions {
        Some(additions) => source.with(Added::new(additions, Whose::Students)),
        None => source,
    };
    let looked_at: Vec<Looked> = match &order.subject {
        Subject::Command(words) => vec![look_at_command(words)?],
        Subject::Examples(all) => {
            let look = |example: &Example| {
                let mut source = submission::find_one(&example.path)?;
                if let Some(additions) = additions {
                    source = source.with(Added::of_example(additions, example));
                }
                // That nothing is known of its language says nothing about it.
                let found = look_into(&source, &order.languages);
                let found = found.map_err(|unfit| Unfit::Ours(unfit.to_string()));
                let (submission, key, entered) = looked(source, found);
                let name = example.name.clone();
                Ok((Submission { name, ..submission }, key, entered))
            };
            let looked: Result<Vec<Looked>, FileError> = all.iter().map(look).collect();
            looked?
        }
        Subject::One(path) => {
            let source = added(submission::find_one(path)?);
            let looked_at = look_into(&source, &order.languages);
            vec![match looked_at {
                // Somebody says that it is a submission, and so it is.
                Err(Unfit::NoProgram(reason)) => looked(source, Err(Unfit::Theirs(reason))),
                other => looked(source, other),
            }]
        }
        Subject::Folder(root, choice) => {
            let mut all = Vec::new();
            for source in submission::find(root, choice)? {
                let source = added(source);
                let looked_at = look_into(&source, &order.languages);
                let Err(Unfit::NoProgram(reason)) = looked_at else {
                    all.push(looked(source, looked_at));
                    continue;
                };
                not_programs.push(NotProgram {
                    name: source.name,
                    reason,
                    student: source.student,
                });
            }
            if let (true, Some(first)) = (all.is_empty(), not_programs.first()) {
                let NotProgram { name, reason, .. } = first;
                let problem = format!("no submissions: {name} is not a program ({reason})");
                return Err(FileError::new(root, problem).into());
            }
            all
        }
    };
    let shard = order.shard.unwrap_or(Shard::WHOLE);
    let names = looked_at.iter().map(|(submission, ..)| &*submission.name);
    let roll = Roll::new(names);
    let share = looked_at.into_iter().enumerate();
    let share = share.filter(|(place, _)| shard.has(*place));
    let mut all = Vec::new();
    for (_, (submission, content, entered)) in share {
        let mut printer = Printer::new();
        printer.bytes(env!("CARGO_PKG_VERSION").as_bytes());
        printer.bytes(submission.name.as_bytes());
        printer.value(&content);
        printer.value(&(&order.compile, order.containment));
        match &entered {
            Entered::Work { recipe, .. } => {
                if let Some(language) = recipe.language() {
                    printer.value(language);
                }
            }
            Entered::Unfit(unfit) => printer.bytes(unfit.to_string().as_bytes()),
            Entered::Command { .. } => {}
        }
        all.push((submission, printer.finish(), entered));
    }
    Ok((all, not_programs, roll))
}

fn looked(source: Source, found: Result<(Inventory, Recipe), Unfit>) -> Looked {
    let (name, student) = (source.name, source.student);
    match found {
        Ok((inventory, recipe)) => {
            let submission = Submission {
                name,
                language: Some(recipe.language.name.clone()),
                sources: Some(inventory.sources),
                student,
            };
            let entered = Entered::Work {
                source: Box::new(inventory.source),
                recipe,
                fingerprint: inventory.fingerprint,
            };
            (submission, inventory.fingerprint, entered)
        }
        Err(unfit) => {
            let submission = Submission {
                name,
                language: None,
                sources: None,
                student,
            };
            let fingerprint = Printer::new().finish();
            (submission, fingerprint, Entered::Unfit(unfit))
        }
    }
}

/// A command that is ready to be run; files among its words will be shown to it.
///
/// # Errors
/// A program that is not there.
pub fn program_of(words: &[String]) -> Result<Program, SetupError> {
    match look_at_command(words)?.2 {
        Entered::Command {
            argv,
            visible,
            toolchain,
        } => Ok(Program::of_command(argv, visible, &toolchain)),
        _ => Err(SetupError::Unfit(words.join(" "))),
    }
}

/// What a command's runs depend on: its words and the files among them.
///
/// # Errors
/// A program that is not there, a file that cannot be read.
pub fn fingerprint_of(words: &[String]) -> Result<Fingerprint, SetupError> {
    Ok(look_at_command(words)?.1)
}

/// Whether the first word of a command can be executed, as far as can be told before.
///
/// # Errors
/// A file that cannot, with what to type instead.
pub fn check_command(first: &str) -> Result<(), SetupError> {
    let path = Path::new(first);
    let is_plain = !first.contains('/');
    if !path.is_file() || (is_plain && Search::new(None).find(first, &[]).is_ok()) {
        return Ok(());
    }
    let mut start = [0; 4];
    let read = input::open(path).and_then(|mut file| file.read(&mut start));
    let is_known = read.is_err() || start == *b"\x7fELF" || start.starts_with(b"#!");
    let is_marked = path.metadata().is_ok_and(|about| is_executable(&about));
    let advice = match Languages::default().advice(path) {
        Some(advice) if !is_marked || is_plain || !is_known => advice,
        _ if !is_marked => format!("chmod +x {first} marks it as a program"),
        _ if is_plain => format!("./{first} names the file that is here"),
        _ => return Ok(()),
    };
    Err(SetupError::Unfit(format!(
        "{first}: cannot be executed as it is; {advice}"
    )))
}

/// A command: files among its words are looked at, and will be shown to it.
fn look_at_command(words: &[String]) -> Result<Looked, SetupError> {
    check_command(words.first().map_or("", String::as_str))?;
    let mut printer = Printer::new();
    let mut argv: Vec<OsString> = Vec::new();
    let mut visible = Vec::new();
    for (index, word) in words.iter().enumerate() {
        printer.bytes(word.as_bytes());
        let path = Path::new(word);
        let is_tool = index == 0 && path.file_name() == Some(OsStr::new(word));
        if is_tool || !path.is_file() {
            argv.push(word.into());
            continue;
        }
        let opened = path.canonicalize().and_then(|real| {
            let mut file = input::open(&real)?;
            printer.reader(&mut file)?;
            Ok(real)
        });
        let real =
            opened.map_err(|error| SetupError::Unfit(format!("{word}: cannot read: {error}")))?;
        argv.push(real.clone().into());
        visible.push(real);
    }
    let first = words.first().map_or("", String::as_str);
    let toolchain = if first.contains('/') {
        if visible.first().map(|path| path.as_os_str()) != argv.first().map(|word| &**word) {
            return Err(SetupError::Unfit(format!("{first}: no such file")));
        }
        Toolchain::default()
    } else {
        Search::new(None)
            .find(first, &[])
            .map_err(SetupError::Unfit)?
    };
    let name = shlex::try_join(words.iter().map(String::as_str)).unwrap_or_default();
    let submission = Submission {
        name: case::printable(Path::new(&name)),
        language: None,
        sources: None,
        student: None,
    };
    let entered = Entered::Command {
        argv,
        visible,
        toolchain,
    };
    Ok((submission, printer.finish(), entered))
}

#[cfg(all(test, unix))]
mod tests {
    use super::{Entered, Order, Setup, Subject, look_at_command};
    use crate::build::submission::{Choice, Unfit};
    use crate::compare::Ignore;
    use crate::files::folder_of;
    use crate::fingerprint::Fingerprint;
    use crate::suite::limits::Size;
    use crate::suite::plan::Submission;
    use plyjudge_runner::run::Containment;
    use std::fs;
    use std::path::Path;

    fn order(root: &Path) -> Order {
        let subject = Subject::Folder(root.join("work"), Choice::default());
        Order {
            containment: Containment::Off,
            ..Order::new(subject, &root.join("cases"))
        }
    }

    fn folder() -> tempfile::TempDir {
        folder_of(&[
            ("work/a.c", "int main;"),
            ("work/b/x.py", ""),
            ("work/c.swift", ""),
            ("work/d/e.docx", ""),
            ("cases/1.txt", "in"),
            ("cases/1.out", "out"),
            ("cases/2.txt", "in2"),
            ("cases/2.out", "out2"),
        ])
    }

    #[test]
    fn a_plan_of_all_submissions_and_cases() {
        let folder = folder();
        let setup = Setup::new(&order(folder.path())).unwrap();
        let plan = &setup.grading.plan;
        let named = |s: &Submission| (s.name.clone(), s.language.clone());
        let expected = [
            ("a.c", Some("C")),
            ("b", Some("Python 3")),
            ("c.swift", None),
        ];
        assert_eq!(
            plan.submissions.iter().map(named).collect::<Vec<_>>(),
            expected.map(|(name, language)| (name.to_owned(), language.map(str::to_owned)))
        );
        assert!(matches!(setup.entered[2], Entered::Unfit(Unfit::Ours(_))));
        let others: Vec<_> = plan.not_programs.iter().map(|it| &*it.name).collect();
        assert_eq!(others, ["d"]);
        let cases: Vec<_> = plan.cases.iter().map(|case| case.name.as_str()).collect();
        assert_eq!(cases, ["1", "2"]);
        assert_eq!(plan.max_points(), 2.0);
        assert_eq!(plan.points(|case| (case == 1).then_some(1.0)), [1.0]);
    }

    /// Which keys differ from those at first: of submissions, of cases.
    fn changed(folder: &Path, change: impl Fn(&mut Order)) -> (Vec<usize>, Vec<usize>) {
        let before = Setup::new(&order(folder)).unwrap().grading;
        let mut order = order(folder);
        change(&mut order);
        let after = Setup::new(&order).unwrap().grading;
        let differ = |one: &[Fingerprint], other: &[Fingerprint]| {
            let pairs = one.iter().zip(other).enumerate();
            let differing = pairs.filter(|(_, (one, other))| one != other);
            differing.map(|(index, _)| index).collect::<Vec<_>>()
        };
        (
            differ(&before.submission_keys, &after.submission_keys),
            differ(&before.case_keys, &after.case_keys),
        )
    }

    #[test]
    fn keys_change_with_what_results_depend_on() {
        let folder = folder();
        let root = folder.path();
        let write = |name: &str, text: &str| fs::write(root.join(name), text).unwrap();
        let (all, both, none) = (vec![0, 1, 2], vec![0, 1], Vec::new());
        assert_eq!(changed(root, |_| {}), (none.clone(), none.clone()));
        let after = changed(root, |_| write("work/a.c", "int x;"));
        assert_eq!(after, (vec![0], none.clone()));
        let after = changed(root, |_| write("cases/2.txt", "else"));
        assert_eq!(after, (none.clone(), vec![1]));
        let after = changed(root, |_| write("cases/1.out", "else"));
        assert_eq!(after, (none.clone(), vec![0]));
        let after = changed(root, |order| order.limits.memory = Some(Size(1 << 30)));
        assert_eq!(after, (none.clone(), both.clone()));
        let after = changed(root, |order| order.ignore = vec![Ignore::Case]);
        assert_eq!(after, (none.clone(), both.clone()));
        let after = changed(root, |order| order.repeat = 2);
        assert_eq!(after, (none.clone(), both));
        let after = changed(root, |order| order.compile.memory = 1);
        assert_eq!(after, (all.clone(), none.clone()));
        let after = changed(root, |order| order.containment = Containment::Sandbox);
        assert_eq!(after, (all, none.clone()));
        let more = root.join("more.toml");
        let text = "[[language]]\nname='C'\nextensions=['c']\nrun=['x']";
        fs::write(&more, text).unwrap();
        let after = changed(root, |order| order.languages.add(&more).unwrap());
        assert_eq!(after, (vec![0], none.clone()));
        let after = changed(root, |order| order.fail_fast = true);
        assert_eq!(after, (none.clone(), none));
    }

    #[test]
    fn a_command_and_its_files() {
        let folder = folder();
        let script = folder.path().join("work/b/x.py");
        let command = |words: &[&str]| {
            let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
            look_at_command(&words)
        };
        let path = script.to_str().unwrap();
        let (submission, print, entered) = command(&["sh", "-e", path, "a b"]).unwrap();
        assert_eq!(submission.name, format!("sh -e {path} 'a b'"));
        let Entered::Command { argv, visible, .. } = entered else {
            panic!("{entered:?}");
        };
        assert_eq!(argv, ["sh", "-e", path, "a b"]);
        assert_eq!(visible, std::slice::from_ref(&script));
        fs::write(&script, "changed").unwrap();
        assert_ne!(command(&["sh", "-e", path, "a b"]).unwrap().1, print);
        let error = command(&["./no/such"]).unwrap_err().to_string();
        assert_eq!(error, "./no/such: no such file");
        let error = command(&["no-such-tool"]).unwrap_err().to_string();
        assert_eq!(error, "no-such-tool is not installed on this machine");
        let error = command(&[path]).unwrap_err().to_string();
        let text = format!("cannot be executed as it is; --command 'python3 {path}' runs it");
        assert!(error.ends_with(&text), "{error}");
        let source = folder.path().join("work/a.c");
        let error = command(&[source.to_str().unwrap()])
            .unwrap_err()
            .to_string();
        assert!(
            error.ends_with("a.c without --command compiles it"),
            "{error}"
        );
    }

    #[test]
    fn every_case_needs_an_expected_output() {
        let folder = folder();
        fs::remove_file(folder.path().join("cases/2.out")).unwrap();
        let error = Setup::new(&order(folder.path())).unwrap_err().to_string();
        assert!(
            error.ends_with("2.out: no such file, expected the output for case '2'"),
            "{error}"
        );
    }
}
