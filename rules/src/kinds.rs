//! A set of suit kinds, as a bit mask.

use std::fmt;

use crate::tile::{Suit, SuitTile};

/// A set of suit kinds. Small, `Copy`, iterated in the order hands are sorted.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct KindSet(u32);

impl KindSet {
    /// No kind at all.
    pub const EMPTY: Self = Self(0);

    /// The set of one kind.
    pub const fn only(tile: SuitTile) -> Self {
        Self(1 << tile.index())
    }

    /// The set of the kinds of `suit` for whose rank, counted from 0, `holds`.
    #[inline]
    pub(crate) fn of_suit(suit: Suit, mut holds: impl FnMut(usize) -> bool) -> Self {
        let ranks = (0..9).fold(0, |ranks, rank| ranks | u32::from(holds(rank)) << rank);
        Self(ranks << (9 * suit.index()))
    }

    /// The kinds of either set.
    #[must_use]
    pub(crate) const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
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
    pub fn nth(self, n: usize) -> Option<SuitTile> {
        let mut bits = self.0;
        for _ in 0..n {
            bits &= bits.wrapping_sub(1);
        }
        Self(bits).first()
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
