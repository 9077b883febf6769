//! Nobody is timed out early: not by a clock of another question, not by a slow disk, and not by one that ran
//! while no server did, or before anybody could be back.

use std::collections::BTreeMap;
use std::iter;
use std::ops::Range;
use std::time::Duration;

use protocol::fujian::ActionView;
use protocol::ids::RoomCode;
use protocol::room::Occupant;
use rules::fujian::{Phase, Table};
use rules::seat::{BySeat, Seat};
use tokio::time::Instant;

use super::super::evidence::Purpose;
use super::passing::Passing;
use super::truth::Truth;
use super::{Evidence, Findings};
use crate::room::Fact;

const PROMISE: &str = "a player has all the time the rules give";
const ANSWERS: &str = "answers to a call are taken when that tells nothing";
/// How long after a call began its first answers are taken, where calls may be passed for players.
const ANSWERS_AFTER: Duration = Duration::from_millis(1_500);
/// What is lost in clocks that tick a thousand times a second.
const TICK: Duration = Duration::from_millis(2);
/// How long players have to go on to the next hand, where turns have a time.
const READY: Duration = Duration::from_secs(60);
/// How long after a restart no clock runs while none of those it is for is back.
const GRACE: Duration = Duration::from_secs(10);

pub(super) fn check(
    evidence: &Evidence,
    truths: &BTreeMap<RoomCode, Truth>,
    findings: &mut Findings,
) {
    for (code, truth) in truths {
        let rows = evidence.rows.iter().filter(|row| row.step.room == truth.room);
        let returns = Returns::to(*code, evidence);
        let passing = Passing::of(*code, truth, evidence);
        // Since when each seat has been asked, as far as anybody can have heard.
        let mut asked: BySeat<Option<Instant>> = BySeat::default();
        let mut before: Option<&Table> = None;
        // Whom the question was for, those who have answered it included.
        let mut is_for: BySeat<bool> = BySeat::default();
        for (moment, row) in truth.moments.iter().zip(rows) {
            if let (Fact::Acted { seat, action }, Some(table)) = (&moment.fact, before) {
                let is_person = matches!(moment.seats[*seat], Occupant::Human { .. });
                let since = asked[*seat].map(|asked| row.taken.saturating_duration_since(asked));
                if let (true, Phase::Calling(_)) = (moment.options.quick_pass, table.phase()) {
                    let is_late = since.is_some_and(|since| since + TICK >= ANSWERS_AFTER);
                    findings.expect(is_late, ANSWERS, || {
                        format!("{seat:?} answered after {since:?} at step {}", row.step.seq)
                    });
                }
                let is_passed = *action == (ActionView::Pass {}) && passing.may(*seat, row.taken);
                if moment.request.is_none() && is_person && !is_passed {
                    let had = asked[*seat]
                        .map(|asked| returns.time_within(asked..row.taken, |seat| is_for[seat]));
                    let seconds = seconds(table);
                    let had_all = had.zip(seconds).is_some_and(|(had, all)| had + TICK >= all);
                    findings.expect(had_all, PROMISE, || {
                        format!("{seat:?} had {had:?} of {seconds:?} at step {}", row.step.seq)
                    });
                }
            }
            let now_asked = waited_for(moment.table.as_ref());
            let was_asked = waited_for(before);
            if Seat::ALL.iter().any(|seat| now_asked[*seat] && !was_asked[*seat]) {
                is_for = now_asked;
            }
            for seat in Seat::ALL {
                if !now_asked[seat] || !was_asked[seat] {
                    asked[seat] = row.durable.filter(|_| now_asked[seat]);
                }
            }
            before = moment.table.as_ref();
        }
    }
}

/// Who came back to a room when, and when servers ran it.
struct Returns {
    runs: Vec<Range<Instant>>,
    entries: Vec<(Instant, Seat)>,
}

impl Returns {
    fn to(code: RoomCode, evidence: &Evidence) -> Self {
        let is_entry = |purpose: &Purpose| matches!(purpose, Purpose::Enter { .. });
        let entries = evidence.asked.iter().filter(|asked| asked.room == code);
        let entries = entries.filter(|asked| is_entry(&asked.purpose));
        let starts = evidence.restarts.iter().map(|restart| restart.at);
        // The last one ran to the end of everything that happened.
        let ends = evidence.ends.iter().copied().map(Some).chain(iter::repeat(None));
        let last = evidence.rows.iter().map(|row| row.taken).max();
        let run = |(start, end): (Instant, Option<Instant>)| start..end.or(last).unwrap_or(start);
        Self {
            runs: starts.zip(ends).map(run).collect(),
            entries: entries.filter_map(|asked| Some((asked.at, asked.seat?))).collect(),
        }
    }

    /// How long a clock may have run, on however many servers.
    fn time_within(&self, asked: Range<Instant>, is_for: impl Fn(Seat) -> bool) -> Duration {
        let time = |run: &Range<Instant>| {
            let from = self.first(run.start, &is_for).max(asked.start);
            run.end.min(asked.end).saturating_duration_since(from)
        };
        self.runs.iter().map(time).sum()
    }

    /// The first moment a clock may have run on a server that started then: when one of those it is for set out to
    /// come back, or when the grace was over.
    fn first(&self, start: Instant, is_for: impl Fn(Seat) -> bool) -> Instant {
        let back = self.entries.iter().filter(|(at, seat)| *at >= start && is_for(*seat));
        let back = back.map(|(at, _)| *at).min();
        back.map_or(start + GRACE, |back| back.min(start + GRACE))
    }
}

fn waited_for(table: Option<&Table>) -> BySeat<bool> {
    BySeat::from_fn(|seat| table.is_some_and(|table| table.waits_for(seat)))
}

fn seconds(table: &Table) -> Option<Duration> {
    let rules = table.rules();
    let seconds = match table.phase() {
        Phase::Turn(_) => rules.turn_seconds,
        Phase::Calling(_) => rules.call_seconds,
        Phase::Between(_) => return rules.turn_seconds.map(|_| READY),
        Phase::Setup
        | Phase::AwaitingWall
        | Phase::Drawing { .. }
        | Phase::ThreeGolds { .. }
        | Phase::Finished(_) => None,
    };
    seconds.map(|seconds| Duration::from_secs(seconds.into()))
}
