//! The pages in a real browser: what is seen is what the JSON says, everything can be reached
//! with the keyboard, nothing of a stranger's is executed, and there are no barriers that
//! axe-core knows.

mod driver;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use driver::Browser;
use serde_json::{Value, json};
use tempfile::TempDir;

/// WebDriver's codes for keys that are no characters.
const ENTER: char = '\u{e007}';
const LEFT: char = '\u{e012}';
const UP: char = '\u{e013}';
const RIGHT: char = '\u{e014}';
const DOWN: char = '\u{e015}';

fn plyjudge(folder: &Path, args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_plyjudge"))
        .args(args)
        .current_dir(folder)
        .output()
        .expect("plyjudge runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {said}");
    String::from_utf8(output.stdout).expect("text")
}

fn testdata(name: &str) -> String {
    format!("{}/testdata/{name}", env!("CARGO_MANIFEST_DIR"))
}

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

fn has_no_barriers(browser: &Browser) {
    if let Some(barriers) = browser.barriers() {
        assert_eq!(barriers, [""; 0]);
    }
}

/// Nothing is wider than the window but what scrolls by itself.
fn fits(browser: &Browser) {
    let widths = browser
        .run("const root = document.documentElement; return [root.scrollWidth, root.clientWidth]");
    let width = |index: usize| widths[index].as_u64().expect("a width");
    assert!(width(0) <= width(1), "{widths}");
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
    // The answer in two sentences: the value, and who else comes to it.
    let answer = text(".answer");
    for part in [
        "A6-B5 comes to 1, and no move comes to more.",
        "C8-D7 comes to 1 as well, but A6-B5 is tried before it, and ties go to the first",
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

/// A class with a right program, wrong ones, and a name that is out for mischief.
fn class() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["submissions", "cases"] {
        fs::create_dir(folder.path().join(name)).expect("a folder");
    }
    for case in [
        "checkers/next-for-white",
        "checkers/next-for-black",
        "ewn/published-analysis",
    ] {
        for ending in ["txt", "out"] {
            let from = testdata(&format!("{case}.{ending}"));
            let name = Path::new(&from).file_name().expect("a name").to_owned();
            fs::copy(&from, folder.path().join("cases").join(name)).expect("a copy");
        }
    }
    let program = env!("CARGO_BIN_EXE_plyjudge");
    // A board whose cells turn the text around.
    let board = "printf '=====================================\\n*** \\342\\200\\256 ACTION #1\\n 1 | \\342\\200\\256 | < | & |\\n'";
    let mischief = "printf '</noscript><script>document.title=1</script><img src=x onerror=alert(1)>\\033[31m\\n'";
    for (name, line) in [
        ("right", format!("exec {program}")),
        ("ties", format!("exec {program} --rule tie=last")),
        ("<img src=x onerror=alert(1)>\"'&", mischief.to_owned()),
        (&"long".repeat(50), "echo".to_owned()),
        ("\u{202e}a\nb\u{1b}[31m", board.to_owned()),
        (
            "long lines",
            "head -c 1000000 /dev/zero | tr '\\0' '<'".to_owned(),
        ),
        ("bytes", "printf '\\377\\376\\001\\r\\n'".to_owned()),
    ] {
        let path = folder.path().join("submissions").join(name);
        fs::write(&path, format!("#!/bin/sh\n{line}\n")).expect("a file");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("a mode");
    }
    folder
}

const ROWS: &str = "return [...document.querySelectorAll('#class-table tbody tr')].filter(row => \
    !row.hidden).map(row => [row.cells[0].textContent, row.cells[1].textContent])";

#[test]
fn the_report_sorts_filters_and_follows_links() {
    let Some(browser) = Browser::start() else {
        return;
    };
    let folder = class();
    let grade = [
        "grade",
        "submissions",
        "--cases",
        "cases",
        "--sandbox",
        "off",
    ];
    let json = plyjudge(
        folder.path(),
        &[&grade[..], &["--json", "--html", "."]].concat(),
    );
    let json: Value = serde_json::from_str(&json).expect("JSON");
    browser.open(&folder.path().join("report.html"));
    browser.screenshot("report.png");
    fits(&browser);
    has_no_barriers(&browser);

    let mut rows: Vec<(String, f64)> = json["submissions"]
        .as_array()
        .expect("submissions")
        .iter()
        .map(|it| {
            (
                it["name"].as_str().unwrap().to_owned(),
                it["points"].as_f64().unwrap(),
            )
        })
        .collect();
    // What has no shape of its own is written out.
    let shown = |name: &str| {
        name.replace('\u{202e}', "\\u{202e}")
            .replace('\n', "\\x0a")
            .replace('\u{1b}', "\\x1b")
    };
    let values = |rows: &[(String, f64)]| -> Value {
        rows.iter()
            .map(|(name, points)| json!([shown(name), points.to_string()]))
            .collect()
    };
    assert_eq!(browser.run(ROWS), values(&rows));
    browser.click("#class-table th:nth-child(2) button");
    rows.sort_by(|one, other| other.1.total_cmp(&one.1));
    assert_eq!(browser.run(ROWS), values(&rows));
    browser.click("#class-table th:nth-child(2) button");
    rows.sort_by(|one, other| one.1.total_cmp(&other.1));
    assert_eq!(browser.run(ROWS)[6], values(&rows)[6]);

    browser.keys("#filter-name", "TIES");
    assert_eq!(browser.run(ROWS), json!([["ties", "1"]]));
    browser.run("document.getElementById('filter-name').value = ''");
    browser.run("const it = document.getElementById('filter-code'); it.value = 'AC'; it.dispatchEvent(new Event('change'))");
    assert_eq!(browser.run(ROWS), json!([["ties", "1"], ["right", "3"]]));
    browser.run("const it = document.getElementById('filter-code'); it.value = ''; it.dispatchEvent(new Event('change'))");

    // Into what is folded, by a link.
    let index = json["submissions"]
        .as_array()
        .expect("submissions")
        .iter()
        .position(|it| it["name"] == "ties")
        .expect("it was graded");
    browser.click(&format!("a[href^='#s{index}c']"));
    let open = format!("return document.getElementById('s{index}').open");
    assert_eq!(browser.run(&open), json!(true));
    let boards = format!("return document.querySelectorAll('#s{index} .boards svg').length");
    // Two boards for each case that it failed.
    let failed = json["submissions"][index]["failed"]
        .as_u64()
        .expect("a count");
    assert_eq!(browser.run(&boards), json!(2 * failed));
    browser.screenshot("report-submission.png");
    browser.click("#open-all");
    let codes =
        "return [...document.querySelectorAll('.results tbody .code')].map(it => it.textContent)";
    let expected: Vec<&Value> = json["submissions"]
        .as_array()
        .expect("submissions")
        .iter()
        .flat_map(|it| it["results"].as_array().expect("results"))
        .map(|result| &result["verdict"]["code"])
        .collect();
    assert_eq!(browser.run(codes), json!(expected));
    assert_eq!(browser.run("return document.images.length"), json!(0));
    assert_eq!(
        browser.run("return document.title"),
        json!("7 submissions, 3 cases")
    );
    // Nothing that turns text around or has no shape of its own.
    let odd = "return [...document.documentElement.textContent.matchAll( \
               /[\\u0000-\\u0008\\u000b-\\u001f\\u200b-\\u200f\\u202a-\\u202e\\u2066-\\u2069]/g)].length";
    assert_eq!(browser.run(odd), json!(0));
    fits(&browser);
    has_no_barriers(&browser);
    browser.darken();
    browser.screenshot("report-dark.png");
    has_no_barriers(&browser);
    browser.resize(420, 900);
    fits(&browser);
    browser.screenshot("report-narrow.png");
    assert_eq!(browser.complaints(), [""; 0]);
}

/// A class of one program with this rule changed, and hidden and visible cases of a game.
fn class_of(rule: &str, visible: &[&str], hidden: &[&str]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["submissions", "cases/open", "cases/kept"] {
        fs::create_dir_all(folder.path().join(name)).expect("a folder");
    }
    for (to, names) in [("open", visible), ("kept", hidden)] {
        for name in names {
            for ending in ["txt", "out"] {
                let from = testdata(&format!("{name}.{ending}"));
                let file = Path::new(&from).file_name().expect("a name").to_owned();
                fs::copy(&from, folder.path().join("cases").join(to).join(file)).expect("a copy");
            }
        }
    }
    let suite = "[[group]]\nname = \"all\"\ncases = [\"*/*\"]\npoints = 1\nhidden = [\"kept/*\"]\n";
    if !hidden.is_empty() {
        fs::write(folder.path().join("cases/suite.toml"), suite).expect("a file");
    }
    let program = env!("CARGO_BIN_EXE_plyjudge");
    let path = folder.path().join("submissions/only");
    fs::write(&path, format!("#!/bin/sh\nexec {program} --rule {rule}\n")).expect("a file");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("a mode");
    folder
}

const GRADE: [&str; 6] = [
    "grade",
    "submissions",
    "--cases",
    "cases",
    "--sandbox",
    "off",
];

#[test]
fn a_diagnosis_stands_above_the_cases() {
    let Some(browser) = Browser::start() else {
        return;
    };
    let cases = ["checkers/next-for-white", "checkers/next-for-black"];
    let folder = class_of("tie=last", &cases, &[]);
    let args = ["--diagnose", "--json", "--html", "page.html"];
    let json = plyjudge(folder.path(), &[&GRADE[..], &args].concat());
    let json: Value = serde_json::from_str(&json).expect("JSON");
    let diagnosis = &json["submissions"][0]["diagnosis"];
    assert_eq!(diagnosis["mistakes"][0]["name"], "tie=last");
    browser.open(&folder.path().join("page.html"));
    browser.click("#s0 > summary");
    let said = browser.run("return document.querySelector('#s0 .diagnosis').innerText");
    let said = said.as_str().expect("text");
    let summary = diagnosis["summary"].as_str().expect("text");
    assert!(said.starts_with(summary), "{said}");
    let evidence = diagnosis["evidence"][0]["text"].as_str().expect("text");
    assert!(said.contains(evidence), "{said}");
    // It comes first, and can be seen without scrolling sideways.
    let above = "return document.querySelector('#s0 .diagnosis').getBoundingClientRect().bottom \
                 <= document.querySelector('#s0 .results').getBoundingClientRect().top";
    assert_eq!(browser.run(above), json!(true));
    browser.screenshot("report-diagnosis.png");
    fits(&browser);
    has_no_barriers(&browser);
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn students_see_nothing_of_hidden_cases() {
    let Some(browser) = Browser::start() else {
        return;
    };
    let open = ["checkers/error-source-empty"];
    let folder = class_of("tie=last", &open, &["checkers/next-for-white"]);
    let args = ["--diagnose", "--html", "page.html"];
    plyjudge(folder.path(), &[&GRADE[..], &args].concat());
    let page = fs::read_to_string(folder.path().join("page.html")).expect("a page");
    for secret in ["next-for-white", "tie=last", "A2-C4", "H3-G4"] {
        assert!(page.contains(secret), "nothing to hide: {secret}");
    }
    plyjudge(folder.path(), &[&GRADE[..], &args, &["--student"]].concat());
    let page = fs::read_to_string(folder.path().join("page.html")).expect("a page");
    for secret in [
        "next-for-white",
        "tie=last",
        "A2-C4",
        "H3-G4",
        "<svg class=\"board",
    ] {
        assert!(!page.contains(secret), "{secret}");
    }
    browser.open(&folder.path().join("page.html"));
    browser.click("#open-all");
    let seen = browser.run("return document.body.innerText");
    let seen = seen.as_str().expect("text");
    for part in [
        "hidden case 1",
        "This case is hidden.",
        "It fails in hidden cases only.",
    ] {
        assert!(seen.contains(part), "{part}: {seen}");
    }
    let results = "return [...document.querySelectorAll('.results tbody tr')].map(row => \
                   [row.cells[0].innerText, row.cells[1].innerText, row.cells[2].innerText !== ''])";
    assert_eq!(
        browser.run(results),
        json!([
            ["hidden case 1", "WA", false],
            ["open/error-source-empty", "AC", true]
        ])
    );
    browser.screenshot("report-student.png");
    has_no_barriers(&browser);
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn boards_and_moves_follow_the_rules_of_the_cases() {
    let Some(browser) = Browser::start() else {
        return;
    };
    // Right under capture=landing; the program plays by the default.
    let folder = class_of(
        "capture=standard",
        &["kalah/published-depth-8-landing"],
        &[],
    );
    let args = [
        "--html",
        "page.html",
        "--rule",
        "capture=landing",
        "--depth",
        "4",
    ];
    plyjudge(folder.path(), &[&GRADE[..], &args].concat());
    browser.open(&folder.path().join("page.html"));
    browser.click("#open-all");
    // A line of figures shows the position it is about, once.
    assert_eq!(
        browser.run("return document.querySelectorAll('.boards svg').length"),
        json!(1)
    );
    let caption = browser.run("return document.querySelector('.boards figcaption').innerText");
    assert_eq!(caption, json!("Kalah, player 0 to move"));
    let input = testdata("kalah/published-depth-8-landing.txt");
    let values = |rule: &str| {
        let args = ["explain", &input, "--json", "--rule", rule, "--depth", "4"];
        let json: Value = serde_json::from_str(&plyjudge(folder.path(), &args)).expect("JSON");
        let moves = json["moves"].as_array().expect("moves").iter();
        Value::Array(
            moves
                .map(|it| json!([it["move"], it["value"].to_string()]))
                .collect(),
        )
    };
    assert_ne!(values("capture=landing"), values("capture=standard"));
    let shown = "return [...document.querySelectorAll('.boards ~ .scroll tbody tr')].map(row => \
                 [row.cells[1].innerText, row.cells[2].innerText])";
    assert_eq!(browser.run(shown), values("capture=landing"));
    browser.screenshot("report-kalah.png");
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn the_report_can_be_read_without_scripts() {
    let folder = class();
    let grade = [
        "grade",
        "submissions",
        "--cases",
        "cases",
        "--sandbox",
        "off",
    ];
    plyjudge(
        folder.path(),
        &[&grade[..], &["--html", "page.html"]].concat(),
    );
    let Some(browser) = Browser::without_scripts() else {
        return;
    };
    browser.open(&folder.path().join("page.html"));
    let page = browser.source();
    browser.screenshot("report-without-scripts.png");
    // What is in noscript elements are elements now, and still text is text.
    assert_eq!(
        page.matches("<table class=\"results\">").count(),
        7,
        "{page}"
    );
    assert!(!page.contains("<img") && !page.contains("alert(1)</script>"));
}
