//! How much an address may ask: as much as it may say over a socket, and no more codes than there; about ratings
//! less, and more with a key that is known, wherever its holder asks from.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::body::{Body, to_bytes};
use axum::extract::{Query, Request, State};
use axum::http::{Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::time::{Instant, timeout};

use super::problem::{Code, Problem};
use super::ratings::bearer;
use super::sheets::BODY_BYTES_MAX;
use crate::config::millis;
use crate::gateway::accept::Peer;
use crate::gateway::addresses::Visitor;
use crate::gateway::pace::Pace;
use crate::gateway::{Gateway, origin};

/// Lets an address ask at its pace. A code that fits no game and a key that is not known are guesses, as on a socket.
pub(super) async fn pace(
    State(gateway): State<Gateway>,
    Extension(peer): Extension<Peer>,
    request: Request,
    next: Next,
) -> Response {
    let proxies = &gateway.config.trusted_proxies.0;
    let ip = origin::client_address(peer.ip, request.headers(), proxies);
    let too_many = || Problem::from(Code::TooManyRequests).into_response();
    let visitor = match peer.visitor {
        Some(visitor) => visitor,
        None => match gateway.enter(ip, Instant::now()) {
            Ok(visitor) => visitor.into(),
            Err(_) => return too_many(),
        },
    };
    // Read as whoever compares the code reads it, however it is spelt.
    let asked = Query::<HashMap<String, String>>::try_from_uri(request.uri());
    let tried = asked.ok().and_then(|Query(mut asked)| asked.remove("code"));
    let is_rated = request.uri().path().starts_with("/v1/");
    let brings_key = is_rated && request.headers().contains_key(header::AUTHORIZATION);
    let tries_key = brings_key || request.uri().path() == "/v1/profiles/recover";
    let guesses = tried.is_some() || tries_key;
    let key = bearer::brought(request.headers()).ok();
    let now = Instant::now();
    let may_write = match Writes::of(request.method(), request.uri().path()) {
        Writes::Nothing => true,
        Writes::NewGame => visitor.may_keep(now),
        Writes::KeptGame => visitor.may_write(now),
    };
    if !visitor.may_speak(now) || guesses && !visitor.may_guess(now) || !may_write {
        return too_many();
    }
    if is_rated && !may_ask_ratings(&gateway, &visitor, key).await {
        return too_many();
    }
    let request = match whole(request, millis(gateway.config.body_ms_max)).await {
        Ok(request) => request,
        Err(code) => return Problem::from(code).into_response(),
    };
    let mut request = request;
    request.extensions_mut().insert(Arc::clone(&visitor));
    let response = next.run(request).await;
    let opened_nothing = response.extensions().get() == Some(&Code::GameNotFound);
    // Whoever knows the code of a room may ask for what it has not shown yet.
    let is_wrong = tried.is_some_and(|code| opened_nothing && !is_of_a_room(&gateway, &code))
        || tries_key && response.status() == StatusCode::UNAUTHORIZED;
    if is_wrong {
        visitor.guessed_wrong(Instant::now());
    }
    response
}

/// Whether a room that is open has this code.
fn is_of_a_room(gateway: &Gateway, code: &str) -> bool {
    code.parse().is_ok_and(|code| gateway.rooms.has(code))
}

/// Whoever holds a key has a pace of their own; everybody else that of their address, whatever they bring.
async fn may_ask_ratings(gateway: &Gateway, visitor: &Visitor, key: Option<[u8; 32]>) -> bool {
    let holder = match key {
        Some(hash) => gateway.ratings.recorder.key_holder(hash).await.ok().flatten(),
        None => None,
    };
    let pace = Pace::per_minute(gateway.config.keyed_ratings_per_minute);
    let now = Instant::now();
    match holder.and_then(|holder| gateway.ratings.holders.take(holder, pace, now)) {
        Some(is_in_time) => is_in_time,
        None => visitor.may_ask_ratings(now),
    }
}

/// The request with all of its body, if that comes in time.
async fn whole(request: Request, body_max: Duration) -> Result<Request, Code> {
    let (parts, body) = request.into_parts();
    let read = timeout(body_max, to_bytes(body, BODY_BYTES_MAX)).await;
    let body = read.map_err(|_| Code::BodyTooSlow)?.map_err(|_| Code::BodyTooLarge)?;
    Ok(Request::from_parts(parts, Body::from(body)))
}

/// What a request writes on: that goes through the one writer everybody shares.
enum Writes {
    Nothing,
    NewGame,
    /// Comparing one counts too: it is more work than a write.
    KeptGame,
}

impl Writes {
    fn of(method: &Method, path: &str) -> Self {
        if method.is_safe() {
            return Self::Nothing;
        }
        match path.strip_prefix("/games") {
            None => Self::Nothing,
            Some("") => Self::NewGame,
            Some(_) => Self::KeptGame,
        }
    }
}
