//! Programs that take a line's cells while they check it.

use std::path::PathBuf;

use super::super::programs::compiled_for;

const TAKING: &str = "static int extra;

static int take(Line l, int what)
{
    int x[3] = {l.x}, y[3] = {l.y}, taken = 0;
    for (; taken < l.length; taken++) {
        if (taken > 0) {
            x[taken] = x[taken - 1];
            y[taken] = y[taken - 1];
            if (!neighbour(&x[taken], &y[taken], l.direction)) break;
        }
        if (map[x[taken]][y[taken]] != 0) break;
        map[x[taken]][y[taken]] = what;
    }
    if (taken == l.length) return 1;
    if (taken > 0) map[l.x][l.y] = 0;
    extra += taken == 2;
    return 0;
}

enum { MOST_MOVES";

/// A value of `kept-cells` with such a program: where the third cell cannot be taken, it gives back the
/// first one only.
pub(super) fn catalogued() -> Vec<((&'static str, &'static str), PathBuf)> {
    let changes = [
        ("enum { MOST_MOVES", TAKING),
        (
            "            if (map[x][y] != 0)\n                continue;\n            out",
            "            out",
        ),
        (
            "                    if (is_free_line(l))\n                        out",
            "                        out",
        ),
        (
            "    int n_free = free_cells();\n",
            "    int n_free = free_cells() + extra;\n",
        ),
        (
            "        mark(list[i], to_move);",
            "        if (!take(list[i], to_move)) continue;",
        ),
        (
            "    int depth = free_cells()",
            "    extra = 0;\n    int depth = free_cells()",
        ),
        (
            "        mark(list[i], player);",
            "        if (!take(list[i], player)) continue;",
        ),
    ];
    let program = compiled_for("hexline", "hexline-kept-cells-second-blocked", &changes);
    vec![(("kept-cells", "second-blocked"), program)]
}
