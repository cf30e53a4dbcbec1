//! Kalah lines: positions from games, and set up with laps, captures and ends in sight.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use crate::game::{Game, Side};
use crate::games::kalah::fast::FastKalah;
use crate::games::kalah::rules::{MOST_SEEDS, PITS, POSITIONS, store};
use crate::games::kalah::text::{InputLine, parse_line};
use crate::games::kalah::{Kalah, Rules, State};
use crate::options::Record;
use crate::protocol::assignment::Assignment;
use crate::protocol::source::{Family, Input, Source, Unit, together, without_stretches};
use crate::random::Random;
use crate::search::effort;

/// Most nodes of a line's plain search.
const MOST_NODES: u64 = 3_000;
/// Most nodes when extra turns cost nothing, the mistake that makes trees largest.
const MOST_NODES_MISTAKEN: u64 = 60_000;
/// Deepest search asked for.
const DEEPEST: u32 = 7;
/// Of so many families of ordinary inputs one has a line with a large tree: it takes as long as
/// hundreds of others.
const DEEP: usize = 8;
/// Of so many families of ordinary inputs one has lines that come back to a position.
const RETURNING: usize = 3;
/// Of so many families one has a line that is nearly as long as lines get.
const LONG: usize = 3;
/// Of so many families of ordinary inputs one has a line with very many seeds in one place.
const HEAPED: usize = 2;
/// So many seeds: more than games bring together in a pit.
const HEAP: std::ops::RangeInclusive<usize> = 21..=70;

/// The source of Kalah lines.
pub(super) struct KalahSource;

/// Too few seeds in a pit, part of a seed, too many seeds in all, a player and a depth that are none, a number
/// too few and one too many.
const ERRORS: [&str; 7] = [
    "4 4 4 4 4 -1 0 4 4 4 4 4 4 0 0 2",
    "4 4 4 4 4 0.5 0 4 4 4 4 4 4 0 0 2",
    "4 4 4 4 4 99 0 4 4 4 4 4 4 0 0 2",
    "4 4 4 4 4 4 0 4 4 4 4 4 4 0 2 2",
    "4 4 4 4 4 4 0 4 4 4 4 4 4 0 0 0",
    "4 4 4 4 4 4 0 4 4 4 4 4 4 0 0",
    "4 4 4 4 4 4 0 4 4 4 4 4 4 0 0 2 2",
];

impl Source for KalahSource {
    fn errors(&self) -> Vec<Unit> {
        ERRORS.map(|line| vec![line.to_owned()]).to_vec()
    }

    fn family(&self, random: &mut Random) -> Family {
        let lines = lines(random);
        // What is kept from one line to the next shows on two.
        let both = lines.last_chunk().map(|lines: &[String; 2]| lines.to_vec());
        let lopsided = lopsided(&lines).map(|line| vec![line]);
        let returning = Some(returning(random)).filter(|unit| unit.len() > 1);
        let alone = lines.into_iter().map(|line| vec![line]);
        alone
            .chain(both)
            .chain(lopsided)
            .chain(returning)
            .map(|unit| vec![unit])
            .collect()
    }

    fn ordinary(&self, random: &mut Random) -> Vec<Input> {
        let mut lines = lines(random);
        if random.one_in(DEEP) {
            lines.extend(deep(random));
        }
        if random.one_in(HEAPED) {
            lines.extend(heaped(random).and_then(|state| with_depth(&state, random)));
        }
        let mut units: Vec<Unit> = lines.into_iter().map(|line| vec![line]).collect();
        if random.one_in(RETURNING) {
            units.extend(Some(returning(random)).filter(|unit| !unit.is_empty()));
        }
        together(units, random)
    }

    fn features(&self, input: &Input, _right: &[u8]) -> BTreeSet<String> {
        let lines = input
            .iter()
            .flatten()
            .filter_map(|line| parse_line(line).ok());
        lines
            .flat_map(|line| features(&line.state, line.depth))
            .collect()
    }

