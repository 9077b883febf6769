//! Hands taken over from notes into a sheet.

use rules::riichi::{Label, LineError, Note, Players};

use super::change::record;
use super::digest::Digest;
use super::form::OutcomeForm;
use super::refusal::{LineProblem, Refusal};
use super::sheet::{HandForm, Sheet};
use crate::clock::UnixMs;

/// Takes over the hands of some notes, all of them or none.
pub(super) fn take_notes(sheet: &mut Sheet, text: &str, now: UnixMs) -> Result<(), Refusal> {
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
        let id = free_id(sheet, line);
        record(sheet, (&id, &Digest::of(&form)), &form, None, now)?;
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
