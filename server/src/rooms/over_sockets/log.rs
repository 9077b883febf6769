//! What the server logs at its usual level while a test runs.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use bytes::Bytes;
use tracing::Level;
use tracing::subscriber::{DefaultGuard, set_default};

/// Everything that was logged on this thread, where a test has its runtime and so its rooms.
#[derive(Clone, Default)]
pub(super) struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    /// Begins to listen; ends with the guard.
    pub(super) fn start() -> (Self, DefaultGuard) {
        let log = Self::default();
        let writer = log.clone();
        let subscriber = tracing_subscriber::fmt()
            .with_max_level(Level::INFO)
            .with_ansi(false)
            .without_time()
            .with_writer(move || writer.clone())
            .finish();
        (log, set_default(subscriber))
    }

    pub(super) fn lines(&self) -> Vec<Bytes> {
        let text = self.0.lock().unwrap();
        text.split(|byte| *byte == b'\n').map(Bytes::copy_from_slice).collect()
    }
}

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
