//! What is submitted about ratings, read strictly.

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use utoipa::ToSchema;

use crate::clock::UnixMs;
use crate::gateway::api::problem::{Code, Problem};
use crate::gateway::api::query::stored_name;
use crate::ratings::email::{self, Written};
use crate::ratings::{Elo, Entrant, Occasion, Round, Score};
use crate::store::ratings::{Named, NewRound, NewSeat, NewSession, Who, is_public_id};

/// How far ahead clocks may be.
const DAY_MS: i64 = 86_400_000;

/// The most rounds a session has.
const ROUNDS_MAX: usize = 64;

/// What a session was played for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = RatingOccasion)]
pub(in super::super) enum OccasionForm {
    /// Open play, lessons: points do not count.
    Open,
    /// A league's.
    League,
    /// A tournament's.
    Tournament,
}

/// A session: rounds that were played one after the other.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct SessionForm {
    /// The source's own name for it: the same session under the same key is recorded once.
    #[schema(
        min_length = 1,
        max_length = 64,
        pattern = "^[A-Za-z0-9_.:-]{1,64}$",
        example = "2026-11-17-table-3"
    )]
    pub(super) key: String,
    /// When it was played, in milliseconds since 1970, at most a day from now; now, if it is not said.
    #[schema(minimum = 0)]
    pub(super) played_at: Option<UnixMs>,
    /// What it was played for.
    pub(super) occasion: OccasionForm,
    /// The season of a league it belongs to.
    pub(super) season: Option<i64>,
    /// Its rounds, in order.
    #[schema(min_items = 1, max_items = 64)]
    pub(super) rounds: Vec<RoundForm>,
}

/// A round: the same people playing a number of games.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct RoundForm {
    /// How many games.
    #[schema(minimum = 1, maximum = 1000, example = 6)]
    games: u32,
    /// How many of them nobody won.
    #[schema(example = 1)]
    wall_games: u32,
    /// Who played, in any order.
    #[schema(min_items = 2, max_items = 4)]
    players: Vec<SeatForm>,
}

/// Somebody in a round.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct SeatForm {
    /// Their e-mail, of which only a hash is kept; with `PRIVATE:` before it somebody who is not shown; or `ANON:` and a
    /// nickname that is this source's own. Prefixes in any letters; no other may stand there.
    #[schema(example = "ana@example.org")]
    email: String,
    /// The name to show; needed but for a nickname. The first one stays.
    #[schema(example = "Ana")]
    name: Option<String>,
    /// How many of the games they won.
    #[schema(example = 2)]
    mahjongs: u32,
    /// Points won or lost.
    #[serde(default)]
    #[schema(example = 34)]
    points: i32,
}

impl SessionForm {
    /// The session it describes, submitted by this source.
    pub(super) fn read(mut self, source: i64, now: UnixMs) -> Result<NewSession, Problem> {
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_.:".contains(letter);
        if !(1..=64).contains(&self.key.len()) || !self.key.chars().all(is_plain) {
            return Err(bad("a key has 1 to 64 letters, digits, or - _ . :"));
        }
        if self.season.is_some() && self.occasion != OccasionForm::League {
            return Err(bad("only a league has seasons"));
        }
        if self.played_at.is_some_and(|at| !(0..=now + DAY_MS).contains(&at)) {
            return Err(bad("played_at is not before 1970, and at most a day from now"));
        }
        let occasion = self.occasion.into();
        let rounds = read_rounds(&self.rounds, occasion, Naming::Source)?;
        Ok(NewSession {
            source,
            content: self.content(),
            key: self.key,
            occasion,
            season: self.season,
            game: None,
            played_at: self.played_at.unwrap_or(now),
            now,
            rounds,
        })
    }

    /// A hash of what is said, the same in whichever order the players of a round are listed.
    fn content(&mut self) -> [u8; 32] {
        for round in &mut self.rounds {
            round.players.sort_by(|a, b| a.email.cmp(&b.email));
        }
        let said = serde_json::to_vec(&self).expect("sessions can be written");
        Sha256::digest(said).into()
    }
}

