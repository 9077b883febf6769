//! How long a table waits for its players: after a restart, for somebody who does nothing, between hands.

use protocol::ids::SeatToken;
use protocol::options::{RoomOptions, Spectators};
use protocol::room::Occupant;

use super::*;
use crate::room::game::READY_SECONDS;
use crate::room::live::clocks::AWAITED_MAX;

const GRACE: Duration = Duration::from_secs(10);
const TURN: Duration = Duration::from_secs(20);

/// A table where it is seat 0's turn, on a server that has just started; and everybody's tokens.
fn restarted(now: Instant) -> (Room, Vec<SeatToken>) {
    restarted_after(Duration::ZERO, now)
}

/// The same where the turn had lasted a while.
fn restarted_after(turn: Duration, now: Instant) -> (Room, Vec<SeatToken>) {
    let rules = Rules { turn_seconds: Some(20), call_seconds: Some(5), ..Rules::CLASSIC };
    let mut room = open(rules, 3, now);
    let mut heard: Vec<_> = (1..=4).map(|id| join(&mut room, id, now)).collect();
    order(&mut room, 2, HostOrder::Start {}, now);
    let mut stored = store_all(&mut room, now);
    stored.extend(pass_time(&mut room, now + turn));
    assert!(matches!(phase(&room), PhaseView::Turn { seat: Seat::S0 }));
    let (core, chance) = (rebuilt(&stored), Chance::seeded(4));
    let room = LiveRoom::new(core, Vec::new(), Manners::default(), chance, now);
    (room, heard.iter_mut().map(token).collect())
}

/// A server that restarts tells everybody to come back some seconds later, and played for them meanwhile.
#[test]
fn after_a_restart_a_clock_waits_until_somebody_it_is_for_is_back() {
    let now = Instant::now();
    let (mut room, tokens) = restarted(now);

    let other = resume(&mut room, 12, &tokens[1], now + Duration::from_secs(2));
    assert_eq!(room.next_wake(), Some(now + GRACE), "the clock runs for somebody who is away");
    let back = now + Duration::from_secs(4);
    let mut own = resume(&mut room, 11, &tokens[0], back);

    assert_eq!(room.timers.decision, Some(back + TURN));
    assert_eq!(told_left_ms(&mut own), [20_000]);
    drop(other);
}

/// It began anew: who had thought for nearly all of their time had all of it again.
#[test]
fn after_a_restart_a_clock_goes_on_from_where_it_was() {
    let now = Instant::now();
    for (turn, left_s) in [(4, 20), (5, 15), (13, 10), (19, 5)] {
        let (mut room, tokens) = restarted_after(Duration::from_secs(turn), now);
        let back = now + Duration::from_secs(4);

        let mut own = resume(&mut room, 11, &tokens[0], back);

        assert_eq!(told_left_ms(&mut own), [left_s * 1_000], "after {turn} s");
        let until = back + Duration::from_secs(left_s.into());
        pass_time(&mut room, until - Duration::from_millis(1));
        assert!(matches!(phase(&room), PhaseView::Turn { seat: Seat::S0 }), "played too early");
        pass_time(&mut room, until);
        assert!(!matches!(phase(&room), PhaseView::Turn { seat: Seat::S0 }), "not played for");
    }
}

/// The next question has all of its time, however long the one before took.
#[test]
fn how_long_a_clock_has_run_is_forgotten_with_what_it_was_for() {
    let now = Instant::now();
    let (mut room, tokens) = restarted_after(Duration::from_secs(13), now);
    let mut own = resume(&mut room, 11, &tokens[0], now);
    assert_eq!(told_left_ms(&mut own), [10_000]);

    pass_time(&mut room, now + Duration::from_secs(10));

    assert!(matches!(phase(&room), PhaseView::Calling { .. }), "{:?}", phase(&room));
    assert_eq!(told_left_ms(&mut own), [5_000]);
}

/// They were told of the clock as it was when they asked, and of none when the disk took longer than that clock.
#[test]
fn who_comes_while_the_disk_takes_its_time_is_told_how_long_there_is() {
    let now = Instant::now();
    let (mut room, tokens) = restarted(now);
    let _own = resume(&mut room, 11, &tokens[0], now);
    let (asked, back) = (now + TURN, now + TURN + GRACE);

    room.wake(asked);
    assert!(matches!(phase(&room), PhaseView::Calling { .. }), "{:?}", phase(&room));
    while let Some(wake) = room.next_wake().filter(|wake| *wake <= back) {
        room.wake(wake);
    }
    let mut other = resume(&mut room, 12, &tokens[1], back);
    store_all(&mut room, back);

    assert_eq!(told_left_ms(&mut other), [5_000]);
}

