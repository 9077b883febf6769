//! Who may write when, and how games end.

use serde_json::json;

use super::{Kept, hanchan, ron};

#[tokio::test]
async fn nobody_writes_without_the_key_or_without_saying_what_they_saw() {
    let mut kept = Kept::start(json!({})).await;
    let hand = json!({ "id": "a", "riichi": [], "outcome": ron(1, 2, 8000) });

    let wrong = kept.write_as("rk_0000", "POST", "/hands", &hand).await;
    let target = format!("/api/games/{}/hands", kept.id);
    let none = kept.api.send(&target, "application/json", &hand.to_string()).await;
    let keyed = format!("application/json\r\nauthorization: Bearer {}", kept.recorder);
    let blind = kept.api.send(&target, &keyed, &hand.to_string()).await;

    assert_eq!(wrong.problem(), (401, "bad_key".to_owned()));
    assert_eq!(wrong.header("www-authenticate"), "Bearer");
    assert_eq!(none.problem(), (401, "bad_key".to_owned()));
    assert_eq!(blind.problem(), (428, "version_missing".to_owned()));
    assert_eq!(kept.read("").await["hands"], 0);
}

/// The values of an object in their order were understood as one.
#[tokio::test]
async fn a_body_is_an_object_and_no_list_of_its_values() {
    let mut kept = Kept::start(json!({})).await;

    let amended = kept.write("PATCH", "", &json!([null, null, "at Koki's"])).await;

    assert_eq!(amended.problem(), (400, "bad_body".to_owned()));
    assert_eq!(kept.read("").await["sheet"]["note"], "");
}

#[tokio::test]
async fn a_secret_that_is_sent_again_is_the_same_game() {
    let kept = Kept::start(json!({ "secret": "0123456789abcdef" })).await;

    let form = json!({ "players": super::NAMES, "secret": "0123456789abcdef" });
    let again = kept.api.send("/api/games", "application/json", &form.to_string()).await;

    assert_eq!(again.status, 200, "{}", again.body);
    assert_eq!(again.json()["id"], kept.id);
    assert_eq!(again.json()["recorder_key"], kept.recorder);
    assert_eq!(kept.api.read("/api/games").await.json()["games"].as_array().unwrap().len(), 1);
}

/// The phone would go on with a game that is not the one it keeps.
#[tokio::test]
async fn a_secret_with_another_game_is_refused() {
    let first = json!({ "secret": "0123456789abcdef", "started_at": 7, "note": "at Koki's" });
    let mut kept = Kept::start(first.clone()).await;
    let send = async |kept: &Kept, key: &str, value: serde_json::Value| {
        let mut form = first.clone();
        form["players"] = json!(super::NAMES);
        form[key] = value;
        kept.api.send("/api/games", "application/json", &form.to_string()).await
    };

    for (key, value) in [
        ("players", json!(["Koki", "Josh", "Mikey", "Somebody"])),
        ("rules", json!({ "kiriage": true })),
        ("started_at", json!(8)),
        ("note", json!("elsewhere")),
        ("correction_minutes", json!(5)),
    ] {
        let refused = send(&kept, key, value).await;
        assert_eq!(refused.problem(), (409, "secret_taken".to_owned()), "{key}");
    }
    // What was changed since is not what it was made with.
    kept.write("PATCH", "", &json!({ "note": "moved" })).await;
    assert_eq!(send(&kept, "secret", json!("0123456789abcdef")).await.status, 200);
    assert_eq!(send(&kept, "started_at", json!(null)).await.status, 200);
}

/// Notes tell players apart in small letters: both would be the same there.
#[tokio::test]
async fn names_that_differ_in_letters_alone_are_the_same() {
    let mut kept = Kept::start(json!({})).await;
    let names = json!(["Ana", "Bo", "ANA", "Dai"]);

    let form = json!({ "players": names }).to_string();
    let made = kept.api.send("/api/games", "application/json", &form).await;
    let amended = kept.write("PATCH", "", &json!({ "players": names })).await;

    for refused in [made, amended] {
        assert_eq!(refused.problem(), (422, "bad_players".to_owned()));
    }
}

