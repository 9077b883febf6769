//! How games, hands and tallies are found again: every list is a range of one index.

use rules::seat::{BySeat, Seat};
use rusqlite::{Connection, OptionalExtension, Params, Row, Statement, params};

use super::{ledger, reads, sql};
use crate::clock::UnixMs;
use crate::store::{
    GameEnd, GameFilter, GameId, GameName, GamePlace, GameRow, Seated, Seating, StoreError,
    TallyRow, Whose, feature, seating,
};

pub(super) const GAMES: &str = "SELECT game.id, game.room, game.number, code, public, variant, origin, quality, rules, started_at,
        game_end.at, game_end.way, coalesce(hand.number, sheet.hands, 0),
        coalesce(after0, now0, score0, 0), coalesce(after1, now1, score1, 0),
        coalesce(after2, now2, score2, 0), coalesce(after3, now3, score3, 0), sheet.version
    FROM game JOIN class ON class.id = game.class LEFT JOIN game_end ON game_end.game = game.id
        LEFT JOIN sheet ON sheet.game = game.id
        LEFT JOIN hand ON hand.game = game.id
            AND hand.number = (SELECT max(number) FROM hand AS last WHERE last.game = game.id)";

pub(super) const BY_ROW: &str = "WHERE game.id = ?1";
/// Only games that people keep have no room.
pub(super) const BY_SHEET: &str = "WHERE game.id = ?1 AND game.room IS NULL";
pub(super) const BY_NAME: &str = "WHERE game.room = ?1 AND game.number = ?2";

pub(super) const TALLIES: &str = "SELECT variant, origin, quality, what, count, sum
    FROM tally JOIN class ON class.id = tally.class WHERE player = ?1";

/// How one kind of games is looked through; further filters are looked up in the same table.
pub(super) const FOUND: &str = "SELECT started_at, game FROM found_by AS found
    WHERE feature = ?1 AND player = ?2 AND class = ?3 AND (started_at, game) < (?4, ?5) AND started_at >= ?6
        AND (?7 IS NULL OR EXISTS (SELECT 1 FROM found_by AS other WHERE other.feature = ?7
            AND other.player = ?2 AND other.class = ?3 AND other.started_at = found.started_at
            AND other.game = found.game))
    ORDER BY started_at DESC, game DESC LIMIT ?8";

/// The games that are asked for after a place, or the newest, newest first.
pub(crate) fn games(
    connection: &Connection,
    filter: &GameFilter,
    after: Option<GamePlace>,
    limit: u32,
) -> Result<Vec<GameRow>, StoreError> {
    let found = find(connection, filter, after, limit).map_err(sql("find games"))?;
    let read = || {
        let mut games = Games::prepare(connection, BY_ROW)?;
        let read = found.iter().filter_map(|place| games.read([place.row]).transpose());
        read.collect::<rusqlite::Result<_>>()
    };
    read().map_err(sql("read games"))
}

/// The game with this name.
pub(crate) fn game(connection: &Connection, game: GameName) -> Result<Option<GameRow>, StoreError> {
    let read = || match game {
        GameName::Recorded(row) => Games::prepare(connection, BY_SHEET)?.read([row]),
        GameName::Online(GameId { room, number }) => match i64::try_from(room.0) {
            Ok(room) => Games::prepare(connection, BY_NAME)?.read(params![room, number]),
            Err(_) => Ok(None),
        },
    };
    read().map_err(sql("read a game"))
}

/// What has happened to a player, kind by kind.
pub(crate) fn tallies(connection: &Connection, player: &str) -> Result<Vec<TallyRow>, StoreError> {
    let read = || -> rusqlite::Result<Vec<TallyRow>> {
        let mut select = connection.prepare(TALLIES)?;
        let rows = select.query_map([player], |row| {
            Ok(TallyRow {
                variant: row.get(0)?,
                origin: row.get(1)?,
                quality: row.get(2)?,
                what: row.get(3)?,
                count: row.get::<_, i64>(4)?.unsigned_abs(),
                sum: row.get::<_, i64>(5)?.unsigned_abs(),
            })
        })?;
        rows.collect()
    };
    read().map_err(sql("read what happened to a player"))
}

