//! Programs that walk along a list of the free cells, and do not put back what they take.

use std::path::PathBuf;

use super::super::programs::compiled_for;

/// The values of `free-list`, each with such a program.
pub(super) fn catalogued() -> Vec<((&'static str, &'static str), PathBuf)> {
    let walking = |value, removed: &str, order: &str| {
        let listed = format!(
            "static int cells[144], size;

static int cell_of(Line l, int number)
{{
    for (; number > 0; number--) neighbour(&l.x, &l.y, l.direction);
    return 12 * l.x + l.y;
}}

static void take(Line l)
{{
    for (int i = 0; i < l.length; i++) {{
        int slot = 0;
        while (cells[slot] != cell_of(l, i)) slot++;
        size--;
        {removed}
    }}
}}

static void give_back(Line l)
{{
    for ({order}) cells[size++] = cell_of(l, i);
}}

enum {{ MOST_MOVES = 144 * 13 }};"
        );
        let each = "    for (int k = 0; k < size; k++)
    for (int cell = cells[k], i = 0; i < n; i++) {
        if (12 * list[i].x + list[i].y != cell) continue;
        take(list[i]);\n";
        let each_below = format!("{each}        mark(list[i], to_move);");
        let each_at_root = format!(
            "    size = 0;
    for (int cell = 0; cell < 144; cell++)
        if (map[cell / 12][cell % 12] == 0) cells[size++] = cell;
{each}        mark(list[i], player);"
        );
        let changes = [
            ("enum { MOST_MOVES = 144 * 13 };", &*listed),
            (
                "    for (int i = 0; i < n; i++) {\n        mark(list[i], to_move);",
                &*each_below,
            ),
            (
                "        mark(list[i], 0);\n        if (to_move == root) {",
                "        mark(list[i], 0);\n        give_back(list[i]);\n        if (to_move == root) {",
            ),
            (
                "        if (pruning && alpha >= beta)\n            break;",
                "        if (alpha >= beta) return best;",
            ),
            (
                "    for (int i = 0; i < n; i++) {\n        mark(list[i], player);",
                &*each_at_root,
            ),
            (
                "        mark(list[i], 0);\n        if (chosen < 0",
                "        mark(list[i], 0);\n        give_back(list[i]);\n        if (chosen < 0",
            ),
        ];
        let name = format!("hexline-free-list-{value}");
        (
            ("free-list", value),
            compiled_for("hexline", &name, &changes),
        )
    };
    let swapped = "cells[slot] = cells[size];";
    let erased = "for (; slot < size; slot++) cells[slot] = cells[slot + 1];";
    let last_first = "int i = l.length - 1; i >= 0; i--";
    let first_first = "int i = 0; i < l.length; i++";
    vec![
        walking("swapped-last-first", swapped, last_first),
        walking("swapped-first-first", swapped, first_first),
        walking("erased-last-first", erased, last_first),
        walking("erased-first-first", erased, first_first),
    ]
}
