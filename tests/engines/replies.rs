//! Replies and moves as programs and people write them.

use plyjudge::games;
use plyjudge::protocol::Settings;
use plyjudge::protocol::state::{FaultKind, GameState};

/// A game of EinStein in which a die is rolled and a stone is to be moved.
fn table() -> Box<dyn GameState> {
    let ewn = games::find("ewn").unwrap();
    let mut table = ewn.table_set_up(&Settings::default()).unwrap();
    table.set_drawn("1").unwrap();
    table
}

#[test]
fn a_reply_is_one_line() {
    let table = table();
    assert_eq!(table.read("15 10\r\n"), Ok("15 10".to_owned()));
    let kind = |reply| table.read(reply).unwrap_err().kind;
    assert_eq!(kind(""), FaultKind::Malformed);
    assert_eq!(kind("15 10\n14 9\n"), FaultKind::Chatter);
    assert_eq!(kind("15 10\n\n"), FaultKind::Chatter);
}

#[test]
fn replies_are_read_as_the_reference_client_reads_them() {
    let table = table();
    let read = |reply| table.read(reply).ok();
    for same in ["15 10", " 15 10\t", "15 10\r", "+15 010", "15 \t10"] {
        assert_eq!(read(same).as_deref(), Some("15 10"), "{same:?}");
    }
    assert_eq!(read("-1 99").as_deref(), Some("-1 99"));
    for other in [
        "",
        "15  10",
        "15\t10",
        "15, 10",
        "B2 C3",
        "15 10.0",
        "15 99999999999",
    ] {
        assert_eq!(read(other), None, "{other:?}");
    }
}

#[test]
fn numbers_are_split_at_single_spaces() {
    let mut table = table();
    let legal = table.moves();
    let [from, to] = legal[0].split(' ').collect::<Vec<_>>()[..] else {
        panic!("{legal:?}");
    };
    for other in [
        from.to_owned(),
        format!("{from}  {to}"),
        format!(" {from} {to}"),
        format!("{from} {to} "),
        format!("+{from} {to}"),
        format!("{from} {to} 5"),
        format!("{from} x"),
        format!("-1 {to}"),
    ] {
        assert!(table.play(&other).is_err(), "{other:?}");
    }
    assert_eq!(table.play(&format!("{from} {to}")), Ok(()));
}
