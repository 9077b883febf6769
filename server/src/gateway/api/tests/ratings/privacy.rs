//! Who is hidden is answered for as somebody nobody knows, wherever they could be seen.

use serde_json::{Value, json};

use super::super::TestApi;
use super::{UNKNOWN, session};
use crate::store::ratings::{self, Admission, Reader};

#[tokio::test]
async fn a_private_player_is_answered_for_as_one_nobody_knows() {
    let api = TestApi::start().await;
    let key = api.source("Club").await;
    let season = api.season().await;
    api.admit(1, Admission::Admitted).await;
    api.submit(&key, &session("a")).await;
    let chen = api.code_of("Chen").await;
    let ana = api.code_of("Ana").await;
    api.verify(&[&ana, &api.code_of("Bo").await, &chen]).await;
    let mut league = session("b");
    (league["occasion"], league["season"]) = ("league".into(), season.into());
    assert_eq!(api.submit(&key, &league).await.status, 201);

    let nobody = UNKNOWN.rsplit('/').next().unwrap();
    for about in [
        "/api/v1/players/ID",
        "/api/v1/players/ID/history",
        "/api/v1/leaderboard?min_games=0&player=ID",
        "/api/players/ID/stats",
        "/api/players/ID/rare",
        "/api/games?player=ID",
        "/api/export/games.csv?player=ID",
        "/api/export/games.ndjson?player=ID",
    ] {
        let hidden = api.read(&about.replace("ID", &chen)).await;
        let unknown = api.read(&about.replace("ID", nobody)).await;
        assert_eq!(hidden.seen(), unknown.seen(), "{about}");
    }
    for everywhere in [
        format!("/api/v1/players/{ana}/history"),
        "/api/v1/players/search?q=chen".to_owned(),
        format!("/api/v1/leaderboard?min_games=0&player={chen}"),
        "/api/v1/leaderboard/risers".to_owned(),
        format!("/api/v1/seasons/{season}"),
    ] {
        let answer = api.read(&everywhere).await;
        assert_eq!(answer.status, 200);
        for unseen in ["Chen", chen.as_str(), "Dai", "example.org"] {
            assert!(!answer.body.contains(unseen), "{unseen}: {}", answer.body);
        }
    }
    let board = api.read(&format!("/api/v1/leaderboard?min_games=0&player={chen}")).await.json();
    assert_eq!(board["own"], Value::Null);
    assert_eq!(board["players"].as_array().unwrap().len(), 2);
}

/// How many there were, and a place among them, would say that somebody is there who is not shown.
#[tokio::test]
async fn nobody_but_the_owner_can_count_who_is_hidden() {
    let api = TestApi::start().await;
    let key = api.source("Club").await;
    let mut led = session("a");
    led["rounds"][0]["players"][2]["points"] = 100.into();
    led["rounds"][0]["players"][3]["points"] = (-160).into();
    assert_eq!(api.submit(&key, &led).await.status, 201);
    let ana = api.code_of("Ana").await;

    let seen = api.read(&format!("/api/v1/players/{ana}/history")).await.json();
    let own = api.recorder.rated(move |sql| {
        let player = ratings::player(sql, &ana)?.unwrap();
        ratings::history(sql, player.id, Reader::Owner, None, 10)
    });
    let own = own.await.unwrap();

    let round = &seen["rounds"][0];
    assert_eq!((&round["people"], &round["place"]), (&2.into(), &1.into()));
    assert_eq!(round["others"].as_array().unwrap().len(), 1);
    assert_eq!((own[0].people, own[0].came_in, own[0].others.len()), (4, 2, 1));
}

/// Else a source that knows an e-mail could learn what others call somebody who wants to be seen by nobody.
#[tokio::test]
async fn a_source_hears_the_name_it_gave_a_private_player() {
    let api = TestApi::start().await;
    let (club, other) = (api.source("Club").await, api.source("Other").await);
    api.submit(&club, &session("a")).await;
    let mut guess = session("b");
    guess["rounds"][0]["players"][2]["name"] = "Somebody".into();

    let first = api.submit(&other, &guess).await.json();
    guess["rounds"][0]["players"].as_array_mut().unwrap().reverse();
    let again = api.submit(&other, &guess).await.json();

    assert_eq!((&first["repeated"], &again["repeated"]), (&false.into(), &true.into()));
    for told in [&first, &again] {
        assert_eq!(told["results"][2]["name"], "Somebody", "{told}");
        assert_eq!(told["rounds"][0]["results"][2]["name"], "Somebody", "{told}");
        assert!(!told.to_string().contains("Chen"), "{told}");
    }
    assert_eq!(first["results"][2]["rating"]["before"], 1484, "it is the same player");
}

/// Also one who is hidden only after they were submitted.
#[tokio::test]
async fn a_repeat_says_the_name_that_was_given_to_whoever_is_hidden_since() {
    let api = TestApi::start().await;
    let (club, other) = (api.source("Club").await, api.source("Other").await);
    api.submit(&club, &session("a")).await;
    let mut called = session("b");
    called["rounds"][0]["players"][0]["name"] = "A. N. A.".into();
    assert_eq!(api.submit(&other, &called).await.json()["results"][0]["name"], "Ana");
    let ana = api.code_of("Ana").await;
    api.operator_hides(&ana).await;

    let told = api.submit(&other, &called).await.json();

    assert_eq!(
        (&told["results"][0]["name"], &told["results"][0]["player"]),
        (&"A. N. A.".into(), &Value::Null)
    );
    assert_eq!(told["results"][1]["name"], "Bo");
    assert_eq!(told["repeated"], json!(true));
}
