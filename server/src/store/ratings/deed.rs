//! What is decided about players and sources, and who decides it.

/// Who did something that leaves a line in the audit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Actor {
    /// Whoever runs the server.
    Operator,
    /// The player themselves.
    Player,
    /// The server, when a match is over.
    Server,
}

impl Actor {
    /// What stands for it in the audit.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Operator => "operator",
            Self::Player => "player",
            Self::Server => "server",
        }
    }
}

/// Whether somebody is shown to others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visibility {
    /// On lists and at tables.
    Shown,
    /// To nobody.
    Hidden,
}

/// Whether a source may submit to the seasons of a league.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Admission {
    /// It may.
    Admitted,
    /// It may not, or no longer.
    Dismissed,
}
