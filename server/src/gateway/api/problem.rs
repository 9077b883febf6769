//! What the API answers when it can't do what it is asked: `application/problem+json` with a stable code.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

use crate::recorder::ReadError;

/// Why a request has no other answer. Codes stay what they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Code {
    /// There is nothing at this path.
    NotFound,
    /// The path is there, but not for this method.
    MethodNotAllowed,
    /// A parameter is unknown or has a value it can't have.
    BadQuery,
    /// The cursor is not one this server gave out.
    BadCursor,
    /// The name of a game is a room and a number, `12-1`.
    BadGameId,
    /// There is no such game, or it is private and the code does not fit.
    GameNotFound,
    /// The game has no such hand, or it is not over.
    HandNotFound,
    /// The address asks too much; come back later.
    TooManyRequests,
    /// Too many follow the feed; come back later.
    TooManyReaders,
    /// The database can't be read just now; come back later.
    StoreUnavailable,
    /// What is stored of the hand does not check.
    DamagedRecord,
    /// The body is not the JSON it should be.
    BadBody,
    /// The body is larger than any that makes sense.
    BodyTooLarge,
    /// The body is not said to be JSON.
    UnsupportedMediaType,
    /// There is no such riichi hand; the reason says why.
    IllegalHand,
}

impl Code {
    /// Every code.
    pub(super) const ALL: [Self; 15] = [
        Self::NotFound,
        Self::MethodNotAllowed,
        Self::BadQuery,
        Self::BadCursor,
        Self::BadGameId,
        Self::GameNotFound,
        Self::HandNotFound,
        Self::TooManyRequests,
        Self::TooManyReaders,
        Self::StoreUnavailable,
        Self::DamagedRecord,
        Self::BadBody,
        Self::BodyTooLarge,
        Self::UnsupportedMediaType,
        Self::IllegalHand,
    ];

    /// Its name, its status, and what it says when there is nothing more to say.
    const fn about(self) -> (&'static str, StatusCode, &'static str) {
        match self {
            Self::NotFound => ("not_found", StatusCode::NOT_FOUND, "there is nothing here"),
            Self::MethodNotAllowed => {
                ("method_not_allowed", StatusCode::METHOD_NOT_ALLOWED, "not by this method")
            }
            Self::BadQuery => ("bad_query", StatusCode::BAD_REQUEST, "a parameter is wrong"),
            Self::BadCursor => {
                ("bad_cursor", StatusCode::BAD_REQUEST, "the cursor is not one given out here")
            }
            Self::BadGameId => (
                "bad_game_id",
                StatusCode::BAD_REQUEST,
                "a game is named by its room and number, for example 12-1",
            ),
            Self::GameNotFound => ("game_not_found", StatusCode::NOT_FOUND, "no such game"),
            Self::HandNotFound => {
                ("hand_not_found", StatusCode::NOT_FOUND, "no such hand, or it is not over")
            }
            Self::TooManyRequests => (
                "too_many_requests",
                StatusCode::TOO_MANY_REQUESTS,
                "too many requests from your address",
            ),
            Self::TooManyReaders => {
                ("too_many_readers", StatusCode::SERVICE_UNAVAILABLE, "too many follow the feed")
            }
            Self::StoreUnavailable => (
                "store_unavailable",
                StatusCode::SERVICE_UNAVAILABLE,
                "the database can't be read just now",
            ),
            Self::DamagedRecord => (
                "damaged_record",
                StatusCode::INTERNAL_SERVER_ERROR,
                "what is stored of the hand does not check",
            ),
            Self::BadBody => {
                ("bad_body", StatusCode::BAD_REQUEST, "the body is not what it should be")
            }
            Self::BodyTooLarge => {
                ("body_too_large", StatusCode::PAYLOAD_TOO_LARGE, "the body is too large")
            }
            Self::UnsupportedMediaType => (
                "unsupported_media_type",
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "the body must be application/json",
            ),
            Self::IllegalHand => {
                ("illegal_hand", StatusCode::UNPROCESSABLE_ENTITY, "there is no such hand")
            }
        }
    }

    pub(super) const fn name(self) -> &'static str {
        self.about().0
    }

    pub(super) const fn title(self) -> &'static str {
        self.about().2
    }
}

/// An error as RFC 9457 has it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Problem)]
pub(super) struct ProblemBody {
    /// Where the code is explained.
    #[serde(rename = "type")]
    #[schema(example = "/api/docs#bad_query")]
    kind: String,
    /// What the code means.
    title: &'static str,
    /// The HTTP status.
    #[schema(example = 400)]
    status: u16,
    /// What programs go by.
    code: Code,
    /// Which rule refuses, where a code has several.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "fu_needs_more_han")]
    reason: Option<&'static str>,
    /// What is wrong with this very request, where there is more to say.
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<String>,
}

/// A request that has no other answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Problem {
    pub(super) code: Code,
    reason: Option<&'static str>,
    pub(super) detail: Option<String>,
}

impl Problem {
    /// A problem with something more to say about it.
    pub(super) fn because(code: Code, detail: impl Into<String>) -> Self {
        Self { code, reason: None, detail: Some(detail.into()) }
    }

    /// A problem with the rule that refuses.
    pub(super) fn refused(code: Code, reason: &'static str, detail: impl Into<String>) -> Self {
        Self { reason: Some(reason), ..Self::because(code, detail) }
    }
}

impl From<Code> for Problem {
    fn from(code: Code) -> Self {
        Self { code, reason: None, detail: None }
    }
}

impl From<ReadError> for Problem {
    fn from(error: ReadError) -> Self {
        tracing::error!(error = &error as &dyn std::error::Error, "the database can't be read");
        Code::StoreUnavailable.into()
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let (name, status, title) = self.code.about();
        let body = ProblemBody {
            kind: format!("/api/docs#{name}"),
            title,
            status: status.as_u16(),
            code: self.code,
            reason: self.reason,
            detail: self.detail,
        };
        let body = serde_json::to_vec(&body).expect("problems can be written");
        let headers = [
            (header::CONTENT_TYPE, "application/problem+json"),
            (header::CACHE_CONTROL, "no-store"),
        ];
        (status, headers, body).into_response()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_written_by_its_name() {
        for code in Code::ALL {
            assert_eq!(serde_json::to_value(code).unwrap(), code.name());
        }
    }
}
