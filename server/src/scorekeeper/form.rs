//! A riichi hand as people send it and as it is stored, and the hand of the rules it is.

use rules::riichi::{
    Abort, BadCorrection, BadWins, BadYakuman, Correction, Hand, Outcome, Pao, Ron, Seats, Tsumo,
    Typed, Win, Worth, Yaku, Yakuman, YakumanSet,
};
use rules::seat::{BySeat, Seat};
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

/// The most yaku that can be named for a win.
const YAKU_MAX: usize = 20;

/// How a hand ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum OutcomeForm {
    /// Somebody's tile was won on, by one to three players.
    Ron {
        /// Whose tile.
        #[schema(value_type = u8, maximum = 3)]
        from: Seat,
        /// Who won, in any order.
        #[schema(min_items = 1, max_items = 3)]
        wins: Vec<WinForm>,
    },
    /// Somebody drew the winning tile.
    Tsumo {
        /// The win.
        win: WinForm,
    },
    /// The wall ran out.
    ExhaustiveDraw {
        /// Who was tenpai.
        #[serde(deserialize_with = "each_once")]
        #[schema(value_type = Vec<u8>, max_items = 4)]
        tenpai: Vec<Seat>,
    },
    /// The wall ran out, and somebody had discarded only terminals and honours.
    NagashiMangan {
        /// Who had.
        #[serde(deserialize_with = "each_once")]
        #[schema(value_type = Vec<u8>, min_items = 1, max_items = 4)]
        winners: Vec<Seat>,
        /// Who was tenpai.
        #[serde(deserialize_with = "each_once")]
        #[schema(value_type = Vec<u8>, max_items = 4)]
        tenpai: Vec<Seat>,
    },
    /// It was broken off.
    AbortiveDraw {
        /// Why.
        kind: AbortForm,
    },
    /// Somebody broke the rules, and the hand is played again.
    Chombo {
        /// Who.
        #[schema(value_type = u8, maximum = 3)]
        offender: Seat,
    },
    /// It is void, and played again.
    NoContest {},
    /// No hand at all: points were put right between players.
    Correction {
        /// What each score changes by, in hundreds; sums to zero.
        #[schema(min_items = 4, max_items = 4, example = json!([1000, -1000, 0, 0]))]
        points: [i32; 4],
    },
}

/// Why a hand is broken off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum AbortForm {
    /// Nine kinds of terminals and honours in a first hand.
    KyuushuKyuuhai,
    /// Four times the same wind as first discards.
    SuufonRenda,
    /// Four riichi.
    SuuchaRiichi,
    /// Four kans, not all by one player.
    Suukaikan,
    /// Three winners on one discard.
    Sanchahou,
}

/// One player's win.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WinForm {
    /// Who.
    #[schema(value_type = u8, maximum = 3)]
    pub(crate) winner: Seat,
    /// What for.
    pub(crate) worth: WorthForm,
    /// The yaku, where somebody wrote them down; they change nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(max_items = 20, example = json!(["riichi", "tanyao"]))]
    pub(crate) yaku: Vec<String>,
}

/// What a winning hand is worth, without honba and sticks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(untagged, deny_unknown_fields)]
pub(crate) enum WorthForm {
    /// By han and fu.
    Counted {
        /// The han.
        #[schema(minimum = 1, maximum = 99, example = 3)]
        han: u8,
        /// The fu; may be missing from 5 han.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(maximum = 110, example = 30)]
        fu: Option<u8>,
    },
    /// By what the discarder pays.
    Ron {
        /// The points.
        #[schema(example = 5800)]
        points: u32,
    },
    /// By what each pays to the dealer.
    All {
        /// The points.
        #[schema(example = 2000)]
        all: u32,
    },
    /// By what the others pay for a tsumo.
    Tsumo {
        /// Each of the others.
        #[schema(example = 1000)]
        other: u32,
        /// The dealer.
        #[schema(example = 2000)]
        dealer: u32,
    },
    /// By its yakuman.
    Yakuman {
        /// Their codes, as `/api/yaku` has them.
        #[schema(min_items = 1, max_items = 6, example = json!(["daisangen"]))]
        yakuman: Vec<String>,
        /// Who is liable for one of them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pao: Option<PaoForm>,
    },
}

/// Who is liable for a yakuman.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PaoForm {
    /// Who.
    #[schema(value_type = u8, maximum = 3)]
    pub(crate) liable: Seat,
    /// For which.
    #[schema(example = "daisangen")]
    pub(crate) yakuman: String,
}