#[test]
fn after_a_restart_a_clock_waits_no_longer_than_its_grace() {
    let now = Instant::now();
    let (mut room, _tokens) = restarted(now);

    room.wake(now + GRACE);

    assert_eq!(room.timers.decision, Some(now + GRACE + TURN));
}

/// Four people without timers; it is the turn of seat 1, and seat 0 is the host.
fn without_timers(now: Instant) -> (Room, Vec<OutboxReader>) {
    let mut room = open(Rules::CLASSIC, 3, now);
    let heard = (1..=4).map(|id| join(&mut room, id, now)).collect();
    order(&mut room, 2, HostOrder::Dealer { seat: Seat::S1 }, now);
    order(&mut room, 3, HostOrder::Start {}, now);
    store_all(&mut room, now);
    assert!(matches!(phase(&room), PhaseView::Turn { seat: Seat::S1 }));
    (room, heard)
}

fn seat_bot(room: &mut Room, request: u32, seat: Seat, now: Instant) {
    order(room, request, HostOrder::Bot { seat, level: BotLevel::Easy }, now);
    store_all(room, now);
}

/// One who was connected and did nothing held the table up for good.
#[test]
fn the_host_may_seat_a_bot_for_somebody_the_table_has_waited_for_long() {
    let now = Instant::now();
    let (mut room, mut heard) = without_timers(now);
    let later = now + AWAITED_MAX;

    seat_bot(&mut room, 10, Seat::S1, later - Duration::from_millis(1));
    seat_bot(&mut room, 11, Seat::S2, later);
    assert_eq!(refusals(&mut heard[0]), [Refusal::SeatTaken, Refusal::SeatTaken]);
    seat_bot(&mut room, 12, Seat::S1, later);

    assert!(matches!(room.core().view().seats[Seat::S1], Occupant::StandIn { .. }));
    assert!(room.next_wake().is_some_and(|wake| wake <= later + Duration::from_secs(2)));
}

#[test]
fn who_plays_takes_their_seat_back_from_a_bot() {
    let now = Instant::now();
    let (mut room, mut heard) = without_timers(now);
    let later = now + AWAITED_MAX;
    seat_bot(&mut room, 10, Seat::S1, later);
    assert!(matches!(room.core().view().seats[Seat::S1], Occupant::StandIn { .. }));
    let game = room.core().game().unwrap();
    let mut discards = SuitTile::ALL.map(|tile| ActionView::Discard { tile }).into_iter();
    let discard = discards.find(|discard| game.check(Seat::S1, discard).is_ok()).unwrap();
    let seen = room.core().seq();

    play(&mut room, 2, 9, discard, Some(seen), later);

    assert!(matches!(room.core().view().seats[Seat::S1], Occupant::Human { .. }));
    assert!(matches!(phase(&room), PhaseView::Calling { from: Seat::S1, .. }));
    assert_eq!(refusals(&mut heard[1]), []);
}

#[test]
fn who_has_a_bot_standing_in_keeps_their_seat_when_the_store_fails() {
    let now = Instant::now();
    let mut room = open(Rules::CLASSIC, 3, now);
    let _heard: Vec<_> = (1..=4).map(|id| join(&mut room, id, now)).collect();
    order(&mut room, 2, HostOrder::Dealer { seat: Seat::S1 }, now);
    order(&mut room, 3, HostOrder::Start {}, now);
    let mut stored = store_all(&mut room, now);
    order(
        &mut room,
        4,
        HostOrder::Bot { seat: Seat::S1, level: BotLevel::Easy },
        now + AWAITED_MAX,
    );
    stored.extend(store_all(&mut room, now));

    room.take_back();
    room.restart(rebuilt(&stored), now);

    assert!(matches!(room.core().view().seats[Seat::S1], Occupant::StandIn { .. }));
    assert_eq!(room.members.online(), BySeat([true; 4]));
}

/// Four people with timers, the first hand over.
fn between_hands(now: Instant) -> (Room, Vec<OutboxReader>, Instant) {
    let (mut room, heard) = four_people_by(Rules { hands: 2, ..Rules::CLASSIC }, 3, now);
    let over = hand_ends(&mut room, now);
    (room, heard, over)
}

