//! Looks through the whole ledger: every hand with its record, in the order of games.

use rusqlite::{Connection, Row};

use super::history::read_seating;
use super::reads::{game_id, totals};
use super::sql;
use crate::clock::UnixMs;
use crate::store::{LedgerEnd, LedgerGame, LedgerHand, Seating, StoreError, StoredTally};

/// Shows every game with all its hands to `visit`, one at a time.
pub(crate) fn each_game(
    connection: &Connection,
    mut visit: impl FnMut(&LedgerGame, Vec<LedgerHand>),
) -> Result<(), StoreError> {
    let doing = "look through the ledger";
    let select = "SELECT game.id, room, number, class, public, started_at, way, score0, score1, score2, score3,
            game_end.at, variant, code, rules
        FROM game JOIN class ON class.id = game.class LEFT JOIN game_end ON game_end.game = game.id
        WHERE room IS NOT NULL ORDER BY game.id";
    let mut games = connection.prepare(select).map_err(sql(doing))?;
    let select =
        "SELECT hand.number, delta0, delta1, delta2, delta3, before0, before1, before2, before3,
            after0, after1, after2, after3, outcome, record, at
        FROM hand JOIN score_event USING (id) LEFT JOIN hand_record ON hand_record.hand = hand.id
        WHERE hand.game = ?1 ORDER BY hand.number";
    let mut hands = connection.prepare(select).map_err(sql(doing))?;
    let mut rows = games.query([]).map_err(sql(doing))?;
    while let Some(row) = rows.next().map_err(sql(doing))? {
        let mut game = ledger_game(row).map_err(sql(doing))?;
        game.seating = read_seating(connection, game.row).map_err(sql(doing))?;
        let read = hands.query_map([game.row], ledger_hand).map_err(sql(doing))?;
        let read = read.collect::<rusqlite::Result<_>>().map_err(sql(doing))?;
        visit(&game, read);
    }
    Ok(())
}

/// Shows every way games are found to `visit`: feature, player, class, start and row of the game.
pub(crate) fn each_found(
    connection: &Connection,
    mut visit: impl FnMut(&str, &str, i64, UnixMs, i64),
) -> Result<(), StoreError> {
    let doing = "look through how games are found";
    let select = "SELECT feature, player, class, started_at, game FROM found_by";
    let mut found = connection.prepare(select).map_err(sql(doing))?;
    let mut rows = found.query([]).map_err(sql(doing))?;
    while let Some(row) = rows.next().map_err(sql(doing))? {
        let mut show = || -> rusqlite::Result<()> {
            let (feature, player) = (row.get_ref(0)?.as_str()?, row.get_ref(1)?.as_str()?);
            visit(feature, player, row.get(2)?, row.get(3)?, row.get(4)?);
            Ok(())
        };
        show().map_err(sql(doing))?;
    }
    Ok(())
}

/// Every tally there is.
pub(crate) fn all_tallies(connection: &Connection) -> Result<Vec<StoredTally>, StoreError> {
    let read = || -> rusqlite::Result<Vec<StoredTally>> {
        let mut select = connection.prepare("SELECT player, class, what, count, sum FROM tally")?;
        let rows = select.query_map([], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?))
        })?;
        rows.collect()
    };
    read().map_err(sql("read what happened to players"))
}

fn ledger_game(row: &Row<'_>) -> rusqlite::Result<LedgerGame> {
    let end = match row.get::<_, Option<String>>(6)? {
        Some(way) => Some(LedgerEnd {
            at: row.get(11)?,
            is_finished: way == "finished",
            scores: totals(row, 7)?,
        }),
        None => None,
    };
    Ok(LedgerGame {
        row: row.get(0)?,
        game: game_id(row, 1)?,
        class: row.get(3)?,
        variant: row.get(12)?,
        code: row.get(13)?,
        public: row.get(4)?,
        rules: row.get(14)?,
        started_at: row.get(5)?,
        end,
        seating: Seating::default(),
    })
}

fn ledger_hand(row: &Row<'_>) -> rusqlite::Result<LedgerHand> {
    Ok(LedgerHand {
        number: row.get(0)?,
        at: row.get(15)?,
        deltas: totals(row, 1)?,
        before: totals(row, 5)?,
        after: totals(row, 9)?,
        outcome: row.get::<_, String>(13).ok().and_then(|text| serde_json::from_str(&text).ok()),
        record: row.get(14).ok(),
    })
}
