//! A concealed hand as counts, with the numbers the shape tables are indexed by kept up to date.

use std::fmt;

use crate::kinds::KindSet;
use crate::shape;
use crate::tile::{COPIES, Suit, SuitTile};

/// The concealed suit tiles of one player, Golds apart from the rest.
///
/// Not serialisable, and `Debug` shows no tile: a hand reaches a wire only through the protocol.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Hand {
    counts: [u8; SuitTile::COUNT],
    codes: [u32; 3],
    classes: [u8; 3],
    kinds: KindSet,
    fours: KindSet,
    golds: u8,
    len: u8,
    gold: Option<SuitTile>,
}

impl Default for Hand {
    fn default() -> Self {
        Self {
            counts: [0; SuitTile::COUNT],
            codes: [0; 3],
            classes: [shape::CLASS_OF_NOTHING; 3],
            kinds: KindSet::EMPTY,
            fours: KindSet::EMPTY,
            golds: 0,
            len: 0,
            gold: None,
        }
    }
}

impl Hand {
    /// The hand of these tiles, `gold` being the Gold kind.
    ///
    /// # Panics
    /// There are more than four of a kind.
    pub fn new(gold: Option<SuitTile>, tiles: impl IntoIterator<Item = SuitTile>) -> Self {
        let mut hand = Self { gold, ..Self::default() };
        tiles.into_iter().for_each(|tile| hand.count_in(tile));
        hand.classes = hand.codes.map(shape::class);
        hand
    }

    /// Puts a tile in.
    ///
    /// # Panics
    /// All four of the kind are in already: a broken invariant, since no fifth exists.
    #[inline]
    pub fn add(&mut self, tile: SuitTile) {
        self.count_in(tile);
        self.reclass(tile.suit());
    }

    /// Puts a tile in, and leaves the class of its suit to be looked up.
    #[inline]
    fn count_in(&mut self, tile: SuitTile) {
        self.len += 1;
        self.kinds.insert(tile);
        if self.gold == Some(tile) {
            self.golds += 1;
            return;
        }
        assert!(self.counts[tile.index()] < COPIES, "a fifth tile of a kind");
        self.counts[tile.index()] += 1;
        if self.counts[tile.index()] == COPIES {
            self.fours.insert(tile);
        }
        self.codes[tile.suit().index()] += shape::unit(tile);
    }

    /// Takes a tile out.
    ///
    /// # Panics
    /// The tile is not there: a broken invariant, since the rules check before.
    #[inline]
    pub fn remove(&mut self, tile: SuitTile) {
        self.len -= 1;
        let is_gold = self.gold == Some(tile);
        let count = if is_gold { &mut self.golds } else { &mut self.counts[tile.index()] };
        assert!(*count > 0, "no such tile to take");
        *count -= 1;
        if *count == 0 {
            self.kinds.remove(tile);
        }
        if !is_gold {
            self.fours.remove(tile);
            self.codes[tile.suit().index()] -= shape::unit(tile);
            self.reclass(tile.suit());
        }
    }

    /// Makes `kind` the Gold: the tiles of it become wild.
    pub fn turn_gold(&mut self, kind: SuitTile) {
        let held = self.count(kind);
        for _ in 0..held {
            self.remove(kind);
        }
        self.gold = Some(kind);
        for _ in 0..held {
            self.add(kind);
        }
    }

    /// How many tiles of this kind are in it; for the Gold kind, how many Golds.
    #[inline]
    pub fn count(&self, tile: SuitTile) -> u8 {
        if self.gold == Some(tile) { self.golds } else { self.counts[tile.index()] }
    }

    /// How many tiles of this kind are in it that are not Golds.
    #[inline]
    pub fn natural(&self, tile: SuitTile) -> u8 {
        self.counts[tile.index()]
    }

    /// How many Golds are in it.
    #[inline]
    pub fn golds(&self) -> u8 {
        self.golds
    }

    /// The Gold kind, once it is known.
    pub fn gold(&self) -> Option<SuitTile> {
        self.gold
    }

    /// The kinds it holds, the Gold kind among them when it holds a Gold.
    #[inline]
    pub fn kinds(&self) -> KindSet {
        self.kinds
    }

    /// The kinds of which it holds all four; the Gold is never among them.
    #[inline]
    pub fn fours(&self) -> KindSet {
        self.fours
    }

    /// The kinds it holds but for the Gold.
    #[inline]
    pub fn natural_kinds(&self) -> KindSet {
        let mut kinds = self.kinds;
        if let Some(gold) = self.gold {
            kinds.remove(gold);
        }
        kinds
    }

    /// How many tiles are in it.
    pub fn len(&self) -> usize {
        self.len.into()
    }

    /// Whether no tile is in it.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Every tile in sorted order, Golds in the place of their kind.
    pub fn tiles(&self) -> impl Iterator<Item = SuitTile> + '_ {
        let copies = |tile| std::iter::repeat_n(tile, self.count(tile).into());
        self.kinds.into_iter().flat_map(copies)
    }

    /// The counts of one suit as the number its shape is looked up by.
    #[inline]
    pub(crate) fn code(&self, suit: Suit) -> u32 {
        self.codes[suit.index()]
    }

    /// The codes of the suits.
    #[inline]
    pub(crate) fn codes(&self) -> [u32; 3] {
        self.codes
    }

    /// The shape classes of the suits.
    #[inline]
    pub(crate) fn classes(&self) -> [u8; 3] {
        self.classes
    }

    #[inline]
    fn reclass(&mut self, suit: Suit) {
        self.classes[suit.index()] = shape::class(self.code(suit));
    }
}

impl fmt::Debug for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hand").field("len", &self.len).finish_non_exhaustive()
    }
}
