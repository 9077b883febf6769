//! The slow, obvious meaning of a hand's shape, against which the fast tables are tested, and the
//! random hands to test them on.
//!
//! Everything here is plain arrays and shares no type with the crate, so that a mistake in one
//! cannot hide in the other. A tile kind is an index: 0-8 dots 1-9, 9-17 bamboo 1-9, 18-26
//! characters 1-9. Counts are of natural tiles only; the Gold kind's own count is always 0, and the
//! Golds held are a separate number.
//!
//! The two questions are answered by two different methods: [`complete`] asks of each tile which
//! set or pair it belongs to, [`distance`] tries out whole targets.

#![allow(
    dead_code,
    unused_imports,
    reason = "each test file that includes this module uses only some of it"
)]

mod hands;

pub(crate) use hands::{HandPlan, HandSort, ReferenceHand, random_hand};

/// How many kinds of suit tile there are.
pub(crate) const KINDS: usize = 27;

/// How many copies of each kind there are.
const COPIES: u8 = 4;

/// How many Golds are in play: the fourth copy is the one that was flipped.
const GOLDS: u8 = COPIES - 1;

/// Every set as its three kinds, the sets in order of their lowest kind: 27 triplets, 21 runs.
const SETS: [[usize; 3]; 48] = all_sets();

const fn all_sets() -> [[usize; 3]; 48] {
    let mut sets = [[0; 3]; 48];
    let mut len = 0;
    let mut kind = 0;
    while kind < KINDS {
        sets[len] = [kind; 3];
        len += 1;
        if kind % 9 <= 6 {
            sets[len] = [kind, kind + 1, kind + 2];
            len += 1;
        }
        kind += 1;
    }
    assert!(len == sets.len());
    sets
}

// ---------------------------------------------------------------------------------------------
// Is the hand complete?

/// Whether the concealed tiles, with each Gold standing for any suit tile, are exactly `sets` sets
/// and one pair.
pub(crate) fn complete(counts: &[u8; KINDS], golds: u8, sets: u8) -> bool {
    let tiles = counts.iter().sum::<u8>() + golds;
    tiles == 3 * sets + 2 && splits(counts, golds, sets, 1)
}

/// Whether the tiles split into at most `sets` sets and `pairs` pairs, with Golds in the gaps.
///
/// The first tile left must belong to something: the pair, a triplet, or one of three runs. Try
/// each. Where a group wants a kind that is still held, the held tile goes in before a Gold does;
/// nothing is lost, because that tile and the Gold could trade places in any finished hand.
///
/// The number of tiles is already right, so once no natural tile is left the Golds that remain are
/// exactly the sets and the pair that remain.
fn splits(counts: &[u8; KINDS], golds: u8, sets: u8, pairs: u8) -> bool {
    let Some(first) = counts.iter().position(|&count| count > 0) else {
        return true;
    };
    if pairs > 0
        && let Some((rest, golds)) = take(counts, golds, &[first, first])
        && splits(&rest, golds, sets, pairs - 1)
    {
        return true;
    }
    sets > 0
        && SETS.iter().filter(|set| set.contains(&first)).any(|set| {
            take(counts, golds, set)
                .is_some_and(|(rest, golds)| splits(&rest, golds, sets - 1, pairs))
        })
}

/// The tiles and Golds left after taking `group`, a Gold for each kind that is not held; `None` if
/// the Golds do not suffice.
fn take(counts: &[u8; KINDS], golds: u8, group: &[usize]) -> Option<([u8; KINDS], u8)> {
    let mut rest = *counts;
    let mut golds = golds;
    for &kind in group {
        if rest[kind] > 0 {
            rest[kind] -= 1;
        } else {
            golds = golds.checked_sub(1)?;
        }
    }
    Some((rest, golds))
}

/// Whether a hand is complete with two of its Golds as the pair.
pub(crate) fn golden_pair(counts: &[u8; KINDS], golds: u8, sets: u8) -> bool {
    let tiles = counts.iter().sum::<u8>() + golds;
    tiles == 3 * sets + 2 && golds >= 2 && lack_without_pair(counts, sets) <= golds - 2
}

