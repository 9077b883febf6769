//! A socket whose peer must take what is written to it: one that stalls is given up.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep_until};

/// The peer has taken nothing for too long.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("the peer takes nothing that is written to it")]
pub(super) struct Stalled;

impl Stalled {
    /// Whether this is why something could not be written.
    pub(super) fn is(error: &io::Error) -> bool {
        matches!(error.get_ref(), Some(inner) if inner.is::<Self>())
    }
}

impl From<Stalled> for io::Error {
    fn from(stalled: Stalled) -> Self {
        Self::new(io::ErrorKind::TimedOut, stalled)
    }
}

/// Gives up a peer that takes no byte for a while.
#[derive(Debug)]
pub(super) struct Stall {
    max: Duration,
    /// Runs while a write waits.
    clock: Option<Pin<Box<Sleep>>>,
}

impl Stall {
    /// Starts the clock when a write has to wait, stops it when bytes go, fails when it has run out.
    pub(super) fn watch<T>(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.ends();
            return written;
        }
        let deadline = Instant::now() + self.max;
        let clock = self.clock.get_or_insert_with(|| Box::pin(sleep_until(deadline)));
        match clock.as_mut().poll(context) {
            Poll::Ready(()) => Poll::Ready(Err(Stalled.into())),
            Poll::Pending => Poll::Pending,
        }
    }

    /// The peer has taken something.
    pub(super) fn ends(&mut self) {
        self.clock = None;
    }
}

/// A TCP stream. Writing fails when the peer takes no byte for a while; reading may wait for ever.
#[derive(Debug)]
pub(super) struct Stream {
    inner: TcpStream,
    stall: Stall,
}

impl Stream {
    pub(super) fn new(inner: TcpStream, stall_max: Duration) -> Self {
        Self { inner, stall: Stall { max: stall_max, clock: None } }
    }

    /// The stream, and what minds its peer.
    pub(super) fn into_parts(self) -> (TcpStream, Stall) {
        (self.inner, self.stall)
    }
}

impl AsyncRead for Stream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_read(context, buffer)
    }
}

impl AsyncWrite for Stream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.inner).poll_write(context, bytes);
        self.stall.watch(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffers: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.inner).poll_write_vectored(context, buffers);
        self.stall.watch(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.inner.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::AsyncWriteExt;
    use tokio::net::TcpListener;

    use super::*;

    #[tokio::test]
    async fn a_peer_that_takes_nothing_is_given_up() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let silent = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let (accepted, _) = listener.accept().await.unwrap();
        let mut stream = Stream::new(accepted, Duration::from_millis(20));

        let error = loop {
            if let Err(error) = stream.write_all(&[0; 64 * 1024]).await {
                break error;
            }
        };

        assert!(Stalled::is(&error), "{error}");
        drop(silent);
    }
}
