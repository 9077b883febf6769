//! A write as it arrives: what is written on, by whom, and how; its body is read once that is known.

use std::collections::HashMap;

use axum::body::Bytes;
use axum::extract::{FromRef, FromRequest, FromRequestParts, Request};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde::de::DeserializeOwned;

use super::super::body::{Raw, read};
use super::super::problem::Problem;
use super::super::query::{Ask, At};
use super::answers::WrittenGame;
use super::forms::WriteQuery;
use super::reads::versioned;
use super::{Sheets, game_of, seen};
use crate::scorekeeper::{Edit, Sheet};

/// One write.
pub(in super::super) struct Writing {
    sheets: Sheets,
    id: String,
    /// The hand it is about, if it is about one.
    pub(super) hand: String,
    asked: WriteQuery,
    headers: HeaderMap,
    body: Bytes,
}

impl<S: Send + Sync> FromRequest<S> for Writing
where
    Sheets: FromRef<S>,
{
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let (mut parts, body) = request.into_parts();
        let At(mut named) =
            At::<HashMap<String, String>>::from_request_parts(&mut parts, state).await?;
        let Ask(asked) = Ask::<WriteQuery>::from_request_parts(&mut parts, state).await?;
        let headers = parts.headers.clone();
        let Raw(body) = Raw::from_request(Request::from_parts(parts, body), state).await?;
        let mut take = |name| named.remove(name).unwrap_or_default();
        let (id, hand) = (take("id"), take("hand"));
        Ok(Self { sheets: Sheets::from_ref(state), id, hand, asked, headers, body })
    }
}

impl Writing {
    /// Does what the body asks for, once it is known who asks.
    pub(super) async fn edit<T: DeserializeOwned>(
        self,
        made: StatusCode,
        edit: impl FnOnce(T, &Sheet) -> Result<Edit, Problem>,
    ) -> Result<Response, Problem> {
        let (loaded, role) = self.sheets.open(&self.id, &self.headers).await?;
        let seen = seen(&self.headers)?;
        let body: &[u8] = if self.body.is_empty() { b"{}" } else { &self.body };
        let edit = edit(read(body)?, &loaded.sheet)?;
        let done = self.sheets.change(loaded, role, edit, &self.asked, seen).await?;
        let is_new = !done.is_repeated && !self.asked.dry_run.unwrap_or(false);
        let status = if is_new { made } else { StatusCode::OK };
        let game = game_of(&done.loaded);
        Ok(versioned(status, &done.loaded, &WrittenGame { repeated: done.is_repeated, game }))
    }
}
