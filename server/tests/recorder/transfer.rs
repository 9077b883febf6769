//! Games and databases from one place to another: exports, imports, restored backups.

use std::path::Path;
use std::process::{Command, Output};

use protocol::record::RecordedPlayer;
use protocol::room::BotLevel;
use rules::fujian::Rules;
use server::demo::DemoRoom;
use server::recorder::{
    GameFilter, GameName, Outcome, Posting, Recorder, RoomId, Whose, check_file,
};
use server::transfer::{self, Moved, TransferError};

use crate::common::{Store, closed, game, people, step};

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

/// What the games are called here.
async fn names(recorder: &Recorder) -> Vec<String> {
    let games = recorder.games(GameFilter::default(), None, 10).await.unwrap();
    let mut names: Vec<_> = games.iter().map(|game| game.game.to_string()).collect();
    names.sort();
    names
}

fn restore(backup: &Path, to: &Store) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sanjin"));
    command.args(["restore", "--database", &to.fresh.url]).arg(backup);
    command.output().unwrap()
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
    let ana = || Whose::Name("Ana".to_owned());
    assert_eq!(recorder.tallies(ana()).await.unwrap(), copy.tallies(ana()).await.unwrap());
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
    assert_eq!(names(&copy).await, ["21-1", "21-2", "4-1", "7-1"]);
}

/// Whoever waited in a room when games were imported could not begin theirs: its number was somebody else's then.
#[tokio::test]
async fn a_room_of_this_server_keeps_its_number_when_games_are_imported() {
    let (from, to) = (Store::new(), Store::new());
    let (recorder, _) = from.open();
    fill(&recorder).await;
    let (other, _) = to.open();
    // One waits, the other is closed; nobody has played in either.
    other.append(step(4, 1), vec![]).await.unwrap();
    other.append(step(7, 1), vec![closed(7)]).await.unwrap();
    other.shutdown().await;
    let mut file = Vec::new();
    transfer::export(&from.database, &mut file).unwrap();

    let imported = transfer::import(&to.database, &file[..]).unwrap();
    let again = transfer::import(&to.database, &file[..]).unwrap();

    assert_eq!(imported, Moved { games: 3, hands: 7, known: 0 });
    assert_eq!(again, Moved { games: 0, hands: 0, known: 3 });
    let (other, _) = to.open();
    other.append(step(4, 2), vec![game(4, 1)]).await.unwrap();
    assert_eq!(names(&other).await, ["4-1", "8-1", "8-2", "9-1"]);
}

