//! What is said of a machine's layers and languages, whatever this machine has.

use plyjudge::cli::doctor::{Found, complete, print, print_languages};
use plyjudge::cli::sandbox::missing;
use plyjudge::judge::layers::Layer;

fn layer(name: &str, required: bool, found: Result<&str, &str>) -> Layer {
    Layer {
        name: name.into(),
        required,
        found: found.map(Into::into).map_err(Into::into),
        without: "strangers come in".into(),
    }
}

/// One that may be missing is explained, one that must be there decides.
#[test]
fn layers_are_listed_with_what_a_missing_one_means() {
    let may = [
        layer("wall", true, Ok("works")),
        layer("second wall", false, Err("no bricks")),
    ];
    let must = [layer("wall", true, Err("no bricks"))];
    for (layers, is_complete, printed) in [
        (
            &may[..],
            true,
            "\
ok       wall         works
without  second wall  no bricks
                      so: strangers come in

Programs are contained here, within what is said above.
",
        ),
        (
            &must,
            false,
            "\
MISSING  wall  no bricks
               so: strangers come in

Programs cannot be contained here. They can be run without containment, with all that the \
judge's user may do: --sandbox off.
",
        ),
    ] {
        assert_eq!(complete(layers), is_complete);
        let mut out = Vec::new();
        print(layers, &mut out).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), printed);
    }
}

#[test]
fn languages_are_listed_with_what_a_missing_one_means() {
    let found = |name: &str, version: Option<&str>, missing: Option<&str>| Found {
        name: name.into(),
        version: version.map(Into::into),
        missing: missing.map(Into::into),
    };
    let all = [
        found("C", Some("cc 12.2.0"), None),
        found("Java", None, Some("javac is not installed on this machine")),
    ];
    let mut out = Vec::new();
    print_languages(&all, &mut out).unwrap();
    assert_eq!(
        String::from_utf8(out).unwrap(),
        "
ok       C     cc 12.2.0
without  Java  javac is not installed on this machine

Submissions in a language that is missing are not judged, and get no points.
"
    );
}

#[test]
fn missing_layers_are_named() {
    let layer = |name: &str, found: Result<&str, &str>| Layer {
        name: name.into(),
        required: false,
        found: found.map(Into::into).map_err(Into::into),
        without: String::new(),
    };
    let mut layers = vec![layer("wall", Ok("works"))];
    assert_eq!(missing(&layers), None);
    layers.push(layer("moat", Err("dry")));
    layers.push(layer("bridge", Err("down")));
    assert_eq!(missing(&layers).as_deref(), Some("moat, bridge"));
}
