//! The directory of rooms: found by code, opened, and brought back after a restart or a breakdown.

mod listing;
#[cfg(test)]
mod over_sockets;
mod reopening;
#[cfg(test)]
mod simulation;
mod withdrawing;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use dashmap::mapref::entry::Entry;
use dashmap::{DashMap, DashSet};
use protocol::ids::{RoomCode, SeatToken, Seq};
use protocol::refusal::Refusal;
use protocol::setup::Setup;
use tokio::sync::Mutex;
use tracing::Instrument;

use self::reopening::Unopened;
use crate::recorder::RoomId;
use crate::room::{
    Fujian, Game, Inbox, NewStep, RoomActor, RoomContext, RoomCore, RoomEnd, RoomHandle,
};
use crate::secret::{self, SecretHash};
use crate::telemetry::metrics;

pub(crate) use self::listing::Unanswered;
pub(crate) use self::reopening::posted;
#[cfg(test)]
pub(crate) use self::reopening::rebuild;

/// Every room of this server. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Rooms {
    by_code: Arc<DashMap<RoomCode, OpenRoom>>,
    /// Rooms that can't go on before the next start: who is in one keeps their seat, and nobody gets its code.
    left_out: Arc<DashSet<RoomCode>>,
    next_id: Arc<AtomicU64>,
    /// How many profiles rooms were asked to show no longer.
    withdrawals: Arc<AtomicU64>,
    context: RoomContext,
}

/// A room of the directory; the one opened later has the greater id.
struct OpenRoom {
    id: RoomId,
    handle: RoomHandle,
    /// What whoever opened it brought for a token, while this server runs.
    opener: Option<SecretHash>,
    /// What it is brought back from, until somebody comes or its turn does.
    unopened: Option<Box<Unopened>>,
}

impl Rooms {
    /// The room with this code; one that was not brought back yet is.
    pub(crate) fn find(&self, code: RoomCode) -> Option<RoomHandle> {
        let room = self.by_code.get(&code)?;
        if room.unopened.is_none() {
            return Some(room.handle.clone());
        }
        drop(room);
        self.bring_back(code)
    }

    /// Whether there is a room with this code.
    pub(crate) fn has(&self, code: RoomCode) -> bool {
        self.by_code.contains_key(&code) || self.is_left_out(code)
    }

    /// Whether the room with this code can't go on before the next start.
    pub(crate) fn is_left_out(&self, code: RoomCode) -> bool {
        self.left_out.contains(&code)
    }

    /// Takes a room out of the directory whose task has ended; who asked something of it meanwhile is told why not.
    async fn let_go(&self, code: RoomCode, end: RoomEnd, inbox: &mut Inbox) {
        let why = match end {
            RoomEnd::Closed | RoomEnd::Left => Refusal::NoRoom,
            RoomEnd::Lost => {
                self.left_out.insert(code);
                Refusal::StoreUnavailable
            }
        };
        self.by_code.remove(&code);
        inbox.close(why).await;
    }

    /// How many rooms there are.
    pub(crate) fn len(&self) -> usize {
        self.by_code.len()
    }

    /// How many commands wait for the room for which most do.
    pub(crate) fn longest_queue(&self) -> usize {
        self.by_code.iter().map(|room| room.handle.queue_len()).max().unwrap_or(0)
    }

    /// The room that was opened by somebody who brought this token.
    pub(crate) fn opened_by(&self, token: &SeatToken) -> Option<RoomHandle> {
        let hash = secret::hash(&token.0);
        let is_same = |opener: &SecretHash| secret::is_same(&hash, opener);
        let found = self.by_code.iter().find(|room| room.opener.as_ref().is_some_and(is_same));
        found.map(|room| room.handle.clone())
    }

    /// Opens a room with a code nobody has, for somebody who may bring a token.
    pub(crate) fn open(
        &self,
        setup: Setup,
        public: bool,
        token: Option<&SeatToken>,
    ) -> Result<RoomHandle, Refusal> {
        let code = self.free_code();

        let id = RoomId(self.next_id.fetch_add(1, Ordering::Relaxed));
        let opened = match &setup {
            Setup::Fujian { .. } => {
                let (core, opened) = RoomCore::<Fujian>::open(id, code, setup, public)?;
                self.spawn(id, core, vec![opened], token.map(|token| secret::hash(&token.0)))
            }
        };
        // Somebody else may have taken the code since: nobody gets into another's room by that.
        opened.ok_or(Refusal::SlowDown)
    }

