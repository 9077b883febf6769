//! How much one address may ask, on a server that keeps to its limits.

use std::sync::Arc;

use protocol::setup::Setup;
use rules::fujian::Rules;

use super::TestApi;
use crate::config::{Config, Settings};
use crate::gateway::Gateway;
use crate::recorder::{Database, Recorder, RecorderOptions};
use crate::room::{Manners, RoomContext};
use crate::rooms::Rooms;
use crate::store::fresh::Fresh;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// A server with its limits, as usual but for what the test changes.
async fn limited(change: impl FnOnce(&mut Config)) -> TestApi {
    limited_with_rooms(change).await.0
}

/// The same, and its rooms.
async fn limited_with_rooms(change: impl FnOnce(&mut Config)) -> (TestApi, Rooms) {
    let fresh = Fresh::new();
    let database: Database = fresh.url.parse().unwrap();
    let (recorder, replayed) = Recorder::open(database, RecorderOptions::default()).unwrap();
    let context = RoomContext::new(recorder.clone(), Manners::default());
    let rooms = Rooms::reopen(context, replayed);
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let mut config = Settings::default().resolve();
    config.accepts_per_second = 0;
    change(&mut config);
    let gateway = Gateway::new(config, rooms.clone(), recorder.clone());
    tokio::spawn(crate::gateway::accept_all(listener, gateway));
    (TestApi { recorder, address, fresh, withdrawn: Arc::default() }, rooms)
}

/// A code is a code however it is spelt.
#[tokio::test]
async fn codes_of_private_games_cannot_be_tried_out() {
    for name in ["code", "%63ode", "c%6Fde"] {
        let api = limited(|config| config.guesses_per_minute = 5).await;
        let mut statuses = Vec::new();
        for _ in 0..10 {
            statuses.push(api.read(&format!("/api/games/1-1?{name}=AAAAAA")).await.status);
        }

        assert_eq!((statuses[0], statuses[9]), (404, 429), "{name}: {statuses:?}");
    }
}

/// Whoever asked for their own hand before it was over could not come back to their seat.
#[tokio::test]
async fn who_knows_the_code_of_a_room_may_ask_before_there_is_anything_to_see() {
    let (api, rooms) = limited_with_rooms(|config| config.guesses_per_minute = 5).await;
    let code = rooms.open(Setup::Fujian { rules: Rules::CLASSIC }, false, None).unwrap().code();
    for path in ["/api/games/1-1", "/api/games/1-7", "/api/games/1-1/hands/9"] {
        for _ in 0..10 {
            assert_eq!(api.read(&format!("{path}?code={code}")).await.status, 404, "{path}");
        }
    }

    assert_eq!(api.read("/api/games/1-1?code=AAAAAA").await.status, 404, "the first guess");
}

#[tokio::test]
async fn an_address_makes_and_writes_kept_games_at_a_pace() {
    let api = limited(|config| {
        config.kept_games_per_minute = 2;
        config.kept_writes_per_minute = 3;
    })
    .await;
    let game = r#"{"players": ["Koki", "Josh", "Mikey", "Jo"]}"#;
    let scores = r#"{"final_scores": [25000, 25000, 25000, 25000]}"#;

    let (mut made, mut written) = (Vec::new(), Vec::new());
    for _ in 0..3 {
        made.push(api.send("/api/games", "application/json", game).await.status);
    }
    for _ in 0..4 {
        let path = "/api/games/r1/reconcile";
        written.push(api.send(path, "application/json", scores).await.status);
    }
    let read = api.read("/api/games/r1").await.status;

    assert_eq!(made, [201, 201, 429]);
    assert_eq!(written, [200, 200, 200, 429]);
    assert_eq!(read, 200);
}

/// A byte now and then would hold a connection for ever.
#[tokio::test]
async fn a_body_that_does_not_come_is_not_waited_for() {
    let soon = std::num::NonZeroU32::new(50).unwrap();
    let api = limited(|config| config.body_ms_max = soon).await;

    for path in ["/api/games", "/api/riichi/score", "/api/games/r1/undo"] {
        let mut socket = TcpStream::connect(&api.address).await.unwrap();
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: test\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{{"
        );
        socket.write_all(head.as_bytes()).await.unwrap();
        let mut answer = String::new();
        socket.read_to_string(&mut answer).await.unwrap();

        assert!(answer.starts_with("HTTP/1.1 408"), "{path}: {answer}");
    }
}

/// Anything at all in the header used to be worth five times as many requests.
#[tokio::test]
async fn a_key_that_nobody_holds_is_worth_nothing_and_every_holder_has_a_pace_of_their_own() {
    let api = limited(|config| {
        config.ratings_per_minute = 4;
        config.keyed_ratings_per_minute = 3;
        config.guesses_per_minute = 0;
    })
    .await;
    let mut keys = Vec::new();
    for name in ["Ana", "Bo"] {
        let body = format!("{{\"name\":\"{name}\"}}");
        let made = api.send("/api/v1/profiles", "application/json", &body).await.json();
        keys.push(made["key"].as_str().unwrap().to_owned());
    }

    let mut asked = Vec::new();
    for key in ["pk_nobody", &keys[0], &keys[1]] {
        for _ in 0..4 {
            let header = format!("authorization: Bearer {key}\r\n");
            asked.push(api.ask("/api/v1/leaderboard", &header).await.status);
        }
    }

    assert_eq!(asked, [200, 200, 429, 429, 200, 200, 200, 429, 200, 200, 200, 429]);
    assert_eq!(api.read("/api/v1/leaderboard").await.status, 429);
}
