//! Wrong programs on purpose: those that come with an assignment, and mutants of its reference.
//! A suite is as good as what it catches of them.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use walkdir::WalkDir;

use crate::build::compile::{Compiler, Program, Unready};
use crate::build::language::Languages;
use crate::build::recipe::{Recipe, look_into};
use crate::build::submission::{Inventory, Kind, Source, Unfit};
use crate::build::workspace::Workspace;
use crate::execute::Execute;
use crate::fingerprint::{Fingerprint, Printer};
use crate::grade::setup::Setup;
use crate::grade::validator::{ReadyValidator, Validator};
use crate::parallel::parallel;
use mutants::{Change, changes};
use plyjudge_runner::run::Limits;
use tokens::Family;

pub mod alike;
pub mod audit;
pub mod exam;
pub mod inputs;
pub mod mutants;
pub mod tokens;

/// How many programs are there at one time.
const BATCH: usize = 64;

/// Options by which mutants are compiled: quickly, and so that what is read before it is set is
/// the same every time.
const OPTIONS: [&str; 2] = ["-O1", "-ftrivial-auto-var-init=pattern"];

/// A program that was looked at.
#[derive(Debug)]
pub struct Stock {
    /// Its name, for people.
    pub name: String,
    inventory: Inventory,
    recipe: Recipe,
}

impl Stock {
    /// Looks at a program.
    ///
    /// # Errors
    /// Why it cannot be run.
    pub fn look(source: &Source, name: String, languages: &Languages) -> Result<Self, Unfit> {
        let (inventory, recipe) = look_into(source, languages)?;
        Ok(Self {
            name,
            inventory,
            recipe,
        })
    }

    /// What it depends on.
    pub fn fingerprint(&self) -> Fingerprint {
        self.inventory.fingerprint
    }

    /// The sources that mutants can be made of.
    fn sources(&self) -> impl Iterator<Item = (&Path, &'static Family)> {
        let recipe = &self.recipe;
        let is_any = recipe.main.is_none() || recipe.language().is_none();
        let is_meant = move |path: &PathBuf| match &recipe.sources[..] {
            [] => is_any,
            listed => listed.contains(path),
        };
        let is_build_file = |path: &Path| path.file_name() == Some("build.rs".as_ref());
        let entries = self.inventory.entries.iter();
        let files = entries.filter(|entry| matches!(entry.kind, Kind::File { .. }));
        let meant = files.filter(move |entry| is_meant(&entry.path));
        let known = meant.filter_map(|entry| Some((&*entry.path, Family::of(&entry.path)?)));
        known.filter(move |(path, _)| !is_build_file(path))
    }
}

/// The reference with a small change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutant {
    /// The file that is changed, from the program's folder.
    pub file: PathBuf,
    /// The change.
    pub change: Change,
    /// The line that it begins in, with the change.
    pub changed_line: String,
    text: Vec<u8>,
}

/// All mutants of a program, and its sources.
pub struct Mutants {
    /// In the order of their places.
    pub mutants: Vec<Mutant>,
    /// The files that they were made of.
    pub sources: Vec<(PathBuf, String)>,
}

/// A program to be tried.
#[derive(Clone, Copy, Debug)]
pub struct Variant<'a> {
    /// The program.
    pub stock: &'a Stock,
    /// How it is changed, if it is.
    pub mutant: Option<&'a Mutant>,
}

/// A program that was made ready.
#[derive(Debug)]
pub struct Built {
    /// The program.
    pub program: Program,
    /// What compiling made, if it made anything.
    made: Option<Fingerprint>,
}

/// What came of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tried<A> {
    /// It was asked.
    Answered(A),
    /// Compiling made the same of it as of the reference or of an earlier mutant.
    Same,
    /// It does not build.
    NotBuilt(String),
    /// It could not be tried, for reasons of ours.
    Fault(String),
}

/// Builds programs, some at a time, and has them asked.
pub struct Workshop<'a> {
    compiler: Compiler<'a>,
    workspace: Workspace,
    jobs: NonZeroUsize,
    interrupted: &'a AtomicBool,
}

