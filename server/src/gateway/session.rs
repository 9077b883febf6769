//! One WebSocket connection: frames in, frames out, and the room it is in.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use protocol::client::ClientMessage as AnyClientMessage;
use protocol::codec::{CLIENT_BYTES_MAX, Encoding};
use protocol::fujian::{ClientMessage, Setup, SpectatorMessage};
use protocol::ids::RequestId;
use protocol::refusal::Refusal;
use tokio::sync::mpsc;
use tokio::time::{Instant, interval_at, timeout};
use tokio_util::sync::CancellationToken;

use crate::room::{Connection, ConnectionId, OUTBOX_MAX, Outgoing, RoomCommand, RoomHandle};
use crate::rooms::Rooms;

/// Read buffer of a connection; the default of 128 KiB costs memory and time.
const READ_BUFFER_BYTES: usize = 4 * 1024;
/// Bytes a connection may have waiting in the socket's buffer.
const WRITE_BUFFER_BYTES_MAX: usize = 64 * 1024;
/// How often a connection is asked whether it is alive.
const PING_EVERY: Duration = Duration::from_secs(15);
/// Silence after which a connection is given up.
const SILENCE_MAX: Duration = Duration::from_secs(25);
/// How long a frame may take to be written.
const WRITE_MAX: Duration = Duration::from_secs(5);

/// The connection reads too slowly, and may come back.
const CLOSE_TRY_AGAIN: u16 = 1013;
/// The connection is silent or broken.
const CLOSE_AWAY: u16 = 1001;

static NEXT_CONNECTION: AtomicU64 = AtomicU64::new(1);

/// `GET /ws`.
pub(super) async fn upgrade(State(rooms): State<Rooms>, upgrade: WebSocketUpgrade) -> Response {
    upgrade
        .protocols(Encoding::ALL.map(Encoding::subprotocol))
        .read_buffer_size(READ_BUFFER_BYTES)
        .write_buffer_size(0)
        .max_write_buffer_size(WRITE_BUFFER_BYTES_MAX)
        .max_message_size(CLIENT_BYTES_MAX)
        .max_frame_size(CLIENT_BYTES_MAX)
        .on_upgrade(move |socket| Session::new(socket, rooms).run())
}

struct Session {
    socket: WebSocket,
    rooms: Rooms,
    connection: Connection,
    outbox: mpsc::Receiver<Outgoing>,
    room: Option<RoomHandle>,
}

impl Session {
    fn new(socket: WebSocket, rooms: Rooms) -> Self {
        let asked = socket.protocol().and_then(|protocol| protocol.to_str().ok());
        let encoding =
            Encoding::ALL.into_iter().find(|encoding| Some(encoding.subprotocol()) == asked);
        let (sender, outbox) = mpsc::channel(OUTBOX_MAX);
        let connection = Connection {
            id: ConnectionId(NEXT_CONNECTION.fetch_add(1, Ordering::Relaxed)),
            encoding: encoding.unwrap_or(Encoding::Json),
            outbox: sender,
            too_slow: CancellationToken::new(),
        };
        Self { socket, rooms, connection, outbox, room: None }
    }

    /// Runs until either side ends the connection; the room then hears that it is gone.
    async fn run(mut self) {
        let code = self.talk().await;
        if let Some(room) = self.room.take() {
            // A room that has ended needs no word.
            let _ = room.send(RoomCommand::Gone { from: self.connection.id }).await;
        }
        let close = Message::Close(Some(CloseFrame { code, reason: "".into() }));
        let _ = timeout(WRITE_MAX, self.socket.send(close)).await;
    }

