//! The connection of a simulated client: what is on its way in either direction, and how it breaks.

use std::collections::VecDeque;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use bytes::Bytes;
use futures_util::FutureExt;
use protocol::codec::Encoding;
use protocol::fujian::SeatMessage;
use protocol::ids::{RequestId, RoomCode, Seq};
use rand_pcg::Pcg64Mcg;
use tokio::time::Instant;

use super::mistakes::Mistake;
use super::wire::SimulatedWire;
use crate::room::{
    Connection, ConnectionId, Envelope, Frame, Outbox, OutboxReader, Outgoing, RoomCommand,
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
    wire: Arc<SimulatedWire>,
    since: Instant,
    /// Whether the server has closed it.
    is_closed: bool,
    room: RoomHandle,
    arriving: VecDeque<(Instant, Outgoing)>,
    departing: VecDeque<(Instant, Bytes)>,
    /// Until when nothing is read that arrives.
    deaf_until: Instant,
    mistake: Option<Mistake>,
    sent: Vec<RequestId>,
    /// Whether everything as it stands was said last.
    is_anew: bool,
}

impl Line {
    pub(super) fn new(
        id: u64,
        encoding: Encoding,
        room: RoomHandle,
        rng: Pcg64Mcg,
        mistake: Option<Mistake>,
    ) -> Self {
        let wire = Arc::new(SimulatedWire::new(rng));
        let (sender, outbox) = Outbox::with_wire(Arc::<SimulatedWire>::clone(&wire));
        let connection = Connection { id: ConnectionId(id), encoding, outbox: sender };
        let (arriving, departing) = (VecDeque::new(), VecDeque::new());
        let (since, sent, is_closed) = (Instant::now(), Vec::new(), false);
        let deaf_until = since;
        Self {
            connection,
            outbox,
            wire,
            since,
            is_closed,
            room,
            arriving,
            departing,
            deaf_until,
            mistake,
            sent,
            is_anew: false,
        }
    }

    pub(super) fn id(&self) -> u64 {
        self.connection.id.0
    }

    pub(super) fn code(&self) -> RoomCode {
        self.room.code()
    }

    pub(super) fn since(&self) -> Instant {
        self.since
    }

    /// Whether the server has closed it, and everything before that has arrived.
    pub(super) fn is_over(&self) -> bool {
        self.is_closed && self.arriving.is_empty()
    }

    /// Whether the server has cut it off for reading too slowly.
    pub(super) fn is_cut_off(&self) -> bool {
        self.outbox.is_too_slow()
    }

    /// Reads nothing for a while: what comes piles up on the other side.
    pub(super) fn stop_reading(&mut self, until: Instant) {
        self.deaf_until = until;
        self.wire.set_stuck(true);
    }

    /// Puts on its way what the server has sent; each message arrives after those before it.
    pub(super) fn poll_sent(
        &mut self,
        context: &mut Context<'_>,
        now: Instant,
        mut latency: impl FnMut() -> Duration,
    ) -> Poll<()> {
        let before = self.arriving.len();
        for frame in self.wire.take_sent(context) {
            self.arrive(Outgoing::Frame(frame), now + latency());
        }
        if now >= self.deaf_until && !self.is_closed {
            self.wire.set_stuck(false);
            // What a session does that is woken: what was left over first, then what waits.
            let mut out: VecDeque<_> = self.wire.flush().into_iter().map(Outgoing::Frame).collect();
            let left_over = out.len();
            while let Poll::Ready(Ok(next)) = self.outbox.poll_next(context) {
                out.push_back(next);
            }
            if self.mistake == Some(Mistake::Overtakes) {
                out.rotate_left(left_over);
            }
            out.into_iter().for_each(|out| self.arrive(out, now + latency()));
        }
        if self.arriving.len() > before { Poll::Ready(()) } else { Poll::Pending }
    }

    fn arrive(&mut self, out: Outgoing, then: Instant) {
        if self.mistake == Some(Mistake::ClockUntold) && self.swallows_clock(&out) {
            return;
        }
        let last = self.arriving.back().map_or(then, |(last, _)| *last);
        self.arriving.push_back((then.max(last), out));
    }

    /// Whether it tells a seat how long there is yet, right after everything as it stands.
    fn swallows_clock(&mut self, out: &Outgoing) -> bool {
        let Outgoing::Frame(frame) = out else { return false };
        let message = self.connection.encoding.decode(frame);
        let is_snapshot = matches!(message, Ok(SeatMessage::Snapshot { .. }));
        let was_snapshot = std::mem::replace(&mut self.is_anew, is_snapshot);
        was_snapshot && matches!(message, Ok(SeatMessage::Timer { .. }))
    }

    /// The server says what it still has to say, and closes the connection; the room hears that it is gone.
    pub(super) fn end(&mut self, now: Instant, mut latency: impl FnMut() -> Duration) {
        let mut context = Context::from_waker(Waker::noop());
        let sent = self.wire.take_sent(&mut context).into_iter().chain(self.wire.flush());
        for frame in sent.collect::<Vec<_>>() {
            self.arrive(Outgoing::Frame(frame), now + latency());
        }
        while let Some(out) = self.outbox.take() {
            self.arrive(out, now + latency());
        }
        self.is_closed = true;
        self.outbox.hang_up();
        self.departing.clear();
        let _ = self.room.send(RoomCommand::Gone { from: self.connection.id }).now_or_never();
    }

    /// What has arrived.
    pub(super) fn arrived(&mut self, now: Instant) -> Option<Outgoing> {
        self.arriving.pop_front_if(|(then, _)| *then <= now).map(|(_, out)| out)
    }

    /// Sends something; it reaches the room later.
    pub(super) fn send(&mut self, bytes: Bytes, then: Instant) {
        if self.is_closed {
            return;
        }
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
        let message = encoding.decode_from_client::<Envelope>(&bytes).ok()?;
        if self.mistake == Some(Mistake::NoAnswer)
            && message.request().0.is_multiple_of(UNHEARD_EVERY)
        {
            return None;
        }
        let frame = Frame { encoding, bytes };
        let mut command = RoomCommand::of(message, frame, connection, None);
        self.misunderstand(&mut command);
        Some(command)
    }

    /// Makes of a command what the mistake does.
    fn misunderstand(&mut self, command: &mut RoomCommand) {
        match command {
            RoomCommand::Watch { last, .. } | RoomCommand::Resume { last, .. } => {
                let skipped = u64::from(self.mistake == Some(Mistake::GapOnResume));
                *last = last.map(|last| Seq(last.0 + skipped));
            }
            RoomCommand::QuickPass { on, .. } => {
                *on |= self.mistake == Some(Mistake::PassedUnasked);
            }
            RoomCommand::Act { request, .. }
            | RoomCommand::Host { request, .. }
            | RoomCommand::Leave { request, .. }
            | RoomCommand::Link { request, .. } => *request = self.name_of(*request),
            _ => {}
        }
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
