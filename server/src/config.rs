//! What a server can be told: by flag, by environment, by file, in that order; else a default.

mod values;

use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::time::Duration;

pub(crate) use self::values::Network;
pub use self::values::{List, LogFormat, OperatorToken, Origin};
pub use crate::recorder::Database;

/// Defines every setting once: its flag, its variable, its key in the file, its default and its help.
macro_rules! settings {
    ($($heading:literal { $(
        #[doc = $about:literal]
        $name:ident: $type:ty = $default:literal, $variable:literal, $value:literal;
    )+ })+) => {
        /// What was set, in one of the places where it can be.
        #[derive(Debug, Default, clap::Args, serde::Deserialize)]
        #[serde(deny_unknown_fields, rename_all = "kebab-case")]
        pub struct Settings {$($(
            #[arg(
                long, env = $variable, value_name = $value, hide_env_values = true, help_heading = $heading,
                help = concat!($about, " [default: ", $default, "]")
            )]
            $name: Option<$type>,
        )+)+}

        /// How a server runs: every setting has a value.
        #[derive(Debug)]
        pub struct Config {$($(
            #[doc = $about]
            pub $name: $type,
        )+)+}

        impl Settings {
            /// These; where nothing is set, the others.
            fn or(self, others: Self) -> Self {
                Self { $($( $name: self.$name.or(others.$name), )+)+ }
            }

            /// Fills in the defaults.
            pub fn resolve(self) -> Config {
                Config { $($( $name: self.$name.unwrap_or_else(|| by_default($default)), )+)+ }
            }
        }
    };
}

