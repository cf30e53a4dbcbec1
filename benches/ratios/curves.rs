//! How cost grows, as a plot: processor time of whole commands against how much they are given,
//! with the exponent that fits best: least squares of the logarithms.

use std::error::Error;
use std::fs;
use std::path::Path;

use plotters::prelude::{
    BLUE, ChartBuilder, Circle, IntoDrawingArea, IntoLogRange, LineSeries, SVGBackend, WHITE,
};

use super::answers::SECOND;
use super::commands::lay_out;
use super::measure::{children_time, of_children, plyjudge};
use super::merging::{CASES, merge, write_journals};

/// What is given more of, how much of it, and the processor time in seconds that it takes.
struct Curve {
    what: &'static str,
    sizes: &'static [u32],
    seconds: fn(u32) -> f64,
    /// Whether time grows by a factor with each one more.
    is_exponential: bool,
}

const CURVES: [Curve; 5] = [
    Curve {
        what: "run kalah: levels",
        sizes: &[9, 10, 11, 12, 13, 14],
        seconds: levels,
        is_exponential: true,
    },
    Curve {
        what: "audit checkers: cases",
        sizes: &[5, 10, 20, 40],
        seconds: audited,
        is_exponential: false,
    },
    Curve {
        what: "grade: submissions, of 10 cases",
        sizes: &[4, 8, 16, 32],
        seconds: |submissions| graded(submissions, 10),
        is_exponential: false,
    },
    Curve {
        what: "grade: cases, of 4 submissions",
        sizes: &[50, 100, 200, 400],
        seconds: |cases| graded(4, cases),
        is_exponential: false,
    },
    Curve {
        what: "merge: results",
        sizes: &[10_000, 30_000, 100_000, 300_000],
        seconds: merged,
        is_exponential: false,
    },
];

/// Measures all curves, prints them, and plots them in a file.
pub fn plot(file: &Path) -> Result<(), Box<dyn Error>> {
    let area = SVGBackend::new(file, (960, 560)).into_drawing_area();
    area.fill(&WHITE)?;
    for (curve, area) in CURVES.iter().zip(area.split_evenly((2, 3))) {
        let points: Vec<(f64, f64)> = curve
            .sizes
            .iter()
            .map(|&size| (f64::from(size), (curve.seconds)(size)))
            .collect();
        let title = match curve.is_exponential {
            true => format!(
                "{} (× {:.2} for each)",
                curve.what,
                slope(&points, |x| x).exp()
            ),
            false => format!("{} (exponent {:.2})", curve.what, slope(&points, f64::ln)),
        };
        println!("{title}");
        for (size, seconds) in &points {
            println!("{size:>10} {seconds:>9.3} s");
        }
        let (least, most) = (points[0], points[points.len() - 1]);
        let mut chart = ChartBuilder::on(&area)
            .caption(title, ("sans-serif", 14))
            .margin(8)
            .x_label_area_size(28)
            .y_label_area_size(52)
            .build_cartesian_2d(
                (least.0 * 0.9..most.0 * 1.1).log_scale(),
                (least.1 * 0.7..most.1 * 1.4).log_scale(),
            )?;
        chart
            .configure_mesh()
            .y_desc("s of processor time")
            .disable_mesh()
            .x_labels(4)
            .y_labels(4)
            .draw()?;
        chart.draw_series(LineSeries::new(points.clone(), &BLUE))?;
        chart.draw_series(points.iter().map(|&at| Circle::new(at, 3, BLUE)))?;
    }
    area.present()?;
    Ok(())
}

/// The slope of the line that fits the logarithms of the times best.
fn slope(points: &[(f64, f64)], scale: fn(f64) -> f64) -> f64 {
    let count = points.len() as f64;
    let [x, y] = [
        points.iter().map(|it| scale(it.0)).sum::<f64>() / count,
        points.iter().map(|it| it.1.ln()).sum::<f64>() / count,
    ];
    let both = points.iter().map(|it| (scale(it.0) - x) * (it.1.ln() - y));
    let square = points.iter().map(|it| (scale(it.0) - x).powi(2));
    both.sum::<f64>() / square.sum::<f64>()
}

fn levels(depth: u32) -> f64 {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("line.txt");
    fs::write(&file, format!("{SECOND} {depth}\n")).expect("written");
    let words = ["run", &file.display().to_string()];
    of_children(|| plyjudge(&words).status().expect("runs")).as_secs_f64()
}

fn audited(cases: u32) -> f64 {
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/checkers-suite");
    let entries = fs::read_dir(shipped).expect("a folder");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut inputs: Vec<_> = paths
        .filter(|path| path.extension().is_some_and(|ending| ending == "txt"))
        .collect();
    inputs.sort();
    inputs.truncate(cases as usize);
    of_children(|| {
        let mut command = plyjudge(&["audit", "--game", "checkers"]);
        command.args(&inputs).status().expect("runs")
    })
    .as_secs_f64()
}

fn graded(submissions: u32, cases: u32) -> f64 {
    let folder = tempfile::tempdir().expect("a folder");
    let [class, tests] = ["class", "cases"].map(|name| folder.path().join(name));
    lay_out(&class, submissions as usize, "int main(void) { return 0; }");
    fs::create_dir(&tests).expect("made");
    for case in 0..cases {
        fs::write(tests.join(format!("{case}.txt")), "").expect("written");
        fs::write(tests.join(format!("{case}.out")), "").expect("written");
    }
    let mut command = plyjudge(&["grade", "class", "--cases", "cases"]);
    // Once: what is graded again need not be compiled again.
    let before = children_time();
    command.current_dir(folder.path()).status().expect("runs");
    (children_time() - before).as_secs_f64()
}

fn merged(results: u32) -> f64 {
    let folder = tempfile::tempdir().expect("a folder");
    let journals = write_journals(folder.path(), results as usize / CASES);
    of_children(|| merge(&journals).status().expect("runs")).as_secs_f64()
}
