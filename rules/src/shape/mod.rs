//! How near a hand is to winning: one table-driven number answers every question.
//!
//! `lack` is how many tiles the natural tiles miss for the sets still needed and a pair. With `g`
//! Golds a hand is complete when `lack <= g`, and otherwise `lack - g` tiles away: a Gold stands
//! for any tile, also for the fifth of a kind.
//!
//! Everywhere `sets` is the number of sets still to be made from the hand: five less the melds.

mod reading;
mod tables;

use arrayvec::ArrayVec;

pub use self::reading::{GroupShape, HandGroup, Piece, Reading, readings};
use self::tables::{TABLES, Tables};
use crate::hand::Hand;
use crate::kinds::KindSet;
use crate::tile::{COPIES, Suit, SuitTile};

/// Distinct kinds a hand can hold before a discard.
pub const DISCARDS_MAX: usize = 17;

/// What remains after one discard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AfterDiscard {
    /// The tile that goes.
    pub tile: SuitTile,
    /// Tiles still to be drawn then.
    pub distance: u8,
    /// The kinds that bring the hand nearer then.
    pub helps: KindSet,
}

/// How many tiles must still be drawn: 0 complete, 1 waiting.
///
/// For a hand of `3 * sets + 1` or `3 * sets + 2` tiles.
#[inline]
pub fn distance(hand: &Hand, sets: usize) -> u8 {
    lack(hand, sets).saturating_sub(hand.golds())
}

/// Whether the hand is `sets` sets and a pair.
#[inline]
pub fn is_complete(hand: &Hand, sets: usize) -> bool {
    hand.len() == 3 * sets + 2 && lack(hand, sets) <= hand.golds()
}

/// Whether the hand is `sets` sets and a pair once `tile`, not a Gold, is added.
#[inline]
pub fn is_complete_with(hand: &Hand, tile: SuitTile, sets: usize) -> bool {
    // Most hands are further away: no need to look closer.
    lack(hand, sets) <= hand.golds() + 1 && completes(hand, tile, sets)
}

fn completes(hand: &Hand, tile: SuitTile, sets: usize) -> bool {
    if hand.natural(tile) == COPIES {
        return false;
    }
    let tables = &*TABLES;
    let suit = tile.suit();
    let mut classes = hand.classes();
    classes[suit.index()] = tables.class(hand.code(suit) + unit(tile));
    hand.len() + 1 == 3 * sets + 2 && lack_of(tables, classes, sets) <= hand.golds()
}

/// Whether the hand is `sets` sets and a pair once a Gold is added.
#[inline]
pub fn is_complete_with_gold(hand: &Hand, sets: usize) -> bool {
    hand.len() + 1 == 3 * sets + 2 && lack(hand, sets) <= hand.golds() + 1
}

/// Whether two Golds can be the pair of a complete hand.
pub fn has_golden_pair(hand: &Hand, sets: usize) -> bool {
    let tables = &*TABLES;
    let [dots, bamboo, characters] = hand.classes();
    let row = tables.lack_row_without_pair(sets, tables.join(dots, bamboo));
    hand.len() == 3 * sets + 2 && row[usize::from(characters)] + 2 <= hand.golds()
}

/// How many tiles must still be drawn until a hand that holds two Golds can have them for its
/// pair, and the kinds whose draw brings that nearer. Nothing for a hand with fewer Golds.
pub fn golden_pair_nearer_with(hand: &Hand, sets: usize) -> Option<(u8, KindSet)> {
    hand.golds().checked_sub(2)?;
    let tables = &*TABLES;
    let (classes, grown) = (hand.classes(), Grown::of(tables, hand));
    let [(bamboo, characters), ..] = others(classes);
    let row = tables.lack_row_without_pair(sets, tables.join(bamboo, characters));
    let lack = row[usize::from(classes[0])];
    let mut kinds = KindSet::EMPTY;
    for (suit, (one, other)) in Suit::ALL.into_iter().zip(others(classes)) {
        let row = tables.lack_row_without_pair(sets, tables.join(one, other));
        let grown = &grown.0[suit.index()];
        kinds = kinds.union(KindSet::of_suit(suit, |rank| row[usize::from(grown[rank])] < lack));
    }
    Some((lack, kinds))
}

/// The kinds whose draw brings the hand nearer; a Gold always does.
///
/// Kinds of which the hand holds all four are left out, and a complete hand needs nothing.
pub fn helps(hand: &Hand, sets: usize) -> KindSet {
    let tables = &*TABLES;
    nearer_with(tables, hand, sets, &Grown::of(tables, hand)).1
}

/// Every discard of a hand of `3 * sets + 2` tiles, with what remains, in sorted order.
pub fn discards(hand: &Hand, sets: usize) -> ArrayVec<AfterDiscard, DISCARDS_MAX> {
    let tables = &*TABLES;
    let grown = Grown::of(tables, hand);
    let after = |tile: SuitTile| {
        let (mut rest, mut grown) = (*hand, grown);
        rest.remove(tile);
        grown.renew(tables, &rest, tile.suit());
        let (distance, helps) = nearer_with(tables, &rest, sets, &grown);
        AfterDiscard { tile, distance, helps }
    };
    hand.kinds().into_iter().map(after).collect()
}

