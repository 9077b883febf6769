//! What the host orders, and how often: an order that changes something is a step for ever, read again with every restart.

use std::time::Duration;

use protocol::client::HostOrder;
use protocol::ids::RequestId;
use protocol::options::Spectators;
use tokio::time::Instant;

use super::requests::Did;
use super::{LiveRoom, Say};
use crate::room::Connection;
use crate::room::game::Game;

/// Orders that may change something one right after the other.
pub(super) const ORDERS_MAX: u32 = 30;

/// How many orders may still change something: a bucket that fills steadily.
#[derive(Clone, Copy, Debug)]
pub(super) struct Allowance {
    full_at: Instant,
}

impl Allowance {
    pub(super) fn full(now: Instant) -> Self {
        Self { full_at: now }
    }

    /// Takes one, if there is one; there is one more `every` so often.
    fn take(&mut self, every: Duration, now: Instant) -> bool {
        let full_at = self.full_at.max(now) + every;
        let is_there = full_at <= now + every * ORDERS_MAX;
        if is_there {
            self.full_at = full_at;
        }
        is_there
    }
}

impl<G: Game> LiveRoom<G> {
    pub(super) fn host(
        &mut self,
        from: Connection,
        request: RequestId,
        order: &HostOrder,
        now: Instant,
    ) {
        let (online, overdue) = (self.members.online(), self.overdue(now));
        let (mut allowance, every) = (self.allowance, self.manners.order_every);
        let did = self.request(from, request, now, |core, seat| {
            let may_replace = |seat| !online[seat] || overdue[seat];
            core.host(seat, request, order, may_replace, || allowance.take(every, now))
        });
        self.allowance = allowance;
        if let (HostOrder::Kick { seat }, Did::Step) = (order, did) {
            // Whoever comes to the seat from now on is somebody else.
            let ids = self.members.unseat_all(*seat);
            self.hold(Say::Kick(ids));
        }
        if let HostOrder::Options { .. } = order
            && self.core.view().options.spectators == (Spectators::Off {})
        {
            self.hold(Say::TurnOut);
        }
    }
}