#[tokio::test]
async fn after_closing_only_the_organiser_writes_and_says_why() {
    let mut kept = Kept::start(json!({})).await;
    hanchan(&mut kept).await;
    let early = kept.write("POST", "/close", &json!({})).await;
    let organiser = kept.organiser.clone();
    let other = json!({ "riichi": [], "outcome": ron(3, 0, 7700) });

    let recorder = kept.write("PUT", "/hands/e3", &other).await;
    let silent = kept.write_as(&organiser, "PUT", "/hands/e3", &other).await;
    let said = kept.write_as(&organiser, "PUT", "/hands/e3?reason=misread", &other).await;

    assert_eq!(early.status, 200, "{}", early.body);
    assert_eq!(recorder.problem(), (403, "game_closed".to_owned()));
    assert_eq!(silent.problem(), (422, "reason_missing".to_owned()));
    assert_eq!(said.status, 200, "{}", said.body);
    let audit = kept.read("/audit").await;
    let last = audit["entries"].as_array().unwrap().last().unwrap().clone();
    assert_eq!((&last["who"], &last["change"]["reason"]), (&json!("organiser"), &json!("misread")));
    kept.check().await;
}

#[tokio::test]
async fn a_recorder_with_a_correction_window_may_still_correct_within_it() {
    let mut kept = Kept::start(json!({ "correction_minutes": 5 })).await;
    kept.record("a", &[], ron(1, 2, 8000)).await;
    let other = json!({ "riichi": [], "outcome": ron(1, 2, 5200) });
    assert_eq!(kept.write("PUT", "/hands/a", &other).await.status, 200);
    let mut kept = Kept::start(json!({ "correction_minutes": 0 })).await;
    kept.record("a", &[], ron(1, 2, 8000)).await;
    while crate::clock::now_ms() <= kept.read("/hands/a").await["recorded_at"].as_i64().unwrap() {}

    let late = kept.write("PUT", "/hands/a", &other).await;
    let other_rules = kept.write("PATCH", "", &json!({ "rules": { "kiriage": true } })).await;
    let swapped = json!({ "players": ["Josh", "Koki", "Mikey", "Jo"] });
    let other_names = kept.write("PATCH", "", &swapped).await;
    let same_names =
        kept.write("PATCH", "", &json!({ "players": ["Koki", "Josh", "Mikey", "Jo"] })).await;
    let other_note = kept.write("PATCH", "", &json!({ "note": "at Koki's" })).await;
    let organiser = kept.organiser.clone();
    let allowed = kept.write_as(&organiser, "PUT", "/hands/a", &other).await;

    assert_eq!(late.problem(), (403, "too_late".to_owned()));
    assert_eq!(other_rules.problem(), (403, "too_late".to_owned()), "they change the hand, too");
    assert_eq!(other_names.problem(), (403, "too_late".to_owned()), "it is then another's");
    assert_eq!(same_names.status, 200, "{}", same_names.body);
    assert_eq!(other_note.status, 200, "{}", other_note.body);
    assert_eq!(allowed.status, 200);
}

#[tokio::test]
async fn a_game_is_closed_when_it_is_over_or_broken_off_or_its_scores_are_typed() {
    let mut kept = Kept::start(json!({})).await;
    kept.record("a", &[2], json!({ "type": "exhaustive_draw", "tenpai": [2] })).await;

    let running = kept.write("POST", "/close", &json!({})).await;
    let sum = kept.write("POST", "/close", &json!({ "final_scores": [1, 2, 3, 4] })).await;
    let early = kept.write("POST", "/close", &json!({ "early": true })).await;

    assert_eq!(running.problem(), (422, "not_over".to_owned()));
    assert_eq!(sum.problem(), (422, "bad_scores".to_owned()));
    assert_eq!(early.status, 200, "{}", early.body);
    assert_eq!(early.json()["scores"], json!([24000, 24000, 28000, 24000]));
    assert_eq!(early.json()["data_quality"], "partial");
    kept.check().await;
}

#[tokio::test]
async fn scores_that_are_not_those_of_the_hands_are_explained_or_accepted() {
    let mut kept = Kept::start(json!({})).await;
    hanchan(&mut kept).await;
    let by_hands = kept.read("").await["scores"].clone();
    // As if the hand of East 4 had been won by Jo.
    let mut table: Vec<i64> = serde_json::from_value(by_hands.clone()).unwrap();
    let (stick, pot) = (8000, 1000);
    table[1] -= stick + pot;
    table[3] += stick + pot;

    let typed = json!({ "final_scores": table });
    let differ = kept.write("POST", "/close", &typed).await;
    let target = format!("/api/games/{}/reconcile", kept.id);
    let reconciled = kept.api.send(&target, "application/json", &typed.to_string()).await.json();
    let accepted = json!({ "final_scores": table, "accept_difference": true });
    let closed = kept.write("POST", "/close", &accepted).await;

    assert_eq!(differ.problem(), (422, "scores_differ".to_owned()));
    assert_eq!(reconciled["by_hands"], by_hands);
    let proposals = reconciled["proposals"].as_array().unwrap();
    assert!(proposals.iter().all(|proposal| proposal["body"].is_object()), "{reconciled}");
    assert_eq!(closed.json()["data_quality"], "partial");
    assert_eq!(closed.json()["scores"], json!(table));
    kept.check().await;
}

