//! The operator's side, in JSON: what is going on, closing rooms, ending connections. Not there without a token.
//!
//! A browser that opens `/admin` gets the web client, which asks for the token and then for the JSON.

use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Json, Router};
use protocol::ids::RoomCode;
use serde_json::{Value, json};
use tokio::time::Instant;

use super::accept::Peer;
use super::api::ratings::admin;
use super::connections::Known;
use super::{Gateway, origin, too_many, web_client};
use crate::room::{ConnectionId, RoomCommand, RoomSummary};

/// Everything under `/admin`, for whoever has the operator's token.
pub(super) fn router(gateway: &Gateway) -> Router<Gateway> {
    Router::new()
        .route("/admin", get(overview))
        .route("/admin/rooms", get(rooms))
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
    let offered = request.headers().get(header::AUTHORIZATION);
    let offered = offered.and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
    if offered.is_some_and(|offered| token.matches(offered)) {
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

/// How the rooms stand, some of them if there are very many; nothing of it is hidden from players.
async fn rooms(State(gateway): State<Gateway>) -> impl IntoResponse {
    let rooms = gateway.rooms.all_rooms().await;
    let age =
        |room: &RoomSummary| gateway.rooms.find(room.code).map(|handle| handle.age().as_secs());
    let rooms: Vec<_> = rooms.iter().map(|each| room(each, age(each))).collect();
    Json(json!({ "open": gateway.rooms.len(), "rooms": rooms }))
}

/// `seconds` is how long this server has had it.
fn room(room: &RoomSummary, seconds: Option<u64>) -> Value {
    let standing = room.standing.as_ref();
    json!({
        "code": room.code,
        "id": room.id,
        "stage": room.stage,
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
    if room.send(RoomCommand::Close).await.is_err() {
        return not_found();
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

fn not_found() -> Response {
    (StatusCode::NOT_FOUND, Json(json!({ "error": "not_found" }))).into_response()
}
