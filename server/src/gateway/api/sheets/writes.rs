//! Writing on kept games: every write names the version it saw and carries a key.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::Deserialize;
use serde_json::json;
use utoipa::IntoResponses;

use super::answers::{MadeGame, WrittenGame};
use super::forms::{
    self, AmendForm, CloseForm, KeptGame, NewGame, NewHand, NotesForm, OtherHand, RiichiForm,
    SeenVersion, WriteQuery,
};
use super::keys::{self, Keys};
use super::reads::versioned;
use super::writing::Writing;
use super::{Loaded, Sheets, game_of, write_of};
use crate::clock::now_ms;
use crate::gateway::api::body::{Raw, read};
use crate::gateway::api::problem::{Code, Problem, ProblemBody};
use crate::scorekeeper::{Edit, HandForm, OutcomeForm, Sheet, check_final};
use crate::store::{Follows, SheetTarget, SheetWritten, StoredSheet};

/// How far clocks may be apart, in milliseconds.
const DAY_MS: i64 = 86_400_000;
/// The longest time for corrections that is not without end: a week.
const CORRECTION_MINUTES_MAX: u32 = 10_000;

/// Why a write is refused.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "only described")]
pub(in super::super) enum WriteRefused {
    /// The name, a parameter or the body is wrong
    #[response(status = 400, content_type = "application/problem+json")]
    Bad(ProblemBody),
    /// No key, or not one of this game
    #[response(status = 401, content_type = "application/problem+json")]
    Key(ProblemBody),
    /// Not with this key, or not in such a game
    #[response(status = 403, content_type = "application/problem+json")]
    Forbidden(ProblemBody),
    /// No such game or hand
    #[response(status = 404, content_type = "application/problem+json")]
    Missing(ProblemBody),
    /// The game has changed; it is in the answer
    #[response(status = 409, content_type = "application/problem+json")]
    Conflict(ProblemBody),
    /// The body is too large
    #[response(status = 413, content_type = "application/problem+json")]
    Large(ProblemBody),
    /// The body is not said to be JSON
    #[response(status = 415, content_type = "application/problem+json")]
    Kind(ProblemBody),
    /// It can't have been
    #[response(status = 422, content_type = "application/problem+json")]
    Impossible(ProblemBody),
    /// The version is missing
    #[response(status = 428, content_type = "application/problem+json")]
    Version(ProblemBody),
    /// What is stored for this can't be read
    #[response(status = 500, content_type = "application/problem+json")]
    Unreadable(ProblemBody),
    /// The database can't be written
    #[response(status = 503, content_type = "application/problem+json")]
    Store(ProblemBody),
}

