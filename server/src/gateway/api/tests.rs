//! The API over real sockets, each test on a database of its own.

mod copies;
mod feed;
mod history;
mod limits;
mod profiles;
mod ratings;
mod replay;
mod riichi;
mod sheets;

use std::sync::{Arc, Mutex};

use axum::http::HeaderMap;
use protocol::record::RecordedPlayer;
use rules::fujian::Rules;
use rules::seat::BySeat;
use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio_util::sync::CancellationToken;

use super::ratings::Ratings;
use crate::demo::DemoRoom;
use crate::recorder::{Database, Posting, Recorder, RecorderOptions, RoomId, StoredStep};
use crate::room::Withdrawn;
use crate::store::fresh::Fresh;

/// A server with a database of its own.
struct TestApi {
    recorder: Recorder,
    address: String,
    fresh: Fresh,
    /// What rooms were told to show no longer.
    withdrawn: Arc<Mutex<Vec<Withdrawn>>>,
}

/// What came back.
struct Answer {
    status: u16,
    headers: HeaderMap,
    body: String,
}

impl Answer {
    fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }

    fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// Each line as JSON.
    fn lines(&self) -> Vec<Value> {
        self.body.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// The code of a problem, which it must be.
    #[track_caller]
    fn problem(&self) -> (u16, String) {
        assert_eq!(self.header("content-type"), "application/problem+json", "{}", self.body);
        let problem = self.json();
        assert_eq!(problem["status"], self.status, "{problem}");
        assert!(problem["title"].is_string() && problem["type"].is_string(), "{problem}");
        (self.status, problem["code"].as_str().unwrap().to_owned())
    }
}

impl Answer {
    /// Everything that can be told from it but when it was given.
    fn seen(&self) -> (u16, HeaderMap, &str) {
        let mut headers = self.headers.clone();
        headers.remove("date");
        (self.status, headers, &self.body)
    }
}

impl TestApi {
    async fn start() -> Self {
        let fresh = Fresh::new();
        let database: Database = fresh.url.parse().unwrap();
        let (recorder, _) = Recorder::open(database, RecorderOptions::default()).unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let no_rooms: super::PublicRooms = Arc::new(|| Box::pin(async { Vec::new() }));
        let nobody: super::SeatOf = Arc::new(|_, _| Box::pin(async { None }));
        let withdrawn: Arc<Mutex<Vec<Withdrawn>>> = Arc::default();
        let told = Arc::clone(&withdrawn);
        let withdraw: super::ratings::Withdraw = Arc::new(move |profile| {
            told.lock().unwrap().push(profile);
            Box::pin(async {})
        });
        let rated = Ratings::new(recorder.clone(), withdraw);
        let api = super::router(rated, no_rooms, nobody, CancellationToken::new());
        let router = axum::Router::new().nest("/api", api);
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { recorder, address, fresh, withdrawn }
    }

    /// Sends a request; the body can be read to its end.
    async fn open(&self, target: &str, headers: &str) -> (u16, HeaderMap, BufReader<TcpStream>) {
        // In the old protocol a body ends with the connection: no lengths, no chunks.
        self.exchange(&format!("GET {target} HTTP/1.0\r\nhost: test\r\n{headers}\r\n")).await
    }

    /// Sends a request as it stands; the body of the answer can be read to its end.
    async fn exchange(&self, request: &str) -> (u16, HeaderMap, BufReader<TcpStream>) {
        let mut socket = TcpStream::connect(&self.address).await.unwrap();
        socket.write_all(request.as_bytes()).await.unwrap();
        let mut socket = BufReader::new(socket);
        let mut line = String::new();
        socket.read_line(&mut line).await.unwrap();
        let status = line.split(' ').nth(1).unwrap_or_else(|| panic!("{line}")).parse().unwrap();
        let mut found = HeaderMap::new();
        loop {
            line.clear();
            socket.read_line(&mut line).await.unwrap();
            let Some((name, value)) = line.trim_end().split_once(": ") else { break };
            let name: axum::http::HeaderName = name.parse().unwrap();
            found.append(name, value.parse().unwrap());
        }
        (status, found, socket)
    }

    async fn ask(&self, target: &str, headers: &str) -> Answer {
        Self::answer(self.open(target, headers).await).await
    }

    /// Asks with a body.
    async fn send(&self, target: &str, kind: &str, body: &str) -> Answer {
        let length = body.len();
        let head = format!("POST {target} HTTP/1.0\r\nhost: test\r\ncontent-type: {kind}\r\n");
        let request = format!("{head}content-length: {length}\r\n\r\n{body}");
        Self::answer(self.exchange(&request).await).await
    }

    async fn answer(opened: (u16, HeaderMap, BufReader<TcpStream>)) -> Answer {
        let (status, headers, mut socket) = opened;
        let mut body = String::new();
        socket.read_to_string(&mut body).await.unwrap();
        Answer { status, headers, body }
    }

    async fn read(&self, target: &str) -> Answer {
        self.ask(target, "").await
    }

    /// Posts in a room, each posting with a step of its own.
    async fn post(&self, room: u64, postings: impl IntoIterator<Item = Posting>) {
        let steps = self.recorder.reload(RoomId(room)).await.unwrap_or_default();
        for (seq, posting) in (steps.len() as u64 + 1..).zip(postings) {
            let step = StoredStep { room: RoomId(room), seq, body: b"step".to_vec() };
            self.recorder.append(step, vec![posting]).await.unwrap();
        }
    }
}

/// A room in which these four people play.
fn room(id: u64, names: [&str; 4]) -> DemoRoom {
    let player = |name: &str| RecordedPlayer::Human { name: name.parse().unwrap() };
    let rules = Rules { hands: 4, ..Rules::FULL };
    DemoRoom::new(RoomId(id), BySeat(names.map(player)), rules, 5)
}

const PEOPLE: [&str; 4] = ["Ana", "Bo", "Chen", "Dede"];
