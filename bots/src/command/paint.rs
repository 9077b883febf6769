//! A table as text that fits a terminal of 80 columns and 24 rows: tiles people can read, in colours where there are any.

use std::fmt::Write as _;

use protocol::fujian::{HandView, MeldView, OutcomeView, PhaseView, TableView, WayView};
use protocol::ids::Seq;
use protocol::room::{Occupant, RoomView};
use rules::seat::{BySeat, Seat};
use rules::tile::{BonusTile, Suit, SuitTile};

/// Thrown tiles in a row.
const THROWN_IN_ROW: usize = 22;
/// Bonus tiles shown of a player; of more it is said how many more there are.
const BONUS_SHOWN_MAX: usize = 7;
/// Columns of a name.
const NAME_COLUMNS: usize = 20;
/// How tiles are written.
const LEGEND: &str = "o dots  | bamboo  w characters  * thrown last";

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

/// What is told beside the table, and not remembered.
#[derive(Clone, Debug, Default)]
pub(crate) struct Aside {
    /// Whose player is connected.
    pub(crate) online: Option<BySeat<bool>>,
    /// How many watch.
    pub(crate) watchers: u32,
    /// What has happened to the connection or the server.
    pub(crate) news: Option<&'static str>,
}

/// The room and its table.
pub(crate) fn table(
    room: &RoomView,
    seq: Seq,
    table: Option<&TableView>,
    aside: &Aside,
    paint: Paint,
) -> String {
    let mut out = String::new();
    let code = paint.wrap("1", &format!("room {}", room.code));
    let _ = write!(out, "{code}   step {}   {} watching", seq.0, aside.watchers);
    match table {
        Some(table) => match_on(&mut out, room, table, aside, paint),
        None => {
            out.push('\n');
            for seat in Seat::ALL {
                let away = if is_away(room, seat, aside) { "  offline" } else { "" };
                let _ = writeln!(out, "  seat {seat}  {}{away}", name(room, seat, NAME_COLUMNS));
            }
            out.push_str("  waiting for the match to begin\n");
        }
    }
    if let Some(news) = aside.news {
        let _ = writeln!(out, "{}", paint.wrap("1;31", news));
    }
    out
}

fn match_on(out: &mut String, room: &RoomView, table: &TableView, aside: &Aside, paint: Paint) {
    let number = table.hands_played + u8::from(!matches!(table.phase, PhaseView::Finished { .. }));
    let _ = writeln!(out, "   hand {number} of {}", table.rules.hands);
    let _ = writeln!(out, "{}", phase(table, paint));
    if let Some(hand) = &table.hand {
        let gold = hand.gold.map_or_else(|| "-".to_owned(), |gold| paint.tile(gold, Some(gold)));
        let _ = writeln!(out, "Gold {gold}   {} tiles in the wall   {LEGEND}", hand.wall_left);
    }
    for seat in Seat::ALL {
        player(out, room, table, seat, aside, paint);
    }
    let hand = table.hand.as_ref();
    if let Some((hand, end)) = hand.and_then(|hand| hand.end.as_ref().map(|end| (hand, end))) {
        let _ = writeln!(out, "{}", paint.wrap("1", &outcome(room, hand, &end.outcome)));
        if let OutcomeView::Won { deltas, .. } = &end.outcome {
            let paid = Seat::ALL.map(|seat| format!("seat {seat} {:+}", deltas[seat]));
            let _ = writeln!(out, "{}", paid.join("   "));
        }
    }
}

fn player(
    out: &mut String,
    room: &RoomView,
    table: &TableView,
    seat: Seat,
    aside: &Aside,
    paint: Paint,
) {
    let turn = matches!(&table.phase, PhaseView::Turn { seat: turn } if *turn == seat);
    let name = padded(&name(room, seat, NAME_COLUMNS), NAME_COLUMNS);
    let _ = write!(
        out,
        "{} {seat} {} {:+}{}{}",
        if turn { ">" } else { " " },
        paint.wrap(if turn { "1;33" } else { "1" }, &name),
        table.scores[seat],
        if table.dealer == seat { "  dealer" } else { "" },
        if is_away(room, seat, aside) { "  offline" } else { "" },
    );
    let Some(hand) = &table.hand else {
        out.push('\n');
        return;
    };
    let shown = &hand.players[seat];
    let _ = writeln!(out, "{}", bonus(&shown.bonus));
    let melds: Vec<_> = shown.melds.iter().map(|meld| painted_meld(meld, hand, paint)).collect();
    let concealed = match &hand.end {
        Some(end) => paint.tiles(end.hands[seat].iter().copied(), hand.gold),
        None => ["▒▒"].repeat(shown.concealed.into()).join(" "),
    };
    let _ = writeln!(out, "  {concealed} {}", melds.join(" "));
    let last = hand.discards.len().saturating_sub(1);
    let thrown = hand.discards.iter().enumerate();
    let left = thrown.filter(|(_, thrown)| thrown.seat == seat && thrown.taken_by.is_none());
    let left: Vec<_> = left
        .map(|(place, thrown)| {
            let mark = if place == last { "*" } else { "" };
            format!("{}{mark}", paint.tile(thrown.tile, hand.gold))
        })
        .collect();
    let _ = write!(out, "    thrown");
    for (row, tiles) in left.chunks(THROWN_IN_ROW).enumerate() {
        let _ = write!(out, "{} {}", if row > 0 { "\n          " } else { "" }, tiles.join(" "));
    }
    out.push('\n');
}

