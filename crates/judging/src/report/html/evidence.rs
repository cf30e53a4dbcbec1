//! What shows that a verdict is right: the outputs side by side, the boards, the moves there
//! were to choose from, what was written to standard error.

use maud::{Markup, html};

use super::{Boards, Decision, Pictures};
use crate::compare::DifferenceKind;
use crate::html::drawn;
use crate::record::{Excerpt, Judgement, WrongOutput};
use crate::report::diff::shown::Shown;
use crate::report::diff::sides::{Numbered, Row, Sides, sides};
use crate::report::evidence::messages;
use crate::report::visible;
use crate::verdict::Verdict;

/// How many differing rows of a diff are shown.
const ROWS: usize = 24;
/// How many lines of standard error or of a compiler are shown.
const SAID: usize = 20;
/// How many characters of such a line.
const COLUMNS: usize = 160;

/// All there is on a judgement; nothing for AC.
pub(super) fn evidence(
    judgement: &Judgement,
    case: usize,
    for_staff: bool,
    pictures: &mut dyn Pictures,
) -> Option<Markup> {
    if judgement.verdict.is_accepted() {
        return None;
    }
    let wrong = judgement.wrong.as_deref();
    let wrong = wrong.filter(|wrong| tells(wrong, judgement.verdict));
    let boards = wrong.and_then(|wrong| pictures.boards(case, wrong));
    let decision = wrong.and_then(|wrong| pictures.decision(case, wrong));
    let mut said_by_validator = messages(judgement, for_staff).peekable();
    if wrong.is_none() && judgement.stderr.text.is_empty() && said_by_validator.peek().is_none() {
        return None;
    }
    Some(html! {
        @if let Some(wrong) = wrong { (diff(wrong)) }
        @if let Some(boards) = boards { (two_boards(&boards)) }
        @if let Some(decision) = decision { (moves(&decision)) }
        @for (title, text) in said_by_validator {
            h4 { (title) }
            (said(text))
        }
        @if !judgement.stderr.text.is_empty() {
            h4 { "On standard error" }
            (said(&judgement.stderr))
        }
    })
}

/// Whether a diff says more than the verdict.
fn tells(wrong: &WrongOutput, verdict: Verdict) -> bool {
    matches!(verdict, Verdict::WrongAnswer { .. })
        || wrong.difference.kind != DifferenceKind::EndsEarly
}

fn diff(wrong: &WrongOutput) -> Markup {
    let Sides {
        rows,
        skipped,
        goes_on,
    } = sides(&wrong.expected, &wrong.actual, ROWS);
    html! {
        div.scroll tabindex="0" role="group" aria-label="The outputs side by side" {
            table.diff {
                thead { tr {
                    th scope="col" { span.sr { "line" } } th scope="col" { "expected" }
                    th scope="col" { span.sr { "line" } } th scope="col" { "printed" }
                } }
                tbody { @for row in &rows { (diff_row(row)) } }
            }
        }
        @if skipped > 0 { p.faint { "… " (skipped) " more differing lines" } }
        @if goes_on { p.faint { "What follows was not compared." } }
    }
}

fn diff_row(row: &Row<'_>) -> Markup {
    match row {
        Row::Gap => html! { tr.gap { td colspan="4" { "⋮" } } },
        Row::Equal(old, new) => html! {
            tr { (cell(Some(old), "")) (cell(Some(new), "")) }
        },
        Row::Change(old, new) => html! {
            tr { (cell(old.as_ref(), "old")) (cell(new.as_ref(), "new")) }
        },
    }
}

fn cell(side: Option<&Numbered<'_>>, class: &str) -> Markup {
    let Some(Numbered { number, shown }) = side else {
        return html! { td.n {} td.none {} };
    };
    let class = Some(class).filter(|class| !class.is_empty());
    html! {
        td.n { (number) }
        td class=[class] { (line(shown)) }
    }
}

fn line(shown: &Shown<'_>) -> Markup {
    html! {
        @if shown.cut_before { "…" }
        @for (marked, cells) in shown.runs() {
            @let text: String = cells.iter().map(|cell| cell.shown.as_ref()).collect();
            @if marked { mark { (text) } } @else { (text) }
        }
        @if shown.cut_behind > 0 { span.faint { "… " (shown.cut_behind) " more bytes" } }
        @if !shown.ends_in_newline { span.faint { " (no newline)" } }
    }
}

fn two_boards(boards: &Boards) -> Markup {
    html! {
        div.boards {
            @if let Some(printed) = &boards.printed {
                figure { (drawn(boards.expected.clone())) figcaption { "expected" } }
                figure { (drawn(printed.clone())) figcaption { "printed" } }
            } @else {
                figure { (drawn(boards.expected.clone())) figcaption { (boards.title) } }
            }
        }
        @if !boards.differing.is_empty() {
            p { "They differ in " (boards.differing.join(", ")) "." }
        }
    }
}

fn moves(decision: &Decision) -> Markup {
    html! {
        h4 { "The moves there were: " (decision.title) }
        p { (decision.why) }
        div.scroll {
            table {
                thead { tr {
                    th.n scope="col" { "#" } th scope="col" { "move" }
                    th.n scope="col" { "value" } th scope="col" { "verdict" }
                } }
                tbody {
                    @for (index, [step, value, remark]) in decision.moves.iter().enumerate() {
                        tr.right[decision.choice == Some(index)] {
                            td.n { (index + 1) } th scope="row" { (step) }
                            td.n { (value) } td { (remark) }
                        }
                    }
                }
            }
        }
    }
}

/// What a program or a compiler said.
pub(super) fn said(words: &Excerpt) -> Markup {
    let text = words.text.as_bytes();
    let mut lines = text.split_inclusive(|&byte| byte == b'\n');
    let mut shown: Vec<String> = lines
        .by_ref()
        .take(SAID)
        .map(|line| visible::line(line.strip_suffix(b"\n").unwrap_or(line), COLUMNS))
        .collect();
    if words.cut || lines.next().is_some() {
        shown.push("…".to_owned());
    }
    html! { pre { (shown.join("\n")) } }
}
