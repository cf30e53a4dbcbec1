//! Programs that are run with inputs made for them, and what is told of them: what they print is made
//! up here, and so is what the compiler's checks report.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::num::NonZeroUsize;
#[cfg(unix)]
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use bstr::ByteSlice;
use plyjudge::answer;
use plyjudge::draw::Picture;
use plyjudge::games;
use plyjudge::judge::execute::Execute;
use plyjudge::judge::grade::diagnose::Diagnose;
use plyjudge::judge::grade::setup::{Order, Setup, Subject};
use plyjudge::judge::grade::watch::{Progress, Watch};
use plyjudge::judge::grade::{Options, grade};
use plyjudge::judge::journal::diagnosis::{Certainty, Diagnosis};
use plyjudge::judge::journal::results::{Event, Results};
use plyjudge::judge::journal::work::{Header, Journal};
use plyjudge::judge::run::{Ended, Folder, Input, Job, Outcome, RunError, Sink, Usage};
use plyjudge::judge::verdict::ExitStatus;
use plyjudge::mistakes::catalogue::{Catalogue, Set};
use plyjudge::mistakes::diagnose::forms::{Form, GOES_ON, STOPS_AT_BLANK, of_an_error};
use plyjudge::mistakes::diagnose::{CaseUse, Experiments, More, RuleDiagnosis};
use plyjudge::mistakes::generate;
use plyjudge::mistakes::replay::{Replay, Script, fingerprint};
use plyjudge::mistakes::suite::{Case, Suite, answer};
use plyjudge::options::OptionInfo;
use plyjudge::protocol::explain::{Explanation, LookError};
use plyjudge::protocol::source::Source;
use plyjudge::protocol::state::{GameState, LoadError};
use plyjudge::protocol::{About, PositionError, Protocol, Session, Settings, SettingsError};
use plyjudge::search::tree::Limits;

use super::diagnose::catalogue;

/// A game whose programs look ahead so few levels that they take next to no time.
pub fn shallow(game: &str, depth: u32) -> Catalogue {
    let right = Settings {
        depth: Some(depth),
        ..Settings::default()
    };
    Catalogue::new(games::find(game).unwrap(), right)
}

/// What a program does with an input.
pub struct Did {
    output: Vec<u8>,
    ended: Ended,
    /// What it writes to standard error where it is compiled with checks.
    report: &'static str,
}

impl Did {
    /// It prints something, and ends as it should.
    pub fn printed(output: impl Into<Vec<u8>>) -> Self {
        Self {
            output: output.into(),
            ended: Ended::Exited(0),
            report: "",
        }
    }
}

/// A program, by what it does with an input.
pub type Program<'a> = dyn Fn(&[u8]) -> Did + Sync + 'a;

/// Does what a program would do, and remembers with what it was run.
struct Made<'a> {
    program: &'a Program<'a>,
    asked: Mutex<Vec<Vec<u8>>>,
}

impl Execute for Made<'_> {
    fn stream(&self, job: &Job, sink: &mut Sink<'_>) -> Result<Outcome, RunError> {
        let did = match &job.folder {
            Folder::Program => compiled(job),
            _ => self.run(job),
        };
        let did = did.map_err(|error| RunError::Job(error.to_string()))?;
        _ = sink(&did.output);
        Ok(Outcome {
            ended: did.ended,
            usage: Usage::default(),
            stdout: Vec::new(),
            stderr: did.report.into(),
            stderr_cut: false,
        })
    }

    fn seen(&self, _program: &Path, host: &Path) -> PathBuf {
        host.to_owned()
    }
}

/// Nothing is compiled: the program is the words that the compiler was given.
fn compiled(job: &Job) -> io::Result<Did> {
    let at = job.argv.iter().position(|word| word == "-o");
    let name = &job.argv[at.expect("a name for the program") + 1];
    let program = job.program.as_ref().expect("a folder").join(name);
    let words = job.argv.join(&OsString::from(" "));
    fs::write(&program, words.as_encoded_bytes())?;
    #[cfg(unix)]
    fs::set_permissions(&program, PermissionsExt::from_mode(0o755))?;
    Ok(Did::printed(""))
}

