//! The `sanjin` command line.

fn main() {}
