//! A room with people in it: what it is asked, what it holds back until it is on disk, and when
//! it acts by itself. No socket, disk or clock: the time comes in, steps and frames go out.

mod calls;
mod clocks;
mod frames;
mod members;
mod orders;
mod past;
mod recovery;
mod requests;
mod showing;
mod thinking;
mod timers;

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use protocol::ids::{RequestId, Seq};
use protocol::refusal::Refusal;
use rules::seat::{BySeat, Seat};
use tokio::sync::oneshot;
use tokio::time::Instant;

use self::calls::Early;
pub(crate) use self::clocks::Manners;
use self::frames::SeatFrames;
use self::members::Members;
pub(super) use self::members::{refuse, turn_away};
use self::orders::Allowance;
use self::past::PastFrames;
use self::requests::Unwritten;
use self::thinking::Thinking;
pub(super) use self::thinking::{Question, Thought};
use self::timers::{Due, Timers};
use super::chance::Chance;
use super::core::{LateShow, NewStep, RoomCore, Step};
use super::game::Game;
use super::{Connection, ConnectionId, RoomCommand, RoomSummary, Withdrawn};
use crate::recorder::Posting;

/// Steps and answers a room may hold back until they are on disk.
const HELD_MAX: usize = 256;

/// A step on its way to the recorder.
#[derive(Debug)]
pub(crate) struct Submission {
    pub(crate) seq: Seq,
    pub(crate) body: Vec<u8>,
    pub(crate) postings: Vec<Posting>,
}

/// Something to be said once the steps up to `after` are on disk.
struct Held<G: Game> {
    after: Seq,
    say: Say<G>,
}

enum Say<G: Game> {
    /// A step, to everybody, and what those at the table will hear of it.
    Step(Arc<Step<G>>, SeatFrames),
    /// The answer to a request.
    Answer { to: Connection, request: RequestId, frame: Bytes },
    /// What an answer is followed by, to this connection alone.
    Tell { to: Connection, frame: Bytes },
    /// The answer to a request to leave: this connection is in the room no longer.
    LetGo { from: Connection, request: RequestId, frame: Bytes },
    /// Nor are these, whose seat was emptied.
    Kick(Vec<ConnectionId>),
    /// Nor is anybody who watches.
    TurnOut,
    /// From here on this connection hears the room; first it is brought up to date. With it goes when the clock ended
    /// that ran when it was asked for.
    Admit { id: ConnectionId, request: RequestId, frames: Vec<Bytes>, clock_ends: Option<Instant> },
    /// This connection does not come in.
    TurnAway { connection: Connection, request: RequestId, reason: Refusal },
    /// How the room stands, to whoever lists rooms.
    Describe { summary: Box<RoomSummary>, reply: oneshot::Sender<RoomSummary> },
    /// A profile is shown no longer, to whoever asked for that.
    Withdrawn { profile: Withdrawn, reply: oneshot::Sender<()> },
    /// The room is closed.
    Dismiss,
}

/// One room, with the people connected to it.
pub(crate) struct LiveRoom<G: Game> {
    core: RoomCore<G>,
    members: Members,
    held: VecDeque<Held<G>>,
    submissions: VecDeque<Submission>,
    /// The last step that is on disk.
    durable: Seq,
    timers: Timers,
    unwritten: BySeat<VecDeque<Unwritten>>,
    /// How many orders of the host may still change something.
    allowance: Allowance,
    /// What those who ask for the past of the running hand are told, as long as nothing is added to it.
    past: PastFrames,
    /// What bots are to think about beside the room, and what they do by now.
    questions: VecDeque<Question<G>>,
    thinking: Thinking<G>,
    /// For whom calls are passed until the hand is over.
    passing: BySeat<bool>,
    /// Answers that came before they are taken.
    early: BySeat<Vec<Early>>,
    /// What time it was in the room at some moment.
    dawn: (Instant, u64),
    /// Until when those whose connection a restart has ended may be on their way back.
    returning_until: Instant,
    /// Since when the table waits for what it asks now.
    asked_at: Instant,
    /// Whether the room is to be closed as soon as that can be recorded.
    is_to_close: bool,
    /// Profiles to be shown no longer, as soon as that can be recorded.
    to_withdraw: Vec<Withdrawn>,
    manners: Manners,
    chance: Chance,
}

