//! Changes to a sheet: each gives a new sheet that folds, or is refused and changes nothing.

use rules::riichi::{Options, STICK, is_score};
use rules::seat::Seat;
use serde_json::Value;

use super::audit::audit;
use super::digest::Digest;
use super::form::OutcomeForm;
use super::notes::{are_taken, take_notes};
use super::odd::check_odd;
use super::refusal::Refusal;
use super::sheet::{HandForm, Sheet, SheetHand, check_names};
use crate::clock::UnixMs;

/// The longest note and the longest reason, in characters.
const NOTE_CHARS_MAX: usize = 500;
/// The longest id of a hand.
const ID_CHARS_MAX: usize = 64;
/// The most hands a sheet has, those nobody is sure of and those taken out included; a long game has fifty.
pub(crate) const HANDS_MAX: usize = 200;
/// The most bytes of a sheet as it is stored: every write reads, folds and stores all of them.
const SHEET_BYTES_MAX: usize = 64 * 1024;

/// Who changes a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Whoever keeps it.
    Recorder,
    /// Whoever is answerable for it, also after it is closed.
    Organiser,
}

impl Role {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Recorder => "recorder",
            Self::Organiser => "organiser",
        }
    }
}

/// What is to be done to a sheet.
#[derive(Clone, Debug)]
pub(crate) enum Edit {
    /// Write a hand down, after all others, or before one that is there; `sent` is what was said of it.
    Record { id: String, form: HandForm, before: Option<String>, sent: Digest },
    /// Put another in the place of a hand.
    Replace { id: String, form: HandForm },
    /// Take a hand out.
    Remove { id: String },
    /// Take the last hand out.
    Undo,
    /// Somebody declares riichi in the hand that is being played, or takes it back.
    Riichi { seat: Seat, is_declared: bool },
    /// Write down the hands of some notes, whose ids begin with that of the notes if these have one.
    Notes { id: Option<String>, text: String },
    /// The game is over.
    Close(Closing),
    /// It is not: what was closed is played on, or put right.
    Reopen,
    /// Change what is said of the game.
    Amend { names: Option<[String; 4]>, rules: Option<Box<Options>>, note: Option<String> },
    /// Take the game out of every list and figure.
    Delete,
}

/// How a game is closed.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Closing {
    /// The scores at the end, as somebody read them off the table.
    pub(crate) final_scores: Option<[i32; 4]>,
    /// It ends before it is over by its hands.
    pub(crate) is_early: bool,
    /// The scores may be others than those of the hands.
    pub(crate) accepts_difference: bool,
}

/// A change, by whom and when.
#[derive(Clone, Debug)]
pub(crate) struct Change {
    pub(crate) edit: Edit,
    pub(crate) role: Role,
    pub(crate) reason: Option<String>,
    pub(crate) now: UnixMs,
}

/// What a change makes of a sheet.
#[derive(Clone, Debug)]
pub(crate) enum Applied {
    /// Another sheet, and what is to be remembered of the change.
    Changed { sheet: Box<Sheet>, audit: Value },
    /// It was done before; nothing changes.
    Repeated,
}

/// What a change makes of a sheet.
pub(crate) fn apply(sheet: &Sheet, change: &Change) -> Result<Applied, Refusal> {
    let mut next = sheet.clone();
    if let Edit::Record { id, sent, .. } = &change.edit
        && is_repeated(sheet, id, sent)?
    {
        return Ok(Applied::Repeated);
    }
    if let Edit::Notes { id: Some(id), text } = &change.edit
        && are_taken(sheet, id, text)?
    {
        return Ok(Applied::Repeated);
    }
    check_rights(sheet, change)?;
    if let Edit::Riichi { seat, is_declared } = change.edit
        && sheet.declared.contains(&seat) == is_declared
    {
        return Ok(Applied::Repeated);
    }
    check_length("reason", change.reason.as_deref().unwrap_or_default())?;
    edit(&mut next, change)?;
    if change.edit.adds_words() {
        check_size(&next)?;
    }
    let folded = next.fold()?;
    check_odd(sheet, &next, &folded)?;
    if let Edit::Close(closing) = &change.edit {
        check_closing(&next, &folded, closing)?;
    }
    let audit = audit(sheet, &next, change);
    Ok(Applied::Changed { sheet: Box::new(next), audit })
}

impl Edit {
    /// Whether a sheet can grow by it; a full one can still be corrected and closed.
    const fn adds_words(&self) -> bool {
        match self {
            Self::Record { .. }
            | Self::Replace { .. }
            | Self::Notes { .. }
            | Self::Amend { .. } => true,
            Self::Remove { .. }
            | Self::Undo
            | Self::Riichi { .. }
            | Self::Close(_)
            | Self::Reopen
            | Self::Delete => false,
        }
    }

