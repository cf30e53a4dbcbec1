//! EinStein würfelt nicht: ECUI requests and analysis lines in, cells and scores out.

use std::borrow::Cow;
use std::collections::hash_map::Entry;
use std::hash::Hash;
use std::io::Write;
use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;

use super::beside::{Beside, Both};
use super::source::EwnSource;
use super::state;
use crate::draw::Picture;
use crate::game::{Evaluate, Game, Side};
use crate::games::ewn::fast::solve::{self, Probability, Solved, Unsolved};
use crate::games::ewn::picture::{changes, picture};
use crate::games::ewn::rules::{
    BLUE, BestFor, BestScore, BoardUse, Cache, CacheLife, CacheSide, CachedCells, Evaluation,
    Nearest, RED, SIDE, STONES, SearchStart, Stuck, arrangement,
};
use crate::games::ewn::text::{
    self, ArrangementAs, Board, Dialect, FIELDS, InputLine, LetteredRequests, NoMove, REQUESTS,
    RemovedStones, Text, colour_name,
};
use crate::games::ewn::{Ewn, Move, Rules, State, fast};
use crate::options::{OptionInfo, Setting, reset};
use crate::protocol::assignment::LEVEL_WITH_ROLL;
use crate::protocol::explain::{Decision, Explanation, LookError, Search, decision};
use crate::protocol::source::Source;
use crate::protocol::state::{GameState, LoadError, Talk};
use crate::protocol::{
    About, Engine, Flow, PositionError, Protocol, Resources, Session, SessionError, Settings,
    SettingsError, Solution, SolveLimits, meaningful, options,
};
use crate::search::expectimax::{self, Known, NoTable, best_of, expectimax};
use crate::search::memory::{Memory, remembered, search_again};
use crate::search::minimax::is_better;
use crate::search::perft::perft;
use crate::search::tree::{Limits, chance};
use crate::text::{LineWriter, Problem, is_integers};

/// The protocol, see [`text`].
pub(crate) struct EwnProtocol;

static ABOUT: About = About {
    looks_like: "get, ini or exit, or 14 integers",
    questions: ("lines that ask for a move", "line"),
    pair_options: &[
        "stuck",
        "no-move",
        "cached-position",
        "board-use",
        "stones-left",
        "moves-from",
    ],
    single_options: &["mistyped"],
    order: "the named stone, else the nearest higher, then the nearest lower one; each \
            vertically, diagonally, horizontally",
    search: Search::Expectiminimax,
    closing_line: Some("exit"),
    players: ["Blue", "Red"],
    move_help: "FROM TO, two cells from 1 to 25, such as 15 10",
    move_notes: "\
The die names the stone; when that is gone, the nearest one with a higher or with a lower
number moves. The cells' numbers are on the right. Whoever chooses how to set up types the
cells of stones 1 to 6, such as 25 24 23 20 19 15.
",
    levels: (7, 3),
    talk: Talk::Stays,
    dialects: state::DIALECTS,
    farewell: Some("exit"),
    opening: 0,
    setup_moves: 2,
    second_may_begin: true,
    ..About::new(
        "ewn",
        "EinStein würfelt nicht: ECUI lines and analysis lines",
    )
};

impl Protocol for EwnProtocol {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn recognises(&self, line: &str) -> bool {
        let request = line.split_ascii_whitespace().next().unwrap_or_default();
        REQUESTS.contains(&request) || is_integers(line, FIELDS)
    }

    fn options(&self) -> Vec<OptionInfo> {
        options::<Rules, Text>()
    }

    fn session(&self, settings: &Settings) -> Result<Box<dyn Session>, SettingsError> {
        settings.format_among(ABOUT.formats)?;
        let (rules, text) = records(settings)?;
        let rules = rules.without_idle();
        let remembers = settings.engine == Engine::Fast;
        let stones_share = text.removed_stones == RemovedStones::Earlier;
        Ok(Box::new(Conversation {
            game: Ewn::new(rules),
            fast: (remembers && !stones_share).then_some(settings.resources),
            engine: Arc::default(),
            remembers,
            text,
            table: OccupancyTable::new(rules),
            before: Vec::new(),
            unsearched: 0,
            earlier: Default::default(),
            board: Board::empty(),
            dialect: Dialect::Numbers,
            lines: LineWriter::new(text.line_end, text.final_newline),
        }))
    }

