//! Values of a row, read in order.

use std::vec::IntoIter;

use crate::ratings::List;
use crate::store::StoreError;
use crate::store::tables::Value;

/// What is left to read of a row.
pub(super) struct Fields {
    values: IntoIter<Value>,
    table: &'static str,
    /// Which row it is, as far as is known.
    row: Option<i64>,
}

impl Fields {
    /// The values of a row of this table.
    pub(super) fn of(table: &'static str, row: Vec<Value>) -> Self {
        Self { values: row.into_iter(), table, row: None }
    }

    /// The same of a row that is known by its id, or by that of what it belongs to.
    pub(super) fn about(self, row: i64) -> Self {
        Self { row: Some(row), ..self }
    }

    /// The id of the row: what comes after it is said to be of that row where it can't be read.
    pub(super) fn row(&mut self) -> Result<i64, StoreError> {
        let row = self.int()?;
        self.row = Some(row);
        Ok(row)
    }

    fn unreadable(&self) -> StoreError {
        StoreError::Unreadable { table: self.table, row: self.row }
    }

    pub(super) fn int(&mut self) -> Result<i64, StoreError> {
        match self.values.next() {
            Some(Value::Int(number)) => Ok(number),
            Some(Value::Null | Value::Text(_) | Value::Bytes(_)) | None => Err(self.unreadable()),
        }
    }

    pub(super) fn maybe_int(&mut self) -> Result<Option<i64>, StoreError> {
        match self.values.next() {
            Some(Value::Int(number)) => Ok(Some(number)),
            Some(Value::Null) => Ok(None),
            Some(Value::Text(_) | Value::Bytes(_)) | None => Err(self.unreadable()),
        }
    }

    pub(super) fn small<T: TryFrom<i64>>(&mut self) -> Result<T, StoreError> {
        T::try_from(self.int()?).map_err(|_| self.unreadable())
    }

    pub(super) fn flag(&mut self) -> Result<bool, StoreError> {
        Ok(self.int()? != 0)
    }

    pub(super) fn text(&mut self) -> Result<String, StoreError> {
        self.maybe_text()?.ok_or_else(|| self.unreadable())
    }

    pub(super) fn maybe_text(&mut self) -> Result<Option<String>, StoreError> {
        match self.values.next() {
            Some(Value::Text(text)) => Ok(Some(text)),
            Some(Value::Null) => Ok(None),
            Some(Value::Int(_) | Value::Bytes(_)) | None => Err(self.unreadable()),
        }
    }
}

impl Fields {
    /// What a text stands for.
    pub(super) fn word<T>(&mut self, read: impl Fn(&str) -> Option<T>) -> Result<T, StoreError> {
        self.maybe_word(read)?.ok_or_else(|| self.unreadable())
    }

    /// What a text stands for, if there is one.
    pub(super) fn maybe_word<T>(
        &mut self,
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<Option<T>, StoreError> {
        let Some(text) = self.maybe_text()? else { return Ok(None) };
        read(&text).map(Some).ok_or_else(|| self.unreadable())
    }

    pub(super) fn list(&mut self) -> Result<List, StoreError> {
        self.word(|name| [List::Humans, List::Bots].into_iter().find(|list| list.name() == name))
    }

    pub(super) fn bytes(&mut self) -> Result<Vec<u8>, StoreError> {
        self.maybe_bytes()?.ok_or_else(|| self.unreadable())
    }

    pub(super) fn maybe_bytes(&mut self) -> Result<Option<Vec<u8>>, StoreError> {
        match self.values.next() {
            Some(Value::Bytes(bytes)) => Ok(Some(bytes)),
            Some(Value::Null) => Ok(None),
            Some(Value::Int(_) | Value::Text(_)) | None => Err(self.unreadable()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said<T>(read: Result<T, StoreError>) -> String {
        read.map(|_| ()).unwrap_err().to_string()
    }

    #[test]
    fn what_cannot_be_read_is_named_by_its_table_and_row() {
        let values = || vec![Value::Int(7), Value::Text("x".to_owned())];
        let mut fields = Fields::of("rating_player", values());
        let mut seat = Fields::of("rating_seat", values()).about(9);
        let mut tally = Fields::of("tally", values());

        assert_eq!(fields.row().unwrap(), 7);
        assert_eq!(said(fields.list()), "row 7 of rating_player cannot be read");
        assert_eq!(said(seat.text()), "row 9 of rating_seat cannot be read");
        assert_eq!(said(tally.text()), "a row of tally cannot be read");
    }
}
