//! Reading ratings: players, their rounds, leaderboards. A hidden player is answered for as one nobody knows.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde::Deserialize;
use utoipa::IntoParams;

use super::answers::{
    History, Leaderboard, List, PlayedRound, Player, Players, Risers, Source, Sources,
};
use super::writes::{RatingRefused, told};
use super::{Ratings, bearer};
use crate::clock::{UnixMs, now_ms};
use crate::gateway::api::problem::{Code, Problem, ProblemBody};
use crate::gateway::api::query::{Ask, At};
use crate::gateway::api::respond::json;
use crate::store::ratings::{self, HistoryPlace, HistoryRow, Reader, is_public_id};

/// The most players or rounds that are answered with, and how many are unasked.
const ROWS_MAX: u32 = 200;
const ROWS: u32 = 50;
/// The most players a search finds.
const FOUND_MAX: u32 = 20;
/// How many games somebody on the leaderboard has played unless it is said: by then K is 24.
const MIN_GAMES: u32 = 30;
/// More games than anybody has.
const MIN_GAMES_MAX: u32 = 1_000_000;
/// Who rose in this time is shown.
const RISERS_MS: UnixMs = 7 * 24 * 60 * 60 * 1_000;

/// What leaderboard is asked for.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(in super::super) struct LeaderboardQuery {
    /// How many players at most.
    #[param(minimum = 1, maximum = 200, default = 50)]
    limit: Option<u32>,
    /// How many games that counted for the verified rating they have at least.
    #[param(default = 30, maximum = 1_000_000)]
    min_games: Option<u32>,
    /// People or bots.
    #[param(inline)]
    list: Option<List>,
    /// Somebody whose place is wanted too, by the public id.
    #[param(example = "p-7k3m9x2q4d8f")]
    player: Option<String>,
}

/// What risers are asked for.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(in super::super) struct RisersQuery {
    /// How many players at most.
    #[param(minimum = 1, maximum = 200, default = 50)]
    limit: Option<u32>,
    /// People or bots.
    #[param(inline)]
    list: Option<List>,
}

/// Who is looked for.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(in super::super) struct SearchQuery {
    /// How the name begins; large and small letters are the same.
    #[param(min_length = 1, max_length = 24, example = "An")]
    q: String,
}

/// Which rounds are asked for.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(in super::super) struct HistoryQuery {
    /// How many rounds at most.
    #[param(minimum = 1, maximum = 200, default = 50)]
    limit: Option<u32>,
    /// Where the page before ended: its `next`.
    #[param(pattern = "^[0-9]{1,18}[.][0-9]{1,9}$")]
    cursor: Option<String>,
}

