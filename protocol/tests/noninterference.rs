//! Two deals that differ only in tiles somebody can't see look the same to them, byte for byte.

use protocol::fujian::{Batch, SeatView, TableView, redact};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use random_play::Course;
use rules::fujian::{Event, Phase, Rules, Table};
use rules::seat::{BySeat, Seat};
use rules::tile::Tile;
use rules::wall::Wall;

#[path = "../../rules/tests/random_play/mod.rs"]
mod random_play;

const PAIRS: u64 = 4_000;

/// Who looks on.
type Audience = Option<Seat>;

/// A hand played from a wall up to some step.
struct Played {
    table: Table,
    /// What was decided at each step.
    decided: Vec<Event>,
    batches: Vec<Batch>,
    /// Where in the wall each player's concealed tiles come from.
    concealed: BySeat<Vec<usize>>,
    taken: usize,
}

impl Played {
    fn new(course: &Course, wall: Wall) -> Self {
        let table = Table::new(course.rules, course.dealer).unwrap();
        let mut played = Self {
            decided: Vec::new(),
            batches: Vec::new(),
            concealed: BySeat::default(),
            taken: 0,
            table,
        };
        let begun = played.table.begin(wall).unwrap();
        played.step(begun);
        played
    }

    fn step(&mut self, event: Event) {
        let Self { table, batches, decided, concealed, taken } = self;
        let (dealer, mut events) = (table.dealer(), Vec::new());
        batches.push(redact(table, event.clone(), |event| events.push(event.clone())));
        decided.push(event);
        let wall = table.deal().unwrap().wall.all();
        for event in &events {
            follow_tiles(event, dealer, wall, concealed, taken);
        }
    }

    fn is_running(&self) -> bool {
        matches!(self.table.phase(), Phase::Turn(_) | Phase::Calling(_))
    }

    /// The places of the wall whose tiles `audience` has never seen.
    fn hidden_from(&self, audience: Audience) -> Vec<usize> {
        let wall = self.table.deal().unwrap().wall.all();
        let others = Seat::ALL.into_iter().filter(|seat| Some(*seat) != audience);
        let in_hands = others.flat_map(|seat| self.concealed[seat].iter().copied());
        let hidden = in_hands.chain(self.taken..wall.len());
        hidden.filter(|place| matches!(wall[*place], Tile::Suit(_))).collect()
    }

    /// Everything `audience` was sent, and the view it gets if it joins now, in both encodings.
    fn stream(&self, audience: Audience) -> Vec<u8> {
        let mut bytes = Vec::new();
        for batch in &self.batches {
            bytes.extend(rmp_serde::to_vec(&batch.public).unwrap());
            if let Some(seat) = audience {
                bytes.extend(rmp_serde::to_vec(&batch.own[seat]).unwrap());
            }
        }
        match audience {
            Some(seat) => {
                bytes.extend(serde_json::to_vec(&SeatView::of(&self.table, seat)).unwrap());
            }
            None => bytes.extend(serde_json::to_vec(&TableView::of(&self.table)).unwrap()),
        }
        bytes
    }
}

/// Keeps track of which tiles of the wall lie concealed before whom.
fn follow_tiles(
    event: &Event,
    dealer: Seat,
    wall: &[Tile],
    concealed: &mut BySeat<Vec<usize>>,
    taken: &mut usize,
) {
    let mut lose = |seat: Seat, tile: Tile| {
        // The newest of its kind: a discard of the tile just drawn is that very tile.
        let place = concealed[seat].iter().rposition(|place| wall[*place] == tile).unwrap();
        concealed[seat].remove(place);
    };
    match event {
        Event::HandBegan { .. } => {
            for seat in dealer.round() {
                let count = if seat == dealer { 17 } else { 16 };
                concealed[seat] = (*taken..*taken + count).collect();
                *taken += count;
            }
        }
        Event::TileDrawn { seat, .. } => {
            concealed[*seat].push(*taken);
            *taken += 1;
        }
        Event::BonusFlipped { .. } | Event::GoldFlipped { .. } => *taken += 1,
        Event::BonusExposed { seat, tile } => lose(*seat, Tile::Bonus(*tile)),
        Event::TileDiscarded { seat, tile, .. } => lose(*seat, Tile::Suit(*tile)),
        Event::MeldCalled { seat, meld } => {
            let called = match meld {
                rules::meld::Meld::Chow { called, .. } => *called,
                rules::meld::Meld::Pung { tile, .. } | rules::meld::Meld::Kong { tile, .. } => {
                    *tile
                }
            };
            let mut tiles: Vec<_> = meld.tiles().collect();
            tiles.remove(tiles.iter().position(|tile| *tile == called).unwrap());
            tiles.into_iter().for_each(|tile| lose(*seat, Tile::Suit(tile)));
        }
        // The tile of a kong on a pung is seen as soon as it is declared.
        Event::KongDeclared { seat, meld } => match meld {
            rules::meld::Meld::Kong { tile, kind: rules::meld::KongKind::Upgraded { .. } } => {
                lose(*seat, Tile::Suit(*tile));
            }
            _ => meld.tiles().for_each(|tile| lose(*seat, Tile::Suit(tile))),
        },
        Event::Answered { .. }
        | Event::CallsPassed
        | Event::HandWon { .. }
        | Event::HandDrawn
        | Event::HandAborted
        | Event::SeatReady { .. } => {}
    }
}

