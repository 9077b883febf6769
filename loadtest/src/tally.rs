//! What is counted while a load test runs, by all its tasks at once.

use std::sync::atomic::{AtomicU64, Ordering};

use hdrhistogram::Histogram;

/// Longest latency told apart, in microseconds; longer ones count as this.
const LATENCY_US_MAX: u64 = 60_000_000;

/// What a client puts before every message besides.
const MASK_BYTES: usize = 4;

/// Counters all clients share.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    /// Actions the server accepted and everybody heard of.
    pub(crate) actions: AtomicU64,
    /// Actions that were due, and that nobody or not everybody had heard of when their room broke off.
    pub(crate) unanswered: AtomicU64,
    /// Requests the server refused.
    pub(crate) refused: AtomicU64,
    /// To the four seats.
    pub(crate) down: Traffic,
    /// To those who watch.
    pub(crate) to_watchers: Traffic,
    /// To the server.
    pub(crate) up: Traffic,
    /// Hands played to the end.
    pub(crate) hands: AtomicU64,
    /// Comparisons of everything the four seats of a room know.
    pub(crate) checks: AtomicU64,
    /// Comparisons of a watcher's table with what the seats knew at that step.
    pub(crate) watcher_checks: AtomicU64,
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
        self.down.forget();
        self.up.forget();
    }

    pub(crate) fn read(counter: &AtomicU64) -> u64 {
        counter.load(Ordering::Relaxed)
    }
}

/// Bytes one way.
#[derive(Debug, Default)]
pub(crate) struct Traffic {
    payload: AtomicU64,
    headers: AtomicU64,
}

impl Traffic {
    /// Counts a message of so many bytes from the server.
    pub(crate) fn heard(&self, payload: usize) {
        Tally::add(&self.payload, payload);
        Tally::add(&self.headers, header_bytes(payload));
    }

    /// Counts a message of so many bytes from a client, which masks it.
    pub(crate) fn sent(&self, payload: usize) {
        Tally::add(&self.payload, payload);
        Tally::add(&self.headers, header_bytes(payload) + MASK_BYTES);
    }

    /// What messages took.
    pub(crate) fn payload(&self) -> u64 {
        Tally::read(&self.payload)
    }

    /// What messages took with the headers of their frames.
    pub(crate) fn framed(&self) -> u64 {
        self.payload() + Tally::read(&self.headers)
    }

    fn forget(&self) {
        self.payload.store(0, Ordering::Relaxed);
        self.headers.store(0, Ordering::Relaxed);
    }
}

/// What a WebSocket puts before a message of so many bytes, its mask left out.
fn header_bytes(payload: usize) -> usize {
    match payload {
        0..=125 => 2,
        126..=65_535 => 4,
        _ => 10,
    }
}

/// What a client measured, and how it ended for it: what came before a failure counts as well.
#[derive(Debug)]
pub(crate) struct Measured {
    pub(crate) latencies: Histogram<u64>,
    pub(crate) ended: anyhow::Result<()>,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_is_its_payload_and_a_header_of_its_size_and_a_client_s_has_a_mask() {
        let (down, up) = (Traffic::default(), Traffic::default());

        [0, 125, 126, 65_535, 65_536].into_iter().for_each(|payload| down.heard(payload));
        up.sent(20);

        assert_eq!(down.framed() - down.payload(), 2 + 2 + 4 + 4 + 10);
        assert_eq!((up.payload(), up.framed()), (20, 26));
    }
}
