//! Control groups, where the judge may make them: the kernel's own count of a box's
//! memory, processor time and processes, which nothing in the box can get around.
//!
//! Both versions are in use. In version 1 each controller has a tree of its own. In version
//! 2 they share one, in which a process is in one group only: one group is made for all
//! controllers, next to the judge's, below the nearest group that hands memory down. Groups
//! are named after the keeper's process, who removes them; what a killed keeper left is
//! swept up by the next judge.
//!
//! An ordinary user has such a group in a session of systemd's, or where the judge was
//! started in a group that is the user's (`Delegate=yes`): [`make_room`].

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::{Done, During};
use crate::sys;

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

/// Makes the judge's own group one that groups can be made below, where that is the judge's
/// to do and nothing above is. In version 2 such a group has no processes; so the judge
/// moves into a group of its own first.
pub(super) fn make_room() {
    let (mounts, own) = own_groups();
    let found = Parents::found(&mounts, &own, Parent::is_ours);
    if let (None, Some((_, own))) = (found.memory, own_of_version_two(&mounts, &own)) {
        // Where this fails, there are no groups.
        let _ = divide(&own, std::process::id());
    }
}

fn divide(own: &Path, judge: u32) -> io::Result<()> {
    let controllers = fs::read_to_string(own.join("cgroup.controllers"))?;
    let wanted = ["memory", "pids", "cpu"];
    let wanted = wanted.into_iter().filter(|&name| {
        let mut there = controllers.split_whitespace();
        there.any(|there| there == name)
    });
    let wanted: Vec<_> = wanted.map(|name| format!("+{name}")).collect();
    if !wanted.iter().any(|name| name == "+memory") {
        return Ok(());
    }
    let below = own.join(format!("{PREFIX}{judge}"));
    fs::create_dir(&below)?;
    let moved = fs::write(below.join("cgroup.procs"), judge.to_string());
    let divided =
        moved.and_then(|()| fs::write(own.join("cgroup.subtree_control"), wanted.join(" ")));
    if divided.is_err() {
        // Others are in the group; it is not the judge's to move them.
        let _ = fs::write(own.join("cgroup.procs"), judge.to_string());
        let _ = fs::remove_dir(&below);
    }
    divided
}

/// This process's `mountinfo` and `cgroup` in `/proc`.
fn own_groups() -> (String, String) {
    let read = |path| fs::read_to_string(path).unwrap_or_default();
    (read("/proc/self/mountinfo"), read("/proc/self/cgroup"))
}

impl Parents {
    /// Looks where this process may make groups.
    pub(super) fn find() -> Self {
        let (mounts, own) = own_groups();
        Self::found(&mounts, &own, Parent::is_ours)
    }

