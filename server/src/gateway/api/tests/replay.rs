//! Replays fold to what was seen at the end, for every audience.

use protocol::fujian::{OwnChange, PublicChange, SeatView, TableView};
use protocol::record::HandRecord;
use rules::fujian::Table;
use rules::seat::{BySeat, Seat};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{PEOPLE, TestApi, room};

fn read<T: DeserializeOwned>(value: &Value) -> T {
    T::deserialize(value).unwrap_or_else(|error| panic!("{error}: {value}"))
}

/// The table at the end of a hand, from its record.
async fn ended(api: &TestApi, hand: u32) -> Table {
    let record = api.read(&format!("/api/games/8-1/hands/{hand}")).await;
    let record: HandRecord = serde_json::from_str(&record.body).unwrap();
    record.replay(|table, event| table.apply_all(event, |_, _| ())).unwrap()
}

#[tokio::test]
async fn replays_fold_to_the_final_view_of_every_seat() {
    let api = TestApi::start().await;
    api.post(8, room(8, PEOPLE).play_game()).await;

    for seat in Seat::ALL {
        let replay = api.read(&format!("/api/games/8-1/replay?seat={seat}")).await;
        assert_eq!(replay.header("content-type"), "application/x-ndjson");
        let (mut views, mut steps) = (Vec::new(), 0);
        for line in replay.lines() {
            match line["type"].as_str() {
                Some("hand") => {
                    views.push(read::<SeatView>(&line["view"]));
                    steps = 0;
                }
                _ => {
                    steps += 1;
                    assert_eq!(line["step"], steps);
                    let (public, own) =
                        (read::<Vec<_>>(&line["public"]), read::<Vec<_>>(&line["own"]));
                    views.last_mut().unwrap().apply(&public, &own);
                }
            }
        }
        assert_eq!(views.len(), 4);
        for (hand, view) in (1..).zip(views) {
            assert_eq!(view, SeatView::of(&ended(&api, hand).await, seat), "hand {hand}");
        }
    }
}

#[tokio::test]
async fn anybody_and_all_hands_open_fold_too() {
    let api = TestApi::start().await;
    api.post(8, room(8, PEOPLE).play_game()).await;
    let table = ended(&api, 2).await;

    let anybody = api.read("/api/games/8-1/replay?hand=2").await.lines();
    let open = api.read("/api/games/8-1/replay?hand=2&open=true").await.lines();

    let mut seen: TableView = read(&anybody[0]["view"]);
    for line in &anybody[1..] {
        assert_eq!(line["own"], Value::Array(Vec::new()), "nobody's own tiles");
        read::<Vec<PublicChange>>(&line["public"]).iter().for_each(|change| seen.apply(change));
    }
    assert_eq!(seen, TableView::of(&table));
    let mut seats: BySeat<SeatView> = read(&open[0]["view"]["seats"]);
    for line in &open[1..] {
        let public: Vec<PublicChange> = read(&line["public"]);
        let own: BySeat<Vec<OwnChange>> = read(&line["own"]);
        Seat::ALL.into_iter().for_each(|seat| seats[seat].apply(&public, &own[seat]));
    }
    assert_eq!(seats, BySeat::from_fn(|seat| SeatView::of(&table, seat)));
}

#[tokio::test]
async fn a_hand_that_is_not_over_is_nowhere_to_be_seen() {
    let api = TestApi::start().await;
    let mut table = room(8, PEOPLE);
    let mut postings = table.play_game();
    postings.truncate(1 + 2);
    api.post(8, postings).await;

    assert_eq!(api.read("/api/games/8-1").await.json()["hands"], 2);
    assert_eq!(api.read("/api/games/8-1/hands/3").await.problem().1, "hand_not_found");
    assert_eq!(api.read("/api/games/8-1/replay?hand=3").await.problem().1, "hand_not_found");
    let replay = api.read("/api/games/8-1/replay?open=true").await.lines();
    assert_eq!(replay.iter().filter(|line| line["type"] == "hand").count(), 2);
    api.post(9, [room(9, PEOPLE).begin_game()]).await;
    assert_eq!(api.read("/api/games/9-1/replay").await.body, "");
}

#[tokio::test]
async fn a_record_that_does_not_check_is_not_played() {
    let api = TestApi::start().await;
    api.post(8, room(8, PEOPLE).play_game()).await;
    api.fresh.edit_as(
        "UPDATE hand_record SET record = replace(record, '\"dealer\":', '\"dealer\": ')",
        "UPDATE hand_record SET record = replace(record::text, '\"dealer\":', '\"dealer\": ')::json",
    );
    assert_eq!(api.read("/api/games/8-1/replay").await.status, 200, "spaces do no harm");

    api.fresh.edit_as(
        "UPDATE hand_record SET record = json_set(record, '$.scores_after[0]', 999)",
        "UPDATE hand_record SET record = jsonb_set(record::jsonb, '{scores_after,0}', '999')::json",
    );

    assert_eq!(api.read("/api/games/8-1/replay").await.problem().1, "damaged_record");
}
