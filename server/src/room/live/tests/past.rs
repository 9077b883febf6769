//! Those who come in the middle of a hand are told how it came to where it is: just what others have heard.

use protocol::fujian::{PublicChange, SpectatorMessage, TableView};
use protocol::options::{RoomOptions, Spectators};

use super::*;

/// A step at the table, and what anybody hears of it.
type Heard = (Seq, Vec<PublicChange>);

/// Somebody who has watched from the beginning, and asks all the same.
struct Witness {
    outbox: OutboxReader,
    asked: u32,
    table: Option<TableView>,
    /// What was heard of the table since the deal.
    heard: Vec<Heard>,
    /// What they were told when they asked.
    told: Option<(Seq, TableView, Vec<Heard>)>,
    answers: Vec<Result<Seq, Refusal>>,
}

impl Witness {
    fn of(outbox: OutboxReader) -> Self {
        Self { outbox, asked: 100, table: None, heard: Vec::new(), told: None, answers: Vec::new() }
    }

    fn ask(&mut self, room: &mut Room, id: u64, now: Instant) {
        self.asked += 1;
        ask(room, caller(room, id), self.asked, now);
    }

    /// Hears everything that waits.
    fn listen(&mut self) {
        while let Some(out) = self.outbox.take() {
            let Outgoing::Frame(frame) = out else { continue };
            match Encoding::Json.decode(&frame).unwrap() {
                SpectatorMessage::Snapshot { table, .. } => self.table = table,
                SpectatorMessage::Step { seq, public, .. } => self.hear(seq, public),
                SpectatorMessage::Past { seq, table, steps } => {
                    assert!(matches!(self.answers.last(), Some(Ok(answer)) if *answer == seq));
                    self.told = Some((seq, table, steps));
                }
                SpectatorMessage::Accepted { seq, .. } => self.answers.push(Ok(seq)),
                SpectatorMessage::Refused { reason, .. } => self.answers.push(Err(reason)),
                SpectatorMessage::Presence { .. }
                | SpectatorMessage::Timer { .. }
                | SpectatorMessage::Stalled {}
                | SpectatorMessage::Bye { .. } => {}
            }
        }
    }

    fn hear(&mut self, seq: Seq, public: Vec<PublicChange>) {
        public.iter().for_each(|change| Fujian::fold(&mut self.table, change));
        if public.iter().any(|change| matches!(change, PublicChange::Dealt { .. })) {
            self.heard.clear();
        }
        if !public.is_empty() {
            self.heard.push((seq, public));
        }
    }

    /// What they are told is what they have heard, and leads to what they see.
    fn check(&mut self) -> bool {
        let told = self.told.take();
        let hand = self.table.as_ref().and_then(|table| table.hand.as_ref());
        if hand.is_none_or(|hand| hand.end.is_some()) {
            assert_eq!((told, self.answers.last().unwrap().is_err()), (None, true));
            return false;
        }
        let (seq, before, steps) = told.expect("a hand is running");
        assert!(steps.last().unwrap().0 <= seq);
        assert_eq!(steps, self.heard);
        let mut folded = Some(before);
        steps.iter().flat_map(|(_, public)| public).for_each(|c| Fujian::fold(&mut folded, c));
        assert_eq!(folded, self.table);
        true
    }
}

fn ask(room: &mut Room, from: Connection, request: u32, now: Instant) {
    room.handle(RoomCommand::Past { from, request: RequestId(request) }, now);
    // Those who watch are told in their turn.
    room.tell_watchers();
}

/// Plays on and asks at every moment until `is_done`; gives what was then heard last, and what is stored.
fn play_on(
    room: &mut Room,
    mut witness: Witness,
    mut now: Instant,
    is_done: impl Fn(&Room) -> bool,
) -> (Vec<PublicChange>, Vec<Vec<u8>>) {
    let (mut heard, mut stored) = (Vec::new(), Vec::new());
    loop {
        stored.extend(store_all(room, now));
        room.tell_watchers();
        witness.listen();
        if is_done(room) {
            break;
        }
        witness.ask(room, 9, now);
        witness.listen();
        if witness.check() {
            heard.extend(witness.heard.last().unwrap().1.clone());
        }
        now = room.next_wake().expect("somebody plays");
        room.wake(now);
    }
    (heard, stored)
}

#[test]
fn the_past_of_a_hand_is_what_was_heard_of_it_at_every_moment_of_a_match() {
    let mut heard = Vec::new();
    for rules in [Rules::CLASSIC, Rules { hands: 3, ..Rules::FULL }] {
        for seed in 1..=6 {
            let now = Instant::now();
            let mut room = open(rules, seed, now);
            let _host = join(&mut room, 1, now);
            let witness = Witness::of(watch(&mut room, 9, now));
            // At random there are more kongs.
            let level = if seed % 2 == 0 { BotLevel::Medium } else { BotLevel::Random };
            start_with_bots(&mut room, level, now);
            leave(&mut room, 1, 9, now);
            heard.extend(play_on(&mut room, witness, now, |room| is_over(room, 0)).0);
        }
    }

    let any = |is: fn(&PublicChange) -> bool| heard.iter().any(is);
    assert!(any(|change| matches!(change, PublicChange::Kong { .. })));
    assert!(any(|change| matches!(change, PublicChange::Called { .. })));
    assert!(any(|change| matches!(change, PublicChange::Bonus { .. })));
    assert!(any(|change| matches!(change, PublicChange::Gold { .. })));
}

