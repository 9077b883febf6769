//! The task of one room: gives it commands, time, and the recorder's word.

use std::collections::VecDeque;
use std::pin::Pin;
use std::sync::Arc;

use protocol::ids::Seq;
use tokio::sync::{OwnedMutexGuard, Semaphore, oneshot};
use tokio::task::{JoinSet, yield_now};
use tokio::time::{Instant, Sleep, sleep_until};

use super::core::{NewStep, RoomCore};
use super::game::Game;
use super::live::{LiveRoom, Question, Thought};
use super::{Chance, Inbox, Manners, RoomCommand, Withdrawn};
use crate::recorder::{Health, Pending, Recorder, RoomId, StoreFailed, StoredStep};

/// What a room needs of the house.
#[derive(Clone)]
pub(crate) struct RoomContext {
    pub(crate) recorder: Recorder,
    pub(crate) manners: Manners,
    /// What is random in every room.
    pub(crate) chance: Chance,
    /// How many bots may think at the same time.
    pub(crate) thinkers: Arc<Semaphore>,
}

impl RoomContext {
    /// A house with so much room for thinking as the machine has.
    pub(crate) fn new(recorder: Recorder, manners: Manners) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let thinkers = Arc::new(Semaphore::new(cores));
        Self { recorder, manners, chance: Chance::System, thinkers }
    }
}

/// Why a room's task ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RoomEnd {
    /// The room is closed for good.
    Closed,
    /// The recorder is shut down.
    Left,
    /// What is on disk can't be gone on from.
    Lost,
}

/// What a room does once something has been done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    GoOn,
    End(RoomEnd),
}

/// One room's task.
pub(crate) struct RoomActor<G: Game> {
    id: RoomId,
    room: Box<LiveRoom<G>>,
    recorder: Recorder,
    /// Only lent: it outlives a room that panics.
    inbox: OwnedMutexGuard<Inbox>,
    /// Steps handed over whose fate is not known yet, in order.
    pending: VecDeque<(Seq, Pending)>,
    thinkers: Arc<Semaphore>,
    thoughts: JoinSet<Thought<G>>,
    /// Rings when the room is to act by itself. One for the room's whole life: to set it later is little work.
    alarm: Pin<Box<Sleep>>,
}

