//! The task of one room: its inbox, its timers, the recorder's word, and what is held back until
//! it is on disk.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use protocol::client::HostOrder;
use protocol::codec::Encoding;
use protocol::fujian::{PublicChange, SeatMessage, Setup, SpectatorMessage};
use protocol::ids::{PlayerName, RequestId, SeatToken, Seq};
use protocol::refusal::Refusal;
use protocol::server::ByeReason;
use rules::seat::{BySeat, Seat};
use serde::Serialize;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};

use super::core::{CatchUp, RoomCore, Step, Taken};
use super::{Connection, ConnectionId, Outgoing, RoomCommand};
use crate::recorder::{Pending, Recorder, RoomId, StoreFailed, StoredStep};

/// Steps and answers a room may hold back until they are on disk.
const HELD_MAX: usize = 256;
/// The code a connection is closed with when another has taken its seat.
const CLOSE_REPLACED: u16 = 4001;

/// What a room needs of the house.
#[derive(Clone)]
pub(crate) struct RoomContext {
    pub(crate) recorder: Recorder,
    pub(crate) bot_pace: std::ops::Range<Duration>,
}

struct Member {
    connection: Connection,
    seat: Option<Seat>,
}

/// Something to be said once everything before it is on disk.
struct Held {
    /// The recorder's word, for a step that is still to be stored.
    pending: Option<Pending>,
    say: Say,
}

enum Say {
    /// A step, to everybody.
    Step(Arc<Step>),
    /// Something to one connection.
    To(ConnectionId, Bytes),
    /// From here on this connection hears the room; first it is brought up to date.
    Attach(Connection, Option<Seat>, Vec<Bytes>),
}

