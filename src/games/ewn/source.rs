//! EinStein lines: analyses and requests of positions late in a game.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use crate::game::{Game, Side};
use crate::games::ewn::fast::Engine;
use crate::games::ewn::rules::{BLUE, Cache, RED, STONES};
use crate::games::ewn::text::{Dialect, InputLine, Text, cell_name, parse_line};
use crate::games::ewn::{Ewn, Rules, State};
use crate::protocol::Settings;
use crate::protocol::source::{Family, Input, Source, Unit, together, without_stretches};
use crate::random::Random;
use crate::search::expectimax::best_of;

/// Most nodes of the full tree of a line one level deeper than published, without any table.
const MOST_NODES: u64 = 60_000;
/// Of so many positions one is to need a table, with so many nodes of the full tree at the published
/// depth at most.
const WIDE: (usize, u64) = (4, 800_000);
/// The same of ordinary inputs: a plain program needs as long for one as for dozens of others.
const WIDE_ORDINARY: (usize, u64) = (40, 200_000);
/// After how many moves a position is early at most, and in the middle of a game.
const EARLY: usize = 10;
const MIDDLE: usize = 20;
/// How many such positions are tried for one on which the table decides: it does on one in six.
const TRIES: usize = 12;
/// How many positions there are at most in an input that only asks for moves.
const MOST_REQUESTS: usize = 8;
/// Of so many ordinary inputs for requests with numbers one has a side set up as well; all in letters have,
/// as the reply depends on the lines before it.
const ARRANGED: usize = 6;
/// Of so many of them one is in the lettered dialect.
const LETTERED: usize = 3;
/// Levels of the published search.
const DEPTH: u32 = 5;

/// What the two programs answer.
const ANALYSES: &str = "analysis lines";
const REQUESTS: &str = "get lines";
const LETTERED_REQUESTS: &str = "get lines in letters";

/// Of so many games in the lettered dialect one has lines in the other one, too.
const MIXED: usize = 3;

/// In so many games requests are looked for that tell how long programs remember, or positions with many own
/// stones.
const GAMES: usize = 8;

/// Requests that only the lettered dialect has.
const LETTERED_ONLY: [&str; 2] = ["time_setting 300", "board_setting 5 6"];

/// The source of EinStein lines.
pub(super) struct EwnSource;

/// A die and a cell that are none, two stones of one side and of both in a cell, a mover without stones, a
/// game that is won.
const ERRORS: [&str; 6] = [
    "7 23 0 15 13 24 20 1 2 9 6 0 11",
    "2 26 0 15 13 24 20 1 2 9 6 0 11",
    "2 23 0 15 15 24 20 1 2 9 6 0 11",
    "2 23 0 15 13 24 20 1 2 9 6 0 13",
    "2 0 0 0 0 0 0 1 2 9 6 0 11",
    "2 1 0 15 13 24 20 0 2 9 6 0 11",
];

impl Source for EwnSource {
    fn errors(&self) -> Vec<Unit> {
        let colours = [
            "2 2 23 0 15 13 24 20 1 2 9 6 0 11",
            "get G 2 23 0 15 13 24 20 1 2 9 6 0 11",
        ];
        let lines = ERRORS
            .iter()
            .flat_map(|rest| [format!("0 {rest}"), format!("get B {rest}")]);
        let all = colours.map(str::to_owned).into_iter().chain(lines);
        all.map(|line| vec![line]).collect()
    }

    fn family(&self, random: &mut Random) -> Family {
        let units = units(random, WIDE).into_iter();
        units.map(|unit| vec![unit]).collect()
    }

    /// A position in the middle of a game, an early one on which the published table decides, or an early one
    /// in letters, whose line is as long as lines come.
    fn large(&self, random: &mut Random) -> Family {
        let kind = random.below(6);
        if kind == 0 {
            let state = played(random.between(1, EARLY), random);
            let asked = state.map(|state| vec![request(&state, Dialect::Letters)]);
            let input = asked.map(|asked| vec![asked, vec!["exit".to_owned()]]);
            return input.into_iter().collect();
        }
        let is_early = kind < 3;
        let (least, most) = if is_early {
            (1, EARLY)
        } else {
            (EARLY, MIDDLE)
        };
        let mut positions = (0..TRIES).filter_map(|_| played(random.between(least, most), random));
        let found = positions.find(|state| {
            parse_line(&analysis(state)).is_ok() && (!is_early || is_decided_by_table(state))
        });
        let input = found.map(|state| vec![vec![analysis(&state)]]);
        input.into_iter().collect()
    }

