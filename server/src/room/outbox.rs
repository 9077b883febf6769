//! What a connection is to hear: a short queue between its room and its session.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use bytes::Bytes;
use protocol::refusal::Refusal;

/// Messages a connection may have waiting; one that reads slower is cut off and resumes.
pub(crate) const OUTBOX_MAX: usize = 64;
/// Bytes of messages a connection may have waiting; a single message may have more.
pub(crate) const OUTBOX_BYTES_MAX: usize = 64 * 1024;

/// What goes out to a connection.
#[derive(Clone, Debug)]
pub(crate) enum Outgoing {
    /// A message.
    Frame(Bytes),
    /// The refusal of a request to come in: the connection is in no room.
    TurnedAway { frame: Bytes, reason: Refusal },
    /// The connection is in no room any more, and may go to another.
    Outside,
    /// Nothing more: the connection is closed with this code.
    Close(u16),
}

impl Outgoing {
    fn bytes(&self) -> usize {
        match self {
            Self::Frame(frame) | Self::TurnedAway { frame, .. } => frame.len(),
            Self::Outside | Self::Close(_) => 0,
        }
    }
}

/// Why a connection is ended, whatever it is doing; the first reason counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cut {
    /// It reads too slowly to be kept.
    TooSlow,
    /// The operator ended it.
    Operator,
    /// The server stops.
    Restart,
}

/// Where a connection's messages are put. Cheap to clone.
///
/// Not a channel of tokio: those hold space for 32 messages from the start, and of thousands of connections nearly
/// all have none or two waiting; and here one look tells a session everything it waits for from this side.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outbox(Arc<Shared>);

/// The connection's end of an outbox; there is one.
#[derive(Debug)]
pub(crate) struct OutboxReader(Outbox);

#[derive(Debug, Default)]
struct Shared {
    queue: Mutex<Queue>,
    sent_bytes: AtomicU64,
}

#[derive(Debug, Default)]
struct Queue {
    waiting: VecDeque<Outgoing>,
    waiting_bytes: usize,
    cut: Option<Cut>,
    reader: Option<Waker>,
}

impl Outbox {
    /// An empty one, and the end it is read from.
    pub(crate) fn new() -> (Self, OutboxReader) {
        let outbox = Self::default();
        (outbox.clone(), OutboxReader(outbox))
    }

    /// Puts a message behind those that wait; a connection with too many is cut off.
    pub(crate) fn put(&self, out: Outgoing) {
        let mut queue = self.queue();
        match queue.has_room_for(&out) {
            true => queue.push(out),
            false => queue.cut = queue.cut.or(Some(Cut::TooSlow)),
        }
        wake(queue);
    }

    /// Ends the connection.
    pub(crate) fn cut(&self, why: Cut) {
        let mut queue = self.queue();
        queue.cut = queue.cut.or(Some(why));
        wake(queue);
    }

