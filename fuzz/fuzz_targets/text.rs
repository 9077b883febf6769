//! Any text is a tile, an action, rules, or a refusal; what is read writes back the same.
#![no_main]

use std::fmt::Display;
use std::str::FromStr;

use libfuzzer_sys::fuzz_target;
use protocol::record::SeatAction;
use rules::fujian::{Action, Rules, Table};
use rules::seat::Seat;
use rules::tile::{SuitTile, Tile};

fn reads_back<T: FromStr + Display>(text: &str) {
    if let Ok(value) = text.parse::<T>() {
        assert_eq!(value.to_string(), text);
    }
}

fuzz_target!(|text: &str| {
    reads_back::<Tile>(text);
    reads_back::<SuitTile>(text);
    reads_back::<Action>(text);
    reads_back::<SeatAction>(text);
    if let Ok(rules) = serde_json::from_str::<Rules>(text) {
        assert_eq!(Table::new(rules, Seat::S0).is_ok(), rules.check().is_ok());
    }
});
