//! Programs whose stones step otherwise.

use std::path::PathBuf;

use super::super::programs::compiled_for;
use super::{MANY_STONES, NEAR_GOALS, Otherwise};

/// The steps of the program, in the order in which they are listed.
const BLUE_UP: &str = "out[n++] = (Move){stone, from, from - 5};";
const BLUE_DIAGONAL: &str = "out[n++] = (Move){stone, from, from - 6};";
const BLUE_LEFT: &str = "out[n++] = (Move){stone, from, from - 1};";
const RED_DOWN: &str = "out[n++] = (Move){stone, from, from + 5};";
const RED_DIAGONAL: &str = "out[n++] = (Move){stone, from, from + 6};";
const RED_RIGHT: &str = "out[n++] = (Move){stone, from, from + 1};";

/// Mistakes with edges and with steps onto the goals, each with the program in C that makes it and what
/// it is asked. `nothing` is what a roll without a move is worth there.
pub(super) fn catalogued(nothing: (&str, &str)) -> Vec<(Otherwise, PathBuf, &'static str)> {
    let one = |value: &'static str, changes: &[(&str, &str)]| {
        let changes = [changes, &[nothing]].concat();
        let program = compiled_for("ewn", &format!("ewn-edges-{value}"), &changes);
        (vec![("edges", value)], program, MANY_STONES)
    };
    // Steps that are made under one more condition each.
    let onto_goal = |value: &'static str, conditions: &[(&str, &str)]| {
        let guarded = conditions
            .iter()
            .map(|(step, condition)| format!("if ({condition}) {step}"));
        let guarded: Vec<String> = guarded.collect();
        let steps = conditions.iter().map(|(step, _)| *step);
        let mut changes: Vec<(&str, &str)> = steps.zip(guarded.iter().map(|it| &**it)).collect();
        changes.push(nothing);
        let program = compiled_for("ewn", &format!("ewn-goal-steps-{value}"), &changes);
        (vec![("goal-steps", value)], program, NEAR_GOALS)
    };
    vec![
        one(
            "blue-as-red",
            &[
                (
                    "        if (row > 0 && col > 0)\n",
                    "        if (row > 0 && col < 4 && from > 6)\n",
                ),
                (
                    "        if (col > 0)\n",
                    "        if (col < 4 && from > 1)\n",
                ),
            ],
        ),
        one(
            "red-as-blue",
            &[
                (
                    "        if (row < 4 && col < 4)\n",
                    "        if (row < 4 && col > 0 && from < 20)\n",
                ),
                (
                    "        if (col < 4)\n",
                    "        if (col > 0 && from < 25)\n",
                ),
            ],
        ),
        one(
            "blue-horizontal",
            &[("        if (col > 0)\n", "        if (from > 1)\n")],
        ),
        one(
            "red-horizontal",
            &[("        if (col < 4)\n", "        if (from < 25)\n")],
        ),
        one(
            "red-diagonal",
            &[(
                "        if (row < 4 && col < 4)\n",
                "        if (from + 6 <= 25)\n",
            )],
        ),
        one(
            "blue-diagonal",
            &[(
                "        if (row > 0 && col > 0)\n",
                "        if (from - 6 >= 1)\n",
            )],
        ),
        onto_goal(
            "no-diagonal",
            &[(BLUE_DIAGONAL, "from > 7"), (RED_DIAGONAL, "from < 19")],
        ),
        onto_goal("no-blue-diagonal", &[(BLUE_DIAGONAL, "from > 7")]),
        onto_goal("no-red-diagonal", &[(RED_DIAGONAL, "from + 6 < 25")]),
        onto_goal("no-blue-vertical", &[(BLUE_UP, "from - 5 > 1")]),
        onto_goal("no-red-vertical", &[(RED_DOWN, "from + 5 < 25")]),
        onto_goal("no-blue-horizontal", &[(BLUE_LEFT, "from - 1 > 1")]),
        onto_goal("no-red-horizontal", &[(RED_RIGHT, "from + 1 < 25")]),
        onto_goal(
            "no-blue",
            &[
                (BLUE_UP, "from - 5 > 1"),
                (BLUE_DIAGONAL, "from - 6 > 1"),
                (BLUE_LEFT, "from - 1 > 1"),
            ],
        ),
        onto_goal(
            "no-red",
            &[
                (RED_DOWN, "from + 5 < 25"),
                (RED_DIAGONAL, "from + 6 < 25"),
                (RED_RIGHT, "from + 1 < 25"),
            ],
        ),
    ]
}
