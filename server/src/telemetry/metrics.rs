//! Every number the server counts, by name; `docs/OPERATIONS.md` has the same table.
//!
//! Handles are made once: counting is an addition, and no label is looked up or written while playing.

use std::collections::HashMap;
use std::sync::LazyLock;
use std::time::Duration;

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;
use protocol::close::CloseCode;
use protocol::refusal::Refusal;

/// What [`render`] writes.
pub(crate) const CONTENT_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

type Label = [(&'static str, &'static str); 1];

static METRICS: LazyLock<Metrics> = LazyLock::new(Metrics::new);

struct Metrics {
    registry: Registry,
    rooms: Gauge,
    rooms_unopened: Gauge,
    connections: Gauge,
    sockets: Gauge,
    recorder_queue: Gauge,
    room_queue: Gauge,
    socket_queue: Gauge,
    store_up: Gauge,
    actions: Counter,
    refusals: HashMap<Refusal, Counter>,
    closes: [Counter; CloseCode::ALL.len()],
    turned_away: [Counter; TurnedAway::ALL.len()],
    slow_clients: Counter,
    room_panics: Counter,
    rooms_left_out: Counter,
    unreadable: [Counter; Unreadable::ALL.len()],
    commit_seconds: Histogram,
    commit_steps: Histogram,
}

impl Metrics {
    fn new() -> Self {
        let mut registry = Registry::with_prefix("sanjin");
        let refusals = family(&mut registry, "refusals", "Requests refused, by code");
        let closes = family(&mut registry, "closes", "Sockets that ended, by close code");
        let unreadable = family(
            &mut registry,
            "unreadable",
            "What ended at something stored that can't be read, by what it was",
        );
        let away = family(&mut registry, "turned_away", "Connections not taken, by reason");
        Self {
            rooms: gauge(&mut registry, "rooms", "Rooms that are open"),
            rooms_unopened: gauge(
                &mut registry,
                "rooms_unopened",
                "Rooms among them that are still to be brought back after the start",
            ),
            connections: gauge(&mut registry, "connections", "Connections, sockets included"),
            sockets: gauge(&mut registry, "sockets", "WebSockets that are open"),
            recorder_queue: gauge(
                &mut registry,
                "recorder_queue",
                "Steps that wait for the writing thread",
            ),
            room_queue: gauge(
                &mut registry,
                "room_queue",
                "Requests that wait in the room where most do",
            ),
            socket_queue: gauge(
                &mut registry,
                "socket_queue",
                "Messages that wait for the WebSocket for which most do",
            ),
            store_up: gauge(&mut registry, "store_up", "1 while steps can be recorded"),
            actions: counter(&mut registry, "actions", "Requests of players accepted"),
            refusals: Refusal::all()
                .map(|refusal| (refusal, labelled(&refusals, "code", refusal.code())))
                .collect(),
            closes: CloseCode::ALL.map(|code| labelled(&closes, "code", code.text())),
            turned_away: TurnedAway::ALL.map(|why| labelled(&away, "reason", why.name())),
            slow_clients: counter(
                &mut registry,
                "slow_clients",
                "Sockets cut because they read too slowly",
            ),
            room_panics: counter(&mut registry, "room_panics", "Rooms that ended in a panic"),
            rooms_left_out: counter(
                &mut registry,
                "rooms_left_out",
                "Rooms that can't go on, and are left out until the next start",
            ),
            unreadable: Unreadable::ALL.map(|what| labelled(&unreadable, "what", what.name())),
            commit_seconds: histogram(
                &mut registry,
                "commit_seconds",
                "Time from taking up a batch until it was committed, the disk included",
                // 50 us to 1.6 s.
                exponential_buckets(0.000_05, 2.0, 16),
            ),
            commit_steps: histogram(
                &mut registry,
                "commit_steps",
                "Steps in a commit",
                exponential_buckets(1.0, 2.0, 13),
            ),
            registry,
        }
    }
}

/// Why a connection was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TurnedAway {
    /// The server has as many as it takes.
    Full,
    /// The address has as many as it may.
    AddressFull,
    /// The address came too often.
    TooFast,
    /// The page is of another host.
    Origin,
}

impl TurnedAway {
    const ALL: [Self; 4] = [Self::Full, Self::AddressFull, Self::TooFast, Self::Origin];

