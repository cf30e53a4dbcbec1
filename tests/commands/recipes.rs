//! The recipes for Kubernetes and GitHub Actions, without either: they fit their schemas, and
//! what they run reports as one machine does.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::support::grade::{ECHO, Grade};
use crate::support::path_with_own;
use crate::support::report::unmeasured;
use serde_json::Value;

const KUBERNETES: &str = "examples/kubernetes/grade.yaml";
const GITHUB: &str = "examples/github-actions/grade.yml";
const CLASSROOM: &str = "examples/github-classroom/grade.yml";
const RELEASE: &str = ".github/workflows/release.yml";

fn at(recipe: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(recipe)
}

/// Runs a checker, if it is there.
fn check(program: &str, args: &[&str], recipe: &str) {
    let output = Command::new(program).args(args).arg(at(recipe)).output();
    let Ok(output) = output else {
        return crate::support::skipped(format!("{recipe} was not checked: there is no {program}"));
    };
    let (out, err) = (&output.stdout, &output.stderr);
    let said = [out, err]
        .map(|bytes| String::from_utf8_lossy(bytes))
        .concat();
    assert!(output.status.success(), "{recipe}: {said}");
}

#[test]
fn recipes_fit_their_schemas() {
    check("kubernetes-validate", &["--strict"], KUBERNETES);
    let schema = ["--builtin-schema", "vendor.github-workflows"];
    check("check-jsonschema", &schema, GITHUB);
    check("check-jsonschema", &schema, CLASSROOM);
    check("check-jsonschema", &schema, RELEASE);
}

/// The documents of a recipe; none where nothing reads YAML.
fn documents(recipe: &str) -> Option<Vec<Value>> {
    let script = "import json, sys, yaml; \
                  json.dump(list(yaml.safe_load_all(sys.stdin)), sys.stdout)";
    let file = fs::File::open(at(recipe)).expect("a recipe");
    let mut python = Command::new("python3");
    let output = python.args(["-c", script]).stdin(file).output();
    let read = output.ok().filter(|output| output.status.success());
    let Some(output) = read else {
        crate::support::skipped(format!("{recipe} was not run: python3 has no yaml"));
        return None;
    };
    Some(serde_json::from_slice(&output.stdout).expect("JSON"))
}

fn class() -> Grade {
    let wrong = "#include <stdio.h>\nint main(void) { puts(\"1\"); }\n";
    let class = Grade::new()
        .submission("ada.c", ECHO)
        .submission("bob.c", "int main(void) { retrun 1; }\n")
        .submission("cid.c", wrong);
    class.case("1", "1\n", "1\n").case("2", "2\n", "2\n")
}

fn whole(class: &Grade) -> Value {
    let output = class
        .command(["--json", "--journal", "whole.jsonl"])
        .output();
    unmeasured(&output.expect("the command runs").stdout)
}

/// Runs a script of a recipe in a folder, with this `plyjudge`, on this class.
#[track_caller]
fn run(shell: &[&str], script: &str, class: &Grade, folder: &Path, index: &str) {
    let output = outcome(shell, script, class, folder, index);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{script}\n{stderr}");
}

fn outcome(shell: &[&str], script: &str, class: &Grade, folder: &Path, index: &str) -> Output {
    let options = class.options().join(" ");
    let script = script.replace("plyjudge grade", &format!("plyjudge grade {options}"));
    let script = script.replace("plyjudge test", &format!("plyjudge test {options}"));
    Command::new(shell[0])
        .args(&shell[1..])
        .arg(&script)
        .current_dir(folder)
        .env("PATH", path_with_own())
        .env("JOB_COMPLETION_INDEX", index)
        .env("GITHUB_STEP_SUMMARY", folder.join("summary.md"))
        .stdin(Stdio::null())
        .output()
        .expect("a shell")
}

#[test]
#[ignore = "takes long; `.ci/run` and `make slow` run it"]
fn the_pods_of_the_kubernetes_job_report_as_one_machine_does() {
    let Some(documents) = documents(KUBERNETES) else {
        return;
    };
    let class = class();
    let whole = whole(&class);
    let folder = class.path().display().to_string();
    let pods = |job: &Value| job["spec"]["completions"].as_u64().unwrap_or(1);
    let script = |job: &Value| {
        let container = &job["spec"]["template"]["spec"]["containers"][0];
        assert_eq!(container["command"], serde_json::json!(["sh", "-c"]));
        let script = container["args"][0].as_str().expect("a script");
        script.replace("/class", &folder)
    };
    assert_eq!(documents.iter().map(pods).collect::<Vec<_>>(), [8, 1]);
    // No schema has this: the server refuses pods with an unmasked /proc otherwise.
    let pod = &documents[0]["spec"]["template"]["spec"];
    let security = &pod["containers"][0]["securityContext"];
    assert_eq!(security["procMount"], "Unmasked");
    assert_eq!(pod["hostUsers"], false);
    for job in &documents {
        for index in 0..pods(job) {
            let index = index.to_string();
            run(&["sh", "-c"], &script(job), &class, class.path(), &index);
        }
    }
    let report = fs::read(class.path().join("report.json")).expect("a report");
    assert_eq!(unmeasured(&report), whole);
}

