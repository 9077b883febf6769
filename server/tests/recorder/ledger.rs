//! Hands, scores, closed rooms, backups and the check over all of them.

use protocol::record::RecordedPlayer;
use protocol::room::BotLevel;
use rules::fujian::Rules;
use server::demo::DemoRoom;
use server::recorder::{
    BackupError, GameFilter, GameId, GameName, HandFault, Posting, PostingRefused, Problem, RoomId,
    StoreFailed, Whose, check_file,
};

use crate::common::{Store, closed, game, hand, people, step};

const GAME: GameId = GameId { room: RoomId(1), number: 1 };

#[tokio::test]
async fn a_hand_is_in_the_feed_as_soon_as_its_step_is_durable() {
    let store = Store::new();
    let (recorder, _) = store.open();
    recorder.append(step(1, 1), vec![game(1, 1)]).await.unwrap();

    recorder.append(step(1, 2), vec![hand(1, 1, 1, [30, -10, -10, -10])]).await.unwrap();
    recorder.append(step(1, 3), vec![hand(1, 1, 2, [-5, 5, 0, 0])]).await.unwrap();

    let events = recorder.events_after(0, 10).await.unwrap();
    assert_eq!(events.iter().map(|event| event.hand).collect::<Vec<_>>(), [1, 2]);
    assert_eq!(events[0].scores, [30, -10, -10, -10]);
    assert_eq!((events[1].deltas, events[1].scores), ([-5, 5, 0, 0], [25, -5, -10, -10]));
    assert!(events[0].at > 0 && events[0].at <= events[1].at);
    assert!(events[0].id < events[1].id);
    assert_eq!(*recorder.last_event().borrow(), events[1].id);
    assert_eq!(recorder.events_after(events[0].id, 10).await.unwrap(), events[1..]);
    assert_eq!(recorder.events_after(0, 1).await.unwrap(), events[..1]);
}