settings! {
    "Server" {
        /// Address and port to listen on; port 0 picks a free one.
        listen: SocketAddr = "127.0.0.1:8080", "SANJIN_LISTEN", "ADDRESS:PORT";
        /// Where everything is recorded: sqlite:PATH, made when it is not there, or postgres://USER@HOST/DATABASE.
        database: Database = "sqlite:sanjin.sqlite", "SANJIN_DATABASE", "URL";
        /// How long bots think at least; up to three times as long.
        bot_pace_ms: u32 = "400", "SANJIN_BOT_PACE_MS", "MILLISECONDS";
    }
    "Operator" {
        /// Opens /admin to whoever has it; at least 32 characters, and better not in a flag, which others on the machine can see.
        operator_token: OperatorToken = "none", "SANJIN_OPERATOR_TOKEN", "TOKEN";
        /// Pages of other hosts that may connect, with commas between, such as `https://play.example.org`.
        allowed_origins: List<Origin> = "none", "SANJIN_ALLOWED_ORIGINS", "ORIGINS";
        /// Proxies whose X-Forwarded-For is believed, with commas between, such as 127.0.0.1 or 10.0.0.0/8.
        trusted_proxies: List<Network> = "none", "SANJIN_TRUSTED_PROXIES", "ADDRESSES";
        /// What is logged: error, warn, info, debug, or by module, such as info,server::gateway=debug.
        log: String = "info", "SANJIN_LOG", "FILTER";
        /// How it is logged: text or json.
        log_format: LogFormat = "text", "SANJIN_LOG_FORMAT", "FORMAT";
    }
    "Limits; 0 turns one off" {
        /// Connections at a time.
        connections_max: u32 = "10000", "SANJIN_CONNECTIONS_MAX", "COUNT";
        /// Connections at a time from one address; a browser may keep seven.
        connections_per_address_max: u32 = "200", "SANJIN_CONNECTIONS_PER_ADDRESS_MAX", "COUNT";
        /// WebSockets at a time from one address; every player or spectator has one.
        sockets_per_address_max: u32 = "20", "SANJIN_SOCKETS_PER_ADDRESS_MAX", "COUNT";
        /// New connections a second from one address.
        accepts_per_second: u32 = "50", "SANJIN_ACCEPTS_PER_SECOND", "COUNT";
        /// Messages a second on one connection, in the long run.
        messages_per_second: u32 = "10", "SANJIN_MESSAGES_PER_SECOND", "COUNT";
        /// Messages at once on one connection.
        messages_burst: u32 = "30", "SANJIN_MESSAGES_BURST", "COUNT";
        /// How often a connection may be faster than that before it is closed.
        violations_max: u32 = "3", "SANJIN_VIOLATIONS_MAX", "COUNT";
        /// Messages a second from one address, in the long run; three times as many at once.
        address_messages_per_second: u32 = "100", "SANJIN_ADDRESS_MESSAGES_PER_SECOND", "COUNT";
        /// Changes a host may make to a room a second, in the long run; thirty at once.
        host_orders_per_second: u32 = "1", "SANJIN_HOST_ORDERS_PER_SECOND", "COUNT";
        /// Rooms or seats from one address that turn out not to be there, a minute.
        guesses_per_minute: u32 = "20", "SANJIN_GUESSES_PER_MINUTE", "COUNT";
        /// Kept games made from one address, a minute.
        kept_games_per_minute: u32 = "20", "SANJIN_KEPT_GAMES_PER_MINUTE", "COUNT";
        /// Writes to kept games from one address, a minute.
        kept_writes_per_minute: u32 = "300", "SANJIN_KEPT_WRITES_PER_MINUTE", "COUNT";
        /// Questions about ratings a minute from one address, and as many at once.
        ratings_per_minute: u32 = "60", "SANJIN_RATINGS_PER_MINUTE", "COUNT";
        /// The same with a key.
        keyed_ratings_per_minute: u32 = "300", "SANJIN_KEYED_RATINGS_PER_MINUTE", "COUNT";
        /// Rooms at a time.
        rooms_max: u32 = "20000", "SANJIN_ROOMS_MAX", "COUNT";
        /// Rooms at a time that one address has opened since the server started.
        rooms_per_address_max: u32 = "20", "SANJIN_ROOMS_PER_ADDRESS_MAX", "COUNT";
    }
    "Times" {
        /// For a request's head to arrive, from the first byte it could have.
        header_ms_max: NonZeroU32 = "5000", "SANJIN_HEADER_MS_MAX", "MILLISECONDS";
        /// For a request's body to arrive.
        body_ms_max: NonZeroU32 = "10000", "SANJIN_BODY_MS_MAX", "MILLISECONDS";
        /// For the first message on a new socket.
        first_message_ms_max: NonZeroU32 = "5000", "SANJIN_FIRST_MESSAGE_MS_MAX", "MILLISECONDS";
        /// Between two questions to a socket whether it is alive.
        ping_ms: NonZeroU32 = "15000", "SANJIN_PING_MS", "MILLISECONDS";
        /// Silence after which a socket is given up.
        silence_ms_max: NonZeroU32 = "25000", "SANJIN_SILENCE_MS_MAX", "MILLISECONDS";
        /// For a peer to take any byte of what is written to it.
        write_ms_max: NonZeroU32 = "5000", "SANJIN_WRITE_MS_MAX", "MILLISECONDS";
        /// For a player to come back to a match nobody is connected to; then its room is closed.
        idle_ms_max: NonZeroU32 = "86400000", "SANJIN_IDLE_MS_MAX", "MILLISECONDS";
        /// For a peer to say goodbye too when a socket is closed.
        close_ms_max: NonZeroU32 = "2000", "SANJIN_CLOSE_MS_MAX", "MILLISECONDS";
    }
}

/// Where settings come from.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A TOML file with any of the settings below, under the same names: `listen = "0.0.0.0:8080"`.
    /// A flag or a variable wins over it.
    #[arg(long, value_name = "FILE", env = "SANJIN_CONFIG")]
    config: Option<PathBuf>,
    #[command(flatten)]
    settings: Settings,
}

impl Args {
    /// Reads the file, if there is one, and settles every setting.
    ///
    /// # Errors
    /// The file can't be read, or something in it is wrong.
    pub fn resolve(self) -> Result<Config, ConfigError> {
        let file = self.config.as_deref().map(read).transpose()?.unwrap_or_default();
        Ok(self.settings.or(file).resolve())
    }
}

