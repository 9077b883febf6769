//! Whoever is timed out was told how long they had: since they came in, and since they last got everything anew.

use std::collections::BTreeMap;

use protocol::fujian::{ActionView, SeatMessage};
use protocol::ids::{RoomCode, Seq};
use protocol::room::Occupant;

use super::super::evidence::{Heard, Message};
use super::truth::Truth;
use super::{Evidence, Findings};
use crate::room::Fact;

const PROMISE: &str = "who is timed out was told how long there was";

pub(super) fn check(
    evidence: &Evidence,
    truths: &BTreeMap<RoomCode, Truth>,
    findings: &mut Findings,
) {
    // By connection: whether it was told since it last got everything anew, and up to which step it was told what it had
    // missed.
    let mut told: BTreeMap<u64, (bool, Seq)> = BTreeMap::new();
    for heard in &evidence.heard {
        let Message::Seat(message) = &heard.message else { continue };
        let (is_told, missed) = told.entry(heard.connection).or_insert((false, Seq(0)));
        match **message {
            SeatMessage::Timer { .. } => *is_told = true,
            SeatMessage::Snapshot { .. } => *is_told = false,
            SeatMessage::Accepted { seq, .. } => *missed = seq.max(*missed),
            SeatMessage::Step { seq, .. } if seq > *missed => {
                let truth = truths.get(&heard.room);
                let is_out = truth.is_some_and(|truth| is_timed_out(truth, seq, heard));
                findings.expect(*is_told || !is_out, PROMISE, || {
                    format!("{:?} knew of no clock at step {}", heard.seat, seq.0)
                });
            }
            _ => {}
        }
    }
}

/// Whether with this step the time of whoever heard it was over.
fn is_timed_out(truth: &Truth, seq: Seq, heard: &Heard) -> bool {
    let before = truth.at(Seq(seq.0 - 1)).and_then(|moment| moment.table.as_ref());
    truth.at(seq).is_some_and(|moment| match &moment.fact {
        Fact::Acted { seat, action } => {
            let is_person = matches!(moment.seats[*seat], Occupant::Human { .. });
            // A pass may have been asked for.
            let is_pass = *action == (ActionView::Pass {}) && moment.options.quick_pass;
            let is_out = moment.request.is_none() && is_person && !is_pass;
            is_out && heard.seat == Some(*seat) && before.is_some()
        }
        _ => false,
    })
}
