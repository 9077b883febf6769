//! The game as a fold over its hands: everything derived comes from here, and nothing of it is typed in.

use super::course::{Course, Deal, Honba, Pot};
use super::finish::{self, Final};
use super::hand::{Hand, Outcome};
use super::options::{BadOptions, Deposit, Options};
use super::round::{Round, Wind};
use super::score::STICK;
use super::seats::Seats;
use super::value::BadValue;
use super::yakuman::BadYakuman;
use crate::seat::{BySeat, Seat};

/// The most hands a game has; scores stay far from overflow.
pub const HANDS_MAX: usize = 1000;
/// The most honba or sticks a game can be taken up with.
const COUNT_MAX: u16 = 99;
/// The highest score somebody can have typed in.
const SCORE_MAX: i32 = 4_000_000;

const STICK_POINTS: i32 = STICK as i32;

/// Whether a score that somebody types in can be one: hundreds, and far from overflow.
pub const fn is_score(score: i32) -> bool {
    -SCORE_MAX <= score && score <= SCORE_MAX && score % 100 == 0
}

/// Where a recording begins. What came before is not known, so it is typed in, once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    /// The deal.
    pub round: Round,
    /// Honba on the table.
    pub honba: u16,
    /// Riichi sticks on the table, a count; their points have left the players.
    pub riichi_sticks: u16,
    /// The scores, by seat; the first seat was East when the game began.
    pub scores: BySeat<i32>,
}

/// What a game is folded from besides its hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    options: Options,
    start: Start,
}

impl Config {
    /// A game recorded from its beginning.
    ///
    /// # Errors
    /// When nobody can play by these options.
    pub fn new(options: Options) -> Result<Self, BadOptions> {
        options.check()?;
        let scores = BySeat([options.starting_points; 4]);
        let start = Start { round: Round::EAST_1, honba: 0, riichi_sticks: 0, scores };
        Ok(Self { options, start })
    }

    /// A game that is taken up in the middle.
    ///
    /// # Errors
    /// When nobody can play by these options, or points are missing, or the game would be over.
    pub fn mid_game(options: Options, start: Start) -> Result<Self, BadStart> {
        options.check()?;
        if start.honba > COUNT_MAX || start.riichi_sticks > COUNT_MAX {
            return Err(BadStart::Count);
        }
        let held: i32 = if start.scores.iter().all(|score| is_score(*score)) {
            start.scores.iter().sum()
        } else {
            return Err(BadStart::Scores);
        };
        if held + STICK_POINTS * i32::from(start.riichi_sticks) != 4 * options.starting_points {
            return Err(BadStart::Sum);
        }
        let is_late = start.round.wind() > finish::last_wind(&options);
        if is_late || finish::somebody_is_out(&start.scores, &options) {
            return Err(BadStart::Over);
        }
        Ok(Self { options, start })
    }

    /// What is played by.
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// The state before the first hand.
    pub const fn begin(&self) -> State {
        let Start { round, honba, riichi_sticks, scores } = self.start;
        State { round, honba, riichi_sticks, owed: BySeat([0; 4]), scores, ended: None }
    }
}

/// Why a game can't be taken up so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadStart {
    /// Nobody can play by these options.
    #[error(transparent)]
    Options(#[from] BadOptions),
    /// Too many honba or sticks.
    #[error("honba and riichi_sticks must be at most {COUNT_MAX}")]
    Count,
    /// A score is odd.
    #[error("scores must be hundreds, at most {SCORE_MAX}")]
    Scores,
    /// Points are missing, or there are too many.
    #[error("scores and sticks must sum to four times the starting points")]
    Sum,
    /// There is nothing left to play.
    #[error("the game would be over")]
    Over,
}

/// A game between two hands, or at its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// The deal; at the end, the one that would come next.
    pub round: Round,
    /// Honba on the table.
    pub honba: u16,
    /// Riichi sticks on the table, a count.
    pub riichi_sticks: u16,
    /// Those of them each player has not paid yet; none unless they are paid at the next win.
    pub owed: BySeat<u16>,
    /// The scores.
    pub scores: BySeat<i32>,
    /// How it ended, if it did.
    pub ended: Option<Final>,
}

