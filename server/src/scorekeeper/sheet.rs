//! What is stored of a game that people keep, and what the rules make of it.

use rules::riichi::{Config, Final, Game, Hand, Options, Round, Settled, Start, State, Wind};
use rules::seat::{BySeat, Seat};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::change::check_final;
use super::form::{OutcomeForm, UncertainForm, each_once};
use super::refusal::Refusal;
use crate::clock::UnixMs;

/// A game as its recorder has written it down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Sheet {
    /// Who sits where; the first was East when the game began.
    pub(crate) names: [String; 4],
    /// What is played by.
    pub(crate) rules: Options,
    /// Where the recording begins, if not at the beginning.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) start: Option<StartForm>,
    pub(crate) started_at: UnixMs,
    /// The hands in the order they were played.
    #[serde(default)]
    pub(crate) hands: Vec<SheetHand>,
    /// Hands that were taken out: whoever sends one of them again does not bring it back.
    #[serde(default)]
    pub(crate) removed: Vec<String>,
    /// Who has declared riichi in the hand that is being played.
    #[serde(default)]
    pub(crate) declared: Vec<Seat>,
    /// The scores at the end, where somebody typed them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) final_scores: Option<[i32; 4]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) closed_at: Option<UnixMs>,
    #[serde(default)]
    pub(crate) is_deleted: bool,
    #[serde(default)]
    pub(crate) note: String,
    /// How long its recorder may change a hand; without end if it is not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) correction_minutes: Option<u32>,
}

/// A hand of a sheet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SheetHand {
    /// Made by whoever sent it first.
    pub(crate) id: String,
    #[serde(flatten)]
    pub(crate) form: HandForm,
    /// What was sent first under this id, hashed: the same again changes nothing.
    pub(crate) sent: String,
    pub(crate) recorded_at: UnixMs,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) edited_at: Option<UnixMs>,
    /// When it was settled; not yet, while nobody is sure of it.
    pub(crate) completed_at: Option<UnixMs>,
}

/// A hand as somebody writes it down: how it ended, or what is known of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct HandForm {
    #[serde(default, deserialize_with = "each_once")]
    pub(crate) riichi: Vec<Seat>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) outcome: Option<OutcomeForm>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) uncertain: Option<UncertainForm>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) note: String,
}

/// Where a recording begins that does not begin with the game; typed once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct StartForm {
    /// The wind of the round.
    pub(crate) wind: WindName,
    /// Which deal under that wind, from 1.
    #[schema(minimum = 1, maximum = 4)]
    pub(crate) number: u8,
    /// Honba on the table.
    #[serde(default)]
    #[schema(maximum = 99)]
    pub(crate) honba: u16,
    /// Riichi sticks on the table.
    #[serde(default)]
    #[schema(maximum = 99)]
    pub(crate) riichi_sticks: u16,
    /// The scores, by seat; with the sticks they sum to four times the starting points.
    #[schema(min_items = 4, max_items = 4)]
    pub(crate) scores: [i32; 4],
}

/// One of the four winds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum WindName {
    East,
    South,
    West,
    North,
}

impl From<Wind> for WindName {
    fn from(wind: Wind) -> Self {
        match wind {
            Wind::East => Self::East,
            Wind::South => Self::South,
            Wind::West => Self::West,
            Wind::North => Self::North,
        }
    }
}

impl StartForm {
    fn start(&self) -> Result<Start, Refusal> {
        let dealer = usize::from(self.number).checked_sub(1).and_then(Seat::from_index);
        let dealer = dealer.ok_or(Refusal::BadStart("number must be 1 to 4".to_owned()))?;
        let wind = match self.wind {
            WindName::East => Wind::East,
            WindName::South => Wind::South,
            WindName::West => Wind::West,
            WindName::North => Wind::North,
        };
        let Self { honba, riichi_sticks, scores, .. } = *self;
        Ok(Start { round: Round::new(wind, dealer), honba, riichi_sticks, scores: BySeat(scores) })
    }
}

/// A sheet, folded.
#[derive(Clone, Debug)]
pub(crate) struct Folded {
    pub(crate) game: Game,
    /// The place in the sheet of each hand of the game; those nobody is sure of are left out.
    pub(crate) places: Vec<usize>,
}

