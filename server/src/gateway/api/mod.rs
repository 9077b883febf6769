//! The HTTP API: games, hands, replays, players, the feed, riichi games and scores, described by its own OpenAPI document.

#![expect(unused_qualifications, reason = "in what utoipa makes of the handlers")]

mod code;
mod docs;
mod export;
mod feed;
mod games;
mod limits;
mod players;
mod problem;
mod query;
mod replay;
mod respond;
mod riichi;
mod riichi_named;
mod riichi_schema;
mod rooms;
mod sheets;
#[cfg(test)]
mod tests;
mod types;
mod yaku;

use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, FromRef};
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};
use futures_util::future::BoxFuture;
use tokio_util::sync::CancellationToken;

use self::feed::Feed;
use self::problem::{Code, Problem};
use self::sheets::{Sheets, live, reads, writes};
use super::Gateway;
use crate::recorder::Recorder;
use crate::room::RoomSummary;

/// Says which rooms are public, each time somebody asks.
type PublicRooms = Arc<dyn Fn() -> BoxFuture<'static, Vec<RoomSummary>> + Send + Sync>;

/// What the API answers from.
#[derive(Clone)]
struct ApiState {
    recorder: Recorder,
    public_rooms: PublicRooms,
    feed: Feed,
    sheets: Sheets,
}

impl FromRef<ApiState> for Recorder {
    fn from_ref(state: &ApiState) -> Self {
        state.recorder.clone()
    }
}

impl FromRef<ApiState> for PublicRooms {
    fn from_ref(state: &ApiState) -> Self {
        Arc::clone(&state.public_rooms)
    }
}

impl FromRef<ApiState> for Feed {
    fn from_ref(state: &ApiState) -> Self {
        state.feed.clone()
    }
}

impl FromRef<ApiState> for Sheets {
    fn from_ref(state: &ApiState) -> Self {
        state.sheets.clone()
    }
}

/// Everything under `/api`, paced by address.
pub(super) fn mounted(gateway: Gateway) -> Router {
    let rooms = gateway.rooms.clone();
    let public_rooms: PublicRooms = Arc::new(move || {
        let rooms = rooms.clone();
        Box::pin(async move { rooms.public_rooms().await })
    });
    router(gateway.recorder.clone(), public_rooms, gateway.stopping.clone())
        .layer(from_fn_with_state(gateway, limits::pace))
}

/// Everything under `/api`; the feed ends when `stopping` fires.
fn router(recorder: Recorder, public_rooms: PublicRooms, stopping: CancellationToken) -> Router {
    let feed = Feed::new(recorder.clone(), stopping.clone());
    let kept = Sheets::new(recorder.clone(), stopping);
    let large = || DefaultBodyLimit::max(sheets::BODY_BYTES_MAX);
    Router::new()
        .route("/rooms", get(rooms::list))
        .route("/games", get(games::list).post(writes::create).layer(large()))
        .route(
            "/games/{id}",
            get(games::show).patch(writes::amend).delete(writes::delete).layer(large()),
        )
        .route("/games/{id}/hands", get(games::hands).post(writes::record).layer(large()))
        .route(
            "/games/{id}/hands/{hand}",
            get(games::record).put(writes::replace).delete(writes::remove).layer(large()),
        )
        .route("/games/{id}/undo", post(writes::undo))
        .route("/games/{id}/riichi", post(writes::riichi))
        .route("/games/{id}/notes", post(writes::notes).layer(large()))
        .route("/games/{id}/close", post(writes::close))
        .route("/games/{id}/reconcile", post(reads::reconcile))
        .route("/games/{id}/audit", get(reads::audit))
        .route("/games/{id}/live", get(live::follow))
        .route("/games/{id}/replay", get(replay::replay))
        .route("/export/{file}", get(export::export))
        .route("/players/{name}/stats", get(players::stats))
        .route("/events", get(feed::follow))
        .route("/riichi/score", post(riichi::score))
        .route("/yaku", get(yaku::yaku))
        .route("/openapi.json", get(docs::openapi))
        .route("/docs", get(docs::page))
        .route("/docs/{file}", get(docs::file))
        .method_not_allowed_fallback(async || Problem::from(Code::MethodNotAllowed))
        .fallback(async || Problem::from(Code::NotFound))
        .layer(DefaultBodyLimit::max(riichi::BODY_BYTES_MAX))
        .with_state(ApiState { recorder, public_rooms, feed, sheets: kept })
}
