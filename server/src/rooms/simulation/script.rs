//! What a simulated client does by its own will: it plays, mostly by the rules, and does much that
//! people and networks do besides.

use std::panic::catch_unwind;
use std::time::Duration;

use bots::{Bot, Medium, Told};
use bytes::Bytes;
use protocol::client::HostOrder;
use protocol::fujian::{ActionView, ClientMessage, Prompt};
use protocol::ids::{Digest, RequestId};
use protocol::options::RoomOptions;
use protocol::room::{BotLevel, Occupant, Stage};
use rand::RngExt;
use rules::fair;
use rules::fujian::Action;
use rules::seat::Seat;
use tokio::time::Instant;

use super::client::{Client, Known, Role};
use super::evidence::Purpose;
use super::line::Line;
use super::plan::{around, between, pick};
use super::site::{Ghost, Site};

/// Hands a player's chain is good for.
const LINKS: u32 = 32;
/// How long a client waits for an answer before it takes the connection for dead.
pub(super) const PATIENCE: Duration = Duration::from_secs(30);
/// How long a host waits for the others to do something.
const VAIN: Duration = Duration::from_secs(75);
/// How long a server may take to notice that a connection is dead.
const HALF_OPEN_MS_MAX: u64 = 25_000;

impl Client {
    /// Opens a connection and asks to be let in; later, if there is nothing to connect to.
    pub(super) fn connect(&mut self, site: &mut Site) {
        let retry = between(&mut self.rng, 300, 2_000);
        self.connect_at = site.now + retry;
        let creates = self.role == Role::Creator && self.seat().is_none();
        let room = if creates { site.open(self.table) } else { site.find(self.table) };
        let Some(room) = room else {
            if !creates && site.notes_missing(self.table) {
                self.bar(site.now);
            }
            return;
        };
        let code = room.code();
        let id = site.next_connection();
        self.line = Some(Line::new(id, self.encoding, room, site.fork(), site.mistake));
        let request = self.next_number();
        self.entering = Some(request);
        let is_amnesiac = self.asks_fresh || self.rng.random_ratio(1, 10);
        let last_seq = self.seq().filter(|_| !is_amnesiac);
        let name = self.name.clone();
        let tip = self.secret.map(|secret| Digest(fair::link(&secret, LINKS)));
        let message = match (&self.known, self.role) {
            (Known::Seat(seated), _) => {
                site.tally.resumes += 1;
                ClientMessage::Resume { request, code, token: seated.token.clone(), last_seq }
            }
            (_, Role::Creator) => {
                let (setup, public) = (site.table(self.table).first_setup(), true);
                ClientMessage::Create {
                    request,
                    name,
                    setup,
                    public,
                    tip,
                    profile: None,
                    token: None,
                }
            }
            (_, Role::Joiner) => {
                ClientMessage::Join { request, code, name, tip, profile: None, token: None }
            }
            (_, Role::Watcher) => ClientMessage::Watch { request, code, last_seq },
        };
        let bytes = Bytes::from(self.encoding.encode(&message));
        self.say(request, Purpose::Enter { last: last_seq }, bytes, site);
    }

    /// Does what the table, the room or an open request wants of it.
    pub(super) fn go_on(&mut self, site: &mut Site) {
        if let Some(pending) = &self.pending {
            if pending.again.is_some_and(|again| again <= site.now) {
                self.ask_again(site);
            } else if site.now >= pending.asked + PATIENCE {
                self.cut(site);
            }
            return;
        }
        if self.link(site) || self.host(site) || self.replace_absent(site) {
            return;
        }
        if !self.is_asked() {
            self.act_at = None;
            return;
        }
        let think = match self.rng.random_range(0..40) {
            0 => between(&mut self.rng, 8_000, 40_000),
            1..=9 => between(&mut self.rng, 2_500, 8_000),
            _ => between(&mut self.rng, 400, 2_500),
        };
        let act_at = *self.act_at.get_or_insert(site.now + think);
        if act_at <= site.now {
            self.act_at = None;
            self.act(site);
        }
    }

    /// Whether the table waits for this client, and it knows how the table stands.
    fn is_asked(&self) -> bool {
        let Known::Seat(seated) = &self.known else { return false };
        let Some(view) = &seated.view else { return false };
        view.prompt.is_some() && !self.is_last(&view.table) && seated.seq >= self.act_from
    }

