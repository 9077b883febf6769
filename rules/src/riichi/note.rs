//! The words of a note: who, how, how much.

use super::hand::{Abort, BadWins, Correction, Hand, Outcome, Pao, Ron, Tsumo, Win, Worth};
use super::notes::BadNote;
use super::options::PaoOn;
use super::seats::Seats;
use super::value::Typed;
use super::yakuman::{Yakuman, YakumanSet};
use crate::seat::{BySeat, Seat};

/// Words that are no names.
const OWN_WORDS: [&str; 19] = [
    "riichi",
    "ron",
    "tsumo",
    "draw",
    "tenpai",
    "all",
    "nobody",
    "nagashi",
    "chombo",
    "no",
    "contest",
    "correct",
    "pao",
    "and",
    "kyuushu",
    "suufon",
    "suucha",
    "suukaikan",
    "sanchahou",
];

/// What the players are called in notes, by seat; no two the same, none a word of the notes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Players([String; 4]);

impl Players {
    /// These names, of one word or several, upper and lower case alike.
    ///
    /// # Errors
    /// When a name is empty, has a comma in it, is taken, or a word of it means something else.
    pub fn new(names: [&str; 4]) -> Result<Self, BadPlayers> {
        let names = names.map(|name| joined(&name.to_lowercase()));
        for (place, name) in names.iter().enumerate() {
            let is_plain = !name.is_empty() && !name.contains([',', '#', '/']);
            let is_number = name.starts_with(|letter: char| letter.is_ascii_digit());
            let is_ours = |word| OWN_WORDS.contains(&word) || Yakuman::named(word).is_some();
            if !is_plain
                || is_number
                || name.split(' ').any(is_ours)
                || names[..place].contains(name)
            {
                return Err(BadPlayers(name.clone()));
            }
        }
        Ok(Self(names))
    }

    /// The words of a clause; a name of several is one of them.
    fn words<'a>(&'a self, clause: &'a str) -> Vec<&'a str> {
        let said: Vec<&str> = clause.split_whitespace().collect();
        let (mut words, mut rest) = (Vec::new(), &said[..]);
        while let [first, others @ ..] = rest {
            let is_said = |name: &&String| name.split(' ').count() > 1 && starts_with(rest, name);
            // The longest: it may begin with another's.
            match self.0.iter().filter(is_said).max_by_key(|name| name.len()) {
                Some(name) => {
                    words.push(name.as_str());
                    rest = &rest[name.split(' ').count()..];
                }
                None => {
                    words.push(first);
                    rest = others;
                }
            }
        }
        words
    }

    /// Who is called so.
    pub(super) fn seat(&self, name: &str) -> Option<Seat> {
        Seat::ALL.into_iter().find(|seat| self.0[seat.index()] == name)
    }
}

/// A text with one blank between its words.
fn joined(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn starts_with(words: &[&str], name: &str) -> bool {
    let length = name.split(' ').count();
    words.get(..length).is_some_and(|first| first.iter().copied().eq(name.split(' ')))
}

/// Nobody can be called so in notes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" can't be told apart in notes")]
pub struct BadPlayers(pub String);

/// What the clauses of a line have said so far.
pub(super) struct Clauses<'a> {
    players: &'a Players,
    riichi: Seats,
    tenpai: Option<Seats>,
    nagashi: Option<Seats>,
    wins: Vec<Win>,
    discarder: Option<Seat>,
    end: Option<Outcome>,
}

impl<'a> Clauses<'a> {
    pub(super) fn new(players: &'a Players) -> Self {
        let (riichi, wins) = (Seats::NONE, Vec::new());
        Self { players, riichi, tenpai: None, nagashi: None, wins, discarder: None, end: None }
    }

