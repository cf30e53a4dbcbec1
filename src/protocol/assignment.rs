//! A game as its author writes it. What the commands need is derived from that: sessions, leaf
//! counts, boards, explanations, matches against programs and people, inputs that find mistakes.
//!
//! To add a game:
//!
//! 1. Make a folder for it. Declare its rules as a record of named options
//!    (`record!` in `options.rs`): each value but the default is a mistake that programs may
//!    make. Options of the text stand in a record of their own, or in
//!    [`Plain`](crate::text::Plain) where there are none but line ends.
//! 2. Implement [`Game`] and [`Evaluate`]: whose turn it is, the moves in the published order,
//!    what a move leads to, what a leaf is worth. Read the rules record there.
//! 3. Implement [`Assignment`]: the required methods read and write positions and moves and draw
//!    the board. Look at the provided ones for what the game has otherwise: `recognises` where its
//!    inputs begin with a word of their own, `answer` with `decision_at`, `move_in`, `part` and
//!    `step` where a program prints more than the chosen move.
//! 4. Where dice are rolled, say in [`About`] that the program searches by
//!    [`Expectiminimax`](super::explain::Search::Expectiminimax). The die is part of the state,
//!    and absent until it is rolled: [`Game::outcomes`] of a position without are those with each
//!    face, and [`Assignment::rolled`] names the face. Each move leads to a roll or ends the game,
//!    and a question is a position after a roll.
//! 5. Add `entry::<YourGame>()` to the list in `games.rs`, beside its `mod`.
//!
//! An input is a list of questions, each a position in which a move is asked for, on one or more
//! lines. The position has to be all that matters: where a program is told the moves so far, they
//! are part of the state, and `question` plays them by its rules. A player who can do nothing
//! while the game goes on passes: that is a move like others. A position without moves is the
//! end of the game. A program that talks in another way needs a [`Protocol`] of its own.
//!
//! The source of inputs plays at random from the start. What hardly ever happens there shows in
//! no input that is made: such values are `rare` ones of their option, or the game has a
//! `source` of its own.

use std::any::Any;
use std::collections::BTreeSet;
use std::io::Write;
use std::marker::PhantomData;
use std::sync::Arc;

use super::explain::{Decision, Explanation, LookError, decision};
use super::source::{Family, Input, Source};
use super::state::{Fault, GameState, LoadError, Outcome, only_line};
use super::{
    About, Flow, PositionError, Protocol, Session, SessionError, Settings, SettingsError, Solution,
    SolveLimits, meaningful, options,
};
use crate::draw::{Picture, Piece, terminal};
use crate::game::{Evaluate, Game, Side, Tie};
use crate::options::{OptionInfo, Record, Setting};
use crate::random::Random;
use crate::search::alpha_beta::alpha_beta;
use crate::search::effort::nodes;
use crate::search::expectimax::{NoTable, best_of, expectimax};
use crate::search::minimax::minimax;
use crate::search::perft::perft;
use crate::search::tree::Limits;
use crate::text::{Answered, LineWriter, Problem, quote};

/// A position of an input in which a move is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question<S> {
    /// The position.
    pub state: S,
    /// Levels of the search, where the input says how many.
    pub depth: Option<u32>,
}

impl<S> Question<S> {
    /// A question of an input that does not say how deep to search.
    pub const fn of(state: S) -> Self {
        Self { state, depth: None }
    }
}

/// What answers questions: the lines of the answer, not ended.
pub type Answers<S> = Arc<dyn Fn(&Question<S>, &mut Carried) -> Vec<String> + Send + Sync>;

/// What a program with mistakes carries on to the next question, of a type of the game's own.
#[derive(Clone, Default)]
pub struct Carried(Option<Arc<dyn Any + Send + Sync>>);

impl Carried {
    /// What the questions before have left, or that type's default before the first one.
    ///
    /// # Panics
    /// When it was of another type before.
    pub fn of<T: Any + Clone + Default + Send + Sync>(&mut self) -> &mut T {
        const ONE_TYPE: &str = "a game carries one type";
        let left = self.0.get_or_insert_with(|| Arc::new(T::default()));
        if Arc::get_mut(left).is_none() {
            let shared: &T = left.downcast_ref().expect(ONE_TYPE);
            *left = Arc::new(shared.clone());
        }
        let own = Arc::get_mut(left).expect("it is shared no more");
        own.downcast_mut().expect(ONE_TYPE)
    }
}

