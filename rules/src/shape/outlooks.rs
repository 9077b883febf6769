//! How thousands of hands stand that differ in a few tiles: what was found for a suit is kept for
//! the next hand that has it.

use arrayvec::ArrayVec;

use super::notes::Notes;
use super::tables::{CLASSES, CODE_BITS, LackRow, PAIR_CLASSES, TABLES, counts};
use super::{UNITS, grown, lack_of, nearer_ranks, unit};
use crate::hand::Hand;
use crate::kinds::KindSet;
use crate::tile::{Suit, SuitTile};

/// Ranks of a suit.
const RANKS: usize = 9;

/// How far a hand of `3 * sets + 1` tiles is, and how much can bring it nearer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outlook {
    /// Tiles still to be drawn.
    pub distance: u8,
    /// Tiles left that bring it nearer.
    pub useful: u16,
    /// Discards of a go-around that can be called for a meld so that the hand comes nearer, summed
    /// over those tiles: any for a pung, the one before the own turn for a run. Nothing where
    /// calls are ignored.
    pub callable: u16,
}

/// Whether it is asked what can be called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Calls {
    /// It is not.
    Ignored,
    /// It is, of every hand.
    Counted,
}

/// Looks at hands one after another, and keeps what it finds.
///
/// What helps in a suit depends on its tiles and on what the two others make of it, and however many
/// hands are looked at for one choice, few of both are met. The answers are those of
/// [`super::distance`] and [`super::helps`], whatever was asked before.
#[derive(Clone, Debug)]
pub struct Outlooks {
    /// For each suit, how many tiles are left of any ranks together; Golds are counted apart.
    left: [LeftOf; 3],
    gold: Option<SuitTile>,
    golds_left: u16,
    calls: Calls,
    least: Notes<Least>,
    grown: Notes<[u8; RANKS]>,
    helping: [Notes<Helping>; 3],
    /// The same with the pair apart, of which hands with two Golds are asked.
    helping_sets: Option<[Notes<u16>; 3]>,
}

impl Outlooks {
    /// For hands that have this Gold, while so many tiles of each kind are left.
    pub fn new(gold: Option<SuitTile>, left: impl Fn(SuitTile) -> u8, calls: Calls) -> Self {
        let natural = |tile| if gold == Some(tile) { 0 } else { left(tile) };
        Self {
            left: Suit::ALL.map(|suit| left_of(suit, natural)),
            gold,
            golds_left: gold.map_or(0, |gold| left(gold).into()),
            calls,
            least: Notes::default(),
            grown: Notes::default(),
            helping: Default::default(),
            helping_sets: None,
        }
    }

    /// The outlook of a hand of `3 * sets + 1` tiles.
    pub fn of(&mut self, hand: &Hand, sets: usize) -> Outlook {
        let whole = Whole::of(hand, sets);
        self.of_naturals(&whole, hand.golds())
    }

    /// Each discard among `legal` that leaves a hand of `3 * sets + 2` tiles nearest, with the
    /// outlook then, in sorted order.
    pub fn nearest_discards(
        &mut self,
        hand: &Hand,
        sets: usize,
        legal: KindSet,
    ) -> ArrayVec<(SuitTile, Outlook), { SuitTile::COUNT }> {
        let whole = Whole::of(hand, sets);
        let least = self.least(&whole, legal);
        let lack = least[0].lack.min(least[1].lack).min(least[2].lack);
        let mut after = ArrayVec::new();
        for suit in Suit::ALL {
            if least[suit.index()].lack == lack {
                self.without_each(&whole, suit, least[suit.index()], &mut after);
            }
        }
        let gold = hand.gold().filter(|gold| hand.golds() > 0 && legal.contains(*gold));
        // A Gold that goes costs as much as a natural tile that is missed then.
        if let Some(gold) = gold
            && whole.lack < lack
        {
            let place = after.partition_point(|(tile, _)| *tile < gold);
            after.insert(place, (gold, self.of_naturals(&whole, hand.golds() - 1)));
        }
        after
    }

    /// How many tiles must be drawn until a hand of `3 * sets + 1` tiles can have two Golds for its
    /// pair, and how many are left of the kinds that [`super::golden_pair_nearer_with`] names.
    pub fn golden_pair(&mut self, hand: &Hand, sets: usize) -> Option<(u8, u16)> {
        hand.golds().checked_sub(2)?;
        let whole = Whole::of(hand, sets);
        let row = |suit: Suit| whole.beside[suit.index()].row_without_pair();
        let last = Suit::Characters;
        let lack = row(last)[usize::from(whole.classes[last.index()])];
        let Self { left, gold, golds_left, grown, helping_sets, .. } = self;
        let notes = helping_sets.get_or_insert_default();
        let useful = Suit::ALL.map(|suit| {
            let part = whole.part(suit);
            notes[suit.index()].note(part.beside.key(part.code), || {
                let ranks = nearer_ranks(row(suit), part.grown(grown), lack);
                let gold = gold.is_some_and(|gold| KindSet::of_suit(suit, ranks).contains(gold));
                u16::from(left[suit.index()][ranks as usize]) + if gold { *golds_left } else { 0 }
            })
        });
        Some((lack, useful.iter().sum()))
    }

