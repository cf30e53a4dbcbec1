//! The searches that keep their tree find what the plain searches find, under every rule.

use super::random::{self, Random, changed_options};
use plyjudge::game::{Counted, Evaluate, Game, SearchedAgain};
use plyjudge::games::checkers::{self, Checkers};
use plyjudge::games::ewn::{self, Ewn};
use plyjudge::games::hexline::{self, Hexline};
use plyjudge::games::kalah::{self, Kalah};
use plyjudge::search::alpha_beta::alpha_beta;
use plyjudge::search::expectimax::{NoTable, expectimax};
use plyjudge::search::minimax::minimax;
use plyjudge::search::tree::{Kind, Limits, Node, Note, Recorded, Step, chance, children, record};

type NodeOf<G> = Node<Step<<G as Game>::Move>, <G as Evaluate>::Value>;

/// A position after some random moves.
fn played<G: Game>(game: &G, start: G::State, moves: usize, random: &mut Random) -> G::State {
    let mut state = start;
    for _ in 0..moves {
        let mut all = Vec::new();
        game.moves(&state, &mut all);
        let Some(&chosen) = random.pick(&all) else {
            break;
        };
        state = game.play(&state, chosen);
    }
    state
}

/// The recorded search agrees with the plain ones, and its tree with itself.
fn agrees<G: Evaluate>(game: &G, state: &G::State, depth: u32, changed: &[String]) {
    let recorded = record(game, state, depth, Limits::default()).expect("a small tree");
    let plain = minimax(game, state, depth);
    let pruned = alpha_beta(game, state, depth);
    let context = || format!("{changed:?} {state:?} depth {depth}");
    if plain.nodes > Limits::default().nodes as u64 {
        // Recorded in part.
        return;
    }
    assert_eq!(recorded.minimax, Some(plain.clone()), "{}", context());
    assert_eq!(recorded.alpha_beta, pruned, "{}", context());
    let conventions = game.conventions();
    let counts = |node: &NodeOf<G>| match conventions.counted {
        Counted::All => true,
        Counted::Leaves => matches!(node.kind, Kind::Leaf(_)),
        Counted::Inner => !matches!(node.kind, Kind::Leaf(_)),
        // Not seen at the depth limit.
        Counted::Unfinished => false,
    };
    let uncounted = u64::from(!conventions.root_counts);
    let visits = |is_counted: fn(&NodeOf<G>) -> bool| {
        recorded
            .tree
            .nodes
            .iter()
            .filter(|node| is_counted(node) && counts(node))
            .count() as u64
            - uncounted
    };
    let is_visited = |node: &Node<_, _>| matches!(node.note, Note::Visited { .. });
    let are_once = conventions.searched_again == SearchedAgain::None;
    if conventions.counted != Counted::Unfinished && are_once {
        assert_eq!(visits(|_| true), plain.nodes, "{}", context());
        // A tree has what was visited, be it counted or not.
        if conventions.counts_cutting {
            assert_eq!(visits(is_visited), pruned.nodes, "{}", context());
        }
    }
    values_come_from_below(
        &recorded.tree.nodes,
        // None of these games asks the state.
        |maximises| game.start(state, maximises),
        &context(),
    );

    // What alpha-beta finds is found as well when the whole tree is too large, and when only
    // some levels are kept.
    let narrow = Limits {
        full: 0,
        nodes: 10,
        ..Limits::default()
    };
    let partly = record(game, state, depth, narrow).expect("a small tree");
    assert_eq!(partly.minimax, None, "{}", context());
    assert_eq!(partly.alpha_beta, pruned, "{}", context());
    assert_eq!(partly.root_values, [], "{}", context());
    if conventions.counted == Counted::All && conventions.counts_cutting && are_once {
        counts_add_up(&partly, pruned.nodes + uncounted, &context());
    }
}

