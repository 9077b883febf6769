//! Hands, scores, closed rooms, backups and the check over all of them.

use server::recorder::{
    BackupError, GameId, PostingRefused, Problem, RoomId, StoreFailed, check_file,
};

use crate::common::{Store, closed, hand, step};

const GAME: GameId = GameId { room: RoomId(1), number: 1 };

#[tokio::test]
async fn a_hand_is_in_the_feed_as_soon_as_its_step_is_durable() {
    let store = Store::new();
    let (recorder, _) = store.open();
    recorder.append(step(1, 1), vec![]).await.unwrap();

    recorder.append(step(1, 2), vec![hand(1, 1, 1, [30, -10, -10, -10])]).await.unwrap();
    recorder.append(step(1, 3), vec![hand(1, 1, 2, [-5, 5, 0, 0])]).await.unwrap();

    let events = recorder.events_after(0, 10).await.unwrap();
    assert_eq!(events.iter().map(|event| event.hand).collect::<Vec<_>>(), [1, 2]);
    assert_eq!(events[0].totals, [30, -10, -10, -10]);
    assert_eq!((events[1].deltas, events[1].totals), ([-5, 5, 0, 0], [25, -5, -10, -10]));
    assert!(events[0].id < events[1].id);
    assert_eq!(*recorder.last_event().borrow(), events[1].id);
    assert_eq!(recorder.events_after(events[0].id, 10).await.unwrap(), events[1..]);
    assert_eq!(recorder.events_after(0, 1).await.unwrap(), events[..1]);
}

