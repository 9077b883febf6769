//! Random hands to try shapes on, of tiles that exist.

use rand::RngExt;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_pcg::Pcg64Mcg;

use super::{COPIES, GOLDS, KINDS, SETS};

/// What sort of hand to make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HandSort {
    /// Dealt from all the tiles in play.
    Deal,
    /// Complete; with one tile taken away if the plan is for a hand waiting to draw.
    Complete,
    /// As `Complete`, then one to three natural tiles exchanged for others.
    NearComplete,
    /// All natural tiles in one suit: half of them dealt, half of them complete with up to three
    /// tiles exchanged.
    OneSuit,
    /// Mostly four or three of a kind, from one to three suits: where copies run out.
    QuadHeavy,
}

impl HandSort {
    /// Every sort.
    pub(crate) const ALL: [Self; 5] =
        [Self::Deal, Self::Complete, Self::NearComplete, Self::OneSuit, Self::QuadHeavy];
}

/// What hand to make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HandPlan {
    /// What sort of hand.
    pub(crate) sort: HandSort,
    /// How many sets the concealed tiles have to make: five less the open melds.
    pub(crate) sets: u8,
    /// Whether the player has drawn: 3 × `sets` + 2 tiles, otherwise one fewer.
    pub(crate) drawn: bool,
    /// How many Golds to hold; `None` for as many as the deal gives, or any number from 0 to 3 for
    /// the sorts that are not dealt.
    pub(crate) golds: Option<u8>,
}

impl HandPlan {
    /// Every sort, for one to five sets, before and after the draw, with the Golds left to chance.
    pub(crate) fn all() -> Vec<Self> {
        let mut plans = Vec::new();
        for sort in HandSort::ALL {
            for sets in 1..=5 {
                for drawn in [false, true] {
                    plans.push(Self { sort, sets, drawn, golds: None });
                }
            }
        }
        plans
    }

    /// How many tiles the hand has, Golds included.
    pub(crate) fn tiles(self) -> u8 {
        3 * self.sets + 1 + u8::from(self.drawn)
    }
}

/// One hand to ask the reference and the tables about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ReferenceHand {
    /// How many natural tiles of each kind; 0 for the Gold kind.
    pub(crate) counts: [u8; KINDS],
    /// How many Golds.
    pub(crate) golds: u8,
    /// How many sets the hand has to make.
    pub(crate) sets: u8,
    /// The kind that is Gold.
    pub(crate) gold_kind: u8,
}

/// A random hand according to `plan`, of tiles that can really be held together: at most four
/// natural tiles of a kind, none of the Gold kind, at most three Golds.
pub(crate) fn random_hand(rng: &mut Pcg64Mcg, plan: HandPlan) -> ReferenceHand {
    assert!(plan.sets <= 5 && plan.golds.is_none_or(|golds| golds <= GOLDS.min(plan.tiles())));
    let gold_kind = rng.random_range(0..KINDS);
    let golds = match (plan.golds, plan.sort) {
        (Some(golds), _) => golds,
        (None, HandSort::Deal) => dealt_golds(rng, plan.tiles()),
        (None, _) => rng.random_range(0..=GOLDS.min(plan.tiles())),
    };
    let every_kind: Vec<usize> = (0..KINDS).collect();
    let counts = match plan.sort {
        HandSort::Deal => deal(rng, gold_kind, plan.tiles() - golds, &every_kind),
        HandSort::Complete => near_complete(rng, gold_kind, golds, plan, &every_kind, 0),
        HandSort::NearComplete => {
            let exchanges = rng.random_range(1..=3);
            near_complete(rng, gold_kind, golds, plan, &every_kind, exchanges)
        }
        HandSort::OneSuit => {
            let suit = kinds_of_suit(rng.random_range(0..3));
            if rng.random() {
                deal(rng, gold_kind, plan.tiles() - golds, &suit)
            } else {
                let exchanges = rng.random_range(0..=3);
                near_complete(rng, gold_kind, golds, plan, &suit, exchanges)
            }
        }
        HandSort::QuadHeavy => quad_heavy(rng, gold_kind, plan.tiles() - golds),
    };
    let gold_kind = u8::try_from(gold_kind).expect("a kind is below 27");
    ReferenceHand { counts, golds, sets: plan.sets, gold_kind }
}

/// The nine kinds of a suit, 0 to 2.
fn kinds_of_suit(suit: usize) -> Vec<usize> {
    (9 * suit..9 * suit + 9).collect()
}

