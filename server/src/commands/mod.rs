//! The commands that need no server: reading hands, simulating, verifying.

pub(crate) mod hand;
mod hand_report;
mod hand_request;
pub(crate) mod simulate;
mod tally;
pub(crate) mod verify;
