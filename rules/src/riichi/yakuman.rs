//! The yakuman: which there are, which count two, which can be in one hand, and how they are won.

use super::score::{Situation, WinBy, Winner};

/// A hand at the top of the scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "names of the game; the reference data says them in words")]
#[repr(u8)]
pub enum Yakuman {
    KokushiMusou,
    KokushiThirteenWait,
    Suuankou,
    SuuankouTanki,
    Daisangen,
    Shousuushii,
    Daisuushii,
    Tsuuiisou,
    Chinroutou,
    Ryuuiisou,
    ChuurenPoutou,
    JunseiChuuren,
    Suukantsu,
    Tenhou,
    Chiihou,
}

impl Yakuman {
    /// Every yakuman.
    pub const ALL: [Self; 15] = [
        Self::KokushiMusou,
        Self::KokushiThirteenWait,
        Self::Suuankou,
        Self::SuuankouTanki,
        Self::Daisangen,
        Self::Shousuushii,
        Self::Daisuushii,
        Self::Tsuuiisou,
        Self::Chinroutou,
        Self::Ryuuiisou,
        Self::ChuurenPoutou,
        Self::JunseiChuuren,
        Self::Suukantsu,
        Self::Tenhou,
        Self::Chiihou,
    ];

    /// Its code, its name in English, and whether an open hand can have it.
    const fn about(self) -> (&'static str, &'static str, bool) {
        match self {
            Self::KokushiMusou => ("kokushi_musou", "thirteen orphans", false),
            Self::KokushiThirteenWait => {
                ("kokushi_thirteen_wait", "thirteen orphans, waiting for thirteen kinds", false)
            }
            Self::Suuankou => ("suuankou", "four concealed triplets", false),
            Self::SuuankouTanki => {
                ("suuankou_tanki", "four concealed triplets, waiting for the pair", false)
            }
            Self::Daisangen => ("daisangen", "big three dragons", true),
            Self::Shousuushii => ("shousuushii", "little four winds", true),
            Self::Daisuushii => ("daisuushii", "big four winds", true),
            Self::Tsuuiisou => ("tsuuiisou", "all honours", true),
            Self::Chinroutou => ("chinroutou", "all terminals", true),
            Self::Ryuuiisou => ("ryuuiisou", "all green", true),
            Self::ChuurenPoutou => ("chuuren_poutou", "nine gates", false),
            Self::JunseiChuuren => ("junsei_chuuren", "true nine gates", false),
            Self::Suukantsu => ("suukantsu", "four kans", true),
            Self::Tenhou => ("tenhou", "blessing of heaven", false),
            Self::Chiihou => ("chiihou", "blessing of earth", false),
        }
    }

