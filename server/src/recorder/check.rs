//! Verifies a whole store: every chain, and that every score follows from the hands as they were played.

mod course;
mod ledger;
mod logs;
mod sheets;

use std::collections::BTreeMap;

use protocol::record::RecordError;

pub(crate) use self::course::Course;
use self::logs::Logged;
pub(crate) use self::logs::Relive;

use super::{
    ChainError, GameId, GameName, RoomId, StoreError, StoredStep,
    chain::{CHAIN_VERSION, Chain},
    room_logs::RoomLogs,
};
use crate::store::{self, ArchivedRoom, Database, Store, ratings};

/// What a check looked at, and what it found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckReport {
    /// Open rooms whose steps are whole.
    pub open_rooms: u64,
    /// Closed rooms whose steps are whole.
    pub closed_rooms: u64,
    /// The steps of both.
    pub steps: u64,
    /// The games of the ledger.
    pub games: u64,
    /// Their finished hands, each played again.
    pub hands: u64,
    /// Those among them that follow from the steps of their room, too.
    pub hands_logged: u64,
    /// What is wrong.
    pub problems: Vec<Problem>,
}

/// Something wrong in a store.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// The steps of a room are not what was written.
    #[error("room {room} is damaged")]
    Room {
        /// The room.
        room: RoomId,
        /// Where.
        #[source]
        source: ChainError,
    },
    /// The steps of a room can't be lived through again.
    #[error("the steps of room {room} lead nowhere: {why}")]
    Steps {
        /// The room.
        room: RoomId,
        /// Why not.
        why: String,
    },
    /// A hand was played in a room and is not in the ledger.
    #[error("hand {hand} of game {game} was played, and is not in the ledger")]
    NotPosted {
        /// The game.
        game: GameId,
        /// The hand.
        hand: u32,
    },
    /// A hand is not what the ledger says.
    #[error("hand {hand} of game {game} does not check")]
    Hand {
        /// The game.
        game: GameId,
        /// The hand.
        hand: u32,
        /// What is wrong.
        #[source]
        fault: HandFault,
    },
    /// The scores at the end of a game are not those after its last hand.
    #[error("game {game} did not end with the scores of its last hand")]
    End {
        /// The game.
        game: GameId,
    },
    /// A game is said to be finished, and its hands do not end it.
    #[error("game {game} was not played to its end")]
    Unfinished {
        /// The game.
        game: GameId,
    },
    /// A game that people keep is not what its sheet says.
    #[error("the game {game} that people keep does not check: {what}")]
    Sheet {
        /// The game.
        game: GameName,
        /// What is wrong.
        what: &'static str,
    },
    /// What players are told they did does not follow from their hands.
    #[error("the tallies of {player} do not follow from their hands")]
    Tally {
        /// The player.
        player: String,
    },
    /// Games are not found by what happened in them, or by what did not.
    #[error("how games are found does not follow from their hands")]
    Found,
    /// Something stood in the way of rating a match when it was over, and it is not rated yet.
    #[error(
        "the match of game {game} is not rated; see the log of then, and `sanjin ratings rebuild`"
    )]
    Unrated {
        /// The game, as others call it.
        game: String,
    },
    /// SQLite finds the file itself damaged.
    #[error("the file is damaged: {0}")]
    File(String),
}

/// What is wrong with a hand.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HandFault {
    /// Points moved by a hand that is gone.
    #[error("points were moved by a hand that is gone")]
    Gone,
    /// It does not go on from the hand before it, or makes points.
    #[error("the scores do not add up")]
    Scores,
    /// Its record can't be read.
    #[error("the record can't be read")]
    Unreadable,
    /// Its record does not verify.
    #[error("the record does not verify")]
    Record(#[source] Box<RecordError>),
    /// It was played otherwise than the ledger says.
    #[error("the ledger says otherwise than the record")]
    Disagrees,
    /// It was played otherwise in its room.
    #[error("the ledger says otherwise than the steps of the room")]
    NotAsLogged,
}

/// Checks a database that need not be in use, but for what the steps of its rooms mean.
///
/// # Errors
///
/// If it cannot be read; what is wrong in it is in the report.
pub fn check_file(database: impl Into<Database>) -> Result<CheckReport, StoreError> {
    check_by(&database.into(), None)
}

/// Checks a database; whoever knows what steps mean says what those of a room have posted.
pub(crate) fn check_by(
    database: &Database,
    relive: Option<Relive>,
) -> Result<CheckReport, StoreError> {
    store::apart(|| check(&mut Store::open_reader(database)?, relive))
}

pub(super) fn check(store: &mut Store, relive: Option<Relive>) -> Result<CheckReport, StoreError> {
    let problems = store.integrity_problems()?.into_iter().map(Problem::File).collect();
    let report = CheckReport { problems, ..CheckReport::default() };
    store.at_one_moment(|store| check_moment(store, report, relive))
}

fn check_moment(
    store: &mut Store,
    mut report: CheckReport,
    relive: Option<Relive>,
) -> Result<CheckReport, StoreError> {
    let mut logged = Logged::default();
    let mut steps: BTreeMap<RoomId, Vec<StoredStep>> = BTreeMap::new();
    let logs = RoomLogs::read(store, |step| {
        if relive.is_some() {
            steps.entry(step.room).or_default().push(step);
        }
    })?;
    report.open_rooms = logs.open_rooms();
    report.steps = logs.steps();
    report
        .problems
        .extend(logs.damaged().into_iter().map(|(room, source)| Problem::Room { room, source }));
    for (room, steps) in steps.into_iter().filter(|(room, _)| logs.is_open(*room)) {
        logged.live_through(room, &steps, relive, &mut report);
    }
    store.each_archived(|archived| match verify_archived(&archived) {
        Ok(steps) => {
            report.closed_rooms += 1;
            report.steps += steps.len() as u64;
            logged.live_through(archived.room, &steps, relive, &mut report);
        }
        Err(source) => report.problems.push(Problem::Room { room: archived.room, source }),
    })?;
    for (game, hand) in store.lost_events()? {
        report.problems.push(Problem::Hand { game, hand, fault: HandFault::Gone });
    }
    ledger::check(store, &mut logged, &mut report)?;
    logged.report_rest(&mut report);
    let unrated = store.ratings(|sql| ratings::unrated(sql))?.into_iter();
    report.problems.extend(unrated.map(|unrated| Problem::Unrated { game: unrated.game }));
    Ok(report)
}

/// The steps of a closed room, if they are what was written.
pub(super) fn verify_archived(archived: &ArchivedRoom) -> Result<Vec<StoredStep>, ChainError> {
    let room = archived.room;
    let bodies = archived.bodies().ok_or(ChainError::Unpacked)?;
    let (mut chain, mut steps) = (Chain::EMPTY, Vec::with_capacity(bodies.len()));
    for body in bodies {
        steps.push(StoredStep { room, seq: chain.next_seq(), body: body.to_vec() });
        chain = chain.extended(room, body);
    }
    let last = chain.next_seq() - 1;
    if archived.version != CHAIN_VERSION {
        return Err(ChainError::Version { seq: last, version: archived.version });
    }
    if steps.len() as u64 != archived.steps {
        return Err(ChainError::Gap { expected: archived.steps, found: last });
    }
    match *chain.hash() == *archived.hash {
        true => Ok(steps),
        false => Err(ChainError::Hash { seq: last }),
    }
}
