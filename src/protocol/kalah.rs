//! Kalah: a `state player depth` line in, values and node counts or the chosen pit out.

mod look;

use std::io::Write;

use super::explain::{Explanation, LookError};
use super::{
    Flow, PerftError, Protocol, Session, SessionError, Settings, SettingsError, meaningful, options,
};
use crate::draw::Picture;
use crate::game::Tie;
use crate::games::kalah::text::{self, Text};
use crate::games::kalah::{Kalah, Rules, State};
use crate::options::{OptionError, OptionInfo};
use crate::search::alpha_beta::alpha_beta;
use crate::search::minimax::minimax;
use crate::search::perft::perft;
use crate::search::tree::Limits;
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
        limits: Limits,
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

#[derive(Clone)]
struct Conversation {
    game: Kalah,
    depth: Option<u32>,
    only_choice: bool,
    lines: LineWriter,
}

impl Session for Conversation {
    fn fork(&self) -> Box<dyn Session> {
        Box::new(self.clone())
    }

    fn line(&mut self, line: &str, out: &mut dyn Write) -> Result<Flow, SessionError> {
        let asked = text::parse_line(line)?;
        let depth = self.game.levels(self.depth.unwrap_or(asked.depth));
        if self.only_choice {
            // Alpha-beta keeps minimax's choice only when the first best move is taken.
            let decision = match self.game.rules.tie {
                Tie::First => alpha_beta(&self.game, &asked.state, depth),
                Tie::Last => minimax(&self.game, &asked.state, depth),
            };
            let pit = decision.choice.map_or(-1, i32::from);
            self.lines.line(out, pit)?;
            return Ok(Flow::Continue);
        }
        let plain = minimax(&self.game, &asked.state, depth);
        let pruned = alpha_beta(&self.game, &asked.state, depth);
        for (is_pruned, decision) in [(false, plain), (true, pruned)] {
            for line in text::report(is_pruned, decision.value, decision.nodes) {
                self.lines.line(out, line)?;
            }
        }
        Ok(Flow::Continue)
    }
}
