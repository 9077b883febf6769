//! What the server says to a client.

use std::io::Write;

use rules::seat::{BySeat, Seat};
use serde::ser::{Serialize, SerializeMap as _, SerializeTuple as _, Serializer};

use crate::ids::{RequestId, RoomCode, SeatToken, Seq};
use crate::refusal::Refusal;
use crate::room::{RoomChange, RoomView};
use crate::wire::{wire_enum, wire_names};

wire_enum! {
    /// A message to somebody who watches. Nothing in it can hold a concealed tile: `Table` and
    /// `Public` are what the game lets anybody see.
    pub enum SpectatorMessage<Table, Public> {
        /// A request was carried out.
        0 "accepted" Accepted {
            /// Which.
            request: RequestId,
            /// The step it became.
            seq: Seq,
        },
        /// A request was not carried out, and changed nothing.
        1 "refused" Refused {
            /// Which.
            request: RequestId,
            /// Why.
            reason: Refusal,
        },
        /// Everything, as it stands after a step.
        2 "snapshot" Snapshot {
            /// Which step.
            seq: Seq,
            /// The room.
            room: Box<RoomView>,
            /// The table, once there is one.
            table: Option<Table>,
        },
        /// One step: what changed in the room, then at the table.
        3 "step" Step {
            /// Which; always one more than the last.
            seq: Seq,
            /// What changed in the room.
            room: Vec<RoomChange>,
            /// What changed at the table.
            public: Vec<Public>,
        },
        /// Who is there just now; not a step, and not remembered.
        4 "presence" Presence {
            /// Whose player is connected.
            online: BySeat<bool>,
            /// How many watch.
            watchers: u32,
        },
        /// The connection is about to be closed.
        5 "bye" Bye {
            /// Why.
            reason: ByeReason,
            /// When to come back, if at all, in milliseconds.
            retry_ms: Option<u32>,
        },
        /// How long the table waits yet for what it asks since a step; not sent where it waits without end.
        7 "timer" Timer {
            /// The last step there was.
            seq: Seq,
            /// How long, in milliseconds.
            left_ms: u32,
        },
        /// Nothing can be recorded just now, and so nothing is played. Once it can be, everybody is sent a
        /// `snapshot` without asking.
        9 "stalled" Stalled {},
        /// How the running hand came to where it is: to somebody who has asked, behind the answer.
        10 "past" Past {
            /// The last step there was.
            seq: Seq,
            /// The table before the hand was dealt.
            table: Table,
            /// The deal and every step at the table since: which it was, and what changed.
            steps: Vec<(Seq, Vec<Public>)>,
        },
    }
}

wire_enum! {
    /// A message to the player at a seat: what anybody hears, and their own besides.
    pub enum SeatMessage<View, Public, Own> {
        /// A request was carried out.
        0 "accepted" Accepted {
            /// Which.
            request: RequestId,
            /// The step it became.
            seq: Seq,
        },
        /// A request was not carried out, and changed nothing.
        1 "refused" Refused {
            /// Which.
            request: RequestId,
            /// Why.
            reason: Refusal,
        },
        /// Everything, as it stands after a step.
        2 "snapshot" Snapshot {
            /// Which step.
            seq: Seq,
            /// The room.
            room: Box<RoomView>,
            /// The table as this seat sees it, once there is one.
            view: Option<View>,
        },
        /// One step: what changed in the room, then at the table, then for this seat alone.
        3 "step" Step {
            /// Which; always one more than the last.
            seq: Seq,
            /// What changed in the room.
            room: Vec<RoomChange>,
            /// What changed at the table.
            public: Vec<Public>,
            /// What changed for this seat alone.
            own: Vec<Own>,
        },
        /// Who is there just now; not a step, and not remembered.
        4 "presence" Presence {
            /// Whose player is connected.
            online: BySeat<bool>,
            /// How many watch.
            watchers: u32,
        },
        /// The connection is about to be closed.
        5 "bye" Bye {
            /// Why.
            reason: ByeReason,
            /// When to come back, if at all, in milliseconds.
            retry_ms: Option<u32>,
        },
        /// A seat was taken; keep the token to come back to it.
        6 "seated" Seated {
            /// The request that took it.
            request: RequestId,
            /// The room.
            code: RoomCode,
            /// The seat.
            seat: Seat,
            /// What lets you come back to it.
            token: SeatToken,
        },
        /// How long the table waits yet for what it asks since a step; not sent where it waits without end.
        7 "timer" Timer {
            /// The last step there was.
            seq: Seq,
            /// How long, in milliseconds.
            left_ms: u32,
        },
        /// Nothing can be recorded just now, and so nothing is played. Once it can be, everybody is sent a
        /// `snapshot` without asking.
        9 "stalled" Stalled {},
    }
}

