//! The tables behind the shape functions: how many tiles a suit lacks, and how suits add up.
//!
//! A *profile* says, for one or more suits, how many tiles are missing for `s` sets with or
//! without a pair: 12 numbers. All 5^9 counts of a suit have only 152 profiles (its *class*), two
//! suits together only 287 (their *pair class*). A hand is then three class look-ups, one to join
//! two suits and one to join the third.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::meld::SETS;

/// Missing tiles for 0 to 5 sets.
type BySets = [u8; SETS + 1];
/// Missing tiles for each number of sets, first without a pair, then with.
type Profile = [BySets; 2];

/// Runs that may still be open: 0 to 2 begun at the rank before, 0 to 2 at the one before that.
/// Three equal runs are three triplets, so more are never needed.
const OPEN: usize = 9;
/// The cheapest way to reach each profile entry, for each way of having runs open.
type Partial = [Profile; OPEN];

const UNREACHED: u8 = u8::MAX;
const COUNTS: usize = 5;
const RANKS: u32 = 9;
const LOW_RANKS: u32 = 6;

/// Distinct profiles of one suit.
pub(super) const CLASSES: usize = 152;
/// Distinct profiles of two suits.
pub(super) const PAIR_CLASSES: usize = 287;
/// Distinct ways ranks 1 to 6 can matter to ranks 7 to 9.
const LOW_STATES: usize = 1564;

/// Bits of a suit code that hold ranks 1 to 6, in base 5.
const LOW_BITS: u32 = 14;
/// Bits of a suit code that hold ranks 7 to 9, in base 5.
const HIGH_BITS: u32 = 7;
/// Bits of a suit code.
pub(super) const CODE_BITS: u32 = LOW_BITS + HIGH_BITS;

/// For each way to hold ranks 7 to 9, the class of the suit.
type HighRow = [u8; 1 << HIGH_BITS];
/// For each class, the tiles missing together with some pair class. As long as a byte can count,
/// so that a look-up by class needs no check.
pub(super) type LackRow = [u8; 256];
/// The tiles missing for some sets and a pair, for each pair class.
type LackPlane = [LackRow; PAIR_CLASSES];
/// The same without a pair, which is asked for so rarely that it takes only the room it needs.
type LackPlaneWithoutPair = [[u8; CLASSES]; PAIR_CLASSES];

/// Everything a shape look-up reads.
pub(super) struct Tables {
    low: Box<[u16; 1 << LOW_BITS]>,
    high: Box<[HighRow; LOW_STATES]>,
    join: Box<[[u16; CLASSES]; CLASSES]>,
    lack: Box<[LackPlane; SETS + 1]>,
    lack_without_pair: Box<[LackPlaneWithoutPair; SETS + 1]>,
}

/// The tables, built when first used.
pub(super) static TABLES: LazyLock<Tables> = LazyLock::new(Tables::build);

/// What one tile of this rank (1 to 9) adds to its suit's code.
pub(super) const fn unit(rank: u8) -> u32 {
    let rank = rank as u32 - 1;
    if rank < LOW_RANKS {
        (COUNTS as u32).pow(rank)
    } else {
        (COUNTS as u32).pow(rank - LOW_RANKS) << LOW_BITS
    }
}

/// How many tiles of each rank a suit with this code has.
pub(super) fn counts(code: u32) -> [u8; RANKS as usize] {
    let (mut low, mut high) = (code & ((1 << LOW_BITS) - 1), code >> LOW_BITS);
    std::array::from_fn(|rank| {
        let left = if rank < LOW_RANKS as usize { &mut low } else { &mut high };
        let count = *left % COUNTS as u32;
        *left /= COUNTS as u32;
        count as u8
    })
}

/// The part of a suit code that holds ranks 7 to 9.
#[inline]
fn high_ranks(code: u32) -> usize {
    (code >> LOW_BITS) as usize & ((1 << HIGH_BITS) - 1)
}

impl Tables {
    /// The class of a suit, from its code.
    #[inline]
    pub(super) fn class(&self, code: u32) -> u8 {
        self.high_row(code)[high_ranks(code)]
    }

    /// The classes of a suit with this code once one tile of each rank is added. Of a rank that has
    /// all four already it is some class or other.
    #[inline(always)] // the classes are then used where they are found, and never stored
    pub(super) fn grown(&self, code: u32) -> [u8; RANKS as usize] {
        let row = self.high_row(code);
        let low = |rank| self.high_row(code + unit(rank))[high_ranks(code)];
        let high = |rank| row[high_ranks(code + unit(rank))];
        [low(1), low(2), low(3), low(4), low(5), low(6), high(7), high(8), high(9)]
    }