    /// Fewer lines, a lower depth, or fewer seeds: on one line, or on all that have such a board.
    fn smaller_units(&self, unit: &Unit) -> Vec<Unit> {
        let lines: Vec<InputLine> = unit.iter().filter_map(|it| parse_line(it).ok()).collect();
        let mut all = without_stretches(&lines);
        all.retain(|lines| !lines.is_empty());
        for (place, line) in lines.iter().enumerate() {
            if line.depth > 1 {
                let mut lower = lines.clone();
                lower[place].depth -= 1;
                all.push(lower);
            }
            // What a line returns to is made smaller with it.
            let before = &lines[..place];
            if before
                .iter()
                .any(|other| other.state.seeds == line.state.seeds)
            {
                continue;
            }
            for position in (0..POSITIONS).filter(|&position| line.state.seeds[position] > 0) {
                for fewer in [0, line.state.seeds[position] - 1] {
                    let mut changed = lines.clone();
                    let same = changed[place..].iter_mut();
                    for other in same.filter(|other| other.state.seeds == line.state.seeds) {
                        other.state.seeds[position] = fewer;
                    }
                    all.push(changed);
                }
            }
        }
        let written = |line: &InputLine| line_of(&line.state, line.depth);
        let units = all.iter().map(|lines| lines.iter().map(written).collect());
        units.collect()
    }
}

/// Lines of a few positions.
fn lines(random: &mut Random) -> Vec<String> {
    let mut lines = Vec::new();
    for _ in 0..8 {
        let state = match random.below(3) {
            0 => set_up(random),
            _ => played(random),
        };
        lines.extend(with_depth(&state, random));
    }
    if random.one_in(LONG) {
        lines.extend(with_depth(&long(random), random));
    }
    lines
}

/// A line, and one or two that come back to its position or to what a move or two make of it, with
/// another depth or the same one: what is remembered from line to line shows on them.
fn returning(random: &mut Random) -> Vec<String> {
    let game = Kalah::default();
    let state = match random.one_in(3) {
        true => set_up(random),
        false => played(random),
    };
    let mut lines = Vec::new();
    let Some(&depth) = random.pick(&light_depths(&state)) else {
        return lines;
    };
    lines.push(line_of(&state, depth));
    for _ in 0..random.between(1, 2) {
        let (mut next, mut left) = (state.clone(), depth as i32);
        match random.below(5) {
            0 => next.mover = next.mover.opponent(),
            1 | 2 => {
                for _ in 0..random.between(1, 2) {
                    if let Some(&chosen) = random.pick(&game.all_moves(&next)) {
                        left -= game.plies(&next, chosen);
                        next = game.play(&next, chosen);
                    }
                }
            }
            _ => left = 0,
        }
        let mut depths = light_depths(&next);
        if depths.contains(&(left as u32)) && random.one_in(2) {
            depths = vec![left as u32];
        }
        depths.retain(|&other| next != state || other != depth);
        lines.extend(random.pick(&depths).map(|&depth| line_of(&next, depth)));
    }
    lines
}

/// The line with the fewest seeds, one store holding as many more as there may be: values beyond what
/// games come to.
fn lopsided(lines: &[String]) -> Option<String> {
    let seeds = |state: &State| state.seeds.iter().copied().map(u32::from).sum::<u32>();
    let lines = lines.iter().filter_map(|line| parse_line(line).ok());
    let line = lines.min_by_key(|line| seeds(&line.state))?;
    let mut state = line.state;
    let more = MOST_SEEDS.saturating_sub(seeds(&state));
    let player = if more % 2 == 0 {
        Side::First
    } else {
        Side::Second
    };
    state.seeds[store(player)] += more as u8;
    Some(line_of(&state, line.depth))
}

/// A position some moves into a game from a start with that many seeds a pit.
fn played(random: &mut Random) -> State {
    let game = Kalah::default();
    let mut state = State::initial();
    let seeds = random.between(1, 7) as u8;
    for position in (0..POSITIONS).filter(|position| position % (PITS + 1) != PITS) {
        state.seeds[position] = seeds;
    }
    let mut moves = Vec::new();
    for _ in 0..random.below(30) {
        moves.clear();
        game.moves(&state, &mut moves);
        let Some(&chosen) = random.pick(&moves) else {
            break;
        };
        let next = game.play(&state, chosen);
        if next.is_over() && random.below(4) > 0 {
            break;
        }
        state = next;
    }
    state
}

/// A position set up: some pits empty, some nearly, perhaps one with enough for a lap.
fn set_up(random: &mut Random) -> State {
    let mut state = State::initial();
    let fullest = *random.pick(&[1, 2, 4, 8]).unwrap_or(&4);
    for position in 0..POSITIONS {
        state.seeds[position] = if random.one_in(3) {
            0
        } else {
            random.between(0, fullest) as u8
        };
    }
    if random.one_in(2) {
        let pit = random.below(PITS) + if random.one_in(2) { PITS + 1 } else { 0 };
        state.seeds[pit] = random.between(12, 20) as u8;
    }
    if random.one_in(2) {
        state.mover = Side::Second;
    }
    let total: u32 = state.seeds.iter().map(|&seeds| u32::from(seeds)).sum();
    if total > MOST_SEEDS {
        State::initial()
    } else {
        state
    }
}

