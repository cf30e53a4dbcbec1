//! The boxes of a judging: each serves one run at a time, and is kept for the next run
//! that needs a box like it.

use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::cgroup::{self, Parents};
use super::host::{Host, Missed};
use super::layers;
use super::wire::{Layout, Shown};
use crate::layers::Layer;
use crate::run::{Folder, Job, Line, Outcome, RunError, Sink, place_in_box};

/// All boxes.
pub(in super::super) struct Pool {
    launcher: PathBuf,
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
    /// Most that were in use at one time; more are not kept.
    most: usize,
}

impl Pool {
    /// Makes sure that boxes can be built here.
    pub(in super::super) fn new(launcher: PathBuf) -> Result<Self, RunError> {
        cgroup::make_room();
        Parents::find().sweep();
        let first = Host::begin(&launcher).and_then(|host| host.build(Layout::default()));
        if let Err(error) = first {
            let missing: Vec<String> = probe(&launcher)?
                .into_iter()
                .filter(|layer| layer.required)
                .filter_map(|layer| Some(format!("no {}: {}", layer.name, layer.found.err()?)))
                .collect();
            return Err(match missing.is_empty() {
                true => error,
                false => RunError::Unavailable { missing },
            });
        }
        Ok(Self {
            launcher,
            boxes: Mutex::default(),
        })
    }

    /// The layers that boxes are made of here, and those that are missing.
    pub(in super::super) fn layers(&self) -> Vec<Layer> {
        layers::find(true)
    }

    /// Runs a job in a box for it.
    pub(in super::super) fn run(
        &self,
        job: &Job,
        line: Option<&Line>,
        sink: &mut Sink<'_>,
    ) -> Result<Outcome, RunError> {
        let layout = layout(job)?;
        let kept = self.take(&layout, job.hidden);
        let outcome = self.run_in(kept, layout, (job, line), sink);
        self.with(|boxes| boxes.in_use -= 1);
        outcome
    }

    fn run_in(
        &self,
        kept: Option<Host>,
        layout: Layout,
        job: (&Job, Option<&Line>),
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
        let (begun, missing) = self.with(|boxes| {
            let begun = boxes.begun.pop();
            (begun, boxes.most.saturating_sub(boxes.begun.len()))
        });
        for _ in 0..missing {
            // Should this fail, then the next box has to be begun when it is needed.
            if let Ok(host) = Host::begin(&self.launcher) {
                self.with(|boxes| boxes.begun.insert(0, host));
            }
        }
        // One that has been waiting may have been lost meanwhile.
        if let Some(built) = begun.and_then(|host| host.build(layout.clone()).ok()) {
            return Ok(built);
        }
        Host::begin(&self.launcher)?.build(layout)
    }

    fn try_in(
        &self,
        mut host: Host,
        (job, line): (&Job, Option<&Line>),
        sink: &mut Sink<'_>,
    ) -> Result<Outcome, Missed> {
        host.hidden |= job.hidden;
        let outcome = host.run(job, line, sink)?;
        // A folder that was given is compiled in once.
        if job.folder == Folder::Private && host.reusable {
            let too_many = self.with(|boxes| {
                boxes.idle.push(host);
                let keep = boxes.most.max(1);
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

    fn with<T>(&self, act: impl FnOnce(&mut Boxes) -> T) -> T {
        act(&mut self.boxes.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Tries all layers of the sandbox on this machine.
pub(in super::super) fn probe(launcher: &Path) -> Result<Vec<Layer>, RunError> {
    cgroup::make_room();
    Host::probe(launcher)
}

fn layout(job: &Job) -> Result<Layout, RunError> {
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
    let writable = job.folder == Folder::Program;
    let mut files = Vec::new();
    let mut show = |path: &Path| -> Result<(), RunError> {
        let found = path.metadata().map_err(|source| file_error(path, source))?;
        if !writable {
            readable(path, &found)?;
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
            let host = program
                .canonicalize()
                .map_err(|source| file_error(program, source))?;
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
        visible: job.visible.iter().map(Into::into).collect(),
        files,
        disk: job.limits.disk,
    })
}

fn file_error(path: &Path, source: io::Error) -> RunError {
    RunError::File {
        path: path.to_owned(),
        source,
    }
}

/// Root can show what the box's user then cannot read; that is better said than found out.
fn readable(path: &Path, found: &fs::Metadata) -> Result<(), RunError> {
    if !rustix::process::geteuid().is_root() {
        return Ok(());
    }
    let needed = if found.is_dir() { 0o5 } else { 0o4 };
    if found.mode() & needed == needed {
        return Ok(());
    }
    let found = found.mode() & 0o777;
    Err(RunError::Job(format!(
        "{}: found mode {found:o}, expected it to be readable for others: as root, programs \
         run as users of their own (chmod -R o+rX)",
        path.display()
    )))
}
