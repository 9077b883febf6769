//! A disk that is played: what is written on it survives a kill, what is synced a power cut.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::time::Instant;

use super::Sloppy;
use crate::clock::UnixMs;
use crate::recorder::chain::{CHAIN_VERSION, ChainHash};
use crate::recorder::deed::Deed;
use crate::recorder::journal::Journal;
use crate::recorder::room_logs::{RoomLogs, Taken};
use crate::recorder::{GameId, Posting, PostingRefused, Replayed, RoomId, StoreError, StoredStep};
use crate::store::{Following, LogRow, WriteError, check_game, check_hand, check_order};

/// A step as it lies on the disk, with what was posted in the same transaction.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) step: StoredStep,
    pub(crate) postings: Vec<Posting>,
    /// Before when the recorder can't have been given it.
    pub(crate) given: Instant,
    /// When the recorder took it up, and when it was safe.
    pub(crate) taken: Instant,
    pub(crate) durable: Option<Instant>,
    /// Whether its room went into the archive with it.
    pub(crate) archives: bool,
    /// Whether it can't be found any more, which must not be.
    is_lost: bool,
    hash: ChainHash,
}

impl Row {
    fn log_row(&self, id: i64) -> LogRow<'_> {
        let StoredStep { room, seq, body } = &self.step;
        LogRow { id, room: *room, seq: *seq, version: CHAIN_VERSION, body, hash: &self.hash }
    }
}

/// A disk: what is written on it, of which not all need be safe yet.
#[derive(Debug, Default)]
struct Disk {
    rows: Vec<Row>,
    /// So many of the first rows are safe.
    synced: usize,
}

/// A disk that outlives the servers that write on it.
#[derive(Clone, Debug, Default)]
pub(crate) struct SharedDisk(Arc<Mutex<Disk>>);

impl SharedDisk {
    fn lock(&self) -> MutexGuard<'_, Disk> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Everything that is on it, in the order it was written.
    pub(crate) fn rows(&self) -> Vec<Row> {
        self.lock().rows.iter().filter(|row| !row.is_lost).cloned().collect()
    }

    /// The power goes: what is not safe is lost, or is not.
    pub(crate) fn lose_power(&self, is_lucky: bool) {
        let mut disk = self.lock();
        let synced = disk.synced;
        if !is_lucky {
            disk.rows.truncate(synced);
        }
    }

    /// Changes a byte of what was written first.
    pub(crate) fn damage(&self) {
        if let Some(byte) = self.lock().rows.first_mut().and_then(|row| row.step.body.last_mut()) {
            *byte ^= 1;
        }
    }

    /// How many steps each room has on it.
    pub(crate) fn lengths(&self) -> BTreeMap<RoomId, u64> {
        let mut lengths = BTreeMap::new();
        for row in self.lock().rows.iter().filter(|row| !row.is_lost) {
            *lengths.entry(row.step.room).or_default() += 1;
        }
        lengths
    }

    /// The steps of every room that is in the archive.
    pub(crate) fn archived(&self) -> Vec<(RoomId, Vec<StoredStep>)> {
        let disk = self.lock();
        let rooms = disk.rows.iter().filter(|row| row.archives).map(|row| row.step.room);
        let steps = |room| disk.rows.iter().filter(move |row| row.step.room == room);
        rooms.map(|room| (room, steps(room).map(|row| row.step.clone()).collect())).collect()
    }

    pub(super) fn sync(&self) {
        self.call_safe();
        let mut disk = self.lock();
        disk.synced = disk.rows.len();
    }

    /// Notes that everything on it is taken to be safe.
    pub(super) fn call_safe(&self) {
        let (now, mut disk) = (Instant::now(), self.lock());
        let new = disk.rows.iter_mut().rev().take_while(|row| row.durable.is_none());
        new.for_each(|row| row.durable = Some(now));
    }

    /// What can be read of the rooms that are not in the archive.
    pub(super) fn read(&self) -> (RoomLogs, Replayed) {
        let disk = self.lock();
        let mut rooms = RoomLogs::default();
        let mut steps: BTreeMap<RoomId, Vec<StoredStep>> = BTreeMap::new();
        for (id, row) in (0..).zip(&disk.rows) {
            if let Taken::Step(step) = rooms.take(&row.log_row(id)) {
                steps.entry(step.room).or_default().push(step);
            }
        }
        let next_room = RoomId(rooms.last_room().map_or(1, |room| room.0 + 1));
        disk.rows.iter().filter(|row| row.archives).for_each(|row| rooms.close(row.step.room));
        let replayed = Replayed::of(&rooms, steps, next_room);
        (rooms, replayed)
    }
}

/// The last game of a room in the ledger.
#[derive(Clone, Copy, Debug, Default)]
struct LastGame {
    number: u32,
    hands: u32,
    is_over: bool,
}

/// A batch on its way to the disk, and what the ledger holds with it.
pub(super) struct Batch {
    disk: SharedDisk,
    sloppy: Sloppy,
    staged: Vec<Row>,
    games: BTreeMap<RoomId, LastGame>,
    /// What [`Journal::take_back`] goes back to.
    before: (usize, BTreeMap<RoomId, LastGame>),
    pub(super) given: Instant,
    pub(super) taken: Instant,
}

