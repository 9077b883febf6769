//! How much a kept game may be: no hand, and no number of them, weighs on the whole server.

use serde_json::{Value, json};

use super::{Kept, NAMES, TestApi, ron};
use crate::store::{Follows, SheetHandRow, SheetKeys, SheetTarget, SheetWrite, SheetWritten};

#[tokio::test]
async fn a_player_is_in_a_hand_once_however_often_they_are_named() {
    let mut kept = Kept::start(json!({})).await;
    let many = vec![2; 10_000];
    let doubt = json!({ "note": "", "possible_winners": many, "points": 8000 });
    let unsure = json!({ "id": "a", "riichi": [1, 1], "uncertain": doubt });
    let draw = json!({ "type": "exhaustive_draw", "tenpai": [3, 1, 3] });

    let recorded = kept.write("POST", "/hands", &unsure).await;
    kept.record("b", &[], draw).await;

    assert_eq!(recorded.status, 201, "{}", recorded.body);
    let hands = kept.read("/hands").await["hands"].clone();
    assert_eq!(hands[0]["uncertain"]["possible_winners"], json!([2]));
    assert_eq!(hands[0]["riichi"], json!([1]));
    assert_eq!(hands[1]["outcome"]["tenpai"], json!([1, 3]));
}

#[tokio::test]
async fn no_game_has_more_than_200_hands() {
    let mut kept = Kept::start(json!({})).await;
    let notes = |hands: usize| json!({ "text": "no contest\n".repeat(hands) });

    let too_many = kept.write("POST", "/notes", &notes(201)).await;
    let most = kept.write("POST", "/notes", &notes(200)).await;
    let hand = json!({ "id": "z", "riichi": [], "outcome": ron(1, 2, 1000) });
    let one_more = kept.write("POST", "/hands", &hand).await;

    let refused = (422, "impossible_hand".to_owned());
    assert_eq!(too_many.problem(), refused);
    assert_eq!(most.status, 201, "{}", most.body);
    assert_eq!(one_more.problem(), refused);
    assert_eq!(one_more.json()["reason"], "too_many_hands");
}

#[tokio::test]
async fn a_game_that_is_full_takes_no_more_words_and_can_still_be_closed() {
    let mut kept = Kept::start(json!({})).await;
    let hand = |number: u32| -> Value {
        let outcome = json!({ "type": "no_contest" });
        json!({ "id": format!("h{number}"), "outcome": outcome, "note": "好".repeat(500) })
    };

    let mut number = 0;
    let refused = loop {
        let answer = kept.write("POST", "/hands", &hand(number)).await;
        if answer.status != 201 {
            break answer;
        }
        number += 1;
        assert!(number < 100, "a sheet grows without end");
    };
    let closed = kept.write("POST", "/close", &json!({ "early": true })).await;

    assert_eq!(refused.problem(), (422, "too_long".to_owned()));
    assert!(number >= 30, "{number} hands are not enough");
    assert_eq!(closed.status, 200, "{}", closed.body);
}

#[tokio::test]
async fn scores_nobody_can_have_are_refused() {
    let mut kept = Kept::start(json!({})).await;
    let far = json!({ "final_scores": [2_147_483_600_i64, -2_147_483_600_i64, 50_000, 50_000], "early": true });

    let closed = kept.write("POST", "/close", &far).await;
    let far = json!({ "final_scores": [2_147_483_600_i64, -2_147_483_600_i64, 50_000, 50_000] });
    let compared = kept.write("POST", "/reconcile", &far).await;

    assert_eq!(closed.problem(), (422, "bad_scores".to_owned()));
    assert_eq!(compared.problem(), (422, "bad_scores".to_owned()));
}

/// The document said so, and whatever was sent was kept for good.
#[tokio::test]
async fn a_reason_has_at_most_500_characters() {
    let mut kept = Kept::start(json!({})).await;
    kept.record("a", &[], ron(1, 2, 8000)).await;
    let undo = |letters: usize| format!("/undo?reason={}", "a".repeat(letters));

    let long = kept.write("POST", &undo(501), &json!({})).await;
    let fits = kept.write("POST", &undo(500), &json!({})).await;

    assert_eq!(long.problem(), (422, "too_long".to_owned()));
    assert_eq!(fits.status, 200, "{}", fits.body);
}

#[tokio::test]
async fn the_time_for_corrections_is_a_week_or_without_end() {
    let api = TestApi::start().await;
    let made = async |minutes: u32| {
        let form =
            json!({ "players": ["Koki", "Josh", "Mikey", "Jo"], "correction_minutes": minutes });
        api.send("/api/games", "application/json", &form.to_string()).await
    };

    assert_eq!(made(10_000).await.status, 201);
    assert_eq!(made(10_001).await.problem(), (400, "bad_body".to_owned()));
}

#[tokio::test]
async fn a_hand_of_notes_never_has_the_id_of_another() {
    let mut kept = Kept::start(json!({})).await;
    kept.record("note-1-1", &[], ron(1, 2, 1000)).await;

    let notes = kept.write("POST", "/notes", &json!({ "text": "koki ron josh 1000" })).await;

    assert_eq!(notes.status, 201, "{}", notes.body);
    let hands = kept.read("/hands").await["hands"].clone();
    assert_ne!(hands[0]["id"], hands[1]["id"]);
}

/// It made the whole store fail, and every room with it.
#[tokio::test]
async fn a_sheet_that_contradicts_itself_is_refused_and_nobody_else_notices() {
    let api = TestApi::start().await;
    let health = *api.recorder.health().borrow();
    let from_nothing = SheetHandRow {
        number: 1,
        before: [0; 4],
        before_pot: 0,
        after: [100, 0, 0, 0],
        after_pot: 0,
    };
    let keys = SheetKeys { recorder: [1; 32], organiser: [2; 32], secret: [3; 32] };
    let (quality, hands) = ("partial".to_owned(), vec![from_nothing]);

    let written = api.recorder.write_sheet(SheetWrite {
        target: SheetTarget::New { keys, started_at: 1 },
        body: "{}".to_owned(),
        rules: "{}".to_owned(),
        names: NAMES.map(str::to_owned),
        hands: 1,
        scores: [100, 0, 0, 0],
        before: Follows::default(),
        after: Follows { quality, hands, ..Follows::default() },
        who: "recorder".to_owned(),
        change: "{}".to_owned(),
        now: 1,
    });

    assert_eq!(written.await, Ok(SheetWritten::Refused));
    assert_eq!(*api.recorder.health().borrow(), health);
    let game = json!({ "players": NAMES }).to_string();
    assert_eq!(api.send("/api/games", "application/json", &game).await.status, 201);
}
