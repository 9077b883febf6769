//! Files that older versions wrote, in `tests/formats`: whatever changes, they are read, and what is written is like them.

use std::fs;
use std::path::PathBuf;

use protocol::record::HandRecord;
use server::recorder::check_file;
use server::transfer::{self, Moved, Verified};

use crate::common::Store;

const GAMES: u64 = 2;
const HANDS: u64 = 3;

fn format(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/formats").join(name);
    fs::read_to_string(path).unwrap()
}

#[test]
fn a_record_of_version_1_checks_and_is_written_as_it_was() {
    let file = format("hand-1.json");

    let record: HandRecord = serde_json::from_str(&file).unwrap();

    record.verify().unwrap();
    assert_eq!(serde_json::to_string_pretty(&record).unwrap(), file.trim_end());
}

#[test]
fn exports_of_every_version_are_verified_and_imported() {
    // The first had no kept games; the others have one, of one hand.
    for (name, sheets) in [("export-1.ndjson", 0), ("export-2.ndjson", 1), ("export-3.ndjson", 1)] {
        let (file, to) = (format(name), Store::new());

        let verified = transfer::verify(file.as_bytes()).unwrap();
        let imported = transfer::import(&to.database, file.as_bytes()).unwrap();

        assert_eq!(
            verified,
            Verified { games: GAMES, ended: GAMES, hands: HANDS, sheets },
            "{name}"
        );
        let moved = Moved { games: GAMES + sheets, hands: HANDS + sheets, known: 0 };
        assert_eq!(imported, moved, "{name}");
        assert_eq!(check_file(&to.database).unwrap().problems, [], "{name}");
    }
}

/// But for kept games, whose audit says that they were imported.
#[test]
fn an_export_of_what_was_imported_is_the_same_to_the_byte() {
    let (file, to) = (format("export-3.ndjson"), Store::new());
    transfer::import(&to.database, file.as_bytes()).unwrap();
    let mut again = Vec::new();

    transfer::export(&to.database, &mut again).unwrap();

    let again = String::from_utf8(again).unwrap();
    let played = |line: &&str| !line.starts_with("{\"type\":\"sheet\"");
    assert!(again.lines().filter(played).eq(file.lines().filter(played)), "{again}");
}
