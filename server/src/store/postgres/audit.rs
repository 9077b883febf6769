//! Looks through the whole ledger: every hand with its record, in the order of games.

use std::collections::HashMap;

use ::postgres::Row;

use super::history::read_seatings;
use super::reads::{game_id, small, totals};
use super::{Session, sql};
use crate::clock::UnixMs;
use crate::store::{GameId, LedgerEnd, LedgerGame, LedgerHand, Seating, StoreError, StoredTally};

/// How many games are read at once, with all their hands.
const GAMES_AT_ONCE: i64 = 200;

/// Shows every game with all its hands to `visit`, one at a time.
pub(crate) fn each_game(
    session: &mut Session,
    mut visit: impl FnMut(&LedgerGame, Vec<LedgerHand>),
) -> Result<(), StoreError> {
    let doing = "look through the ledger";
    let select = "SELECT game.id, room, number, class, public, started_at, way, score0, score1, score2, score3,
            game_end.at, variant, code, rules::text
        FROM game JOIN class ON class.id = game.class LEFT JOIN game_end ON game_end.game = game.id
        WHERE game.id > $1 AND room IS NOT NULL ORDER BY game.id LIMIT $2";
    let mut last = i64::MIN;
    loop {
        let rows = session.rows(select, &[&last, &GAMES_AT_ONCE]).map_err(sql(doing))?;
        let ids: Vec<i64> = rows.iter().map(|row| row.get(0)).collect();
        let Some(id) = ids.last() else { return Ok(()) };
        last = *id;
        let mut seatings = read_seatings(session, &ids).map_err(sql(doing))?;
        let mut hands = read_hands(session, &ids).map_err(sql(doing))?;
        for row in &rows {
            let mut game = ledger_game(row);
            game.seating = seatings.remove(&game.row).unwrap_or_default();
            visit(&game, hands.remove(&game.row).unwrap_or_default());
        }
    }
}

/// Shows every way games are found to `visit`: feature, player, class, start and row of the game.
pub(crate) fn each_found(
    session: &mut Session,
    mut visit: impl FnMut(&str, &str, i64, UnixMs, i64),
) -> Result<(), StoreError> {
    let select = "SELECT feature, player, class, started_at, game FROM found_by";
    let show = |row: &Row| {
        visit(row.get(0), row.get(1), row.get(2), row.get(3), row.get(4));
        Ok(())
    };
    session.each_row(select, show, "look through how games are found")
}

/// Every tally there is.
pub(crate) fn all_tallies(session: &mut Session) -> Result<Vec<StoredTally>, StoreError> {
    let select = "SELECT player, class, what, count, sum FROM tally";
    let rows = session.rows(select, &[]).map_err(sql("read what happened to players"))?;
    let tally = |row: &Row| (row.get(0), row.get(1), row.get(2), row.get(3), row.get(4));
    Ok(rows.iter().map(tally).collect())
}

/// The server holds its rows to their keys and references itself.
pub(crate) fn integrity_problems(_session: &mut Session) -> Result<Vec<String>, StoreError> {
    Ok(Vec::new())
}

/// The score events whose hand is gone, each with its game and number.
pub(crate) fn lost_events(session: &mut Session) -> Result<Vec<(GameId, u32)>, StoreError> {
    let select =
        "SELECT room, number, hand FROM score_event JOIN game ON game.id = score_event.game
        WHERE NOT EXISTS (SELECT 1 FROM hand WHERE hand.id = score_event.id)";
    let rows = session.rows(select, &[]).map_err(sql("look for lost hands"))?;
    Ok(rows.iter().map(|row| (game_id(row, 0), small(row, 2))).collect())
}

fn read_hands(
    session: &mut Session,
    games: &[i64],
) -> Result<HashMap<i64, Vec<LedgerHand>>, ::postgres::Error> {
    let select =
        "SELECT hand.number, delta0, delta1, delta2, delta3, before0, before1, before2, before3,
            after0, after1, after2, after3, outcome::text, record::text, at, hand.game
        FROM hand JOIN score_event USING (id) LEFT JOIN hand_record ON hand_record.hand = hand.id
        WHERE hand.game = ANY($1) ORDER BY hand.game, hand.number";
    let mut hands: HashMap<i64, Vec<LedgerHand>> = HashMap::new();
    for row in session.rows(select, &[&games])? {
        hands.entry(row.get(16)).or_default().push(ledger_hand(&row));
    }
    Ok(hands)
}

fn ledger_game(row: &Row) -> LedgerGame {
    let end = row.get::<_, Option<&str>>(6).map(|way| LedgerEnd {
        at: row.get(11),
        is_finished: way == "finished",
        scores: totals(row, 7),
    });
    LedgerGame {
        row: row.get(0),
        game: game_id(row, 1),
        class: row.get(3),
        variant: row.get(12),
        code: row.get::<_, Option<String>>(13).unwrap_or_default(),
        public: row.get(4),
        rules: row.get(14),
        started_at: row.get(5),
        end,
        seating: Seating::default(),
    }
}

fn ledger_hand(row: &Row) -> LedgerHand {
    LedgerHand {
        number: small(row, 0),
        at: row.get(15),
        deltas: totals(row, 1),
        before: totals(row, 5),
        after: totals(row, 9),
        outcome: serde_json::from_str(row.get(13)).ok(),
        record: row.get(14),
    }
}
