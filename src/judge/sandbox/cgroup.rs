//! Control groups, where the judge may make them: the kernel's own count of a box's
//! memory, processor time and processes, which nothing in the box can get around.
//!
//! Both versions are in use. In version 1 each controller has a tree of its own, in version
//! 2 they share one; in that a group is made next to the judge's, below the nearest group
//! that is ours to divide. Groups are named after the keeper's process, who removes them;
//! what a killed keeper left is swept up by the next judge.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::{Done, During};

const PREFIX: &str = "plyjudge-";

/// A group this old whose keeper is gone has been left behind.
const ABANDONED: Duration = Duration::from_secs(10);

/// Where groups can be made, by what they control.
#[derive(Clone, Debug, Default)]
pub(super) struct Parents {
    pub memory: Option<Parent>,
    pub cpu: Option<Parent>,
    pub pids: Option<Parent>,
}

/// A folder in which groups can be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Parent {
    folder: PathBuf,
    version: Version,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Version {
    One,
    Two,
}

impl Parents {
    /// Looks where this process may make groups.
    pub(super) fn find() -> Self {
        let read = |path| fs::read_to_string(path).unwrap_or_default();
        let (mounts, own) = (read("/proc/self/mountinfo"), read("/proc/self/cgroup"));
        let find = |controller| {
            let first = version_one(&mounts, &own, controller);
            let parent = first.or_else(|| version_two(&mounts, &own, controller))?;
            parent.is_ours().then_some(parent)
        };
        Self {
            memory: find("memory"),
            cpu: find("cpuacct"),
            pids: find("pids"),
        }
    }

    fn each(&self) -> Vec<&Parent> {
        let mut parents: Vec<&Parent> = Vec::new();
        for parent in [&self.memory, &self.cpu, &self.pids].into_iter().flatten() {
            if !parents.contains(&parent) {
                parents.push(parent);
            }
        }
        parents
    }

    /// Removes the groups of a keeper that was killed before it could.
    pub(super) fn remove_for(&self, keeper: u32) {
        self.remove(&format!("{PREFIX}{keeper}"));
    }

    fn remove(&self, name: &str) {
        for parent in self.each() {
            // The last process may take a moment more to leave.
            for _ in 0..100 {
                match fs::remove_dir(parent.folder.join(name)) {
                    Err(error) if error.kind() == io::ErrorKind::ResourceBusy => {
                        std::thread::sleep(Duration::from_millis(5));
                    }
                    _ => break,
                }
            }
        }
    }

    /// Removes all groups whose keeper is gone, and the judge too.
    pub(super) fn sweep(&self) {
        for parent in self.each() {
            for entry in fs::read_dir(&parent.folder).into_iter().flatten().flatten() {
                let name = entry.file_name();
                let keeper = name.to_str().and_then(|name| name.strip_prefix(PREFIX));
                let Some(keeper) = keeper else { continue };
                let made = entry.metadata().and_then(|found| found.modified());
                let old = made.is_ok_and(|made| {
                    SystemTime::now()
                        .duration_since(made)
                        .is_ok_and(|age| age > ABANDONED)
                });
                if old && !Path::new("/proc").join(keeper).exists() {
                    // Fails when somebody is in it: then it is not abandoned.
                    let _ = fs::remove_dir(entry.path());
                }
            }
        }
    }
}

impl Parent {
    /// Whether a group can be made here and a process moved into it.
    fn is_ours(&self) -> bool {
        let writable = |path: &Path| rustix::fs::access(path, rustix::fs::Access::WRITE_OK).is_ok();
        writable(&self.folder) && writable(&self.folder.join("cgroup.procs"))
    }
}

impl fmt::Display for Parent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let version = match self.version {
            Version::One => 1,
            Version::Two => 2,
        };
        write!(f, "version {version}, {}", self.folder.display())
    }
}

/// The parts of a line of `mountinfo` that matter here.
struct Mount<'a> {
    root: &'a str,
    point: &'a str,
    kind: &'a str,
    options: &'a str,
}

fn parse_mounts(text: &str) -> impl Iterator<Item = Mount<'_>> {
    text.lines().filter_map(|line| {
        let (front, back) = line.split_once(" - ")?;
        let mut front = front.split(' ').skip(3);
        let (root, point) = (front.next()?, front.next()?);
        let mut back = back.split(' ');
        Some(Mount {
            root,
            point,
            kind: back.next()?,
            options: back.nth(1)?,
        })
    })
}

