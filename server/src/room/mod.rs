//! Rooms: each is a task that owns its table, told what to do through a handle.

mod actor;
mod core;
mod fact;
mod game;
mod host;
mod members;
mod recovery;
mod token;

use bytes::Bytes;
use protocol::client::HostOrder;
use protocol::codec::Encoding;
use protocol::fujian::{ActionView, Setup};
use protocol::ids::{PlayerName, RequestId, SeatToken, Seq};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

pub(crate) use self::actor::{RoomActor, RoomContext};
pub(crate) use self::core::{RoomCore, Taken};

/// Commands a room may have waiting.
const INBOX_MAX: usize = 256;
/// Messages a connection may have waiting; one that reads slower is cut off and resumes.
pub(crate) const OUTBOX_MAX: usize = 64;

/// A connection, for as long as it lasts; never reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ConnectionId(pub(crate) u64);

/// Where a room sends what a connection is to hear.
#[derive(Clone, Debug)]
pub(crate) struct Connection {
    pub(crate) id: ConnectionId,
    pub(crate) encoding: Encoding,
    pub(crate) outbox: mpsc::Sender<Outgoing>,
    /// Fires when the connection reads too slowly to be kept.
    pub(crate) too_slow: CancellationToken,
}

/// What goes out to a connection.
#[derive(Clone, Debug)]
pub(crate) enum Outgoing {
    /// A message.
    Frame(Bytes),
    /// The connection is in no room any more, and may go to another.
    Outside,
    /// Nothing more: the connection is closed with this code.
    Close(u16),
}

/// What a room is asked to do; every answer goes to the connection.
#[derive(Debug)]
pub(crate) enum RoomCommand {
    /// Take a seat.
    Join { connection: Connection, request: RequestId, name: PlayerName },
    /// Watch.
    Watch { connection: Connection, request: RequestId, last: Option<Seq> },
    /// Come back to a seat.
    Resume { connection: Connection, request: RequestId, token: SeatToken, last: Option<Seq> },
    /// Play.
    Act { from: ConnectionId, request: RequestId, action: ActionView },
    /// Use the powers of the host.
    Host { from: ConnectionId, request: RequestId, order: HostOrder<Setup> },
    /// Give the seat up.
    Leave { from: ConnectionId, request: RequestId },
    /// The connection is gone.
    Gone { from: ConnectionId },
}

/// Access to one room. Cheap to clone; the room ends when the last handle is dropped.
#[derive(Clone, Debug)]
pub(crate) struct RoomHandle {
    commands: mpsc::Sender<RoomCommand>,
}

/// The room has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the room is closed")]
pub(crate) struct RoomClosed;

impl RoomHandle {
    /// A handle, and the room's end of it.
    pub(crate) fn new() -> (Self, mpsc::Receiver<RoomCommand>) {
        let (commands, inbox) = mpsc::channel(INBOX_MAX);
        (Self { commands }, inbox)
    }

    /// Hands a command over; waits while the room is busy.
    pub(crate) async fn send(&self, command: RoomCommand) -> Result<(), RoomClosed> {
        self.commands.send(command).await.map_err(|_| RoomClosed)
    }
}
