//! Programs for EinStein würfelt nicht! that make mistakes which show together only: the independent one in
//! C with those changes.

use std::path::PathBuf;

use super::programs::compiled_for;

/// Rules that are otherwise.
type Otherwise = Vec<(&'static str, &'static str)>;

/// Mistakes of EinStein's catalogue, each with the program in C that makes them and an input that shows
/// them.
pub fn catalogued_of_ewn() -> Vec<(Otherwise, PathBuf, &'static str)> {
    let choice = "    float best = 0;\n    for (int i = 0; i < n; i++) {\n        float v";
    let least = |value: &str| choice.replace("best = 0", &format!("best = {value}"));
    let goes_on = [
        ("|| stones(p, RED) == 0", ""),
        ("|| stones(p, BLUE) == 0", ""),
        (choice, &least("-1e30f")),
    ];
    let moves = "/* The moves for a die (1-6) in the published order. */";
    let not_onto_own = format!(
        "static int stone_moves(const Position *p, int side, int stone, Move *out)
{{
    Move all[3];
    int n = 0, count = any_stone_moves(p, side, stone, all);
    for (int i = 0; i < count; i++)
        if (!stands_on(p, side, all[i].to)) out[n++] = all[i];
    return n;
}}

{moves}"
    );
    let best = "    printf(\"Best Move:";
    let blocking = [
        ("static int stone_moves(", "static int any_stone_moves("),
        (moves, &not_onto_own),
        (choice, &least("-1e9f")),
        (
            best,
            &format!("    if (n == 0) list[0] = (Move){{0, 0, 0}};\n{best}"),
        ),
    ];
    vec![
        (
            vec![("no-stones", "goes-on"), ("stuck", "nonillion")],
            compiled_for("ewn", "ewn-no-stones", &goes_on),
            "1 2 0 0 0 0 20 0 0 0 0 10 0 0\n1 3 0 0 0 0 7 0 0 0 0 0 2 0\n",
        ),
        (
            vec![
                ("own-stones", "blocking"),
                ("stuck", "billion"),
                ("no-move", "minus-one"),
            ],
            compiled_for("ewn", "ewn-no-move", &blocking),
            "0 2 0 0 11 0 25 6 15 0 0 0 0 0\n0 6 0 2 0 0 3 0 8 0 1 11 0 0\n1 5 0 2 0 0 0 0 0 9 0 8 0 0\n",
        ),
    ]
}
