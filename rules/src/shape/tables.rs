//! The tables behind the shape functions: how many tiles a suit lacks, and how suits add up.
//!
//! A *profile* says, for one or more suits, how many tiles are missing for `s` sets with or
//! without a pair: 12 numbers. All 5^9 counts of a suit have only 152 profiles (its *class*), two
//! suits together only 287 (their *pair class*). A hand is then three class look-ups, one to join
//! two suits and one to join the third.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::LazyLock;

use crate::meld::SETS;

/// Numbers in a profile: 0 to 5 sets, without and with a pair.
const ENTRIES: usize = 2 * (SETS + 1);
/// Missing tiles for each number of sets, first without a pair, then with.
type Profile = [u8; ENTRIES];

/// Runs that may still be open: 0 to 2 begun at the rank before, 0 to 2 at the one before that.
/// Three equal runs are three triplets, so more are never needed.
const OPEN: usize = 9;
/// The cheapest way to reach each profile entry, for each way of having runs open.
type Partial = [Profile; OPEN];

const UNREACHED: u8 = u8::MAX;
const COUNTS: usize = 5;
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

/// Everything a shape look-up reads.
pub(super) struct Tables {
    low: Box<[u16; 1 << LOW_BITS]>,
    high: Box<[u8; LOW_STATES << HIGH_BITS]>,
    join: Box<[[u16; CLASSES]; CLASSES]>,
    lack: Box<[[[u8; CLASSES]; PAIR_CLASSES]; ENTRIES]>,
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

impl Tables {
    /// The class of a suit, from its code.
    #[inline]
    pub(super) fn class(&self, code: u32) -> u8 {
        let low = usize::from(self.low[code as usize & ((1 << LOW_BITS) - 1)]);
        self.high[low << HIGH_BITS | (code >> LOW_BITS) as usize]
    }

    /// The pair class of two suits.
    #[inline]
    pub(super) fn join(&self, one: u8, other: u8) -> u16 {
        self.join[usize::from(one)][usize::from(other)]
    }

    /// For a third suit's class, the tiles two suits of this pair class and it lack for `sets`
    /// sets and a pair.
    #[inline]
    pub(super) fn lack_row(&self, sets: usize, pair_class: u16) -> &[u8; CLASSES] {
        &self.lack[SETS + 1 + sets][usize::from(pair_class)]
    }

    /// The same for `sets` sets and no pair.
    #[inline]
    pub(super) fn lack_row_without_pair(&self, sets: usize, pair_class: u16) -> &[u8; CLASSES] {
        &self.lack[sets][usize::from(pair_class)]
    }

    /// How much memory the tables take.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.low)
            + size_of_val(&*self.high)
            + size_of_val(&*self.join)
            + size_of_val(&*self.lack)
    }

    pub(super) fn build() -> Self {
        let mut automaton = Automaton::default();
        let (low_states, low) = automaton.low_ranks();
        let mut classes = Numbering::default();
        let mut rows = Numbering::default();
        let row_of: Vec<u16> = low_states
            .iter()
            .map(|partial| rows.number(automaton.high_ranks(partial, &mut classes)))
            .collect();

        let mut low_table = vec![0; 1 << LOW_BITS];
        for (code, state) in low.into_iter().enumerate() {
            low_table[code] = row_of[usize::from(state)];
        }
        let mut high_table = Vec::with_capacity(LOW_STATES << HIGH_BITS);
        for row in &rows.values {
            high_table.extend_from_slice(row);
            high_table.resize(high_table.len().next_multiple_of(1 << HIGH_BITS), 0);
        }
        let (join, lack) = joined(&classes.values);
        Self {
            low: boxed(low_table),
            high: boxed(high_table),
            join: boxed(join),
            lack: boxed(lack),
        }
    }
}

fn boxed<T, const N: usize>(values: Vec<T>) -> Box<[T; N]> {
    let sized = values.into_boxed_slice().try_into();
    sized.unwrap_or_else(|_| unreachable!("the number of classes is a property of mahjong"))
}

/// The pair class of every two classes, and what every pair class lacks with every class.
fn joined(classes: &[Profile]) -> (Vec<[u16; CLASSES]>, Vec<[[u8; CLASSES]; PAIR_CLASSES]>) {
    let mut pairs = Numbering::default();
    let mut join = vec![[0; CLASSES]; CLASSES];
    for (row, one) in join.iter_mut().zip(classes) {
        for (cell, other) in row.iter_mut().zip(classes) {
            *cell = pairs.number(sum(one, other));
        }
    }
    let mut lack = vec![[[0; CLASSES]; PAIR_CLASSES]; ENTRIES];
    for (pair, one) in pairs.values.iter().enumerate() {
        for (class, other) in classes.iter().enumerate() {
            for (plane, entry) in lack.iter_mut().zip(sum(one, other)) {
                plane[pair][class] = entry;
            }
        }
    }
    (join, lack)
}

