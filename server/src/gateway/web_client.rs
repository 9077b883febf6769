//! The web client inside the binary: which file answers a path, and how long a browser may keep it.

use std::borrow::Cow;

use axum::{
    body::Bytes,
    http::{HeaderMap, StatusCode, Uri, header},
    response::{IntoResponse, Response},
};
use rust_embed::RustEmbed;

/// What a server built without the web client shows instead.
const NOT_BUILT: &str = include_str!("not_built.html");

/// Hashed names never change their content, so a browser may keep them for a year.
const KEEP_FOREVER: &str = "public, max-age=31536000, immutable";
/// Everything else is asked for again, and answered by 304 while it is the same.
const ASK_AGAIN: &str = "no-cache";

#[derive(RustEmbed)]
#[folder = "../web-client/dist"]
struct Dist;

/// One file of the web client.
struct Asset {
    content: Cow<'static, [u8]>,
    sha256: [u8; 32],
}

/// Answers a GET for any path no other route took.
pub(super) async fn serve(uri: Uri, headers: HeaderMap) -> Response {
    respond(embedded, uri.path(), &headers)
}

fn embedded(name: &str) -> Option<Asset> {
    let file = Dist::get(name)?;
    Some(Asset { sha256: file.metadata.sha256_hash(), content: file.data })
}

fn respond(find: impl Fn(&str) -> Option<Asset>, path: &str, headers: &HeaderMap) -> Response {
    let name = path.trim_start_matches('/');
    if let Some(response) = found(&find, name, headers) {
        return response;
    }
    if is_reserved(name) {
        let caching = [(header::CACHE_CONTROL, ASK_AGAIN)];
        return (StatusCode::NOT_FOUND, caching, "not found\n").into_response();
    }
    found(&find, "index.html", headers).unwrap_or_else(|| {
        let kind = content_type("index.html");
        ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, ASK_AGAIN)], NOT_BUILT)
            .into_response()
    })
}

/// A file of the client, squeezed for those who can read that.
fn found(
    find: impl Fn(&str) -> Option<Asset>,
    name: &str,
    headers: &HeaderMap,
) -> Option<Response> {
    let brotli = if accepts_brotli(headers) { find(&format!("{name}.br")) } else { None };
    let encoding = brotli.is_some().then_some("br");
    Some(send(name, brotli.or_else(|| find(name))?, encoding, headers))
}

/// What is no page of the client's, which picks its own view by the address: a name on a page may
/// look like a file's.
fn is_reserved(path: &str) -> bool {
    ["assets", "api", "ws"].iter().any(|root| path.split('/').next() == Some(root))
}

fn send(name: &str, asset: Asset, encoding: Option<&'static str>, headers: &HeaderMap) -> Response {
    let etag = etag(&asset.sha256);
    let cache = if name.starts_with("assets/") { KEEP_FOREVER } else { ASK_AGAIN };
    let caching = [
        (header::ETAG, etag.clone()),
        (header::CACHE_CONTROL, cache.to_owned()),
        (header::VARY, "accept-encoding".to_owned()),
    ];
    if knows(headers, &etag) {
        return (StatusCode::NOT_MODIFIED, caching).into_response();
    }

    let kind = [(header::CONTENT_TYPE, content_type(name))];
    let encoding = encoding.map(|encoding| [(header::CONTENT_ENCODING, encoding)]);
    let body = match asset.content {
        Cow::Borrowed(bytes) => Bytes::from_static(bytes),
        Cow::Owned(bytes) => Bytes::from(bytes),
    };
    match encoding {
        Some(encoding) => (caching, kind, encoding, body).into_response(),
        None => (caching, kind, body).into_response(),
    }
}

/// The name of some content.
pub(super) fn etag(sha256: &[u8; 32]) -> String {
    format!("\"{}\"", hex::encode(&sha256[..16]))
}

/// Whether whoever asks has the content of this name.
pub(super) fn knows(headers: &HeaderMap, etag: &str) -> bool {
    listed(headers, &header::IF_NONE_MATCH)
        .any(|known| known == "*" || known.trim_start_matches("W/") == etag)
}

