//! What is known of a player, each figure with how much it rests on.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::peers;
use super::problem::{Code, Problem, ProblemBody};
use super::query::{Ask, At, OriginFilter, VariantFilter, whose};
use super::ratings::writes::{RatingRefused, told};
use super::ratings::{Ratings, bearer};
use super::respond::json;
use crate::recorder::{TallyRow, Whose};
use crate::scorekeeper;
use crate::store::feature;

/// Which games count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, IntoParams)]
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

impl StatsQuery {
    fn is_about(self, row: &TallyRow) -> bool {
        self.variant.is_none_or(|variant| variant.name() == row.variant)
            && self.origin.is_none_or(|origin| origin.name() == row.origin)
    }
}

/// How many figures can be compared.
pub(super) const FIGURES: usize = 7;

/// A figure, and how much it rests on.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
pub(super) struct Figure {
    /// The figure; nothing where there is nothing it could rest on.
    pub(super) value: Option<f64>,
    /// How many hands, wins or games it is taken from.
    pub(super) sample: u64,
    /// Of a hundred peers, how many have a smaller one; nothing for a name, on a small sample or among few.
    #[schema(maximum = 100, example = 62)]
    pub(super) percentile: Option<u64>,
    /// How many others it can be compared with: profiles that may be seen, with a large enough sample.
    pub(super) peers: u64,
}

impl Figure {
    fn new(sum: f64, sample: u64) -> Self {
        let value = (sample > 0).then(|| sum / sample as f64);
        Self { value, sample, percentile: None, peers: 0 }
    }
}

/// What is known of a player.
///
/// A name is not an account: everybody who plays under it counts. A profile is: only its own hands do. Hands a bot played in somebody's place
/// count for nobody, and hands that were broken off for none.
#[derive(Debug, PartialEq, Serialize, ToSchema)]
pub(super) struct Stats {
    /// The public id or the name that was asked for.
    #[schema(example = "Ana")]
    pub(super) player: String,
    /// Hands played.
    hands: u64,
    /// Games played to their end.
    games: u64,
    /// Wins among the hands.
    win_rate: Figure,
    /// Wins by self-draw among the wins. Three Golds and Robbing the Gold count as self-draw.
    self_draw_rate: Figure,
    /// Hands lost by throwing the winning tile, or by a kong that was robbed of it, among the hands.
    deal_in_rate: Figure,
    /// The worth of a win; nothing where wins of several games are in it, whose points are no measure of each other.
    mean_winning_points: Figure,
    /// Three Golds among the hands in which there is a Gold.
    three_golds_rate: Figure,
    /// How often it was Three Golds.
    three_golds: u64,
    /// The place at the end of a game; those with the same score share theirs, but in riichi the seat nearer to the first
    /// East comes first.
    mean_place: Figure,
    /// Riichi declared, among the hands of riichi.
    riichi_rate: Figure,
    /// How often the place at the end of a riichi game was the first, second, third and fourth.
    #[schema(min_items = 4, max_items = 4)]
    places: [u64; 4],
    /// Games of which only the end is known: their hands are in no figure.
    games_without_hands: u64,
    /// Games of which not all is known: those of their hands that are not are in no figure.
    games_partial: u64,
}

impl Stats {
    pub(super) fn of(player: String, asked: StatsQuery, tallies: &[TallyRow]) -> Self {
        let asked_for = || tallies.iter().filter(|row| asked.is_about(row));
        let total = |what: &str| {
            let rows = asked_for().filter(|row| row.what == what);
            rows.fold((0, 0), |(count, sum), row| (count + row.count, sum + row.sum))
        };
        let won = || asked_for().filter(|row| row.what == feature::WON && row.count > 0);
        let is_one_game = won().zip(won().skip(1)).all(|(one, next)| one.variant == next.variant);
        let (hands, _) = total(feature::HAND);
        let (wins, points) = total(feature::WON);
        let (self_draws, _) = total(feature::SELF_DRAW);
        let (dealt_in, _) = total(feature::DEALT_IN);
        let (three_golds, _) = total("three_golds");
        let (games, doubled_places) = total(feature::PLACE);
        let (riichi, _) = total(scorekeeper::RIICHI);
        let of_riichi = asked_for().filter(|row| row.variant == "riichi");
        let riichi_hands: u64 =
            of_riichi.filter(|row| row.what == feature::HAND).map(|row| row.count).sum();
        Self {
            player,
            hands,
            games,
            win_rate: Figure::new(wins as f64, hands),
            self_draw_rate: Figure::new(self_draws as f64, wins),
            deal_in_rate: Figure::new(dealt_in as f64, hands),
            mean_winning_points: match is_one_game {
                true => Figure::new(points as f64, wins),
                false => Figure { value: None, ..Figure::new(0.0, wins) },
            },
            three_golds_rate: Figure::new(three_golds as f64, hands - riichi_hands),
            three_golds,
            mean_place: Figure::new(doubled_places as f64 / 2.0, games),
            riichi_rate: Figure::new(riichi as f64, riichi_hands),
            places: scorekeeper::PLACES.map(|place| total(place).0),
            games_without_hands: total(scorekeeper::WITHOUT_HANDS).0,
            games_partial: asked_for()
                .filter(|row| row.what == feature::PLACE && row.quality == "partial")
                .map(|row| row.count)
                .sum(),
        }
    }

