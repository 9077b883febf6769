//! A set of suit kinds, as a bit mask.

use std::fmt;

use crate::tile::{Suit, SuitTile};

/// A set of suit kinds. Small, `Copy`, iterated in the order hands are sorted.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct KindSet(u32);

/// How many bits of a byte are set.
const ONES: [u8; 256] = {
    let mut ones = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        ones[byte] = byte.count_ones() as u8;
        byte += 1;
    }
    ones
};

/// Which bits of a byte are set, the lowest first.
const NTH_ONE: [[u8; 8]; 256] = {
    let mut nth = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut found) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                nth[byte][found] = bit as u8;
                found += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    nth
};

impl KindSet {
    /// No kind at all.
    pub const EMPTY: Self = Self(0);

    /// The set of one kind.
    pub const fn only(tile: SuitTile) -> Self {
        Self(1 << tile.index())
    }

    /// The set with these ranks of each suit, rank 1 in the lowest bit.
    #[inline]
    pub(crate) const fn of_ranks([dots, bamboo, characters]: [u32; 3]) -> Self {
        Self(dots | bamboo << 9 | characters << 18)
    }

    /// The set with these ranks of one suit, rank 1 in the lowest bit.
    #[inline]
    pub(crate) const fn of_suit(suit: Suit, ranks: u32) -> Self {
        Self(ranks << (9 * suit.index()))
    }

    /// The ranks of `suit` in it, rank 1 in the lowest bit.
    #[inline]
    pub(crate) const fn ranks(self, suit: Suit) -> u32 {
        self.0 >> (9 * suit.index()) & 0x1ff
    }

    /// The kinds of either set.
    #[must_use]
    pub(crate) const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The kinds of both sets.
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The kinds that are not in `other`.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether no kind is in it.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many kinds are in it.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether `tile` is in it.
    pub const fn contains(self, tile: SuitTile) -> bool {
        self.0 >> tile.index() & 1 == 1
    }

    /// Puts `tile` in.
    pub const fn insert(&mut self, tile: SuitTile) {
        self.0 |= 1 << tile.index();
    }

    /// Takes `tile` out.
    pub const fn remove(&mut self, tile: SuitTile) {
        self.0 &= !(1 << tile.index());
    }

    /// The kind that comes first, if there is one.
    pub const fn first(self) -> Option<SuitTile> {
        SuitTile::from_index(self.0.trailing_zeros() as usize)
    }

    /// The lowest tiles of the runs that `tile` makes with two kinds of this set.
    pub const fn runs_with(self, tile: SuitTile) -> Self {
        let rank = tile.rank() as u32 - 1;
        let suit_start = tile.index() as u32 - rank;
        // Two places before the suit, so that no shift below can leave it.
        let suit = (self.0 >> suit_start & 0x1ff) << 2;
        let (below, above) = (suit >> rank & 0b11, suit >> (rank + 3) & 0b11);
        let lows = (below == 0b11) as u32
            | ((below & 0b10 != 0 && above & 0b01 != 0) as u32) << 1
            | ((above == 0b11) as u32) << 2;
        Self((lows << rank >> 2) << suit_start)
    }

    /// The kind with `n` others before it, if there are that many.
    ///
    /// Goes by bytes and tables instead of bit by bit: a loop of unknown length is what a
    /// processor guesses wrong every time.
    #[inline]
    pub fn nth(self, n: usize) -> Option<SuitTile> {
        let bytes = self.0.to_le_bytes();
        let [one, two, three, four] = bytes.map(|byte| usize::from(ONES[usize::from(byte)]));
        let before = [0, one, one + two, one + two + three];
        if n >= before[3] + four {
            return None;
        }
        let byte =
            usize::from(n >= before[1]) + usize::from(n >= before[2]) + usize::from(n >= before[3]);
        let bit = NTH_ONE[usize::from(bytes[byte])][n - before[byte]];
        SuitTile::from_index(8 * byte + usize::from(bit))
    }
}

impl IntoIterator for KindSet {
    type Item = SuitTile;
    type IntoIter = KindIter;

    fn into_iter(self) -> KindIter {
        KindIter(self)
    }
}

/// The kinds of a [`KindSet`], in order.
#[derive(Clone, Debug)]
pub struct KindIter(KindSet);

impl Iterator for KindIter {
    type Item = SuitTile;

    fn next(&mut self) -> Option<SuitTile> {
        let tile = self.0.first()?;
        self.0.remove(tile);
        Some(tile)
    }
}

impl FromIterator<SuitTile> for KindSet {
    fn from_iter<I: IntoIterator<Item = SuitTile>>(tiles: I) -> Self {
        let mut set = Self::EMPTY;
        tiles.into_iter().for_each(|tile| set.insert(tile));
        set
    }
}

impl fmt::Debug for KindSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_gives_back_its_kinds_in_order() {
        let set: KindSet =
            [SuitTile::Characters9, SuitTile::Dots1, SuitTile::Bamboo5].into_iter().collect();

        assert_eq!(
            set.into_iter().collect::<Vec<_>>(),
            [SuitTile::Dots1, SuitTile::Bamboo5, SuitTile::Characters9]
        );
        assert_eq!(set.nth(1), Some(SuitTile::Bamboo5));
        assert_eq!(set.nth(3), None);
    }

    #[test]
    fn the_nth_kind_is_the_nth_of_the_list() {
        let mut bits = 1u32;
        for _ in 0..10_000 {
            bits = bits.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let set = KindSet((bits >> 3) & (bits >> 5) & ((1 << 27) - 1));
            let list: Vec<SuitTile> = set.into_iter().collect();
            for n in 0..=list.len() {
                assert_eq!(set.nth(n), list.get(n).copied(), "{set:?}");
            }
        }
    }

    #[test]
    fn runs_with_a_tile_stay_in_its_suit() {
        let all: KindSet = SuitTile::ALL.into_iter().collect();
        for tile in SuitTile::ALL {
            let expected: KindSet = SuitTile::ALL
                .into_iter()
                .filter(|low| low.run().is_some_and(|run| run.contains(&tile)))
                .collect();
            assert_eq!(all.runs_with(tile), expected, "{tile}");
            assert_eq!(KindSet::EMPTY.runs_with(tile), KindSet::EMPTY);
            assert_eq!(KindSet::only(tile).runs_with(tile), KindSet::EMPTY);
        }
    }
}
