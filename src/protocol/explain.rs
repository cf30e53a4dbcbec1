//! Why a program answers what it answers: a decision with its search tree, in no game's terms.

use std::collections::HashMap;

use super::{About, SettingsError};
use crate::draw::{Picture, Piece};
use crate::game::{Evaluate, Game, Leaf, Tie};
use crate::search::tree::{
    self, Kind, Limits, Note, Step, TooLarge, Tree, chance, children, record,
};
use crate::text::Problem;

/// A decision and how it came about.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The protocol's name.
    pub game: &'static str,
    /// What is decided: `BLACK ACTION #1`.
    pub title: String,
    /// Where it is asked for: `input line 1 (A)`.
    pub asked: String,
    /// The position in which it is decided.
    pub picture: Picture,
    /// The names of the two players.
    pub players: [String; 2],
    /// How the program searches.
    pub search: Search,
    /// Levels of the search.
    pub depth: u32,
    /// What a level is, and what a position is worth, a sentence each.
    pub facts: Vec<String>,
    /// In which order moves are tried, in words.
    pub order: &'static str,
    /// Which of several equally good moves is taken.
    pub tie: Tie,
    /// Values that stand for more than a number, with what they mean.
    pub meanings: Vec<(f64, String)>,
    /// Whether values have a fractional part, and are written with six digits.
    pub fractions: bool,
    /// The nodes of the tree, each before those below it; the root first.
    pub nodes: Vec<Node>,
    /// What each node changes on the board: fields, and the pieces that stand there then.
    pub changes: Vec<Vec<(u16, Option<u16>)>>,
    /// How many plies of the tree are in `nodes`; what is below was searched, but only
    /// counted.
    pub recorded_plies: u32,
    /// All pieces that the nodes' changes speak of.
    pub pieces: Vec<Piece>,
    /// The exact values of the root's moves, in order; fewer than there are moves when
    /// finding them takes too long.
    pub root_values: Vec<f64>,
    /// The chosen move, as the number of the root's child; none when nothing can be played.
    pub choice: Option<usize>,
    /// How the value of the leaf that decides is made, as a sum; none when there is no such
    /// leaf, or its value is no sum.
    pub reckoning: Option<String>,
    /// Nodes that are visited without pruning; none when they are too many to be counted.
    pub plain_visits: Option<u64>,
    /// Nodes that alpha-beta visits; none for a search with chance.
    pub alpha_beta_visits: Option<u64>,
}

/// How a program searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Search {
    /// Every node is visited; alpha-beta is shown for comparison.
    Minimax,
    /// Alpha-beta.
    AlphaBeta,
    /// Expectiminimax, a level being a move and the roll after it: for games with dice.
    Expectiminimax,
}

/// A node of the tree. What leads to it is a move, or what chance decided; empty for the root.
pub type Node = tree::Node<String, f64>;

/// Why there is nothing to show.
#[derive(Debug, thiserror::Error)]
pub enum LookError {
    /// The settings.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// A line that the protocol does not define.
    #[error("{line}: {problem}")]
    Input {
        /// Its number, from 1.
        line: usize,
        /// What was found and expected.
        problem: Problem,
    },
    /// The input asks for nothing that could be shown.
    #[error("{0}")]
    Nothing(String),
    /// The tree is too large.
    #[error("{0}; --depth makes it search less deep")]
    TooLarge(#[from] TooLarge),
}

/// The fields that changed, with what stands there now.
type Changed = Vec<(usize, Option<Piece>)>;

/// A decision that is to be explained.
pub(crate) struct Decision<'a, G: Game> {
    /// What is fixed about the game.
    pub(crate) about: &'static About,
    /// The game.
    pub(crate) game: &'a G,
    /// The position in which it is decided.
    pub(crate) state: &'a G::State,
    /// See [`Explanation::title`].
    pub(crate) title: String,
    /// See [`Explanation::asked`].
    pub(crate) asked: String,
    /// The position drawn.
    pub(crate) picture: Picture,
    /// The depth, as the input or the settings have it.
    pub(crate) depth: u32,
    /// The plies of the search that this depth means, the decision's own included.
    pub(crate) plies: u32,
    /// See [`Explanation::facts`].
    pub(crate) facts: Vec<String>,
    /// See [`Explanation::meanings`].
    pub(crate) meanings: Vec<(f64, String)>,
    /// A move as the protocol writes it.
    pub(crate) step: &'a dyn Fn(G::Move) -> String,
    /// What chance has decided in a position.
    pub(crate) rolled: &'a dyn Fn(&G::State) -> Option<String>,
    /// The fields that differ between two positions, and what stands there in the second.
    pub(crate) changes: &'a dyn Fn(&G::State, &G::State) -> Changed,
}

