use std::fs;
use std::path::Path;
use std::time::Duration;

use super::{Package, open};
use crate::compare::Tokens;
use crate::files::folder_of;
use crate::suite::plan::{Credit, Scale, Total, Visibility};
use crate::verdict::ExitStatus;

/// A package of these files; `.in` files get an empty `.ans` beside them.
fn package(files: &[(&str, &str)]) -> Result<Package, String> {
    let folder = folder_of(files);
    for (name, _) in files.iter().filter(|(name, _)| name.ends_with(".in")) {
        let answer = folder.path().join(name).with_extension("ans");
        fs::write(answer, "").unwrap();
    }
    let root = folder.path().display().to_string();
    open(folder.path()).map_err(|error| error.to_string().replace(&root, "P"))
}

const NEW: (&str, &str) = ("problem.yaml", "problem_format_version: 2025-09\nname: x\n");
const OLD: (&str, &str) = ("problem.yaml", "name: x\n");

fn names(package: &Package) -> Vec<&str> {
    let cases = package.placed.iter();
    cases.map(|placed| placed.case.name.as_str()).collect()
}

#[test]
fn cases_are_those_of_sample_and_secret_in_the_order_of_their_names() {
    let found = package(&[
        NEW,
        ("data/secret/b.in", ""),
        ("data/secret/a/z.in", ""),
        ("data/secret/a/note.txt", ""),
        ("data/sample/1.in", ""),
        ("data/invalid_input/1.in", ""),
    ])
    .unwrap();
    assert_eq!(names(&found), ["sample/1", "secret/a/z", "secret/b"]);
    assert!(!found.is_scoring);
    let groups: Vec<&str> = found.groups.iter().map(|g| g.name.as_str()).collect();
    assert_eq!(groups, ["sample", "secret"]);
    let case = &found.placed[0];
    assert_eq!(case.visibility, Visibility::Visible);
    assert_eq!(found.placed[1].visibility, Visibility::Hidden);
    assert_eq!(case.exit_status, Some(ExitStatus::Exactly(0)));
    assert_eq!(case.tokens, Some(Tokens::default()));
    assert!(case.case.input.ends_with("data/sample/1.in"));
    assert!(
        case.case
            .expected
            .as_ref()
            .unwrap()
            .ends_with("data/sample/1.ans")
    );
}

#[test]
fn settings_are_inherited_and_a_case_has_its_own() {
    let found = package(&[
        NEW,
        (
            "data/secret/test_group.yaml",
            "args: [a, b c]\noutput_validator_args: [case_sensitive]\n",
        ),
        ("data/secret/1.in", ""),
        ("data/secret/2.in", ""),
        (
            "data/secret/2.yaml",
            "args: []\noutput_validator_args: [float_tolerance, '1e-6']\nhint: x\n",
        ),
    ])
    .unwrap();
    let [one, two] = &found.placed[..] else {
        panic!("{found:?}")
    };
    assert_eq!(one.case.args, ["a", "b c"]);
    assert!(one.tokens.unwrap().case_sensitive);
    assert_eq!(two.case.args, [""; 0]);
    let float = Some(1e-6);
    let tokens = Tokens {
        float_absolute: float,
        float_relative: float,
        ..Tokens::default()
    };
    assert_eq!(two.tokens, Some(tokens));
}

