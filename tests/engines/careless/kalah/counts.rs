//! Programs that count each player's seeds along with the moves, and nodes of theirs without a move.

use std::path::PathBuf;

use super::{Rules, together};

/// When the game goes on.
const GOES_ON: &str = "    if (left[0] != 0 && left[1] != 0)";

/// How both searches end, and the same where a node without a move is worth so much.
pub(super) fn ends(value: &str) -> [[String; 2]; 2] {
    ["static int alpha_beta(", "static unsigned long long perft("].map(|next| {
        let end = |value: &str| format!("    return {value};\n}}\n\n{next}");
        [end("best"), end(&format!("have ? best : {value}"))]
    })
}

/// The program in which a node without a move is worth so much.
pub(super) fn stuck(
    rules: &[(&'static str, &'static str)],
    value: &str,
    more: &[(&str, &str)],
) -> (Rules, PathBuf) {
    let ends = ends(value);
    let ends = ends.each_ref().map(|[from, to]| (&**from, &**to));
    together(rules, &[&ends, more].concat())
}

/// The program that miscounts the seeds of a capture, by player; a node without a move is worth so
/// much there.
fn counting(
    rules: &[(&'static str, &'static str)],
    miscounts: &str,
    value: &str,
) -> (Rules, PathBuf) {
    let captures = "            st.s[own_store(player)] += st.s[pos]";
    let miscounts = format!("{miscounts}{captures}");
    let sweeps = "        st->s[own_store(p)] += left[p];";
    let is_counted = rules.contains(&("swept-seeds", "counted"));
    let swept = format!(
        "{sweeps}\n        st->s[own_store(p)] += {} * st->more[p];",
        i32::from(is_counted)
    );
    let changes = [
        ("    int s[14];\n", "    int s[14], more[2];\n"),
        ("        State st;\n", "        State st = {{0}, {0}};\n"),
        (
            GOES_ON,
            "    if (left[0] + st->more[0] != 0 && left[1] + st->more[1] != 0)",
        ),
        (captures, &*miscounts),
        (sweeps, &*swept),
    ];
    stuck(rules, value, &changes)
}

/// Mistakes of this kind, each with the program in C that makes it.
pub(super) fn catalogued_of_counts() -> Vec<(Rules, PathBuf)> {
    let evaluated = "margin_for(&st, root)";
    let alone = |value, miscounts: &str| counting(&[("side-count", value)], miscounts, evaluated);
    let landing = "            st.more[player] += st.s[pos];\n";
    let facing = "            st.more[!player] += st.s[facing];\n";
    let both = format!("{landing}{facing}");
    let mut all = vec![
        alone("landing-kept", landing),
        alone("facing-kept", facing),
        alone("capture-kept", &both),
        alone(
            "from-mover",
            &format!("{facing}            st.more[player] -= st.s[facing];\n"),
        ),
        counting(
            &[("side-count", "capture-kept"), ("swept-seeds", "counted")],
            &both,
            evaluated,
        ),
    ];
    let signed = |value: &'static str| {
        let worst = format!("player == root ? -{value} : {value}");
        counting(
            &[("side-count", "landing-kept"), ("no-move", value)],
            landing,
            &worst,
        )
    };
    all.extend(["99", "100", "999", "1000"].map(signed));
    let only_both = (GOES_ON, "    if (left[0] != 0 || left[1] != 0)");
    let over = |value: &'static str, worst: &str| {
        stuck(
            &[("game-over", "both"), ("no-move", value)],
            worst,
            &[only_both],
        )
    };
    let signed = |value: &'static str| over(value, &format!("player == root ? -{value} : {value}"));
    all.extend(["9999", "10000", "1000000000"].map(signed));
    all.extend([
        over("0", "0"),
        over("int", "player == root ? -2147483647 - 1 : 2147483647"),
    ]);
    all
}
