//! What each address has at a time, and how fast it goes.
//!
//! An address of IPv6 stands for its /64: that is what one household or one machine gets.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use protocol::ids::RoomCode;
use tokio::time::Instant;

use super::pace::{Bucket, Pace};
use crate::config::Config;
use crate::telemetry::metrics::TurnedAway;

/// Addresses that are remembered; beyond that only known ones are let in.
const ADDRESSES_MAX: usize = 100_000;
/// Those that ask nothing any more are forgotten when there are this many, and at each doubling.
const FORGET_FROM: usize = 1_024;
/// How long it takes at least until they are gone through again.
const FORGET_EVERY_MS: u64 = 1_000;

/// Every address that has or had something lately.
#[derive(Debug)]
pub(super) struct Addresses {
    limits: Limits,
    known: Mutex<Known>,
}

#[derive(Debug)]
struct Known {
    by_address: HashMap<IpAddr, Arc<Address>>,
    forget_at: usize,
    /// With so many in use that forgetting helps little, it is tried only now and then.
    rest_until: Option<Instant>,
}

#[derive(Clone, Copy, Debug)]
struct Limits {
    connections_max: u32,
    sockets_max: u32,
    rooms_max: u32,
    accepts: Pace,
    messages: Pace,
    guesses: Pace,
    kept_games: Pace,
    kept_writes: Pace,
    ratings: Pace,
}

impl Addresses {
    pub(super) fn new(config: &Config) -> Self {
        let messages = config.address_messages_per_second;
        let limits = Limits {
            connections_max: config.connections_per_address_max,
            sockets_max: config.sockets_per_address_max,
            rooms_max: config.rooms_per_address_max,
            accepts: Pace::per_second(config.accepts_per_second, config.accepts_per_second),
            messages: Pace::per_second(messages, messages.saturating_mul(3)),
            guesses: Pace::per_minute(config.guesses_per_minute),
            kept_games: Pace::per_minute(config.kept_games_per_minute),
            kept_writes: Pace::per_minute(config.kept_writes_per_minute),
            ratings: Pace::per_minute(config.ratings_per_minute),
        };
        let known = Known { by_address: HashMap::new(), forget_at: FORGET_FROM, rest_until: None };
        Self { limits, known: Mutex::new(known) }
    }

    /// Counts a new connection of an address; it is one less when what is given back is dropped.
    pub(super) fn enter(
        &self,
        ip: IpAddr,
        now: Instant,
        is_open: impl Fn(RoomCode) -> bool,
    ) -> Result<Visitor, TurnedAway> {
        let address = self.find(group(ip), now, is_open).ok_or(TurnedAway::Full)?;
        let mut account = address.account();
        if !account.accepts.take(self.limits.accepts, now) {
            return Err(TurnedAway::TooFast);
        }
        count(&mut account.connections, self.limits.connections_max)?;
        drop(account);
        Ok(Visitor { ip, address })
    }

    fn find(
        &self,
        ip: IpAddr,
        now: Instant,
        is_open: impl Fn(RoomCode) -> bool,
    ) -> Option<Arc<Address>> {
        let mut known = lock(&self.known);
        if let Some(address) = known.by_address.get(&ip) {
            return Some(Arc::clone(address));
        }
        known.forget(now, is_open);
        if known.by_address.len() >= ADDRESSES_MAX {
            return None;
        }
        let address = Arc::new(Address::new(self.limits, now));
        known.by_address.insert(ip, Arc::clone(&address));
        Some(address)
    }
}

impl Known {
    /// Forgets those that ask nothing any more, if it is time to.
    fn forget(&mut self, now: Instant, is_open: impl Fn(RoomCode) -> bool) {
        let is_resting = self.rest_until.is_some_and(|until| now < until);
        if self.by_address.len() < self.forget_at || is_resting {
            return;
        }
        self.by_address.retain(|_, address| address.is_in_use(now, &is_open));
        self.forget_at = (2 * self.by_address.len()).clamp(FORGET_FROM, ADDRESSES_MAX);
        self.rest_until = Some(now + Duration::from_millis(FORGET_EVERY_MS));
    }
}

/// One address.
#[derive(Debug)]
struct Address {
    limits: Limits,
    account: Mutex<Account>,
}

#[derive(Debug)]
struct Account {
    connections: u32,
    /// Those of them that are WebSockets.
    sockets: u32,
    accepts: Bucket,
    messages: Bucket,
    guesses: Bucket,
    kept_games: Bucket,
    kept_writes: Bucket,
    /// Whether it is being sent an export.
    is_exporting: bool,
    ratings: Bucket,
    /// The rooms it opened; some may have closed since.
    rooms: Vec<RoomCode>,
}

impl Address {
    fn new(limits: Limits, now: Instant) -> Self {
        let account = Account {
            connections: 0,
            sockets: 0,
            accepts: Bucket::full(limits.accepts, now),
            messages: Bucket::full(limits.messages, now),
            guesses: Bucket::full(limits.guesses, now),
            kept_games: Bucket::full(limits.kept_games, now),
            kept_writes: Bucket::full(limits.kept_writes, now),
            is_exporting: false,
            ratings: Bucket::full(limits.ratings, now),
            rooms: Vec::new(),
        };
        Self { limits, account: Mutex::new(account) }
    }

