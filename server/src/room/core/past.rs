//! How the running hand came to where it is, for those who come to watch in the middle of it.
//!
//! Nothing of it is kept but which of the room's steps were taken at the table: what was heard of each follows
//! from what the record of the hand is made of.

use protocol::ids::Seq;
use protocol::options::Spectators;
use protocol::refusal::Refusal;
use protocol::server::SpectatorMessage;

use super::fact::Fact;
use super::{RoomCore, ToSpectator};
use crate::room::game::{Game, Past};

/// How many steps of a room a hand may be spread over to be told; only one during which people came and went
/// thousands of times takes more.
const SPREAD_MAX: u64 = 16_384;

/// Which steps of the room were taken at the table since the deal: a bit for each step.
#[derive(Debug, Default)]
pub(super) struct TableSteps {
    dealt: Seq,
    bits: Vec<u64>,
}

impl TableSteps {
    /// Minds a step.
    pub(super) fn mind<Action>(&mut self, seq: Seq, fact: &Fact<Action>) {
        if matches!(fact, Fact::Dealt) {
            (self.dealt, self.bits) = (seq, vec![1]);
        } else if matches!(fact, Fact::Acted { .. }) {
            self.note(seq);
        }
    }

    fn note(&mut self, seq: Seq) {
        let spread = seq.0 - self.dealt.0;
        if spread < SPREAD_MAX {
            let (word, bit) = ((spread / 64) as usize, spread % 64);
            if word >= self.bits.len() {
                self.bits.resize(word + 1, 0);
            }
            self.bits[word] |= 1 << bit;
        }
    }

    fn iter(&self) -> impl Iterator<Item = Seq> + '_ {
        let is_set = |spread: &u64| self.bits[(spread / 64) as usize] & (1 << (spread % 64)) != 0;
        let spread = (0..64 * self.bits.len() as u64).filter(is_set);
        spread.map(|spread| Seq(self.dealt.0 + spread))
    }
}

impl<G: Game> RoomCore<G> {
    /// What those who watch heard of the running hand. Nothing where they see it late: that there is something to be
    /// told would already tell what is not due.
    pub(in crate::room) fn past(&self) -> Result<ToSpectator<G>, Refusal> {
        match self.view.options.spectators {
            Spectators::Off {} => return Err(Refusal::WatchingOff),
            Spectators::Delayed { .. } => return Err(Refusal::NotAllowed),
            Spectators::On {} => {}
        }
        let game = self.game.as_ref().ok_or(Refusal::NotPlaying)?;
        let Past { before, steps } = game.past()?;
        let seqs: Vec<_> = self.table_steps.iter().collect();
        if seqs.len() != steps.len() {
            return Err(Refusal::NotAllowed);
        }
        let steps = seqs.into_iter().zip(steps).collect();
        Ok(SpectatorMessage::Past { seq: self.seq, table: before, steps })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whoever makes a room take step after step without playing on can't have it remember ever more of that.
    #[test]
    fn what_is_kept_of_a_hand_that_is_spread_too_far_stays_small_and_is_known_to_be_too_little() {
        let acted = || Fact::Acted { seat: rules::seat::Seat::S0, action: () };
        let mut steps = TableSteps::default();
        steps.mind(Seq(7), &Fact::<()>::Dealt);
        steps.mind(Seq(8), &Fact::<()>::Started);
        for spread in [2, 200, SPREAD_MAX - 1, SPREAD_MAX, 1 << 40] {
            steps.mind(Seq(7 + spread), &acted());
        }

        let known: Vec<_> = steps.iter().map(|seq| seq.0 - 7).collect();
        assert_eq!(known, [0, 2, 200, SPREAD_MAX - 1]);
        assert_eq!(steps.bits.len() as u64, SPREAD_MAX / 64);

        steps.mind(Seq(1 << 41), &Fact::<()>::Dealt);
        assert_eq!(steps.iter().collect::<Vec<_>>(), [Seq(1 << 41)]);
    }
}
