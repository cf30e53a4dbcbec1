//! The commands `run`, `rules`, `perft`, `completions`, `man` and the bare one: exact
//! standard output, standard error and exit status.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::support::Plyjudge;

const GET: &str = "get B 2 23 0 15 13 24 20 1 2 9 6 0 11\n";

#[test]
fn the_protocol_is_recognised_from_the_first_meaningful_line() {
    Plyjudge::new()
        .stdin("\u{feff}\r\n \r\n  ini B\r\n")
        .stdout("25 24 23 20 19 15\n")
        .run();
    Plyjudge::new()
        .stdin("6 6 6 6 6 6 0 0 7 7 7 7 7 1 1 4")
        .stdout("minimax無剪枝的結果是:1\n擴展節點數為:1119\nminimax剪枝(aB)的結果是:1\n擴展節點數為:165\n")
        .run();
}

#[test]
fn what_is_no_protocol_is_refused_with_what_was_expected() {
    Plyjudge::new()
        .stdin("\nhello\n")
        .stderr("plyjudge: stdin:2: found 'hello', expected an action such as G6-F5, A or P (checkers); 16 integers (kalah); get, ini or exit, or 14 integers (ewn); map 1 or map 2 (hexline)\n")
        .status(2)
        .run();
    Plyjudge::new()
        .stderr("plyjudge: stdin:1: found an empty input, expected an action such as G6-F5, A or P (checkers); 16 integers (kalah); get, ini or exit, or 14 integers (ewn); map 1 or map 2 (hexline)\n")
        .status(2)
        .run();
}

#[test]
fn what_was_answered_before_an_error_is_kept() {
    Plyjudge::new()
        .args(["run"])
        .stdin(format!("{GET}get B 2\n{GET}"))
        .stdout("15 9\n")
        .stderr("plyjudge: stdin:2: found 3 fields, expected 15 fields: get colour die b1 … b6 r1 … r6\n")
        .status(2)
        .run();
}

#[test]
fn errors_name_the_file_the_line_what_was_found_and_what_was_expected() {
    for (game, input, message) in [
        (
            "checkers",
            "G6-F5\nx\n",
            "2: found 'x', expected an action such as G6-F5, A or P",
        ),
        (
            "kalah",
            "1 2 3\n",
            "1: found 3 fields, expected 16 integers: s0 … s13 player depth",
        ),
        (
            "kalah",
            "-1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1\n",
            "1: found -1 seeds in position 0, expected a count from 0 to 98",
        ),
        (
            "kalah",
            "50 49 0 0 0 0 0 0 0 0 0 0 0 0 0 1\n",
            "1: found 99 seeds, expected at most 98 in all",
        ),
        (
            "kalah",
            "1 0 0 0 0 0 0 0 0 0 0 0 0 0 2 1\n",
            "1: found player 2, expected player 0 or 1",
        ),
        (
            "kalah",
            "1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 21\n",
            "1: found depth 21, expected a depth from 1 to 20",
        ),
        (
            "kalah",
            "1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 x\n",
            "1: found 'x', expected an integer",
        ),
        (
            "kalah",
            "1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 99999999999999999999\n",
            "1: found '99999999999999999999', expected an integer of 64 bits",
        ),
        (
            "ewn",
            "get G 1 25 0 0 0 0 0 1 0 0 0 0 0\n",
            "1: found colour 'G', expected colour B or R",
        ),
        (
            "ewn",
            "get B 7 25 0 0 0 0 0 1 0 0 0 0 0\n",
            "1: found die 7, expected a die from 1 to 6",
        ),
        (
            "ewn",
            "0 1 26 0 0 0 0 0 2 0 0 0 0 0\n",
            "1: found cell 26, expected a cell from 0 to 25",
        ),
        (
            "ewn",
            "0 1 24 0 0 0 0 0 24 0 0 0 0 0\n",
            "1: found two stones in cell 24, expected at most one stone in a cell",
        ),
        (
            "ewn",
            "0 1 0 0 0 0 0 0 24 0 0 0 0 0\n",
            "1: found no stones of Blue, expected a mover with stones",
        ),
        (
            "ewn",
            "0 1 24 0 0 0 0 0 25 0 0 0 0 0\n",
            "1: found a game that Red has won, expected a game still going on",
        ),
        (
            "ewn",
            "0 1 24 0 0 0 0 0 0 0 0 0 0 0\n",
            "1: found a game that Blue has won, expected a game still going on",
        ),
        (
            "ewn",
            "get B 2 C5 0 E3 C3 D5 F4 A1 B1 D2 A2 0 A3\n",
            "1: found 'F4', expected a cell from A1 to E5, or 0",
        ),
        (
            "hexline",
            "map 3\n",
            "1: found 'map 3', expected map 1 or map 2",
        ),
        (
            "hexline",
            "map 1\n0 0\n",
            "2: found 2 fields, expected 12 integers: map[0][0] … map[0][11]",
        ),
        (
            "hexline",
            "map 1\n0 0 0 0 0 0 0 0 0 0 0 3\n",
            "2: found cell value 3, expected -1 (blocked), 0 (free), 1 or 2 (taken)",
        ),
        (
            "hexline",
            "map 1\n0 0 0 0 0 0 0 0 0 0 0 0\n",
            "2: found the end of the input after 1 of a map's lines, expected 12 lines of 12 integers",
        ),
    ] {
        // A checkers answer starts with boards; here only the error matters.
        let output = Command::new(env!("CARGO_BIN_EXE_plyjudge"))
            .env("PLYJUDGE_PROGRESS", "off")
            .args(["run", "--game", game, "-"])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .and_then(|mut child| {
                child
                    .stdin
                    .take()
                    .expect("a pipe")
                    .write_all(input.as_bytes())?;
                child.wait_with_output()
            })
            .expect("plyjudge runs");
        let stderr = String::from_utf8(output.stderr).expect("UTF-8");
        assert_eq!(stderr, format!("plyjudge: stdin:{message}\n"));
        assert_eq!(output.status.code(), Some(2), "{message}");
    }
}

