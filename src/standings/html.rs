//! The standings as one page for a browser: it needs no server, no network, and, but for
//! sorting, no JavaScript.

use std::fmt::Write;
use std::iter;

use maud::{Markup, html};

use super::{Standings, games, words};
use crate::arena::ratings::Rating;
use crate::arena::statistics::Tally;
use crate::html::{Page, SORT, drawn};
use crate::judge::language::Language;
use crate::report::visible;
use crate::report::words::{count, number};

/// The columns of points and games.
const COUNTS: [&str; 5] = ["points", "games", "wins", "draws", "losses"];

/// The columns of shares of points, in percent.
const SHARES: [&str; 2] = ["% first", "% second"];

impl Standings<'_> {
    /// For a browser, in a language.
    pub fn html(&self, lang: &Language) -> String {
        let players = count(self.plan.players.len(), "player");
        let title = format!(
            "{}: {}, {}",
            lang.say("Tournament"),
            self.plan.conditions.game,
            lang.say(&players)
        );
        let order = self.results.order();
        let body = html! {
            header {
                h1 { (title) }
                p.faint { "plyjudge " (env!("CARGO_PKG_VERSION")) ". " (lang.say(&self.plan.in_words())) }
            }
            main {
                @if self.results.interrupted {
                    p.notice role="note" { (lang.say("Interrupted: not all games were played.")) }
                }
                @for (game, why) in &self.results.failed {
                    p.notice role="note" {
                        (visible::name(game)) ": "
                        (lang.say("could not be played, which is nobody's fault")) ": "
                        (visible::name(why))
                    }
                }
                (self.standings(&order, lang))
                (self.cross_table(&order, lang))
                (self.forfeits(&order, lang))
                (self.could_not_play(lang))
                @if let Some(games) = self.games { (games.section(lang)) }
            }
        };
        let page = Page {
            lang,
            title: &title,
            style: &[include_str!("page.css"), games::STYLE].concat(),
            script: &[SORT, games::SCRIPT].concat(),
            body,
        };
        page.text()
    }

    fn standings(&self, order: &[usize], lang: &Language) -> Markup {
        let results = self.results;
        let has_byes = results.byes.iter().any(|&byes| byes > 0);
        let scale = Scale::of(&results.ratings);
        html! {
            section aria-labelledby="standings-title" {
                h2 #standings-title { (lang.say("Standings")) }
                div.scroll tabindex="0" role="region" aria-label=(lang.say("Table of standings")) {
                    table.sortable.cards #standings {
                        caption { span {
                            (lang.say(
                                "A win is a point, a draw half a point. Ratings are on Elo's scale, \
                                 with the mean of all players at 0; the bars are their 95 % \
                                 intervals. “% first” is the share of points won moving first."
                            ))
                        } }
                        thead { tr {
                            th.n scope="col" data-first="ascending" { (lang.say("place")) }
                            th scope="col" { (lang.say("player")) }
                            th.n scope="col" { (lang.say("rating")) }
                            th.n scope="col" data-first="ascending" { "±" }
                            th scope="col" data-fixed="" { (lang.say("95 % interval")) }
                            @for name in COUNTS.iter().chain(&SHARES) {
                                th.n scope="col" { (lang.say(name)) }
                            }
                            @if has_byes { th.n scope="col" { (lang.say("rounds left out")) } }
                            th.n scope="col" { (lang.say("forfeits")) }
                        } }
                        tbody {
                            @for (place, &player) in (1..).zip(order) {
                                (self.standing(place, player, scale, has_byes, lang))
                            }
                        }
                    }
                }
            }
        }
    }

    fn standing(
        &self,
        place: usize,
        player: usize,
        scale: Scale,
        has_byes: bool,
        lang: &Language,
    ) -> Markup {
        let results = self.results;
        let rating = results.ratings[player];
        let Tally {
            wins,
            draws,
            losses,
        } = results.tally(player);
        let first = sum(results.first[player].iter().copied());
        let second = sum(results.first.iter().map(|row| row[player].reversed()));
        let forfeits = results.faults[player].values().map(|faults| faults.count);
        html! {
            tr {
                td.n data-label=(lang.say("place")) { (place) }
                th.long scope="row" { (visible::name(self.name(player))) }
                td.n data-label=(lang.say("rating")) { (format!("{:+.0}", rating.rating)) }
                td.n data-label="±" { (format!("{:.0}", rating.margin)) }
                td { (interval(rating, scale)) }
                @let games = results.tally(player).games();
                @let counts = [games, wins, draws, losses].map(|count| count.to_string());
                @let counts = iter::once(number(results.points[player])).chain(counts);
                @for (name, count) in COUNTS.iter().zip(counts) {
                    td.n data-label=(lang.say(name)) { (count) }
                }
                @for (name, side) in SHARES.iter().zip([first, second]) {
                    td.n data-label=(lang.say(name)) {
                        @if let Some(score) = side.score() { (format!("{:.0}", 100.0 * score)) }
                    }
                }
                @if has_byes {
                    td.n data-label=(lang.say("rounds left out")) { (results.byes[player]) }
                }
                td.n data-label=(lang.say("forfeits")) { (forfeits.sum::<u64>()) }
            }
        }
    }

    fn cross_table(&self, order: &[usize], lang: &Language) -> Markup {
        html! {
            section aria-labelledby="cross-title" {
                h2 #cross-title { (lang.say("Who beat whom")) }
                div.scroll tabindex="0" role="region" aria-label=(lang.say("Cross table")) {
                    table #cross {
                        caption { span {
                            (lang.say(
                                "Points of the player in the row against the one in the column; \
                                 below them, those of the games in which it moved first, and of \
                                 those in which it moved second."
                            ))
                        } }
                        thead { tr {
                            th.player scope="col" { (lang.say("player")) }
                            @for (place, &other) in (1..).zip(order) {
                                @let place: usize = place;
                                th.n scope="col" {
                                    (place) span.sr { ": " (visible::name(self.name(other))) }
                                }
                            }
                        } }
                        tbody {
                            @for (place, &player) in (1..).zip(order) {
                                @let place: usize = place;
                                tr {
                                    th.player.long scope="row" {
                                        span.faint { (place) } " "
                                        (visible::name(self.name(player)))
                                    }
                                    @for &other in order { (self.meeting(player, other)) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    /// A cell of the cross table.
    fn meeting(&self, player: usize, other: usize) -> Markup {
        let results = self.results;
        let tally = results.games[player][other];
        if player == other {
            return html! { td.n.self { span aria-hidden="true" { "·" } } };
        }
        let Some(score) = tally.score() else {
            return html! { td.n {} };
        };
        let first = results.first[player][other];
        let second = results.first[other][player].reversed();
        let class = match score.total_cmp(&0.5) {
            std::cmp::Ordering::Greater => "n won",
            std::cmp::Ordering::Equal => "n even",
            std::cmp::Ordering::Less => "n lost",
        };
        html! {
            td class=(class) {
                @let names = [player, other].map(|it| self.name(it));
                @let points = format!("{}/{}", number(tally.points()), tally.games());
                @match self.games.and_then(|games| games.first_of(names)) {
                    Some(id) => a href=(format!("#{id}")) { (points) },
                    None => (points),
                }
                span.sides { (number(first.points())) " + " (number(second.points())) }
            }
        }
    }

    fn forfeits(&self, order: &[usize], lang: &Language) -> Markup {
        let of_player = |&player: &usize| {
            let faults = self.results.faults[player].iter();
            faults.map(move |(kind, faults)| (player, kind, faults))
        };
        let forfeits: Vec<_> = order.iter().flat_map(of_player).collect();
        html! {
            section aria-labelledby="forfeits-title" {
                h2 #forfeits-title { (lang.say("Forfeits")) }
                @if forfeits.is_empty() {
                    p { (lang.say("Every game was decided on the board.")) }
                } @else {
                    div.scroll tabindex="0" role="region" aria-label=(lang.say("Table of forfeits")) {
                        table.sortable.cards #forfeits {
                            thead { tr {
                                th scope="col" { (lang.say("player")) }
                                th scope="col" { (lang.say("lost by")) }
                                th.n scope="col" { (lang.say("games")) }
                                th scope="col" { (lang.say("first against")) }
                                th.n scope="col" data-first="ascending" { (lang.say("in game")) }
                                th scope="col" data-fixed="" { (lang.say("what was seen there, and what it means")) }
                            } }
                            tbody {
                                @for (player, kind, faults) in forfeits {
                                    @let reason = visible::name(&faults.reason);
                                    @let prefix = format!("{kind}: ");
                                    tr {
                                        th.long scope="row" {
                                            (visible::name(self.name(player)))
                                        }
                                        td.kind { (lang.say(&kind.to_string())) }
                                        td.n data-label=(lang.say("games")) { (faults.count) }
                                        td.long data-label=(lang.say("first against")) { (visible::name(&faults.against)) }
                                        td.n data-label=(lang.say("in game")) {
                                            @let names = [self.name(player), &*faults.against];
                                            @let number = faults.first_game;
                                            @match self.games.and_then(|it| it.find(names, number)) {
                                                Some(id) => a href=(format!("#{id}")) { (number) },
                                                None => (number),
                                            }
                                        }
                                        td.long {
                                            p { (lang.say(reason.strip_prefix(&prefix).unwrap_or(&reason))) }
                                            p { (lang.say(kind.hint())) }
                                        }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    fn could_not_play(&self, lang: &Language) -> Markup {
        if self.plan.unfit.is_empty() {
            return html! {};
        }
        html! {
            section aria-labelledby="unfit-title" {
                h2 #unfit-title { (lang.say("Could not play")) }
                div.scroll tabindex="0" role="region" aria-label=(lang.say("Table of who could not play")) {
                    table.cards #unfit {
                        thead { tr { th scope="col" { (lang.say("player")) } th scope="col" { (lang.say("why")) } } }
                        tbody {
                            @for unfit in &self.plan.unfit {
                                tr {
                                    th.long scope="row" { (visible::name(&unfit.name)) }
                                    td.long {
                                        (lang.say(&visible::name(&unfit.reason)))
                                        @if unfit.ours { " (" (lang.say("not its fault")) ")" }
                                        @if !unfit.words.is_empty() {
                                            pre { (words(unfit).join("\n")) }
                                        }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn sum(tallies: impl Iterator<Item = Tally>) -> Tally {
    tallies.fold(Tally::default(), Tally::and)
}

/// From which rating to which the bars reach.
#[derive(Clone, Copy)]
struct Scale {
    low: f64,
    high: f64,
}

impl Scale {
    fn of(ratings: &[Rating]) -> Self {
        let ends = |end: fn(&Rating) -> f64| ratings.iter().map(end);
        Self {
            low: ends(|it| it.rating - it.margin).fold(-1.0, f64::min),
            high: ends(|it| it.rating + it.margin).fold(1.0, f64::max),
        }
    }

    /// Where on a bar 100 wide a rating is.
    fn at(self, rating: f64) -> f64 {
        100.0 * (rating - self.low) / (self.high - self.low)
    }
}

/// A rating as a mark in its interval; a line across stands for 0.
fn interval(rating: Rating, scale: Scale) -> Markup {
    let Rating { rating, margin } = rating;
    let (low, high) = (scale.at(rating - margin), scale.at(rating + margin));
    let mut svg = String::from(
        "<svg class=\"interval\" viewBox=\"0 0 100 12\" preserveAspectRatio=\"none\" \
         aria-hidden=\"true\">",
    );
    let (middle, at) = (scale.at(0.0), scale.at(rating));
    _ = write!(
        svg,
        "<rect class=\"zero\" x=\"{:.2}\" width=\".5\" height=\"12\"/>\
         <rect class=\"range\" x=\"{low:.2}\" y=\"4\" width=\"{:.2}\" height=\"4\"/>\
         <rect class=\"mark\" x=\"{:.2}\" y=\"1\" width=\"1.5\" height=\"10\"/></svg>",
        middle - 0.25,
        high - low,
        at - 0.75,
    );
    drawn(svg)
}
