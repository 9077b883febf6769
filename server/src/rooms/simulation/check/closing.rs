//! A room is there until it is closed, and then for good no more; one that nobody comes back to is closed, and a server
//! that is told to stop ends.

use std::collections::BTreeMap;
use std::time::Duration;

use protocol::ids::RoomCode;
use protocol::server::ByeReason;
use tokio::time::Instant;

use super::super::evidence::Purpose;
use super::truth::Truth;
use super::{Evidence, Findings};
use crate::recorder::simulated::Row;
use crate::room::Fact;

const CLOSED: &str = "a closed room stays closed";
const THERE: &str = "a room that is not closed is there";
const IDLE: &str = "a room nobody is in is closed in the end";
const STOPS: &str = "a server that is told to stop ends";
/// How long a store has to close, less than which a disk may be busy.
const CLOSES_IN: Duration = Duration::from_secs(2);

pub(super) fn check(
    evidence: &Evidence,
    truths: &BTreeMap<RoomCode, Truth>,
    findings: &mut Findings,
) {
    let ends: BTreeMap<RoomCode, Option<&Row>> =
        truths.iter().map(|(code, truth)| (*code, end_of(truth, evidence, findings))).collect();
    let closed = |code: &RoomCode| ends.get(code).copied().flatten();
    for (code, at) in &evidence.missing {
        let is_closed = closed(code).is_some_and(|row| row.taken <= *at);
        findings.expect(is_closed, THERE, || format!("{code} was not found"));
    }
    let mut entered: BTreeMap<u64, Instant> = BTreeMap::new();
    for asked in &evidence.asked {
        if let Purpose::Enter { .. } = asked.purpose {
            entered.insert(asked.connection, asked.at);
        }
    }
    for heard in &evidence.heard {
        let end = closed(&heard.room).and_then(|row| row.durable);
        if heard.message.bye() == Some(ByeReason::Closed) {
            let is_closed = end.is_some_and(|end| end <= heard.at);
            findings.expect(is_closed, CLOSED, || format!("{} said so, and was not", heard.room));
        }
        if let (Some(_), Some(end)) = (heard.message.shows(), end) {
            let came = entered.get(&heard.connection).copied();
            findings.expect(came.is_none_or(|came| came <= end), CLOSED, || {
                format!("client {} came to {} after that", heard.client, heard.room)
            });
        }
    }
    findings.expect(evidence.lingering.is_empty(), IDLE, || format!("{:?}", evidence.lingering));
    for stop in &evidence.stops {
        let may_take_long = stop.disk_until.is_some_and(|until| until >= stop.at + CLOSES_IN);
        findings.expect(stop.is_closed || may_take_long, STOPS, || format!("{stop:?}"));
    }
}

/// The row a room was closed with: the last one it has, and in the archive.
fn end_of<'a>(truth: &Truth, evidence: &'a Evidence, findings: &mut Findings) -> Option<&'a Row> {
    let mut rows = evidence.rows.iter().filter(|row| row.step.room == truth.room);
    let seq = truth.moments.iter().position(|moment| matches!(moment.fact, Fact::Closed))?;
    findings.expect(seq + 1 == truth.moments.len(), CLOSED, || {
        format!("room {} went on after step {}", truth.room, seq + 1)
    });
    let row = rows.nth(seq)?;
    findings.expect(row.archives, CLOSED, || format!("room {} is not archived", truth.room));
    Some(row)
}
