//! What came of a submission as plain text, for the student whose it is: nobody else is in it, and
//! of hidden cases nothing but the verdict.

use std::io::{self, Write};

use super::diagnosis::Reader;
use super::html::case_name;
use super::{gradescope, visible};
use crate::journal::results::Results;
use crate::language::Language;

/// Writes the text, of results with one submission.
///
/// # Errors
/// When `out` cannot be written to, or what was printed cannot be read again.
pub fn write(results: &Results<'_>, lang: &Language, out: &mut dyn Write) -> io::Result<()> {
    let plan = results.plan();
    for submission in &plan.submissions {
        writeln!(out, "{}", visible::name(&submission.name))?;
        for older in submission.student.iter().flat_map(|it| &it.older) {
            writeln!(out, "{} {}", lang.say("Not counted:"), visible::name(older))?;
        }
    }
    write!(out, "{}", gradescope::about(results, lang)?)?;
    for (case, _) in results.results_of(gradescope::ONLY) {
        let outcome = results.outcome(gradescope::ONLY, case)?;
        let name = case_name(plan, case, Reader::Student, lang);
        writeln!(out, "\n{name}")?;
        let about = &plan.cases[case];
        let text = gradescope::text(about, &outcome, about.visibility.is_open(), lang);
        writeln!(out, "{text}")?;
    }
    out.flush()
}

#[cfg(test)]
mod tests {
    use crate::columns::GUTTER;
    use crate::language::ENGLISH;
    use crate::language::tests::{chinese, english_words};
    use crate::report::sample;

    #[test]
    fn in_another_language_no_english_is_left() {
        let (plan, lang) = (sample::plan(), chinese());
        for submission in 0..plan.submissions.len() {
            let text = sample::text(&plan, |results, out| {
                super::write(&results.alone(submission), &lang, out)
            });
            // What programs and compilers said is indented, or beside a number of a line.
            let ours = text
                .lines()
                .filter(|line| !line.starts_with("  ") && !line.contains(GUTTER));
            for line in ours {
                let left = english_words(line, sample::KEPT);
                assert!(left.is_empty(), "{line}: {left:?}");
            }
        }
    }

    #[test]
    fn a_student_reads_of_nobody_else_and_nothing_of_hidden_cases() {
        let plan = sample::plan();
        let texts = (0..plan.submissions.len()).map(|submission| {
            sample::text(&plan, |results, out| {
                super::write(&results.alone(submission), &ENGLISH, out)
            })
        });
        let texts: Vec<String> = texts.collect();
        for (own, text) in texts.iter().enumerate() {
            assert!(!text.contains(sample::SECRET) && !text.contains("s1/secret"));
            assert_eq!(text.matches("\nhidden case 1\n").count(), 1, "{text}");
            assert!(!text.contains(['\u{202e}', '\u{1b}']), "{text}");
            for (other, name) in ["alice\n", "bob\n", "zoe"].iter().enumerate() {
                assert_eq!(text.starts_with(name), own == other + 2, "{own}: {text}");
            }
        }
        assert!(
            texts[2].starts_with("alice\n4 of 4 cases passed, 12 of 12 points.\n"),
            "{}",
            texts[2]
        );
        assert!(texts[0].contains("could not be compiled"));
        assert!(texts[4].contains("There is no score") && !texts[4].contains("javac"));
    }
}
