//! A socket's two halves: its session reads from one, and session and room write to the other.
//!
//! A room that has something to say writes it to its players at once, as far as they take it; waking four sessions to
//! write thirty bytes each costs more than the bytes. What a peer does not take is kept, and its session sees to it.

use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use protocol::codec::Encoding;
use rustix::net::{SendFlags, send};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio_tungstenite::tungstenite::protocol::frame::FrameHeader;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};

use super::stream::{Stall, Stalled, Stream};
use crate::room::{Straight, Wire};

/// What is said at once mostly fits in this many bytes.
const FRAMES_BYTES: usize = 256;

/// What may wait for a peer before pings and their answers are put behind it; messages are bounded by their outbox.
const REST_BYTES_MAX: usize = 128 * 1024;

/// The half that is written to. Whatever is written goes out whole and in order: nobody writes into another's frame.
#[derive(Debug)]
pub(super) struct SocketWire {
    half: Mutex<Half>,
    encoding: Encoding,
}

#[derive(Debug)]
struct Half {
    stream: OwnedWriteHalf,
    /// What the peer has not taken yet.
    rest: Vec<u8>,
}

/// The half that is read from, with access to the other.
#[derive(Debug)]
pub(super) struct SocketStream {
    read: OwnedReadHalf,
    wire: Arc<SocketWire>,
    stall: Stall,
}

impl SocketStream {
    /// Both halves of a connection on which this encoding is spoken.
    pub(super) fn new(stream: Stream, encoding: Encoding) -> (Self, Arc<SocketWire>) {
        let (stream, stall) = stream.into_parts();
        let (read, write) = stream.into_split();
        let half = Mutex::new(Half { stream: write, rest: Vec::new() });
        let wire = Arc::new(SocketWire { half, encoding });
        (Self { read, wire: Arc::clone(&wire), stall }, wire)
    }
}

impl SocketWire {
    /// Puts a message behind what waits to be written; whoever does so flushes.
    pub(super) fn put(&self, message: &[u8]) {
        self.frame(message, &mut self.half().rest);
    }

    /// Writes a message down as it goes over the socket.
    fn frame(&self, message: &[u8], out: &mut Vec<u8>) {
        let data = match self.encoding {
            Encoding::Json => Data::Text,
            Encoding::MessagePack => Data::Binary,
        };
        let head = FrameHeader { opcode: OpCode::Data(data), ..FrameHeader::default() };
        head.format(message.len() as u64, out).expect("memory takes what is written");
        out.extend_from_slice(message);
    }

    fn half(&self) -> MutexGuard<'_, Half> {
        self.half.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Half {
    /// Writes until the peer has taken everything.
    fn poll_rest(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        while !self.rest.is_empty() {
            let taken = ready!(Pin::new(&mut self.stream).poll_write(context, &self.rest))?;
            if taken == 0 {
                return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
            }
            self.keep_from(taken);
        }
        Poll::Ready(Ok(()))
    }

    /// Forgets what was taken; of thousands of sockets hardly one has anything left, so none keeps the memory for it.
    fn keep_from(&mut self, taken: usize) {
        match taken == self.rest.len() {
            true => self.rest = Vec::new(),
            false => drop(self.rest.drain(..taken)),
        }
    }
}

impl Wire for SocketWire {
    fn write(&self, messages: &mut dyn Iterator<Item = &Bytes>, space: &mut Vec<u8>) -> Straight {
        let mut half = self.half();
        if !half.rest.is_empty() {
            return Straight::Nothing;
        }
        space.clear();
        space.reserve(FRAMES_BYTES);
        messages.for_each(|message| self.frame(message, space));
        // What goes wrong, goes wrong again for the session, which knows what to do about it.
        // Asked of the system itself: what tokio knows of the socket lies elsewhere, and knows no better.
        let taken = send(half.stream.as_ref(), space, SendFlags::DONTWAIT | SendFlags::NOSIGNAL)
            .unwrap_or(0);
        half.rest.extend_from_slice(&space[taken..]);
        if half.rest.is_empty() { Straight::All } else { Straight::Begun }
    }
}

impl AsyncRead for SocketStream {
    /// Also moves on what waits to be written: a session that has nothing to do waits here.
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if let Poll::Ready(Err(error)) = self.as_mut().poll_flush(context) {
            return Poll::Ready(Err(error));
        }
        Pin::new(&mut self.read).poll_read(context, buffer)
    }
}

