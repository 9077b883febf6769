//! Rooms that were running when the server ended: found at once, and brought back from their logs one after the
//! other, or as soon as somebody comes. One that can't be is left out, and no other notices.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Instant;

use dashmap::mapref::entry::Entry;
use protocol::ids::RoomCode;
use protocol::setup::Setup;

use super::{OpenRoom, Rooms};
use crate::recorder::{Damaged, Health, Posting, Replayed, RoomId, StoreFailed, StoredStep};
use crate::room::{
    Fujian, Game, Inbox, RebuildError, RoomContext, RoomCore, RoomEnd, RoomHandle, opened_with,
};
use crate::telemetry::metrics;

/// A room that nobody has needed yet. Whatever is asked of it while it is brought back waits in its inbox.
pub(super) struct Unopened {
    setup: Setup,
    steps: Vec<StoredStep>,
    inbox: Inbox,
}

/// Why a room does not go on.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Unusable {
    #[error(transparent)]
    Rebuild(#[from] RebuildError),
    #[error("it panicked while its steps were lived through again: {0}")]
    Panicked(String),
    #[error(transparent)]
    Store(StoreFailed),
}

impl Unusable {
    /// How a room ends that does not go on; says so, where somebody should look into it.
    pub(super) fn end(&self, code: RoomCode, id: RoomId) -> RoomEnd {
        match self {
            Self::Store(StoreFailed::RoomClosed) => RoomEnd::Closed,
            Self::Store(StoreFailed::Stopped) => RoomEnd::Left,
            Self::Store(_) | Self::Rebuild(_) | Self::Panicked(_) => {
                let error = self as &dyn std::error::Error;
                tracing::error!(room = %code, id = id.0, error, "a room can't be rebuilt: left out until the next start");
                metrics::room_left_out();
                RoomEnd::Lost
            }
        }
    }
}

impl Rooms {
    /// Finds every room that was running. They are brought back one after the other, the newest first, and before
    /// that when somebody asks for them.
    pub(crate) fn reopen(context: RoomContext, replayed: Replayed) -> Self {
        let rooms = Self {
            by_code: Arc::default(),
            left_out: Arc::default(),
            next_id: Arc::new(AtomicU64::new(replayed.next_room.0)),
            withdrawals: Arc::default(),
            context,
        };
        for Damaged { room, error, opening } in replayed.damaged {
            let code = opening.and_then(|body| opened_with(&body)).map(|(code, _)| code);
            let room_code = code.map(tracing::field::display);
            tracing::error!(id = room.0, room = room_code, %error, "damaged room left out");
            metrics::room_left_out();
            if let Some(code) = code {
                rooms.left_out.insert(code);
            }
        }
        let found = replayed.rooms.into_iter();
        let mut codes: Vec<_> = found.filter_map(|(id, steps)| rooms.note(id, steps)).collect();
        codes.reverse();
        if !codes.is_empty() {
            tokio::spawn(rooms.clone().bring_all_back(codes));
        }
        rooms
    }

    /// How many rooms are still to be brought back.
    pub(crate) fn unopened(&self) -> usize {
        self.by_code.iter().filter(|room| room.unopened.is_some()).count()
    }

    /// Puts a room into the directory for whoever comes; gives its code.
    fn note(&self, id: RoomId, steps: Vec<StoredStep>) -> Option<RoomCode> {
        let Some((code, setup)) = steps.first().and_then(|step| opened_with(&step.body)) else {
            let error = RebuildError::NotOpened;
            tracing::error!(id = id.0, %error, "a room can't be rebuilt: left out");
            metrics::room_left_out();
            return None;
        };
        let (handle, inbox) = RoomHandle::new(code);
        match self.by_code.entry(code) {
            Entry::Occupied(_) => {
                tracing::error!(room = %code, id = id.0, "two rooms with one code; the second is left out");
                metrics::room_left_out();
                None
            }
            Entry::Vacant(place) => {
                let unopened = Some(Box::new(Unopened { setup, steps, inbox }));
                place.insert(OpenRoom { id, handle, opener: None, unopened });
                Some(code)
            }
        }
    }

