//! `sanjin rate`: rates games by OpenSkill, one after the other.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};

use anyhow::{Context, ensure};
use serde::{Deserialize, Serialize};
use server::ratings::openskill::{self, Place, Skill};

/// Rates games by OpenSkill (Plackett-Luce), one after the other, as a league's season does.
#[derive(clap::Args)]
#[command(after_help = "\
Every line of standard input is one game: who came in where, the same number for a tie,
  {\"Ana\":1,\"Bo\":2,\"Chen\":2,\"Dai\":4}
Every line is answered by one, with everybody's skill after that game; what a league shows is
mu - 2 sigma:
  {\"Ana\":{\"mu\":27.6,\"sigma\":8.1,\"shown\":11.5},...}")]
pub(crate) struct Args {}

/// Somebody's skill, as it is written.
#[derive(Serialize)]
struct Rated {
    mu: f64,
    sigma: f64,
    shown: f64,
}

#[derive(Deserialize)]
struct Game(BTreeMap<String, Place>);

pub(crate) fn run(_: &Args) -> anyhow::Result<()> {
    rate(io::stdin().lock(), io::BufWriter::new(io::stdout().lock()))
}

fn rate(input: impl BufRead, mut output: impl Write) -> anyhow::Result<()> {
    let mut known: BTreeMap<String, Skill> = BTreeMap::new();
    for (nth, line) in input.lines().enumerate() {
        let line = line?;
        let told = || format!("line {} is not a game: {line}", nth + 1);
        let Game(places) = serde_json::from_str(&line).with_context(told)?;
        ensure!(places.len() >= 2, "line {}: a game has two players at least", nth + 1);
        let skill = |name| known.get(name).copied().unwrap_or(Skill::NEW);
        let game: Vec<_> = places.iter().map(|(name, place)| (skill(name), *place)).collect();
        let after: BTreeMap<_, _> = places.into_keys().zip(openskill::rate(&game)).collect();
        let written: BTreeMap<_, _> = after
            .iter()
            .map(|(name, skill)| {
                (name, Rated { mu: skill.mu, sigma: skill.sigma, shown: skill.shown() })
            })
            .collect();
        serde_json::to_writer(&mut output, &written)?;
        output.write_all(b"\n")?;
        known.extend(after);
    }
    Ok(output.flush()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rated(input: &str) -> anyhow::Result<String> {
        let mut output = Vec::new();
        rate(input.as_bytes(), &mut output)?;
        Ok(String::from_utf8(output)?)
    }

    #[test]
    fn each_game_goes_on_from_the_last() {
        let game = "{\"Ana\":1,\"Bo\":2}\n";

        let twice = rated(&game.repeat(2)).unwrap();

        let lines: Vec<_> = twice.lines().collect();
        assert_eq!(lines.len(), 2);
        assert_ne!(lines[0], lines[1]);
        assert_eq!(rated(game).unwrap().trim_end(), lines[0]);
    }

    #[test]
    fn a_line_that_is_no_game_is_named() {
        for bad in ["nonsense", "{}", "{\"Ana\":1}", "{\"Ana\":\"first\",\"Bo\":2}"] {
            let error = rated(&format!("{{\"Ana\":1,\"Bo\":2}}\n{bad}")).unwrap_err();
            assert!(format!("{error:#}").contains("line 2"), "{error:#}");
        }
    }
}
