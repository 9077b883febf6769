//! What is answered about ratings.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::clock::UnixMs;
use crate::ratings::List as ListName;
use crate::store::ratings::{HistoryRow, Opponent, PlayerRow, RiserRow};

/// Which list: people and bots are never compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = RatingList)]
pub(in super::super) enum List {
    /// People.
    #[default]
    Humans,
    /// Bots, each level under its own name.
    Bots,
}

impl From<List> for ListName {
    fn from(list: List) -> Self {
        match list {
            List::Humans => Self::Humans,
            List::Bots => Self::Bots,
        }
    }
}

impl From<ListName> for List {
    fn from(list: ListName) -> Self {
        match list {
            ListName::Humans => Self::Humans,
            ListName::Bots => Self::Bots,
        }
    }
}

/// Whether somebody's identity was checked by the operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = RatingStanding)]
pub(in super::super) enum Standing {
    /// It was not.
    Provisional,
    /// It was.
    Verified,
}

/// Somebody who is rated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = RatedPlayer)]
pub(in super::super) struct Player {
    /// The public id.
    #[schema(example = "p-7k3m9x2q4d8f")]
    id: String,
    /// The name that is shown; others may have the same.
    #[schema(example = "Ana")]
    name: String,
    /// Which list this is on.
    list: List,
    /// Whether the identity was checked.
    standing: Standing,
    /// The rating over all games.
    #[schema(example = 1542)]
    rating: i32,
    /// The rating among verified players: what leaderboards go by.
    #[schema(example = 1530)]
    verified_rating: i32,
    /// Single games played.
    games: u32,
    /// Those that counted for the verified rating.
    verified_games: u32,
    /// Rounds played.
    rounds: u32,
    /// Games won.
    wins: u32,
    /// When the last round was played, in milliseconds since 1970.
    played_at: Option<UnixMs>,
}

impl From<PlayerRow> for Player {
    fn from(row: PlayerRow) -> Self {
        Self {
            id: row.code.unwrap_or_default(),
            name: row.name,
            list: row.list.into(),
            standing: if row.is_verified { Standing::Verified } else { Standing::Provisional },
            rating: row.rating,
            verified_rating: row.verified_rating,
            games: row.games,
            verified_games: row.verified_games,
            rounds: row.rounds,
            wins: row.wins,
            played_at: row.played_at,
        }
    }
}

/// Players whose name begins so.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RatedPlayers)]
pub(in super::super) struct Players {
    /// By name.
    pub(super) players: Vec<Player>,
}

/// A place on the leaderboard.
#[derive(Debug, Serialize, ToSchema)]
pub(in super::super) struct Ranked {
    /// From 1; those with the same verified rating share theirs.
    #[schema(minimum = 1)]
    rank: u32,
    #[serde(flatten)]
    player: Player,
}

/// The best by verified rating.
#[derive(Debug, Serialize, ToSchema)]
pub(in super::super) struct Leaderboard {
    list: List,
    /// How many games that counted for the verified rating somebody on it has at least.
    min_games: u32,
    /// When something last changed that it follows from, in milliseconds since 1970; 0 before anything did.
    calculated_at: UnixMs,
    /// The place of the player that was asked for, if they have one.
    own: Option<Ranked>,
    /// The best first.
    players: Vec<Ranked>,
}

impl Leaderboard {
    pub(super) fn of(
        list: List,
        min_games: u32,
        calculated_at: UnixMs,
        rows: Vec<PlayerRow>,
        own: Option<(u32, PlayerRow)>,
    ) -> Self {
        let ranks = ranks(rows.iter().map(|row| row.verified_rating));
        let ranked = |(rank, row): (u32, PlayerRow)| Ranked { rank, player: row.into() };
        Self {
            list,
            min_games,
            calculated_at,
            own: own.map(ranked),
            players: ranks.into_iter().zip(rows).map(ranked).collect(),
        }
    }
}

/// Somebody whose verified rating rose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(in super::super) struct Riser {
    /// From 1; those who rose as much share theirs.
    #[schema(minimum = 1)]
    rank: u32,
    /// By how much the verified rating rose.
    #[schema(minimum = 1, example = 23)]
    rise: i32,
    /// In how many rounds.
    rounds_since: u32,
    #[serde(flatten)]
    player: Player,
}

/// Those whose verified rating rose most in seven days.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(in super::super) struct Risers {
    list: List,
    /// The beginning of the seven days, in milliseconds since 1970.
    since: UnixMs,
    /// When something last changed that it follows from, in milliseconds since 1970; 0 before anything did.
    calculated_at: UnixMs,
    /// Whoever rose most first.
    players: Vec<Riser>,
}

