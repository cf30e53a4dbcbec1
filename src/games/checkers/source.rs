//! Checkers inputs: games played in many styles, cut where something is about to happen, and
//! ended with a command, an error, or nothing.

mod errors;
mod features;
mod playout;

use std::collections::BTreeSet;

use crate::game::Game;
use crate::games::checkers::attempt::{Attempt, careless, stays};
use crate::games::checkers::rules::{BLACK, DistanceCheck, Prey, SIDE, WHITE};
use crate::games::checkers::text::{Text, action_name, cell_name};
use crate::games::checkers::{Action, Checkers, Rules, State};
use crate::options::OptionError;
use crate::protocol::Settings;
use crate::protocol::source::{Family, Input, Source, Unit};
use crate::random::Random;
use errors::ErrorKind;
use playout::Playout;

/// Longest list of input actions: with the ten that `P` computes a case stays under 120.
const MOST_ACTIONS: usize = 105;

/// The source of checkers inputs.
pub(super) struct CheckersSource {
    /// The right rules, by which games are played.
    game: Checkers,
    /// The rules of programs with incomplete checks for illegal actions.
    careless: Vec<Rules>,
}

impl CheckersSource {
    /// The source for the rules that are right.
    pub(super) fn new(right: &Settings) -> Result<Self, OptionError> {
        let (rules, _): (Rules, Text) = right.records()?;
        let game = Checkers::new(rules.on_the_board());
        let careless = careless(&rules);
        Ok(Self { game, careless })
    }
}

impl Source for CheckersSource {
    fn family(&self, random: &mut Random) -> Family {
        let playout = Playout::new(self.game, random, MOST_ACTIONS);
        let mut cuts = Cuts {
            source: self,
            playout: &playout,
            inputs: BTreeSet::new(),
        };
        cuts.at_the_end(random);
        cuts.before_a_computed_end(random);
        cuts.at_decisions(random);
        cuts.anywhere(random);
        cuts.without_command(random);
        cuts.with_errors(random);
        // An input that is only a command; in every family, so that no pool lacks them.
        for command in ["A", "P"] {
            cuts.add(0, &[command]);
        }
        cuts.inputs.into_iter().collect()
    }

    fn ordinary(&self, random: &mut Random) -> Vec<Input> {
        const OF_FAMILY: usize = 3;
        let mut family = self.family(random);
        random.shuffle(&mut family);
        family.truncate(OF_FAMILY);
        let mut computes_ten = 0;
        family.retain(|input| {
            computes_ten += usize::from(is_p(input));
            computes_ten <= 1 || !is_p(input)
        });
        family.extend((0..OF_FAMILY).map(|_| self.plain(random)));
        // What a program does with nothing but a command shows in these two inputs only.
        family.extend(["A", "P"].map(|command| vec![vec![command.to_owned()]]));
        let corner = Rules {
            distance_check: DistanceCheck::Corner,
            ..self.game.rules
        };
        let own_towers = Rules {
            prey: Prey::OwnTowers,
            ..self.game.rules
        };
        for program in [corner, own_towers] {
            if random.one_in(OF_FAMILY * 2) {
                family.extend(self.let_through_by(&program, random));
            }
        }
        family
    }

    fn families(&self) -> u64 {
        40
    }

    fn most_units(&self) -> usize {
        MOST_ACTIONS + 2
    }

    fn are_units_independent(&self) -> bool {
        false
    }

    fn features(&self, input: &Input, right: &[u8]) -> BTreeSet<String> {
        features::features(&self.game, input, right)
    }

    fn telling(&self, settings: &[Settings], random: &mut Random) -> Family {
        let records = settings.iter().map(|settings| settings.records());
        let rules = records.map(|records| records.map(|(rules, _): (Rules, Text)| rules));
        let Ok(rules) = rules.collect::<Result<Vec<Rules>, OptionError>>() else {
            return Family::new();
        };
        let playout = Playout::new(self.game, random, MOST_ACTIONS);
        let mut cuts = Cuts {
            source: self,
            playout: &playout,
            inputs: BTreeSet::new(),
        };
        cuts.where_programs_part(&rules, random);
        cuts.inputs.into_iter().collect()
    }

    fn smaller(&self, input: &Input) -> Vec<Input> {
        smaller(input)
    }
}

