//! Problem packages that are made of a suite: they keep their promises, as we read them and as
//! problemtools does.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::grade::can_contain;
use crate::support::skipped;

fn plyjudge(args: &[&str], path: &Path, more: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plyjudge"));
    command.env("PLYJUDGE_PROGRESS", "off");
    let output = command.args(args).arg(path).args(more).output().unwrap();
    let said = [&output.stdout, &output.stderr];
    let said = said.map(|text| String::from_utf8_lossy(text).into_owned());
    (output.status.code(), said.concat())
}

/// A suite of Kalah as a package in both formats.
#[test]
fn a_package_keeps_its_promises() {
    let suite = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/kalah-suite");
    for format in ["2025-09", "legacy"] {
        let folder = tempfile::tempdir().unwrap();
        let package = folder.path().join("kalah");
        let out = ["--format", format, "--name", "Kalah: \"deep\"", "--out"];
        let out = [&out[..], &[package.to_str().unwrap()]].concat();
        let (status, said) = plyjudge(&["export", "package"], &suite, &out);
        assert_eq!(status, Some(0), "{said}");
        assert!(
            said.ends_with("10 cases, 8 programs with a mistake\n"),
            "{said}"
        );
        let wrong = fs::read_dir(package.join("submissions/wrong_answer")).unwrap();
        for program in wrong {
            let text = fs::read_to_string(program.unwrap().path()).unwrap();
            assert!(
                text.starts_with("/* The answers of a program with a mistake, "),
                "{text}"
            );
        }
        let sandbox: &[&str] = if can_contain() {
            &[]
        } else {
            &["--sandbox", "off"]
        };
        let (status, said) = plyjudge(&["verify"], &package, sandbox);
        assert_eq!(status, Some(0), "{format}: {said}");
        // Somebody else's reading of the format; it does not know the newer one.
        if format != "legacy" {
            continue;
        }
        let parts = ["-p", "config", "data", "submissions", "validators"];
        let verified = Command::new("verifyproblem")
            .arg(&package)
            .args(parts)
            .output();
        match verified {
            Ok(output) => {
                let text = [&output.stdout, &output.stderr].map(|it| String::from_utf8_lossy(it));
                let text = text.concat();
                assert!(output.status.success(), "{format}: {text}");
                assert!(text.contains(" 0 errors"), "{format}: {text}");
            }
            Err(_) => skipped("problemtools is not installed: verifyproblem was not asked"),
        }
    }
}

#[test]
fn a_suite_that_reads_the_rules_otherwise_is_refused() {
    let suite = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/kalah-suite");
    let folder = tempfile::tempdir().unwrap();
    let package = folder.path().join("kalah");
    let out = [
        "--rule",
        "extra-turn=no",
        "--out",
        package.to_str().unwrap(),
    ];
    let (status, said) = plyjudge(&["export", "package"], &suite, &out);
    assert_eq!(status, Some(2), "{said}");
    assert!(
        said.contains("--rule says how the assignment reads the rules"),
        "{said}"
    );
    assert!(!package.exists());
}
