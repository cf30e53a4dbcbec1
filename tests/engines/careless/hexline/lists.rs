//! Programs in which several nodes of the search have one list of lines, or lists are too short.

use std::path::PathBuf;

use super::super::programs::compiled_for;

/// The values of `move-lists` and `line-counter`, each with such a program.
pub(super) fn catalogued() -> Vec<((&'static str, &'static str), PathBuf)> {
    let listing = |value, below: &str, root: &str| {
        let below = format!(
            "    Line *list = {below};
    int n = moves(list);
    int best = to_move == root"
        );
        let root = format!(
            "    Line *list = {root}, best_line = {{0, 0, 0, 0}};
    int n = moves(list), best = 0"
        );
        let changes = [
            (
                "enum { MOST_MOVES = 144 * 13 };",
                "enum { MOST_MOVES = 144 * 13 };\nstatic Line lists[3][MOST_MOVES];",
            ),
            (
                "    Line list[MOST_MOVES];\n    int n = moves(list);\n    int best = to_move == root",
                &*below,
            ),
            (
                "        mark(list[i], to_move);",
                "        Line line = list[i];\n        mark(line, to_move);",
            ),
            (
                "        mark(list[i], 0);\n        if (to_move == root) {",
                "        mark(line, 0);\n        if (to_move == root) {",
            ),
            (
                "    Line list[MOST_MOVES];\n    int n = moves(list), best = 0",
                &*root,
            ),
            (
                "        mark(list[i], player);",
                "        Line line = list[i];\n        mark(line, player);",
            ),
            (
                "        mark(list[i], 0);\n        if (chosen < 0",
                "        mark(line, 0);\n        if (chosen < 0",
            ),
            (
                "            chosen = i;\n",
                "            chosen = i;\n            best_line = line;\n",
            ),
            (
                "list[chosen].x, list[chosen].y, list[chosen].length,
               list[chosen].direction",
                "best_line.x, best_line.y, best_line.length,
               best_line.direction",
            ),
        ];
        let name = format!("hexline-move-lists-{value}");
        (
            ("move-lists", value),
            compiled_for("hexline", &name, &changes),
        )
    };
    // One count says how many lines there are.
    let counting = |value, [below, root]: [&str; 2], count: &str| {
        let below = format!(
            "    Line *list = {below};
    int n = counted = moves(list);
    int best = to_move == root"
        );
        let root = format!(
            "    Line *list = {root}, best_line = {{0, 0, 0, 0}};
    int n = moves(list), best = 0"
        );
        let each_at_root = format!(
            "    {count} = n;
    for (int i = 0; i < {count}; i++) {{
        Line line = list[i];
        mark(line, player);"
        );
        let changes = [
            (
                "enum { MOST_MOVES = 144 * 13 };",
                "enum { MOST_MOVES = 144 * 13 };\nstatic Line lists[7][MOST_MOVES];\nstatic int counted, own;",
            ),
            (
                "    Line list[MOST_MOVES];\n    int n = moves(list);\n    int best = to_move == root",
                &*below,
            ),
            (
                "    for (int i = 0; i < n; i++) {\n        mark(list[i], to_move);",
                "    for (int i = 0; i < counted; i++) {
        Line line = list[i];
        mark(line, to_move);",
            ),
            (
                "        mark(list[i], 0);\n        if (to_move == root) {",
                "        mark(line, 0);\n        if (to_move == root) {",
            ),
            (
                "    Line list[MOST_MOVES];\n    int n = moves(list), best = 0",
                &*root,
            ),
            (
                "    for (int i = 0; i < n; i++) {\n        mark(list[i], player);",
                &*each_at_root,
            ),
            (
                "        mark(list[i], 0);\n        if (chosen < 0",
                "        mark(line, 0);\n        if (chosen < 0",
            ),
            (
                "            chosen = i;\n",
                "            chosen = i;\n            best_line = line;\n",
            ),
            (
                "list[chosen].x, list[chosen].y, list[chosen].length,
               list[chosen].direction",
                "best_line.x, best_line.y, best_line.length,
               best_line.direction",
            ),
        ];
        let name = format!("hexline-move-lists-{value}");
        (
            ("move-lists", value),
            compiled_for("hexline", &name, &changes),
        )
    };
    let each_own = ["lists[depth]", "lists[6]"];
    let byte = [(
        "static int moves(Line *out)\n{\n    int n = 0;",
        "static int moves(Line *out)\n{\n    unsigned char n = 0;",
    )];
    vec![
        (
            ("line-counter", "8-bit"),
            compiled_for("hexline", "hexline-line-counter", &byte),
        ),
        listing("by-player", "lists[to_move]", "lists[player]"),
        listing("shared", "lists[0]", "lists[0]"),
        listing("shared-below-root", "lists[0]", "lists[1]"),
        counting("count-shared", each_own, "counted"),
        counting("count-shared-below-root", each_own, "own"),
        counting("shared-counted", ["lists[0]"; 2], "counted"),
        counting("shared-counted-below-root", ["lists[0]", "lists[1]"], "own"),
    ]
}
