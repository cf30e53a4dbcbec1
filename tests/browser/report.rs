//! The page of a class.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::driver::Browser;
use crate::{fits, has_no_barriers, is_in_sight, plyjudge, testdata};

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
    !row.hidden).map(row => [row.cells[0].textContent, row.cells[1].dataset.value])";

#[test]
fn the_report_sorts_filters_and_follows_links() {
    let Some(browser) = Browser::start() else {
        return;
    };
    let folder = class();
    let grade = GRADE;
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
    let evidence = diagnosis["mistakes"][0]["evidence"][0]["text"]
        .as_str()
        .expect("text");
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
    let args = ["--diagnose", "--html", "pages", "--student"];
    plyjudge(folder.path(), &[&GRADE[..], &args].concat());
    let file = folder.path().join("pages/only.html");
    let page = fs::read_to_string(&file).expect("a page");
    for secret in [
        "next-for-white",
        "tie=last",
        "A2-C4",
        "H3-G4",
        "<svg class=\"board",
    ] {
        assert!(!page.contains(secret), "{secret}");
    }
    browser.open(&file);
    let seen = browser.run("return document.body.innerText");
    let seen = seen.as_str().expect("text");
    for part in [
        "hidden case 1",
        "This case is hidden.",
        "It fails in hidden cases only.",
    ] {
        assert!(seen.contains(part), "{part}: {seen}");
    }
    let results = "return [...document.querySelectorAll('.results tbody tr:not(.group)')].map(row => \
                   [row.cells[0].innerText, row.cells[1].innerText, row.cells[3].innerText !== ''])";
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
    let grade = GRADE;
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

/// A class: `programs` are names and lines of a shell, `sources` names
/// and texts.
fn class_with(programs: &[(String, String)], sources: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let submissions = folder.path().join("submissions");
    fs::create_dir(&submissions).expect("a folder");
    for (name, line) in programs {
        let path = submissions.join(name);
        fs::write(&path, format!("#!/bin/sh\n{line}\n")).expect("a file");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("a mode");
    }
    for (name, text) in sources {
        fs::write(submissions.join(name), text).expect("a file");
    }
    folder
}

const GRADE_CHECKERS: [&str; 8] = [
    "grade",
    "submissions",
    "--cases",
    concat!(env!("CARGO_MANIFEST_DIR"), "/examples/checkers-suite"),
    "--sandbox",
    "off",
    "--html",
    "page.html",
];

#[test]
fn a_submission_is_told_by_groups_with_input_and_boards_beside_the_outputs() {
    let Some(browser) = Browser::start() else {
        return;
    };
    let program = env!("CARGO_BIN_EXE_plyjudge");
    let programs = [
        ("crlf", format!("{program} | sed 's/$/\\r/'")),
        ("ties", format!("exec {program} --rule tie=last")),
    ];
    let programs = programs.map(|(name, line)| (name.to_owned(), line));
    let folder = class_with(&programs, &[("broken.c", "int main() { return x; }")]);
    let args = ["--json", "--title", "Checkers <1>", "--memory", "256MiB"];
    let json = plyjudge(folder.path(), &[&GRADE_CHECKERS[..], &args].concat());
    let json: Value = serde_json::from_str(&json).expect("JSON");
    browser.open(&folder.path().join("page.html"));
    let text = |script: &str| browser.run(script).as_str().expect("text").to_owned();
    let header = text("return document.querySelector('header').innerText");
    for part in [
        "Checkers <1>",
        "3 submissions, 40 cases",
        "Graded on 20",
        "Limits: 1 s of processor time, 5 s in all, 256 MiB of memory",
    ] {
        assert!(header.contains(part), "{part}: {header}");
    }
    browser.click("#open-all");

    // Where nothing compiled one line says so, and what the compiler said is below it.
    let broken = text("return document.getElementById('s0').innerText");
    assert!(
        broken.contains("Not compiled, so no case was run"),
        "{broken}"
    );
    let tables = "return document.querySelectorAll('#s0 table').length";
    assert_eq!(browser.run(tables), json!(0));

    // What differs in form only needs no board; what cannot be seen has a name.
    let boards = "return document.querySelectorAll('#s1 .boards').length";
    assert_eq!(browser.run(boards), json!(0));
    let unseen = "return [...new Set([...document.querySelectorAll('#s1 .wrong .unseen')].map(it \
                  => it.innerText))]";
    assert_eq!(browser.run(unseen), json!(["CR"]));

    // Each group says what was got of it, as the JSON has it, and its cases say their part.
    let ties = &json["submissions"][2];
    let groups = "return [...document.querySelectorAll('#s2 tr.group')].map(row => \
                  [row.cells[0].innerText, parseFloat(row.cells[2].innerText)])";
    let groups = browser.run(groups);
    let of = ties["groups"].as_array().expect("groups");
    assert_eq!(groups.as_array().map(Vec::len), Some(of.len()));
    for (shown, group) in groups.as_array().expect("groups").iter().zip(of) {
        assert_eq!(shown[0], group["name"]);
        let points = group["points"].as_f64().expect("points");
        assert!(
            (shown[1].as_f64().expect("a number") - points).abs() < 0.006,
            "{shown}"
        );
    }
    let sum = "return [...document.querySelectorAll('#s2 .results tbody tr:not(.group)')].map(row \
               => parseFloat(row.cells[2].innerText)).reduce((sum, next) => sum + next, 0)";
    let sum = browser.run(sum).as_f64().expect("a number");
    let points = ties["points"].as_f64().expect("points");
    // Each of the 40 is rounded to two decimals.
    assert!((sum - points).abs() < 0.2, "{sum} {points}");

    // The input, and the boards beside the outputs.
    let first = "const it = [...document.querySelectorAll('#s2 .failure')].find(it => \
                 it.querySelector('h3').innerText.startsWith('02')); ";
    let input = text(&format!("{first} return it.querySelector('pre').innerText"));
    let shipped = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/examples/checkers-suite/02.txt"
    );
    assert_eq!(
        input.trim(),
        fs::read_to_string(shipped).expect("a case").trim()
    );
    let beside = format!(
        "{first} const box = name => it.querySelector(name).getBoundingClientRect(); \
         return box('.boards').left >= box('.diff').right && box('.boards').top < box('.diff').bottom"
    );
    assert_eq!(browser.run(&beside), json!(true));
    browser.screenshot("report-groups.png");
    fits(&browser);
    has_no_barriers(&browser);
    browser.resize(390, 900);
    fits(&browser);
    // On a phone every cell of the table of the class is in sight.
    is_in_sight(&browser, "#class-table");
    browser.screenshot("report-phone.png");
    has_no_barriers(&browser);
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn a_class_goes_on_few_sheets_of_paper() {
    let Some(browser) = Browser::start() else {
        return;
    };
    let program = env!("CARGO_BIN_EXE_plyjudge");
    let rules = [
        "capture=standard",
        "capture=landing",
        "sweep=none",
        "extra-turn-levels=1",
        "tie=last",
    ];
    let programs = (0..20).map(|number| {
        let rule = rules[number % rules.len()];
        (
            format!("student{number:02}"),
            format!("exec {program} --rule {rule}"),
        )
    });
    let programs: Vec<(String, String)> = programs.collect();
    let folder = class_with(&programs, &[]);
    let mut grade = GRADE_CHECKERS;
    grade[3] = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/kalah-suite");
    plyjudge(folder.path(), &grade);
    browser.open(&folder.path().join("page.html"));
    let sheets = browser.sheets();
    assert!((3..=15).contains(&sheets), "{sheets}");
    // What was folded is unfolded for it, and nothing is wider than the paper.
    browser.as_on_paper();
    browser.resize(700, 1000);
    browser.run("dispatchEvent(new Event('beforeprint'))");
    let open = "return document.querySelectorAll('main > section > details[open]').length";
    assert_eq!(browser.run(open), json!(20));
    fits(&browser);
    let wide = "return [...document.querySelectorAll('table')].filter(it => \
                it.getBoundingClientRect().right > innerWidth).map(it => it.className)";
    assert_eq!(browser.run(wide), json!([]));
    browser.screenshot("report-paper.png");
    browser.run("dispatchEvent(new Event('afterprint'))");
    assert_eq!(browser.run(open), json!(0));
}
