//! What must hold of every run, judged by what was seen from outside: the messages clients got, and
//! the disk. Nothing here asks a room, its members or its recorder; what is true at a table is found
//! by playing the log again with the rules alone.

mod closing;
mod late;
mod passing;
mod prefix;
mod requests;
mod scores;
mod secrecy;
mod sequence;
mod timers;
mod told;
mod truth;
mod views;

use std::fmt;

use super::evidence::Evidence;
use truth::Truth;

/// Something that must never happen, and did.
#[derive(Clone, Debug)]
pub(super) struct Violation {
    /// Which promise was broken.
    pub(super) promise: &'static str,
    /// Where.
    pub(super) detail: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.promise, self.detail)
    }
}

/// What was wrong, in the order it was found.
#[derive(Default)]
struct Findings(Vec<Violation>);

impl Findings {
    fn expect(&mut self, holds: bool, promise: &'static str, detail: impl FnOnce() -> String) {
        if !holds {
            self.0.push(Violation { promise, detail: detail() });
        }
    }
}

/// Everything that is wrong with a run.
pub(super) fn check(evidence: &Evidence) -> Vec<Violation> {
    let mut findings = Findings::default();
    let truths = match Truth::of_all(&evidence.rows) {
        Ok(truths) => truths,
        Err(violation) => return vec![violation],
    };
    findings.expect(evidence.broken.is_empty(), "nothing panics", || {
        format!("rooms that broke down: {:?}", evidence.broken)
    });
    prefix::check(evidence, &truths, &mut findings);
    closing::check(evidence, &truths, &mut findings);
    sequence::check(evidence, &truths, &mut findings);
    requests::check(evidence, &truths, &mut findings);
    secrecy::check(evidence, &truths, &mut findings);
    late::check(evidence, &truths, &mut findings);
    views::check(evidence, &truths, &mut findings);
    scores::check(evidence, &truths, &mut findings);
    timers::check(evidence, &truths, &mut findings);
    told::check(evidence, &truths, &mut findings);
    findings.expect(evidence.is_finished, "play goes on to the end once faults stop", || {
        evidence.stuck.clone()
    });
    findings.0
}