    /// How many bytes of messages the connection was sent.
    pub(crate) fn sent_bytes(&self) -> u64 {
        self.0.sent_bytes.load(Ordering::Relaxed)
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.0.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl OutboxReader {
    /// The next message, or why there will be none, once everything that waited has been taken.
    pub(crate) async fn next(&mut self) -> Result<Outgoing, Cut> {
        poll_fn(|context| self.poll_next(context)).await
    }

    /// See [`Self::next`].
    pub(crate) fn poll_next(&mut self, context: &mut Context<'_>) -> Poll<Result<Outgoing, Cut>> {
        let mut queue = self.0.queue();
        match (queue.pop(), queue.cut) {
            (Some(out), _) => Poll::Ready(Ok(out)),
            (None, Some(why)) => Poll::Ready(Err(why)),
            (None, None) => queue.wait(context),
        }
    }

    /// A message that waits.
    pub(crate) fn take(&mut self) -> Option<Outgoing> {
        self.0.queue().pop()
    }

    /// Notes that a message of so many bytes goes out.
    pub(crate) fn sends(&self, bytes: usize) {
        self.0.0.sent_bytes.fetch_add(bytes as u64, Ordering::Relaxed);
    }

    /// Ends when so much has piled up that there is no point in going on.
    pub(crate) async fn too_slow(&self) {
        poll_fn(|context| {
            let mut queue = self.0.queue();
            if queue.cut == Some(Cut::TooSlow) { Poll::Ready(()) } else { queue.wait(context) }
        })
        .await;
    }

    /// Whether the connection is cut off for reading too slowly.
    #[cfg(test)]
    pub(crate) fn is_too_slow(&self) -> bool {
        self.0.queue().cut == Some(Cut::TooSlow)
    }
}

impl Queue {
    fn has_room_for(&self, out: &Outgoing) -> bool {
        let is_short = self.waiting_bytes + out.bytes() <= OUTBOX_BYTES_MAX;
        self.waiting.len() < OUTBOX_MAX && (is_short || self.waiting.is_empty())
    }

    fn push(&mut self, out: Outgoing) {
        self.waiting_bytes += out.bytes();
        self.waiting.push_back(out);
    }

    fn pop(&mut self) -> Option<Outgoing> {
        let out = self.waiting.pop_front()?;
        self.waiting_bytes -= out.bytes();
        Some(out)
    }

    fn wait<T>(&mut self, context: &mut Context<'_>) -> Poll<T> {
        match &mut self.reader {
            Some(reader) => reader.clone_from(context.waker()),
            none => *none = Some(context.waker().clone()),
        }
        Poll::Pending
    }
}

/// Wakes the reader, after letting go of what it will look at.
fn wake(mut queue: MutexGuard<'_, Queue>) {
    let reader = queue.reader.take();
    drop(queue);
    if let Some(reader) = reader {
        reader.wake();
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    #[test]
    fn an_outbox_that_is_full_cuts_its_connection_off_after_what_waited() {
        let (outbox, mut reader) = Outbox::new();

        (0..OUTBOX_MAX).for_each(|code| outbox.put(Outgoing::Close(code as u16)));
        assert!(!reader.is_too_slow());
        outbox.put(Outgoing::Outside);

        assert_eq!(reader.too_slow().now_or_never(), Some(()));
        for code in 0..OUTBOX_MAX {
            let out = reader.next().now_or_never();
            assert!(matches!(out, Some(Ok(Outgoing::Close(found))) if usize::from(found) == code));
        }
        assert!(matches!(reader.next().now_or_never(), Some(Err(Cut::TooSlow))));
    }

    #[test]
    fn long_messages_cut_a_connection_off_sooner_unless_they_are_taken() {
        let (outbox, mut reader) = Outbox::new();
        let put = |bytes| outbox.put(Outgoing::Frame(vec![0; bytes].into()));

        put(OUTBOX_BYTES_MAX + 1);
        assert!(!reader.is_too_slow(), "a single message may be as long as it is");
        assert!(reader.take().is_some());
        (0..4).for_each(|_| put(OUTBOX_BYTES_MAX / 4));
        assert!(!reader.is_too_slow());

        assert!(reader.take().is_some());
        put(OUTBOX_BYTES_MAX / 4);
        assert!(!reader.is_too_slow(), "what was taken waits no more");
        put(1);
        assert!(reader.is_too_slow());
    }

    #[tokio::test]
    async fn a_reader_that_waits_hears_of_what_is_put_and_of_the_end() {
        let (outbox, mut reader) = Outbox::new();
        let listening = tokio::spawn(async move { (reader.next().await, reader.next().await) });
        tokio::task::yield_now().await;

        outbox.put(Outgoing::Outside);
        tokio::task::yield_now().await;
        outbox.cut(Cut::Operator);
        outbox.cut(Cut::Restart);

        let heard = listening.await.unwrap();
        assert!(matches!(heard, (Ok(Outgoing::Outside), Err(Cut::Operator))));
    }
}
