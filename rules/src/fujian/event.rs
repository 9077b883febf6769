//! What happened at a table.

use super::phase::Answer;
use super::score::Win;
use crate::meld::Meld;
use crate::seat::Seat;
use crate::tile::{BonusTile, SuitTile, Tile};
use crate::wall::Wall;

/// A fact about the table. Applying the events in order rebuilds it.
///
/// Not serialisable: events hold hidden tiles, and each audience gets what it may see of them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[repr(u8)] // matched for every event: one byte to look at
pub enum Event {
    /// The wall was built and dealt out: 17 tiles to the dealer, then 16 to each in turn order.
    HandBegan {
        /// The wall before the deal.
        wall: Box<Wall>,
    },
    /// A player drew from the wall, in turn or as a replacement.
    TileDrawn {
        /// Who drew.
        seat: Seat,
        /// What.
        tile: Tile,
    },
    /// A player laid a bonus tile open.
    BonusExposed {
        /// Who.
        seat: Seat,
        /// Which.
        tile: BonusTile,
    },
    /// A bonus tile came up where the Gold should, and went to the dealer's row.
    BonusFlipped {
        /// Which.
        tile: BonusTile,
    },
    /// The Gold was flipped.
    GoldFlipped {
        /// Its kind.
        tile: SuitTile,
    },
    /// A player threw a tile.
    TileDiscarded {
        /// Who.
        seat: Seat,
        /// What.
        tile: SuitTile,
        /// Whether it is the tile just drawn.
        drawn: bool,
    },
    /// A player answered a call; nobody else may know how until all have.
    Answered {
        /// Who.
        seat: Seat,
        /// How.
        answer: Answer,
    },
    /// Everybody answered, and nobody took the tile.
    CallsPassed,
    /// A player took the discard for a meld.
    MeldCalled {
        /// Who.
        seat: Seat,
        /// The meld.
        meld: Meld,
    },
    /// A player declared a kong in their turn; one made from a pung can still be robbed.
    KongDeclared {
        /// Who.
        seat: Seat,
        /// The kong.
        meld: Meld,
    },
    /// A player won the hand.
    HandWon {
        /// How, and for how much.
        win: Box<Win>,
    },
    /// The wall ran out: nobody wins, nobody pays.
    HandDrawn,
    /// The hand was broken off: it does not count.
    HandAborted,
    /// A player is ready to go on.
    SeatReady {
        /// Who.
        seat: Seat,
    },
}
