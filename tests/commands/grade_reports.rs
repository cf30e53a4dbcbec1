//! The reports of `plyjudge grade`: each form holds what was judged, whatever submissions and
//! cases are called, and shows students nothing of hidden cases.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::Stdio;
use std::sync::OnceLock;

use crate::support::grade::{ECHO, Grade, Graded, finished, program};
use quick_junit::{NonSuccessKind, Report, TestCaseStatus};
use serde_json::Value;

/// In hidden cases only.
const SECRET: &str = "tell-no-student";

/// Names that mean something in a shell, in XML, in a spreadsheet or on a terminal.
const NAMES: [&str; 5] = [
    "-crash.c",
    "=1+1 <b>&amp;\"'.c",
    "a b, ü 漢.c",
    "line\\x0abreak.c",
    "typo.c",
];

/// What each of them gets, case by case.
const CODES: [[&str; 3]; 5] = [
    ["RTE", "RTE", "RTE"],
    ["AC", "WA", "WA"],
    ["AC", "AC", "AC"],
    ["WA", "WA", "WA"],
    ["CE", "CE", "CE"],
];

/// The points, out of 5 and of 3.
const POINTS: [[f64; 2]; 5] = [[0.0, 0.0], [2.5, 0.0], [5.0, 3.0], [0.0, 0.0], [0.0, 0.0]];

const CASES: [&str; 3] = ["first/1 <a>", "first/2 ü", "second/x"];

/// The class, graded: reports are of its journal, which is written once for all tests.
fn class() -> Grade {
    static JOURNAL: OnceLock<Vec<u8>> = OnceLock::new();
    let grade = fresh_class();
    let journal = JOURNAL.get_or_init(|| {
        graded(&grade, &[]);
        fs::read(grade.journal()).expect("a journal")
    });
    fs::write(grade.journal(), journal).expect("the journal can be written");
    grade
}

/// The class, of which nothing is known yet.
fn fresh_class() -> Grade {
    let suite = "
[[group]]
name = 'first'
cases = ['first*']
points = 5

[[group]]
name = '=second'
cases = ['second/*']
points = 3
credit = 'group'
visibility = 'hidden'
";
    Grade::new()
        .file("cases/suite.toml", suite)
        .submission("-crash.c", program("puts(\"1\"); fflush(stdout); abort();"))
        .submission("=1+1 <b>&amp;\"'.c", program("puts(\"1\");"))
        .submission("a b, ü 漢.c", ECHO)
        .submission("line\nbreak.c", program("puts(\"\\x1b[31m</x>\\xff\");"))
        .submission("typo.c", "int main(void) { retrun 0; }\n")
        .case("first/1 <a>", "1\n", "1\n")
        .case("first/2 ü", "2\n", "2\n")
        .case("second/x", SECRET, SECRET)
}

#[track_caller]
fn graded(grade: &Grade, options: &[&str]) -> Graded {
    let graded = grade.run_with(options.iter().copied());
    assert_eq!((graded.status, graded.stderr.as_str()), (Some(0), ""));
    graded
}

/// All pairs with their verdict, in the order of the reports.
fn pairs() -> Vec<(String, String, String)> {
    let rows = NAMES.iter().zip(CODES);
    let pairs = rows.flat_map(|(name, codes)| {
        let cell = |(case, code): (&str, &str)| (name.to_string(), case.into(), code.into());
        CASES.into_iter().zip(codes).map(cell).collect::<Vec<_>>()
    });
    pairs.collect()
}

fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}

/// A JSON document without what was measured.
fn without_timings(mut json: Value) -> Value {
    fn strip(json: &mut Value) {
        match json {
            Value::Object(fields) => {
                fields.remove("used");
                fields.values_mut().for_each(strip);
            }
            Value::Array(items) => items.iter_mut().for_each(strip),
            _ => {}
        }
    }
    strip(&mut json);
    json
}

