//! Running other programs, and where things lie in the repository.

use std::{
    env,
    ffi::OsStr,
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Command, ExitStatus, Stdio},
};

use anyhow::{Context, Result, bail};
use serde_json::Value;

/// The top folder of the repository.
pub(crate) fn root() -> PathBuf {
    let own = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    let parent = own.as_deref().and_then(Path::parent).map(Path::to_path_buf);
    parent.unwrap_or_else(|| PathBuf::from("."))
}

/// A command that will run in the top folder.
pub(crate) fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command.current_dir(root());
    command
}

/// Cargo, the same one that started us.
pub(crate) fn cargo() -> Command {
    command(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Runs to the end, showing the output as it comes.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    announce(command);
    let status = command.status().with_context(|| cannot_start(command))?;
    succeeded(command, status)
}

/// Runs to the end, showing the output as it comes and keeping what went to stdout.
pub(crate) fn run_keeping_stdout(command: &mut Command) -> Result<(ExitStatus, String)> {
    announce(command);
    let mut child =
        command.stdout(Stdio::piped()).spawn().with_context(|| cannot_start(command))?;
    let stdout = child.stdout.take().context("stdout was asked to be piped")?;
    let mut kept = String::new();
    let mut reader = BufReader::new(stdout);
    let mut line = Vec::new();
    while reader.read_until(b'\n', &mut line)? > 0 {
        std::io::stdout().write_all(&line)?;
        kept.push_str(&String::from_utf8_lossy(&line));
        line.clear();
    }
    Ok((child.wait()?, kept))
}

/// Runs to the end without a word, while no core has anything better to do.
pub(crate) fn run_aside(command: &Command) -> Result<()> {
    let mut patient = self::command("nice");
    patient.args(["-n", "19"]).arg(command.get_program()).args(command.get_args());
    patient.envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))));
    read(&mut patient).map(drop)
}

/// Runs quietly and returns what it printed.
pub(crate) fn read(command: &mut Command) -> Result<String> {
    let output = command.output().with_context(|| cannot_start(command))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        bail!("`{}` failed: {said}", line_of(command));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// An error naming the command, unless it ended well.
pub(crate) fn succeeded(command: &Command, status: ExitStatus) -> Result<()> {
    if !status.success() {
        bail!("`{}` failed ({status})", line_of(command));
    }
    Ok(())
}

/// Where a program lies on the search path, if it does.
pub(crate) fn find_program(name: &str) -> Option<PathBuf> {
    let folders = env::var_os("PATH")?;
    env::split_paths(&folders).map(|folder| folder.join(name)).find(|path| path.is_file())
}

/// What cargo knows of the workspace, without its dependencies.
pub(crate) fn metadata() -> Result<Value> {
    let text = read(cargo().args(["metadata", "--no-deps", "--format-version", "1"]))?;
    Ok(serde_json::from_str(&text)?)
}

/// Where cargo puts what it builds.
pub(crate) fn target_folder() -> Result<PathBuf> {
    let metadata = metadata()?;
    let folder = metadata["target_directory"].as_str().context("cargo names its target folder")?;
    Ok(PathBuf::from(folder))
}

/// Builds the server as tests use it, and says where it is.
pub(crate) fn debug_server() -> Result<PathBuf> {
    // With everything else, because the tests are built so: alone it would be built once more, with fewer features.
    run(cargo().args(["test", "--workspace", "--no-run", "--quiet"]))?;
    Ok(target_folder()?.join("debug").join("sanjin"))
}

fn announce(command: &Command) {
    println!("$ {}", line_of(command));
}

fn cannot_start(command: &Command) -> String {
    let program = short_name(command.get_program());
    format!("cannot start {program}: is it installed and on the search path?")
}

fn line_of(command: &Command) -> String {
    let mut line = short_name(command.get_program());
    for argument in command.get_args() {
        line.push(' ');
        line.push_str(&argument.to_string_lossy());
    }
    line
}

fn short_name(program: &OsStr) -> String {
    Path::new(program).file_name().unwrap_or(program).to_string_lossy().into_owned()
}
