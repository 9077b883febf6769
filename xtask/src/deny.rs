//! Licences, sources and duplicates of the crates we use, by cargo-deny.

use std::path::PathBuf;

use anyhow::Result;

use crate::tool;

/// What is checked. Advisories are left out: their database is fetched from elsewhere.
const CHECKS: [&str; 3] = ["bans", "licenses", "sources"];

/// Runs cargo-deny, building it first when it is not installed.
pub(crate) fn check() -> Result<()> {
    let program = match tool::find_program("cargo-deny") {
        Some(installed) => installed,
        None => own_copy()?,
    };
    let mut command = tool::command(program);
    command.args(["--all-features", "check"]).args(CHECKS);
    tool::run(&mut command)
}

fn own_copy() -> Result<PathBuf> {
    let tools = tool::target_folder()?.join("tools");
    let program = tools.join("bin/cargo-deny");
    if !program.exists() {
        println!("cargo-deny is not installed: building it once, which takes some minutes");
        // Without optimising it is built in half the time, and still runs in seconds.
        let install = ["install", "cargo-deny", "--version", "^0.20", "--locked", "--debug"];
        tool::run(tool::cargo().args(install).arg("--root").arg(&tools))?;
    }
    Ok(program)
}
