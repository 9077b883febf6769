//! The same by the clock, in a room without sockets, for there time is what the test says: what is told of time, and when
//! anything is told at all, is the same over both walls.

use std::time::Duration;

use protocol::fujian::ClientMessage;
use protocol::options::{RoomOptions, Spectators};
use tokio::time::Instant;

use super::*;
use crate::room::{
    Chance, Connection, ConnectionId, Frame, Leak, LiveRoom, Manners, Outbox, OutboxReader,
    RoomCommand, leak,
};

/// How long everybody takes to act: not so long that answers to a call are taken at once where calls may be passed.
const THINKS: Duration = Duration::from_secs(1);
/// How long the table waits for each, which is longer than any course goes on after its last move.
const SECONDS: u8 = 90;
const LATE_S: u16 = 30;

/// Somebody in the room, and everything they were told, with when that was.
struct Listener {
    name: &'static str,
    connection: Connection,
    seat: Audience,
    outbox: OutboxReader,
    heard: Vec<Bytes>,
}

/// A room at a moment.
struct Scene {
    room: LiveRoom<Stacked>,
    began: Instant,
    now: Instant,
    listeners: Vec<Listener>,
}

impl Scene {
    fn set(pair: &Pair, wall: Wall, options: RoomOptions) -> Self {
        stack(wall);
        let seconds = Some(SECONDS);
        let rules = Rules { turn_seconds: seconds, call_seconds: seconds, ..pair.rules };
        let (core, steps) = opened(rules, options);
        let (now, chance) = (Instant::now(), Chance::seeded(1));
        let room = LiveRoom::new(core, steps, Manners::default(), chance, now);
        let mut scene = Self { room, began: now, now, listeners: Vec::new() };
        for seat in Seat::ALL {
            scene.enter("seat", Some(seat));
        }
        scene.enter("watching", None);
        scene
    }

    fn enter(&mut self, name: &'static str, seat: Audience) {
        let id = ConnectionId(self.listeners.len() as u64);
        let encoding = Encoding::ALL[self.listeners.len() % 2];
        let (sender, outbox) = Outbox::new();
        let connection = Connection { id, encoding, outbox: sender };
        self.listeners.push(Listener {
            name,
            connection: connection.clone(),
            seat,
            outbox,
            heard: Vec::new(),
        });
        let (request, last) = (RequestId(1), None);
        let command = match seat {
            Some(seat) => RoomCommand::Resume { connection, request, token: token(seat), last },
            None => RoomCommand::Watch { connection, request, last },
        };
        self.room.handle(command, self.now);
        self.settle();
    }

    fn act(&mut self, seat: Seat, request: u32, action: &ActionView) {
        let from = self.listeners[seat.index()].connection.clone();
        let (request, action, encoding) = (RequestId(request), action.clone(), from.encoding);
        let bytes = encoding.encode(&ClientMessage::Act { request, action, last_seq: None });
        let frame = Frame { encoding, bytes: bytes.into() };
        self.room.handle(RoomCommand::Act { from, request, frame }, self.now);
        self.settle();
    }

    /// Everything is stored at once, and heard.
    fn settle(&mut self) {
        while let Some(step) = self.room.next_submission() {
            self.room.confirm(step.seq, self.now);
        }
        while self.room.owes_watchers() {
            self.room.tell_watchers();
        }
        let since = self.now - self.began;
        for Listener { outbox, heard, .. } in &mut self.listeners {
            let told = std::iter::from_fn(|| outbox.take());
            heard.extend(told.map(|out| Bytes::from(format!("after {since:?}: {out:?}"))));
        }
    }

    fn pass(&mut self, time: Duration) {
        let until = self.now + time;
        while let Some(wake) = self.room.next_wake().filter(|wake| *wake <= until) {
            self.now = wake;
            self.room.wake(wake);
            self.settle();
        }
        self.now = until;
    }
}

/// Plays the course by the clock, and on until all of it has been shown.
fn play_by_the_clock(pair: &Pair, wall: Wall, options: RoomOptions) -> Streams {
    let mut scene = Scene::set(pair, wall, options);
    for ((seat, action), (tries, number)) in
        pair.moves.iter().zip(pair.tries.iter().zip((100_u32..).step_by(10)))
    {
        scene.pass(THINKS);
        if let Some(audience) = pair.audience {
            for (action, of) in tries.iter().zip(1..) {
                scene.act(audience, number + of, action);
            }
        }
        scene.act(*seat, number, action);
    }
    let began = scene.room.core().seq();
    scene.pass(Duration::from_secs(LATE_S.into()) + 2 * THINKS);
    assert!(began.0 > pair.moves.len() as u64, "the course was not played");
    let listeners = scene.listeners.into_iter();
    listeners.map(|one| ((one.name, one.seat), one.heard)).collect()
}

/// Where calls may be passed, and where the match is watched late.
fn options() -> [RoomOptions; 2] {
    let spectators = Spectators::Delayed { seconds: LATE_S };
    let usual = RoomOptions::default();
    [RoomOptions { quick_pass: true, ..usual }, RoomOptions { spectators, ..usual }]
}

#[test]
fn what_is_told_of_time_and_when_tells_nothing_of_hidden_tiles() {
    for (rules, audience) in [(Rules::CLASSIC, None), (Rules::FULL, Some(Seat::S1))] {
        let pair = Pair::find(rules, audience);
        for options in options() {
            let [one, other] = pair.walls.clone();

            let one = play_by_the_clock(&pair, one, options);
            let other = play_by_the_clock(&pair, other, options);

            assert_eq!(differences(audience, &one, &other), [] as [String; 0]);
            // Whoever is entitled is told of different tiles: else nothing was tested.
            let entitled = Seat::ALL.into_iter().find(|seat| Some(*seat) != audience);
            assert_ne!(one[&("seat", entitled)], other[&("seat", entitled)]);
            // All of the course was shown.
            let (shown, clocks) = (&one[&("watching", None)], count(&one, "left_ms"));
            assert!(shown.len() > pair.moves.len() && clocks > pair.moves.len() / 4);
        }
    }
}

/// How often something was said to seat 1, which hears in JSON.
fn count(streams: &Streams, what: &str) -> usize {
    let heard = &streams[&("seat", Some(Seat::S1))];
    heard.iter().filter(|frame| String::from_utf8_lossy(frame).contains(what)).count()
}

#[test]
fn a_leak_by_the_clock_is_found() {
    let audience = Some(Seat::S1);
    let pair = Pair::find(Rules::CLASSIC, audience);
    let [one, other] = pair.walls.clone();

    for (planted, place) in [(Leak::Clock, "seat"), (Leak::Step, "watching")] {
        leak(planted);
        for options in options() {
            let first = play_by_the_clock(&pair, one.clone(), options);
            let second = play_by_the_clock(&pair, other.clone(), options);

            let found = differences(audience, &first, &second);

            let names = |line: &String| line.contains(&format!("(\"{place}\""));
            assert!(found.iter().any(names), "{planted:?} is not found in {place}");
        }
    }
}
