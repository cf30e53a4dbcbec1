//! Kalah as the commands see it: a `state player depth` line in, values and node counts or the
//! chosen pit out.

mod remembering;

use std::cell::RefCell;
use std::cmp::Ordering;
use std::num::NonZero;
use std::sync::Arc;
use std::thread;

use super::choices::{
    CounterSize, Evaluation, ExtraTurn, ExtraTurnInPlay, LeafDepth, LimitSweep, MistakesIn,
    NodeCounter, OverAtRoot, PitList, PrunedBoard, RootWindow, Ties, ValueFor, WinValue,
};
use super::fast::{Board, Effort, FastKalah, Limits, Survey};
use super::picture;
use super::rules::{Captured, PITS, POSITIONS, store};
use super::source::KalahSource;
use super::text::{self, DEEPEST, Text, parse_line};
use super::{Kalah, Pit, Rules, State};
use crate::draw::{Picture, Piece};
use crate::game::{Evaluate, Game, Leaf, Side};
use crate::options::{OptionError, Setting, reset};
use crate::protocol::assignment::{Answers, Assignment, Question};
use crate::protocol::source::Source;
use crate::protocol::state::{Outcome, Report};
use crate::protocol::{
    About, Engine, Flow, PositionError, Resources, Settings, SettingsError, Solution, SolveLimits,
    meaningful,
};
use crate::search::alpha_beta::alpha_beta;
use crate::search::in_place::InPlace;
use crate::search::memory::{Memory, remembered};
use crate::search::minimax::{Decision, minimax};
use crate::text::{Problem, is_integers};

const REPORT: &str = "report";
const CHOICE: &str = "choice";

/// What earlier lines have left.
#[derive(Clone, Default)]
struct Earlier {
    /// Who was to move on the first line.
    first_mover: Option<Side>,
    /// Nodes that were counted: by the search without pruning, or by both, and by the pruned one.
    nodes: [u64; 2],
    /// Alpha at the pruned search's root.
    alpha: Option<i32>,
    known: remembering::Known,
}

impl Assignment for Kalah {
    type Rules = Rules;
    type Text = Text;

    const ABOUT: About = About {
        looks_like: "16 integers",
        choice: "pit",
        order: "pits by their number, lowest first",
        formats: &[REPORT, CHOICE],
        players: ["player 0", "player 1"],
        move_help: "a pit: 0–5 for player 0, 7–12 for player 1",
        reply: "a pit, 0–5 or 7–12",
        pair_options: &[
            "pruned-board",
            "mistakes-in",
            "large-infinity",
            "no-move",
            "pits-empty",
            "swept-seeds",
            "pit-back",
            "remembered-value",
            "remembered-leaves",
            "short-piece",
        ],
        levels: (12, 5),
        opening: 4,
        report: Some(&PublishedReport),
        ..About::new(
            "kalah",
            "Kalah lines `state player depth`, with values and node counts",
        )
    };

    fn with_rules(rules: Rules) -> Self {
        Kalah::new(rules)
    }

