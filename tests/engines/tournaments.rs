//! Who plays, who meets whom, and games that are put together from several machines.

use plyjudge::arena::ArenaError;
use plyjudge::arena::matches::{Attempt, Finished};
use plyjudge::arena::merged::gaps_of_match;
use plyjudge::arena::plan::{Conditions, Contestant, MatchPlan, TournamentPlan};
use plyjudge::arena::player_setup::{NamedPlayer, PlayerSpec};
use plyjudge::arena::record::Record;
use plyjudge::arena::tournament::{Games, Results, Task, play};
use plyjudge::judge::fingerprint::Printer;
use plyjudge::judge::journal::work::merge::Merge;
use plyjudge::judge::journal::work::{Header, Journal};

#[test]
fn players_are_named_on_the_command_line() {
    let parse = |text: &str| text.parse::<PlayerSpec>();
    let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    assert_eq!(parse("random"), Ok(PlayerSpec::Random));
    assert_eq!(parse("engine"), Ok(PlayerSpec::Engine(Vec::new())));
    let options = vec![pair("depth", "5"), pair("capture", "landing")];
    let engine = Ok(PlayerSpec::Engine(options));
    assert_eq!(parse("engine:depth=5,capture=landing"), engine);
    let words = ["./a b", "-x"].map(str::to_owned).to_vec();
    assert_eq!(parse("'./a b' -x"), Ok(PlayerSpec::Command(words)));
    let named = |text: &str| text.parse::<NamedPlayer>();
    let player = |name: &str, spec| {
        let name = name.to_owned();
        Ok(NamedPlayer { name, spec })
    };
    let words = ["./a b", "-x"].map(str::to_owned).to_vec();
    let command = || PlayerSpec::Command(words.clone());
    assert_eq!(named("name=mine cmd='./a b' -x"), player("mine", command()));
    assert_eq!(
        named("'name=my own' './a b' -x"),
        player("my own", command())
    );
    assert_eq!(named("'./a b' -x"), player("'./a b' -x", command()));
    assert_eq!(
        named("name=base engine"),
        player("base", PlayerSpec::Engine(Vec::new()))
    );
    assert!(named("name=base").is_err());
    assert!(named("name= random").is_err());
    assert!(parse("engine:").is_err());
    assert!(parse("engine:5").is_err());
    assert!(parse("  ").is_err());
}

fn player(name: &str) -> Contestant {
    Contestant {
        name: name.to_owned(),
        key: Printer::new().finish(),
    }
}

fn plan(layers: &[&str]) -> MatchPlan {
    MatchPlan {
        conditions: Conditions {
            game: "ewn".to_owned(),
            layers: layers.iter().map(|&layer| layer.to_owned()).collect(),
            ..Conditions::default()
        },
        players: [player("a"), player("b")],
        games: 2,
        sprt: None,
    }
}

/// What programs were contained by is part of a game's key, and no reason not to merge.
#[test]
fn games_count_under_the_same_layers_only_and_are_merged_under_any() {
    let folder = tempfile::tempdir().unwrap();
    let plans = [plan(&["wall", "moat"]), plan(&["wall"])];
    assert_ne!(plans[0].key(0), plans[1].key(0));
    let mut paths = Vec::new();
    for (number, (plan, shard)) in plans.into_iter().zip(["1/2", "2/2"]).enumerate() {
        let path = folder.path().join(shard.replace('/', "-"));
        let key = plan.key(number as u64);
        let header = Header::new(plan, Some(shard.parse().unwrap()));
        let journal = Journal::open(&path, header, false).unwrap();
        journal.add(key, "game", &None).unwrap();
        paths.push(path);
    }
    let merge: Merge<MatchPlan> = Merge::open(&paths).unwrap();
    for number in 0..2 {
        let key = |plan: &MatchPlan| Some(plan.key(number));
        assert!(merge.gist(number as usize, key).is_some());
    }
    assert!(gaps_of_match(&merge).is_empty());
    assert_eq!(
        merge.less_contained(),
        [(paths.remove(1), vec!["moat".to_owned()])]
    );
}

/// Games that are not played: who wins is known.
struct Known(fn([usize; 2]) -> Option<bool>);

impl Games for Known {
    fn has(&self, _pair: usize) -> bool {
        true
    }

    fn games(&self, tasks: &[Task]) -> Result<Vec<Option<Attempt<Finished>>>, ArenaError> {
        let game = |task: &Task| {
            let record = Record {
                game: "kalah".to_owned(),
                number: task.number + 1,
                rules: Vec::new(),
                players: task.pair.map(|player| player.to_string()),
                second_begins: false,
                opening: 0,
                plies: Vec::new(),
                winner: None,
                reason: String::new(),
                fault: None,
            };
            let won = (self.0)(task.pair);
            Some(Ok(Finished {
                first: 0,
                won,
                record,
            }))
        };
        Ok(tasks.iter().map(game).collect())
    }
}

/// Who meets whom in each round of a Swiss tournament in which every pair plays one game, and how
/// often each player was left out.
fn swiss(
    count: usize,
    rounds: usize,
    won: fn([usize; 2]) -> Option<bool>,
) -> (Vec<Vec<[usize; 2]>>, Vec<u64>) {
    let plan = TournamentPlan {
        conditions: Conditions::default(),
        players: (0..count).map(|it| player(&it.to_string())).collect(),
        unfit: Vec::new(),
        games: 1,
        swiss: Some(rounds),
        gauntlet: false,
    };
    let mut pairs = Vec::new();
    let mut each = |game: &Finished, _: &Results| {
        let number = |name: &String| name.parse().unwrap();
        pairs.push(game.record.players.each_ref().map(number));
    };
    let results = play(&plan, &Known(won), &mut each).unwrap();
    let rounds = pairs.chunks(count / 2).map(<[_]>::to_vec).collect();
    (rounds, results.byes)
}

#[test]
fn like_meets_like() {
    let higher_wins: fn([usize; 2]) -> Option<bool> = |[one, two]| Some(one > two);
    let (rounds, byes) = swiss(4, 2, higher_wins);
    assert_eq!(rounds, [[[0, 1], [2, 3]], [[1, 3], [0, 2]]]);
    assert_eq!(byes, [0; 4]);
}

#[test]
fn nobody_meets_twice_while_that_can_be() {
    let (rounds, _) = swiss(6, 2, |_| None);
    // Pairing 1 with 3 would leave 4 and 5, who have met.
    assert_eq!(rounds[0], [[0, 1], [2, 3], [4, 5]]);
    assert_eq!(rounds[1], [[0, 2], [1, 4], [3, 5]]);
    let (rounds, _) = swiss(4, 4, |_| None);
    assert_eq!(rounds[2], [[0, 3], [1, 2]]);
    assert_eq!(rounds[3], [[0, 1], [2, 3]]);
}

#[test]
fn the_last_one_who_had_an_opponent_is_left_out() {
    let lower_wins: fn([usize; 2]) -> Option<bool> = |[one, two]| Some(one < two);
    let (rounds, byes) = swiss(3, 2, lower_wins);
    // Who is left out gets the points of a win, so that 1 is the last in the second round.
    assert_eq!(
        (rounds, byes),
        (vec![vec![[0, 1]], vec![[0, 2]]], vec![0, 1, 1])
    );
}
