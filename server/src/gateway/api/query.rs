//! What can be asked for, read strictly: an unknown parameter is an error, not ignored.

use axum::extract::path::ErrorKind;
use axum::extract::rejection::PathRejection;
use axum::extract::{FromRequestParts, Path, Query};
use axum::http::request::Parts;
use protocol::ids::{NAME_CHARS_MAX, PlayerName};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use utoipa::{IntoParams, ToSchema};

use super::problem::{Code, Problem};
use crate::recorder::{GameFilter, GameName, GamePlace, Whose};
use crate::scorekeeper;
use crate::store::feature;
use crate::store::ratings::is_public_id;

/// The most games a page has, and how many it has unasked.
const PAGE_MAX: u32 = 200;
const PAGE: u32 = 50;

/// The parameters of a request.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ask<T>(pub(super) T);

impl<T: DeserializeOwned, S: Sync> FromRequestParts<S> for Ask<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Problem> {
        match Query::try_from_uri(&parts.uri) {
            Ok(Query(asked)) => Ok(Self(asked)),
            Err(refused) => {
                use std::error::Error;
                let detail = refused.source().map_or(refused.to_string(), ToString::to_string);
                Err(Problem::because(Code::BadQuery, detail))
            }
        }
    }
}

/// What a request names by its path.
#[derive(Clone, Copy, Debug)]
pub(super) struct At<T>(pub(super) T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for At<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        match Path::from_request_parts(parts, state).await {
            Ok(Path(named)) => Ok(Self(named)),
            Err(refused) => Err(Problem::because(Code::BadQuery, not_named(&refused))),
        }
    }
}

/// What is wrong with a path. All that is read from one but text are numbers and words of ours.
fn not_named(refused: &PathRejection) -> String {
    let PathRejection::FailedToDeserializePathParams(failed) = refused else {
        return "the path names nothing".to_owned();
    };
    match failed.kind() {
        ErrorKind::ParseErrorAtKey { value, .. }
        | ErrorKind::ParseErrorAtIndex { value, .. }
        | ErrorKind::ParseError { value, .. } => format!("{value:?} is not a number"),
        ErrorKind::Message(unknown) | ErrorKind::DeserializeError { message: unknown, .. } => {
            unknown.clone()
        }
        _ => "the path is not text".to_owned(),
    }
}

/// Reads the name of a game from the path.
pub(super) fn game_name(text: &str) -> Result<GameName, Problem> {
    text.parse().map_err(|_| Code::BadGameId.into())
}

/// What happened in a game; with a player, what happened to them. Three Golds and Robbing the Gold are found as
/// `self_draw` too, as they count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum OutcomeFilter {
    /// A hand was won.
    Won,
    /// A hand was won by self-draw, or in a way that counts as one.
    SelfDraw,
    /// A hand was won on a discard.
    Discard,
    /// Somebody discarded the tile a hand was won on.
    DealtIn,
    /// A wall ran out.
    Drawn,
    /// A hand was broken off.
    Aborted,
    /// Somebody committed chombo, in riichi.
    Chombo,
    /// The same as `discard`, as riichi hands say it.
    Ron,
    /// The same as `self_draw`.
    Tsumo,
    /// The same as `drawn`: nagashi mangan too.
    ExhaustiveDraw,
    /// The same as `aborted`: a hand without contest too.
    AbortiveDraw,
}

impl OutcomeFilter {
    const fn feature(self) -> &'static str {
        match self {
            Self::Won => feature::WON,
            Self::SelfDraw | Self::Tsumo => feature::SELF_DRAW,
            Self::Discard | Self::Ron => "discard",
            Self::DealtIn => feature::DEALT_IN,
            Self::Drawn | Self::ExhaustiveDraw => feature::DRAWN,
            Self::Aborted | Self::AbortiveDraw => feature::ABORTED,
            Self::Chombo => scorekeeper::CHOMBO,
        }
    }
}

