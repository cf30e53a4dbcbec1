//! Each form against files as the platforms export them, written for this test: students whose
//! names are out for mischief or the same, somebody who handed in nothing.

use std::path::Path;

use csv::ReaderBuilder;

use super::{Form, Gradebook, Roster};
use crate::report::sample;
use crate::suite::plan::{Plan, Student};

const CANVAS: &str =
    "\u{feff}Student,ID,SIS User ID,SIS Login ID,Section,Quiz (11),Kalah (4711),Final Score
    Points Possible,,,,,10,12,(read only)
\"=1+1, Ann\",3,s-3,ann,Lab 1,,,50
\"Lee, Bob\",4,,@bob,Lab 1,7,3,50
\"Lee, Bob\",5,s5,bob2,Lab 2,,,
\"Nobody, Nora\",6,s6,nora,Lab 2,,,
\"Student, Test\",99,,,Lab 2,,,
";

const MOODLE: &str = "Identifier,\"Full name\",\"Email address\",Status,Grade,\"Maximum Grade\",\"Grade can be changed\",\"Last modified (submission)\",\"Last modified (grade)\",\"Feedback comments\"
\"Participant 3\",\"=1+1 Ann\",ann@example.org,Submitted,,12.00,Yes,\"Monday, 2 March 2026, 10:00 AM\",-,
\"Participant 4\",\"Bob Lee\",+bob@example.org,Submitted,3.00,12.00,Yes,-,\"Tuesday, 3 March 2026, 9:12 PM\",\"- good\"
\"Participant 5\",\"Bob Lee\",bob2@example.org,Submitted,,12.00,Yes,-,-,
\"Participant 6\",\"Nora Nobody\",nora@example.org,\"No submission\",,12.00,Yes,-,-,
";

/// The sample with numbers of students, as from names of files: of its submissions the first does
/// not compile, the third is right, and the fifth could not be judged.
fn plan() -> Plan {
    let mut plan = sample::plan();
    let places = [0, 2, 4];
    for (place, id) in places.into_iter().zip(["3", "4", "5"]) {
        plan.submissions[place].student = Some(Student {
            id: id.into(),
            name: format!("=name{id}"),
            older: Vec::new(),
        });
    }
    let mut index = 0;
    plan.submissions.retain(|_| {
        index += 1;
        places.contains(&(index - 1))
    });
    plan
}

fn roster(text: &str) -> Roster {
    Roster::parse(text.as_bytes(), Path::new("list.csv")).unwrap()
}

