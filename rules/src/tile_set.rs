//! Which tiles are in play.

use serde::{Deserialize, Serialize};

use crate::tile::{BonusTile, SuitTile, Tile};

/// Which tiles are in play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TileSet {
    /// 108 suit tiles, 16 winds, 4 seasons: 128.
    #[default]
    WindsAndSeasons,
    /// 108 suit tiles, winds, dragons, seasons and plants: 144.
    AllBonus,
}

impl TileSet {
    /// Every tile of the set in a fixed order: suit kinds, then bonus kinds, copies side by side.
    pub fn tiles(self) -> impl Iterator<Item = Tile> {
        let suit = SuitTile::ALL.into_iter().map(Tile::Suit);
        let bonus = BonusTile::ALL.into_iter().filter(move |tile| match self {
            Self::WindsAndSeasons => tile.is_wind_or_season(),
            Self::AllBonus => true,
        });
        suit.chain(bonus.map(Tile::Bonus))
            .flat_map(|tile| std::iter::repeat_n(tile, tile.copies().into()))
    }

    /// How many tiles it has.
    pub const fn size(self) -> usize {
        match self {
            Self::WindsAndSeasons => 128,
            Self::AllBonus => 144,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sets_have_the_length_they_say() {
        for set in [TileSet::WindsAndSeasons, TileSet::AllBonus] {
            assert_eq!(set.tiles().count(), set.size());
        }
    }
}
