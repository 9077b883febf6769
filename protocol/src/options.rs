//! How a room is run, whichever game is played in it: who may watch, and what is kept.

use crate::refusal::Refusal;
use crate::wire::{wire_enum, wire_struct};

/// By how much watching can be delayed, in seconds.
pub const DELAYS_S: [u16; 5] = [30, 60, 120, 300, 600];
/// How late hands are at the earliest, where those who watch see all of them.
pub const OPEN_HANDS_DELAY_S_MIN: u16 = 60;

wire_struct! {
    /// How a room is run. Said to everybody in it; what is left out in JSON is as in a room nobody has
    /// changed anything of.
    #[derive(Copy)]
    #[serde(default)]
    pub struct RoomOptions {
        /// Who may watch.
        pub spectators: Spectators,
        /// Whether those who watch see all hands; only where watching is delayed by 60 seconds or more.
        pub open_hands: bool,
        /// Whether games go into the history; those of a room that is not public need its code there.
        pub recorded: bool,
        /// Whether players may have calls passed for them.
        pub quick_pass: bool,
        /// Whether matches count for the ratings of the profiles that play; only where they are recorded.
        pub rated: bool,
    }
}

wire_enum! {
    /// Who may watch a room.
    pub enum Spectators {
        /// Anybody, as it happens.
        0 "on" On {},
        /// Nobody.
        1 "off" Off {},
        /// Anybody, later: the match is shown as late as this.
        2 "delayed" Delayed {
            /// How late: 30, 60, 120, 300 or 600 seconds.
            seconds: u16,
        },
    }
}

impl Copy for Spectators {}

impl Default for RoomOptions {
    fn default() -> Self {
        let spectators = Spectators::On {};
        Self { spectators, open_hands: false, recorded: true, quick_pass: false, rated: false }
    }
}

impl RoomOptions {
    /// Whether they go together and all are on offer.
    ///
    /// # Errors
    /// They don't, or one is not.
    pub fn check(&self) -> Result<(), Refusal> {
        let is_offered = self.delay_s().is_none_or(|delay| DELAYS_S.contains(&delay));
        let is_late = self.delay_s().is_some_and(|delay| delay >= OPEN_HANDS_DELAY_S_MIN);
        let fits = is_offered && (is_late || !self.open_hands) && (self.recorded || !self.rated);
        if fits { Ok(()) } else { Err(Refusal::BadOptions) }
    }

    /// How late the match is shown to those who watch, if it is.
    pub fn delay_s(&self) -> Option<u16> {
        match self.spectators {
            Spectators::On {} | Spectators::Off {} => None,
            Spectators::Delayed { seconds } => Some(seconds),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::Encoding;

    #[test]
    fn hands_are_open_only_late_and_only_what_is_recorded_is_rated() {
        let usual = RoomOptions::default();
        let delayed = |seconds| Spectators::Delayed { seconds };
        let open = |spectators| RoomOptions { spectators, open_hands: true, ..usual };

        assert_eq!(usual.check(), Ok(()));
        assert_eq!(open(delayed(60)).check(), Ok(()));
        assert_eq!(RoomOptions { rated: true, ..usual }.check(), Ok(()));
        let never = [
            open(Spectators::On {}),
            open(Spectators::Off {}),
            open(delayed(30)),
            RoomOptions { spectators: delayed(59), ..usual },
            RoomOptions { spectators: delayed(0), ..usual },
            RoomOptions { rated: true, recorded: false, ..usual },
        ];
        for options in never {
            assert_eq!(options.check(), Err(Refusal::BadOptions), "{options:?}");
        }
    }

    #[test]
    fn options_of_before_some_were_there_are_the_usual_ones() {
        let off = RoomOptions { spectators: Spectators::Off {}, ..RoomOptions::default() };

        assert_eq!(Encoding::Json.decode::<RoomOptions>(b"{}").unwrap(), RoomOptions::default());
        let short = [0x91, 0x91, 0x01];
        assert_eq!(Encoding::MessagePack.decode::<RoomOptions>(&short).unwrap(), off);
    }
}
