//! Statements that are said again and again, prepared once.

use std::collections::HashMap;

use rusqlite::{Connection, Statement};

/// The statements prepared so far on a connection; as many as the program has.
pub(super) struct Statements<'c> {
    connection: &'c Connection,
    prepared: HashMap<&'static str, Statement<'c>>,
}

impl<'c> Statements<'c> {
    pub(super) fn new(connection: &'c Connection) -> Self {
        Self { connection, prepared: HashMap::new() }
    }

    /// The statement with this text.
    pub(super) fn of(&mut self, text: &'static str) -> rusqlite::Result<&mut Statement<'c>> {
        if !self.prepared.contains_key(text) {
            self.prepared.insert(text, self.connection.prepare(text)?);
        }
        Ok(self.prepared.get_mut(text).expect("it has just been put there"))
    }
}