impl<G: Evaluate<Value: Into<f64>>> Decision<'_, G> {
    /// The explanation, without a reckoning, and the leaf that decides, if there is one.
    ///
    /// # Errors
    /// A search that is too large to be kept.
    pub(crate) fn explain(
        self,
        limits: Limits,
    ) -> Result<(Explanation, Option<G::State>), LookError> {
        let (game, state) = (self.game, self.state);
        if self.about.has_chance() {
            let mut memory = chance::Memory::<()>::default();
            let below = self.plies.saturating_sub(1);
            let recorded = chance::record(game, state, below, &mut memory, |_, _| None, limits)?;
            let explanation = self.with_chance(&recorded.0, recorded.1);
            let leaf = leaf(game, state, &recorded.0, &explanation.principal());
            return Ok((explanation, leaf));
        }
        let recorded = record(game, state, self.plies, limits)?;
        let tie = self.game.conventions().tie;
        let (search, found) = match (self.about.search, &recorded.minimax) {
            (Search::Minimax, Some(minimax)) => (Search::Minimax, minimax),
            // Alpha-beta keeps minimax's choice only when the first best move is taken.
            (Search::Minimax, None) if tie == Tie::Last => {
                return Err(TooLarge(limits.full).into());
            }
            _ => (Search::AlphaBeta, &recorded.alpha_beta),
        };
        let choice = found.choice.map(self.step);
        let mut explanation = Explanation {
            search,
            root_values: recorded.root_values.iter().map(|&it| it.into()).collect(),
            plain_visits: recorded.minimax.as_ref().map(|minimax| minimax.nodes),
            alpha_beta_visits: Some(recorded.alpha_beta.nodes),
            ..self.told(&recorded.tree)
        };
        explanation.choose(choice.as_deref());
        let leaf = leaf(game, state, &recorded.tree, &explanation.principal());
        Ok((explanation, leaf))
    }

    /// The explanation of a search with chance, from its tree and from how many nodes it visited.
    pub(crate) fn with_chance(self, tree: &Tree<G::Move, f64>, visits: u64) -> Explanation {
        let mut explanation = Explanation {
            fractions: true,
            plain_visits: Some(visits),
            ..self.told(tree)
        };
        let root = &explanation.nodes[0];
        explanation.choice = root.best.map(|best| best as usize);
        let children = explanation.children(0).into_iter();
        explanation.root_values = children
            .map(|child| explanation.nodes[child].value)
            .collect();
        explanation
    }

    /// What a tree tells, without what was chosen, and how much was visited for it.
    fn told<V: Copy + Into<f64>>(self, tree: &Tree<G::Move, V>) -> Explanation {
        let mut telling = Telling {
            decision: &self,
            pieces: Vec::new(),
            numbers: HashMap::new(),
            nodes: Vec::with_capacity(tree.nodes.len()),
            changes: Vec::with_capacity(tree.nodes.len()),
        };
        telling.below(self.state, self.state, &tree.nodes);
        let (nodes, changes, pieces) = (telling.nodes, telling.changes, telling.pieces);
        Explanation {
            game: self.about.name,
            title: self.title,
            asked: self.asked,
            picture: self.picture,
            players: self.about.players.map(str::to_owned),
            search: self.about.search,
            depth: self.depth,
            facts: self.facts,
            order: self.about.order,
            tie: self.game.conventions().tie,
            meanings: self.meanings,
            fractions: false,
            nodes,
            changes,
            recorded_plies: tree.recorded_plies,
            pieces,
            root_values: Vec::new(),
            choice: None,
            reckoning: None,
            plain_visits: None,
            alpha_beta_visits: None,
        }
    }
}

/// The position at the end of a line of nodes, when it is a leaf.
fn leaf<G: Game, V>(
    game: &G,
    root: &G::State,
    tree: &Tree<G::Move, V>,
    line: &[usize],
) -> Option<G::State> {
    let last = &tree.nodes[*line.last()?];
    if !matches!(last.kind, Kind::Leaf(_)) {
        return None;
    }
    line.iter().try_fold(root.clone(), |state, &node| {
        let Step::Move(chosen) = tree.nodes[node].step else {
            return None;
        };
        Some(game.play(&state, chosen))
    })
}

/// A tree's nodes on their way into words.
struct Telling<'a, 'b, G: Game> {
    decision: &'a Decision<'b, G>,
    pieces: Vec<Piece>,
    numbers: HashMap<Piece, u16>,
    nodes: Vec<Node>,
    changes: Vec<Vec<(u16, Option<u16>)>>,
}

