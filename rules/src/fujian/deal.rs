//! One hand on the table: every tile of the set is in exactly one place of it.

use arrayvec::ArrayVec;

use super::score::Win;
use crate::bonus::BonusTiles;
use crate::hand::Hand;
use crate::meld::{Meld, SETS};
use crate::seat::{BySeat, Seat};
use crate::tile::{SuitTile, Tile};
use crate::wall::Wall;

/// Tiles dealt to a player; the dealer gets one more.
pub const HAND_TILES: usize = 16;
/// Discards of a hand at most: the dealer's first, one for each tile drawn, one for each meld.
pub const DISCARDS_MAX: usize = 100;

/// What one player has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Player {
    /// The concealed suit tiles.
    pub hand: Hand,
    /// Bonus tiles in the hand that have not been laid open yet.
    pub unexposed: BonusTiles,
    /// The sets laid open.
    pub melds: ArrayVec<Meld, SETS>,
    /// The bonus tiles laid open.
    pub bonus: BonusTiles,
}

impl Player {
    /// Sets still to be made from the concealed tiles.
    #[inline]
    pub fn sets(&self) -> usize {
        SETS - self.melds.len()
    }

    /// Where the called pung of this kind lies among the melds.
    pub(super) fn pung_of(&self, kind: SuitTile) -> Option<usize> {
        let is_it = |meld: &Meld| matches!(meld, Meld::Pung { tile, .. } if *tile == kind);
        self.melds.iter().position(is_it)
    }

    /// A player who was dealt these tiles.
    fn dealt(tiles: &[Tile]) -> Self {
        let suits = tiles.iter().filter_map(|tile| match tile {
            Tile::Suit(tile) => Some(*tile),
            Tile::Bonus(_) => None,
        });
        let mut player = Self { hand: Hand::new(None, suits), ..Self::default() };
        for tile in tiles {
            if let Tile::Bonus(tile) = tile {
                player.unexposed.add(*tile);
            }
        }
        player
    }

    /// Takes a tile from the wall, of whatever kind.
    pub(super) fn take(&mut self, tile: Tile) {
        match tile {
            Tile::Suit(tile) => self.hand.add(tile),
            Tile::Bonus(tile) => self.unexposed.add(tile),
        }
    }
}

/// A tile thrown on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Discarded {
    /// Who threw it.
    pub seat: Seat,
    /// What.
    pub tile: SuitTile,
    /// Whether it had just been drawn.
    pub drawn: bool,
    /// Who took it for a meld or a win.
    pub taken_by: Option<Seat>,
}

/// How a hand ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Somebody won.
    Won(Win),
    /// The wall ran out.
    Drawn,
    /// It was broken off.
    Aborted,
}

/// One hand, from the deal to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deal {
    /// What is left to draw.
    pub wall: Wall,
    /// The Gold kind, once flipped.
    pub gold: Option<SuitTile>,
    /// The tile that lies face up where the Gold was flipped; a dealer who robs the Gold leaves
    /// another in its place, and another player leaves none.
    pub flipped: Option<SuitTile>,
    /// What each player has.
    pub players: BySeat<Player>,
    /// Everything thrown, in order.
    pub discards: ArrayVec<Discarded, DISCARDS_MAX>,
    /// How it ended, once it has.
    pub outcome: Option<Outcome>,
}

impl Deal {
    /// Deals from a whole wall: 17 tiles to the dealer, then 16 to each in turn order.
    pub(super) fn new(mut wall: Wall, dealer: Seat) -> Self {
        let mut players: BySeat<Player> = BySeat::default();
        for seat in dealer.round() {
            players[seat] = Player::dealt(wall.deal(dealt_to(seat, dealer)));
        }
        Self { wall, gold: None, flipped: None, players, discards: ArrayVec::new(), outcome: None }
    }

    /// The player who must do something about bonus tiles before the Gold is flipped.
    pub(super) fn unsettled(&self, dealer: Seat) -> Option<Seat> {
        dealer.round().into_iter().find(|&seat| {
            !self.players[seat].unexposed.is_empty() || self.is_owed_tile(seat, dealer)
        })
    }

    /// Whether a player has laid a bonus tile open and not drawn for it yet.
    pub(super) fn is_owed_tile(&self, seat: Seat, dealer: Seat) -> bool {
        let player = &self.players[seat];
        player.hand.len() + player.unexposed.len() < dealt_to(seat, dealer)
    }

    /// Makes `kind`, just flipped, the Gold.
    pub(super) fn turn_gold(&mut self, kind: SuitTile) {
        self.gold = Some(kind);
        self.flipped = Some(kind);
        self.players.iter_mut().for_each(|player| player.hand.turn_gold(kind));
    }

    /// Marks the last discard as taken.
    pub(super) fn take_discard(&mut self, seat: Seat) {
        let last = self.discards.last_mut().expect("a call is on a discard");
        last.taken_by = Some(seat);
    }
}

fn dealt_to(seat: Seat, dealer: Seat) -> usize {
    if seat == dealer { HAND_TILES + 1 } else { HAND_TILES }
}
