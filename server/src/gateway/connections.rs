//! Every open socket, for the operator to see and to end.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use dashmap::DashMap;
use protocol::ids::RoomCode;
use tokio::time::Instant;

use crate::room::{ConnectionId, Cut, Outbox};

/// The open sockets. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub(super) struct Connections {
    by_id: Arc<DashMap<ConnectionId, Known>>,
    last_id: Arc<AtomicU64>,
}

/// What is known of a socket.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub(super) id: ConnectionId,
    pub(super) ip: IpAddr,
    pub(super) since: Instant,
    pub(super) room: Option<RoomCode>,
    outbox: Outbox,
}

impl Known {
    /// How many bytes of messages it was sent.
    pub(super) fn sent_bytes(&self) -> u64 {
        self.outbox.sent_bytes()
    }
}

impl Connections {
    /// Enters a new socket; it is taken out when what is given back is dropped.
    pub(super) fn register(&self, ip: IpAddr, outbox: Outbox) -> Registered {
        let id = ConnectionId(self.last_id.fetch_add(1, Ordering::Relaxed) + 1);
        let known = Known { id, ip, since: Instant::now(), room: None, outbox };
        self.by_id.insert(id, known);
        Registered { connections: self.clone(), id }
    }

    pub(super) fn len(&self) -> usize {
        self.by_id.len()
    }

    /// How many messages wait for the one for which most do.
    pub(super) fn longest_queue(&self) -> usize {
        self.by_id.iter().map(|known| known.outbox.len()).max().unwrap_or(0)
    }

    /// All of them, the oldest first.
    pub(super) fn list(&self) -> Vec<Known> {
        let mut known: Vec<_> = self.by_id.iter().map(|entry| entry.value().clone()).collect();
        known.sort_unstable_by_key(|known| known.id.0);
        known
    }

    /// Ends them all.
    pub(super) fn cut_all(&self, why: Cut) {
        self.by_id.iter().for_each(|known| known.outbox.cut(why));
    }

    /// Ends one of them; `false` if there is none with this id.
    pub(super) fn kick(&self, id: ConnectionId) -> bool {
        let known = self.by_id.get(&id);
        known.is_some_and(|known| {
            known.outbox.cut(Cut::Operator);
            true
        })
    }
}

/// A socket that is in the list.
#[derive(Debug)]
pub(super) struct Registered {
    connections: Connections,
    pub(super) id: ConnectionId,
}

impl Registered {
    /// Notes which room the socket is in.
    pub(super) fn is_in(&self, room: Option<RoomCode>) {
        if let Some(mut known) = self.connections.by_id.get_mut(&self.id) {
            known.room = room;
        }
    }
}

impl Drop for Registered {
    fn drop(&mut self) {
        self.connections.by_id.remove(&self.id);
    }
}
