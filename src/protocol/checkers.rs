//! Checkers: actions in, boards out, `A` and `P` computed.

mod contrast;
mod look;

use std::io::{self, Write};

use super::explain::{Explanation, LookError};
use super::{
    Contrast, Differing, Engine, Flow, PerftError, Protocol, Session, SessionError, Settings,
    SettingsError, options,
};
use crate::draw::Picture;
use crate::game::{Game, Player};
use crate::games::checkers::rules::{
    AfterCommand, BLACK, CellReading, Counter, Decided, ErrorOrder, FirstMover, IllegalCheck,
    OpponentCheck, PlayEnd, RowZero, SIDE, WHITE, WinnerLine, WinnerName,
};
use crate::games::checkers::text::{
    self, Apostrophe, BoardGap, Cell, ComputedMark, Line, Text, WinnerMark, WinnerNewline,
    player_name,
};
use crate::games::checkers::{Action, Checkers, FastCheckers, Rules, State};
use crate::options::OptionInfo;
use crate::search::minimax::minimax;
use crate::search::perft::perft;
use crate::search::pvs::{Effort, pvs};
use crate::search::tree::Limits;
use crate::text::{LineWriter, Problem, quote};

/// The protocol, see [`text`].
pub struct CheckersProtocol;

impl Protocol for CheckersProtocol {
    fn name(&self) -> &'static str {
        "checkers"
    }

    fn title(&self) -> &'static str {
        "checkers move lists ending in A or P (COMP10002, 2021)"
    }

    fn looks_like(&self) -> &'static str {
        "an action such as G6-F5, A or P"
    }

    fn recognises(&self, line: &str) -> bool {
        text::parse_line(line).is_some()
    }

    fn options(&self) -> Vec<OptionInfo> {
        options::<Rules, Text>()
    }

    fn session(&self, settings: &Settings) -> Result<Box<dyn Session>, SettingsError> {
        settings.format_among(self.formats())?;
        let (rules, text) = records(settings)?;
        Ok(Box::new(Conversation {
            board: Checkers::new(rules.on_the_board()),
            state: State::initial(),
            actions: 0,
            rules,
            text,
            engine: settings.engine,
            effort: settings.resources.effort(),
            lines: LineWriter::new(text.line_end, text.final_newline),
            trace: None,
        }))
    }

    fn perft(
        &self,
        settings: &Settings,
        position: Option<&str>,
        plies: u32,
    ) -> Result<u64, PerftError> {
        let (rules, _) = records(settings)?;
        let board = Checkers::new(rules.on_the_board());
        let mut state = State::initial();
        for word in position.unwrap_or_default().split_whitespace() {
            let legal = match text::parse_line(word) {
                Some(Line::Action(source, target)) => find_action(&board, &state, source, target),
                _ => None,
            };
            let action = legal.ok_or_else(|| Problem::new(quote(word), "a legal action"))?;
            state = board.play(&state, action);
        }
        let fast = FastCheckers::new(board);
        Ok(match fast.board(&state) {
            Some(state) if settings.engine == Engine::Fast => perft(&fast, &state, plies),
            _ => perft(&board, &state, plies),
        })
    }

    fn locate(&self, _input: &str, output: &str, line: usize) -> Option<String> {
        locate(output, line)
    }

    fn contrast(&self, settings: &Settings, differing: &Differing<'_>) -> Contrast {
        let rules = records(settings).map(|(rules, _)| rules);
        contrast::contrast(&rules.unwrap_or_default(), differing)
    }

    fn position(&self, settings: &Settings, input: &str) -> Result<Picture, LookError> {
        look::position(settings, input)
    }

    fn shown(
        &self,
        _settings: &Settings,
        _input: &str,
        output: &str,
        line: usize,
    ) -> Option<Picture> {
        look::printed(output, line)
    }

    fn decision_at(&self, _input: &str, output: &str, line: usize) -> Option<usize> {
        look::decision_at(output, line)
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

/// The records, with `--depth` applied.
fn records(settings: &Settings) -> Result<(Rules, Text), SettingsError> {
    let mut settings = settings.clone();
    if let Some(depth) = settings.depth {
        settings.rules.push(("depth".to_owned(), depth.to_string()));
    }
    Ok(settings.records()?)
}

/// The action of the player to move from one cell to another, if it is legal.
fn find_action(board: &Checkers, state: &State, source: Cell, target: Cell) -> Option<Action> {
    let (Cell::On(from), Cell::On(to)) = (source, target) else {
        return None;
    };
    let mut actions = Vec::new();
    board.moves(state, &mut actions);
    actions
        .into_iter()
        .find(|action| (action.from, action.to) == (from, to))
}

/// One game, from the initial setup to its command or error.
#[derive(Clone)]
struct Conversation {
    rules: Rules,
    text: Text,
    engine: Engine,
    effort: Effort,
    board: Checkers,
    state: State,
    /// Actions carried out so far.
    actions: u32,
    lines: LineWriter,
    /// Every action so far, where somebody wants to look at them.
    trace: Option<Vec<look::Turn>>,
}

/// One of the checks that an input action must pass.
#[derive(Clone, Copy)]
enum Check {
    SourceOutside,
    TargetOutside,
    SourceEmpty,
    TargetTaken,
    Opponent,
    Illegal,
}

/// The checks in the published order.
const CHECKS: [Check; 6] = [
    Check::SourceOutside,
    Check::TargetOutside,
    Check::SourceEmpty,
    Check::TargetTaken,
    Check::Opponent,
    Check::Illegal,
];

/// The checks, those of the source before those of the target.
const SOURCE_FIRST: [Check; 6] = [
    Check::SourceOutside,
    Check::SourceEmpty,
    Check::Opponent,
    Check::TargetOutside,
    Check::TargetTaken,
    Check::Illegal,
];

/// The checks in the order that the rules name.
fn checks(order: ErrorOrder) -> [Check; 6] {
    let mut checks = CHECKS;
    let (one, other) = match order {
        ErrorOrder::Published => (0, 0),
        ErrorOrder::TargetOutsideFirst => (0, 1),
        ErrorOrder::SourceOutsideSourceEmpty => (0, 2),
        ErrorOrder::SourceOutsideTargetTaken => (0, 3),
        ErrorOrder::SourceOutsideOpponent => (0, 4),
        ErrorOrder::SourceOutsideIllegal => (0, 5),
        ErrorOrder::TargetOutsideSourceEmpty => (1, 2),
        ErrorOrder::TargetOutsideTargetTaken => (1, 3),
        ErrorOrder::TargetOutsideOpponent => (1, 4),
        ErrorOrder::TargetOutsideIllegal => (1, 5),
        ErrorOrder::SourceEmptyTargetTaken => (2, 3),
        ErrorOrder::SourceEmptyOpponent => (2, 4),
        ErrorOrder::SourceEmptyIllegal => (2, 5),
        ErrorOrder::TargetTakenOpponent => (3, 4),
        ErrorOrder::TargetTakenIllegal => (3, 5),
        ErrorOrder::OpponentIllegal => (4, 5),
        ErrorOrder::SourceFirst => return SOURCE_FIRST,
    };
    checks.swap(one, other);
    checks
}

impl Check {
    fn message(self, apostrophe: Apostrophe) -> &'static str {
        match self {
            Check::SourceOutside => "Source cell is outside of the board.",
            Check::TargetOutside => "Target cell is outside of the board.",
            Check::SourceEmpty => "Source cell is empty.",
            Check::TargetTaken => "Target cell is not empty.",
            Check::Opponent => match apostrophe {
                Apostrophe::Plain => "Source cell holds opponent's piece/tower.",
                Apostrophe::Curly => "Source cell holds opponent’s piece/tower.",
            },
            Check::Illegal => "Illegal action.",
        }
    }
}