    fn act(&mut self, site: &mut Site) {
        let chosen = match &self.known {
            Known::Seat(seated) => seated.view.as_ref().and_then(|view| match view.prompt {
                Some(Prompt::Ready {}) => Some(Action::Ready),
                Some(Prompt::Turn { .. } | Prompt::Call { .. }) => {
                    let told = Told::new(view).ok()?;
                    // A view that lies may be more than a bot can take; that it does, the checks say.
                    catch_unwind(|| Medium.choose(&told.sight())).ok()
                }
                None => None,
            }),
            Known::Nothing | Known::Watching(_) => None,
        };
        let slips = self.rng.random_ratio(1, 25);
        let action = if slips { Some(self.any_action()) } else { chosen };
        let Some(action) = action.map(ActionView::from) else { return };
        let last_seq = self.seq();
        self.ask(Purpose::Act, |request| ClientMessage::Act { request, action, last_seq }, site);
    }

    fn any_action(&mut self) -> Action {
        let all: Vec<_> = Action::all().filter(|action| *action != Action::Ready).collect();
        *pick(&mut self.rng, &all)
    }

    /// Reveals its part of the next wall, if it takes part.
    fn link(&mut self, site: &mut Site) -> bool {
        let (Some(seat), Some(secret)) = (self.seat(), self.secret) else { return false };
        let wall = self.room().and_then(|room| room.wall.as_ref());
        let due = wall.filter(|wall| wall.hand > self.linked && !wall.given[seat]);
        let Some(hand) = due.map(|wall| wall.hand).filter(|hand| *hand < LINKS) else {
            return false;
        };
        self.linked = hand;
        let link = Digest(fair::link(&secret, LINKS - hand));
        self.ask(Purpose::Link, |request| ClientMessage::Link { request, hand, link }, site);
        true
    }

    pub(super) fn is_host_waiting(&self) -> bool {
        let waits = self.room().is_some_and(|room| {
            room.stage == Stage::Waiting && room.host.is_some() && room.host == self.seat()
        });
        waits && self.is_in && self.pending.is_none()
    }

    /// Fills the table and begins, as its host.
    fn host(&mut self, site: &mut Site) -> bool {
        if !self.is_host_waiting() || self.host_at > site.now {
            return false;
        }
        self.host_at = site.now + Duration::from_secs(2);
        let (Some(room), Some(own)) = (self.room(), self.seat()) else { return false };
        if let Some(order) = site.table(self.table).next_order(room) {
            self.order(order, site);
            return true;
        }
        let open = Seat::ALL.into_iter().find_map(|seat| match &room.seats[seat] {
            Occupant::Empty {} => {
                let level = [BotLevel::Random, BotLevel::Easy, BotLevel::Medium][seat.index() % 3];
                Some(HostOrder::Bot { seat, level })
            }
            Occupant::Human { .. } if seat != own && !self.online[seat] => {
                Some(HostOrder::Kick { seat })
            }
            Occupant::Human { .. } | Occupant::Bot { .. } | Occupant::StandIn { .. } => None,
        });
        self.order(open.unwrap_or(HostOrder::Start {}), site);
        true
    }

    /// From when it seats a bot for somebody the table waits for, as its host.
    pub(super) fn awaits_in_vain_from(&self) -> Option<Instant> {
        let room = self.room().filter(|_| self.is_in && self.pending.is_none())?;
        let is_host =
            room.stage == Stage::Playing && room.host.is_some_and(|host| Some(host) == self.seat());
        (is_host && !self.is_asked() && !self.is_over())
            .then(|| self.host_at.max(self.heard_at + VAIN))
    }

    /// Seats a bot for one of those the table may have waited for in vain.
    fn replace_absent(&mut self, site: &mut Site) -> bool {
        if self.awaits_in_vain_from().is_none_or(|then| then > site.now) {
            return false;
        }
        self.host_at = site.now + Duration::from_secs(5);
        let (Some(room), Some(own)) = (self.room(), self.seat()) else { return false };
        let people = own.others().into_iter();
        let people = people.filter(|seat| matches!(room.seats[*seat], Occupant::Human { .. }));
        let people: Vec<_> = people.collect();
        if people.is_empty() {
            return false;
        }
        let seat = *pick(&mut self.rng, &people);
        self.order(HostOrder::Bot { seat, level: BotLevel::Easy }, site);
        true
    }