impl AsyncWrite for SocketStream {
    /// Takes all of it, so that whatever is written next comes behind it. A peer that asks for signs of life and takes
    /// none of them is given up.
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let mut half = self.wire.half();
        if half.rest.len() > REST_BYTES_MAX {
            return Poll::Ready(Err(Stalled.into()));
        }
        half.rest.extend_from_slice(bytes);
        drop(half);
        match self.as_mut().poll_flush(context) {
            Poll::Ready(Err(error)) => Poll::Ready(Err(error)),
            Poll::Ready(Ok(())) | Poll::Pending => Poll::Ready(Ok(bytes.len())),
        }
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let Self { wire, stall, .. } = &mut *self;
        let mut half = wire.half();
        let waited = half.rest.len();
        let written = half.poll_rest(context);
        if half.rest.len() < waited {
            stall.ends();
        }
        stall.watch(context, written)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.wire.half().stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod stress;

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use futures_util::{FutureExt, StreamExt};
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::{TcpListener, TcpStream};
    use tokio_tungstenite::WebSocketStream;
    use tokio_tungstenite::tungstenite::protocol::Role;

    use super::*;
    use crate::room::{Outbox, Outgoing};

    /// Both ends of a connection.
    async fn connected() -> (SocketStream, Arc<SocketWire>, WebSocketStream<TcpStream>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let peer = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let (accepted, _) = listener.accept().await.unwrap();
        let stream = Stream::new(accepted, Duration::from_secs(60));
        let (stream, wire) = SocketStream::new(stream, Encoding::MessagePack);
        (stream, wire, WebSocketStream::from_raw_socket(peer, Role::Client, None).await)
    }

    fn message(number: u32, bytes: usize) -> Bytes {
        let mut message = vec![0; bytes];
        message[..4].copy_from_slice(&number.to_be_bytes());
        message.into()
    }

    async fn hear(peer: &mut WebSocketStream<TcpStream>) -> u32 {
        let heard = peer.next().await.unwrap().unwrap().into_data();
        u32::from_be_bytes(heard[..4].try_into().unwrap())
    }

    #[tokio::test]
    async fn what_a_peer_does_not_take_at_once_is_kept_and_comes_before_what_is_written_next() {
        let (mut stream, wire, mut peer) = connected().await;
        let mut count = 0;
        let ended = loop {
            let written = wire.write(&mut [message(count, 70_000)].iter(), &mut Vec::new());
            if written != Straight::All {
                break written;
            }
            count += 1;
        };

        assert_eq!(ended, Straight::Begun);
        assert_eq!(
            wire.write(&mut [message(count + 9, 4)].iter(), &mut Vec::new()),
            Straight::Nothing
        );
        wire.put(&message(count + 1, 200));
        let flushing = tokio::spawn(async move {
            stream.flush().await.unwrap();
            stream
        });

        for expected in 0..=count + 1 {
            assert_eq!(hear(&mut peer).await, expected);
        }
        let _open = flushing.await.unwrap();
        assert_eq!(
            wire.write(&mut [message(7, 4), message(8, 4)].iter(), &mut Vec::new()),
            Straight::All
        );
        assert_eq!([hear(&mut peer).await, hear(&mut peer).await], [7, 8]);
    }

    /// Writes straight to a peer that reads nothing until it takes no more; gives the number of the last message.
    fn fill(wire: &SocketWire) -> u32 {
        (0..)
            .find(|number| {
                let written = wire.write(&mut [message(*number, 70_000)].iter(), &mut Vec::new());
                written == Straight::Begun
            })
            .unwrap()
    }

    #[tokio::test]
    async fn a_session_that_only_reads_still_moves_on_what_a_room_has_begun_to_write() {
        let (mut stream, wire, mut peer) = connected().await;
        let last = fill(&wire);

        let reading = tokio::spawn(async move { stream.read(&mut [0; 8]).await });

        for expected in 0..=last {
            assert_eq!(hear(&mut peer).await, expected);
        }
        drop(peer);
        // Cut off or ended: it had nothing else to wait for.
        let _ = reading.await.unwrap();
    }

    #[tokio::test]
    async fn a_peer_that_asks_for_signs_of_life_and_takes_none_is_given_up() {
        let (mut stream, wire, _peer) = connected().await;
        fill(&wire);
        wire.put(&message(0, REST_BYTES_MAX));

        let error = stream.write(b"pong").await.unwrap_err();

        assert!(Stalled::is(&error), "{error}");
    }

