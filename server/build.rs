//! Makes sure there is a folder to embed; building the web client itself is `cargo xtask run`'s work.

use std::{fs, path::Path};

fn main() {
    let dist = Path::new("../web-client/dist");
    fs::create_dir_all(dist).expect("web-client/dist can be created next to the server crate");

    println!("cargo::rerun-if-changed={}", dist.display());
    println!("cargo::rerun-if-changed=build.rs");
}
