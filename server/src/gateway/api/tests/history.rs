//! Games, hands, players and exports as people look them up.

use std::collections::BTreeSet;

use protocol::record::HandRecord;
use rules::seat::Seat;
use serde_json::Value;

use super::{PEOPLE, TestApi, room};
use crate::recorder::{HandPosting, HandWin, Outcome, Posting};

fn ids(page: &Value) -> Vec<String> {
    let games = page["games"].as_array().unwrap();
    games.iter().map(|game| game["id"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn a_game_shows_its_players_scores_and_state() {
    let api = TestApi::start().await;
    let mut table = room(12, PEOPLE);
    let mut game = table.play_game();
    let finished = game.pop().unwrap();

    api.post(12, game).await;
    let running = api.read("/api/games/12-1").await;
    api.post(12, [finished]).await;
    let over = api.read("/api/games/12-1").await;

    assert_eq!(running.status, 200);
    let (running, over) = (running.json(), over.json());
    assert_eq!((&running["state"], &over["state"]), (&"running".into(), &"finished".into()));
    assert_eq!((&over["variant"], &over["origin"]), (&"fujian".into(), &"online".into()));
    assert_eq!(over["hands"], 4);
    assert_eq!(over["players"][2]["name"], "Chen");
    assert_eq!(over["rules"]["hands"], 4);
    assert!(over["ended_at"].as_i64() >= over["started_at"].as_i64());
    let scores = over["scores"].as_array().unwrap();
    assert_eq!(scores.iter().map(|score| score.as_i64().unwrap()).sum::<i64>(), 0);
}

#[tokio::test]
async fn hands_go_on_from_each_other_and_their_records_verify() {
    let api = TestApi::start().await;
    api.post(3, room(3, PEOPLE).play_game()).await;

    let hands = api.read("/api/games/3-1/hands").await.json();

    let hands = hands["hands"].as_array().unwrap();
    assert_eq!(hands.len(), 4);
    for pair in hands.windows(2) {
        assert_eq!(pair[0]["scores_after"], pair[1]["scores_before"]);
    }
    for (number, hand) in (1..).zip(hands) {
        assert_eq!(hand["number"], number);
        let record = api.read(&format!("/api/games/3-1/hands/{number}")).await;
        let record: HandRecord = serde_json::from_str(&record.body).unwrap();
        record.verify().unwrap();
        assert_eq!(serde_json::to_value(record.scores_after).unwrap(), hand["scores_after"]);
    }
    let later = api.read("/api/games/3-1/hands?after=1&limit=2").await.json();
    assert_eq!((&later["hands"][0]["number"], &later["next"]), (&2.into(), &3.into()));
}

#[tokio::test]
async fn pages_list_every_game_once_newest_first() {
    let api = TestApi::start().await;
    for id in 1..=7 {
        api.post(id, [room(id, PEOPLE).begin_game()]).await;
    }

    let mut listed = Vec::new();
    let mut target = "/api/games?limit=3".to_owned();
    loop {
        let page = api.read(&target).await.json();
        listed.extend(ids(&page));
        let Some(next) = page["next"].as_str() else { break };
        target = format!("/api/games?limit=3&cursor={next}");
    }

    assert_eq!(listed, ["7-1", "6-1", "5-1", "4-1", "3-1", "2-1", "1-1"]);
}

/// Where somebody of this name sat.
fn seat_of(hand: &HandPosting, name: &str) -> Option<Seat> {
    let is_it =
        |seat: &Seat| hand.players[*seat].human_name().is_some_and(|other| other.as_str() == name);
    Seat::ALL.into_iter().find(is_it)
}

/// Whether it was won in this way, or with this special.
fn wins(hand: &HandPosting, how: &str) -> bool {
    let is_it = |win: &HandWin| win.way == how || win.specials.iter().any(|other| other == how);
    hand.outcome.wins().iter().any(is_it)
}

/// Whether it was won by self-draw; by the rules that is whatever is not won on somebody's tile.
fn is_self_draw(hand: &HandPosting) -> bool {
    hand.outcome.wins().iter().any(|win| win.from.is_none())
}

/// Every filter finds exactly the games that looking at all hands finds.
#[tokio::test]
async fn filters_find_what_happened() {
    let api = TestApi::start().await;
    let mut happened: Vec<(String, HandPosting)> = Vec::new();
    for id in 1..=30 {
        let names = if id % 3 == 0 { ["Eve", "Bo", "Chen", "Dede"] } else { PEOPLE };
        let game = room(id, names).play_game();
        let hands = game.iter().filter_map(|posting| match posting {
            Posting::Hand(hand) => Some((hand.game.to_string(), (**hand).clone())),
            _ => None,
        });
        happened.extend(hands);
        api.post(id, game).await;
    }
    let expected = |fits: &dyn Fn(&HandPosting) -> bool| {
        let hands = happened.iter().filter(|(_, hand)| fits(hand));
        hands.map(|(game, _)| game.clone()).collect::<BTreeSet<_>>()
    };

    let cases: Vec<(&str, BTreeSet<String>)> = vec![
        ("", expected(&|_| true)),
        ("player=Eve", expected(&|hand| seat_of(hand, "Eve").is_some())),
        ("player=Nobody", BTreeSet::new()),
        ("outcome=self_draw", expected(&is_self_draw)),
        ("outcome=drawn", expected(&|hand| hand.outcome == Outcome::Drawn)),
        ("rare=three_golds", expected(&|hand| wins(hand, "three_golds"))),
        ("rare=golden_pair", expected(&|hand| wins(hand, "golden_pair"))),
        (
            "outcome=won&player=Ana",
            expected(&|hand| {
                hand.outcome.wins().iter().any(|win| Some(win.seat) == seat_of(hand, "Ana"))
            }),
        ),
        (
            "outcome=dealt_in&player=Bo",
            expected(&|hand| {
                let from = hand.outcome.wins().iter().filter_map(|win| win.from);
                from.into_iter().any(|from| Some(from) == seat_of(hand, "Bo"))
            }),
        ),
        (
            "rare=no_bonus_no_kong&outcome=self_draw",
            &expected(&|hand| wins(hand, "no_bonus_no_kong")) & &expected(&is_self_draw),
        ),
        ("rare=no_bonus_no_kong&outcome=won", expected(&|hand| wins(hand, "no_bonus_no_kong"))),
        ("origin=recorded", BTreeSet::new()),
        ("variant=fujian&origin=online&data_quality=complete", expected(&|_| true)),
        ("until=1000", BTreeSet::new()),
        ("since=1000", expected(&|_| true)),
    ];
    for (query, expected) in cases {
        let page = api.read(&format!("/api/games?limit=200&{query}")).await.json();
        assert_eq!(ids(&page).into_iter().collect::<BTreeSet<_>>(), expected, "{query}");
    }
}

#[tokio::test]
async fn a_private_game_is_for_those_who_know_the_code() {
    let api = TestApi::start().await;
    let mut postings = room(5, PEOPLE).play_game();
    let Some(Posting::Game(game)) = postings.first_mut() else { panic!("a game begins") };
    game.public = false;
    let code = game.code;
    api.post(5, postings).await;

    assert_eq!(ids(&api.read("/api/games").await.json()), Vec::<String>::new());
    assert_eq!(ids(&api.read("/api/games?player=Ana").await.json()), Vec::<String>::new());
    assert_eq!(api.read("/api/export/hands.ndjson").await.body, "");
    for path in ["", "/hands", "/hands/1", "/replay"] {
        let unknown = api.read(&format!("/api/games/5-1{path}")).await;
        assert_eq!(unknown.problem(), (404, "game_not_found".to_owned()), "{path}");
        let wrong = api.read(&format!("/api/games/5-1{path}?code=AAAAAA")).await;
        assert_eq!(wrong.body, unknown.body, "{path}");
        let known = api.read(&format!("/api/games/5-1{path}?code={code}")).await;
        assert_eq!(known.status, 200, "{path}");
    }
}

#[tokio::test]
async fn figures_of_a_player_say_how_much_they_rest_on() {
    let api = TestApi::start().await;
    let mut hands: Vec<HandPosting> = Vec::new();
    for id in 1..=10 {
        let game = room(id, PEOPLE).play_game();
        hands.extend(game.iter().filter_map(|posting| match posting {
            Posting::Hand(hand) => Some((**hand).clone()),
            _ => None,
        }));
        api.post(id, game).await;
    }

    let stats = api.read("/api/players/Ana/stats").await.json();
    let nobody = api.read("/api/players/Nobody/stats").await.json();

    let wins: Vec<_> = hands.iter().flat_map(|hand| hand.outcome.wins()).collect();
    let own: Vec<_> = wins.iter().filter(|win| win.seat.index() == 0).collect();
    let dealt_in = wins.iter().filter(|win| win.from.is_some_and(|from| from.index() == 0)).count();
    let points: u32 = own.iter().map(|win| win.points).sum();
    assert_eq!((&stats["hands"], &stats["games"]), (&40.into(), &10.into()));
    assert_eq!(stats["win_rate"]["value"], own.len() as f64 / 40.0);
    assert_eq!(stats["win_rate"]["sample"], 40);
    assert_eq!(stats["deal_in_rate"]["value"], dealt_in as f64 / 40.0);
    assert_eq!(stats["mean_winning_points"]["sample"], own.len());
    assert_eq!(stats["mean_winning_points"]["value"], f64::from(points) / own.len() as f64);
    assert_eq!(stats["mean_place"]["sample"], 10);
    let place = stats["mean_place"]["value"].as_f64().unwrap();
    assert!((1.0..=4.0).contains(&place), "{place}");
    assert_eq!(nobody["hands"], 0);
    assert_eq!(
        (&nobody["win_rate"]["value"], &nobody["win_rate"]["sample"]),
        (&Value::Null, &0.into())
    );
}

/// By the rules Three Golds and Robbing the Gold count as self-draw.
#[tokio::test]
async fn a_win_by_the_gold_is_a_self_draw() {
    let api = TestApi::start().await;
    let mut postings = room(1, PEOPLE).play_game();
    let won = |seat, way: &str, from| {
        let (way, specials) = (way.to_owned(), Vec::new());
        Outcome::Won { wins: vec![HandWin { seat, way, from, points: 9, specials }] }
    };
    let outcomes = [
        won(Seat::S0, "three_golds", None),
        won(Seat::S0, "robbed_gold", None),
        won(Seat::S1, "robbed_kong", Some(Seat::S0)),
        won(Seat::S0, "discard", Some(Seat::S1)),
    ];
    let hands = postings.iter_mut().filter_map(|posting| match posting {
        Posting::Hand(hand) => Some(hand),
        _ => None,
    });
    hands.zip(outcomes).for_each(|(hand, outcome)| hand.outcome = outcome);
    api.post(1, postings).await;

    let stats = async |name| api.read(&format!("/api/players/{name}/stats")).await.json();
    let found = async |query| ids(&api.read(&format!("/api/games?{query}")).await.json());

    let (ana, bo) = (stats("Ana").await, stats("Bo").await);
    assert_eq!(ana["self_draw_rate"]["value"], 2.0 / 3.0);
    assert_eq!((&ana["self_draw_rate"]["sample"], &ana["three_golds"]), (&3.into(), &1.into()));
    assert_eq!(bo["self_draw_rate"]["value"], 0.0);
    assert_eq!(found("outcome=self_draw").await, ["1-1"]);
    assert_eq!(found("outcome=self_draw&rare=robbed_gold&player=Ana").await, ["1-1"]);
    assert_eq!(found("outcome=self_draw&player=Bo").await, Vec::<String>::new());
}

#[tokio::test]
async fn bad_input_gets_a_typed_error() {
    let api = TestApi::start().await;
    api.post(1, room(1, PEOPLE).play_game()).await;

    let cases = [
        ("/api/nothing", 404, "not_found"),
        ("/api", 404, "not_found"),
        ("/api/export/games.xls", 404, "not_found"),
        ("/api/docs/secret", 404, "not_found"),
        ("/api/games?limit=0", 400, "bad_query"),
        ("/api/games?limit=201", 400, "bad_query"),
        ("/api/games?limit=many", 400, "bad_query"),
        ("/api/games?outcome=cheated", 400, "bad_query"),
        ("/api/games?unknown=1", 400, "bad_query"),
        ("/api/games?player=", 400, "bad_query"),
        ("/api/games?since=yesterday", 400, "bad_query"),
        ("/api/games?cursor=1", 400, "bad_cursor"),
        ("/api/games?cursor=a.b", 400, "bad_cursor"),
        ("/api/games/x", 400, "bad_game_id"),
        ("/api/games/01-1", 400, "bad_game_id"),
        ("/api/games/1-2", 404, "game_not_found"),
        ("/api/games/9223372036854775807-4294967295", 404, "game_not_found"),
        ("/api/games/1-1/hands?limit=1001", 400, "bad_query"),
        ("/api/games/1-1/hands/0", 404, "hand_not_found"),
        ("/api/games/1-1/hands/5", 404, "hand_not_found"),
        ("/api/games/1-1/hands/first", 404, "hand_not_found"),
        ("/api/games/1-1/replay?seat=4", 400, "bad_query"),
        ("/api/export/games.csv?limit=0", 400, "bad_query"),
        ("/api/players/%ff/stats", 400, "bad_query"),
        ("/api/games/1-1/replay?hand=5", 404, "hand_not_found"),
        ("/api/games/1-1/replay?hand=0", 404, "hand_not_found"),
        ("/api/events?after=-1", 400, "bad_query"),
    ];
    for (target, status, code) in cases {
        assert_eq!(api.read(target).await.problem(), (status, code.to_owned()), "{target}");
    }
    let long = format!("/api/players/{}/stats", "x".repeat(25));
    assert_eq!(api.read(&long).await.problem(), (400, "bad_query".to_owned()));
}

#[tokio::test]
async fn who_has_it_already_is_not_sent_it_again() {
    let api = TestApi::start().await;
    let mut table = room(1, PEOPLE);
    api.post(1, table.play_game()).await;

    for target in
        ["/api/games", "/api/games/1-1", "/api/games/1-1/hands/1", "/api/games/1-1/replay"]
    {
        let first = api.read(target).await;
        let etag = format!("if-none-match: {}\r\n", first.header("etag"));
        let again = api.ask(target, &etag).await;
        assert_eq!((again.status, again.body.as_str()), (304, ""), "{target}");
        assert_eq!(first.header("cache-control"), "no-cache", "{target}");
    }
    let etag = format!("if-none-match: {}\r\n", api.read("/api/games").await.header("etag"));
    api.post(1, [table.begin_game()]).await;
    assert_eq!(api.ask("/api/games", &etag).await.status, 200);
}

#[tokio::test]
async fn exports_have_every_game_and_hand() {
    let api = TestApi::start().await;
    for id in 1..=3 {
        api.post(id, room(id, ["a,b", "=1+1", "Chen", "\"D\""]).play_game()).await;
    }

    let games = api.read("/api/export/games.csv").await;
    let hands = api.read("/api/export/hands.ndjson").await;
    let table = api.read("/api/export/hands.csv?player=Chen").await;

    assert_eq!(games.header("content-type"), "text/csv; charset=utf-8");
    assert_eq!(games.body.lines().count(), 1 + 3);
    assert!(games.body.lines().nth(1).unwrap().contains(",\"a,b\",'=1+1,Chen,\"\"\"D\"\"\","));
    assert_eq!(hands.lines().len(), 12);
    assert!(hands.lines().iter().all(|hand| hand["game"].is_string()));
    let columns: BTreeSet<_> =
        table.body.lines().map(|line| line.replace("\"a,b\"", "a").split(',').count()).collect();
    assert_eq!((table.body.lines().count(), columns), (1 + 12, BTreeSet::from([28])));
}

#[tokio::test]
async fn the_document_describes_every_path_and_the_page_shows_it() {
    let api = TestApi::start().await;

    let document = api.read("/api/openapi.json").await.json();
    let page = api.read("/api/docs").await;

    for (path, method, status) in [
        ("/api/games/{id}/replay", "get", "500"),
        ("/api/games/{id}/hands", "post", "500"),
        ("/api/games", "post", "408"),
        ("/api/v1/sessions", "post", "408"),
    ] {
        let answer = &document["paths"][path][method]["responses"][status];
        assert!(answer["content"]["application/problem+json"].is_object(), "{path} {status}");
    }
    assert!(document["openapi"].as_str().unwrap().starts_with("3.1"));
    let paths = document["paths"].as_object().unwrap();
    assert_eq!(paths.len(), 37, "{:?}", paths.keys());
    for (path, methods) in paths {
        for operation in methods.as_object().unwrap().values() {
            let responses = operation["responses"].as_object().unwrap();
            let has_success = responses.keys().any(|status| status.starts_with('2'));
            assert!(has_success && responses.contains_key("429"), "{path}");
        }
    }
    assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
    assert!(
        page.body.contains("src=\"/api/docs/docs.js\"") && page.body.contains("id=\"bad_cursor\"")
    );
    assert!(!page.body.contains("<script>"), "no script but the file");
    assert_eq!(api.read("/api/docs/docs.js").await.status, 200);
    assert_eq!(api.read("/api/docs/docs.css").await.status, 200);
}
