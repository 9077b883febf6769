//! A finished hand as a document: everything needed to check it, and to play it again.

use std::fmt;
use std::str::FromStr;

use rules::fair::{Bytes32, Entropy, HandId, Proof, Unfair};
use rules::fujian::{Action, BadRules, Illegal, Outcome, Rules, Table, WinWay};
use rules::seat::{BySeat, Seat};
use rules::tile::{SuitTile, Tile};
use rules::wall::Wall;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// The version this code writes and reads.
pub const RECORD_VERSION: u32 = 1;

/// Far more actions than a hand can have.
const ACTIONS_MAX: usize = 2_000;

/// A finished hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HandRecord {
    /// [`RECORD_VERSION`].
    pub version: u32,
    /// The room's code.
    pub room: String,
    /// The hand's number in the room, from 1.
    pub hand: u32,
    /// What was played by.
    pub rules: Rules,
    /// Who dealt.
    pub dealer: Seat,
    /// Hands the dealer had kept the deal before.
    pub streak: u8,
    /// What the server published before the hand.
    #[serde(with = "hex::serde")]
    pub commitment: Bytes32,
    /// What it revealed after.
    #[serde(with = "hex::serde")]
    pub seed: Bytes32,
    /// What each seat added.
    pub seats: BySeat<SeatEntropy>,
    /// The wall as it was played, first tile first.
    pub wall: Vec<Tile>,
    /// What the players did, in order.
    pub actions: Vec<SeatAction>,
    /// How it ended.
    pub outcome: RecordedOutcome,
}

/// What one seat added to the wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatEntropy {
    /// What it committed to on joining.
    #[serde(with = "hex::serde")]
    pub tip: Bytes32,
    /// What it revealed for this hand; absent if it withheld it.
    #[serde(with = "hex_option", default, skip_serializing_if = "Option::is_none")]
    pub link: Option<Bytes32>,
}

/// An action and who took it; in text `2 discard dots_5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatAction {
    /// Who.
    pub seat: Seat,
    /// What.
    pub action: Action,
}

/// How a recorded hand ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum RecordedOutcome {
    /// Somebody won.
    Won {
        /// Who.
        seat: Seat,
        /// How.
        way: RecordedWay,
        /// What each loser pays, or a third of what the discarder does.
        points: u32,
        /// What each score changed by.
        deltas: BySeat<i32>,
    },
    /// The wall ran out.
    Drawn,
    /// It was broken off.
    Aborted,
}

/// How a recorded hand was won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "as in the rules")]
pub enum RecordedWay {
    SelfDraw,
    Discard,
    RobbedKong,
    ThreeGolds,
    RobbedGold,
}

/// Why a record does not check.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// It was written by another version.
    #[error("the record is of version {0}, and this program reads version {RECORD_VERSION}")]
    Version(u32),
    /// The room or the hand can't be.
    #[error("the room's code is too long, or the hand's number out of range")]
    HandId,
    /// Its rules can't be played by.
    #[error("the rules can't be played")]
    Rules(#[source] BadRules),
    /// What was published before does not fit what was revealed after.
    #[error("the wall is not fair")]
    Unfair(#[source] Unfair),
    /// Another wall was played than the fair one.
    #[error(
        "the wall differs from the fair one at tile {place}: {played} was played, {fair} is fair"
    )]
    OtherWall {
        /// Which tile, from 1.
        place: usize,
        /// What was played.
        played: String,
        /// What is fair.
        fair: String,
    },
    /// A player did what the rules refuse.
    #[error("action {step}, '{action}', is refused")]
    Refused {
        /// Which action, from 1.
        step: usize,
        /// The action.
        action: SeatAction,
        /// Why.
        #[source]
        reason: Illegal,
    },
    /// There are more actions than a hand can have.
    #[error("the record has more than {ACTIONS_MAX} actions")]
    TooLong,
    /// The actions stop before the hand ends.
    #[error("the actions stop before the hand ends")]
    Unfinished,
    /// The hand ends in another way than recorded.
    #[error("the hand ends with {played:?}, and the record says {recorded:?}")]
    OtherOutcome {
        /// As played again.
        played: RecordedOutcome,
        /// As recorded.
        recorded: RecordedOutcome,
    },
}

/// What a checked record says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The Gold, if it came to be flipped.
    pub gold: Option<SuitTile>,
    /// Seats that added nothing to the wall.
    pub withheld: Vec<Seat>,
}

impl HandRecord {
    /// Checks everything in it: that the wall is the fair one, that the rules allow every action,
    /// and that the hand ends as recorded.
    ///
    /// # Errors
    /// Says what does not fit.
    pub fn verify(&self) -> Result<Verified, RecordError> {
        if self.version != RECORD_VERSION {
            return Err(RecordError::Version(self.version));
        }
        let table = Table::new(self.rules, self.dealer).map_err(RecordError::Rules)?;
        let wall = self.fair_wall()?;
        let table = self.replay(table.with_streak(self.streak), wall)?;
        let withheld = Seat::ALL.into_iter().filter(|seat| self.seats[*seat].link.is_none());
        Ok(Verified { gold: table.gold(), withheld: withheld.collect() })
    }