/// One room's task.
pub(crate) struct RoomActor {
    id: RoomId,
    core: RoomCore,
    context: RoomContext,
    inbox: mpsc::Receiver<RoomCommand>,
    members: HashMap<ConnectionId, Member>,
    held: VecDeque<Held>,
    /// When the people the table waits for are out of time, and the decision that is about.
    deadline: Option<Instant>,
    /// When the bots act.
    bots_at: Option<Instant>,
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
            members: HashMap::new(),
            held: VecDeque::new(),
            deadline: None,
            bots_at: None,
        }
    }

    /// Runs until the last handle is dropped or the store fails.
    pub(crate) async fn run(mut self, opening: Vec<Taken>) {
        let mut ended = self.store(opening).await;
        self.set_timers(true);
        while ended.is_ok() {
            self.release();
            ended = tokio::select! {
                biased;
                stored = first_stored(&mut self.held), if !self.held.is_empty() => stored.map(|()| self.confirm()),
                command = self.inbox.recv(), if self.held.len() < HELD_MAX => match command {
                    Some(command) => self.handle(command).await,
                    None => return,
                },
                () = until(self.deadline) => self.expire().await,
                () = until(self.bots_at) => self.act_for_bots().await,
            };
        }
        tracing::error!(room = %self.core.code(), "nothing can be recorded: the room stops here");
        self.close_all();
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
                if self.members.remove(&from).is_some() {
                    self.say_presence();
                }
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
                self.hold(Say::Attach(connection, Some(seat), frames));
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
        self.hold(Say::Attach(connection, seat, frames));
    }

    /// Carries out what the player at a connection asks, and answers once it is on disk.
    async fn request(
        &mut self,
        from: ConnectionId,
        request: RequestId,
        asked: impl FnOnce(&mut RoomCore, Seat) -> Result<Taken, Refusal>,
    ) -> Result<(), StoreFailed> {
        let Some(Member { connection, seat }) = self.members.get(&from) else { return Ok(()) };
        let encoding = connection.encoding;
        let Some(seat) = *seat else {
            refuse(connection, request, Refusal::NoSeat);
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
        self.hold(Say::To(from, answer));
        self.deal_if_due().await
    }

    async fn host(
        &mut self,
        from: ConnectionId,
        request: RequestId,
        order: &HostOrder<Setup>,
    ) -> Result<(), StoreFailed> {
        let online = self.online();
        let asked =
            |core: &mut RoomCore, seat| core.host(seat, request, order, |seat| !online[seat]);
        self.request(from, request, asked).await?;
        if let HostOrder::Kick { seat } = order {
            self.drop_unseated(*seat);
        }
        Ok(())
    }

    async fn leave(&mut self, from: ConnectionId, request: RequestId) -> Result<(), StoreFailed> {
        let Some(member) = self.members.remove(&from) else { return Ok(()) };
        let accepted =
            |seq| encode(member.connection.encoding, &SpectatorMessage::Accepted { request, seq });
        if let Some(seat) = member.seat {
            let taken = self.core.leave(seat, request);
            self.store(taken).await?;
        }
        send(&member.connection, accepted(self.core.seq()));
        let _ = member.connection.outbox.try_send(Outgoing::Outside);
        self.say_presence();
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
                Some(Say::Step(step)) => self.broadcast(&step),
                Some(Say::To(to, frame)) => {
                    if let Some(member) = self.members.get(&to) {
                        send(&member.connection, frame);
                    }
                }
                Some(Say::Attach(connection, seat, frames)) => self.admit(connection, seat, frames),
                None => {}
            }
        }
    }

    fn broadcast(&self, step: &Step) {
        let mut encoded: HashMap<(Encoding, Option<Seat>), Bytes> = HashMap::new();
        for Member { connection, seat } in self.members.values() {
            let frame = encoded
                .entry((connection.encoding, *seat))
                .or_insert_with(|| encode_step(connection.encoding, step, *seat));
            send(connection, frame.clone());
        }
    }

    fn admit(&mut self, connection: Connection, seat: Option<Seat>, frames: Vec<Bytes>) {
        let replaced = seat.and_then(|seat| self.at_seat(seat));
        if let Some(member) = replaced.and_then(|id| self.members.remove(&id)) {
            let bye: SpectatorMessage =
                SpectatorMessage::Bye { reason: ByeReason::Replaced, retry_ms: None };
            send(&member.connection, encode(member.connection.encoding, &bye));
            // Full or gone: then it is being closed already.
            let _ = member.connection.outbox.try_send(Outgoing::Close(CLOSE_REPLACED));
        }
        frames.into_iter().for_each(|frame| send(&connection, frame));
        self.members.insert(connection.id, Member { connection, seat });
        self.say_presence();
    }

    fn at_seat(&self, seat: Seat) -> Option<ConnectionId> {
        self.members.iter().find(|(_, member)| member.seat == Some(seat)).map(|(id, _)| *id)
    }

    fn drop_unseated(&mut self, seat: Seat) {
        let occupied = !matches!(self.core.view().seats[seat], protocol::room::Occupant::Empty {});
        if occupied {
            return;
        }
        if let Some(member) = self.at_seat(seat).and_then(|id| self.members.remove(&id)) {
            let bye: SpectatorMessage =
                SpectatorMessage::Bye { reason: ByeReason::Kicked, retry_ms: None };
            send(&member.connection, encode(member.connection.encoding, &bye));
            let _ = member.connection.outbox.try_send(Outgoing::Outside);
        }
    }

    fn online(&self) -> BySeat<bool> {
        BySeat::from_fn(|seat| self.at_seat(seat).is_some())
    }

    fn say_presence(&self) {
        let watchers = self.members.values().filter(|member| member.seat.is_none()).count() as u32;
        let presence: SpectatorMessage =
            SpectatorMessage::Presence { online: self.online(), watchers };
        for member in self.members.values() {
            send(&member.connection, encode(member.connection.encoding, &presence));
        }
    }

    fn set_timers(&mut self, new_decision: bool) {
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

    fn close_all(&self) {
        let bye: SpectatorMessage =
            SpectatorMessage::Bye { reason: ByeReason::Restarting, retry_ms: Some(1000) };
        for member in self.members.values() {
            send(&member.connection, encode(member.connection.encoding, &bye));
            let _ = member.connection.outbox.try_send(Outgoing::Close(1012));
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

fn encode(encoding: Encoding, message: &impl Serialize) -> Bytes {
    encoding.encode(message).into()
}

fn encode_step(encoding: Encoding, step: &Step, seat: Option<Seat>) -> Bytes {
    match seat {
        Some(seat) => encode(encoding, &step.to_seat(seat)),
        None => encode(encoding, &step.to_spectator()),
    }
}

/// Puts a frame in a connection's outbox; one whose outbox is full is cut off, and resumes.
fn send(connection: &Connection, frame: Bytes) {
    if connection.outbox.try_send(Outgoing::Frame(frame)).is_err() {
        connection.too_slow.cancel();
    }
}

/// Refuses somebody who is not in the room, and lets them try another.
fn turn_away(connection: &Connection, request: RequestId, reason: Refusal) {
    refuse(connection, request, reason);
    let _ = connection.outbox.try_send(Outgoing::Outside);
}

fn refuse(connection: &Connection, request: RequestId, reason: Refusal) {
    let refused: SpectatorMessage = SpectatorMessage::Refused { request, reason };
    send(connection, encode(connection.encoding, &refused));
}
