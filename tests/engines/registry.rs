//! A game that is declared comes with all that belongs to it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use plyjudge::games;
use plyjudge::languages;
use plyjudge::mistakes::catalogue::Catalogue;
use plyjudge::options::Values;
use plyjudge::protocol::{self, Settings};

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

/// What a rule decides, its values and its mistakes, under every value that can be the right one.
#[test]
fn every_meaning_is_there_in_every_language() {
    let others = languages::TAGS.iter().filter(|tag| **tag != "en");
    for language in others.map(|tag| languages::find(tag).expect("a language")) {
        let mut seen = BTreeSet::new();
        let mut missing = Vec::new();
        let mut look = |text: &str| {
            if seen.insert(text.to_owned()) && language.say(text) == text {
                missing.push(text.to_owned());
            }
        };
        for protocol in games::all() {
            for option in protocol.options() {
                if let Values::Choice(values) = option.values {
                    look(option.meaning);
                    values.iter().for_each(|value| look(&value.meaning));
                }
                option
                    .mistakes
                    .iter()
                    .for_each(|value| look(&value.meaning));
                for value in &option.mistakes {
                    let rule = (option.name.to_owned(), value.name.to_string());
                    let right = Settings {
                        rules: vec![rule],
                        ..Settings::default()
                    };
                    let catalogue = Catalogue::new(*protocol, right);
                    let all = catalogue.mistakes().iter().chain(catalogue.silent());
                    all.for_each(|mistake| look(&mistake.meaning));
                }
            }
        }
        assert!(missing.is_empty(), "{}: {missing:#?}", language.tag());
    }
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
                    rules: vec![(option.name.to_owned(), value.name.to_string())],
                    ..protocol::Settings::default()
                };
                let session = protocol.session(&settings);
                assert!(session.is_ok(), "{}={}", option.name, value.name);
            }
        }
    }
}
