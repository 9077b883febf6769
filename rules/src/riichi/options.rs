//! What can differ between riichi tables: one value, checked when a game is made.

use serde::{Deserialize, Serialize};

use super::said;
use super::yakuman::Yakuman;

/// Highest starting and return points, and the largest uma: far from overflow.
const POINTS_MAX: i32 = 1_000_000;

/// When the dealer keeps the deal after a wall has run out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Renchan {
    /// Never: only a win keeps it.
    Agari,
    /// When the dealer is tenpai.
    #[default]
    Tenpai,
    /// Always.
    Always,
}

/// When the points of a riichi stick leave the player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Deposit {
    /// When riichi is declared.
    #[default]
    Upfront,
    /// When somebody next wins; until then the stick is owed.
    AtNextWin,
}

/// What a chombo costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Chombo {
    /// What a mangan would have brought by tsumo.
    #[default]
    ReverseMangan,
    /// This much from a player who is not the dealer, half of it to the dealer; the dealer pays that
    /// half to each. A multiple of 400.
    Custom(u32),
    /// Nothing.
    None,
}

/// Who pays the honba when a third player discards into a hand somebody is liable for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PaoHonba {
    /// The liable player.
    #[default]
    Liable,
    /// The discarder.
    Discarder,
}

/// How long a game is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Length {
    /// East and South.
    #[default]
    Hanchan,
    /// East alone.
    Tonpuusen,
}

/// The yakuman somebody can be liable for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct PaoOn {
    /// For the third dragon.
    pub daisangen: bool,
    /// For the fourth wind.
    pub daisuushii: bool,
    /// For the fourth kan.
    pub suukantsu: bool,
}

impl PaoOn {
    /// Whether somebody can be liable for `yakuman`.
    pub const fn has(self, yakuman: Yakuman) -> bool {
        match yakuman {
            Yakuman::Daisangen => self.daisangen,
            Yakuman::Daisuushii => self.daisuushii,
            Yakuman::Suukantsu => self.suukantsu,
            Yakuman::KokushiMusou
            | Yakuman::KokushiThirteenWait
            | Yakuman::Suuankou
            | Yakuman::SuuankouTanki
            | Yakuman::Shousuushii
            | Yakuman::Tsuuiisou
            | Yakuman::Chinroutou
            | Yakuman::Ryuuiisou
            | Yakuman::ChuurenPoutou
            | Yakuman::JunseiChuuren
            | Yakuman::Tenhou
            | Yakuman::Chiihou => false,
        }
    }
}

impl Default for PaoOn {
    fn default() -> Self {
        Self { daisangen: true, daisuushii: true, suukantsu: true }
    }
}

/// Everything that can differ between two tables. Missing fields in text forms have their defaults.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Whether 4 han 30 fu and 3 han 60 fu are a mangan.
    pub kiriage: bool,
    /// Whether 13 han without a yakuman are one; else they are a sanbaiman.
    pub kazoe_yakuman: bool,
    /// Whether the rarest yakuman count two.
    pub double_yakuman: bool,
    /// Whether several yakuman add up; else the largest counts alone.
    pub composite_yakuman: bool,
    /// Whether of several winners only the nearest after the discarder wins.
    pub atamahane: bool,
    /// Whether two can win on one discard.
    pub double_ron: bool,
    /// Whether three can; else three winners are an abortive draw.
    pub triple_ron: bool,
    /// Whether a hand can be broken off.
    pub abortive_draws: bool,
    /// Whether discarding only terminals and honours pays.
    pub nagashi_mangan: bool,
    /// When the dealer keeps the deal after a wall has run out.
    pub renchan: Renchan,
    /// The game ends when a score is below this; `None` when it goes on.
    #[serde(deserialize_with = "said::threshold")]
    pub tobi: Option<i32>,
    /// The yakuman somebody can be liable for.
    pub pao: PaoOn,
    /// Who pays the honba when two pay for a liable hand.
    pub pao_honba: PaoHonba,
    /// When the points of a riichi stick leave the player.
    pub riichi_deposit: Deposit,
    /// What a chombo costs.
    pub chombo: Chombo,
    /// What everybody begins with.
    #[serde(deserialize_with = "said::points")]
    pub starting_points: i32,
    /// What final points are counted from.
    #[serde(deserialize_with = "said::points")]
    pub return_points: i32,
    /// What each place gets, from the first; sums to zero.
    #[serde(deserialize_with = "said::by_place")]
    pub uma: [i32; 4],
    /// How long the game is.
    pub length: Length,
    /// Whether one more round is played when nobody has reached the return points.
    pub extension: bool,
}

impl Options {
    /// What is usual.
    pub const STANDARD: Self = Self {
        kiriage: false,
        kazoe_yakuman: true,
        double_yakuman: false,
        composite_yakuman: true,
        atamahane: false,
        double_ron: true,
        triple_ron: false,
        abortive_draws: true,
        nagashi_mangan: true,
        renchan: Renchan::Tenpai,
        tobi: Some(0),
        pao: PaoOn { daisangen: true, daisuushii: true, suukantsu: true },
        pao_honba: PaoHonba::Liable,
        riichi_deposit: Deposit::Upfront,
        chombo: Chombo::ReverseMangan,
        starting_points: 25_000,
        return_points: 30_000,
        uma: [15_000, 5_000, -5_000, -15_000],
        length: Length::Hanchan,
        extension: false,
    };

    /// What the first place gets besides: the difference between return and starting points, of all four.
    pub const fn oka(&self) -> i32 {
        4 * (self.return_points - self.starting_points)
    }

    /// Checks that a game can be played by these options.
    ///
    /// # Errors
    /// Names what is wrong.
    pub fn check(&self) -> Result<(), BadOptions> {
        let points = [self.starting_points, self.return_points];
        if points.iter().any(|points| !(100..=POINTS_MAX).contains(points) || points % 100 != 0) {
            return Err(BadOptions::Points);
        }
        if self.return_points < self.starting_points {
            return Err(BadOptions::Return);
        }
        let in_range = self.uma.iter().all(|uma| (-POINTS_MAX..=POINTS_MAX).contains(uma));
        if !in_range || self.uma.iter().sum::<i32>() != 0 {
            return Err(BadOptions::Uma);
        }
        if self.tobi.is_some_and(|below| !(-POINTS_MAX..self.starting_points).contains(&below)) {
            return Err(BadOptions::Tobi);
        }
        if self.triple_ron && !self.double_ron {
            return Err(BadOptions::TripleRon);
        }
        match self.chombo {
            Chombo::Custom(total) if total % 400 != 0 || total > POINTS_MAX as u32 => {
                Err(BadOptions::Chombo)
            }
            Chombo::Custom(_) | Chombo::ReverseMangan | Chombo::None => Ok(()),
        }
    }
}

impl Default for Options {
    fn default() -> Self {
        Self::STANDARD
    }
}

/// Why a game can't be played by some options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadOptions {
    /// Starting or return points are odd.
    #[error("starting_points and return_points must be hundreds from 100 to 1000000")]
    Points,
    /// The first place would have to pay.
    #[error("return_points must be at least starting_points")]
    Return,
    /// Places get something from nowhere.
    #[error("uma must sum to zero, each at most 1000000")]
    Uma,
    /// Everybody would be below it at once.
    #[error("tobi must be below starting_points")]
    Tobi,
    /// Three may win where two may not.
    #[error("triple_ron needs double_ron")]
    TripleRon,
    /// It can't be shared out in hundreds.
    #[error("a custom chombo must be a multiple of 400, at most 1000000")]
    Chombo,
}
