//! What anybody may ask over HTTP while a hand is being played.

use bytes::Bytes;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// What anybody may ask about the game that is being played.
pub(super) const PATHS: [&str; 13] = [
    "/api/rooms",
    "/api/games",
    "/api/games/1-1",
    "/api/games/1-1/hands",
    "/api/games/1-1/hands/1",
    "/api/games/1-1/replay",
    "/api/games/1-1/audit",
    "/api/export/hands.csv",
    "/api/export/hands.ndjson",
    "/api/export/games.ndjson",
    "/api/players/Ana/stats",
    "/healthz",
    "/r/K7Q2XM",
];

/// What the server counts.
pub(super) const METRICS: &str = "/metrics";

/// Every finished hand, from the first on.
pub(super) const FEED: &str = "/api/events?after=0";

/// An answer over HTTP, but for when it was given, when the game began, and the tag that follows.
pub(super) async fn get(address: &str, path: &str) -> Bytes {
    let mut socket = TcpStream::connect(address).await.unwrap();
    let head = format!("GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
    socket.write_all(head.as_bytes()).await.unwrap();
    let mut answer = String::new();
    socket.read_to_string(&mut answer).await.unwrap();
    let lines =
        answer.lines().filter(|line| !line.starts_with("date:") && !line.starts_with("etag:"));
    let timeless = lines.collect::<Vec<_>>().join("\n");
    let mut parts = timeless.split("\"started_at\":");
    let first = parts.next().unwrap_or_default().to_owned();
    let rest = parts.map(|part| part.trim_start_matches(|c: char| c.is_ascii_digit()));
    rest.fold(first, |whole, part| whole + part).into()
}
