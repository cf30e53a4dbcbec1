//! Matches through the command: faults lose, results do not depend on threads, records are
//! games by the rules.

use std::fs;
use std::process::{Command, Output};
use std::thread;

use crate::support::grade::can_contain;
use plyjudge::arena::record::Record;
use plyjudge::games;
use serde_json::Value;

fn run(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plyjudge"));
    command.env("PLYJUDGE_PROGRESS", "off");
    let output = command.arg("match").args(args).output();
    output.expect("plyjudge runs")
}

/// The results of a match, as JSON.
fn results(args: &[&str]) -> Value {
    let mut args = args.to_vec();
    args.push("--json");
    let output = run(&args);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {errors}");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// Checks all at once: most of their time they wait for a limit.
fn side_by_side<T: Sync>(cases: &[T], check: impl Fn(&T) + Sync) {
    thread::scope(|scope| {
        for case in cases {
            scope.spawn(|| check(case));
        }
    });
}

/// Time for a move: short where it is to run out.
fn time_for(kind: &str) -> &'static str {
    match kind {
        "silent" | "late" => "1",
        _ => "60",
    }
}

/// A player of EWN in the shell that is honest until its reply to `get`.
fn ewn_player(reply: &str) -> String {
    format!(
        "while read request colour rest; do\n\
           case $request in\n\
             ini) case $colour in\n\
               B*) echo 25 24 23 20 19 15;;\n\
               *) echo 1 2 3 6 7 11;;\n\
             esac;;\n\
             get) {reply};;\n\
             exit*) exit;;\n\
           esac\n\
         done\n"
    )
}

/// Each kind of bad player loses all its games for its own reason, and the match goes on.
#[test]
fn bad_players_lose_for_their_own_reasons() {
    let folder = tempfile::tempdir().expect("a folder");
    let replies = [
        ("echo 13 13", "illegal", "found '13 13', expected one of "),
        ("echo 99 99", "illegal", "found '99 99', expected one of "),
        (
            "echo B2 C3",
            "malformed",
            "found 'B2 C3', expected two cells",
        ),
        (
            "echo '15  10'",
            "malformed",
            "found '15  10', expected two cells, FROM TO, with a single space between them",
        ),
        (
            "printf '15\\t10\\n'",
            "malformed",
            "found '15\\t10', expected two cells",
        ),
        ("echo 15 10 5", "malformed", "expected two cells"),
        (":", "silent", "no reply within 1 s, as --time allows"),
        (
            "printf 15; exec sleep 9",
            "late",
            "no whole reply within 1 s",
        ),
        ("sleep 1.5; echo 15 10", "late", "no whole reply within 1 s"),
        ("echo hello; echo 15 10", "chatter", "found 'hello' besides"),
        ("exit 3", "crashed", "exited with status 3"),
        ("kill -SEGV $$", "crashed", "ended by signal 11"),
        ("exec yes 1 2 3", "chatter", "found '1 2 3' besides"),
        ("exec cat /dev/zero", "chatter", "found '\\0\\0\\0"),
        ("exec >&-; sleep 9", "silent", "no reply within 1 s"),
        ("sleep 9 & sleep 9 & wait", "silent", "no reply within 1 s"),
        (
            "trap '' TERM INT HUP; while :; do sleep 1; done",
            "silent",
            "no reply within 1 s",
        ),
        ("printf '\\377\\n'", "malformed", "expected UTF-8 text"),
        ("echo", "malformed", "found '', expected two cells"),
    ];
    side_by_side(&replies, |&(reply, kind, reason)| {
        let script = tempfile::NamedTempFile::new_in(&folder).expect("a script");
        fs::write(&script, ewn_player(reply)).expect("a script");
        let player = format!("sh {}", script.path().display());
        let time = time_for(kind);
        let found = results(&[
            "ewn",
            &player,
            "random",
            "--games",
            "2",
            "--time",
            time,
            "--sandbox",
            "off",
        ]);
        assert_eq!(found["together"]["losses"], 2, "{reply}: {found}");
        let faults = found["faults"]["a"].as_array().expect("a list");
        assert_eq!(faults.len(), 1, "{reply}: {found}");
        assert_eq!(faults[0]["kind"], kind, "{reply}: {found}");
        assert_eq!(faults[0]["games"], 2, "{reply}: {found}");
        let told = faults[0]["reason"].as_str().expect("text");
        assert!(told.contains(reason), "{reply}: {told}");
        assert_eq!(found["faults"]["b"], Value::Array(Vec::new()));
    });
}

