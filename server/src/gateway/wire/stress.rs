//! A room and a session write to one socket from two threads, to a peer that takes little at a time.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use protocol::close::CloseCode;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::Role;

use super::*;
use crate::room::{OUTBOX_MAX, Outbox, OutboxReader, Outgoing};

const MESSAGES: u32 = 2_000;
/// Messages the peer has not heard yet: at first so few that the session sleeps in between, then so many that it hardly
/// does, and fewer than would have it cut off.
const UNDER_WAY: [usize; 2] = [4, OUTBOX_MAX / 2];
/// What the system holds for either side; it takes about twice as much.
const BUFFER_BYTES: u32 = 2 * 1024;
/// A test that waits for ever says less.
const WAIT_MAX: Duration = Duration::from_secs(120);

/// Both ends of a connection that holds little.
async fn narrow() -> (SocketStream, Arc<SocketWire>, WebSocketStream<TcpStream>) {
    let listening = TcpSocket::new_v4().unwrap();
    listening.set_send_buffer_size(BUFFER_BYTES).unwrap();
    listening.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let listener = listening.listen(1).unwrap();
    let peer = TcpSocket::new_v4().unwrap();
    peer.set_recv_buffer_size(BUFFER_BYTES).unwrap();
    let peer = peer.connect(listener.local_addr().unwrap()).await.unwrap();
    let (accepted, _) = listener.accept().await.unwrap();
    let stream = Stream::new(accepted, WAIT_MAX);
    let (stream, wire) = SocketStream::new(stream, Encoding::MessagePack);
    (stream, wire, WebSocketStream::from_raw_socket(peer, Role::Client, None).await)
}

/// A message that tells its number by its first bytes, and by all the others.
fn message(number: u32) -> Bytes {
    let mut message = vec![number as u8; 4 + (number as usize * 37) % 1_400];
    message[..4].copy_from_slice(&number.to_be_bytes());
    message.into()
}

/// Says everything in turns of up to three messages, some of them by the session.
async fn room(outbox: Outbox, heard: Arc<Semaphore>) {
    let (mut space, mut number) = (Vec::new(), 0);
    while number < MESSAGES {
        let turn = number..MESSAGES.min(number + 1 + number % 3);
        let messages: Vec<_> = turn.clone().map(message).collect();
        heard.acquire_many(messages.len() as u32).await.unwrap().forget();
        match number % 11 {
            0 => messages.into_iter().for_each(|message| outbox.put(Outgoing::Frame(message))),
            1..=4 => {
                for message in messages {
                    outbox.lay(message);
                }
                outbox.deliver(&mut space);
            }
            _ => outbox.say(messages.iter(), &mut space),
        }
        number = turn.end;
    }
    outbox.put(Outgoing::Close(CloseCode::Normal));
}

/// Passes out what it is woken for, as a session does, and reads whatever comes; gives how many it passed, and
/// the socket, for the peer to hear the rest.
async fn session(
    mut stream: SocketStream,
    wire: Arc<SocketWire>,
    mut outbox: OutboxReader,
) -> (u32, SocketStream) {
    let (mut passed, mut buffer) = (0, [0; 64]);
    loop {
        tokio::select! {
            biased;
            out = outbox.next() => {
                let mut next = Some(out.expect("nobody is cut off"));
                while let Some(out) = next {
                    match out {
                        Outgoing::Frame(frame) => wire.put(&frame),
                        Outgoing::Close(_) => {
                            stream.flush().await.unwrap();
                            return (passed, stream);
                        }
                        Outgoing::TurnedAway { .. } | Outgoing::Outside => unreachable!(),
                    }
                    passed += 1;
                    next = outbox.take();
                }
                stream.flush().await.unwrap();
            }
            read = stream.read(&mut buffer) => assert!(read.unwrap() > 0, "the peer has gone"),
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 3)]
async fn what_two_threads_write_to_one_socket_comes_whole_in_order_and_to_the_end() {
    let (stream, wire, mut peer) = narrow().await;
    let (outbox, reader) = Outbox::with_wire(Arc::clone(&wire) as Arc<dyn Wire>);
    let heard = Arc::new(Semaphore::new(UNDER_WAY[0]));
    let session = tokio::spawn(session(stream, wire, reader));
    let room = tokio::spawn(room(outbox, Arc::clone(&heard)));

    let listening = async {
        for number in 0..MESSAGES {
            let found = peer.next().await.unwrap().unwrap().into_data();
            assert!(found == message(number), "not message {number} but {:?}", found.get(..4));
            heard.add_permits(1);
            if number == MESSAGES / 2 {
                heard.add_permits(UNDER_WAY[1] - UNDER_WAY[0]);
            }
            if number % 7 == 0 {
                peer.send(Message::binary(&b"here"[..])).await.unwrap();
            }
        }
        room.await.unwrap();
        session.await.unwrap()
    };
    let (passed, _open) = timeout(WAIT_MAX, listening).await.expect("somebody waits for ever");

    assert!(passed >= MESSAGES / 22, "what is put is passed out by the session");
    assert!(passed < MESSAGES, "the room never wrote itself");
}
