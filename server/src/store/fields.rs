//! Values of a row, read in order.

use std::vec::IntoIter;

use crate::ratings::List;
use crate::store::StoreError;
use crate::store::tables::Value;

/// What is left to read of a row.
pub(super) struct Fields {
    values: IntoIter<Value>,
    /// Which row it is, as far as is known.
    table: &'static str,
    row: i64,
}

impl Fields {
    pub(super) fn of(row: Vec<Value>) -> Self {
        Self { values: row.into_iter(), table: "ratings", row: 0 }
    }

    /// The id of a row of this table: what comes after it is said to be of that row where it can't be read.
    pub(super) fn row_of(&mut self, table: &'static str) -> Result<i64, StoreError> {
        self.table = table;
        self.row = self.int()?;
        Ok(self.row)
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
    pub(super) fn list(&mut self) -> Result<List, StoreError> {
        let name = self.text()?;
        [List::Humans, List::Bots]
            .into_iter()
            .find(|list| list.name() == name)
            .ok_or_else(|| self.unreadable())
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

pub(super) fn unreadable() -> StoreError {
    StoreError::Unreadable { table: "ratings", row: 0 }
}
