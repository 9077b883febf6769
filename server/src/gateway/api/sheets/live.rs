//! A kept game as it changes: server-sent events, one with the whole game for every version that is seen.

use std::time::Duration;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use tokio::sync::{OwnedSemaphorePermit, broadcast};
use tokio::time::timeout;

use super::super::problem::{Code, Problem, ProblemBody};
use super::super::query::{At, game_name};
use super::super::respond;
use super::super::types::Game;
use super::forms::KeptGame;
use super::{Loaded, Sheets, game_of};
use crate::recorder::GameName;

/// How long a follower hears nothing at most.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// One who follows a game.
struct Follower {
    sheets: Sheets,
    row: i64,
    changed: broadcast::Receiver<i64>,
    /// The version told last; none before the first.
    told: i64,
    _place: OwnedSemaphorePermit,
}

impl Follower {
    /// What is sent next; nothing more once the game is deleted or the server stops.
    async fn next(&mut self) -> Result<Option<Bytes>, Problem> {
        loop {
            let loaded = match self.sheets.find(self.row).await {
                Ok(loaded) => loaded,
                Err(problem) if problem.code == Code::GameNotFound => return Ok(None),
                Err(problem) => return Err(problem),
            };
            if loaded.version() > self.told {
                self.told = loaded.version();
                return Ok(Some(frame(&loaded)));
            }
            let stopping = self.sheets.stopping.clone();
            match stopping.run_until_cancelled(timeout(KEEP_ALIVE, self.news())).await {
                Some(Ok(true)) => {}
                Some(Ok(false)) | None => return Ok(None),
                Some(Err(_)) => return Ok(Some(Bytes::from_static(b": still here\n\n"))),
            }
        }
    }

    /// Waits until the game may have changed; says whether it ever can again.
    async fn news(&mut self) -> bool {
        loop {
            match self.changed.recv().await {
                Ok(row) if row != self.row => {}
                // Whoever missed something looks.
                Ok(_) | Err(broadcast::error::RecvError::Lagged(_)) => return true,
                Err(broadcast::error::RecvError::Closed) => return false,
            }
        }
    }
}

fn frame(loaded: &Loaded) -> Bytes {
    let data = serde_json::to_string(&game_of(loaded)).expect("games can be written");
    format!("id: {}\nevent: game\ndata: {data}\n\n", loaded.version()).into()
}

/// Follows a kept game as it changes
///
/// Server-sent events of type `game`: the whole game at once, and again after every change. The id is its version.
#[utoipa::path(
    get, path = "/api/games/{id}/live", tag = "sheets",
    params(KeptGame),
    responses(
        (status = 200, description = "The feed; `data` of each event is a Game", body = Game, content_type = "text/event-stream"),
        (status = 400, description = "Not a game's name", body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, description = "No such game", body = ProblemBody, content_type = "application/problem+json"),
        (status = 500, description = "What is stored for this can't be read", body = ProblemBody, content_type = "application/problem+json"),
        (status = 503, description = "Too many follow, or the database can't be read", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub(in super::super) async fn follow(
    State(sheets): State<Sheets>,
    At(id): At<String>,
) -> Result<Response, Problem> {
    let GameName::Recorded(row) = game_name(&id)? else { return Err(Code::GameNotFound.into()) };
    sheets.find(row).await?;
    let place = std::sync::Arc::clone(&sheets.followers).try_acquire_owned();
    let _place = place.map_err(|_| Code::TooManyReaders)?;
    let changed = sheets.changed.subscribe();
    let follower = Follower { sheets, row, changed, told: 0, _place };
    let pieces = stream::try_unfold(follower, async |mut follower| {
        Ok(follower.next().await?.map(|piece| (piece, follower)))
    });
    let kind = [(header::CONTENT_TYPE, "text/event-stream"), (header::CACHE_CONTROL, "no-store")];
    Ok((kind, respond::stream(pieces)).into_response())
}
