//! Records of named options.

use plyjudge::options::{Number, Record, Setting, Values};

plyjudge::record! {
    /// A record for the tests.
    pub struct Sample {
        /// Who starts.
        start: enum Start, "start", reading ["younger"] {
            /// The elder starts.
            Elder = "elder",
            /// The younger starts.
            Younger = "younger",
        }
        /// Levels looked ahead.
        depth: Number<1, 20> = Number::new(3), "depth", wrong [2, 4];
    }
}

#[test]
fn options_carry_names_defaults_meanings_and_mistakes() {
    let options = Sample::options();
    assert_eq!(options[0].name, "start");
    assert_eq!(options[0].meaning, "Who starts");
    assert_eq!(options[0].default, "elder");
    assert_eq!(options[0].mistakes[0].meaning, "The younger starts");
    assert_eq!(
        options[1].mistakes[1].meaning,
        "Levels looked ahead: 4 instead of 3"
    );
    assert_eq!(options[1].values, Values::Number { min: 1, max: 20 });
    assert!(options[0].is_reading("elder") && options[0].is_reading("younger"));
    assert!(!options[1].is_reading("3") && !options[1].is_reading("4"));
}

#[test]
fn setting_a_value_reaches_the_field_and_wrong_ones_list_the_valid() {
    let mut sample = Sample::default();
    sample.set("start", "younger").unwrap();
    sample.set("depth", "20").unwrap();
    assert_eq!(sample.start.name(), "younger");
    assert_eq!(sample.depth.get(), 20);
    let unknown = sample.set("end", "now").unwrap_err().to_string();
    assert_eq!(
        unknown,
        "rule 'end': no such rule, expected one of: start, depth"
    );
    let value = sample.set("start", "me").unwrap_err().to_string();
    assert_eq!(
        value,
        "rule 'start': found value 'me', expected one of: elder, younger"
    );
    let range = sample.set("depth", "21").unwrap_err().to_string();
    assert_eq!(
        range,
        "rule 'depth': found value '21', expected a whole number from 1 to 20"
    );
}
