//! Programs for checkers whose search is another one: the independent one in C with that changed.

mod commands;
mod in_place;
mod passes;
mod promoting;
mod running;
mod windows;

use std::path::PathBuf;

use super::programs::compiled;

/// How actions that cannot matter are left out.
const ALPHA_BETA: [(&str, &str); 4] = [
    (
        "static int value(const Board *b, int to_move, int depth)\n",
        "static int value(const Board *b, int to_move, int depth, int alpha, int beta)\n",
    ),
    (
        "        int v = value(&child, !to_move, depth - 1);
        if (i == 0 || (to_move == BLACK ? v > best : v < best))
            best = v;",
        "        int v = value(&child, !to_move, depth - 1, alpha, beta);
        if (i == 0 || (to_move == BLACK ? v > best : v < best))
            best = v;
        if (to_move == BLACK && best > alpha)
            alpha = best;
        if (to_move == WHITE && best < beta)
            beta = best;
        if (alpha >= beta)
            break;",
    ),
    (
        "    int best = 0;
    for (int i = 0; i < n; i++) {
        Board child = after(b, list[i]);
        int v = value(&child, !to_move, depth_limit - 1);",
        "    int best = 0, alpha = INT_MIN, beta = INT_MAX;
    for (int i = 0; i < n; i++) {
        Board child = after(b, list[i]);
        int v = value(&child, !to_move, depth_limit - 1, alpha, beta);",
    ),
    (
        "            *chosen = list[i];
        }
",
        "            *chosen = list[i];
        }
        if (to_move == BLACK && best > alpha)
            alpha = best;
        if (to_move == WHITE && best < beta)
            beta = best;
        if (alpha >= beta)
            break;
",
    ),
];

/// One alpha and one beta for the whole search.
const ONE_WINDOW: [(&str, &str); 4] = [
    (
        "static int value(const Board *b, int to_move, int depth, int alpha, int beta)\n",
        "static int alpha, beta;\n\nstatic int value(const Board *b, int to_move, int depth)\n",
    ),
    ("depth - 1, alpha, beta);", "depth - 1);"),
    ("depth_limit - 1, alpha, beta);", "depth_limit - 1);"),
    (
        "int best = 0, alpha = INT_MIN, beta = INT_MAX;",
        "int best = 0;\n    alpha = INT_MIN, beta = INT_MAX;",
    ),
];

/// How every value is that of the player to move.
const NEGAMAX: [(&str, &str); 6] = [
    (
        "            return limit_value(to_move);\n        return material(b);\n    }
    if (n == 0)\n        return limit_value(to_move);",
        "            return LOST;\n        return to_move == BLACK ? material(b) : -material(b);\n    }
    if (n == 0)\n        return LOST;",
    ),
    (
        "static int value(",
        "#define LOST -INT_MAX\n#define NEGATED(v) (-(v))\n\nstatic int value(",
    ),
    (
        "        int v = value(&child, !to_move, depth - 1);",
        "        int v = NEGATED(value(&child, !to_move, depth - 1));",
    ),
    (
        "(to_move == BLACK ? v > best : v < best))\n            best = v;",
        "v > best)\n            best = v;",
    ),
    (
        "        int v = value(&child, !to_move, depth_limit - 1);",
        "        int v = NEGATED(value(&child, !to_move, depth_limit - 1));",
    ),
    ("(to_move == BLACK ? v > best : v < best)) {", "v > best) {"),
];

