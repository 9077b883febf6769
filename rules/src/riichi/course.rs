//! What an outcome leads to, before anything is changed: who pays, who takes the pot, who deals next.

use super::fold::{Refused, State};
use super::hand::{Abort, Hand, Outcome, Ron};
use super::options::{Options, Renchan};
use super::seats::Seats;
use super::settle::{Moved, Till};
use crate::seat::Seat;

/// What becomes of the sticks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pot {
    /// They stay on the table, those of this hand among them.
    Stays,
    /// Somebody takes them all.
    To(Seat),
    /// Those of this hand go back to whom they came from.
    GoesBack,
}

/// What becomes of the deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Deal {
    /// The dealer deals again.
    Stays,
    /// The next player deals.
    Passes,
}

/// What becomes of the honba.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Honba {
    /// One more.
    Up,
    /// None.
    Gone,
    /// As many as before: the hand is played again.
    Same,
}

/// Where a hand leads.
#[derive(Clone, Copy, Debug)]
pub(super) struct Course {
    pub(super) moved: Moved,
    pub(super) winners: Seats,
    pub(super) pot: Pot,
    pub(super) deal: Deal,
    pub(super) honba: Honba,
}

impl Course {
    /// Where `hand` leads from `state`.
    pub(super) fn of(state: &State, hand: &Hand, options: &Options) -> Result<Self, Refused> {
        let till = Till { options, dealer: state.dealer() };
        let mut moved = Moved::default();
        match &hand.outcome {
            Outcome::Ron(ron) => Self::ron(ron, state, till),
            Outcome::Tsumo(tsumo) => {
                till.tsumo(&mut moved, tsumo, state.honba)?;
                let winner = tsumo.win().winner;
                Ok(Self::won(moved, [winner].into(), winner, till.dealer))
            }
            Outcome::ExhaustiveDraw { tenpai } => {
                Till::noten(&mut moved, *tenpai);
                Self::drawn(moved, *tenpai, hand, till)
            }
            Outcome::NagashiMangan { winners, tenpai } => {
                check_nagashi(*winners, options)?;
                till.nagashi(&mut moved, *winners)?;
                Self::drawn(moved, *tenpai, hand, till)
            }
            Outcome::Abortive(abort) => {
                check_abort(*abort, hand, options)?;
                Ok(Self::aborted())
            }
            Outcome::Chombo { offender } => {
                till.chombo(&mut moved, *offender);
                Ok(Self::replayed(moved))
            }
            Outcome::NoContest => Ok(Self::replayed(moved)),
            Outcome::Correction(correction) => {
                if hand.riichi != Seats::NONE {
                    return Err(Refused::CorrectionRiichi);
                }
                Till::correct(&mut moved, correction);
                Ok(Self::replayed(moved))
            }
        }
    }

    fn ron(ron: &Ron, state: &State, till: Till<'_>) -> Result<Self, Refused> {
        let options = till.options;
        let counting = match ron.wins() {
            wins if options.atamahane => &wins[..1],
            [_, _] if !options.double_ron => return Err(Refused::DoubleRon),
            [_, _, _] if !options.triple_ron && options.abortive_draws => {
                return Ok(Self::aborted());
            }
            [_, _, _] if !options.triple_ron => return Err(Refused::TripleRon),
            wins => wins,
        };
        let mut moved = Moved::default();
        for (place, win) in counting.iter().enumerate() {
            let honba = if place == 0 { state.honba } else { 0 };
            till.ron(&mut moved, win, ron.from(), honba)?;
        }
        let winners = counting.iter().map(|win| win.winner).collect();
        Ok(Self::won(moved, winners, counting[0].winner, till.dealer))
    }

    fn won(moved: Moved, winners: Seats, nearest: Seat, dealer: Seat) -> Self {
        let dealer_won = winners.has(dealer);
        let (deal, honba) =
            if dealer_won { (Deal::Stays, Honba::Up) } else { (Deal::Passes, Honba::Gone) };
        Self { moved, winners, pot: Pot::To(nearest), deal, honba }
    }

    fn drawn(moved: Moved, tenpai: Seats, hand: &Hand, till: Till<'_>) -> Result<Self, Refused> {
        if !hand.riichi.are_all_in(tenpai) {
            return Err(Refused::RiichiNoten);
        }
        let stays = match till.options.renchan {
            Renchan::Agari => false,
            Renchan::Tenpai => tenpai.has(till.dealer),
            Renchan::Always => true,
        };
        let deal = if stays { Deal::Stays } else { Deal::Passes };
        Ok(Self { moved, winners: Seats::NONE, pot: Pot::Stays, deal, honba: Honba::Up })
    }

    fn aborted() -> Self {
        let (moved, winners) = (Moved::default(), Seats::NONE);
        Self { moved, winners, pot: Pot::Stays, deal: Deal::Stays, honba: Honba::Up }
    }

    fn replayed(moved: Moved) -> Self {
        let (pot, deal, honba) = (Pot::GoesBack, Deal::Stays, Honba::Same);
        Self { moved, winners: Seats::NONE, pot, deal, honba }
    }
}

fn check_nagashi(winners: Seats, options: &Options) -> Result<(), Refused> {
    if !options.nagashi_mangan {
        return Err(Refused::NagashiMangan);
    }
    if winners == Seats::NONE { Err(Refused::NobodyNagashi) } else { Ok(()) }
}

fn check_abort(abort: Abort, hand: &Hand, options: &Options) -> Result<(), Refused> {
    if !options.abortive_draws {
        return Err(Refused::AbortiveDraw);
    }
    match abort {
        Abort::SuuchaRiichi if hand.riichi != Seats::ALL => Err(Refused::FourRiichi),
        Abort::Sanchahou if options.triple_ron || options.atamahane => Err(Refused::AbortiveDraw),
        Abort::SuuchaRiichi
        | Abort::Sanchahou
        | Abort::KyuushuKyuuhai
        | Abort::SuufonRenda
        | Abort::Suukaikan => Ok(()),
    }
}
