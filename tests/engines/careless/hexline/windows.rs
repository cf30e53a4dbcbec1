//! Programs whose windows of alpha-beta or remembered values are wrong.

use std::path::PathBuf;

use super::super::programs::compiled_for;

/// A table of what the search has found, by the free cells and the levels left.
const FOUND: &str = "enum { PLACES = 1 << 19 };
static struct { unsigned long long cells[3]; int depth, value; } known[PLACES];

/* Where a value for the free cells with so many levels left is, or would be. */
static int found(int depth)
{
    unsigned long long cells[3] = {0, 0, 0}, place = (unsigned long long)depth;
    for (int cell = 0; cell < 144; cell++)
        if (map[cell / 12][cell % 12] == 0)
            cells[cell / 64] |= 1ull << cell % 64;
    for (int i = 0; i < 3; i++)
        place = (place + cells[i]) * 0x9E3779B97F4A7C15ull;
    for (place >>= 45; known[place].depth != 0; place = (place + 1) % PLACES)
        if (known[place].depth == depth && !memcmp(known[place].cells, cells, sizeof cells))
            return (int)place;
    memcpy(known[place].cells, cells, sizeof cells);
    return (int)place;
}

/* The value for the root's player. */";

/// Mistakes with windows and with remembered values, each with the program in C that makes it.
pub(super) fn catalogued() -> Vec<((&'static str, &'static str), PathBuf)> {
    let all = |rule: (&'static str, &'static str), changes: &[(&str, &str)]| {
        let name = format!("hexline-{}-{}", rule.0, rule.1);
        (rule, compiled_for("hexline", &name, changes))
    };
    let not_turned = |value: &'static str, root: &str| {
        let given = "value(3 - player, player, depth - 1, chosen < 0 ? -1000000 : best, +1000000)";
        let exchanged = ("depth - 1, alpha, beta)", "depth - 1, beta, alpha)");
        if value.starts_with("best") {
            return all(("window", value), &[exchanged, (given, root)]);
        }
        if value.starts_with("bound") {
            let starts = (
                "int best = to_move == root ? -1000000 : +1000000;",
                "int best = to_move == root ? alpha : beta;",
            );
            return all(("window", value), &[exchanged, starts, (given, root)]);
        }
        let changes = [
            exchanged,
            (
                "int best = to_move == root ? -1000000 : +1000000;",
                "int best = to_move == root ? alpha : beta;",
            ),
            (
                "        mark(list[i], 0);\n        if (to_move == root) {",
                "        mark(list[i], 0);
        if (to_move == root ? v >= beta : v <= alpha) return v;
        if (to_move == root) {",
            ),
            ("if (pruning && alpha >= beta)", "if (0)"),
            (given, root),
        ];
        all(("window", value), &changes)
    };
    let shared_bounds = |value, [first, each_line, better]: [&str; 3]| {
        let better = format!("            chosen = i;\n{better}");
        let begun = format!(
            "{first}    for (int i = 0; i < n; i++) {{\n{each_line}        mark(list[i], player);"
        );
        let changes = [
            (
                "/* The value for the root's player. */",
                "static int lower, upper;\n",
            ),
            (
                "            if (best > alpha)
                alpha = best;",
                "            if (best > lower)
                lower = best;",
            ),
            (
                "            if (best < beta)
                beta = best;",
                "            if (best < upper)
                upper = best;",
            ),
            ("if (pruning && alpha >= beta)", "if (lower >= upper)"),
            ("            chosen = i;\n", &*better),
            (
                "    for (int i = 0; i < n; i++) {\n        mark(list[i], player);",
                &*begun,
            ),
        ];
        all(("window", value), &changes)
    };
    // A bound is put back in the end, and these are where others are cut off.
    let left_at_cut = |value, put_back: &str| {
        let at_cut = format!(
            "        if (lower >= upper) {{
            {put_back}
            return best;
        }}
    }}
    if (to_move == root) lower = old_lower; else upper = old_upper;
    return best;"
        );
        let changes = [
            (
                "/* The value for the root's player. */",
                "static int lower, upper;\n",
            ),
            (
                "    int best = to_move == root ? -1000000 : +1000000;",
                "    int best = to_move == root ? -1000000 : +1000000;
    int old_lower = lower, old_upper = upper;",
            ),
            (
                "            if (best > alpha)
                alpha = best;",
                "            if (best > lower)
                lower = best;",
            ),
            (
                "            if (best < beta)
                beta = best;",
                "            if (best < upper)
                upper = best;",
            ),
            (
                "        if (pruning && alpha >= beta)
            break;
    }
    return best;",
                &*at_cut,
            ),
            (
                "            chosen = i;\n        }\n",
                "            chosen = i;\n        }
        if (best > lower) lower = best;
        if (lower >= upper) break;\n",
            ),
            (
                "    for (int i = 0; i < n; i++) {\n        mark(list[i], player);",
                "    lower = -1000000, upper = 1000000;
    for (int i = 0; i < n; i++) {\n        mark(list[i], player);",
            ),
        ];
        all(("window", value), &changes)
    };
    // A node compares its best value before that narrows the bounds.
    let shared_bounds_by_best = |each_line: &str| {
        let begun = format!(
            "    for (int i = 0; i < n; i++) {{\n{each_line}        mark(list[i], player);"
        );
        let changes = [
            (
                "/* The value for the root's player. */",
                "static int lower, upper;\n",
            ),
            (
                "            if (best > alpha)
                alpha = best;",
                "            if (best >= upper)
                return best;
            if (best > lower)
                lower = best;",
            ),
            (
                "            if (best < beta)
                beta = best;",
                "            if (best <= lower)
                return best;
            if (best < upper)
                upper = best;",
            ),
            ("if (pruning && alpha >= beta)", "if (0)"),
            (
                "    for (int i = 0; i < n; i++) {\n        mark(list[i], player);",
                &*begun,
            ),
        ];
        all(("window", "kept-below-line-best"), &changes)
    };
    let begins = "    lower = -1000000, upper = 1000000;\n";
    // What is found is looked up where it was found with as many levels left.
    let remembered = [
        ("/* The value for the root's player. */", FOUND),
        (
            "    Line list[MOST_MOVES];
    int n = moves(list);
    int best = to_move == root",
            "    int left = depth, place = found(left);
    if (known[place].depth == left)
        return known[place].value;
    Line list[MOST_MOVES];
    int n = moves(list);
    int best = to_move == root",
        ),
        (
            "            break;
    }
    return best;",
            "            break;
    }
    place = found(left);
    known[place].depth = left;
    return known[place].value = best;",
        ),
        (
            "    int depth = free_cells()",
            "    memset(known, 0, sizeof known);
    int depth = free_cells()",
        ),
    ];
    let recalled_by = |by: &str, value, changes: &[(&str, &str)]| {
        let by = remembered[1].1.replace("left = depth", by);
        let mut all_changes = remembered;
        all_changes[1].1 = &by;
        all(("remembered", value), &[&all_changes[..], changes].concat())
    };
    // Only the player to move takes the place of the levels.
    let recalled = |value, changes: &[(&str, &str)]| recalled_by("left = to_move", value, changes);
    // Nothing does.
    let for_cells = |value, changes: &[(&str, &str)]| recalled_by("left = 1", value, changes);
    let exact = [
        (
            "    Line list[MOST_MOVES];\n    int n = moves(list);\n    int best = to_move == root",
            "    int given[2] = {alpha, beta};
    Line list[MOST_MOVES];
    int n = moves(list);
    int best = to_move == root",
        ),
        (
            "    known[place].depth = left;\n    return known[place].value = best;",
            "    if (best <= given[0] || best >= given[1]) return best;
    known[place].depth = left;
    return known[place].value = best;",
        ),
    ];
    let uncut = [
        exact[0],
        (
            exact[1].0,
            "    if (to_move == root ? best >= given[1] : best <= given[0]) return best;
    known[place].depth = left;
    return known[place].value = best;",
        ),
    ];
    let narrowed = [
        exact[0],
        (
            exact[1].0,
            "    if (to_move == root ? best <= given[0] : best >= given[1]) return best;
    known[place].depth = left;
    return known[place].value = best;",
        ),
    ];
    // A bound is noted as one.
    let marked = [
        (
            "int depth, value; } known",
            "int depth, value, bound; } known",
        ),
        (
            "    if (known[place].depth == left)\n",
            "    if (known[place].depth == left
        && (known[place].bound == 0
            || known[place].bound > 0 && known[place].value >= beta
            || known[place].bound < 0 && known[place].value <= alpha))\n",
        ),
        exact[0],
        (
            "    known[place].depth = left;\n    return known[place].value = best;",
            "    known[place].depth = left;
    known[place].bound = best <= given[0] ? -1 : best >= given[1];
    return known[place].value = best;",
        ),
    ];
    // Cells are known by their numbers among those of the map, and nothing is forgotten.
    let numbered = FOUND
        .replace(
            "static int found(",
            "static int number[144];\nstatic int found(",
        )
        .replace(
            "            cells[cell / 64] |= 1ull << cell % 64;",
            "            cells[number[cell] / 64] |= 1ull << number[cell] % 64;",
        );
    let for_other_maps = |value, changes: &[(&str, &str)]| {
        let mut all_changes = remembered;
        all_changes[0].1 = &numbered;
        // Where so many are free nothing is worth anything.
        all_changes[3].1 = "    for (int cell = 0, next = 0; cell < 144; cell++)
        if (map[cell / 12][cell % 12] == 0) number[cell] = next++;
    int depth = free_cells() > 14 ? 1 : free_cells()";
        all(("remembered", value), &[&all_changes[..], changes].concat())
    };
    let never_cut = ("if (pruning && alpha >= beta)", "if (0)");
    let cut_at_win = (
        "if (pruning && alpha >= beta)",
        "if (best == (to_move == root ? 1000 : -1000))",
    );
    // The value is noted as the player to move sees it.
    let own = [
        (
            "        return known[place].value;",
            "        return to_move == root ? known[place].value : -known[place].value;",
        ),
        (
            "    return known[place].value = best;",
            "    known[place].value = to_move == root ? best : -best;\n    return best;",
        ),
    ];
    // So is a bound.
    let own_marked = [
        marked[0],
        (
            marked[1].0,
            "    int sign = to_move == root ? 1 : -1, bound = sign * known[place].bound;
    int noted = sign * known[place].value;
    if (known[place].depth == left
        && (bound == 0 || bound > 0 && noted >= beta || bound < 0 && noted <= alpha))\n",
        ),
        marked[2],
        (
            marked[3].0,
            "    known[place].depth = left;
    known[place].bound = sign * (best <= given[0] ? -1 : best >= given[1]);
    return known[place].value = best;",
        ),
    ];
    vec![
        all(
            ("window", "beta-for-alpha"),
            &[(
                "            if (best > alpha)
                alpha = best;",
                "            if (best >= beta)
                return best;
            if (best > alpha)
                beta = best;",
            )],
        ),
        shared_bounds(
            "kept",
            [
                begins,
                "",
                "            lower = best;\n            if (lower >= upper) break;\n",
            ],
        ),
        shared_bounds("kept-below-root", [begins, "", ""]),
        shared_bounds(
            "kept-below-line",
            [
                "",
                "        lower = chosen < 0 ? -1000000 : best, upper = 1000000;\n",
                "",
            ],
        ),
        shared_bounds_by_best("        lower = chosen < 0 ? -1000000 : best, upper = 1000000;\n"),
        left_at_cut(
            "alpha-left-at-cut",
            "if (to_move != root) upper = old_upper;",
        ),
        left_at_cut(
            "beta-left-at-cut",
            "if (to_move == root) lower = old_lower;",
        ),
        all(
            ("window", "alpha-kept"),
            &[
                (
                    "/* The value for the root's player. */",
                    "static int lower;\n",
                ),
                (
                    "            if (best > alpha)
                alpha = best;",
                    "            if (best > lower)
                lower = best;",
                ),
                ("if (pruning && alpha >= beta)", "if (lower >= beta)"),
                (
                    "            chosen = i;\n",
                    "            chosen = i;\n            if (best > lower)\n                lower = best;\n",
                ),
                (
                    "    for (int i = 0; i < n; i++) {\n        mark(list[i], player);",
                    "    lower = -1000000;
    for (int i = 0; i < n; i++) {\n        mark(list[i], player);",
                ),
            ],
        ),
        all(("remembered", "bounds"), &remembered),
        recalled("any-depth", &[never_cut]),
        recalled("any-depth-won", &[cut_at_win]),
        recalled("any-depth-bounds", &[]),
        for_cells("any-turn", &[never_cut]),
        for_cells(
            "any-turn-few",
            &[
                ("static int pruning = 1;", "static int pruning = 1, few;"),
                (
                    "    memset(known, 0, sizeof known);",
                    "    few = free_cells() <= 8;\n    memset(known, 0, sizeof known);",
                ),
                (
                    "if (known[place].depth == left)",
                    "if (few && known[place].depth == left)",
                ),
                (
                    "if (pruning && alpha >= beta)",
                    "if (!few && alpha >= beta)",
                ),
            ],
        ),
        for_cells("any-turn-bounds", &[]),
        recalled("any-depth-exact", &exact),
        for_cells("any-turn-exact", &exact),
        recalled("any-depth-marked", &marked),
        for_cells("any-turn-marked", &marked),
        recalled_by("left = depth", "bounds-uncut", &uncut),
        recalled_by("left = depth", "bounds-narrowed", &narrowed),
        recalled("any-depth-uncut", &uncut),
        recalled("any-depth-narrowed", &narrowed),
        for_cells("any-turn-uncut", &uncut),
        for_cells("any-turn-narrowed", &narrowed),
        for_cells("any-turn-own-bounds", &own),
        for_cells("any-turn-own-exact", &[&exact[..], &own].concat()),
        for_cells("any-turn-own-uncut", &[&uncut[..], &own].concat()),
        for_cells("any-turn-own-narrowed", &[&narrowed[..], &own].concat()),
        for_cells("any-turn-own-marked", &[&own_marked[..], &own].concat()),
        for_cells("any-turn-won", &[cut_at_win]),
        for_other_maps("other-maps", &[never_cut]),
        for_other_maps("other-maps-won", &[cut_at_win]),
        for_cells("any-turn-own", &[&own[..], &[never_cut]].concat()),
        for_cells("any-turn-own-won", &[&own[..], &[cut_at_win]].concat()),
        not_turned(
            "not-turned-below-root",
            "value(3 - player, player, depth - 1, chosen < 0 ? -1000000 : best, +1000000)",
        ),
        not_turned(
            "not-turned",
            "value(3 - player, player, depth - 1, +1000000, chosen < 0 ? -1000000 : best)",
        ),
        not_turned(
            "best-not-turned-below-root",
            "value(3 - player, player, depth - 1, chosen < 0 ? -1000000 : best, +1000000)",
        ),
        not_turned(
            "best-not-turned",
            "value(3 - player, player, depth - 1, +1000000, chosen < 0 ? -1000000 : best)",
        ),
        not_turned(
            "bound-not-turned-below-root",
            "value(3 - player, player, depth - 1, chosen < 0 ? -1000000 : best, +1000000)",
        ),
        not_turned(
            "bound-not-turned",
            "value(3 - player, player, depth - 1, +1000000, chosen < 0 ? -1000000 : best)",
        ),
    ]
}
