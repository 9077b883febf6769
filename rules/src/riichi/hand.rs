//! A hand as people record it: who declared riichi, and how it ended.

use arrayvec::ArrayVec;

use super::score::{Situation, WinBy, Winner};
use super::seats::Seats;
use super::value::Typed;
use super::yakuman::{BadYakuman, Yakuman, YakumanSet};
use crate::seat::{BySeat, Seat};

/// The most points a correction gives somebody: a thousand of them stay far from overflow.
const CORRECTION_MAX: i32 = 1_000_000;

/// A hand that is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hand {
    /// Who declared riichi.
    pub riichi: Seats,
    /// How it ended.
    pub outcome: Outcome,
}

impl Hand {
    /// Makes sure that whoever won can have had the yakuman that are named, while `dealer` deals.
    ///
    /// This is asked of what is written down, not of what was: games are folded with the hands they have.
    ///
    /// # Errors
    /// When no hand has them, or none that is won so.
    pub fn check(&self, dealer: Seat) -> Result<(), BadYakuman> {
        let (by, wins) = match &self.outcome {
            Outcome::Ron(ron) => (WinBy::Ron, ron.wins()),
            Outcome::Tsumo(tsumo) => (WinBy::Tsumo, std::slice::from_ref(&tsumo.0)),
            Outcome::ExhaustiveDraw { .. }
            | Outcome::NagashiMangan { .. }
            | Outcome::Abortive(_)
            | Outcome::Chombo { .. }
            | Outcome::NoContest
            | Outcome::Correction(_) => return Ok(()),
        };
        wins.iter().try_for_each(|win| match win.worth {
            Worth::Yakuman { set, .. } => {
                let is_dealer = win.winner == dealer;
                let winner = if is_dealer { Winner::Dealer } else { Winner::NonDealer };
                set.check(Situation { winner, by })
            }
            Worth::Counted { .. } | Worth::Typed(_) => Ok(()),
        })
    }
}

/// How a hand ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Somebody's tile was won on, by one to three players.
    Ron(Ron),
    /// Somebody drew the winning tile.
    Tsumo(Tsumo),
    /// The wall ran out.
    ExhaustiveDraw {
        /// Who was tenpai.
        tenpai: Seats,
    },
    /// The wall ran out, and somebody had discarded only terminals and honours.
    NagashiMangan {
        /// Who had.
        winners: Seats,
        /// Who was tenpai, which decides on the deal alone.
        tenpai: Seats,
    },
    /// It was broken off.
    Abortive(Abort),
    /// Somebody broke the rules so badly that the hand is played again.
    Chombo {
        /// Who.
        offender: Seat,
    },
    /// It is void, and played again.
    NoContest,
    /// No hand at all: points were put right between players.
    Correction(Correction),
}

/// Points that are put right by hand, whether somebody had paid wrongly or pays a penalty. They sum to zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Correction(BySeat<i32>);

impl Correction {
    /// What each score changes by.
    ///
    /// # Errors
    /// When nothing would change, or points would appear or vanish, or they are odd.
    pub fn new(points: BySeat<i32>) -> Result<Self, BadCorrection> {
        let in_range =
            |points: &i32| (-CORRECTION_MAX..=CORRECTION_MAX).contains(points) && points % 100 == 0;
        if !points.iter().all(in_range) {
            return Err(BadCorrection::Points);
        }
        if points.iter().sum::<i32>() != 0 {
            return Err(BadCorrection::Sum);
        }
        if points.iter().all(|points| *points == 0) {
            return Err(BadCorrection::Nothing);
        }
        Ok(Self(points))
    }

    /// What each score changes by.
    pub const fn points(&self) -> &BySeat<i32> {
        &self.0
    }
}

/// Why points can't be put right so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadCorrection {
    /// They are not hundreds, or too many.
    #[error("points must be hundreds, at most {CORRECTION_MAX}")]
    Points,
    /// Points would appear or vanish.
    #[error("a correction sums to zero")]
    Sum,
    /// Nobody gets or gives anything.
    #[error("a correction moves points")]
    Nothing,
}

impl BadCorrection {
    /// What programs go by.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Points => "correction_not_hundreds",
            Self::Sum => "correction_not_zero",
            Self::Nothing => "correction_empty",
        }
    }
}

/// Why a hand is broken off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Abort {
    /// Nine kinds of terminals and honours in a first hand.
    KyuushuKyuuhai,
    /// Four times the same wind as first discards.
    SuufonRenda,
    /// Four riichi.
    SuuchaRiichi,
    /// Four kans, not all by one player.
    Suukaikan,
    /// Three winners on one discard.
    Sanchahou,
}