    fn name(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::AddressFull => "address_full",
            Self::TooFast => "too_fast",
            Self::Origin => "origin",
        }
    }
}

/// What ended at something stored that can't be read, or that does not go with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unreadable {
    /// A match is not rated for now.
    Match,
    /// Something that was to be written and is no step.
    Write,
    /// A question to the API.
    Question,
}

impl Unreadable {
    const ALL: [Self; 3] = [Self::Match, Self::Write, Self::Question];

    fn name(self) -> &'static str {
        match self {
            Self::Match => "match",
            Self::Write => "write",
            Self::Question => "question",
        }
    }
}

/// What is read when somebody asks, rather than counted.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Levels {
    pub(crate) rooms: usize,
    pub(crate) rooms_unopened: usize,
    pub(crate) connections: usize,
    pub(crate) sockets: usize,
    pub(crate) recorder_queue: usize,
    pub(crate) room_queue: usize,
    pub(crate) socket_queue: usize,
    pub(crate) store_up: bool,
}

/// Everything, as Prometheus reads it.
pub(crate) fn render(levels: Levels) -> String {
    let set = |gauge: &Gauge, level: usize| gauge.set(i64::try_from(level).unwrap_or(i64::MAX));
    set(&METRICS.rooms, levels.rooms);
    set(&METRICS.rooms_unopened, levels.rooms_unopened);
    set(&METRICS.connections, levels.connections);
    set(&METRICS.sockets, levels.sockets);
    set(&METRICS.recorder_queue, levels.recorder_queue);
    set(&METRICS.room_queue, levels.room_queue);
    set(&METRICS.socket_queue, levels.socket_queue);
    set(&METRICS.store_up, levels.store_up.into());
    let mut text = String::new();
    // Writing to a string can't fail.
    let _ = encode(&mut text, &METRICS.registry);
    text
}

/// A player's request was accepted.
pub(crate) fn action_accepted() {
    METRICS.actions.inc();
}

/// A request was refused.
pub(crate) fn refused(reason: Refusal) {
    if let Some(counter) = METRICS.refusals.get(&reason) {
        counter.inc();
    }
}

/// A room ended in a panic.
pub(crate) fn room_panicked() {
    METRICS.room_panics.inc();
}

/// A room can't go on from what is on disk, or panicked there twice.
pub(crate) fn room_left_out() {
    METRICS.rooms_left_out.inc();
}

/// A socket was cut because it read too slowly.
pub(crate) fn slow_client_cut() {
    METRICS.slow_clients.inc();
}

/// A socket ended.
pub(crate) fn socket_closed(code: CloseCode) {
    if let Some(at) = CloseCode::ALL.iter().position(|known| *known == code) {
        METRICS.closes[at].inc();
    }
}

/// A connection was not taken.
pub(crate) fn turned_away(why: TurnedAway) {
    if let Some(at) = TurnedAway::ALL.iter().position(|known| *known == why) {
        METRICS.turned_away[at].inc();
    }
}

/// Something ended at what is stored.
pub(crate) fn unreadable(what: Unreadable) {
    if let Some(at) = Unreadable::ALL.iter().position(|known| *known == what) {
        METRICS.unreadable[at].inc();
    }
}

/// A batch of steps is on disk.
pub(crate) fn committed(steps: usize, took: Duration) {
    METRICS.commit_seconds.observe(took.as_secs_f64());
    METRICS.commit_steps.observe(steps as f64);
}

fn gauge(registry: &mut Registry, name: &str, help: &str) -> Gauge {
    let gauge = Gauge::default();
    registry.register(name, help, gauge.clone());
    gauge
}

fn counter(registry: &mut Registry, name: &str, help: &str) -> Counter {
    let counter = Counter::default();
    registry.register(name, help, counter.clone());
    counter
}

fn histogram(
    registry: &mut Registry,
    name: &str,
    help: &str,
    buckets: impl Iterator<Item = f64>,
) -> Histogram {
    let histogram = Histogram::new(buckets);
    registry.register(name, help, histogram.clone());
    histogram
}

fn family(registry: &mut Registry, name: &str, help: &str) -> Family<Label, Counter> {
    let family = Family::default();
    registry.register(name, help, family.clone());
    family
}

fn labelled(family: &Family<Label, Counter>, label: &'static str, value: &'static str) -> Counter {
    family.get_or_create_owned(&[(label, value)])
}
