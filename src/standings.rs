//! What people and machines read of a tournament.

pub mod games;
mod html;

use std::io::{self, Write};

use serde_json::{Value, json};
use unicode_width::UnicodeWidthStr;

use crate::arena::plan::{TournamentPlan, Unfit};
use crate::arena::statistics::Tally;
use crate::arena::tournament::Results;
use crate::report::visible;

/// The standings.
pub struct Standings<'a> {
    /// Who met whom and under what conditions.
    pub plan: &'a TournamentPlan,
    /// What came of it.
    pub results: &'a Results,
    /// Games that can be played through on the page.
    pub games: Option<&'a games::Games>,
}

/// Whether somebody who could not play is not to blame, in a few words.
fn whose(unfit: &Unfit) -> &'static str {
    if unfit.ours { ", not its fault" } else { "" }
}

/// Most lines that are shown of what a compiler said.
const MOST_WORDS: usize = 20;

/// What the compiler said, line by line, as it can be shown.
fn words(unfit: &Unfit) -> Vec<String> {
    let lines = unfit
        .words
        .lines()
        .map(|line| visible::name(line).into_owned());
    let mut shown: Vec<String> = lines.take(MOST_WORDS).collect();
    if unfit.words.lines().count() > MOST_WORDS {
        shown.push("…".to_owned());
    }
    shown
}

/// Columns of the longest name that is shown whole in a table.
const LONGEST_NAME: usize = 24;

/// Gradescope's leaderboard of one submission: its points in all, and against each other player.
pub fn leaderboard<'a>(others: impl Iterator<Item = (&'a str, f64)>) -> Value {
    let others: Vec<(&str, f64)> = others.collect();
    let sum = others.iter().map(|(_, points)| points).sum();
    let all = std::iter::once(("points", sum)).chain(others);
    all.map(|(name, points)| json!({"name": name, "value": points}))
        .collect()
}

