//! How much an address may ask: as much as it may say over a socket, and no more codes than there.

use axum::Extension;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::time::Instant;

use super::problem::{Code, Problem};
use crate::gateway::accept::Peer;
use crate::gateway::{Gateway, origin};

/// Lets an address ask at its pace. A code that fits no game is a guess, as it is on a socket.
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
    let guesses = request.uri().query().is_some_and(|query| query.contains("code="));
    let now = Instant::now();
    if !visitor.may_speak(now) || guesses && !visitor.may_guess(now) {
        return too_many();
    }
    let response = next.run(request).await;
    if guesses && response.status() == StatusCode::NOT_FOUND {
        visitor.guessed_wrong(Instant::now());
    }
    response
}
