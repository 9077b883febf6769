//! Rooms nobody can come back to, and rooms whose host is gone.

use protocol::ids::SeatToken;

use super::*;
use crate::room::live::clocks::{AWAITED_MAX, EMPTY_MAX, EMPTY_WAITING_MAX};
use crate::room::{Fact, StepBody};

/// Bots play on for whoever watches or may come back; not for nobody.
#[test]
fn a_room_everybody_has_left_for_good_is_closed() {
    let start = Instant::now();
    let mut room = open(Rules::FULL, 7, start);
    let _heard = join(&mut room, 1, start);
    start_with_bots(&mut room, BotLevel::Easy, start);
    store_all(&mut room, start);
    leave(&mut room, 1, 9, start);

    let mut now = start;
    while !room.is_over() && now < start + Duration::from_secs(600) {
        store_all(&mut room, now);
        now = room.next_wake().unwrap_or(now + Duration::from_secs(600));
        room.wake(now);
        store_all(&mut room, now);
    }

    assert!(room.is_over());
}

#[test]
fn who_watches_bots_play_sees_one_match_to_its_end() {
    let goes_on = |room: &Room| room.core().game().is_some_and(|game| game.standing().game > 0);
    let played = bots_play(7, |room, _| room.is_over() || goes_on(room));

    let core = rebuilt(&played);
    let standing = core.game().unwrap().standing();
    assert!(core.is_closed() && standing.is_over && standing.game == 0, "{standing:?}");
}

/// Four people in a match, by hand.
fn four_seated() -> RoomCore<Fujian> {
    let (code, setup) = ("K7Q2XM".parse().unwrap(), Setup::Fujian { rules: Rules::CLASSIC });
    let (mut core, _) = RoomCore::<Fujian>::open(RoomId(1), code, setup, false).unwrap();
    for (seat, name) in Seat::ALL.into_iter().zip(["Ana", "Bo", "Cai", "Dee"]) {
        let player =
            Newcomer { name: name.parse().unwrap(), tip: None, profile: None, token: None };
        core.join(player, &token(seat), RequestId(1)).unwrap();
    }
    core.host(Seat::S0, RequestId(2), &HostOrder::Start {}, |_| false, || true).unwrap();
    core
}

fn token(seat: Seat) -> SeatToken {
    SeatToken(format!("token of seat {seat}"))
}

/// From the last seat nobody was found, and that was written down every minute.
#[test]
fn whoever_comes_back_to_a_room_without_a_host_becomes_the_host() {
    for human in Seat::ALL {
        let mut core = four_seated();
        let host = if human == Seat::S0 { Seat::S1 } else { Seat::S0 };
        if core.view().host != Some(host) {
            core.pass_host(|seat| seat == host);
        }
        let stand_in = HostOrder::Bot { seat: human, level: BotLevel::Medium };
        core.host(host, RequestId(3), &stand_in, |_| true, || true).unwrap();
        for other in human.others() {
            core.leave(other, RequestId(4));
        }
        assert_eq!(core.view().host, None);
        core.resume(&token(human)).unwrap();

        core.pass_host(|seat| seat == human);

        assert_eq!(core.view().host, Some(human));
    }
}

#[test]
fn a_room_without_a_host_in_which_nobody_is_writes_nothing() {
    let mut core = four_seated();
    for seat in Seat::ALL {
        core.leave(seat, RequestId(4));
    }
    let before = core.seq();

    core.pass_host(|_| true);

    assert_eq!((core.view().host, core.seq()), (None, before));
}

/// Seat 0 is the host's, and the only other player is there while a bot plays for them.
fn with_a_stand_in(now: Instant) -> (Room, Vec<OutboxReader>, Instant) {
    let mut room = open(Rules::CLASSIC, 3, now);
    let heard = (1..=4).map(|id| join(&mut room, id, now)).collect();
    order(&mut room, 2, HostOrder::Dealer { seat: Seat::S1 }, now);
    order(&mut room, 3, HostOrder::Start {}, now);
    store_all(&mut room, now);
    let later = now + AWAITED_MAX;
    order(&mut room, 4, HostOrder::Bot { seat: Seat::S1, level: BotLevel::Easy }, later);
    leave(&mut room, 3, 9, later);
    leave(&mut room, 4, 9, later);
    store_all(&mut room, later);
    (room, heard, later)
}

/// It was taken from the host and given to nobody.
#[test]
fn a_host_who_is_away_stays_the_host_while_nobody_else_can_be() {
    let (mut room, _heard, now) = with_a_stand_in(Instant::now());
    room.handle(RoomCommand::Gone { from: ConnectionId(1) }, now);

    let later = now + 3 * Manners::default().host_away_max;
    pass_time(&mut room, later);
    assert_eq!(room.core().view().host, Some(Seat::S0));

    // That it can't be read is no matter: who plays is there.
    play(&mut room, 2, 9, ActionView::Pass {}, None, later);
    pass_time(&mut room, later + Manners::default().host_away_max);
    assert_eq!(room.core().view().host, Some(Seat::S1));
}

/// They waited a minute for a host who had left for good.
#[test]
fn where_nobody_is_the_host_whoever_plays_again_is_at_once() {
    let (mut room, _heard, now) = with_a_stand_in(Instant::now());
    leave(&mut room, 1, 9, now);
    store_all(&mut room, now);
    assert_eq!(room.core().view().host, None);

    play(&mut room, 2, 9, ActionView::Pass {}, None, now);

    assert_eq!(room.core().view().host, Some(Seat::S1));
}