impl Made<'_> {
    fn run(&self, job: &Job) -> io::Result<Did> {
        let input = match &job.stdin {
            Input::Bytes(bytes) => bytes.to_vec(),
            Input::File(path) => fs::read(path)?,
            _ => Vec::new(),
        };
        let mut did = (self.program)(&input);
        let words = fs::read(&job.argv[0])?;
        if !String::from_utf8_lossy(&words).contains("-fsanitize=") {
            did.report = "";
        }
        self.asked.lock().unwrap().push(input);
        Ok(did)
    }
}

/// Nobody watches.
struct Unwatched;

impl Watch for Unwatched {
    fn progress(&mut self, _progress: Progress) {}

    fn known(&mut self, _results: &Results<'_>, _event: Event<'_>) {}
}

/// A case to be run with, where there are none.
fn first_case(catalogue: &Catalogue) -> Case {
    let made = generate::ordinary(catalogue, &[], 0, 0);
    let input = made.into_iter().find(|input| !input.is_empty());
    Case {
        name: "first".to_owned(),
        input: input.expect("an input"),
    }
}

/// What is told of a program, and with which inputs it was run for that, in their order but for those
/// that are run side by side. Without cases it is run with one first, of which nothing is made.
fn tried(
    catalogue: &Catalogue,
    cases: &[Case],
    more: More,
    prepare: &dyn Fn(&RuleDiagnosis<'_>),
    program: &Program<'_>,
) -> (Diagnosis, Vec<Vec<u8>>) {
    let is_used = !cases.is_empty();
    let first = [first_case(catalogue)];
    let cases = if is_used { cases } else { &first };
    let suite = Suite::new(catalogue, cases.to_vec()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let write = |name: String, bytes: &[u8]| fs::write(folder.path().join(name), bytes).unwrap();
    fs::create_dir(folder.path().join("cases")).unwrap();
    for (number, (case, right)) in cases.iter().zip(suite.right()).enumerate() {
        write(format!("cases/{number:03}.txt"), &case.input);
        write(format!("cases/{number:03}.out"), right);
    }
    write("program.c".to_owned(), b"int main(void) { return 0; }\n");
    let subject = Subject::One(folder.path().join("program.c"));
    let mut setup = Setup::new(&Order::new(subject, &folder.path().join("cases"))).unwrap();
    let uses = CaseUse {
        is_used,
        is_visible: true,
        exit_status: ExitStatus::default(),
    };
    let diagnosis = RuleDiagnosis::new(suite, vec![uses; cases.len()], more);
    prepare(&diagnosis);
    setup.diagnosed_by(&diagnosis);
    let header = Header::new(setup.grading.clone(), None);
    let journal = Journal::open(&folder.path().join("journal"), header, true).unwrap();
    let made = Made {
        program,
        asked: Mutex::default(),
    };
    let options = Options {
        jobs: NonZeroUsize::MIN,
        interrupted: &AtomicBool::new(false),
        diagnose: Some(&diagnosis),
    };
    let results = grade(&setup, &made, &journal, options, &mut Unwatched).unwrap();
    let told = results.diagnosis(0).expect("a diagnosis").clone();
    let mut asked = made.asked.into_inner().unwrap();
    if !is_used {
        let is_of_case = |input: &&Vec<u8>| **input == cases[0].input;
        let count = asked.iter().take_while(is_of_case).count();
        asked.drain(..count);
    }
    (told, asked)
}

/// What is told of a program that is run with some cases, and with so many inputs besides.
pub fn told_of(
    catalogue: &Catalogue,
    cases: &[Case],
    runs: usize,
    program: &Program<'_>,
) -> Diagnosis {
    tried(catalogue, cases, experiments(runs), &|_| (), program).0
}

/// What is told of a program that is run with so many inputs, and those.
fn diagnosed(
    catalogue: &Catalogue,
    runs: usize,
    program: &Program<'_>,
) -> (Diagnosis, Vec<Vec<u8>>) {
    tried(catalogue, &[], experiments(runs), &|_| (), program)
}

fn experiments(runs: usize) -> More {
    More {
        shrink: false,
        experiments: Some(Experiments { runs, seed: 1 }),
    }
}

/// Inputs that most programs are run with, so many each time that some are wanted. They are made eight
/// streams at a time; what is not wanted of those is left out.
fn ordinary<const N: usize>(catalogue: &Catalogue, counts: [usize; N]) -> [Vec<Vec<u8>>; N] {
    let mut seen = vec![first_case(catalogue).input];
    let mut stream = 0;
    counts.map(|count| {
        let mut inputs = Vec::new();
        while inputs.len() < count {
            let streams = stream..stream + 8;
            stream += 8;
            for input in streams.flat_map(|it| generate::ordinary(catalogue, &[], 1, it)) {
                if inputs.len() < count && !seen.contains(&input) {
                    seen.push(input.clone());
                    inputs.push(input);
                }
            }
        }
        inputs
    })
}

/// What a program with these mistakes answers.
pub fn mistaken(catalogue: &Catalogue, set: &Set, input: &[u8]) -> Vec<u8> {
    let replay = Replay::new(catalogue.protocol(), &[Script::new(input)]);
    let answers = replay.answers(&catalogue.settings(set));
    answers.unwrap().0.remove(0)
}

/// The right answer.
fn right(catalogue: &Catalogue, input: &[u8]) -> Vec<u8> {
    mistaken(catalogue, &Set::NONE, input)
}

fn named(catalogue: &Catalogue, mistake: &str) -> Set {
    Set::one(catalogue.find(mistake).expect("a mistake"))
}

/// Of two programs that an assignment has, one says nothing to the other's inputs, or takes them for
/// its own: it is run with its own then. Whoever answers as many lines, all wrong, is judged by them.
#[test]
#[ignore = "takes long; `.ci/run` and `make slow` run it"]
fn a_program_is_judged_by_the_inputs_that_are_for_it() {
    const POOL: usize = 200;
    let catalogue = shallow("ewn", 1);
    let told = |is_for: fn(&[u8]) -> bool, else_printed: &'static [u8]| {
        let (told, asked) = diagnosed(&catalogue, 400, &|input| {
            Did::printed(match is_for(input) {
                true => right(&catalogue, input),
                false => else_printed.to_vec(),
            })
        });
        let later = asked[POOL..].iter();
        (told, later.filter(|input| !is_for(input)).count())
    };
    let judged = |without: &str, (told, others): (Diagnosis, usize)| {
        let start = format!("It answers no {without}: it is judged by the rest. Right on all ");
        let tried = told.summary.strip_prefix(&start);
        let tried = tried.unwrap_or_else(|| panic!("{}", told.summary));
        let tried = tried.strip_suffix(" inputs tried.").expect("a number");
        assert!(tried.parse::<usize>().unwrap() > 150, "{tried}");
        assert_eq!(told.certainty, Certainty::Right);
        assert_eq!(others, 0, "{without}");
    };
    let is_analysis: fn(&[u8]) -> bool = |input| input[0].is_ascii_digit();
    let is_request: fn(&[u8]) -> bool = |input| !input[0].is_ascii_digit();
    judged("analysis lines", told(is_request, b""));
    judged("analysis lines", told(is_request, b"0 0\n"));
    judged(
        "get lines and no get lines in letters",
        told(is_analysis, b""),
    );
    // What is answered in numbers is meant as an answer, if not to letters.
    let has_no_letters: fn(&[u8]) -> bool = |input| {
        let is_cell = |word: &[u8]| word.len() == 2 && word[0].is_ascii_uppercase();
        !input.contains(&b'_') && !input.split(u8::is_ascii_whitespace).any(is_cell)
    };
    judged("get lines in letters", told(has_no_letters, b"0 0\n0 0\n"));
    for (is_for, certainty) in [
        ((|_| true) as fn(&[u8]) -> bool, Certainty::Right),
        (|_| false, Certainty::Unknown),
    ] {
        let (told, _) = told(is_for, b"");
        assert_eq!(told.certainty, certainty);
        assert!(!told.summary.contains("It answers no"), "{}", told.summary);
    }
}

/// The specification has the same answer to some forms of an input: a program that is right but for
/// some of them is said to do something else there, and nothing else is said.
#[test]
fn other_forms_of_inputs_are_tried() {
    let catalogue = shallow("kalah", 1);
    let remarks = |is_other: &(dyn Fn(&[u8]) -> bool + Sync)| {
        let (told, _) = diagnosed(&catalogue, 230, &|input| {
            Did::printed(match is_other(input) {
                true => b"0".to_vec(),
                false => right(&catalogue, input),
            })
        });
        assert_eq!(told.certainty, Certainty::Right);
        told.tested.expect("tests").observations
    };
    let has = |input: &[u8], text: &[u8]| input.windows(text.len()).any(|it| it == text);
    let unended_or_blank = |input: &[u8]| !input.ends_with(b"\n") || has(input, b" \n");
    let expected = [Form::Unended, Form::TrailingBlanks].map(Form::remark);
    assert_eq!(remarks(&unended_or_blank), expected);
    let ended_otherwise = |input: &[u8]| has(input, b"\r") || has(input, b"\n\n");
    let expected = [Form::CrLf, Form::BlankLines].map(Form::remark);
    assert_eq!(remarks(&ended_otherwise), expected);
    let is_refused = |input: &[u8]| input.ends_with(b"?\n");
    assert_eq!(remarks(&is_refused), [Form::Unreadable.remark()]);
}

/// A program that reads no further than to the first blank line is said to do so; nothing else
/// is said of its forms of input.
#[test]
fn programs_that_stop_at_a_blank_line_are_said_to() {
    for game in ["kalah", "hexline"] {
        let catalogue = shallow(game, 1);
        let place = |input: &[u8]| input.windows(2).position(|it| it == b"\n\n");
        let stops = |input: &[u8]| match place(input) {
            Some(place) => input[..=place].to_vec(),
            None => input.to_vec(),
        };
        let program: &Program<'_> = &|input| Did::printed(right(&catalogue, &stops(input)));
        let (told, _) = diagnosed(&catalogue, 230, program);
        assert_eq!(told.certainty, Certainty::Right, "{game}");
        let observations = told.tested.expect("tests").observations;
        assert_eq!(observations, [STOPS_AT_BLANK], "{game}");
    }
}

/// A program that leaves out what it cannot read, where an input ends, is said to go on.
#[test]
fn programs_that_go_on_after_what_they_cannot_read_are_said_to() {
    for game in ["kalah", "hexline", "ewn"] {
        let catalogue = shallow(game, 1);
        let program: &Program<'_> = &|input| {
            let lines = input.split_inclusive(|&byte| byte == b'\n');
            let read: Vec<&[u8]> = lines.filter(|line| *line != b"?\n").collect();
            Did::printed(right(&catalogue, &read.concat()))
        };
        let (told, _) = diagnosed(&catalogue, 230, program);
        assert_eq!(told.certainty, Certainty::Right, "{game}");
        let observations = told.tested.expect("tests").observations;
        assert_eq!(observations, [GOES_ON], "{game}");
    }
}