    /// For each suit, what of it can go, of what may.
    #[inline(always)]
    fn least(&mut self, whole: &Whole<'_>, legal: KindSet) -> [Least; 3] {
        let held = whole.hand.natural_kinds();
        let legal = held.intersection(legal);
        Suit::ALL.map(|suit| {
            let (code, beside) = (whole.codes[suit.index()], whole.beside[suit.index()]);
            let ranks = legal.ranks(suit);
            if ranks == held.ranks(suit) {
                self.least.note(beside.key(code), || least(code, beside, ranks))
            } else {
                least(code, beside, ranks)
            }
        })
    }

    /// Adds the discards of one suit that leave least missing.
    #[inline(always)]
    fn without_each(
        &mut self,
        whole: &Whole<'_>,
        suit: Suit,
        least: Least,
        after: &mut ArrayVec<(SuitTile, Outlook), { SuitTile::COUNT }>,
    ) {
        let (lack, fours) = (least.lack, whole.hand.fours());
        let [next, last] = suit.others();
        let (mut known, mut others) = (u8::MAX, Helping::default());
        for tile in KindSet::of_suit(suit, least.ranks.into()) {
            let code = whole.codes[suit.index()] - unit(tile);
            let class = TABLES.class(code);
            if class != known {
                let mut of = |suit: Suit, third: Suit| {
                    let (code, third) = (whole.codes[suit.index()], whole.classes[third.index()]);
                    let beside = Beside::new(whole.sets, class, third);
                    self.helping(Part { suit, code, beside, lack, fours })
                };
                (known, others) = (class, of(next, last).and(of(last, next)));
            }
            let (beside, fours) = (whole.beside[suit.index()], fours.without(KindSet::only(tile)));
            let own = self.helping(Part { suit, code, beside, lack, fours });
            after.push((tile, self.outlook(lack, whole.hand.golds(), own.and(others))));
        }
    }

    /// The outlook of all natural tiles of a hand, with so many Golds.
    fn of_naturals(&mut self, whole: &Whole<'_>, golds: u8) -> Outlook {
        let [dots, bamboo, characters] = Suit::ALL.map(|suit| self.helping(whole.part(suit)));
        self.outlook(whole.lack, golds, dots.and(bamboo).and(characters))
    }

    #[inline(always)]
    fn outlook(&self, lack: u8, golds: u8, helping: Helping) -> Outlook {
        if lack <= golds {
            return Outlook::default();
        }
        let Helping { useful, callable } = helping;
        Outlook { distance: lack - golds, useful: useful + self.golds_left, callable }
    }

    #[inline(always)]
    fn helping(&mut self, part: Part) -> Helping {
        let Self { left, calls, grown, helping, .. } = self;
        let at = part.suit.index();
        let key = part.beside.key(part.code);
        helping[at].note(key, || helping_in(part, &left[at], *calls, grown))
    }
}

/// From how many of the three discards in a go-around this kind can be called so that a hand of
/// `3 * sets + 1` tiles, which is not complete, comes nearer: any for a pung, the one before the own
/// turn for a run.
pub fn discards_to_call(hand: &Hand, sets: usize, tile: SuitTile) -> u16 {
    if hand.gold() == Some(tile) {
        return 0;
    }
    let whole = Whole::of(hand, sets);
    let part = whole.part(tile.suit());
    discards_of_rank(part, &counts(part.code), usize::from(tile.rank()) - 1)
}

/// The natural tiles of a suit in a hand.
#[derive(Clone, Copy, Debug)]
struct Part {
    suit: Suit,
    code: u32,
    /// What the two others make of it.
    beside: Beside,
    /// What the hand lacks.
    lack: u8,
    /// The kinds of which the hand holds all four.
    fours: KindSet,
}

impl Part {
    /// The classes of the suit once one tile of each rank is added.
    #[inline]
    fn grown(self, notes: &mut Notes<[u8; RANKS]>) -> [u8; RANKS] {
        let Self { suit, code, fours, .. } = self;
        notes.note(code + 1, || grown(&TABLES, code, TABLES.class(code), suit, fours))
    }
}

/// A hand as its discards have it in common.
struct Whole<'a> {
    hand: &'a Hand,
    sets: usize,
    codes: [u32; 3],
    classes: [u8; 3],
    beside: [Beside; 3],
    /// What all its natural tiles lack.
    lack: u8,
}