#[test]
fn text_that_is_not_utf_8_is_refused() {
    Plyjudge::new()
        .args(["run", "lines.txt"])
        .file("lines.txt", b"ini B\nini \xff\n")
        .stdout("25 24 23 20 19 15\n")
        .stderr("plyjudge: lines.txt:2: found byte 0xFF, which is not UTF-8, expected UTF-8 text\n")
        .status(2)
        .run();
}

#[test]
fn a_line_longer_than_any_protocol_has_is_refused() {
    Plyjudge::new()
        .args(["--game", "kalah"])
        .stdin("1 ".repeat(100_000))
        .stderr("plyjudge: stdin:1: found a longer line, expected lines shorter than 65536 bytes\n")
        .status(2)
        .run();
}

#[test]
fn several_files_are_answered_in_order_or_beside_each_other() {
    let two = || {
        Plyjudge::new()
            .file("b.txt", "ini B\n")
            .file("sub/r.txt", "ini R\n")
    };
    two()
        .args(["run", "sub/r.txt", "b.txt"])
        .stdout("1 2 3 6 7 11\n25 24 23 20 19 15\n")
        .run();
    two()
        .args(["run", "--out-dir", "out", "sub/r.txt", "b.txt"])
        .leaves("out/r.out", "1 2 3 6 7 11\n")
        .leaves("out/b.out", "25 24 23 20 19 15\n")
        .run();
    two()
        .file("b.in", "ini B\n")
        .args(["run", "--out-dir", "out", "b.in", "b.txt"])
        .stderr("plyjudge: out/b.out: both b.in and b.txt would be answered there\n")
        .status(2)
        .run();
}

#[test]
fn a_missing_file_is_named() {
    Plyjudge::new()
        .args(["run", "gone.txt"])
        .stderr("plyjudge: gone.txt: cannot open: No such file or directory (os error 2)\n")
        .status(2)
        .run();
}

#[test]
fn a_file_in_place_of_a_command_is_told_which_one_to_use() {
    let file = "testdata/kalah/laps.txt";
    let output = Command::new(env!("CARGO_BIN_EXE_plyjudge"))
        .env("PLYJUDGE_PROGRESS", "off")
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .arg(file)
        .output()
        .unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text.contains(&format!("tip: to answer a file, use 'plyjudge run {file}'")),
        "{text}"
    );
}

