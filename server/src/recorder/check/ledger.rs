//! Recomputes the ledger from the records of its hands, by playing every one of them again.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use protocol::record::{HandRecord, RecordedPlayer};
use rules::seat::{BySeat, Seat};

use super::{CheckReport, HandFault, Problem};
use crate::store::feature::{self, Happened};
use crate::store::{
    Follows, HandPosting, LedgerGame, LedgerHand, LedgerSheet, Outcome, Store, StoreError,
};

/// What the tallies and the ways games are found should be.
#[derive(Default)]
pub(super) struct Expected {
    tallies: HashMap<(String, i64, String), (i64, i64)>,
    found: Found,
}

/// Many rows in a few bytes: how many, and the sum of their hashes, whatever their order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Found {
    rows: u64,
    sum: u64,
}

impl Found {
    fn add(&mut self, row: impl Hash) {
        let mut hasher = DefaultHasher::new();
        row.hash(&mut hasher);
        self.rows += 1;
        self.sum = self.sum.wrapping_add(hasher.finish());
    }
}

/// Checks every game of the ledger.
pub(super) fn check(store: &mut Store, report: &mut CheckReport) -> Result<(), StoreError> {
    let mut expected = Expected::default();
    store.each_game(|game, hands| {
        report.games += 1;
        report.hands += hands.len() as u64;
        let mut scores = hands.first().map_or([0; 4], |hand| hand.before);
        for (number, hand) in (1..).zip(&hands) {
            if let Err(fault) = check_hand(game, hand, number, scores) {
                let (game, hand) = (game.game, hand.number);
                report.problems.push(Problem::Hand { game, hand, fault });
            }
            scores = hand.after;
        }
        if game.end.is_some_and(|end| end.scores != scores) {
            report.problems.push(Problem::End { game: game.game });
        }
        expected.expect(game, &hands, scores);
    })?;
    super::sheets::check(store, report, &mut expected)?;
    expected.compare(store, report)
}

/// Plays a hand again, and compares it with what the ledger says of it.
fn check_hand(
    game: &LedgerGame,
    hand: &LedgerHand,
    number: u32,
    scores: [i64; 4],
) -> Result<(), HandFault> {
    let adds_up = (0..4).all(|seat| hand.before[seat] + hand.deltas[seat] == hand.after[seat]);
    let starts_at_zero = number > 1 || scores == [0; 4];
    let is_next = hand.number == number && hand.before == scores && starts_at_zero;
    if !(adds_up && is_next && hand.deltas.iter().sum::<i64>() == 0) {
        return Err(HandFault::Scores);
    }
    let record = hand.record.as_deref().ok_or(HandFault::Unreadable)?;
    let record: HandRecord = serde_json::from_str(record).map_err(|_| HandFault::Unreadable)?;
    record.verify().map_err(|error| HandFault::Record(Box::new(error)))?;
    let posting = HandPosting::of(game.game.room, &record);
    let agrees = posting.game == game.game
        && posting.hand == hand.number
        && posting.deltas.map(i64::from) == hand.deltas
        && record.scores_before.0.map(i64::from) == hand.before
        && Some(&posting.outcome) == hand.outcome.as_ref()
        && Some(&posting.players) == game.players(hand.number).as_ref();
    if agrees { Ok(()) } else { Err(HandFault::Disagrees) }
}

impl Expected {
    /// Expects what follows from a sheet.
    pub(super) fn expect_sheet(&mut self, follows: &Follows, sheet: &LedgerSheet) {
        for (what, player) in &follows.found {
            let (what, player) = (what.as_str(), player.as_str());
            self.found.add((what, player, sheet.class, sheet.started_at, sheet.sheet.row));
        }
        for ((player, what), (more, amount)) in &follows.tallies {
            let key = (player.clone(), sheet.class, what.clone());
            let (count, sum) = self.tallies.entry(key).or_default();
            *count += more;
            *sum += amount;
        }
    }

    fn expect(&mut self, game: &LedgerGame, hands: &[LedgerHand], scores: [i64; 4]) {
        let mut found = HashSet::from([(feature::ANY.to_owned(), String::new())]);
        for player in Seat::ALL.iter().flat_map(|seat| game.seating.ever(*seat)) {
            found.insert((feature::ANY.to_owned(), player.to_owned()));
        }
        for hand in hands {
            let (Some(outcome), Some(players)) = (&hand.outcome, game.players(hand.number)) else {
                continue;
            };
            self.expect_hand(game, outcome, &players, &mut found);
        }
        if game.end.is_some_and(|end| end.is_finished) {
            let places = feature::doubled_places(scores);
            let last = game.seating.at(u32::MAX);
            for (player, place) in last.iter().zip(places) {
                if let Some(name) = player.as_ref().and_then(RecordedPlayer::human_name) {
                    self.count(game, name.as_str(), feature::PLACE, place);
                }
            }
        }
        if game.public {
            for (feature, player) in found {
                let (feature, player) = (feature.as_str(), player.as_str());
                self.found.add((feature, player, game.class, game.started_at, game.row));
            }
        }
    }

    fn expect_hand(
        &mut self,
        game: &LedgerGame,
        outcome: &Outcome,
        players: &BySeat<RecordedPlayer>,
        found: &mut HashSet<(String, String)>,
    ) {
        for Happened { seat, what, amount } in feature::happened(outcome) {
            match seat.map(|seat| feature::human(players, seat)) {
                None => {
                    found.insert((what.to_owned(), String::new()));
                }
                Some(Some(name)) => {
                    found.insert((what.to_owned(), name.to_owned()));
                    self.count(game, name, what, amount);
                }
                Some(None) => {}
            }
        }
        if *outcome != Outcome::Aborted {
            for name in Seat::ALL.iter().filter_map(|seat| feature::human(players, *seat)) {
                self.count(game, name, feature::HAND, 0);
            }
        }
    }

    fn count(&mut self, game: &LedgerGame, player: &str, what: &str, amount: u32) {
        let key = (player.to_owned(), game.class, what.to_owned());
        let (count, sum) = self.tallies.entry(key).or_default();
        *count += 1;
        *sum += i64::from(amount);
    }

    fn compare(mut self, store: &mut Store, report: &mut CheckReport) -> Result<(), StoreError> {
        let mut wrong: Vec<String> = Vec::new();
        for (player, class, what, count, sum) in store.all_tallies()? {
            let expected = self.tallies.remove(&(player.clone(), class, what));
            if expected != Some((count, sum)) {
                wrong.push(player);
            }
        }
        wrong.extend(self.tallies.into_keys().map(|(player, _, _)| player));
        wrong.sort_unstable();
        wrong.dedup();
        report.problems.extend(wrong.into_iter().map(|player| Problem::Tally { player }));
        let mut found = Found::default();
        store.each_found(|feature, player, class, started_at, game| {
            found.add((feature, player, class, started_at, game));
        })?;
        if found != self.found {
            report.problems.push(Problem::Found);
        }
        Ok(())
    }
}
