//! Players as the operator finds them, hidden ones too. Nobody else asks so.

use super::email::Named;
use super::identity::is_public_id;
use super::players::COLUMNS;
use super::{Fields, PlayerRow, Sql, folded};
use crate::ratings::email::{self, Written};
use crate::store::StoreError;
use crate::store::tables::Value;

/// The most players that are found.
const FOUND_MAX: i64 = 50;

/// By what players are looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Sought {
    /// An e-mail, with or without the prefix: everybody whom it names or has named.
    Email([u8; 32]),
    /// A public id.
    Code(String),
    /// The beginning of a name, folded.
    Name(String),
}

impl Sought {
    /// Reads what the operator says; nothing if nobody can be found by it.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        if text.is_empty() || text.contains(char::is_control) {
            return None;
        }
        if is_public_id(text) {
            return Some(Self::Code(text.to_owned()));
        }
        if let Written::Open(email) | Written::Private(email) = Written::read(text)
            && let Some(hash) = email::hash(email)
        {
            return Some(Self::Email(hash));
        }
        Some(Self::Name(folded(text)))
    }
}

/// Somebody who was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FoundRow {
    pub(crate) player: PlayerRow,
    /// How an e-mail names them, if one still does.
    pub(crate) named: Option<Named>,
}

/// Everybody who has a public id and is looked for so, hidden or not, by name.
pub(crate) fn find_players(
    sql: &mut dyn Sql,
    sought: &Sought,
) -> Result<Vec<FoundRow>, StoreError> {
    let (by, given): (_, Vec<Value>) = match sought {
        Sought::Email(hash) => ("email IS NOT NULL AND email = ?1", vec![hash.as_slice().into()]),
        Sought::Code(code) => ("code = ?1", vec![code.as_str().into()]),
        Sought::Name(name) => {
            // No text that begins so comes after this one.
            let end = format!("{name}\u{10ffff}");
            ("folded >= ?1 AND folded < ?2", vec![name.as_str().into(), end.into()])
        }
    };
    let select = format!(
        "SELECT {COLUMNS}, named FROM rating_player WHERE {by} AND code IS NOT NULL
        ORDER BY folded, id LIMIT {FOUND_MAX}"
    );
    let read = |row| {
        let mut fields = Fields::of("rating_player", row);
        let player = PlayerRow::read(&mut fields)?;
        Ok(FoundRow { player, named: fields.maybe_word(Named::read)? })
    };
    sql.ask(&select, &given)?.into_iter().map(read).collect()
}
