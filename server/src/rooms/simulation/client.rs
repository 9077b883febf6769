//! A simulated client: keeps a connection to its table, folds what it hears, and repeats what was
//! not answered. What it does by its own will is in `script`.

use std::task::{Context, Poll};

use bots::client::{Seated, Watching};
use bytes::Bytes;
use protocol::codec::Encoding;
use protocol::fujian::{ClientMessage, PhaseView, TableView};
use protocol::ids::{PlayerName, RequestId, Seq};
use protocol::room::RoomView;
use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use rules::seat::{BySeat, Seat};
use tokio::time::Instant;

use super::evidence::{Asked, Purpose};
use super::line::Line;
use super::plan::{TablePlan, between};
use super::script::PATIENCE;
use super::site::Site;

/// Who a client is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Opens the table's room and sits down.
    Creator,
    /// Sits down.
    Joiner,
    /// Watches.
    Watcher,
}

impl Role {
    /// By when they come: who watches may do so in the middle of a match.
    fn comes_ms_max(self) -> u64 {
        match self {
            Self::Creator | Self::Joiner => 4_000,
            Self::Watcher => 400_000,
        }
    }
}

/// A request without an answer yet.
pub(super) struct Pending {
    pub(super) request: RequestId,
    pub(super) purpose: Purpose,
    pub(super) bytes: Bytes,
    pub(super) asked: Instant,
    /// When to ask again what could not be done then.
    pub(super) again: Option<Instant>,
}

/// What a client knows.
pub(super) enum Known {
    Nothing,
    Seat(Box<Seated>),
    Watching(Box<Watching>),
}

/// Somebody at a table, or watching it.
pub(super) struct Client {
    pub(super) index: usize,
    pub(super) table: usize,
    pub(super) role: Role,
    pub(super) rng: Pcg64Mcg,
    pub(super) encoding: Encoding,
    pub(super) name: PlayerName,
    /// What its part of every wall begins with, if it takes part.
    pub(super) secret: Option<[u8; 32]>,
    pub(super) known: Known,
    pub(super) line: Option<Line>,
    /// Whether it has been let in, and hears every step.
    pub(super) is_in: bool,
    pub(super) entering: Option<RequestId>,
    next_request: u32,
    pub(super) pending: Option<Pending>,
    /// What was answered last, to be asked once more.
    pub(super) answered: Option<(RequestId, Purpose, Bytes)>,
    pub(super) connect_at: Instant,
    pub(super) act_at: Option<Instant>,
    pub(super) act_from: Seq,
    pub(super) host_at: Instant,
    pub(super) mischief_at: Instant,
    pub(super) linked: u32,
    pub(super) online: BySeat<bool>,
    /// How many games it plays or watches.
    games: u32,
    /// When it last heard of a step.
    pub(super) heard_at: Instant,
    /// When it goes away for good.
    deserts_at: Option<Instant>,
    /// Left, was sent away or found no seat.
    pub(super) is_retired: bool,
    /// Was not let in, and knocks again now and then.
    pub(super) is_barred: bool,
    /// Asked for everything anew at the end, and whether it came.
    pub(super) asks_fresh: bool,
    pub(super) is_fresh: bool,
}

impl Client {
    pub(super) fn new(
        index: usize,
        (table, plan): (usize, &TablePlan),
        role: Role,
        mut rng: Pcg64Mcg,
    ) -> Self {
        let now = Instant::now();
        Self {
            index,
            table,
            role,
            encoding: if rng.random() { Encoding::Json } else { Encoding::MessagePack },
            name: format!("Player {index}").parse().unwrap(),
            secret: rng.random::<bool>().then(|| rng.random()),
            known: Known::Nothing,
            line: None,
            is_in: false,
            entering: None,
            next_request: 1,
            pending: None,
            answered: None,
            connect_at: now + between(&mut rng, 0, role.comes_ms_max()),
            act_at: None,
            act_from: Seq(0),
            host_at: now,
            mischief_at: now + between(&mut rng, 1_000, 60_000),
            linked: 0,
            online: BySeat::default(),
            games: plan.games,
            heard_at: now,
            deserts_at: plan.deserted_after.map(|after| now + after),
            is_retired: false,
            is_barred: false,
            asks_fresh: false,
            is_fresh: false,
            rng,
        }
    }

    /// Lets what the server has sent come nearer.
    pub(super) fn poll_sent(&mut self, context: &mut Context<'_>, now: Instant) -> Poll<()> {
        let rng = &mut self.rng;
        match &mut self.line {
            Some(line) => line.poll_sent(context, now, || between(rng, 5, 250)),
            None => Poll::Pending,
        }
    }

    /// Does everything that is due.
    pub(super) fn step(&mut self, site: &mut Site) {
        while let Some(out) = self.line.as_mut().and_then(|line| line.arrived(site.now)) {
            self.receive(out, site);
        }
        if self.deserts_at.is_some_and(|then| then <= site.now) && !self.is_retired {
            self.cut(site);
            self.retire();
        }
        if self.line.as_ref().is_some_and(Line::is_cut_off) {
            site.tally.cut_off += 1;
            self.hang_up(site.now);
        }
        if self.line.as_ref().is_some_and(Line::is_over) {
            self.lose_line(site.now);
        }
        if self.line.is_none() && !self.is_retired && self.connect_at <= site.now {
            self.connect(site);
        }
        if self.is_in {
            self.go_on(site);
        }
        if !site.is_calm() && self.mischief_at <= site.now {
            self.make_mischief(site);
        }
        if self.line.as_mut().is_some_and(|line| !line.deliver(site.now)) {
            self.hang_up(site.now);
        }
    }

