//! A match that is watched late: nothing before it is due, nothing lost, also across a restart.

use protocol::fujian::{HandsMessage, OpenHands, SpectatorMessage, TableView};
use protocol::options::{RoomOptions, Spectators};
use protocol::room::Stage;

use super::*;
use crate::room::{Asker, Fact, StepBody};

const DELAY_S: u16 = 60;
const DELAY: Duration = Duration::from_secs(DELAY_S as u64);

fn late() -> RoomOptions {
    let spectators = Spectators::Delayed { seconds: DELAY_S };
    RoomOptions { spectators, ..RoomOptions::default() }
}

/// Somebody who watches, and what they have seen.
struct Watching {
    outbox: OutboxReader,
    seq: Seq,
    table: Option<TableView>,
    hands: Option<OpenHands>,
}

impl Watching {
    fn begin(room: &mut Room, id: u64, last: Option<Seq>, now: Instant) -> Self {
        let (outbox, heard) = Outbox::new();
        let connection = Connection { id: ConnectionId(id), encoding: Encoding::Json, outbox };
        room.handle(RoomCommand::Watch { connection, request: RequestId(1), last }, now);
        let seq = last.unwrap_or(Seq(0));
        let mut watching = Self { outbox: heard, seq, table: None, hands: None };
        watching.look();
        watching
    }

    /// Hears everything that waits.
    fn look(&mut self) {
        while let Some(out) = self.outbox.take() {
            let Outgoing::Frame(frame) = out else { panic!("let go: {out:?}") };
            if let Ok(HandsMessage::Hands { seq, hands }) = Encoding::Json.decode(&frame) {
                assert_eq!(seq, self.seq);
                self.hands = Some(hands);
                continue;
            }
            match Encoding::Json.decode(&frame).unwrap() {
                SpectatorMessage::Snapshot { seq, table, .. } => {
                    (self.seq, self.table) = (seq, table);
                }
                SpectatorMessage::Step { seq, public, .. } => {
                    assert_eq!(seq.0, self.seq.0 + 1, "a step is missing");
                    self.seq = seq;
                    public.iter().for_each(|change| Fujian::fold(&mut self.table, change));
                }
                SpectatorMessage::Accepted { seq, .. } => assert!(seq >= self.seq),
                SpectatorMessage::Presence { .. }
                | SpectatorMessage::Timer { .. }
                | SpectatorMessage::Stalled {}
                | SpectatorMessage::Past { .. }
                | SpectatorMessage::Refused { .. }
                | SpectatorMessage::Bye { .. } => {}
            }
        }
    }
}

/// What was true at a table after each step, and when that was.
struct Truth {
    seq: Seq,
    at: Instant,
    table: Option<TableView>,
    hands: Option<OpenHands>,
}

fn truth(room: &Room, at: Instant) -> Truth {
    let game = room.core().game();
    let (table, hands) = (game.map(Game::table), game.map(Game::hands));
    Truth { seq: room.core().seq(), at, table, hands }
}

/// Bots play on one step at a time until `is_done`; whoever watches is checked at every moment.
struct Show {
    room: Room,
    now: Instant,
    stored: Vec<Vec<u8>>,
    postings: Vec<(Instant, Posting)>,
    history: Vec<Truth>,
}

impl Show {
    fn open(options: RoomOptions) -> (Self, OutboxReader) {
        let now = Instant::now();
        let mut room = open(Rules { hands: 2, ..Rules::FULL }, 7, now);
        let heard = join(&mut room, 1, now);
        order(&mut room, 2, HostOrder::Options { options }, now);
        for (request, seat) in (3..).zip([Seat::S1, Seat::S2, Seat::S3]) {
            order(&mut room, request, HostOrder::Bot { seat, level: BotLevel::Easy }, now);
        }
        let (stored, postings) = (Vec::new(), Vec::new());
        let mut show = Self { room, now, stored, postings, history: Vec::new() };
        show.store();
        (show, heard)
    }

