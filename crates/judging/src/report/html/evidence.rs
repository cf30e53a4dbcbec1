//! What shows that a verdict is right: the outputs side by side, the boards, the moves there
//! were to choose from, what was written to standard error.

use maud::{Markup, html};

use super::{Boards, Decision, Pictures};
use crate::compare::DifferenceKind;
use crate::html::drawn;
use crate::language::Language;
use crate::record::{Excerpt, Judgement, WrongOutput};
use crate::report::diff::COLUMNS;
use crate::report::diff::shown::Shown;
use crate::report::diff::sides::{Numbered, Row, Sides, sides};
use crate::report::evidence::{messages, tells};
use crate::report::visible::{self, Cell};

/// How many differing rows of a diff are shown.
const ROWS: usize = 24;
/// How many lines of standard error or of a compiler are shown.
const SAID: usize = 20;

/// All there is on a judgement; nothing for AC.
pub(super) fn evidence(
    judgement: &Judgement,
    case: usize,
    (for_staff, lang): (bool, &Language),
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
                    h4 { (lang.say("Input")) }
                    @if input.text.is_empty() { p.faint { (lang.say("There is none: it is empty.")) } }
                    @else { (said(&input, lang)) }
                }
                @if let Some(wrong) = wrong { (diff(wrong, lang)) }
            }
            @if boards.is_some() || decision.is_some() {
                div {
                    @if let Some(boards) = boards { (two_boards(&boards, lang)) }
                    @if let Some(decision) = decision { (moves(&decision, lang)) }
                }
            }
        }
        @for (title, text) in said_by_validator {
            h4 { (lang.say(title)) }
            (said(text, lang))
        }
        @if !judgement.stderr.text.is_empty() {
            h4 { (lang.say("On standard error")) }
            (said(&judgement.stderr, lang))
        }
    })
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

fn diff(wrong: &WrongOutput, lang: &Language) -> Markup {
    let Sides {
        rows,
        skipped,
        goes_on,
    } = sides(&wrong.expected, &wrong.actual, ROWS);
    html! {
        div.scroll tabindex="0" role="group" aria-label=(lang.say("The outputs side by side")) {
            table.diff {
                thead { tr {
                    th scope="col" { span.sr { (lang.say("line")) } } th scope="col" { (lang.say("expected")) }
                    th scope="col" { span.sr { (lang.say("line")) } } th scope="col" { (lang.say("printed")) }
                } }
                tbody { @for row in &rows { (diff_row(row, lang)) } }
            }
        }
        @if skipped > 0 { p.faint { "… " (lang.say(&format!("{skipped} more differing lines"))) } }
        @if goes_on { p.faint { (lang.say("What follows was not compared.")) } }
    }
}

fn diff_row(row: &Row<'_>, lang: &Language) -> Markup {
    match row {
        Row::Gap => html! { tr.gap { td colspan="4" { "⋮" } } },
        Row::Equal(old, new) => html! {
            tr { (cell(Some(old), "", lang)) (cell(Some(new), "", lang)) }
        },
        Row::Change(old, new) => html! {
            tr { (cell(old.as_ref(), "right", lang)) (cell(new.as_ref(), "wrong", lang)) }
        },
    }
}

fn cell(side: Option<&Numbered<'_>>, class: &str, lang: &Language) -> Markup {
    let Some(Numbered { number, shown }) = side else {
        return html! { td.n {} td.none {} };
    };
    let class = Some(class).filter(|class| !class.is_empty());
    html! {
        td.n { (number) }
        td class=[class] { (line(shown, lang)) }
    }
}

fn line(shown: &Shown<'_>, lang: &Language) -> Markup {
    html! {
        @if shown.cut_before { "…" }
        @for (marked, cells) in shown.runs() {
            @if marked { mark { (written(cells, lang)) } } @else { (written(cells, lang)) }
        }
        @if shown.cut_behind > 0 { span.faint { "… " (lang.say(&format!("{} more bytes", shown.cut_behind))) } }
        @if !shown.ends_in_newline { span.faint { " " (lang.say("(no newline)")) } }
    }
}

/// Text as it is, and what cannot be seen as chips that name it, equal ones together.
fn written(cells: &[Cell<'_>], lang: &Language) -> Markup {
    let alike = |one: &Cell<'_>, other: &Cell<'_>| {
        let names = (visible::label(one), visible::label(other));
        matches!(names, (None, None)) || names.0 == names.1
    };
    html! {
        @for run in cells.chunk_by(alike) {
            @match visible::label(&run[0]) {
                None => @for cell in run { (String::from_utf8_lossy(cell.source)) },
                Some(name) => span.unseen {
                    (lang.say(&name))
                    @if run.len() > 1 { "×" (run.len()) }
                },
            }
        }
    }
}

fn two_boards(boards: &Boards, lang: &Language) -> Markup {
    html! {
        div.boards {
            @if let Some(printed) = &boards.printed {
                figure { (drawn(boards.expected.clone())) figcaption { (lang.say("expected")) } }
                figure { (drawn(printed.clone())) figcaption { (lang.say("printed")) } }
            } @else {
                figure { (drawn(boards.expected.clone())) figcaption { (lang.say(&boards.title)) } }
            }
        }
        @if !boards.differing.is_empty() {
            p {
                (lang.say("They differ in")) " "
                @for (place, name) in boards.differing.iter().enumerate() {
                    @if place > 0 { ", " }
                    (lang.say(name))
                }
                (lang.say("."))
            }
        }
    }
}

fn moves(decision: &Decision, lang: &Language) -> Markup {
    html! {
        h4 { (lang.say("The moves there were:")) " " (lang.say(&decision.title)) }
        p { (lang.say(&decision.why)) }
        div.scroll {
            table {
                thead { tr {
                    th.n scope="col" { "#" } th scope="col" { (lang.say("move")) }
                    th.n scope="col" { (lang.say("value")) } th scope="col" { (lang.say("verdict")) }
                } }
                tbody {
                    @for (index, [step, value, remark]) in decision.moves.iter().enumerate() {
                        tr.right[decision.choice == Some(index)] {
                            td.n { (index + 1) } th scope="row" { (lang.say(step)) }
                            td.n { (lang.say(value)) } td { (lang.say(remark)) }
                        }
                    }
                }
            }
        }
    }
}

/// What a program or a compiler said.
pub(super) fn said(words: &Excerpt, lang: &Language) -> Markup {
    let text = words.text.as_bytes();
    let mut lines = text.split_inclusive(|&byte| byte == b'\n');
    let mut shown: Vec<Markup> = Vec::new();
    for line in lines.by_ref().take(SAID) {
        let mut cells = visible::cells(line.strip_suffix(b"\n").unwrap_or(line), 0, COLUMNS + 1);
        let is_cut = cells.len() > COLUMNS;
        cells.truncate(COLUMNS);
        shown.push(html! { (written(&cells, lang)) @if is_cut { "…" } "\n" });
    }
    let is_more = words.cut || lines.next().is_some();
    html! { pre { @for line in shown { (line) } @if is_more { "…" } } }
}