    fn perft(
        &self,
        settings: &Settings,
        position: Option<&str>,
        plies: u32,
    ) -> Result<u64, PositionError> {
        let (rules, _) = records(settings)?;
        let state = match position {
            Some(text) => text::parse_position(text)?,
            None => State::initial(),
        };
        Ok(perft(&Ewn::new(rules), &state, plies))
    }

    fn solve(
        &self,
        settings: &Settings,
        position: Option<&str>,
        limits: &mut SolveLimits<'_>,
    ) -> Result<Solution, PositionError> {
        let (rules, text) = records(settings)?;
        let (state, dialect) = match position {
            Some(position) => text::parse_unsolved(position)?,
            None => (State::initial(), Dialect::Numbers),
        };
        let mut limits = solve::Limits {
            positions: usize::try_from(limits.nodes).unwrap_or(usize::MAX),
            memory: limits.memory_mib.saturating_mul(1 << 20),
            progress: limits.progress,
        };
        let solved = solve::solve(rules, &state, &mut limits).map_err(|error| match error {
            Unsolved::Rules | Unsolved::StonesShare => PositionError::Unsupported(NO_SOLVER),
            Unsolved::NoMove => Problem::new("no legal move", "a position with one").into(),
            Unsolved::Positions(_) | Unsolved::Memory { .. } => {
                PositionError::Limit(error.to_string())
            }
        })?;
        Ok(solution(&state, &solved, dialect, &text))
    }

    fn locate(&self, input: &str, output: &str, line: usize) -> Option<String> {
        let mut answers = output.lines().enumerate().peekable();
        for (number, asked) in meaningful(input) {
            let is_analysis = is_integers(asked, FIELDS);
            for (index, text) in answers.by_ref() {
                if index == line {
                    let part = if is_analysis {
                        analysis_part(text)
                    } else {
                        "the reply".to_owned()
                    };
                    return Some(format!("input line {number} ({asked}): {part}"));
                }
                if !is_analysis || text.starts_with("Best Move") {
                    break;
                }
            }
        }
        None
    }

    fn position(&self, settings: &Settings, input: &str) -> Result<Picture, LookError> {
        records(settings)?;
        let last = requests(input)?.pop();
        let asked = last.ok_or_else(|| {
            LookError::Nothing("found no position, expected a get or an analysis line".to_owned())
        })?;
        Ok(picture(&asked.state, None))
    }

    fn shown(
        &self,
        settings: &Settings,
        input: &str,
        output: &str,
        line: usize,
    ) -> Option<Picture> {
        let (rules, text) = records(settings).ok()?;
        let index = asked_at(input, output, line)?;
        let asked = requests(input).ok()?.into_iter().nth(index)?;
        let game = Ewn::new(rules);
        let moves = game.all_moves(&asked.state);
        let printed = output.lines().nth(line)?.trim();
        let cells = match asked.dialect {
            Some(_) => printed.to_owned(),
            None => {
                let (_, cells) = printed.split_once("Move")?;
                let cells = cells.trim_matches(|c: char| !c.is_ascii_digit());
                cells.replace(',', " ")
            }
        };
        let chosen = moves
            .into_iter()
            .find(|&chosen| asked.name(chosen, &text) == cells);
        Some(match chosen {
            Some(chosen) => picture(&game.play(&asked.state, chosen), Some(chosen)),
            None => picture(&asked.state, None),
        })
    }

    fn decision_at(&self, input: &str, output: &str, line: usize) -> Option<usize> {
        asked_at(input, output, line).map(|index| index + 1)
    }

