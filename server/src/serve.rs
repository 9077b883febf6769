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
use crate::recorder::{Database, Health, OpenError, Recorder, RecorderOptions};
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
    /// The thread that writes has ended: nothing can be recorded until the server is started again.
    #[error(
        "the recorder has ended by itself: start the server again; the log says what went wrong"
    )]
    RecorderEnded,
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
/// The settings, the database or the address can't be used, the recorder ended by itself, or the database did not
/// close.
pub fn run(args: Args) -> Result<(), ServeError> {
    let config = args.resolve()?;
    telemetry::start_log(&config.log, config.log_format).map_err(ServeError::Log)?;
    raise_descriptors();
    let runtime = tokio::runtime::Runtime::new()?;
    let served = runtime.block_on(serve(config));
    runtime.shutdown_timeout(Duration::from_secs(READERS_SECONDS_MAX));
    served
}

/// Takes as many file descriptors as the system allows: every connection is one.
fn raise_descriptors() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

        let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
        if let Err(error) = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum }) {
            tracing::warn!(%error, ?current, "can't have more file descriptors");
        }
    }
}

async fn serve(config: Config) -> Result<(), ServeError> {
    let (listen, database) = (config.listen, config.database.clone());
    let (recorder, replayed) = Recorder::open(&database, RecorderOptions::default())
        .map_err(|source| ServeError::Database { database, source: Box::new(source) })?;
    let pace = Duration::from_millis(config.bot_pace_ms.into());
    let idle_max = millis(config.idle_ms_max);
    let orders = config.host_orders_per_second;
    let order_every = Duration::from_secs(1).checked_div(orders).unwrap_or_default();
    let manners = Manners { bot_pace: pace..pace * 3, idle_max, order_every, ..Manners::default() };
    let context = RoomContext::new(recorder.clone(), manners);
    let listener = bind(listen).map_err(|source| match source.kind() {
        io::ErrorKind::AddrInUse => ServeError::PortTaken { listen },
        _ => ServeError::Bind { listen, source },
    })?;
    let stop = shutdown::signal()?;
    let rooms = Rooms::reopen(context, replayed);
    tracing::info!(rooms = rooms.len(), "rooms found");
    println!("sanjin is listening on http://{} (stop it with ctrl-c)", listener.local_addr()?);

    let gateway = Gateway::new(config, rooms, recorder);
    let accepting = tokio::spawn(gateway::accept_all(listener, gateway.clone()));
    let ended = wait_for_end(stop, &gateway.recorder).await;
    // Nobody may be reading any more: that is no reason not to stop well.
    let _ = writeln!(io::stdout(), "stopping");
    let stopped = shutdown::stop(&gateway).await;
    accepting.abort();
    ended.and(stopped.map_err(ServeError::from))
}

/// Waits until the server is told to stop, or has no recorder any more: nothing could be played then.
async fn wait_for_end(
    stop: impl Future<Output = ()>,
    recorder: &Recorder,
) -> Result<(), ServeError> {
    let mut health = recorder.health();
    tokio::select! {
        () = stop => Ok(()),
        // Nobody is left to say so: that is an end as well.
        _ = health.wait_for(|health| *health == Health::Stopped) => Err(ServeError::RecorderEnded),
    }
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

#[cfg(test)]
mod tests {
    use std::future::{pending, ready};

    use super::*;
    use crate::recorder::Database;
    use crate::store::fresh::Fresh;

    fn recorder(fresh: &Fresh) -> Recorder {
        let database: Database = fresh.url.parse().unwrap();
        Recorder::open(database, RecorderOptions::default()).unwrap().0
    }

    #[tokio::test]
    async fn a_server_whose_recorder_has_ended_does_not_stay() {
        let fresh = Fresh::new();
        let recorder = recorder(&fresh);
        let broken = recorder.rate::<(), ()>(|_| panic!("a test asked for it")).await;
        assert!(broken.is_err());

        let ended = wait_for_end(pending(), &recorder).await;

        assert!(matches!(ended, Err(ServeError::RecorderEnded)));
    }

    #[tokio::test]
    async fn a_server_that_is_told_to_stop_has_ended_well() {
        let fresh = Fresh::new();

        let ended = wait_for_end(ready(()), &recorder(&fresh)).await;

        assert!(ended.is_ok());
    }
}