    #[inline]
    fn high_row(&self, code: u32) -> &HighRow {
        &self.high[usize::from(self.low[code as usize & ((1 << LOW_BITS) - 1)])]
    }

    /// The pair class of two suits.
    #[inline]
    pub(super) fn join(&self, one: u8, other: u8) -> u16 {
        self.join[usize::from(one)][usize::from(other)]
    }

    /// For a third suit's class, the tiles two suits of this pair class and it lack for `sets`
    /// sets and a pair.
    #[inline]
    pub(super) fn lack_row(&self, sets: usize, pair_class: u16) -> &LackRow {
        &self.lack[sets][usize::from(pair_class)]
    }

    /// The row with this number, counted through all numbers of sets.
    #[inline]
    pub(super) fn lack_row_at(&self, number: u32) -> &LackRow {
        &self.lack.as_flattened()[number as usize]
    }

    /// The same for `sets` sets and no pair.
    #[inline]
    pub(super) fn lack_row_without_pair(&self, sets: usize, pair_class: u16) -> &[u8; CLASSES] {
        &self.lack_without_pair[sets][usize::from(pair_class)]
    }

    /// The row with this number, counted as those with a pair.
    #[inline]
    pub(super) fn lack_row_without_pair_at(&self, number: u32) -> &[u8; CLASSES] {
        &self.lack_without_pair.as_flattened()[number as usize]
    }

    /// How much memory the tables take.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.low)
            + size_of_val(&*self.high)
            + size_of_val(&*self.join)
            + size_of_val(&*self.lack)
            + size_of_val(&*self.lack_without_pair)
    }

    pub(super) fn build() -> Self {
        let (layers, classes) = walk();
        let (low_layers, high_layers) = layers.split_at(LOW_RANKS as usize);
        let mut rows = Numbering::default();
        let low_states =
            low_layers.last().map_or(0, |layer| 1 + *layer.iter().flatten().max().unwrap_or(&0));
        let row_of: Vec<u16> =
            (0..low_states).map(|state| rows.number(reached(state, high_layers))).collect();
        let mut low: Vec<u16> =
            reached(0, low_layers).into_iter().map(|state| row_of[usize::from(state)]).collect();
        low.resize(1 << LOW_BITS, 0);
        let mut high = vec![[0; 1 << HIGH_BITS]; rows.values.len()];
        for (row, classes) in high.iter_mut().zip(&rows.values) {
            for (cell, class) in row.iter_mut().zip(classes) {
                *cell = u8::try_from(*class).expect("152 classes");
            }
        }
        let (pair_classes, join) = joined(&classes);
        let (lack, lack_without_pair) = lacks(&pair_classes, &classes);
        Self {
            low: boxed(low),
            high: boxed(high),
            join: boxed(join),
            lack: boxed(lack),
            lack_without_pair: boxed(lack_without_pair),
        }
    }
}

fn boxed<T, const N: usize>(values: Vec<T>) -> Box<[T; N]> {
    let sized = values.into_boxed_slice().try_into();
    sized.unwrap_or_else(|_| unreachable!("the number of classes is a property of mahjong"))
}

/// The pair classes, and which of them every two classes make.
fn joined(classes: &[Profile]) -> (Vec<Profile>, Vec<[u16; CLASSES]>) {
    let mut pairs = Numbering::default();
    let mut join = vec![[0; CLASSES]; CLASSES];
    for (row, one) in join.iter_mut().zip(classes) {
        for (cell, other) in row.iter_mut().zip(classes) {
            *cell = pairs.number(sum(one, other));
        }
    }
    (pairs.values, join)
}

/// What every pair class lacks with every class, with a pair and without.
fn lacks(
    pair_classes: &[Profile],
    classes: &[Profile],
) -> (Vec<LackPlane>, Vec<LackPlaneWithoutPair>) {
    let mut lack = vec![[[0; 256]; PAIR_CLASSES]; SETS + 1];
    let mut lack_without_pair = vec![[[0; CLASSES]; PAIR_CLASSES]; SETS + 1];
    for (pair_class, one) in pair_classes.iter().enumerate() {
        for (class, other) in classes.iter().enumerate() {
            let [plain, pair] = sum(one, other);
            for sets in 0..=SETS {
                lack[sets][pair_class][class] = pair[sets];
                lack_without_pair[sets][pair_class][class] = plain[sets];
            }
        }
    }
    (lack, lack_without_pair)
}

