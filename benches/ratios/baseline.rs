//! The ratios that were written down, and how much worse a new one may be.

use std::collections::BTreeMap;
use std::path::PathBuf;

/// How much worse a ratio may be than the one that was written down, where its line says no
/// more.
const TOLERANCE: f64 = 0.3;

/// Ratio and tolerance of each row, by its name.
pub struct Baseline(BTreeMap<String, (f64, f64)>);

fn file() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "benches", "baseline.csv"]
        .iter()
        .collect()
}

impl Baseline {
    /// What is in the file.
    pub fn read() -> Self {
        let lines = csv::Reader::from_path(file()).into_iter();
        let lines = lines.flat_map(csv::Reader::into_deserialize::<(String, f64, f64)>);
        let lines = lines.map(|line| line.expect("a name, a ratio, a tolerance"));
        Self(
            lines
                .map(|(name, ratio, tolerance)| (name, (ratio, tolerance)))
                .collect(),
        )
    }

    /// Writes the file, each row with the tolerance it had.
    pub fn write(&self) {
        let mut file = csv::Writer::from_path(file()).expect("can be written");
        file.write_record(["row", "ratio", "tolerance"])
            .expect("written");
        for (name, (ratio, tolerance)) in &self.0 {
            let (ratio, tolerance) = (format!("{ratio:.3}"), format!("{tolerance:.2}"));
            file.write_record([name, &ratio, &tolerance])
                .expect("written");
        }
        file.flush().expect("written");
    }

    /// The ratio of a row that was written down.
    pub fn ratio(&self, row: &str) -> Option<f64> {
        self.0.get(row).map(|&(ratio, _)| ratio)
    }

    /// Takes a ratio for a row's.
    pub fn note(&mut self, row: &str, ratio: f64) {
        let known = self.0.entry(row.to_owned()).or_insert((ratio, TOLERANCE));
        known.0 = ratio;
    }

    /// What is wrong with a ratio.
    pub fn complaint(&self, row: &str, ratio: f64) -> Option<String> {
        let &(known, tolerance) = self.0.get(row)?;
        (ratio < known * (1.0 - tolerance)).then(|| {
            let tolerance = 100.0 * tolerance;
            format!("{row}: ratio {ratio:.3}, baseline {known:.3}, tolerance {tolerance:.0} %")
        })
    }
}
