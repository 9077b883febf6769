//! What a hand is worth: han and fu, points as typed, or yakuman, made into base points.

use super::options::Options;
use super::score::{Payments, Situation, WinBy};

/// The fu a hand can have.
pub const FU: [u8; 11] = [20, 25, 30, 40, 50, 60, 70, 80, 90, 100, 110];
/// More han than any hand has.
pub const HAN_MAX: u8 = 99;
/// The most yakuman one hand has, those that count two twice.
pub const YAKUMAN_MAX: u8 = 6;

/// Base points of a mangan, below which fu count.
const MANGAN: u32 = 2000;
/// Base points of a yakuman.
pub(super) const YAKUMAN: u32 = 8000;
/// From here on fu do not matter.
const LIMIT_HAN: u8 = 5;

/// A step of the scale at which fu no longer count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Limit {
    /// 5 han, or 2000 base points.
    Mangan,
    /// 6 or 7 han.
    Haneman,
    /// 8 to 10 han.
    Baiman,
    /// 11 or 12 han.
    Sanbaiman,
    /// 13 han or a yakuman, once or several times.
    Yakuman {
        /// How often it counts, 1 to [`YAKUMAN_MAX`].
        times: u8,
    },
}

impl Limit {
    /// The base points.
    pub const fn base(self) -> u32 {
        match self {
            Self::Mangan => MANGAN,
            Self::Haneman => 3000,
            Self::Baiman => 4000,
            Self::Sanbaiman => 6000,
            Self::Yakuman { times } => YAKUMAN * times as u32,
        }
    }

    /// What it is called in data.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Mangan => "mangan",
            Self::Haneman => "haneman",
            Self::Baiman => "baiman",
            Self::Sanbaiman => "sanbaiman",
            Self::Yakuman { .. } => "yakuman",
        }
    }

    /// The limit of this many han, if there is one whatever the fu.
    const fn of_han(han: u8, options: &Options) -> Option<Self> {
        match han {
            0..LIMIT_HAN => None,
            5 => Some(Self::Mangan),
            6 | 7 => Some(Self::Haneman),
            8..=10 => Some(Self::Baiman),
            13.. if options.kazoe_yakuman => Some(Self::Yakuman { times: 1 }),
            11.. => Some(Self::Sanbaiman),
        }
    }
}

/// Where base points come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Source {
    /// Han and fu, fu only where they count.
    Counted { han: u8, fu: Option<u8> },
    /// Yakuman in the hand.
    Yakuman,
}

/// Points as people say them at the table, without honba and sticks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Typed {
    /// `5800`, what the discarder pays.
    Ron(u32),
    /// `1000/2000`, what each other and the dealer pay.
    Tsumo {
        /// Each other.
        other: u32,
        /// The dealer.
        dealer: u32,
    },
    /// `2000 all`, what each pays to the dealer.
    All(u32),
}

/// What a hand is worth to who won it so; only what the scale has can be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Value {
    pub(super) source: Source,
    situation: Situation,
    limit: Option<Limit>,
    base: u32,
}

impl Value {
    /// A hand of this many han and fu. From 5 han fu may be left out.
    ///
    /// # Errors
    /// When no hand that was won so has them.
    pub fn counted(
        situation: Situation,
        han: u8,
        fu: Option<u8>,
        options: &Options,
    ) -> Result<Self, BadValue> {
        check(situation.by, han, fu)?;
        let (limit, base) = match (Limit::of_han(han, options), fu) {
            (Some(limit), _) => (Some(limit), limit.base()),
            (None, Some(fu)) => small(han, fu, options),
            (None, None) => return Err(BadValue::FuMissing),
        };
        Ok(Self { source: Source::Counted { han, fu }, situation, limit, base })
    }

    /// A hand that counts as this many yakuman.
    ///
    /// # Errors
    /// When none does.
    pub fn yakuman(situation: Situation, times: u8) -> Result<Self, BadValue> {
        if !(1..=YAKUMAN_MAX).contains(&times) {
            return Err(BadValue::Yakuman);
        }
        let limit = Limit::Yakuman { times };
        let (source, base) = (Source::Yakuman, limit.base());
        Ok(Self { source, situation, limit: Some(limit), base })
    }