#[test]
fn json() {
    let json: Value = serde_json::from_str(&graded(&class(), &["--json"]).stdout).unwrap();
    let submissions = json["submissions"].as_array().unwrap();
    let mut found = Vec::new();
    for submission in submissions {
        for result in submission["results"].as_array().unwrap() {
            let code = &result["verdict"]["code"];
            found.push((text(&submission["name"]), text(&result["case"]), text(code)));
        }
    }
    assert_eq!(found, pairs());
    for (submission, points) in submissions.iter().zip(POINTS) {
        let groups = submission["groups"].as_array().unwrap();
        let found: Vec<_> = groups
            .iter()
            .map(|group| group["points"].as_f64())
            .collect();
        assert_eq!(found, points.map(Some));
        assert_eq!(submission["points"].as_f64(), Some(points.iter().sum()));
    }
    let passed = json["cases"].as_array().unwrap().iter();
    let passed: Vec<_> = passed
        .map(|case| case["passed"].as_u64().unwrap())
        .collect();
    assert_eq!(passed, [2, 1, 1]);
    assert_eq!(json["summary"]["verdicts"]["WA"], 5);
    assert_eq!(json["summary"]["max_points"], 8.0);
    assert_eq!(submissions[4]["preparation"], "failed");
}

#[test]
fn two_gradings_differ_in_timings_only() {
    let grade = class();
    let report = || -> Value {
        let printed = graded(&grade, &["--json", "--rerun", "--junit", "j.xml"]).stdout;
        serde_json::from_str(&printed).unwrap()
    };
    let xml = || {
        let xml = fs::read_to_string(grade.path().join("j.xml")).unwrap();
        let parts = xml
            .split(" time=\"")
            .map(|part| match part.split_once('"') {
                Some((time, rest)) if time.parse::<f64>().is_ok() => rest.to_owned(),
                _ => part.to_owned(),
            });
        parts.collect::<String>()
    };
    let (one, first_xml) = (report(), xml());
    let (other, second_xml) = (report(), xml());
    assert_eq!(without_timings(one), without_timings(other));
    assert_eq!(first_xml, second_xml);
}

#[test]
fn json_lines() {
    let printed = graded(&fresh_class(), &["--jsonl"]).stdout;
    let lines: Vec<Value> = printed
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let count = |event: &str| lines.iter().filter(|line| line["event"] == event).count();
    assert_eq!((count("begin"), count("end")), (1, 1));
    assert_eq!((count("prepared"), count("finished")), (5, 15));
    assert_eq!(lines[0]["event"], "begin");
    assert_eq!(lines.last().unwrap()["event"], "end");
}

#[test]
fn comma_separated_values() {
    let grade = class();
    let printed = graded(&grade, &["--csv"]).stdout;
    let mut reader = csv::Reader::from_reader(printed.as_bytes());
    let plain = |field: &str| field.strip_prefix('\'').unwrap_or(field).to_owned();
    let mut found = Vec::new();
    for row in reader.records() {
        let row = row.unwrap();
        assert_eq!(row.len(), 11);
        assert!(!row.iter().any(|field| field.starts_with(['=', '-'])));
        found.push((plain(&row[0]), plain(&row[1]), row[3].to_owned()));
    }
    assert_eq!(found, pairs());

    let printed = graded(&grade, &["--csv=points"]).stdout;
    let mut reader = csv::Reader::from_reader(printed.as_bytes());
    let heads = reader.headers().unwrap();
    assert_eq!(heads.iter().nth_back(1), Some("'=second"));
    for ((row, name), points) in reader.records().zip(NAMES).zip(POINTS) {
        let row = row.unwrap();
        assert_eq!(plain(&row[0]), name);
        let fields = row
            .iter()
            .skip(6)
            .take(3)
            .map(|field| field.parse::<f64>().unwrap());
        let expected = [points[0] + points[1], points[0], points[1]];
        assert_eq!(fields.collect::<Vec<_>>(), expected);
    }
}

