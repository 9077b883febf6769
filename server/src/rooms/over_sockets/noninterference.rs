//! The same public course over two walls that differ only in tiles somebody can't see: every byte
//! they are sent is the same, however they come and whatever they ask.

use std::collections::BTreeMap;

use bytes::Bytes;
use hidden_pairs::{Audience, Played, action_of};
use protocol::client::HostOrder;
use protocol::codec::Encoding;
use protocol::fujian::ActionView;
use protocol::ids::{Digest, RequestId, SeatToken, Seq};
use protocol::options::RoomOptions;
use protocol::setup::Setup;
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_pcg::Pcg64Mcg;
use rules::fujian::{Action, Event, Rules, Table};
use rules::seat::Seat;
use rules::wall::Wall;

use self::ear::Ear;
use super::asking::{FEED, METRICS, PATHS, get};
use super::log::Log;
use super::serve;
use crate::recorder::{Recorder, RoomId};
use crate::room::{NewStep, Newcomer, RoomCore, Stacked, stack};
use crate::store::fresh::Fresh;

mod by_the_clock;
mod ear;
#[path = "../../../../protocol/tests/hidden_pairs/mod.rs"]
mod hidden_pairs;
mod leaks;

/// A course has at least so many steps after the deal.
const MOVES_MIN: usize = 40;
/// And at most so many.
const MOVES_MAX: usize = 90;
/// Walls looked at for one pair.
const WALLS_MAX: u64 = 20_000;
/// Every so many moves somebody asks for what is not possible.
const TRY_EVERY: usize = 4;
/// Every so many moves everybody asks how the hand came to where it is.
const PAST_EVERY: usize = 7;

/// What the log says, for those who run the server and may not know of it either.
const LOG: &str = "log";

const AUDIENCES: [Audience; 5] =
    [None, Some(Seat::S0), Some(Seat::S1), Some(Seat::S2), Some(Seat::S3)];

/// One public course over two walls that look the same to somebody.
struct Pair {
    rules: Rules,
    audience: Audience,
    walls: [Wall; 2],
    moves: Vec<(Seat, ActionView)>,
    /// Before each move, what the audience asks for in vain.
    tries: Vec<Vec<ActionView>>,
}

impl Pair {
    fn find(rules: Rules, audience: Audience) -> Self {
        let found = (0..WALLS_MAX).find_map(|seed| Self::from_seed(rules, audience, seed));
        found.expect("among so many walls there is a pair")
    }

    fn from_seed(rules: Rules, audience: Audience, seed: u64) -> Option<Self> {
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        let wall = Wall::shuffled(rules.tiles, || rand::Rng::next_u32(&mut rng) as u8);
        let mut first = Played::new(rules, Seat::S0, wall.clone());
        while first.is_running() && first.batches.len() <= MOVES_MAX {
            let event = any_event(&first.table, &mut rng);
            if !first.goes_on_with(&event) {
                break;
            }
            first.step(event);
        }
        if !first.is_running() || first.batches.len() <= MOVES_MIN {
            return None;
        }
        let second = first.with_others_hidden(audience, &mut rng)?;
        let other = second.table.deal()?.wall.clone();
        let other = Wall::from_tiles(rules.tiles, other.all()).ok()?;
        let differs = Seat::ALL.into_iter().filter(|seat| Some(*seat) != audience);
        let differs =
            differs.filter(|seat| holds(&first.table, *seat) != holds(&second.table, *seat));
        if differs.count() < 3 {
            return None;
        }
        let actions: Vec<_> = first.decided[1..].iter().filter_map(action_of).collect();
        let tries = tries(rules, &wall, &actions, audience, &mut rng);
        let moves = actions.into_iter().map(|(seat, action)| (seat, action.into())).collect();
        Some(Self { rules, audience, walls: [wall, other], moves, tries })
    }
}

/// Some legal action of somebody the table waits for; calls more often than not.
fn any_event(table: &Table, rng: &mut Pcg64Mcg) -> Event {
    let waiting: Vec<_> = Seat::ALL.into_iter().filter(|seat| table.waits_for(*seat)).collect();
    let seat = *waiting.choose(rng).expect("a table at rest waits for somebody");
    let actions: Vec<_> =
        table.legal(seat).actions().filter(|action| *action != Action::Win).collect();
    let action = *actions.choose(rng).expect("there is more to do than to win");
    table.decide(seat, action).expect("a legal action is accepted")
}

fn holds(table: &Table, seat: Seat) -> impl PartialEq {
    protocol::fujian::SeatView::of(table, seat).own
}

