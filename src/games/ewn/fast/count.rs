//! How many nodes the full tree has, without visiting the last ones: a stone that several faces
//! of the die let move is moved once.

use super::super::rules::{STONES, State};
use super::Engine;
use super::board::{ANY, PerStone, Position};
use crate::game::Game;

impl Engine {
    /// Nodes of the full tree of `depth` plies, chance nodes included;
    /// none when there are more than `most`.
    pub fn nodes_within(&self, state: &State, depth: u32, most: u64) -> Option<u64> {
        let side = state.mover.index();
        if state.die.is_none() {
            return self.rolled(&self.board.position(state), side, depth, most);
        }
        if depth == 0 {
            return (most > 0).then_some(1);
        }
        let moves = self.game.all_moves(state);
        let mut nodes = 1;
        for chosen in moves {
            let next = self.board.position(&self.game.play(state, chosen));
            nodes += self.rolled(&next, 1 - side, depth - 1, most.checked_sub(nodes)?)?;
        }
        (nodes <= most).then_some(nodes)
    }

    /// The same for a position in which a side is to roll.
    fn rolled(&self, position: &Position, side: usize, depth: u32, most: u64) -> Option<u64> {
        if depth == 0 || self.is_over(position) {
            return (most > 0).then_some(1);
        }
        let present = position.present[side];
        let faces = self.board.faces(present);
        let mut times: PerStone<u64> = PerStone::default();
        for [one, other] in faces.pairs() {
            times[one] += 1;
            times[other] += u64::from(other != one);
        }
        let mut nodes = 1 + faces.count() as u64;
        let own = self.board.side(side);
        let cells = position.cells(side);
        for stone in (0..STONES).filter(|stone| present & 1 << stone != 0) {
            let times = times[stone] + times[ANY];
            for step in own.steps(position.masks[side], stone, cells[stone]) {
                let below = match depth {
                    1 => 1,
                    _ if times == 0 => 0,
                    _ => {
                        let next = self.board.play(position, side, step);
                        let most = most.checked_sub(nodes)? / times;
                        self.rolled(&next, 1 - side, depth - 1, most)?
                    }
                };
                nodes += times * below;
            }
        }
        (nodes <= most).then_some(nodes)
    }

    /// Whether somebody has won.
    fn is_over(&self, position: &Position) -> bool {
        let has_won = |side: usize| position.masks[side] & self.board.side(side).goal() != 0;
        [0, 1]
            .into_iter()
            .any(|side| has_won(side) || position.present[side] == 0)
    }
}