impl Folded {
    /// What the hand at this place of the sheet led to.
    pub(crate) fn settled(&self, place: usize) -> Option<&Settled> {
        self.hand(place).map(|(_, settled)| settled)
    }

    /// The hand at this place of the sheet, and what it led to; none while nobody is sure of it.
    pub(crate) fn hand(&self, place: usize) -> Option<(&Hand, &Settled)> {
        let number = self.places.iter().position(|other| *other == place)?;
        Some((self.game.hands().get(number)?, self.game.settled().get(number)?))
    }
}

impl Sheet {
    /// What it is folded from besides its hands.
    pub(crate) fn config(&self) -> Result<Config, Refusal> {
        match &self.start {
            None => Config::new(self.rules).map_err(|bad| Refusal::BadRules(bad.to_string())),
            Some(start) => Config::mid_game(self.rules, start.start()?)
                .map_err(|bad| Refusal::BadStart(bad.to_string())),
        }
    }

    /// Folds its hands. A hand that can't have been is named by its number in the sheet.
    pub(crate) fn fold(&self) -> Result<Folded, Refusal> {
        let config = self.config()?;
        let (mut hands, mut places) = (Vec::<Hand>::new(), Vec::new());
        for (place, hand) in self.hands.iter().enumerate() {
            if let Some(outcome) = &hand.form.outcome {
                let read = outcome.hand(&hand.form.riichi);
                hands.push(read.map_err(|bad| Refusal::BadForm { number: place + 1, bad })?);
                places.push(place);
            }
        }
        let game = Game::new(config, hands).map_err(|impossible| Refusal::Impossible {
            number: places.get(impossible.number - 1).map_or(impossible.number, |place| place + 1),
            why: impossible.why,
        })?;
        Ok(Folded { game, places })
    }

    /// Makes sure that the scores somebody typed are ones the game can end with.
    pub(crate) fn check_typed(&self) -> Result<(), Refusal> {
        self.final_scores.iter().try_for_each(|typed| check_final(typed, &self.rules))
    }

    /// Whether somebody has still to be asked about a hand.
    pub(crate) fn is_unsure(&self) -> bool {
        self.hands.iter().any(|hand| hand.form.outcome.is_none())
    }

    /// How much is known of the game.
    pub(crate) fn quality(&self, folded: &Folded) -> &'static str {
        if self.hands.is_empty() && self.final_scores.is_some() {
            return "final_only";
        }
        let agrees = match self.final_scores {
            None => self.closed_at.is_none() || folded.game.state().ended.is_some(),
            Some(typed) => self.end_by_hands(folded).scores.0 == typed,
        };
        if self.start.is_none() && !self.is_unsure() && agrees { "complete" } else { "partial" }
    }

    /// The game as its hands leave it, if nothing more is played.
    pub(crate) fn end_by_hands(&self, folded: &Folded) -> State {
        folded.game.state().broken_off(&self.rules)
    }

    /// What the game came to, once it is closed.
    pub(crate) fn finals(&self, folded: &Folded) -> Option<Final> {
        self.closed_at?;
        match self.final_scores {
            Some(typed) => Some(Final::of(&BySeat(typed), &self.rules)),
            None => self.end_by_hands(folded).ended,
        }
    }

    /// The scores as they stand: typed ones count before those of the hands.
    pub(crate) fn scores(&self, folded: &Folded) -> [i32; 4] {
        match (self.final_scores, self.closed_at) {
            (Some(typed), _) => typed,
            (None, Some(_)) => self.end_by_hands(folded).scores.0,
            (None, None) => folded.game.state().scores.0,
        }
    }

    pub(crate) fn place_of(&self, id: &str) -> Option<usize> {
        self.hands.iter().position(|hand| hand.id == id)
    }
}

/// Makes sure that four people can be told apart, in whichever letters they are written: notes are read so.
pub(crate) fn check_names(names: &[String; 4]) -> Result<(), Refusal> {
    let folded = names.each_ref().map(|name| name.to_lowercase());
    for (place, name) in names.iter().enumerate() {
        if folded[..place].contains(&folded[place]) {
            return Err(Refusal::BadPlayers(format!("{name:?} sits at two places")));
        }
    }
    Ok(())
}
