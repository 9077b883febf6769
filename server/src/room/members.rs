//! Who is connected to a room, and what they hear.

use std::collections::HashMap;

use bytes::Bytes;
use protocol::codec::Encoding;
use protocol::fujian::SpectatorMessage;
use protocol::ids::RequestId;
use protocol::refusal::Refusal;
use protocol::server::ByeReason;
use rules::seat::{BySeat, Seat};
use serde::Serialize;

use super::core::{RoomCore, Step};
use super::{Connection, ConnectionId, Outgoing};

/// The code a connection is closed with when another has taken its seat.
const CLOSE_REPLACED: u16 = 4001;

/// Somebody connected.
pub(super) struct Member {
    pub(super) connection: Connection,
    pub(super) seat: Option<Seat>,
    /// Whether they have been brought up to date, and hear every step from then on.
    hears: bool,
}

/// Everybody connected.
#[derive(Default)]
pub(super) struct Members {
    by_id: HashMap<ConnectionId, Member>,
}

impl Members {
    /// Somebody comes in; they hear nothing until they are admitted.
    pub(super) fn enter(&mut self, connection: Connection, seat: Option<Seat>) {
        self.by_id.insert(connection.id, Member { connection, seat, hears: false });
    }

    /// Brings somebody up to date; from now on they hear every step. Whoever had their seat before
    /// is told so.
    pub(super) fn admit(&mut self, id: ConnectionId, frames: Vec<Bytes>) {
        let Some(member) = self.by_id.get_mut(&id) else { return };
        member.hears = true;
        frames.into_iter().for_each(|frame| send(&member.connection, frame));
        if let Some(seat) = member.seat {
            let is_before =
                |member: &Member| member.seat == Some(seat) && member.connection.id != id;
            for before in self.take(is_before) {
                bye(&before.connection, ByeReason::Replaced, None);
                // Full or gone: then it is being closed already.
                let _ = before.connection.outbox.try_send(Outgoing::Close(CLOSE_REPLACED));
            }
        }
        self.say_presence();
    }

    pub(super) fn get(&self, id: ConnectionId) -> Option<&Member> {
        self.by_id.get(&id)
    }

    /// Somebody gets up: from now on they ask for nothing at that seat.
    pub(super) fn unseat(&mut self, id: ConnectionId) {
        if let Some(member) = self.by_id.get_mut(&id) {
            member.seat = None;
        }
    }

    /// Lets somebody go who has left; they may go to another room.
    pub(super) fn let_go(&mut self, id: ConnectionId) {
        if let Some(member) = self.leave(id) {
            let _ = member.connection.outbox.try_send(Outgoing::Outside);
        }
    }

    /// Somebody is gone.
    pub(super) fn leave(&mut self, id: ConnectionId) -> Option<Member> {
        let member = self.by_id.remove(&id)?;
        self.say_presence();
        Some(member)
    }

    /// The host has emptied a seat.
    pub(super) fn kick(&mut self, seat: Seat) {
        for member in self.take(|member| member.seat == Some(seat)) {
            bye(&member.connection, ByeReason::Kicked, None);
            let _ = member.connection.outbox.try_send(Outgoing::Outside);
        }
        self.say_presence();
    }

    /// The room goes on from what is on disk: everybody gets everything as it stands.
    pub(super) fn start_anew(&mut self, core: &RoomCore) {
        for Member { connection, seat, hears } in self.by_id.values_mut() {
            *hears = true;
            let snapshot = match seat {
                Some(seat) => encode(connection.encoding, &core.seat_snapshot(*seat)),
                None => encode(connection.encoding, &core.spectator_snapshot()),
            };
            send(connection, snapshot);
        }
    }

    /// Tells one of them something.
    pub(super) fn tell(&self, id: ConnectionId, frame: Bytes) {
        if let Some(member) = self.by_id.get(&id) {
            send(&member.connection, frame);
        }
    }

    /// Tells everybody a step: encoded once for each audience, however many hear it.
    pub(super) fn broadcast(&self, step: &Step) {
        let mut encoded: HashMap<(Encoding, Option<Seat>), Bytes> = HashMap::new();
        for Member { connection, seat, .. } in self.by_id.values().filter(|member| member.hears) {
            let frame = encoded
                .entry((connection.encoding, *seat))
                .or_insert_with(|| encode_step(connection.encoding, step, *seat));
            send(connection, frame.clone());
        }
    }

    /// Whose player is connected.
    pub(super) fn online(&self) -> BySeat<bool> {
        BySeat::from_fn(|seat| self.by_id.values().any(|member| member.seat == Some(seat)))
    }

    fn say_presence(&self) {
        let watchers = self.by_id.values().filter(|member| member.seat.is_none()).count() as u32;
        let presence: SpectatorMessage =
            SpectatorMessage::Presence { online: self.online(), watchers };
        for Member { connection, .. } in self.by_id.values().filter(|member| member.hears) {
            send(connection, encode(connection.encoding, &presence));
        }
    }

    fn take(&mut self, which: impl Fn(&Member) -> bool) -> Vec<Member> {
        self.by_id.extract_if(|_, member| which(member)).map(|(_, member)| member).collect()
    }
}

pub(super) fn encode(encoding: Encoding, message: &impl Serialize) -> Bytes {
    encoding.encode(message).into()
}

pub(super) fn encode_step(encoding: Encoding, step: &Step, seat: Option<Seat>) -> Bytes {
    match seat {
        Some(seat) => encode(encoding, &step.to_seat(seat)),
        None => encode(encoding, &step.to_spectator()),
    }
}

/// Refuses somebody who is not in the room, and lets them try another.
pub(super) fn turn_away(connection: &Connection, request: RequestId, reason: Refusal) {
    let refused: SpectatorMessage = SpectatorMessage::Refused { request, reason };
    send(connection, encode(connection.encoding, &refused));
    let _ = connection.outbox.try_send(Outgoing::Outside);
}

/// Puts a frame in a connection's outbox; one whose outbox is full is cut off, and resumes.
fn send(connection: &Connection, frame: Bytes) {
    if connection.outbox.try_send(Outgoing::Frame(frame)).is_err() {
        connection.too_slow.cancel();
    }
}

fn bye(connection: &Connection, reason: ByeReason, retry_ms: Option<u32>) {
    let bye: SpectatorMessage = SpectatorMessage::Bye { reason, retry_ms };
    send(connection, encode(connection.encoding, &bye));
}
