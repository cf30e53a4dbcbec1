//! Programs that read maps wrongly.

use std::path::PathBuf;

use super::super::programs::compiled_for;

/// Where so many are free nothing is worth anything.
const SHALLOW: (&str, &str) = (
    "    int depth = free_cells()",
    "    int depth = free_cells() > 14 ? 1 : free_cells()",
);

/// Mistakes with reading, each with the program in C that makes it.
pub(super) fn catalogued() -> Vec<((&'static str, &'static str), PathBuf)> {
    let line_buffer = |value: &'static str| {
        let by_line = format!(
            "    char line[{value}];
    while (fgets(line, sizeof line, stdin)) {{
        if (sscanf(line, \"map %d\", &player) != 1) continue;
        memset(map, 0, sizeof map);
        for (int x = 0; x < 12 && fgets(line, sizeof line, stdin);) {{
            char *word = strtok(line, \" \\n\");
            if (!word) continue;
            for (int y = 0; word && y < 12; y++, word = strtok(NULL, \" \\n\"))
                map[x][y] = atoi(word);
            x++;
        }}
"
        );
        let changes = [
            (
                "    while (scanf(\" map %d\", &player) == 1) {
        for (int x = 0; x < 12; x++)
            for (int y = 0; y < 12; y++)
                if (scanf(\"%d\", &map[x][y]) != 1)
                    return 1;
",
                &*by_line,
            ),
            SHALLOW,
        ];
        let name = format!("hexline-line-buffer-{value}");
        (
            ("line-buffer", value),
            compiled_for("hexline", &name, &changes),
        )
    };
    let earlier_cells = [
        (
            "            for (int y = 0; y < 12; y++)
                if (scanf(\"%d\", &map[x][y]) != 1)
                    return 1;
",
            "            for (int y = 0; y < 12; y++) {
                static int is_free[12][12];
                if (scanf(\"%d\", &map[x][y]) != 1)
                    return 1;
                is_free[x][y] |= map[x][y] == 0;
                if (is_free[x][y]) map[x][y] = 0;
            }
",
        ),
        SHALLOW,
    ];
    let earlier_cells = (
        ("earlier-cells", "free"),
        compiled_for("hexline", "hexline-earlier-cells-free", &earlier_cells),
    );
    let line_buffers = ["24", "30", "32"].map(line_buffer);
    [&line_buffers[..], &[earlier_cells]].concat()
}
