//! Scores sum to zero, and every hand is in the ledger once, with the step that ended it.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use protocol::ids::RoomCode;
use rules::fujian::Outcome;
use rules::seat::BySeat;

use super::super::evidence::Message;
use super::truth::{Moment, Truth};
use super::{Evidence, Findings};
use crate::recorder::simulated::Row;
use crate::recorder::{HandPosting, Posting};
use crate::room::Fact;

const ZERO: &str = "scores sum to zero";
const POSTED: &str = "a hand is posted once, with the step that ended it";

const UNRECORDED: &str = "what is not to be recorded is not";
const EARLY: &str = "what is shown late is not early";
/// How long it takes at most to store something while nothing goes wrong, and until nothing does.
const A_WHILE: Duration = Duration::from_millis(100);
const SETTLES: Duration = Duration::from_secs(60);

pub(super) fn check(
    evidence: &Evidence,
    truths: &BTreeMap<RoomCode, Truth>,
    findings: &mut Findings,
) {
    for (code, truth) in truths {
        let rows = evidence.rows.iter().filter(|row| row.step.room == truth.room);
        let mut hands = BTreeMap::<u32, u32>::new();
        // Hands that are over and not posted yet.
        let mut due: VecDeque<(&Row, BySeat<i32>)> = VecDeque::new();
        for (moment, row) in truth.moments.iter().zip(rows) {
            let place = || format!("room {}, step {}", truth.room, row.step.seq);
            let sum: i32 = moment.table.as_ref().map_or(0, |table| table.scores().iter().sum());
            findings.expect(sum == 0, ZERO, place);
            if !moment.options.recorded {
                findings.expect(row.postings.iter().all(is_closing), UNRECORDED, place);
                continue;
            }
            if moment.ends_hand {
                due.push_back((row, deltas(moment)));
            }
            for hand in hands_of(row) {
                let number = hands.entry(hand.game.number).or_default();
                *number += 1;
                let next = due.pop_front();
                let is_right = |(_, deltas): &(_, BySeat<i32>)| hand.deltas == deltas.0;
                let fits = hand.hand == *number && next.as_ref().is_some_and(is_right);
                findings.expect(fits, POSTED, place);
                let is_shown = next.is_some_and(|(ended, _)| may_be_known(ended, moment, row));
                findings.expect(is_shown, EARLY, place);
            }
            let is_kept_back = moment.options.delay_s().is_some() && moment.fact != Fact::Closed;
            findings.expect(due.is_empty() || is_kept_back, POSTED, place);
        }
        let shown = shown_long_ago(*code, evidence);
        let is_shown = |(row, _): &(&Row, _)| row.step.seq <= shown;
        findings.expect(!due.front().is_some_and(is_shown), POSTED, || {
            format!("room {}: a hand that was shown is not posted", truth.room)
        });
    }
}

/// Whether a hand may be in the ledger by now: where it is shown late, not before that.
fn may_be_known(ended: &Row, moment: &Moment, row: &Row) -> bool {
    let delay = Duration::from_secs(moment.options.delay_s().unwrap_or_default().into());
    moment.fact == Fact::Closed || row.taken >= ended.given + delay
}

/// The last step those who watch were shown a while before the end, so that all that follows from it is done.
fn shown_long_ago(code: RoomCode, evidence: &Evidence) -> u64 {
    let Some(end) = evidence.heard.last().map(|heard| heard.at) else { return 0 };
    let watched = evidence.heard.iter().filter(|heard| heard.room == code);
    let watched = watched.filter(|heard| matches!(heard.message, Message::Spectator(_)));
    let from = evidence.calm_from.map(|calm| calm + SETTLES);
    let calmly = watched.filter(|heard| from.is_some_and(|from| heard.at >= from));
    let shown = calmly.filter(|heard| heard.at + A_WHILE <= end);
    shown.filter_map(|heard| heard.message.shows()).map(|seq| seq.0).max().unwrap_or(0)
}

fn is_closing(posting: &Posting) -> bool {
    matches!(posting, Posting::RoomClosed { .. })
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
