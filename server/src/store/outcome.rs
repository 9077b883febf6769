//! How a hand ended, in words that every game shares.

use protocol::record::{RecordedOutcome, Special};
use rules::seat::Seat;
use serde::{Deserialize, Serialize};

/// How a hand ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Outcome {
    /// Somebody won; in some games more than one player does.
    Won {
        /// Who, in the order they won.
        wins: Vec<HandWin>,
    },
    /// The wall ran out.
    Drawn,
    /// It was broken off, and does not count.
    Aborted,
}

/// One player's win.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HandWin {
    /// Who won.
    pub seat: Seat,
    /// How, in the words of the game: `self_draw`, `discard`, `three_golds`...
    pub way: String,
    /// Whose tile it was won on, if anybody's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Seat>,
    /// What it is worth.
    pub points: u32,
    /// What it was worth more for: `golden_pair`, `all_one_suit`...
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub specials: Vec<String>,
}

impl Outcome {
    /// The wins of the hand.
    pub fn wins(&self) -> &[HandWin] {
        match self {
            Self::Won { wins } => wins,
            Self::Drawn | Self::Aborted => &[],
        }
    }
}

impl From<&RecordedOutcome> for Outcome {
    fn from(outcome: &RecordedOutcome) -> Self {
        match outcome {
            RecordedOutcome::Won { seat, way, from, points, specials, deltas: _ } => Self::Won {
                wins: vec![HandWin {
                    seat: *seat,
                    way: way.name().to_owned(),
                    from: *from,
                    points: *points,
                    specials: specials.iter().map(Special::name).map(str::to_owned).collect(),
                }],
            },
            RecordedOutcome::Drawn => Self::Drawn,
            RecordedOutcome::Aborted => Self::Aborted,
        }
    }
}