impl Batch {
    /// Nothing, on what is on the disk.
    pub(super) fn on(disk: SharedDisk, sloppy: Sloppy) -> Self {
        let now = Instant::now();
        let (staged, before) = (Vec::new(), (0, BTreeMap::new()));
        let mut batch =
            Self { staged, games: BTreeMap::new(), before, given: now, taken: now, sloppy, disk };
        let postings = batch.disk.rows().into_iter().flat_map(|row| row.postings);
        for posting in postings {
            // What was taken once fits.
            let _ = batch.enter(&posting);
        }
        batch
    }

    fn row(&mut self) -> &mut Row {
        self.staged.last_mut().expect("a step is written before what it posts")
    }

    fn open_game(&mut self, game: GameId) -> Result<&mut LastGame, PostingRefused> {
        let last = self.games.entry(game.room).or_default();
        match (last.number == game.number, last.is_over) {
            (true, false) => Ok(last),
            (true, true) => Err(PostingRefused::GameOver { game: game.number }),
            (false, _) => Err(PostingRefused::UnknownGame { game: game.number }),
        }
    }

    fn enter(&mut self, posting: &Posting) -> Result<(), PostingRefused> {
        match posting {
            Posting::Game(game) => {
                let last = self.games.entry(game.game.room).or_default();
                check_game(game, last.number, Following::Next)?;
                *last = LastGame { number: game.game.number, ..LastGame::default() };
            }
            Posting::Hand(hand) => {
                check_hand(hand)?;
                let last = self.open_game(hand.game)?;
                check_order(hand, last.hands)?;
                last.hands += 1;
            }
            Posting::GameFinished(game) => self.open_game(*game)?.is_over = true,
            Posting::Rated(_) | Posting::RoomClosed { .. } => {}
        }
        Ok(())
    }
}

impl Journal for Batch {
    fn begin(&mut self, _now: UnixMs) -> Result<(), StoreError> {
        self.staged.clear();
        Ok(())
    }

    /// Writes the batch to where it survives the process; it is safe once the disk is synced.
    fn commit(&mut self) -> Result<(), StoreError> {
        self.disk.lock().rows.append(&mut self.staged);
        Ok(())
    }

    fn insert(&mut self, step: &StoredStep, version: i64, hash: &[u8]) -> Result<i64, StoreError> {
        assert_eq!(version, CHAIN_VERSION);
        let id = self.disk.lock().rows.len() + self.staged.len();
        self.staged.push(Row {
            step: step.clone(),
            postings: Vec::new(),
            given: self.given,
            taken: self.taken,
            durable: None,
            archives: false,
            is_lost: false,
            hash: hash.try_into().expect("a hash has 32 bytes"),
        });
        Ok(id as i64)
    }

    fn is_archived(&mut self, room: RoomId) -> Result<bool, StoreError> {
        let disk = self.disk.lock();
        let mut rows = disk.rows.iter().chain(&self.staged);
        Ok(rows.any(|row| row.archives && row.step.room == room))
    }

    fn read(&mut self, rows: &[i64], mut visit: impl FnMut(LogRow<'_>)) -> Result<(), StoreError> {
        let disk = self.disk.lock();
        let found = rows.iter().filter_map(|id| Some((*id, disk.rows.get(*id as usize)?)));
        found.for_each(|(id, row)| visit(row.log_row(id)));
        Ok(())
    }

    fn archive(&mut self, room: RoomId, rows: &[i64], _summary: &str) -> Result<(), StoreError> {
        let mut disk = self.disk.lock();
        if self.sloppy.loses_archive {
            let all = disk.rows.iter_mut().chain(&mut self.staged);
            all.filter(|row| row.step.room == room).for_each(|row| row.is_lost = true);
        }
        drop(disk);
        let written = self.staged.iter().filter(|row| row.step.room == room).count();
        assert!(rows.len() >= written, "every step of a room goes into the archive");
        self.row().archives = true;
        Ok(())
    }

    fn post(&mut self, posting: &Posting) -> Result<Option<u64>, WriteError> {
        let entered = self.enter(posting);
        if !self.sloppy.takes_any_posting {
            entered?;
        }
        let is_lost = self.sloppy.loses_hands && self.row().step.seq.is_multiple_of(2);
        if !(is_lost && matches!(posting, Posting::Hand(_))) {
            self.row().postings.push(posting.clone());
        }
        Ok(None)
    }

    fn mark(&mut self, _room: RoomId) -> Result<(), StoreError> {
        self.before = (self.staged.len(), self.games.clone());
        Ok(())
    }

    fn keep(&mut self) -> Result<(), StoreError> {
        Ok(())
    }

    fn take_back(&mut self) -> Result<(), StoreError> {
        let (staged, games) = std::mem::take(&mut self.before);
        self.staged.truncate(staged);
        self.games = games;
        Ok(())
    }

    /// Nobody keeps games on a disk that is played, or writes about them.
    fn perform(&mut self, deed: Deed, _go_down: &dyn Fn()) -> Result<(), StoreError> {
        deed.refuse();
        Ok(())
    }

    fn limit_pages(&mut self, _pages_max: u32) -> Result<(), StoreError> {
        Ok(())
    }
}
