//! Programs that search again with a level more, the best line so far first.

use std::path::PathBuf;

use super::super::programs::compiled_for;

/// The values of `root-first`, each with such a program.
pub(super) fn catalogued() -> Vec<((&'static str, &'static str), PathBuf)> {
    // The list when a search has found its best line.
    let deepening = |value, put_first: &str| {
        let searches = format!(
            "    int limit = free_cells() > 8 ? 3 : 5;
    for (int depth = 1; depth <= limit; depth++) {{
    if (chosen >= 0) {{
        Line first = list[chosen];
        {put_first}
        list[0] = first;
    }}
    chosen = -1;
"
        );
        let changes = [
            ("    int depth = free_cells() > 8 ? 3 : 5;\n", &*searches),
            (
                "            chosen = i;\n        }\n    }\n",
                "            chosen = i;\n        }\n    }\n    }\n",
            ),
        ];
        let name = format!("hexline-root-first-{value}");
        (
            ("root-first", value),
            compiled_for("hexline", &name, &changes),
        )
    };
    let moved = "moves(list);
        for (chosen = 0; memcmp(&list[chosen], &first, sizeof first); chosen++);
        memmove(list + 1, list, chosen * sizeof *list);";
    vec![
        deepening("best", moved),
        deepening("best-swapped", "list[chosen] = list[0];"),
    ]
}
