//! Kept games in lists, figures, exports, and as they change.

use serde_json::{Value, json};
use tokio::io::AsyncBufReadExt;

use super::{Kept, NAMES, hanchan, ron, tsumo};

/// A figure of a name, which is compared with nobody's.
fn figure(value: &Value, sample: u32) -> Value {
    json!({ "value": value, "sample": sample, "percentile": null, "peers": 0 })
}

#[tokio::test]
async fn a_game_of_which_only_the_end_is_known_is_a_game() {
    let kept = Kept::start(json!({ "final_scores": [42100, 28300, 21600, 8000] })).await;

    let game = kept.read("").await;
    let listed = kept.api.read("/api/games?data_quality=final_only&player=Koki").await.json();
    let stats = kept.api.read("/api/players/Koki/stats?variant=riichi").await.json();

    assert_eq!((&game["state"], &game["data_quality"]), (&json!("finished"), &json!("final_only")));
    assert_eq!(
        game["sheet"]["final"]["places"][0],
        json!({ "seat": 0, "score": 42100, "points": 47100 })
    );
    assert_eq!(listed["games"][0]["id"], kept.id);
    assert_eq!(
        (&stats["places"], &stats["games_without_hands"]),
        (&json!([1, 0, 0, 0]), &json!(1))
    );
    assert_eq!(stats["win_rate"], figure(&json!(null), 0));
    kept.check().await;
}

#[tokio::test]
async fn a_recording_may_begin_in_the_middle_of_a_game() {
    let start = json!({ "wind": "south", "number": 2, "honba": 1, "riichi_sticks": 1, "scores": [30000, 24000, 25000, 20000] });
    let mut kept = Kept::start(json!({ "start": start })).await;

    let won = kept.record("a", &[], ron(0, 3, 2000)).await;

    assert_eq!(won["sheet"]["last_hand"]["round"], "S2");
    assert_eq!(won["scores"], json!([33300, 24000, 25000, 17700]));
    assert_eq!(won["data_quality"], "partial");
    kept.write("POST", "/close", &json!({ "early": true })).await;
    let stats = kept.api.read("/api/players/Koki/stats").await.json();
    assert_eq!((&stats["games"], &stats["games_partial"]), (&json!(1), &json!(1)));
    assert_eq!(stats["games_without_hands"], 0);
    kept.check().await;
}

#[tokio::test]
async fn a_hand_nobody_is_sure_of_moves_nothing_until_it_is_settled() {
    let mut kept = Kept::start(json!({})).await;
    let uncertain = json!({ "note": "Jo or Koki", "possible_winners": [0, 3], "points": 8000 });
    let unsure = json!({ "id": "a", "riichi": [], "uncertain": uncertain });

    let saved = kept.write("POST", "/hands", &unsure).await.json();
    kept.record("b", &[], ron(3, 2, 1000)).await;
    let closed = kept.write("POST", "/close", &json!({ "early": true })).await;
    let target = format!("/api/games/{}/reconcile", kept.id);
    let asked = json!({ "final_scores": [25000, 17000, 24000, 34000] });
    let proposals = kept.api.send(&target, "application/json", &asked.to_string()).await.json();
    let settled = json!({ "riichi": [], "outcome": ron(3, 1, 8000) });
    let settled = kept.write("PUT", "/hands/a", &settled).await.json();

    assert_eq!(
        (&saved["scores"], &saved["data_quality"]),
        (&json!([25000, 25000, 25000, 25000]), &json!("partial"))
    );
    assert_eq!(saved["sheet"]["last_hand"]["completed_at"], json!(null));
    assert_eq!(closed.problem(), (422, "uncertain_hands".to_owned()));
    assert_eq!(proposals["proposals"][0]["kind"], "uncertain_hand", "{proposals}");
    assert_eq!(settled["data_quality"], "complete");
    assert_eq!(settled["scores"], json!([25000, 17000, 24000, 34000]));
    kept.check().await;
}

/// What a hand led to was said to be there always.
#[tokio::test]
async fn the_document_knows_hands_of_which_nothing_follows() {
    let api = super::TestApi::start().await;

    let document = api.read("/api/openapi.json").await.json();

    let settled = &document["components"]["schemas"]["SheetSettled"];
    assert!(settled["properties"]["round"].is_object(), "{settled}");
    assert_eq!(settled.get("required"), None);
}

#[tokio::test]
async fn players_are_told_what_they_did_and_games_are_found_by_it() {
    let mut kept = Kept::start(json!({})).await;
    hanchan(&mut kept).await;
    kept.write("POST", "/close", &json!({})).await;

    let josh = kept.api.read("/api/players/Josh/stats?variant=riichi").await.json();
    let none = kept.api.read("/api/players/Josh/stats?variant=fujian").await.json();

    assert_eq!((&josh["hands"], &josh["games"]), (&json!(9), &json!(1)));
    assert_eq!(josh["riichi_rate"], figure(&json!(1.0 / 9.0), 9));
    assert_eq!(josh["win_rate"], figure(&json!(2.0 / 9.0), 9));
    assert_eq!(josh["deal_in_rate"], figure(&json!(1.0 / 9.0), 9));
    assert_eq!(josh["mean_winning_points"]["sample"], 2);
    assert_eq!(none["hands"], 0);
    for (query, count) in [
        ("origin=recorded", 1),
        ("variant=riichi&outcome=drawn", 1),
        ("player=Jo&outcome=dealt_in", 1),
        ("outcome=aborted", 0),
        ("origin=online", 0),
    ] {
        let listed = kept.api.read(&format!("/api/games?{query}")).await.json();
        assert_eq!(listed["games"].as_array().unwrap().len(), count, "{query}");
    }
    let lines = kept.api.read("/api/export/hands.ndjson?origin=recorded").await.lines();
    assert_eq!((lines.len(), &lines[4]["id"]), (9, &json!("e4")));
    let table = kept.api.read("/api/export/hands.csv").await.body;
    let (head, line) = (table.lines().next().unwrap(), table.lines().nth(1).unwrap());
    assert_eq!(head.split(',').count(), line.split(',').count(), "{head}\n{line}");
}

