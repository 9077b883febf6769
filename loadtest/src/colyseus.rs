//! Colyseus beside us: a table with hidden hands on its server, driven by the same loop as the floor.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail, ensure};
use futures_util::{SinkExt as _, StreamExt as _};
use hdrhistogram::Histogram;
use serde::Deserialize;
use serde_json::Value;
use tokio::net::TcpStream;
use tokio::time::timeout_at;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Bytes, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

use crate::peer::{self, PeerFigures};
use crate::process::{ServerProcess, kb};
use crate::run::runtime;
use crate::tally::{Traffic, latencies, record};
use crate::{descriptors, http, values};

/// Seats of a table.
const SEATS: usize = 4;
/// Places a tile can be thrown from: a hand, and the tile just drawn.
const PLACES: usize = 17;
/// Read buffer of a client, as the floor's clients have it.
const BUFFER_BYTES: usize = 4 * 1024;
/// How long after its end a room may wait for a patch.
const SILENCE_MAX: Duration = Duration::from_secs(30);

/// Measures Colyseus with hidden hands, for comparison; its packages must be installed (`npm install` in its folder).
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Rooms, four clients each.
    #[arg(long, default_value_t = 100, value_parser = values::count)]
    rooms: usize,
    /// How long.
    #[arg(long, default_value_t = 10, value_parser = values::seconds)]
    seconds: u64,
    /// Keep the server to this core.
    #[arg(long, value_name = "NUMBER")]
    server_core: Option<usize>,
    /// Threads of the clients.
    #[arg(long, default_value_t = 1, value_parser = values::count)]
    threads: usize,
    /// Where the server's script lies.
    #[arg(long, default_value = "loadtest/colyseus")]
    folder: PathBuf,
    /// Write the figures here as JSON.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

/// What Colyseus takes.
#[derive(Clone, Debug)]
pub(crate) struct ColyseusFigures {
    pub(crate) load: PeerFigures,
    /// Payload to all four seats.
    pub(crate) bytes_down_per_action: f64,
    /// The same with the headers of WebSocket frames.
    pub(crate) bytes_down_framed_per_action: f64,
}

impl ColyseusFigures {
    /// For programs.
    pub(crate) fn json(&self) -> Value {
        let mut figures = self.load.json();
        figures["bytes_down_per_action"] = self.bytes_down_per_action.into();
        figures["bytes_down_framed_per_action"] = self.bytes_down_framed_per_action.into();
        figures
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    values::can_write(args.json.as_deref())?;
    let figures = measure(&args.folder, args.rooms, args.seconds, args.server_core, args.threads)?;
    println!(
        "Colyseus, {} rooms: {} actions, {:.1} us of server CPU each, {:.0} KB a room, \
         {:.1} bytes down to four seats ({:.1} with frame headers), p50 {} us, p99 {} us",
        args.rooms,
        figures.load.actions,
        figures.load.cpu_us,
        kb(figures.load.memory_kib_per_room),
        figures.bytes_down_per_action,
        figures.bytes_down_framed_per_action,
        figures.load.latencies.value_at_quantile(0.5),
        figures.load.latencies.value_at_quantile(0.99),
    );
    values::write_json(args.json.as_deref(), &figures.json())
}

/// Starts a server of Colyseus, sees that it hides what it has to, and loads it in a closed loop.
pub(crate) fn measure(
    folder: &Path,
    rooms: usize,
    seconds: u64,
    core: Option<usize>,
    threads: usize,
) -> anyhow::Result<ColyseusFigures> {
    descriptors::have(rooms * SEATS)?;
    let script = folder.join("server.mjs");
    // By `env`, which becomes the server: what is measured is the process that was started.
    let words = ["NODE_ENV=production", "node", &script.to_string_lossy()].map(str::to_owned);
    let server = ServerProcess::start(Path::new("env"), &words, core).with_context(|| {
        format!("no Colyseus: are Node and the packages of {} installed?", folder.display())
    })?;
    check(folder, &server.address)?;
    runtime(threads)?.block_on(async {
        let (empty, begun) = (server.usage()?, Told::of(&server.address).await?);
        let (down, mut opened) = (Arc::new(Traffic::default()), Vec::new());
        for _ in 0..rooms {
            let (room, down) = (Room::open(&server.address).await?, down.clone());
            opened.push(move |end| room.load(end, down));
        }
        let load = peer::load(&server, empty, seconds, opened).await?;
        let played = Told::of(&server.address).await?.actions - begun.actions;
        ensure!(played == load.actions, "{} actions heard of, {played} played", load.actions);
        let per_action = |bytes: u64| bytes as f64 / played.max(1) as f64;
        Ok(ColyseusFigures {
            load,
            bytes_down_per_action: per_action(down.payload()),
            bytes_down_framed_per_action: per_action(down.framed()),
        })
    })
}

/// Plays a table with Colyseus' own decoder: a comparison with a broken game would be worth nothing.
fn check(folder: &Path, address: &str) -> anyhow::Result<()> {
    let mut command = Command::new("node");
    command.arg(folder.join("check.mjs")).arg(format!("http://{address}"));
    let checked = command.output()?;
    let said = String::from_utf8_lossy(&checked.stderr);
    ensure!(checked.status.success(), "Colyseus does not play as it should: {}", said.trim());
    Ok(())
}

/// What the server says of all its rooms together.
#[derive(Deserialize)]
struct Told {
    actions: u64,
}

impl Told {
    async fn of(address: &str) -> anyhow::Result<Self> {
        Ok(serde_json::from_str(&http::get(address, "/told").await?.body)?)
    }
}

/// A seat that is kept for us until we come.
#[derive(Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "camelCase")]
struct Reservation {
    room_id: String,
    process_id: String,
    session_id: String,
}

impl Reservation {
    async fn ask(address: &str, method: &str) -> anyhow::Result<Self> {
        let answer = http::post(address, &format!("/matchmake/{method}"), "{}").await?;
        ensure!(answer.status == 200, "no seat: {} {}", answer.status, answer.body);
        Ok(serde_json::from_str(&answer.body)?)
    }

