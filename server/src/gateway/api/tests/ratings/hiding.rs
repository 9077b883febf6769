//! Hiding somebody can always be done, and lasts, whoever names them.

use std::collections::HashMap;

use serde_json::{Value, json};

use super::super::TestApi;
use super::{player, session};
use crate::gateway::api::ratings::forms::{Naming, RoundForm, read_rounds};
use crate::ratings::Occasion;
use crate::store::ratings::{self, FoundRow, HideRefused, Named, Sought};

/// A game of two that the first wins.
fn pair(key: &str, email: &str, name: &str) -> Value {
    let players = [player(email, name, 1, 0), player("bo@example.org", "Bo", 0, 0)];
    json!({ "key": key, "occasion": "open", "rounds": [{ "games": 1, "wall_games": 0, "players": players }] })
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
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

    /// Everybody whom the operator finds, by id: whether they are hidden, and how an e-mail names them.
    async fn found_by_operator(&self, text: &str) -> HashMap<String, (bool, Option<Named>)> {
        let sought = Sought::read(text).unwrap();
        let found = self.recorder.rated(move |sql| ratings::find_players(sql, &sought)).await;
        let told = found
            .unwrap()
            .into_iter()
            .map(|FoundRow { player, named }| (player.code.unwrap(), (player.is_hidden, named)));
        told.collect()
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

/// Whoever asks about them hears what they would hear of somebody nobody knows: see `alike`.
#[tokio::test]
async fn who_was_hidden_stays_so_and_the_plain_e_mail_names_somebody_new() {
    let api = TestApi::start().await;
    let (club, other) = (api.source("Club").await, api.source("Other").await);
    let ana = api.ana_wins(&club, "a", "ana@example.org").await;
    api.operator_hides(ana["player"].as_str().unwrap()).await;

    let named = api.ana_wins(&club, "b", "ana@example.org").await;
    let again = api.ana_wins(&other, "c", "ANA@example.org").await;

    assert_ne!(named["player"], ana["player"]);
    assert_eq!(named["rating"]["before"], 1500);
    assert!(!api.is_seen(&ana["player"]).await && api.is_seen(&named["player"]).await);
    assert_eq!(api.found("ana").await, 1);
    assert_eq!(again["player"], named["player"], "a second submission names the same player");
    assert_eq!(again["rating"]["before"], named["rating"]["after"]);
    let private = api.ana_wins(&club, "d", "PRIVATE:ana@example.org").await;
    assert_eq!(private["rating"]["before"], ana["rating"]["after"], "by the prefix they go on");
}

/// A club goes on to write the plain e-mail, and the operator hides whoever that names.
#[tokio::test]
async fn who_is_hidden_beside_a_private_player_is_named_by_nothing() {
    let api = TestApi::start().await;
    let club = api.source("Club").await;
    let ana = api.ana_wins(&club, "a", "ana@example.org").await;
    api.operator_hides(ana["player"].as_str().unwrap()).await;
    let second = api.ana_wins(&club, "b", "ana@example.org").await;

    api.operator_hides(second["player"].as_str().unwrap()).await;

    let private = api.ana_wins(&club, "c", "PRIVATE:ana@example.org").await;
    assert_eq!(private["rating"]["before"], ana["rating"]["after"]);
    let third = api.ana_wins(&club, "d", "ana@example.org").await;
    assert_eq!(third["rating"]["before"], 1500);
    let found = api.found_by_operator("ana@example.org").await;
    assert_eq!(found[&text(&ana["player"])], (true, Some(Named::Private)));
    assert_eq!(found[&text(&second["player"])], (true, None));
    assert_eq!(found[&text(&third["player"])], (false, Some(Named::Open)));
    assert_eq!(found.len(), 3);
}

#[tokio::test]
async fn who_is_shown_again_is_named_again_once_nobody_else_is() {
    let api = TestApi::start().await;
    let club = api.source("Club").await;
    let ana = api.ana_wins(&club, "a", "ana@example.org").await;
    let code = ana["player"].as_str().unwrap();
    api.operator_hides(code).await;
    let second = text(&api.ana_wins(&club, "b", "ana@example.org").await["player"]);

    let refused = api.operator_shows(code).await;
    api.operator_hides(&second).await;
    api.operator_shows(code).await.unwrap();

    assert_eq!(refused, Err(HideRefused::EmailTaken(second.clone())));
    let again = api.ana_wins(&club, "c", "ana@example.org").await;
    assert_eq!(again["player"], ana["player"]);
    assert_eq!(again["rating"]["before"], ana["rating"]["after"]);
    assert_eq!(api.found("ana").await, 1);
    let taken = api.operator_shows(&second).await;
    assert_eq!(taken, Err(HideRefused::EmailTaken(code.to_owned())));
    let private = api.ana_wins(&club, "d", "PRIVATE:ana@example.org").await;
    assert_eq!(private["rating"]["before"], 1500, "the prefix names nobody they were");
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

/// The open player is hidden since, and the private one shown since: the plain e-mail names who was written with the prefix.
#[tokio::test]
async fn who_is_named_otherwise_since_is_told_and_corrected_as_they_were_written() {
    let api = TestApi::start().await;
    let club = api.source("Club").await;
    let mut both = pair("a", "ana@example.org", "Ana");
    let private = pair("a", "PRIVATE:ana@example.org", "Nobody")["rounds"][0].take();
    both["rounds"].as_array_mut().unwrap().push(private);
    let told = api.submit(&club, &both).await.json();
    let open = text(&told["rounds"][0]["results"][0]["player"]);
    let found = api.found_by_operator("ana@example.org").await;
    let (private, _) = found.iter().find(|(_, found)| found.1 == Some(Named::Private)).unwrap();
    api.operator_hides(&open).await;

    let names = async || {
        let told = api.submit(&club, &both).await.json();
        [0, 1].map(|round: usize| told["rounds"][round]["results"][0]["name"].clone())
    };
    let hidden = names().await;
    api.operator_shows(private).await.unwrap();
    let rounds: Vec<RoundForm> = serde_json::from_value(both["rounds"].clone()).unwrap();
    let rounds = read_rounds(&rounds, Occasion::Open, Naming::Operator).unwrap();
    let corrected = api.recorder.rate(move |sql| ratings::correct(sql, 1, &rounds, "a test", 20));
    corrected.await.unwrap().unwrap();

    assert_eq!(hidden, ["Ana", "Nobody"]);
    assert_eq!(names().await, ["Ana", "Nobody"]);
    let seen = api.read(&format!("/api/v1/players/{private}/history")).await.json();
    assert_eq!((&seen["rounds"][0]["round"], &seen["rounds"][1]), (&2.into(), &Value::Null));
}
