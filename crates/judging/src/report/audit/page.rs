//! What a suite catches, as a page: what slips through, what each case is for, and the source of
//! the reference with the mutants that survive.

use maud::{Markup, html};

use super::{MOST_NAMED, score};
use crate::html::{Page, SORT};
use crate::language::Language;
use crate::mutation::audit::{Audit, Fault, Kind};

const STYLE: &str = include_str!("page.css");

/// A page about an audit. `sources` are the files that mutants were made of, with their texts.
pub fn page(audit: &Audit, sources: &[(String, String)], lang: &Language) -> String {
    let title = format!("{}: {}", lang.say("Audit"), audit.subject);
    let body = html! {
        main {
            h1 { (title) }
            @for kind in &audit.kinds {
                @if let Some(score) = score(kind) { p { (lang.say(&score)) } }
            }
            @for remark in &audit.remarks { p.faint { (lang.say(remark)) } }
            (remarks("Wrong expected outputs", &audit.wrong, lang))
            (remarks("Left out", &audit.left_out, lang))
            @for kind in &audit.kinds { (survivors(kind, lang)) }
            (cases(audit, lang))
            @for kind in audit.plain_kinds() { (caught(audit, kind, lang)) }
            @for (file, text) in sources { (source(audit, (file, text), lang)) }
        }
    };
    Page {
        lang,
        title: &title,
        style: STYLE,
        script: SORT,
        body,
    }
    .text()
}

fn remarks(title: &str, all: &[(String, String)], lang: &Language) -> Markup {
    html! {
        @if !all.is_empty() {
            h2 { (lang.say(title)) }
            ul { @for (name, reason) in all { li { code.long { (name) } ": " (lang.say(reason)) } } }
        }
    }
}

/// What no case catches.
fn survivors(kind: &Kind, lang: &Language) -> Markup {
    let missed: Vec<&Fault> = kind.survivors().collect();
    html! {
        @if !missed.is_empty() {
            h2 { (lang.say(kind.title)) " (" (missed.len()) ")" }
            ul.survivors {
                @for fault in missed {
                    li {
                        @if let Some(place) = &fault.place {
                            a href=(anchor(&place.file, place.line)) { code.long { (fault.names.join(" + ")) } }
                        } @else { code.long { (fault.names.join(" + ")) } }
                        ": " (meanings(fault, lang))
                        @if let Some(place) = &fault.place { pre.bad { (place.changed) } }
                    }
                }
            }
        }
    }
}

fn meanings(fault: &Fault, lang: &Language) -> String {
    let meanings = fault.meanings.iter().map(|meaning| lang.say(meaning));
    meanings.collect::<Vec<_>>().join("; ")
}

fn id(file: &str, line: usize) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    format!("{}-{line}", file.chars().map(plain).collect::<String>())
}

fn anchor(file: &str, line: usize) -> String {
    format!("#{}", id(file, line))
}

/// What each case is for.
fn cases(audit: &Audit, lang: &Language) -> Markup {
    html! {
        h2 { (lang.say("Cases")) }
        div.scroll tabindex="0" role="group" aria-label=(lang.say("Cases")) {
            table.sortable.cards {
                thead { tr {
                    th scope="col" { (lang.say("case")) }
                    th.n scope="col" { (lang.say("catches")) }
                    th.n scope="col" { (lang.say("alone")) }
                    th scope="col" data-fixed { (lang.say("caught by no other case")) }
                } }
                tbody {
                    @for (case, name) in audit.cases.iter().enumerate() {
                        @let alone: Vec<&Fault> = audit.caught_alone(case).collect();
                        tr {
                            th scope="row" { code.long { (name) } }
                            td.n data-label=(lang.say("catches")) { (audit.caught_by(case)) }
                            td.n data-label=(lang.say("alone")) { (alone.len()) }
                            td.long data-label=[(!alone.is_empty()).then(|| lang.say("caught by no other case"))] {
                                @for fault in alone.iter().take(MOST_NAMED) {
                                    code.long { (fault.names[0]) } " "
                                }
                                @if alone.len() > MOST_NAMED { "…" }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// What is caught, and by which cases.
fn caught(audit: &Audit, kind: &Kind, lang: &Language) -> Markup {
    let caught: Vec<&Fault> = kind
        .faults
        .iter()
        .filter(|fault| !fault.caught_by.is_empty())
        .collect();
    html! {
        @if !caught.is_empty() {
            details {
                summary { (lang.say(&format!("{} of the {} caught", caught.len(), kind.what))) }
                ul {
                    @for fault in caught {
                        li {
                            code.long { (fault.names[0]) } ": " (meanings(fault, lang))
                            (lang.say(".")) " " (lang.say("Caught by:")) " "
                            @for (at, &case) in fault.caught_by.iter().enumerate() {
                                @if at > 0 { ", " } code.long { (audit.cases[case]) }
                            }
                            @if fault.is_cut { " (" (lang.say("not tried with all cases")) ")" }
                        }
                    }
                }
            }
        }
    }
}

/// A source, with what survives marked at its line.
fn source(audit: &Audit, (file, text): (&str, &str), lang: &Language) -> Markup {
    let faults: Vec<&Fault> = audit
        .plain_kinds()
        .flat_map(|kind| &kind.faults)
        .filter(|fault| fault.place.as_ref().is_some_and(|place| place.file == file))
        .collect();
    let of_line = |line: usize| {
        let here = faults.iter().filter(move |fault| {
            let place = fault.place.as_ref();
            place.is_some_and(|place| place.line == line)
        });
        here.partition::<Vec<&Fault>, _>(|fault| fault.caught_by.is_empty())
    };
    html! {
        h2 { code.long { (file) } }
        p.faint {
            (lang.say("For each line, how many of its mutants are caught, and those that are not."))
        }
        div.scroll tabindex="0" role="group" aria-label=(file) {
            table.source {
                thead { tr {
                    th.n scope="col" { (lang.say("line")) } th.n scope="col" { (lang.say("caught")) } th scope="col" { (lang.say("source")) }
                } }
                tbody {
                    @for (line, text) in (1..).zip(text.lines()) {
                        @let (missed, caught) = of_line(line);
                        tr id=(id(file, line)) class=[(!missed.is_empty()).then_some("missed")] {
                            td.n { (line) }
                            td.n {
                                @if !(missed.is_empty() && caught.is_empty()) {
                                    (caught.len()) "/" (missed.len() + caught.len())
                                }
                            }
                            td {
                                pre { (text) }
                                @for fault in missed {
                                    @if let Some(place) = &fault.place {
                                        pre.bad { (place.changed) }
                                        span.faint { (meanings(fault, lang)) " (" (lang.say("not caught")) ")" }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
