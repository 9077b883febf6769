//! The commands of `sanjin-bot`.

pub(crate) mod arena;
mod paint;
pub(crate) mod play;
pub(crate) mod watch;
