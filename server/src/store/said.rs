//! Statements that are the same on both kinds of database: plain ones over numbers, texts and bytes, written with `?1`. Each
//! side says them in its own way.

use super::StoreError;
use super::tables::Value;

/// A database that statements can be said to.
pub(crate) trait Sql {
    /// The rows a question is answered with.
    fn ask(&mut self, text: &str, given: &[Value]) -> Result<Vec<Vec<Value>>, StoreError>;
    /// Changes something, and says how many rows.
    fn change(&mut self, text: &str, given: &[Value]) -> Result<u64, StoreError>;
    /// Says something that nothing is given for or answered to, any number of statements.
    fn say(&mut self, text: &str) -> Result<(), StoreError>;
}

/// What failed, where one of them does.
pub(super) const DOING: &str = "read or write the database";
