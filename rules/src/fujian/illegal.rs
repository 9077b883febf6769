//! Why an action is not legal now.

/// Why the rules refuse an action. Safe to show to the player who tried it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Illegal {
    /// It is somebody else's turn.
    #[error("it is not your turn")]
    NotYourTurn,
    /// Nothing is up for a call.
    #[error("there is nothing to call")]
    NothingToCall,
    /// A call must be answered before play goes on.
    #[error("calls are being answered")]
    CallsOpen,
    /// The tile is the player's own.
    #[error("you can't call your own tile")]
    OwnTile,
    /// The player has answered, and an answer stands.
    #[error("you have already answered")]
    AlreadyAnswered,
    /// Only a win can answer this.
    #[error("this tile can only be won on")]
    WinOnly,
    /// The hand is not five sets and a pair.
    #[error("the hand is not complete")]
    Incomplete,
    /// The tile is not in the hand.
    #[error("you don't hold that tile")]
    NotHeld,
    /// A Gold can't be discarded while another tile can go, and never takes part in a call.
    #[error("a Gold can't be used for that")]
    Gold,
    /// The kind was called just now.
    #[error("you have just called that kind")]
    JustCalled,
    /// A chow is only for the player after the discarder.
    #[error("a chow is only from the left")]
    NotLeft,
    /// The run can't be made with this tile and hand.
    #[error("you can't make that run")]
    NoRun,
    /// A pung needs two more in the hand.
    #[error("you don't hold a pair of it")]
    NoPair,
    /// A kong on a discard needs three more in the hand.
    #[error("you don't hold three of it")]
    NoTriplet,
    /// A kong in turn needs four in the hand, or a called pung and the fourth.
    #[error("you have neither four of it nor a pung and the fourth")]
    NoFour,
    /// A called meld is followed by a discard.
    #[error("after a call you discard")]
    AfterCall,
    /// Kongs are off at this table.
    #[error("kongs are off at this table")]
    KongsOff,
    /// The hand is still going on.
    #[error("the hand is still running")]
    HandRunning,
    /// No hand is going on.
    #[error("no hand is running")]
    NoHand,
    /// The player has said so already.
    #[error("you are already ready")]
    AlreadyReady,
}

impl Illegal {
    /// Every reason there is.
    pub const ALL: [Self; 20] = [
        Self::NotYourTurn,
        Self::NothingToCall,
        Self::CallsOpen,
        Self::OwnTile,
        Self::AlreadyAnswered,
        Self::WinOnly,
        Self::Incomplete,
        Self::NotHeld,
        Self::Gold,
        Self::JustCalled,
        Self::NotLeft,
        Self::NoRun,
        Self::NoPair,
        Self::NoTriplet,
        Self::NoFour,
        Self::AfterCall,
        Self::KongsOff,
        Self::HandRunning,
        Self::NoHand,
        Self::AlreadyReady,
    ];

    /// Its stable name for clients.
    pub const fn code(self) -> &'static str {
        match self {
            Self::NotYourTurn => "not_your_turn",
            Self::NothingToCall => "nothing_to_call",
            Self::CallsOpen => "calls_open",
            Self::OwnTile => "own_tile",
            Self::AlreadyAnswered => "already_answered",
            Self::WinOnly => "win_only",
            Self::Incomplete => "incomplete",
            Self::NotHeld => "not_held",
            Self::Gold => "gold",
            Self::JustCalled => "just_called",
            Self::NotLeft => "not_left",
            Self::NoRun => "no_run",
            Self::NoPair => "no_pair",
            Self::NoTriplet => "no_triplet",
            Self::NoFour => "no_four",
            Self::AfterCall => "after_call",
            Self::KongsOff => "kongs_off",
            Self::HandRunning => "hand_running",
            Self::NoHand => "no_hand",
            Self::AlreadyReady => "already_ready",
        }
    }
}
