//! Win detection as the seed plan writes it (its Phases 6 and 7), the baseline of the benchmark.
//!
//! The plan's pseudo-code is followed step by step: a sorted list of tiles, each possible pair taken
//! out, then a recursion that takes a triplet or a run of the first tile and passes on the list
//! without it; and for each Gold, every kind tried in its place. The only change is that the plan's
//! five sets are any number of sets, as with open melds. Nothing is remembered, cut short or
//! reordered: this is what the tables are measured against.
//!
//! A tile is its kind: 0-8 dots 1-9, 9-17 bamboo 1-9, 18-26 characters 1-9.

#![allow(dead_code, reason = "the benchmark and the self-check each use only some of it")]

/// How many kinds of suit tile there are.
const KINDS: u8 = 27;

/// The plan's `isWinningHandWithGold`: whether the sorted natural `tiles` and `golds` Golds are
/// `sets` sets and a pair for some substitution of the Golds.
pub(crate) fn is_winning_hand_with_gold(tiles: &[u8], golds: u8, sets: u8) -> bool {
    if golds == 0 {
        return is_winning_hand(tiles, sets);
    }
    (0..KINDS).any(|kind| {
        let substituted = with(tiles, kind);
        is_winning_hand_with_gold(&substituted, golds - 1, sets)
    })
}

/// The plan's `isWinningHand`: whether the sorted `tiles` are `sets` sets and a pair.
pub(crate) fn is_winning_hand(tiles: &[u8], sets: u8) -> bool {
    let mut kinds = tiles.to_vec();
    kinds.dedup();
    kinds.into_iter().filter(|&kind| count(tiles, kind) >= 2).any(|kind| {
        let remaining = without(tiles, &[kind, kind]);
        can_form_sets(&remaining, 0, sets)
    })
}

/// The plan's `canFormFiveSets`: whether the sorted `tiles` are exactly the sets still to be found.
pub(crate) fn can_form_sets(tiles: &[u8], sets_found: u8, sets: u8) -> bool {
    if tiles.is_empty() && sets_found == sets {
        return true;
    }
    if tiles.len() < 3 {
        return false;
    }
    let tile = tiles[0];
    if count(tiles, tile) >= 3 {
        let remaining = without(tiles, &[tile; 3]);
        if can_form_sets(&remaining, sets_found + 1, sets) {
            return true;
        }
    }
    if tile % 9 <= 6 && tiles.contains(&(tile + 1)) && tiles.contains(&(tile + 2)) {
        let remaining = without(tiles, &[tile, tile + 1, tile + 2]);
        if can_form_sets(&remaining, sets_found + 1, sets) {
            return true;
        }
    }
    false
}

/// How many tiles are of `kind`.
fn count(tiles: &[u8], kind: u8) -> usize {
    tiles.iter().filter(|&&tile| tile == kind).count()
}

/// The tiles with one of `kind` put in its place in the order.
fn with(tiles: &[u8], kind: u8) -> Vec<u8> {
    let place = tiles.partition_point(|&tile| tile < kind);
    let mut tiles = tiles.to_vec();
    tiles.insert(place, kind);
    tiles
}

/// The tiles without the given ones, all of which must be there, in the same order.
fn without(tiles: &[u8], taken: &[u8]) -> Vec<u8> {
    let mut remaining = tiles.to_vec();
    for &kind in taken {
        let place = remaining.iter().position(|&tile| tile == kind).expect("a tile that is there");
        remaining.remove(place);
    }
    remaining
}
