//! Exact search: every value as the plain search without a table has it, with the work saved
//! that bounds make needless.
//!
//! A value is known by two bounds. The bounds of a mean are means of bounds, taken in the
//! same 32-bit arithmetic and order as the value itself; rounding keeps order, so they are
//! bounds of the rounded value and not only of the true one. A search is given a window and
//! may stop as soon as the bounds settle on which side of it the value is. At a roll that is
//! Star1, with a probe of one step for each stone first Star2 (Ballard, 1983). Within an
//! open window the bounds meet: the value is exact.
//!
//! All values here are the side to move's: negating a value negates its rounding.

use crate::budget::spend;

use super::super::rules::STONES;
use super::board::{ANY, Board, Faces, PerStone, Position, Step, bit};
use super::horizon::{View, one_level, rounded};
use super::lanes::two_levels;
use super::table::{Bounds, Seen, Table};

/// No value is larger: six stones on the dearest cell.
const LARGEST: f32 = 6.0 * 16.0;

/// How many nodes of a plain search take as long as one here.
pub(super) const NODES: u64 = 8;

/// What is known before anything is looked at.
const UNKNOWN: Bounds = Bounds {
    low: -LARGEST,
    high: LARGEST,
};

/// A stone, or a face, that has no step: less than any value.
const NOTHING: Bounds = Bounds {
    low: f32::NEG_INFINITY,
    high: f32::NEG_INFINITY,
};

/// A search over one board, for one root.
pub(super) struct Star<'a> {
    pub board: &'a Board,
    pub view: View,
    pub table: &'a Table,
}

/// A roll that is to be valued.
struct Node<'a> {
    position: &'a Position,
    side: usize,
    /// Levels left, at least two.
    depth: u32,
    faces: &'a Faces,
    /// The steps, stone by stone, the likely best of each stone first.
    children: [Child; 3 * STONES],
    /// Where each stone's steps end.
    ends: [usize; STONES],
    /// What a face without a step is worth.
    stuck: f32,
}

/// A step, the code of the position after it and what the table held there.
#[derive(Clone, Copy)]
struct Child {
    step: Step,
    change: i32,
    code: u64,
    seen: Seen,
}

