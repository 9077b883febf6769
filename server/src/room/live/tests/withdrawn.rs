//! Profiles that are hidden or deleted while they are played for.

use protocol::room::{Occupant, ProfileView};

use super::*;
use crate::room::{PlayedFor, Withdrawn};

const ID: &str = "p-7k3m9x2q4d8f";

/// A room with somebody in it who plays for a profile, and the steps of it on disk.
fn played_for(profile: PlayedFor, now: Instant) -> (Room, Vec<Vec<u8>>) {
    let mut room = open(Rules::CLASSIC, 3, now);
    let (outbox, _heard) = Outbox::new();
    let connection = Connection { id: ConnectionId(1), encoding: Encoding::Json, outbox };
    let player =
        Newcomer { name: "Ana".parse().unwrap(), tip: None, profile: Some(profile), token: None };
    room.handle(RoomCommand::Join { connection, request: RequestId(1), player }, now);
    let stored = store_all(&mut room, now);
    (room, stored)
}

fn shown() -> PlayedFor {
    PlayedFor::Shown(ProfileView { id: ID.to_owned(), name: "Ana of Xiamen".to_owned() })
}

fn withdraw(profile: Withdrawn) -> (RoomCommand, oneshot::Receiver<()>) {
    let (reply, answer) = oneshot::channel();
    (RoomCommand::Withdraw { profile, reply }, answer)
}

/// Whether a profile is seen at the first seat, and which is played for unseen.
fn at_seat(room: &Room) -> (bool, Option<&str>) {
    let seen = &room.core.view().seats[Seat::S0];
    let is_shown = matches!(seen, Occupant::Human { profile: Some(_), .. });
    (is_shown, room.core.seats[Seat::S0].hidden.as_deref())
}

#[test]
fn a_hidden_profile_is_played_for_unseen_and_a_deleted_one_not_at_all() {
    let now = Instant::now();
    for (profile, played_for_then) in
        [(Withdrawn::Hidden(ID.to_owned()), Some(ID)), (Withdrawn::Deleted(ID.to_owned()), None)]
    {
        let (mut room, mut stored) = played_for(shown(), now);
        let token = room.core.seats[Seat::S0].token;
        assert_eq!(at_seat(&room), (true, None));

        let (command, mut answer) = withdraw(profile);
        room.handle(command, now);
        assert!(answer.try_recv().is_err(), "it is not on disk yet");
        stored.extend(store_all(&mut room, now));

        assert_eq!(answer.try_recv(), Ok(()));
        assert_eq!(at_seat(&room), (false, played_for_then));
        assert_eq!(room.core.seats[Seat::S0].token, token, "the seat is theirs as before");
        let core = rebuilt(&stored);
        assert_eq!(core.view(), room.core.view());
        assert_eq!(core.seats[Seat::S0].hidden.as_deref(), played_for_then);
    }
}

/// A step would tell the others that somebody plays for it.
#[test]
fn what_nobody_sees_is_withdrawn_without_a_word() {
    let now = Instant::now();
    let (mut room, _) = played_for(PlayedFor::Hidden(ID.to_owned()), now);
    let seq = room.core.seq();

    for profile in [Withdrawn::Deleted(ID.to_owned()), Withdrawn::Hidden("p-other".to_owned())] {
        let (command, mut answer) = withdraw(profile);
        room.handle(command, now);
        assert_eq!(answer.try_recv(), Ok(()));
    }

    assert_eq!(room.core.seq(), seq);
}

#[test]
fn a_profile_withdrawn_while_nothing_can_be_recorded_is_gone_once_it_can() {
    let now = Instant::now();
    for was_taken in [true, false] {
        let (mut room, stored) = played_for(shown(), now);
        let (command, _answer) = withdraw(Withdrawn::Hidden(ID.to_owned()));
        if was_taken {
            room.handle(command, now);
            room.take_back();
        } else {
            room.take_back();
            room.refuse_for_now(command);
        }

        room.restart(rebuilt(&stored), now);
        store_all(&mut room, now);

        assert_eq!(at_seat(&room), (false, Some(ID)), "{was_taken}");
    }
}
