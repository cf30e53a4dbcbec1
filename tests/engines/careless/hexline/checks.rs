//! Programs that do not check all cells of a line.

use std::path::PathBuf;

use crate::careless::programs::compiled_for;

const CHECKED: &str = "        if (!neighbour(&x, &y, l.direction) || map[x][y] != 0)";

const TRIED: &str = "        mark(list[i], to_move);";
const TAKEN_BACK: &str = "        mark(list[i], 0);\n        if (to_move == root) {";
const TRIED_AT_ROOT: &str = "        mark(list[i], player);";
const TAKEN_BACK_AT_ROOT: &str = "        mark(list[i], 0);\n        if (chosen < 0";

/// What was on the map is put back.
const PUT_BACK: [(&str, &str); 4] = [
    (
        TRIED,
        "        int kept[12][12];
        memcpy(kept, map, sizeof map);
        mark(list[i], to_move);",
    ),
    (
        TAKEN_BACK,
        "        memcpy(map, kept, sizeof map);\n        if (to_move == root) {",
    ),
    (
        TRIED_AT_ROOT,
        "        int kept[12][12];
        memcpy(kept, map, sizeof map);
        mark(list[i], player);",
    ),
    (
        TAKEN_BACK_AT_ROOT,
        "        memcpy(map, kept, sizeof map);\n        if (chosen < 0",
    ),
];

/// The same, and a line takes its length off a count that is handed on.
const COUNTED: [(&str, &str); 6] = [
    (
        "static int pruning = 1;",
        "static int pruning = 1, counted;",
    ),
    (
        "    int n_free = free_cells();\n    if (depth == 0",
        "    int n_free = counted;\n    if (depth == 0",
    ),
    (
        TRIED,
        "        int kept[12][12];
        memcpy(kept, map, sizeof map);
        counted = n_free - list[i].length;
        mark(list[i], to_move);",
    ),
    PUT_BACK[1],
    (
        TRIED_AT_ROOT,
        "        int kept[12][12];
        memcpy(kept, map, sizeof map);
        counted = free_cells() - list[i].length;
        mark(list[i], player);",
    ),
    PUT_BACK[3],
];

/// The best line is noted, and not only its place in the list.
const ANSWER: [(&str, &str); 1] = [(
    "static void decide(int player)\n{\n",
    "static void decide(int player)\n{\n    Line answer = {0, 0, 0, 0};\n",
)];

/// The lines are listed anew when one is taken back.
const LISTED_ANEW: [(&str, &str); 4] = [
    (
        TAKEN_BACK,
        "        Line tried = list[i];
        mark(tried, 0);
        n = moves(list);
        for (i = 0; memcmp(&list[i], &tried, sizeof tried); i++);
        if (to_move == root) {",
    ),
    (
        TAKEN_BACK_AT_ROOT,
        "        Line tried = list[i];
        mark(tried, 0);
        n = moves(list);
        for (i = 0; memcmp(&list[i], &tried, sizeof tried); i++);
        if (chosen < 0",
    ),
    (
        "            chosen = i;\n",
        "            chosen = i;\n            answer = tried;\n",
    ),
    (
        "list[chosen].x, list[chosen].y, list[chosen].length,
               list[chosen].direction",
        "answer.x, answer.y, answer.length, answer.direction",
    ),
];

/// A line takes its length off a count that is handed on.
const COUNTED_ONCE: [(&str, &str); 5] = [
    (
        "static int pruning = 1;",
        "static int pruning = 1, counted;",
    ),
    (
        "    int n_free = free_cells();\n    if (depth == 0",
        "    int n_free = counted;\n    if (depth == 0",
    ),
    (
        TRIED,
        "        counted = n_free - list[i].length;\n        mark(list[i], to_move);",
    ),
    (
        "    int depth = free_cells()",
        "    int n_free = free_cells();\n    int depth = free_cells()",
    ),
    (
        TRIED_AT_ROOT,
        "        counted = n_free - list[i].length;\n        mark(list[i], player);",
    ),
];

/// Fewer than none is none.
const STOPS_BELOW: [(&str, &str); 2] = [
    (
        "if (depth == 0 || n_free == 0)",
        "if (depth == 0 || n_free <= 0)",
    ),
    (
        "    if (n_free == 0)\n        return -1000;",
        "    if (n_free <= 0)\n        return -1000;",
    ),
];

/// The values of `line-check`, each with such a program.
pub(super) fn catalogued() -> Vec<((&'static str, &'static str), PathBuf)> {
    let checking = |value, is_checked: &str, changes: &[&[(&str, &str)]]| {
        let checked = CHECKED.replace(
            "map[x][y] != 0",
            &format!("(({is_checked}) && map[x][y] != 0)"),
        );
        let changes = [&[(CHECKED, &*checked)][..], &changes.concat()].concat();
        let name = format!("hexline-line-check-{value}");
        (
            ("line-check", value),
            compiled_for("hexline", &name, &changes),
        )
    };
    let ends_taken = [(
        "        neighbour(&x, &y, l.direction);
        map[x][y] = what;",
        "        neighbour(&x, &y, l.direction);
        if (i + 1 == l.length)
            map[x][y] = what;",
    )];
    let ends = "i + 1 == l.length";
    vec![
        checking("ends", ends, &[&PUT_BACK]),
        checking("ends-taken", ends, &[&ends_taken]),
        checking("ends-counted", ends, &[&COUNTED, &STOPS_BELOW]),
        checking("ends-counted-on", ends, &[&COUNTED]),
        checking("ends-freed", ends, &[&ANSWER, &LISTED_ANEW]),
        checking("ends-freed-listed", ends, &[]),
        checking(
            "ends-freed-counted",
            ends,
            &[&ANSWER, &LISTED_ANEW, &COUNTED_ONCE, &STOPS_BELOW],
        ),
        checking(
            "ends-freed-counted-listed",
            ends,
            &[&COUNTED_ONCE, &STOPS_BELOW],
        ),
        checking(
            "ends-freed-counted-on",
            ends,
            &[&ANSWER, &LISTED_ANEW, &COUNTED_ONCE],
        ),
        checking("ends-freed-counted-on-listed", ends, &[&COUNTED_ONCE]),
    ]
}