// ---------------------------------------------------------------------------------------------
// How far is the hand from complete?

/// How many tiles have still to be drawn: what the hand lacks, less the Golds, each of which is
/// whatever is lacking.
///
/// For a hand of 3 × `sets` + 2 tiles this is 0 exactly when it is [`complete`]; a hand of one tile
/// fewer is never nearer than 1.
pub(crate) fn distance(counts: &[u8; KINDS], golds: u8, sets: u8) -> u8 {
    lack(counts, sets).saturating_sub(golds)
}

/// The fewest tiles to add to `counts` for it to contain some `sets` sets and a pair.
///
/// Any target counts, even one that wants a fifth copy of a kind: a Gold can be that copy.
pub(crate) fn lack(counts: &[u8; KINDS], sets: u8) -> u8 {
    smallest(|limit| {
        // A pair of which no tile is held takes nothing from the sets: all such pairs are alike.
        let pair_added = limit >= 2 && contains_sets(counts, 0, sets, limit - 2);
        pair_added
            || (0..KINDS).filter(|&kind| counts[kind] > 0).any(|kind| {
                let mut rest = *counts;
                let held = rest[kind].min(2);
                rest[kind] -= held;
                let added = 2 - held;
                added <= limit && contains_sets(&rest, 0, sets, limit - added)
            })
    })
}

/// The fewest tiles to add to `counts` for it to contain some `sets` sets, with no pair.
pub(crate) fn lack_without_pair(counts: &[u8; KINDS], sets: u8) -> u8 {
    smallest(|limit| contains_sets(counts, 0, sets, limit))
}

/// The smallest number that is enough.
fn smallest(enough: impl Fn(u8) -> bool) -> u8 {
    (0..).find(|&number| enough(number)).expect("as many tiles as the target has are enough")
}

/// Whether adding at most `limit` tiles to `counts` lets `sets` sets be taken out of it, those that
/// use any held tile all from `SETS[from..]`.
///
/// Taking the sets of a target in the order of `SETS` meets every target exactly once; the same set
/// may come again. Three things cut the search short:
///
/// - a set that needs more than `limit` tiles added is not tried;
/// - a set of which no tile is held takes nothing from the others, so it can wait until the end,
///   where any set will do as well and costs three tiles;
/// - the sets still to come use only kinds from the present set's lowest upwards, so if the tiles
///   of those kinds and the `limit` together are too few for the sets, no choice can succeed.
fn contains_sets(counts: &[u8; KINDS], from: usize, sets: u8, limit: u8) -> bool {
    if limit >= 3 * sets {
        return true;
    }
    let mut lowest = SETS[from][0];
    let mut usable: u8 = counts[lowest..].iter().sum();
    for (index, set) in SETS.iter().enumerate().skip(from) {
        if lowest < set[0] {
            usable -= counts[lowest];
            lowest = set[0];
        }
        if usable + limit < 3 * sets {
            return false;
        }
        let added = missing(counts, set);
        if added > limit || added == 3 {
            continue;
        }
        let mut rest = *counts;
        for &kind in set {
            rest[kind] = rest[kind].saturating_sub(1);
        }
        if contains_sets(&rest, index, sets - 1, limit - added) {
            return true;
        }
    }
    false
}

/// How many of the set's three tiles are not held.
fn missing(counts: &[u8; KINDS], set: &[usize; 3]) -> u8 {
    let [low, middle, high] = *set;
    if low == high {
        3 - counts[low].min(3)
    } else {
        u8::from(counts[low] == 0) + u8::from(counts[middle] == 0) + u8::from(counts[high] == 0)
    }
}

/// The hand's natural tiles, one by one and sorted, as the seed's recursion takes them.
pub(crate) fn sorted_tiles(counts: &[u8; KINDS]) -> Vec<u8> {
    let kinds = (0..).zip(counts);
    kinds.flat_map(|(kind, &count)| (0..count).map(move |_| kind)).collect()
}
