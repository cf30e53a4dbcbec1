//! The house rules that a compiler does not check.

use std::fs;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

/// Rooms, and the rooms that each may import besides `options` and `text`.
const ROOMS: &[(&str, &[&str])] = &[
    ("options", &[]),
    ("text", &[]),
    ("random", &[]),
    ("budget", &[]),
    ("game", &[]),
    ("draw", &[]),
    ("games", &["budget", "draw", "game"]),
    ("search", &["budget", "game"]),
    ("protocol", &["draw", "game", "games", "search"]),
    (
        "mistakes",
        &[
            "budget", "game", "games", "judge", "protocol", "random", "search",
        ],
    ),
    ("arena", &["game", "games", "judge", "protocol", "random"]),
    (
        "explain",
        &["draw", "game", "html", "json", "protocol", "search"],
    ),
    ("standings", &["arena", "html", "json", "report"]),
];

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
    let first = inside.iter().next().expect("a name");
    Path::new(first)
        .file_stem()
        .expect("a name")
        .display()
        .to_string()
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

/// What judges makes no use of the reports made of it; that it knows no game is seen to by cargo.
#[test]
fn only_reports_import_reports() {
    for path in sources("crates/judging/src") {
        let text = fs::read_to_string(&path).expect("a readable file");
        let is_report = path.components().any(|part| part.as_os_str() == "report");
        assert!(
            is_report || !text.contains("crate::report"),
            "{}: imports report",
            path.display()
        );
    }
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
