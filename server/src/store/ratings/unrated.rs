//! Rated matches that what is stored stands in the way of: noted with the steps that end them, and rated once it is put
//! right.

use tracing::error;

use super::online::{read_said, record_match, said};
use super::people::note;
use super::{Actor, Fields, Sql, attempt};
use crate::clock::UnixMs;
use crate::ratings::online::FinishedMatch;
use crate::store::StoreError;
use crate::telemetry::metrics::{self, Unreadable};

/// What the audit calls a match that is still to be rated, and the same one when it is.
const UNRATED: &str = "unrated";
const RATED: &str = "rated";

/// Rates a match that is over now. Where what is stored stands in the way that is noted instead: the steps it comes with,
/// and the matches beside it, are stored all the same.
pub(crate) fn rate_match(
    sql: &mut dyn Sql,
    finished: &FinishedMatch,
    now: UnixMs,
) -> Result<(), StoreError> {
    let Err(why) = attempt(sql, |sql| record_match(sql, finished, now, now))? else {
        return Ok(());
    };
    metrics::unreadable(Unreadable::Match);
    let error = &why as &dyn std::error::Error;
    error!(game = %finished.game, error, "a match is not rated before `sanjin ratings rebuild`");
    let why = error.source().map_or_else(|| why.to_string(), |said| format!("{why}: {said}"));
    let change = serde_json::json!({ "match": said(finished), "why": why });
    if let Err(error) = attempt(sql, |sql| note(sql, now, Actor::Server, UNRATED, 0, &change))? {
        let error = &error as &dyn std::error::Error;
        error!(game = %finished.game, error, "nor is it noted: it is never rated");
    }
    Ok(())
}

/// A match that is still to be rated.
pub(crate) struct Unrated {
    note: i64,
    /// When it was over.
    at: UnixMs,
    /// Its game.
    pub(crate) game: String,
    finished: Option<FinishedMatch>,
}

/// The matches that are still to be rated, in the order they were over.
pub(crate) fn unrated(sql: &mut dyn Sql) -> Result<Vec<Unrated>, StoreError> {
    let select = "SELECT id, at, CAST(change AS TEXT) FROM rating_audit
        WHERE what = ?1 AND NOT EXISTS
            (SELECT 1 FROM rating_audit AS later WHERE later.what = ?2 AND later.about = rating_audit.id)
        ORDER BY id";
    let read = |row| {
        let mut fields = Fields::of("rating_audit", row);
        let (note, at, change) = (fields.row()?, fields.int()?, fields.text()?);
        let change: serde_json::Value = serde_json::from_str(&change).unwrap_or_default();
        let finished = read_said(&change["match"]);
        let game = change["match"][1].as_str().unwrap_or_default().to_owned();
        Ok(Unrated { note, at, game, finished })
    };
    sql.ask(select, &[UNRATED.into(), RATED.into()])?.into_iter().map(read).collect()
}

/// Rates the matches that are still to be, as of when they were over; says how many are still not.
pub(super) fn rate_unrated(sql: &mut dyn Sql, now: UnixMs) -> Result<u64, StoreError> {
    let mut left = 0;
    for Unrated { note: about, at, game, finished } in unrated(sql)? {
        let rated = match &finished {
            Some(finished) => attempt(sql, |sql| record_match(sql, finished, at, now))?,
            None => Err(StoreError::Unreadable { table: "rating_audit", row: Some(about) }),
        };
        match rated {
            Ok(()) => {
                let change = serde_json::json!({ "game": game });
                note(sql, now, Actor::Operator, RATED, about, &change)?;
            }
            Err(error) => {
                let error = &error as &dyn std::error::Error;
                error!(game, error, "a match is still not rated");
                left += 1;
            }
        }
    }
    Ok(left)
}
