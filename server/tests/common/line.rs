//! A bare connection: what was said, byte for byte, and how it ended.

#![allow(dead_code, reason = "each test file that includes this module uses only some of it")]

use std::time::Duration;

use bytes::Bytes;
use futures_util::{SinkExt, StreamExt};
use protocol::codec::Encoding;
use protocol::fujian::ClientMessage;
use serde::de::DeserializeOwned;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// Silence after which nothing more is to be expected: a test that waits for ever says less.
const SILENCE_MAX: Duration = Duration::from_secs(60);

/// How a connection ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    /// The server closed it, with this code.
    Closed(u16),
    /// It broke.
    Broken,
}

/// A connection.
pub(crate) struct Line {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub(crate) encoding: Encoding,
}

impl Line {
    /// Connects to a server.
    pub(crate) async fn connect(address: &str, encoding: Encoding) -> Result<Self, Ended> {
        let mut request = format!("ws://{address}/ws").into_client_request().unwrap();
        let subprotocol = encoding.subprotocol().parse().unwrap();
        request.headers_mut().insert("sec-websocket-protocol", subprotocol);
        let (socket, _) = connect_async(request).await.map_err(|_| Ended::Broken)?;
        Ok(Self { socket, encoding })
    }

    /// Says something.
    pub(crate) async fn say(&mut self, message: &ClientMessage) -> Result<(), Ended> {
        let bytes = self.encoding.encode(message);
        let frame = match self.encoding {
            Encoding::Json => Message::text(String::from_utf8(bytes).unwrap()),
            Encoding::MessagePack => Message::binary(bytes),
        };
        self.socket.send(frame).await.map_err(|_| Ended::Broken)
    }

    /// The next frame, as it came.
    pub(crate) async fn frame(&mut self) -> Result<Bytes, Ended> {
        let next = timeout(SILENCE_MAX, self.next_frame()).await;
        next.expect("the server has said nothing for a minute")
    }

    async fn next_frame(&mut self) -> Result<Bytes, Ended> {
        loop {
            match self.socket.next().await {
                Some(Ok(Message::Text(text))) => return Ok(text.into()),
                Some(Ok(Message::Binary(bytes))) => return Ok(bytes),
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                Some(Ok(Message::Close(Some(close)))) => {
                    return Err(Ended::Closed(close.code.into()));
                }
                Some(Ok(Message::Close(None) | Message::Frame(_)) | Err(_)) | None => {
                    return Err(Ended::Broken);
                }
            }
        }
    }

    /// The next message.
    pub(crate) async fn hear<M: DeserializeOwned>(&mut self) -> Result<M, Ended> {
        let bytes = self.frame().await?;
        Ok(self.encoding.decode(&bytes).unwrap())
    }

    /// Ends the connection, as somebody does who closes the page.
    pub(crate) async fn hang_up(&mut self) {
        self.socket.close(None).await.unwrap();
    }
}
