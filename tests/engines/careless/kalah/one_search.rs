//! Programs of which only one search gets something wrong.

use std::path::PathBuf;

use super::{Rules, together};

/// How the nodes of a search begin, after the end of its header.
const BEGINS: &str = "{
    nodes++;
    if (choice)
        *choice = -1;
    if (finish(&st) || depth >= limit)
";

/// One of the searches, with what each of its mistakes is called.
struct Search {
    /// How it calls itself, after another turn.
    again: &'static str,
    /// How it is called for the root, without its window.
    root: &'static str,
    /// The end of its header.
    header: &'static str,
    levels: [&'static str; 2],
    limits: [&'static str; 2],
    sweep: &'static str,
}

/// Mistakes of this kind, each with the program in C that makes it.
pub(super) fn catalogued_of_one_search() -> Vec<(Rules, PathBuf)> {
    let searches = [
        Search {
            again: "minimax(child, player, root, depth + 2,",
            root: "minimax(st, player, player, 0, depth,",
            header: "State st, int player, int root, int depth, int limit, int *choice)\n",
            levels: ["plain-levels-1", "plain-levels-0"],
            limits: ["plain-beyond-limit", "plain-before-limit"],
            sweep: "plain-limit-sweep",
        },
        Search {
            again: "alpha_beta(child, player, root, depth + 2,",
            root: "alpha_beta(st, player, player, 0, depth,",
            header: "                      int *choice)\n",
            levels: ["pruned-levels-1", "pruned-levels-0"],
            limits: ["pruned-beyond-limit", "pruned-before-limit"],
            sweep: "pruned-limit-sweep",
        },
    ];
    let mut all = Vec::new();
    for search in searches {
        let mut alone = |value, from: &str, to: &str| {
            all.push(together(&[("in-one-search", value)], &[(from, to)]))
        };
        for (value, levels) in search.levels.into_iter().zip(["+ 1", "+ 0"]) {
            alone(value, search.again, &search.again.replace("+ 2", levels));
        }
        for (value, limit) in search.limits.into_iter().zip(["depth + 1,", "depth - 1,"]) {
            alone(value, search.root, &search.root.replace("depth,", limit));
        }
        let tests_limit = BEGINS.replace(
            "finish(&st) || depth >= limit",
            "depth >= limit || finish(&st)",
        );
        let [from, to] = [BEGINS, &tests_limit].map(|begins| format!("{}{begins}", search.header));
        alone(search.sweep, &from, &to);
    }
    all
}