/// The same with a window whose ends are not exchanged when it is handed on.
const NEGAMAX_WINDOW: [(&str, &str); 5] = [
    (
        "static int value(const Board *b, int to_move, int depth)\n",
        "static int value(const Board *b, int to_move, int depth, int alpha, int beta)\n",
    ),
    ("depth - 1));", "depth - 1, -alpha, -beta));"),
    (
        "v > best)\n            best = v;",
        "v > best)\n            best = v;\n        if (best > alpha)\n            alpha = best;
        if (alpha >= beta)\n            break;",
    ),
    (
        "    int best = 0;
    for (int i = 0; i < n; i++) {
        Board child = after(b, list[i]);
        int v = NEGATED(value(&child, !to_move, depth_limit - 1));",
        "    int best = 0, alpha = -INT_MAX, beta = INT_MAX;
    for (int i = 0; i < n; i++) {
        Board child = after(b, list[i]);
        int v = NEGATED(value(&child, !to_move, depth_limit - 1, -alpha, -beta));",
    ),
    (
        "            *chosen = list[i];
        }
",
        "            *chosen = list[i];
        }
        if (best > alpha)
            alpha = best;
        if (alpha >= beta)
            break;
",
    ),
];

/// What is compared where the first action is not tried.
const FROM_THE_SECOND: [(&str, &str); 4] = [
    (
        "    for (int i = 0; i < n; i++) {
        Board child = after(b, list[i]);
        int v = value(&child, !to_move, depth - 1);",
        "    for (int i = n > 1; i < n; i++) {
        Board child = after(b, list[i]);
        int v = value(&child, !to_move, depth - 1);",
    ),
    (
        "if (i == 0 || (to_move == BLACK ? v > best : v < best))\n",
        "if (i == (n > 1) || (to_move == BLACK ? v > best : v < best))\n",
    ),
    (
        "    for (int i = 0; i < n; i++) {
        Board child = after(b, list[i]);
        int v = value(&child, !to_move, depth_limit - 1);",
        "    for (int i = n > 1; i < n; i++) {
        Board child = after(b, list[i]);
        int v = value(&child, !to_move, depth_limit - 1);",
    ),
    (
        "if (i == 0 || (to_move == BLACK ? v > best : v < best)) {",
        "if (i == (n > 1) || (to_move == BLACK ? v > best : v < best)) {",
    ),
];

/// How values are remembered by board and player to move, and found again whatever the depth.
const REMEMBERING: (&str, &str) = (
    "static int value(const Board *b, int to_move, int depth)\n",
    "struct known { Board board; int to_move, value; struct known *next; };
static struct known *known[1009];

static int looked_at(const Board *b, int to_move, int depth);

static int value(const Board *b, int to_move, int depth)
{
    unsigned hash = to_move;
    for (int i = 0; i < 64; i++)
        hash = 31 * hash + b->at[i / 8][i % 8];
    struct known **first = &known[hash % 1009];
    for (struct known *k = *first; k; k = k->next)
        if (k->to_move == to_move && memcmp(&k->board, b, sizeof *b) == 0)
            return k->value;
    int v = looked_at(b, to_move, depth);
    struct known *k = malloc(sizeof *k);
    *k = (struct known){*b, to_move, v, *first};
    *first = k;
    return v;
}

static int looked_at(const Board *b, int to_move, int depth)\n",
);

/// The same for boards above the leaves.
const BUT_LEAVES: (&str, &str) = (
    "    unsigned hash = to_move;\n",
    "    if (depth == 0)\n        return looked_at(b, to_move, 0);\n    unsigned hash = to_move;\n",
);

