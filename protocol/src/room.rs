//! A room as everybody in it sees it, whichever game is played.

use rules::seat::{BySeat, Seat};

use crate::ids::{PlayerName, RoomCode};
use crate::wire::{wire_enum, wire_names, wire_struct};

wire_struct! {
    /// What anybody sees of a room besides the table.
    pub struct RoomView {
        /// Its code.
        pub code: RoomCode,
        /// How far it is.
        pub stage: Stage,
        /// Who sits where.
        pub seats: BySeat<Occupant>,
        /// Whose word counts; nobody's once the last human has gone.
        pub host: Option<Seat>,
        /// Whether it is listed for anybody to watch.
        pub public: bool,
    }
}

wire_names! {
    /// How far a room is.
    pub enum Stage {
        /// People take their seats.
        0 "waiting" Waiting,
        /// The match is on.
        1 "playing" Playing,
    }
}

wire_enum! {
    /// Who sits at a seat.
    pub enum Occupant {
        /// Nobody.
        0 "empty" Empty {},
        /// A person.
        1 "human" Human {
            /// Their name.
            name: PlayerName,
        },
        /// A bot.
        2 "bot" Bot {
            /// How well it plays.
            level: BotLevel,
        },
        /// A bot that keeps the seat of a person who is away.
        3 "stand_in" StandIn {
            /// Whose seat it is.
            name: PlayerName,
            /// How well the bot plays.
            level: BotLevel,
        },
    }
}

wire_names! {
    /// How well a bot plays.
    pub enum BotLevel {
        /// Any legal action.
        0 "random" Random,
        /// The nearest win.
        1 "greedy" Greedy,
    }
}

wire_enum! {
    /// A change of a room.
    pub enum RoomChange {
        /// Somebody sits down, gets up or is replaced.
        0 "seat" Seat {
            /// Where.
            seat: Seat,
            /// Who sits there now.
            occupant: Occupant,
        },
        /// Another seat's word counts.
        1 "host" Host {
            /// Whose.
            seat: Option<Seat>,
        },
        /// The room goes on.
        2 "stage" Stage {
            /// How far it is now.
            stage: Stage,
        },
        /// The room is listed, or no longer.
        3 "public" Public {
            /// Whether it is.
            public: bool,
        },
    }
}

impl RoomView {
    /// Folds one change in.
    pub fn apply(&mut self, change: &RoomChange) {
        match change {
            RoomChange::Seat { seat, occupant } => self.seats[*seat] = occupant.clone(),
            RoomChange::Host { seat } => self.host = *seat,
            RoomChange::Stage { stage } => self.stage = *stage,
            RoomChange::Public { public } => self.public = *public,
        }
    }
}
