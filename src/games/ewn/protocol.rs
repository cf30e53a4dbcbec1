//! EinStein würfelt nicht: ECUI requests and analysis lines in, cells and scores out.

mod look;

use std::io::Write;

use rustc_hash::FxHashMap;

use super::source::EwnSource;
use super::state;
use crate::draw::Picture;
use crate::game::Side;
use crate::games::ewn::fast::solve::{self, Probability, Solved, Unsolved};
use crate::games::ewn::rules::{BLUE, Cache, CacheLife, CacheSide, STONES, arrangement};
use crate::games::ewn::text::{self, Dialect, FIELDS, InputLine, NoMove, REQUESTS, Text};
use crate::games::ewn::{Ewn, Move, Rules, State, fast};
use crate::options::OptionInfo;
use crate::protocol::explain::{Explanation, LookError, Search};
use crate::protocol::source::Source;
use crate::protocol::state::{GameState, LoadError, Talk};
use crate::protocol::{
    About, Engine, Flow, PositionError, Protocol, Resources, Session, SessionError, Settings,
    SettingsError, Solution, SolveLimits, meaningful, options,
};
use crate::search::expectimax::{self, NoTable, best_of, expectimax};
use crate::search::memory::{Memory, remembered};
use crate::search::perft::perft;
use crate::search::tree::Limits;
use crate::text::{LineWriter, Problem, is_integers};

/// The protocol, see [`text`].
pub(crate) struct EwnProtocol;

