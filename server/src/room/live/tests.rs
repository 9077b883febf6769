//! A room played by hand: no socket, no disk, and the time is what the test says.

mod abandoned;
mod answers;
mod calls;
mod kicks;
mod late;
mod masters;
mod orders;
mod past;
mod presence;
mod stale;
mod unheard;
mod waiting;
mod withdrawn;

use protocol::client::{ClientMessage, HostOrder};
use protocol::codec::Encoding;
use protocol::fujian::{ActionView, PhaseView, SeatMessage};
use protocol::ids::SeatToken;
use protocol::refusal::Refusal;
use protocol::room::BotLevel;
use protocol::setup::Setup;
use rules::fujian::Rules;
use rules::tile::SuitTile;

use super::*;
use crate::recorder::RoomId;
use crate::room::{Connection, Frame, Fujian, Newcomer, Outbox, OutboxReader, Outgoing};

type Room = LiveRoom<Fujian>;

fn open(rules: Rules, chance: u64, now: Instant) -> Room {
    let (code, setup) = ("K7Q2XM".parse().unwrap(), Setup::Fujian { rules });
    let (core, opened) = RoomCore::<Fujian>::open(RoomId(1), code, setup, false).unwrap();
    LiveRoom::new(core, vec![opened], Manners::default(), Chance::seeded(chance), now)
}

fn join(room: &mut Room, id: u64, now: Instant) -> OutboxReader {
    let (outbox, heard) = Outbox::new();
    let connection = Connection { id: ConnectionId(id), encoding: Encoding::Json, outbox };
    let player = Newcomer { name: "Ana".parse().unwrap(), tip: None, profile: None, token: None };
    room.handle(RoomCommand::Join { connection, request: RequestId(1), player }, now);
    heard
}

fn watch(room: &mut Room, id: u64, now: Instant) -> OutboxReader {
    let (outbox, heard) = Outbox::new();
    let connection = Connection { id: ConnectionId(id), encoding: Encoding::Json, outbox };
    room.handle(RoomCommand::Watch { connection, request: RequestId(1), last: None }, now);
    heard
}

/// The connection of somebody in the room.
fn caller(room: &Room, id: u64) -> Connection {
    room.members.get(ConnectionId(id)).unwrap().connection.clone()
}

fn leave(room: &mut Room, id: u64, request: u32, now: Instant) {
    let (from, request) = (caller(room, id), RequestId(request));
    room.handle(RoomCommand::Leave { from, request }, now);
}

/// What somebody was given to come back with.
fn token(heard: &mut OutboxReader) -> SeatToken {
    let mut frames = std::iter::from_fn(|| heard.take());
    let token = frames.find_map(|out| match out {
        Outgoing::Frame(frame) => match Encoding::Json.decode(&frame) {
            Ok(SeatMessage::Seated { token, .. }) => Some(token),
            Ok(_) | Err(_) => None,
        },
        Outgoing::TurnedAway { .. } | Outgoing::Outside | Outgoing::Close(_) => None,
    });
    token.expect("a seat was taken")
}

fn resume(room: &mut Room, id: u64, token: &SeatToken, now: Instant) -> OutboxReader {
    let (outbox, heard) = Outbox::new();
    let connection = Connection { id: ConnectionId(id), encoding: Encoding::Json, outbox };
    let (request, token) = (RequestId(100), token.clone());
    room.handle(RoomCommand::Resume { connection, request, token, last: None }, now);
    heard
}

/// The host, alone so far, plays with three bots.
fn start_with_bots(room: &mut Room, level: BotLevel, now: Instant) {
    let bots = [Seat::S1, Seat::S2, Seat::S3].map(|seat| HostOrder::Bot { seat, level });
    for (request, bot) in (2..).zip(bots.into_iter().chain([HostOrder::Start {}])) {
        order(room, request, bot, now);
    }
}

