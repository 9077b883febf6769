//! The parts of the server that tests and the command line share.

pub mod recorder;
pub mod store;
