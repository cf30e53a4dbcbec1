//! A Slurm cluster of one node on loopback, without systemd, gone when dropped.

use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// How long the cluster may take for anything.
const PATIENCE: Duration = Duration::from_secs(300);

/// The daemons, and the folder with all that is theirs.
pub struct Cluster {
    folder: TempDir,
    munged: Child,
    controller: Child,
    node: Child,
}

impl Cluster {
    /// What is needed and not there; none when a cluster can be started.
    pub fn lacks() -> Option<&'static str> {
        if !rustix::process::geteuid().is_root() {
            return Some("root");
        }
        let is_there = |name: &str| {
            ["/usr/sbin", "/usr/bin", "/sbin", "/bin"]
                .iter()
                .any(|folder| Path::new(folder).join(name).is_file())
        };
        ["munged", "slurmctld", "slurmd", "sbatch"]
            .into_iter()
            .find(|name| !is_there(name))
    }

    /// Starts the daemons and waits until the node can be used.
    pub fn start() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        for name in ["state", "spool", "log"] {
            fs::create_dir(at(name)).expect("a folder");
        }
        fs::write(at("munge.key"), [7; 128]).expect("a key");
        chmod(&at("munge.key"), 0o600);
        fs::write(
            at("cgroup.conf"),
            "CgroupPlugin=cgroup/v1\nIgnoreSystemd=yes\n",
        )
        .expect("a file");
        fs::write(at("slurm.conf"), configuration(folder.path())).expect("a file");
        let munged = munged(folder.path());
        wait("munged", || at("munge.socket").exists(), String::new);
        let controller = controller(folder.path());
        let node = node(folder.path());
        let cluster = Self {
            folder,
            munged,
            controller,
            node,
        };
        cluster.wait_for_node();
        cluster
    }

    /// A command that speaks to this cluster.
    pub fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new(program);
        command.env("SLURM_CONF", self.folder.path().join("slurm.conf"));
        command.stdin(Stdio::null());
        command
    }

    /// Whether jobs wait or run.
    fn is_busy(&self) -> bool {
        let output = self.command("squeue").arg("--noheader").output();
        let output = output.expect("squeue runs");
        // Without its controller nobody knows.
        !output.status.success() || !output.stdout.is_empty()
    }

    /// Waits until no job waits or runs.
    ///
    /// A drained node is taken back meanwhile and a held job released, as those who run a cluster
    /// do: a controller killed before writing down that a job runs starts it once more, and Slurm
    /// drains the node that runs it already and holds jobs that could not start there.
    #[track_caller]
    pub fn wait_for_jobs(&self, what: &str) {
        let is_done = || {
            if self.node_state().contains("drain") {
                eprintln!("the node was drained and is taken back");
                self.resume_node();
            }
            for job in self.held_jobs() {
                eprintln!("job {job} was held and is released");
                _ = self.command("scontrol").args(["release", &job]).status();
            }
            !self.is_busy()
        };
        wait(what, is_done, || self.log());
    }

    /// Kills the controller and starts it again: jobs go on meanwhile.
    pub fn kill_controller(&mut self) {
        end(&mut self.controller);
        self.controller = controller(self.folder.path());
        // It may have forgotten that a job has ended; asking the node at once saves minutes.
        let is_told = || {
            let mut reconfigure = self.command("scontrol");
            let status = reconfigure
                .arg("reconfigure")
                .stderr(Stdio::null())
                .status();
            status.is_ok_and(|status| status.success())
        };
        wait("the controller", is_told, || self.log());
    }

    /// Kills the node's daemon with all that runs there, as when a machine dies, and starts
    /// it again.
    pub fn kill_node(&mut self) {
        end(&mut self.node);
        kill_matching(|words| {
            words
                .first()
                .is_some_and(|word| word.contains("slurmstepd"))
        });
        kill_matching(|words| words.iter().any(|word| word.contains("slurm_script")));
        kill_matching(|words| words.iter().any(|word| word == "--shard"));
        self.node = node(self.folder.path());
        self.wait_for_node();
    }

    fn wait_for_node(&self) {
        let is_up = || {
            // A node that was down before is taken back at once.
            self.resume_node();
            ["idle\n", "mixed\n", "allocated\n"].contains(&&*self.node_state())
        };
        wait("the node", is_up, || self.log());
    }

    fn resume_node(&self) {
        let mut resume = self.command("scontrol");
        let resume = resume.args(["update", "nodename=localhost", "state=resume"]);
        _ = resume.stdout(Stdio::null()).stderr(Stdio::null()).status();
    }

    fn held_jobs(&self) -> Vec<String> {
        let pending = ["--noheader", "--states=PD", "--format=%i %r"];
        let output = self.command("squeue").args(pending).output();
        let jobs = String::from_utf8_lossy(&output.expect("squeue runs").stdout).into_owned();
        let held = jobs.lines().filter(|line| line.contains("held"));
        held.filter_map(|line| Some(line.split_once(' ')?.0.to_owned()))
            .collect()
    }

    fn node_state(&self) -> String {
        let output = self.command("sinfo").args(["-h", "-o", "%T"]).output();
        String::from_utf8_lossy(&output.expect("sinfo runs").stdout).into_owned()
    }

    /// What the daemons have written down, and what waits.
    pub fn log(&self) -> String {
        let queue = self.command("squeue").output().map(|output| output.stdout);
        let queue = String::from_utf8_lossy(&queue.unwrap_or_default()).into_owned();
        let log = |name: &str| {
            let text = fs::read_to_string(self.folder.path().join("log").join(name));
            format!("{name}:\n{}\n", text.unwrap_or_default())
        };
        queue + &["slurmctld", "slurmd"].map(log).concat()
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        _ = self.command("scancel").args(["--user", "root"]).status();
        for daemon in [&mut self.node, &mut self.controller, &mut self.munged] {
            end(daemon);
        }
        kill_matching(|words| {
            words
                .first()
                .is_some_and(|word| word.contains("slurmstepd"))
        });
    }
}

