//! Output validators: programs of whoever made the cases, that say whether an output is right.
//!
//! They are called as the problem package format has it: with the names of the input, of the
//! answer and of a folder for feedback, then their arguments; what the program printed is their
//! standard input. They exit with status 42 for a right output and 43 for a wrong one.
//!
//! They are compiled and run contained, as submissions are. Whatever else they do is a failure of
//! ours: it says nothing about the program that they were to judge.

use std::ffi::OsStr;
use std::fs;
use std::io::Read;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::build::compile::{Compiler, Program, Unready};
use crate::build::language::Languages;
use crate::build::recipe::{Recipe, look_into};
use crate::build::submission::{self, Added, Inventory, Whose, put_all, read_inside};
use crate::build::workspace::{self, Workspace};
use crate::execute::{Execute, persist};
use crate::fingerprint::{Fingerprint, Printer};
use crate::grade::judge_case::LoadedCase;
use crate::record::{Excerpt, Ruling, Text};
use crate::suite::case::printable;
use crate::suite::limits::Manner;
use crate::suite::package::{Additions, Check};
use crate::suite::plan::Scale;
use plyjudge_runner::run::{Ended, Folder, Input, Job, Limits, Outcome, RunError, Sink};

/// The exit statuses with a meaning.
pub(crate) const RIGHT: i32 = 42;
const WRONG: i32 = 43;

/// The names of what a validator is given, in the folder that it starts in.
const INPUT: &str = "input.in";
const ANSWER: &str = "answer.ans";
const FEEDBACK: &str = "feedback";

/// How many bytes of a message are kept.
const MESSAGE: usize = Excerpt::AFTER;

/// How many bytes of what a validator said are told where it failed.
const SAID: usize = 300;

/// Most bytes that a file with a score has.
const SCORE: u64 = 100;

/// An output validator that was looked at.
#[derive(Debug)]
pub struct Validator {
    name: String,
    inventory: Inventory,
    recipe: Recipe,
    /// How it is used.
    pub manner: Manner,
}

impl Validator {
    /// Looks at a validator, a file or a folder.
    ///
    /// # Errors
    /// Why it cannot be used, with its path.
    pub fn look(
        path: &Path,
        manner: Manner,
        languages: &Languages,
        additions: Option<&Arc<Additions>>,
    ) -> Result<Self, String> {
        let mut source = submission::find_one(path).map_err(|error| error.to_string())?;
        if let Some(additions) = additions {
            source = source.with(Added::new(additions, Whose::Validator));
        }
        let name = printable(path);
        let (inventory, recipe) = match look_into(&source, languages) {
            Ok((inventory, _)) if has_scripts(&inventory) => by_scripts(inventory),
            Ok(found) => found,
            Err(unfit) => match source.take_stock() {
                Ok(inventory) if has_scripts(&inventory) => by_scripts(inventory),
                _ => {
                    let ending = path.extension().and_then(OsStr::to_str);
                    if let Some("ctd" | "viva") = ending {
                        return Err(format!("{name}: Checktestdata and VIVA are not run here"));
                    }
                    return Err(format!("{name}: cannot be used as validator: {unfit}"));
                }
            },
        };
        Ok(Self {
            name,
            inventory,
            recipe,
            manner,
        })
    }

    /// All that its rulings depend on, but for the case.
    pub fn fingerprint(&self) -> Fingerprint {
        let mut printer = Printer::new();
        printer.value(&self.inventory.fingerprint);
        printer.value(&(&self.manner.limits, self.manner.is_interactive));
        if let Some(language) = self.recipe.language() {
            printer.value(language);
        }
        printer.finish()
    }

    /// Compiles it.
    ///
    /// # Errors
    /// Why it cannot be used.
    pub(crate) fn make_ready<'a>(
        &'a self,
        executor: &'a dyn Execute,
        limits: &Limits,
        workspace: &'a Workspace,
        place: &str,
    ) -> Result<ReadyValidator<'a>, String> {
        // It is shown beside the folder that it starts in, so under its own name.
        let in_place = InPlace(executor);
        let compiler = Compiler::new(&in_place, limits.clone(), None);
        let copy = workspace.place(place);
        let name = self.inventory.source.name.as_str();
        let prepared = compiler.prepare(&self.inventory, &self.recipe, name, &copy);
        let (_, program) = prepared.map_err(|unready| {
            let said = match &unready {
                Unready::Theirs(_, compilation) => said(compilation.words.text.as_bytes()),
                Unready::Ours(_) => String::new(),
            };
            format!("{}: {}{said}", self.name, unready.reason())
        })?;
        Ok(ReadyValidator {
            validator: self,
            program,
            executor,
            workspace,
            folders: AtomicUsize::new(0),
        })
    }
}

/// Whether a program is built or run by scripts of its own.
fn has_scripts(inventory: &Inventory) -> bool {
    ["build", "run"].iter().any(|name| inventory.has_file(name))
}

