//! The directory of rooms: found by code, opened, and brought back after a restart or a breakdown.

mod listing;
#[cfg(test)]
mod over_sockets;
#[cfg(test)]
mod simulation;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use dashmap::DashMap;
use dashmap::mapref::entry::Entry;
use protocol::ids::{RoomCode, Seq};
use protocol::refusal::Refusal;
use protocol::setup::Setup;
use tokio::sync::Mutex;

use crate::recorder::{Health, Replayed, RoomId, StoreFailed, StoredStep};
use crate::room::{
    Fujian, Game, Inbox, RebuildError, RoomActor, RoomContext, RoomCore, RoomEnd, RoomHandle,
    Taken, opened_with,
};
use crate::telemetry::metrics;

pub(crate) use self::listing::Unanswered;

/// Every room of this server. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Rooms {
    by_code: Arc<DashMap<RoomCode, OpenRoom>>,
    next_id: Arc<AtomicU64>,
    context: RoomContext,
}

/// A room of the directory; the one opened later has the greater id.
struct OpenRoom {
    id: RoomId,
    handle: RoomHandle,
}

impl Rooms {
    /// Brings back every room that was running.
    pub(crate) fn reopen(context: RoomContext, replayed: Replayed) -> Self {
        let rooms = Self {
            by_code: Arc::default(),
            next_id: Arc::new(AtomicU64::new(replayed.next_room.0)),
            context,
        };
        for (room, error) in replayed.damaged {
            tracing::error!(room = room.0, %error, "damaged room left out");
        }
        for (id, steps) in replayed.rooms {
            if let Err(error) = rooms.bring_back(id, &steps) {
                tracing::error!(room = id.0, %error, "room can't be rebuilt");
            }
        }
        rooms
    }

    fn bring_back(&self, id: RoomId, steps: &[StoredStep]) -> Result<(), RebuildError> {
        let first = steps.first().and_then(|step| opened_with(&step.body));
        match first.ok_or(RebuildError::NotOpened)? {
            Setup::Fujian { .. } => self.spawn(id, rebuild::<Fujian>(id, steps)?, Vec::new()),
        }
        Ok(())
    }

    /// The room with this code.
    pub(crate) fn find(&self, code: RoomCode) -> Option<RoomHandle> {
        self.by_code.get(&code).map(|room| room.handle.clone())
    }

    /// How many rooms there are.
    pub(crate) fn len(&self) -> usize {
        self.by_code.len()
    }

    /// Opens a room with a code nobody has.
    pub(crate) fn open(&self, setup: Setup, public: bool) -> Result<RoomHandle, Refusal> {
        loop {
            let Some(code) = RoomCode::from_random(rand::random()) else { continue };
            if self.by_code.contains_key(&code) {
                continue;
            }
            let id = RoomId(self.next_id.fetch_add(1, Ordering::Relaxed));
            match &setup {
                Setup::Fujian { .. } => {
                    let (core, opened) = RoomCore::<Fujian>::open(id, code, setup, public)?;
                    self.spawn(id, core, vec![opened]);
                }
            }
            return self.find(code).ok_or(Refusal::NoRoom);
        }
    }

    fn spawn<G: Game>(&self, id: RoomId, core: RoomCore<G>, opening: Vec<Taken<G>>) {
        let code = core.code();
        let (handle, inbox) = RoomHandle::new(code);
        match self.by_code.entry(code) {
            Entry::Occupied(_) => {
                tracing::error!(room = %code, "two rooms with one code; the second is left out");
            }
            Entry::Vacant(place) => {
                place.insert(OpenRoom { id, handle });
                // In a box: a task holds space for whatever it was begun with until it ends.
                tokio::spawn(self.clone().keep(id, Box::new(core), opening, inbox));
            }
        }
    }

