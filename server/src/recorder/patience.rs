//! How long the recorder waits before it tries again to get a store back.

/// The first and the longest wait between two attempts.
const WAIT_MS_MIN: u64 = 50;
const WAIT_MS_MAX: u64 = 5_000;

/// Grows with every attempt, until a step has become durable: a store that can be opened, and takes no step, is not back.
#[derive(Debug)]
pub(super) struct Patience {
    wait_ms: u64,
}

impl Patience {
    /// Nothing has failed yet.
    pub(super) const FRESH: Self = Self { wait_ms: WAIT_MS_MIN };

    /// How long to wait before the next attempt.
    pub(super) fn next_wait_ms(&mut self) -> u64 {
        let wait_ms = self.wait_ms;
        self.wait_ms = (wait_ms * 2).min(WAIT_MS_MAX);
        wait_ms
    }
}
