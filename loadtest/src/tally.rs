//! What is counted while a load test runs, by all its tasks at once.

use std::sync::atomic::{AtomicU64, Ordering};

use hdrhistogram::Histogram;

/// Longest latency told apart, in microseconds; longer ones count as this.
const LATENCY_US_MAX: u64 = 60_000_000;

/// Counters all clients share.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    /// Actions the server accepted and everybody heard of.
    pub(crate) actions: AtomicU64,
    /// Requests the server refused.
    pub(crate) refused: AtomicU64,
    /// Payload bytes to the four seats.
    pub(crate) bytes_down: AtomicU64,
    /// Payload bytes to those who watch.
    pub(crate) bytes_to_watchers: AtomicU64,
    /// Payload bytes to the server.
    pub(crate) bytes_up: AtomicU64,
    /// Hands played to the end.
    pub(crate) hands: AtomicU64,
    /// Comparisons made.
    pub(crate) checks: AtomicU64,
    /// Rooms open and playing.
    pub(crate) rooms: AtomicU64,
    /// Watchers who have the table.
    pub(crate) watchers: AtomicU64,
    /// Connections that broke.
    pub(crate) broken: AtomicU64,
}

impl Tally {
    pub(crate) fn add(counter: &AtomicU64, more: usize) {
        counter.fetch_add(more as u64, Ordering::Relaxed);
    }

    /// Leaves out what opening the rooms took: only what is said while they play counts.
    pub(crate) fn forget_opening(&self) {
        self.bytes_down.store(0, Ordering::Relaxed);
        self.bytes_up.store(0, Ordering::Relaxed);
    }

    pub(crate) fn read(counter: &AtomicU64) -> u64 {
        counter.load(Ordering::Relaxed)
    }
}

/// An empty histogram of microseconds, three digits exact.
pub(crate) fn latencies() -> Histogram<u64> {
    Histogram::new_with_bounds(1, LATENCY_US_MAX, 3).expect("bounds that make sense")
}

/// Counts one latency.
pub(crate) fn record(latencies: &mut Histogram<u64>, time: std::time::Duration) {
    let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
    latencies.saturating_record(micros.max(1));
}
