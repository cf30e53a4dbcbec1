//! Programs for EinStein würfelt nicht! that make mistakes: the independent one in C with those changes.

mod beside;
mod reading;
mod steps;
mod values;

use std::path::PathBuf;

use super::programs::compiled_for;

/// Lines with stones all over the board.
const MANY_STONES: &str = "0 3 25 24 23 20 19 15 1 2 3 6 7 11
1 2 16 17 18 12 13 8 10 14 20 9 4 0
0 5 22 21 16 0 11 0 0 19 20 15 14 0
1 1 21 22 0 16 0 17 3 4 5 0 15 20
";

/// Values that are no whole numbers.
const WHOLE: &str = "0 2 0 0 11 0 25 6 15 0 0 0 3 0
get B 2 23 0 15 13 24 20 1 2 9 6 0 11
1 3 0 22 0 18 0 0 0 6 0 0 12 9
";

/// Positions in which no move is worth more than 0.
const NEVER_AHEAD: &str = "1 5 0 2 0 0 0 0 0 9 0 8 0 0
get R 5 0 2 0 0 0 0 0 9 0 8 0 0
get R 5 0 B1 0 0 0 0 0 D2 0 C2 0 0
";

/// An analysis, a request and an analysis again.
const BOTH_KINDS: &str = "0 3 25 24 23 20 19 15 1 2 3 6 7 11
get R 5 22 21 16 0 12 0 0 19 20 15 14 0
1 1 21 22 0 16 0 17 3 4 5 0 15 20
";

/// Requests in letters.
const LETTERED: &str = "time_setting 300
ini R
get B 3 E5 D5 C5 E4 D4 E3 A1 B1 C1 A2 B2 A3
get R 5 C4 0 D3 E2 0 0 B2 0 A3 0 C2 0
get B 5 0 D5 0 C4 0 E3 A1 0 0 B2 0 A3
";

/// Stones on the cells beside both goals.
const NEAR_GOALS: &str = "0 3 7 0 13 24 0 18 19 0 2 0 9 12
1 2 7 0 2 20 0 18 0 19 0 24 9 12
0 3 0 6 14 0 2 18 0 24 0 20 15 8
1 2 12 2 14 0 18 9 20 0 19 24 0 10
";

/// What the key of a position ends with.
const KEY: &str =
    "    return bits[BLUE] | bits[RED] << 25 | (uint64_t)to_move << 50 | (uint64_t)1 << 51;";

/// How a move is taken back once it was tried.
const TAKES_BACK: [(&str, &str); 2] = [
    (
        "            return -hit->value;",
        "        {
            float value = -hit->value;
            take_back((Position *)p, &q, side, m);
            return value;
        }",
    ),
    (
        "    return -roll(&q, !side, depth);",
        "    float value = -roll(&q, !side, depth);
    take_back((Position *)p, &q, side, m);
    return value;",
    ),
];

/// Rules that are otherwise.
type Otherwise = Vec<(&'static str, &'static str)>;