impl State {
    /// Who deals.
    pub const fn dealer(&self) -> Seat {
        self.round.dealer()
    }

    /// The wind of `seat`.
    pub const fn wind(&self, seat: Seat) -> Wind {
        Wind::of(seat, self.dealer())
    }

    /// All points there are, on the table and with the players. A hand changes nothing about them.
    pub fn points(&self) -> i32 {
        self.scores.iter().sum::<i32>() + self.pot()
    }

    /// The state after `hand`.
    ///
    /// # Errors
    /// When it can't have been.
    pub fn after(&self, hand: &Hand, options: &Options) -> Result<Settled, Refused> {
        if self.ended.is_some() {
            return Err(Refused::GameOver);
        }
        if let Some(seat) = hand.riichi.iter().find(|seat| self.spendable(*seat) < STICK_POINTS) {
            return Err(Refused::RiichiTooPoor { seat });
        }
        let course = Course::of(self, hand, options)?;
        let (mut after, moved) = (*self, course.moved.gains());
        for (score, gain) in after.scores.iter_mut().zip(moved.0) {
            *score += gain;
        }
        after.move_sticks(course.pot, hand.riichi, options);
        // Between two hands nobody goes out: that is seen when a hand is settled.
        let is_hand = !matches!(hand.outcome, Outcome::Correction(_));
        let last = is_hand && finish::is_last(&after, course.deal, options);
        after.move_on(course.deal, course.honba);
        if last {
            finish::end(&mut after, options);
        }
        let deltas = BySeat::from_fn(|seat| after.scores[seat] - self.scores[seat]);
        let Self { round, honba, .. } = *self;
        Ok(Settled { round, honba, winners: course.winners, moved, deltas, after })
    }

    /// Points of the sticks on the table that have left the players.
    pub fn pot(&self) -> i32 {
        let owed: u16 = self.owed.iter().sum();
        STICK_POINTS * i32::from(self.riichi_sticks - owed)
    }

    /// The game as it is if nothing more is played: who is first takes what lies on the table.
    #[must_use]
    pub fn broken_off(mut self, options: &Options) -> Self {
        if self.ended.is_none() {
            finish::end(&mut self, options);
        }
        self
    }

    /// What `seat` can still bet.
    pub fn spendable(&self, seat: Seat) -> i32 {
        self.scores[seat] - STICK_POINTS * i32::from(self.owed[seat])
    }

    fn move_sticks(&mut self, pot: Pot, riichi: Seats, options: &Options) {
        if pot == Pot::GoesBack {
            return;
        }
        for seat in riichi.iter() {
            self.riichi_sticks += 1;
            match options.riichi_deposit {
                Deposit::Upfront => self.scores[seat] -= STICK_POINTS,
                Deposit::AtNextWin => self.owed[seat] += 1,
            }
        }
        match pot {
            Pot::To(winner) => self.take_sticks(winner),
            Pot::Stays | Pot::GoesBack => {}
        }
    }

    /// Everybody pays what they owe.
    pub(super) fn pay_owed(&mut self) {
        for seat in Seat::ALL {
            self.scores[seat] = self.spendable(seat);
            self.owed[seat] = 0;
        }
    }

    /// Gives all sticks to `winner`.
    pub(super) fn take_sticks(&mut self, winner: Seat) {
        self.pay_owed();
        self.scores[winner] += STICK_POINTS * i32::from(self.riichi_sticks);
        self.riichi_sticks = 0;
    }

    fn move_on(&mut self, deal: Deal, honba: Honba) {
        self.round = match deal {
            Deal::Stays => self.round,
            Deal::Passes => self.round.next(),
        };
        self.honba = match honba {
            Honba::Up => self.honba + 1,
            Honba::Gone => 0,
            Honba::Same => self.honba,
        };
    }
}

