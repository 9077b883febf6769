//! For whom calls may have been passed when, by what players asked for.

use std::collections::BTreeMap;

use protocol::ids::{RequestId, RoomCode};
use rules::seat::Seat;
use tokio::time::Instant;

use super::super::evidence::{Asked, Purpose};
use super::super::script::PATIENCE;
use super::Evidence;
use super::truth::Truth;
use crate::room::Fact;

/// The times in which calls may have been passed for players.
pub(super) struct Passing(Vec<(Seat, Instant, Instant)>);

impl Passing {
    /// Those of a room. It is over when they said so, with the hand, and when they came back anew.
    pub(super) fn of(code: RoomCode, truth: &Truth, evidence: &Evidence) -> Self {
        let of_room = |asked: &&Asked| asked.room == code && asked.seat.is_some();
        let asked: Vec<_> = evidence.asked.iter().filter(of_room).collect();
        let is_on = |asked: &Asked| matches!(asked.purpose, Purpose::QuickPass { on: true });
        if !asked.iter().any(|asked| is_on(asked)) {
            return Self(Vec::new());
        }
        let mut accepted: BTreeMap<(usize, RequestId), Instant> = BTreeMap::new();
        for heard in evidence.heard.iter().filter(|heard| heard.room == code) {
            if let Some((request, Ok(_))) = heard.message.answer() {
                accepted.entry((heard.client, request)).or_insert(heard.at);
            }
        }
        let accepted = |asked: &Asked| accepted.get(&(asked.client, asked.request)).copied();
        let rows = evidence.rows.iter().filter(|row| row.step.room == truth.room);
        let deals = truth.moments.iter().zip(rows);
        let deals = deals.filter(|(moment, _)| matches!(moment.fact, Fact::Dealt));
        let deals: Vec<_> = deals.map(|(_, row)| row.taken).collect();
        let times = asked.iter().filter(|asked| is_on(asked)).filter_map(|on| {
            let last = accepted(on).unwrap_or(on.at + PATIENCE);
            let deal = deals.iter().copied().filter(|deal| *deal > last).min();
            let ends = |asked: &&&&Asked| {
                let is_end = match asked.purpose {
                    Purpose::QuickPass { on } => !on,
                    Purpose::Enter { .. } => true,
                    _ => false,
                };
                is_end && asked.client == on.client && asked.at > on.at
            };
            let ended =
                asked.iter().filter(|asked| ends(&asked)).filter_map(|asked| accepted(asked));
            let end = ended.chain(deal).min();
            Some((on.seat?, on.at, end.unwrap_or(on.at + FOREVER)))
        });
        Self(times.collect())
    }

    /// Whether a call of this seat may have been passed for it then.
    pub(super) fn may(&self, seat: Seat, then: Instant) -> bool {
        self.0.iter().any(|(of, from, until)| *of == seat && *from <= then && then <= *until)
    }
}

/// Longer than any run.
const FOREVER: std::time::Duration = std::time::Duration::from_secs(10 * 24 * 60 * 60);
