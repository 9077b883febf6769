//! What is known of a player, each figure with how much it rests on.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::problem::{Problem, ProblemBody};
use super::query::{Ask, At, OriginFilter, VariantFilter, player_name};
use super::respond::json;
use crate::recorder::{Recorder, TallyRow};
use crate::scorekeeper;
use crate::store::feature;

/// Which games count.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct StatsQuery {
    /// Only games of this kind.
    #[param(inline)]
    variant: Option<VariantFilter>,
    /// Only games that come from there.
    #[param(inline)]
    origin: Option<OriginFilter>,
}

/// A figure, and how much it rests on.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
pub(super) struct Figure {
    /// The figure; nothing where there is nothing it could rest on.
    value: Option<f64>,
    /// How many hands, wins or games it is taken from.
    sample: u64,
}

impl Figure {
    fn new(sum: f64, sample: u64) -> Self {
        Self { value: (sample > 0).then(|| sum / sample as f64), sample }
    }
}

/// What is known of a player.
///
/// A name is not an account: everybody who plays under it counts. Hands a bot played in somebody's place
/// count for nobody, and hands that were broken off for none.
#[derive(Debug, PartialEq, Serialize, ToSchema)]
pub(super) struct Stats {
    /// The name.
    #[schema(example = "Ana")]
    player: String,
    /// Hands played.
    hands: u64,
    /// Games played to their end.
    games: u64,
    /// Wins among the hands.
    win_rate: Figure,
    /// Wins on a drawn tile among the wins.
    self_draw_rate: Figure,
    /// Hands lost by throwing the winning tile, among the hands.
    deal_in_rate: Figure,
    /// The worth of a win.
    mean_winning_points: Figure,
    /// Three Golds among the hands.
    three_golds_rate: Figure,
    /// How often it was Three Golds.
    three_golds: u64,
    /// The place at the end of a game; those with the same score share theirs.
    mean_place: Figure,
    /// Riichi declared, among the hands of riichi.
    riichi_rate: Figure,
    /// How often the place at the end of a riichi game was the first, second, third and fourth.
    #[schema(min_items = 4, max_items = 4)]
    places: [u64; 4],
    /// Games of which only the end is known: their hands are in no figure.
    games_without_hands: u64,
}

impl Stats {
    fn of(player: String, tallies: &[TallyRow]) -> Self {
        let total = |what: &str| {
            let rows = tallies.iter().filter(|row| row.what == what);
            rows.fold((0, 0), |(count, sum), row| (count + row.count, sum + row.sum))
        };
        let (hands, _) = total(feature::HAND);
        let (wins, points) = total(feature::WON);
        let (self_draws, _) = total("self_draw");
        let (dealt_in, _) = total(feature::DEALT_IN);
        let (three_golds, _) = total("three_golds");
        let (games, doubled_places) = total(feature::PLACE);
        let (riichi, _) = total(scorekeeper::RIICHI);
        let of_riichi = tallies.iter().filter(|row| row.variant == "riichi");
        let riichi_hands =
            of_riichi.filter(|row| row.what == feature::HAND).map(|row| row.count).sum();
        Self {
            player,
            hands,
            games,
            win_rate: Figure::new(wins as f64, hands),
            self_draw_rate: Figure::new(self_draws as f64, wins),
            deal_in_rate: Figure::new(dealt_in as f64, hands),
            mean_winning_points: Figure::new(points as f64, wins),
            three_golds_rate: Figure::new(three_golds as f64, hands),
            three_golds,
            mean_place: Figure::new(doubled_places as f64 / 2.0, games),
            riichi_rate: Figure::new(riichi as f64, riichi_hands),
            places: scorekeeper::PLACES.map(|place| total(place).0),
            games_without_hands: total(scorekeeper::WITHOUT_HANDS).0,
        }
    }
}

/// Shows what is known of a player
///
/// Games of private rooms count too. Of somebody nobody has seen nothing is known: every sample is 0.
#[utoipa::path(
    get, path = "/api/players/{name}/stats", tag = "players",
    params(("name" = String, Path, description = "The name they used", example = "Ana"), StatsQuery),
    responses(
        (status = 200, description = "The figures", body = Stats),
        (status = 304, description = "Nothing has changed"),
        (status = 400, description = "Not a name, or a parameter is wrong", body = ProblemBody, content_type = "application/problem+json"),
        (status = 503, description = "The database can't be read", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub(super) async fn stats(
    State(recorder): State<Recorder>,
    At(name): At<String>,
    Ask(asked): Ask<StatsQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let player = player_name(&name)?;
    let mut tallies = recorder.tallies(player.clone()).await?;
    tallies.retain(|row| {
        asked.variant.is_none_or(|variant| variant.name() == row.variant)
            && asked.origin.is_none_or(|origin| origin.name() == row.origin)
    });
    Ok(json(&headers, &Stats::of(player, &tallies)))
}
