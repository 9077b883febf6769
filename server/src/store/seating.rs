//! Who sat where in a game, and how that is stored.

use protocol::record::RecordedPlayer;
use rules::seat::{BySeat, Seat};
use serde_json::Value;

/// Who sat where in each hand of a game: the seats as they were taken, with the hand they were taken from.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seating(pub(super) Vec<(u32, Seat, Option<RecordedPlayer>)>);

impl Seating {
    /// Who sat where in this hand.
    pub(crate) fn at(&self, hand: u32) -> BySeat<Option<RecordedPlayer>> {
        let mut players: BySeat<Option<RecordedPlayer>> = BySeat::default();
        for (from, seat, player) in &self.0 {
            if *from <= hand {
                players[*seat].clone_from(player);
            }
        }
        players
    }

    /// The people who ever sat at this seat.
    pub(crate) fn ever(&self, seat: Seat) -> impl Iterator<Item = &str> {
        let taken = self.0.iter().filter(move |(_, other, _)| *other == seat);
        taken.filter_map(|(_, _, player)| Some(player.as_ref()?.human_name()?.as_str()))
    }
}

/// A player as columns: kind, name, level.
pub(super) fn columns(player: &RecordedPlayer) -> [Option<String>; 3] {
    let value = serde_json::to_value(player).expect("players can be written");
    ["kind", "name", "level"].map(|field| value[field].as_str().map(str::to_owned))
}

/// A player from columns, if there is such a one.
pub(super) fn player(columns: [Option<String>; 3]) -> Option<RecordedPlayer> {
    let fields = ["kind", "name", "level"].into_iter().zip(columns);
    let present = fields.filter_map(|(field, text)| Some((field.to_owned(), Value::String(text?))));
    serde_json::from_value(Value::Object(present.collect())).ok()
}
