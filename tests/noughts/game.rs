//! Noughts and crosses: all of a game in one file.
//!
//! A question is the board and who moves, `x.o...... x`; the answer is the number of a cell and
//! a line with its value, `value 1`.

use plyjudge::draw::{Colour, Form, Picture, Piece, numbered_squares};
use plyjudge::game::{Conventions, Evaluate, Game, Leaf, Side, Tie};
use plyjudge::options::Number;
use plyjudge::protocol::About;
use plyjudge::protocol::assignment::{Assignment, Question};
use plyjudge::protocol::state::Outcome;
use plyjudge::search::minimax::minimax;
use plyjudge::text::{Plain, Problem, quote};

plyjudge::record! {
    /// The rules and the mistakes around them.
    pub struct Rules {
        /// Which lines of three win.
        lines: enum Lines, "lines" {
            /// Rows, columns and diagonals win.
            All = "all",
            /// Diagonals do not win.
            Straight = "straight",
        }
        /// Levels of the search.
        depth: Number<1, 9> = Number::new(4), "depth", wrong [1];
        /// Which of several best cells is chosen.
        tie: Tie = Tie::First, "tie";
    }
}

/// The cells of each line; the diagonals last.
const LINES: [[usize; 3]; 8] = [
    [0, 1, 2],
    [3, 4, 5],
    [6, 7, 8],
    [0, 3, 6],
    [1, 4, 7],
    [2, 5, 8],
    [0, 4, 8],
    [2, 4, 6],
];

/// What marks a player's cells: crosses begin.
fn mark(player: Side) -> char {
    match player {
        Side::First => 'x',
        Side::Second => 'o',
    }
}

fn player(mark: char) -> Option<Side> {
    let players = [Side::First, Side::Second];
    players
        .into_iter()
        .find(|&player| self::mark(player) == mark)
}

/// A position.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    cells: [Option<Side>; 9],
    mover: Side,
}

/// The game under its rules.
#[derive(Clone)]
pub struct Noughts {
    rules: Rules,
}

impl Noughts {
    fn winner(&self, state: &State) -> Option<Side> {
        let count = match self.rules.lines {
            Lines::All => LINES.len(),
            Lines::Straight => LINES.len() - 2,
        };
        LINES[..count].iter().find_map(|line| {
            let [one, two, three] = line.map(|cell| state.cells[cell]);
            one.filter(|_| one == two && two == three)
        })
    }
}

impl Game for Noughts {
    type State = State;
    /// The cell taken, counted from 0.
    type Move = usize;

    fn turn(&self, state: &State) -> Side {
        state.mover
    }

    fn moves(&self, state: &State, out: &mut Vec<usize>) {
        if self.winner(state).is_none() {
            out.extend((0..9).filter(|&cell| state.cells[cell].is_none()));
        }
    }

    fn play(&self, state: &State, chosen: usize) -> State {
        let mut next = state.clone();
        next.cells[chosen] = Some(state.mover);
        next.mover = state.mover.opponent();
        next
    }
}

impl Evaluate for Noughts {
    type Value = i32;

    fn value(&self, state: &State, root: Side, _leaf: Leaf) -> i32 {
        match self.winner(state) {
            Some(winner) if winner == root => 1,
            Some(_) => -1,
            None => 0,
        }
    }

    fn conventions(&self) -> Conventions {
        Conventions {
            tie: self.rules.tie,
            ..Conventions::default()
        }
    }
}

impl Assignment for Noughts {
    type Rules = Rules;
    type Text = Plain;

    const ABOUT: About = About {
        looks_like: "nine cells such as x.o...... and who moves",
        order: "cells by their number",
        players: ["x", "o"],
        move_help: "a cell from 1 to 9",
        reply: "a cell from 1 to 9",
        ..About::new("noughts", "noughts and crosses")
    };

    fn with_rules(rules: Rules) -> Self {
        Self { rules }
    }

    fn initial(&self) -> State {
        State {
            cells: [None; 9],
            mover: Side::First,
        }
    }

    fn question(&self, lines: &[&str]) -> Result<Option<Question<State>>, Problem> {
        let wrong = || Problem::new(quote(lines[0]), Self::ABOUT.looks_like);
        let (board, mover) = lines[0].split_once(' ').ok_or_else(wrong)?;
        let mut cells = [None; 9];
        if board.chars().count() != cells.len() {
            return Err(wrong());
        }
        for (cell, shown) in cells.iter_mut().zip(board.chars()) {
            *cell = player(shown);
            if cell.is_none() && shown != '.' {
                return Err(wrong());
            }
        }
        let mover = mover.parse().ok().and_then(player).ok_or_else(wrong)?;
        Ok(Some(Question::of(State { cells, mover })))
    }

    fn asked(&self, state: &State, _depth: u32) -> String {
        let cells = state.cells.iter();
        let board: String = cells.map(|cell| cell.map_or('.', mark)).collect();
        format!("{board} {}", mark(state.mover))
    }

    fn written(&self, chosen: usize) -> String {
        (chosen + 1).to_string()
    }

    fn depth(&self, _state: &State) -> u32 {
        self.rules.depth.get() as u32
    }

    fn outcome(&self, state: &State) -> Outcome {
        let winner = self.winner(state);
        Outcome {
            winner,
            reason: match winner {
                Some(_) => "three in a line".to_owned(),
                None => "the board is full".to_owned(),
            },
        }
    }

    fn picture(&self, state: &State, last: Option<usize>) -> Picture {
        let piece = |cell: usize| {
            let player = state.cells[cell]?;
            let (name, colour) = match player {
                Side::First => ("cross", Colour::Blue),
                Side::Second => ("nought", Colour::Red),
            };
            Some(Piece {
                text: mark(player).to_string(),
                name: name.to_owned(),
                form: Form::Stone,
                colour,
            })
        };
        let title = format!("{} to move", Self::ABOUT.players[state.mover.index()]);
        numbered_squares(title, 3, 3, piece, |cell| last == Some(cell))
    }

    // What follows is there since an answer is more than the chosen move.

    fn answer(&self, state: &State, plies: u32, text: &Plain) -> Vec<String> {
        let found = minimax(self, state, plies);
        vec![
            self.reply(found.choice, text),
            format!("value {}", found.value),
        ]
    }

    fn decision_at(_input: &str, _output: &str, line: usize) -> Option<usize> {
        Some(line / 2 + 1)
    }

    fn move_in(line: &str) -> Option<&str> {
        (!line.starts_with("value")).then_some(line)
    }

    fn part(_line: &str) -> Option<&'static str> {
        Some("the value")
    }
}
