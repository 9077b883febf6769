//! Rooms: each is a task that owns its table, told what to do through a handle.
//!
//! From the inside out: [`core`] is what happened and what may happen next; [`live`] adds the people
//! connected and what is held back until it is on disk, still without I/O; [`actor`] is the task that
//! gives it time, commands and the recorder's word. [`game`] is all a room knows of the game played.
//! Nothing uses what is further out: [`core`] and [`game`] nothing of [`live`], and that nothing of [`actor`].

mod actor;
mod asking;
mod chance;
mod core;
mod game;
mod live;
mod outbox;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bytes::Bytes;
use protocol::client::HostOrder;
use protocol::codec::Encoding;
use protocol::ids::{Digest, PlayerName, RequestId, RoomCode, SeatToken, Seq};
use protocol::options::RoomOptions;
use protocol::record::Variant;
use protocol::refusal::Refusal;
use protocol::room::{Occupant, ProfileView, Stage};
use rules::seat::{BySeat, Seat};
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

pub(crate) use self::actor::{RoomActor, RoomContext, RoomEnd};
pub(crate) use self::asking::Envelope;
pub(crate) use self::chance::Chance;
#[cfg(test)]
pub(crate) use self::core::{Fact, StepBody};
pub(crate) use self::core::{NewStep, RebuildError, RoomCore, opened_with, seat_of_token};
#[cfg(test)]
pub(crate) use self::game::{FairWall, Heard, Leak, Past, Players, Stacked, leak, stack};
pub(crate) use self::game::{Fujian, Game, Standing};
#[cfg(test)]
pub(crate) use self::live::LiveRoom;
pub(crate) use self::live::Manners;
pub(crate) use self::outbox::{Cut, OUTBOX_MAX, Outbox, OutboxReader, Outgoing, Straight, Wire};

/// Commands a room may have waiting.
const INBOX_MAX: usize = 256;

/// A connection, for as long as it lasts; never reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ConnectionId(pub(crate) u64);

/// Where a room sends what a connection is to hear.
#[derive(Clone, Debug)]
pub(crate) struct Connection {
    pub(crate) id: ConnectionId,
    pub(crate) encoding: Encoding,
    pub(crate) outbox: Outbox,
}

/// A message as it came in, for whoever knows the game to read.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub(crate) encoding: Encoding,
    pub(crate) bytes: Bytes,
}

/// What a room is asked to do; every answer goes to the connection, whether it is in the room or not.
#[derive(Debug)]
pub(crate) enum RoomCommand {
    /// Take a seat.
    Join { connection: Connection, request: RequestId, player: Newcomer },
    /// Watch.
    Watch { connection: Connection, request: RequestId, last: Option<Seq> },
    /// Come back to a seat.
    Resume { connection: Connection, request: RequestId, token: SeatToken, last: Option<Seq> },
    /// Play: what, is in the frame.
    Act { from: Connection, request: RequestId, frame: Frame },
    /// Reveal a part of a wall.
    Link { from: Connection, request: RequestId, hand: u32, link: Digest },
    /// Use the powers of the host.
    Host { from: Connection, request: RequestId, order: HostOrder },
    /// Pass calls for a player, or no longer.
    QuickPass { from: Connection, request: RequestId, on: bool },
    /// Tell how the running hand came to where it is.
    Past { from: Connection, request: RequestId },
    /// Give the seat up.
    Leave { from: Connection, request: RequestId },
    /// The connection is gone.
    Gone { from: ConnectionId },
    /// Say how the room stands.
    Describe { to: Asker, reply: oneshot::Sender<RoomSummary> },
    /// Say whose seat the token is for.
    WhoHas { token: SeatToken, reply: oneshot::Sender<Option<(Seat, PlayerName)>> },
    /// Show a profile no longer; answered once that is on disk, if it is seen here.
    Withdraw { profile: Withdrawn, reply: oneshot::Sender<()> },
    /// Close the room for good.
    Close,
    /// Break down.
    #[cfg(test)]
    Panic,
}

impl RoomCommand {
    /// The profile that is shown from then on.
    pub(crate) fn shown_profile(&self) -> Option<&str> {
        match self {
            Self::Join {
                player: Newcomer { profile: Some(PlayedFor::Shown(shown)), .. }, ..
            } => Some(&shown.id),
            _ => None,
        }
    }

    /// Refuses it, if it is a request.
    fn refuse(&self, reason: Refusal) {
        match self {
            Self::Join { connection, request, .. }
            | Self::Watch { connection, request, .. }
            | Self::Resume { connection, request, .. } => {
                live::turn_away(connection, *request, reason);
            }
            Self::Act { from, request, .. }
            | Self::Link { from, request, .. }
            | Self::Host { from, request, .. }
            | Self::QuickPass { from, request, .. }
            | Self::Past { from, request }
            | Self::Leave { from, request } => live::refuse(from, *request, reason),
            Self::Gone { .. }
            | Self::Describe { .. }
            | Self::WhoHas { .. }
            | Self::Withdraw { .. }
            | Self::Close => {}
            #[cfg(test)]
            Self::Panic => {}
        }
    }
}

/// Somebody who takes a seat.
#[derive(Clone, Debug)]
pub(crate) struct Newcomer {
    pub(crate) name: PlayerName,
    /// What their part of every wall is fixed with.
    pub(crate) tip: Option<Digest>,
    /// The profile they play for.
    pub(crate) profile: Option<PlayedFor>,
    /// The token they bring for the seat; they are given one otherwise.
    pub(crate) token: Option<SeatToken>,
}

