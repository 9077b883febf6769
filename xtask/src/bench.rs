//! `cargo xtask bench`: the measured figures, on the screen and as JSON.

use std::{fs, path::Path};

use anyhow::{Context, Result};
use serde_json::{Map, Value};

use crate::{load, step::timed, tool};

/// What is measured: the package, its benchmark, and the words for it.
const BENCHES: [(&str, &str, &str); 3] = [
    ("rules", "figures", "measuring the rules"),
    ("bots", "selfplay", "measuring self-play"),
    ("bots", "decisions", "measuring how bots choose"),
];

/// Runs the benchmarks; the JSON objects they print may also go, as one, to a file.
pub(crate) fn run(json: Option<&Path>) -> Result<()> {
    let mut figures = Map::new();
    for (package, bench, doing) in BENCHES {
        figures.extend(timed(doing, || measure(package, bench))?);
    }
    timed("measuring the recorder", load::recorder)?;
    timed("measuring the ledger", load::ledger)?;
    figures.extend(timed("measuring a server under load", load::measure)?);
    if let Some(path) = json {
        fs::write(path, format!("{}\n", serde_json::to_string_pretty(&figures)?))
            .with_context(|| format!("cannot write {}", path.display()))?;
        println!("figures written to {}", path.display());
    }
    Ok(())
}

/// Runs one benchmark, showing what it prints, and returns its figures.
fn measure(package: &str, bench: &str) -> Result<Map<String, Value>> {
    let mut command = tool::cargo();
    command.args(["bench", "--package", package, "--bench", bench]);
    let (status, stdout) = tool::run_keeping_stdout(&mut command)?;
    tool::succeeded(&command, status)?;
    json_object(&stdout)
}

/// The one JSON object in the output, checked to be one.
fn json_object(stdout: &str) -> Result<Map<String, Value>> {
    let start = stdout.find('{').context("the benchmark printed no JSON object")?;
    let end = stdout.rfind('}').context("the benchmark printed no whole JSON object")?;
    let object = stdout.get(start..=end).context("the benchmark printed no whole JSON object")?;
    serde_json::from_str(object).context("the benchmark printed something else than JSON")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_figures_are_found_among_other_lines_and_must_be_json() {
        let found = json_object("running\n{\"hands_per_s\": 5}\n").expect("an object");

        assert_eq!(Value::from(found), serde_json::json!({ "hands_per_s": 5 }));
        assert!(json_object("nothing").is_err());
        assert!(json_object("} {").is_err());
        assert!(json_object("{not json}").is_err());
    }
}
