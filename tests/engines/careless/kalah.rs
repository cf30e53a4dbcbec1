//! The programs for Kalah: the independent one in C with something changed.

mod counts;
mod moves;
mod one_search;
mod over;
mod remembering;
mod taken_back;

use std::path::PathBuf;

use super::programs::compiled_for;
use counts::catalogued_of_counts;
use moves::catalogued_of_moves;
use one_search::catalogued_of_one_search;
use over::catalogued_of_ends;
use remembering::catalogued_of_memory;
use taken_back::catalogued_of_taking_back;

/// Rules that a program breaks.
type Rules = Vec<(&'static str, &'static str)>;

/// The program with all of some changes, which breaks some rules.
fn together(rules: &[(&'static str, &'static str)], changes: &[(&str, &str)]) -> (Rules, PathBuf) {
    // What the two searches choose need not be the same.
    let same = ("!pruned_only && choice != choice_pruned", "0");
    let names = rules.iter().map(|rule| format!("-{}-{}", rule.0, rule.1));
    let name = format!("kalah{}", names.collect::<String>());
    let changes = [changes, &[same]].concat();
    (rules.to_vec(), compiled_for("kalah", &name, &changes))
}

/// That the largest value is taken, or the smallest one, beside another condition.
const AT_MAX: &str = " && player == root";
const AT_MIN: &str = " && player != root";