/// A question with its place in an input.
pub struct Asked<'a, S> {
    /// The number of its first line, from 1.
    pub number: usize,
    /// Its first line.
    pub line: &'a str,
    /// The question.
    pub question: Question<S>,
}

/// A game under its rules record, with the text of an assignment.
pub trait Assignment:
    Evaluate<Value: Into<f64>> + Game<State: Send + Sync + 'static> + Clone + Send + Sync + 'static
{
    /// The options of its rules. One named `depth` is set by `--depth`.
    type Rules: Record;
    /// The options of its text. Those that are named as in [`Plain`](crate::text::Plain) decide
    /// how the lines of the answer end.
    type Text: Record + Send + Sync;

    /// What is fixed about it.
    const ABOUT: About;

    /// The game under these rules.
    fn with_rules(rules: Self::Rules) -> Self;

    /// The position that a game starts from.
    fn initial(&self) -> Self::State;

    /// Reads a question from its lines, trimmed and not blank; none when more lines belong to it.
    /// Moves in it are those of a program that plays by these rules.
    ///
    /// # Errors
    /// What is wrong with the last of the lines; those before it were read already.
    fn question(&self, lines: &[&str]) -> Result<Option<Question<Self::State>>, Problem>;

    /// A question as an input writes it, one or more lines, the last one not ended: what
    /// [`Assignment::question`] reads. `depth` is for inputs that say how deep to search.
    /// Positions before a roll, and finished ones, are written too, to be told from others; no
    /// program is asked about those that [`Assignment::question`] does not take.
    fn asked(&self, state: &Self::State, depth: u32) -> String;

    /// A move as people and programs write it; no two moves of a position are written alike.
    fn written(&self, chosen: Self::Move) -> String;

    /// Levels of the search, where neither the input nor `--depth` says how many.
    fn depth(&self, state: &Self::State) -> u32;

    /// How a game has ended in which nothing can be played.
    fn outcome(&self, state: &Self::State) -> Outcome;

    /// The board, with the fields of the move that led to it marked.
    fn picture(&self, state: &Self::State, last: Option<Self::Move>) -> Picture;

    // All that follows is provided. The input:

    /// Whether an input whose first meaningful line is `line` is of this game. By itself a line
    /// in which [`Assignment::question`] finds nothing wrong; where the way it begins is enough,
    /// say so here, so that what is wrong with the rest is told in this game's words. A line that
    /// several games recognise is of the one listed first, unless `--game` says which.
    fn recognises(line: &str) -> bool {
        Self::with_rules(Self::Rules::default())
            .question(&[line])
            .is_ok()
    }

    /// What a program reads of a line, if anything, and whether it reads on after it: by itself the
    /// line.
    fn read<'a>(_text: &Self::Text, line: &'a str) -> (Option<&'a str>, Flow) {
        (Some(line), Flow::Continue)
    }

    /// What is wrong when the input ends after these lines of a question.
    fn cut_short(lines: &[&str]) -> Problem {
        let found = match lines.len() {
            1 => "the end of the input after one line".to_owned(),
            count => format!("the end of the input after {count} lines"),
        };
        Problem::new(found, format!("a whole {}", Self::ABOUT.questions.1))
    }

    /// Reads a position alone.
    ///
    /// # Errors
    /// What was found and what was expected.
    fn position(&self, text: &str) -> Result<Self::State, Problem> {
        let mut lines: Vec<&str> = meaningful(text).map(|(_, line)| line).collect();
        if lines.is_empty() {
            lines.push("");
        }
        for count in 1..=lines.len() {
            if let Some(question) = self.question(&lines[..count])? {
                return match lines.get(count) {
                    None => Ok(question.state),
                    Some(line) => {
                        let expected = format!("one {} only", Self::ABOUT.questions.1);
                        Err(Problem::new(quote(line), expected))
                    }
                };
            }
        }
        Err(Self::cut_short(&lines))
    }

    /// The records, with `--depth` applied to the rule of that name, if there is one.
    ///
    /// # Errors
    /// Settings that do not fit.
    fn records(settings: &Settings) -> Result<(Self::Rules, Self::Text), SettingsError> {
        settings.records_with_depth(&["depth"])
    }

    /// See [`Protocol::silent_options`].
    fn silent_options(_settings: &Settings) -> &'static [&'static str] {
        &[]
    }

    // The answer:

    /// The lines of the answer to a question, not ended: by itself the chosen move. Where there
    /// are more, [`Assignment::decision_at`], [`Assignment::move_in`] and [`Assignment::part`] say
    /// which line is which.
    fn answer(&self, state: &Self::State, plies: u32, text: &Self::Text) -> Vec<String> {
        vec![self.reply(self.choice(state, plies), text)]
    }

    /// What answers questions under these settings: by itself [`Assignment::answer`], whatever
    /// the engine is.
    ///
    /// # Errors
    /// Settings that do not fit.
    fn answers(settings: &Settings) -> Result<Answers<Self::State>, SettingsError> {
        let (rules, text) = Self::records(settings)?;
        let (game, depth) = (Self::with_rules(rules), settings.depth);
        Ok(Arc::new(move |question, _| {
            let plies = game.search_plies(game.depth_of(depth, question));
            game.answer(&question.state, plies, &text)
        }))
    }

    /// How deep is searched for a question when the settings have this depth.
    fn depth_of(&self, depth: Option<u32>, question: &Question<Self::State>) -> u32 {
        let asked = depth.or(question.depth);
        asked.unwrap_or_else(|| self.depth(&question.state))
    }

    /// The plies of the search of a depth, where the rules count them otherwise; the move to be
    /// chosen is the first of them.
    fn search_plies(&self, depth: u32) -> u32 {
        depth
    }

    /// The move that the plain search chooses.
    fn choice(&self, state: &Self::State, plies: u32) -> Option<Self::Move> {
        if Self::ABOUT.has_chance() {
            return best_of(self, &self.scores(state, plies)).map(|(chosen, _)| chosen);
        }
        match self.conventions().tie {
            // Alpha-beta keeps minimax's choice only when the first best move is taken.
            Tie::First => alpha_beta(self, state, plies).choice,
            Tie::Last => minimax(self, state, plies).choice,
        }
    }

    /// What each move is worth to the player to move, in order, where dice are rolled.
    fn scores(&self, state: &Self::State, plies: u32) -> Vec<(Self::Move, f64)> {
        expectimax(self, state, plies.saturating_sub(1), &mut NoTable)
    }

    /// A choice as the answer writes it, on a line.
    fn reply(&self, choice: Option<Self::Move>, _text: &Self::Text) -> String {
        choice.map_or_else(|| "none".to_owned(), |chosen| self.written(chosen))
    }

    /// See [`Protocol::locate`]; by itself the chosen move, the line's [`Assignment::part`], or
    /// its number.
    fn locate(input: &str, output: &str, line: usize) -> Option<String> {
        let at = Self::decision_at(input, output, line)?;
        let game = Self::with_rules(Self::Rules::default());
        let asked = questions(&game, input).ok()?;
        let place = Self::place(asked.get(at.checked_sub(1)?)?);
        let told = output.lines().nth(line);
        if told.is_none_or(|told| Self::move_in(told.trim_end()).is_some()) {
            return Some(format!("{place}: the chosen {}", Self::ABOUT.choice));
        }
        let is_same = |&other: &usize| Self::decision_at(input, output, other) == Some(at);
        let number = (0..=line).rev().take_while(is_same).count();
        let part = told.and_then(|told| Self::part(told.trim_end()));
        let part = part.map_or_else(|| format!("the answer's line {number}"), str::to_owned);
        Some(format!("{place}: {part}"))
    }

    /// What a line of an answer tells that is not the move, in words: `the value`.
    fn part(_line: &str) -> Option<&'static str> {
        None
    }

    /// See [`Protocol::decision_at`]; by itself each answer is a line.
    fn decision_at(_input: &str, _output: &str, line: usize) -> Option<usize> {
        Some(line + 1)
    }

    /// Counts leaves, see [`Protocol::perft`].
    fn perft(&self, _settings: &Settings, state: &Self::State, plies: u32) -> u64 {
        perft(self, state, plies)
    }

    /// See [`Protocol::solve`].
    ///
    /// # Errors
    /// As there; by itself a game has no solver.
    fn solve(
        _settings: &Settings,
        _position: Option<&str>,
        _limits: &mut SolveLimits<'_>,
    ) -> Result<Solution, PositionError> {
        Err(PositionError::Unsupported(Self::ABOUT.name))
    }

    // The explanation:

    /// Where a question is, in words.
    fn place(asked: &Asked<'_, Self::State>) -> String {
        format!("input line {} ({})", asked.number, asked.line)
    }

    /// A move in an explanation.
    fn step(&self, chosen: Self::Move, text: &Self::Text) -> String {
        self.reply(Some(chosen), text)
    }

    /// What a level is, and what a position is worth, a sentence each.
    fn facts(&self, _state: &Self::State, _depth: u32) -> Vec<String> {
        let level = match Self::ABOUT.has_chance() {
            true => LEVEL_WITH_ROLL,
            false => "A level of the search is one move.",
        };
        vec![level.to_owned()]
    }

    /// Values that stand for more than a number in a search from a position, with what they mean.
    fn meanings(&self, _state: &Self::State) -> Vec<(f64, String)> {
        Vec::new()
    }

    /// How the value of a leaf is made, as a sum; none when it is no sum.
    fn reckoning(&self, _root: &Self::State, _leaf: &Self::State) -> Option<String> {
        None
    }

    /// The fields on which two positions differ, with what stands there in the second.
    fn changes(&self, before: &Self::State, after: &Self::State) -> Vec<(usize, Option<Piece>)> {
        let mut picture = self.picture(after, None);
        let differing = self.picture(before, None).differing(&picture);
        let piece = |field: usize| (field, picture.fields[field].piece.take());
        differing.into_iter().map(piece).collect()
    }

    // The match:

    /// What chance has decided for the player to move, such as the face of a die; none before a
    /// roll, and where none is rolled. The outcomes of a position differ in it.
    fn rolled(&self, _state: &Self::State) -> Option<String> {
        None
    }

    /// The move that is written so.
    fn find(&self, state: &Self::State, written: &str) -> Option<Self::Move> {
        let mut moves = self.all_moves(state).into_iter();
        moves.find(|&chosen| self.written(chosen) == written)
    }

    /// Whether a line is written like a move, legal or not.
    fn is_move(line: &str) -> bool {
        !line.is_empty() && line == line.trim()
    }

    /// The move that a line of an answer tells, as [`Assignment::written`] has it; none in a line
    /// that tells something else. By itself every line is a move and nothing else.
    fn move_in(line: &str) -> Option<&str> {
        Some(line)
    }

    /// What was expected in the place of a move that is not legal.
    fn expected(&self, state: &Self::State) -> String {
        let moves = self.all_moves(state).into_iter();
        let moves: Vec<String> = moves.map(|chosen| self.written(chosen)).collect();
        format!("one of {}", moves.join(", "))
    }

    /// The position after a move in a match, where the rules play otherwise than the search does.
    fn played(&self, state: &Self::State, chosen: Self::Move) -> Self::State {
        self.play(state, chosen)
    }

    /// The position, whole, on one line: equal exactly when the game goes on equally.
    fn key(&self, state: &Self::State) -> String {
        self.asked(state, 1).replace('\n', " ")
    }

    /// The board in lines that are all ended, for a match in a terminal.
    fn board(&self, state: &Self::State) -> String {
        terminal::plain(&self.picture(state, None))
    }

    /// See [`Protocol::engine_settings`].
    fn engine_settings(settings: Settings) -> Settings {
        settings
    }

    // Inputs that try programs:

    /// See [`Protocol::source`]; by itself positions of random games.
    ///
    /// # Errors
    /// Settings that do not fit.
    fn source(right: &Settings) -> Result<Box<dyn Source>, SettingsError> {
        let (rules, _) = Self::records(right)?;
        let (game, depth) = (Self::with_rules(rules), right.depth);
        Ok(Box::new(RandomGames { game, depth }))
    }
}

