//! Notes on hands that were played here: what happened can't be changed, but whoever sat there may say something about it.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use protocol::ids::{PlayerName, SeatToken};
use protocol::record::RecordedPlayer;
use rules::seat::Seat;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::SeatOf;
use super::body::{Raw, read};
use super::games::{CodeQuery, find};
use super::problem::{Code, Problem, ProblemBody};
use super::query::{Ask, At, game_name};
use super::respond;
use crate::clock::now_ms;
use crate::gateway::bearer;
use crate::recorder::{GameId, GameName, HandRow, READ_ROWS_MAX, Recorder};
use crate::room::seat_of_token;
use crate::store::AuditWrite;

/// The longest note, in characters.
const NOTE_CHARS_MAX: usize = 500;
/// The most that is ever written about one game, what was changed again included.
const WRITTEN_MAX: usize = 1_000;
/// What the audit calls it.
const DID: &str = "annotate";

/// What somebody says about a hand.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct HandNoteForm {
    /// In words; nothing to take it back.
    #[schema(max_length = 500, example = "I should have kept the pair")]
    note: String,
}

/// What somebody who sat there says about a hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct HandNote {
    /// Where they sat.
    #[schema(maximum = 3)]
    seat: u8,
    /// Their name.
    name: String,
    /// In words.
    note: String,
    /// When, in milliseconds since 1970.
    at: i64,
}

/// The notes on one hand.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct HandNotes {
    /// One of each who has said something, by seat.
    notes: Vec<HandNote>,
}

/// A note as the audit has it.
#[derive(Debug, Serialize, Deserialize)]
struct Written {
    did: String,
    hand: u32,
    seat: u8,
    name: String,
    before: String,
    after: String,
}

/// Everything that is said about the hands of one game.
#[derive(Debug, Default)]
pub(super) struct Annotations {
    notes: Vec<(u32, HandNote)>,
    written: usize,
}

impl Annotations {
    /// Those of the game in this row.
    pub(super) async fn of(recorder: &Recorder, row: i64) -> Result<Self, Problem> {
        let (mut all, mut after) = (Self::default(), 0);
        loop {
            let rows = recorder.audit_after(row, after, READ_ROWS_MAX).await?;
            for row in &rows {
                after = row.id;
                // Other things are done to games too.
                if let Ok(written) = serde_json::from_str::<Written>(&row.change)
                    && written.did == DID
                {
                    all.take(written, row.at);
                }
            }
            if rows.len() < READ_ROWS_MAX as usize {
                return Ok(all);
            }
        }
    }

    fn take(&mut self, Written { hand, seat, name, after, .. }: Written, at: i64) {
        self.written += 1;
        self.notes.retain(|(number, note)| (*number, note.seat) != (hand, seat));
        if !after.is_empty() {
            self.notes.push((hand, HandNote { seat, name, note: after, at }));
        }
    }

    /// Those on one hand, by seat.
    pub(super) fn on(&self, hand: u32) -> Vec<HandNote> {
        let on = self.notes.iter().filter(|(number, _)| *number == hand);
        let mut notes: Vec<_> = on.map(|(_, note)| note.clone()).collect();
        notes.sort_by_key(|note| note.seat);
        notes
    }
}

