//! Yaku that are refused together, against every hand there is.

use std::collections::HashSet;

use rules::riichi::{BadYaku, Openness, WinBy, Yaku, count_han};

/// 27 suit kinds, suit by suit, then the winds from East and the dragons.
const KINDS: usize = 34;
const WINDS: usize = 27;
const DRAGONS: usize = 31;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Set {
    Run(usize),
    Triplet(usize),
}

impl Set {
    fn kinds(self) -> [usize; 3] {
        match self {
            Self::Run(first) => [first, first + 1, first + 2],
            Self::Triplet(kind) => [kind; 3],
        }
    }
}

/// Kinds as bits.
const WIND_TILES: u64 = 0b1111 << WINDS;
const DRAGON_TILES: u64 = 0b111 << DRAGONS;
const SUIT: u64 = 0b1_1111_1111;
const TERMINALS: u64 = 0b1_0000_0001 * (1 | 1 << 9 | 1 << 18);

/// The yaku that depend on the tiles alone; the bits below are by their places here.
const BY_TILES: [&str; 21] = [
    "pinfu",
    "iipeikou",
    "ryanpeikou",
    "tanyao",
    "yakuhai_haku",
    "yakuhai_hatsu",
    "yakuhai_chun",
    "yakuhai_seat_wind",
    "yakuhai_round_wind",
    "sanshoku_doujun",
    "ittsuu",
    "chanta",
    "junchan",
    "toitoi",
    "sanankou",
    "sankantsu",
    "sanshoku_doukou",
    "honroutou",
    "shousangen",
    "honitsu",
    "chinitsu",
];

fn bit(code: &str) -> u32 {
    1 << BY_TILES.iter().position(|other| *other == code).unwrap()
}

/// Which of them a hand has or can have; nothing for a yakuman, or where there are not so many tiles.
fn yaku_of(sets: [Set; 4], pair: usize) -> Option<u32> {
    let (mut counts, mut single, mut triplets) = ([0_u8; KINDS], 0_u64, 0_u64);
    let (mut alike, mut triplet_count) = (0, 0);
    for set in sets {
        set.kinds().into_iter().for_each(|kind| counts[kind] += 1);
        match set {
            // Two that are alike take each other away; what is left over is none.
            Set::Run(first) if single >> first & 1 == 1 => {
                (single, alike) = (single & !(1 << first), alike + 1);
            }
            Set::Run(first) => single |= 1 << first,
            Set::Triplet(kind) => {
                triplets |= 1 << kind;
                triplet_count += 1;
            }
        }
    }
    counts[pair] += 2;
    if counts.iter().any(|count| *count > 4) {
        return None;
    }
    let firsts = sets.iter().filter(|set| matches!(set, Set::Run(_)));
    let runs = firsts.fold(0_u64, |all, set| all | 1 << set.kinds()[0]);
    let tiles =
        (0..KINDS).filter(|kind| counts[*kind] > 0).fold(0_u64, |all, kind| all | 1 << kind);
    let (winds, dragons) =
        ((triplets & WIND_TILES).count_ones(), (triplets & DRAGON_TILES).count_ones());
    let is_pair_of = |kinds: u64| kinds >> pair & 1 == 1;
    let is_only = |kinds: u64| tiles & !kinds == 0;
    let has_honours = tiles & (WIND_TILES | DRAGON_TILES) > 0;
    let is_yakuman = dragons == 3 || winds == 4 || winds == 3 && is_pair_of(WIND_TILES);
    if is_yakuman || is_only(WIND_TILES | DRAGON_TILES) || is_only(TERMINALS) {
        return None;
    }
    let outside = WIND_TILES | DRAGON_TILES | TERMINALS;
    let touches = |set: &Set| set.kinds().iter().any(|kind| outside >> kind & 1 == 1);
    let is_old = is_only(outside);
    let is_edged = sets.iter().all(touches) && is_pair_of(outside) && !is_old;
    let suits = (0..3).filter(|suit| tiles >> (9 * suit) & SUIT > 0).count();
    let in_all_suits = |kinds: u64| kinds & kinds >> 9 & kinds >> 18 & SUIT > 0;
    let is_straight = |suit: u32| runs >> (9 * suit) & 0b1_001_001 == 0b1_001_001;
    let dragon = |nth: usize| triplets >> (DRAGONS + nth) & 1 == 1;
    let found = [
        triplet_count == 0 && !is_pair_of(DRAGON_TILES),
        alike == 1,
        alike == 2,
        tiles & outside == 0,
        dragon(0),
        dragon(1),
        dragon(2),
        // Any wind may be that of the seat, of the round, or of both.
        winds > 0,
        winds > 0,
        in_all_suits(runs),
        (0..3).any(is_straight),
        is_edged && has_honours,
        is_edged && !has_honours,
        triplet_count == 4,
        triplet_count >= 3,
        triplet_count >= 3,
        in_all_suits(triplets & !(WIND_TILES | DRAGON_TILES)),
        is_old,
        dragons == 2 && is_pair_of(DRAGON_TILES),
        suits == 1 && has_honours,
        suits == 1 && !has_honours,
    ];
    Some(found.into_iter().rev().fold(0, |bits, is| bits << 1 | u32::from(is)))
}

/// What every hand of four sets and a pair has or can have, each once.
fn all_hands() -> HashSet<u32> {
    let firsts = (0..WINDS).filter(|kind| kind % 9 < 7).map(Set::Run);
    let sets: Vec<_> = firsts.chain((0..KINDS).map(Set::Triplet)).collect();
    let mut found = HashSet::new();
    for (a, one) in sets.iter().enumerate() {
        for (b, two) in sets.iter().enumerate().skip(a) {
            for (c, three) in sets.iter().enumerate().skip(b) {
                for four in &sets[c..] {
                    let hands =
                        (0..KINDS).filter_map(|pair| yaku_of([*one, *two, *three, *four], pair));
                    found.extend(hands);
                }
            }
        }
    }
    found
}

fn codes(bits: u32) -> Vec<&'static str> {
    BY_TILES.into_iter().filter(|code| bits & bit(code) > 0).collect()
}

/// What a closed hand of these is worth, won by ron.
fn count(bits: u32) -> Result<u8, BadYaku> {
    let yaku: Vec<_> = codes(bits).into_iter().map(|code| Yaku::named(code).unwrap()).collect();
    count_han(&yaku, Openness::Closed, WinBy::Ron, 0)
}

/// What is refused no hand has, and of what is taken there is one: for every choice of these yaku.
#[test]
fn yaku_are_refused_together_where_no_hand_has_them() {
    let hands = all_hands();

    for hand in hands.iter().copied().filter(|hand| *hand != 0) {
        assert!(count(hand).is_ok(), "{:?}: {:?}", codes(hand), count(hand));
    }
    let is_there = |named: u32| hands.iter().any(|hand| hand & named == named);
    // Terminals and honours alone are all triplets, or seven pairs.
    let is_whole = |named: u32| named & bit("honroutou") == 0 || named & bit("toitoi") > 0;
    let named = 1..1 << BY_TILES.len();
    let wrong: Vec<_> = named
        .filter(|named| is_whole(*named) && count(*named).is_ok() != is_there(*named))
        .map(codes)
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}
