//! Who may open a socket: pages of this host, pages the operator named, and programs that are no page.
//!
//! A browser sends `Origin` with every WebSocket, and lets any page open one to any host: the check keeps
//! other people's pages out. A program that is no browser sends none, or any it likes, and is let in: there
//! is no cookie or other credential that travels by itself, so it can do nothing but what it could do
//! anyway. Who may play at a seat is decided by the token inside the messages, never by the socket.

use std::net::IpAddr;

use axum::http::{HeaderMap, HeaderValue, header};

use crate::config::{Network, Origin};

/// Whether a socket may be opened with these headers.
pub(super) fn is_allowed(headers: &HeaderMap, allowed: &[Origin]) -> bool {
    let mut origins = headers.get_all(header::ORIGIN).iter();
    match (origins.next(), origins.next()) {
        (None, _) => true,
        (Some(origin), None) => {
            let Ok(origin) = origin.to_str() else { return false };
            is_own(origin, headers.get(header::HOST))
                || allowed.iter().any(|allowed| allowed.as_str().eq_ignore_ascii_case(origin))
        }
        (Some(_), Some(_)) => false,
    }
}

/// Whether a page of this origin was served by this host.
fn is_own(origin: &str, host: Option<&HeaderValue>) -> bool {
    let (host_of_page, usual_port) = match origin.split_once("://") {
        Some(("https", host)) => (host, ":443"),
        Some(("http", host)) => (host, ":80"),
        Some(_) | None => return false,
    };
    let Some(host) = host.and_then(|host| host.to_str().ok()) else { return false };
    let host = host.strip_suffix(usual_port).unwrap_or(host);
    !host_of_page.is_empty() && host_of_page.eq_ignore_ascii_case(host)
}

/// Whom a connection is really from: its own address, unless that is a proxy we trust, which says for
/// whom it asks. Anything a stranger writes into the header stands left of what our proxy added.
pub(super) fn client_address(peer: IpAddr, headers: &HeaderMap, trusted: &[Network]) -> IpAddr {
    let is_trusted = |ip: IpAddr| trusted.iter().any(|network| network.contains(ip));
    let mut client = peer;
    let lines = headers.get_all("x-forwarded-for").iter().rev();
    let mut said = lines.flat_map(|line| line.to_str().unwrap_or_default().rsplit(','));
    while is_trusted(client) {
        match said.next().and_then(|text| text.trim().parse().ok()) {
            Some(before) => client = before,
            None => break,
        }
    }
    client
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderName;

    use super::*;

    fn headers(lines: &[(&'static str, &'static str)]) -> HeaderMap {
        let line = |(name, value): &(&'static str, &'static str)| {
            (HeaderName::from_static(name), HeaderValue::from_static(value))
        };
        lines.iter().map(line).collect()
    }

    #[test]
    fn own_pages_named_pages_and_programs_are_let_in() {
        let allowed = ["https://play.example.org".parse().unwrap()];
        let is_allowed = |lines: &[_]| is_allowed(&headers(lines), &allowed);

        assert!(is_allowed(&[("host", "a.org")]));
        assert!(is_allowed(&[("host", "a.org:8080"), ("origin", "http://A.org:8080")]));
        assert!(is_allowed(&[("host", "a.org:443"), ("origin", "https://a.org")]));
        assert!(is_allowed(&[("host", "a.org"), ("origin", "https://play.example.org")]));

        for origin in
            ["https://evil.org", "null", "", "https://a.org.evil.org", "a.org", "https://"]
        {
            assert!(!is_allowed(&[("host", "a.org"), ("origin", origin)]), "{origin}");
        }
        assert!(!is_allowed(&[("host", "a.org"), ("origin", "http://a.org"), ("origin", "x")]));
        assert!(!is_allowed(&[("origin", "https://a.org")]));
        assert!(!is_allowed(&[("host", "a.org"), ("origin", "http://a.org:81")]));
    }

    #[test]
    fn only_a_trusted_proxy_says_for_whom_it_asks() {
        let trusted = ["127.0.0.1".parse().unwrap(), "10.0.0.0/8".parse().unwrap()];
        let client = |peer: &str, lines: &[_]| {
            client_address(peer.parse().unwrap(), &headers(lines), &trusted).to_string()
        };
        let forged = ("x-forwarded-for", "6.6.6.6, 7.7.7.7");

        assert_eq!(client("9.9.9.9", &[forged]), "9.9.9.9");
        assert_eq!(client("127.0.0.1", &[forged]), "7.7.7.7");
        assert_eq!(
            client("127.0.0.1", &[forged, ("x-forwarded-for", "8.8.8.8, 10.1.1.1")]),
            "8.8.8.8"
        );
        assert_eq!(client("127.0.0.1", &[]), "127.0.0.1");
        assert_eq!(client("127.0.0.1", &[("x-forwarded-for", "unknown")]), "127.0.0.1");
    }
}