/// A rare win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum RareWin {
    /// All three Golds in one hand.
    ThreeGolds,
    /// The flipped Gold was robbed.
    RobbedGold,
    /// A kong was robbed.
    RobbedKong,
    /// A pair of two Golds.
    GoldenPair,
    /// Neither bonus tile nor kong.
    NoBonusNoKong,
    /// One suit alone.
    AllOneSuit,
    /// A yakuman, in riichi, that was written down by name.
    Yakuman,
}

impl RareWin {
    const fn feature(self) -> &'static str {
        match self {
            Self::ThreeGolds => "three_golds",
            Self::RobbedGold => "robbed_gold",
            Self::RobbedKong => "robbed_kong",
            Self::GoldenPair => "golden_pair",
            Self::NoBonusNoKong => "no_bonus_no_kong",
            Self::AllOneSuit => "all_one_suit",
            Self::Yakuman => scorekeeper::YAKUMAN,
        }
    }
}

/// Which game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum VariantFilter {
    /// Sixteen tiles and three Golds.
    Fujian,
    /// Kept by people at a real table.
    Riichi,
}

impl VariantFilter {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Fujian => "fujian",
            Self::Riichi => "riichi",
        }
    }
}

/// Where a game comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum OriginFilter {
    /// Played here.
    Online,
    /// Recorded by people.
    Recorded,
}

impl OriginFilter {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Online => "online",
            Self::Recorded => "recorded",
        }
    }
}

/// How much is known of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum QualityFilter {
    /// The scores at its end.
    FinalOnly,
    /// Some of its hands.
    Partial,
    /// Every hand.
    Complete,
}

impl QualityFilter {
    const fn name(self) -> &'static str {
        match self {
            Self::FinalOnly => "final_only",
            Self::Partial => "partial",
            Self::Complete => "complete",
        }
    }
}

/// Which games are asked for.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct GamesQuery {
    /// A person who played in it, by the name they used or by the public id of their profile; `outcome` and `rare` are
    /// then about them.
    #[param(min_length = 1, max_length = 24, example = "Ana")]
    player: Option<String>,
    /// What happened in one of its hands.
    #[param(inline)]
    outcome: Option<OutcomeFilter>,
    /// A rare win in one of its hands.
    #[param(inline)]
    rare: Option<RareWin>,
    /// Which game was played.
    #[param(inline)]
    variant: Option<VariantFilter>,
    /// Where it comes from.
    #[param(inline)]
    origin: Option<OriginFilter>,
    /// How much of it is known.
    #[param(inline)]
    data_quality: Option<QualityFilter>,
    /// Begun at this time or later, in milliseconds since 1970.
    since: Option<i64>,
    /// Begun before this time, in milliseconds since 1970.
    until: Option<i64>,
    /// Where the page before ended: its `next`.
    #[param(pattern = "^-?[0-9]{1,15}[.][0-9]{1,18}$")]
    cursor: Option<String>,
    /// How many games at most.
    #[param(minimum = 1, maximum = 200, default = 50)]
    limit: Option<u32>,
}

impl GamesQuery {
    /// What to look for.
    pub(super) fn filter(&self) -> Result<GameFilter, Problem> {
        let (outcome, rare) =
            (self.outcome.map(OutcomeFilter::feature), self.rare.map(RareWin::feature));
        let (happened, also) = match self.leads_by_outcome() {
            true => (outcome, rare),
            false => (rare.or(outcome), rare.and(outcome)),
        };
        Ok(GameFilter {
            player: self.player.as_deref().map(whose).transpose()?,
            happened: happened.map(str::to_owned),
            also: also.map(str::to_owned),
            variant: self.variant.map(|variant| variant.name().to_owned()),
            origin: self.origin.map(|origin| origin.name().to_owned()),
            quality: self.data_quality.map(|quality| quality.name().to_owned()),
            since: self.since,
            until: self.until,
        })
    }

