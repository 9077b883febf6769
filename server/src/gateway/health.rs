//! Whether the server lives, whether it can serve, and its numbers.

use axum::Extension;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use tokio::time::Instant;

use super::accept::Peer;
use super::{Gateway, too_many};
use crate::recorder::Health;
use crate::telemetry::metrics;

/// `GET /healthz`: the process answers, and has a recorder or is stopping.
pub(super) async fn healthz(State(gateway): State<Gateway>) -> impl IntoResponse {
    let has_ended = *gateway.recorder.health().borrow() == Health::Stopped;
    let (status, text) = if has_ended && !gateway.stopping.is_cancelled() {
        (StatusCode::SERVICE_UNAVAILABLE, "the recorder has ended\n")
    } else {
        (StatusCode::OK, "ok\n")
    };
    (status, [(header::CACHE_CONTROL, "no-store")], text)
}

/// `GET /readyz`: moves can be recorded, and the server is not about to stop.
pub(super) async fn readyz(State(gateway): State<Gateway>) -> impl IntoResponse {
    let (status, text) = if gateway.stopping.is_cancelled() {
        (StatusCode::SERVICE_UNAVAILABLE, "stopping\n")
    } else if !gateway.recorder.is_healthy() {
        (StatusCode::SERVICE_UNAVAILABLE, "nothing can be recorded\n")
    } else {
        (StatusCode::OK, "ready\n")
    };
    (status, [(header::CACHE_CONTROL, "no-store")], text)
}

/// `GET /metrics`, at the pace of an address: every outbox is looked into for it.
pub(super) async fn metrics(
    State(gateway): State<Gateway>,
    Extension(peer): Extension<Peer>,
) -> Response {
    if peer.visitor.is_some_and(|visitor| !visitor.may_speak(Instant::now())) {
        return too_many();
    }
    let levels = metrics::Levels {
        rooms: gateway.rooms.len(),
        rooms_unopened: gateway.rooms.unopened(),
        connections: gateway.connections_open(),
        sockets: gateway.connections.len(),
        recorder_queue: gateway.recorder.queue_len(),
        room_queue: gateway.rooms.longest_queue(),
        socket_queue: gateway.connections.longest_queue(),
        store_up: gateway.recorder.is_healthy(),
    };
    let headers =
        [(header::CONTENT_TYPE, metrics::CONTENT_TYPE), (header::CACHE_CONTROL, "no-store")];
    (headers, metrics::render(levels)).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Settings;
    use crate::recorder::{Database, Recorder, RecorderOptions};
    use crate::room::{Manners, RoomContext};
    use crate::rooms::Rooms;
    use crate::store::fresh::Fresh;

    fn gateway(fresh: &Fresh) -> Gateway {
        let database: Database = fresh.url.parse().unwrap();
        let (recorder, replayed) = Recorder::open(database, RecorderOptions::default()).unwrap();
        let context = RoomContext::new(recorder.clone(), Manners::default());
        let rooms = Rooms::reopen(context, replayed);
        Gateway::new(Settings::default().resolve(), rooms, recorder)
    }

    async fn status(gateway: &Gateway) -> StatusCode {
        readyz(State(gateway.clone())).await.into_response().status()
    }

    #[tokio::test]
    async fn a_server_is_ready_until_it_stops() {
        let fresh = Fresh::new();
        let gateway = gateway(&fresh);

        assert_eq!(status(&gateway).await, StatusCode::OK);

        gateway.stopping.cancel();
        assert_eq!(status(&gateway).await, StatusCode::SERVICE_UNAVAILABLE);
    }

    #[tokio::test]
    async fn a_server_that_can_record_nothing_is_not_ready() {
        let fresh = Fresh::new();
        let gateway = gateway(&fresh);

        gateway.recorder.clone().shutdown().await;

        assert_eq!(status(&gateway).await, StatusCode::SERVICE_UNAVAILABLE);
    }

    #[tokio::test]
    async fn a_server_whose_recorder_has_ended_is_ill_unless_it_stops() {
        let fresh = Fresh::new();
        let gateway = gateway(&fresh);
        let health = async || healthz(State(gateway.clone())).await.into_response().status();
        assert_eq!(health().await, StatusCode::OK);

        gateway.recorder.clone().shutdown().await;
        assert_eq!(health().await, StatusCode::SERVICE_UNAVAILABLE);

        gateway.stopping.cancel();
        assert_eq!(health().await, StatusCode::OK);
    }
}
