//! The answers equal those of four independent programs in C (`tests/reference`), byte for
//! byte, on random inputs. They were written from the rules alone, without tricks.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use super::inputs;
use plyjudge::answer::answer;
use plyjudge::games;
use plyjudge::protocol::Settings;
use proptest::prelude::{ProptestConfig, proptest};

/// Where the compiled programs are, compiled on first use.
fn programs() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("reference");
        std::fs::create_dir_all(&folder).expect("a folder for the programs");
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reference");
        let compile = |source: std::io::Result<std::fs::DirEntry>| {
            let source = source.expect("a readable folder").path();
            let compiler = Command::new("cc")
                .args(["-std=c11", "-O2", "-Wall", "-Wextra", "-Werror", "-o"])
                .arg(folder.join(source.file_stem().expect("a name")))
                .arg(&source)
                .arg("-lm")
                .spawn()
                .expect("a C compiler named cc");
            (source, compiler)
        };
        // All at once: other tests wait for them.
        let sources = std::fs::read_dir(sources).expect("the programs");
        for (source, mut compiler) in sources.map(compile).collect::<Vec<_>>() {
            let compiled = compiler.wait().expect("waited for");
            assert!(compiled.success(), "{} does not compile", source.display());
        }
        folder
    })
}

/// What the reference program prints.
fn reference(game: &str, args: &[&str], input: &str) -> Vec<u8> {
    let mut child = Command::new(programs().join(game))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the reference program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // A program that has read its command does not read on.
    _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child
        .wait_with_output()
        .expect("the reference program ends")
        .stdout
}

fn assert_equal(game: &str, rules: &[(&str, &str)], args: &[&str], input: &str) {
    let settings = Settings {
        rules: rules
            .iter()
            .map(|&(name, value)| (name.to_owned(), value.to_owned()))
            .collect(),
        ..Settings::default()
    };
    let mut out = Vec::new();
    let outcome = answer(
        &mut input.as_bytes(),
        "input",
        games::find(game),
        &settings,
        &mut out,
    );
    outcome.expect("a valid input");
    let expected = reference(game, args, input);
    assert_eq!(
        String::from_utf8_lossy(&out),
        String::from_utf8_lossy(&expected),
        "{game} {rules:?}\n{input}"
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn checkers_games_are_answered_alike(input in inputs::checkers_input(100)) {
        assert_equal("checkers", &[], &[], &input);
        assert_equal("checkers", &[("winner-line", "at-once")], &["--winner", "at-once"], &input);
        assert_equal("checkers", &[("printed-limit", "material")], &["--limit-line", "no"], &input);
        assert_equal("checkers", &[("no-action", "inner")], &["--leaves", "no"], &input);
    }

    #[test]
    fn kalah_lines_are_answered_alike(input in inputs::kalah_input()) {
        assert_equal("kalah", &[], &[], &input);
        for capture in ["landing", "standard"] {
            assert_equal("kalah", &[("capture", capture)], &["--capture", capture], &input);
        }
    }

    #[test]
    fn ewn_lines_are_answered_alike(input in inputs::ewn_input()) {
        for depth in ["1", "3"] {
            let rules = [("depth", depth), ("cache", "none")];
            assert_equal("ewn", &rules, &["--depth", depth, "--cache", "none"], &input);
            assert_equal("ewn", &[("depth", depth)], &["--depth", depth], &input);
        }
        assert_equal("ewn", &[], &[], &input);
    }

    /// What is remembered of a line means the same in a later one of the other colour.
    #[test]
    fn ewn_values_that_are_kept_have_their_sign(input in inputs::ewn_game()) {
        for depth in ["1", "2", "3"] {
            let rules = [("depth", depth), ("cache-life", "input")];
            assert_equal("ewn", &rules, &["--depth", depth, "--keep", "yes"], &input);
        }
    }

    #[test]
    fn hexline_maps_are_answered_alike(input in inputs::hexline_input()) {
        assert_equal("hexline", &[], &[], &input);
    }
}
