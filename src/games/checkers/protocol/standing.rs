//! Programs that answer as another one does: what that one met, and which options do not matter
//! where nothing else is met.

use std::any::Any;

use super::Conversation;
use super::input::{has_letters, is_long};
use crate::games::checkers::rules::{
    BLACK, Captured, Compulsion, CostBoard, Counter, Edges, InputEnd, Jumps, Men, Prey, Promoted,
    SIDE, WHITE, far_row, is_forward,
};
use crate::games::checkers::text::Text;
use crate::games::checkers::{Action, Rules, State};
use crate::options::reset;
use crate::protocol::{Session, Standing};

/// What came about while a line was answered, the beginning or the end of the input.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Seen {
    /// A line that is neither a command nor a legal action from cell to cell: how it is read and
    /// checked matters.
    pub odd: bool,
    /// An action that begins with A.
    pub from_a: bool,
    /// No action came before.
    pub first: bool,
    /// `A`.
    pub next: bool,
    /// `P`.
    pub play: bool,
    /// A command that came before has not been obeyed yet.
    pub deferred: bool,
    /// An action was computed, or asked for.
    pub computed: bool,
    /// The search saw a winner, or found no action.
    pub settled: bool,
    /// A winner was announced, or would have been.
    pub announced: bool,
    /// The input ended after an action from column A.
    pub ended_from_a: bool,
    /// The input ended after an action, or before any line.
    pub ended_open: bool,
    /// An action was carried out.
    acted: bool,
    /// By a capture.
    captured: bool,
    /// By a capture of anything but an opponent's piece.
    rich: bool,
    /// To the man's own side.
    backward: bool,
    /// To the far row or the one before it, by a piece.
    promoting: bool,
    /// A move where there may have been a capture.
    passed_capture: bool,
    /// A tower was on the board.
    towers: bool,
    /// A player had no step ahead, and perhaps no action at all.
    cramped: bool,
}

impl Seen {
    /// Notes how a line is read that asks for an action; `action` if there is one.
    pub(super) fn asked(&mut self, line: &str, state: &State, action: Option<Action>) {
        self.from_a |= line.starts_with('A');
        let is_legal = action.is_some_and(|action| {
            let man = state.cells[usize::from(action.from)];
            let step = action.step();
            man.is_some_and(|man| man.owner == state.mover)
                && state.cells[usize::from(action.to)].is_none()
                && match action.jumped.count_ones() {
                    0 => (step.0.abs(), step.1.abs()) == (1, 1),
                    1 => {
                        let jumped = state.cells[action.jumped.trailing_zeros() as usize];
                        (step.0.abs(), step.1.abs()) == (2, 2)
                            && jumped.is_some_and(|jumped| jumped.owner != state.mover)
                    }
                    _ => false,
                }
        });
        self.odd |= !is_legal || is_long(line) || !has_letters(line);
        // Some programs take small letters for column names.
        self.odd |= line.bytes().any(|byte| byte.is_ascii_lowercase());
    }

    /// Notes an action that is carried out.
    pub(super) fn acted(&mut self, before: &State, action: Action, after: &State) {
        self.acted = true;
        let men = Men::new(before);
        let mover = before.mover;
        let from = 1u64 << action.from;
        if action.jumped == 0 {
            self.passed_capture |= men.may_jump(mover);
        } else {
            self.captured = true;
            let pieces = men.of[mover.opponent().index()] & !men.towers;
            self.rich |= action.jumped & !pieces != 0;
        }
        self.backward |= !is_forward(mover, action.step());
        // Some programs promote one row early.
        let is_far = (usize::from(action.to) / SIDE).abs_diff(far_row(mover)) <= 1;
        self.promoting |= is_far && men.towers & from == 0;
        self.towers |= men.towers != 0;
        self.cramped |= !men.can_step(BLACK) || !men.can_step(WHITE);
        self.board(after);
    }

    /// Notes a board that is looked at.
    pub(super) fn board(&mut self, state: &State) {
        let men = Men::new(state);
        self.towers |= men.towers != 0;
        self.cramped |= !men.can_step(BLACK) || !men.can_step(WHITE);
    }
}

