//! Games and their hands, as people look them up.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Deserialize;
use utoipa::IntoParams;

use super::annotations::Annotations;
use super::problem::{Code, Problem, ProblemBody};
use super::query::{Ask, At, GamesQuery, game_name, write_cursor};
use super::respond::{document, json};
use super::sheets::Sheets;
use super::types::{AnyHands, Game, GamePage, Hand, HandList};
use crate::recorder::{GameId, GameName, GameRow, HandRow, READ_ROWS_MAX, Recorder};

/// The code of a private room.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct CodeQuery {
    /// The code of the game's room; needed for a game of a private one.
    #[param(example = "K7Q2XM")]
    pub(super) code: Option<String>,
}

/// Which hands of a game are asked for.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct HandsQuery {
    /// The code of the game's room; needed for a game of a private one.
    #[param(example = "K7Q2XM")]
    code: Option<String>,
    /// Hands with a number above this.
    #[param(value_type = Option<i64>, minimum = 0, maximum = 4294967295_u32)]
    after: Option<u32>,
    /// How many at most.
    #[param(minimum = 1, maximum = 1000, default = 1000)]
    limit: Option<u32>,
}

/// Lists games, newest first
///
/// Games of private rooms are not listed.
#[utoipa::path(
    get, path = "/api/games", tag = "games", params(GamesQuery),
    responses(
        (status = 200, description = "A page of games", body = GamePage),
        (status = 304, description = "Nothing has changed"),
        (status = 400, description = "A parameter is wrong", body = ProblemBody, content_type = "application/problem+json"),
        (status = 500, description = "What is stored for this can't be read", body = ProblemBody, content_type = "application/problem+json"),
        (status = 503, description = "The database can't be read", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub(super) async fn list(
    State(recorder): State<Recorder>,
    Ask(asked): Ask<GamesQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let (filter, after, limit) = (asked.filter()?, asked.after()?, asked.page()?);
    let rows = recorder.games(filter, after, limit).await?;
    let is_full = rows.len() == limit as usize;
    let next = rows.last().filter(|_| is_full).map(|last| write_cursor(last.place));
    let games = rows.into_iter().map(Game::from).collect();
    Ok(json(&headers, &GamePage { games, next }))
}

/// Shows a game
#[utoipa::path(
    get, path = "/api/games/{id}", tag = "games",
    params(("id" = String, Path, description = "The game", example = "12-1", pattern = "^((0|[1-9][0-9]{0,17})-(0|[1-9][0-9]{0,8})|r[1-9][0-9]{0,17})$"), CodeQuery),
    responses(
        (status = 200, description = "The game", body = Game),
        (status = 304, description = "Nothing has changed"),
        (status = 400, description = "Not a game's name", body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, description = "No such game", body = ProblemBody, content_type = "application/problem+json"),
        (status = 500, description = "What is stored for this can't be read", body = ProblemBody, content_type = "application/problem+json"),
        (status = 503, description = "The database can't be read", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub(super) async fn show(
    State(recorder): State<Recorder>,
    State(sheets): State<Sheets>,
    At(id): At<String>,
    Ask(asked): Ask<CodeQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let game = match game_name(&id)? {
        GameName::Recorded(row) => return sheets.show(row, &headers).await,
        GameName::Online(game) => find(&recorder, game, asked.code.as_deref()).await?,
    };
    Ok(json(&headers, &Game::from(game)))
}

/// Lists the finished hands of a game
#[utoipa::path(
    get, path = "/api/games/{id}/hands", tag = "games",
    params(("id" = String, Path, description = "The game", example = "12-1", pattern = "^((0|[1-9][0-9]{0,17})-(0|[1-9][0-9]{0,8})|r[1-9][0-9]{0,17})$"), HandsQuery),
    responses(
        (status = 200, description = "Its hands, in the order they were played", body = AnyHands),
        (status = 304, description = "Nothing has changed"),
        (status = 400, description = "A parameter is wrong", body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, description = "No such game", body = ProblemBody, content_type = "application/problem+json"),
        (status = 500, description = "What is stored for this can't be read", body = ProblemBody, content_type = "application/problem+json"),
        (status = 503, description = "The database can't be read", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub(super) async fn hands(
    State(recorder): State<Recorder>,
    State(sheets): State<Sheets>,
    At(id): At<String>,
    Ask(asked): Ask<HandsQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let limit = match asked.limit {
        None => READ_ROWS_MAX,
        Some(limit @ 1..=READ_ROWS_MAX) => limit,
        Some(_) => {
            let detail = format!("limit must be 1 to {READ_ROWS_MAX}");
            return Err(Problem::because(Code::BadQuery, detail));
        }
    };
    let game = match game_name(&id)? {
        GameName::Recorded(row) => {
            return sheets.hands(row, asked.after.unwrap_or(0), limit, &headers).await;
        }
        GameName::Online(game) => game,
    };
    let found = find(&recorder, game, asked.code.as_deref()).await?;
    let said = Annotations::of(&recorder, found.place.row).await?;
    let rows = recorder.hands(game, asked.after.unwrap_or(0), limit).await?;
    let is_full = rows.len() == limit as usize;
    let next = rows.last().filter(|_| is_full).map(|last| last.event.hand);
    let noted = |row: HandRow| Hand { notes: said.on(row.event.hand), ..row.into() };
    let hands = rows.into_iter().map(noted).collect();
    Ok(json(&headers, &HandList { hands, next }))
}

/// Shows the record of a finished hand
///
/// Everything to check it and to play it again: save it and run `sanjin verify` on it. Of a kept game, the hand.
#[utoipa::path(
    get, path = "/api/games/{id}/hands/{hand}", tag = "games",
    params(
        ("id" = String, Path, description = "The game", example = "12-1", pattern = "^((0|[1-9][0-9]{0,17})-(0|[1-9][0-9]{0,8})|r[1-9][0-9]{0,17})$"),
        ("hand" = String, Path, description = "The hand's number in it, from 1; in a kept game its id", example = "1"),
        CodeQuery,
    ),
    responses(
        (status = 200, description = "The record", body = Object),
        (status = 304, description = "Nothing has changed"),
        (status = 400, description = "Not a game's name", body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, description = "No such game or hand", body = ProblemBody, content_type = "application/problem+json"),
        (status = 500, description = "What is stored for this can't be read", body = ProblemBody, content_type = "application/problem+json"),
        (status = 503, description = "The database can't be read", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub(super) async fn record(
    State(recorder): State<Recorder>,
    State(sheets): State<Sheets>,
    At((id, hand)): At<(String, String)>,
    Ask(asked): Ask<CodeQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let game = match game_name(&id)? {
        GameName::Recorded(row) => return sheets.hand(row, &hand, &headers).await,
        GameName::Online(game) => game,
    };
    find(&recorder, game, asked.code.as_deref()).await?;
    let number = hand.parse().map_err(|_| Code::HandNotFound)?;
    let record = recorder.hand_record(game, number).await?.ok_or(Code::HandNotFound)?;
    Ok(document(&headers, "application/json", record.into()))
}

/// The game that was played here, if whoever asks may see it.
pub(super) async fn find(
    recorder: &Recorder,
    game: GameId,
    code: Option<&str>,
) -> Result<GameRow, Problem> {
    let row = recorder.game(GameName::Online(game)).await?;
    let knows = |row: &GameRow| code.is_some_and(|code| code.eq_ignore_ascii_case(&row.code));
    row.filter(|row| row.public || knows(row)).ok_or_else(|| Code::GameNotFound.into())
}
