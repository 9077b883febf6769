//! What a win is worth, who pays it, and how a table settles at the end.

use arrayvec::ArrayVec;

use super::rules::{Payers, Rules};
use crate::hand::Hand;
use crate::meld::{KongKind, Meld, SETS};
use crate::seat::{BySeat, Seat};
use crate::shape;
use crate::tile::SuitTile;

/// How a hand was won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WinWay {
    /// On a tile drawn, or dealt to the dealer.
    SelfDraw,
    /// On a discard, also through a meld called with it.
    Discard {
        /// Whose.
        from: Seat,
    },
    /// On the tile another player made a kong with.
    RobbedKong {
        /// Whose kong.
        from: Seat,
    },
    /// By holding all three Golds.
    ThreeGolds,
    /// By taking the flipped Gold.
    RobbedGold {
        /// What the dealer left in its place.
        exchanged: Option<SuitTile>,
    },
}

impl WinWay {
    /// Whose tile it was won on, if anybody's.
    pub const fn from(self) -> Option<Seat> {
        match self {
            Self::Discard { from } | Self::RobbedKong { from } => Some(from),
            Self::SelfDraw | Self::ThreeGolds | Self::RobbedGold { .. } => None,
        }
    }
}

/// A winner's tiles, as far as they count.
#[derive(Clone, Copy, Debug)]
pub struct Winning<'a> {
    /// The concealed tiles with the winning one among them.
    pub hand: &'a Hand,
    /// The melds.
    pub melds: &'a [Meld],
    /// How many bonus tiles lie open.
    pub bonus: usize,
    /// How it was won.
    pub way: WinWay,
    /// Hands the dealer has kept the deal before this one; 0 unless the dealer won and it counts.
    pub streak: u8,
}

impl Winning<'_> {
    /// What the hand is worth, read in the way that pays most.
    pub fn points(&self, rules: &Rules) -> Points {
        let sets = SETS - self.melds.len();
        let kongs = |concealed: bool| {
            let kinds = self.melds.iter().filter_map(|meld| match meld {
                Meld::Kong { kind, .. } => Some(*kind == KongKind::Concealed),
                Meld::Chow { .. } | Meld::Pung { .. } => None,
            });
            kinds.filter(|is_concealed| *is_concealed == concealed).count() as u8
        };
        let (concealed_kongs, exposed_kongs) = (kongs(true), kongs(false));
        let plain = self.bonus == 0 && concealed_kongs + exposed_kongs == 0;
        let if_so = |holds: bool, points: u16| if holds { points } else { 0 };
        Points {
            bonus: self.bonus as u8,
            golds: self.hand.golds(),
            concealed_kongs,
            exposed_kongs,
            streak: self.streak,
            doubled: self.way.from().is_none(),
            three_golds: if_so(self.way == WinWay::ThreeGolds, rules.three_golds),
            golden_pair: if_so(shape::has_golden_pair(self.hand, sets), rules.golden_pair),
            no_bonus_no_kong: if_so(plain, rules.no_bonus_no_kong),
            robbing_the_gold: if_so(
                matches!(self.way, WinWay::RobbedGold { .. }),
                rules.robbing_the_gold.unwrap_or(0),
            ),
            all_one_suit: if_so(self.is_one_suit(sets), rules.all_one_suit),
        }
    }

    fn is_one_suit(&self, sets: usize) -> bool {
        let naturals = self.hand.kinds().into_iter().filter(|tile| self.hand.natural(*tile) > 0);
        let melded = self.melds.iter().flat_map(|meld| meld.tiles());
        let mut suits = naturals.chain(melded).map(SuitTile::suit);
        let first = suits.next();
        shape::is_complete(self.hand, sets) && suits.all(|suit| Some(suit) == first)
    }
}

