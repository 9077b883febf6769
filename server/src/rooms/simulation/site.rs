//! Where a simulated run takes place: the server that is up or not, its disk, and all that clients
//! find there.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures_util::FutureExt;
use protocol::ids::RoomCode;
use protocol::setup::Setup;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use tokio::task::JoinHandle;
use tokio::time::{Instant, timeout};

use super::evidence::{Evidence, Restart, Stop};
use super::line::Line;
use super::mistakes::Mistake;
use super::plan::{Faults, Plan, TablePlan, around, between};
use super::tally::Tally;
use super::weather::{DiskWeather, Storms};
use crate::recorder::simulated::{Running, SharedDisk, start};
use crate::recorder::{Replayed, RoomId, StoredStep};
use crate::room::{Chance, Game, RoomCommand, RoomContext, RoomCore, RoomHandle, StepBody};
use crate::rooms::{Rooms, rebuild};

/// How long a store may take to close when its server is told to stop.
const STORE_CLOSES_MAX: Duration = Duration::from_secs(3);
/// How often it is looked whether it has.
const STOP_LOOK: Duration = Duration::from_millis(20);

/// How a room is opened and brought back, for the game that is played.
#[derive(Clone, Copy)]
pub(super) struct House {
    open: fn(&Rooms, RoomId, RoomCode, Setup),
    bring_back: fn(&Rooms, RoomId, &[StoredStep]),
}

impl House {
    pub(super) fn playing<G: Game>() -> Self {
        Self {
            open: |rooms, id, code, setup| {
                let (core, opened) = RoomCore::<G>::open(id, code, setup, true).unwrap();
                rooms.spawn(id, core, vec![opened], None);
            },
            bring_back: |rooms, id, steps| {
                rooms.spawn(id, rebuild::<G>(id, steps).unwrap(), Vec::new(), None);
            },
        }
    }
}

/// A connection nobody is at the other end of; the server does not know yet.
pub(super) struct Ghost {
    pub(super) line: Line,
    pub(super) gone_at: Instant,
}

/// A server that was told to stop, and does.
struct Stopping {
    rooms: Rooms,
    running: Running,
    since: Instant,
    /// Says whether the store was closed in time.
    closing: JoinHandle<bool>,
}

/// What a moment brings to the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Server {
    /// Nothing that ends it.
    Same,
    /// It is told to stop, and says goodbye to everybody.
    Stops,
    /// It is gone, and every connection with it.
    Dies,
}

/// Everything but the clients.
pub(super) struct Site {
    plan: Plan,
    house: House,
    pub(super) mistake: Option<Mistake>,
    rng: Pcg64Mcg,
    pub(super) now: Instant,
    pub(super) began: Instant,
    disk: SharedDisk,
    server: Option<(Rooms, Running)>,
    stopping: Option<Stopping>,
    /// When the operator closes the room of each table, and when it breaks down; the last time it did.
    close_at: Vec<Option<Instant>>,
    panic_at: Vec<Instant>,
    panicked: Vec<Option<Instant>>,
    started: Instant,
    die_at: Instant,
    start_at: Instant,
    is_calm: Arc<AtomicBool>,
    storms: Arc<Storms>,
    /// The room of each table, once whoever opened it can tell the others.
    pub(super) codes: Vec<Option<RoomCode>>,
    pub(super) ghosts: Vec<Ghost>,
    connections: u64,
    pub(super) evidence: Evidence,
    pub(super) tally: Tally,
}

impl Site {
    pub(super) fn new(plan: Plan, house: House, mistake: Option<Mistake>) -> Self {
        let now = Instant::now();
        let mut rng = Pcg64Mcg::seed_from_u64(plan.seed);
        Self {
            house,
            mistake,
            now,
            began: now,
            disk: SharedDisk::default(),
            server: None,
            stopping: None,
            close_at: plan.tables.iter().map(|table| Some(now + table.closes_after?)).collect(),
            panic_at: plan
                .tables
                .iter()
                .map(|_| now + around(&mut rng, plan.faults.panic_every))
                .collect(),
            panicked: vec![None; plan.tables.len()],
            started: now,
            die_at: now + around(&mut rng, plan.faults.death_every),
            start_at: now,
            is_calm: Arc::default(),
            storms: Arc::default(),
            codes: vec![None; plan.tables.len()],
            ghosts: Vec::new(),
            connections: 0,
            evidence: Evidence::default(),
            tally: Tally::default(),
            rng,
            plan,
        }
    }

    /// A source of chance that follows from the run's.
    pub(super) fn fork(&mut self) -> Pcg64Mcg {
        Pcg64Mcg::seed_from_u64(self.rng.random())
    }

