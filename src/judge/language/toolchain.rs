//! Where compilers and interpreters are on this machine.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use bstr::ByteSlice;

/// The system's folders of programs, which every contained program can see.
const SYSTEM: [&str; 3] = ["/usr/local/bin", "/usr/bin", "/bin"];

/// What a contained program needs to see in order to use some tools.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Toolchain {
    /// Folders shown to it, with the tools in their `bin`. None for tools of the system.
    pub folders: Vec<PathBuf>,
}

/// Finds a tool; `locate` is the command that prints the folder of its toolchain, if there
/// is one.
///
/// # Errors
/// That it is not there, in words for staff.
pub fn find(tool: &str, locate: &[String]) -> Result<Toolchain, String> {
    if SYSTEM
        .iter()
        .any(|folder| is_program(&Path::new(folder).join(tool)))
    {
        return Ok(Toolchain::default());
    }
    let folder = match located(locate) {
        Some(folder) if is_program(&folder.join("bin").join(tool)) => folder,
        _ => on_path(tool).ok_or_else(|| format!("{tool} is not installed on this machine"))?,
    };
    Ok(Toolchain {
        folders: vec![folder],
    })
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

/// What `locate` prints.
fn located(locate: &[String]) -> Option<PathBuf> {
    let (program, arguments) = locate.split_first()?;
    let output = Command::new(program).args(arguments).output().ok()?;
    let folder = output.stdout.trim_end().to_path().ok()?;
    (output.status.success() && folder.is_absolute()).then(|| folder.to_owned())
}

/// The folder whose `bin` has the tool, by the judge's own search path. Never one that has
/// a person's files in it.
fn on_path(tool: &str) -> Option<PathBuf> {
    let folders = env::split_paths(&env::var_os("PATH")?).collect::<Vec<_>>();
    let found = folders.iter().map(|folder| folder.join(tool));
    let found = found.filter(|path| is_program(path));
    let mut roots = found.filter_map(|path| {
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

#[cfg(test)]
mod tests {
    use super::find;
    use std::ffi::OsString;
    use std::path::PathBuf;

    #[cfg(unix)]
    #[test]
    fn tools_of_the_system_need_nothing() {
        let found = find("sh", &[]).unwrap();
        assert_eq!(found.folders, [""; 0].map(PathBuf::from));
        assert_eq!(found.path(), "/usr/local/bin:/usr/bin:/bin");
    }

    #[cfg(unix)]
    #[test]
    fn tools_elsewhere_are_located() {
        use std::os::unix::fs::PermissionsExt;

        let root = tempfile::tempdir().unwrap();
        let bin = root.path().join("bin");
        let tool = bin.join("plyjudge-test-tool");
        std::fs::create_dir(&bin).unwrap();
        std::fs::write(&tool, "#!/bin/sh\n").unwrap();
        let text = root.path().to_str().unwrap();
        let locate = ["echo".to_owned(), text.to_owned()];
        // Not executable yet.
        assert!(find("plyjudge-test-tool", &locate).is_err());
        std::fs::set_permissions(&tool, std::fs::Permissions::from_mode(0o755)).unwrap();
        let found = find("plyjudge-test-tool", &locate).unwrap();
        assert_eq!(found.folders, [root.path()]);
        let path = format!("{}:/usr/local/bin:/usr/bin:/bin", bin.display());
        assert_eq!(found.path(), OsString::from(path));
    }

    #[test]
    fn a_tool_that_is_not_there_is_named() {
        let message = find("no-such-tool", &["false".to_owned()]).unwrap_err();
        assert_eq!(message, "no-such-tool is not installed on this machine");
    }
}