    fn order(&mut self, order: HostOrder, site: &mut Site) {
        let purpose = Purpose::Host(order.clone());
        self.ask(purpose, |request| ClientMessage::Host { request, order }, site);
    }

    /// The connection breaks; the server may take a while to notice.
    pub(super) fn cut(&mut self, site: &mut Site) {
        if let Some(line) = self.line.take() {
            site.tally.cuts += 1;
            let gone_at = site.now + between(&mut self.rng, 0, HALF_OPEN_MS_MAX);
            site.ghosts.push(Ghost { line, gone_at });
        }
        self.lose_line(site.now);
    }

    /// Something befalls it, or it does what it should not.
    pub(super) fn make_mischief(&mut self, site: &mut Site) {
        self.mischief_at = site.now + around(&mut self.rng, site.faults().mischief_every);
        if !self.is_in {
            // Also while it is being let in.
            if self.rng.random_ratio(1, 2) {
                self.cut(site);
            }
            return;
        }
        match self.rng.random_range(0..230) {
            0..70 => self.cut(site),
            70..90 => self.stop_reading(site),
            90..110 => self.come_twice(site),
            110..150 => self.repeat(site),
            150..170 => self.act_out_of_turn(site),
            170..190 => self.order_something(site),
            190..194 => self.talk_nonsense(site),
            194..199 => self.go_away(site),
            199 => self.leave(site),
            _ => self.pass_quickly(site),
        }
    }

    fn stop_reading(&mut self, site: &Site) {
        let until: Instant = site.now + between(&mut self.rng, 1_000, 90_000);
        if let Some(line) = &mut self.line {
            line.stop_reading(until);
        }
    }

    /// Takes its seat from another connection while the first is still there.
    fn come_twice(&mut self, site: &mut Site) {
        self.cut(site);
        self.connect_at = site.now;
    }

    fn repeat(&mut self, site: &mut Site) {
        if let Some((request, purpose, bytes)) = self.answered.clone() {
            site.tally.repeats += 1;
            self.say(request, purpose, bytes, site);
        }
    }

    fn act_out_of_turn(&mut self, site: &mut Site) {
        let (request, action) = (self.next_number(), ActionView::from(self.any_action()));
        let bytes = self.encoding.encode(&ClientMessage::Act { request, action, last_seq: None });
        self.say(request, Purpose::Act, bytes.into(), site);
    }

    /// As a host or not, where it may lead to something or not.
    fn order_something(&mut self, site: &mut Site) {
        if self.pending.is_some() {
            return;
        }
        let away = Seat::ALL.into_iter().find(|seat| !self.online[*seat]);
        let order = match (self.rng.random_range(0..10), away) {
            (0, _) => HostOrder::Abort {},
            (1..4, Some(seat)) => HostOrder::Bot { seat, level: BotLevel::Easy },
            (4, _) => HostOrder::Options { options: RoomOptions::default() },
            (5, _) => HostOrder::Dealer { seat: Seat::S1 },
            (_, _) => HostOrder::Public { public: self.rng.random() },
        };
        self.order(order, site);
    }

    /// Has calls passed for it, or no longer, where that is allowed and where it is not.
    fn pass_quickly(&mut self, site: &mut Site) {
        let on = self.rng.random_ratio(2, 3);
        let request = self.next_number();
        let bytes = self.encoding.encode(&ClientMessage::QuickPass { request, on });
        self.say(request, Purpose::QuickPass { on }, bytes.into(), site);
    }

    fn talk_nonsense(&mut self, site: &mut Site) {
        let request = self.next_number();
        let link = Digest(self.rng.random());
        let wrong = self.encoding.encode(&ClientMessage::Link { request, hand: 1, link });
        let bytes = if self.rng.random() { wrong } else { vec![0xc1; 40] };
        self.say(request, Purpose::Nonsense, bytes.into(), site);
    }

    fn go_away(&mut self, site: &mut Site) {
        self.cut(site);
        self.connect_at = site.now + between(&mut self.rng, 60_000, 240_000);
    }

    fn leave(&mut self, site: &mut Site) {
        if self.pending.is_some() || self.role == Role::Watcher {
            return;
        }
        let leave = |request: RequestId| ClientMessage::Leave { request };
        self.ask(Purpose::Leave, leave, site);
    }
}