#[test]
fn junit() {
    let grade = class();
    graded(&grade, &["--junit", "j.xml"]);
    let xml = fs::read_to_string(grade.path().join("j.xml")).unwrap();
    let report = Report::deserialize_from_str(&xml).expect("well-formed");
    assert_eq!((report.tests, report.failures, report.errors), (15, 11, 0));
    let mut found = Vec::new();
    for suite in &report.test_suites {
        let failed = suite.test_cases.iter().filter(|case| {
            let failure = NonSuccessKind::Failure;
            matches!(&case.status, TestCaseStatus::NonSuccess { kind, .. } if *kind == failure)
        });
        assert_eq!((suite.tests, suite.failures), (3, failed.count()));
        for case in &suite.test_cases {
            let code = match &case.status {
                TestCaseStatus::NonSuccess { ty, .. } => ty.as_ref().unwrap().to_string(),
                _ => "AC".to_owned(),
            };
            found.push((suite.name.to_string(), case.name.to_string(), code));
        }
    }
    assert_eq!(found, pairs());
    assert!(!xml.contains(SECRET));
}

/// File names for them.
const FILES: [&str; 5] = [
    "=2Dcrash.c",
    "=3D1=2B1=20=3Cb=3E=26amp=3B=22=27.c",
    "a=20b=2C=20ü=20漢.c",
    "line=5Cx0abreak.c",
    "typo.c",
];

/// The files in a folder, by name.
fn written(grade: &Grade, folder: &str) -> BTreeMap<String, String> {
    let files = fs::read_dir(grade.path().join(folder)).unwrap();
    let read = |file: fs::DirEntry| {
        let name = file.file_name().into_string().unwrap();
        (name, fs::read_to_string(file.path()).unwrap())
    };
    files.map(|file| read(file.unwrap())).collect()
}

#[test]
fn gradescope() {
    let grade = class();
    graded(&grade, &["--gradescope", "results"]);
    let files = written(&grade, "results");
    let expected = FILES.map(|file| format!("{file}.json"));
    assert!(
        files.keys().eq(&BTreeSet::from(expected.clone())),
        "{:?}",
        files.keys()
    );
    for (place, file) in expected.iter().enumerate() {
        let text_of_file = &files[file];
        assert!(!text_of_file.contains(SECRET));
        let json: Value = serde_json::from_str(text_of_file).unwrap();
        assert_eq!(json["score"].as_f64(), Some(POINTS[place].iter().sum()));
        assert!(json["output"].is_string());
        let tests = json["tests"].as_array().unwrap();
        assert_eq!(tests.len(), 3);
        let mut sum = 0.0;
        for ((test, case), code) in tests.iter().zip(CASES).zip(CODES[place]) {
            assert_eq!(text(&test["name"]), case);
            let status = if code == "AC" { "passed" } else { "failed" };
            assert_eq!(test["status"], status);
            let hidden = case == CASES[2];
            assert_eq!(
                test["visibility"],
                if hidden { "hidden" } else { "visible" }
            );
            assert_eq!(
                test["max_score"].as_f64(),
                Some(if hidden { 3.0 } else { 2.5 })
            );
            assert_eq!(test["output_format"], "text");
            assert!(test["output"].is_string() && test["number"].is_string());
            sum += test["score"].as_f64().unwrap();
        }
        assert_eq!(sum, POINTS[place].iter().sum::<f64>());
    }
    // One submission has a file; a file is no folder for several.
    let one = grade.plyjudge(
        [
            "grade",
            "--command",
            "cat",
            "--cases",
            "cases",
            "--gradescope",
            "results.json",
        ]
        .into_iter()
        .chain(grade.options().iter().map(String::as_str)),
    );
    assert_eq!(finished({ one }.output().unwrap()).stderr, "");
    let json = fs::read_to_string(grade.path().join("results.json")).unwrap();
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["score"].as_f64(), Some(8.0));
    let refused = grade.run_with(["--gradescope", "results.json"]);
    assert_eq!(refused.status, Some(2));
    let message = "plyjudge: results.json: found a file, expected a folder, in which each \
                   submission gets a file\n";
    assert_eq!(refused.stderr, message);
}

