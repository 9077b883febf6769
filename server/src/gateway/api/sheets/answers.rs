//! What is said of kept games, field by field.

use rules::riichi::{Settled, State};
use rules::seat::Seat;
use serde::Serialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;

use super::super::types::{Game, GameState, Player};
use super::Loaded;
use super::forms::OtherHand;
use crate::scorekeeper::{OutcomeForm, Reconciled, SheetHand, StartForm, UncertainForm, WindName};

/// What a kept game has besides what every game has.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Sheet)]
pub(in super::super) struct SheetBody {
    /// Where the game stands.
    table: TableBody,
    /// What it came to, once it is closed.
    r#final: Option<FinalBody>,
    /// Whether a hand has still to be settled.
    has_uncertain: bool,
    /// When it was closed, in milliseconds since 1970.
    closed_at: Option<i64>,
    /// Words about the game.
    note: String,
    /// How many minutes the recorder may correct a hand.
    correction_minutes: Option<u32>,
    /// Where the recording began, if not at the beginning.
    start: Option<StartForm>,
    /// The hand that `undo` takes out.
    last_hand: Option<SheetHandBody>,
}

/// Where a kept game stands, with the riichi declared in the hand that is being played.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SheetTable)]
struct TableBody {
    /// The deal.
    #[schema(example = "E3")]
    round: String,
    /// The wind of the round.
    wind: WindName,
    /// Which deal under that wind.
    number: u8,
    /// Who deals.
    #[schema(maximum = 3)]
    dealer: u8,
    /// The wind of each seat.
    winds: [WindName; 4],
    /// Honba on the table.
    honba: u16,
    /// Riichi sticks on the table.
    riichi_sticks: u16,
    /// Who has declared riichi.
    #[schema(value_type = Vec<u8>)]
    declared: Vec<Seat>,
    /// The scores, by seat.
    scores: [i32; 4],
    /// Whether the game is over by its hands.
    is_over: bool,
}

/// What a game came to.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SheetFinal)]
struct FinalBody {
    /// From the first place to the last.
    places: Vec<PlaceBody>,
}

/// A place at the end of a game.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SheetPlace)]
struct PlaceBody {
    /// Who.
    #[schema(maximum = 3)]
    seat: u8,
    /// The score.
    score: i32,
    /// With uma and oka, counted from the return points.
    points: i32,
}

/// A hand of a kept game.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SheetHand)]
pub(in super::super) struct SheetHandBody {
    /// Its number in the game, from 1.
    pub(in super::super) number: usize,
    /// What it was sent under.
    pub(in super::super) id: String,
    /// What it led to; nothing of it while nobody is sure of the hand.
    #[serde(flatten)]
    settled: Option<SettledBody>,
    /// Who declared riichi.
    #[schema(value_type = Vec<u8>)]
    riichi: Vec<Seat>,
    /// How it ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<OutcomeForm>,
    /// What is known of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    uncertain: Option<UncertainForm>,
    /// When it was sent first, in milliseconds since 1970.
    recorded_at: i64,
    /// When it was last changed.
    edited_at: Option<i64>,
    /// When it was settled.
    completed_at: Option<i64>,
    /// Words about it.
    note: String,
}

/// What a hand led to; all of it, or nothing while nobody is sure of the hand.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SheetSettled)]
struct SettledBody {
    /// The deal it was.
    #[schema(required = false, example = "E2")]
    round: String,
    /// Honba on the table while it was played.
    #[schema(required = false)]
    honba: u16,
    /// Who dealt.
    #[schema(required = false, maximum = 3)]
    dealer: u8,
    /// Whose wins counted.
    #[schema(required = false, value_type = Vec<u8>)]
    winners: Vec<Seat>,
    /// What each score changed by, sticks included.
    #[schema(required = false)]
    deltas: [i32; 4],
    /// The scores before it.
    #[schema(required = false)]
    scores_before: [i32; 4],
    /// The scores after it.
    #[schema(required = false)]
    scores_after: [i32; 4],
    /// Riichi sticks on the table after it.
    #[schema(required = false)]
    riichi_sticks_after: u16,
}

/// The hands of a kept game.
#[derive(Debug, Serialize, ToSchema)]
pub(in super::super) struct SheetHandList {
    /// The version of the game they are of.
    pub(in super::super) version: i64,
    /// The hands, in the order they were played.
    pub(in super::super) hands: Vec<SheetHandBody>,
    /// The `after` of the next page, if there may be one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in super::super) next: Option<usize>,
}

/// A game as a write left it.
#[derive(Debug, Serialize, ToSchema)]
pub(in super::super) struct WrittenGame {
    /// Whether it was done before, and nothing has changed.
    pub(super) repeated: bool,
    #[serde(flatten)]
    pub(super) game: Game,
}

/// A new game, with the keys to write on it.
#[derive(Debug, Serialize, ToSchema)]
pub(in super::super) struct MadeGame {
    /// Its name.
    #[schema(example = "r17")]
    pub(super) id: String,
    /// For whoever keeps it; told here alone.
    pub(super) recorder_key: String,
    /// For whoever is answerable for it; told here alone.
    pub(super) organiser_key: String,
    /// The game.
    pub(super) game: Game,
}

/// What comparing a game with the scores on the table came to.
#[derive(Debug, Serialize, ToSchema)]
pub(in super::super) struct ReconciledBody {
    /// The scores by the hands.
    by_hands: [i32; 4],
    /// What is on the table beyond that, by seat.
    difference: [i32; 4],
    /// Single changes that would explain it.
    proposals: Vec<ProposalBody>,
}

