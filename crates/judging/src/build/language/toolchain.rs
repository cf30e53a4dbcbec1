//! Where compilers and interpreters are on this machine.
//!
//! Tools are asked outside the sandbox where their toolchains are. So nothing here runs in a
//! folder that a submission can write to, is looked for in one, or reads settings from one: what
//! is asked is asked in `/`, with a time limit, and with an environment that has only what it
//! needs.

use std::env;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::time::Duration;

use bstr::ByteSlice;

use plyjudge_runner::run::{Containment, Ended, Folder, Job, Limits, Runner};

/// The system's folders of programs, which every contained program can see.
const SYSTEM: [&str; 3] = ["/usr/local/bin", "/usr/bin", "/bin"];

/// What the one who is asked may use: far more than saying where a folder is takes.
fn patience() -> Limits {
    Limits {
        cpu: Duration::from_secs(10),
        wall: Duration::from_secs(10),
        output: 64 << 10,
        memory: u64::MAX,
        open_files: 1024,
        ..Limits::default()
    }
}

/// Variables that say where tools keep what they are made of.
const HOMES: [&str; 4] = ["HOME", "RUSTUP_HOME", "CARGO_HOME", "GOROOT"];

/// What a contained program needs to see in order to use some tools.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Toolchain {
    /// Folders shown to it, with the tools in their `bin`. None for tools of the system.
    pub folders: Vec<PathBuf>,
}

/// Where the judge looks for tools.
#[derive(Clone, Debug, Default)]
pub struct Search {
    /// Folders with tools, none of which a stranger can write to.
    folders: Vec<PathBuf>,
    /// What strangers can write to, with all names resolved.
    strangers: Option<PathBuf>,
}

impl Search {
    /// The judge's own search path, but for what is relative to wherever it works, and what is
    /// below `strangers`.
    pub fn new(strangers: Option<&Path>) -> Self {
        Self::of(&env::var_os("PATH").unwrap_or_default(), strangers)
    }

    fn of(path: &OsStr, strangers: Option<&Path>) -> Self {
        let mut search = Self {
            folders: Vec::new(),
            strangers: strangers.and_then(|path| path.canonicalize().ok()),
        };
        let folders = env::split_paths(path).filter(|folder| search.trusts(folder));
        search.folders = folders.collect();
        search
    }

    /// Whether no stranger can have put anything there.
    fn trusts(&self, path: &Path) -> bool {
        let Ok(real) = path.canonicalize() else {
            return false;
        };
        let is_theirs = |strangers: &PathBuf| real.starts_with(strangers);
        path.is_absolute() && !self.strangers.as_ref().is_some_and(is_theirs)
    }

    /// The programs of that name, as they are called.
    fn programs(&self, tool: &str) -> impl Iterator<Item = PathBuf> {
        let files = self.folders.iter().map(move |folder| folder.join(tool));
        files.filter(|file| is_program(file) && self.trusts(file))
    }

    /// Finds a tool; `locate` is the command that prints the folder of its toolchain, if
    /// there is one.
    ///
    /// # Errors
    /// That it is not there, in words for staff.
    pub fn find(&self, tool: &str, locate: &[String]) -> Result<Toolchain, String> {
        if SYSTEM
            .iter()
            .any(|folder| is_program(&Path::new(folder).join(tool)))
        {
            return Ok(Toolchain::default());
        }
        let has_tool = |folder: &PathBuf| {
            let file = folder.join("bin").join(tool);
            is_program(&file) && self.trusts(&file)
        };
        let folder = self.located(locate).filter(has_tool);
        let folder = folder.or_else(|| self.on_path(tool));
        let folder = folder.ok_or_else(|| format!("{tool} is not installed on this machine"))?;
        Ok(Toolchain {
            folders: vec![folder],
        })
    }

    /// The first line that a tool prints when it is asked so, if it is there and answers.
    pub fn version(&self, words: &[String]) -> Option<String> {
        let said = self.said(words)?;
        let line = said.lines().next()?.to_str_lossy();
        Some(line.trim().to_owned())
    }

