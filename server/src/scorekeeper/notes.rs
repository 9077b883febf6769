//! Hands taken over from notes into a sheet.

use rules::riichi::{Label, LineError, Note, Players};

use super::change::record;
use super::digest::Digest;
use super::form::OutcomeForm;
use super::refusal::{LineProblem, Refusal};
use super::sheet::{HandForm, Sheet};
use crate::clock::UnixMs;

/// The longest id of notes: with the number of a line it is one of a hand.
const ID_CHARS_MAX: usize = 48;

/// Whether notes were taken over before, also if their hands were taken out since; others under the same id are refused.
pub(super) fn are_taken(sheet: &Sheet, id: &str, text: &str) -> Result<bool, Refusal> {
    let line_of = |hand: &str| hand.strip_prefix(id)?.strip_prefix('-')?.parse::<usize>().ok();
    let is_from = |hand: &str| line_of(hand).is_some();
    let sent = Digest::of(&text);
    let mut kept = sheet.hands.iter().filter(|hand| is_from(&hand.id)).peekable();
    let is_there = kept.peek().is_some();
    if kept.any(|hand| hand.sent != sent.as_str()) {
        return Err(Refusal::HandIdTaken);
    }
    Ok(is_there || sheet.removed.iter().any(|hand| is_from(hand)))
}

/// Takes over the hands of some notes, all of them or none.
pub(super) fn take_notes(
    sheet: &mut Sheet,
    id: Option<&str>,
    text: &str,
    now: UnixMs,
) -> Result<(), Refusal> {
    if id.is_some_and(|id| id.is_empty() || id.len() > ID_CHARS_MAX) {
        return Err(Refusal::BadHandId);
    }
    let names = [0, 1, 2, 3].map(|seat: usize| sheet.names[seat].as_str());
    let players = Players::new(names).map_err(|bad| Refusal::BadPlayers(bad.to_string()))?;
    let mut game = sheet.fold()?.game;
    let (mut problems, mut taken) = (Vec::new(), Vec::new());
    for (line, written) in (1..).zip(text.lines()) {
        let read = match Note::read(written, &players) {
            Ok(None) => continue,
            Ok(Some(note)) => check_label(note.label, &game).map(|()| note.hand),
            Err(bad) => Err(LineError::Unreadable(bad)),
        };
        // After the first problem later lines are only read: where they would stand is a guess.
        let recorded = match read {
            Ok(hand) if problems.is_empty() => {
                taken.push((line, hand.clone()));
                game.record(hand)
                    .map(|_| ())
                    .map_err(|impossible| LineError::Refused(impossible.why))
            }
            Ok(_) => Ok(()),
            Err(LineError::OtherDeal { .. }) if !problems.is_empty() => Ok(()),
            Err(bad) => Err(bad),
        };
        if let Err(bad) = recorded {
            problems.push(LineProblem { line, code: bad.code(), detail: bad.to_string() });
        }
    }
    if !problems.is_empty() {
        return Err(Refusal::BadNotes(problems));
    }
    for (line, hand) in taken {
        let outcome = Some(OutcomeForm::of(&hand.outcome));
        let form =
            HandForm { riichi: hand.riichi.iter().collect(), outcome, ..HandForm::default() };
        let hand = id.map_or_else(|| free_id(sheet, line), |id| format!("{id}-{line}"));
        record(sheet, (&hand, &Digest::of(&text)), &form, None, now)?;
    }
    Ok(())
}

/// An id for a hand of notes that no other has or had: people may choose any.
fn free_id(sheet: &Sheet, line: usize) -> String {
    let is_taken = |id: &String| sheet.place_of(id).is_some() || sheet.removed.contains(id);
    let mut ids =
        (sheet.hands.len() + sheet.removed.len()..).map(|count| format!("note-{count}-{line}"));
    ids.find(|id| !is_taken(id)).expect("a sheet has fewer hands than there are numbers")
}

fn check_label(label: Option<Label>, game: &rules::riichi::Game) -> Result<(), LineError> {
    let (Some(label), state) = (label, game.state()) else { return Ok(()) };
    let differs = label.honba.is_some_and(|honba| honba != state.honba);
    if label.round != state.round || differs {
        return Err(LineError::OtherDeal { round: state.round, honba: state.honba });
    }
    Ok(())
}
