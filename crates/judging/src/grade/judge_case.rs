//! Judging a case: one program, one case, one run or several, one judgement.

use std::fs::{self, File};
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use crate::build::compile::Program;
use crate::compare::{Comparer, DifferenceKind, Ignore, Tokens, compare, compare_tokens};
use crate::execute::{Execute, persist};
use crate::fingerprint::Printer;
use crate::grade::validator::{RIGHT, ReadyValidator, Unruled};
use crate::record::{Excerpt, Fault, Judgement, Outcome, Repeat, Ruling, Run, WrongOutput};
use crate::suite::plan::Scale;
use crate::verdict::{Crash, ExitStatus, Verdict};
use plyjudge_runner::input;
use plyjudge_runner::interaction::connect;
use plyjudge_runner::run::{self, Ended, Input, Job, Limits, RunError};

/// The signal for a file that is too large, on Linux.
const SIGXFSZ: i32 = 25;

/// Content of a file of a case.
#[derive(Clone, Debug)]
pub enum Content {
    /// In memory.
    Held(Arc<[u8]>),
    /// Too large to be held.
    OnDisk {
        /// The file.
        path: PathBuf,
        /// What it was like when it was looked at.
        stamp: Stamp,
    },
}

impl Default for Content {
    fn default() -> Self {
        Content::Held(Arc::default())
    }
}

/// What shows that a file has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    length: u64,
    modified: Option<SystemTime>,
}

impl Stamp {
    /// The stamp of a file.
    pub fn of(about: &fs::Metadata) -> Self {
        Self {
            length: about.len(),
            modified: about.modified().ok(),
        }
    }
}

impl Content {
    /// The bytes.
    pub(crate) fn bytes(&self) -> Result<Arc<[u8]>, RunError> {
        match self {
            Content::Held(bytes) => Ok(Arc::clone(bytes)),
            Content::OnDisk { path, stamp } => {
                let mut bytes = Vec::new();
                let mut file = unchanged(path, stamp)?;
                match file.read_to_end(&mut bytes) {
                    Ok(_) => Ok(bytes.into()),
                    Err(source) => Err(unreadable(path, source)),
                }
            }
        }
    }

    /// The bytes as input of a run.
    pub(crate) fn input(&self) -> Result<Input, RunError> {
        match self {
            Content::Held(bytes) => Ok(Input::Bytes(Arc::clone(bytes))),
            Content::OnDisk { path, stamp } => {
                unchanged(path, stamp).map(|_| Input::File(path.clone()))
            }
        }
    }
}

/// Opens a file that should be as it was.
fn unchanged(path: &Path, stamp: &Stamp) -> Result<File, RunError> {
    let opened = input::open(path).and_then(|file| Ok((file.metadata()?, file)));
    match opened {
        Ok((about, file)) if Stamp::of(&about) == *stamp => Ok(file),
        Ok(_) => {
            let changed = io::Error::other("it has changed since the grading began");
            Err(unreadable(path, changed))
        }
        Err(error) => Err(unreadable(path, error)),
    }
}

fn unreadable(path: &Path, source: io::Error) -> RunError {
    let path = path.to_owned();
    RunError::File { path, source }
}

/// A case with all that judging it takes.
#[derive(Clone, Debug, Default)]
pub struct LoadedCase {
    /// What the program reads.
    pub input: Content,
    /// What it should print.
    pub expected: Content,
    /// What it may use.
    pub limits: Limits,
    /// How it should end.
    pub exit_status: ExitStatus,
    /// How tokens are compared, where they are and not bytes.
    pub tokens: Option<Tokens>,
    /// The arguments of the output validator, where one says what is right.
    pub validator: Option<Vec<String>>,
    /// What points the validator may give, if any.
    pub scale: Option<Scale>,
    /// Files that the program finds in the folder that it starts in: their paths there, and where
    /// they are.
    pub files: Vec<(PathBuf, PathBuf)>,
    /// What the program is called with.
    pub args: Vec<String>,
    /// Whether it is hidden from students.
    pub hidden: bool,
}

