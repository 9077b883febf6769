//! Connections for questions, beside the one that writes.

use std::sync::{Mutex, PoisonError};
use std::thread;

use super::{Database, Store, StoreError};

/// Gives out connections that only read. A file is opened for each question; connections to a server are kept for
/// the next, no more than were ever needed at a time.
#[derive(Debug)]
pub(crate) struct Readers {
    database: Database,
    idle: Mutex<Vec<Store>>,
}

impl Readers {
    pub(crate) fn new(database: Database) -> Self {
        Self { database, idle: Mutex::new(Vec::new()) }
    }

    /// What is read.
    pub(crate) fn database(&self) -> &Database {
        &self.database
    }

    /// Asks something. Waits for the database: not for a thread that drives tasks.
    pub(crate) fn ask<T, E: From<StoreError>>(
        &self,
        ask: impl FnOnce(&mut Store) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut store = self.take()?;
        let answer = ask(&mut store);
        // After an error nobody knows in what state a connection is.
        if answer.is_ok() && store.is_worth_keeping() {
            self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(store);
        }
        answer
    }

    fn take(&self) -> Result<Store, StoreError> {
        loop {
            let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
            let Some(mut store) = idle else { return Store::open_reader(&self.database) };
            if store.is_alive() {
                return Ok(store);
            }
        }
    }
}

impl Drop for Readers {
    /// Taking leave of a server waits for it, and whoever lets go of the last reader may be driving tasks.
    fn drop(&mut self) {
        let idle = std::mem::take(self.idle.get_mut().unwrap_or_else(PoisonError::into_inner));
        if !idle.is_empty() {
            thread::spawn(move || drop(idle));
        }
    }
}
