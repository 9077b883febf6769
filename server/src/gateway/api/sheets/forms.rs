//! What is sent to make a game and to write on it.

use rules::riichi::Options;
use rules::seat::Seat;
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::super::problem::{Code, Problem};
use super::super::riichi_rules::RulesSchema;
use crate::scorekeeper::{
    Closing, Digest, HandForm, OutcomeForm, StartForm, UncertainForm, check_names, each_once,
};

/// A game that people keep, in the address; for the document alone, as what reads it is [`super::writing::Writing`].
#[derive(IntoParams)]
#[into_params(parameter_in = Path)]
#[expect(dead_code, reason = "it describes what is read elsewhere")]
pub(super) struct KeptGame {
    /// The game
    #[param(example = "r17", pattern = "^r[1-9][0-9]{0,17}$")]
    id: String,
}

/// What whoever writes has seen; for the document alone.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
#[expect(dead_code, reason = "it describes what is read elsewhere")]
pub(super) struct SeenVersion {
    /// The version that was seen, in quotes
    #[param(rename = "if-match", example = "\"7\"", pattern = "^\"[1-9][0-9]{0,17}\"$")]
    if_match: String,
}

/// How something is written.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(in super::super) struct WriteQuery {
    /// Only says what would become of it, and writes nothing.
    pub(super) dry_run: Option<bool>,
    /// Why; after closing it must be said.
    #[param(max_length = 500)]
    pub(super) reason: Option<String>,
}

/// A game to be kept.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct NewGame {
    /// Four different names, by seat; the first is East at the beginning.
    #[schema(min_items = 4, max_items = 4, example = json!(["Koki", "Josh", "Mikey", "Jo"]))]
    pub(super) players: Vec<String>,
    /// What is played by; what is left out is as usual.
    #[serde(default)]
    #[schema(value_type = RulesSchema)]
    pub(super) rules: Options,
    /// Made up by whoever sends it and told to nobody: sent again it is the same game.
    #[schema(min_length = 16, max_length = 64, pattern = "^[A-Za-z0-9_-]{16,64}$")]
    pub(super) secret: Option<String>,
    /// Where the recording begins, if not at the beginning.
    pub(super) start: Option<StartForm>,
    /// The scores at the end, where nothing else is known.
    #[schema(min_items = 4, max_items = 4)]
    pub(super) final_scores: Option<[i32; 4]>,
    /// When it began, in milliseconds since 1970, at most a day from now; now, if it is not said.
    #[schema(minimum = 0, maximum = 4102444800000_i64)]
    pub(super) started_at: Option<i64>,
    /// How many minutes the recorder may correct a hand; without end if it is not said.
    #[schema(maximum = 10000)]
    pub(super) correction_minutes: Option<u32>,
    /// Words about the game.
    #[serde(default)]
    #[schema(max_length = 500)]
    pub(super) note: String,
}

/// A hand that is over.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct NewHand {
    /// Made up by whoever sends it: sent again it changes nothing.
    #[schema(min_length = 1, max_length = 64, pattern = "^[A-Za-z0-9_-]{1,64}$", example = "b3c1")]
    pub(super) id: String,
    /// The id of the hand it is put before; after all others, if it is not said.
    #[schema(max_length = 64, example = "b3c2")]
    pub(super) before: Option<String>,
    /// Who declared riichi; those who had before, if it is not said.
    #[serde(default, deserialize_with = "each_once_if_any")]
    #[schema(value_type = Option<Vec<u8>>, max_items = 4)]
    pub(super) riichi: Option<Vec<Seat>>,
    /// How it ended.
    pub(super) outcome: Option<OutcomeForm>,
    /// What is known of it, in the place of `outcome`.
    pub(super) uncertain: Option<UncertainForm>,
    /// Words about it.
    #[serde(default)]
    #[schema(max_length = 500)]
    pub(super) note: String,
}

/// A hand as it was sent; what was left out is left out.
#[derive(Serialize)]
struct SentHand<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    riichi: Option<&'a [Seat]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<&'a OutcomeForm>,
    #[serde(skip_serializing_if = "Option::is_none")]
    uncertain: Option<&'a UncertainForm>,
    #[serde(skip_serializing_if = "str::is_empty")]
    note: &'a str,
}

