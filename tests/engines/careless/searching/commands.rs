//! Programs whose commands compute for black, whoever is to move.

use std::path::PathBuf;

use super::super::programs::compiled;

/// Mistakes of the catalogue, each with the program in C that makes it: the commands that do so.
pub(super) fn catalogued() -> Vec<((&'static str, &'static str), PathBuf)> {
    let all = |value, starts_with_black: &str| {
        let computed = "    for (int i = 0; i < to_compute; i++) {\n";
        let begun = format!("    if ({starts_with_black})\n        player = BLACK;\n{computed}");
        let program = compiled(&format!("command-player-{value}"), &[(computed, &begun)]);
        (("command-player", value), program)
    };
    vec![
        all("play-black", "to_compute == 10"),
        all("black", "to_compute > 0"),
    ]
}
