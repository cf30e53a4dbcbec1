//! What there is to say about a decision and about a node, in plain sentences.

use crate::game::Tie;
use crate::protocol::explain::{Explanation, Search};
use crate::search::tree::{Kind, Note};

/// One of the root's moves.
#[derive(Clone, Debug, PartialEq)]
pub struct RootMove {
    /// Its node.
    pub node: usize,
    /// The move.
    pub step: String,
    /// Its value.
    pub value: String,
    /// What that value means, when it is more than a number.
    pub meaning: Option<String>,
    /// What is best after it: the moves down to a leaf, or to where chance decides.
    pub line: Vec<String>,
    /// How it compares with the chosen one.
    pub remark: String,
    /// What pruning or a table did to it, if anything.
    pub pruned: Option<String>,
    /// Whether it is the chosen one.
    pub chosen: bool,
}

/// A value with what it means: `2147483647 (WHITE cannot act and has lost)`.
pub fn value(explanation: &Explanation, value: f64) -> String {
    let shown = explanation.shown(value);
    match explanation.meaning(value) {
        Some(meaning) => format!("{shown} ({meaning})"),
        None => shown,
    }
}

/// Why the move was chosen, in a few paragraphs; the first one is the answer.
pub fn why(explanation: &Explanation) -> Vec<String> {
    let Some(chosen) = explanation.chosen() else {
        let worth = value(explanation, explanation.nodes[0].value);
        return vec![
            format!("There is no move to choose: the position is worth {worth}."),
            goal(explanation),
        ];
    };
    vec![
        sentence(compared(explanation, chosen)),
        goal(explanation),
        best_play(explanation, chosen),
        effort(explanation),
    ]
}

fn extreme(maximises: bool) -> &'static str {
    if maximises { "largest" } else { "smallest" }
}

/// Who wants what.
fn goal(explanation: &Explanation) -> String {
    let root = explanation.mover(0);
    let other = &explanation.players[explanation.nodes[0].mover.opponent().index()];
    let facts = explanation.facts.join(" ");
    if let Kind::Leaf(_) = explanation.nodes[0].kind {
        return sentence(format!("{root} is to move. {facts}"));
    }
    let maximises = explanation.maximises();
    let plies = match explanation.depth {
        1 => "1 level".to_owned(),
        depth => format!("{depth} levels"),
    };
    let chance = match explanation.search {
        Search::Expectiminimax => "; where the die decides, the mean over its faces counts",
        Search::Minimax | Search::AlphaBeta => "",
    };
    sentence(format!(
        "{root} is to move, looks {plies} ahead and takes the {} value, expecting {other} to take \
         the {}{chance}. {facts}",
        extreme(maximises),
        extreme(!maximises),
    ))
}

/// The text with a capital letter at its start.
fn sentence(text: String) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => text,
    }
}

/// What the chosen move leads to.
fn best_play(explanation: &Explanation, chosen: usize) -> String {
    let line = explanation.principal();
    let names: Vec<&str> = line
        .iter()
        .map(|&node| explanation.nodes[node].step.as_str())
        .collect();
    let worth = value(explanation, explanation.nodes[chosen].value);
    let reckoning = explanation.reckoning.as_ref();
    let reckoning = reckoning.map_or_else(String::new, |sum| format!(": {sum}"));
    match explanation.search {
        Search::Expectiminimax if explanation.nodes[chosen].kind == Kind::Chance => format!(
            "After {}, {} rolls; the mean over the faces is {worth}.",
            names[0],
            explanation.mover(chosen)
        ),
        _ if names.len() == 1 => {
            let text = format!("{} leads to a position worth {worth}{reckoning}.", names[0]);
            sentence(text)
        }
        _ => format!(
            "With best play by both, {} is followed by {} (the principal variation) and leads to a \
             position worth {worth}{reckoning}.",
            names[0],
            names[1..].join(", ")
        ),
    }
}