#[test]
fn pages_and_feedback_are_in_the_language_asked_for_and_nothing_else_is() {
    let grade = Grade::new()
        .submission("typo.c", "int main(void) { retrun 0; }\n")
        .submission("wrong.c", program("puts(\"2\");"))
        .case("one", "1\n", "1\n");
    let english = graded(&grade, &["--feedback", "english"]);
    let chinese = [
        "--feedback",
        "chinese",
        "--lang",
        "zh-TW",
        "--html",
        "class.html",
    ];
    // The table is for the terminal.
    assert_eq!(graded(&grade, &chinese).stdout, english.stdout);
    let read = |path: &str| fs::read_to_string(grade.path().join(path)).unwrap();
    let page = read("class.html");
    for text in [
        "<html lang=\"zh-TW\">",
        "WA 答案錯誤",
        "CE 編譯錯誤",
        "繳交列表",
    ] {
        assert!(page.contains(text), "{text}");
    }
    assert!(read("chinese/typo.c/feedback.txt").contains("你的程式無法編譯：cc 失敗"));
    assert!(read("chinese/typo.c/feedback.html").contains("結果"));
    assert!(read("english/typo.c/feedback.txt").contains("could not be compiled: cc failed"));
    let refused = grade.run_with(["--lang", "tlh"]);
    assert_eq!(refused.status, Some(2));
    assert!(
        refused.stderr.contains("[possible values: en, zh-TW]"),
        "{}",
        refused.stderr
    );
}

#[test]
fn each_student_gets_a_page_with_nobody_else_on_it() {
    let grade = class();
    graded(&grade, &["--html", "pages", "--student"]);
    let files = written(&grade, "pages");
    let expected = FILES.map(|file| format!("{file}.html"));
    assert!(
        files.keys().eq(&BTreeSet::from(expected.clone())),
        "{:?}",
        files.keys()
    );
    let shown = [
        "-crash.c",
        "=1+1 &lt;b&gt;",
        "a b, ü 漢.c",
        "line\\x0abreak.c",
        "typo.c",
    ];
    for (own, file) in expected.iter().enumerate() {
        let page = &files[file];
        assert!(
            !page.contains(SECRET) && !page.contains("second/x"),
            "{file}"
        );
        for (other, name) in shown.iter().enumerate() {
            assert_eq!(page.contains(name), own == other, "{file}: {name}");
        }
    }
    // The page of the class is for staff, wherever it would go.
    for path in ["page.html", "class"] {
        grade.put("class".as_ref(), "");
        let refused = grade.run_with(["--html", path, "--student"]);
        assert_eq!((refused.status, refused.stdout.as_str()), (Some(2), ""));
        let message = format!(
            "plyjudge: found --html {path} with --student, one page on which everybody is, \
             expected a folder: --html DIR --student writes a page for each student with nobody \
             else on it\n"
        );
        assert_eq!(refused.stderr, message);
    }
    assert!(!grade.path().join("page.html").exists());
    // What was split gives the same pages.
    for shard in ["1/2", "2/2"] {
        let journal = format!("{}.jsonl", &shard[..1]);
        graded(&grade, &["--shard", shard, "--journal", &journal]);
    }
    let merge = [
        "merge",
        "1.jsonl",
        "2.jsonl",
        "--student",
        "--html",
        "merged",
    ];
    let merged = finished(grade.plyjudge(merge).output().unwrap());
    assert_eq!((merged.status, merged.stderr.as_str()), (Some(0), ""));
    assert_eq!(written(&grade, "merged").keys().count(), 5);
    let mut command = grade.plyjudge(["merge", "1.jsonl", "2.jsonl", "--gradescope", "scores"]);
    assert_eq!(finished(command.output().unwrap()).status, Some(0));
    assert_eq!(written(&grade, "scores").keys().count(), 5);
}