/// Shows a player
#[utoipa::path(
    get, path = "/api/v1/players/{id}", tag = "ratings",
    params(("id" = String, Path, description = "The public id", example = "p-7k3m9x2q4d8f")),
    responses(
        (status = 200, description = "The player", body = Player),
        (status = 304, description = "Nothing has changed"),
        (status = 400, description = "The path is not text", body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, description = "No such player", body = ProblemBody, content_type = "application/problem+json"),
        (status = 500, description = "What is stored for this can't be read", body = ProblemBody, content_type = "application/problem+json"),
        (status = 503, description = "The database can't be read", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub(in super::super) async fn player(
    State(ratings): State<Ratings>,
    At(id): At<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let id = public_id(id)?;
    let found = ratings.recorder.rated(move |sql| ratings::player(sql, &id)).await?;
    let player = Player::from(found.ok_or(Code::PlayerNotFound)?);
    Ok(json(&headers, &player))
}

/// Shows a player's rounds, newest first, and what each did to the ratings
#[utoipa::path(
    get, path = "/api/v1/players/{id}/history", tag = "ratings",
    params(("id" = String, Path, description = "The public id", example = "p-7k3m9x2q4d8f"), HistoryQuery),
    responses(
        (status = 200, description = "A page of rounds", body = History),
        (status = 304, description = "Nothing has changed"),
        (status = 400, description = "A parameter is wrong", body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, description = "No such player", body = ProblemBody, content_type = "application/problem+json"),
        (status = 500, description = "What is stored for this can't be read", body = ProblemBody, content_type = "application/problem+json"),
        (status = 503, description = "The database can't be read", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub(in super::super) async fn history(
    State(ratings): State<Ratings>,
    At(id): At<String>,
    Ask(asked): Ask<HistoryQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let limit = rows(asked.limit)?;
    let before = asked.cursor.as_deref().map(read_cursor).transpose()?;
    let id = public_id(id)?;
    let found = ratings.recorder.rated(move |sql| {
        let Some(player) = ratings::player(sql, &id)? else { return Ok(None) };
        let rounds = ratings::history(sql, player.id, Reader::Anybody, before, limit)?;
        Ok(Some((id, rounds)))
    });
    let (player, rounds) = found.await?.ok_or(Code::PlayerNotFound)?;
    Ok(json(&headers, &page(player, rounds, limit)))
}

/// Shows the rounds of one's own profile, hidden or not
#[utoipa::path(
    get, path = "/api/v1/profile/history", tag = "profiles", params(HistoryQuery), security(("key" = [])),
    responses((status = 200, description = "A page of rounds", body = History), RatingRefused)
)]
pub(in super::super) async fn own_history(
    State(ratings): State<Ratings>,
    Ask(asked): Ask<HistoryQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let limit = rows(asked.limit)?;
    let before = asked.cursor.as_deref().map(read_cursor).transpose()?;
    let hash = bearer::brought(&headers)?;
    let own = ratings.recorder.own_player(hash).await?.ok_or_else(bearer::wrong)?;
    let rounds = ratings
        .recorder
        .rated(move |sql| ratings::history(sql, own.id, Reader::Owner, before, limit))
        .await?;
    Ok(told(StatusCode::OK, &page(own.code.unwrap_or_default(), rounds, limit)))
}

fn page(player: String, rounds: Vec<HistoryRow>, limit: u32) -> History {
    let last = rounds.last().filter(|_| rounds.len() == limit as usize);
    let next = last.map(|row| format!("{}.{}", row.place.session, row.place.round));
    let rounds = rounds.into_iter().map(PlayedRound::from).collect();
    History { player, rounds, next }
}

/// Finds players by how their name begins
#[utoipa::path(
    get, path = "/api/v1/players/search", tag = "ratings", params(SearchQuery),
    responses(
        (status = 200, description = "At most 20 players, by name", body = Players),
        (status = 304, description = "Nothing has changed"),
        (status = 400, description = "A parameter is wrong", body = ProblemBody, content_type = "application/problem+json"),
        (status = 500, description = "What is stored for this can't be read", body = ProblemBody, content_type = "application/problem+json"),
        (status = 503, description = "The database can't be read", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub(in super::super) async fn search(
    State(ratings): State<Ratings>,
    Ask(asked): Ask<SearchQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let name = crate::gateway::api::query::player_name(&asked.q)?;
    let folded = ratings::folded(&name);
    let found = ratings.recorder.rated(move |sql| ratings::search(sql, &folded, FOUND_MAX)).await?;
    let players = found.into_iter().map(Player::from).collect();
    Ok(json(&headers, &Players { players }))
}

/// Shows the best by verified rating
#[utoipa::path(
    get, path = "/api/v1/leaderboard", tag = "ratings", params(LeaderboardQuery),
    responses(
        (status = 200, description = "The best first", body = Leaderboard),
        (status = 304, description = "Nothing has changed"),
        (status = 400, description = "A parameter is wrong", body = ProblemBody, content_type = "application/problem+json"),
        (status = 500, description = "What is stored for this can't be read", body = ProblemBody, content_type = "application/problem+json"),
        (status = 503, description = "The database can't be read", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub(in super::super) async fn leaderboard(
    State(ratings): State<Ratings>,
    Ask(asked): Ask<LeaderboardQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let (list, limit) = (asked.list.unwrap_or_default(), rows(asked.limit)?);
    let min_games = least_games(asked.min_games)?;
    let player = asked.player.filter(|player| is_public_id(player));
    let best = move |sql: &mut dyn ratings::Sql| {
        let own = match &player {
            Some(code) => ratings::place(sql, code, list.into(), min_games)?,
            None => None,
        };
        let found = ratings::leaderboard(sql, list.into(), min_games, limit)?;
        Ok((ratings::changed_at(sql)?, found, own))
    };
    let (changed_at, found, own) = ratings.recorder.rated(best).await?;
    Ok(json(&headers, &Leaderboard::of(list, min_games, changed_at, found, own)))
}

/// Shows whose verified rating rose most in seven days
///
/// The list may be a minute old.
#[utoipa::path(
    get, path = "/api/v1/leaderboard/risers", tag = "ratings", params(RisersQuery),
    responses(
        (status = 200, description = "Whoever rose most first", body = Risers),
        (status = 304, description = "Nothing has changed"),
        (status = 400, description = "A parameter is wrong", body = ProblemBody, content_type = "application/problem+json"),
        (status = 500, description = "What is stored for this can't be read", body = ProblemBody, content_type = "application/problem+json"),
        (status = 503, description = "The database can't be read", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub(in super::super) async fn risers(
    State(ratings): State<Ratings>,
    Ask(asked): Ask<RisersQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let (list, limit) = (asked.list.unwrap_or_default(), rows(asked.limit)?);
    if let Some(known) = ratings.risers.known(&list.into()) {
        return Ok(json(&headers, &known.first(limit)));
    }
    let begun = ratings.risers.begin();
    let since = now_ms() - RISERS_MS;
    let risen = move |sql: &mut dyn ratings::Sql| {
        Ok((ratings::changed_at(sql)?, ratings::risers(sql, list.into(), since, ROWS_MAX)?))
    };
    let (changed_at, found) = ratings.recorder.rated(risen).await?;
    let found = Arc::new(Risers::of(list, since, changed_at, found));
    ratings.risers.keep(begun, list.into(), Arc::clone(&found));
    Ok(json(&headers, &found.first(limit)))
}

/// Lists who may submit sessions
#[utoipa::path(
    get, path = "/api/v1/sources", tag = "ratings",
    responses(
        (status = 200, description = "Sources that are approved", body = Sources),
        (status = 304, description = "Nothing has changed"),
        (status = 500, description = "What is stored for this can't be read", body = ProblemBody, content_type = "application/problem+json"),
        (status = 503, description = "The database can't be read", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub(in super::super) async fn sources(
    State(ratings): State<Ratings>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let all = ratings.recorder.rated(|sql| ratings::sources(sql)).await?;
    let approved = all.into_iter().filter(|source| source.state == "approved");
    let sources = approved.map(|source| Source {
        id: source.id,
        name: source.name,
        since: source.decided_at.unwrap_or(source.applied_at),
    });
    Ok(json(&headers, &Sources { sources: sources.collect() }))
}

/// Text that can be a public id: no other is asked for.
pub(super) fn public_id(text: String) -> Result<String, Problem> {
    if is_public_id(&text) { Ok(text) } else { Err(Code::PlayerNotFound.into()) }
}

fn least_games(asked: Option<u32>) -> Result<u32, Problem> {
    match asked {
        None => Ok(MIN_GAMES),
        Some(games @ ..=MIN_GAMES_MAX) => Ok(games),
        Some(_) => {
            let detail = format!("min_games must be 0 to {MIN_GAMES_MAX}");
            Err(Problem::because(Code::BadQuery, detail))
        }
    }
}

fn rows(limit: Option<u32>) -> Result<u32, Problem> {
    match limit {
        None => Ok(ROWS),
        Some(limit @ 1..=ROWS_MAX) => Ok(limit),
        Some(_) => {
            let detail = format!("limit must be 1 to {ROWS_MAX}");
            Err(Problem::because(Code::BadQuery, detail))
        }
    }
}

fn read_cursor(text: &str) -> Result<HistoryPlace, Problem> {
    let read = || {
        let (session, round) = text.split_once('.')?;
        Some(HistoryPlace { session: session.parse().ok()?, round: round.parse().ok()? })
    };
    read().ok_or_else(|| Code::BadCursor.into())
}
