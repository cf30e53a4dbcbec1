//! Folders of submissions as Canvas and Moodle hand them out, and gradebooks and feedback as they
//! take them back.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read as _;

use crate::support::grade::{ECHO, Grade, Graded, program};
use serde_json::Value;
use zip::ZipArchive;

/// In hidden cases only.
const SECRET: &str = "tell-no-student";

const SUITE: &str = "
[[group]]
name = 'all'
cases = ['*']
points = 6
hidden = ['secret']
";

/// Three cases, of which one is hidden.
fn cases() -> Grade {
    Grade::new()
        .file("cases/suite.toml", SUITE)
        .case("one", "1\n", "1\n")
        .case("two", "2\n", "2\n")
        .case("secret", SECRET, SECRET)
}

/// What Canvas has when two students have the same name, one has handed in twice and late, one two
/// files, one notes, and one a file whose name looks as if somebody else had made it.
fn canvas() -> Grade {
    let main = "#include \"echo.h\"\nint main(void) { return echo(); }\n";
    let header = "#include <stdio.h>\n\
        static int echo(void) { for (int c; (c = getchar()) != EOF;) putchar(c); return 0; }\n";
    cases()
        .submission("leebob_4_101_prog.c", ECHO)
        .submission("leebob_LATE_5_102_prog.c", ECHO)
        .submission("leebob_LATE_5_140_prog-1.c", program("puts(\"1\");"))
        .submission("wujo_6_110_main.c", main)
        .submission("wujo_6_111_echo.h", header)
        .submission("notesnina_7_112_notes.txt", "no program")
        .submission("mallory_8_113_leebob_4_999_prog.c", program("puts(\"2\");"))
        .file("list.csv", LIST)
}

const LIST: &str = "Student,ID,SIS User ID,SIS Login ID,Section,Kalah (4711)
    Points Possible,,,,,6.00
\"Lee, Bob\",4,,bob,Lab 1,
\"Lee, Bob\",5,,bob2,Lab 1,
\"Wu, Jo\",6,,=jo,Lab 2,
\"Notes, Nina\",7,,nina,Lab 2,
\"Mallory, M\",8,,mal,Lab 2,
\"Nobody, Nora\",9,,nora,Lab 2,
";

#[track_caller]
fn graded(grade: &Grade, options: &[&str], stderr: &str) -> Graded {
    let graded = grade.run_with(options.iter().copied());
    assert_eq!((graded.status, graded.stderr.as_str()), (Some(0), stderr));
    graded
}

/// Points by name.
fn points(json: &str) -> BTreeMap<String, Value> {
    let json: Value = serde_json::from_str(json).expect("JSON");
    let all = json["submissions"].as_array().expect("a list").iter();
    all.map(|it| {
        (
            it["name"].as_str().unwrap().to_owned(),
            it["points"].clone(),
        )
    })
    .collect()
}

#[test]
fn a_gradebook_of_canvas_has_the_newest_submissions_of_all_students() {
    let grade = canvas();
    let list = grade.path().join("list.csv");
    let options = ["--roster", list.to_str().unwrap(), "--gradebook", "canvas"];
    let remark = "plyjudge: nothing to grade of: Nobody, Nora (9)\n";
    let csv = graded(&grade, &options, remark).stdout;
    assert_eq!(
        csv,
        "Student,ID,SIS User ID,SIS Login ID,Section,Kalah (4711)\n\
         \x20   Points Possible,,,,,6\n\
         \"Lee, Bob\",4,,bob,Lab 1,6\n\
         \"Lee, Bob\",5,,bob2,Lab 1,2\n\
         \"Wu, Jo\",6,,'=jo,Lab 2,6\n\
         \"Notes, Nina\",7,,nina,Lab 2,\n\
         \"Mallory, M\",8,,mal,Lab 2,2\n\
         \"Nobody, Nora\",9,,nora,Lab 2,\n"
    );
    let table = graded(&grade, &[], "").stdout;
    assert!(
        table.contains("leebob_5: not counted: leebob_LATE_5_102_prog.c\n"),
        "{table}"
    );
    assert!(table.contains("notesnina_7: not a program\n"), "{table}");
    let oldest = graded(&grade, &["--json", "--attempts", "oldest"], "").stdout;
    assert_eq!(points(&oldest)["leebob_5"], 6.0);
    // Two programs in one are none.
    let together = graded(&grade, &["--json", "--attempts", "together"], "").stdout;
    assert_eq!(points(&together)["leebob_5"], 0.0);
    let plain = graded(&grade, &["--json", "--names", "plain"], "").stdout;
    assert_eq!(points(&plain)["leebob_LATE_5_102_prog.c"], 6.0);
}

