//! The wall: the shuffled set, drawn from one end.

use std::fmt;

use crate::tile::{SuitTile, Tile};
use crate::tile_set::TileSet;

/// Tiles in the largest set.
pub const WALL_MAX: usize = 144;

/// The tiles not yet taken, in the order they will be.
///
/// Not serialisable, and `Debug` shows no tile: what is in the wall is nobody's to see.
#[derive(Clone, PartialEq, Eq)]
pub struct Wall {
    // An array and not a list: a wall is copied whole for every hand.
    tiles: [Tile; WALL_MAX],
    len: usize,
    taken: usize,
    kept: usize,
}

/// For each `n`, the largest multiple of `n` that is at most 256.
const FAIR_BELOW: [u16; WALL_MAX + 1] = {
    let mut fair_below = [0; WALL_MAX + 1];
    let mut n = 1;
    while n <= WALL_MAX {
        fair_below[n] = (256 - 256 % n) as u16;
        n += 1;
    }
    fair_below
};

/// `byte mod n`, by multiplication: dividing is what a shuffle would spend its time on.
#[inline]
fn remainder(byte: u8, n: usize) -> usize {
    const INVERSE: [u32; WALL_MAX + 1] = {
        let mut inverse = [0; WALL_MAX + 1];
        let mut n = 1;
        while n <= WALL_MAX {
            inverse[n] = 65_536 / n as u32 + 1;
            n += 1;
        }
        inverse
    };
    let quotient = (u32::from(byte) * INVERSE[n]) >> 16;
    usize::from(byte) - quotient as usize * n
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
        let mut wall = Self::of(set.tiles());
        for n in (2..=wall.len).rev() {
            let byte = loop {
                let byte = next_byte();
                if u16::from(byte) < FAIR_BELOW[n] {
                    break byte;
                }
            };
            wall.tiles.swap(n - 1, remainder(byte, n));
        }
        wall
    }

    fn of(tiles: &[Tile]) -> Self {
        let mut places = [Tile::Suit(SuitTile::Dots1); WALL_MAX];
        places[..tiles.len()].copy_from_slice(tiles);
        Self { tiles: places, len: tiles.len(), taken: 0, kept: 0 }
    }

    /// The wall with these tiles in this order.
    ///
    /// # Errors
    /// The tiles are not one whole set.
    pub fn from_tiles(set: TileSet, tiles: &[Tile]) -> Result<Self, NotAWall> {
        let mut sorted = tiles.to_vec();
        sorted.sort_unstable();
        if sorted != set.tiles() {
            return Err(NotAWall);
        }
        Ok(Self::of(tiles))
    }

    /// What somebody imagines to be left of a wall, to be drawn in this order.
    ///
    /// # Panics
    /// There are more than [`WALL_MAX`] tiles.
    pub fn imagined(tiles: &[Tile]) -> Self {
        Self::of(tiles)
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

    /// Takes the next `count` tiles at once.
    ///
    /// # Panics
    /// There are not that many.
    pub fn deal(&mut self, count: usize) -> &[Tile] {
        assert!(count <= self.left(), "a wall deals what it has");
        self.taken += count;
        &self.tiles[self.taken - count..self.taken]
    }

    /// How many tiles can still be drawn.
    pub fn left(&self) -> usize {
        (self.len - self.taken).saturating_sub(self.kept)
    }

    /// The tiles not yet taken, the kept ones included.
    pub fn untaken(&self) -> &[Tile] {
        &self.tiles[self.taken..self.len]
    }

    /// The tile taken last.
    pub fn last_taken(&self) -> Option<Tile> {
        self.all()[..self.taken].last().copied()
    }

    /// The tiles as they stood before the first draw.
    pub fn all(&self) -> &[Tile] {
        &self.tiles[..self.len]
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
    fn a_remainder_is_a_remainder() {
        for n in 1..=WALL_MAX {
            for byte in 0..=u8::MAX {
                assert_eq!(remainder(byte, n), usize::from(byte) % n, "{byte} mod {n}");
            }
        }
    }

    #[test]
    fn kept_tiles_are_never_drawn() {
        let mut wall = Wall::shuffled(TileSet::WindsAndSeasons, || 0).keeping(16);

        let drawn = std::iter::from_fn(|| wall.draw()).count();

        assert_eq!((drawn, wall.untaken().len()), (112, 16));
    }
}