impl<G: Game> LiveRoom<G> {
    /// A room nobody is connected to; `opening` are steps of it that are still to be stored.
    pub(crate) fn new(
        core: RoomCore<G>,
        opening: Vec<NewStep<G>>,
        manners: Manners,
        chance: Chance,
        now: Instant,
    ) -> Self {
        let durable = Seq(core.seq().0 - opening.len() as u64);
        let dawn = (now, core.time_ms());
        // A room that is being opened has nobody to come back.
        let grace = if opening.is_empty() { manners.return_grace } else { Duration::ZERO };
        let mut room = Self {
            core,
            members: Members::default(),
            held: VecDeque::new(),
            submissions: VecDeque::new(),
            durable,
            timers: Timers::default(),
            unwritten: BySeat::default(),
            allowance: Allowance::full(now),
            past: PastFrames::default(),
            questions: VecDeque::new(),
            thinking: Thinking::default(),
            passing: BySeat::default(),
            early: BySeat::default(),
            dawn,
            returning_until: now + grace,
            asked_at: now,
            is_to_close: false,
            to_withdraw: Vec::new(),
            manners,
            chance,
        };
        room.store(opening, now);
        room.ask_anew(now);
        room.go_on(now);
        room
    }

    pub(crate) fn core(&self) -> &RoomCore<G> {
        &self.core
    }

    /// Whether the room takes another command now, or waits for the disk first.
    pub(crate) fn takes_commands(&self) -> bool {
        let is_full = self.core.late().is_some_and(LateShow::is_full);
        self.held.len() < HELD_MAX && !is_full && !self.core.is_closed()
    }

    /// Whether everything is said and the room is closed.
    pub(crate) fn is_over(&self) -> bool {
        self.core.is_closed() && self.held.is_empty()
    }

    /// The next step to hand to the recorder; steps are to be handed over in this order.
    pub(crate) fn next_submission(&mut self) -> Option<Submission> {
        self.submissions.pop_front()
    }

    /// When [`Self::wake`] is to be called next.
    pub(crate) fn next_wake(&self) -> Option<Instant> {
        let timer = self.timers.next().filter(|_| self.takes_commands());
        [timer, self.next_shown()].into_iter().flatten().min()
    }

    /// Whether [`Self::tell_watchers`] is to be called again.
    pub(crate) fn owes_watchers(&self) -> bool {
        self.members.owes_watchers()
    }

    /// Tells some of those who watch what there is to tell them.
    pub(crate) fn tell_watchers(&mut self) {
        self.members.tell_watchers();
    }

    /// Steps up to `seq` are on disk: what waited for them is said.
    pub(crate) fn confirm(&mut self, seq: Seq, now: Instant) {
        self.durable = seq;
        self.mind_time(now);
        self.release(now);
        self.show_late(now);
        self.mind_presence(now);
        self.members.hand_over();
    }

    /// Does what is asked; every answer goes to the connection once it may.
    pub(crate) fn handle(&mut self, command: RoomCommand, now: Instant) {
        self.mind_time(now);
        match command {
            RoomCommand::Join { connection, request, player } => {
                self.join(connection, request, player, now);
            }
            RoomCommand::Watch { connection, request, last } => {
                self.watch(connection, request, last);
            }
            RoomCommand::Resume { connection, request, token, last } => {
                self.resume(connection, request, &token, last, now);
            }
            RoomCommand::Act { from, request, frame } => {
                self.act_in_time(from, request, frame, now);
            }
            RoomCommand::QuickPass { from, request, on } => {
                self.quick_pass(from, request, on);
                self.pass_all(now);
            }
            RoomCommand::Past { from, request } => self.past(from, request),
            RoomCommand::Link { from, request, hand, link } => {
                let _ = self.request(from, request, now, |core, seat| {
                    core.link(seat, request, hand, link).map(Some)
                });
            }
            RoomCommand::Host { from, request, order } => self.host(from, request, &order, now),
            RoomCommand::Leave { from, request } => self.leave(from, request, now),
            RoomCommand::Gone { from } => drop(self.members.leave(from)),
            RoomCommand::Describe { to, reply } => {
                let summary = Box::new(self.summary(to));
                self.hold(Say::Describe { summary, reply });
            }
            RoomCommand::WhoHas { token, reply } => drop(reply.send(self.core.who_has(&token))),
            RoomCommand::Withdraw { profile, reply } => self.withdraw(profile, reply, now),
            RoomCommand::Close => self.close(now),
            #[cfg(test)]
            RoomCommand::Panic => std::panic::resume_unwind(Box::new("a test asked for it")),
        }
        self.go_on(now);
        self.release(now);
        self.mind_presence(now);
        self.members.hand_over();
    }

