//! What the table says about each topic, in the words of the cases.

use rules::fujian::{Action, CallOn, Legal, Outcome, Phase, Points, Table, Win, WinWay, settle};
use rules::meld::{KongKind, Meld};
use rules::seat::{BySeat, Seat};
use rules::tile::Tile;

use super::parse::{Topic, fields_of, rule_value};
use super::tiles;

/// What the case says and what the table says, in the same words where they agree.
pub(crate) fn compare(
    table: &Table,
    topic: Topic,
    value: &str,
) -> Result<(String, String), String> {
    let expected = match topic {
        Topic::Bonus(_) | Topic::Hand(_) | Topic::Discards if value != "none" => {
            tiles::write(tiles::read(value)?)
        }
        Topic::Legal(_) => sorted(value.split(',').map(|item| item.trim().to_owned()).collect()),
        _ => value.split_whitespace().collect::<Vec<_>>().join(" "),
    };
    let got = match topic {
        Topic::Points if !value.contains(':') => {
            win(table).map(|win| win.points.total().to_string())
        }
        Topic::Won if !value.contains(" for ") => {
            win(table).map(won).and_then(|won| won.split(" for ").next().map(str::to_owned))
        }
        Topic::Rules => Some(same_fields(table, value)?),
        _ => show(table, topic),
    };
    Ok((expected, got.unwrap_or_else(|| "nothing of the kind".to_owned())))
}

fn show(table: &Table, topic: Topic) -> Option<String> {
    let deal = table.deal()?;
    Some(match topic {
        Topic::Answered => format!("{} of 4", answered(table)?),
        Topic::Bonus(seat) => tiles::write(deal.players[seat].bonus.tiles().map(Tile::Bonus)),
        Topic::Call => call(table)?,
        Topic::Clock(seat) => table.expired(seat).map_or("nothing".to_owned(), deed),
        Topic::Dealer => format!("{} streak {}", table.dealer(), table.streak()),
        Topic::Discards => tiles::write_suit(deal.discards.iter().map(|thrown| thrown.tile)),
        Topic::Drawn => (deal.outcome == Some(Outcome::Drawn)).then_some("drawn".to_owned())?,
        Topic::Flipped => tiles::write_suit(deal.flipped),
        Topic::Game => table.game().to_string(),
        Topic::Gold => tiles::write_suit(table.gold()),
        Topic::Hand(seat) => tiles::write_suit(deal.players[seat].hand.tiles()),
        Topic::HandsPlayed => table.hands_played().to_string(),
        Topic::Legal(seat) => legal(table.legal(seat)),
        Topic::Melds(seat) => {
            let melds: Vec<_> = deal.players[seat].melds.iter().map(|held| meld(*held)).collect();
            listed(&melds)
        }
        Topic::Pays => numbers(&win(table)?.transfer.deltas()),
        Topic::Phase => phase(table.phase()).to_owned(),
        Topic::Points => points(&win(table)?.points),
        Topic::Rules => return None,
        Topic::Scores => numbers(table.scores()),
        Topic::Settles => settlement(table.scores()),
        Topic::Streak => table.streak().to_string(),
        Topic::Turn => turn(table)?,
        Topic::Waits => waits(table),
        Topic::Wall => deal.wall.left().to_string(),
        Topic::Won => won(win(table)?),
    })
}

fn win(table: &Table) -> Option<&Win> {
    match &table.deal()?.outcome {
        Some(Outcome::Won(win)) => Some(win),
        Some(Outcome::Drawn | Outcome::Aborted) | None => None,
    }
}

/// The fields that `value` names, as the table has them.
fn same_fields(table: &Table, value: &str) -> Result<String, String> {
    let fields = fields_of(table.rules());
    let mut shown = Vec::new();
    for word in value.split_whitespace() {
        let (field, wanted) = word.split_once('=').ok_or("write field=value")?;
        let got = fields.get(field).ok_or_else(|| format!("{field} is no rule"))?;
        let text = if *got == rule_value(wanted) { wanted.to_owned() } else { got.to_string() };
        shown.push(format!("{field}={text}"));
    }
    Ok(shown.join(" "))
}

fn answered(table: &Table) -> Option<u8> {
    match table.phase() {
        Phase::Calling(calling) => Some(4 - calling.missing),
        _ => None,
    }
}

fn call(table: &Table) -> Option<String> {
    let Phase::Calling(calling) = table.phase() else { return None };
    let (tile, from) = (tiles::write_suit([calling.tile]), calling.from);
    Some(match calling.on {
        CallOn::Discard => format!("on {tile} from {from}"),
        CallOn::Kong => format!("on kong {tile} from {from}"),
        CallOn::Gold => format!("on gold {tile}"),
    })
}

fn turn(table: &Table) -> Option<String> {
    match table.phase() {
        Phase::Turn(turn) => Some(turn.seat.to_string()),
        _ => None,
    }
}

