//! What can differ between tables: one value, checked when a table is made.

use serde::{Deserialize, Serialize};

use crate::tile_set::TileSet;

/// Highest value of one special, so that scores stay far from overflow.
const SPECIAL_POINTS_MAX: u16 = 1000;
/// Longest match.
const HANDS_MAX: u8 = 64;
/// Dead walls that are played.
const DEAD_WALLS: [u8; 3] = [0, 16, 18];
/// Shortest and longest timer.
const TIMER_SECONDS: std::ops::RangeInclusive<u8> = 5..=120;

/// Whether a Gold may be discarded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GoldDiscard {
    /// Only when no other tile can go.
    #[default]
    LastResort,
    /// At any time; nobody may take it or win on it.
    Allowed,
}

/// Who pays for a win on a discard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Payers {
    /// All three losers, the same.
    #[default]
    Everyone,
    /// The discarder alone, all three shares.
    Discarder,
}

/// Everything that can differ between two tables.
///
/// Missing fields in text forms are those of [`Rules::CLASSIC`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rules {
    /// Which tiles are in play.
    pub tiles: TileSet,
    /// Whether kongs can be made.
    pub kongs: bool,
    /// Points for Three Golds.
    pub three_golds: u16,
    /// Points for a pair made of two Golds; 0 is off.
    pub golden_pair: u16,
    /// Points for winning without bonus tile and without kong; 0 is off.
    pub no_bonus_no_kong: u16,
    /// Points for robbing the Gold; `None` when it can't be robbed.
    pub robbing_the_gold: Option<u16>,
    /// Points for a hand of one suit, Golds ignored; 0 is off.
    pub all_one_suit: u16,
    /// Hands in a match.
    pub hands: u8,
    /// Whether a dealer who keeps winning gets a point more every hand.
    pub dealer_streak: bool,
    /// Tiles at the end of the wall that are never drawn: 0, 16 or 18.
    pub dead_wall: u8,
    /// Whether a Gold may be discarded.
    pub gold_discard: GoldDiscard,
    /// Whether the kind just called may be discarded at once.
    pub discard_called_kind: bool,
    /// Who pays for a win on a discard.
    pub payers: Payers,
    /// Seconds for a turn; `None` waits as long as it takes.
    pub turn_seconds: Option<u8>,
    /// Seconds to answer a call; `None` waits as long as it takes.
    pub call_seconds: Option<u8>,
}

impl Rules {
    /// The plain game: no kongs, one hand, only Three Golds as a special.
    pub const CLASSIC: Self = Self {
        tiles: TileSet::WindsAndSeasons,
        kongs: false,
        three_golds: 20,
        golden_pair: 0,
        no_bonus_no_kong: 0,
        robbing_the_gold: None,
        all_one_suit: 0,
        hands: 1,
        dealer_streak: false,
        dead_wall: 0,
        gold_discard: GoldDiscard::LastResort,
        discard_called_kind: true,
        payers: Payers::Everyone,
        turn_seconds: None,
        call_seconds: None,
    };

    /// The whole game: kongs, every usual special, four rounds.
    pub const FULL: Self = Self {
        kongs: true,
        golden_pair: 30,
        no_bonus_no_kong: 10,
        robbing_the_gold: Some(20),
        hands: 16,
        dealer_streak: true,
        discard_called_kind: false,
        ..Self::CLASSIC
    };

    /// The rules of this name: `classic` or `full`.
    pub fn preset(name: &str) -> Option<Self> {
        match name {
            "classic" => Some(Self::CLASSIC),
            "full" => Some(Self::FULL),
            _ => None,
        }
    }

    /// Checks that a table can be played by these rules.
    ///
    /// # Errors
    /// Names the first field that is out of range.
    pub fn check(&self) -> Result<(), BadRules> {
        let specials = [
            ("three_golds", self.three_golds),
            ("golden_pair", self.golden_pair),
            ("no_bonus_no_kong", self.no_bonus_no_kong),
            ("robbing_the_gold", self.robbing_the_gold.unwrap_or(0)),
            ("all_one_suit", self.all_one_suit),
        ];
        if let Some((field, _)) = specials.iter().find(|(_, points)| *points > SPECIAL_POINTS_MAX) {
            return Err(BadRules::Points { field, max: SPECIAL_POINTS_MAX });
        }
        if !(1..=HANDS_MAX).contains(&self.hands) {
            return Err(BadRules::Hands { max: HANDS_MAX });
        }
        if !DEAD_WALLS.contains(&self.dead_wall) {
            return Err(BadRules::DeadWall);
        }
        for (field, timer) in
            [("turn_seconds", self.turn_seconds), ("call_seconds", self.call_seconds)]
        {
            if timer.is_some_and(|seconds| !TIMER_SECONDS.contains(&seconds)) {
                return Err(BadRules::Timer { field });
            }
        }
        Ok(())
    }
}

impl Default for Rules {
    fn default() -> Self {
        Self::CLASSIC
    }
}

/// Why a table can't be played by some rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadRules {
    /// A special is worth too much.
    #[error("{field} must be at most {max}")]
    Points {
        /// The field.
        field: &'static str,
        /// The highest value it may have.
        max: u16,
    },
    /// The match has no hand, or too many.
    #[error("hands must be 1 to {max}")]
    Hands {
        /// The most hands a match may have.
        max: u8,
    },
    /// The dead wall has another length.
    #[error("dead_wall must be 0, 16 or 18")]
    DeadWall,
    /// A timer is too short or too long.
    #[error("{field} must be 5 to 120, or absent for no timer")]
    Timer {
        /// The field.
        field: &'static str,
    },
}
