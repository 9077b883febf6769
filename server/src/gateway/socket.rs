//! The WebSocket itself: the handshake, frames, and the two halves of a goodbye.

use std::time::Duration;

use axum::http::header::{
    CONNECTION, SEC_WEBSOCKET_ACCEPT, SEC_WEBSOCKET_KEY, SEC_WEBSOCKET_PROTOCOL,
    SEC_WEBSOCKET_VERSION, UPGRADE,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures_util::{SinkExt, StreamExt};
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use protocol::codec::{CLIENT_BYTES_MAX, Encoding};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::error::ProtocolError;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Error, Message, Utf8Bytes};

use super::stream::Stream;

/// Read buffer of a socket: what clients say is short, and all of it is cleared before every read. A longer message
/// gets a longer one.
const READ_BUFFER_BYTES: usize = 512;
/// Bytes that wait to be written together, at most; only what waits takes memory.
const WRITE_BUFFER_BYTES: usize = 4 * 1024;
/// Bytes a socket may have waiting in its buffer.
const WRITE_BUFFER_BYTES_MAX: usize = 64 * 1024;
/// Bytes that are read and thrown away while a broken peer is waited for.
const DRAIN_BYTES: usize = 4 * 1024;

/// Characters of a key: sixteen bytes in base 64.
const KEY_CHARS: usize = 24;

/// Close codes; `docs/PROTOCOL.md` says what a client does about each.
pub(super) mod close {
    /// The client said so.
    pub(in crate::gateway) const NORMAL: u16 = 1000;
    /// Silent, or takes nothing that is written.
    pub(in crate::gateway) const AWAY: u16 = 1001;
    /// Breaks the rules of WebSockets.
    pub(in crate::gateway) const PROTOCOL: u16 = 1002;
    /// Ended without a word; never sent.
    pub(in crate::gateway) const BROKEN: u16 = 1006;
    /// Text that is not UTF-8.
    pub(in crate::gateway) const NOT_TEXT: u16 = 1007;
    /// Too fast too often, or no first message in time.
    pub(in crate::gateway) const POLICY: u16 = 1008;
    /// A message that is too long.
    pub(in crate::gateway) const TOO_LONG: u16 = 1009;
    /// The server restarts.
    pub(in crate::gateway) const RESTART: u16 = 1012;
    /// Reads too slowly, and may come back.
    pub(in crate::gateway) const TRY_AGAIN: u16 = 1013;
    /// Ended by the operator.
    pub(in crate::gateway) const OPERATOR: u16 = 4003;
}

/// Why a request does not become a socket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoSocket {
    /// It does not ask for one.
    NotAsked,
    /// It asks for one of another version.
    Version,
    /// The key is missing or no key.
    Key,
}

impl IntoResponse for NoSocket {
    fn into_response(self) -> Response {
        let required = StatusCode::UPGRADE_REQUIRED;
        match self {
            Self::NotAsked => {
                (required, [(UPGRADE, "websocket")], "this is a WebSocket\n").into_response()
            }
            Self::Version => {
                (required, [(SEC_WEBSOCKET_VERSION, "13")], "only version 13\n").into_response()
            }
            Self::Key => (StatusCode::BAD_REQUEST, "no Sec-WebSocket-Key\n").into_response(),
        }
    }
}

/// The answer that turns a request into a socket, and what is spoken on it.
pub(super) fn handshake(headers: &HeaderMap) -> Result<(Response, Encoding), NoSocket> {
    let says = |name: HeaderName, word: &str| {
        let lines = headers.get_all(name).iter().filter_map(|line| line.to_str().ok());
        lines.flat_map(|line| line.split(',')).any(|part| part.trim().eq_ignore_ascii_case(word))
    };
    if !says(UPGRADE, "websocket") || !says(CONNECTION, "upgrade") {
        return Err(NoSocket::NotAsked);
    }
    if !says(SEC_WEBSOCKET_VERSION, "13") {
        return Err(NoSocket::Version);
    }
    let key = headers.get(SEC_WEBSOCKET_KEY).filter(|key| key.len() == KEY_CHARS);
    let accept = derive_accept_key(key.ok_or(NoSocket::Key)?.as_bytes());
    let asked = Encoding::ALL
        .into_iter()
        .find(|encoding| says(SEC_WEBSOCKET_PROTOCOL, encoding.subprotocol()));
    let mut response = StatusCode::SWITCHING_PROTOCOLS.into_response();
    let answer = response.headers_mut();
    answer.insert(CONNECTION, HeaderValue::from_static("upgrade"));
    answer.insert(UPGRADE, HeaderValue::from_static("websocket"));
    answer.insert(SEC_WEBSOCKET_ACCEPT, HeaderValue::try_from(accept).map_err(|_| NoSocket::Key)?);
    if let Some(encoding) = asked {
        answer.insert(SEC_WEBSOCKET_PROTOCOL, HeaderValue::from_static(encoding.subprotocol()));
    }
    Ok((response, asked.unwrap_or(Encoding::Json)))
}

