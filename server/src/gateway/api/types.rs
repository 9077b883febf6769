//! What the API says about games and hands, field by field.

use protocol::record::RecordedPlayer;
use rules::seat::{BySeat, Seat};
use serde::Serialize;
use serde_json::value::RawValue;
use utoipa::openapi::schema::{AnyOfBuilder, Schema};
use utoipa::openapi::{Ref, RefOr};
use utoipa::{PartialSchema, ToSchema};

use super::annotations::HandNote;
use super::sheets::{SheetBody, SheetHandList};
use crate::recorder::{GameRow, HandRow, Outcome, ScoreEvent};

/// A game.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Game {
    /// Its name.
    #[schema(example = "12-1")]
    pub(super) id: String,
    /// Which game is played.
    #[schema(example = "fujian")]
    pub(super) variant: String,
    /// Where it comes from: `online`, or `recorded` by people.
    #[schema(example = "online")]
    pub(super) origin: String,
    /// How much of it is known: `final_only`, `partial` or `complete`.
    #[schema(example = "complete")]
    pub(super) data_quality: String,
    /// How far it is.
    pub(super) state: GameState,
    /// The code of its room; a game that people kept has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "K7Q2XM")]
    pub(super) room: Option<String>,
    /// When it began, in milliseconds since 1970; where it was watched late, when it was shown to.
    pub(super) started_at: i64,
    /// When it ended, in milliseconds since 1970; where it was watched late, when it was shown to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) ended_at: Option<i64>,
    /// Who sits where, as last known.
    pub(super) players: Vec<Player>,
    /// The hands that are over.
    pub(super) hands: u32,
    /// The scores after the last of them, by seat.
    #[schema(min_items = 4, max_items = 4)]
    pub(super) scores: [i64; 4],
    /// What is played by.
    #[schema(value_type = Object)]
    pub(super) rules: Box<RawValue>,
    /// How often a game that people keep was changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) version: Option<i64>,
    /// What a game that people keep has besides; not in lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) sheet: Option<Box<SheetBody>>,
}

/// How far a game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum GameState {
    /// It is being played.
    Running,
    /// It was played to its end.
    Finished,
    /// Its room was closed in the middle of it.
    Abandoned,
}

impl GameState {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Finished => "finished",
            Self::Abandoned => "abandoned",
        }
    }
}

/// Who sits at a seat.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Player {
    /// Which.
    #[schema(maximum = 3)]
    pub(crate) seat: u8,
    /// `human`, `bot`, or `stand_in` for a bot that keeps somebody's seat.
    #[schema(example = "human")]
    pub(crate) kind: &'static str,
    /// The person's name, also of one who is away.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) name: Option<String>,
    /// How well the bot plays.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, example = "medium")]
    pub(crate) level: Option<protocol::room::BotLevel>,
}

impl Player {
    /// Who sits at `seat`.
    pub(crate) fn at(seat: Seat, player: &RecordedPlayer) -> Self {
        let (kind, name, level) = match player {
            RecordedPlayer::Human { name } => ("human", Some(name), None),
            RecordedPlayer::Bot { level } => ("bot", None, Some(*level)),
            RecordedPlayer::StandIn { name, level } => ("stand_in", Some(name), Some(*level)),
        };
        Self { seat: seat.index() as u8, kind, name: name.map(ToString::to_string), level }
    }
}

/// Those who are known of the four.
fn players(known: &BySeat<Option<RecordedPlayer>>) -> Vec<Player> {
    let seats = Seat::ALL.into_iter();
    seats.filter_map(|seat| Some(Player::at(seat, known[seat].as_ref()?))).collect()
}

/// A page of games, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct GamePage {
    /// The games.
    pub(super) games: Vec<Game>,
    /// The `cursor` of the next page, if there may be one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) next: Option<String>,
}

impl From<GameRow> for Game {
    fn from(row: GameRow) -> Self {
        let state = match row.end {
            None => GameState::Running,
            Some(end) if end.is_finished => GameState::Finished,
            Some(_) => GameState::Abandoned,
        };
        Self {
            id: row.game.to_string(),
            variant: row.variant,
            origin: row.origin,
            data_quality: row.quality,
            state,
            room: Some(row.code).filter(|code| !code.is_empty()),
            started_at: row.place.started_at,
            ended_at: row.end.map(|end| end.at),
            players: players(&row.players),
            hands: row.hands,
            scores: row.scores,
            rules: RawValue::from_string(row.rules).unwrap_or_default(),
            version: row.version,
            sheet: None,
        }
    }
}