    fn explain(
        &self,
        settings: &Settings,
        input: &str,
        at: Option<usize>,
        limits: Limits,
    ) -> Result<Explanation, LookError> {
        let (rules, text) = records(settings)?;
        let asked = requests(input)?;
        let wanted = at.unwrap_or(1);
        // What earlier lines leave in a table that is kept.
        let up_to = &asked[..wanted.min(asked.len())];
        let forgets = |asked: &Request| {
            let life = rules.cache_life;
            life.ends_before(asked.dialect.is_some())
                || life == CacheLife::Game && asked.begins_game
        };
        let kept_from = up_to.iter().rposition(forgets).unwrap_or(0);
        let kept = up_to[kept_from..].iter().map(|asked| asked.state);
        let mut earlier: Vec<State> = kept.collect();
        earlier.pop();
        let asked = decision(asked, at, ABOUT.questions.0)?;
        let game = Ewn::new(rules);
        let depth = rules.depth.get() as u32;
        let table = OccupancyTable::new(rules);
        let key = |state: &State, depth: u32| -> Option<Key> {
            (rules.cache != Cache::None).then(|| table.key(state, depth))
        };
        let mut memory = chance::Memory::default();
        for state in &earlier {
            chance::record(&game, state, depth, &mut memory, key, limits)?;
        }
        let (tree, visits) = chance::record(&game, &asked.state, depth, &mut memory, key, limits)?;
        let explanation = Decision {
            about: &ABOUT,
            game: &game,
            state: &asked.state,
            title: format!(
                "{}'s move with a {}",
                colour_name(asked.state.mover),
                asked.state.die.unwrap_or(0)
            ),
            asked: format!("input line {} ({})", asked.number, asked.line),
            picture: picture(&asked.state, None),
            depth,
            plies: depth + 1,
            facts: facts(&rules, asked.state.mover),
            meanings: Vec::new(),
            step: &|chosen| asked.name(chosen, &text),
            rolled: &|state| state.die.map(|die| die.to_string()),
            changes: &changes,
        }
        .with_chance(&tree, visits);
        if explanation.choice.is_none() {
            let problem = Problem::new("no legal move", "a position with one");
            let line = asked.number;
            return Err(LookError::Input { line, problem });
        }
        Ok(explanation)
    }

    fn game_state(&self, settings: &Settings) -> Result<Box<dyn GameState>, SettingsError> {
        state::game_state(settings, 2)
    }

    fn table_set_up(&self, settings: &Settings) -> Result<Box<dyn GameState>, SettingsError> {
        state::game_state(settings, 0)
    }

    fn load(&self, settings: &Settings, text: &str) -> Result<Vec<Box<dyn GameState>>, LoadError> {
        state::load(settings, text)
    }

    fn source(&self, _right: &Settings) -> Result<Box<dyn Source>, SettingsError> {
        Ok(Box::new(EwnSource))
    }
}

/// A line that asks for a move.
struct Request<'a> {
    number: usize,
    line: &'a str,
    state: State,
    /// How its reply names cells; none for an analysis.
    dialect: Option<Dialect>,
    /// Whether an `ini` came since the one before.
    begins_game: bool,
}

impl Request<'_> {
    /// A move as the answer names it.
    fn name(&self, chosen: Move, text: &Text) -> String {
        match self.dialect {
            Some(dialect) => text::move_reply(chosen, dialect, text),
            None => text::analysis_move(chosen, text),
        }
    }
}

fn requests(input: &str) -> Result<Vec<Request<'_>>, LookError> {
    let mut asked = Vec::new();
    let mut begins_game = false;
    for (number, line) in meaningful(input) {
        let parsed = text::parse_line(line).map_err(|problem| LookError::Input {
            line: number,
            problem,
        })?;
        let (state, dialect) = match parsed {
            InputLine::Get(state, dialect) => (state, Some(dialect)),
            InputLine::Analyse(state) => (state, None),
            InputLine::Exit => break,
            InputLine::Arrange(_) => {
                begins_game = true;
                continue;
            }
            InputLine::Constant(_) => continue,
        };
        asked.push(Request {
            number,
            line,
            state,
            dialect,
            begins_game: std::mem::take(&mut begins_game),
        });
    }
    Ok(asked)
}

