//! Which tiles are in play.

use serde::{Deserialize, Serialize};

use crate::tile::{SuitTile, Tile};

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
    pub fn tiles(self) -> &'static [Tile] {
        const USUAL: [Tile; TileSet::WindsAndSeasons.size()] = sorted(TileSet::WindsAndSeasons);
        const LARGE: [Tile; TileSet::AllBonus.size()] = sorted(TileSet::AllBonus);
        match self {
            Self::WindsAndSeasons => &USUAL,
            Self::AllBonus => &LARGE,
        }
    }

    const fn has(self, tile: Tile) -> bool {
        match (self, tile) {
            (Self::WindsAndSeasons, Tile::Bonus(tile)) => tile.is_wind_or_season(),
            (Self::WindsAndSeasons, Tile::Suit(_)) | (Self::AllBonus, _) => true,
        }
    }

    /// How many tiles it has.
    pub const fn size(self) -> usize {
        match self {
            Self::WindsAndSeasons => 128,
            Self::AllBonus => 144,
        }
    }
}

/// Every tile of a set; does not compile for another number of tiles than the set has.
const fn sorted<const N: usize>(set: TileSet) -> [Tile; N] {
    let mut tiles = [Tile::Suit(SuitTile::Dots1); N];
    let (mut filled, mut byte) = (0, 0);
    while let Some(tile) = Tile::from_byte(byte) {
        let mut copies = if set.has(tile) { tile.copies() } else { 0 };
        while copies > 0 {
            tiles[filled] = tile;
            filled += 1;
            copies -= 1;
        }
        byte += 1;
    }
    assert!(filled == N, "the set has another number of tiles");
    tiles
}
