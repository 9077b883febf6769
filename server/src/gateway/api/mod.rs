//! The HTTP API: games, hands, replays, players, the feed, riichi games and scores, described by its own OpenAPI document.

#![expect(unused_qualifications, reason = "in what utoipa makes of the handlers")]

mod annotations;
mod body;
mod code;
mod docs;
mod export;
mod feed;
mod games;
mod hand_line;
mod limits;
mod peers;
mod players;
mod problem;
mod query;
mod rare;
pub(super) mod ratings;
mod replay;
mod respond;
mod riichi;
mod riichi_named;
mod riichi_rules;
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
use axum::routing::{get, post, put};
use futures_util::future::BoxFuture;
use protocol::ids::{PlayerName, RoomCode, SeatToken};
use rules::seat::Seat;
use tokio_util::sync::CancellationToken;

use self::feed::Feed;
use self::problem::{Code, Problem};
use self::ratings::Ratings;
use self::sheets::{Sheets, live, reads, writes};
use super::Gateway;
use crate::recorder::Recorder;
use crate::room::RoomSummary;

/// Says which rooms are public, each time somebody asks.
type PublicRooms = Arc<dyn Fn() -> BoxFuture<'static, Vec<RoomSummary>> + Send + Sync>;

/// Says who sits at the room with this code, by the token of their seat.
type SeatOf = Arc<
    dyn Fn(RoomCode, SeatToken) -> BoxFuture<'static, Option<(Seat, PlayerName)>> + Send + Sync,
>;

/// What the API answers from.
#[derive(Clone)]
struct ApiState {
    recorder: Recorder,
    public_rooms: PublicRooms,
    seat_of: SeatOf,
    feed: Feed,
    sheets: Sheets,
    ratings: Ratings,
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

impl FromRef<ApiState> for SeatOf {
    fn from_ref(state: &ApiState) -> Self {
        Arc::clone(&state.seat_of)
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

impl FromRef<ApiState> for Ratings {
    fn from_ref(state: &ApiState) -> Self {
        state.ratings.clone()
    }
}

/// Everything under `/api`, paced by address.
pub(super) fn mounted(gateway: Gateway) -> Router {
    let rooms = gateway.rooms.clone();
    let public_rooms: PublicRooms = Arc::new(move || {
        let rooms = rooms.clone();
        Box::pin(async move { rooms.public_rooms().await })
    });
    let rooms = gateway.rooms.clone();
    let seat_of: SeatOf = Arc::new(move |code, token| {
        let room = rooms.find(code);
        Box::pin(async move { room?.who_has(token).await.ok()? })
    });
    router(gateway.ratings.clone(), public_rooms, seat_of, gateway.stopping.clone())
        .layer(from_fn_with_state(gateway, limits::pace))
}

/// Everything under `/api`; the feed ends when `stopping` fires.
fn router(
    rated: Ratings,
    public_rooms: PublicRooms,
    seat_of: SeatOf,
    stopping: CancellationToken,
) -> Router {
    let recorder = rated.recorder.clone();
    let feed = Feed::new(recorder.clone(), stopping.clone());
    let kept = Sheets::new(recorder.clone(), stopping);
    Router::new()
        .route("/rooms", get(rooms::list))
        .merge(kept_games())
        .route("/games/{id}/hands/{hand}/note", put(annotations::annotate))
        .route("/games/{id}/replay", get(replay::replay))
        .route("/export/{file}", get(export::export))
        .route("/players/{id}/stats", get(players::stats))
        .route("/players/{id}/rare", get(rare::list))
        .route("/events", get(feed::follow))
        .merge(rated_players())
        .route("/riichi/score", post(riichi::score))
        .route("/yaku", get(yaku::yaku))
        .route("/openapi.json", get(docs::openapi))
        .route("/docs", get(docs::page))
        .route("/docs/{file}", get(docs::file))
        .method_not_allowed_fallback(async || Problem::from(Code::MethodNotAllowed))
        .fallback(async || Problem::from(Code::NotFound))
        .layer(DefaultBodyLimit::max(riichi::BODY_BYTES_MAX))
        .with_state(ApiState {
            recorder,
            public_rooms,
            seat_of,
            feed,
            sheets: kept,
            ratings: rated,
        })
}

/// Bodies that may hold a whole game or session.
fn large() -> DefaultBodyLimit {
    DefaultBodyLimit::max(sheets::BODY_BYTES_MAX)
}

/// Games: read, and those that people keep written on.
fn kept_games() -> Router<ApiState> {
    Router::new()
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
        .route("/games/{id}/reopen", post(writes::reopen))
        .route("/games/{id}/reconcile", post(reads::reconcile))
        .route("/games/{id}/audit", get(reads::audit))
        .route("/games/{id}/live", get(live::follow))
}

/// Players and their ratings, who submits them, profiles and leagues.
fn rated_players() -> Router<ApiState> {
    Router::new()
        .route("/v1/players/{id}", get(ratings::reads::player))
        .route("/v1/players/{id}/history", get(ratings::reads::history))
        .route("/v1/players/search", get(ratings::reads::search))
        .route("/v1/leaderboard", get(ratings::reads::leaderboard))
        .route("/v1/leaderboard/risers", get(ratings::reads::risers))
        .route("/v1/sources", get(ratings::reads::sources))
        .route("/v1/sources/apply", post(ratings::writes::apply))
        .route("/v1/sessions", post(ratings::writes::submit).layer(large()))
        .route("/v1/profiles", post(ratings::profiles::create))
        .route("/v1/profiles/recover", post(ratings::profiles::recover))
        .route(
            "/v1/profile",
            get(ratings::profiles::show)
                .patch(ratings::profiles::amend)
                .delete(ratings::profiles::delete),
        )
        .route("/v1/profile/history", get(ratings::reads::own_history))
        .route("/v1/profile/stats", get(players::own_stats))
        .route("/v1/profile/rare", get(rare::own))
        .route("/v1/leagues", get(ratings::leagues::list))
        .route("/v1/seasons/{id}", get(ratings::leagues::season))
}
