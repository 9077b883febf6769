//! The wire of a simulated connection: a room writes to it at once, as far as its peer takes it.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::task::{Context, Waker};

use bytes::Bytes;
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use crate::room::{Straight, Wire};

/// A wire whose peer takes all, a part or nothing, as chance has it.
#[derive(Debug)]
pub(super) struct SimulatedWire {
    half: Mutex<Half>,
}

#[derive(Debug)]
struct Half {
    rng: Pcg64Mcg,
    /// What the peer has taken.
    sent: VecDeque<Bytes>,
    /// What it has not, and the session has to see to.
    rest: VecDeque<Bytes>,
    is_stuck: bool,
    peer: Option<Waker>,
}

impl SimulatedWire {
    pub(super) fn new(rng: Pcg64Mcg) -> Self {
        let (sent, rest) = (VecDeque::new(), VecDeque::new());
        let half = Half { rng, sent, rest, is_stuck: false, peer: None };
        Self { half: Mutex::new(half) }
    }

    fn half(&self) -> MutexGuard<'_, Half> {
        self.half.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The peer reads nothing for now, or again.
    pub(super) fn set_stuck(&self, is_stuck: bool) {
        self.half().is_stuck = is_stuck;
    }

    /// What the peer has taken so far, in order; whoever asks is woken when there is more.
    pub(super) fn take_sent(&self, context: &mut Context<'_>) -> VecDeque<Bytes> {
        let mut half = self.half();
        half.peer = Some(context.waker().clone());
        std::mem::take(&mut half.sent)
    }

    /// The session writes what was left over.
    pub(super) fn flush(&self) -> VecDeque<Bytes> {
        std::mem::take(&mut self.half().rest)
    }
}

impl Wire for SimulatedWire {
    fn write(&self, messages: &mut dyn Iterator<Item = &Bytes>, _space: &mut Vec<u8>) -> Straight {
        let mut half = self.half();
        if !half.rest.is_empty() {
            return Straight::Nothing;
        }
        let messages: Vec<_> = messages.cloned().collect();
        let taken = match half.rng.random_range(0..10) {
            _ if half.is_stuck => 0,
            0..2 => return Straight::Nothing,
            2..4 => half.rng.random_range(0..messages.len().max(1)),
            _ => messages.len(),
        };
        half.sent.extend(messages[..taken].iter().cloned());
        half.rest.extend(messages[taken..].iter().cloned());
        if let Some(peer) = half.peer.take() {
            peer.wake();
        }
        if taken == messages.len() { Straight::All } else { Straight::Begun }
    }
}
