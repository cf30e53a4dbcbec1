//! The inputs that programs are run with, made once.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::{Experiments, Lab, POOL, TEST};
use crate::mistakes::catalogue::Catalogue;
use crate::mistakes::diagnose::apart::Families;
use crate::mistakes::generate;

/// Inputs that were made for one program, kept for the next ones: making them takes longer than
/// most else.
#[derive(Default)]
pub(in super::super) struct Inputs {
    pub(super) streams: Mutex<HashMap<Kind, Arc<OnceLock<Stream>>>>,
    pub(super) families: Families,
}

/// What inputs are made, for which of the assignment's programs (for all, if none is named), their
/// seed and stream.
pub(super) type Kind = (Make, Vec<&'static str>, u64, u64);

/// [`generate::ordinary`] or [`generate::large`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Make {
    Ordinary,
    Large,
}

/// The inputs of a stream.
pub(super) type Stream = Arc<Vec<Vec<u8>>>;

impl Inputs {
    /// Makes those that most programs are run with, as long as somebody wants them.
    pub(in super::super) fn prepare(
        &self,
        catalogue: &Catalogue,
        experiments: Experiments,
        stop: &AtomicBool,
    ) {
        let mut lab = Lab::new(catalogue, self, experiments);
        for count in [POOL, TEST] {
            if !stop.load(Relaxed) {
                lab.fresh(count);
            }
        }
    }

    /// Those of a kind.
    pub(super) fn of(&self, catalogue: &Catalogue, kind: Kind) -> Stream {
        let known = {
            let mut all = self.streams.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(all.entry(kind.clone()).or_default())
        };
        let (make, programs, seed, stream) = kind;
        let make = match make {
            Make::Ordinary => generate::ordinary,
            Make::Large => generate::large,
        };
        let make = || Arc::new(make(catalogue, &programs, seed, stream));
        Arc::clone(known.get_or_init(make))
    }
}
