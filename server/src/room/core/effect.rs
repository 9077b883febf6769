//! What a step does to a room: as it happens, and again after a restart.

use std::collections::VecDeque;
use std::sync::Arc;

use protocol::ids::RequestId;
use protocol::room::{RoomChange, Stage};
use rules::seat::Seat;

use super::fact::{Fact, StepBody};
use super::late::Late;
use super::{BACKLOG_STEPS_MAX, NewStep, RoomCore, SeatState, Step};
use crate::recorder::Posting;
use crate::room::game::{Game, Heard};

/// Answers kept for each seat, in case a request is repeated: more than any client has under way at once.
const ANSWERS_MAX: usize = 16;

/// A step that was lived through, and what it posts.
pub(super) type Lived<G> = (Arc<Step<G>>, Vec<Posting>);

/// Whether a step happens, or is lived through again after a restart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Living {
    Now,
    Again,
    /// Again, and nobody hears any more of what was played in it: that is most of what a step costs, and a match has
    /// thousands.
    Unheard,
}

impl<G: Game> RoomCore<G> {
    /// Takes a step that has been found possible.
    pub(super) fn take(
        &mut self,
        request: Option<(Seat, RequestId)>,
        fact: Fact<G::Action>,
    ) -> NewStep<G> {
        let at_ms = self.view.options.delay_s().map(|_| self.now_ms);
        let body = StepBody { request, fact, at_ms };
        let bytes = body.to_bytes();
        let (step, postings) =
            self.live(&body, Living::Now).expect("only possible steps are taken");
        NewStep { step, body: bytes, postings }
    }

    /// Lives through a step: as it happens, and again after a restart.
    pub(super) fn live(&mut self, body: &StepBody<G::Action>, living: Living) -> Option<Lived<G>> {
        self.set_time(body.at_ms.unwrap_or_default());
        self.begin_late_show(&body.fact);
        let before = self.game.as_ref().map(Game::standing);
        let withdraws = self.withdraws(&body.fact);
        let (mut room, mut heard) = self.apply(&body.fact, living)?;
        // Steps stay for a while, in every room: space for changes that never come would stay with them.
        room.shrink_to_fit();
        heard.shrink_to_fit();
        let finished = self.game.as_mut().and_then(Game::take_finished);
        self.mind_sitters(before.as_ref());
        self.seq.0 += 1;
        self.table_steps.mind(self.seq, &body.fact);
        if let Some((seat, request)) = body.request {
            let answers = &mut self.seats[seat].answers;
            if answers.len() == ANSWERS_MAX {
                answers.pop_front();
            }
            answers.push_back((request, self.seq));
        }
        if heard.asks_anew {
            (self.asked, self.waited_ms) = (self.seq, 0);
        }
        let hands = self.game.as_ref().filter(|_| self.view.options.open_hands).map(Game::hands);
        let step = Arc::new(Step { seq: self.seq, room, heard, hands, withdraws });
        remember(&mut self.backlog, &step);
        let mut public = self.made_public(&body.fact);
        if living == Living::Now || self.late.is_some() {
            let postings = self.postings(before, finished);
            match &mut self.late {
                Some(late) if !self.is_closed => {
                    late.push(self.now_ms, Late::Step(Arc::clone(&step)));
                    if !postings.is_empty() {
                        self.unpublished.push_back((self.seq, postings));
                    }
                }
                Some(_) | None => public.extend(postings),
            }
        }
        Some((step, public))
    }

    fn apply(
        &mut self,
        fact: &Fact<G::Action>,
        living: Living,
    ) -> Option<(Vec<RoomChange>, Heard<G>)> {
        let mut heard = Heard::default();
        let mut changes = Vec::new();
        match fact {
            Fact::Opened { .. } => {}
            Fact::Seated { seat, occupant, token, tip, hidden } => {
                self.seat(*seat, *token);
                self.seats[*seat].hidden.clone_from(hidden);
                changes.push(RoomChange::Seat { seat: *seat, occupant: occupant.clone() });
                if self.view.tips[*seat] != *tip {
                    changes.push(RoomChange::Tip { seat: *seat, tip: *tip });
                }
            }
            Fact::HostChanged { seat } => changes.push(RoomChange::Host { seat: *seat }),
            Fact::SetupChanged { setup } => {
                changes.push(RoomChange::Setup { setup: setup.clone() });
            }
            Fact::DealerChanged { seat } => changes.push(RoomChange::Dealer { seat: *seat }),
            Fact::PublicChanged { public } => changes.push(RoomChange::Public { public: *public }),
            Fact::Started => {
                let (game, set_up) = G::begin(&self.view.setup, self.view.dealer)?;
                (self.game, heard) = (Some(game), set_up);
                changes.push(RoomChange::Stage { stage: Stage::Playing });
            }
            Fact::Committed { seed } => changes.push(self.live_commitment(*seed)?),
            Fact::Linked { seat, link } => changes.push(self.live_link(*seat, *link)?),
            Fact::Dealt => heard = self.live_deal()?,
            Fact::Acted { seat, action } => {
                let game = self.game.as_mut()?;
                if living == Living::Unheard && self.late.is_none() {
                    game.act_unheard(*seat, action)?;
                } else {
                    heard = game.act(*seat, action)?;
                }
            }
            Fact::Aborted => heard = self.game.as_mut()?.abort()?,
            Fact::Closed => self.is_closed = true,
            Fact::OptionsChanged { options } => {
                changes.push(RoomChange::Options { options: *options });
            }
            Fact::Published { .. } => {}
            Fact::Deserted { ms } => self.deserted_ms = *ms,
            Fact::Waited { ms } => self.waited_ms = *ms,
        }
        changes.extend(self.reveal());
        changes.iter().for_each(|change| self.view.apply(change));
        Some((changes, heard))
    }

    /// Notes for how long nobody has been here.
    pub(in crate::room) fn desert(&mut self, ms: u64) -> NewStep<G> {
        self.take(None, Fact::Deserted { ms })
    }

    /// Notes how long the clock has run for what the table asks.
    pub(in crate::room) fn wait(&mut self, ms: u64) -> NewStep<G> {
        self.take(None, Fact::Waited { ms })
    }

    fn seat(&mut self, seat: Seat, token: Option<[u8; 32]>) {
        let state = &mut self.seats[seat];
        if state.token != token {
            *state = SeatState { token, ..SeatState::default() };
        }
    }
}

/// Keeps a step for those who come back.
pub(super) fn remember<G: Game>(backlog: &mut VecDeque<Arc<Step<G>>>, step: &Arc<Step<G>>) {
    if step.withdraws {
        backlog.clear();
    }
    if backlog.len() == BACKLOG_STEPS_MAX {
        backlog.pop_front();
    }
    backlog.push_back(Arc::clone(step));
}
