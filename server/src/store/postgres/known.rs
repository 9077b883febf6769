//! What the writer knows of the games of a room without asking again: it is the only one who changes them.

use std::collections::BTreeMap;

use rules::seat::{BySeat, Seat};

use super::{Session, stored};
use crate::clock::UnixMs;
use crate::store::{GameId, RoomId, Seated};

/// The games of a room.
#[derive(Clone, Debug, Default)]
pub(super) struct RoomGames {
    /// The number of the last.
    pub(super) last: u32,
    /// Those that were asked for, by number.
    pub(super) games: BTreeMap<u32, Game>,
}

/// A game, and where it stands.
#[derive(Clone, Debug)]
pub(super) struct Game {
    pub(super) row: i64,
    pub(super) class: i64,
    pub(super) public: bool,
    pub(super) started_at: UnixMs,
    pub(super) last_hand: u32,
    pub(super) scores: [i64; 4],
    pub(super) is_over: bool,
    pub(super) seats: BySeat<Option<Seated>>,
}

/// The games of a room, none of which has been asked for.
pub(super) fn read_room(
    session: &mut Session,
    room: RoomId,
) -> Result<RoomGames, ::postgres::Error> {
    let select = "SELECT coalesce(max(number), 0) FROM game WHERE room = $1";
    let row = session.row(select, &[&stored(room.0)])?;
    let last = row.map_or(0, |row| row.get::<_, i64>(0));
    Ok(RoomGames { last: u32::try_from(last).unwrap_or(u32::MAX), games: BTreeMap::new() })
}

/// A game as it lies there.
pub(super) fn read_game(
    session: &mut Session,
    game: GameId,
) -> Result<Option<Game>, ::postgres::Error> {
    let select = "SELECT game.id, class, public, started_at, coalesce(hand.number, 0), coalesce(after0, 0),
            coalesce(after1, 0), coalesce(after2, 0), coalesce(after3, 0), game_end.game IS NOT NULL
        FROM game LEFT JOIN game_end ON game_end.game = game.id LEFT JOIN hand ON hand.game = game.id
        WHERE room = $1 AND game.number = $2 ORDER BY hand.number DESC NULLS LAST LIMIT 1";
    let number = i64::from(game.number);
    let Some(row) = session.row(select, &[&stored(game.room.0), &number])? else { return Ok(None) };
    let id: i64 = row.get(0);
    Ok(Some(Game {
        row: id,
        class: row.get(1),
        public: row.get(2),
        started_at: row.get(3),
        last_hand: u32::try_from(row.get::<_, i64>(4)).unwrap_or(u32::MAX),
        scores: [row.get(5), row.get(6), row.get(7), row.get(8)],
        is_over: row.get(9),
        seats: read_seats(session, id)?,
    }))
}

/// Every seat taken in some games, in the order they were.
pub(super) const SEATS: &str = "SELECT game, seat, from_hand, kind, name, level, profile FROM seat
    WHERE game = ANY($1) ORDER BY game, from_hand";

fn read_seats(
    session: &mut Session,
    game: i64,
) -> Result<BySeat<Option<Seated>>, ::postgres::Error> {
    let mut seats = BySeat::default();
    for row in session.rows(SEATS, &[&vec![game]])? {
        let seat = usize::try_from(row.get::<_, i64>(1)).ok().and_then(Seat::from_index);
        if let Some(seat) = seat {
            seats[seat] = Seated::read([row.get(3), row.get(4), row.get(5), row.get(6)]);
        }
    }
    Ok(seats)
}
