//! What is said on the wire, and who may hear it.
//!
//! [`client`] and [`server`] are the messages by direction, whichever game is played; [`room`] is
//! what everybody sees of a room, [`options`] how it is run, [`close`] why a line ends; [`setup`] lists the games; [`fujian`] is what each audience sees of its table, and the only
//! place where that is decided; [`record`] is a finished hand as anybody may read and check it;
//! [`schema`] describes all of the wire to other languages.

pub mod client;
pub mod close;
pub mod codec;
pub mod fujian;
pub mod ids;
pub mod options;
pub mod record;
pub mod refusal;
pub mod room;
pub mod schema;
pub mod server;
pub mod setup;
mod wire;
