//! Making a submission ready to run: a copy of its own, compiled where needed.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::build::language::Language;
use crate::build::language::toolchain::{Search, Toolchain};
use crate::build::recipe::Recipe;
use crate::build::submission::{Inventory, Unfit, copy_folder, put_all};
use crate::build::workspace::{self, Workspace};
use crate::execute::{Execute, persist};
use crate::record::{Compilation, Excerpt, Fault, Preparation, Text};
use crate::suite::case::printable;
use crate::verdict::Crash;
use plyjudge_runner::run::{Ended, Folder, Job, Limits, Outcome, RunError};
use work::Work;

mod work;

/// How many bytes of the compiler's words are kept.
const WORDS: usize = 8 << 10;

/// How many bytes of a command, or of why a submission is not ready, are kept: names in it are
/// the submission's.
const SAID: usize = 4 << 10;

/// The system's error number for a program that is called with too many words.
const TOO_MANY_WORDS: i32 = 7;

/// What compiling may use.
pub fn compile_limits() -> Limits {
    const MIB: u64 = 1 << 20;
    Limits {
        cpu: Duration::from_secs(30),
        wall: Duration::from_secs(60),
        memory: 2048 * MIB,
        output: 8 * MIB,
        stderr: WORDS,
        processes: 256,
        file_size: 512 * MIB,
        disk: 512 * MIB,
        open_files: 1024,
    }
}

/// A program that can be run. Its folder goes with it.
#[derive(Debug)]
pub struct Program {
    /// How it is called, as in [`Job::argv`], `{heap}` not replaced yet.
    argv: Vec<OsString>,
    env: Vec<(OsString, OsString)>,
    visible: Vec<PathBuf>,
    /// What is shown of it.
    shown: Option<PathBuf>,
    /// Whether it starts in a copy of its folder, as programs of packages with several files do.
    starts_at_home: bool,
    copy: Option<PathBuf>,
}

impl Program {
    /// A program that is there already; `visible` are the files it needs.
    pub fn of_command(argv: Vec<OsString>, visible: Vec<PathBuf>, toolchain: &Toolchain) -> Self {
        let folders = toolchain.folders.iter().cloned();
        Self {
            argv,
            env: plain_environment(toolchain),
            visible: visible.into_iter().chain(folders).collect(),
            shown: None,
            starts_at_home: false,
            copy: None,
        }
    }

    /// The same with a variable of the environment.
    #[must_use]
    pub fn with_variable(mut self, name: &str, value: &str) -> Self {
        self.env.retain(|(known, _)| known != name);
        self.env.push((name.into(), value.into()));
        self
    }

    /// The same once more, in the folder of this one: it goes with this one.
    #[must_use]
    pub fn again(&self) -> Self {
        Self {
            argv: self.argv.clone(),
            env: self.env.clone(),
            visible: self.visible.clone(),
            shown: self.shown.clone(),
            starts_at_home: self.starts_at_home,
            copy: None,
        }
    }

    /// A job that runs it within limits in a folder that is laid out, if it has to be: with what
    /// belongs to the program, and these files. The folder goes with what is returned.
    ///
    /// # Errors
    /// When the folder cannot be laid out.
    pub(crate) fn job_with(
        &self,
        limits: &Limits,
        files: &[(PathBuf, PathBuf)],
    ) -> Result<(Job, Option<Workspace>), RunError> {
        let mut job = self.job(limits);
        let own = self.shown.as_ref().filter(|_| self.starts_at_home);
        if own.is_none() && files.is_empty() {
            return Ok((job, None));
        }
        let failed = RunError::during("lay out the folder of a program");
        let workspace = Workspace::new().map_err(failed)?;
        let folder = workspace.place("run");
        match &self.shown {
            Some(own) => copy_folder(own, &folder),
            None => std::fs::create_dir(&folder),
        }
        .and_then(|()| put_all(files, &folder))
        .map_err(failed)?;
        job.limits.disk += size_of(&folder);
        job.program = Some(folder);
        job.folder = Folder::Program;
        Ok((job, Some(workspace)))
    }

    /// A job that runs it within limits.
    pub fn job(&self, limits: &Limits) -> Job {
        let heap = (limits.memory / 4 * 3) >> 20;
        let argv = self.argv.iter().map(|word| match word.to_str() {
            Some(text) => text.replace("{heap}", &heap.to_string()).into(),
            None => word.clone(),
        });
        let mut job = Job::new(argv);
        job.env.clone_from(&self.env);
        job.program.clone_from(&self.shown);
        job.visible.clone_from(&self.visible);
        job.limits = limits.clone();
        job
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        if let Some(copy) = &self.copy {
            workspace::remove(copy);
        }
    }
}

