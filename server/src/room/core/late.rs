//! A match as those see it who watch it late: the same steps, each shown when it is due.
//!
//! The time is the room's own: it stands still while no server runs the room, so that nothing is
//! shown sooner after a restart, and nothing is lost by one.

use std::collections::VecDeque;
use std::sync::Arc;

use protocol::ids::Seq;
#[cfg(test)]
use protocol::options::RoomOptions;
use protocol::room::{Occupant, RoomView};
use protocol::server::{HandsMessage, SpectatorMessage};
use rules::seat::BySeat;

use super::effect::remember;
use super::fact::Fact;
use super::{CatchUp, Hearers, NewStep, RoomCore, Step, ToSpectator, missed};
use crate::recorder::Posting;
use crate::room::game::{Game, Standing};

/// What may wait to be shown; a room with so much waiting takes nothing more until the first is due.
const WAITING_MAX: usize = 8192;

/// Something that has happened and is shown later.
#[derive(Debug)]
pub(in crate::room) enum Late<G: Game> {
    /// A step.
    Step(Arc<Step<G>>),
    /// Whose player is connected.
    Online(BySeat<bool>),
}

/// The match as it is shown, and what waits to be.
#[derive(Debug)]
pub(in crate::room) struct LateShow<G: Game> {
    delay_ms: u64,
    /// The last step that was shown as it happened.
    began_after: Seq,
    seq: Seq,
    room: RoomView,
    table: Option<G::Table>,
    hands: Option<G::Hands>,
    online: BySeat<bool>,
    /// Until when those have whom the table waits for as it is shown; by the room's own time. Nothing happens then: it is
    /// shown what did.
    asked_until_ms: Option<u64>,
    backlog: VecDeque<Arc<Step<G>>>,
    /// With when it happened, in order.
    waiting: VecDeque<(u64, Late<G>)>,
}

impl<G: Game> LateShow<G> {
    /// What is shown so late begins with the room as it stands.
    fn new(delay_s: u16, seq: Seq, room: RoomView) -> Self {
        let is_human = |occupant: &Occupant| matches!(occupant, Occupant::Human { .. });
        Self {
            // Times are whole milliseconds, rounded down: one more, and nothing is ever early.
            delay_ms: u64::from(delay_s) * 1_000 + 1,
            began_after: seq,
            seq,
            online: BySeat::from_fn(|seat| is_human(&room.seats[seat])),
            room,
            table: None,
            hands: None,
            asked_until_ms: None,
            backlog: VecDeque::new(),
            waiting: VecDeque::new(),
        }
    }

    /// Whose player is shown as connected.
    pub(in crate::room) fn online(&self) -> BySeat<bool> {
        self.online
    }

    /// The last step that is shown.
    pub(in crate::room) fn seq(&self) -> Seq {
        self.seq
    }

    pub(in crate::room) fn room(&self) -> &RoomView {
        &self.room
    }

    /// Where the game stands as it is shown.
    pub(in crate::room) fn standing(&self) -> Option<Standing> {
        self.table.as_ref().map(G::standing_of)
    }

    /// How long the table waits yet, as it is shown.
    pub(in crate::room) fn left_ms(&self, now_ms: u64) -> Option<u32> {
        u32::try_from(self.asked_until_ms?.saturating_sub(now_ms)).ok()
    }

    pub(in crate::room) fn snapshot(&self) -> ToSpectator<G> {
        let (room, table) = (Box::new(self.room.clone()), self.table.clone());
        SpectatorMessage::Snapshot { seq: self.seq, room, table }
    }

    /// What everybody is shown to hold, where that is shown.
    pub(in crate::room) fn hands(&self) -> Option<HandsMessage<G::Hands>> {
        let hands = self.hands.clone()?;
        Some(HandsMessage::Hands { seq: self.seq, hands })
    }

    pub(in crate::room) fn catch_up(&self, last: Option<Seq>) -> CatchUp<G> {
        missed(&self.backlog, self.seq, last)
    }

    pub(in crate::room) fn is_full(&self) -> bool {
        self.waiting.len() >= WAITING_MAX
    }

    /// Has something shown later. Who is connected is shown as it is when it has been so for long enough: whoever comes
    /// and goes all the time fills nothing up.
    pub(super) fn push(&mut self, at_ms: u64, late: Late<G>) {
        if matches!(late, Late::Online(_)) {
            self.waiting.pop_back_if(|(_, last)| matches!(last, Late::Online(_)));
        }
        self.waiting.push_back((at_ms, late));
    }

