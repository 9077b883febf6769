//! How games and tallies are found again: every list is a range of one index.

use std::cmp::Reverse;
use std::collections::HashMap;

use ::postgres::Row;
use rules::seat::{BySeat, Seat};

use super::known::SEATS;
use super::reads::{game_id, small, totals};
use super::session::Given;
use super::{Session, sql};
use crate::clock::UnixMs;
use crate::store::{
    GameEnd, GameFilter, GameId, GameName, GamePlace, GameRow, Seated, Seating, StoreError,
    TallyRow, Whose, feature, seating,
};

pub(super) const GAMES: &str =
    "SELECT game.id, game.room, game.number, code, public, variant, origin, quality,
        rules::text, started_at, game_end.at, game_end.way, coalesce(hand.number, sheet.hands, 0),
        coalesce(after0, now0, score0, 0), coalesce(after1, now1, score1, 0),
        coalesce(after2, now2, score2, 0), coalesce(after3, now3, score3, 0), sheet.version
    FROM game JOIN class ON class.id = game.class LEFT JOIN game_end ON game_end.game = game.id
        LEFT JOIN sheet ON sheet.game = game.id
        LEFT JOIN LATERAL (SELECT number, after0, after1, after2, after3 FROM hand AS last
            WHERE last.game = game.id ORDER BY number DESC LIMIT 1) AS hand ON true";

pub(super) const BY_ROWS: &str = "WHERE game.id = ANY($1)";
/// Only games that people keep have no room.
pub(super) const BY_SHEET: &str = "WHERE game.id = $1 AND game.room IS NULL";
pub(super) const BY_NAME: &str = "WHERE game.room = $1 AND game.number = $2";

pub(super) const TALLIES: &str = "SELECT variant, origin, quality, what, count, sum
    FROM tally JOIN class ON class.id = tally.class WHERE player = $1";

/// How one kind of games is looked through.
pub(super) const FOUND: &str = "SELECT started_at, game FROM found_by AS found
    WHERE feature = $1 AND player = $2 AND class = $3 AND (started_at, game) < ($4, $5) AND started_at >= $6
    ORDER BY started_at DESC, game DESC LIMIT $7";

/// The same where something else happened too, looked up in the same table game by game.
pub(super) const FOUND_BOTH: &str = "SELECT started_at, game FROM found_by AS found
    WHERE feature = $1 AND player = $2 AND class = $3 AND (started_at, game) < ($4, $5) AND started_at >= $6
        AND EXISTS (SELECT 1 FROM found_by AS other WHERE other.feature = $8
            AND other.player = $2 AND other.class = $3 AND other.started_at = found.started_at
            AND other.game = found.game OFFSET 0)
    ORDER BY started_at DESC, game DESC LIMIT $7";

/// Games that are compared at once with those where something else happened; twice as many the next time.
const FIRST_PAGE: usize = if cfg!(test) { 2 } else { 256 };
/// So many times as many games of the other are read beside them; with more of those it is less to look each game up.
const DENSER_MAX: usize = 8;

/// The games that are asked for after a place, or the newest, newest first.
pub(crate) fn games(
    session: &mut Session,
    filter: &GameFilter,
    after: Option<GamePlace>,
    limit: u32,
) -> Result<Vec<GameRow>, StoreError> {
    // No text here has the character that PostgreSQL can't store, and so nothing is found by it.
    let player = filter.player.as_ref().map(Whose::key);
    let asked = [&player, &filter.happened, &filter.also, &filter.variant, &filter.origin];
    if asked.iter().any(|text| text.as_ref().is_some_and(|text| text.contains('\0'))) {
        return Ok(Vec::new());
    }
    let found = find(session, filter, after, limit).map_err(sql("find games"))?;
    let rows: Vec<i64> = found.iter().map(|place| place.row).collect();
    let read = session.rows(&format!("{GAMES} {BY_ROWS}"), &[&rows]);
    let mut games = with_players(session, &read.map_err(sql("read games"))?)?;
    games.sort_unstable_by_key(|game| Reverse(game.place));
    Ok(games)
}