/// Programs that are started for each move are held to the same.
#[test]
#[ignore = "takes long; `.ci/run` and `make slow` run it"]
fn bad_players_lose_where_programs_do_not_stay() {
    let players = [
        ("kalah", "sh -c 'echo 12'", "illegal"),
        ("kalah", "sh -c 'echo pit 3'", "malformed"),
        ("kalah", "sh -c 'echo 3; echo 3'", "chatter"),
        ("kalah", "sh -c 'exec sleep 9'", "silent"),
        ("kalah", "sh -c 'echo 3; exec sleep 9'", "late"),
        ("kalah", "sh -c 'sleep 1.5; echo 3'", "late"),
        ("kalah", "sh -c 'exit 1'", "crashed"),
        ("kalah", "yes", "chatter"),
        ("kalah", "sh -c 'exec >&-; sleep 9'", "silent"),
        (
            "kalah",
            "sh -c \"trap '' TERM; sleep 9; sleep 9\"",
            "silent",
        ),
        ("hexline", "sh -c 'echo 0 0 4 1'", "illegal"),
        ("hexline", "true", "malformed"),
        ("hexline", "sh -c 'echo 0 0 1 1; echo 0 1 1 1'", "chatter"),
        ("checkers", "sh -c 'echo BLACK WIN!'", "malformed"),
        (
            "checkers",
            "sh -c \"echo '*** BLACK ACTION #1: A6-A5'\"",
            "illegal",
        ),
        (
            "checkers",
            "sh -c \"echo '*** BLACK ACTION #1: A6-B5'; echo '*** WHITE ACTION #2: B3-A4'\"",
            "chatter",
        ),
        ("checkers", "sh -c 'kill -KILL $$'", "crashed"),
    ];
    side_by_side(&players, |&(game, player, kind)| {
        let time = time_for(kind);
        let found = results(&[
            game,
            player,
            "random",
            "--games",
            "2",
            "--no-swap",
            "--time",
            time,
            "--sandbox",
            "off",
        ]);
        assert_eq!(found["together"]["losses"], 2, "{player}: {found}");
        assert_eq!(found["faults"]["a"][0]["kind"], kind, "{player}: {found}");
    });
}

/// What a program returns says nothing against its replies.
#[test]
fn a_reply_counts_whatever_the_exit_status() {
    let plyjudge = env!("CARGO_BIN_EXE_plyjudge");
    let player = format!("sh -c '\"$0\" --depth 1; exit 1' {plyjudge}");
    let options = ["--games", "1", "--time", "60", "--sandbox", "off"];
    let found = results(&[&["checkers", &player, "random"], &options[..]].concat());
    assert_eq!(found["faults"]["a"], Value::Array(Vec::new()), "{found}");
}

/// A player of EWN in the shell: what it does before it reads, its words for the cells of Blue
/// and of Red, and what it does for `get` and for requests that it does not know.
fn speaker(before: &str, [blue, red]: [&str; 2], get: &str, other: &str) -> String {
    format!(
        "{before}\n\
         while read -r request colour rest; do\n\
           case $request in\n\
             ini) case $colour in\n\
               B) echo {blue};;\n\
               R) echo {red};;\n\
               *) echo what is \"$colour\"?;;\n\
             esac;;\n\
             get) {get};;\n\
             exit) exit 3;;\n\
             *) {other};;\n\
           esac\n\
         done\n"
    )
}

/// The binary as a program of numbers that does so for the other dialect's requests.
fn numbers_only(does: &str) -> String {
    let binary = env!("CARGO_BIN_EXE_plyjudge");
    format!(
        "while read -r line; do case $line in name|version|*setting*) {does};; \
         *) echo \"$line\";; esac; done | {binary} --depth 1\n"
    )
}