/// A change that would explain a difference.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Proposal)]
struct ProposalBody {
    /// `swapped_winner`, `swapped_discarder`, `missing_stick`, `extra_stick`, `missing_honba` or `uncertain_hand`.
    #[schema(example = "swapped_winner")]
    kind: &'static str,
    /// The number of the hand it is about.
    hand: usize,
    /// Its id.
    id: String,
    /// What it would be; of `missing_honba` the hand that is missing before it.
    body: OtherHand,
}

/// What was done to a game.
#[derive(Debug, Serialize, ToSchema)]
pub(in super::super) struct AuditBody {
    /// Oldest first.
    pub(super) entries: Vec<AuditEntry>,
    /// The `after` of the next page, if there may be one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) next: Option<i64>,
}

/// Something that was done to a game.
#[derive(Debug, Serialize, ToSchema)]
pub(in super::super) struct AuditEntry {
    /// Its place; later ones have larger ids.
    pub(super) id: i64,
    /// When, in milliseconds since 1970.
    pub(super) at: i64,
    /// `recorder`, `organiser`, or `operator` of the server; of a game that was played here, a `player`.
    #[schema(example = "recorder")]
    pub(super) who: String,
    /// What: `did`, `before`, `after`, `reason`.
    #[schema(value_type = Object)]
    pub(super) change: Box<RawValue>,
}

impl ReconciledBody {
    pub(super) fn new(reconciled: Reconciled, hands: &[SheetHand]) -> Self {
        let Reconciled { by_hands, difference, proposals } = reconciled;
        let proposals = proposals.into_iter().map(|proposal| ProposalBody {
            kind: proposal.kind,
            hand: proposal.number,
            id: hands.get(proposal.number - 1).map(|hand| hand.id.clone()).unwrap_or_default(),
            body: proposal.form.into(),
        });
        Self { by_hands, difference, proposals: proposals.collect() }
    }
}

/// A kept game, as every game is told and with its sheet.
pub(in super::super) fn game_of(loaded: &Loaded) -> Game {
    let (sheet, folded) = (&loaded.sheet, &loaded.folded);
    let player = |(seat, name): (u8, &String)| Player {
        seat,
        kind: "human",
        name: Some(name.clone()),
        level: None,
    };
    let rules = serde_json::to_string(&sheet.rules).expect("rules can be written");
    Game {
        id: loaded.name().to_string(),
        variant: "riichi".to_owned(),
        origin: "recorded".to_owned(),
        data_quality: sheet.quality(folded).to_owned(),
        state: sheet.closed_at.map_or(GameState::Running, |_| GameState::Finished),
        room: None,
        started_at: sheet.started_at,
        ended_at: sheet.closed_at,
        players: (0..).zip(&sheet.names).map(player).collect(),
        hands: sheet.hands.len() as u32,
        scores: sheet.scores(folded).map(i64::from),
        rules: RawValue::from_string(rules).unwrap_or_default(),
        version: Some(loaded.version()),
        sheet: Some(Box::new(sheet_of(loaded))),
    }
}

fn sheet_of(loaded: &Loaded) -> SheetBody {
    let (sheet, folded) = (&loaded.sheet, &loaded.folded);
    let places = |end: rules::riichi::Final| {
        let place = |place: rules::riichi::Place| PlaceBody {
            seat: place.seat.index() as u8,
            score: place.score,
            points: place.points,
        };
        FinalBody { places: end.places.into_iter().map(place).collect() }
    };
    SheetBody {
        table: table(&folded.game.state(), loaded),
        r#final: sheet.finals(folded).map(places),
        has_uncertain: sheet.is_unsure(),
        closed_at: sheet.closed_at,
        note: sheet.note.clone(),
        correction_minutes: sheet.correction_minutes,
        start: sheet.start.clone(),
        last_hand: sheet.hands.len().checked_sub(1).map(|last| hand_of(loaded, last)),
    }
}

fn table(state: &State, loaded: &Loaded) -> TableBody {
    use rules::riichi::{Deposit, STICK};
    let declared = loaded.sheet.declared.clone();
    let mut scores = state.scores.0;
    if loaded.sheet.rules.riichi_deposit == Deposit::Upfront {
        declared.iter().for_each(|seat| scores[seat.index()] -= STICK as i32);
    }
    TableBody {
        round: state.round.to_string(),
        wind: state.round.wind().into(),
        number: state.round.number(),
        dealer: state.dealer().index() as u8,
        winds: Seat::ALL.map(|seat| state.wind(seat).into()),
        honba: state.honba,
        riichi_sticks: state.riichi_sticks + declared.len() as u16,
        declared,
        scores,
        is_over: state.ended.is_some(),
    }
}

/// The hand at this place of a sheet.
pub(in super::super) fn hand_of(loaded: &Loaded, place: usize) -> SheetHandBody {
    let SheetHand { id, form, recorded_at, edited_at, completed_at, .. } =
        &loaded.sheet.hands[place];
    SheetHandBody {
        number: place + 1,
        id: id.clone(),
        settled: loaded.folded.settled(place).map(settled),
        riichi: form.riichi.clone(),
        outcome: form.outcome.clone(),
        uncertain: form.uncertain.clone(),
        recorded_at: *recorded_at,
        edited_at: *edited_at,
        completed_at: *completed_at,
        note: form.note.clone(),
    }
}

fn settled(settled: &Settled) -> SettledBody {
    let after = settled.after.scores.0;
    SettledBody {
        round: settled.round.to_string(),
        honba: settled.honba,
        dealer: settled.round.dealer().index() as u8,
        winners: settled.winners.iter().collect(),
        deltas: settled.deltas.0,
        scores_before: std::array::from_fn(|seat| after[seat] - settled.deltas.0[seat]),
        scores_after: after,
        riichi_sticks_after: settled.after.riichi_sticks,
    }
}