    /// What `locate` prints.
    fn located(&self, locate: &[String]) -> Option<PathBuf> {
        let said = self.said(locate)?;
        let folder = said.trim_ascii_end().to_path().ok()?;
        folder.is_absolute().then(|| folder.to_owned())
    }

    /// What a tool prints that is asked outside the sandbox.
    fn said(&self, words: &[String]) -> Option<Vec<u8>> {
        let (program, arguments) = words.split_first()?;
        // Under its own name: some programs are many, and choose by what they are called.
        let program = self.programs(program).next()?;
        let homes = HOMES.iter().filter_map(|&name| {
            let value = env::var_os(name)?;
            self.trusts(Path::new(&value)).then_some((name, value))
        });
        let chosen = env::var_os("RUSTUP_TOOLCHAIN");
        let chosen = chosen.filter(|name| !name.as_encoded_bytes().contains(&b'/'));
        let mut job = Job::new([program.into_os_string()]);
        job.argv.extend(arguments.iter().map(Into::into));
        job.env = vec![("PATH".into(), env::join_paths(&self.folders).ok()?)];
        let chosen = chosen.map(|name| ("RUSTUP_TOOLCHAIN", name));
        let more = homes.chain(chosen);
        job.env
            .extend(more.map(|(name, value)| (name.into(), value)));
        // Where nobody can have put settings of theirs.
        (job.program, job.folder) = (Some("/".into()), Folder::Program);
        job.limits = patience();
        let run = Runner::new(Containment::Off).and_then(|runner| runner.run(&job));
        let run = run.ok()?;
        (run.ended == Ended::Exited(0)).then_some(run.stdout)
    }

    /// The folder whose `bin` has the tool. Never one that has a person's files in it.
    fn on_path(&self, tool: &str) -> Option<PathBuf> {
        let mut roots = self.programs(tool).filter_map(|path| {
            let real = path.canonicalize().ok()?;
            let bin = real.parent().filter(|folder| folder.ends_with("bin"))?;
            // A link of another name leads to something that chooses by its name.
            (real.file_name() == Some(tool.as_ref())).then(|| bin.parent().map(Path::to_owned))?
        });
        let home = env::home_dir().and_then(|home| home.canonicalize().ok());
        roots.find(|root| {
            root.parent().is_some() && !home.as_ref().is_some_and(|home| home.starts_with(root))
        })
    }
}

impl Toolchain {
    /// Adds what another tool needs.
    pub fn add(&mut self, other: Self) {
        let new = other.folders.into_iter();
        let new: Vec<_> = new
            .filter(|folder| !self.folders.contains(folder))
            .collect();
        self.folders.extend(new);
    }

    /// Where a program looks for tools.
    pub fn path(&self) -> OsString {
        let own = self.folders.iter().map(|folder| folder.join("bin"));
        let all = own.chain(SYSTEM.map(PathBuf::from));
        // Fails for a folder with a colon in its name, which then cannot be used.
        env::join_paths(all).unwrap_or_else(|_| SYSTEM.join(":").into())
    }
}

fn is_program(path: &Path) -> bool {
    path.metadata()
        .is_ok_and(|about| about.is_file() && is_executable(&about))
}

/// Whether a file may be run.
#[cfg(unix)]
pub fn is_executable(about: &std::fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    about.permissions().mode() & 0o111 != 0
}

/// Whether a file may be run: on this system, every file.
#[cfg(not(unix))]
pub fn is_executable(_about: &std::fs::Metadata) -> bool {
    true
}

#[cfg(all(test, unix))]
mod tests {
    use super::Search;
    use std::ffi::{OsStr, OsString};
    use std::fs::{Permissions, create_dir, set_permissions, write};
    use std::os::unix::fs::PermissionsExt;
    use std::path::{Path, PathBuf};

    fn path(folders: &[&Path]) -> OsString {
        std::env::join_paths(folders).unwrap()
    }