#[test]
fn who_is_not_in_the_list_is_named() {
    let grade = canvas();
    let list = LIST.replace("\"Mallory, M\",8,,mal,Lab 2,\n", "");
    let grade = grade.file("short.csv", list);
    let list = grade.path().join("short.csv");
    let remark = format!(
        "plyjudge: nothing to grade of: Nobody, Nora (9)\nplyjudge: not in {}: mallory_8\n",
        list.display()
    );
    let options = ["--roster", list.to_str().unwrap(), "--gradebook", "generic"];
    let csv = graded(&grade, &options, &remark).stdout;
    assert_eq!(csv.lines().last(), Some("8,mallory,mallory_8,2,6,"));
    assert!(
        csv.contains("7,\"Notes, Nina\",notesnina_7,,6,not a program\n"),
        "{csv}"
    );
}

#[test]
fn moodle_gets_its_worksheet_and_a_zip_of_feedback() {
    let grade = cases()
        .submission("Ann Lee_17_assignsubmission_file_/prog.c", ECHO)
        .submission(
            "Bo_Wu ü_18_assignsubmission_file/src/prog.c",
            program("puts(\"1\");"),
        )
        .submission(
            "Cy_19_assignsubmission_file_prog.c",
            "int main(void) { retrun 0; }\n",
        )
        .submission("=1+1, \"x\"_20_assignsubmission_file_/prog.c", ECHO)
        .file(
            "sheet.csv",
            "Identifier,\"Full name\",Grade,\"Maximum Grade\",\"Last modified (grade)\"\n\
             \"Participant 17\",\"Ann Lee\",,6.00,-\n\
             \"Participant 18\",\"Bo Wu ü\",,6.00,-\n\
             \"Participant 19\",Cy,,6.00,-\n\
             \"Participant 20\",\"=1+1,\n\"\"x\"\"\",,6.00,-\n",
        );
    let (sheet, feedback) = (
        grade.path().join("sheet.csv"),
        grade.path().join("feedback"),
    );
    let options = [
        "--roster",
        sheet.to_str().unwrap(),
        "--gradebook",
        "moodle",
        "--feedback",
        feedback.to_str().unwrap(),
    ];
    let csv = graded(&grade, &options, "").stdout;
    assert_eq!(
        csv,
        "Identifier,Full name,Grade,Maximum Grade,Last modified (grade)\n\
         Participant 17,Ann Lee,6,6,-\n\
         Participant 18,Bo Wu ü,2,6,-\n\
         Participant 19,Cy,0,6,-\n\
         Participant 20,\"'=1+1,\n\"\"x\"\"\",6,6,-\n"
    );
    // What Moodle reads a number out of: the second part between underscores.
    let zip = fs::File::open(feedback.join("moodle-feedback.zip")).expect("a zip");
    let mut zip = ZipArchive::new(zip).expect("a zip");
    let mut found = BTreeMap::new();
    for index in 0..zip.len() {
        let mut file = zip.by_index(index).expect("a file");
        let name = file.name().expect("UTF-8").into_owned();
        let (folder, file_name) = name.split_once('/').expect("a folder");
        let parts: Vec<&str> = folder.splitn(5, '_').collect();
        assert_eq!(parts[2..], ["assignsubmission", "file", ""], "{name}");
        let mut text = String::new();
        file.read_to_string(&mut text).expect("UTF-8");
        assert!(!text.contains(SECRET) && !text.contains("secret"), "{name}");
        found.insert((parts[1].to_owned(), file_name.to_owned()), text);
    }
    assert_eq!(found.len(), 8);
    let text = |id: &str| &found[&(id.to_owned(), "feedback.txt".to_owned())];
    assert!(
        text("17").contains("3 of 3 cases passed, 6 of 6 points."),
        "{}",
        text("17")
    );
    assert!(text("18").contains("hidden case 1\n") && !text("18").contains("Ann"));
    assert!(
        text("19").contains("could not be compiled"),
        "{}",
        text("19")
    );
    // The same in plain folders, of which no two students share one.
    for (folder, id) in [
        ("Ann=20Lee_17", "17"),
        ("Bo_Wu=20ü_18", "18"),
        ("Cy_19", "19"),
    ] {
        let read = |name: &str| fs::read_to_string(feedback.join(folder).join(name)).unwrap();
        assert_eq!(&read("feedback.txt"), text(id));
        let page = &found[&(id.to_owned(), "feedback.html".to_owned())];
        assert_eq!(&read("feedback.html"), page);
    }
}

#[test]
fn what_does_not_fit_a_gradebook_is_told_before_anything_runs() {
    let grade = cases().submission("alice.c", ECHO);
    let refused = grade.run_with(["--gradebook", "moodle"]);
    assert_eq!(refused.status, Some(2));
    assert_eq!(
        refused.stderr,
        "plyjudge: alice.c: found no number of a student in its name, expected names as Moodle \
         makes them (--names), or --roster FILE.csv\n"
    );
    assert!(!grade.journal().exists());
}
