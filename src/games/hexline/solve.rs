//! Who wins under best play to the end, by a table over all sets of free cells.
//!
//! A set is lost for the player to move when every line in it leaves a set that is won. The
//! table has one bit for each set, 64 sets to a word: those that differ in the first six
//! cells only. Words are filled in ascending order, so that all sets that a line can leave
//! are known; a line's sets are looked up for all 64 at once.
//!
//! Free cells without a free neighbour count by their parity alone, and share one bit: two of
//! them change nothing. Who would win without them answers one of them by the other, anything
//! else as if they were not there, and when only they are left they pass the turn twice.

use std::ops::Range;

use crate::game::Game;

use super::choices::{LastCell, Ties};
use super::rules::{CELLS, Hexline, Line, State};

/// An exact solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solved {
    /// Whether the player to move wins.
    pub wins: bool,
    /// The first winning line, or the last one where ties go to the last; none when every
    /// line loses or the game is over.
    pub line: Option<Line>,
}

/// Why a position was not solved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Unsolved {
    /// The table would be too large.
    TooLarge {
        /// Cells whose sets it would have to tell apart.
        cells: usize,
    },
    /// The watcher said stop when this share of the table was filled, from 0 to 1.
    Stopped(f64),
}

/// Cells that tell the sets of a word apart.
const LOW_CELLS: usize = 6;
/// The watcher is called once for so many cells' sets of words.
const WATCHED_CELLS: usize = 14;

/// Solves a position with a table of at most `bytes`.
///
/// `watch` is called now and then with how many words of 64 sets are filled, and of how many; when
/// it returns false the solver gives up.
///
/// # Errors
/// The limit that was reached.
pub fn solve(
    game: &Hexline,
    state: &State,
    bytes: usize,
    watch: &mut dyn FnMut(u64, u64) -> bool,
) -> Result<Solved, Unsolved> {
    let lines = game.all_moves(state);
    let numbering = Numbering::new(game, &lines);
    let mut distinct: Vec<u64> = lines
        .iter()
        .map(|&line| numbering.cells(game, line))
        .collect();
    distinct.sort_unstable();
    distinct.dedup();
    let wins_empty = game.rules.last_cell != LastCell::Wins;
    let root = numbering.root();
    let table = Table::fill(&distinct, numbering.count, wins_empty, bytes, watch)?;
    let leads_to_loss = |line: &&Line| {
        let left = numbering.after(root, numbering.cells(game, **line));
        !table.is_won(left)
    };
    let line = match game.rules.tie {
        Ties::First => lines.iter().find(leads_to_loss),
        Ties::Last | Ties::Bound => lines.iter().rfind(leads_to_loss),
    };
    Ok(Solved {
        wins: table.is_won(root),
        line: line.copied(),
    })
}

/// How sets of free cells are written as numbers.
struct Numbering {
    /// Each cell's bit; the cells without a free neighbour share the last one.
    bits: [u64; CELLS],
    /// How many bits there are.
    count: usize,
    /// The bit of the cells without a free neighbour; 0 when there are none.
    lonely: u64,
    /// Whether the number of those is odd.
    lonely_is_odd: bool,
}

impl Numbering {
    /// For the sets that `lines`, all those of a position, can leave.
    fn new(game: &Hexline, lines: &[Line]) -> Self {
        let mut is_free = [false; CELLS];
        let mut has_neighbour = [false; CELLS];
        for &line in lines {
            for cell in game.places(line).into_iter().flatten() {
                is_free[cell] = true;
                has_neighbour[cell] |= line.length > 1;
            }
        }
        let mut count = 0;
        let mut bits = [0; CELLS];
        for cell in (0..CELLS).filter(|&cell| has_neighbour[cell]) {
            // More bits than a word has are refused before any is used.
            bits[cell] = 1_u64.checked_shl(count).unwrap_or(0);
            count += 1;
        }
        let mut lonely = 0;
        let mut lonely_is_odd = false;
        for cell in (0..CELLS).filter(|&cell| is_free[cell] && !has_neighbour[cell]) {
            lonely = 1_u64.checked_shl(count).unwrap_or(0);
            lonely_is_odd = !lonely_is_odd;
            bits[cell] = lonely;
        }
        Self {
            bits,
            count: count as usize + usize::from(lonely != 0),
            lonely,
            lonely_is_odd,
        }
    }

    /// The set of all free cells.
    fn root(&self) -> u64 {
        let all = self.bits.iter().fold(0, |set, bit| set | bit);
        if self.lonely_is_odd {
            all
        } else {
            all & !self.lonely
        }
    }

