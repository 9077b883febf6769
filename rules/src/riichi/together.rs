//! Which yaku no hand has together.

use super::yaku::Yaku;

/// Whether one hand can have both, won at one time; what one stands in for does not count beside it.
pub fn fit_together(one: &Yaku, other: &Yaku) -> bool {
    let is_contained = one.instead_of == Some(other.code) || other.instead_of == Some(one.code);
    let is_either = |code: &str| [one.code, other.code].contains(&code);
    one != other && !is_contained && clash(is_either).is_none()
}

/// Two of these that no hand has together, if there are any.
pub(super) fn clash(has: impl Fn(&str) -> bool) -> Option<(&'static str, &'static str)> {
    let never =
        NEVER.iter().flat_map(|(one, others)| others.iter().map(move |other| (*one, *other)));
    never.chain(NEVER_AT_ONCE).find(|(one, other)| has(one) && has(other))
}

/// Whether four sets are too few for all of these, though each two of them go together.
pub fn are_crowded(has: impl Fn(&str) -> bool) -> bool {
    let dragons = ["yakuhai_haku", "yakuhai_hatsu", "yakuhai_chun"].map(&has);
    let dragons = dragons.into_iter().filter(|has| *has).count();
    // The wind of the seat may be that of the round.
    let winds = usize::from(has("yakuhai_seat_wind") || has("yakuhai_round_wind"));
    let honours = winds + if has("shousangen") { dragons.max(2) } else { dragons };
    let triplets = triplets(&has, honours);
    // A suit has two terminals.
    let is_short = has("junchan") && has("chinitsu") && triplets > 2;
    // All three are daisangen; of the little three one is the pair.
    dragons > 2 || is_short || runs(&has) + triplets > SETS
}

/// The sets of a hand.
const SETS: usize = 4;

/// The fewest runs of a hand with these.
fn runs(has: &impl Fn(&str) -> bool) -> usize {
    let three = if has("sanshoku_doujun") || has("ittsuu") { 3 } else { 0 };
    let alike = if has("iipeikou") { 2 } else { 0 };
    let all = if has("pinfu") || has("ryanpeikou") { SETS } else { 0 };
    // Of the three one is there twice.
    let both = if three > 0 && alike > 0 { three + 1 } else { 0 };
    // Else it would be all triplets of them.
    let some = usize::from(has("chanta") || has("junchan"));
    [three, alike, all, both, some].into_iter().max().unwrap_or(0)
}

/// The fewest triplets of a hand with these and so many of honours.
fn triplets(has: &impl Fn(&str) -> bool, honours: usize) -> usize {
    let in_suits = if has("sanshoku_doukou") { 3 } else { 0 };
    let three = if has("sanankou") || has("sankantsu") { 3 } else { 0 };
    let all = if has("toitoi") { SETS } else { 0 };
    (honours + in_suits).max(three).max(all)
}

/// Yaku that no hand has together.
const NEVER: [(&str, &[&str]); 20] = [
    ("pinfu", &["chiitoitsu", "rinshan_kaihou", "honroutou"]),
    ("pinfu", TRIPLETS),
    ("chiitoitsu", &["iipeikou", "ryanpeikou", "sanshoku_doujun", "ittsuu", "chanta", "junchan"]),
    ("chiitoitsu", TRIPLETS),
    ("chiitoitsu", &["rinshan_kaihou", "chankan"]),
    ("ryanpeikou", TRIPLETS),
    ("ryanpeikou", &["sanshoku_doujun", "ittsuu", "rinshan_kaihou", "honroutou"]),
    ("iipeikou", &["toitoi", "sanankou", "sanshoku_doukou", "sankantsu", "honroutou"]),
    (
        "sanshoku_doujun",
        &[
            "toitoi",
            "sanankou",
            "sanshoku_doukou",
            "sankantsu",
            "honroutou",
            "shousangen",
            "ittsuu",
            "honitsu",
            "chinitsu",
        ],
    ),
    (
        "ittsuu",
        &[
            "toitoi",
            "sanankou",
            "sanshoku_doukou",
            "sankantsu",
            "honroutou",
            "shousangen",
            "chanta",
            "junchan",
            "tanyao",
        ],
    ),
    ("tanyao", &["chanta", "junchan", "honroutou", "honitsu"]),
    ("tanyao", HONOURS),
    ("toitoi", &["chanta", "junchan"]),
    ("junchan", HONOURS),
    ("chinitsu", HONOURS),
    // Three suits, and three sets of the four.
    ("sanshoku_doukou", &["honitsu", "chinitsu", "shousangen"]),
    // One has honours, the other has none.
    ("junchan", &["honitsu", "honroutou"]),
    ("chanta", &["chinitsu"]),
    // A suit has eight terminals.
    ("chinitsu", &["honroutou"]),
    // Whoever makes the kan has the other three: only a run waits for the fourth.
    ("chankan", &["toitoi", "honroutou"]),
];
/// What has a triplet in it.
const TRIPLETS: &[&str] = &[
    "toitoi",
    "sanankou",
    "sanshoku_doukou",
    "sankantsu",
    "shousangen",
    "yakuhai_haku",
    "yakuhai_hatsu",
    "yakuhai_chun",
    "yakuhai_seat_wind",
    "yakuhai_round_wind",
];
/// What has an honour in it.
const HONOURS: &[&str] = &[
    "shousangen",
    "yakuhai_haku",
    "yakuhai_hatsu",
    "yakuhai_chun",
    "yakuhai_seat_wind",
    "yakuhai_round_wind",
];
/// What the last tile, a kan and a turn without calls leave no room for.
const NEVER_AT_ONCE: [(&str, &str); 3] =
    [("haitei", "rinshan_kaihou"), ("houtei", "chankan"), ("ippatsu", "rinshan_kaihou")];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_never_together_is_named_by_its_codes() {
        let named = NEVER.iter().flat_map(|(one, others)| others.iter().chain([one]));
        let at_once = NEVER_AT_ONCE.iter().flat_map(|(one, other)| [one, other]);
        for code in named.chain(at_once) {
            assert!(Yaku::named(code).is_some(), "{code}");
        }
    }
}
