//! Who played a recorded hand.

use serde::{Deserialize, Serialize};

use crate::ids::PlayerName;
use crate::room::{BotLevel, Occupant};

/// Who sat at a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum RecordedPlayer {
    /// A person.
    Human {
        /// Their name.
        name: PlayerName,
    },
    /// A bot.
    Bot {
        /// How well it plays.
        level: BotLevel,
    },
    /// A bot that kept the seat of a person who was away: what it did is not theirs.
    StandIn {
        /// Whose seat it was.
        name: PlayerName,
        /// How well the bot plays.
        level: BotLevel,
    },
}

impl RecordedPlayer {
    /// Who sits there; nobody is no player.
    pub fn of(occupant: &Occupant) -> Option<Self> {
        Some(match occupant {
            Occupant::Empty {} => return None,
            Occupant::Human { name, .. } => Self::Human { name: name.clone() },
            Occupant::Bot { level } => Self::Bot { level: *level },
            Occupant::StandIn { name, level, .. } => {
                Self::StandIn { name: name.clone(), level: *level }
            }
        })
    }

    /// The name of the person who played, if it was one.
    pub fn human_name(&self) -> Option<&PlayerName> {
        match self {
            Self::Human { name } => Some(name),
            Self::Bot { .. } | Self::StandIn { .. } => None,
        }
    }
}