/// Which of the lines that ask for a move an output line belongs to, counted from 0.
fn asked_at(input: &str, output: &str, line: usize) -> Option<usize> {
    let mut answers = output.lines().enumerate();
    let mut asked = 0;
    for (_, request) in meaningful(input) {
        let parsed = text::parse_line(request).ok()?;
        let is_analysis = matches!(parsed, InputLine::Analyse(_));
        let is_move = is_analysis || matches!(parsed, InputLine::Get(..));
        if matches!(parsed, InputLine::Exit) {
            return None;
        }
        for (index, text) in answers.by_ref() {
            if index == line {
                return is_move.then_some(asked);
            }
            if !is_analysis || text.starts_with("Best Move") {
                break;
            }
        }
        asked += usize::from(is_move);
    }
    None
}

fn facts(rules: &Rules, root: Side) -> Vec<String> {
    let (own, other) = (colour_name(root), colour_name(root.opponent()));
    let mut facts = vec![
        LEVEL_WITH_ROLL.to_owned(),
        match rules.evaluation {
            Evaluation::Difference => {
                format!(
                    "A position is worth the table sum of {own}'s stones less that of {other}'s."
                )
            }
            evaluation => format!(
                "How a position is valued: evaluation={}.",
                evaluation.name()
            ),
        },
    ];
    match rules.cache {
        Cache::None => {}
        Cache::Occupancy => facts.push(
            "Means are remembered by which cells each side occupies and who is to roll, not by \
             which stone stands where nor by depth: a value taken from the table may come from \
             another depth or arrangement, and is used as it is."
                .to_owned(),
        ),
        Cache::OccupancyDepth => facts.push(
            "Means are remembered by which cells each side occupies, who is to roll and the \
             depth, not by which stone stands where."
                .to_owned(),
        ),
        Cache::Position => facts.push(
            "Means are remembered by which stone stands where and who is to roll, not by depth."
                .to_owned(),
        ),
    }
    facts
}

/// What has no solver, where a stone can be stuck.
const NO_SOLVER: &str = "ewn with own-stones, captured, captured-stones, no-stones, edges, goal-steps or win-cell \
                         other than the default, or nearest=without-1 or without-6";

/// The solution in words, cells as the dialect writes them.
fn solution(state: &State, solved: &Solved, dialect: Dialect, text: &Text) -> Solution {
    const DICE: [&str; STONES] = ["die 1", "die 2", "die 3", "die 4", "die 5", "die 6"];
    let (exact, decimal) = match solved.wins {
        Probability::Fraction {
            numerator,
            denominator,
        } => {
            let exact = match denominator {
                1 => numerator.to_string(),
                _ => format!("{numerator}/{denominator}"),
            };
            (exact, numerator as f64 / denominator as f64)
        }
        Probability::Decimal(decimal) => ("a fraction of more than 128 bits".to_owned(), decimal),
    };
    let mut lines = vec![
        ("to move", colour_name(state.mover).to_owned()),
        ("wins with probability", exact),
        ("as a decimal", format!("{decimal:.12}")),
    ];
    for &(die, chosen) in &solved.best {
        let label = match state.die {
            Some(_) => "best move",
            None => DICE[usize::from(die) - 1],
        };
        lines.push((label, text::move_reply(chosen, dialect, text)));
    }
    lines.push(("positions", solved.positions.to_string()));
    lines
}

/// Names a line of an analysis by its text.
fn analysis_part(text: &str) -> String {
    if let Some((_, chosen)) = text.split_once(":Move") {
        format!("the score of move {chosen}")
    } else if text.starts_with("Best Move") {
        "the best move".to_owned()
    } else if text.ends_with(':') || text.contains("Graph") {
        "a heading".to_owned()
    } else {
        "the board".to_owned()
    }
}

/// The records, with `--depth` applied.
fn records(settings: &Settings) -> Result<(Rules, Text), SettingsError> {
    settings.records_with_depth(&["depth"])
}

/// What values are remembered by, packed: each side's cells, the side to move, and the depth if it counts.
type Key = u64;

/// The published table: values by occupied cells and side to move, whatever stone stands
/// where.
#[derive(Clone)]
struct OccupancyTable {
    rules: Rules,
    /// How many values it keeps at most.
    most: usize,
    /// Whether a value stays when another one is found for the same.
    keeps: bool,
    values: FxHashMap<Key, f64>,
}

