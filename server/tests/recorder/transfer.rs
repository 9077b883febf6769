//! Games and databases from one place to another: exports, imports, restored backups.

use std::process::Command;

use protocol::record::RecordedPlayer;
use protocol::room::BotLevel;
use rules::fujian::Rules;
use server::demo::DemoRoom;
use server::recorder::{GameFilter, GameName, Posting, Recorder, RoomId, check_file};
use server::transfer::{self, Moved, TransferError};

use crate::common::{Store, people, step};

/// Posts a finished game, one whose seats change hands, and one that is not over.
async fn fill(recorder: &Recorder) {
    let rules = Rules { hands: 4, ..Rules::FULL };
    let mut table = DemoRoom::new(RoomId(4), people(), rules, 9);
    recorder.append(step(4, 1), table.play_game()).await.unwrap();
    let mut second = table.play_game();
    second.truncate(3);
    recorder.append(step(4, 2), second).await.unwrap();
    let mut table = DemoRoom::new(RoomId(7), people(), rules, 9);
    let begun = table.begin_game();
    let name = "Ana".parse().unwrap();
    table.seat(rules::seat::Seat::S0, RecordedPlayer::StandIn { name, level: BotLevel::Easy });
    let hand = server::recorder::HandPosting::of(RoomId(7), &table.play_hand());
    recorder.append(step(7, 1), vec![begun, Posting::Hand(Box::new(hand))]).await.unwrap();
}

#[tokio::test]
async fn an_import_has_every_game_of_the_export_as_it_was() {
    let (from, to) = (Store::new(), Store::new());
    let (recorder, _) = from.open();
    fill(&recorder).await;
    let mut file = Vec::new();

    let exported = transfer::export(&from.database, &mut file).unwrap();
    let imported = transfer::import(&to.database, &file[..]).unwrap();
    let again = transfer::import(&to.database, &file[..]).unwrap();

    assert_eq!(exported, Moved { games: 3, hands: 7, known: 0 });
    assert_eq!(imported, exported);
    assert_eq!(again, Moved { games: 0, hands: 0, known: 3 });
    let (copy, replayed) = to.open();
    assert_eq!(replayed.next_room, RoomId(8));
    assert_eq!(copy.check().await.unwrap().problems, []);
    let games = async |recorder: &Recorder| {
        let mut games = recorder.games(GameFilter::default(), None, 10).await.unwrap();
        games.sort_by_key(|game| game.game);
        games
    };
    for (here, there) in games(&recorder).await.into_iter().zip(games(&copy).await) {
        assert_eq!(here.game, there.game);
        assert_eq!((here.scores, here.players), (there.scores, there.players));
        let rules = |text: &str| serde_json::from_str::<Rules>(text).unwrap();
        assert_eq!(rules(&here.rules), rules(&there.rules));
        assert_eq!(here.place.started_at, there.place.started_at);
        // Nobody will finish here what was running there.
        let is_finished = here.end.is_some_and(|end| end.is_finished);
        assert_eq!(there.end.map(|end| end.is_finished), Some(is_finished));
        let GameName::Online(game) = here.game else { panic!("{:?}", here.game) };
        let hands = recorder.hands(game, 0, 10).await.unwrap();
        let copied = copy.hands(game, 0, 10).await.unwrap();
        assert_eq!(hands.len(), copied.len());
        for (one, other) in hands.iter().zip(&copied) {
            assert_eq!((one.event.at, &one.players), (other.event.at, &other.players));
        }
    }
    assert_eq!(
        recorder.tallies("Ana".to_owned()).await.unwrap(),
        copy.tallies("Ana".to_owned()).await.unwrap()
    );
}

