//! Programs for checkers whose search is another one: the independent one in C with that changed.

use std::path::PathBuf;

use super::programs::compiled;

/// How an action is tried on the board that there is, and taken back without looking at what it made of
/// the piece.
const IN_PLACE: [(&str, &str); 4] = [
    (
        "static int value(const Board *b, int to_move, int depth)",
        "static char carry_out(Board *b, Action a)
{
    char taken = abs(a.r1 - a.r0) == 2 ? b->at[(a.r0 + a.r1) / 2][(a.c0 + a.c1) / 2] : '.';
    *b = after(b, a);
    return taken;
}

static void take_back(Board *b, Action a, char taken)
{
    b->at[a.r0][a.c0] = b->at[a.r1][a.c1];
    b->at[a.r1][a.c1] = '.';
    if (abs(a.r1 - a.r0) == 2)
        b->at[(a.r0 + a.r1) / 2][(a.c0 + a.c1) / 2] = taken;
}

static int value(Board *b, int to_move, int depth)",
    ),
    (
        "        Board child = after(b, list[i]);
        int v = value(&child, !to_move, depth - 1);",
        "        char taken = carry_out(b, list[i]);
        int v = value(b, !to_move, depth - 1);
        take_back(b, list[i], taken);",
    ),
    (
        "static int decide(const Board *b, int to_move, Action *chosen)",
        "static int decide(Board *b, int to_move, Action *chosen)",
    ),
    (
        "        Board child = after(b, list[i]);
        int v = value(&child, !to_move, depth_limit - 1);",
        "        char taken = carry_out(b, list[i]);
        int v = value(b, !to_move, depth_limit - 1);
        take_back(b, list[i], taken);",
    ),
];

/// How an action brings along what its men were when it was listed.
const AS_LISTED: [(&str, &str); 6] = [
    (
        "static void take_back(",
        "static void as_listed(Board *b, const Board *listed, Action a)
{
    int r = (a.r0 + a.r1) / 2, c = (a.c0 + a.c1) / 2;
    b->at[a.r0][a.c0] = listed->at[a.r0][a.c0];
    if (abs(a.r1 - a.r0) == 2)
        b->at[r][c] = listed->at[r][c];
}

static void take_back(",
    ),
    (
        "    int n = actions(b, to_move, list);\n    if (depth == 0) {",
        "    int n = actions(b, to_move, list);\n    Board listed = *b;\n    if (depth == 0) {",
    ),
    (
        "    int n = actions(b, to_move, list);\n    int best = 0;",
        "    int n = actions(b, to_move, list);\n    Board listed = *b;\n    int best = 0;",
    ),
    (
        "        char taken = carry_out(b, list[i]);
        int v = value(b, !to_move, depth - 1);",
        "        as_listed(b, &listed, list[i]);
        char taken = carry_out(b, list[i]);
        int v = value(b, !to_move, depth - 1);",
    ),
    (
        "        char taken = carry_out(b, list[i]);
        int v = value(b, !to_move, depth_limit - 1);",
        "        as_listed(b, &listed, list[i]);
        char taken = carry_out(b, list[i]);
        int v = value(b, !to_move, depth_limit - 1);",
    ),
    (
        "    return n > 0;\n",
        "    if (n > 0)\n        as_listed(b, &listed, *chosen);\n    return n > 0;\n",
    ),
];

/// How a captured tower is put back as a piece.
const PUT_BACK_AS_PIECE: [(&str, &str); 3] = [
    (
        "        b->at[(a.r0 + a.r1) / 2][(a.c0 + a.c1) / 2] = taken;",
        "        b->at[(a.r0 + a.r1) / 2][(a.c0 + a.c1) / 2] =
            taken == 'B' ? 'b' : taken == 'W' ? 'w' : taken;",
    ),
    (
        "        int v = value(b, !to_move, depth - 1);
        take_back(b, list[i], taken);",
        "        int v = value(b, !to_move, depth - 1);
        take_back(b, list[i], taken);
        b->at[list[i].r0][list[i].c0] = listed.at[list[i].r0][list[i].c0];",
    ),
    (
        "        int v = value(b, !to_move, depth_limit - 1);
        take_back(b, list[i], taken);",
        "        int v = value(b, !to_move, depth_limit - 1);
        take_back(b, list[i], taken);
        b->at[list[i].r0][list[i].c0] = listed.at[list[i].r0][list[i].c0];",
    ),
];

/// How what a search leaves stays on a board of its own.
const ON_ITS_OWN_BOARD: (&str, &str) = (
    "static int decide(Board *b, int to_move, Action *chosen)\n{\n",
    "static int decide(const Board *start, int to_move, Action *chosen)\n{\n    \
     Board own = *start, *b = &own;\n",
);

/// How the next action is looked for on the board as it is then.
const LOOKING_AGAIN: [(&str, &str); 2] = [
    (
        "            best = v;
    }
    return best;",
        "            best = v;
        Action tried = list[i];
        n = actions(b, to_move, list);
        for (i = 0; memcmp(&list[i], &tried, sizeof tried) != 0; i++) {}
    }
    return best;",
    ),
    (
        "            *chosen = list[i];
        }
