//! Licences, sources and duplicates of the crates we use, by cargo-deny.

use std::path::PathBuf;

use anyhow::Result;

use crate::tool;

const NAME: &str = "cargo-deny";

/// What is checked. Advisories are left out: their database is fetched from elsewhere.
const CHECKS: [&str; 3] = ["bans", "licenses", "sources"];

/// Runs cargo-deny.
pub(crate) fn check() -> Result<()> {
    install()?;
    let program = match tool::find_program(NAME) {
        Some(installed) => installed,
        None => own_copy()?,
    };
    let mut command = tool::command(program);
    command.args(["--all-features", "check"]).args(CHECKS);
    tool::run(&mut command)
}

/// Builds cargo-deny where it is not installed, beside whatever else is done.
pub(crate) fn install() -> Result<()> {
    let program = own_copy()?;
    if tool::find_program(NAME).is_some() || program.exists() {
        return Ok(());
    }
    // Without optimising it is built in half the time, and still runs in seconds.
    let install = ["install", NAME, "--version", "^0.20", "--locked", "--debug"];
    tool::run_aside(tool::cargo().args(install).arg("--root").arg(tools()?))
}

fn own_copy() -> Result<PathBuf> {
    Ok(tools()?.join("bin").join(NAME))
}

fn tools() -> Result<PathBuf> {
    Ok(tool::target_folder()?.join("tools"))
}
