//! A game and its hands: recorded, corrected, taken back.

use super::fold::{Config, Impossible, Settled, State, fold, fold_on};
use super::hand::Hand;

/// A game as far as it is recorded; always one that can have been.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    config: Config,
    hands: Vec<Hand>,
    settled: Vec<Settled>,
}

impl Game {
    /// A game of which no hand is recorded yet.
    pub const fn begin(config: Config) -> Self {
        Self { config, hands: Vec::new(), settled: Vec::new() }
    }

    /// A game with these hands.
    ///
    /// # Errors
    /// Names the first hand that can't have been.
    pub fn new(config: Config, hands: Vec<Hand>) -> Result<Self, Impossible> {
        let settled = fold(&config, &hands)?;
        Ok(Self { config, hands, settled })
    }

    /// What it is played by and where it began.
    pub const fn config(&self) -> &Config {
        &self.config
    }

    /// The hands.
    pub fn hands(&self) -> &[Hand] {
        &self.hands
    }

    /// What each of them led to.
    pub fn settled(&self) -> &[Settled] {
        &self.settled
    }

    /// The game as it stands.
    pub fn state(&self) -> State {
        self.state_after(self.settled.len())
    }

    /// Adds a hand.
    ///
    /// # Errors
    /// When it can't have been; nothing changes.
    pub fn record(&mut self, hand: Hand) -> Result<&Settled, Impossible> {
        let number = self.hands.len() + 1;
        let settled = fold_on(&self.config, self.state(), std::slice::from_ref(&hand), number)?;
        check(number, &hand, &settled[0])?;
        self.hands.push(hand);
        self.settled.extend(settled);
        Ok(&self.settled[number - 1])
    }

    /// The hands nobody can have won so, though they are written down: the fold takes them as they are, a change
    /// must not bring another.
    pub fn odd(&self) -> impl Iterator<Item = Impossible> {
        let all = (1..).zip(self.hands.iter().zip(&self.settled));
        all.filter_map(|(number, (hand, settled))| check(number, hand, settled).err())
    }

    /// Puts another hand in the place of the one with this number. Later hands keep their outcomes, and
    /// are folded again.
    ///
    /// # Errors
    /// When there is no such hand, or one of those from here on can't have been; nothing changes.
    pub fn replace(&mut self, number: usize, hand: Hand) -> Result<(), EditError> {
        let mut hands = self.from(number)?.to_vec();
        hands[0] = hand;
        self.put(number, hands)
    }

    /// Takes out the hand with this number.
    ///
    /// # Errors
    /// When there is no such hand, or a later one can't have been without it; nothing changes.
    pub fn remove(&mut self, number: usize) -> Result<(), EditError> {
        let later = self.from(number)?[1..].to_vec();
        self.put(number, later)
    }

    /// Takes back the last hand, if there is one.
    pub fn undo(&mut self) -> Option<Hand> {
        self.settled.pop();
        self.hands.pop()
    }

    /// The hands from this number on, at least one.
    fn from(&self, number: usize) -> Result<&[Hand], EditError> {
        let hands = number.checked_sub(1).and_then(|before| self.hands.get(before..));
        hands.filter(|hands| !hands.is_empty()).ok_or(EditError::NoSuchHand { number })
    }

    /// Goes on with `hands` from this number on.
    fn put(&mut self, number: usize, hands: Vec<Hand>) -> Result<(), EditError> {
        let before = number - 1;
        let settled = fold_on(&self.config, self.state_after(before), &hands, number)?;
        let gone = self.hands.len() - before - hands.len();
        for (place, (hand, one)) in hands.iter().zip(&settled).enumerate() {
            // One that was odd before and is the same may stay so.
            let old = before + place + gone;
            let was_odd = self.hands[old] == *hand
                && check(old, &self.hands[old], &self.settled[old]).is_err();
            if !was_odd {
                check(number + place, hand, one)?;
            }
        }
        self.hands.truncate(before);
        self.settled.truncate(before);
        self.hands.extend(hands);
        self.settled.extend(settled);
        Ok(())
    }

    fn state_after(&self, hands: usize) -> State {
        let last = hands.checked_sub(1).and_then(|last| self.settled.get(last));
        last.map_or_else(|| self.config.begin(), |settled| settled.after)
    }
}

/// Makes sure that the hand of this number can have been won so.
fn check(number: usize, hand: &Hand, settled: &Settled) -> Result<(), Impossible> {
    hand.check(settled.round.dealer()).map_err(|bad| Impossible { number, why: bad.into() })
}

/// Why a game can't be changed so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// There is no hand with this number.
    #[error("there is no hand {number}")]
    NoSuchHand {
        /// The number.
        number: usize,
    },
    /// A hand would become impossible.
    #[error(transparent)]
    Impossible(#[from] Impossible),
}
