//! Messages written by hand, so that every one and every part of one is there at least once.

mod client;
mod course;
mod server;
mod table;

use protocol::codec::Encoding;
use protocol::ids::{Digest, PlayerName, RoomCode};
use protocol::options::{RoomOptions, Spectators};
use protocol::room::{Occupant, RoomView, Stage, WallView};
use protocol::setup::Setup;
use rules::fujian::Rules;
use rules::seat::{BySeat, Seat};
use rules::tile::{Suit, SuitTile};
use serde::Serialize;

/// A message in both encodings.
pub(super) struct Vector {
    pub(super) name: String,
    /// Who says it, or to whom the server does.
    pub(super) direction: &'static str,
    /// As JSON, fields in order.
    pub(super) json: String,
    /// As MessagePack.
    pub(super) msgpack: Vec<u8>,
}

/// Vectors that lie in one file.
pub(super) struct File {
    pub(super) name: &'static str,
    pub(super) vectors: Vec<Vector>,
}

/// Every file of vectors.
pub(super) fn files() -> Vec<File> {
    let (seat_course, spectator_course) = course::played();
    let file = |name, vectors| File { name, vectors };
    vec![
        file("client", vectors("client", client::all())),
        file("seat", vectors("seat", server::to_seat())),
        file("spectator", vectors("spectator", server::to_spectator())),
        file("hands", vectors("hands", server::hands())),
        file("course_seat", vectors("seat", seat_course)),
        file("course_spectator", vectors("spectator", spectator_course)),
    ]
}

fn vectors<T: Serialize>(direction: &'static str, messages: Vec<(String, T)>) -> Vec<Vector> {
    let vector = |(name, message): (String, T)| Vector {
        name,
        direction,
        json: String::from_utf8(Encoding::Json.encode(&message)).expect("JSON is UTF-8"),
        msgpack: Encoding::MessagePack.encode(&message),
    };
    messages.into_iter().map(vector).collect()
}

fn code() -> RoomCode {
    "K7Q2XM".parse().expect("a room's code")
}

fn name(text: &str) -> PlayerName {
    text.parse().expect("a name")
}

/// 32 bytes that count up.
fn digest(first: u8) -> Digest {
    Digest(std::array::from_fn(|place| first + place as u8))
}

/// A room nobody sits in.
fn room_view(stage: Stage) -> RoomView {
    RoomView {
        code: code(),
        stage,
        seats: BySeat::from_fn(|_| Occupant::Empty {}),
        host: Some(Seat::S0),
        public: false,
        id: 12,
        setup: Setup::Fujian { rules: Rules { hands: 2, ..Rules::FULL } },
        dealer: Seat::S0,
        tips: BySeat([Some(digest(0x10)), None, None, None]),
        wall: Some(WallView {
            hand: 1,
            commitment: digest(0x30),
            given: BySeat([true, false, false, false]),
        }),
        options: RoomOptions::default(),
    }
}

/// Options of which none is as in a room nobody has changed anything of, but for what they forbid each other.
fn turned_options() -> RoomOptions {
    let spectators = Spectators::Delayed { seconds: 120 };
    RoomOptions { spectators, open_hands: true, recorded: true, quick_pass: true, rated: true }
}

fn tile(text: &str) -> SuitTile {
    text.parse().expect("a tile")
}

/// Tiles from ranks by suit: dots, bamboo, characters.
fn tiles(dots: &str, bamboo: &str, characters: &str) -> Vec<SuitTile> {
    let suits = [dots, bamboo, characters].into_iter().zip(Suit::ALL);
    let ranked = suits.flat_map(|(ranks, suit)| ranks.bytes().map(move |rank| (suit, rank - b'0')));
    ranked.map(|(suit, rank)| SuitTile::new(suit, rank).expect("a rank")).collect()
}