/// Makes a game to be kept
///
/// The keys are told in this answer alone. With a `secret` that was sent before it is the same game again.
#[utoipa::path(
    post, path = "/api/games", tag = "sheets",
    request_body(content = NewGame, example = json!({"players": ["Koki", "Josh", "Mikey", "Jo"]})),
    responses(
        (status = 201, description = "The game and its keys", body = MadeGame),
        (status = 200, description = "The game was made before", body = MadeGame),
        (status = 400, description = "Not such a body", body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, description = "The game was made before, and is deleted", body = ProblemBody, content_type = "application/problem+json"),
        (status = 409, description = "Another game was made with this secret", body = ProblemBody, content_type = "application/problem+json"),
        (status = 413, description = "The body is too large", body = ProblemBody, content_type = "application/problem+json"),
        (status = 415, description = "The body is not said to be JSON", body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, description = "No such game can be", body = ProblemBody, content_type = "application/problem+json"),
        (status = 500, description = "What is stored for this can't be read", body = ProblemBody, content_type = "application/problem+json"),
        (status = 503, description = "The database can't be written", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub(in super::super) async fn create(
    State(sheets): State<Sheets>,
    Raw(body): Raw,
) -> Result<Response, Problem> {
    let form: NewGame = read(&body)?;
    let secret = match &form.secret {
        None => keys::new_secret(),
        Some(secret) => keys::checked(secret)?.to_owned(),
    };
    let keys = Keys::of(&secret);
    let said_when = form.started_at;
    let sheet = new_sheet(form)?;
    let stored = StoredSheet { row: 0, version: 1, keys: keys.hashes, body: String::new() };
    let mut made = Loaded::new(stored, sheet)?;
    let target = SheetTarget::New { keys: keys.hashes, started_at: made.sheet.started_at };
    let audit = json!({ "did": "create", "before": null, "after": made.sheet, "reason": null });
    let write = write_of(target, &made, Follows::default(), "recorder", &audit);
    let status = match sheets.recorder.write_sheet(write).await? {
        SheetWritten::Saved { row, .. } => {
            made.stored.row = row;
            StatusCode::CREATED
        }
        SheetWritten::Exists { row } => {
            let known = sheets.find(row).await?;
            if !was_made_so(&sheets, row, &made.sheet, said_when).await? {
                return Err(Code::SecretTaken.into());
            }
            made = known;
            StatusCode::OK
        }
        SheetWritten::Stale => return Err(Code::StoreUnavailable.into()),
        SheetWritten::Refused => return Err(Code::DamagedRecord.into()),
    };
    let Keys { recorder, organiser, .. } = keys;
    let game = game_of(&made);
    let answer =
        MadeGame { id: game.id.clone(), recorder_key: recorder, organiser_key: organiser, game };
    Ok(versioned(status, &made, &answer))
}

/// Whether a game was made with the same words, as the first entry of its audit has them. Of one that was imported nobody
/// knows any more.
async fn was_made_so(
    sheets: &Sheets,
    row: i64,
    sheet: &Sheet,
    said_when: Option<i64>,
) -> Result<bool, Problem> {
    #[derive(Deserialize)]
    struct Created {
        did: String,
        after: Option<Sheet>,
    }
    let first = sheets.recorder.audit_after(row, 0, 1).await?.into_iter().next();
    let read = |change: &str| serde_json::from_str::<Created>(change).ok();
    let created = first.and_then(|entry| read(&entry.change)).filter(|first| first.did == "create");
    let Some(was) = created.and_then(|created| created.after) else { return Ok(true) };
    Ok(was.names == sheet.names
        && was.rules == sheet.rules
        && was.start == sheet.start
        && was.final_scores == sheet.final_scores
        && was.note == sheet.note
        && was.correction_minutes == sheet.correction_minutes
        && said_when.is_none_or(|at| at == was.started_at))
}

fn new_sheet(form: NewGame) -> Result<Sheet, Problem> {
    let now = now_ms();
    // Games are listed by when they began: one of the far future would stay on top.
    if form.started_at.is_some_and(|at| !(0..=now + DAY_MS).contains(&at)) {
        let detail = "started_at is not before 1970, and at most a day from now";
        return Err(Problem::because(Code::BadStart, detail));
    }
    if form.correction_minutes.is_some_and(|minutes| minutes > CORRECTION_MINUTES_MAX) {
        let detail = format!("correction_minutes is at most {CORRECTION_MINUTES_MAX}");
        return Err(Problem::because(Code::BadBody, detail));
    }
    let sheet = Sheet {
        names: forms::names(&form.players)?,
        rules: form.rules,
        start: form.start,
        started_at: form.started_at.unwrap_or(now),
        hands: Vec::new(),
        removed: Vec::new(),
        declared: Vec::new(),
        final_scores: form.final_scores,
        closed_at: form.final_scores.map(|_| now),
        is_deleted: false,
        note: form.note,
        correction_minutes: form.correction_minutes,
    };
    sheet.config()?;
    sheet.check_words()?;
    if let Some(scores) = &sheet.final_scores {
        check_final(scores, &sheet.rules)?;
    }
    Ok(sheet)
}

/// A body in which nothing is said.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

/// Writes a hand down
///
/// After all others, or before one that is there. With an id that was sent before nothing changes.
#[utoipa::path(
    post, path = "/api/games/{id}/hands", tag = "sheets",
    params(KeptGame, SeenVersion, WriteQuery),
    request_body(
        content = NewHand,
        example = json!({
            "id": "b3c1",
            "riichi": [1],
            "outcome": {"type": "ron", "from": 2, "wins": [{"winner": 1, "worth": {"han": 3, "fu": 40}}]}
        })
    ),
    responses(
        (status = 201, description = "The game as it is now", body = WrittenGame),
        (status = 200, description = "The game as it is, or would be", body = WrittenGame),
        WriteRefused,
    ),
    security(("key" = [])),
)]
pub(in super::super) async fn record(writing: Writing) -> Result<Response, Problem> {
    let edited = writing.edit(StatusCode::CREATED, |form: NewHand, sheet| {
        let sent = form.digest();
        let NewHand { id, before, riichi, outcome, uncertain, note } = form;
        let is_now = before.is_none() && outcome.as_ref().is_none_or(OutcomeForm::ends_a_hand);
        let riichi =
            riichi.unwrap_or_else(|| if is_now { sheet.declared.clone() } else { Vec::new() });
        Ok(Edit::Record { id, form: HandForm { riichi, outcome, uncertain, note }, before, sent })
    });
    edited.await
}

/// Puts another in the place of a hand
///
/// Later hands are folded again; if one of them could no longer have been, nothing changes.
#[utoipa::path(
    put, path = "/api/games/{id}/hands/{hand}", tag = "sheets",
    params(
        KeptGame,
        ("hand" = String, Path, description = "The hand's id", example = "b3c1"),
        SeenVersion,
        WriteQuery,
    ),
    request_body(content = OtherHand),
    responses((status = 200, description = "The game as it is now", body = WrittenGame), WriteRefused),
    security(("key" = [])),
)]
pub(in super::super) async fn replace(writing: Writing) -> Result<Response, Problem> {
    let hand = writing.hand.clone();
    let edited = writing.edit(StatusCode::OK, |form: OtherHand, _| {
        Ok(Edit::Replace { id: hand, form: form.into() })
    });
    edited.await
}