    /// The cells of a line.
    fn cells(&self, game: &Hexline, line: Line) -> u64 {
        let places = game.places(line).into_iter().flatten();
        places.fold(0, |set, cell| set | self.bits[cell])
    }

    /// What a line leaves of a set.
    fn after(&self, set: u64, line: u64) -> u64 {
        // One of several lonely cells changes their parity, either way.
        set & !line | (line & self.lonely & !set)
    }
}

/// A line that takes cells which tell words apart.
#[derive(Clone, Copy)]
struct HighLine {
    /// Those cells, as a difference between words' numbers.
    high: u32,
    /// The other ones, as a difference between bits' numbers.
    low: u32,
}

/// Which sets are won for the player to move.
struct Table<'a> {
    words: Vec<u64>,
    /// The lines that can be played on the way down, level after level.
    lines: Vec<HighLine>,
    /// For each number of a bit, the bits whose sets have none of its cells.
    disjoint: [u64; 64],
    /// For each bit of a word, the bits that are won when that one is lost.
    won_by: [u64; 64],
    /// Whether the player to move wins when no cell is free.
    empty_is_won: bool,
    watch: &'a mut dyn FnMut(u64, u64) -> bool,
}

impl<'a> Table<'a> {
    fn fill(
        lines: &[u64],
        cells: usize,
        empty_is_won: bool,
        bytes: usize,
        watch: &'a mut dyn FnMut(u64, u64) -> bool,
    ) -> Result<Self, Unsolved> {
        let high_cells = cells.saturating_sub(LOW_CELLS);
        let most = bytes / size_of::<u64>();
        if high_cells >= u32::BITS as usize || most >> high_cells == 0 {
            return Err(Unsolved::TooLarge { cells });
        }
        let mut table = Self {
            words: vec![0; 1 << high_cells],
            lines: Vec::new(),
            disjoint: [0; 64],
            won_by: [0; 64],
            empty_is_won,
            watch,
        };
        for bit in 0..64_usize {
            let disjoint = (0..64).filter(|other| other & bit == 0);
            table.disjoint[bit] = disjoint.fold(0, |bits, other| bits | 1 << other);
        }
        for line in lines {
            let (high, low) = ((line >> LOW_CELLS) as u32, (line & 63) as u32);
            if high != 0 {
                table.lines.push(HighLine { high, low });
                continue;
            }
            for bit in (0..64).filter(|bit| bit & low == 0) {
                table.won_by[bit as usize] |= 1 << (bit | low);
            }
        }
        let all = 0..table.lines.len();
        table.fill_below(high_cells, 0, all)?;
        Ok(table)
    }

    /// Fills the words whose numbers agree with `word` above the lowest `level` bits.
    /// `lines` are those with no cells above that are not in the words.
    fn fill_below(
        &mut self,
        level: usize,
        word: usize,
        lines: Range<usize>,
    ) -> Result<(), Unsolved> {
        if level == WATCHED_CELLS {
            let all = self.words.len();
            if !(self.watch)(word as u64, all as u64) {
                return Err(Unsolved::Stopped(word as f64 / all as f64));
            }
        }
        let Some(level) = level.checked_sub(1) else {
            self.words[word] = self.filled(word, &self.lines[lines]);
            return Ok(());
        };
        let start = self.lines.len();
        for index in lines.clone() {
            let line = self.lines[index];
            if line.high & 1 << level == 0 {
                self.lines.push(line);
            }
        }
        self.fill_below(level, word, start..self.lines.len())?;
        self.lines.truncate(start);
        self.fill_below(level, word | 1 << level, lines)
    }

    /// The word's bits, when all that a line can leave is known.
    fn filled(&self, word: usize, lines: &[HighLine]) -> u64 {
        let mut won = u64::from(word == 0 && self.empty_is_won);
        for line in lines {
            let lost = !self.words[word - line.high as usize] & self.disjoint[line.low as usize];
            won |= lost << line.low;
        }
        // Lines within the word: lowest first, a set that is not won by now is lost.
        let mut unseen = u64::MAX;
        loop {
            let lost = !won & unseen;
            if lost == 0 {
                return won;
            }
            let bit = lost.trailing_zeros();
            won |= self.won_by[bit as usize];
            unseen = u64::MAX << bit << 1;
        }
    }

    fn is_won(&self, set: u64) -> bool {
        self.words[(set >> LOW_CELLS) as usize] >> (set & 63) & 1 == 1
    }
}
