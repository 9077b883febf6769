//! One WebSocket connection: what it says, what it hears, and the room it is in.

use std::collections::VecDeque;
use std::sync::Arc;

use bytes::Bytes;
use protocol::client::ClientMessage;
use protocol::codec::Encoding;
use protocol::ids::{ProfileKey, RequestId, RoomCode};
use protocol::refusal::Refusal;
use protocol::server::{ByeReason, SpectatorMessage};
use serde::de::IgnoredAny;
use tokio::time::{Instant, sleep_until};
use tokio_tungstenite::tungstenite::Message;
use tracing::{Instrument, Span, debug, debug_span, field};

use super::Gateway;
use super::addresses::Visitor;
use super::connections::Registered;
use super::heartbeat::{Beat, Heartbeat};
use super::pace::{Pace, Patience, Verdict};
use super::socket::{Ending, Socket, close, frame};
use crate::config::millis;
use crate::room::{
    Connection, Cut, Frame, Newcomer, OUTBOX_MAX, Outbox, OutboxReader, Outgoing, PlayedFor,
    RoomCommand, RoomHandle,
};
use crate::telemetry::metrics;

/// Refusals of its own a session remembers, to give the same answer to the same request.
const REFUSALS_MAX: usize = 64;
/// How soon clients of a server that restarts come back: spread out, so that they don't come all at once.
const RETRY_MS: std::ops::RangeInclusive<u32> = 500..=5_000;