/// What a level is where dice are rolled.
pub(crate) const LEVEL_WITH_ROLL: &str = "A level of the search is a move and the roll after it; \
    before a roll the value is the mean over the faces.";

/// The game as it is listed.
pub const fn entry<A: Assignment>() -> &'static dyn Protocol {
    &Entry::<A>(PhantomData)
}

/// An assignment as the commands see it.
struct Entry<A>(PhantomData<fn() -> A>);

/// The position after a roll, where one is due.
fn after_roll<G: Game>(game: &G, state: &G::State, random: &mut Random) -> Option<G::State> {
    let outcomes = game.all_outcomes(state);
    // Nothing is drawn where nothing is rolled.
    let count = outcomes.len();
    (count > 0).then(|| outcomes[random.below(count)].clone())
}

/// Whether the game is over.
fn is_over<G: Game>(game: &G, state: &G::State) -> bool {
    game.all_moves(state).is_empty() && game.all_outcomes(state).is_empty()
}

/// The question that a text is, if it is one and no more.
fn read<A: Assignment>(game: &A, text: &str) -> Option<Question<A::State>> {
    let mut asked = questions(game, text).ok()?;
    let last = asked.pop()?;
    asked.is_empty().then_some(last.question)
}

/// The questions of an input.
fn questions<'a, A: Assignment>(
    game: &A,
    input: &'a str,
) -> Result<Vec<Asked<'a, A::State>>, Unread> {
    let mut asked = Vec::new();
    let (mut lines, mut first, mut last) = (Vec::new(), 0, 0);
    for (number, line) in meaningful(input) {
        if lines.is_empty() {
            first = number;
        }
        last = number;
        lines.push(line);
        let question = game.question(&lines).map_err(|problem| Unread {
            first: number,
            last,
            problem,
        })?;
        if let Some(question) = question {
            asked.push(Asked {
                number: first,
                line: lines[0],
                question,
            });
            lines.clear();
        }
    }
    match lines[..] {
        [] => Ok(asked),
        _ => Err(Unread {
            first,
            last,
            problem: A::cut_short(&lines),
        }),
    }
}