/// Mistakes of Kalah's catalogue, each with the program in C that makes it.
pub fn catalogued_of_kalah() -> Vec<(Rules, PathBuf)> {
    let all = |rule, changes: &[(&str, &str)]| together(&[rule], changes);
    let again = "depth + 2, limit, alpha, beta, NULL)";
    let turned = (again, "depth + 2, limit, -beta, -alpha, NULL)");
    let is_skipped = "if (pos == other_store(player))";
    let end = "        if (alpha >= beta)\n            break;\n    }\n    return best;";
    let is_faced = "st.s[facing] > 0";
    let counters = "static unsigned long long nodes, counted;";
    let above = |condition: &str| {
        let is_closed = format!("if ({condition} ? alpha > beta : alpha >= beta)");
        end.replace("if (alpha >= beta)", &is_closed)
    };
    let best_above = |largest: &str, smallest: &str| {
        let is_closed = format!("if (player == root ? {largest} : {smallest})");
        end.replace("if (alpha >= beta)", &is_closed)
    };
    let counted = |value, header: &str| {
        let every = format!("{header}{{\n    nodes++;\n");
        let inner = format!(
            "{header}{{\n    State over = st;\n    nodes += !finish(&over) && depth < limit;\n"
        );
        all(("counted-nodes", value), &[(&every, &inner)])
    };
    let searched = "{\n    nodes++;\n    if (choice)\n        *choice = -1;\n    \
                    if (finish(&st) || depth >= limit)\n        return margin_for(&st, root);\n";
    let margin = "    return st->s[own_store(player)] - st->s[other_store(player)];";
    // What has been swept has empty pits.
    let won = |value| {
        let ends = format!(
            "    int left = 0, more = st->s[own_store(player)] - st->s[other_store(player)];\n    \
             for (int i = 0; i < 6; i++)\n        left += st->s[i] + st->s[7 + i];\n    \
             return left ? more : {value} * ((more > 0) - (more < 0));"
        );
        // Wider than what a won game is worth.
        let window = ("-99, 99", "-99999, 99999");
        all(("win-value", value), &[(margin, &ends), window])
    };
    let captures_in = "if (is_own_pit(pos, player)) {";
    let but = |value, pit: &str| {
        let to = format!("if (is_own_pit(pos, player) && pos != {pit}) {{");
        all(("capture-pits", value), &[(captures_in, &to)])
    };
    // How the nodes of both searches begin.
    let begun = |rule, to: &str, more: &[(&str, &str)]| {
        let start = "    int best = 0, have = 0;\n";
        let headers = [
            "State st, int player, int root, int depth, int limit, int *choice)\n",
            "                      int *choice)\n",
        ];
        let changes = headers.map(|header| {
            let node = |start: &str| format!("{header}{searched}{start}");
            (node(start), node(to))
        });
        let changes = changes.each_ref().map(|(from, to)| (&**from, &**to));
        all(rule, &[&changes[..], more].concat())
    };
    let zero_where = |value, condition: &str| {
        let to = format!("    int best = 0, have = {condition};\n");
        begun(("search-start", value), &to, &[])
    };
    let left = "    if (left[0] != 0 && left[1] != 0)";
    let checked = |value, from: &str, to: &str| {
        let seen = format!(
            "    int seen[2] = {{0, 0}};\n    for (int p = 0; p < 2; p++)\n        \
             for (int i = first_pit(p) + {from}; i < first_pit(p) + {to}; i++)\n            \
             seen[p] += st->s[i];\n    if (seen[0] != 0 && seen[1] != 0)"
        );
        all(("pits-checked", value), &[(left, &seen)])
    };
    let pruned_header = "                      int *choice)\n";
    let begins = format!("{pruned_header}{searched}    int best = 0, have = 0;\n");
    let begins_anew = format!(
        "{begins}    if (player == root)\n        alpha = -99;\n    else\n        beta = 99;\n"
    );
    let narrows = "        if (player == root && best > alpha)
            alpha = best;
        if (player != root && best < beta)
            beta = best;
        if (alpha >= beta)";
    let drops = "        if (player == root ? v >= beta : v <= alpha)
            break;
        if (player == root && v > alpha)
            alpha = v;
        if (player != root && v < beta)
            beta = v;
    }
    return player == root ? alpha : beta;";
    let shared_bounds = |value, root: &str| {
        let changes = [
            (
                "static int alpha_beta(State st, int player, int root, int depth, int limit, int alpha, int beta,",
                "static int lower, upper;

static int alpha_beta(State st, int player, int root, int depth, int limit, int alpha, int beta,",
            ),
            (narrows, root),
            (
                "        nodes = 0;\n        v = alpha",
                "        nodes = 0;\n        lower = -99;\n        upper = 99;\n        v = alpha",
            ),
        ];
        all(("bounds", value), &changes)
    };
    let narrowed = "        if (player == root && best > lower)
            lower = best;
        if (player != root && best < upper)
            upper = best;
        if (lower >= upper)";
    let below_root = narrowed.replace("if (", "if (depth > 0 && ");
    // What is kept of one bound beside one that each node has.
    let keeps_one = |value, kept: &str, bound: &str, start: &str| {
        let changes = [
            (
                "static int alpha_beta(State st, int player, int root, int depth, int limit, int alpha, int beta,".to_owned(),
                format!(
                    "static int {kept};

static int alpha_beta(State st, int player, int root, int depth, int limit, int alpha, int beta,"
                ),
            ),
            (narrows.to_owned(), narrows.replace(bound, kept)),
            (
                "        nodes = 0;\n        v = alpha".to_owned(),
                format!("        nodes = 0;\n        {kept} = {start};\n        v = alpha"),
            ),
        ];
        let changes = changes.each_ref().map(|(from, to)| (&**from, &**to));
        all(("bounds", value), &changes)
    };
    let infinite = |infinity| {
        let start =
            format!("    int best = player == root ? -{infinity} : {infinity}, have = 1;\n");
        let window = format!("-{infinity}, {infinity}");
        begun(("infinity", infinity), &start, &[("-99, 99", &window)])
    };
    let beyond_limit = [
        (
            "State st, int player, int root, int depth, int limit, int *choice)\n",
            "minimax",
        ),
        (pruned_header, "alpha_beta"),
    ]
    .map(|(header, search)| {
        let extra = searched.replace("depth >= limit", "(depth >= limit && !moves_again)");
        let call = format!("        if (again)\n            v = {search}(");
        [
            (format!("{header}{searched}"), format!("{header}{extra}")),
            (
                call.clone(),
                format!("        moves_again = again;\n{call}"),
            ),
        ]
    });
    let beyond_limit = beyond_limit.as_flattened().iter();
    let mut beyond_limit: Vec<_> = beyond_limit.map(|(from, to)| (&**from, &**to)).collect();
    beyond_limit.push((
        "static unsigned long long nodes;\n",
        "static unsigned long long nodes;\n\nstatic int moves_again;\n",
    ));
    let unfinished = [
        "State st, int player, int root, int depth, int limit, int *choice)\n",
        pruned_header,
    ]
    .map(|header| {
        let [every, some] = [
            "    nodes++;\n",
            "    State over = st;\n    nodes += !finish(&over);\n",
        ];
        [every, some].map(|counting| format!("{header}{{\n{counting}"))
    });
    let unfinished = unfinished
        .each_ref()
        .map(|[every, some]| (&**every, &**some));
    let deepens = |search: &str, bounds: &str| {
        let costs = |cost: &str| {
            format!(
                "            v = {search}(child, player, root, depth + {cost}, limit, {bounds}NULL);\n"
            )
        };
        let twice = costs("2");
        let once = format!(
            "        {{\n            depth++;\n{}        }}\n",
            costs("1")
        );
        [twice, once]
    };
    let deepens = [
        deepens("minimax", ""),
        deepens("alpha_beta", "alpha, beta, "),
    ];
    let deepens = deepens.each_ref().map(|[from, to]| (&**from, &**to));
    // What is done with a move that earns another turn, at some nodes.
    let unused_again = |nodes: &str| {
        format!(
            "        if (again{nodes}) {{
            if (player == root ? best >= beta : best <= alpha)
                break;
            continue;
        }}
"
        )
    };
    let uncut_again = |nodes: &str| format!("        if (again{nodes})\n            continue;\n");
    let narrows_again = |value, again: &str| {
        let before = "        if (player == root && best > alpha)\n";
        all(("bounds", value), &[(before, &format!("{again}{before}"))])
    };
    let not_cut_again = |value, nodes: &str| {
        let closes = "        if (alpha >= beta)\n            break;\n";
        let goes_on = format!("        if (again{nodes})\n            continue;\n{closes}");
        all(("cuts-at", value), &[(closes, &goes_on)])
    };
    // The bounds that a node was given are kept for other turns, at some nodes.
    let keeps_given = format!("{begins}    int given[2] = {{alpha, beta}};\n");
    let original_again = |value, nodes: &str| {
        let bounds = format!("{nodes} ? given[0] : alpha, {nodes} ? given[1] : beta");
        let handed_on = again.replace("alpha, beta", &bounds);
        let changes = [(&*begins, &*keeps_given), (again, &*handed_on)];
        all(("bounds", value), &changes)
    };
    let unfinished_in =
        |value, (every, some): (&str, &str)| all(("counted-nodes", value), &[(every, some)]);
    let swept = |value, left_out: &str| {
        let each = "    for (int p = 0; p < 2; p++) {\n";
        all(
            ("swept-pits", value),
            &[(each, &format!("{left_out}{each}"))],
        )
    };
    let [pit_5, pit_12] = ["    left[0] -= st->s[5];\n", "    left[1] -= st->s[12];\n"];
    let [pit_0, pit_7] = ["    left[0] -= st->s[0];\n", "    left[1] -= st->s[7];\n"];
    let faces = |value, pit: &str| {
        let to = format!("int facing = {pit};");
        all(("facing", value), &[("int facing = 12 - pos;", &to)])
    };
    // Reads lines into a buffer of so many characters.
    let buffered = |rules: &[(&'static str, &'static str)], short: &str| {
        let read = format!(
            "    char line[{}];
    while (fgets(line, sizeof line, stdin)) {{
        int count = 0, read;
        for (char *at = line; count < 16 && sscanf(at, \"%d%n\", &f[count], &read) == 1; count++)
            at += read;
        if (count < 16)
            {short};",
            rules[0].1
        );
        let whole = "    for (;;) {
        for (int i = 0; i < 16; i++)
            if (scanf(\"%d\", &f[i]) != 1)
                return 0;";
        together(rules, &[(whole, &*read)])
    };
    let mut all = vec![
        all(
            ("pit-size", "4-bit"),
            &[
                (
                    "        st.s[pos]++;",
                    "        st.s[pos] = pos % 7 == 6 ? st.s[pos] + 1 : (st.s[pos] + 1) % 16;",
                ),
                (
                    "            st.s[i] = f[i];",
                    "            st.s[i] = i % 7 == 6 ? f[i] : f[i] % 16;",
                ),
            ],
        ),
        buffered(&[("line-buffer", "32")], "continue"),
        buffered(&[("line-buffer", "33")], "continue"),
        buffered(&[("line-buffer", "34")], "continue"),
        buffered(&[("line-buffer", "35")], "continue"),
        buffered(&[("line-buffer", "36")], "continue"),
        buffered(&[("line-buffer", "40")], "continue"),
        buffered(
            &[("line-buffer", "32"), ("short-piece", "ends")],
            "return 0",
        ),
        shared_bounds("kept", narrowed),
        shared_bounds("kept-below-root", &below_root),
        shared_bounds(
            "kept-below-move",
            &format!(
                "        if (depth == 0)
            lower = alpha = best > alpha ? best : alpha, upper = beta;\n{below_root}"
            ),
        ),
        shared_bounds(
            "kept-below-move-anew",
            &format!(
                "        if (depth == 0)\n            lower = alpha, upper = beta;\n{below_root}"
            ),
        ),
        keeps_one("alpha-kept", "lower", "alpha", "-99"),
        keeps_one("beta-kept", "upper", "beta", "99"),
        all(("bounds", "anew"), &[(&begins, &begins_anew)]),
        all(
            ("cut", "dropped"),
            &[(
                &format!("{narrows}\n            break;\n    }}\n    return best;"),
                drops,
            )],
        ),
        all(("leaf-depth", "after-passed-turn"), &beyond_limit),
        infinite("24"),
        infinite("36"),
        infinite("48"),
        infinite("50"),
        infinite("64"),
        all(("counted-nodes", "unfinished"), &unfinished),
        unfinished_in("unfinished-plain", unfinished[0]),
        unfinished_in("unfinished-pruned", unfinished[1]),
        all(("extra-turn", "costs-later"), &deepens),
        narrows_again("unused-again", &unused_again("")),
        narrows_again("uncut-again", &uncut_again("")),
        narrows_again("unused-again-maximising", &unused_again(AT_MAX)),
        narrows_again("unused-again-minimising", &unused_again(AT_MIN)),
        narrows_again("uncut-again-maximising", &uncut_again(AT_MAX)),
        narrows_again("uncut-again-minimising", &uncut_again(AT_MIN)),
        not_cut_again("not-again", ""),
        not_cut_again("not-again-maximising", AT_MAX),
        not_cut_again("not-again-minimising", AT_MIN),
        original_again("original-again", "1"),
        original_again("original-again-maximising", "player == root"),
        original_again("original-again-minimising", "player != root"),
        all(
            ("window", "alpha-kept"),
            &[
                (
                    "depth, -99, 99, &choice_pruned)",
                    "depth, left, 99, &choice_pruned)",
                ),
                (
                    "        if (choice_format)\n",
                    "        if (choice_pruned >= 0 && v > left)\n            left = v;\n        \
                     if (choice_format)\n",
                ),
                (
                    "static unsigned long long nodes;\n",
                    "static unsigned long long nodes;\n\nstatic int left = -99;\n",
                ),
            ],
        ),
        all(
            ("sweep", "after-moves"),
            &[
                (
                    "/* Rules 1 to 3.",
                    "static int has_moved;\n\n/* Rules 1 to 3.",
                ),
                (
                    "        st->s[own_store(p)] += left[p];",
                    "        st->s[own_store(p)] += has_moved ? left[p] : 0;",
                ),
                (
                    "    *again = pos == own_store(player);",
                    "    *again = pos == own_store(player);\n    has_moved = 1;",
                ),
                (
                    "            nodes = 0;\n",
                    "            nodes = 0;\n            has_moved = 0;\n",
                ),
                (
                    "        nodes = 0;\n        v = alpha_beta(",
                    "        nodes = 0;\n        has_moved = 0;\n        v = alpha_beta(",
                ),
            ],
        ),
        all(
            ("sweep", "not-after-extra-turn"),
            &[
                (
                    "    int s[14];\n} State;",
                    "    int s[14], again;\n} State;",
                ),
                ("        State st;\n", "        State st = {{0}, 0};\n"),
                (
                    "        st->s[own_store(p)] += left[p];",
                    "        st->s[own_store(p)] += st->again ? 0 : left[p];",
                ),
                (
                    "    *again = pos == own_store(player);",
                    "    st.again = *again = pos == own_store(player);",
                ),
            ],
        ),
        all(
            ("value-for", "first-line-values"),
            &[
                (
                    "        int player = f[14],",
                    "        if (first < 0)\n            first = f[14];\n        int player = f[14],",
                ),
                (
                    "static int margin_for(const State *st, int player)\n{\n",
                    "static int first = -1;\n\nstatic int margin_for(const State *st, int player)\n{\n    \
                     player = first;\n",
                ),
            ],
        ),
        but("all-but-first", "first_pit(player)"),
        but("all-but-first-of-0", "0"),
        but("all-but-first-of-1", "7"),
        swept("all-but-last", &format!("{pit_5}{pit_12}")),
        swept("all-but-last-of-0", pit_5),
        swept("all-but-last-of-1", pit_12),
        swept("all-but-first", &format!("{pit_0}{pit_7}")),
        swept("all-but-first-of-0", pit_0),
        swept("all-but-first-of-1", pit_7),
        all(
            ("value-for", "first-line"),
            &[
                (
                    "        int player = f[14],",
                    "        static int first = -1;\n        if (first < 0)\n            \
                     first = f[14];\n        int player = f[14],",
                ),
                ("minimax(st, player, player,", "minimax(st, player, first,"),
                (
                    "alpha_beta(st, player, player,",
                    "alpha_beta(st, player, first,",
                ),
            ],
        ),
        all(
            ("capture", "before-sowing-or-sown"),
            &[(
                "was_empty = before.s[pos] == 0;",
                "was_empty = before.s[pos] == 0 || pos == pit;",
            )],
        ),
        all(
            ("landing-seeds", "one-taken"),
            &[
                ("+= st.s[pos] + st.s[facing]", "+= 1 + st.s[facing]"),
                ("            st.s[pos] = 0;\n", "            st.s[pos]--;\n"),
            ],
        ),
        faces("of-sown-pit", "12 - pit"),
        faces("same-number-for-0", "pos < 6 ? pos + 7 : 12 - pos"),
        faces("same-number-for-1", "pos < 6 ? 12 - pos : pos - 7"),
        but("all-but-last", "own_store(player) - 1"),
        zero_where("zero-where-maximising", "player == root"),
        zero_where("zero-where-minimising", "player != root"),
        all(
            ("sweep", "just-moved"),
            &[
                (
                    "/* Rules 1 to 3.",
                    "static int has_moved;\n\n/* Rules 1 to 3.",
                ),
                (
                    "st->s[own_store(p)] += left[p];",
                    "st->s[own_store(has_moved)] += left[p];",
                ),
                (
                    "    *again = pos == own_store(player);",
                    "    *again = pos == own_store(player);\n    has_moved = player;",
                ),
                (
                    "        int player = f[14],",
                    "        has_moved = f[14];\n        int player = f[14],",
                ),
            ],
        ),
        but("all-but-last-of-0", "5"),
        but("all-but-last-of-1", "12"),
        checked("all-but-last", "0", "5"),
        checked("all-but-first", "1", "6"),
        all(
            ("facing-seeds", "before-sowing"),
            &[(is_faced, "before.s[facing] > 0")],
        ),
        all(
            ("capture-turn", "earned"),
            &[(
                "            st.s[facing] = 0;\n",
                "            st.s[facing] = 0;\n            *again = 1;\n",
            )],
        ),
        all(
            ("last-seed", "counted"),
            &[(
                "    *again = pos == own_store(player);",
                "    pos = (pit + before.s[pit]) % 14;\n    *again = pos == own_store(player);",
            )],
        ),
        all(
            ("extra-turn-value", "others-wish-pruned"),
            &[
                (
                    "static int alpha_beta(State st, int player, int root,",
                    "static int mistaken;\n\nstatic int alpha_beta(State st, int player, int viewer,",
                ),
                (
                    &format!("                      int *choice)\n{searched}"),
                    &format!(
                        "                      int *choice)\n{}    int root = mistaken ? !viewer : viewer;\n",
                        searched.replace("root", "viewer")
                    ),
                ),
                (
                    "            v = alpha_beta(child, player, root, depth + 2, limit, alpha, beta, NULL);",
                    "            mistaken = !mistaken,
            v = alpha_beta(child, player, viewer, depth + 2, limit, alpha, beta, NULL),
            mistaken = !mistaken;",
                ),
                (
                    "alpha_beta(child, !player, root, depth + 1,",
                    "alpha_beta(child, !player, viewer, depth + 1,",
                ),
            ],
        ),
        won("100"),
        won("1000"),
        won("10000"),
        all(
            ("evaluation", "with-pits"),
            &[(
                margin,
                "    int v = 0;\n    for (int i = 0; i < 7; i++)\n        \
                 v += st->s[i] - st->s[7 + i];\n    return player == 0 ? v : -v;",
            )],
        ),
        all(
            ("opponent-store", "sown-by-0"),
            &[(is_skipped, "if (pos == other_store(player) && player == 1)")],
        ),
        all(
            ("opponent-store", "seed-lost"),
            &[(
                "(pos == other_store(player))\n            continue;",
                "(pos == other_store(player)) {\n            seeds--;\n            continue;\n        }",
            )],
        ),
        all(
            ("opponent-store", "off-board"),
            &[
                ("    int s[14];", "    int s[16];"),
                (
                    "(pos == other_store(player))\n            continue;",
                    "(pos == other_store(player))\n            pos++;",
                ),
            ],
        ),
        all(
            ("opponent-store", "sown-by-1"),
            &[(is_skipped, "if (pos == other_store(player) && player == 0)")],
        ),
        counted(
            "inner-plain",
            "State st, int player, int root, int depth, int limit, int *choice)\n",
        ),
        counted("inner-pruned", "                      int *choice)\n"),
        all(
            ("captured-into", "store-0"),
            &[(
                "st.s[own_store(player)] += st.s[pos]",
                "st.s[6] += st.s[pos]",
            )],
        ),
        all(
            ("captured-into", "other"),
            &[(
                "st.s[own_store(player)] += st.s[pos]",
                "st.s[other_store(player)] += st.s[pos]",
            )],
        ),
        all(
            ("facing-seeds", "not-needed-by-0"),
            &[(is_faced, "(st.s[facing] > 0 || player == 0)")],
        ),
        all(
            ("facing-seeds", "not-needed-by-1"),
            &[(is_faced, "(st.s[facing] > 0 || player == 1)")],
        ),
        all(
            ("extra-turn", "passes"),
            &[
                (
                    "v = minimax(child, player, root, depth + 2, limit, NULL)",
                    "v = minimax(child, !player, root, depth + 2, limit, NULL)",
                ),
                (
                    "v = alpha_beta(child, player, root, depth + 2,",
                    "v = alpha_beta(child, !player, root, depth + 2,",
                ),
            ],
        ),
        all(
            ("extra-turn", "without-lap"),
            &[(
                "    *again = pos == own_store(player);",
                "    *again = before.s[pit] == own_store(player) - pit;",
            )],
        ),
        begun(
            ("extra-turn", "sticks"),
            "    int best = 0, have = 0, goes_on = 0;\n",
            &[
                (
                    "        if (again)\n            v = minimax(",
                    "        goes_on |= again;\n        if (goes_on)\n            v = minimax(",
                ),
                (
                    "        if (again)\n            v = alpha_beta(",
                    "        goes_on |= again;\n        if (goes_on)\n            v = alpha_beta(",
                ),
            ],
        ),
        all(
            ("node-counter", "never-plain"),
            &[
                ("static unsigned long long nodes;", counters),
                ("            nodes = 0;\n", "            nodes = counted;\n"),
                (
                    "        nodes = 0;\n        v = alpha",
                    "        counted = nodes;\n        nodes = 0;\n        v = alpha",
                ),
            ],
        ),
        all(
            ("node-counter", "before-pruned"),
            &[("            nodes = 0;\n", "")],
        ),
        all(
            ("node-counter", "never-pruned"),
            &[
                ("static unsigned long long nodes;", counters),
                (
                    "        nodes = 0;\n        v = alpha",
                    "        nodes = counted;\n        v = alpha",
                ),
                (
                    "        if (choice_format)\n",
                    "        counted = nodes;\n        if (choice_format)\n",
                ),
            ],
        ),
        all(
            ("cut", "above-where-maximising"),
            &[(end, &above("player == root"))],
        ),
        all(
            ("cut", "above-where-minimising"),
            &[(end, &above("player != root"))],
        ),
        all(
            ("cut", "best-above-where-maximising"),
            &[(end, &best_above("best > beta", "best <= alpha"))],
        ),
        all(
            ("cut", "best-above-where-minimising"),
            &[(end, &best_above("best >= beta", "best < alpha"))],
        ),
        all(
            ("sweep", "root"),
            &[
                ("/* Rule 4:", "static int searching;\n\n/* Rule 4:"),
                (
                    "st->s[own_store(p)] += left[p];",
                    "if (p == searching) st->s[own_store(p)] += left[p];",
                ),
                (
                    "        int player = f[14],",
                    "        searching = f[14];\n        int player = f[14],",
                ),
            ],
        ),
        all(
            ("counter-size", "16-bit-unsigned"),
            &[
                (
                    "if (!choice_format)\n",
                    "nodes = (unsigned short)nodes;\n            if (!choice_format)\n",
                ),
                (
                    "if (choice_format)\n",
                    "nodes = (unsigned short)nodes;\n        if (choice_format)\n",
                ),
            ],
        ),
        all(
            ("cut", "late"),
            &[
                (end, "    }\n    return best;"),
                (
                    "        if (player == root && best > alpha)",
                    "        if (alpha >= beta) break;\n        if (player == root && best > alpha)",
                ),
            ],
        ),
        all(
            ("cut", "above-returned"),
            &[(
                end,
                "        if (alpha > beta)
            break;
    }
    return player == root ? alpha : beta;",
            )],
        ),
        all(
            ("bounds", "none-again"),
            &[(again, "depth + 2, limit, -99, 99, NULL)")],
        ),
        all(("extra-turn-window", "turned"), &[turned]),
        all(
            ("extra-turn-window", "turned-returned"),
            &[
                turned,
                (
                    end,
                    "        if (alpha >= beta)
            break;
    }
    return player == root ? alpha : beta;",
                ),
            ],
        ),
    ];
    all.extend(catalogued_of_memory());
    all.extend(catalogued_of_ends());
    all.extend(catalogued_of_moves());
    all.extend(catalogued_of_one_search());
    all.extend(catalogued_of_counts());
    all.extend(catalogued_of_taking_back());
    all
}