/// A program that is right but for lines with a number too many, of which it takes the first ones, is
/// said to do something else there.
#[test]
fn programs_that_answer_errors_are_said_to() {
    const ONE_TOO_MANY: &str = "4 4 4 4 4 4 0 4 4 4 4 4 4 0 0 2 2";
    let catalogue = shallow("kalah", 1);
    let program: &Program<'_> = &|input| {
        let first = ONE_TOO_MANY
            .strip_suffix(" 2")
            .expect("a number")
            .as_bytes();
        Did::printed(right(&catalogue, &input.replace(ONE_TOO_MANY, first)))
    };
    let (told, _) = diagnosed(&catalogue, 230, program);
    assert_eq!(told.certainty, Certainty::Right);
    let observations = told.tested.expect("tests").observations;
    assert_eq!(observations, [of_an_error(ONE_TOO_MANY)]);
}

/// Right answers to an input in another form are those to the input, and to one with an error those to what
/// comes before the error.
#[test]
fn other_forms_of_inputs_mean_the_same() {
    for &game in games::SHIPPED {
        let catalogue = shallow(game.name(), 1);
        let answered = |mut input: &[u8]| {
            let mut answer = Vec::new();
            // What was written before an error is the answer.
            _ = answer::answer(
                &mut input,
                "input",
                Some(game),
                catalogue.right(),
                &mut answer,
            );
            answer
        };
        for input in generate::ordinary(&catalogue, &[], 1, 1) {
            for form in Form::ALL {
                let other = form.of(&input);
                assert_ne!(other, input, "{}: {form:?}", game.name());
                assert_eq!(
                    answered(&other),
                    answered(&input),
                    "{}: {form:?}",
                    game.name()
                );
            }
            let begins = |line: &[u8]| game.recognises(line.to_str().expect("text"));
            let Some([before, after]) = Form::halves(&input, begins) else {
                continue;
            };
            let lines: Vec<String> = before.to_str_lossy().lines().map(str::to_owned).collect();
            for error in generate::errors(&catalogue, &lines) {
                let error = error.join("\n");
                let with_error = [&*before, error.as_bytes(), b"\n", &*after].concat();
                assert_eq!(answered(&with_error), answered(&before), "{error}");
            }
        }
    }
}