/// A room goes on where a backup of its server was restored: what it played before the crash comes to lie beside it.
#[tokio::test]
async fn a_room_that_is_here_in_part_is_taken_over_in_part() {
    let (from, to) = (Store::new(), Store::new());
    let (recorder, _) = from.open();
    let rules = Rules { hands: 4, ..Rules::FULL };
    let mut table = DemoRoom::new(RoomId(4), people(), rules, 9);
    recorder.append(step(4, 1), table.play_game()).await.unwrap();
    let backup = from.folder().join("backup.sqlite");
    recorder.backup(&backup).await.unwrap();
    restore(&backup, &to);
    recorder.append(step(4, 2), table.play_game()).await.unwrap();
    recorder.append(step(4, 3), table.play_game()).await.unwrap();
    let mut file = Vec::new();
    transfer::export(&from.database, &mut file).unwrap();

    let imported = transfer::import(&to.database, &file[..]).unwrap();
    let again = transfer::import(&to.database, &file[..]).unwrap();

    assert_eq!(imported, Moved { games: 2, hands: 8, known: 1 });
    assert_eq!(again, Moved { games: 0, hands: 0, known: 3 });
    let (copy, _) = to.open();
    copy.append(step(4, 2), vec![game(4, 2)]).await.unwrap();
    assert_eq!(names(&copy).await, ["4-1", "4-2", "5-2", "5-3"]);
    assert_eq!(copy.check().await.unwrap().problems, []);
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

/// An export of a finished game in which a hand before the last is drawn: no points move in such a hand.
async fn with_a_drawn_hand(store: &Store) -> Vec<String> {
    let rules = Rules { hands: 8, ..Rules::FULL };
    let is_drawn = |posting: &Posting| match posting {
        Posting::Hand(hand) => hand.outcome == Outcome::Drawn,
        _ => false,
    };
    let played = (0..)
        .map(|seed| DemoRoom::new(RoomId(4), people(), rules, seed).play_game())
        .find(|played| played[..played.len() - 2].iter().any(is_drawn));
    let (recorder, _) = store.open();
    recorder.append(step(4, 1), played.unwrap()).await.unwrap();
    recorder.shutdown().await;
    let mut file = Vec::new();
    transfer::export(&store.database, &mut file).unwrap();
    String::from_utf8(file).unwrap().lines().map(str::to_owned).collect()
}

/// An export of one game without one of its hands, and with everything put right that counts them.
fn as_if_never_played(whole: &[String], hand: usize) -> Vec<String> {
    let less = |line: &str, field: &str| {
        let (before, after) = line.split_once(&format!("\"{field}\":")).unwrap();
        let digits = after.find(|c: char| !c.is_ascii_digit()).unwrap();
        let count: u32 = after[..digits].parse().unwrap();
        format!("{before}\"{field}\":{}{}", count - 1, &after[digits..])
    };
    let (end, total) = (whole.len() - 2, whole.len() - 1);
    let mut lines = whole.to_vec();
    for line in &mut lines[hand + 1..end] {
        *line = less(&less(line, "hand_of_game"), "hands_played");
    }
    lines[total] = less(&lines[total], "hands");
    lines.remove(hand);
    lines
}

#[tokio::test]
async fn an_export_of_which_something_is_missing_doubled_or_anothers_is_neither_verified_nor_imported()
 {
    let (from, to) = (Store::new(), Store::new());
    let whole = with_a_drawn_hand(&from).await;
    let drawn = whole.iter().position(|line| line.contains("\"outcome\":\"drawn\"")).unwrap();
    let end = whole.len() - 2;
    let changed = |line: usize, from: &str, to: &str| {
        let mut lines = whole.clone();
        assert!(lines[line].contains(from), "{}", lines[line]);
        lines[line] = lines[line].replacen(from, to, 1);
        lines
    };
    let without = |line: usize| [&whole[..line], &whole[line + 1..]].concat();
    let code = whole[1].split("\"code\":\"").nth(1).unwrap()[..6].to_owned();
    let mut damaged = vec![
        without(drawn),
        [&whole[..=drawn], &whole[drawn..]].concat(),
        without(end - 1),
        without(end),
        changed(1, &code, "K7Q2XM"),
        changed(1, "\"hands\":8", "\"hands\":9"),
        changed(end + 1, "\"hands\":", "\"hands\":1"),
        as_if_never_played(&whole, end - 1),
        as_if_never_played(&changed(end, "\"finished\":true", "\"finished\":false"), drawn),
        [&whole[..], &whole[end + 1..]].concat(),
    ];
    damaged.extend((0..whole.len()).map(|lines| whole[..lines].to_vec()));

    for lines in damaged {
        let file = lines.join("\n");
        let (verified, imported) =
            (transfer::verify(file.as_bytes()), transfer::import(&to.database, file.as_bytes()));
        assert!(verified.is_err() && imported.is_err(), "{verified:?} {imported:?} {file}");
    }

    assert_eq!(check_file(&to.database).unwrap().problems, []);
    let verified = transfer::verify(whole.join("\n").as_bytes()).unwrap();
    assert_eq!((verified.games, verified.hands, verified.sheets), (1, end as u64 - 2, 0));
    // Exports did not say what they held before.
    let older = changed(0, "\"version\":3", "\"version\":2")[..=end].join("\n");
    assert_eq!(transfer::verify(older.as_bytes()).unwrap(), verified);
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

    let restored = restore(&backup, &to);
    let onto_it = restore(&backup, &to);

    assert!(restored.status.success(), "{restored:?}");
    assert!(!onto_it.status.success(), "a database that is there is left alone");
    let (again, replayed) = to.open();
    assert_eq!(replayed.rooms.len(), 2);
    assert_eq!(again.check().await.unwrap().problems, []);
    again.append(step(7, 2), vec![]).await.unwrap();
}
