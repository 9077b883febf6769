//! What people ask of a room, one request each, and the answers they get once they may.

use protocol::client::ClientMessage;
use protocol::ids::{RequestId, SeatToken, Seq};
use protocol::options::Spectators;
use protocol::refusal::Refusal;
use protocol::server::{SeatMessage, SpectatorMessage};
use rules::seat::Seat;
use tokio::time::Instant;

use super::frames::{Plain, encode, encode_step};
use super::members::{Member, note_refused};
use super::{LiveRoom, Say};
use crate::room::core::{CatchUp, LateShow, NewStep, RoomCore, ToSeat};
use crate::room::game::Game;
use crate::room::{Connection, Frame, Newcomer};
use crate::telemetry::metrics;

/// Answers kept for each seat that are in no step, in case a request is repeated.
const UNWRITTEN_MAX: usize = 16;

/// The answer to a request that became no step: it was refused, or there was nothing to change.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unwritten {
    request: RequestId,
    answer: Result<Seq, Refusal>,
    /// The step after which that was so; nobody has heard of the answer before that is on disk.
    pub(super) after: Seq,
}

/// What came of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Did {
    /// A step was taken for it.
    Step,
    /// It was refused, is repeated, or there was nothing to change.
    Nothing,
}

impl<G: Game> LiveRoom<G> {
    pub(super) fn join(
        &mut self,
        connection: Connection,
        request: RequestId,
        mut player: Newcomer,
        now: Instant,
    ) {
        let token = player.token.take().unwrap_or_else(|| self.chance.token());
        // Who brings a token that has a seat asks again: the answer was lost on the way.
        let seated = match self.core.resume(&token) {
            Ok((seat, back)) => Ok((seat, back.into_iter().collect())),
            Err(_) => self.core.join(player, &token, request),
        };
        match seated {
            Ok((seat, taken)) => {
                self.unwritten[seat].clear();
                self.passing[seat] = false;
                let code = self.core.code();
                let seated: ToSeat<G> = SeatMessage::Seated { request, code, seat, token };
                let snapshot = self.core.seat_snapshot(seat);
                self.store(taken, now);
                let encoding = connection.encoding;
                let frames = vec![encode(encoding, &seated), encode(encoding, &snapshot)];
                self.hold(Say::Admit { id: connection.id, request, frames, clock_ends: None });
                self.members.enter(connection, Some(seat), &self.core);
            }
            Err(reason) => self.hold(Say::TurnAway { connection, request, reason }),
        }
    }

    pub(super) fn resume(
        &mut self,
        connection: Connection,
        request: RequestId,
        token: &SeatToken,
        last: Option<Seq>,
        now: Instant,
    ) {
        match self.core.resume(token) {
            Ok((seat, taken)) => {
                self.store(taken, now);
                self.passing[seat] = false;
                self.attach(connection, request, Some(seat), last);
            }
            Err(reason) => self.hold(Say::TurnAway { connection, request, reason }),
        }
    }

    /// Lets somebody watch, if anybody may.
    pub(super) fn watch(&mut self, connection: Connection, request: RequestId, last: Option<Seq>) {
        match self.core.view().options.spectators {
            Spectators::Off {} => {
                self.hold(Say::TurnAway { connection, request, reason: Refusal::WatchingOff });
            }
            Spectators::On {} | Spectators::Delayed { .. } if self.core.late().is_some() => {
                self.attach_late(connection, request, last);
            }
            Spectators::On {} | Spectators::Delayed { .. } => {
                self.attach(connection, request, None, last);
            }
        }
    }

    /// Brings a connection up to date with what is shown late.
    fn attach_late(&mut self, connection: Connection, request: RequestId, last: Option<Seq>) {
        let (encoding, id) = (connection.encoding, connection.id);
        let Some(late) = self.core.late() else { return };
        let accepted: Plain = SpectatorMessage::Accepted { request, seq: late.seq() };
        let mut frames = vec![encode(encoding, &accepted)];
        match late.catch_up(last) {
            CatchUp::Steps(steps) => {
                frames.extend(steps.iter().map(|step| encode_step(encoding, step, None)));
            }
            CatchUp::Everything => frames.push(encode(encoding, &late.snapshot())),
        }
        frames.extend(late.hands().map(|hands| encode(encoding, &hands)));
        if let Some(left_ms) = late.left_ms(self.core.time_ms()) {
            let timer: Plain = SpectatorMessage::Timer { seq: late.seq(), left_ms };
            frames.push(encode(encoding, &timer));
        }
        // Once the match is shown all of it is on disk, and what is shown next must not be missed.
        let is_stored = late.seq() <= self.durable;
        self.members.enter(connection, None, &self.core);
        match is_stored {
            true => self.members.admit(id, frames),
            false => self.hold(Say::Admit { id, request, frames, clock_ends: None }),
        }
    }

