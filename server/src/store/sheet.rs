//! A game that people keep, as it is stored: the sheet itself, who may write on it, and what follows from it.

use std::collections::{BTreeMap, BTreeSet};

use crate::clock::UnixMs;

/// Which game such sheets are of, and where they come from.
pub(super) const VARIANT: &str = "riichi";
pub(super) const ORIGIN: &str = "recorded";

/// What follows from a sheet, for those who ask later.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Follows {
    /// How much is known of the game.
    pub(crate) quality: String,
    /// What the game is found by: what happened, and to whom; to anybody without a name.
    pub(crate) found: BTreeSet<(String, String)>,
    /// What is counted for people: whose it is and what happened; how often, and how much of it.
    pub(crate) tallies: BTreeMap<(String, String), (i64, i64)>,
    /// The hands that are settled.
    pub(crate) hands: Vec<SheetHandRow>,
    /// The end, once there is one.
    pub(crate) end: Option<SheetEnd>,
}

impl Follows {
    /// Counts something for a player.
    pub(crate) fn count(&mut self, player: &str, what: &str, amount: i64) {
        let key = (player.to_owned(), what.to_owned());
        let (count, sum) = self.tallies.entry(key).or_default();
        *count += 1;
        *sum += amount;
    }

    /// The first hand that differs from those before, from 1.
    pub(super) fn first_changed(&self, before: &Self) -> usize {
        let same = self.hands.iter().zip(&before.hands).take_while(|(one, other)| one == other);
        same.count() + 1
    }
}

/// The scores and the points on the table, before and after a hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SheetHandRow {
    pub(crate) number: u32,
    pub(crate) before: [i64; 4],
    pub(crate) before_pot: i64,
    pub(crate) after: [i64; 4],
    pub(crate) after_pot: i64,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SheetEnd {
    pub(crate) at: UnixMs,
    pub(crate) scores: [i64; 4],
}

/// The hashes of what whoever writes has to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SheetKeys {
    pub(crate) recorder: [u8; 32],
    pub(crate) organiser: [u8; 32],
    /// Of what the keys were made from: whoever sends it again means the same game.
    pub(crate) secret: [u8; 32],
}

/// Which sheet is written.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SheetTarget {
    /// A new one.
    New { keys: SheetKeys, started_at: UnixMs },
    /// The one of this row, as it was at this version.
    Known { row: i64, version: i64, started_at: UnixMs },
}

/// A sheet to be written, with everything that follows from it.
#[derive(Clone, Debug)]
pub(crate) struct SheetWrite {
    pub(crate) target: SheetTarget,
    /// The sheet itself, as JSON.
    pub(crate) body: String,
    pub(crate) rules: String,
    pub(crate) names: [String; 4],
    pub(crate) hands: u32,
    pub(crate) scores: [i64; 4],
    /// What followed from it as it was.
    pub(crate) before: Follows,
    pub(crate) after: Follows,
    /// Who did it, and what, as JSON.
    pub(crate) who: String,
    pub(crate) change: String,
    pub(crate) now: UnixMs,
}

/// What became of a sheet that was to be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SheetWritten {
    /// It is on disk: its row and version.
    Saved { row: i64, version: i64 },
    /// It has changed in between; nothing was written.
    Stale,
    /// It was made before; nothing was written.
    Exists { row: i64 },
    /// It contradicts itself, the database says; nothing was written.
    Refused,
}

/// A sheet as it lies there.
#[derive(Clone, Debug)]
pub(crate) struct StoredSheet {
    pub(crate) row: i64,
    pub(crate) version: i64,
    pub(crate) keys: SheetKeys,
    pub(crate) body: String,
}

/// A row of the audit.
#[derive(Clone, Debug)]
pub(crate) struct AuditRow {
    pub(crate) id: i64,
    pub(crate) at: UnixMs,
    pub(crate) who: String,
    pub(crate) change: String,
}

/// Something that was done to a game, to be noted.
#[derive(Clone, Debug)]
pub(crate) struct AuditWrite {
    pub(crate) row: i64,
    pub(crate) at: UnixMs,
    /// Who did it, and what, as JSON.
    pub(crate) who: String,
    pub(crate) change: String,
}

/// A sheet with all rows that should follow from it, when the whole ledger is looked through.
#[derive(Clone, Debug)]
pub(crate) struct LedgerSheet {
    pub(crate) sheet: StoredSheet,
    pub(crate) class: i64,
    pub(crate) quality: String,
    pub(crate) started_at: UnixMs,
    pub(crate) hands: Vec<SheetHandRow>,
    pub(crate) end: Option<SheetEnd>,
    pub(crate) count: u32,
    pub(crate) scores: [i64; 4],
    pub(crate) audit: Vec<AuditRow>,
}

/// What is to be added to a tally: whose, what, how often, how much.
pub(super) type TallyChange<'a> = (&'a str, &'a str, i64, i64);

/// The difference between two sets of tallies of one kind.
pub(super) fn tally_changes<'a>(
    before: &'a BTreeMap<(String, String), (i64, i64)>,
    after: &'a BTreeMap<(String, String), (i64, i64)>,
) -> Vec<TallyChange<'a>> {
    let keys: BTreeSet<_> = before.keys().chain(after.keys()).collect();
    let change = |key: &'a (String, String)| {
        let (was, is) = (before.get(key).copied(), after.get(key).copied());
        let ((count, sum), (more, amount)) = (was.unwrap_or_default(), is.unwrap_or_default());
        (key.0.as_str(), key.1.as_str(), more - count, amount - sum)
    };
    keys.into_iter().map(change).filter(|(_, _, count, sum)| (*count, *sum) != (0, 0)).collect()
}

/// A hash as it was stored.
pub(super) fn hash(bytes: &[u8]) -> [u8; 32] {
    // Another length is no hash that anything has.
    bytes.try_into().unwrap_or([0; 32])
}