impl<'a> Whole<'a> {
    #[inline(always)]
    fn of(hand: &'a Hand, sets: usize) -> Self {
        let (codes, classes) = (hand.codes(), hand.classes());
        let [dots, bamboo, characters] = classes;
        let beside = [
            Beside::new(sets, bamboo, characters),
            Beside::new(sets, dots, characters),
            Beside::new(sets, dots, bamboo),
        ];
        Self { hand, sets, codes, classes, beside, lack: lack_of(&TABLES, classes, sets) }
    }

    fn part(&self, suit: Suit) -> Part {
        let (code, beside) = (self.codes[suit.index()], self.beside[suit.index()]);
        Part { suit, code, beside, lack: self.lack, fours: self.hand.fours() }
    }
}

/// What a suit is beside: two others, for some sets. The number of its row in the tables.
#[derive(Clone, Copy, Debug)]
struct Beside(u32);

impl Beside {
    #[inline(always)]
    fn new(sets: usize, one: u8, other: u8) -> Self {
        Self((sets * PAIR_CLASSES) as u32 + u32::from(TABLES.join(one, other)))
    }

    #[inline]
    fn row(self) -> &'static LackRow {
        TABLES.lack_row_at(self.0)
    }

    #[inline]
    fn row_without_pair(self) -> &'static [u8; CLASSES] {
        TABLES.lack_row_without_pair_at(self.0)
    }

    /// The same once one of the sets is a meld.
    fn with_a_meld(self) -> Option<Self> {
        self.0.checked_sub(PAIR_CLASSES as u32).map(Self)
    }

    /// What is noted of a suit with this code is noted under this key. No key is 0.
    #[inline(always)]
    fn key(self, code: u32) -> u32 {
        (self.0 + 1) << CODE_BITS | code
    }
}

/// The ranks of a suit that leave a hand lacking least when one of them goes.
#[derive(Clone, Copy, Debug, Default)]
struct Least {
    ranks: u16,
    lack: u8,
}

/// The same among these ranks.
#[inline(never)]
fn least(code: u32, beside: Beside, ranks: u32) -> Least {
    let row = beside.row();
    let mut least = Least { ranks: 0, lack: u8::MAX };
    for tile in KindSet::of_suit(Suit::Dots, ranks) {
        let lack = row[usize::from(TABLES.class(code - unit(tile)))];
        if lack < least.lack {
            least = Least { ranks: 0, lack };
        }
        if lack == least.lack {
            least.ranks |= 1 << tile.index();
        }
    }
    least
}

/// What of a suit helps a hand; as in an [`Outlook`].
#[derive(Clone, Copy, Debug, Default)]
struct Helping {
    useful: u16,
    callable: u16,
}

impl Helping {
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Self { useful: self.useful + other.useful, callable: self.callable + other.callable }
    }
}

/// What of this suit helps.
#[inline(never)]
fn helping_in(part: Part, left: &LeftOf, calls: Calls, notes: &mut Notes<[u8; RANKS]>) -> Helping {
    let ranks = nearer_ranks(part.beside.row(), part.grown(notes), part.lack);
    let callable = match calls {
        Calls::Ignored => 0,
        Calls::Counted => callable(part, ranks, left),
    };
    Helping { useful: left[ranks as usize].into(), callable }
}

/// Discards that can be called, summed over the tiles left of these ranks.
fn callable(part: Part, ranks: u32, left: &LeftOf) -> u16 {
    let counts = counts(part.code);
    let ranks = (0..RANKS).filter(|rank| ranks >> rank & 1 == 1);
    ranks.map(|rank| u16::from(left[1 << rank]) * discards_of_rank(part, &counts, rank)).sum()
}

/// From how many discards a tile of this rank can be called.
fn discards_of_rank(part: Part, counts: &[u8; RANKS], rank: usize) -> u16 {
    let Some(beside) = part.beside.with_a_meld() else { return 0 };
    let cuts = |taken: u32| beside.row()[usize::from(TABLES.class(part.code - taken))] < part.lack;
    if counts[rank] >= 2 && cuts(2 * UNITS[rank]) {
        return 3;
    }
    let held = |rank: usize| counts.get(rank).is_some_and(|count| *count > 0);
    let run =
        |one: usize, other: usize| held(one) && held(other) && cuts(UNITS[one] + UNITS[other]);
    let runs = rank >= 2 && run(rank - 2, rank - 1)
        || rank >= 1 && run(rank - 1, rank + 1)
        || run(rank + 1, rank + 2);
    u16::from(runs)
}

/// How many tiles are left of a suit, for every set of ranks as bits.
type LeftOf = [u8; 1 << RANKS];

fn left_of(suit: Suit, left: impl Fn(SuitTile) -> u8) -> LeftOf {
    let mut sums = [0; 1 << RANKS];
    for rank in 0..RANKS {
        let more = left(SuitTile::ALL[RANKS * suit.index() + rank]);
        let (without, with) = sums.split_at_mut(1 << rank);
        with.iter_mut().zip(without).for_each(|(with, without)| *with = *without + more);
    }
    sums
}
