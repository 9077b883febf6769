//! Calls that are passed for players who asked for it, at a moment that tells nobody anything.
//!
//! Where the room allows it every answer to a call, of whomever, is taken a fixed while after the
//! call began at the earliest: who answers then may have been quick, be a bot or have calls passed.

use std::time::Duration;

use protocol::ids::RequestId;
use protocol::refusal::Refusal;
use protocol::server::SpectatorMessage;
use rules::seat::{BySeat, Seat};
use tokio::time::Instant;

use super::frames::{Plain, encode};
use super::game::Game;
use super::live::{LiveRoom, Say};
use super::members::Member;
use super::{ConnectionId, Frame};

/// How long after a call begins its first answers are taken, in rooms where calls may be passed for
/// players.
pub(super) const ANSWERS_AFTER: Duration = Duration::from_millis(1_500);
/// Answers that may wait for their moment; those who send more are told to slow down.
const EARLY_MAX: usize = 16;

/// An answer that came before answers are taken.
#[derive(Debug)]
pub(super) struct Early {
    pub(super) from: ConnectionId,
    pub(super) request: RequestId,
    frame: Frame,
}

impl<G: Game> LiveRoom<G> {
    /// Has calls passed for a player, or no longer. No step: nobody else hears of it.
    pub(super) fn quick_pass(&mut self, from: ConnectionId, request: RequestId, on: bool) {
        let Some(member) = self.members.get(from) else { return };
        let (encoding, seat) = (member.connection.encoding, member.plays_at());
        let refusal = match seat {
            None => Some(Refusal::NoSeat),
            Some(_) if !self.core.view().options.quick_pass => Some(Refusal::NotAllowed),
            Some(seat) => {
                self.passing[seat] = on;
                None
            }
        };
        let answer: Plain = match refusal {
            Some(reason) => SpectatorMessage::Refused { request, reason },
            None => SpectatorMessage::Accepted { request, seq: self.core.seq() },
        };
        self.hold(Say::Answer { to: from, request, frame: encode(encoding, &answer) });
    }

    /// Whether answers to a call are not taken yet.
    fn is_early(&self) -> bool {
        self.timers.answers.is_some() && self.core.game().is_some_and(Game::is_calling)
    }

    /// Keeps what a player does for when answers are taken; gives it back if that is now.
    pub(super) fn keep_early(
        &mut self,
        from: ConnectionId,
        request: RequestId,
        frame: Frame,
    ) -> Option<Frame> {
        let is_kept = self.is_early() && self.early.len() < EARLY_MAX;
        if !is_kept {
            return Some(frame);
        }
        self.early.push(Early { from, request, frame });
        None
    }

    /// Takes the answers that waited, and passes for those who asked for it: by seat, so that the
    /// order tells nothing.
    pub(super) fn take_answers(&mut self, now: Instant) {
        let early = std::mem::take(&mut self.early);
        let seat_of = |early: &Early| self.members.get(early.from).and_then(Member::plays_at);
        let mut by_seat: BySeat<Vec<Early>> = BySeat::default();
        for early in early {
            if let Some(seat) = seat_of(&early) {
                by_seat[seat].push(early);
            }
        }
        for seat in Seat::ALL {
            for Early { from, request, frame } in std::mem::take(&mut by_seat[seat]) {
                self.act(from, request, &frame, now);
            }
            self.pass_for(seat, now);
        }
    }

    /// Passes for whoever asked for it and is asked now.
    pub(super) fn pass_all(&mut self, now: Instant) {
        if !self.is_early() {
            Seat::ALL.into_iter().for_each(|seat| self.pass_for(seat, now));
        }
    }

    fn pass_for(&mut self, seat: Seat, now: Instant) {
        if !self.passing[seat] {
            return;
        }
        let pass = self.core.game().and_then(|game| game.quick_pass(seat));
        let taken = pass.and_then(|pass| self.core.act(seat, None, pass).ok());
        self.store(taken, now);
    }
}
