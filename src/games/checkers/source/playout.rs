//! Games played in many styles, so that all kinds of positions come about soon.

use crate::game::Game;
use crate::games::checkers::rules::{BLACK, SIDE, WHITE};
use crate::games::checkers::{Action, Checkers, FastCheckers, State};
use crate::search::minimax::minimax;
use crate::search::pvs::{Resources, pvs};

use crate::random::Random;

/// One game from the initial setup.
pub(super) struct Playout {
    game: Checkers,
    /// The position before each action, and the last one.
    pub states: Vec<State>,
    /// The actions.
    pub actions: Vec<Action>,
    /// Whether the player to move at the end has no action.
    pub is_over: bool,
}

/// How a player chooses.
#[derive(Clone, Copy)]
enum Style {
    /// Any action.
    Random,
    /// Captures, best of towers; else any action.
    Greedy,
    /// Runs for the far row.
    Runner,
    /// Plays as the assignment does.
    Engine,
    /// Gives as much away as possible.
    Meek,
    /// Neither captures nor leaves column A, as long as there is anything else to do: what hides
    /// mistakes in most games does not come about.
    Shy,
}

const STYLES: [Style; 6] = [
    Style::Random,
    Style::Greedy,
    Style::Runner,
    Style::Engine,
    Style::Meek,
    Style::Shy,
];

const ALONE: Resources = Resources {
    threads: 1,
    hash_mib: 0,
};

/// The value of a position, `depth` levels ahead, as the assignment's search has it.
fn value(game: Checkers, state: &State, depth: u32) -> (i32, Option<Action>) {
    let fast = FastCheckers::new(game);
    let Some(board) = fast.board(state) else {
        let decision = minimax(&game, state, depth);
        return (decision.value, decision.choice);
    };
    let decision = pvs(&fast, &board, depth, ALONE);
    (
        decision.value,
        decision.choice.map(|step| fast.action(step)),
    )
}

/// What a search under the game's rules plays.
pub(super) fn engine(game: Checkers, state: &State) -> Option<Action> {
    value(game, state, game.rules.depth.get() as u32).1
}

impl Playout {
    /// Plays until the game is over or has that many actions.
    pub(super) fn new(game: Checkers, random: &mut Random, most: usize) -> Self {
        // Only two shy players get far without a capture.
        let styles = match random.one_in(6) {
            true => [Style::Shy; 2],
            false => [(); 2].map(|()| *random.pick(&STYLES).unwrap_or(&Style::Random)),
        };
        Self::played(game, styles, random, most)
    }

    /// The same with any actions.
    pub(super) fn of_any(game: Checkers, random: &mut Random, most: usize) -> Self {
        Self::played(game, [Style::Random; 2], random, most)
    }

    fn played(game: Checkers, styles: [Style; 2], random: &mut Random, most: usize) -> Self {
        let opening = random.below(8);
        // A little randomness keeps two engines from playing the same game every time.
        let slips = random.between(4, 20);
        let mut states = vec![State::initial()];
        let mut actions = Vec::new();
        let mut legal = Vec::new();
        while actions.len() < most {
            let state = &states[states.len() - 1];
            legal.clear();
            game.moves(state, &mut legal);
            let Some(&any) = random.pick(&legal) else {
                break;
            };
            let is_free = actions.len() < opening || random.one_in(slips);
            let action = if is_free {
                any
            } else {
                choose(styles[state.mover.index()], game, state, &legal, random).unwrap_or(any)
            };
            states.push(game.play(state, action));
            actions.push(action);
        }
        let is_over = !game.has_action(&states[states.len() - 1]);
        Self {
            game,
            states,
            actions,
            is_over,
        }
    }

    /// What the position before an action is worth within the search's horizon, where the player
    /// to move has several actions.
    pub(super) fn value_of_choice(&self, turn: usize) -> Option<i32> {
        let state = &self.states[turn];
        let legal = self.game.all_moves(state);
        (legal.len() > 1).then(|| value(self.game, state, 3).0)
    }
}

fn choose(
    style: Style,
    game: Checkers,
    state: &State,
    legal: &[Action],
    random: &mut Random,
) -> Option<Action> {
    let worth: Box<dyn Fn(&Action) -> i64> = match style {
        Style::Random => return None,
        Style::Engine => return engine(game, state),
        Style::Greedy => Box::new(|action| prize(state, action)),
        Style::Runner => Box::new(|action| 4 * advance(state, action) + prize(state, action)),
        Style::Shy => Box::new(|action| -prize(state, action) - from_column_a(action)),
        Style::Meek => Box::new(|action| {
            let after = i64::from(value(game, &game.play(state, *action), 2).0);
            if state.mover == BLACK { -after } else { after }
        }),
    };
    let worths: Vec<i64> = legal.iter().map(worth).collect();
    let best = worths.iter().max()?;
    let equal = legal
        .iter()
        .zip(&worths)
        .filter(|(_, worth)| *worth == best);
    let equal: Vec<Action> = equal.map(|(&action, _)| action).collect();
    random.pick(&equal).copied()
}

/// What an action captures.
fn prize(state: &State, action: &Action) -> i64 {
    let jumped = (0..64).filter(|cell| action.jumped & (1 << cell) != 0);
    let men = jumped.filter_map(|cell| state.cells[cell]);
    men.map(|man| if man.tower { 3 } else { 1 }).sum()
}

fn from_column_a(action: &Action) -> i64 {
    i64::from(usize::from(action.from).is_multiple_of(SIDE))
}

/// How near a piece comes to its far row by an action.
fn advance(state: &State, action: &Action) -> i64 {
    match state.cells[usize::from(action.from)] {
        Some(man) if !man.tower => {
            let row = i64::from(action.to) / SIDE as i64;
            if man.owner == WHITE {
                row
            } else {
                SIDE as i64 - 1 - row
            }
        }
        _ => 0,
    }
}
