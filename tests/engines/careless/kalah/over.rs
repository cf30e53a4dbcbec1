//! Programs that do not search where the game is over from the start, or do as if it were not.

use std::path::PathBuf;

use super::counts::stuck;
use super::{Rules, together};

/// The program that prints something else there.
fn over(value: &'static str, printed: &str) -> (Rules, PathBuf) {
    let read = "depth = f[15], choice, choice_pruned, v;\n";
    let first = format!(
        "{read}        State end = st;
        if (!choice_format && finish(&end)) {{
            {printed}
            fflush(stdout);
            continue;
        }}
"
    );
    together(&[("over-at-root", value)], &[(read, &first)])
}

/// Prints a value and a count of nodes for both searches.
fn both(value: &str, nodes: &str) -> String {
    format!(
        "int value = {value}, count = {nodes};
            printf(\"minimax無剪枝的結果是:%d\\n擴展節點數為:%d\\n\", value, count);
            printf(\"minimax剪枝(aB)的結果是:%d\\n擴展節點數為:%d\\n\", value, count);"
    )
}

/// The program that does not look there; a node without a move is worth so much.
fn played_on(rules: &[(&'static str, &'static str)], value: &str) -> (Rules, PathBuf) {
    let headers = [
        "int limit, int *choice)\n",
        "                      int *choice)\n",
    ];
    let changes = headers.map(|header| {
        let node = |over: &str| {
            format!(
                "{header}{{\n    nodes++;\n    if (choice)\n        *choice = -1;\n    if ({over} ||"
            )
        };
        [node("finish(&st)"), node("(depth > 0 && finish(&st))")]
    });
    let changes = changes.each_ref().map(|[from, to]| (&**from, &**to));
    stuck(rules, value, &changes)
}

/// Mistakes where the game is over at the root, each with the program in C that makes it.
pub(super) fn catalogued_of_ends() -> Vec<(Rules, PathBuf)> {
    vec![
        over("player-0", &both("end.s[6] - end.s[13]", "1")),
        over("zero", &both("0", "1")),
        over("no-nodes", &both("margin_for(&end, player)", "0")),
        over("zero-no-nodes", &both("0", "0")),
        over("nothing", ""),
        played_on(
            &[("over-at-root", "played-on")],
            "(finish(&st), margin_for(&st, root))",
        ),
        played_on(&[("over-at-root", "played-on"), ("no-move", "99")], "-99"),
    ]
}
