//! The reference for hand shapes on hands worked out by hand.

#[path = "../benches/seed_recursion/mod.rs"]
mod seed_recursion;
mod shape_reference;

use seed_recursion::is_winning_hand_with_gold;
use shape_reference::{KINDS, complete, distance, golden_pair, lack_without_pair, sorted_tiles};

/// Counts from a hand written as ranks after the suit's letter: `d123 b55 c7`.
fn hand(text: &str) -> [u8; KINDS] {
    let mut counts = [0; KINDS];
    let mut suit = None;
    for letter in text.chars().filter(|letter| !letter.is_whitespace()) {
        match letter {
            'd' => suit = Some(0),
            'b' => suit = Some(9),
            'c' => suit = Some(18),
            _ => {
                let rank = letter.to_digit(10).filter(|&rank| rank > 0).expect("a rank");
                counts[suit.expect("a suit first") + rank as usize - 1] += 1;
            }
        }
    }
    counts
}

/// Asserts the distance, and what it says about completeness, which both other methods must agree
/// with.
#[track_caller]
fn assert_distance(text: &str, golds: u8, sets: u8, expected: u8) {
    let counts = hand(text);
    assert_eq!(distance(&counts, golds, sets), expected, "{text} and {golds} Golds");
    let tiles = counts.iter().sum::<u8>() + golds;
    let is_complete = expected == 0 && tiles == 3 * sets + 2;
    assert_eq!(complete(&counts, golds, sets), is_complete, "{text} and {golds} Golds");
    let by_seed = is_winning_hand_with_gold(&sorted_tiles(&counts), golds, sets);
    assert_eq!(by_seed, is_complete, "{text} and {golds} Golds, by the seed's recursion");
}

#[test]
fn a_hand_without_golds() {
    assert_distance("d123 d456 b789 c111 c999 b55", 0, 5, 0);
    assert_distance("d123 d456 b789 c111 c999 b5", 0, 5, 1);
    assert_distance("d123 d456 b789 c111 c999 b56", 0, 5, 1);
    assert_distance("d55", 0, 0, 0);
    assert_distance("d56", 0, 0, 1);
    assert_distance("d5", 0, 0, 1);
}

#[test]
fn a_run_stays_in_its_suit() {
    assert_distance("d89 b1 c55", 0, 1, 1);
    assert_distance("d9 b12 c55", 0, 1, 1);
    assert_distance("d891 c55", 0, 1, 1);
}

#[test]
fn a_gold_fills_any_place_of_a_run() {
    assert_distance("d89 c55", 1, 1, 0);
    assert_distance("d12 c55", 1, 1, 0);
    // Dots 5 is Gold: it lies between the 4 and the 6 as itself.
    assert_distance("d46 c55", 1, 1, 0);
    // No gap of two can be filled by one tile.
    assert_distance("d47 c55", 1, 1, 1);
    assert_distance("d47 c55", 0, 1, 2);
}

#[test]
fn one_tile_and_two_golds_are_a_set() {
    assert_distance("d1 c55", 2, 1, 0);
    assert_distance("d9 c55", 2, 1, 0);
    assert_distance("d1 c5", 2, 1, 1);
    assert_distance("d1 c5", 3, 1, 0);
}

#[test]
fn golds_alone() {
    assert_distance("", 2, 0, 0);
    assert_distance("", 1, 0, 1);
    assert_distance("d55", 3, 1, 0);
    assert_distance("", 3, 1, 2);
}

#[test]
fn a_gold_can_be_a_fifth_copy() {
    // A triplet and a pair of dots 1, the Gold as the fifth.
    assert_distance("d1111", 1, 1, 0);
    // Waiting for a fifth copy still counts as one tile away, though only a Gold can be that tile.
    assert_distance("d1111", 0, 1, 1);
    // Four triplets and four single tiles, of which one starts the fifth set and one the pair.
    assert_distance("d1111 b9999 c1111 c9999", 0, 5, 3);
    assert_distance("d1111 b9999 c1111 c9999 b1", 0, 5, 3);
    assert_distance("d1111 b9999 c111 c999", 3, 5, 0);
    // Bamboo 5 is Gold: two triplets, a run through the Gold, and two Golds as the pair.
    assert_distance("b4444 b6666", 3, 3, 0);
}

#[test]
fn a_set_no_tile_of_which_is_held() {
    // Two triplets and a pair are there; the third set is wanting altogether.
    assert_distance("d111 d999 b55", 0, 3, 3);
    assert_distance("", 0, 5, 17);
}

#[test]
fn seven_overlapping_runs() {
    // 111 2345678 999: every rank is a wait.
    for rank in 1..=9 {
        assert_distance(&format!("d1112345678999 {rank}"), 0, 4, 0);
    }
    assert_distance("d1112345678999", 1, 4, 0);
    // Each run starts one rank above the last.
    assert_distance("d123 234 345 456 567 99", 0, 5, 0);
    assert_distance("d345 456 567 678 789 11", 0, 5, 0);
    assert_eq!(lack_without_pair(&hand("d123 234 345 456 567 678 789"), 7), 0);
    // The quad is a triplet and the low end of a run.
    assert_distance("d1111 23 44 567 888 999", 0, 5, 0);
    // Four of the same run, or three triplets and the run, and one more run over them.
    assert_distance("d123 123 123 123 345 99", 0, 5, 0);
}

#[test]
fn triplets_or_runs() {
    // Three triplets side by side are three runs too; the pair decides nothing.
    assert_distance("d111222333 b44", 0, 3, 0);
    // Only as runs: 123 123, the pair 11.
    assert_distance("d11 123 123", 0, 2, 0);
    // Only as 111, 123 and 33: with the pair 11 nothing fits.
    assert_distance("d1111 2333", 0, 2, 0);
    // A run and half a pair, or the pair 22 and most of a run.
    assert_distance("d1223 b5", 0, 1, 1);
}

#[test]
fn the_golden_pair() {
    assert!(golden_pair(&hand("d123 b789 c111 c999 d456"), 2, 5));
    assert!(golden_pair(&hand("d123 b789 c111 c999 d45"), 3, 5));
    assert!(golden_pair(&hand("d12"), 3, 1));
    assert!(golden_pair(&hand(""), 2, 0));
    // Complete, but both Golds are needed in sets.
    let counts = hand("d12 b78 c111 c999 d456 b55");
    assert!(complete(&counts, 2, 5));
    assert!(!golden_pair(&counts, 2, 5));
    // Three Golds, one in the pair: two sets with a gap each.
    let counts = hand("d12 b78 c5");
    assert!(complete(&counts, 3, 2));
    assert!(!golden_pair(&counts, 3, 2));
    // One Gold is no pair.
    assert!(!golden_pair(&hand("d123 5"), 1, 1));
    // Not complete: a tile short, a tile over, or nothing near.
    assert!(!golden_pair(&hand("d12"), 2, 1));
    assert!(!golden_pair(&hand("d1234"), 2, 1));
    assert!(!golden_pair(&hand("d14 b8"), 2, 1));
}

#[test]
fn what_is_lacking_without_the_pair() {
    assert_eq!(lack_without_pair(&hand("d123 b55"), 1), 0);
    assert_eq!(lack_without_pair(&hand("d12 b55"), 1), 1);
    assert_eq!(lack_without_pair(&hand("d1111"), 2), 2);
    assert_eq!(lack_without_pair(&hand(""), 0), 0);
    assert_eq!(lack_without_pair(&hand(""), 5), 15);
}
