//! Programs that search on one board and take moves back in a way of their own.

use std::path::PathBuf;

use super::counts::ends;
use super::{Rules, together};

/// What is known when a move is taken back: what it made of the board, what it had sown before it
/// captured, and where the last seed fell.
const TAKE_BACK: &str = "#define IS_EMPTY(seeds) ((seeds) <= 0)

static void take_back(State *st, const State *before, int player, int pit)
{
    int again;
    State made = sow(*before, player, pit, &again), sown = *before;
    int last = pit;
    sown.s[pit] = 0;
    for (int seeds = before->s[pit]; seeds > 0;) {
        last = (last + 1) % 14;
        if (last == other_store(player))
            continue;
        sown.s[last]++;
        seeds--;
    }
    int is_capture = is_own_pit(last, player) && before->s[last] == 0 && sown.s[12 - last] > 0;
    (void)is_capture, (void)made;
";

/// One of the searches, from the end of its header on, and the same on one board; `bounds` is what
/// it hands on, and `start` what it starts with there.
fn on_one_board(name: &str, header: &str, bounds: &str, start: &str) -> [String; 2] {
    let copying = format!(
        "{header}
{{
    nodes++;
    if (choice)
        *choice = -1;
    if (finish(&st) || depth >= limit)
        return margin_for(&st, root);
    int best = 0, have = 0;
    for (int pit = first_pit(player); pit < first_pit(player) + 6; pit++) {{
        if (st.s[pit] == 0)
            continue;
        int again, v;
        State child = sow(st, player, pit, &again);
        if (again)
            v = {name}(child, player, root, depth + 2, limit, {bounds}NULL);
        else
            v = {name}(child, !player, root, depth + 1, limit, {bounds}NULL);"
    );
    let sharing = copying
        .replace(
            "if (finish(&st)",
            "State over = *st;\n    if (finish(&over)",
        )
        .replace("margin_for(&st", "margin_for(&over")
        .replace("st.s[pit] == 0", "IS_EMPTY(st->s[pit])")
        .replace("st.s[pit]", "st->s[pit]")
        .replace(
            "State child = sow(st,",
            "State before = *st;\n        *st = sow(before,",
        )
        .replace("(child,", "(st,");
    let sharing = sharing.replace("best = 0, have = 0;", start);
    let taken_back = "\n        take_back(st, &before, player, pit);";
    [copying, sharing + taken_back]
}

/// What else makes both searches use one board.
const SHARED: [(&str, &str); 4] = [
    (
        "static int minimax(State st,",
        "static int minimax(State *st,",
    ),
    (
        "static int alpha_beta(State st,",
        "static int alpha_beta(State *st,",
    ),
    (
        "minimax(st, player, player,",
        "minimax(&st, player, player,",
    ),
    (
        "alpha_beta(st, player, player,",
        "alpha_beta(&st, player, player,",
    ),
];

/// Takes a move back from the changes that it has noted, the first of them first.
fn first_to_last(is_in_hand: bool) -> String {
    format!(
        "    int at[512], was[512], count = 0, place = pit, store = own_store(player);
    State now = *before;
#define PUT(where, seeds) (at[count] = (where), was[count++] = now.s[where], now.s[where] = (seeds))
    PUT(pit, 0);
    for (int seeds = before->s[pit]; seeds > 0;) {{
        place = (place + 1) % 14;
        if (place == other_store(player))
            continue;
        if (--seeds == 0 && is_capture && {})
            break;
        PUT(place, now.s[place] + 1);
    }}
    if (is_capture) {{
        PUT(store, made.s[store]);
        PUT(last, 0);
        PUT(12 - last, 0);
    }}
    for (int i = 0; i < count; i++)
        st->s[at[i]] = was[i];
",
        i32::from(is_in_hand)
    )
}

/// Mistakes of this kind, each with the program in C that makes it.
pub(super) fn catalogued_of_taking_back() -> Vec<(Rules, PathBuf)> {
    let given = "        st = given;\n";
    let stores_kept = "    int stores[2] = {st->s[6], st->s[13]};
    *st = *before;
    st->s[6] = stores[0];
    st->s[13] = stores[1];
";
    let landing_kept = "    int kept = st->s[own_store(player)] - made.s[own_store(player)];
    int other = st->s[other_store(player)];
    *st = *before;
    st->s[own_store(player)] += kept + (is_capture ? sown.s[last] : 0);
    st->s[other_store(player)] = other;
";
    let taken_back_from = |rules: &[(&'static str, &'static str)],
                           how: &str,
                           between: &str,
                           start: &str,
                           more: &[(&str, &str)]| {
        let helper = format!("{TAKE_BACK}{how}}}\n\nstatic int minimax(");
        let between = format!("        nodes = 0;\n{between}        v = alpha_beta(");
        let own = [
            ("static int minimax(", &*helper),
            ("        nodes = 0;\n        v = alpha_beta(", &between),
            (
                "        int player = f[14],",
                "        const State given = st;\n        (void)given;\n        int player = f[14],",
            ),
        ];
        let searches = [
            on_one_board(
                "minimax",
                "int player, int root, int depth, int limit, int *choice)",
                "",
                start,
            ),
            on_one_board(
                "alpha_beta",
                "                      int *choice)",
                "alpha, beta, ",
                start,
            ),
        ];
        let searches = searches.each_ref().map(|[from, to]| (&**from, &**to));
        together(rules, &[&own, &searches[..], &SHARED[..], more].concat())
    };
    let taken_back = |rules: &[(&'static str, &'static str)], how: &str, between: &str| {
        taken_back_from(rules, how, between, "best = 0, have = 0;", &[])
    };
    // Whose turn it is, for all nodes of a search.
    let by_turn = |search: &str, bounds: &str| {
        let before = format!(
            "    for (int pit = first_pit(player); pit < first_pit(player) + 6; pit++) {{
        if (IS_EMPTY(st->s[pit]))
            continue;
        int again, v;
        State before = *st;
        *st = sow(before, player, pit, &again);
        if (again)
            v = {search}(st, player, root, depth + 2, limit, {bounds}NULL);
        else
            v = {search}(st, !player, root, depth + 1, limit, {bounds}NULL);
        take_back(st, &before, player, pit);"
        );
        let after = format!(
            "    for (int i = 0; i < 6; i++) {{
        int mover = turn, pit = first_pit(mover) + i;
        if (st->s[pit] == 0)
            continue;
        int again, v;
        State before = *st;
        *st = sow(before, mover, pit, &again);
        if (!again)
            turn = !turn;
        v = {search}(st, turn, root, depth + 1 + again, limit, {bounds}NULL);
        take_back(st, &before, mover, pit);"
        );
        [before, after]
    };
    let turns = [
        by_turn("minimax", ""),
        by_turn("alpha_beta", "alpha, beta, "),
    ];
    let turns = turns.each_ref().map(|[from, to]| (&**from, &**to));
    let first_turn = [
        (
            "static void take_back(",
            "static int turn;\n\nstatic void take_back(",
        ),
        (
            "            v = minimax(&st",
            "            turn = player;\n            v = minimax(&st",
        ),
    ];
    let turn_flipped = taken_back_from(
        &[("taken-back", "turn-flipped")],
        "    *st = *before;\n    turn = !turn;\n",
        &format!("{given}        turn = player;\n"),
        "best = 0, have = 0;",
        &[&turns[..], &first_turn].concat(),
    );
    let kept_below = |value: &'static str| {
        let (infinity, bound) = value.split_once("-in-").unwrap_or((value, value));
        let start = format!("best = player == root ? -{infinity} : {infinity}, have = 1;");
        let window = format!("-{bound}, {bound}");
        let rules = [("taken-back", "stores-kept"), ("large-infinity", value)];
        let window = [("-99, 99", &*window)];
        taken_back_from(&rules, stores_kept, given, &start, &window)
    };
    let closed = "if (alpha >= beta)\n            break;\n    }\n    return ";
    let returned = [(
        &*format!("{closed}best;"),
        &*format!("{closed}player == root ? alpha : beta;"),
    )];
    let kept_returned = taken_back_from(
        &[
            ("taken-back", "landing-kept"),
            ("large-infinity", "99-returned"),
        ],
        landing_kept,
        given,
        "best = 0, have = 0;",
        &returned,
    );
    let lap_short = "    int laps = sown.s[pit];
    for (int i = 0; i < 14; i++)
        st->s[i] += before->s[i] - made.s[i];
    st->s[pit] -= laps;
";
    // The other player's store alone stays as it is left.
    let other_kept = "    int other = st->s[other_store(player)];
    if (finish(&made))
        other = made.s[other_store(player)];
    *st = *before;
    st->s[other_store(player)] = other;
";
    // As the program does that takes one seed to be in the landing pit.
    let emptied = "    if (is_capture)\n        st->s[last] = 0;\n";
    let landing_one_with = |rules: &[(&'static str, &'static str)],
                            (given_back, pit_back): (&str, &str),
                            emptied: &str,
                            comparison: &str,
                            more: &[(&str, &str)]| {
        let how = format!(
            "    if (is_capture) {{
        st->s[own_store(player)] -= sown.s[12 - last] + {given_back};
        st->s[12 - last] = sown.s[12 - last];
        st->s[last] = 1;
    }}
    for (int i = 0; i < 14; i++)
        st->s[i] -= i == pit ? 0 : sown.s[i] - before->s[i];
    st->s[pit] {pit_back};
{emptied}"
        );
        let is_empty = format!("((seeds) {comparison} 0)");
        let start = "best = 0, have = 0;";
        let tried = [("((seeds) <= 0)", &*is_empty)];
        taken_back_from(rules, &how, given, start, &[&tried, more].concat())
    };
    let put = "= before->s[pit]";
    let landing_one = |value, emptied: &str, comparison: &str| {
        let rules = [("taken-back", value)];
        landing_one_with(&rules, ("1", put), emptied, comparison, &[])
    };
    let landing_left = |value, comparison: &str| {
        let rules = [("taken-back", value)];
        landing_one_with(&rules, ("sown.s[last]", put), "", comparison, &[])
    };
    let each_empty = (
        "    if (left[0] != 0 && left[1] != 0)",
        "    int some[2] = {0, 0};
    for (int i = 0; i < 6; i++)
        some[0] |= st->s[i] != 0, some[1] |= st->s[7 + i] != 0;
    if (some[0] && some[1])",
    );
    // What a capture took is noted where a deeper move may write over it.
    let noted = |value, place: &str, is_tried: bool| {
        let how = "    if (took[1] != 0 && last != own_store(player)) {
        st->s[own_store(player)] -= took[0] + took[1];
        st->s[last] = took[0];
        st->s[12 - last] = took[1];
    }
    for (int i = 0; i < 14; i++)
        st->s[i] -= i == pit ? 0 : sown.s[i] - before->s[i];
    st->s[pit] = before->s[pit];
";
        let notes = |landing: &str, facing: &str| {
            format!("noted[{place}][0] = {landing}, noted[{place}][1] = {facing};\n")
        };
        let [none, captured] = [notes("0", "0"), notes("st.s[pos]", "st.s[facing]")];
        let captures = "            st.s[pos] = 0;\n";
        let captures_noted = format!("            {captured}{captures}");
        let begins = "    int held_on_arrival = 0;";
        let begins_noted = format!("    {none}{begins}");
        // Sown once more when it is taken back, which notes nothing.
        let again = "    State made = sow(*before, player, pit, &again), sown = *before;\n";
        let unnoted = format!(
            "    int took[2] = {{noted[{place}][0], noted[{place}][1]}};\n{again}    {}",
            notes("took[0]", "took[1]")
        );
        let (is_empty, is_faced) = match is_tried {
            true => ("((seeds) == 0)", "st.s[facing] != 0"),
            false => ("((seeds) <= 0)", "st.s[facing] > 0"),
        };
        let changes = [
            (
                "static State sow(",
                "static int noted[14][2];\n\nstatic State sow(",
            ),
            (begins, &*begins_noted),
            (captures, &*captures_noted),
            (again, &*unnoted),
            ("((seeds) <= 0)", is_empty),
            ("st.s[facing] > 0", is_faced),
        ];
        let ends = ends("margin_for(st, root)");
        let ends = ends.each_ref().map(|[from, to]| (&**from, &**to));
        let rules = [("taken-back", value)];
        let start = "best = 0, have = 0;";
        taken_back_from(&rules, how, given, start, &[&changes, &ends[..]].concat())
    };
    let swept_left = "    if (finish(&made))
        *st = made;
    if (is_capture) {
        st->s[own_store(player)] -= sown.s[last] + sown.s[12 - last];
        st->s[last] = sown.s[last];
        st->s[12 - last] = sown.s[12 - last];
    }
    for (int i = 0; i < 14; i++)
        st->s[i] -= i == pit ? 0 : sown.s[i] - before->s[i];
    st->s[pit] = before->s[pit];
";
    vec![
        taken_back(&[("taken-back", "swept-left")], swept_left, given),
        noted("captured-by-pit", "pit", false),
        noted("captured-by-pit-tried", "pit", true),
        noted("captured-last", "0", false),
        noted("captured-last-tried", "0", true),
        landing_one("landing-one", "", "<="),
        landing_one("landing-one-tried", "", "=="),
        landing_one("landing-one-taken", emptied, "<="),
        landing_left("landing-one-left", "<="),
        landing_left("landing-one-left-tried", "=="),
        landing_one_with(
            &[("taken-back", "landing-one"), ("pit-back", "added")],
            ("1", "+= before->s[pit] - sown.s[pit]"),
            "",
            "<=",
            &[],
        ),
        landing_one_with(
            &[("taken-back", "landing-one-left"), ("pits-empty", "each")],
            ("sown.s[last]", put),
            "",
            "<=",
            &[each_empty],
        ),
        taken_back(
            &[("taken-back", "never")],
            "    (void)before, (void)sown, (void)st;\n",
            given,
        ),
        taken_back(&[("taken-back", "stores-kept")], stores_kept, given),
        kept_returned,
        kept_below("99"),
        kept_below("100"),
        kept_below("1000"),
        kept_below("1000-in-99"),
        kept_below("10000-in-99"),
        kept_below("30000-in-99"),
        taken_back(
            &[("taken-back", "store-1-kept")],
            "    int store = st->s[13];
    *st = *before;
    st->s[13] = store;
",
            given,
        ),
        taken_back(&[("taken-back", "landing-kept")], landing_kept, given),
        taken_back(&[("taken-back", "other-store-kept")], other_kept, given),
        taken_back(&[("taken-back", "lap-short")], lap_short, given),
        taken_back(
            &[("taken-back", "first-to-last")],
            &first_to_last(false),
            given,
        ),
        taken_back(
            &[("taken-back", "first-to-last-in-hand")],
            &first_to_last(true),
            given,
        ),
        turn_flipped,
        taken_back(
            &[("taken-back", "lap-short"), ("pruned-board", "left")],
            lap_short,
            "",
        ),
    ]
}
