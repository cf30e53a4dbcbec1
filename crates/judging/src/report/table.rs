//! What a person at a terminal reads: for each submission the first failure with its diff,
//! then how the class did on each case, then a table of all submissions.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};

use super::class::{Class, Tally};
use super::diagnosis::{self, Reader};
use super::evidence::{Evidence, to_text};
use super::{visible, words};
use crate::event::{Event, Listener};
use crate::plan::Plan;
use crate::record::{Outcome, Preparation};
use grid::Cell;

mod grid;

/// How many columns a name gets in a table.
const NAME: usize = 40;

/// How many differing lines of a submission's first failure are shown.
const DIFF_LINES: usize = 12;

/// How many lines of what a program or a compiler said are shown.
const SAID_LINES: usize = 8;

/// Writes the tables, at the end.
#[derive(Debug)]
pub struct Table<W> {
    out: W,
    look: Look,
    evidence: Evidence,
    class: Option<Class>,
    /// What to tell of each submission that something went wrong with.
    troubles: Vec<Option<Trouble>>,
}

/// Something that went wrong with a submission.
#[derive(Debug)]
struct Trouble {
    /// With which case; none if it was before any.
    case: Option<usize>,
    text: String,
}

/// How the parts of a table look.
#[derive(Clone, Copy, Debug, Default)]
struct Look {
    plain: Style,
    heading: Style,
    good: Style,
    bad: Style,
    faint: Style,
}

impl Look {
    const COLOUR: Self = Self {
        plain: Style::new(),
        heading: Style::new().bold(),
        good: AnsiColor::Green.on_default(),
        bad: AnsiColor::Red.on_default(),
        faint: Style::new().dimmed(),
    };

    fn count(&self, count: usize, good: bool) -> Cell {
        let style = match (count, good) {
            (0, _) => self.faint,
            (_, true) => self.good,
            (_, false) => self.bad,
        };
        Cell::number(count, style)
    }

    fn words(&self, text: impl Into<String>) -> Cell {
        Cell::words(text, self.plain)
    }
}

impl<W: Write> Table<W> {
    /// Tables that are written to `out`, with colours (ANSI escape sequences) or without.
    pub fn new(out: W, colour: bool) -> Self {
        Self {
            out,
            look: if colour {
                Look::COLOUR
            } else {
                Look::default()
            },
            evidence: Evidence {
                colour,
                diff_lines: DIFF_LINES,
                said_lines: SAID_LINES,
            },
            class: None,
            troubles: Vec::new(),
        }
    }

    /// Whether something is to be told of a submission that comes before all that is known.
    fn is_first(&self, submission: usize, case: usize) -> bool {
        let known = self.troubles[submission].as_ref();
        known.is_none_or(|known| known.case.is_some_and(|known| case < known))
    }

    fn prepared(&mut self, plan: &Plan, submission: usize, preparation: &Preparation) {
        let text = match preparation {
            Preparation::Ready(_) => return,
            Preparation::Failed {
                reason,
                compilation,
            } => to_text(|out| {
                self.heading(plan, submission, &format!("CE, {reason}"), out)?;
                self.evidence.said(&compilation.words, out)
            }),
            Preparation::Fault(fault) => {
                let what = format!("not judged, {}", fault.message);
                to_text(|out| self.heading(plan, submission, &what, out))
            }
        };
        self.troubles[submission] = Some(Trouble { case: None, text });
    }

    fn finished(&mut self, plan: &Plan, submission: usize, case: usize, outcome: &Outcome) {
        if !self.is_first(submission, case) {
            return;
        }
        let about = &plan.cases[case];
        let text = match outcome {
            Outcome::Judged(judgement) if !judgement.verdict.is_accepted() => {
                let what = format!("{}: {}", about.name, judgement.verdict);
                to_text(|out| {
                    self.heading(plan, submission, &what, out)?;
                    writeln!(out, "{}", words::about(outcome, about, "The program"))?;
                    self.evidence.write(judgement, out)
                })
            }
            Outcome::Fault(fault) => {
                let what = format!("{}: not judged, {}", about.name, fault.message);
                to_text(|out| self.heading(plan, submission, &what, out))
            }
            Outcome::Judged(_) | Outcome::Skipped => return,
        };
        let case = Some(case);
        self.troubles[submission] = Some(Trouble { case, text });
    }

    fn heading(
        &self,
        plan: &Plan,
        submission: usize,
        what: &str,
        out: &mut Vec<u8>,
    ) -> io::Result<()> {
        let bad = self.look.bad.bold();
        let bad = if self.evidence.colour {
            bad
        } else {
            Style::new()
        };
        let name = visible::name(&plan.submissions[submission].name);
        writeln!(out, "{bad}{name}{bad:#}: {}", visible::name(what))
    }

