//! The games there are: the one list a new game is added to.

use rules::fujian::Rules;

use crate::record::Variant;
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
