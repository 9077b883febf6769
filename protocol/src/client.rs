//! What a client says to the server.

use rules::seat::Seat;

use crate::ids::{Digest, PlayerName, ProfileKey, RequestId, RoomCode, SeatToken, Seq};
use crate::options::RoomOptions;
use crate::room::BotLevel;
use crate::setup::Setup;
use crate::wire::wire_enum;

wire_enum! {
    /// A request. Each is answered exactly once, by `accepted`, `seated` or `refused` with the same
    /// `request`. One of a seat that was accepted and is asked again with the same `request` is not
    /// carried out again: it gets the first answer. `create` and `join` come from no seat yet: each
    /// takes one, unless it brings a `token` that has one.
    ///
    /// `Action` is the game's own: what a player can do.
    pub enum ClientMessage<Action> {
        /// Opens a room and takes a seat in it.
        0 "create" Create {
            /// What this request is called.
            request: RequestId,
            /// Who asks.
            name: PlayerName,
            /// What is played, and by which rules.
            setup: Setup,
            /// Whether anybody may find and watch it, and find its games in the history later: for each game it
            /// counts what holds when that begins.
            public: bool,
            /// What the own part of every wall is fixed with (see the fair wall).
            tip: Option<Digest>,
            /// The profile to play for, if any.
            profile: Option<ProfileKey>,
            /// A token of one's own making for the seat: 22 to 64 letters, digits, `-` or `_` by chance. Where the
            /// answer is lost, the same again leads to the room that was opened.
            token: Option<SeatToken>,
        },
        /// Takes the first free seat of a room.
        1 "join" Join {
            /// What this request is called.
            request: RequestId,
            /// Which room.
            code: RoomCode,
            /// Who asks.
            name: PlayerName,
            /// What the own part of every wall is fixed with (see the fair wall).
            tip: Option<Digest>,
            /// The profile to play for, if any.
            profile: Option<ProfileKey>,
            /// A token of one's own making for the seat: 22 to 64 letters, digits, `-` or `_` by chance. Where the
            /// answer is lost, the same again gives back the seat that was taken.
            token: Option<SeatToken>,
        },
        /// Watches a room.
        2 "watch" Watch {
            /// What this request is called.
            request: RequestId,
            /// Which room.
            code: RoomCode,
            /// The last step seen, to be told only what came after.
            last_seq: Option<Seq>,
        },
        /// Comes back to a seat; a connection that had it is told so and closed.
        3 "resume" Resume {
            /// What this request is called.
            request: RequestId,
            /// Which room.
            code: RoomCode,
            /// What the seat was taken with.
            token: SeatToken,
            /// The last step seen, to be told only what came after.
            last_seq: Option<Seq>,
        },
        /// Plays.
        4 "act" Act {
            /// What this request is called.
            request: RequestId,
            /// What to do.
            action: Action,
            /// The last step seen when this was chosen: if the table has asked for something new since, it is
            /// refused with `stale`.
            last_seq: Option<Seq>,
        },
        /// Uses the powers of the host.
        5 "host" Host {
            /// What this request is called.
            request: RequestId,
            /// What to do.
            order: HostOrder,
        },
        /// Gives the seat up for good, or stops watching.
        6 "leave" Leave {
            /// What this request is called.
            request: RequestId,
        },
        /// Reveals the own part of a wall, once the server has committed to its own.
        7 "link" Link {
            /// What this request is called.
            request: RequestId,
            /// The hand it is for, counted in the room.
            hand: u32,
            /// The link of the chain that began with the tip.
            link: Digest,
        },
        /// Has every call passed that can't be won, or no longer; over with the hand, when the player
        /// comes back over another connection, and while a bot plays for them.
        8 "quick_pass" QuickPass {
            /// What this request is called.
            request: RequestId,
            /// Whether.
            on: bool,
        },
        /// Asks how the running hand came to where it is; for those who watch.
        9 "past" Past {
            /// What this request is called.
            request: RequestId,
        },
    }
}

wire_enum! {
    /// What only the host can do.
    pub enum HostOrder {
        /// Begins the match; every seat must be taken.
        0 "start" Start {},
        /// Breaks the running hand off; it does not count.
        1 "abort" Abort {},
        /// Puts a bot at an empty seat, or at that of a player who is away or is waited for in vain.
        2 "bot" Bot {
            /// Where.
            seat: Seat,
            /// How well it plays.
            level: BotLevel,
        },
        /// Empties a seat before the match, but not one's own.
        3 "kick" Kick {
            /// Which.
            seat: Seat,
        },
        /// Says who deals first, before the match.
        4 "dealer" Dealer {
            /// Who.
            seat: Seat,
        },
        /// Plays by other rules, before the match.
        5 "setup" Setup {
            /// By which.
            setup: Setup,
        },
        /// Lists the room for anybody to watch, or not.
        6 "public" Public {
            /// Whether.
            public: bool,
        },
        /// Runs the room another way, before the match.
        7 "options" Options {
            /// Which.
            options: RoomOptions,
        },
    }
}

impl<Action> ClientMessage<Action> {
    /// What the client calls this request.
    pub fn request(&self) -> RequestId {
        match self {
            Self::Create { request, .. }
            | Self::Join { request, .. }
            | Self::Watch { request, .. }
            | Self::Resume { request, .. }
            | Self::Act { request, .. }
            | Self::Host { request, .. }
            | Self::Link { request, .. }
            | Self::QuickPass { request, .. }
            | Self::Past { request }
            | Self::Leave { request } => *request,
        }
    }
}
