//! The API against its own document: schemathesis makes up requests from it, and no answer may surprise.

use std::{
    collections::BTreeMap,
    fs,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

use anyhow::{Context, Result, ensure};

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

/// Gives it keys, so that writes are more than refused.
const KEYS: &str = include_str!("api/keys.py");
/// What the operator's side of the server that is asked is opened with.
const OPERATOR_TOKEN: &str = "an-operator-of-a-server-that-is-only-tested";

/// Where no schema can say what goes together: scores that sum up, yaku that exclude each other, hands that can follow
/// each other, names that have something left when they are cleaned. What fits the schema may be refused there, with a
/// reason. And what is longer than a schema allows may be too large to be read at all.
///
/// Who deletes something with its key has nothing left that a wrong key could be refused for.
const BEYOND_SCHEMAS: &str = r#"
[checks.negative_data_rejection]
expected-statuses = ["400", "401", "403", "404", "405", "406", "409", "413", "415", "422", "428", "429"]

[checks.missing_required_header]
expected-statuses = ["400", "401", "428"]

[[operations]]
include-name = [
    "POST /api/games", "PATCH /api/games/{id}", "POST /api/games/{id}/hands", "PUT /api/games/{id}/hands/{hand}",
    "POST /api/games/{id}/riichi", "POST /api/games/{id}/notes", "POST /api/games/{id}/close",
    "POST /api/games/{id}/reopen", "POST /api/games/{id}/reconcile", "POST /api/riichi/score",
    "GET /api/games", "GET /api/export/{file}", "GET /api/players/{id}/stats", "GET /api/v1/players/search",
    "POST /api/v1/profiles", "PATCH /api/v1/profile", "POST /api/v1/sessions", "POST /api/v1/sources/apply",
]
checks.positive_data_acceptance.expected-statuses = ["2xx", "400", "401", "404", "409", "422"]

[[operations]]
include-name = ["DELETE /api/games/{id}", "DELETE /api/v1/profile"]
checks.ignored_auth.enabled = false
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
    fs::write(folder.join("keys.py"), KEYS)?;
    command.args(["--max-examples", examples, "--seed", SEED, "--no-color"]);
    command.env("SCHEMATHESIS_HOOKS", "keys.py");
    command.env("SANJIN_URL", format!("http://{}", server.address));
    command.env("SANJIN_OPERATOR_TOKEN", OPERATOR_TOKEN);
    tool::run(command.current_dir(folder))?;
    check_reached(folder)
}

/// Makes sure that everything that needs a key was more than turned away for want of one; notes on hands, which need the
/// token of a seat, are not among them.
fn check_reached(folder: &Path) -> Result<()> {
    let told = fs::read_to_string(folder.join("reached.json"))?;
    let reached: BTreeMap<String, u64> = serde_json::from_str(&told)?;
    ensure!(!reached.is_empty(), "nothing was asked that needs a key");
    let never: Vec<_> =
        reached.iter().filter(|(_, times)| **times == 0).map(|(name, _)| name).collect();
    ensure!(never.is_empty(), "never got past the door: {never:?}");
    Ok(())
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
        command.env("SANJIN_OPERATOR_TOKEN", OPERATOR_TOKEN);
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