/// Tries programs.
#[derive(Clone, Copy)]
pub struct CaseJudge<'a> {
    /// What runs them.
    pub executor: &'a dyn Execute,
    /// Differences that do not count where bytes are compared.
    pub ignore: &'a [Ignore],
    /// How often each case is run; at least once.
    pub repeat: u32,
    /// The output validator, if there is one.
    pub validator: Option<&'a ReadyValidator<'a>>,
}

impl<'a> CaseJudge<'a> {
    /// What runs a program once with each case, where every difference counts.
    pub fn once(executor: &'a dyn Execute, validator: Option<&'a ReadyValidator<'a>>) -> Self {
        Self {
            executor,
            ignore: &[],
            repeat: 1,
            validator,
        }
    }

    /// Judges a program on a case. A run that fails because of us is tried again.
    pub fn judge(&self, program: &Program, case: &LoadedCase) -> Outcome {
        let fault = |message: String| Outcome::Fault(Fault { message });
        let mut judgements = Vec::new();
        for _ in 0..self.repeat.max(1) {
            let judged = persist(|| match self.run(program, case) {
                // That would end as it did.
                Err(Unruled::Failed(message)) => Ok(Err(message)),
                Err(Unruled::Run(error)) => Err(error),
                Ok(judged) => Ok(Ok(judged)),
            });
            match judged {
                Ok(Ok(judgement)) => judgements.push(judgement),
                Ok(Err(message)) => return fault(message),
                Err(error) => return fault(error.to_string()),
            }
        }
        let repeat = |it: &Judgement| {
            let (verdict, run) = (it.verdict, it.run?);
            Some(Repeat { verdict, run })
        };
        let repeats = match &judgements[..] {
            [_] => Vec::new(),
            all => all.iter().filter_map(repeat).collect(),
        };
        let telling = judgements.iter().position(|it| !it.verdict.is_accepted());
        Outcome::Judged(Judgement {
            repeats,
            ..judgements.swap_remove(telling.unwrap_or(0))
        })
    }

    fn run(&self, program: &Program, case: &LoadedCase) -> Result<Judgement, Unruled> {
        let (mut job, _laid_out) = program.job_with(&case.limits, &case.files)?;
        job.argv.extend(case.args.iter().map(Into::into));
        job.hidden = case.hidden;
        match self.validator {
            Some(validator) if validator.is_interactive() => {
                return self.converse(validator, &job, case);
            }
            Some(validator) => return self.have_judged(validator, job, case),
            None => {}
        }
        let expected = case.expected.bytes()?;
        job.stdin = case.input.input()?;
        let mut output = Output::new(&expected, self.ignore, case.tokens);
        let outcome = self.executor.stream(&job, &mut |bytes| {
            output.push(bytes);
            ControlFlow::Continue(())
        })?;
        let printed = output.printed;
        Ok(judgement(&outcome, printed, case, output.finish(), None))
    }

    /// Whether an output is right that is there already.
    pub(crate) fn is_right(&self, case: &LoadedCase, printed: &[u8]) -> Result<bool, Unruled> {
        if let Some(validator) = self.validator {
            return validator.judge(case, &printed.into()).map(|(it, _)| it);
        }
        let expected = case.expected.bytes()?;
        let mut output = Output::new(&expected, self.ignore, case.tokens);
        output.push(printed);
        Ok(output.finish().is_none())
    }

    /// Runs a program, and has its output judged if it ended well.
    fn have_judged(
        &self,
        validator: &ReadyValidator<'_>,
        mut job: Job,
        case: &LoadedCase,
    ) -> Result<Judgement, Unruled> {
        job.stdin = case.input.input()?;
        let mut output = Vec::new();
        let outcome = self.executor.stream(&job, &mut |bytes| {
            output.extend_from_slice(bytes);
            ControlFlow::Continue(())
        })?;
        let printed = output.len() as u64;
        let ruled = match verdict(outcome.ended, case.exit_status, None).is_accepted() {
            true => Some(validator.judge(case, &output.into())?),
            false => None,
        };
        Ok(judgement(&outcome, printed, case, None, ruled))
    }