impl Conversation {
    /// The cells of an action line, as the rules read them, and whether the target is taken
    /// for a cell that is not empty, wherever it is.
    fn cells(&self, line: &str, source: Cell, target: Cell) -> (Cell, Cell, bool) {
        let (source, target) = match self.rules.cell_reading {
            CellReading::Whole => (source, target),
            CellReading::Position => text::cells_by_position(line),
        };
        let is_taken =
            self.rules.row_zero == RowZero::SourceOnly && text::is_target_in_row_zero(line);
        (source, target, is_taken)
    }

    /// The action to carry out, or the first check that it fails.
    fn checked(&self, source: Cell, target: Cell, is_taken: bool) -> Result<Action, Check> {
        let man = |cell| match cell {
            Cell::On(cell) => self.state.cells[usize::from(cell)],
            Cell::Outside => None,
        };
        let opponents = man(source).is_some_and(|man| man.owner != self.state.mover);
        let mut as_mover = self.state.clone();
        if opponents && self.rules.opponent_check == OpponentCheck::Allowed {
            as_mover.mover = self.state.mover.opponent();
        }
        let action = find_action(&self.board, &as_mover, source, target)
            .or_else(|| self.let_through(source, target));
        let fails = |check: &Check| match check {
            Check::SourceOutside => source == Cell::Outside,
            Check::TargetOutside => target == Cell::Outside && !is_taken,
            Check::SourceEmpty => source != Cell::Outside && man(source).is_none(),
            Check::TargetTaken => is_taken || man(target).is_some(),
            Check::Opponent => opponents && self.rules.opponent_check == OpponentCheck::Own,
            Check::Illegal => action.is_none(),
        };
        match checks(self.rules.error_order).into_iter().find(fails) {
            Some(failed) => Err(failed),
            None => action.ok_or(Check::Illegal),
        }
    }

