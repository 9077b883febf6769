//! The server: rooms played over sockets, and everything recorded before it is shown.

pub mod check;
mod clock;
pub mod config;
pub mod demo;
pub mod desk;
mod gateway;
pub mod ratings;
pub mod recorder;
mod room;
mod rooms;
mod scorekeeper;
mod secret;
pub mod serve;
mod shutdown;
pub mod store;
mod telemetry;
pub mod transfer;
