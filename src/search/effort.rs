//! How much work a position is, counted and bounded.

use crate::game::Game;

/// Nodes of the full tree of `depth` plies, chance nodes included; none when there are more
/// than `most`.
pub fn nodes<G: Game>(game: &G, state: &G::State, depth: u32, most: u64) -> Option<u64> {
    let mut left = most;
    count(game, state, i64::from(depth), true, &mut left).then(|| most - left)
}

/// Counts nodes down; whether they suffice.
fn count<G: Game>(game: &G, state: &G::State, depth: i64, is_root: bool, left: &mut u64) -> bool {
    let Some(fewer) = left.checked_sub(1) else {
        return false;
    };
    *left = fewer;
    if depth <= 0 {
        return true;
    }
    let outcomes = game.all_outcomes(state);
    if !outcomes.is_empty() {
        return outcomes
            .iter()
            .all(|outcome| count(game, outcome, depth, false, left));
    }
    let moves = game.all_moves(state);
    moves.into_iter().all(|chosen| {
        let rest = game.levels_after(state, chosen, depth, is_root);
        if rest > 0 {
            return count(game, &game.play(state, chosen), rest, false, left);
        }
        // A leaf counts, whatever it is.
        let fewer = left.checked_sub(1);
        *left = fewer.unwrap_or(0);
        fewer.is_some()
    })
}
