//! What is shown of players. A hidden one is not there for any of these questions.

use std::collections::HashMap;

use super::{Fields, Sql};
use crate::clock::UnixMs;
use crate::ratings::List;
use crate::store::StoreError;

/// Somebody who is rated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlayerRow {
    pub(crate) id: i64,
    /// The public id; none for a nickname of one source.
    pub(crate) code: Option<String>,
    pub(crate) list: List,
    pub(crate) name: String,
    pub(crate) is_hidden: bool,
    pub(crate) is_verified: bool,
    pub(crate) rating: i32,
    pub(crate) verified_rating: i32,
    pub(crate) games: u32,
    pub(crate) verified_games: u32,
    pub(crate) rounds: u32,
    pub(crate) wins: u32,
    pub(crate) created_at: UnixMs,
    pub(crate) played_at: Option<UnixMs>,
}

pub(super) const COLUMNS: &str =
    "id, code, list, name, hidden, verified, rating, verified_rating, games,
    verified_games, rounds, wins, created_at, played_at";

impl PlayerRow {
    pub(super) fn read(fields: &mut Fields) -> Result<Self, StoreError> {
        Ok(Self {
            id: fields.int()?,
            code: fields.maybe_text()?,
            list: fields.list()?,
            name: fields.text()?,
            is_hidden: fields.flag()?,
            is_verified: fields.flag()?,
            rating: fields.small()?,
            verified_rating: fields.small()?,
            games: fields.small()?,
            verified_games: fields.small()?,
            rounds: fields.small()?,
            wins: fields.small()?,
            created_at: fields.int()?,
            played_at: fields.maybe_int()?,
        })
    }
}

fn players(rows: Vec<Vec<crate::store::tables::Value>>) -> Result<Vec<PlayerRow>, StoreError> {
    rows.into_iter().map(|row| PlayerRow::read(&mut Fields::of(row))).collect()
}

/// The player with this public id, unless hidden.
pub(crate) fn player(sql: &mut dyn Sql, code: &str) -> Result<Option<PlayerRow>, StoreError> {
    let select = format!("SELECT {COLUMNS} FROM rating_player WHERE code = ?1 AND hidden = 0");
    Ok(players(sql.ask(&select, &[code.into()])?)?.pop())
}

/// Whether somebody is hidden; nothing if there is nobody with this public id.
pub(crate) fn is_hidden(sql: &mut dyn Sql, code: &str) -> Result<Option<bool>, StoreError> {
    let found = sql.ask("SELECT hidden FROM rating_player WHERE code = ?1", &[code.into()])?;
    found.into_iter().next().map(|row| Fields::of(row).flag()).transpose()
}

pub(crate) const NAMED: &str =
    "WHERE folded >= ?1 AND folded < ?2 AND hidden = 0 AND code IS NOT NULL
    ORDER BY folded, id LIMIT ?3";

/// Players whose folded name begins so, by name.
pub(crate) fn search(
    sql: &mut dyn Sql,
    folded: &str,
    limit: u32,
) -> Result<Vec<PlayerRow>, StoreError> {
    let select = format!("SELECT {COLUMNS} FROM rating_player {NAMED}");
    // No text that begins so comes after this one.
    let end = format!("{folded}\u{10ffff}");
    players(sql.ask(&select, &[folded.into(), end.into(), limit.into()])?)
}

pub(crate) const BEST: &str =
    "WHERE list = ?1 AND hidden = 0 AND verified = 1 AND verified_games >= ?2
    ORDER BY verified_rating DESC, id DESC LIMIT ?3";

/// Verified players by their verified rating, the best first.
pub(crate) fn leaderboard(
    sql: &mut dyn Sql,
    list: List,
    min_games: u32,
    limit: u32,
) -> Result<Vec<PlayerRow>, StoreError> {
    let select = format!("SELECT {COLUMNS} FROM rating_player {BEST}");
    players(sql.ask(&select, &[list.name().into(), min_games.into(), limit.into()])?)
}

