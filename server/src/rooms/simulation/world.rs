//! One simulated run: clients, a server that dies and comes back, and virtual time.

use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;
use std::time::Duration;

use tokio::runtime::Builder;
use tokio::task::yield_now;
use tokio::time::{Instant, sleep_until};

use super::client::{Client, Role};
use super::evidence::Evidence;
use super::mistakes::{self, Mistake, Mistaken};
use super::plan::Plan;
use super::site::{House, Server, Site};
use super::tally::Tally;
use crate::room::Fujian;

/// How long a run may go on once nothing goes wrong any more.
const PATIENCE: Duration = Duration::from_secs(2 * 60 * 60);
/// How often a task that was killed gets the chance to end, at most.
const ENDS_MAX: usize = 64;

/// Plays the run of a seed, with a planted mistake or without.
pub(super) fn play(seed: u64, mistake: Option<Mistake>) -> (Evidence, Tally) {
    let runtime = Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
    let plan = Plan::of(seed);
    let house = match mistake {
        Some(mistake) => {
            mistakes::plant(mistake);
            House::playing::<Mistaken>()
        }
        None => House::playing::<Fujian>(),
    };
    // Made in there: outside it is another time, which nobody has stopped.
    runtime.block_on(async { World::new(plan, house, mistake).run().await })
}

struct World {
    site: Site,
    clients: Vec<Client>,
    deadline: Instant,
}

impl World {
    fn new(plan: Plan, house: House, mistake: Option<Mistake>) -> Self {
        let deadline = Instant::now() + plan.calm_after + PATIENCE;
        let tables = plan.tables.clone();
        let mut site = Site::new(plan, house, mistake);
        let mut clients = Vec::new();
        for (table, plan) in tables.iter().enumerate() {
            let players = (0..plan.humans)
                .map(|number| if number == 0 { Role::Creator } else { Role::Joiner });
            for role in players.chain((0..plan.watchers).map(|_| Role::Watcher)) {
                clients.push(Client::new(clients.len(), (table, plan), role, site.fork()));
            }
        }
        Self { site, clients, deadline }
    }

    async fn run(mut self) -> (Evidence, Tally) {
        let is_finished = loop {
            self.site.now = Instant::now();
            let now = self.site.now;
            match self.site.step() {
                Server::Same => {}
                Server::Stops => {
                    self.clients.iter_mut().for_each(|client| client.hear_goodbye(now));
                }
                Server::Dies => {
                    self.clients.iter_mut().for_each(|client| client.lose_line(now));
                    end_tasks().await;
                }
            }
            for client in &mut self.clients {
                client.step(&mut self.site);
            }
            if self.is_finished() {
                break true;
            }
            if self.site.now >= self.deadline {
                break false;
            }
            self.wait().await;
        };
        self.site.evidence.is_finished = is_finished;
        if !is_finished {
            self.site.evidence.stuck = self.stuck();
            self.site.evidence.lingering = self.site.lingering();
        }
        self.site.tally.runs = 1;
        self.site.into_evidence()
    }

    /// Whether every match is over, everybody knows, and has looked once more at everything.
    fn is_finished(&mut self) -> bool {
        self.clear_up();
        if !self.clients.iter().all(Client::is_settled) || !self.site.lingering().is_empty() {
            return false;
        }
        let now = self.site.now;
        let is_stale =
            |client: &&mut Client| !(client.is_retired || client.is_barred || client.is_fresh);
        let stale = self.clients.iter_mut().filter(is_stale);
        let mut is_finished = true;
        for client in stale {
            is_finished = false;
            if !client.asks_fresh {
                client.ask_fresh(now);
            }
        }
        is_finished
    }

    /// The operator closes rooms long after the last has left who played in them, for those who watch. Those that all
    /// have gone away from must close by themselves.
    fn clear_up(&mut self) {
        if self.site.now + PATIENCE / 2 < self.deadline {
            return;
        }
        for table in 0..self.site.codes.len() {
            let plays = |client: &Client| client.table == table && client.role != Role::Watcher;
            let mut players = self.clients.iter().filter(|client| plays(client));
            let is_deserted = self.site.table(table).deserted_after.is_some();
            if !is_deserted && players.all(|client| client.is_retired) {
                self.site.close(table);
            }
        }
    }

    /// Waits until the server has said something, or something is due.
    async fn wait(&mut self) {
        let is_calm = self.site.is_calm();
        let due = self.clients.iter().filter_map(|client| client.next(is_calm)).min();
        let next = due.map_or(self.site.next(), |due| due.min(self.site.next()));
        let mut sleep = pin!(sleep_until(next.max(self.site.now + Duration::from_millis(1))));
        let clients = &mut self.clients;
        poll_fn(|context| {
            let (now, mut came) = (Instant::now(), false);
            for client in clients.iter_mut() {
                came |= client.poll_sent(context, now).is_ready();
            }
            if came { Poll::Ready(()) } else { sleep.as_mut().poll(context) }
        })
        .await;
    }

    fn stuck(&self) -> String {
        let describe = |client: &Client| {
            format!(
                "client {} ({:?} of table {}) retired {} in {} over {} pending {} at {:?}",
                client.index,
                client.role,
                client.table,
                client.is_retired,
                client.is_in,
                client.is_over(),
                client.pending.is_some(),
                client.seq(),
            )
        };
        let unsettled = self.clients.iter().filter(|client| !client.is_settled());
        unsettled.map(describe).collect::<Vec<_>>().join("; ")
    }
}

/// Lets tasks of a server that is gone end, without any time passing.
async fn end_tasks() {
    for _ in 0..ENDS_MAX {
        yield_now().await;
    }
}
