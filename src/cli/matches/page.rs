//! What is printed of a match.

use std::io::{self, Write};

use serde_json::{Value, json};

use crate::arena::matches::Summary;
use crate::arena::plan::MatchPlan;
use crate::arena::statistics::{Decision, Elo, Pairs, Sprt, Tally};

/// Prints a match for people.
pub(super) fn text(plan: &MatchPlan, summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
    let [a, b] = &plan.players;
    writeln!(out, "{}: A {}, B {}", plan.conditions.game, a.name, b.name)?;
    writeln!(
        out,
        "{:<10}{:>7}{:>7}{:>7}{:>7}",
        "", "games", "wins", "draws", "losses"
    )?;
    let together = summary.tally();
    for (name, tally) in [
        ("A first", summary.first),
        ("A second", summary.second),
        ("together", together),
    ] {
        let Tally {
            wins,
            draws,
            losses,
        } = tally;
        let games = tally.games();
        writeln!(out, "{name:<10}{games:>7}{wins:>7}{draws:>7}{losses:>7}")?;
    }
    if let (Some(score), Some(elo)) = (together.score(), together.elo()) {
        writeln!(out, "score {score:.4}, Elo difference {}", elo_text(elo))?;
    }
    if plan.conditions.swaps && summary.pairs.count() > 0 {
        let Pairs([none, half, one, more, two]) = summary.pairs;
        write!(
            out,
            "pairs with 0, ½, 1, 1½, 2 points: {none}, {half}, {one}, {more}, {two}"
        )?;
        match summary.pairs.superiority() {
            Some(los) => writeln!(out, "; LOS {:.1} %", 100.0 * los)?,
            None => writeln!(out)?,
        }
    }
    if let Some(sprt) = plan.sprt {
        writeln!(out, "{}", sprt_text(sprt, plan.conditions.swaps, summary))?;
    }
    if summary.repeated > 0 {
        let repeated = summary.repeated;
        writeln!(out, "not played, as they would repeat others: {repeated}")?;
    }
    for (name, faults) in ["A", "B"].into_iter().zip(&summary.faults) {
        for (kind, faults) in faults {
            let (count, game) = (faults.count, faults.first_game);
            let times = if count == 1 { "time" } else { "times" };
            writeln!(out, "{name} lost {count} {times} by: {kind}")?;
            writeln!(out, "  game {game}: {}", faults.reason)?;
        }
    }
    for (game, why) in &summary.failed {
        writeln!(
            out,
            "game {game} could not be played, nobody's fault: {why}"
        )?;
    }
    if summary.interrupted {
        writeln!(out, "interrupted")?;
    }
    Ok(())
}

/// A difference in Elo, and between what bounds it is.
pub(super) fn elo_text(elo: Elo) -> String {
    let Elo {
        difference,
        low,
        high,
    } = elo;
    format!("{difference:+.1} (95 % interval {low:+.1} to {high:+.1})")
}

fn sprt_text(sprt: Sprt, swaps: bool, summary: &Summary) -> String {
    let Sprt { elo0, elo1, .. } = sprt;
    let ratio = summary.ratio(sprt, swaps);
    let of = if swaps { "pairs" } else { "games" };
    let (low, high) = sprt.bounds();
    let decision = match summary.decision {
        Some(Decision::Elo0) => format!("Elo {elo0} fits"),
        Some(Decision::Elo1) => format!("Elo {elo1} fits"),
        None => "undecided".to_owned(),
    };
    format!(
        "SPRT of Elo {elo0} and {elo1}: log-likelihood ratio of the {of} {ratio:.3} \
         (bounds {low:.3}, {high:.3}): {decision}"
    )
}

/// A match for machines.
pub(super) fn document(plan: &MatchPlan, summary: &Summary) -> Value {
    let together = summary.tally();
    let [a, b] = &plan.players;
    let sprt = plan.sprt.map(|sprt| {
        let (low, high) = sprt.bounds();
        json!({
            "elo0": sprt.elo0,
            "elo1": sprt.elo1,
            "alpha": sprt.alpha,
            "beta": sprt.beta,
            "of": if plan.conditions.swaps { "pairs" } else { "games" },
            "ratio": summary.ratio(sprt, plan.conditions.swaps),
            "bounds": [low, high],
            "decision": summary.decision,
        })
    });
    let faults = |player: usize| -> Vec<Value> {
        let faults = summary.faults[player].iter();
        let fault = faults.map(|(kind, faults)| {
            json!({
                "kind": kind,
                "games": faults.count,
                "first_game": faults.first_game,
                "reason": faults.reason,
            })
        });
        fault.collect()
    };
    let failed = summary.failed.iter();
    let failed = failed.map(|(game, why)| json!({"game": game, "reason": why}));
    json!({
        "game": plan.conditions.game,
        "rules": plan.conditions.rules,
        "a": a.name,
        "b": b.name,
        "seed": plan.conditions.seed,
        "games": together.games(),
        "repeated": summary.repeated,
        "a_first": summary.first,
        "a_second": summary.second,
        "together": together,
        "score": together.score(),
        "elo": together.elo(),
        "pairs": plan.conditions.swaps.then_some(summary.pairs),
        "los": summary.pairs.superiority().filter(|_| plan.conditions.swaps),
        "sprt": sprt,
        "faults": { "a": faults(0), "b": faults(1) },
        "failed": failed.collect::<Vec<_>>(),
        "interrupted": summary.interrupted,
    })
}
