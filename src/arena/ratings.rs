//! Ratings of many players from the games of all.

use serde::Serialize;

use super::statistics::{DEVIATIONS_95, Tally, expected_score};

/// A player's rating.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rating {
    /// Points on Elo's scale; the mean of all players is 0.
    pub rating: f64,
    /// Half the width of the 95 % interval.
    pub margin: f64,
}

/// Virtual drawn games of each player against one of rating 0: they keep the ratings of those
/// finite who won or lost all their games.
const PRIOR: f64 = 1.0;

/// Points of the scale for a factor of e in strength.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

/// Steps after which the ratings are as good as they get.
const MOST_STEPS: usize = 100_000;

/// The ratings under which the games are likeliest, a draw being half a win and half a loss
/// (the model of Bradley and Terry), and each player having drawn one more game against the
/// average. `games[i][j]` are the games of `i` against `j` as `i` counts them.
///
/// The intervals are those of the normal distribution whose inverse covariance is the matrix
/// of second derivatives of the likelihood (Fisher's information), of ratings less their mean.
pub fn ratings(games: &[Vec<Tally>]) -> Vec<Rating> {
    let strengths = strengths(games);
    let ratings: Vec<f64> = strengths
        .iter()
        .map(|strength| SCALE * strength.ln())
        .collect();
    let mean = average(&ratings);
    let covariance = inverse(information(games, &ratings));
    let variances = centred(&covariance);
    let pairs = ratings.iter().zip(variances);
    pairs
        .map(|(rating, variance)| Rating {
            rating: rating - mean,
            margin: DEVIATIONS_95 * variance.max(0.0).sqrt(),
        })
        .collect()
}

fn average(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len().max(1) as f64
}

/// The players' strengths, by the fixed point of Hunter's MM algorithm (Annals of Statistics
/// 32, 2004): wins over the sum of games divided by the strengths of both.
fn strengths(games: &[Vec<Tally>]) -> Vec<f64> {
    let points = |row: &Vec<Tally>| row.iter().map(Tally::points).sum::<f64>();
    let mut strengths = vec![1.0; games.len()];
    for _ in 0..MOST_STEPS {
        let mut moved = 0.0_f64;
        for (player, row) in games.iter().enumerate() {
            let own: f64 = strengths[player];
            let mut faced = PRIOR / (own + 1.0);
            for (tally, other) in row.iter().zip(&strengths) {
                faced += tally.games() as f64 / (own + other);
            }
            let next = (points(row) + PRIOR / 2.0) / faced;
            moved = moved.max((next / own - 1.0).abs());
            strengths[player] = next;
        }
        if moved < 1e-13 {
            break;
        }
    }
    strengths
}

/// Fisher's information of the ratings.
fn information(games: &[Vec<Tally>], ratings: &[f64]) -> Vec<Vec<f64>> {
    let weight = |count: f64, difference: f64| {
        let score = expected_score(difference);
        count * score * (1.0 - score) / (SCALE * SCALE)
    };
    let mut matrix = vec![vec![0.0; games.len()]; games.len()];
    for (player, row) in games.iter().enumerate() {
        matrix[player][player] += weight(PRIOR, ratings[player]);
        for (other, tally) in row.iter().enumerate() {
            let weight = weight(tally.games() as f64, ratings[player] - ratings[other]);
            matrix[player][player] += weight;
            matrix[player][other] -= weight;
        }
    }
    matrix
}

/// The inverse of a symmetric, positive definite matrix, by Gauss and Jordan's elimination;
/// such a matrix needs no pivoting.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let size = matrix.len();
    for (row, numbers) in matrix.iter_mut().enumerate() {
        numbers.extend((0..size).map(|column| f64::from(u8::from(row == column))));
    }
    for pivot in 0..size {
        let divisor = matrix[pivot][pivot];
        for number in &mut matrix[pivot] {
            *number /= divisor;
        }
        let pivot_row = matrix[pivot].clone();
        for (row, numbers) in matrix.iter_mut().enumerate() {
            if row == pivot {
                continue;
            }
            let factor = numbers[pivot];
            for (number, above) in numbers.iter_mut().zip(&pivot_row) {
                *number -= factor * above;
            }
        }
    }
    matrix.into_iter().map(|row| row[size..].to_vec()).collect()
}

/// The variances of numbers with this covariance, each less the mean of all.
fn centred(covariance: &[Vec<f64>]) -> Vec<f64> {
    let means: Vec<f64> = covariance.iter().map(|row| average(row)).collect();
    let all = average(&means);
    let rows = covariance.iter().enumerate();
    rows.map(|(player, row)| row[player] - 2.0 * means[player] + all)
        .collect()
}
