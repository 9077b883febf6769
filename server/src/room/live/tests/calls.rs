//! Calls that are passed for players: at the same moment for everybody, and never a win.

use protocol::options::RoomOptions;

use super::*;
use crate::room::live::calls::{ANSWERS_AFTER, EARLY_MAX};

fn quick(now: Instant) -> (Room, Vec<OutboxReader>) {
    let mut room = open(Rules::CLASSIC, 3, now);
    let heard = (1..=4).map(|id| join(&mut room, id, now)).collect();
    let options = RoomOptions { quick_pass: true, ..RoomOptions::default() };
    order(&mut room, 2, HostOrder::Options { options }, now);
    order(&mut room, 3, HostOrder::Start {}, now);
    store_all(&mut room, now);
    (room, heard)
}

fn act(room: &mut Room, id: u64, request: u32, action: ActionView, now: Instant) {
    play(room, id, request, action, None, now);
}

fn pass_calls(room: &mut Room, id: u64, on: bool, now: Instant) {
    let (from, request) = (caller(room, id), RequestId(20));
    room.handle(RoomCommand::QuickPass { from, request, on }, now);
    store_all(room, now);
}

/// The dealer throws some tile they may.
fn throw(room: &mut Room, now: Instant) {
    let game = room.core().game().unwrap();
    let mut discards = SuitTile::ALL.map(|tile| ActionView::Discard { tile }).into_iter();
    let discard = discards.find(|discard| game.check(Seat::S0, discard).is_ok()).unwrap();
    act(room, 1, 10, discard, now);
}

fn answered(room: &Room) -> Option<BySeat<bool>> {
    match phase(room) {
        PhaseView::Calling { answered, .. } => Some(answered),
        _ => None,
    }
}

#[test]
fn answers_are_taken_at_one_moment_whoever_gives_them() {
    let now = Instant::now();
    let (mut room, _heard) = quick(now);
    pass_calls(&mut room, 3, true, now);
    throw(&mut room, now);

    act(&mut room, 2, 11, ActionView::Pass {}, now);
    assert_eq!(answered(&room), Some(BySeat::default()), "an answer was seen at once");
    let then = now + ANSWERS_AFTER;
    assert_eq!(room.next_wake(), Some(then));
    room.wake(then);
    store_all(&mut room, then);

    assert_eq!(answered(&room), Some(BySeat([false, true, true, false])));
    act(&mut room, 4, 11, ActionView::Pass {}, then + Duration::from_millis(1));
    assert_ne!(answered(&room), Some(BySeat([false, true, true, false])), "a late one waits");
}

#[test]
fn it_is_off_again_with_the_next_connection_and_where_it_is_not_allowed() {
    let now = Instant::now();
    let (mut room, _heard) = quick(now);
    pass_calls(&mut room, 3, true, now);
    assert!(room.passing[Seat::S2]);
    pass_calls(&mut room, 3, false, now);
    assert!(!room.passing[Seat::S2]);

    let (mut other, mut heard) = four_people(now);
    pass_calls(&mut other, 3, true, now);

    assert!(!other.passing[Seat::S2]);
    assert_eq!(refusals(&mut heard[2]), [Refusal::NotAllowed]);
}

#[test]
fn a_possible_win_is_never_passed_and_it_is_over_with_the_hand() {
    let now = Instant::now();
    let mut asked_to_win = 0;
    for chance in 0..400 {
        let mut room = open(Rules { hands: 2, ..Rules::CLASSIC }, chance, now);
        let _heard = join(&mut room, 1, now);
        let options = RoomOptions { quick_pass: true, ..RoomOptions::default() };
        order(&mut room, 2, HostOrder::Options { options }, now);
        for (request, seat) in (3..).zip([Seat::S1, Seat::S2, Seat::S3]) {
            order(&mut room, request, HostOrder::Bot { seat, level: BotLevel::Easy }, now);
        }
        order(&mut room, 9, HostOrder::Start {}, now);
        store_all(&mut room, now);
        asked_to_win += u32::from(plays_on_until_asked_to_win(&mut room, now));
        if asked_to_win >= 2 {
            return;
        }
    }
    panic!("nobody was ever asked to win");
}

/// The player at seat 0 passes all calls and throws as a bot would; true once a win is up to them.
fn plays_on_until_asked_to_win(room: &mut Room, mut now: Instant) -> bool {
    pass_calls(room, 1, true, now);
    for request in 30.. {
        let game = room.core().game().unwrap();
        if game.is_between_hands() {
            assert!(!room.passing[Seat::S0], "it outlasts the hand");
            return false;
        }
        if game.is_calling() && game.check(Seat::S0, &ActionView::Win {}).is_ok() {
            now += ANSWERS_AFTER;
            while room.next_wake().is_some_and(|wake| wake <= now) {
                room.wake(now);
                store_all(room, now);
            }
            let game = room.core().game().unwrap();
            assert!(game.waits_for(Seat::S0), "a win was passed");
            return true;
        }
        if !game.is_calling() && game.waits_for(Seat::S0) {
            let action = game.bot_action(Seat::S0, BotLevel::Medium, 0, &mut || true).unwrap();
            act(room, 1, request, action, now);
        } else {
            now = room.next_wake().unwrap();
            room.wake(now);
            store_all(room, now);
        }
    }
    false
}

