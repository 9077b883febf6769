//! What can be said against a posting before anything of it is written.

use super::{GamePosting, HandPosting};

/// Why a posting does not fit what is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PostingRefused {
    /// It is about another room than the step that carries it.
    #[error("it is about another room than its step")]
    OtherRoom,
    /// A game is missing before it, or it was posted already.
    #[error("game {found} was posted where {expected} is next")]
    GameOutOfOrder {
        /// The game that is next.
        expected: u32,
        /// The game that was posted.
        found: u32,
    },
    /// The game of a hand, or the one to be ended, was never begun.
    #[error("game {game} was never posted")]
    UnknownGame {
        /// The game.
        game: u32,
    },
    /// The game is over.
    #[error("game {game} is over")]
    GameOver {
        /// The game.
        game: u32,
    },
    /// It would make or destroy points.
    #[error("the points of hand {hand} sum to {sum}")]
    NotZeroSum {
        /// The hand.
        hand: u32,
        /// What they sum to.
        sum: i64,
    },
    /// A hand is missing before it, or it was posted already.
    #[error("hand {found} was posted where {expected} is next")]
    OutOfOrder {
        /// The hand that is next.
        expected: u32,
        /// The hand that was posted.
        found: u32,
    },
    /// The rules or the record are not JSON.
    #[error("what was posted as JSON is not")]
    NotJson,
}

/// Which games may follow the last one of a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Following {
    /// The next one alone.
    Next,
    /// Any that is later: a room that is taken over in part may have its earlier games elsewhere.
    Later,
}

/// Makes sure that a game may follow the last one of its room.
pub(crate) fn check_game(
    posting: &GamePosting,
    last: u32,
    following: Following,
) -> Result<(), PostingRefused> {
    let (expected, found) = (last.saturating_add(1), posting.game.number);
    let is_fitting = match following {
        Following::Next => found == expected,
        Following::Later => found > last,
    };
    if !is_fitting {
        return Err(PostingRefused::GameOutOfOrder { expected, found });
    }
    check_json(&posting.rules)
}

/// Makes sure that a hand is whole in itself.
pub(crate) fn check_hand(posting: &HandPosting) -> Result<(), PostingRefused> {
    let sum = posting.deltas.iter().map(|delta| i64::from(*delta)).sum();
    if sum != 0 {
        return Err(PostingRefused::NotZeroSum { hand: posting.hand, sum });
    }
    check_json(&posting.record)
}

/// Makes sure that a hand is the next one of its game.
pub(crate) fn check_order(posting: &HandPosting, last: u32) -> Result<(), PostingRefused> {
    let (expected, found) = (last.saturating_add(1), posting.hand);
    match found == expected {
        true => Ok(()),
        false => Err(PostingRefused::OutOfOrder { expected, found }),
    }
}

fn check_json(text: &str) -> Result<(), PostingRefused> {
    let read = serde_json::from_str::<serde::de::IgnoredAny>(text);
    read.map(|_| ()).map_err(|_| PostingRefused::NotJson)
}
