//! Hands recorded, repeated, corrected and taken back.

use serde_json::json;

use super::{Kept, hanchan, ron, tsumo};

#[tokio::test]
async fn a_whole_hanchan_is_folded_hand_by_hand_and_closed() {
    let mut kept = Kept::start(json!({})).await;

    hanchan(&mut kept).await;
    let game = kept.read("").await;
    let closed = kept.write("POST", "/close", &json!({})).await;

    let hands = kept.read("/hands").await;
    let first = &hands["hands"][0];
    assert_eq!((&first["round"], &first["deltas"]), (&json!("E1"), &json!([5800, 0, -5800, 0])));
    let rounds: Vec<_> =
        (0..9).map(|hand| hands["hands"][hand]["round"].as_str().unwrap()).collect();
    assert_eq!(rounds, ["E1", "E1", "E2", "E3", "E4", "S1", "S2", "S3", "S4"]);
    let third = &hands["hands"][2];
    assert_eq!(
        (&third["honba"], &third["deltas"]),
        (&json!(2), &json!([-1200, -2200, 6600, -1200]))
    );
    assert_eq!(game["sheet"]["table"]["is_over"], true);
    assert_eq!((closed.status, &closed.json()["state"]), (200, &json!("finished")));
    let places = closed.json()["sheet"]["final"]["places"].clone();
    let sum: i64 = (0..4).map(|place| places[place]["points"].as_i64().unwrap()).sum();
    assert_eq!(sum, 0, "{places}");
    assert_eq!(closed.json()["data_quality"], "complete");
    kept.check().await;
}

#[tokio::test]
async fn a_hand_that_is_sent_again_changes_nothing() {
    let mut kept = Kept::start(json!({})).await;
    kept.record("a", &[], ron(1, 2, 8000)).await;
    let (key, hand) =
        (kept.recorder.clone(), json!({ "id": "a", "riichi": [], "outcome": ron(1, 2, 8000) }));

    let again = kept.try_write(&key, 1, "POST", "/hands", &hand).await;
    let other = json!({ "id": "a", "riichi": [], "outcome": ron(1, 2, 1000) });
    let taken = kept.try_write(&key, kept.version, "POST", "/hands", &other).await;
    kept.write("DELETE", "/hands/a", &json!({})).await;
    let removed = kept.try_write(&key, 1, "POST", "/hands", &hand).await;

    assert_eq!((again.status, &again.json()["repeated"]), (200, &json!(true)));
    assert_eq!(again.json()["hands"], 1);
    assert_eq!(taken.problem(), (409, "hand_id_taken".to_owned()));
    assert_eq!((removed.status, &removed.json()["hands"]), (200, &json!(0)));
    kept.check().await;
}

/// Who had declared was filled in from the sheet, and then counted as part of what was sent.
#[tokio::test]
async fn a_hand_sent_again_without_its_riichi_is_the_same_hand() {
    let mut kept = Kept::start(json!({})).await;
    kept.write("POST", "/riichi", &json!({ "seat": 1, "declared": true })).await;
    let (key, hand) = (kept.recorder.clone(), json!({ "id": "a", "outcome": ron(1, 2, 8000) }));

    let first = kept.write("POST", "/hands", &hand).await;
    let again = kept.try_write(&key, kept.version, "POST", "/hands", &hand).await;
    let other = json!({ "id": "a", "riichi": [], "outcome": ron(1, 2, 8000) });
    let taken = kept.try_write(&key, kept.version, "POST", "/hands", &other).await;

    assert_eq!((first.status, again.status), (201, 200), "{}", again.body);
    assert_eq!(again.json()["repeated"], true);
    assert_eq!(kept.read("/hands").await["hands"][0]["riichi"], json!([1]));
    assert_eq!(taken.problem(), (409, "hand_id_taken".to_owned()));
}

#[tokio::test]
async fn two_devices_that_write_at_once_lose_nothing() {
    let mut kept = Kept::start(json!({})).await;
    kept.record("a", &[], ron(1, 2, 8000)).await;
    let key = kept.recorder.clone();
    let hand = json!({ "id": "b", "riichi": [], "outcome": ron(3, 0, 1000) });

    let late = kept.try_write(&key, 1, "POST", "/hands", &hand).await;

    assert_eq!(late.problem(), (409, "version_conflict".to_owned()));
    let shown = &late.json()["game"];
    assert_eq!((&shown["version"], &shown["sheet"]["last_hand"]["id"]), (&json!(2), &json!("a")));
    let seen = shown["version"].as_i64().unwrap();
    assert_eq!(kept.try_write(&key, seen, "POST", "/hands", &hand).await.status, 201);
    assert_eq!(kept.read("").await["hands"], 2);
}

