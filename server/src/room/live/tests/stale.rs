//! What was chosen before the table asked for something new answers nothing any more.

use super::*;

/// Player `id` does something they chose when the last step they had seen was `last`.
fn act_after(room: &mut Room, id: u64, request: u32, action: ActionView, last: Seq, now: Instant) {
    play(room, id, request, action, Some(last), now);
}

/// The clock plays for everybody the table waits for.
fn time_runs_out(room: &mut Room) -> Instant {
    let now = room.timers.decision.unwrap();
    room.wake(now);
    store_all(room, now);
    now
}

fn discard_of(room: &Room, seat: Seat) -> ActionView {
    let game = room.core().game().unwrap();
    let mut discards = SuitTile::ALL.map(|tile| ActionView::Discard { tile }).into_iter();
    discards.find(|discard| game.check(seat, discard).is_ok()).unwrap()
}

/// The line broke with a `pass` under way; the clock passed, the next player threw, and the `pass`
/// that was asked again was the answer to that.
#[test]
fn a_pass_that_comes_late_does_not_answer_the_next_call() {
    let (mut room, mut heard) = four_people(Instant::now());
    time_runs_out(&mut room);
    let seen = room.core().seq();
    assert!(matches!(phase(&room), PhaseView::Calling { .. }));
    time_runs_out(&mut room);
    let now = time_runs_out(&mut room);
    let PhaseView::Calling { from, .. } = phase(&room) else { panic!("nothing was thrown") };
    let late = Seat::ALL.into_iter().find(|seat| *seat != from && *seat != Seat::S0).unwrap();

    act_after(&mut room, 1 + late.index() as u64, 9, ActionView::Pass {}, seen, now);

    assert!(room.core().game().unwrap().waits_for(late), "the pass answered another call");
    assert_eq!(refusals(&mut heard[late.index()]), [Refusal::Stale]);
}

#[test]
fn a_discard_that_comes_late_is_not_thrown_in_the_next_turn() {
    let (mut room, mut heard) = four_people(Instant::now());
    let seen = room.core().seq();
    let mut now = time_runs_out(&mut room);
    while !matches!(phase(&room), PhaseView::Turn { seat: Seat::S0 }) {
        now = time_runs_out(&mut room);
    }
    let before = room.core().seq();
    let discard = discard_of(&room, Seat::S0);

    act_after(&mut room, 1, 9, discard, seen, now);

    assert_eq!(room.core().seq(), before, "a tile was thrown in another turn");
    assert_eq!(refusals(&mut heard[0]), [Refusal::Stale]);
}

#[test]
fn what_others_answer_makes_nothing_stale() {
    let (mut room, _heard) = four_people(Instant::now());
    let now = time_runs_out(&mut room);
    let seen = room.core().seq();

    for (seat, id) in [(Seat::S1, 2), (Seat::S2, 3)] {
        act_after(&mut room, id, 9, ActionView::Pass {}, seen, now);
        assert!(!room.core().game().unwrap().waits_for(seat));
    }
}

#[test]
fn a_request_that_was_accepted_gets_its_answer_again_however_late() {
    let (mut room, mut heard) = four_people(Instant::now());
    let (now, seen) = (Instant::now(), room.core().seq());
    let discard = discard_of(&room, Seat::S0);
    act_after(&mut room, 1, 9, discard.clone(), seen, now);
    time_runs_out(&mut room);

    act_after(&mut room, 1, 9, discard, seen, now);

    assert_eq!(refusals(&mut heard[0]), []);
}

#[test]
fn a_restart_forgets_nothing_of_what_was_asked() {
    let now = Instant::now();
    let mut room = open(Rules::CLASSIC, 3, now);
    let _heard = join(&mut room, 1, now);
    start_with_bots(&mut room, BotLevel::Easy, now);
    let stored = store_all(&mut room, now);

    let again = rebuilt(&stored);

    assert!(again.asked() > Seq(0));
    assert_eq!(again.asked(), room.core().asked());
}
