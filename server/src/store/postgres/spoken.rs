//! Statements that are the same on both kinds of database, said to a server.

use ::postgres::Row;
use ::postgres::types::{IsNull, ToSql, Type, accepts, to_sql_checked};
use bytes::BytesMut;

use super::{Session, sql};
use crate::store::StoreError;
use crate::store::said::{DOING, Sql};
use crate::store::tables::Value;

impl Sql for Session {
    fn ask(&mut self, text: &str, given: &[Value]) -> Result<Vec<Vec<Value>>, StoreError> {
        let rows = self.rows(&numbered(text), &borrowed(given)).map_err(sql(DOING))?;
        rows.iter().map(|row| (0..row.len()).map(|column| value(row, column)).collect()).collect()
    }

    fn change(&mut self, text: &str, given: &[Value]) -> Result<u64, StoreError> {
        self.execute(&numbered(text), &borrowed(given)).map_err(sql(DOING))
    }

    fn say(&mut self, text: &str) -> Result<(), StoreError> {
        Session::say(self, text).map_err(sql(DOING))
    }
}

/// Places are written with a dollar here.
pub(super) fn numbered(text: &str) -> String {
    text.replace('?', "$")
}

fn borrowed(given: &[Value]) -> Vec<&(dyn ToSql + Sync)> {
    given.iter().map(|value| value as &(dyn ToSql + Sync)).collect()
}

impl ToSql for Value {
    accepts!(INT8, TEXT, BYTEA);

    fn to_sql(
        &self,
        kind: &Type,
        out: &mut BytesMut,
    ) -> Result<IsNull, Box<dyn std::error::Error + Sync + Send>> {
        match self {
            Self::Null => Ok(IsNull::Yes),
            Self::Int(number) => number.to_sql(kind, out),
            Self::Text(text) => text.to_sql(kind, out),
            Self::Bytes(bytes) => bytes.to_sql(kind, out),
        }
    }

    to_sql_checked!();
}

fn value(row: &Row, column: usize) -> Result<Value, StoreError> {
    let kind = row.columns()[column].type_();
    let read = match *kind {
        Type::TEXT => row.try_get::<_, Option<String>>(column).map(Value::from),
        Type::BYTEA => {
            let bytes = row.try_get::<_, Option<Vec<u8>>>(column);
            bytes.map(|bytes| bytes.map_or(Value::Null, Value::Bytes))
        }
        _ => {
            let number = row.try_get::<_, Option<i64>>(column);
            number.map(|number| number.map_or(Value::Null, Value::Int))
        }
    };
    read.map_err(sql(DOING))
}
