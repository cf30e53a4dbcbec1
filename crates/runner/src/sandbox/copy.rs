//! A folder that programs may change: what they change is a copy in memory, and what has
//! changed is copied back once nothing in the box runs any more.
//!
//! So nothing of a stranger's ever writes to the host's file systems: not too much, not too
//! many files, no odd ones. What comes back are folders, plain files without special
//! rights, and links that stay within the folder.

use std::ffi::{CStr, CString};
use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;

use rustix::fs::{
    AtFlags, Dir, FileType, Gid, Mode, OFlags, Stat, Timespec, Timestamps, Uid, fchmod, fchown,
    fstat, futimens, mkdirat, openat, readlinkat, statat, symlinkat, unlinkat,
};
use rustix::io::Errno;

use super::{Done, During};

/// Deepest folder that is copied.
const DEEPEST: u32 = 100;

/// How things are copied.
struct Copying {
    /// Who is to own the copies; `None` for whoever makes them.
    owner: Option<u32>,
    /// Whether everybody may read the copies of what their owner may read.
    readable: bool,
    /// Whether only links that stay within the folder are copied.
    own_links_only: bool,
}

impl Copying {
    /// Copies what is in a folder into another, except what is there in the same state.
    fn folder(&self, from: &OwnedFd, to: &OwnedFd) -> Done<()> {
        for (name, found) in entries(from)? {
            let (name, step) = (&*name, format_args!("copy {}", name.to_string_lossy()));
            match FileType::from_raw_mode(found.st_mode) {
                FileType::Directory => {
                    let inner = open(from, name).during(step)?;
                    let copy = self.make(to, name).during(step)?;
                    self.folder(&inner, &copy)?;
                    self.finish(&copy, &found).during(step)?;
                }
                FileType::RegularFile if !is_same(to, name, &found) => {
                    self.file(from, to, name, &found).during(step)?;
                }
                FileType::Symlink if make_way(to, name).during(step)? => {
                    self.link(from, to, name).during(step)?;
                }
                // Pipes, sockets and the like are of no use outside of a run.
                _ => {}
            }
        }
        Ok(())
    }

    /// Makes a folder, if need be, and opens it.
    fn make(&self, to: &OwnedFd, name: &CStr) -> rustix::io::Result<OwnedFd> {
        loop {
            match mkdirat(to, name, Mode::from_raw_mode(0o700)) {
                Ok(()) | Err(Errno::EXIST) => {}
                Err(errno) => return Err(errno),
            }
            match open(to, name) {
                // Something else has the name.
                Err(Errno::NOTDIR | Errno::LOOP) => unlinkat(to, name, AtFlags::empty())?,
                other => return other,
            }
        }
    }

    fn file(&self, from: &OwnedFd, to: &OwnedFd, name: &CStr, found: &Stat) -> io::Result<()> {
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let mut source = File::from(openat(from, name, flags, Mode::empty())?);
        if !make_way(to, name)? {
            return Ok(());
        }
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
        let mut copy = File::from(openat(to, name, flags, Mode::from_raw_mode(0o600))?);
        io::copy(&mut source, &mut copy)?;
        self.finish(&copy.into(), found)?;
        Ok(())
    }

    fn link(&self, from: &OwnedFd, to: &OwnedFd, name: &CStr) -> rustix::io::Result<()> {
        let target = readlinkat(from, name, Vec::new())?;
        let within = |part: &[u8]| part != b"..";
        let own = !target.as_bytes().starts_with(b"/")
            && target.as_bytes().split(|&byte| byte == b'/').all(within);
        match own || !self.own_links_only {
            true => symlinkat(&target, to, name),
            false => Ok(()),
        }
    }

    /// Gives a copy its owner, rights and times.
    fn finish(&self, copy: &OwnedFd, of: &Stat) -> rustix::io::Result<()> {
        if let Some(id) = self.owner {
            fchown(copy, Some(Uid::from_raw(id)), Some(Gid::from_raw(id)))?;
        }
        // Whatever a program thought of, the judge can go on with it.
        let folder = FileType::from_raw_mode(of.st_mode) == FileType::Directory;
        let mut mode = of.st_mode & 0o777 | if folder { 0o700 } else { 0o600 };
        if self.readable {
            mode |= mode >> 6 & 0o5;
        }
        fchmod(copy, Mode::from_raw_mode(mode))?;
        futimens(copy, &times(of))
    }
}

