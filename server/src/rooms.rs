//! The directory of rooms: found by code, opened, and brought back after a restart.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use dashmap::DashMap;
use dashmap::mapref::entry::Entry;
use protocol::ids::RoomCode;
use protocol::refusal::Refusal;
use rules::fujian::Rules;
use tokio_util::task::TaskTracker;

use crate::recorder::{Replayed, RoomId};
use crate::room::{RoomActor, RoomContext, RoomCore, RoomHandle};

/// Rooms a server takes at most.
const ROOMS_MAX: usize = 20_000;

/// Every room of this server. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Rooms {
    by_code: Arc<DashMap<RoomCode, RoomHandle>>,
    next_id: Arc<AtomicU64>,
    context: RoomContext,
    tasks: TaskTracker,
}

impl Rooms {
    /// Brings back every room that was running.
    pub(crate) fn reopen(context: RoomContext, replayed: Replayed) -> Self {
        let rooms = Self {
            by_code: Arc::default(),
            next_id: Arc::new(AtomicU64::new(replayed.next_room.0)),
            context,
            tasks: TaskTracker::new(),
        };
        for (room, error) in replayed.damaged {
            tracing::error!(room = room.0, %error, "damaged room left out");
        }
        for (id, steps) in replayed.rooms {
            let bodies = steps.iter().map(|step| (step.seq, &step.body[..]));
            match RoomCore::rebuild(bodies) {
                Ok(core) => rooms.spawn(id, core, Vec::new()),
                Err(error) => tracing::error!(room = id.0, %error, "room can't be rebuilt"),
            }
        }
        rooms
    }

    /// The room with this code.
    pub(crate) fn find(&self, code: RoomCode) -> Option<RoomHandle> {
        self.by_code.get(&code).map(|room| room.value().clone())
    }

    /// How many rooms there are.
    pub(crate) fn len(&self) -> usize {
        self.by_code.len()
    }

    /// Opens a room with a code nobody has.
    pub(crate) fn open(&self, rules: Rules, public: bool) -> Result<RoomHandle, Refusal> {
        if self.len() >= ROOMS_MAX {
            return Err(Refusal::TooManyRooms);
        }
        loop {
            let Some(code) = RoomCode::from_random(rand::random()) else { continue };
            if self.by_code.contains_key(&code) {
                continue;
            }
            let (core, opened) = RoomCore::open(code, rules, public)?;
            let id = RoomId(self.next_id.fetch_add(1, Ordering::Relaxed));
            self.spawn(id, core, vec![opened]);
            return self.find(code).ok_or(Refusal::NoRoom);
        }
    }

    fn spawn(&self, id: RoomId, core: RoomCore, opening: Vec<crate::room::Taken>) {
        let code = core.code();
        let (handle, inbox) = RoomHandle::new();
        match self.by_code.entry(code) {
            Entry::Occupied(_) => {
                tracing::error!(room = %code, "two rooms with one code; the second is left out");
            }
            Entry::Vacant(place) => {
                place.insert(handle);
                let actor = RoomActor::new(id, core, self.context.clone(), inbox);
                let rooms = Arc::clone(&self.by_code);
                self.tasks.spawn(async move {
                    actor.run(opening).await;
                    rooms.remove(&code);
                });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use protocol::client::HostOrder;
    use protocol::codec::Encoding;
    use protocol::fujian::SeatMessage;
    use protocol::ids::RequestId;
    use tokio::sync::mpsc;
    use tokio_util::sync::CancellationToken;

    use super::*;
    use crate::recorder::{Recorder, RecorderOptions};
    use crate::room::{Connection, ConnectionId, OUTBOX_MAX, Outgoing, RoomCommand};

    /// Enough orders to fill a small database.
    const ORDERS_MAX: u32 = 20_000;

    async fn hear(outbox: &mut mpsc::Receiver<Outgoing>) -> SeatMessage {
        loop {
            match outbox.recv().await {
                Some(Outgoing::Frame(bytes)) => return serde_json::from_slice(&bytes).unwrap(),
                Some(Outgoing::Outside) => {}
                Some(Outgoing::Close(code)) => panic!("closed with {code}"),
                None => panic!("the room is gone"),
            }
        }
    }

    /// Orders something harmless and waits for the answer.
    async fn order(
        room: &RoomHandle,
        outbox: &mut mpsc::Receiver<Outgoing>,
        number: u32,
    ) -> SeatMessage {
        let (from, request) = (ConnectionId(1), RequestId(number));
        let order = HostOrder::Public { public: number.is_multiple_of(2) };
        room.send(RoomCommand::Host { from, request, order }).await.unwrap();
        loop {
            let heard = hear(outbox).await;
            if matches!(heard, SeatMessage::Accepted { .. } | SeatMessage::Refused { .. }) {
                return heard;
            }
        }
    }

    #[tokio::test]
    async fn a_full_disk_refuses_requests_until_there_is_room_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("sanjin.sqlite");
        let (recorder, replayed) = Recorder::open(&path, RecorderOptions::default()).unwrap();
        let bot_pace = Duration::ZERO..Duration::ZERO;
        let rooms = Rooms::reopen(RoomContext { recorder: recorder.clone(), bot_pace }, replayed);
        let room = rooms.open(Rules::CLASSIC, true).unwrap();
        let (sender, mut outbox) = mpsc::channel(OUTBOX_MAX);
        let connection = Connection {
            id: ConnectionId(1),
            encoding: Encoding::Json,
            outbox: sender,
            too_slow: CancellationToken::new(),
        };
        let name = "Ana".parse().unwrap();
        room.send(RoomCommand::Join { connection, request: RequestId(1), name }).await.unwrap();
        assert!(matches!(hear(&mut outbox).await, SeatMessage::Seated { .. }));

        recorder.limit_pages(40).await;
        let mut accepted = Vec::new();
        let refused = loop {
            let number = 2 + accepted.len() as u32;
            assert!(number < ORDERS_MAX, "the disk never fills");
            match order(&room, &mut outbox, number).await {
                SeatMessage::Accepted { seq, .. } => accepted.push(seq),
                refused => break refused,
            }
        };
        assert!(matches!(refused, SeatMessage::Refused { reason: Refusal::StoreUnavailable, .. }));

        recorder.limit_pages(1_000_000).await;
        let snapshot = loop {
            if let SeatMessage::Snapshot { seq, .. } = hear(&mut outbox).await {
                break seq;
            }
        };
        assert!(Some(&snapshot) >= accepted.last(), "an accepted order was lost");
        let again = order(&room, &mut outbox, ORDERS_MAX).await;
        assert!(matches!(again, SeatMessage::Accepted { seq, .. } if seq > snapshot));
    }
}