/// Inputs that are made before there is a program are those that it is run with.
#[test]
fn inputs_made_beforehand_are_the_same() {
    let catalogue = shallow("ewn", 1);
    let program: &Program<'_> = &|input| Did::printed(right(&catalogue, input));
    let asked = |prepare: &dyn Fn(&RuleDiagnosis<'_>)| {
        let (_, mut asked) = tried(&catalogue, &[], experiments(400), prepare, program);
        asked.sort();
        asked
    };
    let fresh = asked(&|_| ());
    let beforehand = asked(&|diagnosis| diagnosis.prepare(&AtomicBool::new(false)));
    assert_eq!(beforehand, fresh);
}

/// A game that counts how often inputs are made for it.
struct Counted {
    game: &'static dyn Protocol,
    made: AtomicUsize,
}

impl Protocol for Counted {
    fn about(&self) -> &'static About {
        self.game.about()
    }

    fn recognises(&self, line: &str) -> bool {
        self.game.recognises(line)
    }

    fn options(&self) -> Vec<OptionInfo> {
        self.game.options()
    }

    fn session(&self, settings: &Settings) -> Result<Box<dyn Session>, SettingsError> {
        self.game.session(settings)
    }

    fn perft(
        &self,
        settings: &Settings,
        at: Option<&str>,
        plies: u32,
    ) -> Result<u64, PositionError> {
        self.game.perft(settings, at, plies)
    }

    fn locate(&self, input: &str, output: &str, line: usize) -> Option<String> {
        self.game.locate(input, output, line)
    }

    fn position(&self, settings: &Settings, input: &str) -> Result<Picture, LookError> {
        self.game.position(settings, input)
    }

    fn shown(
        &self,
        settings: &Settings,
        input: &str,
        output: &str,
        line: usize,
    ) -> Option<Picture> {
        self.game.shown(settings, input, output, line)
    }

    fn decision_at(&self, input: &str, output: &str, line: usize) -> Option<usize> {
        self.game.decision_at(input, output, line)
    }

    fn explain(
        &self,
        settings: &Settings,
        input: &str,
        at: Option<usize>,
        limits: Limits,
    ) -> Result<Explanation, LookError> {
        self.game.explain(settings, input, at, limits)
    }

    fn game_state(&self, settings: &Settings) -> Result<Box<dyn GameState>, SettingsError> {
        self.game.game_state(settings)
    }

    fn load(&self, settings: &Settings, text: &str) -> Result<Vec<Box<dyn GameState>>, LoadError> {
        self.game.load(settings, text)
    }

    fn source(&self, right: &Settings) -> Result<Box<dyn Source>, SettingsError> {
        self.made.fetch_add(1, Ordering::Relaxed);
        self.game.source(right)
    }
}

