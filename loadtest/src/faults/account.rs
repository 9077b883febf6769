//! What one client was told from first to last, and what was wrong with it.

use std::collections::BTreeMap;
use std::ops::AddAssign;

use bots::client::{FoldError, Seated};
use protocol::fujian::{OwnChange, PublicChange};
use protocol::ids::{RequestId, Seq};
use rules::seat::Seat;

use crate::crowd::is_compared;

/// Sentences kept of what went wrong.
const TOLD_MAX: usize = 20;

/// What must never happen, counted.
#[derive(Clone, Debug, Default)]
pub(super) struct Wrong {
    /// Steps that were missing, or seen and then gone.
    pub(super) lost: u64,
    /// Steps told twice, and actions carried out twice.
    pub(super) doubled: u64,
    /// Steps that are not what others or the log have at that place.
    pub(super) reordered: u64,
    /// Bytes or tiles a client must not have.
    pub(super) leaked: u64,
    /// Clients that could not go on.
    pub(super) stuck: u64,
    /// What it was, the first times.
    pub(super) told: Vec<String>,
}

impl Wrong {
    /// Notes one, in the counter `which` picks.
    pub(super) fn note(&mut self, which: impl FnOnce(&mut Self) -> &mut u64, what: String) {
        *which(self) += 1;
        if self.told.len() < TOLD_MAX {
            self.told.push(what);
        }
    }

    /// Whether nothing went wrong.
    pub(super) fn is_nothing(&self) -> bool {
        self.lost + self.doubled + self.reordered + self.leaked + self.stuck == 0
    }
}

impl AddAssign for Wrong {
    fn add_assign(&mut self, other: Self) {
        self.lost += other.lost;
        self.doubled += other.doubled;
        self.reordered += other.reordered;
        self.leaked += other.leaked;
        self.stuck += other.stuck;
        self.told.extend(other.told);
        self.told.truncate(TOLD_MAX);
    }
}

/// A step as one client heard it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Told {
    pub(super) public: Vec<PublicChange>,
    pub(super) own: Vec<OwnChange>,
}

/// What one client was told.
#[derive(Clone, Debug, Default)]
pub(super) struct Account {
    /// Whose it is; nobody's for those who watch.
    pub(super) seat: Option<Seat>,
    /// Every step heard, by number.
    pub(super) steps: BTreeMap<u64, Told>,
    /// What a player knew at some of the steps, for what must hold whatever the server says of itself.
    pub(super) known: BTreeMap<u64, Seated>,
    /// Every request that was accepted, and the step it became.
    pub(super) accepted: BTreeMap<RequestId, Seq>,
    /// Snapshots heard: what lies before them need not have been.
    pub(super) snapshots: u64,
    /// What was wrong already when it was heard.
    pub(super) wrong: Wrong,
}

impl Account {
    /// Notes a step; it follows the last one unless `fold` says otherwise.
    pub(super) fn step(&mut self, seq: Seq, told: Told, fold: Result<(), FoldError>) {
        if let Err(FoldError::Gap { last, heard }) = fold {
            let what = format!("step {} came after {}", heard.0, last.0);
            if heard <= last {
                self.wrong.note(|wrong| &mut wrong.doubled, what);
            } else {
                self.wrong.note(|wrong| &mut wrong.lost, what);
            }
        }
        if let Some(before) = self.steps.get(&seq.0) {
            if *before != told {
                let what = format!("step {} was told in two ways", seq.0);
                self.wrong.note(|wrong| &mut wrong.reordered, what);
            }
        } else {
            self.steps.insert(seq.0, told);
        }
    }

    /// Notes a snapshot at step `seq` of somebody who knew everything up to `known`.
    pub(super) fn snapshot(&mut self, seq: Seq, known: Seq) {
        self.snapshots += 1;
        if seq < known {
            let what = format!("step {} was seen, and the room is back at {}", known.0, seq.0);
            self.wrong.note(|wrong| &mut wrong.lost, what);
        }
    }

    /// Notes what a player knows, at the steps at which all of them do.
    pub(super) fn know(&mut self, seated: &Seated) {
        if is_compared(seated.seq) {
            self.known.entry(seated.seq.0).or_insert_with(|| seated.clone());
        }
    }

    /// Notes that a request was accepted as step `seq`: always the same.
    pub(super) fn accept(&mut self, request: RequestId, seq: Seq) {
        let first = *self.accepted.entry(request).or_insert(seq);
        if first != seq {
            let what = format!("request {} became steps {} and {}", request.0, first.0, seq.0);
            self.wrong.note(|wrong| &mut wrong.doubled, what);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(wall_left: u8) -> Told {
        Told { public: vec![PublicChange::Dealt { wall_left }], own: Vec::new() }
    }

    #[test]
    fn what_is_lost_doubled_or_altered_is_counted_as_that() {
        let gap = |last, heard| Err(FoldError::Gap { last: Seq(last), heard: Seq(heard) });
        let mut account = Account::default();

        account.step(Seq(1), told(9), Ok(()));
        account.step(Seq(3), told(8), gap(1, 3));
        account.step(Seq(3), told(8), gap(3, 3));
        account.step(Seq(1), told(7), Ok(()));
        account.snapshot(Seq(2), Seq(3));
        account.accept(RequestId(1), Seq(4));
        account.accept(RequestId(1), Seq(4));
        account.accept(RequestId(1), Seq(5));

        let wrong = &account.wrong;
        assert_eq!((wrong.lost, wrong.doubled, wrong.reordered), (2, 2, 1));
        assert_eq!(wrong.told.len(), 5);
    }
}
