//! The floor: a server that does nothing but pass 40 bytes on to four, driven by a loop like that of a
//! room: one action at a time, the next as soon as all four have heard of the last. It chooses and
//! checks nothing, which costs the clients' core and not the server's.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use anyhow::Context as _;
use futures_util::{SinkExt as _, StreamExt as _};
use hdrhistogram::Histogram;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Bytes, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, accept_async_with_config};

use crate::peer::{self, PeerFigures};
use crate::process::{ServerProcess, kb};
use crate::run::runtime;
use crate::tally::{latencies, record};
use crate::values;

/// What is passed on.
const PAYLOAD: [u8; 40] = [7; 40];
/// Read buffer of a connection: small, as in every server that knows what the default costs.
const BUFFER_BYTES: usize = 4 * 1024;
/// Frames that may wait for one connection.
const OUTBOX_MAX: usize = 64;

/// Measures a bare broadcast of 40 bytes to four, for comparison.
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
    /// How the server's tasks take turns.
    #[arg(long, value_enum, default_value_t = Turns::OneLine)]
    turns: Turns,
    /// Write the figures here as JSON.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

/// Where the floor's server listens.
#[derive(clap::Args)]
pub(crate) struct ServerArgs {
    #[arg(long, default_value = "127.0.0.1:0")]
    listen: String,
    #[arg(long, value_enum, default_value_t = Turns::OneLine)]
    turns: Turns,
}

/// How the tasks of the floor's server take turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Turns {
    /// In one line, on tokio's runtime with one thread: every room gets its turn.
    OneLine,
    /// As tokio's runtime with many threads has it. Whatever does not fit into the queue of one thread goes to a shared
    /// one that is looked into now and then: of a thousand rooms some seventy go round in warm caches while the others
    /// starve. Cheaper an action, and no load of a thousand rooms; its latencies show it.
    ManyThreads,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    values::can_write(args.json.as_deref())?;
    let Args { rooms, seconds, server_core, threads, turns, .. } = *args;
    let figures = measure(rooms, seconds, server_core, threads, turns)?;
    println!(
        "floor, {} rooms: {} actions, {:.1} us of server CPU each, {:.0} KB a room, p50 {} us, p99 {} us",
        args.rooms,
        figures.actions,
        figures.cpu_us,
        kb(figures.memory_kib_per_room),
        figures.latencies.value_at_quantile(0.5),
        figures.latencies.value_at_quantile(0.99),
    );
    values::write_json(args.json.as_deref(), &figures.json())
}

/// Starts a server of the floor and loads it in a closed loop.
pub(crate) fn measure(
    rooms: usize,
    seconds: u64,
    core: Option<usize>,
    threads: usize,
    turns: Turns,
) -> anyhow::Result<PeerFigures> {
    let program = std::env::current_exe()?;
    let turns = match turns {
        Turns::OneLine => "one-line",
        Turns::ManyThreads => "many-threads",
    };
    let words = ["floor-server", "--turns", turns].map(str::to_owned);
    let server = ServerProcess::start(&program, &words, core)?;
    runtime(threads)?.block_on(async {
        let empty = server.usage()?;
        let mut opened = Vec::new();
        for room in 0..rooms {
            let room = FloorRoom::open(&server.address, room as u32).await?;
            opened.push(move |end| room.load(end));
        }
        peer::load(&server, empty, seconds, opened).await
    })
}

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

struct FloorRoom {
    sockets: Vec<Socket>,
}

impl FloorRoom {
    async fn open(address: &str, room: u32) -> anyhow::Result<Self> {
        let mut sockets = Vec::new();
        for _ in 0..4 {
            let url = format!("ws://{address}/");
            let (mut socket, _) =
                tokio_tungstenite::connect_async_with_config(url, Some(config()), true).await?;
            socket.send(Message::binary(room.to_le_bytes().to_vec())).await?;
            // Who is not a member yet would miss the first message, and wait for it for ever.
            socket.next().await.context("the floor's server hung up")??;
            sockets.push(socket);
        }
        Ok(Self { sockets })
    }

    async fn load(mut self, end: Instant) -> anyhow::Result<Histogram<u64>> {
        let mut latencies = latencies();
        let mut turn = 0;
        while Instant::now() < end {
            let begun = Instant::now();
            let whose = turn % self.sockets.len();
            self.sockets[whose].send(Message::binary(vec![1u8; 8])).await?;
            for socket in &mut self.sockets {
                while !socket.next().await.context("the floor's server hung up")??.is_binary() {}
            }
            record(&mut latencies, begun.elapsed());
            turn += 1;
        }
        Ok(latencies)
    }
}

fn config() -> WebSocketConfig {
    WebSocketConfig::default().read_buffer_size(BUFFER_BYTES).write_buffer_size(0)
}

/// The outboxes of each room.
type Rooms = Arc<Mutex<HashMap<u32, Vec<mpsc::Sender<Bytes>>>>>;

/// Serves until killed.
pub(crate) fn serve(args: &ServerArgs) -> anyhow::Result<()> {
    let mut runtime = match args.turns {
        Turns::OneLine => tokio::runtime::Builder::new_current_thread(),
        Turns::ManyThreads => tokio::runtime::Builder::new_multi_thread(),
    };
    runtime.enable_all().build()?.block_on(async {
        let listener = TcpListener::bind(&args.listen).await?;
        println!("floor on http://{} ", listener.local_addr()?);
        let rooms = Rooms::default();
        loop {
            let (stream, _) = listener.accept().await?;
            stream.set_nodelay(true)?;
            tokio::spawn(connection(stream, rooms.clone()));
        }
    })
}

async fn connection(stream: TcpStream, rooms: Rooms) {
    let Ok(mut socket) = accept_async_with_config(stream, Some(config())).await else { return };
    let Some(Ok(Message::Binary(first))) = socket.next().await else { return };
    let Ok(room) = first[..].try_into().map(u32::from_le_bytes) else { return };
    let (outbox, mut inbox) = mpsc::channel(OUTBOX_MAX);
    rooms.lock().unwrap_or_else(PoisonError::into_inner).entry(room).or_default().push(outbox);
    if socket.send(Message::text("in")).await.is_err() {
        return;
    }
    let payload = Bytes::from_static(&PAYLOAD);
    loop {
        tokio::select! {
            out = inbox.recv() => {
                let Some(bytes) = out else { return };
                if socket.send(Message::Binary(bytes)).await.is_err() {
                    return;
                }
            }
            message = socket.next() => {
                let Some(Ok(Message::Binary(_))) = message else { return };
                let rooms = rooms.lock().unwrap_or_else(PoisonError::into_inner);
                for member in rooms.get(&room).into_iter().flatten() {
                    let _ = member.try_send(payload.clone());
                }
            }
        }
    }
}