/// The clock plays for four people, and every five seconds a step notes how long it has run.
#[test]
fn steps_that_were_none_of_the_table_leave_gaps_in_the_past_also_after_a_restart() {
    let now = Instant::now();
    let mut room =
        open(Rules { turn_seconds: Some(20), call_seconds: Some(20), ..Rules::CLASSIC }, 3, now);
    let _heard: Vec<_> = (1..=4).map(|id| join(&mut room, id, now)).collect();
    let witness = Witness::of(watch(&mut room, 9, now));
    order(&mut room, 2, HostOrder::Start {}, now);

    let (_, stored) = play_on(&mut room, witness, now, |room| room.core().seq().0 > 150);

    let past = |core: &RoomCore<Fujian>| match core.past() {
        Ok(SpectatorMessage::Past { steps, .. }) => steps,
        other => panic!("no past: {other:?}"),
    };
    let steps = past(room.core());
    let spread = steps.last().unwrap().0.0 - steps[0].0.0 + 1;
    assert!(spread > steps.len() as u64 + 10);
    assert_eq!(past(&rebuilt(&stored)), steps);
}

#[test]
fn nobody_is_told_of_a_step_that_is_not_on_disk_yet() {
    let now = Instant::now();
    let (mut room, _heard) = four_people(now);
    let mut witness = Witness::of(watch(&mut room, 9, now));
    room.tell_watchers();
    witness.listen();
    room.wake(now + Duration::from_secs(20));

    witness.ask(&mut room, 9, now);
    witness.listen();
    assert_eq!((witness.told.is_some(), witness.answers.len()), (false, 1));
    room.take_back();
    room.tell_watchers();
    witness.listen();
    assert_eq!(
        (witness.told.is_some(), witness.answers[1..].to_vec()),
        (false, vec![Err(Refusal::StoreUnavailable)])
    );

    let core = rebuilt(&four_people_stored(now));
    room.restart(core, now);
    room.tell_watchers();
    witness.listen();
    witness.ask(&mut room, 9, now);
    witness.listen();
    let (_, _, steps) = witness.told.take().unwrap();
    assert_eq!(steps.len(), 1, "what was taken back is in it");
}

/// The steps of [`four_people`].
fn four_people_stored(now: Instant) -> Vec<Vec<u8>> {
    let rules = Rules { turn_seconds: Some(20), call_seconds: Some(5), ..Rules::CLASSIC };
    let mut room = open(rules, 3, now);
    let _heard: Vec<_> = (1..=4).map(|id| join(&mut room, id, now)).collect();
    order(&mut room, 2, HostOrder::Start {}, now);
    store_all(&mut room, now)
}

#[test]
fn the_past_is_written_once_for_all_who_ask_at_the_same_step() {
    let now = Instant::now();
    let (mut room, _heard) = four_people(now);
    let mut watching: Vec<_> = (11..14).map(|id| (id, watch(&mut room, id, now))).collect();
    let mut asked_by = |room: &mut Room| {
        let told = watching.iter_mut().map(|(id, outbox)| {
            ask(room, caller(room, *id), 50, now);
            let all = std::iter::from_fn(|| outbox.take());
            match all.last() {
                Some(Outgoing::Frame(frame)) => frame,
                other => panic!("not told: {other:?}"),
            }
        });
        told.collect::<Vec<_>>()
    };

    let before = asked_by(&mut room);
    room.wake(now + Duration::from_secs(20));
    store_all(&mut room, now);
    room.tell_watchers();
    let after = asked_by(&mut room);

    for told in [&before, &after] {
        assert!(told.iter().all(|frame| frame.as_ptr() == told[0].as_ptr()));
    }
    assert_ne!(before[0], after[0]);
}

/// What somebody is answered who asks for the past.
fn answer(room: &mut Room, id: u64, heard: OutboxReader, now: Instant) -> Result<Seq, Refusal> {
    let mut witness = Witness::of(heard);
    store_all(room, now);
    room.tell_watchers();
    while witness.outbox.take().is_some() {}
    witness.ask(room, id, now);
    witness.listen();
    assert!(witness.told.is_none());
    witness.answers[0]
}

#[test]
fn there_is_no_past_before_a_match_at_a_seat_or_where_it_is_not_to_be_seen() {
    let now = Instant::now();
    let mut waiting = open(Rules::CLASSIC, 1, now);
    let _host = join(&mut waiting, 1, now);
    let watching = watch(&mut waiting, 9, now);
    assert_eq!(answer(&mut waiting, 9, watching, now), Err(Refusal::NotPlaying));

    let (mut playing, heard_at_seats) = four_people(now);
    let stranger =
        Connection { id: ConnectionId(77), encoding: Encoding::Json, outbox: Outbox::new().0 };
    let (outbox, mut heard) = Outbox::new();
    ask(&mut playing, Connection { outbox, ..stranger }, 50, now);
    assert_eq!(refusals(&mut heard), [Refusal::NoSeat]);
    let mut at_seat = heard_at_seats.into_iter().next().unwrap();
    refusals(&mut at_seat);
    let host = caller(&playing, 1);
    ask(&mut playing, host, 50, now);
    assert_eq!(refusals(&mut at_seat), [Refusal::NotAllowed]);

    for (spectators, reason) in [
        (Spectators::Off {}, Refusal::WatchingOff),
        (Spectators::Delayed { seconds: 60 }, Refusal::NotAllowed),
    ] {
        let mut room = open(Rules::CLASSIC, 1, now);
        let _host = join(&mut room, 1, now);
        store_all(&mut room, now);
        let watching = watch(&mut room, 9, now);
        let options = RoomOptions { spectators, ..RoomOptions::default() };
        let taken = room.core.run_by(options);
        room.store([taken], now);
        start_with_bots(&mut room, BotLevel::Easy, now);
        assert_eq!(answer(&mut room, 9, watching, now), Err(reason));
    }
}