/// Says something about a hand that was played here
///
/// Whoever sat there, with the token of their seat as key. Nothing else about the hand can be changed.
#[utoipa::path(
    put, path = "/api/games/{id}/hands/{hand}/note", tag = "games",
    params(
        ("id" = String, Path, description = "The game", example = "12-1", pattern = "^(0|[1-9][0-9]{0,17})-(0|[1-9][0-9]{0,8})$"),
        ("hand" = String, Path, description = "The hand's number in it, from 1", example = "1"),
        CodeQuery,
    ),
    request_body(content = HandNoteForm),
    responses(
        (status = 200, description = "All that is said about the hand", body = HandNotes),
        (status = 304, description = "Nothing has changed"),
        (status = 400, description = "The name, a parameter or the body is wrong", body = ProblemBody, content_type = "application/problem+json"),
        (status = 401, description = "Not the token of somebody who sat there", body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, description = "No such game or hand", body = ProblemBody, content_type = "application/problem+json"),
        (status = 413, description = "The body is too large", body = ProblemBody, content_type = "application/problem+json"),
        (status = 415, description = "The body is not said to be JSON", body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, description = "It is too long, or too much was said", body = ProblemBody, content_type = "application/problem+json"),
        (status = 500, description = "What is stored for this can't be read", body = ProblemBody, content_type = "application/problem+json"),
        (status = 503, description = "The database can't be used", body = ProblemBody, content_type = "application/problem+json"),
    ),
    security(("key" = [])),
)]
pub(super) async fn annotate(
    State(recorder): State<Recorder>,
    State(seat_of): State<SeatOf>,
    At((id, hand)): At<(String, String)>,
    Ask(asked): Ask<CodeQuery>,
    headers: HeaderMap,
    Raw(body): Raw,
) -> Result<Response, Problem> {
    let GameName::Online(game) = game_name(&id)? else { return Err(Code::GameNotFound.into()) };
    let found = find(&recorder, game, asked.code.as_deref()).await?;
    let played = played(&recorder, game, &hand).await?;
    let (seat, name) = author(&recorder, &seat_of, game, &found.code, &headers).await?;
    if !sat_there(&played, seat, &name) {
        return Err(Code::BadKey.into());
    }
    let note = read_note(&body)?;
    let hand = played.event.hand;
    let said = Annotations::of(&recorder, found.place.row).await?;
    let seat = seat.index() as u8;
    let before = said.on(hand).into_iter().find(|note| note.seat == seat);
    let before = before.map(|note| note.note).unwrap_or_default();
    if before != note {
        if said.written >= WRITTEN_MAX {
            return Err(Problem::because(Code::TooLong, "too much is said about this game"));
        }
        let name = name.as_str().to_owned();
        let written = Written { did: DID.to_owned(), hand, seat, name, before, after: note };
        let change = json!(written).to_string();
        let row = found.place.row;
        let write = AuditWrite { row, at: now_ms(), who: "player".to_owned(), change };
        recorder.write_audit(write).await?;
    }
    let notes = Annotations::of(&recorder, found.place.row).await?.on(hand);
    Ok(respond::json(&headers, &HandNotes { notes }))
}

async fn played(recorder: &Recorder, game: GameId, hand: &str) -> Result<HandRow, Problem> {
    let number: u32 = hand.parse().map_err(|_| Code::HandNotFound)?;
    let before = number.checked_sub(1).ok_or(Code::HandNotFound)?;
    let hands = recorder.hands(game, before, 1).await?;
    let found = hands.into_iter().find(|hand| hand.event.hand == number);
    found.ok_or_else(|| Code::HandNotFound.into())
}

/// Who has the token: a running room knows, and of a closed one what is stored of it.
async fn author(
    recorder: &Recorder,
    seat_of: &SeatOf,
    game: GameId,
    code: &str,
    headers: &HeaderMap,
) -> Result<(Seat, PlayerName), Problem> {
    let token = bearer::brought(headers).ok_or(Code::BadKey)?;
    let token = SeatToken(token.to_owned());
    if let Ok(code) = code.parse()
        && let Some(found) = seat_of(code, token.clone()).await
    {
        return Ok(found);
    }
    let archived = recorder.archived(game.room).await?;
    let bodies = archived.iter().flat_map(|room| &room.steps).map(|step| step.body.as_slice());
    seat_of_token(&token, bodies).ok_or_else(|| Code::BadKey.into())
}

fn sat_there(played: &HandRow, seat: Seat, name: &PlayerName) -> bool {
    match &played.players[seat] {
        Some(RecordedPlayer::Human { name: sat } | RecordedPlayer::StandIn { name: sat, .. }) => {
            sat == name
        }
        Some(RecordedPlayer::Bot { .. }) | None => false,
    }
}

fn read_note(body: &[u8]) -> Result<String, Problem> {
    let HandNoteForm { note } = read(body)?;
    let note = note.trim();
    if note.chars().count() > NOTE_CHARS_MAX {
        return Err(Problem::because(Code::TooLong, "a note has at most 500 characters"));
    }
    Ok(note.to_owned())
}
