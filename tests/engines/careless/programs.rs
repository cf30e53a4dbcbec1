//! The programs: the independent one in C with something changed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What stands for a check that lets an illegal action through.
const ILLEGAL: &str = r#"return "Illegal action.";"#;

/// When illegal actions of an own man to an empty cell are carried out.
const LETS_THROUGH: [&str; 18] = [
    "ahead && rows != columns && rows * columns > 0 && rows <= 2 && columns <= 2",
    "ahead && rows == 1 && columns > 1",
    "tower && rows == 1",
    "tower && rows != 2",
    "!tower && ahead && rows + columns == 3 && rows * columns > 0",
    "rows == 0 && columns == 2",
    "ahead && rows == 2 && columns == 0",
    "ahead && jump && over == '.'",
    "ahead && jump && over == '.' && a.c1 > a.c0",
    "ahead && jump && belongs(over, player)",
    "tower && jump && over == (player == BLACK ? 'b' : 'w')",
    "!ahead && player == WHITE && (rows == 1 && columns == 1 || jump && belongs(over, !player))",
    "!ahead && player == BLACK && (rows == 1 && columns == 1 || jump && belongs(over, !player))",
    "!ahead && rows == 1 && columns == 1",
    "!ahead && jump && belongs(over, !player)",
    "ahead && rows == columns && rows > 2",
    "ahead && rows == columns && rows > 2 && a.r1 < a.r0",
    "ahead && rows == columns && rows > 2 && a.r1 > a.r0",
];

/// Notes the column that the last action of the input starts from.
const LAST_COLUMN: [(&str, &str); 2] = [
    (
        "/* The computed action; returns 0 if there is none. */",
        "static int last_column = -1;",
    ),
    (
        "        b = after(&b, a);
        print_action(&b, player, number++, a, 0);",
        "        last_column = a.c0;
        b = after(&b, a);
        print_action(&b, player, number++, a, 0);",
    ),
];

/// Other things left out: what is written in the program, and what in its place.
const LEFT_OUT: [(&str, &str); 5] = [
    // Row 0 is not noticed.
    (
        "*r = row >= 1 && row <= 8 ? (int)row - 1 : -1;",
        "*r = row <= 8 ? (row > 0 ? (int)row - 1 : 0) : -1;",
    ),
    // Only the first digit of a row is read.
    (
        "row = row * 10 + (*s - '0');",
        "row = row > 0 ? row : *s - '0';",
    ),
    // Small letters are columns, too.
    (
        "*c = *s >= 'A' && *s <= 'H' ? *s - 'A' : -1;",
        "*c = (*s & ~32) >= 'A' && (*s & ~32) <= 'H' ? (*s & ~32) - 'A' : -1;",
    ),
    // The opponent's towers are not noticed.
    (
        "if (!belongs(b->at[a.r0][a.c0], player))",
        "if (b->at[a.r0][a.c0] == (player == BLACK ? 'w' : 'b'))",
    ),
    // Rows and columns of the board are looked at before what stands there.
    (
        "if (b->at[a.r0][a.c0] == '.')",
        "if (a.r0 == a.r1 || a.c0 == a.c1) return \"Illegal action.\";\n    \
         if (b->at[a.r0][a.c0] == '.')",
    ),
];

/// The checkers program with some things changed, compiled.
pub(super) fn compiled(name: &str, changes: &[(&str, &str)]) -> PathBuf {
    compiled_for("checkers", name, changes)
}

/// A game's program with some things changed, compiled.
pub(super) fn compiled_for(game: &str, name: &str, changes: &[(&str, &str)]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("careless");
    fs::create_dir_all(&folder).expect("a folder for the programs");
    let right = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/reference/{game}.c"));
    let mut changed = fs::read_to_string(right).expect("the program");
    for (from, to) in changes {
        assert_eq!(changed.matches(from).count(), 1, "{from}");
        changed = changed.replace(from, to);
    }
    let (source, program) = (folder.join(format!("{name}.c")), folder.join(name));
    fs::write(&source, changed).expect("a place for the program");
    let done = Command::new("cc")
        .args(["-std=c11", "-O0", "-o"])
        .args([&program, &source])
        .status()
        .expect("a C compiler named cc");
    assert!(done.success(), "{name} does not compile");
    program
}

/// A program that carries illegal actions out when `lets` holds, in C.
fn letting_through(name: &str, lets: &str) -> PathBuf {
    compiled(name, &[(ILLEGAL, &not_illegal(lets))])
}