fn order(room: &mut Room, request: u32, order: HostOrder, now: Instant) {
    let (from, request) = (caller(room, 1), RequestId(request));
    room.handle(RoomCommand::Host { from, request, order }, now);
}

/// Player `id` plays, and it is stored.
fn play(
    room: &mut Room,
    id: u64,
    request: u32,
    action: ActionView,
    last_seq: Option<Seq>,
    now: Instant,
) {
    let (from, request, encoding) = (caller(room, id), RequestId(request), Encoding::Json);
    let message = ClientMessage::Act { request, action, last_seq };
    let frame = Frame { encoding, bytes: encoding.encode(&message).into() };
    room.handle(RoomCommand::Act { from, request, frame }, now);
    store_all(room, now);
}

/// Why somebody was refused, each time they were.
fn refusals(heard: &mut OutboxReader) -> Vec<Refusal> {
    let frames = std::iter::from_fn(|| heard.take()).filter_map(|out| match out {
        Outgoing::Frame(frame) => Some(frame),
        Outgoing::TurnedAway { .. } | Outgoing::Outside | Outgoing::Close(_) => None,
    });
    let read = frames.filter_map(|frame| match Encoding::Json.decode(&frame) {
        Ok(SeatMessage::Refused { reason, .. }) => Some(reason),
        // A step as those hear it who watch is none of a seat.
        Ok(_) | Err(_) => None,
    });
    read.collect()
}

/// The disk takes everything it is given.
fn store_all(room: &mut Room, now: Instant) -> Vec<Vec<u8>> {
    let mut stored = Vec::new();
    while let Some(step) = room.next_submission() {
        stored.push(step.body);
        room.confirm(step.seq, now);
    }
    stored
}

/// Lets the room do what it does by itself until then.
fn pass_time(room: &mut Room, until: Instant) -> Vec<Vec<u8>> {
    let mut stored = Vec::new();
    while let Some(now) = room.next_wake().filter(|wake| *wake <= until) {
        room.wake(now);
        stored.extend(store_all(room, now));
    }
    stored
}

/// What somebody was told they have left of the clock.
fn told_left_ms(heard: &mut OutboxReader) -> Vec<u32> {
    let frames = std::iter::from_fn(|| heard.take());
    let timers = frames.filter_map(|out| match out {
        Outgoing::Frame(frame) => match Encoding::Json.decode(&frame) {
            Ok(SeatMessage::Timer { left_ms, .. }) => Some(left_ms),
            Ok(_) | Err(_) => None,
        },
        Outgoing::TurnedAway { .. } | Outgoing::Outside | Outgoing::Close(_) => None,
    });
    timers.collect()
}

/// Four people whose first turn has begun; the clocks run.
fn four_people(now: Instant) -> (Room, Vec<OutboxReader>) {
    four_people_by(Rules::CLASSIC, 3, now)
}

fn four_people_by(rules: Rules, chance: u64, now: Instant) -> (Room, Vec<OutboxReader>) {
    let rules = Rules { turn_seconds: Some(20), call_seconds: Some(5), ..rules };
    let mut room = open(rules, chance, now);
    let heard = (1..=4).map(|id| join(&mut room, id, now)).collect();
    order(&mut room, 2, HostOrder::Start {}, now);
    store_all(&mut room, now);
    assert!(matches!(phase(&room), PhaseView::Turn { seat: Seat::S0 }));
    (room, heard)
}

fn phase(room: &Room) -> PhaseView {
    room.core().game().unwrap().table().phase
}

