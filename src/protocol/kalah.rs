//! Kalah: a `state player depth` line in, values and node counts or the chosen pit out.

mod look;

use std::io::Write;
use std::num::NonZero;
use std::thread;

use super::explain::{Explanation, LookError};
use super::{
    Engine, Flow, PerftError, Protocol, Resources, Session, SessionError, Settings, SettingsError,
    Solution, SolveError, SolveLimits, meaningful, options,
};
use crate::draw::Picture;
use crate::game::{Player, Tie};
use crate::games::kalah::fast::{Board, Effort, FastKalah, Limits, Survey};
use crate::games::kalah::text::{self, Text};
use crate::games::kalah::{Kalah, Pit, Rules, State};
use crate::options::{OptionError, OptionInfo};
use crate::search::alpha_beta::alpha_beta;
use crate::search::minimax::minimax;
use crate::search::perft::perft;
use crate::search::tree;
use crate::text::{LineWriter, is_integers};

/// The protocol, see [`text`].
pub struct KalahProtocol;

const REPORT: &str = "report";
const CHOICE: &str = "choice";

impl Protocol for KalahProtocol {
    fn name(&self) -> &'static str {
        "kalah"
    }

    fn title(&self) -> &'static str {
        "Kalah lines `state player depth`, with values and node counts"
    }

    fn looks_like(&self) -> &'static str {
        "16 integers"
    }

    fn recognises(&self, line: &str) -> bool {
        is_integers(line, text::FIELDS)
    }

    fn options(&self) -> Vec<OptionInfo> {
        options::<Rules, Text>()
    }

    fn silent_options(&self, settings: &Settings) -> &'static [&'static str] {
        match settings.format.as_deref() {
            Some(CHOICE) => &["extra_turn_in_play", "root-node", "cut"],
            _ => &["extra_turn_in_play", "tie"],
        }
    }

    fn formats(&self) -> &'static [&'static str] {
        &[REPORT, CHOICE]
    }

    fn session(&self, settings: &Settings) -> Result<Box<dyn Session>, SettingsError> {
        let format = settings.format_among(self.formats())?;
        let (rules, text) = records(settings)?;
        Ok(Box::new(Conversation {
            game: Kalah::new(rules),
            depth: settings.depth,
            only_choice: format == CHOICE,
            fast: match settings.engine {
                Engine::Fast => Some(FastKalah::new(Kalah::new(rules))),
                Engine::Plain => None,
            },
            effort: effort(settings.resources),
            lines: LineWriter::new(text.line_end, text.final_newline),
        }))
    }

    fn perft(
        &self,
        settings: &Settings,
        position: Option<&str>,
        plies: u32,
    ) -> Result<u64, PerftError> {
        let (rules, _): (Rules, Text) = settings.records().map_err(SettingsError::from)?;
        let state = match position {
            Some(text) => text::parse_position(text)?,
            None => State::initial(),
        };
        Ok(perft(&Kalah::new(rules), &state, plies))
    }

    fn solve(
        &self,
        settings: &Settings,
        position: Option<&str>,
        limits: &mut SolveLimits<'_>,
    ) -> Result<Solution, SolveError> {
        let (rules, _): (Rules, Text) = settings.records().map_err(SettingsError::from)?;
        let state = match position {
            Some(text) => text::parse_position(text)?,
            None => State::initial(),
        };
        let fast = FastKalah::new(Kalah::new(rules));
        let board = fast.board(&state).expect("a position that was read");
        let mut limits = Limits {
            time: limits.time,
            effort: effort(Resources {
                hash_mib: limits.memory_mib,
                ..settings.resources
            }),
            progress: limits.progress,
        };
        let solved = fast
            .solve(board, &mut limits)
            .map_err(|error| SolveError::Limit(error.to_string()))?;
        let player = match state.mover {
            Player::First => "player 0",
            Player::Second => "player 1",
        };
        let pit = solved.pit.map(|pit| fast.pit(&state, pit).to_string());
        Ok(Solution {
            lines: vec![
                ("to move", player.to_owned()),
                ("margin", fast.shown(&state, solved.value).to_string()),
                ("best pit", pit.unwrap_or_else(|| "none".to_owned())),
            ],
        })
    }

    fn locate(&self, input: &str, output: &str, line: usize) -> Option<String> {
        // A report's answer has four lines, a choice's one.
        let first = output.lines().next()?;
        let per_answer = if first.starts_with("minimax") { 4 } else { 1 };
        let (number, asked) = meaningful(input).nth(line / per_answer)?;
        let part = match (per_answer, line % per_answer) {
            (1, _) => "the chosen pit",
            (_, 0) => "the value without pruning",
            (_, 1) => "the node count without pruning",
            (_, 2) => "the value with pruning",
            _ => "the node count with pruning",
        };
        Some(format!("input line {number} ({asked}): {part}"))
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

    fn decision_at(&self, _input: &str, output: &str, line: usize) -> Option<usize> {
        Some(look::decision_at(output, line))
    }

    fn explain(
        &self,
        settings: &Settings,
        input: &str,
        at: Option<usize>,
        limits: tree::Limits,
    ) -> Result<Explanation, LookError> {
        look::explain(settings, input, at, limits)
    }
}

