//! Programs that reckon otherwise.

use std::path::PathBuf;

use super::super::programs::compiled_for;
use super::{MANY_STONES, Otherwise};

/// A score of which 32 and 64 bits give another sixth digit.
const SIXTH_DIGIT: &str = "1 3 23 0 0 17 3 0 0 0 0 10 0 0\n";

/// How a player's choice in the search begins.
const CHOICE: &str = "    float best = 0;\n    for (int i = 0; i < n; i++) {\n        float v";

/// Lines of one game, of both kinds.
const ONE_GAME: &str = "0 3 25 24 23 20 19 15 1 2 3 6 7 11
1 2 25 24 18 20 19 15 1 2 3 6 7 11
get B 4 25 24 18 20 19 15 1 7 3 6 0 11
0 4 25 24 18 20 19 15 1 7 3 6 0 11
get R 1 25 24 18 14 19 15 1 7 3 6 0 11
1 1 25 24 18 14 19 15 1 7 3 6 0 11
get B 6 25 24 18 14 19 15 0 7 3 6 0 11
";

/// The same game with the platform's word for a new one in between.
const TWO_GAMES: &str = "0 3 25 24 23 20 19 15 1 2 3 6 7 11
1 2 25 24 18 20 19 15 1 2 3 6 7 11
ini B
1 2 25 24 18 20 19 15 1 2 3 6 7 11
get B 4 25 24 18 20 19 15 1 7 3 6 0 11
0 4 25 24 18 20 19 15 1 7 3 6 0 11
";

/// Two moves worth nearly the same, the better one before the other or after it.
const WITHIN_ONE: &str = "1 5 3 0 0 12 4 11 17 10 6 0 7 0
get B 4 0 0 9 0 0 4 0 0 10 0 2 0
";

/// Rolls of a stone that is gone, with one above and one below.
const BETWEEN: &str = "0 3 25 24 0 20 19 15 1 2 3 6 7 11
get R 4 25 24 0 20 19 15 1 2 3 0 7 11
";

