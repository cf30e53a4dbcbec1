//! Checkers: actions in, boards out, `A` and `P` computed.

mod contrast;
mod input;
mod lasting;
mod look;
mod standing;

use std::cell::RefCell;
use std::io::{self, Write};

use super::source::CheckersSource;
use super::state;
use crate::draw::Picture;
use crate::game::{Game, Side};
use crate::games::checkers::attempt::stays;
use crate::games::checkers::implied::Met;
use crate::games::checkers::rules::{
    AfterCommand, AfterError, BLACK, BareCommand, CellReading, ChildOrder, ColumnNames,
    CommandPlayer, CommandReading, CostBoard, Counter, Decided, DistanceCheck, InputEnd, Men,
    PlayEnd, Pruning, WHITE, WinnerLine, WinnerName,
};
use crate::games::checkers::text::{
    self, BoardGap, Cell, Command, ComputedMark, CostPlace, InputLine, Text, WinnerMark,
    WinnerNewline, player_name,
};
use crate::games::checkers::{Action, Checkers, FastCheckers, Rules, State};
use crate::options::OptionInfo;
use crate::protocol::explain::{Explanation, LookError};
use crate::protocol::source::Source;
use crate::protocol::state::{GameState, LoadError};
use crate::protocol::{
    About, Contrast, Differing, Engine, Flow, PositionError, Protocol, Resources, Session,
    SessionError, Settings, SettingsError, Standing, options,
};
use crate::search::alpha_beta::alpha_beta;
use crate::search::in_place::{InPlace, following};
use crate::search::memory::{Memory, remembered};
use crate::search::minimax::minimax;
use crate::search::perft::perft;
use crate::search::pvs::pvs;
use crate::search::tree::Limits;
use crate::text::{LineWriter, Problem, quote};
use input::Check;
use lasting::Lasts;
use standing::Seen;

/// The protocol, see [`text`].
pub(crate) struct CheckersProtocol;

static ABOUT: About = About {
    looks_like: "an action such as G6-F5, A or P",
    order: "cells row by row from A1, left to right; from each cell north-east, south-east, \
            south-west, north-west",
    players: ["BLACK", "WHITE"],
    move_help: "an action such as G6-F5",
    levels: (12, 3),
    opening: 4,
    // Towers can go to and fro for ever.
    longest: Some(200),
    ..About::new(
        "checkers",
        "checkers move lists ending in A or P (COMP10002, 2021)",
    )
};

impl Protocol for CheckersProtocol {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn recognises(&self, line: &str) -> bool {
        text::parse_line(line).is_some()
    }

    fn options(&self) -> Vec<OptionInfo> {
        options::<Rules, Text>()
    }

    fn session(&self, settings: &Settings) -> Result<Box<dyn Session>, SettingsError> {
        settings.format_among(ABOUT.formats)?;
        Ok(Box::new(Conversation::new(settings)?))
    }