/// A hand that is over.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Hand {
    /// Its number in the game, from 1.
    #[schema(minimum = 1)]
    pub(super) number: u32,
    /// Its place in the feed.
    pub(super) event: u64,
    /// When it ended, in milliseconds since 1970.
    pub(super) ended_at: i64,
    /// Who sat where when it ended.
    pub(super) players: Vec<Player>,
    /// How it ended.
    pub(super) outcome: HandOutcome,
    /// What each score changed by; sums to zero.
    #[schema(min_items = 4, max_items = 4)]
    pub(super) deltas: [i32; 4],
    /// The scores of the game before it, by seat.
    #[schema(min_items = 4, max_items = 4)]
    pub(super) scores_before: [i64; 4],
    /// The scores of the game after it, by seat.
    #[schema(min_items = 4, max_items = 4)]
    pub(super) scores_after: [i64; 4],
    /// What those who sat there say about it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub(super) notes: Vec<HandNote>,
}

/// The hands of a game, in the order they were played.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct HandList {
    /// The hands.
    pub(super) hands: Vec<Hand>,
    /// The `after` of the next page, if there may be one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) next: Option<u32>,
}

/// The hands of a game: as they were played here, or as people kept them. Only described.
pub(super) struct AnyHands;

impl PartialSchema for AnyHands {
    fn schema() -> RefOr<Schema> {
        let either = AnyOfBuilder::new().item(Ref::from_schema_name(HandList::name()));
        either.item(Ref::from_schema_name(SheetHandList::name())).into()
    }
}

impl ToSchema for AnyHands {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        schemas.push((HandList::name().into_owned(), HandList::schema()));
        schemas.push((SheetHandList::name().into_owned(), SheetHandList::schema()));
        HandList::schemas(schemas);
        SheetHandList::schemas(schemas);
    }
}

impl From<HandRow> for Hand {
    fn from(row: HandRow) -> Self {
        Self {
            number: row.event.hand,
            event: row.event.id,
            ended_at: row.event.at,
            players: players(&row.players),
            deltas: row.event.deltas,
            scores_before: row.event.scores_before(),
            scores_after: row.event.scores,
            outcome: row.event.outcome.into(),
            notes: Vec::new(),
        }
    }
}

/// How a hand ended.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum HandOutcome {
    /// Somebody won.
    Won {
        /// Who, in the order they won.
        wins: Vec<HandWin>,
    },
    /// The wall ran out.
    Drawn,
    /// It was broken off, and does not count.
    Aborted,
}

/// One player's win.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct HandWin {
    /// Who.
    #[schema(maximum = 3)]
    pub(super) seat: u8,
    /// How: `self_draw`, `discard`, `robbed_kong`, `three_golds` or `robbed_gold`.
    #[schema(example = "self_draw")]
    pub(super) way: String,
    /// Whose tile it was won on.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(maximum = 3)]
    pub(super) from: Option<u8>,
    /// What each loser pays, or a third of what the discarder pays alone.
    pub(super) points: u32,
    /// What it was worth more for: `golden_pair`, `no_bonus_no_kong`, `all_one_suit`.
    pub(super) specials: Vec<String>,
}

impl From<Outcome> for HandOutcome {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Won { wins } => Self::Won {
                wins: wins
                    .into_iter()
                    .map(|win| HandWin {
                        seat: win.seat.index() as u8,
                        way: win.way,
                        from: win.from.map(|seat| seat.index() as u8),
                        points: win.points,
                        specials: win.specials,
                    })
                    .collect(),
            },
            Outcome::Drawn => Self::Drawn,
            Outcome::Aborted => Self::Aborted,
        }
    }
}

/// A hand that has just ended: one event of the feed.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct FeedEvent {
    /// Its place in the feed; later events have larger ids, not always by one.
    pub(super) id: u64,
    /// The game.
    #[schema(example = "12-1")]
    pub(super) game: String,
    /// The hand's number in the game.
    pub(super) hand: u32,
    /// When it ended, in milliseconds since 1970.
    pub(super) at: i64,
    /// How it ended.
    pub(super) outcome: HandOutcome,
    /// What each score changed by; sums to zero.
    #[schema(min_items = 4, max_items = 4)]
    pub(super) deltas: [i32; 4],
    /// The scores of the game after it.
    #[schema(min_items = 4, max_items = 4)]
    pub(super) scores: [i64; 4],
}

impl From<ScoreEvent> for FeedEvent {
    fn from(event: ScoreEvent) -> Self {
        Self {
            id: event.id,
            game: event.game.to_string(),
            hand: event.hand,
            at: event.at,
            outcome: event.outcome.into(),
            deltas: event.deltas,
            scores: event.scores,
        }
    }
}
