//! Fujian on the wire: what each audience sees of a table, and how it changes.

mod change;
mod fold;
mod prompt;
mod redact;
mod seen;
mod view;

pub use self::change::{OwnChange, PublicChange};
pub use self::prompt::{Prompt, Reason};
pub use self::redact::{Batch, redact};
pub use self::view::{
    AnswerView, CallOnView, DiscardView, GroupView, HandEnd, HandView, KongView, MeldView,
    OutcomeView, OwnView, PhaseView, PieceView, PlayerView, PointsView, SeatView, TableView,
    WayView,
};
