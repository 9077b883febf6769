//! What the server has on record, asked for over HTTP once everything is over.

use anyhow::{Context as _, ensure};
use protocol::ids::RoomCode;
use serde_json::Value;

use super::account::Told;
use crate::http;

/// Whose part of a replay is asked for, as the API names it.
pub(super) type Audience = Option<rules::seat::Seat>;

/// All finished hands of a room, step by step, as `audience` was to hear them.
pub(super) async fn hands(
    address: &str,
    room: u64,
    code: RoomCode,
    audience: Audience,
) -> anyhow::Result<Vec<Vec<Told>>> {
    let mut hands = Vec::new();
    for game in 1.. {
        let seat = audience.map(|seat| format!("&seat={}", seat.index())).unwrap_or_default();
        let target = format!("/api/games/{room}-{game}/replay?code={code}{seat}");
        let Some(body) = ask(address, &target).await? else { break };
        for line in body.lines() {
            read(line, &mut hands).with_context(|| format!("a line of {target}"))?;
        }
    }
    Ok(hands)
}

fn read(line: &str, hands: &mut Vec<Vec<Told>>) -> anyhow::Result<()> {
    let mut line: Value = serde_json::from_str(line)?;
    if line["type"] == "hand" {
        hands.push(Vec::new());
        return Ok(());
    }
    let public = serde_json::from_value(line["public"].take())?;
    let own = serde_json::from_value(line["own"].take())?;
    hands.last_mut().context("a step before any hand")?.push(Told { public, own });
    Ok(())
}

/// The body of an answer, or none if there is no such thing.
async fn ask(address: &str, target: &str) -> anyhow::Result<Option<String>> {
    let answer = http::get(address, target).await?;
    ensure!(matches!(answer.status, 200 | 404), "{target} was answered with {}", answer.status);
    Ok((answer.status == 200).then_some(answer.body))
}