/// Mistakes of EinStein's catalogue, each with the program in C that makes them and an input that shows
/// them.
pub fn catalogued_of_ewn() -> Vec<(Otherwise, PathBuf, &'static str)> {
    let choice = "    float best = 0;\n    for (int i = 0; i < n; i++) {\n        float v";
    let least = |value: &str| choice.replace("best = 0", &format!("best = {value}"));
    let goes_on = |stuck: &'static str, value: &str| {
        let changes = [
            ("|| stones(p, RED) == 0", ""),
            ("|| stones(p, BLUE) == 0", ""),
            (choice, &*least(value)),
        ];
        (
            vec![("no-stones", "goes-on"), ("stuck", stuck)],
            compiled_for("ewn", &format!("ewn-no-stones-{stuck}"), &changes),
            "1 2 0 0 0 0 20 0 0 0 0 10 0 0\n1 3 0 0 0 0 7 0 0 0 0 0 2 0\n",
        )
    };
    let won_by = |value: &'static str, points: &str| {
        let from = "    if (over(p) || depth == 0)\n        return evaluate(p, side);";
        let to = format!(
            "    if (over(p))\n        return evaluate(p, side) + ((side == BLUE ? blue_has_won(p) : red_has_won(p)) ? {points} : -{points});\n    \
             if (depth == 0)\n        return evaluate(p, side);"
        );
        let program = compiled_for("ewn", &format!("ewn-win-value-{value}"), &[(from, &to)]);
        (vec![("win-value", value)], program, MANY_STONES)
    };
    let begun_with_cell = |value: &'static str, cell: u8| {
        let program = compiled_for(
            "ewn",
            &format!("ewn-search-start-{value}"),
            &[
                ("    *best = 0;\n", "    float most = 0;\n    *best = -1;\n"),
                (
                    "if (scores[i] > scores[*best])\n            *best = i;",
                    "if (scores[i] > most)\n            most = scores[*best = i];",
                ),
                (
                    "\\n\", list[best].from - 1, list[best].to - 1",
                    &format!(
                        "\\n\", (best < 0 ? {cell} : list[best].from) - 1, (best < 0 ? {cell} : list[best].to) - 1"
                    ),
                ),
                (
                    "print_cell(list[best].from",
                    &format!("print_cell(best < 0 ? {cell} : list[best].from"),
                ),
                (
                    "print_cell(list[best].to",
                    &format!("print_cell(best < 0 ? {cell} : list[best].to"),
                ),
            ],
        );
        (vec![("search-start", value)], program, NEVER_AHEAD)
    };
    let moves = "/* The moves for a die (1-6) in the published order. */";
    let not_onto_own = format!(
        "static int stone_moves(const Position *p, int side, int stone, Move *out)
{{
    Move all[3];
    int n = 0, count = any_stone_moves(p, side, stone, all);
    for (int i = 0; i < count; i++)
        if (!stands_on(p, side, all[i].to)) out[n++] = all[i];
    return n;
}}

{moves}"
    );
    let best = "    printf(\"Best Move:";
    let blocking = [
        ("static int stone_moves(", "static int any_stone_moves("),
        (moves, &not_onto_own),
        (choice, &least("-1e9f")),
        (
            best,
            &format!("    if (n == 0) list[0] = (Move){{0, 0, 0}};\n{best}"),
        ),
    ];
    let first_cell: Vec<(&str, &str)> = blocking[..3]
        .iter()
        .copied()
        .chain([(
            "*best = 0;",
            "*best = 0;\n    if (n == 0) list[0] = (Move){0, 1, 1};",
        )])
        .collect();
    let after_last: Vec<(&str, &str)> = blocking[..3]
        .iter()
        .copied()
        .chain([(
            "*best = 0;",
            "*best = 0;\n    int none = side == RED ? 26 : 0;\n    if (n == 0) list[0] = (Move){0, none, none};",
        )])
        .collect();
    let cut = [
        (
            "static float roll(const Position *p, int side, int depth);",
            "static int roll(const Position *p, int side, int depth);",
        ),
        (
            "static float roll(const Position *p, int side, int depth)\n{",
            "static int roll(const Position *p, int side, int depth)\n{",
        ),
    ];
    let never_chosen = [
        ("static int stone_moves(", "static int any_stone_moves("),
        (moves, &not_onto_own),
        (choice, &least("-1.0f / 0.0f")),
        ("*best = 0;", "*best = -1;"),
        (
            "if (scores[i] > scores[*best])",
            "if (scores[i] > (*best < 0 ? -1.0f / 0.0f : scores[*best]))",
        ),
        (
            "        print_cell(list[best].from, letters);",
            "        if (best < 0) list[best = 0] = (Move){0, 0, 0};
        print_cell(list[best].from, letters);",
        ),
    ];
    let written = "printf(\"%c%c\", 'A' + (cell - 1) % 5, '1' + (cell - 1) / 5);";
    let turned = "printf(\"%c%c\", 'A' + (cell - 1) / 5, '1' + (cell - 1) % 5);";
    let from_one = "printf(\"%c%c\", 'A' + cell % 5 - 1, '1' + cell / 5);";
    let blue_steps = "        if (row > 0 && col > 0)
            out[n++] = (Move){stone, from, from - 6};
        if (col > 0)";
    let blue_wraps = "        if (from > 6)
            out[n++] = (Move){stone, from, from - 6};
        if (from > 1)";
    // The directions of whoever they are for in this order, by how far each of them goes.
    let in_order = |rule: (&'static str, &'static str), order: &str, is_for: &str| {
        let sorted = format!(
            "static int stone_moves(const Position *p, int side, int stone, Move *out)
{{
    static const int order[] = {order};
    Move all[3];
    int n = 0, count = any_stone_moves(p, side, stone, all);
    if (!({is_for})) return any_stone_moves(p, side, stone, out);
    for (int kind = 0; kind < 3; kind++)
        for (int i = 0; i < count; i++)
            if (abs(all[i].to - all[i].from) == order[kind]) out[n++] = all[i];
    return n;
}}

{moves}"
        );
        let changes = [
            ("static int stone_moves(", "static int any_stone_moves("),
            (moves, &sorted),
        ];
        let program = compiled_for("ewn", &format!("ewn-{}-{}", rule.0, rule.1), &changes);
        (vec![rule], program, MANY_STONES)
    };
    // One position for all, whose moves are taken back but for a removed stone.
    let put_back = |value: &'static str, is_lost: &str, keyed: &'static str| {
        // Where a position is a board, a stone that is gone is moved as nothing.
        let is_board = value.ends_with("still-moves");
        // Where a stone has a flag, its cell may change while that says that it is gone.
        let is_flagged = value.ends_with("for-good");
        let is_lost = match is_board {
            true => format!("!stands_on(&before, side, m.from) || ({is_lost})"),
            false => is_lost.to_owned(),
        };
        let was_moved = match is_flagged {
            true => "i == m.stone && q->cell[s][i] != 0",
            false => "before.cell[s][i] == m.from",
        };
        let (listed, put) = match is_board || is_flagged {
            true => ("1", "if (p->cell[side][m.stone] != 0) "),
            false => ("0", ""),
        };
        let put = format!("    {put}q.cell[side][m.stone] = m.to;");
        let functions = format!(
            "static void take_back(Position *p, const Position *q, int side, Move m)
{{
    Position before = *p;
    *p = *q;
    for (int s = 0; s < 2; s++)
        for (int i = 0; i < 6; i++)
            if ((s == side && {was_moved})
                || (before.cell[s][i] == m.to && !({is_lost})))
                p->cell[s][i] = before.cell[s][i];
}}

static int is_there(const Position *p, int side, int die, Move m)
{{
    Move list[6];
    int n = moves(p, side, die, list);
    if ({listed}) return 1;
    for (int i = 0; i < n; i++)
        if (list[i].from == m.from && list[i].to == m.to) return 1;
    return 0;
}}

static float roll(const Position *p, int side, int depth);

/* The score,"
        );
        let mut changes = vec![
            (
                "static float roll(const Position *p, int side, int depth);\n\n/* The score,",
                &*functions,
            ),
            ("    q.cell[side][m.stone] = m.to;", &put),
            TAKES_BACK[0],
            TAKES_BACK[1],
            (
                "        float v = score(p, side, list[i], depth);",
                "        if (!is_there(p, side, die, list[i])) continue;
        float v = score(p, side, list[i], depth);",
            ),
            (
                "    for (int i = 0; i < n; i++) {\n        scores[i] = score(p, side, list[i], root_depth);",
                "    int all = n;
    n = 0;
    for (int k = 0; k < all; k++) {
        if (!is_there(p, side, die, list[k])) continue;
        int i = n++;
        list[i] = list[k];
        scores[i] = score(p, side, list[i], root_depth);",
            ),
        ];
        if keyed == "as-before" {
            let sum = "    float sum = 0;\n    for (int die";
            changes.extend([
                (sum, "    uint64_t key = occupancy_key(p, side);\n    float sum = 0;\n    for (int die"),
                ("cache_store(occupancy_key(p, side), mean);", "cache_store(key, mean);"),
            ]);
        }
        let program = compiled_for("ewn", &format!("ewn-put-back-{value}-{keyed}"), &changes);
        let mut rules = vec![("put-back", value), ("cached-position", keyed)];
        if is_flagged {
            // So are rolls without a stone, of which others see none.
            rules.push(("stuck", "zero"));
        }
        (rules, program, MANY_STONES)
    };
    let worth = "TABLE[s][p->cell[s][i] - 1]";
    let one = |rule: (&'static str, &'static str), from: &str, to: &str| {
        let name = format!("ewn-{}-{}", rule.0, rule.1);
        let program = compiled_for("ewn", &name, &[(from, to)]);
        (vec![rule], program, MANY_STONES)
    };
    let score_for = |value: &'static str, sign: &str| {
        one(
            ("score-for", value),
            "(double)scores[i], list[i].from - 1",
            &format!("({sign}) * (double)scores[i], list[i].from - 1"),
        )
    };
    // Stones that are counted under one more condition.
    let uncounted = |value: &'static str, condition: &str| {
        one(
            ("counted-stones", value),
            "if (p->cell[s][i] != 0)\n                sum",
            &format!("if (p->cell[s][i] != 0 && {condition})\n                sum"),
        )
    };
    let never_removed = |value: &'static str, condition: &str| {
        let removed = format!("if (q.cell[s][i] == m.to && {condition})");
        one(
            ("captured-stones", value),
            "if (q.cell[s][i] == m.to)",
            &removed,
        )
    };
    let others = vec![
        never_removed("not-6", "i != 5"),
        never_removed("not-blue-6", "i + 6 * s != 5"),
        never_removed("not-red-6", "i + 6 * s < 11"),
        never_removed("not-1", "i > 0"),
        never_removed("not-blue-1", "i + 6 * s > 0"),
        never_removed("not-red-1", "i + 6 * s != 6"),
        goes_on("nonillion", "-1e30f"),
        (
            vec![("no-stones", "goes-on-zero")],
            goes_on("zero", "0").1,
            "1 2 0 0 0 0 20 0 0 0 0 10 0 0\n1 3 0 0 0 0 7 0 0 0 0 0 2 0\n",
        ),
        goes_on("zero", "0"),
        put_back("not-own", "s == side", "as-left"),
        put_back("not-others", "s != side", "as-left"),
        put_back("none", "1", "as-left"),
        put_back("not-own-still-moves", "s == side", "as-left"),
        put_back("not-others-still-moves", "s != side", "as-left"),
        put_back("none-still-moves", "1", "as-left"),
        put_back("own-for-good", "s == side", "as-left"),
        put_back("others-for-good", "s != side", "as-left"),
        put_back("all-for-good", "1", "as-left"),
        put_back("not-own", "s == side", "as-before"),
        put_back("none-still-moves", "1", "as-before"),
        one(
            ("own-stones", "kept-lowest-taken"),
            "    for (int s = 0; s < 2; s++)
        for (int i = 0; i < 6; i++)
            if (q.cell[s][i] == m.to)
                q.cell[s][i] = 0;",
            "    for (int i = 0; i < 6; i++)
        if (q.cell[!side][i] == m.to) {
            q.cell[!side][i] = 0;
            break;
        }",
        ),
        (
            vec![("nearest", "1-at-last")],
            compiled_for(
                "ewn",
                "ewn-1-at-last",
                &[
                    (
                        "for (int s = named - 1; s >= 0; s--)",
                        "for (int s = named - 1; s > 0; s--)",
                    ),
                    (
                        "    return n;\n}\n\nstatic Position after",
                        "    if (n == 0 && p->cell[side][0] != 0)
        n = stone_moves(p, side, 0, out);
    return n;
}

static Position after",
                    ),
                ],
            ),
            MANY_STONES,
        ),
        (
            vec![("own-stones", "blocking")],
            compiled_for("ewn", "ewn-no-move", &blocking),
            "0 2 0 0 11 0 25 6 15 0 0 0 0 0\n0 6 0 2 0 0 3 0 8 0 1 11 0 0\n1 5 0 2 0 0 0 0 0 9 0 8 0 0\n",
        ),
        (
            // A whole number has no negative zero.
            vec![("dice-sum", "cut"), ("negated-zero", "0")],
            compiled_for("ewn", "ewn-cut", &cut),
            WHOLE,
        ),
        (
            vec![("dice-sum", "cut-all"), ("negated-zero", "0")],
            compiled_for(
                "ewn",
                "ewn-cut-all",
                &[
                    &cut[..],
                    &[("return -hit->value;", "return -(int)hit->value;")],
                ]
                .concat(),
            ),
            WHOLE,
        ),
        (
            vec![("own-stones", "blocking"), ("no-move", "cell-1")],
            compiled_for("ewn", "ewn-cell-1", &first_cell),
            "0 2 0 0 11 0 25 6 15 0 0 0 0 0\nget B 2 0 0 11 0 25 6 15 0 0 0 0 0\n\
             get B 2 0 0 A3 0 E5 A2 E3 0 0 0 0 0\n",
        ),
        (
            vec![("own-stones", "blocking"), ("no-move", "cell-26-for-red")],
            compiled_for("ewn", "ewn-cell-26-for-red", &after_last),
            "1 1 0 2 0 0 0 0 13 18 19 14 0 0\nget R 1 0 2 0 0 0 0 13 18 19 14 0 0\n\
             get R 1 0 B1 0 0 0 0 C3 C4 D4 D3 0 0\nget B 2 0 0 11 0 25 6 15 0 0 0 0 0\n",
        ),
        goes_on("thousand", "-1000"),
        (
            vec![("edges", "horizontal")],
            compiled_for(
                "ewn",
                "ewn-edges-horizontal",
                &[
                    ("        if (col > 0)\n", "        if (from > 1)\n"),
                    ("        if (col < 4)\n", "        if (from < 25)\n"),
                ],
            ),
            MANY_STONES,
        ),
        won_by("100-more", "100"),
        won_by("1000-more", "1000"),
        (
            vec![("search-start", "zero-at-root")],
            compiled_for(
                "ewn",
                "ewn-zero-at-root",
                &[
                    ("    *best = 0;\n", "    float most = 0;\n    *best = 0;\n"),
                    (
                        "if (scores[i] > scores[*best])\n            *best = i;",
                        "if (scores[i] > most)\n            most = scores[*best = i];",
                    ),
                ],
            ),
            MANY_STONES,
        ),
        begun_with_cell("none-at-root", 0),
        begun_with_cell("first-cell-at-root", 1),
        in_order(
            ("directions", "horizontal-vertical-diagonal"),
            "{1, 5, 6}",
            "1",
        ),
        in_order(
            ("directions", "diagonal-horizontal-vertical"),
            "{6, 1, 5}",
            "1",
        ),
        one(("edges", "blue-sideways"), blue_steps, blue_wraps),
        one(
            ("tables", "both-blue"),
            worth,
            "TABLE[0][p->cell[s][i] - 1]",
        ),
        one(("tables", "both-red"), worth, "TABLE[1][p->cell[s][i] - 1]"),
        one(
            ("tables", "red-upside-down"),
            worth,
            "(s ? TABLE[0][(25 - p->cell[s][i]) / 5 * 5 + (p->cell[s][i] - 1) % 5]
                : TABLE[0][p->cell[s][i] - 1])",
        ),
        one(
            ("tables", "red-reversed"),
            worth,
            "(s ? TABLE[0][(p->cell[s][i] - 1) / 5 * 5 + (25 - p->cell[s][i]) % 5]
                : TABLE[0][p->cell[s][i] - 1])",
        ),
        one(
            ("mistyped", "red-20-as-8"),
            "2, 4, 8, 10, 1, 2.5f, 5",
            "2, 4, 8, 8, 1, 2.5f, 5",
        ),
        one(
            ("mistyped", "blue-16-as-2"),
            "2, 1, 2.5f, 2, 2, 2",
            "2, 1, 2, 2, 2, 2",
        ),
        one(
            ("mistyped", "blue-13-as-2"),
            "5, 4, 4, 2, 1, 2.5f, 2, 2, 2",
            "5, 4, 2, 2, 1, 2.5f, 2, 2, 2",
        ),
        one(
            ("board-stones", "blue-from-1"),
            "x = (char)('0' + i);",
            "x = (char)('1' + i);",
        ),
        (
            vec![("board-stones", "earlier-left")],
            compiled_for(
                "ewn",
                "ewn-board-stones-earlier-left",
                &[
                    ("static int use_cache = 1,", "static char left[26];\nstatic int use_cache = 1,"),
                    ("char x = '.';", "char x = left[cell] ? left[cell] : '.';"),
                    (
                        "    *best = 0;\n",
                        "    for (int i = 0; i < 12; i++)
        left[p->cell[i / 6][i % 6]] = (char)(i < 6 ? '0' + i : 'a' + i - 6);
    *best = 0;\n",
                    ),
                ],
            ),
            BOTH_KINDS,
        ),
        one(
            ("score-format", "%.5f"),
            "printf(\"%g:Move",
            "printf(\"%.5f:Move",
        ),
        score_for("blue", "side == BLUE ? 1 : -1"),
        score_for("red", "side == BLUE ? -1 : 1"),
        score_for("opponent", "-1"),
        one(
            ("best-for", "blue"),
            "if (scores[i] > scores[*best])",
            "if (side == BLUE ? scores[i] > scores[*best] : scores[i] < scores[*best])",
        ),
        (
            vec![("win-cell", "blue-only")],
            compiled_for(
                "ewn",
                "ewn-blue-only",
                &[
                    ("return stands_on(p, RED, 25) || ", "return "),
                    (choice, &least("-1e9f")),
                ],
            ),
            "1 1 0 0 0 0 0 8 0 0 23 0 0 0\n0 3 0 0 6 3 0 0 0 0 0 0 24 0\n",
        ),
        (
            vec![("own-stones", "blocking"), ("stuck", "infinite")],
            compiled_for("ewn", "ewn-infinite", &never_chosen),
            "get R 2 3 14 0 5 0 0 18 0 0 0 0 0\nget B 1 12 0 0 6 0 0 0 0 0 2 0 3\nget B 2 0 0 11 0 25 6 15 0 0 0 0 0\n\
             get R 2 C1 D3 0 E1 0 0 C4 0 0 0 0 0\nget B 1 B3 0 0 A2 0 0 0 0 0 B1 0 C1\nget B 2 0 0 A3 0 E5 A2 E3 0 0 0 0 0\n",
        ),
        (
            vec![("stones-first", "mover")],
            compiled_for(
                "ewn",
                "ewn-mover-first",
                &[(
                    "p.cell[i / 6][i % 6] = read_cell",
                    "p.cell[i / 6 ^ (word[1][0] == 'R')][i % 6] = read_cell",
                )],
            ),
            "get R 6 0 0 0 0 0 6 14 0 0 0 0 8\nget B 3 0 0 0 0 0 6 14 0 0 0 0 8\n",
        ),
        (
            vec![("stones-first", "mover-in-requests")],
            compiled_for(
                "ewn",
                "ewn-mover-first-in-requests",
                &[(
                    "p.cell[i / 6][i % 6] = read_cell",
                    "p.cell[i / 6 ^ (word[1][0] == 'R')][i % 6] = read_cell",
                )],
            ),
            "get R 6 0 0 0 0 0 6 14 0 0 0 0 8\n1 6 0 0 0 0 0 6 14 0 0 0 0 8\n",
        ),
        (
            vec![("letters", "rows-in-replies")],
            compiled_for("ewn", "ewn-rows-in-replies", &[(written, turned)]),
            LETTERED,
        ),
        (
            vec![("letters", "at-for-e")],
            compiled_for("ewn", "ewn-at-for-e", &[(written, from_one)]),
            LETTERED,
        ),
        (
            vec![("letters", "numbers-in-replies")],
            compiled_for(
                "ewn",
                "ewn-numbers-in-replies",
                &[("    if (letters)", "    if (letters < 0)")],
            ),
            LETTERED,
        ),
        (
            vec![("letters", "numbers-in-moves")],
            compiled_for(
                "ewn",
                "ewn-numbers-in-moves",
                &[
                    (
                        "print_cell(list[best].from, letters);",
                        "print_cell(list[best].from, 0);",
                    ),
                    (
                        "print_cell(list[best].to, letters);",
                        "print_cell(list[best].to, 0);",
                    ),
                ],
            ),
            LETTERED,
        ),
        (
            vec![("letters", "numbers-in-arrangements")],
            compiled_for(
                "ewn",
                "ewn-numbers-in-arrangements",
                &[(
                    "print_cell(SETUP[side][i], letters);",
                    "print_cell(SETUP[side][i], 0);",
                )],
            ),
            LETTERED,
        ),
        (
            vec![("lettered-by", "first-cell")],
            compiled_for(
                "ewn",
                "ewn-letters-by-first-cell",
                &[(
                    "                letters = 1;",
                    "                letters |= i == 0;",
                )],
            ),
            LETTERED,
        ),
        (
            vec![("lettered-by", "last-cell")],
            compiled_for(
                "ewn",
                "ewn-letters-by-last-cell",
                &[(
                    "                letters = 1;",
                    "                letters = i == 11;",
                )],
            ),
            LETTERED,
        ),
        (
            vec![("arrangement-as", "cells")],
            compiled_for(
                "ewn",
                "ewn-arrangement-as-cells",
                &[("        letters = 1;\n        if", "        if")],
            ),
            LETTERED,
        ),
        (
            vec![("letters", "rows")],
            compiled_for(
                "ewn",
                "ewn-rows",
                &[
                    (written, turned),
                    (
                        "return (s[1] - '1') * 5 + (s[0] - 'A') + 1;",
                        "return (s[0] - 'A') * 5 + (s[1] - '1') + 1;",
                    ),
                ],
            ),
            LETTERED,
        ),
        one(
            ("cached-sign", "kept"),
            "return -hit->value;",
            "return hit->value;",
        ),
        (
            vec![("cache-side", "own-first")],
            compiled_for(
                "ewn",
                "ewn-cache-side-own-first",
                &[(KEY, "    return bits[to_move] | bits[!to_move] << 25 | (uint64_t)1 << 51;")],
            ),
            "1 2 24 0 0 7 0 0 0 0 0 6 0 0\n1 4 19 0 0 7 0 0 0 0 0 11 0 0\n",
        ),
        one(
            ("cache-side", "turned"),
            KEY,
            "    uint64_t seen[2] = {0, 0};
    for (int s = 0; s < 2; s++)
        for (int i = 0; i < 25; i++)
            if (bits[s] >> i & 1)
                seen[s != to_move] |= (uint64_t)1 << (to_move == RED ? 24 - i : i);
    return seen[0] | seen[1] << 25 | (uint64_t)1 << 51;",
        ),
        (
            vec![("cache-side", "for-blue")],
            compiled_for(
                "ewn",
                "ewn-cache-side-for-blue",
                &[
                    (
                        "cache_slot(occupancy_key(&q, !side))",
                        "cache_slot(occupancy_key(&q, 0))",
                    ),
                    (
                        "            return -hit->value;",
                        "            return side == BLUE ? hit->value : -hit->value;",
                    ),
                    (
                        "cache_store(occupancy_key(p, side), mean);",
                        "cache_store(occupancy_key(p, 0), side == BLUE ? mean : -mean);",
                    ),
                ],
            ),
            MANY_STONES,
        ),
        (
            vec![("removed-stones", "earlier")],
            compiled_for(
                "ewn",
                "ewn-removed-stones-earlier",
                &[
                    ("static int use_cache = 1,", "static int earlier[12], use_cache = 1,"),
                    (
                        "            p.cell[i / 6][i % 6] = read_cell(word[3 + i]);",
                        "            if (read_cell(word[3 + i])) earlier[i] = read_cell(word[3 + i]);
            p.cell[i / 6][i % 6] = earlier[i];",
                    ),
                    (
                        "            p.cell[i / 6][i % 6] = f[2 + i];",
                        "            p.cell[i / 6][i % 6] = earlier[i] = f[2 + i] ? f[2 + i] : earlier[i];",
                    ),
                ],
            ),
            MANY_STONES,
        ),
        (
            vec![("counted-cells", "without-25")],
            compiled_for(
                "ewn",
                "ewn-counted-cells-without-25",
                &[("if (p->cell[s][i] != 0)\n                sum", "if (p->cell[s][i] % 25 != 0)\n                sum")],
            ),
            NEAR_GOALS,
        ),
        (
            vec![("counted-cells", "without-1")],
            compiled_for(
                "ewn",
                "ewn-counted-cells-without-1",
                &[("if (p->cell[s][i] != 0)\n                sum", "if (p->cell[s][i] > 1)\n                sum")],
            ),
            NEAR_GOALS,
        ),
        uncounted("without-6", "i != 5"),
        uncounted("without-blue-6", "i + 6 * s != 5"),
        uncounted("without-red-6", "i + 6 * s < 11"),
        uncounted("without-1", "i > 0"),
        uncounted("without-blue-1", "i + 6 * s > 0"),
        uncounted("without-red-1", "i + 6 * s != 6"),
        in_order(("side-directions", "blue-horizontal-diagonal-vertical"), "{1, 6, 5}", "side == BLUE"),
        in_order(("side-directions", "blue-vertical-horizontal-diagonal"), "{5, 1, 6}", "side == BLUE"),
        in_order(("side-directions", "blue-diagonal-vertical-horizontal"), "{6, 5, 1}", "side == BLUE"),
        in_order(("side-directions", "blue-horizontal-vertical-diagonal"), "{1, 5, 6}", "side == BLUE"),
        in_order(("side-directions", "blue-diagonal-horizontal-vertical"), "{6, 1, 5}", "side == BLUE"),
        in_order(("side-directions", "red-vertical-horizontal-diagonal"), "{5, 1, 6}", "side == RED"),
        in_order(("side-directions", "red-diagonal-vertical-horizontal"), "{6, 5, 1}", "side == RED"),
        in_order(("side-directions", "red-horizontal-vertical-diagonal"), "{1, 5, 6}", "side == RED"),
        in_order(("side-directions", "red-diagonal-horizontal-vertical"), "{6, 1, 5}", "side == RED"),
        (
            vec![("search-start", "tiny")],
            compiled_for(
                "ewn",
                "ewn-search-start-tiny",
                &[
                    (choice, &least("1.17549435e-38f")),
                    ("        if (i == 0 || v > best)", "        if (v > best)"),
                ],
            ),
            MANY_STONES,
        ),
        one(
            ("evaluation", "paired"),
            "            if (p->cell[s][i] != 0)\n                sum",
            "            if (p->cell[side][i] != 0 && p->cell[s][i] != 0)\n                sum",
        ),
        one(
            ("nearest", "nearer-or-both"),
            "    for (int s = named + 1; s < 6; s++)",
            "    int up = named, down = named;
    while (up < 6 && p->cell[side][up] == 0) up++;
    while (down >= 0 && p->cell[side][down] == 0) down--;
    if (up < 6 && (down < 0 || up - named <= named - down))
        n += stone_moves(p, side, up, out);
    if (down >= 0 && (up == 6 || named - down <= up - named))
        n += stone_moves(p, side, down, out + n);
    return n;
    for (int s = named + 1; s < 6; s++)",
        ),
        one(
            ("own-stones", "next-moves"),
            "    q.cell[side][m.stone] = m.to;",
            "    int before = 0, at = 0, stone = 0;
    for (int i = 0; i < m.stone; i++) before += p->cell[side][i] != 0;
    for (; stone < 6; stone++)
        if (q.cell[side][stone] && at++ == before) break;
    if (stone < 6) q.cell[side][stone] = m.to;",
        ),
        (
            vec![("negated-zero", "0-for-blue")],
            compiled_for(
                "ewn",
                "ewn-negated-zero-0-for-blue",
                &[(
                    "(double)scores[i], list[i].from - 1",
                    "(double)scores[i] + (side == BLUE ? 0.0 : -0.0), list[i].from - 1",
                )],
            ),
            "0 6 13 2 25 0 0 0 0 24 0 0 0 0\n1 3 0 0 0 0 7 0 0 0 0 0 2 0\n",
        ),
        (
            vec![("dice-sum", "remembered"), ("stuck", "hundred")],
            compiled_for(
                "ewn",
                "ewn-remembered-from-hundred",
                &[
                    ("cache_store(occupancy_key(p, side), mean);", "cache_store(occupancy_key(p, side), sum);"),
                    (choice, &least("-100")),
                    ("        if (i == 0 || v > best)", "        if (v > best)"),
                ],
            ),
            MANY_STONES,
        ),
        one(
            ("dice-sum", "remembered"),
            "cache_store(occupancy_key(p, side), mean);",
            "cache_store(occupancy_key(p, side), sum);",
        ),
        one(
            ("best-base", "1"),
            "printf(\"Best Move:%d %d\\n\", list[best].from - 1, list[best].to - 1);",
            "printf(\"Best Move:%d %d\\n\", list[best].from, list[best].to);",
        ),
    ];
    let steps = steps::catalogued((choice, &least("-1e9f")));
    [
        others,
        steps,
        beside::catalogued(),
        reading::catalogued(),
        values::catalogued(),
    ]
    .concat()
}