    /// From the judge's `mountinfo` and `cgroup` in `/proc`; those that are `ours`.
    fn found(mounts: &str, own: &str, ours: impl Fn(&Parent) -> bool) -> Self {
        let two = version_two(mounts, own).unwrap_or_default();
        let find = |controller, shared: Option<Parent>| {
            let parent = version_one(mounts, own, controller).or(shared);
            parent.filter(&ours)
        };
        Self {
            memory: find("memory", two.memory),
            cpu: find("cpuacct", two.cpu),
            pids: find("pids", two.pids),
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

    /// Removes the groups of a keeper.
    pub(super) fn remove(&self, keeper: u32) {
        for parent in self.each() {
            // The last process may take a moment more to leave.
            for _ in 0..100 {
                match fs::remove_dir(parent.of(keeper)) {
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
    /// The group of a keeper.
    fn of(&self, keeper: u32) -> PathBuf {
        self.folder.join(format!("{PREFIX}{keeper}"))
    }

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

/// Where version 2 is mounted, and the own group there.
fn own_of_version_two<'a>(mounts: &'a str, own: &str) -> Option<(Mount<'a>, PathBuf)> {
    let mount = parse_mounts(mounts).find(|mount| mount.kind == "cgroup2")?;
    let group = own.lines().find_map(|line| line.strip_prefix("0::"))?;
    let own = folder(&mount, group)?;
    Some((mount, own))
}

/// The one group below which all controllers are to be had that version 2 has for us.
fn version_two(mounts: &str, own: &str) -> Option<Parents> {
    let (mount, own) = own_of_version_two(mounts, own)?;
    let divides = |folder: &Path, controller| {
        let divided = fs::read_to_string(folder.join("cgroup.subtree_control"));
        divided.is_ok_and(|list| list.split_whitespace().any(|name| name == controller))
    };
    let nearest = |controller| {
        let above = own.ancestors();
        above
            .take_while(|folder| folder.starts_with(mount.point))
            .find(|folder| divides(folder, controller))
    };
    let parent = Parent {
        folder: nearest("memory").or_else(|| nearest("pids"))?.to_owned(),
        version: Version::Two,
    };
    let has = |controller| divides(&parent.folder, controller).then(|| parent.clone());
    Some(Parents {
        memory: has("memory"),
        pids: has("pids"),
        // Processor time is counted in every group.
        cpu: Some(parent),
    })
}

/// The groups of one box.
pub(super) struct Group {
    parents: Parents,
    keeper: u32,
}

impl Group {
    /// Makes the groups of the keeper with this number; without any controller, nothing.
    /// They are removed when this is dropped, once nothing is in them.
    pub(super) fn make(parents: Parents, keeper: u32) -> Done<Self> {
        let group = Self { parents, keeper };
        for parent in group.parents.each() {
            let path = parent.of(keeper);
            fs::create_dir(&path).during(format_args!("make {}", path.display()))?;
        }
        Ok(group)
    }

    /// Moves a process into the groups.
    pub(super) fn add(&self, process: i32) -> Done<()> {
        for parent in self.parents.each() {
            let path = parent.of(self.keeper).join("cgroup.procs");
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
            let path = parent.of(self.keeper).join(name);
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
            clock: None,
            pids: open(pids, "pids.max", "pids.max", true)?,
            set: None,
        })
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.parents.remove(self.keeper);
    }
}

type Gauge = Option<(fs::File, Version)>;

/// Limits and counts of a box; each there or not.
pub(super) struct Gauges {
    limit: Gauge,
    swap: Gauge,
    events: Gauge,
    cpu: Gauge,
    /// The kernel's count of processor time where no group counts it.
    clock: Option<fs::File>,
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

    /// Limits memory no more, until limits are set again.
    pub(super) fn lift_memory_limit(&mut self) -> Done<()> {
        match self.set {
            Some((_, processes)) => self.set(1 << 62, processes),
            None => Ok(()),
        }
    }

    /// How often the kernel has killed a process in the box for want of memory.
    pub(super) fn memory_kills(&self) -> io::Result<u64> {
        let Some((file, _)) = &self.events else {
            return Ok(0);
        };
        field(&read(file)?, "oom_kill")
    }

    /// Has processor time counted for the calling process and all that will come of it,
    /// where no group counts it and the kernel allows that to everyone.
    pub(super) fn count_from_here(&mut self) {
        if self.cpu.is_none() {
            self.clock = sys::count_processor_time().ok();
        }
    }

    /// Processor time of all that ever ran in the box; `None` where it is not counted.
    pub(super) fn cpu(&self) -> io::Result<Option<Duration>> {
        if let Some(clock) = &self.clock {
            let mut count = [0; 8];
            rustix::io::read(clock, &mut count)?;
            return Ok(Some(Duration::from_nanos(u64::from_ne_bytes(count))));
        }
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
    use std::fs;
    use std::path::Path;
    use std::time::Duration;

    use tempfile::TempDir;

    use super::{Group, Parent, Parents, Version, divide, field, version_one};

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

    /// A tree as systemd makes it for a user's session, and what each level hands down.
    fn session(levels: [&str; 4]) -> (TempDir, String) {
        let tree = TempDir::new().unwrap();
        let mut folder = tree.path().to_owned();
        for (name, divides) in ["", "user.slice", "user@7.service", "app.slice"]
            .iter()
            .zip(levels)
        {
            folder.push(name);
            fs::create_dir_all(&folder).unwrap();
            fs::write(folder.join("cgroup.subtree_control"), divides).unwrap();
        }
        fs::create_dir(folder.join("judge.scope")).unwrap();
        fs::write(folder.join("judge.scope/cgroup.subtree_control"), "\n").unwrap();
        let mounts = format!(
            "25 22 0:22 / {} rw,nosuid - cgroup2 cgroup2 rw,nsdelegate\n",
            tree.path().display()
        );
        (tree, mounts)
    }

    /// Where memory, processor time and processes would be limited, below the mount.
    fn places(levels: [&str; 4]) -> [Option<String>; 3] {
        let own = "0::/user.slice/user@7.service/app.slice/judge.scope\n";
        let (tree, mounts) = session(levels);
        let Parents { memory, cpu, pids } = Parents::found(&mounts, own, |_| true);
        [memory, cpu, pids].map(|parent| {
            let folder = parent?.folder;
            let below = folder.strip_prefix(tree.path()).unwrap();
            Some(below.display().to_string())
        })
    }

    #[test]
    fn version_two_has_one_group_for_all() {
        let all = "cpu memory pids\n";
        let at = |folder: &str| Some(folder.to_owned());
        let app = at("user.slice/user@7.service/app.slice");
        let user = at("user.slice/user@7.service");
        assert_eq!(places([all; 4]), [app.clone(), app.clone(), app.clone()]);
        // The nearest one for processes is not the nearest for memory; a process cannot be
        // in both.
        assert_eq!(
            places([all, all, all, "pids\n"]),
            [user.clone(), user.clone(), user]
        );
        assert_eq!(
            places([all, all, "memory\n", "memory\n"]),
            [app.clone(), app.clone(), None]
        );
        assert_eq!(
            places(["pids\n"; 4]),
            [None, app.clone(), app],
            "memory is not to be had"
        );
        assert_eq!(places(["\n"; 4]), [None, None, None]);
    }

    /// A group that is the judge's own, below one that is not: as systemd makes it for
    /// `Delegate=yes`.
    fn delegated(controllers: &str) -> (TempDir, std::path::PathBuf) {
        let tree = TempDir::new().unwrap();
        let own = tree.path().join("judge.service");
        fs::create_dir(&own).unwrap();
        fs::write(own.join("cgroup.controllers"), controllers).unwrap();
        fs::write(own.join("cgroup.subtree_control"), "\n").unwrap();
        fs::write(own.join("cgroup.procs"), "17\n").unwrap();
        (tree, own)
    }

    #[test]
    fn a_group_that_is_the_judges_own_is_divided() {
        let (tree, own) = delegated("cpuset cpu io memory pids\n");
        divide(&own, 17).unwrap();
        let read = |name: &str| fs::read_to_string(own.join(name)).unwrap();
        assert_eq!(read("plyjudge-17/cgroup.procs"), "17");
        assert_eq!(read("cgroup.subtree_control"), "+memory +pids +cpu");

        // What the kernel makes of that, and then groups are made beside the judge's.
        fs::write(own.join("cgroup.subtree_control"), "cpu memory pids\n").unwrap();
        let mounts = format!(
            "25 22 0:22 / {} rw - cgroup2 cgroup2 rw\n",
            tree.path().display()
        );
        let found = Parents::found(&mounts, "0::/judge.service/plyjudge-17\n", |_| true);
        for parent in [found.memory, found.cpu, found.pids] {
            assert_eq!(parent.map(|parent| parent.folder), Some(own.clone()));
        }
    }

    #[test]
    fn a_group_without_memory_is_left_as_it_is() {
        let (_tree, own) = delegated("cpu pids\n");
        divide(&own, 17).unwrap();
        assert!(!own.join("plyjudge-17").exists());
        assert_eq!(
            fs::read_to_string(own.join("cgroup.subtree_control")).unwrap(),
            "\n"
        );
    }

    #[test]
    fn the_judge_moves_back_from_a_group_that_cannot_be_divided() {
        let (_tree, own) = delegated("memory pids\n");
        // The kernel refuses as long as somebody else is in it.
        fs::remove_file(own.join("cgroup.subtree_control")).unwrap();
        fs::create_dir(own.join("cgroup.subtree_control")).unwrap();
        fs::write(own.join("cgroup.procs"), "16\n").unwrap();
        assert!(divide(&own, 17).is_err());
        let left = fs::read_to_string(own.join("cgroup.procs")).unwrap();
        assert_eq!(left, "17");
    }

    /// A folder where groups can be made.
    fn parent() -> (TempDir, Parent) {
        let tree = TempDir::new().unwrap();
        let parent = Parent {
            folder: tree.path().to_owned(),
            version: Version::Two,
        };
        (tree, parent)
    }

    #[test]
    fn version_two_is_set_and_read_by_its_own_names() {
        let (tree, parent) = parent();
        let parents = Parents {
            memory: Some(parent.clone()),
            cpu: Some(parent.clone()),
            pids: Some(parent),
        };
        let group = Group::make(parents, 17).unwrap();
        let folder = tree.path().join("plyjudge-17");
        // What the kernel fills a new group with.
        let write = |name: &str, text: &str| fs::write(folder.join(name), text).unwrap();
        for limit in ["memory.max", "memory.swap.max", "pids.max"] {
            write(limit, "max\n");
        }
        write(
            "memory.events",
            "low 0\nhigh 0\nmax 9\noom 3\noom_kill 2\noom_group_kill 0\n",
        );
        write(
            "cpu.stat",
            "usage_usec 1500\nuser_usec 1000\nsystem_usec 500\n",
        );

        let mut gauges = group.gauges().unwrap();
        assert!(gauges.limit_memory());
        assert_eq!(gauges.memory_kills().unwrap(), 2);
        assert_eq!(gauges.cpu().unwrap(), Some(Duration::from_micros(1500)));
        gauges.set(64 << 20, 9).unwrap();
        let set = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
        assert_eq!(set("memory.max"), "67108864");
        assert!(set("memory.swap.max").starts_with('0'));
        assert!(set("pids.max").starts_with('9'));
        group.add(4321).unwrap();
        assert_eq!(set("cgroup.procs"), "4321");
    }

    #[test]
    fn a_group_goes_when_it_is_dropped() {
        let (tree, parent) = parent();
        let parents = Parents {
            memory: Some(parent),
            ..Parents::default()
        };
        let group = Group::make(parents, 17).unwrap();
        assert!(tree.path().join("plyjudge-17").is_dir());
        // Without the kernel's files nothing can be set: the error must leave no group.
        assert!(group.gauges().is_err());
        drop(group);
        assert!(!Path::exists(&tree.path().join("plyjudge-17")));
    }

    #[test]
    fn fields_are_found_by_their_whole_name() {
        let text = "oom_kill_disable 0\nunder_oom 0\noom_kill 3\n";
        assert_eq!(field(text, "oom_kill").unwrap(), 3);
        assert!(field(text, "oom").is_err());
    }
}