/// Points are those of the format: `sum` in equal parts, `pass-fail` and `min` all or nothing.
#[test]
fn groups_of_scoring_problems_have_points() {
    let problem = (
        "problem.yaml",
        "problem_format_version: 2025-09\ntype: scoring\n",
    );
    let found = package(&[
        problem,
        ("data/sample/1.in", ""),
        ("data/secret/a/test_group.yaml", "max_score: 30\n"),
        ("data/secret/a/1.in", ""),
        (
            "data/secret/b/test_group.yaml",
            "max_score: 50\nscore_aggregation: sum\nrequire_pass: [sample, secret/a]\n",
        ),
        ("data/secret/b/1.in", ""),
        ("data/secret/b/2.in", ""),
        (
            "data/secret/c/test_group.yaml",
            "max_score: 20\nscore_aggregation: min\nrequire_pass: secret/a\n",
        ),
        ("data/secret/c/1.in", ""),
    ])
    .unwrap();
    assert!(found.is_scoring);
    let groups: Vec<_> = found
        .groups
        .iter()
        .map(|group| (group.points, group.credit, &group.requires[..]))
        .collect();
    assert_eq!(
        groups,
        [
            (0.0, Credit::Case, &[][..]),
            (30.0, Credit::Group, &[]),
            (50.0, Credit::Case, &[0, 1]),
            (20.0, Credit::Group, &[1]),
        ]
    );
    let whole = package(&[problem, ("data/secret/1.in", "")]).unwrap();
    assert_eq!(
        (whole.groups[0].points, whole.groups[0].credit),
        (100.0, Credit::Case)
    );
}

/// What comes of groups together is what `secret` says: samples are no part of it.
#[test]
fn groups_come_together_as_secret_says() {
    let found = |secret: &str| {
        let problem = "problem_format_version: 2025-09\ntype: scoring\n";
        package(&[
            ("problem.yaml", problem),
            ("data/sample/1.in", ""),
            ("data/secret/test_group.yaml", secret),
            ("data/secret/a/test_group.yaml", "max_score: 30\n"),
            ("data/secret/a/1.in", ""),
            (
                "data/secret/b/test_group.yaml",
                "max_score: 50\nscore_aggregation: sum\nrequire_pass: secret/a\n",
            ),
            ("data/secret/b/1.in", ""),
            ("data/secret/b/2.in", ""),
        ])
        .unwrap()
    };
    let least = found("score_aggregation: min\nrequire_pass: sample\n");
    assert_eq!(least.total, Total::Least(1));
    assert_eq!(least.groups[1].requires, [0]);
    assert_eq!(least.groups[2].requires, [0, 1]);
    let all = found("score_aggregation: pass-fail\nmax_score: 7\n");
    assert_eq!(all.total, Total::All(1, 7.0));
    assert_eq!(found("max_score: 80\n").total, Total::Sum);
}

#[test]
fn legacy_packages_have_flags_and_time_limits_of_their_own() {
    let found = package(&[
        (
            "problem.yaml",
            "name: x\nvalidator_flags: float_tolerance 1e-4\nlimits:\n  memory: 256\n  output: 1\n",
        ),
        (".timelimit", "2\n"),
        ("data/sample/1.in", ""),
        (
            "data/secret/g/testdata.yaml",
            "output_validator_flags: case_sensitive space_change_sensitive\n",
        ),
        ("data/secret/g/1.in", ""),
    ])
    .unwrap();
    let limits = &found.placed[0].limits;
    assert_eq!(limits.cpu.map(|cpu| cpu.0), Some(Duration::from_secs(2)));
    assert_eq!(limits.memory.map(|memory| memory.0), Some(256 << 20));
    assert_eq!(limits.output.map(|output| output.0), Some(1 << 20));
    assert_eq!(found.placed[0].tokens.unwrap().float_absolute, Some(1e-4));
    let strict = found.placed[1].tokens.unwrap();
    assert!(strict.case_sensitive && strict.space_change_sensitive);
    assert_eq!(strict.float_absolute, None);
    let ini = package(&[
        OLD,
        ("domjudge-problem.ini", "name='x'\ntimelimit='0.5'\n"),
        ("data/secret/1.in", ""),
    ]);
    let cpu = ini.unwrap().placed[0].limits.cpu.map(|cpu| cpu.0);
    assert_eq!(cpu, Some(Duration::from_millis(500)));
}

