//! The floor: a server that does nothing but pass 40 bytes on to four, driven by the same loop.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use futures_util::{SinkExt as _, StreamExt as _};
use hdrhistogram::Histogram;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Bytes, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, accept_async_with_config};

use crate::process::ServerProcess;
use crate::run::runtime;
use crate::tally::{latencies, record};

/// What is passed on.
const PAYLOAD: [u8; 40] = [7; 40];
/// Read buffer of a connection, as in the real server.
const BUFFER_BYTES: usize = 4 * 1024;
/// Frames that may wait for one connection.
const OUTBOX_MAX: usize = 64;

/// Measures a bare broadcast of 40 bytes to four, for comparison.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Rooms, four clients each.
    #[arg(long, default_value_t = 100)]
    rooms: usize,
    /// How long.
    #[arg(long, default_value_t = 10)]
    seconds: u64,
    /// Keep the server to this core.
    #[arg(long, value_name = "NUMBER")]
    server_core: Option<usize>,
    /// Threads of the clients.
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

/// Where the floor's server listens.
#[derive(clap::Args)]
pub(crate) struct ServerArgs {
    #[arg(long, default_value = "127.0.0.1:0")]
    listen: String,
}

/// What a bare broadcast takes.
#[derive(Clone, Debug)]
pub(crate) struct FloorFigures {
    pub(crate) actions: u64,
    pub(crate) cpu_us: f64,
    pub(crate) memory_kib_per_room: f64,
    pub(crate) latencies: Histogram<u64>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let figures = measure(args.rooms, args.seconds, args.server_core, args.threads)?;
    println!(
        "floor, {} rooms: {} actions, {:.1} us of server CPU each, {:.0} KiB a room, p50 {} us, p99 {} us",
        args.rooms,
        figures.actions,
        figures.cpu_us,
        figures.memory_kib_per_room,
        figures.latencies.value_at_quantile(0.5),
        figures.latencies.value_at_quantile(0.99),
    );
    Ok(())
}

/// Starts a server of the floor and loads it in a closed loop.
pub(crate) fn measure(
    rooms: usize,
    seconds: u64,
    core: Option<usize>,
    threads: usize,
) -> anyhow::Result<FloorFigures> {
    let program = std::env::current_exe()?;
    let server = ServerProcess::start(&program, &["floor-server".to_owned()], core)?;
    runtime(threads)?.block_on(async {
        let empty = server.usage()?;
        let mut opened = Vec::new();
        for room in 0..rooms {
            opened.push(FloorRoom::open(&server.address, room as u32).await?);
        }
        let before = server.usage()?;
        let end = Instant::now() + Duration::from_secs(seconds);
        let mut playing = tokio::task::JoinSet::new();
        for room in opened {
            playing.spawn(room.load(end));
        }
        let mut all = latencies();
        while let Some(done) = playing.join_next().await {
            all += done??;
        }
        let after = server.usage()?;
        let actions = all.len();
        Ok(FloorFigures {
            actions,
            cpu_us: (after.cpu - before.cpu).as_secs_f64() * 1e6 / actions.max(1) as f64,
            memory_kib_per_room: after.memory_kib.saturating_sub(empty.memory_kib) as f64
                / rooms as f64,
            latencies: all,
        })
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
    tokio::runtime::Runtime::new()?.block_on(async {
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