    /// Brings a connection up to date and lets it hear the room from here on.
    pub(super) fn attach(
        &mut self,
        connection: Connection,
        request: RequestId,
        seat: Option<Seat>,
        last: Option<Seq>,
    ) {
        let encoding = connection.encoding;
        let accepted: Plain = SpectatorMessage::Accepted { request, seq: self.core.seq() };
        let mut frames = vec![encode(encoding, &accepted)];
        match (self.core.catch_up(last), seat) {
            (CatchUp::Steps(steps), _) => {
                frames.extend(steps.iter().map(|step| encode_step(encoding, step, seat)));
            }
            (CatchUp::Everything, Some(seat)) => {
                frames.push(encode(encoding, &self.core.seat_snapshot(seat)));
            }
            (CatchUp::Everything, None) => {
                frames.push(encode(encoding, &self.core.spectator_snapshot()));
            }
        }
        let clock_ends = self.timers.decision;
        self.hold(Say::Admit { id: connection.id, request, frames, clock_ends });
        self.members.enter(connection, seat, &self.core);
    }

    pub(super) fn act(
        &mut self,
        from: Connection,
        request: RequestId,
        frame: &Frame,
        now: Instant,
    ) {
        // Whoever plays is there: nobody need stand in for them.
        if let Some(seat) = self.members.get(from.id).and_then(Member::plays_at) {
            let back = self.core.give_back(seat);
            self.store(back, now);
        }
        let decoded = frame.encoding.decode_from_client::<ClientMessage<G::Action>>(&frame.bytes);
        let _ = self.request(from, request, now, |core, seat| match decoded {
            Ok(ClientMessage::Act { action, last_seq, .. }) => {
                core.check_fresh(last_seq)?;
                core.act(seat, Some(request), action).map(Some)
            }
            Ok(_) | Err(_) => Err(Refusal::BadMessage),
        });
    }

    /// Carries out what the player at a connection asks, and answers once it is on disk: with the step it became, or with
    /// the last there was if it changes nothing. One that is in the room no longer, or never was, is answered too.
    pub(super) fn request(
        &mut self,
        from: Connection,
        request: RequestId,
        now: Instant,
        asked: impl FnOnce(&mut RoomCore<G>, Seat) -> Result<Option<NewStep<G>>, Refusal>,
    ) -> Did {
        let seat = self.members.get(from.id).and_then(Member::plays_at);
        let outcome = match seat {
            None => Err(Refusal::NoSeat),
            Some(seat) => match self.answered(seat, request) {
                Some(answer) => answer.map(|seq| (seq, None)),
                None => match asked(&mut self.core, seat) {
                    Ok(Some(taken)) => Ok((taken.step.seq, Some(taken))),
                    Ok(None) => Ok((self.core.seq(), None)),
                    Err(reason) => Err(reason),
                }
                .inspect(|(seq, taken)| {
                    if taken.is_none() {
                        self.remember(seat, request, Ok(*seq));
                    }
                })
                .inspect_err(|reason| self.remember(seat, request, Err(*reason))),
            },
        };
        let mut did = Did::Nothing;
        let answer = outcome.map(|(seq, taken)| {
            if taken.is_some() {
                metrics::action_accepted();
                did = Did::Step;
            }
            self.store(taken, now);
            seq
        });
        self.answer(from, request, answer);
        did
    }

    /// Answers a request, once everything before is on disk.
    pub(super) fn answer(
        &mut self,
        to: Connection,
        request: RequestId,
        outcome: Result<Seq, Refusal>,
    ) {
        let answer: Plain = match outcome {
            Ok(seq) => SpectatorMessage::Accepted { request, seq },
            Err(reason) => {
                note_refused(&to, request, reason);
                SpectatorMessage::Refused { request, reason }
            }
        };
        let frame = encode(to.encoding, &answer);
        self.hold(Say::Answer { to, request, frame });
    }

    /// How this request was answered before, if it was.
    pub(super) fn answered(&self, seat: Seat, request: RequestId) -> Option<Result<Seq, Refusal>> {
        let unwritten = || self.unwritten[seat].iter().find(|kept| kept.request == request);
        self.core.answered(seat, request).map(Ok).or_else(|| unwritten().map(|kept| kept.answer))
    }

    /// Keeps an answer that is in no step, but for one that only holds for now.
    pub(super) fn remember(
        &mut self,
        seat: Seat,
        request: RequestId,
        answer: Result<Seq, Refusal>,
    ) {
        if answer.is_err_and(Refusal::is_passing) {
            return;
        }
        let after = self.core.seq();
        let unwritten = &mut self.unwritten[seat];
        unwritten.push_back(Unwritten { request, answer, after });
        if unwritten.len() > UNWRITTEN_MAX {
            unwritten.pop_front();
        }
    }

    pub(super) fn leave(&mut self, from: Connection, request: RequestId, now: Instant) {
        let Some(member) = self.members.get(from.id) else {
            return self.answer(from, request, Err(Refusal::NoSeat));
        };
        let seat = member.plays_at();
        let mut others = Vec::new();
        if let Some(seat) = seat {
            // Who comes to the seat with the same token, and is about to be let in, has none there either.
            others = self.members.unseat_all(seat);
            others.retain(|id| *id != from.id);
            let taken = self.core.leave(seat, request);
            self.store(taken, now);
        }
        let shown = self.core.late().filter(|_| seat.is_none()).map(LateShow::seq);
        let seq = shown.unwrap_or(self.core.seq());
        let accepted: Plain = SpectatorMessage::Accepted { request, seq };
        let frame = encode(from.encoding, &accepted);
        self.hold(Say::LetGo { from, request, frame });
        if !others.is_empty() {
            self.hold(Say::Kick(others));
        }
    }
}