/// Makes submissions ready.
pub struct Compiler<'a> {
    executor: &'a dyn Execute,
    limits: Limits,
    search: Search,
    toolchains: Mutex<BTreeMap<String, Result<Toolchain, String>>>,
}

/// Why a submission is not ready.
#[derive(Clone, Debug)]
pub enum Unready {
    /// It does not build: why, and what the compiler said.
    Theirs(String, Box<Compilation>),
    /// For reasons of ours.
    Ours(String),
}

impl Unready {
    /// Why, in plain words.
    pub fn reason(self) -> String {
        match self {
            Unready::Theirs(reason, _) | Unready::Ours(reason) => reason,
        }
    }
}

impl From<Unfit> for Unready {
    fn from(unfit: Unfit) -> Self {
        match unfit {
            Unfit::Ours(message) => Unready::Ours(message),
            Unfit::Theirs(reason) | Unfit::NoProgram(reason) => {
                Unready::Theirs(reason, Box::default())
            }
        }
    }
}

impl From<Unready> for Preparation {
    fn from(unready: Unready) -> Self {
        match unready {
            Unready::Theirs(reason, compilation) => Preparation::Failed {
                reason,
                compilation: *compilation,
            },
            Unready::Ours(message) => Preparation::Fault(Fault { message }),
        }
    }
}

impl<'a> Compiler<'a> {
    /// A compiler that may use so much for each submission, and finds no tool in the folder of
    /// the submissions.
    pub fn new(executor: &'a dyn Execute, limits: Limits, submissions: Option<&Path>) -> Self {
        Self {
            executor,
            limits,
            search: Search::new(submissions),
            toolchains: Mutex::default(),
        }
    }

    /// Makes a submission of that name ready, in a copy at `copy`.
    ///
    /// # Errors
    /// Why it is not.
    pub fn prepare(
        &self,
        inventory: &Inventory,
        recipe: &Recipe,
        name: &str,
        copy: &Path,
    ) -> Result<(Compilation, Program), Unready> {
        self.prepare_changed(inventory, recipe, name, copy, &|_| Ok(()))
    }

    /// The same, where `change` does something to the copy before it is compiled.
    ///
    /// # Errors
    /// Why it is not ready.
    pub fn prepare_changed(
        &self,
        inventory: &Inventory,
        recipe: &Recipe,
        name: &str,
        copy: &Path,
        change: &dyn Fn(&Path) -> io::Result<()>,
    ) -> Result<(Compilation, Program), Unready> {
        let mut program = Program {
            argv: Vec::new(),
            env: Vec::new(),
            visible: Vec::new(),
            shown: None,
            starts_at_home: inventory.source.added().is_some() && inventory.entries.len() > 1,
            copy: Some(copy.to_owned()),
        };
        let copied = persist(|| {
            workspace::remove(copy);
            inventory.copy_to(copy)?;
            change(copy)
        });
        copied.map_err(|error| Unready::Ours(format!("cannot copy the submission: {error}")))?;
        let language = &*recipe.language;
        let mut toolchain = Toolchain::default();
        for tool in language.tools().filter(|it| !it.contains(['{', '/'])) {
            toolchain.add(self.toolchain(tool, language)?);
        }
        let env = environment(language, &toolchain);
        let mut work = Work::new(recipe, inventory, name, copy);
        let compilation = self.compile(&mut work, language, &env, &toolchain)?;
        work.find_program()
            .map_err(|reason| theirs(reason, compilation.clone()))?;
        program.argv = work.run_words(self.executor);
        program.env = env;
        program.visible = toolchain.folders;
        program.shown = Some(work.folder);
        Ok((compilation, program))
    }