#[tokio::test]
async fn a_corrected_hand_folds_the_later_ones_again() {
    let mut kept = Kept::start(json!({})).await;
    hanchan(&mut kept).await;
    let before = kept.read("").await;
    let other = json!({ "riichi": [], "outcome": ron(3, 0, 7700) });

    let preview = kept.write("PUT", "/hands/e3?dry_run=true", &other).await;
    let still = kept.read("").await;
    let corrected = kept.write("PUT", "/hands/e3", &other).await;

    assert_eq!(preview.status, 200, "{}", preview.body);
    assert_eq!(still, before);
    assert_eq!(corrected.json()["scores"], preview.json()["scores"]);
    let score = |game: &serde_json::Value, seat: usize| game["scores"][seat].as_i64().unwrap();
    assert_eq!(score(&corrected.json(), 3) - score(&before, 3), 3800);
    let hands = kept.read("/hands").await;
    assert!(hands["hands"][3]["edited_at"].is_i64());
    let audit = kept.read("/audit").await;
    let last = audit["entries"].as_array().unwrap().last().unwrap().clone();
    assert_eq!(
        (&last["who"], &last["change"]["did"]),
        (&json!("recorder"), &json!("replace_hand"))
    );
    assert_eq!(last["change"]["before"]["outcome"], ron(3, 0, 3900));
    assert_eq!(last["change"]["after"]["outcome"], ron(3, 0, 7700));
    kept.check().await;
}

#[tokio::test]
async fn a_correction_that_makes_a_later_hand_impossible_is_refused_with_its_number() {
    let mut kept = Kept::start(json!({})).await;
    kept.record("a", &[], ron(1, 2, 8000)).await;
    kept.record("b", &[], ron(3, 2, 12000)).await;
    kept.record("b2", &[], tsumo(0, &json!({ "other": 300, "dealer": 500 }))).await;
    kept.record("c", &[2], json!({ "type": "exhaustive_draw", "tenpai": [2] })).await;
    let before = kept.read("").await;

    let poor = json!({ "riichi": [], "outcome": ron(1, 2, 12000) });
    let refused = kept.write("PUT", "/hands/a", &poor).await;
    let over = json!({ "riichi": [], "outcome": ron(1, 2, 32000) });
    let ended = kept.write("PUT", "/hands/a", &over).await;

    assert_eq!(refused.problem(), (422, "impossible_hand".to_owned()));
    assert_eq!(refused.json()["hand"], 4, "{}", refused.body);
    assert_eq!(refused.json()["reason"], "riichi_too_poor");
    assert_eq!((&ended.json()["hand"], &ended.json()["reason"]), (&json!(2), &json!("game_over")));
    assert_eq!(kept.read("").await, before);
}

#[tokio::test]
async fn the_last_hand_can_be_undone_and_riichi_declared_and_taken_back() {
    let mut kept = Kept::start(json!({})).await;
    kept.record("a", &[], ron(1, 2, 8000)).await;

    let undone = kept.write("POST", "/undo", &json!({})).await.json();
    let nothing = kept.write("POST", "/undo", &json!({})).await;
    kept.write("POST", "/riichi", &json!({ "seat": 3, "declared": true })).await;
    let declared =
        kept.write("POST", "/riichi", &json!({ "seat": 1, "declared": true })).await.json();
    let again = kept.write("POST", "/riichi", &json!({ "seat": 1, "declared": true })).await.json();
    assert_eq!((&again["repeated"], &again["version"]), (&json!(true), &declared["version"]));
    kept.write("POST", "/riichi", &json!({ "seat": 3, "declared": false })).await;
    let hand = json!({ "id": "b", "outcome": tsumo(1, &json!({ "han": 2, "fu": 40 })) });
    let won = kept.write("POST", "/hands", &hand).await.json();

    assert_eq!(
        (&undone["hands"], &undone["scores"]),
        (&json!(0), &json!([25000, 25000, 25000, 25000]))
    );
    assert_eq!(nothing.problem(), (422, "nothing_to_undo".to_owned()));
    let table = &declared["sheet"]["table"];
    assert_eq!((&table["declared"], &table["riichi_sticks"]), (&json!([1, 3]), &json!(2)));
    assert_eq!(table["scores"], json!([25000, 24000, 25000, 24000]));
    assert_eq!(won["sheet"]["last_hand"]["riichi"], json!([1]));
    assert_eq!(won["sheet"]["table"]["declared"], json!([]));
    assert_eq!(won["scores"], json!([23700, 27700, 24300, 24300]));
}