    /// Has a program and the validator speak with each other. How the program ended counts,
    /// unless the validator has ended it: that ends programs that are wrong. A validator that fails
    /// is never the program's fault, nor is one that keeps it waiting.
    fn converse(
        &self,
        validator: &ReadyValidator<'_>,
        job: &Job,
        case: &LoadedCase,
    ) -> Result<Judgement, Unruled> {
        let (folder, mut validating) = validator.job(case)?;
        // It waits as long as the program may take.
        validating.limits.wall += job.limits.wall;
        let talk = connect(
            &|line, sink| self.executor.converse(&validating, line, sink),
            &|line, sink| self.executor.converse(job, line, sink),
            |ended| ended == Ended::Exited(RIGHT),
        )?;
        let (leader, follower) = (&talk.leader, &talk.follower);
        // Each can wait for the other's words. Who has some to read, or is at work, does not.
        if leader.ended == Ended::Stopped && follower.ended == Ended::WallLimit {
            let is_at_work = leader.usage.cpu > follower.usage.wall / 2;
            if talk.unread || is_at_work {
                return Err(Unruled::Failed(validator.keeps_waiting()));
            }
        }
        let own = verdict(follower.ended, case.exit_status, None);
        let ruled = match own.is_accepted() || leader.ended != Ended::Stopped {
            true => {
                let ruled = validator.ruling(case, &folder, leader);
                Some(ruled.map_err(Unruled::Failed)?).filter(|_| own.is_accepted())
            }
            false => None,
        };
        Ok(judgement(follower, talk.printed, case, None, ruled))
    }
}

/// The judgement on a run whose output is wrong, if it is, or that a validator has ruled on, if it
/// came to that.
fn judgement(
    outcome: &run::Outcome,
    printed: u64,
    case: &LoadedCase,
    wrong: Option<Box<WrongOutput>>,
    ruled: Option<(bool, Ruling)>,
) -> Judgement {
    let kind = match (&wrong, &ruled) {
        (Some(wrong), _) => Some(wrong.difference.kind),
        (None, Some((false, _))) => Some(DifferenceKind::Rejected),
        _ => None,
    };
    let mut stderr = Excerpt::around(&outcome.stderr, 0);
    stderr.cut |= outcome.stderr_cut;
    Judgement {
        run: Some(Run {
            ended: outcome.ended,
            usage: outcome.usage,
            printed,
        }),
        wrong,
        stderr,
        ruling: ruled.map(|(_, ruling)| Box::new(ruling)),
        ..Judgement::plain(verdict(outcome.ended, case.exit_status, kind))
    }
}

/// The verdict on a run that ended so, should have ended with this status, and whose output is
/// wrong in this way, if it is.
///
/// How it ended comes first: what a program printed before it was stopped or crashed does
/// not matter. Files that grow too large are a run-time error, as the signal for them is.
pub fn verdict(ended: Ended, awaited: ExitStatus, wrong: Option<DifferenceKind>) -> Verdict {
    let crashed = |crash| Verdict::RunTimeError { crash };
    match ended {
        Ended::CpuLimit | Ended::WallLimit => Verdict::TimeLimit,
        Ended::MemoryLimit => Verdict::MemoryLimit,
        Ended::OutputLimit => Verdict::OutputLimit,
        Ended::FileLimit => crashed(Crash::Signal(SIGXFSZ)),
        Ended::Signalled(signal) => crashed(Crash::Signal(signal)),
        Ended::NotStarted(errno) => crashed(Crash::NotStarted(errno)),
        Ended::Exited(status) if !awaited.takes(status) => crashed(Crash::Status(status)),
        Ended::Exited(_) | Ended::Stopped => match wrong {
            None => Verdict::Accepted,
            Some(difference) => Verdict::WrongAnswer { difference },
        },
    }
}

