//! A disk that is full or fails while tables play, or a database server that dies: moves are refused, nothing shown is
//! lost, and play goes on by itself when the store does.

mod common;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use common::line::Line;
use common::play::four_players;
use common::watcher::Watcher;
use common::wire::http;
use common::{NO_LIMITS, Player, TestServer};
use protocol::client::HostOrder;
use protocol::codec::Encoding;
use protocol::fujian::{ClientMessage, SeatMessage, SpectatorMessage};
use protocol::ids::{RequestId, RoomCode};
use protocol::refusal::Refusal;
use rules::fujian::Rules;
use tokio::sync::watch;
use tokio::task::JoinSet;

const TABLES: usize = 3;
const TOKEN: &str = "the-operator-of-a-server-under-test";
/// The disk fails in these ways, one after the other.
const FAULTS: [&str; 4] = ["full", "sync", "full", "sync"];
/// And the disk under a database server, which gives up when it can't be sure that something is on it, and refuses what
/// there is no room for.
const SERVER_FAULTS: [&str; 3] = ["sync", "grow", "full"];
/// Names the file that says how that disk fails.
const FAULT: &str = "SANJIN_TEST_POSTGRES_FAULT";
/// Kills the database server and starts it again, when a shell is given it.
const CRASH: &str = "SANJIN_TEST_POSTGRES_CRASH";
const CRASHES: [(); 2] = [(); 2];
/// Between two faults the players of each table are answered so often.
const ANSWERS: u64 = 50;

/// SQLite is compiled from C, so that there is a compiler.
fn compile_faulty_disk(folder: &Path) -> PathBuf {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recorder/faulty_disk.c");
    let library = folder.join("faulty_disk.so");
    let mut compiler = Command::new("cc");
    compiler.args(["-shared", "-fPIC", "-O1", "-o"]).arg(&library).arg(source);
    assert!(compiler.status().expect("there is a C compiler").success());
    library
}

/// What the players together have been through, for the one who breaks the disk to follow.
#[derive(Clone, Copy, Debug, Default)]
struct Course {
    /// For each table, how often somebody was answered.
    answers: [u64; TABLES],
    /// And how often refused because of the disk.
    refused: [u64; TABLES],
}

type Follow = watch::Receiver<Course>;

fn all(is_so: impl Fn(usize) -> bool) -> bool {
    (0..TABLES).all(is_so)
}

/// Plays to the end of the match; a move the disk prevents is made again when the table is back.
async fn play(mut player: Player, table: usize, course: Arc<watch::Sender<Course>>) -> Player {
    while !player.is_over() {
        let Some(action) = player.sensible_action() else {
            player.hear().await;
            continue;
        };
        let request = player.next_number();
        let act = ClientMessage::Act { request, action, last_seq: None };
        loop {
            match player.ask_as(request, &act).await {
                Ok(_) => break,
                Err(Refusal::StoreUnavailable) => {
                    course.send_modify(|course| course.refused[table] += 1);
                    while !matches!(player.hear().await, SeatMessage::Snapshot { .. }) {}
                    let is_told = |heard: &SeatMessage| matches!(heard, SeatMessage::Stalled {});
                    assert!(player.heard.iter().any(is_told), "nobody says why nothing happens");
                }
                Err(reason) => panic!("refused: {reason:?}"),
            }
        }
        course.send_modify(|course| course.answers[table] += 1);
    }
    player
}

/// A room that waits for its disk is there, and the operator is told that it can't answer.
fn assert_room_is_busy(server: &TestServer, code: RoomCode) {
    let asked = format!("GET /admin/rooms/{code} HTTP/1.1");
    let answer = http(server, &[&asked, &format!("authorization: Bearer {TOKEN}")]);
    assert!(answer.starts_with("HTTP/1.1 503"), "{answer}");
}

/// While nothing can be recorded nobody comes in, and is told why.
async fn assert_nobody_comes_in(server: &TestServer, code: RoomCode) {
    let mut line = Line::connect(&server.address, Encoding::Json).await.unwrap();
    for request in [RequestId(1), RequestId(2)] {
        line.say(&ClientMessage::Watch { request, code, last_seq: None }).await.unwrap();
        let reason = Refusal::StoreUnavailable;
        let refused: SpectatorMessage = line.hear().await.unwrap();
        assert_eq!(refused, SpectatorMessage::Refused { request, reason });
    }
}

