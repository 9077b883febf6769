//! The connection of a simulated client: what is on its way in either direction, and how it breaks.

use std::collections::VecDeque;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use futures_util::FutureExt;
use protocol::client::ClientMessage;
use protocol::codec::Encoding;
use protocol::ids::{RequestId, RoomCode, Seq};
use serde::de::IgnoredAny;
use tokio::time::Instant;

use super::mistakes::Mistake;
use crate::room::{
    Connection, ConnectionId, Frame, Newcomer, Outbox, OutboxReader, Outgoing, RoomCommand,
    RoomHandle,
};

/// What a request is called by a server that takes its repetition for another one.
pub(super) const REPEATED: u32 = 1 << 30;

/// One request in so many goes unheard, where that is the mistake.
const UNHEARD_EVERY: u32 = 50;

/// A connection to a room.
pub(super) struct Line {
    connection: Connection,
    outbox: OutboxReader,
    room: RoomHandle,
    arriving: VecDeque<(Instant, Outgoing)>,
    departing: VecDeque<(Instant, Bytes)>,
    /// Until when nothing is read that arrives.
    deaf_until: Instant,
    mistake: Option<Mistake>,
    sent: Vec<RequestId>,
}

impl Line {
    pub(super) fn new(
        id: u64,
        encoding: Encoding,
        room: RoomHandle,
        mistake: Option<Mistake>,
    ) -> Self {
        let (sender, outbox) = Outbox::new();
        let connection = Connection { id: ConnectionId(id), encoding, outbox: sender };
        let (arriving, departing) = (VecDeque::new(), VecDeque::new());
        let (deaf_until, sent) = (Instant::now(), Vec::new());
        Self { connection, outbox, room, arriving, departing, deaf_until, mistake, sent }
    }

    pub(super) fn id(&self) -> u64 {
        self.connection.id.0
    }

    pub(super) fn code(&self) -> RoomCode {
        self.room.code()
    }

    /// Whether the server has cut it off for reading too slowly.
    pub(super) fn is_cut_off(&self) -> bool {
        self.outbox.is_too_slow()
    }

    /// Reads nothing for a while: what comes piles up on the other side.
    pub(super) fn stop_reading(&mut self, until: Instant) {
        self.deaf_until = until;
    }

    /// Puts on its way what the server has sent; each message arrives after those before it.
    pub(super) fn poll_sent(
        &mut self,
        context: &mut Context<'_>,
        now: Instant,
        mut latency: impl FnMut() -> Duration,
    ) -> Poll<()> {
        let mut came = Poll::Pending;
        while now >= self.deaf_until
            && let Poll::Ready(Ok(out)) = self.outbox.poll_next(context)
        {
            let last = self.arriving.back().map(|(then, _)| *then);
            let then = (now + latency()).max(last.unwrap_or(now));
            self.arriving.push_back((then, out));
            came = Poll::Ready(());
        }
        came
    }

    /// What has arrived.
    pub(super) fn arrived(&mut self, now: Instant) -> Option<Outgoing> {
        self.arriving.pop_front_if(|(then, _)| *then <= now).map(|(_, out)| out)
    }

    /// Sends something; it reaches the room later.
    pub(super) fn send(&mut self, bytes: Bytes, then: Instant) {
        let last = self.departing.back().map(|(then, _)| *then);
        self.departing.push_back((last.map_or(then, |last| last.max(then)), bytes));
    }

    /// Hands the room what has reached it; says whether the room still listens.
    pub(super) fn deliver(&mut self, now: Instant) -> bool {
        let mut listens = true;
        while let Some((_, bytes)) = self.departing.pop_front_if(|(then, _)| *then <= now) {
            if let Some(command) = self.command(bytes) {
                listens &= matches!(self.room.send(command).now_or_never(), Some(Ok(())));
            }
        }
        listens
    }

    /// The room hears that it is gone.
    pub(super) fn hang_up(self) {
        // A room that has ended needs no word.
        let _ = self.room.send(RoomCommand::Gone { from: self.connection.id }).now_or_never();
    }

    /// When something happens on it next by itself.
    pub(super) fn next(&self) -> Option<Instant> {
        let arrives = self.arriving.front().map(|(then, _)| *then);
        let departs = self.departing.front().map(|(then, _)| *then);
        let hears = Some(self.deaf_until).filter(|until| *until > Instant::now());
        [arrives, departs, hears].into_iter().flatten().min()
    }

    /// What a session makes of a message; nothing of one that can't be read.
    fn command(&mut self, bytes: Bytes) -> Option<RoomCommand> {
        let (connection, encoding) = (self.connection.clone(), self.connection.encoding);
        let message = encoding.decode_from_client::<ClientMessage<IgnoredAny>>(&bytes).ok()?;
        let request = self.name_of(message.request());
        if self.mistake == Some(Mistake::NoAnswer) && request.0.is_multiple_of(UNHEARD_EVERY) {
            return None;
        }
        Some(match message {
            ClientMessage::Create { name, tip, .. } | ClientMessage::Join { name, tip, .. } => {
                let player = Newcomer { name, tip, profile: None };
                RoomCommand::Join { connection, request, player }
            }
            ClientMessage::Watch { last_seq, .. } => {
                RoomCommand::Watch { connection, request, last: self.last(last_seq) }
            }
            ClientMessage::Resume { token, last_seq, .. } => {
                RoomCommand::Resume { connection, request, token, last: self.last(last_seq) }
            }
            ClientMessage::Act { .. } => {
                RoomCommand::Act { from: connection, request, frame: Frame { encoding, bytes } }
            }
            ClientMessage::Host { order, .. } => {
                RoomCommand::Host { from: connection, request, order }
            }
            ClientMessage::QuickPass { on, .. } => {
                RoomCommand::QuickPass { from: connection, request, on }
            }
            ClientMessage::Leave { .. } => RoomCommand::Leave { from: connection, request },
            ClientMessage::Link { hand, link, .. } => {
                RoomCommand::Link { from: connection, request, hand, link }
            }
        })
    }

    fn last(&self, last: Option<Seq>) -> Option<Seq> {
        let skipped = u64::from(self.mistake == Some(Mistake::GapOnResume));
        last.map(|last| Seq(last.0 + skipped))
    }

    fn name_of(&mut self, request: RequestId) -> RequestId {
        let is_repeated = self.sent.contains(&request);
        self.sent.push(request);
        match is_repeated && self.mistake == Some(Mistake::AppliedTwice) {
            true => RequestId(request.0 | REPEATED),
            false => request,
        }
    }
}
