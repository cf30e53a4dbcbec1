//! Programs that promote some pieces only, or any man.

use std::path::PathBuf;

use super::super::programs::compiled;

/// Mistakes of the catalogue, each with the program in C that makes it: what else has to hold where a
/// piece of black's, or of white's, becomes a tower.
pub(super) fn catalogued() -> Vec<((&'static str, &'static str), PathBuf)> {
    let all = |value, [black, white]: [&str; 2]| {
        let [blacks, whites] = ["if (x == 'b' && a.r1 == 0", "if (x == 'w' && a.r1 == 7"];
        let changes = [
            (&*format!("{blacks})"), &*format!("{blacks} && {black})")),
            (&*format!("{whites})"), &*format!("{whites} && {white})")),
        ];
        let program = compiled(&format!("promoted-{value}"), &changes);
        (("promoted", value), program)
    };
    let by_row = [
        ("if (x == 'b' && a.r1 == 0)", "if (a.r1 == 0)"),
        ("if (x == 'w' && a.r1 == 7)", "if (a.r1 == 7)"),
    ];
    let [by_move, by_capture] = [1, 2].map(|rows| format!("abs(a.r1 - a.r0) == {rows}"));
    vec![
        all("white-by-move", ["1", &by_move]),
        all("black-by-move", [&by_move, "1"]),
        all("white-by-capture", ["1", &by_capture]),
        all("black-by-capture", [&by_capture, "1"]),
        all("all-but-a8", ["1", "a.c1 > 0"]),
        all("all-but-h1", ["a.c1 < 7", "1"]),
        all("all-but-corners", ["a.c1 < 7", "a.c1 > 0"]),
        (
            ("promoted", "any-man-by-row"),
            compiled("promoted-any-man-by-row", &by_row),
        ),
    ]
}
