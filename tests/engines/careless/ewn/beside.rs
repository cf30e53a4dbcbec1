//! Programs that keep a board beside the list of the stones' cells.

use std::path::PathBuf;

use super::super::programs::compiled_for;
use super::{MANY_STONES, Otherwise, TAKES_BACK};

/// Lines with few stones, which are soon counted as none.
const FEW_STONES: &str = "0 2 0 0 0 3 0 14 0 10 0 0 0 0
1 3 0 0 24 0 4 9 0 10 0 0 0 0
0 3 0 12 0 0 0 0 0 10 0 0 0 6
1 5 22 0 0 0 0 0 23 5 0 0 0 6
";

/// Lines in which the other side has few stones.
const FEW_OF_OTHERS: &str = "1 6 0 0 0 18 0 0 2 0 4 0 0 14
0 6 0 15 12 19 9 23 0 0 0 0 13 0
1 4 24 20 0 0 0 0 4 10 5 0 0 11
";

/// Mistakes of such programs, each with the program in C that makes it and what it is asked.
pub(super) fn catalogued() -> Vec<(Otherwise, PathBuf, &'static str)> {
    // A board beside the list of cells, and how many stones there are kept aside, too; a move is taken
    // back in these by themselves.
    let beside = |rules: &[(&'static str, &'static str)], corner: &str, key: &str, put: &str| {
        let at_corner = |player, cell| match corner {
            "board" => format!("(p->board[{cell}] && (p->board[{cell}] - 1) / 6 == {player})"),
            _ => format!("stands_on(p, {player}, {cell})"),
        };
        let has = |option, value| rules.contains(&(option, value));
        let from = match has("moves-from", "list") {
            true => "p->cell[side][m.stone]",
            false => "m.from",
        };
        let loser = match has("stones-left", "lost-as-others") {
            true => "!side",
            false => "(taken - 1) / 6",
        };
        let is_taken = match rules[0].1 {
            "kept-covered" => "taken && (taken - 1) / 6 != side",
            _ => "taken",
        };
        let after = format!(
            "    int taken = p->board[m.to], from = {from};
    if ({is_taken}) {{
        q.cell[(taken - 1) / 6][(taken - 1) % 6] = 0;
        q.count[{loser}]--;
    }}
    q.board[from] = 0;
    q.board[m.to] = 1 + 6 * side + m.stone;
    q.cell[side][m.stone] = m.to;
    return q;
}}

static void take_back(Position *p, const Position *q, int side, Move m)
{{
    int taken = p->board[m.to], from = {from};
    *p = *q;
    p->board[from] = 1 + 6 * side + m.stone;
    p->board[m.to] = taken;
    p->cell[side][m.stone] = from;
    if (taken == 0) return;
    int owner = (taken - 1) / 6, stone = (taken - 1) % 6;
    {put}
}}

/* The same step from where the stone is now. */
static int is_made(const Position *p, int side, Move *m)
{{
    int ahead = side == BLUE ? -1 : 1, by = abs(m->to - m->from), from = p->cell[side][m->stone];
    int row = (from - 1) / 5 + (by != 1) * ahead, col = (from - 1) % 5 + (by != 5) * ahead;
    if (row < 0 || row > 4 || col < 0 || col > 4) return 0;
    m->from = from;
    m->to = row * 5 + col + 1;
    return 1;
}}
"
        );
        let (blue, red) = (at_corner("BLUE", "1"), at_corner("RED", "25"));
        let counting = "    int n = 0;
    for (int i = 0; i < 6; i++)
        n += p->cell[side][i] != 0;
    return n;";
        let counted = match rules[0].1 {
            _ if has("stones-left", "list") => counting,
            value if value.ends_with("moved-back") => counting,
            _ if has("stones-left", "count-not-0") => "    return p->count[side];",
            _ if has("stones-left", "count-above-0") => "    return p->count[side] > 0;",
            "own-uncounted" | "own-counted-as-others" => "    return p->count[side] > 0;",
            value if value.ends_with("moved-back-uncounted") => "    return p->count[side] > 0;",
            _ => "    return p->count[side];",
        };
        let mut changes = vec![
            (
                "    int cell[2][6]; /* 1-25, 0 removed */",
                "    int cell[2][6], board[26], count[2];",
            ),
            (counting, counted),
            ("return stands_on(p, BLUE, 1) ||", ""),
            ("return stands_on(p, RED, 25) ||", ""),
            (
                "    for (int s = 0; s < 2; s++)
        for (int i = 0; i < 6; i++)
            if (q.cell[s][i] == m.to)
                q.cell[s][i] = 0;
    q.cell[side][m.stone] = m.to;
    return q;
}
",
                &after,
            ),
            TAKES_BACK[0],
            TAKES_BACK[1],
            (
                "    int n = moves(p, side, die, list);
    if (!keep",
                "    Position whole = *p;
    p = &whole;
    memset(whole.board, 0, sizeof whole.board);
    memset(whole.count, 0, sizeof whole.count);
    for (int i = 0; i < 12; i++)
        if (p->cell[i / 6][i % 6]) {
            whole.board[p->cell[i / 6][i % 6]] = i + 1;
            whole.count[i / 6]++;
        }
    int n = moves(p, side, die, list);
    if (!keep",
            ),
        ];
        let won = [blue, red].map(|reached| format!("return {reached} ||"));
        (changes[2].1, changes[3].1) = (&won[0], &won[1]);
        if key == "board" {
            changes.push((
                "            if (p->cell[s][i] != 0)
                bits[s] |= (uint64_t)1 << (p->cell[s][i] - 1);",
                "            for (int c = 1; c <= 25; c++)
                if (p->board[c] == 1 + 6 * s + i)
                    bits[s] |= (uint64_t)1 << (c - 1);",
            ));
        }
        if has("board-use", "worth") {
            changes.push((
                "            if (p->cell[s][i] != 0)
                sum[s] += TABLE[s][p->cell[s][i] - 1];",
                "            for (int c = 1; c <= 25; c++)
                if (p->board[c] == 1 + 6 * s + i)
                    sum[s] += TABLE[s][c - 1];",
            ));
        }
        if rules[0].1 == "own-as-others" {
            changes.extend([
                (
                    "        float v = score(p, side, list[i], depth);",
                    "        if (!is_made(p, side, &list[i])) continue;
        float v = score(p, side, list[i], depth);",
                ),
                (
                    "    for (int i = 0; i < n; i++) {\n        scores[i] = score(p, side, list[i], root_depth);",
                    "    int all = n;
    n = 0;
    for (int k = 0; k < all; k++) {
        if (!is_made(p, side, &list[k])) continue;
        int i = n++;
        list[i] = list[k];
        scores[i] = score(p, side, list[i], root_depth);",
                ),
            ]);
        }
        let values: Vec<&str> = rules.iter().map(|(_, value)| *value).collect();
        let name = format!("ewn-beside-{}-{corner}-{key}", values.join("-"));
        let stuck = [("stuck", "zero")];
        let program = compiled_for("ewn", &name, &changes);
        let asked = match rules[0].1 {
            "lost-as-others" => FEW_OF_OTHERS,
            value if value.contains("counted") => FEW_STONES,
            _ => MANY_STONES,
        };
        ([rules, &stuck].concat(), program, asked)
    };
    let counted_only = "if (owner != side) p->cell[owner][stone] = m.to;\n    p->count[owner]++;";
    let others_back = "if (owner != side) {
        p->cell[owner][stone] = m.to;
        p->count[owner]++;
    }";
    let moved_back = |value, is_lost: &str| {
        let put = format!(
            "if ({is_lost}) {{
        p->board[m.to] = 0;
        return;
    }}
    p->cell[owner][stone] = m.to;
    p->count[owner]++;"
        );
        beside(&[("put-back", value)], "board", "board", &put)
    };
    vec![
        moved_back("not-own-moved-back", "owner == side"),
        moved_back("not-own-moved-back-uncounted", "owner == side"),
        moved_back("not-others-moved-back", "owner != side"),
        moved_back("not-others-moved-back-uncounted", "owner != side"),
        moved_back("none-moved-back", "1"),
        moved_back("none-moved-back-uncounted", "1"),
        beside(
            &[("put-back", "own-on-board")],
            "board",
            "board",
            counted_only,
        ),
        beside(
            &[("put-back", "own-on-board"), ("board-use", "memory")],
            "list",
            "board",
            counted_only,
        ),
        beside(
            &[
                ("put-back", "own-on-board"),
                ("stones-left", "list"),
                ("moves-from", "list"),
            ],
            "board",
            "board",
            counted_only,
        ),
        beside(
            &[("put-back", "on-board"), ("moves-from", "list")],
            "board",
            "board",
            "p->count[owner]++;",
        ),
        beside(
            &[("put-back", "own-on-board-uncounted")],
            "board",
            "board",
            others_back,
        ),
        beside(
            &[
                ("put-back", "own-on-board-uncounted"),
                ("board-use", "worth"),
            ],
            "board",
            "board",
            others_back,
        ),
        beside(
            &[("put-back", "own-uncounted")],
            "board",
            "board",
            "p->cell[owner][stone] = m.to;\n    p->count[owner] += owner != side;",
        ),
        beside(
            &[("put-back", "own-counted-as-others")],
            "board",
            "board",
            "p->cell[owner][stone] = m.to;\n    p->count[!side]++;",
        ),
        beside(
            &[
                ("put-back", "own-counted-as-others"),
                ("stones-left", "count-not-0"),
            ],
            "board",
            "board",
            "p->cell[owner][stone] = m.to;\n    p->count[!side]++;",
        ),
        beside(
            &[("put-back", "others-counted-as-own")],
            "board",
            "board",
            "p->cell[owner][stone] = m.to;\n    p->count[side]++;",
        ),
        beside(
            &[
                ("put-back", "others-counted-as-own"),
                ("stones-left", "count-above-0"),
            ],
            "board",
            "board",
            "p->cell[owner][stone] = m.to;\n    p->count[side]++;",
        ),
        beside(
            &[("put-back", "counted-as-other-sides")],
            "board",
            "board",
            "p->cell[owner][stone] = m.to;\n    p->count[!owner]++;",
        ),
        beside(
            &[("put-back", "others-uncounted")],
            "board",
            "board",
            "p->cell[owner][stone] = m.to;\n    p->count[owner] += owner == side;",
        ),
        beside(
            &[("put-back", "uncounted")],
            "board",
            "board",
            "p->cell[owner][stone] = m.to;",
        ),
        beside(
            &[("stones-left", "lost-as-others")],
            "board",
            "board",
            "p->cell[owner][stone] = m.to;\n    p->count[!side]++;",
        ),
        beside(
            &[("own-stones", "kept-covered")],
            "board",
            "board",
            others_back,
        ),
        beside(
            &[("own-stones", "kept-covered"), ("board-use", "corner")],
            "board",
            "list",
            others_back,
        ),
        beside(
            &[("put-back", "on-board"), ("board-use", "corner")],
            "board",
            "list",
            "p->count[owner]++;",
        ),
        beside(
            &[("put-back", "in-list"), ("board-use", "captures")],
            "list",
            "list",
            "p->board[m.to] = 0;\n    p->cell[owner][stone] = m.to;\n    p->count[owner]++;",
        ),
        beside(
            &[("put-back", "own-as-others"), ("board-use", "captures")],
            "list",
            "list",
            "p->cell[!side][stone] = m.to;\n    p->count[!side]++;",
        ),
    ]
}
