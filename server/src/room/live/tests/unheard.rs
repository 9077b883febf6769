//! After a restart a room is what it was, however much of its past nobody hears again.

use super::*;

/// What a person does is what a simple bot would do in their place.
fn plays(room: &mut Room, request: u32, now: Instant) {
    let game = room.core().game().unwrap();
    let chance = u64::from(request);
    let action = game.bot_action(Seat::S0, BotLevel::Easy, chance, &mut || true).unwrap();
    let (from, request, encoding) = (caller(room, 1), RequestId(request), Encoding::Json);
    let message = ClientMessage::Act { request, action, last_seq: None };
    let frame = Frame { encoding, bytes: encoding.encode(&message).into() };
    room.handle(RoomCommand::Act { from, request, frame }, now);
}

/// All there is in a room: what is kept for those who come back is printed, and concealed tiles, which are not, are seen.
fn told(core: &RoomCore<Fujian>) -> String {
    let hands = core.game().map(Game::hands);
    let seen = Seat::ALL.map(|seat| Encoding::Json.encode(&core.seat_snapshot(seat)));
    format!("{core:?} {hands:?} {seen:?}")
}

/// Somebody plays two matches with bots, the second with another one.
#[test]
fn a_room_is_the_same_again_from_its_steps_at_every_moment() {
    let mut now = Instant::now();
    let mut room = open(Rules { hands: 3, ..Rules::FULL }, 5, now);
    let _heard = join(&mut room, 1, now);
    start_with_bots(&mut room, BotLevel::Easy, now);
    let (mut stored, mut request, mut is_changed) = (store_all(&mut room, now), 100, false);

    while room.core().game().unwrap().standing().game < 2 {
        if room.core().game().unwrap().standing().is_over && !is_changed {
            order(&mut room, 99, HostOrder::Bot { seat: Seat::S2, level: BotLevel::Random }, now);
            is_changed = true;
        }
        match room.core().game().unwrap().waits_for(Seat::S0) {
            true => {
                request += 1;
                plays(&mut room, request, now);
            }
            false => {
                now = room.next_wake().expect("bots are to act");
                room.wake(now);
            }
        }
        stored.extend(store_all(&mut room, now));
        let mut again = rebuilt(&stored);
        // Which only a room knows that is watched late.
        again.set_time(room.core().time_ms());
        assert!(told(&again) == told(room.core()), "another room after {} steps", stored.len());
    }

    assert!(stored.len() > 500, "{} steps", stored.len());
}
