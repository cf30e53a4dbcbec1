//! The tables of the games, one file a game; the one list of them.

mod checkers;
mod ewn;
mod hexline;
mod kalah;

use super::table::Venue;

/// Every game that can be played.
pub fn all() -> &'static [&'static dyn Venue] {
    &[
        &checkers::CheckersVenue,
        &kalah::KalahVenue,
        &ewn::EwnVenue,
        &hexline::HexlineVenue,
    ]
}

/// The game of that name.
pub fn find(name: &str) -> Option<&'static dyn Venue> {
    all().iter().copied().find(|venue| venue.name() == name)
}