/// What is in a folder: names, and what they stand for.
fn entries(folder: &OwnedFd) -> Done<Vec<(CString, Stat)>> {
    let step = "read a folder";
    let mut entries = Vec::new();
    for entry in Dir::read_from(folder).during(step)? {
        let name = entry.during(step)?.file_name().to_owned();
        if ![c".", c".."].contains(&name.as_c_str()) {
            let found = statat(folder, &name, AtFlags::SYMLINK_NOFOLLOW).during(step)?;
            entries.push((name, found));
        }
    }
    Ok(entries)
}

/// Opens a folder, and nothing else.
fn open(folder: &OwnedFd, name: &CStr) -> rustix::io::Result<OwnedFd> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    openat(folder, name, flags, Mode::empty())
}

/// Whether all files in a folder, each for as long as it looks, under each of its names, have no
/// more bytes than there are left, and the folder is not too deep.
fn fits(folder: &OwnedFd, left: &mut u64, depth: u32) -> Done<bool> {
    for (name, found) in entries(folder)? {
        let fits = match FileType::from_raw_mode(found.st_mode) {
            FileType::RegularFile => {
                let rest = left.checked_sub(found.st_size as u64);
                *left = rest.unwrap_or_default();
                rest.is_some()
            }
            FileType::Directory if depth == DEEPEST => false,
            FileType::Directory => {
                let inner = open(folder, &name).during("read a folder")?;
                fits(&inner, left, depth + 1)?
            }
            _ => true,
        };
        if !fits {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether there is a file that looks like the one found, as far as times and size tell.
fn is_same(to: &OwnedFd, name: &CStr, found: &Stat) -> bool {
    statat(to, name, AtFlags::SYMLINK_NOFOLLOW).is_ok_and(|copy| {
        FileType::from_raw_mode(copy.st_mode) == FileType::RegularFile
            && copy.st_size == found.st_size
            && (copy.st_mtime, copy.st_mtime_nsec) == (found.st_mtime, found.st_mtime_nsec)
            && copy.st_mode & 0o100 == found.st_mode & 0o100
    })
}

/// Removes what has a name that something else is to have: whether that name is free now.
/// Folders are not given up.
fn make_way(to: &OwnedFd, name: &CStr) -> rustix::io::Result<bool> {
    match unlinkat(to, name, AtFlags::empty()) {
        Ok(()) | Err(Errno::NOENT) => Ok(true),
        Err(Errno::ISDIR) => Ok(false),
        Err(errno) => Err(errno),
    }
}

fn times(of: &Stat) -> Timestamps {
    let time = Timespec {
        tv_sec: of.st_mtime,
        tv_nsec: of.st_mtime_nsec as _,
    };
    Timestamps {
        last_access: time,
        last_modification: time,
    }
}

/// A folder of the host's that programs may change.
pub(super) struct Given {
    /// The host's. Not in the box's tree: only init has it.
    pub original: OwnedFd,
    /// The one in the box.
    pub copy: OwnedFd,
    /// How much may be in it, in bytes.
    pub disk: u64,
    /// Whether it is brought back whatever status a program exits with.
    pub any_status: bool,
}

impl Given {
    /// Lays out the copy, for programs of this user.
    pub(super) fn lay_out(&self, user: Option<u32>) -> Done<()> {
        let step = "copy the program's folder into the box";
        let mut left = self.disk;
        if !fits(&self.original, &mut left, 0)? {
            return Err(Errno::FBIG).during(step);
        }
        let copying = Copying {
            owner: user,
            readable: false,
            own_links_only: false,
        };
        copying.folder(&self.original, &self.copy)?;
        fstat(&self.original)
            .and_then(|found| copying.finish(&self.copy, &found))
            .during(step)
    }

    /// Brings back what has changed, unless there is too much: whether it was brought. To be
    /// called when nothing runs in the box.
    pub(super) fn bring_back(&self, user: Option<u32>) -> Done<bool> {
        let mut left = self.disk;
        if !fits(&self.copy, &mut left, 0)? {
            return Ok(false);
        }
        let copying = Copying {
            owner: None,
            readable: user.is_some(),
            own_links_only: true,
        };
        copying.folder(&self.copy, &self.original)?;
        Ok(true)
    }
}