/// The game with this name.
pub(crate) fn game(session: &mut Session, game: GameName) -> Result<Option<GameRow>, StoreError> {
    let read = match game {
        GameName::Recorded(row) => session.rows(&format!("{GAMES} {BY_SHEET}"), &[&row]),
        GameName::Online(GameId { room, number }) => {
            let Ok(room) = i64::try_from(room.0) else { return Ok(None) };
            session.rows(&format!("{GAMES} {BY_NAME}"), &[&room, &i64::from(number)])
        }
    };
    Ok(with_players(session, &read.map_err(sql("read a game"))?)?.pop())
}

/// What has happened to a player, kind by kind.
pub(crate) fn tallies(session: &mut Session, player: &str) -> Result<Vec<TallyRow>, StoreError> {
    if player.contains('\0') {
        return Ok(Vec::new());
    }
    let rows = session.rows(TALLIES, &[&player]).map_err(sql("read what happened to a player"))?;
    let tally = |row: &Row| TallyRow {
        variant: row.get(0),
        origin: row.get(1),
        quality: row.get(2),
        what: row.get(3),
        count: row.get::<_, i64>(4).unsigned_abs(),
        sum: row.get::<_, i64>(5).unsigned_abs(),
    };
    Ok(rows.iter().map(tally).collect())
}

/// Looks each kind of games through by itself, so that none is walked over in vain, and puts them in order.
fn find(
    session: &mut Session,
    filter: &GameFilter,
    after: Option<GamePlace>,
    limit: u32,
) -> Result<Vec<GamePlace>, ::postgres::Error> {
    let happened = filter.happened.as_deref().unwrap_or(feature::ANY);
    let player = &filter.player.as_ref().map(Whose::key).unwrap_or_default();
    let end = GamePlace { started_at: filter.until.unwrap_or(UnixMs::MAX), row: i64::MIN };
    let before = after.map_or(end, |after| after.min(end));
    let since = filter.since.unwrap_or(UnixMs::MIN);
    let mut found: Vec<GamePlace> = Vec::new();
    for class in classes(session, filter)? {
        let range = Range { player, class, before, since };
        found.extend(match &filter.also {
            None => places(session, happened, range, limit as usize)?,
            Some(also) => places_of_both(session, [happened, also], range, limit as usize)?,
        });
    }
    found.sort_unstable_by(|one, other| other.cmp(one));
    found.truncate(limit as usize);
    Ok(found)
}

/// Where games of one kind are looked for.
#[derive(Clone, Copy)]
struct Range<'a> {
    player: &'a str,
    class: i64,
    before: GamePlace,
    since: UnixMs,
}

/// The games where something happened.
fn places(
    session: &mut Session,
    happened: &str,
    range: Range<'_>,
    most: usize,
) -> Result<Vec<GamePlace>, ::postgres::Error> {
    let Range { player, class, before: GamePlace { started_at, row }, since } = range;
    let most = most as i64;
    let given: Given<'_> = &[&happened, &player, &class, &started_at, &row, &since, &most];
    Ok(session.rows(FOUND, given)?.iter().map(place).collect())
}

/// The games where two things happened: a page of one range is laid beside that part of the other, until there are
/// enough or there is no more.
fn places_of_both(
    session: &mut Session,
    [happened, also]: [&str; 2],
    mut range: Range<'_>,
    most: usize,
) -> Result<Vec<GamePlace>, ::postgres::Error> {
    let (mut found, mut page_len) = (Vec::new(), FIRST_PAGE);
    loop {
        let page = places(session, happened, range, page_len)?;
        let Some(last) = page.last().copied() else { return Ok(found) };
        let beside = Range { since: last.started_at, ..range };
        let others = places(session, also, beside, page_len * DENSER_MAX)?;
        if others.len() < page_len * DENSER_MAX {
            let is_there = |place: &GamePlace| others.binary_search_by(|other| place.cmp(other));
            found.extend(page.iter().filter(|place| is_there(place).is_ok()));
        } else {
            let looked_up = looked_up(session, [happened, also], beside, most)?;
            found.extend(looked_up.into_iter().filter(|place| *place >= last));
        }
        if found.len() >= most || page.len() < page_len {
            return Ok(found);
        }
        (range.before, page_len) = (last, page_len * 2);
    }
}