",
        "            *chosen = list[i];
        }
        Action tried = list[i];
        n = actions(b, to_move, list);
        for (i = 0; memcmp(&list[i], &tried, sizeof tried) != 0; i++) {}
",
    ),
];

/// Where an action may lead.
const NEXT: &str = "                int r1 = r + DR[d], c1 = c + DC[d];
                int r2 = r + 2 * DR[d], c2 = c + 2 * DC[d];
                if (!inside(r1, c1))
                    continue;
";

/// What is behind the next cell when cells have numbers only.
const BEHIND: &str = "                int behind = 8 * (r1 + DR[d]) + c1 + DC[d];
                int is_cell = behind >= 0 && behind <= 63;
                r2 = is_cell ? behind / 8 : -1, c2 = is_cell ? behind % 8 : -1;
";

/// Captures when cells have numbers only: those of two steps.
const BY_NUMBER: (&str, &str) = (
    "    if (abs(a.r1 - a.r0) == 2)
        n.at[(a.r0 + a.r1) / 2][(a.c0 + a.c1) / 2] = '.';",
    "    int from = 8 * a.r0 + a.c0, to = 8 * a.r1 + a.c1;
    if (abs(to - from) > 9)
        n.at[(from + to) / 16][(from + to) / 2 % 8] = '.';",
);

