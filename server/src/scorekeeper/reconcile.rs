//! Compares what the hands come to with the scores on the table, and proposes what would explain the difference: one
//! changed hand that makes both the same. A person decides.

use rules::riichi::{Hand, Options, State};
use rules::seat::Seat;

use super::form::{OutcomeForm, UncertainForm, WinForm, WorthForm};
use super::refusal::Refusal;
use super::sheet::{Folded, HandForm, Sheet};

/// The most hands of a game that are looked at, from the last: each is tried in many ways.
const HANDS_MAX: usize = 100;
/// The most proposals.
const PROPOSALS_MAX: usize = 20;

/// What comparing came to.
#[derive(Clone, Debug)]
pub(crate) struct Reconciled {
    /// The scores by the hands, as if nothing more were played.
    pub(crate) by_hands: [i32; 4],
    /// What is on the table beyond that, by seat.
    pub(crate) difference: [i32; 4],
    /// Single changes that would explain it.
    pub(crate) proposals: Vec<Proposal>,
}

/// A hand that would explain the difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Proposal {
    /// `swapped_winner`, `swapped_discarder`, `missing_stick`, `extra_stick`, `missing_honba` or `uncertain_hand`.
    pub(crate) kind: &'static str,
    /// The number of the hand, from 1; a hand is missing before it if it is `missing_honba`.
    pub(crate) number: usize,
    /// What the hand would be; the missing one, if it is `missing_honba`.
    pub(crate) form: HandForm,
}

/// Compares a sheet with the scores on the table.
pub(crate) fn reconcile(sheet: &Sheet, scores: [i32; 4]) -> Result<Reconciled, Refusal> {
    super::change::check_final(&scores, &sheet.rules)?;
    let folded = sheet.fold()?;
    let by_hands = sheet.end_by_hands(&folded).scores.0;
    let difference = std::array::from_fn(|seat| scores[seat] - by_hands[seat]);
    let mut proposals = Vec::new();
    if difference != [0; 4] {
        let first = sheet.hands.len().saturating_sub(HANDS_MAX);
        for place in (first..sheet.hands.len()).rev() {
            let around = Around::new(sheet, &folded, place, scores)?;
            around.propose(&sheet.hands[place].form, place + 1, &mut proposals);
        }
        proposals.truncate(PROPOSALS_MAX);
    }
    Ok(Reconciled { by_hands, difference, proposals })
}

/// A hand's place in a game: what was before it stays as it is, so only what follows is folded again.
struct Around<'a> {
    rules: &'a Options,
    before: State,
    /// The hand, unless nobody is sure of it, and those after it.
    from_here: &'a [Hand],
    later: &'a [Hand],
    scores: [i32; 4],
}

impl<'a> Around<'a> {
    fn new(
        sheet: &'a Sheet,
        folded: &'a Folded,
        place: usize,
        scores: [i32; 4],
    ) -> Result<Self, Refusal> {
        let known = folded.places.partition_point(|other| *other < place);
        let before = match known.checked_sub(1) {
            None => sheet.config()?.begin(),
            Some(last) => folded.game.settled()[last].after,
        };
        let is_sure = folded.places.get(known) == Some(&place);
        let from_here = &folded.game.hands()[known..];
        let later = &from_here[usize::from(is_sure)..];
        Ok(Self { rules: &sheet.rules, before, from_here, later, scores })
    }

    fn propose(&self, form: &HandForm, number: usize, proposals: &mut Vec<Proposal>) {
        for (kind, form) in candidates(form) {
            if self.is_explained(&form, self.later) {
                proposals.push(Proposal { kind, number, form });
            }
        }
        let missing = HandForm { outcome: Some(draw()), ..HandForm::default() };
        if self.is_explained(&missing, self.from_here) {
            proposals.push(Proposal { kind: "missing_honba", number, form: missing });
        }
    }

    /// Whether the game ends with the scores on the table if this hand is played here, and then these.
    fn is_explained(&self, form: &HandForm, then: &[Hand]) -> bool {
        let Some(outcome) = &form.outcome else { return false };
        let Ok(first) = outcome.hand(&form.riichi) else { return false };
        if first.check(self.before.dealer()).is_err() {
            return false;
        }
        let mut state = self.before;
        for hand in std::iter::once(&first).chain(then) {
            match state.after(hand, self.rules) {
                Ok(settled) => state = settled.after,
                Err(_) => return false,
            }
        }
        state.broken_off(self.rules).scores.0 == self.scores
    }
}