/// Bonus tiles by two letters each: winds and dragons begin so, seasons and plants are numbered.
fn bonus(tiles: &[BonusTile]) -> String {
    if tiles.is_empty() {
        return String::new();
    }
    let shown = tiles.iter().take(BONUS_SHOWN_MAX).map(|tile| bonus_code(*tile));
    let more = match tiles.len().saturating_sub(BONUS_SHOWN_MAX) {
        0 => String::new(),
        more => format!(" +{more}"),
    };
    format!("  bonus {}{more}", shown.collect::<Vec<_>>().join(" "))
}

fn bonus_code(tile: BonusTile) -> &'static str {
    match tile {
        BonusTile::WindEast => "Ea",
        BonusTile::WindSouth => "So",
        BonusTile::WindWest => "We",
        BonusTile::WindNorth => "No",
        BonusTile::DragonRed => "Re",
        BonusTile::DragonGreen => "Gr",
        BonusTile::DragonWhite => "Wh",
        BonusTile::Season1 => "s1",
        BonusTile::Season2 => "s2",
        BonusTile::Season3 => "s3",
        BonusTile::Season4 => "s4",
        BonusTile::Plant1 => "p1",
        BonusTile::Plant2 => "p2",
        BonusTile::Plant3 => "p3",
        BonusTile::Plant4 => "p4",
    }
}

/// Whether somebody's seat is waited for in vain.
fn is_away(room: &RoomView, seat: Seat, aside: &Aside) -> bool {
    let is_human = matches!(room.seats[seat], Occupant::Human { .. });
    is_human && aside.online.as_ref().is_some_and(|online| !online[seat])
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

fn outcome(room: &RoomView, hand: &HandView, outcome: &OutcomeView) -> String {
    let (seat, way, points, drawn) = match outcome {
        OutcomeView::Won { seat, way, points, drawn, .. } => (*seat, way, points, drawn),
        OutcomeView::Drawn {} => return "the wall is out: nobody wins".to_owned(),
        OutcomeView::Aborted {} => return "the hand was broken off".to_owned(),
    };
    let tile = |tile| Paint::Plain.tile(tile, None);
    let how = match (way, drawn) {
        (WayView::SelfDraw {}, Some(drawn)) => format!("by drawing {}", tile(*drawn)),
        (WayView::SelfDraw {}, None) => "with the tiles as they were dealt".to_owned(),
        (WayView::Discard { from }, _) => {
            let thrown = hand.discards.last().map(|thrown| tile(thrown.tile)).unwrap_or_default();
            format!("on {thrown} thrown by seat {from}")
        }
        (WayView::RobbedKong { from }, _) => {
            format!("on the tile of seat {from}'s kong")
        }
        (WayView::ThreeGolds {}, _) => "by Three Golds".to_owned(),
        (WayView::RobbedGold { .. }, _) => "by robbing the Gold".to_owned(),
    };
    let who = name(room, seat, NAME_COLUMNS);
    format!("seat {seat}, {who}, wins {how}: {} points", points.total)
}

/// Who sits there, cut to so many columns.
fn name(room: &RoomView, seat: Seat, columns: usize) -> String {
    let text = occupant(&room.seats[seat]);
    if width(&text) <= columns {
        return text;
    }
    let (mut cut, mut used) = (String::new(), 1);
    for char in text.chars() {
        used += char_width(char);
        if used > columns {
            break;
        }
        cut.push(char);
    }
    cut + "…"
}

fn padded(text: &str, columns: usize) -> String {
    format!("{text}{}", " ".repeat(columns.saturating_sub(width(text))))
}

fn width(text: &str) -> usize {
    text.chars().map(char_width).sum()
}

/// Columns a terminal gives a character: Chinese ones and their like have two.
fn char_width(char: char) -> usize {
    match char {
        '\u{1100}'..='\u{115f}'
        | '\u{2e80}'..='\u{a4cf}'
        | '\u{ac00}'..='\u{d7a3}'
        | '\u{f900}'..='\u{faff}'
        | '\u{fe30}'..='\u{fe6f}'
        | '\u{ff00}'..='\u{ff60}'
        | '\u{ffe0}'..='\u{ffe6}'
        | '\u{1f300}'..='\u{1faff}'
        | '\u{20000}'..='\u{3fffd}' => 2,
        _ => 1,
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

#[cfg(test)]
mod tests;
