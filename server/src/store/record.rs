//! What is stored, and what people are told of it.

use std::fmt;

use protocol::record::RecordedPlayer;
use rules::seat::BySeat;

use super::{GameId, GameName, Outcome, Profiles, Seating, seating};
use crate::clock::UnixMs;

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

/// A row of the log as it lies there, possibly damaged.
///
/// What cannot be read is zero or empty, which no undamaged row is: the chain of the room breaks there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LogRow<'a> {
    pub(crate) id: i64,
    pub(crate) room: RoomId,
    pub(crate) seq: u64,
    pub(crate) version: i64,
    pub(crate) body: &'a [u8],
    pub(crate) hash: &'a [u8],
}

/// The number of every room's first step: zero is left for "nothing seen yet".
pub const FIRST_SEQ: u64 = 1;

/// The largest step that is stored.
pub const BODY_BYTES_MAX: usize = 1 << 20;

/// A hand that is over: one entry of the public feed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreEvent {
    /// Its place in the feed; later events have larger ids.
    pub id: u64,
    /// The game the points belong to.
    pub game: GameId,
    /// The hand that moved them.
    pub hand: u32,
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// What each seat won or lost.
    pub deltas: [i32; 4],
    /// The scores of the game after it.
    pub scores: [i64; 4],
    /// How the hand ended.
    pub outcome: Outcome,
}

impl ScoreEvent {
    /// The scores of the game before it.
    pub fn scores_before(&self) -> [i64; 4] {
        std::array::from_fn(|seat| self.scores[seat] - i64::from(self.deltas[seat]))
    }
}

/// A finished hand, and who played it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandRow {
    /// The points it moved.
    pub event: ScoreEvent,
    /// Who sat where when it ended.
    pub players: BySeat<Option<RecordedPlayer>>,
    /// The profiles they played for, hidden ones too: not to be told.
    pub profiles: Profiles,
}

impl HandRow {
    /// A hand of a game in which these sat.
    pub(super) fn of(event: ScoreEvent, seating: &Seating) -> Self {
        let seats = seating.at(event.hand);
        let profiles = seats.clone().map(|taken| taken.and_then(|taken| taken.profile));
        Self { event, players: seating::players(seats), profiles }
    }
}

/// A game and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRow {
    /// Its place in the list of games.
    pub place: GamePlace,
    /// Which game it is.
    pub game: GameName,
    /// The code of its room; empty without one.
    pub code: String,
    /// Whether anybody may find it.
    pub public: bool,
    /// Which game is played.
    pub variant: String,
    /// Where it comes from: `online`, or `recorded` by people.
    pub origin: String,
    /// How much of it is known: `final_only`, `partial` or `complete`.
    pub quality: String,
    /// What is played by, as JSON.
    pub rules: String,
    /// Who sits where, as last known.
    pub players: BySeat<Option<RecordedPlayer>>,
    /// How it ended, once it has.
    pub end: Option<GameEnd>,
    /// The hands that are over.
    pub hands: u32,
    /// The scores after the last of them.
    pub scores: [i64; 4],
    /// How often it was changed, if people keep it.
    pub version: Option<i64>,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameEnd {
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// Whether it was played to its end.
    pub is_finished: bool,
}

/// Which games are asked for; without anything, all that are public.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameFilter {
    /// A person who played in it; what happened is then what happened to them.
    pub player: Option<Whose>,
    /// What happened in it, in the words of [`super::feature`].
    pub happened: Option<String>,
    /// What else happened in it.
    pub also: Option<String>,
    /// Which game was played.
    pub variant: Option<String>,
    /// Where it comes from.
    pub origin: Option<String>,
    /// How much of it is known.
    pub quality: Option<String>,
    /// Begun at this time or later.
    pub since: Option<UnixMs>,
    /// Begun before this time.
    pub until: Option<UnixMs>,
}

/// Whose games and figures are asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Whose {
    /// Everybody's who used this name.
    Name(String),
    /// A profile's, by its public id; nobody's if it is hidden.
    Profile(String),
    /// The own profile's of whoever asks, by its public id, hidden or not.
    Own(String),
}

impl Whose {
    /// Comes before the id of a profile where names stand too. No name begins so: nobody can take one that is
    /// somebody's profile.
    pub(crate) const MARK: char = ' ';

    /// What it stands under where games are found and tallies kept.
    pub(crate) fn key(&self) -> String {
        match self {
            Self::Name(name) => name.clone(),
            Self::Profile(id) | Self::Own(id) => format!("{}{id}", Self::MARK),
        }
    }
}

/// A rare win, and where it can be seen again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RareWin {
    /// The game.
    pub game: GameId,
    /// The hand of it.
    pub hand: u32,
    /// When, in milliseconds since 1970.
    pub at: UnixMs,
    /// What was rare about it, in the words of [`super::feature`].
    pub kinds: Vec<String>,
    /// What it was worth.
    pub points: u32,
}

/// A place in the list of games, newest first; what is asked for comes after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct GamePlace {
    /// When the game began.
    pub started_at: UnixMs,
    /// Its row.
    pub row: i64,
}

/// What has happened to a player, in games of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TallyRow {
    /// Which game was played.
    pub variant: String,
    /// Where the games come from.
    pub origin: String,
    /// How much of them is known.
    pub quality: String,
    /// What.
    pub what: String,
    /// How often.
    pub count: u64,
    /// How much of it in all.
    pub sum: u64,
}

#[cfg(test)]
mod tests {
    use protocol::ids::PlayerName;

    use super::*;

    #[test]
    fn no_name_is_a_profile() {
        let profile = Whose::Profile("p-7k3m9x2q4d8f".to_owned()).key();

        let name: PlayerName = profile.parse().unwrap();

        assert_ne!(Whose::Name(name.to_string()).key(), profile);
    }
}
