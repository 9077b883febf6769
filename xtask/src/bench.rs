//! `cargo xtask bench`: the measured figures, on the screen and as JSON.

use std::{fs, path::Path};

use anyhow::{Context, Result};

use crate::{step::timed, tool};

/// Runs the benchmark of the rules; the JSON object it prints may also go to a file.
pub(crate) fn run(json: Option<&Path>) -> Result<()> {
    let figures = timed("measuring the rules", || {
        let mut command = tool::cargo();
        command.args(["bench", "--package", "rules", "--bench", "figures"]);
        let (status, stdout) = tool::run_keeping_stdout(&mut command)?;
        tool::succeeded(&command, status)?;
        Ok(stdout)
    })?;
    if let Some(path) = json {
        fs::write(path, json_object(&figures)?)
            .with_context(|| format!("cannot write {}", path.display()))?;
        println!("figures written to {}", path.display());
    }
    Ok(())
}

/// The one JSON object in the output, checked to be one.
fn json_object(stdout: &str) -> Result<String> {
    let start = stdout.find('{').context("the benchmark printed no JSON object")?;
    let end = stdout.rfind('}').context("the benchmark printed no whole JSON object")?;
    let object = stdout.get(start..=end).context("the benchmark printed no whole JSON object")?;
    let value: serde_json::Value =
        serde_json::from_str(object).context("the benchmark printed something else than JSON")?;
    Ok(format!("{}\n", serde_json::to_string_pretty(&value)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_figures_are_found_among_other_lines_and_must_be_json() {
        let found = json_object("running\n{\"hands_per_s\": 5}\n").expect("an object");

        assert_eq!(found, "{\n  \"hands_per_s\": 5\n}\n");
        assert!(json_object("nothing").is_err());
        assert!(json_object("} {").is_err());
        assert!(json_object("{not json}").is_err());
    }
}
