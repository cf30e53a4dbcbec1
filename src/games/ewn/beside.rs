//! A board kept beside the list of the stones' cells, where a move is made or taken back in one of the two
//! only.

use super::rules::{
    BLUE, BoardUse, Ewn, Move, MovesFrom, OwnStones, PutBack, RED, SIDE, STONES, State, StonesLeft,
};
use crate::game::{Conventions, Evaluate, Game, Leaf, Side};

/// The game as a program plays it that keeps both.
pub(super) struct Beside(pub Ewn);

/// A player's stone, by its index.
type Stone = (Side, u8);

/// A stone as it stands on the board, never 0.
fn code((player, stone): Stone) -> u8 {
    (1 + player.index() as u8) << 3 | stone
}

/// The stone of which this is the code, none of 0.
fn decoded(code: u8) -> Option<Stone> {
    let player = match code >> 3 {
        0 => return None,
        1 => BLUE,
        _ => RED,
    };
    Some((player, code & 7))
}

/// A position as such a program knows it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Both {
    /// By the list: it tells which stones may move, and what the position is worth.
    pub list: State,
    /// What stands on each cell, as [`code`] has it, nothing on the first, which is no cell: it tells
    /// what is captured.
    board: [u8; 1 + (SIDE * SIDE) as usize],
    /// How many stones each player has, as they are counted.
    counts: [i32; 2],
}

impl Both {
    /// A position before the search.
    pub(super) fn new(list: State) -> Self {
        let mut both = Self {
            list,
            board: Default::default(),
            counts: [0; 2],
        };
        for player in [BLUE, RED] {
            for (stone, &cell) in (0..).zip(&list.cells[player.index()]) {
                if cell != 0 {
                    both.put(cell, Some((player, stone)));
                    both.counts[player.index()] += 1;
                }
            }
        }
        both
    }

    /// What stands on a cell of the board.
    fn on(&self, cell: u8) -> Option<Stone> {
        decoded(self.board[usize::from(cell)])
    }

    /// Puts a stone on a cell of the board, or takes away what is there.
    fn put(&mut self, cell: u8, stone: Option<Stone>) {
        self.board[usize::from(cell)] = stone.map_or(0, code);
    }

    /// The cells that each side occupies on the board, a bit for each.
    pub(super) fn occupied(&self) -> [u64; 2] {
        let of = |player: Side| {
            let cells = (0..).zip(&self.board[1..]);
            let is_own = |code: u8| code >> 3 == 1 + player.index() as u8;
            cells.fold(0, |all, (cell, &code)| {
                all | u64::from(is_own(code)) << cell
            })
        };
        [of(BLUE), of(RED)]
    }

    /// Where the board has each stone: the last of its cells, if it stands on several.
    pub(super) fn on_board(&self) -> State {
        let mut cells = [[0; STONES]; 2];
        for (cell, code) in (0..).zip(self.board) {
            if let Some((player, stone)) = decoded(code) {
                cells[player.index()][usize::from(stone)] = cell;
            }
        }
        State { cells, ..self.list }
    }
}

impl Beside {
    /// Whether a player's stone stays in the list when the mover arrives on its cell.
    fn covers(&self, player: Side, mover: Side) -> bool {
        self.0.rules.own_stones == OwnStones::KeptCovered && player == mover
    }

    /// The cell that a move empties, 0 if none.
    fn start_of(&self, state: &Both, chosen: Move) -> u8 {
        match self.0.rules.moves_from {
            MovesFrom::AsListed => chosen.from,
            MovesFrom::List => {
                state.list.cells[state.list.mover.index()][usize::from(chosen.stone)]
            }
        }
    }

    /// Whose count a removed stone is taken from.
    fn counted_for(&self, owner: Side, mover: Side) -> Side {
        match self.0.rules.stones_left {
            StonesLeft::LostAsOthers => mover.opponent(),
            _ => owner,
        }
    }

    fn winner(&self, state: &Both) -> Option<Side> {
        let rules = self.0.rules;
        let in_list = |player: Side, cell| state.list.cells[player.index()].contains(&cell);
        let on_board = |player, cell: u8| {
            let stone = state.on(cell);
            stone.is_some_and(|(owner, _)| owner == player)
        };
        let has_stones = |player: Side| match rules.stones_left() {
            StonesLeft::List => state.list.has_stones(player),
            StonesLeft::CountAboveZero => state.counts[player.index()] > 0,
            StonesLeft::Count | StonesLeft::CountNotZero | StonesLeft::LostAsOthers => {
                state.counts[player.index()] != 0
            }
        };
        match rules.board_use {
            BoardUse::All | BoardUse::Worth | BoardUse::Corner => {
                self.0.winner_where(on_board, has_stones)
            }
            BoardUse::Memory | BoardUse::Captures => self.0.winner_where(in_list, has_stones),
        }
    }
}

impl Game for Beside {
    type State = Both;
    type Move = Move;

    fn turn(&self, state: &Both) -> Side {
        state.list.mover
    }

