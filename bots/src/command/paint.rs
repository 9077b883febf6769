//! A table as text: tiles people can read, in colours where there are any.

use std::fmt::Write as _;

use protocol::fujian::{HandView, MeldView, OutcomeView, PhaseView, TableView};
use protocol::ids::Seq;
use protocol::room::{Occupant, RoomView};
use rules::seat::Seat;
use rules::tile::{Suit, SuitTile};

/// Whether there are colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Paint {
    Colours,
    Plain,
}

impl Paint {
    fn wrap(self, code: &str, text: &str) -> String {
        match self {
            Self::Colours => format!("\x1b[{code}m{text}\x1b[0m"),
            Self::Plain => text.to_owned(),
        }
    }

    /// A tile as rank and suit: `5o` dots, `5|` bamboo, `5w` characters (wan); Golds stand out.
    fn tile(self, tile: SuitTile, gold: Option<SuitTile>) -> String {
        let (mark, colour) = match tile.suit() {
            Suit::Dots => ('o', "36"),
            Suit::Bamboo => ('|', "32"),
            Suit::Characters => ('w', "31"),
        };
        let text = format!("{}{mark}", tile.rank());
        if gold == Some(tile) { self.wrap("30;43", &text) } else { self.wrap(colour, &text) }
    }

    fn tiles(self, tiles: impl IntoIterator<Item = SuitTile>, gold: Option<SuitTile>) -> String {
        let painted: Vec<_> = tiles.into_iter().map(|tile| self.tile(tile, gold)).collect();
        painted.join(" ")
    }
}

/// The room and its table.
pub(crate) fn table(room: &RoomView, seq: Seq, table: Option<&TableView>, paint: Paint) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "{} step {}", paint.wrap("1", &format!("room {}", room.code)), seq.0);
    let Some(table) = table else {
        for seat in Seat::ALL {
            let _ = writeln!(out, "  seat {seat}  {}", occupant(&room.seats[seat]));
        }
        let _ = writeln!(out, "  waiting for the match to begin");
        return out;
    };
    let _ = writeln!(
        out,
        "hand {} of {}   {}",
        table.hands_played + u8::from(!matches!(table.phase, PhaseView::Finished { .. })),
        table.rules.hands,
        phase(table, paint),
    );
    if let Some(hand) = &table.hand {
        let gold = hand.gold.map_or_else(|| "-".to_owned(), |gold| paint.tile(gold, Some(gold)));
        let _ = writeln!(out, "Gold {gold}   {} tiles in the wall", hand.wall_left);
    }
    for seat in Seat::ALL {
        player(&mut out, room, table, seat, paint);
    }
    if let Some(end) = table.hand.as_ref().and_then(|hand| hand.end.as_ref()) {
        let _ = writeln!(out, "{}", paint.wrap("1", &outcome(&end.outcome)));
    }
    out
}

fn player(out: &mut String, room: &RoomView, table: &TableView, seat: Seat, paint: Paint) {
    let turn = matches!(&table.phase, PhaseView::Turn { seat: turn } if *turn == seat);
    let name = format!("{:<16}", occupant(&room.seats[seat]));
    let _ = writeln!(
        out,
        "\n{} {seat} {} {:+}{}",
        if turn { ">" } else { " " },
        paint.wrap(if turn { "1;33" } else { "1" }, &name),
        table.scores[seat],
        if table.dealer == seat { "  dealer" } else { "" },
    );
    let Some(hand) = &table.hand else { return };
    let shown = &hand.players[seat];
    let melds: Vec<_> = shown.melds.iter().map(|meld| painted_meld(meld, hand, paint)).collect();
    let concealed = match &hand.end {
        Some(end) => paint.tiles(end.hands[seat].iter().copied(), hand.gold),
        None => "▒▒ ".repeat(shown.concealed.into()),
    };
    let _ = writeln!(out, "    {concealed}  {}", melds.join("  "));
    if !shown.bonus.is_empty() {
        let bonus: Vec<_> = shown.bonus.iter().map(ToString::to_string).collect();
        let _ = writeln!(out, "    bonus {}", bonus.join(" "));
    }
    let thrown = hand.discards.iter().filter(|thrown| thrown.seat == seat);
    let left = thrown.filter(|thrown| thrown.taken_by.is_none()).map(|thrown| thrown.tile);
    let _ = writeln!(out, "    thrown {}", paint.tiles(left, hand.gold));
}

fn painted_meld(meld: &MeldView, hand: &HandView, paint: Paint) -> String {
    let tiles = match *meld {
        MeldView::Chow { low, .. } => low.run().map_or_else(Vec::new, Vec::from),
        MeldView::Pung { tile, .. } => vec![tile; 3],
        MeldView::Kong { tile, .. } => vec![tile; 4],
    };
    format!("[{}]", paint.tiles(tiles, hand.gold))
}

fn phase(table: &TableView, paint: Paint) -> String {
    match &table.phase {
        PhaseView::AwaitingWall {} => "dealing".to_owned(),
        PhaseView::Turn { seat } => format!("seat {seat} to play"),
        PhaseView::Calling { from, tile, answered, .. } => {
            let gold = table.hand.as_ref().and_then(|hand| hand.gold);
            let answers = answered.iter().filter(|answered| **answered).count();
            format!("{} from seat {from} is up, {answers} answered", paint.tile(*tile, gold))
        }
        PhaseView::Between { .. } => "getting ready for the next hand".to_owned(),
        PhaseView::Finished { .. } => "the match is over".to_owned(),
    }
}

fn outcome(outcome: &OutcomeView) -> String {
    match outcome {
        OutcomeView::Won { seat, points, .. } => {
            format!("seat {seat} wins, {} points from each who pays", points.total)
        }
        OutcomeView::Drawn {} => "the wall is out: nobody wins".to_owned(),
        OutcomeView::Aborted {} => "the hand was broken off".to_owned(),
    }
}

fn occupant(occupant: &Occupant) -> String {
    match occupant {
        Occupant::Empty {} => "empty".to_owned(),
        Occupant::Human { name, .. } => name.to_string(),
        Occupant::Bot { level } => format!("{} bot", level.name()),
        Occupant::StandIn { name, level, .. } => format!("{name} ({} bot)", level.name()),
    }
}
