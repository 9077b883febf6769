//! The yakuman: which there are, which count two, and which can be in one hand.

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

/// Yakuman that exclude each other.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Family {
    /// Thirteen orphans: nothing else fits beside it.
    Kokushi,
    /// Nine gates: nothing else fits beside it.
    Chuuren,
    /// Four concealed triplets.
    Suuankou,
    /// The winds.
    Suushii,
    /// Won at once, whatever the tiles are.
    AtOnce,
    /// Any other.
    Own(Yakuman),
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

    const fn family(self) -> Family {
        match self {
            Self::KokushiMusou | Self::KokushiThirteenWait => Family::Kokushi,
            Self::ChuurenPoutou | Self::JunseiChuuren => Family::Chuuren,
            Self::Suuankou | Self::SuuankouTanki => Family::Suuankou,
            Self::Shousuushii | Self::Daisuushii => Family::Suushii,
            Self::Tenhou | Self::Chiihou => Family::AtOnce,
            Self::Daisangen
            | Self::Tsuuiisou
            | Self::Chinroutou
            | Self::Ryuuiisou
            | Self::Suukantsu => Family::Own(self),
        }
    }

    fn fits_beside(self, other: Self) -> bool {
        let families = [self.family(), other.family()];
        let fills_the_hand =
            families.contains(&Family::Kokushi) || families.contains(&Family::Chuuren);
        families[0] != families[1] && (!fills_the_hand || families.contains(&Family::AtOnce))
    }
}

/// The yakuman of one hand: at least one, and none that exclude each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct YakumanSet(u16);

impl YakumanSet {
    /// A hand of these.
    ///
    /// # Errors
    /// When there is none, or two of them can't be in one hand.
    pub fn new(yakuman: &[Yakuman]) -> Result<Self, BadYakuman> {
        let mut bits = 0;
        for (place, one) in yakuman.iter().enumerate() {
            if let Some(other) = yakuman[..place].iter().find(|other| !one.fits_beside(**other)) {
                return Err(BadYakuman::Together { one: *other, other: *one });
            }
            bits |= 1 << *one as u16;
        }
        if bits == 0 { Err(BadYakuman::Missing) } else { Ok(Self(bits)) }
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
}