/// How many of the first `tiles` tiles are Golds, of the 107 in play shuffled.
fn dealt_golds(rng: &mut Pcg64Mcg, tiles: u8) -> u8 {
    let mut in_play = [false; 107];
    in_play[..usize::from(GOLDS)].fill(true);
    let (hand, _) = in_play.partial_shuffle(rng, usize::from(tiles));
    hand.iter().map(|&gold| u8::from(gold)).sum()
}

/// The natural tiles of `kinds` that are in play and not already in `held`.
fn pool(gold_kind: usize, held: &[u8; KINDS], kinds: &[usize]) -> Vec<usize> {
    let mut pool = Vec::new();
    for &kind in kinds {
        if kind != gold_kind {
            pool.extend((held[kind]..COPIES).map(|_| kind));
        }
    }
    pool
}

/// `tiles` natural tiles of the given kinds, each tile in play as likely as any other.
fn deal(rng: &mut Pcg64Mcg, gold_kind: usize, tiles: u8, kinds: &[usize]) -> [u8; KINDS] {
    let mut counts = [0; KINDS];
    let mut pool = pool(gold_kind, &counts, kinds);
    let (hand, _) = pool.partial_shuffle(rng, usize::from(tiles));
    for &kind in hand.iter() {
        counts[kind] += 1;
    }
    counts
}

/// The natural tiles of a complete hand made of the given kinds, less one if the plan is for a hand
/// waiting to draw, with some tiles exchanged for others of those kinds.
fn near_complete(
    rng: &mut Pcg64Mcg,
    gold_kind: usize,
    golds: u8,
    plan: HandPlan,
    kinds: &[usize],
    exchanges: u8,
) -> [u8; KINDS] {
    let mut counts = complete_counts(rng, gold_kind, golds, plan.sets, kinds);
    if !plan.drawn {
        drop_one(rng, &mut counts);
    }
    for _ in 0..exchanges {
        let drawn = *pool(gold_kind, &counts, kinds).choose(rng).expect("no hand is all the tiles");
        if drop_one(rng, &mut counts) {
            counts[drawn] += 1;
        }
    }
    counts
}

/// Takes a random natural tile away; `false` if there is none.
fn drop_one(rng: &mut Pcg64Mcg, counts: &mut [u8; KINDS]) -> bool {
    let held: Vec<usize> =
        (0..KINDS).flat_map(|kind| (0..counts[kind]).map(move |_| kind)).collect();
    let Some(&kind) = held.choose(rng) else {
        return false;
    };
    counts[kind] -= 1;
    true
}

/// The natural tiles of a hand that is complete with `golds` Golds: random sets and a pair, of which
/// the Golds are first whatever cannot be natural, then any tiles at random.
fn complete_counts(
    rng: &mut Pcg64Mcg,
    gold_kind: usize,
    golds: u8,
    sets: u8,
    kinds: &[usize],
) -> [u8; KINDS] {
    let candidates: Vec<[usize; 3]> =
        SETS.into_iter().filter(|set| set.iter().all(|kind| kinds.contains(kind))).collect();
    loop {
        let mut counts = [0; KINDS];
        for _ in 0..sets {
            for &kind in candidates.choose(rng).expect("every suit has sets") {
                counts[kind] += 1;
            }
        }
        counts[*kinds.choose(rng).expect("every suit has kinds")] += 2;
        let mut golds_left = Some(golds);
        for (kind, count) in counts.iter_mut().enumerate() {
            let natural = if kind == gold_kind { 0 } else { (*count).min(COPIES) };
            golds_left = golds_left.and_then(|left| left.checked_sub(*count - natural));
            *count = natural;
        }
        // Otherwise the target needs more Golds than the hand holds: try another.
        if let Some(golds_left) = golds_left {
            for _ in 0..golds_left {
                drop_one(rng, &mut counts);
            }
            return counts;
        }
    }
}

/// `tiles` natural tiles, each kind three times in four taken with all its copies and otherwise
/// with three.
fn quad_heavy(rng: &mut Pcg64Mcg, gold_kind: usize, tiles: u8) -> [u8; KINDS] {
    let mut suits = [0, 1, 2];
    let suit_count = rng.random_range(1..=3);
    let (suits, _) = suits.partial_shuffle(rng, suit_count);
    let mut kinds: Vec<usize> = suits.iter().flat_map(|&suit| kinds_of_suit(suit)).collect();
    kinds.retain(|&kind| kind != gold_kind);
    kinds.shuffle(rng);
    let mut counts = [0; KINDS];
    let mut left = tiles;
    for kind in kinds {
        let copies = if rng.random_ratio(3, 4) { COPIES } else { COPIES - 1 };
        counts[kind] = copies.min(left);
        left -= counts[kind];
    }
    assert_eq!(left, 0, "eight kinds with three copies each hold the largest hand");
    counts
}
