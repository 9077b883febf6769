//! A finished hand as a document: everything needed to check it, and to play it again.

mod outcome;
mod player;
mod seat_action;

use rules::fair::{Bytes32, Entropy, HandId, Proof, Unfair};
use rules::fujian::{BadRules, Event, Illegal, Rules, Standing, Table};
use rules::seat::{BySeat, Seat};
use rules::tile::{SuitTile, Tile};
use rules::wall::Wall;
use serde::{Deserialize, Serialize};

pub use self::outcome::{RecordedOutcome, RecordedWay, Special};
pub use self::player::RecordedPlayer;
pub use self::seat_action::{ParseSeatActionError, SeatAction};

/// The version this code writes and reads.
pub const RECORD_VERSION: u32 = 1;

/// Far more actions than a hand can have.
const ACTIONS_MAX: usize = 2_000;
/// Far more points than a match can move.
const SCORE_MAX: i32 = 100_000_000;

/// Which game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Variant {
    /// Sixteen tiles and three Golds.
    Fujian,
}

impl Variant {
    /// Its name in text.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fujian => "fujian",
        }
    }
}

/// A finished hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HandRecord {
    /// [`RECORD_VERSION`].
    pub version: u32,
    /// Which game was played.
    pub variant: Variant,
    /// The room's code.
    pub room: String,
    /// The hand's number in the room, from 1.
    pub hand: u32,
    /// Which of the room's games it belongs to, from 1.
    pub game: u32,
    /// The hand's number in that game, from 1; one that was broken off has a number too.
    pub hand_of_game: u32,
    /// Hands of the game before it that count.
    pub hands_played: u8,
    /// Who sat where when it ended.
    pub players: BySeat<RecordedPlayer>,
    /// The scores of the game before it.
    pub scores_before: BySeat<i32>,
    /// The scores of the game after it.
    pub scores_after: BySeat<i32>,
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
    /// What it committed to on joining; zeros where it did not.
    #[serde(with = "hex::serde")]
    pub tip: Bytes32,
    /// What it revealed for this hand; absent if it withheld it.
    #[serde(with = "hex_option", default, skip_serializing_if = "Option::is_none")]
    pub link: Option<Bytes32>,
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
    /// The game can't have stood like this.
    #[error("the numbers of the game, its hands or its scores are out of range")]
    Standing,
    /// The scores after it are not those before it and what it moved.
    #[error("the scores after the hand are {recorded:?}, and should be {expected:?}")]
    OtherScores {
        /// What they should be.
        expected: [i32; 4],
        /// What the record says.
        recorded: [i32; 4],
    },
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
    /// The actions go on when the hand is over.
    #[error("the actions go on when the hand is over")]
    AfterTheEnd,
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

impl SeatEntropy {
    /// Whether the seat takes part in making walls: bots do not, nor clients that don't want to.
    pub fn has_chain(&self) -> bool {
        self.tip != Bytes32::default()
    }
}

impl HandRecord {
    /// Checks everything in it: that the wall is the fair one, that the rules allow every action,
    /// that the hand ends as recorded, and that the scores follow.
    ///
    /// # Errors
    /// Says what does not fit.
    pub fn verify(&self) -> Result<Verified, RecordError> {
        let table = self.replay(|table, event| table.apply_all(event, |_, _| ()))?;
        let withheld = Seat::ALL.into_iter().filter(|seat| self.seats[*seat].link.is_none());
        Ok(Verified { gold: table.gold(), withheld: withheld.collect() })
    }

    /// Checks it all as [`Self::verify`] does, and has `live` bring the table through every step:
    /// the deal, each action, and the breaking off if it was.
    ///
    /// # Errors
    /// Says what does not fit; steps before it have been lived through.
    pub fn replay(&self, mut live: impl FnMut(&mut Table, Event)) -> Result<Table, RecordError> {
        if self.version != RECORD_VERSION {
            return Err(RecordError::Version(self.version));
        }
        let mut table = self.table()?;
        let wall = self.fair_wall()?;
        if self.actions.len() > ACTIONS_MAX {
            return Err(RecordError::TooLong);
        }
        let begun = table.begin(wall).expect("a fresh table waits for a wall of its own set");
        live(&mut table, begun);
        for (place, action) in self.actions.iter().enumerate() {
            if table.deal().is_some_and(|deal| deal.outcome.is_some()) {
                return Err(RecordError::AfterTheEnd);
            }
            let decided = table.decide(action.seat, action.action);
            let refused =
                |reason| RecordError::Refused { step: place + 1, action: *action, reason };
            live(&mut table, decided.map_err(refused)?);
        }
        if let (RecordedOutcome::Aborted, Ok(aborted)) = (&self.outcome, table.abort()) {
            live(&mut table, aborted);
        }
        self.check_end(&table)?;
        Ok(table)
    }

    /// The table before the hand.
    ///
    /// # Errors
    /// If it can't have stood like that.
    pub fn table(&self) -> Result<Table, RecordError> {
        self.rules.check().map_err(RecordError::Rules)?;
        let scores = self.scores_before.iter().chain(self.scores_after.iter());
        let possible = self.game > 0
            && self.hand_of_game > u32::from(self.hands_played)
            && self.hands_played < self.rules.hands
            && self.streak < u8::MAX
            && scores.into_iter().all(|score| (-SCORE_MAX..=SCORE_MAX).contains(score));
        if !possible {
            return Err(RecordError::Standing);
        }
        let standing = Standing {
            dealer: self.dealer,
            streak: self.streak,
            scores: self.scores_before,
            hands_played: self.hands_played,
            game: self.game - 1,
        };
        Table::standing(self.rules, standing).map_err(RecordError::Rules)
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

    /// Checks that the table ended as recorded.
    fn check_end(&self, table: &Table) -> Result<(), RecordError> {
        let ended = table.deal().and_then(|deal| deal.outcome);
        let played = RecordedOutcome::from(ended.ok_or(RecordError::Unfinished)?);
        if played != self.outcome {
            return Err(RecordError::OtherOutcome { played, recorded: self.outcome.clone() });
        }
        if *table.scores() != self.scores_after {
            return Err(RecordError::OtherScores {
                expected: table.scores().0,
                recorded: self.scores_after.0,
            });
        }
        Ok(())
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
