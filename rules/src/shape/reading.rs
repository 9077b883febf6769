//! The ways a complete hand can be read: its sets, its pair, and what each Gold stands for.

use arrayvec::ArrayVec;

use crate::hand::Hand;
use crate::meld::SETS;
use crate::tile::SuitTile;

/// What a group of tiles is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GroupShape {
    /// Three in a row.
    Run,
    /// Three alike.
    Triplet,
    /// Two alike.
    Pair,
}

/// A tile in its place, and whether a Gold stands there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece {
    /// The tile it is, or stands for.
    pub tile: SuitTile,
    /// Whether a Gold stands for it.
    pub gold: bool,
}

/// A set or the pair of a hand, as read.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HandGroup {
    /// What it is.
    pub shape: GroupShape,
    /// Its tiles, in order.
    pub pieces: ArrayVec<Piece, 3>,
}

/// One way to read a complete hand: its sets and, last, its pair.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Reading {
    /// The sets in sorted order, then the pair.
    pub groups: ArrayVec<HandGroup, { SETS + 1 }>,
}

impl Reading {
    /// Whether the pair is made of two Golds.
    pub fn has_golden_pair(&self) -> bool {
        self.groups.iter().any(|group| {
            group.shape == GroupShape::Pair && group.pieces.iter().all(|piece| piece.gold)
        })
    }
}

/// Every way to read the hand as `sets` sets and a pair, each once, in a fixed order; none when
/// the hand is not complete.
pub fn readings(hand: &Hand, sets: usize) -> Vec<Reading> {
    if hand.len() != 3 * sets + 2 {
        return Vec::new();
    }
    let mut reader =
        Reader { hand: *hand, sets, pairs: 1, groups: ArrayVec::new(), found: Vec::new() };
    reader.read();
    let mut found = reader.found;
    found.sort_unstable();
    found.dedup();
    found
}

/// Takes groups out of a hand one after another, always one that holds the lowest natural tile.
struct Reader {
    hand: Hand,
    sets: usize,
    pairs: usize,
    groups: ArrayVec<HandGroup, { SETS + 1 }>,
    found: Vec<Reading>,
}

impl Reader {
    fn read(&mut self) {
        if self.sets + self.pairs == 0 {
            let mut groups = self.groups.clone();
            groups.sort_unstable_by_key(|group| (group.shape == GroupShape::Pair, group.clone()));
            self.found.push(Reading { groups });
            return;
        }
        match SuitTile::ALL.into_iter().find(|tile| self.hand.natural(*tile) > 0) {
            Some(lowest) => self.groups_with(lowest),
            None => self.groups_of_golds(),
        }
    }

    fn groups_with(&mut self, lowest: SuitTile) {
        let alike = [lowest; 3];
        for golds in 0..=1 {
            self.take(GroupShape::Pair, &alike[..2], golds_last(2, golds));
        }
        for golds in 0..=2 {
            self.take(GroupShape::Triplet, &alike, golds_last(3, golds));
        }
        for place in 0..3 {
            let low = lowest.index().checked_sub(place).and_then(SuitTile::from_index);
            let Some(run) = low.and_then(SuitTile::run) else { continue };
            if run[place] != lowest || run[0].suit() != lowest.suit() {
                continue;
            }
            let below = (1 << place) - 1;
            for above in 0..1 << (2 - place) {
                self.take(GroupShape::Run, &run, below | above << (place + 1));
            }
        }
    }

    fn groups_of_golds(&mut self) {
        let Some(gold) = self.hand.gold() else { return };
        self.take(GroupShape::Pair, &[gold; 2], 0b11);
        self.take(GroupShape::Triplet, &[gold; 3], 0b111);
    }

    /// Reads on with this group taken out, if it can be; a set bit means a Gold stands there.
    fn take(&mut self, shape: GroupShape, tiles: &[SuitTile], golds: u8) {
        let left = if shape == GroupShape::Pair { &mut self.pairs } else { &mut self.sets };
        if *left == 0 {
            return;
        }
        let before = self.hand;
        let mut pieces = ArrayVec::new();
        for (place, &tile) in tiles.iter().enumerate() {
            let gold = golds >> place & 1 == 1;
            let held = if gold { self.hand.gold() } else { Some(tile) };
            match held.filter(|held| {
                if gold { self.hand.golds() > 0 } else { self.hand.natural(*held) > 0 }
            }) {
                Some(held) => self.hand.remove(held),
                None => {
                    self.hand = before;
                    return;
                }
            }
            pieces.push(Piece { tile, gold });
        }
        *left -= 1;
        self.groups.push(HandGroup { shape, pieces });
        self.read();
        self.groups.pop();
        self.hand = before;
        *(if shape == GroupShape::Pair { &mut self.pairs } else { &mut self.sets }) += 1;
    }
}

/// The mask of a group of `len` whose last `golds` tiles are Golds.
fn golds_last(len: u32, golds: u32) -> u8 {
    (((1 << golds) - 1) << (len - golds)) as u8
}