    /// What is rarer leads the search: every game it finds is looked up for the other. Hands that were broken off are
    /// rarer than any win but a yakuman.
    fn leads_by_outcome(&self) -> bool {
        let broken_off = [feature::ABORTED, scorekeeper::CHOMBO];
        let is_broken_off =
            self.outcome.is_some_and(|outcome| broken_off.contains(&outcome.feature()));
        is_broken_off && self.rare != Some(RareWin::Yakuman)
    }

    /// Where to go on.
    pub(super) fn after(&self) -> Result<Option<GamePlace>, Problem> {
        self.cursor.as_deref().map(read_cursor).transpose()
    }

    /// How many games a page has.
    pub(super) fn page(&self) -> Result<u32, Problem> {
        Ok(self.limit()?.unwrap_or(PAGE))
    }

    /// How many games are wanted at most, if it was said.
    pub(super) fn limit(&self) -> Result<Option<u32>, Problem> {
        match self.limit {
            None | Some(1..=PAGE_MAX) => Ok(self.limit),
            Some(_) => {
                let detail = format!("limit must be 1 to {PAGE_MAX}");
                Err(Problem::because(Code::BadQuery, detail))
            }
        }
    }
}

/// Who is meant: what has the form of a public id is one, anything else is a name.
pub(super) fn whose(text: &str) -> Result<Whose, Problem> {
    match is_public_id(text) {
        true => Ok(Whose::Profile(text.to_owned())),
        false => player_name(text).map(Whose::Name),
    }
}

/// A name as it is stored.
pub(super) fn player_name(text: &str) -> Result<String, Problem> {
    stored_name(text).map_err(|detail| Problem::because(Code::BadQuery, detail))
}

/// A name as it is stored, or why it is none; nothing longer than a name is cleaned down to one.
pub(super) fn stored_name(text: &str) -> Result<String, String> {
    if text.chars().count() > NAME_CHARS_MAX {
        return Err(format!("a name has 1 to {NAME_CHARS_MAX} characters"));
    }
    let name = text.parse::<PlayerName>().map_err(|error| error.to_string())?;
    Ok(name.as_str().to_owned())
}

/// A place as text; nobody but this server needs to read it.
pub(super) fn write_cursor(place: GamePlace) -> String {
    format!("{}.{}", place.started_at, place.row)
}

fn read_cursor(text: &str) -> Result<GamePlace, Problem> {
    let read = || {
        let (started_at, row) = text.split_once('.')?;
        Some(GamePlace { started_at: started_at.parse().ok()?, row: row.parse().ok()? })
    };
    read().ok_or_else(|| Code::BadCursor.into())
}

#[cfg(test)]
mod tests {
    use axum::extract::Query;

    use super::*;

    /// Led by what is in nearly every game, a search for what there is none of goes through all of them.
    #[test]
    fn the_rarer_of_two_conditions_leads_the_search() {
        for (asked, leads, follows) in [
            ("rare=no_bonus_no_kong&outcome=aborted", "aborted", Some("no_bonus_no_kong")),
            ("rare=three_golds&outcome=chombo", "chombo", Some("three_golds")),
            ("rare=yakuman&outcome=aborted", "yakuman", Some("aborted")),
            ("rare=three_golds&outcome=self_draw", "three_golds", Some("self_draw")),
            ("rare=three_golds&outcome=abortive_draw", "aborted", Some("three_golds")),
            ("outcome=aborted", "aborted", None),
            ("outcome=abortive_draw", "aborted", None),
            ("outcome=exhaustive_draw", "drawn", None),
            ("outcome=ron", "discard", None),
            ("outcome=tsumo", "self_draw", None),
            ("rare=three_golds", "three_golds", None),
        ] {
            let uri = format!("/api/games?{asked}").parse().unwrap();
            let Query(query) = Query::<GamesQuery>::try_from_uri(&uri).unwrap();

            let filter = query.filter().unwrap();

            let found = (filter.happened.as_deref(), filter.also.as_deref());
            assert_eq!(found, (Some(leads), follows), "{asked}");
        }
    }
}
