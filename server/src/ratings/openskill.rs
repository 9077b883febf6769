//! OpenSkill's Plackett-Luce model, for one person a side: a mean, and how sure it is.

use serde::Deserialize;

use super::sum;

/// How unsure a new player is.
const SIGMA: f64 = MU / 3.0;
/// What everybody starts with.
const MU: f64 = 25.0;
/// How much luck there is in a game.
const BETA: f64 = SIGMA / 2.0;
/// The part of its variance that a game leaves at least.
const KAPPA: f64 = 0.000_1;
/// How much a player may have changed since the last game.
const TAU: f64 = MU / 300.0;
/// How sure a shown rating is: twice sigma below the mean.
const SHOWN_SIGMAS: f64 = 2.0;

/// How good somebody is thought to be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Skill {
    /// The mean.
    pub mu: f64,
    /// How far off it may be.
    pub sigma: f64,
}

/// Where somebody came in, 1 for the first; equal places are ties.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(transparent)]
pub struct Place(pub u8);

impl Skill {
    /// Somebody nobody has seen before.
    pub const NEW: Self = Self { mu: MU, sigma: SIGMA };

    /// What leaderboards of a league show.
    pub fn shown(self) -> f64 {
        self.mu - SHOWN_SIGMAS * self.sigma
    }

    /// Time has passed: less sure than after the last game.
    fn aged(self) -> Self {
        Self { sigma: self.sigma.hypot(TAU), ..self }
    }

    fn variance(self) -> f64 {
        self.sigma * self.sigma
    }
}

/// Everybody's skill after a game, in the order given.
pub fn rate(game: &[(Skill, Place)]) -> Vec<Skill> {
    let game: Vec<_> = game.iter().map(|(skill, place)| (skill.aged(), *place)).collect();
    let spread = sum(game.iter().map(|(skill, _)| skill.variance() + BETA * BETA).collect()).sqrt();
    game.iter().map(|(own, place)| own.moved(*place, &game, spread)).collect()
}

impl Skill {
    /// This skill after a game in which it came in at `place`.
    fn moved(self, place: Place, game: &[(Self, Place)], spread: f64) -> Self {
        let strength = |skill: Self| (skill.mu / spread).exp();
        let shared = |place: Place| game.iter().filter(|(_, other)| *other == place).count() as f64;
        let mut gains = vec![1.0 / shared(place)];
        let mut certainties = Vec::with_capacity(game.len());
        // For each who came in no later: how likely this one was to take that place, among all not yet placed.
        for (_, at) in game.iter().filter(|(_, other)| *other <= place) {
            let left = game.iter().filter(|(_, other)| other >= at);
            let chance = strength(self) / sum(left.map(|(skill, _)| strength(*skill)).collect());
            gains.push(-chance / shared(*at));
            certainties.push(chance * (1.0 - chance) / shared(*at));
        }
        let shrink = self.sigma / spread;
        let certainty = sum(certainties) * shrink * shrink * shrink;
        Self {
            mu: self.mu + sum(gains) * self.variance() / spread,
            sigma: self.sigma * (1.0 - certainty).max(KAPPA).sqrt(),
        }
    }
}

#[cfg(test)]
#[path = "tests/openskill.rs"]
mod tests;
