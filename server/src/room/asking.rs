//! What a message of a client asks of the room it is in, or goes to.

use protocol::client::ClientMessage;
use serde::de::IgnoredAny;

use super::{Connection, Frame, Newcomer, PlayedFor, RoomCommand};

/// A message whose action is left for the room to read: it knows the game.
pub(crate) type Envelope = ClientMessage<IgnoredAny>;

impl RoomCommand {
    /// What a message asks for that came as this frame; whoever takes a seat plays for `profile`.
    pub(crate) fn of(
        message: Envelope,
        frame: Frame,
        from: Connection,
        profile: Option<PlayedFor>,
    ) -> Self {
        match message {
            ClientMessage::Create { request, name, tip, token, .. }
            | ClientMessage::Join { request, name, tip, token, .. } => {
                let player = Newcomer { name, tip, profile, token };
                Self::Join { connection: from, request, player }
            }
            ClientMessage::Watch { request, last_seq: last, .. } => {
                Self::Watch { connection: from, request, last }
            }
            ClientMessage::Resume { request, token, last_seq: last, .. } => {
                Self::Resume { connection: from, request, token, last }
            }
            ClientMessage::Act { request, .. } => Self::Act { from, request, frame },
            ClientMessage::Host { request, order } => Self::Host { from, request, order },
            ClientMessage::QuickPass { request, on } => Self::QuickPass { from, request, on },
            ClientMessage::Past { request } => Self::Past { from, request },
            ClientMessage::Leave { request } => Self::Leave { from, request },
            ClientMessage::Link { request, hand, link } => Self::Link { from, request, hand, link },
        }
    }
}
