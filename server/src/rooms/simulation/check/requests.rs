//! Every request is answered. One that was accepted is in the log exactly once, and asked again it
//! gets the first answer; one that was refused is not there.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::Duration;

use protocol::ids::{RequestId, RoomCode, Seq};
use protocol::refusal::Refusal;
use tokio::time::Instant;

use super::super::evidence::Purpose;
use super::truth::{Moment, Truth};
use super::{Evidence, Findings};

const ONCE: &str = "a request is carried out once";
const IN_LOG: &str = "an accepted request is in the log";
const ANSWERED: &str = "every request is answered";
const SAME: &str = "a request that is repeated gets the first answer";

/// How long an answer to a call is held back at most, and what else a connection takes.
const HELD: Duration = Duration::from_secs(3);

pub(super) fn check(
    evidence: &Evidence,
    truths: &BTreeMap<RoomCode, Truth>,
    findings: &mut Findings,
) {
    truths.values().for_each(|truth| check_log(truth, findings));
    check_answered(evidence, findings);
    let mut purposes: BTreeMap<(usize, RequestId), &Purpose> = BTreeMap::new();
    for asked in &evidence.asked {
        purposes.entry((asked.client, asked.request)).or_insert(&asked.purpose);
    }
    let mut accepted: BTreeMap<(usize, RequestId), Seq> = BTreeMap::new();
    for heard in &evidence.heard {
        let (Some((request, answer)), Some(seat)) = (heard.message.answer(), heard.seat) else {
            continue;
        };
        let who = (heard.client, request);
        match purposes.get(&who) {
            Some(Purpose::Host(order)) => {
                // An order that changes nothing is no step.
                let moment = answer.ok().and_then(|seq| truths.get(&heard.room)?.at(seq));
                let is_step = |moment: &Moment| moment.request == Some((seat, request));
                if moment.is_some_and(|moment| !is_step(moment) && moment.is_as(order)) {
                    continue;
                }
            }
            Some(Purpose::Act | Purpose::Link | Purpose::Nonsense) => {}
            // What is passed for a player is no step.
            Some(Purpose::Enter { .. } | Purpose::Leave | Purpose::QuickPass { .. }) | None => {
                continue;
            }
        }
        match (answer, accepted.get(&who)) {
            (Ok(seq), Some(first)) => findings.expect(seq == *first, SAME, || {
                format!("{who:?} was accepted as step {} and then as {}", first.0, seq.0)
            }),
            (Ok(seq), None) => {
                let moment = truths.get(&heard.room).and_then(|truth| truth.at(seq));
                let is_there = moment.is_some_and(|there| there.request == Some((seat, request)));
                findings.expect(is_there, IN_LOG, || {
                    format!("{who:?} at {seat:?} was accepted as step {}", seq.0)
                });
                accepted.insert(who, seq);
            }
            (Err(_), None) => {}
            (Err(reason), Some(first)) => {
                let may_differ = reason == Refusal::StoreUnavailable;
                findings.expect(may_differ, SAME, || {
                    format!("{who:?} was accepted as step {}, then refused: {reason:?}", first.0)
                });
            }
        }
    }
}

/// Answers come in the order of the requests, but for answers to a call, which wait a while: a request that has none
/// while a later one of the same connection had one some time ago will never get it. Of the last ones nobody knows, for
/// connections break.
fn check_answered(evidence: &Evidence, findings: &mut Findings) {
    let mut answers: BTreeMap<(u64, RequestId), VecDeque<Instant>> = BTreeMap::new();
    let mut last_heard: BTreeMap<u64, Instant> = BTreeMap::new();
    for heard in &evidence.heard {
        last_heard.insert(heard.connection, heard.at);
        if let Some((request, _)) = heard.message.answer() {
            answers.entry((heard.connection, request)).or_default().push_back(heard.at);
        }
    }
    let mut waiting: BTreeMap<u64, Vec<RequestId>> = BTreeMap::new();
    for asked in &evidence.asked {
        match asked.purpose {
            Purpose::Act | Purpose::Link | Purpose::Host(_) => {}
            Purpose::Leave | Purpose::QuickPass { .. } => {}
            // Coming in is answered in many ways, and what can't be read never reaches a room.
            Purpose::Enter { .. } | Purpose::Nonsense => continue,
        }
        let waiting = waiting.entry(asked.connection).or_default();
        let answer = answers.get_mut(&(asked.connection, asked.request));
        match answer.and_then(VecDeque::pop_front) {
            None => waiting.push(asked.request),
            Some(at) => {
                let lasted =
                    last_heard.get(&asked.connection).is_some_and(|last| *last >= at + HELD);
                findings.expect(waiting.is_empty() || !lasted, ANSWERED, || {
                    format!("{waiting:?} of client {} has no answer", asked.client)
                });
            }
        }
    }
}

/// No request is in the log twice, as long as the same player sits at the seat.
fn check_log(truth: &Truth, findings: &mut Findings) {
    let mut known = BTreeSet::new();
    for (index, moment) in truth.moments.iter().enumerate() {
        if let Some((seat, request)) = moment.request {
            let since = moment.sits_since[seat];
            findings.expect(known.insert((seat, since, request)), ONCE, || {
                format!("{request:?} of {seat:?} is there again at step {}", index + 1)
            });
        }
    }
}
