//! A real server on a database of its own, and clients that speak to it over real sockets.

#![allow(dead_code, reason = "each test file that includes this module uses only some of it")]

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use futures_util::{SinkExt, StreamExt};
use protocol::codec::Encoding;
use protocol::fujian::{
    ActionView, ClientMessage, Prompt, PublicChange, SeatMessage, SeatView, Setup,
};
use protocol::ids::{RequestId, RoomCode, SeatToken, Seq};
use protocol::room::RoomView;
use rules::fujian::Rules;
use rules::seat::Seat;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// A running `sanjin serve`; killed without warning when dropped.
pub(crate) struct TestServer {
    process: Child,
    pub(crate) address: String,
    folder: PathBuf,
}

impl TestServer {
    /// Starts a server on a fresh database.
    pub(crate) fn start(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("sanjin-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        let (process, address) = launch(&folder);
        Self { process, address, folder }
    }

    /// Kills it as a power cut would, and starts another on the same database.
    pub(crate) fn kill_and_restart(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
        (self.process, self.address) = launch(&self.folder);
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn launch(folder: &std::path::Path) -> (Child, String) {
    let database = format!("sqlite:{}", folder.join("sanjin.sqlite").display());
    let mut process = Command::new(env!("CARGO_BIN_EXE_sanjin"))
        .args(["serve", "--listen", "127.0.0.1:0", "--database", &database, "--bot-pace-ms", "0"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.split("http://").nth(1).and_then(|rest| rest.split(' ').next());
    (process, address.unwrap_or_else(|| panic!("no address in {line:?}")).to_owned())
}

/// A player at a seat, folding what it hears.
pub(crate) struct Player {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    encoding: Encoding,
    next_request: u32,
    pub(crate) code: RoomCode,
    pub(crate) seat: Seat,
    pub(crate) token: SeatToken,
    pub(crate) seq: Seq,
    pub(crate) room: RoomView,
    pub(crate) view: Option<SeatView>,
}

async fn connect(address: &str, encoding: Encoding) -> WebSocketStream<MaybeTlsStream<TcpStream>> {
    let mut request = format!("ws://{address}/ws").into_client_request().unwrap();
    let subprotocol = encoding.subprotocol().parse().unwrap();
    request.headers_mut().insert("sec-websocket-protocol", subprotocol);
    connect_async(request).await.unwrap().0
}

impl Player {
    /// Opens a room and sits down.
    pub(crate) async fn create(server: &TestServer, encoding: Encoding, rules: Rules) -> Self {
        let (request, name) = (RequestId(1), "Ana".parse().unwrap());
        let setup = Setup::Fujian { rules };
        Self::enter(server, encoding, ClientMessage::Create { request, name, setup, public: true })
            .await
    }

    /// Sits down in a room.
    pub(crate) async fn join(
        server: &TestServer,
        encoding: Encoding,
        code: RoomCode,
        name: &str,
    ) -> Self {
        let (request, name) = (RequestId(1), name.parse().unwrap());
        Self::enter(server, encoding, ClientMessage::Join { request, code, name }).await
    }

    async fn enter(server: &TestServer, encoding: Encoding, message: ClientMessage) -> Self {
        let mut socket = connect(&server.address, encoding).await;
        send(&mut socket, encoding, &message).await;
        let SeatMessage::Seated { code, seat, token, .. } = receive(&mut socket, encoding).await
        else {
            panic!("not seated")
        };
        let SeatMessage::Snapshot { seq, room, view } = receive(&mut socket, encoding).await else {
            panic!("no snapshot")
        };
        Self { socket, encoding, next_request: 2, code, seat, token, seq, room, view }
    }

    /// Comes back over a new connection, knowing what it knew, and hears what it missed.
    pub(crate) async fn resume(&mut self, server: &TestServer) {
        self.socket = connect(&server.address, self.encoding).await;
        let request = self.request();
        let (code, token, last_seq) = (self.code, self.token.clone(), Some(self.seq));
        let resume = ClientMessage::Resume { request, code, token, last_seq };
        send(&mut self.socket, self.encoding, &resume).await;
        let SeatMessage::Accepted { seq: now, .. } = self.hear().await else {
            panic!("not resumed")
        };
        while self.seq < now {
            self.hear().await;
        }
    }

    fn request(&mut self) -> RequestId {
        self.next_request += 1;
        RequestId(self.next_request - 1)
    }

    /// Asks for something; gives the name of the request.
    pub(crate) async fn ask(
        &mut self,
        message: impl FnOnce(RequestId) -> ClientMessage,
    ) -> RequestId {
        let request = self.request();
        send(&mut self.socket, self.encoding, &message(request)).await;
        request
    }

    /// Hears one message and folds it in.
    pub(crate) async fn hear(&mut self) -> SeatMessage {
        let message = receive(&mut self.socket, self.encoding).await;
        match &message {
            SeatMessage::Step { seq, room, public, own } => {
                assert_eq!(seq.0, self.seq.0 + 1, "a gap at {:?}", self.seat);
                self.seq = *seq;
                room.iter().for_each(|change| self.room.apply(change));
                if let Some(PublicChange::Table { table }) = public.first() {
                    self.view = Some(SeatView::before_the_deal((**table).clone(), self.seat));
                }
                if let Some(view) = &mut self.view {
                    view.apply(public, own);
                }
            }
            SeatMessage::Snapshot { seq, room, view } => {
                (self.seq, self.room, self.view) = (*seq, room.clone(), view.clone());
            }
            _ => {}
        }
        message
    }

    /// What a simple player does now: wins when it can, else passes or throws the last tile it may.
    pub(crate) fn simple_action(&self) -> Option<ActionView> {
        let view = self.view.as_ref()?;
        Some(match view.prompt.as_ref()? {
            Prompt::Turn { win: None, .. } | Prompt::Call { win: None, .. } => ActionView::Win {},
            Prompt::Call { .. } => ActionView::Pass {},
            Prompt::Ready {} => ActionView::Ready {},
            Prompt::Turn { barred, .. } => {
                let free = |tile: &&_| !barred.iter().any(|(other, _)| other == *tile);
                ActionView::Discard { tile: *view.own.tiles.iter().rev().find(free)? }
            }
        })
    }
}

async fn send(
    socket: &mut WebSocketStream<MaybeTlsStream<TcpStream>>,
    encoding: Encoding,
    message: &ClientMessage,
) {
    let bytes = encoding.encode(message);
    let frame = match encoding {
        Encoding::Json => Message::text(String::from_utf8(bytes).unwrap()),
        Encoding::MessagePack => Message::binary(bytes),
    };
    socket.send(frame).await.unwrap();
}

async fn receive(
    socket: &mut WebSocketStream<MaybeTlsStream<TcpStream>>,
    encoding: Encoding,
) -> SeatMessage {
    loop {
        let frame = socket.next().await.expect("the server goes on talking").unwrap();
        let bytes = match &frame {
            Message::Text(text) => text.as_bytes(),
            Message::Binary(bytes) => &bytes[..],
            Message::Ping(_) | Message::Pong(_) => continue,
            Message::Close(_) | Message::Frame(_) => panic!("the server closed the connection"),
        };
        return encoding.decode(bytes).unwrap();
    }
}
