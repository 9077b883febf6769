//! What anybody may read of a kept game besides what every game has.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use utoipa::IntoParams;

use super::answers::{AuditBody, AuditEntry, ReconciledBody, SheetHandList, hand_of};
use super::forms::{KeptGame, ReconcileForm};
use super::{Loaded, Sheets, game_of};
use crate::gateway::api::body::{Raw, read};
use crate::gateway::api::games::find;
use crate::gateway::api::problem::{Code, Problem, ProblemBody};
use crate::gateway::api::query::{Ask, At, game_name};
use crate::gateway::api::respond::json;
use crate::gateway::web_client::knows;
use crate::recorder::{GameName, READ_ROWS_MAX};
use crate::scorekeeper::reconcile as compare;

/// Which part of the audit.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(in super::super) struct AuditQuery {
    /// Entries with an id above this.
    #[param(value_type = Option<i64>, minimum = 0, maximum = 4294967295_u32)]
    after: Option<u32>,
    /// The code of the game's room; needed for a game of a private one.
    #[param(example = "K7Q2XM")]
    code: Option<String>,
}

/// Answers with something of a version, or that nothing has changed.
pub(super) fn versioned(status: StatusCode, loaded: &Loaded, body: &impl Serialize) -> Response {
    let body = serde_json::to_vec(body).expect("answers can be written");
    let headers = [
        (header::CONTENT_TYPE, "application/json".to_owned()),
        (header::ETAG, format!("\"{}\"", loaded.version())),
        (header::CACHE_CONTROL, "no-cache".to_owned()),
    ];
    (status, headers, body).into_response()
}

impl Sheets {
    /// A kept game, for `GET /api/games/{id}`.
    pub(in super::super) async fn show(
        &self,
        row: i64,
        headers: &HeaderMap,
    ) -> Result<Response, Problem> {
        let loaded = self.find(row).await?;
        if knows(headers, &format!("\"{}\"", loaded.version())) {
            let mut unchanged = versioned(StatusCode::NOT_MODIFIED, &loaded, &());
            *unchanged.body_mut() = axum::body::Body::empty();
            unchanged.headers_mut().remove(header::CONTENT_TYPE);
            return Ok(unchanged);
        }
        Ok(versioned(StatusCode::OK, &loaded, &game_of(&loaded)))
    }

    /// The hands of a kept game with a number above this, for `GET /api/games/{id}/hands`.
    pub(in super::super) async fn hands(
        &self,
        row: i64,
        after: u32,
        limit: u32,
        headers: &HeaderMap,
    ) -> Result<Response, Problem> {
        let loaded = self.find(row).await?;
        let all = loaded.sheet.hands.len();
        let first = (after as usize).min(all);
        let last = first.saturating_add(limit as usize).min(all);
        let hands = (first..last).map(|place| hand_of(&loaded, place)).collect();
        let next = (last < all).then_some(last);
        Ok(json(headers, &SheetHandList { version: loaded.version(), hands, next }))
    }

    /// Every hand of a kept game, as `told`; none of one that was deleted meanwhile.
    pub(in super::super) async fn all_hands<T>(
        &self,
        row: i64,
        told: fn(&Loaded, usize) -> T,
    ) -> Result<Vec<T>, Problem> {
        match self.find(row).await {
            Ok(loaded) => {
                let places = 0..loaded.sheet.hands.len();
                Ok(places.map(|place| told(&loaded, place)).collect())
            }
            Err(problem) if problem.code == Code::GameNotFound => Ok(Vec::new()),
            Err(problem) => Err(problem),
        }
    }

    /// One hand of a kept game.
    pub(in super::super) async fn hand(
        &self,
        row: i64,
        id: &str,
        headers: &HeaderMap,
    ) -> Result<Response, Problem> {
        let loaded = self.find(row).await?;
        let place = loaded.sheet.place_of(id).ok_or(Code::HandNotFound)?;
        Ok(json(headers, &hand_of(&loaded, place)))
    }
}

/// Shows everything that was done to a game
///
/// Also of a kept one that was deleted. Games that were played here are only ever annotated.
#[utoipa::path(
    get, path = "/api/games/{id}/audit", tag = "sheets",
    params(
        ("id" = String, Path, description = "The game", example = "r17", pattern = "^((0|[1-9][0-9]{0,17})-(0|[1-9][0-9]{0,8})|r[1-9][0-9]{0,17})$"),
        AuditQuery,
    ),
    responses(
        (status = 200, description = "What was done, oldest first", body = AuditBody),
        (status = 304, description = "Nothing has changed"),
        (status = 400, description = "A parameter is wrong", body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, description = "No such game", body = ProblemBody, content_type = "application/problem+json"),
        (status = 500, description = "What is stored for this can't be read", body = ProblemBody, content_type = "application/problem+json"),
        (status = 503, description = "The database can't be read", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub(in super::super) async fn audit(
    State(sheets): State<Sheets>,
    At(id): At<String>,
    Ask(asked): Ask<AuditQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let row = match game_name(&id)? {
        GameName::Recorded(row) => {
            sheets.recorder.sheet(row).await?.ok_or(Code::GameNotFound)?;
            row
        }
        GameName::Online(game) => {
            find(&sheets.recorder, game, asked.code.as_deref()).await?.place.row
        }
    };
    let after = i64::from(asked.after.unwrap_or(0));
    let rows = sheets.recorder.audit_after(row, after, READ_ROWS_MAX).await?;
    let is_full = rows.len() == READ_ROWS_MAX as usize;
    let next = rows.last().filter(|_| is_full).map(|last| last.id);
    let entry = |row: crate::store::AuditRow| AuditEntry {
        id: row.id,
        at: row.at,
        who: row.who,
        change: RawValue::from_string(row.change).unwrap_or_default(),
    };
    Ok(json(&headers, &AuditBody { entries: rows.into_iter().map(entry).collect(), next }))
}

/// Compares a kept game with the scores on the table
///
/// Says what would explain a difference, for a person to accept. Writes nothing.
#[utoipa::path(
    post, path = "/api/games/{id}/reconcile", tag = "sheets",
    params(KeptGame),
    request_body(content = ReconcileForm),
    responses(
        (status = 200, description = "The difference, and what would explain it", body = ReconciledBody),
        (status = 400, description = "Not a game's name, or not such a body", body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, description = "No such game", body = ProblemBody, content_type = "application/problem+json"),
        (status = 413, description = "The body is too large", body = ProblemBody, content_type = "application/problem+json"),
        (status = 415, description = "The body is not said to be JSON", body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, description = "No game ends with such scores", body = ProblemBody, content_type = "application/problem+json"),
        (status = 500, description = "What is stored for this can't be read", body = ProblemBody, content_type = "application/problem+json"),
        (status = 503, description = "The database can't be read", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub(in super::super) async fn reconcile(
    State(sheets): State<Sheets>,
    At(id): At<String>,
    Raw(body): Raw,
) -> Result<Response, Problem> {
    let GameName::Recorded(row) = game_name(&id)? else { return Err(Code::GameNotFound.into()) };
    let loaded = sheets.find(row).await?;
    let form: ReconcileForm = read(&body)?;
    let permit = Arc::clone(&sheets.comparing).acquire_owned().await;
    let compared = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        let reconciled = compare(&loaded.sheet, form.final_scores)?;
        Ok::<_, Problem>(ReconciledBody::new(reconciled, &loaded.sheet.hands))
    });
    let compared = compared.await.map_err(|_| Problem::from(Code::StoreUnavailable))??;
    Ok(axum::Json(compared).into_response())
}
