//! Moves finished games between databases: everything a ledger holds, as lines of JSON.
//!
//! One object a line: `export` with the version, then for each game `game`, its `hand`s in order, and `end` if it has
//! one; then a `sheet` for each game that people keep. Hands travel as their records, and an import plays every one of them again before it believes it.

mod sheets;
mod verify;

use std::collections::HashMap;
use std::io::{self, BufRead, Write};

use protocol::ids::RoomCode;
use protocol::record::{HandRecord, RecordError, RecordedPlayer, Variant};
use rules::seat::BySeat;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use self::sheets::SheetLine;
pub use self::verify::{Verified, verify};
use crate::clock::{self, UnixMs};
use crate::recorder::{
    Database, GameId, GamePosting, HandPosting, OpenError, PostingRefused, RoomId, StoreError, lock,
};
use crate::store::{self, Importer, LedgerGame, LedgerHand, SheetWritten, Store, WriteError};

/// The version that is written and read.
const EXPORT_VERSION: u32 = 2;
/// The first version that can still be read: it had no sheets.
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
    let mut moved = Moved::default();
    let mut written = write_line(out, &Line::Export { version: EXPORT_VERSION });
    store.each_game(|game, hands| {
        if written.is_ok() {
            moved.games += 1;
            moved.hands += hands.len() as u64;
            written = write_game(out, game, &hands);
        }
    })?;
    store.each_sheet(|sheet| {
        if written.is_ok() {
            moved.games += 1;
            moved.hands += u64::from(sheet.count);
            written = SheetLine::of(&sheet).and_then(|line| write_line(out, &Line::Sheet(line)));
        }
    })?;
    written?;
    out.flush()?;
    Ok(moved)
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

/// Takes over every game of an export that the database does not have; no server may be using it.
///
/// # Errors
///
/// If a line or a hand is not right: the games before it are kept, its own is not.
pub fn import(
    database: impl Into<Database>,
    input: impl BufRead + Send,
) -> Result<Moved, TransferError> {
    let database = database.into();
    let open_error = |error| TransferError::Open(Box::new(error));
    let _lock = lock(&database).map_err(open_error)?;
    store::apart(|| {
        let opened = Store::open_writer(&database, None);
        let mut store = opened.map_err(|error| open_error(OpenError::of(&database, error)))?;
        let moved = import_games(&mut store, input)?;
        store.checkpoint()?;
        Ok(moved)
    })
}

fn import_games(store: &mut Store, input: impl BufRead) -> Result<Moved, TransferError> {
    let into = store.importer()?;
    let mut importing =
        Importing { into, moved: Moved::default(), at: Place::Start, moved_rooms: HashMap::new() };
    let mut line_number = 0;
    for line in input.lines() {
        line_number += 1;
        let line = serde_json::from_str(&line?)
            .map_err(|source| TransferError::Line { line: line_number, source })?;
        importing.take(line, line_number)?;
    }
    importing.close_game()?;
    Ok(importing.moved)
}

/// Where an import is.
enum Place {
    /// Before the first line.
    Start,
    /// Between games.
    Between,
    /// In a game that is there already.
    Known,
    /// In a game, something of which happened last at this time.
    Game(GameId, UnixMs),
}

struct Importing<'c> {
    into: Importer<'c>,
    moved: Moved,
    at: Place,
    /// Rooms whose number somebody else has here, by number and code, with the one they got.
    moved_rooms: HashMap<(u64, RoomCode), RoomId>,
}

