//! What happened in a room, as it is stored: versioned, and enough to be lived through again.

use protocol::ids::{Digest, RequestId, RoomCode};
use protocol::room::Occupant;
use protocol::setup::Setup;
use rules::seat::Seat;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// The version this code writes; it reads every version up to it.
const BODY_VERSION: u8 = 1;

/// A fact about a room. Living through the facts from the first rebuilds it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Fact<Action> {
    /// The room was opened.
    Opened { code: RoomCode, setup: Setup, public: bool },
    /// Somebody else sits at a seat now; `token` is the hash of what lets them come back, `tip` what
    /// their part of every wall is fixed with.
    Seated { seat: Seat, occupant: Occupant, token: Option<[u8; 32]>, tip: Option<Digest> },
    /// Another seat's word counts.
    HostChanged { seat: Option<Seat> },
    /// Other rules will be played by.
    SetupChanged { setup: Setup },
    /// Another seat will deal first.
    DealerChanged { seat: Seat },
    /// The room is listed, or no longer.
    PublicChanged { public: bool },
    /// The match began.
    Started,
    /// The server fixed its part of the next wall.
    Committed { seed: Digest },
    /// A player revealed theirs.
    Linked { seat: Seat, link: Digest },
    /// A hand was dealt; the wall follows from what was fixed and revealed.
    Dealt,
    /// A player did something the rules allow.
    Acted { seat: Seat, action: Action },
    /// The hand was broken off.
    Aborted,
    /// The room was closed: nothing follows.
    Closed,
}

/// One step of a room as it is stored: who asked for it, and what happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct StepBody<Action> {
    /// The request that led to it, so that its repetition is recognised after a restart too.
    pub(crate) request: Option<(Seat, RequestId)>,
    /// What happened.
    pub(crate) fact: Fact<Action>,
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

impl<Action: Serialize> StepBody<Action> {
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![BODY_VERSION];
        let encoded = rmp_serde::to_vec(self);
        bytes.extend(encoded.expect("facts can be written"));
        bytes
    }
}

impl<Action: DeserializeOwned> StepBody<Action> {
    pub(crate) fn from_bytes(bytes: &[u8]) -> Result<Self, BodyError> {
        let (version, body) = bytes.split_first().ok_or(BodyError::Empty)?;
        if *version != BODY_VERSION {
            return Err(BodyError::Version(*version));
        }
        rmp_serde::from_slice(body).map_err(BodyError::Decode)
    }
}

/// What is set up in a room whose first step this is; nothing if it does not open one.
pub(crate) fn opened_with(first: &[u8]) -> Option<Setup> {
    match StepBody::<serde::de::IgnoredAny>::from_bytes(first).ok()?.fact {
        Fact::Opened { setup, .. } => Some(setup),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use protocol::fujian::ActionView;
    use rules::fujian::Rules;

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
        let newer = StepBody::<ActionView>::from_bytes(&bytes);
        assert!(matches!(newer, Err(BodyError::Version(2))));
        assert!(matches!(StepBody::<ActionView>::from_bytes(&[]), Err(BodyError::Empty)));
    }

    #[test]
    fn the_first_step_tells_which_game_is_played() {
        let (code, setup) = ("K7Q2XM".parse().unwrap(), Setup::Fujian { rules: Rules::FULL });
        let fact = Fact::Opened { code, setup: setup.clone(), public: false };
        let opened = StepBody::<ActionView> { request: None, fact };
        let started = StepBody::<ActionView> { request: None, fact: Fact::Started };

        assert_eq!(opened_with(&opened.to_bytes()), Some(setup));
        assert_eq!(opened_with(&started.to_bytes()), None);
        assert_eq!(opened_with(&[]), None);
    }
}
