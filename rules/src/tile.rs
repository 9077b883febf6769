//! Tiles: 27 suit kinds that make hands, 15 bonus kinds that make points.
//!
//! A kind is one byte on the wire (`Tile::byte`) and a name in text (`dots_5`, `wind_east`).

mod wire;

use std::fmt;
use std::str::FromStr;

/// Copies of every suit kind in the set.
pub const COPIES: u8 = 4;

/// One of the three suits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Suit {
    Dots,
    Bamboo,
    Characters,
}

impl Suit {
    /// The suits, in the order hands are sorted.
    pub const ALL: [Self; 3] = [Self::Dots, Self::Bamboo, Self::Characters];

    /// Its place in [`Suit::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The two others, in turn.
    pub const fn others(self) -> [Self; 2] {
        match self {
            Self::Dots => [Self::Bamboo, Self::Characters],
            Self::Bamboo => [Self::Characters, Self::Dots],
            Self::Characters => [Self::Dots, Self::Bamboo],
        }
    }

    /// Its name in text forms.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Dots => "dots",
            Self::Bamboo => "bamboo",
            Self::Characters => "characters",
        }
    }
}

/// A kind of tile that can be part of a set: three suits, ranks 1 to 9.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[rustfmt::skip]
#[expect(missing_docs, reason = "the names say it")]
pub enum SuitTile {
    Dots1, Dots2, Dots3, Dots4, Dots5, Dots6, Dots7, Dots8, Dots9,
    Bamboo1, Bamboo2, Bamboo3, Bamboo4, Bamboo5, Bamboo6, Bamboo7, Bamboo8, Bamboo9,
    Characters1, Characters2, Characters3, Characters4, Characters5,
    Characters6, Characters7, Characters8, Characters9,
}

impl SuitTile {
    /// How many suit kinds there are.
    pub const COUNT: usize = 27;

    /// Every suit kind, in the order hands are sorted.
    #[rustfmt::skip]
    pub const ALL: [Self; Self::COUNT] = {
        use SuitTile::{
            Bamboo1, Bamboo2, Bamboo3, Bamboo4, Bamboo5, Bamboo6, Bamboo7, Bamboo8, Bamboo9,
            Characters1, Characters2, Characters3, Characters4, Characters5, Characters6,
            Characters7, Characters8, Characters9,
            Dots1, Dots2, Dots3, Dots4, Dots5, Dots6, Dots7, Dots8, Dots9,
        };
        [
            Dots1, Dots2, Dots3, Dots4, Dots5, Dots6, Dots7, Dots8, Dots9,
            Bamboo1, Bamboo2, Bamboo3, Bamboo4, Bamboo5, Bamboo6, Bamboo7, Bamboo8, Bamboo9,
            Characters1, Characters2, Characters3, Characters4, Characters5,
            Characters6, Characters7, Characters8, Characters9,
        ]
    };

    /// The kind with this place in [`SuitTile::ALL`].
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT { Some(Self::ALL[index]) } else { None }
    }

    /// The kind of this suit and rank; `None` for a rank outside 1 to 9.
    pub const fn new(suit: Suit, rank: u8) -> Option<Self> {
        if 1 <= rank && rank <= 9 {
            Self::from_index(suit.index() * 9 + rank as usize - 1)
        } else {
            None
        }
    }

    /// Its place in [`SuitTile::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Its suit.
    pub const fn suit(self) -> Suit {
        use Suit::{Bamboo as B, Characters as C, Dots as D};
        // Looked up, not divided: every tile that comes or goes asks.
        const SUITS: [Suit; SuitTile::COUNT] =
            [D, D, D, D, D, D, D, D, D, B, B, B, B, B, B, B, B, B, C, C, C, C, C, C, C, C, C];
        SUITS[self.index()]
    }

    /// Its rank, 1 to 9.
    pub const fn rank(self) -> u8 {
        self as u8 % 9 + 1
    }

    /// The three kinds of the run that begins here; `None` for ranks 8 and 9.
    pub const fn run(self) -> Option<[Self; 3]> {
        let low = self.index();
        if self.rank() <= 7 { Some([self, Self::ALL[low + 1], Self::ALL[low + 2]]) } else { None }
    }
}

impl fmt::Display for SuitTile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}_{}", self.suit().name(), self.rank())
    }
}

impl fmt::Debug for SuitTile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for SuitTile {
    type Err = ParseTileError;

    fn from_str(text: &str) -> Result<Self, ParseTileError> {
        match text.parse()? {
            Tile::Suit(tile) => Ok(tile),
            Tile::Bonus(_) => Err(ParseTileError),
        }
    }
}

/// A kind of tile that is laid open at once, and is worth a point to a winner.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[rustfmt::skip]
#[expect(missing_docs, reason = "the names say it")]
pub enum BonusTile {
    WindEast, WindSouth, WindWest, WindNorth,
    DragonRed, DragonGreen, DragonWhite,
    Season1, Season2, Season3, Season4,
    Plant1, Plant2, Plant3, Plant4,
}

impl BonusTile {
    /// How many bonus kinds there are.
    pub const COUNT: usize = 15;

