//! What the operator does to ratings over HTTP, behind the operator's token.

use axum::Json;
use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post, put};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::answers::Player;
use super::forms::{Naming, RoundForm, read_rounds};
use super::reads::public_id;
use super::writes::{line, refused};
use crate::clock::now_ms;
use crate::gateway::Gateway;
use crate::gateway::api::body::read;
use crate::gateway::api::problem::{Code, Problem};
use crate::gateway::api::query::{Ask, At};
use crate::ratings::{Occasion, Standing, keys};
use crate::room::Withdrawn;
use crate::store::ratings::{
    self, Actor, Admission, FoundRow, HideRefused, Named, SeasonRefused, Sought, Visibility,
};

/// Why somebody's session is changed; kept for good.
const REASON_MAX: usize = 200;

/// Everything under `/admin/ratings`.
pub(in crate::gateway) fn router() -> Router<Gateway> {
    Router::new()
        .route("/admin/ratings/sources", get(sources))
        .route("/admin/ratings/sources/{id}/approve", post(approve))
        .route("/admin/ratings/sources/{id}/revoke", post(revoke))
        .route("/admin/ratings/players", get(find))
        .route("/admin/ratings/players/{id}/{deed}", post(player))
        .route("/admin/ratings/sessions/{id}", put(correct))
        .route("/admin/ratings/sessions/{id}/delete", post(delete))
        .route("/admin/ratings/leagues", post(add_league))
        .route("/admin/ratings/leagues/{id}/seasons", post(add_season))
        .route("/admin/ratings/leagues/{id}/sources/{source}/{deed}", post(league_source))
        .route("/admin/ratings/seasons/{id}/end", post(end_season))
}

async fn sources(State(gateway): State<Gateway>) -> Result<Response, Problem> {
    let all = gateway.recorder.rated(|sql| ratings::sources(sql)).await?;
    let told = all.into_iter().map(|source| {
        json!({
            "id": source.id,
            "name": source.name,
            "contact": source.contact,
            "state": source.state,
            "applied_at": source.applied_at,
            "decided_at": source.decided_at,
        })
    });
    Ok(Json(json!({ "sources": told.collect::<Vec<_>>() })).into_response())
}

/// Gives a source a key, told this once; one it had before is worth nothing then.
async fn approve(State(gateway): State<Gateway>, At(id): At<i64>) -> Result<Response, Problem> {
    let key = keys::source_key();
    let hash = keys::hash(&key);
    let done = gateway
        .recorder
        .rate(move |sql| Ok(found(ratings::decide(sql, id, Some(hash), now_ms())?)));
    done.await?.map_err(|()| Code::NotFound)?;
    tracing::info!(source = id, "source approved by the operator");
    Ok(Json(json!({ "source": id, "key": key })).into_response())
}

async fn revoke(State(gateway): State<Gateway>, At(id): At<i64>) -> Result<Response, Problem> {
    let done =
        gateway.recorder.rate(move |sql| Ok(found(ratings::decide(sql, id, None, now_ms())?)));
    done.await?.map_err(|()| Code::NotFound)?;
    tracing::info!(source = id, "source revoked by the operator");
    Ok(Json(json!({ "source": id, "state": "revoked" })).into_response())
}

/// Whom to look for.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FindQuery {
    q: String,
}

/// Somebody as only the operator sees them.
#[derive(Serialize)]
struct Found {
    #[serde(flatten)]
    player: Player,
    hidden: bool,
    named: Option<&'static str>,
}

/// Players by e-mail, public id or the beginning of their name, hidden ones too.
async fn find(
    State(gateway): State<Gateway>,
    Ask(FindQuery { q }): Ask<FindQuery>,
) -> Result<Response, Problem> {
    let nobody = || Problem::because(Code::BadQuery, "q is an e-mail, a public id or a name");
    let sought = Sought::read(&q).ok_or_else(nobody)?;
    let found = gateway.recorder.rated(move |sql| ratings::find_players(sql, &sought)).await?;
    let told = found.into_iter().map(|FoundRow { player, named }| Found {
        hidden: player.is_hidden,
        named: named.map(Named::name),
        player: player.into(),
    });
    Ok(Json(json!({ "players": told.collect::<Vec<_>>() })).into_response())
}

/// What is done with a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum PlayerDeed {
    Verify,
    Unverify,
    Hide,
    Show,
}

