//! When a room acts by itself.

use std::time::Duration;

use tokio::time::Instant;

/// What time has brought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Due {
    /// Those the table waits for are out of time.
    Decision,
    /// It is time to note how long the clock for them has run.
    Note,
    /// Those the table waits for have had long enough to come back after a restart.
    Return,
    /// Answers to the call are taken from now on.
    Answers,
    /// The bots have thought long enough.
    Bots,
    /// Players have had long enough to reveal their part of the wall.
    Links,
    /// The host has been away for long.
    Host,
    /// Nobody has been here for long.
    Idle,
    /// It is time to say how many watch.
    Presence,
}

/// The moments a room waits for. Each is about what the room waits for now: when that is over, the
/// moment is forgotten, so that none comes late.
#[derive(Clone, Debug, Default)]
pub(super) struct Timers {
    pub(super) decision: Option<Instant>,
    /// When it is noted next how long the clock for the decision has run.
    note: Option<Instant>,
    /// Until when the clock for the decision waits for somebody to come back.
    pub(super) returning: Option<Instant>,
    /// The clock stands still until a player is there.
    pub(super) stands_still: bool,
    pub(super) answers: Option<Instant>,
    pub(super) links: Option<Instant>,
    pub(super) bots: Option<Instant>,
    host: Option<Instant>,
    idle: Option<Instant>,
    /// Since when nobody is here.
    empty_since: Option<Instant>,
    pub(super) presence: Option<Instant>,
}

impl Timers {
    /// The first of them.
    pub(super) fn next(&self) -> Option<Instant> {
        let clock = [self.decision, self.note, self.returning];
        let table = [self.answers, self.bots, self.links];
        let people = [self.host, self.idle, self.presence];
        [clock, table, people].into_iter().flatten().flatten().min()
    }

    /// Takes one that has come.
    pub(super) fn take_due(&mut self, now: Instant) -> Option<Due> {
        let moments = [
            (&mut self.decision, Due::Decision),
            (&mut self.note, Due::Note),
            (&mut self.returning, Due::Return),
            (&mut self.answers, Due::Answers),
            (&mut self.bots, Due::Bots),
            (&mut self.links, Due::Links),
            (&mut self.host, Due::Host),
            (&mut self.idle, Due::Idle),
            (&mut self.presence, Due::Presence),
        ];
        let mut come = moments.into_iter();
        come.find_map(|(moment, due)| moment.take_if(|moment| *moment <= now).map(|_| due))
    }

    /// Has it noted a while later how long the clock has run, if it runs so long.
    pub(super) fn note_after(&mut self, after: Duration, now: Instant) {
        let then = now + after;
        self.note = self.decision.is_some_and(|decision| then < decision).then_some(then);
    }

    /// How long the table waits yet.
    pub(super) fn decision_left_ms(&self, now: Instant) -> Option<u32> {
        let left = self.decision?.saturating_duration_since(now);
        u32::try_from(left.as_millis()).ok()
    }

    /// The bots act then, unless they are thinking already.
    pub(super) fn wait_for_bots(&mut self, then: Instant) {
        self.bots.get_or_insert(then);
    }

    pub(super) fn wait_for_links(&mut self, then: Instant) {
        self.links.get_or_insert(then);
    }

    /// The host has until then, if they are away; time runs from when they went.
    pub(super) fn wait_for_host(&mut self, then: Option<Instant>) {
        self.host = then.map(|then| self.host.unwrap_or(then));
    }

    /// Nobody is here: the room stays so long from when the last one went, or from `over_at` if that was later.
    pub(super) fn wait_for_anybody(
        &mut self,
        now: Instant,
        over_at: Option<Instant>,
        stays: Duration,
    ) {
        let since = *self.empty_since.get_or_insert(now);
        self.idle = Some(over_at.map_or(since, |over_at| over_at.max(since)) + stays);
    }

    /// For how long nobody has been here, and counts from here on.
    pub(super) fn take_empty(&mut self, now: Instant) -> Duration {
        let since = self.empty_since.replace(now);
        now.saturating_duration_since(since.unwrap_or(now))
    }

    /// Somebody is here.
    pub(super) fn wait_for_nobody(&mut self) {
        (self.idle, self.empty_since) = (None, None);
    }
}