    fn url(&self, address: &str) -> String {
        let Self { room_id, process_id, session_id } = self;
        format!("ws://{address}/{process_id}/{room_id}?sessionId={session_id}")
    }
}

/// What the first byte of a frame says it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
enum Kind {
    Joined = 10,
    Error = 11,
    Data = 13,
    State = 14,
    Patch = 15,
}

impl Kind {
    /// Bits of the first byte; the others tell of things a table without clocked input has not.
    const MASK: u8 = 0b0001_1111;

    fn of(frame: &[u8]) -> anyhow::Result<Self> {
        let first = *frame.first().context("an empty frame")?;
        let all = [Self::Joined, Self::Error, Self::Data, Self::State, Self::Patch];
        let found = all.into_iter().find(|kind| *kind as u8 == first & Self::MASK);
        found.with_context(|| format!("a frame of unknown kind {first}"))
    }
}

/// A word for the room, with a number if it needs one.
fn message(word: &str, number: Option<u8>) -> Message {
    // As MessagePack has it: short strings and small numbers are a byte and what they are.
    let mut bytes = vec![Kind::Data as u8, 0xa0 | word.len() as u8];
    bytes.extend(word.as_bytes());
    bytes.extend(number);
    Message::binary(bytes)
}

struct Client {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
}

impl Client {
    async fn join(address: &str, seat: &Reservation) -> anyhow::Result<Self> {
        let config = WebSocketConfig::default().read_buffer_size(BUFFER_BYTES).write_buffer_size(0);
        let url = seat.url(address);
        let (socket, _) =
            tokio_tungstenite::connect_async_with_config(url, Some(config), true).await?;
        let mut client = Self { socket };
        client.hear(Kind::Joined).await?;
        client.socket.send(Message::binary(vec![Kind::Joined as u8])).await?;
        client.hear(Kind::State).await?;
        Ok(client)
    }

    /// The next frame, which is to be of this kind.
    async fn hear(&mut self, expected: Kind) -> anyhow::Result<Bytes> {
        loop {
            let message = self.socket.next().await.context("Colyseus hung up")??;
            if let Message::Binary(frame) = message {
                let kind = Kind::of(&frame)?;
                if kind != expected {
                    bail!(
                        "{kind:?} instead of {expected:?}: {:?}",
                        String::from_utf8_lossy(&frame)
                    );
                }
                return Ok(frame);
            }
        }
    }
}

struct Room {
    clients: Vec<Client>,
}

impl Room {
    /// Sits four clients down and begins.
    async fn open(address: &str) -> anyhow::Result<Self> {
        let mut seat = Reservation::ask(address, "create/table").await?;
        let mut clients = vec![Client::join(address, &seat).await?];
        while clients.len() < SEATS {
            seat = Reservation::ask(address, &format!("joinById/{}", seat.room_id)).await?;
            clients.push(Client::join(address, &seat).await?);
        }
        let mut room = Self { clients };
        room.say(0, message("begin", None), &Traffic::default()).await?;
        Ok(room)
    }

    async fn load(mut self, end: Instant, down: Arc<Traffic>) -> anyhow::Result<Histogram<u64>> {
        let latest = (end + SILENCE_MAX).into();
        timeout_at(latest, self.play(end, &down)).await.context("no patch came")?
    }

    async fn play(&mut self, end: Instant, down: &Traffic) -> anyhow::Result<Histogram<u64>> {
        let mut latencies = latencies();
        let mut turn = 0;
        while Instant::now() < end {
            let begun = Instant::now();
            let place = (turn % PLACES) as u8;
            // A wall is worth a multiple of four throws, so that seats take turns across deals too.
            self.say(turn % SEATS, message("throw", Some(place)), down).await?;
            record(&mut latencies, begun.elapsed());
            turn += 1;
        }
        Ok(latencies)
    }

    /// Says something, and waits until all four have heard what came of it.
    async fn say(&mut self, seat: usize, message: Message, down: &Traffic) -> anyhow::Result<()> {
        self.clients[seat].socket.send(message).await?;
        for client in &mut self.clients {
            let frame = client.hear(Kind::Patch).await?;
            down.heard(frame.len());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_is_known_by_the_low_bits_of_its_first_byte() {
        assert_eq!(Kind::of(&[15, 200]).unwrap(), Kind::Patch);
        assert_eq!(Kind::of(&[0x80 | 14]).unwrap(), Kind::State);
        assert_eq!(Kind::of(&[11, 1, 2]).unwrap(), Kind::Error);
        assert!(Kind::of(&[18]).is_err());
        assert!(Kind::of(&[]).is_err());
    }

    #[test]
    fn a_seat_is_found_where_the_matchmaker_says() {
        let answer = r#"{"name":"table","sessionId":"s1","roomId":"r1","processId":"p1"}"#;

        let seat: Reservation = serde_json::from_str(answer).unwrap();

        assert_eq!(seat.url("host:1"), "ws://host:1/p1/r1?sessionId=s1");
        assert!(serde_json::from_str::<Reservation>(r#"{"code":522,"error":"gone"}"#).is_err());
    }

    #[test]
    fn a_throw_is_a_word_and_a_place() {
        assert_eq!(message("throw", Some(16)).into_data()[..], *b"\x0d\xa5throw\x10");
        assert_eq!(message("begin", None).into_data()[..], *b"\x0d\xa5begin");
    }
}