    /// Lets the owner of the first action's man begin, where the rules have it so.
    fn settle_first_mover(&mut self, source: Cell) {
        if self.rules.first_mover == FirstMover::Owner
            && self.actions == 0
            && let Cell::On(cell) = source
            && let Some(man) = self.state.cells[usize::from(cell)]
        {
            self.state.mover = man.owner;
        }
    }

    /// The action that an incomplete check for illegal ones lets the mover's man do.
    fn let_through(&self, source: Cell, target: Cell) -> Option<Action> {
        let (Cell::On(from), Cell::On(to)) = (source, target) else {
            return None;
        };
        let man = self.state.cells[usize::from(from)]?;
        let place = |cell: u8| (i32::from(cell) / SIDE as i32, i32::from(cell) % SIDE as i32);
        let ((row, column), (to_row, to_column)) = (place(from), place(to));
        let (down, right) = (to_row - row, to_column - column);
        let is_backward = !man.tower && (man.owner == BLACK) == (down > 0) && down != 0;
        let lets_back = match self.rules.illegal_check {
            IllegalCheck::Backward => true,
            IllegalCheck::WhiteBackward => man.owner == WHITE,
            _ => false,
        };
        let may_go = is_backward == lets_back;
        if man.owner != self.state.mover || !may_go {
            return None;
        }
        let longest = down.abs().max(right.abs());
        let is_diagonal = down.abs() == right.abs();
        let over = usize::from(from).midpoint(usize::from(to));
        let jumped = self.state.cells[over].filter(|_| is_diagonal && longest == 2);
        let is_own = jumped.is_some_and(|other| other.owner == man.owner);
        let passes = match self.rules.illegal_check {
            IllegalCheck::Complete => false,
            IllegalCheck::Crooked => !is_diagonal && longest <= 2,
            IllegalCheck::Far => is_diagonal && longest > 2,
            IllegalCheck::BlindJump => is_diagonal && longest == 2 && (jumped.is_none() || is_own),
            IllegalCheck::Backward | IllegalCheck::WhiteBackward => {
                is_diagonal && longest == 1 || jumped.is_some() && !is_own
            }
            IllegalCheck::EmptyJump => is_diagonal && longest == 2 && jumped.is_none(),
            IllegalCheck::NextRow => down.abs() == 1 && right.abs() > 1,
            IllegalCheck::TowerNextRow => man.tower && down.abs() == 1,
        };
        passes.then_some(Action {
            from,
            to,
            jumped: jumped.map_or(0, |_| 1 << over),
        })
    }

    /// The root's value and the best action, if there is any.
    fn searched(&self, game: Checkers) -> (i32, Option<Action>) {
        let depth = self.rules.depth.get() as u32;
        if let Engine::Fast = self.engine {
            let fast = FastCheckers::new(game);
            if let Some(board) = fast.board(&self.state) {
                let decision = pvs(&fast, &board, depth, self.effort);
                return (
                    decision.value,
                    decision.choice.map(|step| fast.action(step)),
                );
            }
        }
        let decision = minimax(&game, &self.state, depth);
        (decision.value, decision.choice)
    }

