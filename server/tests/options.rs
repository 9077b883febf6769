//! How a room is run: who may watch it and when, what is kept of it, and calls that are passed.

mod common;

use std::process::Command;

use common::line::Line;
use common::play::{four_players, play_all};
use common::watcher::Watcher;
use common::wire::{ask_with, http, listed_room, new_profile};
use common::{NO_LIMITS, Player, TestServer};
use protocol::client::HostOrder;
use protocol::codec::Encoding;
use protocol::fujian::{ActionView, ClientMessage, PhaseView, SpectatorMessage};
use protocol::ids::{ProfileKey, RequestId, RoomCode, Seq};
use protocol::options::{RoomOptions, Spectators};
use protocol::refusal::Refusal;
use protocol::room::{Occupant, Stage};
use protocol::server::ByeReason;
use rules::fujian::Rules;
use rules::seat::Seat;
use serde_json::{Value, json as said};

const USUAL: RoomOptions = RoomOptions {
    spectators: Spectators::On {},
    open_hands: false,
    recorded: true,
    quick_pass: false,
    rated: false,
};
const LATE: RoomOptions = RoomOptions { spectators: Spectators::Delayed { seconds: 600 }, ..USUAL };

fn json(server: &TestServer, path: &str) -> Value {
    let answer = http(server, &[&format!("GET {path} HTTP/1.1")]);
    let (_, body) = answer.split_once("\r\n\r\n").unwrap();
    serde_json::from_str(body).unwrap()
}

/// What somebody is told who asks for something first.
async fn told(server: &TestServer, message: &ClientMessage) -> SpectatorMessage {
    let mut line = Line::connect(&server.address, Encoding::Json).await.unwrap();
    line.say(message).await.unwrap();
    line.hear().await.unwrap()
}

fn watch(code: RoomCode) -> ClientMessage {
    ClientMessage::Watch { request: RequestId(1), code, last_seq: None }
}

async fn match_run_by(server: &TestServer, options: RoomOptions, rules: Rules) -> Vec<Player> {
    let mut players = four_players(server, rules).await;
    players[0].order(HostOrder::Options { options }).await.unwrap();
    players[0].order(HostOrder::Start {}).await.unwrap();
    players
}

#[tokio::test]
async fn options_are_the_hosts_and_seen_by_everybody_until_the_match_begins() {
    let server = TestServer::start("options_seen");
    let mut players = four_players(&server, Rules::CLASSIC).await;
    let options = RoomOptions { open_hands: true, quick_pass: true, rated: true, ..LATE };
    let wanted = || HostOrder::Options { options };

    assert_eq!(players[1].order(wanted()).await, Err(Refusal::NotHost));
    let unfit = RoomOptions { rated: true, recorded: false, ..USUAL };
    let refused = players[0].order(HostOrder::Options { options: unfit }).await;
    assert_eq!(refused, Err(Refusal::BadOptions));
    players[0].order(wanted()).await.unwrap();

    players[3].until(|player| player.room.options == options).await;
    let watcher = Watcher::watch(&server.address, Encoding::MessagePack, players[0].code).await;
    assert_eq!(watcher.room.options, options);
    let listed = &listed_room(&server)["options"];
    assert_eq!((&listed["spectators"], &listed["delay_seconds"]), (&"delayed".into(), &600.into()));
    assert_eq!((&listed["open_hands"], &listed["rated"]), (&true.into(), &true.into()));
    players[0].order(HostOrder::Start {}).await.unwrap();
    assert_eq!(players[0].order(wanted()).await, Err(Refusal::Playing));
}