async fn player(
    State(gateway): State<Gateway>,
    At((code, deed)): At<(String, PlayerDeed)>,
) -> Result<Response, Problem> {
    let code = public_id(code)?;
    let id = code.clone();
    let done = gateway.recorder.rate(move |sql| {
        let now = now_ms();
        let verified = |is_there| found(is_there).map_err(|()| HideRefused::Nobody);
        Ok(match deed {
            PlayerDeed::Verify => verified(ratings::verify(sql, &code, Standing::Verified, now)?),
            PlayerDeed::Unverify => {
                verified(ratings::verify(sql, &code, Standing::Provisional, now)?)
            }
            PlayerDeed::Hide => {
                ratings::hide(sql, &code, Visibility::Hidden, Actor::Operator, now)?
            }
            PlayerDeed::Show => ratings::hide(sql, &code, Visibility::Shown, Actor::Operator, now)?,
        })
    });
    done.await?.map_err(|refused| not_done(&refused))?;
    match deed {
        PlayerDeed::Hide => gateway.ratings.withdraw(Withdrawn::Hidden(id.clone())).await,
        PlayerDeed::Verify | PlayerDeed::Unverify | PlayerDeed::Show => {
            gateway.ratings.forget_lists();
        }
    }
    Ok(Json(json!({ "player": id, "done": deed })).into_response())
}

/// Why something can't be done with a player.
fn not_done(refused: &HideRefused) -> Problem {
    let reason = match refused {
        HideRefused::Nobody => return Code::PlayerNotFound.into(),
        HideRefused::EmailTaken(_) => "email_taken",
    };
    Problem::refused(Code::NotToBeShown, reason, refused.to_string())
}

/// Why something is changed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DeleteForm {
    reason: String,
}

async fn delete(
    State(gateway): State<Gateway>,
    At(id): At<i64>,
    body: Bytes,
) -> Result<Response, Problem> {
    let reason = line(&read::<DeleteForm>(&body)?.reason, REASON_MAX)?;
    let done = gateway.recorder.rate(move |sql| ratings::delete(sql, id, &reason, now_ms()));
    let done = done.await?.map_err(refused)?;
    gateway.ratings.forget_lists();
    Ok(Json(json!({ "session": id, "state": "deleted", "changed": done.differences }))
        .into_response())
}

/// Other rounds for a session, and why.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CorrectForm {
    reason: String,
    rounds: Vec<RoundForm>,
}

async fn correct(
    State(gateway): State<Gateway>,
    At(id): At<i64>,
    body: Bytes,
) -> Result<Response, Problem> {
    let CorrectForm { reason, rounds } = read(&body)?;
    let reason = line(&reason, REASON_MAX)?;
    let rounds = read_rounds(&rounds, Occasion::Open, Naming::Operator)?;
    let done =
        gateway.recorder.rate(move |sql| ratings::correct(sql, id, &rounds, &reason, now_ms()));
    let done = done.await?.map_err(refused)?;
    gateway.ratings.forget_lists();
    Ok(Json(json!({ "session": id, "state": "kept", "changed": done.differences })).into_response())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LeagueForm {
    name: String,
    #[serde(default)]
    drop_worst: u32,
}

async fn add_league(State(gateway): State<Gateway>, body: Bytes) -> Result<Response, Problem> {
    let LeagueForm { name, drop_worst } = read(&body)?;
    let name = line(&name, 60)?;
    let made = gateway
        .recorder
        .rate(move |sql| Ok(ratings::add_league(sql, &name, drop_worst, now_ms())?.ok_or(())));
    let league = made.await?.map_err(|()| Code::NameTaken)?;
    Ok((StatusCode::CREATED, Json(json!({ "league": league }))).into_response())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SeasonForm {
    name: String,
}

async fn add_season(
    State(gateway): State<Gateway>,
    At(league): At<i64>,
    body: Bytes,
) -> Result<Response, Problem> {
    let name = line(&read::<SeasonForm>(&body)?.name, 60)?;
    let made = gateway.recorder.rate(move |sql| ratings::add_season(sql, league, &name, now_ms()));
    let season = made.await?.map_err(|refused| match refused {
        SeasonRefused::NoLeague => Code::NotFound,
        SeasonRefused::NameTaken => Code::NameTaken,
    })?;
    Ok((StatusCode::CREATED, Json(json!({ "season": season }))).into_response())
}

/// What is done with a source in a league.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum LeagueDeed {
    Admit,
    Dismiss,
}

/// Lets a source submit to a league's seasons, or no longer.
async fn league_source(
    State(gateway): State<Gateway>,
    At((league, source, deed)): At<(i64, i64, LeagueDeed)>,
) -> Result<Response, Problem> {
    let admission = match deed {
        LeagueDeed::Admit => Admission::Admitted,
        LeagueDeed::Dismiss => Admission::Dismissed,
    };
    let done = gateway
        .recorder
        .rate(move |sql| Ok(found(ratings::admit(sql, league, source, admission, now_ms())?)));
    done.await?.map_err(|()| Code::NotFound)?;
    Ok(Json(json!({ "league": league, "source": source, "done": deed })).into_response())
}

async fn end_season(State(gateway): State<Gateway>, At(id): At<i64>) -> Result<Response, Problem> {
    let done = gateway.recorder.rate(move |sql| Ok(found(ratings::end_season(sql, id, now_ms())?)));
    done.await?.map_err(|()| Code::SeasonNotFound)?;
    Ok(Json(json!({ "season": id, "state": "ended" })).into_response())
}

fn found(is_there: bool) -> Result<(), ()> {
    is_there.then_some(()).ok_or(())
}
