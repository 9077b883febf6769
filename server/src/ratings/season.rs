//! A league's season: skill by OpenSkill over its rounds in order, with everybody's worst left out.

use std::collections::{BTreeMap, BTreeSet};

use super::openskill::{self, Place, Skill};

/// A round of a season: who played, and what they made of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeasonRound {
    /// Players and what they made of it: points, and games won where these are equal.
    pub results: Vec<(i64, (i32, u32))>,
}

/// Where somebody stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    /// Who.
    pub player: i64,
    /// How good.
    pub skill: Skill,
    /// Rounds played, those left out among them.
    pub rounds: u32,
    /// Rounds left out.
    pub dropped: u32,
}

/// Everybody's standing, the best first.
///
/// Of each player's rounds the `drop_worst` with the lowest places are left out, the latest first where places are
/// equal; nobody is left without a round. A round left out for one still counts for the others at that table.
pub fn standings(rounds: &[SeasonRound], drop_worst: u32) -> Vec<Standing> {
    let dropped = dropped(rounds, drop_worst as usize);
    let mut known: BTreeMap<i64, Standing> = BTreeMap::new();
    for (number, round) in rounds.iter().enumerate() {
        let of = |player: i64| known.get(&player).map_or(Skill::NEW, |standing| standing.skill);
        let game: Vec<_> =
            round.places().into_iter().map(|(player, place)| (of(player), place)).collect();
        let after = openskill::rate(&game);
        for ((player, _), skill) in round.results.iter().zip(after) {
            let new = Standing { player: *player, skill: Skill::NEW, rounds: 0, dropped: 0 };
            let standing = known.entry(*player).or_insert(new);
            standing.rounds += 1;
            match dropped.contains(&(*player, number)) {
                true => standing.dropped += 1,
                false => standing.skill = skill,
            }
        }
    }
    let mut standings: Vec<_> = known.into_values().collect();
    standings
        .sort_by(|a, b| b.skill.shown().total_cmp(&a.skill.shown()).then(a.player.cmp(&b.player)));
    standings
}

impl SeasonRound {
    /// Where everybody came in: one more than how many did better.
    fn places(&self) -> Vec<(i64, Place)> {
        let better =
            |own: &(i32, u32)| self.results.iter().filter(|(_, other)| other > own).count();
        self.results.iter().map(|(player, own)| (*player, Place(better(own) as u8 + 1))).collect()
    }
}

/// The rounds that are left out, each for one player.
fn dropped(rounds: &[SeasonRound], drop_worst: usize) -> BTreeSet<(i64, usize)> {
    let mut played: BTreeMap<i64, Vec<(Place, usize)>> = BTreeMap::new();
    for (number, round) in rounds.iter().enumerate() {
        for (player, place) in round.places() {
            played.entry(player).or_default().push((place, number));
        }
    }
    let worst = |(player, mut own): (i64, Vec<(Place, usize)>)| {
        own.sort_unstable_by(|a, b| b.cmp(a));
        own.truncate(drop_worst.min(own.len() - 1));
        own.into_iter().map(move |(_, number)| (player, number))
    };
    played.into_iter().flat_map(worst).collect()
}

#[cfg(test)]
#[path = "tests/season.rs"]
mod tests;
