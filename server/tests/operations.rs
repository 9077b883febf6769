//! What an operator does: watch, end connections, stop, back up, check.

mod common;

use std::fs;
use std::process::{Command, Output};

use common::play::four_at_play;
use common::wire::{Talker, ask_with, create, http, metric};
use common::{NO_LIMITS, Player, TestServer};
use protocol::codec::Encoding;
use protocol::fujian::{ActionView, SeatMessage};
use protocol::server::ByeReason;
use rules::fujian::Rules;
use serde_json::{Value, json};

const TOKEN: &str = "0123456789abcdef0123456789abcdef";

fn sanjin(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sanjin")).args(args).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// What `/admin` answers to whoever has the token.
fn admin(server: &TestServer, request: &str) -> Value {
    let bearer = format!("authorization: Bearer {TOKEN}");
    let answer = http(server, &[&format!("{request} HTTP/1.1"), &bearer]);
    let body = answer.split("\r\n\r\n").nth(1).unwrap();
    serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {answer}"))
}

#[tokio::test]
async fn a_stopped_server_says_when_to_come_back_and_everything_goes_on() {
    let mut server = TestServer::start("stop");
    let mut player = Player::create(&server, Encoding::MessagePack, Rules::CLASSIC).await;
    let mut outside = Talker::connect(&server).await;
    assert!(http(&server, &["GET /readyz HTTP/1.1"]).ends_with("ready\n"));

    server.terminate();

    let retry_ms = loop {
        if let SeatMessage::Bye { reason, retry_ms } = player.hear().await {
            assert_eq!(reason, ByeReason::Restarting);
            break retry_ms.unwrap();
        }
    };
    assert!((500..=5_000).contains(&retry_ms), "{retry_ms}");
    assert_eq!(player.close_code().await, 1012);
    assert_eq!(outside.hear().await.unwrap()["reason"], "restarting");
    assert_eq!(outside.hear().await, Err(1012));
    assert!(server.wait());

    server.restart();
    let before = player.seq;
    player.resume(&server).await;
    assert_eq!(player.seq, before);
}

#[tokio::test]
async fn the_numbers_tell_what_happens() {
    let server = TestServer::start("metrics");
    let mut talker = Talker::connect(&server).await;
    talker.ask(json!({ "type": "leave", "request": 1 })).await;
    talker.ask(create(2)).await;
    assert_eq!(Talker::connect(&server).await.leave().await, 1000);

    assert_eq!(metric(&server, "sanjin_rooms"), 1.0);
    assert_eq!(metric(&server, "sanjin_store_up"), 1.0);
    assert_eq!(metric(&server, "sanjin_refusals_total{code=\"no_seat\"}"), 1.0);
    assert_eq!(metric(&server, "sanjin_closes_total{code=\"1000\"}"), 1.0);
    assert!(metric(&server, "sanjin_commit_seconds_count") >= 1.0);
    assert!(metric(&server, "sanjin_commit_steps_sum") >= 1.0);
    let page = http(&server, &["GET /metrics HTTP/1.1"]);
    for name in [
        "sockets",
        "connections",
        "recorder_queue",
        "room_queue",
        "socket_queue",
        "actions_total",
        "slow_clients_total",
        "room_panics_total",
        "turned_away_total{reason=\"full\"}",
    ] {
        assert!(page.contains(&format!("\nsanjin_{name} ")), "{name}: {page}");
    }
    assert!(page.ends_with("# EOF\n"), "{page}");
    while metric(&server, "sanjin_sockets") != 1.0 {}
}

#[test]
fn without_a_token_there_is_no_admin_and_with_a_wrong_one_no_way_in() {
    let off = TestServer::start("admin-off");
    let on =
        TestServer::start_with("admin-on", &["--operator-token", TOKEN, "--guesses-per-minute=3"]);
    let wrong = format!("authorization: Bearer {}", TOKEN.replace('f', "e"));

    for path in ["/admin", "/admin/rooms", "/admin/connections"] {
        let answer = http(&off, &[&format!("GET {path} HTTP/1.1"), &wrong]);
        assert!(answer.starts_with("HTTP/1.1 404"), "{path}: {answer}");
        let answer = http(&on, &[&format!("GET {path} HTTP/1.1"), &wrong]);
        assert!(answer.starts_with("HTTP/1.1 401"), "{path}: {answer}");
    }
    assert!(http(&on, &["GET /admin HTTP/1.1", &wrong]).starts_with("HTTP/1.1 429"));
}

#[test]
fn a_browser_gets_the_page_at_admin_and_the_token_counts_all_the_same() {
    let flags = ["--operator-token", TOKEN];
    let server = TestServer::start_with("admin-page", &flags);
    let browser = "accept: text/html,application/xhtml+xml,*/*;q=0.8";
    let wrong = format!("authorization: Bearer {}", TOKEN.replace('f', "e"));

    let page = http(&server, &["GET /admin HTTP/1.1", browser]);
    let rooms = http(&server, &["GET /admin/rooms HTTP/1.1", browser]);
    let guess = http(&server, &["GET /admin HTTP/1.1", browser, &wrong]);
    let post = http(&server, &["POST /admin/rooms/AAAAAA/close HTTP/1.1", browser]);

    assert!(page.starts_with("HTTP/1.1 200") && page.contains("<!doctype html>"), "{page}");
    for answer in [rooms, guess, post] {
        assert!(answer.starts_with("HTTP/1.1 401"), "{answer}");
    }
}

#[tokio::test]
async fn the_operator_sees_connections_and_ends_one() {
    let flags = [NO_LIMITS, &["--operator-token", TOKEN]].concat();
    let server = TestServer::start_with("admin", &flags);
    let mut talker = Talker::connect(&server).await;
    let code = talker.ask(create(1)).await["code"].clone();

    let listed = admin(&server, "GET /admin/connections");
    let id = &listed["connections"][0]["id"];
    assert_eq!(listed["connections"][0]["room"], code);
    assert!(listed["connections"][0]["sent_bytes"].as_u64() > Some(0), "{listed}");
    let rooms = admin(&server, "GET /admin/rooms");
    assert_eq!((&rooms["open"], &rooms["rooms"][0]["code"]), (&json!(1), &code));
    assert!(rooms["rooms"][0]["seconds"].is_u64(), "{rooms}");
    assert_eq!(
        (&rooms["rooms"][0]["stage"], &rooms["rooms"][0]["phase"]),
        (&json!("waiting"), &json!(null))
    );
    let one = admin(&server, &format!("GET /admin/rooms/{}", code.as_str().unwrap()));
    assert_eq!((&one["code"], &one["seats"]), (&code, &rooms["rooms"][0]["seats"]));
    assert_eq!(admin(&server, "GET /admin/rooms?before=1")["rooms"], json!([]));
    assert_eq!(admin(&server, "GET /admin/rooms/AAAAAA")["error"], "not_found");
    assert_eq!(admin(&server, "GET /admin")["sockets"], 1);

    assert_eq!(admin(&server, &format!("POST /admin/connections/{id}/kick"))["kicked"], *id);
    assert_eq!(talker.hear_all().await.1, 4003);
    assert_eq!(admin(&server, "POST /admin/connections/999/kick")["error"], "not_found");
}

#[tokio::test]
async fn the_operator_closes_a_room() {
    let flags = [NO_LIMITS, &["--operator-token", TOKEN]].concat();
    let server = TestServer::start_with("close", &flags);
    let mut talker = Talker::connect(&server).await;
    let code = talker.ask(create(1)).await["code"].as_str().unwrap().to_owned();

    let closing = admin(&server, &format!("POST /admin/rooms/{code}/close"));

    assert_eq!(closing["closing"], code);
    let (heard, closed_with) = talker.hear_all().await;
    assert_eq!((&heard.last().unwrap()["reason"], closed_with), (&json!("closed"), 4002));
    while admin(&server, "GET /admin")["rooms"] != 0 {}
    assert_eq!(admin(&server, "POST /admin/rooms/AAAAAA/close")["error"], "not_found");
}

#[tokio::test]
async fn a_backup_of_a_running_server_checks_and_can_be_played_on() {
    let server = TestServer::start("backup");
    let player = Player::create(&server, Encoding::Json, Rules::CLASSIC).await;
    let copy = server.folder.join("copy.sqlite");
    let (to, database) = (copy.to_str().unwrap(), server.database());

    let backed_up = sanjin(&["backup", "--database", &database, "--to", to]);
    let again = sanjin(&["backup", "--database", &database, "--to", to]);
    let checked = sanjin(&["check", "--database", &format!("sqlite:{to}")]);

    assert!(backed_up.status.success(), "{backed_up:?}");
    assert_eq!(again.status.code(), Some(1));
    assert!(text(&again.stderr).contains("exists already"), "{again:?}");
    assert_eq!(checked.status.code(), Some(0));
    assert!(text(&checked.stdout).contains("1 open and 0 closed rooms"), "{checked:?}");
    assert!(sanjin(&["check", "--database", &database]).status.success());
    drop(player);
}

#[tokio::test]
async fn check_tells_damage_from_trouble() {
    let server = TestServer::start("check");
    let player = Player::create(&server, Encoding::Json, Rules::CLASSIC).await;
    let copy = server.folder.join("copy.sqlite");
    let copied =
        sanjin(&["backup", "--database", &server.database(), "--to", copy.to_str().unwrap()]);
    assert!(copied.status.success(), "{copied:?}");
    let connection = rusqlite::Connection::open(&copy).unwrap();
    connection.execute_batch("UPDATE log SET body = x'00' WHERE seq = 1").unwrap();
    drop(connection);

    let damaged = sanjin(&["check", "--database", &format!("sqlite:{}", copy.display())]);
    let missing = sanjin(&["check", "--database", "sqlite:not-there.sqlite"]);
    // The first page says which tables there are.
    let mut bytes = fs::read(&copy).unwrap();
    bytes[100..1_000].fill(0xff);
    fs::write(&copy, bytes).unwrap();
    let broken = sanjin(&["check", "--database", &format!("sqlite:{}", copy.display())]);

    assert_eq!(broken.status.code(), Some(1), "{broken:?}");
    assert!(text(&broken.stdout).contains("1 problem;"), "{broken:?}");
    assert_eq!(damaged.status.code(), Some(1), "{damaged:?}");
    assert!(text(&damaged.stdout).contains("problem: room"), "{damaged:?}");
    assert_eq!(missing.status.code(), Some(2));
    assert!(text(&missing.stderr).contains("there is no database at not-there.sqlite"));
    drop(player);
}

#[tokio::test]
async fn the_log_names_rooms_and_requests_and_no_secret() {
    let flags = [NO_LIMITS, &["--operator-token", TOKEN, "--log", "trace", "--log-format", "json"]];
    let mut server = TestServer::start_with("log", &flags.concat());
    let mut player = Player::create(&server, Encoding::Json, Rules::CLASSIC).await;
    player.resume(&server).await;
    let mut talker = Talker::connect(&server).await;
    talker
        .ask(json!({ "type": "resume", "request": 7, "code": player.code, "token": "wrong-token" }))
        .await;
    talker.ask(json!({ "type": "leave", "request": 8 })).await;
    let mut table = four_at_play(&server, Rules::CLASSIC).await;
    let dealt = table[0].seq;
    for player in &mut table {
        player.until(|player| player.seq >= dealt).await;
    }
    let tile = table[1].view.as_ref().unwrap().own.tiles[0];
    let refused = table[1].act(ActionView::Discard { tile }).await.unwrap_err();
    admin(&server, "GET /admin");
    server.terminate();
    assert!(server.wait());

    let log = server.log();

    assert!(log.contains("\"code\":\"no_seat\"") && log.contains("\"request\":8"), "{log}");
    assert!(log.contains(player.code.as_str()), "{log}");
    let fields = [refused.code(), table[1].code.as_str(), "\"request\":2", "\"connection\":"];
    let names_all = |line: &str| fields.iter().all(|field| line.contains(field));
    assert!(log.lines().any(names_all), "a move was refused, and nothing says so: {log}");
    for tile in table.iter().flat_map(|player| &player.view.as_ref().unwrap().own.tiles) {
        let (named, shown) = (serde_json::to_string(tile).unwrap(), format!("{tile:?}"));
        assert!(!log.contains(&named) && !log.contains(&format!("({shown})")), "{shown}: {log}");
    }
    for secret in [player.token.0.as_str(), TOKEN, "wrong-token", "Ana"] {
        assert!(!log.contains(secret), "{secret}: {log}");
    }
}

/// A private player's id is told to nobody else, and without it the operator could neither verify nor show them.
#[tokio::test]
async fn the_operator_finds_players_hidden_ones_too_and_hears_why_one_is_not_shown() {
    let flags = [NO_LIMITS, &["--operator-token", TOKEN]].concat();
    let mut server = TestServer::start_with("found", &flags);
    let ask = |server: &TestServer, request: &str| ask_with(server, request, TOKEN, &Value::Null);
    let club = json!({ "name": "Club", "contact": "club@example.org" });
    ask_with(&server, "POST /api/v1/sources/apply", "", &club);
    let key = ask(&server, "POST /admin/ratings/sources/1/approve")["key"].clone();
    let submit = |server: &TestServer, session: &str, email: &str| {
        let seat =
            |email: &str, mahjongs| json!({ "email": email, "name": "Ana", "mahjongs": mahjongs });
        let players = [seat(email, 1), seat("bo@example.org", 0)];
        let rounds = json!([{ "games": 1, "wall_games": 0, "players": players }]);
        let session = json!({ "key": session, "occasion": "open", "rounds": rounds });
        let recorded = ask_with(server, "POST /api/v1/sessions", key.as_str().unwrap(), &session);
        assert_eq!(recorded["repeated"], false, "{recorded}");
        recorded["results"][0]["player"].clone()
    };
    submit(&server, "a", "PRIVATE:ana@example.org");
    submit(&server, "b", "ana@example.org");

    let found = ask(&server, "GET /admin/ratings/players?q=private:ANA@example.org");
    let named = |named: &str| {
        let mut all = found["players"].as_array().unwrap().iter();
        all.find(|player| player["named"] == named).unwrap()["id"].as_str().unwrap()
    };
    let (open, private) = (named("open"), named("private"));
    for (asked, count) in [("an", 3), (private, 1), ("nobody@example.org", 0)] {
        let found = ask(&server, &format!("GET /admin/ratings/players?q={asked}"));
        assert_eq!(found["players"].as_array().unwrap().len(), count, "{asked}: {found}");
    }
    assert_eq!(ask(&server, "GET /admin/ratings/players?q=")["code"], "bad_query");
    let taken = ask(&server, &format!("POST /admin/ratings/players/{private}/show"));
    assert_eq!((&taken["code"], &taken["status"]), (&json!("not_to_be_shown"), &json!(409)));
    assert_eq!(taken["reason"], "email_taken");
    let hidden = ask(&server, &format!("POST /admin/ratings/players/{open}/hide"));
    assert_eq!(hidden["done"], "hide", "{hidden}");
    let new = submit(&server, "c", "ana@example.org");
    let new = new.as_str().unwrap();

    let database = server.database();
    let told = sanjin(&["ratings", "--database", &database, "player", "find", "ana@example.org"]);
    assert_eq!(text(&told.stdout).lines().count(), 3, "{}", text(&told.stderr));
    let found = [
        (private, "hidden\tprivate\t1516\t1500\t1\n"),
        (open, "hidden\t-\t"),
        (new, "shown\topen\t"),
    ];
    for (id, is) in found {
        let line = format!("{id}\tAna\tprovisional\t{is}");
        assert!(text(&told.stdout).contains(&line), "{line}: {}", text(&told.stdout));
    }
    server.terminate();
    assert!(server.wait());
    let refused = sanjin(&["ratings", "--database", &database, "player", "show", private]);
    assert!(!refused.status.success() && text(&refused.stderr).contains(new), "{refused:?}");
}

#[test]
fn whatever_the_operator_asks_of_ratings_wrongly_is_a_problem_with_a_code() {
    let server = TestServer::start_with("asked-wrongly", &["--operator-token", TOKEN]);
    let nobody = "/admin/ratings/players/p-000000000000";

    for (request, code) in [
        ("POST /admin/ratings/sources/first/approve", "bad_query"),
        ("PUT /admin/ratings/sessions/first", "bad_query"),
        ("POST /admin/ratings/leagues/1/sources/first/admit", "bad_query"),
        ("POST /admin/ratings/leagues/1/sources/1/promote", "bad_query"),
        (&format!("POST {nobody}/promote"), "bad_query"),
        (&format!("POST {nobody}/verify"), "player_not_found"),
        ("POST /admin/ratings/leagues/1/sources/1/admit", "not_found"),
    ] {
        let answer = ask_with(&server, request, TOKEN, &Value::Null);
        assert_eq!(answer["code"], code, "{request}: {answer}");
    }
}

#[test]
fn an_unknown_league_is_not_one_whose_name_is_taken() {
    let server = TestServer::start_with("leagues", &["--operator-token", TOKEN]);
    let begin = |league: i64| {
        let request = format!("POST /admin/ratings/leagues/{league}/seasons");
        ask_with(&server, &request, TOKEN, &json!({ "name": "Autumn" }))
    };
    let league = json!({ "name": "Tuesdays" });
    let made = ask_with(&server, "POST /admin/ratings/leagues", TOKEN, &league);
    assert_eq!(made["league"], 1, "{made}");

    assert_eq!(begin(1)["season"], 1);
    let (taken, unknown) = (begin(1), begin(99));

    assert_eq!((&taken["code"], &taken["status"]), (&json!("name_taken"), &json!(409)));
    assert_eq!((&unknown["code"], &unknown["status"]), (&json!("not_found"), &json!(404)));
}
