//! Hands from notes: `e1 josh riichi, jo ron mikey 8000`, one a line; what is not understood is never guessed.

use super::fold::{Config, Refused};
use super::game::Game;
use super::hand::{BadCorrection, BadWins, Hand};
use super::note::{Clauses, Players};
use super::round::{Round, Wind};
use super::yakuman::BadYakuman;
use crate::seat::Seat;

/// One line of notes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The deal it says it is, if it does.
    pub label: Option<Label>,
    /// The hand.
    pub hand: Hand,
}

/// A deal as it is written: `e1`, or `s2.1` with its honba.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label {
    /// The deal.
    pub round: Round,
    /// The honba, where they are written.
    pub honba: Option<u16>,
}

impl Label {
    fn read(word: &str) -> Option<Self> {
        let (deal, honba) = match word.split_once('.') {
            Some((deal, honba)) => (deal, Some(honba.parse().ok()?)),
            None => (word, None),
        };
        let mut letters = deal.chars();
        let wind = match letters.next()? {
            'e' => Wind::East,
            's' => Wind::South,
            'w' => Wind::West,
            'n' => Wind::North,
            _ => return None,
        };
        let number: usize = letters.as_str().parse().ok()?;
        let dealer = Seat::from_index(number.checked_sub(1)?)?;
        Some(Self { round: Round::new(wind, dealer), honba })
    }
}

impl Note {
    /// Reads one line; a comment or nothing at all is no note.
    ///
    /// # Errors
    /// Names the word that is not understood, or what is missing.
    pub fn read(line: &str, players: &Players) -> Result<Option<Self>, BadNote> {
        let line = line.split('#').next().unwrap_or_default().to_lowercase();
        let mut rest = line.trim();
        if rest.is_empty() {
            return Ok(None);
        }
        let first = rest.split_whitespace().next().unwrap_or_default();
        let label = if players.seat(first).is_some() { None } else { Label::read(first) };
        if label.is_some() {
            rest = rest[first.len()..].trim_start();
        }
        let mut clauses = Clauses::new(players);
        for clause in rest.split(',') {
            clauses.add(clause)?;
        }
        Ok(Some(Self { label, hand: clauses.hand()? }))
    }
}

/// What notes came to.
#[derive(Clone, Debug)]
pub struct Import {
    /// The game of the lines that are fine; after the first that is not, later ones are only read.
    pub game: Game,
    /// What is wrong, line by line.
    pub problems: Vec<NoteProblem>,
}

/// A line that can't be taken over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoteProblem {
    /// Its number, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub why: LineError,
}

/// Reads a whole game from notes.
///
/// Every line is read, so that all typos are told at once. Hands are only taken over up to the first line
/// with a problem: what follows would be guessed.
pub fn import(config: Config, players: &Players, text: &str) -> Import {
    let mut game = Game::begin(config);
    let mut problems = Vec::new();
    for (line, written) in (1..).zip(text.lines()) {
        let outcome = match Note::read(written, players) {
            Ok(None) => Ok(()),
            Ok(Some(note)) if problems.is_empty() => take(&mut game, note),
            Ok(Some(_)) => Ok(()),
            Err(bad) => Err(LineError::Unreadable(bad)),
        };
        problems.extend(outcome.err().map(|why| NoteProblem { line, why }));
    }
    Import { game, problems }
}

fn take(game: &mut Game, note: Note) -> Result<(), LineError> {
    let state = game.state();
    if let Some(label) = note.label {
        let differs = label.honba.is_some_and(|honba| honba != state.honba);
        if label.round != state.round || differs {
            return Err(LineError::OtherDeal { round: state.round, honba: state.honba });
        }
    }
    game.record(note.hand).map(|_| ()).map_err(|impossible| LineError::Refused(impossible.why))
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    /// It can't be read.
    #[error(transparent)]
    Unreadable(#[from] BadNote),
    /// It says another deal than it is by the hands before.
    #[error("by the hands before this is {round}.{honba}")]
    OtherDeal {
        /// The deal it is.
        round: Round,
        /// Its honba.
        honba: u16,
    },
    /// The hand can't have been.
    #[error(transparent)]
    Refused(Refused),
}

impl LineError {
    /// What programs go by.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Unreadable(bad) => bad.code(),
            Self::OtherDeal { .. } => "other_deal",
            Self::Refused(why) => why.code(),
        }
    }
}

/// Why a line is no hand.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadNote {
    /// A word nobody knows.
    #[error("\"{0}\" is not understood here")]
    Word(String),
    /// Something is not said.
    #[error("it is not said {0}")]
    Missing(&'static str),
    /// Somebody is named twice where once is meant: another may be.
    #[error("\"{0}\" is named twice")]
    Twice(String),
    /// It ends in two ways.
    #[error("a hand ends in one way")]
    TwoEnds,
    /// A discard is won on by several, and not the same one.
    #[error("several winners need one discarder")]
    TwoDiscarders,
    /// Nobody can have won so.
    #[error(transparent)]
    Wins(#[from] BadWins),
    /// No hand has these yakuman.
    #[error(transparent)]
    Yakuman(#[from] BadYakuman),
    /// Points can't be put right so.
    #[error(transparent)]
    Correction(#[from] BadCorrection),
}

impl BadNote {
    /// What programs go by.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Word(_) => "unknown_word",
            Self::Missing(_) => "missing",
            Self::Twice(_) => "named_twice",
            Self::TwoEnds => "two_ends",
            Self::TwoDiscarders => "two_discarders",
            Self::Wins(bad) => bad.code(),
            Self::Yakuman(_) => "bad_yakuman",
            Self::Correction(bad) => bad.code(),
        }
    }
}
