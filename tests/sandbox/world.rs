//! What the programs meet: their folder, things that they must not get at, and the machine
//! before and after.

use std::fs;
use std::net::{TcpListener, UdpSocket};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::{SocketAddr, UnixListener};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use plyjudge::judge::run::{Job, Limits, Runner};
use tempfile::TempDir;

/// What nobody must get to read.
pub const SECRET: &str = "the expected output";

/// The variable that says where the programs are, if they have been compiled already.
pub const PROGRAMS: &str = "PLYJUDGE_TEST_PROGRAMS";

/// All there is around the programs. Lives as long as the process.
pub struct World {
    folder: TempDir,
    mounts: String,
    groups: Vec<String>,
    tcp: TcpListener,
    _udp: UdpSocket,
    _abstract: UnixListener,
}

impl World {
    /// Compiles the programs and lays everything out.
    pub fn leak() -> &'static Self {
        let folder = tempfile::tempdir().expect("a folder");
        let open = |path: &Path| {
            fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("opened");
        };
        open(folder.path());
        for name in ["programs", "others", "others/alice", "cases"] {
            fs::create_dir(folder.path().join(name)).expect("made");
            open(&folder.path().join(name));
        }
        fs::write(folder.path().join("cases/1.out"), SECRET).expect("written");
        fs::write(folder.path().join("others/alice/main.c"), SECRET).expect("written");
        let programs = folder.path().join("programs");
        match std::env::var_os(PROGRAMS) {
            Some(compiled) => copy(Path::new(&compiled), &programs),
            None => compile(&programs),
        }
        read(&programs);
        let tcp = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = tcp.local_addr().expect("has one").port();
        let name = SocketAddr::from_abstract_name(abstract_name()).expect("a name");
        Box::leak(Box::new(Self {
            mounts: mounts(),
            groups: groups(),
            _udp: UdpSocket::bind(("127.0.0.1", port)).expect("the same port"),
            _abstract: UnixListener::bind_addr(&name).expect("a socket"),
            tcp,
            folder,
        }))
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn text(&self, name: &str) -> String {
        self.path(name).to_str().expect("plain").to_owned()
    }

    /// The folder of all programs.
    pub fn programs(&self) -> PathBuf {
        self.path("programs")
    }

    pub fn port(&self) -> String {
        self.tcp.local_addr().expect("has one").port().to_string()
    }

    /// A job that runs one of the programs, with less time than usual.
    pub fn job(&self, runner: &Runner, words: &[&str]) -> Job {
        let programs = self.programs();
        let program = runner.seen(&programs, &programs.join(words[0]));
        let rest = words[1..].iter().map(Into::into);
        let mut job = Job::new(std::iter::once(program.into_os_string()).chain(rest));
        job.program = Some(programs);
        job.limits = Limits {
            cpu: Duration::from_millis(300),
            wall: Duration::from_secs(30),
            ..Limits::default()
        };
        job
    }

    /// Tidies up, and tells what is on the machine now that was not before.
    pub fn remove(&self) -> Vec<String> {
        let mut left = Vec::new();
        let own = std::process::id().to_string();
        for (process, parent, name) in processes() {
            if parent == own {
                left.push(format!("process {process} ({name})"));
            }
        }
        if mounts() != self.mounts {
            left.push(format!("mounts: {}", mounts()));
        }
        // Other judges may be at work on this machine, whose keepers live, or may have been
        // killed on it before.
        let abandoned = |group: &String| {
            if self.groups.contains(group) {
                return false;
            }
            let keeper = group.rsplit('-').next().expect("has a number");
            !Path::new("/proc").join(keeper).exists() && Path::new(group).exists()
        };
        let groups = groups().into_iter().filter(abandoned);
        left.extend(groups.map(|group| format!("control group {group}")));
        for folder in ["/", "/tmp", "/dev/shm", "/var/tmp", "/usr", "/etc"] {
            for name in ["plyjudge-was-here", "plyjudge-folder"] {
                let path = Path::new(folder).join(name);
                if path.symlink_metadata().is_ok() {
                    left.push(format!("file {}", path.display()));
                }
            }
        }
        fs::remove_dir_all(self.folder.path()).expect("removed");
        left
    }
}

pub fn abstract_name() -> String {
    format!("plyjudge-test-{}", std::process::id())
}

/// What is to be compiled.
fn sources() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let entries = fs::read_dir(folder).expect("there are programs");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    paths
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .collect()
}

/// Copies the programs, and not what trials have put beside them meanwhile.
fn copy(from: &Path, to: &Path) {
    for source in sources() {
        let name = source.file_stem().expect("has a name");
        fs::copy(from.join(name), to.join(name)).expect("copied");
    }
}

/// Reads the programs once. The first reading after a file was written is noted with it, and the next ones are not
/// for a day: whoever copies the programs later changes nothing that one of them sees.
fn read(programs: &Path) {
    // The times of files go on in ticks.
    std::thread::sleep(Duration::from_millis(20));
    for source in sources() {
        let name = source.file_stem().expect("has a name");
        fs::read(programs.join(name)).expect("read");
    }
}

fn compile(to: &Path) {
    let mut compilers = Vec::new();
    for source in sources() {
        let to = to.join(source.file_stem().expect("has a name"));
        let mut command = Command::new("cc");
        command.args(["-O1", "-w", "-pthread", "-o"]).arg(&to);
        command.arg(&source).arg("-lrt");
        compilers.push((command.spawn().expect("there is a C compiler"), source));
        // A few at a time.
        if compilers.len() >= 4 {
            finish(compilers.remove(0));
        }
    }
    compilers.into_iter().for_each(finish);
}

fn finish((mut compiler, source): (std::process::Child, PathBuf)) {
    let status = compiler.wait().expect("waited for");
    assert!(status.success(), "{}: {status}", source.display());
}

fn mounts() -> String {
    fs::read_to_string("/proc/self/mountinfo").expect("there is /proc")
}

/// Number, parent's number and name of each process of the machine.
pub fn processes() -> Vec<(String, String, String)> {
    let entries = fs::read_dir("/proc").expect("there is /proc").flatten();
    entries
        .filter_map(|entry| {
            let process = entry.file_name().into_string().ok()?;
            let stat = fs::read_to_string(entry.path().join("stat")).ok()?;
            let (front, back) = stat.rsplit_once(") ")?;
            let name = front.split_once('(')?.1.to_owned();
            Some((process, back.split(' ').nth(1)?.to_owned(), name))
        })
        .collect()
}

/// A name for a program that no other trial uses, here or in another run of these tests:
/// short enough to be found by.
pub fn own_name(start: &str) -> String {
    format!("{start}-{}", std::process::id())
}

/// Whether a program of this name runs anywhere on the machine. Names are cut by the
/// system.
pub fn runs(program: &str) -> bool {
    let cut = &program[..program.len().min(15)];
    processes().iter().any(|(_, _, name)| name == cut)
}

/// Control groups made for boxes.
pub fn groups() -> Vec<String> {
    let walk = walkdir::WalkDir::new("/sys/fs/cgroup")
        .into_iter()
        .flatten();
    walk.filter(|entry| entry.file_name().to_string_lossy().starts_with("plyjudge-"))
        .map(|entry| entry.path().display().to_string())
        .collect()
}

/// Waits for something to become true.
pub fn eventually(what: &str, is_so: impl Fn() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < Duration::from_secs(10), "never: {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}
