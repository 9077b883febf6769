//! A database of its own for every test: a file, or one on the PostgreSQL server that `SANJIN_TEST_POSTGRES` names.

#![allow(dead_code, reason = "each test file that includes this module uses only some of it")]

use std::env;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use postgres::{Client, NoTls};
use rusqlite::config::DbConfig;
use tempfile::TempDir;

/// Names the server, with a role that may make databases: `postgres://USER@HOST:PORT/postgres`.
pub(crate) const SERVER: &str = "SANJIN_TEST_POSTGRES";

/// A place for a database, deleted at the end.
pub(crate) struct Fresh {
    /// A folder for whatever else the test writes.
    pub(crate) folder: TempDir,
    /// The file, if it is one.
    pub(crate) path: PathBuf,
    /// Where the database is, as flags name it.
    pub(crate) url: String,
    name: Option<String>,
}

impl Fresh {
    /// An empty place, of the kind that is being tested.
    pub(crate) fn new() -> Self {
        match env::var(SERVER) {
            Ok(server) => Self::on(&server, "template0"),
            Err(_) => Self::file(),
        }
    }

    /// An empty place for a file.
    pub(crate) fn file() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let path = folder.path().join("sanjin.sqlite");
        let url = format!("sqlite:{}", path.display());
        Self { folder, path, url, name: None }
    }

    /// Whether it is on a server.
    pub(crate) fn is_on_server(&self) -> bool {
        self.name.is_some()
    }

    /// Another with the same in it, while nobody uses this one.
    pub(crate) fn copy(&self) -> Self {
        match &self.name {
            Some(name) => Self::on(&env::var(SERVER).expect("it named a server"), name),
            None => {
                let copy = Self::file();
                std::fs::copy(&self.path, &copy.path).expect("the file can be copied");
                copy
            }
        }
    }

    /// Changes the database behind the server's back.
    pub(crate) fn edit(&self, statements: &str) {
        self.try_edit(statements).expect("the statements are right");
    }

    /// The same, by statements in the words of SQLite and in those of PostgreSQL.
    pub(crate) fn edit_as(&self, sqlite: &str, postgres: &str) {
        self.edit(if self.is_on_server() { postgres } else { sqlite });
    }

    /// Changes the database behind the server's back, if it allows that.
    pub(crate) fn try_edit(&self, statements: &str) -> Result<(), String> {
        if self.is_on_server() {
            return say(&self.url, statements);
        }
        let connection = rusqlite::Connection::open(&self.path).expect("the database opens");
        connection.execute_batch(statements).map_err(|error| error.to_string())
    }

    /// Damages the database behind the server's back, past everything that keeps it from that.
    pub(crate) fn damage(&self, statements: &str) {
        if self.is_on_server() {
            return self.edit(&format!("SET session_replication_role = replica; {statements}"));
        }
        let connection = rusqlite::Connection::open(&self.path).expect("the database opens");
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false).expect("it can");
        connection.execute_batch(statements).expect("the statements are right");
    }

    fn on(server: &str, template: &str) -> Self {
        static MADE: AtomicU32 = AtomicU32::new(0);
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        let name = format!("test_{}_{number}", std::process::id());
        say(server, &format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)")).expect("a server");
        say(server, &format!("CREATE DATABASE {name} TEMPLATE {template} ENCODING 'UTF8'"))
            .expect("a database can be made");
        let (server, _) = server.rsplit_once('/').expect("it names a database");
        let mut fresh = Self::file();
        fresh.url = format!("{server}/{name}");
        fresh.name = Some(name);
        fresh
    }
}

impl Drop for Fresh {
    fn drop(&mut self) {
        if let (Some(name), Ok(server)) = (&self.name, env::var(SERVER)) {
            let _ = say(&server, &format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)"));
        }
    }
}

/// Says something to a server, on a thread of its own: tests drive tasks on theirs.
pub(crate) fn say(url: &str, statements: &str) -> Result<(), String> {
    let said = || {
        let mut client = Client::connect(url, NoTls).map_err(|error| format!("{error:?}"))?;
        client.batch_execute(statements).map_err(|error| format!("{error:?}"))
    };
    thread::scope(|scope| scope.spawn(said).join()).expect("it does not panic")
}

/// Where a file is, as flags name it.
pub(crate) fn sqlite_url(path: &Path) -> String {
    format!("sqlite:{}", path.display())
}