/// What is known of a hand nobody is sure of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct UncertainForm {
    /// In words.
    #[serde(default)]
    #[schema(max_length = 500)]
    pub(crate) note: String,
    /// Who may have won.
    #[serde(default, deserialize_with = "each_once")]
    #[schema(value_type = Vec<u8>, max_items = 4)]
    pub(crate) possible_winners: Vec<Seat>,
    /// What it may have been worth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(example = 8000)]
    pub(crate) points: Option<u32>,
}

/// Reads seats as the set they are: each once, in order, however often and where they are named.
pub(crate) fn each_once<'de, D: Deserializer<'de>>(named: D) -> Result<Vec<Seat>, D::Error> {
    let seats: Seats = Vec::<Seat>::deserialize(named)?.into_iter().collect();
    Ok(seats.iter().collect())
}

/// Why a form is no hand.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum BadForm {
    /// No yakuman is called so.
    #[error("no yakuman is called {0:?}")]
    UnknownYakuman(String),
    /// No yaku is called so.
    #[error("no yaku is called {0:?}")]
    UnknownYaku(String),
    /// Too many yaku.
    #[error("at most {YAKU_MAX} yaku can be named")]
    TooManyYaku,
    /// Nobody can have won so.
    #[error(transparent)]
    Wins(#[from] BadWins),
    /// No hand has these yakuman.
    #[error(transparent)]
    Yakuman(#[from] BadYakuman),
    /// Points can't be put right so.
    #[error(transparent)]
    Correction(#[from] BadCorrection),
}

impl BadForm {
    /// What programs go by.
    pub(crate) const fn code(&self) -> &'static str {
        match self {
            Self::UnknownYakuman(_) => "unknown_yakuman",
            Self::UnknownYaku(_) => "unknown_yaku",
            Self::TooManyYaku => "too_many_yaku",
            Self::Wins(bad) => bad.code(),
            Self::Yakuman(_) => "bad_yakuman",
            Self::Correction(bad) => bad.code(),
        }
    }
}

impl OutcomeForm {
    /// Whether it ends a hand; a correction is written down while one is being played.
    pub(crate) const fn ends_a_hand(&self) -> bool {
        !matches!(self, Self::Correction { .. })
    }

    /// The yaku somebody wrote down for a win of `winner`.
    pub(crate) fn yaku_of(&self, winner: Seat) -> &[String] {
        let wins = match self {
            Self::Ron { wins, .. } => wins.as_slice(),
            Self::Tsumo { win } => std::slice::from_ref(win),
            Self::ExhaustiveDraw { .. }
            | Self::NagashiMangan { .. }
            | Self::AbortiveDraw { .. }
            | Self::Chombo { .. }
            | Self::NoContest {}
            | Self::Correction { .. } => &[],
        };
        wins.iter().find(|win| win.winner == winner).map_or(&[], |win| &win.yaku)
    }

    /// The hand of the rules that ended so.
    pub(crate) fn hand(&self, riichi: &[Seat]) -> Result<Hand, BadForm> {
        let riichi = riichi.iter().copied().collect();
        Ok(Hand { riichi, outcome: self.outcome()? })
    }

    fn outcome(&self) -> Result<Outcome, BadForm> {
        let set = |seats: &[Seat]| seats.iter().copied().collect::<Seats>();
        Ok(match self {
            Self::Ron { from, wins } => {
                let wins = wins.iter().map(WinForm::win).collect::<Result<Vec<_>, _>>()?;
                Outcome::Ron(Ron::new(*from, &wins)?)
            }
            Self::Tsumo { win } => Outcome::Tsumo(Tsumo::new(win.win()?)?),
            Self::ExhaustiveDraw { tenpai } => Outcome::ExhaustiveDraw { tenpai: set(tenpai) },
            Self::NagashiMangan { winners, tenpai } => {
                Outcome::NagashiMangan { winners: set(winners), tenpai: set(tenpai) }
            }
            Self::AbortiveDraw { kind } => Outcome::Abortive(kind.abort()),
            Self::Chombo { offender } => Outcome::Chombo { offender: *offender },
            Self::NoContest {} => Outcome::NoContest,
            Self::Correction { points } => Outcome::Correction(Correction::new(BySeat(*points))?),
        })
    }

    /// The form of an outcome of the rules.
    pub(crate) fn of(outcome: &Outcome) -> Self {
        match outcome {
            Outcome::Ron(ron) => {
                Self::Ron { from: ron.from(), wins: ron.wins().iter().map(WinForm::of).collect() }
            }
            Outcome::Tsumo(tsumo) => Self::Tsumo { win: WinForm::of(&tsumo.win()) },
            Outcome::ExhaustiveDraw { tenpai } => {
                Self::ExhaustiveDraw { tenpai: tenpai.iter().collect() }
            }
            Outcome::NagashiMangan { winners, tenpai } => Self::NagashiMangan {
                winners: winners.iter().collect(),
                tenpai: tenpai.iter().collect(),
            },
            Outcome::Abortive(abort) => Self::AbortiveDraw { kind: AbortForm::of(*abort) },
            Outcome::Chombo { offender } => Self::Chombo { offender: *offender },
            Outcome::NoContest => Self::NoContest {},
            Outcome::Correction(correction) => Self::Correction { points: correction.points().0 },
        }
    }
}

impl WinForm {
    fn win(&self) -> Result<Win, BadForm> {
        if self.yaku.len() > YAKU_MAX {
            return Err(BadForm::TooManyYaku);
        }
        let is_known =
            |code: &&String| Yaku::named(code).is_some() || Yakuman::named(code).is_some();
        if let Some(unknown) = self.yaku.iter().find(|code| !is_known(code)) {
            return Err(BadForm::UnknownYaku(unknown.clone()));
        }
        Ok(Win { winner: self.winner, worth: self.worth.worth()? })
    }

    fn of(win: &Win) -> Self {
        Self { winner: win.winner, worth: WorthForm::of(&win.worth), yaku: Vec::new() }
    }
}

impl WorthForm {
    fn worth(&self) -> Result<Worth, BadForm> {
        Ok(match self {
            Self::Counted { han, fu } => Worth::Counted { han: *han, fu: *fu },
            Self::Ron { points } => Worth::Typed(Typed::Ron(*points)),
            Self::All { all } => Worth::Typed(Typed::All(*all)),
            Self::Tsumo { other, dealer } => {
                Worth::Typed(Typed::Tsumo { other: *other, dealer: *dealer })
            }
            Self::Yakuman { yakuman, pao } => {
                let named = yakuman.iter().map(|code| yakuman_named(code));
                let set = YakumanSet::said(&named.collect::<Result<Vec<_>, _>>()?)?;
                let pao = match pao {
                    None => None,
                    Some(PaoForm { liable, yakuman }) => {
                        Some(Pao { liable: *liable, yakuman: yakuman_named(yakuman)? })
                    }
                };
                Worth::Yakuman { set, pao }
            }
        })
    }

    fn of(worth: &Worth) -> Self {
        match *worth {
            Worth::Counted { han, fu } => Self::Counted { han, fu },
            Worth::Typed(Typed::Ron(points)) => Self::Ron { points },
            Worth::Typed(Typed::All(all)) => Self::All { all },
            Worth::Typed(Typed::Tsumo { other, dealer }) => Self::Tsumo { other, dealer },
            Worth::Yakuman { set, pao } => Self::Yakuman {
                yakuman: set.iter().map(|yakuman| yakuman.code().to_owned()).collect(),
                pao: pao.map(|pao| PaoForm {
                    liable: pao.liable,
                    yakuman: pao.yakuman.code().to_owned(),
                }),
            },
        }
    }
}

fn yakuman_named(code: &str) -> Result<Yakuman, BadForm> {
    Yakuman::named(code).ok_or_else(|| BadForm::UnknownYakuman(code.to_owned()))
}

impl AbortForm {
    const fn abort(self) -> Abort {
        match self {
            Self::KyuushuKyuuhai => Abort::KyuushuKyuuhai,
            Self::SuufonRenda => Abort::SuufonRenda,
            Self::SuuchaRiichi => Abort::SuuchaRiichi,
            Self::Suukaikan => Abort::Suukaikan,
            Self::Sanchahou => Abort::Sanchahou,
        }
    }

    const fn of(abort: Abort) -> Self {
        match abort {
            Abort::KyuushuKyuuhai => Self::KyuushuKyuuhai,
            Abort::SuufonRenda => Self::SuufonRenda,
            Abort::SuuchaRiichi => Self::SuuchaRiichi,
            Abort::Suukaikan => Self::Suukaikan,
            Abort::Sanchahou => Self::Sanchahou,
        }
    }
}
