//! Who sat where in a game, and how that is stored.

use protocol::record::RecordedPlayer;
use rules::seat::{BySeat, Seat};
use serde_json::Value;

use super::Whose;

/// The profiles that are played for, by seat: public ids. Whether others may see them is not for the ledger to say.
pub type Profiles = BySeat<Option<String>>;

/// Somebody at a seat, and the profile they play for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Seated {
    pub(crate) player: RecordedPlayer,
    /// Only a person's: what a bot does in somebody's place is nobody's.
    pub(crate) profile: Option<String>,
}

impl Seated {
    fn new(player: RecordedPlayer, profile: Option<String>) -> Self {
        let profile = profile.filter(|_| player.human_name().is_some());
        Self { player, profile }
    }

    /// All four of them.
    pub(super) fn all(players: &BySeat<RecordedPlayer>, profiles: &Profiles) -> BySeat<Self> {
        BySeat::from_fn(|seat| Self::new(players[seat].clone(), profiles[seat].clone()))
    }

    /// What this one does is kept under the name that was used, and under the profile; a bot's nowhere.
    pub(crate) fn keys(&self) -> impl Iterator<Item = String> + use<> {
        let name = self.player.human_name().map(|name| Whose::Name(name.to_string()));
        let profile = self.profile.clone().map(Whose::Profile);
        name.into_iter().chain(profile).map(|whose| whose.key())
    }

    /// As columns: kind, name, level, profile.
    pub(super) fn columns(&self) -> [Option<String>; 4] {
        let value = serde_json::to_value(&self.player).expect("players can be written");
        let [kind, name, level] =
            ["kind", "name", "level"].map(|field| value[field].as_str().map(str::to_owned));
        [kind, name, level, self.profile.clone()]
    }

    /// From columns, if there is such a one.
    pub(super) fn read([kind, name, level, profile]: [Option<String>; 4]) -> Option<Self> {
        let fields = ["kind", "name", "level"].into_iter().zip([kind, name, level]);
        let present =
            fields.filter_map(|(field, text)| Some((field.to_owned(), Value::String(text?))));
        let player = serde_json::from_value(Value::Object(present.collect())).ok()?;
        Some(Self { player, profile })
    }
}

/// Who sat where in each hand of a game: the seats as they were taken, with the hand they were taken from.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seating(pub(super) Vec<(u32, Seat, Option<Seated>)>);

impl Seating {
    /// Who sat where in this hand.
    pub(crate) fn at(&self, hand: u32) -> BySeat<Option<Seated>> {
        let mut seats: BySeat<Option<Seated>> = BySeat::default();
        for (from, seat, taken) in &self.0 {
            if *from <= hand {
                seats[*seat].clone_from(taken);
            }
        }
        seats
    }

    /// What everybody who ever sat there is kept under.
    pub(crate) fn ever(&self) -> impl Iterator<Item = String> {
        self.0.iter().filter_map(|(_, _, taken)| taken.as_ref()).flat_map(Seated::keys)
    }
}

/// Only who they are.
pub(super) fn players(seats: BySeat<Option<Seated>>) -> BySeat<Option<RecordedPlayer>> {
    seats.map(|taken| taken.map(|taken| taken.player))
}