/// Programs that know numbers only, letters only, that end, hang or are silent at requests they
/// do not know, and that need a greeting: all play, and against each other.
#[test]
fn programs_of_both_dialects_meet() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("a script");
        format!("sh {}", path.display())
    };
    // Its dialect is that of the line before the first.
    let binary = env!("CARGO_BIN_EXE_plyjudge");
    let text = format!("{{ echo name; exec cat; }} | {binary} --depth 1 | sed -u 1d\n");
    let lettered = program("letters", &text);
    for player in [
        program("ends", &numbers_only("exit")),
        program("hangs", &numbers_only("exec sleep 600")),
        program("silent", &numbers_only(":")),
        "engine:depth=1".to_owned(),
    ] {
        let found = results(&[
            "ewn",
            &player,
            &lettered,
            "--games",
            "4",
            "--sandbox",
            "off",
        ]);
        assert_eq!(found["together"]["draws"], 0);
        for side in ["a", "b"] {
            assert_eq!(
                found["faults"][side],
                Value::Array(Vec::new()),
                "{player}: {found}"
            );
        }
    }
    for (name, before, other) in [
        // As the course's example: an empty line for what it does not know.
        ("plain", ":", "echo"),
        // Nothing before it has heard of the board.
        (
            "greeted",
            "read -r a; echo me; read -r a; echo 1; read -r a; echo 1; read -r a; \
             case $a in 'board_setting 5 6') echo 1;; *) exit;; esac",
            "echo",
        ),
        // It knows no greeting.
        ("blunt", ":", "exit"),
    ] {
        // After `ini` these resign by a move that cannot be.
        let cells = ["E5 D5 C5 E4 D4 E3", "A1 B1 C1 A2 B2 A3"];
        let text = speaker(before, cells, "echo A1 A1", other);
        let player = program(name, &text);
        for dialect in [&[][..], &["--dialect", "letters"]] {
            if name == "blunt" && !dialect.is_empty() {
                continue;
            }
            let mut args = vec!["ewn", &player, "random", "--games", "2", "--sandbox", "off"];
            args.extend(dialect);
            let found = results(&args);
            let reason = found["faults"]["a"][0]["reason"].as_str().expect("text");
            assert!(
                reason.starts_with("illegal move: found '1 1'"),
                "{name}: {reason}"
            );
            assert_eq!(found["faults"]["a"][0]["games"], 2, "{name}: {found}");
        }
    }
    let output = run(&["kalah", "engine", "random", "--dialect", "letters"]);
    assert_eq!(output.status.code(), Some(2));
}

/// Lines end in LF unless CRLF is asked for, and whoever does not understand its first line is
/// told of the other way.
#[test]
fn line_ends_are_those_asked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let script = folder.path().join("player.sh");
    let cells = ["25 24 23 20 19 15", "1 2 3 6 7 11"];
    let text = speaker(":", cells, "echo 1 1", "exit");
    fs::write(&script, text).expect("a script");
    let player = format!("sh {}", script.display());
    let reason = |more: &[&str]| {
        let mut args = vec!["ewn", &player, "random", "--games", "1", "--sandbox", "off"];
        args.extend(more);
        let found = results(&args);
        let reason = found["faults"]["a"][0]["reason"].as_str();
        reason.expect("text").to_owned()
    };
    let told = reason(&[]);
    assert!(told.starts_with("illegal move: found '1 1'"), "{told}");
    let told = reason(&["--crlf"]);
    assert!(
        told.starts_with("malformed reply: found 'what is B"),
        "{told}"
    );
    assert!(told.contains("without --crlf"), "{told}");

    let text = fs::read_to_string(&script).expect("a script");
    fs::write(&script, text.replace("B)", "B\r)").replace("R)", "R\r)")).expect("a script");
    let told = reason(&[]);
    assert!(told.contains("there is --crlf"), "{told}");
    let told = reason(&["--crlf"]);
    assert!(told.starts_with("illegal move: found '1 1'"), "{told}");
}

/// A process plays game after game, each begun by `ini`; a lost one is replaced; `--restart`
/// starts one for each.
#[test]
fn a_process_plays_several_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let binary = env!("CARGO_BIN_EXE_plyjudge");
    let started = folder.path().join("started");
    let play = |script: &str, more: &[&str]| {
        let path = folder.path().join("player.sh");
        let text = format!("echo >> {}\n{script}", started.display());
        fs::write(&path, text).expect("a script");
        let player = format!("sh {}", path.display());
        let mut args = vec!["ewn", &player, "engine:depth=1", "--sandbox", "off"];
        args.extend(more);
        let found = results(&args);
        assert_eq!(found["faults"]["a"], Value::Array(Vec::new()), "{found}");
        let count = fs::read(&started).expect("a file").len();
        fs::remove_file(&started).expect("a file");
        count
    };
    let whole = format!("exec {binary} --depth 1\n");
    assert_eq!(play(&whole, &["--games", "10"]), 1);
    assert_eq!(play(&whole, &["--games", "11"]), 2);
    assert_eq!(play(&whole, &["--games", "3", "--restart"]), 3);
    // It ends at the second `ini` that it gets.
    let once = format!(
        "games=0; while read -r line; do case $line in ini*) games=$((games + 1));; esac; \
         [ $games = 2 ] && exit; echo \"$line\"; done | {binary} --depth 1\n"
    );
    assert_eq!(play(&once, &["--games", "4"]), 4);
}