/// A match of bots whose host has left; gives what is stored until `is_done`.
fn bots_play(seed: u64, is_done: impl Fn(&Room, usize) -> bool) -> Vec<Vec<u8>> {
    let mut now = Instant::now();
    let mut room = open(Rules { hands: 2, ..Rules::FULL }, seed, now);
    let _heard = join(&mut room, 1, now);
    // Somebody watches, or nobody would play for nobody.
    let _watched = watch(&mut room, 2, now);
    start_with_bots(&mut room, BotLevel::Medium, now);
    leave(&mut room, 1, 9, now);
    let mut stored = Vec::new();
    loop {
        stored.extend(store_all(&mut room, now));
        if is_done(&room, stored.len()) {
            return stored;
        }
        now = room.next_wake().expect("bots are at every seat");
        room.wake(now);
    }
}

fn is_over(room: &Room, _stored: usize) -> bool {
    room.core().game().is_some_and(|game| game.standing().is_over)
}

fn rebuilt(stored: &[Vec<u8>]) -> RoomCore<Fujian> {
    RoomCore::rebuild(RoomId(1), (1..).zip(stored.iter().map(Vec::as_slice))).unwrap()
}

#[test]
fn a_match_of_bots_needs_no_socket_disk_or_clock_and_is_the_same_again() {
    let played = bots_play(7, is_over);

    let standing = rebuilt(&played).game().unwrap().standing();
    assert!(standing.is_over && standing.hands_played == 2);
    assert_eq!(standing.scores.iter().sum::<i32>(), 0);
    assert!(played == bots_play(7, is_over) && played != bots_play(8, is_over));
}

#[test]
fn bots_play_on_after_a_restart_with_nobody_there() {
    let played = bots_play(7, |_, stored| stored > 60);
    let now = Instant::now();
    let (core, manners) = (rebuilt(&played), Manners::default());

    let room = LiveRoom::new(core, Vec::new(), manners.clone(), Chance::seeded(1), now);

    assert!(room.next_wake().is_some_and(|wake| wake <= now + manners.bot_pace.end));
}

/// The clock threw a tile for one player and passed for the others in the same moment, who had not
/// seen it yet.
#[test]
fn who_is_asked_by_what_the_clock_does_has_time_of_their_own() {
    let now = Instant::now();
    let (mut room, _heard) = four_people(now);

    let late = room.timers.decision.unwrap();
    room.wake(late);

    assert_eq!(late, now + Duration::from_secs(20));
    let PhaseView::Calling { answered, .. } = phase(&room) else { panic!("nothing was thrown") };
    assert_eq!(answered, BySeat::default());
}

#[test]
fn a_slow_disk_takes_nobodys_time() {
    let now = Instant::now();
    let (mut room, _heard) = four_people(now);
    let thrown = now + Duration::from_secs(20);
    room.wake(thrown);

    let shown = thrown + Duration::from_secs(30);
    room.wake(shown);
    let waited = phase(&room);
    store_all(&mut room, shown);

    assert!(matches!(waited, PhaseView::Calling { answered, .. } if answered == BySeat::default()));
    assert_eq!(room.next_wake(), Some(shown + Duration::from_secs(5)));
}

/// After a concealed kong it is the same player's turn, and the clock of the first decision ran on.
#[test]
fn a_kong_from_the_hand_is_followed_by_a_decision_with_time_of_its_own() {
    let now = Instant::now();
    let dealt_a_kong = (0..5_000).find_map(|chance| {
        let (room, heard) =
            four_people_by(Rules { robbing_the_gold: None, ..Rules::FULL }, chance, now);
        let game = room.core().game().unwrap();
        let declare = |tile| ActionView::DeclareKong { tile };
        let mut kongs = SuitTile::ALL.map(declare).into_iter();
        let kong = kongs.find(|kong| game.check(Seat::S0, kong).is_ok())?;
        Some((room, heard, kong))
    });
    let (mut room, _heard, kong) = dealt_a_kong.expect("a dealer with four alike");

    let later = now + Duration::from_secs(15);
    play(&mut room, 1, 9, kong, None, later);

    assert!(matches!(phase(&room), PhaseView::Turn { seat: Seat::S0 }));
    assert_eq!(room.timers.decision, Some(later + Duration::from_secs(20)));
}