fn by_scripts(inventory: Inventory) -> (Inventory, Recipe) {
    let recipe = Recipe::of_scripts(inventory.has_file("build"));
    (inventory, recipe)
}

/// Programs see their own folder under its name on the host.
struct InPlace<'a>(&'a dyn Execute);

impl Execute for InPlace<'_> {
    fn stream(&self, job: &Job, sink: &mut Sink<'_>) -> Result<Outcome, RunError> {
        self.0.stream(job, sink)
    }

    fn seen(&self, _program: &Path, host: &Path) -> PathBuf {
        host.to_owned()
    }
}

/// An output validator that is ready.
pub struct ReadyValidator<'a> {
    validator: &'a Validator,
    program: Program,
    executor: &'a dyn Execute,
    workspace: &'a Workspace,
    folders: AtomicUsize,
}

/// Why there is no ruling.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Unruled {
    /// A run could not be made.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The validator has failed, in words for staff.
    #[error("{0}")]
    Failed(String),
}

/// The folder that a validator starts in; gone when it is dropped.
pub(crate) struct WorkingFolder(PathBuf);

impl Drop for WorkingFolder {
    fn drop(&mut self) {
        workspace::remove(&self.0);
    }
}

impl ReadyValidator<'_> {
    /// Whether it speaks with programs while they run.
    pub(crate) fn is_interactive(&self) -> bool {
        self.validator.manner.is_interactive
    }

    /// Has an output judged: whether it is right, and what there is to say of it.
    pub(crate) fn judge(
        &self,
        case: &LoadedCase,
        output: &Arc<[u8]>,
    ) -> Result<(bool, Ruling), Unruled> {
        let (folder, outcome) = persist(|| {
            let (folder, mut job) = self.job(case)?;
            job.stdin = Input::Bytes(Arc::clone(output));
            let sink: &mut Sink<'_> = &mut |_: &[u8]| ControlFlow::Continue(());
            let outcome = self.executor.stream(&job, sink)?;
            Ok::<_, RunError>((folder, outcome))
        })?;
        self.ruling(case, &folder, &outcome)
            .map_err(Unruled::Failed)
    }

    /// Whether an input is valid, as far as this validator of inputs can tell.
    pub(crate) fn check_input(&self, check: &Check) -> Result<bool, String> {
        let mut job = self.program.job(&self.validator.manner.limits);
        job.visible.extend(job.program.take());
        job.stdin = Input::Bytes(check.input.clone().into());
        job.hidden = true;
        let own = &self.validator.inventory.source.name;
        for (name, words) in &check.input_args {
            if name.as_ref().is_none_or(|name| name == own) {
                job.argv.extend(words.iter().map(Into::into));
            }
        }
        job.argv.extend(check.args.iter().map(Into::into));
        let folder = self.folder();
        if !check.files.is_empty() {
            fs::create_dir(&folder.0)
                .and_then(|()| put_all(&check.files, &folder.0))
                .map_err(|error| format!("cannot lay out files: {error}"))?;
            job.program = Some(folder.0.clone());
            job.folder = Folder::Program;
        }
        let sink: &mut Sink<'_> = &mut |_: &[u8]| ControlFlow::Continue(());
        let outcome = persist(|| self.executor.stream(&job, sink));
        let outcome = outcome.map_err(|error| error.to_string())?;
        match outcome.ended {
            Ended::Exited(status) => Ok(status == RIGHT),
            ended => {
                let said = said(&outcome.stderr);
                Err(format!("{}: it {ended}{said}", self.validator.name))
            }
        }
    }

    /// A place for a folder to start in.
    fn folder(&self) -> WorkingFolder {
        let number = self.folders.fetch_add(1, Ordering::Relaxed);
        WorkingFolder(self.workspace.place(&format!("working-{number}")))
    }

    /// The job of judging an output, and the folder that it is done in.
    pub(crate) fn job(&self, case: &LoadedCase) -> Result<(WorkingFolder, Job), RunError> {
        let folder = self.folder();
        let (input, answer) = (case.input.bytes()?, case.expected.bytes()?);
        let laid_out = fs::create_dir_all(folder.0.join(FEEDBACK))
            .and_then(|()| fs::write(folder.0.join(INPUT), &input))
            .and_then(|()| fs::write(folder.0.join(ANSWER), &answer));
        laid_out.map_err(|source| RunError::File {
            path: folder.0.clone(),
            source,
        })?;
        let mut limits = self.validator.manner.limits.clone();
        limits.disk += (input.len() + answer.len()) as u64;
        let mut job = self.program.job(&limits);
        let seen = |name: &str| self.executor.seen(&folder.0, &folder.0.join(name));
        let mut feedback = seen(FEEDBACK).into_os_string();
        feedback.push("/");
        job.argv.push(seen(INPUT).into());
        job.argv.push(seen(ANSWER).into());
        job.argv.push(feedback);
        let arguments = case.validator.iter().flatten();
        job.argv.extend(arguments.map(Into::into));
        job.visible.extend(job.program.replace(folder.0.clone()));
        job.folder = Folder::Feedback;
        job.hidden = true;
        Ok((folder, job))
    }

    /// What a validator has found that ended so: whether the output is right, and what there is
    /// to say of it.
    pub(crate) fn ruling(
        &self,
        case: &LoadedCase,
        folder: &WorkingFolder,
        outcome: &Outcome,
    ) -> Result<(bool, Ruling), String> {
        let failed = |what: String| {
            let said = said(&outcome.stderr);
            format!("the output validator {}: {what}{said}", self.validator.name)
        };
        let is_right = match outcome.ended {
            Ended::Exited(RIGHT) => true,
            Ended::Exited(WRONG) => false,
            ended => {
                let expected = format!("expected exit status {RIGHT} or {WRONG}");
                return Err(failed(format!("it {ended}, {expected}")));
            }
        };
        let message = |name: &str| {
            let (text, cut) = folder.read(name, MESSAGE as u64);
            Excerpt {
                text: Text::from(text),
                cut,
                ..Excerpt::default()
            }
        };
        let share = self.share(case, folder, is_right).map_err(failed)?;
        let ruling = Ruling {
            message: message("judgemessage.txt"),
            team: message("teammessage.txt"),
            share,
        };
        Ok((is_right, ruling))
    }

    /// That it neither reads nor ends while a program waits for it.
    pub(crate) fn keeps_waiting(&self) -> String {
        let name = &self.validator.name;
        format!("the output validator {name}: it keeps the program waiting until its time is over")
    }

    /// What a validator gives of a case's points: a part, or so many where nobody sets a bound.
    fn share(
        &self,
        case: &LoadedCase,
        folder: &WorkingFolder,
        is_right: bool,
    ) -> Result<Option<f64>, String> {
        let Some(scale) = case.scale else {
            return Ok(None);
        };
        let may_be_negative = matches!(scale, Scale::OrElse(_));
        let number = |name: &str| -> Result<Option<f64>, String> {
            if fs::symlink_metadata(folder.0.join(FEEDBACK).join(name)).is_err() {
                return Ok(None);
            }
            let (text, cut) = folder.read(name, SCORE);
            let text = String::from_utf8_lossy(&text);
            let value = text.trim().parse::<f64>().ok();
            let fits =
                |value: &f64| !cut && value.is_finite() && (may_be_negative || *value >= 0.0);
            value.filter(fits).map(Some).ok_or_else(|| {
                let found = text.trim().escape_debug();
                let expected = match may_be_negative {
                    true => "a number",
                    false => "a number not below 0",
                };
                format!("found '{found}' in {name}, expected {expected}")
            })
        };
        let (score, factor) = (number("score.txt")?, number("score_multiplier.txt")?);
        match (scale, score, factor) {
            (_, None, None) if !is_right => Ok(None),
            (Scale::Of(_), None, None) => Ok(None),
            (Scale::OrElse(points), None, None) => Ok(Some(points)),
            (Scale::Unbounded, None, None) => {
                Err("it wrote no score.txt for a right output, expected points".to_owned())
            }
            _ if !is_right => Err("it gave points for a wrong output".to_owned()),
            (_, Some(_), Some(_)) => {
                Err("it wrote both score.txt and score_multiplier.txt, expected one".to_owned())
            }
            (Scale::Unbounded | Scale::OrElse(_), Some(score), None) => Ok(Some(score)),
            (Scale::Unbounded | Scale::OrElse(_), None, Some(_)) => {
                Err("it wrote score_multiplier.txt, expected score.txt".to_owned())
            }
            (Scale::Of(_), None, Some(factor)) if factor <= 1.0 => Ok(Some(factor)),
            (Scale::Of(_), None, Some(factor)) => Err(format!(
                "it gave {factor} of the points, expected at most 1"
            )),
            (Scale::Of(most), Some(score), None) if score <= most && most > 0.0 => {
                Ok(Some(score / most))
            }
            (Scale::Of(most), Some(score), None) if score <= most => Ok(None),
            (Scale::Of(most), Some(score), None) => {
                Err(format!("it gave {score} points, expected at most {most}"))
            }
        }
    }
}

impl WorkingFolder {
    /// The first bytes of a file of the feedback, and whether there is more; nothing where there is
    /// no such file. No link is followed: the validator has written what is there.
    fn read(&self, name: &str, most: u64) -> (Vec<u8>, bool) {
        let mut bytes = Vec::new();
        let file = read_inside(&self.0, Path::new(FEEDBACK), name);
        if let Ok(file) = file {
            let _ = file.take(most + 1).read_to_end(&mut bytes);
        }
        let cut = bytes.len() as u64 > most;
        bytes.truncate(most as usize);
        (bytes, cut)
    }
}

/// What a program said, in a sentence that goes on.
fn said(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(&text[..text.len().min(SAID)]);
    match text.trim() {
        "" => String::new(),
        text => format!("; it said: {}", text.escape_debug()),
    }
}
