//! A bot and a server that says what the test has it say.

use futures_util::{SinkExt as _, StreamExt as _};
use protocol::fujian::SeatView;
use protocol::ids::RoomCode;
use protocol::options::RoomOptions;
use protocol::room::{Occupant, RoomView, Stage};
use protocol::server::ByeReason;
use protocol::setup::Setup;
use rules::fujian::{Rules, Table};
use rules::seat::{BySeat, Seat};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::handshake::server::{Request, Response};
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::{WebSocketStream, accept_hdr_async};

use super::*;
use crate::selfplay::Shuffler;

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

fn room_code() -> RoomCode {
    "K7Q2XM".parse().unwrap()
}

/// A server, and a bot that has sat down there.
async fn seated() -> (TcpListener, Side, Player) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("ws://{}/ws", listener.local_addr().unwrap());
    let code = room_code();
    let name = "Bo".parse().unwrap();
    let joining = Player::join(&url, code, name, BotLevel::Easy, 1, Duration::ZERO);
    let serving = async {
        let mut side = Side::accept(&listener).await;
        let ClientMessage::Join { request, .. } = side.hear().await else { panic!("no join") };
        let token = protocol::ids::SeatToken("a token".to_owned());
        let seat = Seat::S1;
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
    let both = async { tokio::join!(player.play(|_| ()), serving).0 };
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

        let both = async { tokio::join!(player.play(|_| ()), side.close(code)).0 };
        let ended = timeout(PATIENCE, both).await;

        assert_eq!(ended.expect("the bot comes back").unwrap(), expected);
        drop(listener);
    }
}

fn room_view(code: RoomCode) -> RoomView {
    RoomView {
        code,
        stage: Stage::Playing,
        seats: BySeat::from_fn(|_| Occupant::Empty {}),
        host: None,
        public: false,
        id: 1,
        setup: Setup::Fujian { rules: Rules::CLASSIC },
        dealer: Seat::S1,
        tips: BySeat::default(),
        wall: None,
        options: RoomOptions::default(),
    }
}

/// A table at which seat 1 is asked something.
fn asked_view() -> SeatView {
    let views = (0..).map(|seed| {
        let mut table = Table::new(Rules::CLASSIC, Seat::S1).unwrap();
        let wall = Shuffler::new(seed).wall(Rules::CLASSIC.tiles);
        let begun = table.begin(wall).unwrap();
        table.apply_all(begun, |_, _| ());
        SeatView::of(&table, Seat::S1)
    });
    let mut asked = views.filter(|view| view.prompt.is_some());
    asked.next().unwrap()
}

/// The steps that made an action stale come before the answer that says so: with those heard, it
/// waited for one more while the table waited for it.
#[tokio::test]
async fn a_bot_that_was_refused_acts_on_what_it_has_heard_since() {
    let (_listener, mut side, mut player) = seated().await;

    let serving = async {
        let (room, view) = (Box::new(room_view(room_code())), Some(asked_view()));
        side.say(&SeatMessage::Snapshot { seq: Seq(5), room, view }).await;
        let ClientMessage::Act { request, last_seq, .. } = side.hear().await else {
            panic!("no action")
        };
        assert_eq!(last_seq, Some(Seq(5)));
        let (room, public, own) = (Vec::new(), Vec::new(), Vec::new());
        side.say(&SeatMessage::Step { seq: Seq(6), room, public, own }).await;
        side.say(&SeatMessage::Refused { request, reason: Refusal::Stale }).await;
        let ClientMessage::Act { last_seq, .. } = side.hear().await else { panic!("no action") };
        assert_eq!(last_seq, Some(Seq(6)));
        side.say(&SeatMessage::Bye { reason: ByeReason::Closed, retry_ms: None }).await;
        side
    };
    let both = async { tokio::join!(player.play(|_| ()), serving).0 };
    let ended = timeout(PATIENCE, both).await.expect("the bot waits for ever");

    assert_eq!(ended.unwrap(), Ended::SentAway(ByeReason::Closed));
}

#[tokio::test]
async fn a_bot_whose_server_has_fallen_silent_comes_back() {
    let (listener, silent, mut player) = seated().await;
    player.silence_max = Duration::from_millis(1);

    let back = async { Side::accept(&listener).await.hear().await };
    let heard = tokio::select! {
        ended = player.play(|_| ()) => panic!("it ended: {ended:?}"),
        heard = timeout(PATIENCE, back) => heard.expect("the bot waits for ever"),
    };

    assert!(matches!(heard, ClientMessage::Resume { .. }), "{heard:?}");
    drop(silent);
}

#[tokio::test]
async fn a_bot_whose_answer_was_lost_asks_for_its_seat_with_the_same_token() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("ws://{}/ws", listener.local_addr().unwrap());
    let name = "Bo".parse().unwrap();
    let joining = Player::join(&url, room_code(), name, BotLevel::Easy, 1, Duration::ZERO);
    let serving = async {
        let mut tokens = Vec::new();
        for try_number in 1..=2 {
            let mut side = Side::accept(&listener).await;
            let ClientMessage::Join { request, code, token, .. } = side.hear().await else {
                panic!("no join")
            };
            let token = token.expect("a token of its own");
            assert!(token.can_be_brought());
            tokens.push(token.clone());
            if try_number == 2 {
                side.say(&SeatMessage::Seated { request, code, seat: Seat::S1, token }).await;
            }
        }
        tokens
    };

    let both = async { tokio::join!(joining, serving) };
    let (player, tokens) = timeout(PATIENCE, both).await.expect("the bot does not ask again");

    assert_eq!(tokens[0], tokens[1]);
    assert_eq!(player.unwrap().seated().token, tokens[0]);
}

#[tokio::test]
async fn a_bot_that_leaves_over_a_broken_connection_comes_back_to_say_so() {
    let (listener, side, player) = seated().await;
    drop(side);

    let serving = async {
        let mut side = Side::accept(&listener).await;
        assert!(matches!(side.hear().await, ClientMessage::Resume { .. }));
        let ClientMessage::Leave { request } = side.hear().await else { panic!("no farewell") };
        side.say(&SeatMessage::Accepted { request, seq: Seq(9) }).await;
        side
    };
    let both = async { tokio::join!(player.leave(), serving).0 };
    let left = timeout(PATIENCE, both).await.expect("the bot does not come back");

    assert_eq!(left.unwrap(), Left::Free);
}

#[tokio::test]
async fn of_a_lost_connection_and_its_return_a_bot_tells_once_however_often_it_tries() {
    let (listener, side, mut player) = seated().await;
    drop(side);

    let serving = async {
        let mut first = Side::accept(&listener).await;
        first.hear().await;
        drop(first);
        let mut second = Side::accept(&listener).await;
        let ClientMessage::Resume { request, .. } = second.hear().await else {
            panic!("no resume")
        };
        second.say(&SeatMessage::Accepted { request, seq: Seq(1) }).await;
        second.say(&SeatMessage::Bye { reason: ByeReason::Closed, retry_ms: None }).await;
        second
    };
    let mut told = Vec::new();
    let both = async { tokio::join!(player.play(|line| told.push(line)), serving).0 };
    let ended = timeout(PATIENCE, both).await.expect("the bot waits for ever");

    assert_eq!(ended.unwrap(), Ended::SentAway(ByeReason::Closed));
    assert_eq!(told, [Line::Lost, Line::Back]);
}
