//! The games, a folder each, and the one list of them.
//!
//! In a game's folder `rules.rs`, `text.rs`, `eval.rs`, `picture.rs` and the fast engines know
//! nothing but the game; `protocol.rs` puts them together with the searches.

pub mod checkers;
pub mod ewn;
pub mod hexline;
pub mod kalah;

use std::sync::OnceLock;

use crate::protocol::assignment::entry;
use crate::protocol::explain::LookError;
use crate::protocol::{Protocol, meaningful};
use crate::text::{Problem, quote};

/// A list of games.
pub type List = &'static [&'static dyn Protocol];

/// The games that are shipped. A game is registered here and nowhere else.
pub const SHIPPED: List = &[
    &checkers::protocol::CheckersProtocol,
    entry::<kalah::Kalah>(),
    &ewn::protocol::EwnProtocol,
    entry::<hexline::Hexline>(),
];

/// The games that this process plays, once they are settled.
static GAMES: OnceLock<List> = OnceLock::new();

/// Settles which games there are, before anybody asks; without it there are those shipped.
///
/// # Panics
/// When it is settled already.
pub fn settle(games: List) {
    assert!(GAMES.set(games).is_ok(), "games are settled once");
}

/// Every game there is.
pub fn all() -> List {
    GAMES.get_or_init(|| SHIPPED)
}

/// The names of all games, comma separated.
pub fn names() -> String {
    let names: Vec<_> = all().iter().map(|protocol| protocol.name()).collect();
    names.join(", ")
}

/// The game of that name.
pub fn find(name: &str) -> Option<&'static dyn Protocol> {
    let mut all = all().iter().copied();
    all.find(|protocol| protocol.name() == name)
}

/// The game whose input starts with this meaningful line.
pub fn recognise(line: &str) -> Option<&'static dyn Protocol> {
    let mut all = all().iter().copied();
    all.find(|protocol| protocol.recognises(line))
}

/// The game of an input, by its first meaningful line.
///
/// # Errors
/// A first line that starts no game's input.
pub fn recognise_input(input: &str) -> Result<&'static dyn Protocol, LookError> {
    let (number, line) = meaningful(input).next().unwrap_or((1, ""));
    recognise(line).ok_or_else(|| LookError::Input {
        line: number,
        problem: unrecognised(line),
    })
}

/// What is wrong with a first line that starts no game's input, or with an input without any.
pub(crate) fn unrecognised(line: &str) -> Problem {
    let found = match line {
        "" => "an empty input".to_owned(),
        line => quote(line),
    };
    let starts: Vec<_> = all()
        .iter()
        .map(|protocol| format!("{} ({})", protocol.about().looks_like, protocol.name()))
        .collect();
    Problem::new(found, starts.join("; "))
}