/// A message that has nothing of a game in it.
type Plain = SpectatorMessage<(), ()>;
/// A message whose action is left for the room to read: it knows the game.
type Envelope = ClientMessage<IgnoredAny>;

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
        let (sender, outbox) = Outbox::new();
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
        if let Some(room) = self.room.take() {
            // A room that has ended needs no word.
            let _ = room.send(RoomCommand::Gone { from: self.connection.id }).await;
        }
        metrics::socket_closed(ending.code());
        if ending == Ending::Ours(close::TRY_AGAIN) {
            metrics::slow_client_cut();
        }
        debug!(ip = %self.visitor.ip(), code = ending.code(), "socket ended");
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
                    Err(Cut::TooSlow) => return Err(Ending::Ours(close::TRY_AGAIN)),
                    Err(Cut::Operator) => return Err(Ending::Ours(close::OPERATOR)),
                    Err(Cut::Restart) => return Err(Box::pin(self.say_restarting()).await),
                },
                message = self.socket.recv() => {
                    self.heartbeat.hear(Instant::now());
                    self.hear(message?).await?;
                }
                () = until(self.first_until) => return Err(Ending::Ours(close::POLICY)),
                () = &mut look => {
                    match self.heartbeat.look(Instant::now()) {
                        Beat::Rest => {}
                        Beat::Ping => self.send(Message::Ping(Bytes::new())).await?,
                        Beat::Silent => return Err(Ending::Ours(close::AWAY)),
                    }
                    look.as_mut().reset(self.heartbeat.next_look());
                }
            }
        }
    }

    /// Passes out what waits, in as few writes as it takes: an answer and its step go together.
    async fn pass_all_out(&mut self, first: Outgoing) -> Result<(), Ending> {
        self.pass_out(first).await?;
        for _ in 1..OUTBOX_MAX {
            let Some(out) = self.outbox.take() else { break };
            self.pass_out(out).await?;
        }
        self.flush().await
    }

    async fn pass_out(&mut self, out: Outgoing) -> Result<(), Ending> {
        match out {
            Outgoing::Frame(bytes) => self.put(frame(self.connection.encoding, bytes)).await,
            Outgoing::TurnedAway { frame: bytes, reason } => {
                metrics::refused(reason);
                if reason == Refusal::BadToken {
                    self.visitor.guessed_wrong(Instant::now());
                }
                self.is_in(None);
                self.put(frame(self.connection.encoding, bytes)).await
            }
            Outgoing::Outside => {
                self.is_in(None);
                Ok(())
            }
            Outgoing::Close(code) => Err(Ending::Ours(code)),
        }
    }

    async fn hear(&mut self, message: Message) -> Result<(), Ending> {
        let (encoding, bytes) = match message {
            Message::Text(text) => (Encoding::Json, text.into()),
            Message::Binary(bytes) => (Encoding::MessagePack, bytes),
            Message::Pong(_) if self.heartbeat.take_pong() => return Ok(()),
            Message::Ping(_) | Message::Pong(_) | Message::Frame(_) => return self.bear(),
            Message::Close(_) => return Err(Ending::Theirs),
        };
        // In a box: a message can be long once it is read, and sessions mostly have none.
        Box::pin(self.receive(encoding, bytes)).await
    }

    /// Counts a frame that says nothing as a message: it is as much work.
    fn bear(&mut self) -> Result<(), Ending> {
        let now = Instant::now();
        let verdict = self.patience.judge(now);
        self.visitor.may_speak(now);
        match verdict {
            Verdict::Enough => Err(Ending::Ours(close::POLICY)),
            Verdict::Fine | Verdict::TooFast => Ok(()),
        }
    }

    async fn receive(&mut self, encoding: Encoding, bytes: Bytes) -> Result<(), Ending> {
        self.first_until = None;
        let now = Instant::now();
        let verdict = self.patience.judge(now);
        let message = encoding.decode_from_client::<Envelope>(&bytes);
        let request = message.as_ref().map_or(RequestId(0), ClientMessage::request);
        if verdict != Verdict::Fine || !self.visitor.may_speak(now) {
            self.refuse(request, Refusal::SlowDown).await?;
            return match verdict {
                Verdict::Enough => Err(Ending::Ours(close::POLICY)),
                Verdict::Fine | Verdict::TooFast => Ok(()),
            };
        }
        let Ok(message) = message else {
            return self.refuse(request, Refusal::BadMessage).await;
        };
        if let Some(reason) = self.refused_before(request) {
            return self.refuse(request, reason).await;
        }
        let span = debug_span!("request", request = request.0);
        match self.pass_on(message, Frame { encoding, bytes }).instrument(span).await {
            Ok(()) => Ok(()),
            Err(reason) => {
                self.remember(request, reason);
                self.refuse(request, reason).await
            }
        }
    }

    async fn pass_on(&mut self, message: Envelope, frame: Frame) -> Result<(), Refusal> {
        let connection = self.connection.clone();
        let command = match message {
            ClientMessage::Create { request, name, setup, public, tip, profile } => {
                self.check_outside()?;
                self.check_may_open()?;
                let profile = self.profile_of(profile).await?;
                let room = self.gateway.rooms.open(setup, public)?;
                self.visitor.opened(room.code());
                self.is_in(Some(room));
                RoomCommand::Join { connection, request, player: Newcomer { name, tip, profile } }
            }
            ClientMessage::Join { request, code, name, tip, profile } => {
                self.check_outside()?;
                let profile = self.profile_of(profile).await?;
                self.enter(code)?;
                RoomCommand::Join { connection, request, player: Newcomer { name, tip, profile } }
            }
            ClientMessage::Watch { request, code, last_seq } => {
                self.enter(code)?;
                RoomCommand::Watch { connection, request, last: last_seq }
            }
            ClientMessage::Resume { request, code, token, last_seq } => {
                self.enter(code)?;
                RoomCommand::Resume { connection, request, token, last: last_seq }
            }
            ClientMessage::Act { request, .. } => {
                RoomCommand::Act { from: connection, request, frame }
            }
            ClientMessage::Host { request, order } => {
                RoomCommand::Host { from: connection, request, order }
            }
            ClientMessage::QuickPass { request, on } => {
                RoomCommand::QuickPass { from: connection, request, on }
            }
            ClientMessage::Leave { request } => RoomCommand::Leave { from: connection, request },
            ClientMessage::Link { request, hand, link } => {
                RoomCommand::Link { from: connection, request, hand, link }
            }
        };
        let room = self.room.as_ref().ok_or(Refusal::NoSeat)?;
        if room.send(command).await.is_err() {
            // It has just ended: whoever was in it may go to another.
            self.is_in(None);
            return Err(Refusal::NoRoom);
        }
        Ok(())
    }

    /// The profile a key belongs to; who tries too many that belong to none has to wait.
    async fn profile_of(&self, key: Option<ProfileKey>) -> Result<Option<PlayedFor>, Refusal> {
        let Some(key) = key else { return Ok(None) };
        let now = Instant::now();
        if !self.visitor.may_guess(now) {
            return Err(Refusal::SlowDown);
        }
        let found = self.gateway.profiles.of(&key).await?;
        if found.is_none() {
            self.visitor.guessed_wrong(now);
        }
        found.map(Some).ok_or(Refusal::NoProfile)
    }

    fn check_outside(&self) -> Result<(), Refusal> {
        if self.room.is_some() { Err(Refusal::AlreadyInRoom) } else { Ok(()) }
    }

    fn check_may_open(&self) -> Result<(), Refusal> {
        let (rooms, rooms_max) = (&self.gateway.rooms, self.gateway.config.rooms_max as usize);
        let is_full = rooms_max > 0 && rooms.len() >= rooms_max;
        match !is_full && self.visitor.may_open(|code| rooms.find(code).is_some()) {
            true => Ok(()),
            false => Err(Refusal::TooManyRooms),
        }
    }

    /// Finds a room; who tries too many that are not there has to wait.
    fn enter(&mut self, code: RoomCode) -> Result<(), Refusal> {
        self.check_outside()?;
        let now = Instant::now();
        if !self.visitor.may_guess(now) {
            return Err(Refusal::SlowDown);
        }
        let Some(room) = self.gateway.rooms.find(code) else {
            self.visitor.guessed_wrong(now);
            return Err(Refusal::NoRoom);
        };
        self.is_in(Some(room));
        Ok(())
    }

    fn is_in(&mut self, room: Option<RoomHandle>) {
        let code = room.as_ref().map(RoomHandle::code);
        self.span.record("room", code.map(field::display));
        self.registered.is_in(code);
        self.room = room;
    }

    /// The refusal this request was answered with before.
    fn refused_before(&self, request: RequestId) -> Option<Refusal> {
        self.refused.iter().find(|(known, _)| *known == request).map(|(_, reason)| *reason)
    }

    /// A request gets the same answer however often it is asked, but for "not now".
    fn remember(&mut self, request: RequestId, reason: Refusal) {
        if reason == Refusal::SlowDown {
            return;
        }
        if self.refused.len() == REFUSALS_MAX {
            self.refused.pop_front();
        }
        self.refused.push_back((request, reason));
    }

    async fn refuse(&mut self, request: RequestId, reason: Refusal) -> Result<(), Ending> {
        metrics::refused(reason);
        debug!(request = request.0, code = reason.code(), "request refused");
        let refused: Plain = SpectatorMessage::Refused { request, reason };
        let bytes = self.connection.encoding.encode(&refused).into();
        self.send(frame(self.connection.encoding, bytes)).await
    }

    /// Sends what is still to be said, and when to come back.
    async fn say_restarting(&mut self) -> Ending {
        while let Some(out) = self.outbox.take() {
            if let Err(ending) = self.pass_out(out).await {
                return ending;
            }
        }
        let retry_ms = Some(rand::random_range(RETRY_MS));
        let bye: Plain = SpectatorMessage::Bye { reason: ByeReason::Restarting, retry_ms };
        let bytes = self.connection.encoding.encode(&bye).into();
        match self.send(frame(self.connection.encoding, bytes)).await {
            Ok(()) => Ending::Ours(close::RESTART),
            Err(ending) => ending,
        }
    }

    /// Writes a frame and whatever waits before it.
    async fn send(&mut self, message: Message) -> Result<(), Ending> {
        self.put(message).await?;
        self.flush().await
    }

    /// Puts a frame where the next flush finds it, unless meanwhile so much has piled up that
    /// there is no point.
    async fn put(&mut self, message: Message) -> Result<(), Ending> {
        self.outbox.sends(message.len());
        tokio::select! {
            biased;
            put = self.socket.put(message) => put,
            () = self.outbox.too_slow() => Err(Ending::Ours(close::TRY_AGAIN)),
        }
    }

    async fn flush(&mut self) -> Result<(), Ending> {
        tokio::select! {
            biased;
            flushed = self.socket.flush() => flushed,
            () = self.outbox.too_slow() => Err(Ending::Ours(close::TRY_AGAIN)),
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