#[tokio::test]
async fn nobody_watches_where_watching_is_off() {
    let server = TestServer::start("watching_off");
    let mut host = Player::create(&server, Encoding::Json, Rules::CLASSIC).await;
    let mut watcher = Watcher::watch(&server.address, Encoding::Json, host.code).await;
    let options = RoomOptions { spectators: Spectators::Off {}, ..USUAL };

    host.order(HostOrder::Options { options }).await.unwrap();

    let bye = loop {
        if let SpectatorMessage::Bye { reason, .. } = watcher.hear().await.unwrap() {
            break reason;
        }
    };
    assert_eq!(bye, ByeReason::WatchingOff);
    let again = told(&server, &watch(host.code)).await;
    assert!(matches!(again, SpectatorMessage::Refused { reason: Refusal::WatchingOff, .. }));
    let room = listed_room(&server);
    assert!(room["options"]["spectators"] == "off" && room.get("watch").is_none(), "{room}");
}

/// By every way in, before and after a restart, the match has not begun yet for those who watch.
#[tokio::test]
async fn a_delayed_match_is_nowhere_to_be_seen_before_it_is_due() {
    let mut server = TestServer::start("late");
    let rules = Rules { hands: 2, ..Rules::CLASSIC };
    let mut players = four_players(&server, rules).await;
    let code = players[0].code;
    let mut early = Watcher::watch(&server.address, Encoding::Json, code).await;
    let options = RoomOptions { open_hands: true, ..LATE };
    players[0].order(HostOrder::Options { options }).await.unwrap();
    let waiting = players[0].seq;
    players[0].order(HostOrder::Start {}).await.unwrap();
    let players = play_all(players, u64::MAX).await;

    early.watch_until(waiting).await;
    for _ in 0..2 {
        let late = Watcher::watch(&server.address, Encoding::MessagePack, code).await;
        assert_eq!((late.seq, late.room.stage, late.table), (waiting, Stage::Waiting, None));
        let again =
            ClientMessage::Watch { request: RequestId(1), code, last_seq: Some(players[0].seq) };
        let told = told(&server, &again).await;
        assert_eq!(told, SpectatorMessage::Accepted { request: RequestId(1), seq: waiting });
        let listed = listed_room(&server);
        assert_eq!((&listed["stage"], listed.get("hand")), (&"waiting".into(), None));
        assert_eq!(json(&server, "/api/games")["games"], Value::Array(Vec::new()));
        server.kill_and_restart();
    }
    assert!(early.heard.iter().all(|heard| !matches!(heard, SpectatorMessage::Timer { .. })));
    assert_eq!(early.seq, waiting);
}

#[tokio::test]
async fn a_match_that_is_not_recorded_is_played_and_leaves_no_trace() {
    let server = TestServer::start("not_recorded");
    let options = RoomOptions { recorded: false, ..USUAL };
    let players = match_run_by(&server, options, Rules::CLASSIC).await;
    let recorded = match_run_by(&server, USUAL, Rules::CLASSIC).await;

    let (players, _) = tokio::join!(play_all(players, u64::MAX), play_all(recorded, u64::MAX));

    assert!(players.iter().all(Player::is_over));
    let games = json(&server, "/api/games");
    let games = games["games"].as_array().unwrap();
    let codes: Vec<_> = games.iter().map(|game| game["room"].as_str()).collect();
    assert!(codes.len() == 1 && codes[0] != Some(players[0].code.as_str()), "{codes:?}");
}

/// Three at a table have their calls passed, and the first throws a tile; says whether the next has drawn then. A hand may
/// be over with its deal or with what is drawn, and a win is left to whoever has it: that says nothing of passing.
async fn is_passed_on(server: &TestServer) -> bool {
    let options = RoomOptions { quick_pass: true, ..USUAL };
    let mut players = match_run_by(server, options, Rules::CLASSIC).await;
    for player in &mut players[1..] {
        let request = player.ask(|request| ClientMessage::QuickPass { request, on: true }).await;
        player.answer(request).await.unwrap();
    }
    players[0].until(|player| player.simple_action().is_some()).await;
    let action = players[0].simple_action().unwrap();
    let ActionView::Discard { .. } = action else { return false };
    let thrown = players[0].act(action).await.unwrap();
    for player in &mut players[1..] {
        player.until(|player| player.seq >= thrown).await;
        if player.simple_action() == Some(ActionView::Win {}) {
            return false;
        }
    }

    // Nobody has answered, and the next player has drawn.
    let is_next =
        |player: &Player| matches!(player.phase(), Some(PhaseView::Turn { seat: Seat::S1 }));
    players[1].until(|player| is_next(player) || player.is_over()).await;
    is_next(&players[1])
}

