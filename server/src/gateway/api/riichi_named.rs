//! What a hand of named yakuman is paid: with who is liable, and by every option that changes it.

use rules::riichi::{
    Config, Game, Hand, Options, Outcome, Pao, Ron, Round, Seats, Start, Tsumo, Win, WinBy, Worth,
    Yakuman, YakumanSet,
};
use rules::seat::{BySeat, Seat};

use super::problem::{Code, Problem};

/// A hand of named yakuman.
#[derive(Clone, Debug)]
pub(super) struct Named<'a> {
    pub(super) codes: &'a [String],
    /// The code of the yakuman somebody else is liable for.
    pub(super) pao: Option<&'a str>,
    pub(super) is_dealer: bool,
    pub(super) by: WinBy,
    pub(super) honba: u16,
    pub(super) options: Options,
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

impl Named<'_> {
    /// Settles the hand at a table of its own, as the rules settle every hand.
    pub(super) fn paid(&self) -> Result<Paid, Problem> {
        let winner = if self.is_dealer { Seat::S0 } else { Seat::S1 };
        let moved = self.moved(winner)?;
        let from = |seat: Seat| moved[seat].min(0).unsigned_abs();
        let is_tsumo = self.by == WinBy::Tsumo;
        let has_dealer = is_tsumo && !self.is_dealer;
        Ok(Paid {
            winner: moved[winner].max(0).unsigned_abs(),
            discarder: if is_tsumo { 0 } else { from(DISCARDER) },
            dealer: if has_dealer { from(Seat::S0) } else { 0 },
            each_other: if is_tsumo { from(DISCARDER) } else { 0 },
            liable: if self.pao.is_some() { from(LIABLE) } else { 0 },
        })
    }

    fn moved(&self, winner: Seat) -> Result<BySeat<i32>, Problem> {
        let refused = |reason, detail: String| Problem::refused(Code::IllegalHand, reason, detail);
        let named = |code: &str| {
            let unknown = || refused("unknown_yakuman", format!("no yakuman is called {code:?}"));
            Yakuman::named(code).ok_or_else(unknown)
        };
        let yakuman = self.codes.iter().map(|code| named(code)).collect::<Result<Vec<_>, _>>()?;
        let set =
            YakumanSet::new(&yakuman).map_err(|bad| refused("bad_yakuman", bad.to_string()))?;
        let liable = self.pao.map(named).transpose()?;
        let pao = liable.map(|yakuman| Pao { liable: LIABLE, yakuman });
        let win = Win { winner, worth: Worth::Yakuman { set, pao } };
        let outcome = match self.by {
            WinBy::Ron => Ron::new(DISCARDER, &[win]).map(Outcome::Ron),
            WinBy::Tsumo => Tsumo::new(win).map(Outcome::Tsumo),
        };
        let outcome = outcome.map_err(|bad| refused(bad.code(), bad.to_string()))?;
        // Nobody is out, and the game does not end: only this hand matters.
        let options = Options { tobi: None, ..self.options };
        let scores = BySeat([options.starting_points; 4]);
        let start = Start { round: Round::EAST_1, honba: self.honba, riichi_sticks: 0, scores };
        let config = Config::mid_game(options, start);
        let mut game = Game::begin(config.map_err(|bad| refused("bad_count", bad.to_string()))?);
        let settled = game.record(Hand { riichi: Seats::NONE, outcome });
        let settled = settled.map_err(|bad| refused(bad.why.code(), bad.why.to_string()))?;
        Ok(settled.moved)
    }
}