    fn account(&self) -> MutexGuard<'_, Account> {
        lock(&self.account)
    }

    /// Whether forgetting it would let it do more than remembering it.
    fn is_in_use(&self, now: Instant, is_open: impl Fn(RoomCode) -> bool) -> bool {
        let mut account = self.account();
        account.rooms.retain(|code| is_open(*code));
        account.connections > 0
            || account.is_exporting
            || !account.rooms.is_empty()
            || !account.accepts.is_full(self.limits.accepts, now)
            || !account.messages.is_full(self.limits.messages, now)
            || !account.guesses.is_full(self.limits.guesses, now)
            || !account.kept_games.is_full(self.limits.kept_games, now)
            || !account.kept_writes.is_full(self.limits.kept_writes, now)
            || !account.ratings.is_full(self.limits.ratings, now)
    }
}

/// One connection of an address.
#[derive(Debug)]
pub(super) struct Visitor {
    ip: IpAddr,
    address: Arc<Address>,
}

impl Visitor {
    /// Who it is.
    pub(super) fn ip(&self) -> IpAddr {
        self.ip
    }

    /// Counts a WebSocket of the address; it is one less when what is given back is dropped.
    pub(super) fn open_socket(&self) -> Result<OpenSocket, TurnedAway> {
        count(&mut self.address.account().sockets, self.address.limits.sockets_max)?;
        Ok(OpenSocket { address: Arc::clone(&self.address) })
    }

    /// Whether the address may send another message now.
    pub(super) fn may_speak(&self, now: Instant) -> bool {
        self.address.account().messages.take(self.address.limits.messages, now)
    }

    /// Whether the address may ask about ratings once more without a key.
    pub(super) fn may_ask_ratings(&self, now: Instant) -> bool {
        self.address.account().ratings.take(self.address.limits.ratings, now)
    }

    /// Whether the address may try another room, seat or token.
    pub(super) fn may_guess(&self, now: Instant) -> bool {
        self.address.account().guesses.has_any(self.address.limits.guesses, now)
    }

    /// What it tried is not there.
    pub(super) fn guessed_wrong(&self, now: Instant) {
        self.address.account().guesses.take(self.address.limits.guesses, now);
    }

    /// Whether the address may make another kept game.
    pub(super) fn may_keep(&self, now: Instant) -> bool {
        self.address.account().kept_games.take(self.address.limits.kept_games, now)
    }

    /// Whether the address may write on a kept game.
    pub(super) fn may_write(&self, now: Instant) -> bool {
        self.address.account().kept_writes.take(self.address.limits.kept_writes, now)
    }

    /// Begins an export, unless one is on its way; the next may begin when what is given back is dropped.
    pub(super) fn begin_export(&self) -> Option<OpenExport> {
        let mut account = self.address.account();
        let is_free = !std::mem::replace(&mut account.is_exporting, true);
        drop(account);
        is_free.then(|| OpenExport { address: Arc::clone(&self.address) })
    }

    /// Whether the address may open another room, if these of its rooms are still open.
    pub(super) fn may_open(&self, is_open: impl Fn(RoomCode) -> bool) -> bool {
        let mut account = self.address.account();
        account.rooms.retain(|code| is_open(*code));
        let rooms_max = self.address.limits.rooms_max;
        rooms_max == 0 || account.rooms.len() < rooms_max as usize
    }

    /// The address has opened a room.
    pub(super) fn opened(&self, code: RoomCode) {
        // Without a limit nobody asks, and the list would only grow.
        if self.address.limits.rooms_max > 0 {
            self.address.account().rooms.push(code);
        }
    }
}

impl Drop for Visitor {
    fn drop(&mut self) {
        self.address.account().connections -= 1;
    }
}

/// A WebSocket's place in its address's account.
#[derive(Debug)]
pub(super) struct OpenSocket {
    address: Arc<Address>,
}

impl Drop for OpenSocket {
    fn drop(&mut self) {
        self.address.account().sockets -= 1;
    }
}

/// An export on its way to an address.
#[derive(Debug)]
pub(super) struct OpenExport {
    address: Arc<Address>,
}

impl Drop for OpenExport {
    fn drop(&mut self) {
        self.address.account().is_exporting = false;
    }
}

/// One more, unless there are as many as may be; 0 is no limit.
fn count(open: &mut u32, open_max: u32) -> Result<(), TurnedAway> {
    if open_max > 0 && *open >= open_max {
        return Err(TurnedAway::AddressFull);
    }
    *open += 1;
    Ok(())
}

/// The address that stands for all that one household can have.
fn group(ip: IpAddr) -> IpAddr {
    match ip.to_canonical() {
        IpAddr::V4(v4) => IpAddr::V4(v4),
        IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() >> 64 << 64)),
    }
}

/// Nothing that holds a lock here can panic halfway.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
