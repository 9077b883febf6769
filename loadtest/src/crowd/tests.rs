//! Somebody who watches a server that says what the test has it say.

use futures_util::{SinkExt as _, StreamExt as _};
use rules::fujian::{Rules, Table};
use rules::seat::Seat;
use tokio::net::TcpListener;
use tokio_tungstenite::tungstenite::Message;

use super::*;
use crate::stub::{self, Side, say};

/// Longer than any of this takes.
const PATIENCE: Duration = Duration::from_secs(20);

/// The server's side, somebody who has come to watch at step 15, and what their room tells them.
struct Watched {
    side: Side,
    watcher: Watcher,
    clock: Arc<Clock>,
    stop: watch::Sender<Option<Seq>>,
    tally: Arc<Tally>,
}

fn table() -> TableView {
    TableView::of(&Table::new(Rules::FULL, Seat::S0).unwrap())
}

fn step(seq: u64) -> SpectatorMessage {
    SpectatorMessage::Step { seq: Seq(seq), room: Vec::new(), public: Vec::new() }
}

impl Watched {
    async fn open() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("ws://{}/ws", listener.local_addr().unwrap());
        let (clock, stop, tally) =
            (Arc::new(Clock::new()), watch::Sender::new(None), Arc::new(Tally::default()));
        let opening =
            Watcher::open(url, stub::code(), clock.clone(), stop.subscribe(), Arc::clone(&tally));
        let serving = async {
            let mut side = stub::accept(&listener).await;
            side.next().await.unwrap().unwrap();
            let (room, table) = (Box::new(stub::room()), Some(table()));
            say(&mut side, &SpectatorMessage::Snapshot { seq: Seq(15), room, table }).await;
            side
        };
        let (watcher, side) = tokio::join!(opening, serving);
        Self { side, watcher: watcher.unwrap(), clock, stop, tally }
    }

    /// What is found to be wrong; a watcher that finds nothing would watch for ever.
    async fn fails(self) -> anyhow::Error {
        let watched = timeout(PATIENCE, self.watcher.watch(PATIENCE)).await;
        watched.expect("nothing is found").ended.unwrap_err()
    }

    fn checks(&self) -> u64 {
        Tally::read(&self.tally.watcher_checks)
    }
}

#[tokio::test]
async fn a_watcher_hears_its_room_out_and_compares_its_table_on_the_way_and_at_the_end() {
    let mut watched = Watched::open().await;
    for seq in [16, 17] {
        watched.clock.sent(Seq(seq), Instant::now());
        watched.clock.publish(Seq(seq), &table());
    }
    // The room is over before its last steps have come.
    watched.stop.send_replace(Some(Seq(17)));
    say(&mut watched.side, &step(16)).await;
    say(&mut watched.side, &step(17)).await;

    let Watched { watcher, side, .. } = watched;
    let (tally, clock) = (watched.tally, watched.clock);
    let heard = watcher.watch(PATIENCE).await;

    heard.ended.unwrap();
    assert_eq!((heard.latencies.len(), Tally::read(&tally.watcher_checks)), (2, 2));
    drop((side, clock));
}

#[tokio::test]
async fn a_watcher_that_hears_no_more_while_the_room_went_on_is_a_failure() {
    let mut watched = Watched::open().await;
    let asked = Instant::now().checked_sub(Duration::from_secs(7)).unwrap();
    watched.clock = Arc::new(Clock { begun: asked, ..Clock::new() });
    watched.watcher.clock = watched.clock.clone();
    watched.clock.sent(Seq(17), asked);
    say(&mut watched.side, &step(16)).await;
    watched.stop.send_replace(Some(Seq(17)));

    let found = watched.watcher.watch(Duration::ZERO).await;

    let error = found.ended.unwrap_err();
    assert!(error.to_string().contains("of Seq(17)"), "{error:#}");
    // What it waited for the step that never came is how late that is at least.
    assert!(found.latencies.max() >= 7_000_000, "{}", found.latencies.max());
}

#[tokio::test]
async fn a_watcher_that_sees_another_table_than_the_seats_is_a_failure() {
    let mut watched = Watched::open().await;
    let other = TableView { dealer: Seat::S2, ..table() };
    watched.clock.publish(Seq(16), &other);
    say(&mut watched.side, &step(16)).await;
    say(&mut watched.side, &step(17)).await;

    let checks = watched.checks();
    let found = watched.fails().await;

    assert!(found.to_string().contains("another table at Seq(16)"), "{found:#}");
    assert_eq!(checks, 0);
}

#[tokio::test]
async fn a_watcher_that_is_sent_more_than_a_message_holds_is_a_failure() {
    let mut watched = Watched::open().await;
    let mut bytes = Encoding::MessagePack.encode(&step(16)).to_vec();
    // One more field than a step has, which a reader of this version skips.
    bytes[0] += 1;
    bytes.push(5);
    watched.side.send(Message::binary(bytes)).await.unwrap();

    let found = watched.fails().await;

    assert!(format!("{found:#}").contains("bytes came for a message"), "{found:#}");
}

#[tokio::test]
async fn a_watcher_of_a_room_that_broke_off_goes_without_a_word() {
    let watched = Watched::open().await;
    drop(watched.stop);

    let heard = watched.watcher.watch(Duration::ZERO).await;

    heard.ended.unwrap();
    assert!(heard.latencies.is_empty());
}
