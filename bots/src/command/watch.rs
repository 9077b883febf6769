//! `sanjin-bot watch`: a live table in the terminal.

use std::io::{IsTerminal as _, Write as _};
use std::time::Duration;

use anyhow::Context as _;
use bots::client::{FoldError, Link, LinkError, SILENCE_MAX, Watching};
use protocol::codec::Encoding;
use protocol::fujian::{ClientMessage, SpectatorMessage};
use protocol::ids::{RequestId, RoomCode};
use protocol::refusal::Refusal;
use protocol::server::ByeReason;

use super::paint::{Paint, table};

/// Wait before coming back after the connection broke.
const COME_BACK_AFTER: Duration = Duration::from_secs(1);

/// Shows a table as spectators see it, and follows it live.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Where the server is, such as ws://127.0.0.1:8080/ws.
    #[arg(long)]
    url: String,
    /// The room's code.
    #[arg(long)]
    code: RoomCode,
    /// Colours: by default where the output is a terminal.
    #[arg(long)]
    colour: Option<bool>,
    /// Stop after the match.
    #[arg(long)]
    until_over: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    tokio::runtime::Runtime::new()?.block_on(watch(args))
}

async fn watch(args: &Args) -> anyhow::Result<()> {
    let (mut known, mut has_watched) = (Watching::default(), false);
    loop {
        let parted = follow(args, &mut known).await;
        has_watched |= known.seq.is_some();
        match parted {
            Ok(()) => return Ok(()),
            // The server may be back in a moment.
            Err(Parted::Link(_)) if has_watched => {}
            // What is known is of no use any more, and a snapshot brings it all.
            Err(Parted::Gap(_)) => known = Watching::default(),
            Err(Parted::Refused(Refusal::SlowDown | Refusal::StoreUnavailable)) => {}
            Err(parted) => {
                return Err(anyhow::Error::from(parted))
                    .with_context(|| format!("can't watch room {}", args.code));
            }
        }
        tokio::time::sleep(COME_BACK_AFTER).await;
    }
}

/// Why a table is followed no further.
#[derive(Debug, thiserror::Error)]
enum Parted {
    #[error(transparent)]
    Link(#[from] LinkError),
    #[error("the server left a step out")]
    Gap(#[from] FoldError),
    #[error("the server refused: {}", .0.code())]
    Refused(Refusal),
    #[error("can't show it")]
    Show(#[from] std::io::Error),
}

async fn follow(args: &Args, known: &mut Watching) -> Result<(), Parted> {
    let is_terminal = std::io::stdout().is_terminal();
    let paint = if args.colour.unwrap_or(is_terminal) { Paint::Colours } else { Paint::Plain };
    let mut link = Link::open(&args.url, Encoding::MessagePack).await?;
    let watch =
        ClientMessage::Watch { request: RequestId(1), code: args.code, last_seq: known.seq };
    link.send(&watch).await?;
    loop {
        let message: SpectatorMessage = link.receive_within(SILENCE_MAX).await?.message;
        if let SpectatorMessage::Refused { reason, .. } = &message {
            return Err(Parted::Refused(*reason));
        }
        known.hear(&message)?;
        match message {
            SpectatorMessage::Bye { reason: ByeReason::Closed, .. } => return Ok(()),
            SpectatorMessage::Snapshot { .. } | SpectatorMessage::Step { .. } => {
                show(known, paint, is_terminal)?;
            }
            _ => {}
        }
        let phase = known.table.as_ref().map(|table| &table.phase);
        if args.until_over && matches!(phase, Some(protocol::fujian::PhaseView::Finished { .. })) {
            return Ok(());
        }
    }
}

fn show(known: &Watching, paint: Paint, is_terminal: bool) -> std::io::Result<()> {
    /// Back to the top left, and clear what was there.
    const HOME: &str = "\x1b[H\x1b[2J";
    let (Some(room), Some(seq)) = (&known.room, known.seq) else { return Ok(()) };
    let mut out = std::io::stdout().lock();
    let top = if is_terminal { HOME } else { "" };
    writeln!(out, "{top}{}", table(room, seq, known.table.as_ref(), paint))?;
    out.flush()
}