#[test]
fn rules_formats_and_depths_change_the_answer() {
    let line = "1 2 3 0 0 1 0 0 0 13 0 2 0 5 1 2\n";
    let choice = ["--format", "choice", "--game", "kalah"];
    Plyjudge::new()
        .args(choice)
        .stdin(line)
        .stdout("11\n")
        .run();
    Plyjudge::new()
        .args(choice)
        .args(["--rule", "capture=standard"])
        .stdin(line)
        .stdout("9\n")
        .run();
}

#[test]
fn an_unknown_rule_value_format_or_depth_lists_the_valid_ones() {
    for (args, message) in [
        (
            ["--rule", "cache=lru"],
            "rule 'cache': found value 'lru', expected one of: occupancy, none, occupancy-depth, position",
        ),
        (
            ["--format", "xml"],
            "format 'xml': this protocol has one format only",
        ),
        (
            ["--depth", "99"],
            "rule 'depth': found value '99', expected a whole number from 0 to 30",
        ),
    ] {
        Plyjudge::new()
            .args(["--game", "ewn"])
            .args(args)
            .stderr(format!("plyjudge: {message}\n"))
            .status(2)
            .run();
    }
    Plyjudge::new()
        .args(["--game", "kalah", "--depth", "0"])
        .stderr("plyjudge: rule 'depth': found value '0', expected a whole number of at least 1\n")
        .status(2)
        .run();
    Plyjudge::new()
        .args(["--game", "kalah", "--format", "xml"])
        .stderr("plyjudge: format 'xml': expected one of: report, choice\n")
        .status(2)
        .run();
}

#[test]
fn a_reply_comes_before_the_next_line_is_sent() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_plyjudge"))
        .env("PLYJUDGE_PROGRESS", "off")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("plyjudge starts");
    let mut requests = child.stdin.take().expect("a pipe");
    let mut replies = BufReader::new(child.stdout.take().expect("a pipe"));
    for (request, expected) in [
        ("ini R\r\n", "1 2 3 6 7 11\n"),
        (GET, "15 9\n"),
        ("ini B\n", "25 24 23 20 19 15\n"),
    ] {
        requests.write_all(request.as_bytes()).expect("it reads");
        let mut reply = String::new();
        replies.read_line(&mut reply).expect("it replies");
        assert_eq!(reply, expected);
    }
    requests.write_all(b"exit\n").expect("it reads");
    // Standard input stays open: `exit` alone ends the program.
    assert!(child.wait().expect("it ends").success());
    drop(requests);
}

#[test]
fn a_closed_standard_output_ends_quietly() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_plyjudge"))
        .env("PLYJUDGE_PROGRESS", "off")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("plyjudge starts");
    drop(child.stdout.take());
    let mut requests = child.stdin.take().expect("a pipe");
    for _ in 0..1000 {
        if requests.write_all(b"ini B\n").is_err() {
            break;
        }
    }
    drop(requests);
    let mut stderr = String::new();
    child
        .stderr
        .take()
        .expect("a pipe")
        .read_to_string(&mut stderr)
        .expect("UTF-8");
    assert_eq!(stderr, "");
    assert!(child.wait().expect("it ends").success());
}

#[test]
fn perft_counts_leaves_by_depth() {
    let output = Command::new(env!("CARGO_BIN_EXE_plyjudge"))
        .env("PLYJUDGE_PROGRESS", "off")
        .args(["perft", "kalah", "4"])
        .output()
        .expect("plyjudge runs");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let counts: Vec<_> = text
        .lines()
        .map(|line| {
            line.split_whitespace()
                .take(2)
                .collect::<Vec<_>>()
                .join(" ")
        })
        .collect();
    // spec/kalah.md, independent checks.
    assert_eq!(counts, ["depth leaves", "1 6", "2 35", "3 185", "4 942"]);
    Plyjudge::new()
        .args(["perft", "checkers", "1", "--position", "A1-B2"])
        .stdout("depth           leaves     seconds       leaves/s\n")
        .stderr("plyjudge: position: found 'A1-B2', expected a legal action\n")
        .status(2)
        .run();
}