impl NewHand {
    /// What it is known by when it is sent again.
    pub(super) fn digest(&self) -> Digest {
        Digest::of(&SentHand {
            riichi: self.riichi.as_deref(),
            outcome: self.outcome.as_ref(),
            uncertain: self.uncertain.as_ref(),
            note: &self.note,
        })
    }
}

/// What a hand is to be instead.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct OtherHand {
    /// Who declared riichi.
    #[serde(default, deserialize_with = "each_once")]
    #[schema(value_type = Vec<u8>, max_items = 4)]
    pub(super) riichi: Vec<Seat>,
    /// How it ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) outcome: Option<OutcomeForm>,
    /// What is known of it, in the place of `outcome`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) uncertain: Option<UncertainForm>,
    /// Words about it.
    #[serde(default)]
    #[schema(max_length = 500)]
    pub(super) note: String,
}

impl From<OtherHand> for HandForm {
    fn from(hand: OtherHand) -> Self {
        let OtherHand { riichi, outcome, uncertain, note } = hand;
        Self { riichi, outcome, uncertain, note }
    }
}

impl From<HandForm> for OtherHand {
    fn from(form: HandForm) -> Self {
        let HandForm { riichi, outcome, uncertain, note } = form;
        Self { riichi, outcome, uncertain, note }
    }
}

/// Somebody declares riichi, or takes it back.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct RiichiForm {
    /// Who.
    #[schema(value_type = u8, maximum = 3)]
    pub(super) seat: Seat,
    /// Whether it is declared.
    pub(super) declared: bool,
}

/// Notes of some hands.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct NotesForm {
    /// Made up by the client: letters, digits, `-`, `_`. The same notes under it are taken over once.
    #[schema(min_length = 1, max_length = 48, pattern = "^[A-Za-z0-9_-]+$", example = "b3c1")]
    pub(super) id: Option<String>,
    /// One hand a line.
    #[schema(max_length = 60000, example = "e1 josh riichi, jo ron mikey 8000")]
    pub(super) text: String,
}

/// How a game is closed.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub(in super::super) struct CloseForm {
    /// The scores at the end, typed in.
    #[schema(min_items = 4, max_items = 4)]
    final_scores: Option<[i32; 4]>,
    /// It ends before it is over by its hands.
    early: bool,
    /// The scores may be others than those of the hands.
    accept_difference: bool,
}

impl From<CloseForm> for Closing {
    fn from(form: CloseForm) -> Self {
        Self {
            final_scores: form.final_scores,
            is_early: form.early,
            accepts_difference: form.accept_difference,
        }
    }
}

/// What is to be changed about a game.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct AmendForm {
    /// Four different names, by seat.
    #[schema(min_items = 4, max_items = 4)]
    pub(super) players: Option<Vec<String>>,
    /// What is played by; what is left out is as usual.
    #[schema(value_type = Option<RulesSchema>)]
    pub(super) rules: Option<Options>,
    /// Words about the game.
    #[schema(max_length = 500)]
    pub(super) note: Option<String>,
}

/// The scores on the table, to be compared.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct ReconcileForm {
    /// By seat, sticks given to the first place.
    #[schema(min_items = 4, max_items = 4)]
    pub(super) final_scores: [i32; 4],
}

/// Seats as the set they are, where some are named at all.
fn each_once_if_any<'de, D: Deserializer<'de>>(named: D) -> Result<Option<Vec<Seat>>, D::Error> {
    #[derive(Deserialize)]
    struct Named(#[serde(deserialize_with = "each_once")] Vec<Seat>);
    Ok(Option::<Named>::deserialize(named)?.map(|Named(seats)| seats))
}

/// Four names as they are stored.
pub(super) fn names(players: &[String]) -> Result<[String; 4], Problem> {
    let refused = |detail: &str| Problem::because(Code::BadPlayers, detail);
    let mut names = [const { String::new() }; 4];
    if players.len() != names.len() {
        return Err(refused("there are four players"));
    }
    for (name, given) in names.iter_mut().zip(players) {
        let read = given.parse::<protocol::ids::PlayerName>();
        *name = read.map_err(|error| refused(&error.to_string()))?.as_str().to_owned();
    }
    check_names(&names)?;
    Ok(names)
}
