//! `show` and `explain`: what they say agrees with the golden answers, and their errors name
//! the place.

use std::fs;
use std::path::Path;

use crate::support::Plyjudge;
use plyjudge::games;
use plyjudge::protocol::Settings;
use plyjudge::protocol::explain::Explanation;
use plyjudge::search::tree::Limits;
use plyjudge::text::percent_g;

/// The golden inputs of a game with their answers; those that need options are left out.
fn goldens(game: &str) -> Vec<(String, String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("testdata")
        .join(game);
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("a readable folder").path();
        let is_input = path.extension().is_some_and(|extension| extension == "txt");
        if !is_input || path.with_extension("args").exists() {
            continue;
        }
        let read = |path: &Path| fs::read_to_string(path).expect("text");
        let name = path.display().to_string();
        found.push((name, read(&path), read(&path.with_extension("out"))));
    }
    assert!(!found.is_empty(), "{game}");
    found
}

fn explained(name: &str, input: &str, at: usize) -> Explanation {
    let protocol = games::recognise_input(input).expect(name);
    let explained = protocol.explain(&Settings::default(), input, Some(at), Limits::default());
    explained.unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn choice(explanation: &Explanation) -> &str {
    let chosen = explanation.chosen();
    chosen.map_or("none", |node| &explanation.nodes[node].step)
}

#[test]
fn computed_actions_are_the_golden_ones() {
    let mut decisions = 0;
    for (name, input, output) in goldens("checkers") {
        let computed = output.lines().filter_map(|line| line.strip_prefix("*** "));
        for (at, headline) in (1..).zip(computed) {
            let explanation = explained(&name, &input, at);
            let found = format!("{}: {}", explanation.title, choice(&explanation));
            assert_eq!(found, headline, "{name}");
            decisions += 1;
        }
    }
    assert!(decisions > 30, "{decisions}");
}

#[test]
#[ignore = "takes long; `.ci/run` and `make slow` run it"]
fn values_and_counts_of_kalah_are_the_golden_ones() {
    for (name, input, output) in goldens("kalah") {
        let figures: Vec<i64> = output
            .lines()
            .map(|line| line.rsplit(':').next().expect("a part"))
            .map(|figure| figure.parse().expect("a number"))
            .collect();
        for (at, figures) in (1..).zip(figures.chunks(4)) {
            let explanation = explained(&name, &input, at);
            if let Some(visits) = explanation.plain_visits {
                assert_eq!(visits as i64, figures[1], "{name}, {at}");
            }
            assert_eq!(
                explanation.nodes[0].value as i64, figures[2],
                "{name}, {at}"
            );
            assert_eq!(
                explanation.alpha_beta_visits,
                Some(figures[3] as u64),
                "{name}, {at}"
            );
        }
    }
}

#[test]
fn scores_of_ewn_are_the_published_ones() {
    let goldens = goldens("ewn");
    let published = goldens
        .iter()
        .find(|(name, ..)| name.ends_with("published-analysis.txt"));
    let (name, input, output) = published.expect("the published analysis");
    let explanation = explained(name, input, 1);
    let lines = explanation.children(0).into_iter().map(|child| {
        let node = &explanation.nodes[child];
        format!(
            "{}:Move({})",
            percent_g(node.value, 6),
            node.step.replace(' ', ",")
        )
    });
    let scores: Vec<&str> = output
        .lines()
        .filter(|line| line.contains(":Move("))
        .collect();
    assert_eq!(lines.collect::<Vec<_>>(), scores);
    let best = format!("Best Move:{}", choice(&explanation));
    assert_eq!(Some(&*best), output.lines().last());
}

#[test]
#[ignore = "takes long; `.ci/run` and `make slow` run it"]
fn lines_of_hexline_are_the_golden_ones() {
    for (name, input, output) in goldens("hexline") {
        // The searches from maps with many free cells take long without optimisation.
        let free = input.split_whitespace().filter(|word| *word == "0").count();
        if free > 60 {
            continue;
        }
        for (at, line) in (1..).zip(output.lines()) {
            assert_eq!(choice(&explained(&name, &input, at)), line, "{name}, {at}");
        }
    }
}

#[test]
fn a_position_is_shown_in_the_terminal() {
    Plyjudge::new()
        .args(["show"])
        .stdin("0 2 25 24 14 12 0 15 1 8 3 6 19 23\n")
        .stdout(
            "EinStein würfelt nicht, Blue to move with a 2\n\
             ┌───┬───┬───┬───┬───┐\n\
             │ R1│   │ R3│   │   │\n\
             ├───┼───┼───┼───┼───┤\n\
             │ R4│   │ R2│   │   │\n\
             ├───┼───┼───┼───┼───┤\n\
             │   │ B4│   │ B3│ B6│\n\
             ├───┼───┼───┼───┼───┤\n\
             │   │   │   │ R5│   │\n\
             ├───┼───┼───┼───┼───┤\n\
             │   │   │ R6│ B2│ B1│\n\
             └───┴───┴───┴───┴───┘\n",
        )
        .run();
    Plyjudge::new()
        .args(["show", "game.txt"])
        .file("game.txt", "6 6 6 6 6 6 0 0 7 7 7 7 7 1 1 4\n")
        .stdout(
            "Kalah, player 1 to move\n\
             \u{20}           12    11    10    9     8     7\n\
             \u{20}         ( 7 ) ( 7 ) ( 7 ) ( 7 ) ( 7 ) ( 0 )\n\
             \u{20}   ( 1 )                                     ( 0 )\n\
             \u{20}         ( 6 ) ( 6 ) ( 6 ) ( 6 ) ( 6 ) ( 6 )\n\
             \u{20}           0     1     2     3     4     5\n",
        )
        .run();
}

#[test]
fn errors_name_the_place() {
    for (args, input, message) in [
        (
            &["show"][..],
            "G6-F5\nx\n",
            "stdin:2: found 'x', expected an action such as G6-F5, A or P",
        ),
        (
            &["explain"],
            "G6-F5\n",
            "stdin: found no actions to compute, asked for by A or P, expected one",
        ),
        (
            &["explain", "--at", "2"],
            "A\n",
            "stdin: found number 2, expected one from 1 to 1: the input has 1 of what can be \
             explained (actions to compute, asked for by A or P)",
        ),
        (
            &["explain", "--depth", "9"],
            "6 6 6 6 6 6 0 0 7 7 7 7 7 1 1\n",
            "stdin:1: found '6 6 6 6 6 6 0 0 7 7 7 7 7 1 1', expected an action such as G6-F5, A or P \
             (checkers); 16 integers (kalah); get, ini or exit, or 14 integers (ewn); map 1 or \
             map 2 (hexline)",
        ),
    ] {
        Plyjudge::new()
            .args(args.iter().copied())
            .stdin(input)
            .stderr(format!("plyjudge: {message}\n"))
            .status(2)
            .run();
    }
}

#[test]
fn a_tree_is_drawn_for_graphviz() {
    Plyjudge::new()
        .args(["explain", "--depth", "1", "--dot", "--levels", "2"])
        .stdin(
            "map 1\n0 0 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1\n".to_owned()
                + &format!("{}\n", ["-1"; 12].join(" ")).repeat(11),
        )
        .stdout(
            "digraph decision {\n\
             \u{20} label=\"player 1's line\";\n\
             \u{20} node [fontname=\"sans-serif\"];\n\
             \u{20} edge [fontname=\"sans-serif\", arrowhead=none];\n\
             \u{20} n0 [label=\"1000\", shape=triangle, style=bold];\n\
             \u{20} n0 -> n1 [label=\"0 0 1 1\", style=bold];\n\
             \u{20} n0 -> n2 [label=\"0 0 2 6\"];\n\
             \u{20} n0 -> n3 [label=\"0 1 1 1\"];\n\
             \u{20} n0 -> n4 [label=\"0 1 2 1\"];\n\
             \u{20} n1 [label=\"1000\", shape=box, style=bold];\n\
             \u{20} n2 [label=\"-1000\", shape=box];\n\
             \u{20} n3 [label=\"1000\", shape=box];\n\
             \u{20} n4 [label=\"-1000\", shape=box];\n\
             }\n",
        )
        .run();
}
