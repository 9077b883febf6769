//! Bots against each other, without a server: one seed, one course of play.

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use rules::fujian::{Action, Calling, Event, Phase, Table};
use rules::seat::{BySeat, Seat};
use rules::tile_set::TileSet;
use rules::wall::Wall;

use crate::{Bot, Sight};

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
            bytes = bytes.rotate_left(8);
            bytes as u8
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
    while is_over(table) {
        act(table, bots, &mut saw);
    }
    if *table.phase() == Phase::AwaitingWall {
        let wall = shuffler.wall(table.rules().tiles);
        let begun = table.begin(wall).expect("the table waits for a wall of its own set");
        table.apply_all(begun, &mut saw);
    }
    while !is_over(table) {
        act(table, bots, &mut saw);
    }
}

fn is_over(table: &Table) -> bool {
    matches!(table.phase(), Phase::Between(_) | Phase::Finished(_))
}

/// Everybody the table waits for acts: one player in turn, or all who are asked about a tile.
#[inline(always)] // as all that an action goes through: see [`Table`]
pub(crate) fn act<B: Bot>(
    table: &mut Table,
    bots: &mut BySeat<B>,
    saw: &mut impl FnMut(&Table, &Event),
) {
    if let Phase::Calling(calling) = *table.phase() {
        answer(table, &calling, bots, saw);
    } else {
        let seat = table.awaited().expect("what happens by itself has happened");
        choose(table, seat, &mut bots[seat], saw);
    }
}

/// Everybody asked answers. Who can only pass is not asked: it is what mostly happens.
#[inline(always)]
fn answer<B: Bot>(
    table: &mut Table,
    calling: &Calling,
    bots: &mut BySeat<B>,
    saw: &mut impl FnMut(&Table, &Event),
) {
    let takers = table.takers();
    for seat in calling.asked().filter(|seat| calling.answers[*seat].is_none()) {
        if takers[seat] {
            choose(table, seat, &mut bots[seat], saw);
        } else {
            table.play(seat, Action::Pass, &mut *saw).expect("who is asked can pass");
        }
    }
}

#[inline(always)]
fn choose<B: Bot>(
    table: &mut Table,
    seat: Seat,
    bot: &mut B,
    saw: &mut impl FnMut(&Table, &Event),
) {
    let action = bot.choose(&Sight::of(table, seat));
    table.play(seat, action, saw).expect("bots pick legal actions");
}
