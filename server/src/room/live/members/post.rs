//! What a room has to hand over to those connected to it, and to whom in which order.

use std::collections::VecDeque;

use bytes::Bytes;

use super::Member;
use crate::room::{Connection, ConnectionId, Outbox};

/// When those who watch are told something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum When {
    /// In their turn.
    Next,
    /// With whatever they are told next, or once there is nothing else to tell anybody.
    InPassing,
}

/// What is to be handed over.
#[derive(Debug, Default)]
pub(super) struct Post {
    /// What those at the table hear at the end of whatever the room does.
    pub(super) laid: Vec<(Outbox, Bytes)>,
    /// Who of those who watch has something laid down for them, in the order in which they are told.
    to_be_told: VecDeque<ConnectionId>,
    /// Who has something that can wait.
    in_passing: VecDeque<ConnectionId>,
}

impl Post {
    /// Has somebody told something: those at the table at the end of whatever the room does, those who watch one after
    /// the other.
    pub(super) fn tell(&mut self, member: &mut Member, frame: Bytes, when: When) {
        let Connection { id, outbox, .. } = &member.connection;
        if member.seat.is_some() {
            self.laid.push((outbox.clone(), frame));
        } else if outbox.lay(frame) {
            match when {
                When::InPassing => self.in_passing.push_back(*id),
                When::Next if std::mem::replace(&mut member.is_to_be_told, true) => {}
                When::Next => self.to_be_told.push_back(*id),
            }
        }
    }

    /// Everybody who watches is about to be told something new in passing, and what they had of that goes with it.
    pub(super) fn start_passing_anew(&mut self) {
        self.in_passing.clear();
    }

    /// Whether some of those who watch have not been told everything yet.
    pub(super) fn owes_watchers(&self) -> bool {
        !self.to_be_told.is_empty() || !self.in_passing.is_empty()
    }

    /// Who of those who watch is told next.
    pub(super) fn next_watcher(&mut self) -> Option<ConnectionId> {
        self.to_be_told.pop_front().or_else(|| self.in_passing.pop_front())
    }
}
