//! Every audience gets every step once and in order: a connection begins where it left off or with
//! everything, and goes on without a gap or a repetition.

use std::collections::BTreeMap;

use protocol::fujian::{SeatMessage, SpectatorMessage};
use protocol::ids::{RoomCode, Seq};

use super::super::evidence::{Heard, Message, Purpose};
use super::truth::Truth;
use super::{Evidence, Findings};

const PROMISE: &str = "steps come without gaps or repetitions";

enum Numbered {
    Step(Seq),
    Everything(Seq),
    Else,
}

pub(super) fn check(
    evidence: &Evidence,
    truths: &BTreeMap<RoomCode, Truth>,
    findings: &mut Findings,
) {
    let mut last: BTreeMap<u64, Option<Seq>> = BTreeMap::new();
    for asked in &evidence.asked {
        if let Purpose::Enter { last: seen } = &asked.purpose {
            last.insert(asked.connection, *seen);
        }
    }
    for heard in &evidence.heard {
        let last = last.entry(heard.connection).or_default();
        match numbered(&heard.message) {
            Numbered::Step(seq) => {
                let is_next = last.is_some_and(|last| last.0 + 1 == seq.0);
                findings.expect(is_next, PROMISE, || {
                    format!("client {} got step {} after {last:?}", heard.client, seq.0)
                });
                *last = Some(seq);
            }
            Numbered::Everything(seq) => {
                let is_later = last.is_none_or(|last| seq >= last) || is_late(heard, truths);
                findings.expect(is_later, PROMISE, || {
                    format!("client {} was set back to {} from {last:?}", heard.client, seq.0)
                });
                *last = Some(seq);
            }
            Numbered::Else => {}
        }
    }
}

/// Whether somebody watches late: for them the stream may go back where a server starts anew.
fn is_late(heard: &Heard, truths: &BTreeMap<RoomCode, Truth>) -> bool {
    let moment = truths.get(&heard.room).and_then(|truth| truth.moments.last());
    let is_delayed = moment.is_some_and(|moment| moment.options.delay_s().is_some());
    is_delayed && matches!(heard.message, Message::Spectator(_))
}

fn numbered(message: &Message) -> Numbered {
    match message {
        Message::Seat(message) => match &**message {
            SeatMessage::Step { seq, .. } => Numbered::Step(*seq),
            SeatMessage::Snapshot { seq, .. } => Numbered::Everything(*seq),
            _ => Numbered::Else,
        },
        Message::Spectator(message) => match &**message {
            SpectatorMessage::Step { seq, .. } => Numbered::Step(*seq),
            SpectatorMessage::Snapshot { seq, .. } => Numbered::Everything(*seq),
            _ => Numbered::Else,
        },
        Message::Hands(_) => Numbered::Else,
    }
}
