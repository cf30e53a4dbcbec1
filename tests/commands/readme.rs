//! What the README and the worked example show is what the commands print.
//!
//! An indented line `$ COMMAND` is run in the project's folder by a shell that finds
//! `plyjudge`; the indented lines below it are its output, standard error included.

use std::path::Path;
use std::process::Command;

use crate::support::path_with_own;

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
    let path = path_with_own();
    let mut checked = 0;
    for Shown { command, output } in shown(&readme) {
        let command = command.replace("cargo run --quiet", "plyjudge");
        if command.starts_with("cargo") {
            continue;
        }
        let run = Command::new("sh")
            .args(["-c", &format!("exec 2>&1; {command}")])
            .current_dir(project)
            .env("PATH", &path)
            .env("PLYJUDGE_PROGRESS", "off")
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

/// The pages that people read: the README and those of `docs/`.
fn pages() -> Vec<String> {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let files = std::fs::read_dir(docs).expect("docs");
    let names = files.map(|file| file.expect("a file").file_name());
    let names = names.map(|name| name.into_string().expect("a plain name"));
    let pages = names.filter(|name| name.ends_with(".md"));
    let mut pages: Vec<String> = pages.map(|name| format!("docs/{name}")).collect();
    pages.sort();
    pages.insert(0, "README.md".to_owned());
    pages
}

#[test]
fn the_readme_shows_real_output() {
    assert!(check("README.md") >= 4);
}

#[test]
fn answers_are_real_output() {
    assert!(check("docs/answers.md") >= 6);
}

#[test]
fn the_first_difference_is_real_output() {
    assert_eq!(check("docs/grading.md"), 1);
}

#[test]
#[ignore = "takes long; `.ci/run` and `make slow` run it"]
fn diagnoses_are_real_output() {
    assert_eq!(check("docs/diagnosis.md"), 3);
}

#[test]
fn matches_are_real_output() {
    assert_eq!(check("docs/matches.md"), 3);
}

#[test]
#[ignore = "takes long; `.ci/run` and `make slow` run it"]
fn an_assignment_from_its_first_case_on_is_real_output() {
    assert_eq!(check("docs/any-assignment.md"), 4);
}

#[test]
fn the_worked_example_is_real_output() {
    assert_eq!(check("docs/why-a6-b5.md"), 2);
}

/// A page that shows commands has a test above.
#[test]
fn no_other_page_shows_commands() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let tested = [
        "any-assignment",
        "answers",
        "grading",
        "diagnosis",
        "matches",
        "why-a6-b5",
    ];
    for page in pages() {
        let is_tested = tested.iter().any(|name| page == format!("docs/{name}.md"));
        let text = std::fs::read_to_string(project.join(&page)).expect("a page");
        assert!(
            is_tested || page == "README.md" || shown(&text).is_empty(),
            "{page}"
        );
    }
}

#[test]
fn links_between_pages_lead_somewhere() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut checked = 0;
    for page in pages() {
        let path = project.join(&page);
        let text = std::fs::read_to_string(&path).expect("a page");
        for (at, _) in text.match_indices("](") {
            let link = text[at + 2..].split([')', '#']).next().expect("a link");
            if link.is_empty() || link.starts_with("http") {
                continue;
            }
            let target = path.parent().expect("a folder").join(link);
            assert!(target.exists(), "{page}: no {link}");
            checked += 1;
        }
    }
    assert!(checked > 20, "{checked} links only");
}