    /// Takes in one clause.
    pub(super) fn add(&mut self, clause: &str) -> Result<(), BadNote> {
        let players = self.players;
        let words = players.words(clause);
        match words.as_slice() {
            [] => Err(BadNote::Missing("what happened")),
            ["draw", who @ .., "tenpai"] | ["draw", who @ ..] => self.set_tenpai(who),
            ["nagashi", who @ ..] => {
                self.nagashi = Some(self.some(who)?);
                Ok(())
            }
            ["chombo", who] => {
                let offender = self.seat(who)?;
                self.set_end(Outcome::Chombo { offender })
            }
            ["no", "contest"] => self.set_end(Outcome::NoContest),
            ["correct", who @ ..] => {
                let correction = self.correction(who)?;
                self.set_end(Outcome::Correction(correction))
            }
            ["kyuushu"] => self.set_end(Outcome::Abortive(Abort::KyuushuKyuuhai)),
            ["suufon"] => self.set_end(Outcome::Abortive(Abort::SuufonRenda)),
            ["suucha"] => self.set_end(Outcome::Abortive(Abort::SuuchaRiichi)),
            ["suukaikan"] => self.set_end(Outcome::Abortive(Abort::Suukaikan)),
            ["sanchahou"] => self.set_end(Outcome::Abortive(Abort::Sanchahou)),
            [who, "ron", from, worth @ ..] => self.add_ron(who, from, worth),
            [who, "tsumo", worth @ ..] => self.add_tsumo(who, worth),
            [who @ .., "riichi"] => {
                self.riichi = self.riichi.iter().chain(self.some(who)?.iter()).collect();
                Ok(())
            }
            [who @ .., "tenpai"] => self.set_tenpai(who),
            [who] if self.players.seat(who).is_some() => Err(BadNote::Missing("what they did")),
            [first, second, ..] if self.players.seat(first).is_some() => Err(word(second)),
            [first, ..] => Err(word(first)),
        }
    }

    /// The hand that all clauses make.
    pub(super) fn hand(self) -> Result<Hand, BadNote> {
        let won = !self.wins.is_empty();
        let ends = [won, self.tenpai.is_some() || self.nagashi.is_some(), self.end.is_some()];
        if ends.iter().filter(|said| **said).count() > 1 {
            return Err(BadNote::TwoEnds);
        }
        let outcome = match (self.discarder, self.end, self.nagashi, self.tenpai) {
            (Some(from), ..) => Outcome::Ron(Ron::new(from, &self.wins)?),
            (None, Some(end), ..) => end,
            (None, None, Some(winners), Some(tenpai)) => Outcome::NagashiMangan { winners, tenpai },
            (None, None, None, Some(tenpai)) => Outcome::ExhaustiveDraw { tenpai },
            (None, None, Some(_), None) => return Err(BadNote::Missing("who is tenpai")),
            (None, None, None, None) => match self.wins.as_slice() {
                [] => return Err(BadNote::Missing("how it ended")),
                [win] => Outcome::Tsumo(Tsumo::new(*win)?),
                _ => return Err(BadNote::TwoEnds),
            },
        };
        Ok(Hand { riichi: self.riichi, outcome })
    }

    fn set_end(&mut self, end: Outcome) -> Result<(), BadNote> {
        if self.end.replace(end).is_some() { Err(BadNote::TwoEnds) } else { Ok(()) }
    }

    fn set_tenpai(&mut self, who: &[&str]) -> Result<(), BadNote> {
        let tenpai = match who {
            [] => return Err(BadNote::Missing("who is tenpai; say nobody or all")),
            ["nobody"] => Seats::NONE,
            ["all"] => Seats::ALL,
            who => self.some(who)?,
        };
        if self.tenpai.replace(tenpai).is_some() { Err(BadNote::TwoEnds) } else { Ok(()) }
    }

    fn add_ron(&mut self, who: &str, from: &str, worth: &[&str]) -> Result<(), BadNote> {
        let (winner, from) = (self.seat(who)?, self.seat(from)?);
        if self.discarder.is_some_and(|other| other != from) {
            return Err(BadNote::TwoDiscarders);
        }
        if self.discarder.is_none() && !self.wins.is_empty() {
            return Err(BadNote::TwoEnds);
        }
        self.discarder = Some(from);
        let worth = match worth {
            [points] if points.bytes().all(|byte| byte.is_ascii_digit()) => {
                Worth::Typed(Typed::Ron(number(points)?))
            }
            other => self.worth(other)?,
        };
        self.wins.push(Win { winner, worth });
        Ok(())
    }