#[tokio::test]
async fn calls_are_passed_for_whoever_asks_where_the_room_allows_it() {
    /// So many tables at which nobody comes to draw would be a fault of the server's.
    const TABLES_MAX: usize = 20;
    let server = TestServer::start("quick_pass");
    let mut plain = Player::create(&server, Encoding::Json, Rules::CLASSIC).await;
    let request = plain.ask(|request| ClientMessage::QuickPass { request, on: true }).await;
    assert_eq!(plain.answer(request).await, Err(Refusal::NotAllowed));

    for _ in 0..TABLES_MAX {
        if is_passed_on(&server).await {
            return;
        }
    }
    panic!("nothing that was thrown at {TABLES_MAX} tables was passed on");
}

#[tokio::test]
async fn a_key_that_belongs_to_no_profile_is_refused_and_nothing_is_opened() {
    let server = TestServer::start("no_profile");
    let host = Player::create(&server, Encoding::Json, Rules::CLASSIC).await;
    let profile = Some(ProfileKey("nobody's".to_owned()));
    let (request, name) = (RequestId(1), "Bo".parse().unwrap());
    let join =
        ClientMessage::Join { request, code: host.code, name, tip: None, profile, token: None };

    let answer = told(&server, &join).await;

    assert!(matches!(answer, SpectatorMessage::Refused { reason: Refusal::NoProfile, .. }));
    assert!(!server.log().contains("nobody's"));
}

/// Also for one of them who leaves before it is over, and for one whom nobody sees.
#[tokio::test]
async fn a_rated_match_counts_for_the_profiles_that_began_it() {
    let server = TestServer::start("rated");
    let mut host = Player::create(&server, Encoding::Json, Rules::CLASSIC).await;
    let (mut ids, mut keys, mut players) = (Vec::new(), Vec::new(), Vec::new());
    for name in ["Bo", "Cai", "Dee"] {
        let (id, key) = new_profile(&server, name);
        if name == "Cai" {
            ask_with(
                &server,
                "PATCH /api/v1/profile",
                &key.0,
                &serde_json::json!({ "hidden": true }),
            );
        }
        keys.push(key.0.clone());
        players.push(Player::join_for(&server, Encoding::MessagePack, host.code, name, key).await);
        ids.push(id);
    }
    let options = RoomOptions { rated: true, ..USUAL };
    host.order(HostOrder::Options { options }).await.unwrap();
    host.order(HostOrder::Start {}).await.unwrap();
    let seat = host.room.seats[Seat::S1].clone();
    assert!(matches!(seat, Occupant::Human { profile: Some(profile), .. } if profile.id == ids[0]));
    let hidden = host.room.seats[Seat::S2].clone();
    assert!(matches!(hidden, Occupant::Human { profile: None, .. }), "{hidden:?}");
    players.pop().unwrap().leave().await.unwrap();
    players.insert(0, host);

    play_all(players, u64::MAX).await;

    for key in &keys {
        let own = ask_with(&server, "GET /api/v1/profile", key, &Value::Null);
        assert_eq!(own["player"]["games"], 1, "{own}");
    }
    for key in &keys[..2] {
        let stats = ask_with(&server, "GET /api/v1/profile/stats", key, &Value::Null);
        assert_eq!((&stats["hands"], &stats["games"]), (&1.into(), &1.into()), "{stats}");
    }
}

const TOKEN: &str = "0123456789abcdef0123456789abcdef";