impl OccupancyTable {
    fn new(rules: Rules) -> Self {
        let conventions = Ewn::new(rules).conventions();
        Self {
            rules,
            most: conventions.most_remembered,
            keeps: conventions.keeps_remembered,
            values: FxHashMap::default(),
        }
    }

    fn key(&self, state: &State, depth: u32) -> Key {
        // A bit for each cell; that of stones which are nowhere is dropped.
        let occupied =
            |stones: &[u8; STONES]| stones.iter().fold(0, |all, &cell| all | 1 << cell) >> 1;
        let [blue, red] = &state.cells;
        self.key_where(state, [occupied(blue), occupied(red)], depth)
    }

    /// The key of a position, told which cells each side occupies: a bit for each.
    fn key_where(&self, state: &State, occupied: [u64; 2], depth: u32) -> Key {
        let (mut state, mut occupied) = (*state, occupied);
        let is_for_mover = matches!(
            self.rules.cache_side,
            CacheSide::OwnFirst | CacheSide::Turned
        );
        if is_for_mover && state.mover == RED {
            state.cells.swap(0, 1);
            occupied.swap(0, 1);
        }
        if self.rules.cache_side == CacheSide::Turned && state.mover == RED {
            let stones = state.cells.as_flattened_mut().iter_mut();
            let standing = stones.filter(|cell| **cell != 0);
            standing.for_each(|cell| *cell = SIDE * SIDE + 1 - *cell);
            let unused = u64::BITS - u32::from(SIDE * SIDE);
            occupied = occupied.map(|cells| cells.reverse_bits() >> unused);
        }
        let ([blue, red], [by_blue, by_red]) = (&state.cells, self.told_apart(occupied));
        // Which cell each stone is in, five bits a stone.
        let placed = |stones: &[u8]| {
            stones
                .iter()
                .fold(0, |all, &cell| all << 5 | u64::from(cell))
        };
        let cells = match self.rules.cache {
            Cache::Position => placed(blue) << (5 * STONES) | placed(red),
            Cache::Occupancy | Cache::OccupancyDepth | Cache::None => {
                by_blue << (SIDE * SIDE) | by_red
            }
        };
        let side = match self.rules.cache_side {
            CacheSide::Known => state.mover,
            _ => BLUE,
        };
        let depth = match self.rules.cache {
            Cache::OccupancyDepth => u64::from(depth),
            Cache::Occupancy | Cache::Position | Cache::None => 0,
        };
        cells << 1 | side.index() as u64 | depth << (1 + 2 * SIDE * SIDE)
    }

    /// The occupied cells that a key has room for.
    fn told_apart(&self, [by_blue, by_red]: [u64; 2]) -> [u64; 2] {
        let low = u64::from(u32::MAX >> (SIDE * SIDE));
        match self.rules.cached_cells {
            CachedCells::All => [by_blue, by_red],
            CachedCells::Red7 => [by_blue, by_red & low],
            CachedCells::Blue7 => [by_blue & low, by_red],
        }
    }

    fn recall(&self, key: Key) -> Option<f64> {
        self.values.get(&key).copied()
    }

    fn remember(&mut self, key: Key, value: f64) {
        let room = self.values.len() < self.most;
        match self.values.entry(key) {
            Entry::Occupied(mut known) if !self.keeps => {
                known.insert(value);
            }
            Entry::Vacant(new) if room => {
                new.insert(value);
            }
            Entry::Occupied(_) | Entry::Vacant(_) => {}
        }
    }
}

impl expectimax::Table<State> for OccupancyTable {
    fn get(&self, state: &State, depth: u32) -> Option<f64> {
        self.recall(self.key(state, depth))
    }

    fn put(&mut self, state: &State, depth: u32, value: f64) {
        self.remember(self.key(state, depth), value);
    }
}

/// The same, where a board is kept beside the list of the stones' cells.
struct TableOfBoth<'a> {
    table: &'a mut OccupancyTable,
    board_use: BoardUse,
}

