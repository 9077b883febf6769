//! A server under load, killed at any moment, many times: nothing anybody has seen is ever lost.

mod common;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::{BuildHasher, RandomState};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use common::line::{Ended, Line};
use common::play::four_players;
use common::watcher::Watcher;
use common::{Player, TestServer};
use protocol::client::HostOrder;
use protocol::codec::Encoding;
use protocol::fujian::{ClientMessage, PhaseView, PublicChange, SeatMessage, SpectatorMessage};
use protocol::ids::{RequestId, Seq};
use protocol::room::RoomChange;
use rules::fujian::Rules;
use rules::seat::Seat;
use serde::de::IgnoredAny;
use server::recorder::{Database, Recorder, RecorderOptions};
use tokio::sync::Notify;
use tokio::task::JoinSet;

const TABLES: usize = 12;
const KILLS: u32 = 20;
const HANDS: u8 = 8;
/// Between two kills everybody together hears at most so many messages: few enough that matches are
/// still played at the last kill, however short their hands are.
const HEARD_MAX: u64 = 1_200;
/// How many steps somebody new is told again after each kill.
const RETOLD: u64 = 8;

/// Counts what clients hear, and says when it is time for a kill.
struct Fuse {
    left: AtomicU64,
    burnt: Notify,
}

impl Fuse {
    fn heard(&self) {
        if self.left.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.burnt.notify_one();
        }
    }
}

/// A player who asks again what was not answered.
struct Client {
    player: Player,
    /// The last request, and the step it became, as soon as it is known.
    last: Option<(ClientMessage, Option<Seq>)>,
    /// Every request that was accepted, and the step it became.
    accepted: HashMap<RequestId, Seq>,
}

impl Client {
    /// Comes back, repeats the last request, and plays on until the match is over or the server is.
    async fn live(&mut self, address: &str, fuse: &Fuse) -> Result<(), Ended> {
        self.player.come_back(address).await?;
        if let Some((message, _)) = self.last.clone() {
            self.ask(message, fuse).await?;
        }
        while !self.player.is_over() {
            match self.player.sensible_action() {
                Some(action) => {
                    let request = self.player.next_number();
                    let act = ClientMessage::Act { request, action, last_seq: None };
                    self.last = Some((act.clone(), None));
                    self.ask(act, fuse).await?;
                }
                None => drop(self.hear(fuse).await?),
            }
        }
        Ok(())
    }

    /// Asks for something that has to be accepted, and always with the same answer.
    async fn ask(&mut self, message: ClientMessage, fuse: &Fuse) -> Result<(), Ended> {
        self.player.try_say(&message).await?;
        loop {
            let heard = self.hear(fuse).await?;
            match heard {
                SeatMessage::Accepted { request, seq } if request == message.request() => {
                    if let Some((_, first)) = &mut self.last {
                        assert_eq!(*first.get_or_insert(seq), seq, "{message:?} has two answers");
                    }
                    self.accepted.insert(request, seq);
                    return Ok(());
                }
                SeatMessage::Refused { reason, .. } => panic!("{message:?}: {reason:?}"),
                _ => {}
            }
        }
    }

    async fn hear(&mut self, fuse: &Fuse) -> Result<SeatMessage, Ended> {
        let heard = self.player.try_hear().await?;
        fuse.heard();
        Ok(heard)
    }
}

async fn watch(watcher: &mut Watcher, address: &str, fuse: &Fuse) -> Result<(), Ended> {
    watcher.come_back(address).await?;
    let is_over = |watcher: &Watcher| {
        let phase = watcher.table.as_ref().map(|table| &table.phase);
        matches!(phase, Some(PhaseView::Finished { .. }))
    };
    while !is_over(watcher) {
        watcher.hear().await?;
        fuse.heard();
    }
    Ok(())
}

/// A step as anybody hears it.
type PublicStep = (Vec<RoomChange>, Vec<PublicChange>);

/// A table, the people at it, and every step any of them has ever heard.
struct Table {
    clients: Vec<Client>,
    watchers: Vec<Watcher>,
    steps: BTreeMap<u64, PublicStep>,
}

impl Table {
    async fn open(server: &TestServer) -> Self {
        let mut players = four_players(server, Rules { hands: HANDS, ..Rules::FULL }).await;
        players[0].order(HostOrder::Start {}).await.unwrap();
        let watcher = Watcher::watch(&server.address, Encoding::MessagePack, players[0].code).await;
        let client = |player| Client { player, last: None, accepted: HashMap::new() };
        let clients = players.into_iter().map(client).collect();
        Self { clients, watchers: vec![watcher], steps: BTreeMap::new() }
    }