/// Of two games with one set-up Blue begins one and Red the other; then players change colours.
#[test]
fn each_set_up_is_played_with_both_sides_first() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.jsonl");
    let path = file.to_str().expect("a path in UTF-8");
    let found = results(&[
        "ewn",
        "random",
        "engine:depth=1",
        "--games",
        "8",
        "--record",
        path,
    ]);
    assert_eq!(found["games"], 8);
    let text = fs::read_to_string(&file).expect("the records");
    let games: Vec<Record> = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("a record"))
        .collect();
    for (number, game) in games.iter().enumerate() {
        let red_begins = [false, true, true, false][number % 4];
        assert_eq!(game.second_begins, red_begins);
        assert_eq!(game.players[0] == "random", number / 2 % 2 == 0, "{number}");
        let [blue, red] = [0, 1].map(|place| &game.plies[place].chosen);
        // Blue's stones stand where cells have high numbers.
        assert!(blue.contains("25") && red.split(' ').any(|cell| cell == "1"));
        let from: u8 = game.plies[2]
            .chosen
            .split(' ')
            .next()
            .expect("a cell")
            .parse()
            .expect("a number");
        assert_eq!(from <= 11, red_begins, "{number}: {:?}", game.plies[2]);
        assert_eq!(
            game.second_begins ^ (game.players[0] != "random"),
            number % 2 == 1
        );
        if number % 2 == 1 {
            let before = &games[number - 1];
            assert_eq!(before.plies[..2], game.plies[..2]);
            assert_eq!(before.plies[2].drawn, game.plies[2].drawn);
        }
    }
}

/// A checkers program that stays prints boards too, which are no replies; what looks like one
/// and was not asked for is chatter, also when it comes late.
#[test]
#[ignore = "takes long; `.ci/run` and `make slow` run it"]
fn bad_players_of_checkers_lose_when_kept_alive() {
    let folder = tempfile::tempdir().expect("a folder");
    let script = folder.path().join("player.sh");
    let player = format!("sh {}", script.display());
    for (reply, kind, reason) in [
        (
            "echo '*** BLACK ACTION #1: A6-A5'",
            "illegal",
            "found 'A6-A5'",
        ),
        (
            "echo '*** BLACK ACTION #2: A6-B5'",
            "malformed",
            "expected *** BLACK ACTION #1",
        ),
        ("echo 'WHITE WIN!'", "malformed", "found 'WHITE WIN!'"),
        (
            "echo '*** BLACK ACTION #1: A6-B5'; echo '  | b |'; echo '*** WHITE ACTION #2: B3-A4'",
            "chatter",
            "found '*** WHITE ACTION #2: B3-A4' besides",
        ),
        ("echo 'BOARD COST: 0'; sleep 9", "silent", "no reply"),
        // As the assignment has it: the answer is its end.
        (
            "echo '*** BLACK ACTION #1: A6-B5'; exit 0",
            "crashed",
            "exited with status 0",
        ),
    ] {
        let text = format!("while read action; do case $action in A*) {reply};; esac; done\n");
        fs::write(&script, text).expect("a script");
        let found = results(&[
            "checkers",
            &player,
            "random",
            "--games",
            "2",
            "--no-swap",
            "--opening",
            "0",
            "--keep-alive",
            "--time",
            time_for(kind),
            "--sandbox",
            "off",
        ]);
        assert_eq!(found["together"]["losses"], 2, "{reply}: {found}");
        assert_eq!(found["faults"]["a"][0]["kind"], kind, "{reply}: {found}");
        let told = found["faults"]["a"][0]["reason"].as_str().expect("text");
        assert!(told.contains(reason), "{reply}: {told}");
    }
}

