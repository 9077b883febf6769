//! The server: rooms played over sockets, and everything recorded before it is shown.

mod gateway;
pub mod recorder;
mod room;
mod rooms;
pub mod serve;
pub mod store;
