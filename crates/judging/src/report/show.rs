//! All that is known of one submission and one case, for staff: hidden cases are shown, too.

use std::io::{self, Write};

use super::evidence::Evidence;
use super::{visible, words};
use crate::journal::results::Results;
use crate::record::{Outcome, Preparation};
use crate::suite::plan::Plan;

/// The submission and the case that `SUBMISSION/CASE` names, by their indices.
///
/// # Errors
/// When there is no such submission or no such case.
pub fn find(plan: &Plan, text: &str) -> io::Result<(usize, usize)> {
    let mut error =
        format!("found '{text}', expected SUBMISSION/CASE: there is no such submission");
    for (submission, about) in plan.submissions.iter().enumerate() {
        let rest = text.strip_prefix(&about.name);
        let Some(name) = rest.and_then(|rest| rest.strip_prefix('/')) else {
            continue;
        };
        if let Some(case) = plan.cases.iter().position(|case| case.name == name) {
            return Ok((submission, case));
        }
        error = format!("submission '{}' has no case '{name}'", about.name);
    }
    Err(io::Error::new(io::ErrorKind::NotFound, error))
}

/// Writes what is known of the pair that `SUBMISSION/CASE` names, with colours (ANSI escape
/// sequences) or without.
///
/// # Errors
/// When there is no such pair, `out` cannot be written to, or what was printed cannot be read
/// again.
pub fn write(
    results: &Results<'_>,
    wanted: &str,
    colour: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    let evidence = Evidence {
        colour,
        for_staff: true,
        ..Evidence::plain(200, 100)
    };
    let plan = results.plan();
    let (submission, case) = find(plan, wanted)?;
    let about = &plan.cases[case];
    let name = visible::name(&plan.submissions[submission].name);
    writeln!(out, "submission  {name}")?;
    writeln!(out, "case        {}", visible::name(&about.name))?;
    for (what, path) in [("input", &about.input), ("expected", &about.expected)] {
        let path = path.to_string_lossy();
        writeln!(out, "{what:<10}  {}", visible::name(&path))?;
    }
    if let Preparation::Failed {
        reason,
        compilation,
    } = results.preparation(submission)?
    {
        evidence.compiled(Some(&reason), &compilation, out)?;
    }
    let outcome = results.outcome(submission, case)?;
    let told = words::about(&outcome, about, "The program", false);
    match &outcome {
        Outcome::Judged(judgement) => {
            writeln!(out, "verdict     {}", judgement.verdict)?;
            if let Some(run) = judgement.run {
                let (cpu, wall) = (run.usage.cpu.as_secs_f64(), run.usage.wall.as_secs_f64());
                writeln!(
                    out,
                    "time        {cpu:.3} s of the processor, {wall:.3} s in all"
                )?;
                writeln!(out, "memory      {}", words::bytes(run.usage.peak_memory))?;
                writeln!(out, "printed     {}", words::bytes(run.printed))?;
            }
            writeln!(out, "{told}")?;
            evidence.write(judgement, out)?;
        }
        Outcome::Skipped => writeln!(out, "{told}")?,
        Outcome::Fault(fault) => {
            writeln!(out, "not judged  {}", visible::name(&fault.message))?;
        }
    }
    out.flush()
}

#[cfg(test)]
mod tests {
    use super::find;
    use crate::report::sample;
    use crate::suite::plan::Plan;

    fn shown(wanted: &str) -> String {
        sample::text(&sample::plan(), |results, out| {
            super::write(results, wanted, false, out)
        })
    }

    #[test]
    fn a_pair_is_found_by_its_names() {
        let mut plan = sample::plan();
        let found = |plan: &Plan, text: &str| find(plan, text).map_err(|error| error.to_string());
        assert_eq!(found(&plan, "bob/s0/2"), Ok((3, 1)));
        assert_eq!(
            found(&plan, "<script>alert(1)</script>/s1/secret"),
            Ok((1, 3))
        );
        let error = "found 'bo/s0/2', expected SUBMISSION/CASE: there is no such submission";
        assert_eq!(found(&plan, "bo/s0/2"), Err(error.into()));
        let error = "submission 'bob' has no case 's0'";
        assert_eq!(found(&plan, "bob/s0"), Err(error.into()));
        // A command may hold anything.
        plan.submissions[0].name = "bob/s0".into();
        plan.cases[0].name = "x".into();
        assert_eq!(found(&plan, "bob/s0/x"), Ok((0, 0)));
        assert_eq!(found(&plan, "bob/s0/2"), Ok((3, 1)));
    }

    #[test]
    fn golden() {
        let pairs = [
            "bob/s0/2",
            "bob/s1/secret",
            "alice/s0/1",
            "=1+1/s0/1",
            "zoe, \"z\"/s0/1",
            "<script>alert(1)</script>/s1/1",
            "黑 \u{202e}\u{1b}[31m/s0/2",
            "黑 \u{202e}\u{1b}[31m/s1/1",
        ];
        let pages = pairs.map(shown).join("\n");
        sample::assert_golden("show.txt", &pages);
    }
}
