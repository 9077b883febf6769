//! What a load test found: for people, for programs, and as a page with plots.

mod page;

use std::fmt::Write as _;
use std::sync::Arc;

use hdrhistogram::Histogram;
use serde_json::{Value, json};

use crate::colyseus::ColyseusFigures;
use crate::peer::PeerFigures;
use crate::process::{Usage, kb};
use crate::tally::Tally;

/// Quantiles that are told.
const QUANTILES: [(&str, f64); 5] =
    [("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("p99.9", 0.999), ("max", 1.0)];
/// Failures told in full.
const FAILURES_TOLD_MAX: usize = 5;

/// How it stood at one moment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moment {
    pub(crate) seconds: f64,
    pub(crate) actions: u64,
    pub(crate) usage: Usage,
}

/// What was loaded, and how.
#[derive(Clone, Debug, serde::Serialize)]
pub(crate) struct Settings {
    pub(crate) version: &'static str,
    /// When it began, in UTC.
    pub(crate) date: String,
    pub(crate) rules: String,
    /// How long it was to take; what was due by then may have taken longer.
    pub(crate) seconds_asked: u64,
    /// Of the clients.
    pub(crate) threads: usize,
    /// Which server, if it was not one of our own.
    pub(crate) url: Option<String>,
    pub(crate) server_core: Option<usize>,
    pub(crate) server_args: Vec<String>,
}

impl Settings {
    /// In one line.
    pub(crate) fn text(&self) -> String {
        let server = match (&self.url, self.server_core) {
            (Some(url), _) => format!("the server at {url}"),
            (None, Some(core)) => format!("an own server on core {core}"),
            (None, None) => "an own server on any core".to_owned(),
        };
        let words = self.server_args.iter().map(|word| format!(" {word}")).collect::<String>();
        let threads = if self.threads == 1 { "thread" } else { "threads" };
        format!(
            "{}, loadtest {}: {} rules, {} s, {} {threads} of clients, {server}{words}",
            self.date, self.version, self.rules, self.seconds_asked, self.threads,
        )
    }
}

/// Everything a load test found.
pub(crate) struct Report {
    pub(crate) settings: Settings,
    pub(crate) rooms: usize,
    pub(crate) spectators: usize,
    pub(crate) rate: Option<f64>,
    pub(crate) seconds: f64,
    pub(crate) seats: Histogram<u64>,
    pub(crate) watchers: Histogram<u64>,
    pub(crate) tally: Arc<Tally>,
    pub(crate) moments: Vec<Moment>,
    pub(crate) failures: Vec<String>,
    pub(crate) measured_server: bool,
    pub(crate) empty: Usage,
    /// With all players at their tables, and nobody watching.
    pub(crate) peopled: Usage,
    pub(crate) opened: Usage,
    pub(crate) busy: Usage,
    pub(crate) floor: Option<PeerFigures>,
    /// The same as tokio's runtime with many threads runs it.
    pub(crate) floor_of_many_threads: Option<PeerFigures>,
    pub(crate) colyseus: Option<ColyseusFigures>,
}

impl Report {
    pub(crate) fn actions(&self) -> u64 {
        Tally::read(&self.tally.actions)
    }

    fn per_action(&self, count: u64) -> f64 {
        count as f64 / self.actions().max(1) as f64
    }

    /// Server CPU for one action, if the server is our own.
    pub(crate) fn cpu_us(&self) -> Option<f64> {
        let cpu = self.busy.cpu.saturating_sub(self.opened.cpu).as_secs_f64();
        self.measured_server.then(|| cpu * 1e6 / self.actions().max(1) as f64)
    }

    fn memory_kib_per_room(&self) -> Option<f64> {
        // Those who watch came last: what they took is counted for them.
        let crowd = self.opened.memory_kib.saturating_sub(self.peopled.memory_kib);
        let grown = self.busy.memory_kib.saturating_sub(self.empty.memory_kib + crowd);
        self.measured_server.then(|| grown as f64 / self.rooms.max(1) as f64)
    }

    /// Server memory for one who watches, if the server is our own.
    pub(crate) fn memory_kib_per_watcher(&self) -> Option<f64> {
        let watchers = (self.rooms * self.spectators).max(1) as f64;
        let crowd = self.opened.memory_kib.saturating_sub(self.peopled.memory_kib) as f64;
        self.measured_server.then_some(crowd / watchers)
    }

    fn to(&self, floor: Option<&PeerFigures>) -> Option<f64> {
        Some(self.cpu_us()? / floor?.cpu_us)
    }

    fn to_colyseus(&self) -> Option<f64> {
        Some(self.cpu_us()? / self.colyseus.as_ref()?.load.cpu_us)
    }

    /// For people.
    pub(crate) fn text(&self) -> String {
        let mut out = String::new();
        let pace = self.rate.map_or("closed loop".to_owned(), |rate| format!("{rate} actions/s"));
        let _ = writeln!(
            out,
            "{} rooms, {} watchers each, {pace}, {:.0} s",
            self.rooms, self.spectators, self.seconds,
        );
        let _ = writeln!(
            out,
            "  actions            {} ({:.0} a second), {} hands",
            self.actions(),
            self.actions() as f64 / self.seconds,
            Tally::read(&self.tally.hands),
        );
        let _ = writeln!(out, "  to the last of four {}", quantiles(&self.seats));
        if !self.watchers.is_empty() {
            let _ = writeln!(out, "  to each watcher     {}", quantiles(&self.watchers));
        }
        let _ = writeln!(
            out,
            "  bytes an action    {:.1} down to four seats ({:.1} with frame headers), {:.1} up ({:.1})",
            self.per_action(self.tally.down.payload()),
            self.per_action(self.tally.down.framed()),
            self.per_action(self.tally.up.payload()),
            self.per_action(self.tally.up.framed()),
        );
        if let (Some(cpu), Some(memory)) = (self.cpu_us(), self.memory_kib_per_room()) {
            let _ = writeln!(
                out,
                "  server             {cpu:.1} us CPU an action, {:.1} KB a room, {:.1} MB at most",
                kb(memory),
                kb(self.busy.memory_kib_peak as f64) / 1e3,
            );
        }
        self.write_floors(&mut out);
        if let (Some(colyseus), Some(ratio)) = (&self.colyseus, self.to_colyseus()) {
            let _ = writeln!(
                out,
                "  Colyseus           {:.1} us CPU an action, {:.1} KB a room, {:.1} bytes down: ours is {ratio:.2} x",
                colyseus.load.cpu_us,
                kb(colyseus.load.memory_kib_per_room),
                colyseus.bytes_down_per_action,
            );
        }
        let _ = writeln!(
            out,
            "  refused            {}    unanswered {}    checks {}, by watchers {}    failures {}",
            Tally::read(&self.tally.refused),
            Tally::read(&self.tally.unanswered),
            Tally::read(&self.tally.checks),
            Tally::read(&self.tally.watcher_checks),
            self.failures.len(),
        );
        for failure in self.failures.iter().take(FAILURES_TOLD_MAX) {
            let _ = writeln!(out, "    {failure}");
        }
        out
    }

    fn write_floors(&self, out: &mut String) {
        let floors = [
            ("bare broadcast    ", &self.floor),
            ("... many threads  ", &self.floor_of_many_threads),
        ];
        for (name, floor) in floors {
            let (Some(floor), Some(ratio)) = (floor, self.to(floor.as_ref())) else { continue };
            let _ = writeln!(
                out,
                "  {name} {:.1} us CPU an action, {:.1} KB a room, p50 {:.1} ms, p99 {:.1} ms: ours is {ratio:.2} x",
                floor.cpu_us,
                kb(floor.memory_kib_per_room),
                floor.latencies.value_at_quantile(0.5) as f64 / 1e3,
                floor.latencies.value_at_quantile(0.99) as f64 / 1e3,
            );
        }
    }

    /// For programs.
    pub(crate) fn json(&self) -> Value {
        let moments: Vec<_> = self
            .moments
            .iter()
            .map(|moment| {
                json!({
                    "seconds": moment.seconds,
                    "actions": moment.actions,
                    "cpu_seconds": moment.usage.cpu.as_secs_f64(),
                    "memory_kib": moment.usage.memory_kib,
                })
            })
            .collect();
        json!({
            "settings": self.settings,
            "rooms": self.rooms,
            "spectators": self.spectators,
            "rate": self.rate,
            "seconds": self.seconds,
            "actions": self.actions(),
            "hands": Tally::read(&self.tally.hands),
            "latency_us": latency_json(&self.seats),
            "watcher_latency_us": latency_json(&self.watchers),
            "watchers": Tally::read(&self.tally.watchers),
            "bytes_down_per_action": self.per_action(self.tally.down.payload()),
            "bytes_down_framed_per_action": self.per_action(self.tally.down.framed()),
            "bytes_up_per_action": self.per_action(self.tally.up.payload()),
            "bytes_up_framed_per_action": self.per_action(self.tally.up.framed()),
            "bytes_to_watchers": self.tally.to_watchers.payload(),
            "bytes_to_watchers_framed": self.tally.to_watchers.framed(),
            "server_cpu_us_per_action": self.cpu_us(),
            "server_memory_kib_per_room": self.memory_kib_per_room(),
            "server_memory_kib_per_watcher": self.memory_kib_per_watcher(),
            "server_memory_kib_peak": self.busy.memory_kib_peak,
            "ratio_to_floor": self.to(self.floor.as_ref()),
            "floor": self.floor.as_ref().map(PeerFigures::json),
            "ratio_to_floor_of_many_threads": self.to(self.floor_of_many_threads.as_ref()),
            "floor_of_many_threads": self.floor_of_many_threads.as_ref().map(PeerFigures::json),
            "ratio_to_colyseus": self.to_colyseus(),
            "colyseus": self.colyseus.as_ref().map(ColyseusFigures::json),
            "unanswered": Tally::read(&self.tally.unanswered),
            "refused": Tally::read(&self.tally.refused),
            "checks": Tally::read(&self.tally.checks),
            "watcher_checks": Tally::read(&self.tally.watcher_checks),
            "failures": self.failures,
            "moments": moments,
        })
    }
}

fn quantiles(latencies: &Histogram<u64>) -> String {
    let told = QUANTILES.map(|(name, quantile)| {
        format!("{name} {:.2} ms", latencies.value_at_quantile(quantile) as f64 / 1000.0)
    });
    told.join("  ")
}

/// Quantiles for programs, in microseconds.
pub(crate) fn latency_json(latencies: &Histogram<u64>) -> Value {
    let told = QUANTILES.map(|(name, quantile)| {
        (name.to_owned(), Value::from(latencies.value_at_quantile(quantile)))
    });
    Value::Object(told.into_iter().collect())
}
