//! Foreign tools from PyPI, each in an environment of its own under the target folder.

use std::path::PathBuf;

use anyhow::Result;

use crate::tool;

/// The folder with the programs of an environment that has `requirement`, made when it is not there.
pub(crate) fn programs(name: &str, requirement: &str) -> Result<PathBuf> {
    let folder = tool::target_folder()?.join("tools").join(name);
    let programs = folder.join("bin");
    // What was being installed when it was broken off is installed again.
    let installed = folder.join("installed");
    if !installed.exists() {
        tool::run(tool::command("python3").args(["-m", "venv"]).arg(&folder))?;
        let pip = programs.join("pip");
        tool::run(tool::command(pip).args(["install", "--quiet", requirement]))?;
        std::fs::write(installed, requirement)?;
    }
    Ok(programs)
}
