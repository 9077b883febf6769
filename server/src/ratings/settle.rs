//! What a round does to everybody in it: people are compared with people, bots with bots.

use super::elo::{self, Changes, Elo};
use super::round::{Entrant, Occasion, Round, Score};

/// Which list somebody is on: people and bots are never compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum List {
    /// People.
    Humans,
    /// Bots, each level under its own name.
    Bots,
}

impl List {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Humans => "humans",
            Self::Bots => "bots",
        }
    }
}

/// Somebody at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sitting {
    /// Whom this one is compared with.
    pub list: List,
    /// The ratings before the round.
    pub elo: Elo,
    /// What was made of it.
    pub score: Score,
}

/// How a round of so many games changes everybody's ratings, in the order given; nothing for whoever has nobody to be
/// compared with.
pub fn settle(occasion: Occasion, games: u32, sittings: &[Sitting]) -> Vec<Option<Changes>> {
    let mut settled = vec![None; sittings.len()];
    for list in [List::Humans, List::Bots] {
        let places: Vec<_> =
            (0..sittings.len()).filter(|nth| sittings[*nth].list == list).collect();
        let entrant =
            |nth: &usize| Entrant { elo: sittings[*nth].elo, score: sittings[*nth].score };
        let entrants: Vec<_> = places.iter().map(entrant).collect();
        // Among these, what one of the others won nobody won.
        let wins: u32 = entrants.iter().map(|entrant| entrant.score.wins).sum();
        let round = Round::new(occasion, games, games.saturating_sub(wins), entrants);
        if let Ok(round) = round {
            for (nth, changes) in places.into_iter().zip(elo::changes(&round)) {
                settled[nth] = Some(changes);
            }
        }
    }
    settled
}

#[cfg(test)]
#[path = "tests/settle.rs"]
mod tests;
