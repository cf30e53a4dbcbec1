//! The boxes of a judging: each serves one run at a time, and is kept for the next run
//! that needs a box like it.

use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use rustix::fs::{AtFlags, Dir, DirEntry, FileType, Mode, OFlags, statat};

use super::cgroup::{self, Parents};
use super::host::{Host, Missed};
use super::layers;
use super::users::{Users, is_root};
use super::wire::{Layout, Shown};
use crate::layers::Layer;
use crate::run::{CommandLine, Folder, Job, Outcome, RunError, Sink, place_in_box};

/// How many boxes are kept for each of the most that were in use at one time: a program that is
/// compiled in several ways runs in one for each of them, in turn.
const KEPT: usize = 6;

/// All boxes.
pub(in super::super) struct Pool {
    launcher: PathBuf,
    /// What users boxes have of their own, or why none.
    users: Result<String, String>,
    /// Whether a job that cannot be alone with its user is refused.
    pub(in super::super) strict: bool,
    boxes: Mutex<Boxes>,
}

#[derive(Default)]
struct Boxes {
    /// Not in use, the one used last at the end.
    idle: Vec<Host>,
    /// Begun, and not built for anything yet: making them takes the kernel some milliseconds,
    /// in which runs go on.
    begun: Vec<Host>,
    in_use: usize,
    /// Most that were in use at one time.
    most: usize,
}

impl Pool {
    /// Makes sure that boxes can be built here.
    pub(in super::super) fn new(launcher: PathBuf) -> Result<Self, RunError> {
        cgroup::make_room();
        Parents::find().sweep();
        let mut users = Users::find().map(|users| users.describe());
        let build = |alone| Host::begin(&launcher, alone)?.build(Layout::default());
        let given = users.is_ok() && !is_root();
        if let Err(error) = build(users.is_ok()) {
            let mut missing = Vec::new();
            for layer in probe(&launcher)? {
                match layer.found {
                    Err(why) if layer.required => missing.push(format!("no {}: {why}", layer.name)),
                    // Not everywhere does the system let its programs map users.
                    Err(why) if layer.name == layers::USERS => users = Err(why),
                    _ => {}
                }
            }
            if !missing.is_empty() {
                return Err(RunError::Unavailable { missing });
            }
            if !given || users.is_ok() {
                return Err(error);
            }
            build(false)?;
        }
        Ok(Self {
            launcher,
            users,
            strict: false,
            boxes: Mutex::default(),
        })
    }

    /// The layers that boxes are made of here, and those that are missing.
    pub(in super::super) fn layers(&self) -> Vec<Layer> {
        layers::of_a_box(self.users.clone())
    }

    /// Runs a job in a box for it.
    pub(in super::super) fn run(
        &self,
        job: &Job,
        line: Option<&CommandLine>,
        sink: &mut Sink<'_>,
    ) -> Result<Outcome, RunError> {
        let layout = self.layout(job)?;
        let kept = self.take(&layout, job.hidden);
        let outcome = self.run_in(kept, layout, (job, line), sink);
        self.with(|boxes| boxes.in_use -= 1);
        outcome
    }

    fn run_in(
        &self,
        kept: Option<Host>,
        layout: Layout,
        job: (&Job, Option<&CommandLine>),
        sink: &mut Sink<'_>,
    ) -> Result<Outcome, RunError> {
        if let Some(kept) = kept {
            match self.try_in(kept, job, sink) {
                Err(Missed::Gone(_)) => {}
                Err(Missed::Error(error)) => return Err(error),
                Ok(outcome) => return Ok(outcome),
            }
        }
        let new = self.build(layout)?;
        self.try_in(new, job, sink).map_err(|missed| match missed {
            Missed::Gone(error) | Missed::Error(error) => error,
        })
    }

    /// Builds a box, from one that has begun if there is one, and sees to it that there is
    /// one the next time.
    fn build(&self, layout: Layout) -> Result<Host, RunError> {
        let alone = self.users.is_ok();
        if alone && !layout.open {
            return Host::begin(&self.launcher, false)?.build(layout);
        }
        let (begun, missing) = self.with(|boxes| {
            let begun = boxes.begun.pop();
            (begun, boxes.most.saturating_sub(boxes.begun.len()))
        });
        for _ in 0..missing {
            // Should this fail, then the next box has to be begun when it is needed.
            if let Ok(host) = Host::begin(&self.launcher, alone) {
                self.with(|boxes| boxes.begun.insert(0, host));
            }
        }
        // One that has been waiting may have been lost meanwhile.
        if let Some(built) = begun.and_then(|host| host.build(layout.clone()).ok()) {
            return Ok(built);
        }
        Host::begin(&self.launcher, alone)?.build(layout)
    }

    fn try_in(
        &self,
        mut host: Host,
        (job, line): (&Job, Option<&CommandLine>),
        sink: &mut Sink<'_>,
    ) -> Result<Outcome, Missed> {
        host.hidden |= job.hidden;
        let outcome = host.run(job, line, sink)?;
        // A folder that was given is compiled in once.
        if job.folder == Folder::Private && host.reusable {
            let too_many = self.with(|boxes| {
                boxes.idle.push(host);
                let keep = KEPT * boxes.most.max(1);
                let surplus = boxes.idle.len().saturating_sub(keep);
                boxes.idle.drain(..surplus).collect::<Vec<_>>()
            });
            drop(too_many);
        }
        Ok(outcome)
    }

