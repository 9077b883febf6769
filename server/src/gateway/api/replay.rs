//! Finished hands step by step: the changes a client folds live, made again from the record.

use axum::body::Bytes;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use futures_util::stream::{self, StreamExt};
use protocol::fujian::{Batch, SeatView, TableView, redact};
use protocol::record::{HandRecord, SeatEntropy};
use rules::fujian::Table;
use rules::seat::{BySeat, Seat};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::{IntoParams, ToSchema};

use super::games::find;
use super::problem::{Code, Problem, ProblemBody};
use super::query::{Ask, At, game_name};
use super::respond::lines;
use crate::recorder::{GameId, GameName, Recorder};

/// The version of the lines. What is added to them does not change it.
const REPLAY_VERSION: u32 = 1;

/// What is to be played again, and for whom.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct ReplayQuery {
    /// The code of the game's room; needed for a game of a private one.
    #[param(example = "K7Q2XM")]
    code: Option<String>,
    /// What the player at this seat saw; without it, what anybody saw.
    #[param(maximum = 3)]
    seat: Option<u8>,
    /// All hands open: what each of the four saw; counts before `seat`.
    open: Option<bool>,
    /// Only this hand of the game.
    #[param(value_type = Option<i64>, minimum = 0, maximum = 4294967295_u32)]
    hand: Option<u32>,
}

/// For whom a hand is played again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Audience {
    Anybody,
    Player(Seat),
    AllOpen,
}

impl ReplayQuery {
    fn audience(&self) -> Result<Audience, Problem> {
        match (self.seat, self.open.unwrap_or(false)) {
            (_, true) => Ok(Audience::AllOpen),
            (None, false) => Ok(Audience::Anybody),
            (Some(seat), false) => match Seat::from_index(seat.into()) {
                Some(seat) => Ok(Audience::Player(seat)),
                None => Err(Problem::because(Code::BadQuery, "seat must be 0 to 3")),
            },
        }
    }
}

/// One line of a replay: where a hand begins, and then each step. Described by [`ReplayLineSchema`].
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Line<'a> {
    Hand { version: u32, game: String, hand: u32, wall: WallProof<'a>, view: &'a Value },
    Step { step: u32, public: &'a Value, own: &'a Value },
}

/// What shows that nobody chose the wall: promised before the deal, and revealed after the hand.
#[derive(Serialize, ToSchema)]
#[schema(as = ReplayWall)]
pub(super) struct WallProof<'a> {
    /// The code of the room.
    #[schema(example = "K7Q2XM")]
    room: &'a str,
    /// The hand's number in the room, from 1.
    hand: u32,
    /// What the server published before the hand, in hex.
    commitment: String,
    /// What it revealed after, in hex.
    seed: String,
    /// What each seat added: `tip`, and `link` unless it was withheld.
    #[schema(value_type = Vec<Object>, min_items = 4, max_items = 4)]
    seats: &'a BySeat<SeatEntropy>,
}

impl<'a> WallProof<'a> {
    fn of(record: &'a HandRecord) -> Self {
        let HandRecord { room, hand, commitment, seed, seats, .. } = record;
        let (commitment, seed) = (hex::encode(commitment), hex::encode(seed));
        Self { room, hand: *hand, commitment, seed, seats }
    }
}

/// One line of a replay.
#[derive(ToSchema)]
#[schema(as = ReplayLine)]
#[expect(dead_code, reason = "only described")]
pub(super) struct ReplayLineSchema {
    /// `hand` where a hand begins, `step` for each step of it.
    #[schema(example = "step")]
    r#type: String,
    /// The version of these lines, where a hand begins: 1.
    version: Option<u32>,
    /// The game, where a hand begins.
    game: Option<String>,
    /// The hand's number, where it begins.
    hand: Option<u32>,
    /// What shows that nobody chose the wall, where a hand begins.
    wall: Option<WallProof<'static>>,
    /// What is seen before the deal, as in a snapshot of the wire protocol: the table, the view of the seat, or
    /// `{table, seats}` with all hands open.
    #[schema(value_type = Option<Object>)]
    view: Option<Value>,
    /// The number of the step in the hand, from 1: the deal, then one for each action.
    step: Option<u32>,
    /// What anybody hears of the step, as in the wire protocol.
    #[schema(value_type = Option<Vec<Object>>)]
    public: Option<Value>,
    /// What the seat hears besides; with all hands open a list for each seat.
    #[schema(value_type = Option<Vec<Object>>)]
    own: Option<Value>,
}