/// The profile of two groups of suits together: the cheapest way to share the sets and the pair.
fn sum(one: &Profile, other: &Profile) -> Profile {
    let [one_plain, one_pair] = one;
    let [other_plain, other_pair] = other;
    let [mut plain, mut pair] = [[UNREACHED; SETS + 1]; 2];
    for here in 0..=SETS {
        for there in 0..=SETS - here {
            let sets = here + there;
            let pair_here = one_pair[here] + other_plain[there];
            let pair_there = one_plain[here] + other_pair[there];
            plain[sets] = plain[sets].min(one_plain[here] + other_plain[there]);
            pair[sets] = pair[sets].min(pair_here).min(pair_there);
        }
    }
    [plain, pair]
}

/// Numbers distinct values in the order they are first met.
struct Numbering<T> {
    values: Vec<T>,
    numbers: BTreeMap<T, u16>,
}

impl<T> Default for Numbering<T> {
    fn default() -> Self {
        Self { values: Vec::new(), numbers: BTreeMap::new() }
    }
}

impl<T: Clone + Ord> Numbering<T> {
    fn number(&mut self, value: T) -> u16 {
        let next = u16::try_from(self.values.len()).expect("far fewer than 65,536 states");
        *self.numbers.entry(value).or_insert_with_key(|value| {
            self.values.push(value.clone());
            next
        })
    }
}

/// For each state before a rank, the state after it for each count.
type Layer = Vec<[u16; COUNTS]>;

/// Walks the nine ranks of a suit, keeping the cheapest way to every profile entry: the states met
/// at each rank, numbered, and the profiles that come out at the end.
fn walk() -> (Vec<Layer>, Vec<Profile>) {
    let mut start = [[[UNREACHED; SETS + 1]; 2]; OPEN];
    start[0][0][0] = 0;
    let mut states = vec![start];
    let mut layers = Vec::new();
    for rank in 0..RANKS {
        let mut next = Numbering::default();
        let step =
            |state: &Partial| std::array::from_fn(|count| next.number(advance(state, rank, count)));
        layers.push(states.iter().map(step).collect());
        states = next.values;
    }
    // No run can be open after rank 9.
    (layers, states.into_iter().map(|state| state[0]).collect())
}

/// The state each code leads to through these layers, in the order of the codes.
fn reached(state: u16, layers: &[Layer]) -> Vec<u16> {
    layers.iter().fold(vec![state], |reached, layer| {
        let counts = 0..COUNTS;
        counts
            .flat_map(|count| reached.iter().map(move |state| layer[usize::from(*state)][count]))
            .collect()
    })
}

/// The state after a rank of which `count` tiles are held.
///
/// One triplet of a rank is enough: a second one costs at least as much as a run through it.
fn advance(partial: &Partial, rank: u32, count: usize) -> Partial {
    let runs_max = if rank < 7 { 2 } else { 0 };
    let mut next = [[[UNREACHED; SETS + 1]; 2]; OPEN];
    for (open, [plain, pair]) in partial.iter().enumerate() {
        let (begun_last, begun_before) = (open / 3, open % 3);
        for runs in 0..=runs_max {
            let [next_plain, next_pair] = &mut next[runs * 3 + begun_last];
            for triplets in 0..=1 {
                let used = begun_last + begun_before + runs + 3 * triplets;
                let missing = used.saturating_sub(count) as u8;
                let missing_with_pair = (used + 2).saturating_sub(count) as u8;
                improve(next_plain, plain, runs + triplets, missing);
                improve(next_pair, pair, runs + triplets, missing);
                improve(next_pair, plain, runs + triplets, missing_with_pair);
            }
        }
    }
    next
}

/// Notes in `best` what it costs to make `sets` more sets from `before` for `missing` tiles more.
#[inline]
fn improve(best: &mut BySets, before: &BySets, sets: usize, missing: u8) {
    match sets {
        0 => improve_by::<0>(best, before, missing),
        1 => improve_by::<1>(best, before, missing),
        2 => improve_by::<2>(best, before, missing),
        3 => improve_by::<3>(best, before, missing),
        _ => unreachable!("two runs and a triplet at most"),
    }
}

#[inline]
fn improve_by<const MORE: usize>(best: &mut BySets, before: &BySets, missing: u8) {
    for sets in MORE..=SETS {
        best[sets] = best[sets].min(before[sets - MORE].saturating_add(missing));
    }
}
