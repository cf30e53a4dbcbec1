//! A race with dice: two stones each on a line of ten cells, in opposite directions. A stone
//! leaves the line only with the roll that takes it just over the end.
//!
//! A question is three lines: who moves, a die of three faces and the depth, then each player's
//! stones by how far they have come, 0 before the line and 11 behind it. The answer is what each
//! move is worth, and the best one again.

use plyjudge::draw::{Colour, Form, Picture, Piece, numbered_squares};
use plyjudge::game::{Chance, Conventions, Evaluate, Game, Leaf, Side};
use plyjudge::options::Number;
use plyjudge::protocol::About;
use plyjudge::protocol::assignment::{Assignment, Question};
use plyjudge::protocol::explain::Search;
use plyjudge::protocol::state::Outcome;
use plyjudge::search::expectimax::best_of;
use plyjudge::text::{Plain, Problem, percent_g, quote};

plyjudge::record! {
    /// The rules and the mistakes around them.
    pub struct Rules {
        /// What a game that is won is worth.
        win: Number<0, 1000> = Number::new(100), "win", wrong [0, 10];
        /// What a roll is worth.
        dice: enum Dice, "dice" {
            /// A roll is worth the mean over the faces.
            Mean = "mean",
            /// A roll is worth the sum over the faces.
            Sum = "sum",
        }
    }
}

const HOME: u8 = 11;

/// How far the stones of each player have come, and the die, once it is rolled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct State {
    stones: [[u8; 2]; 2],
    mover: Side,
    die: Option<u8>,
}

impl State {
    fn winner(&self) -> Option<Side> {
        let has_won = |player: &Side| self.stones[player.index()] == [HOME; 2];
        [Side::First, Side::Second].into_iter().find(has_won)
    }
}

/// The game under its rules.
#[derive(Clone)]
pub struct Race {
    rules: Rules,
}

impl Game for Race {
    type State = State;
    /// A stone's step, or none.
    type Move = Option<(u8, u8)>;

    fn turn(&self, state: &State) -> Side {
        state.mover
    }

    fn moves(&self, state: &State, out: &mut Vec<Self::Move>) {
        let Some(die) = state.die.filter(|_| state.winner().is_none()) else {
            return;
        };
        let [last, first] = state.stones[state.mover.index()];
        let before = out.len();
        let steps = [Some(last), Some(first).filter(|_| first > last)];
        let steps = steps.into_iter().flatten().map(|from| (from, from + die));
        out.extend(steps.filter(|(_, to)| *to <= HOME).map(Some));
        if out.len() == before {
            out.push(None);
        }
    }

    fn play(&self, state: &State, chosen: Self::Move) -> State {
        let (mut next, mover) = (*state, state.mover);
        if let Some((from, to)) = chosen {
            let [own, others] = [mover, mover.opponent()].map(Side::index);
            let moved = usize::from(next.stones[own][0] != from);
            next.stones[own][moved] = to;
            let is_hit = |stone| to < HOME && stone == HOME - to;
            next.stones[others] = next.stones[others].map(|it| if is_hit(it) { 0 } else { it });
            next.stones[own].sort_unstable();
            next.stones[others].sort_unstable();
        }
        next.mover = mover.opponent();
        next.die = None;
        next
    }

    fn outcomes(&self, state: &State, out: &mut Vec<State>) {
        if state.die.is_none() && state.winner().is_none() {
            let die = [Some(1), Some(2), Some(3)];
            out.extend(die.map(|die| State { die, ..*state }));
        }
    }
}

impl Evaluate for Race {
    type Value = i32;

    fn value(&self, state: &State, root: Side, _leaf: Leaf) -> i32 {
        let side = |player: Side| {
            let way: u8 = state.stones[player.index()].iter().sum();
            let won = i32::from(state.winner() == Some(player));
            i32::from(way) + won * self.rules.win.get() as i32
        };
        side(root) - side(root.opponent())
    }

    fn conventions(&self) -> Conventions {
        Conventions {
            chance: match self.rules.dice {
                Dice::Mean => Chance::Mean,
                Dice::Sum => Chance::SumBy(1),
            },
            ..Conventions::default()
        }
    }
}

