//! A game by its records: whether each hand is the one that followed, and whether the game was played to its end.

use protocol::record::{HandRecord, RecordError};
use rules::fujian::{Action, Phase, Rules, Table};
use rules::seat::Seat;

/// How far a game has come.
#[derive(Debug)]
pub(crate) struct Course {
    code: String,
    number: u32,
    /// What it is played by; nothing if that can't be read.
    rules: Option<Rules>,
    hands: u32,
    after: After,
}

/// What a hand follows.
#[derive(Debug)]
enum After {
    /// It is the first.
    Nothing,
    /// A hand that ended at this table.
    Hand(Box<Table>),
    /// A hand of which nothing is known.
    Unknown,
}

impl Course {
    /// A game of a room that begins.
    pub(crate) fn new(code: &str, number: u32, rules: Option<Rules>) -> Self {
        Self { code: code.to_owned(), number, rules, hands: 0, after: After::Nothing }
    }

    /// Plays a hand again, and says whether it is the next one of this game.
    pub(crate) fn play(&mut self, record: &HandRecord) -> Result<bool, RecordError> {
        let ended = record.replay(|table, event| table.apply_all(event, |_, _| ()))?;
        let is_next = self.is_next(record);
        self.hands = record.hand_of_game;
        self.after = After::Hand(Box::new(ended));
        Ok(is_next)
    }

    /// Goes on past a hand that can't be played again.
    pub(crate) fn skip(&mut self) {
        self.hands += 1;
        self.after = After::Unknown;
    }

    /// Whether the last hand ended the game, as far as that is known.
    pub(crate) fn is_over(&self) -> bool {
        match &self.after {
            After::Nothing => false,
            After::Hand(table) => matches!(table.phase(), Phase::Finished(_)),
            After::Unknown => true,
        }
    }

    fn is_next(&self, record: &HandRecord) -> bool {
        let stands = (record.dealer, record.streak, record.hands_played, record.scores_before);
        let follows = match &self.after {
            After::Nothing => stands == (record.dealer, 0, 0, Default::default()),
            After::Hand(_) if self.is_over() => false,
            After::Hand(ended) => {
                let mut next = (**ended).clone();
                for seat in Seat::ALL {
                    // Who is ready already says so in vain.
                    let _ = next.play(seat, Action::Ready, |_, _| ());
                }
                stands == (next.dealer(), next.streak(), next.hands_played(), *next.scores())
            }
            After::Unknown => true,
        };
        follows
            && record.room == self.code
            && record.game == self.number
            && record.hand_of_game == self.hands + 1
            && Some(record.rules) == self.rules
    }
}