    /// Every bonus kind, in the order of the wire.
    #[rustfmt::skip]
    pub const ALL: [Self; Self::COUNT] = [
        Self::WindEast, Self::WindSouth, Self::WindWest, Self::WindNorth,
        Self::DragonRed, Self::DragonGreen, Self::DragonWhite,
        Self::Season1, Self::Season2, Self::Season3, Self::Season4,
        Self::Plant1, Self::Plant2, Self::Plant3, Self::Plant4,
    ];

    const NAMES: [&'static str; Self::COUNT] = [
        "wind_east",
        "wind_south",
        "wind_west",
        "wind_north",
        "dragon_red",
        "dragon_green",
        "dragon_white",
        "season_1",
        "season_2",
        "season_3",
        "season_4",
        "plant_1",
        "plant_2",
        "plant_3",
        "plant_4",
    ];

    /// Its place in [`BonusTile::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// How many copies of it the set has: four of a wind or dragon, one of a season or plant.
    pub const fn copies(self) -> u8 {
        if (self as u8) < Self::Season1 as u8 { COPIES } else { 1 }
    }

    /// Whether it is in play when only winds and seasons are.
    pub const fn is_wind_or_season(self) -> bool {
        use BonusTile::{
            Season1, Season2, Season3, Season4, WindEast, WindNorth, WindSouth, WindWest,
        };
        matches!(
            self,
            WindEast | WindSouth | WindWest | WindNorth | Season1 | Season2 | Season3 | Season4
        )
    }
}

impl fmt::Display for BonusTile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Self::NAMES[self.index()])
    }
}

impl fmt::Debug for BonusTile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Any kind of tile.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tile {
    /// It can be part of a set.
    Suit(SuitTile),
    /// It is laid open and replaced.
    Bonus(BonusTile),
}

impl Tile {
    /// How many kinds there are.
    pub const COUNT: usize = SuitTile::COUNT + BonusTile::COUNT;

    /// Every kind, in the order of [`Tile::byte`].
    pub fn all() -> impl Iterator<Item = Self> {
        let suit = SuitTile::ALL.into_iter().map(Self::Suit);
        suit.chain(BonusTile::ALL.into_iter().map(Self::Bonus))
    }

    /// The kind as one byte on the wire.
    pub const fn byte(self) -> u8 {
        match self {
            Self::Suit(tile) => tile as u8,
            Self::Bonus(tile) => tile as u8 + SuitTile::COUNT as u8,
        }
    }

    /// The kind that [`Tile::byte`] gives this byte for.
    pub const fn from_byte(byte: u8) -> Option<Self> {
        let index = byte as usize;
        if index < SuitTile::COUNT {
            Some(Self::Suit(SuitTile::ALL[index]))
        } else if index < Self::COUNT {
            Some(Self::Bonus(BonusTile::ALL[index - SuitTile::COUNT]))
        } else {
            None
        }
    }

    /// How many copies of it a full set has.
    pub const fn copies(self) -> u8 {
        match self {
            Self::Suit(_) => COPIES,
            Self::Bonus(tile) => tile.copies(),
        }
    }
}

impl From<SuitTile> for Tile {
    fn from(tile: SuitTile) -> Self {
        Self::Suit(tile)
    }
}

impl From<BonusTile> for Tile {
    fn from(tile: BonusTile) -> Self {
        Self::Bonus(tile)
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Suit(tile) => tile.fmt(f),
            Self::Bonus(tile) => tile.fmt(f),
        }
    }
}

impl fmt::Debug for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not the name of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "not a tile: write dots_5, bamboo_1, characters_9, wind_east, dragon_red, season_2, plant_4"
)]
pub struct ParseTileError;

impl FromStr for Tile {
    type Err = ParseTileError;

    fn from_str(text: &str) -> Result<Self, ParseTileError> {
        if let Some(index) = BonusTile::NAMES.iter().position(|name| *name == text) {
            return Ok(Self::Bonus(BonusTile::ALL[index]));
        }
        let (suit, rank) = text.split_once('_').ok_or(ParseTileError)?;
        let suit = Suit::ALL.into_iter().find(|s| s.name() == suit).ok_or(ParseTileError)?;
        let &[digit @ b'1'..=b'9'] = rank.as_bytes() else { return Err(ParseTileError) };
        SuitTile::new(suit, digit - b'0').map(Self::Suit).ok_or(ParseTileError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_reads_back_from_its_byte_and_its_name() {
        for (index, tile) in Tile::all().enumerate() {
            assert_eq!(usize::from(tile.byte()), index);
            assert_eq!(Tile::from_byte(tile.byte()), Some(tile));
            assert_eq!(tile.to_string().parse(), Ok(tile));
        }
        assert_eq!(Tile::from_byte(42), None);
    }

    #[test]
    fn a_name_that_is_no_tile_is_refused() {
        for text in
            ["", "dots", "dots_", "dots_0", "dots_10", "Dots_1", "wind_1", "season_5", "點_1"]
        {
            assert_eq!(text.parse::<Tile>(), Err(ParseTileError), "{text}");
        }
    }

    #[test]
    fn a_full_set_has_144_tiles_and_the_usual_one_128() {
        let full: u8 = Tile::all().map(Tile::copies).sum();
        let usual: u8 = Tile::all()
            .filter(|tile| !matches!(tile, Tile::Bonus(bonus) if !bonus.is_wind_or_season()))
            .map(Tile::copies)
            .sum();

        assert_eq!((full, usual), (144, 128));
    }
}
