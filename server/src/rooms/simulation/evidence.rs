//! What was seen of one simulated run, from outside: by clients, and on the disk. The checks know
//! nothing else.

use std::collections::BTreeMap;

use bytes::Bytes;
use protocol::client::HostOrder;
use protocol::codec::Encoding;
use protocol::fujian::{HandsMessage, SeatMessage, SeatView, SpectatorMessage, TableView};
use protocol::ids::{RequestId, RoomCode, Seq};
use protocol::room::RoomView;
use protocol::server::ByeReason;
use rules::seat::Seat;
use tokio::time::Instant;

use crate::recorder::RoomId;
use crate::recorder::simulated::Row;

/// Everything that was seen.
#[derive(Default)]
pub(super) struct Evidence {
    pub(super) asked: Vec<Asked>,
    pub(super) heard: Vec<Heard>,
    pub(super) views: Vec<Seen>,
    pub(super) restarts: Vec<Restart>,
    /// When servers ended.
    pub(super) ends: Vec<Instant>,
    /// What was on the disk in the end, and when each step got there.
    pub(super) rows: Vec<Row>,
    /// Rooms that broke down though nobody broke them.
    pub(super) broken: Vec<RoomCode>,
    /// Rooms that were not there when somebody came.
    pub(super) missing: Vec<(RoomCode, Instant)>,
    /// Rooms that are still there in the end though everybody has gone away for good.
    pub(super) lingering: Vec<RoomCode>,
    pub(super) stops: Vec<Stop>,
    /// Since when nothing goes wrong any more.
    pub(super) calm_from: Option<Instant>,
    /// Whether every table that was set up played its match to the end.
    pub(super) is_finished: bool,
    /// Why not, as far as can be seen.
    pub(super) stuck: String,
}

/// What a request was for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    Enter { last: Option<Seq> },
    Act,
    Link,
    Host(HostOrder),
    QuickPass { on: bool },
    Leave,
    Nonsense,
}

/// A request as a client sent it; one that is repeated is here each time.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    pub(super) client: usize,
    pub(super) connection: u64,
    pub(super) room: RoomCode,
    /// The seat it is asked from, or for.
    pub(super) seat: Option<Seat>,
    pub(super) at: Instant,
    pub(super) request: RequestId,
    pub(super) purpose: Purpose,
}

/// A message as it arrived at a client.
#[derive(Clone, Debug)]
pub(super) struct Heard {
    pub(super) client: usize,
    pub(super) connection: u64,
    pub(super) at: Instant,
    pub(super) room: RoomCode,
    /// Whose ears it was for; nobody's at a seat without one.
    pub(super) seat: Option<Seat>,
    pub(super) encoding: Encoding,
    pub(super) bytes: Bytes,
    pub(super) message: Message,
}

/// A message, as whom it was for reads it.
#[derive(Clone, Debug)]
pub(super) enum Message {
    Seat(Box<SeatMessage>),
    Spectator(Box<SpectatorMessage>),
    /// What those hear besides who watch with open hands.
    Hands(HandsMessage),
}

impl Message {
    /// The step it tells of, or tells everything up to.
    pub(super) fn shows(&self) -> Option<Seq> {
        match self {
            Self::Seat(message) => match &**message {
                SeatMessage::Step { seq, .. }
                | SeatMessage::Snapshot { seq, .. }
                | SeatMessage::Accepted { seq, .. } => Some(*seq),
                _ => None,
            },
            Self::Spectator(message) => match &**message {
                SpectatorMessage::Step { seq, .. }
                | SpectatorMessage::Snapshot { seq, .. }
                | SpectatorMessage::Accepted { seq, .. } => Some(*seq),
                _ => None,
            },
            Self::Hands(HandsMessage::Hands { seq, .. }) => Some(*seq),
        }
    }

    /// Why the connection is ended, if it says so.
    pub(super) fn bye(&self) -> Option<ByeReason> {
        match self {
            Self::Seat(message) => match &**message {
                SeatMessage::Bye { reason, .. } => Some(*reason),
                _ => None,
            },
            Self::Spectator(message) => match &**message {
                SpectatorMessage::Bye { reason, .. } => Some(*reason),
                _ => None,
            },
            Self::Hands(_) => None,
        }
    }

    /// The answer it is to a request.
    pub(super) fn answer(&self) -> Option<(RequestId, Result<Seq, protocol::refusal::Refusal>)> {
        match self {
            Self::Seat(message) => match &**message {
                SeatMessage::Accepted { request, seq } => Some((*request, Ok(*seq))),
                SeatMessage::Refused { request, reason } => Some((*request, Err(*reason))),
                _ => None,
            },
            Self::Spectator(message) => match &**message {
                SpectatorMessage::Accepted { request, seq } => Some((*request, Ok(*seq))),
                SpectatorMessage::Refused { request, reason } => Some((*request, Err(*reason))),
                _ => None,
            },
            Self::Hands(_) => None,
        }
    }
}

/// What a client knew after a step, folded or told anew.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    pub(super) client: usize,
    pub(super) seq: Seq,
    pub(super) room: RoomView,
    pub(super) table: TableOf,
}

/// The table as an audience sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TableOf {
    Seat(Seat, Option<Box<SeatView>>),
    Spectator(Option<Box<TableView>>),
}

impl TableOf {
    pub(super) fn seat(&self) -> Option<Seat> {
        match self {
            Self::Seat(seat, _) => Some(*seat),
            Self::Spectator(_) => None,
        }
    }

    /// What anybody may see of it.
    pub(super) fn public(&self) -> Option<&TableView> {
        match self {
            Self::Seat(_, view) => view.as_ref().map(|view| &view.table),
            Self::Spectator(table) => table.as_deref(),
        }
    }
}

/// A server that started on what another had left.
#[derive(Clone, Debug)]
pub(super) struct Restart {
    pub(super) at: Instant,
    /// How many messages had been heard by then.
    pub(super) heard: usize,
    /// How many steps each room had on the disk.
    pub(super) lengths: BTreeMap<RoomId, u64>,
}

/// A server that was told to stop.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stop {
    pub(super) at: Instant,
    /// Whether its store said in time that it is closed.
    pub(super) is_closed: bool,
    /// Until when the disk stalled last.
    pub(super) disk_until: Option<Instant>,
}