    pub(super) fn faults(&self) -> Faults {
        self.plan.faults
    }

    pub(super) fn is_calm(&self) -> bool {
        self.is_calm.load(Ordering::Relaxed)
    }

    pub(super) fn table(&self, table: usize) -> TablePlan {
        self.plan.tables[table]
    }

    pub(super) fn next_connection(&mut self) -> u64 {
        self.connections += 1;
        self.connections
    }

    /// The room of a table, if the server is up and has it.
    pub(super) fn find(&self, table: usize) -> Option<RoomHandle> {
        self.server.as_ref()?.0.find(self.codes[table]?)
    }

    /// Notes that the room of a table is not there, where a server is up that should have it.
    pub(super) fn notes_missing(&mut self, table: usize) -> bool {
        let missing = self.server.as_ref().and(self.codes[table]);
        self.evidence.missing.extend(missing.map(|code| (code, self.now)));
        missing.is_some()
    }

    /// Whether the room of a table was broken down on purpose after `since`.
    pub(super) fn was_broken(&self, table: usize, since: Instant) -> bool {
        self.panicked[table].is_some_and(|then| then >= since)
    }

    /// The operator closes the room of a table.
    pub(super) fn close(&mut self, table: usize) {
        if let Some(room) = self.find(table) {
            // A room that has ended needs no word.
            let _ = room.send(RoomCommand::Close).now_or_never();
        }
    }

    /// The rooms that are open though everybody has gone away from them for good.
    pub(super) fn lingering(&self) -> Vec<RoomCode> {
        let tables = self.plan.tables.iter().zip(&self.codes);
        let deserted = tables.filter(|(table, _)| table.deserted_after.is_some());
        let codes = deserted.filter_map(|(_, code)| *code);
        let is_open = |code: &RoomCode| match &self.server {
            Some((rooms, _)) => rooms.find(*code).is_some(),
            None => true,
        };
        codes.filter(is_open).collect()
    }

    /// Opens a room for a table.
    pub(super) fn open(&mut self, table: usize) -> Option<RoomHandle> {
        let (rooms, _) = self.server.as_ref()?;
        let code = std::iter::repeat_with(|| RoomCode::from_random(self.rng.random()))
            .find_map(|code| code)?;
        let id = RoomId(rooms.next_id.fetch_add(1, Ordering::Relaxed));
        (self.house.open)(rooms, id, code, self.plan.tables[table].first_setup());
        rooms.find(code)
    }

    /// When something happens here next.
    pub(super) fn next(&self) -> Instant {
        let calm = (!self.is_calm()).then(|| self.began + self.plan.calm_after);
        let server = match (&self.server, &self.stopping) {
            (Some(_), _) => Some(self.die_at).filter(|_| !self.is_calm()),
            (None, Some(_)) => Some(self.now + STOP_LOOK),
            (None, None) => Some(self.start_at),
        };
        let panics = self.panic_at.iter().min().copied().filter(|_| !self.is_calm());
        let closes = self.close_at.iter().flatten().min().copied().filter(|_| !self.is_calm());
        let ghosts = self.ghosts.iter().map(|ghost| ghost.gone_at).min();
        let later = self.now + Duration::from_secs(60);
        [calm, server, ghosts, panics, closes].into_iter().flatten().min().unwrap_or(later)
    }

    /// Does what is due; says what became of the server.
    pub(super) fn step(&mut self) -> Server {
        let now = self.now;
        if now >= self.began + self.plan.calm_after {
            self.is_calm.store(true, Ordering::Relaxed);
        }
        for ghost in self.ghosts.extract_if(.., |ghost| ghost.gone_at <= now) {
            ghost.line.hang_up();
        }
        self.mind_stop();
        let is_calm = self.is_calm();
        if !is_calm {
            self.operate();
        }
        if self.server.is_some() && !is_calm && self.die_at <= now {
            let stops = self.rng.random_bool(self.plan.faults.stops);
            return if stops { self.stop() } else { self.die() };
        }
        if self.server.is_none() && self.stopping.is_none() && self.start_at <= now {
            self.start();
        }
        Server::Same
    }

    /// Rooms are closed and break down when they are to.
    fn operate(&mut self) {
        for table in 0..self.codes.len() {
            let room = self.find(table);
            if self.close_at[table].is_some_and(|then| then <= self.now) {
                self.close(table);
                self.close_at[table] = room.is_none().then(|| self.now + Duration::from_secs(5));
            }
            if self.panic_at[table] > self.now {
                continue;
            }
            self.panic_at[table] = self.now + around(&mut self.rng, self.plan.faults.panic_every);
            // A room that breaks down twice at the same place is given up until the next start.
            let was_broken = self.was_broken(table, self.started);
            if let Some(room) = room.filter(|_| !was_broken) {
                (self.panicked[table], self.tally.panics) = (Some(self.now), self.tally.panics + 1);
                let times = if self.mistake == Some(Mistake::NotReopened) { 2 } else { 1 };
                for _ in 0..times {
                    let _ = room.send(RoomCommand::Panic).now_or_never();
                }
            }
        }
    }