    fn moves(&self, state: &Both, out: &mut Vec<Move>) {
        if let Some(die) = state.list.die {
            out.extend(self.0.steps(&state.list, die));
        }
    }

    fn play(&self, state: &Both, chosen: Move) -> Both {
        let mut next = state.clone();
        let Move { stone, to, .. } = chosen;
        let from = self.start_of(state, chosen);
        let mover = state.list.mover;
        let taken = state.on(to);
        let is_covered = |(player, _): &Stone| self.covers(*player, mover);
        if let Some((player, stone)) = taken.filter(|taken| !is_covered(taken)) {
            next.list.cells[player.index()][usize::from(stone)] = 0;
            next.counts[self.counted_for(player, mover).index()] -= 1;
        }
        next.put(from, None);
        next.put(to, Some((mover, stone)));
        next.list.cells[mover.index()][usize::from(stone)] = to;
        next.list.mover = mover.opponent();
        next.list.die = None;
        next
    }

    fn outcomes(&self, state: &Both, out: &mut Vec<Both>) {
        if !self.has_outcomes(state) {
            return;
        }
        for die in self.0.faces(&state.list) {
            let mut outcome = state.clone();
            outcome.list.die = Some(die);
            out.push(outcome);
        }
    }

    fn has_outcomes(&self, state: &Both) -> bool {
        let any_face = self.0.faces(&state.list).next().is_some();
        any_face && state.list.die.is_none() && self.winner(state).is_none()
    }
}

impl Evaluate for Beside {
    type Value = f32;

    fn value(&self, state: &Both, root: Side, leaf: Leaf) -> f32 {
        let valued = match self.0.rules.board_use {
            BoardUse::Worth => state.on_board(),
            _ => state.list,
        };
        (self.0).value_won(&valued, self.winner(state), root, leaf)
    }

    fn maximises(&self, mover: Side, root: Side) -> bool {
        self.0.maximises(mover, root)
    }

    fn start(&self, state: &Both, maximises: bool) -> Option<f32> {
        self.0.start(&state.list, maximises)
    }

    fn taken_back(&self, before: &Both, chosen: Option<Move>, after: &Both) -> Option<Both> {
        let mut state = after.clone();
        (state.list.mover, state.list.die) = (before.list.mover, before.list.die);
        let Some(chosen) = chosen else {
            return Some(state);
        };
        let Move { stone, to, .. } = chosen;
        let from = self.start_of(before, chosen);
        let mover = before.list.mover;
        let taken = before.on(to);
        if from != 0 {
            state.put(from, Some((mover, stone)));
        }
        state.put(to, taken);
        state.list.cells[mover.index()][usize::from(stone)] = from;
        let Some((owner, stone)) = taken else {
            return Some(state);
        };
        if self.covers(owner, mover) {
            return Some(state);
        }
        let is_own = owner == mover;
        let put_back = self.0.rules.put_back;
        let is_lost = put_back.loses(is_own);
        // As whose it is listed, and counted.
        let (listed, counted) = match put_back {
            _ if is_lost => (None, None),
            PutBack::OwnOnBoard if is_own => (None, Some(owner)),
            PutBack::OwnOnBoardUncounted if is_own => (None, None),
            PutBack::OnBoard => (None, Some(owner)),
            PutBack::OwnAsOthers if is_own => (Some(mover.opponent()), Some(mover.opponent())),
            PutBack::OwnUncounted if is_own => (Some(owner), None),
            PutBack::OthersUncounted if !is_own => (Some(owner), None),
            PutBack::Uncounted => (Some(owner), None),
            PutBack::OwnCountedAsOthers if is_own => (Some(owner), Some(owner.opponent())),
            PutBack::OthersCountedAsOwn if !is_own => (Some(owner), Some(owner.opponent())),
            PutBack::CountedAsOtherSides => (Some(owner), Some(owner.opponent())),
            _ => (Some(owner), Some(owner)),
        };
        if is_lost || put_back == PutBack::InList {
            state.put(to, None);
        }
        if let Some(player) = listed {
            state.list.cells[player.index()][usize::from(stone)] = to;
        }
        if let Some(player) = counted {
            state.counts[self.counted_for(player, mover).index()] += 1;
        }
        Some(state)
    }

    fn still(&self, state: &Both, chosen: Move) -> Option<Move> {
        if self.0.rules.put_back != PutBack::OwnAsOthers {
            return Some(chosen);
        }
        // The same step from the cell where the stone is now.
        let Move { stone, from, to } = chosen;
        let mover = state.list.mover;
        let now = state.list.cells[mover.index()][usize::from(stone)];
        let is_same =
            |target: &u8| i32::from(*target) - i32::from(now) == i32::from(to) - i32::from(from);
        let target = self.0.targets(mover, now).find(is_same)?;
        Some(Move {
            from: now,
            to: target,
            ..chosen
        })
    }

    fn is_taken_at_once(&self, state: &Both, chosen: Move) -> bool {
        self.0.is_taken_at_once(&state.list, chosen)
    }

    fn conventions(&self) -> Conventions {
        self.0.conventions()
    }
}
