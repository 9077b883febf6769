//! Where a simulated run takes place: the server that is up or not, its disk, and all that clients
//! find there.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use protocol::ids::RoomCode;
use protocol::setup::Setup;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use rules::fujian::Rules;
use tokio::time::Instant;

use super::evidence::{Evidence, Restart};
use super::line::Line;
use super::mistakes::Mistake;
use super::plan::{Faults, Plan, around, between};
use super::tally::Tally;
use crate::recorder::simulated::{Fate, Running, SharedDisk, Weather, start};
use crate::recorder::{Replayed, RoomId, StoredStep};
use crate::room::{Chance, Fact, Game, RoomContext, RoomCore, RoomHandle, StepBody};
use crate::rooms::{Rooms, rebuild};

/// How a room is opened and brought back, for the game that is played.
#[derive(Clone, Copy)]
pub(super) struct House {
    open: fn(&Rooms, RoomId, RoomCode, Rules),
    bring_back: fn(&Rooms, RoomId, &[StoredStep]),
}

impl House {
    pub(super) fn playing<G: Game>() -> Self {
        Self {
            open: |rooms, id, code, rules| {
                let setup = Setup::Fujian { rules };
                let (core, opened) = RoomCore::<G>::open(id, code, setup, true).unwrap();
                rooms.spawn(id, core, vec![opened]);
            },
            bring_back: |rooms, id, steps| {
                rooms.spawn(id, rebuild::<G>(id, steps).unwrap(), Vec::new());
            },
        }
    }
}

/// A connection nobody is at the other end of; the server does not know yet.
pub(super) struct Ghost {
    pub(super) line: Line,
    pub(super) gone_at: Instant,
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

    pub(super) fn rules(&self, table: usize) -> Rules {
        self.plan.tables[table].rules
    }

    pub(super) fn next_connection(&mut self) -> u64 {
        self.connections += 1;
        self.connections
    }

    /// The room of a table, if the server is up and has it.
    pub(super) fn find(&self, table: usize) -> Option<RoomHandle> {
        self.server.as_ref()?.0.find(self.codes[table]?)
    }

    /// Opens a room for a table.
    pub(super) fn open(&mut self, table: usize) -> Option<RoomHandle> {
        let (rooms, _) = self.server.as_ref()?;
        let code = std::iter::repeat_with(|| RoomCode::from_random(self.rng.random()))
            .find_map(|code| code)?;
        let id = RoomId(rooms.next_id.fetch_add(1, Ordering::Relaxed));
        (self.house.open)(rooms, id, code, self.plan.tables[table].rules);
        rooms.find(code)
    }

    /// When something happens here next.
    pub(super) fn next(&self) -> Instant {
        let calm = (!self.is_calm()).then(|| self.began + self.plan.calm_after);
        let server = match self.server {
            Some(_) => Some(self.die_at).filter(|_| !self.is_calm()),
            None => Some(self.start_at),
        };
        let ghosts = self.ghosts.iter().map(|ghost| ghost.gone_at).min();
        let later = self.now + Duration::from_secs(60);
        [calm, server, ghosts].into_iter().flatten().min().unwrap_or(later)
    }

    /// Does what is due; says whether every connection is gone with the server.
    pub(super) fn step(&mut self) -> bool {
        let now = self.now;
        if now >= self.began + self.plan.calm_after {
            self.is_calm.store(true, Ordering::Relaxed);
        }
        for ghost in self.ghosts.extract_if(.., |ghost| ghost.gone_at <= now) {
            ghost.line.hang_up();
        }
        let dies = self.server.is_some() && !self.is_calm() && self.die_at <= now;
        if dies {
            self.die();
        } else if self.server.is_none() && self.start_at <= now {
            self.start();
        }
        dies
    }

    fn die(&mut self) {
        let Some((_, running)) = self.server.take() else { return };
        running.kill();
        self.ghosts.clear();
        if self.rng.random_ratio(1, 3) {
            self.tally.power_cuts += 1;
            self.disk.lose_power(self.rng.random());
        } else {
            self.tally.kills += 1;
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
        let manners = Mistake::manners(self.mistake);
        let context = RoomContext { chance, ..RoomContext::new(recorder, manners) };
        let nothing = Replayed { rooms: Vec::new(), damaged: Vec::new(), ..replayed };
        let rooms = Rooms::reopen(context, nothing);
        for (id, steps) in &replayed.rooms {
            let steps: Vec<_> = steps.iter().map(|step| self.as_read(step)).collect();
            (self.house.bring_back)(&rooms, *id, &steps);
        }
        let (at, heard) = (self.now, self.evidence.heard.len());
        self.evidence.restarts.push(Restart { at, heard, lengths });
        self.server = Some((rooms, running));
        self.die_at = self.now + around(&mut self.rng, self.plan.faults.death_every);
    }

    /// A step as the server reads it that has forgotten who asked for what.
    fn as_read(&self, step: &StoredStep) -> StoredStep {
        let mut step = step.clone();
        if self.mistake == Some(Mistake::AnswersForgotten) {
            let mut body =
                StepBody::<protocol::fujian::ActionView>::from_bytes(&step.body).unwrap();
            let joins = matches!(body.fact, Fact::Seated { .. });
            body.request = body.request.filter(|_| joins);
            step.body = body.to_bytes();
        }
        step
    }

    /// What was seen, once the run is over.
    pub(super) fn into_evidence(mut self) -> (Evidence, Tally) {
        self.evidence.rows = self.disk.rows();
        self.tally.steps = self.evidence.rows.len() as u64;
        self.tally.stalls = self.storms.stalls.load(Ordering::Relaxed);
        self.tally.errors = self.storms.errors.load(Ordering::Relaxed);
        let tables = self.plan.tables.len() as u32;
        self.tally.table_time = (self.now - self.began) * tables;
        (self.evidence, self.tally)
    }
}

/// How often the disk did what it should not.
#[derive(Debug, Default)]
struct Storms {
    stalls: AtomicU64,
    errors: AtomicU64,
}

struct DiskWeather {
    rng: Pcg64Mcg,
    faults: Faults,
    is_calm: Arc<AtomicBool>,
    storms: Arc<Storms>,
}

impl Weather for DiskWeather {
    fn next_commit(&mut self) -> (Duration, Fate) {
        let usual = between(&mut self.rng, 1, 8);
        if self.is_calm.load(Ordering::Relaxed) {
            return (usual, Fate::Kept);
        }
        if self.rng.random_bool(self.faults.errors) {
            self.storms.errors.fetch_add(1, Ordering::Relaxed);
            let fate = if self.rng.random() { Fate::Failed } else { Fate::Unknown };
            return (usual, fate);
        }
        if self.rng.random_bool(self.faults.stalls) {
            self.storms.stalls.fetch_add(1, Ordering::Relaxed);
            return (between(&mut self.rng, 50, 20_000), Fate::Kept);
        }
        (usual, Fate::Kept)
    }

    fn is_back(&mut self) -> bool {
        self.is_calm.load(Ordering::Relaxed) || self.rng.random_ratio(2, 5)
    }
}