/// Every inner node has the value of its best child, or the one that it starts with, and none
/// of its children is better.
fn values_come_from_below<M, V: PartialOrd + Copy + std::fmt::Debug>(
    nodes: &[Node<M, V>],
    start: impl Fn(bool) -> Option<V>,
    context: &str,
) {
    for (index, node) in nodes.iter().enumerate() {
        let below = children(nodes, index);
        let is_leaf = matches!(node.kind, Kind::Leaf(_));
        assert_eq!(is_leaf, below.is_empty(), "{context}");
        if is_leaf {
            continue;
        }
        let best = node.best.map(|best| nodes[below[best as usize]].value);
        let start = || start(matches!(node.kind, Kind::Max));
        assert_eq!(best.or_else(start), Some(node.value), "{context}");
        for child in below {
            let value = nodes[child].value;
            match node.kind {
                Kind::Max => assert!(value <= node.value, "{context}"),
                _ => assert!(value >= node.value, "{context}"),
            }
        }
    }
}

/// Nodes that are kept and nodes that are only counted are all that were visited.
fn counts_add_up<M, V>(recorded: &Recorded<M, V>, visited: u64, context: &str) {
    let root = &recorded.tree.nodes[0];
    assert_eq!(u64::from(root.size) + root.below, visited, "{context}");
}

#[test]
fn trees_of_checkers_agree_with_the_plain_searches() {
    let mut random = Random::new(1);
    for case in 0..random::cases(150) {
        let (rules, changed) = changed_options(&mut random, case);
        let game = Checkers::new(rules);
        let moves = random.below(60);
        let state = played(&game, checkers::State::initial(), moves, &mut random);
        agrees(&game, &state, 1 + random.below(3) as u32, &changed);
    }
}

#[test]
fn trees_of_kalah_agree_with_the_plain_searches() {
    let mut random = Random::new(2);
    for case in 0..random::cases(200) {
        let (rules, changed) = changed_options(&mut random, case);
        let game = Kalah::new(rules);
        let moves = random.below(30);
        let state = played(&game, kalah::State::initial(), moves, &mut random);
        agrees(&game, &state, 1 + random.below(5) as u32, &changed);
    }
}

#[test]
fn trees_of_hex_lines_agree_with_the_plain_searches() {
    let mut random = Random::new(3);
    for case in 0..random::cases(60) {
        let (rules, changed) = changed_options(&mut random, case);
        let game = Hexline::new(rules);
        let mut cells = [hexline::rules::Cell::Blocked; hexline::rules::CELLS];
        for _ in 0..3 + random.below(8) {
            cells[random.below(40)] = hexline::rules::Cell::Free;
        }
        let state = hexline::State::new(cells, plyjudge::game::Side::First);
        agrees(&game, &state, 1 + random.below(3) as u32, &changed);
    }
}

#[test]
fn trees_with_chance_agree_with_the_plain_search() {
    let mut random = Random::new(4);
    for case in 0..random::cases(60) {
        let (rules, changed) = changed_options(&mut random, case);
        let game = Ewn::new(rules);
        let mut state = ewn::State::initial();
        for _ in 0..random.below(8) {
            let die = Some(1 + random.below(6) as u8);
            let next = played(&game, ewn::State { die, ..state }, 1, &mut random);
            if game.winner(&next).is_some() {
                break;
            }
            state = next;
        }
        state.die = Some(1 + random.below(6) as u8);
        let depth = random.below(3) as u32;
        let plain = expectimax(&game, &state, depth, &mut NoTable);
        let no_key = |_: &ewn::State, _: u32| -> Option<()> { None };
        let memory = &mut chance::Memory::default();
        let (tree, visits) =
            chance::record(&game, &state, depth, memory, no_key, Limits::default())
                .expect("a small tree");
        let found: Vec<f64> = children(&tree.nodes, 0)
            .into_iter()
            .map(|child| tree.nodes[child].value)
            .collect();
        let expected: Vec<f64> = plain.iter().map(|(_, value)| *value).collect();
        assert_eq!(found, expected, "{changed:?} {state:?}");
        assert_eq!(tree.nodes.len() as u64, visits, "{changed:?} {state:?}");
    }
}
