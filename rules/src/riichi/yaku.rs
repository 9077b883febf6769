//! The yaku with their han, closed and open, and their sum.

use super::score::WinBy;
use super::together::{are_crowded, clash};

/// Whether a hand has called tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Openness {
    /// None but concealed kans.
    Closed,
    /// Some.
    Open,
}

/// A pattern that is worth han.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Yaku {
    /// What it is called in data.
    pub code: &'static str,
    /// What it is called in English.
    pub name: &'static str,
    /// Han in a closed hand.
    pub closed: u8,
    /// Han in an open hand; `None` where only a closed hand has it.
    pub open: Option<u8>,
    /// The lesser yaku that it stands in for, which does not count beside it.
    pub instead_of: Option<&'static str>,
}

impl Yaku {
    const fn closed_only(code: &'static str, name: &'static str, closed: u8) -> Self {
        Self { code, name, closed, open: None, instead_of: None }
    }

    const fn either(code: &'static str, name: &'static str, closed: u8, open: u8) -> Self {
        Self { code, name, closed, open: Some(open), instead_of: None }
    }

    const fn instead_of(self, lesser: &'static str) -> Self {
        Self { instead_of: Some(lesser), ..self }
    }

    /// The yaku of this code.
    pub fn named(code: &str) -> Option<&'static Self> {
        YAKU.iter().find(|yaku| yaku.code == code)
    }

    /// What it is worth; `None` where an open hand can't have it.
    pub const fn han(&self, openness: Openness) -> Option<u8> {
        match openness {
            Openness::Closed => Some(self.closed),
            Openness::Open => self.open,
        }
    }
}

/// Every yaku below yakuman.
pub const YAKU: [Yaku; 30] = [
    Yaku::closed_only("riichi", "riichi", 1),
    Yaku::closed_only("double_riichi", "riichi with the first discard", 2).instead_of("riichi"),
    Yaku::closed_only("ippatsu", "within a turn of riichi", 1),
    Yaku::closed_only("menzen_tsumo", "concealed self-draw", 1),
    Yaku::closed_only("pinfu", "no points but the win", 1),
    Yaku::closed_only("iipeikou", "two identical runs", 1),
    Yaku::closed_only("ryanpeikou", "twice two identical runs", 3).instead_of("iipeikou"),
    Yaku::closed_only("chiitoitsu", "seven pairs", 2),
    Yaku::either("tanyao", "all simples", 1, 1),
    Yaku::either("yakuhai_haku", "white dragon", 1, 1),
    Yaku::either("yakuhai_hatsu", "green dragon", 1, 1),
    Yaku::either("yakuhai_chun", "red dragon", 1, 1),
    Yaku::either("yakuhai_seat_wind", "seat wind", 1, 1),
    Yaku::either("yakuhai_round_wind", "round wind", 1, 1),
    Yaku::either("rinshan_kaihou", "on the tile after a kan", 1, 1),
    Yaku::either("chankan", "robbing a kan", 1, 1),
    Yaku::either("haitei", "on the last tile of the wall", 1, 1),
    Yaku::either("houtei", "on the last discard", 1, 1),
    Yaku::either("sanshoku_doujun", "the same run in three suits", 2, 1),
    Yaku::either("ittsuu", "one to nine of a suit", 2, 1),
    Yaku::either("chanta", "terminals or honours in every set", 2, 1),
    Yaku::either("junchan", "terminals in every set", 3, 2).instead_of("chanta"),
    Yaku::either("toitoi", "all triplets", 2, 2),
    Yaku::either("sanankou", "three concealed triplets", 2, 2),
    Yaku::either("sanshoku_doukou", "the same triplet in three suits", 2, 2),
    Yaku::either("sankantsu", "three kans", 2, 2),
    Yaku::either("honroutou", "terminals and honours alone", 2, 2).instead_of("chanta"),
    Yaku::either("shousangen", "little three dragons", 2, 2),
    Yaku::either("honitsu", "one suit and honours", 3, 2),
    Yaku::either("chinitsu", "one suit alone", 6, 5).instead_of("honitsu"),
];

/// What is won in one way alone.
const BY_TSUMO: [&str; 3] = ["menzen_tsumo", "rinshan_kaihou", "haitei"];
const BY_RON: [&str; 2] = ["chankan", "houtei"];

/// The fu of a hand whose yaku say them: seven pairs have 25, and pinfu has what the win alone gives.
pub fn fu_of(yaku: &[&Yaku], by: WinBy) -> Option<u8> {
    let has = |code: &str| yaku.iter().any(|other| other.code == code);
    match (has("chiitoitsu"), has("pinfu"), by) {
        (true, _, _) => Some(25),
        (false, true, WinBy::Tsumo) => Some(20),
        (false, true, WinBy::Ron) => Some(30),
        (false, false, _) => None,
    }
}

/// Makes sure that a hand of these yaku can have these fu.
///
/// # Errors
/// When its yaku say others, or others say these.
pub fn check_fu(yaku: &[&Yaku], by: WinBy, fu: u8) -> Result<(), BadYaku> {
    let fits = match fu_of(yaku, by) {
        Some(only) => fu == only,
        None => fu != 25 && fu != 20,
    };
    if fits { Ok(()) } else { Err(BadYaku::Fu { fu }) }
}

