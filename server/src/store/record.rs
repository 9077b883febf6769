//! What is stored: steps of rooms, and what a finished hand or a closed room leaves behind.

use std::fmt;

/// A room, for its whole life; never reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RoomId(pub u64);

impl fmt::Display for RoomId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// One step of a room as it is stored.
///
/// A room's first step has the number [`FIRST_SEQ`], and each later one the number after it. What is in `body` is the
/// room's own business.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredStep {
    /// The room it happened in.
    pub room: RoomId,
    /// Its number in that room.
    pub seq: u64,
    /// The step itself, opaque here; at most [`BODY_BYTES_MAX`].
    pub body: Vec<u8>,
}

/// The number of every room's first step: zero is left for "nothing seen yet".
pub const FIRST_SEQ: u64 = 1;

/// The largest step that is stored.
pub const BODY_BYTES_MAX: usize = 1 << 20;

/// One game among those played in a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameId {
    /// The room it is played in.
    pub room: RoomId,
    /// Which of the room's games it is.
    pub number: u32,
}

/// What a step adds to the tables people query, in the same transaction as the step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Posting {
    /// A hand is finished.
    Hand(HandPosting),
    /// The room is finished: its steps, this one included, leave the log for the archive, and no more are taken.
    RoomClosed {
        /// The room of the step that carries this.
        room: RoomId,
        /// What people are told about the whole room, as JSON.
        body_summary: String,
    },
}

/// A finished hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandPosting {
    /// The game it belongs to; its room is the room of the step that carries this.
    pub game: GameId,
    /// Which hand of the game it is: one more than the hand posted before it.
    pub hand: u32,
    /// The points each seat wins or loses; they sum to zero.
    pub deltas: [i32; 4],
    /// How it ended, as JSON.
    pub outcome: String,
    /// The public record of the hand, as JSON.
    pub record: String,
}

/// Points that a hand moved: one entry of the public feed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreEvent {
    /// Its place in the feed; later events have larger ids.
    pub id: u64,
    /// The game the points belong to.
    pub game: GameId,
    /// The hand that moved them.
    pub hand: u32,
    /// What each seat won or lost.
    pub deltas: [i32; 4],
    /// The scores of the game after it.
    pub totals: [i64; 4],
    /// How the hand ended, as JSON.
    pub outcome: String,
}

/// A finished hand with its record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandRow {
    /// The points it moved.
    pub event: ScoreEvent,
    /// The public record of the hand, as JSON.
    pub record: String,
}

/// A game and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRow {
    /// Its place in the list of games; later games have larger ids.
    pub id: u64,
    /// Which game it is.
    pub game: GameId,
    /// The hands posted so far.
    pub hands: u32,
    /// The scores after the last of them.
    pub totals: [i64; 4],
}
