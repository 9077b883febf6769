//! Seats that are emptied while somebody else comes to them.

use protocol::ids::SeatToken;

use super::*;
use crate::room::Asker;
use crate::room::Outgoing;

/// Everything somebody has been sent, as one text.
fn told(heard: &mut OutboxReader) -> String {
    let mut text = String::new();
    while let Some(out) = heard.take() {
        if let Outgoing::Frame(bytes) | Outgoing::TurnedAway { frame: bytes, .. } = out {
            text += std::str::from_utf8(&bytes).unwrap();
        }
    }
    text
}

/// Who came to the seat before the disk knew of it was thrown out in the other's place.
#[test]
fn who_takes_a_seat_that_has_just_been_emptied_keeps_it() {
    let now = Instant::now();
    let mut room = open(Rules::CLASSIC, 3, now);
    let (_host, mut kicked) = (join(&mut room, 1, now), join(&mut room, 2, now));
    store_all(&mut room, now);

    order(&mut room, 2, HostOrder::Kick { seat: Seat::S1 }, now);
    let mut newcomer = join(&mut room, 3, now);
    store_all(&mut room, now);

    assert!(told(&mut kicked).contains("kicked"));
    let heard = told(&mut newcomer);
    assert!(heard.contains("seated") && !heard.contains("kicked"), "{heard}");
    assert_eq!(room.members.online(), BySeat([true, true, false, false]));
}

#[test]
fn an_order_that_is_refused_throws_nobody_out() {
    let now = Instant::now();
    let mut room = open(Rules::CLASSIC, 3, now);
    let (_host, _other) = (join(&mut room, 1, now), join(&mut room, 2, now));
    store_all(&mut room, now);

    // Something is in flight while the one who is no host tries to empty a seat nobody has.
    order(&mut room, 2, HostOrder::Public { public: true }, now);
    let order = HostOrder::Kick { seat: Seat::S2 };
    let from = caller(&room, 2);
    room.handle(RoomCommand::Host { from, request: RequestId(2), order }, now);
    let mut newcomer = join(&mut room, 3, now);
    store_all(&mut room, now);

    assert!(!told(&mut newcomer).contains("kicked"));
    assert!(room.members.online()[Seat::S2]);
}

/// Comes back with the token that was told first; gives what is heard then.
fn come_back(room: &mut Room, id: u64, seated: &str, now: Instant) -> OutboxReader {
    let token = seated.split("\"token\":\"").nth(1).and_then(|rest| rest.split('"').next());
    let (outbox, heard) = Outbox::new();
    let connection = Connection { id: ConnectionId(id), encoding: Encoding::Json, outbox };
    let (request, token) = (RequestId(9), SeatToken(token.unwrap().to_owned()));
    room.handle(RoomCommand::Resume { connection, request, token, last: None }, now);
    heard
}

/// Who came back meanwhile heard that their token is good for nothing, and forgot the seat they still had.
#[test]
fn nobody_hears_that_a_seat_is_lost_before_that_is_on_disk() {
    let now = Instant::now();
    let mut room = open(Rules::CLASSIC, 3, now);
    let (_host, mut other) = (join(&mut room, 1, now), join(&mut room, 2, now));
    let stored = store_all(&mut room, now);
    let seated = told(&mut other);

    order(&mut room, 2, HostOrder::Kick { seat: Seat::S1 }, now);
    let mut early = come_back(&mut room, 3, &seated, now);
    assert_eq!(told(&mut early), "", "it is not on disk");
    room.take_back();
    room.restart(rebuilt(&stored), now);
    let lost = told(&mut early);
    assert!(lost.contains("store_unavailable"), "{lost}");
    let again = told(&mut come_back(&mut room, 4, &seated, now));
    assert!(again.contains("accepted"), "{again}");

    order(&mut room, 3, HostOrder::Kick { seat: Seat::S1 }, now);
    let mut late = come_back(&mut room, 5, &seated, now);
    store_all(&mut room, now);
    let refused = told(&mut late);
    assert!(refused.contains("bad_token"), "{refused}");
}