    /// As somebody else is compared with: points of whichever game that is are no measure.
    pub(super) fn compared(mut self, asked: StatsQuery) -> Self {
        if asked.variant.is_none() {
            self.mean_winning_points.value = None;
        }
        self
    }

    /// Every figure that can be compared.
    pub(super) fn figures(&mut self) -> [&mut Figure; FIGURES] {
        [
            &mut self.win_rate,
            &mut self.self_draw_rate,
            &mut self.deal_in_rate,
            &mut self.mean_winning_points,
            &mut self.three_golds_rate,
            &mut self.mean_place,
            &mut self.riichi_rate,
        ]
    }
}

/// Shows what is known of a player
///
/// By a public id the hands of that profile alone, each figure beside those of others. By a name everybody's who used
/// it; of one nobody has seen nothing is known: every sample is 0. Games of private rooms count too.
#[utoipa::path(
    get, path = "/api/players/{id}/stats", tag = "players",
    params(
        (
            "id" = String, Path, description = "The public id of a profile, or a name",
            min_length = 1, max_length = 24, example = "Ana"
        ),
        StatsQuery,
    ),
    responses(
        (status = 200, description = "The figures", body = Stats),
        (status = 304, description = "Nothing has changed"),
        (status = 400, description = "Not a name, or a parameter is wrong", body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, description = "No such profile", body = ProblemBody, content_type = "application/problem+json"),
        (status = 500, description = "What is stored for this can't be read", body = ProblemBody, content_type = "application/problem+json"),
        (status = 503, description = "The database can't be read", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub(super) async fn stats(
    State(ratings): State<Ratings>,
    At(id): At<String>,
    Ask(asked): Ask<StatsQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    Ok(json(&headers, &figures(&ratings, whose(&id)?, asked).await?))
}

/// Shows what is known of one's own profile, hidden or not
#[utoipa::path(
    get, path = "/api/v1/profile/stats", tag = "profiles", params(StatsQuery), security(("key" = [])),
    responses((status = 200, description = "The figures", body = Stats), RatingRefused)
)]
pub(super) async fn own_stats(
    State(ratings): State<Ratings>,
    Ask(asked): Ask<StatsQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let own = bearer::own(&ratings.recorder, &headers).await?;
    Ok(told(StatusCode::OK, &figures(&ratings, own, asked).await?))
}

async fn figures(ratings: &Ratings, whose: Whose, asked: StatsQuery) -> Result<Stats, Problem> {
    let tallies = ratings.recorder.tallies(whose.clone()).await?.ok_or(Code::PlayerNotFound)?;
    Ok(match whose {
        Whose::Name(name) => Stats::of(name, asked, &tallies),
        Whose::Profile(id) | Whose::Own(id) => {
            let peers = peers::known(ratings, asked).await?;
            peers.beside(Stats::of(id, asked, &tallies))
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_of_different_games_have_no_mean() {
        let won = |variant: &str, origin: &str, sum| TallyRow {
            variant: variant.to_owned(),
            origin: origin.to_owned(),
            quality: "complete".to_owned(),
            what: feature::WON.to_owned(),
            count: 2,
            sum,
        };
        let tallies = [won("fujian", "online", 20), won("riichi", "recorded", 16_000)];
        let asked = |variant| StatsQuery { variant, origin: None };
        let of =
            |variant, tallies: &[TallyRow]| Stats::of("Ana".to_owned(), asked(variant), tallies);
        let points = |variant| of(variant, &tallies).mean_winning_points;
        // Who has won in one game alone is compared with those who have won in another.
        let compared = |variant| {
            let stats = of(variant, &tallies[..1]).compared(asked(variant));
            stats.mean_winning_points.value
        };

        assert_eq!(points(Some(VariantFilter::Fujian)), Figure::new(20.0, 2));
        assert_eq!(points(Some(VariantFilter::Riichi)), Figure::new(16_000.0, 2));
        assert_eq!((points(None).value, points(None).sample), (None, 4));
        assert_eq!((compared(Some(VariantFilter::Fujian)), compared(None)), (Some(10.0), None));
    }
}