/// What the audience can ask for in vain before each move; anything at all, if it only watches.
fn tries(
    rules: Rules,
    wall: &Wall,
    actions: &[(Seat, Action)],
    audience: Audience,
    rng: &mut Pcg64Mcg,
) -> Vec<Vec<ActionView>> {
    let mut table = Table::new(rules, Seat::S0).unwrap();
    let begun = table.begin(wall.clone()).unwrap();
    table.apply_all(begun, |_, _| ());
    let mut tries = Vec::new();
    for (at, (seat, action)) in actions.iter().enumerate() {
        let in_vain = |action: &Action| {
            audience.is_none_or(|audience| table.check(audience, *action).is_err())
        };
        let all: Vec<_> = Action::all().filter(in_vain).collect();
        let count = if at % TRY_EVERY == 0 { 2 } else { 0 };
        tries.push(all.sample(rng, count).map(|action| (*action).into()).collect());
        table.play(*seat, *action, |_, _| ()).unwrap();
    }
    tries
}

/// The room's code; everything that is public about it is the same in every run.
const CODE: &str = "K7Q2XM";

fn token(seat: Seat) -> SeatToken {
    SeatToken(format!("token of seat {seat}"))
}

/// A room with a hand dealt from the stacked wall, and its steps.
fn opened(rules: Rules, options: RoomOptions) -> (RoomCore<Stacked>, Vec<NewStep<Stacked>>) {
    let setup = Setup::Fujian { rules };
    let (mut core, opened) =
        RoomCore::<Stacked>::open(RoomId(1), CODE.parse().unwrap(), setup, true).unwrap();
    let mut steps = vec![opened];
    for (seat, name) in Seat::ALL.into_iter().zip(["Ana", "Bo", "Cai", "Dee"]) {
        let player =
            Newcomer { name: name.parse().unwrap(), tip: None, profile: None, token: None };
        let joined = core.join(player, &token(seat), RequestId(1));
        steps.extend(joined.unwrap().1);
    }
    steps.push(core.run_by(options));
    let started = core.host(Seat::S0, RequestId(2), &HostOrder::Start {}, |_| false, || true);
    steps.extend(started.unwrap());
    steps.extend(core.commit(|| Digest([5; 32])));
    steps.extend(core.deal());
    (core, steps)
}

/// A room on a server of its own, with a hand dealt from a stacked wall.
struct Stage {
    address: String,
    recorder: Recorder,
    /// The last step there was.
    seq: Seq,
    _fresh: Fresh,
}

impl Stage {
    async fn set(rules: Rules, wall: Wall) -> Self {
        let fresh = Fresh::new();
        let (rooms, recorder, address) = serve(&fresh).await;
        stack(wall);
        let (core, steps) = opened(rules, RoomOptions::default());
        let seq = core.seq();
        rooms.spawn(RoomId(1), core, steps, None);
        Self { address, recorder, seq, _fresh: fresh }
    }
}