    fn end(&mut self) -> io::Result<()> {
        let Some(class) = &self.class else {
            return Ok(());
        };
        let out = &mut self.out;
        for (submission, trouble) in self.troubles.iter().enumerate() {
            let Some(trouble) = trouble else { continue };
            write!(out, "{}", trouble.text)?;
            if let Some(diagnosis) = class.diagnosis(submission) {
                let text = diagnosis::words(diagnosis, class.plan(), Reader::Staff);
                write!(out, "{text}")?;
            }
            writeln!(out)?;
        }
        cases(class, self.look, out)?;
        writeln!(out)?;
        grid::write(&submissions(class, self.look), out)?;
        writeln!(out)?;
        for other in &class.plan().not_programs {
            let name = visible::name_within(&other.name, NAME);
            writeln!(out, "{name}: not a program")?;
        }
        writeln!(out, "{}", summed_up(class))?;
        out.flush()
    }
}

impl<W: Write> Listener for Table<W> {
    fn take(&mut self, event: Event<'_>) -> io::Result<()> {
        if let Event::Begin(plan) = event {
            self.class = Some(Class::new(plan));
            self.troubles.resize_with(plan.submissions.len(), || None);
        }
        let Some(mut class) = self.class.take() else {
            return Ok(());
        };
        class.take(event);
        match event {
            Event::Prepared {
                submission,
                preparation,
            } => self.prepared(class.plan(), submission, preparation),
            Event::Finished {
                submission,
                case,
                outcome,
            } => self.finished(class.plan(), submission, case, outcome),
            Event::Begin(_) | Event::Progress(_) | Event::Diagnosed { .. } | Event::End(_) => {}
        }
        self.class = Some(class);
        match event {
            Event::End(_) => self.end(),
            _ => Ok(()),
        }
    }
}

/// The cases that not everybody passed, with who got what, and how many there are besides.
fn cases(class: &Class, look: Look, out: &mut dyn Write) -> io::Result<()> {
    let plan = class.plan();
    let all = plan.submissions.len();
    let heading = ["case", "passed", "others"].map(|name| Cell::words(name, look.heading));
    let mut rows = vec![heading.to_vec()];
    for (index, case) in plan.cases.iter().enumerate() {
        let tally = class.case_tally(index);
        if tally.passed() < all {
            rows.push(vec![
                look.words(visible::name_within(&case.name, NAME)),
                Cell::number(format!("{} of {all}", tally.passed()), look.plain),
                look.words(tally.not_passed()),
            ]);
        }
    }
    let failed = rows.len() - 1;
    let passed = plan.cases.len() - failed;
    if failed > 0 {
        grid::write(&rows, out)?;
    }
    let cases = match (passed, failed) {
        (0, _) => return Ok(()),
        (_, 0) => words::count(passed, "case"),
        (_, _) => words::count(passed, "more case"),
    };
    writeln!(out, "{cases} passed by all")
}

/// A row for each submission, below the headings.
fn submissions(class: &Class, look: Look) -> Vec<Vec<Cell>> {
    let plan = class.plan();
    let all = total(class);
    let codes: Vec<&str> = all
        .verdicts()
        .filter(|(code, count)| *code == "AC" || *count > 0)
        .map(|(code, _)| code)
        .collect();
    let extra = |tally: &Tally| {
        [
            ("skipped", all.skipped > 0, tally.skipped),
            ("not judged", all.faults > 0, tally.faults),
            ("flickering", all.flickering > 0, tally.flickering),
            ("nonzero exit", all.nonzero > 0, tally.nonzero),
        ]
    };
    let points = plan.has_suite.then_some("points");
    let extras = extra(&all).into_iter().filter(|(_, is_shown, _)| *is_shown);
    let numbers = codes.iter().copied().chain(extras.map(|(name, _, _)| name));
    let numbers = numbers.chain(points).chain(["seconds"]);
    let mut heading = vec![Cell::words("submission", look.heading)];
    heading.extend(numbers.map(|name| Cell::number(name, look.heading)));
    heading.extend(["slowest case", "first failed"].map(|name| Cell::words(name, look.heading)));
    let mut rows = vec![heading];
    for (index, submission) in plan.submissions.iter().enumerate() {
        let tally = class.tally(index);
        let mut row = vec![look.words(visible::name_within(&submission.name, NAME))];
        // Where something could not be judged there is no number that could be taken for a result.
        let score = class.score(index);
        let known = |cell: Cell| match score {
            Some(_) => cell,
            None => Cell::number("", look.plain),
        };
        let counts = tally.verdicts().filter(|(code, _)| codes.contains(code));
        row.extend(counts.map(|(code, count)| known(look.count(count, code == "AC"))));
        let extras = extra(&tally)
            .into_iter()
            .filter(|(_, is_shown, _)| *is_shown);
        row.extend(extras.map(|(name, _, count)| match name {
            "not judged" => look.count(count, false),
            "nonzero exit" => known(Cell::number(count, look.plain)),
            _ => known(look.count(count, false)),
        }));
        if plan.has_suite {
            let of = words::number(plan.max_points());
            let points = score.map(|points| format!("{} of {of}", words::number(points)));
            row.push(Cell::number(points.unwrap_or_default(), look.plain));
        }
        let name = |case: usize| visible::name_within(&plan.cases[case].name, NAME);
        let slowest = class.slowest(index);
        let seconds = slowest.map(|(_, used)| format!("{:.3}", used.cpu.as_secs_f64()));
        row.push(Cell::number(seconds.unwrap_or_default(), look.plain));
        row.push(look.words(slowest.map_or(String::new(), |(case, _)| name(case))));
        row.push(look.words(class.first_failed(index).map_or(String::new(), name)));
        rows.push(row);
    }
    rows
}

