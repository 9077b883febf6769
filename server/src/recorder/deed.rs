//! Something to be written that is no step of a room: a transaction of its own, and whoever waits for it.

use tokio::sync::oneshot;
use tracing::error;

use super::actor::Command;
use super::{Recorder, StoreFailed};
use crate::store::{DeedError, StoreError, Writer};
use crate::telemetry::metrics::{self, Unreadable};

/// What to do with a writer, or without one; before a failure is told, the second argument is called.
type Work = dyn FnOnce(Option<&mut Writer<'_>>, &dyn Fn()) -> Result<(), StoreError> + Send;

/// Something to be written, and whoever waits for it.
pub(super) struct Deed(Box<Work>);

impl Deed {
    /// What `work` writes, and where to hear what became of it.
    fn new<T: Send + 'static>(
        work: impl FnOnce(&mut Writer<'_>) -> Result<T, DeedError> + Send + 'static,
    ) -> (Self, oneshot::Receiver<Result<T, StoreFailed>>) {
        let (reply, answer) = oneshot::channel();
        let deed = move |writer: Option<&mut Writer<'_>>, go_down: &dyn Fn()| {
            let (told, left) = match writer.map(work).transpose() {
                Ok(Some(done)) => (Ok(done), Ok(())),
                Ok(None) => (Err(StoreFailed::Unavailable), Ok(())),
                Err(DeedError::Data(error)) => {
                    metrics::unreadable(Unreadable::Write);
                    let error = &error as &dyn std::error::Error;
                    error!(error, "a request ends at what is stored, which stands in its way");
                    (Err(StoreFailed::Unreadable), Ok(()))
                }
                Err(DeedError::Store(error)) => {
                    go_down();
                    (Err(StoreFailed::Unavailable), Err(error))
                }
            };
            let _ = reply.send(told);
            left
        };
        (Self(Box::new(deed)), answer)
    }

    /// Does it. If that fails `go_down` is called before anybody hears of it, so that whoever does finds the recorder
    /// down.
    pub(super) fn perform(
        self,
        writer: &mut Writer<'_>,
        go_down: &dyn Fn(),
    ) -> Result<(), StoreError> {
        (self.0)(Some(writer), go_down)
    }

    /// Says that it was not done.
    pub(super) fn refuse(self) {
        // Nothing is written without a writer, so that nothing can fail.
        let _ = (self.0)(None, &|| ());
    }
}

impl Recorder {
    /// Writes something that is no step of a room, and waits until it is on disk.
    ///
    /// # Errors
    ///
    /// After [`StoreFailed::Unavailable`] it may or may not be on disk.
    pub(super) async fn perform<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Writer<'_>) -> Result<T, DeedError> + Send + 'static,
    ) -> Result<T, StoreFailed> {
        self.epoch()?;
        let (deed, answer) = Deed::new(work);
        self.commands.send(Command::Do(deed)).await.map_err(|_| StoreFailed::Stopped)?;
        // The writing thread ended in the middle: nobody knows.
        answer.await.map_err(|_| StoreFailed::Unavailable)?
    }
}
