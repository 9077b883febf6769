//! What people ask of a room, one request each, and the answers they get once they may.

use protocol::client::{ClientMessage, HostOrder};
use protocol::ids::{Digest, PlayerName, RequestId, SeatToken, Seq};
use protocol::refusal::Refusal;
use protocol::room::Occupant;
use protocol::server::{SeatMessage, SpectatorMessage};
use rules::seat::Seat;
use tokio::time::Instant;

use super::core::{CatchUp, RoomCore, Taken, ToSeat};
use super::game::Game;
use super::live::{LiveRoom, Say};
use super::members::{Plain, encode, encode_step, turn_away};
use super::{Connection, ConnectionId, Frame};
use crate::telemetry::metrics;

/// Refusals kept for each seat, in case a request is repeated.
const REFUSED_MAX: usize = 16;

impl<G: Game> LiveRoom<G> {
    pub(super) fn join(
        &mut self,
        connection: Connection,
        request: RequestId,
        name: PlayerName,
        tip: Option<Digest>,
        now: Instant,
    ) {
        let token = self.chance.token();
        match self.core.join(name, tip, &token, request) {
            Ok((seat, taken)) => {
                self.refused[seat].clear();
                let code = self.core.code();
                let seated: ToSeat<G> = SeatMessage::Seated { request, code, seat, token };
                let snapshot = self.core.seat_snapshot(seat);
                self.store(taken, now);
                let encoding = connection.encoding;
                let frames = vec![encode(encoding, &seated), encode(encoding, &snapshot)];
                self.hold(Say::Admit { id: connection.id, request, frames });
                self.members.enter(connection, Some(seat));
            }
            Err(reason) => turn_away(&connection, request, reason),
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
                self.attach(connection, request, Some(seat), last, now);
            }
            Err(reason) => turn_away(&connection, request, reason),
        }
    }

    /// Brings a connection up to date and lets it hear the room from here on.
    pub(super) fn attach(
        &mut self,
        connection: Connection,
        request: RequestId,
        seat: Option<Seat>,
        last: Option<Seq>,
        now: Instant,
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
        if let Some(left_ms) = self.timers.decision_left_ms(now) {
            let timer: Plain = SpectatorMessage::Timer { seq: self.core.seq(), left_ms };
            frames.push(encode(encoding, &timer));
        }
        self.hold(Say::Admit { id: connection.id, request, frames });
        self.members.enter(connection, seat);
    }

    pub(super) fn act(
        &mut self,
        from: ConnectionId,
        request: RequestId,
        frame: &Frame,
        now: Instant,
    ) {
        let decoded = frame.encoding.decode_from_client::<ClientMessage<G::Action>>(&frame.bytes);
        self.request(from, request, now, |core, seat| match decoded {
            Ok(ClientMessage::Act { action, .. }) => core.act(seat, Some(request), action),
            Ok(_) | Err(_) => Err(Refusal::BadMessage),
        });
    }

    /// Carries out what the player at a connection asks, and answers once it is on disk.
    pub(super) fn request(
        &mut self,
        from: ConnectionId,
        request: RequestId,
        now: Instant,
        asked: impl FnOnce(&mut RoomCore<G>, Seat) -> Result<Taken<G>, Refusal>,
    ) {
        let Some(member) = self.members.get(from) else { return };
        let (encoding, seat) = (member.connection.encoding, member.plays_at());
        let outcome = match seat {
            None => Err(Refusal::NoSeat),
            Some(seat) => match (self.core.answered(seat, request), self.refused(seat, request)) {
                (Some(seq), _) => Ok((seq, None)),
                (None, Some(reason)) => Err(reason),
                (None, None) => {
                    let asked = asked(&mut self.core, seat);
                    asked
                        .inspect_err(|reason| self.remember(seat, request, *reason))
                        .map(|taken| (taken.step.seq, Some(taken)))
                }
            },
        };
        let answer: Plain = match outcome {
            Ok((seq, taken)) => {
                if taken.is_some() {
                    metrics::action_accepted();
                }
                self.store(taken, now);
                SpectatorMessage::Accepted { request, seq }
            }
            Err(reason) => {
                metrics::refused(reason);
                SpectatorMessage::Refused { request, reason }
            }
        };
        self.hold(Say::Answer { to: from, request, frame: encode(encoding, &answer) });
    }

    fn refused(&self, seat: Seat, request: RequestId) -> Option<Refusal> {
        let known = self.refused[seat].iter().find(|(name, _)| *name == request);
        known.map(|(_, reason)| *reason)
    }

    fn remember(&mut self, seat: Seat, request: RequestId, reason: Refusal) {
        let refused = &mut self.refused[seat];
        refused.push_back((request, reason));
        if refused.len() > REFUSED_MAX {
            refused.pop_front();
        }
    }

    pub(super) fn host(
        &mut self,
        from: ConnectionId,
        request: RequestId,
        order: &HostOrder,
        now: Instant,
    ) {
        let online = self.members.online();
        self.request(from, request, now, |core, seat| {
            core.host(seat, request, order, |seat| !online[seat])
        });
        if let HostOrder::Kick { seat } = order
            && matches!(self.core.view().seats[*seat], Occupant::Empty {})
        {
            self.hold(Say::Kick(*seat));
        }
    }

    pub(super) fn leave(&mut self, from: ConnectionId, request: RequestId, now: Instant) {
        let Some(member) = self.members.get(from) else { return };
        let (encoding, seat) = (member.connection.encoding, member.plays_at());
        if let Some(seat) = seat {
            self.members.unseat(from);
            let taken = self.core.leave(seat, request);
            self.store(taken, now);
        }
        let accepted: Plain = SpectatorMessage::Accepted { request, seq: self.core.seq() };
        self.hold(Say::LetGo { id: from, request, frame: encode(encoding, &accepted) });
    }
}
