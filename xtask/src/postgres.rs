//! A PostgreSQL server of our own for the tests: made in a folder, on a free port, gone at the end.

use std::{
    env,
    ffi::OsString,
    fs,
    hash::{BuildHasher, RandomState},
    net::TcpListener,
    ops::Range,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail};

use crate::{
    counts,
    step::{Failed, Tally},
    tool,
};

/// Where Debian and its kin put each version.
const VERSIONS: &str = "/usr/lib/postgresql";
/// Whom it runs as when we are root, which it refuses to run as; the package makes this user.
const USER: &str = "postgres";

/// Ports it may have: below those a system gives to others while it is made, or started again after it was killed.
const PORTS: Range<u16> = 10_000..20_000;
/// How often it is tried on another port: one that is free may be taken in the next moment.
const ATTEMPTS_MAX: u64 = 5;

/// What runs on it beside SQLite: every test that opens a store or starts a server on one, which `tidy` checks. What is left out
/// changes bytes of SQLite's files or fails under one (`flipped`, `faults`), or has no store at all (`commands`, the fault simulation).
const TESTS: [&[&str]; 3] = [
    &[
        "--lib",
        "--",
        "gateway::api::peers::tests",
        "gateway::api::ratings::leagues::tests",
        "gateway::api::tests",
        "gateway::health",
        "rooms::listing",
        "rooms::over_sockets",
        "rooms::reopening::tests",
        "rooms::withdrawing::tests",
        "serve::tests",
        "store::postgres",
    ],
    &["--test=recorder", "--", "--skip=faults::", "--skip=flipped", SKIP_DEATH, SKIP_DISK],
    &[
        "--test=abuse",
        "--test=bot_clients",
        "--test=crash",
        "--test=fair_wall",
        "--test=history",
        "--test=members",
        "--test=operations",
        "--test=options",
        "--test=pace",
        "--test=phases",
        "--test=rooms",
        "--test=serve",
        "--test=sheets",
    ],
];
const SKIP_DEATH: &str = "--skip=however_often_the_server_dies";
const SKIP_DISK: &str = "--skip=however_often_the_disk_fails";

/// What takes the server or its disk away from everybody, and so runs one by one on a server of its own, whose disk fails
/// when it is told to.
const ALONE: [&[&str]; 2] = [
    &["--test=recorder", "--", "--test-threads=1", "however_often_the_"],
    &["--test=failing_disk", "--", "--test-threads=1"],
];
/// The disk that fails: it stands between a program and the kernel.
const FAULTY_DISK: &str = "server/tests/recorder/faulty_disk.c";

/// Whether the tests of a module run on a server, or those of a program that is named by its flag.
pub(crate) fn runs(test: &str) -> bool {
    let is_named = |name: &str| match test.starts_with("--") {
        true => name == test,
        false => test.contains(name),
    };
    TESTS.iter().chain(&ALONE).flat_map(|tests| *tests).any(|name| is_named(name))
}

/// Runs the tests that have a database on a server.
pub(crate) fn tests() -> Result<Tally> {
    let mut sum = Tally::default();
    run_on(&Instance::start()?, &TESTS, &mut sum)?;
    run_on(&Instance::start_on(Disk::Faulty)?, &ALONE, &mut sum)?;
    Ok(sum)
}

fn run_on(server: &Instance, all: &[&[&str]], sum: &mut Tally) -> Result<()> {
    for tests in all {
        let mut command = tool::cargo();
        // The same packages as in the other run, so that nothing is built twice.
        command.args(["test", "--workspace", "--no-fail-fast"]).args(*tests);
        server.name_in(&mut command);
        let (status, output) = tool::run_keeping_stdout(&mut command)?;
        let tally = counts::of_cargo_test(&output).or_failed_if(Failed::from(status));
        if tally == Tally::default() {
            bail!("no test ran");
        }
        sum.add(&tally);
    }
    Ok(())
}

