//! `cargo xtask fuzz`: short fuzz runs on the stable compiler, without cargo-fuzz.

use std::{
    fs::{self, File},
    path::{Path, PathBuf},
    process::{Command, ExitCode},
};

use anyhow::{Context, Result, bail};

use crate::{
    step::{Tally, timed},
    tool,
};

/// How long each target runs unless told otherwise.
pub(crate) const SECONDS: u32 = 7;

const MEMORY_MB_MAX: u32 = 2048;
const INPUT_SECONDS_MAX: u32 = 10;
const LOG_LINES_SHOWN: usize = 60;

/// What cargo-fuzz passes, less the sanitizers that only the nightly compiler has.
const RUSTFLAGS: &str = "-Cpasses=sancov-module \
     -Cllvm-args=-sanitizer-coverage-level=4 \
     -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
     -Cllvm-args=-sanitizer-coverage-pc-table \
     --cfg fuzzing -Ccodegen-units=1 -Cdebug-assertions=on -Coverflow-checks=on";

/// The command: every target, and a failing exit code if one crashes.
pub(crate) fn run(seconds: u32) -> Result<ExitCode> {
    let tally = all(seconds)?;
    println!("{} passed, {} failed", tally.passed, tally.failed);
    Ok(if tally.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Builds and runs every target; each counts as one test.
pub(crate) fn all(seconds: u32) -> Result<Tally> {
    if !has_targets() {
        println!("there are no fuzz targets yet");
        return Ok(Tally::default());
    }
    let binaries = timed("building the fuzz targets", build)?;
    let mut tally = Tally::default();
    for target in targets()? {
        let what = format!("fuzzing {target} for {seconds} s");
        match timed(&what, || fuzz(&binaries, &target, seconds)) {
            Ok(()) => tally.passed += 1,
            Err(error) => {
                println!("error: {error:#}");
                tally.failed += 1;
                tally.failures.push(format!("{target}: {error:#}"));
            }
        }
    }
    Ok(tally)
}

/// Whether there is anything to fuzz.
pub(crate) fn has_targets() -> bool {
    folder().join("Cargo.toml").exists()
}

fn folder() -> PathBuf {
    tool::root().join("fuzz")
}

fn targets() -> Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder().join("fuzz_targets"))? {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == "rs") {
            let name = path.file_stem().context("a file has a name")?;
            names.push(name.to_string_lossy().into_owned());
        }
    }
    names.sort();
    if names.is_empty() {
        bail!("fuzz/fuzz_targets holds no target: add one or remove fuzz/Cargo.toml");
    }
    Ok(names)
}

/// Builds all targets ahead of time, beside whatever else is done.
pub(crate) fn build_aside() -> Result<()> {
    tool::run_aside(&building(&target_folder()?, &host()?))
}

/// Builds all targets and returns the folder they are in.
fn build() -> Result<PathBuf> {
    let (target_folder, host) = (target_folder()?, host()?);
    tool::run(&mut building(&target_folder, &host))?;
    Ok(target_folder.join(host).join("release"))
}

fn building(target_folder: &Path, host: &str) -> Command {
    let mut command = tool::cargo();
    command.args(["build", "--release", "--bins", "--manifest-path"]);
    command.arg(folder().join("Cargo.toml"));
    command.arg("--target-dir").arg(target_folder);
    // Naming the target keeps the flags away from build scripts and macros.
    command.args(["--target", host]).env("RUSTFLAGS", RUSTFLAGS);
    command
}

fn target_folder() -> Result<PathBuf> {
    Ok(tool::target_folder()?.join("fuzz"))
}

fn host() -> Result<String> {
    let version = tool::read(tool::command("rustc").arg("-vV"))?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("rustc does not say what it runs on")?.to_owned())
}

/// Runs one target on a copy of its corpus; an input that breaks it is kept and named.
fn fuzz(binaries: &Path, target: &str, seconds: u32) -> Result<()> {
    let work = tool::target_folder()?.join("fuzz-work").join(target);
    let corpus = copy_corpus(target, &work)?;
    let artifacts = folder().join("artifacts").join(target);
    fs::create_dir_all(&artifacts)?;
    let log = work.join("log");

    let mut command = tool::command(binaries.join(target));
    command.arg(format!("-max_total_time={seconds}"));
    command.arg(format!("-rss_limit_mb={MEMORY_MB_MAX}"));
    command.arg(format!("-timeout={INPUT_SECONDS_MAX}"));
    command.arg(format!("-artifact_prefix={}/", artifacts.display()));
    command.arg("-print_final_stats=1").arg(corpus).stderr(File::create(&log)?);
    let status = command.status().with_context(|| format!("cannot start the target {target}"))?;

    let said = String::from_utf8_lossy(&fs::read(&log)?).into_owned();
    if !status.success() {
        show_end(&said);
        bail!("{target} crashed; the input is {}", crash_file(&said, target));
    }
    // Both folders go away only when empty, so an older crash is never thrown away.
    let _ = fs::remove_dir(&artifacts);
    let _ = fs::remove_dir(folder().join("artifacts"));
    println!("{} inputs tried", inputs_tried(&said).unwrap_or("an unknown number of"));
    Ok(())
}

fn copy_corpus(target: &str, work: &Path) -> Result<PathBuf> {
    if work.exists() {
        fs::remove_dir_all(work)?;
    }
    let copy = work.join("corpus");
    fs::create_dir_all(&copy)?;
    let corpus = folder().join("corpus").join(target);
    if corpus.is_dir() {
        for entry in fs::read_dir(corpus)? {
            let entry = entry?;
            fs::copy(entry.path(), copy.join(entry.file_name()))?;
        }
    }
    Ok(copy)
}

fn show_end(log: &str) {
    let lines: Vec<_> = log.lines().collect();
    for line in &lines[lines.len().saturating_sub(LOG_LINES_SHOWN)..] {
        println!("{line}");
    }
}

/// The file libFuzzer says it wrote, as a path inside the repository.
fn crash_file(log: &str, target: &str) -> String {
    let written = log.lines().find_map(|line| line.split("Test unit written to ").nth(1));
    let name = written.and_then(|path| Path::new(path.trim()).file_name());
    match name {
        Some(name) => format!("fuzz/artifacts/{target}/{}", name.to_string_lossy()),
        None => "not kept: see the output above".to_owned(),
    }
}

fn inputs_tried(log: &str) -> Option<&str> {
    log.lines().find_map(|line| line.strip_prefix("stat::number_of_executed_units:")).map(str::trim)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crash_is_named_by_its_file_in_the_repository() {
        let log = "INFO: Seed\nartifact_prefix='x'; Test unit written to ./a/b/crash-12ab\n";

        assert_eq!(crash_file(log, "hand"), "fuzz/artifacts/hand/crash-12ab");
        assert_eq!(crash_file("", "hand"), "not kept: see the output above");
    }

    #[test]
    fn the_number_of_inputs_is_read_from_the_final_stats() {
        assert_eq!(inputs_tried("x\nstat::number_of_executed_units: 4321\n"), Some("4321"));
        assert_eq!(inputs_tried("x"), None);
    }
}