/// How the other moves compare with the chosen one, if there is one.
pub fn rivals(explanation: &Explanation) -> Option<String> {
    let chosen = explanation.chosen()?;
    Some(sentence(compared(explanation, chosen)))
}

fn compared(explanation: &Explanation, chosen: usize) -> String {
    let children = explanation.children(0);
    let step = |number: usize| explanation.nodes[children[number]].step.as_str();
    let name = &explanation.nodes[chosen].step;
    let worth = value(explanation, explanation.nodes[chosen].value);
    if children.len() == 1 {
        return format!("{name} is the only move; it is worth {worth}.");
    }
    let more = match explanation.maximises() {
        true => "more",
        false => "less",
    };
    if explanation.root_values.len() < children.len() {
        return format!(
            "{name} is worth {worth}, and none of the {} moves is worth {more}; not all of their \
             values are known, since alpha-beta leaves out what cannot matter. {}",
            children.len(),
            tie_rule(explanation)
        );
    }
    let ties: Vec<usize> = explanation
        .ties()
        .into_iter()
        .filter(|&number| Some(number) != explanation.choice)
        .collect();
    if ties.is_empty() {
        let next = runner_up(explanation).map_or_else(String::new, |(number, next)| {
            format!(
                "; the next best is {} with {}",
                step(number),
                value(explanation, next)
            )
        });
        let as_much = match explanation.maximises() {
            true => "as much",
            false => "as little",
        };
        return format!(
            "{name} is worth {worth}, and no other of the {} moves is worth {as_much}{next}.",
            children.len()
        );
    }
    let mut names: Vec<&str> = ties.iter().take(NAMED).map(|&tie| step(tie)).collect();
    let rest = match ties.len().saturating_sub(NAMED) {
        0 => String::new(),
        1 => "1 more".to_owned(),
        rest => format!("{rest} more"),
    };
    if !rest.is_empty() {
        names.push(&rest);
    }
    let (which, when) = match explanation.tie {
        Tie::First => ("first", "before"),
        Tie::Last => ("last", "after"),
    };
    format!(
        "{name} is worth {worth}, and no move is worth {more}. {} {} worth {} as well, but {name} is \
         tried {when} {}, and ties go to the {which} best move. Moves are tried in this order: \
         {}.",
        sentence(listed(&names)),
        if ties.len() == 1 { "is" } else { "are" },
        explanation.shown(explanation.nodes[chosen].value),
        if ties.len() == 1 { "it" } else { "them" },
        explanation.order,
    )
}

/// How many moves that are as good as the chosen one are named.
const NAMED: usize = 12;

