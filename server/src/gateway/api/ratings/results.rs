//! What is answered to those who submit or play: sessions, profiles, and the standings of leagues.

use serde::Serialize;
use utoipa::ToSchema;

use super::answers::{Move, Other, Player};
use crate::clock::UnixMs;
use crate::store::ratings::SeasonRow;

/// What was done to somebody's ratings.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(in super::super) struct RatingResult {
    /// The public id; none for whoever is not shown.
    #[schema(example = "p-7k3m9x2q4d8f")]
    pub(super) player: Option<String>,
    /// The name.
    pub(super) name: String,
    /// The rating over all games.
    pub(super) rating: Move,
    /// The rating among verified players; unchanged where fewer than two of them met.
    pub(super) verified_rating: Move,
}

impl RatingResult {
    /// Goes on with what a later round did.
    pub(super) fn go_on(&mut self, later: &Self) {
        self.rating = [self.rating.before, later.rating.after].into();
        self.verified_rating = [self.verified_rating.before, later.verified_rating.after].into();
    }
}

/// A round that is recorded.
#[derive(Debug, Serialize, ToSchema)]
pub(in super::super) struct RecordedRound {
    /// Its number, from 1.
    pub(super) round: i64,
    /// In the order in which the players were first listed.
    pub(super) results: Vec<RatingResult>,
}

/// A session that is recorded.
#[derive(Debug, Serialize, ToSchema)]
pub(in super::super) struct RecordedSession {
    /// Its number.
    pub(super) session: i64,
    /// Whether it was recorded before.
    pub(super) repeated: bool,
    /// What all of it did to each player.
    pub(super) results: Vec<RatingResult>,
    /// Round by round.
    pub(super) rounds: Vec<RecordedRound>,
}

/// An application that waits for the operator.
#[derive(Debug, Serialize, ToSchema)]
pub(in super::super) struct Applied {
    /// Its number.
    pub(super) source: i64,
    /// What has become of it.
    #[schema(example = "applied")]
    pub(super) state: &'static str,
}

/// Somebody's own profile.
#[derive(Debug, Serialize, ToSchema)]
pub(in super::super) struct Profile {
    /// As others see it, unless it is hidden.
    pub(super) player: Player,
    /// Whether it is shown to nobody.
    pub(super) hidden: bool,
}

/// A profile that was just made or recovered.
#[derive(Serialize, ToSchema)]
pub(in super::super) struct NewProfile {
    /// As others see it, unless it is hidden.
    pub(super) player: Player,
    /// Whether it is shown to nobody.
    pub(super) hidden: bool,
    /// The key; told this once.
    #[schema(example = "pk_7k3m9x2q4d8f2c5v8b1n6m3j7k3m9x2q")]
    pub(super) key: String,
    /// What brings the profile back when the key is lost; told this once.
    #[schema(example = "7k3m-9x2q-4d8f-2c5v-8b1n-6m3j")]
    pub(super) recovery: String,
}

/// A season of a league.
#[derive(Debug, Serialize, ToSchema)]
pub(in super::super) struct Season {
    /// Its number.
    id: i64,
    /// Its name.
    #[schema(example = "2026 autumn")]
    name: String,
    /// When it began, in milliseconds since 1970.
    started_at: UnixMs,
    /// When it ended; none while it is on.
    ended_at: Option<UnixMs>,
}

impl From<SeasonRow> for Season {
    fn from(row: SeasonRow) -> Self {
        let SeasonRow { id, name, started_at, ended_at, .. } = row;
        Self { id, name, started_at, ended_at }
    }
}

/// A league.
#[derive(Debug, Serialize, ToSchema)]
pub(in super::super) struct League {
    /// Its number.
    pub(super) id: i64,
    /// Its name.
    pub(super) name: String,
    /// How many of everybody's worst rounds are left out.
    pub(super) drop_worst: u32,
    /// Its seasons, in order.
    pub(super) seasons: Vec<Season>,
    /// Who may submit to them.
    pub(super) sources: Vec<AdmittedSource>,
}

/// A source that may submit to a league's seasons.
#[derive(Debug, Serialize, ToSchema)]
pub(in super::super) struct AdmittedSource {
    /// Its number.
    pub(super) id: i64,
    /// Its name.
    #[schema(example = "Xiamen Tuesday Club")]
    pub(super) name: String,
}

/// All leagues.
#[derive(Debug, Serialize, ToSchema)]
pub(in super::super) struct Leagues {
    /// In the order they were added.
    pub(super) leagues: Vec<League>,
}

/// The league of a season.
#[derive(Debug, Serialize, ToSchema)]
pub(in super::super) struct LeagueName {
    /// Its number.
    pub(super) id: i64,
    /// Its name.
    pub(super) name: String,
}

/// Where somebody stands in a season.
#[derive(Debug, Serialize, ToSchema)]
pub(in super::super) struct SeasonStanding {
    /// From 1.
    #[schema(minimum = 1)]
    pub(super) rank: u32,
    /// Who.
    pub(super) player: Other,
    /// What the standings go by: mu - 2 sigma.
    pub(super) shown: f64,
    /// How good.
    pub(super) mu: f64,
    /// How far off that may be.
    pub(super) sigma: f64,
    /// Rounds played.
    pub(super) rounds: u32,
    /// Those of them that are left out.
    pub(super) dropped: u32,
}

/// The standings of a season.
#[derive(Debug, Serialize, ToSchema)]
pub(in super::super) struct Standings {
    /// Its league.
    pub(super) league: LeagueName,
    /// The season.
    pub(super) season: Season,
    /// How many of everybody's worst rounds are left out.
    pub(super) drop_worst: u32,
    /// Rounds played.
    pub(super) rounds: usize,
    /// The best first.
    pub(super) standings: Vec<SeasonStanding>,
}
