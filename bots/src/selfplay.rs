//! Bots against each other, without a server: one seed, one course of play.

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use rules::fujian::{Event, Phase, Table};
use rules::seat::{BySeat, Seat};
use rules::tile_set::TileSet;
use rules::wall::Wall;

use crate::Bot;

/// Shuffles walls from a seed.
#[derive(Clone, Debug)]
pub struct Shuffler {
    rng: Pcg64Mcg,
}

impl Shuffler {
    /// The shuffler whose walls follow from `seed`.
    pub fn new(seed: u64) -> Self {
        Self { rng: Pcg64Mcg::seed_from_u64(seed) }
    }

    /// A fresh wall of this set.
    pub fn wall(&mut self, set: TileSet) -> Wall {
        let (mut bytes, mut left) = (0u64, 0);
        Wall::shuffled(set, || {
            if left == 0 {
                (bytes, left) = (self.rng.next_u64(), 8);
            }
            left -= 1;
            (bytes >> (8 * left)) as u8
        })
    }
}

/// Plays on until a hand is over, beginning one if need be; `saw` gets every event.
pub fn play_hand<B: Bot>(
    table: &mut Table,
    bots: &mut BySeat<B>,
    shuffler: &mut Shuffler,
    mut saw: impl FnMut(&Table, &Event),
) {
    if let Phase::Between(_) | Phase::Finished(_) = table.phase() {
        for seat in Seat::ALL.into_iter().filter(|seat| table.waits_for(*seat)).collect::<Vec<_>>()
        {
            act(table, bots, seat, &mut saw);
        }
    }
    if *table.phase() == Phase::AwaitingWall {
        let wall = shuffler.wall(table.rules().tiles);
        let begun = table.begin(wall).expect("the table waits for a wall of its own set");
        table.apply_all(begun, &mut saw);
    }
    loop {
        match *table.phase() {
            Phase::Turn(turn) => act(table, bots, turn.seat, &mut saw),
            Phase::Calling(calling) => {
                let missing = |seat: &Seat| calling.asks(*seat) && calling.answers[*seat].is_none();
                for seat in Seat::ALL.into_iter().filter(missing) {
                    act(table, bots, seat, &mut saw);
                }
            }
            Phase::Between(_) | Phase::Finished(_) => return,
            Phase::AwaitingWall
            | Phase::Setup
            | Phase::Drawing { .. }
            | Phase::ThreeGolds { .. } => {
                unreachable!("what happens by itself has happened")
            }
        }
    }
}

fn act<B: Bot>(
    table: &mut Table,
    bots: &mut BySeat<B>,
    seat: Seat,
    saw: &mut impl FnMut(&Table, &Event),
) {
    let action = bots[seat].choose(&table.own_side(seat));
    table.play(seat, action, &mut *saw).expect("bots pick legal actions");
}
