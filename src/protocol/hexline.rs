//! The hex line game: maps in, the chosen line out.

mod look;

use std::io::Write;
use std::time::{Duration, Instant};

use super::explain::{Explanation, LookError};
use super::{
    Engine, Flow, PerftError, Protocol, Session, SessionError, Settings, SettingsError, Solution,
    SolveError, SolveLimits, meaningful, options,
};
use crate::draw::Picture;
use crate::game::{Evaluate, FastGame, Player, Tie};
use crate::games::hexline::rules::{CELLS, Cell};
use crate::games::hexline::solve::{Unsolved, solve};
use crate::games::hexline::text::{self, Block, Text};
use crate::games::hexline::{FastHexline, Hexline, Line, Rules, State};
use crate::options::OptionInfo;
use crate::search::alpha_beta::alpha_beta;
use crate::search::perft::perft;
use crate::search::pvs::{Effort, pvs};
use crate::search::tree::Limits;
use crate::text::LineWriter;

/// The protocol, see [`text`].
pub struct HexlineProtocol;

impl Protocol for HexlineProtocol {
    fn name(&self) -> &'static str {
        "hexline"
    }

    fn title(&self) -> &'static str {
        "the hex line game's maps (NYCU Project 2)"
    }

    fn looks_like(&self) -> &'static str {
        "map 1 or map 2"
    }

    fn recognises(&self, line: &str) -> bool {
        line.split_ascii_whitespace().next() == Some(text::HEADER)
    }

    fn options(&self) -> Vec<OptionInfo> {
        options::<Rules, Text>()
    }

    fn session(&self, settings: &Settings) -> Result<Box<dyn Session>, SettingsError> {
        settings.format_among(self.formats())?;
        let (rules, text) = records(settings)?;
        Ok(Box::new(Conversation {
            game: Hexline::new(rules),
            text,
            engine: settings.engine,
            effort: settings.resources.effort(),
            block: None,
            lines: LineWriter::new(text.line_end, text.final_newline),
        }))
    }

    fn perft(
        &self,
        settings: &Settings,
        position: Option<&str>,
        plies: u32,
    ) -> Result<u64, PerftError> {
        let (rules, _) = records(settings)?;
        let state = match position {
            Some(text) => text::parse_position(text)?,
            None => State::new([Cell::Free; CELLS], Player::First),
        };
        let game = Hexline::new(rules);
        Ok(match settings.engine {
            Engine::Plain => perft(&game, &state, plies),
            Engine::Fast => {
                let fast = FastHexline::new(game, &state);
                perft(&fast, &fast.map(&state), plies)
            }
        })
    }

    fn solve(
        &self,
        settings: &Settings,
        position: Option<&str>,
        limits: &mut SolveLimits<'_>,
    ) -> Result<Solution, SolveError> {
        let (rules, text) = records(settings)?;
        let state = match position {
            Some(position) => text::parse_position(position)?,
            None => State::new([Cell::Free; CELLS], Player::First),
        };
        let start = Instant::now();
        let mut reported = start;
        let mut watch = |share: f64| {
            if reported.elapsed() >= Duration::from_secs(1) {
                reported = Instant::now();
                let percent = 100.0 * share;
                (limits.progress)(&format!("{percent:.0} % of the sets of free cells"));
            }
            start.elapsed() < limits.time
        };
        let bytes = limits.memory_mib.saturating_mul(1 << 20);
        let solved = solve(&Hexline::new(rules), &state, bytes, &mut watch);
        let solved = solved.map_err(|unsolved| beyond(limits, unsolved))?;
        let outcome = if solved.wins { "win" } else { "loss" };
        let line = match solved.line {
            None if state.free > 0 => "every line loses".to_owned(),
            line => text::reply(line, &text),
        };
        Ok(Solution {
            lines: vec![("outcome", outcome.to_owned()), ("line", line)],
        })
    }

    fn locate(&self, input: &str, _output: &str, line: usize) -> Option<String> {
        let mut maps = meaningful(input).filter(|(_, text)| self.recognises(text));
        let (number, _) = maps.nth(line)?;
        Some(format!(
            "map {} (input line {number}): the chosen line",
            line + 1
        ))
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

    fn decision_at(&self, _input: &str, _output: &str, line: usize) -> Option<usize> {
        Some(line + 1)
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
}

/// The limit that was reached, in words.
fn beyond(limits: &SolveLimits<'_>, unsolved: Unsolved) -> SolveError {
    SolveError::Limit(match unsolved {
        Unsolved::TooLarge { cells } => format!(
            "{} MiB: {cells} free cells take 2^{} MiB",
            limits.memory_mib,
            cells.saturating_sub(23)
        ),
        Unsolved::Stopped(share) => format!(
            "{} s: {:.0} % of the sets of free cells done",
            limits.time.as_secs_f64(),
            100.0 * share
        ),
    })
}

/// The records, with `--depth` applied to both sides of the switch.
fn records(settings: &Settings) -> Result<(Rules, Text), SettingsError> {
    let mut settings = settings.clone();
    if let Some(depth) = settings.depth {
        for name in ["depth", "late-depth"] {
            settings.rules.push((name.to_owned(), depth.to_string()));
        }
    }
    Ok(settings.records()?)
}

#[derive(Clone)]
struct Conversation {
    game: Hexline,
    text: Text,
    engine: Engine,
    effort: Effort,
    /// The map being read.
    block: Option<Block>,
    lines: LineWriter,
}

impl Conversation {
    /// The line to take, if any cell is free.
    fn choice(&self, state: &State) -> Option<Line> {
        let depth = self.game.depth(state);
        match self.engine {
            Engine::Plain => alpha_beta(&self.game, state, depth).choice,
            Engine::Fast => {
                let fast = FastHexline::new(self.game, state);
                let map = fast.map(state);
                // A later line that alpha-beta cuts off may look as good as the best without
                // being so: which ones do depends on the order of the search.
                let in_order = self.game.conventions().tie == Tie::Last
                    && fast.settled(&map, map.mover, depth).is_none();
                let decision = if in_order {
                    alpha_beta(&fast, &map, depth)
                } else {
                    pvs(&fast, &map, depth, self.effort)
                };
                decision.choice.map(|stroke| stroke.line)
            }
        }
    }
}

impl Session for Conversation {
    fn fork(&self) -> Box<dyn Session> {
        Box::new(self.clone())
    }

    fn line(&mut self, line: &str, out: &mut dyn Write) -> Result<Flow, SessionError> {
        let Some(block) = &mut self.block else {
            self.block = Some(Block::start(line)?);
            return Ok(Flow::Continue);
        };
        block.add(line)?;
        if let Some(state) = block.finished() {
            self.block = None;
            let choice = self.choice(&state);
            self.lines.line(out, text::reply(choice, &self.text))?;
        }
        Ok(Flow::Continue)
    }

    fn end(&mut self, _out: &mut dyn Write) -> Result<(), SessionError> {
        match &self.block {
            Some(block) => Err(block.cut_short().into()),
            None => Ok(()),
        }
    }
}