/// The hand was broken off before the moment came, and the answers were taken in the next one.
#[test]
fn an_answer_that_waits_is_none_to_what_the_table_asks_next() {
    let now = Instant::now();
    let (mut room, mut heard) = quick(now);
    throw(&mut room, now);
    act(&mut room, 2, 11, ActionView::Pass {}, now);
    assert_eq!(refusals(&mut heard[1]), []);

    order(&mut room, 30, HostOrder::Abort {}, now);
    store_all(&mut room, now);

    assert_eq!(refusals(&mut heard[1]), [Refusal::Stale]);
    assert!(room.early.iter().all(Vec::is_empty));
    act(&mut room, 2, 11, ActionView::Pass {}, now);
    assert_eq!(refusals(&mut heard[1]), [Refusal::Stale], "repeated, it is answered as at first");
}

/// The first pass was the last answer, and the second one went to the next player's turn or call.
#[test]
fn what_is_left_over_when_the_last_answer_is_taken_answers_nothing_else() {
    let now = Instant::now();
    let (mut room, mut heard) = quick(now);
    throw(&mut room, now);
    for id in 2..=4 {
        act(&mut room, id, 11, ActionView::Pass {}, now);
    }
    act(&mut room, 4, 12, ActionView::Pass {}, now);

    let then = now + ANSWERS_AFTER;
    room.wake(then);
    store_all(&mut room, then);

    assert!(answered(&room).is_none(), "all have passed");
    assert_eq!(refusals(&mut heard[3]), [Refusal::Stale]);
}

#[test]
fn who_answers_too_often_is_told_to_slow_down_and_who_watches_that_they_have_no_seat() {
    let now = Instant::now();
    let (mut room, mut heard) = quick(now);
    let mut watching = watch(&mut room, 9, now);
    throw(&mut room, now);

    for request in 11..=11 + EARLY_MAX as u32 {
        act(&mut room, 2, request, ActionView::Pass {}, now);
    }
    act(&mut room, 9, 2, ActionView::Pass {}, now);

    assert_eq!(answered(&room), Some(BySeat::default()), "an answer was seen at once");
    assert_eq!(refusals(&mut heard[1]), [Refusal::SlowDown]);
    assert_eq!(refusals(&mut watching), [Refusal::NoSeat]);
    act(&mut room, 3, 11, ActionView::Pass {}, now);
    assert_eq!(refusals(&mut heard[2]), [], "one player's haste is no other's");
}

/// The repetition waited with the answer itself, and was called stale when that had been taken.
#[test]
fn an_answer_that_is_repeated_is_answered_as_at_first() {
    let now = Instant::now();
    let (mut room, mut heard) = quick(now);
    throw(&mut room, now);
    act(&mut room, 1, 10, ActionView::Pass {}, now);
    for id in [2, 3, 4, 4] {
        act(&mut room, id, 11, ActionView::Pass {}, now);
    }

    let then = now + ANSWERS_AFTER;
    room.wake(then);
    store_all(&mut room, then);

    assert!(answered(&room).is_none(), "all have passed");
    assert_eq!(refusals(&mut heard[3]), [], "it was taken the first time");
    assert_eq!(refusals(&mut heard[0]), [], "so was what they threw");
}

/// Others answer a while after they have heard of the call, and bots did so a while after it was made.
#[test]
fn bots_answer_no_sooner_than_others_however_long_the_disk_takes() {
    let now = Instant::now();
    let mut room = open(Rules::CLASSIC, 3, now);
    let _heard = join(&mut room, 1, now);
    let options = RoomOptions { quick_pass: true, ..RoomOptions::default() };
    order(&mut room, 2, HostOrder::Options { options }, now);
    for (request, seat) in (3..).zip([Seat::S1, Seat::S2, Seat::S3]) {
        order(&mut room, request, HostOrder::Bot { seat, level: BotLevel::Easy }, now);
    }
    order(&mut room, 9, HostOrder::Start {}, now);
    store_all(&mut room, now);
    let made = now + Duration::from_secs(1);
    let game = room.core().game().unwrap();
    let mut discards = SuitTile::ALL.map(|tile| ActionView::Discard { tile }).into_iter();
    let action = discards.find(|discard| game.check(Seat::S0, discard).is_ok()).unwrap();
    let (from, request, encoding) = (caller(&room, 1), RequestId(10), Encoding::Json);
    let message = ClientMessage::Act { request, action, last_seq: None };
    let frame = Frame { encoding, bytes: encoding.encode(&message).into() };
    room.handle(RoomCommand::Act { from, request, frame }, made);

    let known = made + Duration::from_secs(3);
    room.wake(known);
    store_all(&mut room, known);
    room.wake(known + ANSWERS_AFTER - Duration::from_millis(1));
    assert_eq!(answered(&room), Some(BySeat::default()), "a bot was quicker");
    room.wake(known + ANSWERS_AFTER);

    assert_ne!(answered(&room), Some(BySeat::default()));
}

/// It passed for the bot too, which then took no tile for the rest of the hand.
#[test]
fn a_bot_that_stands_in_answers_for_itself() {
    let now = Instant::now();
    let (mut room, _heard) = quick(now);
    pass_calls(&mut room, 3, true, now);
    room.handle(RoomCommand::Gone { from: ConnectionId(3) }, now);
    order(&mut room, 9, HostOrder::Bot { seat: Seat::S2, level: BotLevel::Medium }, now);
    store_all(&mut room, now);
    throw(&mut room, now);

    room.wake(now + ANSWERS_AFTER - Duration::from_millis(1));
    let then = now + ANSWERS_AFTER;
    room.take_answers(then);
    store_all(&mut room, then);

    assert_eq!(answered(&room), Some(BySeat::default()), "it was passed for the bot");
}
