//! What the recorder knows of every open room: the end of its chain, and which rows of the log are its.

use std::collections::{BTreeMap, HashMap};

use super::{
    ChainError, Damaged, Replayed, StoreFailed,
    chain::{Chain, Link},
    rows::Rows,
};
use crate::store::{LogRow, RoomId, Store, StoreError, StoredStep};

/// The logs of all open rooms.
#[derive(Debug, Default)]
pub(super) struct RoomLogs {
    open: HashMap<RoomId, RoomLog>,
    damaged: HashMap<RoomId, ChainError>,
}

/// The log of an open room.
#[derive(Clone, Debug)]
pub(super) struct RoomLog {
    pub(super) chain: Chain,
    /// The rows of its steps, in order.
    rows: Rows,
    /// The store failed since the room was loaded: its next step may build on one that was lost.
    is_stale: bool,
}

/// What became of a row.
pub(super) enum Taken {
    /// It is the next step of its room.
    Step(StoredStep),
    /// It is not, and its room is damaged.
    Misfit,
    /// Its room was damaged before.
    Nothing,
}

impl RoomLog {
    const EMPTY: Self = Self { chain: Chain::EMPTY, rows: Rows::EMPTY, is_stale: false };
}

impl RoomLogs {
    /// Reads and verifies the whole log, and shows every good step to `keep`.
    ///
    /// Steps of a room that turns out to be damaged later may have been shown.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or rows may be missing from it without a trace.
    pub(super) fn read(
        store: &mut Store,
        mut keep: impl FnMut(StoredStep),
    ) -> Result<Self, StoreError> {
        store.check_pages()?;
        let mut logs = Self::default();
        let mut misfits = Vec::new();
        store.scan_log(|row| match logs.take(&row) {
            Taken::Step(step) => keep(step),
            Taken::Misfit => misfits.push((row.seq, row.body.to_vec(), row.hash.to_vec())),
            Taken::Nothing => {}
        })?;
        for (seq, body, hash) in misfits {
            logs.find_owner(seq, &body, &hash);
        }
        Ok(logs)
    }

    /// A step under a wrong room may be the last one of another, which would go on without it and not know.
    fn find_owner(&mut self, seq: u64, body: &[u8], hash: &[u8]) {
        let is_next = |room: RoomId, log: &RoomLog| {
            log.chain.next_seq() == seq && *log.chain.extended(room, body).hash() == *hash
        };
        let owner =
            self.open.iter().find(|(room, log)| is_next(**room, log)).map(|(room, _)| *room);
        if let Some(room) = owner {
            self.mark_damaged(room, ChainError::Moved { seq });
        }
    }

    /// Takes a row as the next step of its room, if it is.
    pub(super) fn take(&mut self, row: &LogRow<'_>) -> Taken {
        let room = row.room;
        if self.damaged.contains_key(&room) {
            return Taken::Nothing;
        }
        let log = self.open.entry(room).or_insert(RoomLog::EMPTY);
        match log.chain.verified(room, &link(row)) {
            Ok(chain) => {
                log.chain = chain;
                log.rows.push(row.id);
                Taken::Step(StoredStep { room, seq: row.seq, body: row.body.to_vec() })
            }
            Err(error) => {
                self.mark_damaged(room, error);
                Taken::Misfit
            }
        }
    }

    /// The highest room that is in the log.
    pub(super) fn last_room(&self) -> Option<RoomId> {
        self.open.keys().chain(self.damaged.keys()).max().copied()
    }

    /// The damaged rooms, and what is wrong with each.
    pub(super) fn damaged(&self) -> Vec<(RoomId, ChainError)> {
        let mut damaged: Vec<_> =
            self.damaged.iter().map(|(room, error)| (*room, *error)).collect();
        damaged.sort_unstable_by_key(|(room, _)| *room);
        damaged
    }

    /// How many rooms can go on.
    pub(super) fn open_rooms(&self) -> u64 {
        self.open.len() as u64
    }

    /// How many steps those have.
    pub(super) fn steps(&self) -> u64 {
        self.open.values().map(|log| log.rows.len() as u64).sum()
    }

    /// Whether the room has steps in the log.
    pub(super) fn is_open(&self, room: RoomId) -> bool {
        self.open.contains_key(&room)
    }

    /// Makes every room reload itself before it goes on.
    pub(super) fn mark_stale(&mut self) {
        for log in self.open.values_mut() {
            log.is_stale = true;
        }
    }

    /// The end of the room's chain, if this step may follow it.
    pub(super) fn admit(&self, step: &StoredStep) -> Result<Chain, StoreFailed> {
        if let Some(error) = self.damaged.get(&step.room) {
            return Err(StoreFailed::Damaged(*error));
        }
        let (is_stale, chain) = self
            .open
            .get(&step.room)
            .map_or((false, Chain::EMPTY), |log| (log.is_stale, log.chain));
        if is_stale {
            return Err(StoreFailed::ReloadFirst);
        }
        let expected = chain.next_seq();
        match step.seq == expected {
            true => Ok(chain),
            false => Err(StoreFailed::WrongSeq { expected, found: step.seq }),
        }
    }

    /// Notes the room's next step.
    pub(super) fn extend(&mut self, room: RoomId, chain: Chain, row: i64) {
        let log = self.open.entry(room).or_insert(RoomLog::EMPTY);
        log.chain = chain;
        log.rows.push(row);
    }

    /// The rows of the room's steps.
    pub(super) fn rows(&self, room: RoomId) -> Result<Vec<i64>, StoreFailed> {
        match self.damaged.get(&room) {
            Some(error) => Err(StoreFailed::Damaged(*error)),
            None => Ok(self.open.get(&room).map_or(Vec::new(), |log| log.rows.to_vec())),
        }
    }

    /// The end of the room's chain.
    pub(super) fn end(&self, room: RoomId) -> Chain {
        self.open.get(&room).map_or(Chain::EMPTY, |log| log.chain)
    }

    /// Notes that the room knows its steps again.
    pub(super) fn mark_loaded(&mut self, room: RoomId) {
        if let Some(log) = self.open.get_mut(&room) {
            log.is_stale = false;
        }
    }

    /// Notes that the room cannot be read any more.
    pub(super) fn mark_damaged(&mut self, room: RoomId, error: ChainError) {
        self.open.remove(&room);
        self.damaged.insert(room, error);
    }

    /// Forgets a room that is closed.
    pub(super) fn close(&mut self, room: RoomId) {
        self.open.remove(&room);
    }
}

impl Replayed {
    /// What was read of rooms, sorted into those that can go on and those that can't.
    pub(super) fn of(
        logs: &RoomLogs,
        mut steps: BTreeMap<RoomId, Vec<StoredStep>>,
        next_room: RoomId,
    ) -> Self {
        let damaged = logs.damaged().into_iter().map(|(room, error)| {
            let first = steps.remove(&room).and_then(|steps| steps.into_iter().next());
            Damaged { room, error, opening: first.map(|step| step.body) }
        });
        let damaged = damaged.collect();
        steps.retain(|room, _| logs.is_open(*room));
        Self { rooms: steps.into_iter().collect(), damaged, next_room }
    }
}

/// A row as the chain sees it.
pub(super) fn link<'a>(row: &LogRow<'a>) -> Link<'a> {
    Link { seq: row.seq, version: row.version, body: row.body, hash: row.hash }
}
