//! The pages that are no grading's in another language: no string of ours is missing.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::support::grade::Grade;

/// Runs a command that writes `page.html`, and reads that.
fn page(folder: &Path, args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_plyjudge"))
        .args(args)
        .args(["--lang", "zh-TW", "--html", "page.html"])
        .env("PLYJUDGE_PROGRESS", "off")
        .current_dir(folder)
        .output()
        .expect("plyjudge runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {said}");
    fs::read_to_string(folder.join("page.html")).expect("a page")
}

/// A part of a page that is kept as data.
fn data(page: &str, id: &str) -> Value {
    let start = format!("<script type=\"application/json\" id=\"{id}\">");
    let (_, rest) = page.split_once(&start).expect("data");
    let (json, _) = rest.split_once("</script>").expect("its end");
    serde_json::from_str(json).expect("JSON")
}

/// Asserts that a page is in Chinese: all it shows, labels as well as texts, and what its script
/// says, but for what is kept as it is.
#[track_caller]
fn is_chinese(page: &str, kept: &[&str]) {
    assert!(page.contains("<html lang=\"zh-TW\">"));
    let said: BTreeMap<String, String> = match page.contains("id=\"words\"") {
        true => serde_json::from_value(data(page, "words")).expect("texts"),
        false => BTreeMap::new(),
    };
    let holes = |text: &str| {
        let holes = text
            .match_indices('$')
            .map(|(at, _)| text[at..at + 2].to_owned());
        let mut holes: Vec<String> = holes.collect();
        holes.sort();
        holes
    };
    for (english, own) in &said {
        assert_eq!(holes(english), holes(own), "{english}");
        has_no_english(own, &["max", "min", "Alpha-beta", "alpha-beta"]);
    }
    has_no_english(&shown(page), kept);
}

#[track_caller]
fn has_no_english(text: &str, kept: &[&str]) {
    let mut rest = text.to_owned();
    for kept in kept {
        rest = rest.replace(kept, " ");
    }
    let words = rest.split(|c: char| !c.is_ascii_alphabetic());
    let is_word = |word: &&str| word.len() > 1 && word.chars().any(|c| c.is_ascii_lowercase());
    let left: Vec<&str> = words.filter(is_word).collect();
    assert!(left.is_empty(), "{left:?} in {text}");
}

/// What is shown or read aloud.
fn shown(page: &str) -> String {
    let mut shown = String::new();
    let mut skipped = None;
    for piece in page.split('<').skip(1) {
        let (tag, text) = piece.split_once('>').unwrap_or((piece, ""));
        let name = tag.split(' ').next().unwrap_or_default();
        if skipped.is_some_and(|skipped| name == format!("/{skipped}")) {
            skipped = None;
        } else if skipped.is_none() && ["style", "script", "pre", "code"].contains(&name) {
            skipped = Some(name);
        }
        if skipped.is_some() {
            continue;
        }
        if let Some((_, label)) = tag.split_once("aria-label=\"") {
            shown.extend(label.split('"').next().into_iter().chain([" "]));
        }
        shown += text;
        shown.push(' ');
    }
    shown
}

#[test]
fn decisions() {
    let folder = tempfile::tempdir().expect("a folder");
    for (input, depth) in [
        ("checkers/next-for-white", "3"),
        ("kalah/published-table-depth-8", "4"),
        ("ewn/published-analysis", "2"),
        ("hexline/compact-maps", "3"),
    ] {
        let input = format!("{}/testdata/{input}.txt", env!("CARGO_MANIFEST_DIR"));
        let page = page(folder.path(), &["explain", &input, "--depth", depth]);
        let kept = [
            "max",
            "min",
            "Alpha-beta",
            "alpha-beta",
            "JavaScript",
            "Kalah",
            "Enter",
        ];
        is_chinese(&page, &kept);
        let tree = data(&page, "tree-data");
        let board = &tree["board"];
        for names in [
            &tree["players"],
            &tree["meanings"],
            &board["pieces"],
            &board["fields"],
        ] {
            let names: Vec<String> = strings(names);
            has_no_english(&names.join(" "), &[]);
        }
        has_no_english(&strings(&tree["nodes"]["steps"]).join(" "), &[]);
    }
}

