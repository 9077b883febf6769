//! Compares what everybody at a table was told with what is on record.

use std::collections::{BTreeMap, BTreeSet};

use bots::client::Seated;
use protocol::fujian::PublicChange;

use super::account::{Account, Told, Wrong};
use super::log::Audience;
use crate::check;

/// What was compared, and what was wrong.
#[derive(Clone, Debug, Default)]
pub(super) struct Verdict {
    /// Hands compared step by step.
    pub(super) hands: u64,
    /// Steps heard by anybody, each counted for everybody who heard it.
    pub(super) steps: u64,
    /// Steps at which what several players knew was laid side by side.
    pub(super) checks: u64,
    /// Snapshots heard.
    pub(super) snapshots: u64,
    pub(super) wrong: Wrong,
}

/// The public steps of a room as everybody together heard them.
type Public = BTreeMap<u64, Vec<PublicChange>>;

/// Judges one room: `record` is what each audience was to hear of every finished hand.
pub(super) fn judge(accounts: &[Account], record: &[(Audience, Vec<Vec<Told>>)]) -> Verdict {
    let mut verdict = Verdict::default();
    let public = merge(accounts, &mut verdict.wrong);
    let hands = hands_in(&public);
    for account in accounts {
        verdict.steps += account.steps.len() as u64;
        verdict.snapshots += account.snapshots;
        verdict.wrong += account.wrong.clone();
    }
    lay_side_by_side(accounts, &mut verdict);
    for (_, recorded) in record {
        for number in hands.len()..recorded.len() {
            let what = format!("hand {} is on record and nobody played it", number + 1);
            verdict.wrong.note(|wrong| &mut wrong.doubled, what);
        }
    }
    let asked: BTreeSet<u64> = all_accepted(accounts, &mut verdict.wrong);
    for (number, hand) in hands.iter().enumerate() {
        verdict.hands += 1;
        // The deal is the table's own doing; everything after it somebody asked for, once.
        for seq in hand.iter().skip(1).filter(|seq| !asked.contains(seq)) {
            let what = format!("nobody asked for step {seq}, or it was carried out twice");
            verdict.wrong.note(|wrong| &mut wrong.doubled, what);
        }
        for (audience, recorded) in record {
            let Some(recorded) = recorded.get(number) else {
                let what = format!("hand {} was seen and is not on record", number + 1);
                verdict.wrong.note(|wrong| &mut wrong.lost, what);
                continue;
            };
            let of_it = accounts.iter().filter(|account| account.seat == *audience);
            of_it.for_each(|account| compare(account, hand, recorded, &mut verdict.wrong));
        }
    }
    verdict
}

/// Checks what players knew at the same step against each other, by the rules alone: a server that tells a player
/// another's tiles has that on its record too.
fn lay_side_by_side(accounts: &[Account], verdict: &mut Verdict) {
    let mut by_step = BTreeMap::<u64, Vec<&Seated>>::new();
    for (seq, seated) in accounts.iter().flat_map(|account| &account.known) {
        by_step.entry(*seq).or_default().push(seated);
    }
    for (seq, seats) in by_step.into_iter().filter(|(_, seats)| seats.len() > 1) {
        verdict.checks += 1;
        if let Err(error) = check::same_table(&seats) {
            let what = format!("at step {seq} {error}");
            verdict.wrong.note(|wrong| &mut wrong.reordered, what);
        }
        if let Err(error) = check::no_tile_twice(&seats) {
            let what = format!("{} seats at step {seq} hold {error}", seats.len());
            verdict.wrong.note(|wrong| &mut wrong.leaked, what);
        }
    }
}

/// Everybody's public steps as one; they must agree.
fn merge(accounts: &[Account], wrong: &mut Wrong) -> Public {
    let mut public = Public::new();
    for (seq, told) in accounts.iter().flat_map(|account| &account.steps) {
        let known = public.entry(*seq).or_insert_with(|| told.public.clone());
        if *known != told.public {
            let what = format!("two were told different things at step {seq}");
            wrong.note(|wrong| &mut wrong.reordered, what);
        }
    }
    public
}

/// Every step that an accepted request became; two requests can't become the same.
fn all_accepted(accounts: &[Account], wrong: &mut Wrong) -> BTreeSet<u64> {
    let mut asked = BTreeSet::new();
    for seq in accounts.iter().flat_map(|account| account.accepted.values()) {
        if !asked.insert(seq.0) {
            let what = format!("two requests were accepted as step {}", seq.0);
            wrong.note(|wrong| &mut wrong.lost, what);
        }
    }
    asked
}

/// The steps of each finished hand, from the deal to its end; a step nobody heard, because all
/// were away, lies between two that somebody did.
fn hands_in(public: &Public) -> Vec<Vec<u64>> {
    let has = |found: fn(&PublicChange) -> bool| {
        public.iter().filter(move |(_, changes)| changes.iter().any(found)).map(|(seq, _)| *seq)
    };
    let deals = has(|change| matches!(change, PublicChange::Dealt { .. }));
    let ends = has(|change| matches!(change, PublicChange::Ended { .. }));
    let is_of_hand = |seq: &u64| public.get(seq).is_none_or(|changes| !changes.is_empty());
    deals.zip(ends).map(|(deal, end)| (deal..=end).filter(is_of_hand).collect()).collect()
}

