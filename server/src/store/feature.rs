//! What happened in a hand, and to whom: how games are found, and what players are told they did.

use rules::seat::{BySeat, Seat};

use super::Outcome;
use super::seating::Seated;

/// A game was played at all.
pub const ANY: &str = "any";
/// A hand was played to its end.
pub const HAND: &str = "hand";
/// A hand was won.
pub const WON: &str = "won";
/// A hand ran out of wall.
pub const DRAWN: &str = "drawn";
/// A hand was broken off.
pub const ABORTED: &str = "aborted";
/// A hand was won by self-draw, or in a way that counts as one.
pub const SELF_DRAW: &str = "self_draw";
/// A hand was lost by throwing the tile it was won on.
pub const DEALT_IN: &str = "dealt_in";
/// A game was played to its end; counts twice the place, so that a shared one is whole.
pub const PLACE: &str = "place";

/// What makes a win of a hand played here a rare one: how it was won, or what it was worth more for.
pub const RARE: [&str; 6] = [
    "three_golds",
    "robbed_gold",
    "robbed_kong",
    "golden_pair",
    "no_bonus_no_kong",
    "all_one_suit",
];

/// Ways to win that count as self-draw without being called so.
const AS_SELF_DRAW: [&str; 2] = ["three_golds", "robbed_gold"];

/// Something that happened in a hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Happened<'a> {
    /// To whom; to anybody without a seat.
    pub(crate) seat: Option<Seat>,
    pub(crate) what: &'a str,
    /// How much of it, where that means something.
    pub(crate) amount: u32,
}

/// Everything that happened in a hand that ended so.
pub(crate) fn happened(outcome: &Outcome) -> Vec<Happened<'_>> {
    let to_all = |what| {
        let seats = Seat::ALL.into_iter().map(Some).chain([None]);
        seats.map(move |seat| Happened { seat, what, amount: 0 })
    };
    match outcome {
        Outcome::Drawn => to_all(DRAWN).collect(),
        Outcome::Aborted => to_all(ABORTED).collect(),
        Outcome::Won { wins } => {
            let mut all = Vec::new();
            for win in wins {
                let way = win.way.as_str();
                let counts_as = AS_SELF_DRAW.contains(&way).then_some(SELF_DRAW);
                let specials = win.specials.iter().map(String::as_str);
                for what in [WON, way].into_iter().chain(counts_as).chain(specials) {
                    for seat in [None, Some(win.seat)] {
                        all.push(Happened { seat, what, amount: win.points });
                    }
                }
                for seat in win.from.into_iter().flat_map(|from| [None, Some(from)]) {
                    all.push(Happened { seat, what: DEALT_IN, amount: win.points });
                }
            }
            all
        }
    }
}

/// What a hand leaves behind for those who ask later. Whose it is stands there as [`super::Whose::key`] says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Notes<'a> {
    /// What its game is found by: what happened, and to whom; to anybody where that is empty.
    pub(crate) found: Vec<(&'a str, String)>,
    /// What is counted for people: whose it is, what happened, and how much of it.
    pub(crate) counted: Vec<(String, &'a str, u32)>,
}

/// What a hand that ended so leaves behind; nothing for what was a bot's doing.
pub(crate) fn notes<'a>(outcome: &'a Outcome, seats: &BySeat<Seated>) -> Notes<'a> {
    let mut notes = Notes::default();
    for Happened { seat, what, amount } in happened(outcome) {
        let Some(seat) = seat else {
            notes.found.push((what, String::new()));
            continue;
        };
        for key in seats[seat].keys() {
            notes.found.push((what, key.clone()));
            notes.counted.push((key, what, amount));
        }
    }
    if *outcome != Outcome::Aborted {
        let people = seats.iter().flat_map(Seated::keys);
        notes.counted.extend(people.map(|key| (key, HAND, 0)));
    }
    notes
}

/// Twice the place each person took in a game that ended with these scores.
pub(crate) fn places(seats: &BySeat<Option<Seated>>, scores: [i64; 4]) -> Vec<(String, u32)> {
    let placed = seats.iter().zip(doubled_places(scores));
    let known = placed.filter_map(|(taken, place)| Some((taken.as_ref()?, place)));
    known.flat_map(|(taken, place)| taken.keys().map(move |key| (key, place))).collect()
}

/// Twice the place of each seat: whoever has the same score shares the places they take together.
pub(crate) fn doubled_places(scores: [i64; 4]) -> [u32; 4] {
    scores.map(|own| {
        let above = scores.iter().filter(|score| **score > own).count() as u32;
        let level = scores.iter().filter(|score| **score == own).count() as u32;
        2 * above + level + 1
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shared_place_is_the_mean_of_those_it_takes() {
        assert_eq!(doubled_places([30, -10, -20, 0]), [2, 6, 8, 4]);
        assert_eq!(doubled_places([5, 5, -5, -5]), [3, 3, 7, 7]);
        assert_eq!(doubled_places([0; 4]), [5; 4]);
    }
}