impl Importing<'_> {
    fn take(&mut self, line: Line, number: usize) -> Result<(), TransferError> {
        match (line, &self.at) {
            (Line::Export { version: OLDEST_VERSION..=EXPORT_VERSION }, Place::Start) => {
                self.at = Place::Between;
            }
            (Line::Sheet(sheet), Place::Between | Place::Known | Place::Game(..)) => {
                self.close_game()?;
                self.at = Place::Between;
                self.take_sheet(&sheet, number)?;
            }
            (Line::Export { version }, Place::Start) => {
                return Err(TransferError::Version(version));
            }
            (Line::Game(game), Place::Between | Place::Known | Place::Game(..)) => {
                self.close_game()?;
                self.begin_game(&game, number)?;
            }
            (Line::Hand { .. } | Line::End { .. }, Place::Known) => {}
            (Line::Hand { ended_at, record }, Place::Game(game, _)) => {
                let game = *game;
                self.take_hand(game, &record, ended_at, number)?;
                self.at = Place::Game(game, ended_at);
            }
            (Line::End { at, finished }, Place::Game(game, _)) => {
                let game = *game;
                match finished {
                    true => self.into.finish_game(game, at).map_err(refused(number))?,
                    false => self.into.abandon_game(game, at)?,
                }
                self.keep_game(game)?;
            }
            (Line::Export { .. }, _)
            | (Line::Game(_) | Line::Sheet(_), Place::Start)
            | (Line::Hand { .. } | Line::End { .. }, Place::Start | Place::Between) => {
                return Err(TransferError::Misplaced { line: number });
            }
        }
        Ok(())
    }

    fn take_sheet(&mut self, line: &SheetLine, number: usize) -> Result<(), TransferError> {
        let write = line.write().ok_or(TransferError::Sheet { line: number })?;
        match self.into.write_sheet(&write)? {
            SheetWritten::Saved { .. } => {
                self.moved.games += 1;
                self.moved.hands += u64::from(write.hands);
            }
            SheetWritten::Exists { .. } | SheetWritten::Stale => self.moved.known += 1,
            SheetWritten::Refused => return Err(TransferError::Sheet { line: number }),
        }
        Ok(())
    }

    fn begin_game(&mut self, game: &GameLine, number: usize) -> Result<(), TransferError> {
        let Some(room) = self.room_for(game)? else {
            self.moved.known += 1;
            self.at = Place::Known;
            return Ok(());
        };
        let posting = game.posting(room);
        self.into.begin_game(&posting, game.started_at).map_err(refused(number))?;
        self.at = Place::Game(posting.game, game.started_at);
        Ok(())
    }

    /// The room a game goes to; nothing if it is here already. Every server counts its rooms from 1, so the same name
    /// may mean another game here: those of such a room get one that is free.
    fn room_for(&mut self, game: &GameLine) -> Result<Option<RoomId>, TransferError> {
        let code = (game.room, game.code);
        let room = self.moved_rooms.get(&code).copied().unwrap_or(RoomId(game.room));
        let here = self.into.named(GameId { room, number: game.number })?;
        let is_same = |(other, began): &(String, UnixMs)| {
            other == game.code.as_str() && *began == game.started_at
        };
        if here.as_ref().is_some_and(is_same) {
            return Ok(None);
        }
        if here.is_none() && !self.is_others(room, game)? {
            return Ok(Some(room));
        }
        let (number, began) = (game.number, game.started_at);
        let elsewhere = self.into.room_of(number, game.code.as_str(), began)?;
        let room = match elsewhere {
            Some(room) => room,
            None => self.into.free_room()?,
        };
        self.moved_rooms.insert(code, room);
        Ok(elsewhere.is_none().then_some(room))
    }

    /// Whether the room's games before this one are another room's.
    fn is_others(&mut self, room: RoomId, game: &GameLine) -> Result<bool, TransferError> {
        let first = self.into.named(GameId { room, number: 1 })?;
        Ok(first.is_some_and(|(code, _)| code != game.code.as_str()))
    }

    fn take_hand(
        &mut self,
        game: GameId,
        record: &HandRecord,
        ended_at: UnixMs,
        line: usize,
    ) -> Result<(), TransferError> {
        let checked = record.verify();
        checked.map_err(|source| TransferError::Record { line, source: Box::new(source) })?;
        let hand = HandPosting::of(game.room, record);
        if hand.game != game {
            return Err(TransferError::Misplaced { line });
        }
        self.into.post_hand(&hand, ended_at).map_err(refused(line))?;
        self.moved.hands += 1;
        Ok(())
    }

    /// A game without an end was running when it was exported: nobody will finish it here.
    fn close_game(&mut self) -> Result<(), TransferError> {
        if let Place::Game(game, at) = self.at {
            self.into.abandon_game(game, at)?;
            self.keep_game(game)?;
        }
        Ok(())
    }

    fn keep_game(&mut self, game: GameId) -> Result<(), TransferError> {
        self.into.keep_game(game, clock::now_ms())?;
        self.moved.games += 1;
        self.at = Place::Between;
        Ok(())
    }
}

fn refused(line: usize) -> impl FnOnce(WriteError) -> TransferError {
    move |error| match error {
        WriteError::Refused(source) => TransferError::Refused { line, source },
        WriteError::Store(source) => TransferError::Store(source),
    }
}
