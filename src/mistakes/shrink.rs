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

#[cfg(test)]
mod tests {
    use super::shrink;
    use crate::protocol::source::without_stretches;

    #[test]
    fn what_is_needed_stays_and_nothing_else() {
        let start: Vec<u32> = (0..40).collect();
        let smaller = |items: &Vec<u32>| without_stretches(items);
        let is_good = |items: &Vec<u32>| items.contains(&3) && items.contains(&29);
        assert_eq!(shrink(start, 10_000, smaller, is_good), [3, 29]);
    }

    #[test]
    fn tries_are_counted_and_what_was_good_is_kept() {
        let start: Vec<u32> = (0..40).collect();
        let mut tries = 0;
        let smaller = |items: &Vec<u32>| without_stretches(items);
        let kept = shrink(start, 5, smaller, |items: &Vec<u32>| {
            tries += 1;
            items.contains(&39)
        });
        assert_eq!(tries, 5);
        assert!(kept.len() < 40 && kept.contains(&39));
    }
}
