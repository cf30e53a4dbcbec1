//! Programs whose searches leave their window to later ones.

use std::path::PathBuf;

use super::{ALPHA_BETA, NEGAMAX, ONE_WINDOW};
use crate::careless::programs::compiled;

/// An alpha and a beta that searches leave to later ones.
const LEFT: (&str, &str) = (
    "int best = 0, alpha = INT_MIN, beta = INT_MAX;",
    "static int alpha = INT_MIN, beta = INT_MAX;\n    int best = 0;",
);

/// A root that looks at all of its actions.
const UNCUT_ROOT: (&str, &str) = (
    "            *chosen = list[i];
        }
        if (to_move == BLACK && best > alpha)
            alpha = best;
        if (to_move == WHITE && best < beta)
            beta = best;
        if (alpha >= beta)
            break;
",
    "            *chosen = list[i];
        }
        if (to_move == BLACK && best > alpha)
            alpha = best;
        if (to_move == WHITE && best < beta)
            beta = best;
",
);

/// A root whose best cost is the own bound of all that follows.
const BELOW_ROOT: (&str, &str) = (
    UNCUT_ROOT.0,
    "            *chosen = list[i];
        }
        *(to_move == BLACK ? &alpha : &beta) = best;
",
);

/// A root that takes what is better than its bound.
const ROOT_FROM_BOUND: (&str, &str) = (
    "        if (i == 0 || (to_move == BLACK ? v > best : v < best)) {
            best = v;",
    "        if (i == 0)
            *chosen = list[i], best = to_move == BLACK ? alpha : beta;
        if (to_move == BLACK ? v > best : v < best) {
            best = v;",
);

/// A window that searches leave where every value is that of the player to move.
const LEFT_OF_MOVER: [(&str, &str); 5] = [
    (
        "static int value(const Board *b, int to_move, int depth)\n",
        "static int value(const Board *b, int to_move, int depth, int alpha, int beta)\n",
    ),
    ("depth - 1));", "depth - 1, -beta, -alpha));"),
    (
        "v > best)\n            best = v;",
        "v > best)\n            best = v;\n        if (best > alpha)\n            alpha = best;
        if (alpha >= beta)
            break;",
    ),
    (
        "    int best = 0;
    for (int i = 0; i < n; i++) {
        Board child = after(b, list[i]);
        int v = NEGATED(value(&child, !to_move, depth_limit - 1));",
        "    static int alpha = -INT_MAX, beta = INT_MAX;
    int best = 0;
    for (int i = 0; i < n; i++) {
        Board child = after(b, list[i]);
        int v = NEGATED(value(&child, !to_move, depth_limit - 1, -beta, -alpha));",
    ),
    (
        "            *chosen = list[i];\n        }\n",
        "            *chosen = list[i];\n        }\n        if (best > alpha)\n            alpha = best;\n",
    ),
];

/// The same where the root takes what is better than alpha.
const ROOT_FROM_ALPHA: (&str, &str) = (
    "        if (i == 0 || v > best) {",
    "        if (i == 0)
            *chosen = list[i], best = alpha;
        if (v > best) {",
);

/// One alpha and one beta for all searches.
const ONE_FOR_ALL: [(&str, &str); 2] = [
    (
        "static int value(const Board *b, int to_move, int depth, int alpha, int beta)\n",
        "static int alpha = INT_MIN, beta = INT_MAX;\n
static int value(const Board *b, int to_move, int depth)\n",
    ),
    (
        "int best = 0, alpha = INT_MIN, beta = INT_MAX;",
        "int best = 0;",
    ),
];

/// A search that is given the best value of the node above, where that has one.
const STOPPING: [(&str, &str); 4] = [
    (
        "static int value(const Board *b, int to_move, int depth)\n",
        "static int value(const Board *b, int to_move, int depth, int has_any, int above)\n",
    ),
    (
        "value(&child, !to_move, depth - 1);",
        "value(&child, !to_move, depth - 1, BELOW, best);",
    ),
    (
        "v > best : v < best))\n            best = v;",
        "v > best : v < best))\n            best = v;
        if (has_any && (to_move == BLACK ? best >= above : best <= above))
            return best;",
    ),
    (
        "value(&child, !to_move, depth_limit - 1);",
        "value(&child, !to_move, depth_limit - 1, AT_ROOT, best);",
    ),
];

/// Mistakes of the catalogue, each with the program in C that makes it.
pub(super) fn catalogued() -> Vec<((&'static str, &'static str), PathBuf)> {
    let one = |value, changes: &[(&str, &str)]| {
        let program = compiled(&format!("pruning-{value}"), changes);
        (("pruning", value), program)
    };
    let all = |value, changes: &[(&str, &str)]| one(value, &[&ALPHA_BETA[..], changes].concat());
    // A node that stops where its parent has something as good, which is said to be so from the start.
    let stopping = |value, has_any: [&str; 2]| {
        let given = STOPPING.map(|(from, to)| {
            let to = to.replace("BELOW", has_any[0]);
            (from, to.replace("AT_ROOT", has_any[1]))
        });
        let given = given.each_ref().map(|(from, to)| (*from, &to[..]));
        one(value, &given)
    };
    let from = |value, first: &str, changes: &[(&str, &str)]| {
        let window = (
            "alpha = INT_MIN, beta = INT_MAX;",
            &*format!("alpha = -{first}, beta = {first};"),
        );
        all(value, &[&[window], changes].concat())
    };
    let turned = [&NEGAMAX[..], &LEFT_OF_MOVER].concat();
    let with_begun = |begun| (LEFT.0, format!("{}\n    {begun}", LEFT.1));
    let [alpha, beta] = ["alpha = INT_MIN;", "beta = INT_MAX;"].map(with_begun);
    vec![
        all("window-left", &[LEFT, UNCUT_ROOT]),
        all("alpha-left", &[(beta.0, &beta.1), UNCUT_ROOT]),
        all("beta-left", &[(alpha.0, &alpha.1), UNCUT_ROOT]),
        all("window-left-cutting-root", &[LEFT]),
        all("window-left-as-best", &[LEFT, UNCUT_ROOT, ROOT_FROM_BOUND]),
        all(
            "window-left-cut-above",
            &[LEFT, UNCUT_ROOT, ("(alpha >= beta)", "(alpha > beta)")],
        ),
        one("window-left-turned", &turned),
        one(
            "window-left-turned-as-best",
            &[&turned[..], &[ROOT_FROM_ALPHA]].concat(),
        ),
        all(
            "window-kept-and-left",
            &[&ONE_WINDOW[1..3], &ONE_FOR_ALL].concat(),
        ),
        stopping("zero-first", ["1", "1"]),
        stopping("zero-first-at-root", ["i > 0", "1"]),
        stopping("zero-first-below-root", ["1", "i > 0"]),
        from("from-12", "12", &[]),
        from("from-10", "10", &[]),
        from("from-12-root-uncut", "12", &[UNCUT_ROOT]),
        from("from-10-root-uncut", "10", &[UNCUT_ROOT]),
        from("from-12-below-root", "12", &[BELOW_ROOT]),
        from("from-10-below-root", "10", &[BELOW_ROOT]),
    ]
}