#[tokio::test]
async fn games_and_their_hands_can_be_listed() {
    let store = Store::new();
    let (recorder, _) = store.open();
    let first = vec![game(1, 1), hand(1, 1, 1, [1, -1, 0, 0])];
    recorder.append(step(1, 1), first).await.unwrap();
    recorder.append(step(1, 2), vec![hand(1, 1, 2, [1, -1, 0, 0])]).await.unwrap();
    let second = vec![game(1, 2), hand(1, 2, 1, [0, 0, 7, -7])];
    recorder.append(step(1, 3), second).await.unwrap();

    let games = recorder.games(GameFilter::default(), None, 10).await.unwrap();
    let hands = recorder.hands(GAME, 0, 10).await.unwrap();

    let listed: Vec<_> =
        games.iter().map(|row| (row.game.to_string(), row.hands, row.scores)).collect();
    let second = ("1-2".to_owned(), 1, [0, 0, 7, -7]);
    assert_eq!(listed, [second, ("1-1".to_owned(), 2, [2, -2, 0, 0])]);
    let older = recorder.games(GameFilter::default(), Some(games[0].place), 10).await.unwrap();
    assert_eq!(older, games[1..]);
    assert_eq!(hands.iter().map(|row| row.event.hand).collect::<Vec<_>>(), [1, 2]);
    assert_eq!(recorder.hands(GAME, 1, 10).await.unwrap(), hands[1..]);
    assert_eq!(recorder.hands(GameId { number: 9, ..GAME }, 0, 10).await.unwrap(), []);
    let record = recorder.hand_record(GAME, 2).await.unwrap();
    assert_eq!(record.as_deref(), Some(r#"{"record":2}"#));
}

#[tokio::test]
async fn a_refused_posting_takes_only_its_own_step_with_it() {
    let store = Store::new();
    let (recorder, _) = store.open();
    recorder.append(step(1, 1), vec![game(1, 1), hand(1, 1, 1, [0; 4])]).await.unwrap();

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
    let unknown = recorder.append(step(1, 2), vec![hand(1, 2, 1, [0; 4])]).await;
    assert_eq!(unknown, Err(StoreFailed::Posting(PostingRefused::UnknownGame { game: 2 })));
    let skipped = recorder.append(step(1, 2), vec![game(1, 3)]).await;
    let out_of_order = PostingRefused::GameOutOfOrder { expected: 2, found: 3 };
    assert_eq!(skipped, Err(StoreFailed::Posting(out_of_order)));
    let foreign = recorder.append(step(1, 2), vec![hand(2, 1, 1, [0; 4])]).await;
    assert_eq!(foreign, Err(StoreFailed::Posting(PostingRefused::OtherRoom)));
    assert_eq!(recorder.reload(RoomId(1)).await.unwrap(), [step(1, 1)]);
    assert_eq!(recorder.events_after(0, 10).await.unwrap().len(), 1);
}

#[tokio::test]
async fn a_closed_room_moves_from_the_log_to_the_archive() {
    let store = Store::new();
    let (recorder, _) = store.open();
    recorder.append(step(1, 1), vec![game(1, 1)]).await.unwrap();
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
    let copy = store.folder().join("copy.sqlite");

    let (backed_up, later) =
        tokio::join!(recorder.backup(&copy), recorder.append(step(1, 21), vec![]));

    backed_up.unwrap();
    later.unwrap();
    let report = check_file(&copy).unwrap();
    assert_eq!((report.open_rooms, report.problems), (1, vec![]));
    assert!((20..=21).contains(&report.steps), "{} steps", report.steps);
    let again = recorder.backup(&copy).await;
    assert!(matches!(again, Err(BackupError::Exists { .. })), "{again:?}");
    if !store.fresh.is_on_server() {
        let onto_itself = recorder.backup(store.path()).await;
        assert!(matches!(onto_itself, Err(BackupError::Exists { .. })), "{onto_itself:?}");
    }
}

/// A game of four hands between four people.
fn played(room: u64) -> Vec<Posting> {
    let rules = Rules { hands: 4, ..Rules::FULL };
    DemoRoom::new(RoomId(room), people(), rules, 3).play_game()
}

#[tokio::test]
async fn a_game_that_is_over_takes_no_more_hands() {
    let store = Store::new();
    let (recorder, _) = store.open();
    recorder.append(step(1, 1), played(1)).await.unwrap();

    let late = recorder.append(step(1, 2), vec![hand(1, 1, 5, [0; 4])]).await;
    let again = recorder.append(step(1, 2), vec![Posting::GameFinished(GAME)]).await;

    let over = Err(StoreFailed::Posting(PostingRefused::GameOver { game: 1 }));
    assert_eq!((late, again), (over, over));
}

#[tokio::test]
async fn a_room_that_closes_leaves_its_game_abandoned() {
    let store = Store::new();
    let (recorder, _) = store.open();
    recorder.append(step(1, 1), played(1)).await.unwrap();
    let unfinished = vec![game(1, 2), hand(1, 2, 1, [0; 4])];
    recorder.append(step(1, 2), unfinished).await.unwrap();

    recorder.append(step(1, 3), vec![closed(1)]).await.unwrap();

    let first = recorder.game(GameName::Online(GAME)).await.unwrap().unwrap();
    let second = GameName::Online(GameId { number: 2, ..GAME });
    let second = recorder.game(second).await.unwrap().unwrap();
    assert_eq!(first.end.map(|end| end.is_finished), Some(true));
    assert_eq!(second.end.map(|end| end.is_finished), Some(false));
}

#[tokio::test]
async fn a_hand_a_bot_played_is_not_counted_for_whose_seat_it_kept() {
    let store = Store::new();
    let (recorder, _) = store.open();
    let mut postings = played(1);
    for posting in postings.iter_mut().skip(3) {
        if let Posting::Hand(hand) = posting {
            let (name, level) = ("Ana".parse().unwrap(), BotLevel::Medium);
            hand.players.0[0] = RecordedPlayer::StandIn { name, level };
        }
    }

    recorder.append(step(1, 1), postings).await.unwrap();

    let hands_of = async |name: &str| {
        let tallies = recorder.tallies(Whose::Name(name.to_owned())).await.unwrap().unwrap();
        tallies.iter().find(|row| row.what == "hand").map(|row| row.count)
    };
    assert_eq!((hands_of("Ana").await, hands_of("Bo").await), (Some(2), Some(4)));
    let hands = recorder.hands(GAME, 0, 10).await.unwrap();
    let kept: Vec<_> = hands.iter().map(|hand| hand.players.0[0].clone()).collect();
    assert!(matches!(kept[1], Some(RecordedPlayer::Human { .. })));
    assert!(matches!(kept[2], Some(RecordedPlayer::StandIn { .. })));
}

#[tokio::test]
async fn the_check_plays_every_hand_again_and_finds_what_does_not_follow() {
    let store = Store::new();
    let (recorder, _) = store.open();
    recorder.append(step(1, 1), played(1)).await.unwrap();
    recorder.append(step(2, 1), played(2).into_iter().chain([closed(2)]).collect()).await.unwrap();
    let report = recorder.check().await.unwrap();
    assert_eq!(report.problems, []);
    assert_eq!((report.open_rooms, report.closed_rooms, report.steps), (1, 1, 2));
    assert_eq!((report.games, report.hands), (2, 8));
    recorder.shutdown().await;
    let of_hand = |fault| Problem::Hand { game: GAME, hand: 2, fault };
    let tally = |player: &str| Problem::Tally { player: player.to_owned() };
    let people = ["Ana", "Bo", "Chen", "Dede"];

    let cases: Vec<(&str, Vec<Problem>)> = vec![
        ("UPDATE hand SET after0 = after0 + 1 WHERE id = 2", vec![of_hand(HandFault::Scores)]),
        (
            match store.fresh.is_on_server() {
                true => {
                    "UPDATE hand_record SET record = jsonb_set(record::jsonb, '{seed}', '\"\"')::json WHERE hand = 2"
                }
                false => {
                    "UPDATE hand_record SET record = json_set(record, '$.seed', '') WHERE hand = 2"
                }
            },
            vec![of_hand(HandFault::Unreadable)],
        ),
        (
            "UPDATE hand_record SET record = (SELECT record FROM hand_record WHERE hand = 6) WHERE hand = 2",
            vec![of_hand(HandFault::Disagrees)],
        ),
        (
            "UPDATE game_end SET score0 = score0 + 1 WHERE game = 1",
            vec![Problem::End { game: GAME }],
        ),
        (
            "UPDATE game SET code = 'K7Q2XM' WHERE id = 1",
            vec![of_hand(HandFault::Disagrees)],
        ),
        (
            "DELETE FROM hand_record WHERE hand = 4; DELETE FROM hand WHERE id = 4; DELETE FROM score_event WHERE id = 4;
            UPDATE game_end SET (score0, score1, score2, score3) =
                (SELECT after0, after1, after2, after3 FROM hand WHERE id = 3) WHERE game = 1",
            vec![Problem::Unfinished { game: GAME }],
        ),
        ("UPDATE tally SET count = count + 1 WHERE player = 'Bo'", vec![tally("Bo")]),
        ("DELETE FROM tally", people.map(tally).to_vec()),
        ("DELETE FROM found_by WHERE feature = 'won'", vec![Problem::Found]),
    ];
    for (damage, problems) in cases {
        let copy = store.copy();
        copy.fresh.damage(damage);
        let found = check_file(&copy.database).unwrap().problems;
        assert!(problems.iter().all(|problem| found.contains(problem)), "{damage}: {found:?}");
    }
}

#[tokio::test]
async fn the_database_itself_refuses_points_from_nowhere() {
    let store = Store::new();
    let (recorder, _) = store.open();
    recorder.append(step(1, 1), played(1)).await.unwrap();
    recorder.append(step(1, 2), vec![game(1, 2)]).await.unwrap();
    recorder.shutdown().await;

    for forged in [
        "INSERT INTO score_event (id, game, hand, at, delta0, delta1, delta2, delta3) VALUES (5, 1, 5, 0, 1, 0, 0, 0)",
        "UPDATE score_event SET delta0 = delta0 + 1, delta1 = delta1 - 1 WHERE id = 1",
        "INSERT INTO score_event (id, game, hand, at, delta0, delta1, delta2, delta3) VALUES (5, 2, 1, 0, 8, -8, 0, 0);
         DELETE FROM score_event WHERE id = 5",
        // Hands that move something else than their event, or go on from something else than the hand before.
        "INSERT INTO score_event (id, game, hand, at, delta0, delta1, delta2, delta3) VALUES (5, 2, 1, 0, 0, 0, 0, 0);
         INSERT INTO hand SELECT 5, 2, 1, 0, 0, 0, 0, 8, -8, 0, 0, outcome FROM hand WHERE id = 4",
        "INSERT INTO score_event (id, game, hand, at, delta0, delta1, delta2, delta3)
            VALUES (5, 2, 1, 0, 0, 0, 0, 0), (6, 2, 2, 0, 0, 0, 0, 0);
         INSERT INTO hand SELECT 5, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, outcome FROM hand WHERE id = 4;
         INSERT INTO hand SELECT 6, 2, 2, 1, 0, 0, -1, 1, 0, 0, -1, outcome FROM hand WHERE id = 4",
        "UPDATE hand SET after0 = after0 + 1, after1 = after1 - 1 WHERE id = 4",
        "UPDATE hand SET before0 = before0 + 1, after0 = after0 + 1 WHERE id = 1",
        "DELETE FROM hand_record WHERE hand = 4; DELETE FROM hand WHERE id = 4",
        "UPDATE game_end SET score0 = score0 + 1",
        "DELETE FROM game_end",
        // The game is over.
        "INSERT INTO score_event (id, game, hand, at, delta0, delta1, delta2, delta3) VALUES (5, 1, 5, 0, 0, 0, 0, 0);
         INSERT INTO hand SELECT 5, game, 5, after0, after1, after2, after3, after0, after1, after2, after3, outcome
            FROM hand WHERE id = 4",
        // A game that does not begin at nothing, and those that end with what nobody won.
        "INSERT INTO score_event (id, game, hand, at, delta0, delta1, delta2, delta3) VALUES (5, 2, 1, 0, 0, 0, 0, 0);
         INSERT INTO hand SELECT 5, 2, 1, 9, 0, 0, -9, 9, 0, 0, -9, outcome FROM hand WHERE id = 4",
        "INSERT INTO game_end (game, at, way, score0, score1, score2, score3) VALUES (2, 0, 'finished', 1, 0, 0, -1)",
        "INSERT INTO score_event (id, game, hand, at, delta0, delta1, delta2, delta3) VALUES (5, 2, 1, 0, 8, -8, 0, 0);
         INSERT INTO hand SELECT 5, 2, 1, 0, 0, 0, 0, 8, -8, 0, 0, outcome FROM hand WHERE id = 4;
         INSERT INTO game_end (game, at, way, score0, score1, score2, score3) VALUES (2, 0, 'finished', 0, 0, 0, 0)",
        // Only SQLite knows this.
        "REPLACE INTO score_event (id, game, hand, at, delta0, delta1, delta2, delta3) VALUES (4, 1, 4, 0, 8, -8, 0, 0)",
        "INSERT INTO score_event (id, game, hand, at, delta0, delta1, delta2, delta3)
            VALUES (5, 2, 1, 0, 0, 0, 0, 0), (6, 2, 1, 0, 8, -8, 0, 0);
         INSERT INTO hand SELECT 5, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, outcome FROM hand WHERE id = 4;
         REPLACE INTO hand SELECT 6, 2, 1, 0, 0, 0, 0, 8, -8, 0, 0, outcome FROM hand WHERE id = 4",
        "REPLACE INTO game_end SELECT game, at, 'abandoned', score0, score1, score2, score3 FROM game_end",
    ] {
        let copy = store.copy();
        assert!(copy.fresh.try_edit(forged).is_err(), "{forged}");
    }
}
