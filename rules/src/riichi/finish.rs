//! When a game ends, and what everybody takes home from it.

use super::course::Deal;
use super::fold::State;
use super::options::{Length, Options};
use super::round::Wind;
use crate::seat::{BySeat, Seat};

/// What a game came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Final {
    /// The places, first to last.
    pub places: [Place; 4],
}

/// A player at the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Who.
    pub seat: Seat,
    /// The score, with what lay on the table for the first.
    pub score: i32,
    /// Score, uma and oka counted from the return points; all four sum to zero.
    pub points: i32,
}

impl Final {
    /// What these scores come to, with nothing left on the table.
    pub fn of(scores: &BySeat<i32>, options: &Options) -> Self {
        let order = ranking(scores);
        let place = |rank: usize| {
            let (seat, oka) = (order[rank], if rank == 0 { options.oka() } else { 0 });
            let score = scores[seat];
            Place { seat, score, points: score - options.return_points + options.uma[rank] + oka }
        };
        Self { places: [place(0), place(1), place(2), place(3)] }
    }
}

/// The wind of the last round that is sure to be played.
pub(super) const fn last_wind(options: &Options) -> Wind {
    match (options.length, options.extension) {
        (Length::Hanchan, false) | (Length::Tonpuusen, true) => Wind::South,
        (Length::Tonpuusen, false) => Wind::East,
        (Length::Hanchan, true) => Wind::West,
    }
}

/// Whether somebody's score ends the game.
pub(super) fn somebody_is_out(scores: &BySeat<i32>, options: &Options) -> bool {
    options.tobi.is_some_and(|below| scores.iter().any(|score| *score < below))
}

/// Whether the hand just settled was the last; `state` still names its deal.
pub(super) fn is_last(state: &State, deal: Deal, options: &Options) -> bool {
    if somebody_is_out(&state.scores, options) {
        return true;
    }
    let reached = state.scores.iter().any(|score| *score >= options.return_points);
    let regular = match options.length {
        Length::Hanchan => Wind::South,
        Length::Tonpuusen => Wind::East,
    };
    let wind = state.round.wind();
    let round_ends = deal == Deal::Passes && state.dealer() == Seat::S3;
    if wind > regular {
        // In the round that was added, reaching the return points ends the game at once.
        return reached || round_ends;
    }
    round_ends && wind == regular && (reached || !options.extension)
}

/// Ends the game: who is first takes what lies on the table, then all is counted.
pub(super) fn end(state: &mut State, options: &Options) {
    state.pay_owed();
    let first = ranking(&state.scores)[0];
    state.take_sticks(first);
    state.ended = Some(Final::of(&state.scores, options));
}

/// The seats by score; of equals, who sat nearer to the first East comes first.
fn ranking(scores: &BySeat<i32>) -> [Seat; 4] {
    let mut order = Seat::ALL;
    order.sort_by_key(|seat| -scores[*seat]);
    order
}
