//! Programs that answer another line, or write it wrongly.

use std::path::PathBuf;

use super::super::programs::compiled_for;

/// How many free cells are counted that the maps before had.
const COUNTED_ON: [(&str, &str); 3] = [
    (
        "static int pruning = 1;",
        "static int pruning = 1, counted;",
    ),
    (
        "    return n;\n}\n\nstatic int is_free_line",
        "    return n + counted;\n}\n\nstatic int is_free_line",
    ),
    (
        "            decide(player);\n",
        "            decide(player);\n        counted = free_cells();\n",
    ),
];

/// The values of `answer-set`, `direction-base`, `packed` and of `free-counter` but one, each with such a program.
pub(super) fn catalogued() -> Vec<((&'static str, &'static str), PathBuf)> {
    // An answer that no line is better than, and what is done with one that is.
    let counting_on = |value, answer: &str, better: &str| {
        let changes = [
            (
                "best = 0, chosen = -1;",
                &*format!("best = -1000000, chosen = -1;\n    static Line answer = {{{answer}}};"),
            ),
            ("if (chosen < 0 || v > best)", "if (v > best)"),
            (
                "    if (chosen < 0)\n",
                &*format!(
                    "    if (chosen < 0 && free_cells() > 0)
        list[chosen = 0] = answer;
    {better}
    if (chosen < 0)\n"
                ),
            ),
        ];
        (
            ("free-counter", value),
            compiled_for(
                "hexline",
                &format!("hexline-free-counter-{value}"),
                &[&COUNTED_ON[..], &changes].concat(),
            ),
        )
    };
    let setting = |value, is_set: &str, is_better: &str, at_root: &str| {
        let set = format!(
            "        mark(list[i], 0);
        if (({is_set}) && ({is_better})) answer = list[i];
        if (to_move == root) {{"
        );
        let set_at_root = format!(
            "            chosen = i;
            if ({at_root}) answer = list[i];\n"
        );
        let changes = [
            (
                "enum { MOST_MOVES = 144 * 13 };",
                "enum { MOST_MOVES = 144 * 13 };\nstatic Line answer;",
            ),
            (
                "        mark(list[i], 0);\n        if (to_move == root) {",
                &*set,
            ),
            ("            chosen = i;\n", &*set_at_root),
            (
                "list[chosen].x, list[chosen].y, list[chosen].length,
               list[chosen].direction",
                "answer.x, answer.y, answer.length, answer.direction",
            ),
        ];
        let name = format!("hexline-answer-set-{value}");
        (
            ("answer-set", value),
            compiled_for("hexline", &name, &changes),
        )
    };
    let numbered = |value, starts_at_0: &str| {
        let direction = "list[chosen].direction);";
        let number = format!("list[chosen].direction - ({starts_at_0}));");
        let name = format!("hexline-direction-base-{value}");
        (
            ("direction-base", value),
            compiled_for("hexline", &name, &[(direction, &number)]),
        )
    };
    // The answer is a number whose digits are printed.
    let packed = |value, number: &str, [x, y]: [&str; 2]| {
        let to = format!(
            "    else {{
        Line l = list[chosen];
        int code = {number} + l.length * 10 + l.direction;
        printf(\"%d %d %d %d\\n\", {x}, {y}, code / 10 % 10, code % 10);
    }}
"
        );
        let from = "    else
        printf(\"%d %d %d %d\\n\", list[chosen].x, list[chosen].y, list[chosen].length,
               list[chosen].direction);
";
        let name = format!("hexline-packed-{value}");
        (
            ("packed", value),
            compiled_for("hexline", &name, &[(from, &to)]),
        )
    };
    let digits = ["code / 1000", "code / 100 % 10"];
    let best = "to_move == root ? v > best : v < best";
    let narrowing = "to_move == root ? v > alpha : v < beta";
    let inside = "v > alpha && v < beta";
    vec![
        setting("three-levels", "depth == 3", best, "1"),
        setting("three-levels-narrowing", "depth == 3", narrowing, "1"),
        setting("three-levels-inside", "depth == 3", inside, "1"),
        setting("three-levels-only", "depth == 3", best, "depth == 3"),
        setting("root-player", "to_move == root", best, "1"),
        setting("root-player-narrowing", "to_move == root", narrowing, "1"),
        setting("root-player-inside", "to_move == root", inside, "1"),
        setting("all", "1", best, "1"),
        setting("all-narrowing", "1", narrowing, "1"),
        setting("all-inside", "1", inside, "1"),
        (
            ("free-counter", "never"),
            compiled_for("hexline", "hexline-free-counter-never", &COUNTED_ON),
        ),
        counting_on(
            "never-previous",
            "0, 0, 0, 0",
            "if (chosen >= 0) answer = list[chosen];",
        ),
        counting_on("never-zeros", "0, 0, 0, 0", ""),
        counting_on("never-one-cell", "0, 0, 1, 1", ""),
        counting_on("never-minus-ones-zeros", "-1, -1, 0, 0", ""),
        numbered("0", "1"),
        numbered("0-lines", "list[chosen].length > 1"),
        numbered("0-single", "list[chosen].length == 1"),
        packed("y-digit", "l.x * 1000 + l.y * 100", digits),
        packed(
            "x-digit",
            "l.y * 1000 + l.x * 100",
            ["code / 100 % 10", "code / 1000"],
        ),
    ]
}
