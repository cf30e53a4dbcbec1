//! Random numbers that are the same everywhere.

use plyjudge::random::Random;

#[test]
fn streams_are_the_ciphers_own() {
    // The first words of ChaCha8 under an all-zero key, stream 0: 3e00ef2f895f40d6…
    let mut random = Random::new(0, 0);
    let first = 0xd640_5f89_2fef_003e_u128;
    assert_eq!(random.below(1 << 32), (first >> 32) as usize);
    let mut other = Random::new(0, 1);
    assert_ne!(other.below(1 << 32), (first >> 32) as usize);
}

#[test]
fn numbers_stay_in_range_and_reach_both_ends() {
    let mut random = Random::new(7, 3);
    let drawn: Vec<usize> = (0..200).map(|_| random.between(2, 4)).collect();
    assert!([2, 3, 4].iter().all(|wanted| drawn.contains(wanted)));
    assert!(drawn.iter().all(|drawn| (2..=4).contains(drawn)));
    assert_eq!(random.below(0), 0);
    assert_eq!(random.pick::<u8>(&[]), None);
}