    /// Notes what was heard, which has to be the same for everybody, before and after a kill.
    fn note(&mut self) {
        let by_players = self.clients.iter_mut().flat_map(|client| client.player.heard.drain(..));
        let by_watchers = self.watchers.iter_mut().flat_map(|watcher| watcher.heard.drain(..));
        let by_players = by_players.filter_map(|heard| match heard {
            SeatMessage::Step { seq, room, public, .. } => Some((seq, (room, public))),
            _ => None,
        });
        let by_watchers = by_watchers.filter_map(public_step);
        for (seq, step) in by_players.chain(by_watchers) {
            let known = self.steps.entry(seq.0).or_insert_with(|| step.clone());
            assert_eq!(*known, step, "step {seq:?} was told in two ways");
        }
    }

    /// The last step anybody has heard.
    fn last_seen(&self) -> u64 {
        self.steps.last_key_value().map_or(0, |(seq, _)| *seq)
    }

    /// What is on disk has all that was seen, and every accepted request once.
    fn check_log(&mut self, log: &[Option<(u8, u32)>]) {
        assert!(log.len() as u64 >= self.last_seen(), "steps that were shown are not on disk");
        let asked: Vec<_> = log.iter().flatten().collect();
        let once: HashSet<_> = asked.iter().collect();
        assert_eq!(asked.len(), once.len(), "a request is in the log twice");
        for client in &mut self.clients {
            let seat = client.player.seat.index() as u8;
            for (request, seq) in &client.accepted {
                let at = log.get(seq.0 as usize - 1).copied().flatten();
                assert_eq!(at, Some((seat, request.0)), "an accepted request is gone");
            }
            if let Some((message, first)) = &mut client.last {
                let asked = Some((seat, message.request().0));
                let found = log.iter().position(|step| *step == asked);
                *first = found.map(|place| Seq(place as u64 + 1));
            }
        }
    }

    /// What the server tells somebody new of the past is what was seen of it.
    async fn check_retold(&self, address: &str) {
        let mut line = Line::connect(address, Encoding::Json).await.unwrap();
        let last = self.last_seen().saturating_sub(RETOLD);
        let (request, code) = (RequestId(1), self.clients[0].player.code);
        let watch = ClientMessage::Watch { request, code, last_seq: Some(Seq(last)) };
        line.say(&watch).await.unwrap();
        for seq in last + 1..=self.last_seen() {
            let (retold, step) = loop {
                if let Some(step) = public_step(line.hear().await.unwrap()) {
                    break step;
                }
            };
            assert_eq!(retold.0, seq);
            if let Some(known) = self.steps.get(&seq) {
                assert_eq!(*known, step, "step {seq} is not what was seen of it");
            }
        }
    }
}

fn public_step(message: SpectatorMessage) -> Option<(Seq, PublicStep)> {
    match message {
        SpectatorMessage::Step { seq, room, public } => Some((seq, (room, public))),
        _ => None,
    }
}

/// Who asked for each step of each room on disk. A file is read from a copy, so that the server itself meets what the
/// kill left; what a kill leaves on a server, that has mended itself.
async fn read_logs(server: &TestServer) -> HashMap<u64, Vec<Option<(u8, u32)>>> {
    let copy = server.folder.join("copy");
    std::fs::create_dir_all(&copy).unwrap();
    let database: Database = match server.is_on_server() {
        true => server.database().parse().unwrap(),
        false => {
            for name in ["sanjin.sqlite", "sanjin.sqlite-wal"] {
                std::fs::copy(server.folder.join(name), copy.join(name)).unwrap();
            }
            Database::Sqlite(copy.join("sanjin.sqlite"))
        }
    };
    let (recorder, replayed) = Recorder::open(database, RecorderOptions::default()).unwrap();
    assert_eq!(replayed.damaged, []);
    assert_eq!(recorder.check().await.unwrap().problems, []);
    recorder.shutdown().await;
    std::fs::remove_dir_all(&copy).unwrap();
    // A body is a byte for its version, then who asked for it and what it is.
    let asked_by = |body: &[u8]| {
        let body: (Option<(u8, u32)>, IgnoredAny) = rmp_serde::from_slice(&body[1..]).unwrap();
        body.0
    };
    let rooms = replayed.rooms.into_iter();
    rooms
        .map(|(room, steps)| (room.0, steps.iter().map(|step| asked_by(&step.body)).collect()))
        .collect()
}

