//! Where a table stands: each phase holds exactly what makes sense then.

use crate::seat::{BySeat, Seat};
use crate::tile::SuitTile;

/// What a table waits for, or does next by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)] // matched several times for every event: one byte to look at
pub enum Phase {
    /// No hand is running; a shuffled wall begins the next.
    AwaitingWall,
    /// By itself: bonus tiles out from the dealer on, then the Gold is flipped.
    Setup,
    /// By itself: this seat draws until it holds a tile that stays.
    Drawing {
        /// Who draws.
        seat: Seat,
    },
    /// By itself: this seat holds all three Golds and wins.
    ThreeGolds {
        /// Who wins.
        seat: Seat,
    },
    /// A player discards, declares a kong or wins.
    Turn(Turn),
    /// Players answer in secret; by itself once all have.
    Calling(Calling),
    /// The hand is over; everybody gets ready for the next.
    Between(Ready),
    /// The match is over; everybody gets ready for another.
    Finished(Ready),
}

impl Phase {
    /// Whether this seat is the one, or one of those, a table in this phase waits for.
    #[inline]
    pub fn waits_for(&self, seat: Seat) -> bool {
        match self {
            Self::Turn(turn) => turn.seat == seat,
            Self::Calling(calling) => calling.asks(seat) && calling.answers[seat].is_none(),
            Self::Between(ready) | Self::Finished(ready) => !ready[seat],
            Self::AwaitingWall | Self::Setup | Self::Drawing { .. } | Self::ThreeGolds { .. } => {
                false
            }
        }
    }
}

/// One player's turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Whose turn it is.
    pub seat: Seat,
    /// How it came about.
    pub cause: TurnCause,
}

/// How a turn came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnCause {
    /// The dealer's first: nothing was drawn.
    Dealt,
    /// A tile was drawn, also as a replacement.
    Drawn(SuitTile),
    /// A chow or pung was called.
    Called {
        /// The kind of the called tile.
        kind: SuitTile,
        /// Whose discard it was.
        from: Seat,
    },
}

/// What is up for a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallOn {
    /// A discard: it can be taken in every way.
    Discard,
    /// The tile that makes a pung a kong: it can be won on.
    Kong,
    /// The flipped Gold: it can be robbed to win.
    Gold,
}

/// Everybody concerned answers once, in secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Calling {
    /// What is up for a call.
    pub on: CallOn,
    /// Who discarded or declared it; the dealer for the Gold.
    pub from: Seat,
    /// The tile.
    pub tile: SuitTile,
    /// The answers given so far.
    pub answers: BySeat<Option<Answer>>,
    /// How many are still to be given.
    pub missing: u8,
    /// Whether one of those given is more than a pass.
    pub wanted: bool,
}

impl Calling {
    /// Opens the calls on `tile`.
    pub fn new(on: CallOn, from: Seat, tile: SuitTile) -> Self {
        let missing = if on == CallOn::Gold { 4 } else { 3 };
        Self { on, from, tile, answers: BySeat::default(), missing, wanted: false }
    }

    /// Whether this seat is asked: whoever threw the tile is not, but all are about the Gold.
    pub fn asks(&self, seat: Seat) -> bool {
        seat != self.from || self.on == CallOn::Gold
    }

    /// The seats asked, nearest first in turn order.
    #[inline]
    pub fn asked(&self) -> impl Iterator<Item = Seat> + use<> {
        let (from, count) = (self.from, if self.on == CallOn::Gold { 4 } else { 3 });
        (0..count).map(move |steps| from.after(steps + 1))
    }

    /// Whether everybody asked has answered.
    pub fn is_complete(&self) -> bool {
        self.missing == 0
    }
}

/// An answer to a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    /// Nothing.
    Pass,
    /// The run that begins with this tile.
    Chow(SuitTile),
    /// Three alike.
    Pung,
    /// Four alike.
    Kong,
    /// The win.
    Win,
}

/// Who is ready to go on.
pub type Ready = BySeat<bool>;
