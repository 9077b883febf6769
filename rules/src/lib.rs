//! The games, pure: no I/O, clock, async or ambient randomness.
//!
//! [`tile`], [`seat`], [`meld`], [`hand`] and [`wall`] are the vocabulary; [`shape`] knows what a
//! hand is worth on the way to winning; [`fujian`] plays the game; [`fair`] makes a wall nobody
//! could have chosen; [`riichi`] keeps the score at a real table.

pub mod bonus;
pub mod fair;
pub mod fujian;
pub mod hand;
pub mod kinds;
pub mod meld;
pub mod riichi;
pub mod seat;
pub mod shape;
pub mod tile;
pub mod tile_set;
pub mod wall;