/// Everything that was sent, by whom it was sent to.
type Streams = BTreeMap<(&'static str, Audience), Vec<Bytes>>;

/// Plays the course over one of its walls: people come, ask, go and come back at the same places.
async fn play(pair: &Pair, wall: Wall) -> Streams {
    let (log, _logging) = Log::start();
    let mut stage = Stage::set(pair.rules, wall).await;
    let mut streams = Streams::new();
    let mut ears = Vec::new();
    for seat in Seat::ALL {
        let encoding = Encoding::ALL[seat.index() % 2];
        ears.push(Ear::open(&stage, "seat", encoding, Some(seat), None).await);
    }
    ears.push(Ear::open(&stage, "json", Encoding::Json, None, None).await);
    ears.push(Ear::open(&stage, "msgpack", Encoding::MessagePack, None, None).await);

    let half = pair.moves.len() / 2;
    for (at, (seat, action)) in pair.moves.iter().enumerate() {
        if at == half {
            come_and_go(pair.audience, &stage, &mut ears, &mut streams).await;
        }
        let asks = |ear: &&mut Ear| ear.seat == pair.audience;
        let number = 1_000 + 10 * at as u32;
        for (ear, place) in ears.iter_mut().filter(asks).zip(0..) {
            for (action, of) in pair.tries[at].iter().zip(0..) {
                // Each twice: a repeated request is answered as the first.
                ear.ask(number + 5 * of + place, action).await;
                ear.ask(number + 5 * of + place, action).await;
            }
        }
        let mover = ears.iter_mut().find(|ear| ear.seat == Some(*seat)).unwrap();
        mover.ask(100 + at as u32, action).await;
        stage.seq.0 += 1;
        for ear in &mut ears {
            ear.listen_until(stage.seq).await;
            if at % PAST_EVERY == 0 {
                ear.ask_for_past(10_000 + at as u32).await;
            }
        }
    }
    for path in PATHS {
        streams.insert((path, None), vec![get(&stage.address, path).await]);
    }
    assert_names_no_tile(&get(&stage.address, METRICS).await);
    // The feed has an end once nothing more can be recorded; everything in it comes before.
    stage.recorder.clone().shutdown().await;
    streams.insert((FEED, None), vec![get(&stage.address, FEED).await]);
    streams.extend(ears.into_iter().map(|ear| ((ear.name, ear.seat), ear.heard())));
    streams.insert((LOG, None), log.lines());
    streams
}

/// The figures of a process are those of all tests that run in it, and can't be compared; none is about a tile.
fn assert_names_no_tile(metrics: &Bytes) {
    let text = String::from_utf8_lossy(metrics);
    assert!(text.contains("sanjin_"), "no figures: {text}");
    for tile in ["dots_", "bamboo_", "characters_", "wind_", "season_"] {
        assert!(!text.contains(tile), "{tile} in {text}");
    }
}

/// Midway others come to watch, and the player at the seat comes with another connection: first
/// knowing nothing, then knowing some of it.
async fn come_and_go(
    audience: Audience,
    stage: &Stage,
    ears: &mut Vec<Ear>,
    streams: &mut Streams,
) {
    let some = Some(Seq(stage.seq.0 - 15));
    ears.push(Ear::open(stage, "late", Encoding::Json, None, None).await);
    ears.push(Ear::open(stage, "back", Encoding::MessagePack, None, some).await);
    for (name, last) in [("anew", None), ("resumed", some)] {
        let Some(seat) = audience else { break };
        let encoding = Encoding::ALL[(seat.index() + 1) % 2];
        let ear = Ear::open(stage, name, encoding, audience, last).await;
        let place = ears.iter().position(|ear| ear.seat == audience).unwrap();
        let mut before = std::mem::replace(&mut ears[place], ear);
        before.hear_out().await;
        streams.insert((before.name, before.seat), before.heard());
    }
}

/// What whoever may not see the hidden tiles was sent.
fn heard_by(
    audience: Audience,
    streams: &Streams,
) -> Vec<(&(&'static str, Audience), &Vec<Bytes>)> {
    let entitled = |seat: Audience| seat.is_some() && seat != audience;
    streams.iter().filter(|((_, seat), _)| !entitled(*seat)).collect()
}

/// Where somebody who may not see the hidden tiles is sent something else of one wall than of the other.
fn differences(audience: Audience, one: &Streams, other: &Streams) -> Vec<String> {
    let (first, second) = (heard_by(audience, one), heard_by(audience, other));
    let mut found = Vec::new();
    for ((who, frames), (_, others)) in first.into_iter().zip(second) {
        let apart = frames.iter().zip(others).position(|(frame, other)| frame != other);
        found.extend(apart.map(|place| format!("frame {place} to {who:?}: {:?}", frames[place])));
        if frames.len() != others.len() {
            found.push(format!("{who:?} was sent {} and {}", frames.len(), others.len()));
        }
    }
    found
}

async fn assert_nobody_learns_anything(rules: Rules) {
    for audience in AUDIENCES {
        let pair = Pair::find(rules, audience);
        let [one, other] = pair.walls.clone();
        let (one, other) = (play(&pair, one).await, play(&pair, other).await);

        let heard = heard_by(audience, &one).len();
        assert_eq!(heard, PATHS.len() + 2 + if audience.is_some() { 7 } else { 4 });
        assert_eq!(differences(audience, &one, &other), [] as [String; 0]);
        // Whoever is entitled is told of different tiles: else nothing was tested.
        let entitled = Seat::ALL.into_iter().find(|seat| Some(*seat) != audience);
        assert_ne!(one[&("seat", entitled)], other[&("seat", entitled)]);
    }
}

#[tokio::test]
async fn hidden_tiles_of_a_classic_hand_reach_nobody_who_may_not_see_them() {
    assert_nobody_learns_anything(Rules::CLASSIC).await;
}

#[tokio::test]
async fn hidden_tiles_of_a_full_hand_reach_nobody_who_may_not_see_them() {
    assert_nobody_learns_anything(Rules::FULL).await;
}
