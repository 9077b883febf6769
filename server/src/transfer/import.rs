//! Takes games of an export over into a database.

use std::collections::HashMap;
use std::io::{BufRead, Read};

use protocol::ids::RoomCode;

use super::reading::Reading;
use super::sheets::SheetLine;
use super::{GameLine, Line, Moved, TransferError, each_line};
use crate::clock::{self, UnixMs};
use crate::recorder::{Database, GameId, HandPosting, OpenError, RoomId, lock};
use crate::store::{self, Importer, SheetWritten, Store, WriteError};

/// More than the first line of any export has.
const FIRST_LINE_BYTES_MAX: u64 = 1_024;

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
    let input = begun(input)?;
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

/// The input again, once its first line says that it is an export: for anything else no database is made.
fn begun(mut input: impl BufRead + Send) -> Result<impl BufRead + Send, TransferError> {
    let mut first = Vec::new();
    input.by_ref().take(FIRST_LINE_BYTES_MAX).read_until(b'\n', &mut first)?;
    let mut reading = Reading::default();
    each_line(&first[..], |line, number| reading.take(&line, number))?;
    match reading.has_begun() {
        true => Ok(std::io::Cursor::new(first).chain(input)),
        false => Err(TransferError::CutOff),
    }
}

fn import_games(store: &mut Store, input: impl BufRead) -> Result<Moved, TransferError> {
    let into = store.importer()?;
    let mut importing = Importing {
        into,
        moved: Moved::default(),
        at: Place::Between,
        moved_rooms: HashMap::new(),
    };
    let mut reading = Reading::default();
    each_line(input, |line, number| {
        reading.take(&line, number)?;
        importing.take(line, number)
    })?;
    reading.end()?;
    importing.close_game()?;
    Ok(importing.moved)
}

/// Where an import is.
enum Place {
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
    /// Takes over what a line says, which was read and fits its place.
    fn take(&mut self, line: Line, number: usize) -> Result<(), TransferError> {
        match (line, &self.at) {
            (Line::Game(game), _) => {
                self.close_game()?;
                self.begin_game(&game, number)?;
            }
            (Line::Hand { ended_at, record }, Place::Game(game, _)) => {
                let hand = HandPosting::of(game.room, &record);
                self.into.post_hand(&hand, ended_at).map_err(refused(number))?;
                self.moved.hands += 1;
                self.at = Place::Game(hand.game, ended_at);
            }
            (Line::End { at, finished }, Place::Game(game, _)) => {
                let game = *game;
                match finished {
                    true => self.into.finish_game(game, at).map_err(refused(number))?,
                    false => self.into.abandon_game(game, at)?,
                }
                self.keep_game(game)?;
            }
            (Line::Sheet(sheet), _) => {
                self.close_game()?;
                self.take_sheet(&sheet, number)?;
            }
            (Line::Export { .. } | Line::Total(_), _)
            | (Line::Hand { .. } | Line::End { .. }, Place::Between | Place::Known) => {}
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

    /// Whether the number belongs to a room of this server, which counts its games itself, or to games of another.
    fn is_others(&mut self, room: RoomId, game: &GameLine) -> Result<bool, TransferError> {
        let code = self.into.code_of(room)?;
        Ok(code.is_some_and(|code| code != game.code.as_str()) || self.into.has_room(room)?)
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
