//! How long a room waits: for what the table asks, for bots, for a host who is away, and for anybody at all.

use std::ops::Range;
use std::time::Duration;

use bytes::Bytes;
use protocol::ids::Seq;
use protocol::room::{Occupant, Stage};
use protocol::server::SpectatorMessage;
use rules::seat::{BySeat, Seat};
use tokio::time::Instant;

use super::LiveRoom;
use super::calls::ANSWERS_AFTER;
use super::frames::{Plain, encode};
use super::members::Member;
use crate::room::ConnectionId;
use crate::room::game::Game;

/// How long the table has to have waited for somebody who is there before the host may seat a bot for them.
pub(super) const AWAITED_MAX: Duration = Duration::from_secs(60);
/// How long a room stays open in which nobody is when its match is over, or has a seat before it.
pub(super) const EMPTY_MAX: Duration = Duration::from_secs(10 * 60);
/// How long before a match, if somebody has a seat to come back to.
pub(super) const EMPTY_WAITING_MAX: Duration = Duration::from_secs(30 * 60);

/// How often a room notes that nobody is there before it is closed for that: a restart costs at most this part of the time.
const DESERTED_NOTES: u32 = 8;

/// How often it is noted how long a clock has run: a restart gives back at most this much.
const CLOCK_NOTED_EVERY: Duration = Duration::from_secs(5);

const MS: Duration = Duration::from_millis(1);

/// How soon at the earliest a room looks again for bots that could not act, whatever their pace.
const LOOK_AGAIN_AFTER: Duration = Duration::from_millis(1);

/// How a room behaves, the same for all rooms of a server.
#[derive(Clone, Debug)]
pub(crate) struct Manners {
    /// How long bots think.
    pub(crate) bot_pace: Range<Duration>,
    /// How long a player may take to reveal their part of a wall.
    pub(crate) link_wait: Duration,
    /// How long a host may be away before somebody else is, and a match of bots goes on with nobody there.
    pub(crate) host_away_max: Duration,
    /// How long a match stays open with nobody in the room, if somebody can come back.
    pub(crate) idle_max: Duration,
    /// How long after a restart no clock runs while none of those it is for is back.
    pub(crate) return_grace: Duration,
    /// How often the host may change something, in the long run.
    pub(crate) order_every: Duration,
}

impl Default for Manners {
    fn default() -> Self {
        Self {
            bot_pace: Duration::from_millis(400)..Duration::from_millis(1_200),
            link_wait: Duration::from_secs(2),
            host_away_max: Duration::from_secs(60),
            idle_max: Duration::from_secs(24 * 60 * 60),
            return_grace: Duration::from_secs(10),
            order_every: Duration::from_secs(1),
        }
    }
}

impl<G: Game> LiveRoom<G> {
    pub(super) fn set_timers(&mut self, online: &BySeat<bool>, now: Instant) {
        if self.ask_bots() {
            let Range { start, end } = self.manners.bot_pace.clone();
            let pace = start + end.saturating_sub(start).mul_f64(self.chance.fraction());
            let has_to_wait = self.thinking.is_under_way() || self.is_early();
            let think = if has_to_wait { pace.max(LOOK_AGAIN_AFTER) } else { pace };
            // Where answers to a call wait, those of bots do too.
            let then = self.timers.answers.map_or(now, |answers| answers.max(now));
            self.timers.wait_for_bots(then.max(now + think));
        } else {
            self.timers.bots = None;
        }
        let host = self.core.view().host;
        let is_away = host.is_none_or(|host| !online[host]);
        let has_heir = self.core.heir(|seat| online[seat]).is_some();
        self.timers.wait_for_host((is_away && has_heir).then(|| now + self.manners.host_away_max));
        match self.members.is_empty() {
            true => self.wait_for_anybody(now),
            false => {
                self.timers.wait_for_nobody();
                let forgotten = (self.core.deserted_ms > 0).then(|| self.core.desert(0));
                self.store(forgotten, now);
            }
        }
    }

    /// Makes somebody the host who is there, if anybody can be.
    pub(super) fn pass_host(&mut self, now: Instant) {
        let online = self.members.online();
        if self.core.heir(|seat| online[seat]).is_some() {
            let passed = self.core.pass_host(|seat| online[seat]);
            self.store(passed, now);
        }
    }