/// Mistakes of the catalogue, each with the program in C that makes it.
pub fn catalogued_of_search() -> Vec<((&'static str, &'static str), PathBuf)> {
    type Rule = (&'static str, &'static str);
    let all = |rule: Rule, changes: &[(&str, &str)]| {
        (rule, compiled(&format!("{}-{}", rule.0, rule.1), changes))
    };
    vec![
        all(("promotion", "kept"), &IN_PLACE),
        all(
            ("promotion", "kept-in-search"),
            &[&IN_PLACE[..], &[ON_ITS_OWN_BOARD]].concat(),
        ),
        all(
            ("promotion", "kept-as-listed"),
            &[&IN_PLACE[..], &AS_LISTED].concat(),
        ),
        all(
            ("put-back", "piece"),
            &[&IN_PLACE[..], &AS_LISTED, &PUT_BACK_AS_PIECE].concat(),
        ),
        all(
            ("put-back", "piece-in-search"),
            &[
                &IN_PLACE[..],
                &AS_LISTED,
                &PUT_BACK_AS_PIECE,
                &[ON_ITS_OWN_BOARD],
            ]
            .concat(),
        ),
        all(
            ("promotion", "kept-and-used"),
            &[&IN_PLACE[..], &LOOKING_AGAIN].concat(),
        ),
        all(
            ("white-takes", "searcher-largest"),
            &[
                (
                    "static int value(",
                    "static int searcher;\nstatic int value(",
                ),
                (
                    "(to_move == BLACK ? v > best : v < best))\n            best = v;",
                    "(searcher == to_move ? v > best : v < best))\n            best = v;",
                ),
                (
                    "int decide(const Board *b, int to_move, Action *chosen)\n{\n",
                    "int decide(const Board *b, int to_move, Action *chosen)\n{\n    searcher = to_move;\n",
                ),
                ("(to_move == BLACK ? v > best : v < best)) {", "v > best) {"),
            ],
        ),
        all(
            ("compulsory-capture", "computed"),
            &[
                (
                    "static int value(",
                    "static int forced(const Board *b, int player, Action *out)
{
    int n = actions(b, player, out), captures = 0;
    for (int i = 0; i < n; i++)
        if (abs(out[i].r1 - out[i].r0) == 2) out[captures++] = out[i];
    return captures > 0 ? captures : n;
}\nstatic int value(",
                ),
                (
                    "int n = actions(b, to_move, list);\n    if (depth == 0) {",
                    "int n = forced(b, to_move, list);\n    if (depth == 0) {",
                ),
                (
                    "int n = actions(b, to_move, list);\n    int best = 0;",
                    "int n = forced(b, to_move, list);\n    int best = 0;",
                ),
            ],
        ),
        all(
            ("no-action", "leaves-inverted"),
            &[(
                "            return limit_value(to_move);\n        return material(b);",
                "            return limit_value(!to_move);\n        return material(b);",
            )],
        ),
        all(
            ("leaf-cost", "mover"),
            &[(
                "            return limit_value(to_move);\n        return material(b);",
                "            return to_move == WHITE ? -INT_MAX : limit_value(to_move);
        return to_move == WHITE ? -material(b) : material(b);",
            )],
        ),
        all(
            ("no-action", "leaves-just-moved"),
            &[(
                "        if (leaves_checked && n == 0)\n            return limit_value(to_move);",
                "        if (!has_action(b, !to_move))\n            return limit_value(!to_move);",
            )],
        ),
        all(
            ("captured", "towers-stay"),
            &[(
                "    if (abs(a.r1 - a.r0) == 2)\n",
                "    if (abs(a.r1 - a.r0) == 2 && n.at[(a.r0 + a.r1) / 2][(a.c0 + a.c1) / 2] > 'Z')\n",
            )],
        ),
        all(
            ("white-takes", "as-searcher"),
            &[
                (
                    "static int value(",
                    "static int searcher;\nstatic int value(",
                ),
                (
                    "(to_move == BLACK ? v > best : v < best))\n            best = v;",
                    "(searcher == BLACK ? v > best : v < best))\n            best = v;",
                ),
                (
                    "int decide(const Board *b, int to_move, Action *chosen)\n{\n",
                    "int decide(const Board *b, int to_move, Action *chosen)\n{\n    searcher = to_move;\n",
                ),
            ],
        ),
        all(
            ("edges", "captures-wrap"),
            &[BY_NUMBER, (NEXT, &format!("{NEXT}{BEHIND}"))],
        ),
        all(
            ("edges", "no-captures-to-h"),
            &[(
                "belongs(b->at[r1][c1], !player) && inside(r2, c2) &&",
                "belongs(b->at[r1][c1], !player) && inside(r2, c2) && c2 < 7 &&",
            )],
        ),
        all(
            ("edges", "all-wrap"),
            &[
                BY_NUMBER,
                (
                    NEXT,
                    &format!(
                        "                int next = 8 * (r + DR[d]) + c + DC[d];
                if (next < 0 || next > 63)
                    continue;
                int r1 = next / 8, c1 = next % 8, r2, c2;
{BEHIND}"
                    ),
                ),
            ],
        ),
    ]
}
