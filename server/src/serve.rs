//! `sanjin serve`: opens the database, binds a socket, answers, stops when told to.

use std::{
    io::{self, Write},
    net::SocketAddr,
    time::Duration,
};

use tokio::net::{TcpListener, TcpSocket};
use tracing_subscriber::filter::ParseError;

use crate::config::{Args, Config, ConfigError, millis};
use crate::gateway::{self, Gateway};
use crate::recorder::{Database, OpenError, Recorder, RecorderOptions};
use crate::room::{Manners, RoomContext};
use crate::rooms::Rooms;
use crate::shutdown::{self, Unfinished};
use crate::telemetry;

/// What the system may hold for a connection that reads slowly; it takes about twice as much.
const SEND_BUFFER_BYTES: u32 = 64 * 1024;
/// Connections that wait to be accepted.
const BACKLOG_MAX: u32 = 1024;
/// How long reading threads may hold the end of the process up.
const READERS_SECONDS_MAX: u64 = 1;

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
    #[error("can't open the database {database}")]
    Database {
        /// Which.
        database: Database,
        /// Why.
        source: Box<OpenError>,
    },
    /// The settings can't be used.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// What is to be logged can't be understood.
    #[error("can't read the log filter; write --log info, or --log warn,server=debug")]
    Log(#[source] ParseError),
    /// Something did not end in time.
    #[error(transparent)]
    Unfinished(#[from] Unfinished),
    /// The system said no.
    #[error("the server could not start or keep running")]
    Runtime(#[from] io::Error),
}

/// Serves until ctrl-c or a terminate signal, then says goodbye, and writes what is in flight.
///
/// # Errors
/// The settings, the database or the address can't be used, or the database did not close.
pub fn run(args: Args) -> Result<(), ServeError> {
    let config = args.resolve()?;
    telemetry::start_log(&config.log, config.log_format).map_err(ServeError::Log)?;
    let runtime = tokio::runtime::Runtime::new()?;
    let served = runtime.block_on(serve(config));
    runtime.shutdown_timeout(Duration::from_secs(READERS_SECONDS_MAX));
    served
}

async fn serve(config: Config) -> Result<(), ServeError> {
    let (listen, database) = (config.listen, config.database.clone());
    let (recorder, replayed) = Recorder::open(&database, RecorderOptions::default())
        .map_err(|source| ServeError::Database { database, source: Box::new(source) })?;
    let pace = Duration::from_millis(config.bot_pace_ms.into());
    let idle_max = millis(config.idle_ms_max);
    let manners = Manners { bot_pace: pace..pace * 3, idle_max, ..Manners::default() };
    let context = RoomContext::new(recorder.clone(), manners);
    let rooms = Rooms::reopen(context, replayed);
    let listener = bind(listen).map_err(|source| match source.kind() {
        io::ErrorKind::AddrInUse => ServeError::PortTaken { listen },
        _ => ServeError::Bind { listen, source },
    })?;
    let stop = shutdown::signal()?;
    tracing::info!(rooms = rooms.len(), "rooms are open");
    println!("sanjin is listening on http://{} (stop it with ctrl-c)", listener.local_addr()?);

    let gateway = Gateway::new(config, rooms, recorder);
    let accepting = tokio::spawn(gateway::accept_all(listener, gateway.clone()));
    stop.await;
    // Nobody may be reading any more: that is no reason not to stop well.
    let _ = writeln!(io::stdout(), "stopping");
    let stopped = shutdown::stop(&gateway).await;
    accepting.abort();
    Ok(stopped?)
}

/// Listens. Connections inherit the buffer: a reader who stalls holds no more of the system's memory than that.
fn bind(listen: SocketAddr) -> io::Result<TcpListener> {
    let socket = if listen.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.set_send_buffer_size(SEND_BUFFER_BYTES)?;
    socket.bind(listen)?;
    socket.listen(BACKLOG_MAX)
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
