//! The hex line game as the commands see it: maps in, the chosen line out.

mod answering;
mod remembering;
mod walking;

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::choices::{
    EarlierCells, FreeCounter, KeptCells, LastCell, LineCheck, LineCounter, MoveLists, Opponent,
    Remembered, RootFirst, TakenCount, Ties, Window,
};
use super::eval::{STUCK, WON};
use super::fast::Cells;
use super::picture;
use super::rules::{CELLS, Cell, SIDE};
use super::solve::{Unsolved, solve};
use super::source::HexlineSource;
use super::text::{self, BestValue, HEADER, LostLine, MapLines, NamedCell, NoLine, Text};
use super::{FastHexline, Hexline, Line, Rules, State};
use crate::draw::{Picture, Piece};
use crate::game::{FastGame, Game, Side};
use crate::protocol::assignment::{Answers, Asked, Assignment, Question};
use crate::protocol::explain::Search;
use crate::protocol::source::Source;
use crate::protocol::state::{Outcome, whole_numbers};
use crate::protocol::{
    About, Engine, PositionError, Resources, Settings, SettingsError, Solution, SolveLimits,
    meaningful,
};
use crate::search::in_place::{InPlace, following};
use crate::search::perft::perft;
use crate::search::pvs::pvs;
use crate::search::unturned::{Returned, Unturning, unturned};
use crate::text::Problem;

/// What earlier maps have left.
#[derive(Clone, Default)]
struct Earlier {
    /// The line that was answered last.
    line: Option<Line>,
    /// The largest value of a line that was answered.
    best: Option<i32>,
    /// How many cells were free, in all of them.
    free: i32,
    /// The cells that were free on any of them.
    free_cells: Cells,
    /// The levels of the search that stay, once it had them.
    staying: Option<u32>,
    /// Whether no map is answered any more.
    is_last: bool,
    known: remembering::Known,
}

impl Assignment for Hexline {
    type Rules = Rules;
    type Text = Text;

    const ABOUT: About = About {
        looks_like: "map 1 or map 2",
        questions: ("maps", "map"),
        choice: "line",
        order: "free cells by x, then y; from each cell one cell, then two in directions 1 to \
                6, then three",
        search: Search::AlphaBeta,
        move_help: "x y length direction, such as 3 4 2 6 (a single cell has direction 1)",
        move_notes: "\
x counts columns, y rows. A line goes from its first cell in a direction: 1 up left, 2 up
right, 3 left, 4 right, 5 down left, 6 down right.
",
        reply: "x y length direction, with single spaces between them",
        // What is taken while most of the map is free decides nothing.
        opening: 40,
        ..About::new("hexline", "the hex line game's maps (NYCU Project 2)")
    };

    fn with_rules(rules: Rules) -> Self {
        Hexline::new(rules)
    }

    /// A map without blocked cells.
    fn initial(&self) -> State {
        State::new([Cell::Free; CELLS], Side::First)
    }

    fn question(&self, lines: &[&str]) -> Result<Option<Question<State>>, Problem> {
        Ok(text::read(lines)?.map(Question::of))
    }

    fn asked(&self, state: &State, _depth: u32) -> String {
        text::map(state)
    }

    fn written(&self, chosen: Line) -> String {
        text::reply(Some(chosen), &Text::default())
    }

    fn depth(&self, state: &State) -> u32 {
        Hexline::depth(self, state)
    }

    fn outcome(&self, state: &State) -> Outcome {
        let last = state.mover.opponent();
        let winner = match self.rules.last_cell {
            LastCell::Wins => last,
            _ => last.opponent(),
        };
        Outcome {
            winner: Some(winner),
            reason: format!("player {} took the last cell", last.index() + 1),
        }
    }

    fn picture(&self, state: &State, last: Option<Line>) -> Picture {
        Hexline::picture(self, state, last)
    }