    fn free_code(&self) -> RoomCode {
        loop {
            let code = RoomCode::from_random(rand::random());
            if let Some(code) = code.filter(|code| !self.has(*code)) {
                return code;
            }
        }
    }

    /// Puts a room into the directory and runs it, unless there is one with its code.
    fn spawn<G: Game>(
        &self,
        id: RoomId,
        core: RoomCore<G>,
        opening: Vec<NewStep<G>>,
        opener: Option<SecretHash>,
    ) -> Option<RoomHandle> {
        let code = core.code();
        let (handle, inbox) = RoomHandle::new(code);
        let Entry::Vacant(place) = self.by_code.entry(code) else { return None };
        place.insert(OpenRoom { id, handle: handle.clone(), opener, unopened: None });
        self.start(id, core, opening, inbox);
        Some(handle)
    }

    fn start<G: Game>(
        &self,
        id: RoomId,
        core: RoomCore<G>,
        opening: Vec<NewStep<G>>,
        inbox: Inbox,
    ) {
        inbox.list_as(core.view().public);
        // What happens in a room is logged with its code, for whoever looks closely.
        let span = tracing::debug_span!(parent: None, "room", room = %core.code());
        // In a box: a task holds space for whatever it was begun with until it ends.
        tokio::spawn(self.clone().keep(id, Box::new(core), opening, inbox).instrument(span));
    }

    /// Runs a room to its end; one that panics is reopened from its log, once at the same place.
    /// What is asked of it meanwhile waits.
    async fn keep<G: Game>(
        self,
        id: RoomId,
        mut core: Box<RoomCore<G>>,
        mut opening: Vec<NewStep<G>>,
        inbox: Inbox,
    ) {
        let code = core.code();
        let inbox = Arc::new(Mutex::new(inbox));
        let mut broke_at: Option<Seq> = None;
        let end = loop {
            // From the disk comes what has nothing to store.
            let shown = if opening.is_empty() { core.shown_profiles() } else { Vec::new() };
            let missed = Box::pin(self.missed(shown)).await;
            let (context, inbox) = (self.context.clone(), Arc::clone(&inbox).lock_owned().await);
            let room = async move {
                RoomActor::new(id, core, opening, context, inbox).without(missed).run().await
            };
            if let Ok(end) = tokio::spawn(room.in_current_span()).await {
                break end;
            }
            metrics::room_panicked();
            let again = match self.reload::<G>(id).await {
                Ok(again) => again,
                Err(why) => break why.end(code, id),
            };
            if broke_at == Some(again.seq()) {
                tracing::error!(room = %code, step = again.seq().0, "a room panicked twice at the same step: left out until the next start");
                metrics::room_left_out();
                break RoomEnd::Lost;
            }
            tracing::error!(room = %code, step = again.seq().0, "a room panicked: reopened from its log");
            broke_at = Some(again.seq());
            (core, opening) = (Box::new(again), Vec::new());
        };
        tracing::debug!(room = %code, ?end, "a room has ended");
        self.let_go(code, end, &mut *inbox.lock().await).await;
    }
}

#[cfg(test)]
mod tests {
    use protocol::client::HostOrder;
    use protocol::codec::Encoding;
    use std::time::Duration;

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
                Ok(Outgoing::Close(code)) => panic!("closed with {code:?}"),
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
        let manners = Manners { order_every: Duration::ZERO, ..Manners::default() };
        let rooms = Rooms::reopen(RoomContext::new(recorder.clone(), manners), replayed);
        let room = rooms.open(Setup::Fujian { rules: Rules::CLASSIC }, false, None).unwrap();
        let (sender, mut outbox) = Outbox::new();
        let connection =
            Connection { id: ConnectionId(1), encoding: Encoding::Json, outbox: sender };
        let name = "Ana".parse().unwrap();
        let (request, player) =
            (RequestId(1), Newcomer { name, tip: None, profile: None, token: None });
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
        // One of the two changes something.
        order(&room, &host, &mut outbox, ORDERS_MAX).await;
        let again = order(&room, &host, &mut outbox, ORDERS_MAX + 1).await;
        assert!(matches!(again, SeatMessage::Accepted { seq, .. } if seq > snapshot));
    }
}