    /// What it is called.
    pub(super) const fn name(&self) -> &'static str {
        match self {
            Self::Record { .. } => "record_hand",
            Self::Replace { .. } => "replace_hand",
            Self::Remove { .. } => "remove_hand",
            Self::Undo => "undo",
            Self::Riichi { .. } => "riichi",
            Self::Notes { .. } => "import_notes",
            Self::Close(_) => "close",
            Self::Reopen => "reopen",
            Self::Amend { .. } => "amend",
            Self::Delete => "delete",
        }
    }
}

/// Whether the hand was sent before; another under the same id is refused.
fn is_repeated(sheet: &Sheet, id: &str, sent: &Digest) -> Result<bool, Refusal> {
    if sheet.removed.iter().any(|removed| removed == id) {
        return Ok(true);
    }
    match sheet.place_of(id) {
        None => Ok(false),
        Some(place) if sheet.hands[place].sent == sent.as_str() => Ok(true),
        Some(_) => Err(Refusal::HandIdTaken),
    }
}

fn check_rights(sheet: &Sheet, change: &Change) -> Result<(), Refusal> {
    let is_organiser = change.role == Role::Organiser;
    if let (Edit::Reopen, None) = (&change.edit, sheet.closed_at) {
        return Err(Refusal::NotClosed);
    }
    if sheet.closed_at.is_some() {
        if matches!(change.edit, Edit::Close(_)) && !is_organiser {
            return Err(Refusal::ClosedAlready);
        }
        if !is_organiser {
            return Err(Refusal::Closed);
        }
        if change.reason.as_deref().is_none_or(|reason| reason.trim().is_empty()) {
            return Err(Refusal::ReasonMissing);
        }
    }
    if let (Edit::Delete, Role::Recorder, false) =
        (&change.edit, change.role, sheet.hands.is_empty())
    {
        return Err(Refusal::OrganiserOnly);
    }
    let corrected = match &change.edit {
        Edit::Replace { id, .. } | Edit::Remove { id } => sheet.place_of(id),
        Edit::Undo => sheet.hands.len().checked_sub(1),
        // What is put before a hand changes that hand.
        Edit::Record { before: Some(id), .. } => sheet.place_of(id),
        // Other rules change every hand, the first among them, and other names whose each of them is.
        Edit::Amend { names, rules, .. }
            if rules.as_deref().is_some_and(|rules| *rules != sheet.rules)
                || names.as_ref().is_some_and(|names| *names != sheet.names) =>
        {
            (!sheet.hands.is_empty()).then_some(0)
        }
        Edit::Record { before: None, .. }
        | Edit::Riichi { .. }
        | Edit::Notes { .. }
        | Edit::Close(_)
        | Edit::Reopen
        | Edit::Amend { .. }
        | Edit::Delete => None,
    };
    let (Some(place), Some(minutes), false) = (corrected, sheet.correction_minutes, is_organiser)
    else {
        return Ok(());
    };
    let age_ms = change.now - sheet.hands[place].recorded_at;
    if age_ms > i64::from(minutes) * 60_000 { Err(Refusal::TooLate { minutes }) } else { Ok(()) }
}

fn edit(sheet: &mut Sheet, change: &Change) -> Result<(), Refusal> {
    let now = change.now;
    match &change.edit {
        Edit::Record { id, form, before, sent } => {
            let place = before.as_deref().map(|id| sheet.place_of(id).ok_or(Refusal::NoSuchHand));
            record(sheet, (id, sent), form, place.transpose()?, now)
        }
        Edit::Replace { id, form } => {
            check_form(form)?;
            let place = sheet.place_of(id).ok_or(Refusal::NoSuchHand)?;
            let hand = &mut sheet.hands[place];
            hand.form = form.clone();
            hand.edited_at = Some(now);
            hand.completed_at = form.outcome.is_some().then(|| hand.completed_at.unwrap_or(now));
            Ok(())
        }
        Edit::Remove { id } => {
            let place = sheet.place_of(id).ok_or(Refusal::NoSuchHand)?;
            sheet.removed.push(sheet.hands.remove(place).id);
            Ok(())
        }
        Edit::Undo => {
            let last = sheet.hands.pop().ok_or(Refusal::NothingToUndo)?;
            if last.form.outcome.as_ref().is_none_or(OutcomeForm::ends_a_hand) {
                // It is being played again, and its riichi lie on the table; those of the next were never declared.
                sheet.declared.clone_from(&last.form.riichi);
            }
            sheet.removed.push(last.id);
            Ok(())
        }
        Edit::Riichi { seat, is_declared } => declare(sheet, *seat, *is_declared),
        Edit::Notes { id, text } => take_notes(sheet, id.as_deref(), text, now),
        Edit::Close(closing) => {
            sheet.final_scores = closing.final_scores;
            sheet.closed_at = Some(now);
            sheet.declared.clear();
            Ok(())
        }
        Edit::Reopen => {
            sheet.final_scores = None;
            sheet.closed_at = None;
            Ok(())
        }
        Edit::Amend { names, rules, note } => {
            if let Some(names) = names.as_ref().filter(|names| **names != sheet.names) {
                check_names(names)?;
                sheet.names.clone_from(names);
            }
            if let Some(rules) = rules {
                sheet.rules = **rules;
                sheet.check_typed()?;
            }
            note.iter().for_each(|note| sheet.note.clone_from(note));
            check_length("note", &sheet.note)
        }
        Edit::Delete => {
            sheet.is_deleted = true;
            Ok(())
        }
    }
}

