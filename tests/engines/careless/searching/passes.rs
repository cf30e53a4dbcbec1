//! Programs that go over the board twice for the actions of a player.

use std::path::PathBuf;

use super::super::programs::compiled;

/// Mistakes of the catalogue, each with the program in C that makes it: which of the two passes is that
/// of the towers.
pub(super) fn catalogued() -> Vec<((&'static str, &'static str), PathBuf)> {
    let all = |value, towers: &str| {
        let belonging = "            if (!belongs(x, player))\n";
        let of_pass = format!(
            "            int is_tower = x == 'B' || x == 'W';
            if (!belongs(x, player) || is_tower != (pass == {towers}))\n"
        );
        let rows = "    int n = 0;\n    for (int r = 0; r < 8; r++)\n";
        let passes = "    int n = 0;\n    for (int row = 0; row < 16; row++)\n";
        let cells = "        for (int c = 0; c < 8; c++) {\n            char x = b->at[r][c];\n";
        let of_row = "        for (int c = 0, r = row % 8, pass = row / 8; c < 8; c++) {
            char x = b->at[r][c];\n";
        let changes = [
            (&*format!("{rows}{cells}"), &*format!("{passes}{of_row}")),
            (belonging, &of_pass),
        ];
        let program = compiled(&format!("grouping-{value}"), &changes);
        (("grouping", value), program)
    };
    vec![all("towers-first", "0"), all("pieces-first", "1")]
}