/// The distance each discard leaves, in sorted order: [`discards`] without what helps then.
pub fn discard_distances(hand: &Hand, sets: usize) -> impl Iterator<Item = (SuitTile, u8)> + '_ {
    let tables = &*TABLES;
    let classes = hand.classes();
    let rows = others(classes).map(|(one, other)| tables.lack_row(sets, tables.join(one, other)));
    hand.kinds().into_iter().map(move |tile| {
        if hand.gold() == Some(tile) {
            return (tile, lack_of(tables, classes, sets).saturating_sub(hand.golds() - 1));
        }
        let suit = tile.suit();
        let class = tables.class(hand.code(suit) - unit(tile));
        (tile, rows[suit.index()][usize::from(class)].saturating_sub(hand.golds()))
    })
}

/// Builds the tables now instead of at the first look-up, and says how many bytes they take.
pub fn warm_up() -> usize {
    TABLES.bytes()
}

/// Builds the tables once more, for measuring, and says how many bytes they take.
pub fn rebuild_tables() -> usize {
    Tables::build().bytes()
}

/// What one tile of each rank adds to its suit's code.
const UNITS: [u32; 9] = {
    let mut units = [0; 9];
    let mut rank = 0;
    while rank < 9 {
        units[rank] = tables::unit(rank as u8 + 1);
        rank += 1;
    }
    units
};

/// What one tile adds to its suit's code.
#[inline]
pub(crate) fn unit(tile: SuitTile) -> u32 {
    UNITS[usize::from(tile.rank()) - 1]
}

/// The class of a suit with no tile in it.
pub(crate) const CLASS_OF_NOTHING: u8 = 0;

/// The class of a suit, from its code.
#[inline]
pub(crate) fn class(code: u32) -> u8 {
    TABLES.class(code)
}

#[inline]
fn lack(hand: &Hand, sets: usize) -> u8 {
    lack_of(&TABLES, hand.classes(), sets)
}

#[inline]
fn lack_of(tables: &Tables, [dots, bamboo, characters]: [u8; 3], sets: usize) -> u8 {
    tables.lack_row(sets, tables.join(dots, bamboo))[usize::from(characters)]
}

/// For each suit, the classes of the two others.
#[inline]
fn others([dots, bamboo, characters]: [u8; 3]) -> [(u8, u8); 3] {
    [(bamboo, characters), (dots, characters), (dots, bamboo)]
}

/// For each suit, its class with one more tile of each rank; as it is, where all four are held.
#[derive(Clone, Copy)]
struct Grown([[u8; 9]; 3]);

impl Grown {
    fn of(tables: &Tables, hand: &Hand) -> Self {
        let mut grown = Self([[0; 9]; 3]);
        Suit::ALL.into_iter().for_each(|suit| grown.renew(tables, hand, suit));
        grown
    }

    /// Looks one suit up again.
    #[inline]
    fn renew(&mut self, tables: &Tables, hand: &Hand, suit: Suit) {
        let (code, counts) = (hand.code(suit), hand.natural_counts(suit));
        for (rank, class) in self.0[suit.index()].iter_mut().enumerate() {
            let more = if counts[rank] < COPIES { UNITS[rank] } else { 0 };
            *class = tables.class(code + more);
        }
    }
}

/// The distance, and the kinds whose draw makes it less. Every kind is asked without a branch:
/// which ones help is what no processor can guess.
fn nearer_with(tables: &Tables, hand: &Hand, sets: usize, grown: &Grown) -> (u8, KindSet) {
    let classes = hand.classes();
    let lack = lack_of(tables, classes, sets);
    if lack <= hand.golds() {
        return (0, KindSet::EMPTY);
    }
    let mut kinds = hand.gold().map_or(KindSet::EMPTY, KindSet::only);
    for (suit, (one, other)) in Suit::ALL.into_iter().zip(others(classes)) {
        let row = tables.lack_row(sets, tables.join(one, other));
        let grown = &grown.0[suit.index()];
        kinds = kinds.union(KindSet::of_suit(suit, |rank| row[usize::from(grown[rank])] < lack));
    }
    (lack - hand.golds(), kinds)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hand(gold: &str, tiles: &str) -> Hand {
        Hand::new(gold.parse().ok(), tiles.split_whitespace().map(|tile| tile.parse().unwrap()))
    }

    #[test]
    fn a_gold_before_8_9_makes_a_run() {
        let hand = hand("bamboo_1", "dots_8 dots_9 bamboo_1 dots_1 dots_1");

        assert!(is_complete(&hand, 1));
        let piece = readings(&hand, 1)[0].groups[0].pieces[0];
        assert_eq!(piece, Piece { tile: "dots_7".parse().unwrap(), gold: true });
    }

    #[test]
    fn a_golden_pair_needs_every_set_without_golds() {
        let runs = "dots_1 dots_2 dots_3 bamboo_4 bamboo_5 bamboo_6";
        let waiting =
            hand("bamboo_1", &format!("{runs} characters_7 characters_8 bamboo_1 bamboo_1"));
        let one_gold = hand("bamboo_1", &format!("{runs} characters_7 characters_8 bamboo_1"));

        let kinds = ["characters_6", "characters_9"].map(|tile| tile.parse::<SuitTile>().unwrap());
        assert_eq!(golden_pair_nearer_with(&waiting, 3), Some((1, kinds.into_iter().collect())));
        assert_eq!(golden_pair_nearer_with(&one_gold, 3), None);
    }

    #[test]
    fn an_empty_suit_has_the_class_of_nothing() {
        assert_eq!(class(0), CLASS_OF_NOTHING);
    }

    #[test]
    fn tables_fit_in_a_megabyte() {
        assert!(warm_up() <= 1 << 20, "{}", warm_up());
    }
}