    fn start(&mut self) {
        order(&mut self.room, 9, HostOrder::Start {}, self.now);
        self.store();
    }

    fn store(&mut self) {
        while let Some(step) = self.room.next_submission() {
            self.postings.extend(step.postings.into_iter().map(|posting| (self.now, posting)));
            self.stored.push(step.body);
            self.room.confirm(step.seq, self.now);
        }
        self.history.push(truth(&self.room, self.now));
    }

    /// Time goes on to whatever the room does next.
    fn go_on(&mut self, watching: &mut [Watching]) {
        self.now = self.room.next_wake().unwrap_or(self.now);
        self.room.wake(self.now);
        self.play();
        self.store();
        for one in watching {
            one.look();
            self.judge(one);
        }
    }

    /// The one person at the table does what a bot would, whether or not they are connected.
    fn play(&mut self) {
        let game = self.room.core.game();
        let action =
            game.and_then(|game| game.bot_action(Seat::S0, BotLevel::Easy, 0, &mut || true));
        let taken = action.and_then(|action| self.room.core.act(Seat::S0, None, action).ok());
        self.room.store(taken, self.now);
        self.room.go_on(self.now);
        self.room.release(self.now);
    }

    /// What is seen is what was true at that step, and that was long enough ago.
    fn judge(&self, watching: &Watching) {
        let Some(begun) = watching.table.as_ref() else { return };
        let then = self.history.iter().find(|truth| truth.seq >= watching.seq).unwrap();
        assert!(then.at + DELAY <= self.now, "step {:?} was shown too early", watching.seq);
        if then.seq == watching.seq {
            assert_eq!(then.table.as_ref(), Some(begun));
            if self.room.core().view().options.open_hands {
                assert_eq!(then.hands, watching.hands);
            }
        }
    }

    /// The server is gone for a while: for the room that time never was.
    fn restart(&mut self, later: Duration) {
        self.now += later;
        let core = rebuilt(&self.stored);
        let last = core.seq();
        let (manners, chance) = (Manners::default(), Chance::seeded(1));
        self.room = LiveRoom::new(core, Vec::new(), manners, chance, self.now);
        let at_last = self.history.iter().find(|truth| truth.seq >= last);
        let stood_still = at_last.or(self.history.last()).unwrap().at;
        for truth in &mut self.history {
            truth.at = self.now - stood_still.saturating_duration_since(truth.at);
        }
        self.store();
    }

    fn is_over(&self) -> bool {
        is_over(&self.room, 0)
    }
}

#[test]
fn a_match_is_shown_late_to_the_end_and_goes_into_the_history_with_it() {
    let (mut show, _heard) = Show::open(late());
    let mut watching = [Watching::begin(&mut show.room, 50, None, show.now)];
    let waited_at = watching[0].seq;
    show.start();
    watching[0].look();
    assert_eq!(watching[0].seq, waited_at, "the start was shown at once");

    let mut over_at = None;
    while !watching[0].table.as_ref().is_some_and(|table| Fujian::standing_of(table).is_over) {
        show.go_on(&mut watching);
        if show.is_over() {
            over_at.get_or_insert(show.now);
        }
        let late = Watching::begin(&mut show.room, 60, None, show.now);
        show.judge(&late);
        show.room.handle(RoomCommand::Gone { from: ConnectionId(60) }, show.now);
    }

    let finished = |(_, posting): &&(Instant, Posting)| matches!(posting, Posting::GameFinished(_));
    let (posted, _) = show.postings.iter().find(finished).expect("the game is posted");
    assert!(*posted >= over_at.unwrap() + DELAY);
    let hands = show.postings.iter().filter(|(_, posting)| matches!(posting, Posting::Hand(_)));
    assert_eq!(hands.count(), 2);
}

