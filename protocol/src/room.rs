//! A room as everybody in it sees it, whichever game is played.

use rules::seat::{BySeat, Seat};

use crate::ids::{Digest, PlayerName, RoomCode};
use crate::options::RoomOptions;
use crate::setup::Setup;
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
        /// Its number on this server; `12-1` names the first game of room 12 in the history.
        pub id: u64,
        /// What is played, and by which rules.
        pub setup: Setup,
        /// Who deals first.
        pub dealer: Seat,
        /// What each seat has fixed its part of every wall with.
        pub tips: BySeat<Option<Digest>>,
        /// The wall of the running hand, or of the next one.
        pub wall: Option<WallView>,
        /// How it is run.
        pub options: RoomOptions,
    }
}

wire_struct! {
    /// What is fixed of a wall before anybody can know it.
    pub struct WallView {
        /// The hand it is for, counted in the room from 1.
        pub hand: u32,
        /// What the server has committed to its seed with.
        pub commitment: Digest,
        /// Who has revealed their part.
        pub given: BySeat<bool>,
    }
}

wire_names! {
    /// How far a room is.
    pub enum Stage {
        /// People take their seats.
        0 "waiting" Waiting,
        /// The match is on, or over: when all are ready another game begins. There is no way back: rules and
        /// options are those of the room from here on.
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
            /// The profile they play for, if any.
            profile: Option<ProfileView>,
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
            /// The profile the person plays for, if any.
            profile: Option<ProfileView>,
        },
    }
}

wire_struct! {
    /// A profile as everybody sees it at a seat.
    pub struct ProfileView {
        /// What it is found by.
        pub id: String,
        /// What it is called.
        pub name: String,
    }
}

wire_names! {
    /// How well a bot plays.
    pub enum BotLevel {
        /// Any legal action.
        0 "random" Random,
        /// The nearest win, with beginners' mistakes.
        1 "easy" Easy,
        /// The nearest win by the most tiles.
        2 "medium" Medium,
        /// Looks further, and at what a win is worth.
        3 "hard" Hard,
        /// Plays on in its head with what the others may hold.
        4 "master" Master,
    }
}

impl BotLevel {
    /// Every level, the weakest first.
    pub const ALL: [Self; 5] = [Self::Random, Self::Easy, Self::Medium, Self::Hard, Self::Master];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
            Self::Master => "master",
        }
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
        /// Other rules will be played by.
        4 "setup" Setup {
            /// Which.
            setup: Setup,
        },
        /// Another seat will deal first.
        5 "dealer" Dealer {
            /// Which.
            seat: Seat,
        },
        /// Somebody has fixed their part of every wall, or their seat is somebody else's now.
        6 "tip" Tip {
            /// Whose.
            seat: Seat,
            /// With what.
            tip: Option<Digest>,
        },
        /// The server has committed to its part of the next wall.
        7 "committed" Committed {
            /// The hand it is for, counted in the room from 1.
            hand: u32,
            /// To what.
            commitment: Digest,
        },
        /// Somebody has revealed their part of the next wall.
        8 "linked" Linked {
            /// Who.
            seat: Seat,
        },
        /// The hand is over, and this was the server's part of its wall.
        9 "revealed" Revealed {
            /// The hand, counted in the room.
            hand: u32,
            /// The seed that was committed to.
            seed: Digest,
        },
        /// The room is run another way.
        10 "options" Options {
            /// Which.
            options: RoomOptions,
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
            RoomChange::Setup { setup } => self.setup = setup.clone(),
            RoomChange::Dealer { seat } => self.dealer = *seat,
            RoomChange::Tip { seat, tip } => self.tips[*seat] = *tip,
            RoomChange::Committed { hand, commitment } => {
                let (hand, commitment, given) = (*hand, *commitment, BySeat([false; 4]));
                self.wall = Some(WallView { hand, commitment, given });
            }
            RoomChange::Linked { seat } => {
                if let Some(wall) = &mut self.wall {
                    wall.given[*seat] = true;
                }
            }
            RoomChange::Revealed { .. } => {}
            RoomChange::Options { options } => self.options = *options,
        }
    }
}