    fn recognises(line: &str) -> bool {
        line.split_ascii_whitespace().next() == Some(HEADER)
    }

    fn cut_short(lines: &[&str]) -> Problem {
        text::cut_short(lines)
    }

    /// The records, with `--depth` applied to both sides of the switch.
    fn records(settings: &Settings) -> Result<(Rules, Text), SettingsError> {
        settings.records_with_depth(&["depth", "late-depth"])
    }

    fn answers(settings: &Settings) -> Result<Answers<State>, SettingsError> {
        let (rules, text) = Self::records(settings)?;
        let (game, engine) = (Hexline::new(rules), settings.engine);
        let resources = settings.resources;
        let ends = matches!(text.no_line, NoLine::NoneEnds | NoLine::Ends);
        Ok(Arc::new(move |question, carried| {
            let earlier: &mut Earlier = carried.of();
            if earlier.is_last {
                return Vec::new();
            }
            let state = text::as_read(&question.state, &text);
            let mut state = match text.map_lines {
                MapLines::OfX => state,
                MapLines::OfY => state.transposed(),
            };
            if rules.earlier_cells == EarlierCells::Free {
                earlier.free_cells = earlier.free_cells.with(Cells::free(&state));
                state = state.with_free(earlier.free_cells.iter());
            }
            let before = earlier.free;
            earlier.free += state.free;
            if rules.free_counter.adds() {
                state.free += before;
            }
            let depth = match rules.free_counter {
                FreeCounter::NeverForLevels => game.depth_after(&state, before),
                _ => game.depth(&state),
            };
            let depth = match state.free {
                // Nothing is searched.
                0 => depth,
                _ => game.staying(depth, &mut earlier.staying),
            };
            let searched = game.searched(&state);
            let (choice, value) = match rules.is_for_other_maps() {
                true => searched.chosen_after_others(&state, depth, engine, &mut earlier.known),
                false => searched.chosen(&state, depth, engine, resources),
            };
            let choice = choice.map(|line| game.named(line, &text));
            let choice = game.set(&state, choice, earlier.line);
            // Where a search starts with the least value, only that is no better than nothing.
            // Where there may be no line though cells count as free, that is worth still less.
            let least = match rules.last_cell {
                LastCell::Loses | LastCell::Wins if !game.may_be_stuck() => -WON,
                _ => -STUCK,
            };
            if choice.is_some() && text.best_value != BestValue::EachMap {
                if earlier.best.is_some_and(|best| value <= best) {
                    return vec![text::no_better_reply(earlier.line, &text)];
                }
                earlier.best = Some(value);
            }
            let is_lost = match choice {
                Some(_) => value == least,
                // None of the cells that count as free is.
                None => state.free > 0,
            };
            let lost_line = match (text.lost_line, rules.free_counter) {
                (LostLine::Chosen, FreeCounter::NeverPrevious) => LostLine::Previous,
                (LostLine::Chosen, FreeCounter::NeverZeros) => LostLine::Zeros,
                (LostLine::Chosen, FreeCounter::NeverOneCell) => LostLine::OneCell,
                (LostLine::Chosen, FreeCounter::NeverMinusOnesZeros) => LostLine::MinusOnesZeros,
                (lost_line, _) => lost_line,
            };
            if is_lost && lost_line != LostLine::Chosen {
                let text = Text { lost_line, ..text };
                return vec![text::lost_reply(earlier.line, &text)];
            }
            if choice.is_none() {
                earlier.is_last = ends;
                if matches!(text.no_line, NoLine::Nothing | NoLine::Ends) {
                    return Vec::new();
                }
            }
            let Some(line) = choice else {
                return vec![text::no_line_reply(earlier.line, &text)];
            };
            earlier.line = Some(line);
            vec![text::reply(Some(line), &text)]
        }))
    }

    fn reply(&self, choice: Option<Line>, text: &Text) -> String {
        text::reply(choice.map(|line| self.named(line, text)), text)
    }

