//! One batch: checks every step against its room, writes what is right, and says what became of each.

use tokio::sync::oneshot;

use super::{
    ChainError, StoreFailed,
    chain::{CHAIN_VERSION, Chain},
    journal::Journal,
    room_logs::{RoomLogs, link},
};
use crate::clock;
use crate::store::{
    BODY_BYTES_MAX, Posting, PostingRefused, RoomId, StoreError, StoredStep, WriteError,
};

/// A step that waits to become durable.
pub(super) struct Append {
    pub(super) step: StoredStep,
    pub(super) postings: Vec<Posting>,
    /// The epoch of the store in which it was handed over.
    pub(super) epoch: u64,
    pub(super) reply: oneshot::Sender<Result<(), StoreFailed>>,
}

impl Append {
    /// Says that it will not become durable.
    pub(super) fn refuse(self, why: StoreFailed) {
        let _ = self.reply.send(Err(why));
    }
}

/// What became of a batch that is durable.
#[derive(Default)]
pub(super) struct Committed {
    /// What became of each step, in order.
    pub(super) outcomes: Vec<Result<(), StoreFailed>>,
    /// The last score event it added.
    pub(super) last_event: Option<u64>,
}

/// Writes a batch in one transaction. After an error `rooms` is ahead of the disk, and has to be read anew.
pub(super) fn commit(
    writer: &mut impl Journal,
    rooms: &mut RoomLogs,
    epoch: u64,
    appends: &[Append],
) -> Result<Committed, StoreError> {
    let mut committed = Committed { outcomes: Vec::with_capacity(appends.len()), last_event: None };
    writer.begin(clock::now_ms())?;
    for append in appends {
        let written = match append.epoch == epoch {
            true => write(writer, rooms, append, &mut committed.last_event)?,
            false => Err(StoreFailed::Unavailable),
        };
        committed.outcomes.push(written);
    }
    writer.commit()?;
    Ok(committed)
}

/// Reads a room's steps back and verifies them.
pub(super) fn reload(
    writer: &mut impl Journal,
    rooms: &mut RoomLogs,
    room: RoomId,
) -> Result<Result<Vec<StoredStep>, StoreFailed>, StoreError> {
    let rows = match rooms.rows(room) {
        Ok(rows) => rows,
        Err(failed) => return Ok(Err(failed)),
    };
    if rows.is_empty() && writer.is_archived(room)? {
        return Ok(Err(StoreFailed::RoomClosed));
    }
    let (mut chain, mut steps) = (Ok(Chain::EMPTY), Vec::with_capacity(rows.len()));
    writer.read(&rows, |row| {
        chain = chain.and_then(|chain| chain.verified(room, &link(&row)));
        steps.push(StoredStep { room, seq: row.seq, body: row.body.to_vec() });
    })?;
    let end = rooms.end(room);
    let gap = |chain: Chain| ChainError::Gap { expected: chain.next_seq(), found: end.next_seq() };
    Ok(match chain.and_then(|chain| if chain == end { Ok(()) } else { Err(gap(chain)) }) {
        Ok(()) => {
            rooms.mark_loaded(room);
            Ok(steps)
        }
        Err(error) => {
            rooms.mark_damaged(room, error);
            Err(StoreFailed::Damaged(error))
        }
    })
}

fn write(
    writer: &mut impl Journal,
    rooms: &mut RoomLogs,
    append: &Append,
    last_event: &mut Option<u64>,
) -> Result<Result<(), StoreFailed>, StoreError> {
    let step = &append.step;
    let chain = match admit(rooms, append) {
        Ok(chain) => chain,
        Err(refused) => return Ok(Err(refused)),
    };
    if !rooms.is_open(step.room) && writer.is_archived(step.room)? {
        return Ok(Err(StoreFailed::RoomClosed));
    }
    let chain = chain.extended(step.room, &step.body);
    if append.postings.is_empty() {
        let row = writer.insert(step, CHAIN_VERSION, chain.hash())?;
        rooms.extend(step.room, chain, row);
        return Ok(Ok(()));
    }
    write_with_postings(writer, rooms, append, chain, last_event)
}

/// What can be said against a step before anything is written.
fn admit(rooms: &RoomLogs, append: &Append) -> Result<Chain, StoreFailed> {
    let step = &append.step;
    if step.body.len() > BODY_BYTES_MAX {
        return Err(StoreFailed::TooLarge { bytes: step.body.len() });
    }
    if append.postings.iter().any(|posting| posting.room() != step.room) {
        return Err(StoreFailed::Posting(PostingRefused::OtherRoom));
    }
    rooms.admit(step)
}

/// Writes a step and what it posts, or nothing of it if a posting is refused.
fn write_with_postings(
    writer: &mut impl Journal,
    rooms: &mut RoomLogs,
    append: &Append,
    chain: Chain,
    last_event: &mut Option<u64>,
) -> Result<Result<(), StoreFailed>, StoreError> {
    let room = append.step.room;
    writer.mark(room)?;
    let row = writer.insert(&append.step, CHAIN_VERSION, chain.hash())?;
    let mut posted = *last_event;
    let mut summary = None;
    for posting in &append.postings {
        match writer.post(posting) {
            Ok(event) => posted = event.or(posted),
            Err(WriteError::Refused(refused)) => {
                writer.take_back()?;
                return Ok(Err(StoreFailed::Posting(refused)));
            }
            Err(WriteError::Store(error)) => return Err(error),
        }
        if let Posting::RoomClosed { body_summary, .. } = posting {
            summary = Some(body_summary);
        }
    }
    rooms.extend(room, chain, row);
    if let Some(summary) = summary {
        let rows = rooms.rows(room).unwrap_or_default();
        writer.archive(room, &rows, summary)?;
        rooms.close(room);
    }
    writer.keep()?;
    *last_event = posted;
    Ok(Ok(()))
}