    /// Has the compiler work, if the language has one.
    fn compile(
        &self,
        work: &mut Work<'_>,
        language: &Language,
        env: &[(OsString, OsString)],
        toolchain: &Toolchain,
    ) -> Result<Compilation, Unready> {
        work.settle_names();
        let words = work.compile_words();
        let Some(tool) = words.first().cloned() else {
            return Ok(Compilation::default());
        };
        let command = shortened(spoken(&words));
        let is_theirs = language.compile[0].contains('{');
        let mut job = Job::new(words);
        job.env = env.to_vec();
        job.program = Some(work.folder.clone());
        job.folder = Folder::Program;
        job.visible.clone_from(&toolchain.folders);
        job.limits = self.limits.clone();
        let (outcome, said) = persist(|| {
            let mut said = Vec::new();
            let mut sink = |bytes: &[u8]| {
                let fits = bytes.len().min(WORDS - said.len());
                said.extend_from_slice(&bytes[..fits]);
                ControlFlow::Continue(())
            };
            let outcome = self.executor.stream(&job, &mut sink)?;
            Ok((outcome, said))
        })
        .map_err(|error: RunError| Unready::Ours(error.to_string()))?;
        let tool = tool.to_string_lossy();
        let compilation = Compilation {
            command,
            words: words_of(&outcome, &said),
            usage: outcome.usage,
        };
        let limits = &self.limits;
        let mib = |bytes: u64| bytes >> 20;
        // What is wrong: with the submission, or with us. The compiler may be a program of theirs.
        let reason = match outcome.ended {
            Ended::Exited(0) => return Ok(compilation),
            Ended::Exited(status) => format!("{tool} failed with exit status {status}"),
            Ended::Signalled(signal) => format!("{tool} was {}", Crash::Signal(signal)),
            Ended::CpuLimit => {
                let seconds = limits.cpu.as_secs_f64();
                format!("compiling took more than {seconds} s of processor time")
            }
            Ended::WallLimit => {
                format!("compiling took more than {} s", limits.wall.as_secs_f64())
            }
            Ended::MemoryLimit => {
                let memory = mib(limits.memory);
                format!("compiling took more than {memory} MiB of memory")
            }
            Ended::OutputLimit => format!("{tool} printed more than {} MiB", mib(limits.output)),
            Ended::FileLimit => {
                format!("compiling made more than {} MiB of files", mib(limits.disk))
            }
            ended @ Ended::NotStarted(errno) if is_theirs || errno == TOO_MANY_WORDS => {
                format!("{tool}: {ended}")
            }
            ended @ (Ended::NotStarted(_) | Ended::Stopped) => {
                return Err(Unready::Ours(format!("{tool}: {ended}")));
            }
        };
        Err(theirs(reason, compilation))
    }

    fn toolchain(&self, tool: &str, language: &Language) -> Result<Toolchain, Unready> {
        let mut known = self
            .toolchains
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let found = known
            .entry(tool.to_owned())
            .or_insert_with(|| self.search.find(tool, &language.locate));
        found
            .clone()
            .map_err(|why| Unready::Ours(format!("{}: {why}", language.name)))
    }
}

fn theirs(reason: String, compilation: Compilation) -> Unready {
    Unready::Theirs(shortened(reason), Box::new(compilation))
}

/// The bytes of all files in a folder.
fn size_of(folder: &Path) -> u64 {
    let entries = walkdir::WalkDir::new(folder).into_iter().flatten();
    let files = entries.filter(|entry| entry.file_type().is_file());
    let sizes = files.filter_map(|entry| entry.metadata().ok());
    sizes.map(|about| about.len()).sum()
}

/// A text, or its beginning where it is too long to be kept.
fn shortened(mut text: String) -> String {
    if text.len() > SAID {
        let is_end = |at: &usize| text.is_char_boundary(*at);
        text.truncate((0..=SAID).rev().find(is_end).unwrap_or(0));
        text.push('…');
    }
    text
}

/// Words as people would type them.
fn spoken(words: &[OsString]) -> String {
    let words: Vec<String> = words.iter().map(|w| printable(Path::new(w))).collect();
    shlex::try_join(words.iter().map(String::as_str)).unwrap_or_default()
}

fn plain_environment(toolchain: &Toolchain) -> Vec<(OsString, OsString)> {
    vec![
        ("PATH".into(), toolchain.path()),
        ("LANG".into(), "C.UTF-8".into()),
    ]
}

fn environment(language: &Language, toolchain: &Toolchain) -> Vec<(OsString, OsString)> {
    let mut env = plain_environment(toolchain);
    let own = language.env.iter();
    env.extend(own.map(|(name, value)| (name.into(), value.into())));
    env
}

/// What a compiler said, errors first.
fn words_of(outcome: &Outcome, said: &[u8]) -> Excerpt {
    let mut text = outcome.stderr.clone();
    text.extend_from_slice(said);
    let cut = outcome.stderr_cut || text.len() > WORDS || said.len() == WORDS;
    text.truncate(WORDS);
    Excerpt {
        text: Text::from(text),
        cut,
        ..Excerpt::default()
    }
}
