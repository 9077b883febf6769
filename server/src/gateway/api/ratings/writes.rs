//! What sources submit, and how one becomes a source.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use utoipa::IntoResponses;

use super::forms::{ApplyForm, SessionForm};
use super::results::{Applied, RatingResult, RecordedRound, RecordedSession};
use super::{Ratings, bearer};
use crate::clock::now_ms;
use crate::gateway::api::body::{Raw, read};
use crate::gateway::api::problem::{Code, Problem, ProblemBody};
use crate::store::ratings::{self, ApplicationRefused, SeatRow, SessionRefused, SessionRow};

/// Why something about ratings is refused.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "only described")]
pub(in super::super) enum RatingRefused {
    /// The body is not the JSON it should be
    #[response(status = 400, content_type = "application/problem+json")]
    Bad(ProblemBody),
    /// No key, or one that is not known
    #[response(status = 401, content_type = "application/problem+json")]
    Key(ProblemBody),
    /// The source is not admitted to the league
    #[response(status = 403, content_type = "application/problem+json")]
    Forbidden(ProblemBody),
    /// There is no such season
    #[response(status = 404, content_type = "application/problem+json")]
    Missing(ProblemBody),
    /// Something else is there under the same key or name
    #[response(status = 409, content_type = "application/problem+json")]
    Conflict(ProblemBody),
    /// The body is too large
    #[response(status = 413, content_type = "application/problem+json")]
    Large(ProblemBody),
    /// The body is not said to be JSON
    #[response(status = 415, content_type = "application/problem+json")]
    Kind(ProblemBody),
    /// It can't have been
    #[response(status = 422, content_type = "application/problem+json")]
    Impossible(ProblemBody),
    /// What is stored for this can't be read
    #[response(status = 500, content_type = "application/problem+json")]
    Unreadable(ProblemBody),
    /// The database can't be written
    #[response(status = 503, content_type = "application/problem+json")]
    Unavailable(ProblemBody),
}

/// Submits a session
///
/// With the key of an approved source. The same session under the same key is recorded once, and answered for again.
#[utoipa::path(
    post, path = "/api/v1/sessions", tag = "ratings", security(("key" = [])),
    request_body(
        content = SessionForm,
        example = json!({
            "key": "2026-11-17-table-3",
            "occasion": "open",
            "rounds": [{
                "games": 3,
                "wall_games": 1,
                "players": [
                    {"email": "ana@example.org", "name": "Ana", "mahjongs": 2},
                    {"email": "bo@example.org", "name": "Bo", "mahjongs": 0},
                ]
            }]
        })
    ),
    responses(
        (status = 201, description = "It is recorded", body = RecordedSession),
        (status = 200, description = "It was recorded before", body = RecordedSession),
        RatingRefused,
    )
)]
pub(in super::super) async fn submit(
    State(ratings): State<Ratings>,
    headers: HeaderMap,
    Raw(body): Raw,
) -> Result<Response, Problem> {
    let hash = bearer::brought(&headers)?;
    let found = ratings.recorder.rated(move |sql| ratings::source_by_key(sql, &hash)).await?;
    let source = found.ok_or_else(bearer::wrong)?;
    let session = read::<SessionForm>(&body)?.read(source, now_ms())?;
    let recorded = ratings.recorder.rate(move |sql| ratings::record(sql, &session)).await?;
    let recorded = recorded.map_err(refused)?;
    let status = if recorded.is_repeated { StatusCode::OK } else { StatusCode::CREATED };
    Ok(told(status, &session_told(&recorded)))
}

/// Applies to become a source
///
/// The operator decides, and then has the key.
#[utoipa::path(
    post, path = "/api/v1/sources/apply", tag = "ratings", request_body = ApplyForm,
    responses((status = 202, description = "The operator will look at it", body = Applied), RatingRefused)
)]
pub(in super::super) async fn apply(
    State(ratings): State<Ratings>,
    Raw(body): Raw,
) -> Result<Response, Problem> {
    let ApplyForm { name, contact } = read(&body)?;
    let (name, contact) = (line(&name, 60)?, line(&contact, 200)?);
    let applied = ratings.recorder.rate(move |sql| ratings::apply(sql, &name, &contact, now_ms()));
    match applied.await? {
        Ok(source) => Ok(told(StatusCode::ACCEPTED, &Applied { source, state: "applied" })),
        Err(ApplicationRefused::NameTaken) => Err(Code::NameTaken.into()),
        Err(ApplicationRefused::TooMany) => Err(Code::TooManyApplications.into()),
    }
}

/// A line of text of some length.
pub(in super::super) fn line(text: &str, chars_max: usize) -> Result<String, Problem> {
    let text = text.trim();
    let fits = (1..=chars_max).contains(&text.chars().count()) && !text.contains(char::is_control);
    let detail = || format!("a text has 1 to {chars_max} characters in one line");
    fits.then(|| text.to_owned()).ok_or_else(|| Problem::because(Code::BadText, detail()))
}

/// An answer that nobody may keep: it may hold a key.
pub(in super::super) fn told(status: StatusCode, answer: &impl serde::Serialize) -> Response {
    (status, [(header::CACHE_CONTROL, "no-store")], Json(answer)).into_response()
}

pub(in super::super) fn refused(refused: SessionRefused) -> Problem {
    match refused {
        SessionRefused::KeyTaken => Code::SessionKeyTaken.into(),
        SessionRefused::Deleted => Code::SessionDeleted.into(),
        SessionRefused::NoSeason => Code::SeasonNotFound.into(),
        SessionRefused::NotAdmitted => Code::NotAdmitted.into(),
        SessionRefused::Nobody { round } => {
            let detail = format!("round {round}: there is no player with that public id");
            Problem::because(Code::BadSession, detail)
        }
        SessionRefused::Twice { round } => {
            Problem::because(Code::BadSession, format!("round {round}: somebody is named twice"))
        }
        SessionRefused::Alone { round } => {
            let detail = format!("round {round}: nobody can be compared with anybody");
            Problem::because(Code::BadSession, detail)
        }
        SessionRefused::Sum { round } => {
            let detail = format!("round {round}: games won and those without a winner are not all");
            Problem::because(Code::BadSession, detail)
        }
        SessionRefused::Unknown => Code::SessionNotFound.into(),
    }
}

/// What a session did: to each player over all of it, and round by round.
fn session_told(session: &SessionRow) -> RecordedSession {
    let mut results: Vec<(i64, RatingResult)> = Vec::new();
    for seat in &session.seats {
        let result = result_of(seat);
        match results.iter_mut().find(|(player, _)| *player == seat.player) {
            Some((_, known)) => known.go_on(&result),
            None => results.push((seat.player, result)),
        }
    }
    let rounds = session.seats.chunk_by(|a, b| a.round == b.round).map(|seats| RecordedRound {
        round: seats[0].round,
        results: seats.iter().map(result_of).collect(),
    });
    RecordedSession {
        session: session.id,
        repeated: session.is_repeated,
        rounds: rounds.collect(),
        results: results.into_iter().map(|(_, result)| result).collect(),
    }
}

fn result_of(seat: &SeatRow) -> RatingResult {
    RatingResult {
        player: seat.code.clone(),
        name: seat.name.clone(),
        rating: seat.rating.into(),
        verified_rating: seat.verified.into(),
    }
}