fn configuration(folder: &Path) -> String {
    let folder = folder.display();
    let (controller, node) = (free_port(), free_port());
    format!(
        "ClusterName=trial
SlurmctldHost=localhost
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket,cred_expire=5
CredType=cred/munge
SlurmctldPort={controller}
SlurmdPort={node}
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/log/slurmctld
SlurmdLogFile={folder}/log/slurmd
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=sched_interval=1,batch_sched_delay=0
ReturnToService=2
SlurmdTimeout=20
NodeName=localhost CPUs=4 RealMemory=8000 State=UNKNOWN
PartitionName=main Nodes=localhost Default=YES MaxTime=INFINITE State=UP
SlurmdParameters=config_overrides
"
    )
}

fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.local_addr().expect("an address").port()
}

fn chmod(path: &Path, mode: u32) {
    use std::os::unix::fs::PermissionsExt;

    fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("permissions");
}

fn munged(folder: &Path) -> Child {
    let option = |name: &str, file: &str| format!("--{name}={}", folder.join(file).display());
    let mut command = Command::new("munged");
    command.args(["--force", "--foreground"]).args([
        option("key-file", "munge.key"),
        option("socket", "munge.socket"),
        option("pid-file", "munged.pid"),
        option("log-file", "log/munged"),
        option("seed-file", "munge.seed"),
    ]);
    spawn(command)
}

fn controller(folder: &Path) -> Child {
    let mut command = Command::new("slurmctld");
    command
        .arg("-D")
        .env("SLURM_CONF", folder.join("slurm.conf"));
    spawn(command)
}

fn node(folder: &Path) -> Child {
    let mut command = Command::new("slurmd");
    command
        .args(["-D", "-N", "localhost"])
        .env("SLURM_CONF", folder.join("slurm.conf"));
    spawn(command)
}

fn spawn(mut command: Command) -> Child {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command.spawn().expect("the daemon starts")
}

fn end(daemon: &mut Child) {
    _ = daemon.kill();
    _ = daemon.wait();
}

/// Waits until something holds.
///
/// # Panics
/// When it takes too long, with what `log` says.
#[track_caller]
pub fn wait(what: &str, holds: impl Fn() -> bool, log: impl Fn() -> String) {
    let start = Instant::now();
    while !holds() {
        let is_late = start.elapsed() >= PATIENCE;
        assert!(!is_late, "waited too long for {what}\n{}", log());
        thread::sleep(Duration::from_millis(100));
    }
}

/// Kills every process whose words are such; how many there were.
pub fn kill_matching(matches: impl Fn(&[String]) -> bool) -> usize {
    let mut killed = 0;
    for entry in fs::read_dir("/proc").expect("/proc").flatten() {
        let name = entry.file_name();
        let Some(pid) = name.to_str().and_then(|name| name.parse().ok()) else {
            continue;
        };
        let words = fs::read(PathBuf::from("/proc").join(&name).join("cmdline"));
        let words: Vec<String> = words
            .unwrap_or_default()
            .split(|&byte| byte == 0)
            .map(|word| String::from_utf8_lossy(word).into_owned())
            .collect();
        if matches(&words)
            && let Some(pid) = rustix::process::Pid::from_raw(pid)
        {
            let done = rustix::process::kill_process(pid, rustix::process::Signal::KILL);
            killed += usize::from(done.is_ok());
        }
    }
    killed
}
