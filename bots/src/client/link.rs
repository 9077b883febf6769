//! One socket: messages out, messages in.

use std::marker::PhantomData;
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use protocol::codec::{DecodeError, Encoding};
use protocol::fujian::ClientMessage;
use serde::de::DeserializeOwned;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{self, Bytes, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};

/// Read buffer of a connection: messages are small, and a load test has thousands of them.
const READ_BUFFER_BYTES: usize = 4 * 1024;

/// Silence after which nobody can be there any more: three times what a server lets pass between two
/// pings.
pub const SILENCE_MAX: Duration = Duration::from_secs(45);

/// A connection that hears messages of type `M`.
#[derive(Debug)]
pub struct Link<M> {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    encoding: Encoding,
    hears: PhantomData<fn() -> M>,
}

/// Why a connection is of no use any more.
#[derive(Debug, thiserror::Error)]
pub enum LinkError {
    /// The socket failed, or can't be opened.
    #[error("the connection failed: {0}")]
    Socket(Box<tungstenite::Error>),
    /// Something answered that is no WebSocket.
    #[error("there is no WebSocket, it answered with HTTP status {status}: {}", what_to_do(*.status))]
    NoWebSocket {
        /// The status of the answer.
        status: u16,
    },
    /// The server closed it.
    #[error("the server closed the connection with code {code:?}")]
    Closed {
        /// The close code, if it gave one.
        code: Option<u16>,
    },
    /// Nothing came for so long that nobody can be there.
    #[error("the server fell silent")]
    Silent,
    /// The server said something that can't be read.
    #[error("the server said something that can't be read")]
    Unreadable(#[from] DecodeError),
}

/// What to do about an answer that is none of a WebSocket.
fn what_to_do(status: u16) -> &'static str {
    match status {
        429 => "the server takes no more from this address, so try again later",
        500..=599 => "the server is busy or stopping, so try again later",
        _ => "is the path right? a server's own is /ws",
    }
}

/// What it says has its own causes in it.
impl From<Box<tungstenite::Error>> for LinkError {
    fn from(error: Box<tungstenite::Error>) -> Self {
        Self::Socket(error)
    }
}

/// Checks that a URL can lead to the WebSocket of a server, and says what to write if it can't.
///
/// # Errors
/// It is of another kind, or leads to the page of a server.
pub fn checked_url(text: &str) -> Result<String, String> {
    const EXAMPLE: &str = "ws://127.0.0.1:8080/ws";
    if let Some(rest) = text.strip_prefix("http://") {
        return Err(format!("write ws:// in the place of http://, as in ws://{rest}"));
    }
    if text.starts_with("wss://") || text.starts_with("https://") {
        return Err(format!("no TLS is spoken here: name the server itself, as in {EXAMPLE}"));
    }
    let Some(rest) = text.strip_prefix("ws://") else {
        return Err(format!("write the server's WebSocket, as in {EXAMPLE}"));
    };
    match rest.split_once('/') {
        None | Some((_, "")) => Err(format!(
            "that is the server's page: add /ws, as in ws://{}/ws",
            rest.trim_end_matches('/')
        )),
        Some(_) => Ok(text.to_owned()),
    }
}

/// A message, and the bytes it came in.
#[derive(Debug)]
pub struct Received<M> {
    /// The message.
    pub message: M,
    /// Its payload on the wire.
    pub payload: Bytes,
}

impl<M: DeserializeOwned> Link<M> {
    /// Connects to `url`, such as `ws://127.0.0.1:8080/ws`.
    ///
    /// # Errors
    /// Nobody answers there, or not with a WebSocket.
    pub async fn open(url: &str, encoding: Encoding) -> Result<Self, LinkError> {
        let mut request = url.into_client_request().map_err(Box::new)?;
        let subprotocol = HeaderValue::from_static(encoding.subprotocol());
        request.headers_mut().insert("sec-websocket-protocol", subprotocol);
        let config =
            WebSocketConfig::default().read_buffer_size(READ_BUFFER_BYTES).write_buffer_size(0);
        // Without Nagle's delay: an action is one small frame.
        let opened = connect_async_with_config(request, Some(config), true).await;
        let (socket, _) = opened.map_err(|error| match error {
            tungstenite::Error::Http(answer) => {
                LinkError::NoWebSocket { status: answer.status().as_u16() }
            }
            error => Box::new(error).into(),
        })?;
        Ok(Self { socket, encoding, hears: PhantomData })
    }

    /// Says something; gives its bytes on the wire, frame header left out.
    ///
    /// # Errors
    /// The connection failed.
    pub async fn send(&mut self, message: &ClientMessage) -> Result<usize, LinkError> {
        let bytes = self.encoding.encode(message);
        let count = bytes.len();
        let frame = match self.encoding {
            Encoding::Json => Message::text(String::from_utf8_lossy(&bytes).into_owned()),
            Encoding::MessagePack => Message::binary(bytes),
        };
        self.socket.send(frame).await.map_err(Box::new)?;
        Ok(count)
    }

    /// Waits for the next message. Safe to give up waiting on.
    ///
    /// # Errors
    /// The connection failed or was closed, or the message can't be read.
    pub async fn receive(&mut self) -> Result<Received<M>, LinkError> {
        loop {
            let frame = self.socket.next().await;
            if let Some(received) = self.read(frame)? {
                return Ok(received);
            }
        }
    }

    /// Waits for the next message of a server that is never silent for longer than `silence_max`:
    /// its pings count. Safe to give up waiting on.
    ///
    /// # Errors
    /// As [`Link::receive`], or nothing came.
    pub async fn receive_within(
        &mut self,
        silence_max: Duration,
    ) -> Result<Received<M>, LinkError> {
        loop {
            let frame = tokio::time::timeout(silence_max, self.socket.next()).await;
            if let Some(received) = self.read(frame.map_err(|_| LinkError::Silent)?)? {
                return Ok(received);
            }
        }
    }

    /// The message in a frame, if it holds one.
    fn read(
        &self,
        frame: Option<Result<Message, tungstenite::Error>>,
    ) -> Result<Option<Received<M>>, LinkError> {
        let frame = frame.ok_or(LinkError::Closed { code: None })?.map_err(Box::new)?;
        let payload = match frame {
            Message::Text(text) => text.into(),
            Message::Binary(bytes) => bytes,
            Message::Ping(_) | Message::Pong(_) | Message::Frame(_) => return Ok(None),
            Message::Close(close) => {
                let code = close.map(|close| close.code.into());
                return Err(LinkError::Closed { code });
            }
        };
        Ok(Some(Received { message: self.encoding.decode(&payload)?, payload }))
    }

    /// Ends the connection in good order.
    pub async fn close(mut self) {
        // Whoever hangs up does not mind whether the other side is still there.
        let _ = self.socket.close(None).await;
    }
}