/// What is wrong with an input.
struct Unread {
    /// Where what is wrong begins.
    first: usize,
    /// Where that is seen.
    last: usize,
    problem: Problem,
}

impl From<Unread> for LookError {
    fn from(Unread { first, problem, .. }: Unread) -> Self {
        let line = first;
        Self::Input { line, problem }
    }
}

impl From<Unread> for LoadError {
    fn from(Unread { last, problem, .. }: Unread) -> Self {
        Self::Line(last, problem)
    }
}

impl<A: Assignment> Protocol for Entry<A> {
    fn about(&self) -> &'static About {
        &A::ABOUT
    }

    fn recognises(&self, line: &str) -> bool {
        A::recognises(line)
    }

    fn options(&self) -> Vec<OptionInfo> {
        options::<A::Rules, A::Text>()
    }

    fn silent_options(&self, settings: &Settings) -> &'static [&'static str] {
        A::silent_options(settings)
    }

    fn session(&self, settings: &Settings) -> Result<Box<dyn Session>, SettingsError> {
        settings.format_among(A::ABOUT.formats)?;
        let (rules, text) = A::records(settings)?;
        Ok(Box::new(Conversation::<A> {
            game: A::with_rules(rules),
            answers: A::answers(settings)?,
            carried: Carried::default(),
            lines: Vec::new(),
            writer: LineWriter::of(&text),
            only_first: text.get("answered").as_deref() == Some(&Answered::First.name()),
            text: Arc::new(text),
            is_answered: false,
        }))
    }

    fn perft(
        &self,
        settings: &Settings,
        position: Option<&str>,
        plies: u32,
    ) -> Result<u64, PositionError> {
        let (rules, _) = A::records(settings)?;
        let game = A::with_rules(rules);
        let state = match position {
            Some(text) => game.position(text)?,
            None => game.initial(),
        };
        Ok(A::perft(&game, settings, &state, plies))
    }

    fn solve(
        &self,
        settings: &Settings,
        position: Option<&str>,
        limits: &mut SolveLimits<'_>,
    ) -> Result<Solution, PositionError> {
        A::solve(settings, position, limits)
    }

    fn locate(&self, input: &str, output: &str, line: usize) -> Option<String> {
        A::locate(input, output, line)
    }

    fn position(&self, settings: &Settings, input: &str) -> Result<Picture, LookError> {
        let (rules, _) = A::records(settings)?;
        let game = A::with_rules(rules);
        let last = questions(&game, input)?.pop();
        let asked = last.ok_or_else(|| {
            LookError::Nothing(format!("found no {}, expected one", A::ABOUT.questions.1))
        })?;
        Ok(game.picture(&asked.question.state, None))
    }

    fn shown(
        &self,
        settings: &Settings,
        input: &str,
        output: &str,
        line: usize,
    ) -> Option<Picture> {
        let (rules, text) = A::records(settings).ok()?;
        let at = A::decision_at(input, output, line)?.checked_sub(1)?;
        let game = A::with_rules(rules);
        let asked = questions(&game, input).ok()?.into_iter().nth(at)?;
        let state = asked.question.state;
        let printed = output.lines().nth(line).unwrap_or_default().trim();
        let replied = game
            .all_moves(&state)
            .into_iter()
            .find(|&chosen| game.reply(Some(chosen), &text) == printed);
        let chosen = replied.or_else(|| game.find(&state, A::move_in(printed)?));
        Some(match chosen {
            Some(chosen) => game.picture(&game.play(&state, chosen), Some(chosen)),
            None => game.picture(&state, None),
        })
    }

    fn decision_at(&self, input: &str, output: &str, line: usize) -> Option<usize> {
        A::decision_at(input, output, line)
    }

    fn explain(
        &self,
        settings: &Settings,
        input: &str,
        at: Option<usize>,
        limits: Limits,
    ) -> Result<Explanation, LookError> {
        let (rules, text) = A::records(settings)?;
        let game = A::with_rules(rules);
        let asked = decision(questions(&game, input)?, at, A::ABOUT.questions.0)?;
        let state = &asked.question.state;
        let depth = game.depth_of(settings.depth, &asked.question);
        let mover = A::ABOUT.players[game.turn(state).index()];
        let rolled = game.rolled(state);
        let with_a = rolled.map_or_else(String::new, |rolled| format!(" with a {rolled}"));
        let (mut explanation, leaf) = Decision {
            about: &A::ABOUT,
            game: &game,
            state,
            title: format!("{mover}'s {}{with_a}", A::ABOUT.choice),
            asked: A::place(&asked),
            picture: game.picture(state, None),
            depth,
            plies: game.search_plies(depth),
            facts: game.facts(state, depth),
            meanings: game.meanings(state),
            step: &|chosen| game.step(chosen, &text),
            rolled: &|state| game.rolled(state),
            changes: &|before, after| game.changes(before, after),
        }
        .explain(limits)?;
        explanation.reckoning = leaf.and_then(|leaf| game.reckoning(state, &leaf));
        Ok(explanation)
    }

    fn game_state(&self, settings: &Settings) -> Result<Box<dyn GameState>, SettingsError> {
        let (rules, _) = A::records(settings)?;
        let game = A::with_rules(rules);
        let state = game.initial();
        let depth = settings.depth.unwrap_or_else(|| game.depth(&state));
        Ok(Box::new(Position {
            game,
            state,
            last: None,
            depth,
        }))
    }

    fn load(&self, settings: &Settings, text: &str) -> Result<Vec<Box<dyn GameState>>, LoadError> {
        let (rules, _) = A::records(settings)?;
        let game = A::with_rules(rules);
        let begun = |Asked { question, .. }: Asked<'_, A::State>| -> Box<dyn GameState> {
            Box::new(Position {
                game: game.clone(),
                depth: game.depth_of(question.depth, &question),
                state: question.state,
                last: None,
            })
        };
        Ok(questions(&game, text)?.into_iter().map(begun).collect())
    }

    fn engine_settings(&self, settings: Settings) -> Settings {
        A::engine_settings(settings)
    }

    fn source(&self, right: &Settings) -> Result<Box<dyn Source>, SettingsError> {
        A::source(right)
    }
}

