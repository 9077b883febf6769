//! Rows out of and into a server, as they are: for copies from one kind of database to the other.

use ::postgres::Row;

use super::rows::Rows;
use super::{Session, sql};
use crate::store::StoreError;
use crate::store::tables::{Kind, Table, Value};

const DOING: &str = "copy the database";

/// Begins to write a copy.
pub(crate) fn begin_copy(session: &mut Session) -> Result<(), StoreError> {
    session.say("BEGIN").map_err(sql(DOING))
}

/// Makes the copy durable.
pub(crate) fn end_copy(session: &mut Session) -> Result<(), StoreError> {
    session.say("COMMIT").map_err(sql(DOING))
}

/// Shows every row of a table to `visit`, in its order.
pub(crate) fn take_rows(
    session: &mut Session,
    table: &'static Table,
    visit: &mut dyn FnMut(Vec<Value>) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let columns = table.columns.iter().map(|(name, kind)| match kind {
        Kind::Int | Kind::Text | Kind::Bytes => (*name).to_owned(),
        Kind::Json => format!("{name}::text"),
        Kind::Flag => format!("{name}::int::bigint"),
    });
    let columns = columns.collect::<Vec<_>>().join(", ");
    let select = format!("SELECT {columns} FROM {} ORDER BY {}", table.name, table.order);
    let mut show = |row: &Row| {
        let kinds = table.columns.iter().enumerate();
        visit(kinds.map(|(column, (_, kind))| value(row, column, *kind)).collect())
    };
    session.each_row(&select, &mut show, DOING)
}

/// Adds rows to a table.
pub(crate) fn put_rows(
    session: &mut Session,
    table: &'static Table,
    rows: Vec<Vec<Value>>,
) -> Result<(), StoreError> {
    let mut waiting = Rows::of(table);
    rows.into_iter().for_each(|row| waiting.push(row));
    waiting.write(session, "").map_err(sql(DOING))
}

fn value(row: &Row, column: usize, kind: Kind) -> Value {
    match kind {
        Kind::Int | Kind::Flag => row.get::<_, Option<i64>>(column).map_or(Value::Null, Value::Int),
        Kind::Text | Kind::Json => Value::from(row.get::<_, Option<String>>(column)),
        Kind::Bytes => row.get::<_, Option<Vec<u8>>>(column).map_or(Value::Null, Value::Bytes),
    }
}

#[cfg(test)]
mod tests {
    use super::super::open_writer;
    use crate::store::fresh::Fresh;
    use crate::store::{Database, apart, tables};

    #[test]
    fn every_column_of_every_table_is_copied_from_a_server() {
        let fresh = Fresh::new();
        let Database::Postgres(url) = fresh.url.parse().unwrap() else { return };
        let columns = apart(|| {
            let select = "SELECT table_name || '.' || column_name FROM information_schema.columns
                WHERE table_schema = current_schema() AND table_name NOT IN ('probe', 'store')";
            let rows = open_writer(&url).unwrap().rows(select, &[]).unwrap();
            let mut columns: Vec<String> = rows.iter().map(|row| row.get(0)).collect();
            columns.sort();
            columns
        });

        assert_eq!(columns, tables::all_columns());
    }
}
