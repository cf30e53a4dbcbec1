//! The published report's experiment, played again: a random player against the search of
//! depth 1 and of depth 5, 1000 games each, in which an earned extra move is not taken; then
//! how often each depth wins by our default rules, as a plot.
//!
//! ```text
//! cargo run --release --example kalah-levels [FILE.svg]
//! ```
//!
//! The report has 83 : 929 for depth 1 and 59 : 948 for depth 5; ours, with seed 0, are
//! 92 : 924 and 78 : 936, each within the 99 % interval of the published figure (Wilson's:
//! 63.2 to 108.3 of 83, 905.1 to 947.2 of 929, 42.6 to 81.3 of 59, 926.8 to 963.3 of 948).
//! The exit status is 1 when our games do not fit.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use plotters::prelude::{
    BLUE, ChartBuilder, Circle, EmptyElement, IntoDrawingArea, LineSeries, SVGBackend, Text, WHITE,
};
use plotters::series::PointSeries;
use plyjudge::arena::ArenaError;
use plyjudge::arena::matches::{Course, Match};
use plyjudge::arena::plan::Conditions;
use plyjudge::arena::player_setup::{PlayerSetup, PlayerSpec};
use plyjudge::arena::statistics::Tally;
use plyjudge::games;

/// Games of each experiment, as many as the report has.
const GAMES: u64 = 1000;

/// The published results: the depth, the points of the random player, those of the search. A
/// win is a point, a draw one for each.
const PUBLISHED: [(u32, u64, u64); 2] = [(1, 83, 929), (5, 59, 948)];

/// Depths that are plotted.
const DEPTHS: std::ops::RangeInclusive<u32> = 1..=8;

/// The standard deviations that 99 % of a normal distribution keep within.
const DEVIATIONS_99: f64 = 2.575_829_303_548_901;

/// The random player's games against a depth, moving first in every other one.
fn games(depth: u32, rules: &[(&str, &str)]) -> Result<Tally, ArenaError> {
    let protocol = games::find("kalah").expect("a game");
    let own = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
    let rules: Vec<(String, String)> = rules.iter().map(own).collect();
    let search = PlayerSpec::Engine(vec![("depth".to_owned(), depth.to_string())]);
    let conditions = Conditions {
        rules,
        swaps: true,
        ..Conditions::default()
    };
    let settings = conditions.settings();
    let entrant = |spec: &PlayerSpec| PlayerSetup::new(spec, spec.to_string(), protocol, &settings);
    let bout = Match {
        protocol,
        players: [entrant(&PlayerSpec::Random)?, entrant(&search)?],
        conditions: Arc::new(conditions),
        games: GAMES,
        openings: Vec::new(),
        runner: None,
        sprt: None,
    };
    let course = Course {
        journal: None,
        interrupted: &AtomicBool::new(false),
        watch: &|_| (),
    };
    let summary = bout.play(course, |_| Ok::<_, ArenaError>(()))?;
    Ok(summary.tally())
}

/// Wilson's 99 % interval of how many games of `GAMES` give a point, where `points` did.
fn interval(points: u64) -> (f64, f64) {
    let (games, z) = (GAMES as f64, DEVIATIONS_99);
    let share = points as f64 / games;
    let middle = share + z * z / (2.0 * games);
    let margin = z * (share * (1.0 - share) / games + z * z / (4.0 * games * games)).sqrt();
    let scale = games / (1.0 + z * z / games);
    ((middle - margin) * scale, (middle + margin) * scale)
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let mut fits = true;
    println!("random against a depth, {GAMES} games, extra-turn-in-play = no");
    for (depth, random, search) in PUBLISHED {
        let tally = games(depth, &[("extra-turn-in-play", "no")])?;
        let ours = [tally.wins + tally.draws, tally.losses + tally.draws];
        println!(
            "depth {depth}: published {random} : {search}, ours {} : {}",
            ours[0], ours[1]
        );
        for (published, ours) in [random, search].into_iter().zip(ours) {
            let (low, high) = interval(published);
            let is_within = (low..=high).contains(&(ours as f64));
            let verdict = if is_within { "within" } else { "OUTSIDE" };
            println!(
                "  {ours} is {verdict} the 99 % interval of {published}: {low:.1} to {high:.1}"
            );
            fits &= is_within;
        }
    }
    println!("wins of a depth against random, {GAMES} games, default rules");
    let mut rates = Vec::new();
    for depth in DEPTHS {
        let tally = games(depth, &[])?;
        let rate = 100.0 * tally.losses as f64 / tally.games() as f64;
        println!("depth {depth}: {rate:.1} %");
        rates.push((depth, rate));
    }
    let usual = PathBuf::from("target/kalah-levels.svg");
    let file = std::env::args_os().nth(1).map_or(usual, PathBuf::from);
    plot(&file, &rates)?;
    println!("plotted in {}", file.display());
    Ok(match fits {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}

/// Draws the win rates by depth.
fn plot(file: &Path, rates: &[(u32, f64)]) -> Result<(), Box<dyn Error>> {
    let lowest = rates
        .iter()
        .map(|(_, rate)| rate.floor() - 1.0)
        .fold(99.0, f64::min);
    let area = SVGBackend::new(file, (640, 400)).into_drawing_area();
    area.fill(&WHITE)?;
    let title = format!("Kalah: wins against a random player, {GAMES} games");
    let depths = f64::from(*DEPTHS.start()) - 0.5..f64::from(*DEPTHS.end()) + 0.5;
    let mut chart = ChartBuilder::on(&area)
        .caption(title, ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(52)
        .build_cartesian_2d(depths, lowest..100.5)?;
    chart
        .configure_mesh()
        .x_desc("depth of the search")
        .y_desc("wins, %")
        .x_labels(rates.len())
        .light_line_style(WHITE)
        .y_label_formatter(&|rate| format!("{rate:.0}"))
        .x_label_formatter(&|depth| format!("{depth:.0}"))
        .draw()?;
    let points: Vec<(f64, f64)> = rates
        .iter()
        .map(|&(d, rate)| (f64::from(d), rate))
        .collect();
    chart.draw_series(LineSeries::new(points.clone(), &BLUE))?;
    chart.draw_series(PointSeries::of_element(
        points,
        4,
        &BLUE,
        &|at, size, style| {
            EmptyElement::at(at)
                + Circle::new((0, 0), size, style.filled())
                + Text::new(format!("{:.1}", at.1), (7, 4), ("sans-serif", 12))
        },
    ))?;
    area.present()?;
    Ok(())
}
