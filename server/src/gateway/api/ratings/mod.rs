//! Ratings over HTTP: what is shown of players, and what sources and players may change.

pub(in crate::gateway) mod admin;
pub(super) mod answers;
pub(super) mod bearer;
mod forms;
mod holders;
pub(super) mod leagues;
pub(super) mod profiles;
pub(super) mod reads;
mod results;
pub(super) mod writes;

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use self::answers::Risers;
use self::holders::Holders;
use crate::ratings::List as ListName;
use crate::recorder::Recorder;

/// How long a list of risers is shown: it is made from all rounds of a week.
const RISERS_FRESH: Duration = Duration::from_secs(60);

/// Access to the ratings. Cheap to clone.
#[derive(Clone, Debug)]
pub(in crate::gateway) struct Ratings {
    pub(super) recorder: Recorder,
    /// The lists of risers made last, with when that was.
    risers: Arc<Mutex<Vec<Known>>>,
    /// How fast those go who bring a key.
    pub(super) holders: Holders,
}

/// A list of risers, and when it was made.
type Known = (ListName, Instant, Arc<Risers>);

impl Ratings {
    pub(in crate::gateway) fn new(recorder: Recorder) -> Self {
        Self { recorder, risers: Arc::default(), holders: Holders::default() }
    }

    /// The list of risers that was made a moment ago.
    fn risers_known(&self, list: ListName) -> Option<Arc<Risers>> {
        let known = self.risers.lock().unwrap_or_else(PoisonError::into_inner);
        let fresh = known.iter().find(|(of, at, _)| *of == list && at.elapsed() < RISERS_FRESH);
        fresh.map(|(_, _, risers)| Arc::clone(risers))
    }

    fn know_risers(&self, list: ListName, risers: Arc<Risers>) {
        let mut known = self.risers.lock().unwrap_or_else(PoisonError::into_inner);
        known.retain(|(of, _, _)| *of != list);
        known.push((list, Instant::now(), risers));
    }

    /// Somebody may have been hidden, or is no more: lists are made anew.
    pub(in crate::gateway) fn forget_risers(&self) {
        self.risers.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}