impl CheckersSource {
    /// A game with an action at its end that a program of the rarest lets through.
    fn let_through_by(&self, program: &Rules, random: &mut Random) -> Option<Input> {
        let most = random.between(0, MOST_ACTIONS);
        let playout = Playout::of_any(self.game, random, most);
        let mut turns = playout.states.iter().enumerate().rev();
        let (turn, line) = turns
            .find_map(|(turn, state)| Some((turn, self.careless_line(state, program, random)?)))?;
        let actions = playout.actions[..turn].iter();
        let actions = actions.map(|&action| action_name(action));
        Some(actions.chain([line]).map(|line| vec![line]).collect())
    }

    /// A game of any legal actions, of any length, with any end: a command, an error, nothing.
    fn plain(&self, random: &mut Random) -> Input {
        let longest = random.between(0, MOST_ACTIONS);
        let most = random.between(0, longest);
        let playout = Playout::of_any(self.game, random, most);
        let mut lines: Vec<String> = playout.actions.iter().map(|&a| action_name(a)).collect();
        let state = &playout.states[playout.states.len() - 1];
        match random.below(8) {
            0..=4 => lines.push("A".to_owned()),
            5 => lines.push("P".to_owned()),
            6 => {}
            _ => {
                let kind = ErrorKind::ALL[random.below(ErrorKind::ALL.len())];
                let wrong = match random.one_in(2) {
                    true => errors::line(&self.game, state, kind, random),
                    false => random
                        .pick(&self.careless)
                        .and_then(|program| self.careless_line(state, program, random)),
                };
                lines.extend(wrong);
            }
        }
        lines.into_iter().map(|line| vec![line]).collect()
    }
}

/// Inputs made from one game.
struct Cuts<'a> {
    source: &'a CheckersSource,
    playout: &'a Playout,
    inputs: BTreeSet<Input>,
}

