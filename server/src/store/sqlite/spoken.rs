//! Statements that are the same on both kinds of database, said to a file.

use rusqlite::{Connection, Row, params_from_iter};

use super::copy::value;
use super::sql;
use crate::store::StoreError;
use crate::store::said::{DOING, Sql};
use crate::store::tables::Value;

/// A connection that statements are said on.
pub(crate) struct Spoken<'c>(pub(crate) &'c Connection);

impl Sql for Spoken<'_> {
    fn ask(&mut self, text: &str, given: &[Value]) -> Result<Vec<Vec<Value>>, StoreError> {
        let mut statement = self.0.prepare(text).map_err(sql(DOING))?;
        let count = statement.column_count();
        let read = |row: &Row<'_>| (0..count).map(|column| value(row, column)).collect();
        let rows = statement.query_map(params_from_iter(given), read).map_err(sql(DOING))?;
        rows.collect::<rusqlite::Result<_>>().map_err(sql(DOING))
    }

    fn change(&mut self, text: &str, given: &[Value]) -> Result<u64, StoreError> {
        let mut statement = self.0.prepare(text).map_err(sql(DOING))?;
        let changed = statement.execute(params_from_iter(given)).map_err(sql(DOING))?;
        Ok(changed as u64)
    }

    fn say(&mut self, text: &str) -> Result<(), StoreError> {
        self.0.execute_batch(text).map_err(sql(DOING))
    }
}

impl rusqlite::ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<rusqlite::types::ToSqlOutput<'_>> {
        Ok(match self {
            Self::Null => rusqlite::types::Null.into(),
            Self::Int(number) => (*number).into(),
            Self::Text(text) => text.as_str().into(),
            Self::Bytes(bytes) => bytes.as_slice().into(),
        })
    }
}
