//! A line between clients and server that tears, delays and cuts what goes over it.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::sleep;

/// Bytes carried at a time.
const CHUNK_BYTES_MAX: usize = 4 * 1024;
/// What a connection lives at least.
const LIFE_MIN: Duration = Duration::from_millis(1);
/// How often a chunk is torn in two with a wait between.
const TORN: f64 = 0.05;

/// What the line does to those who use it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mischief {
    /// How long a connection lives on average.
    pub(super) cut_after: Duration,
    /// How long a torn chunk waits at most.
    pub(super) delay_max: Duration,
    /// What chance follows from.
    pub(super) seed: u64,
}

/// A listener that passes everything on, more or less.
pub(super) struct Proxy {
    /// Where clients connect to.
    pub(super) url: String,
    line: Arc<Line>,
}

struct Line {
    mischief: Mischief,
    is_on: AtomicBool,
    /// Where the server is; nowhere while it is down.
    server: Mutex<Option<String>>,
    cuts: AtomicU64,
    delays: AtomicU64,
}

impl Proxy {
    /// Begins to listen, with the server nowhere and nothing going wrong yet.
    pub(super) async fn start(mischief: Mischief) -> io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let url = format!("ws://{}/ws", listener.local_addr()?);
        let line = Arc::new(Line {
            mischief,
            is_on: AtomicBool::new(false),
            server: Mutex::new(None),
            cuts: AtomicU64::new(0),
            delays: AtomicU64::new(0),
        });
        tokio::spawn(listen(listener, line.clone()));
        Ok(Self { url, line })
    }

    /// Says where the server is now, if anywhere.
    pub(super) fn lead_to(&self, server: Option<&str>) {
        let mut place = self.line.server.lock().unwrap_or_else(PoisonError::into_inner);
        *place = server.map(str::to_owned);
    }

    /// Lets things go wrong, or not any more.
    pub(super) fn set_mischief(&self, is_on: bool) {
        self.line.is_on.store(is_on, Ordering::Relaxed);
    }

    /// Whether things go wrong now.
    pub(super) fn is_mischievous(&self) -> bool {
        self.line.is_on()
    }

    /// Connections cut so far.
    pub(super) fn cuts(&self) -> u64 {
        self.line.cuts.load(Ordering::Relaxed)
    }

    /// Chunks torn and delayed so far.
    pub(super) fn delays(&self) -> u64 {
        self.line.delays.load(Ordering::Relaxed)
    }
}

impl Line {
    fn is_on(&self) -> bool {
        self.is_on.load(Ordering::Relaxed)
    }

    fn server(&self) -> Option<String> {
        self.server.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

async fn listen(listener: TcpListener, line: Arc<Line>) {
    let mut number = 0;
    while let Ok((client, _)) = listener.accept().await {
        number += 1;
        let dice = Pcg64Mcg::seed_from_u64(line.mischief.seed.wrapping_add(number));
        tokio::spawn(connection(client, line.clone(), dice));
    }
}

/// Carries both ways until either side has enough or the line is cut.
async fn connection(client: TcpStream, line: Arc<Line>, mut dice: Pcg64Mcg) {
    let Some(server) = line.server() else { return };
    let Ok(server) = TcpStream::connect(server).await else { return };
    if client.set_nodelay(true).and(server.set_nodelay(true)).is_err() {
        return;
    }
    let (from_client, to_client) = client.into_split();
    let (from_server, to_server) = server.into_split();
    let [there, back] = [(); 2].map(|()| Pcg64Mcg::seed_from_u64(dice.random()));
    tokio::select! {
        _ = carry(from_client, to_server, &line, there) => {}
        _ = carry(from_server, to_client, &line, back) => {}
        () = last(&line, dice) => {
            line.cuts.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// Waits until a connection is to be cut; one that was there before things go wrong as well.
async fn last(line: &Line, mut dice: Pcg64Mcg) {
    loop {
        let life = line.mischief.cut_after.mul_f64(-(1.0 - dice.random::<f64>()).ln());
        sleep(life.max(LIFE_MIN)).await;
        if line.is_on() {
            return;
        }
    }
}

async fn carry(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    line: &Line,
    mut dice: Pcg64Mcg,
) -> io::Result<()> {
    let mut chunk = [0; CHUNK_BYTES_MAX];
    loop {
        let count = from.read(&mut chunk).await?;
        if count == 0 {
            return Ok(());
        }
        let torn = if line.is_on() && dice.random_bool(TORN) {
            line.delays.fetch_add(1, Ordering::Relaxed);
            dice.random_range(0..count)
        } else {
            count
        };
        to.write_all(&chunk[..torn]).await?;
        if torn < count {
            sleep(line.mischief.delay_max.mul_f64(dice.random())).await;
            to.write_all(&chunk[torn..count]).await?;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Longer than any of this takes: a line that is never cut is one that failed.
    const PATIENCE: Duration = Duration::from_secs(20);

    #[tokio::test]
    async fn who_came_before_things_go_wrong_is_cut_off_as_well() {
        let server = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let cut_after = Duration::from_millis(1);
        let mischief = Mischief { cut_after, delay_max: Duration::ZERO, seed: 1 };
        let proxy = Proxy::start(mischief).await.unwrap();
        proxy.lead_to(Some(&server.local_addr().unwrap().to_string()));
        let address = proxy.url.trim_start_matches("ws://").trim_end_matches("/ws");
        let mut client = TcpStream::connect(address).await.unwrap();
        let (mut there, _) = server.accept().await.unwrap();
        there.write_all(b"in").await.unwrap();
        let mut heard = [0; 2];
        client.read_exact(&mut heard).await.unwrap();

        proxy.set_mischief(true);
        let rest = tokio::time::timeout(PATIENCE, client.read(&mut heard)).await;

        assert_eq!(rest.expect("the connection lives on").unwrap_or(0), 0);
        assert_eq!(proxy.cuts(), 1);
    }
}