type Round = (usize, Result<Client, Watcher>);

/// Everybody comes back and plays.
fn send_all(tables: &mut [Table], address: &str, fuse: &Arc<Fuse>) -> JoinSet<Round> {
    let mut tasks = JoinSet::new();
    for (at, table) in tables.iter_mut().enumerate() {
        for mut client in table.clients.drain(..) {
            let (address, fuse) = (address.to_owned(), Arc::clone(fuse));
            tasks.spawn(async move {
                // However it ends, what was heard until then counts.
                let _ = client.live(&address, &fuse).await;
                (at, Ok(client))
            });
        }
        for mut watcher in table.watchers.drain(..) {
            let (address, fuse) = (address.to_owned(), Arc::clone(fuse));
            tasks.spawn(async move {
                let _ = watch(&mut watcher, &address, &fuse).await;
                (at, Err(watcher))
            });
        }
    }
    tasks
}

/// Everybody is back at their table when they are done, and says what they heard.
async fn gather(tables: &mut [Table], mut tasks: JoinSet<Round>) {
    while let Some(done) = tasks.join_next().await {
        sit_down(tables, done.unwrap());
    }
    for table in tables {
        table.clients.sort_by_key(|client| client.player.seat.index());
        table.note();
    }
}

fn sit_down(tables: &mut [Table], (at, who): Round) {
    match who {
        Ok(client) => tables[at].clients.push(client),
        Err(watcher) => tables[at].watchers.push(watcher),
    }
}

/// Waits until it is time for a kill; those who are done before sit down.
async fn burn(tables: &mut [Table], tasks: &mut JoinSet<Round>, fuse: &Fuse) {
    loop {
        tokio::select! {
            () = fuse.burnt.notified() => return,
            done = tasks.join_next() => {
                sit_down(tables, done.expect("somebody is still playing").unwrap());
            }
        }
    }
}

#[tokio::test]
async fn nothing_seen_is_lost_however_often_the_server_is_killed() {
    let mut server = TestServer::start("crash");
    let dice = RandomState::new();
    let mut tables = Vec::new();
    for _ in 0..TABLES {
        tables.push(Table::open(&server).await);
    }

    for kill in 0..KILLS {
        let left = AtomicU64::new(1 + dice.hash_one(kill) % HEARD_MAX);
        let fuse = Arc::new(Fuse { left, burnt: Notify::new() });
        let mut tasks = send_all(&mut tables, &server.address, &fuse);
        burn(&mut tables, &mut tasks, &fuse).await;
        server.kill();
        gather(&mut tables, tasks).await;

        let logs = read_logs(&server).await;
        for table in &mut tables {
            table.check_log(&logs[&table.clients[0].player.room.id]);
        }
        server.restart();
        for table in &tables {
            table.check_retold(&server.address).await;
        }
    }
    let playing = tables.iter().filter(|table| !table.clients[0].player.is_over()).count();
    assert!(playing > 0, "all was over before the last kill");
    let fuse = Arc::new(Fuse { left: AtomicU64::new(u64::MAX), burnt: Notify::new() });
    let tasks = send_all(&mut tables, &server.address, &fuse);
    gather(&mut tables, tasks).await;

    for table in tables {
        assert_ended_well(table, &server).await;
    }
    let mut check = Command::new(env!("CARGO_BIN_EXE_sanjin"));
    let checked = check.args(["check", "--database", &server.database()]).output().unwrap();
    assert!(checked.status.success(), "{checked:?}");
}

/// The match is over, everybody knows the same of it, and nobody has won out of nothing.
async fn assert_ended_well(mut table: Table, server: &TestServer) {
    let code = table.clients[0].player.code;
    let end = Watcher::watch(&server.address, Encoding::Json, code).await;
    let result = end.table.as_ref().unwrap();
    assert!(matches!(result.phase, PhaseView::Finished { .. }));
    assert_eq!(result.hands_played, HANDS);
    assert_eq!(result.scores.iter().sum::<i32>(), 0);
    for watcher in &mut table.watchers {
        watcher.watch_until(end.seq).await;
        assert_eq!((&watcher.room, &watcher.table), (&end.room, &end.table));
    }
    for Client { player, .. } in &mut table.clients {
        player.until(|player| player.seq >= end.seq).await;
        let (seq, room, view) = player.shown_anew(&server.address).await;
        assert_eq!((player.seq, &player.room, &player.view), (seq, &room, &view));
    }
    assert_eq!(table.clients.len(), Seat::ALL.len());
}