fn total(class: &Class) -> Tally {
    let submissions = 0..class.plan().submissions.len();
    let tallies = submissions.map(|submission| class.tally(submission));
    tallies.fold(Tally::default(), |all, tally| all + tally)
}

/// `2 submissions, 3 cases: 5 passed, 1 failed`.
fn summed_up(class: &Class) -> String {
    let (plan, all) = (class.plan(), total(class));
    let submissions = words::count(plan.submissions.len(), "submission");
    let cases = words::count(plan.cases.len(), "case");
    let parts = [
        (all.passed(), "passed"),
        (all.failed(), "failed"),
        (all.skipped, "skipped"),
        (all.faults, "not judged"),
        (all.flickering, "flickering"),
        (all.nonzero, "with a nonzero exit status"),
    ];
    let parts = parts.iter().filter(|(count, _)| *count > 0);
    let parts: Vec<String> = parts
        .map(|(count, what)| format!("{count} {what}"))
        .collect();
    let mut text = format!("{submissions}, {cases}: {}", parts.join(", "));
    match plan.not_programs.len() {
        0 => {}
        1 => text += "; 1 other is not a program",
        others => text += &format!("; {others} others are not programs"),
    }
    text
}

#[cfg(test)]
mod tests {
    use super::Table;
    use crate::plan::Plan;
    use crate::report::sample;

    fn table(plan: &Plan, colour: bool) -> String {
        let mut out = Vec::new();
        sample::play(plan, &mut Table::new(&mut out, colour));
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn golden() {
        sample::assert_golden("table.txt", &table(&sample::plan(), false));
    }

    #[test]
    fn nothing_of_a_program_reaches_the_terminal_unescaped() {
        let text = table(&sample::plan(), false);
        let bad = |c: char| c != '\n' && (c.is_control() || c == '\u{202e}');
        assert!(!text.contains(bad), "{text}");
    }

    #[test]
    fn colours_do_not_change_the_words() {
        let coloured = table(&sample::plan(), true);
        let plain = anstream::adapter::strip_str(&coloured).to_string();
        let words = |text: &str| -> Vec<String> {
            let lines = text
                .lines()
                .filter(|line| !line.trim_matches(['│', '^', ' ']).is_empty());
            lines.map(str::to_owned).collect()
        };
        assert!(coloured.contains("\u{1b}[31m"));
        assert_eq!(words(&plain), words(&table(&sample::plan(), false)));
    }

    #[test]
    fn the_order_in_which_results_come_does_not_matter() {
        let mut out = Vec::new();
        sample::play_reversed(&sample::plan(), &mut Table::new(&mut out, false));
        assert_eq!(
            String::from_utf8(out).unwrap(),
            table(&sample::plan(), false)
        );
    }

    #[test]
    fn when_all_is_well_little_is_said() {
        let mut plan = sample::plan_without_suite();
        plan.submissions = vec![plan.submissions[2].clone(); 3];
        plan.not_programs.clear();
        let mut out = Vec::new();
        sample::play_as(&plan, 2, &mut Table::new(&mut out, false));
        let text = String::from_utf8(out).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines,
            [
                "4 cases passed by all",
                "",
                "submission  AC  seconds  slowest case  first failed",
                "alice        4    0.252  s1/1",
                "alice        4    0.252  s1/1",
                "alice        4    0.252  s1/1",
                "",
                "3 submissions, 4 cases: 12 passed",
            ]
        );
    }
}
