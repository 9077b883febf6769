//! Stopping: the signal, and what is let finish before the process ends.

use std::io;
use std::time::Duration;

use tokio::time::timeout;

use crate::gateway::Gateway;

/// How long requests and sockets may take to end.
const SOCKETS_SECONDS_MAX: u64 = 6;
/// How long the store may take to write what it was given, and close.
const STORE_SECONDS_MAX: u64 = 3;

/// What did not end in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unfinished {
    /// The store did not say that it is closed. What anybody has seen is on disk all the same.
    #[error("the database did not close within {STORE_SECONDS_MAX} s")]
    Store,
}

/// Says goodbye to everybody, then writes what is in flight and closes the store.
///
/// # Errors
/// The store did not close in time.
pub(crate) async fn stop(gateway: &Gateway) -> Result<(), Unfinished> {
    gateway.stop();
    gateway.tasks.close();
    // In this order: once nobody is connected, nobody can hand in what would come too late.
    let ended = timeout(Duration::from_secs(SOCKETS_SECONDS_MAX), gateway.tasks.wait()).await;
    if ended.is_err() {
        tracing::warn!(left = gateway.tasks.len(), "connections cut that did not end in time");
    }
    let closed = gateway.recorder.clone().shutdown();
    timeout(Duration::from_secs(STORE_SECONDS_MAX), closed).await.map_err(|_| Unfinished::Store)
}

/// Starts listening for the signals now, so none is missed; the future ends at the first one.
#[cfg(unix)]
pub(crate) fn signal() -> io::Result<impl Future<Output = ()>> {
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
pub(crate) fn signal() -> io::Result<impl Future<Output = ()>> {
    Ok(async {
        let _ = tokio::signal::ctrl_c().await;
    })
}