/// Mistakes in values, each with the program in C that makes it and what it is asked.
pub(super) fn catalogued() -> Vec<(Otherwise, PathBuf, &'static str)> {
    let one = |rule: (&'static str, &'static str), from: &str, to: &str, asked: &'static str| {
        let program = compiled_for("ewn", &format!("ewn-{}-{}", rule.0, rule.1), &[(from, to)]);
        (vec![rule], program, asked)
    };
    let begun = |value: &'static str, least: &str, side: &str| {
        let choice = format!(
            "    float best = side == {side} ? {least} : -1e9f;\n    for (int i = 0; i < n; i++) {{\n        float v"
        );
        let changes = [
            (CHOICE, &*choice),
            ("        if (i == 0 || v > best)", "        if (v > best)"),
            (
                "static float roll(const Position *p, int side, int depth);",
                "static int first;\nstatic float roll(const Position *p, int side, int depth);",
            ),
            ("    *best = 0;\n", "    *best = 0;\n    first = side;\n"),
        ];
        let program = compiled_for("ewn", &format!("ewn-search-start-{value}"), &changes);
        (vec![("search-start", value)], program, MANY_STONES)
    };
    vec![
        begun("zero-for-blue", "0", "BLUE"),
        begun("zero-for-root", "0", "first"),
        begun("tiny-for-blue", "1.17549435e-38f", "BLUE"),
        begun("tiny-for-root", "1.17549435e-38f", "first"),
        one(
            ("winning-move", "at-once"),
            "        if (i == 0 || v > best)",
            "        if (list[i].to == (side == BLUE ? 1 : 25)) return v;\n        if (i == 0 || v > best)",
            MANY_STONES,
        ),
        one(
            ("nearest", "higher-at-root"),
            "    *best = 0;\n",
            "    *best = 0;\n    while (n > 0 && list[n - 1].stone != list[0].stone) n--;\n",
            BETWEEN,
        ),
        (
            vec![("mistyped", "both-21-as-2.5")],
            compiled_for(
                "ewn",
                "ewn-mistyped-both",
                &[
                    ("2.5f, 2, 2, 2, 1, 1, 1", "2.5f, 2, 2, 2, 1, 2.5f, 1"),
                    ("{0, 1, 1, 1, 1, 1, 2", "{0, 1, 1, 1, 2.5f, 1, 2"),
                ],
            ),
            MANY_STONES,
        ),
        (
            vec![("best-score", "whole-at-root")],
            compiled_for(
                "ewn",
                "ewn-best-score",
                &[
                    ("    *best = 0;\n", "    *best = 0;\n    int most = 0;\n"),
                    (
                        "if (scores[i] > scores[*best])\n            *best = i;",
                        "if (i == 0 || scores[i] > most)\n            most = scores[*best = i];",
                    ),
                ],
            ),
            WITHIN_ONE,
        ),
        (
            vec![("cache-life", "game")],
            compiled_for(
                "ewn",
                "ewn-cache-life-game",
                &[
                    ("keep_cache = 0", "keep_cache = 1"),
                    (
                        "        int side = word[1][0] == 'B' ? BLUE : RED;\n",
                        "        int side = word[1][0] == 'B' ? BLUE : RED;\n        cache_clear();\n",
                    ),
                ],
            ),
            TWO_GAMES,
        ),
        one(
            ("arithmetic", "double"),
            "static const float TABLE",
            "#define float double\nstatic const float TABLE",
            SIXTH_DIGIT,
        ),
        one(
            ("cached-cells", "red-7"),
            "bits[RED] << 25 |",
            "(uint32_t)(bits[RED] << 25) |",
            MANY_STONES,
        ),
        one(
            ("cached-cells", "blue-7"),
            "bits[BLUE] | bits[RED] << 25 |",
            "(uint32_t)(bits[BLUE] << 25) | bits[RED] |",
            MANY_STONES,
        ),
        one(
            ("turned-values", "ends"),
            "return evaluate(p, side);",
            "return evaluate(p, over(p) ? !side : side);",
            MANY_STONES,
        ),
        one(
            ("turned-values", "horizon"),
            "return evaluate(p, side);",
            "return evaluate(p, over(p) ? side : !side);",
            MANY_STONES,
        ),
        one(
            ("turned-values", "ends-for-blue"),
            "return evaluate(p, side);",
            "return evaluate(p, over(p) ? BLUE : side);",
            MANY_STONES,
        ),
        one(
            ("turned-values", "horizon-for-blue"),
            "return evaluate(p, side);",
            "return evaluate(p, over(p) ? side : BLUE);",
            MANY_STONES,
        ),
        (
            vec![("cache-life", "request")],
            compiled_for(
                "ewn",
                "ewn-cache-life-request",
                &[
                    ("keep_cache = 0", "keep_cache = 1"),
                    (
                        "        root(&p,",
                        "        cache_clear();\n        root(&p,",
                    ),
                ],
            ),
            ONE_GAME,
        ),
        (
            vec![("own-stones", "kept-first-remembered")],
            compiled_for(
                "ewn",
                "ewn-own-stones-kept-first-remembered",
                &[
                    (
                        "if (q.cell[s][i] == m.to)",
                        "if (s != side && q.cell[s][i] == m.to)",
                    ),
                    (
                        "    s->key = key;\n    s->value = value;",
                        "    if (s->key == 0)\n        s->value = value;\n    s->key = key;",
                    ),
                ],
            ),
            "0 6 25 24 23 20 19 15 1 2 3 6 7 11\n",
        ),
        (
            vec![
                ("nearest", "without-1"),
                ("stuck", "zero"),
                ("no-move", "stone-1"),
            ],
            compiled_for(
                "ewn",
                "ewn-no-move-stone-1",
                &[
                    (
                        "for (int s = named - 1; s >= 0; s--)",
                        "for (int s = named - 1; s > 0; s--)",
                    ),
                    (
                        "*best = 0;",
                        "*best = 0;\n    if (n == 0) list[0] = (Move){0, p->cell[side][0], 0};",
                    ),
                ],
            ),
            "get B 3 13 0 0 0 0 0 23 0 21 0 3 10
get B 3 C3 0 0 0 0 0 C5 0 A5 0 C1 E2
1 6 5 0 23 9 0 6 15 0 0 0 0 0
",
        ),
        one(
            ("cell-values", "whole-sum"),
            "return sum[side] - sum[!side];",
            "return (int)(sum[side] - sum[!side]);",
            MANY_STONES,
        ),
        one(
            ("dice-sum", "best-so-far"),
            "    for (int die = 1; die <= 6; die++)
        sum += choice(p, side, die, depth - 1);",
            "    float best = -1000000000;
    for (int die = 1; die <= 6; die++) {
        float value = choice(p, side, die, depth - 1);
        sum += best = value > best ? value : best;
    }",
            MANY_STONES,
        ),
        one(
            ("dice-sum", "whole"),
            "    float sum = 0;\n    for (int die",
            "    int sum = 0;\n    for (int die",
            MANY_STONES,
        ),
    ]
}