impl TableOfBoth<'_> {
    fn key(&self, state: &Both, depth: u32) -> Key {
        match self.board_use {
            BoardUse::All | BoardUse::Worth | BoardUse::Memory => {
                let placed = match self.table.rules.cache {
                    Cache::Position => state.on_board(),
                    _ => state.list,
                };
                self.table.key_where(&placed, state.occupied(), depth)
            }
            BoardUse::Corner | BoardUse::Captures => self.table.key(&state.list, depth),
        }
    }
}

impl expectimax::Table<Both> for TableOfBoth<'_> {
    fn get(&self, state: &Both, depth: u32) -> Option<f64> {
        self.table.recall(self.key(state, depth))
    }

    fn put(&mut self, state: &Both, depth: u32, value: f64) {
        self.table.remember(self.key(state, depth), value);
    }
}

/// After how many lines, this one among them, scores are remembered by all of them: each takes room in
/// what is remembered.
const MOST_BEFORE: usize = 16;

/// Moves with their scores, in order.
type Scores = Vec<(Move, f64)>;

/// Which moves' scores are asked for.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Asked {
    All,
    /// Of all that can be best.
    Best,
}

#[derive(Clone)]
struct Conversation {
    game: Ewn,
    /// With what the fast engine searches, unless the plain searches are asked for.
    fast: Option<Resources>,
    /// That engine, if it follows the rules, once something is searched: most conversations of a
    /// diagnosis ask for what is remembered.
    engine: Arc<OnceLock<Option<fast::Engine>>>,
    /// Whether scores that are known are not searched again: unless the plain searches are asked
    /// for.
    remembers: bool,
    text: Text,
    table: OccupancyTable,
    /// The positions that were searched since the table was empty.
    before: Vec<State>,
    /// How many of them, the last ones, the table knows nothing of: their scores were known, or the
    /// fast engine found them.
    unsearched: usize,
    /// Where the lines so far had each stone last.
    earlier: [[u8; STONES]; 2],
    /// What the board shows that an analysis prints.
    board: Board,
    /// How cells were written in the lines seen so far.
    dialect: Dialect,
    lines: LineWriter,
}

impl Conversation {
    /// Forgets what is not kept for a request, or for an analysis.
    fn forget_before(&mut self, is_request: bool) {
        if self.game.rules.cache_life.ends_before(is_request) {
            self.forget();
        }
    }

    fn forget(&mut self) {
        self.table.values.clear();
        self.before.clear();
        self.unsearched = 0;
    }

    /// The scores of all moves, in order.
    fn scores(&mut self, state: &State) -> Scores {
        let scores = self.known_scores(state, Asked::All);
        self.at_root(scores)
    }

    /// Those of scored moves that are made at the root.
    fn at_root(&self, mut scores: Scores) -> Scores {
        if self.game.rules.nearest == Nearest::HigherAtRoot {
            let first = scores.first().map(|(chosen, _)| chosen.stone);
            scores.retain(|(chosen, _)| Some(chosen.stone) == first);
        }
        scores
    }

    /// The chosen move.
    fn choice(&mut self, state: &State) -> Result<Move, Problem> {
        let rules = &self.game.rules;
        let asked = match rules.best_for {
            BestFor::Mover
                if !rules.search_start.is_of_root()
                    && rules.best_score == BestScore::AsIs
                    && rules.nearest != Nearest::HigherAtRoot =>
            {
                Asked::Best
            }
            _ => Asked::All,
        };
        let scores = self.known_scores(state, asked);
        let scores = self.at_root(scores);
        self.best(state, &scores)
    }

    /// The scores that are asked for, remembered.
    fn known_scores(&mut self, state: &State, asked: Asked) -> Scores {
        static SCORES: Memory<(Rules, State, Asked), Scores> = Memory::empty();
        static LATER: Memory<(Rules, Vec<State>), Scores> = Memory::empty();
        if !self.remembers {
            return self.plain_scores(state);
        }
        let rules = self.rules_of_scores();
        let is_first = self.before.is_empty();
        self.before.push(*state);
        self.unsearched += 1;
        match is_first {
            true => remembered(&SCORES, (rules, *state, asked), || {
                self.searched(state, asked)
            }),
            false if self.before.len() > MOST_BEFORE => self.searched_after_others(state),
            false => remembered(&LATER, (rules, self.before.clone()), || {
                self.searched_after_others(state)
            }),
        }
    }

