//! The page of an audit: in sight on every surface, and without barriers.

use std::path::Path;

use serde_json::json;

use crate::driver::Browser;
use crate::{fits, has_no_barriers, is_in_sight, plyjudge};

#[test]
fn an_audit_is_in_sight_everywhere() {
    let Some(browser) = Browser::start() else {
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let page = folder.path().join("page.html");
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/any-assignment");
    let mut args = vec![
        "audit",
        "cases",
        "--reference",
        "marks.c",
        "--wrong",
        "wrong",
    ];
    args.extend([
        "--mutants",
        "--max-mutants",
        "6",
        "--sandbox",
        "off",
        "--html",
    ]);
    args.push(page.to_str().expect("a path"));
    plyjudge(&example, &args);
    browser.open(&page);
    fits(&browser);
    has_no_barriers(&browser);
    browser.darken();
    has_no_barriers(&browser);
    browser.resize(390, 900);
    fits(&browser);
    // On a phone every cell of the table of cases is in sight, and it can still be sorted.
    is_in_sight(&browser, "table.cards");
    has_no_barriers(&browser);
    browser.click("table.cards th:nth-child(1) button");
    browser.click("table.cards th:nth-child(1) button");
    let first = "return document.querySelector('table.cards tbody th').textContent";
    assert_eq!(browser.run(first), json!("strange"));
    assert_eq!(browser.complaints(), [""; 0]);
}