/// They are made once, and none for nobody.
#[test]
fn inputs_are_made_once_while_somebody_wants_them() {
    let counted: &'static Counted = Box::leak(Box::new(Counted {
        game: games::find("kalah").unwrap(),
        made: AtomicUsize::new(0),
    }));
    let catalogue = Catalogue::new(counted, Settings::default());
    let none = Suite::new(&catalogue, Vec::new()).unwrap();
    let diagnosis = RuleDiagnosis::new(none, Vec::new(), experiments(400));
    let made_after = |stop: bool| {
        diagnosis.prepare(&AtomicBool::new(stop));
        counted.made.load(Ordering::Relaxed)
    };
    assert_eq!(made_after(true), 0);
    let made = made_after(false);
    assert!(made > 0);
    assert_eq!(made_after(false), made);
}

/// One answer that the program's mistake does not explain: it is left out where a fault is
/// reported on it alone, and kept where one is reported everywhere or nowhere.
#[test]
#[ignore = "takes long; `.ci/run` and `make slow` run it"]
fn what_hangs_on_a_fault_that_others_have_not_is_left_out() {
    const REPORT: &str = "a.c:2:48: runtime error: index 4 out of bounds for type 'int [4]'\n";
    let catalogue = catalogue("kalah");
    let set = named(&catalogue, "capture=never");
    let [pool] = ordinary(&catalogue, [40]);
    let is_wrong = |input: &&Vec<u8>| mistaken(&catalogue, &set, input) != right(&catalogue, input);
    let odd = pool.iter().find(is_wrong).expect("one that shows it");
    let told = |is_reported: fn(bool) -> bool| {
        let (told, _) = diagnosed(&catalogue, 40, &|input| Did {
            report: if is_reported(input == odd) {
                REPORT
            } else {
                ""
            },
            ..Did::printed(match input == odd {
                true => b"?\n".to_vec(),
                false => mistaken(&catalogue, &set, input),
            })
        });
        told.summary
    };
    let left_out = "It shows on 1 input, which is left out. ";
    let summary = told(|is_odd| is_odd);
    assert!(summary.contains(left_out), "{summary}");
    for is_reported in [|_| true, |_| false] {
        let summary = told(is_reported);
        assert!(!summary.contains("left out"), "{summary}");
    }
}

