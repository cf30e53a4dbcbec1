//! What `make packages` has made, on a machine that has never heard of Rust: installed, used for the
//! README's class, and taken away again.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::support::grade::can_contain;
use crate::support::skipped;

const PROJECT: &str = env!("CARGO_MANIFEST_DIR");

/// The package whose name ends like this.
fn package(ending: &str) -> Option<PathBuf> {
    let made = fs::read_dir(Path::new(PROJECT).join("artefacts/packages"));
    let mut paths = made.into_iter().flatten().flatten().map(|it| it.path());
    let found = paths.find(|path| path.extension().is_some_and(|it| it == ending));
    if found.is_none() {
        skipped(format!("there is no .{ending}: `make packages` makes it"));
    }
    found
}

/// What a command printed that has to succeed.
#[track_caller]
fn run(command: &mut Command) -> String {
    let Output {
        status,
        stdout,
        stderr,
    } = command
        .output()
        .unwrap_or_else(|it| panic!("{command:?}: {it}"));
    let stdout = String::from_utf8(stdout).expect("text");
    let stderr = String::from_utf8_lossy(&stderr);
    assert!(status.success(), "{command:?}: {stdout}{stderr}");
    stdout
}

/// Grades the README's class by the program that was installed.
#[track_caller]
fn use_it(program: &Path) {
    let version = run(Command::new(program).arg("--version"));
    assert_eq!(
        version,
        concat!("plyjudge ", env!("CARGO_PKG_VERSION"), "\n")
    );
    let folder = tempfile::tempdir().expect("a folder");
    let mut grade = Command::new(program);
    grade.args(["grade", "examples/submissions", "--cases"]);
    grade.args(["examples/kalah-suite", "--journal"]);
    grade
        .arg(folder.path().join("journal"))
        .current_dir(PROJECT);
    if !can_contain() {
        grade.args(["--sandbox", "off"]);
    }
    let table = run(&mut grade);
    let sum = "\n5 submissions, 10 cases: 20 passed, 30 failed\n";
    assert!(table.ends_with(sum), "{table}");
}

/// All files in a folder, by their names below it.
fn files(folder: &Path) -> Vec<String> {
    let entries = walkdir::WalkDir::new(folder).into_iter();
    let files = entries.map(|entry| entry.expect("it can be read"));
    let files = files.filter(|entry| !entry.file_type().is_dir());
    let inner = files.map(|entry| entry.into_path().strip_prefix(folder).map(Path::to_owned));
    inner
        .map(|path| path.expect("it is below").display().to_string())
        .collect()
}

fn ours(folder: &Path) -> Vec<String> {
    let mut files = files(folder);
    files.retain(|name| name.contains("plyjudge"));
    files
}

#[test]
#[ignore = "of what `make packages` makes: make installed runs it"]
fn the_wheel_grades_in_a_fresh_environment() {
    let Some(wheel) = package("whl") else { return };
    // As old as Rust's own binaries: it starts wherever they do.
    let name = wheel.display().to_string();
    assert!(name.contains("-py3-none-manylinux2014_"), "{name}");
    let folder = tempfile::tempdir().expect("a folder");
    let environment = folder.path().join("environment");
    run(Command::new("python3")
        .args(["-m", "venv"])
        .arg(&environment));
    let program = |name: &str| environment.join("bin").join(name);
    let mut install = Command::new(program("pip"));
    run(install.args(["install", "--no-index"]).arg(&wheel));
    use_it(&program("plyjudge"));
    run(Command::new(program("pip")).args(["uninstall", "--yes", "plyjudge"]));
    assert_eq!(ours(&environment), [""; 0]);
}

#[test]
#[ignore = "of what `make packages` makes: make installed runs it"]
fn the_debian_package_is_installed_and_removed() {
    let Some(deb) = package("deb") else { return };
    if !rustix::process::geteuid().is_root() {
        return skipped("only root installs Debian packages");
    }
    // A root of its own, in which nothing is installed but what the package depends on.
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    for name in ["info", "updates"] {
        fs::create_dir_all(root.join("var/lib/dpkg").join(name)).expect("a folder");
    }
    let installed = run(Command::new("dpkg-query").args(["--status", "libc6"]));
    fs::write(root.join("var/lib/dpkg/status"), installed + "\n").expect("written");
    let dpkg = |action: &str, subject: &Path| {
        let mut dpkg = Command::new("dpkg");
        dpkg.arg(format!("--root={}", root.display()));
        run(dpkg.arg("--no-triggers").arg(action).arg(subject))
    };
    dpkg("--install", &deb);
    use_it(&root.join("usr/bin/plyjudge"));
    let share = root.join("usr/share");
    for (name, title) in [
        ("plyjudge", "plyjudge"),
        ("plyjudge-grade", "plyjudge-grade"),
    ] {
        let page = share.join(format!("man/man1/{name}.1.gz"));
        let page = run(Command::new("gzip").arg("-dc").arg(page));
        assert!(page.contains(&format!(".TH {title} 1 ")), "{page}");
    }
    let completions = share.join("bash-completion/completions/plyjudge");
    let mut bash = Command::new("bash");
    bash.args(["-c", ". \"$1\" && complete -p plyjudge", "bash"]);
    run(bash.arg(completions));
    for name in ["zsh/vendor-completions/_plyjudge", "doc/plyjudge/copyright"] {
        assert!(share.join(name).is_file(), "{name}");
    }
    dpkg("--purge", Path::new("plyjudge"));
    assert_eq!(ours(root), [""; 0]);
    let rest = files(root).into_iter();
    let rest = rest.filter(|name| !name.starts_with("var/lib/dpkg/"));
    // Whoever changed something keeps a log.
    let rest = rest.filter(|name| name != "var/log/dpkg.log");
    assert_eq!(rest.collect::<Vec<_>>(), [""; 0]);
}