/// The rules with the published value for each that does not matter to a program which meets just
/// what was seen, whatever the others are.
fn rules_that_matter(mut rules: Rules, seen: &Seen) -> Rules {
    let is_commanded = seen.next || seen.play;
    let is_of_column = matches!(
        rules.input_end,
        InputEnd::CommandByColumn | InputEnd::CommandAgain
    );
    reset!(rules;
        !seen.odd =>
            error_order opponent_check distance_check jump_check
            cell_reading column_names beyond long_lines row_zero after_error,
        !seen.odd && !seen.backward => backward_check,
        !seen.odd && !seen.from_a && !is_commanded => command_reading,
        !seen.first => bare_command first_mover,
        !seen.next => next_actions,
        !seen.play => play_actions,
        !is_commanded && !seen.deferred => after_command command_player,
        !seen.ended_open || is_of_column && !seen.ended_from_a => input_end,
        !seen.settled => decided,
        !seen.announced => winner_name,
        !seen.announced && !seen.cramped => winner_line play_end printed_limit,
        !seen.acted => cost_board counter,
    );
    match seen.computed {
        true => rules,
        false => on_the_board_only(rules, seen),
    }
}

/// The same for a program that computes nothing.
fn on_the_board_only(mut rules: Rules, seen: &Seen) -> Rules {
    reset!(rules;
        play_end no_action tie one_sided_tie overlooked white_takes depth put_back pruning
        remembered level_count);
    // Where an action is found only among the first ones, all that lists actions matters.
    let is_of_list = rules.actions_tried.is_of_input();
    reset!(rules;
        rules.promotion.is_of_search() => promotion,
        rules.kept_cost.is_of_search() || rules.kept_cost.is_search_only() => kept_cost,
        rules.captured == Captured::AfterSearch => captured,
        rules.compulsory == Compulsion::Computed => compulsory,
        rules.counter != Counter::EachPlayer => counter,
        rules.cost_board == CostBoard::BeforeComputed => cost_board,
        !is_of_list => actions_tried,
        // Several captures that end in the same cell: the first one listed counts.
        rules.jumps == Jumps::One && !is_of_list =>
            child_order directions tower_directions white_directions grouping,
        !seen.acted => cost_sign,
        !seen.towers => tower_cost dear_towers uneven_towers far_towers,
        !seen.cramped => limits can_act,
    );
    // Jumps over empty cells and over edges are not seen.
    let passed_capture =
        seen.passed_capture || rules.prey == Prey::NotOwn || rules.edges != Edges::None;
    let may_be_forced = rules.compulsory == Compulsion::Compulsory && passed_capture;
    if seen.odd || may_be_forced || is_of_list {
        return rules;
    }
    let loses_capture = seen.captured && rules.edges.bars_any();
    reset!(rules;
        !passed_capture => compulsory,
        !seen.captured => captured jumps,
        !seen.rich && !seen.cramped => prey,
        rules.jumps == Jumps::One && !seen.cramped && !loses_capture => edges,
        !seen.backward && !seen.cramped =>
            backwards piece_moves piece_captures tower_moves tower_captures,
        !seen.promoting => promotion early_promotion,
        !seen.promoting && (rules.promoted != Promoted::AnyManByRow || !seen.towers) => promoted,
        !seen.promoting && !seen.rich => kept_cost,
    );
    rules
}

/// The same for how the answer is written.
fn text_that_matters(mut text: Text, seen: &Seen) -> Text {
    reset!(text;
        !seen.announced => winner_mark winner_newline,
        !seen.computed => computed_mark,
        !seen.odd => apostrophe,
    );
    text
}

impl Standing for Conversation {
    fn kept(&self) -> Box<dyn Session> {
        // Of its options those stay that matter to what it met.
        Box::new(Self {
            rules: rules_that_matter(self.rules, &self.seen),
            text: text_that_matters(self.text, &self.seen),
            ..self.clone()
        })
    }

    fn would_follow(&self, other: &dyn Standing) -> bool {
        let other: &dyn Any = other;
        let Some(other) = other.downcast_ref::<Self>() else {
            return false;
        };
        let seen = &other.seen;
        self.engine == other.engine
            && text_that_matters(self.text, seen) == other.text
            && rules_that_matter(self.rules, seen) == other.rules
    }

    fn stands_with(&self, other: &dyn Standing) -> bool {
        let other: &dyn Any = other;
        other.downcast_ref::<Self>().is_some_and(|other| {
            self.state == other.state
                && self.actions == other.actions
                && (self.last, self.is_unread) == (other.last, other.is_unread)
                && self.lines == other.lines
                && self.lasts == other.lasts
                && self.deferred == other.deferred
                && (self.is_over, self.has_no_header) == (other.is_over, other.has_no_header)
        })
    }

    fn at(&self, other: &dyn Standing) -> Option<Box<dyn Session>> {
        let other: &dyn Any = other;
        let other = other.downcast_ref::<Self>()?;
        Some(Box::new(Self {
            state: other.state.clone(),
            actions: other.actions,
            last: other.last,
            is_unread: other.is_unread,
            deferred: other.deferred,
            lines: other.lines,
            lasts: other.lasts.clone(),
            is_over: other.is_over,
            has_no_header: other.has_no_header,
            ..self.clone()
        }))
    }
}