    fn locate(input: &str, _output: &str, line: usize) -> Option<String> {
        let mut maps = meaningful(input).filter(|(_, text)| Self::recognises(text));
        let (number, _) = maps.nth(line)?;
        Some(format!(
            "map {} (input line {number}): the chosen line",
            line + 1
        ))
    }

    fn perft(&self, settings: &Settings, state: &State, plies: u32) -> u64 {
        match settings.engine {
            Engine::Plain => perft(self, state, plies),
            Engine::Fast => {
                let fast = FastHexline::new(*self, state);
                perft(&fast, &fast.map(state), plies)
            }
        }
    }

    fn solve(
        settings: &Settings,
        position: Option<&str>,
        limits: &mut SolveLimits<'_>,
    ) -> Result<Solution, PositionError> {
        let (rules, text) = Self::records(settings)?;
        if rules.line_check != LineCheck::All {
            return Err(PositionError::Unsupported(
                "a hex line game with lines over cells that are not free",
            ));
        }
        if rules.line_counter != LineCounter::Enough {
            return Err(PositionError::Unsupported(
                "a hex line game in which not all lines are counted",
            ));
        }
        let game = Hexline::new(rules);
        let state = match position {
            Some(text) => game.position(text)?,
            None => game.initial(),
        };
        let mut reported = Instant::now();
        let most = limits.nodes;
        let mut watch = |filled: u64, all: u64| {
            if reported.elapsed() >= Duration::from_secs(1) {
                reported = Instant::now();
                let percent = 100.0 * filled as f64 / all as f64;
                (limits.progress)(&format!("{percent:.0} % of the sets of free cells"));
            }
            filled < most
        };
        let bytes = limits.memory_mib.saturating_mul(1 << 20);
        let solved = solve(&game, &state, bytes, &mut watch);
        let solved = solved.map_err(|unsolved| beyond(limits, unsolved))?;
        let outcome = if solved.wins { "win" } else { "loss" };
        let line = match solved.line {
            None if state.free > 0 => "every line loses".to_owned(),
            line => text::reply(line, &text),
        };
        Ok(vec![("outcome", outcome.to_owned()), ("line", line)])
    }

    fn place(asked: &Asked<'_, State>) -> String {
        format!("the map in input line {}", asked.number)
    }

    fn facts(&self, state: &State, depth: u32) -> Vec<String> {
        vec![
            format!(
                "A level of the search is one line taken; with {} free cells it looks {depth} \
                 levels ahead. Lines are written x y length direction.",
                state.free
            ),
            format!(
                "A leaf with up to {} free cells is worth 1000 or -1000 by whether their number \
                 is odd or even, any other leaf 0.",
                self.rules.parity_cells.get()
            ),
        ]
    }

    fn meanings(&self, state: &State) -> Vec<(f64, String)> {
        let player = Self::ABOUT.players[state.mover.index()];
        vec![
            (1000.0, format!("{player} wins")),
            (-1000.0, format!("{player} loses")),
            (0.0, "undecided".to_owned()),
        ]
    }

    fn changes(&self, before: &State, after: &State) -> Vec<(usize, Option<Piece>)> {
        picture::changes(before, after)
    }

    fn find(&self, state: &State, written: &str) -> Option<Line> {
        let [x, y, length, direction] = whole_numbers::<4>(written)?;
        let line = Line {
            x,
            y,
            length,
            direction,
        };
        let lines = self.all_moves(state);
        lines.contains(&line).then_some(line)
    }

    fn is_move(line: &str) -> bool {
        whole_numbers::<4>(line).is_some()
    }

    fn expected(&self, _state: &State) -> String {
        "a line of free cells, of length 1 in direction 1".to_owned()
    }

