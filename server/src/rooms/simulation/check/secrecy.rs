//! Nobody is told a tile they may not see: what a seat alone hears is its own, and what everybody
//! hears has no place for more.

use std::collections::BTreeMap;

use protocol::codec::Encoding;
use protocol::fujian::{OwnChange, Prompt, SeatMessage};
use protocol::ids::RoomCode;
use rules::seat::Seat;
use rules::tile::SuitTile;
use serde_json::Value;

use super::super::evidence::{Heard, Message};
use super::truth::{Moment, Truth};
use super::{Evidence, Findings};

const OWN: &str = "a seat hears of its own tiles alone";
const PUBLIC: &str = "who watches is told nothing that is hidden";

/// What only messages to a seat have.
const SECRET_KEYS: [&str; 5] = ["own", "prompt", "tiles", "token", "view"];

pub(super) fn check(
    evidence: &Evidence,
    truths: &BTreeMap<RoomCode, Truth>,
    findings: &mut Findings,
) {
    for heard in &evidence.heard {
        match (&heard.message, heard.seat) {
            (Message::Seat(message), Some(seat)) => {
                let SeatMessage::Step { seq, own, .. } = &**message else { continue };
                let moment = truths.get(&heard.room).and_then(|truth| truth.at(*seq));
                // A step that is not there is somebody else's finding.
                let Some(moment) = moment else { continue };
                let fits = is_own(own, seat, moment);
                findings.expect(fits, OWN, || {
                    format!("client {} at {seat:?}, step {}: {own:?}", heard.client, seq.0)
                });
            }
            // Hands are looked at where it is known who may see them.
            (Message::Seat(_), None) | (Message::Hands(_), _) => {}
            (Message::Spectator(_), _) => check_public(heard, findings),
        }
    }
}

fn is_own(own: &[OwnChange], seat: Seat, moment: &Moment) -> bool {
    let mut drawn = moment.drawn[seat].iter().copied();
    own.iter().all(|change| match change {
        OwnChange::Dealt { tiles } => {
            let dealt = moment.dealt[seat].as_ref();
            dealt.is_some_and(|dealt| sorted(dealt) == sorted(tiles))
        }
        OwnChange::Drew { tile } => drawn.next() == Some(*tile),
        OwnChange::Answered { .. } => moment.has_answered(seat),
        OwnChange::Prompt { prompt } => {
            let table = moment.table.as_ref();
            let is_asked = table.is_some_and(|table| table.waits_for(seat));
            let holds = |tile: &SuitTile| {
                table.is_some_and(|table| table.player(seat).hand.count(*tile) > 0)
            };
            let is_own = match prompt {
                Some(Prompt::Turn { kongs, barred, .. }) => {
                    kongs.iter().all(holds) && barred.iter().all(|(tile, _)| holds(tile))
                }
                Some(Prompt::Call { .. } | Prompt::Ready {}) | None => true,
            };
            prompt.is_some() == is_asked && is_own
        }
    })
}

fn sorted(tiles: &[SuitTile]) -> Vec<SuitTile> {
    let mut sorted = tiles.to_vec();
    sorted.sort_unstable();
    sorted
}

/// Looks at the text itself, whatever types say.
fn check_public(heard: &Heard, findings: &mut Findings) {
    if heard.encoding != Encoding::Json {
        return;
    }
    let parsed: Option<Value> = serde_json::from_slice(&heard.bytes).ok();
    let is_clean = parsed.as_ref().is_some_and(is_public);
    findings.expect(is_clean, PUBLIC, || format!("client {}: {:?}", heard.client, heard.bytes));
}

fn is_public(value: &Value) -> bool {
    match value {
        Value::Object(fields) => fields.iter().all(|(key, value)| {
            // The rules of a table name its tile set.
            let is_secret = SECRET_KEYS.contains(&key.as_str()) && !value.is_string();
            !is_secret && is_public(value)
        }),
        Value::Array(values) => values.iter().all(is_public),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => true,
    }
}