#[tokio::test]
async fn a_deleted_game_is_gone_from_lists_and_figures_but_not_from_the_audit() {
    let mut kept = Kept::start(json!({})).await;
    hanchan(&mut kept).await;
    let organiser = kept.organiser.clone();

    let refused = kept.write("DELETE", "", &json!({})).await;
    let deleted = kept.write_as(&organiser, "DELETE", "", &json!({})).await;

    assert_eq!(refused.problem(), (403, "organiser_only".to_owned()));
    assert_eq!(deleted.status, 200);
    let gone = kept.api.read(&format!("/api/games/{}", kept.id)).await;
    assert_eq!(gone.problem(), (404, "game_not_found".to_owned()));
    assert_eq!(kept.api.read("/api/games").await.json()["games"], json!([]));
    assert_eq!(kept.api.read("/api/players/Josh/stats").await.json()["hands"], 0);
    assert_eq!(kept.read("/audit").await["entries"].as_array().unwrap().len(), 11);
    kept.check().await;
}

#[tokio::test]
async fn names_and_rules_can_be_amended_and_everything_follows() {
    let mut kept = Kept::start(json!({})).await;
    kept.record("a", &[], ron(1, 2, 7700)).await;
    let amended = json!({ "players": ["Koki", "Ana", "Mikey", "Jo"], "rules": { "tobi": null } });

    let answer = kept.write("PATCH", "", &amended).await;
    let twice = kept.write("PATCH", "", &json!({ "players": ["a", "a", "b", "c"] })).await;
    let odd = kept.write("PATCH", "", &json!({ "rules": { "uma": [1, 2, 3, 4] } })).await;
    let impossible = kept.write("PATCH", "", &json!({ "rules": { "kiriage": true } })).await;

    assert_eq!(answer.status, 200, "{}", answer.body);
    assert_eq!(answer.json()["rules"]["tobi"], json!(null));
    assert_eq!(twice.problem(), (422, "bad_players".to_owned()));
    assert_eq!(odd.problem(), (422, "bad_rules".to_owned()));
    assert_eq!(impossible.problem(), (422, "impossible_hand".to_owned()));
    let won = |name: &str| format!("/api/games?player={name}&outcome=won");
    assert_eq!(kept.api.read(&won("Josh")).await.json()["games"], json!([]));
    assert_eq!(kept.api.read(&won("Ana")).await.json()["games"][0]["id"], kept.id);
    kept.check().await;
}

#[tokio::test]
async fn other_devices_follow_a_game() {
    let mut kept = Kept::start(json!({})).await;
    let target = format!("/api/games/{}/live", kept.id);
    let (status, _, mut socket) = kept.api.open(&target, "").await;
    let mut versions = Vec::new();

    kept.record("a", &[], ron(1, 2, 8000)).await;
    while versions.last() != Some(&2) {
        let mut line = String::new();
        socket.read_line(&mut line).await.unwrap();
        if let Some(id) = line.strip_prefix("id: ") {
            versions.push(id.trim().parse().unwrap());
        }
    }

    assert_eq!(status, 200);
    assert!(versions.is_sorted(), "{versions:?}");
}

#[tokio::test]
async fn what_was_played_here_is_not_written_on() {
    let kept = Kept::start(json!({})).await;
    kept.api.post(1, [super::super::room(1, NAMES).begin_game()]).await;

    let keyed = format!("application/json\r\nauthorization: Bearer {}", kept.recorder);
    let answer = kept.api.send("/api/games/1-1/undo", &keyed, "{}").await;

    assert_eq!(answer.problem(), (403, "online_game".to_owned()));
    let both = kept.api.read("/api/games").await.json();
    assert_eq!(both["games"].as_array().unwrap().len(), 2);
}

/// It would stay on top of the history for good.
#[tokio::test]
async fn a_game_of_the_far_future_or_of_no_time_is_refused() {
    let api = super::TestApi::start().await;
    let day_ms = 86_400_000;
    let now = crate::clock::now_ms();
    for (started_at, status) in
        [(-1, 422), (now + 2 * day_ms, 422), (i64::MAX, 422), (0, 201), (now + day_ms / 2, 201)]
    {
        let form = json!({ "players": NAMES, "started_at": started_at });
        let made = api.send("/api/games", "application/json", &form.to_string()).await;

        assert_eq!(made.status, status, "{started_at}: {}", made.body);
    }
}

#[tokio::test]
async fn games_are_found_by_a_yakuman_and_by_chombo() {
    let mut kept = Kept::start(json!({})).await;
    kept.record("a", &[], tsumo(2, &json!({ "yakuman": ["suuankou"] }))).await;
    kept.record("b", &[], json!({ "type": "chombo", "offender": 3 })).await;

    for (filter, found) in [
        ("rare=yakuman", 1),
        ("rare=yakuman&player=Mikey", 1),
        ("rare=yakuman&player=Jo", 0),
        ("outcome=chombo", 1),
        ("outcome=chombo&player=Jo", 1),
        ("outcome=chombo&player=Koki", 0),
    ] {
        let games = kept.api.read(&format!("/api/games?{filter}")).await.json();
        assert_eq!(games["games"].as_array().unwrap().len(), found, "{filter}");
    }
}