/// Points of a legacy package with two subtasks of two cases; `passes` says which cases pass.
fn graded(data: &str, secret: &str, inner: &str, passes: [bool; 4]) -> (f64, f64) {
    let found = package(&[
        ("problem.yaml", "type: scoring\n"),
        ("data/testdata.yaml", data),
        ("data/sample/1.in", ""),
        ("data/secret/testdata.yaml", secret),
        ("data/secret/a/testdata.yaml", inner),
        ("data/secret/a/1.in", ""),
        ("data/secret/a/2.in", ""),
        ("data/secret/b/1.in", ""),
        ("data/secret/b/2.in", ""),
    ])
    .unwrap();
    let names: Vec<&str> = found.groups.iter().map(|group| &*group.name).collect();
    assert_eq!(names, ["sample", "secret/a", "secret/b"]);
    let grader = found.grader.unwrap();
    let share = |case: usize| (case == 0 || passes[case - 1]).then_some(1.0);
    let graded = grader.grade(&share, &mut |_, _| {});
    let score = if graded.is_accepted {
        graded.score
    } else {
        -1.0
    };
    (score, grader.most)
}

/// Modes of the default grader as the legacy format has them: rejected groups have no score.
#[test]
fn groups_of_legacy_packages_are_graded() {
    let all = [true; 4];
    let last_fails = [true, true, true, false];
    let root = "grader_flags: ignore_sample\n";
    assert_eq!(graded(root, "", "accept_score: 5\n", all), (12.0, 12.0));
    assert_eq!(graded("", "", "accept_score: 5\n", all), (13.0, 13.0));
    let failed = graded(root, "grader_flags: sum\n", "accept_score: 5\n", last_fails);
    assert_eq!(failed, (-1.0, 12.0));
    let any = "on_reject: continue\ngrader_flags: accept_if_any_accepted\n";
    // The second group is inside, and has the settings of the one around it.
    assert_eq!(
        graded(root, any, "accept_score: 5\n", last_fails),
        (11.0, 12.0)
    );
    let least = "grader_flags: min accept_if_any_accepted\nreject_score: -1\n";
    assert_eq!(
        graded(root, least, "accept_score: 5\n", last_fails),
        (-1.0, 1.0)
    );
    let most = "grader_flags: max always_accept\nrange: 0 4\n";
    let inner = "accept_score: 3\nrange: -inf +inf\n";
    assert_eq!(graded(root, most, inner, last_fails), (3.0, 3.0));
    let mean = "grader_flags: avg always_accept\non_reject: continue\n";
    assert_eq!(graded(root, mean, "", last_fails), (0.75, 1.0));
    // What comes after a rejected case does not count where that ends it.
    let breaks = "grader_flags: sum always_accept\n";
    assert_eq!(
        graded(root, breaks, "", [false, true, true, true]),
        (2.0, 4.0)
    );
}

#[test]
fn scores_without_a_bound_are_for_validators_that_give_them() {
    let found = package(&[
        (
            "problem.yaml",
            "problem_format_version: 2025-09\ntype: scoring\n",
        ),
        ("output_validator/v.py", ""),
        ("data/secret/test_group.yaml", "max_score: unbounded\n"),
        ("data/secret/1.in", ""),
        ("data/secret/2.in", ""),
    ])
    .unwrap();
    assert_eq!(found.groups[0].points, f64::INFINITY);
    assert_eq!(found.placed[0].scale, Some(Scale::Unbounded));
    let text = serde_json::to_string(&found.groups).unwrap();
    let read: Vec<crate::suite::plan::Group> = serde_json::from_str(&text).unwrap();
    assert_eq!(read, found.groups);
}

