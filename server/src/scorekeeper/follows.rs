//! What follows from a sheet for those who ask later: what its game is found by, what its players are told they did,
//! and the scores hand by hand.

use rules::riichi::{Abort, Hand, Outcome, Settled};
use rules::seat::Seat;

use super::sheet::{Folded, Sheet};
use crate::store::{Follows, SheetEnd, SheetHandRow, feature};

/// Somebody declared riichi.
pub(crate) const RIICHI: &str = "riichi";
/// A hand was won with a yakuman.
pub(crate) const YAKUMAN: &str = "yakuman";
/// Somebody committed chombo.
pub(crate) const CHOMBO: &str = "chombo";
/// A game of which only the end is known.
pub(crate) const WITHOUT_HANDS: &str = "without_hands";
/// The places at the end of a game, from the first.
pub(crate) const PLACES: [&str; 4] = ["place_1", "place_2", "place_3", "place_4"];

/// What follows from a sheet; nothing from one that is deleted, but for its hands.
pub(crate) fn follows(sheet: &Sheet, folded: &Folded) -> Follows {
    let mut follows = Follows { quality: sheet.quality(folded).to_owned(), ..Follows::default() };
    let before = folded.game.config().begin();
    let befores = std::iter::once(before).chain(folded.game.settled().iter().map(|one| one.after));
    for (number, (before, settled)) in (1..).zip(befores.zip(folded.game.settled())) {
        follows.hands.push(SheetHandRow {
            number,
            before: before.scores.0.map(i64::from),
            before_pot: before.pot().into(),
            after: settled.after.scores.0.map(i64::from),
            after_pot: settled.after.pot().into(),
        });
    }
    if sheet.is_deleted {
        return follows;
    }
    found(&mut follows, feature::ANY, "");
    sheet.names.iter().for_each(|name| found(&mut follows, feature::ANY, name));
    for (hand, settled) in folded.game.hands().iter().zip(folded.game.settled()) {
        note_hand(&mut follows, &sheet.names, hand, settled);
    }
    if let (Some(at), Some(end)) = (sheet.closed_at, sheet.finals(folded)) {
        let mut scores = [0; 4];
        for (rank, place) in end.places.iter().enumerate() {
            let name = &sheet.names[place.seat.index()];
            scores[place.seat.index()] = i64::from(place.score);
            follows.count(name, feature::PLACE, 2 * (rank as i64 + 1));
            follows.count(name, PLACES[rank], 0);
            if follows.quality == "final_only" {
                follows.count(name, WITHOUT_HANDS, 0);
            }
        }
        follows.end = Some(SheetEnd { at, scores });
    }
    follows
}

fn note_hand(follows: &mut Follows, names: &[String; 4], hand: &Hand, settled: &Settled) {
    let name = |seat: Seat| names[seat.index()].as_str();
    let mut to = |seat: Seat, what: &str, amount: i32| {
        found(follows, what, "");
        found(follows, what, name(seat));
        follows.count(name(seat), what, i64::from(amount.max(0)));
    };
    let ending = Ending::of(&hand.outcome, settled);
    // What is broken off or played again counts for nobody.
    let is_counted = [feature::WON, feature::DRAWN].contains(&ending.outcome);
    if is_counted {
        hand.riichi.iter().for_each(|seat| to(seat, RIICHI, 0));
    }
    for seat in settled.winners.iter() {
        to(seat, feature::WON, settled.moved[seat]);
        to(seat, ending.way, settled.moved[seat]);
        if is_yakuman(&hand.outcome, seat) {
            to(seat, YAKUMAN, settled.moved[seat]);
        }
    }
    if [feature::DRAWN, feature::ABORTED].contains(&ending.outcome) {
        Seat::ALL.into_iter().for_each(|seat| to(seat, ending.outcome, 0));
    }
    match &hand.outcome {
        Outcome::Ron(ron) if ending.outcome == feature::WON => {
            to(ron.from(), feature::DEALT_IN, -settled.moved[ron.from()]);
        }
        Outcome::Chombo { offender } => to(*offender, ending.outcome, 0),
        Outcome::Ron(_)
        | Outcome::Tsumo(_)
        | Outcome::ExhaustiveDraw { .. }
        | Outcome::NagashiMangan { .. }
        | Outcome::Abortive(_)
        | Outcome::NoContest
        | Outcome::Correction(_) => {}
    }
    if is_counted {
        Seat::ALL.into_iter().for_each(|seat| follows.count(name(seat), feature::HAND, 0));
    }
}

/// How a hand ended, in the words games are found by and tables are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ending {
    /// What it came to.
    pub(crate) outcome: &'static str,
    /// How, in more detail; nothing where there is none.
    pub(crate) way: &'static str,
}

impl Ending {
    /// How a hand with this outcome ended.
    pub(crate) fn of(outcome: &Outcome, settled: &Settled) -> Self {
        let is_won = settled.winners.count() > 0;
        let (outcome, way) = match outcome {
            Outcome::Tsumo(_) => (feature::WON, feature::SELF_DRAW),
            Outcome::Ron(_) if is_won => (feature::WON, "discard"),
            Outcome::Ron(_) => (feature::ABORTED, Abort::Sanchahou.code()),
            Outcome::ExhaustiveDraw { .. } => (feature::DRAWN, "exhaustive_draw"),
            Outcome::NagashiMangan { .. } => (feature::DRAWN, "nagashi_mangan"),
            Outcome::Abortive(abort) => (feature::ABORTED, abort.code()),
            Outcome::NoContest => (feature::ABORTED, "no_contest"),
            Outcome::Chombo { .. } => (CHOMBO, ""),
            Outcome::Correction(_) => ("correction", ""),
        };
        Self { outcome, way }
    }
}

fn is_yakuman(outcome: &Outcome, winner: Seat) -> bool {
    use rules::riichi::Worth;
    let is_his = |win: &rules::riichi::Win| {
        win.winner == winner && matches!(win.worth, Worth::Yakuman { .. })
    };
    match outcome {
        Outcome::Ron(ron) => ron.wins().iter().any(is_his),
        Outcome::Tsumo(tsumo) => is_his(&tsumo.win()),
        Outcome::ExhaustiveDraw { .. }
        | Outcome::NagashiMangan { .. }
        | Outcome::Abortive(_)
        | Outcome::Chombo { .. }
        | Outcome::NoContest
        | Outcome::Correction(_) => false,
    }
}

fn found(follows: &mut Follows, what: &str, player: &str) {
    follows.found.insert((what.to_owned(), player.to_owned()));
}