/// The same public course over the other wall; `None` where the hidden tiles make it impossible.
fn replayed(course: &Course, wall: Wall, first: &Played) -> Option<Played> {
    let mut played = Played::new(course, wall);
    for event in &first.decided[1..] {
        let again = match event {
            Event::TileDiscarded { seat, tile, .. } => {
                (*seat, rules::fujian::Action::Discard(*tile))
            }
            Event::KongDeclared { seat, meld } => {
                (*seat, rules::fujian::Action::DeclareKong(meld.tiles().next().unwrap()))
            }
            Event::Answered { seat, answer } => (*seat, answer_action(*answer)),
            _ => return None,
        };
        let decided = played.table.decide(again.0, again.1).ok()?;
        // Whether a tile had just been drawn is for all to see.
        if decided != *event {
            return None;
        }
        played.step(decided);
    }
    (played.is_running() && played.batches.len() == first.batches.len()).then_some(played)
}

fn answer_action(answer: rules::fujian::Answer) -> rules::fujian::Action {
    use rules::fujian::{Action, Answer};
    match answer {
        Answer::Pass => Action::Pass,
        Answer::Chow(low) => Action::Chow(low),
        Answer::Pung => Action::Pung,
        Answer::Kong => Action::Kong,
        Answer::Win => Action::Win,
    }
}

/// A hand played for a random number of steps, still running.
fn random_start(course: &mut Course, rng: &mut Pcg64Mcg) -> Option<Played> {
    let wall = course.wall();
    let mut played = Played::new(course, wall);
    for _ in 0..rng.random_range(0..160) {
        if !played.is_running() {
            break;
        }
        let event = course.next_event(&played.table);
        let mut next = played.table.clone();
        next.apply_all(event.clone(), |_, _| ());
        if !matches!(next.phase(), Phase::Turn(_) | Phase::Calling(_)) {
            break; // a hand that is over is open to all
        }
        played.step(event);
    }
    played.is_running().then_some(played)
}

#[test]
fn nobody_learns_anything_from_tiles_they_cannot_see() {
    let mut rng = Pcg64Mcg::seed_from_u64(11);
    let (mut compared, mut steps) = (0, 0);
    for seed in 0..PAIRS {
        let rules = if seed % 2 == 0 { Rules::FULL } else { Rules::CLASSIC };
        let mut course = Course::new(rules, Seat::S0, seed);
        let Some(first) = random_start(&mut course, &mut rng) else { continue };
        let audience = [None, Some(Seat::S0), Some(Seat::S1), Some(Seat::S2), Some(Seat::S3)]
            [rng.random_range(0..5)];
        let hidden = first.hidden_from(audience);
        let mut shuffled = hidden.clone();
        shuffled.shuffle(&mut rng);
        let tiles = first.table.deal().unwrap().wall.all();
        let mut other = tiles.to_vec();
        for (to, from) in hidden.iter().zip(&shuffled) {
            other[*to] = tiles[*from];
        }
        let wall = Wall::from_tiles(rules.tiles, &other).unwrap();
        let Some(second) = replayed(&course, wall, &first) else { continue };

        assert_eq!(first.stream(audience), second.stream(audience), "seed {seed}, {audience:?}");

        compared += 1;
        steps += first.batches.len();
    }
    assert!(compared > PAIRS / 4 && steps > 10_000, "only {compared} pairs over {steps} steps");
    println!("{compared} pairs of deals over {steps} steps");
}