/// All strings in a value that are more than the name of a drawing.
fn strings(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => vec![text.clone()],
        // Beside a piece's name are its drawings.
        Value::Array(all) if all.len() == 2 && all[1].is_array() => strings(&all[0]),
        Value::Array(all) => all.iter().flat_map(strings).collect(),
        Value::Object(all) => all.values().flat_map(strings).collect(),
        _ => Vec::new(),
    }
}

#[test]
fn tournaments_and_their_games() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("class")).expect("a folder");
    for (name, line) in [
        ("1.sh", "exit 3"),
        ("2.sh", "echo hello"),
        ("3.sh", "echo 1; echo 2"),
        ("4.sh", "echo oh >&2; kill -SEGV $$"),
        ("5.sh", "echo 99"),
    ] {
        let path = folder.path().join("class").join(name);
        fs::write(&path, format!("#!/bin/sh\n{line}\n")).expect("a file");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("a mode");
    }
    fs::write(folder.path().join("class/typo.c"), "int main(void) {").expect("a file");
    let kept = [
        "plyjudge",
        "kalah",
        "random",
        "engine:depth",
        ".sh",
        "typo.c",
        "Elo",
        "cc",
        "LF",
        "--crlf",
        "CRLF",
        "hello",
        "'oh'",
    ];
    let play = |more: &[&str]| {
        let args = [
            "tournament",
            "class",
            "--game",
            "kalah",
            "--sandbox",
            "off",
            "--time",
            "60",
        ];
        page(folder.path(), &[&args[..], more].concat())
    };
    let found = play(&["--with", "random", "--with", "engine:depth=1"]);
    assert!(found.contains("class=\"interval\"") && found.contains("id=\"unfit\""));
    is_chinese(&found, &kept);
    is_chinese(&play(&["--swiss", "1", "--games", "1", "--rerun"]), &kept);
    let games = ["replay", "class.kalah.plyjudge.jsonl"];
    is_chinese(
        &page(folder.path(), &games),
        &[&kept[..], &["class", "jsonl"]].concat(),
    );
}

#[test]
fn audits() {
    let root = env!("CARGO_MANIFEST_DIR");
    let cases = format!("{root}/examples/kalah-suite/01-game-over-mover.txt");
    let folder = tempfile::tempdir().expect("a folder");
    let audit = ["audit", &cases, "--game", "kalah", "--pairs"];
    is_chinese(
        &page(folder.path(), &audit),
        &["kalah", "minimax", "alpha", "beta", "&gt;"],
    );

    let reference = "#include <stdio.h>\nint main(void) {\n  int a;\n  \
                     if (scanf(\"%d\", &a) == 1) printf(\"%d\\n\", a < 0 ? -a : a);\n}\n";
    let grade = Grade::new()
        .file("abs.c", reference)
        .file("wrong/right.c", reference)
        .file("wrong/typo.c", "int main(void) {")
        .case("one", "1\n", "1\n")
        .case("odd", "2\n", "3\n");
    let mut args = vec![
        "audit",
        "cases",
        "--reference",
        "abs.c",
        "--mutants",
        "--wrong",
        "wrong",
    ];
    let options = grade.options();
    args.extend(options.iter().map(String::as_str));
    let mut command = Command::new(env!("CARGO_BIN_EXE_plyjudge"));
    let found = command
        .args(args)
        .args(["--lang", "zh-TW", "--html", "page.html"])
        .env("PLYJUDGE_PROGRESS", "off")
        .current_dir(grade.path())
        .output()
        .expect("plyjudge runs");
    assert_eq!(found.status.code(), Some(1), "{found:?}");
    let found = fs::read_to_string(grade.path().join("page.html")).expect("a page");
    is_chinese(
        &found,
        &[
            "abs.c", "cc", "not", "scanf", "printf", "&quot;", "&lt;", "&gt;",
        ],
    );
}
