//! Riichi games that people keep at a real table: pure. What is stored is a [`Sheet`]; everything else is folded
//! from it by the rules, and nothing derived is ever typed in.

mod audit;
mod change;
mod digest;
mod follows;
mod form;
mod notes;
mod odd;
mod reconcile;
mod refusal;
mod sheet;

pub(crate) use self::{
    change::{Applied, Change, Closing, Edit, Role, apply, check_final},
    digest::Digest,
    follows::{CHOMBO, Ending, PLACES, RIICHI, WITHOUT_HANDS, YAKUMAN, follows},
    form::{OutcomeForm, UncertainForm, each_once},
    reconcile::{Reconciled, reconcile},
    refusal::Refusal,
    sheet::{Folded, HandForm, Sheet, SheetHand, StartForm, WindName, check_names},
};
