//! Ratings over HTTP: sources, sessions, privacy, profiles, leagues; and the ledger behind them.

mod alike;
mod corrections;
mod damage;
mod hiding;
mod leagues;
mod ledger;
mod privacy;
mod reasons;
mod refusals;

use serde_json::{Value, json};

use super::{Answer, TestApi};
use crate::ratings::{Standing, keys};
use crate::store::ratings::{self, Actor, HideRefused, Visibility};

const UNKNOWN: &str = "/api/v1/players/p-000000000000";

impl TestApi {
    /// An approved source, by its key.
    async fn source(&self, name: &'static str) -> String {
        let key = keys::source_key();
        let hash = keys::hash(&key);
        let made = self.recorder.rate(move |sql| {
            let id = ratings::apply(sql, name, "somebody", 1)?.map_err(|_| unreachable(name))?;
            Ok(Ok::<_, ()>(ratings::decide(sql, id, Some(hash), 2)?))
        });
        assert!(made.await.unwrap().unwrap());
        key
    }

    async fn with_key(&self, method: &str, target: &str, key: &str, body: &Value) -> Answer {
        let body = body.to_string();
        let head = format!(
            "{method} {target} HTTP/1.0\r\nhost: test\r\ncontent-type: application/json\r\n"
        );
        let length = body.len();
        let request =
            format!("{head}authorization: Bearer {key}\r\ncontent-length: {length}\r\n\r\n{body}");
        Self::answer(self.exchange(&request).await).await
    }

    async fn submit(&self, key: &str, session: &Value) -> Answer {
        self.with_key("POST", "/api/v1/sessions", key, session).await
    }

    async fn verify(&self, players: &[&str]) {
        for player in players {
            let code = (*player).to_owned();
            let done = self.recorder.rate(move |sql| {
                Ok(Ok::<_, ()>(ratings::verify(sql, &code, Standing::Verified, 3)?))
            });
            assert!(done.await.unwrap().unwrap());
        }
    }

    async fn operator_hides(&self, player: &str) {
        let code = player.to_owned();
        let done = self
            .recorder
            .rate(move |sql| ratings::hide(sql, &code, Visibility::Hidden, Actor::Operator, 9));
        done.await.unwrap().unwrap();
    }

    async fn operator_shows(&self, player: &str) -> Result<(), HideRefused> {
        let code = player.to_owned();
        let done = self
            .recorder
            .rate(move |sql| ratings::hide(sql, &code, Visibility::Shown, Actor::Operator, 9));
        done.await.unwrap()
    }

    /// The public id, hidden or not.
    async fn code_of(&self, name: &'static str) -> String {
        let found = self.recorder.rated(move |sql| {
            sql.ask("SELECT code FROM rating_player WHERE name = ?1", &[name.into()])
        });
        match found.await.unwrap().remove(0).remove(0) {
            crate::store::ratings::Value::Text(code) => code,
            other => panic!("{other:?}"),
        }
    }
}

fn unreachable(name: &str) -> crate::store::StoreError {
    panic!("{name} is taken")
}

fn player(email: &str, name: &str, mahjongs: u32, points: i32) -> Value {
    json!({ "email": email, "name": name, "mahjongs": mahjongs, "points": points })
}

/// Four people play six games, one of which nobody wins.
fn session(key: &str) -> Value {
    let players = [
        player("ana@example.org", "Ana", 2, 60),
        player("bo@example.org", "Bo", 2, 0),
        player("PRIVATE:chen@example.org", "Chen", 1, -10),
        json!({ "email": "ANON:Dai", "mahjongs": 0, "points": -50 }),
    ];
    json!({ "key": key, "occasion": "open", "rounds": [{ "games": 6, "wall_games": 1, "players": players }] })
}

