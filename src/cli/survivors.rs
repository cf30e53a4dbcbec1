//! Mistakes of a catalogue, as an audit has them.

use crate::judge::mutation::audit::Fault;
use crate::mistakes::catalogue::{Catalogue, Set};

/// Mistakes made together, and the cases that catch them.
pub(super) fn fault(catalogue: &Catalogue, set: &Set, caught_by: &[usize]) -> Fault {
    let meaning = |index: usize| catalogue.mistakes()[index].meaning.clone();
    Fault {
        names: catalogue.names(set),
        meanings: set.iter().map(meaning).collect(),
        caught_by: caught_by.to_vec(),
        ..Fault::default()
    }
}