#[test]
fn a_restart_shows_nothing_sooner_and_loses_nothing() {
    let (mut show, _heard) = Show::open(RoomOptions { open_hands: true, ..late() });
    show.start();
    for _ in 0..120 {
        show.go_on(&mut []);
    }

    show.restart(10 * DELAY);
    let restarted = show.now;
    let mut watching = [Watching::begin(&mut show.room, 50, None, show.now)];
    show.judge(&watching[0]);
    let (shown, happened) = (watching[0].seq, show.room.core().seq());
    assert!(shown < happened, "everything was shown at once");
    while watching[0].seq < happened {
        assert!(show.now <= restarted + DELAY, "what had happened is lost");
        show.go_on(&mut watching);
    }
    assert!(watching[0].hands.is_some());
}

#[test]
fn what_had_been_shown_when_the_server_died_goes_into_the_history_once() {
    let (mut show, _heard) = Show::open(late());
    show.start();
    while show.postings.is_empty() {
        show.go_on(&mut []);
    }
    // The step that posted the game is lost with the server.
    let is_published = |body: &Vec<u8>| {
        let step = StepBody::<ActionView>::from_bytes(body).unwrap();
        matches!(step.fact, Fact::Published { .. })
    };
    let lost = show.stored.iter().position(is_published).unwrap();
    show.stored.truncate(lost);
    show.postings.clear();
    show.history.retain(|truth| truth.seq.0 <= lost as u64);
    show.restart(Duration::ZERO);

    let is_finished =
        |(_, posting): &(Instant, Posting)| matches!(posting, Posting::GameFinished(_));
    while !show.postings.iter().any(is_finished) {
        show.go_on(&mut []);
    }

    let games = show.postings.iter().filter(|(_, posting)| matches!(posting, Posting::Game(_)));
    assert_eq!(games.count(), 1);
}

#[test]
fn lists_say_what_is_shown_and_the_operator_what_is() {
    let (mut show, _heard) = Show::open(late());
    show.start();

    let (shown, is) = (show.room.summary(Asker::Anybody), show.room.summary(Asker::Operator));

    assert_eq!((shown.stage, shown.standing), (Stage::Waiting, None));
    assert!(is.stage == Stage::Playing && is.standing.is_some() && shown.seq < is.seq);
}

#[test]
fn games_of_a_room_that_records_nothing_are_stored_and_posted_nowhere() {
    let (mut show, _heard) = Show::open(RoomOptions { recorded: false, ..RoomOptions::default() });
    let _watched = watch(&mut show.room, 50, show.now);
    show.start();
    while !show.is_over() {
        show.go_on(&mut []);
    }

    // That the room is closed is posted of every room, for its log goes into the archive.
    let is_of_a_game = |posting: &Posting| !matches!(posting, Posting::RoomClosed { .. });
    assert!(!show.postings.iter().any(|(_, posting)| is_of_a_game(posting)));
    assert!(rebuilt(&show.stored).game().unwrap().standing().is_over);
}

/// The checks above can fail: a room that shows its match sooner than they expect is found out.
#[test]
#[should_panic(expected = "was shown too early")]
fn a_match_that_is_shown_too_early_is_noticed() {
    let spectators = Spectators::Delayed { seconds: DELAY_S / 2 };
    let (mut show, _heard) = Show::open(RoomOptions { spectators, ..RoomOptions::default() });
    let mut watching = [Watching::begin(&mut show.room, 50, None, show.now)];
    show.start();
    while !show.is_over() {
        show.go_on(&mut watching);
    }
}

/// Each time was remembered, and a room with so much to show took nothing more for minutes.
#[test]
fn who_comes_and_goes_all_the_time_does_not_stop_a_table_that_is_watched_late() {
    let (mut show, _heard) = Show::open(late());
    show.start();
    let mut watching = Watching::begin(&mut show.room, 50, None, show.now);

    for nth in 0..10_000 {
        show.now += Duration::from_millis(5);
        show.room.mind_time(show.now);
        show.room.core.show_online_later(BySeat::from_fn(|_| nth % 2 == 0));
    }

    assert!(show.room.takes_commands());
    show.now += DELAY + Duration::from_millis(1);
    show.room.wake(show.now);
    watching.look();
    assert!(!show.room.core.late().unwrap().online()[Seat::S0], "as it is now");
}
