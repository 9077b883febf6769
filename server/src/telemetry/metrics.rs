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
use protocol::refusal::Refusal;

/// What [`render`] writes.
pub(crate) const CONTENT_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Close codes that are counted one by one; all others together.
const CLOSE_CODES: [(u16, &str); 13] = [
    (1000, "1000"),
    (1001, "1001"),
    (1002, "1002"),
    (1006, "1006"),
    (1007, "1007"),
    (1008, "1008"),
    (1009, "1009"),
    (1012, "1012"),
    (1013, "1013"),
    (4001, "4001"),
    (4002, "4002"),
    (4003, "4003"),
    (0, "other"),
];

type Label = [(&'static str, &'static str); 1];

static METRICS: LazyLock<Metrics> = LazyLock::new(Metrics::new);

struct Metrics {
    registry: Registry,
    rooms: Gauge,
    connections: Gauge,
    sockets: Gauge,
    recorder_queue: Gauge,
    store_up: Gauge,
    actions: Counter,
    refusals: HashMap<Refusal, Counter>,
    closes: [Counter; CLOSE_CODES.len()],
    turned_away: [Counter; TurnedAway::ALL.len()],
    slow_clients: Counter,
    room_panics: Counter,
    commit_seconds: Histogram,
    commit_steps: Histogram,
}

impl Metrics {
    fn new() -> Self {
        let mut registry = Registry::with_prefix("sanjin");
        let refusals = family(&mut registry, "refusals", "Requests refused, by code");
        let closes = family(&mut registry, "closes", "Sockets that ended, by close code");
        let away = family(&mut registry, "turned_away", "Connections not taken, by reason");
        Self {
            rooms: gauge(&mut registry, "rooms", "Rooms that are open"),
            connections: gauge(&mut registry, "connections", "Connections, sockets included"),
            sockets: gauge(&mut registry, "sockets", "WebSockets that are open"),
            recorder_queue: gauge(
                &mut registry,
                "recorder_queue",
                "Steps that wait for the writing thread",
            ),
            store_up: gauge(&mut registry, "store_up", "1 while steps can be recorded"),
            actions: counter(&mut registry, "actions", "Requests of players accepted"),
            refusals: Refusal::all()
                .map(|refusal| (refusal, labelled(&refusals, "code", refusal.code())))
                .collect(),
            closes: CLOSE_CODES.map(|(_, code)| labelled(&closes, "code", code)),
            turned_away: TurnedAway::ALL.map(|why| labelled(&away, "reason", why.name())),
            slow_clients: counter(
                &mut registry,
                "slow_clients",
                "Sockets cut because they read too slowly",
            ),
            room_panics: counter(&mut registry, "room_panics", "Rooms that ended in a panic"),
            commit_seconds: histogram(
                &mut registry,
                "commit_seconds",
                "Time a commit took, the disk included",
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

/// What is read when somebody asks, rather than counted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Levels {
    pub(crate) rooms: usize,
    pub(crate) connections: usize,
    pub(crate) sockets: usize,
    pub(crate) recorder_queue: usize,
    pub(crate) store_up: bool,
}

/// Everything, as Prometheus reads it.
pub(crate) fn render(levels: Levels) -> String {
    let set = |gauge: &Gauge, level: usize| gauge.set(i64::try_from(level).unwrap_or(i64::MAX));
    set(&METRICS.rooms, levels.rooms);
    set(&METRICS.connections, levels.connections);
    set(&METRICS.sockets, levels.sockets);
    set(&METRICS.recorder_queue, levels.recorder_queue);
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

/// A socket was cut because it read too slowly.
pub(crate) fn slow_client_cut() {
    METRICS.slow_clients.inc();
}

/// A socket ended.
pub(crate) fn socket_closed(code: u16) {
    let known = CLOSE_CODES.iter().position(|(known, _)| *known == code);
    METRICS.closes[known.unwrap_or(CLOSE_CODES.len() - 1)].inc();
}

/// A connection was not taken.
pub(crate) fn turned_away(why: TurnedAway) {
    if let Some(at) = TurnedAway::ALL.iter().position(|known| *known == why) {
        METRICS.turned_away[at].inc();
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