    /// A program is asked for analyses or plays, which ends with `exit`, but not both.
    fn ordinary(&self, random: &mut Random) -> Vec<Input> {
        let mut units = units(random, WIDE_ORDINARY);
        units
            .iter_mut()
            .for_each(|unit| unit.retain(|line| line != "exit"));
        let is_asking = |unit: &Unit| unit.iter().all(|line| line.starts_with("get"));
        let (asking, analyses): (Vec<Unit>, Vec<Unit>) = units.into_iter().partition(is_asking);
        let mut inputs = together(asking, random);
        inputs.iter_mut().for_each(|input| play(input, random));
        inputs.extend(together(analyses, random));
        inputs
    }

    /// Requests of all positions, those that others are given to analyse among them.
    fn ordinary_for(&self, programs: &[&str], random: &mut Random) -> Vec<Input> {
        if programs.contains(&ANALYSES) {
            return self.ordinary(random);
        }
        // A reply says less than an analysis.
        let units = (0..2).flat_map(|_| units(random, WIDE_ORDINARY));
        let mut units = self.asked_of(programs, units.collect());
        let mut inputs = Vec::new();
        while !units.is_empty() {
            let count = random.between(1, MOST_REQUESTS).min(units.len());
            inputs.push(units.drain(..count).collect());
        }
        inputs.iter_mut().for_each(|input| play(input, random));
        inputs
    }

    fn asked_of(&self, programs: &[&str], mut input: Input) -> Input {
        if programs.contains(&ANALYSES) {
            return input;
        }
        for line in input.iter_mut().flatten() {
            if let Ok(InputLine::Analyse(state)) = parse_line(line) {
                *line = request(&state, Dialect::Numbers);
            }
        }
        input
    }

    fn most_units(&self) -> usize {
        // A unit may have two lines.
        3
    }

    /// There is one program for analyses and one for requests, which may know one dialect only.
    fn program(&self, lines: &[&str]) -> Option<&'static str> {
        let is_analysis = |line: &&str| line.starts_with(|first: char| first.is_ascii_digit());
        let is_lettered = |line: &&str| {
            let parsed = parse_line(line);
            matches!(
                parsed,
                Ok(InputLine::Get(_, Dialect::Letters) | InputLine::Constant(_))
            )
        };
        Some(match lines {
            [first, ..] if is_analysis(first) => ANALYSES,
            lines if lines.iter().any(is_lettered) => LETTERED_REQUESTS,
            _ => REQUESTS,
        })
    }

    /// Requests of one game, or of one and a new one, for programs that remember it for longer or shorter; early positions, where
    /// own stones are often in the way, for those that do otherwise with them; games in the lettered dialect,
    /// for those that write cells otherwise.
    fn telling(&self, settings: &[Settings], random: &mut Random) -> Family {
        let records = settings.iter().map(|settings| settings.records());
        let records: Vec<(Rules, Text)> = records.filter_map(Result::ok).collect();
        let mut inputs = Family::new();
        if differ(&records, |(rules, _)| rules.cache_life) {
            let states = (0..GAMES).filter_map(|_| played(random.between(EARLY, MIDDLE), random));
            let is_asked = |state: &State| parse_line(&analysis(state)).is_ok();
            let states: Vec<State> = states.filter(is_asked).collect();
            let games = states.iter().map(|state| {
                let mut game = followed(state, random);
                if random.one_in(2) {
                    game.splice(1..1, arrangement(random));
                }
                vec![game]
            });
            inputs.extend(games.map(|game| self.asked_of(&[REQUESTS], game)));
        }
        if differ(&records, |(rules, _)| rules.own_stones) {
            let states = (0..GAMES).filter_map(|_| played(random.between(2, EARLY), random));
            let lines = states.map(|state| analysis(&state));
            let asked = lines.filter(|line| parse_line(line).is_ok());
            inputs.extend(asked.map(|line| vec![vec![line]]));
        }
        let writes =
            |(_, text): &(Rules, Text)| (text.letters, text.lettered_by, text.arrangement_as);
        if !differ(&records, writes) {
            return inputs;
        }
        let states = (0..4).filter_map(|_| placed(random));
        let gets = states
            .filter(is_light)
            .map(|state| vec![request(&state, Dialect::Letters)]);
        let games = together(gets.collect(), random).into_iter();
        let arranged = games.map(|mut input| {
            input.insert(0, vec![LETTERED_ONLY[0].to_owned()]);
            for _ in 0..2 {
                input.insert(random.between(1, input.len()), arrangement(random));
            }
            input
        });
        inputs.extend(arranged);
        inputs
    }

    fn features(&self, input: &Input, _right: &[u8]) -> BTreeSet<String> {
        let mut seen = BTreeSet::new();
        for line in input.iter().flatten() {
            match parse_line(line) {
                Ok(InputLine::Analyse(state)) => seen.extend(features("analysis", &state)),
                Ok(InputLine::Get(state, _)) => seen.extend(features("get", &state)),
                _ => {}
            }
        }
        seen
    }

    /// A stone less, or a line less.
    fn smaller_units(&self, unit: &Unit) -> Vec<Unit> {
        let mut all = Vec::new();
        for (at, line) in unit.iter().enumerate() {
            let (state, write): (State, fn(&State) -> String) = match parse_line(line) {
                Ok(InputLine::Analyse(state)) => (state, analysis),
                Ok(InputLine::Get(state, Dialect::Numbers)) => {
                    (state, |state| request(state, Dialect::Numbers))
                }
                Ok(InputLine::Get(state, Dialect::Letters)) => {
                    (state, |state| request(state, Dialect::Letters))
                }
                _ => continue,
            };
            for index in 0..2 * STONES {
                let mut fewer = state;
                let cell = &mut fewer.cells.as_flattened_mut()[index];
                if std::mem::take(cell) != 0 && parse_line(&analysis(&fewer)).is_ok() {
                    let mut changed = unit.clone();
                    changed[at] = write(&fewer);
                    all.push(changed);
                }
            }
        }
        all.extend(without_stretches(unit));
        all
    }
}