    /// The best action by the assignment's search; without one, the player who has lost.
    fn computed(&self) -> Result<Action, Player> {
        let mover = self.state.mover;
        let game = Checkers::new(self.rules.in_search().for_mover(mover));
        let (value, choice) = self.searched(game);
        let action = choice.ok_or(mover)?;
        let is_lost = |player| value == game.limit(player);
        match self.rules.decided {
            Decided::Played => Ok(action),
            Decided::GivenUp | Decided::Ended if is_lost(mover) => Err(mover),
            Decided::Ended if is_lost(mover.opponent()) => Err(mover.opponent()),
            Decided::GivenUp | Decided::Ended => Ok(action),
        }
    }

    /// Carries an action out and prints it under a number.
    fn act(
        &mut self,
        action: Action,
        number: u32,
        mark: &str,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let mover = player_name(self.state.mover);
        self.remember(Some(action), number);
        let next = self.board.play(&self.state, action);
        self.state = State {
            mover: self.state.mover.opponent(),
            ..next
        };
        self.actions += 1;
        self.lines.line(out, text::SEPARATOR)?;
        let name = text::action_name(action);
        self.lines
            .line(out, format_args!("{mark}{mover} ACTION #{number}: {name}"))?;
        let cost = self.board.printed_cost(&self.state);
        self.lines
            .line(out, text::cost_line(cost, self.text.cost_align))?;
        self.print_board(out)
    }

    fn print_board(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.lines.lines(out, &text::board(&self.state))?;
        match self.text.board_gap {
            BoardGap::None => Ok(()),
            BoardGap::Blank => self.lines.line(out, ""),
        }
    }

    /// The player whose loss is to be announced now, before any action is asked for.
    fn lost_at_once(&self, is_computed: bool) -> Option<Player> {
        let mover = self.state.mover;
        let cannot_act = |player| !self.board.has_action(&self.state.with_mover(player));
        match self.rules.winner_line {
            WinnerLine::AtOnce => cannot_act(mover).then_some(mover),
            WinnerLine::ComputedAtOnce => (is_computed && cannot_act(mover)).then_some(mover),
            WinnerLine::PlayedAtOnce => (!is_computed && cannot_act(mover)).then_some(mover),
            WinnerLine::EitherSide => [mover, mover.opponent()]
                .into_iter()
                .find(|&player| cannot_act(player)),
            _ => None,
        }
    }

    /// Announces the winner when `loser` cannot act, with `left` of the `asked` actions still
    /// to be computed.
    fn announce(
        &mut self,
        loser: Player,
        asked: u32,
        left: u32,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let times = match self.rules.winner_line {
            WinnerLine::WhenNeeded
            | WinnerLine::AtOnce
            | WinnerLine::ComputedAtOnce
            | WinnerLine::PlayedAtOnce
            | WinnerLine::EitherSide => 1,
            WinnerLine::PlayOnly => u32::from(asked > 1),
            WinnerLine::NoMen => u32::from(!self.state.has_men(loser)),
            WinnerLine::Repeated => left.max(1),
            WinnerLine::WhiteOnly => u32::from(loser == BLACK),
            WinnerLine::BlackOnly => u32::from(loser == WHITE),
            WinnerLine::Never => 0,
        };
        for _ in 0..times {
            self.print_winner(loser, out)?;
        }
        Ok(())
    }

    fn print_winner(&mut self, loser: Player, out: &mut dyn Write) -> io::Result<()> {
        let winner = match self.rules.winner_name {
            WinnerName::Opponent => loser.opponent(),
            WinnerName::Stuck => loser,
        };
        let mark = match self.text.winner_mark {
            WinnerMark::One => "!",
            WinnerMark::None => "",
            WinnerMark::Three => "!!!",
        };
        let line = format!("{} WIN{mark}", player_name(winner));
        match self.text.winner_newline {
            WinnerNewline::Yes => self.lines.line(out, line),
            WinnerNewline::No => self.lines.open_line(out, line),
        }
    }