#[test]
fn a_failure_of_ours_is_no_number_in_any_report() {
    let language = "[[language]]\nname = 'Nothing'\nextensions = ['nix']\n\
                    compile = ['no-such-compiler', '{sources}', '{program}']\nrun = ['{program}']\n";
    let suite = "[[group]]\nname = 'all'\ncases = ['*']\npoints = 4\n";
    let grade = Grade::new()
        .file("cases/suite.toml", suite)
        .file("languages.toml", language)
        .submission("ok.c", ECHO)
        .submission("ours.nix", "")
        .case("1", "1\n", "1\n")
        .args(["--languages", "languages.toml"]);
    let run = |options: &[&str]| {
        let graded = grade.run_with(options.iter().copied());
        assert_eq!(graded.status, Some(3), "{}", graded.stderr);
        graded.stdout
    };
    let files = [
        "--junit",
        "j.xml",
        "--gradescope",
        "scores",
        "--html",
        "pages",
        "--student",
    ];
    let table = run(&files);
    let row = |name: &str| -> Vec<String> {
        let row = table.lines().rfind(|line| line.starts_with(name)).unwrap();
        row.split_whitespace().map(str::to_owned).collect()
    };
    assert_eq!(row("ours.nix"), ["ours.nix", "1"], "{table}");
    assert_eq!(row("ok.c")[1..6], ["1", "0", "4", "of", "4"], "{table}");
    assert_eq!(
        run(&["--csv=points"]),
        "submission,language,passed,failed,skipped,faults,points,all,fails_alike\n\
         ok.c,C,1,0,0,0,4,4,\nours.nix,Nothing,,,,1,,,\n"
    );
    let json: Value = serde_json::from_str(&run(&["--json"])).unwrap();
    assert_eq!(json["submissions"][0]["points"], 4.0);
    assert_eq!(json["submissions"][1]["points"], Value::Null);
    assert_eq!(json["submissions"][1]["groups"][0]["points"], Value::Null);
    let xml = fs::read_to_string(grade.path().join("j.xml")).unwrap();
    let report = Report::deserialize_from_str(&xml).expect("well-formed");
    assert_eq!((report.tests, report.failures, report.errors), (2, 0, 1));
    let scores = written(&grade, "scores");
    assert!(scores["ok.c.json"].contains("\"score\": 4.0"));
    assert!(!scores["ours.nix.json"].contains("score\":"));
    assert!(scores["ours.nix.json"].contains("a failure of the judge"));
    let page = &written(&grade, "pages")["ours.nix.html"];
    assert!(
        page.contains("No points: 1 of 1 case could not be judged"),
        "{page}"
    );
    assert!(!page.contains("no-such-compiler"), "{page}");
}

#[test]
fn one_case_in_full() {
    let grade = class();
    for (name, case, code) in pairs() {
        let wanted = format!("--show={name}/{case}");
        let printed = graded(&grade, &[&wanted]).stdout;
        assert!(printed.contains(&code), "{wanted}\n{printed}");
        assert!(!printed.contains('\x1b'), "{printed}");
    }
    let refused = grade.run_with(["--show=nobody/1"]);
    assert_eq!((refused.status, refused.stdout.as_str()), (Some(2), ""));
    assert!(refused.stderr.contains("nobody"), "{}", refused.stderr);
}

#[test]
fn all_at_once() {
    let grade = fresh_class();
    let options = ["--junit", "j.xml", "--gradescope", "g"];
    let table = graded(&grade, &options).stdout;
    assert!(
        table.contains("5 submissions, 3 cases: 4 passed, 11 failed"),
        "{table}"
    );
    assert!(
        table.contains("8 of 8") && table.contains("2.5 of 8"),
        "{table}"
    );
    assert!(!table.contains('\x1b'), "no colours in a pipe: {table}");
    // The journal stands next to the first report and is no submission.
    let other = grade.run_with(["--json", "--csv"]);
    assert_eq!(other.status, Some(2), "one form is printed");
}

#[test]
fn what_cannot_be_written_is_named() {
    let grade = fresh_class();
    let refused = grade.run_with(["--junit", "no/such/j.xml", "--journal", "here.jsonl"]);
    assert_eq!(refused.status, Some(2));
    let start = "plyjudge: no/such/j.xml: cannot write: ";
    assert!(refused.stderr.starts_with(start), "{}", refused.stderr);
    assert_eq!(grade.count("result"), 0, "nothing was graded first");
}