/// Whether something of some records is not the same in all.
fn differ<T: PartialEq>(records: &[(Rules, Text)], of: impl Fn(&(Rules, Text)) -> T) -> bool {
    records.windows(2).any(|two| of(&two[0]) != of(&two[1]))
}

/// Analyses and requests of a few positions, one in so many of which is much work, but not more than that.
fn units(random: &mut Random, (wide, most): (usize, u64)) -> Vec<Unit> {
    let mut units = Vec::new();
    for _ in 0..6 {
        let state = if random.one_in(3) {
            late(random)
        } else {
            placed(random)
        };
        let is_much = random.one_in(wide);
        let is_wanted = |state: &State| match is_much {
            true => is_wide(state, most),
            false => is_light(state),
        };
        let Some(state) = state.filter(is_wanted) else {
            continue;
        };
        units.push(match random.below(8) {
            0 => vec![request(&state, Dialect::Numbers)],
            1 => followed(&state, random),
            _ => vec![analysis(&state)],
        });
    }
    units
}

fn stones(state: &State, player: Side) -> usize {
    let cells = state.cells[player.index()].iter();
    cells.filter(|&&cell| cell != 0).count()
}

/// Whether the position can be asked for, and is not too much work.
fn is_light(state: &State) -> bool {
    parse_line(&analysis(state)).is_ok()
        && USUAL.nodes_within(state, DEPTH + 1, MOST_NODES).is_some()
}

/// Whether the position is much work, but has no more nodes than that.
fn is_wide(state: &State, most: u64) -> bool {
    let nodes = || USUAL.nodes_within(state, DEPTH, most);
    parse_line(&analysis(state)).is_ok() && nodes().is_some_and(|nodes| nodes > MOST_NODES)
}

/// Whether another move is the best without the published table.
fn is_decided_by_table(state: &State) -> bool {
    let best = |engine: &Engine| best_of(&Ewn::default(), &engine.contenders(state));
    best(&USUAL).map(|(chosen, _)| chosen) != best(&EXACT).map(|(chosen, _)| chosen)
}

/// The published game without its table.
static EXACT: LazyLock<Engine> = LazyLock::new(|| {
    let rules = Rules {
        cache: Cache::None,
        ..Rules::default()
    };
    Engine::new(rules, 1, 1).expect("rules that the fast engine follows")
});

/// The published game.
static USUAL: LazyLock<Engine> = LazyLock::new(|| {
    let engine = Engine::new(Rules::default(), 1, 0);
    engine.expect("rules that the fast engine follows")
});

/// A few stones anywhere.
fn placed(random: &mut Random) -> Option<State> {
    let mut free: Vec<u8> = (1..=25).collect();
    random.shuffle(&mut free);
    let mut state = State {
        cells: [[0; STONES]; 2],
        mover: if random.one_in(2) { BLUE } else { RED },
        die: Some(random.between(1, STONES) as u8),
    };
    for player in [BLUE, RED] {
        for _ in 0..random.between(1, 4) {
            let goal = if player == BLUE { 1 } else { 25 };
            let cell = free.pop()?;
            let stone = random.below(STONES);
            if state.cells[player.index()][stone] == 0 && cell != goal {
                state.cells[player.index()][stone] = cell;
            }
        }
    }
    Some(state)
}