/// A conversation of questions.
struct Conversation<A: Assignment> {
    game: A,
    answers: Answers<A::State>,
    carried: Carried,
    /// Lines of a question that is not whole.
    lines: Vec<String>,
    text: Arc<A::Text>,
    writer: LineWriter,
    /// Whether nothing is answered after the first question.
    only_first: bool,
    is_answered: bool,
}

impl<A: Assignment> Session for Conversation<A> {
    fn fork(&self) -> Box<dyn Session> {
        Box::new(Self {
            game: self.game.clone(),
            answers: Arc::clone(&self.answers),
            carried: self.carried.clone(),
            lines: self.lines.clone(),
            text: Arc::clone(&self.text),
            writer: self.writer,
            only_first: self.only_first,
            is_answered: self.is_answered,
        })
    }

    fn line(&mut self, line: &str, out: &mut dyn Write) -> Result<Flow, SessionError> {
        let (read, flow) = A::read(&self.text, line);
        let Some(read) = read else {
            return Ok(flow);
        };
        self.lines.push(read.to_owned());
        let lines: Vec<&str> = self.lines.iter().map(String::as_str).collect();
        if let Some(question) = self.game.question(&lines)? {
            self.lines.clear();
            if self.only_first && self.is_answered {
                return Ok(flow);
            }
            self.is_answered = true;
            for line in (self.answers)(&question, &mut self.carried) {
                self.writer.line(out, line)?;
            }
        }
        Ok(flow)
    }

