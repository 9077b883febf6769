//! What clients know is what is true, and the same whether it was folded or told anew.

use std::collections::BTreeMap;

use protocol::fujian::TableView;
use protocol::ids::{RoomCode, Seq};
use protocol::room::RoomView;
use rules::fujian::{Phase, Table};
use rules::seat::Seat;
use rules::tile::SuitTile;

use super::super::evidence::{Seen, TableOf};
use super::truth::Truth;
use super::{Evidence, Findings};

const TRUE: &str = "what a client knows is what is true";
const SAME: &str = "a fold is what a snapshot would be";

type Audience = (RoomCode, Option<Seat>, Seq);

pub(super) fn check(
    evidence: &Evidence,
    truths: &BTreeMap<RoomCode, Truth>,
    findings: &mut Findings,
) {
    let mut first: BTreeMap<Audience, (&RoomView, &TableOf)> = BTreeMap::new();
    for seen in &evidence.views {
        let audience = (seen.room.code, seen.table.seat(), seen.seq);
        let (room, table) = *first.entry(audience).or_insert((&seen.room, &seen.table));
        findings.expect((room, table) == (&seen.room, &seen.table), SAME, || {
            format!(
                "{audience:?}: client {} knows {:?}, another {table:?}",
                seen.client, seen.table
            )
        });
        let moment = truths.get(&seen.room.code).and_then(|truth| truth.at(seen.seq));
        let is_true = moment.is_some_and(|moment| match (&moment.table, seen.table.public()) {
            (None, None) => true,
            (Some(table), Some(view)) => is_like(view, table) && is_own(seen, table),
            (Some(_), None) | (None, Some(_)) => false,
        });
        findings.expect(is_true, TRUE, || {
            let table = moment.and_then(|moment| moment.table.as_ref());
            let held = table.zip(seen.table.seat()).map(|(table, seat)| held(table, seat));
            let (client, known, phase) = (seen.client, &seen.table, table.map(Table::phase));
            format!("{audience:?}: client {client} knows {known:?}; held {held:?} in {phase:?}")
        });
    }
}

/// Whether a view shows this table, and nothing of a running hand that is hidden.
fn is_like(view: &TableView, table: &Table) -> bool {
    let shown = (view.dealer, view.streak, view.game, view.hands_played, view.scores);
    let standing =
        (table.dealer(), table.streak(), table.game(), table.hands_played(), *table.scores());
    let (Some(hand), Some(deal)) = (&view.hand, table.deal()) else {
        return shown == standing && view.hand.is_none() && table.deal().is_none();
    };
    let players = Seat::ALL.into_iter().all(|seat| {
        let (shown, player) = (&hand.players[seat], &deal.players[seat]);
        usize::from(shown.concealed) == player.hand.len() + player.unexposed.len()
            && shown.melds.len() == player.melds.len()
            && shown.bonus.iter().copied().eq(player.bonus.tiles())
    });
    let thrown = hand.discards.iter().map(|thrown| (thrown.seat, thrown.tile, thrown.taken_by));
    let discards = deal.discards.iter().map(|thrown| (thrown.seat, thrown.tile, thrown.taken_by));
    let is_open = deal.outcome.is_some();
    let hands = hand
        .end
        .as_ref()
        .is_none_or(|end| Seat::ALL.into_iter().all(|seat| holds(table, seat, &end.hands[seat])));
    shown == standing
        && players
        && thrown.eq(discards)
        && usize::from(hand.wall_left) == deal.wall.left()
        && hand.gold == deal.gold
        && hand.end.is_some() == is_open
        && hands
}

/// Whether a seat's own part of a view is its own.
fn is_own(seen: &Seen, table: &Table) -> bool {
    let TableOf::Seat(seat, Some(view)) = &seen.table else { return true };
    let is_theirs = view.own.answer.is_none() || matches!(table.phase(), Phase::Calling(_));
    view.seat == *seat
        && holds(table, *seat, &view.own.tiles)
        && view.prompt.is_some() == table.waits_for(*seat)
        && is_theirs
}

pub(super) fn holds(table: &Table, seat: Seat, tiles: &[SuitTile]) -> bool {
    let mut tiles = tiles.to_vec();
    tiles.sort_unstable();
    tiles == held(table, seat)
}

/// What a seat has in its hand, sorted.
fn held(table: &Table, seat: Seat) -> Vec<SuitTile> {
    let deal = table.deal();
    let mut held: Vec<_> =
        deal.map(|deal| deal.players[seat].hand.tiles().collect()).unwrap_or_default();
    held.sort_unstable();
    held
}