    fn perft(
        &self,
        settings: &Settings,
        position: Option<&str>,
        plies: u32,
    ) -> Result<u64, PositionError> {
        let (rules, _) = records(settings)?;
        let board = Checkers::new(rules.on_the_board());
        let mut state = State::initial();
        for word in position.unwrap_or_default().split_whitespace() {
            let legal = text::named_action(&board, &state, word);
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
        locate(&trimmed(output), line)
    }

    fn locate_each(&self, _input: &str, output: &str) -> Vec<Option<String>> {
        let lines = trimmed(output);
        (0..lines.len()).map(|line| locate(&lines, line)).collect()
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

    fn game_state(&self, settings: &Settings) -> Result<Box<dyn GameState>, SettingsError> {
        state::game_state(settings)
    }

    fn load(&self, settings: &Settings, text: &str) -> Result<Vec<Box<dyn GameState>>, LoadError> {
        state::load(settings, text)
    }

    fn source(&self, right: &Settings) -> Result<Box<dyn Source>, SettingsError> {
        Ok(Box::new(CheckersSource::new(right)?))
    }
}

/// The records, with `--depth` applied.
fn records(settings: &Settings) -> Result<(Rules, Text), SettingsError> {
    settings.records_with_depth(&["depth"])
}

/// What a search says, and what it leaves otherwise than it was.
#[derive(Clone, Copy)]
struct Searched {
    /// The root's value.
    value: i32,
    /// The best action, if there is any.
    choice: Option<Action>,
    /// On which cells there is a tower where there was none, or none where there was one.
    changed: u64,
    /// By how much a cost that is kept along is wrong now.
    cost_drift: i32,
}

/// One game, from the initial setup to its command or error.
#[derive(Clone)]
struct Conversation {
    rules: Rules,
    text: Text,
    engine: Engine,
    resources: Resources,
    board: Checkers,
    state: State,
    /// Actions carried out so far.
    actions: u32,
    lines: LineWriter,
    /// Whether it has ended with an error or a winner.
    is_over: bool,
    /// Whether the configuration and the first board are still to be printed.
    has_no_header: bool,
    /// The last action of the input, as long as nothing was computed, and whether its line begins
    /// with A.
    last: Option<(Action, bool)>,
    /// Whether no line has come yet.
    is_unread: bool,
    /// The command that is to be obeyed when all lines have been answered.
    deferred: Option<Command>,
    /// What searches have left to later ones.
    lasts: Lasts,
    /// What the last line met.
    seen: Seen,
    /// Every action so far, where somebody wants to look at them.
    trace: Option<Vec<look::Turn>>,
}

impl Conversation {
    fn new(settings: &Settings) -> Result<Self, SettingsError> {
        let (rules, text) = records(settings)?;
        Ok(Self {
            board: Checkers::new(rules.on_the_board()),
            state: State::initial(),
            actions: 0,
            rules,
            text,
            engine: settings.engine,
            resources: settings.resources,
            lines: LineWriter::new(text.line_end, text.final_newline),
            is_over: false,
            has_no_header: true,
            last: None,
            is_unread: true,
            deferred: None,
            lasts: Lasts::default(),
            seen: Seen::default(),
            trace: None,
        })
    }

    /// The root's value and the best action, if there is any.
    fn searched(&self, game: Checkers) -> Searched {
        static SEARCHES: Memory<(Rules, Men, Vec<u8>, i32, Side), Searched> = Memory::empty();
        if self.engine != Engine::Fast {
            return self.searched_plainly(game);
        }
        let game = self.what_matters_of(game);
        let State {
            cost_drift, mover, ..
        } = self.state;
        let men = Men::new(&self.state);
        let key = (game.rules, men, game.listed(&self.state), cost_drift, mover);
        remembered(&SEARCHES, key, || self.searched_fast(game))
    }

    /// The game without rules that make no difference to this search.
    fn what_matters_of(&self, game: Checkers) -> Checkers {
        static MET: Memory<(Rules, Men, Side), Met> = Memory::empty();
        let without = game.rules.that_matter_to(Met::default());
        if without == game.rules {
            return game;
        }
        let fast = FastCheckers::new(Checkers::new(without));
        let Some(board) = fast.board(&self.state) else {
            return game;
        };
        let mover = self.state.mover;
        let key = (without, Men::new(&self.state), mover);
        let depth = without.depth.get() as u32;
        let met = remembered(&MET, key, || fast.met(&board, depth, mover));
        // With one of them something else may come up.
        match game.rules.that_matter_to(met) == without {
            true => Checkers::new(without),
            false => game,
        }
    }

    fn searched_fast(&self, game: Checkers) -> Searched {
        thread_local! {
            /// One program's searches come one after the other.
            static LAST: RefCell<Option<FastCheckers>> = const { RefCell::new(None) };
        }
        let fast = LAST.with_borrow_mut(|last| match last {
            Some(fast) if fast.game().rules == game.rules => *fast,
            _ => *last.insert(FastCheckers::new(game)),
        });
        let board = fast.board(&self.state);
        let Some(board) = board.filter(|_| game.rules.are_changes_fast()) else {
            return self.searched_plainly(game);
        };
        let depth = game.rules.depth.get() as u32;
        if game.rules.leaves_changes() {
            let mut after = board;
            let search = InPlace {
                game: &fast,
                as_listed: |_: &mut _, _: (&_, _)| {},
                taken_back: |before: &_, step, (after, _): (&_, bool)| {
                    fast.taken_back(before, step, after)
                },
                looks_again: game.rules.looks_again().then_some(following),
                shares_lists: false,
                cuts: false,
                chooses_at_cut: true,
            };
            let found = search.search(&mut after, depth, self.state.mover);
            let choice = found.choice.map(|step| fast.action(step));
            return Searched {
                value: found.value,
                choice,
                changed: fast.new_towers(&board, &after),
                cost_drift: self.state.cost_drift,
            };
        }
        let decision = pvs(&fast, &board, depth, self.resources);
        self.nothing_left(
            decision.value,
            decision.choice.map(|step| fast.action(step)),
        )
    }

    fn searched_plainly(&self, game: Checkers) -> Searched {
        let depth = game.rules.depth.get() as u32;
        if game.rules.leaves_changes() {
            let mut after = self.state.clone();
            let search = InPlace {
                game: &game,
                as_listed: |now: &mut _, listed: (&_, _)| game.as_listed(now, listed),
                taken_back: |before: &_, action, (after, _): (&_, bool)| {
                    game.taken_back(before, action, after)
                },
                looks_again: game.rules.looks_again().then_some(following),
                shares_lists: false,
                cuts: false,
                chooses_at_cut: true,
            };
            let (found, on) = search.search_and_board(&mut after, depth, self.state.mover);
            let changed = |now: &State| Men::new(now).towers ^ Men::new(&self.state).towers;
            let mut changed_cells = changed(&after);
            // What acts is what it was when its action was looked for.
            if let (true, Some(action), Some(on)) =
                (game.rules.put_back.acts_as_tried(), found.choice, on)
            {
                let from = 1 << action.from;
                changed_cells = changed_cells & !from | changed(&on) & from;
            }
            return Searched {
                value: found.value,
                choice: found.choice,
                changed: changed_cells,
                cost_drift: after.cost_drift,
            };
        }
        let decision = match game.rules.pruning {
            Pruning::Exact => minimax(&game, &self.state, depth),
            _ => alpha_beta(&game, &self.state, depth),
        };
        self.nothing_left(decision.value, decision.choice)
    }

    /// The same with the right cost.
    fn without_drift(&self) -> Self {
        let mut all = self.clone();
        all.state.cost_drift = 0;
        all
    }

    /// What a search says that leaves all as it was.
    fn nothing_left(&self, value: i32, choice: Option<Action>) -> Searched {
        Searched {
            value,
            choice,
            changed: 0,
            cost_drift: self.state.cost_drift,
        }
    }

    /// The best action by the assignment's search, and whether the winner is announced right
    /// after it; or who has lost instead.
    fn computed(&mut self) -> Result<(Action, bool), Side> {
        let mover = self.state.mover;
        let game = Checkers::in_search(self.rules, &self.state);
        let Searched {
            value,
            choice,
            mut changed,
            cost_drift,
        } = if game.rules.are_lasting() {
            self.searched_after_others(game)
        } else if self.rules.kept_cost.is_printed_only() {
            self.without_drift().searched(game)
        } else {
            self.searched(game)
        };
        let kept = self.rules.kept_cost;
        if kept.is_of_search() && !kept.is_search_only() {
            self.state.cost_drift = cost_drift;
        }
        // A search does not ask whether its root's player can act.
        let choice = choice.filter(|_| !self.board.has_lost(&self.state, mover));
        // What acts is what it was when the actions were listed.
        if let Some(action) = choice.filter(|_| game.rules.act_as_listed()) {
            changed &= !(1 << action.from);
        }
        for (cell, man) in self.state.cells.iter_mut().enumerate() {
            let Some(man) = man.as_mut().filter(|_| changed >> cell & 1 != 0) else {
                continue;
            };
            let stays_in_search = match man.tower {
                false => self.rules.promotion.is_kept_in_search(),
                true => {
                    self.rules.put_back.is_in_search() || self.rules.promotion.is_undone_in_search()
                }
            };
            man.tower ^= !stays_in_search;
        }
        self.seen.computed = true;
        let loser = [mover, mover.opponent()]
            .into_iter()
            .find(|&player| value == game.limit(player));
        self.seen.settled |= choice.is_none() || loser.is_some();
        let action = choice.ok_or(mover)?;
        match (self.rules.decided, loser) {
            (Decided::Announced, Some(_)) => Ok((action, true)),
            (Decided::GivenUp, Some(loser)) if loser == mover => Err(mover),
            (Decided::Ended | Decided::EndedBelowLine, Some(loser)) => Err(loser),
            (Decided::WinOverlooked, Some(loser)) if loser != mover => {
                let other = self.best_but_at_once(game, value);
                Ok((other.ok_or(mover)?, false))
            }
            _ => Ok((action, false)),
        }
    }

    /// The first action of a value that leaves the opponent another one.
    fn best_but_at_once(&self, game: Checkers, value: i32) -> Option<Action> {
        let actions = game.all_moves(&self.state);
        let depth = game.rules.depth.get() as u32 - 1;
        actions.into_iter().find(|&action| {
            let next = game.play(&self.state, action);
            game.has_action(&next) && minimax(&game, &next, depth).value == value
        })
    }

    /// Carries an action out and prints it under its name and a number; a computed one with its
    /// mark.
    fn act(
        &mut self,
        (action, name): (Action, &str),
        number: u32,
        mark: Option<&str>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let mover = player_name(self.state.mover);
        self.remember(Some(action), number);
        let next = match stays(&self.rules, action) {
            true => self.state.clone(),
            false => self.board.play(&self.state, action),
        };
        self.seen.acted(&self.state, action, &next);
        let next = next.with_mover(self.state.mover.opponent());
        let cost = match (self.rules.cost_board, mark) {
            (CostBoard::Before, _) | (CostBoard::BeforeComputed, Some(_)) => {
                self.board.printed_cost(&self.state)
            }
            (CostBoard::BeforePromotion, _) => {
                let mut unpromoted = next.clone();
                let [from, to] = [action.from, action.to].map(usize::from);
                if next.cells[from].is_none() {
                    unpromoted.cells[to] = self.state.cells[from];
                }
                self.board.printed_cost(&unpromoted)
            }
            (CostBoard::After | CostBoard::BeforeComputed, _) => self.board.printed_cost(&next),
        };
        self.state = next;
        let mark = mark.unwrap_or_default();
        let number = match self.rules.counter {
            Counter::EachPlayer => number.div_ceil(2),
            _ => number,
        };
        self.actions += 1;
        let headline = format!("{mark}{mover} ACTION #{number}: {name}");
        let cost = text::cost_line(cost, self.text.cost_align);
        let [one, other] = match self.text.cost_place {
            CostPlace::Below => [headline, cost],
            CostPlace::Above => [cost, headline],
        };
        let board = text::board(&self.state);
        // Written at once: suites are made from millions of actions.
        let block = [text::SEPARATOR, &one, &other, &board].join("\n");
        self.lines.lines(out, &block)?;
        self.print_gap(out)
    }

    /// Prints the configuration and the first board, unless that is done.
    fn print_header(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if !std::mem::take(&mut self.has_no_header) {
            return Ok(());
        }
        for line in text::configuration(&self.state) {
            self.lines.line(out, line)?;
        }
        self.print_board(out)
    }

    /// Prints what stands in the place of the configuration and the first board where no action
    /// comes, if they are not printed all the same.
    fn print_no_header(&mut self, out: &mut dyn Write) -> io::Result<()> {
        match self.rules.bare_command {
            BareCommand::WithoutHeader => self.has_no_header = false,
            BareCommand::BlankLine if std::mem::take(&mut self.has_no_header) => {
                self.lines.line(out, "")?;
            }
            _ => {}
        }
        Ok(())
    }

    fn print_board(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.lines.lines(out, &text::board(&self.state))?;
        self.print_gap(out)
    }

    /// Prints what stands between two boards.
    fn print_gap(&mut self, out: &mut dyn Write) -> io::Result<()> {
        match self.text.board_gap {
            BoardGap::None => Ok(()),
            BoardGap::Blank => self.lines.line(out, ""),
        }
    }

    /// The player whose loss is to be announced now, before any action is asked for.
    fn lost_at_once(&self, is_computed: bool) -> Option<Side> {
        let mover = self.state.mover;
        let cannot_act = |player| self.board.has_lost(&self.state, player);
        match self.rules.winner_line {
            WinnerLine::AtOnce => cannot_act(mover).then_some(mover),
            WinnerLine::ComputedAtOnce => (is_computed && cannot_act(mover)).then_some(mover),
            WinnerLine::PlayedAtOnce => (!is_computed && cannot_act(mover)).then_some(mover),
            WinnerLine::EitherSide => [WHITE, BLACK]
                .into_iter()
                .find(|&player| cannot_act(player)),
            _ => None,
        }
    }

    /// Announces the winner when `loser` cannot act, with `left` of the actions of `command`
    /// still to be computed.
    fn announce(
        &mut self,
        loser: Side,
        command: Command,
        left: u32,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        self.is_over = true;
        self.seen.announced = true;
        let times = match self.rules.winner_line {
            WinnerLine::WhenNeeded
            | WinnerLine::AtOnce
            | WinnerLine::ComputedAtOnce
            | WinnerLine::PlayedAtOnce
            | WinnerLine::AtTheEnd
            | WinnerLine::EitherSide => 1,
            WinnerLine::PlayOnly => u32::from(command == Command::Play),
            WinnerLine::NextOnly => u32::from(command != Command::Play),
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

    fn print_winner(&mut self, loser: Side, out: &mut dyn Write) -> io::Result<()> {
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
            WinnerNewline::BlankLine => {
                self.lines.line(out, line)?;
                self.lines.line(out, "")
            }
        }
    }

    /// Goes on as if the player to move had acted.
    fn pass(&mut self) {
        self.actions += 1;
        self.state.mover = self.state.mover.opponent();
    }

    /// Obeys a command; whether more lines are welcome.
    fn obey(&mut self, command: Command, out: &mut dyn Write) -> io::Result<Flow> {
        let is_obeyed = match self.rules.command_reading {
            CommandReading::WholeLine | CommandReading::FirstLetter => true,
            CommandReading::Neither => false,
            CommandReading::NextOnly => command == Command::Next,
        };
        self.seen.next |= command == Command::Next;
        self.seen.play |= command == Command::Play;
        if !is_obeyed {
            return Ok(Flow::Stop);
        }
        if self.rules.after_command.is_at_the_end() {
            self.deferred = Some(command);
            return Ok(Flow::Continue);
        }
        let before = self.state.clone();
        let flow = self.compute(command, out)?;
        if let AfterCommand::AnsweredOnBoardBefore | AfterCommand::AnsweredAfterGap =
            self.rules.after_command
        {
            self.state = before.with_mover(self.state.mover);
        }
        if self.rules.after_command == AfterCommand::AnsweredAfterGap && command == Command::Play {
            self.pass();
        }
        Ok(flow)
    }

    /// Computes and carries out a command's actions; whether more lines are welcome.
    fn compute(&mut self, command: Command, out: &mut dyn Write) -> io::Result<Flow> {
        self.last = None;
        let count = match command {
            Command::Next => self.rules.next_actions,
            Command::Play => self.rules.play_actions,
        };
        self.seen.next |= command == Command::Next;
        self.seen.play |= command == Command::Play;
        let count = count.get() as u32;
        let mark = match self.text.computed_mark {
            ComputedMark::Stars => "*** ",
            ComputedMark::None => "",
        };
        if self.rules.child_order == ChildOrder::ByListFromCommand {
            self.state.list_anew();
        }
        match (self.rules.command_player, command) {
            (CommandPlayer::PlayBlack, Command::Play) | (CommandPlayer::Black, _) => {
                self.state.mover = BLACK;
            }
            _ => {}
        }
        let first = self.actions + 1;
        for played in 0..count {
            let (action, is_announced) = match self.computed() {
                Ok(computed) => computed,
                Err(loser) => {
                    self.remember(None, self.actions + 1);
                    if self.rules.decided == Decided::EndedBelowLine {
                        self.lines.line(out, text::SEPARATOR)?;
                    }
                    self.announce(loser, command, count - played, out)?;
                    return Ok(Flow::Stop);
                }
            };
            let mover = self.state.mover;
            let number = match self.rules.counter {
                Counter::Advances | Counter::EachPlayer => self.actions + 1,
                Counter::Stuck => first,
                Counter::Behind => self.actions,
                Counter::ComputedAlone => played + 1,
            };
            let name = text::action_name(action);
            self.act((action, &name), number, Some(mark), out)?;
            let loser = is_announced.then(|| mover.opponent());
            if let Some(loser) = loser.or_else(|| self.lost_at_once(true)) {
                self.announce(loser, command, 1, out)?;
                return Ok(Flow::Stop);
            }
            if self.rules.play_end == PlayEnd::Silent
                && self.board.has_lost(&self.state, self.state.mover)
            {
                return Ok(Flow::Stop);
            }
        }
        Ok(self.after_command(command))
    }

    /// Notes what is met from here on.
    fn look_again(&mut self) {
        self.seen = Seen::default();
        self.seen.first = self.actions == 0;
        self.seen.deferred = self.deferred.is_some();
        // What comes after an error is for few programs.
        self.seen.odd = self.is_over;
    }

    /// Whether lines after a command are welcome.
    fn after_command(&self, command: Command) -> Flow {
        match (self.rules.after_command, command) {
            (AfterCommand::Ignored, _)
            | (AfterCommand::AnsweredAfterA, Command::Play)
            | (AfterCommand::AnsweredAfterP, Command::Next) => Flow::Stop,
            _ => Flow::Continue,
        }
    }
}

impl Conversation {
    /// Carries out the action that a line asks for if it is legal, or says why it is not.
    fn ask_for(
        &mut self,
        line: &str,
        (source, target): (Cell, Cell),
        out: &mut dyn Write,
    ) -> io::Result<Flow> {
        let asked = self.asked(line, source, target);
        self.seen.asked(line, &self.state, asked.ok());
        self.seen.odd |= self.rules.distance_check == DistanceCheck::Unchecked;
        self.answer(line, asked, out)
    }

    /// Carries an input action out, or says which check it fails.
    fn answer(
        &mut self,
        line: &str,
        asked: Result<Action, Check>,
        out: &mut dyn Write,
    ) -> io::Result<Flow> {
        match asked {
            Ok(action) => {
                self.last = Some((action, line.starts_with('A')));
                let name = match self.rules.column_names {
                    ColumnNames::DigitsEchoed => line.to_owned(),
                    _ => text::action_name(action),
                };
                self.act((action, &name), self.actions + 1, None, out)?;
                let Some(loser) = self.lost_at_once(false) else {
                    return Ok(Flow::Continue);
                };
                self.announce(loser, Command::Next, 1, out)?;
            }
            Err(failed) => {
                self.is_over = true;
                let message = failed.message(self.text.apostrophe);
                self.lines.line(out, format_args!("ERROR: {message}"))?;
                match (self.rules.after_error, line.chars().next()) {
                    (AfterError::Answered | AfterError::Commands, _) => return Ok(Flow::Continue),
                    (AfterError::CommandByColumn, Some(letter @ ('A' | 'P'))) => {
                        self.pass();
                        let is_next = letter == 'A';
                        let command = if is_next {
                            Command::Next
                        } else {
                            Command::Play
                        };
                        self.compute(command, out)?;
                    }
                    (AfterError::Ignored | AfterError::CommandByColumn, _) => {}
                }
            }
        }
        Ok(Flow::Stop)
    }
}

impl Session for Conversation {
    fn fork(&self) -> Box<dyn Session> {
        Box::new(self.clone())
    }

    fn standing(&self) -> Option<&dyn Standing> {
        Some(self)
    }

    fn begin(&mut self, out: &mut dyn Write) -> Result<(), SessionError> {
        self.look_again();
        match self.rules.bare_command {
            BareCommand::WithoutHeader | BareCommand::BlankLine => Ok(()),
            _ => Ok(self.print_header(out)?),
        }
    }

    fn line(&mut self, line: &str, out: &mut dyn Write) -> Result<Flow, SessionError> {
        let parsed = text::parse_line(line)
            .ok_or_else(|| Problem::new(quote(line), "an action such as G6-F5, A or P"))?;
        self.look_again();
        if self.rules.after_command == AfterCommand::Skipped {
            self.deferred = None;
        }
        self.is_unread = false;
        let passed_over = self.passed_over(line);
        let is_action = matches!(parsed, InputLine::Action(..));
        self.seen.odd |= is_action && passed_over.is_some();
        let is_command = !is_action || matches!(passed_over, Some(Ok(_)));
        if is_command && self.actions == 0 && self.rules.bare_command == BareCommand::Ignored {
            return Ok(match parsed {
                InputLine::Command(command) => self.after_command(command),
                _ => self.after_command(Command::Next),
            });
        }
        if is_command {
            self.print_no_header(out)?;
            if self.actions == 0 && self.rules.bare_command == BareCommand::WhiteBegins {
                self.state.mover = WHITE;
            }
        }
        self.print_header(out)?;
        if self.is_over && !is_command && self.rules.after_error == AfterError::Commands {
            return Ok(Flow::Continue);
        }
        Ok(match (parsed, passed_over) {
            (InputLine::Command(command), _) => self.obey(command, out)?,
            (InputLine::Action(..), Some(Ok(command))) => self.obey(command, out)?,
            (InputLine::Action(..), Some(Err(flow))) => {
                // The first letter that was read last is this line's.
                let rules = &self.rules;
                let is_scanned = rules.cell_reading == CellReading::Scanned
                    || rules.column_names == ColumnNames::DigitsEndInput;
                if flow == Flow::Stop && is_scanned {
                    self.last = None;
                }
                flow
            }
            (InputLine::Action(source, target), None) => {
                self.ask_for(line, (source, target), out)?
            }
        })
    }

    fn end(&mut self, out: &mut dyn Write) -> Result<(), SessionError> {
        self.look_again();
        self.seen.board(&self.state);
        self.print_no_header(out)?;
        self.print_header(out)?;
        let is_from_a = self.last.is_some_and(|(_, is_from_a)| is_from_a);
        self.seen.ended_open = !self.is_over && (self.last.is_some() || self.is_unread);
        self.seen.ended_from_a = !self.is_over && is_from_a;
        match (self.rules.input_end, self.last) {
            (InputEnd::LastAgain | InputEnd::LastAgainOrOutside, Some((last, _)))
                if self.seen.ended_open =>
            {
                let cells = (Some(last.from), Some(last.to));
                self.ask_for(&text::action_name(last), cells, out)?;
            }
            (InputEnd::LastAgainOrOutside, None) if self.seen.ended_open => {
                self.seen.odd = true;
                self.answer("", Err(Check::SourceOutside), out)?;
            }
            (InputEnd::CommandByColumn | InputEnd::CommandAgain, _) if self.seen.ended_from_a => {
                if self.rules.input_end == InputEnd::CommandAgain {
                    self.actions -= 1;
                    self.state.mover = self.state.mover.opponent();
                }
                self.compute(Command::Next, out)?;
            }
            _ => {}
        }
        if let Some(command) = self.deferred.take().filter(|_| !self.is_over) {
            self.compute(command, out)?;
        }
        let mover = self.state.mover;
        if self.rules.winner_line == WinnerLine::AtTheEnd
            && !self.is_over
            && self.board.has_lost(&self.state, mover)
        {
            self.seen.announced = true;
            self.print_winner(mover, out)?;
        }
        Ok(())
    }
}

/// Lines of the configuration, and of every action.
const BLOCK: usize = 21;

/// The lines of an answer, without white space at their ends.
fn trimmed(output: &str) -> Vec<&str> {
    output.lines().map(str::trim_end).collect()
}

/// Names the part of an answer that a line belongs to.
fn locate(lines: &[&str], line: usize) -> Option<String> {
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
