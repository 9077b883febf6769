//! A finished match of this server as a round: only who linked a profile is rated, and bots among themselves.

use protocol::record::RecordedPlayer;
use rules::seat::{BySeat, Seat};

use super::round::Score;
use crate::store::{GameId, Outcome};

/// Who sat on a seat, as far as ratings go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sitter {
    /// Somebody without a profile.
    Guest,
    /// Somebody who linked the profile with this public id.
    Profile(String),
    /// A bot of this level.
    Bot(String),
}

impl Sitter {
    /// Whether a hand that this player played is theirs: what a stand-in does is nobody's.
    pub fn is_played_by(&self, player: Option<&RecordedPlayer>) -> bool {
        match self {
            Self::Guest => false,
            Self::Profile(_) => player.is_some_and(|player| player.human_name().is_some()),
            Self::Bot(own) => {
                matches!(player, Some(RecordedPlayer::Bot { level }) if level.name() == own)
            }
        }
    }
}

/// A rated match that is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinishedMatch {
    /// Which game it was.
    pub game: GameId,
    /// Who sat where.
    pub sitters: BySeat<Sitter>,
    /// What was played.
    pub hands: Hands,
}

/// The hands of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hands {
    /// Those the ledger has of it.
    Recorded,
    /// Those of a match whose hands are not in the ledger.
    Counted(Tally),
}

/// What hands come to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Hands that were played to their end.
    pub games: u32,
    /// Those nobody won.
    pub walls: u32,
    /// What each seat made of them.
    pub scores: BySeat<Score>,
}

impl Tally {
    /// Counts a hand; one that was broken off counts for nothing, and a seat for which it `is_own` alone has made
    /// anything of it.
    pub fn add(&mut self, outcome: &Outcome, deltas: [i32; 4], is_own: impl Fn(Seat) -> bool) {
        match outcome {
            Outcome::Aborted => return,
            Outcome::Drawn => self.walls += 1,
            // Where several win a hand, the first of them won the game.
            Outcome::Won { wins } => {
                if let Some(win) = wins.first().filter(|win| is_own(win.seat)) {
                    self.scores[win.seat].wins += 1;
                }
            }
        }
        self.games += 1;
        for seat in Seat::ALL.into_iter().filter(|seat| is_own(*seat)) {
            self.scores[seat].points += deltas[seat.index()];
        }
    }
}

impl FinishedMatch {
    /// Who is rated, with what they made of it. A profile or level that held two seats is not: nobody can say which of
    /// them it was.
    pub fn rated(&self, tally: &Tally) -> Vec<(&Sitter, Score)> {
        let held = |sitter: &Sitter| self.sitters.0.iter().filter(|other| *other == sitter).count();
        let seats = self.sitters.0.iter().zip(tally.scores.0);
        let is_rated = |(sitter, _): &(&Sitter, Score)| match sitter {
            Sitter::Guest => false,
            Sitter::Profile(_) | Sitter::Bot(_) => held(sitter) == 1,
        };
        seats.filter(is_rated).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::RoomId;

    #[test]
    fn guests_and_levels_at_two_seats_are_not_rated() {
        let bot = || Sitter::Bot("hard".to_owned());
        let sitters = BySeat([Sitter::Guest, bot(), Sitter::Profile("p-a".to_owned()), bot()]);
        let scores = BySeat::from_fn(|seat: Seat| Score { wins: seat.index() as u32, points: 0 });
        let game = GameId { room: RoomId(1), number: 1 };
        let tally = Tally { games: 8, walls: 2, scores };
        let finished = FinishedMatch { game, sitters, hands: Hands::Counted(tally) };

        let rated = finished.rated(&tally);

        let expected = Score { wins: 2, points: 0 };
        assert_eq!(rated, [(&Sitter::Profile("p-a".to_owned()), expected)]);
    }
}