    fn add_tsumo(&mut self, who: &str, worth: &[&str]) -> Result<(), BadNote> {
        let winner = self.seat(who)?;
        if !self.wins.is_empty() {
            return Err(BadNote::TwoEnds);
        }
        let worth = match worth {
            [each, "all"] => Worth::Typed(Typed::All(number(each)?)),
            [shares] if shares.contains('/') => {
                let (other, dealer) = shares.split_once('/').unwrap_or_default();
                Worth::Typed(Typed::Tsumo { other: number(other)?, dealer: number(dealer)? })
            }
            other => self.worth(other)?,
        };
        self.wins.push(Win { winner, worth });
        Ok(())
    }

    /// Names, each with what their score changes by.
    fn correction(&self, words: &[&str]) -> Result<Correction, BadNote> {
        let mut points = BySeat([None::<i32>; 4]);
        for pair in words.chunks(2) {
            let [who, change] = pair else { return Err(BadNote::Missing("by how many points")) };
            let change = change.parse::<i32>().map_err(|_| word(change))?;
            if points[self.seat(who)?].replace(change).is_some() {
                return Err(BadNote::Twice((*who).to_owned()));
            }
        }
        Ok(Correction::new(points.map(Option::unwrap_or_default))?)
    }

    /// Han and fu, or yakuman with who is liable.
    fn worth(&self, words: &[&str]) -> Result<Worth, BadNote> {
        match words {
            [] => Err(BadNote::Missing("what it was worth")),
            [han] if han.ends_with("han") => {
                Ok(Worth::Counted { han: small(han, "han")?, fu: None })
            }
            [han, fu] if han.ends_with("han") => {
                let (han, fu) = (small(han, "han")?, Some(small(fu, "fu")?));
                Ok(Worth::Counted { han, fu })
            }
            [yakuman @ .., "pao", liable] => self.yakuman(yakuman, Some(liable), None),
            [yakuman @ .., "pao", liable, for_what] => {
                self.yakuman(yakuman, Some(liable), Some(for_what))
            }
            yakuman => self.yakuman(yakuman, None, None),
        }
    }

    fn yakuman(
        &self,
        words: &[&str],
        liable: Option<&str>,
        for_what: Option<&str>,
    ) -> Result<Worth, BadNote> {
        let named = |name: &&str| Yakuman::named(name).ok_or_else(|| word(name));
        let yakuman = words.iter().map(named).collect::<Result<Vec<_>, _>>()?;
        let set = YakumanSet::new(&yakuman)?;
        let Some(liable) = liable else { return Ok(Worth::Yakuman { set, pao: None }) };
        let liable = self.seat(liable)?;
        let mut candidates = set.iter().filter(|yakuman| PaoOn::default().has(*yakuman));
        let yakuman = match (for_what, candidates.next(), candidates.next()) {
            (Some(name), ..) => named(&name)?,
            (None, Some(only), None) => only,
            (None, Some(_), Some(_)) => return Err(BadNote::Missing("for which yakuman")),
            (None, None, _) => return Err(BadWins::NotInTheHand(yakuman[0]).into()),
        };
        Ok(Worth::Yakuman { set, pao: Some(Pao { liable, yakuman }) })
    }

    fn seat(&self, name: &str) -> Result<Seat, BadNote> {
        self.players.seat(name).ok_or_else(|| word(name))
    }

    /// One or more players.
    fn some(&self, names: &[&str]) -> Result<Seats, BadNote> {
        let mut seats = Vec::new();
        for name in names.iter().filter(|name| **name != "and") {
            let seat = self.seat(name)?;
            if seats.contains(&seat) {
                return Err(BadNote::Twice((*name).to_owned()));
            }
            seats.push(seat);
        }
        if seats.is_empty() {
            Err(BadNote::Missing("who"))
        } else {
            Ok(seats.into_iter().collect())
        }
    }
}

fn number(text: &str) -> Result<u32, BadNote> {
    text.parse().map_err(|_| word(text))
}

fn small(text: &str, unit: &str) -> Result<u8, BadNote> {
    let digits = text.strip_suffix(unit).ok_or_else(|| word(text))?;
    digits.parse().map_err(|_| word(text))
}

fn word(text: &str) -> BadNote {
    BadNote::Word(text.to_owned())
}