/// By name only, without a profile.
fn is_shown_without(player: &Player, seat: Seat, name: &str) -> bool {
    let occupant = &player.room.seats[seat];
    matches!(occupant, Occupant::Human { name: shown, profile: None } if shown.as_str() == name)
}

/// What somebody who comes to watch hears first.
async fn first_frame(server: &TestServer, code: RoomCode, last_seq: Option<Seq>) -> String {
    let mut line = Line::connect(&server.address, Encoding::Json).await.unwrap();
    let request = RequestId(1);
    line.say(&ClientMessage::Watch { request, code, last_seq }).await.unwrap();
    let accepted = line.hear::<SpectatorMessage>().await.unwrap();
    assert!(matches!(accepted, SpectatorMessage::Accepted { .. }), "{accepted:?}");
    String::from_utf8(line.frame().await.unwrap().to_vec()).unwrap()
}

/// By the player, by deleting it, and by the operator; it counts all the same for whoever still has it.
#[tokio::test]
async fn a_profile_hidden_while_it_is_played_for_is_shown_at_no_table() {
    let flags = [NO_LIMITS, &["--operator-token", TOKEN]].concat();
    let mut server = TestServer::start_with("withdrawn", &flags);
    let mut host = Player::create(&server, Encoding::Json, Rules::CLASSIC).await;
    let options = RoomOptions { rated: true, ..USUAL };
    host.order(HostOrder::Options { options }).await.unwrap();
    let (mut ids, mut keys, mut players) = (Vec::new(), Vec::new(), Vec::new());
    for name in ["Bo", "Cai", "Dee"] {
        let (id, key) = new_profile(&server, name);
        keys.push(key.0.clone());
        players.push(Player::join_for(&server, Encoding::MessagePack, host.code, name, key).await);
        ids.push(id);
    }
    host.order(HostOrder::Start {}).await.unwrap();
    let before = host.seq;

    ask_with(&server, "PATCH /api/v1/profile", &keys[0], &said!({ "hidden": true }));
    host.until(|host| is_shown_without(host, Seat::S1, "Bo")).await;
    ask_with(&server, "DELETE /api/v1/profile", &keys[1], &Value::Null);
    host.until(|host| is_shown_without(host, Seat::S2, "Cai")).await;
    let hide = format!("POST /admin/ratings/players/{}/hide", ids[2]);
    ask_with(&server, &hide, TOKEN, &Value::Null);
    host.until(|host| is_shown_without(host, Seat::S3, "Dee")).await;

    // Nor does anybody who comes now hear of it, also if they say what they have seen.
    for last_seq in [None, Some(Seq(1)), Some(before)] {
        let frame = first_frame(&server, host.code, last_seq).await;
        assert!(frame.contains("\"snapshot\""), "{frame}");
        assert!(ids.iter().all(|id| !frame.contains(id)), "{frame}");
    }
    players.insert(0, host);
    server.kill_and_restart();
    for player in &mut players {
        player.resume(&server).await;
        assert!(is_shown_without(player, Seat::S1, "Bo"), "{:?}", player.room);
        assert!(is_shown_without(player, Seat::S2, "Cai"), "{:?}", player.room);
    }

    play_all(players, u64::MAX).await;

    for key in [&keys[0], &keys[2]] {
        let own = ask_with(&server, "GET /api/v1/profile", key, &Value::Null);
        assert_eq!(own["player"]["games"], 1, "{own}");
    }
}

