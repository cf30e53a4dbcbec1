//! The page of a tournament: what it shows is what the JSON says, with and without scripts.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::driver::Browser;
use crate::{fits, has_no_barriers, is_in_sight, plyjudge};

/// A name that is out for mischief.
const MISCHIEF: &str = "<img src=x onerror=alert(1)>\"'&\u{202e}";

/// A tournament of programs that play and of some that do not; its page and the same as JSON.
fn tournament() -> (TempDir, PathBuf, Value) {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("class")).expect("a folder");
    let program = env!("CARGO_BIN_EXE_plyjudge");
    let markup = "printf '<script>document.title=1</script>\\033[31m\\n'";
    for (name, line) in [
        (
            "one.sh",
            format!("exec {program} --format choice --depth 1"),
        ),
        (MISCHIEF, markup.to_owned()),
        (&"long".repeat(50), "exit 3".to_owned()),
    ] {
        let path = folder.path().join("class").join(name);
        fs::write(&path, format!("#!/bin/sh\n{line}\n")).expect("a file");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("a mode");
    }
    fs::write(folder.path().join("class/typo.c"), "int main(void) {").expect("a file");
    let json = plyjudge(
        folder.path(),
        &[
            "tournament",
            "class",
            "--game",
            "kalah",
            "--games",
            "4",
            "--with",
            "engine:depth=3",
            "--with",
            "random",
            "--sandbox",
            "off",
            "--time",
            "60",
            "--json",
            "--html",
            "page.html",
        ],
    );
    let page = folder.path().join("page.html");
    (folder, page, serde_json::from_str(&json).expect("JSON"))
}

/// The texts of a column of the standings.
fn column(browser: &Browser, number: usize) -> Value {
    browser.run(&format!(
        "return [...document.querySelectorAll('#standings tbody tr')].map(row => \
         row.cells[{number}].textContent)"
    ))
}

