//! What a step adds to the tables people query, in the same transaction as the step.
//!
//! For every game of a room, in this order: one [`Posting::Game`] with the step that begins it, a [`Posting::Hand`]
//! with each step that ends a hand, and a [`Posting::GameFinished`] with the step that ends the last one (after its
//! hand). A room that closes in the middle of a game leaves it abandoned. When it all happened is for the recorder to
//! say.

use std::fmt;
use std::str::FromStr;

use protocol::ids::RoomCode;
use protocol::record::{HandRecord, RecordedPlayer, Variant};
use rules::seat::BySeat;

use super::seating::Seated;
use super::{Outcome, Profiles, RoomId};
use crate::ratings::online::FinishedMatch;

/// One game among those played in a room; in text, and to everybody outside, `12-1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameId {
    /// The room it is played in.
    pub room: RoomId,
    /// Which of the room's games it is, from 1.
    pub number: u32,
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.room, self.number)
    }
}

/// A game by its name, wherever it was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GameName {
    /// Played in a room here: `12-1`.
    Online(GameId),
    /// Kept by people, by its row: `r17`.
    Recorded(i64),
}

impl fmt::Display for GameName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Online(game) => game.fmt(f),
            Self::Recorded(row) => write!(f, "r{row}"),
        }
    }
}

impl FromStr for GameName {
    type Err = ParseGameIdError;

    fn from_str(text: &str) -> Result<Self, ParseGameIdError> {
        let Some(row) = text.strip_prefix('r') else { return text.parse().map(Self::Online) };
        let row: i64 = row.parse().map_err(|_| ParseGameIdError)?;
        let is_plain = row >= 1 && Self::Recorded(row).to_string() == text;
        if is_plain { Ok(Self::Recorded(row)) } else { Err(ParseGameIdError) }
    }
}

/// The text does not name a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a game is named by its room and number, for example 12-1, or r17 if people kept it")]
pub struct ParseGameIdError;

impl FromStr for GameId {
    type Err = ParseGameIdError;

    fn from_str(text: &str) -> Result<Self, ParseGameIdError> {
        let (room, number) = text.split_once('-').ok_or(ParseGameIdError)?;
        let room: u64 = room.parse().map_err(|_| ParseGameIdError)?;
        let number = number.parse().map_err(|_| ParseGameIdError)?;
        let game = Self { room: RoomId(room), number };
        // One game, one name: no signs, no leading zeros.
        let is_plain = i64::try_from(room).is_ok() && game.to_string() == text;
        if is_plain { Ok(game) } else { Err(ParseGameIdError) }
    }
}

/// Something a step posts; all of it is about the room of that step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Posting {
    /// A game begins.
    Game(Box<GamePosting>),
    /// A hand is over.
    Hand(Box<HandPosting>),
    /// A game is over; its scores are those after its last hand.
    GameFinished(GameId),
    /// A rated match is over; goes with its [`Posting::GameFinished`].
    Rated(Box<FinishedMatch>),
    /// The room is finished: its steps, this one included, leave the log for the archive, and no more are taken.
    RoomClosed {
        /// The room.
        room: RoomId,
        /// What people are told about the whole room, as JSON.
        body_summary: String,
    },
}

impl Posting {
    /// The room it is about.
    pub(crate) fn room(&self) -> RoomId {
        match self {
            Self::Game(posting) => posting.game.room,
            Self::Hand(posting) => posting.game.room,
            Self::GameFinished(game) => game.room,
            Self::Rated(finished) => finished.game.room,
            Self::RoomClosed { room, .. } => *room,
        }
    }
}

/// A game that begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GamePosting {
    /// Which: its number is one more than that of the game the room played before.
    pub game: GameId,
    /// The room's code.
    pub code: RoomCode,
    /// Whether anybody may find it. A game of a private room is shown only to those who know the room's code.
    pub public: bool,
    /// Which game is played.
    pub variant: Variant,
    /// What is played by, as a JSON object.
    pub rules: String,
    /// Who sits where.
    pub players: BySeat<RecordedPlayer>,
    /// The profiles they play for.
    pub profiles: Profiles,
}

impl GamePosting {
    pub(super) fn seated(&self) -> BySeat<Seated> {
        Seated::all(&self.players, &self.profiles)
    }
}

/// A hand that is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandPosting {
    /// The game it belongs to, posted before.
    pub game: GameId,
    /// Which hand of the game it is, from 1 and without gaps; a hand that was broken off is posted too.
    pub hand: u32,
    /// Who sat where when it ended; only those who are `Human` are told it was theirs.
    pub players: BySeat<RecordedPlayer>,
    /// The profiles they played for.
    pub profiles: Profiles,
    /// The points each seat wins or loses; they sum to zero.
    pub deltas: [i32; 4],
    /// How it ended.
    pub outcome: Outcome,
    /// The public record of the hand, as JSON: everything to check it, and to play it again.
    pub record: String,
}

impl HandPosting {
    /// What the record of a hand played in `room` says; of profiles it says nothing.
    pub fn of(room: RoomId, record: &HandRecord) -> Self {
        Self {
            game: GameId { room, number: record.game },
            hand: record.hand_of_game,
            players: record.players.clone(),
            profiles: Profiles::default(),
            deltas: record.outcome.deltas().0,
            outcome: Outcome::from(&record.outcome),
            record: serde_json::to_string(record).expect("a record can be written"),
        }
    }

    pub(super) fn seated(&self) -> BySeat<Seated> {
        Seated::all(&self.players, &self.profiles)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_has_one_name() {
        let game = GameId { room: RoomId(12), number: 1 };

        assert_eq!("12-1".parse(), Ok(game));
        assert_eq!(game.to_string(), "12-1");
        for text in [
            "",
            "12",
            "12-",
            "-1",
            "+12-1",
            "012-1",
            "12-01",
            "12-1 ",
            "a-1",
            "9223372036854775808-1",
        ] {
            assert_eq!(text.parse::<GameId>(), Err(ParseGameIdError), "{text}");
        }
    }

    #[test]
    fn a_game_that_people_kept_has_one_name_too() {
        assert_eq!("r17".parse(), Ok(GameName::Recorded(17)));
        assert_eq!(GameName::Recorded(17).to_string(), "r17");
        assert_eq!("12-1".parse(), "12-1".parse().map(GameName::Online));
        for text in ["r", "r0", "r01", "r-1", "r+1", "R1", "r1-1", "17"] {
            assert_eq!(text.parse::<GameName>(), Err(ParseGameIdError), "{text}");
        }
    }
}
