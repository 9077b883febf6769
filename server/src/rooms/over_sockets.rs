//! Rooms behind a real socket, with what no client can bring about: stacked walls, and panics.

mod asking;
mod late;
mod log;
mod noninterference;
mod panics;
mod retries;

#[path = "../../tests/common/line.rs"]
mod line;

use tokio::net::TcpListener;

use super::Rooms;
use crate::config::{Config, Settings};
use crate::gateway::{self, Gateway};
use crate::recorder::{Database, Recorder, RecorderOptions};
use crate::room::{Manners, RoomContext};
use crate::store::fresh::Fresh;

/// Players here are faster than people, and all come from one address.
fn no_limits() -> Config {
    let usual = Settings::default().resolve();
    Config {
        connections_per_address_max: 0,
        sockets_per_address_max: 0,
        accepts_per_second: 0,
        messages_per_second: 0,
        address_messages_per_second: 0,
        guesses_per_minute: 0,
        kept_games_per_minute: 0,
        kept_writes_per_minute: 0,
        ..usual
    }
}

/// Brings back every room of a database, and serves them; gives the address too.
async fn serve(fresh: &Fresh) -> (Rooms, Recorder, String) {
    let database: Database = fresh.url.parse().unwrap();
    let (recorder, replayed) = Recorder::open(database, RecorderOptions::default()).unwrap();
    let context = RoomContext::new(recorder.clone(), Manners::default());
    let rooms = Rooms::reopen(context, replayed);
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let gateway = Gateway::new(no_limits(), rooms.clone(), recorder.clone());
    tokio::spawn(gateway::accept_all(listener, gateway));
    (rooms, recorder, address)
}