#[test]
fn standings_sort_and_agree_with_the_json() {
    let Some(browser) = Browser::start() else {
        return;
    };
    let (_folder, page, found) = tournament();
    browser.open(&page);
    browser.screenshot("tournament.png");
    fits(&browser);
    has_no_barriers(&browser);

    let players = found["players"].as_array().expect("players");
    let texts = |key: &str| -> Value {
        let text = |player: &Value| player[key].to_string();
        players.iter().map(text).collect()
    };
    assert_eq!(column(&browser, 0), texts("place"));
    assert_eq!(
        column(&browser, 5),
        players
            .iter()
            .map(|player| player["points"].as_f64().expect("points").to_string())
            .collect::<Value>()
    );
    // Points of each against each, in the order of the places.
    let cells = browser.run(
        "return [...document.querySelectorAll('#cross tbody td:not(.self)')].map(cell => \
         [cell.firstChild.textContent, cell.querySelector('.sides').textContent])",
    );
    let points = |tally: &Value| {
        let count = |what: &str| tally[what].as_f64().expect("a count");
        count("wins") + count("draws") / 2.0
    };
    let against = players
        .iter()
        .flat_map(|player| player["against"].as_array().expect("a list"));
    let expected: Vec<Value> = against
        .map(|other| {
            let (all, first) = (points(&other["games"]), points(&other["moving_first"]));
            json!([format!("{all}/4"), format!("{first} + {}", all - first)])
        })
        .collect();
    assert_eq!(cells, json!(expected));

    // The last ones first, and back.
    browser.click("#standings th:nth-child(1) button");
    assert_eq!(column(&browser, 0), texts("place"));
    browser.click("#standings th:nth-child(1) button");
    let mut places: Vec<Value> = texts("place").as_array().expect("a list").clone();
    places.reverse();
    assert_eq!(column(&browser, 0), json!(places));

    // Strangers' texts are text.
    assert_eq!(browser.run("return document.images.length"), json!(0));
    let forfeits = browser.run(
        "return [...document.querySelectorAll('#forfeits tbody tr')].map(row => \
         [...row.cells].slice(0, 3).map(cell => cell.textContent))",
    );
    let shown = MISCHIEF.replace('\u{202e}', "\\u{202e}");
    let mut forfeits: Vec<Value> = forfeits.as_array().expect("a list").clone();
    forfeits.sort_by_key(Value::to_string);
    // Of sixteen games the two bad ones have four against each other, of which each loses
    // those in which it has to move first.
    assert_eq!(
        forfeits,
        [
            json!([shown, "malformed reply", "14"]),
            json!(["long".repeat(50), "crashed", "14"]),
        ]
    );
    let unfit =
        browser.run("return document.querySelector('#unfit tbody tr').cells[0].textContent");
    assert_eq!(unfit, json!("typo.c"));

    browser.run("document.getElementById('forfeits').scrollIntoView()");
    browser.screenshot("tournament-forfeits.png");
    browser.darken();
    browser.screenshot("tournament-dark.png");
    has_no_barriers(&browser);
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn a_tournament_can_be_read_without_scripts() {
    let (_folder, page, found) = tournament();
    let Some(browser) = Browser::without_scripts() else {
        return;
    };
    browser.open(&page);
    let source = browser.source();
    let players = found["players"].as_array().expect("players");
    assert_eq!(
        source.matches("class=\"interval\"").count(),
        players.len(),
        "{source}"
    );
    assert!(!source.contains("<img") && !source.contains("<script>document"));
}

#[test]
fn games_are_played_move_by_move() {
    let Some(browser) = Browser::start() else {
        return;
    };
    let (folder, page, _) = tournament();
    browser.open(&page);
    // A score leads to the games behind it.
    browser.click("#cross a");
    let open = "return document.querySelectorAll('details.game[open]').length";
    assert_eq!(browser.run(open), json!(1));
    let id = browser.run("return document.querySelector('details.game[open]').id");
    let id = id.as_str().expect("an id");
    let moves = browser.run(&format!(
        "return document.querySelectorAll('#{id} .moves li').length"
    ));
    let moves = moves.as_u64().expect("a count");
    assert!(moves > 5, "{moves}");
    let click = |label: &str| browser.click(&format!("#{id} [aria-label='{label}']"));
    let said = || {
        browser.run(&format!(
            "return document.querySelector('#{id} [role=status]').textContent"
        ))
    };
    let seeds = "const it = document.querySelector('details.game[open] svg.board'); return \
                 [...it.querySelectorAll('use')].map(it => document.querySelector(\
                 it.getAttribute('href')).textContent.trim()).filter(it => /^\\d+$/.test(it))\
                 .reduce((sum, next) => sum + Number(next), 0)";
    // No seed is lost on the way, and the mark follows the moves.
    let start = browser.run(seeds);
    assert!(start.as_u64().is_some_and(|seeds| seeds > 0), "{start}");
    assert_eq!(said(), json!(format!("0 of {moves}: the start")));
    click("On one move");
    assert_eq!(browser.run(seeds), start);
    let first = browser.run(&format!(
        "return document.querySelector('#{id} .now').textContent"
    ));
    assert_eq!(
        said(),
        json!(format!("1 of {moves}: {}", first.as_str().expect("a move")))
    );
    click("Last position");
    assert_eq!(browser.run(seeds), start);
    assert!(
        said()
            .as_str()
            .is_some_and(|said| said.starts_with(&format!("{moves} of {moves}: ")))
    );
    click("Back one move");
    click("First position");
    assert_eq!(said(), json!(format!("0 of {moves}: the start")));
    // A forfeit says what it means and leads to the game.
    let hint = browser.run("return document.querySelector('#forfeits tbody').innerText");
    assert!(
        hint.as_str()
            .is_some_and(|it| it.contains("Is it written exactly as the protocol has it?")),
        "{hint}"
    );
    browser.click("#forfeits tbody a");
    assert_eq!(browser.run(open), json!(2));
    browser.screenshot("tournament-games.png");
    fits(&browser);
    has_no_barriers(&browser);
    browser.resize(390, 900);
    fits(&browser);
    is_in_sight(&browser, "table.cards");
    assert_eq!(browser.complaints(), [""; 0]);

    // The games of its journal make the same page alone.
    let journal = "class.kalah.plyjudge.jsonl";
    let more = ["--player", "one.sh", "--player", "random"];
    plyjudge(
        folder.path(),
        &[&["replay", journal, "--html", "games.html"][..], &more].concat(),
    );
    browser.open(&folder.path().join("games.html"));
    assert_eq!(
        browser.run("return document.querySelectorAll('details.game').length"),
        json!(4)
    );
    browser.click("details.game summary");
    assert_eq!(browser.run(seeds), start);
    has_no_barriers(&browser);
    assert_eq!(browser.complaints(), [""; 0]);
}