    /// Brings rooms back for what they have to do by themselves; others get their turn in between.
    async fn bring_all_back(self, codes: Vec<RoomCode>) {
        let began = Instant::now();
        let rooms = codes.len();
        for code in codes {
            self.find(code);
            tokio::task::yield_now().await;
        }
        tracing::info!(rooms, ms = began.elapsed().as_millis(), "all rooms are open");
    }

    /// Brings a room back that was not yet; nothing if that can't be done.
    pub(super) fn bring_back(&self, code: RoomCode) -> Option<RoomHandle> {
        let mut room = self.by_code.get_mut(&code)?;
        let (id, handle, unopened) = (room.id, room.handle.clone(), room.unopened.take());
        drop(room);
        // Who comes while somebody else does it waits at the room's inbox.
        let Some(unopened) = unopened else { return Some(handle) };
        let is_back = match unopened.setup {
            Setup::Fujian { .. } => self.bring_back_as::<Fujian>(code, id, *unopened),
        };
        is_back.then_some(handle)
    }

    fn bring_back_as<G: Game>(&self, code: RoomCode, id: RoomId, unopened: Unopened) -> bool {
        let Unopened { steps, mut inbox, .. } = unopened;
        match rebuild::<G>(id, &steps) {
            Ok(core) => {
                self.start(id, core, Vec::new(), inbox);
                true
            }
            Err(why) => {
                let (rooms, end) = (self.clone(), why.end(code, id));
                tokio::spawn(async move { rooms.let_go(code, end, &mut inbox).await });
                false
            }
        }
    }

    /// What is on disk of a room, as soon as it can be read.
    pub(super) async fn reload<G: Game>(&self, id: RoomId) -> Result<RoomCore<G>, Unusable> {
        let mut health = self.context.recorder.health();
        loop {
            match self.context.recorder.reload(id).await {
                Ok(steps) => return rebuild(id, &steps),
                Err(StoreFailed::Unavailable) => {
                    let is_back = health.wait_for(|health| *health != Health::Down).await;
                    is_back.map_err(|_| Unusable::Store(StoreFailed::Stopped))?;
                }
                Err(error) => return Err(Unusable::Store(error)),
            }
        }
    }
}

/// A room as it follows from its steps; whatever happens on the way happens to this room alone.
pub(crate) fn rebuild<G: Game>(id: RoomId, steps: &[StoredStep]) -> Result<RoomCore<G>, Unusable> {
    alone(steps, |bodies| RoomCore::rebuild(id, bodies))
}

/// What the steps of a room have posted. Those that begin with no opening were not taken in a room, as with the games of a
/// demo, and tell nothing.
pub(crate) fn posted(id: RoomId, steps: &[StoredStep]) -> Result<Vec<Posting>, Unusable> {
    let Some((_, setup)) = steps.first().and_then(|step| opened_with(&step.body)) else {
        return Ok(Vec::new());
    };
    match setup {
        Setup::Fujian { .. } => alone(steps, |bodies| RoomCore::<Fujian>::posted(id, bodies)),
    }
}

/// Lives through the steps of a room, which may break down.
fn alone<T>(
    steps: &[StoredStep],
    live: impl FnOnce(&mut dyn Iterator<Item = (u64, &[u8])>) -> Result<T, RebuildError>,
) -> Result<T, Unusable> {
    let lived = catch_unwind(AssertUnwindSafe(|| {
        #[cfg(test)]
        tests::break_down_if_asked(steps);
        live(&mut steps.iter().map(|step| (step.seq, &step.body[..])))
    }));
    match lived {
        Ok(lived) => lived.map_err(Unusable::Rebuild),
        Err(panicked) => {
            metrics::room_panicked();
            Err(Unusable::Panicked(said(&*panicked)))
        }
    }
}

/// What somebody said who panicked.
fn said(panicked: &(dyn Any + Send)) -> String {
    let text = panicked.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panicked.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("nothing").to_owned()
}

#[cfg(test)]
pub(super) mod tests;
