//! The pages in a real browser: what is seen is what the JSON says, everything can be reached
//! with the keyboard, nothing of a stranger's is executed, and there are no barriers that
//! axe-core knows.

mod audit;
mod driver;
mod explain;
mod report;
mod tournament;

use std::path::Path;
use std::process::Command;

use driver::Browser;

fn plyjudge(folder: &Path, args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_plyjudge"))
        .env("PLYJUDGE_PROGRESS", "off")
        .args(args)
        .current_dir(folder)
        .output()
        .expect("plyjudge runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {said}");
    String::from_utf8(output.stdout).expect("text")
}

fn testdata(name: &str) -> String {
    format!("{}/testdata/{name}", env!("CARGO_MANIFEST_DIR"))
}

fn has_no_barriers(browser: &Browser) {
    if let Some(barriers) = browser.barriers() {
        assert_eq!(barriers, [""; 0]);
    }
}

/// Nothing is wider than the window but what scrolls by itself.
fn fits(browser: &Browser) {
    let widths = browser
        .run("const root = document.documentElement; return [root.scrollWidth, root.clientWidth]");
    let width = |index: usize| widths[index].as_u64().expect("a width");
    assert!(width(0) <= width(1), "{widths}");
}

/// No cell of such tables is out of sight at the right.
fn is_in_sight(browser: &Browser, tables: &str) {
    let outside = browser.run(&format!(
        "return [...document.querySelectorAll('{tables} td')].filter(it => \
         it.getBoundingClientRect().right > innerWidth).length"
    ));
    assert_eq!(outside, 0, "cells of {tables}");
}
