//! Who is connected to a room, and what they hear.

mod post;
mod presence;

use std::collections::HashMap;

use bytes::Bytes;
use protocol::close::CloseCode;
use protocol::ids::{RequestId, Seq};
use protocol::refusal::Refusal;
use protocol::server::{ByeReason, SpectatorMessage};
use rules::seat::{BySeat, Seat};
use serde::Serialize;

use self::post::{Post, When};
use self::presence::Presence;
use super::frames::{Frames, Plain, SeatFrames, encode};
use crate::room::core::{Hearers, LateShow, RoomCore, Step};
use crate::room::game::Game;
use crate::room::{Connection, ConnectionId, Outbox, Outgoing};
use crate::telemetry::metrics;

/// How many of those who watch are told of something before others have their turn on the same core.
const TOLD_AT_ONCE_MAX: usize = 64;

/// Somebody connected.
pub(super) struct Member {
    pub(super) connection: Connection,
    /// The seat they came to, and hear as.
    seat: Option<Seat>,
    /// The hash of the token they have for it.
    token: Option<[u8; 32]>,
    /// Whether they have got up from it, and are about to be let go.
    has_left: bool,
    /// Whether they have been brought up to date, and hear every step from then on.
    hears: bool,
    /// Whether they are among those who are still to be told what was laid down for them.
    is_to_be_told: bool,
}

impl Member {
    /// Whether they came to a seat, and don't just watch.
    pub(super) fn is_seated(&self) -> bool {
        self.seat.is_some()
    }

    /// The seat they ask for things at.
    pub(super) fn plays_at(&self) -> Option<Seat> {
        self.seat.filter(|_| !self.has_left)
    }
}

impl Hearers {
    fn include(self, member: &Member) -> bool {
        member.hears
            && match self {
                Self::Everybody => true,
                Self::Seats => member.seat.is_some(),
                Self::Watchers => member.seat.is_none(),
            }
    }
}

/// Everybody connected.
#[derive(Default)]
pub(super) struct Members {
    by_id: HashMap<ConnectionId, Member>,
    /// How many of them hear the room at each seat: one, or for a moment two.
    at_seat: BySeat<u32>,
    /// How many of them watch.
    watching: u32,
    /// What everybody was last told of who is there.
    told: Presence,
    /// Whose player those are shown to be there who watch late, where they do.
    late_online: Option<BySeat<bool>>,
    /// What is still to be handed over, and to whom.
    post: Post,
}

impl Members {
    /// Somebody comes in; they hear nothing until they are admitted.
    pub(super) fn enter<G: Game>(
        &mut self,
        connection: Connection,
        seat: Option<Seat>,
        core: &RoomCore<G>,
    ) {
        let token = seat.and_then(|seat| core.seats[seat].token);
        let (has_left, hears, is_to_be_told) = (false, false, false);
        let member = Member { connection, seat, token, has_left, hears, is_to_be_told };
        self.by_id.insert(member.connection.id, member);
    }

    /// Brings somebody up to date; from now on they hear every step. Whoever had their seat before
    /// is told so.
    pub(super) fn admit(&mut self, id: ConnectionId, frames: Vec<Bytes>) {
        self.hand_over();
        let Some(member) = self.by_id.get_mut(&id) else { return };
        member.hears = true;
        frames.into_iter().for_each(|frame| send(&member.connection, frame));
        let seat = member.plays_at();
        self.watching += u32::from(!member.is_seated());
        if let Some(seat) = seat {
            self.at_seat[seat] += 1;
            // Who is still to be let in came later, and takes the seat over in turn.
            let is_before = |member: &Member| {
                member.hears && member.plays_at() == Some(seat) && member.connection.id != id
            };
            for before in self.take(is_before) {
                bye(&before.connection, ByeReason::Replaced, None);
                before.connection.outbox.put(Outgoing::Close(CloseCode::Replaced));
            }
        }
        self.tell_presence(id);
    }

    pub(super) fn get(&self, id: ConnectionId) -> Option<&Member> {
        self.by_id.get(&id)
    }

