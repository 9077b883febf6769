//! Whether a request becomes a socket, and the session it then has.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use tokio::time::Instant;
use tracing::Instrument;

use super::accept::Peer;
use super::session::Session;
use super::socket::{Socket, handshake};
use super::{Gateway, origin, too_many};
use crate::telemetry::metrics::{self, TurnedAway};

/// `GET /ws`.
pub(super) async fn upgrade(
    State(gateway): State<Gateway>,
    Extension(peer): Extension<Peer>,
    mut request: Request,
) -> Response {
    if !origin::is_allowed(request.headers(), &gateway.config.allowed_origins.0) {
        metrics::turned_away(TurnedAway::Origin);
        return (StatusCode::FORBIDDEN, "this server does not know your page\n").into_response();
    }
    let visitor = match &peer.visitor {
        Some(visitor) => Ok(Arc::clone(visitor)),
        None => {
            let proxies = &gateway.config.trusted_proxies.0;
            let ip = origin::client_address(peer.ip, request.headers(), proxies);
            gateway.enter(ip, Instant::now()).map(Arc::new)
        }
    };
    let admitted = visitor.and_then(|visitor| Ok((visitor.open_socket()?, visitor)));
    let (place, visitor) = match admitted {
        Ok(admitted) => admitted,
        Err(why) => {
            metrics::turned_away(why);
            return too_many();
        }
    };
    let (response, encoding) = match handshake(request.headers()) {
        Ok(agreed) => agreed,
        Err(refused) => return refused.into_response(),
    };
    let (tasks, upgraded) = (gateway.tasks.clone(), hyper::upgrade::on(&mut request));
    // In a box: what it takes to open a socket would else be held for as long as the session lasts.
    let opening = Box::pin(async move {
        let socket = Socket::new(upgraded.await.ok()?, encoding).await?;
        Some(Box::new(Session::new(socket, encoding, visitor, gateway)))
    });
    tasks.spawn(async move {
        let Some(session) = opening.await else { return };
        let span = session.span.clone();
        session.run().instrument(span).await;
        // Held until here, for the connection counts for as long as it lasts.
        drop((peer, place));
    });
    response
}