impl<G: Game> Telling<'_, '_, G> {
    /// Tells of a node and all below it: `nodes` begins with it.
    fn below<V: Copy + Into<f64>>(
        &mut self,
        before: &G::State,
        state: &G::State,
        nodes: &[tree::Node<Step<G::Move>, V>],
    ) {
        let node = &nodes[0];
        let changes = (self.decision.changes)(before, state);
        let changes = changes
            .into_iter()
            .map(|(field, piece)| (field as u16, piece.map(|piece| self.number(piece))))
            .collect();
        self.changes.push(changes);
        self.nodes.push(Node {
            step: match node.step {
                Step::Root => String::new(),
                Step::Move(chosen) => (self.decision.step)(chosen),
                Step::Chance(number) => match (self.decision.rolled)(state) {
                    Some(rolled) => format!("die {rolled}"),
                    None => number.to_string(),
                },
            },
            mover: node.mover,
            kind: node.kind,
            value: node.value.into(),
            best: node.best,
            size: node.size,
            below: node.below,
            unseen: node.unseen,
            note: note(node.note),
        });
        let mut outcomes = Vec::new();
        if node.kind == Kind::Chance {
            self.decision.game.outcomes(state, &mut outcomes);
        }
        let mut next = 1;
        while next < node.size as usize {
            let child = &nodes[next];
            let after = match child.step {
                Step::Root => state.clone(),
                Step::Move(chosen) => self.decision.game.play(state, chosen),
                Step::Chance(number) => outcomes[number as usize - 1].clone(),
            };
            self.below(state, &after, &nodes[next..]);
            next += child.size as usize;
        }
    }

    fn number(&mut self, piece: Piece) -> u16 {
        if let Some(&number) = self.numbers.get(&piece) {
            return number;
        }
        let number = self.pieces.len() as u16;
        self.pieces.push(piece.clone());
        self.numbers.insert(piece, number);
        number
    }
}

fn note<V: Copy + Into<f64>>(note: Note<V>) -> Note<f64> {
    match note {
        Note::None => Note::None,
        Note::BelowCut => Note::BelowCut,
        Note::Visited { alpha, beta, value } => Note::Visited {
            alpha: alpha.map(Into::into),
            beta: beta.map(Into::into),
            value: value.into(),
        },
        Note::Cut { alpha, beta } => Note::Cut {
            alpha: alpha.into(),
            beta: beta.into(),
        },
        Note::Recalled { from_depth, depth } => Note::Recalled { from_depth, depth },
    }
}

impl Explanation {
    /// The children of a node, by their indices.
    pub fn children(&self, parent: usize) -> Vec<usize> {
        children(&self.nodes, parent)
    }

    /// Takes the root's first move of that name for the choice.
    pub(crate) fn choose(&mut self, step: Option<&str>) {
        let children = self.children(0);
        let is_chosen = |&child: &usize| Some(self.nodes[child].step.as_str()) == step;
        self.choice = children.iter().position(is_chosen);
    }

    /// The chosen move's node.
    pub fn chosen(&self) -> Option<usize> {
        self.children(0).get(self.choice?).copied()
    }

    /// The principal variation: the nodes from the chosen move down to a leaf, or to where
    /// chance decides.
    pub fn principal(&self) -> Vec<usize> {
        let mut line = Vec::new();
        let mut next = self.chosen();
        while let Some(index) = next {
            line.push(index);
            let best = self.nodes[index].best;
            next = best.and_then(|best| self.children(index).get(best as usize).copied());
        }
        line
    }

    /// The name of the player to move at a node.
    pub fn mover(&self, node: usize) -> &str {
        &self.players[self.nodes[node].mover.index()]
    }

    /// Whether the player at the root takes the largest value.
    pub fn maximises(&self) -> bool {
        self.nodes[0].kind != Kind::Min
    }

    /// The exact value of a move of the root, by its number; else what is known of it: a
    /// value that is no better than it.
    pub fn root_value(&self, number: usize, node: usize) -> (f64, bool) {
        match self.root_values.get(number) {
            Some(&value) => (value, true),
            None => (self.nodes[node].value, self.choice == Some(number)),
        }
    }

    /// The numbers of the root's moves that are as good as the chosen one, itself included.
    pub fn ties(&self) -> Vec<usize> {
        let best = self.nodes[0].value;
        let values = self.root_values.iter().enumerate();
        let ties = values.filter(|(_, value)| **value == best);
        ties.map(|(number, _)| number).collect()
    }

    /// A value as it is shown.
    pub fn shown(&self, value: f64) -> String {
        if self.fractions {
            crate::text::percent_g(value, 6)
        } else {
            format!("{value}")
        }
    }

    /// What a value means, when it is more than a number.
    pub fn meaning(&self, value: f64) -> Option<&str> {
        let known = self.meanings.iter().find(|(known, _)| *known == value)?;
        Some(&known.1)
    }
}

/// Whether a leaf is the end of the game in its search.
pub fn is_end(kind: Kind) -> bool {
    kind == Kind::Leaf(Leaf::NoMoves)
}

/// The decision number `at`, counted from 1, of those that an input asks for; the first one
/// when no number is given.
pub(crate) fn decision<T>(
    mut decisions: Vec<T>,
    at: Option<usize>,
    kind: &str,
) -> Result<T, LookError> {
    let (count, wanted) = (decisions.len(), at.unwrap_or(1));
    if count == 0 {
        return Err(LookError::Nothing(format!("found no {kind}, expected one")));
    }
    if wanted == 0 || wanted > count {
        return Err(LookError::Nothing(format!(
            "found number {wanted}, expected one from 1 to {count}: the input has {count} of \
             what can be explained ({kind})"
        )));
    }
    Ok(decisions.swap_remove(wanted - 1))
}
