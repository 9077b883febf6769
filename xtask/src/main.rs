//! The workshop: `cargo xtask run | test | bench | tidy | codegen`.

fn main() {}