/// A push of a student: the summary shows the first difference, and the job fails until all cases
/// are right.
#[test]
#[ignore = "takes long; `.ci/run` and `make slow` run it"]
fn the_job_of_the_classroom_shows_what_is_wrong() {
    let Some(documents) = documents(CLASSROOM) else {
        return;
    };
    let bash = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c"];
    let steps = documents[0]["jobs"]["grade"]["steps"].as_array();
    let steps = steps.expect("steps").iter();
    let scripts = steps.filter_map(|step| step["run"].as_str());
    let ours: Vec<&str> = scripts
        .filter(|script| !script.starts_with("cargo install") && !script.starts_with("sudo "))
        .collect();
    let [grade, test] = ours[..] else {
        panic!("{ours:?}");
    };
    let class = class();
    for (program, is_right) in [("cid.c", false), ("ada.c", true)] {
        let source = fs::read(class.path().join("submissions").join(program)).expect("a program");
        class.put(Path::new("src/main.c"), source);
        run(&bash, grade, &class, class.path(), "");
        let summary = fs::read_to_string(class.path().join("summary.md")).expect("a summary");
        assert_eq!(summary.contains("1   │-2"), !is_right, "{summary}");
        let junit = fs::read_to_string(class.path().join("report.xml")).expect("a report");
        assert_eq!(junit.matches("<testcase ").count(), 2);
        assert_eq!(junit.contains("<failure"), !is_right, "{junit}");
        let tested = outcome(&bash, test, &class, class.path(), "");
        assert_eq!(tested.status.success(), is_right, "{tested:?}");
    }
}

#[test]
#[ignore = "takes long; `.ci/run` and `make slow` run it"]
fn the_jobs_of_the_github_matrix_report_as_one_machine_does() {
    let Some(documents) = documents(GITHUB) else {
        return;
    };
    let jobs = &documents[0]["jobs"];
    // What GitHub calls `bash`.
    assert_eq!(documents[0]["defaults"]["run"]["shell"], "bash");
    let bash = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c"];
    let script = |job: &str| {
        let steps = jobs[job]["steps"].as_array().expect("steps");
        let scripts = steps.iter().filter_map(|step| step["run"].as_str());
        let ours: Vec<&str> = scripts
            .filter(|script| !script.starts_with("cargo install") && !script.starts_with("sudo "))
            .collect();
        assert_eq!(ours.len(), 1, "{job}: {ours:?}");
        ours[0].to_owned()
    };
    let class = class();
    let whole = whole(&class);
    // A machine for each job: a checkout of its own, and what it uploads.
    let machine = |name: &str| {
        let folder = class.path().join(name);
        fs::create_dir(&folder).expect("a folder");
        for name in ["submissions", "cases"] {
            symlink(class.path().join(name), folder.join(name)).expect("a link");
        }
        folder
    };
    let merging = machine("merge");
    fs::create_dir(merging.join("results")).expect("a folder");
    let matrix = &jobs["shard"]["strategy"]["matrix"]["shard"];
    for shard in matrix.as_array().expect("a matrix") {
        let folder = machine(&shard.to_string());
        let script = script("shard").replace("${{ matrix.shard }}", &shard.to_string());
        run(&bash, &script, &class, &folder, "");
        for entry in fs::read_dir(folder.join("results"))
            .expect("results")
            .flatten()
        {
            let to = merging.join("results").join(entry.file_name());
            assert!(!to.exists(), "{} is uploaded twice", to.display());
            fs::copy(entry.path(), to).expect("a journal");
        }
    }
    run(&bash, &script("merge"), &class, &merging, "");
    let junit = fs::read_to_string(merging.join("report.xml")).expect("a report");
    assert_eq!(junit.matches("<testcase ").count(), 3 * 2);
    let table = fs::read_to_string(merging.join("report.txt")).expect("a table");
    assert!(table.contains("3 submissions, 2 cases"), "{table}");
    let again = "plyjudge merge results/*.jsonl --json > report.json";
    run(&bash, again, &class, &merging, "");
    let report = fs::read(merging.join("report.json")).expect("a report");
    assert_eq!(unmeasured(&report), whole);
}