/// Plays finished hands again
///
/// One JSON object a line: for each hand where it begins, then the changes of every step as a client would
/// have heard them live. Folding them into the view gives what was seen then. Hands that are not over are not
/// in it.
#[utoipa::path(
    get, path = "/api/games/{id}/replay", tag = "games",
    params(("id" = String, Path, description = "The game", example = "12-1", pattern = "^((0|[1-9][0-9]{0,17})-(0|[1-9][0-9]{0,8})|r[1-9][0-9]{0,17})$"), ReplayQuery),
    responses(
        (status = 200, description = "The replay, one JSON object a line", body = ReplayLineSchema, content_type = "application/x-ndjson"),
        (status = 304, description = "Nothing has changed"),
        (status = 400, description = "A parameter is wrong", body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, description = "No such game or hand", body = ProblemBody, content_type = "application/problem+json"),
        (status = 500, description = "What is stored of a hand does not check", body = ProblemBody, content_type = "application/problem+json"),
        (status = 503, description = "The database can't be read", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub(super) async fn replay(
    State(recorder): State<Recorder>,
    At(id): At<String>,
    Ask(asked): Ask<ReplayQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let audience = asked.audience()?;
    // Nobody knows the tiles of a game that people kept.
    let GameName::Online(id) = game_name(&id)? else { return Err(Code::GameNotFound.into()) };
    let game = find(&recorder, id, asked.code.as_deref()).await?;
    let hands = match asked.hand {
        None => 1..=game.hands,
        Some(hand) if (1..=game.hands).contains(&hand) => hand..=hand,
        Some(_) => return Err(Code::HandNotFound.into()),
    };
    let version = env!("CARGO_PKG_VERSION");
    let named = format!("replay {id} {hands:?} {audience:?} {version}");
    let mut pieces = Box::pin(stream::iter(hands).then(move |hand| {
        let recorder = recorder.clone();
        async move { play_again(&recorder, id, hand, audience).await }
    }));
    // The first hand is made before anything is said, so that what is wrong with it can still be said.
    let first = pieces.next().await.transpose()?.unwrap_or_default();
    Ok(lines(&headers, &named, stream::iter([Ok(first)]).chain(pieces)))
}

async fn play_again(
    recorder: &Recorder,
    game: GameId,
    hand: u32,
    audience: Audience,
) -> Result<Bytes, Problem> {
    let record = recorder.hand_record(game, hand).await?.ok_or(Code::HandNotFound)?;
    let written = tokio::task::spawn_blocking(move || write_hand(game, hand, &record, audience));
    match written.await {
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(reason)) => {
            tracing::error!(%game, hand, reason, "a stored hand does not check");
            Err(Code::DamagedRecord.into())
        }
        Err(error) => {
            tracing::error!(%game, hand, %error, "a replay could not be made");
            Err(Code::DamagedRecord.into())
        }
    }
}

fn write_hand(game: GameId, hand: u32, record: &str, audience: Audience) -> Result<Bytes, String> {
    let record: HandRecord = serde_json::from_str(record).map_err(|error| error.to_string())?;
    let before = record.table().map_err(|error| error.to_string())?;
    let mut written = Vec::new();
    let view = view(&before, audience);
    let (version, wall) = (REPLAY_VERSION, WallProof::of(&record));
    let line = Line::Hand { version, game: game.to_string(), hand, wall, view: &view };
    write_line(&mut written, &line);
    let mut step = 0;
    let played = record.replay(|table, event| {
        let Batch { public, own } = redact(table, event);
        step += 1;
        let own = match audience {
            Audience::Anybody => json!([]),
            Audience::Player(seat) => json!(own[seat]),
            Audience::AllOpen => json!(own.0),
        };
        write_line(&mut written, &Line::Step { step, public: &json!(public), own: &own });
    });
    played.map_err(|error| error.to_string())?;
    Ok(written.into())
}

/// What is seen of a table at rest.
fn view(table: &Table, audience: Audience) -> Value {
    match audience {
        Audience::Anybody => json!(TableView::of(table)),
        Audience::Player(seat) => json!(SeatView::of(table, seat)),
        Audience::AllOpen => {
            let seats = BySeat::from_fn(|seat| SeatView::of(table, seat));
            json!({ "table": TableView::of(table), "seats": seats })
        }
    }
}

fn write_line(written: &mut Vec<u8>, line: &Line<'_>) {
    serde_json::to_writer(&mut *written, line).expect("lines can be written");
    written.push(b'\n');
}
