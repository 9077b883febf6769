//! Hiding somebody can always be done, and lasts, whoever names them.

use serde_json::{Value, json};

use super::super::TestApi;
use super::{player, session};
use crate::gateway::api::ratings::forms::{Naming, RoundForm, read_rounds};
use crate::ratings::Occasion;
use crate::store::ratings::HideRefused;

/// A game of two that the first wins.
fn pair(key: &str, email: &str, name: &str) -> Value {
    let players = [player(email, name, 1, 0), player("bo@example.org", "Bo", 0, 0)];
    json!({ "key": key, "occasion": "open", "rounds": [{ "games": 1, "wall_games": 0, "players": players }] })
}

impl TestApi {
    async fn ana_wins(&self, source: &str, key: &str, email: &str) -> Value {
        let answer = self.submit(source, &pair(key, email, "Ana")).await;
        assert_eq!(answer.status, 201, "{}", answer.body);
        answer.json()["results"][0].clone()
    }

    async fn is_seen(&self, id: &Value) -> bool {
        let id = id.as_str().unwrap();
        self.read(&format!("/api/v1/players/{id}")).await.status == 200
    }

    async fn found(&self, name: &str) -> usize {
        let found = self.read(&format!("/api/v1/players/search?q={name}")).await.json();
        found["players"].as_array().unwrap().len()
    }
}

/// It was refused where the same e-mail had a private player, and the operator was told there is nobody.
#[tokio::test]
async fn somebody_is_hidden_also_where_their_e_mail_names_a_private_player() {
    let api = TestApi::start().await;
    let club = api.source("Club").await;
    let open = api.ana_wins(&club, "a", "ana@example.org").await;
    let private = api.ana_wins(&club, "b", "PRIVATE:ana@example.org").await;

    api.operator_hides(open["player"].as_str().unwrap()).await;

    assert!(!api.is_seen(&open["player"]).await);
    assert_eq!(api.found("ana").await, 0);
    let after = &private["rating"]["after"];
    let again = api.ana_wins(&club, "c", "PRIVATE:ana@example.org").await;
    assert_eq!(&again["rating"]["before"], after, "the prefix still names the same");
}

/// The next session brought a new public player with the same e-mail.
#[tokio::test]
async fn who_was_hidden_stays_so_and_is_answered_for_as_somebody_new() {
    let api = TestApi::start().await;
    let (club, other) = (api.source("Club").await, api.source("Other").await);
    let ana = api.ana_wins(&club, "a", "ana@example.org").await;
    api.operator_hides(ana["player"].as_str().unwrap()).await;

    let named = api.ana_wins(&club, "b", "ana@example.org").await;
    let again = api.ana_wins(&other, "c", "ANA@example.org").await;

    assert_ne!(named["player"], ana["player"]);
    assert!(!api.is_seen(&named["player"]).await);
    assert_eq!(api.found("ana").await, 0);
    assert_eq!(again["player"], named["player"], "a second submission names the same player");
    assert_eq!(again["rating"]["before"], named["rating"]["after"]);
    let private = api.ana_wins(&club, "d", "PRIVATE:ana@example.org").await;
    assert_eq!(private["rating"]["before"], ana["rating"]["after"], "by the prefix they go on");
}

/// Field by field, but for what chance and the course of ratings make different.
#[tokio::test]
async fn the_answer_for_a_hidden_player_is_that_for_one_nobody_knows() {
    let (hiding, plain) = (TestApi::start().await, TestApi::start().await);
    let mut told = Vec::new();
    for (api, first) in [(&hiding, "ana@example.org"), (&plain, "somebody@example.org")] {
        let club = api.source("Club").await;
        let ana = api.ana_wins(&club, "a", first).await;
        api.operator_hides(ana["player"].as_str().unwrap()).await;
        let other = api.source("Other").await;
        for key in ["b", "c", "c"] {
            let answer = api.submit(&other, &pair(key, "ana@example.org", "Anna")).await;
            let id = answer.json()["results"][0]["player"].as_str().unwrap().to_owned();
            let bo = api.code_of("Bo").await;
            told.push((answer.status, answer.body.replace(&id, "ID").replace(&bo, "BO")));
        }
    }

    let (hidden, unknown) = told.split_at(3);
    assert_eq!(hidden, unknown);
}

#[tokio::test]
async fn who_is_shown_again_is_named_again_and_the_stand_in_stays_unseen() {
    let api = TestApi::start().await;
    let club = api.source("Club").await;
    let ana = api.ana_wins(&club, "a", "ana@example.org").await;
    let code = ana["player"].as_str().unwrap();
    api.operator_hides(code).await;
    let stand_in = api.ana_wins(&club, "b", "ana@example.org").await;

    let refused = api.operator_shows(stand_in["player"].as_str().unwrap()).await;
    api.operator_shows(code).await.unwrap();

    assert_eq!(refused, Err(HideRefused::StandIn));
    let again = api.ana_wins(&club, "c", "ana@example.org").await;
    assert_eq!(again["player"], ana["player"]);
    assert_eq!(again["rating"]["before"], ana["rating"]["after"]);
    assert_eq!(api.found("ana").await, 1);
}

#[tokio::test]
async fn a_private_player_is_shown_unless_their_e_mail_names_somebody_else() {
    let api = TestApi::start().await;
    let club = api.source("Club").await;
    api.submit(&club, &session("a")).await;
    let chen = api.code_of("Chen").await;
    api.ana_wins(&club, "b", "PRIVATE:ana@example.org").await;
    let both = api.recorder.rated(|sql| {
        sql.ask("SELECT code FROM rating_player WHERE name = 'Ana' ORDER BY hidden", &[])
    });
    let [open, private] = [0, 1].map({
        let both = both.await.unwrap();
        move |nth: usize| match &both[nth][0] {
            crate::store::ratings::Value::Text(code) => code.clone(),
            other => panic!("{other:?}"),
        }
    });

    let taken = api.operator_shows(&private).await;
    api.operator_shows(&chen).await.unwrap();

    assert_eq!(taken, Err(HideRefused::EmailTaken(open)));
    assert_eq!(api.operator_shows("p-000000000000").await, Err(HideRefused::Nobody));
    let mut named = session("c");
    named["rounds"][0]["players"][2]["email"] = "chen@example.org".into();
    let named = api.submit(&club, &named).await.json();
    assert_eq!(named["results"][2]["player"], chen.as_str(), "the plain e-mail names them now");
}

/// Else putting an old session right would take its rounds from whoever was hidden since.
#[tokio::test]
async fn a_correction_means_who_was_in_the_session() {
    let api = TestApi::start().await;
    let club = api.source("Club").await;
    let ana = api.ana_wins(&club, "a", "ana@example.org").await;
    api.operator_hides(ana["player"].as_str().unwrap()).await;
    api.ana_wins(&club, "b", "ana@example.org").await;

    let rounds = pair("a", "ana@example.org", "Ana")["rounds"].take();
    let rounds: Vec<RoundForm> = serde_json::from_value(rounds).unwrap();
    let mut rounds = read_rounds(&rounds, Occasion::Open, Naming::Operator).unwrap();
    assert_eq!(api.correct(1, rounds.remove(0)).await, Ok(()));

    let repeated = api.submit(&club, &pair("a", "ana@example.org", "Ana")).await.json();
    let told = &repeated["results"][0];
    assert_eq!((&told["player"], &told["name"]), (&Value::Null, &"Ana".into()), "{repeated}");
}