/// Plays on by the clock until the hand is over.
fn hand_ends(room: &mut Room, mut now: Instant) -> Instant {
    while !matches!(phase(room), PhaseView::Between { .. }) {
        now = room.next_wake().unwrap();
        room.wake(now);
        store_all(room, now);
    }
    now
}

#[test]
fn between_hands_who_does_nothing_is_taken_to_be_ready_in_the_end() {
    let (mut room, _heard, over) = between_hands(Instant::now());

    let then = over + Duration::from_secs(READY_SECONDS.into());
    pass_time(&mut room, then - Duration::from_millis(1));
    assert!(matches!(phase(&room), PhaseView::Between { .. }), "the next hand began early");
    pass_time(&mut room, then);

    assert!(!matches!(phase(&room), PhaseView::Between { .. }), "the next hand never began");
}

#[test]
fn between_hands_a_table_nobody_is_at_waits() {
    let (mut room, _heard, over) = between_hands(Instant::now());
    (1..=4).for_each(|id| room.handle(RoomCommand::Gone { from: ConnectionId(id) }, over));
    let seq = room.core().seq();

    pass_time(&mut room, over + Duration::from_secs(3_600));

    assert!(matches!(phase(&room), PhaseView::Between { .. }), "a hand was dealt to nobody");
    let noted = room.core().seq().0 - seq.0;
    assert!(noted < 30, "{noted} steps of a table nobody is at");
}

/// Whoever came back found what was left of a minute that had begun anew again and again, and after a restart what had been
/// noted of the first.
#[test]
fn between_hands_whoever_is_back_first_has_a_whole_minute() {
    let (mut room, mut heard) =
        four_people_by(Rules { hands: 2, ..Rules::CLASSIC }, 3, Instant::now());
    let first = token(&mut heard[0]);
    let over = hand_ends(&mut room, Instant::now());
    (1..=4).for_each(|id| room.handle(RoomCommand::Gone { from: ConnectionId(id) }, over));
    pass_time(&mut room, over + Duration::from_secs(100));
    assert_eq!(room.core().waited_ms, 0, "a restart would go on from there");

    let back = over + Duration::from_secs(110);
    let mut again = resume(&mut room, 9, &first, back);

    assert_eq!(told_left_ms(&mut again), [60_000]);
}

/// The clock ran, and nobody knew of it.
#[test]
fn after_an_outage_everybody_is_told_how_long_there_is_yet() {
    let now = Instant::now();
    let rules = Rules { turn_seconds: Some(20), call_seconds: Some(5), ..Rules::CLASSIC };
    let mut room = open(rules, 3, now);
    let mut heard: Vec<_> = (1..=4).map(|id| join(&mut room, id, now)).collect();
    order(&mut room, 2, HostOrder::Start {}, now);
    let mut stored = store_all(&mut room, now);
    heard.push(watch(&mut room, 5, now));
    let later = now + Duration::from_secs(12);
    stored.extend(pass_time(&mut room, later));
    heard.iter_mut().for_each(|heard| drop(told_left_ms(heard)));

    room.take_back();
    let back = later + Duration::from_secs(60);
    room.restart(rebuilt(&stored), back);

    // It was noted last after ten seconds.
    assert_eq!(room.next_wake(), Some(back + Duration::from_secs(5)));
    assert_eq!(room.timers.decision, Some(back + Duration::from_secs(10)));
    for heard in &mut heard {
        assert_eq!(told_left_ms(heard), [10_000]);
    }
}

#[test]
fn after_an_outage_those_who_watch_late_are_told_how_long_there_is_as_they_are_shown_it() {
    let now = Instant::now();
    let rules = Rules { turn_seconds: Some(20), call_seconds: Some(5), ..Rules::CLASSIC };
    let mut room = open(rules, 3, now);
    let _heard: Vec<_> = (1..=4).map(|id| join(&mut room, id, now)).collect();
    let spectators = Spectators::Delayed { seconds: 60 };
    let options = RoomOptions { spectators, ..RoomOptions::default() };
    order(&mut room, 2, HostOrder::Options { options }, now);
    order(&mut room, 3, HostOrder::Start {}, now);
    let mut stored = store_all(&mut room, now);
    let mut watching = watch(&mut room, 5, now);
    stored.extend(pass_time(&mut room, now + Duration::from_secs(65)));
    assert_eq!(told_left_ms(&mut watching), [20_000]);

    room.take_back();
    room.restart(rebuilt(&stored), now + Duration::from_secs(600));

    // Nobody has played meanwhile, and the room's time stood still.
    assert_eq!(told_left_ms(&mut watching), [15_001]);
}
