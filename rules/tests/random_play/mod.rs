//! Random options, walls and choices for property tests, all from one seed.

#![allow(dead_code, reason = "each test file that includes this module uses only some of it")]

use proptest::prelude::*;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use rules::fujian::{Action, Event, GoldDiscard, Payers, Rules, Table};
use rules::seat::Seat;
use rules::tile::{SuitTile, Tile};
use rules::tile_set::TileSet;
use rules::wall::Wall;

/// One match in which everything is left to chance.
#[derive(Clone, Debug)]
pub(crate) struct Course {
    pub(crate) rules: Rules,
    pub(crate) dealer: Seat,
    rng: Pcg64Mcg,
}

impl Course {
    pub(crate) fn new(rules: Rules, dealer: Seat, seed: u64) -> Self {
        Self { rules, dealer, rng: Pcg64Mcg::seed_from_u64(seed) }
    }

    /// A wall; half of them deal good hands, so that rare wins come up.
    pub(crate) fn wall(&mut self) -> Wall {
        let shuffled = Wall::shuffled(self.rules.tiles, || self.rng.next_u32() as u8);
        if self.rng.random_bool(0.5) {
            return shuffled;
        }
        let mut left = shuffled.all().to_vec();
        let mut tiles = Vec::with_capacity(left.len());
        for extra in [2, 1, 1, 1] {
            for _ in 0..5 {
                self.move_set(&mut left, &mut tiles);
            }
            tiles.extend(left.drain(..extra));
        }
        tiles.append(&mut left);
        Wall::from_tiles(self.rules.tiles, &tiles).expect("the same tiles in another order")
    }

    /// Moves three tiles over: a set, if a random one is there.
    fn move_set(&mut self, left: &mut Vec<Tile>, tiles: &mut Vec<Tile>) {
        let low = SuitTile::ALL[self.rng.random_range(0..SuitTile::COUNT)];
        let triplet = [low; 3];
        let set = if self.rng.random_bool(0.3) { triplet } else { low.run().unwrap_or(triplet) };
        for wanted in set {
            let place = left.iter().position(|tile| *tile == Tile::Suit(wanted)).unwrap_or(0);
            tiles.push(left.remove(place));
        }
    }

    /// Some legal action of somebody the table waits for, more often than not the boldest; now and
    /// then the hand is broken off.
    pub(crate) fn next_event(&mut self, table: &Table) -> Event {
        if let (true, Ok(aborted)) = (self.rng.random_bool(0.0005), table.abort()) {
            return aborted;
        }
        let waiting: Vec<Seat> =
            Seat::ALL.into_iter().filter(|seat| table.waits_for(*seat)).collect();
        let seat = *waiting.choose(&mut self.rng).expect("a table at rest waits for somebody");
        let actions: Vec<Action> = table.legal(seat).actions().collect();
        let bold = self.rng.random_bool(0.4);
        let action = if bold { actions[0] } else { *actions.choose(&mut self.rng).expect("legal") };
        table.decide(seat, action).expect("a legal action is accepted")
    }

    /// Any action at all, most likely not legal.
    pub(crate) fn any_action(&mut self) -> Action {
        let actions: Vec<Action> = Action::all().collect();
        *actions.choose(&mut self.rng).expect("there are actions")
    }
}

/// Any match by any options.
pub(crate) fn any_course() -> impl Strategy<Value = Course> {
    (any_rules(), 0..4usize, any::<u64>()).prop_map(|(rules, dealer, seed)| {
        Course::new(rules, Seat::from_index(dealer).expect("below four"), seed)
    })
}

fn any_rules() -> impl Strategy<Value = Rules> {
    let points = || prop_oneof![Just(0), 1..=1000u16];
    let seconds = || proptest::option::of(5..=120u8);
    let specials = (points(), points(), points(), proptest::option::of(points()), points());
    let switches = any::<[bool; 6]>();
    let dead_wall = prop_oneof![Just(0), Just(16), Just(18)];
    (specials, switches, 1..=2u8, dead_wall, seconds(), seconds()).prop_map(
        |(specials, switches, hands, dead_wall, turn_seconds, call_seconds)| {
            let (three_golds, golden_pair, no_bonus_no_kong, robbing_the_gold, all_one_suit) = specials;
            let [all_bonus, kongs, dealer_streak, gold_may_go, discard_called_kind, discarder_pays] = switches;
            Rules {
                tiles: if all_bonus { TileSet::AllBonus } else { TileSet::WindsAndSeasons },
                kongs,
                three_golds,
                golden_pair,
                no_bonus_no_kong,
                robbing_the_gold,
                all_one_suit,
                hands,
                dealer_streak,
                dead_wall,
                gold_discard: if gold_may_go { GoldDiscard::Allowed } else { GoldDiscard::LastResort },
                discard_called_kind,
                payers: if discarder_pays { Payers::Discarder } else { Payers::Everyone },
                turn_seconds,
                call_seconds,
            }
        },
    )
}
