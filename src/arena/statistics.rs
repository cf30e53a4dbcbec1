//! Ratings from results: Elo differences with their intervals, sequential tests.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Games as one of the players counts them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

/// A difference in rating: the points of the Elo scale by which a player is stronger.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Elo {
    /// The difference that would give the score; infinite when all games ended alike.
    pub difference: f64,
    /// The lower end of the 95 % interval.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

/// The standard deviations on either side of the mean that hold 95 % of a normal
/// distribution.
pub(super) const DEVIATIONS_95: f64 = 1.959_963_984_540_054;

/// Elo's expected score for a difference: 1 / (1 + 10^(−difference / 400)).
pub fn expected_score(difference: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-difference / 400.0))
}

/// The difference of which a score is the expected one; infinite for 0 and 1.
pub fn difference_of(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        400.0 * (score / (1.0 - score)).log10()
    }
}

impl Tally {
    /// Counts a game: won, lost or drawn.
    pub fn add(&mut self, won: Option<bool>) {
        match won {
            Some(true) => self.wins += 1,
            Some(false) => self.losses += 1,
            None => self.draws += 1,
        }
    }

    /// How many games there are.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The games of both.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
        }
    }

    /// The same games as the other player counts them.
    #[must_use]
    pub fn reversed(self) -> Self {
        Self {
            wins: self.losses,
            draws: self.draws,
            losses: self.wins,
        }
    }

    /// As [`Pairs::results`].
    pub fn results(&self) -> [(f64, u64); 3] {
        [(0.0, self.losses), (0.5, self.draws), (1.0, self.wins)]
    }

    /// Points: one for a win, a half for a draw.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Points for each game, 0 to 1; none without games.
    pub fn score(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / self.games() as f64)
    }

    /// The difference in rating, with the interval that the normal distribution of the mean
    /// score gives, its ends put on Elo's scale. When all games are won or all lost that has
    /// no width, and the end is the score that makes such a run of luck as rare as one in 40
    /// (Clopper and Pearson's interval). None without games.
    pub fn elo(&self) -> Option<Elo> {
        let (games, score) = (self.games() as f64, self.score()?);
        let rare = 0.025_f64.powf(1.0 / games);
        let (low, high) = if self.wins == self.games() {
            (rare, 1.0)
        } else if self.losses == self.games() {
            (0.0, 1.0 - rare)
        } else {
            let parts = [(self.wins, 1.0), (self.draws, 0.5), (self.losses, 0.0)];
            let squares: f64 = parts
                .iter()
                .map(|&(count, points)| count as f64 * (points - score) * (points - score))
                .sum();
            let margin = DEVIATIONS_95 * (squares / games / games).sqrt();
            (score - margin, score + margin)
        };
        Some(Elo {
            difference: difference_of(score),
            low: difference_of(low),
            high: difference_of(high),
        })
    }
}

/// Pairs of games with one opening, in which players change sides, by the points that the player
/// has of both: 0, ½, 1, 1½ and 2.
///
/// The luck of an opening is in both games, so that pairs say more surely than single games who is
/// stronger.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Pairs(pub [u64; 5]);

impl Pairs {
    /// Counts a pair: whether each game was won; nobody won a draw.
    pub fn add(&mut self, games: [Option<bool>; 2]) {
        let halves = games.map(|won| won.map_or(1, |won| 2 * usize::from(won)));
        self.0[halves[0] + halves[1]] += 1;
    }

    /// What a test is given: the share of the points in each result, and how often it came about.
    pub fn results(&self) -> [(f64, u64); 5] {
        std::array::from_fn(|halves| (halves as f64 / 4.0, self.0[halves]))
    }

    /// How many pairs there are.
    pub fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The likelihood of superiority: how probable it is that the player is the stronger one, by
    /// the normal distribution of the mean of the pairs. None where they all ended alike.
    pub fn superiority(&self) -> Option<f64> {
        let count = self.count() as f64;
        let results = self.results().map(|(points, many)| (points, many as f64));
        let points = results.iter().map(|(points, many)| many * points);
        let mean = points.sum::<f64>() / count;
        let squares = results.map(|(points, many)| many * (points - mean) * (points - mean));
        let squares: f64 = squares.iter().sum();
        let error = (squares / count / count).sqrt();
        (error > 0.0).then(|| normal((mean - 0.5) / error))
    }
}

/// The normal distribution: the probability of less than so many standard deviations above the
/// mean.
fn normal(deviations: f64) -> f64 {
    // Beyond, it is 0 or 1 as far as numbers tell.
    const FAR: f64 = 9.0;
    let x = deviations.clamp(-FAR, FAR);
    // ½ + φ(x) (x + x³/3 + x⁵/(3·5) + …), whose terms all have the sign of x.
    let (mut term, mut sum) = (x, x);
    let mut odd = 1.0;
    while term.abs() > f64::EPSILON * sum.abs() {
        odd += 2.0;
        term *= x * x / odd;
        sum += term;
    }
    let density = (-x * x / 2.0).exp() / std::f64::consts::TAU.sqrt();
    (0.5 + density * sum).clamp(0.0, 1.0)
}

