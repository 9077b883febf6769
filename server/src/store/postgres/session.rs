//! Connections to the server: one that writes and keeps others out, and ones that only read.

use std::collections::HashMap;
use std::time::Duration;

use ::postgres::error::SqlState;
use ::postgres::types::ToSql;
use ::postgres::{Client, Config, NoTls, Row, Statement};
use rand::Rng;
use tracing::warn;

use super::{schema, sql};
use crate::store::{PROBE_BYTES, PostgresUrl, StoreError};

/// How long a server may take to answer the first time.
const CONNECT_SECONDS_MAX: u64 = 5;

/// How long whoever wrote before may take to let go: a server that was killed is gone at once, the session it had
/// ends when what it was doing is done.
const LOCK_MS_MAX: u64 = 3_000;

/// How long the network may stay silent with something under way.
const SILENCE_SECONDS_MAX: u64 = 10;

/// How long a connection that lay idle may take to show that it is alive.
const ALIVE_SECONDS_MAX: u64 = 2;

/// What a server that writes holds, in its database: "SJIN".
const LOCK: i64 = 0x534a_494e;

/// A connection, and the statements prepared on it.
pub(crate) struct Session {
    client: Client,
    prepared: HashMap<String, Statement>,
    /// What this connection writes under; another server that takes over has the next.
    pub(super) epoch: i64,
}

pub(super) type Given<'a> = &'a [&'a (dyn ToSql + Sync)];

impl Session {
    pub(super) fn connect(url: &PostgresUrl) -> Result<Self, StoreError> {
        let mut config: Config = url.config().clone();
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(Duration::from_secs(CONNECT_SECONDS_MAX));
        }
        if config.get_application_name().is_none() {
            config.application_name("sanjin");
        }
        config.tcp_user_timeout(Duration::from_secs(SILENCE_SECONDS_MAX));
        config.keepalives_idle(Duration::from_secs(SILENCE_SECONDS_MAX));
        let client = config.connect(NoTls).map_err(sql("connect to the database"))?;
        Ok(Self { client, prepared: HashMap::new(), epoch: 0 })
    }

    /// Whether the server still answers.
    pub(crate) fn is_alive(&mut self) -> bool {
        self.client.is_valid(Duration::from_secs(ALIVE_SECONDS_MAX)).is_ok()
    }

    /// The rows a question is answered with.
    pub(super) fn rows(
        &mut self,
        text: &str,
        given: Given<'_>,
    ) -> Result<Vec<Row>, ::postgres::Error> {
        let statement = self.statement(text)?;
        self.client.query(&statement, given)
    }

    /// The first row a question is answered with.
    pub(super) fn row(
        &mut self,
        text: &str,
        given: Given<'_>,
    ) -> Result<Option<Row>, ::postgres::Error> {
        Ok(self.rows(text, given)?.into_iter().next())
    }

    /// Shows rows to `visit` as they come, however many.
    pub(super) fn each_row(
        &mut self,
        text: &str,
        mut visit: impl FnMut(&Row) -> Result<(), StoreError>,
        doing: &'static str,
    ) -> Result<(), StoreError> {
        use ::postgres::fallible_iterator::FallibleIterator;
        let none: [&(dyn ToSql + Sync); 0] = [];
        let mut rows = self.client.query_raw(text, none).map_err(sql(doing))?;
        while let Some(row) = rows.next().map_err(sql(doing))? {
            visit(&row)?;
        }
        Ok(())
    }

    /// Changes something, and says how many rows.
    pub(super) fn execute(
        &mut self,
        text: &str,
        given: Given<'_>,
    ) -> Result<u64, ::postgres::Error> {
        let statement = self.statement(text)?;
        self.client.execute(&statement, given)
    }

    /// Says something without an answer, any number of statements.
    pub(super) fn say(&mut self, text: &str) -> Result<(), ::postgres::Error> {
        self.client.batch_execute(text)
    }

    fn statement(&mut self, text: &str) -> Result<Statement, ::postgres::Error> {
        if let Some(statement) = self.prepared.get(text) {
            return Ok(statement.clone());
        }
        let statement = self.client.prepare(text)?;
        self.prepared.insert(text.to_owned(), statement.clone());
        Ok(statement)
    }
}