    /// Whoever is at this seat gets up, those who are about to hear the room included: from now on they ask for nothing
    /// there.
    pub(super) fn unseat_all(&mut self, seat: Seat) -> Vec<ConnectionId> {
        let sits = |(_, member): &(&ConnectionId, &Member)| member.plays_at() == Some(seat);
        let ids: Vec<_> = self.by_id.iter().filter(sits).map(|(id, _)| *id).collect();
        ids.iter().for_each(|id| self.set_left(*id, true));
        ids
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
    pub(super) fn let_go(&mut self, connection: &Connection, frame: Bytes) {
        self.hand_over();
        if self.leave(connection.id).is_some() {
            connection.outbox.put(Outgoing::Outside);
        }
        send(connection, frame);
    }

    /// Somebody is gone.
    pub(super) fn leave(&mut self, id: ConnectionId) -> Option<Member> {
        let member = self.by_id.remove(&id)?;
        self.forget(&member);
        Some(member)
    }

    /// The seat of these was emptied.
    pub(super) fn kick(&mut self, ids: &[ConnectionId]) {
        self.hand_over();
        for member in ids.iter().filter_map(|id| self.leave(*id)).collect::<Vec<_>>() {
            member.connection.outbox.put(Outgoing::Outside);
            bye(&member.connection, ByeReason::Kicked, None);
        }
    }

    /// The room goes on from what is on disk: everybody gets everything as it stands. Those whose
    /// seat turns out to be theirs no longer are let go.
    pub(super) fn start_anew<G: Game>(&mut self, core: &RoomCore<G>) {
        self.hand_over();
        // By the token: the seat may be somebody else's by now.
        let is_theirs = |seat: Seat, member: &Member| {
            member.token.is_some() && core.seats[seat].token == member.token
        };
        let is_lost =
            |member: &Member| member.plays_at().is_some_and(|seat| !is_theirs(seat, member));
        let members = self.by_id.iter().filter(|(_, member)| is_lost(member));
        let lost: Vec<_> = members.map(|(id, _)| *id).collect();
        self.kick(&lost);
        for member in self.by_id.values_mut() {
            if !std::mem::replace(&mut member.hears, true) {
                self.watching += u32::from(!member.is_seated());
                member.plays_at().iter().for_each(|seat| self.at_seat[*seat] += 1);
            }
            if let Member { connection, seat: Some(seat), .. } = member {
                send(connection, encode(connection.encoding, &core.seat_snapshot(*seat)));
            }
        }
        self.say(&core.spectator_snapshot(), Hearers::Watchers);
        let hands = core.late().and_then(LateShow::hands);
        hands.iter().for_each(|hands| self.say(hands, Hearers::Watchers));
    }

    /// Nobody may watch any more.
    pub(super) fn turn_out(&mut self) {
        self.hand_over();
        for member in self.take(|member| member.seat.is_none()) {
            member.connection.outbox.put(Outgoing::Outside);
            bye(&member.connection, ByeReason::WatchingOff, None);
        }
    }

    /// What those at the table are going to hear of a step.
    pub(super) fn prepare<G: Game>(&self, step: &Step<G>) -> SeatFrames {
        let mut spoken = BySeat::default();
        for member in self.by_id.values().filter(|member| member.hears) {
            member.seat.iter().for_each(|seat| spoken[*seat] = Some(member.connection.encoding));
        }
        SeatFrames::of(step, spoken)
    }

    /// Tells a step: what was not prepared is encoded once for each audience, however many hear it.
    pub(super) fn broadcast<G: Game>(
        &mut self,
        step: &Step<G>,
        prepared: &SeatFrames,
        to: Hearers,
    ) {
        let mut frames = None;
        for member in self.by_id.values_mut().filter(|member| to.include(member)) {
            let (encoding, seat) = (member.connection.encoding, member.seat);
            let frame = seat.and_then(|seat| prepared.get(seat, encoding)).unwrap_or_else(|| {
                frames.get_or_insert_with(Frames::new).of_step(encoding, step, seat)
            });
            self.post.tell(member, frame, When::Next);
        }
    }

    /// Answers what somebody asked; the answer goes out together with the step that comes of it.
    pub(super) fn answer(&mut self, to: Connection, frame: Bytes) {
        self.post.laid.push((to.outbox, frame));
    }

    /// Hands over what was laid down for those at the table, each of them all of it at once; the end of whatever the room
    /// does, and before anything that is put into outboxes.
    pub(super) fn hand_over(&mut self) {
        let mut space = Vec::new();
        let laid = &mut self.post.laid;
        for (nth, (to, _)) in laid.iter().enumerate() {
            let is_theirs = |(other, _): &&(Outbox, Bytes)| other.is(to);
            if !laid[..nth].iter().any(|other| is_theirs(&other)) {
                let theirs = laid[nth..].iter().filter(is_theirs);
                to.say(theirs.map(|(_, frame)| frame), &mut space);
            }
        }
        laid.clear();
    }

    /// Whether some of those who watch have not been told everything yet.
    pub(super) fn owes_watchers(&self) -> bool {
        self.post.owes_watchers()
    }

    /// Tells some of those who watch whatever was laid down for them by now. There may be thousands: who has waited
    /// longest comes first, and what is laid down meanwhile goes with it.
    pub(super) fn tell_watchers(&mut self) {
        let mut space = Vec::new();
        for _ in 0..TOLD_AT_ONCE_MAX {
            let Some(id) = self.post.next_watcher() else { break };
            if let Some(member) = self.by_id.get_mut(&id) {
                member.is_to_be_told = false;
                member.connection.outbox.deliver(&mut space);
            }
        }
    }

    /// Tells how long the table waits yet.
    pub(super) fn say_timer(&mut self, seq: Seq, left_ms: u32, to: Hearers) {
        let timer: Plain = SpectatorMessage::Timer { seq, left_ms };
        self.say(&timer, to);
    }

    /// The room is closed: everybody is told and let go.
    pub(super) fn dismiss(&mut self) {
        self.hand_over();
        for member in self.take(|_| true) {
            bye(&member.connection, ByeReason::Closed, None);
            member.connection.outbox.put(Outgoing::Close(CloseCode::RoomClosed));
        }
    }

    /// Whether nobody is connected.
    pub(super) fn is_empty(&self) -> bool {
        self.by_id.is_empty()
    }

    /// Tells them something: encoded once for each encoding.
    pub(super) fn say(&mut self, message: &impl Serialize, to: Hearers) {
        self.say_when(message, to, When::Next);
    }

    fn say_when(&mut self, message: &impl Serialize, to: Hearers, when: When) {
        let mut frames = Frames::new();
        for member in self.by_id.values_mut().filter(|member| to.include(member)) {
            let frame = frames.of(member.connection.encoding, message);
            self.post.tell(member, frame, when);
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
        self.watching -= u32::from(!member.is_seated());
        if let Some(seat) = member.plays_at() {
            self.at_seat[seat] -= 1;
        }
    }
}

impl Drop for Members {
    /// However the room ends, a panic included, nobody is left waiting for it: they come back.
    fn drop(&mut self) {
        for Member { connection, .. } in self.by_id.values() {
            connection.outbox.put(Outgoing::Close(CloseCode::TryAgain));
        }
    }
}

/// Refuses somebody who is not in the room, and lets them try another.
pub(in crate::room) fn turn_away(connection: &Connection, request: RequestId, reason: Refusal) {
    note_refused(connection, request, reason);
    let refused: Plain = SpectatorMessage::Refused { request, reason };
    let frame = encode(connection.encoding, &refused);
    connection.outbox.put(Outgoing::TurnedAway { frame, reason });
}

/// Counts a refusal, and says so to whoever looks closely; in which room, the span of its task says.
pub(super) fn note_refused(connection: &Connection, request: RequestId, reason: Refusal) {
    metrics::refused(reason);
    let (connection, request) = (connection.id.0, request.0);
    tracing::debug!(connection, request, code = reason.code(), "request refused");
}

/// Refuses what somebody asked, whether they are in the room or not.
pub(in crate::room) fn refuse(connection: &Connection, request: RequestId, reason: Refusal) {
    note_refused(connection, request, reason);
    let refused: Plain = SpectatorMessage::Refused { request, reason };
    send(connection, encode(connection.encoding, &refused));
}

/// Puts a frame in a connection's outbox; one whose outbox is full is cut off, and resumes.
pub(super) fn send(connection: &Connection, frame: Bytes) {
    connection.outbox.put(Outgoing::Frame(frame));
}

fn bye(connection: &Connection, reason: ByeReason, retry_ms: Option<u32>) {
    let bye: Plain = SpectatorMessage::Bye { reason, retry_ms };
    send(connection, encode(connection.encoding, &bye));
}
