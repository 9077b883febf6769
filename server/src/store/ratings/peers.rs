//! What has happened to everybody who has a profile and may be seen.

use super::{Fields, Sql};
use crate::store::{StoreError, TallyRow, Whose};

/// Goes through profiles and their few tallies, never through hands.
pub(crate) fn select_tallies() -> String {
    format!(
        "SELECT code, variant, origin, quality, what, count, sum
        FROM rating_player JOIN tally ON tally.player = '{}' || code JOIN class ON class.id = tally.class
        WHERE list = 'humans' AND hidden = 0 AND code IS NOT NULL ORDER BY rating_player.id",
        Whose::MARK
    )
}

/// Everybody's tallies, by public id.
pub(crate) fn all_tallies(sql: &mut dyn Sql) -> Result<Vec<(String, Vec<TallyRow>)>, StoreError> {
    let mut all: Vec<(String, Vec<TallyRow>)> = Vec::new();
    for row in sql.ask(&select_tallies(), &[])? {
        let mut fields = Fields::of("tally", row);
        let code = fields.text()?;
        let tally = TallyRow {
            variant: fields.text()?,
            origin: fields.text()?,
            quality: fields.text()?,
            what: fields.text()?,
            count: fields.small()?,
            sum: fields.small()?,
        };
        match all.last_mut().filter(|(last, _)| *last == code) {
            Some((_, tallies)) => tallies.push(tally),
            None => all.push((code, vec![tally])),
        }
    }
    Ok(all)
}
