//! Files and folders that are opened once, through the open folder that they are in. A name
//! may come to stand for something else at any moment; what is open does not change.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io;
use std::path::{Component, Path, PathBuf};

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    Folder,
    File,
    Link,
    /// A pipe, a device and the like.
    Other,
}

impl Folder {
    /// Opens a folder below this one, on a way without links.
    pub(super) fn below(&self, inner: &Path) -> io::Result<Self> {
        let mut folder = self.again()?;
        for part in inner.components() {
            match part {
                Component::Normal(name) => folder = folder.folder(name)?,
                Component::CurDir => {}
                _ => return Err(io::ErrorKind::InvalidInput.into()),
            }
        }
        Ok(folder)
    }

    /// Opens a file in it, and nothing else.
    pub(super) fn file(&self, name: &OsStr) -> io::Result<File> {
        let file = self.anything(name)?;
        match file.metadata()?.is_file() {
            true => Ok(file),
            false => Err(io::Error::other("it is not a file any more")),
        }
    }
}

#[cfg(target_os = "linux")]
pub(super) use linux::Folder;

#[cfg(not(target_os = "linux"))]
pub(super) use elsewhere::Folder;

#[cfg(target_os = "linux")]
mod linux {
    use std::os::fd::OwnedFd;
    use std::os::unix::ffi::{OsStrExt, OsStringExt};

    use rustix::fs::{AtFlags, CWD, Dir, FileType, Mode, OFlags, openat, readlinkat, statat};

    use super::{File, OsStr, OsString, Path, PathBuf, Sort, io};

    /// A folder that is open.
    pub(in super::super) struct Folder(OwnedFd);

    impl Folder {
        /// Opens a folder.
        pub(in super::super) fn open(path: &Path) -> io::Result<Self> {
            let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
            Ok(Self(openat(CWD, path, flags, Mode::empty())?))
        }

        pub(super) fn again(&self) -> io::Result<Self> {
            self.0.try_clone().map(Self)
        }

        pub(super) fn folder(&self, name: &OsStr) -> io::Result<Self> {
            let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
            Ok(Self(openat(&self.0, name, flags, Mode::empty())?))
        }

        /// The names in it, in order; no more than `most`.
        pub(in super::super) fn names(&self, most: usize) -> io::Result<Vec<OsString>> {
            let mut names = Vec::new();
            let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
            let listed = openat(&self.0, ".", flags, Mode::empty())?;
            for entry in Dir::new(listed)? {
                let name = OsStr::from_bytes(entry?.file_name().to_bytes()).to_owned();
                if name != "." && name != ".." {
                    names.push(name);
                }
                if names.len() == most {
                    break;
                }
            }
            names.sort_unstable();
            Ok(names)
        }

        /// What a name stands for at the moment.
        pub(in super::super) fn look(&self, name: &OsStr) -> io::Result<Sort> {
            let found = statat(&self.0, name, AtFlags::SYMLINK_NOFOLLOW)?;
            Ok(match FileType::from_raw_mode(found.st_mode) {
                FileType::Directory => Sort::Folder,
                FileType::RegularFile => Sort::File,
                FileType::Symlink => Sort::Link,
                _ => Sort::Other,
            })
        }

        /// Where a link leads.
        pub(in super::super) fn link(&self, name: &OsStr) -> io::Result<PathBuf> {
            let target = readlinkat(&self.0, name, Vec::new())?.into_bytes();
            Ok(OsString::from_vec(target).into())
        }

        /// Opens whatever it is without waiting for anybody.
        pub(super) fn anything(&self, name: &OsStr) -> io::Result<File> {
            let flags = OFlags::RDONLY
                | OFlags::NOFOLLOW
                | OFlags::NONBLOCK
                | OFlags::NOCTTY
                | OFlags::CLOEXEC;
            Ok(openat(&self.0, name, flags, Mode::empty())?.into())
        }
    }
}

/// Where no file can be opened through a folder: by names, which may be swapped meanwhile.
#[cfg(not(target_os = "linux"))]
mod elsewhere {
    use std::fs;

    use super::{File, OsStr, OsString, Path, PathBuf, Sort, io};

    /// A folder.
    pub(in super::super) struct Folder(PathBuf);

    impl Folder {
        /// Opens a folder.
        pub(in super::super) fn open(path: &Path) -> io::Result<Self> {
            fs::read_dir(path).map(|_| Self(path.to_owned()))
        }

        pub(super) fn again(&self) -> io::Result<Self> {
            Ok(Self(self.0.clone()))
        }

        pub(super) fn folder(&self, name: &OsStr) -> io::Result<Self> {
            match self.look(name)? {
                Sort::Folder => Ok(Self(self.0.join(name))),
                _ => Err(io::Error::other("it is not a folder any more")),
            }
        }

        /// The names in it, in order; no more than `most`.
        pub(in super::super) fn names(&self, most: usize) -> io::Result<Vec<OsString>> {
            let entries = fs::read_dir(&self.0)?.take(most);
            let names = entries.map(|entry| Ok(entry?.file_name()));
            let mut names = names.collect::<io::Result<Vec<_>>>()?;
            names.sort_unstable();
            Ok(names)
        }

        /// What a name stands for at the moment.
        pub(in super::super) fn look(&self, name: &OsStr) -> io::Result<Sort> {
            let found = self.0.join(name).symlink_metadata()?.file_type();
            Ok(match found {
                _ if found.is_dir() => Sort::Folder,
                _ if found.is_file() => Sort::File,
                _ if found.is_symlink() => Sort::Link,
                _ => Sort::Other,
            })
        }

        /// Where a link leads.
        pub(in super::super) fn link(&self, name: &OsStr) -> io::Result<PathBuf> {
            fs::read_link(self.0.join(name))
        }

        /// Opens whatever it is, but no link.
        pub(super) fn anything(&self, name: &OsStr) -> io::Result<File> {
            match self.look(name)? {
                Sort::File => File::open(self.0.join(name)),
                _ => Err(io::Error::other("it is not a file any more")),
            }
        }
    }
}
