//! A question over HTTP, and its answer.

use anyhow::Context as _;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// What a server answered.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: String,
}

/// Asks for what lies at `target`.
pub(crate) async fn get(address: &str, target: &str) -> anyhow::Result<Answer> {
    ask(address, "GET", target, "").await
}

/// Sends JSON to `target`.
pub(crate) async fn post(address: &str, target: &str, json: &str) -> anyhow::Result<Answer> {
    ask(address, "POST", target, json).await
}

async fn ask(address: &str, method: &str, target: &str, json: &str) -> anyhow::Result<Answer> {
    let mut socket = TcpStream::connect(address).await?;
    let length = json.len();
    // In the old protocol a body ends with the connection.
    let request = format!(
        "{method} {target} HTTP/1.0\r\nhost: {address}\r\n\
         content-type: application/json\r\ncontent-length: {length}\r\n\r\n{json}"
    );
    socket.write_all(request.as_bytes()).await?;
    let mut answer = String::new();
    socket.read_to_string(&mut answer).await?;
    read(&answer).with_context(|| format!("an odd answer for {target}"))
}

fn read(answer: &str) -> anyhow::Result<Answer> {
    let (head, body) = answer.split_once("\r\n\r\n").context("no end of the head")?;
    let status = head.split(' ').nth(1).context("no status")?.parse()?;
    Ok(Answer { status, body: body.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_a_status_and_what_follows_the_head() {
        let found = read("HTTP/1.1 404 Not Found\r\ncontent-length: 4\r\n\r\ngone").unwrap();

        assert_eq!(found, Answer { status: 404, body: "gone".to_owned() });
        assert!(read("HTTP/1.1 200 OK\r\n").is_err());
        assert!(read("what\r\n\r\n").is_err());
    }
}
