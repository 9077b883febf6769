//! Points on the move: what a win, a draw or a chombo takes from whom and gives to whom.

use super::fold::Refused;
use super::hand::{Correction, Tsumo, Win, Worth};
use super::named::{LiablePart, NamedHand, Priced};
use super::options::{Chombo, Options, PaoHonba};
use super::score::{Payments, Situation, WinBy, Winner, honba_points};
use super::seats::Seats;
use super::value::Value;
use crate::seat::{BySeat, Seat};

/// What is shared between tenpai and noten.
const NOTEN_POINTS: u32 = 3000;
/// Han of a mangan.
const MANGAN_HAN: u8 = 5;

/// Points that change hands; they sum to zero by construction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Moved(BySeat<i32>);

impl Moved {
    /// What each seat gains.
    pub(super) const fn gains(self) -> BySeat<i32> {
        self.0
    }

    fn pay(&mut self, from: Seat, to: Seat, points: u32) {
        self.0[from] -= points as i32;
        self.0[to] += points as i32;
    }
}

/// The table as far as payments depend on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Till<'a> {
    pub(super) options: &'a Options,
    pub(super) dealer: Seat,
}

impl Till<'_> {
    /// Pays one win on a tile of `from`.
    pub(super) fn ron(
        self,
        moved: &mut Moved,
        win: &Win,
        from: Seat,
        honba: u16,
    ) -> Result<(), Refused> {
        let situation = self.situation(win.winner, WinBy::Ron);
        let (all, liable) = win.price(situation, self.options)?;
        // Whoever is liable and discards as well pays all of it, as anybody would.
        let Some((seat, liable)) = liable.filter(|(seat, _)| *seat != from) else {
            let paid = all.payments().with_honba(honba);
            moved.pay(from, win.winner, paid.from_discarder());
            return Ok(());
        };
        let half = liable.part.payments().from_discarder() / 2;
        moved.pay(seat, win.winner, half);
        moved.pay(from, win.winner, half);
        if let Some(rest) = liable.rest {
            moved.pay(from, win.winner, rest.payments().from_discarder());
        }
        let payer = match self.options.pao_honba {
            PaoHonba::Liable => seat,
            PaoHonba::Discarder => from,
        };
        moved.pay(payer, win.winner, honba_points(honba));
        Ok(())
    }

    /// Pays a win on a tile drawn.
    pub(super) fn tsumo(self, moved: &mut Moved, tsumo: &Tsumo, honba: u16) -> Result<(), Refused> {
        let win = tsumo.win();
        let situation = self.situation(win.winner, WinBy::Tsumo);
        let (all, liable) = win.price(situation, self.options)?;
        let Some((seat, liable)) = liable else {
            self.all_pay(moved, win.winner, all.payments().with_honba(honba));
            return Ok(());
        };
        // The liable player pays alone what a discarder would.
        let by_ron = Payments::of(liable.part.base(), self.situation(win.winner, WinBy::Ron));
        moved.pay(seat, win.winner, by_ron.with_honba(honba).from_discarder());
        if let Some(rest) = liable.rest {
            self.all_pay(moved, win.winner, rest.payments());
        }
        Ok(())
    }

    /// Pays a mangan to everybody who had discarded only terminals and honours.
    pub(super) fn nagashi(self, moved: &mut Moved, winners: Seats) -> Result<(), Refused> {
        for winner in winners.iter() {
            let situation = self.situation(winner, WinBy::Tsumo);
            let mangan = Value::counted(situation, MANGAN_HAN, None, self.options)?;
            self.all_pay(moved, winner, mangan.payments());
        }
        Ok(())
    }

    /// Shares the points between tenpai and noten.
    pub(super) fn noten(moved: &mut Moved, tenpai: Seats) {
        let noten = tenpai.rest();
        let (takers, payers) = (tenpai.count() as u32, noten.count() as u32);
        if takers == 0 || payers == 0 {
            return;
        }
        let share = NOTEN_POINTS / (takers * payers);
        for from in noten.iter() {
            tenpai.iter().for_each(|to| moved.pay(from, to, share));
        }
    }

    /// Makes the offender pay.
    pub(super) fn chombo(self, moved: &mut Moved, offender: Seat) {
        let total = match self.options.chombo {
            Chombo::ReverseMangan => 8000,
            Chombo::Custom(total) => total,
            Chombo::None => 0,
        };
        for to in offender.others() {
            let is_dealers = offender == self.dealer || to == self.dealer;
            moved.pay(offender, to, if is_dealers { total / 2 } else { total / 4 });
        }
    }

    /// Whoever gives pays those who get, both from the first seat on.
    pub(super) fn correct(moved: &mut Moved, correction: &Correction) {
        let mut open = *correction.points();
        for to in Seat::ALL {
            for from in Seat::ALL {
                let points = open[to].min(-open[from]).max(0);
                moved.pay(from, to, points.unsigned_abs());
                open[to] -= points;
                open[from] += points;
            }
        }
    }

    fn all_pay(self, moved: &mut Moved, winner: Seat, paid: Payments) {
        for from in winner.others() {
            let share =
                if from == self.dealer { paid.from_dealer() } else { paid.from_each_other() };
            moved.pay(from, winner, share);
        }
    }

    fn situation(self, winner: Seat, by: WinBy) -> Situation {
        let winner = if winner == self.dealer { Winner::Dealer } else { Winner::NonDealer };
        Situation { winner, by }
    }
}

impl Win {
    /// What it is worth to whoever won so, without honba and sticks.
    ///
    /// # Errors
    /// When it is worth nothing at a table with these options.
    pub fn value(&self, situation: Situation, options: &Options) -> Result<Value, Refused> {
        Ok(self.price(situation, options)?.0)
    }

    /// The same, and who is liable for which part of it.
    fn price(
        &self,
        situation: Situation,
        options: &Options,
    ) -> Result<(Value, Option<(Seat, LiablePart)>), Refused> {
        match self.worth {
            Worth::Counted { han, fu } => Ok((Value::counted(situation, han, fu, options)?, None)),
            Worth::Typed(typed) => Ok((Value::typed(situation, typed, options)?, None)),
            Worth::Yakuman { set, pao } => {
                let liable_for = pao.map(|pao| pao.yakuman);
                let Priced { all, liable } =
                    NamedHand { set, liable_for, situation, options }.price()?;
                Ok((all, pao.map(|pao| pao.liable).zip(liable)))
            }
        }
    }
}
