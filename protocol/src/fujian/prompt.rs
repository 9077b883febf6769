//! What the table asks of a seat: everything it could do, and why it can't do the rest.

use rules::fujian::{Action, Illegal, Phase, Table};
use rules::seat::Seat;
use rules::tile::SuitTile;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::wire::wire_enum;

wire_enum! {
    /// What the table asks of a seat. A `None` where a reason could be means it can be done.
    pub enum Prompt {
        /// The own turn.
        0 "turn" Turn {
            /// Why the hand can't be won.
            win: Option<Reason>,
            /// Kinds of which a kong can be declared.
            kongs: Vec<SuitTile>,
            /// Kinds held that can't be discarded, and why.
            barred: Vec<(SuitTile, Reason)>,
        },
        /// A tile is up for a call.
        1 "call" Call {
            /// Why it can't be won on.
            win: Option<Reason>,
            /// Why it can't be called for four alike.
            kong: Option<Reason>,
            /// Why it can't be called for three alike.
            pung: Option<Reason>,
            /// Why it can't be called for a run.
            chow: Option<Reason>,
            /// The lowest tiles of the runs it can be called for.
            chows: Vec<SuitTile>,
        },
        /// The hand is over; say when you are ready.
        2 "ready" Ready {},
    }
}

impl Prompt {
    /// What a table at rest asks of `seat`, if anything.
    pub fn of(table: &Table, seat: Seat) -> Option<Self> {
        if !table.waits_for(seat) {
            return None;
        }
        let refused = |action| table.check(seat, action).err().map(Reason);
        // Only for what is not legal it has to be found out why.
        let unless = |legal: bool, action| if legal { None } else { refused(action) };
        let legal = table.legal(seat);
        Some(match table.phase() {
            Phase::Turn(_) => Self::Turn {
                win: unless(legal.win, Action::Win),
                kongs: legal.kongs.into_iter().collect(),
                barred: table
                    .player(seat)
                    .hand
                    .kinds()
                    .without(legal.discards)
                    .into_iter()
                    .filter_map(|tile| Some((tile, refused(Action::Discard(tile))?)))
                    .collect(),
            },
            Phase::Calling(calling) => Self::Call {
                win: unless(legal.win, Action::Win),
                kong: unless(legal.kong, Action::Kong),
                pung: unless(legal.pung, Action::Pung),
                chow: unless(!legal.chows.is_empty(), Action::Chow(calling.tile)),
                chows: legal.chows.into_iter().collect(),
            },
            Phase::Between(_) | Phase::Finished(_) => Self::Ready {},
            // Nobody is waited for.
            Phase::Setup
            | Phase::AwaitingWall
            | Phase::Drawing { .. }
            | Phase::ThreeGolds { .. } => return None,
        })
    }
}

/// Why something can't be done: a code in text, a number on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reason(pub Illegal);

impl Serialize for Reason {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.serialize_str(self.0.code())
        } else {
            let number = Illegal::ALL.iter().position(|reason| *reason == self.0);
            serializer.serialize_u8(number.unwrap_or_default() as u8)
        }
    }
}

impl<'de> Deserialize<'de> for Reason {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let found = if deserializer.is_human_readable() {
            let code = String::deserialize(deserializer)?;
            Illegal::ALL.into_iter().find(|reason| reason.code() == code)
        } else {
            Illegal::ALL.get(usize::from(u8::deserialize(deserializer)?)).copied()
        };
        found.map(Self).ok_or_else(|| de::Error::custom("unknown reason"))
    }
}