    /// Computes and carries out up to `count` actions; whether more lines are welcome.
    fn compute(&mut self, count: u32, out: &mut dyn Write) -> io::Result<Flow> {
        let mark = match self.text.computed_mark {
            ComputedMark::Stars => "*** ",
            ComputedMark::None => "",
        };
        let first = self.actions + 1;
        for played in 0..count {
            let action = match self.computed() {
                Ok(action) => action,
                Err(loser) => {
                    self.remember(None, self.actions + 1);
                    self.announce(loser, count, count - played, out)?;
                    return Ok(Flow::Stop);
                }
            };
            let number = match self.rules.counter {
                Counter::Advances => self.actions + 1,
                Counter::Stuck => first,
                Counter::Behind => self.actions,
            };
            self.act(action, number, mark, out)?;
            if let Some(loser) = self.lost_at_once(true) {
                self.announce(loser, count, 1, out)?;
                return Ok(Flow::Stop);
            }
            if self.rules.play_end == PlayEnd::Silent && !self.board.has_action(&self.state) {
                return Ok(Flow::Stop);
            }
        }
        Ok(match self.rules.after_command {
            AfterCommand::Ignored => Flow::Stop,
            AfterCommand::Answered => Flow::Continue,
        })
    }
}

impl Session for Conversation {
    fn fork(&self) -> Box<dyn Session> {
        Box::new(self.clone())
    }

    fn begin(&mut self, out: &mut dyn Write) -> Result<(), SessionError> {
        for line in text::configuration(&self.state) {
            self.lines.line(out, line)?;
        }
        Ok(self.print_board(out)?)
    }

    fn line(&mut self, line: &str, out: &mut dyn Write) -> Result<Flow, SessionError> {
        let parsed = text::parse_line(line)
            .ok_or_else(|| Problem::new(quote(line), "an action such as G6-F5, A or P"))?;
        match parsed {
            Line::Next => return Ok(self.compute(1, out)?),
            Line::Play => return Ok(self.compute(self.rules.play_actions.get() as u32, out)?),
            Line::Action(source, target) => {
                let (source, target, is_taken) = self.cells(line, source, target);
                self.settle_first_mover(source);
                match self.checked(source, target, is_taken) {
                    Ok(action) => {
                        self.act(action, self.actions + 1, "", out)?;
                        let Some(loser) = self.lost_at_once(false) else {
                            return Ok(Flow::Continue);
                        };
                        self.announce(loser, 1, 1, out)?;
                    }
                    Err(failed) => self.lines.line(
                        out,
                        format_args!("ERROR: {}", failed.message(self.text.apostrophe)),
                    )?,
                }
            }
        }
        Ok(Flow::Stop)
    }
}

/// Lines of the configuration, and of every action.
const BLOCK: usize = 21;

/// Names the part of an answer that a line belongs to.
fn locate(output: &str, line: usize) -> Option<String> {
    let lines: Vec<&str> = output.lines().map(str::trim_end).collect();
    let Some(text) = lines.get(line) else {
        return Some("after the end of the expected output".to_owned());
    };
    if text.starts_with("ERROR:") {
        return Some("the error line".to_owned());
    }
    if text.contains(" WIN") {
        return Some("the winner's line".to_owned());
    }
    if line < BLOCK {
        let part = match line {
            0..=2 => "the configuration",
            _ => return Some(format!("the initial setup: {}", board_part(line - 3)?)),
        };
        return Some(part.to_owned());
    }
    let start = lines[..=line]
        .iter()
        .rposition(|line| *line == text::SEPARATOR)?;
    let headline = lines.get(start + 1)?.trim_start_matches("*** ");
    let (player, rest) = headline.split_once(" ACTION #")?;
    let (number, action) = rest.split_once(": ")?;
    let part = match line - start {
        0 => "the line above it".to_owned(),
        1 => "the action".to_owned(),
        2 => "the board cost".to_owned(),
        below => board_part(below - 3)?,
    };
    Some(format!("action #{number}, {player} {action}: {part}"))
}

/// Names a line of a board by its index.
fn board_part(line: usize) -> Option<String> {
    match line {
        0 => Some("column names".to_owned()),
        1..=17 if line.is_multiple_of(2) => Some(format!("board row {}", line / 2)),
        1..=17 => Some("board frame".to_owned()),
        _ => None,
    }
}
