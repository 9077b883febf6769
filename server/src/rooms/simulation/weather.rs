//! What befalls the disk of a simulated run.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use tokio::time::Instant;

use super::plan::{Faults, between};
use crate::recorder::simulated::{Fate, Weather};

/// How often the disk did what it should not.
#[derive(Debug, Default)]
pub(super) struct Storms {
    pub(super) stalls: AtomicU64,
    pub(super) errors: AtomicU64,
    /// Until when the disk is busy with what it was given last.
    until: Mutex<Option<Instant>>,
}

impl Storms {
    pub(super) fn until(&self) -> Option<Instant> {
        *self.until.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What the disk of a run has in store.
pub(super) struct DiskWeather {
    pub(super) rng: Pcg64Mcg,
    pub(super) faults: Faults,
    pub(super) is_calm: Arc<AtomicBool>,
    pub(super) storms: Arc<Storms>,
}

impl Weather for DiskWeather {
    fn next_commit(&mut self) -> (Duration, Fate) {
        let usual = between(&mut self.rng, 1, 8);
        if self.is_calm.load(Ordering::Relaxed) {
            return (usual, Fate::Kept);
        }
        if self.rng.random_bool(self.faults.errors) {
            self.storms.errors.fetch_add(1, Ordering::Relaxed);
            let fate = if self.rng.random() { Fate::Failed } else { Fate::Unknown };
            return (usual, fate);
        }
        if self.rng.random_bool(self.faults.stalls) {
            self.storms.stalls.fetch_add(1, Ordering::Relaxed);
            let takes = between(&mut self.rng, 50, 20_000);
            let mut until = self.storms.until.lock().unwrap_or_else(PoisonError::into_inner);
            *until = Some(Instant::now() + takes);
            return (takes, Fate::Kept);
        }
        (usual, Fate::Kept)
    }

    fn is_back(&mut self) -> bool {
        self.is_calm.load(Ordering::Relaxed) || self.rng.random_ratio(2, 5)
    }
}