/// What stands in the program for the report of an illegal action that is carried out when `lets`
/// holds.
fn not_illegal(lets: &str) -> String {
    format!(
        "int rows = abs(a.r1 - a.r0), columns = abs(a.c1 - a.c0);
    int jump = rows == 2 && columns == 2, north = a.r1 < a.r0;
    char man = b->at[a.r0][a.c0], over = b->at[(a.r0 + a.r1) / 2][(a.c0 + a.c1) / 2];
    int tower = man == 'B' || man == 'W';
    int ahead = tower || (rows > 0 && north == (player == BLACK));
    if ({lets}) return NULL;
    {ILLEGAL}"
    )
}

/// All careless programs, each with what makes it one.
pub fn careless_programs() -> Vec<(&'static str, PathBuf)> {
    let lets_through = LETS_THROUGH.iter().enumerate();
    let lets_through = lets_through
        .map(|(number, lets)| (*lets, letting_through(&format!("lets-{number}"), lets)));
    let left_out = LEFT_OUT.iter().enumerate();
    let left_out =
        left_out.map(|(number, left)| (left.1, compiled(&format!("lacks-{number}"), &[*left])));
    lets_through.chain(left_out).collect()
}

/// Mistakes of the catalogue, each with the program in C that makes it.
pub fn catalogued() -> Vec<((&'static str, &'static str), PathBuf)> {
    type Rule = (&'static str, &'static str);
    let lets = |option, value, lets| ((option, value), letting_through(value, lets));
    let all = |rule: Rule, changes: &[(&str, &str)]| {
        (rule, compiled(&format!("{}-{}", rule.0, rule.1), changes))
    };
    let changed = |rule, from: &str, to: &str| all(rule, &[(from, to)]);
    let before = |rule, anchor: &str, more: &str| changed(rule, anchor, &format!("{more}{anchor}"));
    // A row is 0 as a source or a target.
    let zero = |value, is_there: &str, cases: &str| {
        before(
            ("row-zero", value),
            "        if (error) {",
            &format!(
                "        const char *source = line, *target = strchr(line, '-') + 1;
        #define IS_ZERO(cell) (cell[0] >= 'A' && cell[0] <= 'H' && atoi(cell + 1) == 0)
        #define TAKEN (IS_ZERO(target) || inside(a.r1, a.c1) && b.at[a.r1][a.c1] != '.')
        if ({is_there}) error = {cases};\n"
            ),
        )
    };
    // Something is done with the value that the search has found.
    let decided = |value, from: &str, to: &str| {
        let found = [
            (
                "/* The computed action; returns 0 if there is none. */",
                "static int value_found;",
            ),
            (
                "    return n > 0;",
                "    value_found = best;\n    return n > 0;",
            ),
            (from, to),
        ];
        all(("decided", value), &found)
    };
    let inner = "        int v = value(&child, !to_move, depth - 1);";
    let root = "        int v = value(&child, !to_move, depth_limit - 1);";
    let not_removed = "        Action x = list[i];
        int r = (x.r0 + x.r1) / 2, c = (x.c0 + x.c1) / 2;
        if (abs(x.r1 - x.r0) == 2) child.at[r][c] = b->at[r][c];\n";
    let none = "        if (!decide(&b, player, &a)) {
            printf(\"%s WIN!\\n\", NAME[!player]);\n";
    let ended = "        if (value_found == INT_MIN || value_found == INT_MAX) ";
    let winner = "printf(\"%s WIN!\\n\", NAME[value_found == INT_MAX ? BLACK : WHITE]); return 0;";
    let computed = "        b = after(&b, a);\n        print_action(&b, player, number++, a, 1);";
    let at_once = |computed: u8, when: &str, winner: &str| {
        format!(
            "a, {computed});
        player = !player;
        if ({when}) {{
            printf(\"%s WIN!\\n\", NAME[{winner}]);"
        )
    };
    let [either_played, either_computed] = [0, 1].map(|computed| {
        let before = at_once(
            computed,
            "winner_at_once && !has_action(&b, player)",
            "!player",
        );
        let either = "!has_action(&b, WHITE) || !has_action(&b, BLACK)";
        (
            before,
            at_once(computed, either, "has_action(&b, WHITE) ? WHITE : BLACK"),
        )
    });
    // Lines after a command are answered.
    let answered = |value, when: &str, board: &str| {
        let go_on =
            format!("\n    if (to_compute {when}) {{ {board}goto resume; }}\n    return 0;\n}}");
        let changes = [
            (
                "to_compute = 1;\n            break;",
                "to_compute = 1;\n            goto compute;\n        resume:\n            \
                 to_compute = 0;\n            continue;",
            ),
            (
                "to_compute = 10;\n            break;",
                "to_compute = 10;\n            goto compute;",
            ),
            (
                "    for (int i = 0; i < to_compute; i++) {",
                "compute:;\n    Board kept = b;\n    for (int i = 0; i < to_compute; i++) {",
            ),
            ("\n    return 0;\n}", &*go_on),
        ];
        all(("after-command", value), &changes)
    };
    let checked = "        if (leaves_checked && n == 0)
            return limit_value(to_move);
        return material(b);
    }
    if (n == 0)
        return limit_value(to_move);";
    let column = "*c = *s >= 'A' && *s <= 'H' ? *s - 'A' : -1;";
    let action = "        Action a;\n        const char *rest";
    let cells = "const char *rest = read_cell(line, &a.r0, &a.c0);
        read_cell(rest + 1, &a.r1, &a.c1); /* skip the '-' */";
    let by_position = "char cells[6] = {line[0], line[1], 0, line[3], line[4], 0};
        read_cell(cells, &a.r0, &a.c0);
        read_cell(cells + 3, &a.r1, &a.c1);";
    // Some men try the directions in another order.
    let tried = |rule: Rule, which: &str, order: &str| {
        let loop_over_ways = "            for (int d = 0; d < 4; d++) {\n";
        let in_order = format!(
            "            int tower = x == 'B' || x == 'W', black = player == BLACK;
            const char *order = {which} ? {order} : \"0123\";
            (void)tower, (void)black;
            for (int place = 0; place < 4; place++) {{
                int d = order[place] - '0';\n"
        );
        changed(rule, loop_over_ways, &in_order)
    };
    let header = "    printf(\"BOARD SIZE: 8x8\\n#BLACK PIECES: 12\\n#WHITE PIECES: 12\\n\");
    print_board(&b);\n";
    let headlines = [
        "    printf(\"%s%s ACTION #%d: %c%d-%c%d\\n\", computed ? \"*** \" : \"\", NAME[player], number,
           'A' + a.c0, a.r0 + 1, 'A' + a.c1, a.r1 + 1);\n",
        "    printf(\"BOARD COST: %d\\n\", cost);\n",
    ];
    // One cell one way and two the other, which captures nothing.
    let knight = |value, lets: &str| {
        let captures = "if (abs(a.r1 - a.r0) == 2)";
        let changes = [
            (ILLEGAL, &*not_illegal(lets)),
            (
                captures,
                "if (abs(a.r1 - a.r0) == 2 && abs(a.c1 - a.c0) == 2)",
            ),
        ];
        all(("distance-check", value), &changes)
    };
    // The board before an action costs what is printed.
    let cost_before = |value, is_so: &str| {
        let cost = format!(
            "    static Board last;
    static int is_later;
    Board now = *b;
    if (!is_later++) initial(&last);
    int cost = {is_so} ? material(&last) : material(b);
    last = now;
    if (!({is_so}) && limit_line && !has_action(b, !player))"
        );
        let changes = [(
            "    int cost = material(b);\n    if (limit_line && !has_action(b, !player))",
            &*cost,
        )];
        all(("cost-board", value), &changes)
    };
    let unpromoted = "    static Board last;
    static int is_later;
    if (!is_later++) initial(&last);
    char moved = last.at[a.r0][a.c0];
    Board paid = *b;
    if (moved == 'b' || moved == 'w') paid.at[a.r1][a.c1] = moved;
    last = *b;
    int cost = material(&paid);
    if (limit_line";
    vec![
        changed(
            ("cost-board", "before-promotion"),
            "    int cost = material(b);\n    if (limit_line",
            unpromoted,
        ),
        cost_before("before", "1"),
        cost_before("before-computed", "computed"),
        lets("jump-check", "empty-jump", "ahead && jump && over == '.'"),
        lets(
            "jump-check",
            "own-jump",
            "ahead && jump && belongs(over, player)",
        ),
        lets(
            "distance-check",
            "next-row",
            "ahead && rows == 1 && columns > 1",
        ),
        lets("distance-check", "tower-next-row", "tower && rows == 1"),
        lets(
            "distance-check",
            "straight",
            "(ahead || rows == 0) && rows * columns == 0 && rows + columns == 2",
        ),
        lets("distance-check", "sideways", "rows == 0 && columns == 2"),
        lets(
            "distance-check",
            "ahead",
            "ahead && rows == 2 && columns == 0",
        ),
        knight("knight", "ahead && rows * columns == 2"),
        knight("piece-knight", "!tower && ahead && rows * columns == 2"),
        lets(
            "distance-check",
            "far-north",
            "ahead && rows == columns && rows > 2 && north",
        ),
        lets(
            "distance-check",
            "far-south",
            "ahead && rows == columns && rows > 2 && !north",
        ),
        all(
            ("distance-check", "far-capture"),
            &[
                (
                    ILLEGAL,
                    &not_illegal(
                        "ahead && rows == columns && rows > 2 && rows % 2 == 0
                        && belongs(over, !player)",
                    ),
                ),
                (
                    "if (abs(a.r1 - a.r0) == 2)",
                    "if (abs(a.r1 - a.r0) % 2 == 0 && abs(a.r1 - a.r0) == abs(a.c1 - a.c0))",
                ),
            ],
        ),
        lets("distance-check", "tower-anywhere", "tower && rows != 2"),
        all(
            ("distance-check", "columns"),
            &[
                (
                    ILLEGAL,
                    &not_illegal(
                        "ahead && columns > 0 && (rows == 1 || rows == 2
                        && belongs(b->at[(a.r0 + a.r1) / 2][a.c0 + (a.c1 - a.c0) / 2], !player))",
                    ),
                ),
                (
                    "n.at[(a.r0 + a.r1) / 2][(a.c0 + a.c1) / 2] = '.';",
                    "n.at[(a.r0 + a.r1) / 2][a.c0 + (a.c1 - a.c0) / 2] = '.';",
                ),
            ],
        ),
        lets(
            "jump-check",
            "empty-jump-east",
            "ahead && jump && over == '.' && a.c1 > a.c0",
        ),
        lets(
            "jump-check",
            "tower-empty-jump",
            "jump && over == '.' && (man == 'B' && !north || man == 'W' && north)",
        ),
        lets(
            "jump-check",
            "own-jump-east",
            "ahead && jump && belongs(over, player) && a.c1 > a.c0",
        ),
        lets(
            "jump-check",
            "tower-own-jump",
            "tower && jump && over == (man == 'B' ? 'b' : 'w')",
        ),
        lets(
            "backward-check",
            "black-backward",
            "!ahead && player == BLACK && (rows * columns == 1 || jump && belongs(over, !player))",
        ),
        lets(
            "backward-check",
            "backward-move",
            "!ahead && rows * columns == 1",
        ),
        lets(
            "backward-check",
            "backward-capture",
            "!ahead && jump && belongs(over, !player)",
        ),
        lets(
            "backward-check",
            "white-backward",
            "!ahead && player == WHITE && (rows * columns == 1 || jump && belongs(over, !player))",
        ),
        changed(
            ("opponent-check", "towers-illegal"),
            "    if (!belongs(b->at[a.r0][a.c0], player))",
            "    if (b->at[a.r0][a.c0] == (player == BLACK ? 'w' : 'b'))",
        ),
        before(
            ("opponent-check", "towers-allowed"),
            "    if (!belongs(b->at[a.r0][a.c0], player))",
            "    if (b->at[a.r0][a.c0] == 'B') player = BLACK;
    if (b->at[a.r0][a.c0] == 'W') player = WHITE;\n",
        ),
        changed(
            ("after-error", "answered"),
            "printf(\"ERROR: %s\\n\", error);
            return 0;",
            "printf(\"ERROR: %s\\n\", error);
            continue;",
        ),
        changed(
            ("column-names", "small-too"),
            column,
            "*c = (*s & ~32) >= 'A' && (*s & ~32) <= 'H' ? (*s & ~32) - 'A' : -1;",
        ),
        changed(
            ("column-names", "digits-too"),
            column,
            "*c = *s >= 'A' && *s <= 'H' ? *s - 'A' : *s >= '1' && *s <= '8' ? *s - '1' : -1;",
        ),
        before(
            ("long-lines", "skipped"),
            action,
            "        if (strlen(line) != 5) continue;\n",
        ),
        before(
            ("long-lines", "repeated"),
            "        const char *error = check(&b, player, a);",
            "        static Action last;
        if (strlen(line) != 5 || !((line[0] | 32) >= 'a' && (line[0] | 32) <= 'z')
            || !((line[3] | 32) >= 'a' && (line[3] | 32) <= 'z')) a = last;
        last = a;\n",
        ),
        before(
            ("long-lines", "end-input"),
            action,
            "        if (strlen(line) != 5) break;\n",
        ),
        before(
            ("long-lines", "commands"),
            action,
            "        if (strlen(line) != 5) {
            to_compute = *line == 'A' ? 1 : *line == 'P' ? 10 : 0;
            if (to_compute) break;
            continue;
        }\n",
        ),
        changed(
            ("cell-reading", "scanned"),
            &format!("        Action a;\n        {cells}"),
            &format!(
                "        if (line[2] != '-') {{
            to_compute = *line == 'A' ? 1 : *line == 'P' ? 10 : 0;
            break;
        }}
        Action a;
        {by_position}"
            ),
        ),
        answered("answered", "> 0", ""),
        answered("answered-after-a", "== 1", ""),
        answered("answered-after-p", "== 10", ""),
        answered("answered-on-board-before", "> 0", "b = kept; "),
        changed(
            ("command-reading", "first-letter"),
            "if (!strcmp(line, \"A\"))",
            "if (*line == 'A')",
        ),
        before(
            ("command-reading", "neither"),
            "    for (int i = 0; i < to_compute; i++) {",
            "    to_compute = 0;\n",
        ),
        before(
            ("command-reading", "next-only"),
            "    for (int i = 0; i < to_compute; i++) {",
            "    if (to_compute != 1) to_compute = 0;\n",
        ),
        all(
            ("input-end", "command-by-column"),
            &[
                LAST_COLUMN[0],
                LAST_COLUMN[1],
                (
                    "    for (int i = 0; i < to_compute; i++) {",
                    "    if (to_compute == 0 && last_column == 0) to_compute = 1;
    for (int i = 0; i < to_compute; i++) {",
                ),
            ],
        ),
        zero(
            "target-only",
            "IS_ZERO(source)",
            "!inside(a.r1, a.c1) ? \"Target cell is outside of the board.\"
            : TAKEN ? \"Target cell is not empty.\"
            : \"Source cell holds opponent's piece/tower.\"",
        ),
        zero(
            "nowhere",
            "(IS_ZERO(source) || inside(a.r0, a.c0)) && (IS_ZERO(source) || IS_ZERO(target))",
            "!IS_ZERO(target) && !inside(a.r1, a.c1) ? \"Target cell is outside of the board.\"
            : !IS_ZERO(source) && b.at[a.r0][a.c0] == '.' ? \"Source cell is empty.\"
            : TAKEN ? \"Target cell is not empty.\"
            : \"Source cell holds opponent's piece/tower.\"",
        ),
        changed(
            ("printed-limit", "either-side"),
            "        cost = limit_value(!player);",
            "        cost = limit_value(!player);
    else if (!has_action(b, player))
        cost = limit_value(player);",
        ),
        changed(
            ("printed-limit", "mover"),
            "    if (limit_line && !has_action(b, !player))
        cost = limit_value(!player);",
            "    if (!has_action(b, player))
        cost = limit_value(player);",
        ),
        before(
            ("no-action", "either-everywhere"),
            "    if (depth == 0) {",
            "    if (!has_action(b, BLACK)) return INT_MIN;
    if (!has_action(b, WHITE)) return INT_MAX;\n",
        ),
        changed(
            ("no-action", "inverted"),
            checked,
            "        return material(b);
    }
    if (n == 0)
        return limit_value(!to_move);",
        ),
        changed(
            ("no-action", "zero"),
            checked,
            "        return material(b);
    }
    if (n == 0)
        return 0;",
        ),
        changed(
            ("limits", "largest"),
            "to_move == BLACK ? INT_MIN : INT_MAX;",
            "to_move < 0 ? INT_MIN : INT_MAX;",
        ),
        decided(
            "announced",
            "        print_action(&b, player, number++, a, 1);",
            "        print_action(&b, player, number++, a, 1);
        if (value_found == INT_MIN || value_found == INT_MAX) {
            printf(\"%s WIN!\\n\", NAME[player]);
            return 0;
        }",
        ),
        decided(
            "ended",
            computed,
            &format!("{ended}{{ {winner} }}\n{computed}"),
        ),
        decided(
            "ended-below-line",
            &format!("{none}            return 0;\n        }}\n{computed}"),
            &format!(
                "        int is_any = decide(&b, player, &a);
        if (!is_any || value_found == INT_MIN || value_found == INT_MAX) puts(\"{}\");
        if (!is_any) {{
            printf(\"%s WIN!\\n\", NAME[!player]);
            return 0;
        }}
{ended}{{ {winner} }}\n{computed}",
                "=".repeat(37)
            ),
        ),
        decided(
            "given-up",
            computed,
            &format!("{ended}if (value_found == limit_value(player)) {{ {winner} }}\n{computed}"),
        ),
        all(
            ("winner-line", "either-side"),
            &[
                (&either_played.0, &either_played.1),
                (&either_computed.0, &either_computed.1),
            ],
        ),
        changed(
            ("winner-line", "at-the-end"),
            "\n    return 0;\n}",
            "\n    if (!has_action(&b, player)) printf(\"%s WIN!\\n\", NAME[!player]);\n    return 0;\n}",
        ),
        changed(("dear-towers", "black"), "sum -= 3;", "sum -= 1;"),
        changed(("uneven-towers", "white-2"), "sum -= 3;", "sum -= 2;"),
        changed(("uneven-towers", "white-4"), "sum -= 3;", "sum -= 4;"),
        changed(("uneven-towers", "white-5"), "sum -= 3;", "sum -= 5;"),
        changed(("uneven-towers", "black-2"), "sum += 3;", "sum += 2;"),
        changed(("uneven-towers", "black-4"), "sum += 3;", "sum += 4;"),
        changed(("uneven-towers", "black-5"), "sum += 3;", "sum += 5;"),
        changed(("early-promotion", "white"), "a.r1 == 7)", "a.r1 >= 6)"),
        changed(("early-promotion", "black"), "a.r1 == 0)", "a.r1 <= 1)"),
        all(
            ("early-promotion", "both"),
            &[("a.r1 == 7)", "a.r1 >= 6)"), ("a.r1 == 0)", "a.r1 <= 1)")],
        ),
        changed(
            ("prey", "not-own"),
            "else if (belongs(b->at[r1][c1], !player) &&",
            "if (!belongs(b->at[r1][c1], player) &&",
        ),
        all(
            ("can-act", "by-move"),
            &[
                (
                    "    return actions(b, player, list) > 0;",
                    "    int n = actions(b, player, list), moves = 0;
    for (int i = 0; i < n; i++) moves += abs(list[i].r1 - list[i].r0) == 1;
    return moves > 0;",
                ),
                (
                    "if (leaves_checked && n == 0)",
                    "if (leaves_checked && !has_action(b, to_move))",
                ),
                ("    return n > 0;", "    return has_action(b, to_move);"),
            ],
        ),
        changed(("dear-towers", "white"), "sum += 3;", "sum += 1;"),
        changed(("next-actions", "2"), "to_compute = 1;", "to_compute = 2;"),
        changed(
            ("error-order", "source-first"),
            "if (!inside(a.r1, a.c1))",
            "if (inside(a.r0, a.c0)) {
        if (b->at[a.r0][a.c0] == '.') return \"Source cell is empty.\";
        if (!belongs(b->at[a.r0][a.c0], player))
            return \"Source cell holds opponent's piece/tower.\";
    }
    if (!inside(a.r1, a.c1))",
        ),
        changed(("cell-reading", "position"), cells, by_position),
        changed(
            ("row-zero", "source-only"),
            "const char *error = check(&b, player, a);",
            "const char *error = check(&b, player, a), *target = strchr(line, '-') + 1;
        if (target[0] >= 'A' && target[0] <= 'H' && atoi(target + 1) == 0 && inside(a.r0, a.c0))
            error = b.at[a.r0][a.c0] == '.' ? \"Source cell is empty.\"
                                            : \"Target cell is not empty.\";",
        ),
        changed(
            ("no-action", "opponent-inner"),
            checked,
            "        return material(b);
    }
    if (n == 0)
        return depth == depth_limit - 1 ? limit_value(to_move) : material(b);",
        ),
        changed(
            ("directions", "by-columns-from-east"),
            "static const int DR[4] = {-1, +1, +1, -1};
static const int DC[4] = {+1, +1, -1, -1};",
            "static const int DR[4] = {-1, +1, -1, +1};
static const int DC[4] = {+1, +1, -1, -1};",
        ),
        changed(("cost-align", "two"), "BOARD COST: %d", "BOARD COST:%2d"),
        // The directions are numbered clockwise from north-east.
        tried(
            ("tower-directions", "forward-first"),
            "tower",
            "black ? \"0312\" : \"1203\"",
        ),
        tried(("tower-directions", "from-north-west"), "tower", "\"3012\""),
        tried(
            ("tower-directions", "counter-clockwise"),
            "tower",
            "\"0321\"",
        ),
        tried(("tower-directions", "by-rows"), "tower", "\"3021\""),
        tried(
            ("tower-directions", "by-rows-from-east"),
            "tower",
            "\"0312\"",
        ),
        tried(("white-directions", "mirrored"), "!black", "\"1032\""),
        tried(("white-directions", "turned"), "!black", "\"2301\""),
        changed(
            ("captured", "ahead"),
            "        n.at[(a.r0 + a.r1) / 2][(a.c0 + a.c1) / 2] = '.';",
            "    {
        int row = (a.r0 + a.r1) / 2;
        if (x == 'B') row = a.r0 - 1;
        if (x == 'W') row = a.r0 + 1;
        if (row >= 0 && row < 8) n.at[row][(a.c0 + a.c1) / 2] = '.';
    }",
        ),
        all(
            ("far-towers", "twice"),
            &[
                ("sum += 3;", "sum += r == 0 ? 6 : 3;"),
                ("sum -= 3;", "sum -= r == 7 ? 6 : 3;"),
            ],
        ),
        changed(
            ("cost-place", "above-action"),
            &headlines.concat(),
            &[headlines[1], headlines[0]].concat(),
        ),
        all(
            ("after-error", "commands"),
            &[
                (
                    "printf(\"ERROR: %s\\n\", error);\n            return 0;",
                    "printf(\"ERROR: %s\\n\", error);\n            has_failed = 1;
            continue;",
                ),
                (
                    action,
                    &format!("        if (has_failed) continue;\n{action}"),
                ),
                (
                    "    int to_compute = 0, first = 1;",
                    "    int to_compute = 0, first = 1, has_failed = 0;",
                ),
            ],
        ),
        changed(
            ("bare-command", "ignored"),
            "    for (int i = 0; i < to_compute; i++) {",
            "    if (number == 1) return 0;
    for (int i = 0; i < to_compute; i++) {",
        ),
        all(
            ("bare-command", "without-header"),
            &[
                (header, "    int is_headed = 0;\n"),
                (
                    action,
                    &format!("        if (!is_headed++) {{\n{header}        }}\n{action}"),
                ),
            ],
        ),
        changed(("apostrophe", "curly"), "opponent's", "opponent’s"),
        changed(
            ("directions", "counter-clockwise-from-south-east"),
            "static const int DR[4] = {-1, +1, +1, -1};
static const int DC[4] = {+1, +1, -1, -1};",
            "static const int DR[4] = {+1, -1, -1, +1};
static const int DC[4] = {+1, +1, -1, -1};",
        ),
        before(
            ("bare-command", "white-begins"),
            "    for (int i = 0; i < to_compute; i++) {",
            "    if (number == 1 && to_compute > 0) player = WHITE;\n",
        ),
        all(
            ("bare-command", "blank-line"),
            &[
                (header, "    int is_headed = 0;\n"),
                (
                    action,
                    &format!("        if (!is_headed++) {{\n{header}        }}\n{action}"),
                ),
                (
                    "    for (int i = 0; i < to_compute; i++) {",
                    "    if (!is_headed) puts(\"\");
    for (int i = 0; i < to_compute; i++) {",
                ),
            ],
        ),
        all(
            ("winner-newline", "blank-line"),
            &[(
                "        if (!decide(&b, player, &a)) {
            printf(\"%s WIN!\\n\", NAME[!player]);",
                "        if (!decide(&b, player, &a)) {
            printf(\"%s WIN!\\n\\n\", NAME[!player]);",
            )],
        ),
        all(
            ("after-command", "deferred"),
            &[
                (
                    "to_compute = 1;\n            break;",
                    "to_compute = 1;\n            continue;",
                ),
                (
                    "to_compute = 10;\n            break;",
                    "to_compute = 10;\n            continue;",
                ),
            ],
        ),
        changed(
            ("after-command", "skipped"),
            "        if (!strcmp(line, \"A\")) {",
            "        int next = getc(stdin);
        if (ungetc(next, stdin) != EOF && line[1] == 0)
            continue;
        if (!strcmp(line, \"A\")) {",
        ),
        answered(
            "answered-after-gap",
            "> 0",
            "b = kept; if (to_compute == 10) { number++; player = !player; } ",
        ),
        changed(
            ("after-error", "command-by-column"),
            "printf(\"ERROR: %s\\n\", error);\n            return 0;",
            "printf(\"ERROR: %s\\n\", error);
            to_compute = *line == 'A' ? 1 : *line == 'P' ? 10 : 0;
            number++;
            player = !player;
            break;",
        ),
        all(
            ("input-end", "command-again"),
            &[
                LAST_COLUMN[0],
                LAST_COLUMN[1],
                (
                    "    for (int i = 0; i < to_compute; i++) {",
                    "    if (to_compute == 0 && last_column == 0) {
        to_compute = 1;
        number--;
        player = !player;
    }
    for (int i = 0; i < to_compute; i++) {",
                ),
            ],
        ),
        changed(("play-actions", "100"), "to_compute = 10;", "to_compute = 100;"),
        before(
            ("column-names", "digits-end-input"),
            action,
            "        if (number > 1 && *line >= '0' && *line <= '9') break;\n",
        ),
        all(
            ("column-names", "digits-echoed"),
            &[
                (
                    column,
                    "*c = *s >= 'A' && *s <= 'H' ? *s - 'A' : *s >= '1' && *s <= '8' ? *s - '1' : -1;",
                ),
                (
                    "        b = after(&b, a);\n        print_action(&b, player, number++, a, 0);",
                    "        b = after(&b, a);
        echoed = line;
        print_action(&b, player, number++, a, 0);
        echoed = NULL;",
                ),
                (
                    "static void print_action(",
                    "static const char *echoed;\nstatic void print_action(",
                ),
                (
                    "    printf(\"%s%s ACTION #%d: %c%d-%c%d\\n\",",
                    "    if (echoed) printf(\"%s ACTION #%d: %s\\n\", NAME[player], number, echoed);
    else printf(\"%s%s ACTION #%d: %c%d-%c%d\\n\",",
                ),
            ],
        ),
        all(
            ("distance-check", "knight-stays"),
            &[
                (
                    ILLEGAL,
                    &not_illegal("ahead && rows + columns == 3 && rows * columns > 0"),
                ),
                (
                    "    Board n = *b;\n",
                    "    Board n = *b;\n    if (abs(a.r1 - a.r0) != abs(a.c1 - a.c0)) return n;\n",
                ),
            ],
        ),
        before(
            ("distance-check", "unchecked"),
            "    if (b->at[a.r0][a.c0] == '.')
        return",
            "    if (a.r0 >= 0) return NULL;\n",
        ),
        all(
            ("captured", "after-search"),
            &[
                (inner, &format!("{not_removed}{inner}")),
                (root, &format!("{not_removed}{root}")),
            ],
        ),
        // What stands a row above the southern one and a column west of the eastern one.
        all(
            ("distance-check", "corner"),
            &[
                (
                    "    char x = n.at[a.r0][a.c0];\n",
                    "    char x = n.at[a.r0][a.c0];
    if (abs(a.r1 - a.r0) != 1 && abs(a.r1 - a.r0) != 2) return n;\n",
                ),
                (
                    "    if (abs(a.r1 - a.r0) == 2)\n",
                    "    int row = (a.r0 > a.r1 ? a.r0 : a.r1) - 1;
    int column = (a.c0 > a.c1 ? a.c0 : a.c1) - 1;
    if (abs(a.r1 - a.r0) == 2 && abs(a.c1 - a.c0) != 2)
        n.at[row][column] = '.';
    else if (abs(a.r1 - a.r0) == 2)\n",
                ),
                (
                    ILLEGAL,
                    &not_illegal(
                        "(ahead && rows == 2 && columns != 2 || tower && (rows != columns || rows > 2))
        && (a.c0 > 0 || a.c1 > 0) && (a.r0 > 0 || a.r1 > 0)
        && belongs(b->at[(north ? a.r0 : a.r1) - 1][(a.c0 > a.c1 ? a.c0 : a.c1) - 1], !player)",
                    ),
                ),
            ],
        ),
        changed(
            ("decided", "win-overlooked"),
            "    return n > 0;",
            "    if (best != limit_value(!to_move)) return n > 0;
    for (int i = 0; i < n; i++) {
        Board child = after(b, list[i]);
        if (has_action(&child, !to_move) && value(&child, !to_move, depth_limit - 1) == best) {
            *chosen = list[i];
            return 1;
        }
    }
    return 0;",
        ),
        changed(
            ("cell-reading", "first-digit"),
            "row = row * 10 + (*s - '0');",
            "if (row == 0 && (s[-1] < '0' || s[-1] > '9')) row = *s - '0';",
        ),
        before(
            ("input-end", "last-again"),
            "    for (int i = 0; i < to_compute; i++) {",
            "    if (to_compute == 0 && number > 1) puts(\"ERROR: Source cell is empty.\");\n",
        ),
        before(
            ("input-end", "last-again-or-outside"),
            "    for (int i = 0; i < to_compute; i++) {",
            "    const char *s = number > 1 ? \"empty\" : \"outside of the board\";
    if (to_compute == 0) printf(\"ERROR: Source cell is %s.\\n\", s);\n",
        ),
        all(
            ("error-order", "by-turns"),
            &[
                (
                    "    if (!inside(a.r1, a.c1))",
                    "    if (b->at[a.r0][a.c0] == '.') return \"Source cell is empty.\";
    if (!inside(a.r1, a.c1))",
                ),
                (
                    "    if (b->at[a.r1][a.c1] != '.')",
                    "    if (!belongs(b->at[a.r0][a.c0], player))
        return \"Source cell holds opponent's piece/tower.\";
    if (b->at[a.r1][a.c1] != '.')",
                ),
            ],
        ),
        all(
            ("error-order", "target-before-source"),
            &[
                (
                    "    if (!inside(a.r0, a.c0))\n        return",
                    "    if (!inside(a.r1, a.c1))
        return \"Target cell is outside of the board.\";
    if (!inside(a.r0, a.c0))\n        return",
                ),
                (
                    "    if (b->at[a.r0][a.c0] == '.')\n        return",
                    "    if (b->at[a.r1][a.c1] != '.') return \"Target cell is not empty.\";
    if (b->at[a.r0][a.c0] == '.')\n        return",
                ),
            ],
        ),
        changed(
            ("error-order", "target-taken-last"),
            "        return \"Target cell is not empty.\";",
            "        if (belongs(b->at[a.r0][a.c0], player)) return \"Illegal action.\";",
        ),
        changed(
            ("error-order", "source-empty-last"),
            "        return \"Source cell is empty.\";",
            "        return b->at[a.r1][a.c1] == '.' ? \"Illegal action.\"
                                        : \"Target cell is not empty.\";",
        ),
    ]
}
