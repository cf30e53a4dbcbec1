//! Files and folders that are opened once, through the open folder that they are in. A name
//! may come to stand for something else at any moment; what is open does not change.
//!
//! Linux has a name for each open folder, below which all is found as in that folder, whatever its
//! other names stand for by now. Elsewhere it is known by the name that it had.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io;
use std::path::{Component, Path, PathBuf};

#[cfg(target_os = "linux")]
use rustix::fs::OFlags;

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    Folder,
    File,
    Link,
    /// A pipe, a device and the like.
    Other,
}

/// A folder that is open.
pub(super) struct Folder {
    path: PathBuf,
    #[cfg(target_os = "linux")]
    _open: File,
}

impl Folder {
    /// Opens a folder.
    #[cfg(target_os = "linux")]
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        Self::open_with(path, OFlags::empty())
    }

    #[cfg(target_os = "linux")]
    fn open_with(path: &Path, flags: OFlags) -> io::Result<Self> {
        use std::os::fd::AsRawFd;

        let open = reading(OFlags::PATH | OFlags::DIRECTORY | flags).open(path)?;
        Ok(Self {
            path: format!("/proc/self/fd/{}", open.as_raw_fd()).into(),
            _open: open,
        })
    }

    /// Opens a folder.
    #[cfg(not(target_os = "linux"))]
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        fs::read_dir(path)?;
        Ok(Self {
            path: path.to_owned(),
        })
    }

    /// Opens a folder in it, and no link.
    fn folder(&self, name: &OsStr) -> io::Result<Self> {
        let path = self.path.join(name);
        #[cfg(target_os = "linux")]
        return Self::open_with(&path, OFlags::NOFOLLOW);
        #[cfg(not(target_os = "linux"))]
        match self.look(name)? {
            Sort::Folder => Self::open(&path),
            _ => Err(io::Error::other("it is not a folder any more")),
        }
    }

    /// Opens a folder below this one, on a way without links.
    pub(super) fn below(&self, inner: &Path) -> io::Result<Self> {
        let mut folder = Self::open(&self.path)?;
        for part in inner.components() {
            match part {
                Component::Normal(name) => folder = folder.folder(name)?,
                Component::CurDir => {}
                _ => return Err(io::ErrorKind::InvalidInput.into()),
            }
        }
        Ok(folder)
    }

    /// The names in it, in order; no more than `most`.
    pub(super) fn names(&self, most: usize) -> io::Result<Vec<OsString>> {
        let entries = fs::read_dir(&self.path)?.take(most);
        let names = entries.map(|entry| Ok(entry?.file_name()));
        let mut names = names.collect::<io::Result<Vec<_>>>()?;
        names.sort_unstable();
        Ok(names)
    }

    /// What a name stands for at the moment.
    pub(super) fn look(&self, name: &OsStr) -> io::Result<Sort> {
        let found = self.path.join(name).symlink_metadata()?.file_type();
        Ok(match found {
            _ if found.is_dir() => Sort::Folder,
            _ if found.is_file() => Sort::File,
            _ if found.is_symlink() => Sort::Link,
            _ => Sort::Other,
        })
    }

    /// Where a link leads.
    pub(super) fn link(&self, name: &OsStr) -> io::Result<PathBuf> {
        fs::read_link(self.path.join(name))
    }

    /// Opens a file in it, and nothing else, without waiting for anybody.
    pub(super) fn file(&self, name: &OsStr) -> io::Result<File> {
        let not_any_more = || Err(io::Error::other("it is not a file any more"));
        #[cfg(target_os = "linux")]
        let options = reading(OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY);
        #[cfg(not(target_os = "linux"))]
        let options = match self.look(name)? {
            Sort::File => File::options().read(true).clone(),
            _ => return not_any_more(),
        };
        let file = options.open(self.path.join(name))?;
        match file.metadata()?.is_file() {
            true => Ok(file),
            false => not_any_more(),
        }
    }
}

#[cfg(target_os = "linux")]
fn reading(flags: OFlags) -> fs::OpenOptions {
    use std::os::unix::fs::OpenOptionsExt;

    let mut options = File::options();
    options.read(true).custom_flags(flags.bits() as i32);
    options
}
