//! What happened in a room, as it is stored: versioned, and enough to be lived through again.

use protocol::fujian::ActionView;
use protocol::ids::{RequestId, RoomCode};
use protocol::room::Occupant;
use rules::fujian::Rules;
use rules::seat::Seat;
use serde::{Deserialize, Serialize};

/// The version this code writes; it reads every version up to it.
const BODY_VERSION: u8 = 1;

/// A fact about a room. Living through the facts from the first rebuilds it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Fact {
    /// The room was opened.
    Opened { code: RoomCode, rules: Rules, public: bool },
    /// Somebody else sits at a seat now; `token` is the hash of what lets them come back.
    Seated { seat: Seat, occupant: Occupant, token: Option<[u8; 32]> },
    /// Another seat's word counts.
    HostChanged { seat: Option<Seat> },
    /// Other rules will be played by.
    RulesChanged { rules: Rules },
    /// Another seat will deal first.
    DealerChanged { seat: Seat },
    /// The room is listed, or no longer.
    PublicChanged { public: bool },
    /// The match began.
    Started,
    /// A hand was dealt; the wall follows from the seed.
    Dealt { seed: [u8; 32] },
    /// A player did something the rules allow.
    Acted { seat: Seat, action: ActionView },
    /// The hand was broken off.
    Aborted,
}

/// One step of a room as it is stored: who asked for it, and what happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct StepBody {
    /// The request that led to it, so that its repetition is recognised after a restart too.
    pub(crate) request: Option<(Seat, RequestId)>,
    /// What happened.
    pub(crate) fact: Fact,
}

/// Why a stored step can't be read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum BodyError {
    #[error("the step is of version {0}, written by a newer server")]
    Version(u8),
    #[error("the step is empty")]
    Empty,
    #[error("the step can't be read")]
    Decode(#[source] rmp_serde::decode::Error),
}

impl StepBody {
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![BODY_VERSION];
        let encoded = rmp_serde::to_vec(self);
        bytes.extend(encoded.expect("facts can be written"));
        bytes
    }

    pub(crate) fn from_bytes(bytes: &[u8]) -> Result<Self, BodyError> {
        let (version, body) = bytes.split_first().ok_or(BodyError::Empty)?;
        if *version != BODY_VERSION {
            return Err(BodyError::Version(*version));
        }
        rmp_serde::from_slice(body).map_err(BodyError::Decode)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_reads_back_and_a_newer_one_is_refused() {
        let body = StepBody {
            request: Some((Seat::S2, RequestId(7))),
            fact: Fact::Acted { seat: Seat::S2, action: ActionView::Pass {} },
        };
        let mut bytes = body.to_bytes();

        assert_eq!(StepBody::from_bytes(&bytes).unwrap(), body);
        bytes[0] = 2;
        assert!(matches!(StepBody::from_bytes(&bytes), Err(BodyError::Version(2))));
        assert!(matches!(StepBody::from_bytes(&[]), Err(BodyError::Empty)));
    }
}
