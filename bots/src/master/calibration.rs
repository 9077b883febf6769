//! How near to winning players are, by what they show; measured in self-play of 20,000 hands.
//!
//! Hands dealt at random are much further away than hands somebody has played with, and a search
//! that believes in those waits too long.

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

/// Per mille of hands one, two and three draws away (the rest are four), by melds, by discards.
const NEAR: [[[u16; 3]; 8]; 4] = [
    [
        [13, 188, 456],
        [66, 333, 426],
        [154, 427, 334],
        [252, 471, 237],
        [357, 464, 160],
        [459, 426, 106],
        [538, 391, 70],
        [600, 350, 45],
    ],
    [
        [45, 291, 476],
        [122, 430, 376],
        [236, 482, 252],
        [346, 479, 161],
        [457, 439, 98],
        [546, 391, 60],
        [622, 339, 38],
        [713, 265, 22],
    ],
    [
        [120, 450, 400],
        [213, 521, 258],
        [360, 505, 133],
        [481, 442, 77],
        [582, 375, 42],
        [663, 317, 20],
        [735, 250, 15],
        [787, 202, 11],
    ],
    [
        [400, 550, 50],
        [500, 470, 30],
        [591, 396, 13],
        [679, 318, 3],
        [756, 244, 0],
        [798, 202, 0],
        [838, 162, 0],
        [870, 130, 0],
    ],
];
/// With four melds a hand waits or is one step off.
const FOUR_MELDS_WAIT: u16 = 880;

/// Draws how far away a player may be; nothing before the first discard, which shows nothing.
pub(super) fn distance(thrown: usize, melds: usize, rng: &mut Pcg64Mcg) -> Option<u8> {
    let row = thrown.checked_sub(1)?.min(7);
    let chance = rng.random_range(0..1000u16);
    let Some([one, two, three]) = NEAR.get(melds).map(|rows| rows[row]) else {
        return Some(if chance < FOUR_MELDS_WAIT { 1 } else { 2 });
    };
    Some(match chance {
        chance if chance < one => 1,
        chance if chance < one + two => 2,
        chance if chance < one + two + three => 3,
        _ => 4,
    })
}
