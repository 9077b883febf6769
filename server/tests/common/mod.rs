//! A real server on a database of its own, and clients that speak to it over real sockets.

#![allow(dead_code, reason = "each test file that includes this module uses only some of it")]

pub(crate) mod asking;
pub(crate) mod fresh;
pub(crate) mod line;
pub(crate) mod play;
mod player;
pub(crate) mod watcher;
pub(crate) mod wire;

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use self::fresh::{Fresh, sqlite_url};
pub(crate) use self::player::Player;

/// Players here are faster than people, and all come from one address.
pub(crate) const NO_LIMITS: &[&str] = &[
    "--connections-per-address-max=0",
    "--sockets-per-address-max=0",
    "--accepts-per-second=0",
    "--messages-per-second=0",
    "--address-messages-per-second=0",
    "--host-orders-per-second=0",
    "--guesses-per-minute=0",
    "--kept-games-per-minute=0",
    "--kept-writes-per-minute=0",
    "--rooms-per-address-max=0",
    "--bot-pace-ms=0",
];

/// A running `sanjin serve`; killed without warning when dropped.
pub(crate) struct TestServer {
    process: Child,
    pub(crate) address: String,
    pub(crate) folder: PathBuf,
    flags: Vec<String>,
    environment: Vec<(String, PathBuf)>,
    database: String,
    pub(crate) fresh: Fresh,
}

impl TestServer {
    /// Starts a server on a fresh database, without limits.
    pub(crate) fn start(name: &str) -> Self {
        Self::start_with(name, NO_LIMITS)
    }

    /// Starts a server on a fresh database, with the usual limits but for these flags.
    pub(crate) fn start_with(name: &str, flags: &[&str]) -> Self {
        Self::start_in(name, flags, |_| Vec::new())
    }

    /// The same in an environment that may need to know the server's folder.
    pub(crate) fn start_in(
        name: &str,
        flags: &[&str],
        environment: impl FnOnce(&Path) -> Vec<(String, PathBuf)>,
    ) -> Self {
        let folder = fresh_folder(name);
        let flags: Vec<_> = flags.iter().map(|flag| (*flag).to_owned()).collect();
        let environment = environment(&folder);
        let fresh = Fresh::new();
        let database = match fresh.is_on_server() {
            true => fresh.url.clone(),
            false => sqlite_url(&folder.join("sanjin.sqlite")),
        };
        let (process, address) = launch(&folder, &database, &flags, &environment);
        Self { process, address, folder, flags, environment, database, fresh }
    }

    /// Starts a server on this database, of whichever kind it is.
    pub(crate) fn start_on(name: &str, fresh: Fresh) -> Self {
        let folder = fresh_folder(name);
        let flags: Vec<_> = NO_LIMITS.iter().map(|flag| (*flag).to_owned()).collect();
        let database = fresh.url.clone();
        let (process, address) = launch(&folder, &database, &flags, &[]);
        Self { process, address, folder, flags, environment: Vec::new(), database, fresh }
    }

    /// Kills it as a power cut would, and starts another on the same database.
    pub(crate) fn kill_and_restart(&mut self) {
        self.kill();
        self.restart();
    }

    /// Kills it as a power cut would.
    pub(crate) fn kill(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }

    /// Asks it to stop, as a service manager does.
    pub(crate) fn terminate(&self) {
        let id = self.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    }

    /// Waits for it to end; says whether it ended well.
    pub(crate) fn wait(&mut self) -> bool {
        self.process.wait().unwrap().success()
    }

    /// Starts another on the same database, once it has ended.
    pub(crate) fn restart(&mut self) {
        self.process.wait().unwrap();
        (self.process, self.address) =
            launch(&self.folder, &self.database, &self.flags, &self.environment);
    }

    /// Everything it has logged.
    pub(crate) fn log(&self) -> String {
        std::fs::read_to_string(self.folder.join("log")).unwrap_or_default()
    }

    pub(crate) fn id(&self) -> u32 {
        self.process.id()
    }

    /// Where its database is, as flags name it.
    pub(crate) fn database(&self) -> String {
        self.database.clone()
    }

    /// Whether that is on a server.
    pub(crate) fn is_on_server(&self) -> bool {
        self.fresh.is_on_server()
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("{}", self.log());
        }
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// A folder nobody else has, also where tests of one process give their servers the same name.
fn fresh_folder(name: &str) -> PathBuf {
    static MADE: AtomicU32 = AtomicU32::new(0);
    let (process, number) = (std::process::id(), MADE.fetch_add(1, Ordering::Relaxed));
    let folder = std::env::temp_dir().join(format!("sanjin-{name}-{process}-{number}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn launch(
    folder: &Path,
    database: &str,
    flags: &[String],
    environment: &[(String, PathBuf)],
) -> (Child, String) {
    let log = std::fs::File::options().create(true).append(true).open(folder.join("log")).unwrap();
    let mut process = Command::new(env!("CARGO_BIN_EXE_sanjin"))
        .args(["serve", "--listen", "127.0.0.1:0", "--database", database])
        .args(flags)
        .envs(environment.iter().cloned())
        .stdout(Stdio::piped())
        .stderr(log)
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.split("http://").nth(1).and_then(|rest| rest.split(' ').next());
    (process, address.unwrap_or_else(|| panic!("no address in {line:?}")).to_owned())
}