/// A position with very many seeds in one pit, or in a store; none where the others leave too few.
fn heaped(random: &mut Random) -> Option<State> {
    let mut state = match random.one_in(2) {
        true => set_up(random),
        false => played(random),
    };
    let stores = [store(Side::First), store(Side::Second)];
    let place = match random.one_in(4) {
        true => *random.pick(&stores)?,
        false => random.below(PITS) + if random.one_in(2) { PITS + 1 } else { 0 },
    };
    state.seeds[place] = 0;
    let others: usize = state.seeds.iter().copied().map(usize::from).sum();
    let most = (MOST_SEEDS as usize - others).min(*HEAP.end());
    let seeds = HEAP
        .contains(&most)
        .then(|| random.between(*HEAP.start(), most))?;
    state.seeds[place] = seeds as u8;
    Some(state)
}

/// A position with most counts of two digits.
fn long(random: &mut Random) -> State {
    let mut state = State::initial();
    for position in 0..POSITIONS {
        state.seeds[position] = random.below(2) as u8;
    }
    let mut places: Vec<usize> = (0..POSITIONS).collect();
    random.shuffle(&mut places);
    for &place in &places[..random.between(6, 9)] {
        state.seeds[place] = 10;
    }
    if random.one_in(2) {
        state.mover = Side::Second;
    }
    state
}

/// The position's line with a depth that is not too much work; none when any is.
fn with_depth(state: &State, random: &mut Random) -> Option<String> {
    let depth = *random.pick(&light_depths(state))?;
    Some(line_of(state, depth))
}

/// The depths that are not too much work, lowest first.
fn light_depths(state: &State) -> Vec<u32> {
    let is_light = |&depth: &u32| {
        nodes(&USUAL, state, depth, MOST_NODES).is_some()
            && nodes(&COSTLESS, state, depth + 1, MOST_NODES_MISTAKEN).is_some()
    };
    (1..=DEEPEST).take_while(is_light).collect()
}

/// A line with a tree so large that small counters overflow, but hardly larger; none when no such
/// position is found.
fn deep(random: &mut Random) -> Option<String> {
    const NODES: std::ops::RangeInclusive<u64> = 65_536..=131_072;
    const TRIES: usize = 4;
    (0..TRIES).find_map(|_| {
        let state = played(random);
        let nodes = |depth| nodes(&USUAL, &state, depth, *NODES.end());
        let is_deep = |&depth: &u32| nodes(depth).is_none_or(|it| it >= *NODES.start());
        let depth = (1..=2 * DEEPEST).find(is_deep)?;
        nodes(depth).map(|_| line_of(&state, depth))
    })
}

/// The assignment's Kalah.
static USUAL: LazyLock<FastKalah> = LazyLock::new(|| fast(Rules::default()));
/// Extra turns cost nothing.
static COSTLESS: LazyLock<FastKalah> = LazyLock::new(|| {
    let mut rules = Rules::default();
    let set = rules.set("extra-turn-levels", "0");
    set.expect("the rule has this value");
    fast(rules)
});

fn fast(rules: Rules) -> FastKalah {
    FastKalah::new(Kalah::new(rules)).expect("rules that the fast engine follows")
}

/// Nodes of the full tree of `depth` levels; none when there are more than `most`.
fn nodes(game: &FastKalah, state: &State, depth: u32, most: u64) -> Option<u64> {
    let Some(board) = game.board(state) else {
        return effort::nodes(&game.game, state, depth, most);
    };
    game.nodes_within(board, depth, most)
}

fn line_of(state: &State, depth: u32) -> String {
    Kalah::default().asked(state, depth)
}

fn features(state: &State, depth: u32) -> BTreeSet<String> {
    let mut seen = BTreeSet::new();
    let game = Kalah::default();
    let player = state.mover.index();
    seen.insert(format!("player {player}, depth {depth}"));
    if state.is_over() {
        seen.insert(format!("player {player}, over"));
    }
    let moves = game.all_moves(state);
    for pit in moves {
        let next = game.play(state, pit);
        let seeds = state.seeds[usize::from(pit)];
        let gained = next.seeds[store(state.mover)] - state.seeds[store(state.mover)];
        if seeds >= 13 {
            seen.insert(format!("player {player}, lap of {}", seeds.min(16)));
        }
        if next.mover == state.mover {
            seen.insert(format!("player {player}, extra turn"));
        }
        if gained > 1 {
            seen.insert(format!("player {player}, capture"));
        }
        if next.is_over() {
            seen.insert(format!("player {player}, ends the game"));
        }
    }
    seen
}
