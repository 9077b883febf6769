//! What happened in a room, as it is stored: versioned, and enough to be lived through again.

use protocol::ids::{Digest, PlayerName, RequestId, RoomCode, SeatToken, Seq};
use protocol::options::RoomOptions;
use protocol::room::Occupant;
use protocol::setup::Setup;
use rules::seat::Seat;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::token;

/// The version this code writes; it reads every version up to it.
const BODY_VERSION: u8 = 1;

/// What happens most takes no more than this many bytes.
const BODY_BYTES: usize = 48;

/// A fact about a room. Living through the facts from the first rebuilds it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Fact<Action> {
    /// The room was opened.
    Opened { code: RoomCode, setup: Setup, public: bool },
    /// Somebody else sits at a seat now; `token` is the hash of what lets them come back, `tip` what
    /// their part of every wall is fixed with, `hidden` the profile they play for and nobody sees.
    Seated {
        seat: Seat,
        occupant: Occupant,
        token: Option<[u8; 32]>,
        tip: Option<Digest>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hidden: Option<String>,
    },
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
    /// The room is run another way.
    OptionsChanged { options: RoomOptions },
    /// What happened up to a step has been shown to those who watch late, and goes into the history.
    Published { up_to: Seq },
    /// For so long nobody has been in the room, of the time in which a server ran it; somebody is where it is nothing.
    Deserted { ms: u64 },
    /// The clock for what the table asks has run for so long.
    Waited { ms: u64 },
}

/// One step of a room as it is stored: who asked for it, and what happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct StepBody<Action> {
    /// The request that led to it, so that its repetition is recognised after a restart too.
    pub(crate) request: Option<(Seat, RequestId)>,
    /// What happened.
    pub(crate) fact: Fact<Action>,
    /// When, in milliseconds the room has run; only where it is watched late.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) at_ms: Option<u64>,
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
        let mut bytes = Vec::with_capacity(BODY_BYTES);
        bytes.push(BODY_VERSION);
        rmp_serde::encode::write(&mut bytes, self).expect("facts can be written");
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

/// The code of a room whose first step this is, and what is set up there; nothing if it does not open one.
pub(crate) fn opened_with(first: &[u8]) -> Option<(RoomCode, Setup)> {
    match StepBody::<serde::de::IgnoredAny>::from_bytes(first).ok()?.fact {
        Fact::Opened { code, setup, .. } => Some((code, setup)),
        _ => None,
    }
}

/// Who was given this token in a room of these steps.
pub(crate) fn seat_of_token<'a>(
    token: &SeatToken,
    mut steps: impl Iterator<Item = &'a [u8]>,
) -> Option<(Seat, PlayerName)> {
    steps.find_map(|step| match StepBody::<serde::de::IgnoredAny>::from_bytes(step).ok()?.fact {
        Fact::Seated {
            seat, occupant: Occupant::Human { name, .. }, token: Some(hash), ..
        } if token::matches(token, &hash) => Some((seat, name)),
        _ => None,
    })
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
            at_ms: None,
        };
        let mut bytes = body.to_bytes();

        assert_eq!(StepBody::from_bytes(&bytes).unwrap(), body);
        bytes[0] = 2;
        let newer = StepBody::<ActionView>::from_bytes(&bytes);
        assert!(matches!(newer, Err(BodyError::Version(2))));
        assert!(matches!(StepBody::<ActionView>::from_bytes(&[]), Err(BodyError::Empty)));
    }

    /// Logs of before there were options, profiles and times are still lived through.
    #[test]
    fn a_step_stored_before_there_was_more_to_it_reads_as_it_did() {
        let seated = Fact::<ActionView>::Seated {
            seat: Seat::S1,
            occupant: Occupant::Human { name: "Ana".parse().unwrap(), profile: None },
            token: None,
            tip: None,
            hidden: None,
        };
        // [nil, {"Seated": [1, [1, "Ana"], nil, nil]}]
        let stored = b"\x01\x92\xc0\x81\xa6Seated\x94\x01\x92\x01\xa3Ana\xc0\xc0";

        let read = StepBody::<ActionView>::from_bytes(stored).unwrap();

        assert_eq!(read, StepBody { request: None, fact: seated, at_ms: None });
    }

    #[test]
    fn the_first_step_tells_which_game_is_played() {
        let (code, setup) = ("K7Q2XM".parse().unwrap(), Setup::Fujian { rules: Rules::FULL });
        let fact = Fact::Opened { code, setup: setup.clone(), public: false };
        let opened = StepBody::<ActionView> { request: None, fact, at_ms: None };
        let fact = Fact::Started;
        let started = StepBody::<ActionView> { request: None, fact, at_ms: None };

        assert_eq!(opened_with(&opened.to_bytes()), Some((code, setup)));
        assert_eq!(opened_with(&started.to_bytes()), None);
        assert_eq!(opened_with(&[]), None);
    }
}
