//! Who pays how much for a win: base points to payments.

/// Points of a riichi stick.
pub const STICK: u32 = 1000;
/// Points one honba adds to a win, in all.
const HONBA: u32 = 300;
/// Points one honba adds to what each pays for a tsumo.
const HONBA_EACH: u32 = 100;

/// How a hand was won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WinBy {
    /// On another player's tile.
    Ron,
    /// On a tile drawn.
    Tsumo,
}

/// Who won a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Winner {
    /// The dealer.
    Dealer,
    /// One of the others.
    NonDealer,
}

/// Who won, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Situation {
    /// Who.
    pub winner: Winner,
    /// How.
    pub by: WinBy,
}

/// Who pays how much, each payment a multiple of 100. Only a [`Value`](super::Value) makes one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Payments(Shares);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Shares {
    Ron { discarder: u32 },
    DealerTsumo { each: u32 },
    Tsumo { dealer: u32, other: u32 },
}

impl Payments {
    /// What a hand of `base` points brings.
    pub(super) const fn of(base: u32, situation: Situation) -> Self {
        Self(match (situation.by, situation.winner) {
            (WinBy::Ron, Winner::Dealer) => Shares::Ron { discarder: up_to_100(6 * base) },
            (WinBy::Ron, Winner::NonDealer) => Shares::Ron { discarder: up_to_100(4 * base) },
            (WinBy::Tsumo, Winner::Dealer) => Shares::DealerTsumo { each: up_to_100(2 * base) },
            (WinBy::Tsumo, Winner::NonDealer) => {
                Shares::Tsumo { dealer: up_to_100(2 * base), other: up_to_100(base) }
            }
        })
    }

    /// The same with what `honba` adds.
    #[must_use]
    pub const fn with_honba(self, honba: u16) -> Self {
        let honba = honba as u32;
        Self(match self.0 {
            Shares::Ron { discarder } => Shares::Ron { discarder: discarder + HONBA * honba },
            Shares::DealerTsumo { each } => Shares::DealerTsumo { each: each + HONBA_EACH * honba },
            Shares::Tsumo { dealer, other } => Shares::Tsumo {
                dealer: dealer + HONBA_EACH * honba,
                other: other + HONBA_EACH * honba,
            },
        })
    }

    /// What the discarder pays; 0 for a tsumo.
    pub const fn from_discarder(self) -> u32 {
        match self.0 {
            Shares::Ron { discarder } => discarder,
            Shares::DealerTsumo { .. } | Shares::Tsumo { .. } => 0,
        }
    }

    /// What the dealer pays for another's tsumo; 0 for the dealer's own, and for a ron.
    pub const fn from_dealer(self) -> u32 {
        match self.0 {
            Shares::Tsumo { dealer, .. } => dealer,
            Shares::Ron { .. } | Shares::DealerTsumo { .. } => 0,
        }
    }

    /// What each of the others pays for a tsumo; 0 for a ron.
    pub const fn from_each_other(self) -> u32 {
        match self.0 {
            Shares::Ron { .. } => 0,
            Shares::DealerTsumo { each } => each,
            Shares::Tsumo { other, .. } => other,
        }
    }

    /// Everything the winner gets.
    pub const fn total(self) -> u32 {
        match self.0 {
            Shares::Ron { discarder } => discarder,
            Shares::DealerTsumo { each } => 3 * each,
            Shares::Tsumo { dealer, other } => dealer + 2 * other,
        }
    }
}

/// What `honba` adds to a win, in all.
pub(super) const fn honba_points(honba: u16) -> u32 {
    HONBA * honba as u32
}

const fn up_to_100(points: u32) -> u32 {
    points.div_ceil(100) * 100
}
