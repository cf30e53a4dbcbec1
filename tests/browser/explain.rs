//! The page that explains a decision.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::driver::Browser;
use crate::{fits, has_no_barriers, plyjudge, testdata};

/// WebDriver's codes for keys that are no characters.
const ENTER: char = '\u{e007}';
const LEFT: char = '\u{e012}';
const UP: char = '\u{e013}';
const RIGHT: char = '\u{e014}';
const DOWN: char = '\u{e015}';

/// The page that explains an input, and the same as JSON.
fn explained(folder: &Path, args: &[&str]) -> (PathBuf, Value) {
    let page = |form: &[&'static str]| plyjudge(folder, &[&["explain"], args, form].concat());
    page(&["--html", "page.html"]);
    let json = page(&["--json"]);
    (
        folder.join("page.html"),
        serde_json::from_str(&json).expect("JSON"),
    )
}

const SHOWN: &str = "return [...document.querySelectorAll('#canvas > ul > li > ul > li')].map(li => \
    [li.querySelector('.step').textContent, li.querySelector('.value').textContent.slice(2)])";

#[test]
fn the_tree_unfolds_and_shows_what_the_json_says() {
    let Some(browser) = Browser::start() else {
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let input = testdata("checkers/next-from-the-start.txt");
    let (page, json) = explained(folder.path(), &[&input]);
    browser.open(&page);
    let moves: Vec<Value> = json["moves"]
        .as_array()
        .expect("moves")
        .iter()
        .map(|root| json!([root["move"], root["value"].as_i64().unwrap().to_string()]))
        .collect();
    assert_eq!(browser.run(SHOWN), Value::Array(moves));
    assert_eq!(
        browser.run("return document.querySelector('li.path.best > .card > .step').textContent"),
        json["choice"]
    );
    browser.screenshot("explain.png");
    fits(&browser);
    has_no_barriers(&browser);

    // With the mouse: the chosen path is the principal variation.
    browser.click("#show-path");
    let path = "return [...document.querySelectorAll('li.path')].slice(1).map(li => \
                li.querySelector('.step').textContent)";
    assert_eq!(browser.run(path), json["principal_variation"]);
    browser.screenshot("explain-path.png");
    has_no_barriers(&browser);
    browser.darken();
    browser.screenshot("explain-dark.png");
    has_no_barriers(&browser);
    browser.click("#fold-all");
    let items = "return document.querySelectorAll('#canvas li').length";
    assert_eq!(browser.run(items), json!(1));

    // With the keyboard.
    browser.run("document.querySelector('#canvas li').focus()");
    let focused =
        || browser.run("return document.activeElement.querySelector('.step').textContent");
    browser.press(DOWN);
    assert_eq!(focused(), json!("A6-B5"));
    browser.press(RIGHT);
    assert_eq!(focused(), json!("C6-D5"));
    browser.press(ENTER);
    let replies = "return document.activeElement.querySelectorAll(':scope > ul > li').length";
    assert_eq!(browser.run(replies), json!(7));
    // Some of them are cut, and say why.
    browser.press(DOWN);
    browser.press(RIGHT);
    let detail = browser.run("return document.getElementById('detail').textContent");
    let detail = detail.as_str().expect("text");
    assert!(
        detail.contains("Alpha-beta leaves this move out"),
        "{detail}"
    );
    browser.press(LEFT);
    browser.press(UP);
    browser.press(ENTER);
    assert_eq!(browser.run(replies), json!(0));
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn a_newcomer_sees_why_the_move_of_the_figure_is_chosen() {
    let Some(browser) = Browser::start() else {
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let input = testdata("checkers/next-tower-of-the-figure.txt");
    let (page, json) = explained(folder.path(), &[&input]);
    browser.open(&page);
    let text = |selector: &str| {
        let text = browser.run(&format!(
            "return [...document.querySelectorAll({selector:?})].filter(it => \
             it.checkVisibility()).map(it => it.innerText).join('\\n')"
        ));
        text.as_str().expect("text").to_owned()
    };
    assert_eq!(text("h1"), "BLACK ACTION #87: A6-B5");
    // The answer in two sentences: the value, and who else has it.
    let answer = text(".answer");
    for part in [
        "A6-B5 is worth 1, and no move is worth more.",
        "C8-D7 is worth 1 as well, but A6-B5 is tried before it, and ties go to the first",
        "cells row by row from A1",
    ] {
        assert!(answer.contains(part), "{answer}");
    }
    let line = text(".line");
    for part in [
        "Now, BLACK to move\nBLACK A6-B5\nWHITE B7-A8\nBLACK B5-C4",
        "1 black piece + 3 × 1 black tower − 3 × 1 white tower = 1",
    ] {
        assert!(line.contains(part), "{line}");
    }
    assert_eq!(
        browser.run("return document.querySelectorAll('.line svg').length"),
        json!(4)
    );
    assert!(text("table").contains("as good, but comes later"));
    // A tree this small is unfolded from the start; every node has its value, and every level
    // says whose it is.
    let nodes = json["nodes"].as_array().expect("nodes");
    let seen: Vec<Value> = nodes
        .iter()
        .map(|node| match node["id"].as_i64() {
            Some(0) => json!(["now", "1"]),
            _ => json!([node["move"], node["value"].to_string()]),
        })
        .collect();
    assert_eq!(
        browser.run(
            "return [...document.querySelectorAll('#canvas li')].map(li => \
             [li.querySelector('.step'), li.querySelector('.value')].map(it => it.innerText \
             .replace(/^. /, '')))"
        ),
        Value::Array(seen)
    );
    let whose = "return [...document.querySelectorAll('li.path > .card > .who')].map(it => \
                 it.innerText)";
    assert_eq!(
        browser.run(whose),
        json!(["BLACK: max", "WHITE: min", "BLACK: max", "leaf"])
    );
    // The chosen path is a line of boards from the position down to the leaf.
    let path = "return [...document.querySelectorAll('li.path > .card')].map(it => \
                [it.querySelector('.step').innerText, it.querySelectorAll('svg').length])";
    assert_eq!(
        browser.run(path),
        json!([["now", 1], ["A6-B5", 1], ["B7-A8", 1], ["B5-C4", 1]])
    );
    let cut = "return [...document.querySelectorAll('li.out > .card > .step')].map(it => \
               it.innerText)";
    assert_eq!(
        browser.run(cut),
        json!(["B7-A8", "A6-B5", "A6-B7", "D7-E6", "D7-C6"])
    );
    browser.screenshot("explain-figure.png");
    has_no_barriers(&browser);
    browser.resize(420, 900);
    fits(&browser);
    // Narrow, the tree is an outline that need not be pushed sideways.
    let sideways = "const it = document.getElementById('canvas'); \
                    return it.scrollWidth - it.clientWidth";
    assert_eq!(browser.run(sideways), json!(0));
    browser.screenshot("explain-figure-narrow.png");
    has_no_barriers(&browser);
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn a_wide_tree_shows_the_chosen_path_without_scrolling() {
    let Some(browser) = Browser::start() else {
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let input = testdata("checkers/next-at-depth-five.txt");
    let (page, json) = explained(folder.path(), &[&input, "--depth", "5"]);
    browser.open(&page);
    let path = "return [...document.querySelectorAll('li.path')].slice(1).map(li => \
                li.querySelector('.step').textContent)";
    assert_eq!(browser.run(path), json["principal_variation"]);
    let sideways = "const it = document.getElementById('canvas'); \
                    return it.scrollWidth - it.clientWidth";
    assert_eq!(browser.run(sideways), json!(0));
    // One below the other, with their neighbours beside them.
    let middles = "return [...document.querySelectorAll('li.path > .card')].map(it => { \
                   const box = it.getBoundingClientRect(); return box.left + box.width / 2; })";
    let middles = browser.run(middles);
    let middles: Vec<f64> = middles
        .as_array()
        .expect("a list")
        .iter()
        .map(|it| it.as_f64().expect("a number"))
        .collect();
    let drift = middles
        .iter()
        .map(|middle| (middle - middles[0]).abs())
        .fold(0.0, f64::max);
    assert!(drift < 4.0, "{middles:?}");
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn a_large_tree_is_on_the_page_as_data_only() {
    let Some(browser) = Browser::start() else {
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let input = testdata("checkers/next-from-the-start.txt");
    let (page, json) = explained(folder.path(), &[&input, "--depth", "5"]);
    let nodes = json["nodes"].as_array().expect("nodes").len();
    assert!(nodes > 20_000, "{nodes}");
    browser.open(&page);
    let size = browser
        .run("return JSON.parse(document.getElementById('tree-data').textContent).nodes.size[0]");
    assert_eq!(size, json!(nodes));
    let elements = browser.run("return document.querySelectorAll('*').length");
    assert!(elements.as_u64().expect("a number") < 3000, "{elements}");
    let millis = browser.run(
        "const it = performance.getEntriesByType('navigation')[0]; return it.loadEventEnd - it.startTime",
    );
    eprintln!("{nodes} nodes: open after {millis} ms");
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn every_game_has_a_page_without_barriers() {
    let Some(browser) = Browser::start() else {
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    for (name, input, depth) in [
        ("kalah", "kalah/published-table-depth-8.txt", "4"),
        ("ewn", "ewn/published-analysis.txt", "3"),
        ("hexline", "hexline/compact-maps.txt", "3"),
    ] {
        let (page, json) = explained(folder.path(), &[&testdata(input), "--depth", depth]);
        browser.open(&page);
        browser.click("#show-path");
        let shown =
            browser.run("return document.querySelectorAll('#canvas > ul > li > ul > li').length");
        let moves = json["moves"].as_array().expect("moves").len();
        assert_eq!(shown, json!(moves), "{name}");
        browser.screenshot(&format!("explain-{name}.png"));
        fits(&browser);
        has_no_barriers(&browser);
        assert_eq!(browser.complaints(), [""; 0], "{name}");
    }
}
