//! Whether the ledger has every hand that the steps of rooms have posted, as they have.

use std::collections::HashMap;

use super::{CheckReport, HandFault, Problem};
use crate::store::{GameId, HandPosting, LedgerHand, Outcome, Posting, RoomId, StoredStep};

/// Lives through the steps of a room again, and says what they post, or why that can't be done.
pub(crate) type Relive = fn(RoomId, &[StoredStep]) -> Result<Vec<Posting>, String>;

/// The hands that rooms have posted and that were not found in the ledger yet.
#[derive(Debug, Default)]
pub(super) struct Logged(HashMap<(GameId, u32), (Outcome, [i64; 4])>);

impl Logged {
    /// Expects what a room has posted.
    pub(super) fn live_through(
        &mut self,
        room: RoomId,
        steps: &[StoredStep],
        relive: Option<Relive>,
        report: &mut CheckReport,
    ) {
        let Some(relive) = relive else { return };
        match relive(room, steps) {
            Ok(postings) => self.0.extend(postings.into_iter().filter_map(|posting| {
                let Posting::Hand(posting) = posting else { return None };
                let HandPosting { game, hand, outcome, deltas, .. } = *posting;
                Some(((game, hand), (outcome, deltas.map(i64::from))))
            })),
            Err(why) => report.problems.push(Problem::Steps { room, why }),
        }
    }

    /// A hand of the ledger. One that was moved here from another database has no room here, and follows from its record
    /// alone.
    pub(super) fn check(
        &mut self,
        game: GameId,
        hand: &LedgerHand,
        report: &mut CheckReport,
    ) -> Result<(), HandFault> {
        let Some((outcome, deltas)) = self.0.remove(&(game, hand.number)) else { return Ok(()) };
        report.hands_logged += 1;
        let agrees = hand.outcome.as_ref() == Some(&outcome) && hand.deltas == deltas;
        if agrees { Ok(()) } else { Err(HandFault::NotAsLogged) }
    }

    /// What is left was played, and is nowhere.
    pub(super) fn report_rest(self, report: &mut CheckReport) {
        let mut missing: Vec<_> = self.0.into_keys().collect();
        missing.sort_unstable();
        report
            .problems
            .extend(missing.into_iter().map(|(game, hand)| Problem::NotPosted { game, hand }));
    }
}
