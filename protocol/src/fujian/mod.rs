//! Fujian on the wire: what each audience sees of a table, and how it changes.

mod action;
mod change;
mod fold;
mod prompt;
mod redact;
mod seen;
mod view;

pub use self::action::ActionView;
pub use self::change::{OwnChange, PublicChange};
pub use self::prompt::{Prompt, Reason};
pub use self::redact::{Batch, redact, set_up};
pub use self::view::{
    AnswerView, CallOnView, DiscardView, GroupView, HandEnd, HandView, KongView, MeldView,
    OpenHands, OutcomeView, OwnView, PhaseView, PieceView, PlayerView, PointsView, SeatView,
    TableView, WayView,
};

/// What a client says in a Fujian room.
pub type ClientMessage = crate::client::ClientMessage<ActionView>;
/// What somebody who watches a Fujian room hears.
pub type SpectatorMessage = crate::server::SpectatorMessage<TableView, PublicChange>;
/// What a player in a Fujian room hears.
pub type SeatMessage = crate::server::SeatMessage<SeatView, PublicChange, OwnChange>;
/// What somebody who watches a Fujian room with open hands hears besides.
pub type HandsMessage = crate::server::HandsMessage<OpenHands>;
