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

/// What it says has its own causes in it.
impl From<Box<tungstenite::Error>> for LinkError {
    fn from(error: Box<tungstenite::Error>) -> Self {
        Self::Socket(error)
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
        let (socket, _) = opened.map_err(Box::new)?;
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
