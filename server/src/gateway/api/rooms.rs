//! Public rooms, to be watched.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use protocol::options::{RoomOptions, Spectators};
use protocol::record::RecordedPlayer;
use protocol::room::Stage;
use rules::seat::Seat;
use serde::Serialize;
use utoipa::ToSchema;

use super::PublicRooms;
use super::respond::json;
use super::types::Player;
use crate::room::{RoomSummary, Standing};

/// A public room as it stands.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Room)]
pub(super) struct RoomBody {
    /// Its code: `/r/{code}` in the browser takes a seat in it.
    #[schema(example = "K7Q2XM")]
    code: String,
    /// Where it is watched in the browser; left out where watching is off.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "/watch/K7Q2XM")]
    watch: Option<String>,
    /// How far it is.
    #[schema(value_type = String, example = "playing")]
    stage: Stage,
    /// Which game is played.
    #[schema(example = "fujian")]
    variant: &'static str,
    /// Who sits where; empty seats are left out.
    players: Vec<Player>,
    /// The number of the hand in its game, or of the last one when none is being played; none before the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    hand: Option<u32>,
    /// Tiles left in the wall of the running hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    wall_left: Option<u8>,
    /// The Gold of the running hand, once it lies open.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "dots_5")]
    gold: Option<String>,
    /// How many watch.
    watchers: u32,
    /// The scores by seat.
    #[schema(min_items = 4, max_items = 4)]
    scores: [i32; 4],
    /// How it is run.
    options: OptionsBody,
}

/// How a room is run.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RoomOptions)]
struct OptionsBody {
    /// Who may watch: anybody (`on`), nobody (`off`), or anybody later (`delayed`): then everything said of its
    /// match here is as late.
    #[schema(example = "delayed")]
    spectators: &'static str,
    /// How late, in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 60)]
    delay_seconds: Option<u16>,
    /// Whether those who watch see all hands.
    open_hands: bool,
    /// Whether its games go into the history.
    recorded: bool,
    /// Whether players may have calls passed for them.
    quick_pass: bool,
    /// Whether its matches count for ratings.
    rated: bool,
}

impl From<RoomOptions> for OptionsBody {
    fn from(options: RoomOptions) -> Self {
        let RoomOptions { spectators, open_hands, recorded, quick_pass, rated } = options;
        let spectators = match spectators {
            Spectators::On {} => "on",
            Spectators::Off {} => "off",
            Spectators::Delayed { .. } => "delayed",
        };
        let delay_seconds = options.delay_s();
        Self { spectators, delay_seconds, open_hands, recorded, quick_pass, rated }
    }
}

impl From<RoomSummary> for RoomBody {
    fn from(room: RoomSummary) -> Self {
        let player = |seat: Seat| Some(Player::at(seat, &RecordedPlayer::of(&room.seats[seat])?));
        let standing = room.standing.as_ref();
        let hand = |standing: &Standing| {
            standing.hands_played + u32::from(standing.wall_left.is_some() && !standing.is_over)
        };
        let may_watch = room.options.spectators != Spectators::Off {};
        Self {
            code: room.code.to_string(),
            watch: may_watch.then(|| format!("/watch/{}", room.code)),
            stage: room.stage,
            variant: room.variant.name(),
            players: Seat::ALL.into_iter().filter_map(player).collect(),
            hand: standing.map(hand).filter(|hand| *hand > 0),
            wall_left: standing.and_then(|standing| standing.wall_left),
            gold: standing.and_then(|standing| standing.gold).map(|tile| tile.to_string()),
            watchers: room.watchers,
            scores: standing.map_or([0; 4], |standing| standing.scores.0),
            options: room.options.into(),
        }
    }
}

/// The public rooms.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct RoomList {
    /// The rooms.
    rooms: Vec<RoomBody>,
}

/// Lists public rooms
#[utoipa::path(
    get, path = "/api/rooms", tag = "rooms",
    responses(
        (status = 200, description = "The public rooms", body = RoomList),
        (status = 304, description = "Nothing has changed"),
    )
)]
pub(super) async fn list(State(public_rooms): State<PublicRooms>, headers: HeaderMap) -> Response {
    let rooms = public_rooms().await.into_iter().map(RoomBody::from).collect();
    json(&headers, &RoomList { rooms })
}