#[test]
fn every_command_has_help_with_an_example() {
    let help = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_plyjudge"));
        let output = command.args(args).output().expect("plyjudge runs");
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    let page = help(&["--help"]);
    let (_, list) = page.split_once("Commands:\n").expect("a list of commands");
    let commands = list.lines().take_while(|line| !line.is_empty());
    for line in commands {
        let name = line.split_whitespace().next().expect("a name");
        assert!(
            help(&[name, "--help"]).contains("Example"),
            "{name} has no example"
        );
    }
    assert!(page.contains("Example"));
}

/// Who starts a command that reads its input from a terminal is told so at once.
#[cfg(target_os = "linux")]
#[test]
fn what_is_awaited_is_said_on_a_terminal() {
    for command in ["", "run", "explain", "show"] {
        let line = format!("{} {command}", env!("CARGO_BIN_EXE_plyjudge"));
        let mut script = Command::new("script");
        script
            .args(["-qec", &line, "/dev/null"])
            .stdin(Stdio::null());
        let Ok(output) = script.output() else {
            crate::support::skipped("no `script` for a terminal");
            return;
        };
        let said = String::from_utf8_lossy(&output.stdout);
        let expected = "plyjudge: type the input, and Ctrl-D at its end";
        assert!(said.starts_with(expected), "{command}: {said}");
    }
}

/// The options of other programs that the documents name, too.
const OF_OTHERS: [&str; 16] = [
    "bench",
    "example",
    "locked",
    "offline",
    "path",
    "release", // cargo
    "check",
    "edition",
    "script", // node, rustc, sbcl
    "call-graph",
    "sort",    // perf
    "slow",    // our benches
    "requeue", // Slurm
    "retries",
    "scope",
    "user", // Kubernetes and systemd
];

/// The long options in a text, where `before` comes right before them.
fn long_options(text: &str, is_one: impl Fn(&str) -> bool) -> BTreeSet<String> {
    let found = text
        .match_indices("--")
        .filter(|&(at, _)| is_one(&text[..at]));
    let names = found.map(|(at, _)| {
        let is_part = |c: char| c.is_ascii_lowercase() || c == '-';
        let rest = &text[at + 2..];
        rest[..rest.find(|c| !is_part(c)).unwrap_or(rest.len())].to_owned()
    });
    names
        .filter(|name| name.starts_with(|c: char| c.is_ascii_lowercase()))
        .collect()
}

/// Every option that a help lists is in a document, and every option in a document is one.
#[test]
fn options_are_documented_and_documented_options_are_there() {
    let help = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_plyjudge"));
        let output = command
            .args(args)
            .arg("--help")
            .output()
            .expect("plyjudge runs");
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    let commands_of = |page: &str| -> Vec<String> {
        let list = page.split_once("Commands:\n").map_or("", |(_, list)| list);
        let lines = list.lines().take_while(|line| !line.is_empty());
        lines
            .map(|line| line.split_whitespace().next().expect("a name").to_owned())
            .collect()
    };
    let mut pages = vec![help(&[])];
    for name in commands_of(&pages[0]) {
        let page = help(&[&name]);
        pages.extend(commands_of(&page).iter().map(|inner| help(&[&name, inner])));
        pages.push(page);
    }
    // An option stands at the start of its line, or behind its short form.
    let is_listed = |before: &str| {
        let line = before.rsplit('\n').next().unwrap_or_default().trim_start();
        line.is_empty() || line.len() == 4 && line.starts_with('-') && line.ends_with(", ")
    };
    let options: BTreeSet<String> = pages
        .iter()
        .flat_map(|page| long_options(page, is_listed))
        .collect();
    assert!(options.len() > 80, "{options:?}");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &Path| fs::read_to_string(path).expect("text");
    let mut documents = read(&root.join("README.md"));
    for entry in fs::read_dir(root.join("docs")).expect("a folder") {
        let path = entry.expect("readable").path();
        if path.extension().is_some_and(|extension| extension == "md") {
            documents += &read(&path);
        }
    }
    let is_word = |before: &str| !before.ends_with(|c: char| c.is_alphanumeric() || c == '-');
    let documented = long_options(&documents, is_word);
    let missing: Vec<&String> = options.difference(&documented).collect();
    assert!(missing.is_empty(), "in no document: {missing:?}");
    let mut unknown: Vec<&String> = documented.difference(&options).collect();
    unknown.retain(|name| !OF_OTHERS.contains(&name.as_str()));
    assert!(unknown.is_empty(), "no option of any command: {unknown:?}");
}

