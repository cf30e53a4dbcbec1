//! Programs that read their input otherwise.

use std::path::PathBuf;

use super::super::programs::compiled_for;
use super::Otherwise;

/// Lines of 30 to 44 characters.
const LONG: &str = "get B 3 24 0 0 20 19 15 1 2 0 0 7 11
get B 3 0 0 0 0 D4 0 A1 B1 C1 A2 B2 C4
0 2 24 0 0 0 19 0 1 2 0 0 7 11
get R 2 E5 0 0 0 D4 0 A1 0 C1 A2 B2 C3
1 5 24 10 0 0 19 15 1 0 13 0 21 11
1 5 24 10 0 20 19 15 1 0 13 12 21 11
get R 6 E5 C5 0 E4 0 E3 A1 B1 C1 A2 B2 A3
";

/// Requests of both dialects.
const BOTH_DIALECTS: &str = "get B 2 0 0 A3 0 E5 A2 E3 0 0 0 0 0
ini B
time_setting 300
ini R
get R 3 0 2 0 0 0 0 0 0 9 0 8 0
ini B
";

/// Positions of games that are over if the mover's stones come first, but for the first one.
const OVER_WITH_MOVER_FIRST: &str = "get R 6 0 0 0 0 0 6 14 0 0 0 0 8
1 6 25 0 0 0 0 6 14 0 0 0 0 8
get R 6 25 0 0 0 0 6 14 0 0 0 0 8
get B 6 0 0 0 0 0 6 14 0 0 0 0 8
";

/// Mistakes in reading, each with the program in C that makes it and what it is asked.
pub(super) fn catalogued() -> Vec<(Otherwise, PathBuf, &'static str)> {
    let line_buffer = |value: &'static str, size: usize| {
        let buffer = format!("char buffer[{size}];");
        let changes = [
            ("char buffer[4096];", &buffer[..]),
            (
                "        char *line = buffer;",
                "        static int is_rest;
        int was_rest = is_rest;
        is_rest = !strchr(buffer, '\\n');
        if (was_rest) continue;
        char *line = buffer;",
            ),
            (
                "    if (!strcmp(word[0], \"exit\"))",
                "    for (int i = n; i < 16; i++)
        word[i] = \"0\";
    if (!strcmp(word[0], \"exit\"))",
            ),
            (
                "return (s[1] - '1') * 5 + (s[0] - 'A') + 1;",
                "return s[1] ? (s[1] - '1') * 5 + (s[0] - 'A') + 1 : 0;",
            ),
            (
                "                return 1;
            line += used;",
                "                f[i] = -1, used = 0;
            line += used;",
            ),
            (
                "        Position p;
        for (int i = 0; i < 12; i++)
            p.cell[i / 6][i % 6] = f",
                "        if (f[13] < 0) continue;
        Position p;
        for (int i = 0; i < 12; i++)
            p.cell[i / 6][i % 6] = f",
            ),
        ];
        let program = compiled_for("ewn", &format!("ewn-line-buffer-{value}"), &changes);
        (vec![("line-buffer", value)], program, LONG)
    };
    let arranged_by_settings = compiled_for(
        "ewn",
        "ewn-arrangement-as-settings",
        &[("        letters = 0;", "        int letters = 0;")],
    );
    let letters_stay = compiled_for(
        "ewn",
        "ewn-lettered-by-ever",
        &[("        letters = 0;", "")],
    );
    let mover_first = (
        "p.cell[i / 6][i % 6] = read_cell",
        "p.cell[i / 6 ^ (word[1][0] == 'R')][i % 6] = read_cell",
    );
    let checked = (
        "        int best;\n        root(&p, word",
        "        int best;\n        if (over(&p)) exit(2);\n        root(&p, word",
    );
    let checked_analysis = (
        "            p.cell[i / 6][i % 6] = f[2 + i];",
        "            p.cell[i / 6 ^ f[0]][i % 6] = f[2 + i];\n        if (over(&p)) exit(2);",
    );
    let unless_over = |value: &'static str, changes: &[(&str, &str)], asked| {
        let program = compiled_for("ewn", &format!("ewn-{value}"), changes);
        (vec![("stones-first", value)], program, asked)
    };
    let at_settings = |value: &'static str, done: &str| {
        let changes = [(
            "        letters = 1;\n        if (!strcmp",
            &*format!("        {done}\n        if (!strcmp"),
        )];
        let program = compiled_for("ewn", &format!("ewn-lettered-requests-{value}"), &changes);
        (vec![("lettered-requests", value)], program, BOTH_DIALECTS)
    };
    vec![
        at_settings("refused", "exit(2);"),
        at_settings("passed-over", "return 1;"),
        unless_over(
            "mover-unless-over",
            &[mover_first, checked, checked_analysis],
            OVER_WITH_MOVER_FIRST,
        ),
        unless_over(
            "mover-in-requests-unless-over",
            &[mover_first, checked],
            OVER_WITH_MOVER_FIRST,
        ),
        (vec![("lettered-by", "ever")], letters_stay, BOTH_DIALECTS),
        (
            vec![("arrangement-as", "settings")],
            arranged_by_settings,
            BOTH_DIALECTS,
        ),
        line_buffer("32", 32),
        line_buffer("38", 38),
        line_buffer("40", 40),
    ]
}