impl Risers {
    pub(super) fn of(
        list: List,
        since: UnixMs,
        calculated_at: UnixMs,
        rows: Vec<RiserRow>,
    ) -> Self {
        let ranks = ranks(rows.iter().map(|row| row.rise));
        let riser = |(rank, row): (u32, RiserRow)| {
            let (rise, rounds_since) = (row.rise, row.rounds);
            Riser { rank, rise, rounds_since, player: row.player.into() }
        };
        Self {
            list,
            since,
            calculated_at,
            players: ranks.into_iter().zip(rows).map(riser).collect(),
        }
    }

    /// The first so many of them.
    pub(super) fn first(&self, limit: u32) -> Self {
        let players = self.players.iter().take(limit as usize).cloned().collect();
        Self { players, ..*self }
    }
}

/// The ranks that belong to numbers in falling order; equal numbers share one.
fn ranks(numbers: impl Iterator<Item = i32>) -> Vec<u32> {
    let mut last = None;
    let rank = |(place, number)| match last {
        Some((rank, same)) if same == number => rank,
        Some(_) | None => {
            last = Some((place, number));
            place
        }
    };
    (1..).zip(numbers).map(rank).collect()
}

/// A rating around a round or a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = RatingMove)]
pub(in super::super) struct Move {
    /// Before it.
    #[schema(example = 1600)]
    pub(super) before: i32,
    /// After it.
    #[schema(example = 1619)]
    pub(super) after: i32,
    /// What it did.
    #[schema(example = 19)]
    change: i32,
}

impl From<[i32; 2]> for Move {
    fn from([before, after]: [i32; 2]) -> Self {
        Self { before, after, change: after - before }
    }
}

/// Somebody else in a round.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RatedOpponent)]
pub(in super::super) struct Other {
    /// The public id.
    pub(super) id: String,
    /// The name that is shown.
    pub(super) name: String,
}

impl From<Opponent> for Other {
    fn from(opponent: Opponent) -> Self {
        Self { id: opponent.code, name: opponent.name }
    }
}

/// A round somebody played, and what it did to their ratings.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RatedRound)]
pub(in super::super) struct PlayedRound {
    /// The session it belongs to.
    session: i64,
    /// Its number in the session, from 1.
    round: i64,
    /// When it was played, in milliseconds since 1970.
    at: UnixMs,
    /// `open`, `league` or `tournament`.
    #[schema(example = "open")]
    occasion: String,
    /// The source that submitted it; none for a table on this server.
    source: Option<String>,
    /// The game on this server it was.
    #[schema(example = "12-1")]
    game: Option<String>,
    /// Whether everybody may see that game; one of a private room is shown to whoever knows its code.
    listed: bool,
    /// Single games in it.
    games: u32,
    /// Those nobody won.
    wall_games: u32,
    /// Those this player won.
    wins: u32,
    /// Points won or lost.
    points: i32,
    /// Where this player came in among the people or the bots of these: by points, then by games won. Who made the same
    /// shares a place.
    #[schema(minimum = 1, maximum = 4, example = 1)]
    place: u32,
    /// This player and `others`; in one's own history everybody who was rated.
    people: u32,
    /// Who else was, but those who do not want to be seen.
    others: Vec<Other>,
    /// The rating over all games.
    rating: Move,
    /// The rating among verified players; none where the round did not count for it.
    verified_rating: Option<Move>,
    /// When the operator last put its session right, in milliseconds since 1970; null if that never was.
    corrected_at: Option<UnixMs>,
}

impl From<HistoryRow> for PlayedRound {
    fn from(row: HistoryRow) -> Self {
        Self {
            session: row.place.session,
            round: row.place.round,
            at: row.at,
            occasion: row.occasion,
            source: row.source,
            game: row.game,
            listed: row.is_listed,
            games: row.games,
            wall_games: row.walls,
            wins: row.wins,
            points: row.points,
            place: row.came_in,
            people: row.people,
            others: row.others.into_iter().map(Other::from).collect(),
            rating: row.rating.into(),
            verified_rating: row.is_counted.then(|| row.verified.into()),
            corrected_at: row.corrected_at,
        }
    }
}

/// A page of somebody's rounds.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RatingHistory)]
pub(in super::super) struct History {
    /// The public id.
    pub(super) player: String,
    /// Newest first.
    pub(super) rounds: Vec<PlayedRound>,
    /// Where the next page begins: its `cursor`; none on the last.
    #[schema(example = "17.2")]
    pub(super) next: Option<String>,
}

/// Somebody who may submit sessions.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RatingSource)]
pub(in super::super) struct Source {
    /// Its number.
    pub(super) id: i64,
    /// Its name.
    #[schema(example = "Xiamen Tuesday Club")]
    pub(super) name: String,
    /// Since when, in milliseconds since 1970.
    pub(super) since: UnixMs,
}

/// All who may submit sessions.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RatingSources)]
pub(in super::super) struct Sources {
    /// In the order they applied.
    pub(super) sources: Vec<Source>,
}
