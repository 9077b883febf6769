//! What a room says, as bytes: written once, however many hear it.

use bytes::{BufMut, Bytes, BytesMut};
use protocol::codec::Encoding;
use protocol::server::SpectatorMessage;
use rules::seat::Seat;
use serde::Serialize;

use super::core::Step;
use super::game::Game;

/// A message that has nothing of a game in it.
pub(super) type Plain = SpectatorMessage<(), ()>;

/// What four players hear of most steps fits in this many bytes.
const STEP_BYTES: usize = 320;

/// The frames of one thing that is said: what is the same for many is written once in each encoding, and all of them
/// behind each other.
pub(super) struct Frames {
    space: BytesMut,
    json: Option<Bytes>,
    message_pack: Option<Bytes>,
}

impl Frames {
    pub(super) fn new() -> Self {
        Self { space: BytesMut::with_capacity(STEP_BYTES), json: None, message_pack: None }
    }

    /// The frame of what everybody hears.
    pub(super) fn of(&mut self, encoding: Encoding, message: &impl Serialize) -> Bytes {
        let known = match encoding {
            Encoding::Json => &mut self.json,
            Encoding::MessagePack => &mut self.message_pack,
        };
        let write = || {
            encoding.write((&mut self.space).writer(), message);
            self.space.split().freeze()
        };
        known.get_or_insert_with(write).clone()
    }

    /// The frame of a step as somebody hears it: for a player in MessagePack what those hear who watch is copied, and
    /// what they alone hear put behind it.
    pub(super) fn of_step<G: Game>(
        &mut self,
        encoding: Encoding,
        step: &Step<G>,
        seat: Option<Seat>,
    ) -> Bytes {
        let told = step.told_to(seat);
        match (seat, encoding) {
            (None, _) => return self.of(encoding, &told),
            (Some(_), Encoding::MessagePack) => {
                let watched = self.of(encoding, &step.told_to(None));
                told.pack_after(&watched, (&mut self.space).writer());
            }
            (Some(_), Encoding::Json) => encoding.write((&mut self.space).writer(), &told),
        }
        self.space.split().freeze()
    }
}

pub(super) fn encode(encoding: Encoding, message: &impl Serialize) -> Bytes {
    encoding.encode(message).into()
}

pub(super) fn encode_step<G: Game>(
    encoding: Encoding,
    step: &Step<G>,
    seat: Option<Seat>,
) -> Bytes {
    encode(encoding, &step.told_to(seat))
}