/// There are no captures, and whatever that does not change is wrong otherwise: the mistake is
/// blamed for a part where it explains much of what is wrong, and not where it is next to nothing.
#[test]
#[ignore = "takes long; `.ci/run` and `make slow` run it"]
fn mistakes_that_explain_next_to_nothing_are_not_blamed() {
    let catalogue = catalogue("kalah");
    let set = named(&catalogue, "capture=never");
    let [pool] = ordinary(&catalogue, [200]);
    let told = |one_in: u64| {
        let (told, _) = diagnosed(&catalogue, 600, &|input| {
            let output = mistaken(&catalogue, &set, input);
            let is_shown =
                output != right(&catalogue, input) && fingerprint(input).is_multiple_of(one_in);
            Did::printed(match is_shown || pool.iter().any(|it| it == input) {
                true => output,
                false => b"?\n".to_vec(),
            })
        });
        let names = told.mistakes.into_iter().map(|mistake| mistake.name);
        (told.certainty, names.collect::<Vec<_>>())
    };
    let blamed = vec!["capture=never".to_owned()];
    assert_eq!(told(1), (Certainty::Partial, blamed));
    assert_eq!(told(16), (Certainty::Unknown, Vec::new()));
}

/// A program that never ends on the quarter of the inputs that is most work: after the first of
/// those it is tried on lighter ones, and ends on more than if they were tried as they come.
#[test]
fn inputs_too_much_work_for_a_slow_program_are_left_out() {
    /// So many that do not end are enough.
    const WAITS: usize = 4;
    let catalogue = shallow("kalah", 1);
    let [made] = ordinary(&catalogue, [80]);
    let work = |input: &[u8]| answer(&catalogue, &Script::new(input)).unwrap().1;
    let works: Vec<u64> = made.iter().map(|input| work(input)).collect();
    let mut all = works.clone();
    all.sort_unstable();
    let too_much = all[60];
    let mut waits = 0;
    let as_they_come = works.iter().take_while(|&&work| {
        waits += usize::from(work >= too_much);
        waits < WAITS
    });
    let as_they_come = as_they_come.filter(|&&work| work < too_much).count();
    let (told, asked) = diagnosed(&catalogue, 80, &|input| Did {
        ended: match work(input) >= too_much {
            true => Ended::CpuLimit,
            false => Ended::Exited(0),
        },
        ..Did::printed(right(&catalogue, input))
    });
    let is_ended = |input: &&Vec<u8>| asked.contains(input) && work(input) < too_much;
    let ended = made.iter().filter(is_ended).count();
    assert_eq!(told.certainty, Certainty::Stopped);
    assert!(ended > 2 * as_they_come, "{ended}, {as_they_come}");
}