#[test]
fn version_completions_and_manual_are_there() {
    Plyjudge::new()
        .args(["--version"])
        .stdout(format!("plyjudge {}\n", env!("CARGO_PKG_VERSION")))
        .run();
    for (args, part) in [
        (["completions", "bash"], "complete -F"),
        (["completions", "zsh"], "#compdef plyjudge"),
        (["man", "--out-dir=pages"], ""),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let output = Command::new(env!("CARGO_BIN_EXE_plyjudge"))
            .env("PLYJUDGE_PROGRESS", "off")
            .current_dir(folder.path())
            .args(args)
            .output()
            .expect("plyjudge runs");
        assert!(output.status.success());
        assert!(
            String::from_utf8_lossy(&output.stdout).contains(part),
            "{args:?}"
        );
        let pages = folder.path().join("pages");
        assert!(args[0] != "man" || pages.join("plyjudge-run.1").is_file());
    }
}

/// Every command takes `--color` and `--quiet`, and colours follow the option wherever the output
/// goes.
#[test]
fn colours_and_remarks_follow_the_options() {
    let line = "6 6 6 6 6 6 0 0 7 7 7 7 7 1 1 4\n";
    let show = |options: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_plyjudge"));
        command
            .args(["show", "-"])
            .args(options)
            .env_remove("NO_COLOR");
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("the command runs");
        let mut stdin = child.stdin.take().expect("a pipe");
        stdin.write_all(line.as_bytes()).expect("a line is taken");
        drop(stdin);
        child.wait_with_output().expect("it ends").stdout
    };
    let has_colours = |out: &[u8]| out.contains(&0x1b);
    assert!(!has_colours(&show(&[])));
    assert!(!has_colours(&show(&["--color", "never"])));
    assert!(has_colours(&show(&["--color", "always"])));

    let text = Command::new(env!("CARGO_BIN_EXE_plyjudge"))
        .env("PLYJUDGE_PROGRESS", "off")
        .arg("--help")
        .output()
        .expect("the command runs")
        .stdout;
    let text = String::from_utf8(text).expect("UTF-8");
    let commands = text.split("Commands:\n").nth(1).expect("commands");
    let commands = commands.lines().take_while(|line| !line.is_empty());
    for name in commands.filter_map(|line| line.split_whitespace().next()) {
        let help = Command::new(env!("CARGO_BIN_EXE_plyjudge"))
            .env("PLYJUDGE_PROGRESS", "off")
            .args([name, "--help"])
            .output()
            .expect("the command runs")
            .stdout;
        let help = String::from_utf8(help).expect("UTF-8");
        for option in ["--color", "--quiet"] {
            assert!(help.contains(option), "{name}: {help}");
        }
    }
}

/// Names that had underscores once are still understood.
#[test]
fn a_rule_may_be_named_with_underscores() {
    let answer = |rule: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_plyjudge"));
        let game = [
            "match",
            "kalah",
            "engine:depth=1",
            "random",
            "--games",
            "8",
            "--seed",
            "1",
        ];
        command.args(game).args(["--rule", rule]);
        command.output().expect("the command runs")
    };
    let [hyphens, underscores, taken] = [
        "extra-turn-in-play=no",
        "extra_turn_in_play=no",
        "extra-turn-in-play=yes",
    ]
    .map(answer);
    assert!(hyphens.status.success(), "{hyphens:?}");
    assert_eq!(hyphens, underscores);
    assert_ne!(hyphens.stdout, taken.stdout);
}
