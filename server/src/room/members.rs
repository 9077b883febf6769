//! Who is connected to a room, and what they hear.

use std::collections::HashMap;

use bytes::Bytes;
use protocol::codec::Encoding;
use protocol::ids::{RequestId, Seq};
use protocol::refusal::Refusal;
use protocol::room::Occupant;
use protocol::server::{ByeReason, SpectatorMessage};
use rules::seat::{BySeat, Seat};
use serde::Serialize;

use super::core::{RoomCore, Step};
use super::game::Game;
use super::{Connection, ConnectionId, Outgoing};

/// The code a connection is closed with when another has taken its seat.
const CLOSE_REPLACED: u16 = 4001;
/// The code a connection is closed with when its room is closed.
const CLOSE_ROOM_CLOSED: u16 = 4002;
/// The code a connection is closed with when its room has broken down and is reopened.
const CLOSE_TRY_AGAIN: u16 = 1013;

/// A message that has nothing of a game in it.
pub(super) type Plain = SpectatorMessage<(), ()>;

/// Somebody connected.
pub(super) struct Member {
    pub(super) connection: Connection,
    /// The seat they came to, and hear as.
    seat: Option<Seat>,
    /// Whether they have got up from it, and are about to be let go.
    has_left: bool,
    /// Whether they have been brought up to date, and hear every step from then on.
    hears: bool,
}

impl Member {
    /// The seat they ask for things at.
    pub(super) fn plays_at(&self) -> Option<Seat> {
        self.seat.filter(|_| !self.has_left)
    }
}

impl Presence {
    fn message(self) -> Plain {
        SpectatorMessage::Presence { online: self.online, watchers: self.watchers }
    }
}

/// Everybody connected.
#[derive(Default)]
pub(super) struct Members {
    by_id: HashMap<ConnectionId, Member>,
    /// How many of them hear the room at each seat: one, or for a moment two.
    at_seat: BySeat<u32>,
    /// How many hear it in all.
    hearing: u32,
    /// What everybody was last told of who is there.
    told: Presence,
}

/// Who is there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Presence {
    /// Whose player is connected.
    pub(super) online: BySeat<bool>,
    /// How many watch.
    pub(super) watchers: u32,
}

impl Members {
    /// Somebody comes in; they hear nothing until they are admitted.
    pub(super) fn enter(&mut self, connection: Connection, seat: Option<Seat>) {
        self.by_id
            .insert(connection.id, Member { connection, seat, has_left: false, hears: false });
    }

    /// Brings somebody up to date; from now on they hear every step. Whoever had their seat before
    /// is told so.
    pub(super) fn admit(&mut self, id: ConnectionId, frames: Vec<Bytes>) {
        let Some(member) = self.by_id.get_mut(&id) else { return };
        member.hears = true;
        frames.into_iter().for_each(|frame| send(&member.connection, frame));
        let seat = member.plays_at();
        self.hearing += 1;
        if let Some(seat) = seat {
            self.at_seat[seat] += 1;
            let is_before =
                |member: &Member| member.plays_at() == Some(seat) && member.connection.id != id;
            for before in self.take(is_before) {
                bye(&before.connection, ByeReason::Replaced, None);
                before.connection.outbox.put(Outgoing::Close(CLOSE_REPLACED));
            }
        }
        self.tell_presence(id);
    }

    pub(super) fn get(&self, id: ConnectionId) -> Option<&Member> {
        self.by_id.get(&id)
    }

    /// Somebody gets up: from now on they ask for nothing at that seat.
    pub(super) fn unseat(&mut self, id: ConnectionId) {
        self.set_left(id, true);
    }

    /// They stay after all.
    pub(super) fn seat_again(&mut self, id: ConnectionId) {
        self.set_left(id, false);
    }

    fn set_left(&mut self, id: ConnectionId, has_left: bool) {
        let Some(member) = self.by_id.get_mut(&id) else { return };
        let had_left = std::mem::replace(&mut member.has_left, has_left);
        if let (Some(seat), true) = (member.seat, member.hears) {
            self.at_seat[seat] += u32::from(had_left);
            self.at_seat[seat] -= u32::from(has_left);
        }
    }

    /// Lets somebody go who has left; when they hear of it they may go to another room.
    pub(super) fn let_go(&mut self, id: ConnectionId, frame: Bytes) {
        if let Some(member) = self.leave(id) {
            member.connection.outbox.put(Outgoing::Outside);
            send(&member.connection, frame);
        }
    }

    /// Somebody is gone.
    pub(super) fn leave(&mut self, id: ConnectionId) -> Option<Member> {
        let member = self.by_id.remove(&id)?;
        self.forget(&member);
        Some(member)
    }

    /// The host has emptied a seat.
    pub(super) fn kick(&mut self, seat: Seat) {
        for member in self.take(|member| member.plays_at() == Some(seat)) {
            member.connection.outbox.put(Outgoing::Outside);
            bye(&member.connection, ByeReason::Kicked, None);
        }
    }

