//! Programs that try actions on the board that there is and do not take them back wholly.

use std::path::PathBuf;

use super::super::programs::compiled;

/// How an action is tried on the board that there is, and taken back without looking at what it made of
/// the piece.
const IN_PLACE: [(&str, &str); 4] = [
    (
        "static int value(const Board *b, int to_move, int depth)",
        "static char carry_out(Board *b, Action a)
{
    char taken = abs(a.r1 - a.r0) == 2 ? b->at[(a.r0 + a.r1) / 2][(a.c0 + a.c1) / 2] : '.';
    *b = after(b, a);
    return taken;
}

static void take_back(Board *b, Action a, char taken)
{
    b->at[a.r0][a.c0] = b->at[a.r1][a.c1];
    b->at[a.r1][a.c1] = '.';
    if (abs(a.r1 - a.r0) == 2)
        b->at[(a.r0 + a.r1) / 2][(a.c0 + a.c1) / 2] = taken;
}

static int value(Board *b, int to_move, int depth)",
    ),
    (
        "        Board child = after(b, list[i]);
        int v = value(&child, !to_move, depth - 1);",
        "        char taken = carry_out(b, list[i]);
        int v = value(b, !to_move, depth - 1);
        take_back(b, list[i], taken);",
    ),
    (
        "static int decide(const Board *b, int to_move, Action *chosen)",
        "static int decide(Board *b, int to_move, Action *chosen)",
    ),
    (
        "        Board child = after(b, list[i]);
        int v = value(&child, !to_move, depth_limit - 1);",
        "        char taken = carry_out(b, list[i]);
        int v = value(b, !to_move, depth_limit - 1);
        take_back(b, list[i], taken);",
    ),
];