    /// The scores of all moves of the last position by the plain search, after the others.
    fn searched_after_others(&mut self, state: &State) -> Scores {
        let last = self.before.len() - 1;
        let unsearched = self.before.len() - self.unsearched..last;
        let is_first_uncounted = last == 1 && self.engine().is_some();
        let search = || {
            for place in unsearched {
                let state = self.before[place];
                self.plain_scores(&state);
            }
        };
        // The plain search of the first is counted with the second where the fast engine has found its
        // scores; all others were counted when their scores were asked for.
        match is_first_uncounted {
            true => search(),
            false => search_again(search),
        }
        self.unsearched = 0;
        self.plain_scores(state)
    }

    /// The rules without those of which move is taken, which change no score, and how long values are
    /// remembered where none are.
    fn rules_of_scores(&self) -> Rules {
        let mut rules = self.game.rules;
        reset!(rules; tie best_for best_score);
        if self.before.is_empty() {
            reset!(rules; cache_life);
        }
        if rules.search_start.is_of_root() {
            rules.search_start = SearchStart::FirstMove;
        }
        rules
    }

    fn engine(&self) -> Option<&fast::Engine> {
        let Resources { threads, hash_mib } = self.fast?;
        let engine = || fast::Engine::new(self.rules_of_scores(), threads, hash_mib);
        self.engine.get_or_init(engine).as_ref()
    }

    fn searched(&mut self, state: &State, asked: Asked) -> Scores {
        match (self.engine(), asked) {
            (Some(engine), Asked::All) => engine.scores(state),
            (Some(engine), Asked::Best) => engine.contenders(state),
            (None, _) => {
                self.unsearched = 0;
                self.plain_scores(state)
            }
        }
    }

    /// The best of scored moves.
    fn best(&self, state: &State, scores: &[(Move, f64)]) -> Result<Move, Problem> {
        let rules = &self.game.rules;
        let sign = match rules.best_for {
            BestFor::Blue if state.mover == RED => -1.0,
            _ => 1.0,
        };
        let valued = scores.iter().map(|&(chosen, score)| (chosen, sign * score));
        // What is no number is not greater either.
        let can_be_chosen =
            |&(_, score): &(Move, f64)| rules.stuck != Stuck::Infinite || score > f64::NEG_INFINITY;
        let mut valued: Vec<_> = valued.filter(can_be_chosen).collect();
        let is_more = |&(_, score): &(Move, f64)| score > 0.0;
        if !valued.iter().any(is_more) {
            match rules.search_start {
                SearchStart::ZeroAtRoot => valued.truncate(1),
                SearchStart::NoneAtRoot => valued.clear(),
                SearchStart::FirstCellAtRoot => {
                    let (stone, from, to) = (0, 1, 1);
                    return Ok(Move { stone, from, to });
                }
                _ => {}
            }
        }
        let best = match rules.best_score {
            BestScore::AsIs => best_of(&self.game, &valued),
            BestScore::WholeAtRoot => valued.into_iter().reduce(|best, next| {
                let kept = best.1.trunc();
                if is_better(true, rules.tie, next.1, kept) {
                    next
                } else {
                    best
                }
            }),
        };
        best.map(|(chosen, _)| chosen)
            .ok_or_else(|| Problem::new("no legal move", "a position with one"))
    }

    /// The scores of all moves by the plain search.
    fn plain_scores(&mut self, state: &State) -> Scores {
        let rules = &self.game.rules;
        let depth = rules.depth.get() as u32;
        if rules.has_board() {
            return self.scores_with_board(state, depth);
        }
        match rules.cache {
            Cache::None => self.scores_without_table(&self.game, state),
            Cache::Occupancy | Cache::OccupancyDepth | Cache::Position => {
                expectimax(&self.game, state, depth, &mut self.table)
            }
        }
    }

