//! Moves finished games between databases: everything a ledger holds, as lines of JSON.
//!
//! One object a line: `export` with the version, then for each game `game`, its `hand`s in order, and `end` if it has
//! one; then a `sheet` for each game that people keep, and the `total` of them all. Hands travel as their records, and an import plays every one of them again before it believes it.

mod import;
mod reading;
mod sheets;
mod verify;

use std::io::{self, BufRead, Write};

use protocol::ids::RoomCode;
use protocol::record::{HandRecord, RecordError, RecordedPlayer, Variant};
use rules::seat::BySeat;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

pub use self::import::import;
pub use self::reading::Verified;
use self::sheets::SheetLine;
pub use self::verify::verify;
use crate::clock::UnixMs;
use crate::recorder::{
    Database, GameId, GamePosting, OpenError, PostingRefused, Profiles, RoomId, StoreError,
};
use crate::store::{self, LedgerGame, LedgerHand, Store};

/// The version that is written and read.
const EXPORT_VERSION: u32 = 3;
/// The first version that can still be read: it had no sheets, and until the third none said what it held.
const OLDEST_VERSION: u32 = 1;

/// What was moved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moved {
    /// Games.
    pub games: u64,
    /// Their hands.
    pub hands: u64,
    /// Games that were there already, and were left as they are.
    pub known: u64,
}

/// Why games could not be moved.
#[derive(Debug, thiserror::Error)]
pub enum TransferError {
    /// The database could not be opened.
    #[error("failed to open the database")]
    Open(#[source] Box<OpenError>),
    /// The database could not be read or written.
    #[error("failed to use the database")]
    Store(#[from] StoreError),
    /// The file could not be read or written.
    #[error("failed to read or write the file")]
    File(#[from] io::Error),
    /// A line is not what it should be.
    #[error("line {line} can't be read")]
    Line {
        /// Which, from 1.
        line: usize,
        /// Why.
        #[source]
        source: serde_json::Error,
    },
    /// The lines are in no order that makes sense.
    #[error("line {line} is out of place")]
    Misplaced {
        /// Which, from 1.
        line: usize,
    },
    /// The file is of another version.
    #[error(
        "the file is of version {0}, and this program reads versions {OLDEST_VERSION} to {EXPORT_VERSION}"
    )]
    Version(u32),
    /// A game that is said to be finished was not played to its end.
    #[error("the game that ends in line {line} was not played to its end")]
    Unfinished {
        /// Which, from 1.
        line: usize,
    },
    /// The file holds something else than it says.
    #[error("the file holds more or less than line {line} says")]
    Total {
        /// Which, from 1.
        line: usize,
    },
    /// Its last lines are missing.
    #[error("the file is cut off: it does not end with its total")]
    CutOff,
    /// A hand does not check.
    #[error("the hand in line {line} does not check")]
    Record {
        /// Which line, from 1.
        line: usize,
        /// Why.
        #[source]
        source: Box<RecordError>,
    },
    /// A game that people kept does not fold.
    #[error("the sheet in line {line} does not check")]
    Sheet {
        /// Which line, from 1.
        line: usize,
    },
    /// The ledger does not take it.
    #[error("line {line} does not fit the ledger")]
    Refused {
        /// Which, from 1.
        line: usize,
        /// Why.
        #[source]
        source: PostingRefused,
    },
}

/// One line of an export.
#[derive(Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
enum Line {
    Export { version: u32 },
    Game(Box<GameLine>),
    Hand { ended_at: UnixMs, record: Box<HandRecord> },
    End { at: UnixMs, finished: bool },
    Sheet(Box<SheetLine>),
    Total(Verified),
}

#[derive(Serialize, Deserialize)]
struct GameLine {
    room: u64,
    number: u32,
    code: RoomCode,
    public: bool,
    variant: Variant,
    rules: serde_json::Value,
    players: BySeat<RecordedPlayer>,
    started_at: UnixMs,
}

impl GameLine {
    fn posting(&self, room: RoomId) -> GamePosting {
        GamePosting {
            game: GameId { room, number: self.number },
            code: self.code,
            public: self.public,
            variant: self.variant,
            rules: self.rules.to_string(),
            players: self.players.clone(),
            // Profiles are this server's own: an export says nothing of them.
            profiles: Profiles::default(),
        }
    }
}

/// Writes every game of a database; it may be in use.
///
/// # Errors
///
/// If the one can't be read or the other not be written.
pub fn export(
    database: impl Into<Database>,
    mut out: impl Write + Send,
) -> Result<Moved, TransferError> {
    let database = database.into();
    store::apart(|| {
        Store::open_reader(&database)?.at_one_moment(|store| export_games(store, &mut out))
    })
}

fn export_games(store: &mut Store, out: &mut impl Write) -> Result<Moved, TransferError> {
    let mut total = Verified::default();
    let mut kept_hands = 0;
    let mut written = write_line(out, &Line::Export { version: EXPORT_VERSION });
    store.each_game(|game, hands| {
        if written.is_ok() {
            total.games += 1;
            total.ended += u64::from(game.end.is_some());
            total.hands += hands.len() as u64;
            written = write_game(out, game, &hands);
        }
    })?;
    store.each_sheet(|sheet| {
        if written.is_ok() {
            total.sheets += 1;
            kept_hands += u64::from(sheet.count);
            written = SheetLine::of(&sheet).and_then(|line| write_line(out, &Line::Sheet(line)));
        }
    })?;
    written?;
    write_line(out, &Line::Total(total))?;
    out.flush()?;
    let (games, hands) = (total.games + total.sheets, total.hands + kept_hands);
    Ok(Moved { games, hands, known: 0 })
}

fn write_game(out: &mut impl Write, game: &LedgerGame, hands: &[LedgerHand]) -> io::Result<()> {
    let broken =
        |what: &str| io::Error::other(format!("{what} of game {} can't be read", game.game));
    let line = GameLine {
        room: game.game.room.0,
        number: game.game.number,
        code: game.code.parse().map_err(|_| broken("the code"))?,
        public: game.public,
        variant: serde_json::from_value(game.variant.clone().into())?,
        rules: serde_json::from_str(&game.rules)?,
        players: game.players(0).ok_or_else(|| broken("the seats"))?,
        started_at: game.started_at,
    };
    write_line(out, &Line::Game(Box::new(line)))?;
    for hand in hands {
        // As it was written, byte for byte: nothing is lost that this version does not know.
        let record = hand.record.clone().ok_or_else(|| broken("a record"))?;
        let record = RawValue::from_string(record)?;
        writeln!(out, "{{\"type\":\"hand\",\"ended_at\":{},\"record\":{record}}}", hand.at)?;
    }
    match game.end {
        Some(end) => write_line(out, &Line::End { at: end.at, finished: end.is_finished }),
        None => Ok(()),
    }
}

fn write_line(out: &mut impl Write, line: &Line) -> io::Result<()> {
    serde_json::to_writer(&mut *out, line)?;
    out.write_all(b"\n")
}

/// Shows every line to `visit`, with its number.
fn each_line(
    input: impl BufRead,
    mut visit: impl FnMut(Line, usize) -> Result<(), TransferError>,
) -> Result<(), TransferError> {
    for (number, line) in (1..).zip(input.lines()) {
        let line = serde_json::from_str(&line?)
            .map_err(|source| TransferError::Line { line: number, source })?;
        visit(line, number)?;
    }
    Ok(())
}
