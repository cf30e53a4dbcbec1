//! Careless checks of input actions: what an erroneous action tells about a program is which
//! of these would let it through. The list comes from reading what students hand in.

use crate::games::checkers::State;
use crate::games::checkers::rules::{BLACK, Man, SIDE, WHITE};
use crate::games::checkers::text::{Cell, InputLine, parse_line};
use crate::protocol::source::{CARELESS as CARELESS_PROGRAM, END};

/// An own man's way to an empty cell, as far as programs look at it.
pub(super) struct Attempt {
    /// Rows down, columns to the right.
    way: (i32, i32),
    man: Man,
    /// What stands on the cell half way, where there is one and it is not the source.
    half_way: Option<Option<Man>>,
}

impl Attempt {
    /// The way from one cell to another; none when no own man stands on the one or a man on
    /// the other.
    pub(super) fn new(state: &State, from: u8, to: u8) -> Option<Self> {
        let at = |cell: u8| state.cells[usize::from(cell)];
        let man = at(from).filter(|man| man.owner == state.mover)?;
        let (side, start, end) = (SIDE as i32, i32::from(from), i32::from(to));
        let way = (end / side - start / side, end % side - start % side);
        let is_even = way.0 % 2 == 0 && way.1 % 2 == 0;
        at(to).is_none().then(|| Self {
            way,
            man,
            half_way: is_even.then(|| at(from.midpoint(to))),
        })
    }

    /// Rows and columns between source and target.
    fn distance(&self) -> (i32, i32) {
        (self.way.0.abs(), self.way.1.abs())
    }

    /// Whether the way is none that only towers may go.
    fn is_ahead(&self) -> bool {
        self.man.tower || self.way.0 != 0 && !self.is_back()
    }

    /// Whether a piece goes backwards.
    fn is_back(&self) -> bool {
        !self.man.tower && self.way.0 != 0 && (self.man.owner == BLACK) == (self.way.0 > 0)
    }

    fn is_white(&self) -> bool {
        self.man.owner == WHITE
    }

    /// Whether it is a jump over anything but an opponent's man.
    fn is_blind(&self) -> bool {
        self.distance() == (2, 2) && !self.is_over_opponent()
    }

    fn is_over_nothing(&self) -> bool {
        self.is_blind() && self.half_way == Some(None)
    }

    fn is_over_own(&self) -> bool {
        self.is_blind() && !self.is_over_nothing()
    }

    fn is_over_opponent(&self) -> bool {
        let over = self.half_way.flatten();
        over.is_some_and(|man| man.owner != self.man.owner)
    }

    /// Whether it is a step or jump that is legal but for its direction.
    fn is_action(&self) -> bool {
        self.distance() == (1, 1) || self.distance() == (2, 2) && self.is_over_opponent()
    }

    fn is_long(&self) -> bool {
        self.way.0.abs() == self.way.1.abs() && self.way.0.abs() > 2
    }
}

