//! How refusals of the score keeper are told over HTTP.

use super::super::problem::{Code, LineBody, Problem};
use crate::scorekeeper::Refusal;

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Self {
        let detail = refusal.to_string();
        let plain = |code| Self::because(code, detail.clone());
        match refusal {
            Refusal::BadRules(_) => plain(Code::BadRules),
            Refusal::BadStart(_) => plain(Code::BadStart),
            Refusal::BadPlayers(_) => plain(Code::BadPlayers),
            Refusal::BadForm { number, bad } => {
                Self::refused(Code::IllegalHand, bad.code(), detail).with_hand(number)
            }
            Refusal::Impossible { number, why } => {
                Self::refused(Code::ImpossibleHand, why.code(), detail).with_hand(number)
            }
            Refusal::TooManyHands { number } => {
                Self::refused(Code::ImpossibleHand, "too_many_hands", detail).with_hand(number)
            }
            Refusal::OutcomeOrUncertain => {
                Self::refused(Code::IllegalHand, "outcome_or_uncertain", detail)
            }
            Refusal::RiichiTooPoor { .. } => {
                Self::refused(Code::ImpossibleHand, "riichi_too_poor", detail)
            }
            Refusal::GameOver => Self::refused(Code::ImpossibleHand, "game_over", detail),
            Refusal::TooLong(_) => plain(Code::TooLong),
            Refusal::BadHandId => plain(Code::BadHandId),
            Refusal::HandIdTaken => plain(Code::HandIdTaken),
            Refusal::NoSuchHand => plain(Code::HandNotFound),
            Refusal::NothingToUndo => plain(Code::NothingToUndo),
            Refusal::Closed | Refusal::ClosedAlready => plain(Code::GameClosed),
            Refusal::NotClosed => plain(Code::NotClosed),
            Refusal::ReasonMissing => plain(Code::ReasonMissing),
            Refusal::TooLate { .. } => plain(Code::TooLate),
            Refusal::OrganiserOnly => plain(Code::OrganiserOnly),
            Refusal::BadScores(_) => plain(Code::BadScores),
            Refusal::NotOver => plain(Code::NotOver),
            Refusal::Unsure => plain(Code::UncertainHands),
            Refusal::ScoresDiffer { .. } => plain(Code::ScoresDiffer),
            Refusal::BadNotes(problems) => {
                let lines = problems.into_iter().map(|problem| LineBody {
                    line: problem.line,
                    code: problem.code,
                    detail: problem.detail,
                });
                plain(Code::BadNotes).with_lines(lines.collect())
            }
        }
    }
}