/// The built-in engine behind each protocol, as a program in the sandbox: no faults, and the
/// games of the engine itself.
#[test]
#[ignore = "takes long; `.ci/run` and `make slow` run it"]
fn plyjudge_plays_as_a_program_as_it_does_as_an_engine() {
    let sandbox = if can_contain() { "on" } else { "off" };
    let binary = env!("CARGO_BIN_EXE_plyjudge");
    for (game, options, engine, more) in [
        ("ewn", "--depth 1", "engine:depth=1", [].as_slice()),
        ("kalah", "--format choice --depth 2", "engine:depth=2", &[]),
        (
            "kalah",
            "--format choice --depth 2",
            "engine:depth=2",
            &["--keep-alive"],
        ),
        (
            "checkers",
            "--depth 1",
            "engine:depth=1",
            &["--longest", "20"],
        ),
        (
            "checkers",
            "--depth 1 --rule after-command=answered",
            "engine:depth=1",
            &["--longest", "20", "--keep-alive"],
        ),
        ("hexline", "", "engine", &["--keep-alive"]),
    ] {
        let program = format!("{binary} {options}");
        let as_played = |player: &str| {
            let mut args = vec![game, player, "random", "--games", "4", "--seed", "5"];
            args.extend(["--sandbox", sandbox]);
            args.extend_from_slice(more);
            results(&args)
        };
        let (found, expected) = (as_played(&program), as_played(engine));
        assert_eq!(found["faults"]["a"], Value::Array(Vec::new()), "{game}");
        for part in ["a_first", "a_second"] {
            assert_eq!(found[part], expected[part], "{game}");
        }
    }
}

#[test]
fn games_are_the_same_for_any_number_of_threads_and_are_by_the_rules() {
    let folder = tempfile::tempdir().expect("a folder");
    for (game, a, b) in [
        ("kalah", "engine:depth=1", "engine:depth=2"),
        ("kalah", "random", "engine:depth=2,capture=landing"),
        ("ewn", "random", "engine:depth=1"),
        ("checkers", "engine:depth=1", "engine:depth=2"),
        ("hexline", "engine", "random"),
    ] {
        let played = |jobs: &str, seed: &str| {
            let path = folder.path().join("games.jsonl");
            let file = path.to_str().expect("a path in UTF-8");
            let found = results(&[
                game, a, b, "--games", "12", "--seed", seed, "--jobs", jobs, "--record", file,
            ]);
            (found, fs::read_to_string(path).expect("the records"))
        };
        let (one, three) = (played("1", "7"), played("3", "7"));
        assert_eq!(one, three, "{game}");
        assert_ne!(
            one.1,
            played("1", "8").1,
            "{game}: the seed changes nothing"
        );
        let mut games = 0;
        for line in one.1.lines() {
            let record: Record = serde_json::from_str(line).expect("a record");
            let protocol = games::find(&record.game).expect("a game");
            record
                .replay(protocol, |_, _| {})
                .expect("a game by the rules");
            games += 1;
        }
        assert_eq!(one.0["games"], games);
    }
}

/// Recorded games are shown again; a move that was changed is found.
#[test]
fn recorded_games_are_shown_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.jsonl");
    let path = file.to_str().expect("a path in UTF-8");
    results(&["ewn", "random", "random", "--games", "3", "--record", path]);
    let replay = |more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_plyjudge"));
        let output = command.args(["replay", path]).args(more).output();
        output.expect("plyjudge runs")
    };
    let shown = replay(&["--game", "2"]);
    assert!(shown.status.success());
    let text = String::from_utf8(shown.stdout).expect("UTF-8");
    assert!(
        text.starts_with("ewn game 2: Blue random, Red random\n"),
        "{text}"
    );
    assert!(replay(&["--player", "nobody"]).stdout.is_empty());

    let games = fs::read_to_string(&file).expect("the records");
    let wrong = games.replacen("\"drawn\":\"", "\"drawn\":\"9", 1);
    fs::write(&file, wrong).expect("a file");
    let output = replay(&["--quiet"]);
    assert_eq!(output.status.code(), Some(1));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.starts_with("plyjudge: game 1: ply "), "{errors}");
}

