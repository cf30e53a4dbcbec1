//! The files of a box: a small tree of its own, in which the host's is not.
//!
//! ```text
//! /                an empty file system in memory, read-only once it is filled
//! /usr /bin /lib…  the host's, read-only
//! /etc             a few entries of the host's that programs start with; own user names
//! /dev             null, zero, full, random, urandom
//! /proc            of the run's processes, read-only; new for each run
//! /program         the program's folder or file; for compiling, a copy that can be changed
//! /box             in memory, limited in size; has work/ and tmp/; new for each run
//! /tmp             a link to /box/tmp
//! PATH             each further visible path, under its own name, read-only
//! ```
//!
//! All sources are cloned as detached mounts first, which needs the host's tree; then the
//! new tree is filled from them and takes the root's place, and the host's is unmounted.
//! From then on no name leads back to it.

use std::fs;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path, PathBuf};

use rustix::fs::{AtFlags, CWD, FileType, Gid, Mode, OFlags, Uid};
use rustix::io::Errno;
use rustix::mount::{
    FsMountFlags, FsOpenFlags, MountAttrFlags, MountPropagationFlags, MoveMountFlags,
    OpenTreeFlags, UnmountFlags, fsconfig_create, fsconfig_set_string, fsmount, fsopen,
    mount_change, move_mount, open_tree, unmount,
};

use super::copy::Given;
use super::wire::Layout;
use super::{BOX_ID, Done, During};
use crate::run::PROGRAM;
use crate::sys;

/// Where the box's own writable file system is.
const WRITABLE: &str = "/box";

/// The folders in it: where programs start, and for their temporary files.
pub(super) const WORK: &str = "/box/work";
pub(super) const TEMPORARY: &str = "/box/tmp";

/// System folders of the host that are shown where there are. Debian's GHC keeps the list of its
/// libraries in the last one.
const SYSTEM: [&str; 10] = [
    "usr",
    "bin",
    "sbin",
    "lib",
    "lib32",
    "lib64",
    "libx32",
    "nix",
    "gnu",
    "var/lib/ghc",
];

/// Entries of the host's `/etc` that compilers, interpreters and the loader read; entries
/// that begin so, when they end in `*`.
const ETC: [&str; 13] = [
    "R",
    "alternatives",
    "fpc*",
    "java*",
    "ld.so.cache",
    "ld.so.conf",
    "ld.so.conf.d",
    "mono",
    "nsswitch.conf",
    "php",
    "python*",
    "ssl/openssl.cnf",
    "perl",
];

/// Devices, and which of the host's they are. What is mapped of `zero` and shared is memory
/// that is counted to no process; `full` reads the same and cannot be mapped.
const DEVICES: [(&str, &str); 5] = [
    ("null", "null"),
    ("zero", "full"),
    ("full", "full"),
    ("random", "random"),
    ("urandom", "urandom"),
];

/// Places that are the box's own.
const OWN: [&str; 6] = ["/box", "/dev", "/etc", "/proc", "/program", "/sys"];

/// Most files in a box's own folders: more than a submission may have.
const MOST_FILES: u32 = 24_000;

const SAFE: MountAttrFlags =
    MountAttrFlags::MOUNT_ATTR_NOSUID.union(MountAttrFlags::MOUNT_ATTR_NODEV);
const READ_ONLY: MountAttrFlags = SAFE.union(MountAttrFlags::MOUNT_ATTR_RDONLY);

/// What is written to a device is no change of its file.
const DEVICE: MountAttrFlags = MountAttrFlags::MOUNT_ATTR_RDONLY
    .union(MountAttrFlags::MOUNT_ATTR_NOSUID)
    .union(MountAttrFlags::MOUNT_ATTR_NOEXEC);

/// Something of the host's, on its way to a place in the box.
struct Source {
    at: PathBuf,
    what: What,
}

enum What {
    Mount(OwnedFd),
    Link(PathBuf),
}