    /// The hand that is paid for like this.
    ///
    /// # Errors
    /// When none is, by these options.
    pub fn typed(situation: Situation, typed: Typed, options: &Options) -> Result<Self, BadValue> {
        let small = (1..LIMIT_HAN).flat_map(|han| FU.map(|fu| (han, Some(fu))));
        let counted = small.chain([5, 6, 8, 11].map(|han| (han, None)));
        let counted =
            counted.filter_map(|(han, fu)| Self::counted(situation, han, fu, options).ok());
        let yakuman =
            (1..=most_yakuman(options)).filter_map(|times| Self::yakuman(situation, times).ok());
        let paid_so = |value: &Self| value.payments().is(typed);
        counted.chain(yakuman).find(paid_so).ok_or(BadValue::NoSuchPoints)
    }

    /// The limit it reaches, if it does.
    pub const fn limit(&self) -> Option<Limit> {
        self.limit
    }

    /// Its base points.
    pub const fn base(&self) -> u32 {
        self.base
    }

    /// Who won it, and how.
    pub const fn situation(&self) -> Situation {
        self.situation
    }

    /// Who pays how much, without honba and sticks.
    pub const fn payments(&self) -> Payments {
        Payments::of(self.base, self.situation)
    }
}

impl Payments {
    fn is(self, typed: Typed) -> bool {
        let shares = (self.from_discarder(), self.from_dealer(), self.from_each_other());
        match typed {
            Typed::Ron(points) => shares == (points, 0, 0),
            Typed::Tsumo { other, dealer } => dealer > 0 && shares == (0, dealer, other),
            Typed::All(each) => shares == (0, 0, each),
        }
    }
}

/// The most yakuman a hand can count as: four lie beside each other, two of them may count twice.
pub const fn most_yakuman(options: &Options) -> u8 {
    match (options.composite_yakuman, options.double_yakuman) {
        (true, true) => YAKUMAN_MAX,
        (true, false) => 4,
        (false, true) => 2,
        (false, false) => 1,
    }
}

/// A hand below 5 han.
const fn small(han: u8, fu: u8, options: &Options) -> (Option<Limit>, u32) {
    let base = (fu as u32) << (han + 2);
    let rounded_up = options.kiriage && matches!((han, fu), (4, 30) | (3, 60));
    if base >= MANGAN || rounded_up { (Some(Limit::Mangan), MANGAN) } else { (None, base) }
}

fn check(by: WinBy, han: u8, fu: Option<u8>) -> Result<(), BadValue> {
    if !(1..=HAN_MAX).contains(&han) {
        return Err(BadValue::Han);
    }
    let Some(fu) = fu else { return Ok(()) };
    if !FU.contains(&fu) {
        return Err(BadValue::Fu);
    }
    let needed = han_needed(by, fu).ok_or(BadValue::FuByRon { fu })?;
    if han < needed { Err(BadValue::FuNeedsHan { fu, needed }) } else { Ok(()) }
}

/// The fewest han a hand of `fu` has: 20 is pinfu by tsumo, 25 is chiitoitsu, and nobody gets 110 by
/// tsumo without a second han.
const fn han_needed(by: WinBy, fu: u8) -> Option<u8> {
    match (by, fu) {
        (WinBy::Ron, 20) => None,
        (WinBy::Ron, 25) | (WinBy::Tsumo, 20 | 110) => Some(2),
        (WinBy::Tsumo, 25) => Some(3),
        (WinBy::Ron | WinBy::Tsumo, _) => Some(1),
    }
}

/// Why no hand is worth that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadValue {
    /// Too few or too many han.
    #[error("han must be 1 to {HAN_MAX}")]
    Han,
    /// No hand has these fu.
    #[error("fu must be 20, 25, or tens from 30 to 110")]
    Fu,
    /// Fu count here, and are not given.
    #[error("below 5 han fu must be given")]
    FuMissing,
    /// A hand won by ron has more fu.
    #[error("{fu} fu can't be won by ron")]
    FuByRon {
        /// The fu.
        fu: u8,
    },
    /// Whoever has these fu has more han.
    #[error("{fu} fu won so have at least {needed} han")]
    FuNeedsHan {
        /// The fu.
        fu: u8,
        /// The han they come with.
        needed: u8,
    },
    /// Too few or too many yakuman.
    #[error("yakuman must be 1 to {YAKUMAN_MAX}")]
    Yakuman,
    /// No hand is paid for so.
    #[error("no hand won so is worth these points")]
    NoSuchPoints,
}

impl BadValue {
    /// What programs go by.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Han => "bad_han",
            Self::Fu => "bad_fu",
            Self::FuMissing => "fu_missing",
            Self::FuByRon { .. } => "fu_not_by_ron",
            Self::FuNeedsHan { .. } => "fu_needs_more_han",
            Self::Yakuman => "bad_yakuman",
            Self::NoSuchPoints => "no_such_points",
        }
    }
}