/// What a win is worth, line by line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Points {
    /// One for each bonus tile.
    pub bonus: u8,
    /// One for each Gold in the hand.
    pub golds: u8,
    /// Two for each of these.
    pub concealed_kongs: u8,
    /// One for each of these.
    pub exposed_kongs: u8,
    /// One for each hand the winning dealer had kept the deal.
    pub streak: u8,
    /// Whether all of the above counts twice.
    pub doubled: bool,
    /// For Three Golds.
    pub three_golds: u16,
    /// For a pair made of two Golds.
    pub golden_pair: u16,
    /// For neither bonus tile nor kong.
    pub no_bonus_no_kong: u16,
    /// For robbing the Gold.
    pub robbing_the_gold: u16,
    /// For a hand of one suit.
    pub all_one_suit: u16,
}

impl Points {
    /// What each loser pays.
    pub fn total(&self) -> u32 {
        let counted = 1
            + u32::from(self.bonus)
            + u32::from(self.golds)
            + 2 * u32::from(self.concealed_kongs)
            + u32::from(self.exposed_kongs)
            + u32::from(self.streak);
        let specials = [
            self.three_golds,
            self.golden_pair,
            self.no_bonus_no_kong,
            self.robbing_the_gold,
            self.all_one_suit,
        ];
        let multiplier = if self.doubled { 2 } else { 1 };
        counted * multiplier + specials.map(u32::from).iter().sum::<u32>()
    }
}

/// Points that go from some seats to one: what is paid is what is got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transfer {
    to: Seat,
    pays: BySeat<u32>,
}

impl Transfer {
    /// What a win moves. The winner pays nothing, whatever `points` says.
    pub fn of_win(winner: Seat, way: WinWay, points: u32, payers: Payers) -> Self {
        let pays = match (way.from(), payers) {
            (Some(from), Payers::Discarder) => {
                BySeat::from_fn(|seat| if seat == from { 3 * points } else { 0 })
            }
            (Some(_), Payers::Everyone) | (None, _) => {
                BySeat::from_fn(|seat| if seat == winner { 0 } else { points })
            }
        };
        Self { to: winner, pays }
    }

    /// Who gets the points.
    pub fn to(&self) -> Seat {
        self.to
    }

    /// What each seat pays.
    pub fn pays(&self) -> BySeat<u32> {
        self.pays
    }

    /// What each score changes by; sums to zero.
    pub fn deltas(&self) -> BySeat<i32> {
        let mut deltas = self.pays.map(|points| -(points as i32));
        deltas[self.to] += self.pays.iter().sum::<u32>() as i32;
        deltas
    }
}

/// A hand won: by whom, how, and for how much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Win {
    /// Who won.
    pub seat: Seat,
    /// How.
    pub way: WinWay,
    /// What it is worth.
    pub points: Points,
    /// Who pays what.
    pub transfer: Transfer,
}

/// One payment from a player to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Payment {
    /// Who pays.
    pub from: Seat,
    /// Who gets it.
    pub to: Seat,
    /// How much.
    pub points: u32,
}

/// The fewest payments that bring every score back to zero; at most three.
///
/// Debts that match exactly are paid to each other first, then the largest debtor pays the
/// largest creditor: with four players no plan has fewer payments.
pub fn settle(scores: &BySeat<i32>) -> ArrayVec<Payment, 3> {
    let mut left = *scores;
    let mut payments = ArrayVec::new();
    for debtor in Seat::ALL {
        let matching =
            Seat::ALL.into_iter().find(|&seat| left[debtor] < 0 && left[seat] == -left[debtor]);
        if let Some(creditor) = matching {
            payments.push(pay(&mut left, debtor, creditor));
        }
    }
    loop {
        let debtor = Seat::ALL.into_iter().min_by_key(|&seat| left[seat]).expect("four seats");
        let creditor = Seat::ALL.into_iter().max_by_key(|&seat| left[seat]).expect("four seats");
        if left[debtor] >= 0 || left[creditor] <= 0 {
            return payments;
        }
        payments.push(pay(&mut left, debtor, creditor));
    }
}

fn pay(left: &mut BySeat<i32>, from: Seat, to: Seat) -> Payment {
    let points = (-left[from]).min(left[to]);
    left[from] += points;
    left[to] -= points;
    Payment { from, to, points: points as u32 }
}
