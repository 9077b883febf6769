//! The body of a request: said to be JSON, not too large, and an object.

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::header;
use serde::de::DeserializeOwned;

use super::problem::{Code, Problem};

/// The bytes of a body that is said to be JSON, or of none.
pub(super) struct Raw(pub(super) Bytes);

impl<S: Send + Sync> FromRequest<S> for Raw {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        let is_json = kind.is_some_and(|kind| kind.trim().starts_with("application/json"));
        match Bytes::from_request(request, state).await {
            Ok(body) if body.is_empty() || is_json => Ok(Self(body)),
            Ok(_) => Err(Code::UnsupportedMediaType.into()),
            Err(_) => Err(Code::BodyTooLarge.into()),
        }
    }
}

/// Reads a body. An array is none, though the values of an object in their order would be understood.
pub(super) fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, Problem> {
    if body.trim_ascii_start().starts_with(b"[") {
        return Err(Problem::because(Code::BadBody, "the body must be an object"));
    }
    serde_json::from_slice(body).map_err(|error| Problem::because(Code::BadBody, error.to_string()))
}
