//! Leagues and the standings of their seasons, made from the rounds each time.

use std::collections::HashMap;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;

use super::Ratings;
use super::answers::Other;
use super::results::{League, LeagueName, Leagues, Season, SeasonStanding, Standings};
use crate::gateway::api::problem::{Code, Problem, ProblemBody};
use crate::gateway::api::query::At;
use crate::gateway::api::respond::json;
use crate::ratings::season::{Standing, standings};
use crate::store::ratings::{self, LeagueRow, PlayerRow, SeasonRow};

/// Lists leagues and their seasons
#[utoipa::path(
    get, path = "/api/v1/leagues", tag = "leagues",
    responses(
        (status = 200, description = "All leagues", body = Leagues),
        (status = 304, description = "Nothing has changed"),
        (status = 503, description = "The database can't be read", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub(in super::super) async fn list(
    State(ratings): State<Ratings>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let leagues = ratings.recorder.rated(|sql| ratings::leagues(sql)).await?;
    let told = |league: LeagueRow| League {
        id: league.id,
        name: league.name,
        drop_worst: league.drop_worst,
        seasons: league.seasons.into_iter().map(Season::from).collect(),
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
        (status = 503, description = "The database can't be read", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub(in super::super) async fn season(
    State(ratings): State<Ratings>,
    At(id): At<i64>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let found = ratings.recorder.rated(move |sql| {
        let Some((league, season)) = ratings::season(sql, id)? else { return Ok(None) };
        let rounds = ratings::season_rounds(sql, id)?;
        let standings = standings(&rounds, league.drop_worst);
        let players = ratings::shown(sql, id)?;
        Ok(Some(told(league, season, rounds.len(), standings, players)))
    });
    Ok(json(&headers, &found.await?.ok_or(Code::SeasonNotFound)?))
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
    let standings = standings.into_iter().filter_map(stand);
    let ranked = |(rank, (player, standing)): (u32, (Other, Standing))| SeasonStanding {
        rank,
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
        standings: (1..).zip(standings).map(ranked).collect(),
    }
}