/// How an action brings along what its men were when it was listed.
const AS_LISTED: [(&str, &str); 6] = [
    (
        "static void take_back(",
        "static void as_listed(Board *b, const Board *listed, Action a)
{
    int r = (a.r0 + a.r1) / 2, c = (a.c0 + a.c1) / 2;
    b->at[a.r0][a.c0] = listed->at[a.r0][a.c0];
    if (abs(a.r1 - a.r0) == 2)
        b->at[r][c] = listed->at[r][c];
}

static void take_back(",
    ),
    (
        "    int n = actions(b, to_move, list);\n    if (depth == 0) {",
        "    int n = actions(b, to_move, list);\n    Board listed = *b;\n    if (depth == 0) {",
    ),
    (
        "    int n = actions(b, to_move, list);\n    int best = 0;",
        "    int n = actions(b, to_move, list);\n    Board listed = *b;\n    int best = 0;",
    ),
    (
        "        char taken = carry_out(b, list[i]);
        int v = value(b, !to_move, depth - 1);",
        "        as_listed(b, &listed, list[i]);
        char taken = carry_out(b, list[i]);
        int v = value(b, !to_move, depth - 1);",
    ),
    (
        "        char taken = carry_out(b, list[i]);
        int v = value(b, !to_move, depth_limit - 1);",
        "        as_listed(b, &listed, list[i]);
        char taken = carry_out(b, list[i]);
        int v = value(b, !to_move, depth_limit - 1);",
    ),
    (
        "    return n > 0;\n",
        "    if (n > 0)\n        as_listed(b, &listed, *chosen);\n    return n > 0;\n",
    ),
];

/// How a captured tower is put back as a piece.
const PUT_BACK_AS_PIECE: [(&str, &str); 3] = [
    (
        "        b->at[(a.r0 + a.r1) / 2][(a.c0 + a.c1) / 2] = taken;",
        "        b->at[(a.r0 + a.r1) / 2][(a.c0 + a.c1) / 2] =
            taken == 'B' ? 'b' : taken == 'W' ? 'w' : taken;",
    ),
    (
        "        int v = value(b, !to_move, depth - 1);
        take_back(b, list[i], taken);",
        "        int v = value(b, !to_move, depth - 1);
        take_back(b, list[i], taken);
        b->at[list[i].r0][list[i].c0] = listed.at[list[i].r0][list[i].c0];",
    ),
    (
        "        int v = value(b, !to_move, depth_limit - 1);
        take_back(b, list[i], taken);",
        "        int v = value(b, !to_move, depth_limit - 1);
        take_back(b, list[i], taken);
        b->at[list[i].r0][list[i].c0] = listed.at[list[i].r0][list[i].c0];",
    ),
];

/// The same where what acts is what stands there then.
const PUT_BACK_AS_PIECE_THAT_ACTS: [(&str, &str); 4] = [
    (
        "#include <stdio.h>\n",
        "#include <ctype.h>\n#include <stdio.h>\n",
    ),
    (
        "        b->at[(a.r0 + a.r1) / 2][(a.c0 + a.c1) / 2] = taken;",
        "        b->at[(a.r0 + a.r1) / 2][(a.c0 + a.c1) / 2] = tolower(taken);",
    ),
    (
        "        char taken = carry_out(b, list[i]);
        int v = value(b, !to_move, depth - 1);
        take_back(b, list[i], taken);",
        "        char moved = b->at[list[i].r0][list[i].c0], taken = carry_out(b, list[i]);
        int v = value(b, !to_move, depth - 1);
        take_back(b, list[i], taken);
        b->at[list[i].r0][list[i].c0] = moved;",
    ),
    (
        "        char taken = carry_out(b, list[i]);
        int v = value(b, !to_move, depth_limit - 1);
        take_back(b, list[i], taken);",
        "        char moved = b->at[list[i].r0][list[i].c0], taken = carry_out(b, list[i]);
        int v = value(b, !to_move, depth_limit - 1);
        take_back(b, list[i], taken);
        b->at[list[i].r0][list[i].c0] = moved;",
    ),
];

/// The same where what was captured meanwhile is moved back as the piece that it is now: an action
/// notes only whether it has made a tower.
const PUT_BACK_AS_PIECE_MOVED_BACK: [(&str, &str); 4] = [
    PUT_BACK_AS_PIECE_THAT_ACTS[0],
    PUT_BACK_AS_PIECE_THAT_ACTS[1],
    (
        "        char taken = carry_out(b, list[i]);
        int v = value(b, !to_move, depth - 1);
        take_back(b, list[i], taken);",
        "        char moved = b->at[list[i].r0][list[i].c0], taken = carry_out(b, list[i]);
        int crowned = b->at[list[i].r1][list[i].c1] != moved;
        int v = value(b, !to_move, depth - 1);
        take_back(b, list[i], taken);
        if (crowned)
            b->at[list[i].r0][list[i].c0] = moved;",
    ),
    (
        "        char taken = carry_out(b, list[i]);
        int v = value(b, !to_move, depth_limit - 1);
        take_back(b, list[i], taken);",
        "        char moved = b->at[list[i].r0][list[i].c0], taken = carry_out(b, list[i]);
        int crowned = b->at[list[i].r1][list[i].c1] != moved;
        int v = value(b, !to_move, depth_limit - 1);
        take_back(b, list[i], taken);
        if (crowned)
            b->at[list[i].r0][list[i].c0] = moved;",
    ),
];

/// How what a search leaves stays on a board of its own.
const ON_ITS_OWN_BOARD: (&str, &str) = (
    "static int decide(Board *b, int to_move, Action *chosen)\n{\n",
    "static int decide(const Board *start, int to_move, Action *chosen)\n{\n    \
     Board own = *start, *b = &own;\n",
);

/// How what a move, or a capture, has made of a piece is noted and taken back.
fn taking_back_promotions_by(cells: usize) -> [(String, String); 2] {
    ["depth", "depth_limit"].map(|depth| {
        let [before, after] = [
            "        char taken = carry_out(b, list[i]);\n",
            "        take_back(b, list[i], taken);",
        ];
        let value = format!("        int v = value(b, !to_move, {depth} - 1);\n");
        (
            format!("{before}{value}{after}"),
            format!(
                "        char moved = b->at[list[i].r0][list[i].c0];
{before}        int crowned = b->at[list[i].r1][list[i].c1] != moved;
{value}{after}
        if (crowned && abs(list[i].r1 - list[i].r0) == {cells})
            b->at[list[i].r0][list[i].c0] = moved;"
            ),
        )
    })
}

/// How the next action is looked for on the board as it is then.
const LOOKING_AGAIN: [(&str, &str); 2] = [
    (
        "            best = v;
    }
    return best;",
        "            best = v;
        Action tried = list[i];
        n = actions(b, to_move, list);
        for (i = 0; memcmp(&list[i], &tried, sizeof tried) != 0; i++) {}
    }
    return best;",
    ),
    (
        "            *chosen = list[i];
        }