/// The records.
fn records(settings: &Settings) -> Result<(Rules, Text), SettingsError> {
    if settings.depth == Some(0) {
        return Err(SettingsError::Option(OptionError::UnknownValue {
            name: "depth".to_owned(),
            value: "0".to_owned(),
            valid: "a whole number of at least 1".to_owned(),
        }));
    }
    Ok(settings.records()?)
}

/// What a search may use.
fn effort(resources: Resources) -> Effort {
    let cores = || thread::available_parallelism().map_or(1, NonZero::get);
    Effort {
        threads: match resources.threads {
            0 => cores(),
            threads => threads,
        },
        bytes: resources.hash_mib.saturating_mul(1 << 20),
    }
}

#[derive(Clone)]
struct Conversation {
    game: Kalah,
    /// The fast engine, unless the plain searches are asked for.
    fast: Option<FastKalah>,
    effort: Effort,
    depth: Option<u32>,
    only_choice: bool,
    lines: LineWriter,
}

impl Conversation {
    /// The fast engine with its board, where it answers.
    fn fast(&self, state: &State) -> Option<(&FastKalah, Board)> {
        let fast = self.fast.as_ref()?;
        Some((fast, fast.board(state)?))
    }

    /// The chosen pit.
    fn choice(&self, state: &State, depth: u32) -> Option<Pit> {
        if let Some((fast, board)) = self.fast(state) {
            let decision = fast.decide(board, depth, self.effort);
            return decision.pit.map(|pit| fast.pit(state, pit));
        }
        // Alpha-beta keeps minimax's choice only when the first best move is taken.
        let decision = match self.game.rules.tie {
            Tie::First => alpha_beta(&self.game, state, depth),
            Tie::Last => minimax(&self.game, state, depth),
        };
        decision.choice
    }

    /// Value and nodes of both searches.
    fn survey(&self, state: &State, depth: u32) -> [(i32, u64); 2] {
        if let Some((fast, board)) = self.fast(state) {
            let Survey {
                value,
                nodes,
                pruned_nodes,
            } = fast.survey(board, depth, self.effort.threads);
            let value = fast.shown(state, value);
            return [(value, nodes), (value, pruned_nodes)];
        }
        let plain = minimax(&self.game, state, depth);
        let pruned = alpha_beta(&self.game, state, depth);
        [(plain.value, plain.nodes), (pruned.value, pruned.nodes)]
    }
}

impl Session for Conversation {
    fn fork(&self) -> Box<dyn Session> {
        Box::new(self.clone())
    }

    fn line(&mut self, line: &str, out: &mut dyn Write) -> Result<Flow, SessionError> {
        let asked = text::parse_line(line)?;
        let depth = self.game.levels(self.depth.unwrap_or(asked.depth));
        if self.only_choice {
            let pit = self.choice(&asked.state, depth).map_or(-1, i32::from);
            self.lines.line(out, pit)?;
            return Ok(Flow::Continue);
        }
        let [plain, pruned] = self.survey(&asked.state, depth);
        for (is_pruned, (value, nodes)) in [(false, plain), (true, pruned)] {
            for line in text::report(is_pruned, value, nodes) {
                self.lines.line(out, line)?;
            }
        }
        Ok(Flow::Continue)
    }
}
