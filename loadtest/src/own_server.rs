//! A `sanjin serve` of our own: a fresh database, no limits for one address, killed and restarted.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context as _, ensure};

use crate::process::{ServerProcess, Usage};

/// All clients come from one address and are faster than people.
const NO_LIMITS: [&str; 12] = [
    "--connections-max=0",
    "--connections-per-address-max=0",
    "--sockets-per-address-max=0",
    "--accepts-per-second=0",
    "--messages-per-second=0",
    "--address-messages-per-second=0",
    "--host-orders-per-second=0",
    "--guesses-per-minute=0",
    "--kept-games-per-minute=0",
    "--kept-writes-per-minute=0",
    "--rooms-max=0",
    "--rooms-per-address-max=0",
];

/// Which server to start, and how.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct OwnServerArgs {
    /// The `sanjin` binary to start; by default the one beside this program.
    #[arg(long, value_name = "PATH")]
    pub(crate) server: Option<PathBuf>,
    /// More words for `sanjin serve`; limits for one address are off already.
    #[arg(long = "server-arg", value_name = "WORD", allow_hyphen_values = true)]
    pub(crate) server_args: Vec<String>,
    /// Keep the server to this core.
    #[arg(long, value_name = "NUMBER")]
    pub(crate) server_core: Option<usize>,
}

/// A server with a database of its own; both are gone when it is dropped.
pub(crate) struct OwnServer {
    program: PathBuf,
    words: Vec<String>,
    core: Option<usize>,
    folder: PathBuf,
    process: Option<ServerProcess>,
}

impl OwnServer {
    /// Starts a server on a fresh database.
    pub(crate) fn start(args: &OwnServerArgs) -> anyhow::Result<Self> {
        let beside = || anyhow::Ok(std::env::current_exe()?.with_file_name("sanjin"));
        let program = args.server.clone().map_or_else(beside, Ok)?;
        let folder = std::env::temp_dir().join(format!("sanjin-loadtest-{}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        let mut words: Vec<_> = ["serve", "--listen", "127.0.0.1:0"].map(str::to_owned).into();
        words.extend(NO_LIMITS.map(str::to_owned));
        // What it says in passing would stand between the figures.
        if !args.server_args.iter().any(|word| word.starts_with("--log")) {
            words.extend(["--log", "warn"].map(str::to_owned));
        }
        words.extend(args.server_args.iter().cloned());
        let core = args.server_core;
        let mut server = Self { program, words, core, folder, process: None };
        server.words.extend(["--database".to_owned(), server.database()]);
        server.restart()?;
        Ok(server)
    }

    /// Kills it as a power cut would.
    pub(crate) fn kill(&mut self) {
        self.process = None;
    }

    /// Starts it, on the same database if it ran before; it may listen somewhere else then.
    pub(crate) fn restart(&mut self) -> anyhow::Result<()> {
        self.kill();
        self.process = Some(ServerProcess::start(&self.program, &self.words, self.core)?);
        Ok(())
    }

    /// Host and port.
    pub(crate) fn address(&self) -> anyhow::Result<&str> {
        let process = self.process.as_ref().context("the server is down")?;
        Ok(&process.address)
    }

    /// What it has taken of the machine since it was last started.
    pub(crate) fn usage(&self) -> Usage {
        let usage = self.process.as_ref().map(ServerProcess::usage);
        usage.and_then(Result::ok).unwrap_or_default()
    }

    /// Stops it and has its whole database checked: every chain, and every score played again.
    pub(crate) fn check(&mut self) -> anyhow::Result<()> {
        self.kill();
        let mut check = Command::new(&self.program);
        let checked = check.args(["check", "--database", &self.database()]).output()?;
        let said = String::from_utf8_lossy(&checked.stdout);
        ensure!(checked.status.success(), "the database does not check: {}", said.trim());
        Ok(())
    }

    fn database(&self) -> String {
        format!("sqlite:{}", self.folder.join("sanjin.sqlite").display())
    }
}

impl Drop for OwnServer {
    fn drop(&mut self) {
        self.kill();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