",
        "            *chosen = list[i];
        }
        Action tried = list[i];
        n = actions(b, to_move, list);
        for (i = 0; memcmp(&list[i], &tried, sizeof tried) != 0; i++) {}
",
    ),
];

/// How actions are passed over that there are no more on the board as it is then.
const PASSING_OVER: [(&str, &str); 3] = [
    (
        "static void take_back(",
        "static int is_there(const Board *b, int player, Action a)
{
    Action now[64];
    int n = actions(b, player, now), i = 0;
    while (i < n && memcmp(&now[i], &a, sizeof a) != 0)
        i++;
    return i < n;
}

static void take_back(",
    ),
    (
        "        char taken = carry_out(b, list[i]);
        int v = value(b, !to_move, depth - 1);",
        "        if (!is_there(b, to_move, list[i]))
            continue;
        char taken = carry_out(b, list[i]);
        int v = value(b, !to_move, depth - 1);",
    ),
    (
        "        char taken = carry_out(b, list[i]);
        int v = value(b, !to_move, depth_limit - 1);",
        "        if (!is_there(b, to_move, list[i]))
            continue;
        char taken = carry_out(b, list[i]);
        int v = value(b, !to_move, depth_limit - 1);",
    ),
];

/// How a tower that has arrived on its far row is taken back as a piece, and what it captured as it was
/// when the action was listed.
const UNDONE_TWICE: [(&str, &str); 2] = [
    (
        "    b->at[a.r0][a.c0] = b->at[a.r1][a.c1];\n",
        "    char x = b->at[a.r1][a.c1];
    b->at[a.r0][a.c0] = x == 'B' && a.r1 == 0 ? 'b' : x == 'W' && a.r1 == 7 ? 'w' : x;\n",
    ),
    ("    b->at[a.r0][a.c0] = listed->at[a.r0][a.c0];\n", ""),
];

/// How an action notes that it has made a tower, or that a man has arrived where that would be.
const NOTING_CROWNED: [(&str, &str); 8] = [
    (
        "static char carry_out(Board *b, Action a)\n{\n",
        "static int carry_out(Board *b, Action a)
{
    char x = b->at[a.r0][a.c0];
    int crowned = CROWNED;\n",
    ),
    (
        "    return taken;\n",
        "    return crowned ? taken + 256 : taken;\n",
    ),
    (
        "take_back(Board *b, Action a, char taken)",
        "take_back(Board *b, Action a, int taken)",
    ),
    (
        "    b->at[a.r0][a.c0] = b->at[a.r1][a.c1];\n",
        "    char x = b->at[a.r1][a.c1];
    b->at[a.r0][a.c0] = taken >= 256 ? tolower(x) : x;\n",
    ),
    (
        "        b->at[(a.r0 + a.r1) / 2][(a.c0 + a.c1) / 2] = taken;",
        "        b->at[(a.r0 + a.r1) / 2][(a.c0 + a.c1) / 2] = taken % 256;",
    ),
    (
        "        char taken = carry_out(b, list[i]);
        int v = value(b, !to_move, depth - 1);",
        "        int taken = carry_out(b, list[i]);
        int v = value(b, !to_move, depth - 1);",
    ),
    (
        "        char taken = carry_out(b, list[i]);
        int v = value(b, !to_move, depth_limit - 1);",
        "        int taken = carry_out(b, list[i]);
        int v = value(b, !to_move, depth_limit - 1);",
    ),
    PUT_BACK_AS_PIECE_THAT_ACTS[0],
];

/// How the chosen action's man is again what it was when that was tried.
const ACTING_AS_TRIED: [(&str, &str); 3] = [
    (
        "            best = v;
            *chosen = list[i];",
        "            best = v;
            acting = moved;
            *chosen = list[i];",
    ),
    (
        "    int best = 0;
    for (int i = 0; i < n; i++) {
        char moved = b->at[list[i].r0][list[i].c0], taken = carry_out(b, list[i]);
        int v = value(b, !to_move, depth_limit - 1);",
        "    int best = 0, acting = 0;
    for (int i = 0; i < n; i++) {
        char moved = b->at[list[i].r0][list[i].c0], taken = carry_out(b, list[i]);
        int v = value(b, !to_move, depth_limit - 1);",
    ),
    (
        "    return n > 0;\n}\n\nstatic void print_board",
        "    if (n > 0)
        b->at[chosen->r0][chosen->c0] = acting;
    return n > 0;\n}\n\nstatic void print_board",
    ),
];

/// Mistakes of such programs, each with the program in C that makes it.
pub(super) fn catalogued() -> Vec<((&'static str, &'static str), PathBuf)> {
    let all = |rule: (&'static str, &'static str), changes: &[(&str, &str)]| {
        (rule, compiled(&format!("{}-{}", rule.0, rule.1), changes))
    };
    let kept_by = |value, cells, more: &[(&str, &str)]| {
        let taken_back = taking_back_promotions_by(cells);
        let taken_back = [0, 1].map(|index: usize| {
            let (old, new) = &taken_back[index];
            (old.as_str(), new.as_str())
        });
        let changes = [&IN_PLACE[..], &taken_back, more].concat();
        all(("promotion", value), &changes)
    };
    let passed_over =
        PUT_BACK_AS_PIECE_MOVED_BACK.map(|(old, new)| match new.contains("list[i]") {
            true => (
                old,
                format!(
                    "        if (!is_there(b, to_move, list[i]))\n            continue;\n{new}"
                ),
            ),
            false => (old, new.to_owned()),
        });
    let undone_for_one = |value: &'static str, more: &[(&str, &str)]| {
        let (carried_out, noting) = NOTING_CROWNED[0];
        let crowned = match value.starts_with("white") {
            true => "x == 'b' && a.r1 == 0 || belongs(x, WHITE) && a.r1 == 7",
            false => "belongs(x, BLACK) && a.r1 == 0 || x == 'w' && a.r1 == 7",
        };
        let noting = (carried_out, &*noting.replace("CROWNED", crowned));
        let changes = [&IN_PLACE[..], more, &[noting], &NOTING_CROWNED[1..]].concat();
        all(("promotion", value), &changes)
    };
    let passing_over_in_search = [&PASSING_OVER[..], &[ON_ITS_OWN_BOARD]].concat();
    let looked_for: Vec<(&str, &str)> = passed_over
        .iter()
        .map(|(old, new)| (*old, &**new))
        .collect();
    vec![
        kept_by("kept-by-capture", 1, &[]),
        kept_by("kept-by-capture-in-search", 1, &[ON_ITS_OWN_BOARD]),
        kept_by("kept-by-move", 2, &[]),
        kept_by("kept-by-move-in-search", 2, &[ON_ITS_OWN_BOARD]),
        all(("promotion", "kept"), &IN_PLACE),
        all(
            ("promotion", "kept-in-search"),
            &[&IN_PLACE[..], &[ON_ITS_OWN_BOARD]].concat(),
        ),
        all(
            ("promotion", "kept-as-listed"),
            &[&IN_PLACE[..], &AS_LISTED].concat(),
        ),
        all(
            ("promotion", "kept-unless-captured"),
            &[
                &IN_PLACE[..],
                &AS_LISTED,
                &[("    b->at[a.r0][a.c0] = listed->at[a.r0][a.c0];\n", "")],
            ]
            .concat(),
        ),
        all(
            ("put-back", "piece"),
            &[&IN_PLACE[..], &AS_LISTED, &PUT_BACK_AS_PIECE].concat(),
        ),
        all(
            ("put-back", "piece-in-search"),
            &[
                &IN_PLACE[..],
                &AS_LISTED,
                &PUT_BACK_AS_PIECE,
                &[ON_ITS_OWN_BOARD],
            ]
            .concat(),
        ),
        all(
            ("put-back", "piece-that-acts"),
            &[&IN_PLACE[..], &PUT_BACK_AS_PIECE_THAT_ACTS].concat(),
        ),
        all(
            ("put-back", "piece-that-acts-in-search"),
            &[
                &IN_PLACE[..],
                &PUT_BACK_AS_PIECE_THAT_ACTS,
                &[ON_ITS_OWN_BOARD],
            ]
            .concat(),
        ),
        all(
            ("put-back", "piece-moved-back"),
            &[&IN_PLACE[..], &PUT_BACK_AS_PIECE_MOVED_BACK].concat(),
        ),
        all(
            ("put-back", "piece-moved-back-in-search"),
            &[
                &IN_PLACE[..],
                &PUT_BACK_AS_PIECE_MOVED_BACK,
                &[ON_ITS_OWN_BOARD],
            ]
            .concat(),
        ),
        all(
            ("put-back", "piece-moved-back-looked-for"),
            &[&IN_PLACE[..], &looked_for, &PASSING_OVER[..1]].concat(),
        ),
        all(
            ("put-back", "piece-looked-for"),
            &[
                &IN_PLACE[..],
                &PUT_BACK_AS_PIECE_THAT_ACTS,
                &LOOKING_AGAIN,
                &ACTING_AS_TRIED,
            ]
            .concat(),
        ),
        all(
            ("put-back", "piece-looked-for-that-acts"),
            &[&IN_PLACE[..], &PUT_BACK_AS_PIECE_THAT_ACTS, &LOOKING_AGAIN].concat(),
        ),
        all(
            ("put-back", "piece-looked-for-in-search"),
            &[
                &IN_PLACE[..],
                &PUT_BACK_AS_PIECE_THAT_ACTS,
                &LOOKING_AGAIN,
                &[ON_ITS_OWN_BOARD],
            ]
            .concat(),
        ),
        all(
            ("promotion", "kept-and-used"),
            &[&IN_PLACE[..], &LOOKING_AGAIN].concat(),
        ),
        all(
            ("promotion", "undone-twice"),
            &[&IN_PLACE[..], &AS_LISTED, &UNDONE_TWICE].concat(),
        ),
        all(
            ("promotion", "undone-twice-as-taken"),
            &[&IN_PLACE[..], &UNDONE_TWICE[..1]].concat(),
        ),
        all(
            ("promotion", "undone-twice-as-taken-in-search"),
            &[&IN_PLACE[..], &UNDONE_TWICE[..1], &[ON_ITS_OWN_BOARD]].concat(),
        ),
        all(
            ("promotion", "undone-twice-looked-for"),
            &[&IN_PLACE[..], &UNDONE_TWICE[..1], &PASSING_OVER].concat(),
        ),
        all(
            ("promotion", "undone-twice-looked-for-in-search"),
            &[
                &IN_PLACE[..],
                &UNDONE_TWICE[..1],
                &PASSING_OVER,
                &[ON_ITS_OWN_BOARD],
            ]
            .concat(),
        ),
        all(
            ("promotion", "undone-twice-in-search"),
            &[
                &IN_PLACE[..],
                &AS_LISTED,
                &UNDONE_TWICE,
                &[ON_ITS_OWN_BOARD],
            ]
            .concat(),
        ),
        undone_for_one("white-undone-twice-as-taken", &[]),
        undone_for_one("white-undone-twice-as-taken-in-search", &[ON_ITS_OWN_BOARD]),
        undone_for_one("white-undone-twice-looked-for", &PASSING_OVER),
        undone_for_one(
            "white-undone-twice-looked-for-in-search",
            &passing_over_in_search,
        ),
        undone_for_one("black-undone-twice-as-taken", &[]),
        undone_for_one("black-undone-twice-as-taken-in-search", &[ON_ITS_OWN_BOARD]),
        undone_for_one("black-undone-twice-looked-for", &PASSING_OVER),
        undone_for_one(
            "black-undone-twice-looked-for-in-search",
            &passing_over_in_search,
        ),
    ]
}