    fn end(&mut self, _out: &mut dyn Write) -> Result<(), SessionError> {
        let lines: Vec<&str> = self.lines.iter().map(String::as_str).collect();
        match lines[..] {
            [] => Ok(()),
            _ => Err(A::cut_short(&lines).into()),
        }
    }
}

/// A game under way.
#[derive(Clone)]
struct Position<A: Assignment> {
    game: A,
    state: A::State,
    /// The move that led to it.
    last: Option<A::Move>,
    /// What programs are asked for.
    depth: u32,
}

impl<A: Assignment> GameState for Position<A> {
    fn fork(&self) -> Box<dyn GameState> {
        Box::new(self.clone())
    }

    fn turn(&self) -> Side {
        self.game.turn(&self.state)
    }

    fn outcome(&self) -> Option<Outcome> {
        is_over(&self.game, &self.state).then(|| self.game.outcome(&self.state))
    }

    fn moves(&self) -> Vec<String> {
        let moves = self.game.all_moves(&self.state).into_iter();
        moves.map(|chosen| self.game.written(chosen)).collect()
    }

    fn random_move(&self, random: &mut Random) -> Option<String> {
        let moves = self.game.all_moves(&self.state);
        random.pick(&moves).map(|&chosen| self.game.written(chosen))
    }