/// A sequential probability ratio test: whether a player is stronger by `elo1` points rather
/// than by `elo0`, with as few games as it takes. Where players change sides it goes by pairs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sprt {
    /// The difference under the hypothesis to be rejected.
    pub elo0: f64,
    /// The difference under the other one; above `elo0`.
    pub elo1: f64,
    /// The probability of deciding for `elo1` where `elo0` is so.
    #[serde(default = "usual_error")]
    pub alpha: f64,
    /// The probability of deciding for `elo0` where `elo1` is so.
    #[serde(default = "usual_error")]
    pub beta: f64,
}

/// The probability of an error where nobody says which.
fn usual_error() -> f64 {
    0.05
}

impl FromStr for Sprt {
    type Err = String;

    /// `0,50`, or as cutechess-cli and fastchess have it: `elo0=0 elo1=50 alpha=0.05 beta=0.05`,
    /// with blanks or commas.
    fn from_str(text: &str) -> Result<Self, String> {
        let [mut elo0, mut elo1] = [None, None];
        let [mut alpha, mut beta] = [usual_error(); 2];
        let mut parse = || {
            for (place, word) in text
                .split([',', ' '])
                .filter(|word| !word.is_empty())
                .enumerate()
            {
                let (name, value) = match word.split_once('=') {
                    Some(pair) => pair,
                    None => (*["elo0", "elo1"].get(place)?, word),
                };
                let value: f64 = value.parse().ok().filter(|value: &f64| value.is_finite())?;
                match name {
                    "elo0" => elo0 = Some(value),
                    "elo1" => elo1 = Some(value),
                    "alpha" => alpha = value,
                    "beta" => beta = value,
                    _ => return None,
                }
            }
            let sprt = Self {
                elo0: elo0?,
                elo1: elo1?,
                alpha,
                beta,
            };
            let is_error = |error: f64| 0.0 < error && error < 0.5;
            (sprt.elo0 < sprt.elo1 && is_error(alpha) && is_error(beta)).then_some(sprt)
        };
        parse().ok_or_else(|| {
            format!(
                "found '{text}', expected two differences in Elo, the lower one first: 0,20, or \
                 'elo0=0 elo1=20 alpha=0.05 beta=0.05', with errors above 0 and below 0.5"
            )
        })
    }
}

/// What a test decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Decision {
    /// `elo0` fits better.
    Elo0,
    /// `elo1` fits better.
    Elo1,
}

/// A result that never occurred counts as so many games, so that it stays possible.
const NEVER: f64 = 1e-3;

impl Sprt {
    /// The ratios between which the test goes on, Wald's: ln(β / (1 − α)) and ln((1 − β) / α).
    pub fn bounds(&self) -> (f64, f64) {
        let Self { alpha, beta, .. } = self;
        ((beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln())
    }

    /// The log-likelihood ratio of the two hypotheses on the logistic scale of Elo: the generalized
    /// one, in which the results have under each hypothesis the probabilities that fit best among
    /// those with its score (Van den Bergh, "A practical introduction to the GSPRT"). `results` are
    /// those of games or of pairs: the share of the points, and how often it came about.
    pub fn ratio<const N: usize>(&self, results: [(f64, u64); N]) -> f64 {
        if results.iter().all(|(_, count)| *count == 0) {
            return 0.0;
        }
        let counts = results.map(|(_, count)| (count as f64).max(NEVER));
        let all: f64 = counts.iter().sum();
        let shares: [_; N] = std::array::from_fn(|at| (results[at].0, counts[at] / all));
        let [zero, one] = [self.elo0, self.elo1].map(|elo| likeliest(shares, expected_score(elo)));
        (0..N)
            .map(|result| counts[result] * (one[result] / zero[result]).ln())
            .sum()
    }

    /// What a ratio decides, if it does.
    pub fn decision(&self, ratio: f64) -> Option<Decision> {
        let (low, high) = self.bounds();
        if ratio <= low {
            Some(Decision::Elo0)
        } else if ratio >= high {
            Some(Decision::Elo1)
        } else {
            None
        }
    }
}

/// The probabilities of results that make these shares likeliest among all with this score. Of each
/// result the points and the share are given.
///
/// By Lagrange's method they are `share / (1 + x (points − score))` for the `x` that makes
/// the sum of `share (points − score) / (1 + x (points − score))` zero, which falls with `x`.
fn likeliest<const N: usize>(shares: [(f64, f64); N], score: f64) -> [f64; N] {
    let terms = shares.map(|(points, share)| (points - score, share));
    let sum = |x: f64| -> f64 {
        let terms = terms.iter();
        terms
            .map(|(distance, share)| share * distance / (1.0 + x * distance))
            .sum()
    };
    let (mut low, mut high) = (-1.0 / (1.0 - score), 1.0 / score);
    for _ in 0..200 {
        let middle = low.midpoint(high);
        if sum(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let x = low.midpoint(high);
    terms.map(|(distance, share)| share / (1.0 + x * distance))
}