    fn board(&self, state: &State) -> String {
        let symbol = |cell: Cell| match cell {
            Cell::Blocked => "#",
            Cell::Free => ".",
            Cell::Taken(Side::First) => "1",
            Cell::Taken(Side::Second) => "2",
        };
        let columns: Vec<String> = (0..SIDE).map(|x| format!("{x:>2}")).collect();
        let mut picture = format!("  x {}\n", columns.join(" "));
        for y in 0..SIDE {
            // Rows with odd y lie half a cell further right.
            picture += &format!("y{y:>2} {}", " ".repeat(2 * (y % 2)));
            for x in 0..SIDE {
                picture += &format!(" {} ", symbol(state.cells[x * SIDE + y]));
            }
            picture.truncate(picture.trim_end().len());
            picture.push('\n');
        }
        picture
    }

    fn source(_right: &Settings) -> Result<Box<dyn Source>, SettingsError> {
        Ok(Box::new(HexlineSource))
    }
}

impl Hexline {
    /// A line as the answer names it: with the cell that it has there as its first one.
    fn named(&self, line: Line, text: &Text) -> Line {
        if text.named_cell == NamedCell::First {
            return line;
        }
        let mut places = self.places(line).unwrap_or_default();
        let Some(&last) = places.last() else {
            return line;
        };
        let from_last = |direction| Line {
            x: (last / SIDE) as u8,
            y: (last % SIDE) as u8,
            direction,
            ..line
        };
        if text.named_cell == NamedCell::Last {
            return from_last(line.direction);
        }
        places.reverse();
        let mut from_there = (1..=6).map(from_last);
        let reverse = from_there.find(|&other| self.places(other).as_ref() == Some(&places));
        reverse.unwrap_or(line)
    }

