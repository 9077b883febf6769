//! `sanjin verify`: checks a finished hand from its record, or everything in an export.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::PathBuf;

use anyhow::{Context, bail};
use protocol::record::{HandRecord, RecordedOutcome};
use serde_json::Value;
use server::transfer;

/// Largest record that is read; one is about 20 KB.
const RECORD_BYTES_MAX: u64 = 1 << 20;

/// Checks a finished hand: that the wall is the one everybody committed to before the first tile
/// was dealt, that the rules allowed every action, and that it ended as recorded.
///
/// The record is the JSON document a server publishes when a hand ends, at `/api/games/{id}/hands/{number}`; `sanjin
/// simulate --record` writes one to try. Of a file that `sanjin export` wrote every hand is checked so, and every kept
/// game folded. Other files of a server (replays, `/api/export/...`) do not hold what there is to check.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The record or the export; '-' reads standard input.
    file: PathBuf,
}

/// How every export begins.
const EXPORT: &[u8] = b"{\"type\":\"export\"";

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let mut source = open(args)?;
    if source.fill_buf()?.starts_with(EXPORT) {
        let found = transfer::verify(source)?;
        let transfer::Verified { games, hands, sheets, .. } = found;
        println!("everything checks: {games} games with {hands} hands, {sheets} kept games");
        return Ok(());
    }
    run_record(args, source)
}

fn run_record(args: &Args, source: impl Read) -> anyhow::Result<()> {
    let bytes = read(args, source)?;
    if !may_be_record(&bytes) {
        bail!(unfit(args));
    }
    let record: HandRecord = serde_json::from_slice(&bytes)
        .with_context(|| format!("{} is not the record of a hand", args.file.display()))?;
    let verified = record.verify()?;
    println!("hand {} of room {}", record.hand, record.room);
    println!("wall       fair: seed and links match what was committed before the deal");
    for seat in verified.withheld {
        match record.seats[seat].has_chain() {
            true => println!("           seat {seat} withheld its link"),
            false => println!("           seat {seat} took no part in it"),
        }
    }
    if let Some(gold) = verified.gold {
        println!("Gold       {gold}");
    }
    println!("actions    {} played again, all legal", record.actions.len());
    match record.outcome {
        RecordedOutcome::Won { seat, way, points, deltas, .. } => {
            println!("outcome    seat {seat} won ({}) for {points}: {:?}", way.name(), deltas.0);
        }
        RecordedOutcome::Drawn => println!("outcome    drawn: the wall ran out"),
        RecordedOutcome::Aborted => println!("outcome    aborted: the hand does not count"),
    }
    println!("everything checks");
    Ok(())
}

fn open(args: &Args) -> anyhow::Result<Box<dyn BufRead>> {
    if args.file.as_os_str() == "-" {
        return Ok(Box::new(BufReader::new(std::io::stdin())));
    }
    let file = File::open(&args.file);
    let file = file.with_context(|| format!("can't open {}", args.file.display()))?;
    Ok(Box::new(BufReader::new(file)))
}

fn read(args: &Args, source: impl Read) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(RECORD_BYTES_MAX + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > RECORD_BYTES_MAX {
        bail!(unfit(args));
    }
    Ok(bytes)
}

/// Whether something begins with an object of JSON that has the parts of a record, right or wrong.
fn may_be_record(bytes: &[u8]) -> bool {
    let first = serde_json::Deserializer::from_slice(bytes).into_iter::<Value>().next();
    first.is_some_and(|first| first.is_ok_and(|value| value.get("seed").is_some()))
}

/// What a file is not, and where to get one that is.
fn unfit(args: &Args) -> String {
    format!(
        "{} holds nothing to verify: save the record of a hand from /api/games/{{id}}/hands/{{number}} \
        of a server, or write every game of a database to a file with `sanjin export`; replays and \
        what /api/export/ gives do not hold all there is to check",
        args.file.display()
    )
}
