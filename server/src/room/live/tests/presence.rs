//! Who is said to be there: as it is, and to those who watch late as it was.

use protocol::options::{RoomOptions, Spectators};

use super::*;
use crate::room::live::showing::PRESENCE_EVERY;

/// Who was said to be there, and how many to watch, each time it was said.
fn presences(heard: &mut OutboxReader) -> Vec<(BySeat<bool>, u32)> {
    let frames = std::iter::from_fn(|| heard.take());
    let presences = frames.filter_map(|out| match out {
        Outgoing::Frame(frame) => match Encoding::Json.decode(&frame) {
            Ok(SeatMessage::Presence { online, watchers }) => Some((online, watchers)),
            Ok(_) | Err(_) => None,
        },
        Outgoing::TurnedAway { .. } | Outgoing::Outside | Outgoing::Close(_) => None,
    });
    presences.collect()
}

/// Until they were let go they were taken to watch, and everybody was told so for a second.
#[test]
fn who_leaves_or_is_thrown_out_is_never_said_to_watch() {
    let now = Instant::now();
    let mut room = open(Rules::CLASSIC, 3, now);
    let mut host = join(&mut room, 1, now);
    let _others = [2, 3].map(|id| join(&mut room, id, now));
    store_all(&mut room, now);
    presences(&mut host);

    leave(&mut room, 2, 2, now);
    pass_time(&mut room, now + PRESENCE_EVERY);
    order(&mut room, 2, HostOrder::Kick { seat: Seat::S2 }, now);
    pass_time(&mut room, now + PRESENCE_EVERY * 2);

    let there = |seats| (BySeat(seats), 0);
    let told = [there([true, false, true, false]), there([true, false, false, false])];
    assert_eq!(presences(&mut host), told);
}

/// That somebody had been thrown out was lost, and they were said to be away until the next one came or went.
#[test]
fn after_an_outage_everybody_is_told_who_is_there_after_all() {
    let now = Instant::now();
    let mut room = open(Rules::CLASSIC, 3, now);
    let (mut host, _other) = (join(&mut room, 1, now), join(&mut room, 2, now));
    let stored = store_all(&mut room, now);
    order(&mut room, 2, HostOrder::Kick { seat: Seat::S1 }, now);
    room.take_back();
    presences(&mut host);

    room.restart(rebuilt(&stored), now);

    assert_eq!(presences(&mut host), [(BySeat([true, true, false, false]), 0)]);
}

/// A match of four people that is watched late, by two.
fn watched_late(now: Instant) -> (Room, Vec<OutboxReader>, OutboxReader) {
    let mut room = open(Rules::CLASSIC, 3, now);
    let heard = (1..=4).map(|id| join(&mut room, id, now)).collect();
    let spectators = Spectators::Delayed { seconds: 60 };
    let options = RoomOptions { spectators, ..RoomOptions::default() };
    order(&mut room, 2, HostOrder::Options { options }, now);
    order(&mut room, 3, HostOrder::Start {}, now);
    store_all(&mut room, now);
    let mut watching = watch(&mut room, 5, now);
    pass_time(&mut room, now + PRESENCE_EVERY);
    presences(&mut watching);
    (room, heard, watching)
}

/// What they were told was old, and that they were told it was not.
#[test]
fn who_watches_late_hears_nothing_when_a_player_goes() {
    let now = Instant::now();
    let (mut room, mut heard, mut watching) = watched_late(now);
    let later = now + Duration::from_secs(90);
    pass_time(&mut room, later);
    presences(&mut watching);
    presences(&mut heard[0]);

    room.handle(RoomCommand::Gone { from: ConnectionId(2) }, later);

    assert_eq!(presences(&mut heard[0]), [(BySeat([true, false, true, true]), 1)]);
    assert!(watching.take().is_none(), "they hear that something is up");
    pass_time(&mut room, later + Duration::from_secs(59));
    assert_eq!(presences(&mut watching), []);
    pass_time(&mut room, later + Duration::from_secs(61));
    assert_eq!(presences(&mut watching), [(BySeat([true, false, true, true]), 1)]);
}

#[test]
fn who_watches_late_hears_how_many_watch_when_that_was_due() {
    let now = Instant::now();
    let (mut room, _heard, mut watching) = watched_late(now);
    let came = now + Duration::from_secs(90);
    pass_time(&mut room, came);
    presences(&mut watching);
    let _another = watch(&mut room, 6, came);

    room.handle(RoomCommand::Gone { from: ConnectionId(2) }, came + PRESENCE_EVERY / 2);

    assert!(watching.take().is_none(), "told when somebody went");
    pass_time(&mut room, came + PRESENCE_EVERY);
    assert_eq!(presences(&mut watching), [(BySeat([true; 4]), 2)]);
}