    /// The line to take, if any cell is free, and its value in a search of so many levels.
    fn chosen(
        &self,
        state: &State,
        depth: u32,
        engine: Engine,
        resources: Resources,
    ) -> (Option<Line>, i32) {
        if self.changes_map() {
            let root = state.mover;
            let looks_again = !self.tries_as_listed();
            let chooses_at_cut = self.rules.kept_cells != KeptCells::CountAtCutRootUnchosen;
            // The fast search knows only lines of cells that are free at the root, or may become so.
            let check = self.rules.line_check;
            let is_fast = self.rules.kept_cells != KeptCells::SecondBlocked
                && (check == LineCheck::All || check.frees());
            if engine == Engine::Plain || !is_fast {
                let search = InPlace {
                    game: self,
                    as_listed: |_: &mut _, _: (&_, _)| {},
                    taken_back: |before: &_, line, left: (&_, bool)| {
                        self.taken_back(before, line, left, state)
                    },
                    looks_again: looks_again.then_some(following),
                    shares_lists: false,
                    cuts: true,
                    chooses_at_cut,
                };
                let found = search.search(&mut state.clone(), depth, root);
                return (found.choice, found.value);
            }
            let fast = FastHexline::new(*self, state);
            let map = fast.map(state);
            if self.rules.kept_cells == KeptCells::None
                && self.rules.tie == Ties::First
                && let Some(value) = fast.settled(&map, root, depth)
            {
                return (self.all_moves(state).first().copied(), value);
            }
            let search = InPlace {
                game: &fast,
                as_listed: |_: &mut _, _: (&_, _)| {},
                taken_back: |before: &_, stroke, left: (&_, bool)| {
                    fast.taken_back(before, stroke, left, &map)
                },
                looks_again: looks_again.then_some(following),
                shares_lists: false,
                cuts: true,
                chooses_at_cut,
            };
            let found = search.search(&mut map.clone(), depth, root);
            return (found.choice.map(|stroke| fast.line(stroke)), found.value);
        }
        if let Some(listing) = self.rules.free_list.listing() {
            let (value, line) = self.chosen_along(listing, state, depth, engine);
            return (line, value);
        }
        let is_turned = matches!(
            self.rules.window,
            Window::Turned
                | Window::BetaForAlpha
                | Window::Kept
                | Window::KeptBelowRoot
                | Window::KeptBelowLine
                | Window::KeptBelowLineBest
                | Window::AlphaKept
                | Window::AlphaLeftAtCut
                | Window::BetaLeftAtCut
        );
        if !is_turned {
            let how = Unturning {
                turns_root: matches!(
                    self.rules.window,
                    Window::NotTurnedBelowRoot
                        | Window::BestNotTurnedBelowRoot
                        | Window::BoundNotTurnedBelowRoot
                ),
                returns: match self.rules.window {
                    Window::BestNotTurnedBelowRoot | Window::BestNotTurned => Returned::Best,
                    Window::BoundNotTurnedBelowRoot | Window::BoundNotTurned => Returned::Bound,
                    _ => Returned::Value,
                },
            };
            let (value, choice) = match engine {
                Engine::Plain => unturned(self, state, depth, how, None),
                Engine::Fast => {
                    let fast = FastHexline::new(*self, state);
                    let key = |map: &_| fast.key(map);
                    let known_by = self.is_known_by_cells().then_some(&key as &dyn Fn(&_) -> _);
                    let map = fast.map(state);
                    let (value, choice) = unturned(&fast, &map, depth, how, known_by);
                    (value, choice.map(|stroke| fast.line(stroke)))
                }
            };
            return (choice, value);
        }
        if engine == Engine::Plain {
            let decision = self.searched_in_order(self, state, depth);
            return (decision.choice, decision.value);
        }
        let fast = FastHexline::new(*self, state);
        let map = fast.map(state);
        // A later line that alpha-beta cuts off may look as good as the best without being so:
        // which ones do depends on the order of the search. Where both maximise none is, but where
        // bounds are returned, they are values.
        let sets_at_root = self.rules.answer_set.is_roots(depth);
        let depends_on_order = match self.rules.tie {
            Ties::First => false,
            Ties::Last => self.rules.opponent != Opponent::Maximises,
            Ties::Bound => true,
        };
        let depends_on_order = depends_on_order
            || self.rules.window != Window::Turned
            || self.rules.move_lists != MoveLists::Own
            || self.rules.root_first != RootFirst::Listed
            || !sets_at_root
            || !self.is_known_by_cells()
            || self.rules.remembered != Remembered::Nothing;
        // The last one of a list may have been written over, or cut off, or may not be the last one any
        // more.
        let keeps_order = self.rules.move_lists == MoveLists::Own
            && self.rules.window == Window::Turned
            && self.rules.root_first == RootFirst::Listed;
        let is_told = keeps_order || self.rules.tie == Ties::First;
        let is_told = is_told && sets_at_root;
        let in_order =
            depends_on_order && !(is_told && fast.settled(&map, map.mover, depth).is_some());
        let decision = if in_order {
            self.searched_in_order(&fast, &map, depth)
        } else {
            pvs(&fast, &map, depth, resources)
        };
        (
            decision.choice.map(|stroke| fast.line(stroke)),
            decision.value,
        )
    }

    /// Whether a position is known by its free cells and the player to move.
    fn is_known_by_cells(&self) -> bool {
        // What a line leaves depends on those before it.
        self.marks_as_played()
            // Cells are counted that are not free, or not counted that are.
            && self.rules.taken_count != TakenCount::One
            && !self.rules.line_check.counts_all()
    }
}

/// The limit that was reached, in words.
fn beyond(limits: &SolveLimits<'_>, unsolved: Unsolved) -> PositionError {
    PositionError::Limit(match unsolved {
        Unsolved::TooLarge { cells } => format!(
            "{} MiB: {cells} free cells take 2^{} MiB",
            limits.memory_mib,
            cells.saturating_sub(23)
        ),
        Unsolved::Stopped(share) => format!(
            "{} nodes: {:.0} % of the sets of free cells done",
            limits.nodes,
            100.0 * share
        ),
    })
}