/// The disk failed, and nobody was thrown out after all.
#[test]
fn who_was_thrown_out_by_a_step_that_is_lost_plays_on() {
    let now = Instant::now();
    let mut room = open(Rules::CLASSIC, 3, now);
    let (_host, mut other) = (join(&mut room, 1, now), join(&mut room, 2, now));
    let stored = store_all(&mut room, now);

    order(&mut room, 2, HostOrder::Kick { seat: Seat::S1 }, now);
    room.take_back();
    room.restart(rebuilt(&stored), now);

    assert!(!told(&mut other).contains("kicked"));
    assert_eq!(room.members.online(), BySeat([true, true, false, false]));
}

/// The disk said that it failed, and had stored everything: the seat is somebody else's.
#[test]
fn who_comes_out_of_a_failure_without_their_seat_does_not_play_for_its_new_owner() {
    let now = Instant::now();
    let mut room = open(Rules::CLASSIC, 3, now);
    let (_host, mut kicked) = (join(&mut room, 1, now), join(&mut room, 2, now));
    let mut stored = store_all(&mut room, now);

    order(&mut room, 2, HostOrder::Kick { seat: Seat::S1 }, now);
    let _newcomer = join(&mut room, 3, now);
    stored.extend(std::iter::from_fn(|| room.next_submission()).map(|step| step.body));
    room.take_back();
    room.restart(rebuilt(&stored), now);

    assert!(told(&mut kicked).contains("kicked"));
    assert_eq!(room.members.online(), BySeat([true, false, false, false]));
}

/// What is not on disk may never have been: lists show nothing of it.
#[test]
fn a_room_is_described_as_it_is_on_disk() {
    let now = Instant::now();
    let mut room = open(Rules::CLASSIC, 3, now);
    let _host = join(&mut room, 1, now);
    let (reply, mut answer) = oneshot::channel();

    room.handle(RoomCommand::Describe { to: Asker::Anybody, reply }, now);
    let before = answer.try_recv().ok();
    store_all(&mut room, now);

    assert!(before.is_none());
    assert_eq!(answer.try_recv().unwrap().seq, room.core().seq());
}

/// Of two who came before the disk knew of the first, the first threw out the second, which was never answered.
#[test]
fn who_comes_back_last_has_the_seat() {
    let now = Instant::now();
    let mut room = open(Rules::CLASSIC, 3, now);
    let (_host, mut other) = (join(&mut room, 1, now), join(&mut room, 2, now));
    store_all(&mut room, now);
    let seated = told(&mut other);

    order(&mut room, 2, HostOrder::Public { public: true }, now);
    let mut first = come_back(&mut room, 3, &seated, now);
    let mut last = come_back(&mut room, 4, &seated, now);
    store_all(&mut room, now);

    let (first, last) = (told(&mut first), told(&mut last));
    assert_eq!([&first, &last].map(|heard| heard.matches("accepted").count()), [1, 1]);
    assert_eq!([&first, &last].map(|heard| heard.contains("replaced")), [true, false]);
    assert!(told(&mut other).contains("replaced"));
    assert!(room.members.get(ConnectionId(4)).is_some_and(|last| last.plays_at().is_some()));
    assert_eq!(room.members.online(), BySeat([true, true, false, false]));
}

/// They sat with a bot then, were told its tiles, and could play for it.
#[test]
fn who_comes_to_a_seat_while_it_is_given_up_over_another_connection_is_let_go() {
    let now = Instant::now();
    let mut room = open(Rules::CLASSIC, 3, now);
    let (_host, mut other) = (join(&mut room, 1, now), join(&mut room, 2, now));
    let [_third, _fourth] = [3, 4].map(|id| join(&mut room, id, now));
    order(&mut room, 2, HostOrder::Start {}, now);
    store_all(&mut room, now);
    let seated = told(&mut other);

    order(&mut room, 3, HostOrder::Public { public: true }, now);
    let mut again = come_back(&mut room, 5, &seated, now);
    leave(&mut room, 2, 9, now);
    store_all(&mut room, now);

    let (left, heard) = (told(&mut other), told(&mut again));
    assert!(left.contains("accepted") && !left.contains("kicked"), "{left}");
    assert!(heard.matches("accepted").count() == 1 && heard.contains("kicked"), "{heard}");
    assert!(room.members.get(ConnectionId(5)).is_none());
    assert_eq!(room.members.online(), BySeat([true, false, true, true]));
}