impl Cuts<'_> {
    /// Adds the game up to an action, followed by more lines.
    fn add(&mut self, actions: usize, more: &[&str]) {
        self.add_actions(&self.playout.actions[..actions], more);
    }

    /// Adds actions, followed by more lines.
    fn add_actions(&mut self, actions: &[Action], more: &[&str]) {
        let played = actions.iter().map(|&action| action_name(action));
        let more = more.iter().map(|&line| line.to_owned());
        let input: Input = played.chain(more).map(|line| vec![line]).collect();
        if !input.is_empty() {
            self.inputs.insert(input);
        }
    }

    /// A command, now and then with something after it that is not to be read.
    fn add_command(&mut self, random: &mut Random, actions: usize, command: &str) {
        if random.one_in(3) {
            let after = ["A", "P", "A1-B2"];
            let after = random.pick(&after).copied().unwrap_or("A");
            self.add(actions, &[command, after]);
        } else {
            self.add(actions, &[command]);
        }
    }

    /// An action that is none, now and then with something after it that is not to be read.
    fn add_error(&mut self, random: &mut Random, actions: usize, line: &str) {
        let next = self.playout.actions.get(actions);
        match next.filter(|_| random.one_in(2)) {
            Some(&next) => self.add(actions, &[line, &action_name(next), "A"]),
            None => self.add(actions, &[line]),
        }
    }

    /// Around the last actions of a game that has ended.
    fn at_the_end(&mut self, random: &mut Random) {
        let end = self.playout.actions.len();
        if !self.playout.is_over {
            return;
        }
        self.add(end, &[]);
        self.add_command(random, end, "A");
        self.add_command(random, end, "P");
        for before in [1, 2, random.between(3, 6), random.between(7, 12)] {
            if let Some(cut) = end.checked_sub(before) {
                self.add_command(random, cut, "P");
                if before <= 2 {
                    self.add_command(random, cut, "A");
                }
            }
        }
    }

    /// Where the tenth action that `P` computes, or the one that `A` does, ends the game.
    fn before_a_computed_end(&mut self, random: &mut Random) {
        const BY_PLAY: usize = 10;
        let playout = self.playout;
        let from = random.between(playout.actions.len() / 2, playout.actions.len());
        let mut state = playout.states[from].clone();
        let mut actions = playout.actions[..from].to_vec();
        while actions.len() < MOST_ACTIONS + BY_PLAY
            && let Some(action) = playout::engine(self.source.game, &state)
        {
            state = self.source.game.play(&state, action);
            actions.push(action);
        }
        if self.source.game.has_action(&state) {
            return;
        }
        for (computed, command) in [(BY_PLAY, "P"), (1, "A")] {
            let played = actions.len().saturating_sub(computed);
            if from <= played && played <= MOST_ACTIONS {
                self.add_actions(&actions[..played], &[command, "A1-B2"]);
            }
        }
    }

    /// Where the search sees a winner, and where towers and promotions are at stake.
    fn at_decisions(&mut self, random: &mut Random) {
        let (playout, game) = (self.playout, &self.source.game);
        let turns = 0..playout.actions.len();
        let values: Vec<Option<i32>> = turns.map(|turn| playout.value_of_choice(turn)).collect();
        let is_lost_for = |turn: usize, player| values[turn] == Some(game.limit(player));
        let mover = |turn: usize| playout.states[turn].mover;
        let wanted: [&dyn Fn(usize) -> bool; 5] = [
            &|turn| has_few_men(game, &playout.states[turn]),
            &|turn| is_lost_for(turn, mover(turn)),
            &|turn| is_lost_for(turn, mover(turn).opponent()),
            &|turn| can_promote(game, &playout.states[turn]),
            &|turn| can_capture_with_tower(game, &playout.states[turn]),
        ];
        for is_wanted in wanted {
            let turns: Vec<usize> = (0..playout.actions.len())
                .filter(|&turn| is_wanted(turn))
                .collect();
            for command in ["A", "P"] {
                if let Some(&turn) = random.pick(&turns) {
                    self.add_command(random, turn, command);
                }
            }
        }
    }

    /// After an action from column A: programs that keep its letter may take it for `A`.
    fn without_command(&mut self, random: &mut Random) {
        let is_from_a = |action: &Action| usize::from(action.from).is_multiple_of(SIDE);
        let actions = self.playout.actions.iter().enumerate();
        let turns = actions.filter(|(_, action)| is_from_a(action));
        let turns: Vec<usize> = turns.map(|(turn, _)| turn + 1).collect();
        if let Some(&turn) = random.pick(&turns) {
            self.add(turn, &[]);
        }
        if let Some(&turn) = random.pick(&turns).filter(|_| random.one_in(2)) {
            self.add_command(random, turn, "A");
        }
    }

    /// Anywhere.
    fn anywhere(&mut self, random: &mut Random) {
        for command in ["A", "P", "P"] {
            let turn = random.between(0, self.playout.actions.len());
            self.add_command(random, turn, command);
        }
    }

    /// Actions that are none, at the start and later in the game.
    fn with_errors(&mut self, random: &mut Random) {
        /// Positions that are tried for what a careless program lets through; many need towers.
        const TRIES: usize = 6;
        for kind in ErrorKind::ALL {
            if !random.one_in(3) {
                continue;
            }
            let turn = self.turn_of_error(random);
            let state = &self.playout.states[turn];
            if let Some(line) = errors::line(&self.source.game, state, kind, random) {
                self.add_error(random, turn, &line);
            }
        }
        for program in &self.source.careless {
            if !random.one_in(3) {
                continue;
            }
            let tried = (0..TRIES).find_map(|_| {
                let turn = self.turn_of_error(random);
                let state = &self.playout.states[turn];
                let line = self.source.careless_line(state, program, random)?;
                Some((turn, line))
            });
            if let Some((turn, line)) = tried {
                self.add_error(random, turn, &line);
            }
        }
    }

    /// Actions that these programs do not all answer alike, and actions to be computed that they
    /// do not all choose alike.
    fn where_programs_part(&mut self, programs: &[Rules], random: &mut Random) {
        /// So many of each kind are enough, from one game.
        const OF_A_KIND: usize = 4;
        /// How many positions are searched for them at most, once for each program.
        const SEARCHED: usize = 24;
        let playout = self.playout;
        let mut turns: Vec<usize> = (0..playout.states.len()).collect();
        random.shuffle(&mut turns);
        let differ = |answers: &[Option<Action>]| answers.windows(2).any(|two| two[0] != two[1]);
        // None, moved, or left where it is.
        let done = |rules, action: Option<Action>| {
            let stays = action.is_some_and(|action| stays(rules, action));
            action.map(|action| Action {
                to: if stays { action.from } else { action.to },
                ..action
            })
        };
        let attempts = turns.iter().filter_map(|&turn| {
            let state = &playout.states[turn];
            let parting = |&(from, to): &(u8, u8)| {
                Attempt::new(state, from, to).is_some_and(|attempt| {
                    let answers = programs.iter();
                    let answers = answers.map(|rules| done(rules, attempt.let_through(rules)));
                    differ(&answers.collect::<Vec<_>>())
                })
            };
            let ways = ways(state).into_iter().filter(parting);
            let &(from, to) = random.pick(&ways.collect::<Vec<_>>())?;
            Some((turn, format!("{}-{}", cell_name(from), cell_name(to))))
        });
        let attempts: Vec<(usize, String)> = attempts.take(OF_A_KIND).collect();
        for (turn, line) in attempts {
            self.add(turn, &[&line]);
        }
        if programs
            .windows(2)
            .any(|two| two[0].after_command != two[1].after_command)
        {
            let turns = turns.iter().filter(|turn| **turn < playout.actions.len());
            for &turn in turns.take(OF_A_KIND) {
                self.add(turn, &["A", &action_name(playout.actions[turn])]);
            }
        }
        if programs
            .windows(2)
            .all(|two| two[0].in_search() == two[1].in_search())
        {
            return;
        }
        let searched = turns.iter().copied().take(SEARCHED);
        let chosen = searched.filter(|&turn| {
            let state = &playout.states[turn];
            let choices = programs.iter().map(|&rules| {
                let game = Checkers::in_search(rules, state);
                playout::engine(game, state)
            });
            differ(&choices.collect::<Vec<_>>())
        });
        for turn in chosen.take(OF_A_KIND).collect::<Vec<_>>() {
            self.add(turn, &["A"]);
        }
    }

    /// Where an input may go wrong: any turn, the first ones and the last more often.
    fn turn_of_error(&self, random: &mut Random) -> usize {
        let states = self.playout.states.len();
        match random.below(5) {
            0 => 0,
            1 => random.below(states.min(12)),
            // Where the game is over, an error also shows whether the end was seen.
            2 if self.playout.is_over => states - 1,
            _ => random.below(states),
        }
    }
}

