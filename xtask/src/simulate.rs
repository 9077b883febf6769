//! `cargo xtask simulate-faults`: the server's fault simulation, for as long as one likes.

use anyhow::Result;

use crate::tool;

/// The test that is the campaign; without being told otherwise it is a short one.
const CAMPAIGN: &str =
    "rooms::simulation::nothing_is_lost_doubled_or_shown_to_others_whatever_breaks";

/// Plays so many table hours from a seed on; 0 hours are that seed alone.
///
/// # Errors
/// Something that must hold did not: the seed is told with it.
pub(crate) fn run(hours: u64, seed: u64) -> Result<()> {
    let mut command = tool::cargo();
    command
        .args(["test", "--profile", "simulation", "--package", "server", "--lib", "--"])
        .args(["--exact", CAMPAIGN, "--nocapture"])
        .env("SANJIN_SIMULATED_HOURS", hours.to_string())
        .env("SANJIN_SIMULATED_SEED", seed.to_string());
    tool::run(&mut command)
}