/// How a conversation came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// The server ends it, with this code.
    Ours(u16),
    /// The peer sent what can't be read; nothing after it can be either.
    Unreadable(u16),
    /// The peer said goodbye.
    Theirs,
    /// The peer is gone, or takes nothing that is written to it.
    Lost(u16),
}

impl Ending {
    pub(super) fn code(self) -> u16 {
        match self {
            Self::Ours(code) | Self::Unreadable(code) | Self::Lost(code) => code,
            Self::Theirs => close::NORMAL,
        }
    }

    fn of(error: &Error) -> Self {
        match error {
            Error::Capacity(_) => Self::Unreadable(close::TOO_LONG),
            Error::Utf8(_) => Self::Unreadable(close::NOT_TEXT),
            Error::Protocol(ProtocolError::ResetWithoutClosingHandshake) => {
                Self::Lost(close::BROKEN)
            }
            Error::Protocol(_) => Self::Unreadable(close::PROTOCOL),
            Error::ConnectionClosed | Error::AlreadyClosed => Self::Theirs,
            Error::Io(error) if error.kind() == std::io::ErrorKind::TimedOut => {
                Self::Lost(close::AWAY)
            }
            Error::WriteBufferFull(_) => Self::Lost(close::AWAY),
            _ => Self::Lost(close::BROKEN),
        }
    }
}

/// A message as it goes over a socket.
pub(super) fn frame(encoding: Encoding, bytes: Bytes) -> Message {
    match encoding {
        Encoding::Json => match Utf8Bytes::try_from(bytes) {
            Ok(text) => Message::Text(text),
            Err(_) => unreachable!("JSON is UTF-8"),
        },
        Encoding::MessagePack => Message::Binary(bytes),
    }
}

/// An open WebSocket.
pub(super) struct Socket {
    inner: WebSocketStream<Stream>,
}

impl Socket {
    /// The socket an upgraded connection has become.
    pub(super) async fn new(upgraded: Upgraded) -> Option<Self> {
        let config = WebSocketConfig::default()
            .read_buffer_size(READ_BUFFER_BYTES)
            .write_buffer_size(WRITE_BUFFER_BYTES)
            .max_write_buffer_size(WRITE_BUFFER_BYTES_MAX)
            .max_message_size(Some(CLIENT_BYTES_MAX))
            .max_frame_size(Some(CLIENT_BYTES_MAX));
        let parts = upgraded.downcast::<TokioIo<Stream>>().ok()?;
        let (stream, early) = (parts.io.into_inner(), parts.read_buf.to_vec());
        let inner = WebSocketStream::from_partially_read(stream, early, Role::Server, Some(config));
        Some(Self { inner: inner.await })
    }

    /// What the peer says next.
    pub(super) async fn recv(&mut self) -> Result<Message, Ending> {
        match self.inner.next().await {
            Some(Ok(message)) => Ok(message),
            Some(Err(error)) => Err(Ending::of(&error)),
            None => Err(Ending::Theirs),
        }
    }

    /// Puts a frame behind those that wait to be written; writes only when they are many.
    pub(super) async fn put(&mut self, message: Message) -> Result<(), Ending> {
        self.inner.feed(message).await.map_err(|error| Ending::of(&error))
    }

    /// Writes what waits; when it is cancelled that still goes out, before whatever is written next.
    pub(super) async fn flush(&mut self) -> Result<(), Ending> {
        self.inner.flush().await.map_err(|error| Ending::of(&error))
    }

    /// Says goodbye, and waits for the peer to do so too, but not for long.
    pub(super) async fn close(&mut self, ending: Ending, wait_max: Duration) {
        let goodbye = async {
            let code = ending.code().into();
            let frame = CloseFrame { code, reason: "".into() };
            match ending {
                Ending::Ours(_) => {
                    // A pong that waits goes first: nothing may come after a goodbye.
                    self.inner.flush().await?;
                    self.inner.close(Some(frame)).await?;
                    while let Some(heard) = self.inner.next().await {
                        heard?;
                    }
                }
                Ending::Unreadable(_) => {
                    self.inner.close(Some(frame)).await?;
                    self.drain().await?;
                }
                // The answer is written while looking for what comes after it.
                Ending::Theirs => {
                    while self.inner.next().await.is_some_and(|heard| heard.is_ok()) {}
                }
                Ending::Lost(_) => {}
            }
            Ok::<(), Error>(())
        };
        // However it ends, there is nobody left to tell.
        let _ = timeout(wait_max, goodbye).await;
    }

    /// Lets the peer read the goodbye: closing with bytes unread would tear it out of its hands.
    async fn drain(&mut self) -> Result<(), Error> {
        let stream = self.inner.get_mut();
        stream.shutdown().await?;
        let mut ignored = [0; DRAIN_BYTES];
        while stream.read(&mut ignored).await? > 0 {}
        Ok(())
    }
}
