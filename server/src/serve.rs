//! `sanjin serve`: opens the database, binds a socket, answers, stops when told to.

use std::{io, net::SocketAddr, path::PathBuf, str::FromStr, time::Duration};

use tokio::{net::TcpListener, sync::oneshot, time};

use crate::gateway;
use crate::recorder::{OpenError, Recorder, RecorderOptions};
use crate::room::RoomContext;
use crate::rooms::Rooms;

/// How long requests under way may take to finish once the server is told to stop.
const DRAIN_SECONDS_MAX: u64 = 5;

/// What `sanjin serve` can be told.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Address and port to listen on; port 0 picks a free one.
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8080")]
    listen: SocketAddr,
    /// Where everything is recorded; made when it is not there.
    #[arg(
        long,
        value_name = "sqlite:PATH",
        default_value = "sqlite:sanjin.sqlite",
        env = "SANJIN_DATABASE"
    )]
    database: Database,
    /// How long bots think at least; up to three times as long.
    #[arg(long, value_name = "MILLISECONDS", default_value_t = 400)]
    bot_pace_ms: u64,
}

/// A database by its address.
#[derive(Clone, Debug)]
struct Database {
    path: PathBuf,
}

impl FromStr for Database {
    type Err = String;

    fn from_str(address: &str) -> Result<Self, String> {
        match address.strip_prefix("sqlite:").filter(|path| !path.is_empty()) {
            Some(path) => Ok(Self { path: path.into() }),
            None => Err("write sqlite:PATH, for example sqlite:sanjin.sqlite".to_owned()),
        }
    }
}

/// Why the server could not start or had to stop.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// Another program has the port.
    #[error(
        "port {} on {} is already taken; stop the other program or choose another port with --listen {}:{}",
        .listen.port(), .listen.ip(), display_ip(*.listen), other_port(*.listen)
    )]
    PortTaken {
        /// Where the server was to listen.
        listen: SocketAddr,
    },
    /// The address can't be listened on.
    #[error("cannot listen on {listen}; choose another address with --listen ADDRESS:PORT")]
    Bind {
        /// Where the server was to listen.
        listen: SocketAddr,
        /// Why it can't.
        source: io::Error,
    },
    /// The database can't be opened.
    #[error("can't open the database {path}")]
    Database {
        /// Which.
        path: PathBuf,
        /// Why.
        source: Box<OpenError>,
    },
    /// The system said no.
    #[error("the server could not start or keep running")]
    Runtime(#[from] io::Error),
}

/// Serves until ctrl-c or a terminate signal, then lets requests under way finish.
///
/// # Errors
/// The database or the address can't be used.
pub fn run(args: &Args) -> Result<(), ServeError> {
    tokio::runtime::Runtime::new()?.block_on(serve(args))
}

async fn serve(args: &Args) -> Result<(), ServeError> {
    let listen = args.listen;
    let path = &args.database.path;
    let opened = Recorder::open(path, RecorderOptions::default());
    let (recorder, replayed) = opened
        .map_err(|source| ServeError::Database { path: path.clone(), source: Box::new(source) })?;
    let pace = Duration::from_millis(args.bot_pace_ms);
    let context = RoomContext { recorder, bot_pace: pace..pace * 3 };
    let rooms = Rooms::reopen(context, replayed);
    let listener = TcpListener::bind(listen).await.map_err(|source| match source.kind() {
        io::ErrorKind::AddrInUse => ServeError::PortTaken { listen },
        _ => ServeError::Bind { listen, source },
    })?;
    let (stop, stopping) = oneshot::channel();
    let stopped = stop_signal()?;
    println!("sanjin is listening on http://{} (stop it with ctrl-c)", listener.local_addr()?);

    let server = axum::serve(listener, gateway::router(rooms)).with_graceful_shutdown(async move {
        stopped.await;
        println!("stopping");
        let _ = stop.send(());
    });
    let drained = async {
        // The sender only drops unsent when the server itself has ended.
        let _ = stopping.await;
        time::sleep(Duration::from_secs(DRAIN_SECONDS_MAX)).await;
    };
    tokio::select! {
        ended = server => ended?,
        () = drained => println!("gave up on requests that did not finish in {DRAIN_SECONDS_MAX} s"),
    }
    Ok(())
}

/// Starts listening for the signals now, so none is missed; the future ends at the first one.
#[cfg(unix)]
fn stop_signal() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};

    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Ends at ctrl-c; other systems have no terminate signal.
#[cfg(not(unix))]
fn stop_signal() -> io::Result<impl Future<Output = ()>> {
    Ok(async {
        let _ = tokio::signal::ctrl_c().await;
    })
}

fn display_ip(listen: SocketAddr) -> String {
    match listen {
        SocketAddr::V4(v4) => v4.ip().to_string(),
        SocketAddr::V6(v6) => format!("[{}]", v6.ip()),
    }
}

fn other_port(listen: SocketAddr) -> u16 {
    listen.port().checked_add(1).unwrap_or(8080)
}