#[test]
fn where_nobody_is_the_host_whoever_comes_back_is_at_once() {
    let (mut room, mut heard, now) = with_a_stand_in(Instant::now());
    let token = super::token(&mut heard[1]);
    room.handle(RoomCommand::Gone { from: ConnectionId(2) }, now);
    leave(&mut room, 1, 9, now);
    store_all(&mut room, now);
    assert_eq!(room.core().view().host, None);

    let _back = resume(&mut room, 12, &token, now);
    store_all(&mut room, now);

    assert_eq!(room.core().view().host, Some(Seat::S1));
}

/// Nothing happened between their coming back and the end of the minute, and they were not looked for again.
#[test]
fn a_host_who_comes_back_in_time_stays_the_host() {
    let now = Instant::now();
    let mut room = open(Rules::CLASSIC, 3, now);
    let (mut host, _other) = (join(&mut room, 1, now), join(&mut room, 2, now));
    store_all(&mut room, now);
    let token = super::token(&mut host);
    room.handle(RoomCommand::Gone { from: ConnectionId(1) }, now);

    let _back = resume(&mut room, 11, &token, now + Duration::from_secs(5));
    pass_time(&mut room, now + 2 * Manners::default().host_away_max);

    assert_eq!(room.core().view().host, Some(Seat::S0));
}

/// How long the room stays open by itself from `start` on.
fn stays_open(room: &mut Room, start: Instant) -> Duration {
    let mut now = start;
    while !room.is_over() {
        now = room.next_wake().expect("an empty room ends some time");
        room.wake(now);
        store_all(room, now);
    }
    now - start
}

fn all_go(room: &mut Room, now: Instant) {
    (1..=4).for_each(|id| room.handle(RoomCommand::Gone { from: ConnectionId(id) }, now));
}

/// Rooms nobody came back to stayed open for a day, and whoever had opened twenty could open no more.
#[test]
fn a_room_that_waits_for_nobody_is_closed_after_minutes() {
    let now = Instant::now();
    let mut left = open(Rules::CLASSIC, 3, now);
    let _heard = join(&mut left, 1, now);
    store_all(&mut left, now);
    leave(&mut left, 1, 9, now);
    store_all(&mut left, now);
    let mut gone = open(Rules::CLASSIC, 3, now);
    let _heard = join(&mut gone, 1, now);
    store_all(&mut gone, now);
    all_go(&mut gone, now);

    assert_eq!(stays_open(&mut left, now), EMPTY_MAX);
    assert_eq!(stays_open(&mut gone, now), EMPTY_WAITING_MAX);
}

#[test]
fn an_empty_room_is_closed_minutes_after_its_match_and_a_day_after_all_went_in_the_middle() {
    let start = Instant::now();
    let (mut room, _heard) = four_people_by(Rules { hands: 1, ..Rules::CLASSIC }, 3, start);
    let mut now = start;
    while !is_over(&room, 0) {
        now = room.next_wake().unwrap();
        room.wake(now);
        store_all(&mut room, now);
    }
    all_go(&mut room, now);
    let mut midway = open(Rules::CLASSIC, 3, start);
    let _heard: Vec<_> = (1..=4).map(|id| join(&mut midway, id, start)).collect();
    order(&mut midway, 2, HostOrder::Start {}, start);
    store_all(&mut midway, start);
    all_go(&mut midway, start);

    assert_eq!(stays_open(&mut room, now), EMPTY_MAX);
    assert_eq!(stays_open(&mut midway, start), Manners::default().idle_max);
}

/// Runs a room that nobody comes to for so long, on a server of its own; adds to what is stored.
fn run_deserted(stored: &mut Vec<Vec<u8>>, lasts: Duration) -> Room {
    let mut now = Instant::now();
    let end = now + lasts;
    let (core, chance) = (rebuilt(stored), Chance::seeded(1));
    let mut room = LiveRoom::new(core, Vec::new(), Manners::default(), chance, now);
    while !room.is_over() && room.next_wake().is_some_and(|wake| wake < end) {
        now = room.next_wake().unwrap();
        room.wake(now);
        stored.extend(store_all(&mut room, now));
    }
    room
}

/// A match of four people by hand, as it is stored.
fn four_stored() -> Vec<Vec<u8>> {
    let now = Instant::now();
    let mut room = open(Rules::CLASSIC, 3, now);
    let _heard: Vec<_> = (1..=4).map(|id| join(&mut room, id, now)).collect();
    order(&mut room, 2, HostOrder::Start {}, now);
    store_all(&mut room, now)
}

/// The time began anew with every restart: with one every night a match that was given up stayed for ever.
#[test]
fn a_room_nobody_comes_back_to_is_closed_however_often_the_server_is_restarted() {
    let mut stored = four_stored();
    let life = Manners::default().idle_max * 2 / 3;
    let before = stored.len();

    let first = run_deserted(&mut stored, life);
    let notes = stored.len() - before;
    let second = run_deserted(&mut stored, life);

    assert!(!first.is_over() && second.is_over());
    assert!((1..=8).contains(&notes), "{notes} notes of a room that nobody is in");
}

#[test]
fn whoever_comes_to_a_deserted_room_begins_its_time_anew() {
    let mut stored = four_stored();
    let idle_max = Manners::default().idle_max;
    let mut room = run_deserted(&mut stored, idle_max * 9 / 10);
    let now = Instant::now();

    let _watched = watch(&mut room, 5, now);
    stored.extend(store_all(&mut room, now));

    let last = StepBody::<ActionView>::from_bytes(stored.last().unwrap()).unwrap();
    assert_eq!(last.fact, Fact::Deserted { ms: 0 });
    assert!(!run_deserted(&mut stored, idle_max * 9 / 10).is_over());
}