/// Why the settings can't be used.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file can't be read.
    #[error("can't read the settings in {}", path.display())]
    Read {
        /// Which.
        path: PathBuf,
        /// Why not.
        source: std::io::Error,
    },
    /// The file says something that is no setting.
    #[error(
        "{} has a line that is no setting, or a value that can't be one; mend it, `sanjin serve --help` lists what there is",
        path.display()
    )]
    Parse {
        /// Which.
        path: PathBuf,
        /// Where and what; shows the line.
        source: Box<toml::de::Error>,
    },
}

fn read(path: &Path) -> Result<Settings, ConfigError> {
    let text = std::fs::read_to_string(path)
        .map_err(|source| ConfigError::Read { path: path.to_owned(), source })?;
    toml::from_str(&text)
        .map_err(|source| ConfigError::Parse { path: path.to_owned(), source: Box::new(source) })
}

/// A time in milliseconds as the clock takes it.
pub(crate) fn millis(time: NonZeroU32) -> Duration {
    Duration::from_millis(time.get().into())
}

fn by_default<T: std::str::FromStr>(text: &str) -> T {
    match text.parse() {
        Ok(value) => value,
        Err(_) => unreachable!("a test reads every default"),
    }
}

#[cfg(test)]
mod tests {
    use std::error::Error as _;

    use clap::Parser;

    use super::*;

    #[derive(clap::Parser)]
    struct Cli {
        #[command(flatten)]
        args: Args,
    }

    fn resolve(flags: &[&str]) -> Result<Config, ConfigError> {
        Cli::try_parse_from(["sanjin"].iter().chain(flags)).unwrap().args.resolve()
    }

    fn file(text: &str) -> (tempfile::TempDir, String) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("sanjin.toml");
        std::fs::write(&path, text).unwrap();
        let path = path.to_str().unwrap().to_owned();
        (folder, path)
    }

    #[test]
    fn every_default_can_be_read() {
        let config = Settings::default().resolve();

        assert_eq!(config.listen.to_string(), "127.0.0.1:8080");
        assert!(!config.operator_token.is_set());
        assert_eq!((config.messages_per_second, config.messages_burst), (10, 30));
    }

    #[test]
    fn a_flag_wins_over_the_file_and_the_file_over_the_default() {
        let (_folder, path) =
            file("rooms-max = 7\nping-ms = 9\nallowed-origins = [\"https://a.b\"]");

        let config = resolve(&["--config", &path, "--rooms-max", "8"]).unwrap();

        assert_eq!(config.rooms_max, 8);
        assert_eq!(config.ping_ms.get(), 9);
        assert_eq!(config.allowed_origins.0[0].as_str(), "https://a.b");
        assert_eq!(config.violations_max, 3);
    }

    #[test]
    fn a_wrong_line_of_the_file_is_shown_with_its_number_and_what_there_is() {
        let short = "operator-token = \"secret\"";
        for (text, hint) in [
            ("# settings\nlistn = \"x\"", "`listen`"),
            ("\nrooms-max = \"many\"", "u32"),
            (&format!("\n{short}"), "at least 32"),
            ("\ndatabase = \"mysql:x\"", "sqlite:PATH"),
        ] {
            let (_folder, path) = file(text);
            let error = resolve(&["--config", &path]).unwrap_err();
            let said = format!("{error}: {}", error.source().unwrap());
            assert_eq!(said.matches("line 2").count(), 1, "{said}");
            assert!(said.contains("line 2") && said.contains(hint), "{text}: {said}");
            assert!(said.contains("sanjin serve --help"), "{said}");
        }
    }

    #[test]
    fn the_operator_token_is_not_shown_by_debug() {
        let token = "0123456789abcdef0123456789abcdef";

        let config = resolve(&["--operator-token", token]).unwrap();

        assert!(config.operator_token.matches(token) && !config.operator_token.matches("none"));
        assert!(!format!("{config:?}").contains(token));
    }
}