/// An incomplete check for illegal actions.
pub(super) struct Careless {
    name: &'static str,
    /// How many programs have it, roughly.
    spread: Spread,
    /// What it lets through beyond what is legal.
    pub lets: fn(&Attempt) -> bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Spread {
    /// Read in a program, or in several.
    Common,
    /// Like one that was read, for another man or direction.
    Rare,
}
use Spread::{Common, Rare};

const fn check(name: &'static str, spread: Spread, lets: fn(&Attempt) -> bool) -> Careless {
    Careless { name, spread, lets }
}

/// Incomplete checks for illegal actions.
pub(super) const CARELESS: [Careless; 21] = [
    check("diagonals not looked at", Common, |way| {
        let (rows, columns) = way.distance();
        way.is_ahead() && rows != columns && (1..=2).contains(&rows) && (1..=2).contains(&columns)
    }),
    check("next row, any column", Common, |way| {
        way.is_ahead() && way.distance().0 == 1 && way.distance().1 > 1
    }),
    check("towers: next row, any column", Common, |way| {
        way.man.tower && way.distance().0 == 1 && way.distance().1 != 1
    }),
    check("towers: anything but two rows", Common, |way| {
        way.man.tower && way.distance().0 != 2 && way.distance() != (1, 1)
    }),
    check("pieces: diagonals not looked at", Rare, |way| {
        !way.man.tower && way.is_ahead() && matches!(way.distance(), (1, 2) | (2, 1))
    }),
    check("two cells sideways", Common, |way| way.distance() == (0, 2)),
    check("two cells straight on", Rare, |way| {
        way.is_ahead() && way.distance() == (2, 0)
    }),
    check("over nothing", Common, |way| {
        way.is_ahead() && way.is_over_nothing()
    }),
    check("over nothing, to the east", Common, |way| {
        way.is_ahead() && way.is_over_nothing() && way.way.1 > 0
    }),
    check(
        "towers: over nothing, away from their far row",
        Common,
        |way| way.man.tower && way.is_over_nothing() && (way.is_white() == (way.way.0 < 0)),
    ),
    check("over an own man", Common, |way| {
        way.is_ahead() && way.is_over_own()
    }),
    check("over an own man, to the east", Common, |way| {
        way.is_ahead() && way.is_over_own() && way.way.1 > 0
    }),
    check("towers: over an own piece", Common, |way| {
        let is_piece = way.half_way.flatten().is_some_and(|man| !man.tower);
        way.man.tower && way.is_over_own() && is_piece
    }),
    check("white pieces back", Common, |way| {
        way.is_white() && way.is_back() && way.is_action()
    }),
    check("black pieces back", Common, |way| {
        !way.is_white() && way.is_back() && way.is_action()
    }),
    check("pieces back over a man", Common, |way| {
        way.is_back() && way.distance() == (2, 2) && way.is_over_opponent()
    }),
    check("pieces one step back", Common, |way| {
        way.is_back() && way.distance() == (1, 1)
    }),
    check("far", Common, |way| way.is_ahead() && way.is_long()),
    check("far to the north", Common, |way| {
        way.is_ahead() && way.is_long() && way.way.0 < 0
    }),
    check("far to the south", Rare, |way| {
        way.is_ahead() && way.is_long() && way.way.0 > 0
    }),
    check("far, over a man half way", Rare, |way| {
        way.is_long() && way.is_over_opponent()
    }),
];

/// The careless programs that an erroneous action shows up, as features of its input.
pub(super) fn shown(state: &State, asked: &str) -> Vec<String> {
    let (Some(InputLine::Action(source, target)), Some((one, other))) =
        (parse_line(asked), asked.split_once('-'))
    else {
        return Vec::new();
    };
    let (place, form) = match (source, target) {
        (Cell::On(from), Cell::On(to)) => return on_the_board(state, from, to),
        (Cell::Outside, _) => ("source", form(source, one)),
        (_, Cell::Outside) => ("target", form(target, other)),
    };
    let shown = match form {
        "row 0" => feature(Common, &format!("{place}: {form}")),
        "a row of two digits" => feature(Common, form),
        _ => feature(Rare, form),
    };
    vec![shown]
}

fn feature(spread: Spread, name: &str) -> String {
    let prefix = match spread {
        Common => CARELESS_PROGRAM,
        Rare => END,
    };
    format!("{prefix}{name}")
}

fn on_the_board(state: &State, from: u8, to: u8) -> Vec<String> {
    if let Some(attempt) = Attempt::new(state, from, to) {
        let lets_through = CARELESS.iter().filter(|check| (check.lets)(&attempt));
        return lets_through
            .map(|check| feature(check.spread, check.name))
            .collect();
    }
    let side = SIDE as u8;
    let mut shown = Vec::new();
    if from / side == to / side || from % side == to % side {
        shown.push(feature(Common, "straight before all else"));
    }
    match state.cells[usize::from(from)] {
        Some(man) if man.owner != state.mover && man.tower => {
            shown.push(feature(Common, "the opponent's tower"));
        }
        Some(man) if man.owner == state.mover && !man.tower => {
            let is_back = (man.owner == BLACK) == (to / side > from / side);
            if is_back && from / side != to / side {
                shown.push(feature(Common, "backwards before a taken target"));
            }
        }
        _ => {}
    }
    shown
}

/// In which way a cell is outside of the board: programs read them in different ways.
pub(super) fn form(cell: Cell, name: &str) -> &'static str {
    let column = name.chars().next().unwrap_or_default();
    match cell {
        Cell::On(_) => "a cell",
        Cell::Outside if column.is_ascii_lowercase() => "a small letter",
        Cell::Outside if column.is_ascii_digit() => "a digit for a letter",
        Cell::Outside if !('A'..='H').contains(&column) => "a column too far",
        Cell::Outside if name.len() > 2 => "a row of two digits",
        Cell::Outside if name.ends_with('0') => "row 0",
        Cell::Outside => "a row too far",
    }
}
