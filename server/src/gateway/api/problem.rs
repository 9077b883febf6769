//! What the API answers when it can't do what it is asked: `application/problem+json` with a stable code.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

pub(super) use super::code::Code;
use crate::recorder::{ReadError, StoreFailed};
use crate::telemetry::metrics;

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
    #[serde(flatten)]
    more: More,
}

/// What some problems have besides.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
struct More {
    /// The number of the hand that can't have been.
    #[serde(skip_serializing_if = "Option::is_none")]
    hand: Option<usize>,
    /// The lines that are not understood.
    #[serde(skip_serializing_if = "Option::is_none")]
    lines: Option<Vec<LineBody>>,
    /// The game as it is now.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    game: Option<Box<serde_json::Value>>,
}

/// A line of notes that is not understood.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = LineProblem)]
pub(super) struct LineBody {
    /// Its number, from 1.
    pub(super) line: usize,
    /// What programs go by.
    #[schema(example = "unknown_word")]
    pub(super) code: &'static str,
    /// In words.
    pub(super) detail: String,
}

/// A request that has no other answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Problem {
    pub(super) code: Code,
    reason: Option<&'static str>,
    pub(super) detail: Option<String>,
    more: More,
}

impl Problem {
    /// A problem with something more to say about it.
    pub(super) fn because(code: Code, detail: impl Into<String>) -> Self {
        Self { detail: Some(detail.into()), ..Self::from(code) }
    }

    /// A problem with the rule that refuses.
    pub(super) fn refused(code: Code, reason: &'static str, detail: impl Into<String>) -> Self {
        Self { reason: Some(reason), ..Self::because(code, detail) }
    }

    /// The same, with the hand it is about.
    pub(super) fn with_hand(mut self, number: usize) -> Self {
        self.more.hand = Some(number);
        self
    }

    /// The same, line by line.
    pub(super) fn with_lines(mut self, lines: Vec<LineBody>) -> Self {
        self.more.lines = Some(lines);
        self
    }

    /// The same, with the game as it is.
    pub(super) fn with_game(mut self, game: serde_json::Value) -> Self {
        self.more.game = Some(Box::new(game));
        self
    }
}

impl From<Code> for Problem {
    fn from(code: Code) -> Self {
        Self { code, reason: None, detail: None, more: More::default() }
    }
}

impl From<ReadError> for Problem {
    fn from(error: ReadError) -> Self {
        let is_about_data = matches!(&error, ReadError::Store(error) if error.is_about_data());
        tracing::error!(error = &error as &dyn std::error::Error, "the database can't be read");
        if is_about_data {
            metrics::unreadable(metrics::Unreadable::Question);
            return Code::Unreadable.into();
        }
        Code::StoreUnavailable.into()
    }
}

impl From<StoreFailed> for Problem {
    fn from(error: StoreFailed) -> Self {
        tracing::error!(error = &error as &dyn std::error::Error, "a request can't be written");
        if error == StoreFailed::Unreadable {
            return Code::Unreadable.into();
        }
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
            more: self.more,
        };
        let body = serde_json::to_vec(&body).expect("problems can be written");
        let headers = [
            (header::CONTENT_TYPE, "application/problem+json"),
            (header::CACHE_CONTROL, "no-store"),
        ];
        let mut response = (status, headers, body).into_response();
        response.extensions_mut().insert(self.code);
        if status == StatusCode::UNAUTHORIZED {
            let scheme = HeaderValue::from_static("Bearer");
            response.headers_mut().insert(header::WWW_AUTHENTICATE, scheme);
        }
        response
    }
}