/// A draw that moves no points: all that is left of it is a honba.
fn draw() -> OutcomeForm {
    OutcomeForm::ExhaustiveDraw { tenpai: Seat::ALL.to_vec() }
}

/// What else a hand may have been.
fn candidates(form: &HandForm) -> Vec<(&'static str, HandForm)> {
    let mut all = Vec::new();
    for seat in Seat::ALL {
        let mut riichi = form.riichi.clone();
        let kind = match riichi.iter().position(|other| *other == seat) {
            Some(place) => {
                riichi.remove(place);
                "extra_stick"
            }
            None => {
                riichi.push(seat);
                "missing_stick"
            }
        };
        all.push((kind, HandForm { riichi, ..form.clone() }));
    }
    let with = |outcome| HandForm { outcome: Some(outcome), uncertain: None, ..form.clone() };
    match (&form.outcome, &form.uncertain) {
        (Some(outcome), _) => {
            all.extend(swapped(outcome).into_iter().map(|(kind, outcome)| (kind, with(outcome))));
        }
        (None, Some(uncertain)) => {
            let guesses = guesses(uncertain).into_iter();
            all.extend(guesses.map(|outcome| ("uncertain_hand", with(outcome))));
        }
        (None, None) => {}
    }
    all
}

/// The same win by somebody else, or from somebody else.
fn swapped(outcome: &OutcomeForm) -> Vec<(&'static str, OutcomeForm)> {
    let mut all = Vec::new();
    match outcome {
        OutcomeForm::Ron { from, wins } => {
            for (place, win) in wins.iter().enumerate() {
                for winner in win.winner.others().into_iter().filter(|other| other != from) {
                    let mut wins = wins.clone();
                    wins[place].winner = winner;
                    all.push(("swapped_winner", OutcomeForm::Ron { from: *from, wins }));
                }
            }
            for other in from.others() {
                let wins = wins.clone();
                all.push(("swapped_discarder", OutcomeForm::Ron { from: other, wins }));
            }
            if let [win] = wins.as_slice() {
                let win = WinForm { winner: *from, ..win.clone() };
                let wins = vec![win.clone()];
                for other in win.winner.others() {
                    all.push((
                        "swapped_winner",
                        OutcomeForm::Ron { from: other, wins: wins.clone() },
                    ));
                }
            }
        }
        OutcomeForm::Tsumo { win } => {
            for winner in win.winner.others() {
                let win = WinForm { winner, ..win.clone() };
                all.push(("swapped_winner", OutcomeForm::Tsumo { win }));
            }
        }
        OutcomeForm::ExhaustiveDraw { .. }
        | OutcomeForm::NagashiMangan { .. }
        | OutcomeForm::AbortiveDraw { .. }
        | OutcomeForm::Chombo { .. }
        | OutcomeForm::NoContest {}
        | OutcomeForm::Correction { .. } => {}
    }
    all
}

/// How a hand nobody is sure of may have ended.
fn guesses(uncertain: &UncertainForm) -> Vec<OutcomeForm> {
    let Some(points) = uncertain.points else { return Vec::new() };
    let winners = match uncertain.possible_winners.as_slice() {
        [] => &Seat::ALL,
        winners => winners,
    };
    let mut all = Vec::new();
    for winner in winners {
        let win = |worth| WinForm { winner: *winner, worth, yaku: Vec::new() };
        for from in winner.others() {
            let wins = vec![win(WorthForm::Ron { points })];
            all.push(OutcomeForm::Ron { from, wins });
        }
        if points % 3 == 0 {
            all.push(OutcomeForm::Tsumo { win: win(WorthForm::All { all: points / 3 }) });
        }
        // The dealer pays twice what the others pay, each rounded up to 100.
        let quarter = (points / 4 / 100 * 100).saturating_sub(100);
        for other in (0..3).map(|step| quarter + 100 * step).filter(|other| points > 2 * other) {
            let dealer = points - 2 * other;
            all.push(OutcomeForm::Tsumo { win: win(WorthForm::Tsumo { other, dealer }) });
        }
    }
    all
}