fn waits(table: &Table) -> String {
    let waiting = Seat::ALL.into_iter().filter(|seat| table.waits_for(*seat));
    let seats: Vec<_> = waiting.map(|seat| seat.to_string()).collect();
    if seats.is_empty() { "for nobody".to_owned() } else { format!("for {}", seats.join(" ")) }
}

fn phase(phase: &Phase) -> &'static str {
    match phase {
        Phase::AwaitingWall => "awaiting a wall",
        Phase::Setup => "setup",
        Phase::Drawing { .. } => "drawing",
        Phase::ThreeGolds { .. } => "three golds",
        Phase::Turn(_) => "turn",
        Phase::Calling(_) => "calls",
        Phase::Between(_) => "between hands",
        Phase::Finished(_) => "match over",
    }
}

fn won(win: &Win) -> String {
    let way = match win.way {
        WinWay::SelfDraw => "by self-draw".to_owned(),
        WinWay::Discard { from } => format!("on the discard of {from}"),
        WinWay::RobbedKong { from } => format!("by robbing the kong of {from}"),
        WinWay::ThreeGolds => "by three golds".to_owned(),
        WinWay::RobbedGold { exchanged: None } => "by robbing the gold".to_owned(),
        WinWay::RobbedGold { exchanged: Some(tile) } => {
            format!("by robbing the gold for {}", tiles::write_suit([tile]))
        }
    };
    format!("by {} {way}", win.seat)
}

fn points(points: &Points) -> String {
    let counts = [
        ("bonus", u16::from(points.bonus)),
        ("golds", points.golds.into()),
        ("concealed kongs", points.concealed_kongs.into()),
        ("exposed kongs", points.exposed_kongs.into()),
        ("streak", points.streak.into()),
        ("doubled", points.doubled.into()),
        ("three golds", points.three_golds),
        ("golden pair", points.golden_pair),
        ("no bonus no kong", points.no_bonus_no_kong),
        ("robbing the gold", points.robbing_the_gold),
        ("all one suit", points.all_one_suit),
    ];
    let counted = counts.into_iter().filter(|(_, count)| *count > 0);
    let named = counted.map(|(name, count)| match name {
        "doubled" => name.to_owned(),
        _ => format!("{name} {count}"),
    });
    let lines: Vec<_> = named.collect();
    let lines = if lines.is_empty() { "nothing else".to_owned() } else { lines.join(", ") };
    format!("{}: {lines}", points.total())
}

fn meld(meld: Meld) -> String {
    let tile = |tile| tiles::write_suit([tile]);
    match meld {
        Meld::Chow { called, from, .. } => {
            format!("chow {} on {} from {from}", tiles::write_suit(meld.tiles()), tile(called))
        }
        Meld::Pung { tile: kind, from } => format!("pung {} from {from}", tile(kind)),
        Meld::Kong { tile: kind, kind: KongKind::Concealed } => {
            format!("concealed kong {}", tile(kind))
        }
        Meld::Kong { tile: kind, kind: KongKind::Discard { from } } => {
            format!("kong {} from {from}", tile(kind))
        }
        Meld::Kong { tile: kind, kind: KongKind::Upgraded { from } } => {
            format!("upgraded kong {} from {from}", tile(kind))
        }
    }
}

fn legal(legal: Legal) -> String {
    let plain = [Action::Win, Action::Kong, Action::Pung, Action::Pass, Action::Ready];
    let plain = plain.into_iter().filter(|action| legal.contains(*action));
    let mut items: Vec<_> = plain.map(deed).collect();
    items.extend(legal.chows.into_iter().map(|low| deed(Action::Chow(low))));
    items.extend(legal.kongs.into_iter().map(|tile| deed(Action::DeclareKong(tile))));
    if !legal.discards.is_empty() {
        items.push(format!("discard {}", tiles::write_suit(legal.discards)));
    }
    if items.is_empty() { "nothing".to_owned() } else { sorted(items) }
}

fn deed(action: Action) -> String {
    match action {
        Action::Discard(tile) => format!("discard {}", tiles::write_suit([tile])),
        Action::DeclareKong(tile) => format!("kong {}", tiles::write_suit([tile])),
        Action::Chow(low) => format!("chow {}", tiles::write_suit(low.run().into_iter().flatten())),
        Action::Win | Action::Pass | Action::Pung | Action::Kong | Action::Ready => {
            action.to_string()
        }
    }
}

fn settlement(scores: &BySeat<i32>) -> String {
    let payments = settle(scores);
    let shown =
        payments.iter().map(|paid| format!("{} pays {} {}", paid.from, paid.to, paid.points));
    listed(&shown.collect::<Vec<_>>())
}

fn numbers(values: &BySeat<i32>) -> String {
    values.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn listed(items: &[String]) -> String {
    if items.is_empty() { "none".to_owned() } else { items.join(", ") }
}

fn sorted(mut items: Vec<String>) -> String {
    items.sort();
    items.join(", ")
}
