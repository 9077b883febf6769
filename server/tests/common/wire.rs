//! Clients that speak plain HTTP, plain JSON, or bytes no client should send.

use std::io::{Read, Write};
use std::net::TcpStream as StdStream;

use futures_util::{SinkExt, StreamExt};
use protocol::ids::ProfileKey;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use super::TestServer;

/// The whole answer to a request with these lines of head, host and all else added.
pub(crate) fn http(server: &TestServer, lines: &[&str]) -> String {
    let mut socket = StdStream::connect(&server.address).unwrap();
    let head = lines.join("\r\n");
    let rest = format!("host: {}\r\nconnection: close", server.address);
    write!(socket, "{head}\r\n{rest}\r\n\r\n").unwrap();
    rest_of(&mut socket)
}

/// Everything that comes until the peer ends the connection.
pub(crate) fn rest_of(socket: &mut StdStream) -> String {
    let mut answer = Vec::new();
    // A reset also ends it; what came before counts.
    let _ = socket.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

/// What a request with a key is answered with.
pub(crate) fn ask_with(server: &TestServer, request: &str, key: &str, body: &Value) -> Value {
    let mut socket = StdStream::connect(&server.address).unwrap();
    let (host, body) = (&server.address, body.to_string());
    let head = format!("{request} HTTP/1.1\r\ncontent-type: application/json");
    let rest = format!("host: {host}\r\nconnection: close\r\ncontent-length: {}", body.len());
    let key =
        if key.is_empty() { String::new() } else { format!("authorization: Bearer {key}\r\n") };
    write!(socket, "{head}\r\n{key}{rest}\r\n\r\n{body}").unwrap();
    let answer = rest_of(&mut socket);
    let (_, body) = answer.split_once("\r\n\r\n").unwrap();
    if body.is_empty() { Value::Null } else { serde_json::from_str(body).unwrap() }
}

/// A new profile: its public id, and the key it is played for with.
pub(crate) fn new_profile(server: &TestServer, name: &str) -> (String, ProfileKey) {
    let made = ask_with(server, "POST /api/v1/profiles", "", &json!({ "name": name }));
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    (text(&made["player"]["id"]), ProfileKey(text(&made["key"])))
}

/// The one room that anybody may see. A list leaves a room out that is too busy to answer for a moment, and machines may be
/// slow: then it is asked for again.
pub(crate) fn listed_room(server: &TestServer) -> Value {
    const LOOKS_MAX: usize = 100;
    let lists = (0..LOOKS_MAX).map(|_| ask_with(server, "GET /api/rooms", "", &Value::Null));
    let mut rooms = lists.filter_map(|list| list["rooms"].as_array().cloned());
    let mut listed = rooms.find(|rooms| !rooms.is_empty()).expect("a room is listed");
    assert_eq!(listed.len(), 1, "{listed:?}");
    listed.remove(0)
}

/// The value of a metric.
pub(crate) fn metric(server: &TestServer, name: &str) -> f64 {
    let page = http(server, &["GET /metrics HTTP/1.1"]);
    let line = page.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.unwrap_or_else(|| panic!("no {name} in {page}")).trim().parse().unwrap()
}

/// A client that speaks JSON as a person would type it.
pub(crate) struct Talker {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
}

impl Talker {
    pub(crate) async fn connect(server: &TestServer) -> Self {
        Self::connect_with(server, &[]).await.unwrap()
    }

    /// Connects with more headers; gives the status if there is no socket.
    pub(crate) async fn connect_with(
        server: &TestServer,
        headers: &[(&'static str, &str)],
    ) -> Result<Self, u16> {
        let mut request = format!("ws://{}/ws", server.address).into_client_request().unwrap();
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().unwrap());
        }
        match connect_async(request).await {
            Ok((socket, response)) => {
                assert!(!response.headers().contains_key("sec-websocket-extensions"));
                Ok(Self { socket })
            }
            Err(Error::Http(response)) => Err(response.status().as_u16()),
            Err(error) => panic!("{error}"),
        }
    }

    pub(crate) async fn say(&mut self, message: Value) {
        self.say_text(message.to_string()).await;
    }

    pub(crate) async fn say_text(&mut self, text: String) {
        // A server that has closed hears nothing more; what it said first is still to be read.
        let _ = self.socket.send(Message::text(text)).await;
    }

    /// The next message, or the code the socket was closed with.
    pub(crate) async fn hear(&mut self) -> Result<Value, u16> {
        loop {
            match self.socket.next().await {
                Some(Ok(Message::Text(text))) => return Ok(serde_json::from_str(&text).unwrap()),
                Some(Ok(Message::Close(Some(frame)))) => return Err(frame.code.into()),
                Some(Ok(_)) => {}
                Some(Err(error)) => panic!("{error}"),
                None => panic!("ended without a goodbye"),
            }
        }
    }

    /// Says something, and hears until the answer to it.
    pub(crate) async fn ask(&mut self, message: Value) -> Value {
        let request = message["request"].clone();
        self.say(message).await;
        loop {
            let heard = self.hear().await.expect("it is answered");
            if heard["request"] == request {
                return heard;
            }
        }
    }

    /// Hears until the socket is closed; gives everything, and the code.
    pub(crate) async fn hear_all(mut self) -> (Vec<Value>, u16) {
        let mut all = Vec::new();
        loop {
            match self.hear().await {
                Ok(message) => all.push(message),
                Err(code) => return (all, code),
            }
        }
    }

    /// Closes the socket, and waits for the server's goodbye.
    pub(crate) async fn leave(mut self) -> u16 {
        use tokio_tungstenite::tungstenite::protocol::{CloseFrame, frame::coding::CloseCode};
        let frame = CloseFrame { code: CloseCode::Normal, reason: "".into() };
        self.socket.close(Some(frame)).await.unwrap();
        self.hear_all().await.1
    }
}

pub(crate) fn create(request: u32) -> Value {
    json!({
        "type": "create", "request": request, "name": "Ana", "public": false,
        "setup": { "type": "fujian", "rules": {} },
    })
}

pub(crate) fn join(request: u32, code: &str) -> Value {
    json!({ "type": "join", "request": request, "code": code, "name": "Bo" })
}

/// A socket on which anything can be written, right or wrong.
pub(crate) struct RawSocket {
    pub(crate) stream: StdStream,
}

impl RawSocket {
    pub(crate) fn open(server: &TestServer) -> Self {
        let mut stream = StdStream::connect(&server.address).unwrap();
        let head = "GET /ws HTTP/1.1\r\nhost: test\r\nupgrade: websocket\r\nconnection: upgrade\r\n\
             sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
        stream.write_all(head.as_bytes()).unwrap();
        let mut answer = Vec::new();
        while !answer.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            stream.read_exact(&mut byte).unwrap();
            answer.push(byte[0]);
        }
        let answer = String::from_utf8(answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 101"), "{answer}");
        assert!(answer.contains("s3pPLMBiTxaQ9kYGzzhZRbK+xOo="), "{answer}");
        Self { stream }
    }

    /// Writes a frame, masked by zeros.
    pub(crate) fn frame(&mut self, first: u8, payload: &[u8]) {
        let mut bytes = vec![first];
        match u8::try_from(payload.len()) {
            Ok(short) if short < 126 => bytes.push(0x80 | short),
            Ok(_) | Err(_) => {
                bytes.push(0x80 | 126);
                bytes.extend(u16::try_from(payload.len()).unwrap().to_be_bytes());
            }
        }
        bytes.extend([0; 4]);
        bytes.extend(payload);
        // A server that has closed takes nothing more.
        let _ = self.stream.write_all(&bytes);
    }

    /// Reads frames until the close frame; gives its code. Then the connection has to end.
    pub(crate) fn close_code(mut self) -> u16 {
        loop {
            let mut head = [0; 2];
            self.stream.read_exact(&mut head).expect("a close frame comes first");
            let mut payload = vec![0; usize::from(head[1] & 0x7f)];
            if payload.len() == 126 {
                let mut long = [0; 2];
                self.stream.read_exact(&mut long).unwrap();
                payload = vec![0; usize::from(u16::from_be_bytes(long))];
            }
            self.stream.read_exact(&mut payload).unwrap();
            if head[0] == 0x88 {
                self.frame(0x88, &payload);
                assert_eq!(rest_of(&mut self.stream), "");
                return u16::from_be_bytes([payload[0], payload[1]]);
            }
        }
    }
}