/// Runs a command with a server in its environment.
pub(crate) fn with_server(disk: Disk, command: &[OsString]) -> Result<()> {
    let (program, arguments) = command.split_first().context("name a command after --")?;
    let server = Instance::start_on(disk)?;
    let mut command = tool::command(program);
    command.args(arguments);
    server.name_in(&mut command);
    tool::run(&mut command)
}

/// Whether there is a server to start.
pub(crate) fn is_installed() -> bool {
    programs().is_ok()
}

/// What a server writes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Disk {
    Real,
    /// Fails while a file says so.
    Faulty,
}

/// A running server; stopped when dropped.
pub(crate) struct Instance {
    programs: PathBuf,
    folder: PathBuf,
    port: u16,
    disk: Disk,
}

impl Instance {
    /// Makes a server and starts it.
    pub(crate) fn start() -> Result<Self> {
        Self::start_on(Disk::Real)
    }

    fn start_on(disk: Disk) -> Result<Self> {
        let mut server =
            Self { programs: programs()?, folder: folder()?, port: free_port()?, disk };
        let data = server.data();
        let mut make = as_server(server.programs.join("initdb"));
        make.arg("--pgdata").arg(&data).args(["--auth=trust", "--username=sanjin"]);
        tool::read(make.args(["--encoding=UTF8", "--locale=C"]))?;
        if disk == Disk::Faulty {
            let mut compiler = tool::command("cc");
            compiler.args(["-shared", "-fPIC", "-O1", "-o"]).arg(server.faulty_disk());
            tool::run(compiler.arg(tool::root().join(FAULTY_DISK)))?;
        }
        for attempt in 1.. {
            let words = server.starting();
            let (first, rest) = words.split_first().context("a command has a word")?;
            match tool::run(tool::command(first).args(rest)) {
                Ok(()) => break,
                Err(error) if attempt == ATTEMPTS_MAX => return Err(error),
                Err(_) => server.port = free_port()?,
            }
        }
        Ok(server)
    }

    /// A database on it that is always there, and from which others can be made.
    pub(crate) fn url(&self) -> String {
        format!("postgres://sanjin@127.0.0.1:{}/postgres", self.port)
    }

    /// Tells a command where the server is, how to kill it, and how to make its disk fail.
    fn name_in(&self, command: &mut Command) {
        command.env("SANJIN_TEST_POSTGRES", self.url());
        command.env("SANJIN_TEST_POSTGRES_CRASH", self.crash());
        if self.disk == Disk::Faulty {
            command.env("SANJIN_TEST_POSTGRES_FAULT", self.fault());
        }
    }

    /// For a shell: kills every process of the server at once, if it still runs, and starts it again on what that left.
    fn crash(&self) -> String {
        let start = self.starting();
        let quoted = start.iter().map(|word| format!("'{}'", word.to_string_lossy()));
        format!(
            "if pid=$(head -n 1 '{}' 2> /dev/null); then kill -9 $pid $(cat /proc/$pid/task/$pid/children); \
            while kill -0 $pid 2> /dev/null; do sleep 0.05; done; fi; {} > '{}'",
            self.data().join("postmaster.pid").display(),
            quoted.collect::<Vec<_>>().join(" "),
            // Whoever reads what a command says waits for all who could still say something.
            self.folder.join("restart.log").display(),
        )
    }

    /// The words of the command that starts it.
    fn starting(&self) -> Vec<OsString> {
        let options =
            format!("-p {} -c listen_addresses=127.0.0.1 -c unix_socket_directories=", self.port);
        let mut words: Vec<OsString> = as_user().iter().map(OsString::from).collect();
        if self.disk == Disk::Faulty {
            let named = |name: &str, path: &Path| format!("{name}={}", path.display()).into();
            words.push("env".into());
            words.push(named("LD_PRELOAD", &self.faulty_disk()));
            words.push(named("FAULTY_DISK", &self.fault()));
        }
        words.push(self.programs.join("pg_ctl").into());
        words.extend(["start", "-w", "-D"].map(OsString::from));
        words.extend([self.data().into(), "-l".into(), self.folder.join("log").into()]);
        words.extend(["-o".into(), options.into()]);
        words
    }

