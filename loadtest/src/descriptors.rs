//! How many sockets this process may have.

use anyhow::ensure;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// What is open besides the sockets of clients.
const SPARE: u64 = 200;

/// Makes sure that there may be so many sockets, here and in a server that is started from here.
pub(crate) fn have(sockets: usize) -> anyhow::Result<()> {
    let maximum = getrlimit(Resource::Nofile).maximum;
    let needed = sockets as u64 + SPARE;
    ensure!(
        maximum.is_none_or(|maximum| needed <= maximum),
        "{sockets} sockets take {needed} file descriptors, and only {} are allowed: raise `ulimit -Hn`",
        maximum.unwrap_or_default(),
    );
    Ok(setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum })?)
}