/// Where enough inputs refute what is supposed, the others are left; the shortest come first.
#[test]
#[ignore = "takes long; `.ci/run` and `make slow` run it"]
fn no_more_counterexamples_are_looked_for_than_are_of_use() {
    /// So many refute enough, and so many are tried at a time.
    const COUNTEREXAMPLES: usize = 60;
    const PART: usize = 40;
    let catalogue = catalogue("hexline");
    let [pool, mut fresh] = ordinary(&catalogue, [200, 200]);
    // Right on all that it is run with at first, and on nothing else.
    let (_, asked) = diagnosed(&catalogue, 600, &|input| {
        Did::printed(match pool.iter().any(|it| it == input) {
            true => right(&catalogue, input),
            false => b"?\n".to_vec(),
        })
    });
    fresh.sort_by_key(Vec::len);
    let is_asked: Vec<bool> = fresh.iter().map(|input| asked.contains(input)).collect();
    let (tried, left) = is_asked.split_at(COUNTEREXAMPLES.next_multiple_of(PART));
    assert!(tried.iter().all(|it| *it) && !left.contains(&true));
}

/// What refutes a claim and is too much work to be searched still speaks against it in the end.
#[test]
#[ignore = "takes long; `.ci/run` and `make slow` run it"]
fn what_is_too_much_work_to_be_searched_still_refutes_a_claim() {
    /// On so many fresh inputs is tested what explains only a part.
    const LONG_TEST: usize = 300;
    let catalogue = catalogue("ewn");
    let ordinary = ordinary(&catalogue, [200, 200]).concat();
    // Large positions have at least so many stones.
    let is_crowded = |line: &str| {
        let numbers = line.split(' ').skip(2);
        line.starts_with(['0', '1']) && numbers.filter(|cell| *cell != "0").count() > 8
    };
    let (told, _) = diagnosed(&catalogue, 1000, &|input| {
        let is_large = || str::from_utf8(input).unwrap().lines().any(is_crowded);
        let is_wrong = !ordinary.iter().any(|it| it == input) && is_large();
        Did::printed(match is_wrong {
            true => b"?\n".to_vec(),
            false => right(&catalogue, input),
        })
    });
    let tested = told.tested.unwrap();
    let beyond = tested.fresh - LONG_TEST;
    assert!(beyond > 0 && tested.fresh - tested.explained >= beyond);
}