    /// The same, with a board beside the list of the stones' cells.
    fn scores_with_board(&mut self, state: &State, depth: u32) -> Scores {
        let (game, state) = (Beside(self.game), Both::new(*state));
        let Rules {
            cache, board_use, ..
        } = self.game.rules;
        match cache {
            Cache::None => self.scores_without_table(&game, &state),
            _ => {
                let table = &mut self.table;
                expectimax(&game, &state, depth, &mut TableOfBoth { table, board_use })
            }
        }
    }

    /// The scores where nothing that is remembered changes one.
    fn scores_without_table<G>(&self, game: &G, state: &G::State) -> Vec<(G::Move, f64)>
    where
        G: Evaluate<Value: Into<f64>>,
        G::State: Eq + Hash,
    {
        let depth = self.game.rules.depth.get() as u32;
        match self.remembers {
            true => expectimax(game, state, depth, &mut Known::default()),
            false => expectimax(game, state, depth, &mut NoTable),
        }
    }
}

impl Session for Conversation {
    fn fork(&self) -> Box<dyn Session> {
        Box::new(self.clone())
    }

    fn line(&mut self, line: &str, out: &mut dyn Write) -> Result<Flow, SessionError> {
        let Some(read) = text::read(line, &self.text) else {
            return Ok(Flow::Continue);
        };
        let parsed = match text::parse_line(&read) {
            // Nobody knows what a program makes of what is left of such a line.
            Err(_) if matches!(read, Cow::Owned(_)) => return Ok(Flow::Continue),
            parsed => parsed?,
        };
        match parsed {
            InputLine::Exit => return Ok(Flow::Stop),
            InputLine::Constant(_)
                if self.text.lettered_requests == LetteredRequests::PassedOver => {}
            InputLine::Constant(_) if self.text.lettered_requests == LetteredRequests::Refused => {
                let known = "ini, get, exit or 14 integers";
                return Err(Problem::new(crate::text::quote(line), known).into());
            }
            InputLine::Constant(answer) => {
                // Only the lettered dialect has these requests.
                if self.text.arrangement_as != ArrangementAs::Cells {
                    self.dialect = Dialect::Letters;
                }
                self.lines.line(out, answer)?;
            }
            InputLine::Arrange(colour) => {
                if self.game.rules.cache_life == CacheLife::Game {
                    self.forget();
                }
                let cells = arrangement(colour);
                self.lines.line(
                    out,
                    text::arrangement_reply(cells, self.dialect, &self.text),
                )?;
            }
            InputLine::Get(state, dialect) => {
                self.forget_before(true);
                let written = text::reply_dialect(&state, dialect, self.dialect, &self.text);
                if self.text.arrangement_as != ArrangementAs::Settings {
                    self.dialect = written;
                }
                let state = text::as_read(state, Some(dialect), &self.text)?;
                let state = text::with_earlier(state, &mut self.earlier, &self.text)?;
                self.board.set(&state, &self.text);
                let reply = match (self.choice(&state), self.text.no_move) {
                    (Ok(best), _) => text::move_reply(best, written, &self.text),
                    (Err(problem), NoMove::Refused) => return Err(problem.into()),
                    (Err(_), _) => {
                        let base = self.text.reply_base;
                        text::nothing(&state, written, base, &self.text)
                    }
                };
                self.lines.line(out, reply)?;
            }
            InputLine::Analyse(state) => {
                self.forget_before(false);
                let state = text::as_read(state, None, &self.text)?;
                let state = text::with_earlier(state, &mut self.earlier, &self.text)?;
                self.board.set(&state, &self.text);
                let scores = self.scores(&state);
                let best = match (self.best(&state, &scores), self.text.no_move) {
                    (Err(problem), NoMove::Refused) => return Err(problem.into()),
                    (best, _) => best.ok(),
                };
                let (game, board) = (&self.game, &self.board);
                for line in text::analysis(game, &state, &scores, best, board, &self.text) {
                    self.lines.line(out, line)?;
                }
            }
        }
        Ok(Flow::Continue)
    }
}
