//! Programs whose searches remember the positions that they have searched.

use std::path::PathBuf;

use super::{Rules, together};

/// The header of that search, and how its body begins.
const HEADER: &str =
    "static int minimax(State st, int player, int root, int depth, int limit, int *choice)";

/// What is remembered, by board, player and level.
const TABLE: &str = "typedef struct {
    int is_used, player, level, value;
    State st;
    unsigned long long nodes;
} Known;

static Known known[1 << 18];

static Known *place(const State *st, int player, int level)
{
    unsigned hash = player * 31u + (unsigned)level;
    for (int i = 0; i < 14; i++)
        hash = hash * 31u + (unsigned)st->s[i];
    hash = hash * 2654435761u >> 14;
    for (;; hash = (hash + 1) % (1 << 18)) {
        Known *at = &known[hash];
        if (!at->is_used)
            return at;
        if (at->player == player && at->level == level && !memcmp(&at->st, st, sizeof *st))
            return at;
    }
}
";

/// What a node of the search with pruning returns where that is its bound.
const BOUND: &str = "player == root ? alpha : beta";

/// How a program remembers.
#[derive(Clone, Copy)]
struct Memory {
    /// The player and the level by which a position is found again.
    player: &'static str,
    level: &'static str,
    /// A value as it is remembered, and the other way round.
    seen: fn(&str) -> String,
    /// When it looks a position up, and when it notes one.
    looks: &'static str,
    notes: &'static str,
    /// How many nodes a position counts that is found.
    nodes: &'static str,
    /// Whether all is forgotten before each line.
    forgets: bool,
}

/// By board, player to move and depth.
const BY_DEPTH: Memory = Memory {
    player: "player",
    level: "depth",
    seen: str::to_owned,
    looks: "!is_leaf",
    notes: "!is_leaf",
    nodes: "at->nodes",
    forgets: false,
};

/// By board, player to move and levels left.
const BY_LEVELS: Memory = Memory {
    level: "limit - depth",
    ..BY_DEPTH
};

/// By board and player to move.
const BY_POSITION: Memory = Memory {
    level: "0",
    ..BY_DEPTH
};

