//! What a step of a room leaves in the tables people query.

use protocol::record::RecordedPlayer;
use protocol::room::{BotLevel, Occupant};
use rules::seat::{BySeat, Seat};
use serde::Serialize;

use super::RoomCore;
use crate::ratings::online::{FinishedMatch, Hands, Sitter};
use crate::recorder::{GameId, GamePosting, HandPosting, Posting, Profiles, RoomId};
use crate::room::game::{Game, Players, Standing};

/// What people are told about a room that is closed.
#[derive(Serialize)]
struct Summary<'a> {
    code: &'a str,
    variant: &'static str,
    steps: u64,
    hands: u32,
}

impl<G: Game> RoomCore<G> {
    /// What the step just taken posts; `before` is how the game stood before it.
    pub(super) fn postings(
        &self,
        before: Option<Standing>,
        finished: Option<G::Finished>,
    ) -> Vec<Posting> {
        let mut postings = Vec::new();
        if !self.view.options.recorded {
            return self.closing().into_iter().collect();
        }
        if let Some(finished) = finished {
            let hand = G::posting(finished, self.id(), self.players());
            let hand = HandPosting { profiles: self.profiles(), ..hand };
            postings.push(Posting::Hand(Box::new(hand)));
        }
        if let Some(now) = self.game.as_ref().map(Game::standing) {
            let was_over = before.as_ref().is_some_and(|before| before.is_over);
            if now.is_over && !was_over {
                postings.push(Posting::GameFinished(self.game_id(&now)));
                postings.extend(self.rated(self.game_id(&now)));
            }
            if before.is_none_or(|before| before.game != now.game) {
                postings.push(Posting::Game(Box::new(self.game_posting(&now))));
            }
        }
        postings.extend(self.closing());
        postings
    }

    /// That the room is closed is posted whatever it is like: its log goes into the archive.
    fn closing(&self) -> Option<Posting> {
        let closed = || Posting::RoomClosed { room: self.id(), body_summary: self.farewell() };
        self.is_closed().then(closed)
    }

    /// The match as it is rated, where it is.
    fn rated(&self, game: GameId) -> Option<Posting> {
        let finished =
            || FinishedMatch { game, sitters: self.sitters.clone(), hands: Hands::Recorded };
        self.view.options.rated.then(|| Posting::Rated(Box::new(finished())))
    }

    /// Remembers who sits where when a game begins.
    pub(super) fn mind_sitters(&mut self, before: Option<&Standing>) {
        let now = self.game.as_ref().map(Game::standing);
        if now.is_some_and(|now| before.is_none_or(|before| before.game != now.game)) {
            self.sitters = BySeat::from_fn(|seat| self.sitter(seat));
        }
    }

    /// Who sits at a seat as far as ratings go.
    fn sitter(&self, seat: Seat) -> Sitter {
        match (&self.view.seats[seat], self.profile(seat)) {
            (Occupant::Bot { level }, _) => Sitter::Bot(level.name().to_owned()),
            (Occupant::Human { .. } | Occupant::StandIn { .. }, Some(profile)) => {
                Sitter::Profile(profile)
            }
            (Occupant::Empty {} | Occupant::Human { .. } | Occupant::StandIn { .. }, _) => {
                Sitter::Guest
            }
        }
    }

    /// The profile that is played for at a seat, seen or not.
    fn profile(&self, seat: Seat) -> Option<String> {
        match &self.view.seats[seat] {
            Occupant::Human { profile, .. } | Occupant::StandIn { profile, .. } => {
                let shown = profile.as_ref().map(|profile| profile.id.clone());
                shown.or_else(|| self.seats[seat].hidden.clone())
            }
            Occupant::Empty {} | Occupant::Bot { .. } => None,
        }
    }

    fn profiles(&self) -> Profiles {
        BySeat::from_fn(|seat| self.profile(seat))
    }

    fn id(&self) -> RoomId {
        RoomId(self.view.id)
    }

    fn game_id(&self, standing: &Standing) -> GameId {
        GameId { room: self.id(), number: standing.game + 1 }
    }

    fn game_posting(&self, standing: &Standing) -> GamePosting {
        GamePosting {
            game: self.game_id(standing),
            code: self.view.code,
            public: self.view.public,
            variant: self.view.setup.variant(),
            rules: self.view.setup.rules_json(),
            players: self.players(),
            profiles: self.profiles(),
        }
    }

    /// Who sits where; every seat is taken once a match is on.
    fn players(&self) -> Players {
        let nobody = || RecordedPlayer::Bot { level: BotLevel::Random };
        BySeat::from_fn(|seat| RecordedPlayer::of(&self.view.seats[seat]).unwrap_or_else(nobody))
    }

    fn farewell(&self) -> String {
        let summary = Summary {
            code: self.view.code.as_str(),
            variant: self.view.setup.variant().name(),
            steps: self.seq().0,
            hands: self.hands,
        };
        serde_json::to_string(&summary).expect("a summary can be written")
    }
}