impl<G: Game> RoomActor<G> {
    /// A room and the steps of it that are still to be stored.
    #[expect(
        clippy::boxed_local,
        reason = "taken apart in the room's task it would stay as long as the room"
    )]
    pub(crate) fn new(
        id: RoomId,
        core: Box<RoomCore<G>>,
        opening: Vec<NewStep<G>>,
        context: RoomContext,
        inbox: OwnedMutexGuard<Inbox>,
    ) -> Self {
        let RoomContext { recorder, manners, chance, thinkers } = context;
        #[cfg(test)]
        let chance = chance.in_room(id, core.seq());
        let room = Box::new(LiveRoom::new(*core, opening, manners, chance, Instant::now()));
        let (pending, thoughts) = (VecDeque::new(), JoinSet::new());
        let alarm = Box::pin(sleep_until(Instant::now()));
        Self { id, room, recorder, inbox, pending, thinkers, thoughts, alarm }
    }

    /// The room without profiles that were withdrawn while nobody could tell it; before anybody comes.
    pub(crate) fn without(mut self, profiles: Vec<Withdrawn>) -> Self {
        for profile in profiles {
            // Nobody waits for it.
            let (reply, _) = oneshot::channel();
            self.room.handle(RoomCommand::Withdraw { profile, reply }, Instant::now());
        }
        self
    }

    /// Runs until the room is closed or the recorder is shut down; waits while nothing can be recorded.
    pub(crate) async fn run(mut self) -> RoomEnd {
        let mut went = Ok(Next::GoOn);
        loop {
            self.room.tell_watchers();
            if went == Ok(Next::GoOn) {
                went = self.submit().await.map(|()| Next::GoOn);
            }
            went = match went {
                Ok(Next::End(end)) => return end,
                Ok(Next::GoOn) if self.room.is_over() => return RoomEnd::Closed,
                Ok(Next::GoOn) => self.next().await,
                Err(
                    refused @ (StoreFailed::WrongSeq { .. }
                    | StoreFailed::Posting(_)
                    | StoreFailed::TooLarge { .. }
                    | StoreFailed::Unreadable),
                ) => self.break_down(&refused),
                Err(
                    failed @ (StoreFailed::Unavailable
                    | StoreFailed::ReloadFirst
                    | StoreFailed::Damaged(_)
                    | StoreFailed::RoomClosed
                    | StoreFailed::Stopped),
                ) => self.recover(&failed).await,
            };
            self.inbox.list_as(self.room.core().view().public);
        }
    }

    /// Hands the recorder what the room has done.
    async fn submit(&mut self) -> Result<(), StoreFailed> {
        while let Some(submission) = self.room.next_submission() {
            let seq = submission.seq;
            let step = StoredStep { room: self.id, seq: seq.0, body: submission.body };
            let pending = self.recorder.submit(step, submission.postings).await?;
            self.pending.push_back((seq, pending));
        }
        while let Some(question) = self.room.next_question() {
            self.thoughts.spawn(think(Arc::clone(&self.thinkers), question));
        }
        Ok(())
    }

    /// Does what comes next.
    async fn next(&mut self) -> Result<Next, StoreFailed> {
        let Self { room, inbox, pending, thoughts, alarm, .. } = self;
        let (wake, takes_commands) = (room.next_wake(), room.takes_commands());
        if let Some(wake) = wake.filter(|wake| *wake != alarm.deadline()) {
            alarm.as_mut().reset(wake);
        }
        tokio::select! {
            biased;
            stored = first(pending), if !pending.is_empty() => {
                let seq = stored?;
                pending.pop_front();
                room.confirm(seq, Instant::now());
            }
            command = inbox.commands.recv(), if takes_commands => match command {
                Some(command) => room.handle(*command, Instant::now()),
                None => return Ok(Next::End(RoomEnd::Left)),
            },
            Some(Ok(thought)) = thoughts.join_next(), if takes_commands => {
                room.hear_thought(thought, Instant::now());
            }
            () = alarm, if wake.is_some() => room.wake(Instant::now()),
            // Others on this core first.
            () = yield_now(), if room.owes_watchers() => {}
        }
        Ok(Next::GoOn)
    }

    /// The store is well and does not take what the room did, nor would it if that was done again: the mistake is the
    /// room's, which ends as by a panic.
    fn break_down(&self, refused: &StoreFailed) -> ! {
        let (room, step) = (self.room.core().code(), self.pending.front().map(|(seq, _)| seq.0));
        let error = refused as &dyn std::error::Error;
        tracing::error!(%room, step, error, "a step of the room was refused");
        std::panic::resume_unwind(Box::new("a step of the room was refused"))
    }

    /// Waits until steps can be recorded again and goes on from the last one on disk.
    async fn recover(&mut self, failed: &StoreFailed) -> Result<Next, StoreFailed> {
        self.say_that_it_waits(failed);
        self.pending.clear();
        self.room.take_back();
        while self.room.owes_watchers() {
            self.room.tell_watchers();
            yield_now().await;
        }
        let mut health = self.recorder.health();
        loop {
            let now = *health.borrow_and_update();
            match now {
                Health::Up { .. } => {
                    let stored = self.recorder.reload(self.id).await;
                    if let Some(next) = self.go_on_from(stored) {
                        return Ok(next);
                    }
                }
                Health::Down => {}
                Health::Stopped => return Ok(Next::End(RoomEnd::Left)),
            }
            tokio::select! {
                biased;
                changed = health.changed() => if changed.is_err() { return Ok(Next::End(RoomEnd::Left)) },
                command = self.inbox.commands.recv() => match command {
                    Some(command) => self.room.refuse_for_now(*command),
                    None => return Ok(Next::End(RoomEnd::Left)),
                },
            }
        }
    }

    fn say_that_it_waits(&self, failed: &StoreFailed) {
        let (room, error) = (self.room.core().code(), failed as &dyn std::error::Error);
        tracing::warn!(%room, error, "nothing can be recorded: the room waits");
    }

    /// Goes on from what is on disk, or ends; nothing while it can't be known what is there.
    fn go_on_from(&mut self, stored: Result<Vec<StoredStep>, StoreFailed>) -> Option<Next> {
        match stored {
            Ok(steps) => Some(self.rebuild(&steps)),
            // That it was closed did reach the disk, and nobody has heard.
            Err(StoreFailed::RoomClosed) => {
                self.room.dismiss();
                Some(Next::End(RoomEnd::Closed))
            }
            Err(StoreFailed::Damaged(error)) => {
                tracing::error!(room = %self.room.core().code(), %error, "the room can't go on");
                Some(Next::End(RoomEnd::Lost))
            }
            Err(StoreFailed::Stopped) => Some(Next::End(RoomEnd::Left)),
            Err(
                StoreFailed::Unavailable
                | StoreFailed::ReloadFirst
                | StoreFailed::WrongSeq { .. }
                | StoreFailed::Posting(_)
                | StoreFailed::TooLarge { .. }
                | StoreFailed::Unreadable,
            ) => None,
        }
    }

    fn rebuild(&mut self, steps: &[StoredStep]) -> Next {
        let bodies = steps.iter().map(|step| (step.seq, &step.body[..]));
        match RoomCore::rebuild(self.id, bodies) {
            Ok(core) => {
                self.room.restart(core, Instant::now());
                Next::GoOn
            }
            // The step that opened the room never reached the disk: nobody has heard of it.
            Err(_) if steps.is_empty() => Next::End(RoomEnd::Closed),
            Err(error) => {
                tracing::error!(room = %self.room.core().code(), %error, "the room can't go on");
                Next::End(RoomEnd::Lost)
            }
        }
    }
}

/// Thinks on a thread of its own, when there is room for it.
async fn think<G: Game>(thinkers: Arc<Semaphore>, question: Question<G>) -> Thought<G> {
    let _place = thinkers.acquire().await;
    let nothing = question.given_up();
    let thinking = || {
        let end = Instant::now() + bots::CHOICE_MAX;
        question.think(&mut || Instant::now() < end)
    };
    tokio::task::spawn_blocking(thinking).await.unwrap_or(nothing)
}

/// The number of the first step, once it is on disk.
async fn first(pending: &mut VecDeque<(Seq, Pending)>) -> Result<Seq, StoreFailed> {
    match pending.front_mut() {
        Some((seq, pending)) => pending.await.map(|()| *seq),
        None => std::future::pending().await,
    }
}

#[cfg(test)]
mod tests;