/// The folder of a group under a mount of its tree.
fn folder(mount: &Mount<'_>, group: &str) -> Option<PathBuf> {
    let below = match mount.root {
        "/" => group,
        root => group.strip_prefix(root)?,
    };
    Some(Path::new(mount.point).join(below.trim_start_matches('/')))
}

fn version_one(mounts: &str, own: &str, controller: &str) -> Option<Parent> {
    let has = |list: &str| list.split(',').any(|name| name == controller);
    let mount = parse_mounts(mounts).find(|mount| mount.kind == "cgroup" && has(mount.options))?;
    let group = own.lines().find_map(|line| {
        let (controllers, group) = line.split_once(':')?.1.split_once(':')?;
        has(controllers).then_some(group)
    })?;
    Some(Parent {
        folder: folder(&mount, group)?,
        version: Version::One,
    })
}

fn version_two(mounts: &str, own: &str, controller: &str) -> Option<Parent> {
    let mount = parse_mounts(mounts).find(|mount| mount.kind == "cgroup2")?;
    let group = own.lines().find_map(|line| line.strip_prefix("0::"))?;
    let own = folder(&mount, group)?;
    // Version 2 counts processor time in every group. A group of ours has to be one that
    // the memory controller divides, so look for that.
    let wanted = if controller == "cpuacct" {
        "memory"
    } else {
        controller
    };
    let divides = |folder: &Path| {
        let divided = fs::read_to_string(folder.join("cgroup.subtree_control"));
        divided.is_ok_and(|list| list.split_whitespace().any(|name| name == wanted))
    };
    let above = own.ancestors();
    let nearest = above
        .take_while(|folder| folder.starts_with(mount.point))
        .find(|folder| divides(folder))?;
    Some(Parent {
        folder: nearest.to_owned(),
        version: Version::Two,
    })
}

/// The groups of one box.
pub(super) struct Group {
    parents: Parents,
    name: String,
}

impl Group {
    /// Makes the groups of the keeper with this number; without any controller, nothing.
    pub(super) fn make(parents: Parents, keeper: u32) -> Done<Self> {
        let group = Self {
            parents,
            name: format!("{PREFIX}{keeper}"),
        };
        for parent in group.parents.each() {
            let path = group.path(parent);
            fs::create_dir(&path).during(format_args!("make {}", path.display()))?;
        }
        Ok(group)
    }

    fn path(&self, parent: &Parent) -> PathBuf {
        parent.folder.join(&self.name)
    }

    /// Moves a process into the groups.
    pub(super) fn add(&self, process: i32) -> Done<()> {
        for parent in self.parents.each() {
            let path = self.path(parent).join("cgroup.procs");
            let step = format_args!("write {}", path.display());
            fs::write(&path, process.to_string()).during(step)?;
        }
        Ok(())
    }

    /// Opens what the box's init reads and sets; open files work for it though no path
    /// leads there from the box.
    pub(super) fn gauges(&self) -> Done<Gauges> {
        let open = |parent: &Option<Parent>, one: &str, two: &str, write: bool| {
            let Some(parent) = parent else {
                return Ok(None);
            };
            let name = match parent.version {
                Version::One => one,
                Version::Two => two,
            };
            let path = self.path(parent).join(name);
            let file = fs::File::options().read(true).write(write).open(&path);
            // Not every kernel counts swap.
            if name.contains("sw") && file.is_err() {
                return Ok(None);
            }
            let file = file.during(format_args!("open {}", path.display()))?;
            Ok(Some((file, parent.version)))
        };
        let Parents { memory, cpu, pids } = &self.parents;
        Ok(Gauges {
            limit: open(memory, "memory.limit_in_bytes", "memory.max", true)?,
            swap: open(
                memory,
                "memory.memsw.limit_in_bytes",
                "memory.swap.max",
                true,
            )?,
            events: open(memory, "memory.oom_control", "memory.events", false)?,
            cpu: open(cpu, "cpuacct.usage", "cpu.stat", false)?,
            pids: open(pids, "pids.max", "pids.max", true)?,
            set: None,
        })
    }

