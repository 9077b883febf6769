//! The rounds somebody played, newest first, with who else was there as far as the reader may know.

use std::collections::HashMap;

use super::{Fields, Sql};
use crate::clock::UnixMs;
use crate::ratings::List;
use crate::store::StoreError;

/// Where a page of somebody's history goes on: before this round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HistoryPlace {
    pub(crate) session: i64,
    pub(crate) round: i64,
}

/// Somebody else in a round, who may be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Opponent {
    pub(crate) code: String,
    pub(crate) name: String,
}

/// A round somebody played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct HistoryRow {
    pub(crate) place: HistoryPlace,
    pub(crate) at: UnixMs,
    pub(crate) occasion: String,
    pub(crate) source: Option<String>,
    /// The online game it was.
    pub(crate) game: Option<String>,
    /// Whether that game is one that everybody may see.
    pub(crate) is_listed: bool,
    pub(crate) games: u32,
    pub(crate) walls: u32,
    pub(crate) wins: u32,
    pub(crate) points: i32,
    pub(crate) rating: [i32; 2],
    pub(crate) verified: [i32; 2],
    /// Whether it counted for the verified rating.
    pub(crate) is_counted: bool,
    /// Their place in it, among those of the same list who count.
    pub(crate) came_in: u32,
    /// How many count.
    pub(crate) people: u32,
    /// The others, but those who are hidden.
    pub(crate) others: Vec<Opponent>,
    /// When its session was last put right.
    pub(crate) corrected_at: Option<UnixMs>,
}

pub(crate) const HISTORY: &str = "SELECT seat.session, seat.number, played_at, occasion, rating_source.name, game, listed,
        games, walls, wins, points, rating_before, rating_after, verified_before, verified_after, counted
    FROM rating_seat AS seat JOIN rating_session ON rating_session.id = seat.session
        JOIN rating_round ON rating_round.session = seat.session AND rating_round.number = seat.number
        LEFT JOIN rating_source ON rating_source.id = rating_session.source
    WHERE seat.player = ?1 AND (seat.session, seat.number) < (?2, ?3)
    ORDER BY seat.session DESC, seat.number DESC LIMIT ?4";

/// Who reads a history, and so whom it counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reader {
    /// Anybody: who is hidden is not there, not even as a number.
    Anybody,
    /// Whose it is: everybody who was rated.
    Owner,
}

/// The rounds of a player before a place, newest first.
pub(crate) fn history(
    sql: &mut dyn Sql,
    player: i64,
    reader: Reader,
    before: Option<HistoryPlace>,
    limit: u32,
) -> Result<Vec<HistoryRow>, StoreError> {
    let HistoryPlace { session, round } =
        before.unwrap_or(HistoryPlace { session: i64::MAX, round: i64::MAX });
    let rows = sql.ask(HISTORY, &[player.into(), session.into(), round.into(), limit.into()])?;
    let mut history = rows
        .into_iter()
        .map(|row| history_row(&mut Fields::of("rating_seat", row)))
        .collect::<Result<Vec<_>, _>>()?;
    if let Some(HistoryPlace { session: oldest, round: first }) =
        history.last().map(|row| row.place)
    {
        let page = [player, session, round, oldest, first].map(Into::into);
        add_others(&mut history, sql.ask(OTHERS, &page)?, player, reader)?;
        add_corrections(sql, &mut history)?;
    }
    Ok(history)
}

fn history_row(fields: &mut Fields) -> Result<HistoryRow, StoreError> {
    Ok(HistoryRow {
        place: HistoryPlace { session: fields.row()?, round: fields.int()? },
        at: fields.int()?,
        occasion: fields.text()?,
        source: fields.maybe_text()?,
        game: fields.maybe_text()?,
        is_listed: fields.flag()?,
        games: fields.small()?,
        walls: fields.small()?,
        wins: fields.small()?,
        points: fields.small()?,
        rating: [fields.small()?, fields.small()?],
        verified: [fields.small()?, fields.small()?],
        is_counted: fields.flag()?,
        came_in: 1,
        people: 0,
        others: Vec::new(),
        corrected_at: None,
    })
}

/// Everybody in the rounds of a page of somebody's history.
pub(crate) const OTHERS: &str =
    "SELECT other.session, other.number, other.seat, other.player, code, name, hidden, list, other.points, other.wins
    FROM rating_seat AS own
        JOIN rating_seat AS other ON other.session = own.session AND other.number = own.number
        JOIN rating_player ON rating_player.id = other.player
    WHERE own.player = ?1 AND (own.session, own.number) < (?2, ?3) AND (own.session, own.number) >= (?4, ?5)";

/// A seat of a round.
struct Neighbour {
    seat: i64,
    player: i64,
    list: List,
    /// Points, and games won where these are equal.
    made: (i64, i64),
    /// Whom may be shown there.
    shown: Option<Opponent>,
}

/// Says who else was in each round; of those who are hidden the owner hears that they were, and nobody else.
fn add_others(
    history: &mut [HistoryRow],
    found: Vec<Vec<crate::store::tables::Value>>,
    player: i64,
    reader: Reader,
) -> Result<(), StoreError> {
    let mut seats: HashMap<(i64, i64), Vec<Neighbour>> = HashMap::new();
    for row in found {
        let mut fields = Fields::of("rating_seat", row);
        let (place, seat) = ((fields.row()?, fields.int()?), fields.int()?);
        let (id, code) = (fields.int()?, fields.maybe_text()?);
        let (name, is_hidden) = (fields.text()?, fields.flag()?);
        let (list, made) = (fields.list()?, (fields.int()?, fields.int()?));
        let shown = code.filter(|_| id != player && !is_hidden);
        let shown = shown.map(|code| Opponent { code, name });
        let neighbour = Neighbour { seat, player: id, list, made, shown };
        seats.entry(place).or_default().push(neighbour);
    }
    for row in history {
        let mut round = seats.remove(&(row.place.session, row.place.round)).unwrap_or_default();
        round.sort_unstable_by_key(|neighbour| neighbour.seat);
        if reader == Reader::Anybody {
            round.retain(|neighbour| neighbour.player == player || neighbour.shown.is_some());
        }
        if let Some(own) = round.iter().find(|neighbour| neighbour.player == player) {
            let is_better = |other: &&Neighbour| other.list == own.list && other.made > own.made;
            row.came_in = 1 + round.iter().filter(is_better).count() as u32;
        }
        row.people = round.len() as u32;
        row.others = round.into_iter().filter_map(|neighbour| neighbour.shown).collect();
    }
    Ok(())
}

/// Which sessions were put right, and when that last was.
pub(crate) const CORRECTED: &str =
    "SELECT about, max(at) FROM rating_audit WHERE what = 'session' AND about >= ?1 AND about <= ?2
    GROUP BY about";

/// Says which rounds of a page were put right, and when.
fn add_corrections(sql: &mut dyn Sql, history: &mut [HistoryRow]) -> Result<(), StoreError> {
    let [Some(newest), Some(oldest)] = [history.first(), history.last()] else { return Ok(()) };
    let mut corrected: HashMap<i64, UnixMs> = HashMap::new();
    for row in sql.ask(CORRECTED, &[oldest.place.session.into(), newest.place.session.into()])? {
        let mut fields = Fields::of("rating_audit", row);
        corrected.insert(fields.int()?, fields.int()?);
    }
    for row in history {
        row.corrected_at = corrected.get(&row.place.session).copied();
    }
    Ok(())
}
