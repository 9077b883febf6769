//! What a room says, as bytes: written once, however many hear it.

use bytes::Bytes;
use protocol::codec::Encoding;
use protocol::server::SpectatorMessage;
use rules::seat::Seat;
use serde::Serialize;

use super::core::Step;
use super::game::Game;

/// A message that has nothing of a game in it.
pub(super) type Plain = SpectatorMessage<(), ()>;

/// What is the same for many, written once in each encoding however many they are.
pub(super) type Frames = Vec<(Encoding, Bytes)>;

/// The frame in an encoding, written if it was not yet.
pub(super) fn once(
    frames: &mut Frames,
    encoding: Encoding,
    write: impl FnOnce() -> Bytes,
) -> Bytes {
    if let Some((_, frame)) = frames.iter().find(|(known, _)| *known == encoding) {
        return frame.clone();
    }
    let frame = write();
    frames.push((encoding, frame.clone()));
    frame
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

/// A step as somebody hears it; `frames` is what those who watch hear, written
/// once: for a player in MessagePack it is copied, and what they alone hear put behind it.
pub(super) fn step_for<G: Game>(
    seat: Option<Seat>,
    encoding: Encoding,
    step: &Step<G>,
    frames: &mut Frames,
) -> Bytes {
    let watched = |frames| once(frames, encoding, || encode_step(encoding, step, None));
    match (seat, encoding) {
        (None, _) => watched(frames),
        (Some(_), Encoding::MessagePack) => step.told_to(seat).pack_after(&watched(frames)).into(),
        (Some(_), Encoding::Json) => encode_step(encoding, step, seat),
    }
}
