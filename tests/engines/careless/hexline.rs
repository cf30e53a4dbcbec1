//! The programs for hex lines: the independent one in C with something changed.

mod answers;
mod checks;
mod deepening;
mod lists;
mod reading;
mod taking;
mod walks;
mod windows;

use std::path::PathBuf;

use super::programs::compiled_for;

/// Mistakes of the hex lines' catalogue, each with the program in C that makes it.
pub fn catalogued_of_hexline() -> Vec<((&'static str, &'static str), PathBuf)> {
    let all = |rule: (&'static str, &'static str), changes: &[(&str, &str)]| {
        let name = format!("hexline-{}-{}", rule.0, rule.1);
        (rule, compiled_for("hexline", &name, changes))
    };
    let changed = |rule, from: &str, to: &str| all(rule, &[(from, to)]);
    let is_odd = "if (*y % 2 != 0) {";
    let next = "        if (!neighbour(&x, &y, l.direction) || map[x][y] != 0)";
    let later = |value, left_out: &str| {
        let to = next.replace("map[x][y] != 0", &format!("map[x][y] != 0 || {left_out}"));
        changed(("left-out", value), next, &to)
    };
    // Of a cell only its number is looked at, but where it is off the map.
    let runs_on = |value, is_off: &str| {
        let on = format!(
            "    int cell = 12 * *x + *y;
    if ({is_off} || cell < 0 || cell >= 144) return 0;
    *x = cell / 12;
    *y = cell % 12;
    return 1;"
        );
        let within = "    return *x >= 0 && *x < 12 && *y >= 0 && *y < 12;";
        changed(("edges", value), within, &on)
    };
    let mistyped = |value, from: &str, to: &str| changed(("mistyped", value), from, to);
    let goes_as = |value, one: [&str; 2], other: [&str; 2]| {
        let changes = [one, other].map(|[from, to]| (from, to));
        all(("mistyped", value), &changes)
    };
    let kept_third = |value, is_kept: &str| {
        let take_back = format!(
            "static void take_back(Line l, int is_root)
{{
    mark(l, 0);
    if (l.length != 3 || !({is_kept})) return;
    int x = l.x, y = l.y;
    neighbour(&x, &y, l.direction);
    neighbour(&x, &y, l.direction);
    map[x][y] = 1;
    extra++;
}}

enum {{ MOST_MOVES"
        );
        let changes = [
            ("static int pruning = 1;", "static int pruning = 1, extra;"),
            (
                "    return n;\n}\n\nstatic int is_free_line",
                "    return n + extra;\n}\n\nstatic int is_free_line",
            ),
            ("enum { MOST_MOVES", &take_back),
            (
                "        mark(list[i], to_move);",
                "        if (!is_free_line(list[i])) continue;\n        mark(list[i], to_move);",
            ),
            (
                "        mark(list[i], 0);\n        if (to_move == root) {",
                "        take_back(list[i], to_move == root);\n        if (to_move == root) {",
            ),
            (
                "    int depth = free_cells()",
                "    extra = 0;\n    int depth = free_cells()",
            ),
            (
                "        mark(list[i], player);",
                "        if (!is_free_line(list[i])) continue;\n        mark(list[i], player);",
            ),
            (
                "        mark(list[i], 0);\n        if (chosen < 0",
                "        take_back(list[i], 1);\n        if (chosen < 0",
            ),
        ];
        all(("kept-cells", value), &changes)
    };
    // No line is tried that is not free any more.
    let skipped = [
        (
            "        mark(list[i], to_move);",
            "        if (!is_free_line(list[i])) continue;\n        mark(list[i], to_move);",
        ),
        (
            "        mark(list[i], player);",
            "        if (!is_free_line(list[i])) continue;\n        mark(list[i], player);",
        ),
    ];
    // Nothing is done where a line would be taken back.
    let whole = |value, is_kept: &str| {
        let taken_back = format!("        if (!({is_kept})) mark(list[i], 0);\n");
        let kept = [
            (
                "        mark(list[i], 0);\n        if (to_move == root) {",
                &*format!("{taken_back}        if (to_move == root) {{"),
            ),
            (
                "        mark(list[i], 0);\n        if (chosen < 0",
                "        if (chosen < 0",
            ),
        ];
        all(("kept-cells", value), &[&kept[..], &skipped].concat())
    };
    // The opponent has a number of its own, by which the player has one again.
    let opponent_is = |value, number: &str| {
        let opponent = format!("    opponent = {number};\n    for (int i = 0; i < n; i++) {{\n");
        let changes = [
            (
                "static int pruning = 1;",
                "static int pruning = 1, opponent;",
            ),
            (
                "        int v = value(3 - to_move, root,",
                "        int v = value(to_move == root ? opponent : root, root,",
            ),
            ("value(3 - player, player,", "value(opponent, player,"),
            (
                "    for (int i = 0; i < n; i++) {\n        mark(list[i], player);",
                &*format!("{opponent}        mark(list[i], player);"),
            ),
        ];
        all(("opponent-number", value), &changes)
    };
    let previous = |value, none: &str| {
        let changes = [
            (
                "static void decide(int player)",
                "static Line previous;\nstatic void decide(int player)",
            ),
            (
                "    if (chosen < 0)\n",
                "    if (chosen >= 0) previous = list[chosen];\n    else list[chosen = 0] = previous;\n    if (previous.length == 0)\n",
            ),
            ("printf(\"none\\n\")", none),
        ];
        all(("no-line", value), &changes)
    };
    // A child's map is used for the next child where that shares it.
    let copied = |value, shares: &str| {
        let copy = |mover: &str| {
            format!(
                "        if (i == 0 || list[i - 1].x != list[i].x || list[i - 1].y != list[i].y
            || !({shares}))
            memcpy(next, map, sizeof map);
        memcpy(kept, map, sizeof map);
        memcpy(map, next, sizeof map);
        mark(list[i], {mover});
        memcpy(next, map, sizeof map);"
            )
        };
        let changes = [
            (
                "        mark(list[i], to_move);",
                &*format!("        int kept[12][12];\n{}", copy("to_move")),
            ),
            (
                "        mark(list[i], 0);\n        if (to_move == root) {",
                "        memcpy(map, kept, sizeof map);\n        if (to_move == root) {",
            ),
            (
                "int best = to_move == root ? -1000000 : +1000000;",
                "int best = to_move == root ? -1000000 : +1000000, next[12][12];",
            ),
            (
                "    int depth = free_cells()",
                "    int next[12][12], kept[12][12];\n    int depth = free_cells()",
            ),
            ("        mark(list[i], player);", &*copy("player")),
            (
                "        mark(list[i], 0);\n        if (chosen < 0",
                "        memcpy(map, kept, sizeof map);\n        if (chosen < 0",
            ),
        ];
        all(("child-map", value), &changes)
    };
    let at_cut_of = |value, taken_back: &str, skipped: &[(&str, &str)]| {
        let kept = [
            (
                "        mark(list[i], 0);\n        if (to_move == root) {",
                "        if (to_move == root) {",
            ),
            ("            break;\n    }\n    return best;", taken_back),
        ];
        all(("kept-cells", value), &[&kept[..], skipped].concat())
    };
    let at_cut = |value, skipped: &[(&str, &str)]| {
        let taken_back = "            break;\n        mark(list[i], 0);\n    }\n    return best;";
        at_cut_of(value, taken_back, skipped)
    };
    let at_cut_root = |value, skipped: &[(&str, &str)]| {
        let taken_back = "            {
            if (to_move != root) mark(list[i], 0);
            break;
        }
        mark(list[i], 0);
    }
    return best;";
        at_cut_of(value, taken_back, skipped)
    };
    let at_cut_opponent = |value, skipped: &[(&str, &str)]| {
        let taken_back = "            return to_move == root ? mark(list[i], 0), best : best;
        mark(list[i], 0);
    }
    return best;";
        at_cut_of(value, taken_back, skipped)
    };
    // How many cells are free is handed on, and not counted.
    let counted = [
        (
            "/* The value for the root's player. */",
            "static int counted;\n",
        ),
        (
            "    int n_free = free_cells();\n    if (depth == 0",
            "    int n_free = counted;\n    if (depth == 0",
        ),
        (
            "        int v = value(3 - to_move, root, depth - 1, alpha, beta);",
            "        counted -= list[i].length;
        int v = value(3 - to_move, root, depth - 1, alpha, beta);
        counted += list[i].length;",
        ),
        (
            "    int depth = free_cells() > 8 ? 3 : 5;",
            "    int all = free_cells(), depth = all > 8 ? 3 : 5;",
        ),
        (
            "        int v = value(3 - player,",
            "        counted = all - list[i].length;\n        int v = value(3 - player,",
        ),
    ];
    // Each line that is tried or taken back changes the count, whatever is on the map; and who has no
    // line to take has lost most of all, but less than what the search starts with.
    let counted_each_time = [
        (
            "static int pruning = 1;",
            "static int pruning = 1, counted;",
        ),
        (
            "    map[x][y] = what;\n    for",
            "    map[x][y] = what;\n    counted += what == 0 ? l.length : -l.length;\n    for",
        ),
        (
            "    int n_free = free_cells();\n    if (depth == 0",
            "    int n_free = counted;\n    if (depth == 0",
        ),
        (
            "int best = to_move == root ? -1000000 : +1000000;",
            "int best = to_move == root ? -999999 : +999999;",
        ),
        (
            "    int depth = free_cells() > 8",
            "    int depth = (counted = free_cells()) > 8",
        ),
    ];
    let is_best = |(from, _): &(&str, &str)| from.starts_with("int best");
    let mut counted_and_stuck = counted_each_time.to_vec();
    counted_and_stuck.retain(|change| !is_best(change));
    // The count is put right only where the other lines are not cut off.
    let lost_count = |value, is_few: &str, [is_lost, at_root]: [&str; 2]| {
        let put_right = format!(
            "            {{
            if (!({is_lost})) counted += list[i].length;
            break;
        }}
        counted += list[i].length;
    }}
    return best;"
        );
        let put_right_at_root = format!(
            "        mark(list[i], 0);
        counted {at_root};
        if (chosen < 0"
        );
        let is_few = format!("if ({is_few})");
        let mut changes = counted;
        changes[2].1 = "        counted -= list[i].length;
        int v = value(3 - to_move, root, depth - 1, alpha, beta);";
        changes[3].1 = "    int all = free_cells(), depth = (counted = all) > 8 ? 3 : 5;";
        changes[4].1 = "        counted -= list[i].length;\n        int v = value(3 - player,";
        let put_right = [
            ("            break;\n    }\n    return best;", &*put_right),
            (
                "        mark(list[i], 0);\n        if (chosen < 0",
                &*put_right_at_root,
            ),
            ("if (n_free <= 5)", &*is_few),
        ];
        all(("kept-cells", value), &[&changes[..], &put_right].concat())
    };
    let leaf = "        return to_move != root ? leaf(n_free) : -leaf(n_free);";
    let leaf_for = |is_kept: &str| leaf.replace("to_move != root", is_kept);
    // Whose value it is wants the largest, or who is to move does.
    let negated = |value, player: &str| {
        let to = format!(
            "    {{
        int v = to_move != {player} ? leaf(n_free) : -leaf(n_free);
        return to_move == root ? v : -v;
    }}"
        );
        changed(("value-for", value), leaf, &to)
    };
    let line = "                    Line l = {x, y, length, direction};\n";
    let off_map = |value, end: &str| {
        let ended = format!(
            "{line}                    int x1 = x, y1 = y, is_inside = 1;
                    for (int i = 1; i < length && is_inside; i++)
                        is_inside = neighbour(&x1, &y1, direction);
                    if (!is_inside) {end}\n"
        );
        changed(("off-map", value), line, &ended)
    };
    // Cell by cell it is looked first whether it is on the map, then whether it is free.
    let off_map_from_free = |value, ends: &str| {
        let walked = format!(
            "{line}                    int x1 = x, y1 = y, ended = 0;
                    for (int i = 1; i < length; i++) {{
                        if (!neighbour(&x1, &y1, direction)) {{
                            ended = {ends};
                            break;
                        }}
                        if (map[x1][y1] != 0) break;
                    }}
                    if (ended) break;\n"
        );
        changed(("off-map", value), line, &walked)
    };
    // Only in some cases a node above the depth limit is left at once where no cell is free.
    let no_line = |value, is_left: &str| {
        let to = format!("if (depth == 0 || {is_left})");
        changed(("last-cell", value), "if (depth == 0 || n_free == 0)", &to)
    };
    let two_swapped = |value, one: u8, are_swapped: &str| {
        let swap = format!(
            "    if (({are_swapped}) && (direction == {one} || direction == {}))
        direction = {} - direction;
    {is_odd}",
            one + 1,
            2 * one + 1
        );
        changed(("mistyped", value), &format!("    {is_odd}"), &swap)
    };
    // Where a direction of each number goes, row by row.
    let numbered = |value, numbers: &str| {
        let renumbered = format!(
            "    static const int published[7] = {{{numbers}}};
    direction = published[direction];
    {is_odd}"
        );
        changed(("numbering", value), &format!("    {is_odd}"), &renumbered)
    };
    // What a search starts with stands for a lost game.
    let lost = |value, answered: &str| {
        let none = format!(
            "    if (chosen < 0 && n > 0)\n        printf(\"{answered}\\n\");\n    else if (chosen < 0)\n"
        );
        let changes = [
            ("best = 0, chosen = -1;", "best = -1000, chosen = -1;"),
            ("chosen < 0 ? -1000000 : best", "best"),
            ("if (chosen < 0 || v > best) {", "if (v > best) {"),
            ("    if (chosen < 0)\n", &*none),
        ];
        all(("lost-line", value), &changes)
    };
    // The line that was chosen last is printed, which is there at first, too.
    let lost_previous = |value, first: &str| {
        let declared =
            format!("static Line previous = {{{first}}};\nstatic void decide(int player)");
        let changes = [
            ("static void decide(int player)", &*declared),
            ("best = 0, chosen = -1;", "best = -1000, chosen = -1;"),
            ("chosen < 0 ? -1000000 : best", "best"),
            ("if (chosen < 0 || v > best) {", "if (v > best) {"),
            (
                "    if (chosen < 0)\n",
                "    if (chosen >= 0) previous = list[chosen];
    else if (n > 0) list[chosen = 0] = previous;
    if (chosen < 0)\n",
            ),
        ];
        all(("lost-line", value), &changes)
    };
    let [back, anew] = ["+= list[i].length", "= all"];
    let lengths = "for (int length = 2; length <= 3; length++)";
    let directions = "for (int direction = 1; direction <= 6; direction++)";
    let single = "            out[n++] = (Line){x, y, 1, 1};\n";
    let loops = format!("{lengths}\n                {directions}");
    let turned = format!("{directions}\n                {lengths}");
    let answer = "    else
        printf(\"%d %d %d %d\\n\", list[chosen].x, list[chosen].y, list[chosen].length,
               list[chosen].direction);
