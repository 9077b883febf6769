//! The recorder on real databases: steps, postings, damage, full and failing disks, and sudden death.

mod appends;
mod common;
mod damage;
mod faults;
mod formats;
#[path = "../common/fresh.rs"]
mod fresh;
mod kills;
mod ledger;
mod postgres;
mod transfer;