    /// Runs a room to its end; one that panics is reopened from its log, once at the same place.
    /// What is asked of it meanwhile waits.
    async fn keep<G: Game>(
        self,
        id: RoomId,
        mut core: Box<RoomCore<G>>,
        mut opening: Vec<Taken<G>>,
        inbox: Inbox,
    ) {
        let code = core.code();
        let inbox = Arc::new(Mutex::new(inbox));
        let mut broke_at: Option<Seq> = None;
        let end = loop {
            let (context, inbox) = (self.context.clone(), Arc::clone(&inbox).lock_owned().await);
            let room = async move { RoomActor::new(id, core, opening, context, inbox).run().await };
            if let Ok(end) = tokio::spawn(room).await {
                break end;
            }
            metrics::room_panicked();
            let Some(again) = self.reload(id).await else { break RoomEnd::Lost };
            if broke_at == Some(again.seq()) {
                tracing::error!(room = %code, step = again.seq().0, "a room panicked twice at the same step: left out until the next start");
                break RoomEnd::Lost;
            }
            tracing::error!(room = %code, step = again.seq().0, "a room panicked: reopened from its log");
            broke_at = Some(again.seq());
            (core, opening) = (Box::new(again), Vec::new());
        };
        tracing::debug!(room = %code, ?end, "a room has ended");
        self.by_code.remove(&code);
        inbox.lock().await.close().await;
    }

    /// What is on disk of a room, as soon as it can be read.
    async fn reload<G: Game>(&self, id: RoomId) -> Option<RoomCore<G>> {
        let mut health = self.context.recorder.health();
        loop {
            match self.context.recorder.reload(id).await {
                Ok(steps) => return rebuild(id, &steps).ok(),
                Err(StoreFailed::Unavailable) => {
                    health.wait_for(|health| *health != Health::Down).await.ok()?;
                }
                Err(_) => return None,
            }
        }
    }
}

fn rebuild<G: Game>(id: RoomId, steps: &[StoredStep]) -> Result<RoomCore<G>, RebuildError> {
    RoomCore::rebuild(id, steps.iter().map(|step| (step.seq, &step.body[..])))
}

#[cfg(test)]
mod tests {
    use protocol::client::HostOrder;
    use protocol::codec::Encoding;
    use protocol::fujian::SeatMessage;
    use protocol::ids::RequestId;
    use rules::fujian::Rules;

    use super::*;
    use crate::recorder::{Recorder, RecorderOptions};
    use crate::room::{
        Connection, ConnectionId, Manners, Newcomer, Outbox, OutboxReader, Outgoing, RoomCommand,
    };

    /// Enough orders to fill a small database.
    const ORDERS_MAX: u32 = 20_000;

    async fn hear(outbox: &mut OutboxReader) -> SeatMessage {
        loop {
            match outbox.next().await {
                Ok(Outgoing::Frame(bytes) | Outgoing::TurnedAway { frame: bytes, .. }) => {
                    return serde_json::from_slice(&bytes).unwrap();
                }
                Ok(Outgoing::Outside) => {}
                Ok(Outgoing::Close(code)) => panic!("closed with {code}"),
                Err(cut) => panic!("cut off: {cut:?}"),
            }
        }
    }

    /// Orders something harmless and waits for the answer.
    async fn order(
        room: &RoomHandle,
        from: &Connection,
        outbox: &mut OutboxReader,
        number: u32,
    ) -> SeatMessage {
        let (from, request) = (from.clone(), RequestId(number));
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
        let context = RoomContext::new(recorder.clone(), Manners::default());
        let rooms = Rooms::reopen(context, replayed);
        let room = rooms.open(Setup::Fujian { rules: Rules::CLASSIC }, true).unwrap();
        let (sender, mut outbox) = Outbox::new();
        let connection =
            Connection { id: ConnectionId(1), encoding: Encoding::Json, outbox: sender };
        let name = "Ana".parse().unwrap();
        let (request, player) = (RequestId(1), Newcomer { name, tip: None, profile: None });
        let host = connection.clone();
        room.send(RoomCommand::Join { connection, request, player }).await.unwrap();
        assert!(matches!(hear(&mut outbox).await, SeatMessage::Seated { .. }));

        recorder.limit_pages(40).await;
        let mut accepted = Vec::new();
        let refused = loop {
            let number = 2 + accepted.len() as u32;
            assert!(number < ORDERS_MAX, "the disk never fills");
            match order(&room, &host, &mut outbox, number).await {
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
        let again = order(&room, &host, &mut outbox, ORDERS_MAX).await;
        assert!(matches!(again, SeatMessage::Accepted { seq, .. } if seq > snapshot));
    }
}
