//! The wall: the shuffled set, drawn from one end.

use std::fmt;

use crate::tile::Tile;
use crate::tile_set::TileSet;
use arrayvec::ArrayVec;

/// Tiles in the largest set.
pub const WALL_MAX: usize = 144;

/// The tiles not yet taken, in the order they will be.
///
/// Not serialisable, and `Debug` shows no tile: what is in the wall is nobody's to see.
#[derive(Clone, PartialEq, Eq)]
pub struct Wall {
    tiles: ArrayVec<Tile, WALL_MAX>,
    taken: usize,
    kept: usize,
}

/// The tiles are not one whole set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a wall must hold every tile of its set exactly once")]
pub struct NotAWall;

impl Wall {
    /// Shuffles the set with bytes from `next_byte`, each value equally likely.
    ///
    /// Fisher–Yates from the last place down: for `n` = length..2, take bytes until one is below
    /// the largest multiple of `n` that is at most 256, and swap places `n - 1` and `byte mod n`.
    /// This is the documented shuffle of the fair wall: the same bytes always give the same wall.
    pub fn shuffled(set: TileSet, mut next_byte: impl FnMut() -> u8) -> Self {
        let mut tiles: ArrayVec<Tile, WALL_MAX> = set.tiles().collect();
        for n in (2..=tiles.len()).rev() {
            let fair_below = 256 - 256 % n;
            let byte = loop {
                let byte = usize::from(next_byte());
                if byte < fair_below {
                    break byte;
                }
            };
            tiles.swap(n - 1, byte % n);
        }
        Self { tiles, taken: 0, kept: 0 }
    }

    /// The wall with these tiles in this order.
    ///
    /// # Errors
    /// The tiles are not one whole set.
    pub fn from_tiles(set: TileSet, tiles: &[Tile]) -> Result<Self, NotAWall> {
        let mut sorted = tiles.to_vec();
        sorted.sort_unstable();
        if !sorted.into_iter().eq(set.tiles()) {
            return Err(NotAWall);
        }
        Ok(Self { tiles: tiles.iter().copied().collect(), taken: 0, kept: 0 })
    }

    /// The same wall with its last `kept` tiles never drawn.
    #[must_use]
    pub fn keeping(self, kept: usize) -> Self {
        Self { kept, ..self }
    }

    /// The next tile, left where it is.
    pub fn peek(&self) -> Option<Tile> {
        if self.left() == 0 { None } else { Some(self.tiles[self.taken]) }
    }

    /// Takes the next tile.
    pub fn draw(&mut self) -> Option<Tile> {
        let tile = self.peek()?;
        self.taken += 1;
        Some(tile)
    }

    /// How many tiles can still be drawn.
    pub fn left(&self) -> usize {
        (self.tiles.len() - self.taken).saturating_sub(self.kept)
    }

    /// The tiles not yet taken, the kept ones included.
    pub fn untaken(&self) -> &[Tile] {
        &self.tiles[self.taken..]
    }

    /// The tiles as they stood before the first draw.
    pub fn all(&self) -> &[Tile] {
        &self.tiles
    }
}

impl fmt::Debug for Wall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Wall").field("left", &self.left()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shuffled_wall_is_a_whole_set() {
        let mut state = 7u8;
        let wall = Wall::shuffled(TileSet::AllBonus, || {
            state = state.wrapping_mul(29).wrapping_add(71);
            state
        });

        assert!(Wall::from_tiles(TileSet::AllBonus, wall.all()).is_ok());
        assert_eq!(Wall::from_tiles(TileSet::WindsAndSeasons, wall.all()), Err(NotAWall));
    }

    #[test]
    fn kept_tiles_are_never_drawn() {
        let mut wall = Wall::shuffled(TileSet::WindsAndSeasons, || 0).keeping(16);

        let drawn = std::iter::from_fn(|| wall.draw()).count();

        assert_eq!((drawn, wall.untaken().len()), (112, 16));
    }
}