/// The output of a run, compared as it comes. Of a right output nothing is kept; of a wrong
/// one, what an excerpt needs, or all of it where some differences do not count.
struct Output<'a> {
    expected: &'a [u8],
    ignore: &'a [Ignore],
    tokens: Option<Tokens>,
    comparer: Comparer<'a>,
    printed: u64,
    /// From the first wrong byte on, or everything.
    kept: Vec<u8>,
    /// Of all from the first wrong byte on, where every byte counts.
    wrong: Printer,
}

impl<'a> Output<'a> {
    fn new(expected: &'a [u8], ignore: &'a [Ignore], tokens: Option<Tokens>) -> Self {
        Self {
            expected,
            ignore,
            tokens,
            comparer: Comparer::new(expected),
            printed: 0,
            kept: Vec::new(),
            wrong: Printer::new(),
        }
    }

    /// Whether every byte counts.
    fn is_exact(&self) -> bool {
        self.ignore.is_empty() && self.tokens.is_none()
    }

    fn push(&mut self, bytes: &[u8]) {
        if !self.is_exact() {
            self.kept.extend_from_slice(bytes);
        } else if !self.comparer.push(bytes) {
            // What is right of these bytes comes first.
            let right = match self.kept.is_empty() {
                true => self.comparer.agreed() - self.printed as usize,
                false => 0,
            };
            let wrong = &bytes[right..];
            let room = Excerpt::AFTER - self.kept.len();
            self.kept.extend_from_slice(&wrong[..wrong.len().min(room)]);
            self.wrong.part(wrong);
        }
        self.printed += bytes.len() as u64;
    }

    fn finish(mut self) -> Option<Box<WrongOutput>> {
        let is_exact = self.is_exact();
        if !is_exact {
            self.wrong.part(&self.kept);
        }
        self.wrong.value(&(self.comparer.agreed(), self.printed));
        let print = (self.printed > 0).then(|| self.wrong.finish());
        let (comparison, actual) = if is_exact {
            let right = &self.expected[..self.comparer.agreed()];
            let more = self.printed > (right.len() + self.kept.len()) as u64;
            let actual = Excerpt::of_parts(right, &self.kept, more);
            (self.comparer.finish(), actual)
        } else {
            let comparison = match &self.tokens {
                Some(tokens) => compare_tokens(self.expected, &self.kept, tokens),
                None => compare(self.expected, &self.kept, self.ignore),
            };
            let place = comparison.map_or(0, |difference| difference.offset);
            (comparison, Excerpt::around(&self.kept, place))
        };
        let difference = comparison?;
        let place = match is_exact {
            true => difference.offset,
            false => start_of_line(self.expected, difference.line),
        };
        Some(Box::new(WrongOutput {
            difference,
            expected: Excerpt::around(self.expected, place),
            actual,
            print,
        }))
    }
}

fn start_of_line(text: &[u8], line: usize) -> usize {
    let mut lines = text.split_inclusive(|&byte| byte == b'\n');
    lines.by_ref().take(line).map(<[u8]>::len).sum()
}

#[cfg(test)]
mod tests {
    use super::{CaseJudge, Content, LoadedCase, Stamp, verdict};
    use crate::build::compile::Program;
    use crate::compare::{Difference, DifferenceKind, Ignore};
    use crate::execute::Execute;
    use crate::record::{Excerpt, Judgement, Outcome, Text};
    use crate::verdict::{Crash, ExitStatus, Verdict};
    use plyjudge_runner::run::{self, Ended, Input, Job, RunError, Sink, Usage};
    use std::fs;
    use std::path::{Path, PathBuf};
    use std::sync::Mutex;

    /// Plays back runs, the next one each time: what is printed in pieces, and the end, or a
    /// failure of ours.
    struct Scripted(Mutex<Vec<Step>>);

