//! Recomputes the ledger from the records of its hands, by playing every one of them again.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use protocol::record::HandRecord;
use rules::seat::BySeat;

use super::course::Course;
use super::logs::Logged;
use super::{CheckReport, HandFault, Problem};
use crate::store::feature::{self, Happened};
use crate::store::{
    Follows, HandPosting, LedgerGame, LedgerHand, LedgerSheet, Outcome, Seated, Store, StoreError,
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
pub(super) fn check(
    store: &mut Store,
    logged: &mut Logged,
    report: &mut CheckReport,
) -> Result<(), StoreError> {
    let mut expected = Expected::default();
    store.each_game(|game, hands| {
        report.games += 1;
        report.hands += hands.len() as u64;
        let mut scores = hands.first().map_or([0; 4], |hand| hand.before);
        let rules = serde_json::from_str(&game.rules).ok();
        let mut course = Course::new(&game.code, game.game.number, rules);
        for (number, hand) in (1..).zip(&hands) {
            let played = check_hand(game, hand, &mut course);
            let logged = logged.check(game.game, hand, report);
            if let Err(fault) = check_scores(hand, number, scores).and(played).and(logged) {
                let (game, hand) = (game.game, hand.number);
                report.problems.push(Problem::Hand { game, hand, fault });
            }
            scores = hand.after;
        }
        if game.end.is_some_and(|end| end.scores != scores) {
            report.problems.push(Problem::End { game: game.game });
        }
        if game.end.is_some_and(|end| end.is_finished) && !course.is_over() {
            report.problems.push(Problem::Unfinished { game: game.game });
        }
        expected.expect(game, &hands, scores);
    })?;
    super::sheets::check(store, report, &mut expected)?;
    expected.compare(store, report)
}

/// Whether a hand goes on from the scores before it, and moves what it says.
fn check_scores(hand: &LedgerHand, number: u32, scores: [i64; 4]) -> Result<(), HandFault> {
    let adds_up = (0..4).all(|seat| hand.before[seat] + hand.deltas[seat] == hand.after[seat]);
    let starts_at_zero = number > 1 || scores == [0; 4];
    let is_next = hand.number == number && hand.before == scores && starts_at_zero;
    let is_right = adds_up && is_next && hand.deltas.iter().sum::<i64>() == 0;
    if is_right { Ok(()) } else { Err(HandFault::Scores) }
}

/// Plays a hand again, and compares it with what the ledger says of it.
fn check_hand(game: &LedgerGame, hand: &LedgerHand, course: &mut Course) -> Result<(), HandFault> {
    let record = hand.record.as_deref().and_then(|record| serde_json::from_str(record).ok());
    let Some(record): Option<HandRecord> = record else {
        course.skip();
        return Err(HandFault::Unreadable);
    };
    let is_next = course.play(&record).map_err(|error| {
        course.skip();
        HandFault::Record(Box::new(error))
    })?;
    let posting = HandPosting::of(game.game.room, &record);
    let agrees = is_next
        && posting.game == game.game
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
        found.extend(game.seating.ever().map(|key| (feature::ANY.to_owned(), key)));
        for hand in hands {
            let (Some(outcome), Some(seats)) = (&hand.outcome, game.seated(hand.number)) else {
                continue;
            };
            self.expect_hand(game, outcome, &seats, &mut found);
        }
        if game.end.is_some_and(|end| end.is_finished) {
            let places = feature::doubled_places(scores);
            let last = game.seating.at(u32::MAX);
            for (taken, place) in last.iter().zip(places) {
                for key in taken.iter().flat_map(Seated::keys) {
                    self.count(game, key, feature::PLACE, place);
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
        seats: &BySeat<Seated>,
        found: &mut HashSet<(String, String)>,
    ) {
        for Happened { seat, what, amount } in feature::happened(outcome) {
            let Some(seat) = seat else {
                found.insert((what.to_owned(), String::new()));
                continue;
            };
            for key in seats[seat].keys() {
                found.insert((what.to_owned(), key.clone()));
                self.count(game, key, what, amount);
            }
        }
        if *outcome != Outcome::Aborted {
            for key in seats.iter().flat_map(Seated::keys) {
                self.count(game, key, feature::HAND, 0);
            }
        }
    }

    fn count(&mut self, game: &LedgerGame, key: String, what: &str, amount: u32) {
        let key = (key, game.class, what.to_owned());
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