/// Somebody's place on that leaderboard, if they have one: one more than how many are better.
pub(crate) fn place(
    sql: &mut dyn Sql,
    code: &str,
    list: List,
    min_games: u32,
) -> Result<Option<(u32, PlayerRow)>, StoreError> {
    let own = player(sql, code)?
        .filter(|own| own.list == list && own.is_verified && own.verified_games >= min_games);
    let Some(own) = own else { return Ok(None) };
    let select = "SELECT count(*) FROM rating_player
        WHERE list = ?1 AND hidden = 0 AND verified = 1 AND verified_games >= ?2 AND verified_rating > ?3";
    let given = [list.name().into(), min_games.into(), own.verified_rating.into()];
    let better = sql.ask(select, &given)?.into_iter().next();
    let better: u32 = better.map_or(Ok(0), |row| Fields::of(row).small())?;
    Ok(Some((better + 1, own)))
}

/// Somebody whose verified rating rose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RiserRow {
    pub(crate) player: PlayerRow,
    /// By how much.
    pub(crate) rise: i32,
    /// In how many rounds.
    pub(crate) rounds: u32,
}

/// What everybody has won since a session. By `+player`: SQLite would go through the rounds of all time to have them
/// by player, instead of sorting the few since.
pub(crate) const RISEN: &str = "SELECT +player AS player, CAST(sum(verified_after - verified_before) AS BIGINT) AS rise, count(*) AS played
    FROM rating_seat WHERE session >= ?1 AND counted = 1 GROUP BY 1";

/// Verified players whose verified rating rose most in what was recorded since a time.
pub(crate) fn risers(
    sql: &mut dyn Sql,
    list: List,
    since: UnixMs,
    limit: u32,
) -> Result<Vec<RiserRow>, StoreError> {
    // Sessions are numbered as they are recorded, so what is newer is one range of seats.
    let first =
        "SELECT id FROM rating_session WHERE recorded_at >= ?1 ORDER BY recorded_at, id LIMIT 1";
    let first = sql.ask(first, &[since.into()])?.into_iter().next();
    let Some(first) = first.map(|row| Fields::of(row).int()).transpose()? else {
        return Ok(Vec::new());
    };
    let select = format!(
        "SELECT {COLUMNS}, rise, played FROM rating_player JOIN ({RISEN}) AS risen ON risen.player = id
        WHERE list = ?2 AND hidden = 0 AND verified = 1 AND rise > 0 ORDER BY rise DESC, id LIMIT ?3"
    );
    let rows = sql.ask(&select, &[first.into(), list.name().into(), limit.into()])?;
    let read = |row| {
        let mut fields = Fields::of(row);
        let player = PlayerRow::read(&mut fields)?;
        Ok(RiserRow { player, rise: fields.small()?, rounds: fields.small()? })
    };
    rows.into_iter().map(read).collect()
}

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
    pub(crate) games: u32,
    pub(crate) walls: u32,
    pub(crate) wins: u32,
    pub(crate) points: i32,
    pub(crate) rating: [i32; 2],
    pub(crate) verified: [i32; 2],
    /// Whether it counted for the verified rating.
    pub(crate) is_counted: bool,
    /// Their place in it, among those of the same list.
    pub(crate) came_in: u32,
    /// How many were rated in it.
    pub(crate) people: u32,
    /// The others, but those who are hidden.
    pub(crate) others: Vec<Opponent>,
    /// When its session was last put right.
    pub(crate) corrected_at: Option<UnixMs>,
}

