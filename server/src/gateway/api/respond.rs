//! How answers are sent: JSON with an `ETag`, or streams of lines that are made as fast as they are read.

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::Stream;
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::problem::Problem;
use crate::gateway::web_client::{etag, knows};

/// A browser may keep it, and asks each time whether it is still so.
const ASK_AGAIN: &str = "no-cache";

/// A line-delimited stream of JSON.
pub(super) const NDJSON: &str = "application/x-ndjson";
/// A table as text.
pub(super) const CSV: &str = "text/csv; charset=utf-8";

/// A JSON document, or word that nothing has changed.
pub(super) fn json(headers: &HeaderMap, body: &impl Serialize) -> Response {
    let body = serde_json::to_vec(body).expect("answers can be written");
    document(headers, "application/json", body.into())
}

/// A document, or word that nothing has changed.
pub(super) fn document(headers: &HeaderMap, kind: &'static str, body: Bytes) -> Response {
    let etag = etag(&Sha256::digest(&body).into());
    if let Some(unchanged) = unchanged(headers, &etag) {
        return unchanged;
    }
    let kind = [(header::CONTENT_TYPE, kind)];
    (caching(&etag), kind, body).into_response()
}

/// A stream of lines that has a name for what is in it, or word that nothing has changed.
pub(super) fn lines(
    headers: &HeaderMap,
    named: &str,
    lines: impl Stream<Item = Result<Bytes, Problem>> + Send + 'static,
) -> Response {
    let etag = etag(&Sha256::digest(named).into());
    if let Some(unchanged) = unchanged(headers, &etag) {
        return unchanged;
    }
    (caching(&etag), [(header::CONTENT_TYPE, NDJSON)], stream(lines)).into_response()
}

/// A body made piece by piece. When a piece can't be made the connection is cut: nobody takes it for the end.
pub(super) fn stream(pieces: impl Stream<Item = Result<Bytes, Problem>> + Send + 'static) -> Body {
    use futures_util::TryStreamExt;
    Body::from_stream(pieces.map_err(|problem| std::io::Error::other(problem.code.name())))
}

fn unchanged(headers: &HeaderMap, etag: &str) -> Option<Response> {
    let known = knows(headers, etag);
    known.then(|| (StatusCode::NOT_MODIFIED, caching(etag)).into_response())
}

fn caching(etag: &str) -> [(header::HeaderName, String); 2] {
    [(header::ETAG, etag.to_owned()), (header::CACHE_CONTROL, ASK_AGAIN.to_owned())]
}
