//! An action and who took it, as one line of text.

use std::fmt;
use std::str::FromStr;

use rules::fujian::Action;
use rules::seat::Seat;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// An action and who took it; in text `2 discard dots_5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatAction {
    /// Who.
    pub seat: Seat,
    /// What.
    pub action: Action,
}

impl fmt::Display for SeatAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.seat, self.action)
    }
}

/// The text is not a seat and an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a seat and an action: write for example '2 discard dots_5'")]
pub struct ParseSeatActionError;

impl FromStr for SeatAction {
    type Err = ParseSeatActionError;

    fn from_str(text: &str) -> Result<Self, ParseSeatActionError> {
        let (seat, action) = text.split_once(' ').ok_or(ParseSeatActionError)?;
        let &[digit @ b'0'..=b'3'] = seat.as_bytes() else { return Err(ParseSeatActionError) };
        let seat = Seat::from_index(usize::from(digit - b'0')).ok_or(ParseSeatActionError)?;
        Ok(Self { seat, action: action.parse().map_err(|_| ParseSeatActionError)? })
    }
}

impl Serialize for SeatAction {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for SeatAction {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}
