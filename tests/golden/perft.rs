//! Leaf counts by depth equal those in the data files `testdata/GAME/NAME.perft`.
//!
//! A file has `#` comments that name the counts' source, `position` lines whose texts,
//! joined by line ends, are the position (none for the initial one), and lines
//! `PLIES LEAVES`.

use std::fs;
use std::path::{Path, PathBuf};

use libtest_mimic::{Failed, Trial};
use plyjudge::games;
use plyjudge::protocol::Settings;

pub fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for protocol in games::all() {
        for file in files(protocol.name()) {
            let game = protocol.name();
            let name = format!("perft/{game}/{}", file.file_name().unwrap().display());
            trials.push(Trial::test(name, move || check(game, &file)));
        }
    }
    trials
}

fn files(game: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("testdata")
        .join(game);
    let entries = fs::read_dir(folder).expect("a folder for every game");
    let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| {
        file.extension()
            .is_some_and(|extension| extension == "perft")
    });
    files.sort();
    files
}

fn check(game: &str, file: &Path) -> Result<(), Failed> {
    let text = fs::read_to_string(file)?;
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let (position, counts): (Vec<_>, Vec<_>) =
        lines.partition(|line| line.starts_with("position "));
    let position: Vec<_> = position
        .iter()
        .map(|line| line.trim_start_matches("position "))
        .collect();
    let position = (!position.is_empty()).then(|| position.join("\n"));
    if counts.is_empty() {
        return Err("no counts".into());
    }
    let protocol = games::find(game).ok_or("no such game")?;
    for line in counts {
        let (plies, leaves) = line.split_once(' ').ok_or("expected PLIES LEAVES")?;
        let counted = protocol.perft(&Settings::default(), position.as_deref(), plies.parse()?)?;
        if counted != leaves.parse::<u64>()? {
            return Err(format!("{plies} plies: counted {counted}, expected {leaves}").into());
        }
    }
    Ok(())
}
