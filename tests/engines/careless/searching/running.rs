//! Programs whose search keeps a score along in the place of the cost of its leaves.

use std::path::PathBuf;

use super::super::programs::compiled;

/// How the score is handed on, as what an action gains.
const RUNNING: [(&str, &str); 4] = [
    ("        return material(b);\n", "        return score;\n"),
    (
        "value(&child, !to_move, depth - 1);",
        "value(&child, !to_move, depth - 1, score + gained(b, list[i]));",
    ),
    (
        "value(&child, !to_move, depth_limit - 1);",
        "value(&child, !to_move, depth_limit - 1, material(b) + gained(b, list[i]));",
    ),
    (
        "static int limit_value(",
        "static int worth(char x)
{
    return x == 'b' ? 1 : x == 'B' ? 3 : x == 'w' ? -1 : x == 'W' ? -3 : 0;
}

static int limit_value(",
    ),
];

/// What a promotion that is taken back leaves in a cost, and a capture.
pub(super) const PROMOTED: &str = "    char x = b->at[a.r0][a.c0];
    if (x == 'b' && a.r1 == 0)
        more += 2;
    if (x == 'w' && a.r1 == 7)
        more -= 2;
";
pub(super) const CAPTURED: &str = "    if (abs(a.r1 - a.r0) == 2) {
        char x = b->at[(a.r0 + a.r1) / 2][(a.c0 + a.c1) / 2];
        more -= x == 'b' ? 1 : x == 'B' ? 3 : x == 'w' ? -1 : -3;
    }
";

/// A function that leaves this when an action is taken back, before the search.
pub(super) fn undone(left: &str) -> String {
    format!(
        "static void undone(const Board *b, Action a)\n{{\n{left}}}\n\n\
         static int value(const Board *b, int to_move, int depth)\n"
    )
}

/// Mistakes of the catalogue, each with the program in C that makes it: what is wrong in what a capture
/// of `x`, or its promotion from `y`, gains.
pub(super) fn catalogued() -> Vec<((&'static str, &'static str), PathBuf)> {
    let all = |value, captured: &str, promoted: &str| {
        let searched = format!(
            "static int gained(const Board *b, Action a)
{{
    char y = b->at[a.r0][a.c0];
    int score = 0;
    if (abs(a.r1 - a.r0) == 2) {{
        char x = b->at[(a.r0 + a.r1) / 2][(a.c0 + a.c1) / 2];
        score -= {captured};
    }}
    char x = after(b, a).at[a.r1][a.c1];
    if (x != y)
        score += {promoted};
    return score;
}}

static int value(const Board *b, int to_move, int depth, int score)\n"
        );
        let from = "static int value(const Board *b, int to_move, int depth)\n";
        let changes = [&RUNNING[..], &[(from, &searched)]].concat();
        (
            ("kept-cost", value),
            compiled(&format!("kept-cost-{value}"), &changes),
        )
    };
    let kept = |value, left: &str| {
        let (to_leave, below, root) = (
            undone(left),
            "int v = value(&child, !to_move, depth - 1);",
            "int v = value(&child, !to_move, depth_limit - 1);",
        );
        let changes = [
            (
                "static void initial(Board *b)\n",
                "static int more;\n\nstatic void initial(Board *b)\n",
            ),
            (
                "        return material(b);\n",
                "        return material(b) + more;\n",
            ),
            (
                "static int value(const Board *b, int to_move, int depth)\n",
                &to_leave,
            ),
            (below, &format!("{below}\n        undone(b, list[i]);")),
            (
                root,
                &format!(
                    "if (i == 0)\n            more = 0;\n        {root}\n        undone(b, list[i]);"
                ),
            ),
        ];
        (
            ("kept-cost", value),
            compiled(&format!("kept-cost-{value}"), &changes),
        )
    };
    let one = "(worth(x) < 0 ? -1 : 1)";
    let white = "(x == 'W' ? -1 : worth(x))";
    let black = "(x == 'B' ? 1 : worth(x))";
    let right = "worth(x) - worth(y)";
    vec![
        all("promotion-by-3-in-search", "worth(x)", "worth(x)"),
        all("promotion-missed-in-search", "worth(x)", "0"),
        all("tower-by-1-in-search", one, right),
        all("white-tower-by-1-in-search", white, right),
        all("black-tower-by-1-in-search", black, right),
        all("captures-by-1-in-search", one, "0"),
        all("capture-missed-in-search", "0", right),
        kept("promotion-kept-in-search", PROMOTED),
        kept("capture-kept-in-search", CAPTURED),
    ]
}