    fn script(file: &Path, text: &str) {
        write(file, format!("#!/bin/sh\n{text}\n")).unwrap();
        set_permissions(file, Permissions::from_mode(0o755)).unwrap();
    }

    #[test]
    fn tools_of_the_system_need_nothing() {
        let found = Search::default().find("sh", &[]).unwrap();
        assert_eq!(found.folders, [""; 0].map(PathBuf::from));
        assert_eq!(found.path(), "/usr/local/bin:/usr/bin:/bin");
    }

    #[test]
    fn tools_elsewhere_are_located() {
        let root = tempfile::tempdir().unwrap();
        let bin = root.path().join("bin");
        let tool = bin.join("plyjudge-test-tool");
        create_dir(&bin).unwrap();
        write(&tool, "#!/bin/sh\n").unwrap();
        let text = root.path().to_str().unwrap();
        let locate = ["echo".to_owned(), text.to_owned()];
        let search = Search::of(OsStr::new("/usr/bin:/bin"), None);
        // Not executable yet.
        assert!(search.find("plyjudge-test-tool", &locate).is_err());
        set_permissions(&tool, Permissions::from_mode(0o755)).unwrap();
        let found = search.find("plyjudge-test-tool", &locate).unwrap();
        assert_eq!(found.folders, [root.path()]);
        let path = format!("{}:/usr/local/bin:/usr/bin:/bin", bin.display());
        assert_eq!(found.path(), OsString::from(path));
    }

    #[test]
    fn a_tool_that_is_not_there_is_named() {
        let locate = ["false".to_owned()];
        let message = Search::new(None).find("no-such-tool", &locate).unwrap_err();
        assert_eq!(message, "no-such-tool is not installed on this machine");
    }

    #[test]
    fn nothing_is_looked_for_where_strangers_write() {
        let root = tempfile::tempdir().unwrap();
        let root = root.path().canonicalize().unwrap();
        let folders = ["theirs", "ours"].map(|name| root.join(name));
        for folder in &folders {
            create_dir(folder).unwrap();
            create_dir(folder.join("bin")).unwrap();
            script(&folder.join("bin/plyjudge-test-tool"), "");
        }
        let [theirs, ours] = &folders;
        let bins = folders.each_ref().map(|folder| folder.join("bin"));
        let [of_theirs, of_ours] = bins.each_ref().map(PathBuf::as_path);
        let find = |folders: &[&Path], locate: &[String]| {
            let search = Search::of(&path(folders), Some(theirs));
            search.find("plyjudge-test-tool", locate).ok()
        };
        let relative = ["", ".", "bin"].map(Path::new);
        assert_eq!(find(&relative, &[]), None);
        let found = find(&[of_theirs, of_ours], &[]).unwrap();
        assert_eq!(found.folders, std::slice::from_ref(ours));
        // Nor is what a tool says believed when it leads there.
        let locate = ["echo", theirs.to_str().unwrap()].map(str::to_owned);
        assert_eq!(find(&["/usr/bin", "/bin"].map(Path::new), &locate), None);
        // A link leads where it leads.
        std::os::unix::fs::symlink(of_theirs, root.join("link")).unwrap();
        assert_eq!(find(&[&root.join("link")], &[]), None);
    }

    /// Programs that choose, by where they are or by the environment, what to run in their
    /// place would run a student's.
    #[test]
    fn what_is_asked_is_asked_in_a_place_of_ours() {
        let root = tempfile::tempdir().unwrap();
        let bin = root.path().join("bin");
        create_dir(&bin).unwrap();
        script(&bin.join("plyjudge-test-tool"), "");
        let folder = root.path().display();
        script(
            &bin.join("proxy"),
            &format!("[ \"$PWD\" = / ] && [ -z \"$CARGO_MANIFEST_DIR\" ] && echo {folder}"),
        );
        let search = Search::of(&path(&[&bin, Path::new("/usr/bin")]), None);
        assert!(std::env::var_os("CARGO_MANIFEST_DIR").is_some());
        let found = search.located(&["proxy".to_owned()]);
        assert_eq!(found.as_deref(), Some(root.path()));
    }
}
