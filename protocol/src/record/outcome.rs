//! How a recorded hand ended.

use rules::fujian::{Outcome, Points, Win, WinWay};
use rules::seat::{BySeat, Seat};
use serde::{Deserialize, Serialize};

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
        /// Whose tile it was won on, if anybody's.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<Seat>,
        /// What each loser pays, or a third of what the discarder does.
        points: u32,
        /// What it was worth more for.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        specials: Vec<Special>,
        /// What each score changed by.
        deltas: BySeat<i32>,
    },
    /// The wall ran out.
    Drawn,
    /// It was broken off.
    Aborted,
}

impl RecordedOutcome {
    /// What each score changed by.
    pub fn deltas(&self) -> BySeat<i32> {
        match self {
            Self::Won { deltas, .. } => *deltas,
            Self::Drawn | Self::Aborted => BySeat::default(),
        }
    }
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

impl RecordedWay {
    /// Its name in text.
    pub const fn name(self) -> &'static str {
        match self {
            Self::SelfDraw => "self_draw",
            Self::Discard => "discard",
            Self::RobbedKong => "robbed_kong",
            Self::ThreeGolds => "three_golds",
            Self::RobbedGold => "robbed_gold",
        }
    }
}

/// What a win can be worth more for, besides the way it was won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Special {
    /// A pair of two Golds.
    GoldenPair,
    /// Neither bonus tile nor kong.
    NoBonusNoKong,
    /// One suit alone.
    AllOneSuit,
}

impl Special {
    /// Its name in text.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::GoldenPair => "golden_pair",
            Self::NoBonusNoKong => "no_bonus_no_kong",
            Self::AllOneSuit => "all_one_suit",
        }
    }

    fn of(points: &Points) -> Vec<Self> {
        let lines = [
            (Self::GoldenPair, points.golden_pair),
            (Self::NoBonusNoKong, points.no_bonus_no_kong),
            (Self::AllOneSuit, points.all_one_suit),
        ];
        lines.into_iter().filter(|(_, points)| *points > 0).map(|(special, _)| special).collect()
    }
}

impl From<Outcome> for RecordedOutcome {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Won(win) => won(&win),
            Outcome::Drawn => Self::Drawn,
            Outcome::Aborted => Self::Aborted,
        }
    }
}

fn won(win: &Win) -> RecordedOutcome {
    RecordedOutcome::Won {
        seat: win.seat,
        way: win.way.into(),
        from: win.way.from(),
        points: win.points.total(),
        specials: Special::of(&win.points),
        deltas: win.transfer.deltas(),
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