/// Builds the tree and makes it the root, for programs of this user. Only for a process
/// that is alone in its mount and process namespaces.
pub(super) fn build(layout: &Layout, user: Option<u32>) -> Done<Option<Given>> {
    // Nothing done here may show on the host, nor the other way around.
    mount_change(
        "/",
        MountPropagationFlags::PRIVATE | MountPropagationFlags::REC,
    )
    .during("detach the mounts from the host's")?;

    let sources = sources(layout)?;
    let given = match &layout.program {
        Some(program) if layout.writable => {
            let copy = memory(layout.disk, SAFE)?;
            let given = Given {
                original: top(&clone(Path::new(&program.host), SAFE)?)?,
                copy: top(&copy)?,
                disk: layout.disk,
                any_status: layout.any_status,
            };
            given.lay_out(user)?;
            Some((given, copy))
        }
        _ => None,
    };
    // The kernel allows a new /proc only to who can see one already.
    let proc = proc()?;
    let root = file_system("tmpfs", &[("mode", "0755"), ("size", "1m")], SAFE)?;
    place(&root, CWD, Path::new("/")).during("place the new root")?;

    folder(&root, Path::new("proc"))?;
    place(&proc, &root, Path::new("proc")).during("place /proc")?;
    folder(&root, Path::new("box"))?;
    own_files(&root)?;
    for source in sources {
        source.put(&root)?;
    }
    if let Some((_, copy)) = &given {
        let at = relative(Path::new(PROGRAM));
        folder(&root, at)?;
        place(copy, &root, at).during("place the program's folder")?;
    }
    // Fails when a visible path is below /tmp; then /tmp is a folder that has that path.
    match rustix::fs::symlinkat(TEMPORARY, &root, "tmp") {
        Ok(()) | Err(Errno::EXIST) => {}
        Err(errno) => return Err(errno).during("link /tmp"),
    }
    let attributes = MountAttrFlags::MOUNT_ATTR_RDONLY;
    sys::mount_setattr(root.as_fd(), attributes, false).during("make the root read-only")?;

    rustix::process::fchdir(&root).during("enter the new root")?;
    rustix::process::pivot_root(".", ".").during("change roots")?;
    unmount(".", UnmountFlags::DETACH).during("leave the host's root")?;
    rustix::process::chdir("/").during("enter the new root")?;
    Ok(given.map(|(given, _)| given))
}

/// Clones what is shown of the host.
fn sources(layout: &Layout) -> Done<Vec<Source>> {
    let mut sources = Vec::new();
    for name in SYSTEM {
        let path = Path::new("/").join(name);
        match path.symlink_metadata() {
            Ok(found) if found.is_symlink() => {
                let target = fs::read_link(&path).during(path.display())?;
                sources.push(Source {
                    at: name.into(),
                    what: What::Link(target),
                });
            }
            Ok(found) if found.is_dir() => sources.push(Source::clone(&path, &path, READ_ONLY)?),
            _ => {}
        }
    }
    for path in etc() {
        sources.push(Source::clone(&path, &path, READ_ONLY)?);
    }
    for (name, host) in DEVICES {
        let [path, host] = [name, host].map(|name| Path::new("/dev").join(name));
        sources.push(Source::clone(&host, &path, DEVICE)?);
    }
    for path in &layout.visible {
        visible(Path::new(path), &mut sources)?;
    }
    if let Some(program) = &layout.program
        && !layout.writable
    {
        let (host, at) = (Path::new(&program.host), Path::new(&program.at));
        sources.push(Source::clone(host, at, READ_ONLY)?);
    }
    Ok(sources)
}

/// The entries of `/etc` that are shown.
fn etc() -> Vec<PathBuf> {
    let etc = Path::new("/etc");
    let names: Vec<_> = fs::read_dir(etc)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.file_name())
        .collect();
    let mut shown = Vec::new();
    for pattern in ETC {
        match pattern.strip_suffix('*') {
            Some(start) => {
                let fits =
                    |name: &&std::ffi::OsString| name.as_bytes().starts_with(start.as_bytes());
                shown.extend(names.iter().filter(fits).map(|name| etc.join(name)));
            }
            None => shown.push(etc.join(pattern)),
        }
    }
    shown.retain(|path| path.exists());
    shown
}