/// The start of Kalah is one position: without openings two engines have one game a side.
#[test]
fn games_that_would_repeat_are_played_once() {
    let args = [
        "kalah",
        "engine:depth=1",
        "engine:depth=3",
        "--games",
        "50",
        "--opening",
        "0",
    ];
    let found = results(&args);
    assert_eq!(
        (&found["games"], &found["repeated"]),
        (&2.into(), &48.into())
    );
    let found = results(&["kalah", "engine:depth=1", "random", "--games", "50"]);
    assert_eq!(
        (&found["games"], &found["repeated"]),
        (&50.into(), &0.into())
    );
}

#[test]
fn a_sequential_test_ends_the_match() {
    let args = [
        "kalah",
        "engine:depth=3",
        "random",
        "--games",
        "1000",
        "--sprt",
        "-50,100",
    ];
    let found = results(&args);
    assert_eq!(found["sprt"]["decision"], "elo1");
    assert_eq!(found["sprt"]["of"], "pairs");
    assert!(found["games"].as_u64().expect("a number") < 100, "{found}");
}

#[test]
fn a_kalah_report_has_a_line_for_each_game_and_the_points() {
    let output = run(&[
        "kalah", "random", "random", "--games", "40", "--format", "report",
    ]);
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 42);
    for (number, line) in (1..).zip(&lines[..40]) {
        assert!(line.starts_with(&format!("第{number}局:")), "{line}");
    }
    let count = |ending: &str| lines.iter().filter(|line| line.ends_with(ending)).count();
    let points = |won: usize| won + count(":平手");
    assert_eq!(
        lines[40],
        format!("玩家0分數:{}", points(count(":玩家0勝")))
    );
    assert_eq!(
        lines[41],
        format!("玩家1分數:{}", points(count(":玩家1勝")))
    );
}

#[test]
fn what_cannot_be_played_is_said() {
    for (args, message) in [
        (
            ["kalah", "engine:deep=1", "random"],
            "plyjudge: rule 'deep': no such rule",
        ),
        (
            ["kalah", "engine:depth=x", "random"],
            "plyjudge: rule 'depth': found value 'x', expected a whole number",
        ),
        (
            ["kalah", "./no/such", "random"],
            "plyjudge: ./no/such: no such file",
        ),
    ] {
        let output = run(&args);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{errors}");
        assert!(errors.starts_with(message), "{errors}");
    }
}

/// There is such a file, and it may be executed, but it names an interpreter that there is not.
#[test]
fn a_player_that_cannot_be_started_is_a_usage_error() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a folder");
    let player = folder.path().join("player");
    fs::write(&player, "#!/no/such/interpreter\n").expect("a file");
    fs::set_permissions(&player, fs::Permissions::from_mode(0o755)).expect("it may be executed");
    let sandbox = if can_contain() { "on" } else { "off" };
    let player = player.to_str().expect("UTF-8");
    let output = run(&["kalah", "random", player, "--sandbox", sandbox]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{errors}");
    let message = format!("plyjudge: {player}: cannot be started: ");
    assert!(errors.starts_with(&message), "{errors}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "");
}

/// A journal that a player could have written is none: results in it would count.
#[test]
fn a_journal_inside_of_what_a_player_names_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).display().to_string();
    fs::create_dir(at("bob")).expect("a folder");
    fs::write(at("bob/player.sh"), ewn_player("echo 99 99")).expect("a player");
    fs::write(at("bob/games"), "").expect("a file");
    let refused = |player: &str, journal: &str, within: &str| {
        let args = [
            "ewn",
            "random",
            player,
            "--games",
            "1",
            "--journal",
            journal,
        ];
        let output = run(&args);
        assert_eq!(output.status.code(), Some(2));
        let told = String::from_utf8_lossy(&output.stderr);
        let expected = format!(
            "plyjudge: {journal}: found a journal inside of {within}, which is graded, expected \
             one elsewhere (--journal FILE)\n"
        );
        assert!(told.ends_with(&expected), "{told}");
    };
    let script = at("bob/player.sh");
    refused(&format!("sh {script}"), &script, &script);
    let in_folder = format!("sh {script} {}", at("bob"));
    refused(&in_folder, &at("bob/games"), &at("bob"));
    refused(&in_folder, &at("bob/new"), &at("bob"));
    assert!(!folder.path().join("bob/new").exists());
}