impl Standings<'_> {
    fn name(&self, player: usize) -> &str {
        &self.plan.players[player].name
    }

    /// For people: standings, cross table, faults. Where there are so few columns that the cross table
    /// does not fit, it is left out.
    pub fn text(&self, columns: Option<usize>, out: &mut dyn Write) -> io::Result<()> {
        let results = self.results;
        let order = results.order();
        let names = self.plan.players.iter();
        let names: Vec<String> = names
            .map(|player| visible::name_within(&player.name, LONGEST_NAME))
            .collect();
        let width = names.iter().map(|name| name.width()).max();
        let width = width.unwrap_or(0).max("player".len());
        let needed = 4 + width + 29 + 7 * order.len();
        let crosses = match columns {
            Some(columns) if columns < needed => &[],
            _ => &order[..],
        };
        write!(out, "    {:<width$}  rating  95 %  points  games", "player")?;
        for place in 1..=crosses.len() {
            write!(out, "  {place:>5}")?;
        }
        writeln!(out)?;
        for (place, &player) in (1..).zip(&order) {
            let rating = results.ratings[player];
            write!(
                out,
                "{place:>3} {}{}  {:>+6.0}  ±{:<4.0}  {:>5.1}  {:>5}",
                names[player],
                " ".repeat(width - names[player].width()),
                rating.rating,
                rating.margin,
                results.points[player],
                results.tally(player).games()
            )?;
            for &other in crosses {
                let tally = results.games[player][other];
                match tally.games() {
                    0 => write!(out, "  {:>5}", if other == player { "·" } else { "" })?,
                    games => {
                        let cell = format!("{}/{games}", tally.points());
                        write!(out, "  {cell:>5}")?;
                    }
                }
            }
            writeln!(out)?;
        }
        if crosses.is_empty() {
            writeln!(
                out,
                "(who beat whom: with {needed} columns, or with --html)"
            )?;
        }
        self.text_of_faults(&order, out)
    }

    fn text_of_faults(&self, order: &[usize], out: &mut dyn Write) -> io::Result<()> {
        for &player in order {
            for (kind, faults) in &self.results.faults[player] {
                let (name, count) = (visible::name(self.name(player)), faults.count);
                let games = if count == 1 { "game" } else { "games" };
                writeln!(out, "{name} forfeited {count} {games}: {kind}")?;
                let (game, against) = (faults.first_game, visible::name(&faults.against));
                let reason = visible::name(&faults.reason);
                writeln!(out, "  game {game} against {against}: {reason}")?;
            }
            if self.results.byes[player] > 0 {
                let name = visible::name(self.name(player));
                let byes = self.results.byes[player];
                writeln!(out, "{name} had no opponent in rounds: {byes}")?;
            }
        }
        for unfit in &self.plan.unfit {
            let (name, reason) = (visible::name(&unfit.name), visible::name(&unfit.reason));
            writeln!(out, "{name} could not play{}: {reason}", whose(unfit))?;
            for line in words(unfit) {
                writeln!(out, "  {line}")?;
            }
        }
        for (game, why) in &self.results.failed {
            let (game, why) = (visible::name(game), visible::name(why));
            writeln!(out, "{game}, could not be played, nobody's fault: {why}")?;
        }
        if self.results.interrupted {
            writeln!(out, "interrupted: not all games were played")?;
        }
        Ok(())
    }

    /// For spreadsheets: a line for each player.
    pub fn csv(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let results = self.results;
        let mut csv = csv::Writer::from_writer(out);
        csv.write_record([
            "place", "player", "rating", "margin", "points", "games", "wins", "draws", "losses",
            "forfeits", "reason",
        ])?;
        for (place, player) in (1..).zip(results.order()) {
            let place: usize = place;
            let Tally {
                wins,
                draws,
                losses,
            } = results.tally(player);
            let faults = &results.faults[player];
            let forfeits: u64 = faults.values().map(|faults| faults.count).sum();
            let reasons: Vec<_> = faults.values().map(|faults| &*faults.reason).collect();
            csv.write_record([
                place.to_string(),
                self.name(player).to_owned(),
                format!("{:.1}", results.ratings[player].rating),
                format!("{:.1}", results.ratings[player].margin),
                results.points[player].to_string(),
                results.tally(player).games().to_string(),
                wins.to_string(),
                draws.to_string(),
                losses.to_string(),
                forfeits.to_string(),
                reasons.join("; "),
            ])?;
        }
        for unfit in &self.plan.unfit {
            let mut fields = vec![""; 11];
            (fields[1], fields[10]) = (&unfit.name, &unfit.reason);
            csv.write_record(fields)?;
        }
        csv.flush()?;
        Ok(())
    }

    /// For machines.
    pub fn json(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let results = self.results;
        let order = results.order();
        let player = |(place, &player): (usize, &usize)| -> Value {
            let against = order
                .iter()
                .filter(|&&other| other != player)
                .map(|&other| {
                    json!({
                        "player": self.name(other),
                        "games": results.games[player][other],
                        "moving_first": results.first[player][other],
                    })
                });
            let forfeits = results.faults[player].iter().map(|(kind, faults)| {
                json!({
                    "kind": kind,
                    "games": faults.count,
                    "first_game": faults.first_game,
                    "against": faults.against,
                    "reason": faults.reason,
                })
            });
            json!({
                "place": place,
                "player": self.name(player),
                "rating": results.ratings[player].rating,
                "margin": results.ratings[player].margin,
                "points": results.points[player],
                "games": results.tally(player),
                "rounds_without_opponent": results.byes[player],
                "against": against.collect::<Vec<_>>(),
                "forfeits": forfeits.collect::<Vec<_>>(),
            })
        };
        let unfit = self.plan.unfit.iter().map(|unfit| {
            json!({
                "player": unfit.name,
                "reason": unfit.reason,
                "compiler": unfit.words,
                "own_fault": !unfit.ours,
            })
        });
        let failed = results.failed.iter();
        let failed = failed.map(|(game, why)| json!({"game": game, "reason": why}));
        let value = json!({
            "game": self.plan.conditions.game,
            "players": (1..).zip(&order).map(player).collect::<Vec<_>>(),
            "could_not_play": unfit.collect::<Vec<_>>(),
            "could_not_be_played": failed.collect::<Vec<_>>(),
            "interrupted": results.interrupted,
        });
        Ok(crate::json::write_document(out, &value)?)
    }
}
