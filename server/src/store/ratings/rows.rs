//! Values of a row, read in order.

use std::vec::IntoIter;

use crate::ratings::List;
use crate::store::StoreError;
use crate::store::tables::Value;

/// What is left to read of a row.
pub(super) struct Fields(IntoIter<Value>);

impl Fields {
    pub(super) fn of(row: Vec<Value>) -> Self {
        Self(row.into_iter())
    }

    pub(super) fn int(&mut self) -> Result<i64, StoreError> {
        match self.0.next() {
            Some(Value::Int(number)) => Ok(number),
            Some(Value::Null | Value::Text(_) | Value::Bytes(_)) | None => Err(unreadable()),
        }
    }

    pub(super) fn maybe_int(&mut self) -> Result<Option<i64>, StoreError> {
        match self.0.next() {
            Some(Value::Int(number)) => Ok(Some(number)),
            Some(Value::Null) => Ok(None),
            Some(Value::Text(_) | Value::Bytes(_)) | None => Err(unreadable()),
        }
    }

    pub(super) fn small<T: TryFrom<i64>>(&mut self) -> Result<T, StoreError> {
        T::try_from(self.int()?).map_err(|_| unreadable())
    }

    pub(super) fn flag(&mut self) -> Result<bool, StoreError> {
        Ok(self.int()? != 0)
    }

    pub(super) fn text(&mut self) -> Result<String, StoreError> {
        self.maybe_text()?.ok_or_else(unreadable)
    }

    pub(super) fn maybe_text(&mut self) -> Result<Option<String>, StoreError> {
        match self.0.next() {
            Some(Value::Text(text)) => Ok(Some(text)),
            Some(Value::Null) => Ok(None),
            Some(Value::Int(_) | Value::Bytes(_)) | None => Err(unreadable()),
        }
    }
}

impl Fields {
    pub(super) fn list(&mut self) -> Result<List, StoreError> {
        let name = self.text()?;
        [List::Humans, List::Bots]
            .into_iter()
            .find(|list| list.name() == name)
            .ok_or_else(unreadable)
    }

    pub(super) fn bytes(&mut self) -> Result<Vec<u8>, StoreError> {
        self.maybe_bytes()?.ok_or_else(unreadable)
    }

    pub(super) fn maybe_bytes(&mut self) -> Result<Option<Vec<u8>>, StoreError> {
        match self.0.next() {
            Some(Value::Bytes(bytes)) => Ok(Some(bytes)),
            Some(Value::Null) => Ok(None),
            Some(Value::Int(_) | Value::Text(_)) | None => Err(unreadable()),
        }
    }
}

pub(super) fn unreadable() -> StoreError {
    StoreError::Unreadable { table: "ratings", row: 0 }
}