/// Ctrl-C does not wait for a player to move.
#[test]
fn an_interrupted_match_ends_before_a_move_does() {
    if !can_contain() {
        return;
    }
    // A time of its own, to be found by.
    let sleep = format!("sleep {}.5", 3_600 + std::process::id());
    let mut command = Command::new(env!("CARGO_BIN_EXE_plyjudge"));
    command.args(["match", "kalah", "random", &sleep, "--time", "3600"]);
    let mut judge = command.spawn().expect("runs");
    let wait = |what: &str, is_so: &mut dyn FnMut() -> bool| {
        let mut tries = 0;
        while !is_so() {
            tries += 1;
            assert!(tries < 2_400, "never: {what}");
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
    };
    let words = sleep.replace(' ', "\0");
    let sleeps = || {
        let entries = fs::read_dir("/proc").expect("is there").flatten();
        let mut lines = entries.flat_map(|entry| fs::read(entry.path().join("cmdline")));
        lines.any(|line| line.strip_suffix(b"\0") == Some(words.as_bytes()))
    };
    wait("the player thinks", &mut || sleeps());
    let pid = judge.id().to_string();
    let sent = Command::new("kill").args(["-INT", &pid]).status();
    assert!(sent.expect("there is kill").success());
    let mut ended = None;
    wait("the match ends", &mut || {
        ended = judge.try_wait().expect("is a child");
        ended.is_some()
    });
    assert_eq!(ended.expect("has ended").code(), Some(130));
    wait("the player is gone", &mut || !sleeps());
}

/// Openings are played in their order and again, each from both sides, under the names that
/// players are given; the pairs are those of the games in the record.
#[test]
fn openings_from_a_file_under_names() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (openings, record) = (path("openings.txt"), path("games.jsonl"));
    fs::write(&openings, "# two openings\n2, 0\n\n3,7,1\n").expect("a file");
    let (a, b) = ("name=some random", "'name=the other' engine:depth=1");
    let args = ["kalah", a, b, "--games", "8", "--openings", &openings];
    let found = results(&[&args[..], &["--record", &record, "--recover"]].concat());
    assert_eq!(
        (&found["a"], &found["b"]),
        (&"some".into(), &"the other".into())
    );
    let games = fs::read_to_string(&record).expect("a record");
    let games: Vec<Record> = games
        .lines()
        .map(|line| serde_json::from_str(line).expect("a game"))
        .collect();
    assert_eq!(games.len(), 8);
    let mut pairs = [0; 5];
    for (pair, games) in games.chunks(2).enumerate() {
        let moves = [&["2", "0"][..], &["3", "7", "1"]][pair % 2];
        let mut halves = 0;
        for (game, first) in games.iter().zip(["some", "the other"]) {
            assert_eq!(
                (game.opening as usize, &*game.players[0]),
                (moves.len(), first)
            );
            let begin: Vec<&str> = game.plies.iter().map(|ply| &*ply.chosen).collect();
            assert!(begin.starts_with(moves), "{begin:?}");
            halves += match game.winner {
                None => 1,
                Some(winner) if game.players[winner] == "some" => 2,
                Some(_) => 0,
            };
        }
        pairs[halves] += 1;
    }
    assert_eq!(found["pairs"], serde_json::json!(pairs));
    fs::write(&openings, "2,0\n2,14\n").expect("a file");
    let refused = run(&args);
    let errors = String::from_utf8_lossy(&refused.stderr);
    let message = format!("plyjudge: {openings}:2: found '14', expected ");
    assert!(errors.starts_with(&message), "{errors}");
    let dice = run(&["ewn", "random", "random", "--openings", &openings]);
    let errors = String::from_utf8_lossy(&dice.stderr);
    assert!(errors.contains("ewn, which has dice"), "{errors}");
}

/// After each so many games a line says how the match stands, whatever the number of threads.
#[test]
fn a_rating_line_now_and_then() {
    let args = ["kalah", "random", "random", "--games", "7"];
    let said = |jobs: &str| {
        let output = run(&[&args[..], &["--rating-interval", "3", "--jobs", jobs]].concat());
        String::from_utf8(output.stderr).expect("UTF-8")
    };
    let one = said("1");
    let starts: Vec<&str> = one
        .lines()
        .map(|line| line.split_once('+').unwrap().0)
        .collect();
    assert_eq!(starts, ["plyjudge: 3 games: ", "plyjudge: 6 games: "]);
    assert_eq!(said("3"), one);
}
