//! The web client's packages, build and tests, run with Node.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail};

use crate::{
    counts, install,
    step::{Failed, Tally},
    tool,
};

/// The oldest Node the build tools accept.
const NODE_MIN: (u32, u32) = (20, 19);

/// Runs `npm ci` for the web client, unless what is installed is what its lock file asks for.
pub(crate) fn install_packages() -> Result<()> {
    let folder = folder();
    check_node(&tool::read(tool::command("node").arg("--version")).context(
        "npm packages need Node 20.19 or newer: install it so that `node` and `npm` are found",
    )?)?;
    let lock = fs::read_to_string(folder.join("package-lock.json"))?;
    let stamp = folder.join("node_modules/.installed-from");
    if fs::read_to_string(&stamp).is_ok_and(|installed| installed == lock) {
        println!("npm packages are up to date");
        return Ok(());
    }
    let mut npm = tool::command("npm");
    tool::run(npm.current_dir(folder).args(["ci", "--no-audit", "--no-fund"]))?;
    fs::write(stamp, lock)?;
    Ok(())
}

/// Builds `web-client/dist`, which the server embeds.
pub(crate) fn build() -> Result<()> {
    tool::run(node_program("vite").arg("build"))
}

/// Checks types and accessibility warnings of all TypeScript and Svelte.
pub(crate) fn check_types() -> Result<()> {
    tool::run(node_program("svelte-check").args(["--tsgo", "--fail-on-warnings"]))
}

/// Runs the unit tests.
pub(crate) fn unit_tests() -> Result<Tally> {
    let report = fresh_report("vitest.json")?;
    let output = format!("--outputFile.json={}", report.display());
    let mut command = node_program("vitest");
    command.args(["run", "--reporter=default", "--reporter=json", &output]);
    counted(command, &report, counts::of_vitest)
}

/// Runs the browser tests against a built `sanjin`.
pub(crate) fn browser_tests(sanjin: &Path) -> Result<Tally> {
    let report = fresh_report("playwright.json")?;
    let mut command = node_program("playwright");
    command.args(["test", "--reporter=list,json"]);
    command.env("PLAYWRIGHT_JSON_OUTPUT_FILE", &report);
    command.env("SANJIN_CHROMIUM", install::chromium()?);
    command.env("SANJIN_BINARY", sanjin);
    counted(command, &report, counts::of_playwright)
}

/// Takes pictures of every screen into a folder with an index, and says how quick a slow phone is.
pub(crate) fn pictures(sanjin: &Path) -> Result<()> {
    let folder = tool::target_folder()?.join("shots");
    let mut command = node_program("playwright");
    command.args(["test", "--config=shots.config.ts", "--reporter=list"]);
    command.env("SANJIN_SHOTS", &folder);
    command.env("SANJIN_CHROMIUM", install::chromium()?);
    command.env("SANJIN_BINARY", sanjin);
    tool::run(&mut command)?;
    println!("pictures: {}", folder.join("index.html").display());
    Ok(())
}

fn counted(mut command: Command, report: &Path, count: fn(&str) -> Result<Tally>) -> Result<Tally> {
    let (status, _) = tool::run_keeping_stdout(&mut command)?;
    let Ok(text) = fs::read_to_string(report) else {
        tool::succeeded(&command, status)?;
        bail!("the tests wrote no report");
    };
    let tally = count(&text)?.or_failed_if(Failed::from(status));
    if tally == Tally::default() {
        bail!("no test ran");
    }
    Ok(tally)
}

fn fresh_report(name: &str) -> Result<PathBuf> {
    let folder = tool::target_folder()?.join("reports");
    fs::create_dir_all(&folder)?;
    let report = folder.join(name);
    if report.exists() {
        fs::remove_file(&report)?;
    }
    Ok(report)
}

fn check_node(version: &str) -> Result<()> {
    let mut parts = version.trim().trim_start_matches('v').split('.').map(str::parse);
    let (Some(Ok(major)), Some(Ok(minor))) = (parts.next(), parts.next()) else {
        bail!("node says its version is {version:?}: install Node 20.19 or newer");
    };
    if (major, minor) < NODE_MIN {
        bail!("Node {major}.{minor} is too old: install Node 20.19 or newer");
    }
    Ok(())
}

fn folder() -> PathBuf {
    tool::root().join("web-client")
}

fn inside(command: &mut Command) -> &mut Command {
    command.current_dir(folder())
}

fn node_program(name: &str) -> Command {
    let mut command = tool::command(folder().join("node_modules/.bin").join(name));
    inside(&mut command);
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_old_or_unreadable_node_is_refused() {
        assert!(check_node("v20.19.0\n").is_ok());
        assert!(check_node("v24.1.0").is_ok());
        assert!(check_node("v20.18.3").is_err());
        assert!(check_node("v18.20.0").is_err());
        assert!(check_node("what?").is_err());
    }
}