/// The han of a hand with these yaku and this many dora, won this way.
///
/// # Errors
/// When there is no yaku, one is named twice or beside what it stands in for, no hand has them together or one without
/// another, or none that is open or won this way has one of them.
pub fn count_han(yaku: &[&Yaku], openness: Openness, by: WinBy, dora: u8) -> Result<u8, BadYaku> {
    let has = |code: &str| yaku.iter().any(|other| other.code == code);
    if let Some((one, other)) = clash(has) {
        return Err(BadYaku::Together { one, other });
    }
    if are_crowded(has) {
        return Err(BadYaku::Crowded);
    }
    if has("honroutou") && !has("toitoi") && !has("chiitoitsu") {
        return Err(BadYaku::HonroutouAlone);
    }
    let other_way: &[&'static str] = if by == WinBy::Ron { &BY_TSUMO } else { &BY_RON };
    if let Some(code) = other_way.iter().find(|code| has(code)) {
        return Err(BadYaku::OtherWay { code });
    }
    if has("ippatsu") && !has("riichi") && !has("double_riichi") {
        return Err(BadYaku::WithoutRiichi);
    }
    if openness == Openness::Closed && by == WinBy::Tsumo && !has("menzen_tsumo") {
        return Err(BadYaku::WithoutMenzenTsumo);
    }
    let mut han = 0_u8;
    for (place, one) in yaku.iter().enumerate() {
        let before = &yaku[..place];
        if before.iter().any(|other| other.code == one.code) {
            return Err(BadYaku::Twice { code: one.code });
        }
        if yaku.iter().any(|other| one.instead_of == Some(other.code)) {
            return Err(BadYaku::Contained { code: one.code });
        }
        let worth = one.han(openness).ok_or(BadYaku::ClosedOnly { code: one.code })?;
        han = han.saturating_add(worth);
    }
    if han == 0 { Err(BadYaku::NoYaku) } else { Ok(han.saturating_add(dora)) }
}

/// Why some yaku are no hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadYaku {
    /// Dora alone win nothing.
    #[error("a hand needs a yaku")]
    NoYaku,
    /// A yaku counts once.
    #[error("{code} is named twice")]
    Twice {
        /// Which.
        code: &'static str,
    },
    /// A lesser yaku is part of it.
    #[error("{code} stands in for a lesser yaku that is named too")]
    Contained {
        /// Which.
        code: &'static str,
    },
    /// No hand has both.
    #[error("no hand has both {one} and {other}")]
    Together {
        /// One of them.
        one: &'static str,
        /// The other.
        other: &'static str,
    },
    /// Four sets are too few for them, or with another dragon they are a yakuman.
    #[error("no hand has all of these together")]
    Crowded,
    /// There is no run of terminals and honours alone.
    #[error("honroutou has toitoi or chiitoitsu")]
    HonroutouAlone,
    /// It is won in the other way.
    #[error("{code} is won in the other way")]
    OtherWay {
        /// Which.
        code: &'static str,
    },
    /// It needs a riichi before it.
    #[error("ippatsu needs riichi")]
    WithoutRiichi,
    /// A closed hand that is drawn has it.
    #[error("a closed hand won by tsumo has menzen_tsumo")]
    WithoutMenzenTsumo,
    /// These yaku come with other fu.
    #[error("no hand of these yaku has {fu} fu")]
    Fu {
        /// Which.
        fu: u8,
    },
    /// The hand is open.
    #[error("{code} needs a closed hand")]
    ClosedOnly {
        /// Which.
        code: &'static str,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(codes: &[&str], openness: Openness, dora: u8) -> Result<u8, BadYaku> {
        let yaku: Vec<_> = codes.iter().map(|code| Yaku::named(code).unwrap()).collect();
        count_han(&yaku, openness, WinBy::Ron, dora)
    }

    fn refuses(codes: &[&str], by: WinBy) -> Option<BadYaku> {
        let yaku: Vec<_> = codes.iter().map(|code| Yaku::named(code).unwrap()).collect();
        count_han(&yaku, Openness::Closed, by, 0).err()
    }

    #[test]
    fn what_is_won_in_one_way_is_named_by_its_codes() {
        for code in BY_TSUMO.iter().chain(&BY_RON) {
            assert!(Yaku::named(code).is_some(), "{code}");
        }
    }

    #[test]
    fn what_no_hand_has_together_or_won_this_way_is_refused() {
        let (ron, tsumo) = (WinBy::Ron, WinBy::Tsumo);
        for codes in [
            ["pinfu", "toitoi"],
            ["chiitoitsu", "toitoi"],
            ["tanyao", "yakuhai_haku"],
            ["tanyao", "chanta"],
            ["sanshoku_doujun", "ittsuu"],
            ["chinitsu", "shousangen"],
            ["pinfu", "honroutou"],
            ["ryanpeikou", "honroutou"],
            ["sanshoku_doukou", "chinitsu"],
            ["sanshoku_doukou", "shousangen"],
            ["junchan", "honitsu"],
            ["chanta", "chinitsu"],
            ["chankan", "toitoi"],
        ] {
            let refused = refuses(&codes, ron);
            assert!(matches!(refused, Some(BadYaku::Together { .. })), "{codes:?}: {refused:?}");
        }
        for codes in [
            &["yakuhai_haku", "yakuhai_hatsu", "yakuhai_chun"][..],
            &["shousangen", "yakuhai_haku", "yakuhai_hatsu", "yakuhai_chun"],
            &["sanshoku_doujun", "yakuhai_haku", "yakuhai_chun"],
            &["ittsuu", "yakuhai_haku", "yakuhai_seat_wind"],
            &["iipeikou", "sanshoku_doujun", "yakuhai_haku"],
            &["iipeikou", "yakuhai_haku", "yakuhai_chun", "yakuhai_round_wind"],
            &["chanta", "sanshoku_doukou", "yakuhai_haku"],
            &["sanshoku_doukou", "yakuhai_haku", "yakuhai_chun"],
        ] {
            assert_eq!(refuses(codes, ron), Some(BadYaku::Crowded), "{codes:?}");
        }
        assert_eq!(refuses(&["honroutou", "honitsu"], ron), Some(BadYaku::HonroutouAlone));
        assert_eq!(refuses(&["haitei"], ron), Some(BadYaku::OtherWay { code: "haitei" }));
        assert_eq!(refuses(&["chankan"], tsumo), Some(BadYaku::OtherWay { code: "chankan" }));
        assert_eq!(refuses(&["ippatsu", "tanyao"], ron), Some(BadYaku::WithoutRiichi));
        for codes in [
            &["riichi", "ippatsu", "menzen_tsumo", "pinfu", "tanyao", "iipeikou"][..],
            &["menzen_tsumo", "double_riichi", "chiitoitsu", "honitsu", "honroutou"],
            &["menzen_tsumo", "toitoi", "sanankou", "shousangen", "yakuhai_haku", "yakuhai_chun"],
            &["menzen_tsumo", "sanshoku_doujun", "chanta", "yakuhai_haku", "haitei"],
            &["menzen_tsumo", "ryanpeikou", "pinfu", "junchan"],
            &["menzen_tsumo", "ittsuu", "pinfu", "honitsu"],
            &["menzen_tsumo", "sanshoku_doukou", "chanta", "sanankou"],
        ] {
            assert_eq!(refuses(codes, tsumo), None, "{codes:?}");
        }
        assert_eq!(refuses(&["riichi", "tanyao"], tsumo), Some(BadYaku::WithoutMenzenTsumo));
        let open = count_han(&[Yaku::named("tanyao").unwrap()], Openness::Open, tsumo, 1);
        assert_eq!(open, Ok(2));
    }

    #[test]
    fn seven_pairs_and_pinfu_have_their_own_fu_and_nothing_else_has_them() {
        let fits = |codes: &[&str], by| {
            let yaku: Vec<_> = codes.iter().map(|code| Yaku::named(code).unwrap()).collect();
            let fu = [20, 25, 30, 40, 110];
            fu.into_iter().filter(|fu| check_fu(&yaku, by, *fu).is_ok()).collect::<Vec<_>>()
        };

        assert_eq!(fits(&["riichi", "chiitoitsu"], WinBy::Ron), [25]);
        assert_eq!(fits(&["chiitoitsu"], WinBy::Tsumo), [25]);
        assert_eq!(fits(&["pinfu", "tanyao"], WinBy::Ron), [30]);
        assert_eq!(fits(&["pinfu", "menzen_tsumo"], WinBy::Tsumo), [20]);
        assert_eq!(fits(&["tanyao"], WinBy::Ron), [30, 40, 110]);
        assert_eq!(fits(&["tanyao"], WinBy::Tsumo), [30, 40, 110]);
    }

    #[test]
    fn han_are_summed_up_closed_and_open() {
        assert_eq!(count(&["riichi", "tanyao", "pinfu"], Openness::Closed, 0), Ok(3));
        assert_eq!(count(&["chinitsu", "ittsuu"], Openness::Closed, 2), Ok(10));
        assert_eq!(count(&["chinitsu", "ittsuu"], Openness::Open, 2), Ok(8));
        assert_eq!(count(&["tanyao"], Openness::Open, 255), Ok(255));
    }

    #[test]
    fn what_no_hand_has_is_refused() {
        assert_eq!(count(&[], Openness::Closed, 3), Err(BadYaku::NoYaku));
        assert_eq!(
            count(&["tanyao", "tanyao"], Openness::Closed, 0),
            Err(BadYaku::Twice { code: "tanyao" })
        );
        let contained = Err(BadYaku::Contained { code: "double_riichi" });
        assert_eq!(count(&["riichi", "double_riichi"], Openness::Closed, 0), contained);
        assert_eq!(count(&["double_riichi", "riichi"], Openness::Closed, 0), contained);
        assert_eq!(
            count(&["pinfu"], Openness::Open, 0),
            Err(BadYaku::ClosedOnly { code: "pinfu" })
        );
    }
}
