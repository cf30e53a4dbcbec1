//! Watching answers while they are written.

use std::borrow::Cow;
use std::io::{self, Write};

use super::lead::Sink;
use super::{fingerprint, power};

/// What an answer is compared with.
#[derive(Clone, Copy, Debug)]
pub struct Awaited<'a> {
    /// The bytes.
    pub bytes: &'a [u8],
    /// Whether the answer may go on after them: they were cut off.
    pub is_cut: bool,
}

impl<'a> Awaited<'a> {
    /// Exactly these bytes.
    pub fn whole(bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            is_cut: false,
        }
    }
}

/// Which bytes of an answer count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// All.
    Exact,
    /// All but white space; what is awaited has none either.
    WithoutBlanks,
}

impl Reading {
    /// The bytes that count.
    pub fn counted(self, text: &[u8]) -> Cow<'_, [u8]> {
        match self {
            Self::Exact => Cow::Borrowed(text),
            Self::WithoutBlanks => {
                let mut counted = text.to_vec();
                counted.retain(|byte| !byte.is_ascii_whitespace());
                Cow::Owned(counted)
            }
        }
    }
}

/// What a comparison is about.
#[derive(Clone, Copy)]
pub struct Call<'a> {
    /// What is awaited of an input.
    pub awaited: &'a (dyn Fn(usize) -> Awaited<'a> + 'a),
    /// How many answers may differ before the comparison is given up.
    pub most: usize,
    /// How much work may be done, see [`crate::budget`]; what is not answered then stays open.
    pub work: u64,
}

/// How an answer compares with what is awaited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Equal to the end, or as far as what is awaited goes.
    Same,
    /// Different from this byte on.
    Departs(usize),
    /// Given up before it was known.
    Open,
}

/// An input whose answer is right so far.
#[derive(Clone, Copy)]
pub(super) struct Cursor {
    pub(super) input: usize,
    pub(super) offset: usize,
}

impl Cursor {
    pub(super) fn at_start(input: usize) -> Self {
        Self { input, offset: 0 }
    }
}

/// Compares what is written with what several inputs await.
pub(super) struct Watch<'a> {
    pub(super) awaited: &'a (dyn Fn(usize) -> Awaited<'a> + 'a),
    pub(super) reading: Reading,
    pub(super) alive: Vec<Cursor>,
    /// Whether it matters how answers depart.
    pub(super) wants_departures: bool,
    pub(super) done: Vec<Settled>,
}

/// An input whose fate is known.
pub(super) struct Settled {
    pub(super) input: usize,
    pub(super) fate: Fate,
    /// What stands for how it departs.
    pub(super) departure: u64,
}

impl Settled {
    pub(super) fn same(input: usize) -> Self {
        Self {
            input,
            fate: Fate::Same,
            departure: 0,
        }
    }

    /// An answer that departs from this byte on, with what was written there if that matters.
    pub(super) fn departs(input: usize, at: usize, told: Option<&[u8]>) -> Self {
        let departure = |told: &[u8]| {
            let place = fingerprint(&at.to_le_bytes());
            place.wrapping_mul(power(told.len())) ^ fingerprint(told)
        };
        Self {
            input,
            fate: Fate::Departs(at),
            departure: told.map_or(0, departure),
        }
    }
}

impl Sink for Watch<'_> {
    fn take_part(&mut self, told: &[u8]) -> io::Result<()> {
        let (awaited, done) = (self.awaited, &mut self.done);
        let wants_departures = self.wants_departures;
        self.alive.retain_mut(|cursor| {
            let Awaited { bytes, is_cut } = awaited(cursor.input);
            let rest = &bytes[cursor.offset..];
            if rest.starts_with(told) {
                cursor.offset += told.len();
                return true;
            }
            let same = rest
                .iter()
                .zip(told)
                .take_while(|(one, other)| one == other);
            let same = same.count();
            done.push(match is_cut && same == rest.len() {
                true => Settled::same(cursor.input),
                false => {
                    let told = wants_departures.then_some(&told[same..]);
                    Settled::departs(cursor.input, cursor.offset + same, told)
                }
            });
            false
        });
        match self.alive.is_empty() {
            true => Err(io::Error::from(io::ErrorKind::BrokenPipe)),
            false => Ok(()),
        }
    }
}

impl Write for Watch<'_> {
    fn write(&mut self, told: &[u8]) -> io::Result<usize> {
        self.take_part(&self.reading.counted(told))?;
        Ok(told.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