/// Takes a hand out
///
/// Later hands are folded again.
#[utoipa::path(
    delete, path = "/api/games/{id}/hands/{hand}", tag = "sheets",
    params(
        KeptGame,
        ("hand" = String, Path, description = "The hand's id", example = "b3c1"),
        SeenVersion,
        WriteQuery,
    ),
    responses((status = 200, description = "The game as it is now", body = WrittenGame), WriteRefused),
    security(("key" = [])),
)]
pub(in super::super) async fn remove(writing: Writing) -> Result<Response, Problem> {
    let hand = writing.hand.clone();
    let edited = writing.edit(StatusCode::OK, |_: Nothing, _| Ok(Edit::Remove { id: hand }));
    edited.await
}

/// Takes the last hand out
///
/// Its riichi lie on the table again, and those declared since do not.
#[utoipa::path(
    post, path = "/api/games/{id}/undo", tag = "sheets",
    params(KeptGame, SeenVersion, WriteQuery),
    responses((status = 200, description = "The game as it is now", body = WrittenGame), WriteRefused),
    security(("key" = [])),
)]
pub(in super::super) async fn undo(writing: Writing) -> Result<Response, Problem> {
    let edited = writing.edit(StatusCode::OK, |_: Nothing, _| Ok(Edit::Undo));
    edited.await
}

/// Declares riichi in the hand that is being played
///
/// Or takes it back. Shown to all until the hand ends.
#[utoipa::path(
    post, path = "/api/games/{id}/riichi", tag = "sheets",
    params(KeptGame, SeenVersion, WriteQuery),
    request_body(content = RiichiForm),
    responses((status = 200, description = "The game as it is now", body = WrittenGame), WriteRefused),
    security(("key" = [])),
)]
pub(in super::super) async fn riichi(writing: Writing) -> Result<Response, Problem> {
    let edited = writing.edit(StatusCode::OK, |form: RiichiForm, _| {
        Ok(Edit::Riichi { seat: form.seat, is_declared: form.declared })
    });
    edited.await
}

/// Writes down the hands of some notes
///
/// All of them or none; every line that is not understood is told. With an id that was sent before nothing changes.
#[utoipa::path(
    post, path = "/api/games/{id}/notes", tag = "sheets",
    params(KeptGame, SeenVersion, WriteQuery),
    request_body(content = NotesForm),
    responses(
        (status = 201, description = "The game as it is now", body = WrittenGame),
        (status = 200, description = "The game as it is, or would be", body = WrittenGame),
        WriteRefused,
    ),
    security(("key" = [])),
)]
pub(in super::super) async fn notes(writing: Writing) -> Result<Response, Problem> {
    let edited = writing.edit(StatusCode::CREATED, |form: NotesForm, _| {
        Ok(Edit::Notes { id: form.id, text: form.text })
    });
    edited.await
}

/// Closes a game
///
/// After it only the organiser changes something, with a reason.
#[utoipa::path(
    post, path = "/api/games/{id}/close", tag = "sheets",
    params(KeptGame, SeenVersion, WriteQuery),
    request_body(content = CloseForm),
    responses((status = 200, description = "The game as it is now", body = WrittenGame), WriteRefused),
    security(("key" = [])),
)]
pub(in super::super) async fn close(writing: Writing) -> Result<Response, Problem> {
    let edited = writing.edit(StatusCode::OK, |form: CloseForm, _| Ok(Edit::Close(form.into())));
    edited.await
}

/// Reopens a closed game
///
/// The organiser alone, with a reason. Scores that were typed at its end are forgotten; the audit has them.
#[utoipa::path(
    post, path = "/api/games/{id}/reopen", tag = "sheets",
    params(KeptGame, SeenVersion, WriteQuery),
    responses((status = 200, description = "The game as it is now", body = WrittenGame), WriteRefused),
    security(("key" = [])),
)]
pub(in super::super) async fn reopen(writing: Writing) -> Result<Response, Problem> {
    let edited = writing.edit(StatusCode::OK, |_: Nothing, _| Ok(Edit::Reopen));
    edited.await
}

/// Changes what is said of a kept game
///
/// Names, rules or note; all hands are folded again.
#[utoipa::path(
    patch, path = "/api/games/{id}", tag = "sheets",
    params(KeptGame, SeenVersion, WriteQuery),
    request_body(content = AmendForm),
    responses((status = 200, description = "The game as it is now", body = WrittenGame), WriteRefused),
    security(("key" = [])),
)]
pub(in super::super) async fn amend(writing: Writing) -> Result<Response, Problem> {
    let edited = writing.edit(StatusCode::OK, |form: AmendForm, _| {
        let names = form.players.as_deref().map(forms::names).transpose()?;
        Ok(Edit::Amend { names, rules: form.rules.map(Box::new), note: form.note })
    });
    edited.await
}

/// Deletes a kept game
///
/// It is gone from every list and figure. The audit stays.
#[utoipa::path(
    delete, path = "/api/games/{id}", tag = "sheets",
    params(KeptGame, SeenVersion, WriteQuery),
    responses((status = 200, description = "The game as it is now", body = WrittenGame), WriteRefused),
    security(("key" = [])),
)]
pub(in super::super) async fn delete(writing: Writing) -> Result<Response, Problem> {
    let edited = writing.edit(StatusCode::OK, |_: Nothing, _| Ok(Edit::Delete));
    edited.await
}
