//! Where a database is: a file, or a PostgreSQL server.

use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// A database by its address.
#[derive(Clone, Debug)]
pub enum Database {
    /// A file of SQLite's.
    Sqlite(PathBuf),
    /// A database of a PostgreSQL server.
    Postgres(PostgresUrl),
}

/// A database of a PostgreSQL server. May hold a password, which neither `Debug` nor `Display` shows.
#[derive(Clone)]
pub struct PostgresUrl(Box<::postgres::Config>);

impl PostgresUrl {
    /// How to connect to it.
    pub(super) fn config(&self) -> &::postgres::Config {
        &self.0
    }
}

impl FromStr for Database {
    type Err = String;

    fn from_str(address: &str) -> Result<Self, String> {
        if ["postgres://", "postgresql://"].iter().any(|scheme| address.starts_with(scheme)) {
            let asks_for_tls = ["sslmode=verify", "sslmode=require"];
            if asks_for_tls.iter().any(|mode| address.contains(mode)) {
                return Err(NO_TLS.to_owned());
            }
            // What it says of a wrong address may quote the password.
            let config = address.parse().map_err(|_| format!("the address can't be read; {USAGE}"));
            return Ok(Self::Postgres(PostgresUrl(Box::new(config?))));
        }
        match address.strip_prefix("sqlite:").filter(|path| !path.is_empty()) {
            Some(path) => Ok(Self::Sqlite(path.into())),
            None => Err(USAGE.to_owned()),
        }
    }
}

const USAGE: &str = "write sqlite:PATH, for example sqlite:sanjin.sqlite, or postgres://USER:PASSWORD@HOST/DATABASE";

const NO_TLS: &str = "connections to PostgreSQL are not encrypted yet, and sslmode asks for that; \
    use a socket, the same machine or a tunnel, and leave sslmode out";

/// A file that lies beside a file of SQLite's, by what its name has more. Where the path is a link, that is beside what it
/// leads to: so SQLite does it, and so two names of one file have one lock.
pub(crate) fn beside(file: &Path, suffix: &str) -> PathBuf {
    let led_to = || Some(file.parent()?.join(file.read_link().ok()?));
    let real = file.canonicalize().ok().or_else(led_to);
    let mut path = OsString::from(real.as_deref().unwrap_or(file));
    path.push(suffix);
    path.into()
}

impl From<&Path> for Database {
    fn from(path: &Path) -> Self {
        Self::Sqlite(path.to_owned())
    }
}

impl From<&PathBuf> for Database {
    fn from(path: &PathBuf) -> Self {
        Self::Sqlite(path.clone())
    }
}

impl From<&Database> for Database {
    fn from(database: &Database) -> Self {
        database.clone()
    }
}

impl fmt::Display for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sqlite(path) => path.display().fmt(f),
            Self::Postgres(url) => url.fmt(f),
        }
    }
}

impl fmt::Display for PostgresUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use ::postgres::config::Host;
        let host = match self.0.get_hosts().first() {
            Some(Host::Tcp(name)) => name.clone(),
            #[cfg(unix)]
            Some(Host::Unix(folder)) => folder.display().to_string(),
            None => "localhost".to_owned(),
        };
        let name = self.0.get_dbname().or(self.0.get_user()).unwrap_or_default();
        match self.0.get_ports().first() {
            Some(port) => write!(f, "postgres://{host}:{port}/{name}"),
            None => write!(f, "postgres://{host}/{name}"),
        }
    }
}

impl fmt::Debug for PostgresUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_names_a_file_or_a_server_and_keeps_its_password() {
        let file: Database = "sqlite:a.sqlite".parse().unwrap();
        let server: Database = "postgres://ana:secret@db.example:5433/games".parse().unwrap();

        assert!(matches!(file, Database::Sqlite(path) if path.as_os_str() == "a.sqlite"));
        assert_eq!(server.to_string(), "postgres://db.example:5433/games");
        assert!(!format!("{server:?}").contains("secret"));
        for encrypted in ["require", "verify-ca", "verify-full"] {
            let address = format!("postgres://ana:secret@h/x?sslmode={encrypted}");
            let said = address.parse::<Database>().unwrap_err();
            assert!(said.contains("not encrypted") && !said.contains("secret"), "{said}");
        }
        for wrong in ["mysql:x", "sqlite:", "", "postgres://h:secret/x"] {
            let said = wrong.parse::<Database>().unwrap_err();
            assert!(said.contains("sqlite:PATH") && !said.contains("secret"), "{said}");
        }
    }
}