wire_enum! {
    /// A message to somebody who watches with open hands, besides what anybody who watches hears. The
    /// only one that holds concealed tiles of a running hand that are not the listener's own.
    pub enum HandsMessage<Hands> {
        /// What everybody holds after a step; sent after it, where that has changed.
        8 "hands" Hands {
            /// Which step.
            seq: Seq,
            /// What.
            hands: Hands,
        },
    }
}

/// A step about to be written, and read from nowhere: the same bytes as [`SpectatorMessage::Step`] or, with what
/// a seat alone hears, [`SeatMessage::Step`], without a copy of what is in it for everybody who hears it.
#[derive(Clone, Copy, Debug)]
pub struct StepRef<'a, Public, Own> {
    /// Which; always one more than the last.
    pub seq: Seq,
    /// What changed in the room.
    pub room: &'a [RoomChange],
    /// What changed at the table.
    pub public: &'a [Public],
    /// What changed for this seat alone; nothing for somebody who watches.
    pub own: Option<&'a [Own]>,
}

impl<Public, Own: Serialize> StepRef<'_, Public, Own> {
    /// Writes the step in MessagePack, from what those who watch hear of it in MessagePack: a seat hears the same,
    /// and one field more at the end.
    ///
    /// # Panics
    /// If it can't be written there.
    pub fn pack_after(&self, watched: &[u8], mut to: impl Write) {
        let written = match (self.own, watched.split_first()) {
            (Some(own), Some((_, common))) => to
                .write_all(&[FIVE_FIELDS])
                .and_then(|()| to.write_all(common))
                .is_ok_and(|()| rmp_serde::encode::write(&mut to, own).is_ok()),
            (None, _) | (_, None) => to.write_all(watched).is_ok(),
        };
        assert!(written, "every message can be written");
    }
}

impl<Public: Serialize, Own: Serialize> Serialize for StepRef<'_, Public, Own> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { seq, room, public, own } = self;
        let fields = 4 + usize::from(own.is_some());
        if serializer.is_human_readable() {
            let mut map = serializer.serialize_map(Some(fields))?;
            map.serialize_entry("type", "step")?;
            map.serialize_entry("seq", seq)?;
            map.serialize_entry("room", room)?;
            map.serialize_entry("public", public)?;
            own.iter().try_for_each(|own| map.serialize_entry("own", own))?;
            return map.end();
        }
        let mut tuple = serializer.serialize_tuple(fields)?;
        tuple.serialize_element(&STEP)?;
        tuple.serialize_element(seq)?;
        tuple.serialize_element(room)?;
        tuple.serialize_element(public)?;
        own.iter().try_for_each(|own| tuple.serialize_element(own))?;
        tuple.end()
    }
}

/// The number of the variant `Step` above, in both messages.
const STEP: u8 = 3;
/// How an array of five begins in MessagePack.
const FIVE_FIELDS: u8 = 0x95;

wire_names! {
    /// Why a connection is closed.
    pub enum ByeReason {
        /// The seat was taken over from another connection.
        0 "replaced" Replaced,
        /// The seat was emptied: by the host, or by its player over another connection.
        1 "kicked" Kicked,
        /// The room was closed.
        2 "closed" Closed,
        /// The server is restarting, and the room goes on afterwards.
        3 "restarting" Restarting,
        /// Nobody may watch the room any more.
        4 "watching_off" WatchingOff,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::Encoding;
    use crate::room::Stage;

    #[test]
    fn a_step_written_by_reference_is_the_message_byte_for_byte() {
        let (seq, public, own) = (Seq(300), vec![7u8, 8], vec!["drew"]);
        let room = vec![RoomChange::Stage { stage: Stage::Playing }];
        let to_seat: SeatMessage<(), u8, &str> =
            SeatMessage::Step { seq, room: room.clone(), public: public.clone(), own: own.clone() };
        let to_all: SpectatorMessage<(), u8> =
            SpectatorMessage::Step { seq, room: room.clone(), public: public.clone() };
        let step = StepRef { seq, room: &room, public: &public, own: Some(&own[..]) };

        for encoding in Encoding::ALL {
            assert_eq!(encoding.encode(&step), encoding.encode(&to_seat));
            let watched = StepRef { own: None, ..step };
            assert_eq!(encoding.encode(&watched), encoding.encode(&to_all));
        }
        let (seat, watched) =
            (Encoding::MessagePack.encode(&to_seat), Encoding::MessagePack.encode(&to_all));
        let after = |step: StepRef<'_, _, _>| {
            let mut packed = Vec::new();
            step.pack_after(&watched, &mut packed);
            packed
        };
        assert_eq!(after(step), seat);
        assert_eq!(after(StepRef { own: None, ..step }), watched);
    }
}