impl From<OccasionForm> for Occasion {
    fn from(form: OccasionForm) -> Self {
        match form {
            OccasionForm::Open => Self::Open,
            OccasionForm::League => Self::League,
            OccasionForm::Tournament => Self::Tournament,
        }
    }
}

/// Who names the players of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Naming {
    /// A source: by what it knows of them.
    Source,
    /// The operator, who may also say a public id in the place of an e-mail: players of this server have no e-mail.
    Operator,
}

/// Rounds that can have been played.
pub(in super::super) fn read_rounds(
    rounds: &[RoundForm],
    occasion: Occasion,
    naming: Naming,
) -> Result<Vec<NewRound>, Problem> {
    if !(1..=ROUNDS_MAX).contains(&rounds.len()) {
        return Err(bad(&format!("a session has 1 to {ROUNDS_MAX} rounds")));
    }
    let read = |(number, round): (usize, &RoundForm)| {
        round.read(occasion, naming).map_err(|unfit| unfit.in_round(number))
    };
    (1..).zip(rounds).map(read).collect()
}

/// What is wrong with a round.
struct Unfit {
    /// Whose seat it is about, from 1; nobody's where it is about all of them.
    player: Option<usize>,
    problem: Problem,
}

impl From<Problem> for Unfit {
    fn from(problem: Problem) -> Self {
        Self { player: None, problem }
    }
}

impl Unfit {
    /// The problem with where it is.
    fn in_round(self, number: usize) -> Problem {
        let Problem { code, detail, .. } = self.problem;
        let player = self.player.map(|player| format!(", player {player}")).unwrap_or_default();
        Problem::because(code, format!("round {number}{player}: {}", detail.unwrap_or_default()))
    }
}

impl RoundForm {
    fn read(&self, occasion: Occasion, naming: Naming) -> Result<NewRound, Unfit> {
        let read = |(number, seat): (usize, &SeatForm)| {
            seat.read(naming).map_err(|problem| Unfit { player: Some(number), problem })
        };
        let seats = (1..).zip(&self.players).map(read).collect::<Result<Vec<_>, _>>()?;
        check_emails(&seats)?;
        let entrants = seats.iter().map(|seat| Entrant { elo: Elo::NEW, score: seat.score });
        let won: u64 = seats.iter().map(|seat| u64::from(seat.score.wins)).sum();
        let walls = match naming {
            Naming::Source => self.wall_games,
            // What guests and stand-ins won at a table of this server nobody in the round did.
            Naming::Operator => {
                let others = u64::from(self.games).saturating_sub(won);
                self.wall_games.max(u32::try_from(others).unwrap_or(self.wall_games))
            }
        };
        Round::new(occasion, self.games, walls, entrants.collect())
            .map_err(|error| bad(&error.to_string()))?;
        Ok(NewRound { games: self.games, walls: self.wall_games, seats })
    }
}

/// Makes sure that nobody plays against themselves: an e-mail is one person's, whatever stands before it.
fn check_emails(seats: &[NewSeat]) -> Result<(), Problem> {
    let email_of = |seat: &NewSeat| match &seat.who {
        Who::Email { hash, .. } => Some(*hash),
        Who::Nickname(_) | Who::Player(_) | Who::Code(_) | Who::Bot(_) => None,
    };
    let emails: Vec<_> = seats.iter().map(email_of).collect();
    for (place, email) in emails.iter().enumerate().filter(|(_, email)| email.is_some()) {
        if let Some(first) = emails[..place].iter().position(|other| other == email) {
            let detail = format!("players {} and {} have the same e-mail", first + 1, place + 1);
            return Err(bad(&detail));
        }
    }
    Ok(())
}

