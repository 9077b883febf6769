//! Every request gets an answer, also from a connection that is in the room no longer or never was.

use protocol::ids::Digest;

use super::*;
use crate::room::RoomHandle;

fn connect(id: u64) -> (Connection, OutboxReader) {
    let (outbox, heard) = Outbox::new();
    (Connection { id: ConnectionId(id), encoding: Encoding::Json, outbox }, heard)
}

fn pass(from: &Connection, request: u32) -> RoomCommand {
    let (request, encoding) = (RequestId(request), Encoding::Json);
    let message = ClientMessage::Act { request, action: ActionView::Pass {}, last_seq: None };
    let frame = Frame { encoding, bytes: encoding.encode(&message).into() };
    RoomCommand::Act { from: from.clone(), request, frame }
}

/// One of everything that is asked in a room, numbered from 10.
fn everything(from: &Connection) -> Vec<RoomCommand> {
    let request = RequestId;
    vec![
        pass(from, 10),
        RoomCommand::Host { from: from.clone(), request: request(11), order: HostOrder::Abort {} },
        RoomCommand::Link {
            from: from.clone(),
            request: request(12),
            hand: 1,
            link: Digest([0; 32]),
        },
        RoomCommand::QuickPass { from: from.clone(), request: request(13), on: true },
        RoomCommand::Leave { from: from.clone(), request: request(14) },
    ]
}

/// The numbers of the requests that were answered, with the reason where they were refused.
fn answers(heard: &mut OutboxReader) -> Vec<(u32, Option<Refusal>)> {
    let frames = std::iter::from_fn(|| heard.take()).filter_map(|out| match out {
        Outgoing::Frame(frame) | Outgoing::TurnedAway { frame, .. } => Some(frame),
        Outgoing::Outside | Outgoing::Close(_) => None,
    });
    let read = frames.filter_map(|frame| match Encoding::Json.decode(&frame).unwrap() {
        SeatMessage::Accepted { request, .. } => Some((request.0, None)),
        SeatMessage::Refused { request, reason } => Some((request.0, Some(reason))),
        _ => None,
    });
    read.collect()
}

#[test]
fn who_is_in_no_room_is_told_so_whatever_they_ask() {
    let now = Instant::now();
    let (mut room, _heard) = four_people(now);
    let (stranger, mut heard) = connect(9);
    let player = Newcomer { name: "Eve".parse().unwrap(), tip: None, profile: None, token: None };
    let (connection, request) = (stranger.clone(), RequestId(1));
    room.handle(RoomCommand::Join { connection, request, player }, now);

    everything(&stranger).into_iter().for_each(|command| room.handle(command, now));

    let told = answers(&mut heard);
    let no_seat = (10..=14).map(|request| (request, Some(Refusal::NoSeat)));
    let expected: Vec<_> = [(1, Some(Refusal::RoomFull))].into_iter().chain(no_seat).collect();
    assert_eq!(told, expected);
}

#[test]
fn what_is_asked_behind_leaving_is_answered_before_the_disk_knows_and_after() {
    let now = Instant::now();
    let (mut room, mut heard) = four_people(now);
    let leaver = caller(&room, 2);

    leave(&mut room, 2, 5, now);
    everything(&leaver).into_iter().for_each(|command| room.handle(command, now));
    store_all(&mut room, now);
    room.handle(pass(&leaver, 20), now);

    let no_seat = Some(Refusal::NoSeat);
    let behind = [(10, no_seat), (11, no_seat), (12, no_seat), (13, no_seat), (14, None)];
    let told = answers(&mut heard[1]);
    assert_eq!(told, [&[(5, None)], &behind[..], &[(20, no_seat)]].concat());
}

#[test]
fn what_is_under_way_when_the_host_empties_the_seat_is_answered() {
    let now = Instant::now();
    let mut room = open(Rules::CLASSIC, 3, now);
    let (_host, mut kicked) = (join(&mut room, 1, now), join(&mut room, 2, now));
    store_all(&mut room, now);
    let caller = caller(&room, 2);

    order(&mut room, 2, HostOrder::Kick { seat: Seat::S1 }, now);
    room.handle(pass(&caller, 10), now);
    store_all(&mut room, now);
    room.handle(pass(&caller, 11), now);

    let no_seat = Some(Refusal::NoSeat);
    assert_eq!(answers(&mut kicked), [(10, no_seat), (11, no_seat)]);
}

#[tokio::test]
async fn what_waits_in_the_inbox_of_a_room_that_has_ended_is_answered() {
    let (handle, mut inbox) = RoomHandle::new("K7Q2XM".parse().unwrap());
    let (caller, mut heard) = connect(1);
    for command in everything(&caller) {
        handle.send(command).await.unwrap();
    }

    inbox.close(Refusal::NoRoom).await;

    let told: Vec<_> = (10..=14).map(|request| (request, Some(Refusal::NoRoom))).collect();
    assert_eq!(answers(&mut heard), told);
}

/// What had not happened after all was still the reason.
#[test]
fn what_was_refused_for_a_step_that_is_not_on_disk_can_be_asked_again() {
    let now = Instant::now();
    let mut room = open(Rules::CLASSIC, 3, now);
    let mut heard = join(&mut room, 1, now);
    for (request, seat) in (2..).zip([Seat::S1, Seat::S2, Seat::S3]) {
        order(&mut room, request, HostOrder::Bot { seat, level: BotLevel::Easy }, now);
    }
    let stored = store_all(&mut room, now);
    answers(&mut heard);

    order(&mut room, 5, HostOrder::Start {}, now);
    order(&mut room, 6, HostOrder::Kick { seat: Seat::S1 }, now);
    room.take_back();
    let failed = Some(Refusal::StoreUnavailable);
    assert_eq!(answers(&mut heard), [(5, failed), (6, failed)]);
    room.restart(rebuilt(&stored), now);
    order(&mut room, 6, HostOrder::Kick { seat: Seat::S1 }, now);
    store_all(&mut room, now);

    assert_eq!(answers(&mut heard), [(6, None)]);
}
