//! Diagnosis: engines with planted mistakes are found out.

use std::path::Path;
use std::time::Instant;

use plyjudge::judge::case;
use plyjudge::mistakes::catalogue::{Catalogue, Set};
use plyjudge::mistakes::diagnose::{Diagnosis, Finding, Observed, diagnose};
use plyjudge::mistakes::suite::{Case, Suite};
use plyjudge::protocol::{self, Resources, Settings};

/// The catalogue of a game under its published rules.
fn catalogue(game: &str) -> Catalogue {
    let right = Settings {
        resources: Resources {
            threads: 1,
            hash_mib: 1,
        },
        ..Settings::default()
    };
    Catalogue::new(protocol::find(game).expect("a game"), right)
}

/// The golden cases of a game that need no options.
fn cases(game: &str) -> Vec<Case> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("testdata")
        .join(game);
    let found = case::find(&root).expect("cases");
    let plain = found
        .iter()
        .filter(|case| case.args.is_empty() && !case.name.contains("deeper"));
    plain
        .map(|case| Case {
            name: case.name.clone(),
            input: case.read_input().expect("an input"),
        })
        .collect()
}

fn observe(outputs: Vec<Vec<u8>>) -> Vec<Option<Observed>> {
    let whole = |output| {
        Some(Observed {
            output,
            stopped: None,
        })
    };
    outputs.into_iter().map(whole).collect()
}

/// Diagnoses an engine with these mistakes; none when the suite lets it through.
fn planted(suite: &Suite<'_>, set: &Set) -> Option<Diagnosis> {
    let outputs = suite.answers(set);
    if outputs == suite.right() {
        return None;
    }
    Some(diagnose(suite, &observe(outputs)))
}

#[test]
fn every_single_mistake_is_found() {
    for game in ["checkers", "kalah", "ewn", "hexline"] {
        let catalogue = catalogue(game);
        let start = Instant::now();
        let suite = Suite::new(&catalogue, cases(game)).unwrap();
        eprintln!(
            "{game}: {} mistakes, {} cases, right {:?}",
            catalogue.mistakes().len(),
            suite.cases().len(),
            start.elapsed()
        );
        for set in catalogue.singles() {
            let start = Instant::now();
            let names = catalogue.names(&set);
            let Some(diagnosis) = planted(&suite, &set) else {
                eprintln!("{game} {names:?} slips through");
                continue;
            };
            assert!(diagnosis.is_exact(), "{game} {names:?}: {diagnosis:?}");
            let Finding::Mistakes(found) = diagnosis.finding else {
                panic!()
            };
            assert!(
                found.set == set || found.equivalents.contains(&set),
                "{names:?}"
            );
            let took = start.elapsed();
            if took.as_millis() > 300 {
                eprintln!(
                    "{game} {names:?}: {:?} equivalents {}",
                    start.elapsed(),
                    found.equivalents.len()
                );
            }
        }
        eprintln!("{game}: {:?}", start.elapsed());
    }
}