    /// Takes a box out that fits. What one run learns another may find a way to be told of in
    /// the same box, if only by time; so no box has visible cases after hidden ones.
    fn take(&self, layout: &Layout, hidden: bool) -> Option<Host> {
        self.with(|boxes| {
            boxes.in_use += 1;
            boxes.most = boxes.most.max(boxes.in_use);
            let fits = |host: &Host| host.layout == *layout && (hidden || !host.hidden);
            let fitting = boxes.idle.iter().rposition(fits);
            fitting.map(|index| boxes.idle.remove(index))
        })
    }

    /// What a box for a job shows.
    fn layout(&self, job: &Job) -> Result<Layout, RunError> {
        if job.argv.is_empty() {
            return Err(RunError::Job("there is no program to run".into()));
        }
        let pairs = job.env.iter().flat_map(|(name, value)| [name, value]);
        if job
            .argv
            .iter()
            .chain(pairs)
            .any(|word| word.as_bytes().contains(&0))
        {
            return Err(RunError::Job("a word has a zero byte in it".into()));
        }
        let writable = job.folder != Folder::Private;
        let mut files = Vec::new();
        let mut open = true;
        let mut show = |path: &Path| -> Result<(), RunError> {
            let found = path.metadata().map_err(RunError::of_file(path))?;
            if !writable && is_root() && !may_read(found.mode()) {
                return Err(closed(path, &found));
            }
            if !writable && !is_root() && self.users.is_ok() && !is_open(path, &found) {
                if self.strict {
                    return Err(closed(path, &found));
                }
                open = false;
            }
            files.push((found.dev(), found.ino()));
            Ok(())
        };
        let program = match &job.program {
            None if writable => {
                return Err(RunError::Job("there is no folder to be written to".into()));
            }
            None => None,
            Some(program) => {
                let host = program.canonicalize();
                let host = host.map_err(RunError::of_file(program))?;
                if writable && !host.is_dir() {
                    let text = format!("{}: is not a folder", program.display());
                    return Err(RunError::Job(text));
                }
                show(&host)?;
                Some(Shown {
                    at: place_in_box(program, program).into(),
                    host: host.into(),
                })
            }
        };
        job.visible.iter().try_for_each(|path| show(path))?;
        Ok(Layout {
            program,
            writable,
            any_status: job.folder == Folder::Feedback,
            visible: job.visible.iter().map(Into::into).collect(),
            files,
            open,
            disk: job.limits.disk,
        })
    }

    fn with<T>(&self, act: impl FnOnce(&mut Boxes) -> T) -> T {
        act(&mut self.boxes.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Tries all layers of the sandbox on this machine.
pub(in super::super) fn probe(launcher: &Path) -> Result<Vec<Layer>, RunError> {
    cgroup::make_room();
    Host::probe(launcher)
}

/// Whether others than its owner may read a file or folder.
fn may_read(mode: u32) -> bool {
    let is_folder = FileType::from_raw_mode(mode) == FileType::Directory;
    let needed = if is_folder { 0o5 } else { 0o4 };
    mode & needed == needed
}

/// Whether others may read a path and what is in it if that is a folder, and start what the
/// owner may start. What is in folders in there is not looked at.
fn is_open(path: &Path, found: &fs::Metadata) -> bool {
    let may = |mode| may_read(mode) && mode & 0o101 != 0o100;
    if !may(found.mode()) || !found.is_dir() {
        return may(found.mode());
    }
    // Programs see when their folder was read.
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let open = |flags| rustix::fs::open(path, flags, Mode::empty());
    let Ok(folder) = open(flags | OFlags::NOATIME).or_else(|_| open(flags)) else {
        return false;
    };
    let entry = |entry: rustix::io::Result<DirEntry>| {
        let found = statat(&folder, entry?.file_name(), AtFlags::SYMLINK_NOFOLLOW)?;
        let is_link = FileType::from_raw_mode(found.st_mode) == FileType::Symlink;
        Ok(is_link || may(found.st_mode))
    };
    // Above this folder the program is not to see anything.
    let up =
        |it: &rustix::io::Result<DirEntry>| it.as_ref().is_ok_and(|it| it.file_name() == c"..");
    Dir::read_from(&folder).is_ok_and(|mut entries| {
        let mut entries = entries.by_ref().filter(|it| !up(it)).take(1_000).map(entry);
        entries.all(|open: rustix::io::Result<bool>| open.unwrap_or(false))
    })
}

/// That the box's user cannot read what is to be shown is better said than found out.
fn closed(path: &Path, found: &fs::Metadata) -> RunError {
    let found = found.mode() & 0o777;
    RunError::Job(format!(
        "{}: found mode {found:o}, expected it and what is in it to be readable for others: \
         programs run as users of their own (chmod -R o+rX)",
        path.display()
    ))
}
