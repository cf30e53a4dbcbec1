//! Leaf counts by depth: the standard check of a move generator.

use crate::game::Game;

/// Leaves of the tree of all lines of `plies` moves.
///
/// Every move is one ply, whatever it costs a search; a finished game is one leaf; where
/// chance decides, all outcomes are followed at no cost.
pub fn perft<G: Game>(game: &G, state: &G::State, plies: u32) -> u64 {
    let mut counter = Counter {
        game,
        moves: Vec::new(),
        outcomes: Vec::new(),
    };
    counter.leaves(state, plies)
}

struct Counter<'a, G: Game> {
    game: &'a G,
    moves: Vec<G::Move>,
    outcomes: Vec<G::State>,
}

impl<G: Game> Counter<'_, G> {
    fn leaves(&mut self, state: &G::State, plies: u32) -> u64 {
        if plies == 0 {
            return 1;
        }
        let start = self.moves.len();
        self.game.moves(state, &mut self.moves);
        let end = self.moves.len();
        if start == end {
            return self.leaves_of_chance(state, plies);
        }
        if plies == 1 {
            // Whatever they lead to is a leaf each.
            self.moves.truncate(start);
            return (end - start) as u64;
        }
        let mut leaves = 0;
        for index in start..end {
            let child = self.game.play(state, self.moves[index]);
            leaves += self.leaves(&child, plies - 1);
        }
        self.moves.truncate(start);
        leaves
    }

    fn leaves_of_chance(&mut self, state: &G::State, plies: u32) -> u64 {
        let start = self.outcomes.len();
        self.game.outcomes(state, &mut self.outcomes);
        let end = self.outcomes.len();
        if start == end {
            return 1;
        }
        let mut leaves = 0;
        for index in start..end {
            let outcome = self.outcomes[index].clone();
            leaves += self.leaves(&outcome, plies);
        }
        self.outcomes.truncate(start);
        leaves
    }
}
