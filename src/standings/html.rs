//! The standings as one page for a browser: it needs no server, no network, and, but for
//! sorting, no JavaScript.

use std::fmt::Write;

use maud::{Markup, html};

use super::{Standings, games, whose, words};
use crate::arena::ratings::Rating;
use crate::arena::statistics::Tally;
use crate::html::{Page, SORT, drawn};
use crate::report::visible;
use crate::report::words::{count, number};

impl Standings<'_> {
    /// For a browser.
    pub fn html(&self) -> String {
        let title = format!("{}, {}", self.game, count(self.names.len(), "player"));
        let order = self.results.order();
        let body = html! {
            header {
                h1 { "Tournament: " (title) }
                p.faint { "plyjudge " (env!("CARGO_PKG_VERSION")) ". " (self.plan) }
            }
            main {
                @if self.results.interrupted {
                    p.notice role="note" { "Interrupted: not all games were played." }
                }
                @for (game, why) in &self.results.failed {
                    p.notice role="note" {
                        (visible::name(game)) ", could not be played, nobody's fault: "
                        (visible::name(why))
                    }
                }
                (self.standings(&order))
                (self.cross_table(&order))
                (self.forfeits(&order))
                (self.could_not_play())
                @if let Some(games) = self.games { (games.section()) }
            }
        };
        let page = Page {
            lang: "en",
            title: &title,
            style: &[include_str!("page.css"), games::STYLE].concat(),
            script: &[SORT, games::SCRIPT].concat(),
            body,
        };
        page.text()
    }

    fn standings(&self, order: &[usize]) -> Markup {
        let results = self.results;
        let has_byes = results.byes.iter().any(|&byes| byes > 0);
        let scale = Scale::of(&results.ratings);
        html! {
            section aria-labelledby="standings-title" {
                h2 #standings-title { "Standings" }
                div.scroll tabindex="0" role="region" aria-label="Table of standings" {
                    table.sortable #standings {
                        caption {
                            "A win is a point, a draw half a point. Ratings are on Elo's scale, \
                             the mean of all players being 0; the bars are their 95 % \
                             intervals. “% first” is the share of points got moving first."
                        }
                        thead { tr {
                            th.n scope="col" data-first="ascending" { "place" }
                            th scope="col" { "player" }
                            th.n scope="col" { "rating" }
                            th.n scope="col" data-first="ascending" { "±" }
                            th scope="col" data-fixed="" { "95 % interval" }
                            @for name in ["points", "games", "wins", "draws", "losses"] {
                                th.n scope="col" { (name) }
                            }
                            @for name in ["% first", "% second"] {
                                th.n scope="col" { (name) }
                            }
                            @if has_byes { th.n scope="col" { "rounds left out" } }
                            th.n scope="col" { "forfeits" }
                        } }
                        tbody {
                            @for (place, &player) in (1..).zip(order) {
                                (self.standing(place, player, scale, has_byes))
                            }
                        }
                    }
                }
            }
        }
    }

    fn standing(&self, place: usize, player: usize, scale: Scale, has_byes: bool) -> Markup {
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
                td.n { (place) }
                th.long scope="row" { (visible::name(&self.names[player])) }
                td.n { (format!("{:+.0}", rating.rating)) }
                td.n { (format!("{:.0}", rating.margin)) }
                td { (interval(rating, scale)) }
                td.n { (number(results.points[player])) }
                @for count in [results.tally(player).games(), wins, draws, losses] {
                    td.n { (count) }
                }
                @for side in [first, second] {
                    td.n { @if let Some(score) = side.score() { (format!("{:.0}", 100.0 * score)) } }
                }
                @if has_byes { td.n { (results.byes[player]) } }
                td.n { (forfeits.sum::<u64>()) }
            }
        }
    }

    fn cross_table(&self, order: &[usize]) -> Markup {
        html! {
            section aria-labelledby="cross-title" {
                h2 #cross-title { "Who beat whom" }
                div.scroll tabindex="0" role="region" aria-label="Cross table" {
                    table #cross {
                        caption {
                            "Points of the player in the row against the one in the column; \
                             below them, those of the games in which it moved first, and of \
                             those in which it moved second."
                        }
                        thead { tr {
                            th.player scope="col" { "player" }
                            @for (place, &other) in (1..).zip(order) {
                                @let place: usize = place;
                                th.n scope="col" {
                                    (place) span.sr { ": " (visible::name(&self.names[other])) }
                                }
                            }
                        } }
                        tbody {
                            @for (place, &player) in (1..).zip(order) {
                                @let place: usize = place;
                                tr {
                                    th.player.long scope="row" {
                                        span.faint { (place) } " "
                                        (visible::name(&self.names[player]))
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
                @let names = [player, other].map(|it| &*self.names[it]);
                @let points = format!("{}/{}", number(tally.points()), tally.games());
                @match self.games.and_then(|games| games.first_of(names)) {
                    Some(id) => a href=(format!("#{id}")) { (points) },
                    None => (points),
                }
                span.sides { (number(first.points())) " + " (number(second.points())) }
            }
        }
    }

    fn forfeits(&self, order: &[usize]) -> Markup {
        let of_player = |&player: &usize| {
            let faults = self.results.faults[player].iter();
            faults.map(move |(kind, faults)| (player, kind, faults))
        };
        let forfeits: Vec<_> = order.iter().flat_map(of_player).collect();
        html! {
            section aria-labelledby="forfeits-title" {
                h2 #forfeits-title { "Forfeits" }
                @if forfeits.is_empty() {
                    p { "Nobody lost a game but on the board." }
                } @else {
                    div.scroll tabindex="0" role="region" aria-label="Table of forfeits" {
                        table.sortable #forfeits {
                            thead { tr {
                                th scope="col" { "player" }
                                th scope="col" { "lost by" }
                                th.n scope="col" { "games" }
                                th scope="col" { "first against" }
                                th.n scope="col" data-first="ascending" { "in game" }
                                th scope="col" data-fixed="" { "what was seen there, and what it means" }
                            } }
                            tbody {
                                @for (player, kind, faults) in forfeits {
                                    @let reason = visible::name(&faults.reason);
                                    @let prefix = format!("{kind}: ");
                                    tr {
                                        th.long scope="row" {
                                            (visible::name(&self.names[player]))
                                        }
                                        td.kind { (kind) }
                                        td.n { (faults.count) }
                                        td.long { (visible::name(&faults.against)) }
                                        td.n {
                                            @let names = [&*self.names[player], &*faults.against];
                                            @let number = faults.first_game;
                                            @match self.games.and_then(|it| it.find(names, number)) {
                                                Some(id) => a href=(format!("#{id}")) { (number) },
                                                None => (number),
                                            }
                                        }
                                        td.long {
                                            p { (reason.strip_prefix(&prefix).unwrap_or(&reason)) }
                                            p { (kind.hint()) }
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

    fn could_not_play(&self) -> Markup {
        if self.unfit.is_empty() {
            return html! {};
        }
        html! {
            section aria-labelledby="unfit-title" {
                h2 #unfit-title { "Could not play" }
                div.scroll tabindex="0" role="region" aria-label="Table of who could not play" {
                    table #unfit {
                        thead { tr { th scope="col" { "player" } th scope="col" { "why" } } }
                        tbody {
                            @for unfit in self.unfit {
                                tr {
                                    th.long scope="row" { (visible::name(&unfit.name)) }
                                    td.long {
                                        (visible::name(&unfit.reason)) (whose(unfit))
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
