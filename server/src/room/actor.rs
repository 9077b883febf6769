//! The task of one room: its inbox, its timers, the recorder's word, and what is held back until
//! it is on disk.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use protocol::client::HostOrder;
use protocol::fujian::{PublicChange, SeatMessage, Setup, SpectatorMessage};
use protocol::ids::{PlayerName, RequestId, SeatToken, Seq};
use protocol::refusal::Refusal;
use protocol::room::Occupant;
use rules::seat::Seat;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};

use super::core::{CatchUp, RoomCore, Step, Taken};
use super::members::{Members, encode, encode_step, turn_away};
use super::{Connection, ConnectionId, RoomCommand};
use crate::recorder::{Pending, Recorder, RoomId, StoreFailed, StoredStep};

/// Steps and answers a room may hold back until they are on disk.
const HELD_MAX: usize = 256;

/// What a room needs of the house.
#[derive(Clone)]
pub(crate) struct RoomContext {
    pub(crate) recorder: Recorder,
    pub(crate) bot_pace: std::ops::Range<Duration>,
}

/// Something to be said once everything before it is on disk.
pub(super) struct Held {
    /// The recorder's word, for a step that is still to be stored.
    pending: Option<Pending>,
    pub(super) say: Say,
}

pub(super) enum Say {
    /// A step, to everybody.
    Step(Arc<Step>),
    /// The answer to a request.
    Answer { to: ConnectionId, request: RequestId, frame: Bytes },
    /// This connection is in the room no longer.
    LetGo(ConnectionId),
    /// Nor is whoever sat here.
    Kick(Seat),
    /// From here on this connection hears the room; first it is brought up to date.
    Admit { id: ConnectionId, request: RequestId, frames: Vec<Bytes> },
}

/// One room's task.
pub(crate) struct RoomActor {
    pub(super) id: RoomId,
    pub(super) core: RoomCore,
    pub(super) context: RoomContext,
    pub(super) inbox: mpsc::Receiver<RoomCommand>,
    pub(super) members: Members,
    pub(super) held: VecDeque<Held>,
    /// When the people the table waits for are out of time, and the decision that is about.
    pub(super) deadline: Option<Instant>,
    /// When the bots act.
    pub(super) bots_at: Option<Instant>,
}

impl RoomActor {
    pub(crate) fn new(
        id: RoomId,
        core: RoomCore,
        context: RoomContext,
        inbox: mpsc::Receiver<RoomCommand>,
    ) -> Self {
        Self {
            id,
            core,
            context,
            inbox,
            members: Members::default(),
            held: VecDeque::new(),
            deadline: None,
            bots_at: None,
        }
    }

    /// Runs until the last handle is dropped; waits while nothing can be recorded.
    pub(crate) async fn run(mut self, opening: Vec<Taken>) {
        let mut went_well = self.store(opening).await.map(|()| true);
        self.set_timers(true);
        loop {
            went_well = match went_well {
                Ok(true) => {
                    self.release();
                    self.next().await
                }
                Ok(false) => return,
                Err(_) => Ok(self.recover().await),
            };
        }
    }

    /// Does what comes next; `false` when the last handle is gone.
    async fn next(&mut self) -> Result<bool, StoreFailed> {
        tokio::select! {
            biased;
            stored = first_stored(&mut self.held), if !self.held.is_empty() => stored.map(|()| self.confirm())?,
            command = self.inbox.recv(), if self.held.len() < HELD_MAX => match command {
                Some(command) => self.handle(command).await?,
                None => return Ok(false),
            },
            () = until(self.deadline) => self.expire().await?,
            () = until(self.bots_at) => self.act_for_bots().await?,
        }
        Ok(true)
    }

