//! What a position is worth.

use crate::game::{Conventions, Evaluate, Leaf, Side};

use super::rules::{Kalah, RootNode, State, ValueFor};

impl Evaluate for Kalah {
    type Value = i32;

    fn value(&self, state: &State, root: Side, _leaf: Leaf) -> i32 {
        match self.rules.value_for {
            ValueFor::Root => self.settled(state).margin(root),
            ValueFor::PlayerZero => self.settled(state).margin(Side::First),
        }
    }

    fn maximises(&self, mover: Side, root: Side) -> bool {
        match self.rules.value_for {
            ValueFor::Root => mover == root,
            ValueFor::PlayerZero => mover == Side::First,
        }
    }

    fn conventions(&self) -> Conventions {
        Conventions {
            tie: self.rules.tie,
            cut: self.rules.cut,
            root_counts: self.rules.root_node == RootNode::Counted,
        }
    }
}
