//! What a room says, as bytes: written once, however many hear it.

use bytes::{BufMut, Bytes, BytesMut};
use protocol::codec::Encoding;
use protocol::server::SpectatorMessage;
use rules::seat::{BySeat, Seat};
use serde::Serialize;

use crate::room::core::Step;
use crate::room::game::Game;

/// A message that has nothing of a game in it.
pub(super) type Plain = SpectatorMessage<(), ()>;

/// What four players hear of most steps fits in this many bytes.
const STEP_BYTES: usize = 192;

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

/// What each player hears of a step, one behind the other. Written when the step is lived through: until it is durable
/// other rooms have had their turn, and nothing of it is in a cache any more.
#[derive(Debug, Default)]
pub(super) struct SeatFrames {
    packed: Bytes,
    /// Where in it the frame of each seat is, and how it is encoded; nothing for seats where nobody listens.
    places: BySeat<Option<(u16, u16, Encoding)>>,
}

impl SeatFrames {
    /// The frames of those who listen, each in the encoding they speak.
    pub(super) fn of<G: Game>(step: &Step<G>, spoken: BySeat<Option<Encoding>>) -> Self {
        if spoken.iter().all(Option::is_none) {
            return Self::default();
        }
        let mut space = BytesMut::with_capacity(STEP_BYTES);
        let packs = spoken.iter().any(|spoken| *spoken == Some(Encoding::MessagePack));
        let watched = packs.then(|| {
            Encoding::MessagePack.write((&mut space).writer(), &step.told_to(None));
            space.split()
        });
        let places = BySeat::from_fn(|seat| {
            let encoding = spoken[seat]?;
            let begin = u16::try_from(space.len()).ok()?;
            let told = step.told_to(Some(seat));
            match (encoding, &watched) {
                (Encoding::MessagePack, Some(watched)) => {
                    told.pack_after(watched, (&mut space).writer());
                }
                (Encoding::Json | Encoding::MessagePack, _) => {
                    encoding.write((&mut space).writer(), &told);
                }
            }
            let end = u16::try_from(space.len()).ok()?;
            Some((begin, end, encoding))
        });
        Self { packed: space.freeze(), places }
    }

    /// What is heard at a seat, if it was written in this encoding.
    pub(super) fn get(&self, seat: Seat, encoding: Encoding) -> Option<Bytes> {
        let (begin, end, written) = self.places[seat]?;
        (written == encoding).then(|| self.packed.slice(usize::from(begin)..usize::from(end)))
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
