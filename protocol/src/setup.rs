//! The games there are: the one list a new game is added to.

use rules::fujian::{self, Rules};

use crate::record::Variant;
use crate::refusal::Refusal;
use crate::schema;
use crate::wire::wire_enum;

wire_enum! {
    /// What is played, and by which rules.
    pub enum Setup {
        /// Fujian mahjong.
        0 "fujian" Fujian {
            /// Its options.
            rules: Rules,
        },
    }
}

impl Setup {
    /// Which game it is, as records and lists have it.
    pub fn variant(&self) -> Variant {
        match self {
            Self::Fujian { .. } => Variant::Fujian,
        }
    }

    /// What is played by, as a JSON object.
    pub fn rules_json(&self) -> String {
        let written = match self {
            Self::Fujian { rules } => serde_json::to_string(rules),
        };
        written.expect("rules can be written")
    }
}

/// Why the rules of a game don't allow something. Every game has its own reasons, with codes and numbers of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Illegal {
    /// In Fujian mahjong.
    Fujian(fujian::Illegal),
}

/// The numbers of reasons in Fujian mahjong begin here; those below are of rooms.
const FUJIAN_FROM: u8 = 64;

impl Illegal {
    /// Every reason there is, in every game.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        fujian::Illegal::ALL.into_iter().map(Self::Fujian)
    }

    /// Its stable name.
    pub(crate) fn code(self) -> &'static str {
        match self {
            Self::Fujian(reason) => reason.code(),
        }
    }

    pub(crate) fn number(self) -> u8 {
        match self {
            Self::Fujian(reason) => {
                let place = fujian::Illegal::ALL.iter().position(|other| *other == reason);
                FUJIAN_FROM + place.unwrap_or_default() as u8
            }
        }
    }

    pub(crate) fn names() -> impl Iterator<Item = schema::Name> {
        schema::reasons(FUJIAN_FROM)
    }
}

impl From<fujian::Illegal> for Refusal {
    fn from(reason: fujian::Illegal) -> Self {
        Self::Illegal(Illegal::Fujian(reason))
    }
}