    fn say(outbox: &Outbox, messages: &[Bytes]) {
        outbox.say(messages.iter(), &mut Vec::new());
    }

    #[tokio::test]
    async fn a_peer_hears_at_once_what_is_said_while_its_session_sleeps_and_only_then() {
        let (_stream, wire, mut peer) = connected().await;
        let (outbox, mut reader) = Outbox::with_wire(wire);

        say(&outbox, &[message(1, 4)]);
        assert!(matches!(reader.take(), Some(Outgoing::Frame(frame)) if frame == message(1, 4)));
        assert!(reader.next().now_or_never().is_none());
        say(&outbox, &[message(2, 4), message(3, 4)]);

        assert_eq!([hear(&mut peer).await, hear(&mut peer).await], [2, 3]);
        assert!(reader.take().is_none());
        assert_eq!(outbox.sent_bytes(), 8);
    }

    #[tokio::test]
    async fn nothing_overtakes_what_is_put_before_it() {
        let (_stream, wire, _peer) = connected().await;
        let (outbox, mut reader) = Outbox::with_wire(wire);
        assert!(reader.next().now_or_never().is_none());

        outbox.put(Outgoing::Outside);
        say(&outbox, &[message(1, 4)]);

        assert!(matches!(reader.take(), Some(Outgoing::Outside)));
        assert!(matches!(reader.take(), Some(Outgoing::Frame(frame)) if frame == message(1, 4)));
    }

    #[tokio::test]
    async fn what_is_laid_down_for_a_peer_waits_until_it_is_delivered_and_nothing_overtakes_it() {
        let (_stream, wire, mut peer) = connected().await;
        let (outbox, mut reader) = Outbox::with_wire(wire);
        assert!(reader.next().now_or_never().is_none());

        assert!(outbox.lay(message(1, 4)) && outbox.lay(message(2, 4)));
        assert_eq!((outbox.len(), outbox.sent_bytes()), (2, 0));
        outbox.deliver(&mut Vec::new());
        outbox.deliver(&mut Vec::new());
        assert_eq!([hear(&mut peer).await, hear(&mut peer).await], [1, 2]);
        assert_eq!((outbox.len(), outbox.sent_bytes()), (0, 8));

        assert!(outbox.lay(message(3, 4)));
        say(&outbox, &[message(4, 4)]);
        assert!(!outbox.lay(message(5, 4)), "the session is awake");
        outbox.deliver(&mut Vec::new());

        let taken: Vec<_> = std::iter::from_fn(|| reader.take()).collect();
        assert_eq!(taken.len(), 3, "by the session, in order: {taken:?}");
        assert!(matches!(&taken[0], Outgoing::Frame(frame) if *frame == message(3, 4)));
    }

    #[tokio::test]
    async fn nothing_overtakes_what_a_session_has_taken_and_not_yet_written() {
        let (_stream, wire, _peer) = connected().await;
        let (outbox, mut reader) = Outbox::with_wire(wire);
        assert!(reader.next().now_or_never().is_none());

        outbox.put(Outgoing::Frame(message(1, 4)));
        assert!(reader.take().is_some());
        say(&outbox, &[message(2, 4)]);

        assert!(matches!(reader.take(), Some(Outgoing::Frame(frame)) if frame == message(2, 4)));
    }

    #[tokio::test]
    async fn nothing_goes_straight_to_a_peer_whose_session_has_hung_up() {
        let (_stream, wire, mut peer) = connected().await;
        let (outbox, mut reader) = Outbox::with_wire(Arc::clone(&wire) as Arc<dyn Wire>);
        assert!(reader.next().now_or_never().is_none());

        reader.hang_up();
        say(&outbox, &[message(1, 4)]);
        wire.write(&mut [message(2, 4)].iter(), &mut Vec::new());

        assert_eq!(hear(&mut peer).await, 2);
    }

    #[tokio::test]
    async fn a_connection_ends_with_its_session_though_a_room_still_holds_the_outbox() {
        let (stream, wire, mut peer) = connected().await;
        let (outbox, reader) = Outbox::with_wire(wire);

        drop((stream, reader));
        say(&outbox, &[message(1, 4)]);

        assert!(peer.next().await.is_none_or(|heard| heard.is_err()));
        assert_eq!(outbox.sent_bytes(), 0);
    }
}