pub(crate) const HISTORY: &str = "SELECT seat.session, seat.number, played_at, occasion, rating_source.name, game, games,
        walls, wins, points, rating_before, rating_after, verified_before, verified_after, counted
    FROM rating_seat AS seat JOIN rating_session ON rating_session.id = seat.session
        JOIN rating_round ON rating_round.session = seat.session AND rating_round.number = seat.number
        LEFT JOIN rating_source ON rating_source.id = rating_session.source
    WHERE seat.player = ?1 AND (seat.session, seat.number) < (?2, ?3)
    ORDER BY seat.session DESC, seat.number DESC LIMIT ?4";

/// The rounds of a player before a place, newest first.
pub(crate) fn history(
    sql: &mut dyn Sql,
    player: i64,
    before: Option<HistoryPlace>,
    limit: u32,
) -> Result<Vec<HistoryRow>, StoreError> {
    let HistoryPlace { session, round } =
        before.unwrap_or(HistoryPlace { session: i64::MAX, round: i64::MAX });
    let rows = sql.ask(HISTORY, &[player.into(), session.into(), round.into(), limit.into()])?;
    let mut history = rows
        .into_iter()
        .map(|row| history_row(&mut Fields::of(row)))
        .collect::<Result<Vec<_>, _>>()?;
    if let Some(HistoryPlace { session: oldest, round: first }) =
        history.last().map(|row| row.place)
    {
        let page = [player, session, round, oldest, first].map(Into::into);
        add_others(&mut history, sql.ask(OTHERS, &page)?, player)?;
        add_corrections(sql, &mut history)?;
    }
    Ok(history)
}

fn history_row(fields: &mut Fields) -> Result<HistoryRow, StoreError> {
    Ok(HistoryRow {
        place: HistoryPlace { session: fields.int()?, round: fields.int()? },
        at: fields.int()?,
        occasion: fields.text()?,
        source: fields.maybe_text()?,
        game: fields.maybe_text()?,
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

/// Says who else was in each round; of those who are hidden only that they were.
fn add_others(
    history: &mut [HistoryRow],
    found: Vec<Vec<crate::store::tables::Value>>,
    player: i64,
) -> Result<(), StoreError> {
    let mut seats: HashMap<(i64, i64), Vec<Neighbour>> = HashMap::new();
    for row in found {
        let mut fields = Fields::of(row);
        let (place, seat) = ((fields.int()?, fields.int()?), fields.int()?);
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
        let mut fields = Fields::of(row);
        corrected.insert(fields.int()?, fields.int()?);
    }
    for row in history {
        row.corrected_at = corrected.get(&row.place.session).copied();
    }
    Ok(())
}

/// Somebody who may submit sessions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SourceRow {
    pub(crate) id: i64,
    pub(crate) name: String,
    pub(crate) contact: String,
    pub(crate) state: String,
    pub(crate) applied_at: UnixMs,
    pub(crate) decided_at: Option<UnixMs>,
}

/// All who ever applied, in that order.
pub(crate) fn sources(sql: &mut dyn Sql) -> Result<Vec<SourceRow>, StoreError> {
    let select =
        "SELECT id, name, contact, state, applied_at, decided_at FROM rating_source ORDER BY id";
    let read = |row| {
        let mut fields = Fields::of(row);
        Ok(SourceRow {
            id: fields.int()?,
            name: fields.text()?,
            contact: fields.text()?,
            state: fields.text()?,
            applied_at: fields.int()?,
            decided_at: fields.maybe_int()?,
        })
    };
    sql.ask(select, &[])?.into_iter().map(read).collect()
}

/// When a round was recorded last or something done that ratings depend on; 0 before anything was.
pub(crate) fn changed_at(sql: &mut dyn Sql) -> Result<UnixMs, StoreError> {
    let select = "SELECT coalesce(max(at), 0) FROM (SELECT max(recorded_at) AS at FROM rating_session
        UNION ALL SELECT at FROM rating_audit WHERE id = (SELECT max(id) FROM rating_audit)) AS changes";
    sql.ask(select, &[])?.into_iter().next().map_or(Ok(0), |row| Fields::of(row).int())
}
