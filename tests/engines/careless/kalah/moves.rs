//! Programs that make, list, count or take back moves in a way of their own.

use std::path::PathBuf;

use super::{Rules, together};

/// Takes a move back from the changes that it has noted, the first of them first.
pub(super) fn first_to_last(is_in_hand: bool) -> String {
    format!(
        "    int at[512], was[512], count = 0, place = pit, store = own_store(player);
    State now = *before;
#define PUT(where, seeds) (at[count] = (where), was[count++] = now.s[where], now.s[where] = (seeds))
    PUT(pit, 0);
    for (int seeds = before->s[pit]; seeds > 0;) {{
        place = (place + 1) % 14;
        if (place == other_store(player))
            continue;
        if (--seeds == 0 && is_capture && {})
            break;
        PUT(place, now.s[place] + 1);
    }}
    if (is_capture) {{
        PUT(store, made.s[store]);
        PUT(last, 0);
        PUT(12 - last, 0);
    }}
    for (int i = 0; i < count; i++)
        st->s[at[i]] = was[i];
",
        i32::from(is_in_hand)
    )
}

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

/// Mistakes in how moves are made, listed and counted, each with the program in C that makes it.
pub(super) fn catalogued_of_moves() -> Vec<(Rules, PathBuf)> {
    vec![
        listed_by_ply(),
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
