//! What a simulated client makes of what it hears: it keeps it, folds it in, and takes answers.

use bots::client::{Seated, Watching};
use bytes::Bytes;
use protocol::close::CloseCode;
use protocol::fujian::{SeatMessage, SpectatorMessage};
use protocol::ids::{RequestId, Seq};
use protocol::refusal::Refusal;
use rand::RngExt;

use super::client::{Client, Known, Pending, Role};
use super::evidence::{Heard, Message, Seen, TableOf};
use super::line::{Line, REPEATED};
use super::plan::between;
use super::site::Site;
use crate::room::Outgoing;

impl Client {
    /// Takes what has arrived.
    pub(super) fn receive(&mut self, out: Outgoing, site: &mut Site) {
        match out {
            Outgoing::Frame(bytes) => self.hear(bytes, site),
            Outgoing::TurnedAway { frame, reason } => {
                self.hear(frame, site);
                self.lose_line(site.now);
                if matches!(reason, Refusal::RoomFull | Refusal::BadToken | Refusal::Playing) {
                    self.retire();
                } else if reason == Refusal::WatchingOff {
                    self.bar(site.now);
                }
            }
            Outgoing::Outside if self.role == Role::Watcher => {
                self.lose_line(site.now);
                self.bar(site.now);
            }
            Outgoing::Outside => self.retire(),
            Outgoing::Close(code) => {
                let since = self.line.as_ref().map(Line::since);
                let is_broken = since.is_some_and(|since| !site.was_broken(self.table, since));
                if code == CloseCode::TryAgain && is_broken {
                    site.evidence.broken.extend(site.codes[self.table]);
                }
                self.lose_line(site.now);
            }
        }
    }

    fn hear(&mut self, bytes: Bytes, site: &mut Site) {
        let message = match self.role {
            Role::Creator | Role::Joiner => self.encoding.decode(&bytes).map(Message::Seat),
            Role::Watcher => {
                let public = self.encoding.decode(&bytes).map(Message::Spectator);
                public.or_else(|_| self.encoding.decode(&bytes).map(Message::Hands))
            }
        };
        let message = first_name(message.expect("the server speaks the protocol"));
        let before = self.seq();
        let fits = self.fold(&message);
        let Some(line) = &self.line else { return };
        site.tally.heard += 1;
        site.evidence.heard.push(Heard {
            client: self.index,
            connection: line.id(),
            at: site.now,
            room: line.code(),
            seat: self.seat(),
            encoding: self.encoding,
            bytes,
            message: message.clone(),
        });
        if !fits {
            // A step was lost: everything is needed anew.
            self.known = std::mem::replace(&mut self.known, Known::Nothing).forgotten();
            return self.hang_up(site.now);
        }
        if self.seq() != before {
            self.heard_at = site.now;
        }
        if self.seq() != before || matches!(message.shows(), Some(seq) if Some(seq) == before) {
            self.note_view(&message, site);
        }
        self.react(&message, site);
    }

    fn fold(&mut self, message: &Message) -> bool {
        match (message, &mut self.known) {
            (Message::Seat(message), known) => {
                if let SeatMessage::Seated { code, seat, token, .. } = &**message {
                    *known = Known::Seat(Box::new(Seated::new(*code, *seat, token.clone())));
                }
                match known {
                    Known::Seat(seated) => seated.hear(message).is_ok(),
                    Known::Nothing | Known::Watching(_) => true,
                }
            }
            (Message::Hands(_), _) => true,
            (Message::Spectator(message), Known::Watching(watching)) => {
                watching.hear(message).is_ok()
            }
            (Message::Spectator(message), known) => {
                let mut watching = Watching::default();
                let fits = watching.hear(message).is_ok();
                *known = Known::Watching(Box::new(watching));
                fits
            }
        }
    }

    /// Some of what it knows is kept to be compared with what is true.
    fn note_view(&mut self, message: &Message, site: &mut Site) {
        let is_snapshot = match message {
            Message::Seat(message) => matches!(**message, SeatMessage::Snapshot { .. }),
            Message::Spectator(message) => matches!(**message, SpectatorMessage::Snapshot { .. }),
            Message::Hands(_) => false,
        };
        if is_snapshot && self.asks_fresh {
            self.is_fresh = true;
        }
        if is_snapshot || self.rng.random_ratio(1, 8) || self.is_over() {
            self.note_known(site);
        }
    }

    fn note_known(&self, site: &mut Site) {
        let (Some(seq), Some(room)) = (self.seq(), self.room()) else { return };
        let table = match &self.known {
            Known::Seat(seated) => TableOf::Seat(seated.seat, seated.view.clone().map(Box::new)),
            Known::Watching(watching) => TableOf::Spectator(watching.table.clone().map(Box::new)),
            Known::Nothing => return,
        };
        site.evidence.views.push(Seen { client: self.index, seq, room: room.clone(), table });
    }

    fn react(&mut self, message: &Message, site: &mut Site) {
        if let Some((request, answer)) = message.answer() {
            self.take_answer(request, answer, site);
        }
        match message {
            Message::Seat(message) => match &**message {
                SeatMessage::Seated { code, .. } => {
                    if self.role == Role::Creator {
                        site.codes[self.table] = Some(*code);
                    }
                    (self.is_in, self.entering, self.is_barred) = (true, None, false);
                    self.host_at = site.now + between(&mut self.rng, 15_000, 30_000);
                }
                SeatMessage::Presence { online, .. } => self.online = *online,
                _ => {}
            },
            Message::Spectator(_) | Message::Hands(_) => {}
        }
    }

    fn take_answer(&mut self, request: RequestId, answer: Result<Seq, Refusal>, site: &mut Site) {
        if self.entering == Some(request) {
            self.entering = None;
            self.is_in = answer.is_ok();
            self.is_barred &= !self.is_in;
            if self.is_in && self.pending.is_some() {
                self.ask_again(site);
            }
            return;
        }
        let Some(pending) = self.pending.take_if(|pending| pending.request == request) else {
            return;
        };
        match answer {
            Ok(seq) => {
                self.act_from = seq;
                self.answered = Some((request, pending.purpose, pending.bytes));
            }
            Err(Refusal::StoreUnavailable) => {
                let again = Some(site.now + between(&mut self.rng, 500, 4_000));
                self.pending = Some(Pending { again, ..pending });
            }
            Err(_) => {}
        }
    }
}

impl Known {
    /// The same client without what it knew of the table.
    fn forgotten(self) -> Self {
        match self {
            Self::Seat(seated) => {
                let Seated { code, seat, token, .. } = *seated;
                Self::Seat(Box::new(Seated::new(code, seat, token)))
            }
            Self::Nothing | Self::Watching(_) => Self::Nothing,
        }
    }
}

/// The answer under the name the client knows, where the server has given it another.
fn first_name(mut message: Message) -> Message {
    match &mut message {
        Message::Seat(message) => match &mut **message {
            SeatMessage::Accepted { request, .. } | SeatMessage::Refused { request, .. } => {
                request.0 &= !REPEATED;
            }
            _ => {}
        },
        Message::Spectator(message) => match &mut **message {
            SpectatorMessage::Accepted { request, .. }
            | SpectatorMessage::Refused { request, .. } => request.0 &= !REPEATED,
            _ => {}
        },
        Message::Hands(_) => {}
    }
    message
}