#[tokio::test]
async fn a_hand_that_is_undone_has_its_riichi_on_the_table_again_and_none_of_the_next() {
    let mut kept = Kept::start(json!({})).await;
    kept.record("a", &[0], ron(2, 1, 8000)).await;
    kept.write("POST", "/riichi", &json!({ "seat": 3, "declared": true })).await;

    let undone = kept.write("POST", "/undo", &json!({})).await.json();

    let table = &undone["sheet"]["table"];
    assert_eq!((&table["declared"], &table["riichi_sticks"]), (&json!([0]), &json!(1)));
    assert_eq!(table["scores"], json!([24000, 25000, 25000, 25000]));
}

#[tokio::test]
async fn a_hand_sent_many_times_at_the_same_moment_is_there_once_and_nobody_hears_of_a_conflict() {
    let kept = Kept::start(json!({})).await;
    let hand = json!({ "id": "a", "riichi": [], "outcome": ron(2, 1, 8000) });

    let send = || kept.try_write(&kept.recorder, kept.version, "POST", "/hands", &hand);
    let answers = futures_util::future::join_all((0..8).map(|_| send())).await;

    let mut statuses: Vec<_> = answers.iter().map(|answer| answer.status).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 200, 200, 200, 200, 200, 200, 201]);
    assert!(answers.iter().all(|answer| answer.json()["hands"] == json!(1)));
}

#[tokio::test]
async fn notes_are_taken_over_as_a_whole_or_not_at_all() {
    let mut kept = Kept::start(json!({})).await;
    let text =
        "e1 josh riichi, jo ron mikey 8000\ne2 kokki tsumo 1000/2000\ns4 jo ron koki 1000\nwhat";

    let refused = kept.write("POST", "/notes", &json!({ "text": text })).await;
    let fine = "e1 josh riichi, jo ron mikey 8000\n# a comment\ne2 koki tsumo 1000/2000\ndraw koki jo tenpai";
    let taken = kept.write("POST", "/notes", &json!({ "text": fine })).await;

    assert_eq!(refused.problem(), (422, "bad_notes".to_owned()));
    let lines = refused.json()["lines"].clone();
    assert_eq!((&lines[0]["line"], &lines[0]["code"]), (&json!(2), &json!("unknown_word")));
    assert_eq!(lines[1]["line"], 4, "{lines}");
    assert_eq!((taken.status, &taken.json()["hands"]), (201, &json!(3)));
    assert_eq!(taken.json()["scores"], json!([30500, 20500, 14500, 34500]));
    kept.check().await;
}

#[tokio::test]
async fn notes_that_are_sent_again_are_taken_over_once() {
    let mut kept = Kept::start(json!({})).await;
    let notes = json!({ "id": "n1", "text": "jo ron mikey 8000\nno contest" });

    let taken = kept.write("POST", "/notes", &notes).await;
    let again = kept.write("POST", "/notes", &notes).await;
    let other = kept.write("POST", "/notes", &json!({ "id": "n1", "text": "no contest" })).await;
    for hand in ["n1-1", "n1-2"] {
        assert_eq!(kept.write("DELETE", &format!("/hands/{hand}"), &json!({})).await.status, 200);
    }
    let taken_out = kept.write("POST", "/notes", &notes).await;

    assert_eq!((taken.status, again.status), (201, 200), "{}", again.body);
    assert_eq!((&again.json()["repeated"], &again.json()["hands"]), (&json!(true), &json!(2)));
    assert_eq!(other.problem(), (409, "hand_id_taken".to_owned()));
    assert_eq!((taken_out.status, &taken_out.json()["hands"]), (200, &json!(0)));
    let long = json!({ "id": "n".repeat(49), "text": "no contest" });
    let long = kept.write("POST", "/notes", &long).await;
    assert_eq!(long.problem(), (422, "bad_hand_id".to_owned()));
}

#[tokio::test]
async fn the_audit_of_notes_has_the_hands_that_were_there_and_those_that_came() {
    let mut kept = Kept::start(json!({})).await;
    kept.record("a", &[], ron(1, 2, 8000)).await;
    kept.write("POST", "/riichi", &json!({ "seat": 1, "declared": true })).await;

    let text = "josh riichi, jo ron mikey 1000\ndraw koki jo tenpai";
    let taken = kept.write("POST", "/notes", &json!({ "text": text })).await;

    assert_eq!(taken.status, 201, "{}", taken.body);
    let audit = kept.read("/audit").await;
    let last = audit["entries"].as_array().unwrap().last().unwrap()["change"].clone();
    assert_eq!(last["did"], "import_notes");
    assert_eq!(last["before"], json!({ "hands": ["a"], "declared": [1] }));
    let (ids, came) = (&last["after"]["hands"], &last["after"]["came"]);
    assert_eq!((&ids[0], &last["after"]["declared"]), (&json!("a"), &json!([])));
    assert_eq!(came.as_array().unwrap().len(), 2, "{last}");
    assert_eq!((&ids[1], &ids[2]), (&came[0]["id"], &came[1]["id"]));
    assert_eq!((&came[0]["riichi"], &came[0]["outcome"]), (&json!([1]), &ron(3, 2, 1000)));
    assert_eq!(came[1]["outcome"], json!({ "type": "exhaustive_draw", "tenpai": [0, 3] }));
}

