//! The commands of `sanjin-bot`.

pub(crate) mod arena;
mod paint;
pub(crate) mod play;
pub(crate) mod watch;

use std::io;

use protocol::refusal::Refusal;

/// What tells this program to stop.
#[cfg(unix)]
struct Signal {
    interrupt: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
}

/// Starts listening for the signals now, so none is missed.
#[cfg(unix)]
fn signal() -> io::Result<Signal> {
    use tokio::signal::unix::{SignalKind, signal};

    let (interrupt, terminate) = (SignalKind::interrupt(), SignalKind::terminate());
    Ok(Signal { interrupt: signal(interrupt)?, terminate: signal(terminate)? })
}

#[cfg(unix)]
impl Signal {
    /// Waits for the next one.
    async fn recv(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }
}

/// What tells this program to stop; other systems have no terminate signal.
#[cfg(not(unix))]
struct Signal;

#[cfg(not(unix))]
fn signal() -> io::Result<Signal> {
    Ok(Signal)
}

#[cfg(not(unix))]
impl Signal {
    /// Waits for ctrl-c.
    async fn recv(&mut self) {
        let _ = tokio::signal::ctrl_c().await;
    }
}

/// Why the server said no, and what to do about it.
fn refusal(reason: Refusal) -> String {
    let about = match reason {
        Refusal::NoRoom => {
            ": is the code right? a room is closed some time after everybody has gone"
        }
        Refusal::RoomFull => ": no seat is free; have the host free one, or bring fewer bots",
        Refusal::WatchingOff => ": its host lets nobody watch",
        Refusal::SlowDown => ": too much came from this address, try again later",
        Refusal::StoreUnavailable => ": it can't record anything just now, try again later",
        _ => "",
    };
    format!("the server refused, {}{about}", reason.code())
}
