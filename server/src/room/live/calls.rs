//! Calls that are passed for players who asked for it, at a moment that tells as little as can be.
//!
//! Where the room allows it every answer to a call, of whomever, is taken a fixed while after the
//! call began at the earliest: who answers then may have been quick, be a bot or have calls passed. Who
//! does not, after every call before was passed then, may be able to win: a win is never passed.

use std::time::Duration;

use protocol::ids::RequestId;
use protocol::refusal::Refusal;
use protocol::room::Occupant;
use rules::seat::Seat;
use tokio::time::Instant;

use super::LiveRoom;
use super::members::Member;
use crate::room::game::Game;
use crate::room::{Connection, Frame};

/// How long after a call begins its first answers are taken, in rooms where calls may be passed for
/// players.
pub(super) const ANSWERS_AFTER: Duration = Duration::from_millis(1_500);
/// Answers of one seat that may wait for their moment; who sends more is told to slow down.
pub(super) const EARLY_MAX: usize = 4;

/// An answer that came before answers are taken.
#[derive(Debug)]
pub(super) struct Early {
    pub(super) from: Connection,
    pub(super) request: RequestId,
    frame: Frame,
}

impl<G: Game> LiveRoom<G> {
    /// Has calls passed for a player, or no longer. No step: nobody else hears of it.
    pub(super) fn quick_pass(&mut self, from: Connection, request: RequestId, on: bool) {
        let outcome = match self.members.get(from.id).and_then(Member::plays_at) {
            None => Err(Refusal::NoSeat),
            Some(_) if !self.core.view().options.quick_pass => Err(Refusal::NotAllowed),
            Some(seat) => {
                self.passing[seat] = on;
                Ok(self.core.seq())
            }
        };
        self.answer(from, request, outcome);
    }

    /// Whether answers to a call are not taken yet: it is too soon, or nobody has heard of the call.
    pub(super) fn is_early(&self) -> bool {
        let is_calling = self.core.game().is_some_and(Game::is_calling);
        let is_unheard = self.core.view().options.quick_pass && self.core.asked() > self.durable;
        is_calling && (self.timers.answers.is_some() || is_unheard)
    }

    /// Takes what a player does, or keeps it for when answers are taken.
    pub(super) fn act_in_time(
        &mut self,
        from: Connection,
        request: RequestId,
        frame: Frame,
        now: Instant,
    ) {
        let is_early = self.is_early();
        let seat = self.members.get(from.id).filter(|_| is_early).and_then(Member::plays_at);
        // One that has been answered waits for nothing.
        match seat.filter(|seat| self.answered(*seat, request).is_none()) {
            None => self.act(from, request, &frame, now),
            Some(seat) if self.early[seat].len() < EARLY_MAX => {
                self.early[seat].push(Early { from, request, frame });
            }
            Some(_) => self.answer(from, request, Err(Refusal::SlowDown)),
        }
    }

    /// Takes the answers that waited, and passes for those who asked for it: by seat, so that the
    /// order tells nothing.
    pub(super) fn take_answers(&mut self, now: Instant) {
        let asked = self.core.asked();
        let mut early = std::mem::take(&mut self.early);
        for seat in Seat::ALL {
            for Early { from, request, frame } in std::mem::take(&mut early[seat]) {
                // With the last answer the table may ask anew: what was left over is none to that.
                match self.core.asked() == asked {
                    true => self.act(from, request, &frame, now),
                    false => self.forget_early(seat, from, request),
                }
            }
            if self.core.asked() == asked {
                self.pass_for(seat, now);
            }
        }
    }

    /// The table asks for something new: what waited to be taken answers nothing any more.
    pub(super) fn forget_answers(&mut self) {
        let mut early = std::mem::take(&mut self.early);
        for seat in Seat::ALL {
            for Early { from, request, .. } in std::mem::take(&mut early[seat]) {
                self.forget_early(seat, from, request);
            }
        }
    }

    /// Refuses what waited to be taken, unless it was repeated and taken the first time.
    fn forget_early(&mut self, seat: Seat, from: Connection, request: RequestId) {
        let answer = self.core.answered(seat, request).ok_or(Refusal::Stale);
        if let Err(stale) = answer {
            self.remember(seat, request, Err(stale));
        }
        self.answer(from, request, answer);
    }

    /// Passes for whoever asked for it and is asked now; a bot that plays for them answers for itself.
    pub(super) fn pass_all(&mut self, now: Instant) {
        if !self.is_early() {
            Seat::ALL.into_iter().for_each(|seat| self.pass_for(seat, now));
        }
    }

    fn pass_for(&mut self, seat: Seat, now: Instant) {
        let is_person = matches!(self.core.view().seats[seat], Occupant::Human { .. });
        if !self.passing[seat] || !is_person {
            return;
        }
        let pass = self.core.game().and_then(|game| game.quick_pass(seat));
        let taken = pass.and_then(|pass| self.core.act(seat, None, pass).ok());
        self.store(taken, now);
    }
}
