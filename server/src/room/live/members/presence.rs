//! Who is there, and who is told so.

use protocol::server::SpectatorMessage;
use rules::seat::BySeat;

use super::{Members, When, send};
use crate::room::ConnectionId;
use crate::room::core::Hearers;
use crate::room::live::frames::{Plain, encode};

/// Who is there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::room::live) struct Presence {
    /// Whose player is connected.
    pub(in crate::room::live) online: BySeat<bool>,
    /// How many watch.
    pub(in crate::room::live) watchers: u32,
}

impl Presence {
    fn message(self) -> Plain {
        SpectatorMessage::Presence { online: self.online, watchers: self.watchers }
    }
}

impl Members {
    /// Who is there.
    pub(in crate::room::live) fn presence(&self) -> Presence {
        Presence { online: self.online(), watchers: self.watching }
    }

    /// Whose player is connected.
    pub(in crate::room::live) fn online(&self) -> BySeat<bool> {
        self.at_seat.map(|count| count > 0)
    }

    /// What everybody was last told of who is there.
    pub(in crate::room::live) fn told(&self) -> Presence {
        self.told
    }

    /// Tells those who are to know by now whose player is connected, and gives who they are. Those who watch late are not
    /// among them: that they hear of it at all would tell them when it was.
    pub(in crate::room::live) fn say_online(&mut self) -> Hearers {
        if self.late_online.is_none() {
            self.say_presence();
            return Hearers::Everybody;
        }
        let is = self.presence();
        self.told.online = is.online;
        self.say(&is.message(), Hearers::Seats);
        Hearers::Seats
    }

    /// Tells everybody who is there.
    pub(in crate::room::live) fn say_presence(&mut self) {
        self.told = self.presence();
        match self.late_online {
            None => {
                self.post.start_passing_anew();
                self.say_when(&self.told.message(), Hearers::Everybody, When::InPassing);
            }
            Some(_) => {
                self.say(&self.told.message(), Hearers::Seats);
                self.say_presence_late();
            }
        }
    }

    /// Those who watch late are shown these as connected from now on.
    pub(in crate::room::live) fn show_late(&mut self, online: Option<BySeat<bool>>) {
        self.late_online = online;
    }

    /// Tells those who watch who is there, as they are shown it.
    pub(in crate::room::live) fn say_presence_late(&mut self) {
        self.post.start_passing_anew();
        self.say_when(&self.presence_shown().message(), Hearers::Watchers, When::InPassing);
    }

    /// Who is there, as those are shown it who watch.
    fn presence_shown(&self) -> Presence {
        let is = self.presence();
        Presence { online: self.late_online.unwrap_or(is.online), ..is }
    }

    /// Tells one of them who is there.
    pub(super) fn tell_presence(&self, id: ConnectionId) {
        if let Some(member) = self.by_id.get(&id) {
            let presence =
                if member.seat.is_some() { self.presence() } else { self.presence_shown() };
            let frame = encode(member.connection.encoding, &presence.message());
            send(&member.connection, frame);
        }
    }
}