    /// Passes frames on until there is a reason to stop; gives the close code.
    async fn talk(&mut self) -> u16 {
        let mut ping = interval_at(Instant::now() + PING_EVERY, PING_EVERY);
        let mut heard = Instant::now();
        loop {
            tokio::select! {
                () = self.connection.too_slow.cancelled() => return CLOSE_TRY_AGAIN,
                out = self.outbox.recv() => match out {
                    Some(Outgoing::Frame(bytes)) => {
                        let frame = frame(self.connection.encoding, bytes);
                        if !matches!(timeout(WRITE_MAX, self.socket.send(frame)).await, Ok(Ok(()))) {
                            return CLOSE_AWAY;
                        }
                    }
                    Some(Outgoing::Outside) => self.room = None,
                    Some(Outgoing::Close(code)) => return code,
                    None => return CLOSE_AWAY,
                },
                message = self.socket.recv() => {
                    heard = Instant::now();
                    match message {
                        Some(Ok(Message::Text(text))) => self.receive(Encoding::Json, text.as_bytes()).await,
                        Some(Ok(Message::Binary(bytes))) => self.receive(Encoding::MessagePack, &bytes).await,
                        Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                        Some(Ok(Message::Close(_)) | Err(_)) | None => return CLOSE_AWAY,
                    }
                }
                _ = ping.tick() => {
                    let alive = heard.elapsed() < SILENCE_MAX;
                    if !alive || self.socket.send(Message::Ping(Default::default())).await.is_err() {
                        return CLOSE_AWAY;
                    }
                }
            }
        }
    }

    async fn receive(&mut self, encoding: Encoding, bytes: &[u8]) {
        let Ok(message) = encoding.decode_from_client::<ClientMessage>(bytes) else {
            self.refuse(RequestId(0), Refusal::BadMessage).await;
            return;
        };
        let request = message.request();
        if let Err(reason) = self.pass_on(message).await {
            self.refuse(request, reason).await;
        }
    }

    async fn pass_on(&mut self, message: ClientMessage) -> Result<(), Refusal> {
        let from = self.connection.id;
        let connection = self.connection.clone();
        let command = match message {
            AnyClientMessage::Create { request, name, setup: Setup::Fujian { rules }, public } => {
                self.check_outside()?;
                self.room = Some(self.rooms.open(rules, public)?);
                RoomCommand::Join { connection, request, name }
            }
            AnyClientMessage::Join { request, code, name } => {
                self.enter(code)?;
                RoomCommand::Join { connection, request, name }
            }
            AnyClientMessage::Watch { request, code, last_seq } => {
                self.enter(code)?;
                RoomCommand::Watch { connection, request, last: last_seq }
            }
            AnyClientMessage::Resume { request, code, token, last_seq } => {
                self.enter(code)?;
                RoomCommand::Resume { connection, request, token, last: last_seq }
            }
            AnyClientMessage::Act { request, action } => RoomCommand::Act { from, request, action },
            AnyClientMessage::Host { request, order } => RoomCommand::Host { from, request, order },
            AnyClientMessage::Leave { request } => RoomCommand::Leave { from, request },
        };
        let room = self.room.as_ref().ok_or(Refusal::NoSeat)?;
        room.send(command).await.map_err(|_| Refusal::NoRoom)
    }

    fn check_outside(&self) -> Result<(), Refusal> {
        if self.room.is_some() { Err(Refusal::AlreadyInRoom) } else { Ok(()) }
    }

    fn enter(&mut self, code: protocol::ids::RoomCode) -> Result<(), Refusal> {
        self.check_outside()?;
        self.room = Some(self.rooms.find(code).ok_or(Refusal::NoRoom)?);
        Ok(())
    }

    async fn refuse(&mut self, request: RequestId, reason: Refusal) {
        let refused: SpectatorMessage = SpectatorMessage::Refused { request, reason };
        let bytes = self.connection.encoding.encode(&refused).into();
        let _ = timeout(WRITE_MAX, self.socket.send(frame(self.connection.encoding, bytes))).await;
    }
}

fn frame(encoding: Encoding, bytes: bytes::Bytes) -> Message {
    match encoding {
        Encoding::Json => match axum::extract::ws::Utf8Bytes::try_from(bytes) {
            Ok(text) => Message::Text(text),
            Err(_) => unreachable!("JSON is UTF-8"),
        },
        Encoding::MessagePack => Message::Binary(bytes),
    }
}
