//! Pages that stand alone: one file, no network, nothing executed but the page's own script.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use sha2::{Digest, Sha256};

use crate::language::Language;

/// Colours and type that all pages share, in light and in dark.
const STYLE: &str = include_str!("html/page.css");

/// Script of a page by which the head of a `table.sortable` sorts it: cells of class `n` are
/// numbers, and a head with `data-fixed` sorts nothing.
pub const SORT: &str = include_str!("html/sort.js");

/// What a script that has something to say calls `say(english, …)` for: `$1` and so on stand for the
/// further arguments.
const SAY: &str = include_str!("html/say.js");

/// The parts of a page.
pub struct Page<'a> {
    /// Its language.
    pub lang: &'a Language,
    /// Its title.
    pub title: &'a str,
    /// Style rules besides those that all pages share.
    pub style: &'a str,
    /// Its script.
    pub script: &'a str,
    /// What is in it.
    pub body: Markup,
}

impl Page<'_> {
    /// The page's text. Its security policy allows its own style and script and nothing else.
    pub fn text(&self) -> String {
        let style = format!("{STYLE}{}", self.style);
        let words = words(self.script, self.lang);
        let script = match words.is_empty() {
            true => self.script.to_owned(),
            false => format!("{SAY}{}", self.script),
        };
        let policy = format!(
            "default-src 'none'; style-src '{}'; script-src '{}'; base-uri 'none'; \
             form-action 'none'",
            source(&style),
            source(&script)
        );
        let page = html! {
            (DOCTYPE)
            html lang=(self.lang.tag()) {
                head {
                    meta charset="utf-8";
                    meta http-equiv="Content-Security-Policy" content=(policy);
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    meta name="referrer" content="no-referrer";
                    title { (self.title) }
                    style { (PreEscaped(&style)) }
                }
                body {
                    (self.body)
                    @if !words.is_empty() {
                        (data("words", &serde_json::Value::from_iter(words).to_string()))
                    }
                    script { (PreEscaped(&script)) }
                }
            }
        };
        page.into_string()
    }
}

/// What a script says, which is all that it calls `say` with, and how that is said in a language.
fn words<'a>(script: &'a str, lang: &Language) -> Vec<(&'a str, String)> {
    let calls = script.split("say(\"").skip(1);
    let said = calls.filter_map(|rest| rest.split('"').next());
    said.map(|english| (english, lang.say(english).into_owned()))
        .collect()
}

/// The hash by which a policy allows an inline style or script.
fn source(text: &str) -> String {
    let hash = Sha256::digest(text.as_bytes());
    format!("sha256-{}", BASE64_STANDARD.encode(hash))
}

/// Data for the page's script: JSON that cannot end the element it is in.
pub fn data(id: &str, json: &str) -> Markup {
    let json = json.replace('<', "\\u003c");
    html! {
        script type="application/json" id=(id) { (PreEscaped(json)) }
    }
}

/// SVG that was drawn here.
pub fn drawn(svg: String) -> Markup {
    PreEscaped(svg)
}

#[cfg(test)]
mod tests {
    use maud::html;

    use super::{Page, data, words};
    use crate::language::ENGLISH;

    #[test]
    fn data_cannot_leave_its_element() {
        let text = data("d", r#"{"name":"</script><b>"}"#).into_string();
        assert_eq!(text.matches('<').count(), 2, "{text}");
        assert!(text.contains(r"\u003c/script>\u003cb>"), "{text}");
    }

    #[test]
    fn scripts_say_what_is_translated() {
        let script = r#"a(say("fold")); b(say("$1 of $2", 1, 2)); saying("no")"#;
        let said = |english: &str| (english.to_owned(), english.to_owned());
        let words = words(script, &ENGLISH);
        let words: Vec<_> = words
            .into_iter()
            .map(|(it, own)| (it.to_owned(), own))
            .collect();
        assert_eq!(words, [said("fold"), said("$1 of $2")]);
    }

    #[test]
    fn the_policy_names_the_pages_own_style_and_script_only() {
        let page = Page {
            lang: &ENGLISH,
            title: "<t>",
            style: "",
            script: "",
            body: html! { p { "x" } },
        };
        let text = page.text();
        // The hash of nothing.
        let empty = "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=";
        assert!(
            text.contains(&format!("script-src '{empty}'")) || text.contains(empty),
            "{text}"
        );
        assert!(
            text.contains("default-src 'none'") || text.contains("default-src &#39;none"),
            "{text}"
        );
        assert!(!text.contains("unsafe"), "{text}");
        assert!(text.contains("<title>&lt;t&gt;</title>"), "{text}");
    }
}
