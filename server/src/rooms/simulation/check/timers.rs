//! Nobody is timed out early: not by a clock of another question, and not by a slow disk.

use std::collections::BTreeMap;
use std::time::Duration;

use protocol::ids::RoomCode;
use protocol::room::Occupant;
use rules::fujian::{Phase, Table};
use rules::seat::{BySeat, Seat};
use tokio::time::Instant;

use super::truth::Truth;
use super::{Evidence, Findings};
use crate::room::Fact;

const PROMISE: &str = "a player has all the time the rules give";
/// What is lost in clocks that tick a thousand times a second.
const TICK: Duration = Duration::from_millis(2);

pub(super) fn check(
    evidence: &Evidence,
    truths: &BTreeMap<RoomCode, Truth>,
    findings: &mut Findings,
) {
    for truth in truths.values() {
        let rows = evidence.rows.iter().filter(|row| row.step.room == truth.room);
        // Since when each seat has been asked, as far as anybody can have heard.
        let mut asked: BySeat<Option<Instant>> = BySeat::default();
        let mut before: Option<&Table> = None;
        for (moment, row) in truth.moments.iter().zip(rows) {
            if let (Fact::Acted { seat, .. }, None, Some(table)) =
                (&moment.fact, moment.request, before)
                && matches!(moment.seats[*seat], Occupant::Human { .. })
                && let Some(seconds) = seconds(table)
            {
                let had = asked[*seat].map(|asked| row.taken.saturating_duration_since(asked));
                let had_all = had.is_some_and(|had| had + TICK >= seconds);
                findings.expect(had_all, PROMISE, || {
                    format!("{seat:?} had {had:?} of {seconds:?} at step {}", row.step.seq)
                });
            }
            for seat in Seat::ALL {
                let is_asked = moment.table.as_ref().is_some_and(|table| table.waits_for(seat));
                let was_asked = before.is_some_and(|table| table.waits_for(seat));
                if !is_asked || !was_asked {
                    asked[seat] = row.durable.filter(|_| is_asked);
                }
            }
            before = moment.table.as_ref();
        }
    }
}

fn seconds(table: &Table) -> Option<Duration> {
    let seconds = match table.phase() {
        Phase::Turn(_) => table.rules().turn_seconds,
        Phase::Calling(_) => table.rules().call_seconds,
        _ => None,
    };
    seconds.map(|seconds| Duration::from_secs(seconds.into()))
}
