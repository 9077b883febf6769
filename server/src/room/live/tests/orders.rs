//! Orders of the host that change nothing, and too many that do.

use protocol::options::RoomOptions;

use super::*;
use crate::room::live::orders::ORDERS_MAX;

/// How each request was answered, in order.
fn answers(heard: &mut OutboxReader) -> Vec<(u32, Result<Seq, Refusal>)> {
    let frames = std::iter::from_fn(|| heard.take()).filter_map(|out| match out {
        Outgoing::Frame(frame) => Some(frame),
        Outgoing::TurnedAway { .. } | Outgoing::Outside | Outgoing::Close(_) => None,
    });
    let read = frames.filter_map(|frame| match Encoding::Json.decode(&frame).unwrap() {
        SeatMessage::Accepted { request, seq } => Some((request.0, Ok(seq))),
        SeatMessage::Refused { request, reason } => Some((request.0, Err(reason))),
        _ => None,
    });
    read.collect()
}

/// A host alone in a room, and what is stored of it.
fn hosted(now: Instant) -> (Room, OutboxReader, Vec<Vec<u8>>) {
    let mut room = open(Rules::CLASSIC, 3, now);
    let mut heard = join(&mut room, 1, now);
    let bot = HostOrder::Bot { seat: Seat::S1, level: BotLevel::Easy };
    order(&mut room, 2, bot, now);
    let stored = store_all(&mut room, now);
    answers(&mut heard);
    (room, heard, stored)
}

/// Each was written down, a step for ever that every restart went through again.
#[test]
fn an_order_that_changes_nothing_is_accepted_and_is_no_step() {
    let now = Instant::now();
    let (mut room, mut heard, _) = hosted(now);
    let setup = Setup::Fujian { rules: Rules::CLASSIC };
    let nothing = [
        HostOrder::Public { public: false },
        HostOrder::Dealer { seat: Seat::S0 },
        HostOrder::Setup { setup },
        HostOrder::Options { options: RoomOptions::default() },
        HostOrder::Bot { seat: Seat::S1, level: BotLevel::Easy },
        HostOrder::Kick { seat: Seat::S2 },
    ];
    let seq = room.core().seq();

    for (request, nothing) in (10..).zip(nothing) {
        order(&mut room, request, nothing, now);
    }

    assert_eq!(store_all(&mut room, now), [] as [Vec<u8>; 0]);
    let accepted: Vec<_> = (10..16).map(|request| (request, Ok(seq))).collect();
    assert_eq!(answers(&mut heard), accepted);
}

/// Asked again after another it would have changed that.
#[test]
fn an_order_that_changed_nothing_is_not_carried_out_when_it_is_repeated() {
    let now = Instant::now();
    let (mut room, mut heard, mut stored) = hosted(now);
    let seq = room.core().seq();
    let [off, on] = [false, true].map(|public| HostOrder::Public { public });
    order(&mut room, 10, off.clone(), now);
    order(&mut room, 11, on, now);
    stored.extend(store_all(&mut room, now));
    answers(&mut heard);

    order(&mut room, 10, off.clone(), now);
    room.take_back();
    room.restart(rebuilt(&stored), now);
    order(&mut room, 10, off, now);

    assert_eq!(answers(&mut heard), [(10, Ok(seq)), (10, Ok(seq))]);
    assert!(room.core().view().public);
}

#[test]
fn who_orders_too_much_is_told_to_slow_down_and_may_ask_again() {
    let now = Instant::now();
    let (mut room, mut heard, _) = hosted(now);
    let later = now + Duration::from_secs(60);
    for request in 100..101 + ORDERS_MAX {
        order(&mut room, request, HostOrder::Public { public: request % 2 == 0 }, later);
    }
    store_all(&mut room, later);
    let refused = answers(&mut heard).split_off(ORDERS_MAX as usize);
    assert_eq!(refused, [(130, Err(Refusal::SlowDown))]);

    let again = HostOrder::Public { public: true };
    order(&mut room, 130, again.clone(), later + Duration::from_millis(999));
    order(&mut room, 130, again, later + Duration::from_secs(1));
    // What changes nothing takes nothing.
    order(&mut room, 131, HostOrder::Dealer { seat: Seat::S0 }, later + Duration::from_secs(1));
    store_all(&mut room, later + Duration::from_secs(1));

    let seq = room.core().seq();
    let told = [(130, Err(Refusal::SlowDown)), (130, Ok(seq)), (131, Ok(seq))];
    assert_eq!(answers(&mut heard), told);
}
