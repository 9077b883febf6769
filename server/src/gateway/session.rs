//! One WebSocket connection: what it says, what it hears, and the room it is in.

mod hearing;

use std::collections::VecDeque;
use std::sync::Arc;

use protocol::close::CloseCode;
use protocol::codec::Encoding;
use protocol::ids::RequestId;
use protocol::refusal::Refusal;
use protocol::server::{ByeReason, SpectatorMessage};
use tokio::time::{Instant, sleep_until};
use tracing::{Span, debug, debug_span, field};

use super::Gateway;
use super::addresses::Visitor;
use super::connections::Registered;
use super::heartbeat::{Beat, Heartbeat};
use super::pace::{Pace, Patience};
use super::socket::{Ending, Socket};
use crate::config::millis;
use crate::room::{
    Connection, Cut, OUTBOX_MAX, Outbox, OutboxReader, Outgoing, RoomCommand, RoomHandle,
};
use crate::telemetry::metrics;

/// How soon clients of a server that restarts come back: spread out, so that they don't come all at once.
const RETRY_MS: std::ops::RangeInclusive<u32> = 500..=5_000;

/// A message that has nothing of a game in it.
type Plain = SpectatorMessage<(), ()>;
/// A connection, for as long as it lasts.
pub(super) struct Session {
    socket: Socket,
    gateway: Gateway,
    visitor: Arc<Visitor>,
    registered: Registered,
    patience: Patience,
    heartbeat: Heartbeat,
    connection: Connection,
    outbox: OutboxReader,
    room: Option<RoomHandle>,
    /// What the session itself refused lately.
    refused: VecDeque<(RequestId, Refusal)>,
    /// Until when the first message has to come, as long as it has not.
    first_until: Option<Instant>,
    /// What the log says of whatever happens here.
    pub(super) span: Span,
}

impl Session {
    pub(super) fn new(
        socket: Socket,
        encoding: Encoding,
        visitor: Arc<Visitor>,
        gateway: Gateway,
    ) -> Self {
        let (now, config) = (Instant::now(), &gateway.config);
        let pace = Pace::per_second(config.messages_per_second, config.messages_burst);
        let patience = Patience::new(pace, config.violations_max, now);
        let first_until = Some(now + millis(config.first_message_ms_max));
        let heartbeat = Heartbeat::new(millis(config.ping_ms), millis(config.silence_ms_max), now);
        let (sender, outbox) = Outbox::with_wire(socket.wire());
        let registered = gateway.connections.register(visitor.ip(), sender.clone());
        if gateway.stopping.is_cancelled() {
            // Too late to be told with the others.
            sender.cut(Cut::Restart);
        }
        let connection = Connection { id: registered.id, encoding, outbox: sender };
        // Thousands of sessions enter and leave theirs with every frame: only for whoever looks closely.
        let span = debug_span!("session", connection = connection.id.0, room = field::Empty);
        Self {
            socket,
            gateway,
            visitor,
            registered,
            patience,
            heartbeat,
            connection,
            outbox,
            room: None,
            refused: VecDeque::new(),
            first_until,
            span,
        }
    }

    /// Runs until either side ends the connection; the room then hears that it is gone.
    pub(super) async fn run(mut self: Box<Self>) {
        let ending = match self.talk().await {
            Ok(never) => match never {},
            Err(ending) => ending,
        };
        // A goodbye is the last thing a peer hears.
        self.outbox.hang_up();
        if let Some(room) = self.room.take() {
            // A room that has ended needs no word.
            let _ = room.send(RoomCommand::Gone { from: self.connection.id }).await;
        }
        metrics::socket_closed(ending.code());
        if ending.is_for_slowness() {
            metrics::slow_client_cut();
        }
        debug!(ip = %self.visitor.ip(), code = ending.code().number(), "socket ended");
        // In a box, as all that is rare: what a session may ever need is memory it always takes.
        Box::pin(self.socket.close(ending, millis(self.gateway.config.close_ms_max))).await;
    }