/// One count of levels for the whole search, which is not counted down where there is no action.
const LOSING_LEVELS: [(&str, &str); 7] = [
    (
        "static int value(const Board *b, int to_move, int depth)\n",
        "static int level;\n\nstatic int value(const Board *b, int to_move)\n",
    ),
    ("    if (depth == 0) {", "    if (level >= depth_limit) {"),
    (
        "    if (n == 0)\n        return limit_value(to_move);",
        "    level++;\n    if (n == 0)\n        return limit_value(to_move);",
    ),
    (
        "value(&child, !to_move, depth - 1);",
        "value(&child, !to_move);",
    ),
    ("    return best;\n", "    level--;\n    return best;\n"),
    (
        "    int best = 0;
    for (int i = 0; i < n; i++) {
        Board child = after(b, list[i]);
        int v = value(&child, !to_move, depth_limit - 1);",
        "    static Action last;
    int best = 0;
    *chosen = last;
    if (n == 0 || level >= depth_limit)
        return n > 0;
    level++;
    for (int i = 0; i < n; i++) {
        Board child = after(b, list[i]);
        int v = value(&child, !to_move);",
    ),
    (
        "    return n > 0;\n}",
        "    level--;\n    last = *chosen;\n    return n > 0;\n}",
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

/// How men keep the numbers of the cells where they stood at first, by which actions are listed.
const NUMBERED: [(&str, &str); 4] = [
    (
        "    char at[8][8]; /* [row][column], row 0 is row 1 */\n",
        "    char at[8][8];\n    int number[8][8];\n",
    ),
    (
        "            b->at[r][c] = '.';\n",
        "            b->at[r][c] = '.';\n            b->number[r][c] = 8 * r + c;\n",
    ),
    (
        "    int n = 0;\n    for (int r = 0; r < 8; r++)\n        for (int c = 0; c < 8; c++) {
            char x = b->at[r][c];\n            if (!belongs(x, player))\n",
        "    int n = 0;\n    for (int i = 0; i < 64 * 64; i++) {
            int r = i / 8 % 8, c = i % 8;\n            char x = b->at[r][c];
            if (!belongs(x, player) || b->number[r][c] != i / 64)\n",
    ),
    (
        "    n.at[a.r1][a.c1] = x;\n",
        "    n.at[a.r1][a.c1] = x;\n    n.number[a.r1][a.c1] = b->number[a.r0][a.c0];\n",
    ),
];

/// Mistakes of the catalogue, each with the program in C that makes it.
pub fn catalogued_of_search() -> Vec<((&'static str, &'static str), PathBuf)> {
    type Rule = (&'static str, &'static str);
    let all = |rule: Rule, changes: &[(&str, &str)]| {
        (rule, compiled(&format!("{}-{}", rule.0, rule.1), changes))
    };
    // What a board of the search costs on which the player to move has no action.
    let stuck = |value, cost: &str| {
        let [leaf, inner] = ["            ", "        "].map(|indent| {
            let returned = format!("{indent}return limit_value(to_move);\n");
            (returned, format!("{indent}return {cost};\n"))
        });
        let changes = [
            (
                format!("{}        return material(b);", leaf.0),
                format!("{}        return material(b);", leaf.1),
            ),
            (
                format!("    if (n == 0)\n{}", inner.0),
                format!("    if (n == 0)\n{}", inner.1),
            ),
        ];
        let changes = changes.each_ref().map(|(from, to)| (&from[..], &to[..]));
        all(("no-action", value), &changes)
    };
    // What is wrong in a cost that is kept along.
    let summed = (
        "    int sum = 0;\n    for (int r",
        "    int sum = b->more;\n    for (int r",
    );
    let printed = (
        "    int cost = material(b);",
        "    int cost = material(b) + b->more;",
    );
    let kept_along = |value, summed, more: &[(&str, &str)]| {
        let changes = [
            ("row 0 is row 1 */\n", "row 0 is row 1 */\n    int more;\n"),
            (
                "static void initial(Board *b)\n{\n",
                "static void initial(Board *b)\n{\n    b->more = 0;\n",
            ),
            summed,
        ];
        all(("kept-cost", value), &[&changes[..], more].concat())
    };
    let drifting = |value, [black, white]: [i32; 2], summed| {
        let promoted = format!(
            "    if (x == 'b' && a.r1 == 0)\n        n.more += {black};\n    \
             if (x == 'w' && a.r1 == 7)\n        n.more += {white};\n    \
             if (x == 'b' && a.r1 == 0)\n"
        );
        let promotes = ("    if (x == 'b' && a.r1 == 0)\n", &*promoted);
        kept_along(value, summed, &[promotes])
    };
    let short_of = |value, [black, white]: [i32; 2], summed| {
        let takes = "    if (abs(a.r1 - a.r0) == 2)\n        n.at[(a.r0 + a.r1) / 2][(a.c0 + a.c1) / 2] = '.';";
        let short = format!(
            "    char taken = n.at[(a.r0 + a.r1) / 2][(a.c0 + a.c1) / 2];
    if (abs(a.r1 - a.r0) == 2)
        n.more += taken == 'B' ? {black} : taken == 'W' ? {white} : 0;
{takes}"
        );
        kept_along(value, summed, &[(takes, &short)])
    };
    let wraps = |value, direction: usize| {
        let behind =
            format!("{NEXT}                if (d == {direction}) {{\n{BEHIND}                }}\n");
        all(("edges", value), &[BY_NUMBER, (NEXT, &behind)])
    };
    // The same with men beyond the edge that are jumped, too.
    let wraps_from_edge = |value, is_so: &str| {
        let next = format!(
            "                int is_near = inside(r + DR[d], c + DC[d]);
                int next = 8 * (r + DR[d]) + c + DC[d], r2, c2;
                if (next < 0 || next > 63 || (!is_near && !({is_so})))
                    continue;
                int r1 = next / 8, c1 = next % 8;
                if ({is_so}) {{\n{BEHIND}                }} else {{
                    r2 = r + 2 * DR[d], c2 = c + 2 * DC[d];\n                }}\n"
        );
        let moves = [
            "                if (b->at[r1][c1] == '.')\n",
            "                if (is_near && b->at[r1][c1] == '.')\n",
        ];
        let changes = [BY_NUMBER, (NEXT, &next), (moves[0], moves[1])];
        all(("edges", value), &changes)
    };
    // Captures that land only where that is so.
    let barred = |value, lands: &str| {
        let inside = "belongs(b->at[r1][c1], !player) && inside(r2, c2) &&";
        all(
            ("edges", value),
            &[(inside, &format!("{inside} {lands} &&"))],
        )
    };
    // A search that lists so many actions at most.
    let listing = |value, most: usize| {
        let [below, root] = ["    if (depth == 0) {", "    int best = 0;"].map(|next| {
            let listed = format!("    int n = actions(b, to_move, list);\n{next}");
            let cut = format!("    if (n > {most})\n        n = {most};\n{next}");
            (listed.clone(), listed.replace(next, &cut))
        });
        let changes = [&below, &root].map(|(from, to)| (&from[..], &to[..]));
        all(("actions-tried", value), &changes)
    };
    // The same where input actions are looked for in that list.
    let listing_legal = |value, most: usize| {
        let next = "                if (b->at[r1][c1] == '.')\n";
        let full =
            format!("                if (n == {most})\n                    return n;\n{next}");
        all(("actions-tried", value), &[(next, &full)])
    };
    // Cells outside are empty, but perhaps not as a target.
    let empty = |rule, is_such: &str, taken: &str| {
        let helper = format!(
            "static int is_such(const char *cell)\n{{\n    return {is_such};\n}}\n\nint main("
        );
        let error = "        const char *target = strchr(line, '-') + 1;
        int from = is_such(line), to = is_such(target);
        if (from && !to && !inside(a.r1, a.c1))
            error = \"Target cell is outside of the board.\";
        else if (from)
            error = \"Source cell is empty.\";
        else if (to && inside(a.r0, a.c0))
            error = b.at[a.r0][a.c0] == '.' ? \"Source cell is empty.\"
                : TAKEN ? \"Target cell is not empty.\"
                : !belongs(b.at[a.r0][a.c0], player) ? \"Source cell holds opponent's piece/tower.\"
                : \"Illegal action.\";
        if (error) {";
        let error = error.replace("TAKEN", taken);
        all(
            rule,
            &[("int main(", &helper), ("        if (error) {", &error)],
        )
    };
    let in_column_i = "cell[0] == 'I' && atoi(cell + 1) >= 1 && atoi(cell + 1) <= 8";
    let in_row_9 = "cell[0] >= 'A' && cell[0] <= 'H' && atoi(cell + 1) == 9";
    let forgetful = |value, left: &str| {
        let helper = running::undone(left);
        let changes = [
            (
                "static void initial(Board *b)\n",
                "static int more;\n\nstatic void initial(Board *b)\n",
            ),
            (summed.0, "    int sum = more;\n    for (int r"),
            (
                "static int value(const Board *b, int to_move, int depth)\n",
                &helper,
            ),
            (
                "int v = value(&child, !to_move, depth - 1);",
                "int v = value(&child, !to_move, depth - 1);\n        undone(b, list[i]);",
            ),
            (
                "int v = value(&child, !to_move, depth_limit - 1);",
                "int v = value(&child, !to_move, depth_limit - 1);\n        undone(b, list[i]);",
            ),
        ];
        all(("kept-cost", value), &changes)
    };
    let above = ALPHA_BETA.map(|(from, to)| (from, to.replace(">= beta", "> beta")));
    let above = above.each_ref().map(|(from, to)| (*from, &**to));
    // A root that narrows its window, and looks at all actions.
    let (root, narrowed) = ALPHA_BETA[3];
    let uncut = narrowed.replace("        if (alpha >= beta)\n            break;\n", "");
    assert_ne!(uncut, narrowed);
    // A search in which captures do not promote, or moves do not.
    let by_one_kind_in_search = |value: &'static str, unpromoted: &str| {
        let imagined = format!(
            "static Board imagined(const Board *b, Action a)
{{
    Board n = after(b, a);
    if (abs(a.r1 - a.r0) {unpromoted}) n.at[a.r1][a.c1] = b->at[a.r0][a.c0];
    return n;
}}

static int material(const Board *b)
{{"
        );
        let child = |levels: &str| {
            let value = format!(";\n        int v = value(&child, !to_move, {levels} - 1);");
            [
                format!("after(b, list[i]){value}"),
                format!("imagined(b, list[i]){value}"),
            ]
        };
        let [below, at_root] = ["depth", "depth_limit"].map(child);
        let changes = [
            ("static int material(const Board *b)\n{", &*imagined),
            (&below[0], &below[1]),
            (&at_root[0], &at_root[1]),
        ];
        all(("promotion", value), &changes)
    };
    let others = vec![
        all(
            ("actions-tried", "all-but-last"),
            &[
                (
                    "list);\n    if (depth == 0) {",
                    "list);\n    int tried = n > 1 ? n - 1 : n;\n    if (depth == 0) {",
                ),
                (
                    "    for (int i = 0; i < n; i++) {
        Board child = after(b, list[i]);
        int v = value(&child, !to_move, depth - 1);",
                    "    for (int i = 0; i < tried; i++) {
        Board child = after(b, list[i]);
        int v = value(&child, !to_move, depth - 1);",
                ),
                (
                    "    for (int i = 0; i < n; i++) {
        Board child = after(b, list[i]);
        int v = value(&child, !to_move, depth_limit - 1);",
                    "    for (int i = 0; i < n && (i < n - 1 || n == 1); i++) {
        Board child = after(b, list[i]);
        int v = value(&child, !to_move, depth_limit - 1);",
                ),
            ],
        ),
        all(("actions-tried", "all-but-first"), &FROM_THE_SECOND),
        listing("first-8", 8),
        listing("first-10", 10),
        listing("first-12", 12),
        listing("first-16", 16),
        listing_legal("first-8-legal", 8),
        listing_legal("first-10-legal", 10),
        listing_legal("first-12-legal", 12),
        listing_legal("first-16-legal", 16),
        all(
            ("pruning", "ties-to-bound"),
            &[
                &ALPHA_BETA[..],
                &[
                    (
                        "(to_move == BLACK ? v > best : v < best))\n            best = v;",
                        "(to_move == BLACK ? v >= best : v <= best))\n            best = v;",
                    ),
                    (
                        "(to_move == BLACK ? v > best : v < best)) {",
                        "(to_move == BLACK ? v >= best : v <= best)) {",
                    ),
                ],
            ]
            .concat(),
        ),
        all(
            ("pruning", "alpha-for-white"),
            &[
                &ALPHA_BETA[..],
                &[(
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
            alpha = best;
        }
",
                )],
            ]
            .concat(),
        ),
        all(
            ("pruning", "window-kept"),
            &[&ALPHA_BETA[..], &ONE_WINDOW].concat(),
        ),
        all(
            ("pruning", "window-kept-root-uncut"),
            &[&ALPHA_BETA[..3], &ONE_WINDOW, &[(root, &uncut)]].concat(),
        ),
        by_one_kind_in_search("by-move-in-search", "== 2"),
        by_one_kind_in_search("by-capture-in-search", "== 1"),
        all(
            ("pruning", "window-kept-cut-above"),
            &[&above[..], &ONE_WINDOW].concat(),
        ),
        all(
            ("pruning", "window-uncrossed"),
            &[&NEGAMAX[..], &NEGAMAX_WINDOW].concat(),
        ),
        all(("remembered", "boards"), &[REMEMBERING]),
        all(("remembered", "inner-boards"), &[REMEMBERING, BUT_LEAVES]),
        all(("level-count", "lost"), &LOSING_LEVELS),
        all(
            ("level-count", "lost-in-search"),
            &[
                &LOSING_LEVELS[..],
                &[(
                    "    static Action last;\n",
                    "    static Action last;\n    level = 0;\n",
                )],
            ]
            .concat(),
        ),
        all(
            ("limits", "symmetric"),
            &[("? INT_MIN : INT_MAX; }", "? -INT_MAX : INT_MAX; }")],
        ),
        all(
            ("limits", "worst-for-both"),
            &[
                &NEGAMAX[..],
                &[
                    ("#define LOST -INT_MAX", "#define LOST INT_MIN"),
                    ("(-(v))", "((int)(0u - (unsigned)(v)))"),
                ],
            ]
            .concat(),
        ),
        all(
            ("can-act", "forward"),
            &[
                (
                    "    return actions(b, player, list) > 0;",
                    "    int n = actions(b, player, list);
    for (int i = 0; i < n; i++)
        if (player == BLACK ? list[i].r1 < list[i].r0 : list[i].r1 > list[i].r0)
            return 1;
    return 0;",
                ),
                (
                    "list);\n    if (depth == 0) {",
                    "list);\n    if (!has_action(b, to_move))\n        n = 0;\n    if (depth == 0) {",
                ),
                (
                    "list);\n    int best = 0;",
                    "list);\n    if (!has_action(b, to_move))\n        n = 0;\n    int best = 0;",
                ),
            ],
        ),
        all(
            ("far-towers", "each-arrival"),
            &[
                ("row 0 is row 1 */\n", "row 0 is row 1 */\n    int more;\n"),
                (
                    "static void initial(Board *b)\n{\n",
                    "static void initial(Board *b)\n{\n    b->more = 0;\n",
                ),
                (
                    "    int sum = 0;\n    for (int r",
                    "    int sum = b->more;\n    for (int r",
                ),
                (
                    "    if (x == 'b' && a.r1 == 0)\n",
                    "    if (x == 'B' && a.r1 == 0)\n        n.more += 2;
    if (x == 'W' && a.r1 == 7)\n        n.more -= 2;
    if (x == 'b' && a.r1 == 0)\n",
                ),
            ],
        ),
        drifting("promotion-by-3", [1, -1], summed),
        drifting("promotion-by-3-printed", [1, -1], printed),
        drifting("promotion-missed", [-2, 2], summed),
        drifting("promotion-missed-printed", [-2, 2], printed),
        short_of("tower-by-1", [2, -2], summed),
        short_of("white-tower-by-1", [0, -2], summed),
        short_of("black-tower-by-1", [2, 0], summed),
        all(
            ("uneven-towers", "white-for-black"),
            &[("sum -= 3;", "sum += 3;")],
        ),
        all(
            ("uneven-towers", "black-for-white"),
            &[("sum += 3;", "sum -= 3;")],
        ),
        short_of("tower-by-1-printed", [2, -2], printed),
        short_of("white-tower-by-1-printed", [0, -2], printed),
        short_of("black-tower-by-1-printed", [2, 0], printed),
        all(
            ("limits", "16-bit"),
            &[
                (
                    "n == 0)\n            return limit_value(to_move);",
                    "n == 0)\n            return (short)limit_value(to_move);",
                ),
                (
                    "    if (n == 0)\n        return limit_value(to_move);",
                    "    if (n == 0)\n        return (short)limit_value(to_move);",
                ),
            ],
        ),
        all(
            ("printed-limit", "rounded"),
            &[(
                "printf(\"BOARD COST: %d\\n\", cost);",
                "printf(\"BOARD COST: %.0f\\n\", (double)(float)cost);",
            )],
        ),
        all(
            ("printed-limit", "swapped"),
            &[(
                "cost = limit_value(!player);",
                "cost = limit_value(player);",
            )],
        ),
        all(
            ("prey", "unlike"),
            &[(
                "else if (belongs(b->at[r1][c1], !player) &&",
                "else if (b->at[r1][c1] != x &&",
            )],
        ),
        all(
            ("prey", "own-towers"),
            &[(
                "else if (belongs(b->at[r1][c1], !player) &&",
                "else if (b->at[r1][c1] != (player == BLACK ? 'b' : 'w') &&",
            )],
        ),
        wraps("north-east-captures-wrap", 0),
        wraps("south-east-captures-wrap", 1),
        wraps("south-west-captures-wrap", 2),
        wraps("north-west-captures-wrap", 3),
        wraps_from_edge("captures-wrap-from-edge", "1"),
        wraps_from_edge("north-east-captures-wrap-from-edge", "d == 0"),
        wraps_from_edge("south-east-captures-wrap-from-edge", "d == 1"),
        wraps_from_edge("south-west-captures-wrap-from-edge", "d == 2"),
        wraps_from_edge("north-west-captures-wrap-from-edge", "d == 3"),
        all(
            ("can-act", "by-move-for-cost"),
            &[
                (
                    "    return actions(b, player, list) > 0;",
                    "    int n = actions(b, player, list), moves = 0;
    for (int i = 0; i < n; i++)
        moves += abs(list[i].r1 - list[i].r0) == 1;
    return moves > 0;",
                ),
                (
                    "if (leaves_checked && n == 0)",
                    "if (leaves_checked && !has_action(b, to_move))",
                ),
            ],
        ),
        all(
            ("can-act", "by-move-everywhere"),
            &[
                (
                    "    return actions(b, player, list) > 0;",
                    "    for (int i = actions(b, player, list) - 1; i >= 0; i--)
        if (abs(list[i].r1 - list[i].r0) == 1)
            return 1;
    return 0;",
                ),
                (
                    "list);\n    if (depth == 0) {",
                    "list);\n    if (!has_action(b, to_move))\n        return limit_value(to_move);\n    if (depth == 0) {",
                ),
                ("    return n > 0;", "    return has_action(b, to_move);"),
            ],
        ),
        empty(
            ("row-zero", "empty"),
            "cell[0] >= 'A' && cell[0] <= 'H' && atoi(cell + 1) == 0",
            "0",
        ),
        empty(("beyond", "column-i"), in_column_i, "0"),
        empty(("beyond", "column-i-taken"), in_column_i, "1"),
        empty(("beyond", "row-9"), in_row_9, "0"),
        empty(("beyond", "row-9-taken"), in_row_9, "1"),
        forgetful("promotion-kept", running::PROMOTED),
        forgetful("capture-kept", running::CAPTURED),
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
        stuck("white-inverted", "INT_MIN"),
        stuck("black-inverted", "INT_MAX"),
        all(
            ("leaf-cost", "mover"),
            &[(
                "            return limit_value(to_move);\n        return material(b);",
                "            return to_move == WHITE ? -INT_MAX : limit_value(to_move);
        return to_move == WHITE ? -material(b) : material(b);",
            )],
        ),
        all(
            ("no-action", "board-before"),
            &[
                (
                    "int value(const Board *b, int to_move, int depth)",
                    "int value(const Board *b, int to_move, int depth, int before)",
                ),
                (
                    "!to_move, depth - 1);",
                    "!to_move, depth - 1, material(b));",
                ),
                (
                    "!to_move, depth_limit - 1);",
                    "!to_move, depth_limit - 1, material(b));",
                ),
                (
                    "    if (n == 0)\n        return limit_value(to_move);",
                    "    if (n == 0)\n        return before;",
                ),
            ],
        ),
        all(
            ("no-action", "leaves-just-moved"),
            &[(
                "        if (leaves_checked && n == 0)\n            return limit_value(to_move);",
                "        if (!has_action(b, !to_move))\n            return limit_value(!to_move);",
            )],
        ),
        all(
            ("grouping", "by-target"),
            &[
                (
                    "            for (int d = 0; d < 4; d++) {\n                if (x == 'b'",
                    "            for (int i = 0; i < 4 * 64; i++) {
                int d = i % 4, target = i / 4;\n                if (x == 'b'",
                ),
                (
                    "                if (b->at[r1][c1] == '.')\n",
                    "                if (b->at[r1][c1] == '.' && 8 * r1 + c1 == target)\n",
                ),
                (
                    "                         b->at[r2][c2] == '.')\n                    out",
                    "                         b->at[r2][c2] == '.' && 8 * r2 + c2 == target)\n                    out",
                ),
            ],
        ),
        all(("child-order", "by-list"), &NUMBERED),
        all(
            ("child-order", "by-list-from-command"),
            &[
                &NUMBERED[..],
                &[(
                    "    for (int i = 0; i < to_compute; i++) {",
                    "    for (int i = 0; i < 64; i++)\n        b.number[i / 8][i % 8] = i;
    for (int i = 0; i < to_compute; i++) {",
                )],
            ]
            .concat(),
        ),
        all(
            ("captured", "tower-marked"),
            &[
                (
                    "    char at[8][8]; /* [row][column], row 0 is row 1 */\n",
                    "    char at[8][8], made[8][8];\n",
                ),
                (
                    "            b->at[r][c] = '.';\n",
                    "            b->at[r][c] = '.';\n            b->made[r][c] = 0;\n",
                ),
                (
                    "    if (abs(a.r1 - a.r0) == 2)\n",
                    "    if (n.made[a.r1][a.c1] && x > 'Z')\n        x += 'A' - 'a';
    n.made[a.r1][a.c1] = 0;
    if (abs(a.r1 - a.r0) == 2 && n.at[(a.r0 + a.r1) / 2][(a.c0 + a.c1) / 2] < 'Z')
        n.made[(a.r0 + a.r1) / 2][(a.c0 + a.c1) / 2] = 1;
    if (abs(a.r1 - a.r0) == 2)\n",
                ),
            ],
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
        barred("no-captures-to-a", "c2 > 0"),
        barred("no-captures-to-h", "c2 < 7"),
        barred("no-captures-to-row-1", "r2 > 0"),
        barred("no-captures-to-row-8", "r2 < 7"),
        barred("no-captures-to-a-or-row-1", "r2 > 0 && c2 > 0"),
        barred("no-captures-to-h-or-row-8", "r2 < 7 && c2 < 7"),
        barred(
            "no-captures-to-border",
            "r2 > 0 && r2 < 7 && c2 > 0 && c2 < 7",
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
    ];
    [
        others,
        commands::catalogued(),
        in_place::catalogued(),
        passes::catalogued(),
        promoting::catalogued(),
        running::catalogued(),
        windows::catalogued(),
    ]
    .concat()
}
