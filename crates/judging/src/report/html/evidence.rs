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
use crate::report::visible::{self, Cell};
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
    let told = wrong.filter(|wrong| !is_in_form_only(wrong.difference.kind));
    let boards = told.and_then(|wrong| pictures.boards(case, wrong));
    let decision = told.and_then(|wrong| pictures.decision(case, wrong));
    let mut said_by_validator = messages(judgement, for_staff).peekable();
    if wrong.is_none() && judgement.stderr.text.is_empty() && said_by_validator.peek().is_none() {
        return None;
    }
    let input = pictures.input(case);
    Some(html! {
        div.evidence {
            div {
                @if let Some(input) = input {
                    h4 { "Input" }
                    @if input.text.is_empty() { p.faint { "There is none: it is empty." } }
                    @else { (said(&input)) }
                }
                @if let Some(wrong) = wrong { (diff(wrong)) }
            }
            @if boards.is_some() || decision.is_some() {
                div {
                    @if let Some(boards) = boards { (two_boards(&boards)) }
                    @if let Some(decision) = decision { (moves(&decision)) }
                }
            }
        }
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

/// Whether all that is wrong is how the output is written down: a board would show nothing.
fn is_in_form_only(kind: DifferenceKind) -> bool {
    matches!(
        kind,
        DifferenceKind::LineEndings
            | DifferenceKind::MissingFinalNewline
            | DifferenceKind::WhiteSpace
    )
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
            tr { (cell(old.as_ref(), "right")) (cell(new.as_ref(), "wrong")) }
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
            @if marked { mark { (written(cells)) } } @else { (written(cells)) }
        }
        @if shown.cut_behind > 0 { span.faint { "… " (shown.cut_behind) " more bytes" } }
        @if !shown.ends_in_newline { span.faint { " (no newline)" } }
    }
}

/// Text as it is, and what cannot be seen as chips that name it, equal ones together.
fn written(cells: &[Cell<'_>]) -> Markup {
    let alike = |one: &Cell<'_>, other: &Cell<'_>| {
        let names = (visible::label(one), visible::label(other));
        matches!(names, (None, None)) || names.0 == names.1
    };
    html! {
        @for run in cells.chunk_by(alike) {
            @match visible::label(&run[0]) {
                None => @for cell in run { (String::from_utf8_lossy(cell.source)) },
                Some(name) => span.unseen {
                    (name)
                    @if run.len() > 1 { "×" (run.len()) }
                },
            }
        }
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
    let mut shown: Vec<Markup> = Vec::new();
    for line in lines.by_ref().take(SAID) {
        let mut cells = visible::cells(line.strip_suffix(b"\n").unwrap_or(line), 0, COLUMNS + 1);
        let is_cut = cells.len() > COLUMNS;
        cells.truncate(COLUMNS);
        shown.push(html! { (written(&cells)) @if is_cut { "…" } "\n" });
    }
    let is_more = words.cut || lines.next().is_some();
    html! { pre { @for line in shown { (line) } @if is_more { "…" } } }
}