static ABOUT: About = About {
    looks_like: "get, ini or exit, or 14 integers",
    questions: ("lines that ask for a move", "line"),
    rare_values: &[
        ("cached-leaves", "yes"),
        ("own-stones", "kept"),
        ("directions", "vertical-horizontal"),
        ("no-stones", "goes-on"),
        ("win-value", "100"),
        ("win-value", "1000"),
        ("win-value", "10000"),
        ("dice-mean", "first-five"),
        ("win-cell", "either-corner"),
        ("nearest", "lowest"),
        ("nearest", "highest"),
        ("nearest", "outermost"),
        ("edges", "diagonal"),
        ("edges", "sideways"),
        ("value-for", "root"),
        ("stuck", "ten-thousand"),
        ("stuck", "billion"),
        ("stuck", "nonillion"),
        ("no-move", "minus-one"),
        ("cache", "position"),
    ],
    pair_options: &["stuck", "no-move"],
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
        let Resources { threads, hash_mib } = settings.resources;
        let remembers = settings.engine == Engine::Fast && rules.cache_life == CacheLife::Line;
        let fast = || fast::Engine::new(rules, threads, hash_mib);
        Ok(Box::new(Conversation {
            game: Ewn::new(rules),
            fast: remembers.then(fast).flatten(),
            remembers,
            text,
            table: OccupancyTable::new(rules),
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
        look::position(settings, input)
    }

    fn shown(
        &self,
        settings: &Settings,
        input: &str,
        output: &str,
        line: usize,
    ) -> Option<Picture> {
        look::shown(settings, input, output, line)
    }

    fn decision_at(&self, input: &str, output: &str, line: usize) -> Option<usize> {
        look::decision_at(input, output, line)
    }

    fn explain(
        &self,
        settings: &Settings,
        input: &str,
        at: Option<usize>,
        limits: Limits,
    ) -> Result<Explanation, LookError> {
        look::explain(settings, input, at, limits)
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

/// What has no solver, where a stone can be stuck.
const NO_SOLVER: &str =
    "ewn with own-stones, captured, no-stones, edges or win-cell other than the default";

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
        ("to move", text::colour_name(state.mover).to_owned()),
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
    Solution { lines }
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

/// What values are remembered by: each side's cells, the side to move, and the depth if it counts.
type Key = ([u32; 2], Side, u32);

/// The published table: values by occupied cells and side to move, whatever stone stands
/// where.
#[derive(Clone)]
struct OccupancyTable {
    rules: Rules,
    values: FxHashMap<Key, f32>,
}

impl OccupancyTable {
    fn new(rules: Rules) -> Self {
        Self {
            rules,
            values: FxHashMap::default(),
        }
    }

    fn key(&self, state: &State, depth: u32) -> Key {
        let cells = state.cells.map(|cells| match self.rules.cache {
            // Which cell each stone is in, five bits a stone.
            Cache::Position => cells
                .iter()
                .fold(0, |all, &cell| all << 5 | u32::from(cell)),
            _ => {
                let present = cells.into_iter().filter(|&cell| cell != 0);
                present.fold(0, |mask, cell| mask | 1 << cell)
            }
        });
        let side = match self.rules.cache_side {
            CacheSide::Known => state.mover,
            CacheSide::Forgotten => BLUE,
        };
        let depth = match self.rules.cache {
            Cache::OccupancyDepth => depth,
            Cache::Occupancy | Cache::Position | Cache::None => 0,
        };
        (cells, side, depth)
    }
}

impl expectimax::Table<State> for OccupancyTable {
    fn get(&self, state: &State, depth: u32) -> Option<f32> {
        self.values.get(&self.key(state, depth)).copied()
    }

    fn put(&mut self, state: &State, depth: u32, value: f32) {
        self.values.insert(self.key(state, depth), value);
    }
}

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
    /// The fast engine, unless the plain searches are asked for.
    fast: Option<fast::Engine>,
    /// Whether scores that are known are not searched again: unless the plain searches are asked
    /// for, or a score depends on the lines before.
    remembers: bool,
    text: Text,
    table: OccupancyTable,
    /// How cells were written in the lines seen so far.
    dialect: Dialect,
    lines: LineWriter,
}

impl Conversation {
    /// The scores of all moves, in order.
    fn scores(&mut self, state: &State) -> Vec<(Move, f32)> {
        self.known_scores(state, Asked::All)
    }

    /// The chosen move.
    fn choice(&mut self, state: &State) -> Result<Move, Problem> {
        let scores = self.known_scores(state, Asked::Best);
        self.best(&scores)
    }

    /// The scores that are asked for, remembered.
    fn known_scores(&mut self, state: &State, asked: Asked) -> Vec<(Move, f32)> {
        static SCORES: Memory<(Rules, State, Asked), Vec<(Move, f32)>> = Memory::empty();
        if !self.remembers {
            return self.searched(state, asked);
        }
        // Which of equal moves is taken changes no score.
        let rules = Rules {
            tie: Rules::default().tie,
            ..self.game.rules
        };
        remembered(&SCORES, (rules, *state, asked), || {
            self.searched(state, asked)
        })
    }

    fn searched(&mut self, state: &State, asked: Asked) -> Vec<(Move, f32)> {
        match (&self.fast, asked) {
            (Some(engine), Asked::All) => engine.scores(state),
            (Some(engine), Asked::Best) => engine.contenders(state),
            (None, _) => self.plain_scores(state),
        }
    }

    /// The best of scored moves.
    fn best(&self, scores: &[(Move, f32)]) -> Result<Move, Problem> {
        best_of(&self.game, scores)
            .map(|(chosen, _)| chosen)
            .ok_or_else(|| Problem::new("no legal move", "a position with one"))
    }

    /// The scores of all moves by the plain search.
    fn plain_scores(&mut self, state: &State) -> Vec<(Move, f32)> {
        let rules = &self.game.rules;
        let depth = rules.depth.get() as u32;
        if rules.cache_life == CacheLife::Line {
            self.table.values.clear();
        }
        match rules.cache {
            Cache::None => expectimax(&self.game, state, depth, &mut NoTable),
            Cache::Occupancy | Cache::OccupancyDepth | Cache::Position => {
                expectimax(&self.game, state, depth, &mut self.table)
            }
        }
    }
}

impl Session for Conversation {
    fn fork(&self) -> Box<dyn Session> {
        Box::new(self.clone())
    }

    fn line(&mut self, line: &str, out: &mut dyn Write) -> Result<Flow, SessionError> {
        match text::parse_line(line)? {
            InputLine::Exit => return Ok(Flow::Stop),
            InputLine::Constant(answer) => {
                // Only the lettered dialect has these requests.
                self.dialect = Dialect::Letters;
                self.lines.line(out, answer)?;
            }
            InputLine::Arrange(colour) => {
                let cells = arrangement(colour);
                self.lines
                    .line(out, text::arrangement_reply(cells, self.dialect))?;
            }
            InputLine::Get(state, dialect) => {
                self.dialect = dialect;
                let best = self.choice(&state)?;
                self.lines
                    .line(out, text::move_reply(best, dialect, &self.text))?;
            }
            InputLine::Analyse(state) => {
                let scores = self.scores(&state);
                let best = match (self.best(&scores), self.text.no_move) {
                    (Err(problem), NoMove::Refused) => return Err(problem.into()),
                    (best, _) => best.ok(),
                };
                for line in
                    text::analysis(&state, &scores, best, self.game.rules.negation, &self.text)
                {
                    self.lines.line(out, line)?;
                }
            }
        }
        Ok(Flow::Continue)
    }
}