    /// When it has to be looked at again, if nothing comes.
    pub(super) fn next(&self, is_calm: bool) -> Option<Instant> {
        let connect = (self.line.is_none() && !self.is_retired).then_some(self.connect_at);
        let mischief = (!is_calm && !self.is_retired).then_some(self.mischief_at);
        let waits = |pending: &Pending| pending.again.unwrap_or(pending.asked + PATIENCE);
        let again = self.pending.as_ref().filter(|_| self.is_in).map(waits);
        let host = Some(self.host_at).filter(|_| self.is_host_waiting());
        let host = host.or(self.awaits_in_vain_from());
        let line = self.line.as_ref().and_then(Line::next);
        let deserts = self.deserts_at.filter(|_| !self.is_retired);
        let acts = self.act_at.filter(|_| self.pending.is_none());
        let waits = [connect, mischief, again, acts, host, line, deserts];
        waits.into_iter().flatten().min()
    }

    pub(super) fn seat(&self) -> Option<Seat> {
        match &self.known {
            Known::Seat(seated) => Some(seated.seat),
            Known::Nothing | Known::Watching(_) => None,
        }
    }

    pub(super) fn room(&self) -> Option<&RoomView> {
        match &self.known {
            Known::Seat(seated) => seated.room.as_ref(),
            Known::Watching(watching) => watching.room.as_ref(),
            Known::Nothing => None,
        }
    }

    /// The last step it has heard.
    pub(super) fn seq(&self) -> Option<Seq> {
        match &self.known {
            Known::Seat(seated) => Some(seated.seq).filter(|seq| seq.0 > 0),
            Known::Watching(watching) => watching.seq,
            Known::Nothing => None,
        }
    }

    /// Whether it has seen its match end.
    pub(super) fn is_over(&self) -> bool {
        let table = match &self.known {
            Known::Seat(seated) => seated.view.as_ref().map(|view| &view.table),
            Known::Watching(watching) => watching.table.as_ref(),
            Known::Nothing => None,
        };
        table.is_some_and(|table| self.is_last(table))
    }

    /// Whether nothing is played any more after this.
    pub(super) fn is_last(&self, table: &TableView) -> bool {
        let is_finished = matches!(table.phase, PhaseView::Finished { .. });
        table.game >= self.games || (is_finished && table.game + 1 >= self.games)
    }

    /// Whether nothing is open for it any more.
    pub(super) fn is_settled(&self) -> bool {
        let has_seen_all = self.is_in && self.is_over() && self.pending.is_none();
        self.is_retired || self.is_barred || has_seen_all
    }

    /// Comes again as somebody who knows nothing.
    pub(super) fn ask_fresh(&mut self, now: Instant) {
        self.asks_fresh = true;
        self.hang_up(now);
        self.connect_at = now;
    }

    pub(super) fn next_number(&mut self) -> RequestId {
        self.next_request += 1;
        RequestId(self.next_request)
    }

    /// Asks for something once; the answer may come or not.
    pub(super) fn say(
        &mut self,
        request: RequestId,
        purpose: Purpose,
        bytes: Bytes,
        site: &mut Site,
    ) {
        let latency = between(&mut self.rng, 5, 250);
        let (client, seat, at) = (self.index, self.seat(), site.now);
        let Some(line) = &mut self.line else { return };
        let (connection, room) = (line.id(), line.code());
        line.send(bytes, site.now + latency);
        let asked = Asked { client, connection, room, seat, at, request, purpose };
        site.evidence.asked.push(asked);
        site.tally.requests += 1;
    }

    /// Asks for something, again and again until there is an answer.
    pub(super) fn ask(
        &mut self,
        purpose: Purpose,
        message: impl FnOnce(RequestId) -> ClientMessage,
        site: &mut Site,
    ) {
        let request = self.next_number();
        let bytes = Bytes::from(self.encoding.encode(&message(request)));
        let (asked, again) = (site.now, None);
        self.say(request, purpose.clone(), bytes.clone(), site);
        self.pending = Some(Pending { request, purpose, bytes, asked, again });
    }

    pub(super) fn ask_again(&mut self, site: &mut Site) {
        let Some(mut pending) = self.pending.take() else { return };
        (pending.asked, pending.again) = (site.now, None);
        site.tally.repeats += 1;
        self.say(pending.request, pending.purpose.clone(), pending.bytes.clone(), site);
        self.pending = Some(pending);
    }

    /// Closes the connection, and the server knows.
    pub(super) fn hang_up(&mut self, now: Instant) {
        if let Some(line) = self.line.take() {
            line.hang_up();
        }
        self.lose_line(now);
    }

    /// The connection is gone, however that came.
    pub(super) fn lose_line(&mut self, now: Instant) {
        (self.line, self.is_in, self.entering, self.act_at) = (None, false, None, None);
        self.connect_at = now + between(&mut self.rng, 200, 6_000);
    }

    /// The server says goodbye and closes the connection.
    pub(super) fn hear_goodbye(&mut self, now: Instant) {
        let rng = &mut self.rng;
        if let Some(line) = &mut self.line {
            line.end(now, || between(rng, 5, 250));
        }
    }

    /// It is not let in; it tries again later.
    pub(super) fn bar(&mut self, now: Instant) {
        self.is_barred = true;
        self.connect_at = now + between(&mut self.rng, 1_000, 40_000);
    }

    pub(super) fn retire(&mut self) {
        (self.is_retired, self.line, self.is_in) = (true, None, false);
        (self.pending, self.act_at) = (None, None);
    }
}
