//! Why a request was not carried out: a code in text, a number on the wire.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::schema;
use crate::setup::Illegal;

macro_rules! refusals {
    ($($(#[doc = $about:literal])* $number:literal $code:literal $name:ident),+ $(,)?) => {
        /// Why a request was not carried out.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Refusal {
            $( $(#[doc = $about])* $name, )+
            /// The rules of the game don't allow it now.
            Illegal(Illegal),
        }

        impl Refusal {
            const COMMON: &[(u8, &str, Self)] = &[$(($number, $code, Self::$name)),+];

            pub(crate) fn schema() -> schema::Type {
                let common = [$(schema::Name {
                    number: $number,
                    text: $code,
                    about: schema::about(&[$($about),*]),
                }),+];
                schema::Type {
                    name: "Refusal",
                    params: Vec::new(),
                    about: "Why a request was not carried out.".to_owned(),
                    shape: schema::Shape::Names(
                        common.into_iter().chain(Illegal::names()).collect(),
                    ),
                }
            }
        }
    };
}

refusals! {
    /// The message can't be read.
    0 "bad_message" BadMessage,
    /// There is no such room.
    1 "no_room" NoRoom,
    /// No seat is free.
    2 "room_full" RoomFull,
    /// The token belongs to no seat of the room.
    3 "bad_token" BadToken,
    /// This connection has no seat.
    4 "no_seat" NoSeat,
    /// Only the host can do that.
    5 "not_host" NotHost,
    /// The match is on.
    6 "playing" Playing,
    /// The match is not on.
    7 "not_playing" NotPlaying,
    /// Some seats are empty.
    8 "seats_empty" SeatsEmpty,
    /// The seat is taken by somebody who is there.
    9 "seat_taken" SeatTaken,
    /// The rules can't be played.
    10 "bad_rules" BadRules,
    /// Too many requests; wait a little.
    11 "slow_down" SlowDown,
    /// Nothing can be recorded just now, and so nothing is played.
    12 "store_unavailable" StoreUnavailable,
    /// There are as many rooms as this server takes.
    13 "too_many_rooms" TooManyRooms,
    /// The connection is in a room already.
    14 "already_in_room" AlreadyInRoom,
    /// That is not the link the table waits for: of another hand, too late, or not of the own chain.
    15 "bad_link" BadLink,
    /// The room has been closed. Kept for later: so far one that is closed is answered as `no_room`.
    16 "room_closed" RoomClosed,
    /// These options don't go together, or one of them is not on offer.
    17 "bad_options" BadOptions,
    /// Nobody may watch this room.
    18 "watching_off" WatchingOff,
    /// The room's options don't allow that.
    19 "not_allowed" NotAllowed,
    /// The key belongs to no profile.
    20 "no_profile" NoProfile,
    /// The table has asked for something new since.
    21 "stale" Stale,
}

impl Refusal {
    /// Its stable name.
    pub fn code(self) -> &'static str {
        self.named().1
    }

    /// Whether it says "not now": the same request may be asked again, later.
    pub fn is_passing(self) -> bool {
        match self {
            Self::SlowDown | Self::StoreUnavailable => true,
            Self::BadMessage
            | Self::NoRoom
            | Self::RoomFull
            | Self::BadToken
            | Self::NoSeat
            | Self::NotHost
            | Self::Playing
            | Self::NotPlaying
            | Self::SeatsEmpty
            | Self::SeatTaken
            | Self::BadRules
            | Self::TooManyRooms
            | Self::AlreadyInRoom
            | Self::BadLink
            | Self::RoomClosed
            | Self::BadOptions
            | Self::WatchingOff
            | Self::NotAllowed
            | Self::NoProfile
            | Self::Stale
            | Self::Illegal(_) => false,
        }
    }

    /// Every reason there is.
    pub fn all() -> impl Iterator<Item = Self> {
        let common = Self::COMMON.iter().map(|(_, _, refusal)| *refusal);
        common.chain(Illegal::all().map(Self::Illegal))
    }

    fn number(self) -> u8 {
        self.named().0
    }

    fn named(self) -> (u8, &'static str) {
        if let Self::Illegal(reason) = self {
            return (reason.number(), reason.code());
        }
        let common = Self::COMMON.iter().find(|(_, _, refusal)| *refusal == self);
        let (number, code, _) = common.expect("every refusal is named");
        (*number, code)
    }
}

impl Serialize for Refusal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.serialize_str(self.code())
        } else {
            serializer.serialize_u8(self.number())
        }
    }
}

impl<'de> Deserialize<'de> for Refusal {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let found = if deserializer.is_human_readable() {
            let code = String::deserialize(deserializer)?;
            Self::all().find(|refusal| refusal.code() == code)
        } else {
            let number = u8::deserialize(deserializer)?;
            Self::all().find(|refusal| refusal.number() == number)
        };
        found.ok_or_else(|| de::Error::custom("unknown reason"))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn codes_and_numbers_are_all_different_and_read_back() {
        let codes: BTreeSet<_> = Refusal::all().map(Refusal::code).collect();
        let numbers: BTreeSet<_> = Refusal::all().map(Refusal::number).collect();

        assert_eq!((codes.len(), numbers.len()), (Refusal::all().count(), Refusal::all().count()));
        for refusal in Refusal::all() {
            let text = serde_json::to_string(&refusal).unwrap();
            assert_eq!(serde_json::from_str::<Refusal>(&text).unwrap(), refusal);
        }
    }
}