/// `a, b and c`.
fn listed(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// The best of the moves that were not chosen, by its number, and its value.
fn runner_up(explanation: &Explanation) -> Option<(usize, f64)> {
    let values = explanation.root_values.iter().copied().enumerate();
    let others = values.filter(|(number, _)| Some(*number) != explanation.choice);
    others.reduce(|best, next| {
        let is_better = match explanation.maximises() {
            true => next.1 > best.1,
            false => next.1 < best.1,
        };
        if is_better { next } else { best }
    })
}

/// Which of equally good moves is taken.
fn tie_rule(explanation: &Explanation) -> String {
    let which = match explanation.tie {
        Tie::First => "first",
        Tie::Last => "last",
    };
    format!(
        "Ties go to the {which} best move, in the order in which moves are tried: {}.",
        explanation.order
    )
}

/// How much was looked at.
fn effort(explanation: &Explanation) -> String {
    match (explanation.plain_visits, explanation.alpha_beta_visits) {
        (Some(plain), None) => format!("The search visits {plain} nodes."),
        (Some(plain), Some(pruned)) => format!(
            "The whole tree has {plain} nodes; alpha-beta finds the same with {pruned} of them, \
             by leaving out what cannot matter any more."
        ),
        (None, Some(pruned)) => format!(
            "Alpha-beta visits {pruned} nodes; the whole tree is too large to be walked, so that \
             what is cut off has no values here."
        ),
        (None, None) => String::new(),
    }
}

/// The root's moves in the order in which they are tried.
pub fn root_moves(explanation: &Explanation) -> Vec<RootMove> {
    let children = explanation.children(0).into_iter().enumerate();
    children
        .map(|(number, node)| root_move(explanation, number, node))
        .collect()
}

fn root_move(explanation: &Explanation, number: usize, node: usize) -> RootMove {
    let (worth, exact) = explanation.root_value(number, node);
    let chosen = explanation.choice == Some(number);
    let best = explanation.nodes[0].value;
    let bound = if explanation.maximises() {
        "at most "
    } else {
        "at least "
    };
    let remark = match explanation.choice {
        _ if chosen => "chosen".to_owned(),
        Some(choice) if worth == best && exact => match choice < number {
            true => "as good, but comes later".to_owned(),
            false => "as good, but comes earlier".to_owned(),
        },
        _ if !exact => "not better".to_owned(),
        _ => format!("worse by {}", explanation.shown((best - worth).abs())),
    };
    RootMove {
        node,
        step: explanation.nodes[node].step.clone(),
        value: if exact {
            explanation.shown(worth)
        } else {
            format!("{bound}{}", explanation.shown(worth))
        },
        meaning: explanation.meaning(worth).map(str::to_owned),
        line: below(explanation, node),
        remark,
        pruned: cut_below(explanation, node).or_else(|| recalled(explanation, node)),
        chosen,
    }
}

/// The best moves from a node on.
fn below(explanation: &Explanation, node: usize) -> Vec<String> {
    let mut line = Vec::new();
    let mut next = Some(node);
    while let Some(index) = next {
        let best = explanation.nodes[index].best;
        next = best.and_then(|best| explanation.children(index).get(best as usize).copied());
        line.extend(next.map(|next| explanation.nodes[next].step.clone()));
    }
    line
}

/// Which of a node's own moves alpha-beta leaves out, and why.
fn cut_below(explanation: &Explanation, node: usize) -> Option<String> {
    let children = explanation.children(node);
    let notes = children.iter().map(|&child| explanation.nodes[child].note);
    let is_cut = |note: &Note<f64>| matches!(note, Note::Cut { .. });
    let cut = notes.clone().filter(is_cut).count() + explanation.nodes[node].unseen as usize;
    let looked_at = children.len() - notes.filter(is_cut).count();
    let refutation = explanation.nodes[*children.get(looked_at.checked_sub(1)?)?].clone();
    let Note::Visited { alpha, beta, .. } = explanation.nodes[node].note else {
        return None;
    };
    let maximises = explanation.nodes[node].kind == Kind::Max;
    let (Note::Visited { value: found, .. }, Some(sure)) =
        (refutation.note, if maximises { beta } else { alpha })
    else {
        return None;
    };
    let (here, there) = (
        explanation.mover(node),
        &explanation.players[explanation.nodes[node].mover.opponent().index()],
    );
    let rest = match cut {
        0 => return None,
        1 => "the other move is".to_owned(),
        _ => format!("the other {cut} moves are"),
    };
    let (found, sure) = (explanation.shown(found), explanation.shown(sure));
    let (mine, other) = match maximises {
        true => ("or more", "or less"),
        false => ("or less", "or more"),
    };
    Some(format!(
        "Cut by alpha-beta: {here} gets it to {found} {mine} with {}, and {there} is already \
         sure of {sure} {other} elsewhere; {rest} not looked at.",
        refutation.step
    ))
}

/// Where a value comes from that was not computed here.
fn recalled(explanation: &Explanation, node: usize) -> Option<String> {
    let Note::Recalled { from_depth, depth } = explanation.nodes[node].note else {
        return None;
    };
    let how = match from_depth == depth {
        true => "the same depth".to_owned(),
        false => format!("a search {from_depth} levels deep instead of {depth}"),
    };
    Some(format!("Taken from the table, where {how} left it."))
}