/// Looks each kind of games through by itself, so that none is walked over in vain, and puts them in order.
fn find(
    connection: &Connection,
    filter: &GameFilter,
    after: Option<GamePlace>,
    limit: u32,
) -> rusqlite::Result<Vec<GamePlace>> {
    let happened = filter.happened.as_deref().unwrap_or(feature::ANY);
    let player = filter.player.as_ref().map(Whose::key).unwrap_or_default();
    let end = GamePlace { started_at: filter.until.unwrap_or(UnixMs::MAX), row: i64::MIN };
    let GamePlace { started_at, row } = after.map_or(end, |after| after.min(end));
    let since = filter.since.unwrap_or(UnixMs::MIN);
    let mut select = connection.prepare(FOUND)?;
    let mut found: Vec<GamePlace> = Vec::new();
    for class in classes(connection, filter)? {
        let range = params![happened, player, class, started_at, row, since, filter.also, limit];
        let places = select
            .query_map(range, |row| Ok(GamePlace { started_at: row.get(0)?, row: row.get(1)? }))?;
        for place in places {
            found.push(place?);
        }
    }
    found.sort_unstable_by(|one, other| other.cmp(one));
    found.truncate(limit as usize);
    Ok(found)
}

/// The kinds of games that are asked for.
fn classes(connection: &Connection, filter: &GameFilter) -> rusqlite::Result<Vec<i64>> {
    let select =
        "SELECT id FROM class WHERE (?1 IS NULL OR variant = ?1) AND (?2 IS NULL OR origin = ?2)
        AND (?3 IS NULL OR quality = ?3)";
    let mut select = connection.prepare(select)?;
    let asked = params![filter.variant, filter.origin, filter.quality];
    select.query_map(asked, |row| row.get(0))?.collect()
}

/// Reads games one after the other.
struct Games<'c> {
    game: Statement<'c>,
    seats: Statement<'c>,
}

impl<'c> Games<'c> {
    fn prepare(connection: &'c Connection, which: &str) -> rusqlite::Result<Self> {
        let game = connection.prepare(&format!("{GAMES} {which}"))?;
        Ok(Self { game, seats: connection.prepare(ledger::SEATS)? })
    }

    fn read(&mut self, key: impl Params) -> rusqlite::Result<Option<GameRow>> {
        let Some(mut game) = self.game.query_row(key, game_row).optional()? else {
            return Ok(None);
        };
        game.players = seating::players(ledger::seated(&mut self.seats, game.place.row)?);
        Ok(Some(game))
    }
}

fn game_row(row: &Row<'_>) -> rusqlite::Result<GameRow> {
    let end = match (row.get(10)?, row.get::<_, Option<String>>(11)?) {
        (Some(at), Some(way)) => Some(GameEnd { at, is_finished: way == "finished" }),
        _ => None,
    };
    Ok(GameRow {
        place: GamePlace { started_at: row.get(9)?, row: row.get(0)? },
        game: match row.get::<_, Option<i64>>(1)? {
            Some(_) => GameName::Online(reads::game_id(row, 1)?),
            None => GameName::Recorded(row.get(0)?),
        },
        code: row.get::<_, Option<String>>(3)?.unwrap_or_default(),
        public: row.get(4)?,
        variant: row.get(5)?,
        origin: row.get(6)?,
        quality: row.get(7)?,
        rules: row.get(8)?,
        players: BySeat::default(),
        end,
        hands: row.get(12)?,
        scores: reads::totals(row, 13)?,
        version: row.get(17)?,
    })
}

/// Who sat where in each hand of a game.
pub(super) fn read_seating(connection: &Connection, game: i64) -> rusqlite::Result<Seating> {
    let select = "SELECT from_hand, seat, kind, name, level, profile FROM seat
        WHERE game = ?1 ORDER BY from_hand";
    let mut select = connection.prepare(select)?;
    let rows = select.query_map([game], |row| {
        let seat = Seat::from_index(row.get::<_, u8>(1)?.into()).unwrap_or(Seat::S0);
        let columns = [row.get(2)?, row.get(3)?, row.get(4)?, row.get(5)?];
        Ok((row.get(0)?, seat, Seated::read(columns)))
    })?;
    rows.collect::<rusqlite::Result<_>>().map(Seating)
}
