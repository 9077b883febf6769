//! What the server answers over HTTP: health, the web client, and security headers on all of it.

mod session;
mod web_client;

use axum::{
    Router,
    http::{HeaderName, HeaderValue, StatusCode, header},
    middleware::map_response,
    response::{IntoResponse, Response},
    routing::{any, get},
};

use crate::rooms::Rooms;

/// Scripts, styles and pictures come from this server alone; nobody may frame the page.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
     img-src 'self'; font-src 'self'; connect-src 'self'; manifest-src 'self'; \
     base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Headers every response carries, whatever it is.
const SECURITY_HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=()"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Everything the server answers. No `/api` path is known yet.
pub(crate) fn router(rooms: Rooms) -> Router {
    Router::new()
        .route("/ws", get(session::upgrade))
        .with_state(rooms)
        .route("/healthz", get(healthz))
        .route("/api", any(unknown_api))
        .route("/api/{*path}", any(unknown_api))
        .fallback(get(web_client::serve))
        .layer(map_response(harden))
}

async fn healthz() -> impl IntoResponse {
    ([(header::CACHE_CONTROL, "no-store")], "ok\n")
}

async fn unknown_api() -> impl IntoResponse {
    let headers = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
    (StatusCode::NOT_FOUND, headers, "{\"error\":\"not_found\"}\n")
}

async fn harden(mut response: Response) -> Response {
    for (name, value) in SECURITY_HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}