    async fn handle(&mut self, command: RoomCommand) -> Result<(), StoreFailed> {
        match command {
            RoomCommand::Join { connection, request, name } => {
                self.join(connection, request, name).await
            }
            RoomCommand::Watch { connection, request, last } => {
                self.attach(connection, request, None, last);
                Ok(())
            }
            RoomCommand::Resume { connection, request, token, last } => {
                self.resume(connection, request, &token, last).await
            }
            RoomCommand::Act { from, request, action } => {
                let asked = |core: &mut RoomCore, seat| core.act(seat, Some(request), action);
                self.request(from, request, asked).await
            }
            RoomCommand::Host { from, request, order } => self.host(from, request, &order).await,
            RoomCommand::Leave { from, request } => self.leave(from, request).await,
            RoomCommand::Gone { from } => {
                self.members.leave(from);
                Ok(())
            }
        }
    }

    async fn join(
        &mut self,
        connection: Connection,
        request: RequestId,
        name: PlayerName,
    ) -> Result<(), StoreFailed> {
        match self.core.join(name, request) {
            Ok((seat, token, taken)) => {
                let code = self.core.code();
                let seated = SeatMessage::Seated { request, code, seat, token };
                let snapshot = self.core.seat_snapshot(seat);
                self.store(taken).await?;
                let frames = vec![
                    encode(connection.encoding, &seated),
                    encode(connection.encoding, &snapshot),
                ];
                self.hold(Say::Admit { id: connection.id, request, frames });
                self.members.enter(connection, Some(seat));
            }
            Err(reason) => turn_away(&connection, request, reason),
        }
        Ok(())
    }

    async fn resume(
        &mut self,
        connection: Connection,
        request: RequestId,
        token: &SeatToken,
        last: Option<Seq>,
    ) -> Result<(), StoreFailed> {
        match self.core.resume(token) {
            Ok((seat, taken)) => {
                self.store(taken).await?;
                self.attach(connection, request, Some(seat), last);
            }
            Err(reason) => turn_away(&connection, request, reason),
        }
        Ok(())
    }

    /// Brings a connection up to date and lets it hear the room from here on.
    fn attach(
        &mut self,
        connection: Connection,
        request: RequestId,
        seat: Option<Seat>,
        last: Option<Seq>,
    ) {
        let encoding = connection.encoding;
        let accepted: SpectatorMessage =
            SpectatorMessage::Accepted { request, seq: self.core.seq() };
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
        self.hold(Say::Admit { id: connection.id, request, frames });
        self.members.enter(connection, seat);
    }

    /// Carries out what the player at a connection asks, and answers once it is on disk.
    async fn request(
        &mut self,
        from: ConnectionId,
        request: RequestId,
        asked: impl FnOnce(&mut RoomCore, Seat) -> Result<Taken, Refusal>,
    ) -> Result<(), StoreFailed> {
        let Some(member) = self.members.get(from) else { return Ok(()) };
        let (encoding, seat) = (member.connection.encoding, member.seat);
        let Some(seat) = seat else {
            let refused: SpectatorMessage =
                SpectatorMessage::Refused { request, reason: Refusal::NoSeat };
            self.hold(Say::Answer { to: from, request, frame: encode(encoding, &refused) });
            return Ok(());
        };
        let known = self.core.answered(seat, request);
        let outcome = match known {
            Some(seq) => Ok((seq, Vec::new())),
            None => asked(&mut self.core, seat).map(|taken| (taken.step.seq, vec![taken])),
        };
        let answer = match outcome {
            Ok((seq, taken)) => {
                self.store(taken).await?;
                encode(encoding, &SpectatorMessage::Accepted { request, seq })
            }
            Err(reason) => encode(encoding, &SpectatorMessage::Refused { request, reason }),
        };
        self.hold(Say::Answer { to: from, request, frame: answer });
        self.deal_if_due().await
    }

    async fn host(
        &mut self,
        from: ConnectionId,
        request: RequestId,
        order: &HostOrder<Setup>,
    ) -> Result<(), StoreFailed> {
        let online = self.members.online();
        let asked =
            |core: &mut RoomCore, seat| core.host(seat, request, order, |seat| !online[seat]);
        self.request(from, request, asked).await?;
        if let HostOrder::Kick { seat } = order
            && matches!(self.core.view().seats[*seat], Occupant::Empty {})
        {
            self.hold(Say::Kick(*seat));
        }
        Ok(())
    }

