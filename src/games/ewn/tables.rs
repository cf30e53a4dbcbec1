//! What a stone counts on each cell, and how a number in these tables is mistyped.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use crate::game::Side;
use crate::options::{Setting, ValueInfo, Values};

use super::rules::{BLUE, RED, SIDE};

#[rustfmt::skip]
pub(super) const BLUE_TABLE: [f32; 25] = [
    16.0, 10.0, 5.0, 2.5, 1.0,
    10.0,  8.0, 4.0, 2.0, 1.0,
     5.0,  4.0, 4.0, 2.0, 1.0,
     2.5,  2.0, 2.0, 2.0, 1.0,
     1.0,  1.0, 1.0, 1.0, 0.0,
];

#[rustfmt::skip]
pub(super) const RED_TABLE: [f32; 25] = [
    0.0, 1.0, 1.0,  1.0,  1.0,
    1.0, 2.0, 2.0,  2.0,  2.5,
    1.0, 2.0, 4.0,  4.0,  5.0,
    1.0, 2.0, 4.0,  8.0, 10.0,
    1.0, 2.5, 5.0, 10.0, 16.0,
];

/// The numbers in the tables, as halves.
const SCALE: [u8; 9] = [0, 2, 4, 5, 8, 10, 16, 20, 32];

/// Which number in the tables is mistyped: as the next smaller or larger of those that occur there,
/// or as the one on a cell beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mistyped(Option<Slip>);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Slip {
    /// Whose table; none where one is the other turned round, in which Blue's cell counts.
    side: Option<Side>,
    /// The cell, 1–25.
    cell: u8,
    /// What the table has there, in halves.
    halves: u8,
}

impl Mistyped {
    /// None is.
    pub(super) const NONE: Self = Self(None);

    /// What the side's table has on a cell, 1–25, if that is what is mistyped.
    pub(super) fn at(self, side: Side, cell: u8) -> Option<f32> {
        let is_there = |slip: &Slip| match slip.side {
            Some(of) => of == side && slip.cell == cell,
            None if side == BLUE => slip.cell == cell,
            None => slip.cell == turned(cell),
        };
        let slip = self.0.filter(is_there)?;
        Some(f32::from(slip.halves) / 2.0)
    }
}

/// All of them with their names and meanings, and which values are rare.
struct All {
    mistyped: Vec<Mistyped>,
    values: Vec<ValueInfo>,
}

static ALL: LazyLock<All> = LazyLock::new(|| {
    let mut all = All {
        mistyped: vec![Mistyped::NONE],
        values: vec![ValueInfo {
            name: "none".into(),
            meaning: "No number in the tables is mistyped".into(),
        }],
    };
    let tables = [
        (Some(BLUE), "blue", &BLUE_TABLE),
        (Some(RED), "red", &RED_TABLE),
        (None, "both", &BLUE_TABLE),
    ];
    for (side, name, table) in tables {
        for (cell, &right) in (1..).zip(table) {
            let place = SCALE
                .iter()
                .position(|&halves| f32::from(halves) / 2.0 == right);
            let place = place.expect("all of them are in the scale");
            let next = [place.checked_sub(1), Some(place + 1)];
            let next = next.into_iter().flatten();
            let next: Vec<u8> = next.filter_map(|place| SCALE.get(place)).copied().collect();
            let beside = beside(cell).map(|cell| (2.0 * table[usize::from(cell) - 1]) as u8);
            let wrong = |&halves: &u8| f32::from(halves) / 2.0 != right;
            let others: BTreeSet<u8> = next.into_iter().chain(beside).filter(wrong).collect();
            for halves in others {
                let value = f32::from(halves) / 2.0;
                all.mistyped
                    .push(Mistyped(Some(Slip { side, cell, halves })));
                all.values.push(ValueInfo {
                    name: format!("{name}-{cell}-as-{value}").into(),
                    meaning: meaning(side, cell, [value, right]).into(),
                });
            }
        }
    }
    all
});

/// What it means that a side's table, or both, has one value in place of another on a cell.
fn meaning(side: Option<Side>, cell: u8, [value, right]: [f32; 2]) -> String {
    match side {
        Some(BLUE) => format!("Blue's table has {value} instead of {right} on cell {cell}"),
        Some(RED) => format!("Red's table has {value} instead of {right} on cell {cell}"),
        None => format!(
            "Blue's table has {value} instead of {right} on cell {cell}, and Red's, which is the same turned round, on cell {}",
            turned(cell)
        ),
    }
}

/// The cell on which Red's table has what Blue's has on this one, and the other way round.
fn turned(cell: u8) -> u8 {
    SIDE * SIDE + 1 - cell
}

/// The cells beside a cell, not diagonally.
fn beside(cell: u8) -> impl Iterator<Item = u8> {
    let (row, column) = ((cell - 1) / SIDE, (cell - 1) % SIDE);
    let steps = [
        (row > 0).then(|| cell - SIDE),
        (row + 1 < SIDE).then_some(cell + SIDE),
        (column > 0).then(|| cell - 1),
        (column + 1 < SIDE).then_some(cell + 1),
    ];
    steps.into_iter().flatten()
}

static RARE: LazyLock<Vec<&str>> =
    LazyLock::new(|| ALL.values[1..].iter().map(|value| &*value.name).collect());

impl Setting for Mistyped {
    fn values() -> Values {
        Values::Choice(&ALL.values)
    }

    fn parse(text: &str) -> Option<Self> {
        let place = ALL.values.iter().position(|value| value.name == text)?;
        Some(ALL.mistyped[place])
    }

    fn name(self) -> String {
        let place = ALL.mistyped.iter().position(|&it| it == self);
        ALL.values[place.expect("they are all there")]
            .name
            .to_string()
    }

    fn rare() -> &'static [&'static str] {
        &RARE
    }
}