    /// The wall that follows from what was published and revealed, if it is the one played.
    fn fair_wall(&self) -> Result<Wall, RecordError> {
        let proof = Proof {
            id: HandId::new(&self.room, self.hand).ok_or(RecordError::HandId)?,
            tiles: self.rules.tiles,
            commitment: self.commitment,
            seed: self.seed,
            seats: self.seats.map(|seat| Entropy { tip: seat.tip, revealed: seat.link }),
        };
        let fair = proof.check().map_err(RecordError::Unfair)?;
        let name = |tile: Option<&Tile>| tile.map_or("nothing".to_owned(), Tile::to_string);
        let length = fair.all().len().max(self.wall.len());
        match (0..length).find(|place| fair.all().get(*place) != self.wall.get(*place)) {
            None => Ok(fair),
            Some(place) => Err(RecordError::OtherWall {
                place: place + 1,
                played: name(self.wall.get(place)),
                fair: name(fair.all().get(place)),
            }),
        }
    }

    fn replay(&self, mut table: Table, wall: Wall) -> Result<Table, RecordError> {
        if self.actions.len() > ACTIONS_MAX {
            return Err(RecordError::TooLong);
        }
        let begun = table.begin(wall).expect("a fresh table waits for a wall of its own set");
        table.apply_all(begun, |_, _| ());
        for (place, SeatAction { seat, action }) in self.actions.iter().enumerate() {
            let played = table.play(*seat, *action, |_, _| ());
            played.map_err(|reason| RecordError::Refused {
                step: place + 1,
                action: SeatAction { seat: *seat, action: *action },
                reason,
            })?;
        }
        let ended = table.deal().and_then(|deal| deal.outcome);
        let played = match (ended, &self.outcome) {
            (Some(outcome), _) => RecordedOutcome::from(outcome),
            (None, RecordedOutcome::Aborted) => RecordedOutcome::Aborted,
            (None, RecordedOutcome::Won { .. } | RecordedOutcome::Drawn) => {
                return Err(RecordError::Unfinished);
            }
        };
        if played != self.outcome {
            return Err(RecordError::OtherOutcome { played, recorded: self.outcome.clone() });
        }
        Ok(table)
    }
}

impl From<Outcome> for RecordedOutcome {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Won(win) => Self::Won {
                seat: win.seat,
                way: win.way.into(),
                points: win.points.total(),
                deltas: win.transfer.deltas(),
            },
            Outcome::Drawn => Self::Drawn,
            Outcome::Aborted => Self::Aborted,
        }
    }
}

impl From<WinWay> for RecordedWay {
    fn from(way: WinWay) -> Self {
        match way {
            WinWay::SelfDraw => Self::SelfDraw,
            WinWay::Discard { .. } => Self::Discard,
            WinWay::RobbedKong { .. } => Self::RobbedKong,
            WinWay::ThreeGolds => Self::ThreeGolds,
            WinWay::RobbedGold { .. } => Self::RobbedGold,
        }
    }
}

impl fmt::Display for SeatAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.seat, self.action)
    }
}

/// The text is not a seat and an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a seat and an action: write for example '2 discard dots_5'")]
pub struct ParseSeatActionError;

impl FromStr for SeatAction {
    type Err = ParseSeatActionError;

    fn from_str(text: &str) -> Result<Self, ParseSeatActionError> {
        let (seat, action) = text.split_once(' ').ok_or(ParseSeatActionError)?;
        let &[digit @ b'0'..=b'3'] = seat.as_bytes() else { return Err(ParseSeatActionError) };
        let seat = Seat::from_index(usize::from(digit - b'0')).ok_or(ParseSeatActionError)?;
        Ok(Self { seat, action: action.parse().map_err(|_| ParseSeatActionError)? })
    }
}

impl Serialize for SeatAction {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for SeatAction {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

mod hex_option {
    use serde::{Deserialize, Deserializer, Serializer};

    #[expect(clippy::ref_option, reason = "the signature serde asks for")]
    pub(super) fn serialize<S: Serializer>(
        link: &Option<[u8; 32]>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        match link {
            Some(link) => hex::serde::serialize(link, serializer),
            None => serializer.serialize_none(),
        }
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<[u8; 32]>, D::Error> {
        #[derive(Deserialize)]
        struct Link(#[serde(with = "hex::serde")] [u8; 32]);
        Ok(Option::<Link>::deserialize(deserializer)?.map(|link| link.0))
    }
}
