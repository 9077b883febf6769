//! A store in a folder of its own, and steps to put into it.

use std::{
    env,
    hash::{BuildHasher, Hasher, RandomState},
    path::Path,
    process::Command,
};

use protocol::record::{RecordedPlayer, Variant};
use rules::seat::BySeat;
use server::recorder::{
    Database, GameId, GamePosting, HandPosting, Outcome, Posting, Profiles, Recorder,
    RecorderOptions, Replayed, RoomId, StoredStep,
};

use crate::fresh::Fresh;

/// A place for a database, deleted at the end.
pub(crate) struct Store {
    /// What is there.
    pub(crate) fresh: Fresh,
    /// Where it is.
    pub(crate) database: Database,
}

impl Store {
    /// An empty place, of the kind that is being tested.
    pub(crate) fn new() -> Self {
        Self::at(Fresh::new())
    }

    /// An empty place for a file.
    pub(crate) fn file() -> Self {
        Self::at(Fresh::file())
    }

    fn at(fresh: Fresh) -> Self {
        let database = fresh.url.parse().expect("an address");
        Self { fresh, database }
    }

    /// Another with the same in it, while nobody uses this one.
    pub(crate) fn copy(&self) -> Self {
        Self::at(self.fresh.copy())
    }

    /// The file, if it is one.
    pub(crate) fn path(&self) -> &Path {
        &self.fresh.path
    }

    /// A folder for whatever else the test writes.
    pub(crate) fn folder(&self) -> &Path {
        self.fresh.folder.path()
    }

    /// Opens the database.
    pub(crate) fn open(&self) -> (Recorder, Replayed) {
        Recorder::open(&self.database, RecorderOptions::default()).expect("the store opens")
    }

    /// Changes the database behind the recorder's back, while it is closed.
    pub(crate) fn edit(&self, statements: &str) {
        self.fresh.edit(statements);
    }
}

/// The database a child was told of.
pub(crate) fn named_store() -> Database {
    env::var("STORE").expect("it was told").parse().expect("an address")
}

/// A step whose body tells which one it is.
pub(crate) fn step(room: u64, seq: u64) -> StoredStep {
    StoredStep { room: RoomId(room), seq, body: format!("step {seq} of room {room}").into_bytes() }
}

/// A game between four people.
pub(crate) fn game(room: u64, number: u32) -> Posting {
    Posting::Game(Box::new(GamePosting {
        game: GameId { room: RoomId(room), number },
        code: "K7Q2XM".parse().expect("a code"),
        public: true,
        variant: Variant::Fujian,
        rules: "{}".to_owned(),
        players: people(),
        profiles: Profiles::default(),
    }))
}

/// Four people.
pub(crate) fn people() -> BySeat<RecordedPlayer> {
    let name = |text: &str| RecordedPlayer::Human { name: text.parse().expect("a name") };
    BySeat(["Ana", "Bo", "Chen", "Dede"].map(name))
}

/// A finished hand.
pub(crate) fn hand(room: u64, game: u32, hand: u32, deltas: [i32; 4]) -> Posting {
    Posting::Hand(Box::new(HandPosting {
        game: GameId { room: RoomId(room), number: game },
        hand,
        players: people(),
        profiles: Profiles::default(),
        deltas,
        outcome: Outcome::Drawn,
        record: format!(r#"{{"record":{hand}}}"#),
    }))
}

/// The end of a room.
pub(crate) fn closed(room: u64) -> Posting {
    Posting::RoomClosed { room: RoomId(room), body_summary: r#"{"games":1}"#.to_owned() }
}

/// Chance for tests: a different course each time, told when the test fails.
pub(crate) struct Dice(u64);

impl Dice {
    /// Dice that fall in a new way, printed so that a failure can be repeated.
    pub(crate) fn new() -> Self {
        let seed = RandomState::new().build_hasher().finish();
        println!("dice {seed}");
        Self(seed)
    }

    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % bound
    }
}

const CHILD: &str = "RECORDER_TEST_CHILD";

/// Whether this process was started by a test.
pub(crate) fn is_child() -> bool {
    env::var_os(CHILD).is_some()
}

/// This program again, to run one test only, as a child.
pub(crate) fn child_command(test: &str) -> Command {
    let mut command = Command::new(env::current_exe().expect("the test knows its own file"));
    command.args(["--exact", test, "--nocapture", "--test-threads=1"]).env(CHILD, "1");
    command
}

/// Runs one test in a child, which must succeed.
pub(crate) fn rerun_as_child(test: &str, prepare: impl FnOnce(&mut Command)) {
    let mut command = child_command(test);
    prepare(&mut command);
    let output = command.output().expect("the test can run itself");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.contains("1 passed"), "{said}");
}
