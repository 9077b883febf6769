//! Rows that wait to be written: all of a table in one statement, whatever their number.

use ::postgres::types::ToSql;

use super::Session;
use crate::store::tables::{Kind, Table, Value};

/// What waits to be written to one table, column by column.
#[derive(Debug)]
pub(super) struct Rows {
    table: &'static Table,
    columns: Vec<Column>,
    len: usize,
}

#[derive(Debug)]
enum Column {
    Numbers(Vec<Option<i64>>),
    Texts(Vec<Option<String>>),
    Bytes(Vec<Option<Vec<u8>>>),
}

impl Column {
    fn of(kind: Kind) -> Self {
        match kind {
            Kind::Int | Kind::Flag => Self::Numbers(Vec::new()),
            Kind::Text | Kind::Json => Self::Texts(Vec::new()),
            Kind::Bytes => Self::Bytes(Vec::new()),
        }
    }

    fn push(&mut self, value: Value) {
        match (self, value) {
            (Self::Numbers(numbers), Value::Int(number)) => numbers.push(Some(number)),
            (Self::Texts(texts), Value::Text(text)) => texts.push(Some(text)),
            (Self::Bytes(all), Value::Bytes(bytes)) => all.push(Some(bytes)),
            // What is of another kind than its column can't be: PostgreSQL refuses the row.
            (Self::Numbers(numbers), _) => numbers.push(None),
            (Self::Texts(texts), _) => texts.push(None),
            (Self::Bytes(all), _) => all.push(None),
        }
    }

    fn truncate(&mut self, len: usize) {
        match self {
            Self::Numbers(numbers) => numbers.truncate(len),
            Self::Texts(texts) => texts.truncate(len),
            Self::Bytes(all) => all.truncate(len),
        }
    }

    fn given(&self) -> &(dyn ToSql + Sync) {
        match self {
            Self::Numbers(numbers) => numbers,
            Self::Texts(texts) => texts,
            Self::Bytes(all) => all,
        }
    }
}

impl Rows {
    pub(super) fn of(table: &'static Table) -> Self {
        let columns = table.columns.iter().map(|(_, kind)| Column::of(*kind)).collect();
        Self { table, columns, len: 0 }
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn push(&mut self, row: impl IntoIterator<Item = Value>) {
        for (column, value) in self.columns.iter_mut().zip(row) {
            column.push(value);
        }
        self.len += 1;
    }

    /// Forgets all but the first so many.
    pub(super) fn truncate(&mut self, len: usize) {
        self.columns.iter_mut().for_each(|column| column.truncate(len));
        self.len = len;
    }

    /// Writes them, if there are any, and forgets them; `conflict` says what to do with what is there already.
    pub(super) fn write(
        &mut self,
        session: &mut Session,
        conflict: &str,
    ) -> Result<(), ::postgres::Error> {
        if self.len > 0 {
            let insert = format!("{} {conflict}", self.insert());
            let given: Vec<_> = self.columns.iter().map(Column::given).collect();
            session.execute(&insert, &given)?;
            self.truncate(0);
        }
        Ok(())
    }

    /// Writes them only if this server still has the right to; says how many were written, and forgets them.
    pub(super) fn write_fenced(&mut self, session: &mut Session) -> Result<u64, ::postgres::Error> {
        let last = self.columns.len() + 1;
        let insert = format!(
            "WITH mine AS MATERIALIZED (SELECT 1 FROM store WHERE epoch = ${last} FOR SHARE) {}, mine",
            self.insert()
        );
        let epoch = session.epoch;
        let mut given: Vec<_> = self.columns.iter().map(Column::given).collect();
        given.push(&epoch);
        let written = session.execute(&insert, &given)?;
        self.truncate(0);
        Ok(written)
    }

    fn insert(&self) -> String {
        let (mut names, mut values, mut arrays, mut places) = (vec![], vec![], vec![], vec![]);
        for (number, (name, kind)) in (1..).zip(self.table.columns) {
            let (value, array) = match kind {
                Kind::Int => (format!("c{number}"), "bigint[]"),
                Kind::Flag => (format!("c{number} <> 0"), "bigint[]"),
                Kind::Text => (format!("c{number}"), "text[]"),
                Kind::Json => (format!("c{number}::json"), "text[]"),
                Kind::Bytes => (format!("c{number}"), "bytea[]"),
            };
            names.push(*name);
            values.push(value);
            arrays.push(format!("${number}::{array}"));
            places.push(format!("c{number}"));
        }
        format!(
            "INSERT INTO {} ({}) SELECT {} FROM unnest({}) AS given ({})",
            self.table.name,
            names.join(", "),
            values.join(", "),
            arrays.join(", "),
            places.join(", ")
        )
    }
}
