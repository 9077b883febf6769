//! Scores sum to zero, and every hand is in the ledger once, with the step that ended it.

use std::collections::BTreeMap;

use protocol::ids::RoomCode;
use rules::fujian::Outcome;
use rules::seat::BySeat;

use super::truth::{Moment, Truth};
use super::{Evidence, Findings};
use crate::recorder::simulated::Row;
use crate::recorder::{HandPosting, Posting};

const ZERO: &str = "scores sum to zero";
const POSTED: &str = "a hand is posted once, with the step that ended it";

pub(super) fn check(
    evidence: &Evidence,
    truths: &BTreeMap<RoomCode, Truth>,
    findings: &mut Findings,
) {
    for truth in truths.values() {
        let rows = evidence.rows.iter().filter(|row| row.step.room == truth.room);
        let mut hands = BTreeMap::<u32, u32>::new();
        for (moment, row) in truth.moments.iter().zip(rows) {
            let place = || format!("room {}, step {}", truth.room, row.step.seq);
            let sum: i32 = moment.table.as_ref().map_or(0, |table| table.scores().iter().sum());
            findings.expect(sum == 0, ZERO, place);
            let posted = hands_of(row);
            let fits = match (moment.ends_hand, posted.as_slice()) {
                (true, [hand]) => {
                    let number = hands.entry(hand.game.number).or_default();
                    *number += 1;
                    hand.hand == *number && hand.deltas == deltas(moment).0
                }
                (false, []) => true,
                (true | false, _) => false,
            };
            findings.expect(fits, POSTED, place);
        }
    }
}

fn hands_of(row: &Row) -> Vec<&HandPosting> {
    row.postings.iter().filter_map(hand).collect()
}

fn hand(posting: &Posting) -> Option<&HandPosting> {
    match posting {
        Posting::Hand(hand) => Some(hand),
        Posting::Game(_)
        | Posting::GameFinished(_)
        | Posting::Rated(_)
        | Posting::RoomClosed { .. } => None,
    }
}

/// What the hand that has just ended moved.
fn deltas(moment: &Moment) -> BySeat<i32> {
    let outcome = moment.table.as_ref().and_then(|table| table.deal()?.outcome);
    match outcome {
        Some(Outcome::Won(win)) => win.transfer.deltas(),
        Some(Outcome::Drawn | Outcome::Aborted) | None => BySeat::default(),
    }
}
