//! Why a socket is closed, in numbers: `docs/PROTOCOL.md` says what a client does about each.

/// Makes the type of a table of codes.
macro_rules! close_codes {
    ($($(#[$doc:meta])* $code:ident = $number:literal,)+) => {
        /// Why a socket is closed.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum CloseCode {
            $($(#[$doc])* $code,)+
        }

        impl CloseCode {
            /// Every code.
            pub const ALL: [Self; [$($number),+].len()] = [$(Self::$code),+];

            /// Its number on the wire.
            pub const fn number(self) -> u16 {
                match self {
                    $(Self::$code => $number,)+
                }
            }

            /// Its number as text.
            pub const fn text(self) -> &'static str {
                match self {
                    $(Self::$code => stringify!($number),)+
                }
            }
        }
    };
}

close_codes! {
    /// The client said so.
    Normal = 1000,
    /// Silent, or takes nothing that is written.
    Away = 1001,
    /// Breaks the rules of WebSockets.
    Protocol = 1002,
    /// Ended without a word; never sent.
    Broken = 1006,
    /// Text that is not UTF-8.
    NotText = 1007,
    /// Too fast too often, or no first message in time.
    Policy = 1008,
    /// A message that is too long.
    TooLong = 1009,
    /// The server restarts.
    Restart = 1012,
    /// Reads too slowly, or its room has broken down; may come back.
    TryAgain = 1013,
    /// Another connection has the seat now.
    Replaced = 4001,
    /// The room is closed for good.
    RoomClosed = 4002,
    /// Ended by the operator.
    Operator = 4003,
}

impl CloseCode {
    /// The code with this number.
    pub fn of(number: u16) -> Option<Self> {
        Self::ALL.into_iter().find(|code| code.number() == number)
    }
}
