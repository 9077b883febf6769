//! Who gets a contested tile.

use super::phase::{Answer, Calling};
use crate::seat::Seat;

/// The answer that prevails once everybody has given theirs, if anybody wants the tile.
///
/// A win beats a kong or pung, those beat a chow; among equals the nearest after whoever threw the
/// tile, in turn order.
pub(super) fn prevailing(calling: &Calling) -> Option<(Seat, Answer)> {
    let mut best = None;
    for seat in calling.from.next().round() {
        let Some(answer) = calling.answers[seat] else { continue };
        if rank(answer) > best.map_or(0, |(_, answer)| rank(answer)) {
            best = Some((seat, answer));
        }
    }
    best
}

fn rank(answer: Answer) -> u8 {
    match answer {
        Answer::Pass => 0,
        Answer::Chow(_) => 1,
        Answer::Pung | Answer::Kong => 2,
        Answer::Win => 3,
    }
}
