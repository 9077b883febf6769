//! Rows out of and into a file, as they are: for copies from one kind of database to the other.

use rusqlite::{Connection, Row, params_from_iter, types::ValueRef};

use super::sql;
use crate::store::StoreError;
use crate::store::tables::{Table, Value};

const DOING: &str = "copy the database";

/// Begins to write a copy.
pub(crate) fn begin_copy(connection: &Connection) -> Result<(), StoreError> {
    connection.execute_batch("BEGIN IMMEDIATE").map_err(sql(DOING))
}

/// Makes the copy durable, in one file.
pub(crate) fn end_copy(connection: &Connection) -> Result<(), StoreError> {
    let end = "COMMIT; PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE";
    connection.execute_batch(end).map_err(sql(DOING))
}

/// Shows every row of a table to `visit`, in its order.
pub(crate) fn take_rows(
    connection: &Connection,
    table: &'static Table,
    visit: &mut dyn FnMut(Vec<Value>) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let names: Vec<_> = table.columns.iter().map(|(name, _)| *name).collect();
    let (names, Table { name, order, .. }) = (names.join(", "), table);
    let select = format!("SELECT {names} FROM {name} ORDER BY {order}");
    let mut select = connection.prepare(&select).map_err(sql(DOING))?;
    let mut rows = select.query([]).map_err(sql(DOING))?;
    while let Some(row) = rows.next().map_err(sql(DOING))? {
        let values = (0..table.columns.len()).map(|column| value(row, column));
        visit(values.collect::<rusqlite::Result<_>>().map_err(sql(DOING))?)?;
    }
    Ok(())
}

/// Adds rows to a table.
pub(crate) fn put_rows(
    connection: &Connection,
    table: &'static Table,
    rows: Vec<Vec<Value>>,
) -> Result<(), StoreError> {
    let names: Vec<_> = table.columns.iter().map(|(name, _)| *name).collect();
    let places = vec!["?"; names.len()].join(", ");
    let insert = format!("INSERT INTO {} ({}) VALUES ({places})", table.name, names.join(", "));
    let mut insert = connection.prepare(&insert).map_err(sql(DOING))?;
    for row in rows {
        let row = row.into_iter().map(|value| match value {
            Value::Null => rusqlite::types::Value::Null,
            Value::Int(number) => rusqlite::types::Value::Integer(number),
            Value::Text(text) => rusqlite::types::Value::Text(text),
            Value::Bytes(bytes) => rusqlite::types::Value::Blob(bytes),
        });
        insert.execute(params_from_iter(row)).map_err(sql(DOING))?;
    }
    Ok(())
}

pub(super) fn value(row: &Row<'_>, column: usize) -> rusqlite::Result<Value> {
    Ok(match row.get_ref(column)? {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(number) => Value::Int(number),
        ValueRef::Text(_) => Value::Text(row.get(column)?),
        ValueRef::Blob(bytes) => Value::Bytes(bytes.to_owned()),
        // No column holds one; whoever put it there is told the text.
        ValueRef::Real(number) => Value::Text(number.to_string()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{sqlite::schema, tables};

    #[test]
    fn every_column_of_every_table_is_copied() {
        let connection = Connection::open_in_memory().unwrap();
        schema::migrate(&connection).unwrap();

        let select = "SELECT t.name || '.' || c.name AS column FROM sqlite_schema AS t
                JOIN pragma_table_info(t.name) AS c
            WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite%' AND t.name <> 'probe' ORDER BY 1";
        let mut select = connection.prepare(select).unwrap();
        let columns = select.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap);

        assert_eq!(columns.collect::<Vec<String>>(), tables::all_columns());
    }
}
