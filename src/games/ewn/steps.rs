//! Where a stone goes from a cell: the three directions, their order and the edges.

use super::rules::{
    BLUE, Directions, Edges, GoalSteps, RED, RedDirections, Rules, SIDE, SideDirections,
};
use crate::game::Side;

/// The directions, by how far down and to the right a red stone goes.
const VERTICAL: (i8, i8) = (1, 0);
const DIAGONAL: (i8, i8) = (1, 1);
const HORIZONTAL: (i8, i8) = (0, 1);

/// The cells that a stone can go to, as many as `count` says, in the order of its directions.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Targets {
    cells: [u8; 3],
    count: usize,
}

impl Targets {
    /// The cells found, three at most.
    pub(super) fn new(found: impl Iterator<Item = u8>) -> Self {
        found.fold(Self::default(), |mut targets, cell| {
            targets.cells[targets.count] = cell;
            targets.count += 1;
            targets
        })
    }

    /// The cells, in order.
    pub(super) fn iter(self) -> impl Iterator<Item = u8> {
        self.cells.into_iter().take(self.count)
    }
}

impl Rules {
    /// The directions that a side's stones try, in order: how far down and to the right, as red stones go.
    fn directions(&self, mover: Side) -> impl Iterator<Item = (i8, i8)> + use<> {
        let own = self.side_directions.of(mover);
        let order = match (own, self.directions) {
            (Some(order), _) => order,
            (_, Directions::Published) => [VERTICAL, DIAGONAL, HORIZONTAL],
            (_, Directions::Reversed) => [HORIZONTAL, DIAGONAL, VERTICAL],
            (_, Directions::DiagonalLast | Directions::NoDiagonal) => {
                [VERTICAL, HORIZONTAL, DIAGONAL]
            }
            (_, Directions::DiagonalFirst) => [DIAGONAL, VERTICAL, HORIZONTAL],
            (_, Directions::HorizontalFirst) => [HORIZONTAL, VERTICAL, DIAGONAL],
            (_, Directions::VerticalLast) => [DIAGONAL, HORIZONTAL, VERTICAL],
        };
        let is_reversed =
            own.is_none() && mover == RED && self.red_directions == RedDirections::Reversed;
        let [first, second, third] = order;
        let order = if is_reversed {
            [third, second, first]
        } else {
            order
        };
        let is_diagonal_made = self.directions != Directions::NoDiagonal;
        let is_made = move |step: &(i8, i8)| is_diagonal_made || *step != DIAGONAL;
        order.into_iter().filter(is_made)
    }

    /// The cells one step ahead of `cell`, in the order of the directions.
    pub(super) fn targets(&self, mover: Side, cell: u8) -> impl Iterator<Item = u8> + use<> {
        let ahead: i8 = if mover == BLUE { -1 } else { 1 };
        let side = SIDE as i8;
        let (row, column) = ((cell as i8 - 1) / side, (cell as i8 - 1) % side);
        let Rules {
            edges, goal_steps, ..
        } = *self;
        self.directions(mover)
            .filter_map(move |step @ (down, right)| {
                let is_at_other_edge = right != 0
                    && match edges {
                        Edges::BlueAsRed => mover == BLUE && column == side - 1,
                        Edges::RedAsBlue => mover == RED && column == 0,
                        _ => false,
                    };
                let (row, column) = (row + ahead * down, column + ahead * right);
                let is_over = match edges {
                    Edges::None => false,
                    Edges::Diagonal => step == DIAGONAL,
                    Edges::Horizontal => step == HORIZONTAL,
                    Edges::Sideways => true,
                    Edges::BlueSideways | Edges::BlueAsRed => mover == BLUE,
                    Edges::RedSideways | Edges::RedAsBlue => mover == RED,
                    Edges::BlueHorizontal => mover == BLUE && step == HORIZONTAL,
                    Edges::BlueDiagonal => mover == BLUE && step == DIAGONAL,
                    Edges::RedDiagonal => mover == RED && step == DIAGONAL,
                    Edges::RedHorizontal => mover == RED && step == HORIZONTAL,
                };
                // Only the number of the cell is looked at there.
                let target = row * side + column;
                let is_inside = (0..side).contains(&row) && (0..side).contains(&column);
                let is_cell = is_inside || is_over && (0..side * side).contains(&target);
                let far_corner = if mover == BLUE { 0 } else { side * side - 1 };
                let is_missing = target == far_corner
                    && match goal_steps {
                        GoalSteps::All => false,
                        GoalSteps::NoDiagonal => step == DIAGONAL,
                        GoalSteps::NoBlueDiagonal => mover == BLUE && step == DIAGONAL,
                        GoalSteps::NoRedDiagonal => mover == RED && step == DIAGONAL,
                        GoalSteps::NoBlueVertical => mover == BLUE && step == VERTICAL,
                        GoalSteps::NoRedVertical => mover == RED && step == VERTICAL,
                        GoalSteps::NoBlueHorizontal => mover == BLUE && step == HORIZONTAL,
                        GoalSteps::NoRedHorizontal => mover == RED && step == HORIZONTAL,
                        GoalSteps::NoBlue => mover == BLUE,
                        GoalSteps::NoRed => mover == RED,
                    };
                (is_cell && !is_missing && !is_at_other_edge).then(|| target as u8 + 1)
            })
    }
}

impl SideDirections {
    /// The order of its own that a side has.
    fn of(self, player: Side) -> Option<[(i8, i8); 3]> {
        let (side, order) = match self {
            Self::Same => return None,
            Self::BlueReversed => (BLUE, [HORIZONTAL, DIAGONAL, VERTICAL]),
            Self::BlueDiagonalLast => (BLUE, [VERTICAL, HORIZONTAL, DIAGONAL]),
            Self::BlueDiagonalFirst => (BLUE, [DIAGONAL, VERTICAL, HORIZONTAL]),
            Self::BlueHorizontalFirst => (BLUE, [HORIZONTAL, VERTICAL, DIAGONAL]),
            Self::BlueVerticalLast => (BLUE, [DIAGONAL, HORIZONTAL, VERTICAL]),
            Self::RedDiagonalLast => (RED, [VERTICAL, HORIZONTAL, DIAGONAL]),
            Self::RedDiagonalFirst => (RED, [DIAGONAL, VERTICAL, HORIZONTAL]),
            Self::RedHorizontalFirst => (RED, [HORIZONTAL, VERTICAL, DIAGONAL]),
            Self::RedVerticalLast => (RED, [DIAGONAL, HORIZONTAL, VERTICAL]),
        };
        (side == player).then_some(order)
    }
}
