//! Posts finished hands: what each seat won or lost, and the scores after it.

use rusqlite::{Connection, OptionalExtension, params};

use super::{GameId, HandPosting, WriteError, sql, stored};

/// Why a posting does not fit what is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PostingRefused {
    /// It is about another room than the step that carries it.
    #[error("it is about another room than its step")]
    OtherRoom,
    /// It would make or destroy points.
    #[error("the points of hand {hand} sum to {sum}")]
    NotZeroSum {
        /// The hand.
        hand: u32,
        /// What they sum to.
        sum: i64,
    },
    /// A hand is missing before it, or it was posted already.
    #[error("hand {found} was posted where {expected} is next")]
    OutOfOrder {
        /// The hand that is next.
        expected: u32,
        /// The hand that was posted.
        found: u32,
    },
}

/// Where a game stands.
struct Standing {
    last_hand: u32,
    totals: [i64; 4],
}

pub(super) fn post_hand(connection: &Connection, posting: &HandPosting) -> Result<u64, WriteError> {
    let hand = posting.hand;
    let sum = posting.deltas.iter().map(|delta| i64::from(*delta)).sum();
    if sum != 0 {
        return Err(WriteError::Refused(PostingRefused::NotZeroSum { hand, sum }));
    }
    let game = game_row(connection, posting.game).map_err(sql("open a game"))?;
    let standing = standing(connection, game).map_err(sql("read where a game stands"))?;
    let totals_before = match standing {
        Some(standing) => {
            let expected = standing.last_hand.saturating_add(1);
            if hand != expected {
                return Err(WriteError::Refused(PostingRefused::OutOfOrder {
                    expected,
                    found: hand,
                }));
            }
            standing.totals
        }
        None => [0; 4],
    };
    Ok(insert(connection, game, posting, totals_before).map_err(sql("post a hand"))?)
}

/// The row of the game, made if this is the first that is heard of it.
fn game_row(connection: &Connection, game: GameId) -> rusqlite::Result<i64> {
    let key = params![stored(game.room.0), game.number];
    let select = "SELECT id FROM game WHERE room = ?1 AND number = ?2";
    match connection.query_row(select, key, |row| row.get(0)).optional()? {
        Some(id) => Ok(id),
        None => {
            connection.execute("INSERT INTO game (room, number) VALUES (?1, ?2)", key)?;
            Ok(connection.last_insert_rowid())
        }
    }
}

fn standing(connection: &Connection, game: i64) -> rusqlite::Result<Option<Standing>> {
    let select = "SELECT number, total0, total1, total2, total3 FROM hand WHERE game = ?1 ORDER BY number DESC LIMIT 1";
    let read = connection.query_row(select, [game], |row| {
        let totals = [row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?];
        Ok(Standing { last_hand: row.get(0)?, totals })
    });
    read.optional()
}

fn insert(
    connection: &Connection,
    game: i64,
    posting: &HandPosting,
    before: [i64; 4],
) -> rusqlite::Result<u64> {
    let [d0, d1, d2, d3] = posting.deltas;
    connection.execute(
        "INSERT INTO score_event (game, delta0, delta1, delta2, delta3) VALUES (?1, ?2, ?3, ?4, ?5)",
        params![game, d0, d1, d2, d3],
    )?;
    let event = connection.last_insert_rowid();
    let [t0, t1, t2, t3] =
        std::array::from_fn(|seat| before[seat] + i64::from(posting.deltas[seat]));
    connection.execute(
        "INSERT INTO hand (id, game, number, total0, total1, total2, total3, outcome, record)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
        params![event, game, posting.hand, t0, t1, t2, t3, posting.outcome, posting.record],
    )?;
    Ok(event.unsigned_abs())
}