    /// Does what time has brought.
    pub(crate) fn wake(&mut self, now: Instant) {
        self.mind_time(now);
        self.show_late(now);
        while self.takes_commands()
            && let Some(due) = self.timers.take_due(now)
        {
            match due {
                // Nobody has heard the question yet: the clock starts when they do.
                Due::Decision | Due::Note | Due::Answers | Due::Return
                    if self.core.asked() > self.durable => {}
                Due::Decision => self.run_out_of_time(now),
                Due::Note => self.note_clock(now),
                Due::Return => self.run_clock(self.durable, now),
                Due::Answers => self.take_answers(now),
                // Whoever answers a call, bots too, does so when nothing can be told from it.
                Due::Bots if self.is_early() => {}
                Due::Bots => self.act_for_bots(now),
                Due::Links => {
                    let taken = self.core.deal();
                    self.store(taken, now);
                }
                Due::Host => self.pass_host(now),
                Due::Idle => self.mind_deserted(now),
                Due::Presence => self.members.say_presence(),
            }
            self.go_on(now);
        }
        self.release(now);
        self.members.hand_over();
    }

    fn close(&mut self, now: Instant) {
        if !self.core.is_closed() {
            let taken = self.core.close();
            self.store([taken], now);
            self.hold(Say::Dismiss);
        }
    }

    fn withdraw(&mut self, profile: Withdrawn, reply: oneshot::Sender<()>, now: Instant) {
        let taken = self.core.withdraw(&profile);
        self.store(taken, now);
        self.hold(Say::Withdrawn { profile, reply });
    }

    /// Takes the steps that follow by themselves, and sets the timers for what does later.
    fn go_on(&mut self, now: Instant) {
        let online = self.members.online();
        self.members.show_late(self.core.late().map(LateShow::online));
        if self.core.view().host.is_none() {
            self.pass_host(now);
        }
        let published = self.core.publish();
        self.store(published, now);
        if self.core.game().is_none_or(Game::is_between_hands) {
            self.passing = BySeat::default();
        }
        loop {
            let committed = self.core.commit(|| self.chance.digest());
            self.store(committed, now);
            let owes = |seat: &Seat| online[*seat] && self.core.owes_link(*seat);
            let waits_for_links = self.core.can_deal() && Seat::ALL.iter().any(owes);
            if waits_for_links {
                self.timers.wait_for_links(now + self.manners.link_wait);
                break;
            }
            self.timers.links = None;
            let Some(dealt) = self.core.deal() else { break };
            self.store([dealt], now);
        }
        let is_over = |game: &G| game.standing().is_over;
        if self.core.is_abandoned() && self.core.game().is_some_and(is_over) {
            self.close(now);
        }
        self.set_timers(&online, now);
    }

    /// Hands steps over, and holds them back until they are on disk.
    fn store(&mut self, taken: impl IntoIterator<Item = NewStep<G>>, now: Instant) {
        for NewStep { step, body, postings } in taken {
            self.past = PastFrames::default();
            let (seq, asks_anew) = (step.seq, step.heard.asks_anew);
            self.submissions.push_back(Submission { seq, body, postings });
            let frames = self.members.prepare(&step);
            self.held.push_back(Held { after: seq, say: Say::Step(step, frames) });
            if asks_anew {
                self.ask_anew(now);
            }
        }
    }

    fn hold(&mut self, say: Say<G>) {
        self.held.push_back(Held { after: self.core.seq(), say });
    }

    /// Says everything that waits for nothing any more.
    fn release(&mut self, now: Instant) {
        let there = (self.members.is_empty(), self.members.online());
        while let Some(Held { after, say }) =
            self.held.pop_front_if(|held| held.after <= self.durable)
        {
            match say {
                Say::Step(step, frames) => {
                    let hearers = self.core.hearers_of(after);
                    self.members.broadcast(&step, &frames, hearers);
                    if after == self.core.asked() {
                        // A disk that took its time has taken nobody else's.
                        self.run_clock(after, now);
                    }
                }
                Say::Answer { to, frame, .. } | Say::Tell { to, frame } => {
                    self.members.answer(to, frame);
                }
                Say::Admit { id, mut frames, clock_ends, .. } => {
                    frames.extend(self.clock_for(id, after, clock_ends, now));
                    self.members.admit(id, frames);
                }
                Say::TurnAway { connection, request, reason } => {
                    turn_away(&connection, request, reason);
                }
                Say::LetGo { from, frame, .. } => self.members.let_go(&from, frame),
                Say::Kick(ids) => self.members.kick(&ids),
                Say::TurnOut => self.members.turn_out(),
                // Who asked may have gone.
                Say::Describe { summary, reply } => drop(reply.send(*summary)),
                Say::Withdrawn { reply, .. } => drop(reply.send(())),
                Say::Dismiss => self.members.dismiss(),
            }
        }
        self.mind_return(now);
        // Who has come or gone changes what the room waits for.
        if there != (self.members.is_empty(), self.members.online()) && !self.core.is_closed() {
            self.go_on(now);
        }
    }
}

#[cfg(test)]
mod tests;