    /// What is printed and how the run ends, or what goes wrong on our side.
    type Step = Result<(Vec<&'static str>, Ended), &'static str>;

    impl Scripted {
        fn new(mut runs: Vec<Step>) -> Self {
            runs.reverse();
            Self(Mutex::new(runs))
        }
    }

    impl Execute for Scripted {
        fn stream(&self, _: &Job, sink: &mut Sink<'_>) -> Result<run::Outcome, RunError> {
            let next = self.0.lock().unwrap().pop().expect("no more runs");
            let (pieces, ended) = next.map_err(|text| RunError::Lost(text.into()))?;
            pieces.iter().for_each(|piece| _ = sink(piece.as_bytes()));
            Ok(run::Outcome {
                ended,
                usage: Usage::default(),
                stdout: Vec::new(),
                stderr: b"oops".to_vec(),
                stderr_cut: false,
            })
        }

        fn seen(&self, _: &Path, host: &Path) -> PathBuf {
            host.to_owned()
        }
    }

    fn judge(expected: &str, ignore: &[Ignore], repeat: u32, runs: Vec<Step>) -> Outcome {
        let executor = Scripted::new(runs);
        let judge = CaseJudge {
            executor: &executor,
            ignore,
            repeat,
            validator: None,
        };
        let held = |text: &str| Content::Held(text.as_bytes().into());
        let case = LoadedCase {
            input: held("in"),
            expected: held(expected),
            ..LoadedCase::default()
        };
        let program = Program::of_command(vec!["x".into()], Vec::new(), &Default::default());
        let outcome = judge.judge(&program, &case);
        assert!(executor.0.lock().unwrap().is_empty(), "runs are left");
        outcome
    }

    fn judgement(outcome: Outcome) -> Judgement {
        match outcome {
            Outcome::Judged(judgement) => judgement,
            other => panic!("{other:?}"),
        }
    }

    const WELL: Ended = Ended::Exited(0);

    #[test]
    fn verdicts_follow_from_the_end_and_the_output() {
        let kind = DifferenceKind::Content;
        let wrong = Verdict::WrongAnswer { difference: kind };
        let crash = |crash| Verdict::RunTimeError { crash };
        let any = ExitStatus::Any;
        let only = ExitStatus::Exactly;
        for (status, awaited) in [(0, any), (1, any), (126, any), (0, only(0)), (3, only(3))] {
            let ended = Ended::Exited(status);
            assert_eq!(verdict(ended, awaited, None), Verdict::Accepted);
            assert_eq!(verdict(ended, awaited, Some(kind)), wrong);
        }
        for wrong in [None, Some(kind)] {
            for (status, awaited) in [(1, only(0)), (0, only(1)), (255, only(254))] {
                let found = verdict(Ended::Exited(status), awaited, wrong);
                assert_eq!(found, crash(Crash::Status(status)));
            }
            for (ended, expected) in [
                (Ended::CpuLimit, Verdict::TimeLimit),
                (Ended::WallLimit, Verdict::TimeLimit),
                (Ended::MemoryLimit, Verdict::MemoryLimit),
                (Ended::OutputLimit, Verdict::OutputLimit),
                (Ended::FileLimit, crash(Crash::Signal(25))),
                (Ended::Signalled(11), crash(Crash::Signal(11))),
                (Ended::NotStarted(2), crash(Crash::NotStarted(2))),
            ] {
                for awaited in [any, only(0), only(126)] {
                    assert_eq!(verdict(ended, awaited, wrong), expected);
                }
            }
        }
    }

    #[test]
    fn a_right_output_leaves_nothing_behind() {
        let outcome = judge("ab\nc\n", &[], 1, vec![Ok((vec!["a", "b\nc\n"], WELL))]);
        let judgement = judgement(outcome);
        assert_eq!(judgement.verdict, Verdict::Accepted);
        assert_eq!(judgement.wrong, None);
        assert_eq!(judgement.run.unwrap().printed, 5);
        assert_eq!(judgement.stderr.text, Text::Utf8("oops".into()));
        assert!(judgement.repeats.is_empty() && !judgement.flickers());
    }

    #[test]
    fn a_wrong_output_is_kept_around_the_difference() {
        let pieces = vec!["1\n2\n", "3\nx", "\n5\n", "6\n"];
        let outcome = judge("1\n2\n3\n4\n5\n", &[], 1, vec![Ok((pieces, WELL))]);
        let wrong = judgement(outcome).wrong.unwrap();
        let difference = Difference {
            line: 3,
            offset: 6,
            kind: DifferenceKind::Content,
        };
        assert_eq!(wrong.difference, difference);
        assert_eq!(wrong.expected.text, Text::Utf8("1\n2\n3\n4\n5\n".into()));
        assert_eq!(wrong.actual.text, Text::Utf8("1\n2\n3\nx\n5\n6\n".into()));
        assert!(!wrong.actual.cut);
    }

    #[test]
    fn of_an_endless_output_little_is_kept() {
        let line: &'static str = "0123456789\n".repeat(1000).leak();
        let runs = vec![Ok((vec!["x\n", line, line], Ended::OutputLimit))];
        let judgement = judgement(judge("x\ny\n", &[], 1, runs));
        assert_eq!(judgement.verdict, Verdict::OutputLimit);
        let wrong = judgement.wrong.unwrap();
        assert_eq!(wrong.actual.text.as_bytes().len(), 2 + Excerpt::AFTER);
        assert!(wrong.actual.cut);
        assert_eq!(judgement.run.unwrap().printed, 22_002);
    }

    #[test]
    fn what_is_ignored_does_not_count() {
        let ignore = [Ignore::TrailingSpace];
        let run = || vec![Ok((vec!["a ", " \nb"], WELL))];
        assert!(judge("a\nb", &ignore, 1, run()).is_accepted());
        let wrong = judgement(judge("a\nc\n", &ignore, 1, run())).wrong.unwrap();
        assert_eq!((wrong.difference.line, wrong.difference.offset), (1, 4));
        assert_eq!(wrong.actual.text, Text::Utf8("a  \nb".into()));
        assert_eq!(wrong.expected.text, Text::Utf8("a\nc\n".into()));
    }

    #[test]
    fn verdicts_that_flicker() {
        let good = || Ok((vec!["a"], WELL));
        let slow = || Ok((vec![], Ended::WallLimit));
        let outcome = judge("a", &[], 3, vec![good(), slow(), good()]);
        let found = judgement(outcome);
        assert_eq!(found.verdict, Verdict::TimeLimit);
        assert!(found.flickers());
        let verdicts: Vec<_> = found.repeats.iter().map(|r| r.verdict.code()).collect();
        assert_eq!(verdicts, ["AC", "TLE", "AC"]);
        let steady = judgement(judge("a", &[], 2, vec![slow(), slow()]));
        assert!(!steady.flickers() && steady.repeats.len() == 2);
    }

    #[test]
    fn our_failures_are_no_verdicts() {
        let once = vec![Err("no"), Ok((vec!["a"], WELL))];
        assert!(judge("a", &[], 1, once).is_accepted());
        let always = vec![Err("no"), Err("no space")];
        match judge("a", &[], 2, always) {
            Outcome::Fault(fault) => assert_eq!(fault.message, "the sandbox failed: no space"),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_case_that_changes_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("1.out");
        fs::write(&path, "a").unwrap();
        let stamp = Stamp::of(&fs::metadata(&path).unwrap());
        let content = Content::OnDisk {
            path: path.clone(),
            stamp,
        };
        assert_eq!(&content.bytes().unwrap()[..], b"a");
        assert_eq!(content.input().unwrap(), Input::File(path.clone()));
        fs::write(&path, "ab").unwrap();
        assert!(content.bytes().is_err() && content.input().is_err());
        fs::remove_file(&path).unwrap();
        assert!(content.bytes().is_err());
    }
}