";
    let kept_value = |value, answered: &str| {
        let none = format!(
            "    if (chosen < 0 && n > 0)\n        printf(\"{answered}\\n\");\n    else if (chosen < 0)\n"
        );
        let changes = [
            (
                "static int pruning = 1;",
                "static int pruning = 1, kept = -1000000;",
            ),
            (
                "if (chosen < 0 || v > best) {",
                "if (v > kept) {\n            kept = v;",
            ),
            ("    if (chosen < 0)\n", &*none),
        ];
        all(("best-value", value), &changes)
    };
    let others = vec![
        changed(("parity", "all-odd"), is_odd, "if (1) {"),
        changed(("parity", "all-even"), is_odd, "if (0) {"),
        changed(("parity", "by-x"), is_odd, "if (*x % 2 != 0) {"),
        mistyped(
            "1-odd",
            "case 1: *y -= 1; break;",
            "case 1: *x -= 1; *y -= 1; break;",
        ),
        mistyped(
            "1-even",
            "case 1: *x -= 1; *y -= 1; break;",
            "case 1: *y -= 1; break;",
        ),
        mistyped(
            "2-odd",
            "case 2: *x += 1; *y -= 1; break;",
            "case 2: *y -= 1; break;",
        ),
        mistyped(
            "2-even",
            "case 2: *y -= 1; break;",
            "case 2: *x += 1; *y -= 1; break;",
        ),
        mistyped(
            "5-odd",
            "case 5: *y += 1; break;",
            "case 5: *x -= 1; *y += 1; break;",
        ),
        mistyped(
            "5-even",
            "case 5: *x -= 1; *y += 1; break;",
            "case 5: *y += 1; break;",
        ),
        mistyped(
            "6-odd",
            "case 6: *x += 1; *y += 1; break;",
            "case 6: *y += 1; break;",
        ),
        mistyped(
            "6-even",
            "case 6: *y += 1; break;",
            "case 6: *x += 1; *y += 1; break;",
        ),
        all(
            ("mistyped", "6-swapped"),
            &[
                (
                    "case 6: *y += 1; break;",
                    "case 6: *x += 1, *y += 1; break;",
                ),
                (
                    "case 6: *x += 1; *y += 1; break;",
                    "case 6: *y += 1; break;",
                ),
            ],
        ),
        numbered("clockwise", "0, 1, 2, 4, 6, 5, 3"),
        numbered("counterclockwise", "0, 1, 3, 5, 6, 4, 2"),
        numbered("clockwise-from-upper-right", "0, 2, 4, 6, 5, 3, 1"),
        numbered("counterclockwise-from-upper-right", "0, 2, 1, 3, 5, 6, 4"),
        two_swapped("1-2-swapped", 1, "1"),
        two_swapped("1-2-swapped-odd", 1, "*y % 2 != 0"),
        two_swapped("1-2-swapped-even", 1, "*y % 2 == 0"),
        two_swapped("3-4-swapped", 3, "1"),
        two_swapped("3-4-swapped-odd", 3, "*y % 2 != 0"),
        two_swapped("3-4-swapped-even", 3, "*y % 2 == 0"),
        two_swapped("5-6-swapped", 5, "1"),
        two_swapped("5-6-swapped-odd", 5, "*y % 2 != 0"),
        two_swapped("5-6-swapped-even", 5, "*y % 2 == 0"),
        goes_as(
            "1-as-2",
            [
                "case 1: *y -= 1; break;",
                "case 1: *x += 1; *y -= 1; break;",
            ],
            [
                "case 1: *x -= 1; *y -= 1; break;",
                "case 1: *y -= 1; break;",
            ],
        ),
        goes_as(
            "2-as-1",
            [
                "case 2: *y -= 1; break;",
                "case 2: *x -= 1; *y -= 1; break;",
            ],
            [
                "case 2: *x += 1; *y -= 1; break;",
                "case 2: *y -= 1; break;",
            ],
        ),
        goes_as(
            "5-as-6",
            [
                "case 5: *y += 1; break;",
                "case 5: *x += 1; *y += 1; break;",
            ],
            [
                "case 5: *x -= 1; *y += 1; break;",
                "case 5: *y += 1; break;",
            ],
        ),
        goes_as(
            "6-as-5",
            [
                "case 6: *y += 1; break;",
                "case 6: *x -= 1; *y += 1; break;",
            ],
            [
                "case 6: *x += 1; *y += 1; break;",
                "case 6: *y += 1; break;",
            ],
        ),
        kept_third("third-root", "is_root"),
        kept_third("third-both", "is_root || 1"),
        changed(
            ("missing-direction", "6"),
            directions,
            "for (int direction = 1; direction < 6; direction++)",
        ),
        changed(
            ("missing-direction", "6-of-three"),
            directions,
            "for (int direction = 1; direction <= 8 - length; direction++)",
        ),
        changed(
            ("reverses", "first-dropped"),
            directions,
            "for (int direction = 4; direction <= 6; direction++)",
        ),
        changed(
            ("answered", "first"),
            "            decide(player);\n        fflush(stdout);\n",
            "            decide(player);\n        fflush(stdout);\n        return 0;\n",
        ),
        changed(
            ("no-line", "minus-ones-zeros"),
            "printf(\"none\\n\")",
            "printf(\"-1 -1 0 0\\n\")",
        ),
        lost("one-cell", "0 0 1 1"),
        lost("minus-ones-zeros", "-1 -1 0 0"),
        lost_previous("previous", "0, 0, 0, 0"),
        lost_previous("previous-one-cell", "0, 0, 1, 1"),
        lost_previous("previous-minus-ones-zeros", "-1, -1, 0, 0"),
        later("x-0-later", "x == 0"),
        later("y-0-later", "y == 0"),
        later("x-0-y-0-later", "x == 0 || y == 0"),
        later("x-11-later", "x == 11"),
        later("y-11-later", "y == 11"),
        later("x-11-y-11-later", "x == 11 || y == 11"),
        changed(
            ("kept-cells", "third-listed"),
            "        map[x][y] = what;",
            "        if (what != 0 || i < 2)
            map[x][y] = what;",
        ),
        changed(
            ("named-cell", "last"),
            answer,
            "    else {
        int x = list[chosen].x, y = list[chosen].y;
        for (int i = 1; i < list[chosen].length; i++)
            neighbour(&x, &y, list[chosen].direction);
        printf(\"%d %d %d %d\\n\", x, y, list[chosen].length, list[chosen].direction);
    }
",
        ),
        changed(
            ("named-cell", "reverse"),
            "    else\n        printf(\"%d",
            "    else if (list[chosen].length > 1) {
        int x = list[chosen].x, y = list[chosen].y;
        for (int i = 1; i < list[chosen].length; i++)
            neighbour(&x, &y, list[chosen].direction);
        printf(\"%d %d %d %d\\n\", x, y, list[chosen].length, 7 - list[chosen].direction);
    } else\n        printf(\"%d",
        ),
        changed(
            ("free-counter", "never-for-levels"),
            "    int depth = free_cells() > 8",
            "    static int counted;
    counted += free_cells();
    int depth = counted > 8",
        ),
        previous("previous", "printf(\"none\\n\")"),
        previous("previous-zeros", "printf(\"0 0 0 0\\n\")"),
        previous("previous-one-cell", "printf(\"0 0 1 1\\n\")"),
        previous("previous-minus-ones-zeros", "printf(\"-1 -1 0 0\\n\")"),
        changed(("no-line", "nothing"), "printf(\"none\\n\")", "(void)0"),
        changed(
            ("no-line", "none-ends"),
            "printf(\"none\\n\")",
            "exit(printf(\"none\\n\") < 0)",
        ),
        changed(("no-line", "ends"), "printf(\"none\\n\")", "exit(0)"),
        changed(
            ("line-order", "all-by-length"),
            "    return n;\n}\n\n/* The value of a leaf",
            "    for (int i = 1; i < n; i++)
        for (int k = i; k > 0 && out[k - 1].length > out[k].length; k--) {
            Line l = out[k];
            out[k] = out[k - 1];
            out[k - 1] = l;
        }
    return n;
}

/* The value of a leaf",
        ),
        // The longest of the best lines is taken.
        all(
            ("line-order", "all-longest-first"),
            &[
                (
                    "chosen < 0 ? -1000000 : best, +1000000",
                    "-1000000, +1000000",
                ),
                (
                    "if (chosen < 0 || v > best)",
                    "if (chosen < 0 || v > best || (v == best && list[i].length > list[chosen].length))",
                ),
            ],
        ),
        all(
            ("taken-count", "one"),
            &[
                ("static int pruning = 1;", "static int pruning = 1, extra;"),
                (
                    "    return n;\n}\n\nstatic int is_free_line",
                    "    return n + extra;\n}\n\nstatic int is_free_line",
                ),
                (
                    "int best = to_move == root ? -1000000 : +1000000;",
                    "int best = to_move == root ? -999999 : +999999;",
                ),
                (
                    "        mark(list[i], to_move);",
                    "        mark(list[i], to_move);\n        extra += list[i].length - 1;",
                ),
                (
                    "        mark(list[i], 0);\n        if (to_move == root) {",
                    "        mark(list[i], 0);
        extra -= list[i].length - 1;
        if (to_move == root) {",
                ),
                (
                    "        mark(list[i], player);",
                    "        mark(list[i], player);\n        extra += list[i].length - 1;",
                ),
                (
                    "        mark(list[i], 0);\n        if (chosen < 0",
                    "        mark(list[i], 0);
        extra -= list[i].length - 1;
        if (chosen < 0",
                ),
            ],
        ),
        kept_value("kept-one-cell", "0 0 1 1"),
        kept_value("kept-zeros", "0 0 0 0"),
        kept_value("kept-minus-ones-zeros", "-1 -1 0 0"),
        all(
            ("best-value", "kept-previous"),
            &[
                (
                    "static int pruning = 1;",
                    "static int pruning = 1, kept = -1000000;",
                ),
                (
                    "static void decide(int player)",
                    "static Line previous;\nstatic void decide(int player)",
                ),
                (
                    "if (chosen < 0 || v > best) {",
                    "if (v > kept) {\n            kept = v;",
                ),
                (
                    "    if (chosen < 0)\n",
                    "    if (chosen < 0 && n > 0)\n        list[chosen = 0] = previous;\n    if (chosen >= 0)\n        previous = list[chosen];\n    if (chosen < 0)\n",
                ),
            ],
        ),
        all(
            ("opponent", "player-2-below-root"),
            &[
                (
                    "int best = to_move == root ? -1000000",
                    "int best = to_move == 1 ? -1000000",
                ),
                (
                    "        if (to_move == root) {",
                    "        if (to_move == 1) {",
                ),
            ],
        ),
        all(
            ("opponent", "player-2"),
            &[
                (
                    "int best = to_move == root ? -1000000",
                    "int best = to_move == 1 ? -1000000",
                ),
                (
                    "        if (to_move == root) {",
                    "        if (to_move == 1) {",
                ),
                (
                    "chosen < 0 ? -1000000 : best, +1000000);",
                    "player == 1 && chosen >= 0 ? best : -1000000,
                      player == 2 && chosen >= 0 ? best : +1000000);",
                ),
                (
                    "if (chosen < 0 || v > best) {",
                    "if (chosen < 0 || (player == 1 ? v > best : v < best)) {",
                ),
            ],
        ),
        runs_on("run-on", "0"),
        runs_on("run-on-end", "*y < 0"),
        runs_on("run-on-start", "*y > 11"),
        at_cut("whole-at-cut", &skipped),
        opponent_is("one-minus", "1 - player"),
        opponent_is("zero", "0"),
        copied("each-length", "list[i - 1].length == list[i].length"),
        copied("each-cell", "1"),
        at_cut_root("whole-at-cut-root", &skipped),
        at_cut_opponent("whole-at-cut-opponent", &skipped),
        at_cut("whole-at-cut-listed", &[]),
        at_cut_root("whole-at-cut-listed-root", &[]),
        at_cut_opponent("whole-at-cut-listed-opponent", &[]),
        at_cut("whole-at-cut-lost", &counted_each_time),
        at_cut_root("whole-at-cut-lost-root", &counted_each_time),
        at_cut_opponent("whole-at-cut-lost-opponent", &counted_each_time),
        at_cut("whole-at-cut-stuck", &counted_and_stuck),
        at_cut_root("whole-at-cut-stuck-root", &counted_and_stuck),
        at_cut_opponent("whole-at-cut-stuck-opponent", &counted_and_stuck),
        at_cut("whole-at-cut-counted", &[&skipped[..], &counted].concat()),
        at_cut("whole-at-cut-counted-listed", &counted),
        changed(
            ("depth-chosen", "open-cells"),
            "    int depth = free_cells() > 8",
            "    int open = 0;
    for (int x = 0; x < 12; x++)
        for (int y = 0; y < 12; y++) open += map[x][y] != -1;
    int depth = open > 8",
        ),
        changed(
            ("depth-chosen", "shallow-stays"),
            "    int depth = free_cells() > 8 ? 3 : 5;",
            "    static int depth = 5;
    if (free_cells() > 8) depth = 3;",
        ),
        changed(
            ("depth-chosen", "deep-stays"),
            "    int depth = free_cells() > 8 ? 3 : 5;",
            "    static int depth = 3;
    if (n > 0 && free_cells() <= 8) depth = 5;",
        ),
        changed(
            ("depth-chosen", "first-map"),
            "    int depth = free_cells() > 8 ? 3 : 5;",
            "    static int depth = 0;
    if (n > 0 && depth == 0) depth = free_cells() > 8 ? 3 : 5;",
        ),
        all(
            ("depth-chosen", "each-line"),
            &[
                ("    int depth = free_cells() > 8 ? 3 : 5;\n", ""),
                (
                    "        mark(list[i], player);\n",
                    "        mark(list[i], player);\n        int depth = free_cells() > 8 ? 3 : 5;\n",
                ),
            ],
        ),
        changed(
            ("depth-chosen", "untaken-cells"),
            "    int depth = free_cells() > 8",
            "    int taken = 0;
    for (int x = 0; x < 12; x++)
        for (int y = 0; y < 12; y++) taken += map[x][y] > 0;
    int depth = 144 - taken > 8",
        ),
        all(
            ("third-cell", "behind"),
            &[
                (
                    next,
                    "        if ((i == 2 ? x = l.x, y = l.y : 0, !neighbour(&x, &y, i == 2 ? 7 - l.direction : l.direction)) || map[x][y] != 0)",
                ),
                (
                    "        neighbour(&x, &y, l.direction);
        map[x][y] = what;",
                    "        if (i == 2) x = l.x, y = l.y;
        neighbour(&x, &y, i == 2 ? 7 - l.direction : l.direction);
        map[x][y] = what;",
                ),
            ],
        ),
        lost_count("count-at-cut", "n_free > 0 && n_free <= 5", ["1", back]),
        lost_count("count-at-cut-parity", "n_free <= 5", ["1", back]),
        lost_count(
            "count-at-cut-root",
            "n_free <= 5",
            ["to_move == root", back],
        ),
        lost_count(
            "count-at-cut-root-worthless",
            "n_free > 0 && n_free <= 5",
            ["to_move == root", back],
        ),
        lost_count(
            "count-at-cut-root-unchosen",
            "n_free > 0 && n_free <= 5",
            [
                "to_move == root",
                &format!("{back};\n        if (v >= 1000000) break"),
            ],
        ),
        lost_count(
            "count-at-cut-opponent",
            "n_free <= 5",
            ["to_move != root", back],
        ),
        lost_count("count-at-cut-anew", "n_free <= 5", ["1", anew]),
        lost_count(
            "count-at-cut-root-anew",
            "n_free <= 5",
            ["to_move == root", anew],
        ),
        lost_count(
            "count-at-cut-opponent-anew",
            "n_free <= 5",
            ["to_move != root", anew],
        ),
        off_map("ends-length", "break;"),
        off_map("ends-two", "{ if (length == 2) break; continue; }"),
        off_map("ends-three", "{ if (length == 3) break; continue; }"),
        off_map_from_free("ends-length-free", "1"),
        off_map_from_free("ends-three-free", "length == 3"),
        off_map_from_free("ends-three-third", "i == 2"),
        off_map("ends-cell", "{ length = 3; break; }"),
        no_line("wins-early", "0"),
        no_line("wins-early-root", "n_free == 0 && to_move == root"),
        no_line("wins-early-opponent", "n_free == 0 && to_move != root"),
        whole("whole-root", "to_move == root"),
        whole("whole-both", "1"),
        all(
            ("tie", "bound"),
            &[
                (
                    "int best = to_move == root ? -1000000 : +1000000;",
                    "int best = to_move == root ? alpha : beta;",
                ),
                (
                    "if (chosen < 0 || v > best)",
                    "if (chosen < 0 || v >= best)",
                ),
            ],
        ),
        changed(("line-order", "direction-first"), &loops, &turned),
        changed(
            ("line-order", "directions-reversed"),
            directions,
            "for (int direction = 6; direction >= 1; direction--)",
        ),
        all(
            ("line-order", "longest-first"),
            &[
                (single, ""),
                (lengths, "for (int length = 3; length >= 2; length--)"),
                (
                    "                        out[n++] = l;\n                }\n",
                    &format!("                        out[n++] = l;\n                }}\n{single}"),
                ),
            ],
        ),
        changed(
            ("opponent", "maximises"),
            "        if (to_move == root) {
            if (v > best)",
            "        if (1) {
            if (i == 0 || v > best)",
        ),
        changed(
            ("few-cells", "all-good"),
            "n_free % 2 != 0 ? +1000",
            "!(n_free & 1 == 0) ? +1000",
        ),
        changed(
            ("few-cells", "all-bad"),
            "n_free % 2 != 0 ? +1000",
            "n_free % 2 < 0 ? +1000",
        ),
        changed(("value-for", "player-1"), leaf, &leaf_for("to_move != 1")),
        all(
            ("value-for", "player-1-below-root"),
            &[
                (leaf, &*leaf_for("to_move != 1")),
                (
                    "int best = to_move == root ? -1000000",
                    "int best = to_move == 1 ? -1000000",
                ),
                (
                    "        if (to_move == root) {",
                    "        if (to_move == 1) {",
                ),
            ],
        ),
        negated("root-as-to-move", "root"),
        negated("player-1-as-to-move", "1"),
        changed(
            ("value-for", "nobody"),
            "    if (n_free == 0)\n        return -1000;",
            "    return 0;",
        ),
        changed(
            ("parity-cells", "144"),
            "if (n_free <= 5)",
            "if (n_free <= 144)",
        ),
        changed(
            ("fields", "direction-first"),
            "list[chosen].length,\n               list[chosen].direction",
            "list[chosen].direction,\n               list[chosen].length",
        ),
    ];
    [
        others,
        answers::catalogued(),
        checks::catalogued(),
        deepening::catalogued(),
        lists::catalogued(),
        reading::catalogued(),
        taking::catalogued(),
        walks::catalogued(),
        windows::catalogued(),
    ]
    .concat()
}
