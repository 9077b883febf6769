//! What is said on the wire, and who may hear it.
//!
//! So far only [`record`]: a finished hand as anybody may read and check it. Rooms, messages and
//! views come with the game server.

pub mod fujian;
pub mod record;
mod wire;