/// Every server counts its rooms from 1: games of another one were taken for those that are here, and dropped.
#[tokio::test]
async fn games_of_another_server_under_the_same_names_are_taken_over_too() {
    let (from, to) = (Store::new(), Store::new());
    let (recorder, _) = from.open();
    fill(&recorder).await;
    let (other, _) = to.open();
    let rules = Rules { hands: 4, ..Rules::FULL };
    let mut table = DemoRoom::new(RoomId(4), people(), rules, 77);
    other.append(step(4, 1), table.play_game()).await.unwrap();
    other.append(step(20, 1), vec![]).await.unwrap();
    other.shutdown().await;
    let mut file = Vec::new();
    transfer::export(&from.database, &mut file).unwrap();

    let imported = transfer::import(&to.database, &file[..]).unwrap();
    let again = transfer::import(&to.database, &file[..]).unwrap();

    assert_eq!(imported, Moved { games: 3, hands: 7, known: 0 });
    assert_eq!(again, Moved { games: 0, hands: 0, known: 3 });
    let (copy, _) = to.open();
    assert_eq!(copy.check().await.unwrap().problems, []);
    let games = copy.games(GameFilter::default(), None, 10).await.unwrap();
    let mut names: Vec<_> = games.iter().map(|game| game.game.to_string()).collect();
    names.sort();
    assert_eq!(names, ["21-1", "21-2", "4-1", "7-1"]);
}

#[tokio::test]
async fn an_export_is_verified_line_by_line() {
    let from = Store::new();
    let (recorder, _) = from.open();
    fill(&recorder).await;
    let file = from.folder().join("games.ndjson");
    transfer::export(&from.database, std::fs::File::create(&file).unwrap()).unwrap();
    let verify = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sanjin"));
        command.arg("verify").arg(&file).output().unwrap()
    };
    let honest = std::fs::read_to_string(&file).unwrap();

    let whole = verify();
    let forged = honest.replacen("\"scores_after\":[", "\"scores_after\":[1", 1);
    std::fs::write(&file, forged).unwrap();
    let fault = verify();
    // Without one of its hands a game does not go on from where it was.
    let lines: Vec<_> = honest.lines().collect();
    std::fs::write(&file, [&lines[..2], &lines[3..]].concat().join("\n")).unwrap();
    let gap = verify();

    let said = String::from_utf8(whole.stdout).unwrap();
    assert_eq!(said, "everything checks: 3 games with 7 hands, 0 kept games\n");
    assert!(whole.status.success());
    assert!(!fault.status.success() && !gap.status.success());
    assert!(String::from_utf8(fault.stderr).unwrap().contains("line 3"));
}

#[tokio::test]
async fn a_hand_that_does_not_check_is_not_imported_and_its_game_with_it() {
    let (from, to) = (Store::new(), Store::new());
    let (recorder, _) = from.open();
    fill(&recorder).await;
    let mut file = Vec::new();
    transfer::export(&from.database, &mut file).unwrap();
    let honest = String::from_utf8(file).unwrap();
    // The second game's first hand: the first game and its end are six lines after the head.
    let mut lines: Vec<_> = honest.lines().map(str::to_owned).collect();
    lines[8] = lines[8].replacen("\"scores_after\":[", "\"scores_after\":[1", 1);

    let forged = transfer::import(&to.database, lines.join("\n").as_bytes());

    assert!(matches!(forged, Err(TransferError::Record { line: 9, .. })), "{forged:?}");
    let report = check_file(&to.database).unwrap();
    assert_eq!((report.games, report.hands, report.problems), (1, 4, vec![]));
    assert!(matches!(
        transfer::import(&to.database, &b"{}"[..]),
        Err(TransferError::Line { line: 1, .. })
    ));
    let headless = transfer::import(&to.database, lines[1].as_bytes());
    assert!(matches!(headless, Err(TransferError::Misplaced { line: 1 })), "{headless:?}");
}

#[tokio::test]
async fn a_restored_backup_checks_and_goes_on() {
    let (from, to) = (Store::new(), Store::new());
    let (recorder, _) = from.open();
    fill(&recorder).await;
    let backup = from.folder().join("backup.sqlite");
    recorder.backup(&backup).await.unwrap();
    let restore = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sanjin"));
        command.args(["restore", "--database", &to.fresh.url]).arg(&backup);
        command.output().unwrap()
    };

    let restored = restore();
    let onto_it = restore();

    assert!(restored.status.success(), "{restored:?}");
    assert!(!onto_it.status.success(), "a database that is there is left alone");
    let (again, replayed) = to.open();
    assert_eq!(replayed.rooms.len(), 2);
    assert_eq!(again.check().await.unwrap().problems, []);
    again.append(step(7, 2), vec![]).await.unwrap();
}