    /// The room goes on from what is on disk: everybody gets everything as it stands. Those whose
    /// seat turns out to be theirs no longer are let go.
    pub(super) fn start_anew<G: Game>(&mut self, core: &RoomCore<G>) {
        for seat in Seat::ALL {
            if !matches!(core.view().seats[seat], Occupant::Human { .. }) {
                self.kick(seat);
            }
        }
        for member in self.by_id.values_mut() {
            if !std::mem::replace(&mut member.hears, true) {
                self.hearing += 1;
                member.plays_at().iter().for_each(|seat| self.at_seat[*seat] += 1);
            }
            let Member { connection, seat, .. } = member;
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
    pub(super) fn broadcast<G: Game>(&self, step: &Step<G>) {
        let mut frames = Frames::with_capacity(5);
        for Member { connection, seat, .. } in self.by_id.values().filter(|member| member.hears) {
            let (encoding, seat) = (connection.encoding, *seat);
            let frame = once(&mut frames, (encoding, seat), || encode_step(encoding, step, seat));
            send(connection, frame);
        }
    }

    /// Tells everybody how long the table waits yet.
    pub(super) fn say_timer(&self, seq: Seq, left_ms: u32) {
        let timer: Plain = SpectatorMessage::Timer { seq, left_ms };
        self.say(&timer);
    }

    /// The room is closed: everybody is told and let go.
    pub(super) fn dismiss(&mut self) {
        for member in self.take(|_| true) {
            bye(&member.connection, ByeReason::Closed, None);
            member.connection.outbox.put(Outgoing::Close(CLOSE_ROOM_CLOSED));
        }
    }

    /// How many are connected.
    pub(super) fn len(&self) -> usize {
        self.by_id.len()
    }

    /// Who is there.
    pub(super) fn presence(&self) -> Presence {
        let seated: u32 = self.at_seat.iter().sum();
        Presence { online: self.online(), watchers: self.hearing - seated }
    }

    /// Whose player is connected.
    pub(super) fn online(&self) -> BySeat<bool> {
        self.at_seat.map(|count| count > 0)
    }

    /// What everybody was last told of who is there.
    pub(super) fn told(&self) -> Presence {
        self.told
    }

    /// Tells everybody who is there.
    pub(super) fn say_presence(&mut self) {
        self.told = self.presence();
        self.say(&self.told.message());
    }

    /// Tells one of them who is there.
    fn tell_presence(&self, id: ConnectionId) {
        if let Some(member) = self.by_id.get(&id) {
            let frame = encode(member.connection.encoding, &self.presence().message());
            send(&member.connection, frame);
        }
    }

    fn say(&self, message: &Plain) {
        let mut frames = Frames::with_capacity(1);
        for Member { connection, .. } in self.by_id.values().filter(|member| member.hears) {
            let encoding = connection.encoding;
            send(connection, once(&mut frames, encoding, || encode(encoding, message)));
        }
    }

    fn take(&mut self, which: impl Fn(&Member) -> bool) -> Vec<Member> {
        let taken = self.by_id.extract_if(|_, member| which(member));
        let taken: Vec<_> = taken.map(|(_, member)| member).collect();
        taken.iter().for_each(|member| self.forget(member));
        taken
    }

    /// Counts somebody no longer who is gone.
    fn forget(&mut self, member: &Member) {
        if !member.hears {
            return;
        }
        self.hearing -= 1;
        if let Some(seat) = member.plays_at() {
            self.at_seat[seat] -= 1;
        }
    }
}

impl Drop for Members {
    /// However the room ends, a panic included, nobody is left waiting for it: they come back.
    fn drop(&mut self) {
        for Member { connection, .. } in self.by_id.values() {
            connection.outbox.put(Outgoing::Close(CLOSE_TRY_AGAIN));
        }
    }
}

/// What each audience of a message hears, written once however many they are.
type Frames<Audience> = Vec<(Audience, Bytes)>;

/// The frame of an audience, written if it was not yet.
fn once<A: PartialEq>(frames: &mut Frames<A>, audience: A, write: impl FnOnce() -> Bytes) -> Bytes {
    if let Some((_, frame)) = frames.iter().find(|(known, _)| *known == audience) {
        return frame.clone();
    }
    let frame = write();
    frames.push((audience, frame.clone()));
    frame
}

pub(super) fn encode(encoding: Encoding, message: &impl Serialize) -> Bytes {
    encoding.encode(message).into()
}

pub(super) fn encode_step<G: Game>(
    encoding: Encoding,
    step: &Step<G>,
    seat: Option<Seat>,
) -> Bytes {
    encode(encoding, &step.told_to(seat))
}

/// Refuses somebody who is not in the room, and lets them try another.
pub(super) fn turn_away(connection: &Connection, request: RequestId, reason: Refusal) {
    let refused: Plain = SpectatorMessage::Refused { request, reason };
    let frame = encode(connection.encoding, &refused);
    connection.outbox.put(Outgoing::TurnedAway { frame, reason });
}

/// Puts a frame in a connection's outbox; one whose outbox is full is cut off, and resumes.
fn send(connection: &Connection, frame: Bytes) {
    connection.outbox.put(Outgoing::Frame(frame));
}

fn bye(connection: &Connection, reason: ByeReason, retry_ms: Option<u32>) {
    let bye: Plain = SpectatorMessage::Bye { reason, retry_ms };
    send(connection, encode(connection.encoding, &bye));
}
