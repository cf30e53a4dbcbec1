//! The house rules that a compiler does not check.

use std::fs;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

/// Rooms, and the rooms that each may import besides `options` and `text`.
const ROOMS: &[(&str, &[&str])] = &[
    ("options", &[]),
    ("text", &[]),
    ("random", &[]),
    ("languages", &["judge"]),
    ("budget", &[]),
    ("game", &[]),
    ("draw", &[]),
    ("games", &["budget", "draw", "game"]),
    (
        PLAYED,
        &["draw", "game", "games", "protocol", "random", "search"],
    ),
    ("search", &["budget", "game"]),
    ("protocol", &["draw", "game", "random", "search"]),
    ("answer", &["games", "protocol"]),
    (
        "mistakes",
        &["answer", "budget", "games", "judge", "protocol", "random"],
    ),
    ("arena", &["game", "judge", "protocol", "random"]),
    (
        "explain",
        &[
            "columns", "draw", "game", "html", "json", "judge", "protocol", "search",
        ],
    ),
    (
        "standings",
        &[
            "arena", "draw", "html", "json", "judge", "protocol", "report",
        ],
    ),
];

/// What puts a game together: the list of games and, in each one's folder, `mod.rs`, `protocol.rs`,
/// `source.rs`, `state.rs` and the folders of these names.
const PLAYED: &str = "games' protocols";

/// The files of a game that put it together; the others know nothing of them.
const PARTS: [&str; 3] = ["protocol", "source", "state"];

/// Longest source file, in lines.
const LONGEST: usize = 1000;

fn sources(folder: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    WalkDir::new(root)
        .into_iter()
        .map(|entry| entry.expect("a readable folder").into_path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .collect()
}

/// The room a file of `src` is in: its first folder, or its own name.
fn room(path: &Path) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let inside = path.strip_prefix(root).expect("a file of src");
    let mut names = inside.iter().map(|name| {
        let stem = Path::new(name).file_stem().expect("a name");
        stem.display().to_string()
    });
    let first = names.next().expect("a name");
    let puts_together = match (names.next(), names.next()) {
        (None, _) => true,
        (Some(_), Some(part)) => part == "mod" || PARTS.contains(&part.as_str()),
        (Some(_), None) => false,
    };
    match first == "games" && puts_together {
        true => PLAYED.to_owned(),
        false => first,
    }
}

#[test]
fn imports_point_one_way() {
    for path in sources("src") {
        let room = room(&path);
        let Some((_, allowed)) = ROOMS.iter().find(|(name, _)| *name == room) else {
            continue;
        };
        let text = fs::read_to_string(&path).expect("a readable file");
        for (index, _) in text.match_indices("crate::") {
            let rest = &text[index + "crate::".len()..];
            let end = rest
                .find(|c: char| !c.is_alphanumeric() && c != '_')
                .unwrap_or(rest.len());
            let target = &rest[..end];
            let is_macro = ["choice", "record"].contains(&target);
            let is_free = is_macro || ["options", "text"].contains(&target);
            assert!(
                is_free || target == room || allowed.contains(&target),
                "{}: {room} must not import {target}",
                path.display()
            );
        }
    }
}

/// Rules, evaluation and fast engines of a game can be read, and moved, without its protocol.
#[test]
fn rules_know_nothing_of_what_is_played_with_them() {
    for path in sources("src/games") {
        if room(&path) == PLAYED {
            continue;
        }
        let text = fs::read_to_string(&path).expect("a readable file");
        for part in PARTS {
            let is_in_folder = path.iter().nth_back(2).is_some_and(|name| name == "games");
            let names = [
                is_in_folder && text.contains(&format!("super::{part}")),
                text.contains(&format!("super::super::{part}")),
            ];
            assert!(!names.contains(&true), "{}: names {part}", path.display());
        }
    }
}

#[test]
fn files_stay_short() {
    for path in ["src", "crates", "tests", "benches"]
        .iter()
        .flat_map(|folder| sources_if_any(folder))
    {
        let lines = fs::read_to_string(&path)
            .expect("a readable file")
            .lines()
            .count();
        assert!(lines <= LONGEST, "{}: {lines} lines", path.display());
    }
}

fn sources_if_any(folder: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    if root.is_dir() {
        sources(folder)
    } else {
        Vec::new()
    }
}

/// What judges, from the ground up: a room uses those before it, and what stands beside them. That
/// it knows no game is seen to by cargo.
#[test]
fn rooms_of_what_judges_stand_on_those_before_them() {
    const ROOMS: [&str; 6] = ["suite", "build", "journal", "grade", "mutation", "report"];
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/judging/src");
    for path in sources("crates/judging/src") {
        let inside = path.strip_prefix(&root).expect("a file of the crate");
        let first = inside.iter().next().expect("a name").to_string_lossy();
        let own = first.trim_end_matches(".rs");
        // What is in no room is used by all.
        let floor = ROOMS.iter().position(|room| *room == own).unwrap_or(0);
        let text = fs::read_to_string(&path).expect("a readable file");
        for above in &ROOMS[floor + 1..] {
            assert!(
                own == "lib" || !text.contains(&format!("crate::{above}::")),
                "{}: imports {above}",
                path.display()
            );
        }
    }
}

/// The library is compiled without its tests: one that is in it would never run.
#[test]
fn tests_of_the_library_are_outside_of_it() {
    for path in sources("src") {
        let text = fs::read_to_string(&path).expect("a readable file");
        for mark in ["cfg(test)", "#[test]"] {
            assert!(!text.contains(mark), "{}: has {mark}", path.display());
        }
    }
}

/// A name that is mistyped in CI would run no test, and pass.
#[test]
fn ci_runs_the_long_tests_that_say_so() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let ci = fs::read_to_string(root.join(".ci/run")).expect("a readable file");
    let named: Vec<&str> = ci.split_whitespace().collect();
    let mut found = 0;
    for path in sources("tests") {
        let text = fs::read_to_string(&path).expect("a readable file");
        let marked = text.split(concat!("`.ci/run` and ", "`make slow` run it\"]\nfn "));
        for after in marked.skip(1) {
            let name = after.split('(').next().expect("a name");
            let is_named = |word: &&str| word.len() > 12 && name.starts_with(word);
            assert!(named.iter().any(is_named), "{}: {name}", path.display());
            found += 1;
        }
    }
    assert!(found >= 18, "{found} only");
}

#[test]
fn imports_name_what_they_bring() {
    for path in ["src", "crates", "tests"].into_iter().flat_map(sources) {
        let text = fs::read_to_string(&path).expect("a readable file");
        let takes_all = text
            .lines()
            .any(|line| line.trim() == concat!("use super::", "*;"));
        assert!(!takes_all, "{}: use super::*", path.display());
    }
}