/// Opens the connection that writes: waits for whoever wrote before, keeps others out, and brings the tables up to
/// date. When it returns, nothing that was under way before can become durable any more: the session it was under way
/// on is over, and whatever writes under its epoch is refused.
pub(crate) fn open_writer(url: &PostgresUrl) -> Result<Session, StoreError> {
    let doing = "take the database over";
    let mut session = Session::connect(url)?;
    let wait = format!(
        "SET lock_timeout = {LOCK_MS_MAX}; SELECT pg_advisory_lock({LOCK}); RESET lock_timeout"
    );
    session.say(&wait).map_err(|error| match error.code() {
        Some(&SqlState::LOCK_NOT_AVAILABLE) => StoreError::Busy,
        Some(_) | None => sql(doing)(error),
    })?;
    keep_promises(&mut session)?;
    schema::migrate(&mut session)?;
    let taken = "UPDATE store SET epoch = epoch + 1 RETURNING epoch";
    let row = session.row(taken, &[]).map_err(sql(doing))?.ok_or(StoreError::NotOurs)?;
    session.epoch = row.get(0);
    Ok(session)
}

/// Opens a connection that can only read what is committed.
pub(crate) fn open_reader(url: &PostgresUrl) -> Result<Session, StoreError> {
    let mut session = Session::connect(url)?;
    session
        .say("SET default_transaction_read_only = on")
        .map_err(sql("set up the database connection"))?;
    schema::check(&mut session)?;
    Ok(session)
}

/// A commit is on disk before it is acknowledged, whatever the server does for others.
fn keep_promises(session: &mut Session) -> Result<(), StoreError> {
    let doing = "set up the database connection";
    let sync = "SELECT set_config('synchronous_commit', CASE current_setting('synchronous_commit')
            WHEN 'remote_apply' THEN 'remote_apply' ELSE 'on' END, false),
        current_setting('fsync'), current_setting('full_page_writes')";
    let row = session.row(sync, &[]).map_err(sql(doing))?.ok_or(StoreError::NotOurs)?;
    if row.get::<_, &str>(1) != "on" || row.get::<_, &str>(2) != "on" {
        warn!(
            "the PostgreSQL server runs without fsync or full_page_writes: a power cut may lose what was shown"
        );
    }
    Ok(())
}

/// From here to [`end_moment`] everything read is of one moment.
pub(crate) fn begin_moment(session: &mut Session) -> Result<(), StoreError> {
    let begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
    session.say(begin).map_err(sql("choose a moment"))
}

/// Goes on with the present.
pub(crate) fn end_moment(session: &mut Session) -> Result<(), StoreError> {
    session.say("COMMIT").map_err(sql("leave a moment"))
}

/// Finds out whether the store takes writes, by writing something where steps go and deleting it again, which nobody
/// sees. It is random: what can be pressed together needs no room.
pub(crate) fn probe(session: &mut Session) -> Result<(), StoreError> {
    let mut body = vec![0; PROBE_BYTES as usize];
    rand::rng().fill_bytes(&mut body);
    let mut write = || {
        session.say("BEGIN")?;
        let insert =
            "INSERT INTO log (id, room, seq, version, body, hash) VALUES (-1, -1, -1, 0, $1, '')";
        session.execute(insert, &[&body])?;
        session.say("DELETE FROM log WHERE id = -1; COMMIT")
    };
    write().map_err(sql("probe the database"))
}

/// The server tidies up by itself.
pub(crate) fn checkpoint(_session: &mut Session) -> Result<(), StoreError> {
    Ok(())
}
