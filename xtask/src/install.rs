//! What the tests need beyond cargo, and how to get it.

use std::{
    env,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};

use crate::{fuzz, postgres, tool, web};

/// Best first: Chromium without a window, as Playwright uses by itself. The whole browser, told to
/// show no window, now and then gives a page no frames at all.
const CHROMIUM_NAMES: [&str; 5] = [
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
];
const CPP_COMPILERS: [&str; 3] = ["c++", "g++", "clang++"];
const CJK_FONT: &str = "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc";

/// Something the tests need from the system.
struct Need {
    package: &'static str,
    what_for: &'static str,
    missing: bool,
}

/// Installs npm packages and, where this machine lets us, system packages that are missing.
pub(crate) fn everything() -> Result<()> {
    web::install_packages()?;
    system_packages()
}

/// Chromium, from `SANJIN_CHROMIUM` or the search path.
pub(crate) fn chromium() -> Result<PathBuf> {
    let named = env::var_os("SANJIN_CHROMIUM").map(PathBuf::from);
    let found = named.or_else(|| CHROMIUM_NAMES.iter().find_map(|name| tool::find_program(name)));
    found.context("no chromium: install it, or name it in the variable SANJIN_CHROMIUM")
}

fn system_packages() -> Result<()> {
    let missing: Vec<_> = needs().into_iter().filter(|need| need.missing).collect();
    if missing.is_empty() {
        println!("no system package is missing");
        return Ok(());
    }
    for need in &missing {
        println!("missing: {} ({})", need.package, need.what_for);
    }
    let packages: Vec<_> = missing.iter().map(|need| need.package).collect();
    if !may_use_apt() {
        bail!("install these with your system's package manager: {}", packages.join(", "));
    }
    apt_get(&["update", "-q"])?;
    let install = ["install", "-q", "-y", "--no-install-recommends"];
    apt_get(&[&install[..], &packages[..]].concat())
}

fn needs() -> Vec<Need> {
    let no_compiler = CPP_COMPILERS.iter().all(|name| tool::find_program(name).is_none());
    vec![
        Need {
            package: "chromium-headless-shell",
            what_for: "browser tests run in it",
            missing: chromium().is_err(),
        },
        Need {
            package: "fonts-noto-cjk",
            what_for: "without it 中文 is boxes in the browser tests",
            missing: !has_chinese_font(),
        },
        Need {
            package: "python3-venv",
            what_for: "the API is fuzzed by a tool written in Python",
            missing: tool::read(tool::command("python3").args(["-c", "import venv, ensurepip"]))
                .is_err(),
        },
        Need {
            package: "postgresql",
            what_for: "the store is tested on it too",
            missing: !postgres::is_installed(),
        },
        Need {
            package: "g++",
            what_for: "the fuzz targets link a C++ library",
            missing: no_compiler && fuzz::has_targets(),
        },
    ]
}

fn has_chinese_font() -> bool {
    let listed = tool::read(tool::command("fc-list").args([":lang=zh", "family"]));
    Path::new(CJK_FONT).exists() || listed.is_ok_and(|fonts| !fonts.trim().is_empty())
}

fn may_use_apt() -> bool {
    let user = tool::read(tool::command("id").arg("-u"));
    tool::find_program("apt-get").is_some() && user.is_ok_and(|id| id.trim() == "0")
}

fn apt_get(arguments: &[&str]) -> Result<()> {
    tool::run(tool::command("apt-get").args(arguments).env("DEBIAN_FRONTEND", "noninteractive"))
}
