//! What a connection is to hear: a short queue between its room and its session.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use bytes::Bytes;
use protocol::close::CloseCode;
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
    Close(CloseCode),
}

impl Outgoing {
    fn frame(&self) -> Option<&Bytes> {
        match self {
            Self::Frame(frame) | Self::TurnedAway { frame, .. } => Some(frame),
            Self::Outside | Self::Close(_) => None,
        }
    }

    fn bytes(&self) -> usize {
        self.frame().map_or(0, Bytes::len)
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

/// A way to write to a peer without waking the session it belongs to.
pub(crate) trait Wire: std::fmt::Debug + Send + Sync {
    /// Writes messages, unless earlier ones still wait for the peer to take them. What it does not take of these is
    /// kept, and written by its session once that is woken. `space` is for laying them out; what is in it is lost.
    fn write(&self, messages: &mut dyn Iterator<Item = &Bytes>, space: &mut Vec<u8>) -> Straight;
}

/// How much of some messages went straight to a peer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Straight {
    /// The peer has them.
    All,
    /// They are on their way; the session has to see to what is left.
    Begun,
    /// None of them is.
    Nothing,
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
    /// Whether the reader has passed on all it has taken, and waits for more: others may then write before it. What is
    /// waiting while it does, was laid down.
    is_idle: bool,
    wire: Option<Arc<dyn Wire>>,
}

impl Outbox {
    /// An empty one, and the end it is read from.
    pub(crate) fn new() -> (Self, OutboxReader) {
        let outbox = Self::default();
        (outbox.clone(), OutboxReader(outbox))
    }

    /// One whose messages may go straight to the peer.
    pub(crate) fn with_wire(wire: Arc<dyn Wire>) -> (Self, OutboxReader) {
        let (outbox, reader) = Self::new();
        outbox.queue().wire = Some(wire);
        (outbox, reader)
    }

    /// Puts a message behind those that wait, for its session to pass out; a connection with too many is cut off.
    pub(crate) fn put(&self, out: Outgoing) {
        let mut queue = self.queue();
        queue.push(out);
        wake(queue);
    }

    /// Says what belongs together: straight to the peer where nothing waits for it, or else by its session. `space` is
    /// for laying it out.
    pub(crate) fn say<'f>(
        &self,
        frames: impl Iterator<Item = &'f Bytes> + Clone,
        space: &mut Vec<u8>,
    ) {
        let mut queue = self.queue();
        let written = match &queue.wire {
            Some(wire) if queue.is_idle && queue.waiting.is_empty() => {
                wire.write(&mut frames.clone(), space)
            }
            Some(_) | None => Straight::Nothing,
        };
        match written {
            Straight::Nothing => {
                frames.for_each(|frame| queue.push(Outgoing::Frame(frame.clone())));
            }
            Straight::All | Straight::Begun => {
                let bytes: usize = frames.map(Bytes::len).sum();
                self.0.sent_bytes.fetch_add(bytes as u64, Ordering::Relaxed);
            }
        }
        // A reader that is not idle looks for more by itself.
        if written != Straight::All && (queue.is_idle || queue.cut.is_some()) {
            wake(queue);
        }
    }

    /// Lays a message down behind those that wait, without waking anybody for it. Says whether it is to be delivered:
    /// where the session is awake anyway, or much lies there already, that is seen to.
    pub(crate) fn lay(&self, frame: Bytes) -> bool {
        let mut queue = self.queue();
        queue.push(Outgoing::Frame(frame));
        if queue.cut.is_some() || (queue.is_idle && queue.is_long()) {
            wake(queue);
            return false;
        }
        queue.is_idle
    }

    /// Delivers what was laid down: straight to the peer, all of it in one write, or else by its session. `space` is for
    /// laying it out.
    pub(crate) fn deliver(&self, space: &mut Vec<u8>) {
        let mut queue = self.queue();
        if !queue.is_idle || queue.waiting.is_empty() {
            return;
        }
        let written = match &queue.wire {
            Some(wire) => wire.write(&mut queue.waiting.iter().filter_map(Outgoing::frame), space),
            None => Straight::Nothing,
        };
        if written != Straight::Nothing {
            queue.waiting.clear();
            let bytes = std::mem::take(&mut queue.waiting_bytes);
            self.0.sent_bytes.fetch_add(bytes as u64, Ordering::Relaxed);
        }
        if written != Straight::All {
            wake(queue);
        }
    }

    /// Whether this is the same outbox.
    pub(crate) fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Ends the connection.
    pub(crate) fn cut(&self, why: Cut) {
        let mut queue = self.queue();
        queue.cut = queue.cut.or(Some(why));
        wake(queue);
    }

    /// How many messages wait.
    pub(crate) fn len(&self) -> usize {
        self.queue().waiting.len()
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
            (None, None) => {
                queue.is_idle = true;
                queue.wait(context)
            }
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

    /// Nothing goes to the peer any more but by whoever holds this.
    pub(crate) fn hang_up(&self) {
        let mut queue = self.0.queue();
        queue.is_idle = false;
        queue.wire = None;
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

impl Drop for OutboxReader {
    /// A room may hold the other end for a while: the peer is not kept waiting for that.
    fn drop(&mut self) {
        self.hang_up();
    }
}

impl Queue {
    fn has_room_for(&self, out: &Outgoing) -> bool {
        let is_short = self.waiting_bytes + out.bytes() <= OUTBOX_BYTES_MAX;
        self.waiting.len() < OUTBOX_MAX && (is_short || self.waiting.is_empty())
    }

    /// Whether half of what may wait does.
    fn is_long(&self) -> bool {
        self.waiting.len() * 2 >= OUTBOX_MAX || self.waiting_bytes * 2 >= OUTBOX_BYTES_MAX
    }

    /// Puts a message behind those that wait; a connection with too many is cut off.
    fn push(&mut self, out: Outgoing) {
        if self.cut == Some(Cut::TooSlow) || !self.has_room_for(&out) {
            self.cut = self.cut.or(Some(Cut::TooSlow));
            return;
        }
        self.waiting_bytes += out.bytes();
        self.waiting.push_back(out);
    }

    fn pop(&mut self) -> Option<Outgoing> {
        self.is_idle = false;
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
    queue.is_idle = false;
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

        let message = |number: usize| Bytes::from(number.to_string());
        (0..OUTBOX_MAX).for_each(|number| outbox.put(Outgoing::Frame(message(number))));
        assert!(!reader.is_too_slow());
        outbox.put(Outgoing::Outside);

        assert_eq!(reader.too_slow().now_or_never(), Some(()));
        for number in 0..OUTBOX_MAX {
            let out = reader.next().now_or_never();
            assert!(matches!(out, Some(Ok(Outgoing::Frame(found))) if found == message(number)));
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

    #[test]
    fn who_is_not_delivered_to_for_long_is_woken_before_too_much_lies_there() {
        let (outbox, mut reader) = Outbox::new();
        assert!(reader.next().now_or_never().is_none());
        let message = Bytes::from_static(b"step");

        let laid = (0..OUTBOX_MAX).take_while(|_| outbox.lay(message.clone())).count();

        assert_eq!(laid, OUTBOX_MAX / 2 - 1);
        assert_eq!(std::iter::from_fn(|| reader.take()).count(), OUTBOX_MAX / 2);
        assert!(!reader.is_too_slow());
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