impl SeatForm {
    fn read(&self, naming: Naming) -> Result<NewSeat, Problem> {
        let score = Score { wins: self.mahjongs, points: self.points };
        let said = self.email.trim();
        if naming == Naming::Operator && is_public_id(said) {
            return Ok(NewSeat { who: Who::Code(said.to_owned()), score });
        }
        let (email, named) = match Written::read(said) {
            Written::Nickname(nickname) => {
                return Ok(NewSeat { who: Who::Nickname(seat_name(nickname)?), score });
            }
            Written::Private(email) => (email, Named::Private),
            Written::Open(email) => (email, Named::Open),
        };
        let name = self.name.as_deref().ok_or_else(|| bad("a player needs a name"))?;
        let no_email = || bad("that is no e-mail; the prefixes are PRIVATE: and ANON:");
        let hash = email::hash(email).ok_or_else(no_email)?;
        let name = seat_name(name)?;
        Ok(NewSeat { who: Who::Email { hash, named, name }, score })
    }
}

/// The name of somebody in a session, as it is stored.
fn seat_name(text: &str) -> Result<String, Problem> {
    name_of(text).map_err(|detail| bad(&detail))
}

/// The name of a profile, as it is stored.
pub(super) fn profile_name(text: &str) -> Result<String, Problem> {
    name_of(text).map_err(|detail| Problem::because(Code::BadName, detail))
}

/// A name as it is stored, or why it is none. One in the form of a public id could be taken for somebody else.
fn name_of(text: &str) -> Result<String, String> {
    let name = stored_name(text)?;
    match is_public_id(&name.to_lowercase()) {
        true => Err("a name does not have the form of a public id".to_owned()),
        false => Ok(name),
    }
}

fn bad(detail: &str) -> Problem {
    Problem::because(Code::BadSession, detail)
}

/// An application to become a source.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct ApplyForm {
    /// What it is called.
    #[schema(min_length = 1, max_length = 60, example = "Xiamen Tuesday Club")]
    pub(super) name: String,
    /// How the operator reaches whoever runs it; never shown.
    #[schema(min_length = 1, max_length = 200, example = "club@example.org")]
    pub(super) contact: String,
}

/// A new profile.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct ProfileForm {
    /// The name to show.
    #[schema(min_length = 1, max_length = 24, example = "Ana")]
    pub(super) name: String,
}

/// A profile whose key is lost.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct RecoverForm {
    /// The code that was shown when it was made or last recovered.
    #[schema(example = "7k3m-9x2q-4d8f-2c5v-8b1n-6m3j")]
    pub(super) recovery: String,
}

/// What is to change in a profile.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct AmendProfileForm {
    /// Another name to show.
    #[schema(min_length = 1, max_length = 24)]
    pub(super) name: Option<String>,
    /// Whether to be shown to nobody.
    pub(super) hidden: Option<bool>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session() -> SessionForm {
        let said = r#"{"key":"a","played_at":7,"occasion":"league","season":1,"rounds":[{"games":3,"wall_games":1,
            "players":[{"email":"bo@example.org","name":"Bo","mahjongs":2,"points":9},{"email":"ANON:Dai","mahjongs":0}]}]}"#;
        serde_json::from_str(said).unwrap()
    }

    /// A repeat is recognised by it in databases of years ago: if this changes, so does what they hold.
    #[test]
    fn what_a_session_says_is_hashed_the_same_for_good() {
        let said = r#"{"key":"a","played_at":7,"occasion":"league","season":1,"rounds":[{"games":3,"wall_games":1,"players":[{"email":"ANON:Dai","name":null,"mahjongs":0,"points":0},{"email":"bo@example.org","name":"Bo","mahjongs":2,"points":9}]}]}"#;

        assert_eq!(session().content(), <[u8; 32]>::from(Sha256::digest(said)));
    }

    /// Guests and stand-ins win games too at a table of this server: the ledger knows whether it was one.
    #[test]
    fn only_the_operator_leaves_games_to_others() {
        let mut rounds = session().rounds;
        rounds[0].games = 8;

        assert!(read_rounds(&rounds, Occasion::Open, Naming::Source).is_err());
        let read = read_rounds(&rounds, Occasion::Open, Naming::Operator).unwrap();
        assert_eq!((read[0].games, read[0].walls), (8, 1));
        rounds[0].games = 2;
        assert!(read_rounds(&rounds, Occasion::Open, Naming::Operator).is_err());
    }
}
