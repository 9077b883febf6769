//! What a room does when steps it has handed over are not on disk: it refuses, waits, and goes on
//! from what is really there.

use protocol::options::Spectators;
use protocol::refusal::Refusal;
use protocol::server::SpectatorMessage;
use tokio::time::Instant;

use super::calls::Early;
use super::frames::Plain;
use super::members::{refuse, turn_away};
use super::past::PastFrames;
use super::timers::Timers;
use super::{LiveRoom, Say};
use crate::room::core::{Hearers, RoomCore};
use crate::room::game::Game;
use crate::room::{RoomCommand, Withdrawn};

/// Profiles that a room remembers to show no longer: they are hidden by a store that can write, and only those count
/// that were on their way when it could not any more.
const WITHDRAWN_MAX: usize = 64;

impl<G: Game> LiveRoom<G> {
    /// What was held back has not happened, as far as anybody knows: who asked for it may ask again, and everybody is told
    /// that nothing happens for now.
    pub(crate) fn take_back(&mut self) {
        self.timers = Timers::default();
        self.submissions.clear();
        self.past = PastFrames::default();
        self.questions.clear();
        for Early { from, request, .. } in std::mem::take(&mut self.early).0.into_iter().flatten() {
            refuse(&from, request, Refusal::StoreUnavailable);
        }
        self.thinking.start_anew();
        // What was answered because of something that has not happened may be answered otherwise.
        let durable = self.durable;
        self.unwritten.iter_mut().for_each(|kept| kept.retain(|answer| answer.after <= durable));
        for held in std::mem::take(&mut self.held) {
            match held.say {
                Say::Answer { to, request, .. } => refuse(&to, request, Refusal::StoreUnavailable),
                Say::Admit { id, request, .. } => {
                    if let Some(member) = self.members.leave(id) {
                        turn_away(&member.connection, request, Refusal::StoreUnavailable);
                    }
                }
                Say::TurnAway { connection, request, .. } => {
                    turn_away(&connection, request, Refusal::StoreUnavailable);
                }
                Say::LetGo { from, request, .. } => {
                    self.members.seat_again(from.id);
                    refuse(&from, request, Refusal::StoreUnavailable);
                }
                Say::Kick(ids) => ids.iter().for_each(|id| self.members.seat_again(*id)),
                Say::Withdrawn { profile, .. } => self.withdraw_later(profile),
                Say::Dismiss => self.is_to_close = true,
                Say::Step(..) | Say::Tell { .. } | Say::TurnOut | Say::Describe { .. } => {}
            }
        }
        let stalled: Plain = SpectatorMessage::Stalled {};
        self.members.say(&stalled, Hearers::Everybody);
        self.members.hand_over();
    }

    /// Answers while nothing can be recorded.
    pub(crate) fn refuse_for_now(&mut self, command: RoomCommand) {
        command.refuse(Refusal::StoreUnavailable);
        match command {
            RoomCommand::Gone { from } => drop(self.members.leave(from)),
            RoomCommand::WhoHas { token, reply } => drop(reply.send(self.core.who_has(&token))),
            RoomCommand::Join { .. }
            | RoomCommand::Watch { .. }
            | RoomCommand::Resume { .. }
            | RoomCommand::Act { .. }
            | RoomCommand::Link { .. }
            | RoomCommand::Host { .. }
            | RoomCommand::QuickPass { .. }
            | RoomCommand::Past { .. }
            | RoomCommand::Leave { .. } => {}
            RoomCommand::Withdraw { profile, .. } => self.withdraw_later(profile),
            RoomCommand::Close => self.is_to_close = true,
            // Nobody knows how the room stands: lists leave it out.
            RoomCommand::Describe { .. } => {}
            #[cfg(test)]
            RoomCommand::Panic => std::panic::resume_unwind(Box::new("a test asked for it")),
        }
    }

    /// Remembers that a profile is to be shown no longer; a room has seats for few.
    fn withdraw_later(&mut self, profile: Withdrawn) {
        if self.to_withdraw.len() < WITHDRAWN_MAX {
            self.to_withdraw.push(profile);
        }
    }

    /// Goes on from what is on disk: everybody gets everything as it stands.
    pub(crate) fn restart(&mut self, core: RoomCore<G>, now: Instant) {
        self.durable = core.seq();
        self.core = core;
        self.dawn = (now, self.core.time_ms());
        if self.core.view().options.spectators == (Spectators::Off {}) {
            // That watching is off may have reached the disk, and nobody has heard.
            self.members.turn_out();
        }
        self.members.start_anew(&self.core);
        self.ask_anew(now);
        for profile in std::mem::take(&mut self.to_withdraw) {
            let taken = self.core.withdraw(&profile);
            self.store(taken, now);
        }
        if std::mem::take(&mut self.is_to_close) {
            self.close(now);
        }
        self.go_on(now);
        self.release(now);
        self.say_clocks(now);
        self.mind_presence(now);
        self.members.hand_over();
    }

    /// The room turns out to be closed: everybody is told and let go.
    pub(crate) fn dismiss(&mut self) {
        self.members.dismiss();
    }
}
