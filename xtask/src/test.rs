//! `cargo xtask test`: every check there is, and one line that says how it went.

use std::{
    process::{Command, ExitCode},
    thread,
};

use anyhow::{Result, bail};

use crate::{
    api, codegen, counts, deny, fuzz, install, openskill, postgres, riichi,
    step::{Failed, Steps, Tally},
    tidy, tool, web,
};

/// Runs every step, whatever becomes of the others. The last line is `N passed, N failed`.
pub(crate) fn run() -> Result<ExitCode> {
    let mut steps = Steps::default();
    println!(
        "building cargo-deny and the fuzz targets beside the first steps, where they are missing"
    );
    let ahead = thread::spawn(build_ahead);
    steps.check("install", install::everything);
    steps.check("format", || tool::run(tool::cargo().args(["fmt", "--all", "--check"])));
    steps.check("tidy", tidy::check);
    steps.check("codegen", codegen::check);
    steps.check("web types", web::check_types);
    steps.run("web unit tests", web::unit_tests);
    // The server embeds the web client, so the client is built before any Rust.
    steps.check("web build", web::build);
    steps.check("clippy", || tool::run(&mut clippy()));
    steps.check("rustdoc", || tool::run(&mut rustdoc()));
    steps.run("rust tests", rust_tests);
    steps.run("rust tests on PostgreSQL", postgres::tests);
    steps.run("browser tests", browser_tests);
    steps.check("api against its document", api::fuzz);
    steps.check("api on PostgreSQL", api::fuzz_on_postgres);
    steps.check("riichi scores against another program", riichi::compare);
    steps.check("league ratings against another program", openskill::compare);
    steps.run("fuzz", || fuzz::all(fuzz::SECONDS));
    let _ = ahead.join();
    steps.check("dependencies", deny::check);

    println!("{}", steps.summary());
    Ok(if steps.tally().failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Builds what later steps need, while cores are idle. If that fails they try again themselves, and say why.
fn build_ahead() {
    let _ = deny::install();
    let _ = fuzz::build_aside();
}

fn clippy() -> Command {
    let mut command = tool::cargo();
    command.args(["clippy", "--workspace", "--all-targets", "--", "--deny", "warnings"]);
    command
}

fn rustdoc() -> Command {
    let mut command = tool::cargo();
    command.args(["doc", "--workspace", "--no-deps"]).env("RUSTDOCFLAGS", "--deny warnings");
    command
}

fn rust_tests() -> Result<Tally> {
    let mut command = tool::cargo();
    command.args(["test", "--workspace", "--no-fail-fast"]);
    let (status, output) = tool::run_keeping_stdout(&mut command)?;
    let tally = counts::of_cargo_test(&output).or_failed_if(Failed::from(status));
    if tally == Tally::default() {
        bail!("no test ran");
    }
    Ok(tally)
}

fn browser_tests() -> Result<Tally> {
    web::browser_tests(&tool::debug_server()?)
}