    fn play(&mut self, chosen: &str) -> Result<(), Problem> {
        match self.game.find(&self.state, chosen) {
            Some(found) => {
                self.state = self.game.played(&self.state, found);
                self.last = Some(found);
                Ok(())
            }
            None => Err(Problem::new(quote(chosen), self.game.expected(&self.state))),
        }
    }

    fn draw(&mut self, random: &mut Random) -> Option<String> {
        self.state = after_roll(&self.game, &self.state, random)?;
        self.drawn()
    }

    fn drawn(&self) -> Option<String> {
        self.game.rolled(&self.state)
    }

    fn set_drawn(&mut self, drawn: &str) -> Result<(), Problem> {
        let named = |state| Some((self.game.rolled(&state)?, state));
        let outcomes: Vec<_> = self
            .game
            .all_outcomes(&self.state)
            .into_iter()
            .filter_map(named)
            .collect();
        let names: Vec<&str> = outcomes.iter().map(|(name, _)| name.as_str()).collect();
        let expected = match names[..] {
            [] => "a move, since nothing is rolled".to_owned(),
            _ => format!("one of {}", names.join(", ")),
        };
        let mut found = outcomes.into_iter().filter(|(name, _)| name == drawn);
        let (_, state) = found
            .next()
            .ok_or_else(|| Problem::new(quote(drawn), expected))?;
        self.state = state;
        Ok(())
    }

