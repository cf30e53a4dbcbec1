//! Programs that make, list or count moves in a way of their own.

use std::path::PathBuf;

use super::{Rules, together};

/// Lists moves once for a ply, where another turn is no ply.
fn listed_by_ply() -> (Rules, PathBuf) {
    let search = |name: &str, bounds: &str| {
        let header = match bounds {
            "" => "State st, int player, int root, int depth, int limit, int *choice)\n",
            _ => "                      int *choice)\n",
        };
        let node = "{
    nodes++;
    if (choice)
        *choice = -1;
    if (finish(&st) || depth >= limit)
        return margin_for(&st, root);
    int best = 0, have = 0;
";
        let each = "    for (int pit = first_pit(player); pit < first_pit(player) + 6; pit++) {
        if (st.s[pit] == 0)
            continue;
        int again, v;
";
        let again = format!(
            "        if (again)
            v = {name}(child, player, root, depth + 2, limit, {bounds}NULL);
        else
            v = {name}(child, !player, root, depth + 1, limit, {bounds}NULL);
"
        );
        let lists = "    int count = 0;
    for (int pit = first_pit(player); pit < first_pit(player) + 6; pit++)
        if (st.s[pit] != 0)
            list[ply][count++] = pit;
    for (int i = 0; i < count; i++) {
        int again, v, pit = list[ply][i];
";
        let counts = again.replace(
            "        else\n            v",
            "        else {\n            ply++;\n            v",
        ) + "            ply--;\n        }\n";
        let child = "        State child = sow(st, player, pit, &again);\n";
        [
            format!("{header}{node}{each}{child}{again}"),
            format!("{header}{node}{lists}{child}{counts}"),
        ]
    };
    let searches = [search("minimax", ""), search("alpha_beta", "alpha, beta, ")];
    let searches = searches.each_ref().map(|[from, to]| (&**from, &**to));
    let list = (
        "static unsigned long long nodes;\n",
        "static unsigned long long nodes;\n\nstatic int list[32][6], ply;\n",
    );
    together(
        &[("pit-list", "by-ply")],
        &[&searches[..], &[list]].concat(),
    )
}

/// Captures by what the pits held as it was last noted: in the searches with these bounds by each node, in the
/// others before each sowing.
fn noting_pits(value: &'static str, by_node: &[&str]) -> (Rules, PathBuf) {
    let search = |name: &str, bounds: &str| {
        let loops = "    for (int pit = first_pit(player); pit < first_pit(player) + 6; pit++) {
        if (st.s[pit] == 0)
            continue;
        int again, v;
";
        let child = format!(
            "        State child = sow(st, player, pit, &again);
        if (again)
            v = {name}(child, player, root, depth + 2, limit, {bounds}NULL);
"
        );
        let noted = match by_node.contains(&bounds) {
            true => format!("    noted = st;\n{loops}"),
            false => format!("{loops}        noted = st;\n"),
        };
        [format!("{loops}{child}"), format!("{noted}{child}")]
    };
    let searches = [search("minimax", ""), search("alpha_beta", "alpha, beta, ")];
    let searches = searches.each_ref().map(|[from, to]| (&**from, &**to));
    let captures = [
        (
            "/* Rules 1 to 3.",
            "static State noted;\n\n/* Rules 1 to 3.",
        ),
        (
            "was_empty = before.s[pos] == 0;",
            "was_empty = noted.s[pos] == 0;",
        ),
    ];
    together(
        &[("pits-noted", value)],
        &[&searches[..], &captures].concat(),
    )
}

/// Takes the larger or smaller of two by a macro in which a search is named twice: after what is best so far,
/// or before it. Where only the larger is, the smaller is taken by a function.
fn searching_again(
    value: &'static str,
    plain: bool,
    from: Option<&str>,
    (is_last, smaller): (bool, &str),
) -> (Rules, PathBuf) {
    let best = "have ? best : player == root ? -99 : 99";
    let search = |name: &str, bounds: &str, from: &str| {
        let call = |player, levels| {
            format!("v = {name}(child, {player}, root, depth + {levels}, limit, {bounds}NULL);\n")
        };
        let calls = format!(
            "        if (again)\n            {}        else\n            {}",
            call("player", 2),
            call("!player", 1),
        );
        let again = format!(
            "{name}(child, again ? player : !player, root, depth + 1 + again, limit, {bounds}NULL)"
        );
        let both = match is_last {
            true => format!("from, {again}"),
            false => format!("{again}, from"),
        };
        let once = format!(
            "        int from = {from};\n        v = player == root ? MAX({both}) : {smaller}({both});\n"
        );
        [calls, once]
    };
    let macros = (
        "static unsigned long long nodes;",
        "static unsigned long long nodes;\n\n#define MAX(a, b) ((a) > (b) ? (a) : (b))\n\
         #define MIN(a, b) ((a) < (b) ? (a) : (b))\n\n\
         static inline int smaller(int a, int b) { return MIN(a, b); }",
    );
    let pruned = search("alpha_beta", "alpha, beta, ", from.unwrap_or(best));
    let plain = plain.then(|| search("minimax", "", best));
    let searches: Vec<_> = plain.into_iter().chain([pruned]).collect();
    let changes = searches.iter().map(|[from, to]| (&**from, &**to));
    let changes: Vec<_> = changes.chain([macros]).collect();
    together(&[("searched-again", value)], &changes)
}

/// Mistakes in how moves are made, listed and counted, each with the program in C that makes it.
pub(super) fn catalogued_of_moves() -> Vec<(Rules, PathBuf)> {
    let bound = Some("player == root ? alpha : beta");
    vec![
        listed_by_ply(),
        noting_pits("each-node", &["", "alpha, beta, "]),
        noting_pits("each-node-pruned", &["alpha, beta, "]),
        searching_again("bound", false, bound, (false, "MIN")),
        searching_again("bound-reached", false, bound, (true, "MIN")),
        searching_again("bound-max", false, bound, (false, "smaller")),
        searching_again("bound-max-reached", false, bound, (true, "smaller")),
        searching_again("best", true, None, (false, "MIN")),
        searching_again("best-reached", true, None, (true, "MIN")),
        searching_again("bound-both", true, bound, (false, "MIN")),
        searching_again("bound-both-reached", true, bound, (true, "MIN")),
        together(
            &[("extra-turn", "once")],
            &[
                (
                    "    int s[14];\n} State;",
                    "    int s[14], again;\n} State;",
                ),
                ("        State st;\n", "        State st = {0};\n"),
                (
                    "    *again = pos == own_store(player);",
                    "    st.again = *again = pos == own_store(player) && !before.again;",
                ),
            ],
        ),
        together(
            &[("own-store", "one")],
            &[(
                "    *again = pos == own_store(player);",
                "    if (st.s[own_store(player)] > before.s[own_store(player)])\n        \
                 st.s[own_store(player)] = before.s[own_store(player)] + 1;\n    \
                 *again = pos == own_store(player);",
            )],
        ),
        together(
            &[("facing-seeds", "counted-before-sowing")],
            &[
                ("st.s[facing] > 0", "before.s[facing] > 0"),
                (
                    "+= st.s[pos] + st.s[facing]",
                    "+= st.s[pos] + before.s[facing]",
                ),
            ],
        ),
        together(
            &[("counted-nodes", "uncut")],
            &[
                (
                    "        if (again)\n            v = alpha_beta(",
                    "        unsigned long long counted = nodes;\n        if (again)\n            v = alpha_beta(",
                ),
                (
                    "        if (alpha >= beta)\n            break;",
                    "        if (alpha >= beta) {\n            nodes = counted;\n            break;\n        }",
                ),
            ],
        ),
    ]
}