    /// Passes frames on until there is a reason to stop.
    async fn talk(&mut self) -> Result<std::convert::Infallible, Ending> {
        let mut look = Box::pin(sleep_until(self.heartbeat.next_look()));
        loop {
            // What there is most of comes first, so that the rest is not asked about for every
            // frame; the runtime's budget keeps any of it from going on for ever.
            tokio::select! {
                biased;
                out = self.outbox.next() => match out {
                    Ok(out) => self.pass_all_out(out).await?,
                    Err(Cut::TooSlow) => return Err(Ending::TooSlow),
                    Err(Cut::Operator) => return Err(Ending::Ours(CloseCode::Operator)),
                    Err(Cut::Restart) => return Err(Box::pin(self.say_restarting()).await),
                },
                message = self.socket.recv() => {
                    self.heartbeat.hear(Instant::now());
                    self.hear(message?).await?;
                }
                () = until(self.first_until) => return Err(Ending::Ours(CloseCode::Policy)),
                () = &mut look => {
                    match self.heartbeat.look(Instant::now()) {
                        Beat::Rest => {}
                        Beat::Ping => {
                            self.socket.put_ping().await?;
                            self.flush().await?;
                        }
                        Beat::Silent => return Err(Ending::Ours(CloseCode::Away)),
                    }
                    look.as_mut().reset(self.heartbeat.next_look());
                }
            }
        }
    }

    /// Passes out what waits, in as few writes as it takes: an answer and its step go together.
    async fn pass_all_out(&mut self, first: Outgoing) -> Result<(), Ending> {
        self.pass_out(first)?;
        for _ in 1..OUTBOX_MAX {
            let Some(out) = self.outbox.take() else { break };
            self.pass_out(out)?;
        }
        self.flush().await
    }

    fn pass_out(&mut self, out: Outgoing) -> Result<(), Ending> {
        match out {
            Outgoing::Frame(bytes) => self.put(&bytes),
            Outgoing::TurnedAway { frame: bytes, reason } => {
                if reason == Refusal::BadToken {
                    self.visitor.guessed_wrong(Instant::now());
                }
                self.is_in(None);
                self.put(&bytes);
            }
            Outgoing::Outside => self.is_in(None),
            Outgoing::Close(code) => return Err(Ending::Ours(code)),
        }
        Ok(())
    }

    /// Notes which room it is in.
    fn is_in(&mut self, room: Option<RoomHandle>) {
        let code = room.as_ref().map(RoomHandle::code);
        self.span.record("room", code.map(field::display));
        self.registered.is_in(code);
        self.room = room;
    }

    async fn refuse(&mut self, request: RequestId, reason: Refusal) -> Result<(), Ending> {
        metrics::refused(reason);
        debug!(request = request.0, code = reason.code(), "request refused");
        let refused: Plain = SpectatorMessage::Refused { request, reason };
        let bytes = self.connection.encoding.encode(&refused);
        self.send(&bytes).await
    }

    /// Sends what is still to be said, and when to come back.
    async fn say_restarting(&mut self) -> Ending {
        while let Some(out) = self.outbox.take() {
            if let Err(ending) = self.pass_out(out) {
                return ending;
            }
        }
        let retry_ms = Some(rand::random_range(RETRY_MS));
        let bye: Plain = SpectatorMessage::Bye { reason: ByeReason::Restarting, retry_ms };
        let bytes = self.connection.encoding.encode(&bye);
        match self.send(&bytes).await {
            Ok(()) => Ending::Ours(CloseCode::Restart),
            Err(ending) => ending,
        }
    }

    /// Writes a message and whatever waits before it.
    async fn send(&mut self, message: &[u8]) -> Result<(), Ending> {
        self.put(message);
        self.flush().await
    }

    /// Puts a message where the next flush finds it.
    fn put(&mut self, message: &[u8]) {
        self.outbox.sends(message.len());
        self.socket.put(message);
    }

    /// Writes what waits, unless meanwhile so much has piled up that there is no point.
    async fn flush(&mut self) -> Result<(), Ending> {
        tokio::select! {
            biased;
            flushed = self.socket.flush() => flushed,
            () = self.outbox.too_slow() => Err(Ending::TooSlow),
        }
    }
}

/// Ends at `deadline`; never, without one.
async fn until(deadline: Option<Instant>) {
    match deadline {
        Some(deadline) => sleep_until(deadline).await,
        None => std::future::pending().await,
    }
}