/// Nothing is left of a report that was longer.
#[test]
fn a_report_takes_the_place_of_an_older_one() {
    let grade = Grade::new()
        .file("report.xml", "older ".repeat(10_000))
        .submission("echo.c", ECHO)
        .case("1", "1\n", "1\n");
    assert_eq!(grade.run_with(["--junit", "report.xml"]).status, Some(0));
    assert_eq!(grade.run_with(["--junit", "fresh.xml"]).status, Some(0));
    let read = |name| fs::read_to_string(grade.path().join(name)).expect("a report");
    assert_eq!(read("report.xml"), read("fresh.xml"));
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_an_error_that_names_the_file() {
    let grade = Grade::new()
        .submission("echo.c", ECHO)
        .case("1", "1\n", "1\n");
    let graded = grade.run_with(["--junit", "/dev/full", "--journal", "here.jsonl"]);
    assert_eq!(graded.status, Some(2), "{}", graded.stderr);
    let told = "/dev/full: cannot write: No space left on device";
    assert!(graded.stderr.contains(told), "{}", graded.stderr);
}

#[test]
fn a_page_keeps_the_day_of_its_journal() {
    const DAY: u32 = 24 * 60 * 60;
    let grade = Grade::new()
        .file("cases/suite.toml", "title = 'Week <3>'\n")
        .submission("echo.c", ECHO)
        .case("1", "1\n", "1\n");
    let page = |day: u32, more: &[&str]| {
        let args = ["--html", "page.html"];
        let mut command = grade.command(args.iter().chain(more).copied());
        command.env("SOURCE_DATE_EPOCH", (day * DAY).to_string());
        let graded = finished(command.output().expect("plyjudge runs"));
        assert_eq!((graded.status, graded.stderr.as_str()), (Some(0), ""));
        fs::read_to_string(grade.path().join("page.html")).expect("a page")
    };
    let first = page(20_453, &[]);
    assert!(first.contains("Graded on 2025-12-31 (UTC)"), "{first}");
    assert!(first.contains("<h1>Week &lt;3&gt;</h1>"), "{first}");
    // Nothing has changed, so that the page is the same to the byte.
    assert_eq!(page(20_500, &[]), first);
    let renamed = page(20_454, &["--title", "Again"]);
    assert!(renamed.contains("Graded on 2026-01-01 (UTC)"), "{renamed}");
    assert!(renamed.contains("<h1>Again</h1>"), "{renamed}");
    // Figures of `date -u -d DAY +%s`, divided by 86400.
    for (day, written) in [
        (0, "1970-01-01"),
        (364, "1970-12-31"),
        (365, "1971-01-01"),
        (11_016, "2000-02-29"),
        (11_017, "2000-03-01"),
        (20_453, "2025-12-31"),
        (21_244, "2028-03-01"),
    ] {
        let page = page(day, &["--title", written]);
        let graded = format!("Graded on {written} (UTC)");
        assert!(page.contains(&graded), "{written}: {page}");
    }
}

/// Who reads a report may stop whenever it has seen enough.
#[test]
fn a_report_to_a_closed_pipe_ends_quietly() {
    let grade = Grade::new()
        .case("a", "1\n", "1\n")
        .submission("echo.c", ECHO);
    for report in ["--json", "--csv", "--jsonl", "--junit=-", "--markdown=-"] {
        let mut command = grade.command([]);
        command
            .arg(report)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut running = command.spawn().expect("plyjudge runs");
        drop(running.stdout.take());
        let output = running.wait_with_output().expect("it ends");
        let said = String::from_utf8_lossy(&output.stderr);
        // An ordinary user is told what the sandbox lacks.
        let is_ours = |line: &&str| !line.starts_with("plyjudge: contained without: ");
        let said: Vec<&str> = said.lines().filter(is_ours).collect();
        assert_eq!(said, [""; 0], "{report}");
        assert_eq!(output.status.code(), Some(0), "{report}");
    }
}
