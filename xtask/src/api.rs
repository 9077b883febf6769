//! The API against its own document: schemathesis makes up requests from it, and no answer may surprise.

use std::{
    fs,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

use anyhow::{Context, Result};

use crate::{postgres, python, tool};

/// The foreign tool, from PyPI.
const SCHEMATHESIS: &str = "schemathesis>=4.32,<5";
/// Requests made up for each operation.
const EXAMPLES: &str = "40";
/// The same requests every time.
const SEED: &str = "1";
/// Games in the database that is asked about.
const GAMES: &str = "60";

/// Requests made up for each operation where the database is on a server: what is asked there is the same.
const EXAMPLES_ON_POSTGRES: &str = "15";

/// Where no schema can say what goes together: scores that sum up, yaku that exclude each other, names that have
/// something left when they are cleaned. What fits the schema may be refused there, with a reason. And what is longer than a schema allows may be too large to be read at all.
const BEYOND_SCHEMAS: &str = r#"
[checks.negative_data_rejection]
expected-statuses = ["400", "401", "403", "404", "405", "406", "409", "413", "415", "422", "428", "429"]

[[operations]]
include-name = [
    "POST /api/games", "POST /api/games/{id}/reconcile", "POST /api/riichi/score",
    "POST /api/v1/profiles", "PATCH /api/v1/profile", "POST /api/v1/sessions", "POST /api/v1/sources/apply",
]
checks.positive_data_acceptance.expected-statuses = ["2xx", "400", "401", "404", "409", "422"]
"#;

/// Asks a real server everything its document allows, and much that it does not.
pub(crate) fn fuzz() -> Result<()> {
    let folder = folder()?;
    ask(&folder, &format!("sqlite:{}", folder.join("demo.sqlite").display()), EXAMPLES)
}

/// The same with a database on a PostgreSQL server.
pub(crate) fn fuzz_on_postgres() -> Result<()> {
    let server = postgres::Instance::start()?;
    ask(&folder()?, &postgres::make_database(&server, "api")?, EXAMPLES_ON_POSTGRES)
}

fn folder() -> Result<PathBuf> {
    let folder = tool::target_folder()?.join("api");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder)?;
    Ok(folder)
}

fn ask(folder: &Path, database: &str, examples: &str) -> Result<()> {
    let program = python::programs("schemathesis", SCHEMATHESIS)?.join("schemathesis");
    let server = Server::start(database)?;
    let mut command = tool::command(program);
    command.arg("run").arg(format!("http://{}/api/openapi.json", server.address));
    // Feeds have no end to wait for; they have tests of their own.
    command.args(["--exclude-path", "/api/events", "--exclude-path", "/api/games/{id}/live"]);
    command.args(["--phases", "examples,coverage,fuzzing"]);
    fs::write(folder.join("schemathesis.toml"), BEYOND_SCHEMAS)?;
    command.args(["--max-examples", examples, "--seed", SEED, "--no-color"]);
    tool::run(command.current_dir(folder))
}

/// A server on a database of its own; ends with the test.
struct Server {
    process: Child,
    address: String,
}

impl Server {
    fn start(database: &str) -> Result<Self> {
        let sanjin = tool::debug_server()?;
        tool::run(Command::new(&sanjin).args(["demo", "--database", database, "--games", GAMES]))?;
        let mut command = Command::new(&sanjin);
        command.args(["serve", "--listen", "127.0.0.1:0", "--database", database]);
        let unlimited = [
            "accepts-per-second",
            "address-messages-per-second",
            "guesses-per-minute",
            "kept-games-per-minute",
            "kept-writes-per-minute",
            "ratings-per-minute",
            "keyed-ratings-per-minute",
        ];
        command.args(unlimited.map(|limit| format!("--{limit}=0")));
        let mut process =
            command.stdout(Stdio::piped()).spawn().context("the server can't start")?;
        let mut line = String::new();
        BufReader::new(process.stdout.take().context("stdout is piped")?).read_line(&mut line)?;
        let address = line.split("http://").nth(1).and_then(|rest| rest.split(' ').next());
        let address = address.context("the server does not say where it listens")?.to_owned();
        Ok(Self { process, address })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