    /// The server is told to stop: it says goodbye, and closes its store once that has written everything.
    fn stop(&mut self) -> Server {
        let Some((rooms, running)) = self.server.take() else { return Server::Same };
        self.tally.stops += 1;
        self.ghosts.clear();
        let closed = rooms.context.recorder.clone().shutdown();
        let closing = tokio::spawn(async move { timeout(STORE_CLOSES_MAX, closed).await.is_ok() });
        self.stopping = Some(Stopping { rooms, running, since: self.now, closing });
        Server::Stops
    }

    fn mind_stop(&mut self) {
        let has_ended = |stopping: &mut Stopping| stopping.closing.is_finished();
        let Some(stopping) = self.stopping.take_if(has_ended) else { return };
        let Stopping { rooms, running, since, closing } = stopping;
        running.kill();
        drop(rooms);
        let is_closed = matches!(closing.now_or_never(), Some(Ok(true)));
        let disk_until = self.storms.until();
        self.evidence.stops.push(Stop { at: since, is_closed, disk_until });
        self.fall();
    }

    fn die(&mut self) -> Server {
        let Some((_, running)) = self.server.take() else { return Server::Same };
        running.kill();
        self.ghosts.clear();
        self.tally.kills += 1;
        self.fall();
        Server::Dies
    }

    /// The process is gone, and sometimes the power with it.
    fn fall(&mut self) {
        self.evidence.ends.push(self.now);
        if self.rng.random_ratio(1, 3) {
            self.tally.power_cuts += 1;
            self.disk.lose_power(self.rng.random());
        }
        self.start_at = self.now + between(&mut self.rng, 100, 8_000);
    }

    fn start(&mut self) {
        let weather = DiskWeather {
            rng: self.fork(),
            faults: self.plan.faults,
            is_calm: Arc::clone(&self.is_calm),
            storms: Arc::clone(&self.storms),
        };
        let lengths = self.disk.lengths();
        let sloppy = Mistake::sloppy(self.mistake);
        let (recorder, replayed, running) = start(self.disk.clone(), weather, sloppy);
        assert!(replayed.damaged.is_empty(), "a chain broke: {:?}", replayed.damaged);
        let chance = Chance::seeded(self.rng.random());
        let manners = Mistake::manners(self.mistake, self.plan.idle_max);
        let context = RoomContext { chance, ..RoomContext::new(recorder, manners) };
        let nothing = Replayed { rooms: Vec::new(), damaged: Vec::new(), ..replayed };
        let rooms = Rooms::reopen(context, nothing);
        for (id, steps) in &replayed.rooms {
            let steps: Vec<_> = steps.iter().map(|step| self.as_read(step)).collect();
            (self.house.bring_back)(&rooms, *id, &steps);
        }
        if self.mistake == Some(Mistake::ClosedComesBack) {
            for (id, steps) in self.disk.archived() {
                (self.house.bring_back)(&rooms, id, &steps[..steps.len() - 1]);
            }
        }
        self.started = self.now;
        let (at, heard) = (self.now, self.evidence.heard.len());
        self.evidence.restarts.push(Restart { at, heard, lengths });
        self.server = Some((rooms, running));
        self.die_at = self.now + around(&mut self.rng, self.plan.faults.death_every);
    }

    /// A step as a server reads it, with a mistake or without.
    fn as_read(&self, step: &StoredStep) -> StoredStep {
        let Some(mistake) = self.mistake else { return step.clone() };
        let mut body = StepBody::from_bytes(&step.body).unwrap();
        mistake.misread(&mut body);
        StoredStep { body: body.to_bytes(), ..step.clone() }
    }

    /// What was seen, once the run is over.
    pub(super) fn into_evidence(mut self) -> (Evidence, Tally) {
        self.evidence.rows = self.disk.rows();
        self.evidence.calm_from = Some(self.began + self.plan.calm_after);
        self.tally.steps = self.evidence.rows.len() as u64;
        self.tally.closes = self.evidence.rows.iter().filter(|row| row.archives).count() as u64;
        self.tally.stalls = self.storms.stalls.load(Ordering::Relaxed);
        self.tally.errors = self.storms.errors.load(Ordering::Relaxed);
        let tables = self.plan.tables.len() as u32;
        self.tally.table_time = (self.now - self.began) * tables;
        (self.evidence, self.tally)
    }
}
