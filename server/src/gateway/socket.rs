//! The WebSocket itself: the handshake, frames, and the two halves of a goodbye.

use std::sync::Arc;
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
use protocol::close::CloseCode;
use protocol::codec::{CLIENT_BYTES_MAX, Encoding};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::error::ProtocolError;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Error, Message};

use super::stream::{Stalled, Stream};
use super::wire::{SocketStream, SocketWire};

/// Read buffer of a socket: what clients say is short, and all of it is cleared before every read. A longer message
/// gets a longer one.
const READ_BUFFER_BYTES: usize = 512;
/// Bytes that are read and thrown away while a broken peer is waited for.
const DRAIN_BYTES: usize = 4 * 1024;

/// Characters of a key: sixteen bytes in base 64.
const KEY_CHARS: usize = 24;

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
    Ours(CloseCode),
    /// The server ends it: so much has piled up for the peer that it has to come back for it.
    TooSlow,
    /// The peer sent what can't be read; nothing after it can be either.
    Unreadable(CloseCode),
    /// The peer said goodbye.
    Theirs,
    /// The peer takes nothing that is written to it, a goodbye included.
    Stalled,
    /// The peer is gone.
    Lost(CloseCode),
}

impl Ending {
    pub(super) const fn code(self) -> CloseCode {
        match self {
            Self::Ours(code) | Self::Unreadable(code) | Self::Lost(code) => code,
            Self::TooSlow => CloseCode::TryAgain,
            Self::Stalled => CloseCode::Away,
            Self::Theirs => CloseCode::Normal,
        }
    }

    /// Whether the server gives a peer up that reads too slowly.
    pub(super) const fn is_for_slowness(self) -> bool {
        matches!(self, Self::TooSlow | Self::Stalled)
    }

    fn of(error: &Error) -> Self {
        match error {
            Error::Capacity(_) => Self::Unreadable(CloseCode::TooLong),
            Error::Utf8(_) => Self::Unreadable(CloseCode::NotText),
            Error::Protocol(ProtocolError::ResetWithoutClosingHandshake) => {
                Self::Lost(CloseCode::Broken)
            }
            Error::Protocol(_) => Self::Unreadable(CloseCode::Protocol),
            Error::ConnectionClosed | Error::AlreadyClosed => Self::Theirs,
            Error::Io(error) if Stalled::is(error) => Self::Stalled,
            Error::Io(error) if error.kind() == std::io::ErrorKind::TimedOut => {
                Self::Lost(CloseCode::Away)
            }
            _ => Self::Lost(CloseCode::Broken),
        }
    }
}

/// An open WebSocket.
pub(super) struct Socket {
    inner: WebSocketStream<SocketStream>,
    wire: Arc<SocketWire>,
}

impl Socket {
    /// The socket an upgraded connection has become.
    pub(super) async fn new(upgraded: Upgraded, encoding: Encoding) -> Option<Self> {
        let config = WebSocketConfig::default()
            .read_buffer_size(READ_BUFFER_BYTES)
            .write_buffer_size(0)
            .max_message_size(Some(CLIENT_BYTES_MAX))
            .max_frame_size(Some(CLIENT_BYTES_MAX));
        let parts = upgraded.downcast::<TokioIo<Stream>>().ok()?;
        let (stream, wire) = SocketStream::new(parts.io.into_inner(), encoding);
        let early = parts.read_buf.to_vec();
        let inner = WebSocketStream::from_partially_read(stream, early, Role::Server, Some(config));
        Some(Self { inner: inner.await, wire })
    }

    /// The half that is written to, for others to write to.
    pub(super) fn wire(&self) -> Arc<SocketWire> {
        Arc::clone(&self.wire)
    }

    /// What the peer says next.
    pub(super) async fn recv(&mut self) -> Result<Message, Ending> {
        match self.inner.next().await {
            Some(Ok(message)) => Ok(message),
            Some(Err(error)) => Err(Ending::of(&error)),
            None => Err(Ending::Theirs),
        }
    }

    /// Puts a message behind those that wait to be written, for the next flush.
    pub(super) fn put(&mut self, message: &[u8]) {
        self.wire.put(message);
    }

    /// Puts a question for a sign of life there.
    pub(super) async fn put_ping(&mut self) -> Result<(), Ending> {
        let ping = Message::Ping(Bytes::new());
        self.inner.feed(ping).await.map_err(|error| Ending::of(&error))
    }

    /// Writes what waits; when it is cancelled that still goes out, before whatever is written next.
    pub(super) async fn flush(&mut self) -> Result<(), Ending> {
        self.inner.flush().await.map_err(|error| Ending::of(&error))
    }

    /// Says goodbye, and waits for the peer to do so too, but not for long.
    pub(super) async fn close(&mut self, ending: Ending, wait_max: Duration) {
        let goodbye = async {
            let code = ending.code().number().into();
            let frame = CloseFrame { code, reason: "".into() };
            match ending {
                Ending::Ours(_) | Ending::TooSlow => {
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
                Ending::Stalled | Ending::Lost(_) => {}
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