/// The profile of two groups of suits together: the cheapest way to share the sets and the pair.
fn sum(one: &Profile, other: &Profile) -> Profile {
    let mut both = [UNREACHED; ENTRIES];
    let (one_plain, one_pair) = one.split_at(SETS + 1);
    let (other_plain, other_pair) = other.split_at(SETS + 1);
    let (plain, pair) = both.split_at_mut(SETS + 1);
    for here in 0..=SETS {
        for there in 0..=SETS - here {
            let sets = here + there;
            plain[sets] = plain[sets].min(one_plain[here] + other_plain[there]);
            let with_pair =
                (one_pair[here] + other_plain[there]).min(one_plain[here] + other_pair[there]);
            pair[sets] = pair[sets].min(with_pair);
        }
    }
    both
}

/// Numbers distinct values in the order they are first met.
struct Numbering<T> {
    values: Vec<T>,
    numbers: HashMap<T, u16>,
}

impl<T> Default for Numbering<T> {
    fn default() -> Self {
        Self { values: Vec::new(), numbers: HashMap::new() }
    }
}

impl<T: Clone + Eq + Hash> Numbering<T> {
    fn number(&mut self, value: T) -> u16 {
        let next = u16::try_from(self.values.len()).expect("far fewer than 65,536 states");
        *self.numbers.entry(value).or_insert_with_key(|value| {
            self.values.push(value.clone());
            next
        })
    }
}

/// Walks the ranks of one suit, keeping the cheapest way to every profile entry.
#[derive(Default)]
struct Automaton {
    /// What a state becomes at ranks 7, 8 and 9, for each count.
    steps: HashMap<(u32, Partial), [Partial; COUNTS]>,
}

impl Automaton {
    /// The distinct states after ranks 1 to 6, and which one each code leads to.
    fn low_ranks(&self) -> (Vec<Partial>, Vec<u16>) {
        let mut start = [[UNREACHED; ENTRIES]; OPEN];
        start[0][0] = 0;
        let mut states = vec![start];
        let mut reached = vec![0u16];
        for rank in 0..LOW_RANKS {
            let mut next = Numbering::default();
            let step: Vec<[u16; COUNTS]> = states
                .iter()
                .map(|state| std::array::from_fn(|count| next.number(advance(state, rank, count))))
                .collect();
            reached = (0..COUNTS)
                .flat_map(|count| reached.iter().map(move |&state| (state, count)))
                .map(|(state, count)| step[usize::from(state)][count])
                .collect();
            states = next.values;
        }
        (states, reached)
    }

    /// The class each count of ranks 7 to 9 leads to from `partial`, in the order of the codes.
    fn high_ranks(&mut self, partial: &Partial, classes: &mut Numbering<Profile>) -> Vec<u8> {
        let sevens = self.step(6, *partial);
        let eights = sevens.map(|partial| self.step(7, partial));
        let nines = eights.map(|partials| partials.map(|partial| self.step(8, partial)));
        let mut row = Vec::with_capacity(COUNTS.pow(3));
        for nine in 0..COUNTS {
            for eight in 0..COUNTS {
                for seven in &nines {
                    let class = classes.number(seven[eight][nine][0]);
                    row.push(u8::try_from(class).expect("152 classes"));
                }
            }
        }
        row
    }

    fn step(&mut self, rank: u32, partial: Partial) -> [Partial; COUNTS] {
        *self
            .steps
            .entry((rank, partial))
            .or_insert_with(|| std::array::from_fn(|count| advance(&partial, rank, count)))
    }
}

/// The state after a rank of which `count` tiles are held.
fn advance(partial: &Partial, rank: u32, count: usize) -> Partial {
    let runs_max = if rank < 7 { 2 } else { 0 };
    let mut next = [[UNREACHED; ENTRIES]; OPEN];
    for (open, profile) in partial.iter().enumerate() {
        let (begun_last, begun_before) = (open / 3, open % 3);
        for (entry, &cost) in profile.iter().enumerate().filter(|(_, cost)| **cost != UNREACHED) {
            let (pair, sets) = (entry / (SETS + 1), entry % (SETS + 1));
            for runs in 0..=runs_max.min(SETS - sets) {
                let target = &mut next[runs * 3 + begun_last];
                for triplets in 0..=SETS - sets - runs {
                    let used = begun_last + begun_before + runs + 3 * triplets;
                    for pairs in 0..=1 - pair {
                        let missing = (used + 2 * pairs).saturating_sub(count) as u8;
                        let entry = (pair + pairs) * (SETS + 1) + sets + runs + triplets;
                        target[entry] = target[entry].min(cost + missing);
                    }
                }
            }
        }
    }
    next
}