#[tokio::test]
async fn tables_survive_a_disk_that_fails_again_and_again() {
    let flags = [NO_LIMITS, &["--operator-token", TOKEN]].concat();
    if let Ok(fault) = std::env::var(FAULT) {
        let server = TestServer::start_with("disk_under_server", &flags);
        return survive_on_disk(server, SERVER_FAULTS, Path::new(&fault)).await;
    }
    let server = TestServer::start_in("disk", &flags, |folder| {
        let library = compile_faulty_disk(folder);
        vec![("LD_PRELOAD".into(), library), ("FAULTY_DISK".into(), folder.join("fault"))]
    });
    let fault = server.folder.join("fault");
    survive_on_disk(server, FAULTS, &fault).await;
}

/// Tables play on a disk that fails in these ways; a database server that has given up over it is started anew.
async fn survive_on_disk<const N: usize>(server: TestServer, faults: [&str; N], fault: &Path) {
    survive(server, faults, async |says, server: &TestServer, code, follow: &mut Follow| {
        let before = *follow.borrow();
        std::fs::write(fault, says).unwrap();
        let refused = |course: &Course| all(|at| course.refused[at] > before.refused[at]);
        follow.wait_for(refused).await.unwrap();
        assert_nobody_comes_in(server, code).await;
        assert_room_is_busy(server, code);
        std::fs::remove_file(fault).unwrap();
        if server.is_on_server() && says != "grow" {
            start_anew(&std::env::var(CRASH).unwrap()).await;
        }
    })
    .await;
}

async fn start_anew(crash: &str) {
    let crash = crash.to_owned();
    let crash = move || Command::new("sh").args(["-c", &crash]).output().unwrap();
    let crashed = tokio::task::spawn_blocking(crash).await.unwrap();
    assert!(crashed.status.success(), "{crashed:?}");
}

/// Runs by itself: it takes the server away from everybody. Nothing to test without one.
#[tokio::test]
async fn tables_survive_however_often_the_server_dies() {
    let Ok(crash) = std::env::var(CRASH) else { return };
    let server = TestServer::start("dying");

    survive(server, CRASHES, async |_, _: &TestServer, _, follow: &mut Follow| {
        let before = *follow.borrow();
        start_anew(&crash).await;
        let refused =
            |course: &Course| (0..TABLES).any(|at| course.refused[at] > before.refused[at]);
        follow.wait_for(refused).await.unwrap();
    })
    .await;
}

/// Tables play to their end while the store fails in these ways, and all is there as it was shown, also after a restart.
async fn survive<F, const FAILURES: usize>(
    mut server: TestServer,
    failures: [F; FAILURES],
    fail: impl AsyncFn(F, &TestServer, RoomCode, &mut Follow),
) {
    let (course, mut follow) = watch::channel(Course::default());
    let course = Arc::new(course);
    let (mut tasks, mut codes) = (JoinSet::new(), Vec::new());
    for table in 0..TABLES {
        let mut players = four_players(&server, Rules::FULL).await;
        codes.push(players[0].code);
        players[0].order(HostOrder::Start {}).await.unwrap();
        for player in players {
            tasks.spawn(play(player, table, Arc::clone(&course)));
        }
    }

    let failing = async {
        for failure in failures {
            let start = *follow.borrow();
            // Every table is well again: whoever was refused has been heard since.
            let enough =
                |course: &Course| all(|at| course.answers[at] >= start.answers[at] + ANSWERS);
            follow.wait_for(enough).await.unwrap();
            fail(failure, &server, codes[0], &mut follow).await;
        }
    };
    tokio::select! {
        () = failing => {}
        done = tasks.join_next() => {
            done.unwrap().unwrap();
            panic!("a match was over before the last fault");
        }
    }

    let mut players = tasks.join_all().await;
    assert_all_is_there(&mut players, &server).await;
    server.kill_and_restart();
    for player in &mut players {
        player.come_back(&server.address).await.unwrap();
    }
    assert_all_is_there(&mut players, &server).await;
}

/// The matches are over, and every player has folded together what somebody new is shown.
async fn assert_all_is_there(players: &mut [Player], server: &TestServer) {
    for player in players {
        let end = Watcher::watch(&server.address, Encoding::Json, player.code).await;
        player.until(|player| player.seq >= end.seq).await;
        let (seq, room, view) = player.shown_anew(&server.address).await;
        assert_eq!((player.seq, &player.room, &player.view), (seq, &room, &view));
        assert_eq!(end.table.as_ref().unwrap().hands_played, Rules::FULL.hands);
        assert_eq!(end.table.unwrap().scores.iter().sum::<i32>(), 0);
        player.come_back(&server.address).await.unwrap();
    }
}
