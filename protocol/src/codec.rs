//! Messages to bytes and back, in the two encodings of the wire.

use std::io::Write;

use serde::Serialize;
use serde::de::DeserializeOwned;

/// Longest message a client may send.
pub const CLIENT_BYTES_MAX: usize = 4096;
/// Most messages are shorter.
const MESSAGE_BYTES: usize = 128;

/// How a connection writes its messages; chosen by WebSocket subprotocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// Text frames, for people and quick scripts.
    Json,
    /// Binary frames, small.
    MessagePack,
}

impl Encoding {
    /// Both, the preferred first.
    pub const ALL: [Self; 2] = [Self::MessagePack, Self::Json];

    /// The WebSocket subprotocol that asks for it.
    pub const fn subprotocol(self) -> &'static str {
        match self {
            Self::Json => "sanjin.v1.json",
            Self::MessagePack => "sanjin.v1.msgpack",
        }
    }

    /// The message as bytes.
    pub fn encode(self, message: &impl Serialize) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(MESSAGE_BYTES);
        self.write(&mut bytes, message);
        bytes
    }

    /// Writes the message to where there is space for it.
    ///
    /// # Panics
    /// If there is not.
    pub fn write(self, mut to: impl Write, message: &impl Serialize) {
        let written = match self {
            Self::Json => serde_json::to_writer(to, message).is_ok(),
            Self::MessagePack => rmp_serde::encode::write(&mut to, message).is_ok(),
        };
        assert!(written, "every message can be written");
    }

    /// The message of a client in some bytes.
    ///
    /// # Errors
    /// The bytes are no such message, or more than a client may send.
    pub fn decode_from_client<T: DeserializeOwned>(self, bytes: &[u8]) -> Result<T, DecodeError> {
        if bytes.len() > CLIENT_BYTES_MAX {
            return Err(DecodeError::TooLong);
        }
        self.decode(bytes)
    }

    /// The message in some bytes.
    ///
    /// # Errors
    /// The bytes are no such message.
    pub fn decode<T: DeserializeOwned>(self, bytes: &[u8]) -> Result<T, DecodeError> {
        match self {
            Self::Json => serde_json::from_slice(bytes).map_err(DecodeError::Json),
            Self::MessagePack => rmp_serde::from_slice(bytes).map_err(DecodeError::MessagePack),
        }
    }
}

/// Why bytes are no message.
#[derive(Debug, thiserror::Error)]
pub enum DecodeError {
    /// There are too many.
    #[error("a message has at most {CLIENT_BYTES_MAX} bytes")]
    TooLong,
    /// They are not that message in JSON.
    #[error("not a message in JSON")]
    Json(#[source] serde_json::Error),
    /// They are not that message in MessagePack.
    #[error("not a message in MessagePack")]
    MessagePack(#[source] rmp_serde::decode::Error),
}
