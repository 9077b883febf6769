//! The recorder on real files: steps, postings, damage, full and failing disks, and sudden death.

mod appends;
mod common;
mod damage;
mod faults;
mod kills;
mod ledger;
mod transfer;