    /// Nobody is here. Time runs from when the last one went, or from the end of a match nobody saw.
    fn wait_for_anybody(&mut self, now: Instant) {
        let (stays, over_at) = (self.stays(), self.is_match_over().then_some(self.asked_at));
        let next = match self.notes_deserted() {
            // Notes are of whole milliseconds.
            true => stays.saturating_sub(self.deserted()).min(stays / DESERTED_NOTES).max(MS),
            false => stays,
        };
        self.timers.wait_for_anybody(now, over_at, next);
    }

    /// Nobody has been here for a while: the room is closed, or notes for how long, for whoever runs it after a restart.
    pub(super) fn mind_deserted(&mut self, now: Instant) {
        let deserted = self.deserted() + self.timers.take_empty(now);
        if !self.notes_deserted() || deserted >= self.stays() {
            return self.close(now);
        }
        let noted = self.core.desert(deserted.as_millis() as u64);
        self.store([noted], now);
    }

    /// For how long nobody was here, as it was last noted.
    fn deserted(&self) -> Duration {
        Duration::from_millis(self.core.deserted_ms)
    }

    /// Whether it is worth noting: not for a room that has only minutes to go.
    fn notes_deserted(&self) -> bool {
        !self.is_match_over() && !self.core.is_abandoned()
    }

    fn is_match_over(&self) -> bool {
        self.core.game().is_some_and(|game| game.standing().is_over)
    }

    /// How long the room stays open with nobody in it.
    fn stays(&self) -> Duration {
        let Manners { host_away_max, idle_max, .. } = self.manners;
        let can_return = self.core.seats.iter().any(|seat| seat.token.is_some());
        let stays = match self.core.view().stage {
            Stage::Playing if self.core.is_abandoned() => host_away_max,
            Stage::Playing if self.is_match_over() => EMPTY_MAX + self.late_by(),
            Stage::Playing => idle_max,
            Stage::Waiting if can_return => EMPTY_WAITING_MAX,
            Stage::Waiting => EMPTY_MAX,
        };
        stays.min(idle_max)
    }

    /// How much later than it happens the match is shown.
    fn late_by(&self) -> Duration {
        let delay_s = self.core.view().options.delay_s().unwrap_or_default();
        Duration::from_secs(delay_s.into())
    }

    /// The table asks for something new: a clock starts for it, and a bot thinks anew.
    pub(super) fn ask_anew(&mut self, now: Instant) {
        self.start_clock(self.waited(), now);
        self.forget_answers();
        self.timers.bots = None;
        self.questions.clear();
        self.thinking.start_anew();
    }

    /// Starts the clock for what the table asks, where there is one, as if it had run for a while. Soon after a restart
    /// it waits until somebody it is for is back.
    fn start_clock(&mut self, waited: Duration, now: Instant) {
        (self.asked_at, self.timers.stands_still) = (now, false);
        let left = self.clock().map(|clock| clock.saturating_sub(waited));
        let waits = now < self.returning_until && !self.is_anybody_asked_here();
        (self.timers.decision, self.timers.returning) = match left {
            None => (None, None),
            Some(_) if waits => (None, Some(self.returning_until)),
            Some(left) => (Some(now + left), None),
        };
        self.timers.note_after(CLOCK_NOTED_EVERY, now);
        let is_uniform = self.core.view().options.quick_pass;
        let is_calling = is_uniform && self.core.game().is_some_and(Game::is_calling);
        self.timers.answers = is_calling.then(|| now + ANSWERS_AFTER);
        if let (Some(answers), Some(bots)) = (self.timers.answers, &mut self.timers.bots) {
            *bots = answers.max(*bots);
        }
    }

    /// How long the table gives for what it asks.
    fn clock(&self) -> Option<Duration> {
        let seconds = self.core.game().and_then(Game::seconds)?;
        Some(Duration::from_secs(seconds.into()))
    }

    /// How long the clock has run, as it was last noted: after a restart it goes on from there.
    fn waited(&self) -> Duration {
        Duration::from_millis(self.core.waited_ms)
    }