    fn read<'a>(text: &Text, line: &'a str) -> (Option<&'a str>, Flow) {
        let (read, reads_on) = text::read(text, line);
        let flow = if reads_on { Flow::Continue } else { Flow::Stop };
        (read, flow)
    }

    fn initial(&self) -> State {
        State::initial()
    }

    fn question(&self, lines: &[&str]) -> Result<Option<Question<State>>, Problem> {
        let text::InputLine { state, depth } = parse_line(lines[0])?;
        let state = self.as_it_fits(state);
        let depth = Some(depth);
        Ok(Some(Question { state, depth }))
    }

    fn asked(&self, state: &State, depth: u32) -> String {
        format!("{} {}", self.key(state), depth.clamp(1, DEEPEST))
    }

    fn written(&self, chosen: Pit) -> String {
        chosen.to_string()
    }

    /// What programs are asked for when nothing else is said.
    fn depth(&self, _state: &State) -> u32 {
        6
    }

    fn outcome(&self, state: &State) -> Outcome {
        let end = self.settled(state, None);
        let [first, second] = [Side::First, Side::Second].map(|player| end.seeds[store(player)]);
        Outcome {
            winner: match first.cmp(&second) {
                Ordering::Greater => Some(Side::First),
                Ordering::Less => Some(Side::Second),
                Ordering::Equal => None,
            },
            reason: format!("{first} to {second}"),
        }
    }

    fn picture(&self, state: &State, last: Option<Pit>) -> Picture {
        picture::picture(state, last)
    }

    fn recognises(line: &str) -> bool {
        is_integers(line, text::FIELDS)
    }

    fn position(&self, text: &str) -> Result<State, Problem> {
        text::parse_position(text)
    }

    fn records(settings: &Settings) -> Result<(Rules, Text), SettingsError> {
        if settings.depth == Some(0) {
            return Err(OptionError::value("depth", "0", "a whole number of at least 1").into());
        }
        Ok(settings.records()?)
    }

    fn silent_options(settings: &Settings) -> &'static [&'static str] {
        match settings.format.as_deref() {
            Some(CHOICE) => &[
                "extra-turn-in-play",
                "over-at-root",
                "root-node",
                "counted-nodes",
                "searched-again",
                "node-counter",
                "counter-size",
                "cut",
                "cuts-at",
                "bounds",
                "remembered",
                "remembered-value",
                "remembered-leaves",
                "nodes-again",
                "pruned-remembered",
                "pruned-board",
                "in-one-search",
                "mistakes-in",
            ],
            _ => &["extra-turn-in-play", "tie", "pit-numbers"],
        }
    }

    fn answers(settings: &Settings) -> Result<Answers<State>, SettingsError> {
        let (rules, text) = Self::records(settings)?;
        let (rules, memory, pruned_memory) = remembering::Rules::apart(rules);
        let only_choice = settings.format_among(Self::ABOUT.formats)? == CHOICE;
        let (game, depth) = (Kalah::new(rules), settings.depth);
        let remembers = settings.engine == Engine::Fast;
        let fast = |game| remembers.then(|| FastKalah::new(game)).flatten();
        let engines = |game: Kalah| Engines {
            game,
            fast: fast(game),
            without_rounds: game.without_rounds().and_then(fast),
            unpruned: fast(game.unpruned()),
            effort: effort(settings.resources),
            remembers,
        };
        let spared = match rules.mistakes_in {
            MistakesIn::Both => None,
            _ => Some(engines(Kalah::default())),
        };
        // By the player to move on the first line, where all values are from that player's view.
        let seen = |value_for| Rules { value_for, ..rules };
        let worth = |evaluation| Rules {
            evaluation,
            ..seen(ValueFor::Root)
        };
        let views = match rules.value_for {
            ValueFor::FirstLine => vec![seen(ValueFor::PlayerZero), seen(ValueFor::PlayerOne)],
            ValueFor::FirstLineValues => {
                vec![worth(Evaluation::PlayerZero), worth(Evaluation::PlayerOne)]
            }
            _ => vec![rules],
        };
        // With what finds the answers of the search that gets something wrong alone.
        let views = views.into_iter().map(|mut rules| {
            let alone = rules.in_one_search();
            reset!(rules; in_one_search);
            let [both, alone] = [Some(rules), alone].map(|it| it.map(|it| engines(Kalah::new(it))));
            (both.expect("rules"), alone)
        });
        let views: Vec<(Engines, Option<Engines>)> = views.collect();
        Ok(Arc::new(move |question, carried| {
            let earlier: &mut Earlier = carried.of();
            let first_mover = earlier.first_mover.get_or_insert(question.state.mover);
            let (engines, alone) = views.get(first_mover.index()).unwrap_or(&views[0]);
            let plies = |of: &Engines| of.game.search_plies(game.depth_of(depth, question));
            if only_choice {
                let pit = engines.choice(&question.state, plies(engines));
                return vec![text::choice(pit, &text)];
            }
            let other = alone.as_ref().unwrap_or(engines);
            let [unpruned, cutting] = match rules.in_one_search.is_in_pruned() {
                true => [engines, other],
                false => [other, engines],
            };
            let root = engines.game.root(&question.state);
            let [mut plain, mut pruned] = unpruned.survey(&root, plies(unpruned));
            if alone.is_some() {
                [_, pruned] = cutting.survey(&root, plies(cutting));
            }
            if let Some(memory) = memory {
                let (game, plies) = (&unpruned.game, plies(unpruned));
                plain = memory.search(game, &root, plies, &mut earlier.known);
            }
            if let Some(memory) = pruned_memory {
                pruned = memory.search(&cutting.game, &root, plies(cutting));
            }
            if rules.window == RootWindow::AlphaKept {
                let plies = plies(cutting);
                pruned = cutting.beginning_with(&root, plies, &mut earlier.alpha);
            }
            if !root.is_played_on && engines.game.is_over(&root) {
                match engines.game.over_at_root(&root, [plain, pruned]) {
                    Some(reported) => [plain, pruned] = reported,
                    None => return Vec::new(),
                }
            }
            if let Some(spared) = &spared {
                let right = spared.survey(&question.state, plies(spared));
                match rules.mistakes_in {
                    MistakesIn::Pruned => plain = right[0],
                    _ => pruned = right[1],
                }
            }
            let pruned = match rules.node_counter {
                NodeCounter::EachSearch => pruned,
                NodeCounter::EachLine => (pruned.0, plain.1 + pruned.1),
                NodeCounter::Never => {
                    plain.1 += earlier.nodes[0];
                    earlier.nodes[0] = plain.1 + pruned.1;
                    (pruned.0, earlier.nodes[0])
                }
                NodeCounter::BeforePruned => {
                    plain.1 += earlier.nodes[0];
                    earlier.nodes[0] = pruned.1;
                    pruned
                }
                NodeCounter::NeverEach | NodeCounter::NeverPlain | NodeCounter::NeverPruned => {
                    earlier.nodes[0] += plain.1;
                    earlier.nodes[1] += pruned.1;
                    if rules.node_counter != NodeCounter::NeverPruned {
                        plain.1 = earlier.nodes[0];
                    }
                    if rules.node_counter != NodeCounter::NeverPlain {
                        pruned.1 = earlier.nodes[1];
                    }
                    pruned
                }
            };
            let report = |is_pruned, (value, nodes)| match rules.counter_size {
                CounterSize::Enough => text::report(is_pruned, value, nodes),
                CounterSize::Short => text::report(is_pruned, value, nodes as i16),
                CounterSize::UnsignedShort => text::report(is_pruned, value, nodes as u16),
            };
            [report(false, plain), report(true, pruned)].concat()
        }))
    }

    fn search_plies(&self, limit: u32) -> u32 {
        match self.rules.leaf_depth {
            LeafDepth::AtLimit | LeafDepth::AfterPassedTurn => limit,
            LeafDepth::BeyondLimit => limit + 1,
            LeafDepth::BeforeLimit => limit.saturating_sub(1),
        }
    }

    fn locate(input: &str, output: &str, line: usize) -> Option<String> {
        let per_answer = per_answer(output);
        let (number, asked) = meaningful(input).nth(line / per_answer)?;
        output.lines().next()?;
        let part = match (per_answer, line % per_answer) {
            (1, _) => "the chosen pit",
            (_, 0) => "the value without pruning",
            (_, 1) => "the node count without pruning",
            (_, 2) => "the value with pruning",
            _ => "the node count with pruning",
        };
        Some(format!("input line {number} ({asked}): {part}"))
    }

    fn decision_at(_input: &str, output: &str, line: usize) -> Option<usize> {
        Some(line / per_answer(output) + 1)
    }

    fn solve(
        settings: &Settings,
        position: Option<&str>,
        limits: &mut SolveLimits<'_>,
    ) -> Result<Solution, PositionError> {
        let (rules, _): (Rules, Text) = settings.records().map_err(SettingsError::from)?;
        let state = match position {
            Some(text) => text::parse_position(text)?,
            None => State::initial(),
        };
        let fast = FastKalah::new(Kalah::new(rules)).ok_or(PositionError::Unsupported(
            "Kalah under rules that only the plain search knows",
        ))?;
        let board = fast.board(&state).expect("a position that was read");
        let mut limits = Limits {
            nodes: limits.nodes,
            effort: effort(Resources {
                hash_mib: limits.memory_mib,
                ..settings.resources
            }),
            progress: limits.progress,
        };
        let solved = fast
            .solve(board, &mut limits)
            .map_err(|error| PositionError::Limit(error.to_string()))?;
        let player = Self::ABOUT.players[state.mover.index()];
        let pit = solved.pit.map(|pit| fast.pit(&state, pit).to_string());
        Ok(vec![
            ("to move", player.to_owned()),
            ("margin", fast.shown(&state, solved.value).to_string()),
            ("best pit", pit.unwrap_or_else(|| "none".to_owned())),
        ])
    }

    fn step(&self, chosen: Pit, _text: &Text) -> String {
        format!("pit {chosen}")
    }

    fn facts(&self, state: &State, _depth: u32) -> Vec<String> {
        vec![
            format!(
                "A move costs one level and passes the turn; a move that earns another turn \
                 costs {} and keeps it.",
                self.rules.extra_turn_levels.get()
            ),
            match self.rules.evaluation {
                Evaluation::Difference => format!(
                    "A position is worth the seeds in player {}'s store less those in the other's.",
                    self.viewer(state.mover).index()
                ),
                other => format!("How a position is valued: evaluation={}.", other.name()),
            },
        ]
    }

    fn reckoning(&self, root: &State, leaf: &State) -> Option<String> {
        let rules = &self.rules;
        let is_usual =
            rules.evaluation == Evaluation::Difference && rules.win_value == WinValue::Evaluated;
        if !is_usual || rules.limit_sweep == LimitSweep::Missing {
            return None;
        }
        let (seeds, viewer) = (
            self.settled(leaf, Some(root.mover)).seeds,
            self.viewer(root.mover),
        );
        let (mine, other) = (seeds[store(viewer)], seeds[store(viewer.opponent())]);
        let margin = i32::from(mine) - i32::from(other);
        Some(format!(
            "{mine} seeds in the one store − {other} in the other = {margin}"
        ))
    }

    fn changes(&self, before: &State, after: &State) -> Vec<(usize, Option<Piece>)> {
        picture::changes(before, after)
    }

    fn is_move(line: &str) -> bool {
        let pit = line.parse::<i32>();
        pit.is_ok_and(|pit| pit.to_string() == line)
    }

    fn played(&self, state: &State, chosen: Pit) -> State {
        let mut game = *self;
        // Only a search looks at several pits, and knows how a turn was earned.
        if matches!(game.rules.extra_turn, ExtraTurn::Sticks | ExtraTurn::Once) {
            game.rules.extra_turn = ExtraTurn::Earned;
        }
        let mut next = game.play(state, chosen);
        next.is_mistaken = false;
        next.moves_again = false;
        if self.rules.extra_turn_in_play == ExtraTurnInPlay::NotTaken {
            next.mover = state.mover.opponent();
        }
        next
    }

    fn key(&self, state: &State) -> String {
        let seeds = state.seeds.map(|seeds| seeds.to_string());
        format!("{} {}", seeds.join(" "), state.mover.index())
    }

    fn board(&self, state: &State) -> String {
        let picture = picture::picture(state, None);
        let seeds = picture.symbols();
        let row = |pits: &mut dyn Iterator<Item = usize>| -> String {
            pits.map(|pit| format!("({:>2})", seeds[pit])).collect()
        };
        let names = |pits: &mut dyn Iterator<Item = usize>| -> String {
            pits.map(|pit| format!("{pit:>3} ")).collect()
        };
        let (mut upper, mut lower) = ((PITS + 1..POSITIONS - 1).rev(), 0..PITS);
        let (mut upper_names, mut lower_names) = (upper.clone(), lower.clone());
        let [first, second] = [Side::First, Side::Second].map(|player| seeds[store(player)]);
        let middle = " ".repeat(4 * PITS);
        format!(
            "    {}\n    {}\n({second:>2}){middle}({first:>2})\n    {}\n    {}\n",
            names(&mut upper_names).trim_end(),
            row(&mut upper),
            row(&mut lower),
            names(&mut lower_names).trim_end(),
        )
    }

    fn engine_settings(settings: Settings) -> Settings {
        let format = Some(CHOICE.to_owned());
        Settings { format, ..settings }
    }

    fn source(_right: &Settings) -> Result<Box<dyn Source>, SettingsError> {
        Ok(Box::new(KalahSource))
    }
}

