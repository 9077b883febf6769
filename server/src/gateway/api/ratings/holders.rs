//! How fast those go who hold a key, from however many addresses they ask.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::time::Instant;

use crate::gateway::pace::{Bucket, Pace};
use crate::recorder::KeyHolder;

/// Holders that are remembered; beyond that new ones go at the pace of their address.
const HOLDERS_MAX: usize = 10_000;

/// What is left to everybody who has asked with a key lately. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Holders(Arc<Mutex<HashMap<KeyHolder, Bucket>>>);

impl Holders {
    /// Whether this one may ask once more; nothing if there are too many to be remembered.
    pub(in super::super) fn take(
        &self,
        holder: KeyHolder,
        pace: Pace,
        now: Instant,
    ) -> Option<bool> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= HOLDERS_MAX {
            known.retain(|_, bucket| !bucket.is_full(pace, now));
        }
        if known.len() >= HOLDERS_MAX && !known.contains_key(&holder) {
            return None;
        }
        Some(known.entry(holder).or_insert_with(|| Bucket::full(pace, now)).take(pace, now))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_holders_than_can_be_remembered_are_not() {
        let (holders, pace, now) = (Holders::default(), Pace::per_minute(2), Instant::now());
        for id in 0..HOLDERS_MAX as i64 {
            assert_eq!(holders.take(KeyHolder::Player(id), pace, now), Some(true));
        }

        assert_eq!(holders.take(KeyHolder::Source(1), pace, now), None);
        assert_eq!(holders.take(KeyHolder::Player(1), pace, now), Some(true));
        assert_eq!(holders.take(KeyHolder::Player(1), pace, now), Some(false));
        let later = now + std::time::Duration::from_secs(60);
        assert_eq!(holders.take(KeyHolder::Source(1), pace, later), Some(true));
    }
}
