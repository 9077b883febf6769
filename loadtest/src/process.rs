//! A server we start ourselves: its address, what it takes of the machine, and its end.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context as _, bail};

/// Clock ticks of `/proc` in a second; the same on every Linux people run.
const TICKS_PER_SECOND: u64 = 100;

/// A running server; killed when dropped.
pub(crate) struct ServerProcess {
    child: Child,
    /// Host and port.
    pub(crate) address: String,
}

impl ServerProcess {
    /// Starts `program`, on one core if told which, and reads from its first line where it listens.
    pub(crate) fn start(
        program: &Path,
        args: &[String],
        core: Option<usize>,
    ) -> anyhow::Result<Self> {
        let mut command = match core {
            Some(core) => {
                let mut pinned = Command::new("taskset");
                pinned.arg("-c").arg(core.to_string()).arg(program);
                pinned
            }
            None => Command::new(program),
        };
        let mut child = command
            .args(args)
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("can't start {}", program.display()))?;
        let mut lines = BufReader::new(child.stdout.take().context("no output")?);
        let mut line = String::new();
        lines.read_line(&mut line)?;
        // Goes on reading, so that the server never waits for us.
        std::thread::spawn(move || std::io::copy(&mut lines, &mut std::io::sink()));
        let address = line.split("http://").nth(1).and_then(|rest| rest.split([' ', '\n']).next());
        let Some(address) = address else {
            let _ = child.kill();
            bail!("the server did not say where it listens: {line:?}");
        };
        Ok(Self { address: address.to_owned(), child })
    }

    /// What it has taken so far.
    pub(crate) fn usage(&self) -> anyhow::Result<Usage> {
        Usage::of(self.child.id())
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A thousand bytes, as memory is told to people: Linux counts it in KiB.
pub(crate) fn kb(kib: f64) -> f64 {
    kib * 1.024
}

/// What a process has taken of the machine.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Usage {
    /// Time on a core, in the program and in the kernel for it.
    pub(crate) cpu: Duration,
    /// Memory now, in KiB.
    pub(crate) memory_kib: u64,
    /// Most memory so far, in KiB.
    pub(crate) memory_kib_peak: u64,
}

impl Usage {
    /// Of the process with this id, from `/proc`.
    fn of(id: u32) -> anyhow::Result<Self> {
        let stat = std::fs::read_to_string(format!("/proc/{id}/stat"))?;
        // The name, in brackets, may hold anything: count from behind it.
        let rest = stat.rsplit_once(')').context("an odd /proc/stat")?.1;
        let fields: Vec<&str> = rest.split_whitespace().collect();
        let ticks = |place: usize| fields.get(place).and_then(|text| text.parse::<u64>().ok());
        let (user, system) = ticks(11).zip(ticks(12)).context("an odd /proc/stat")?;
        let status = std::fs::read_to_string(format!("/proc/{id}/status"))?;
        let kib = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name));
            line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
        };
        Ok(Self {
            cpu: Duration::from_millis((user + system) * 1000 / TICKS_PER_SECOND),
            memory_kib: kib("VmRSS:"),
            memory_kib_peak: kib("VmHWM:"),
        })
    }
}