impl Star<'_> {
    /// The value of a position that nobody has won, before `side`'s roll, with at least one
    /// level left: bounds that meet or settle the window.
    pub(super) fn value(
        &self,
        position: &Position,
        side: usize,
        depth: u32,
        window: Bounds,
    ) -> Bounds {
        if depth == 1 {
            let value = rounded(one_level(self.board, self.view, position, side));
            return Bounds::exactly(self.view.wants[side] as f32 * value);
        }
        let known = self
            .table
            .look(position.code, depth)
            .get(position.code, depth);
        match known {
            Some(bounds) if bounds.settle(window) => bounds,
            _ => self.search(position, side, depth, window, known),
        }
    }

    /// Finds the values after the steps of one stone, for the table.
    pub(super) fn prepare(&self, position: &Position, side: usize, depth: u32, stone: usize) {
        if depth > 1 {
            let node = self.node(position, side, depth);
            self.best_of(&node, stone, UNKNOWN, Bounds::OPEN);
        }
    }

    fn search(
        &self,
        position: &Position,
        side: usize,
        depth: u32,
        window: Bounds,
        known: Option<Bounds>,
    ) -> Bounds {
        spend(NODES);
        let bounds = if depth == 2 && !self.board.can_be_stuck {
            let value = two_levels(self.board, self.view, position, side);
            Bounds::exactly(self.view.wants[side] as f32 * value)
        } else {
            self.mean(&self.node(position, side, depth), window)
                .and(known.unwrap_or(UNKNOWN))
        };
        self.table.put(position.code, depth, bounds);
        bounds
    }

    /// The roll with its steps. The table is looked at for all of them before any is needed,
    /// so that the memory's answers overlap.
    fn node<'a>(&'a self, position: &'a Position, side: usize, depth: u32) -> Node<'a> {
        let own = self.board.side(side);
        let none = Child {
            step: Step {
                stone: 0,
                from: 0,
                to: 0,
            },
            change: 0,
            code: 0,
            seen: Seen::default(),
        };
        let mut node = Node {
            position,
            side,
            depth,
            faces: self.board.faces(position.present[side]),
            children: [none; 3 * STONES],
            ends: [0; STONES],
            stuck: self.view.wants[side] as f32 * self.view.value(position.balance, side),
        };
        let sense = self.view.sense(side);
        let mut count = 0;
        for (stone, from) in position.cells(side).into_iter().enumerate() {
            let first = count;
            for step in own.steps(position.masks[side], stone, from) {
                let code = position.code_after(side, step);
                let seen = self.table.look(code, depth - 1);
                let change = sense * own.change(&position.worth, step);
                let mut at = count;
                while at > first && node.children[at - 1].change < change {
                    node.children[at] = node.children[at - 1];
                    at -= 1;
                }
                node.children[at] = Child {
                    step,
                    change,
                    code,
                    seen,
                };
                count += 1;
            }
            node.ends[stone] = count;
        }
        node
    }

    /// The mean over the faces: bounds that meet or settle the window.
    fn mean(&self, node: &Node, window: Bounds) -> Bounds {
        let mut stones: PerStone<Bounds> = [NOTHING; 8];
        for (stone, bounds) in stones.iter_mut().enumerate().take(STONES) {
            for child in node.steps_of(stone) {
                *bounds = bounds.or(self.known(node, child));
            }
        }
        let mut mean = self.mean_of(node, &stones);
        // The probe pays where the window can be passed from above.
        if window.high < f32::INFINITY {
            for stone in 0..STONES {
                if mean.settle(window) {
                    return mean;
                }
                if let [first, others @ ..] = node.steps_of(stone) {
                    let wanted = node.window_of(stone, &stones, mean, window).high;
                    let window = Bounds {
                        low: f32::NEG_INFINITY,
                        high: wanted,
                    };
                    let found = self.after(node, first, window);
                    stones[stone].low = stones[stone].low.max(found.low);
                    if others.is_empty() {
                        stones[stone].high = stones[stone].high.min(found.high);
                    }
                    mean = self.mean_of(node, &stones);
                }
            }
        }
        // The stones' windows are made to settle the mean. Where rounding or a face with two
        // stones has prevented that, the second time finds their values.
        for is_open in [false, true] {
            for stone in 0..STONES {
                if mean.settle(window) {
                    return mean;
                }
                if !node.steps_of(stone).is_empty() && !stones[stone].meet() {
                    let window = if is_open {
                        Bounds::OPEN
                    } else {
                        node.window_of(stone, &stones, mean, window)
                    };
                    stones[stone] = self.best_of(node, stone, stones[stone], window);
                    mean = self.mean_of(node, &stones);
                }
            }
        }
        mean
    }

    /// The best of one stone's steps, of which something is known.
    fn best_of(&self, node: &Node, stone: usize, known: Bounds, window: Bounds) -> Bounds {
        let mut best = NOTHING;
        for child in node.steps_of(stone) {
            let low = window.low.max(best.low);
            best = best.or(self.after(node, child, Bounds { low, ..window }));
            if best.low >= window.high {
                best.high = known.high;
                break;
            }
        }
        best.and(known)
    }

    /// The value after a step, for the side that makes it.
    fn after(&self, node: &Node, child: &Child, window: Bounds) -> Bounds {
        let known = self.known(node, child);
        if known.settle(window) {
            return known;
        }
        let next = self.board.play(node.position, node.side, child.step);
        let other = 1 - node.side;
        let window = window.negated();
        if node.depth == 2 {
            self.value(&next, other, 1, window).negated()
        } else {
            let known = Some(known.negated());
            self.search(&next, other, node.depth - 1, window, known)
                .negated()
        }
    }

    /// What can be said of the value after a step without a search.
    fn known(&self, node: &Node, child: &Child) -> Bounds {
        let other = 1 - node.side;
        let to = bit(child.step.to);
        if to == self.board.side(node.side).goal() || to == node.position.masks[other] {
            let change = self.view.sense(node.side) * child.change;
            let value = self.view.value(node.position.balance + change, other);
            return Bounds::exactly(self.view.wants[node.side] as f32 * value);
        }
        let remembered = child.seen.get(child.code, node.depth - 1);
        remembered.map_or(UNKNOWN, Bounds::negated)
    }

    /// The mean over the faces of what is known of the stones.
    fn mean_of(&self, node: &Node, stones: &PerStone<Bounds>) -> Bounds {
        let mean = |bound: fn(&Bounds) -> f32| {
            let mut best = stones.each_ref().map(bound);
            if self.board.any {
                best[ANY] = best[..STONES].iter().copied().fold(best[ANY], f32::max);
            }
            let sum = node.faces.best(&best).fold(0.0, |sum, value| {
                sum + if value > f32::NEG_INFINITY {
                    value
                } else {
                    node.stuck
                }
            });
            sum / node.faces.count() as f32
        };
        Bounds {
            low: mean(|bounds| bounds.low),
            high: mean(|bounds| bounds.high),
        }
    }
}

impl Node<'_> {
    /// The steps of one stone.
    fn steps_of(&self, stone: usize) -> &[Child] {
        let start = if stone == 0 { 0 } else { self.ends[stone - 1] };
        &self.children[start..self.ends[stone]]
    }

    /// The window for a stone: were its value at an end, the mean would be about at that
    /// end of the mean's window, the other stones being at theirs.
    fn window_of(
        &self,
        stone: usize,
        stones: &PerStone<Bounds>,
        mean: Bounds,
        window: Bounds,
    ) -> Bounds {
        let named = |pair: &[usize; 2]| pair.contains(&stone) || pair.contains(&ANY);
        let share = self.faces.pairs().filter(named).count() as f32 / self.faces.count() as f32;
        Bounds {
            low: stones[stone].high - (mean.high - window.low) / share,
            high: stones[stone].low + (window.high - mean.low) / share,
        }
    }
}