/// Adds a path that is shown under its own name, and under its real one if that differs.
fn visible(path: &Path, sources: &mut Vec<Source>) -> Done<()> {
    let real = path.canonicalize().during(path.display())?;
    for path in [path, &real] {
        let plain = path
            .components()
            .all(|part| matches!(part, Component::RootDir | Component::Normal(_)));
        let own = OWN.iter().any(|own| path.starts_with(own));
        if !plain || own || path.parent().is_none() {
            return Err(Errno::INVAL).during(format_args!("show {} in the box", path.display()));
        }
    }
    let seen = |path: &Path, sources: &[Source]| {
        sources.iter().any(|source| {
            let mounted = matches!(source.what, What::Mount(_));
            mounted && path.starts_with(Path::new("/").join(&source.at))
        })
    };
    if !seen(&real, sources) {
        sources.push(Source::clone(&real, &real, READ_ONLY)?);
    }
    if path != real && !seen(path, sources) && !in_system(path) {
        sources.push(Source {
            at: relative(path).into(),
            what: What::Link(real),
        });
    }
    Ok(())
}

/// Whether a path is below a system folder, which is shown or linked as it is.
fn in_system(path: &Path) -> bool {
    SYSTEM.iter().any(|name| relative(path).starts_with(name))
}

fn relative(path: &Path) -> &Path {
    path.strip_prefix("/").unwrap_or(path)
}

impl Source {
    fn clone(from: &Path, at: &Path, attributes: MountAttrFlags) -> Done<Self> {
        Ok(Self {
            at: relative(at).into(),
            what: What::Mount(clone(from, attributes)?),
        })
    }

    /// Puts it at its place, with the folders on the way there.
    fn put(self, root: &OwnedFd) -> Done<()> {
        let step = format_args!("place /{}", self.at.display());
        if let Some(parent) = self.at.parent() {
            folder(root, parent)?;
        }
        match &self.what {
            What::Link(target) => rustix::fs::symlinkat(target, root, &self.at).during(step),
            What::Mount(tree) => {
                let found = rustix::fs::fstat(tree).during(step)?;
                match FileType::from_raw_mode(found.st_mode) {
                    FileType::Directory => folder(root, &self.at)?,
                    _ => file(root, &self.at, b"")?,
                }
                place(tree, root, &self.at).during(step)
            }
        }
    }
}

/// A path of the host's with all below it, as a mount that is not yet at any place.
fn clone(from: &Path, attributes: MountAttrFlags) -> Done<OwnedFd> {
    let flags = OpenTreeFlags::OPEN_TREE_CLONE
        | OpenTreeFlags::OPEN_TREE_CLOEXEC
        | OpenTreeFlags::AT_RECURSIVE;
    let step = format_args!("show {}", from.display());
    let tree = open_tree(CWD, from, flags).during(step)?;
    sys::mount_setattr(tree.as_fd(), attributes, true).during(step)?;
    Ok(tree)
}

/// What every box has that is not the host's.
fn own_files(root: &OwnedFd) -> Done<()> {
    folder(root, Path::new("etc"))?;
    folder(root, Path::new("dev"))?;
    let passwd = format!(
        "root:x:0:0:root:/:/usr/sbin/nologin\nbox:x:{BOX_ID}:{BOX_ID}:box:{WORK}:/bin/sh\n"
    );
    file(root, Path::new("etc/passwd"), passwd.as_bytes())?;
    let group = format!("root:x:0:\nbox:x:{BOX_ID}:\n");
    file(root, Path::new("etc/group"), group.as_bytes())?;
    file(root, Path::new("etc/hosts"), b"127.0.0.1 localhost box\n")?;
    for (name, target) in [
        ("dev/fd", "/proc/self/fd"),
        ("dev/stdin", "/proc/self/fd/0"),
        ("dev/stdout", "/proc/self/fd/1"),
        ("dev/stderr", "/proc/self/fd/2"),
        ("dev/shm", TEMPORARY),
    ] {
        rustix::fs::symlinkat(target, root, name).during(format_args!("link /{name}"))?;
    }
    Ok(())
}