/// What shows in none of the inputs tried is sought before a program is called right, or wrong in
/// nothing else.
#[test]
#[ignore = "takes long; `.ci/run` and `make slow` run it"]
fn what_ordinary_inputs_do_not_show_is_sought() {
    let catalogue = catalogue("checkers");
    let made = ordinary(&catalogue, [200, 200]).concat();
    for (supposed, certainty) in [
        (Set::NONE, Certainty::Right),
        (named(&catalogue, "tie=last"), Certainty::Exact),
    ] {
        let (told, asked) = diagnosed(&catalogue, 1000, &|input| {
            Did::printed(mistaken(&catalogue, &supposed, input))
        });
        assert_eq!(told.certainty, certainty);
        // As if what the program does were right: what else might be wrong?
        let beside = Catalogue::new(catalogue.protocol(), catalogue.settings(&supposed));
        let missed = |inputs: Vec<Vec<u8>>, sets: Vec<Set>| {
            let case = |input| Case {
                name: String::new(),
                input,
            };
            let cases = inputs.into_iter().map(case).collect();
            let suite = Suite::new(&beside, cases).unwrap().led().within(2_000_000);
            suite.missed(sets, &|| true)
        };
        let (known, sought): (Vec<_>, Vec<_>) =
            asked.into_iter().partition(|input| made.contains(input));
        let all = beside.singles().filter(|set| beside.shows_alone(set));
        let others = missed(known, all.collect());
        let left = missed(sought, others.clone());
        let (left, others) = (left.len(), others.len());
        assert!(others >= 5 && 3 * left <= others, "{left} of {others}");
    }
}

/// As gcc and clang write them.
#[test]
fn reports_become_a_few_words() {
    let catalogue = catalogue("kalah");
    let cases = [first_case(&catalogue)];
    for (report, expected) in [
        ("", None),
        ("debug: x = 3\n", None),
        (
            "a.c:2:48: runtime error: index 4 out of bounds for type 'int [4]'\n",
            Some("index 4 out of bounds for type 'int [4]' in a.c:2"),
        ),
        (
            "==1==ERROR: AddressSanitizer: stack-buffer-overflow on address 0x7f at pc 0x55\n\
             WRITE of size 4 at 0x7f thread T0\n    #0 0x55 in f /box/program/a.c:2\n",
            Some("stack buffer overflow in a.c:2"),
        ),
        (
            "==1==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x7f at pc 0x55\n\
             READ of size 9 at 0x7f thread T0\n    #0 0x7f in __interceptor_strcpy \
             ../../../../src/libsanitizer/asan/asan_interceptors.cpp:440\n    \
             #1 0x55 in main /box/program/b.c:30:7\n",
            Some("heap buffer overflow in b.c:30"),
        ),
        (
            "==1==ERROR: AddressSanitizer: attempting double-free on 0x60 in thread T0:\n",
            Some("double-free"),
        ),
    ] {
        let crashing: &Program<'_> = &|_| Did {
            ended: Ended::Signalled(11),
            report,
            ..Did::printed("")
        };
        let (told, _) = tried(&catalogue, &cases, More::default(), &|_| (), crashing);
        let faults: Vec<&str> = told.faults.iter().map(|fault| &*fault.text).collect();
        assert_eq!(faults, expected.as_slice(), "{report}");
    }
}