    fn faulty_disk(&self) -> PathBuf {
        self.folder.join("faulty_disk.so")
    }

    /// The file that says how its disk fails, while it is there.
    fn fault(&self) -> PathBuf {
        self.folder.join("fault")
    }

    fn data(&self) -> PathBuf {
        self.folder.join("data")
    }
}

impl Drop for Instance {
    fn drop(&mut self) {
        let mut stop = as_server(self.programs.join("pg_ctl"));
        stop.args(["stop", "-m", "immediate", "-D"]).arg(self.data());
        if let Err(error) = tool::read(&mut stop) {
            println!("the PostgreSQL server does not stop: {error:#}");
        }
    }
}

/// A port that nobody has just now.
fn free_port() -> Result<u16> {
    let dice = RandomState::new();
    let mut ports = (0..u64::from(u16::MAX)).map(|roll| {
        let place = dice.hash_one(roll) % PORTS.len() as u64;
        PORTS.start + place as u16
    });
    let free = ports.find(|port| TcpListener::bind(("127.0.0.1", *port)).is_ok());
    free.context("no port is free for a PostgreSQL server")
}

/// A command as the user the server runs as.
fn as_server(program: impl Into<OsString>) -> Command {
    match as_user().split_first() {
        None => tool::command(program.into()),
        Some((first, rest)) => {
            let mut command = tool::command(first);
            command.args(rest).arg(program.into());
            command
        }
    }
}

/// The words before a command that has to run as the server's user.
fn as_user() -> &'static [&'static str] {
    if is_root() { &["runuser", "-u", USER, "--"] } else { &[] }
}

/// The folder of the newest version's programs.
fn programs() -> Result<PathBuf> {
    let versions = fs::read_dir(VERSIONS).into_iter().flatten().flatten();
    let newest = versions
        .filter(|entry| entry.path().join("bin/initdb").exists())
        .filter_map(|entry| Some((entry.file_name().to_str()?.parse::<u32>().ok()?, entry.path())))
        .max();
    let found = match newest {
        Some((_, folder)) => Some(folder.join("bin")),
        None => tool::find_program("initdb").and_then(|path| Some(path.parent()?.to_owned())),
    };
    found.context("no PostgreSQL: install the package postgresql, or put initdb and pg_ctl on the search path")
}

/// A fresh folder that belongs to whom the server runs as, in the target folder if they get that far.
fn folder() -> Result<PathBuf> {
    let in_target = fresh(tool::target_folder()?.join("postgres"))?;
    if tool::read(as_server("test").arg("-w").arg(&in_target)).is_ok() {
        return Ok(in_target);
    }
    fresh(env::temp_dir().join(format!("sanjin-postgres-{}", std::process::id())))
}

fn fresh(folder: PathBuf) -> Result<PathBuf> {
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    if is_root() {
        tool::read(tool::command("chown").arg(USER).arg(&folder)).context(
            "PostgreSQL does not run as root, and there is no user postgres to run it as: \
            install the package postgresql, or run this as somebody else",
        )?;
    }
    Ok(folder)
}

fn is_root() -> bool {
    let user = tool::read(tool::command("id").arg("-u"));
    user.is_ok_and(|id| id.trim() == "0")
}

/// Makes a database on a server.
pub(crate) fn make_database(server: &Instance, name: &str) -> Result<String> {
    let mut make = tool::command(server.programs.join("createdb"));
    make.arg("--maintenance-db").arg(server.url()).arg(name);
    tool::read(&mut make)?;
    Ok(format!("postgres://sanjin@127.0.0.1:{}/{name}", server.port))
}
