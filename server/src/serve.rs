//! `sanjin serve`: binds a socket, answers HTTP, stops when told to.

use std::{io, net::SocketAddr, time::Duration};

use tokio::{net::TcpListener, sync::oneshot, time};

use crate::gateway;

/// How long requests under way may take to finish once the server is told to stop.
const DRAIN_SECONDS_MAX: u64 = 5;

/// What `sanjin serve` can be told.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Address and port to listen on; port 0 picks a free one.
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8080")]
    listen: SocketAddr,
}

/// Why the server could not start or had to stop.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ServeError {
    #[error(
        "port {} on {} is already taken; stop the other program or choose another port with --listen {}:{}",
        .listen.port(), .listen.ip(), display_ip(*.listen), other_port(*.listen)
    )]
    PortTaken { listen: SocketAddr },
    #[error("cannot listen on {listen}; choose another address with --listen ADDRESS:PORT")]
    Bind { listen: SocketAddr, source: io::Error },
    #[error("the server could not start or keep running")]
    Runtime(#[from] io::Error),
}

/// Serves until ctrl-c or a terminate signal, then lets requests under way finish.
pub(crate) fn run(args: &Args) -> Result<(), ServeError> {
    tokio::runtime::Runtime::new()?.block_on(serve(args.listen))
}

async fn serve(listen: SocketAddr) -> Result<(), ServeError> {
    let listener = TcpListener::bind(listen).await.map_err(|source| match source.kind() {
        io::ErrorKind::AddrInUse => ServeError::PortTaken { listen },
        _ => ServeError::Bind { listen, source },
    })?;
    let (stop, stopping) = oneshot::channel();
    let stopped = stop_signal()?;
    println!("sanjin is listening on http://{} (stop it with ctrl-c)", listener.local_addr()?);

    let server = axum::serve(listener, gateway::router()).with_graceful_shutdown(async move {
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
