//! Why a sheet is not changed so. Safe to show to whoever tried.

use rules::riichi::Refused;
use rules::seat::Seat;

use super::change::HANDS_MAX;
use super::form::BadForm;

/// Why a change is refused; nothing has changed then.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Refusal {
    /// Nobody can play by these rules.
    #[error("{0}")]
    BadRules(String),
    /// No game can be taken up so.
    #[error("{0}")]
    BadStart(String),
    /// The names are not four different ones.
    #[error("{0}")]
    BadPlayers(String),
    /// A hand is not one.
    #[error("hand {number}: {bad}")]
    BadForm {
        /// Its number in the sheet, from 1.
        number: usize,
        bad: BadForm,
    },
    /// A hand can't have been, or could no longer have been.
    #[error("hand {number}: {why}")]
    Impossible {
        /// Its number in the sheet, from 1.
        number: usize,
        why: Refused,
    },
    /// No game that people keep is that long.
    #[error("a game has at most {HANDS_MAX} hands, those taken out included")]
    TooManyHands {
        /// The number the hand would have, from 1.
        number: usize,
    },
    /// A hand has both an outcome and doubts about it, or neither.
    #[error("give outcome or uncertain, not both")]
    OutcomeOrUncertain,
    /// Too many words.
    #[error("{0} is too long")]
    TooLong(&'static str),
    /// A client's id is not one.
    #[error("an id has 1 to 64 letters, digits, - or _")]
    BadHandId,
    /// Another hand was sent under the same id.
    #[error("another hand was sent under this id")]
    HandIdTaken,
    /// There is no such hand.
    #[error("there is no such hand")]
    NoSuchHand,
    /// There is nothing to undo.
    #[error("there is no hand to undo")]
    NothingToUndo,
    /// The game is closed to its recorder.
    #[error("the game is closed: only its organiser may change it")]
    Closed,
    /// The game is closed, and can't be closed again.
    #[error("the game is closed already")]
    ClosedAlready,
    /// The game is not closed, so it can't be reopened.
    #[error("the game is not closed")]
    NotClosed,
    /// After closing every change has a reason.
    #[error("after closing a change needs a reason")]
    ReasonMissing,
    /// The time in which the recorder may correct a hand is over.
    #[error("hands can be corrected for {minutes} minutes; ask the organiser")]
    TooLate { minutes: u32 },
    /// Only the organiser may do that.
    #[error("only the organiser may do that")]
    OrganiserOnly,
    /// Somebody has not the points for a stick.
    #[error("{seat:?} has less than 1000 points")]
    RiichiTooPoor { seat: Seat },
    /// The game is over: nobody declares anything.
    #[error("the game is over")]
    GameOver,
    /// The scores are none a game ends with.
    #[error("{0}")]
    BadScores(String),
    /// The game is not over by its hands.
    #[error("the game is not over by its hands; say early, or give final_scores")]
    NotOver,
    /// Somebody has still to be asked about a hand.
    #[error("a hand is uncertain; settle it, or give final_scores")]
    Unsure,
    /// The typed scores are not those of the hands.
    #[error("by the hands the scores are {by_hands:?}; reconcile, or say accept_difference")]
    ScoresDiffer { by_hands: [i32; 4] },
    /// Notes that are not understood.
    #[error("some lines are not understood")]
    BadNotes(Vec<LineProblem>),
}

/// A line of notes that can't be taken over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LineProblem {
    /// Its number, from 1.
    pub(crate) line: usize,
    /// What programs go by.
    pub(crate) code: &'static str,
    /// In words.
    pub(crate) detail: String,
}