/// Drafts have the folders of the format that came of them, and the test data of the one before.
#[test]
fn packages_of_drafts_are_read() {
    let found = package(&[
        (
            "problem.yaml",
            "problem_format_version: 2023-07-draft\ntype: [interactive, scoring]\n",
        ),
        ("output_validator/v.py", ""),
        ("data/secret/testdata.yaml", "output_validator_flags: a b\n"),
        ("data/secret/1.in", ""),
        ("data/secret/1.files/notes.txt", ""),
        ("data/secret/1.files/deep/x.txt", ""),
    ])
    .unwrap();
    assert_eq!(names(&found), ["secret/1"]);
    let case = &found.placed[0];
    assert_eq!(case.validator.as_deref().unwrap(), ["a", "b"]);
    assert_eq!(case.scale, Some(Scale::OrElse(1.0)));
    let files: Vec<_> = case
        .files
        .iter()
        .map(|(name, _)| name.to_str().unwrap())
        .collect();
    assert_eq!(files, ["deep/x.txt", "notes.txt"]);
    assert!(found.validator.unwrap().1.is_interactive);
}

#[test]
fn what_is_not_supported_is_refused_by_name() {
    let refused = |problem: &str, files: &[(&str, &str)], expected: &str| {
        let files = [&[("problem.yaml", problem)], files].concat();
        let error = package(&files).unwrap_err();
        assert!(error.contains(expected), "{error}");
    };
    let new = |text: &str| format!("problem_format_version: 2025-09\n{text}\n");
    let case = ("data/secret/1.in", "");
    refused(
        &new("type: [pass-fail, multi-pass]"),
        &[case],
        "P/problem.yaml: found type 'multi-pass', which plyjudge does not support in packages",
    );
    refused(
        &new("type: submit-answer"),
        &[case],
        "found type 'submit-answer'",
    );
    refused(
        "validation: custom score\n",
        &[case],
        "found validation 'score'",
    );
    refused(
        "type: scoring\ngrading: {objective: min}\n",
        &[case],
        "found scores of which the least is best",
    );
    let median = ("data/secret/testdata.yaml", "grader_flags: median\n");
    refused(
        "type: scoring\n",
        &[median, case],
        "P/data/secret/testdata.yaml: found grader_flags with 'median'",
    );
    refused(
        "problem_format_version: 2021-01\n",
        &[case],
        "found problem_format_version '2021-01', expected 2025-09, legacy or legacy-icpc",
    );
    let validators = [
        ("output_validators/v.py", ""),
        ("output_validators/w.py", ""),
    ];
    refused(
        "validation: custom\n",
        &[case, validators[0], validators[1]],
        "P/output_validators: found several output validators",
    );
    refused(
        "validation: custom\n",
        &[case],
        "P/output_validators: found no output validator",
    );
    refused(
        &new("type: interactive"),
        &[case],
        "found an interactive problem, expected an output validator in it",
    );
    refused(
        &new("type: scoring"),
        &[
            case,
            ("data/secret/test_group.yaml", "max_score: unbounded\n"),
        ],
        "P/data/secret/test_group.yaml: found no max_score",
    );
    let groups = [
        ("data/secret/a/1.in", ""),
        ("data/secret/a/test_group.yaml", "max_score: 60\n"),
        ("data/secret/b/1.in", ""),
        ("data/secret/b/test_group.yaml", "max_score: 60\n"),
    ];
    refused(
        &new("type: scoring"),
        &groups,
        "P/data/secret/test_group.yaml: found max_score 100 and groups that make 120",
    );
    let args = |args: &'static str| ("data/secret/1.yaml", args);
    refused(
        NEW.1,
        &[case, args("output_validator_args: [tolerance]\n")],
        "P/data/secret/1.in: found 'tolerance' for the output validator",
    );
    refused(
        NEW.1,
        &[case, args("output_validator_args: [float_tolerance]\n")],
        "found float_tolerance without a number after it",
    );
    refused(NEW.1, &[], "P/data: found no case");
    refused(NEW.1, &[("data/secret/x", "")], "P/data: found no case");
    refused(
        "limits: {time_limit: -1}\n",
        &[case],
        "P/problem.yaml: limits: found '-1.0', expected a number of seconds above 0",
    );
    refused("limits: {memory: 0}\n", &[case], "limits.memory: found");
    refused("a: [\n", &[case], "P/problem.yaml: ");
    assert!(!super::is_package(Path::new("/no/such/folder")));
}
