//! The mistakes there are, and sets of them.

use plyjudge::games;
use plyjudge::mistakes::catalogue::{Catalogue, Set};
use plyjudge::protocol::Settings;

fn catalogue(game: &str, rules: &[(&str, &str)]) -> Catalogue {
    let rules = rules
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    let right = Settings {
        rules: rules.collect(),
        ..Settings::default()
    };
    Catalogue::new(games::find(game).unwrap(), right)
}

#[test]
fn every_value_but_the_right_one_is_a_mistake() {
    let plain = catalogue("checkers", &[]);
    assert!(plain.find("tie=last").is_some());
    assert!(plain.find("tie=first").is_none());
    assert!(plain.find("tower-cost=4").is_some());
    let other = catalogue("checkers", &[("tie", "last"), ("tower-cost", "4")]);
    assert!(other.find("tie=first").is_some());
    assert!(other.find("tie=last").is_none());
    assert!(other.find("tower-cost=3").is_some());
    assert!(other.find("tower-cost=4").is_none());
    assert_eq!(plain.mistakes().len(), other.mistakes().len());
}

#[test]
fn pairs_are_of_different_options_and_each_comes_once() {
    let catalogue = catalogue("hexline", &[]);
    let pairs: Vec<Set> = catalogue.pairs().collect();
    let mut distinct = pairs.clone();
    distinct.sort();
    distinct.dedup();
    assert_eq!(distinct.len(), pairs.len());
    for pair in &pairs {
        let options: Vec<_> = pair
            .iter()
            .map(|index| catalogue.mistakes()[index].option)
            .collect();
        assert_ne!(options[0], options[1]);
    }
    let count = catalogue.mistakes().len();
    let same_option: usize = (0..count)
        .flat_map(|one| (0..one).map(move |other| (one, other)))
        .filter(|&(one, other)| {
            catalogue.mistakes()[one].option == catalogue.mistakes()[other].option
        })
        .count();
    assert_eq!(pairs.len(), count * (count - 1) / 2 - same_option);
}

#[test]
fn no_two_mistakes_mean_the_same() {
    for protocol in games::all() {
        let catalogue = catalogue(protocol.name(), &[]);
        let mut meanings: Vec<&str> = catalogue
            .mistakes()
            .iter()
            .map(|mistake| mistake.meaning.as_str())
            .collect();
        meanings.sort_unstable();
        let all = meanings.len();
        meanings.dedup();
        assert_eq!(meanings.len(), all, "{}", protocol.name());
    }
    let checkers = catalogue("checkers", &[]);
    let backwards = checkers.find("piece-captures=all").unwrap();
    assert_eq!(
        checkers.mistakes()[backwards].meaning,
        "Where a piece captures: in all four directions"
    );
}

#[test]
fn what_cannot_show_is_set_apart() {
    let report = catalogue("kalah", &[]);
    let silent: Vec<String> = report.silent().iter().map(ToString::to_string).collect();
    let of_a_choice = [
        "tie=last",
        "tie=bound",
        "pit-numbers=own-side",
        "pit-numbers=from-1",
    ];
    assert_eq!(
        silent,
        [&["extra-turn-in-play=no"], &of_a_choice[..]].concat()
    );
    assert!(report.find("tie=last").is_none());
}

#[test]
fn rare_values_are_mistakes_that_are_counted_apart() {
    for protocol in games::all() {
        let catalogue = catalogue(protocol.name(), &[]);
        let rare: Vec<Set> = catalogue.rare().collect();
        let pair_options = protocol.about().pair_options;
        let options = protocol.options().into_iter();
        let rare_values = options.flat_map(|it| it.rare.iter().map(move |rare| (it.name, rare)));
        let shows = |(option, _): &(&str, _)| {
            let mut silent = catalogue.silent().iter();
            !silent.any(|mistake| mistake.option == *option)
        };
        let rare_values: Vec<_> = rare_values.filter(shows).collect();
        let mut hidden = 0;
        for &(option, value) in &rare_values {
            let index = catalogue.find(&format!("{option}={value}")).unwrap();
            let shows = !pair_options.contains(&option);
            let is_rare = rare.contains(&Set::one(index));
            assert_eq!(is_rare, shows, "{option}={value}");
            hidden += usize::from(!shows);
        }
        assert_eq!(rare.len() + hidden, rare_values.len());
        let all: Vec<Set> = catalogue.singles().collect();
        let common: Vec<Set> = catalogue.common().collect();
        let readings: Vec<Set> = catalogue.readings().collect();
        assert_eq!(
            common.len() + rare.len() + hidden + readings.len(),
            all.len()
        );
        assert!(common.iter().all(|set| !rare.contains(set)));
        let mut pairs = catalogue.common_pairs();
        let is_rare = |index| rare.contains(&Set::one(index));
        assert!(pairs.all(|pair| !pair.iter().any(is_rare)));
    }
    assert!(catalogue("checkers", &[]).rare().count() > 0);
}

#[test]
fn readings_are_no_mistakes_whichever_of_them_is_right() {
    let readings = |rules: &[(&str, &str)]| -> Vec<String> {
        let catalogue = catalogue("checkers", rules);
        let readings = catalogue.readings();
        let named = readings.map(|set| catalogue.names(&set).concat());
        named
            .filter(|name| name.starts_with("printed-limit"))
            .collect()
    };
    assert_eq!(readings(&[]), ["printed-limit=material"]);
    let material = [("printed-limit", "material")];
    assert_eq!(readings(&material), ["printed-limit=limit"]);
}

#[test]
fn settings_carry_the_mistakes_after_what_is_right() {
    let catalogue = catalogue("checkers", &[("tie", "last")]);
    let set = Set::one(catalogue.find("tie=first").unwrap());
    let rules = catalogue.settings(&set).rules;
    assert_eq!(rules[0], ("tie".to_owned(), "last".to_owned()));
    assert_eq!(rules[1], ("tie".to_owned(), "first".to_owned()));
}
