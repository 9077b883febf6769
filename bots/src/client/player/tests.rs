//! A bot and a server that says what the test has it say.

use futures_util::{SinkExt as _, StreamExt as _};
use protocol::server::ByeReason;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::handshake::server::{Request, Response};
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::{WebSocketStream, accept_hdr_async};

use super::*;

/// Longer than any of this takes: a bot that waits for ever is one that failed.
const PATIENCE: Duration = Duration::from_secs(20);

/// One connection, from the server's side.
struct Side(WebSocketStream<TcpStream>);

impl Side {
    async fn accept(listener: &TcpListener) -> Self {
        let (stream, _) = listener.accept().await.unwrap();
        #[expect(clippy::result_large_err, reason = "the library asks for it")]
        let agree = |_: &Request, mut response: Response| {
            let subprotocol = HeaderValue::from_static(Encoding::MessagePack.subprotocol());
            response.headers_mut().insert("sec-websocket-protocol", subprotocol);
            Ok(response)
        };
        Self(accept_hdr_async(stream, agree).await.unwrap())
    }

    async fn hear(&mut self) -> ClientMessage {
        let frame = self.0.next().await.unwrap().unwrap();
        Encoding::MessagePack.decode_from_client(&frame.into_data()).unwrap()
    }

    async fn say(&mut self, message: &SeatMessage) {
        let bytes = Encoding::MessagePack.encode(message);
        self.0.send(Message::binary(bytes)).await.unwrap();
    }

    async fn close(mut self, code: u16) {
        let frame = CloseFrame { code: code.into(), reason: "".into() };
        self.0.close(Some(frame)).await.unwrap();
        while self.0.next().await.is_some_and(|heard| heard.is_ok()) {}
    }
}

/// A server, and a bot that has sat down there.
async fn seated() -> (TcpListener, Side, Player) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("ws://{}/ws", listener.local_addr().unwrap());
    let code: RoomCode = "K7Q2XM".parse().unwrap();
    let name = "Bo".parse().unwrap();
    let joining = Player::join(&url, code, name, BotLevel::Easy, 1, Duration::ZERO);
    let serving = async {
        let mut side = Side::accept(&listener).await;
        let ClientMessage::Join { request, .. } = side.hear().await else { panic!("no join") };
        let token = protocol::ids::SeatToken("a token".to_owned());
        let seat = rules::seat::Seat::S1;
        side.say(&SeatMessage::Seated { request, code, seat, token }).await;
        side
    };
    let (player, side) = tokio::join!(joining, serving);
    (listener, side, player.unwrap())
}

#[tokio::test]
async fn a_bot_whose_return_is_refused_for_the_moment_tries_again() {
    let (listener, side, mut player) = seated().await;
    drop(side);

    let serving = async {
        let mut first = Side::accept(&listener).await;
        let ClientMessage::Resume { request, .. } = first.hear().await else { panic!("no resume") };
        let reason = Refusal::StoreUnavailable;
        first.say(&SeatMessage::Refused { request, reason }).await;
        let mut second = Side::accept(&listener).await;
        assert!(matches!(second.hear().await, ClientMessage::Resume { .. }));
        second.say(&SeatMessage::Bye { reason: ByeReason::Closed, retry_ms: None }).await;
        (first, second)
    };
    let both = async { tokio::join!(player.play(), serving).0 };
    let ended = timeout(PATIENCE, both).await.expect("the bot waits for ever");

    assert_eq!(ended.unwrap(), Ended::SentAway(ByeReason::Closed));
}

#[tokio::test]
async fn a_bot_does_not_come_back_after_a_close_code_that_says_so() {
    for (code, expected) in [
        (4001, Ended::SentAway(ByeReason::Replaced)),
        (4002, Ended::SentAway(ByeReason::Closed)),
        (4003, Ended::EndedByOperator),
    ] {
        let (listener, side, mut player) = seated().await;

        let both = async { tokio::join!(player.play(), side.close(code)).0 };
        let ended = timeout(PATIENCE, both).await;

        assert_eq!(ended.expect("the bot comes back").unwrap(), expected);
        drop(listener);
    }
}