/// Makes a folder and those on the way to it.
fn folder(root: &OwnedFd, path: &Path) -> Done<()> {
    let mut sofar = PathBuf::new();
    for part in path.components() {
        sofar.push(part);
        match rustix::fs::mkdirat(root, &sofar, Mode::from_raw_mode(0o755)) {
            Ok(()) | Err(Errno::EXIST) => {}
            Err(errno) => return Err(errno).during(format_args!("make /{}", sofar.display())),
        }
    }
    Ok(())
}

fn file(root: &OwnedFd, path: &Path, content: &[u8]) -> Done<()> {
    let flags = OFlags::CREATE | OFlags::WRONLY | OFlags::CLOEXEC | OFlags::NOFOLLOW;
    let step = format_args!("make /{}", path.display());
    let file = rustix::fs::openat(root, path, flags, Mode::from_raw_mode(0o644)).during(step)?;
    io::Write::write_all(&mut fs::File::from(file), content).during(step)
}

/// A new file system, not yet at any place.
pub(super) fn file_system(
    kind: &str,
    options: &[(&str, &str)],
    attributes: MountAttrFlags,
) -> Done<OwnedFd> {
    let step = format_args!("make a file system ({kind})");
    let context = fsopen(kind, FsOpenFlags::FSOPEN_CLOEXEC).during(step)?;
    for (name, value) in options {
        fsconfig_set_string(&context, *name, *value).during(step)?;
    }
    fsconfig_create(&context).during(step)?;
    fsmount(&context, FsMountFlags::FSMOUNT_CLOEXEC, attributes).during(step)
}

/// A file system in memory for programs to write to.
fn memory(disk: u64, attributes: MountAttrFlags) -> Done<OwnedFd> {
    let size = disk.max(64 << 10).to_string();
    let files = MOST_FILES.to_string();
    let options = [
        ("mode", "0755"),
        ("size", size.as_str()),
        ("nr_inodes", files.as_str()),
    ];
    file_system("tmpfs", &options, attributes)
}

/// The top folder of a mount, as an open file: a mount's own stands for a path only.
fn top(mount: &OwnedFd) -> Done<OwnedFd> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    rustix::fs::openat(mount, ".", flags, Mode::empty()).during("open a mount")
}

fn place(mount: &OwnedFd, root: impl AsFd, at: &Path) -> io::Result<()> {
    let flags = MoveMountFlags::MOVE_MOUNT_F_EMPTY_PATH;
    Ok(move_mount(mount, "", root, at, flags)?)
}

/// Mounts what every run has new, for programs of this user: the writable folders and /proc.
/// The top of the former.
///
/// Only for the first process of a run, in mount and process namespaces of its own: with
/// them all of it goes, whatever state a program left it in.
pub(super) fn renew(disk: u64, user: Option<u32>) -> Done<OwnedFd> {
    let mount = memory(disk, SAFE)?;
    place(&mount, CWD, Path::new(WRITABLE)).during("place the writable folders")?;
    let top = top(&mount)?;
    for name in ["work", "tmp"] {
        let step = format_args!("make {WRITABLE}/{name}");
        rustix::fs::mkdirat(&top, name, Mode::RWXU).during(step)?;
        if let Some(id) = user {
            let (uid, gid) = (Uid::from_raw(id), Gid::from_raw(id));
            let flags = AtFlags::SYMLINK_NOFOLLOW;
            rustix::fs::chownat(&top, name, Some(uid), Some(gid), flags).during(step)?;
        }
    }
    place(&proc()?, CWD, Path::new("/proc")).during("place /proc")?;
    Ok(top)
}

/// A /proc of the caller's process namespace, of processes only: the rest counts what all
/// processes of the machine do.
fn proc() -> Done<OwnedFd> {
    let attributes = READ_ONLY | MountAttrFlags::MOUNT_ATTR_NOEXEC;
    file_system("proc", &[("subset", "pid")], attributes)
}