#[tokio::test]
async fn games_and_their_hands_can_be_listed() {
    let store = Store::new();
    let (recorder, _) = store.open();
    recorder.append(step(1, 1), vec![hand(1, 1, 1, [1, -1, 0, 0])]).await.unwrap();
    recorder.append(step(1, 2), vec![hand(1, 1, 2, [1, -1, 0, 0])]).await.unwrap();
    recorder.append(step(1, 3), vec![hand(1, 2, 1, [0, 0, 7, -7])]).await.unwrap();

    let games = recorder.games_after(0, 10).await.unwrap();
    let hands = recorder.hands(GAME, None, 10).await.unwrap();

    let listed: Vec<_> = games.iter().map(|row| (row.game.number, row.hands, row.totals)).collect();
    assert_eq!(listed, [(1, 2, [2, -2, 0, 0]), (2, 1, [0, 0, 7, -7])]);
    assert_eq!(recorder.games_after(games[0].id, 10).await.unwrap(), games[1..]);
    assert_eq!(
        hands.iter().map(|row| row.record.as_str()).collect::<Vec<_>>(),
        [r#"{"record":1}"#, r#"{"record":2}"#]
    );
    assert_eq!(recorder.hands(GAME, Some(1), 10).await.unwrap(), hands[1..]);
    assert_eq!(recorder.hands(GameId { number: 9, ..GAME }, None, 10).await.unwrap(), []);
}

#[tokio::test]
async fn a_refused_posting_takes_only_its_own_step_with_it() {
    let store = Store::new();
    let (recorder, _) = store.open();
    recorder.append(step(1, 1), vec![hand(1, 1, 1, [0; 4])]).await.unwrap();

    let made = recorder.submit(step(1, 2), vec![hand(1, 1, 2, [1, 0, 0, 0])]).await.unwrap();
    let after = recorder.submit(step(1, 3), vec![]).await.unwrap();
    let neighbour = recorder.submit(step(2, 1), vec![]).await.unwrap();

    let not_zero_sum = PostingRefused::NotZeroSum { hand: 2, sum: 1 };
    assert_eq!(made.await, Err(StoreFailed::Posting(not_zero_sum)));
    assert_eq!(after.await, Err(StoreFailed::WrongSeq { expected: 2, found: 3 }));
    assert_eq!(neighbour.await, Ok(()));
    let doubled = recorder.append(step(1, 2), vec![hand(1, 1, 1, [0; 4])]).await;
    assert_eq!(
        doubled,
        Err(StoreFailed::Posting(PostingRefused::OutOfOrder { expected: 2, found: 1 }))
    );
    let foreign = recorder.append(step(1, 2), vec![hand(2, 1, 1, [0; 4])]).await;
    assert_eq!(foreign, Err(StoreFailed::Posting(PostingRefused::OtherRoom)));
    assert_eq!(recorder.reload(RoomId(1)).await.unwrap(), [step(1, 1)]);
    assert_eq!(recorder.events_after(0, 10).await.unwrap().len(), 1);
}

#[tokio::test]
async fn a_closed_room_moves_from_the_log_to_the_archive() {
    let store = Store::new();
    let (recorder, _) = store.open();
    recorder.append(step(1, 1), vec![]).await.unwrap();
    recorder.append(step(2, 1), vec![]).await.unwrap();

    recorder.append(step(1, 2), vec![hand(1, 1, 1, [0; 4]), closed(1)]).await.unwrap();

    let archived = recorder.archived(RoomId(1)).await.unwrap().unwrap();
    assert_eq!(archived.steps, [step(1, 1), step(1, 2)]);
    assert_eq!(archived.summary, r#"{"games":1}"#);
    assert_eq!(recorder.archived(RoomId(2)).await.unwrap(), None);
    assert_eq!(recorder.reload(RoomId(1)).await, Err(StoreFailed::RoomClosed));
    recorder.shutdown().await;
    let (recorder, replayed) = store.open();
    assert_eq!(replayed.rooms, [(RoomId(2), vec![step(2, 1)])]);
    assert_eq!(replayed.next_room, RoomId(3));
    assert_eq!(recorder.append(step(1, 1), vec![]).await, Err(StoreFailed::RoomClosed));
}

#[tokio::test]
async fn an_id_is_not_used_again_after_its_room_is_closed() {
    let store = Store::new();
    let (recorder, _) = store.open();
    recorder.append(step(5, 1), vec![closed(5)]).await.unwrap();

    recorder.shutdown().await;

    assert_eq!(store.open().1.next_room, RoomId(6));
}

#[tokio::test]
async fn a_backup_is_whole_while_rooms_go_on() {
    let store = Store::new();
    let (recorder, _) = store.open();
    for seq in 1..=20 {
        recorder.append(step(1, seq), vec![]).await.unwrap();
    }
    let copy = store.folder.path().join("copy.sqlite");

    let (backed_up, later) =
        tokio::join!(recorder.backup(&copy), recorder.append(step(1, 21), vec![]));

    backed_up.unwrap();
    later.unwrap();
    let report = check_file(&copy).unwrap();
    assert_eq!((report.open_rooms, report.problems), (1, vec![]));
    assert!((20..=21).contains(&report.steps), "{} steps", report.steps);
    let again = recorder.backup(&copy).await;
    assert!(matches!(again, Err(BackupError::Exists { .. })), "{again:?}");
    let onto_itself = recorder.backup(&store.path).await;
    assert!(matches!(onto_itself, Err(BackupError::Exists { .. })), "{onto_itself:?}");
}

#[tokio::test]
async fn the_check_finds_scores_that_do_not_follow() {
    let store = Store::new();
    let (recorder, _) = store.open();
    recorder.append(step(1, 1), vec![hand(1, 1, 1, [30, -10, -10, -10])]).await.unwrap();
    recorder.append(step(1, 2), vec![hand(1, 1, 2, [-5, 5, 0, 0])]).await.unwrap();
    recorder.append(step(2, 1), vec![hand(2, 1, 1, [4, -4, 0, 0]), closed(2)]).await.unwrap();
    let report = recorder.check().await.unwrap();
    assert_eq!(
        (report.open_rooms, report.closed_rooms, report.steps, report.problems),
        (1, 1, 3, vec![])
    );
    recorder.shutdown().await;

    store.edit("UPDATE hand SET total0 = total0 + 100 WHERE number = 2");

    let problems = check_file(&store.path).unwrap().problems;
    assert_eq!(problems, [Problem::Scores { game: GAME, hand: 2 }]);
    store.edit(
        "UPDATE hand SET total0 = total0 - 100 WHERE number = 2; DELETE FROM hand WHERE number = 2",
    );
    let problems = check_file(&store.path).unwrap().problems;
    assert_eq!(problems, [Problem::Scores { game: GAME, hand: 0 }]);
}
