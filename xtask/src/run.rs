//! `cargo xtask run`: from a fresh clone to a server in the browser.

use anyhow::Result;

use crate::{step::timed, tool, web};

/// Builds the web client and the server, then becomes the server.
pub(crate) fn run(extra: &[String]) -> Result<()> {
    timed("installing npm packages", web::install_packages)?;
    timed("building the web client", web::build)?;
    timed("building the server (release)", || {
        tool::run(tool::cargo().args(["build", "--release", "--package", "server"]))
    })?;

    let sanjin = tool::target_folder()?.join("release").join("sanjin");
    let mut serve = tool::command(sanjin);
    serve.arg("serve").args(extra);
    become_program(serve)
}

/// Replaces this process, so that ctrl-c and signals reach the server itself.
#[cfg(unix)]
fn become_program(mut command: std::process::Command) -> Result<()> {
    use std::os::unix::process::CommandExt;

    let error = command.exec();
    Err(anyhow::Error::new(error).context("cannot start the server that was just built"))
}

/// Waits for the server, where a process cannot be replaced.
#[cfg(not(unix))]
fn become_program(mut command: std::process::Command) -> Result<()> {
    tool::run(&mut command)
}
