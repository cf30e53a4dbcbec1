//! Smaller inputs that still show what a larger one shows.

/// Makes something smaller as long as a smaller one is still good, trying at most `most`
/// times.
///
/// `smaller` proposes, those first that would save most; the first good proposal is taken
/// and made smaller in turn. What is returned was found good, or is `start` itself.
pub fn shrink<T>(
    start: T,
    most: usize,
    smaller: impl Fn(&T) -> Vec<T>,
    mut is_good: impl FnMut(&T) -> bool,
) -> T {
    let mut best = start;
    let mut left = most;
    loop {
        let mut found = None;
        for proposal in smaller(&best) {
            if left == 0 {
                return best;
            }
            left -= 1;
            if is_good(&proposal) {
                found = Some(proposal);
                break;
            }
        }
        match found {
            Some(proposal) => best = proposal,
            None => return best,
        }
    }
}