#[tokio::test]
async fn points_are_put_right_by_hand_while_a_hand_is_played_and_taken_back() {
    let mut kept = Kept::start(json!({})).await;
    kept.record("a", &[], ron(1, 2, 8000)).await;
    kept.write("POST", "/riichi", &json!({ "seat": 3, "declared": true })).await;
    let correction = |points: [i32; 4]| json!({ "type": "correction", "points": points });
    let form = |points| json!({ "id": "c", "outcome": correction(points), "note": "miscounted" });

    let unequal = kept.write("POST", "/hands", &form([1000, 0, 0, 0])).await;
    let put_right = kept.write("POST", "/hands", &form([0, -300, 300, 0])).await;

    assert_eq!(unequal.problem(), (422, "illegal_hand".to_owned()));
    assert_eq!(unequal.json()["reason"], "correction_not_zero");
    assert_eq!(put_right.status, 201, "{}", put_right.body);
    let game = put_right.json();
    assert_eq!(game["scores"], json!([25000, 32700, 17300, 25000]));
    let table = &game["sheet"]["table"];
    assert_eq!((&table["round"], &table["declared"]), (&json!("E2"), &json!([3])));
    // No hand was played: nobody's figures know of it.
    let stats = kept.api.read("/api/players/Koki/stats?variant=riichi").await.json();
    assert_eq!(stats["hands"], 1, "{stats}");
    kept.check().await;
    let undone = kept.write("POST", "/undo", &json!({})).await;
    assert_eq!(undone.json()["scores"], json!([25000, 33000, 17000, 25000]));
    let audit = kept.read("/audit").await;
    let last = audit["entries"].as_array().unwrap().last().unwrap()["change"].clone();
    assert_eq!((&last["did"], &last["before"]["note"]), (&json!("undo"), &json!("miscounted")));
}

#[tokio::test]
async fn a_missing_draw_is_proposed_and_put_before_the_hand_it_explains() {
    let mut kept = Kept::start(json!({})).await;
    kept.record("a", &[], ron(0, 2, 5800)).await;
    kept.record("b", &[], ron(1, 2, 8000)).await;
    let typed = json!({ "final_scores": [30800, 33600, 10600, 25000] });
    let compared = kept.try_write("", 0, "POST", "/reconcile", &typed).await.json();
    let proposals = compared["proposals"].as_array().unwrap();
    let missing = proposals.iter().find(|one| one["kind"] == "missing_honba" && one["id"] == "b");
    let body = missing.unwrap_or_else(|| panic!("{compared}"))["body"].clone();

    let form = json!({ "id": "x", "before": "b", "outcome": body["outcome"] });
    let nowhere = json!({ "id": "y", "before": "zz", "outcome": body["outcome"] });
    let lost = kept.write("POST", "/hands", &nowhere).await;
    let accepted = kept.write("POST", "/hands", &form).await;

    assert_eq!(lost.problem(), (404, "hand_not_found".to_owned()));
    assert_eq!(accepted.json()["scores"], typed["final_scores"], "{}", accepted.body);
    let hands = kept.read("/hands").await;
    let ids: Vec<_> = hands["hands"].as_array().unwrap().iter().map(|hand| &hand["id"]).collect();
    assert_eq!(ids, ["a", "x", "b"]);
    kept.check().await;
}

#[tokio::test]
async fn yakuman_that_nobody_can_have_won_so_are_refused_with_the_hand() {
    let mut kept = Kept::start(json!({})).await;
    let tsumo = |winner: u8, yakuman: &[&str]| json!({ "type": "tsumo", "win": { "winner": winner, "worth": { "yakuman": yakuman } } });

    let hand = json!({ "id": "a", "outcome": tsumo(1, &["tenhou"]) });
    let by_another = kept.write("POST", "/hands", &hand).await;
    let notes = kept.write("POST", "/notes", &json!({ "text": "josh ron koki suuankou" })).await;
    kept.record("a", &[], tsumo(0, &["tenhou", "suuankou"])).await;

    assert_eq!(by_another.problem(), (422, "impossible_hand".to_owned()));
    let told = by_another.json();
    assert_eq!((&told["hand"], &told["reason"]), (&json!(1), &json!("bad_yakuman")));
    assert_eq!(notes.json()["lines"][0]["code"], "bad_yakuman");
}