#[tokio::test]
async fn a_session_sent_twice_is_one_change() {
    let api = TestApi::start().await;
    let key = api.source("Club").await;

    let first = api.submit(&key, &session("a")).await;
    let again = api.submit(&key, &session("a")).await;

    assert_eq!((first.status, again.status), (201, 200), "{}", first.body);
    let (mut first, again) = (first.json(), again.json());
    let changes: Vec<_> = first["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|result| &result["rating"]["change"])
        .collect();
    assert_eq!(changes, [32, 32, -16, -48]);
    assert_eq!(first["results"][0]["verified_rating"]["change"], 0);
    first["repeated"] = true.into();
    assert_eq!(first, again);
    let ana = api
        .read(&format!("/api/v1/players/{}", first["results"][0]["player"].as_str().unwrap()))
        .await
        .json();
    assert_eq!(
        (&ana["rating"], &ana["games"], &ana["rounds"], &ana["wins"]),
        (&1532.into(), &6.into(), &1.into(), &2.into())
    );
}

#[tokio::test]
async fn the_order_of_players_is_not_content_and_anything_else_is() {
    let api = TestApi::start().await;
    let key = api.source("Club").await;
    api.submit(&key, &session("a")).await;
    let mut turned = session("a");
    turned["rounds"][0]["players"].as_array_mut().unwrap().reverse();
    let mut other = session("a");
    other["rounds"][0]["players"][0]["points"] = 61.into();

    assert_eq!(api.submit(&key, &turned).await.status, 200);
    assert_eq!(api.submit(&key, &other).await.problem(), (409, "session_key_taken".to_owned()));
    let another = api.source("Another club").await;
    assert_eq!(api.submit(&another, &other).await.status, 201);
}

#[tokio::test]
async fn what_can_not_have_been_is_refused_and_changes_nothing() {
    let api = TestApi::start().await;
    let key = api.source("Club").await;
    let change = |path: &str, value: Value| {
        let mut session = session("a");
        *session.pointer_mut(path).unwrap() = value;
        session
    };
    let played_at = |at: i64| {
        let mut session = session("a");
        session["played_at"] = at.into();
        session
    };
    let bad = [
        played_at(-1),
        played_at(i64::MAX),
        change("/rounds/0/wall_games", 2.into()),
        change("/rounds/0/games", 0.into()),
        change("/rounds/0/players", json!([player("ana@example.org", "Ana", 5, 0)])),
        change("/rounds/0/players/1/email", "ana@example.org".into()),
        change("/rounds/0/players/1/email", "ANA@example.org".into()),
        change("/rounds/0/players/1/email", "nobody".into()),
        change("/rounds/0/players/1/email", "ANON:".into()),
        change("/rounds/0/players/1/name", Value::Null),
        change("/rounds/0/players/1/points", 1_000_001.into()),
        change("/key", "".into()),
        change("/rounds", json!([])),
    ];

    for session in bad {
        let (status, code) = api.submit(&key, &session).await.problem();
        assert_eq!((status, code.as_str()), (422, "bad_session"), "{session}");
    }
    let unread = change("/occasion", "party".into());
    assert_eq!(api.submit(&key, &unread).await.problem(), (400, "bad_body".to_owned()));
    assert_eq!(api.read("/api/v1/players/search?q=a").await.json()["players"], json!([]));
}

#[tokio::test]
async fn only_an_approved_source_submits() {
    let api = TestApi::start().await;
    let key = api.source("Club").await;
    let applied = json!({ "name": "New", "contact": "new@example.org" });
    let applied = api.send("/api/v1/sources/apply", "application/json", &applied.to_string()).await;
    assert_eq!((applied.status, &applied.json()["state"]), (202, &"applied".into()));

    for wrong in ["", "sk_0", &key[..key.len() - 1]] {
        assert_eq!(api.submit(wrong, &session("a")).await.problem(), (401, "bad_key".to_owned()));
    }
    let sources = api.read("/api/v1/sources").await;
    assert_eq!(sources.json()["sources"].as_array().unwrap().len(), 1);
    assert!(!sources.body.contains("somebody"));
    assert_eq!(api.submit(&key, &session("a")).await.status, 201);
    let revoked = api.recorder.rate(|sql| Ok(Ok::<_, ()>(ratings::decide(sql, 1, None, 3)?)));
    assert!(revoked.await.unwrap().unwrap());
    assert_eq!(api.submit(&key, &session("b")).await.problem().0, 401);
}

/// A near miss of the prefix would make somebody public who wants to be seen by nobody.
#[tokio::test]
async fn a_prefix_is_one_however_it_is_written_and_a_mistyped_one_is_refused() {
    let api = TestApi::start().await;
    let key = api.source("Club").await;
    let named = |key: &str, email: &str| {
        let mut session = session(key);
        session["rounds"][0]["players"][2]["email"] = email.into();
        session
    };

    for (number, email) in
        ["private:chen@example.org", " PRIVATE:chen@example.org", "Private: chen@example.org "]
            .into_iter()
            .enumerate()
    {
        let taken = api.submit(&key, &named(&number.to_string(), email)).await;
        assert_eq!((taken.status, &taken.json()["results"][2]["player"]), (201, &Value::Null));
    }
    for email in ["PRIVAT:chen@example.org", "PRIVATE：chen@example.org", "P:chen@example.org"] {
        let refused = api.submit(&key, &named("other", email)).await;
        assert_eq!(refused.problem(), (422, "bad_session".to_owned()), "{email}");
    }
    let found = api.read("/api/v1/players/search?q=chen").await.json();
    assert_eq!(found["players"], json!([]));
}

#[tokio::test]
async fn an_open_e_mail_never_finds_the_private_player() {
    let api = TestApi::start().await;
    let key = api.source("Club").await;
    api.submit(&key, &session("a")).await;
    let mut open = session("b");
    open["rounds"][0]["players"][2]["email"] = "chen@example.org".into();
    let mut fresh = session("c");
    fresh["rounds"][0]["players"][2]["email"] = "nobody.knows@example.org".into();

    let open = api.submit(&key, &open).await.json();
    let private = api.submit(&key, &session("d")).await.json();

    assert_eq!(open["results"][2]["rating"]["before"], 1500);
    assert_eq!(private["results"][2]["rating"]["before"], 1484);
    assert_eq!(private["results"][2]["player"], Value::Null);
    assert_eq!(api.submit(&key, &fresh).await.json()["results"][2]["rating"]["before"], 1500);
}

#[tokio::test]
async fn leaderboards_go_by_what_verified_players_make_of_each_other() {
    let api = TestApi::start().await;
    let key = api.source("Club").await;
    api.submit(&key, &session("a")).await;
    assert_eq!(api.read("/api/v1/leaderboard?min_games=0").await.json()["players"], json!([]));
    let (ana, bo) = (api.code_of("Ana").await, api.code_of("Bo").await);
    api.verify(&[&ana, &bo]).await;
    let mut later = session("b");
    later["rounds"][0]["players"][0]["mahjongs"] = 3.into();
    later["rounds"][0]["players"][1]["mahjongs"] = 1.into();

    api.submit(&key, &later).await;

    let board = api.read(&format!("/api/v1/leaderboard?min_games=6&player={bo}")).await.json();
    let names: Vec<_> = board["players"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (&one["rank"], &one["name"], &one["verified_rating"]))
        .collect();
    assert_eq!(
        names,
        [(&1.into(), &"Ana".into(), &1516.into()), (&2.into(), &"Bo".into(), &1484.into())]
    );
    assert_eq!((&board["own"]["rank"], &board["own"]["id"]), (&2.into(), &bo.into()));
    assert_eq!(api.read("/api/v1/leaderboard?min_games=7").await.json()["players"], json!([]));
    let risers = api.read("/api/v1/leaderboard/risers").await.json();
    assert_eq!(
        (&risers["players"][0]["rise"], risers["players"].as_array().unwrap().len()),
        (&16.into(), 1)
    );
    let history = api.read(&format!("/api/v1/players/{ana}/history?limit=1")).await.json();
    assert_eq!(
        history["rounds"][0]["verified_rating"],
        json!({ "before": 1500, "after": 1516, "change": 16 })
    );
    let next = history["next"].as_str().unwrap();
    let older = api.read(&format!("/api/v1/players/{ana}/history?cursor={next}")).await.json();
    assert_eq!(
        (&older["rounds"][0]["verified_rating"], &older["next"]),
        (&Value::Null, &Value::Null)
    );
    assert_eq!(
        (&older["rounds"][0]["people"], &older["rounds"][0]["others"]),
        (&2.into(), &json!([{ "id": bo_of(&board), "name": "Bo" }]))
    );
}

fn bo_of(board: &Value) -> &Value {
    &board["own"]["id"]
}

#[tokio::test]
async fn a_leaderboard_that_has_not_changed_is_not_sent_again() {
    let api = TestApi::start().await;
    let key = api.source("Club").await;
    api.submit(&key, &session("a")).await;
    let made = api.send("/api/v1/profiles", "application/json", "{\"name\":\"Eve\"}").await.json();

    let first = api.read("/api/v1/leaderboard").await;
    let known = format!("if-none-match: {}\r\n", first.header("etag"));
    let own = made["key"].as_str().unwrap();
    let shown = json!({ "hidden": false });
    assert_eq!(api.with_key("PATCH", "/api/v1/profile", own, &shown).await.status, 200);
    let again = api.ask("/api/v1/leaderboard", &known).await;
    api.verify(&[&api.code_of("Ana").await]).await;
    let changed = api.ask("/api/v1/leaderboard?min_games=0", &known).await;

    assert_eq!((again.status, changed.status), (304, 200));
    assert!(first.json()["calculated_at"].as_i64().unwrap() > 0);
}

#[tokio::test]
async fn an_application_is_refused_for_its_name_or_for_want_of_room() {
    let api = TestApi::start().await;
    let apply = async |name: &str| {
        let form = json!({ "name": name, "contact": "somebody" }).to_string();
        api.send("/api/v1/sources/apply", "application/json", &form).await
    };
    assert_eq!(apply("Club 0").await.status, 202);
    let others = api.recorder.rate(|sql| {
        for number in 1..1_000 {
            ratings::apply(sql, &format!("Club {number}"), "somebody", 1)?.unwrap();
        }
        Ok(Ok::<_, ()>(()))
    });
    others.await.unwrap().unwrap();

    for name in ["Club 0", "club 0", " CLUB 0"] {
        assert_eq!(apply(name).await.problem(), (409, "name_taken".to_owned()), "{name}");
    }
    assert_eq!(apply("").await.problem(), (422, "bad_text".to_owned()));
    assert_eq!(apply("One more").await.problem(), (409, "too_many_applications".to_owned()));
}

#[tokio::test]
async fn a_profile_is_made_hidden_recovered_and_deleted() {
    let api = TestApi::start().await;
    let made = api.send("/api/v1/profiles", "application/json", "{\"name\":\"Ana\"}").await;
    assert_eq!(made.status, 201);
    let (made, none) = (made.json(), json!({}));
    let (key, id) = (made["key"].as_str().unwrap(), made["player"]["id"].as_str().unwrap());
    assert_eq!(api.recorder.profile(key).await.unwrap().unwrap().id, id);

    let hidden = api
        .with_key("PATCH", "/api/v1/profile", key, &json!({ "hidden": true, "name": "Anna" }))
        .await;
    assert_eq!((hidden.status, &hidden.json()["player"]["name"]), (200, &"Anna".into()));
    assert_eq!(api.read(&format!("/api/v1/players/{id}")).await.body, api.read(UNKNOWN).await.body);
    assert_eq!(
        api.with_key("GET", "/api/v1/profile/history", key, &none).await.json()["player"],
        id
    );

    let recovery = made["recovery"].as_str().unwrap().replace('-', " ").to_uppercase();
    let recovered = json!({ "recovery": recovery }).to_string();
    let recover = || api.send("/api/v1/profiles/recover", "application/json", &recovered);
    let (lost, back) = (recover().await, recover().await);
    assert_eq!((lost.status, back.status), (200, 200), "{}", back.body);
    assert_eq!(back.json()["player"]["id"], id);
    let (lost, new) = (lost.json(), back.json());
    for worthless in [key, lost["key"].as_str().unwrap()] {
        let refused = api.with_key("GET", "/api/v1/profile", worthless, &none).await;
        assert_eq!(refused.problem().0, 401);
    }
    let new = new["key"].as_str().unwrap();
    assert_eq!(api.with_key("GET", "/api/v1/profile", new, &none).await.status, 200);
    assert_eq!(recover().await.problem(), (401, "bad_recovery".to_owned()));
    assert_eq!(api.with_key("GET", "/api/v1/profile", new, &none).await.status, 200);

    assert_eq!(api.with_key("DELETE", "/api/v1/profile", new, &none).await.status, 204);
    assert_eq!(api.with_key("GET", "/api/v1/profile", new, &none).await.problem().0, 401);
    assert_eq!(api.recorder.profile(new).await.unwrap(), None);
}
