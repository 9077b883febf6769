//! What a room does while nothing can be recorded: it refuses, waits, and goes on from what is
//! really on disk.

use protocol::fujian::SpectatorMessage;
use protocol::refusal::Refusal;

use super::actor::{RoomActor, Say};
use super::core::RoomCore;
use super::members::{encode, turn_away};
use super::{ConnectionId, RoomCommand};
use crate::recorder::Health;

impl RoomActor {
    /// Waits until steps can be recorded again and goes on from the last one on disk; `false` when
    /// the room can't go on.
    pub(super) async fn recover(&mut self) -> bool {
        tracing::warn!(room = %self.core.code(), "nothing can be recorded: the room waits");
        self.take_back();
        let mut health = self.context.recorder.health();
        loop {
            let now = *health.borrow_and_update();
            match now {
                Health::Up { .. } => match self.reload().await {
                    Reloaded::GoesOn => return true,
                    Reloaded::Over => return false,
                    Reloaded::NotYet => {}
                },
                Health::Down => {}
                Health::Stopped => return false,
            }
            tokio::select! {
                changed = health.changed() => if changed.is_err() { return false },
                command = self.inbox.recv() => match command {
                    Some(command) => self.refuse_for_now(command),
                    None => return false,
                },
            }
        }
    }

    /// What was held back has not happened, as far as anybody knows: who asked for it may ask again.
    fn take_back(&mut self) {
        (self.deadline, self.bots_at) = (None, None);
        for held in std::mem::take(&mut self.held) {
            match held.say {
                Say::Answer { to, request, .. } => self.refuse(to, request),
                Say::Admit { id, request, .. } => {
                    if let Some(member) = self.members.leave(id) {
                        turn_away(&member.connection, request, Refusal::StoreUnavailable);
                    }
                }
                Say::Step(_) | Say::LetGo(_) | Say::Kick(_) => {}
            }
        }
    }

    fn refuse(&self, to: ConnectionId, request: protocol::ids::RequestId) {
        let reason = Refusal::StoreUnavailable;
        let refused: SpectatorMessage = SpectatorMessage::Refused { request, reason };
        if let Some(member) = self.members.get(to) {
            self.members.tell(to, encode(member.connection.encoding, &refused));
        }
    }

    fn refuse_for_now(&mut self, command: RoomCommand) {
        match command {
            RoomCommand::Join { connection, request, .. }
            | RoomCommand::Watch { connection, request, .. }
            | RoomCommand::Resume { connection, request, .. } => {
                turn_away(&connection, request, Refusal::StoreUnavailable);
            }
            RoomCommand::Act { from, request, .. }
            | RoomCommand::Host { from, request, .. }
            | RoomCommand::Leave { from, request } => self.refuse(from, request),
            RoomCommand::Gone { from } => drop(self.members.leave(from)),
        }
    }

    async fn reload(&mut self) -> Reloaded {
        let Ok(steps) = self.context.recorder.reload(self.id).await else {
            return Reloaded::NotYet;
        };
        match RoomCore::rebuild(steps.iter().map(|step| (step.seq, &step.body[..]))) {
            Ok(core) => {
                self.core = core;
                self.members.start_anew(&self.core);
                self.set_timers(true);
                Reloaded::GoesOn
            }
            // The step that opened the room never reached the disk.
            Err(error) => {
                tracing::error!(room = %self.core.code(), %error, "the room can't go on");
                Reloaded::Over
            }
        }
    }
}

enum Reloaded {
    GoesOn,
    NotYet,
    Over,
}