    async fn leave(&mut self, from: ConnectionId, request: RequestId) -> Result<(), StoreFailed> {
        let Some(member) = self.members.get(from) else { return Ok(()) };
        let (encoding, seat) = (member.connection.encoding, member.seat);
        if let Some(seat) = seat {
            self.members.unseat(from);
            let taken = self.core.leave(seat, request);
            self.store(taken).await?;
        }
        let accepted: SpectatorMessage =
            SpectatorMessage::Accepted { request, seq: self.core.seq() };
        self.hold(Say::Answer { to: from, request, frame: encode(encoding, &accepted) });
        self.hold(Say::LetGo(from));
        Ok(())
    }

    async fn deal_if_due(&mut self) -> Result<(), StoreFailed> {
        match self.core.deal(rand::random()) {
            Some(taken) => self.store(vec![taken]).await,
            None => Ok(()),
        }
    }

    async fn expire(&mut self) -> Result<(), StoreFailed> {
        self.deadline = None;
        let taken = self.core.expire();
        self.store(taken).await?;
        self.deal_if_due().await
    }

    async fn act_for_bots(&mut self) -> Result<(), StoreFailed> {
        self.bots_at = None;
        let bots: Vec<_> = self.core.bots_to_act().collect();
        let acted = bots
            .into_iter()
            .filter_map(|(seat, level)| self.core.bot_act(seat, level, rand::random()));
        let taken = acted.collect();
        self.store(taken).await?;
        self.deal_if_due().await
    }

    /// Hands steps to the recorder, and holds them back until it says they are on disk.
    async fn store(&mut self, taken: Vec<Taken>) -> Result<(), StoreFailed> {
        for Taken { step, body } in taken {
            let new_decision =
                step.batch.public.iter().any(|change| matches!(change, PublicChange::Phase { .. }));
            let stored = StoredStep { room: self.id, seq: step.seq.0, body };
            let pending = self.context.recorder.submit(stored, Vec::new()).await?;
            self.held.push_back(Held { pending: Some(pending), say: Say::Step(step) });
            self.set_timers(new_decision);
        }
        Ok(())
    }

    fn hold(&mut self, say: Say) {
        self.held.push_back(Held { pending: None, say });
    }

    /// The first held step is on disk.
    fn confirm(&mut self) {
        if let Some(first) = self.held.front_mut() {
            first.pending = None;
        }
    }

    /// Says everything that waits for nothing any more.
    fn release(&mut self) {
        while let Some(Held { pending: None, .. }) = self.held.front() {
            match self.held.pop_front().map(|held| held.say) {
                Some(Say::Step(step)) => self.members.broadcast(&step),
                Some(Say::Answer { to, frame, .. }) => self.members.tell(to, frame),
                Some(Say::Admit { id, frames, .. }) => self.members.admit(id, frames),
                Some(Say::LetGo(id)) => self.members.let_go(id),
                Some(Say::Kick(seat)) => self.members.kick(seat),
                None => {}
            }
        }
    }

    pub(super) fn set_timers(&mut self, new_decision: bool) {
        if new_decision {
            let seconds = self.core.seconds_left();
            self.deadline =
                seconds.map(|seconds| Instant::now() + Duration::from_secs(seconds.into()));
        }
        let due = self.core.bots_to_act().next().is_some();
        if due && self.bots_at.is_none() {
            let pace = &self.context.bot_pace;
            let think = pace.start + (pace.end - pace.start).mul_f64(rand::random());
            self.bots_at = Some(Instant::now() + think);
        }
    }
}

async fn first_stored(held: &mut VecDeque<Held>) -> Result<(), StoreFailed> {
    match held.front_mut().and_then(|held| held.pending.as_mut()) {
        Some(pending) => pending.await,
        None => Ok(()),
    }
}

/// Ends at `deadline`; never, without one.
async fn until(deadline: Option<Instant>) {
    match deadline {
        Some(deadline) => sleep_until(deadline).await,
        None => std::future::pending().await,
    }
}
