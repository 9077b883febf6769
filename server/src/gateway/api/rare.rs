//! Rare wins of somebody, each with the hand it can be seen again in.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::problem::{Code, Problem, ProblemBody};
use super::query::{Ask, At, whose};
use super::ratings::bearer;
use super::ratings::writes::{RatingRefused, told};
use super::respond::json;
use crate::recorder::{RareWin, Recorder, Whose};

/// The most wins that are answered with, and how many are unasked.
const WINS_MAX: u32 = 50;
const WINS: u32 = 10;

/// How many wins are asked for.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct RareQuery {
    /// How many at most.
    #[param(minimum = 1, maximum = 50, default = 10)]
    limit: Option<u32>,
}

/// A rare win.
#[derive(Debug, Serialize, ToSchema)]
struct Rare {
    /// The game it was won in.
    #[schema(example = "12-1")]
    game: String,
    /// The hand of it.
    hand: u32,
    /// When it was over, in milliseconds since 1970.
    at: i64,
    /// What was rare about it, in the words of the filter `rare` of games.
    #[schema(example = json!(["three_golds"]))]
    kinds: Vec<String>,
    /// What it was worth.
    points: u32,
}

impl From<RareWin> for Rare {
    fn from(win: RareWin) -> Self {
        let RareWin { game, hand, at, kinds, points } = win;
        Self { game: game.to_string(), hand, at, kinds, points }
    }
}

/// Rare wins, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct RareWins {
    wins: Vec<Rare>,
}

/// Lists a player's latest rare wins, newest first
///
/// Only those in games that were played here and that anybody may find.
#[utoipa::path(
    get, path = "/api/players/{id}/rare", tag = "players",
    params(("id" = String, Path, description = "The public id of a profile, or a name", example = "Ana"), RareQuery),
    responses(
        (status = 200, description = "The wins", body = RareWins),
        (status = 304, description = "Nothing has changed"),
        (status = 400, description = "Not a name, or a parameter is wrong", body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, description = "No such profile", body = ProblemBody, content_type = "application/problem+json"),
        (status = 500, description = "What is stored for this can't be read", body = ProblemBody, content_type = "application/problem+json"),
        (status = 503, description = "The database can't be read", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub(super) async fn list(
    State(recorder): State<Recorder>,
    At(id): At<String>,
    Ask(asked): Ask<RareQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    Ok(json(&headers, &wins(&recorder, whose(&id)?, asked).await?))
}

/// Lists the latest rare wins of one's own profile, hidden or not
#[utoipa::path(
    get, path = "/api/v1/profile/rare", tag = "profiles", params(RareQuery), security(("key" = [])),
    responses((status = 200, description = "The wins", body = RareWins), RatingRefused)
)]
pub(super) async fn own(
    State(recorder): State<Recorder>,
    Ask(asked): Ask<RareQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let own = bearer::own(&recorder, &headers).await?;
    Ok(told(StatusCode::OK, &wins(&recorder, own, asked).await?))
}

async fn wins(recorder: &Recorder, whose: Whose, asked: RareQuery) -> Result<RareWins, Problem> {
    let limit = match asked.limit {
        None => WINS,
        Some(limit @ 1..=WINS_MAX) => limit,
        Some(_) => {
            let detail = format!("limit must be 1 to {WINS_MAX}");
            return Err(Problem::because(Code::BadQuery, detail));
        }
    };
    let wins = recorder.rare_wins(whose, limit).await?.ok_or(Code::PlayerNotFound)?;
    Ok(RareWins { wins: wins.into_iter().map(Rare::from).collect() })
}
