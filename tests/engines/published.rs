//! Published figures that no golden file can hold, computed by the plain searches.

use plyjudge::game::Side;
use plyjudge::games::kalah::{Kalah, State};
use plyjudge::search::alpha_beta::alpha_beta;

/// The table of spec/kalah.md: pruned node counts at depth 14, where the unpruned tree is
/// too large to visit.
#[test]
#[ignore = "takes seconds in release"]
fn kalah_pruned_counts_at_depth_14() {
    for (seeds, nodes) in [
        ([0, 2, 3, 2, 1, 13, 17, 11, 0, 2, 9, 0, 0, 12], 3_121_954),
        ([7, 2, 15, 0, 1, 0, 5, 0, 5, 7, 6, 1, 14, 9], 5_886_505),
    ] {
        let mover = Side::First;
        let decision = alpha_beta(&Kalah::default(), &State::new(seeds, mover), 14);
        assert_eq!(decision.nodes, nodes);
    }
}
