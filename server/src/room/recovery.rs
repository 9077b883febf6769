//! What a room does when steps it has handed over are not on disk: it refuses, waits, and goes on
//! from what is really there.

use protocol::ids::RequestId;
use protocol::refusal::Refusal;
use protocol::server::SpectatorMessage;
use tokio::time::Instant;

use super::core::RoomCore;
use super::frames::{Plain, encode};
use super::game::Game;
use super::live::{LiveRoom, Say};
use super::members::turn_away;
use super::timers::Timers;
use super::{ConnectionId, RoomCommand};
use crate::telemetry::metrics;

impl<G: Game> LiveRoom<G> {
    /// What was held back has not happened, as far as anybody knows: who asked for it may ask again.
    pub(crate) fn take_back(&mut self) {
        self.timers = Timers::default();
        self.submissions.clear();
        self.questions.clear();
        for early in std::mem::take(&mut self.early) {
            self.refuse(early.from, early.request);
        }
        self.thinking.start_anew();
        for held in std::mem::take(&mut self.held) {
            match held.say {
                Say::Answer { to, request, .. } => self.refuse(to, request),
                Say::Admit { id, request, .. } => {
                    if let Some(member) = self.members.leave(id) {
                        turn_away(&member.connection, request, Refusal::StoreUnavailable);
                    }
                }
                Say::LetGo { id, request, .. } => {
                    self.members.seat_again(id);
                    self.refuse(id, request);
                }
                Say::Kick(ids) => ids.iter().for_each(|id| self.members.seat_again(*id)),
                Say::Step(_) | Say::TurnOut | Say::Describe { .. } | Say::Dismiss => {}
            }
        }
    }

    /// Answers while nothing can be recorded.
    pub(crate) fn refuse_for_now(&mut self, command: RoomCommand) {
        match command {
            RoomCommand::Join { connection, request, .. }
            | RoomCommand::Watch { connection, request, .. }
            | RoomCommand::Resume { connection, request, .. } => {
                turn_away(&connection, request, Refusal::StoreUnavailable);
            }
            RoomCommand::Act { from, request, .. }
            | RoomCommand::Link { from, request, .. }
            | RoomCommand::Host { from, request, .. }
            | RoomCommand::QuickPass { from, request, .. }
            | RoomCommand::Leave { from, request } => self.refuse(from, request),
            RoomCommand::Gone { from } => drop(self.members.leave(from)),
            RoomCommand::WhoHas { token, reply } => drop(reply.send(self.core.who_has(&token))),
            // Nobody knows how the room stands: lists leave it out.
            RoomCommand::Describe { .. } | RoomCommand::Close => {}
            #[cfg(test)]
            RoomCommand::Panic => panic!("a test asked for it"),
        }
    }

    fn refuse(&self, to: ConnectionId, request: RequestId) {
        let reason = Refusal::StoreUnavailable;
        metrics::refused(reason);
        let refused: Plain = SpectatorMessage::Refused { request, reason };
        if let Some(member) = self.members.get(to) {
            self.members.tell(to, encode(member.connection.encoding, &refused));
        }
    }

    /// Goes on from what is on disk: everybody gets everything as it stands.
    pub(crate) fn restart(&mut self, core: RoomCore<G>, now: Instant) {
        self.durable = core.seq();
        self.core = core;
        self.dawn = (now, self.core.time_ms());
        self.members.start_anew(&self.core);
        self.ask_anew(now);
        self.go_on(now);
        self.release(now);
    }
}
