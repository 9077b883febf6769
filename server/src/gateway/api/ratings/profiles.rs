//! Profiles: somebody's own player, with a key that a browser keeps and a code to recover it; no e-mail.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};

use super::forms::{AmendProfileForm, ProfileForm, RecoverForm, profile_name};
use super::results::{NewProfile, Profile};
use super::writes::{RatingRefused, told};
use super::{Ratings, bearer};
use crate::clock::now_ms;
use crate::gateway::api::body::{Raw, read};
use crate::gateway::api::problem::{Code, Problem};
use crate::ratings::keys;
use crate::room::Withdrawn;
use crate::store::ratings::{self, Actor, PlayerRow, ProfileSecret, Visibility};

/// The secrets of a profile, as they are told once.
struct Secrets {
    key: String,
    recovery: String,
}

impl Secrets {
    fn new() -> Self {
        Self { key: keys::profile_key(), recovery: keys::recovery_code() }
    }

    fn hashes(&self) -> [[u8; 32]; 2] {
        [keys::hash(&self.key), keys::code_hash(&self.recovery)]
    }

    fn told(self, status: StatusCode, player: PlayerRow) -> Response {
        let hidden = player.is_hidden;
        let Self { key, recovery } = self;
        told(status, &NewProfile { player: player.into(), hidden, key, recovery })
    }
}

/// Makes a profile
///
/// The key and the recovery code are told this once.
#[utoipa::path(
    post, path = "/api/v1/profiles", tag = "profiles", request_body = ProfileForm,
    responses((status = 201, description = "It is made", body = NewProfile), RatingRefused)
)]
pub(in super::super) async fn create(
    State(ratings): State<Ratings>,
    Raw(body): Raw,
) -> Result<Response, Problem> {
    let name = profile_name(&read::<ProfileForm>(&body)?.name)?;
    let secrets = Secrets::new();
    let hashes = secrets.hashes();
    let made = ratings
        .recorder
        .rate(move |sql| Ok(Ok::<_, ()>(ratings::create_profile(sql, &name, hashes, now_ms())?)));
    let player = made.await?.map_err(|()| bearer::wrong())?;
    Ok(secrets.told(StatusCode::CREATED, player))
}

/// Recovers a profile whose key is lost
///
/// It gets a new key and a new recovery code. The old key is worth nothing from then on, and the old code once the new
/// key is used: an answer that was lost is asked for again, and has other secrets.
#[utoipa::path(
    post, path = "/api/v1/profiles/recover", tag = "profiles", request_body = RecoverForm,
    responses((status = 200, description = "It is yours again", body = NewProfile), RatingRefused)
)]
pub(in super::super) async fn recover(
    State(ratings): State<Ratings>,
    Raw(body): Raw,
) -> Result<Response, Problem> {
    let hash = keys::code_hash(&read::<RecoverForm>(&body)?.recovery);
    let secrets = Secrets::new();
    let hashes = secrets.hashes();
    let found = ratings.recorder.rate(move |sql| {
        let Some(player) = ratings::profile(sql, ProfileSecret::Recovery(hash))? else {
            return Ok(Err(()));
        };
        ratings::renew_profile(sql, player.id, hash, hashes)?;
        Ok(Ok(player))
    });
    let player = found.await?.map_err(|()| Code::BadRecovery)?;
    Ok(secrets.told(StatusCode::OK, player))
}

/// Shows one's own profile, hidden or not
#[utoipa::path(
    get, path = "/api/v1/profile", tag = "profiles", security(("key" = [])),
    responses((status = 200, description = "The profile", body = Profile), RatingRefused)
)]
pub(in super::super) async fn show(
    State(ratings): State<Ratings>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let hash = bearer::brought(&headers)?;
    let own = ratings.recorder.own_player(hash).await?;
    Ok(profile_told(own.ok_or_else(bearer::wrong)?))
}

/// Renames or hides one's own profile, or shows it again
#[utoipa::path(
    patch, path = "/api/v1/profile", tag = "profiles", request_body = AmendProfileForm, security(("key" = [])),
    responses((status = 200, description = "It is so", body = Profile), RatingRefused)
)]
pub(in super::super) async fn amend(
    State(ratings): State<Ratings>,
    headers: HeaderMap,
    Raw(body): Raw,
) -> Result<Response, Problem> {
    let AmendProfileForm { name, hidden } = read(&body)?;
    let name = name.as_deref().map(profile_name).transpose()?;
    let hash = bearer::brought(&headers)?;
    let changed = ratings.recorder.rate(move |sql| {
        let Some(player) = ratings::profile(sql, ProfileSecret::Key(hash))? else {
            return Ok(Err(()));
        };
        ratings::settle_recovery(sql, hash)?;
        if let Some(name) = &name {
            ratings::rename(sql, player.id, name)?;
        }
        if let (Some(hidden), Some(code)) = (hidden, &player.code) {
            let visibility = if hidden { Visibility::Hidden } else { Visibility::Shown };
            let done = ratings::hide(sql, code, visibility, Actor::Player, now_ms())?;
            debug_assert!(done.is_ok(), "nobody with a profile is known by an e-mail");
        }
        let is = ratings::profile(sql, ProfileSecret::Key(hash))?;
        Ok(is.map(|is| (player, is)).ok_or(()))
    });
    let (was, player) = changed.await?.map_err(|()| bearer::wrong())?;
    match &player.code {
        Some(code) if player.is_hidden && !was.is_hidden => {
            ratings.withdraw(Withdrawn::Hidden(code.clone())).await;
        }
        Some(_) | None if (player.is_hidden, &player.name) != (was.is_hidden, &was.name) => {
            ratings.forget_lists();
        }
        // Lists are made anew by whoever asks next: nobody has that done for nothing.
        Some(_) | None => {}
    }
    Ok(profile_told(player))
}

/// Deletes one's own profile
///
/// Its name and everything that says whose it was is gone. What others played against it stays as it was.
#[utoipa::path(
    delete, path = "/api/v1/profile", tag = "profiles", security(("key" = [])),
    responses((status = 204, description = "It is gone"), RatingRefused)
)]
pub(in super::super) async fn delete(
    State(ratings): State<Ratings>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let hash = bearer::brought(&headers)?;
    let gone = ratings.recorder.rate(move |sql| {
        let Some(player) = ratings::profile(sql, ProfileSecret::Key(hash))? else {
            return Ok(Err(()));
        };
        ratings::delete_profile(sql, player.id, now_ms())?;
        Ok(Ok(player.code))
    });
    match gone.await?.map_err(|()| bearer::wrong())? {
        Some(code) => ratings.withdraw(Withdrawn::Deleted(code)).await,
        None => ratings.forget_lists(),
    }
    Ok(StatusCode::NO_CONTENT.into_response())
}

fn profile_told(player: PlayerRow) -> Response {
    let hidden = player.is_hidden;
    told(StatusCode::OK, &Profile { player: player.into(), hidden })
}
