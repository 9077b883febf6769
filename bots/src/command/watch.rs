//! `sanjin-bot watch`: a live table in the terminal.

use std::io::{self, IsTerminal as _, Write as _};
use std::time::Duration;

use anyhow::Context as _;
use bots::client::{FoldError, Link, LinkError, SILENCE_MAX, Watching, checked_url};
use protocol::codec::Encoding;
use protocol::fujian::{ClientMessage, PhaseView, SpectatorMessage};
use protocol::ids::{RequestId, RoomCode};
use protocol::refusal::Refusal;
use protocol::server::ByeReason;

use super::paint::{Aside, Paint, table};
use super::refusal;

/// Wait before coming back after the connection broke.
const COME_BACK_AFTER: Duration = Duration::from_secs(1);

const LOST: &str = "the connection is lost, trying again";
const BACK: &str = "the connection is back";
const STALLED: &str = "the server can't record anything just now: play waits";

/// Shows a table as spectators see it, and follows it live; it fits 80 columns and 24 rows.
///
/// Tiles are a rank and a suit: 5o is five dots, 5| five bamboo, 5w five characters (wan). After a tile * marks what was
/// thrown last, before a seat > whose turn it is; [ ] are sets laid open, ▒▒ concealed tiles. Bonus tiles: Ea So We No are winds, Re Gr Wh dragons,
/// s1 to s4 seasons, p1 to p4 plants.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Where the server is, such as ws://127.0.0.1:8080/ws.
    #[arg(long, value_parser = checked_url)]
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
    let is_terminal = io::stdout().is_terminal();
    let paint = if args.colour.unwrap_or(is_terminal) { Paint::Colours } else { Paint::Plain };
    let (known, aside) = (Watching::default(), Aside::default());
    let mut screen = Screen { known, aside, paint, is_terminal, is_lost: false };
    let mut has_watched = false;
    loop {
        let parted = follow(args, &mut screen).await;
        has_watched |= screen.known.seq.is_some();
        match parted {
            Ok(()) => return Ok(()),
            // The server may be back in a moment.
            Err(Parted::Link(_)) if has_watched => screen.lose()?,
            // What is known is of no use any more, and a snapshot brings it all.
            Err(Parted::Gap(_)) => screen.known = Watching::default(),
            Err(Parted::Refused(reason)) if reason.is_passing() => {}
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
    #[error("{}", refusal(*.0))]
    Refused(Refusal),
    #[error("can't show it")]
    Show(#[from] io::Error),
}

async fn follow(args: &Args, screen: &mut Screen) -> Result<(), Parted> {
    let mut link = Link::open(&args.url, Encoding::MessagePack).await?;
    let (request, code, last_seq) = (RequestId(1), args.code, screen.known.seq);
    link.send(&ClientMessage::Watch { request, code, last_seq }).await?;
    loop {
        let message: SpectatorMessage = link.receive_within(SILENCE_MAX).await?.message;
        if let SpectatorMessage::Bye { reason: ByeReason::Closed, .. } = message {
            return Ok(());
        }
        screen.hear(&message)?;
        let phase = screen.known.table.as_ref().map(|table| &table.phase);
        if args.until_over && matches!(phase, Some(PhaseView::Finished { .. })) {
            return Ok(());
        }
    }
}

/// What is known, and where it is shown.
struct Screen {
    known: Watching,
    aside: Aside,
    paint: Paint,
    is_terminal: bool,
    /// Whether the connection broke, and the way back is still to be found.
    is_lost: bool,
}

impl Screen {
    /// Takes in what the server says, and shows it.
    fn hear(&mut self, message: &SpectatorMessage) -> Result<(), Parted> {
        self.known.hear(message)?;
        match message {
            SpectatorMessage::Refused { reason, .. } => return Err(Parted::Refused(*reason)),
            SpectatorMessage::Accepted { .. } => {
                if std::mem::take(&mut self.is_lost) {
                    self.tell(BACK)?;
                }
            }
            SpectatorMessage::Snapshot { .. } | SpectatorMessage::Step { .. } => {
                self.aside.news = None;
                self.show()?;
            }
            SpectatorMessage::Presence { online, watchers } => {
                let before = self.aside.online.replace(*online);
                self.aside.watchers = *watchers;
                // How many watch is worth no picture of its own where pictures pile up.
                if self.is_terminal || before != Some(*online) {
                    self.show()?;
                }
            }
            SpectatorMessage::Stalled {} => self.tell(STALLED)?,
            SpectatorMessage::Timer { .. }
            | SpectatorMessage::Bye { .. }
            | SpectatorMessage::Past { .. } => {}
        }
        Ok(())
    }

    /// Says once that the connection broke, however often it is tried.
    fn lose(&mut self) -> io::Result<()> {
        if std::mem::replace(&mut self.is_lost, true) { Ok(()) } else { self.tell(LOST) }
    }

    /// Says what has happened: below the table, or in a line of its own where pictures pile up.
    fn tell(&mut self, news: &'static str) -> io::Result<()> {
        self.aside.news = Some(news);
        if self.is_terminal { self.show() } else { writeln!(io::stdout(), "{news}") }
    }

    fn show(&self) -> io::Result<()> {
        /// Back to the top left, and clear what was there.
        const HOME: &str = "\x1b[H\x1b[2J";
        let (Some(room), Some(seq)) = (&self.known.room, self.known.seq) else { return Ok(()) };
        let picture = table(room, seq, self.known.table.as_ref(), &self.aside, self.paint);
        let mut out = io::stdout().lock();
        if self.is_terminal {
            write!(out, "{HOME}{picture}")?;
        } else {
            writeln!(out, "{picture}")?;
        }
        out.flush()
    }
}

#[cfg(test)]
mod tests {
    use protocol::ids::Seq;
    use rules::seat::BySeat;

    use super::*;

    #[test]
    fn a_server_that_stalls_and_who_is_offline_are_known_until_it_goes_on() {
        let (known, aside) =
            (Watching { seq: Some(Seq(4)), ..Watching::default() }, Aside::default());
        let paint = Paint::Plain;
        let mut screen = Screen { known, aside, paint, is_terminal: false, is_lost: false };
        let online = BySeat([true, false, true, true]);

        screen.hear(&SpectatorMessage::Stalled {}).unwrap();
        screen.hear(&SpectatorMessage::Presence { online, watchers: 2 }).unwrap();

        assert_eq!(screen.aside.news, Some(STALLED));
        assert_eq!((screen.aside.online, screen.aside.watchers), (Some(online), 2));
        let (room, public) = (Vec::new(), Vec::new());
        screen.hear(&SpectatorMessage::Step { seq: Seq(5), room, public }).unwrap();
        assert_eq!((screen.aside.news, screen.aside.online), (None, Some(online)));
    }
}
