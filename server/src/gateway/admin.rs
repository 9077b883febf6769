//! The operator's side, in JSON: what is going on, closing rooms, ending connections. Not there without a token.
//!
//! A browser that opens `/admin` gets the web client, which asks for the token and then for the JSON.

use std::time::Duration;

use axum::extract::{Path, Query, Request, State};
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Json, Router};
use protocol::ids::RoomCode;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::time::{Instant, timeout};

use super::accept::Peer;
use super::api::ratings::admin;
use super::connections::Known;
use super::{Gateway, bearer, origin, too_many, web_client};
use crate::recorder::RoomId;
use crate::room::{ConnectionId, RoomClosed, RoomCommand, RoomSummary};
use crate::rooms::Unanswered;

/// How long a room may take to take the order to close.
const CLOSE_MS_MAX: u64 = 1_000;

/// Everything under `/admin`, for whoever has the operator's token.
pub(super) fn router(gateway: &Gateway) -> Router<Gateway> {
    Router::new()
        .route("/admin", get(overview))
        .route("/admin/rooms", get(rooms))
        .route("/admin/rooms/{code}", get(one_room))
        .route("/admin/rooms/{code}/close", post(close_room))
        .route("/admin/connections", get(connections))
        .route("/admin/connections/{id}/kick", post(kick))
        .merge(admin::router())
        .route_layer(from_fn_with_state(gateway.clone(), check_token))
        .route_layer(from_fn(page_for_browsers))
}

/// Answers a browser that opens the address with the page; it shows nothing of the server by itself.
async fn page_for_browsers(uri: Uri, headers: HeaderMap, request: Request, next: Next) -> Response {
    let has_token = headers.contains_key(header::AUTHORIZATION);
    let accepted = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok());
    let is_browser = accepted.is_some_and(|accepted| accepted.contains("text/html"));
    if uri.path() == "/admin" && is_browser && !has_token {
        return web_client::serve(uri, headers).await;
    }
    next.run(request).await
}

/// Lets nobody past who does not have the token; a wrong one counts as a guess of the address.
async fn check_token(
    State(gateway): State<Gateway>,
    Extension(peer): Extension<Peer>,
    request: Request,
    next: Next,
) -> Response {
    let token = &gateway.config.operator_token;
    if !token.is_set() {
        return not_found();
    }
    let proxies = &gateway.config.trusted_proxies.0;
    let ip = origin::client_address(peer.ip, request.headers(), proxies);
    let Ok(visitor) = gateway.enter(ip, Instant::now()) else { return too_many() };
    if !visitor.may_guess(Instant::now()) {
        return too_many();
    }
    if bearer::brought(request.headers()).is_some_and(|offered| token.matches(offered)) {
        let mut response = next.run(request).await;
        let no_store = header::HeaderValue::from_static("no-store");
        response.headers_mut().insert(header::CACHE_CONTROL, no_store);
        return response;
    }
    visitor.guessed_wrong(Instant::now());
    tracing::warn!(%ip, "wrong operator token");
    let challenge = [(header::WWW_AUTHENTICATE, "Bearer")];
    (StatusCode::UNAUTHORIZED, challenge, Json(json!({ "error": "unauthorized" }))).into_response()
}

async fn overview(State(gateway): State<Gateway>) -> impl IntoResponse {
    Json(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "rooms": gateway.rooms.len(),
        "connections": gateway.connections_open(),
        "sockets": gateway.connections.len(),
        "recorder_queue": gateway.recorder.queue_len(),
        "store_up": gateway.recorder.is_healthy(),
        "stopping": gateway.stopping.is_cancelled(),
    }))
}

/// Which rooms are listed.
#[derive(Debug, Deserialize)]
struct Which {
    /// Those older than the room with this id.
    before: Option<u64>,
}

/// How the newest rooms stand; nothing of it is hidden from players.
async fn rooms(State(gateway): State<Gateway>, Query(which): Query<Which>) -> impl IntoResponse {
    let listed = gateway.rooms.all_rooms(which.before.map(RoomId)).await;
    let rooms: Vec<_> = listed.rooms.iter().map(|each| room(&gateway, each)).collect();
    Json(json!({
        "open": gateway.rooms.len(),
        "busy": listed.busy,
        "before": listed.oldest.map(|id| id.0),
        "rooms": rooms,
    }))
}

/// How one room stands.
async fn one_room(State(gateway): State<Gateway>, Path(code): Path<RoomCode>) -> Response {
    match gateway.rooms.one_room(code).await {
        Ok(summary) => Json(room(&gateway, &summary)).into_response(),
        Err(Unanswered::NoRoom) => not_found(),
        Err(Unanswered::Busy) => busy(),
    }
}

/// `seconds` is how long this server has had it.
fn room(gateway: &Gateway, room: &RoomSummary) -> Value {
    let standing = room.standing.as_ref();
    let seconds = gateway.rooms.find(room.code).map(|handle| handle.age().as_secs());
    json!({
        "code": room.code,
        "id": room.id,
        "stage": room.stage,
        "phase": standing.map(|standing| standing.doing),
        "waits_for": standing.map(|standing| standing.waits_for),
        "seats": room.seats,
        "online": room.online,
        "watchers": room.watchers,
        "public": room.is_public,
        "seq": room.seq,
        "seconds": seconds,
        "hands_played": standing.map(|standing| standing.hands_played),
        "wall_left": standing.and_then(|standing| standing.wall_left),
    })
}

/// Closes a room for good; everybody in it is told.
async fn close_room(State(gateway): State<Gateway>, Path(code): Path<RoomCode>) -> Response {
    let Some(room) = gateway.rooms.find(code) else { return not_found() };
    let closing = room.send(RoomCommand::Close);
    match timeout(Duration::from_millis(CLOSE_MS_MAX), closing).await {
        Ok(Ok(())) => {}
        Ok(Err(RoomClosed)) => return not_found(),
        Err(_) => return busy(),
    }
    tracing::info!(room = %code, "room closed by the operator");
    Json(json!({ "closing": code })).into_response()
}

async fn connections(State(gateway): State<Gateway>) -> impl IntoResponse {
    let one = |known: &Known| {
        json!({
            "id": known.id.0,
            "address": known.ip,
            "room": known.room,
            "seconds": known.since.elapsed().as_secs(),
            "sent_bytes": known.sent_bytes(),
        })
    };
    let all: Vec<_> = gateway.connections.list().iter().map(one).collect();
    Json(json!({ "connections": all }))
}

async fn kick(State(gateway): State<Gateway>, Path(id): Path<u64>) -> Response {
    if !gateway.connections.kick(ConnectionId(id)) {
        return not_found();
    }
    tracing::info!(connection = id, "connection ended by the operator");
    Json(json!({ "kicked": id })).into_response()
}

/// The room has so much waiting that it takes nothing more; it may a little later.
fn busy() -> Response {
    (StatusCode::SERVICE_UNAVAILABLE, Json(json!({ "error": "busy" }))).into_response()
}

fn not_found() -> Response {
    (StatusCode::NOT_FOUND, Json(json!({ "error": "not_found" }))).into_response()
}