/// A profile somebody plays for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PlayedFor {
    /// Everybody at the table sees it.
    Shown(ProfileView),
    /// Nobody sees it: to the others somebody sits there who has none. By its public id.
    Hidden(String),
}

/// A profile that is shown to nobody any more, by its public id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Withdrawn {
    /// It is hidden: whoever plays for it goes on doing so, unseen.
    Hidden(String),
    /// It is deleted, and nobody plays for it.
    Deleted(String),
}

impl Withdrawn {
    fn id(&self) -> &str {
        match self {
            Self::Hidden(id) | Self::Deleted(id) => id,
        }
    }
}

/// Who asks how a room stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asker {
    /// Anybody: they hear what those do who watch.
    Anybody,
    /// Who runs the server.
    Operator,
}

/// A room as lists show it; nothing in it is hidden from anybody.
#[derive(Clone, Debug)]
pub(crate) struct RoomSummary {
    pub(crate) code: RoomCode,
    pub(crate) id: u64,
    pub(crate) stage: Stage,
    pub(crate) variant: Variant,
    pub(crate) seats: BySeat<Occupant>,
    /// Whose player is connected.
    pub(crate) online: BySeat<bool>,
    pub(crate) watchers: u32,
    pub(crate) is_public: bool,
    pub(crate) options: RoomOptions,
    pub(crate) seq: Seq,
    /// Where the game stands, once there is one.
    pub(crate) standing: Option<Standing>,
}

/// Access to one room. Cheap to clone; the room ends when it is closed, or with the server.
#[derive(Clone, Debug)]
pub(crate) struct RoomHandle {
    code: RoomCode,
    commands: mpsc::Sender<Box<RoomCommand>>,
    is_public: Arc<AtomicBool>,
    since: Instant,
}

/// The room has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the room is closed")]
pub(crate) struct RoomClosed;

/// The room's end of its handles.
#[derive(Debug)]
pub(crate) struct Inbox {
    /// In boxes: a channel holds space for 32 commands from the start, and mostly there is none.
    commands: mpsc::Receiver<Box<RoomCommand>>,
    is_public: Arc<AtomicBool>,
}

impl Inbox {
    /// Notes whether the room is listed.
    pub(crate) fn list_as(&self, public: bool) {
        self.is_public.store(public, Ordering::Relaxed);
    }

    /// Nobody reads it any more: who asked for something meanwhile is told why.
    pub(crate) async fn close(&mut self, why: Refusal) {
        self.commands.close();
        while let Some(command) = self.commands.recv().await {
            command.refuse(why);
        }
    }
}

impl RoomHandle {
    /// A handle, and the room's end of it.
    pub(crate) fn new(code: RoomCode) -> (Self, Inbox) {
        let (commands, inbox) = mpsc::channel(INBOX_MAX);
        let is_public: Arc<AtomicBool> = Arc::default();
        let handle =
            Self { code, commands, is_public: Arc::clone(&is_public), since: Instant::now() };
        (handle, Inbox { commands: inbox, is_public })
    }

    /// The room's code.
    pub(crate) fn code(&self) -> RoomCode {
        self.code
    }

    /// How long this server has had the room, by opening it or by bringing it back.
    pub(crate) fn age(&self) -> Duration {
        self.since.elapsed()
    }

    /// Hands a command over; waits while the room is busy.
    pub(crate) async fn send(
        &self,
        command: impl Into<Box<RoomCommand>>,
    ) -> Result<(), RoomClosed> {
        match self.commands.try_send(command.into()) {
            Ok(()) => Ok(()),
            Err(TrySendError::Closed(_)) => Err(RoomClosed),
            Err(TrySendError::Full(command)) => {
                Box::pin(self.commands.send(command)).await.map_err(|_| RoomClosed)
            }
        }
    }

    /// How many commands wait for the room.
    pub(crate) fn queue_len(&self) -> usize {
        self.commands.max_capacity() - self.commands.capacity()
    }

    /// Whether the room has ended.
    pub(crate) fn is_closed(&self) -> bool {
        self.commands.is_closed()
    }

    /// How the room stands. One that waits for its disk does not know, and fails though it is open.
    pub(crate) async fn describe(&self, to: Asker) -> Result<RoomSummary, RoomClosed> {
        let (reply, answer) = oneshot::channel();
        self.send(RoomCommand::Describe { to, reply }).await?;
        answer.await.map_err(|_| RoomClosed)
    }

    /// Shows a profile no longer; waits until that is on disk, or it turns out that nothing can be written now.
    pub(crate) async fn withdraw(&self, profile: Withdrawn) -> Result<(), RoomClosed> {
        let (reply, answer) = oneshot::channel();
        self.send(RoomCommand::Withdraw { profile, reply }).await?;
        answer.await.map_err(|_| RoomClosed)
    }

    /// Whose seat the token is for.
    pub(crate) async fn who_has(
        &self,
        token: SeatToken,
    ) -> Result<Option<(Seat, PlayerName)>, RoomClosed> {
        let (reply, answer) = oneshot::channel();
        self.send(RoomCommand::WhoHas { token, reply }).await?;
        answer.await.map_err(|_| RoomClosed)
    }

    /// Whether the room is listed.
    pub(crate) fn is_public(&self) -> bool {
        self.is_public.load(Ordering::Relaxed)
    }
}