    fn request(&self) -> String {
        self.game.asked(&self.state, self.depth)
    }

    fn saved(&self) -> Option<String> {
        Some(self.request()).filter(|text| read(&self.game, text).is_some())
    }

    fn read(&self, reply: &str) -> Result<String, Fault> {
        let moves = reply.lines().filter_map(A::move_in);
        let moves = moves.fold(String::new(), |moves, line| moves + line + "\n");
        let line = only_line(&moves, A::ABOUT.reply)?;
        match A::is_move(line) {
            true => Ok(line.to_owned()),
            false => Err(Fault::malformed(line, A::ABOUT.reply)),
        }
    }

    fn is_reply(&self, line: &[u8]) -> bool {
        // What is no text is no move either, and says so when it is read.
        str::from_utf8(line).map_or(true, |line| A::move_in(line.trim_end()).is_some())
    }

    fn position(&self) -> String {
        self.game.key(&self.state)
    }

    fn picture(&self) -> String {
        self.game.board(&self.state)
    }

    fn board(&self) -> Picture {
        self.game.picture(&self.state, self.last)
    }
}

/// Questions from random games, of at most so much work that a suite of them is answered soon.
struct RandomGames<A> {
    game: A,
    /// The depth that the settings fix.
    depth: Option<u32>,
}

/// Most nodes of the tree of a question.
const MOST_NODES: u64 = 60_000;
/// Longest random game, in moves.
const LONGEST: usize = 60;

impl<A: Assignment> RandomGames<A> {
    /// A position of a random game: any as likely as any other, the end included.
    fn position(&self, random: &mut Random) -> A::State {
        let initial = self.game.initial();
        let rolled = after_roll(&self.game, &initial, random);
        let mut states = vec![rolled.unwrap_or(initial)];
        while states.len() <= LONGEST {
            let last = &states[states.len() - 1];
            let Some(&chosen) = random.pick(&self.game.all_moves(last)) else {
                break;
            };
            let next = self.game.played(last, chosen);
            let rolled = after_roll(&self.game, &next, random);
            states.push(rolled.unwrap_or(next));
        }
        states.swap_remove(random.below(states.len()))
    }

    /// The question of a position; none when it cannot be asked or is too much work.
    fn asked(&self, state: &A::State, random: &mut Random) -> Option<Vec<String>> {
        let deepest = self.depth.unwrap_or_else(|| self.game.depth(state));
        let depth = match read(&self.game, &self.game.asked(state, deepest))?.depth {
            Some(_) => random.between(1, deepest.max(1) as usize) as u32,
            None => deepest,
        };
        nodes(&self.game, state, self.game.search_plies(depth), MOST_NODES)?;
        let text = self.game.asked(state, depth);
        Some(text.lines().map(str::to_owned).collect())
    }
}

impl<A: Assignment> Source for RandomGames<A> {
    fn family(&self, random: &mut Random) -> Family {
        const POSITIONS: usize = 8;
        let mut family = Family::new();
        for _ in 0..POSITIONS {
            let state = self.position(random);
            family.extend(self.asked(&state, random).map(|unit| vec![unit]));
        }
        family
    }

    fn features(&self, input: &Input, _right: &[u8]) -> BTreeSet<String> {
        let mut seen = BTreeSet::new();
        for unit in input {
            let lines: Vec<&str> = unit.iter().map(String::as_str).collect();
            let Ok(Some(Question { state, .. })) = self.game.question(&lines) else {
                continue;
            };
            let mover = A::ABOUT.players[self.game.turn(&state).index()];
            let moves = self.game.all_moves(&state);
            seen.insert(format!("{mover}, {} moves", moves.len()));
            let rolled = self.game.rolled(&state);
            seen.extend(rolled.map(|rolled| format!("{mover} rolls {rolled}")));
            for chosen in moves {
                let next = self.game.play(&state, chosen);
                if is_over(&self.game, &next) {
                    let Outcome { reason, .. } = self.game.outcome(&next);
                    seen.insert(format!("{mover} can end it: {reason}"));
                }
            }
        }
        seen
    }
}
