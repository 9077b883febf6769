//! Nothing that anybody was shown is ever lost: it is on the disk at every restart, and in the end.

use std::collections::BTreeMap;

use protocol::ids::RoomCode;

use super::truth::Truth;
use super::{Evidence, Findings};

const PROMISE: &str = "nothing seen is ever lost";

pub(super) fn check(
    evidence: &Evidence,
    truths: &BTreeMap<RoomCode, Truth>,
    findings: &mut Findings,
) {
    let mut shown: BTreeMap<RoomCode, u64> = BTreeMap::new();
    let mut restarts = evidence.restarts.iter().peekable();
    for (index, heard) in evidence.heard.iter().enumerate() {
        while let Some(restart) = restarts.next_if(|restart| restart.heard <= index) {
            for (code, shown) in &shown {
                let room = truths.get(code).map(|truth| truth.room);
                let there = room.and_then(|room| restart.lengths.get(&room)).copied().unwrap_or(0);
                findings.expect(there >= *shown, PROMISE, || {
                    format!("{code} had shown step {shown}; after a restart it has {there}")
                });
            }
        }
        if let Some(seq) = heard.message.shows() {
            let shown = shown.entry(heard.room).or_default();
            *shown = (*shown).max(seq.0);
        }
    }
    for (code, shown) in shown {
        let there = truths.get(&code).map_or(0, |truth| truth.moments.len() as u64);
        findings.expect(there >= shown, PROMISE, || {
            format!("{code} had shown step {shown}; in the end it has {there}")
        });
    }
}
