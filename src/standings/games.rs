//! Games on a page, to be played through move by move.
//!
//! A page holds the moves of each game as a list, and its boards as numbers: which part of the
//! page's drawings stands on which field. The page's script makes boards of them.

use maud::{Markup, html};
use serde_json::json;

use crate::arena::record::Record;
use crate::draw::Picture;
use crate::draw::svg::{Part, Sheet, centre, extent};
use crate::html::{Page, data, drawn};
use crate::judge::language::Language;
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
    winner: Option<usize>,
    reason: String,
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
        self.shown.push(Shown {
            number: record.number,
            players: record.players.clone(),
            moves,
            winner: record.winner,
            reason: record.reason.clone(),
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
    pub fn page(&self, source: &str, lang: &Language) -> String {
        let title = format!("{}: {}", lang.say("Games"), visible::name(source));
        let page = Page {
            lang,
            title: &title,
            style: STYLE,
            script: SCRIPT,
            body: html! {
                header {
                    h1 { (title) }
                    p.faint { "plyjudge " (env!("CARGO_PKG_VERSION")) }
                }
                main { (self.section(lang)) }
            },
        };
        page.text()
    }

    /// All games, folded.
    pub fn section(&self, lang: &Language) -> Markup {
        html! {
            section aria-labelledby="games-title" {
                h2 #games-title { (lang.say("Games")) }
                (drawn(self.sheet.definitions()))
                @for (place, game) in self.shown.iter().enumerate() { (game.folded(place, lang)) }
                @if self.left_out > 0 {
                    p.faint {
                        (lang.say(&count(self.left_out, "more game"))) ": "
                        (lang.say("too many for this page; they can be seen with")) " "
                        code { "plyjudge replay" } (lang.say("."))
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

    /// How it ended. No name is taken for a word of ours.
    fn ended(&self, lang: &Language) -> String {
        let reason = visible::name(&self.reason);
        let reason = lang.say(&reason);
        match self.winner.map(|place| &*self.players[place]) {
            Some(name) => format!("{} {}: {reason}", visible::name(name), lang.say("wins")),
            None => format!("{}: {reason}", lang.say("a draw")),
        }
    }

    fn folded(&self, place: usize, lang: &Language) -> Markup {
        let [first, second] = self.players.each_ref().map(|name| visible::name(name));
        let (number, moves) = (self.number, count(self.moves.len(), "move"));
        let title = lang.say(&format!("game {number}, {moves}")).into_owned();
        html! {
            details.game id=(format!("g{place}")) {
                summary {
                    (first) " – " (second) ", " (title)
                    span.faint { (lang.say(".")) " " (self.ended(lang)) }
                }
                @if let Some(hint) = self.hint { p { (lang.say(hint)) } }
                @if let Some(wrong) = &self.wrong {
                    p.notice { (lang.say(&visible::name(wrong))) }
                }
                div.player data-game=(place) {}
                ol.moves { @for chosen in &self.moves { li { (lang.say(&visible::name(chosen))) } } }
            }
        }
    }
}