#[tokio::test]
async fn a_profile_hidden_while_no_server_runs_is_shown_at_no_table() {
    let mut server = TestServer::start("withdrawn_away");
    let host = Player::create(&server, Encoding::Json, Rules::CLASSIC).await;
    let (bo, key) = new_profile(&server, "Bo");
    let mut player = Player::join_for(&server, Encoding::Json, host.code, "Bo", key).await;
    let (cai, key) = new_profile(&server, "Cai");
    Player::join_for(&server, Encoding::Json, host.code, "Cai", key).await;

    server.kill();
    let hide = ["ratings", "--database", &server.database(), "player", "hide", &bo];
    let hidden = Command::new(env!("CARGO_BIN_EXE_sanjin")).args(hide).output().unwrap();
    assert!(hidden.status.success(), "{hidden:?}");
    server.restart();

    let frame = first_frame(&server, host.code, None).await;
    assert!(!frame.contains(&bo) && frame.contains(&cai), "{frame}");
    player.resume(&server).await;
    assert!(is_shown_without(&player, Seat::S1, "Bo"), "{:?}", player.room);
}

#[tokio::test]
async fn no_key_or_code_is_ever_logged() {
    let flags = [NO_LIMITS, &["--operator-token", TOKEN, "--log", "trace"]].concat();
    let server = TestServer::start_with("unlogged", &flags);
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let club = said!({ "name": "Club", "contact": "club@example.org" });
    ask_with(&server, "POST /api/v1/sources/apply", "", &club);
    let source = ask_with(&server, "POST /admin/ratings/sources/1/approve", TOKEN, &Value::Null);
    let source = text(&source["key"]);
    let seat =
        |email: &str, mahjongs| said!({ "email": email, "name": "Ana", "mahjongs": mahjongs });
    let players = [seat("ana@example.org", 1), seat("PRIVATE:bo@example.org", 0)];
    let rounds = [said!({ "games": 1, "wall_games": 0, "players": players })];
    let session = said!({ "key": "a", "occasion": "open", "rounds": rounds });
    let recorded = ask_with(&server, "POST /api/v1/sessions", &source, &session);
    assert_eq!(recorded["session"], 1, "{recorded}");
    let found = "GET /admin/ratings/players?q=bo@example.org";
    let found = ask_with(&server, found, TOKEN, &Value::Null);
    assert_eq!(found["players"][0]["hidden"], true, "{found}");
    let made = ask_with(&server, "POST /api/v1/profiles", "", &said!({ "name": "Cai" }));
    let lost = said!({ "recovery": made["recovery"] });
    let back = ask_with(&server, "POST /api/v1/profiles/recover", "", &lost);
    let key = ProfileKey(text(&back["key"]));
    ask_with(&server, "PATCH /api/v1/profile", &key.0, &said!({ "hidden": true }));
    let host = Player::create(&server, Encoding::Json, Rules::CLASSIC).await;
    let player = Player::join_for(&server, Encoding::Json, host.code, "Cai", key).await;

    let secrets = [
        TOKEN.to_owned(),
        source,
        text(&made["key"]),
        text(&made["recovery"]),
        text(&made["recovery"]).replace('-', ""),
        text(&back["key"]),
        text(&back["recovery"]),
        player.token.0.clone(),
        "bo@example.org".to_owned(),
    ];
    let log = server.log();
    assert!(log.contains("source approved by the operator"), "{log}");
    for secret in secrets {
        let line = log.lines().find(|line| line.contains(&secret));
        assert_eq!(line, None, "{secret} is in the log");
    }
}

/// A database that can't hold such a text must not be asked for it.
#[tokio::test]
async fn an_id_no_database_could_hold_is_nobodys() {
    let flags = [NO_LIMITS, &["--operator-token", TOKEN]].concat();
    let server = TestServer::start_with("nul", &flags);

    for request in [
        "POST /admin/ratings/players/%00/verify",
        "POST /admin/ratings/players/p-%00/hide",
        "GET /api/v1/players/%00",
        "GET /api/v1/players/%00/history",
    ] {
        let answer = ask_with(&server, request, TOKEN, &Value::Null);
        assert_eq!(answer["code"], "player_not_found", "{request}: {answer}");
    }
    let board = json(&server, "/api/v1/leaderboard?player=%00");
    assert_eq!((&board["own"], &board["players"]), (&Value::Null, &said!([])));
    new_profile(&server, "Ana");
}
