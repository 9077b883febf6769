//! The server's side of a test: it says what the test has it say.

use bots::client::Seated;
use bots::selfplay::Shuffler;
use futures_util::SinkExt as _;
use protocol::codec::Encoding;
use protocol::fujian::SeatView;
use protocol::ids::{RoomCode, SeatToken, Seq};
use protocol::options::RoomOptions;
use protocol::room::{Occupant, RoomView, Stage};
use protocol::setup::Setup;
use rules::fujian::{Rules, Table};
use rules::seat::{BySeat, Seat};
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::handshake::server::{Request, Response};
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::{WebSocketStream, accept_hdr_async};

/// One connection.
pub(crate) type Side = WebSocketStream<TcpStream>;

/// Waits for the next client.
pub(crate) async fn accept(listener: &TcpListener) -> Side {
    #[expect(clippy::result_large_err, reason = "the library asks for it")]
    let agree = |_: &Request, mut response: Response| {
        let subprotocol = HeaderValue::from_static(Encoding::MessagePack.subprotocol());
        response.headers_mut().insert("sec-websocket-protocol", subprotocol);
        Ok(response)
    };
    let (stream, _) = listener.accept().await.unwrap();
    accept_hdr_async(stream, agree).await.unwrap()
}

pub(crate) async fn say(side: &mut Side, message: &impl serde::Serialize) {
    let bytes = Encoding::MessagePack.encode(message);
    side.send(Message::binary(bytes)).await.unwrap();
}

pub(crate) fn code() -> RoomCode {
    "K7Q2XM".parse().unwrap()
}

/// Four at a table that was dealt, as each knows it.
pub(crate) fn four() -> BySeat<Seated> {
    let mut table = Table::new(Rules::FULL, Seat::S0).unwrap();
    let begun = table.begin(Shuffler::new(1).wall(Rules::FULL.tiles)).unwrap();
    table.apply_all(begun, |_, _| ());
    BySeat::from_fn(|seat| {
        let seated = Seated::new(code(), seat, SeatToken("a token".to_owned()));
        Seated { seq: Seq(7), view: Some(SeatView::of(&table, seat)), ..seated }
    })
}

/// A room whose match is on.
pub(crate) fn room() -> RoomView {
    RoomView {
        code: code(),
        stage: Stage::Playing,
        seats: BySeat::from_fn(|_| Occupant::Empty {}),
        host: None,
        public: false,
        id: 1,
        setup: Setup::Fujian { rules: Rules::FULL },
        dealer: Seat::S0,
        tips: BySeat::default(),
        wall: None,
        options: RoomOptions::default(),
    }
}
