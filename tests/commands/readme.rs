//! What the README and the worked example show is what the commands print.
//!
//! An indented line `$ COMMAND` is run in the project's folder by a shell that finds
//! `plyjudge`; the indented lines below it are its output, standard error included.

use std::env;
use std::path::Path;
use std::process::Command;

/// A command of the README and the output shown below it.
struct Shown {
    command: String,
    output: String,
}

fn shown(readme: &str) -> Vec<Shown> {
    let mut all: Vec<Shown> = Vec::new();
    let mut is_open = false;
    for line in readme.lines() {
        match (line.strip_prefix("    $ "), line.strip_prefix("    ")) {
            (Some(command), _) => {
                let (command, output) = (command.to_owned(), String::new());
                all.push(Shown { command, output });
                is_open = true;
            }
            (None, Some(text)) if is_open => {
                let last = all.last_mut().expect("an open block");
                last.output += text;
                last.output.push('\n');
            }
            // A blank line within a block is part of the output if more of it follows.
            (None, None) if is_open && line.is_empty() => {
                let last = all.last_mut().expect("an open block");
                last.output.push('\n');
            }
            _ => is_open = false,
        }
    }
    for block in &mut all {
        let length = block.output.trim_end_matches('\n').len();
        block.output.truncate(length);
    }
    all
}

/// Runs the commands of a page; how many there were.
fn check(page: &str) -> usize {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = std::fs::read_to_string(project.join(page)).expect(page);
    let binary = Path::new(env!("CARGO_BIN_EXE_plyjudge"));
    let folder = binary.parent().expect("a folder").display();
    let path = format!("{folder}:{}", env::var("PATH").unwrap_or_default());
    let mut checked = 0;
    for Shown { command, output } in shown(&readme) {
        let command = command.replace("cargo run --release --quiet", "plyjudge");
        if command.starts_with("cargo") {
            continue;
        }
        let run = Command::new("sh")
            .args(["-c", &format!("exec 2>&1; {command}")])
            .current_dir(project)
            .env("PATH", &path)
            .output()
            .expect("a shell");
        let printed = String::from_utf8_lossy(&run.stdout);
        assert_eq!(
            printed.trim_end_matches('\n'),
            output,
            "{page}: $ {command}"
        );
        checked += 1;
    }
    checked
}

#[test]
fn the_readme_shows_real_output() {
    let checked = check("README.md");
    assert!(checked >= 6, "the README shows {checked} commands only");
}

#[test]
fn the_worked_example_shows_real_output() {
    assert_eq!(check("docs/why-a6-b5.md"), 2);
}
