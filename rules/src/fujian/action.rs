//! What a player can do.

use std::fmt;
use std::str::FromStr;

use crate::tile::SuitTile;

/// What a player asks to do; may be refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Throw a tile.
    Discard(SuitTile),
    /// Lay four of a kind open, or the fourth on a pung.
    DeclareKong(SuitTile),
    /// Win: in the own turn, on a call, by robbing.
    Win,
    /// Call nothing.
    Pass,
    /// Call the discard for the run that begins with this tile.
    Chow(SuitTile),
    /// Call the discard for three alike.
    Pung,
    /// Call the discard for four alike.
    Kong,
    /// Go on to the next hand, or after the last one to the next game.
    Ready,
}

impl Action {
    /// Every action there is, legal or not.
    pub fn all() -> impl Iterator<Item = Self> {
        let tiles = SuitTile::ALL.into_iter();
        let with_tile =
            tiles.flat_map(|tile| [Self::Discard(tile), Self::DeclareKong(tile), Self::Chow(tile)]);
        with_tile.chain([Self::Win, Self::Pass, Self::Pung, Self::Kong, Self::Ready])
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Discard(tile) => write!(f, "discard {tile}"),
            Self::DeclareKong(tile) => write!(f, "kong {tile}"),
            Self::Win => f.write_str("win"),
            Self::Pass => f.write_str("pass"),
            Self::Chow(low) => write!(f, "chow {low}"),
            Self::Pung => f.write_str("pung"),
            Self::Kong => f.write_str("kong"),
            Self::Ready => f.write_str("ready"),
        }
    }
}

/// The text is not an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "not an action: write discard TILE, kong TILE, chow LOWEST_TILE, pung, kong, win, pass or ready"
)]
pub struct ParseActionError;

impl FromStr for Action {
    type Err = ParseActionError;

    fn from_str(text: &str) -> Result<Self, ParseActionError> {
        let (verb, tile) = match text.split_once(' ') {
            Some((verb, tile)) => (verb, Some(tile.parse().map_err(|_| ParseActionError)?)),
            None => (text, None),
        };
        match (verb, tile) {
            ("discard", Some(tile)) => Ok(Self::Discard(tile)),
            ("kong", Some(tile)) => Ok(Self::DeclareKong(tile)),
            ("chow", Some(low)) => Ok(Self::Chow(low)),
            ("win", None) => Ok(Self::Win),
            ("pass", None) => Ok(Self::Pass),
            ("pung", None) => Ok(Self::Pung),
            ("kong", None) => Ok(Self::Kong),
            ("ready", None) => Ok(Self::Ready),
            _ => Err(ParseActionError),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_action_reads_back_from_its_text() {
        for action in Action::all() {
            assert_eq!(action.to_string().parse(), Ok(action));
        }
        for text in ["", "discard", "pung dots_1", "discard wind_east", "Win", "kong  dots_1"] {
            assert_eq!(text.parse::<Action>(), Err(ParseActionError), "{text}");
        }
    }
}
