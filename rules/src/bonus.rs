//! Bonus tiles of one player, as counts.

use crate::tile::BonusTile;

/// Some bonus tiles; which came first does not matter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BonusTiles {
    counts: [u8; BonusTile::COUNT],
    len: u8,
}

impl BonusTiles {
    /// Puts a tile in.
    pub fn add(&mut self, tile: BonusTile) {
        self.counts[tile.index()] += 1;
        self.len += 1;
    }

    /// Takes a tile out.
    ///
    /// # Panics
    /// The tile is not there: a broken invariant.
    pub fn remove(&mut self, tile: BonusTile) {
        assert!(self.counts[tile.index()] > 0, "no such bonus tile to take");
        self.counts[tile.index()] -= 1;
        self.len -= 1;
    }

    /// The tile that comes first, if there is one.
    pub fn first(&self) -> Option<BonusTile> {
        if self.len == 0 { None } else { self.tiles().next() }
    }

    /// How many tiles there are.
    pub fn len(&self) -> usize {
        self.len.into()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Every tile in a fixed order.
    pub fn tiles(&self) -> impl Iterator<Item = BonusTile> + '_ {
        BonusTile::ALL
            .into_iter()
            .flat_map(|tile| std::iter::repeat_n(tile, self.counts[tile.index()].into()))
    }
}
