//! Pages that stand alone: one file, no network, nothing executed but the page's own script.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use sha2::{Digest, Sha256};

/// Colours and type that all pages share, in light and in dark.
const STYLE: &str = include_str!("html/page.css");

/// Script of a page by which the head of a `table.sortable` sorts it: cells of class `n` are
/// numbers, and a head with `data-fixed` sorts nothing.
pub const SORT: &str = include_str!("html/sort.js");

/// The parts of a page.
pub struct Page<'a> {
    /// The tag of its language: `en`.
    pub lang: &'a str,
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
        let policy = format!(
            "default-src 'none'; style-src '{}'; script-src '{}'; base-uri 'none'; \
             form-action 'none'",
            source(&style),
            source(self.script)
        );
        let page = html! {
            (DOCTYPE)
            html lang=(self.lang) {
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
                    script { (PreEscaped(self.script)) }
                }
            }
        };
        page.into_string()
    }
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
    use super::{Page, data};
    use maud::html;

    #[test]
    fn data_cannot_leave_its_element() {
        let text = data("d", r#"{"name":"</script><b>"}"#).into_string();
        assert_eq!(text.matches('<').count(), 2, "{text}");
        assert!(text.contains(r"\u003c/script>\u003cb>"), "{text}");
    }

    #[test]
    fn the_policy_names_the_pages_own_style_and_script_only() {
        let page = Page {
            lang: "en",
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
