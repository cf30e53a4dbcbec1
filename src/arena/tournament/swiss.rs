//! Who meets whom in a round of a Swiss tournament.

/// A round.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Round {
    /// Who meets.
    pub pairs: Vec<[usize; 2]>,
    /// Who has no opponent.
    pub bye: Option<usize>,
}

/// Attempts after which players may meet again.
const PATIENCE: usize = 100_000;

/// Pairs players with like points who have not met, the first ones first. With an odd number
/// the last one who was left out least often is left out. If everybody cannot be paired anew,
/// players meet again.
pub(super) fn pair(points: &[f64], met: &[Vec<bool>], byes: &[u64]) -> Round {
    let mut order: Vec<usize> = (0..points.len()).collect();
    order.sort_by(|&one, &two| points[two].total_cmp(&points[one]));
    let mut bye = None;
    if order.len() % 2 == 1 {
        let fewest = byes.iter().min().copied().unwrap_or_default();
        let last = order.iter().rposition(|&player| byes[player] == fewest);
        bye = last.map(|index| order.remove(index));
    }
    let mut pairs = Vec::new();
    let mut patience = PATIENCE;
    if !complete(&order, met, &mut pairs, &mut patience) {
        pairs = order.chunks(2).map(|pair| [pair[0], pair[1]]).collect();
    }
    for pair in &mut pairs {
        pair.sort_unstable();
    }
    Round { pairs, bye }
}

/// Pairs all of `left`, the first with the first possible; whether that was possible.
fn complete(
    left: &[usize],
    met: &[Vec<bool>],
    pairs: &mut Vec<[usize; 2]>,
    patience: &mut usize,
) -> bool {
    let Some((&first, rest)) = left.split_first() else {
        return true;
    };
    for (index, &other) in rest.iter().enumerate() {
        if met[first][other] {
            continue;
        }
        let Some(fewer) = patience.checked_sub(1) else {
            return false;
        };
        *patience = fewer;
        pairs.push([first, other]);
        let mut others = rest.to_vec();
        others.remove(index);
        if complete(&others, met, pairs, patience) {
            return true;
        }
        pairs.pop();
    }
    false
}
