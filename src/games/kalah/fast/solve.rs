//! The margin under best play to the end of the game.

use std::time::{Duration, Instant};

use super::board::{Board, FastKalah};
use super::endgame::Endgames;
use super::root::{Decision, Effort, Root};
use super::search::ENDLESS;
use super::table::Table;

/// With how much work and memory a position may be solved.
pub struct Limits<'a> {
    /// Nodes of one thread after which the solver gives up.
    pub nodes: u64,
    /// Threads, and memory of the tables.
    pub effort: Effort,
    /// Called now and then with a line on how far it is.
    pub progress: &'a mut dyn FnMut(&str),
}

/// Why a position was not solved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsolved {
    /// As many nodes were visited as may be.
    #[error("{nodes} nodes of one thread (margin to come {lower} to {upper})")]
    Nodes {
        /// The nodes there were.
        nodes: u64,
        /// The margin to come is at least this.
        lower: i32,
        /// It is at most this.
        upper: i32,
    },
    /// The table is too small to tell positions apart.
    #[error("{mib} MiB (the table needs {needed} MiB for {seeds} seeds)")]
    Memory {
        /// The memory there was, in MiB.
        mib: usize,
        /// What would do, in MiB.
        needed: usize,
        /// Seeds in the pits.
        seeds: i32,
    },
}

/// Levels of the search that finds a first guess.
const GUESSED_LEVELS: u32 = 12;
/// How often progress is told.
const TOLD_EVERY: Duration = Duration::from_secs(1);

impl FastKalah {
    /// Solves a position: its final margin for the player to move under best play, and the
    /// first best pit.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn solve(&self, board: Board, limits: &mut Limits<'_>) -> Result<Decision, Unsolved> {
        if self.is_stuck(board) {
            let value = self.value(board);
            return Ok(Decision { value, pit: None });
        }
        let seeds = board.seeds();
        let Effort { threads, bytes } = limits.effort;
        let most_nodes = limits.nodes;
        let mut reached = (-seeds, seeds);
        let given_up = |(lower, upper)| Unsolved::Nodes {
            nodes: most_nodes,
            lower,
            upper,
        };
        let most = Endgames::most_seeds(bytes / ENDGAME_SHARE).min(seeds as u32 * 5 / 12);
        let compute = || Endgames::compute(self, most);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let endgames = match pool {
            Ok(pool) => pool.install(compute),
            Err(_) => compute(),
        };
        // Memory that is spread over more pages than need be makes every look-up slower.
        let enough = 1_usize.checked_shl((seeds as u32 * 7 / 12).saturating_sub(1).max(16));
        let left = bytes.saturating_sub(endgames.bytes());
        let left = left.min(enough.unwrap_or(usize::MAX));
        let table = Table::within(left, seeds as u32).ok_or_else(|| Unsolved::Memory {
            mib: bytes >> 20,
            needed: Table::least_bytes(seeds as u32).div_ceil(1 << 20),
            seeds,
        })?;
        let mut told = Instant::now();
        let mut watch = |nodes, bounds: (i32, i32)| {
            reached = bounds;
            if told.elapsed() >= TOLD_EVERY {
                told = Instant::now();
                let (lower, upper) = bounds;
                (limits.progress)(&format!(
                    "{nodes} nodes of one thread searched, margin to come {lower} to {upper}"
                ));
            }
            nodes < most_nodes
        };
        let (table, endgames) = (Some(&table), Some(&endgames));
        let mut root = Root::new(self, board, threads, table, endgames, &mut watch);
        let decided = root
            .deepen(GUESSED_LEVELS)
            .and_then(|guess| root.value(ENDLESS, guess))
            .and_then(|value| Some((value, root.choice(ENDLESS, value)?)));
        let (value, pit) = decided.ok_or_else(|| given_up(reached))?;
        Ok(Decision {
            value: value + board.margin(),
            pit: Some(pit),
        })
    }
}

/// Part of the memory, as its divisor, that endgames may take.
const ENDGAME_SHARE: usize = 16;