    /// Removes the groups, once nothing is in them: whether the box had been out of memory.
    pub(super) fn remove(self, gauges: &Gauges) -> bool {
        let killed = gauges.memory_kills().is_ok_and(|kills| kills > 0);
        self.parents.remove(&self.name);
        killed
    }
}

type Gauge = Option<(fs::File, Version)>;

/// Limits and counts of a box's groups; each there or not.
pub(super) struct Gauges {
    limit: Gauge,
    swap: Gauge,
    events: Gauge,
    cpu: Gauge,
    pids: Gauge,
    /// What the limits are set to: memory, processes.
    set: Option<(u64, u64)>,
}

impl Gauges {
    /// Whether the kernel limits the box's memory.
    pub(super) fn limit_memory(&self) -> bool {
        self.limit.is_some() && self.events.is_some()
    }

    /// Sets the limits: bytes of memory, number of processes and threads.
    pub(super) fn set(&mut self, memory: u64, processes: u64) -> Done<()> {
        if self.set == Some((memory, processes)) {
            return Ok(());
        }
        let write = |gauge: &Gauge, value: String| match gauge {
            Some((file, _)) => rustix::io::pwrite(file, value.as_bytes(), 0).map(drop),
            None => Ok(()),
        };
        let step = "set the limits of the control group";
        if let Some((_, Version::One)) = self.swap {
            // Memory and swap together: not to be below memory at any time.
            write(&self.swap, "-1".into()).during(step)?;
            write(&self.limit, memory.to_string()).during(step)?;
            write(&self.swap, memory.to_string()).during(step)?;
        } else {
            write(&self.limit, memory.to_string()).during(step)?;
            write(&self.swap, "0".into()).during(step)?;
        }
        write(&self.pids, processes.to_string()).during(step)?;
        self.set = Some((memory, processes));
        Ok(())
    }

    /// How often the kernel has killed a process in the box for want of memory.
    pub(super) fn memory_kills(&self) -> io::Result<u64> {
        let Some((file, _)) = &self.events else {
            return Ok(0);
        };
        field(&read(file)?, "oom_kill")
    }

    /// Processor time of all that ever ran in the box; `None` where it is not counted.
    pub(super) fn cpu(&self) -> io::Result<Option<Duration>> {
        let Some((file, version)) = &self.cpu else {
            return Ok(None);
        };
        let text = read(file)?;
        let used = match version {
            Version::One => Duration::from_nanos(number(text.trim())?),
            Version::Two => Duration::from_micros(field(&text, "usage_usec")?),
        };
        Ok(Some(used))
    }
}

/// Reads such a file from its start, whatever was read of it before.
fn read(file: &fs::File) -> io::Result<String> {
    let mut buffer = [0; 4096];
    let count = rustix::io::pread(file, &mut buffer, 0)?;
    Ok(String::from_utf8_lossy(&buffer[..count]).into_owned())
}

/// The number after `name`, in lines of names and numbers.
fn field(text: &str, name: &str) -> io::Result<u64> {
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    number(line.unwrap_or_default())
}

fn number(text: &str) -> io::Result<u64> {
    text.parse()
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, format!("'{text}'")))
}

#[cfg(test)]
mod tests {
    use super::{field, version_one};

    const MOUNTS: &str = "\
31 23 0:28 / /sys/fs/cgroup rw,relatime - tmpfs tmpfs rw,mode=755
33 31 0:30 / /sys/fs/cgroup/cpu,cpuacct rw,relatime shared:5 - cgroup cgroup rw,cpu,cpuacct
35 31 0:32 /outer /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory
";
    const OWN: &str = "4:memory:/outer/inner\n2:cpu,cpuacct:/\n0::/\n";

    #[test]
    fn version_one_finds_the_own_group_in_each_tree() {
        let parent = |controller| version_one(MOUNTS, OWN, controller).map(|found| found.folder);
        assert_eq!(parent("memory"), Some("/sys/fs/cgroup/memory/inner".into()));
        assert_eq!(
            parent("cpuacct"),
            Some("/sys/fs/cgroup/cpu,cpuacct/".into())
        );
        assert_eq!(parent("pids"), None);
    }

    #[test]
    fn fields_are_found_by_their_whole_name() {
        let text = "oom_kill_disable 0\nunder_oom 0\noom_kill 3\n";
        assert_eq!(field(text, "oom_kill").unwrap(), 3);
        assert!(field(text, "oom").is_err());
    }
}
