//! The wall that deals what a case asks for.

use rules::fujian::{HAND_TILES, Rules};
use rules::seat::{BySeat, Seat};
use rules::tile::{SuitTile, Tile};
use rules::wall::Wall;

use super::tiles;

/// Which place of the wall a line of a case fills.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// The tiles a seat is dealt.
    Hand(Seat),
    /// What is drawn for the bonus tiles of the deal.
    Replacements,
    /// What is flipped: the Gold, after any bonus tiles.
    Gold,
    /// What is drawn in play.
    Draws,
    /// The very last tiles.
    Last,
}

/// The tiles a case puts in their places; the rest of the set fills what is left.
#[derive(Clone, Debug, Default)]
pub(crate) struct Setup {
    hands: BySeat<Vec<Tile>>,
    replacements: Vec<Tile>,
    gold: Vec<Tile>,
    draws: Vec<Tile>,
    last: Vec<Tile>,
}

impl Setup {
    /// Puts `tiles` after those already in `place`.
    pub(crate) fn put(&mut self, place: Place, tiles: &[Tile]) {
        let there = match place {
            Place::Hand(seat) => &mut self.hands[seat],
            Place::Replacements => &mut self.replacements,
            Place::Gold => &mut self.gold,
            Place::Draws => &mut self.draws,
            Place::Last => &mut self.last,
        };
        there.extend(tiles);
    }

    /// The Gold the case flips.
    pub(crate) fn gold(&self) -> Result<SuitTile, String> {
        match self.gold.last() {
            Some(Tile::Suit(gold)) => Ok(*gold),
            _ => Err("a deal needs a line such as gold: 5d".to_owned()),
        }
    }

    /// The whole wall: hands from the dealer, replacements, the flip, draws, filling, last tiles.
    pub(crate) fn wall(&self, rules: &Rules, dealer: Seat) -> Result<Wall, String> {
        let mut filling = self.filling(rules)?;
        let mut wall = Vec::new();
        for seat in dealer.round() {
            let size = HAND_TILES + usize::from(seat == dealer);
            let named = &self.hands[seat];
            if named.len() > size {
                return Err(format!("hand {seat} has more than {size} tiles"));
            }
            wall.extend(named);
            for _ in named.len()..size {
                let other_kind = filling.iter().position(|tile| !named.contains(tile));
                wall.push(filling.remove(other_kind.ok_or("no tile is left to fill with")?));
            }
        }
        wall.extend(self.replacements.iter().chain(&self.gold).chain(&self.draws));
        wall.extend(filling);
        wall.extend(&self.last);
        Wall::from_tiles(rules.tiles, &wall).map_err(|error| error.to_string())
    }

    /// The tiles no line names: suit kinds far apart side by side, then Golds, then bonus tiles.
    fn filling(&self, rules: &Rules) -> Result<Vec<Tile>, String> {
        let mut left = [0usize; Tile::COUNT];
        rules.tiles.tiles().iter().for_each(|tile| left[usize::from(tile.byte())] += 1);
        let places = [&self.replacements, &self.gold, &self.draws, &self.last];
        for tile in self.hands.iter().chain(places).flatten() {
            let copies = &mut left[usize::from(tile.byte())];
            let too_many = || format!("too many tiles {} are named", tiles::write([*tile]));
            *copies = copies.checked_sub(1).ok_or_else(too_many)?;
        }
        let gold = self.gold()?;
        let spread = (0..SuitTile::COUNT).map(|n| SuitTile::ALL[n * 10 % SuitTile::COUNT]);
        let (golds, others): (Vec<_>, Vec<_>) =
            spread.map(Tile::Suit).partition(|t| *t == Tile::Suit(gold));
        let bonus = Tile::all().filter(|tile| matches!(tile, Tile::Bonus(_)));
        let mut filling = Vec::new();
        for kinds in [others, golds, bonus.collect()] {
            for copy in 0..4 {
                filling.extend(kinds.iter().filter(|tile| left[usize::from(tile.byte())] > copy));
            }
        }
        Ok(filling)
    }
}
