//! What the server answers over HTTP: sockets, health, the web client, and security headers on all of it.

mod accept;
mod addresses;
mod admin;
mod api;
mod bearer;
mod connections;
mod health;
mod heartbeat;
mod origin;
mod pace;
mod profiles;
mod session;
mod socket;
mod stream;
mod upgrade;
mod web_client;
mod wire;

use std::net::IpAddr;
use std::ops::Deref;
use std::sync::Arc;

use axum::{
    Router,
    http::{HeaderName, HeaderValue, StatusCode, header},
    middleware::map_response,
    response::{IntoResponse, Response},
    routing::get,
};

use tokio::sync::Semaphore;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

pub(crate) use self::accept::accept_all;
use self::addresses::{Addresses, Visitor};
use self::api::ratings::{Ratings, Withdraw};
use self::connections::Connections;
use self::profiles::Profiles;
use crate::config::Config;
use crate::recorder::Recorder;
use crate::room::Cut;
use crate::rooms::Rooms;
use crate::telemetry::metrics::TurnedAway;

/// Scripts, styles and pictures come from this server alone; nobody may frame the page.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
     img-src 'self'; font-src 'self'; connect-src 'self'; manifest-src 'self'; \
     base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Headers every response carries, whatever it is.
const SECURITY_HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=()"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// What everything here works with. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Gateway(Arc<Parts>);

/// See [`Gateway`].
pub(crate) struct Parts {
    pub(crate) config: Config,
    pub(crate) rooms: Rooms,
    pub(crate) recorder: Recorder,
    /// Fires when the server is told to stop.
    pub(crate) stopping: CancellationToken,
    /// Every connection's task.
    pub(crate) tasks: TaskTracker,
    profiles: Profiles,
    addresses: Addresses,
    ratings: Ratings,
    connections: Connections,
    /// A permit for each connection there may be.
    places: Arc<Semaphore>,
    places_max: usize,
}

impl Gateway {
    pub(crate) fn new(config: Config, rooms: Rooms, recorder: Recorder) -> Self {
        let places_max = match config.connections_max {
            0 => Semaphore::MAX_PERMITS,
            connections_max => connections_max as usize,
        };
        let everywhere = rooms.clone();
        let withdraw: Withdraw = Arc::new(move |profile| {
            let rooms = everywhere.clone();
            Box::pin(async move { rooms.withdraw(profile).await })
        });
        Self(Arc::new(Parts {
            profiles: Profiles::new(recorder.clone()),
            addresses: Addresses::new(&config),
            ratings: Ratings::new(recorder.clone(), withdraw),
            connections: Connections::default(),
            places: Arc::new(Semaphore::new(places_max)),
            places_max,
            stopping: CancellationToken::new(),
            tasks: TaskTracker::new(),
            config,
            rooms,
            recorder,
        }))
    }

    /// Takes nobody any more, and has those who are here told to come back.
    pub(crate) fn stop(&self) {
        self.stopping.cancel();
        self.connections.cut_all(Cut::Restart);
    }

    /// Counts a new connection of an address.
    fn enter(&self, ip: IpAddr, now: Instant) -> Result<Visitor, TurnedAway> {
        self.addresses.enter(ip, now, |code| self.rooms.has(code))
    }

    /// How many connections there are, sockets included.
    fn connections_open(&self) -> usize {
        self.places_max - self.places.available_permits()
    }
}

impl Deref for Gateway {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

/// Everything the server answers.
fn router(gateway: Gateway) -> Router {
    let api = api::mounted(gateway.clone());
    Router::new()
        .route("/ws", get(upgrade::upgrade))
        .route("/healthz", get(health::healthz))
        .route("/readyz", get(health::readyz))
        .route("/metrics", get(health::metrics))
        .merge(admin::router(&gateway))
        .with_state(gateway)
        .nest("/api", api)
        .fallback(get(web_client::serve))
        .layer(map_response(harden))
}

/// The answer to an address that has or does too much.
fn too_many() -> Response {
    let headers = [(header::RETRY_AFTER, "5"), (header::CACHE_CONTROL, "no-store")];
    (StatusCode::TOO_MANY_REQUESTS, headers, "too many from your address\n").into_response()
}

async fn harden(mut response: Response) -> Response {
    for (name, value) in SECURITY_HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}