impl Assignment for Race {
    type Rules = Rules;
    type Text = Plain;

    const ABOUT: About = About {
        looks_like: "race, A or B to move, a die from 1 to 3 and a depth",
        search: Search::Expectiminimax,
        players: ["A", "B"],
        move_help: "FROM-TO, such as 0-2, or pass",
        ..About::new("race", "a race with dice")
    };

    fn with_rules(rules: Rules) -> Self {
        Self { rules }
    }

    fn initial(&self) -> State {
        State {
            stones: [[0; 2]; 2],
            mover: Side::First,
            die: None,
        }
    }

    fn question(&self, lines: &[&str]) -> Result<Option<Question<State>>, Problem> {
        let words: Vec<&str> = lines.iter().flat_map(|line| line.split(' ')).collect();
        if lines.len() < 3 && words[0] == "race" {
            return Ok(None);
        }
        let numbers: Vec<u8> = words.iter().filter_map(|word| word.parse().ok()).collect();
        let wrong = || Problem::new(quote(&lines.join(" ")), Self::ABOUT.looks_like);
        let (&["race", mover, _, _, "A", _, _, "B", _, _], &[die, depth, a, b, c, d]) =
            (&words[..], &numbers[..])
        else {
            return Err(wrong());
        };
        let is_right = (1..=3).contains(&die) && [a, b, c, d].iter().all(|&stone| stone <= HOME);
        let state = State {
            stones: [[a.min(b), a.max(b)], [c.min(d), c.max(d)]],
            mover: [Side::First, Side::Second][usize::from(mover == "B")],
            die: Some(die),
        };
        let depth = Some(depth.into());
        let question = Some(Question { state, depth });
        is_right.then_some(question).ok_or_else(wrong)
    }

    fn asked(&self, state: &State, depth: u32) -> String {
        let [[a, b], [c, d]] = state.stones;
        let mover = Self::ABOUT.players[state.mover.index()];
        let die = state.die.unwrap_or(0);
        format!("race {mover} {die} {depth}\nA {a} {b}\nB {c} {d}")
    }

    fn written(&self, chosen: Self::Move) -> String {
        chosen.map_or_else(|| "pass".to_owned(), |(from, to)| format!("{from}-{to}"))
    }

    fn depth(&self, _state: &State) -> u32 {
        3
    }

    fn outcome(&self, state: &State) -> Outcome {
        Outcome {
            winner: state.winner(),
            reason: "all stones are home".to_owned(),
        }
    }

    fn picture(&self, state: &State, _last: Option<Self::Move>) -> Picture {
        let piece = |field: usize| {
            let stones = |player: usize| {
                let on_field = |&&stone: &&u8| [stone, HOME - stone][player] == field as u8;
                state.stones[player].iter().filter(on_field).count()
            };
            let text = "A".repeat(stones(0)) + &"B".repeat(stones(1));
            let (name, form) = (text.clone(), Form::Count);
            let colour = Colour::Plain;
            (!text.is_empty()).then_some(Piece {
                text,
                name,
                form,
                colour,
            })
        };
        numbered_squares(Self::ABOUT.title.to_owned(), 12, 1, piece, |_| false)
    }

    // What follows is there since dice are rolled, and an answer is more than the chosen move.

    fn rolled(&self, state: &State) -> Option<String> {
        state.die.map(|die| die.to_string())
    }

    fn answer(&self, state: &State, plies: u32, _text: &Plain) -> Vec<String> {
        let scores = self.scores(state, plies);
        let told = |(chosen, value): (Self::Move, f64)| {
            format!("{} {}", self.written(chosen), percent_g(value, 6))
        };
        let best = best_of(self, &scores).map(|best| format!("best {}", told(best)));
        scores.iter().copied().map(told).chain(best).collect()
    }

    fn decision_at(_input: &str, output: &str, line: usize) -> Option<usize> {
        let before = output.lines().take(line);
        Some(before.filter(|line| line.starts_with("best")).count() + 1)
    }

    fn move_in(line: &str) -> Option<&str> {
        line.strip_prefix("best ")?.split(' ').next()
    }

    fn part(_line: &str) -> Option<&'static str> {
        Some("the value of a move")
    }
}
