//! Games on a page, to be played through move by move.
//!
//! A page holds the moves of each game as a list, and its boards as numbers: which part of the
//! page's drawings stands on which field. The page's script makes boards of them.

use std::fmt::Write as _;

use maud::{Markup, html};
use serde_json::json;

use crate::arena::record::Record;
use crate::draw::Picture;
use crate::draw::svg::{Part, Sheet, centre, extent};
use crate::html::{Page, data, drawn};
use crate::protocol::Protocol;
use crate::report::visible;
use crate::report::words::count;

/// The rules of style for [`Games::section`].
pub const STYLE: &str = include_str!("games.css");

/// The script that plays the games of [`Games::section`].
pub const SCRIPT: &str = include_str!("games.js");

/// How many bytes all boards of a page may take.
const MOST: usize = 8 << 20;

/// Games that are on one page.
#[derive(Debug, Default)]
pub struct Games {
    shown: Vec<Shown>,
    /// How many there was no room for.
    left_out: usize,
    /// Bytes of all boards.
    bytes: usize,
    sheet: Sheet,
    /// The boards as the script reads them, game by game.
    boards: String,
}

/// A game as it is on the page.
#[derive(Debug)]
struct Shown {
    number: u64,
    players: [String; 2],
    moves: Vec<String>,
    result: String,
    hint: Option<&'static str>,
    /// What cannot have been so.
    wrong: Option<String>,
}

impl Games {
    /// Takes a game, if there is room.
    ///
    /// # Errors
    /// What cannot have been so, see [`Record::replay`]; it is on the page, too.
    pub fn add(&mut self, record: &Record, protocol: &dyn Protocol) -> Result<(), String> {
        if self.bytes >= MOST {
            self.left_out += 1;
            return record.replay(protocol, |_, _| {});
        }
        let names = protocol.about().players;
        let mut moves = Vec::new();
        let mut steps = Vec::new();
        let mut base = None;
        let replayed = record.replay(protocol, |state, ply| {
            let picture = state.board();
            base.get_or_insert_with(|| self.empty(&picture));
            steps.push(self.step(&picture));
            if let Some(ply) = ply {
                let player = names[state.turn().index()];
                let number = moves.len() + 1;
                let drawn = ply.drawn.as_ref();
                let drawn = drawn.map_or(String::new(), |drawn| format!(" ({drawn})"));
                moves.push(format!("{number}. {player}{drawn}: {}", ply.chosen));
            }
        });
        let board = json!([base, steps]).to_string();
        self.bytes += board.len();
        if !self.boards.is_empty() {
            self.boards.push(',');
        }
        self.boards += &board;
        let winner = match record.winner {
            Some(place) => format!("{} wins", record.players[place]),
            None => "a draw".to_owned(),
        };
        self.shown.push(Shown {
            number: record.number,
            players: record.players.clone(),
            moves,
            result: format!("{winner}: {}", record.reason),
            hint: record.fault.map(crate::protocol::state::FaultKind::hint),
            wrong: replayed.clone().err(),
        });
        replayed
    }

    /// A board without anything on it: its drawing, its size, where its fields are.
    fn empty(&mut self, picture: &Picture) -> serde_json::Value {
        let (width, height) = extent(picture);
        let places: Vec<_> = picture
            .fields
            .iter()
            .map(|field| centre(field.place))
            .collect();
        json!([self.sheet.base(picture), width, height, places])
    }

    /// What stands on each field, 0 for nothing, and which fields are marked how.
    fn step(&mut self, picture: &Picture) -> serde_json::Value {
        let mut marks = Vec::new();
        let mut pieces = Vec::new();
        for (index, field) in picture.fields.iter().enumerate() {
            let piece = field.piece.as_ref().map(Part::Piece);
            pieces.push(piece.map(|piece| self.sheet.part(piece, field.shape)));
            if let Some(mark) = field.mark {
                marks.push(json!([
                    index,
                    self.sheet.part(Part::Mark(mark), field.shape)
                ]));
            }
        }
        // What is at the end of a board is left away where nothing is there.
        let used = pieces.iter().rposition(Option::is_some);
        pieces.truncate(used.map_or(0, |last| last + 1));
        let pieces: Vec<_> = pieces
            .into_iter()
            .map(|id| json!(id.unwrap_or_default()))
            .collect();
        json!([pieces, marks])
    }

    /// What the first game of two players is called on the page.
    pub fn first_of(&self, names: [&str; 2]) -> Option<String> {
        self.place(|game| game.is_of(names))
    }

    /// What a game of two players is called on the page, by its number.
    pub fn find(&self, names: [&str; 2], number: u64) -> Option<String> {
        self.place(|game| game.number == number && game.is_of(names))
    }

    fn place(&self, is_it: impl Fn(&Shown) -> bool) -> Option<String> {
        let place = self.shown.iter().position(is_it)?;
        Some(format!("g{place}"))
    }

    /// A page of nothing but the games, which come from `source`.
    pub fn page(&self, source: &str) -> String {
        let title = format!("Games of {}", visible::name(source));
        let page = Page {
            lang: "en",
            title: &title,
            style: STYLE,
            script: SCRIPT,
            body: html! {
                header {
                    h1 { (title) }
                    p.faint { "plyjudge " (env!("CARGO_PKG_VERSION")) }
                }
                main { (self.section()) }
            },
        };
        page.text()
    }

    /// All games, folded.
    pub fn section(&self) -> Markup {
        html! {
            section aria-labelledby="games-title" {
                h2 #games-title { "Games" }
                (drawn(self.sheet.definitions()))
                @for (place, game) in self.shown.iter().enumerate() { (game.folded(place)) }
                @if self.left_out > 0 {
                    p.faint {
                        (count(self.left_out, "more game")) " without room here; "
                        code { "plyjudge replay" } " shows them."
                    }
                }
                (data("games", &format!("[{}]", self.boards)))
            }
        }
    }
}

impl Shown {
    fn is_of(&self, names: [&str; 2]) -> bool {
        let [one, two] = &self.players;
        [one.as_str(), two] == names || [two.as_str(), one] == names
    }

    fn folded(&self, place: usize) -> Markup {
        let [first, second] = self.players.each_ref().map(|name| visible::name(name));
        let mut title = format!("{first} – {second}, game {}", self.number);
        _ = write!(title, ", {}", count(self.moves.len(), "move"));
        html! {
            details.game id=(format!("g{place}")) {
                summary { (title) span.faint { ". " (visible::name(&self.result)) } }
                @if let Some(hint) = self.hint { p { (hint) } }
                @if let Some(wrong) = &self.wrong { p.notice { (visible::name(wrong)) } }
                div.player data-game=(place) {}
                ol.moves { @for chosen in &self.moves { li { (visible::name(chosen)) } } }
            }
        }
    }
}