/// Whether ten actions are to be computed.
fn is_p(input: &Input) -> bool {
    input.iter().flatten().any(|line| line == "P")
}

/// All ways of the player's men to empty cells.
fn ways(state: &State) -> Vec<(u8, u8)> {
    let cells = 0..(SIDE * SIDE) as u8;
    let man = |cell: u8| state.cells[usize::from(cell)];
    let own = cells
        .clone()
        .filter(|&from| man(from).is_some_and(|man| man.owner == state.mover));
    own.flat_map(|from| {
        let empty = cells.clone().filter(|&to| man(to).is_none());
        empty.map(move |to| (from, to))
    })
    .collect()
}

/// Whether the player to move may soon be blocked, but still has a choice.
fn has_few_men(rules: &Checkers, state: &State) -> bool {
    let men = state.count(state.mover, false) + state.count(state.mover, true);
    men <= 2 && rules.all_moves(state).len() > 1
}

fn can_promote(rules: &Checkers, state: &State) -> bool {
    let towers = |state: &State| state.count(BLACK, true) + state.count(WHITE, true);
    let mut actions = rules.all_moves(state).into_iter();
    actions.any(|action| {
        action.jumped == 0 && towers(&rules.play(state, action)) > towers(state)
            || action.jumped != 0
                && rules.play(state, action).count(state.mover, true)
                    > state.count(state.mover, true)
    })
}

fn can_capture_with_tower(rules: &Checkers, state: &State) -> bool {
    let is_tower = |cell: u8| state.cells[usize::from(cell)].is_some_and(|man| man.tower);
    let actions = rules.all_moves(state);
    actions
        .iter()
        .any(|action| action.jumped != 0 && is_tower(action.from))
}

/// Inputs with fewer actions, the shortest first: without a stretch of actions somewhere, of
/// even length so that the others keep their players.
fn smaller(input: &Input) -> Vec<Input> {
    let count = input.len();
    let mut smaller = Vec::new();
    let mut length = (count / 2) & !1;
    while length >= 2 {
        let step = (length / 2).max(1);
        for start in (0..=count - length).step_by(step) {
            let kept = |unit: &(usize, &Unit)| unit.0 < start || unit.0 >= start + length;
            let units = input.iter().enumerate().filter(kept);
            smaller.push(units.map(|(_, unit)| unit.clone()).collect());
        }
        length = if length > 8 {
            (length / 2) & !1
        } else {
            length - 2
        };
    }
    if let Some(last) = input.last()
        && last == &["P"]
    {
        let mut single = input.clone();
        single[count - 1] = vec!["A".to_owned()];
        smaller.push(single);
    }
    smaller
}
