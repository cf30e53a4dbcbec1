//! The folder that a grading works in: gone afterwards, however it ends.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tempfile::TempDir;

/// How the names of all workspaces begin.
const PREFIX: &str = "plyjudge-grade-";

/// The file that is locked while a workspace is in use. It is the last that is removed, so
/// that whoever is killed while removing a workspace leaves one that can be told to be free.
const LOCK: &str = "lock";

/// A workspace this old is not just being made.
const ABANDONED: Duration = Duration::from_secs(60);

/// A temporary folder. One whose process was killed is removed by the next that is made.
#[derive(Debug)]
pub(crate) struct Workspace {
    folder: TempDir,
    /// Locked as long as it is open.
    _lock: File,
}

impl Workspace {
    /// A new, empty workspace.
    ///
    /// # Errors
    /// When there is no room or no right to make one.
    pub(crate) fn new() -> io::Result<Self> {
        let parent = std::env::temp_dir();
        let folder = tempfile::Builder::new()
            .prefix(PREFIX)
            .tempdir_in(&parent)?;
        // Nobody is to find it before it is locked.
        let making = folder.path().join("making");
        let _lock = File::create_new(&making)?;
        _lock.try_lock()?;
        fs::rename(&making, folder.path().join(LOCK))?;
        sweep(&parent, owner(folder.path()));
        Ok(Self { folder, _lock })
    }

    /// Where something of that name has its place.
    pub(crate) fn place(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}

impl Drop for Workspace {
    fn drop(&mut self) {
        remove_workspace(self.folder.path());
    }
}

fn remove_workspace(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_name() != LOCK {
            remove(&entry.path());
        }
    }
    remove(folder);
}

/// Removes workspaces of this owner that nobody uses any more.
fn sweep(parent: &Path, us: Option<u32>) {
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let is_ours = name.as_encoded_bytes().starts_with(PREFIX.as_bytes());
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if !(is_ours && is_folder && owner(&entry.path()) == us) {
            continue;
        }
        let lock = File::options().write(true).open(entry.path().join(LOCK));
        match lock {
            // Held until all is removed.
            Ok(lock) if lock.try_lock().is_ok() => remove_workspace(&entry.path()),
            Err(error) if error.kind() == io::ErrorKind::NotFound && is_old(&entry) => {
                remove_workspace(&entry.path());
            }
            _ => {}
        }
    }
}

#[cfg(unix)]
fn owner(path: &Path) -> Option<u32> {
    use std::os::unix::fs::MetadataExt;
    path.symlink_metadata().ok().map(|about| about.uid())
}

#[cfg(not(unix))]
fn owner(_path: &Path) -> Option<u32> {
    None
}

fn is_old(entry: &fs::DirEntry) -> bool {
    let modified = entry.metadata().and_then(|about| about.modified());
    let age = modified.map(|modified| modified.elapsed().unwrap_or_default());
    age.is_ok_and(|age| age > ABANDONED)
}

/// Removes a folder that a stranger's program may have filled: folders in it may be closed
/// to us. Never follows a link. What cannot be removed stays.
pub(crate) fn remove(folder: &Path) {
    if fs::remove_dir_all(folder).is_ok() {
        return;
    }
    open_up(folder);
    let _ = fs::remove_dir_all(folder);
}

#[cfg(unix)]
fn open_up(folder: &Path) {
    use std::os::unix::fs::PermissionsExt;

    // A folder is opened before what is in it is listed.
    let entries = walkdir::WalkDir::new(folder)
        .into_iter()
        .filter_entry(|entry| {
            if entry.file_type().is_dir() {
                let _ = fs::set_permissions(entry.path(), fs::Permissions::from_mode(0o700));
            }
            true
        });
    entries.for_each(drop);
}

#[cfg(not(unix))]
fn open_up(_folder: &Path) {}

#[cfg(test)]
mod tests {
    use super::{LOCK, PREFIX, Workspace, owner, remove, sweep};
    use std::fs;

    #[test]
    fn a_workspace_goes_with_its_user_and_no_earlier() {
        let one = Workspace::new().unwrap();
        let place = one.place("x");
        fs::create_dir_all(place.join("deep")).unwrap();
        let other = Workspace::new().unwrap();
        assert!(place.exists());
        drop(one);
        assert!(!place.exists());
        drop(other);
    }

    #[test]
    fn a_workspace_left_behind_is_swept_up() {
        let parent = tempfile::tempdir().unwrap();
        let left = parent.path().join(format!("{PREFIX}left"));
        let new = parent.path().join(format!("{PREFIX}new"));
        let foreign = parent.path().join("other");
        for folder in [&left, &new, &foreign] {
            fs::create_dir(folder).unwrap();
        }
        fs::write(left.join(LOCK), "").unwrap();
        fs::write(foreign.join(LOCK), "").unwrap();
        sweep(parent.path(), owner(parent.path()));
        assert!(!left.exists());
        assert!(new.exists() && foreign.exists());
    }

    #[cfg(unix)]
    #[test]
    fn closed_folders_are_removed() {
        use std::os::unix::fs::PermissionsExt;

        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("a");
        let inner = folder.join("b");
        fs::create_dir_all(inner.join("c")).unwrap();
        fs::set_permissions(&inner, fs::Permissions::from_mode(0o0)).unwrap();
        remove(&folder);
        assert!(!folder.exists());
    }
}