impl Abort {
    /// What it is called in data.
    pub const fn code(self) -> &'static str {
        match self {
            Self::KyuushuKyuuhai => "kyuushu_kyuuhai",
            Self::SuufonRenda => "suufon_renda",
            Self::SuuchaRiichi => "suucha_riichi",
            Self::Suukaikan => "suukaikan",
            Self::Sanchahou => "sanchahou",
        }
    }
}

/// What a winning hand is worth, as it is recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Worth {
    /// By han and fu; fu may be missing from 5 han.
    Counted {
        /// The han.
        han: u8,
        /// The fu.
        fu: Option<u8>,
    },
    /// By what was paid, without honba and sticks.
    Typed(Typed),
    /// By its yakuman.
    Yakuman {
        /// Which.
        set: YakumanSet,
        /// Who is liable for one of them.
        pao: Option<Pao>,
    },
}

/// Who is liable for a yakuman.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pao {
    /// Who.
    pub liable: Seat,
    /// For which.
    pub yakuman: Yakuman,
}

impl Worth {
    /// Checks who is liable, and for what.
    fn check(&self, winner: Seat) -> Result<(), BadWins> {
        let Self::Yakuman { set, pao: Some(pao) } = self else { return Ok(()) };
        if pao.liable == winner {
            return Err(BadWins::LiableToOneself { winner });
        }
        if set.has(pao.yakuman) { Ok(()) } else { Err(BadWins::NotInTheHand(pao.yakuman)) }
    }
}

/// One player's win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Win {
    /// Who.
    pub winner: Seat,
    /// What for.
    pub worth: Worth,
}

/// Wins on one tile, nearest after the discarder first: in which order they are told does not matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ron {
    from: Seat,
    wins: ArrayVec<Win, 3>,
}

impl Ron {
    /// The wins on a tile of `from`.
    ///
    /// # Errors
    /// When nobody wins, somebody twice, or the discarder; or somebody is liable who can't be.
    pub fn new(from: Seat, wins: &[Win]) -> Result<Self, BadWins> {
        for (place, win) in wins.iter().enumerate() {
            if win.winner == from {
                return Err(BadWins::OwnTile { winner: from });
            }
            if wins[..place].iter().any(|other| other.winner == win.winner) {
                return Err(BadWins::Twice { winner: win.winner });
            }
            win.worth.check(win.winner)?;
        }
        let at = |seat: Seat| wins.iter().find(|win| win.winner == seat).copied();
        let wins: ArrayVec<Win, 3> = from.others().into_iter().filter_map(at).collect();
        if wins.is_empty() { Err(BadWins::Nobody) } else { Ok(Self { from, wins }) }
    }

    /// Whose tile.
    pub const fn from(&self) -> Seat {
        self.from
    }

    /// The wins, nearest after the discarder first; at least one.
    pub fn wins(&self) -> &[Win] {
        &self.wins
    }
}

/// A win on a tile drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tsumo(Win);

impl Tsumo {
    /// This win.
    ///
    /// # Errors
    /// When somebody is liable who can't be.
    pub fn new(win: Win) -> Result<Self, BadWins> {
        win.worth.check(win.winner)?;
        Ok(Self(win))
    }

    /// The win.
    pub const fn win(&self) -> Win {
        self.0
    }
}

/// Why nobody can have won so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadWins {
    /// There is no winner.
    #[error("somebody must win")]
    Nobody,
    /// The discarder wins.
    #[error("{winner:?} can't win on their own discard")]
    OwnTile {
        /// Who.
        winner: Seat,
    },
    /// Somebody wins twice.
    #[error("{winner:?} can win only once")]
    Twice {
        /// Who.
        winner: Seat,
    },
    /// A winner is liable for their own hand.
    #[error("{winner:?} can't be liable for their own hand")]
    LiableToOneself {
        /// Who.
        winner: Seat,
    },
    /// Somebody is liable for what is not there.
    #[error("{} is not in the hand", .0.code())]
    NotInTheHand(Yakuman),
}

impl BadWins {
    /// What programs go by.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Nobody => "no_winner",
            Self::OwnTile { .. } => "winner_is_discarder",
            Self::Twice { .. } => "winner_twice",
            Self::LiableToOneself { .. } => "winner_is_liable",
            Self::NotInTheHand(_) => "liable_for_nothing",
        }
    }
}