/// Writes a hand down at this place, or after all others.
pub(super) fn record(
    sheet: &mut Sheet,
    (id, sent): (&str, &Digest),
    form: &HandForm,
    place: Option<usize>,
    now: UnixMs,
) -> Result<(), Refusal> {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_".contains(letter);
    if id.is_empty() || id.len() > ID_CHARS_MAX || !id.chars().all(is_plain) {
        return Err(Refusal::BadHandId);
    }
    check_form(form)?;
    let number = sheet.hands.len() + 1;
    if number + sheet.removed.len() > HANDS_MAX {
        return Err(Refusal::TooManyHands { number });
    }
    let hand = SheetHand {
        id: id.to_owned(),
        form: form.clone(),
        sent: sent.as_str().to_owned(),
        recorded_at: now,
        edited_at: None,
        completed_at: form.outcome.is_some().then_some(now),
    };
    sheet.hands.insert(place.unwrap_or(sheet.hands.len()), hand);
    if place.is_none() && form.outcome.as_ref().is_none_or(OutcomeForm::ends_a_hand) {
        sheet.declared.clear();
    }
    Ok(())
}

fn check_form(form: &HandForm) -> Result<(), Refusal> {
    if form.outcome.is_some() == form.uncertain.is_some() {
        return Err(Refusal::OutcomeOrUncertain);
    }
    let doubts = form.uncertain.as_ref().map_or("", |uncertain| &uncertain.note);
    check_length("note", &form.note).and_then(|()| check_length("note", doubts))
}

impl Sheet {
    /// Makes sure that what is said of it is not too long.
    pub(crate) fn check_words(&self) -> Result<(), Refusal> {
        check_length("note", &self.note)
    }
}

fn check_size(sheet: &Sheet) -> Result<(), Refusal> {
    let bytes = serde_json::to_vec(sheet).expect("sheets can be written").len();
    if bytes > SHEET_BYTES_MAX { Err(Refusal::TooLong("the game")) } else { Ok(()) }
}

fn check_length(what: &'static str, text: &str) -> Result<(), Refusal> {
    if text.chars().count() > NOTE_CHARS_MAX { Err(Refusal::TooLong(what)) } else { Ok(()) }
}

fn declare(sheet: &mut Sheet, seat: Seat, is_declared: bool) -> Result<(), Refusal> {
    let state = sheet.fold()?.game.state();
    if state.ended.is_some() {
        return Err(Refusal::GameOver);
    }
    sheet.declared.retain(|other| *other != seat);
    if is_declared {
        if state.spendable(seat) < STICK as i32 {
            return Err(Refusal::RiichiTooPoor { seat });
        }
        sheet.declared.push(seat);
        sheet.declared.sort_unstable();
    }
    Ok(())
}

fn check_closing(sheet: &Sheet, folded: &super::Folded, closing: &Closing) -> Result<(), Refusal> {
    let is_over = folded.game.state().ended.is_some();
    let Some(typed) = closing.final_scores else {
        if sheet.is_unsure() {
            return Err(Refusal::Unsure);
        }
        return if is_over || closing.is_early { Ok(()) } else { Err(Refusal::NotOver) };
    };
    check_final(&typed, &sheet.rules)?;
    let by_hands = sheet.end_by_hands(folded).scores.0;
    let is_known = is_over && !sheet.is_unsure();
    match is_known && by_hands != typed && !closing.accepts_difference {
        true => Err(Refusal::ScoresDiffer { by_hands }),
        false => Ok(()),
    }
}

/// Makes sure that a game can end with these scores.
pub(crate) fn check_final(scores: &[i32; 4], rules: &Options) -> Result<(), Refusal> {
    let all = 4 * i64::from(rules.starting_points);
    if !scores.iter().all(|score| is_score(*score)) {
        return Err(Refusal::BadScores(
            "scores must be hundreds, and ones somebody can have".to_owned(),
        ));
    }
    let sum: i64 = scores.iter().map(|score| i64::from(*score)).sum();
    if sum == all {
        return Ok(());
    }
    Err(Refusal::BadScores(format!(
        "the scores sum to {sum}, not to {all}; sticks go to the first place"
    )))
}