fn remembering(rules: &[(&'static str, &'static str)], memory: Memory) -> (Rules, PathBuf) {
    let Memory {
        player,
        level,
        seen,
        looks,
        notes,
        nodes,
        forgets,
    } = memory;
    let (recalled, noted) = (seen("at->value"), seen("v"));
    let searched = format!(
        "{TABLE}
{HEADER};
static int searched(State st, int player, int root, int depth, int limit, int *choice);

{HEADER}
{{
    State over = st;
    int is_leaf = finish(&over) || depth >= limit;
    Known *at = place(&st, {player}, {level});
    (void)is_leaf;
    if ({looks} && at->is_used) {{
        nodes += {nodes};
        if (choice)
            *choice = -1;
        return {recalled};
    }}
    unsigned long long before = nodes;
    int v = searched(st, player, root, depth, limit, choice);
    if ({notes})
        *place(&st, {player}, {level}) =
            (Known){{1, {player}, {level}, {noted}, st, nodes - before}};
    return v;
}}

static int searched(State st, int player, int root, int depth, int limit, int *choice)
{{"
    );
    let begun = format!("{HEADER}\n{{");
    let forgotten = "            nodes = 0;\n            memset(known, 0, sizeof known);\n";
    let forgetting = ("            nodes = 0;\n", forgotten);
    let changes = [(&*begun, &*searched), forgetting];
    together(rules, if forgets { &changes } else { &changes[..1] })
}

/// The program whose search with pruning takes for exact what it remembers of a line; so many nodes are
/// counted for it.
fn pruning(value: &'static str, nodes: &str, returned: &str) -> (Rules, PathBuf) {
    let header = "static int alpha_beta(State st, int player, int root, int depth, int limit, int alpha, int beta,
                      int *choice)\n";
    let begins = "{
    nodes++;
    if (choice)
        *choice = -1;
    if (finish(&st) || depth >= limit)
        return margin_for(&st, root);
";
    let from = format!("{header}{begins}");
    let to = format!(
        "{TABLE}\n{from}    Known *at = place(&st, player, depth);
    if (at->is_used) {{
        nodes += {nodes};
        return at->value;
    }}
    unsigned long long before = nodes - 1;
"
    );
    let end = "        if (alpha >= beta)\n            break;\n    }\n    return best;";
    let noted = format!(
        "        if (alpha >= beta)\n            break;\n    }}\n    best = {returned};
    *place(&st, player, depth) = (Known){{1, player, depth, best, st, nodes - before}};
    return best;"
    );
    let begun = "        nodes = 0;\n        v = alpha";
    let forgotten =
        "        nodes = 0;\n        memset(known, 0, sizeof known);\n        v = alpha";
    let changes = [(&*from, &*to), (end, &*noted), (begun, forgotten)];
    together(&[("pruned-remembered", value)], &changes)
}

/// Mistakes of this kind, each with the program in C that makes it.
pub(super) fn catalogued_of_memory() -> Vec<(Rules, PathBuf)> {
    let any_mover = |memory| Memory {
        player: "0",
        ..memory
    };
    let forgetting = |memory| Memory {
        forgets: true,
        ..memory
    };
    let for_mover = |memory| Memory {
        seen: |value| format!("player == root ? {value} : -({value})"),
        ..memory
    };
    let for_player_0 = |memory| Memory {
        seen: |value| format!("root == 0 ? {value} : -({value})"),
        ..memory
    };
    let leaves_too = Memory {
        looks: "1",
        notes: "1",
        ..BY_POSITION
    };
    let looked_up = Memory {
        looks: "1",
        ..BY_POSITION
    };
    let counting = |nodes, memory| Memory { nodes, ..memory };
    let kinds = [
        ("by-depth", BY_DEPTH),
        ("by-depth-any-mover", any_mover(BY_DEPTH)),
        ("by-levels", BY_LEVELS),
        ("by-levels-any-mover", any_mover(BY_LEVELS)),
        ("by-position", BY_POSITION),
        ("by-position-in-line", forgetting(BY_POSITION)),
        ("by-board", any_mover(BY_POSITION)),
        ("by-board-in-line", forgetting(any_mover(BY_POSITION))),
    ];
    let mut all: Vec<(Rules, PathBuf)> = kinds
        .into_iter()
        .map(|(value, memory)| remembering(&[("remembered", value)], memory))
        .collect();
    let with = |value, other, memory| remembering(&[("remembered", value), other], memory);
    all.extend([
        with("by-position", ("remembered-leaves", "yes"), leaves_too),
        with("by-position", ("remembered-leaves", "looked-up"), looked_up),
        with(
            "by-position",
            ("remembered-value", "mover"),
            for_mover(BY_POSITION),
        ),
        with(
            "by-board-in-line",
            ("remembered-value", "mover"),
            forgetting(for_mover(any_mover(BY_POSITION))),
        ),
        with(
            "by-depth",
            ("remembered-value", "player-0"),
            for_player_0(BY_DEPTH),
        ),
        with(
            "by-levels-any-mover",
            ("remembered-value", "player-0"),
            for_player_0(any_mover(BY_LEVELS)),
        ),
        pruning("values", "at->nodes - 1", "best"),
        pruning("values-one-node", "0", "best"),
        pruning("bounds", "at->nodes - 1", BOUND),
        pruning("bounds-one-node", "0", BOUND),
        with("by-depth", ("nodes-again", "one"), counting("1", BY_DEPTH)),
        remembering(
            &[("nodes-again", "one")],
            forgetting(counting("1", BY_LEVELS)),
        ),
        remembering(
            &[("nodes-again", "none")],
            forgetting(counting("0", BY_LEVELS)),
        ),
    ]);
    all
}