/// Does as in the whole sample.
fn written(gradebook: Gradebook<'_>) -> String {
    let plan = plan();
    gradebook.check(&plan).unwrap();
    sample::with_models(&plan, &|submission| submission * 2, |results| {
        let mut out = Vec::new();
        gradebook.write(results, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    })
}

/// The cells of each line.
fn cells(text: &str) -> Vec<Vec<String>> {
    let mut reader = ReaderBuilder::new();
    let mut reader = reader.has_headers(false).from_reader(text.as_bytes());
    let rows = reader.records().map(|row| row.unwrap());
    rows.map(|row| row.iter().map(str::to_owned).collect())
        .collect()
}

#[test]
fn canvas_imports_its_own_columns_and_the_points() {
    let roster = roster(CANVAS);
    let text = written(Gradebook {
        form: Form::Canvas,
        roster: Some(&roster),
        assignment: Some("Kalah"),
    });
    // A fault of ours, and nothing handed in: what Canvas has is left as it is.
    let expected = "\
Student,ID,SIS User ID,SIS Login ID,Section,Kalah (4711)
    Points Possible,,,,,12
\"'=1+1, Ann\",3,s-3,ann,Lab 1,0
\"Lee, Bob\",4,,'@bob,Lab 1,12
\"Lee, Bob\",5,s5,bob2,Lab 2,
\"Nobody, Nora\",6,s6,nora,Lab 2,
\"Student, Test\",99,,,Lab 2,
";
    assert_eq!(text, expected);
}

#[test]
fn canvas_gets_numbers_without_a_list() {
    let text = written(Gradebook {
        form: Form::Canvas,
        roster: None,
        assignment: Some("=Kalah"),
    });
    let expected = "\
Student,ID,SIS User ID,SIS Login ID,Section,'=Kalah
    Points Possible,,,,,12
'=name3,3,,,,0
'=name4,4,,,,12
'=name5,5,,,,
";
    assert_eq!(text, expected);
}

#[test]
fn moodle_imports_its_worksheet() {
    let list = roster(MOODLE);
    let gradebook = Gradebook {
        form: Form::Moodle,
        roster: Some(&list),
        assignment: None,
    };
    let text = written(gradebook);
    let expected = "\
Identifier,Full name,Email address,Grade,Maximum Grade,Last modified (grade)
Participant 3,'=1+1 Ann,ann@example.org,0,12,-
Participant 4,Bob Lee,'+bob@example.org,12,12,\"Tuesday, 3 March 2026, 9:12 PM\"
Participant 5,Bob Lee,bob2@example.org,,12,-
Participant 6,Nora Nobody,nora@example.org,,12,-
";
    assert_eq!(text, expected);
    let alone = written(Gradebook {
        roster: None,
        ..gradebook
    });
    assert_eq!(alone.lines().nth(2), Some("Participant 4,'=name4,12,12,-"));
    // What is written is a worksheet again.
    assert_eq!(roster(&text).students.len(), 4);
}

#[test]
fn a_plain_list_says_why_there_are_no_points() {
    let list = roster("Name;ID\nNora;6\nBob;4\nEve;5\n");
    let text = written(Gradebook {
        form: Form::Generic,
        roster: Some(&list),
        assignment: None,
    });
    // Last is who is not in the list.
    let expected = "\
id,name,submission,points,points_possible,remark
6,Nora,,,12,nothing to grade
4,Bob,alice,12,12,
5,Eve,\"zoe, \"\"z\"\"\",,12,could not be judged
3,'=name3,'=1+1,0,12,
";
    assert_eq!(text, expected);
    let remarks = list.remarks(&plan()).unwrap();
    assert_eq!(
        remarks,
        ["nothing to grade of: Nora (6)", "not in list.csv: =1+1"]
    );
}

#[test]
fn submissions_of_plain_folders_are_found_by_what_the_list_calls_them() {
    let list = roster("id,name,submission\n1,Ann,\nalice,Al,\n3,Bo,bob\n");
    let mut plan = sample::plan();
    let (works, strangers) = list.works(&plan).unwrap();
    assert_eq!(works.iter().flatten().count(), 2);
    assert_eq!(strangers.len(), 4);
    // alice.c beside alice: whose points would count?
    plan.submissions[3].name = "alice.c".into();
    let error = list.works(&plan).unwrap_err().to_string();
    assert_eq!(
        error,
        "list.csv: found two submissions of alice, alice and alice.c, expected one; --exclude \
         leaves one out"
    );
    let both = roster("id,submission\nalice,\n3,alice\n").works(&plan);
    assert!(
        both.unwrap_err()
            .to_string()
            .contains("for two students, alice and 3")
    );
}

#[test]
fn what_would_be_wrong_in_a_gradebook_is_told_before() {
    let plan = plan();
    let canvas = roster(CANVAS);
    let moodle = roster(MOODLE);
    let other = roster(&MOODLE.replace("12.00", "100.00"));
    let check = |form, roster, assignment, part: &str| {
        let gradebook = Gradebook {
            form,
            roster,
            assignment,
        };
        let message = gradebook.check(&plan).unwrap_err().to_string();
        assert!(message.contains(part), "{message}");
    };
    let canvas = Some(&canvas);
    check(
        Form::Moodle,
        canvas,
        None,
        "expected Moodle's grading worksheet",
    );
    let part = "expected the gradebook as Canvas exports it";
    check(Form::Canvas, Some(&moodle), None, part);
    let part = "found 100.00 points possible in Moodle, expected 12";
    check(Form::Moodle, Some(&other), None, part);
    check(Form::Canvas, None, None, "expected --assignment NAME");
    let part = "found the assignments Quiz (11), Kalah (4711)";
    check(Form::Canvas, canvas, None, part);
    let part = "found 10 points possible in Canvas";
    check(Form::Canvas, canvas, Some("Quiz"), part);
    let twice = Roster::parse(b"id\n1\n2\n1\n", Path::new("list.csv")).unwrap_err();
    assert!(
        twice
            .to_string()
            .starts_with("list.csv: lines 2 and 4: found the student 1 twice")
    );
    let strange = Roster::parse(b"who,what\n", Path::new("list.csv")).unwrap_err();
    assert!(
        strange
            .to_string()
            .contains("found the columns who, what, expected a gradebook")
    );
    let mut plain = Gradebook {
        form: Form::Moodle,
        roster: None,
        assignment: None,
    };
    assert!(plain.check(&sample::plan()).is_err());
    plain.form = Form::Generic;
    assert!(plain.check(&sample::plan()).is_ok());
}

/// Names that mean something in CSV, in a spreadsheet or to an importer, as a list has them, and as
/// they are written.
const HOSTILE: [[&str; 2]; 8] = [
    ["Lee, \"Bob\"", "Lee, \"Bob\""],
    ["Two\nLines; and\tmore", "Two\nLines; and\tmore"],
    ["=HYPERLINK(\"x\")", "'=HYPERLINK(\"x\")"],
    ["+1", "'+1"],
    ["-1", "'-1"],
    ["@SUM(1)", "'@SUM(1)"],
    ["林 Jürgen 🦀", "林 Jürgen 🦀"],
    // What Canvas calls the line of points possible.
    ["    Points Possible", "    Points Possible"],
];

/// Text as the bytes of a file.
type Encode = fn(&str) -> Vec<u8>;

/// A list as spreadsheets save it: its bytes, and what is between cells.
fn saved(rows: &[Vec<&str>], delimiter: char, encode: Encode) -> Vec<u8> {
    let quoted = |cell: &&str| format!("\"{}\"", cell.replace('"', "\"\""));
    let row = |row: &Vec<&str>| {
        let cells: Vec<String> = row.iter().map(quoted).collect();
        cells.join(&delimiter.to_string()) + "\r\n"
    };
    encode(&rows.iter().map(row).collect::<String>())
}

/// What is written of students with hostile names comes back from each importer's columns, however
/// the list was saved.
#[test]
fn hostile_names_come_back_from_every_gradebook() {
    let ways: [(char, Encode); 5] = [
        (',', |text| text.as_bytes().to_vec()),
        (';', |text| format!("\u{feff}{text}").into_bytes()),
        (';', |text| format!("sep=;\r\n{text}").into_bytes()),
        ('\t', |text| {
            let units = "\u{feff}".encode_utf16().chain(text.encode_utf16());
            units.flat_map(u16::to_le_bytes).collect()
        }),
        (',', |text| {
            let units = "\u{feff}".encode_utf16().chain(text.encode_utf16());
            units.flat_map(u16::to_be_bytes).collect()
        }),
    ];
    let ids: Vec<String> = (3..).take(HOSTILE.len()).map(|id| id.to_string()).collect();
    let moodle_ids: Vec<String> = ids.iter().map(|id| format!("Participant {id}")).collect();
    let canvas = [
        "Student",
        "ID",
        "SIS User ID",
        "SIS Login ID",
        "Section",
        "A, B; C (9)",
    ];
    let moodle = [
        "Identifier",
        "Full name",
        "Grade",
        "Maximum Grade",
        "Last modified (grade)",
    ];
    let generic = ["id", "name"];
    for (delimiter, encode) in ways {
        let list = |form| -> Vec<Vec<&str>> {
            let names = HOSTILE.iter().map(|[name, _]| *name).zip(&ids);
            let mut rows = match form {
                Form::Canvas => vec![
                    canvas.to_vec(),
                    vec!["    Points Possible", "", "", "", "", "12,00"],
                ],
                Form::Moodle => vec![moodle.to_vec()],
                Form::Generic => vec![generic.to_vec()],
            };
            rows.extend(
                names
                    .zip(&moodle_ids)
                    .map(|((name, id), moodle)| match form {
                        Form::Canvas => vec![name, id, "", name, "Lab", ""],
                        Form::Moodle => vec![moodle, name, "", "12,00", "-"],
                        Form::Generic => vec![id, name],
                    }),
            );
            rows
        };
        for form in [Form::Canvas, Form::Moodle, Form::Generic] {
            let bytes = saved(&list(form), delimiter, encode);
            let roster = Roster::parse(&bytes, Path::new("list.csv")).unwrap();
            let text = written(Gradebook {
                form,
                roster: Some(&roster),
                assignment: None,
            });
            let rows = cells(&text);
            let (head, first) = match form {
                Form::Canvas => (canvas.to_vec(), 2),
                Form::Moodle => (moodle.to_vec(), 1),
                Form::Generic => {
                    let head = [
                        "id",
                        "name",
                        "submission",
                        "points",
                        "points_possible",
                        "remark",
                    ];
                    (head.to_vec(), 1)
                }
            };
            assert_eq!(rows[0], head);
            assert_eq!(rows.len(), first + HOSTILE.len(), "{text}");
            for (((row, [_, name]), id), moodle) in
                rows[first..].iter().zip(HOSTILE).zip(&ids).zip(&moodle_ids)
            {
                // As in the sample: 3 does not compile, 4 is right, others have no points.
                let points = match &**id {
                    "3" => "0",
                    "4" => "12",
                    _ => "",
                };
                match form {
                    Form::Canvas => assert_eq!(row[..], [name, id, "", name, "Lab", points]),
                    Form::Moodle => assert_eq!(row[..], [moodle, name, points, "12", "-"]),
                    Form::Generic => assert_eq!(
                        [&*row[0], &row[1], &row[3], &row[4]],
                        [id, name, points, "12"]
                    ),
                }
            }
            if form == Form::Canvas {
                assert_eq!(rows[1], ["    Points Possible", "", "", "", "", "12"]);
            }
            // What is written is a list again, of the same students.
            let again = self::roster(&text);
            let known: Vec<&str> = again.students.iter().map(|it| &*it.id).collect();
            assert_eq!(known, ids);
        }
    }
    let latin1 = Roster::parse(b"id,name\n1,J\xfcrgen\n", Path::new("list.csv")).unwrap_err();
    assert!(
        latin1.to_string().contains("save it as 'CSV UTF-8'"),
        "{latin1}"
    );
}
