//! Leagues and the standings of their seasons, made from the rounds when something has changed.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;

use super::Ratings;
use super::answers::Other;
use super::results::{
    AdmittedSource, League, LeagueName, Leagues, Season, SeasonStanding, Standings,
};
use crate::gateway::api::problem::{Code, Problem, ProblemBody};
use crate::gateway::api::query::At;
use crate::gateway::api::respond::json;
use crate::ratings::season::{Standing, standings};
use crate::store::ratings::{self, LeagueRow, LeagueSource, PlayerRow, SeasonRow};

/// Lists leagues and their seasons
#[utoipa::path(
    get, path = "/api/v1/leagues", tag = "leagues",
    responses(
        (status = 200, description = "All leagues", body = Leagues),
        (status = 304, description = "Nothing has changed"),
        (status = 500, description = "What is stored for this can't be read", body = ProblemBody, content_type = "application/problem+json"),
        (status = 503, description = "The database can't be read", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub(in super::super) async fn list(
    State(ratings): State<Ratings>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let leagues = ratings.recorder.rated(|sql| ratings::leagues(sql)).await?;
    let source = |LeagueSource { id, name }| AdmittedSource { id, name };
    let told = |league: LeagueRow| League {
        id: league.id,
        name: league.name,
        drop_worst: league.drop_worst,
        seasons: league.seasons.into_iter().map(Season::from).collect(),
        sources: league.sources.into_iter().map(source).collect(),
    };
    Ok(json(&headers, &Leagues { leagues: leagues.into_iter().map(told).collect() }))
}

/// Shows the standings of a season
///
/// Skill by OpenSkill, shown as mu - 2 sigma, without everybody's worst rounds. Who does not want to be seen is left out.
#[utoipa::path(
    get, path = "/api/v1/seasons/{id}", tag = "leagues",
    params(("id" = i64, Path, description = "The season", example = 1)),
    responses(
        (status = 200, description = "The best first", body = Standings),
        (status = 304, description = "Nothing has changed"),
        (status = 400, description = "Not a number", body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, description = "No such season", body = ProblemBody, content_type = "application/problem+json"),
        (status = 500, description = "What is stored for this can't be read", body = ProblemBody, content_type = "application/problem+json"),
        (status = 503, description = "The database can't be read", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub(in super::super) async fn season(
    State(ratings): State<Ratings>,
    At(id): At<i64>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    Ok(json(&headers, &*known(&ratings, id).await?))
}

/// How a season stands now, as it was made before if nothing has changed since.
async fn known(ratings: &Ratings, id: i64) -> Result<Arc<Standings>, Problem> {
    let kept = ratings.seasons.clone();
    let known = ratings.recorder.rated(move |sql| Ok(kept.known(&ratings::season_state(sql, id)?)));
    if let Some(known) = known.await? {
        return Ok(known);
    }
    let _making = ratings.making_seasons.lock().await;
    let (begun, kept) = (ratings.seasons.begin(), ratings.seasons.clone());
    let made = ratings.recorder.rated(move |sql| {
        let state = ratings::season_state(sql, id)?;
        if let Some(known) = kept.known(&state) {
            return Ok(Some(known));
        }
        let Some((league, season)) = ratings::season(sql, id)? else { return Ok(None) };
        let rounds = ratings::season_rounds(sql, id)?;
        let standings = standings(&rounds, league.drop_worst);
        let players = ratings::shown(sql, id)?;
        let made = Arc::new(told(league, season, rounds.len(), standings, players));
        kept.keep(begun, state, Arc::clone(&made));
        Ok(Some(made))
    });
    made.await?.ok_or_else(|| Code::SeasonNotFound.into())
}

fn told(
    league: LeagueRow,
    season: SeasonRow,
    rounds: usize,
    standings: Vec<Standing>,
    players: Vec<PlayerRow>,
) -> Standings {
    let mut shown: HashMap<i64, PlayerRow> =
        players.into_iter().map(|player| (player.id, player)).collect();
    let stand = |standing: Standing| {
        let player = shown.remove(&standing.player)?;
        let player = Other { id: player.code?, name: player.name };
        Some((player, standing))
    };
    let standings: Vec<_> = standings.into_iter().filter_map(stand).collect();
    let all: Vec<f64> = standings.iter().map(|(_, standing)| standing.skill.shown()).collect();
    let ranked = |(player, standing): (Other, Standing)| SeasonStanding {
        // The best come first: who stands the same shares a rank.
        rank: 1 + all.partition_point(|shown| *shown > standing.skill.shown()) as u32,
        player,
        shown: standing.skill.shown(),
        mu: standing.skill.mu,
        sigma: standing.skill.sigma,
        rounds: standing.rounds,
        dropped: standing.dropped,
    };
    Standings {
        league: LeagueName { id: league.id, name: league.name },
        season: season.into(),
        drop_worst: league.drop_worst,
        rounds,
        standings: standings.into_iter().map(ranked).collect(),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::timeout;

    use super::*;
    use crate::recorder::{Recorder, RecorderOptions};
    use crate::store::fresh::Fresh;

    #[tokio::test(start_paused = true)]
    async fn standings_are_made_one_at_a_time() {
        let fresh = Fresh::new();
        let database: crate::store::Database = fresh.url.parse().unwrap();
        let (recorder, _) = Recorder::open(&database, RecorderOptions::default()).unwrap();
        let added = recorder.rate(|sql| {
            let league = ratings::add_league(sql, "Tuesdays", 0, 1)?.unwrap();
            ratings::add_season(sql, league, "Autumn", 2)
        });
        let season = added.await.unwrap().unwrap();
        let ratings = Ratings::new(recorder, Arc::new(|_| Box::pin(async {})));

        let making = ratings.making_seasons.lock().await;
        let waited = timeout(Duration::from_secs(1), known(&ratings, season)).await;
        drop(making);
        let made = known(&ratings, season).await.unwrap();

        assert!(waited.is_err(), "somebody is at it");
        let _making = ratings.making_seasons.lock().await;
        assert!(Arc::ptr_eq(&made, &known(&ratings, season).await.unwrap()), "nobody waits for it");
    }
}
