//! How near a hand is to winning: one table-driven number answers every question.
//!
//! `lack` is how many tiles the natural tiles miss for the sets still needed and a pair. With `g`
//! Golds a hand is complete when `lack <= g`, and otherwise `lack - g` tiles away: a Gold stands
//! for any tile, also for the fifth of a kind.
//!
//! Everywhere `sets` is the number of sets still to be made from the hand: five less the melds.

mod notes;
mod outlooks;
mod reading;
mod tables;

use arrayvec::ArrayVec;

pub use self::outlooks::{Calls, Outlook, Outlooks, discards_to_call};
pub use self::reading::{GroupShape, HandGroup, Piece, Reading, readings};
use self::tables::{LackRow, TABLES, Tables};
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
#[inline(always)]
pub fn is_complete_with(hand: &Hand, tile: SuitTile, sets: usize) -> bool {
    // Most hands are further away: no need to look closer.
    lack(hand, sets) <= hand.golds() + 1 && completes(hand, tile, sets)
}

#[inline(never)]
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
    let suits = Suits::of(tables, hand);
    let rows = others(suits.classes)
        .map(|(one, other)| tables.lack_row_without_pair(sets, tables.join(one, other)));
    Some(suits.nearer(rows))
}

/// The kinds whose draw brings the hand nearer; a Gold always does.
///
/// Kinds of which the hand holds all four are left out, and a complete hand needs nothing.
pub fn helps(hand: &Hand, sets: usize) -> KindSet {
    let whole = Whole::of(hand, sets);
    let (lack, naturals) = whole.suits.nearer(whole.rows);
    outlook(lack, hand.golds(), naturals, hand.gold()).1
}

/// Every discard of a hand of `3 * sets + 2` tiles, with what remains, in sorted order.
pub fn discards(hand: &Hand, sets: usize) -> ArrayVec<AfterDiscard, DISCARDS_MAX> {
    let whole = Whole::of(hand, sets);
    hand.kinds().into_iter().map(|tile| whole.without(tile)).collect()
}

/// The distance, and the kinds that make it less: with the Gold, and none for a complete hand.
#[inline]
fn outlook(lack: u8, golds: u8, naturals: KindSet, gold: Option<SuitTile>) -> (u8, KindSet) {
    if lack <= golds {
        return (0, KindSet::EMPTY);
    }
    (lack - golds, naturals.union(gold.map_or(KindSet::EMPTY, KindSet::only)))
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

/// What one tile of each kind adds to its suit's code.
const UNITS: [u32; SuitTile::COUNT] = {
    let mut units = [0; SuitTile::COUNT];
    let mut kind = 0;
    while kind < SuitTile::COUNT {
        units[kind] = tables::unit(SuitTile::ALL[kind].rank());
        kind += 1;
    }
    units
};

/// What one tile adds to its suit's code.
#[inline]
pub(crate) fn unit(tile: SuitTile) -> u32 {
    UNITS[tile.index()]
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

/// The natural tiles of a hand as the tables see them.
struct Suits {
    /// The class of each suit.
    classes: [u8; 3],
    /// For each suit, its class with one more tile of each rank; as it is, where all four are held.
    grown: [[u8; 9]; 3],
}

impl Suits {
    #[inline]
    fn of(tables: &Tables, hand: &Hand) -> Self {
        let classes = hand.classes();
        let grown = Suit::ALL
            .map(|suit| grown(tables, hand.code(suit), classes[suit.index()], suit, hand.fours()));
        Self { classes, grown }
    }

    /// What the whole hand lacks, and the natural kinds that leave it lacking less, by the row of
    /// each suit.
    #[inline]
    fn nearer<const N: usize>(&self, rows: [&[u8; N]; 3]) -> (u8, KindSet) {
        let lack = rows[0][usize::from(self.classes[0])];
        let ranks = [0, 1, 2].map(|suit| nearer_ranks(rows[suit], self.grown[suit], lack));
        (lack, KindSet::of_ranks(ranks))
    }
}

/// A hand with all that its discards have in common.
struct Whole<'a> {
    tables: &'static Tables,
    hand: &'a Hand,
    sets: usize,
    suits: Suits,
    /// For each suit, what the hand lacks by that suit's class, the two others being as they are.
    rows: [&'static LackRow; 3],
}

impl<'a> Whole<'a> {
    #[inline]
    fn of(hand: &'a Hand, sets: usize) -> Self {
        let tables = &*TABLES;
        let suits = Suits::of(tables, hand);
        let row = |(one, other)| tables.lack_row(sets, tables.join(one, other));
        Self { tables, hand, sets, rows: others(suits.classes).map(row), suits }
    }

    #[inline]
    fn without(&self, tile: SuitTile) -> AfterDiscard {
        let (golds, gold) = (self.hand.golds(), self.hand.gold());
        let (golds, (lack, naturals)) = if gold == Some(tile) {
            (golds - 1, self.suits.nearer(self.rows))
        } else {
            (golds, self.nearer_without(tile))
        };
        let (distance, helps) = outlook(lack, golds, naturals, gold);
        AfterDiscard { tile, distance, helps }
    }

    /// What the hand lacks without `tile`, a natural one, and the natural kinds that help then: its
    /// own suit is looked up again, and the rows of the two others.
    #[inline]
    fn nearer_without(&self, tile: SuitTile) -> (u8, KindSet) {
        let Self { tables, ref suits, .. } = *self;
        let suit = tile.suit();
        let (own, [next, last]) = (suit.index(), suit.others().map(Suit::index));
        let code = self.hand.code(suit) - unit(tile);
        let class = tables.class(code);
        let lack = self.rows[own][usize::from(class)];
        let mut fours = self.hand.fours();
        fours.remove(tile);
        let mut ranks = [0; 3];
        ranks[own] = nearer_ranks(self.rows[own], grown(tables, code, class, suit, fours), lack);
        for (other, third) in [(next, last), (last, next)] {
            let row = tables.lack_row(self.sets, tables.join(class, suits.classes[third]));
            ranks[other] = nearer_ranks(row, suits.grown[other], lack);
        }
        (lack, KindSet::of_ranks(ranks))
    }
}

/// The classes of a suit once one tile of each rank is added; as it is, where all four are held.
#[inline(always)]
fn grown(tables: &Tables, code: u32, class: u8, suit: Suit, fours: KindSet) -> [u8; 9] {
    let grown = tables.grown(code);
    let full = fours.ranks(suit);
    if full == 0 {
        return grown;
    }
    std::array::from_fn(|rank| if full >> rank & 1 == 1 { class } else { grown[rank] })
}

/// The ranks of a suit, as bits, whose tile leaves less than `lack` missing.
///
/// A tile makes up for one that is missing or for none. So what it leaves is `lack` or one less,
/// and the difference is its bit: both are added up with a bit's weight for each rank, and one
/// subtraction does for all nine.
#[inline(always)]
fn nearer_ranks<const N: usize>(row: &[u8; N], grown: [u8; 9], lack: u8) -> u32 {
    let left = |class: u8| u32::from(row[usize::from(class)]);
    let left_by_rank = grown.into_iter().rev().fold(0, |sum, class| 2 * sum + left(class));
    let lack_by_rank = u32::from(lack) * 0b1_1111_1111;
    lack_by_rank - left_by_rank
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