impl<'a> Workshop<'a> {
    /// The output validator of a suite, ready to judge with, if it has one.
    ///
    /// # Errors
    /// Why it cannot be used.
    pub fn validator<'b>(
        &'b self,
        executor: &'b dyn Execute,
        setup: &'b Setup,
    ) -> Result<Option<ReadyValidator<'b>>, String> {
        let ready = |validator: &'b Validator| {
            validator.make_ready(executor, &setup.compile, &self.workspace, "validator")
        };
        setup.validator.as_ref().map(ready).transpose()
    }

    /// A validator made ready at a place of that name.
    ///
    /// # Errors
    /// Why it cannot be used.
    pub fn ready<'b>(
        &'b self,
        executor: &'b dyn Execute,
        validator: &'b Validator,
        compile: &Limits,
        place: &str,
    ) -> Result<ReadyValidator<'b>, String> {
        validator.make_ready(executor, compile, &self.workspace, place)
    }

    /// A workshop that compiles within limits, and finds no tool in `folder`.
    ///
    /// # Errors
    /// When there is no place to work in.
    pub fn new(
        executor: &'a dyn Execute,
        limits: Limits,
        folder: Option<&Path>,
        jobs: NonZeroUsize,
        interrupted: &'a AtomicBool,
    ) -> io::Result<Self> {
        Ok(Self {
            compiler: Compiler::new(executor, limits, folder),
            workspace: Workspace::new()?,
            jobs,
            interrupted,
        })
    }

    /// All mutants of a program.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn mutants(&self, stock: &Stock) -> io::Result<Mutants> {
        let copy = self.workspace.place("sources");
        stock.inventory.copy_to(&copy)?;
        let (mut mutants, mut sources) = (Vec::new(), Vec::new());
        for (file, family) in stock.sources() {
            let source = fs::read(copy.join(file))?;
            mutants.extend(changes(&source, family).into_iter().map(|change| Mutant {
                file: file.to_owned(),
                changed_line: change.changed_line(&source),
                text: change.apply(&source),
                change,
            }));
            let text = String::from_utf8_lossy(&source).into_owned();
            sources.push((file.to_owned(), text));
        }
        Ok(Mutants { mutants, sources })
    }

    /// Builds a program at a place of that name.
    ///
    /// # Errors
    /// Why it does not build.
    pub fn build(&self, variant: Variant<'_>, place: &str) -> Result<Built, Unready> {
        self.build_by(variant, &variant.stock.recipe, place)
    }

    fn build_by(
        &self,
        variant: Variant<'_>,
        recipe: &Recipe,
        place: &str,
    ) -> Result<Built, Unready> {
        let Stock {
            name, inventory, ..
        } = variant.stock;
        let copy = self.workspace.place(place);
        let change = |copy: &Path| match variant.mutant {
            Some(mutant) => fs::write(copy.join(&mutant.file), &mutant.text),
            None => Ok(()),
        };
        let compiler = &self.compiler;
        let (_, program) = compiler.prepare_changed(inventory, recipe, name, &copy, &change)?;
        let made = made(&copy, inventory, recipe);
        let made = made.map_err(|error| Unready::Ours(error.to_string()))?;
        Ok(Built { program, made })
    }

    /// Builds each program and has it asked; `each` is told what came of it, in no order. Mutants
    /// of the reference come after other programs; those of which compiling makes nothing new are
    /// not asked.
    pub fn try_each<A: Send>(
        &self,
        variants: &[Variant<'_>],
        ask: impl Fn(usize, &Program) -> Result<A, String> + Sync,
        mut each: impl FnMut(usize, Tried<A>),
    ) {
        let changed = variants.iter().find(|variant| variant.mutant.is_some());
        let (recipe, mut known) = match changed {
            Some(variant) => self.for_mutants(variant.stock),
            None => (None, HashMap::new()),
        };
        let build = |index: usize| {
            let variant = variants[index];
            let recipe = recipe.as_ref().filter(|_| variant.mutant.is_some());
            let recipe = recipe.unwrap_or(&variant.stock.recipe);
            self.build_by(variant, recipe, &index.to_string())
        };
        for first in (0..variants.len()).step_by(BATCH) {
            if self.interrupted.load(Ordering::Relaxed) {
                return;
            }
            let count = BATCH.min(variants.len() - first);
            let built = self.all(count, |item| build(first + item), || {});
            let mut ready = Vec::new();
            for (index, built) in (first..).zip(built) {
                match built {
                    Some(Ok(Built { program, made })) => {
                        let is_mutant = variants[index].mutant.is_some();
                        let earlier = made.filter(|_| is_mutant);
                        match earlier.and_then(|made| known.insert(made, ())) {
                            Some(()) => each(index, Tried::Same),
                            None => ready.push((index, program)),
                        }
                    }
                    Some(Err(Unready::Theirs(reason, _))) => each(index, Tried::NotBuilt(reason)),
                    Some(Err(Unready::Ours(message))) => each(index, Tried::Fault(message)),
                    None => {}
                }
            }
            self.side_by_side(
                ready.len(),
                |item| {
                    let (index, program) = &ready[item];
                    ask(*index, program)
                },
                |item, answer| {
                    let answer = answer.map_or_else(Tried::Fault, Tried::Answered);
                    each(ready[item].0, answer);
                },
            );
        }
    }

    /// How mutants of a program are built, if otherwise than the program; and what is known
    /// before any of them is.
    fn for_mutants(&self, reference: &Stock) -> (Option<Recipe>, HashMap<Fingerprint, ()>) {
        let plain = Variant {
            stock: reference,
            mutant: None,
        };
        let known = |built: &Built| built.made.into_iter().map(|made| (made, ())).collect();
        let quick = reference.recipe.with_options(&OPTIONS);
        if let Some(recipe) = quick
            && let Ok(built) = self.build_by(plain, &recipe, "original")
        {
            return (Some(recipe), known(&built));
        }
        let built = self.build(plain, "original");
        (None, built.as_ref().map(known).unwrap_or_default())
    }

    /// What comes of `work` on each of so many items, in their order; none of those that an
    /// interruption leaves. Says when one is done.
    pub fn all<T: Send>(
        &self,
        count: usize,
        work: impl Fn(usize) -> T + Sync,
        tick: impl Fn(),
    ) -> Vec<Option<T>> {
        let mut all = Vec::new();
        all.resize_with(count, || None);
        self.side_by_side(count, work, |item, it| {
            all[item] = Some(it);
            tick();
        });
        all
    }

    /// Does `work` on each of so many items.
    fn side_by_side<T: Send>(
        &self,
        count: usize,
        work: impl Fn(usize) -> T + Sync,
        mut each: impl FnMut(usize, T),
    ) {
        let done: Result<(), ()> = parallel(
            self.jobs.get(),
            count,
            self.interrupted,
            work,
            |item, it| {
                each(item, it);
                Ok(())
            },
        );
        debug_assert_eq!(done, Ok(()));
    }
}

/// What compiling has made in the copy of a submission: files that were not in it, and are no
/// sources.
fn made(copy: &Path, inventory: &Inventory, recipe: &Recipe) -> io::Result<Option<Fingerprint>> {
    let is_source = |path: &Path| recipe.language.has_source(path);
    let mut printer = Printer::new();
    let mut is_any = false;
    // A link is no file, and is not followed.
    for entry in WalkDir::new(copy).sort_by_file_name() {
        let entry = entry?;
        let path = entry.path().strip_prefix(copy).unwrap_or(entry.path());
        let is_given = || inventory.entries.iter().any(|entry| entry.path == path);
        if entry.file_type().is_file() && !is_source(path) && !is_given() {
            printer.bytes(path.as_os_str().as_encoded_bytes());
            printer.reader(&mut File::open(entry.path())?)?;
            is_any = true;
        }
    }
    Ok(is_any.then(|| printer.finish()))
}