/// A hand, and what it led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settled {
    /// The deal it was.
    pub round: Round,
    /// Honba on the table while it was played.
    pub honba: u16,
    /// Whose wins counted.
    pub winners: Seats,
    /// What each was paid, or paid, for how it ended; without sticks, and sums to zero.
    pub moved: BySeat<i32>,
    /// What each score changed by, sticks included.
    pub deltas: BySeat<i32>,
    /// The game after it.
    pub after: State,
}

/// What every hand led to.
///
/// # Errors
/// Names the first hand that can't have been, and why.
pub fn fold(config: &Config, hands: &[Hand]) -> Result<Vec<Settled>, Impossible> {
    fold_on(config, config.begin(), hands, 1)
}

/// What every hand led to from `state` on, the first of them with this number.
pub(super) fn fold_on(
    config: &Config,
    mut state: State,
    hands: &[Hand],
    first: usize,
) -> Result<Vec<Settled>, Impossible> {
    let mut settled = Vec::with_capacity(hands.len().min(HANDS_MAX));
    for (number, hand) in (first..).zip(hands) {
        if number > HANDS_MAX {
            return Err(Impossible { number, why: Refused::TooManyHands });
        }
        let one = state.after(hand, config.options());
        let one = one.map_err(|why| Impossible { number, why })?;
        state = one.after;
        settled.push(one);
    }
    Ok(settled)
}

/// A hand that can't have been.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("hand {number} is impossible")]
pub struct Impossible {
    /// Its number in the game, from 1.
    pub number: usize,
    /// Why.
    #[source]
    pub why: Refused,
}

/// Why a hand can't have been.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// The game had ended.
    #[error("the game is over")]
    GameOver,
    /// No game is that long.
    #[error("a game has at most {HANDS_MAX} hands")]
    TooManyHands,
    /// Somebody had no stick to bet.
    #[error("{seat:?} has less than 1000 points")]
    RiichiTooPoor {
        /// Who.
        seat: Seat,
    },
    /// Whoever declares riichi is tenpai when the wall runs out.
    #[error("who declared riichi must be tenpai")]
    RiichiNoten,
    /// No hand is worth that.
    #[error(transparent)]
    Value(#[from] BadValue),
    /// Nobody wins these yakuman so.
    #[error(transparent)]
    Yakuman(#[from] BadYakuman),
    /// Two may not win here.
    #[error("two can't win on one discard at this table")]
    DoubleRon,
    /// Three may not win here.
    #[error("three can't win on one discard at this table")]
    TripleRon,
    /// Hands are not broken off here, or not for this.
    #[error("no hand is broken off for this at this table")]
    AbortiveDraw,
    /// Not all four had declared riichi.
    #[error("suucha riichi needs four riichi")]
    FourRiichi,
    /// It does not pay here.
    #[error("nagashi mangan does not count at this table")]
    NagashiMangan,
    /// Nobody did it.
    #[error("nagashi mangan needs somebody who did it")]
    NobodyNagashi,
    /// Nobody is liable for that here.
    #[error("nobody is liable for this yakuman at this table")]
    NoLiability,
    /// A correction is no hand: nobody declares anything in it.
    #[error("nobody declares riichi in a correction")]
    CorrectionRiichi,
}

impl Refused {
    /// What programs go by.
    pub const fn code(self) -> &'static str {
        match self {
            Self::GameOver => "game_over",
            Self::TooManyHands => "too_many_hands",
            Self::RiichiTooPoor { .. } => "riichi_too_poor",
            Self::RiichiNoten => "riichi_noten",
            Self::Value(value) => value.code(),
            Self::Yakuman(_) => "bad_yakuman",
            Self::DoubleRon => "no_double_ron",
            Self::TripleRon => "no_triple_ron",
            Self::AbortiveDraw => "no_abortive_draw",
            Self::FourRiichi => "not_four_riichi",
            Self::NagashiMangan => "no_nagashi_mangan",
            Self::NobodyNagashi => "nobody_nagashi",
            Self::NoLiability => "no_liability",
            Self::CorrectionRiichi => "correction_with_riichi",
        }
    }
}