/// A position late in a game of random moves.
fn late(random: &mut Random) -> Option<State> {
    played(random.between(10, 40), random)
}

/// A position after so many random moves.
fn played(moves: usize, random: &mut Random) -> Option<State> {
    let game = Ewn::default();
    let mut state = State::initial();
    let mut last = None;
    for _ in 0..moves {
        let (mut rolls, mut moves) = (Vec::new(), Vec::new());
        game.outcomes(&state, &mut rolls);
        let rolled = *random.pick(&rolls)?;
        last = Some(rolled);
        game.moves(&rolled, &mut moves);
        state = game.play(&rolled, *random.pick(&moves)?);
        if game.winner(&state).is_some() {
            break;
        }
    }
    last
}

/// Two lines: a position, and one that comes of it.
fn followed(state: &State, random: &mut Random) -> Unit {
    let game = Ewn::default();
    let mut unit = vec![analysis(state)];
    let mut next = *state;
    for _ in 0..2 {
        let moves = game.all_moves(&next);
        let Some(&chosen) = random.pick(&moves) else {
            break;
        };
        let rolls = game.all_outcomes(&game.play(&next, chosen));
        match random.pick(&rolls) {
            Some(&roll) => next = roll,
            None => break,
        }
    }
    if next != *state {
        unit.push(analysis(&next));
    }
    unit
}

fn cells(state: &State, dialect: Dialect) -> String {
    let name = |&cell: &u8| match cell {
        0 => " 0".to_owned(),
        cell => format!(" {}", cell_name(cell, dialect, 1)),
    };
    state.cells.as_flattened().iter().map(name).collect()
}

fn analysis(state: &State) -> String {
    format!(
        "{} {}{}",
        state.mover.index(),
        state.die.unwrap_or(1),
        cells(state, Dialect::Numbers)
    )
}

fn request(state: &State, dialect: Dialect) -> String {
    let colour = if state.mover == BLUE { "B" } else { "R" };
    let die = state.die.unwrap_or(1);
    format!("get {colour} {die}{}", cells(state, dialect))
}

fn arrangement(random: &mut Random) -> Unit {
    let player = if random.one_in(2) { "B" } else { "R" };
    vec![format!("ini {player}")]
}

/// Makes a game of requests: a side may be set up, the dialect may be the other one, and the end is
/// said.
fn play(input: &mut Input, random: &mut Random) {
    let is_lettered = random.one_in(LETTERED);
    // Cells may be numbers in some lines, and letters in others.
    let is_mixed = is_lettered && random.one_in(MIXED);
    if is_mixed && input.len() == 1 {
        input.extend_from_within(..);
    }
    let first = random.below(2);
    let lines = input.iter_mut().flatten().enumerate();
    for (_, line) in lines.filter(|(at, _)| is_lettered && !(is_mixed && at % 2 == first)) {
        if let Ok(InputLine::Get(state, _)) = parse_line(line) {
            *line = request(&state, Dialect::Letters);
        }
    }
    if is_lettered || random.one_in(ARRANGED) {
        input.insert(random.below(input.len() + 1), arrangement(random));
    }
    if is_lettered && random.one_in(2) {
        for line in LETTERED_ONLY.iter().rev().filter(|_| random.one_in(2)) {
            input.insert(0, vec![(*line).to_owned()]);
        }
    }
    input.push(vec!["exit".to_owned()]);
}

fn features(kind: &str, state: &State) -> BTreeSet<String> {
    let mover = state.mover;
    let mut moves = Vec::new();
    let game = Ewn::default();
    game.moves(state, &mut moves);
    let mut seen = BTreeSet::new();
    let own = state.cells[mover.index()];
    let is_gone = state.die.is_some_and(|die| own[usize::from(die) - 1] == 0);
    seen.insert(format!(
        "{kind} by player {}, {} moves, die's stone gone: {is_gone}",
        mover.index(),
        moves.len()
    ));
    seen.insert(format!(
        "{kind}, {} against {} stones",
        stones(state, mover),
        stones(state, mover.opponent())
    ));
    for chosen in moves {
        let next = game.play(state, chosen);
        for player in [mover, mover.opponent()] {
            if stones(&next, player) < stones(state, player) {
                let whose = if player == mover { "own" } else { "other's" };
                seen.insert(format!("{kind}, {whose} stone can be removed"));
            }
        }
        if game.winner(&next).is_some() {
            seen.insert(format!("{kind}, player {} can win", mover.index()));
        }
    }
    seen
}
