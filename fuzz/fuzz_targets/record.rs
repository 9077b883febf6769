//! Any bytes as the record of a hand: checked or refused, never a panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use protocol::record::HandRecord;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(record) = serde_json::from_slice::<HandRecord>(bytes) {
        let written = serde_json::to_vec(&record).expect("a record can be written");
        let read = serde_json::from_slice::<HandRecord>(&written).expect("and read again");
        assert_eq!(record, read);
        let _ = record.verify();
    }
});
