//! Hands of kept games as lines of a table.

use rules::riichi::{Hand, Outcome, Settled, Situation, Win, WinBy, Winner, Worth};
use rules::seat::Seat;

use super::super::hand_line::{HandLine, WinCells};
use super::Loaded;
use crate::scorekeeper::{Ending, OutcomeForm};

/// The hand at this place of a sheet; one nobody is sure of moves nothing.
pub(in super::super) fn line_of(loaded: &Loaded, place: usize) -> HandLine {
    let hand = &loaded.sheet.hands[place];
    let line = HandLine {
        number: place + 1,
        ended_at: hand.recorded_at,
        riichi: numbers(hand.form.riichi.iter().copied()),
        ..HandLine::default()
    };
    let Some((played, settled)) = loaded.folded.hand(place) else {
        return HandLine { outcome: "uncertain", ..line };
    };
    let Ending { outcome, way } = Ending::of(&played.outcome, settled);
    let (from, tenpai) = about(&played.outcome);
    HandLine {
        round: settled.round.to_string(),
        honba: Some(settled.honba),
        outcome,
        way: way.to_owned(),
        wins: wins(loaded, played, settled, hand.form.outcome.as_ref()),
        from: from.map(number),
        tenpai,
        deltas: Some(settled.deltas.0),
        after: Some(settled.after.scores.0.map(i64::from)),
        ..line
    }
}

/// Whose tile it was, or whose chombo, and who was tenpai.
fn about(outcome: &Outcome) -> (Option<Seat>, Vec<u8>) {
    match outcome {
        Outcome::Ron(ron) => (Some(ron.from()), Vec::new()),
        Outcome::Chombo { offender } => (Some(*offender), Vec::new()),
        Outcome::ExhaustiveDraw { tenpai } | Outcome::NagashiMangan { tenpai, .. } => {
            (None, numbers(tenpai.iter()))
        }
        Outcome::Tsumo(_) | Outcome::Abortive(_) | Outcome::NoContest | Outcome::Correction(_) => {
            (None, Vec::new())
        }
    }
}

/// The wins that counted, nearest after the discarder first; of nagashi mangan who did it.
fn wins(
    loaded: &Loaded,
    played: &Hand,
    settled: &Settled,
    form: Option<&OutcomeForm>,
) -> Vec<WinCells> {
    let (by, wins) = match &played.outcome {
        Outcome::Ron(ron) => (WinBy::Ron, ron.wins().to_vec()),
        Outcome::Tsumo(tsumo) => (WinBy::Tsumo, vec![tsumo.win()]),
        Outcome::NagashiMangan { winners, .. } => {
            let did = |seat| WinCells { seat: number(seat), ..WinCells::default() };
            return winners.iter().map(did).collect();
        }
        Outcome::ExhaustiveDraw { .. }
        | Outcome::Abortive(_)
        | Outcome::Chombo { .. }
        | Outcome::NoContest
        | Outcome::Correction(_) => return Vec::new(),
    };
    let counted = wins.iter().filter(|win| settled.winners.has(win.winner));
    let cells = |win: &Win| {
        let is_dealer = win.winner == settled.round.dealer();
        let winner = if is_dealer { Winner::Dealer } else { Winner::NonDealer };
        let value = win.value(Situation { winner, by }, &loaded.sheet.rules).ok();
        let (han, fu) = match win.worth {
            Worth::Counted { han, fu } => (Some(han), fu),
            Worth::Typed(_) | Worth::Yakuman { .. } => (None, None),
        };
        WinCells {
            seat: number(win.winner),
            points: value.map(|value| value.payments().total()),
            han,
            fu,
            limit: value.and_then(|value| value.limit()).map_or("", |limit| limit.code()),
            specials: specials(win, form),
        }
    };
    counted.map(cells).collect()
}

/// The yakuman of a win, and the yaku somebody wrote down.
fn specials(win: &Win, form: Option<&OutcomeForm>) -> Vec<String> {
    let mut specials: Vec<String> = match win.worth {
        Worth::Yakuman { set, .. } => set.iter().map(|yakuman| yakuman.code().to_owned()).collect(),
        Worth::Counted { .. } | Worth::Typed(_) => Vec::new(),
    };
    for code in form.map_or(&[][..], |form| form.yaku_of(win.winner)) {
        if !specials.contains(code) {
            specials.push(code.clone());
        }
    }
    specials
}

fn number(seat: Seat) -> u8 {
    seat.index() as u8
}

fn numbers(seats: impl Iterator<Item = Seat>) -> Vec<u8> {
    seats.map(number).collect()
}