#[tokio::test]
async fn reconciling_finds_the_swapped_winner_and_the_missing_stick_and_accepting_explains_it() {
    let mut kept = Kept::start(json!({})).await;
    kept.record("a", &[], ron(1, 2, 8000)).await;
    kept.record("b", &[], ron(3, 0, 3900)).await;
    let target = format!("/api/games/{}/reconcile", kept.id);

    let swapped = json!({ "final_scores": [21100, 25000, 17000, 36900] });
    let swapped = kept.api.send(&target, "application/json", &swapped.to_string()).await.json();
    let stick = json!({ "final_scores": [20100, 33000, 17000, 29900] });
    let stick = kept.api.send(&target, "application/json", &stick.to_string()).await.json();

    let found = |answer: &serde_json::Value, kind: &str| {
        let proposals = answer["proposals"].as_array().unwrap().clone();
        proposals.into_iter().find(|proposal| proposal["kind"] == kind)
    };
    let proposal = found(&swapped, "swapped_winner").expect("one that explains it");
    assert_eq!((&proposal["hand"], &proposal["id"]), (&json!(1), &json!("a")));
    assert!(found(&stick, "missing_stick").is_some(), "{stick}");
    let path = format!("/hands/{}", proposal["id"].as_str().unwrap());
    let accepted = kept.write("PUT", &path, &proposal["body"]).await;
    assert_eq!(accepted.json()["scores"], json!([21100, 25000, 17000, 36900]));
}

#[tokio::test]
async fn the_organiser_reopens_a_game_with_a_reason_and_its_recorder_goes_on() {
    let mut kept = Kept::start(json!({})).await;
    kept.record("a", &[], ron(1, 2, 8000)).await;
    let organiser = kept.organiser.clone();
    let open = kept.write_as(&organiser, "POST", "/reopen?reason=why", &json!({})).await;
    kept.write("POST", "/close", &json!({ "early": true })).await;

    let recorder = kept.write("POST", "/reopen?reason=please", &json!({})).await;
    let silent = kept.write_as(&organiser, "POST", "/reopen", &json!({})).await;
    let said = kept.write_as(&organiser, "POST", "/reopen?reason=too+early", &json!({})).await;

    assert_eq!(open.problem(), (422, "not_closed".to_owned()));
    assert_eq!(recorder.problem(), (403, "game_closed".to_owned()));
    assert_eq!(silent.problem(), (422, "reason_missing".to_owned()));
    assert_eq!(said.json()["state"], "running", "{}", said.body);
    kept.check().await;
    kept.record("b", &[], ron(2, 0, 2000)).await;
    let audit = kept.read("/audit").await;
    let entry = &audit["entries"][3];
    assert_eq!((&entry["change"]["did"], &entry["who"]), (&json!("reopen"), &json!("organiser")));
    assert_eq!(entry["change"]["reason"], "too early");
}

#[tokio::test]
async fn rules_by_which_typed_scores_do_not_sum_up_are_refused() {
    let mut kept = Kept::start(json!({ "final_scores": [42100, 28300, 21600, 8000] })).await;
    let organiser = kept.organiser.clone();
    let path = "?reason=other%20rules";

    let more = json!({ "rules": { "starting_points": 30000 } });
    let refused = kept.write_as(&organiser, "PATCH", path, &more).await;
    let uma = json!({ "rules": { "uma": [20000, 10000, -10000, -20000] } });
    let taken = kept.write_as(&organiser, "PATCH", path, &uma).await;

    assert_eq!(refused.problem(), (422, "bad_scores".to_owned()));
    assert_eq!(taken.status, 200, "{}", taken.body);
    let places = taken.json()["sheet"]["final"]["places"].clone();
    let points = places.as_array().unwrap().iter().map(|place| place["points"].as_i64().unwrap());
    assert_eq!(points.sum::<i64>(), 0);
    kept.check().await;
}