/// The games where something happened for which the other is found too.
fn looked_up(
    session: &mut Session,
    [happened, also]: [&str; 2],
    range: Range<'_>,
    most: usize,
) -> Result<Vec<GamePlace>, ::postgres::Error> {
    let Range { player, class, before: GamePlace { started_at, row }, since } = range;
    let most = most as i64;
    let given: Given<'_> = &[&happened, &player, &class, &started_at, &row, &since, &most, &also];
    Ok(session.rows(FOUND_BOTH, given)?.iter().map(place).collect())
}

fn place(row: &Row) -> GamePlace {
    GamePlace { started_at: row.get(0), row: row.get(1) }
}

/// The kinds of games that are asked for.
fn classes(session: &mut Session, filter: &GameFilter) -> Result<Vec<i64>, ::postgres::Error> {
    let select = "SELECT id FROM class WHERE ($1::text IS NULL OR variant = $1)
        AND ($2::text IS NULL OR origin = $2) AND ($3::text IS NULL OR quality = $3)";
    let rows = session.rows(select, &[&filter.variant, &filter.origin, &filter.quality])?;
    Ok(rows.iter().map(|row| row.get(0)).collect())
}

fn with_players(session: &mut Session, rows: &[Row]) -> Result<Vec<GameRow>, StoreError> {
    let ids: Vec<i64> = rows.iter().map(|row| row.get(0)).collect();
    let seatings = read_seatings(session, &ids).map_err(sql("read the seats of a game"))?;
    let with_players = rows.iter().map(game_row).map(|mut game| {
        if let Some(seating) = seatings.get(&game.place.row) {
            game.players = seating::players(seating.at(u32::MAX));
        }
        game
    });
    Ok(with_players.collect())
}

fn game_row(row: &Row) -> GameRow {
    let end = match (row.get(10), row.get::<_, Option<&str>>(11)) {
        (Some(at), Some(way)) => Some(GameEnd { at, is_finished: way == "finished" }),
        _ => None,
    };
    GameRow {
        place: GamePlace { started_at: row.get(9), row: row.get(0) },
        game: match row.get::<_, Option<i64>>(1) {
            Some(_) => GameName::Online(game_id(row, 1)),
            None => GameName::Recorded(row.get(0)),
        },
        code: row.get::<_, Option<String>>(3).unwrap_or_default(),
        public: row.get(4),
        variant: row.get(5),
        origin: row.get(6),
        quality: row.get(7),
        rules: row.get(8),
        players: BySeat::default(),
        end,
        hands: small(row, 12),
        scores: totals(row, 13),
        version: row.get(17),
    }
}

/// Who sat where in each hand of these games, by the row of the game.
pub(super) fn read_seatings(
    session: &mut Session,
    games: &[i64],
) -> Result<HashMap<i64, Seating>, ::postgres::Error> {
    let mut seatings: HashMap<i64, Seating> = HashMap::new();
    for row in session.rows(SEATS, &[&games])? {
        let seat = usize::try_from(row.get::<_, i64>(1)).ok().and_then(Seat::from_index);
        let taken = (
            small(&row, 2),
            seat.unwrap_or(Seat::S0),
            Seated::read([row.get(3), row.get(4), row.get(5), row.get(6)]),
        );
        seatings.entry(row.get(0)).or_default().0.push(taken);
    }
    Ok(seatings)
}