/// What one client heard of a hand is what is on record for it, at every step it was there for.
fn compare(account: &Account, hand: &[u64], recorded: &[Told], wrong: &mut Wrong) {
    if hand.len() != recorded.len() {
        let what = format!("{} steps were seen, {} are on record", hand.len(), recorded.len());
        wrong.note(|wrong| &mut wrong.lost, what);
        return;
    }
    for (seq, recorded) in hand.iter().zip(recorded) {
        let Some(heard) = account.steps.get(seq) else { continue };
        if heard.public != recorded.public {
            let what = format!("step {seq} is not what is on record");
            wrong.note(|wrong| &mut wrong.reordered, what);
        } else if heard.own != recorded.own {
            let what = format!("a seat was told something else of its own at step {seq}");
            wrong.note(|wrong| &mut wrong.leaked, what);
        }
    }
}

#[cfg(test)]
mod tests {
    use protocol::fujian::{HandEnd, OutcomeView, OwnChange};
    use protocol::ids::{RequestId, Seq};
    use rules::seat::{BySeat, Seat};
    use rules::tile::SuitTile;

    use super::*;
    use crate::stub;

    fn told(public: PublicChange) -> Told {
        Told { public: vec![public], own: Vec::new() }
    }

    /// A hand of three steps after two of the room's own.
    fn hand() -> Vec<Told> {
        let seat = Seat::S0;
        let (outcome, hands) = (OutcomeView::Drawn {}, BySeat::default());
        let end = Box::new(HandEnd { outcome, hands });
        let own = vec![OwnChange::Prompt { prompt: None }];
        vec![
            told(PublicChange::Dealt { wall_left: 80 }),
            Told { own, ..told(PublicChange::Drew { seat }) },
            told(PublicChange::Ended { end, flipped: None }),
        ]
    }

    fn account() -> Account {
        let steps = (3..).zip(hand()).collect();
        let accepted = [(RequestId(1), Seq(4)), (RequestId(2), Seq(5))].into();
        Account { seat: Some(Seat::S0), steps, accepted, ..Account::default() }
    }

    fn judged(account: Account, recorded: Vec<Vec<Told>>) -> [u64; 4] {
        let wrong = judge(&[account], &[(Some(Seat::S0), recorded)]).wrong;
        [wrong.lost, wrong.doubled, wrong.reordered, wrong.leaked]
    }

    #[test]
    fn what_agrees_with_the_record_passes_and_what_does_not_is_told_apart() {
        let (mut unasked, mut swapped, mut told_more) = (account(), account(), account());
        unasked.accepted.remove(&RequestId(2));
        swapped.steps.insert(4, told(PublicChange::Drew { seat: Seat::S1 }));
        if let Some(step) = told_more.steps.get_mut(&4) {
            step.own.push(OwnChange::Prompt { prompt: None });
        }

        assert_eq!(judged(account(), vec![hand()]), [0, 0, 0, 0]);
        assert_eq!(judged(account(), vec![]), [1, 0, 0, 0]);
        assert_eq!(judged(account(), vec![hand()[..2].to_vec()]), [1, 0, 0, 0]);
        assert_eq!(judged(account(), vec![hand(), hand()]), [0, 1, 0, 0]);
        assert_eq!(judged(unasked, vec![hand()]), [0, 1, 0, 0]);
        assert_eq!(judged(swapped, vec![hand()]), [0, 0, 1, 0]);
        assert_eq!(judged(told_more, vec![hand()]), [0, 0, 0, 1]);
    }

    #[test]
    fn what_two_were_told_differently_or_asked_for_at_one_place_is_found() {
        let (mut other, mut twice) = (account(), account());
        other.seat = Some(Seat::S1);
        other.accepted.clear();
        other.steps.insert(4, told(PublicChange::Drew { seat: Seat::S1 }));
        twice.accepted.insert(RequestId(3), Seq(5));

        let differ = judge(&[account(), other], &[(Some(Seat::S0), vec![hand()])]).wrong;

        assert_eq!((differ.lost, differ.doubled, differ.reordered, differ.leaked), (0, 0, 1, 0));
        assert_eq!(judged(twice, vec![hand()]), [1, 0, 0, 0]);
    }

    /// What a server tells wrongly it has on record as well: the rules alone find it.
    #[test]
    fn a_tile_that_two_players_hold_is_found_though_the_record_says_the_same() {
        let of = |plant: fn(&mut Seated)| {
            let known = stub::four().0.map(|mut seated| {
                plant(&mut seated);
                seated
            });
            let accounts = known.map(|seated| Account {
                seat: Some(seated.seat),
                known: [(seated.seq.0, seated)].into(),
                ..Account::default()
            });
            judge(&accounts, &[])
        };
        let same_tiles = |seated: &mut Seated| {
            if let Some(view) = &mut seated.view {
                view.own.tiles.fill(SuitTile::Dots1);
            }
        };
        let other_scores = |seated: &mut Seated| {
            if let Some(view) = seated.view.as_mut().filter(|view| view.seat == Seat::S2) {
                view.table.scores = BySeat([3, -3, 0, 0]);
            }
        };

        let (fine, leaked, differ) = (of(|_| ()), of(same_tiles), of(other_scores));

        assert!(fine.checks == 1 && fine.wrong.is_nothing(), "{fine:?}");
        assert_eq!((leaked.wrong.leaked, leaked.wrong.reordered), (1, 0), "{leaked:?}");
        assert_eq!((differ.wrong.leaked, differ.wrong.reordered), (0, 1), "{differ:?}");
    }
}
