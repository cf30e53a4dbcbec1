//! A game that is declared comes with all that belongs to it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use plyjudge::games;
use plyjudge::protocol;

fn project() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn has_file_ending(game: &str, ending: &str) -> bool {
    let folder = project().join("testdata").join(game);
    fs::read_dir(folder).is_ok_and(|mut entries| {
        entries.any(|entry| {
            let path: PathBuf = entry.expect("a readable folder").path();
            path.extension()
                .is_some_and(|extension| extension == ending)
        })
    })
}

#[test]
fn every_game_has_golden_files_and_perft_counts() {
    for protocol in games::all() {
        for ending in ["txt", "out", "perft"] {
            let name = protocol.name();
            assert!(
                has_file_ending(name, ending),
                "testdata/{name}: no .{ending} file"
            );
        }
    }
}

#[test]
fn every_game_has_a_rules_page_that_is_up_to_date() {
    for protocol in games::all() {
        let name = protocol.name();
        let page = project().join(format!("docs/rules/{name}.md"));
        let written = fs::read_to_string(&page).unwrap_or_default();
        let printed = Command::new(env!("CARGO_BIN_EXE_plyjudge"))
            .args(["rules", name, "--markdown"])
            .output()
            .expect("plyjudge runs");
        assert_eq!(
            written,
            String::from_utf8(printed.stdout).expect("a page in UTF-8"),
            "{}: run `make rules`",
            page.display()
        );
    }
}

#[test]
fn option_names_are_unique_within_a_game() {
    for protocol in games::all() {
        let mut names: Vec<_> = protocol
            .options()
            .iter()
            .map(|option| option.name)
            .collect();
        names.sort_unstable();
        let count = names.len();
        names.dedup();
        assert_eq!(names.len(), count, "{}", protocol.name());
    }
}

#[test]
fn every_value_of_every_option_is_accepted() {
    for protocol in games::all() {
        for option in protocol.options() {
            for value in &option.mistakes {
                let settings = protocol::Settings {
                    rules: vec![(option.name.to_owned(), value.name.clone())],
                    ..protocol::Settings::default()
                };
                let session = protocol.session(&settings);
                assert!(session.is_ok(), "{}={}", option.name, value.name);
            }
        }
    }
}
