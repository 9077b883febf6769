//! What a room shows: who is there, the match to those who watch it late, and itself in lists.

use std::time::Duration;

use tokio::time::Instant;

use super::LiveRoom;
use super::frames::SeatFrames;
use super::past::PastFrames;
use crate::room::core::{Hearers, Late, LateShow, Step};
use crate::room::game::Game;
use crate::room::{Asker, RoomSummary};

/// How often it is said how many watch.
pub(super) const PRESENCE_EVERY: Duration = Duration::from_secs(1);

impl<G: Game> LiveRoom<G> {
    /// Says at once when a player comes or goes; that others watch, only now and then, for there may
    /// be thousands.
    pub(super) fn mind_presence(&mut self, now: Instant) {
        let (is, told) = (self.members.presence(), self.members.told());
        if is.watchers == 0 {
            self.past = PastFrames::default();
        }
        if is.online != told.online {
            self.core.show_online_later(is.online);
            if self.members.say_online() == Hearers::Everybody {
                self.timers.presence = None;
            }
        }
        if is.watchers != self.members.told().watchers && self.timers.presence.is_none() {
            self.timers.presence = Some(now + PRESENCE_EVERY);
        }
    }

    /// Lets the room know how long it has run.
    pub(super) fn mind_time(&mut self, now: Instant) {
        let (then, then_ms) = self.dawn;
        let since_ms = now.saturating_duration_since(then).as_millis();
        self.core.set_time(then_ms.saturating_add(u64::try_from(since_ms).unwrap_or(u64::MAX)));
    }

    /// When those who watch late are shown the next thing.
    pub(super) fn next_shown(&self) -> Option<Instant> {
        let due_ms = self.core.late()?.next_due_ms(self.durable)?;
        let (then, then_ms) = self.dawn;
        (!self.core.is_closed())
            .then(|| then + Duration::from_millis(due_ms.saturating_sub(then_ms)))
    }

    /// Shows those who watch late what is due.
    pub(super) fn show_late(&mut self, now: Instant) {
        while let Some(late) = self.core.show_next(self.durable) {
            match late {
                Late::Step(step) => self.show_step(&step),
                Late::Online(online) => {
                    self.members.show_late(Some(online));
                    self.members.say_presence_late();
                }
            }
        }
        let published = self.core.publish();
        self.store(published, now);
    }

    fn show_step(&mut self, step: &Step<G>) {
        self.members.broadcast(step, &SeatFrames::default(), Hearers::Watchers);
        if let Some(hands) = step.hands.as_ref().and_then(|_| self.core.late()?.hands()) {
            self.members.say(&hands, Hearers::Watchers);
        }
        if step.heard.asks_anew {
            self.say_clock_late();
        }
    }

    /// Tells those who watch late how long the table waits yet, as they are shown it.
    pub(super) fn say_clock_late(&mut self) {
        let Some(late) = self.core.late() else { return };
        if let Some(left_ms) = late.left_ms(self.core.time_ms()) {
            self.members.say_timer(late.seq(), left_ms, Hearers::Watchers);
        }
    }

    pub(super) fn summary(&self, to: Asker) -> RoomSummary {
        let late = self.core.late().filter(|_| to == Asker::Anybody);
        let view = late.map_or(self.core.view(), LateShow::room);
        let standing = match late {
            Some(late) => late.standing(),
            None => self.core.game().map(Game::standing),
        };
        RoomSummary {
            code: view.code,
            id: view.id,
            stage: view.stage,
            variant: view.setup.variant(),
            seats: view.seats.clone(),
            online: late.map_or_else(|| self.members.online(), LateShow::online),
            watchers: self.members.presence().watchers,
            is_public: view.public,
            options: view.options,
            seq: late.map_or(self.core.seq(), LateShow::seq),
            standing,
        }
    }
}