fn accepts_brotli(headers: &HeaderMap) -> bool {
    listed(headers, &header::ACCEPT_ENCODING).any(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
        name.trim() == "br" && !matches!(weight.trim(), "q=0" | "q=0.0" | "q=0.00" | "q=0.000")
    })
}

fn listed<'h>(headers: &'h HeaderMap, name: &header::HeaderName) -> impl Iterator<Item = &'h str> {
    let values = headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).map(str::trim)
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("woff2") => "font/woff2",
        Some("json" | "webmanifest") => "application/json",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn built(name: &str) -> Option<Asset> {
        let content: &[u8] = match name {
            "index.html" => b"<title>page</title>",
            "assets/app-1a2b.js" => b"play()",
            "assets/app-1a2b.js.br" => b"squeezed",
            _ => return None,
        };
        Some(Asset { content: Cow::Borrowed(content), sha256: [content[0]; 32] })
    }

    fn not_built(_name: &str) -> Option<Asset> {
        None
    }

    fn header<'r>(response: &'r Response, name: &str) -> Option<&'r str> {
        response.headers().get(name).and_then(|value| value.to_str().ok())
    }

    fn asking(name: header::HeaderName, value: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(name, header::HeaderValue::from_static(value))])
    }

    #[test]
    fn pages_are_asked_for_again_and_assets_are_kept() {
        let page = respond(built, "/", &HeaderMap::new());
        let asset = respond(built, "/assets/app-1a2b.js", &HeaderMap::new());

        assert_eq!(header(&page, "cache-control"), Some(ASK_AGAIN));
        assert_eq!(header(&page, "content-type"), Some("text/html; charset=utf-8"));
        assert_eq!(header(&asset, "cache-control"), Some(KEEP_FOREVER));
        assert_eq!(header(&asset, "content-type"), Some("text/javascript; charset=utf-8"));
    }

    #[test]
    fn a_browser_that_has_the_file_is_not_sent_it_again() {
        let first = respond(built, "/", &HeaderMap::new());
        assert_eq!(header(&first, "etag"), Some("\"3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c\""));

        let again =
            asking(header::IF_NONE_MATCH, "\"other\", W/\"3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c\"");
        assert_eq!(respond(built, "/", &again).status(), StatusCode::NOT_MODIFIED);
        let stale = asking(header::IF_NONE_MATCH, "\"other\"");
        assert_eq!(respond(built, "/", &stale).status(), StatusCode::OK);
    }

    #[test]
    fn brotli_is_sent_only_to_those_who_ask() {
        let path = "/assets/app-1a2b.js";
        let asks = respond(built, path, &asking(header::ACCEPT_ENCODING, "gzip, br"));
        let refuses = respond(built, path, &asking(header::ACCEPT_ENCODING, "br;q=0, gzip"));

        assert_eq!(header(&asks, "content-encoding"), Some("br"));
        assert_eq!(header(&asks, "content-type"), Some("text/javascript; charset=utf-8"));
        assert_eq!(header(&refuses, "content-encoding"), None);
    }

    #[test]
    fn an_unknown_page_is_the_client_and_an_unknown_file_is_not_found() {
        let pages = ["/r/K7Q2", "/p/J.R.", "/p/app.js", "/index.html", "/../Cargo.toml"];
        for path in pages {
            let page = respond(built, path, &HeaderMap::new());
            assert_eq!(page.status(), StatusCode::OK, "{path}");
            assert_eq!(header(&page, "content-type"), Some("text/html; charset=utf-8"), "{path}");
        }

        for path in ["/assets/gone", "/assets/gone.js", "/ws", "/api/gone", "/api"] {
            let status = respond(built, path, &HeaderMap::new()).status();
            assert_eq!(status, StatusCode::NOT_FOUND, "{path}");
        }
    }

    #[test]
    fn without_a_built_client_the_page_says_how_to_get_it() {
        let response = respond(not_built, "/", &HeaderMap::new());

        assert_eq!(response.status(), StatusCode::OK);
        assert_eq!(header(&response, "content-type"), Some("text/html; charset=utf-8"));
        assert!(NOT_BUILT.contains("cargo xtask run"));
    }
}