    /// What it is called in data.
    pub const fn code(self) -> &'static str {
        self.about().0
    }

    /// What it is called in English.
    pub const fn name(self) -> &'static str {
        self.about().1
    }

    /// Whether an open hand can have it.
    pub const fn can_be_open(self) -> bool {
        self.about().2
    }

    /// The yakuman of this code.
    pub fn named(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|yakuman| yakuman.code() == code)
    }

    /// Whether it counts two where tables count so.
    pub const fn can_count_two(self) -> bool {
        matches!(
            self,
            Self::KokushiThirteenWait
                | Self::SuuankouTanki
                | Self::Daisuushii
                | Self::JunseiChuuren
        )
    }

    /// What it can be in one hand with; of two that fit, at least one names the other.
    ///
    /// A hand won at once has any tiles, but has not called a kan. Four kans wait for their pair.
    const fn beside(self) -> &'static [Self] {
        match self {
            Self::Tenhou | Self::Chiihou => &[
                Self::KokushiMusou,
                Self::KokushiThirteenWait,
                Self::Suuankou,
                Self::SuuankouTanki,
                Self::Daisangen,
                Self::Shousuushii,
                Self::Daisuushii,
                Self::Tsuuiisou,
                Self::Chinroutou,
                Self::Ryuuiisou,
                Self::ChuurenPoutou,
                Self::JunseiChuuren,
            ],
            Self::Suuankou | Self::Suukantsu => &[
                Self::Daisangen,
                Self::Shousuushii,
                Self::Daisuushii,
                Self::Tsuuiisou,
                Self::Chinroutou,
                Self::Ryuuiisou,
            ],
            Self::SuuankouTanki => &[
                Self::Daisangen,
                Self::Shousuushii,
                Self::Daisuushii,
                Self::Tsuuiisou,
                Self::Chinroutou,
                Self::Ryuuiisou,
                Self::Suukantsu,
            ],
            Self::Tsuuiisou => &[Self::Daisangen, Self::Shousuushii, Self::Daisuushii],
            Self::KokushiMusou
            | Self::KokushiThirteenWait
            | Self::Daisangen
            | Self::Shousuushii
            | Self::Daisuushii
            | Self::Chinroutou
            | Self::Ryuuiisou
            | Self::ChuurenPoutou
            | Self::JunseiChuuren => &[],
        }
    }

    /// Whether one hand can have both.
    pub fn fits_beside(self, other: Self) -> bool {
        self.beside().contains(&other) || other.beside().contains(&self)
    }

    /// Whether it can be won so.
    pub fn is_won(self, situation: Situation) -> bool {
        let Situation { winner, by } = situation;
        self.only_won().is_none_or(|(whose, _)| {
            by == WinBy::Tsumo && whose.is_none_or(|whose| whose == winner)
        })
    }

    /// Who alone wins it, and how that is said; nothing where anybody wins it in any way.
    const fn only_won(self) -> Option<(Option<Winner>, &'static str)> {
        match self {
            Self::Tenhou => Some((Some(Winner::Dealer), "drawn, by the dealer")),
            Self::Chiihou => Some((Some(Winner::NonDealer), "drawn, by another than the dealer")),
            Self::Suuankou => Some((None, "drawn; on a discard it is suuankou_tanki")),
            Self::KokushiMusou
            | Self::KokushiThirteenWait
            | Self::SuuankouTanki
            | Self::Daisangen
            | Self::Shousuushii
            | Self::Daisuushii
            | Self::Tsuuiisou
            | Self::Chinroutou
            | Self::Ryuuiisou
            | Self::ChuurenPoutou
            | Self::JunseiChuuren
            | Self::Suukantsu => None,
        }
    }
}

/// The yakuman named for one hand: at least one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct YakumanSet(u16);

impl YakumanSet {
    /// A hand of these, each named once.
    ///
    /// # Errors
    /// When there is none, or two of them can't be in one hand.
    pub fn new(yakuman: &[Yakuman]) -> Result<Self, BadYakuman> {
        for (place, one) in yakuman.iter().enumerate() {
            if let Some(other) = yakuman[..place].iter().find(|other| !one.fits_beside(**other)) {
                return Err(BadYakuman::Together { one: *other, other: *one });
            }
        }
        Self::said(yakuman)
    }

    /// These as somebody wrote them down, whether a hand can have them or not: [`Self::check`] says that.
    ///
    /// # Errors
    /// When there is none.
    pub fn said(yakuman: &[Yakuman]) -> Result<Self, BadYakuman> {
        let bits = yakuman.iter().fold(0, |bits, one| bits | 1 << *one as u16);
        if bits == 0 { Err(BadYakuman::Missing) } else { Ok(Self(bits)) }
    }

    /// Makes sure that somebody can have won a hand of these so.
    ///
    /// # Errors
    /// When two of them can't be in one hand, or one is not won so.
    pub fn check(self, situation: Situation) -> Result<(), BadYakuman> {
        let all: Vec<_> = self.iter().collect();
        Self::new(&all)?;
        match all.into_iter().find(|one| !one.is_won(situation)) {
            Some(one) => Err(BadYakuman::OtherWay { one }),
            None => Ok(()),
        }
    }

    /// Whether `yakuman` is among them.
    pub const fn has(self, yakuman: Yakuman) -> bool {
        self.0 & (1 << yakuman as u16) != 0
    }

    /// Each of them.
    pub fn iter(self) -> impl Iterator<Item = Yakuman> {
        Yakuman::ALL.into_iter().filter(move |yakuman| self.has(*yakuman))
    }
}

impl From<Yakuman> for YakumanSet {
    fn from(yakuman: Yakuman) -> Self {
        Self(1 << yakuman as u16)
    }
}

/// Why some yakuman are no hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadYakuman {
    /// There is none.
    #[error("at least one yakuman must be named")]
    Missing,
    /// Two of them exclude each other.
    #[error("{} and {} can't be in one hand", one.code(), other.code())]
    Together {
        /// The one.
        one: Yakuman,
        /// The other.
        other: Yakuman,
    },
    /// One of them is not won so.
    #[error("{} is {}", one.code(), one.only_won().map_or("won otherwise", |(_, how)| how))]
    OtherWay {
        /// Which.
        one: Yakuman,
    },
}