    /// Notes how long the clock has run, for whoever runs the room after a restart.
    pub(super) fn note_clock(&mut self, now: Instant) {
        let left = self.timers.decision.map(|decision| decision.saturating_duration_since(now));
        let waited = self.clock().zip(left).map(|(clock, left)| clock.saturating_sub(left));
        if let Some(waited) = waited.filter(|waited| *waited > self.waited()) {
            let noted = self.core.wait(waited.as_millis() as u64);
            self.store([noted], now);
        }
        self.timers.note_after(CLOCK_NOTED_EVERY, now);
    }

    /// Starts the clock and says how long there is, to those who have heard of step `seq`.
    pub(super) fn run_clock(&mut self, seq: Seq, now: Instant) {
        self.start_clock(self.waited(), now);
        self.say_clock(seq, now);
    }

    /// Says how long there is yet, to those who have heard of step `seq`.
    fn say_clock(&mut self, seq: Seq, now: Instant) {
        if let Some(left_ms) = self.timers.decision_left_ms(now) {
            self.members.say_timer(seq, left_ms, self.core.hearers_of(seq));
        }
    }

    /// Says how long there is yet to somebody who is let in after this step: by the clock that runs now, which may have
    /// started while they waited for that, else by the one that ran when they asked and has run out since.
    pub(super) fn clock_for(
        &self,
        id: ConnectionId,
        after: Seq,
        ran_until: Option<Instant>,
        now: Instant,
    ) -> Option<Bytes> {
        // Of a question that comes later they hear with its clock.
        let runs_until = self.timers.decision.filter(|_| self.core.asked() <= after);
        let left = runs_until.or(ran_until)?.saturating_duration_since(now);
        // Those who watch late hear of a clock when it is shown.
        let hears_now = |member: &&Member| member.is_seated() || self.core.late().is_none();
        let member = self.members.get(id).filter(hears_now)?;
        let left_ms = u32::try_from(left.as_millis()).ok()?;
        let timer: Plain = SpectatorMessage::Timer { seq: after, left_ms };
        Some(encode(member.connection.encoding, &timer))
    }

    /// Says how long there is yet to everybody who has got everything anew.
    pub(super) fn say_clocks(&mut self, now: Instant) {
        // Of a question that is not on disk yet they hear with its clock.
        if self.core.asked() <= self.durable {
            self.say_clock(self.durable, now);
        }
        self.say_clock_late();
    }

    /// Starts the clock that waits for somebody to be back, if they are.
    pub(super) fn mind_return(&mut self, now: Instant) {
        let is_heard = self.core.asked() <= self.durable;
        let is_back = self.timers.returning.is_some() && self.is_anybody_asked_here()
            || self.timers.stands_still && self.is_anybody_here();
        if is_back && is_heard {
            self.run_clock(self.durable, now);
        }
    }

    /// Whether a player is connected.
    fn is_anybody_here(&self) -> bool {
        self.members.online().iter().any(|online| *online)
    }

    /// Whether one of the people the table waits for is connected, or it waits for none.
    fn is_anybody_asked_here(&self) -> bool {
        let online = self.members.online();
        let asked: Vec<_> =
            Seat::ALL.into_iter().filter(|seat| self.waits_for_person(*seat)).collect();
        asked.is_empty() || asked.iter().any(|seat| online[*seat])
    }

    fn waits_for_person(&self, seat: Seat) -> bool {
        let is_person = matches!(self.core.view().seats[seat], Occupant::Human { .. });
        is_person && self.core.game().is_some_and(|game| game.waits_for(seat))
    }

    /// Acts for everybody who has not in time. Between hands only while a player is there, else the match would go on for
    /// nobody: whoever is back first finds all the time they had.
    pub(super) fn run_out_of_time(&mut self, now: Instant) {
        let is_between = self.core.game().is_some_and(Game::is_between_hands);
        if is_between && !self.is_anybody_here() {
            self.timers.stands_still = true;
            let anew = (!self.waited().is_zero()).then(|| self.core.wait(0));
            return self.store(anew, now);
        }
        let taken = self.core.expire();
        self.store(taken, now);
    }

    /// Whom the table has waited for so long that the host may seat a bot for them though they are there.
    pub(super) fn overdue(&self, now: Instant) -> BySeat<bool> {
        let is_long = now.saturating_duration_since(self.asked_at) >= AWAITED_MAX;
        BySeat::from_fn(|seat| is_long && self.waits_for_person(seat))
    }
}
