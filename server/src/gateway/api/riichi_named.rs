//! What a hand of named yakuman is paid: with who is liable, and by every option that changes it.

use rules::riichi::{
    BadYakuman, Config, Game, Hand, NamedHand, Options, Outcome, Pao, Refused, Ron, Round, Seats,
    Situation, Start, Step, Tsumo, Win, WinBy, Winner, Worth, Yakuman, YakumanSet,
};
use rules::seat::{BySeat, Seat};

use super::problem::{Code, Problem};

/// A hand of named yakuman.
#[derive(Clone, Debug)]
pub(super) struct Named {
    set: YakumanSet,
    /// The yakuman somebody else is liable for.
    pub(super) liable_for: Option<Yakuman>,
    pub(super) situation: Situation,
    options: Options,
}

/// Who pays what, honba included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Paid {
    pub(super) winner: u32,
    pub(super) discarder: u32,
    pub(super) dealer: u32,
    pub(super) each_other: u32,
    pub(super) liable: u32,
}

/// Whose tile it is, and who is liable: never the winner.
const DISCARDER: Seat = Seat::S2;
const LIABLE: Seat = Seat::S3;

impl Named {
    pub(super) fn new(
        codes: &[String],
        pao: Option<&str>,
        situation: Situation,
        options: Options,
    ) -> Result<Self, Problem> {
        let named = |code: &str| {
            let unknown = || illegal("unknown_yakuman", format!("no yakuman is called {code:?}"));
            Yakuman::named(code).ok_or_else(unknown)
        };
        let yakuman = codes.iter().map(|code| named(code)).collect::<Result<Vec<_>, _>>()?;
        let bad_yakuman = |bad: BadYakuman| illegal("bad_yakuman", bad.to_string());
        let set = YakumanSet::new(&yakuman).map_err(bad_yakuman)?;
        set.check(situation).map_err(bad_yakuman)?;
        Ok(Self { set, liable_for: pao.map(named).transpose()?, situation, options })
    }

    /// Settles the hand at a table of its own, as the rules settle every hand.
    pub(super) fn paid(&self, honba: u16) -> Result<Paid, Problem> {
        let is_dealer = self.situation.winner == Winner::Dealer;
        let winner = if is_dealer { Seat::S0 } else { Seat::S1 };
        let moved = self.moved(winner, honba)?;
        let from = |seat: Seat| moved[seat].min(0).unsigned_abs();
        let is_tsumo = self.situation.by == WinBy::Tsumo;
        let has_dealer = is_tsumo && !is_dealer;
        Ok(Paid {
            winner: moved[winner].max(0).unsigned_abs(),
            discarder: if is_tsumo { 0 } else { from(DISCARDER) },
            dealer: if has_dealer { from(Seat::S0) } else { 0 },
            each_other: if is_tsumo { from(DISCARDER) } else { 0 },
            liable: if self.liable_for.is_some() { from(LIABLE) } else { 0 },
        })
    }

    /// How that comes about.
    pub(super) fn steps(&self, honba: u16, sticks: u16) -> Result<Vec<Step>, Problem> {
        let Self { set, liable_for, situation, ref options } = *self;
        let hand = NamedHand { set, liable_for, situation, options };
        hand.steps(honba, sticks).map_err(refused)
    }

    fn moved(&self, winner: Seat, honba: u16) -> Result<BySeat<i32>, Problem> {
        let pao = self.liable_for.map(|yakuman| Pao { liable: LIABLE, yakuman });
        let win = Win { winner, worth: Worth::Yakuman { set: self.set, pao } };
        let outcome = match self.situation.by {
            WinBy::Ron => Ron::new(DISCARDER, &[win]).map(Outcome::Ron),
            WinBy::Tsumo => Tsumo::new(win).map(Outcome::Tsumo),
        };
        let outcome = outcome.map_err(|bad| illegal(bad.code(), bad.to_string()))?;
        // Nobody is out, and the game does not end: only this hand matters.
        let options = Options { tobi: None, ..self.options };
        let scores = BySeat([options.starting_points; 4]);
        let start = Start { round: Round::EAST_1, honba, riichi_sticks: 0, scores };
        let config = Config::mid_game(options, start);
        let mut game = Game::begin(config.map_err(|bad| illegal("bad_count", bad.to_string()))?);
        let settled = game.record(Hand { riichi: Seats::NONE, outcome });
        Ok(settled.map_err(|impossible| refused(impossible.why))?.moved)
    }
}

fn illegal(reason: &'static str, detail: String) -> Problem {
    Problem::refused(Code::IllegalHand, reason, detail)
}

fn refused(why: Refused) -> Problem {
    illegal(why.code(), why.to_string())
}
