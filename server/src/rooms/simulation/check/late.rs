//! Those who watch are shown what they may be: nothing where watching is off, nothing early where it is late, and hands
//! only where those are open.

use std::collections::BTreeMap;
use std::time::Duration;

use protocol::fujian::{HandsMessage, OpenHands};
use protocol::ids::{RoomCode, Seq};
use protocol::options::Spectators;
use rules::seat::Seat;

use super::super::evidence::{Heard, Message};
use super::truth::{Moment, Truth};
use super::views::holds;
use super::{Evidence, Findings};
use crate::recorder::RoomId;
use crate::recorder::simulated::Row;

const OFF: &str = "nobody watches where watching is off";
const EARLY: &str = "what is shown late is not early";
const HANDS: &str = "hands are shown where they may be, and as they were";

pub(super) fn check(
    evidence: &Evidence,
    truths: &BTreeMap<RoomCode, Truth>,
    findings: &mut Findings,
) {
    let mut rows: BTreeMap<RoomId, Vec<&Row>> = BTreeMap::new();
    for row in &evidence.rows {
        rows.entry(row.step.room).or_default().push(row);
    }
    for heard in &evidence.heard {
        if let Message::Seat(_) = heard.message {
            continue;
        }
        let (Some(seq), Some(truth)) = (heard.message.shows(), truths.get(&heard.room)) else {
            continue;
        };
        // A step that is not there is somebody else's finding.
        let Some(moment) = truth.at(seq) else { continue };
        let before = Seq(seq.0 - 1);
        let was_off = truth
            .at(before)
            .is_some_and(|before| before.options.spectators == (Spectators::Off {}));
        findings.expect(!was_off, OFF, || place(heard, seq));
        if let (true, Some(delay_s)) = (truth.is_match(seq), moment.options.delay_s()) {
            let row = rows.get(&truth.room).and_then(|rows| rows.get(before.0 as usize));
            let due = row.map(|row| row.given + Duration::from_secs(delay_s.into()));
            findings.expect(due.is_some_and(|due| due <= heard.at), EARLY, || place(heard, seq));
        }
        if let Message::Hands(HandsMessage::Hands { hands, .. }) = &heard.message {
            let is_right = moment.options.open_hands && are_held(hands, moment);
            findings.expect(is_right, HANDS, || place(heard, seq));
        }
    }
}

fn are_held(hands: &OpenHands, moment: &Moment) -> bool {
    let table = moment.table.as_ref();
    table.is_some_and(|table| Seat::ALL.into_iter().all(|seat| holds(table, seat, &hands.0[seat])))
}

fn place(heard: &Heard, seq: Seq) -> String {
    format!("client {} in {}, step {}: {:?}", heard.client, heard.room, seq.0, heard.message)
}