/// How many lines an answer has in an output: a report's has four, a choice's one.
fn per_answer(output: &str) -> usize {
    if output.starts_with("minimax") { 4 } else { 1 }
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

/// What finds the answers.
struct Engines {
    game: Kalah,
    /// The fast engine, unless the plain searches are asked for.
    fast: Option<FastKalah>,
    /// The same for searches in which no sowing goes round, where that makes a difference.
    without_rounds: Option<FastKalah>,
    /// The same for what the search without pruning does.
    unpruned: Option<FastKalah>,
    effort: Effort,
    /// Whether what is known is not searched again: unless the plain searches are asked for.
    remembers: bool,
}

/// Value and nodes of the plain search and of the pruned one.
type Surveyed = [(i32, u64); 2];

impl Kalah {
    /// What is reported of a game that is over at the root, from what its search finds; none if nothing is.
    fn over_at_root(&self, state: &State, found: Surveyed) -> Option<Surveyed> {
        let rule = self.rules.over_at_root;
        let value_for = ValueFor::PlayerZero;
        let seen = Kalah::new(Rules {
            value_for,
            ..self.rules
        });
        let worth = match rule {
            OverAtRoot::Nothing => return None,
            OverAtRoot::Searched | OverAtRoot::NoNodes | OverAtRoot::PlayedOn => None,
            OverAtRoot::PlayerZero => Some(seen.value(state, state.mover, Leaf::NoMoves)),
            OverAtRoot::Zero | OverAtRoot::ZeroNoNodes => Some(0),
        };
        let is_counted = !matches!(rule, OverAtRoot::NoNodes | OverAtRoot::ZeroNoNodes);
        Some(found.map(|(value, nodes)| {
            let nodes = if is_counted { nodes } else { 0 };
            (worth.unwrap_or(value), nodes)
        }))
    }
}

impl Engines {
    /// The fast engine with its board, where it answers.
    fn fast(&self, state: &State, plies: u32) -> Option<(&FastKalah, Board)> {
        let without_rounds = self.without_rounds.as_ref();
        let is_short = || !state.may_go_round(plies);
        let fast = self.fast.as_ref();
        let fast = fast.or_else(|| without_rounds.filter(|_| is_short()))?;
        Some((fast, fast.board(state)?))
    }

    /// The chosen pit.
    fn choice(&self, state: &State, plies: u32) -> Option<Pit> {
        match self.fast(state, plies) {
            Some((fast, board)) => {
                let decision = fast.decide(board, plies, self.effort);
                decision.pit.map(|pit| fast.pit(state, pit))
            }
            None if self.game.rules.are_on_one_board() => {
                let mut board = state.clone();
                self.on_one_board(&mut board, plies, false).choice
            }
            // Which pit is chosen depends on what was cut off.
            None if self.game.rules.tie == Ties::Bound => {
                alpha_beta(&self.game.pruned(), state, plies).choice
            }
            None => Assignment::choice(&self.game, state, plies),
        }
    }

    /// Value and nodes of both searches, remembered.
    fn survey(&self, state: &State, plies: u32) -> Surveyed {
        static SURVEYS: Memory<(Rules, State, u32), Surveyed> = Memory::empty();
        if !self.remembers {
            return self.searched(state, plies);
        }
        // How nodes are summed up and what is printed changes no search.
        let fast = self.fast(state, plies);
        let mut rules = fast.map_or(self.game.rules, |(fast, _)| fast.game.rules);
        reset!(rules; node_counter counter_size over_at_root);
        remembered(&SURVEYS, (rules, state.clone(), plies), || {
            self.searched(state, plies)
        })
    }

    /// Value and nodes of the search with pruning that starts with the alpha that earlier ones have
    /// kept, and keeps its own.
    fn beginning_with(&self, state: &State, plies: u32, kept: &mut Option<i32>) -> (i32, u64) {
        let mut game = self.game.pruned();
        game.alpha = *kept;
        let found = alpha_beta(&game, state, plies);
        if found.choice.is_some() {
            *kept = Some(kept.map_or(found.value, |alpha| alpha.max(found.value)));
        }
        (found.value, found.nodes)
    }

    fn searched(&self, state: &State, plies: u32) -> Surveyed {
        if let Some((fast, board)) = self.fast(state, plies) {
            let Survey {
                value,
                nodes,
                pruned_nodes,
            } = fast.survey(board, plies, self.effort.threads);
            let value = fast.shown(state, value);
            return [(value, nodes), (value, pruned_nodes)];
        }
        if self.game.rules.are_on_one_board() {
            let mut board = state.clone();
            let found = |decision: Decision<Pit, i32>| (decision.value, decision.nodes);
            let plain = match self.game.unpruned().rules.are_on_one_board() {
                true => found(self.on_one_board(&mut board, plies, false)),
                false => self.unpruned(state, plies),
            };
            if self.game.rules.pruned_board == PrunedBoard::Given {
                board = state.clone();
            }
            return [plain, found(self.on_one_board(&mut board, plies, true))];
        }
        let pruned = alpha_beta(&self.game.pruned(), state, plies);
        [self.unpruned(state, plies), (pruned.value, pruned.nodes)]
    }

    /// What a search finds on one board on which moves are made and taken back; the board is left as it
    /// leaves it.
    fn on_one_board(&self, board: &mut State, plies: u32, cuts: bool) -> Decision<Pit, i32> {
        let game = match cuts {
            true => self.game.pruned(),
            false => self.game.unpruned(),
        };
        let captured = RefCell::new(Captured::default());
        let noted = RefCell::new([0; POSITIONS]);
        let search = InPlace {
            game: &game,
            as_listed: |board: &mut State, (_, pit): (&_, _)| {
                game.note_pits(board, &mut noted.borrow_mut());
                game.note(board, pit, &mut captured.borrow_mut());
            },
            taken_back: |before: &_, pit, (after, _): (&_, bool)| {
                game.taken_back(before, pit, after, &captured.borrow())
            },
            looks_again: Some(Kalah::later_pits),
            shares_lists: game.rules.pit_list == PitList::ByPly,
            cuts,
            chooses_at_cut: true,
        };
        let root = game.turn(board);
        search.search(board, plies, root)
    }

    /// Value and nodes of the search without pruning, remembered.
    fn unpruned(&self, state: &State, plies: u32) -> (i32, u64) {
        static UNPRUNED: Memory<(Rules, State, u32), (i32, u64)> = Memory::empty();
        let game = self.game.unpruned();
        let searched = || {
            let fast = self.unpruned.as_ref();
            if let Some((fast, board)) = fast.and_then(|it| Some((it, it.board(state)?))) {
                let Survey { value, nodes, .. } = fast.survey(board, plies, self.effort.threads);
                return (fast.shown(state, value), nodes);
            }
            let plain = minimax(&game, state, plies);
            (plain.value, plain.nodes)
        };
        if !self.remembers {
            return searched();
        }
        remembered(&UNPRUNED, (game.rules, state.clone(), plies), searched)
    }
}

/// The published report: A is player 0. Only how its lines begin is known; a win is a point,
/// and a draw is a point for each.
struct PublishedReport;

impl Report for PublishedReport {
    fn game(&self, number: u64, won: Option<bool>) -> String {
        let result = match won {
            Some(true) => "玩家0勝",
            Some(false) => "玩家1勝",
            None => "平手",
        };
        format!("第{number}局:{result}")
    }

    fn end(&self, wins: u64, draws: u64, losses: u64) -> Vec<String> {
        vec![
            format!("玩家0分數:{}", wins + draws),
            format!("玩家1分數:{}", losses + draws),
        ]
    }
}