    /// When the next is due; nothing while it is not on disk.
    pub(in crate::room) fn next_due_ms(&self, durable: Seq) -> Option<u64> {
        let (at_ms, late) = self.waiting.front()?;
        let is_stored = match late {
            Late::Step(step) => step.seq <= durable,
            Late::Online(_) => true,
        };
        is_stored.then_some(at_ms + self.delay_ms)
    }

    /// Shows the next thing, if it is due.
    fn show_next(&mut self, now_ms: u64, durable: Seq) -> Option<Late<G>> {
        self.next_due_ms(durable).filter(|due| *due <= now_ms)?;
        let (at_ms, late) = self.waiting.pop_front()?;
        match &late {
            Late::Step(step) => self.show(step, at_ms + self.delay_ms),
            Late::Online(online) => self.online = *online,
        }
        Some(late)
    }

    fn show(&mut self, step: &Arc<Step<G>>, due_ms: u64) {
        self.seq = step.seq;
        step.room.iter().for_each(|change| self.room.apply(change));
        step.heard.public.iter().for_each(|change| G::fold(&mut self.table, change));
        if step.hands.is_some() {
            self.hands.clone_from(&step.hands);
        }
        if step.heard.asks_anew {
            let seconds = self.table.as_ref().and_then(G::seconds_of);
            self.asked_until_ms = seconds.map(|seconds| due_ms + u64::from(seconds) * 1_000);
        }
        remember(&mut self.backlog, step);
    }
}

impl<G: Game> RoomCore<G> {
    /// The room's own time, where it matters: only ever later.
    pub(in crate::room) fn set_time(&mut self, now_ms: u64) {
        self.now_ms = self.now_ms.max(now_ms);
    }

    pub(in crate::room) fn time_ms(&self) -> u64 {
        self.now_ms
    }

    /// The match as those see it who watch, where they see it late.
    pub(in crate::room) fn late(&self) -> Option<&LateShow<G>> {
        self.late.as_deref()
    }

    /// From the start of the match on it is shown late, if the room is to be watched so.
    pub(super) fn begin_late_show(&mut self, fact: &Fact<G::Action>) {
        if let (Fact::Started, Some(delay_s)) = (fact, self.view.options.delay_s()) {
            self.late = Some(Box::new(LateShow::new(delay_s, self.seq(), self.view.clone())));
        }
    }

    /// Who hears of a step as it happens: those who watch a match late don't.
    pub(in crate::room) fn hearers_of(&self, seq: Seq) -> Hearers {
        match &self.late {
            Some(late) if seq > late.began_after => Hearers::Seats,
            Some(_) | None => Hearers::Everybody,
        }
    }

    /// Runs the room so, whether or not that is on offer.
    #[cfg(test)]
    pub(crate) fn run_by(&mut self, options: RoomOptions) -> NewStep<G> {
        self.take(None, Fact::OptionsChanged { options })
    }

    /// Remembers whose player is connected, to show it when that is due.
    pub(in crate::room) fn show_online_later(&mut self, online: BySeat<bool>) {
        let now_ms = self.now_ms;
        if let Some(late) = &mut self.late {
            late.push(now_ms, Late::Online(online));
        }
    }

    /// The next thing that is due to be shown, if it is on disk.
    pub(in crate::room) fn show_next(&mut self, durable: Seq) -> Option<Late<G>> {
        let now_ms = self.now_ms;
        self.late.as_mut()?.show_next(now_ms, durable)
    }

    /// Puts what has been shown of the match where people find it.
    pub(in crate::room) fn publish(&mut self) -> Option<NewStep<G>> {
        let shown = self.late.as_ref()?.seq();
        let is_due = self.unpublished.front().is_some_and(|(seq, _)| *seq <= shown);
        is_due.then(|| self.take(None, Fact::Published { up_to: shown }))
    }

    /// What a step makes public of what was kept back.
    pub(super) fn made_public(&mut self, fact: &Fact<G::Action>) -> Vec<Posting> {
        let shown = if let Fact::Published { up_to } = fact {
            *up_to
        } else if matches!(fact, Fact::Closed) {
            self.seq()
        } else {
            return Vec::new();
        };
        let due = self.unpublished.partition_point(|(seq, _)| *seq <= shown);
        self.unpublished.drain(..due).flat_map(|(_, postings)| postings).collect()
    }
}
